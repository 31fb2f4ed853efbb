"""Whole workflows on YARN: the example of Oozie's specification with four jobs, and word counts beside `hadoop jar`."""

import collections
import os
import random
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import closing
import cluster
from programs import *  # noqa: F403
from yarn_case import YarnCase, java_job, word_count

EXAMPLE = HERE.parent / "examples" / "oozie" / "four-jobs.xml"
# The two classes that the example names and nobody has: Hadoop's own, by other names.
CLASSES = {"IdMapper": "mapred.lib.IdentityMapper<K, V>", "IdReducer": "mapred.lib.IdentityReducer<K, V>"}
COUNTERS = "org.apache.hadoop.mapreduce.TaskCounter"


def identity(lines):
    """What a job of the example writes for these lines: before each the place where it begins."""
    place, rows = 0, []
    for line in lines:
        rows.append(f"{place}\t{line}")
        place += len(line) + 1
    return rows


class Workflows(YarnCase):
    def library(self):
        """A jar with the classes of the example."""
        sources = []
        for name, base in CLASSES.items():
            sources.append(self.sandbox.write(
                f"src/org/apache/hadoop/example/{name}.java",
                f"package org.apache.hadoop.example;\npublic class {name}<K, V> extends org.apache.hadoop.{base} {{}}\n"))
        classes = self.sandbox.path("classes")
        java = Path(cluster.java_home()) / "bin"
        subprocess.run([java / "javac", "-nowarn", "-cp", f"{self.hdfs.lib}/*", "-d", classes, *sources],
                       check=True, timeout=TIMEOUT)
        jar = self.sandbox.path("app/lib/identity.jar")
        jar.parent.mkdir(parents=True)
        subprocess.run([java / "jar", "cf", jar, "-C", classes, "."], check=True, timeout=TIMEOUT)

    def test_four_jobs_in_three_steps(self):
        self.library()
        self.sandbox.write("app/workflow.xml", EXAMPLE.read_text())
        lines = [f"line {number} of {random.randrange(10 ** number)}" for number in range(200)]
        self.put("in/text", "\n".join(lines) + "\n")
        self.hdfs.mkdir("/usr/foo", mode="1777")
        program = self.build(self.sandbox.path("app"))
        result = self.start(program, params={
            "jobtracker": self.hdfs.rm_address, "namenode": self.hdfs.name_node, "input": self.url("in"),
            "output": self.url("out")}, timeout=300)
        self.addCleanup(self.hdfs.delete, f"/usr/foo/{program.job}")
        self.assert_code(result, SUCCEEDED)
        # The second and the third job write the same rows; the last one puts them together by their places.
        expected = [row for row in identity(identity(identity(lines))) for _ in range(2)]
        self.assertEqual(self.parts("out").decode().splitlines(), expected)
        self.assert_order(program)
        self.assertEqual(self.hdfs.staging(self.user), [])

    def assert_order(self, program):
        """One application a node; the two in the middle at the same time, the others apart."""
        by_id = {app["id"].replace("application", "job"): app for app in self.apps()}
        ran = {name: by_id[node["externalId"]] for name, node in program.nodes().items() if node.get("externalId")}
        self.assertEqual(sorted(ran), ["finalejob", "firstjob", "secondjob", "thirdjob"])
        self.assertEqual(len(by_id), 4)
        begun = {name: app["startedTime"] for name, app in ran.items()}
        ended = {name: app["finishedTime"] for name, app in ran.items()}
        for name in ("secondjob", "thirdjob"):
            self.assertLessEqual(ended["firstjob"], begun[name])
            self.assertLessEqual(ended[name], begun["finalejob"])
        self.assertLess(max(begun["secondjob"], begun["thirdjob"]), min(ended["secondjob"], ended["thirdjob"]))

    def test_word_count_beside_hadoop_jar(self):
        words = [f"w{random.randrange(500)}" for _ in range(60000)]
        for name, part in (("a", words[::2]), ("b", words[1::2])):
            self.put(f"in/{name}", "".join(" ".join(part[i:i + 9]) + "\n" for i in range(0, len(part), 9)))
        theirs = subprocess.Popen(
            self.hdfs.hadoop_command("jar", self.hdfs.example_jar(), "wordcount", "-Dmapreduce.job.reduces=2",
                                     f"{self.root}/in", f"{self.root}/theirs"),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=dict(os.environ, **self.env()))
        program = self.build(self.definition(java_job("m", word_count(
            self.url("in"), self.url("ours"), **{"mapreduce.job.reduces": "2"}), to="d")
            + decision("d", [("end", f"${{hadoop:counters('m')['{COUNTERS}']['MAP_OUTPUT_RECORDS'] eq 60000}}")],
                       "killed"), "m"))
        result = self.start(program, timeout=300)
        said = theirs.communicate(timeout=300)[0]
        self.assert_code(result, SUCCEEDED)
        self.assertEqual(theirs.returncode, 0, said)
        names = ["_SUCCESS", "part-r-00000", "part-r-00001"]
        for folder in ("ours", "theirs"):
            self.assertEqual(self.hdfs.names(f"{self.root}/{folder}"), names)
        for name in names:
            self.assertEqual(self.hdfs.read(f"{self.root}/ours/{name}"), self.hdfs.read(f"{self.root}/theirs/{name}"))
        counted = dict(line.split("\t") for line in self.parts("ours").decode().splitlines())
        self.assertEqual({word: int(count) for word, count in counted.items()}, collections.Counter(words))
        self.assert_same_counters(program, re.search(r"job_\d+_\d+", said)[0])

    def assert_same_counters(self, program, peer):
        """What the two jobs counted of their data."""
        job = program.nodes()["m"]["externalId"]
        self.assertTrue(program.wait_for(lambda: self.hdfs.ask(
            self.hdfs.history_http, f"/ws/v1/history/mapreduce/jobs/{peer}"), 60))
        ours, theirs = (self.hdfs.counters(name)[COUNTERS] for name in (job, peer))
        for name in ("MAP_INPUT_RECORDS", "MAP_OUTPUT_RECORDS", "COMBINE_OUTPUT_RECORDS", "REDUCE_OUTPUT_RECORDS"):
            self.assertEqual(ours[name], theirs[name], name)


if __name__ == "__main__":
    closing.main()
