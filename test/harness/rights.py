"""What this machine lets tests do: those that need more are skipped by name."""

import os
import stat
import subprocess
import tempfile
from pathlib import Path


def can_mount():
    """Whether mounts of a name space of its own can be made, of files and of a small disk."""
    return os.geteuid() == 0 and subprocess.run(
        ["unshare", "--mount", "sh", "-c", "mount --bind /etc/passwd /etc/group && mount -t tmpfs tmpfs /mnt"],
        stdin=subprocess.DEVNULL, capture_output=True).returncode == 0


def can_mount_images():
    """Whether the image of an ext4 can be made and mounted by a loop device."""
    if os.geteuid() != 0:
        return False
    with tempfile.TemporaryDirectory(prefix="hpdl-rights-") as folder:
        image = Path(folder) / "image"
        with image.open("wb") as file:
            file.truncate(1 << 20)
        script = 'PATH="$PATH:/usr/sbin:/sbin"; mkfs.ext4 -q -b 1024 "$1" && mount -o loop "$1" /mnt'
        return subprocess.run(["unshare", "--mount", "sh", "-c", script, "sh", str(image)],
                              stdin=subprocess.DEVNULL, capture_output=True).returncode == 0


def can_make_roots():
    """Whether a folder can become a root with devices and processes of its own."""
    if not can_mount():
        return False
    with tempfile.TemporaryDirectory(prefix="hpdl-rights-") as folder:
        try:
            os.mknod(Path(folder) / "null", stat.S_IFCHR | 0o666, os.makedev(1, 3))
            (Path(folder) / "null").write_bytes(b"x")  # where devices are not allowed this fails
            os.mkdir(Path(folder) / "proc")
        except OSError:
            return False
        return subprocess.run(["unshare", "--mount", "mount", "-t", "proc", "proc", str(Path(folder) / "proc")],
                              stdin=subprocess.DEVNULL, capture_output=True).returncode == 0
