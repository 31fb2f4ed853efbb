"""hpdld removes jobs that ended long ago, and nothing else, wherever it is killed meanwhile."""

import fcntl
import os
import shutil
import signal
import sqlite3
import struct
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from served import *  # noqa: F403

LONG_AGO = 1_000_000_000


class Purge(ServedTest):
    def site(self, **keys):
        rows = "".join(f"<property><name>oozie.service.PurgeService.{name.replace('_', '.')}</name>"
                       f"<value>{value}</value></property>" for name, value in keys.items())
        return self.sandbox.write("site.xml", f"<configuration>{rows}</configuration>")

    def begin(self, **keys):
        self.serve("--local", "--site", self.site(**keys))
        self.app = self.application(workflow(fs("a", f"<mkdir path='{self.sandbox.path('d')}'/>"), "a"))

    def ended(self, **more):
        job = self.submitted({**self.app, **more})
        self.until_status(job, "SUCCEEDED")
        self.until(lambda: not self.programs(job))
        return job

    def held(self, **more):
        job = self.submitted({**self.app, "oozie.suspend.on.nodes": "a", **more})
        self.until_status(job, "SUSPENDED")
        return job

    def purge(self, **query):
        return self.server.call("PUT", "/oozie/v2/admin/purge", **query)

    def purged(self, **query):
        answer = self.purge(**query)
        self.assertEqual((answer.status, answer.json()), (200, {"purge": "Purge command executed successfully"}), answer)

    def folders(self):
        return {each.name for each in (self.server.state / "jobs").iterdir()}

    def listed(self):
        jobs = self.server.call("GET", "/oozie/v2/jobs", len="1000").json()["workflows"]
        self.assertEqual({job["id"] for job in jobs}, self.folders())
        return self.folders()

    def kept_programs(self):
        return {each.name for each in (self.server.state / "programs").iterdir()}

    def records(self):
        with sqlite3.connect(f"file:{self.server.state}/server.db?mode=ro", uri=True) as database:
            return {row[0] for row in database.execute("SELECT id FROM job")}

    def make_old(self):
        """As if nobody had used the programs for long."""
        for each in (self.server.state / "programs").iterdir():
            os.utime(each, (LONG_AGO, LONG_AGO))

    def test_by_the_site(self):
        self.begin(older_than=0, purge_interval=1)
        held, key = self.held(), "k"
        ended = self.submitted(self.app, key=key)
        self.until(lambda: self.folders() == {held})
        self.until(lambda: not any((self.server.state / "trash").iterdir()))
        self.assertEqual(self.listed(), {held})
        self.assertNotIn(ended, self.records())
        self.assertNotEqual(self.submitted(self.app, key=key), ended)  # its key went with it
        self.told(held, "kill")
        self.until(lambda: self.folders() == set())

    def test_nothing_goes_by_itself_without_a_word(self):
        self.begin(purge_interval=1)
        ended = self.ended()
        self.purged()  # 30 days, as in Oozie
        self.assertEqual(self.listed(), {ended})

    def test_when_somebody_asks(self):
        self.begin()
        jobs = {self.ended() for _ in range(5)}
        self.purged(wf="30", coord="", bundle="", limit="", oldcoordaction="")
        self.assertEqual(self.listed(), jobs)
        self.purged(wf="0", coord="7", bundle="7", limit="2", oldcoordaction="true")
        self.assertEqual(self.listed(), set())
        for query in ({"wf": "-1"}, {"wf": "x"}, {"limit": "1x"}, {"wf": "99999999999999999999"}):
            answer = self.purge(**query)
            self.assertEqual((answer.status, answer.code), (400, "E0303"), answer)
        self.assertEqual(self.server.call("PUT", "/oozie/v0/admin/purge").status, 400)

    def test_not_where_the_site_switches_it_off(self):
        self.begin(enable_command_line="false")
        job = self.ended()
        self.assertEqual(self.purge(wf="0").code, "E0307")
        self.assertEqual(self.listed(), {job})

    def test_what_somebody_works_on_stays(self):
        self.begin()
        held, leased, ended = self.held(), self.ended(), self.ended()
        with (self.server.state / "jobs" / leased / "lock").open("r+b") as lock:
            fcntl.fcntl(lock, fcntl.F_OFD_SETLK, struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0))
            self.purged(wf="0")
            self.assertEqual(self.listed(), {held, leased})
        self.purged(wf="0")
        self.assertEqual(self.listed(), {held})
        self.assertNotIn(ended, self.records())

    def test_a_child_stays_with_its_parent(self):
        self.begin()
        parent = self.held()
        child = self.ended(**{"oozie.wf.parent.id": parent})
        orphan = self.ended(**{"oozie.wf.parent.id": "0000009-200101000000000-oozie-joe-W"})
        self.purged(wf="0")
        self.assertEqual(self.listed(), {parent, child})
        self.assertNotIn(orphan, self.listed())
        self.told(parent, "kill")
        self.until_status(parent, "KILLED")
        self.until(lambda: not self.programs(parent))
        for _ in range(2):  # the child is looked at before its parent has gone
            self.purged(wf="0")
        self.assertEqual(self.listed(), set())

    def test_a_program_goes_with_its_last_job(self):
        self.begin()
        held = self.held()
        self.ended()
        self.make_old()
        self.purged(wf="0")
        self.assertEqual(len(self.kept_programs()), 1)  # the other job has it
        self.told(held, "kill")
        self.until_status(held, "KILLED")
        self.until(lambda: not self.programs(held))
        self.make_old()
        self.purged(wf="0")
        self.assertEqual((self.listed(), self.kept_programs()), (set(), set()))
        self.ended()  # it is compiled again
        self.purged(wf="0")
        self.assertEqual(len(self.kept_programs()), 1)  # somebody has just used it

    def test_killed_while_it_deletes(self):
        """The job is gone at once; the next server deletes what is left of its files."""
        self.begin()
        job = self.ended()
        files = self.server.state / "jobs" / job / "many"
        trash = self.server.state / "trash"
        for _ in range(20):
            files.mkdir(parents=True)
            for number in range(20000):
                (files / str(number)).touch()
            asking = threading.Thread(target=self.ask_in_vain)
            asking.start()
            while not (trash.exists() and any(trash.iterdir())) and asking.is_alive():
                pass
            self.server.end(signal.SIGKILL)
            asking.join()
            self.assertFalse((self.server.state / "jobs" / job).exists())
            left = any(trash.iterdir())
            self.server.start()
            self.assertEqual(self.listed(), set())
            self.until(lambda: not any(trash.iterdir()))
            self.assertEqual(self.records(), set())
            if left:
                return
            job = self.ended()
            files = self.server.state / "jobs" / job / "many"
        self.fail("it was never killed between the two")

    def ask_in_vain(self):
        try:
            self.purge(wf="0")
        except OSError:
            pass  # the server has gone

    def test_what_is_damaged_stays(self):
        self.begin()
        damaged, job = self.ended(), self.ended()
        (self.server.state / "jobs" / damaged / "journal.db").write_bytes(b"x" * 5000)
        self.purged(wf="0")
        self.assertTrue((self.server.state / "jobs" / damaged).exists())
        self.assertFalse((self.server.state / "jobs" / job).exists())
        self.assertRegex(self.server.log.read_text(), f"ERROR purge: .* stays, {damaged}: ")
        shutil.rmtree(self.server.state / "jobs" / damaged)


if __name__ == "__main__":
    closing.main()
