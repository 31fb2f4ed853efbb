"""celos-server is killed (SIGKILL) after each of its steps: an intent is noted or goes, a job is made, started or
killed, a state is stored. It is killed too before it hears that a job was made. Each slot has one job, which was
started once."""

import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from celos_served import *  # noqa: F403
from stand_in_oozie import StandInOozie

MOST_STEPS = 100
HOURS = 3


class CelosCrash(CelosTest):
    def begin(self, build="4.1.0", settle=0):
        self.oozie = StandInOozie(build)
        self.addCleanup(self.oozie.close)
        self.celos = self.server("--settle", settle)
        self.celos.put("workflows", {"a.js": workflow("a", self.oozie.url,
                                                      schedulingStrategy="celos.serialSchedulingStrategy(2)")})

    def step(self):
        """One step; false if the server dies of it. Jobs that run have succeeded then."""
        try:
            answer = self.celos.call("POST", "/scheduler?time=2015-09-01T12:30Z")
            self.assertEqual(answer.status, 200, answer)
        except OSError:
            self.assertEqual(self.celos.process.wait(TIMEOUT), -signal.SIGKILL)
            return False
        finally:
            for job in self.oozie.jobs.values():
                job.status = "SUCCEEDED" if job.status == "RUNNING" else job.status
        return True

    def states(self):
        return [text.split('"status":"')[1].split('"')[0] for text in self.celos.tree().values()]

    def run_to_the_end(self):
        for _ in range(20):
            if self.states() == ["SUCCESS"] * HOURS:
                return
            self.assertTrue(self.step())
        self.fail(f"the slots do not end: {self.celos.tree()} {self.celos.errors()[-3:]}")

    def check_jobs(self):
        names = sorted(job.properties["celosWorkflowName"] for job in self.oozie.jobs.values())
        self.assertEqual(names, [f"a@2015-09-01T1{hour}:00Z" for hour in range(HOURS)])
        self.assertEqual({name: job.starts for name, job in self.oozie.jobs.items() if job.starts != 1}, {})
        self.assertEqual([path for path in (self.folder / "state").rglob("intents/*")], [])
        self.assertEqual([path for path in (self.folder / "db").iterdir() if path.name not in ("state", "rerun")], [])

    def test_after_each_step(self):
        self.begin()
        for step in range(1, MOST_STEPS):
            self.celos.end()
            self.oozie.forget()
            self.celos.empty()
            self.celos.put("workflows", {"a.js": workflow("a", self.oozie.url,
                                                          schedulingStrategy="celos.serialSchedulingStrategy(2)")})
            self.celos.env = {"HPDLD_CRASH_AFTER": str(step)}
            self.celos.start()
            died = False
            while not died and self.states() != ["SUCCESS"] * HOURS:
                died = not self.step()
            with self.subTest(step=step):
                self.celos.end()
                self.celos.env = None
                self.celos.start()
                self.run_to_the_end()
                self.check_jobs()
            if not died:
                self.assertGreater(step, 5 * HOURS)
                return
        self.fail("it dies at every step")

    def dies_at(self, what, made):
        """It is killed when it has sent a request, which does what it is to do, or is lost."""
        self.celos.start()
        self.assertTrue(self.step())

        def kill(which):
            if which == what:
                self.oozie.before = self.oozie.after = lambda _: None
                self.celos.end(signal.SIGKILL)
                if not made:
                    raise ConnectionError("it never came")

        if made:
            self.oozie.after = kill
        else:
            self.oozie.before = kill
        self.assertFalse(self.step())
        self.celos.start()

    def test_an_answer_that_nobody_hears(self):
        for what in ("submit", "start"):
            with self.subTest(what):
                self.begin()
                self.dies_at(what, made=True)
                self.run_to_the_end()
                self.check_jobs()
            self.celos.end()
            self.celos.empty()

    def test_a_submission_that_never_came(self):
        self.begin(build="5.2.1-hpdld-1.0", settle=1000)
        self.dies_at("submit", made=False)
        self.run_to_the_end()
        self.check_jobs()

    def test_a_submission_that_may_still_come(self):
        self.begin(settle=1000)
        self.dies_at("submit", made=False)
        self.assertTrue(self.step())
        self.assertEqual([job.properties["celosWorkflowName"] for job in self.oozie.jobs.values()],
                         ["a@2015-09-01T11:00Z"], "the slot keeps its place, and the other place is free")
        self.assertIn("ERROR: Exception in workflow: a: a@2015-09-01T10:00:00.000Z: it is not known yet whether the "
                      f"slot has a job at {self.oozie.url}", self.celos.errors())
        intent, = (self.folder / "state").rglob("intents/*")
        self.oozie.submit({"celosWorkflowName": "a@2015-09-01T10:00Z"}, intent.name)
        self.run_to_the_end()
        self.check_jobs()

    def test_the_job_of_a_slot_that_was_killed_meanwhile(self):
        self.begin()
        self.dies_at("submit", made=True)
        self.assertEqual(self.celos.call("POST", "/kill?id=a&time=2015-09-01T10:00Z").status, 200)
        self.assertTrue(self.step())
        self.assertEqual(self.oozie.jobs["job-1"].status, "KILLED")
        self.assertEqual(self.oozie.jobs["job-1"].starts, 0)


if __name__ == "__main__":
    closing.main()
