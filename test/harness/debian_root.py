"""A bare Debian 12, for tests of packages; root alone can make one."""

import jars


def debian():
    """A tar of it."""
    return made("bookworm")


def debian_with_systemd():
    """A tar of one that systemd can run."""
    return made("bookworm-systemd", "--include=systemd")


def made(name, *options):
    folder = jars.filled(jars.CACHE / "debian" / name, lambda fresh: [
        "mmdebstrap", "--quiet", "--variant=minbase", "--mode=root", *options, "bookworm", fresh / "root.tar"])
    return folder / "root.tar"
