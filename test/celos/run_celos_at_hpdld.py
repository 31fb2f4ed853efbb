"""celos-server and a real hpdld: slots become jobs that run, once each, wherever celos-server is killed."""

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
        self.app = self.application(workflow(shell("a", "sleep 600"), "a", name="long"), "long")[
            "oozie.wf.application.path"]
        self.define()
        self.celos.start()
        self.step()
        self.step()
        job = self.celos.tree()["state/a/2015-09-01/10:00:00.000Z"].split('"externalID":"')[1].split('"')[0]
        self.assertEqual(self.celos.call("POST", "/kill?id=a&time=2015-09-01T10:00Z").status, 200)
        self.until_status(job, "KILLED")


if __name__ == "__main__":
    closing.main()
