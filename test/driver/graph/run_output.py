"""A picture or a text that could not be written is an error, however long it is; what an error names does not act on
the terminal."""

import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "harness"))
import closing
import programs

COMMANDS = (
    ("graph", "--format", "svg", Path(__file__).resolve().parent / "svg.xml"),
    ("graph", Path(__file__).resolve().parent / "fork.xml"),
    ("completion", "bash"),
    ("--help",),
    ("--version",),
)


class Output(unittest.TestCase):
    def test_a_file_takes_it_whole_or_not_at_all(self):
        source = Path(__file__).resolve().parent / "fork.xml"
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "graph"
            shown = programs.hpdlc("graph", source)
            done = programs.hpdlc("graph", source, "--output", file)
            self.assertEqual((done.code, done.out, file.read_text()), (0, "", shown.out))
            done = programs.hpdlc("graph", source, "--output", Path(folder) / "none/graph")
            self.assertEqual(done.code, 2)
            self.assertIn("none/graph: No such file or directory", done.err)

    def test_a_full_disk_is_said(self):
        for command in COMMANDS:
            with self.subTest(command=command), open("/dev/full", "wb") as full:
                done = subprocess.run([programs.HPDLC, *command], stdout=full, stderr=subprocess.PIPE, timeout=60)
                self.assertEqual(done.returncode, 2)
                self.assertIn(b"cannot write the output", done.stderr)

    def test_names_do_not_act_on_the_terminal(self):
        sandbox = programs.Sandbox()
        self.addCleanup(sandbox.close)
        archive, name = sandbox.path("w.zip"), "a\x1b[31m\x07\n\u202eb"
        with zipfile.ZipFile(archive, "w") as file:
            file.writestr("../" + name, "x")
        shown = "a [31m   b"
        missing, context = sandbox.path(name), sandbox.path(name + ".json")
        context.write_text('{"x": 1, "\\u001b[31m": 1}')
        broken = sandbox.path(name + "2.json")
        broken.write_text("{")
        for command in (
                ("verify", archive), ("graph", archive), ("build", archive, "-o", sandbox.path("p")),
                ("emit", "--ast", archive), ("emit", "--hir", archive),
                ("graph", missing), ("eval", "--context", missing, "x"), ("eval", "--context", broken, "x"),
                ("eval", "--context", context, "x"), ("graph", "--format", name, "x"), (name,),
                ("verify", f"-Wno-{name}", archive), ("explain", name), ("graph", f"--{name}")):
            with self.subTest(command=command):
                result = programs.hpdlc(*command)
                self.assertNotRegex(result.err, "[\x00-\x09\x0b-\x1f\u202e]")
                self.assertIn(shown, result.err)


if __name__ == "__main__":
    closing.main()
