"""celos-server, or a program of scripts, and a real hpdld: slots become jobs that run, once each, wherever the first is killed."""

import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from celos_served import CelosServer, workflow as script
from programs import *  # noqa: F403
from served import *  # noqa: F403

HOURS = 2
MOST_STEPS = 100


class CelosAtHpdld(ServedTest):
    def begin(self):
        self.serve("--local")
        self.celos = CelosServer(self.sandbox.folder / "celos", "--settle", "1000")
        self.addCleanup(lambda: self.celos.end(signal.SIGKILL))
        action = shell("a", f"echo $1 >> '{self.sandbox.path('ran')}'", arguments=("${celosWorkflowName}",))
        self.app = self.application(workflow(action, "a", name="slots"))["oozie.wf.application.path"]

    def define(self):
        properties = (f'{{"oozie.wf.application.path": "{self.app}", "user.name": "joe", '
                      '"path": "/in/${year}-${month}-${day}"}')
        service = f'celos.oozieExternalService({properties}, "http://127.0.0.1:{self.server.port}/oozie")'
        self.celos.put("workflows", {"a.js": script("a", "", externalService=service,
                                                    schedulingStrategy="celos.serialSchedulingStrategy(2)")})

    def step(self):
        try:
            answer = self.celos.call("POST", "/scheduler?time=2015-09-01T11:30Z")
            self.assertEqual(answer.status, 200, answer)
        except OSError:
            self.assertEqual(self.celos.process.wait(TIMEOUT), -signal.SIGKILL)
            return False
        return True

    def have_ended(self):
        states = [text for name, text in self.celos.tree().items() if name.startswith("state/")]
        return len(states) == HOURS and all('"status":"SUCCESS"' in text for text in states)

    def check_runs(self):
        self.assertEqual(sorted(self.sandbox.path("ran").read_text().split()),
                         [f"a@2015-09-01T1{hour}:00Z" for hour in range(HOURS)])
        self.assertEqual(list((self.celos.folder / "state").rglob("intents/*")), [])

    def test_slots_run_once_wherever_it_is_killed(self):
        self.begin()
        for step in range(1, MOST_STEPS):
            self.celos.empty()
            self.define()
            self.sandbox.path("ran").unlink(missing_ok=True)
            self.celos.env = {"HPDLD_CRASH_AFTER": str(step)}
            self.celos.start()
            died = []
            self.until(lambda: self.have_ended() or died.append(not self.step()) or died[-1])
            self.celos.end()
            self.celos.env = None
            self.celos.start()
            self.until(lambda: self.have_ended() or not self.step())
            self.celos.end()
            self.check_runs()
            if not any(died):
                self.assertGreater(step, 5 * HOURS)
                break
        jobs = self.server.call("GET", "/oozie/v2/jobs", len="500").json()["workflows"]
        self.assertEqual({job["status"] for job in jobs}, {"SUCCEEDED"})
        self.assertEqual(len(jobs), HOURS * step)

    def test_kill_reaches_the_job(self):
        self.begin()
        self.app = self.application(workflow(shell("a", f"while test -d '{self.sandbox.folder}'; do sleep 0.1; done"), "a", name="long"), "long")[
            "oozie.wf.application.path"]
        self.define()
        self.celos.start()
        self.step()
        self.step()
        job = self.celos.tree()["state/a/2015-09-01/10:00:00.000Z"].split('"externalID":"')[1].split('"')[0]
        self.assertEqual(self.celos.call("POST", "/kill?id=a&time=2015-09-01T10:00Z").status, 200)
        self.until_status(job, "KILLED")


class ProgramAtHpdld(ServedTest):
    """A program of scripts whose slots are jobs of a real hpdld."""

    def build(self):
        self.assert_code(hpdlc("build", "workflows", "-o", "slots", cwd=self.sandbox.folder), SUCCEEDED)
        return Program(self.sandbox.path("slots"), self.sandbox.path("state-of-slots"))

    def step(self, program):
        return self.assert_code(program("step", "--local", "--time", "2015-09-01T10:30Z"), SUCCEEDED)

    def slot(self, program):
        shown = program("info", "a", "--start", "2015-09-01T10:00Z", "--end", "2015-09-01T10:30Z", "--format", "json")
        return self.assert_code(shown, SUCCEEDED).json()["slots"][0]

    def kill_while_it_is_away(self, rebuild):
        """The kill is told when the server is there again, also by a program that has that workflow in itself by then."""
        self.serve("--local")
        app = self.sandbox.path("app")  # which is not there yet: its slots are not the program's own
        service = (f'celos.oozieExternalService({{"oozie.wf.application.path": "file://{app}", "user.name": "joe"}}, '
                   f'"http://127.0.0.1:{self.server.port}/oozie")')
        self.sandbox.write("workflows/a.js", script("a", "", externalService=service))
        program = self.build()
        self.application(workflow(shell("a", f"while test -d '{self.sandbox.folder}'; do sleep 0.1; done"), "a", name="long"))
        self.until(lambda: self.step(program) and self.slot(program)["status"] == "RUNNING")
        job = self.slot(program)["job"]
        self.until_status(job, "RUNNING")
        self.assertNotIn(job, program("jobs", "--ids").out)
        self.server.end(signal.SIGKILL)
        if rebuild:
            program = self.build()
            self.assertIn("program: ", program("info").out)
        killed = self.assert_code(program("kill", "a", "2015-09-01T10:00Z"), SUCCEEDED)
        self.assertIn("has not answered", killed.err)
        self.assertEqual(self.slot(program)["status"], "KILLED")
        self.assertIn("repeats the kill", self.step(program).err)
        self.assertEqual(self.reader.status(job), "RUNNING")
        self.server.start()
        self.step(program)
        self.until_status(job, "KILLED")
        self.assertEqual(self.slot(program)["status"], "KILLED")
        self.assertNotIn("kill", self.step(program).err)

    def test_a_kill_while_the_server_is_away(self):
        self.kill_while_it_is_away(rebuild=False)

    def test_a_kill_by_a_later_program_while_the_server_is_away(self):
        self.kill_while_it_is_away(rebuild=True)


if __name__ == "__main__":
    closing.main()
