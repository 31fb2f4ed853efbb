"""`hpdl import` takes coordinators over from a real Oozie 5.2.1: each nominal time is run by one of the two servers, once."""

import json
import re
import socket
import sys
import threading
import time
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from imports import ACTIONS, HOUR, USER, ImportTest, at
from programs import TIMEOUT
from relay import Relay
from served import configuration


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
        self.assertIn("have begun at the new server", self.imports("--undo", job, code=255))

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
        after = self.states(job)  # Oozie may have made more actions since
        self.assertEqual({number: after[number] for number in before}, before)
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


    def test_an_old_server_that_hangs(self):
        """At its list, and at the pause, which it has made or not: one error in the time that is given, and the next one goes on."""
        for hangs_at, made in (("GET", False), ("PUT", False), ("PUT", True)):
            with self.subTest(hangs_at=hangs_at, made=made):
                job, start, folder = self.coordinator()
                given_up = threading.Event()

                def hang(request, *_):
                    return request.method != hangs_at or not given_up.wait(TIMEOUT)

                relay = Relay(f"127.0.0.1:{self.old.port}", **{"after" if made else "before": hang})
                try:
                    told = self.imports("-timeout", "2", job, old=f"http://{relay.address}/oozie", code=255)
                finally:
                    given_up.set()
                    relay.close()
                self.assertRegex(told.strip().splitlines()[-1], "Timeout was reached")
                self.imports(job)
                mine = self.ends_well(job, start, folder)
                self.assertEqual(self.server.call("PUT", f"/oozie/v2/job/{mine}", user=USER, action="kill").status, 200)


if __name__ == "__main__":
    closing.main()
