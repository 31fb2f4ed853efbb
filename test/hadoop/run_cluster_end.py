"""A cluster ends with the process that it was started for, whichever way that goes."""

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "harness")]
import closing

# The owner of a cluster whose one daemon and one container are sleepers; it tells their pids.
OWNER = """
import os, subprocess, sys, time
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import cluster
owned = cluster.Cluster(sys.argv[2])
owned.end_with_this_process()
container = owned.folder / "nm-local" / "container"
container.mkdir(parents=True)
sleeper = [sys.executable, "-c", "import time; time.sleep(600)"]
daemon = subprocess.Popen([*sleeper, "-Dhpdl.test.daemon=namenode"], cwd=owned.folder, start_new_session=True)
task = subprocess.Popen(sleeper, cwd=container, start_new_session=True)
bystander = subprocess.Popen(sleeper, cwd=owned.folder, start_new_session=True)
if sys.argv[3] == "noted":
    owned.pids["namenode"] = daemon.pid
    owned.save()
print(daemon.pid, task.pid, bystander.pid, flush=True)
time.sleep(600)
"""
SECONDS = 120


def runs(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


class End(unittest.TestCase):
    def end_by(self, number, noted):
        with tempfile.TemporaryDirectory(prefix="hpdl-hadoop-") as scratch:
            folder = Path(scratch) / "cluster"
            folder.mkdir()
            owner = subprocess.Popen([sys.executable, "-c", OWNER, HERE, folder, noted], stdout=subprocess.PIPE,
                                     text=True, start_new_session=True)
            daemon, task, bystander = map(int, owner.stdout.readline().split())
            try:
                self.assertTrue(runs(daemon) and runs(task))
                os.killpg(owner.pid, number)
                self.assertEqual(owner.wait(), -number)
                end = time.monotonic() + SECONDS
                while (runs(daemon) or runs(task) or folder.exists()) and time.monotonic() < end:
                    time.sleep(0.02)
                self.assertFalse(runs(daemon), "the daemon")
                self.assertFalse(runs(task), "the container")
                self.assertFalse(folder.exists(), "the folder")
                self.assertTrue(runs(bystander), "what is none of the cluster's goes on")
            finally:
                for pid in (daemon, task, bystander):
                    if runs(pid):
                        os.kill(pid, signal.SIGKILL)
                owner.stdout.close()

    def test_each_signal(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
            with self.subTest(number=number):
                self.end_by(number, "noted")

    def test_a_daemon_that_had_just_begun(self):
        self.end_by(signal.SIGKILL, "unnoted")


if __name__ == "__main__":
    closing.main()
