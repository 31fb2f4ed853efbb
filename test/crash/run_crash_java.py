"""Kills the engine around a java action: at every journal commit, and while the JVM runs.

After the resume each main method must have run exactly once.
"""

import sys
from pathlib import Path

TEST = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TEST / "harness"), str(TEST / "run")]
import closing
from crash_case import CrashTest
from every_commit import EveryCommit
from programs import *  # noqa: F403
from run_java import JavaTest, java


class DurableTest(JavaTest):
    def steps(self, out):
        return self.app(java("one", "append", out, "one", "300", to="two", capture=False)
                        + java("two", "append", out, "two", capture=False), "one")


class Commits(EveryCommit, CrashTest, DurableTest):
    """Each main runs once."""

    LEAST_COMMITS = 3

    def setUp(self):
        super().setUp()
        self.out = self.sandbox.path("out")
        self.program = self.steps(self.out)

    def begin(self, env):
        for path in (self.out, self.program.id_file):
            path.unlink(missing_ok=True)
        return self.program.run(env=env)

    def check_nothing(self):
        self.assertFalse(self.out.exists(), "before the job existed")

    def check_end(self):
        self.assertEqual(self.lines("out"), ["one", "two"])


class Deaths(DurableTest):
    def test_killed_while_java_runs(self):
        out = self.sandbox.path("out")
        program = self.steps(out)
        child = self.sandbox.spawn(program)
        self.assertTrue(program.wait_for(out.exists))
        child.kill()
        child.wait()
        self.assert_code(program("resume", program.job), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["one", "two"])
        self.assertEqual(program.nodes()["one"]["status"], "OK")

    def test_kill_ends_java(self):
        out = self.sandbox.path("out")
        program = self.app(java("a", "append", out, "x", "600000"))
        child = self.sandbox.spawn(program)
        self.assertTrue(program.wait_for(out.exists))
        self.assert_code(program("kill", program.job), 0)
        child.communicate(timeout=TIMEOUT)
        self.assertEqual(child.returncode, KILLED)
        self.assertEqual(program.nodes()["a"]["status"], "KILLED")


if __name__ == "__main__":
    closing.main()
