"""Folders of what comes from elsewhere, jars of Maven Central and packages of PyPI, each fetched once for all checkouts."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "hpdl"
FETCH_SECONDS = 900
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies"


def place_of(family, name, wanted):
    """Where fetched() has them, if it was ever called."""
    # By the list of what is in it: another checkout may want other ones.
    return CACHE / family / f"{name}-{hashlib.sha256(wanted.read_bytes()).hexdigest()[:12]}"


def fetched(family, name, pom):
    """The folder of the jars that the dependencies of a pom are; `family`: a folder of the cache."""
    return filled(place_of(family, name, pom), lambda fresh: [
        "mvn", "-q", "-B", "-Dstyle.color=never", "-f", pom, COPY, "-DincludeScope=runtime", f"-DoutputDirectory={fresh}"])


def packages(name, requirements):
    """The folder of the packages of PyPI that are listed in a file, for PYTHONPATH."""
    return filled(place_of("python", name, requirements), lambda fresh: [
        sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--only-binary=:all:", "--disable-pip-version-check",
        "--root-user-action=ignore", "--target", fresh, "-r", requirements])


def source_package(name, requirements):
    """The folder of what the one source archive holds that a file lists: not built, only unpacked."""
    return filled(place_of("python", name, requirements), lambda fresh: [
        "sh", "-c", '"$1" -m pip download -q --no-deps --no-binary=:all: --disable-pip-version-check -d "$2/archive" '
        '-r "$3" && tar xzf "$2"/archive/*.tar.gz -C "$2" --strip-components 1 --no-same-owner && rm -r "$2/archive"',
        "sh", sys.executable, fresh, requirements])


def filled(place, command):
    """The folder `place`, which `command(FOLDER)` has filled."""
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.exists():
        return place
    # One for each: who wants another one does not wait.
    with open(place.parent / f"{place.name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if place.exists():
            return place
        fresh = Path(tempfile.mkdtemp(prefix=f"{place.name}-", dir=place.parent))
        try:
            subprocess.run(command(fresh), check=True, timeout=FETCH_SECONDS, stdin=subprocess.DEVNULL)
            fresh.chmod(0o755)
            fresh.rename(place)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    return place
