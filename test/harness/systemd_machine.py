"""A machine of name spaces whose process 1 is systemd, in a folder that holds a Debian."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from programs import wait_for

BOOT_SECONDS = 90
# Nothing of the kernel that the machine shares with this one can be set from inside.
BOOT = """
set -e
cd "$0"
mount --make-rprivate /
mount --bind . . && cd "$0"
mount -t proc proc proc && mount --bind proc/sys proc/sys && mount -o remount,ro,bind proc/sys
mount -t tmpfs -o mode=755 tmpfs sys
mkdir -p sys/fs/cgroup && mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=755 tmpfs dev
for device in "null 3" "zero 5" "full 7" "random 8" "urandom 9"; do
  mknod -m 666 "dev/${device% *}" c 1 "${device#* }"
done
ln -s /proc/self/fd dev/fd
mkdir -m 1777 dev/shm
exec env -i container=hpdl PATH=/usr/bin:/bin:/usr/sbin:/sbin chroot . /usr/lib/systemd/systemd \\
  --log-target=null --show-status=0 systemd.unified_cgroup_hierarchy=1
"""


class ControlGroup:
    """Below that of this process, for a machine that makes groups of its own; `folder` is None where there can be none."""

    def __init__(self):
        self.folder = None
        try:
            mounts = [line.split() for line in Path("/proc/mounts").read_text().splitlines()]
            [top, *_] = [mount[1] for mount in mounts if mount[2] == "cgroup2"]
            [own] = [line[3:] for line in Path("/proc/self/cgroup").read_text().splitlines() if line.startswith("0::")]
            self.folder = Path(tempfile.mkdtemp(prefix="hpdl-test-", dir=f"{top}{own}"))
        except (OSError, ValueError):
            pass

    def command(self, words):
        """The same, begun in the group."""
        return words if self.folder is None else ["sh", "-c", 'echo $$ >"$0" && exec "$@"', f"{self.folder}/cgroup.procs", *words]

    def is_removed(self):
        """Not while a process is in it."""
        try:
            for place, _, _ in os.walk(self.folder or "", topdown=False):
                os.rmdir(place)
        except OSError:
            return False
        return True


class SystemdMachine:
    """Has its own processes, network and host name; ends with stop()."""

    def __init__(self, folder):
        self.folder = folder
        self.group = ControlGroup()
        self.outside = subprocess.Popen(
            self.group.command(["unshare", "--mount", "--pid", "--fork", "--ipc", "--uts", "--net", "--cgroup", "--kill-child",
                                "sh", "-c", BOOT, str(folder)]), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.first = None  # systemd's process, as this machine knows it
        try:
            # It may be "degraded": a machine of name spaces lacks this and that.
            up = wait_for(lambda: self.outside.poll() is not None or self.is_up(), BOOT_SECONDS)
        except BaseException:
            self.stop()
            raise
        if not up or self.outside.poll() is not None:
            self.stop()
            raise unittest.SkipTest("systemd cannot be the first process of name spaces on this machine")

    def is_up(self):
        if self.first is None:
            with open(f"/proc/{self.outside.pid}/task/{self.outside.pid}/children", encoding="ascii") as children:
                self.first = next(iter(children.read().split()), None)
        return self.is_systemd() and self.run("systemctl is-system-running").stdout.strip() in ("running", "degraded")

    def is_systemd(self):
        """Before that it has the root of this machine, where nothing may be run."""
        if self.first is None:
            return False
        with open(f"/proc/{self.first}/comm", encoding="ascii") as name:
            return name.read() == "systemd\n"

    def run(self, script):
        return subprocess.run(["nsenter", "-t", self.first, "-m", "-p", "-n", "-i", "-u", "-r", "env", "-i", "HOME=/root",
                               "PATH=/usr/bin:/bin:/usr/sbin:/sbin", "/bin/sh", "-c", script],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=BOOT_SECONDS)

    def __call__(self, script):
        done = self.run(script)
        assert done.returncode == 0, f"{script}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def stop(self):
        """All that runs in it ends with its first process."""
        self.outside.kill()
        self.outside.wait()
        wait_for(self.group.is_removed)
