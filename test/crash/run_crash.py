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


class Killed(programs.ProgramTest):
    def test_what_a_kill_node_stops_does_not_look_failed(self):
        """The signals to other paths go out only after the journal knows why."""
        out, begun = self.sandbox.path("out"), self.sandbox.path("begun")
        program = self.build(programs.workflow(
            programs.fork("both", "bad", "long")
            + programs.shell("bad", f"until [ -e {begun} ] || [ ! -d {begun.parent} ]; do sleep 0.02; done; exit 1", to="met")
            + programs.shell("long", f"touch {begun}; exec sleep 600", to="met", error="failed")
            + programs.shell("failed", f"echo failed >>{out}", to="met")
            + programs.join("met"), "both"))
        for number in range(1, MOST_COMMITS):
            begun.unlink(missing_ok=True)
            result = program.run(env={"HPDL_CRASH_AT": str(number)})
            if result.code == programs.KILLED:
                self.assertGreater(number, 4)
                return
            with self.subTest(f"HPDL_CRASH_AT={number}"):
                self.assertEqual(result.code, -9, result)
                if not program.id_file.exists() or program("info", program.job).code != 0:
                    continue  # before the job existed
                verb = "start" if program.status() == "PREP" else "resume"
                result = program(verb, program.job, "--progress", "none")
                self.assertIn(result.code, (programs.KILLED, programs.USAGE), result)
                self.assertEqual(program.status(), "KILLED")
                self.assertEqual(program.nodes()["long"]["status"], "KILLED")
                self.assertFalse(out.exists())
        self.fail(f"no end after {MOST_COMMITS} commits")

    def test_a_journal_that_has_gone_back_in_time(self):
        """Lost commits are noticed by the log of the keepers: nothing runs again unasked."""
        out = self.sandbox.path("out")
        program = self.build(programs.workflow(
            programs.shell("first", f"echo first >>{out}", to="second")
            + programs.shell("second", f"echo second >>{out}; exit 0", to="last")
            + programs.shell("last", f"echo last >>{out}"), "first"))
        child = self.sandbox.spawn(program, env={"HPDL_CRASH_AFTER": "2"})
        child.wait()  # the intent of the first is durable
        folder = program.state / "jobs" / program.job
        kept = {path: path.read_bytes() for path in folder.glob("journal.db*")}
        self.assert_code(program("resume", program.job), programs.SUCCEEDED)
        for path in folder.glob("journal.db*"):
            path.unlink()
        for path, content in kept.items():
            if not path.name.endswith("-shm"):
                path.write_bytes(content)
        self.assert_code(program("resume", program.job), programs.SUSPENDED)
        self.assertEqual(self.lines("out"), ["first", "second", "last"])
        self.assertEqual(program.nodes()["second"]["errorCode"], "JA017")


if __name__ == "__main__":
    closing.main()
