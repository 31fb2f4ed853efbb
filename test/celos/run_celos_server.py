"""celos-server as a process: its command line and its log, a port that answers while a step waits for Oozie, and a
directory that others have been at."""

import datetime
import http.client
import json
import os
import re
import socket
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from celos_served import *  # noqa: F403
from programs import TIMEOUT, run
from stand_in_oozie import StandInOozie

SLOT = "state/a/2015-09-01/10:00:00.000Z"
NOW = "2015-09-01T09:00:00.000Z"


def stored(status, external_id="null", retries=0):
    return (f'{{"time":"2015-09-01T10:00:00.000Z","status":"{status}","externalID":{external_id},'
            f'"retryCount":{retries}}}')


class CelosCommandLine(CelosTest):
    def run_server(self, *words):
        return run([CELOS_SERVER, *words], env={"HPDL_STATE": str(self.folder / "state")})

    def test_what_is_wrong_is_said_as_java_does(self):
        for words, code, out, err in (
                ((), 1, "usage: ", 'Exception in thread "main" java.lang.IllegalArgumentException: Missing --port argument'),
                (("--port", "1", "--nosuch"), 1, "", "UnrecognizedOptionException: Unrecognized option: --nosuch"),
                (("-port",), 1, "", "MissingArgumentException: Missing argument for option: port"),
                (("--port", "x"), 1, "", 'java.lang.NumberFormatException: For input string: "x"'),
                (("--port", "0", "--dbType", "JDBC"), 1, "", "--dbType FILESYSTEM"),
                (("--port", "0", "--host", "nosuch"), 1, "", "numeric address"),
                (("--port=0", f"--workflows={self.folder}/nosuch"), 1,
                 "--defaults not specified, using default value: /etc/celos/defaults",
                 f"ERROR: {self.folder}/nosuch doesnt exist"),
                (("--help",), 0, "--autoSchedule", ""), (("--version",), 0, "celos-server ", "")):
            with self.subTest(words):
                result = self.run_server(*words)
                self.assertEqual(result.code, code, result)
                self.assertIn(out, result.out)
                self.assertIn(err, result.err)

    def test_what_is_left_out_is_told(self):
        result = self.run_server("-port", "0", "-workflows=/nosuch", "ignored", "-db", str(self.folder))
        self.assertEqual(result.out.splitlines(), [
            f"--{name} not specified, using default value: {value}" for name, value in (
                ("dbType", "FILESYSTEM"), ("defaults", "/etc/celos/defaults"), ("logs", "/var/log/celos"),
                ("autoSchedule", "-1"))])

    def test_one_server_for_a_directory(self):
        celos = self.server().start()
        second = run(celos.command(0))
        self.assertEqual(second.code, 1, second)
        self.assertIn("another hpdld serves", second.err)
        self.assertEqual(celos.end(), 0)

    def test_nobody_else_reaches_it(self):
        celos = self.server().start()
        self.assertIn("at http://127.0.0.1:", celos.output.read_text())
        with self.assertRaises(OSError):
            socket.create_connection(("127.0.0.2", celos.port), timeout=TIMEOUT)


class CelosWithOozie(CelosTest):
    def setUp(self):
        super().setUp()
        self.oozie = StandInOozie()
        self.addCleanup(self.oozie.close)
        self.celos = self.server()
        self.celos.put("workflows", {"a.js": workflow("a", self.oozie.url)})

    def step(self, time="2015-09-01T10:30Z", **more):
        answer = self.celos.call("POST", f"/scheduler?time={time}", **more)
        self.assertEqual(answer.status, 200, answer)

    def status(self, name="a"):
        answer = self.celos.call("GET", f"/workflow-slots?id={name}&start=2015-09-01T10:00Z&end=2015-09-01T11:00Z")
        return re.findall('"status" : "(.*)"', answer.body)


class CelosProtocol(CelosWithOozie):
    def test_methods(self):
        self.celos.start()
        self.assertEqual(self.celos.call("OPTIONS", "/scheduler").fields["allow"], "POST, TRACE, OPTIONS")
        self.assertEqual(self.celos.call("OPTIONS", "/register").fields["allow"],
                         "GET, HEAD, PUT, DELETE, TRACE, OPTIONS")
        head = self.celos.call("HEAD", "/workflow-list")
        self.assertEqual((head.status, head.body, head.fields["content-length"]), (200, "", "21"))
        self.assertNotIn("content-type", head.fields)
        for method, reason in (("PUT", "HTTP method PUT is not supported by this URL"),
                               ("DELETE", "Http method DELETE is not supported by this URL")):
            answer = self.celos.call(method, "/workflow-list")
            self.assertEqual((answer.status, answer.reason, answer.body), (405, reason, ""))

    def test_a_form_and_a_page_of_another_site(self):
        self.celos.start()
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        self.assertEqual(self.celos.call("POST", "/pause", "id=a&paused=true", **form).status, 200)
        self.assertEqual(self.celos.tree()["paused/a"], "")
        unpause = "/pause?id=a&paused=false"
        self.assertEqual(self.celos.call("POST", unpause, Origin="http://example.com").status, 403)
        self.assertIn("paused/a", self.celos.tree())
        own = f"http://127.0.0.1:{self.celos.port}"
        self.assertEqual(self.celos.call("POST", unpause, Origin=own).status, 200)
        self.assertNotIn("paused/a", self.celos.tree())

    def test_parameters_that_are_missing_or_wrong_change_nothing(self):
        self.celos.put("db", {SLOT: stored("SUCCESS"), "paused/a": ""})
        self.celos.start()
        before = self.celos.tree()
        missing = "{} parameter missing.".format
        wrong = 'paused parameter is "{}", but must be true or false.'.format
        for method, target, reason in (
                ("POST", "/pause?id=a", missing("paused")), ("POST", "/pause?paused=false", missing("id")),
                ("POST", "/pause?id=a&paused=", wrong("")), ("POST", "/pause?id=a&paused=no", wrong("no")),
                ("GET", "/trigger-status?id=a", missing("time")), ("GET", "/slot-state?id=a", missing("time")),
                ("POST", "/rerun?id=a", missing("time")), ("POST", "/kill?id=a", missing("time"))):
            answer = self.celos.call(method, target)
            self.assertEqual((answer.status, answer.reason), (400, reason), target)
        self.assertEqual(self.celos.tree(), before)
        self.assertEqual(self.celos.call("POST", "/pause?id=a&paused=False").status, 200)
        self.assertNotIn("paused/a", self.celos.tree())

    def test_several_requests_on_a_connection(self):
        self.celos.start()
        connection = http.client.HTTPConnection("127.0.0.1", self.celos.port, timeout=TIMEOUT)
        for _ in range(3):
            connection.request("GET", "/version")
            self.assertEqual(connection.getresponse().read(), b"deadbeef")
        connection.close()

    def hang_at(self, what, number):
        """Only the so manieth request of this kind is not answered, until `free` is set."""
        seen = []

        def wait(which):
            seen.extend([which] if which == what else [])
            if which == what and len(seen) == number:
                self.oozie.free.wait(TIMEOUT)
        self.oozie.before = wait

    def test_queries_do_not_wait_for_a_step_nor_see_half_of_it(self):
        other = SLOT.replace("10:00", "11:00")
        self.celos.put("workflows", {"a.js": workflow("a", self.oozie.url,
                                                      schedulingStrategy="celos.serialSchedulingStrategy(2)")})
        self.celos.put("db", {SLOT: stored("READY"), other: stored("READY").replace("10:00", "11:00")})
        self.celos.start()
        self.hang_at("submit", 2)
        stepping = threading.Thread(target=self.step, args=("2015-09-01T11:30Z",))
        stepping.start()
        self.until(lambda: "RUNNING" in self.celos.tree()[SLOT] and self.oozie.jobs["job-1"].starts)
        self.assertEqual(self.status(), ["READY"], "the step goes on")
        self.assertIn("READY", self.celos.call("GET", "/slot-state?id=a&time=2015-09-01T10:00Z").body)
        self.assertTrue(stepping.is_alive())
        self.oozie.free.set()
        stepping.join()
        self.assertEqual(self.status(), ["RUNNING"])

    def test_changes_wait_for_each_other(self):
        self.celos.put("db", {SLOT: stored("READY")})
        self.celos.start()
        self.hang_at("submit", 1)
        answers = []
        stepping = threading.Thread(target=self.step)
        stepping.start()
        self.until(lambda: list((self.folder / "state").rglob("intents/*")))
        kill = threading.Thread(target=lambda: answers.append(
            self.celos.call("POST", "/kill?id=a&time=2015-09-01T10:00Z")))
        kill.start()
        self.assertEqual(self.status(), ["READY"])
        self.oozie.free.set()
        kill.join()
        stepping.join()
        self.assertEqual([answer.status for answer in answers], [200])
        self.assertEqual(self.celos.tree()[SLOT], stored("KILLED", '"job-1"'))
        self.assertEqual(self.oozie.jobs["job-1"].status, "KILLED")

    def test_an_oozie_that_is_not_there(self):
        self.celos.put("workflows", {"a.js": workflow("a", "http://127.0.0.1:9/oozie")})
        self.celos.put("db", {SLOT: stored("READY")})
        self.celos.start()
        self.step()
        self.assertEqual(self.celos.tree(), {SLOT: stored("READY")})
        self.assertIn("ERROR: Exception in workflow: a: a@2015-09-01T10:00:00.000Z: IO_ERROR : ",
                      self.celos.errors()[-1])
        self.assertEqual(list((self.folder / "state").rglob("intents/*")), [])

    def test_steps_by_itself(self):
        self.celos.put("workflows", {"a.js": workflow("a", self.oozie.url, schedule='celos.cronSchedule("* * * * * ?")',
                                                      startTime='"' + datetime.datetime.now(
                                                          datetime.timezone.utc).isoformat()[:19] + 'Z"')})
        self.celos.options = ("--autoSchedule", "1")
        self.celos.start()
        self.until(lambda: any(job.starts for job in self.oozie.jobs.values()))

    def test_the_log(self):
        logs = self.folder / "logs"
        logs.mkdir()
        (logs / "celos.log").write_text("[2015-08-31 23:59:59.000] INFO : old\n")
        os.utime(logs / "celos.log", (1441065599, 1441065599))
        self.celos.start()
        self.step()
        self.assertEqual((logs / "celos-2015-08-31.log").read_text(), "[2015-08-31 23:59:59.000] INFO : old\n")
        lines = (logs / "celos.log").read_text().splitlines()
        for line in lines:
            self.assertRegex(line, r"^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\] INFO : ")
        self.assertEqual([line.split(" : ", 1)[1] for line in lines], [
            f"Loading file: {self.folder}/workflows/a.js",
            "Starting scheduler step: 2015-09-01T10:30:00.000Z -- 2015-08-25T10:30:00.000Z",
            "Processing workflow: a at: 2015-09-01T10:30:00.000Z",
            "Slot is ready: a@2015-09-01T10:00:00.000Z",
            "Ending scheduler step: 2015-09-01T10:30:00.000Z -- 2015-08-25T10:30:00.000Z"])


class CelosDirectory(CelosWithOozie):
    """Others have been at the files: each request finds what is there then."""

    def slots(self):
        return self.celos.call("GET", "/workflow-slots?id=a&start=2015-09-01T10:00Z&end=2015-09-01T11:00Z")

    def test_files_are_read_at_each_request(self):
        self.celos.start()
        for status in ("READY", "SUCCESS", "WAIT_TIMEOUT"):
            self.celos.put("db", {SLOT: stored(status)})
            self.assertEqual(self.status(), [status])
        (self.folder / "db" / SLOT).unlink()
        self.assertEqual(self.status(), ["WAITING"])

    def test_damaged_files_break_their_slots_alone(self):
        self.celos.start()
        for name, text, error in (
                (SLOT, "", "com.fasterxml.jackson.databind.JsonMappingException: No content to map due to end-of-input"),
                (SLOT, '{"status":"RUN', "com.fasterxml.jackson.core.JsonParseException: "),
                (SLOT, "[]", "java.lang.ClassCastException: "), (SLOT, "{}", "java.lang.NullPointerException"),
                (SLOT, stored("NOSUCH"), "java.lang.IllegalArgumentException: No enum constant "
                                         "com.collective.celos.SlotState.Status.NOSUCH"),
                (SLOT.replace("10:00:00.000Z", "x"), "", 'java.lang.IllegalArgumentException: Invalid format: '
                                                         '"2015-09-01Tx" is malformed at "x"')):
            with self.subTest(text or name):
                self.celos.empty()
                self.celos.put("workflows", {"a.js": workflow("a", self.oozie.url)})
                self.celos.put("db", {name: text})
                path = self.folder / "db" / name
                if name == SLOT:
                    answer = self.celos.call("GET", "/slot-state?id=a&time=2015-09-01T10:00Z")
                    self.assertEqual(answer.status, 400)
                    kind, _, words = error.partition(": ")
                    self.assertTrue(answer.reason.startswith(f"{kind}: {path}" + (f": {words}" if words else "")),
                                    answer.reason)
                    listed = json.loads(self.slots().body)
                    self.assertEqual(listed["slots"], [])
                    self.assertEqual([slot["time"] for slot in listed["unreadable"]], ["2015-09-01T10:00:00.000Z"])
                    self.assertIn(str(path), listed["unreadable"][0]["error"])
                else:
                    self.assertEqual(self.status(), ["WAITING"])
                logged = len(self.celos.errors())
                self.step("2015-09-01T11:30Z")
                named, = self.celos.errors()[logged:]
                self.assertTrue(named.startswith(f"ERROR: Exception in workflow: a: {path}"), named)
                other = SLOT.replace("10:00", "11:00")
                self.assertEqual(self.celos.tree()[name], text)
                self.assertIn("READY", self.celos.tree()[other])
                self.step("2015-09-01T11:31Z")
                started = other if name == SLOT else SLOT
                self.assertIn("RUNNING", self.celos.tree()[started])

    def test_a_bad_slot_and_a_forgotten_job_stop_themselves_alone(self):
        other = SLOT.replace("10:00", "11:00")
        properties = ('function (slot) { if (slot.getScheduledTime().hour() == "10") { throw "no such hour"; } '
                      'return {"oozie.wf.application.path": "/app"}; }')
        self.celos.put("workflows", {"a.js": workflow(
            "a", self.oozie.url, externalService=f'celos.oozieExternalService({properties}, "{self.oozie.url}")')})
        self.celos.put("db", {SLOT: stored("READY"), other: stored("READY")})
        self.celos.start()
        self.step("2015-09-01T11:30Z")
        self.assertEqual(self.celos.tree()[SLOT], stored("READY"))
        self.assertIn('"RUNNING","externalID":"job-1"', self.celos.tree()[other])
        self.assertIn("ERROR: Exception in workflow: a: a@2015-09-01T10:00:00.000Z: ", self.celos.errors()[-1])
        self.oozie.jobs.clear()
        self.step("2015-09-01T11:31Z")
        self.assertIn('"FAILURE","externalID":"job-1"', self.celos.tree()[other])
        self.assertIn("ERROR: Slot failed, its job is gone: a@2015-09-01T11:00:00.000Z external ID: job-1",
                      self.celos.errors())
        self.step("2015-09-01T12:31Z")
        self.step("2015-09-01T12:32Z")
        self.assertIn("RUNNING", self.celos.tree()[SLOT.replace("10:00", "12:00")])

    def test_a_damaged_mark_stops_itself_alone(self):
        marks = "rerun/a/2015-08-01/"
        self.celos.put("db", {f"{marks}10:00:00.000Z": "{", f"{marks}11:00:00.000Z": f'{{"rerunTime":"{NOW}"}}',
                              "rerun/a/file": ""})
        self.celos.start()
        self.step()
        self.assertIn("READY", self.celos.tree()["state/a/2015-08-01/11:00:00.000Z"])
        self.assertNotIn("state/a/2015-08-01/10:00:00.000Z", self.celos.tree())
        named = self.celos.errors()
        self.assertEqual(len(named), 2)
        for name, line in zip((f"{marks}10:00:00.000Z", "rerun/a/file"), named):
            self.assertTrue(line.startswith(f"ERROR: Exception in workflow: a: {self.folder}/db/{name}: "), line)

    def test_links_and_pipes(self):
        secret = self.folder / "secret"
        secret.write_text(stored("SUCCESS"))
        self.celos.start()
        slot = self.folder / "db" / SLOT
        slot.parent.mkdir(parents=True)
        for make in (lambda: slot.symlink_to(secret), lambda: os.mkfifo(slot), slot.mkdir):
            make()
            self.assertEqual(json.loads(self.slots().body)["slots"], [])
            self.step()
            self.assertTrue(self.celos.errors()[-1].startswith(f"ERROR: Exception in workflow: a: {slot}"))
            slot.rmdir() if slot.is_dir() and not slot.is_symlink() else slot.unlink()
        slot.parent.rmdir()
        (self.folder / "elsewhere").mkdir()
        slot.parent.symlink_to(self.folder / "elsewhere")
        self.assertIn("is a symbolic link", json.loads(self.slots().body)["unreadable"][0]["error"])
        self.step()
        self.assertEqual(list((self.folder / "elsewhere").iterdir()), [])
        self.assertEqual(secret.read_text(), stored("SUCCESS"))

    def test_files_are_replaced(self):
        self.celos.put("db", {SLOT: stored("SUCCESS", '"x"')})
        self.celos.start()
        slot = self.folder / "db" / SLOT
        with slot.open() as old:
            self.assertEqual(self.celos.call("POST", "/rerun?id=a&time=2015-09-01T10:00Z").status, 200)
            self.assertEqual(old.read(), stored("SUCCESS", '"x"'))
        self.assertEqual(slot.read_text(), stored("WAITING"))
        mask = os.umask(0)
        os.umask(mask)
        self.assertEqual(slot.stat().st_mode & 0o777, 0o666 & ~mask)

    def test_what_a_dead_server_left_goes(self):
        (self.folder / "db" / ".hpdlc.abcdef").write_text("x")
        self.celos.start()
        self.assertEqual(self.celos.tree(), {})

    def test_ids_that_lead_elsewhere(self):
        self.celos.start()
        for name in ("..", ".", "a%00"):
            self.assertEqual(self.celos.call("GET", f"/slot-state?id={name}&time=2015-09-01T10:00Z").status, 404, name)
        for target in ("/register?bucket=..&key=a", "/register?bucket=a&key=.."):
            self.assertEqual(self.celos.call("PUT", target, "{}").status, 400)
        self.assertEqual(self.celos.call("PUT", "/register?bucket=a%00b&key=c", "{}").status, 400)


if __name__ == "__main__":
    closing.main()
