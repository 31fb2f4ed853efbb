"""`hpdl import` dies before and after each request that changes something, and goes on: nothing is skipped or doubled."""

import itertools
import os
import signal
import subprocess
import sys
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from imports import USER, ImportTest, at
from programs import TIMEOUT
from relay import Death, Relay


# A run that is not full has one import die at each request; an undo, and one during which an action begins, after the
# requests that leave the two servers at odds: the job is here, it is paused there.
EVERY = bool(os.environ.get("HPDL_EVERY_CALL"))
HALFWAY = (2, 3)


class Dies(ImportTest):
    """kill -9 before and after each request that changes something, and two at once."""

    def changing(self, request):
        return request.method in ("POST", "PUT")

    def at_each_request(self, dies):
        """Calls `dies(number, answered)` for one request after another, as long as it says that somebody died. How often it did."""
        cases = 0
        for number in itertools.count(1):
            struck = [dies(number, answered) for answered in (False, True)]
            cases += sum(struck)
            if not any(struck):
                return cases

    def test_it_goes_on_where_it_died(self):
        # A dry run, the job here, the pause there, the release here: each before and after.
        self.assertGreaterEqual(self.at_each_request(self.dies), 8)

    def dies(self, number, answered):
        """Whether somebody died at the request of this number."""
        job, start, folder = self.coordinator()
        died = self.dying(number, answered, job)
        with self.subTest(number=number, answered=answered):
            self.imports(job)
            mine = self.ends_well(job, start, folder)
            self.assertEqual(self.server.call("PUT", f"/oozie/v2/job/{mine}", user=USER, action="kill").status, 200)
        return died

    def halfway_or_everywhere(self, dies, least):
        """`dies(number, answered)` of each request, of which there are at least so many halves, or of some."""
        if EVERY:
            self.assertGreaterEqual(self.at_each_request(dies), least)
        else:
            for number in HALFWAY:
                self.assertTrue(dies(number, True))

    def dying(self, number, answered, *words, meanwhile=None):
        """Runs an import that dies at a request. Whether it did. `meanwhile(request)` is called before each."""
        def counted(request):
            if meanwhile is not None:
                meanwhile(request)
            return self.changing(request)

        death = Death(number, answered, counted)
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
        self.assertEqual(process.returncode, -signal.SIGKILL if death.has_killed() else 0, told)
        return death.has_killed()

    def test_it_dies_while_it_begins_further_on(self):
        """An action has begun there meanwhile: what was made here is withdrawn, and made from the next one."""
        def dies(number, answered):
            job, start, folder = self.coordinator()

            def begin(request):
                if "pausetime" in urllib.parse.unquote(request.path) and 4 not in self.ran_there(job):
                    self.give(folder, start, 4)
                    self.until(lambda: 4 in self.ran_there(job))

            died = self.dying(number, answered, job, meanwhile=begin)
            with self.subTest(number=number, answered=answered):
                if 4 not in self.ran_there(job):  # it died before: there it begins now
                    self.give(folder, start, 4)
                self.imports(job)
                begun = len(self.ran_there(job))
                self.assertIn(begun, (3, 4))
                mine = self.ends_well(job, start, folder, begun)
                self.assertEqual(self.server.call("PUT", f"/oozie/v2/job/{mine}", user=USER, action="kill").status, 200)
            return died

        # Also: the kill of the one here, another one, and its release.
        self.halfway_or_everywhere(dies, 12)

    def test_an_undo_that_dies(self):
        """The next one ends it, and all runs there."""
        def dies(number, answered):
            job, start, folder = self.coordinator()
            self.imports(job)
            died = self.dying(number, answered, "--undo", job)
            with self.subTest(number=number, answered=answered):
                if died:
                    self.imports("--undo", job)
                self.assertEqual({each["status"] for each in self.coordinators_here()}, {"KILLED"})
                self.assertIsNone(self.there(job, "pauseTime"))
                self.give(folder, start, 4, 5)
                self.until(lambda: self.ran_there(job) == [1, 2, 3, 4, 5])
            return died

        self.halfway_or_everywhere(dies, 6)  # the pause here, the kill here, the pause time there

    def suspends(self, job):
        status, text = self.old.call("PUT", f"v2/job/{job}?action=suspend&user.name={USER}")
        self.assertEqual(status, 200, text)
        self.until(lambda: self.there(job, "status") == "SUSPENDED")

    def test_a_suspended_one_that_dies(self):
        """It is suspended here, too, wherever the import dies, and runs once it is resumed."""
        for number in itertools.count(1) if EVERY else HALFWAY:
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
            if not struck:
                break
        self.assertGreaterEqual(number, 5 if EVERY else HALFWAY[-1])

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
