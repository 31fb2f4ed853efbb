"""Notifications of the actions of coordinators, under hpdld and alone, to a real peer that fails."""

import os
import signal
import sys
from pathlib import Path
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from notified import Peer
from ports import free_port
from programs import *  # noqa: F403
from run_served_coordinators import CoordinatorTest

URL = "oozie.coord.action.notification.url"
PROXY = "oozie.coord.action.notification.proxy"


class NotificationTest(CoordinatorTest):
    def peer(self, *arguments, **options):
        peer = Peer(*arguments, **options)
        self.addCleanup(peer.close)
        return peer

    def told_of(self, peer, job, **options):
        """What the peer was told, as (number, status)."""
        told = []
        for path in peer.paths("/", **options):
            action, status = path.split("/")
            self.assertEqual(action.rsplit("%40", 1)[0], quote(job))
            told.append((int(action.rsplit("%40", 1)[1]), status))
        return told

    def both(self, *numbers):
        return [(number, status) for number in numbers for status in ("WAITING", "RUNNING")]


class Served(NotificationTest):
    def begin(self, **settings):
        super().begin(**{"hpdl.notification.retry.interval": 0, **settings})

    def test_each_occasion(self):
        peer = self.peer()
        self.begin()
        job = self.submitted({**self.coordinator(2, data=True), URL: peer.url("$actionId/$status")})
        self.until_actions(job, "WAITING", "WAITING")
        self.arrive(1)
        self.until_actions(job, "SUCCEEDED", "WAITING")
        answer = self.server.call("PUT", f"/oozie/v2/job/{job}", "<configuration/>", action="kill",
                                  **{"type": "action", "scope": "2"})
        self.assertEqual(answer.status, 200, answer)
        self.until_job(job, "DONEWITHERROR")
        self.until_parked(job)
        expected = [(1, "WAITING"), (2, "WAITING"), (1, "RUNNING"), (2, "KILLED")]
        self.assertEqual(self.told_of(peer, job), expected)
        answer = self.server.call("PUT", f"/oozie/v2/job/{job}", "<configuration/>", action="coord-rerun",
                                  **{"type": "action", "scope": "1"})
        self.assertEqual(answer.status, 200, answer)
        self.until(lambda: self.told_of(peer, job)[4:] == [(1, "WAITING"), (1, "RUNNING")])

    def test_a_peer_that_is_down_for_a_while(self):
        """The coordinator has ended and is parked when the last ones are tried again."""
        down = {"left": 3}

        def behave(_):
            down["left"] -= 1
            return 503 if down["left"] >= 0 else 200
        peer = self.peer(behave)
        self.begin(**{"hpdl.notification.retry.interval": 3})
        job = self.submitted({**self.coordinator(1), URL: peer.url("$actionId/$status")})
        self.until_job(job, "SUCCEEDED")
        self.until_parked(job)
        self.assertEqual(self.told_of(peer, job), [])
        self.until(lambda: self.told_of(peer, job) == self.both(1))
        self.until_parked(job)
        self.assertEqual(len(peer.seen), 5)

    def test_no_crash_loses_one(self):
        port = free_port()
        self.begin(**{"hpdl.notification.retries.max": 1000, "hpdl.notification.retry.interval": 1})
        job = self.submitted({**self.coordinator(3, data=True),
                              URL: f"http://127.0.0.1:{port}/$actionId/$status"})
        self.until_actions(job, "WAITING", "WAITING", "WAITING")
        for day in (1, 2, 3):
            self.server.end(signal.SIGKILL)
            for pid in self.programs(job):
                os.kill(pid, signal.SIGKILL)
            self.arrive(day)
            self.server.start()
            self.until(lambda: self.actions(job)[day - 1] == "SUCCEEDED")
        peer = self.peer(port=port)
        self.until(lambda: len(set(self.told_of(peer, job))) == 6)
        self.until_parked(job)
        first = list(dict.fromkeys(self.told_of(peer, job)))
        self.assertEqual(sorted(first), sorted(self.both(1, 2, 3)))
        self.assertEqual(first[:3], [(1, "WAITING"), (2, "WAITING"), (3, "WAITING")])

    def test_a_wrong_url_and_a_wrong_proxy_are_passed_over(self):
        self.begin()
        for name, value in ((URL, "ftp://x/"), (URL, "nonsense"), (PROXY, "nowhere")):
            self.assertEqual(self.server.submit({**self.coordinator(1), name: value}).status, 201)


class Alone(NotificationTest):
    def build_coordinator(self, days, *options):
        self.coordinator(days)
        program = self.sandbox.path("program")
        folder = self.sandbox.path("c")
        built = hpdlc("build", folder / "coordinator.xml", "-o", program, "--sub", f"file://{folder}/wf={folder}/wf",
                      *options)
        self.assertEqual(built.code, 0, built)
        return Program(program, self.sandbox.path("state"))

    def test_a_program(self):
        peer = self.peer()
        program = self.build_coordinator(2)
        self.assert_code(program.run(params={URL: peer.url("$actionId/$status")}), SUCCEEDED)
        self.assertEqual(sorted(self.told_of(peer, program.job)), sorted(self.both(1, 2)))

    def test_what_is_left_is_counted(self):
        program = self.build_coordinator(1)
        self.sandbox.write("site.xml", "<configuration><property><name>hpdl.notification.end.wait</name>"
                                       "<value>0</value></property></configuration>")
        done = program.run("--site", self.sandbox.path("site.xml"),
                           params={URL: f"http://127.0.0.1:{free_port()}/$actionId/$status"})
        self.assert_code(done, SUCCEEDED)
        self.assertIn("2 notifications", done.err)
        self.assertIn("0 delivered, 2 waiting, 0 given up: NET_CONNECT", program("info", program.job).out)
        self.assertEqual(program.info()["job"]["notifications"], {"delivered": 0, "waiting": 2, "givenUp": 0})

    def test_without_network(self):
        program = self.build_coordinator(1, "--no-network")
        done = program.run(params={URL: "http://127.0.0.1:1/"})
        self.assert_code(done, 2)
        self.assertIn("--no-network", done.err)


if __name__ == "__main__":
    closing.main()
