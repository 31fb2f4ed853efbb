"""Folders of jars from Maven Central, each fetched once for all checkouts."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "hpdl"
FETCH_SECONDS = 900
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies"


def place_of(family, name, pom):
    """Where fetched() has them, if it was ever called."""
    # By the list of what is in it: another checkout may want other jars.
    return CACHE / family / f"{name}-{hashlib.sha256(pom.read_bytes()).hexdigest()[:12]}"


def fetched(family, name, pom):
    """The folder of the jars that the dependencies of a pom are; `family`: a folder of the cache."""
    place = place_of(family, name, pom)
    cache = place.parent
    cache.mkdir(parents=True, exist_ok=True)
    with open(cache / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if place.exists():
            return place
        fresh = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=cache))
        try:
            subprocess.run(["mvn", "-q", "-B", "-Dstyle.color=never", "-f", pom, COPY, "-DincludeScope=runtime",
                            f"-DoutputDirectory={fresh}"], check=True, timeout=FETCH_SECONDS,
                           stdin=subprocess.DEVNULL)
            fresh.chmod(0o755)
            fresh.rename(place)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    return place
