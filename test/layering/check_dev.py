"""What ./dev says when a machine lacks something: one sentence with what to do. The tools that it asks are stand-ins, first
on its PATH."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing

ROOT = Path(__file__).resolve().parent.parent.parent
NOBODY = 65534
# Each package is there, or none is.
INSTALLED, MISSING = "echo 'install ok installed'", "exit 1"
ROOMY = "printf ' Avail\\n 90000\\n'"


class Dev(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.folder.chmod(0o777)
        (self.folder / "tools").mkdir()
        shutil.copy(ROOT / "dev", self.folder)

    def dev(self, *words, user=None, **tools):
        """Runs it with tools, `name_of_tool="text of a shell script"`."""
        for name, text in {"dpkg_query": INSTALLED, "df": ROOMY, **tools}.items():
            path = self.folder / "tools" / name.replace("_", "-")
            path.write_text(f"#!/bin/bash\n{text}\n")
            path.chmod(0o755)
        environment = dict(os.environ, PATH=f"{self.folder}/tools:{os.environ['PATH']}")
        return subprocess.run(["bash", self.folder / "dev", *words], env=environment, user=user, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL)

    def assert_told(self, done, *texts):
        """It failed, and the last line is one sentence of its own with these texts."""
        self.assertEqual(done.returncode, 1, done)
        last = done.stderr.splitlines()[-1]
        self.assertTrue(last.startswith("dev: "), done)
        for text in texts:
            self.assertIn(text, last)

    @unittest.skipUnless(os.geteuid() == 0, "needs root, to be somebody else")
    def test_without_root(self):
        done = self.dev("demo", user=NOBODY, dpkg_query=MISSING)
        self.assert_told(done, "run as root: apt-get update && apt-get install -y --no-install-recommends g++ ")
        self.assertEqual(done.stderr.count("\n"), 1)

    @unittest.skipUnless(os.geteuid() == 0, "only root installs packages")
    def test_without_network(self):
        refused = "echo \"E: Failed to fetch http://deb/  Temporary failure resolving 'deb'\" >&2; exit 100"
        done = self.dev("demo", dpkg_query=MISSING, apt_get=f'[[ $1 == update ]] || {{ {refused}; }}')
        self.assert_told(done, "the network cannot be reached; connect this machine", "/build/packages.log")
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_a_full_disk(self):
        self.assert_told(self.dev("demo", df="printf ' Avail\\n 12\\n'"), "has 12 MB free and this needs 2500; free some space")

    def test_a_disk_that_becomes_full(self):
        full = 'echo "fatal error: error writing to x.o: No space left on device"; exit 1'
        done = self.dev("build", cmake=full)
        self.assert_told(done, "the disk is full; free some space and run it again", "/build/release.configure.log")

    def test_an_error_of_the_compiler_is_shown_and_its_log_named(self):
        fails = ('[[ $1 == --build ]] || exit 0\n'
                 'printf "%s\\n" "[1/4] a.o" "[2/4] b.o" "FAILED: b.o" "b.cpp:1:1: error: no" "ninja: stopped"\nexit 1')
        done = self.dev("build", cmake=fails)
        self.assert_told(done, "building failed: see ", "/build/release.log")
        self.assertIn("b.cpp:1:1: error: no\n", done.stderr)
        self.assertIn("== building release: 50 %, ", done.stdout)

    def test_what_the_demo_takes(self):
        self.assert_told(self.dev("demo", "everything"), "demo takes no argument except 'server'")


if __name__ == "__main__":
    closing.main()
