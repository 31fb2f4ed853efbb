"""hpdld removes jobs that ended long ago, and nothing else, wherever it is killed meanwhile."""

import fcntl
import os
import shutil
import signal
import sqlite3
import struct
import sys
import tempfile
import threading
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from served import *  # noqa: F403

LONG_AGO = 1_000_000_000


class PurgeTest(ServedTest):
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

    def ask_in_vain(self):
        """Whether there is an answer: the server may be killed meanwhile."""
        try:
            return self.purge(wf="0").status == 200
        except OSError:
            return False


class Purge(PurgeTest):
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

    def test_what_is_damaged_stays(self):
        self.begin()
        damaged, job = self.ended(), self.ended()
        (self.server.state / "jobs" / damaged / "journal.db").write_bytes(b"x" * 5000)
        self.purged(wf="0")
        self.assertTrue((self.server.state / "jobs" / damaged).exists())
        self.assertFalse((self.server.state / "jobs" / job).exists())
        self.assertRegex(self.server.log.read_text(), f"ERROR purge: a job is kept, because it cannot be read: {damaged}: ")
        shutil.rmtree(self.server.state / "jobs" / damaged)


class Archive(PurgeTest):
    """The same with an archive: what would be deleted is there, once and whole."""

    def folder(self):
        return self.sandbox.path("archive")

    def site(self, **keys):
        self.archive = self.folder()
        text = super().site(**keys).read_text().replace(
            "</configuration>", f"<property><name>hpdl.server.purge.archive</name><value>{self.archive}</value></property>"
            "</configuration>")
        return self.sandbox.write("site.xml", text)

    def archived(self):
        return {each.name for each in (self.archive / "jobs").iterdir()}

    def on_its_way(self):
        """What is neither in the state directory nor in the archive."""
        folders = (self.archive / "incoming", self.server.state / "archived")
        return [each for folder in folders if folder.exists() for each in folder.iterdir()]

    def tree(self, folder):
        """All that is in a folder of a job, but for what SQLite has beside a database that somebody reads: shared memory
        and a log without a row."""
        found = {}
        for path in sorted(folder.rglob("*")):
            info = path.lstat()
            content = os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None
            beside = path.name.endswith("-shm") or (path.name.endswith("-wal") and content == b"")
            if not beside and (path.is_symlink() or path.is_file() or path.is_dir()):
                found[str(path.relative_to(folder))] = (oct(info.st_mode), content)
        return found

    def test_a_job_is_there_whole_and_can_be_read(self):
        self.begin()
        held, job = self.held(), self.ended()
        folder = self.server.state / "jobs" / job
        (folder / "deep" / "er").mkdir(parents=True)
        (folder / "deep" / "er" / "file").write_text("text")
        (folder / "deep" / "er" / "file").chmod(0o640)
        (folder / "deep" / "link").symlink_to("/nowhere")
        os.mkfifo(folder / "deep" / "fifo")
        before = self.tree(folder)
        self.purged(wf="0")
        self.assertEqual((self.listed(), self.archived(), self.on_its_way()), ({held}, {job}, []))
        self.assertEqual(self.tree(self.archive / "jobs" / job), before)
        self.assertEqual(oct(self.archive.stat().st_mode), oct(0o40700))
        program = Program(self.reader.path, self.archive)
        self.assertEqual(program.status(job), "SUCCEEDED")
        self.assertIn(job, program("jobs").out)
        self.assertNotIn(job, self.records())

    def test_killed_after_each_step(self):
        self.begin()
        job, died = self.ended(), False
        for step in range(1, 40):
            self.server.end()
            self.server.env = {"HPDLD_CRASH_AFTER": str(step)}
            try:
                self.server.start()
                died = not self.ask_in_vain()
            except AssertionError:  # it died before it served
                died = True
            self.server.end(signal.SIGKILL)
            self.server.env = None
            self.server.start()
            self.until(lambda: not self.on_its_way())
            with self.subTest(step):
                there = [job in self.folders(), job in self.archived()]
                self.assertEqual(sum(there), 1, there)
                self.purged(wf="0")
                self.assertEqual((self.listed(), self.archived(), self.on_its_way()), (set(), {job}, []))
            if not died:
                break
            shutil.rmtree(self.archive / "jobs" / job)
            job = self.ended()
        self.assertFalse(died, "it dies after each step")
        self.assertGreater(step, 1)

    def test_what_is_there_already_is_not_replaced(self):
        self.begin()
        job, other = self.ended(), self.ended()
        there = self.archive / "jobs" / job
        there.mkdir(mode=0o700)
        (there / "file").write_text("of somebody else")
        self.purged(wf="0")
        self.assertEqual((self.listed(), self.archived()), ({job}, {job, other}))
        self.assertEqual((there / "file").read_text(), "of somebody else")
        self.assertRegex(self.server.log.read_text(), f"ERROR purge: a job is kept, because it cannot be archived: {job}: .* already")

    def test_what_is_no_archive(self):
        site = self.site()
        state = self.sandbox.path("s")
        for wrong in (0o777, None):
            if wrong is None:  # the state directory itself
                site.write_text(site.read_text().replace(str(self.archive), str(state)))
            else:
                self.archive.mkdir(mode=0o700)
                self.archive.chmod(wrong)
            done = run([HPDLD, *ONE_USER, "--site", site, "--state", state, "--listen", "127.0.0.1:0"])
            self.assertEqual(done.code, 1, done)
            self.assertIn("hpdl.server.purge.archive", done.err)


class FarArchive(Archive):
    """The archive is in another file system."""

    def setUp(self):
        super().setUp()
        try:
            far = Path(tempfile.mkdtemp(prefix="hpdl-archive-", dir="/dev/shm"))
        except OSError:
            self.skipTest("there is no other file system")
        self.addCleanup(shutil.rmtree, far, True)
        if os.stat(far).st_dev == os.stat(self.sandbox.folder).st_dev:
            self.skipTest("there is no other file system")
        self.far = far / "archive"

    def folder(self):
        return self.far

    def test_killed_while_it_copies(self):
        self.begin()
        job = self.ended()
        files = self.server.state / "jobs" / job / "many"
        files.mkdir()
        for number in range(2000):
            (files / str(number)).write_text("x")
        asking = threading.Thread(target=self.ask_in_vain)
        asking.start()
        self.until(lambda: self.on_its_way() or not asking.is_alive())
        self.server.end(signal.SIGKILL)
        asking.join()
        self.server.start()
        self.until(lambda: not self.on_its_way())
        self.purged(wf="0")
        self.assertEqual((self.listed(), self.archived()), (set(), {job}))
        self.assertEqual(len(list((self.archive / "jobs" / job / "many").iterdir())), 2000)


if __name__ == "__main__":
    closing.main()
