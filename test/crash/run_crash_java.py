"""Kills the engine around a java action: at every journal commit, and while the JVM runs.

After the resume each main method must have run exactly once.
"""

import sys
from pathlib import Path

TEST = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TEST / "harness"), str(TEST / "run")]
import closing
from programs import *  # noqa: F403
from run_java import JavaTest, java


class Durable(JavaTest):
    def steps(self, out):
        return self.app(java("one", "append", out, "one", "300", to="two", capture=False)
                        + java("two", "append", out, "two", capture=False), "one")

    def test_killed_at_every_commit_each_main_runs_once(self):
        out = self.sandbox.path("out")
        program = self.steps(out)
        for variable in ("HPDL_CRASH_AT", "HPDL_CRASH_AFTER"):
            for number in range(1, 50):
                for path in (out, program.id_file):
                    path.unlink(missing_ok=True)
                result = program.run(env={variable: str(number)})
                if result.code == SUCCEEDED:
                    self.assertGreater(number, 3)
                    break
                with self.subTest(f"{variable}={number}"):
                    self.assertEqual(result.code, -9, result)
                    if not program.id_file.exists() or program("info", program.job).code != 0:
                        self.assertFalse(out.exists(), "before the job existed")
                        continue
                    verb = "start" if program.status() == "PREP" else "resume"
                    if program.status() != "SUCCEEDED":
                        self.assert_code(program(verb, program.job, "--progress", "none"), SUCCEEDED)
                    self.assertEqual(self.lines("out"), ["one", "two"])

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
        child.communicate(timeout=30)
        self.assertEqual(child.returncode, KILLED)
        self.assertEqual(program.nodes()["a"]["status"], "KILLED")


if __name__ == "__main__":
    closing.main()
