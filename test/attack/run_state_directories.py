"""Attacks on a state directory by another account of the machine."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from served import *  # noqa: F403

NOBODY = 65534
# Holds a lock on each file that it can open, until its standard input ends.
HOLD = """
import fcntl, os, struct, sys
held = 0
for path in sys.argv[1:]:
    try:
        file = os.open(path, os.O_RDONLY)
        fcntl.fcntl(file, fcntl.F_OFD_SETLK, struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 0, 0, 0))
        held += 1
    except OSError:
        pass
print(held, flush=True)
sys.stdin.read()
"""


class StateDirectories(ServedTest):
    def lock_files(self):
        return [path for path in self.server.state.rglob("*")
                if path.name.endswith("lock") or path.name in ("counter", "making")]

    def test_no_lock_file_can_be_opened_by_others(self):
        self.serve("--local", *ONE_USER)
        job = self.submitted(self.application(workflow(shell("a", "true"), "a")))
        self.until_status(job, "SUCCEEDED")
        locks = self.lock_files()
        self.assertIn("server.lock", [path.name for path in locks])
        for path in locks:
            with self.subTest(path.name):
                self.assertEqual(path.stat().st_mode & 0o777, 0o600)

    @unittest.skipUnless(os.geteuid() == 0, "another account needs root")
    def test_another_account_cannot_keep_hpdld_from_starting(self):
        self.serve("--local", *ONE_USER)
        self.server.end()
        # Each folder can be entered, as the state directory of root's hpdld can.
        for folder in (self.sandbox.folder, self.server.state):
            folder.chmod(0o711)
        with subprocess.Popen(["/usr/bin/python3", "-c", HOLD, *self.lock_files()], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True, user=NOBODY) as other:
            self.assertEqual(other.stdout.readline(), "0\n")
            self.server.start()
            other.stdin.close()

    def deepen(self, folder, depth=1200):
        """Makes folders in each other. Their path is longer than a system call takes."""
        at = os.open(folder, os.O_RDONLY)
        for _ in range(depth):
            os.mkdir("deeper", dir_fd=at)
            below = os.open("deeper", os.O_RDONLY, dir_fd=at)
            os.close(at)
            at = below
        os.close(at)

    def test_deep_folders_of_a_job_are_purged(self):
        self.serve("--local", *ONE_USER)
        app = self.application(workflow(shell("a", "true"), "a"))
        for number in range(3):
            job = self.submitted(app)
            self.until_status(job, "SUCCEEDED")
            self.until(lambda: not self.programs(job))
            if number == 1:
                self.deepen(self.server.state / "jobs" / job)
        self.assertEqual(self.server.call("PUT", "/oozie/v2/admin/purge", wf="0").status, 200)
        for folder in ("jobs", "trash"):
            self.assertEqual(list((self.server.state / folder).iterdir()), [])
        self.assertNotIn("ERROR", self.server.log.read_text())

    def test_a_folder_above_it_that_everybody_may_write(self):
        above = self.sandbox.path("above")
        above.mkdir()
        above.chmod(0o777)
        program = self.build(workflow(shell("a", "true"), "a"))
        for command in ((HPDLD, "--local", *ONE_USER, "--listen", "127.0.0.1:0"), (program.path, "run", "--local")):
            refused = run([*command, "--state", above / "between" / "state"])
            self.assertNotEqual(refused.code, 0)
            self.assertIn(f"{above} can be written by everybody", refused.err)
        above.chmod(0o1777)
        self.assertEqual(run([program.path, "run", "--local", "--state", above / "between" / "state"]).code, SUCCEEDED)


if __name__ == "__main__":
    closing.main()
