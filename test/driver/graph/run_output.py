"""A picture or a text that could not be written is an error, however long it is."""

import subprocess
import sys
import unittest
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
    def test_a_full_disk_is_said(self):
        for command in COMMANDS:
            with self.subTest(command=command), open("/dev/full", "wb") as full:
                done = subprocess.run([programs.HPDLC, *command], stdout=full, stderr=subprocess.PIPE, timeout=60)
                self.assertEqual(done.returncode, 2)
                self.assertIn(b"cannot write the output", done.stderr)


if __name__ == "__main__":
    closing.main()
