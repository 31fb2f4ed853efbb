#!/usr/bin/env python3
"""joined.py BUILD FOLDER...: joins the C++ sources below these folders for clang-tidy, which spends most of its time on
headers. All that a folder has compiled alike is included by one file.

Writes BUILD/joined/*.cpp and a compile_commands.json for them, and prints their names, one a line. What is generated
is left out, and so are fuzzers, which have a build of their own.
"""

import json
import re
import shlex
import shutil
import sys
from pathlib import Path

from suites import ROOT


def options(command):
    """What the compiler is told beside the names of files."""
    words = shlex.split(command)
    return words[: words.index("-o")]


def apart(folder):
    """Names of the sources of a folder that its CMakeLists.txt never joins."""
    lists = folder / "CMakeLists.txt"
    named = re.search(r"\bAPART((?: [a-z]\S*?)+)[ )]", lists.read_text()) if lists.exists() else None
    return set(named[1].split()) if named else set()


def groups(build, folders):
    """Sources that can be joined, by folder and options; those that cannot are groups of their own."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = Path(entry["file"])
        if source.suffix != ".cpp" or "generated" in source.parts or not source.is_relative_to(ROOT):
            continue
        if any(source.is_relative_to(folder) for folder in folders):
            alone = source.name if source.name in apart(source.parent) else ""
            found.setdefault((source.parent, tuple(options(entry["command"])), alone), []).append(source)
    return found


def join(build, folders):
    target = build / "joined"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    commands = []
    for (folder, words, _), sources in sorted(groups(build, folders).items()):
        name = "_".join(folder.relative_to(ROOT).parts)
        joined = target / f"{name}_{len(commands)}.cpp"
        joined.write_text("".join(f'#include "{source}"\n' for source in sorted(sources)))
        commands.append({"directory": str(build), "file": str(joined), "arguments": [*words, "-c", str(joined)]})
    (target / "compile_commands.json").write_text(json.dumps(commands, indent=1))
    return [command["file"] for command in commands]


if __name__ == "__main__":
    print(*join((ROOT / sys.argv[1]).resolve(), [(ROOT / folder).resolve() for folder in sys.argv[2:]]), sep="\n")
