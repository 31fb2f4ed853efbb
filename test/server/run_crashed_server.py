"""hpdld dies after each of its steps (HPDLD_CRASH_AFTER: commits of its records, ids taken, children begun and ended),
and the next one goes on: one job each, and what was asked is done."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from dying_server import DyingServer
from programs import *  # noqa: F403
from served import *  # noqa: F403


class CrashedServer(DyingServer):
    def touch(self, name):
        return f"echo x >> '{self.sandbox.path(name)}'"

    def until_there(self, name):
        return f"while test -d '{self.sandbox.folder}' && ! test -e '{self.sandbox.path(name)}'; do sleep 0.05; done"

    def jobs(self):
        return [row["id"] for row in self.listed()]

    def listed(self):
        return self.server.call("GET", "/oozie/v2/jobs", len="500").json()["workflows"]

    def family(self, name, script):
        self.application(workflow(shell("c", script), "c", name="child"), f"child-{name}")
        body = sub_workflow("s", f"child-{name}", to="after") + shell("after", self.touch(f"after-{name}"))
        app = self.application(workflow(body, "s", name="parent"), f"parent-{name}")
        return {**app, "apps": f"file://{self.sandbox.folder}"}

    def begun_family(self, name, script):
        """Ids of a parent and its child, whose action has begun to run."""
        parent = self.submitted(self.family(name, f"{self.touch('begun-' + name)}; {script}"))
        self.until(lambda: self.lines(f"begun-{name}"))
        [child] = [row["id"] for row in self.listed() if row["parentId"] == parent]
        return parent, child

    def test_submission(self):
        self.begin()

        def run(step):
            app = self.application(workflow(shell("a", self.touch(f"ran-{step}")), "a", name=f"n{step}"), f"app-{step}")

            def submit():
                return self.server.submit(app, key=f"key {step}")

            died = self.dies(step, submit, self.is_settled)
            answers = [submit() for _ in range(2)] + ([self.answer] if self.answer else [])
            self.assertEqual({answer.status for answer in answers}, {201}, answers)
            [job] = {answer.json()["id"] for answer in answers}
            self.until_status(job, "SUCCEEDED")
            self.until(self.is_settled)
            self.assertEqual(self.lines(f"ran-{step}"), ["x"])
            self.assertEqual(len(self.jobs()), int(step))
            return died

        self.every_step(5, run)

    def test_a_submission_that_is_refused(self):
        """Nobody asks again: nothing of it is left, not even a program that waits to make it."""
        self.begin()
        app = self.application('<workflow-app name="w" xmlns="uri:oozie:workflow:1.0"><parameters><property><name>p</name>'
                               '</property></parameters><start to="end"/><end name="end"/></workflow-app>')

        def run(step):
            died = self.dies(step, lambda: self.server.submit(app, key=f"key {step}"), self.is_settled)
            self.until(self.is_settled)
            self.assertEqual(self.jobs(), [])
            answer = self.server.submit(app, key=f"key {step}")
            self.assertEqual(answer.status, 400, answer)
            return died

        self.every_step(4, run)

    def test_programs_that_die_after_each_commit(self):
        """Also the one that makes the job, between PREP and RUNNING."""
        self.begin()
        self.server.end()
        self.server.env = {"HPDL_CRASH_AFTER": "1"}
        self.server.start()
        app = self.application(workflow(fs("a", f"<mkdir path='{self.sandbox.path('made')}'/>"), "a", name="n"), "app")
        self.until_status(self.submitted(app), "SUCCEEDED")
        self.assertTrue(self.sandbox.path("made").is_dir())
        self.until(self.is_settled)

    def test_suspend_and_resume_of_a_family(self):
        """Nobody asks again: what was begun is ended."""
        self.begin()

        def run(step):
            parent, child = self.begun_family(step, f"{self.until_there(f'go-{step}')}; {self.touch(f'ran-{step}')}")
            died = self.dies(step, lambda: self.server.tell(parent, "suspend"), self.is_told, True)
            for job in (parent, child):
                self.until_status(job, "SUSPENDED")
            self.until(self.is_told)
            self.sandbox.write(f"go-{step}", "")
            self.until(lambda: not self.programs(child))
            died |= self.dies(step, lambda: self.server.tell(parent, "resume"), self.is_settled, True)
            for job in (child, parent):
                self.until_status(job, "SUCCEEDED")
            self.assertEqual((self.lines(f"ran-{step}"), self.lines(f"after-{step}")), (["x"], ["x"]))
            self.until(self.is_settled)
            return died

        self.every_step(4, run)

    def test_kill_of_a_family(self):
        self.begin()

        def run(step):
            parent, child = self.begun_family(step, self.until_there("never"))
            died = self.dies(step, lambda: self.server.tell(parent, "kill"), self.is_settled, True)
            for job in (parent, child):
                self.until_status(job, "KILLED")
            self.until(self.is_settled)
            self.until(lambda: not self.processes(), "programs are left")
            return died

        self.every_step(4, run)

    def test_wake(self):
        self.begin(**{"hpdl.server.park": "0"})

        def run(step):
            parent, child = self.begun_family(step, self.until_there(f"go-{step}"))
            self.until(lambda: not self.programs(parent), "it does not park")
            died = self.dies(step, lambda: self.sandbox.write(f"go-{step}", ""), self.is_settled)
            for job in (child, parent):
                self.until_status(job, "SUCCEEDED")
            self.assertEqual((self.lines(f"begun-{step}"), self.lines(f"after-{step}")), (["x"], ["x"]))
            self.until(self.is_settled)
            return died

        self.every_step(2, run)

    def test_rerun(self):
        """A careful client looks at what became of the job before it asks again."""
        self.begin()

        def run(step):
            app = self.application(workflow(shell("a", f"{self.touch(f'ran-{step}')}; test -e '{self.sandbox.path(f'go-{step}')}'"),
                                            "a"), f"app-{step}")
            job = self.submitted(app)
            self.until_status(job, "KILLED")
            self.until(self.is_settled)
            self.sandbox.write(f"go-{step}", "")
            properties = {**app, "oozie.wf.rerun.failnodes": "true"}
            died = self.dies(step, lambda: self.server.tell(job, "rerun", properties), self.is_settled)
            self.until(self.is_settled)
            if self.reader.status(job) == "KILLED":
                self.told(job, "rerun", properties)
            self.until_status(job, "SUCCEEDED")
            self.until(self.is_settled)
            self.assertEqual(self.lines(f"ran-{step}"), ["x", "x"])
            return died

        self.every_step(2, run)


if __name__ == "__main__":
    closing.main()
