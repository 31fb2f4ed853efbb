"""Compiles the classes of the launcher's jar into ../generated/launch_jar.inc; --check only compares.

The jar has the classes of this folder, which need Hadoop's, and those that java actions start with.
The generated file notes the hash of the sources and the javac that made it. --check demands that the
sources are the same ones and, with a javac of the same major version and Hadoop's jars at hand, the
same bytes.
"""

import importlib.util
import io
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
JAVA_ACTION = ROOT / "stdlib" / "actions" / "java" / "launcher"
TARGET = HERE.parent / "generated" / "launch_jar.inc"
SOURCES = sorted([*HERE.rglob("*.java"), *JAVA_ACTION.glob("*.java")], key=lambda path: path.name)


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
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system = 3
            archive.writestr(entry, code)
    return content.getvalue()


def text_of(lib, major):
    head = f"// Made by java/compile.py with javac {major}. Sources: {classes.source_hash(SOURCES)}"
    return "\n".join([head, *classes.text_lines(jar(lib))]) + "\n"


def text_here(major):
    """Without fetching Hadoop's jars for it."""
    lib = cluster.place_of_jars()
    return text_of(lib, major) if lib.exists() else None


if __name__ == "__main__":
    sys.exit(classes.run(TARGET, SOURCES, lambda major: text_of(cluster.jars(), major), text_here))
