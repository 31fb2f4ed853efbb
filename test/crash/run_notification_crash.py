"""Kills the engine at every journal commit of a job with notifications, and resumes.

Each transition is told at least once, those of one URL in their order, and nothing is told that did not happen.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
import programs
from notified import Peer

JOB, NODE = "oozie.wf.workflow.notification.url", "oozie.wf.action.notification.url"
NODES = ["a/S:RUNNING", "a/T:which", "which/T:b", "b/S:RUNNING", "b/T:killed"]
JOBS = ["RUNNING", "KILLED"]
MOST_COMMITS = 60


def in_order(got, wanted):
    """Whether `got` is `wanted` when what was told again after a death is left out."""
    firsts = list(dict.fromkeys(got))
    if firsts != wanted:
        return False
    # Repeated ones come in runs of their own that go on in order.
    return all(wanted.index(now) <= wanted.index(before) + 1 for before, now in zip(got, got[1:]))


class NotificationCrash(programs.ProgramTest):
    def setUp(self):
        super().setUp()
        self.peer = Peer()
        self.addCleanup(self.peer.close)
        self.program = self.build(programs.workflow(
            programs.shell("a", "true", to="which") + programs.decision("which", [("b", "${1 eq 1}")], "end")
            + programs.shell("b", "exit 1"), "a"))
        self.urls = {JOB: self.peer.url("job/$status"), NODE: self.peer.url("node/$nodeName/$status")}
        self.site = self.sandbox.write(
            "site.xml", "<configuration><property><name>hpdl.notification.retry.interval</name><value>0</value>"
            "</property></configuration>")

    def go(self, env=None):
        self.peer.seen.clear()
        self.program.id_file.unlink(missing_ok=True)
        return self.program.run("--site", self.site, params=self.urls, env=env)

    def check_told(self):
        counts = self.program.info()["notifications"]
        self.assertTrue(in_order(self.peer.paths("/node/"), NODES), (self.peer.seen, counts))
        self.assertTrue(in_order(self.peer.paths("/job/"), JOBS), (self.peer.seen, counts))
        self.assertEqual((counts["delivered"], counts["waiting"], counts["givenUp"]), (7, 0, 0))

    def crash_everywhere(self, variable):
        for number in range(1, MOST_COMMITS):
            result = self.go({variable: str(number)})
            if result.code == programs.KILLED:
                self.assertGreater(number, 5)
                self.check_told()
                return
            with self.subTest(f"{variable}={number}"):
                self.assertEqual(result.code, -9, result)
                if not self.program.id_file.exists() or self.program("info", self.program.job).code != 0:
                    self.assertEqual(self.peer.seen, [])
                    continue
                journal = {node["name"] for node in self.program.info()["job"]["nodes"]}
                for path in self.peer.paths("/node/"):
                    self.assertIn(path.split("/")[0], journal, "told before it was durable")
                verb = "start" if self.program.status() == "PREP" else "resume"
                result = self.program(verb, self.program.job, "--progress", "none")
                if result.code == programs.USAGE:
                    # Dead after the last commit; nothing was left to be told.
                    self.assertEqual(self.program.status(), "KILLED")
                    result.code = programs.KILLED
                self.assertEqual(result.code, programs.KILLED, result)
                self.check_told()
        self.fail(f"no end after {MOST_COMMITS} commits")

    def test_before_every_commit(self):
        self.crash_everywhere("HPDL_CRASH_AT")

    def test_after_every_commit(self):
        self.crash_everywhere("HPDL_CRASH_AFTER")

    def test_a_death_at_each_resume(self):
        result = self.go({"HPDL_CRASH_AFTER": "3"})
        for _ in range(MOST_COMMITS):
            if result.code != -9:
                break
            result = self.program("resume", self.program.job, "--progress", "none", env={"HPDL_CRASH_AFTER": "2"})
        self.assertEqual(self.program.status(), "KILLED")
        self.program("resume", self.program.job, "--progress", "none")
        self.check_told()


if __name__ == "__main__":
    closing.main()
