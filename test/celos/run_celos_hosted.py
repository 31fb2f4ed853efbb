"""Celos within hpdld: slots are jobs of the same server, once each wherever it is killed; broken scripts keep their last
good version; a directory of Celos is taken over and written again."""

import os
import pwd
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from celos_served import CelosServer, workflow as script
from programs import *  # noqa: F403
from served import *  # noqa: F403

HOURS = 2
MOST_STEPS = 100
STEP = "/scheduler?time=2015-09-01T11:30Z"


class CelosHosted(ServedTest):
    def begin(self, *options, **more):
        self.scripts, self.defaults = (self.sandbox.path(name) for name in ("workflows", "defaults"))
        for folder in (self.scripts, self.defaults):
            folder.mkdir(exist_ok=True)
        self.options = ("--local", "--celos-workflows", self.scripts, "--celos-defaults", self.defaults,
                        "--celos-step", "0", *options)
        self.server = Server(self.sandbox.folder, *self.options, **more)
        self.addCleanup(lambda: self.server.process and self.end_all())
        action = shell("a", f"echo $1 >> '{self.sandbox.path('ran')}'", arguments=("${celosWorkflowName}",))
        self.app = self.application(workflow(action, "a", name="slots"))["oozie.wf.application.path"]
        self.define()

    def service(self, url="hpdld:", more=""):
        return (f'celos.oozieExternalService({{"oozie.wf.application.path": "{self.app}", "user.name": "joe"{more}}}, '
                f'"{url}")')

    def define(self, name="a", **options):
        options = {"externalService": self.service(), "schedulingStrategy": "celos.serialSchedulingStrategy(2)", **options}
        (self.scripts / f"{name}.js").write_text(script(name, "", **options))

    def ask(self, method, target, status=200, **options):
        path, _, query = target.partition("?")
        answer = self.server.call(method, path, **options, **dict(part.split("=", 1) for part in query.split("&") if part))
        self.assertEqual(answer.status, status, answer)
        return answer

    def step(self):
        """One step; false if the server dies of it."""
        try:
            self.ask("POST", STEP)
        except OSError:
            self.assertEqual(self.server.process.wait(TIMEOUT), -signal.SIGKILL)
            return False
        return True

    def slots(self, name="a", day="2015-09-01"):
        answer = self.ask("GET", f"/workflow-slots?id={name}&start={day}&end={day}T12:00Z")
        self.assertEqual(answer.fields["content-type"], "application/json")
        return {slot["time"][11:13]: slot for slot in answer.json()["slots"]}

    def have_ended(self, name="a"):
        return [slot["status"] for hour, slot in self.slots(name).items() if hour >= "10"] == ["SUCCESS"] * HOURS

    def run_to_the_end(self, name="a"):
        self.until(lambda: self.have_ended(name) or not self.step())

    def log(self):
        return self.server.log.read_text()

    def move(self, *words):
        """The command; the state directory is the server's."""
        return subprocess.run([str(word) for word in (HPDLD, *ONE_USER, "--state", self.server.state, *words)],
                              text=True, capture_output=True, timeout=TIMEOUT)

    def moved(self, *words):
        done = self.move(*words)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done)
        return done.stdout

    def refused(self, *words):
        done = self.move(*words)
        self.assertEqual((done.returncode, done.stdout), (1, ""), done)
        return done.stderr

    def test_slots_are_jobs_of_this_server(self):
        self.begin()
        self.server.start()
        self.run_to_the_end()
        self.assertEqual(sorted(self.sandbox.path("ran").read_text().split()),
                         [f"a@2015-09-01T1{hour}:00Z" for hour in range(HOURS)])
        jobs = self.ask("GET", "/oozie/v2/jobs").json()["workflows"]
        self.assertEqual({(job["status"], job["user"]) for job in jobs}, {("SUCCEEDED", "joe")})
        self.assertEqual({job["id"] for job in jobs}, {slot["externalID"] for slot in self.slots().values()
                                                       if slot["externalID"]})
        # Its own URL is as good.
        self.define("b", externalService=self.service(f"http://127.0.0.1:{self.server.port}/oozie/"))
        self.assertTrue(self.step())
        self.run_to_the_end("b")
        self.assertEqual(len(self.ask("GET", "/oozie/v2/jobs").json()["workflows"]), 2 * HOURS)
        # The rest of the API: marks, pauses, registers, kills.
        self.ask("POST", "/pause?id=a&paused=true")
        self.assertTrue(self.ask("GET", "/workflow-slots?id=a").json()["paused"])
        self.ask("POST", "/pause?id=a&paused=false")
        self.ask("PUT", "/register?bucket=b&key=k", body='{"v": 1}')
        self.assertEqual(self.ask("GET", "/register?bucket=b&key=k").json(), {"v": 1})
        self.assertEqual(self.ask("GET", "/list-register-keys?bucket=none").json(), {"keys": []})
        self.ask("POST", "/rerun?id=a&time=2015-09-01T10:00Z")
        self.run_to_the_end()
        self.assertEqual(self.sandbox.path("ran").read_text().split().count("a@2015-09-01T10:00Z"), 2)
        # A time that only a fault of Celos makes a slot is none.
        self.ask("POST", "/rerun?id=a&time=2015-09-01T10:00:00.350Z", 404)
        self.ask("POST", "/kill?id=a&time=2015-09-01T09:00:00.001Z", 404)
        self.server.end()
        self.server.start()
        self.assertTrue(self.have_ended())
        self.assertEqual(self.ask("GET", "/register?bucket=b&key=k").json(), {"v": 1})
        self.assertIn("slots.db", [path.name for path in (self.server.state / "celos").iterdir()])

    def test_slots_run_once_wherever_it_is_killed(self):
        self.begin()
        for step in range(1, MOST_STEPS):
            shutil.rmtree(self.server.state / "celos", ignore_errors=True)
            self.sandbox.path("ran").unlink(missing_ok=True)
            self.server.env = {"HPDLD_CRASH_AFTER": str(step)}
            try:
                self.server.start()
                died = []
                self.until(lambda: died.append(not self.step()) or died[-1] or self.have_ended())
                died = died[-1]
            except (AssertionError, OSError):  # before it listened, or at a query
                self.assertEqual(self.server.process.wait(TIMEOUT), -signal.SIGKILL)
                died = True
            self.server.end()
            self.server.env = None
            self.server.start()
            with self.subTest(step=step):
                self.run_to_the_end()
                self.until(lambda: not self.programs())
                self.assertEqual(sorted(self.sandbox.path("ran").read_text().split()),
                                 [f"a@2015-09-01T1{hour}:00Z" for hour in range(HOURS)])
                ids = [slot["externalID"] for slot in self.slots().values() if slot["externalID"]]
                self.assertEqual(len(set(ids)), HOURS)
            self.server.end()
            if not died:
                self.assertGreater(step, 5 * HOURS)
                self.server.start()
                jobs = self.ask("GET", "/oozie/v2/jobs", len="500").json()["workflows"]
                self.assertEqual({job["status"] for job in jobs}, {"SUCCEEDED"})
                self.assertEqual(len(jobs), HOURS * step)
                return
        self.fail("it dies at every step")

    def test_a_broken_file_keeps_its_last_good_version(self):
        self.begin()
        self.define("b")
        self.server.start()
        self.step()
        ids = ["a", "b"]
        self.assertEqual(self.ask("GET", "/workflow-list").json(), {"ids": ids})
        whole = (self.scripts / "a.js").read_text()
        (self.scripts / "a.js").write_text(whole + "\n  celos.oops(7);\n")
        for _ in range(3):
            self.assertTrue(self.step())
        self.assertEqual(self.ask("GET", "/workflow-list").json(), {"ids": ids})
        self.until(lambda: f"celos: {self.scripts}/a.js:3:9: " in self.log())
        self.assertEqual(self.log().count("its previous version stays in use"), 1)
        celos_log = (self.server.state / "celos" / "logs" / "celos.log").read_text()
        self.assertIn(f"\n  at {self.scripts}/a.js:3:9\n      celos.oops(7);\n            ^\n", celos_log)
        page = self.ask("GET", "/ui").body
        self.assertIn("Its previous version stays in use.", page)
        self.assertIn("  celos.oops(7);\n        ^</pre>", page)
        self.run_to_the_end()
        # The folder goes away, and comes back.
        self.scripts.rename(self.sandbox.path("away"))
        self.assertTrue(self.step())
        self.assertEqual(self.ask("GET", "/workflow-list").json(), {"ids": ids})
        self.sandbox.path("away").rename(self.scripts)
        (self.scripts / "a.js").write_text(whole)
        self.assertTrue(self.step())
        self.until(lambda: "all scripts can be loaded again" in self.log())
        self.assertNotIn("Its previous version stays in use.", self.ask("GET", "/ui").body)
        # A later server knows what was whole.
        (self.scripts / "a.js").write_text("celos.oops(8);\n" + whole)
        self.server.end(signal.SIGKILL)
        self.server.start()
        self.assertTrue(self.step())
        self.assertEqual(self.ask("GET", "/workflow-list").json(), {"ids": ids})
        self.assertIn("Its previous version stays in use.", self.ask("GET", "/ui").body)
        # What is taken away goes.
        (self.scripts / "b.js").unlink()
        self.assertTrue(self.step())
        self.assertEqual(self.ask("GET", "/workflow-list").json(), {"ids": ["a"]})

    def test_what_celos_takes_and_cannot_run_is_an_error_of_its_script(self):
        self.begin()
        self.define("c", externalService=self.service(more=', "n": 5'))
        self.define("d", trigger='celos.andTrigger(null)')
        self.define("e", trigger='celos.successTrigger("typo")')
        self.server.start()
        self.step()
        self.assertEqual(self.ask("GET", "/workflow-list").json(), {"ids": ["a", "e"]})
        self.until(lambda: "the workflow 'e' waits for 'typo', which no script defines" in self.log())

    def test_who_may_change_something(self):
        self.begin("--site", self.sandbox.write("site.xml", configuration(
            {"oozie.service.AuthorizationService.security.enabled": "true"})))
        self.server.start()
        self.ask("GET", "/workflow-list", user="mallory")
        self.ask("GET", "/workflow-list", 403, user=None)
        for target in (STEP, "/pause?id=a&paused=true", "/rerun?id=a&time=2015-09-01T10:00Z",
                       "/ui/rerun?id=a&time=2015-09-01T10:00Z", "/clear-cache"):
            self.ask("POST", target, 403, user="mallory")
        self.ask("PUT", "/register?bucket=b&key=k", 403, user="mallory", body="{}")
        me = pwd.getpwuid(os.geteuid()).pw_name
        self.ask("POST", STEP, user=me)
        self.ask("POST", STEP, 403, user=me, fields={"Origin": "http://evil.example"})
        self.ask("POST", STEP, 403, user=me, fields={"Host": "evil.example"})

    def test_it_steps_by_itself(self):
        self.begin()
        self.define(startTime="celos.ScheduledTime ? null : null", schedule="celos.cronSchedule('* * * * * ?')",
                    schedulingStrategy="celos.serialSchedulingStrategy(1)")
        self.server.options = tuple("1" if word == "0" else word for word in self.server.options)
        self.server.start()
        self.until(lambda: self.sandbox.path("ran").exists())

    def test_two_servers(self):
        self.begin()
        self.server.start()
        other = Server(self.sandbox.folder, *self.options)
        other.log = self.sandbox.path("other.log")
        with self.assertRaises(AssertionError):
            other.start()
        self.assertIn("another hpdld serves", other.log.read_text())
        self.assertIn("another hpdld serves", self.refused("--celos-import", self.scripts))
        self.assertTrue(self.step())

    def test_few_descriptors(self):
        """It may answer with errors while there are none left; what it knows stays."""
        self.begin()
        self.server.start()
        self.run_to_the_end()
        limits = resource.prlimit(self.server.process.pid, resource.RLIMIT_NOFILE)
        used = max(int(name) for name in os.listdir(f"/proc/{self.server.process.pid}/fd"))
        resource.prlimit(self.server.process.pid, resource.RLIMIT_NOFILE, (used + 2, limits[1]))
        for _ in range(5):
            try:
                self.server.call("POST", "/scheduler", time="2015-09-01T11:30Z")
            except OSError:
                pass
        resource.prlimit(self.server.process.pid, resource.RLIMIT_NOFILE, limits)
        self.until(self.step)
        self.assertEqual(self.ask("GET", "/workflow-list").json(), {"ids": ["a"]})
        self.assertTrue(self.have_ended())
        self.assertEqual(len(self.sandbox.path("ran").read_text().split()), HOURS)

    def test_from_celos_and_back(self):
        self.begin()
        celos = CelosServer(self.sandbox.folder / "celos")
        db = celos.folder / "db"
        day = db / "state" / "a" / "2015-09-01"
        day.mkdir(parents=True)
        (day / "10:00:00.000Z").write_text(
            '{"time":"2015-09-01T10:00:00.000Z","status":"FAILURE","externalID":"old","retryCount":3}')
        (db / "paused").mkdir()
        (db / "paused" / "b").write_text("")
        (db / "register" / "bucket").mkdir(parents=True)
        (db / "register" / "bucket" / "key").write_text('{"v":[1,"ü"]}')
        before = celos.tree()
        (day / "11:00:00.000Z").write_text('{"time":"2015-09-01T11:00:00.000Z","status":"RUNN')
        self.assertIn("11:00:00.000Z", self.refused("--celos-import", db))
        (day / "11:00:00.000Z").unlink()
        os.mkfifo(day / "11:00:00.000Z")
        self.assertIn("is not a file", self.refused("--celos-import", db))
        (day / "11:00:00.000Z").unlink()
        (day / "10:00:00.350Z").write_text('{"status":"READY","externalID":null,"retryCount":0}')
        told = self.moved("--celos-import", db)
        self.assertIn("1 slots, 0 rerun marks, 1 paused workflows, 1 registers", told)
        self.assertIn("no celos-server has served ", told)
        self.assertIn("not imported: the slot a@2015-09-01T10:00:00.350Z cannot belong to a schedule, because its time is not a whole second\n", told)
        (day / "10:00:00.350Z").unlink()
        self.moved("--celos-import", db)  # the same again
        self.moved("--celos-export", self.sandbox.path("out"))
        written = CelosServer(self.sandbox.folder / "other")
        shutil.copytree(self.sandbox.path("out"), written.folder / "db", dirs_exist_ok=True)
        self.assertEqual(written.tree(), before)
        self.assertIn("not an empty folder", self.refused("--celos-export", self.sandbox.path("out")))
        self.server.start()
        self.assertEqual(self.slots()["10"], {"time": "2015-09-01T10:00:00.000Z", "status": "FAILURE",
                                              "externalID": "old", "retryCount": 3})
        self.until(lambda: self.step() and self.slots()["11"]["status"] == "SUCCESS")
        self.server.end()
        (day / "10:00:00.000Z").write_text(
            '{"time":"2015-09-01T10:00:00.000Z","status":"SUCCESS","externalID":"other","retryCount":0}')
        self.assertIn("exists already and is different", self.refused("--celos-import", db))

    def test_a_submission_of_celos_server_is_taken_over(self):
        """celos-server dies when its submission has been made, and before it knows of it."""
        self.begin()
        self.server.start()
        celos = CelosServer(self.sandbox.folder / "celos", "--settle", "1000")
        self.addCleanup(lambda: celos.end(signal.SIGKILL))
        url = f"http://127.0.0.1:{self.server.port}/oozie"
        text = script("a", "", externalService=self.service(url),
                      schedulingStrategy="celos.serialSchedulingStrategy(2)")
        celos.put("workflows", {"a.js": text})
        (self.scripts / "a.js").write_text(text)
        celos.start()
        self.assertEqual(celos.call("POST", STEP).status, 200)
        celos.end()
        celos.env = {"HPDLD_CRASH_AFTER": "2"}  # the intent, the answer
        celos.start()
        with self.assertRaises(OSError):
            celos.call("POST", STEP)
        self.assertEqual(celos.process.wait(TIMEOUT), -signal.SIGKILL)
        jobs = self.ask("GET", "/oozie/v2/jobs").json()["workflows"]
        self.assertEqual([job["status"] for job in jobs], ["PREP"])
        self.server.end()
        # Its notes are where this state directory has them.
        shutil.copytree(celos.folder / "state" / "celos", self.server.state / "celos", dirs_exist_ok=True)
        # An export does nothing to them that it does not do at all.
        db, aside = celos.folder / "db", celos.folder / "aside"
        self.assertIn("not an empty folder", self.refused("--celos-export", db))
        db.rename(aside)
        self.assertIn("has not ended its submission of",
                      self.refused("--celos-export", db))
        self.assertFalse(db.exists())
        aside.rename(db)
        told = self.moved("--celos-import", db)
        self.assertIn("1 submissions that have not ended", told)
        self.assertNotIn("no celos-server has served", told)
        self.server.start()
        self.run_to_the_end()
        self.assertEqual(len(self.ask("GET", "/oozie/v2/jobs").json()["workflows"]), HOURS)
        self.assertEqual(len(self.sandbox.path("ran").read_text().split()), HOURS)

    def test_what_does_not_fit(self):
        self.begin()
        for words, code, text in (
                (("--celos-workflows", "w"), 2, "must be given together"),
                (("--celos-step", "5"), 2, "need --celos-workflows"),
                (("--celos-workflows", "w", "--celos-defaults", "d", "--celos-step", "x"), 2, "expected a number of seconds"),
                (("--celos-import", "a", "--celos-export", "b"), 2, "exclude each other"),
                (("--celos-workflows", "/nowhere", "--celos-defaults", self.defaults), 1, "No such file")):
            done = self.move("--listen", "127.0.0.1:0", *words)
            self.assertEqual(done.returncode, code, done)
            self.assertIn(text, done.stderr)


if __name__ == "__main__":
    closing.main()
