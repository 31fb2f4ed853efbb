"""A file system that fails under a program and comes back, without a reboot. As root only.

The state directory is on an ext4 in a sparse file, and the memory that the file is in gets full: blocks that
were never written cannot be, the journal of the file system stops, and what was not synced is lost. Then
there is room again, the file system is checked and mounted, and the job goes on.
"""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import programs

NODES = 250
MEGABYTE = 1 << 20


def must(*command, fine=(0,)):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode not in fine:
        raise OSError(f"{command}: exit code {done.returncode}: {done.stderr}")
    return done.stdout.strip()


class FailingDisk:
    """`place` is the mounted file system. A context: everything is taken down at its end."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="hpdl-failing-disk-"))
        self.memory, self.place = self.folder / "memory", self.folder / "place"
        self.image, self.filler = self.memory / "image", self.memory / "filler"
        self.device = None

    def __enter__(self):
        self.memory.mkdir()
        self.place.mkdir()
        must("mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", self.memory)
        try:
            with open(self.image, "wb") as image:
                image.truncate(64 * MEGABYTE)
            must("mkfs.ext4", "-q", "-J", "size=4", "-E", "lazy_itable_init=0,nodiscard", self.image)
            self.mount()
        except OSError:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        with contextlib.suppress(OSError):
            self.unmount()
        must("umount", "-l", self.memory, fine=(0, 32))
        must("rm", "-rf", self.folder)

    def mount(self):
        self.device = must("losetup", "-f", "--show", self.image)
        must("mount", self.device, self.place)

    def unmount(self):
        if self.device is None:
            return
        end = time.monotonic() + 60
        while subprocess.run(["umount", str(self.place)], capture_output=True).returncode != 0:
            if time.monotonic() > end:
                raise OSError(f"{self.place} is still in use")
            time.sleep(0.05)
        must("losetup", "-d", self.device)
        self.device = None

    def fail(self):
        """From now on no new block gets room."""
        with open(self.filler, "wb", buffering=0) as filler, contextlib.suppress(OSError):
            while filler.write(bytes(4096)):
                pass

    def come_back(self):
        self.unmount()
        self.filler.unlink()
        must("fsck.ext4", "-fy", self.image, fine=(0, 1, 2))
        self.mount()


def build(sandbox):
    """A chain of commands; each appends its name to `out`, which is on another file system."""
    nodes = "".join(
        programs.shell(f"n{i}", f"echo n{i} >>{sandbox.folder}/out", to=f"n{i + 1}" if i + 1 < NODES else "end")
        for i in range(NODES))
    return sandbox.build(programs.workflow(nodes, "n0"), name="chain")


def one_round(sandbox, path, chance):
    """A run on a disk that fails; returns what is wrong, and whether a person was asked."""
    out = sandbox.path("out")
    out.unlink(missing_ok=True)
    with FailingDisk() as disk:
        program = programs.Program(path, disk.place / "state")
        id_file = sandbox.path("job-id-of-failing-disk")
        id_file.unlink(missing_ok=True)
        program("submit")  # what the state directory has from the start is on the disk
        must("sync", "-f", disk.place)
        command = [path, "run", "--local", "--progress", "none", "--id-file", id_file, "--state", program.state]
        child = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.05, 0.4))  # time: at another moment each time
        must("sync", "-f", disk.place)  # as the kernel does now and then
        time.sleep(chance.uniform(0.05, 0.4))  # time: at another moment each time
        if chance.random() < 0.5:  # before its next commit can fail
            child.send_signal(signal.SIGKILL)
        disk.fail()
        try:
            child.wait(chance.uniform(0.5, 3))
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
            child.wait()
        disk.come_back()
        if not id_file.exists() or program("info", id_file.read_text().strip()).code != 0:
            return [], False  # the job was not made
        job = id_file.read_text().strip()
        status = program.info(job)["job"]["status"]
        if status == "RUNNING":
            program("resume", job, "--progress", "none")
            status = program.info(job)["job"]["status"]
        elif status == "PREP":
            return [], False
        ran = out.read_text().split() if out.exists() else []
    wrong = [f"{name} ran {ran.count(name)} times" for name in sorted(set(ran)) if ran.count(name) > 1]
    if status not in ("SUCCEEDED", "SUSPENDED"):
        wrong.append(f"the job is {status}")
    if status == "SUCCEEDED" and len(set(ran)) != NODES:
        wrong.append(f"{len(set(ran))} of {NODES} commands ran")
    return wrong, status == "SUSPENDED"


def can_be_made():
    """Whether this user and machine can mount such a disk."""
    if os.geteuid() != 0:
        return False
    try:
        with FailingDisk():
            return True
    except OSError:
        return False
