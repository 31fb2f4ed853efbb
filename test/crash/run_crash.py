"""Kills the engine at every journal commit of a workflow with every kind of node, and resumes.

HPDL_CRASH_AT=n has it die right before its n-th commit, HPDL_CRASH_AFTER=n right after. After the
resume the end must be the same as without a crash, and each action must have run exactly once.
"""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import closing
import crash_workflow
import programs

MOST_COMMITS = 200


class Crash(unittest.TestCase):
    def setUp(self):
        self.sandbox = programs.Sandbox()
        self.addCleanup(self.sandbox.close)
        self.program = crash_workflow.build(self.sandbox)

    def resume(self, env=None):
        return self.program("resume", self.program.job, "--progress", "none", env=env)

    def crashed_before_the_job_existed(self):
        """A job whose first commit never happened: nothing may have been done for it."""
        if self.program.id_file.exists() and self.program.id_file.read_text().strip():
            if self.program("info", self.program.job).code == 0:
                return False
        self.assertFalse(self.sandbox.path("out").exists())
        return True

    def kill_at_every_commit(self, variable):
        for number in range(1, MOST_COMMITS):
            crash_workflow.reset(self.sandbox)
            result = self.program.run(env={variable: str(number)})
            if result.code == programs.SUCCEEDED:
                self.assertGreater(number, 10, "the workflow has fewer commits than nodes")
                return
            with self.subTest(f"{variable}={number}"):
                self.assertEqual(result.code, -9, result)
                if self.crashed_before_the_job_existed():
                    continue
                result = self.resume()
                if result.code == programs.USAGE and self.program.status() == "PREP":
                    result = self.program("start", self.program.job, "--progress", "none")
                if result.code == programs.USAGE and self.program.status() == "SUCCEEDED":
                    result.code = programs.SUCCEEDED  # died after the last commit
                self.assertEqual(crash_workflow.problems(self.sandbox, self.program, result), [])
        self.fail(f"no end after {MOST_COMMITS} commits")

    def test_without_a_crash(self):
        result = self.program.run()
        self.assertEqual(crash_workflow.problems(self.sandbox, self.program, result), [])

    def test_before_every_commit(self):
        self.kill_at_every_commit("HPDL_CRASH_AT")

    def test_after_every_commit(self):
        self.kill_at_every_commit("HPDL_CRASH_AFTER")

    def test_a_crash_at_each_resume(self):
        """Every process gets through a few commits only; the job must still come to its end."""
        result = self.program.run(env={"HPDL_CRASH_AFTER": "4"})
        for _ in range(MOST_COMMITS):
            if result.code != -9:
                break
            result = self.resume(env={"HPDL_CRASH_AFTER": "3"})
        if result.code == programs.USAGE and self.program.status() == "SUCCEEDED":
            result.code = programs.SUCCEEDED
        self.assertEqual(crash_workflow.problems(self.sandbox, self.program, result), [])


if __name__ == "__main__":
    closing.main()
