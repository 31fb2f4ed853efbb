"""MapReduce actions in the cluster: Java of both APIs, streaming, formats, libraries, failures, kill."""

import collections
import gzip
import random
import subprocess
import sys
import uuid
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import closing
import cluster
import jars
from programs import *  # noqa: F403
from yarn_case import UBER, YarnCase, action, java_job, properties, word_count

INPUT, OUTPUT = "mapred.input.dir", "mapred.output.dir"
TASKS = "org.apache.hadoop.mapreduce.TaskCounter"
OLD = "org.apache.hadoop.mapred."
# A mapper of the new API with a counter of its own, that is nowhere on the cluster.
MAPPER = """package own;
import org.apache.hadoop.io.*;
import org.apache.hadoop.mapreduce.Mapper;
public class Lengths extends Mapper<LongWritable, Text, Text, IntWritable> {
  protected void map(LongWritable at, Text line, Context context) throws java.io.IOException, InterruptedException {
    context.getCounter("own", "LINES").increment(1);
    context.write(line, new IntWritable(Helper.length(line)));
  }
}
"""
HELPER = """package own;
public class Helper {
  static int length(org.apache.hadoop.io.Text line) { return line.getLength(); }
}
"""
HWS = """<hadoop-workflow name="hws"><start to="m"/>
<hadoop name="m">{body}<transition name="OK" to="end"/><transition name="ERROR" to="killed"/></hadoop>
<fail name="killed"><message>failed</message></fail><end name="end"/></hadoop-workflow>
"""


def streaming_action(name, mapper, reducer, values, to="j", error="j", more="", inside=""):
    return action(name, f"<map-reduce><streaming><mapper>{mapper}</mapper><reducer>{reducer}</reducer>{inside}"
                        f"</streaming>{properties(values)}{more}</map-reduce>", to, error)


class MapReduceCluster(YarnCase):
    def jars(self):
        """Two libraries, one of which needs the other."""
        java = Path(cluster.java_home()) / "bin"
        sources = [self.sandbox.write(f"src/own/{name}.java", text) for name, text in
                   (("Lengths", MAPPER), ("Helper", HELPER))]
        classes = self.sandbox.path("classes")
        subprocess.run([java / "javac", "-nowarn", "-cp", f"{self.hdfs.lib}/*", "-d", classes, *sources],
                       check=True, timeout=TIMEOUT)
        self.sandbox.path("app/lib").mkdir(parents=True)
        for name in ("Lengths", "Helper"):
            subprocess.run([java / "jar", "cf", self.sandbox.path(f"app/lib/{name}.jar"), "-C", classes,
                            f"own/{name}.class"], check=True, timeout=TIMEOUT)

    def application(self, body, start, files=None):
        self.sandbox.write("app/workflow.xml", self.definition(body, start))
        for name, text in (files or {}).items():
            self.sandbox.write(f"app/{name}", text)
        return self.build(self.sandbox.path("app"))

    def values(self, name, source="in", **more):
        return {INPUT: self.url(source), OUTPUT: self.url(name), **UBER, **more}

    def config_class(self, name, body):
        """A library with a class for <config-class>, compiled against Oozie's own interface."""
        java = Path(cluster.java_home()) / "bin"
        source = self.sandbox.write(f"config/own/{name}.java", f"""package own;
            import org.apache.hadoop.mapred.JobConf;
            import org.apache.oozie.action.hadoop.*;
            public class {name} implements OozieActionConfigurator {{
              public void configure(JobConf conf) throws OozieActionConfiguratorException {{ {body} }}
            }}""")
        classes = self.sandbox.path(f"classes-{name}")
        oozie = jars.fetched("oozie-sharelib", "interface", HERE / "oozie_sharelib" / "pom.xml")
        subprocess.run([java / "javac", "-nowarn", "-cp", f"{oozie}/*:{self.hdfs.lib}/*", "-d", classes, source],
                       check=True, timeout=TIMEOUT)
        self.sandbox.path("app/lib").mkdir(parents=True, exist_ok=True)
        subprocess.run([java / "jar", "cf", self.sandbox.path(f"app/lib/{name}.jar"), "-C", classes, "."],
                       check=True, timeout=TIMEOUT)

    def test_config_class(self):
        self.config_class("Filter", 'conf.set("mapreduce.job.map.class", conf.get("wanted.mapper")); '
                                    'conf.setNumReduceTasks(0);')
        self.config_class("Fails", 'throw new OozieActionConfiguratorException("not today");')
        self.put("in/a", "b\na\n")
        classes = {"filter": "own.Filter", "fails": "own.Fails", "absent": "own.Nowhere"}
        types = {"mapreduce.job.output.key.class": "org.apache.hadoop.io.LongWritable",
                 "mapreduce.job.output.value.class": "org.apache.hadoop.io.Text",
                 "wanted.mapper": "org.apache.hadoop.mapreduce.Mapper"}
        body = fork("f", *classes) + join("j") + "".join(
            java_job(name, {**word_count(self.url("in"), self.url(name), **types), **UBER}, to="j",
                     more=f"<config-class>{config}</config-class>").replace('<error to="killed"/>', '<error to="j"/>')
            for name, config in classes.items())
        program = self.application(body, "f")
        self.assert_code(self.start(program, timeout=400), SUCCEEDED)
        nodes = program.nodes()
        self.assertEqual(nodes["filter"]["status"], "OK", nodes["filter"])
        self.assertEqual(self.parts("filter"), b"0\tb\n2\ta\n", "identity mapper, no reducer: as the class wants it")
        for name, words in (("fails", "own.Fails: org.apache.oozie.action.hadoop.OozieActionConfiguratorException: not today"),
                            ("absent", "own.Nowhere")):
            self.assertEqual((nodes[name]["status"], nodes[name]["errorCode"]), ("ERROR", "JA018"), nodes[name])
            self.assertIn(words, nodes[name]["errorMessage"])
        self.assertEqual(self.hdfs.staging(self.user), [])

    def test_kinds_of_jobs_side_by_side(self):
        self.jars()
        words = [f"w{random.randrange(60)}" for _ in range(3000)]
        lines = [" ".join(words[i:i + 7]) for i in range(0, len(words), 7)]
        half = len(lines) // 2
        self.put("in/a.txt", "\n".join(lines[:half]) + "\n")
        self.put("in/b.gz", gzip.compress(("\n".join(lines[half:]) + "\n").encode()))
        self.put("in/_hidden", "no\n")
        self.put("pairs/p", "b\t2\na\t1\nlonely\n")
        self.put("shared/names", "one\n")
        count = 'sort | uniq -c | while read n w; do echo "$PREFIX$w $n"; done; cat names >&2\n'
        identity = {"mapred.mapper.class": OLD + "lib.IdentityMapper",
                    "mapred.reducer.class": OLD + "lib.IdentityReducer"}
        text = {"mapred.output.key.class": "org.apache.hadoop.io.Text",
                "mapred.output.value.class": "org.apache.hadoop.io.Text"}
        long_key = {"mapred.output.key.class": "org.apache.hadoop.io.LongWritable",
                    "mapred.output.value.class": "org.apache.hadoop.io.Text"}
        body = "".join([
            fork("f", "stream", "pairs", "sequence", "own", "breaks", "exists"),
            streaming_action("stream", "tr+-s+'+'+'\n'".replace("\n", "\\n"), "sh+count.sh",
                             self.values("stream", **{"mapred.reduce.tasks": "2"}),
                             more=f"<file>bin/count.sh#count.sh</file><file>{self.url('shared/names')}</file>",
                             inside="<env>PREFIX=x-</env>"),
            java_job("pairs", {**self.values("pairs-out", "pairs"), **identity, **text,
                               "mapred.input.format.class": OLD + "KeyValueTextInputFormat"}, to="j"),
            java_job("sequence", {**self.values("seq"), **identity, **long_key,
                                  "mapred.output.format.class": OLD + "SequenceFileOutputFormat"}, to="again"),
            java_job("again", {**self.values("again", "seq"), **identity, **long_key,
                               "mapred.input.format.class": OLD + "SequenceFileInputFormat"}, to="j"),
            java_job("own", {**word_count(self.url("in"), self.url("own")), **UBER,
                             "mapreduce.job.map.class": "own.Lengths"}, to="j"),
            streaming_action("breaks", "/bin/false", "cat", self.values(
                "breaks", **{"mapreduce.map.maxattempts": "1"})),
            streaming_action("exists", "cat", "cat", self.values("pairs")),
            join("j", "d"),
            decision("d", [("end", "${hadoop:counters('own')['own']['LINES'] eq "
                                   f"{len(lines)} and hadoop:counters('stream')[RECORDS][MAP_IN] eq {len(lines)}"
                                   " and hadoop:counters('exists')[RECORDS][MAP_IN] eq 0}")], "killed")])
        program = self.application(body, "f", {"bin/count.sh": count})
        result = self.start(program, timeout=400)
        nodes = program.nodes()
        self.assert_code(result, SUCCEEDED)
        # Each reducer counts what it got; the shuffle brings equal words together.
        counted = dict(line.split("\t")[0].split(" ") for line in self.parts("stream").decode().splitlines())
        self.assertEqual({word: int(number) for word, number in counted.items()},
                         {f"x-{word}": number for word, number in collections.Counter(words).items()})
        self.assertEqual(sorted(self.parts("pairs-out").splitlines()), [b"a\t1", b"b\t2", b"lonely\t"])
        kept = sorted(line.split("\t", 1)[1] for line in self.parts("again").decode().splitlines())
        self.assertEqual(kept, sorted(lines))
        lengths = collections.Counter()
        for line in lines:
            lengths[line] += len(line)
        self.assertEqual({line.split("\t")[0]: int(line.split("\t")[1])
                          for line in self.parts("own").decode().splitlines()}, lengths)
        self.assertEqual((nodes["breaks"]["errorCode"], nodes["breaks"]["externalStatus"]), ("JA018", "FAILED"))
        self.assertRegex(nodes["breaks"]["errorMessage"], r"^job_\d+_\d+ failed: .*Task failed")
        self.assertEqual(nodes["exists"]["errorCode"], "JA018")
        self.assertIn("already exists", nodes["exists"]["errorMessage"])
        self.assertEqual(nodes["stream"]["externalStatus"], "SUCCEEDED")
        # Nothing is left but the cache of files.
        self.assertEqual(self.hdfs.staging(self.user), [])
        self.assertFalse(self.hdfs.exists(f"{self.root}/breaks/_temporary"))
        names = {app["id"].replace("application", "job"): app["name"] for app in self.apps()}
        self.assertEqual(names[nodes["own"]["externalId"]],
                         f"oozie:action:T=map-reduce:W=test:A=own:ID={program.job}@own")
        self.assertEqual(len(names), 6)

    def test_formats_that_only_java_knows(self):
        self.put("in/a", "c\na\nb\n")
        program = self.build(self.definition(streaming_action("m", "cat", "cat", self.values(
            "out", **{"mapred.input.format.class": OLD + "lib.NLineInputFormat",
                      "mapred.line.input.format.linespermap": "1"}), to="d", error="killed")
            + decision("d", [("end", "${hadoop:counters('m')['org.apache.hadoop.mapreduce.JobCounter']"
                              "['TOTAL_LAUNCHED_MAPS'] eq 3 and hadoop:counters('m')[RECORDS][MAP_IN] eq 3}")],
                       "killed"), "m"))
        result = self.start(program)
        self.assert_code(result, SUCCEEDED)
        # The byte where each line begins, and the line.
        self.assertEqual(sorted(row.split(b"\t")[1] for row in self.parts("out").splitlines()), [b"a", b"b", b"c"])
        self.assertRegex(program.nodes()["m"]["externalId"], r"^job_")

    def test_a_kill_leaves_nothing(self):
        self.put("in/a", "x\n")
        program = self.build(self.definition(streaming_action(
            "m", "sleep+300", "cat", self.values("out"), to="end", error="killed"), "m"))
        child = self.begin(program)
        # The output directory is there when the job has been set up.
        self.assertTrue(program.wait_for(lambda: self.hdfs.exists(f"{self.root}/out/_temporary"), 90))
        self.assert_code(program("kill", program.job, env=self.env()), 0)
        self.assertEqual(child.wait(60), KILLED)
        apps = self.apps()
        self.assertEqual([app["state"] for app in apps], ["KILLED"])
        self.assertEqual(self.hdfs.staging(self.user), [])
        self.assertFalse(self.hdfs.exists(f"{self.root}/out/_temporary"))
        self.assertEqual(program.nodes()["m"]["externalId"], apps[0]["id"].replace("application", "job"))

    def test_hws_names_the_cluster_in_its_configuration(self):
        self.put("in/a", "b\na\n")
        self.put("cache/words", "cached\n")
        body = ("<streaming><mapper>sh map.sh</mapper><reducer>cat</reducer>"
                f"<files><file>map.sh</file></files><cacheFiles><file>{self.root}/cache/words#here</file></cacheFiles>"
                "</streaming>" + properties({"mapred.job.tracker": self.hdfs.rm_address,
                                             "fs.default.name": self.hdfs.name_node,
                                             **self.values("out", **{"mapred.map.tasks": "1"})}))
        self.sandbox.write("app/workflow.xml", HWS.format(body=body.replace("sh map.sh", "sh+map.sh")))
        self.sandbox.write("app/map.sh", "cat; cat here\n")
        program = self.build(self.sandbox.path("app"))
        self.assert_code(self.start(program), SUCCEEDED)
        self.assertEqual(self.parts("out"), b"a\t\nb\t\ncached\t\n")
        self.assertEqual(program.nodes()["m"]["trackerUri"], self.hdfs.rm_address)

    def test_a_proxy_user_works_for_the_jobs_user(self):
        self.user = "alice"
        folder = f"{self.hdfs.home('alice')}/{uuid.uuid4().hex}"
        self.addCleanup(self.hdfs.delete, folder)
        self.hdfs.write(f"{folder}/in", "b\na\n")
        self.hdfs.call("PUT", folder, "SETOWNER", owner="alice")
        site = self.sandbox.path("site.xml")
        cluster.write_site(site, {"hpdl.hadoop.proxy.user": "proxy"})
        program = self.build(self.definition(java_job("m", word_count(
            f"{folder}/in", f"{folder}/out", **UBER)), "m"))
        self.assert_code(self.start(program, "--site", site), SUCCEEDED)
        self.assertEqual(self.hdfs.status(f"{folder}/out/_SUCCESS")["owner"], "alice")

    def test_mistakes(self):
        self.put("in/a", "x\n")
        cases = {"manager": ({"yarn.resourcemanager.address": "x:1"}, "", FAILED, "JA010"),
                 "user": ({"user.name": "root"}, "", FAILED, "JA010"),
                 "file": ({}, "<file>/none</file>", KILLED, "JA008"),
                 "circle": ({"a": "${b}".replace("$", "${'$'}"), "b": "${'$'}{a}"}, "", KILLED, "JA018")}
        for name, (values, more, code, error) in cases.items():
            with self.subTest(name):
                program = self.build(self.definition(java_job("m", {**self.values("out"), **values}, more=more), "m"),
                                     name=name)
                self.assert_code(self.start(program), code)
                self.assertEqual(program.nodes()["m"]["errorCode"], error)
        self.assertEqual(self.apps(), [])


if __name__ == "__main__":
    closing.main()
