"""Definitions that others wrote, from packages that they published: the resources of Oozie's own tests, what
Oozie's examples make by its own writer, and those of a tool that draws workflows (PyPI)."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import jars

FLUENT = "org/apache/oozie/example/fluentjob/"
DRAWING_TOOL = "vipe==0.5.3"
ROOT_ELEMENT = b"<workflow-app"
FETCH_SECONDS = 300


def files():
    """Name -> path, of all files with a workflow; fetched once for all checkouts."""
    folder = prepared(jars.fetched("oozie", "real", HERE / "real" / "pom.xml"))
    return {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*.xml"))}


def prepared(lib):
    # By what makes them, as the jars are by their pom.
    makers = Path(__file__).read_bytes() + (HERE / "real" / "WriteExamples.java").read_bytes()
    place = lib.with_name(f"{lib.name}-files-{hashlib.sha256(makers).hexdigest()[:12]}")
    with open(lib.parent / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if place.exists():
            return place
        fresh = Path(tempfile.mkdtemp(prefix="files-", dir=lib.parent))
        try:
            unpack(next(lib.glob("oozie-core-*-tests.jar")), "", fresh / "oozie")
            write_examples(lib, fresh / "examples")
            subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
                            "--disable-pip-version-check", "--dest", fresh, DRAWING_TOOL], check=True,
                           timeout=FETCH_SECONDS, stdin=subprocess.DEVNULL)
            [wheel] = fresh.glob("*.whl")
            unpack(wheel, "vipe/oozie/test/data/", fresh / "vipe")
            fresh.chmod(0o755)
            fresh.rename(place)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    return place


def unpack(archive, prefix, folder):
    """Those of its files below a prefix that are workflows."""
    with zipfile.ZipFile(archive) as opened:
        for name in opened.namelist():
            if name.startswith(prefix) and name.endswith(".xml") and ROOT_ELEMENT in opened.read(name):
                path = folder / name[len(prefix):]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(opened.read(name))


def write_examples(lib, folder):
    [jar] = lib.glob("oozie-examples-*.jar")
    with zipfile.ZipFile(jar) as opened:
        classes = [name[len(FLUENT):-len(".class")] for name in opened.namelist()
                   if name.startswith(FLUENT) and name.endswith(".class") and "$" not in name]
    folder.mkdir()
    home = os.environ.get("JAVA_HOME")
    subprocess.run([str(Path(home) / "bin" / "java") if home else "java", "-cp", f"{lib}/*",
                    HERE / "real" / "WriteExamples.java", folder, *sorted(classes)], check=True,
                   timeout=FETCH_SECONDS, stdin=subprocess.DEVNULL)
