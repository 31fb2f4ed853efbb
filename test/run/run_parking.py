"""Parking: a program ends when only waits are left, and `wake` goes on (docs/parking.md)."""

import shutil
import sys
import threading
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from http_peer import HttpPeer
from ports import free_port
from programs import *  # noqa: F403
from watching import PARKED, WATCH_PARKED, watch_parked

JOB = "oozie.wf.workflow.notification.url"


def http(url, name="ask", to="end"):
    return (f'<http name="{name}"><url>{escape(url)}</url><mode>CONTINUE</mode>'
            f'<transition name="OK" to="{to}"/><transition name="ERROR" to="bad"/></http>')


def hws(body, start="ask"):
    return (f'<hadoop-workflow name="w"><start to="{start}"/>{body}'
            '<fail name="bad"><message>bad</message></fail><end name="end"/></hadoop-workflow>')


class ParkingTest(ProgramTest):
    def site(self, interval, **settings):
        values = {"oozie.action.retries.max": 9, "oozie.action.retry.interval": interval, **settings}
        rows = "".join(f"<property><name>{name}</name><value>{value}</value></property>"
                       for name, value in values.items())
        return self.sandbox.write("site.xml", f"<configuration>{rows}</configuration>")

    def asking(self, interval, more="", to="end"):
        """A program whose first action asks a server that is not there yet, and is tried again after so long."""
        self.port = free_port()
        self.program = self.build(hws(http(f"http://127.0.0.1:{self.port}/", to=to) + more))
        self.options = ("--site", self.site(interval))
        return self.program

    def serve(self):
        peer = HttpPeer(port=self.port)
        self.addCleanup(peer.close)
        return peer

    def parked(self, *options, **more):
        result = self.program.run(*self.options, *options, params={"user.name": "joe"}, **more)
        return self.assert_code(result, PARKED)

    def wake(self, *options, program=None, **more):
        return (program or self.program)("wake", self.program.job, *options, **more)

    def woken(self, code, **more):
        """Wakes the job until its wait is over, as who watches it does."""
        last = []
        self.assertTrue(self.program.wait_for(
            lambda: last.append(self.wake(**more)) or last[-1].code != PARKED), "always parked again")
        return self.assert_code(last[-1], code)


class Parking(ParkingTest):
    def test_the_next_try_is_waited_for_without_a_process(self):
        self.asking(2)
        result = self.parked("--park", "0", "--progress", "plain")
        self.assertRegex(result.out, r"parked until a wait is over:\n    ask: the next try, since .*; at .*\n")
        self.assertIn(f"wake {self.program.job}", result.out)
        info = self.program.info()
        [wait] = info["job"]["waits"]
        self.assertEqual((info["job"]["status"], info["alive"], wait["node"], wait["wait"]["for"]),
                         ("RUNNING", False, "ask", "time"))
        self.assertIsNotNone(info["job"]["parked"])
        self.assertIn("RUNNING, parked", self.program("info", self.program.job).out)
        listed = self.program("jobs").out.splitlines()
        self.assertIn("PARKED", listed[0])
        self.assertRegex(listed[1], r"RUNNING +\d")
        self.assertNotIn("no process", listed[1])
        self.assertIsNotNone(self.program("jobs", "--format", "json").json()["jobs"][0]["parked"])
        peer = self.serve()
        self.woken(SUCCEEDED)
        self.assertEqual(len(peer.requests), 1)
        self.assertIsNone(self.program.info()["job"]["parked"])
        self.assert_code(self.wake(), SUCCEEDED)  # of an ended job: nothing to do

    def test_not_for_what_comes_soon(self):
        self.asking(1)
        child = self.sandbox.spawn(self.program, *self.options, "--park", "30", params={"user.name": "joe"})
        self.assertTrue(self.program.wait_for(
            lambda: self.program.id_file.exists() and self.program.nodes().get("ask", {}).get("nextTry")))
        self.serve()
        self.assertEqual(child.wait(60), SUCCEEDED)

    def test_options_that_are_none(self):
        self.asking(1)
        for value in ("x", "-1", "99999999999"):
            result = self.program.run("--park", value, params={"user.name": "joe"})
            self.assert_refused(result, USAGE, "--park")

    def test_suspend_stands_and_resume_goes_on_parking(self):
        self.asking(3600)
        self.parked("--park", "0")
        job = self.program.job
        self.assert_code(self.program("suspend", job), 0)
        self.assert_code(self.wake(), SUSPENDED)
        self.assertEqual(self.program.status(job), "SUSPENDED")
        self.assert_code(self.program("resume", job, "--progress", "none"), PARKED)
        self.assert_code(self.program("kill", job), 0)
        self.assert_code(self.wake(), KILLED)

    def test_a_job_that_was_not_started_is_refused(self):
        self.asking(1)
        job = self.program("submit", "-D", "user.name=joe").out.strip()
        self.assert_refused(self.program("wake", job), USAGE, "start")
        self.assert_refused(self.program("wake", "77"), USAGE, "E0604")

    def test_the_program_is_kept(self):
        self.asking(1)
        self.parked("--park", "0")
        kept = Path(self.program.info()["program"])
        self.assertEqual(kept.parent, self.program.state / "programs")
        self.assertEqual(kept.read_bytes(), self.program.path.read_bytes())
        self.assertEqual(kept.stat().st_mode & 0o777, 0o700)
        self.program.path.write_text("rebuilt")
        self.serve()
        self.woken(SUCCEEDED, program=Program(kept, self.program.state))

    def test_keep_program_alone(self):
        program = self.build(workflow(shell("a", "true"), "a"))
        self.assert_code(program.run("--keep-program"), SUCCEEDED)
        self.assertTrue(Path(program.info()["program"]).is_relative_to(program.state))

    def test_the_environment_of_the_start_counts(self):
        folder = self.sandbox.folder
        java = self.sandbox.write("own/bin/java", f"#!/bin/sh\necho own >>{folder}/used\nexit 3\n")
        java.chmod(0o755)
        self.program = self.build(workflow(
            '<action name="a" retry-max="1" retry-interval="1000"><java><main-class>Main</main-class></java>'
            '<ok to="end"/><error to="killed"/></action>', "a"))
        self.options = ("--site", self.site(1, **{"hpdl.user.retry.interval.unit": "milliseconds"}))
        self.parked("--park", "0", env={"JAVA_HOME": str(folder / "own")})
        self.woken(KILLED, env={"JAVA_HOME": "/nowhere"})
        self.assertEqual(self.lines("used"), ["own", "own"])

    def test_tries_of_notifications_survive(self):
        peer = HttpPeer(lambda request: 503)
        self.addCleanup(peer.close)
        self.program = self.build(workflow(shell("a", "true"), "a"))
        site = self.site(1, **{"hpdl.notification.retries.max": 3, "hpdl.notification.retry.interval": 1})
        result = self.program.run("--site", site, "--park", "0", params={JOB: peer.url("$status")})
        self.assert_code(result, SUCCEEDED)
        self.assertIsNotNone(self.program.info()["job"]["parked"])

        def given_up():
            self.assert_code(self.wake(), SUCCEEDED)
            return self.program.info()["notifications"]["givenUp"] == 2
        self.assertTrue(self.program.wait_for(given_up, 60))
        paths = [request.path for request in peer.requests]
        self.assertEqual(paths, ["/RUNNING"] * 4 + ["/SUCCEEDED"] * 4)
        self.assertIsNone(self.program.info()["job"]["parked"])

    def test_killed_at_each_commit(self):
        self.asking(1)
        self.serve()
        died = 0
        for variable in ("HPDL_CRASH_AT", "HPDL_CRASH_AFTER"):
            for number in range(2, 20):
                result = self.program.run(*self.options, "--park", "0", params={"user.name": "joe"},
                                          env={variable: str(number)})
                if result.code == -9:
                    died += 1
                    if self.program.status() == "CREATED":
                        self.assert_code(self.program("start", self.program.job, "--progress", "none"), SUCCEEDED)
                    else:
                        self.woken(SUCCEEDED)
                else:
                    self.assert_code(result, SUCCEEDED)
                    break
        self.assertGreater(died, 3)

    def test_killed_at_each_commit_of_the_parking(self):
        self.asking(1)
        died = 0
        for variable in ("HPDL_CRASH_AT", "HPDL_CRASH_AFTER"):
            for number in range(2, 20):
                result = self.program.run(*self.options, "--park", "0", params={"user.name": "joe"},
                                          env={variable: str(number)})
                died += result.code == -9
                if result.code != -9:
                    self.assert_code(result, PARKED)
                    break
                if self.program.status() != "CREATED":
                    self.woken_to_park()
        self.assertGreater(died, 3)

    def woken_to_park(self):
        self.assert_code(self.wake(), PARKED)
        self.assertEqual(len(self.program.info()["job"]["waits"]), 1)


class Watched(ParkingTest):
    """What is parked is woken by watch_parked, a program around runtime/engines/watch."""

    def ended(self, status="SUCCEEDED", seconds=TIMEOUT):
        self.assertTrue(self.program.wait_for(lambda: self.program.status() == status, seconds), self.program.info())

    def test_a_time(self):
        self.asking(1)
        self.parked("--park", "0")
        self.serve()
        watch_parked(self, self.program)
        self.ended()

    def test_times_of_many_jobs_parked_later(self):
        self.asking(1)
        watch_parked(self, self.program)
        jobs = []
        for _ in range(8):
            self.parked("--park", "0")
            jobs.append(self.program.job)
        self.serve()
        for job in jobs:
            self.assertTrue(self.program.wait_for(lambda: self.program.status(job) == "SUCCEEDED"))

    def parked_for_a_callback(self):
        """The server that got the URL, and what hands a callback to the job as whoever received it would."""
        peer = HttpPeer()
        self.addCleanup(peer.close)
        self.program = self.build(hws(
            http(peer.url() + "?cb=${urlEncode(wf:callback('S'))}").replace("CONTINUE", "WAIT")))
        self.options = ("--site", self.site(1))
        self.parked("--park", "0", "--callback-url", "https://gate.example.org/flows")
        return peer, [WATCH_PARKED, self.program.state, "callback", self.program.job, "ask"]

    def test_a_callback_that_somebody_else_receives(self):
        peer, call = self.parked_for_a_callback()
        [wait] = self.program.info()["job"]["waits"]
        self.assertEqual((wait["wait"]["for"], wait["wait"]["what"]), ("callback", ["0"]))
        watcher = watch_parked(self, self.program)
        url = urllib.parse.unquote_plus(peer.requests[0].path.split("cb=")[1])
        self.assertTrue(url.startswith("https://gate.example.org/flows/callback/"), url)
        token = url.split("/callback/")[1].split("?")[0]
        self.assert_code(run([*call, "0" * 32, "OK"]), 0)  # whoever receives calls may not look at the secret
        self.assertEqual(watcher.stdout.readline(), f"wake {self.program.job}\n")
        self.assertTrue(self.program.wait_for(lambda: self.program.info()["job"]["parked"] and not
                                              list((self.program.state / "jobs" / self.program.job / "requests").iterdir())))
        self.assert_code(run([*call, token, "OK"]), 0)
        self.ended()
        self.assertEqual(len(peer.requests), 1)

    def test_a_callback_of_which_the_bell_tells_nothing(self):
        """Its mailbox is looked at all the same, and that is told again when the job parks again."""
        _, call = self.parked_for_a_callback()
        watcher = watch_parked(self, self.program)
        for _ in range(2):
            before = self.program.info()["job"]["parked"]
            (self.program.state / "bell").unlink(missing_ok=True)
            self.assert_code(run([*call, "0" * 32, "OK"]), 0)
            self.assertEqual(watcher.stdout.readline(), f"wake {self.program.job}\n")
            self.assertTrue(self.program.wait_for(
                lambda: self.program.info()["job"]["parked"] not in (None, before)), "not parked again")

    def test_a_callback_before_the_watch_begins(self):
        _, call = self.parked_for_a_callback()
        self.assert_code(run([*call, "0" * 32, "OK"]), 0)
        watcher = watch_parked(self, self.program)
        self.assertEqual(watcher.stdout.readline(), f"wake {self.program.job}\n")

    def test_one_that_died_when_it_was_woken_is_woken_again(self):
        self.asking(1)
        self.parked("--park", "0")
        kept = Path(self.program.info()["program"])
        good = kept.read_bytes()
        kept.unlink()
        shutil.copy("/bin/false", kept)  # no script: its shell may read it when it is the program again
        watcher = watch_parked(self, self.program)
        self.assertEqual(watcher.stdout.readline(), f"wake {self.program.job}\n")
        kept.unlink()
        kept.write_bytes(good)
        kept.chmod(0o700)
        self.serve()
        self.ended(seconds=60)


class GivenIds(ProgramTest):
    def test_a_job_is_made_once(self):
        program = self.build(workflow(shell("a", "true"), "a"))
        results = []

        def submit():
            results.append(program("submit", "--local", "--id", "0000007-nightly-W"))
        threads = [threading.Thread(target=submit) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for result in results:
            self.assert_code(result, 0)
            self.assertEqual(result.out.strip(), "0000007-nightly-W")
        self.assertEqual(program("jobs", "--ids").out.split(), ["0000007-nightly-W"])
        self.assert_code(program("start", "0000007-nightly-W", "--progress", "none"), SUCCEEDED)
        self.assertEqual(program("submit", "--local", "--id", "0000007-nightly-W").out.strip(),
                         "0000007-nightly-W")
        self.assertEqual(program.status("0000007-nightly-W"), "SUCCEEDED")

    def test_one_that_was_half_made_is_made(self):
        program = self.build(workflow(shell("a", "true"), "a"))
        for number in range(1, 6):
            job = f"000000{number}-x-W"
            result = program("submit", "--local", "--id", job, env={"HPDL_CRASH_AT": str(number)})
            if result.code == -9:
                result = program("submit", "--local", "--id", job)
            self.assert_code(result, 0)
            self.assert_code(program("start", job, "--progress", "none"), SUCCEEDED)

    def counting(self):
        """A program whose action adds a line to `self.ran`."""
        self.ran = self.sandbox.path("ran")
        return self.build(workflow(shell("a", f"echo x >> '{self.ran}'"), "a"))

    def test_a_job_is_made_and_run_once(self):
        program = self.counting()
        results = []

        def run():
            results.append(program("run", "--local", "--id", "0000007-nightly-W", "--progress", "none"))
        threads = [threading.Thread(target=run) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([result.out for result in results if result.code == 0], ["0000007-nightly-W\n"])
        for result in results:
            if result.code != 0:
                self.assert_refused(result, USAGE, "[E0")  # somebody has it, or it has ended
        self.assertEqual(program.status("0000007-nightly-W"), "SUCCEEDED")
        self.assertEqual(self.ran.read_text(), "x\n")

    def test_one_that_was_submitted_is_run(self):
        program = self.counting()
        self.assert_code(program("submit", "--local", "--id", "0000007-x-W"), 0)
        result = program("run", "--local", "--id", "0000007-x-W", "--progress", "none")
        self.assert_code(result, SUCCEEDED)
        self.assertEqual((result.out, self.ran.read_text()), ("0000007-x-W\n", "x\n"))

    def test_one_that_dies_after_any_commit_goes_on(self):
        program = self.counting()
        number = died = 0
        for variable in ("HPDL_CRASH_AT", "HPDL_CRASH_AFTER"):
            for step in range(1, 100):
                number += 1
                job = f"{number:07}-x-W"
                command = ("run", "--local", "--id", job, "--progress", "none")
                result = program(*command, env={variable: str(step)})
                if result.code == 0:
                    break
                self.assert_code(result, -9)
                died += 1
                again = program(*command)
                if again.code != 0:
                    self.assert_refused(again, USAGE, "E0607")
                if program.status(job) != "SUCCEEDED":
                    self.assert_code(program("resume", job, "--progress", "none"), SUCCEEDED)
                self.assertEqual(program.status(job), "SUCCEEDED")
                self.assertEqual(self.ran.read_text(), "x\n" * number)
        self.assertGreater(died, 5)

    def test_what_is_no_id_is_refused(self):
        program = self.build(workflow(shell("a", "true"), "a"))
        for word in ("", "x", "../7-W", "7/../8-W", "7 8"):
            self.assert_refused(program("submit", "--local", "--id", word), USAGE, "id")
            self.assert_refused(program("run", "--local", "--id", word), USAGE, "id")
        self.assertEqual(program("jobs", "--ids").out, "")


if __name__ == "__main__":
    closing.main()
