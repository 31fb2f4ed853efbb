"""Jobs that programs of earlier versions have left (test/journals), seen by the commands of one made today. That
their own program goes on with them is shown by runtime/engines/workflow/journals_test.cpp: here another one is asked."""

import shutil
import sqlite3
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

JOURNALS = ROOT / "test" / "journals"


class Journals(ProgramTest):
    def setUp(self):
        super().setUp()
        self.program = self.build(workflow(shell("a", "true"), "a"))
        self.program.state.mkdir()
        self.program.state.chmod(0o700)

    def take(self, version, job):
        """Puts a job into the state directory; its id."""
        kept = JOURNALS / f"v{version}" / job
        name = (kept / "id").read_text().strip()
        folder = self.program.state / "jobs" / name
        folder.mkdir(parents=True, mode=0o700)
        for file in kept.glob("journal.db*"):
            shutil.copy(file, folder)
        return name

    @staticmethod
    def versions():
        return sorted(int(folder.name[1:]) for folder in JOURNALS.glob("v*"))

    def test_there_is_one_of_each_version(self):
        self.assertEqual(self.versions(), list(range(1, len(self.versions()) + 1)))
        self.assert_code(self.program.run(), SUCCEEDED)
        made = sqlite3.connect(next(self.program.state.glob("jobs/*/journal.db")))
        version = made.execute("SELECT value FROM meta WHERE key='schema_version'").fetchone()[0]
        made.close()
        self.assertEqual(self.versions()[-1], version, "journals of the newest version are to be kept too")

    def test_jobs_info_log_and_check(self):
        expected = {"died": "RUNNING", "asks": "SUSPENDED", "ended": "SUCCEEDED"}
        for version in self.versions():
            with self.subTest(version=version):
                shutil.rmtree(self.program.state)
                self.program.state.mkdir(mode=0o700)
                ids = {job: self.take(version, job) for job in expected}
                listed = self.program("jobs", "--format", "json").json()["jobs"]
                self.assertEqual({job["id"]: job["status"] for job in listed},
                                 {ids[job]: status for job, status in expected.items()})
                for job, status in expected.items():
                    info = self.program.info(ids[job])
                    self.assertEqual(info["job"]["status"], status)
                    self.assertEqual(info["job"]["user"], "joe")
                    self.assertIn("flaky", {node["name"] for node in info["job"]["nodes"]})
                    self.assert_code(self.program("log", ids[job]), SUCCEEDED)
                    checked = self.program("store", "check", ids[job])
                    self.assert_code(checked, SUCCEEDED)
                    self.assertIn(f", version {version}: ", checked.out)

    def test_another_program_does_not_go_on(self):
        job = self.take(self.versions()[0], "died")
        self.assert_refused(self.program("resume", job), USAGE, "E0710", "was started by another program")

    def test_a_newer_one_is_refused_in_one_line(self):
        job = self.take(self.versions()[-1], "ended")
        path = self.program.state / "jobs" / job / "journal.db"
        connection = sqlite3.connect(path)
        connection.execute("UPDATE meta SET value=99 WHERE key='schema_version'")
        connection.commit()
        connection.close()
        before = path.read_bytes()
        for command in (["info", job], ["log", job], ["resume", job], ["kill", job], ["rerun", job, "--failed"]):
            with self.subTest(command=command[0]):
                result = self.program(*command)
                self.assertNotEqual(result.code, SUCCEEDED, result)
                self.assertIn("is of version 99, but this version of hpdl supports versions only up to", result.err)
                self.assertEqual(result.err.count("\n"), 1, result)
        self.assertEqual(path.read_bytes(), before)


if __name__ == "__main__":
    closing.main()
