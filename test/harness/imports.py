"""Coordinators on a real Oozie 5.2.1 which `hpdl import` takes over; each nominal time is run by one of the two servers, once."""

import calendar
import getpass
import json
import os
import subprocess
import time
from pathlib import Path

from oozie_server import OozieServer
from programs import *  # noqa: F403
from served import *  # noqa: F403
from served import configuration

HPDL = BUILD / "bin" / "hpdl"
USER = getpass.getuser()
HOUR = 3600
# Its services come every second, so that nobody waits for them.
SERVICES = {f"oozie.service.{name}": value for name, value in (
    ("CoordMaterializeTriggerService.scheduling.interval", 1), ("StatusTransitService.statusTransit.interval", 1),
    ("PauseTransitService.PauseTransit.interval", 1), ("RecoveryService.interval", 1),
    ("coord.input.check.requeue.interval", 500))}
# Hourly, each when its folder of data is there; `ACTIONS` in all.
ACTIONS, WITH_DATA = 8, 3
COORDINATOR = """<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="%(name)s" frequency="${coord:hours(1)}"
    start="%(start)s" end="%(end)s" timezone="UTC">
  <controls><timeout>-1</timeout><concurrency>4</concurrency><throttle>20</throttle></controls>
  <datasets><dataset name="in" frequency="${coord:hours(1)}" initial-instance="%(start)s" timezone="UTC">
    <uri-template>file://%(data)s/${YEAR}${MONTH}${DAY}${HOUR}</uri-template><done-flag/></dataset></datasets>
  <input-events><data-in name="in" dataset="in"><instance>${coord:current(0)}</instance></data-in></input-events>
  <action><workflow><app-path>file://%(app)s</app-path>
    <configuration><property><name>made</name><value>%(data)s/made-${coord:actualTime()}</value></property></configuration>
  </workflow></action></coordinator-app>"""
WORKFLOW = """<workflow-app xmlns="uri:oozie:workflow:0.5" name="one"><start to="a"/>
  <action name="a"><fs><mkdir path="file://%s/made"/></fs><ok to="end"/><error to="k"/></action>
  <kill name="k"><message>no</message></kill><end name="end"/></workflow-app>"""


def at(start, number):
    """Nominal time of an action."""
    return time.strftime("%Y-%m-%dT%H:00Z", time.gmtime(start + (number - 1) * HOUR))


class ImportTest(ServedTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.place = Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="hpdl-import-")))
        cls.old = OozieServer(cls.place / "oozie", site=SERVICES).start()
        cls.addClassCleanup(cls.old.stop)
        cls.coordinators = 0

    def setUp(self):
        super().setUp()
        self.serve("--local")
        self.here = f"http://127.0.0.1:{self.server.port}/oozie"
        self.state = self.sandbox.folder / "imports-state"

    # ---- A coordinator there

    def coordinator(self, with_data=WITH_DATA, last=None, **properties):
        """Makes one, and waits until `with_data` of its actions are over and the others wait. (id, start, folder of data)"""
        type(self).coordinators += 1
        folder = self.place / f"c{self.coordinators}"
        (folder / "app").mkdir(parents=True)
        # The last hours of it are to come.
        start = (int(time.time()) // HOUR - (last or ACTIONS - 3)) * HOUR
        (folder / "app" / "workflow.xml").write_text(WORKFLOW % folder)
        (folder / "coordinator.xml").write_text(COORDINATOR % {
            "name": f"c{self.coordinators}", "start": at(start, 1), "end": at(start, ACTIONS + 1), "data": folder,
            "app": folder / "app"})
        for number in range(1, with_data + 1):
            self.give(folder, start, number)
        answer = self.old.call("POST", f"v2/jobs?action=start&user.name={USER}", configuration(
            {"oozie.coord.application.path": f"file://{folder}", "user.name": USER, "secret.password": "hush-hush",
             **properties}).encode())
        self.assertEqual(answer[0], 201, answer)
        job = json.loads(answer[1])["id"]
        # The old server would look at its waiting actions twice a second until it stops.
        self.addCleanup(self.old.call, "PUT", f"v2/job/{job}?action=kill&user.name={USER}")
        self.until(lambda: self.ran_there(job) == list(range(1, with_data + 1)) and
                   all(self.states(job)[number] == "SUCCEEDED" for number in range(1, with_data + 1)) and
                   len(self.states(job)) > with_data)
        return job, start, folder

    def give(self, folder, start, *numbers):
        for number in numbers:
            (folder / time.strftime("%Y%m%d%H", time.gmtime(start + (number - 1) * HOUR))).mkdir(exist_ok=True)

    def actions(self, job):
        return self.old.get(f"v2/job/{job}?show=info&len=1000&user.name={USER}")["actions"]

    def states(self, job):
        return {action["actionNumber"]: action["status"] for action in self.actions(job)}

    def ran_there(self, job):
        return sorted(action["actionNumber"] for action in self.actions(job) if action["externalId"])

    def there(self, job, name):
        return self.old.get(f"v2/job/{job}?show=info&len=1&user.name={USER}")[name]

    # ---- The same here

    def job_here(self, job):
        return self.server.call("GET", f"/oozie/v2/job/{job}", user=USER, show="info", len=1000).json()

    def coordinators_here(self):
        return self.server.call("GET", "/oozie/v2/jobs", user=USER, jobtype="coord", len=1000).json()["coordinatorjobs"]

    def ran_here(self, job):
        return {action["actionNumber"]: action["nominalTime"] for action in self.job_here(job)["actions"] if action["externalId"]}

    # ---- The command

    def words(self, *words, old=None, here=None):
        return [str(HPDL), "import", "--from", old or self.old.url, "-oozie", here or self.here, "-state", str(self.state),
                *map(str, words)]

    def environment(self):
        """The client keeps its tokens at home."""
        return {**os.environ, "HOME": str(self.sandbox.folder)}

    def imports(self, *words, code=0, **places):
        done = subprocess.run(self.words(*words, **places), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=TIMEOUT, env=self.environment())
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertNotIn("hush-hush", done.stdout + done.stderr)
        return done.stdout if code == 0 else done.stderr

    def imported(self, *words, **places):
        """Outcomes of an import, as JSON has them."""
        return json.loads(self.imports("-format", "json", *words, **places))

    def ends_well(self, job, start, folder, begun=WITH_DATA):
        """What has data from now on is run here, and what ran there ran there alone. The job here."""
        mine, = [each for each in self.coordinators_here() if each["status"] not in ("KILLED", "FAILED")]
        job_here, due = mine["coordJobId"], ACTIONS - 3 + 1
        self.give(folder, start, *range(1, ACTIONS + 1))
        self.until(lambda: set(range(begun + 1, due + 1)) <= set(self.ran_here(job_here)), "not all run here")
        ran = sorted(self.ran_here(job_here))
        self.assertEqual(ran, list(range(begun + 1, ran[-1] + 1)))  # one more if the hour has just ended
        for number, nominal in self.ran_here(job_here).items():
            when = calendar.timegm(time.strptime(nominal, "%a, %d %b %Y %H:%M:%S GMT"))
            self.assertEqual(when, start + (number - 1) * HOUR)
        self.until(lambda: all(action["status"] == "SUCCEEDED" for action in self.job_here(job_here)["actions"]
                               if action["externalId"]))
        self.assertEqual(self.ran_there(job), list(range(1, begun + 1)))
        self.assertEqual(max(self.states(job)), begun)
        return job_here
