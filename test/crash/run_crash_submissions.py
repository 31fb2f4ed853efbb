"""The program that makes a job dies right before or right after each of its commits. Nothing that was refused runs, also
after a restart of hpdld, and nothing that was accepted is lost. Each effect that is wanted happens once."""

import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "server"))
import closing
import run_served_coordinators as served_coordinators
from dying_server import DyingServer
from programs import *  # noqa: F403
from served import *  # noqa: F403

DEATHS = [(when, str(commit)) for commit in range(1, 4) for when in ("HPDL_CRASH_AT", "HPDL_CRASH_AFTER")]


class CrashSubmissions(DyingServer, served_coordinators.CoordinatorTest):
    def begin(self, **settings):
        """Programs with a running action do not park, so they are not started again in the middle of a test."""
        return super().begin(**{"hpdl.server.park": "600", **settings})

    def again(self, env, how=signal.SIGKILL):
        """Ends hpdld and starts the next one. New programs have the variables of `env`."""
        self.server.end(how)
        self.server.env = env
        self.server.start()

    def taken(self):
        """The number of ids that jobs have taken so far, also those of refused submissions."""
        return int((self.server.state / "counter").read_text() or 0)

    def listed(self, kind="wf"):
        answer = self.server.call("GET", "/oozie/v2/jobs", jobtype=kind, len="500").json()
        return [row["id"] for row in answer["workflows"]]

    def jobs_there(self):
        """Ids of all jobs that have a folder."""
        return [each.name for each in (self.server.state / "jobs").iterdir()]

    def touch(self, name):
        return f"echo x >> '{self.sandbox.path(name)}'"

    def test_jobs_that_nobody_asks_for_again(self):
        """Submissions without a key."""
        self.begin()
        app = self.application(workflow(shell("a", self.touch("ran-${number}")), "a"), "app")
        self.until_status(self.submitted({**app, "number": "0"}), "SUCCEEDED")
        accepted, refused = {}, []
        for death in DEATHS:
            for action in ("start", None):
                number = f"{death[0][-2:]}{death[1]}{action}"
                self.again(dict([death]))
                answer = self.server.submit({**app, "number": number}, action=action)
                self.server.end(signal.SIGKILL)
                self.assertIn(answer.status, (201, 503), answer)
                if answer.status == 201:
                    accepted[number] = (answer.json()["id"], action)
                else:
                    refused.append(number)
        self.assertTrue(accepted and refused, (accepted, refused))
        self.again(None)
        for job, action in accepted.values():
            if action is None:
                self.told(job, "start")
            self.until_status(job, "SUCCEEDED")
        self.until(self.is_settled)
        self.assertEqual(len(self.listed()), 1 + len(accepted))
        self.assertEqual({number: self.lines(f"ran-{number}") for number in accepted}, {number: ["x"] for number in accepted})
        self.assertEqual([number for number in refused if self.sandbox.path(f"ran-{number}").exists()], [])

    def check_children(self, submitted, ask, ended, children):
        """`submitted()` makes a job, which waits for `ask()` and then asks for its child, whose program dies."""
        for death in DEATHS:
            job = submitted(death)
            before = self.listed()
            taken = self.taken()
            self.again(dict([death]))
            ask()
            self.until(lambda: self.taken() > taken + 1 or ended(job) or len(self.listed()) > len(before))
            self.again(None)
            self.until(lambda: ended(job))
            self.until(self.is_settled)
            self.assertEqual(len(self.listed()), len(before) + children)
        self.assertGreater(self.taken(), len(self.jobs_there()), "no program died before it had made its job")

    def test_sub_workflows(self):
        self.begin()
        self.application(workflow(shell("c", self.touch("ran")), "c", name="child"), "child")
        gate = self.sandbox.path("gate")
        wait = f"while test -d '{self.sandbox.folder}' && ! test -e '{gate}'; do sleep 0.05; done"
        body = shell("w", wait, to="s") + sub_workflow("s", "child", to="after") + shell("after", self.touch("went-on"))
        app = self.application(workflow(body, "w", name="parent"), "parent")

        def submitted(_):
            gate.unlink(missing_ok=True)
            job = self.submitted({**app, "apps": f"file://{self.sandbox.folder}"})
            self.until(lambda: self.reader.status(job) == "RUNNING")
            return job

        self.check_children(submitted, gate.touch, lambda job: self.reader.status(job) == "SUCCEEDED", 1)
        self.assertEqual((self.lines("ran"), self.lines("went-on")), (["x"] * len(DEATHS), ["x"] * len(DEATHS)))

    def test_parents_that_are_killed_while_no_server_runs(self):
        """hpdld dies after each of its steps while it makes the child. Then the parent is killed, and the next hpdld
        starts. A child that has not begun before does not begin."""
        self.begin()
        self.application(workflow(shell("c", self.touch("ran")), "c", name="child"), "child")
        gate = self.sandbox.path("gate")
        wait = f"while test -d '{self.sandbox.folder}' && ! test -e '{gate}'; do sleep 0.05; done"
        app = self.application(workflow(shell("w", wait, to="s") + sub_workflow("s", "child"), "w", name="parent"), "parent")

        def run(step):
            gate.unlink(missing_ok=True)
            self.sandbox.path("ran").unlink(missing_ok=True)
            parent = self.submitted({**app, "apps": f"file://{self.sandbox.folder}"})
            self.until(lambda: self.reader.status(parent) == "RUNNING")
            before = set(self.jobs_there())
            self.server.end()
            self.server.env = {"HPDLD_CRASH_AFTER": step}
            try:
                self.server.start()
            except AssertionError:  # it may die before it has begun to serve
                self.assertIsNotNone(self.server.process.poll())
            gate.touch()
            self.until(lambda: self.server.process.poll() is not None or self.reader.status(parent) == "SUCCEEDED")
            died = self.server.process.poll() is not None
            killed = died and self.reader("kill", parent).code == 0  # it may just have ended
            if killed:  # a program that hpdld has started may still begin the child
                self.until(lambda: set(self.programs()) <= set(self.programs(parent)))
            children = set(self.jobs_there()) - before
            begun = any(self.reader.status(child) != "PREP" for child in children)
            self.again(None)
            self.until(self.is_settled)
            if killed and not begun:
                self.assertFalse(self.sandbox.path("ran").exists())
                for child in set(self.jobs_there()) - before:
                    self.assertIn(self.reader.status(child), ("PREP", "KILLED"))
            return died

        self.every_step(4, run)


if __name__ == "__main__":
    closing.main()
