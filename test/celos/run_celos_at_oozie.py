"""celos-server and a real Oozie: slots become jobs, one each, wherever celos-server is killed."""

import signal
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from celos_served import *  # noqa: F403
from oozie_server import OozieServer

HOURS = 2
MOST_STEPS = 100
APPLICATION = ('<workflow-app xmlns="uri:oozie:workflow:1.0" name="slot-{step}"><start to="end"/><end name="end"/>'
               "</workflow-app>")


def setUpModule():
    global FOLDER, OOZIE
    FOLDER = tempfile.TemporaryDirectory(prefix="hpdl-oozie-")
    OOZIE = OozieServer(Path(FOLDER.name) / "server").start()


def tearDownModule():
    OOZIE.stop()
    FOLDER.cleanup()


class CelosAtOozie(CelosTest):
    def define(self, step):
        application = self.folder / f"app-{step}" / "workflow.xml"
        application.parent.mkdir()
        application.write_text(APPLICATION.format(step=step))
        properties = f'{{"oozie.wf.application.path": "file://{application.parent}", "user.name": "joe"}}'
        service = f'celos.oozieExternalService({properties}, "{OOZIE.url}")'
        self.celos.put("workflows", {"a.js": workflow("a", "", externalService=service,
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
        states = list(self.celos.tree().values())
        return len(states) == HOURS and all('"status":"SUCCESS"' in text for text in states)

    def test_slots_run_once_wherever_it_is_killed(self):
        self.celos = self.server("--settle", 0)
        for step in range(1, MOST_STEPS):
            self.celos.empty()
            self.define(step)
            self.celos.env = {"HPDLD_CRASH_AFTER": str(step)}
            self.celos.start()
            died = []
            self.until(lambda: self.have_ended() or died.append(not self.step()) or died[-1])
            self.celos.end()
            self.celos.env = None
            self.celos.start()
            self.until(lambda: self.have_ended() or not self.step(), self.celos.errors()[-3:])
            self.celos.end()
            jobs = OOZIE.jobs(f"slot-{step}")
            self.assertEqual(sorted(OOZIE.properties(job["id"])["celosWorkflowName"] for job in jobs),
                             [f"a@2015-09-01T1{hour}:00Z" for hour in range(HOURS)])
            self.assertEqual({job["status"] for job in jobs}, {"SUCCEEDED"})
            if not any(died):
                self.assertGreater(step, 5 * HOURS)
                return
        self.fail("it dies at every step")


if __name__ == "__main__":
    closing.main()
