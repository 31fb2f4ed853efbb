"""hpdld with a real cluster: a map-reduce job that Oozie's client submits without an application."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import closing
from oozie_client import run_native
from programs import BUILD
from served import ServedTest
from yarn_case import UBER, YarnCase

LIB = "org.apache.hadoop.mapred.lib"


class ServedSubmission(YarnCase, ServedTest):
    def test_the_words_of_a_file_are_counted(self):
        self.put("in/a", "b a\nc a\n")
        self.put("lib/unused.txt", "x")  # what is no jar is left alone
        properties = {"fs.defaultFS": self.hdfs.name_node, "yarn.resourcemanager.address": self.hdfs.rm_address,
                      "oozie.libpath": f"{self.root}/lib", "mapred.mapper.class": f"{LIB}.TokenCountMapper",
                      "mapred.reducer.class": f"{LIB}.LongSumReducer", "mapred.output.key.class": "org.apache.hadoop.io.Text",
                      "mapred.output.value.class": "org.apache.hadoop.io.LongWritable",
                      "mapred.input.dir": self.url("in"), "mapred.output.dir": self.url("${where}"), "where": "out", **UBER}
        self.sandbox.write("job.properties", "".join(f"{name}={value}\n" for name, value in properties.items()))
        self.serve("--listen", "127.0.0.1:0", env=self.environment)
        url = f"http://127.0.0.1:{self.server.port}/oozie"
        said = run_native(BUILD / "bin/hpdl", self.sandbox.folder, url, self.user, "mapreduce", "-config", "job.properties")
        self.assertEqual((said.code, said.err), (0, ""))
        job = said.out.removeprefix("job: ").strip()
        self.until(lambda: self.reader.status(job) not in ("PREP", "RUNNING"))
        info = self.server.call("GET", f"/oozie/v2/job/{job}", user=self.user, show="info").body
        self.assertEqual(self.reader.status(job), "SUCCEEDED", info)
        self.assertEqual(self.parts("out"), b"a\t2\nb\t1\nc\t1\n")
        tokens = self.server.call("GET", f"/v3/namespaces/{self.user}/apps/oozie-mapreduce/workflows/oozie-mapreduce/runs/{job}"
                                         "/nodes/mapreduce1/token", user=self.user, scope="system",
                                  key="org.apache.hadoop.mapreduce.TaskCounter.MAP_OUTPUT_RECORDS").json()
        self.assertEqual(list(tokens.values()), ["4"])


if __name__ == "__main__":
    closing.main()
