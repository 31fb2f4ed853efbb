"""A bare Debian 12, for tests of packages; root alone can make one."""

import jars


def debian():
    """A tar of it."""
    folder = jars.filled(jars.CACHE / "debian" / "bookworm", lambda fresh: [
        "mmdebstrap", "--quiet", "--variant=minbase", "--mode=root", "bookworm", fresh / "root.tar"])
    return folder / "root.tar"
