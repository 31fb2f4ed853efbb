"""`hpdl import` takes coordinators over from a real Oozie 5.2.1: each nominal time is run by one of the two servers, once."""

import calendar
import getpass
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from oozie_server import OozieServer
from programs import *  # noqa: F403
from relay import Death, Relay
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


class Import(ImportTest):
    def test_lists_and_takes_nothing(self):
        job, start, folder = self.coordinator()
        before = self.states(job)
        listed = self.imports()
        self.assertRegex(listed, rf"(?m)^{job} +c\d+ +{USER} +RUNNING .*4@{re.escape(at(start, 4))}")
        told = self.imports("--dry-run", job)
        self.assertIn(f"4@{at(start, 4)}", told)
        # None of them is gone or went on. The old server may have made more since, when an hour ended.
        after = self.states(job)
        self.assertEqual({number: after.get(number) for number in before}, before)
        self.assertEqual({status for number, status in after.items() if number not in before} - {"WAITING"}, set())
        self.assertIsNone(self.there(job, "pauseTime"))
        self.assertEqual(self.coordinators_here(), [])

    def test_goes_on_here(self):
        job, start, folder = self.coordinator()
        told = self.imports(job)
        self.assertIn(f"-change {job} -value pausetime=", told)
        self.assertIn(f"hpdl import --from {self.old.url}", told)
        self.ends_well(job, start, folder)
        # Again: nothing is done twice.
        self.imports(job)
        self.assertEqual(len(self.coordinators_here()), 1)

    def test_a_bundle_and_all(self):
        """Each of its coordinators is taken, and the bundle stays; --all takes what is left, once."""
        alone, *_ = self.coordinator()
        parts = [self.coordinator() for _ in range(2)]
        for job, *_ in parts:  # their files are what the bundle is made of
            self.old.call("PUT", f"v2/job/{job}?action=kill&user.name={USER}")
        (self.place / "bundle.xml").write_text('<bundle-app xmlns="uri:oozie:bundle:0.2" name="both">' + "".join(
            f'<coordinator name="part{place}"><app-path>file://{folder}</app-path></coordinator>'
            for place, (_, _, folder) in enumerate(parts)) + "</bundle-app>")
        status, text = self.old.call("POST", f"v2/jobs?action=start&user.name={USER}", configuration(
            {"oozie.bundle.application.path": f"file://{self.place}/bundle.xml", "user.name": USER}).encode())
        self.assertEqual(status, 201, text)
        bundle = json.loads(text)["id"]

        def coordinators():
            return [each["coordJobId"] for each in self.old.get(f"v2/job/{bundle}?show=info&user.name={USER}")["bundleCoordJobs"]]

        self.until(lambda: len(coordinators()) == 2 and all(
            [status for _, status in sorted(self.states(job).items())][:4] == ["SUCCEEDED"] * 3 + ["WAITING"]
            for job in coordinators()))
        self.imports(bundle)
        self.assertEqual(len(self.coordinators_here()), 2)
        for job in coordinators():
            self.assertEqual(sorted(self.states(job)), [1, 2, 3])
        self.imports("--all")
        here = self.imports("--all")
        self.assertIn(alone, here)
        for job in (alone, *coordinators()):
            self.assertEqual(sorted(self.states(job)), [1, 2, 3])

    def test_one_that_waits_before_one_that_has_begun(self):
        """It waits on there: what is taken begins after the last that has begun."""
        job, start, folder = self.coordinator()
        self.give(folder, start, 5)
        self.until(lambda: 5 in self.ran_there(job))
        told = self.imports(job)
        self.assertIn(f"from action 6@{at(start, 6)}", told)
        self.assertEqual(self.states(job)[4], "WAITING")
        self.give(folder, start, 4, 6)
        self.until(lambda: self.ran_there(job) == [1, 2, 3, 4, 5])
        mine, = self.coordinators_here()
        self.until(lambda: list(self.ran_here(mine["coordJobId"])) == [6])

    def test_one_that_begins_meanwhile(self):
        job, start, folder = self.coordinator()

        def begin(request):
            if request.method == "PUT" and "pausetime" in urllib.parse.unquote(request.path) and 4 not in self.ran_there(job):
                self.give(folder, start, 4)
                self.until(lambda: 4 in self.ran_there(job))

        relay = Relay(f"127.0.0.1:{self.old.port}", before=begin)
        self.addCleanup(relay.close)
        self.imports(job, old=f"http://{relay.address}/oozie")
        self.ends_well(job, start, folder, begun=4)

    def test_undo(self):
        job, start, folder = self.coordinator()
        self.imports(job)
        self.imports("--undo", job)
        self.assertEqual([each["status"] for each in self.coordinators_here()], ["KILLED"])
        self.until(lambda: self.there(job, "status") == "RUNNING")
        self.give(folder, start, 4, 5)
        self.until(lambda: self.ran_there(job) == [1, 2, 3, 4, 5])
        # And once more to here.
        self.imports(job)
        self.ends_well(job, start, folder, begun=5)
        self.assertIn("have begun here", self.imports("--undo", job, code=255))

    def test_a_pause_that_was_there_stays(self):
        job, start, folder = self.coordinator()
        pause = at(start, ACTIONS)
        status, text = self.old.call("PUT", f"v2/job/{job}?action=change&value=pausetime%3D{pause}&user.name={USER}")
        self.assertEqual(status, 200, text)
        self.imports(job)
        mine, = self.coordinators_here()
        self.assertIn(time.strftime("%d %b %Y %H:%M", time.gmtime(start + (ACTIONS - 1) * HOUR)),
                      self.job_here(mine["coordJobId"])["pauseTime"])
        self.imports("--undo", job)
        self.assertIn(time.strftime("%d %b %Y %H:%M", time.gmtime(start + (ACTIONS - 1) * HOUR)), self.there(job, "pauseTime"))

    def test_a_job_that_another_user_has(self):
        job, *_ = self.coordinator()
        told = self.imports("-doas", "somebody", job, code=255)
        self.assertIn(USER, told)
        self.assertEqual(self.coordinators_here(), [])

    def test_a_definition_that_does_not_compile_changes_nothing_there(self):
        job, start, folder = self.coordinator()
        before = self.states(job)
        (folder / "coordinator.xml").write_text("<coordinator-app/>")
        self.imports(job, code=255)
        self.assertEqual(self.states(job), before)
        self.assertIsNone(self.there(job, "pauseTime"))
        self.assertEqual([each for each in self.coordinators_here() if each["status"] != "KILLED"], [])

    def test_servers_that_are_none(self):
        job, *_ = self.coordinator()
        with socket.socket() as nobody:
            nobody.bind(("127.0.0.1", 0))
            told = self.imports(job, old=f"http://127.0.0.1:{nobody.getsockname()[1]}/oozie", code=255)
        self.assertRegex(told.strip().splitlines()[-1], f"^Error: {job}: .*Connection refused")

        garbage = Relay(f"127.0.0.1:{self.old.port}", rewrite={'"actions"': '"action'})
        self.addCleanup(garbage.close)
        told = self.imports(job, old=f"http://{garbage.address}/oozie", code=255)
        self.assertEqual(len(told.strip().splitlines()), 1, told)
        # A server that does not know where to begin would run everything again.
        other = Relay(f"127.0.0.1:{self.old.port}")
        self.addCleanup(other.close)
        told = self.imports(job, here=f"http://{other.address}/oozie", code=255)
        self.assertIn("hpdl.coord.first.action", told)
        self.assertIn("no job", self.imports("0000999-260101000000000-none-C", code=255).lower().replace("does not exist", "no job"))
        self.assertIsNone(self.there(job, "pauseTime"))
        self.assertEqual(self.coordinators_here(), [])


class Dies(ImportTest):
    """kill -9 before and after each request that changes something, and two at once."""

    def changing(self, request):
        return request.method in ("POST", "PUT")

    def test_it_goes_on_where_it_died(self):
        number, cases = 0, 0
        while True:
            number += 1
            struck = [self.dies(number, answered) for answered in (False, True)]
            cases += sum(struck)
            if not any(struck):
                break
        # A dry run, the job here, the pause there, the release here: each before and after.
        self.assertGreaterEqual(cases, 8)

    def dies(self, number, answered):
        """Whether somebody died at the request of this number."""
        job, start, folder = self.coordinator()
        death = Death(number, answered, self.changing)
        relays = [Relay(f"127.0.0.1:{port}", **death.hooks()) for port in (self.old.port, self.server.port)]
        places = {"old": f"http://{relays[0].address}/oozie", "here": f"http://{relays[1].address}/oozie"}
        try:
            process = subprocess.Popen(self.words(job, **places), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT, text=True, env=self.environment())
            death.aim(process.pid)
            told = process.communicate(timeout=TIMEOUT)[0]
        finally:
            for relay in relays:
                relay.close()
        with self.subTest(number=number, answered=answered, request=death.request):
            self.assertEqual(process.returncode, -signal.SIGKILL if death.killed.is_set() else 0, told)
            self.imports(job)
            mine = self.ends_well(job, start, folder)
            self.assertEqual(self.server.call("PUT", f"/oozie/v2/job/{mine}", user=USER, action="kill").status, 200)
        return death.killed.is_set()

    def dying(self, number, answered, *words):
        """Runs an import that dies at a request. Whether it did."""
        death = Death(number, answered, lambda request: request.method in ("POST", "PUT"))
        relays = [Relay(f"127.0.0.1:{port}", **death.hooks()) for port in (self.old.port, self.server.port)]
        places = {"old": f"http://{relays[0].address}/oozie", "here": f"http://{relays[1].address}/oozie"}
        try:
            process = subprocess.Popen(self.words(*words, **places), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT, text=True, env=self.environment())
            death.aim(process.pid)
            told = process.communicate(timeout=TIMEOUT)[0]
        finally:
            for relay in relays:
                relay.close()
        self.assertEqual(process.returncode, -signal.SIGKILL if death.killed.is_set() else 0, told)
        return death.killed.is_set()

    def test_an_undo_that_dies(self):
        """The next one ends it, and all runs there."""
        number, cases = 0, 0
        while True:
            number += 1
            struck = []
            for answered in (False, True):
                job, start, folder = self.coordinator()
                self.imports(job)
                struck.append(self.dying(number, answered, "--undo", job))
                with self.subTest(number=number, answered=answered):
                    if struck[-1]:
                        self.imports("--undo", job)
                    self.assertEqual({each["status"] for each in self.coordinators_here()}, {"KILLED"})
                    self.assertIsNone(self.there(job, "pauseTime"))
                    self.give(folder, start, 4, 5)
                    self.until(lambda: self.ran_there(job) == [1, 2, 3, 4, 5])
            cases += sum(struck)
            if not any(struck):
                break
        self.assertGreaterEqual(cases, 6)  # the pause here, the kill here, the pause time there

    def suspends(self, job):
        status, text = self.old.call("PUT", f"v2/job/{job}?action=suspend&user.name={USER}")
        self.assertEqual(status, 200, text)
        self.until(lambda: self.there(job, "status") == "SUSPENDED")

    def test_a_suspended_one_that_dies(self):
        """It is suspended here, too, wherever the import dies, and runs once it is resumed."""
        number, struck = 0, True
        while struck:
            number += 1
            job, start, folder = self.coordinator()
            self.suspends(job)
            struck = self.dying(number, True, job)
            with self.subTest(number=number):
                self.imports(job)
                mine, = [each for each in self.coordinators_here() if each["status"] != "KILLED"]
                here = mine["coordJobId"]
                self.assertIn(mine["status"], ("SUSPENDED", "PREPSUSPENDED"))
                self.assertEqual(self.ran_here(here), {})
                self.assertEqual(self.server.call("PUT", f"/oozie/v2/job/{here}", user=USER, action="resume").status, 200)
                self.assertEqual(self.ends_well(job, start, folder), here)
                self.server.call("PUT", f"/oozie/v2/job/{here}", user=USER, action="kill")
        self.assertGreaterEqual(number, 5)

    def test_two_at_once(self):
        job, start, folder = self.coordinator()
        both = [subprocess.Popen(self.words(job), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                 text=True, env=self.environment()) for _ in range(2)]
        told = [process.communicate(timeout=TIMEOUT)[0] for process in both]
        self.assertIn(0, [process.returncode for process in both], told)
        self.imports(job)
        self.ends_well(job, start, folder)


if __name__ == "__main__":
    closing.main()
