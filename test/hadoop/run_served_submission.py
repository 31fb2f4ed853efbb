"""hpdld with a real cluster: jobs that Oozie's client submits without an application."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import closing
import cluster
from oozie_client import run_native
from programs import BUILD
from served import ServedTest
from yarn_case import UBER, YarnCase

LIB = "org.apache.hadoop.mapred.lib"


SCRIPT = """words = load '$IN' as (word:chararray);
counted = foreach (group words by word) generate group, COUNT(words);
store counted into '$OUT';
"""
OPENS = "--add-opens java.base/java.lang=ALL-UNNAMED"


class ServedSubmission(YarnCase, ServedTest):
    def submitted_by_client(self, properties, *words):
        """The id of the job and what the server says of it in the end."""
        cluster = {"fs.defaultFS": self.hdfs.name_node, "yarn.resourcemanager.address": self.hdfs.rm_address,
                   "oozie.libpath": f"{self.root}/lib", **properties}
        self.sandbox.write("job.properties", "".join(f"{name}={value}\n" for name, value in cluster.items()))
        self.serve("--listen", "127.0.0.1:0", env=self.environment)
        said = run_native(BUILD / "bin/hpdl", self.sandbox.folder, f"http://127.0.0.1:{self.server.port}/oozie", self.user,
                          words[0], "-config", "job.properties", *words[1:])
        self.assertEqual((said.code, said.err), (0, ""))
        job = said.out.removeprefix("job: ").strip()
        self.until(lambda: self.reader.status(job) not in ("PREP", "RUNNING"))
        info = self.server.call("GET", f"/oozie/v2/job/{job}", user=self.user, show="info")
        self.assertEqual(self.reader.status(job), "SUCCEEDED", info)
        return job

    def test_map_reduce(self):
        self.put("in/a", "b a\nc a\n")
        self.put("lib/unused.txt", "x")  # what is no jar is left alone
        job = self.submitted_by_client(
            {"mapred.mapper.class": f"{LIB}.TokenCountMapper", "mapred.reducer.class": f"{LIB}.LongSumReducer",
             "mapred.output.key.class": "org.apache.hadoop.io.Text",
             "mapred.output.value.class": "org.apache.hadoop.io.LongWritable",
             "mapred.input.dir": self.url("in"), "mapred.output.dir": self.url("${where}"), "where": "out", **UBER},
            "mapreduce")
        self.assertEqual(self.parts("out"), b"a\t2\nb\t1\nc\t1\n")
        name = "oozie-mapreduce"
        token = self.server.call("GET", f"/v3/namespaces/{self.user}/apps/{name}/workflows/{name}/runs/{job}/nodes/mapreduce1"
                                        "/token", user=self.user, scope="system",
                                 key="org.apache.hadoop.mapreduce.TaskCounter.MAP_OUTPUT_RECORDS").json()
        self.assertEqual(list(token.values()), ["4"])

    def test_a_pig_script_of_the_client(self):
        self.put("in/a", "b\na\nb\n")
        for path in sorted(cluster.pig_jars().glob("*.jar")):
            self.hdfs.write(f"{self.root}/lib/{path.name}", path.read_bytes())
        self.sandbox.write("count.pig", SCRIPT)
        self.submitted_by_client({}, "pig", "-file", "count.pig", f"-PIN={self.url('in')}", "-P", f"OUT={self.url('out')}",
                                 "-X", "-stop_on_failure",
                                 f"-Doozie.launcher.mapreduce.map.java.opts=-Xmx300m {OPENS}",
                                 "-Doozie.launcher.memory.mb=768", "-Dmapreduce.job.ubertask.enable=true")
        self.assertEqual(sorted(self.parts("out").splitlines()), [b"a\t1", b"b\t2"])

    def test_a_definition_that_comes_along(self):
        """It is written into HDFS as the caller, where it is to be; a second one finds it there."""
        definition = '<workflow-app xmlns="uri:oozie:workflow:1.0" name="w"><start to="end"/><end name="end"/></workflow-app>'
        self.serve("--listen", "127.0.0.1:0", env=self.environment)
        properties = {"oozie.wf.application.path": self.url("made/of/it"), "oozie.jobs.api.generated.xml": definition}
        for text in (definition, "<a/>"):
            answer = self.server.submit({**properties, "oozie.jobs.api.generated.xml": text}, user=self.user)
            self.assertEqual(answer.status, 201, answer)
            self.until_status(answer.json()["id"], "SUCCEEDED")
        self.assertEqual(self.hdfs.names(f"{self.root}/made/of/it"), ["workflow.xml"])
        self.assertEqual(self.hdfs.read(f"{self.root}/made/of/it/workflow.xml"), definition.encode())
        answer = self.server.submit({**properties, "oozie.wf.application.path": f"{self.hdfs.name_node}/not-mine"}, user=self.user)
        self.assertEqual((answer.status, answer.code), (400, "E0307"), answer)
        self.assertIn("ermission denied", answer.message)


if __name__ == "__main__":
    closing.main()
