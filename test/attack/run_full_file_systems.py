"""Programs and hpdld on a file system that is full to its last block: they report it, and no signal ends them."""

import os
import signal
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from rights import can_mount_images
from served import *  # noqa: F403

KIB = 1024
# Room that is left for what a start writes, from none to more than enough.
ROOMS = range(0, 420, 12)


# A tmpfs has pages and no blocks, so it shows nothing here.
@unittest.skipUnless(can_mount_images(), "an ext4 of its own needs root, mkfs.ext4 and loop devices")
class FullFileSystems(ServedTest):
    def mounted(self, block):
        """A new file system with blocks of this number of bytes."""
        image, disk = self.sandbox.path(f"image-{block}"), self.sandbox.path(f"disk-{block}")
        with image.open("wb") as file:
            file.truncate(24 << 20)
        path = os.environ["PATH"] + ":/usr/sbin:/sbin"
        subprocess.run(["mkfs.ext4", "-q", "-m", "0", "-b", str(block), image], check=True, env={**os.environ, "PATH": path})
        disk.mkdir()
        subprocess.run(["mount", "-o", "loop", image, disk], check=True)
        self.addCleanup(subprocess.run, ["umount", "-l", disk], check=True)
        return disk

    @staticmethod
    def fill(disk, room):
        """Leaves `room` KiB of free blocks."""
        filler = disk / "filler"
        filler.unlink(missing_ok=True)
        os.sync()
        free = os.statvfs(disk)
        left = free.f_bavail * free.f_frsize - room * KIB
        with filler.open("wb") as file:
            while left > 0:
                try:
                    os.posix_fallocate(file.fileno(), file.tell(), min(left, 64 * KIB))
                except OSError:
                    break
                file.seek(min(left, 64 * KIB), os.SEEK_CUR)
                left -= 64 * KIB

    def test_programs(self):
        program = self.build(workflow(shell("a", "true"), "a"))
        for block in (1024, 4096):
            disk = self.mounted(block)
            for room in ROOMS:
                with self.subTest(block=block, room=room):
                    self.fill(disk, room)
                    ended = run([program.path, "run", "--local", "--state", disk / f"state-{room}"])
                    self.assertGreaterEqual(ended.code, 0, ended.err)
            (disk / "filler").unlink()
            self.assertEqual(run([program.path, "run", "--local", "--state", disk / "state"]).code, SUCCEEDED)

    def test_hpdld(self):
        for block in (1024, 4096):
            disk = self.mounted(block)
            for room in ROOMS:
                with self.subTest(block=block, room=room):
                    self.fill(disk, room)
                    self.ends_or_serves(disk / f"state-{room}")

    def ends_or_serves(self, state):
        """Starts hpdld. If it serves, a submission is answered, and the server ends when it is told to."""
        server = Server(self.sandbox.folder, "--local", *ONE_USER, state=state)
        try:
            server.start()
        except AssertionError:
            self.assertIsNotNone(server.process.poll(), "hpdld neither serves nor ends")
            self.assertGreaterEqual(server.process.returncode, 0, server.log.read_text())
            return
        application = self.application(workflow(shell("a", "true"), "a"))
        self.assertIn(server.submit(application).status, range(200, 600))
        self.assertEqual(server.end(signal.SIGTERM), 0, server.log.read_text())
        self.assertNotIn("by signal", server.log.read_text().replace("stopped by signal", ""))


if __name__ == "__main__":
    closing.main()
