"""Streaming jobs with --local whose input and output are in HDFS: the same output as with local files."""

import gzip
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "harness"), str(HERE.parent / "run")]
import closing
from crash_case import CrashTest
from every_commit import EveryCommit
from programs import *  # noqa: F403
from run_hdfs import HdfsTest
from run_map_reduce import map_reduce

FILES = {"a": b"b\t1\na\t2\nb\t3\n" * 500, "b": b"c\t1\n" * 300 + b"a\t9\n", "_hidden": b"no\tno\n",
         ".also": b"no\tno\n", "c.gz": gzip.compress(b"zipped\t1\na\t3\n")}
REDUCES = {"mapred.reduce.tasks": "2"}


class StreamingCase(HdfsTest):
    def fill(self):
        for name, content in FILES.items():
            self.write(f"in/{name}", content)

    def job(self, values=None, mapper="cat", **options):
        paths = {"mapred.input.dir": self.url("in"), "mapred.output.dir": self.url("out"), **REDUCES}
        return self.build(workflow(map_reduce("m", mapper, "cat", {**paths, **(values or {})},
                                              **options), "m"))

    def output(self, name="out"):
        return {file: self.hdfs.read(f"{self.root}/{name}/{file}") for file in self.names(name)}

    def local_output(self):
        """Of the same job over the same files here."""
        for name, content in FILES.items():
            self.sandbox.write(f"in/{name}", "").write_bytes(content)
        out = self.sandbox.path("here")
        program = self.build(workflow(map_reduce("m", "cat", "cat", {
            "mapred.input.dir": f"file://{self.sandbox.path('in')}",
            "mapred.output.dir": f"file://{out}", **REDUCES}), "m"), name="here")
        self.assert_code(program.run(), SUCCEEDED)
        return {path.name: path.read_bytes() for path in out.iterdir()}

    def nothing_left(self, program):
        self.assertEqual([path for end in ("input", "output")
                          for path in program.state.rglob(f"attempts/*.{end}")], [])

    def failure(self, program, code="JA018"):
        self.assert_code(self.start(program), KILLED)
        node = program.nodes()["m"]
        self.assertEqual(node["errorCode"], code, node)
        return node["errorMessage"]


class StreamingHdfs(StreamingCase):
    def test_same_output_as_with_local_files(self):
        self.fill()
        program = self.job()
        self.assert_code(self.start(program), SUCCEEDED)
        expected = self.local_output()
        self.assertEqual(sorted(expected), ["_SUCCESS", "part-00000", "part-00001"])
        self.assertGreater(len(expected["part-00000"]), 0)
        self.assertEqual(self.output(), expected)
        self.assertEqual(self.status("out/part-00000")["owner"], "alice")
        self.nothing_left(program)

    def test_lists_globs_and_the_names_that_tasks_see(self):
        self.write("in/x,1/f", b"1\n")
        self.write("in/y/g", b"2\n")
        self.write("in/y/h", b"")
        script = self.sandbox.write("name.sh", 'echo "$mapreduce_map_input_file"; cat >/dev/null\n')
        program = self.job({"mapred.input.dir": f"{self.url('in')}/x\\,1,{self.root}/in/y/[gh]",
                            "mapred.output.dir": f"hdfs://{self.root}/out", "mapred.reduce.tasks": "0"},
                           "name.sh", prepare=f"<name-node>{self.hdfs.name_node}</name-node>",
                           more=f"<file>file://{script}#name.sh</file>")
        result = self.start(program)
        self.assertEqual(result.code, SUCCEEDED, program.nodes()["m"])
        found = sorted(content.decode().strip() for content in self.output().values() if content)
        self.assertEqual(found, [self.url("in/x,1/f"), self.url("in/y/g"), self.url("in/y/h")])

    def test_from_here_to_there_and_back(self):
        here = self.sandbox.write("in/a", "x\t1\n").parent
        first = self.job({"mapred.input.dir": f"file://{here}", "mapred.reduce.tasks": "1"})
        self.assert_code(self.start(first), SUCCEEDED)
        self.assertEqual(self.output(), {"_SUCCESS": b"", "part-00000": b"x\t1\n"})
        back = self.sandbox.path("back")
        second = self.job({"mapred.input.dir": self.url("out"), "mapred.output.dir": f"file://{back}",
                           "mapred.reduce.tasks": "1"})
        self.assert_code(self.start(second), SUCCEEDED)
        self.assertEqual((back / "part-00000").read_bytes(), b"x\t1\n")

    def test_output_that_exists(self):
        self.fill()
        self.write("out/kept", b"old")
        self.assertIn("already exists", self.failure(self.job()))
        self.assertEqual(self.output(), {"kept": b"old"})

    def test_prepare_makes_room(self):
        self.fill()
        self.write("out/old", b"old")
        program = self.job(prepare=f'<prepare><delete path="{self.url("out")}"/></prepare>')
        self.assert_code(self.start(program), SUCCEEDED)
        self.assertEqual(self.names("out"), ["_SUCCESS", "part-00000", "part-00001"])

    def test_input_that_cannot_be_read(self):
        self.write("in/deep/er/f", b"x")
        for path, word in (("none", "input path does not exist"), ("in/*.none", "matches 0 files"),
                           ("in/deep", "input.dir.recursive")):
            with self.subTest(path):
                self.assertIn(word, self.failure(self.job({"mapred.input.dir": self.url(path)})))
                self.assertFalse(self.exists("out"))

    def test_a_job_that_fails_leaves_no_output(self):
        self.fill()
        self.failure(self.job(mapper="false"))
        self.assertFalse(self.exists("out"))


class Commits(EveryCommit, CrashTest, StreamingCase):
    MOST_COMMITS = 40
    LEAST_COMMITS = 4

    def setUp(self):
        super().setUp()
        self.fill()
        self.expected = self.local_output()
        self.program = self.job()

    def begin(self, env):
        self.hdfs.delete(f"{self.root}/out")
        self.program.id_file.unlink(missing_ok=True)
        return self.start(self.program, env=env)

    def check_end(self):
        self.assertEqual(self.program.status(), "SUCCEEDED")
        self.assertEqual(self.output(), self.expected)


if __name__ == "__main__":
    closing.main()
