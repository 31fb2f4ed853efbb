"""Compiles the classes of the launcher's jar into ../generated/launch_jar.inc; --check only compares.

The jar has the classes of this folder, which need Hadoop's, and those that java actions start with.
The generated file notes the hash of the sources and the javac that made it. --check demands that the
sources are the same ones and, with a javac of the same major version and Hadoop's jars at hand, the
same bytes.
"""

import importlib.util
import io
import re
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
JAVA_ACTION = ROOT / "stdlib" / "actions" / "java" / "launcher"
TARGET = HERE.parent / "generated" / "launch_jar.inc"
SOURCES = sorted([*HERE.glob("*.java"), *JAVA_ACTION.glob("*.java")], key=lambda path: path.name)


def module(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


classes = module(JAVA_ACTION / "compile.py", "launcher_classes")
sys.path.insert(0, str(ROOT / "test" / "hadoop"))
import cluster  # noqa: E402


def jar(lib):
    """The same bytes whenever and wherever it is made."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as archive:
        for name, code in classes.compiled(SOURCES, f"{lib}/*").items():
            entry = zipfile.ZipInfo(f"hpdl/{name}", (1980, 1, 1, 0, 0, 0))
            entry.create_system = 3
            archive.writestr(entry, code)
    return content.getvalue()


def text_of(content, major):
    head = f"// Made by java/compile.py with javac {major}. Sources: {classes.source_hash(SOURCES)}"
    return "\n".join([head, *classes.text_lines(content)]) + "\n"


def check():
    text = TARGET.read_text() if TARGET.exists() else ""
    noted = re.match(r"// Made by java/compile.py with javac (\d+). Sources: (\w+)\n", text)
    if not noted or noted.group(2) != classes.source_hash(SOURCES):
        return "generated/launch_jar.inc is not made from its sources: run ./dev launcher"
    lib = cluster.CACHE / "lib"
    if classes.javac_major() == noted.group(1) and (lib / "VERSION").exists():
        if text != text_of(jar(lib), noted.group(1)):
            return "generated/launch_jar.inc has other bytes than javac makes: run ./dev launcher"
    return ""


def main():
    if "--check" in sys.argv:
        problem = check()
        if problem:
            print(f"FAIL: {problem}")
        return 1 if problem else 0
    major = classes.javac_major()
    if major is None:
        print("javac is needed", file=sys.stderr)
        return 1
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(text_of(jar(cluster.jars()), major))
    return 0


if __name__ == "__main__":
    sys.exit(main())
