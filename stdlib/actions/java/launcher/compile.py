"""Compiles the launcher's classes into generated/launcher_classes.inc; --check only compares.

The generated file notes the hash of the sources and the javac that made it. --check demands that the
sources are the same ones, and, with a javac of the same major version at hand, the same bytes.
"""

import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
TARGET = FOLDER.parent / "generated" / "launcher_classes.inc"
SOURCES = sorted(FOLDER.glob("*.java"))


def source_hash(sources):
    digest = hashlib.sha256()
    for path in sources:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def javac_major():
    """The major version of the javac in PATH, or None."""
    try:
        done = subprocess.run(["javac", "-version"], capture_output=True, text=True, timeout=60)
    except OSError:
        return None
    found = re.search(r"javac (\d+)", done.stdout + done.stderr)
    return found.group(1) if found else None


def compiled(sources, class_path=""):
    """Path from the root of the packages -> bytes of each class."""
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run(["javac", "--release", "8", "-g:none", "-Xlint:-options", "-encoding", "UTF-8",
                        "-cp", class_path, "-d", scratch, *map(str, sources)], check=True, timeout=300)
        return {path.relative_to(scratch).as_posix(): path.read_bytes() for path in sorted(Path(scratch).rglob("*.class"))}


def text_lines(content):
    """Bytes as text of C++."""
    return ['               "' + "".join(f"\\{byte:03o}" for byte in content[at:at + 24]) + '"'
            for at in range(0, len(content), 24)]


def text_of(classes, major):
    lines = [f"// Made by launcher/compile.py with javac {major}. Sources: {source_hash(SOURCES)}"]
    for name, content in classes.items():
        lines.append(f'LAUNCHER_CLASS("{Path(name).name}", {len(content)},')
        lines += text_lines(content)
        lines[-1] += ")"
    return "\n".join(lines) + "\n"


def problem_of(target, sources, text_by):
    """Why a generated file is not what its sources make, "" if it is as far as this machine can tell.
    text_by(major) gives the text that it should have, None where it cannot be made."""
    text = target.read_text() if target.exists() else ""
    noted = re.match(r"// Made by \S+ with javac (\d+)\. Sources: (\w+)\n", text)
    name = f"generated/{target.name}"
    if not noted or noted.group(2) != source_hash(sources):
        return f"{name} is not made from its sources: run ./dev launcher"
    if javac_major() == noted.group(1) and text_by(noted.group(1)) not in (None, text):
        return f"{name} has other bytes than javac makes: run ./dev launcher"
    return ""


def run(target, sources, text_by, here=None):
    """The command line: writes the file, or compares it, then by `here` if that is given."""
    if "--check" in sys.argv:
        problem = problem_of(target, sources, here or text_by)
        if problem:
            print(f"FAIL: {problem}")
        return 1 if problem else 0
    major = javac_major()
    if major is None:
        print("javac is needed", file=sys.stderr)
        return 1
    target.parent.mkdir(exist_ok=True)
    target.write_text(text_by(major))
    return 0


if __name__ == "__main__":
    sys.exit(run(TARGET, SOURCES, lambda major: text_of(compiled(SOURCES), major)))
