"""Kills the engine at every journal commit of a job with notifications and around each of its requests, and resumes.

Each transition is notified at least once, those of one URL in their order, and nothing that did not happen.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
import programs
from notified import Peer
from relay import Death, Relay

JOB, NODE = "oozie.wf.workflow.notification.url", "oozie.wf.action.notification.url"
NODES = [":start:/T:a", "a/S:RUNNING", "a/T:which", "which/T:b", "b/S:RUNNING", "b/T:killed", "killed/T:null"]
JOBS = ["RUNNING", "KILLED"]
MOST_COMMITS = 60


def in_order(got, wanted):
    """Whether `got` is `wanted` when repetitions after a death are left out."""
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
        self.tell(f"127.0.0.1:{self.peer.port}")
        self.site = self.sandbox.write(
            "site.xml", "<configuration><property><name>hpdl.notification.retry.interval</name><value>0</value>"
            "</property></configuration>")

    def tell(self, address):
        """Where the notifications of the runs to come go to."""
        self.urls = {JOB: f"http://{address}/job/$status", NODE: f"http://{address}/node/$nodeName/$status"}

    def go(self, env=None):
        self.peer.seen.clear()
        self.program.id_file.unlink(missing_ok=True)
        return self.program.run("--site", self.site, params=self.urls, env=env)

    def check_notified(self):
        counts = self.program.info()["notifications"]
        self.assertTrue(in_order(self.peer.paths("/node/"), NODES), (self.peer.seen, counts))
        self.assertTrue(in_order(self.peer.paths("/job/"), JOBS), (self.peer.seen, counts))
        self.assertEqual((counts["delivered"], counts["waiting"], counts["givenUp"]), (len(NODES) + len(JOBS), 0, 0))

    def go_on(self):
        """After a death: the job goes on to its end, and everything is notified."""
        verb = "start" if self.program.status() == "PREP" else "resume"
        result = self.program(verb, self.program.job, "--progress", "none")
        if result.code == programs.USAGE:
            # Dead after the last commit; no notification was left.
            self.assertEqual(self.program.status(), "KILLED")
            result.code = programs.KILLED
        self.assertEqual(result.code, programs.KILLED, result)
        self.check_notified()

    def crash_everywhere(self, variable):
        for number in range(1, MOST_COMMITS):
            result = self.go({variable: str(number)})
            if result.code == programs.KILLED:
                self.assertGreater(number, 5)
                self.check_notified()
                return
            with self.subTest(f"{variable}={number}"):
                self.assertEqual(result.code, -9, result)
                if not self.program.id_file.exists() or self.program("info", self.program.job).code != 0:
                    self.assertEqual(self.peer.seen, [])
                    continue
                journal = {node["name"] for node in self.program.info()["job"]["nodes"]}
                for path in self.peer.paths("/node/"):
                    self.assertIn(path.split("/")[0], journal, "notified before it was durable")
                self.go_on()
        self.fail(f"no end after {MOST_COMMITS} commits")

    def test_before_every_commit(self):
        self.crash_everywhere("HPDL_CRASH_AT")

    def test_after_every_commit(self):
        self.crash_everywhere("HPDL_CRASH_AFTER")

    def die_around(self, number, answered):
        """Dies around the n-th request; how many requests the peer had in that run, or None if nobody died."""
        death = Death(number, answered)
        relay = Relay(f"127.0.0.1:{self.peer.port}", **death.hooks())
        self.addCleanup(relay.close)
        self.tell(relay.address)
        self.peer.seen.clear()
        self.program.id_file.unlink(missing_ok=True)
        child = self.sandbox.spawn(self.program, "--site", self.site, params=self.urls)
        death.aim(child.pid)
        code = child.wait(programs.TIMEOUT)
        self.assertEqual(code, -9 if death.has_killed() else programs.KILLED)
        sent = len(self.peer.seen)
        if not death.has_killed():
            self.check_notified()
            return None
        self.go_on()
        return sent

    def test_around_every_request(self):
        for answered in (False, True):
            for number in range(1, len(NODES) + len(JOBS) + 2):
                with self.subTest(number=number, answered=answered):
                    sent = self.die_around(number, answered)
                    if number > len(NODES) + len(JOBS):
                        self.assertIsNone(sent)
                    elif answered:
                        self.assertGreaterEqual(sent, number)
                        self.assertGreater(len(self.peer.seen), len(NODES) + len(JOBS), "sent again")
                    else:
                        self.assertIsNotNone(sent)

    def test_a_death_at_each_resume(self):
        result = self.go({"HPDL_CRASH_AFTER": "3"})
        for _ in range(MOST_COMMITS):
            if result.code != -9:
                break
            result = self.program("resume", self.program.job, "--progress", "none", env={"HPDL_CRASH_AFTER": "2"})
        self.assertEqual(self.program.status(), "KILLED")
        self.program("resume", self.program.job, "--progress", "none")
        self.check_notified()


if __name__ == "__main__":
    closing.main()
