"""Fails on an `#include` between rooms that docs/design/README.md does not allow, and on rooms that are seen only
through the headers of others.

A room is a folder with a CMake target. Tests beside the sources obey the same rules, with GoogleTest
on top. Headers of libraries are checked too where only one room may see them.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.MULTILINE)

# Room -> rooms it may include. A room may always include itself.
VALUE = {"runtime/value", "runtime/abi", "runtime/base"}
# The rooms of the runtime that each of them may include: no way leads back to where it came from.
RUNTIME = {
    "abi": set(), "base": set(), "zip": {"base"}, "inside": {"base"}, "progress": {"base"}, "calendar": {"base"}, "celos": {"base", "calendar"},
    "javascript": {"base"}, "celos_scripts": {"base", "calendar", "celos", "javascript"},
    "celos_service": {"base", "celos", "config", "files", "net", "oozie", "store"},
    "celos_program": {"abi", "base", "celos", "celos_scripts", "celos_service", "celos_store", "coordinator_engine", "engine", "files", "hadoop", "net", "program", "report", "site", "store"},
    "celos_store": {"base", "celos", "store"},
    "celos_deploy": {"base", "config", "files", "hadoop", "javascript", "net", "site", "ssh", "value"},
    "coordinator": {"abi", "base", "calendar"}, "sla": {"base", "coordinator"},
    "value": {"abi", "base"},
    "expression": {"abi", "base", "value"},
    "config": {"base", "value"}, "token": {"value"},
    "site": {"base", "config", "value"},
    "store": {"base", "coordinator", "sla", "value"}, "process": {"base"}, "regex": {"base"}, "http": {"base"}, "https": {"base", "http"},
    "net": {"base", "http"},
    "mail": {"base", "net", "site"}, "ssh": {"base", "net"}, "oozie": {"base", "net", "value"}, "files": {"base"},
    "hadoop": {"base", "config", "files", "net", "site", "value"},
    "mapreduce": {"base", "value", "zip"},
    "engine": {"abi", "base", "config", "expression", "files", "hadoop", "net", "process", "progress", "site", "store", "token", "value"},
    "agreements": {"abi", "base", "coordinator", "engine", "mail", "net", "site", "sla", "store", "value"},
    "watch": {"base", "files", "hadoop", "net", "oozie", "store"},
    "coordinator_engine": {"abi", "agreements", "base", "calendar", "config", "coordinator", "engine", "files", "hadoop", "mail", "net", "oozie", "process", "progress", "site", "sla", "store", "value"},
    "report": {"abi", "base", "engine", "hadoop", "net", "site", "store", "token"},
    "program": {"abi", "base", "config", "coordinator", "coordinator_engine", "engine", "expression", "files", "hadoop", "inside", "progress", "report", "site", "store"},
    "server": {"base", "config", "coordinator", "engine", "files", "hadoop", "net", "oozie", "process", "report", "site", "store", "value", "watch", "zip"},
    "server/oozie": {"abi", "base", "config", "coordinator", "engine", "files", "regex", "report", "server", "site", "store", "token", "value"},
    "server/users": {"base", "server"},
    "server/hws": {"abi", "base", "report", "server", "server/oozie", "store", "value"},
    "server/tokens": {"base", "report", "server", "server/oozie", "store", "token", "value"},
    "server/celos": {"base", "celos", "celos_scripts", "celos_service", "celos_store", "config", "files", "hadoop", "http", "net", "oozie", "server", "site", "store", "value"},
    "server/celos_ui": {"base", "celos", "celos_service", "http", "net", "server/celos"},
    "server/celos_hosted": {"base", "celos", "celos_scripts", "celos_service", "celos_store", "files", "hadoop", "net", "server", "server/celos", "server/celos_ui", "server/oozie", "site", "store", "value"},
    "server/hpdld": {"abi", "base", "celos_scripts", "config", "files", "hadoop", "http", "https", "inside", "net", "server", "server/celos", "server/celos_hosted", "server/celos_ui", "server/hws", "server/oozie", "server/tokens", "server/users", "site", "store", "value", "watch"},
    "client": {"base", "calendar", "celos_deploy", "config", "inside", "net", "progress", "value"},
}
COMPILER_BASE = {"compiler/base", "compiler/secrets", "compiler/diagnostics", "compiler/core",
                 "runtime/base"}
ALLOWED = {
    "compiler/base": {"runtime/base"},
    "compiler/core": set(),
    "compiler/secrets": {"compiler/base", "runtime/base"},
    "compiler/diagnostics": {"compiler/base", "compiler/secrets", "runtime/base"},
    "compiler/ast": COMPILER_BASE | {"stdlib/core"},
    "compiler/frontend/xml": COMPILER_BASE | {"compiler/ast", "compiler/frontend/el", "stdlib/core"},
    "compiler/frontend/el": COMPILER_BASE | {"compiler/ast", "runtime/expression"},
    "compiler/hir": COMPILER_BASE | {"stdlib/core"} | VALUE,
    "compiler/sema": COMPILER_BASE | {"compiler/ast", "compiler/hir", "stdlib/core", "runtime/calendar", "runtime/coordinator"} | VALUE,
    "compiler/analysis": COMPILER_BASE | {"compiler/ast", "compiler/hir", "compiler/sema", "stdlib/core", "runtime/expression"} | VALUE,
    "compiler/raster": {"compiler/base", "runtime/base"},
    "compiler/draw": COMPILER_BASE | {"compiler/hir", "compiler/raster", "stdlib/core"} | VALUE,
    "compiler/schedule": COMPILER_BASE | {"compiler/hir", "compiler/sema", "stdlib/core", "runtime/calendar",
                                          "runtime/coordinator"} | VALUE,
    "compiler/celos": COMPILER_BASE | {"compiler/draw", "runtime/calendar", "runtime/celos", "runtime/celos_scripts"},
    "compiler/transform": COMPILER_BASE | {"compiler/hir", "stdlib/core"} | VALUE,
    "compiler/codegen": COMPILER_BASE | {"compiler/hir", "stdlib/core", "runtime/abi"},
    "compiler/link": COMPILER_BASE | {"runtime/abi"},
    "compiler/language": {"stdlib/core"},
    "compiler/pipeline": COMPILER_BASE | {"compiler/ast", "compiler/frontend/el", "compiler/frontend/xml", "compiler/sema", "compiler/hir",
                                          "compiler/transform", "compiler/analysis", "stdlib/core",
                                          "runtime/calendar", "runtime/config", "runtime/coordinator",
                                          "runtime/expression"} | VALUE,
    "compiler/fuzz": COMPILER_BASE | {"compiler/pipeline", "compiler/hir", "compiler/schedule", "runtime/calendar", "runtime/coordinator"} | VALUE,
    "compiler/application": COMPILER_BASE | {"compiler/hir", "stdlib/core", "runtime/files", "runtime/hadoop",
                                             "runtime/site", "runtime/zip"} | VALUE,
    "compiler/survey": COMPILER_BASE | {"compiler/analysis", "compiler/ast", "compiler/hir", "compiler/pipeline",
                                        "stdlib/core", "runtime/config"} | VALUE,
    "compiler/driver": None,  # the top of the compiler: see DRIVER
    "stdlib/core": {"runtime/value", "runtime/abi", "runtime/base", "runtime/expression"},
    "stdlib/local": {"stdlib/core", "runtime"},
    "stdlib/cluster": {"stdlib/core", "stdlib/local", "runtime"},
    "stdlib/remote": {"stdlib/core", "stdlib/local", "runtime"},
    "stdlib/actions": {"stdlib/core", "stdlib/local", "stdlib/cluster", "stdlib/remote", "stdlib/functions", "runtime"},
    "stdlib/functions": {"stdlib/core", "runtime"},
}
DRIVER = {"runtime/calendar", "runtime/celos", "runtime/celos_scripts", "runtime/config", "runtime/coordinator", "runtime/expression", "runtime/inside", "runtime/token", "runtime/value", "runtime/base", "runtime/abi", "stdlib/core"}

# Room -> rooms whose headers its own headers bring along, to whoever may include it. All else that is seen through
# headers must be allowed by itself: codegen sees no definition as written, by whatever way.
CARRIED = {
    "stdlib/core": VALUE,
    "compiler/ast": {"stdlib/core"} | VALUE,
    "compiler/hir": VALUE,
    "runtime/hadoop": {"runtime/net"},
    "runtime/celos_scripts": {"runtime/javascript"},
    "compiler/base": {"runtime/base"},
    "compiler/application": {"runtime/files", "runtime/hadoop", "runtime/net", "runtime/site"},
    "compiler/pipeline": {"compiler/ast", "compiler/frontend/xml", "compiler/sema", "compiler/analysis", "stdlib/core"},
}

# Library header prefix -> rooms that may see it.
LIBRARIES = {
    "pugixml": {"compiler/frontend/xml", "compiler/raster"},
    "agg_": {"compiler/raster"},
    "png.h": {"compiler/raster"},
    "stb_": {"compiler/raster"},
    "expat": {"compiler/frontend/xml", "runtime/config"},
    "antlr4": {"compiler/frontend/el"},
    "llvm/": {"compiler/codegen", "compiler/link", "compiler/driver", "runtime/base"},
    "lld/": {"compiler/link"},
    "sqlite3": {"runtime/store", "compiler/link"},
    "zlib.h": {"runtime/mapreduce"},
    "minizip/": {"runtime/zip"},
    "quickjs": {"runtime/javascript"},
    "curl/": {"runtime/net"},
    "ares": {"runtime/net"},
    "re2/": {"runtime/regex", "compiler/secrets"},
    "libssh/": {"runtime/ssh"},
    "boost/beast": {"runtime/http", "runtime/https"},
    "boost/asio/ssl": {"runtime/https"},
    "crypt.h": {"runtime/server/hpdld"},
    "openssl/": {"runtime/https", "runtime/server", "runtime/server/hpdld", "stdlib/cluster"},
    "graphviz/": {"compiler/draw"},
}


def room_of(path):
    """The room that a source path (relative, with slashes) belongs to, or None."""
    parts = path.split("/")
    if parts[0] not in ("compiler", "runtime", "stdlib") or len(parts) < 3:
        return None
    if parts[:2] in (["compiler", "frontend"], ["runtime", "server"]) and len(parts) > 3 and parts[2] != "testing":
        return "/".join(parts[:3])
    return "/".join(parts[:2])


def declaration(path):
    """Declarations of kinds and functions may be read by the compiler too."""
    return path.endswith((".kind.h", ".fn.h", ".credential.h"))


def allowed(source, target):
    """Whether file `source` may include file `target`, both relative to the root."""
    from_room, to_room = room_of(source), room_of(target)
    if to_room is None:
        return True
    if from_room == to_room and not declaration(source):
        return True
    if declaration(source):
        return to_room == "stdlib/core" or target.rsplit("/", 1)[0] == source.rsplit("/", 1)[0]
    if from_room.startswith("runtime/"):
        if declaration(target):
            return False
        if to_room.startswith("runtime/"):
            return "/testing/" in source or to_room[len("runtime/"):] in RUNTIME[from_room[len("runtime/"):]]
        # runtime/engine/kind.h binds executors to declarations by way of stdlib/core.
        return to_room == "stdlib/core"
    if from_room == "compiler/driver":
        return to_room.startswith("compiler/") or to_room in DRIVER
    rooms = ALLOWED.get(from_room)
    if rooms is None:
        return False
    if from_room == "compiler/sema" and declaration(target):
        return True
    return to_room in rooms or ("runtime" in rooms and to_room.startswith("runtime/"))


def below(room):
    """All rooms of the runtime that one of them reaches."""
    reached, left = set(), [room]
    while left:
        for other in RUNTIME[left.pop()] - reached:
            reached.add(other)
            left.append(other)
    return reached


def library_allowed(source, header):
    for prefix, rooms in LIBRARIES.items():
        if header.startswith(prefix):
            return room_of(source) in rooms
    return True


def sources():
    for top in ("compiler", "runtime", "stdlib"):
        for path in sorted((ROOT / top).rglob("*")):
            if path.suffix in (".h", ".cpp", ".c", ".def") and "generated" not in path.parts:
                yield path


def violations_of(source, text):
    found = []
    for quote, header in INCLUDE.findall(text):
        fine = allowed(source, header) if room_of(header) else library_allowed(source, header)
        if not fine:
            found.append(f"{source}: may not include {quote}{header}{'>' if quote == '<' else quote}")
    return found


def seen_by(source, includes):
    """All project files that `source` includes, itself or through headers."""
    seen = set()
    left = [source]
    while left:
        for header in includes.get(left.pop(), ()):
            if header not in seen:
                seen.add(header)
                left.append(header)
    return seen


def visible(source, target):
    """Whether `source` may see `target` through other headers."""
    if allowed(source, target):
        return True
    from_room, to_room = room_of(source), room_of(target)
    if from_room.startswith("runtime/") and to_room.startswith("runtime/"):
        return to_room[len("runtime/"):] in below(from_room[len("runtime/"):])
    carriers = [room for room, carried in CARRIED.items() if room_of(target) in carried]
    return any(allowed(source, f"{room}/any.h") for room in carriers)


def seen_violations(source, includes):
    """One for each room that `source` may not see, with the file of it that is seen."""
    found = {}
    for target in sorted(seen_by(source, includes) - set(includes[source])):
        if target in includes and not visible(source, target):
            found.setdefault(room_of(target), f"{source}: sees {target} through other headers")
    return list(found.values())


def self_test():
    """Arrows that must be refused or allowed, so that a rule that allows all is noticed."""
    refused = [
        ("compiler/codegen/a.cpp", "compiler/ast/ast.h"),
        ("compiler/codegen/a.cpp", "compiler/sema/check.h"),
        ("compiler/transform/a.cpp", "compiler/codegen/codegen.h"),
        ("runtime/engine/a.cpp", "compiler/hir/hir.h"),
        ("runtime/files/a.cpp", "runtime/engine/kind.h"),
        ("runtime/store/a.cpp", "runtime/program/text.h"),
        ("stdlib/actions/fs/fs.kind.h", "runtime/engine/kind.h"),
        ("compiler/ast/ast.h", "compiler/frontend/xml/reader.h"),
        ("compiler/driver/a.cpp", "runtime/engine/engine.h"),
        ("compiler/driver/a.cpp", "runtime/hadoop/hadoop.h"),
        ("compiler/application/a.cpp", "compiler/driver/options.h"),
        ("compiler/application/a.cpp", "compiler/sema/check.h"),
        ("compiler/pipeline/a.cpp", "compiler/application/load.h"),
        ("compiler/fuzz/a.cpp", "compiler/sema/check.h"),
    ]
    accepted = [
        ("compiler/driver/a.cpp", "compiler/sema/check.h"),
        ("stdlib/actions/fs/fs.cpp", "runtime/engine/kind.h"),
        ("compiler/transform/a.cpp", "runtime/value/values.h"),
    ]
    wrong = [f"rule lets {a} include {b}" for a, b in refused if allowed(a, b)]
    wrong += [f"rule keeps {a} from {b}" for a, b in accepted if not allowed(a, b)]
    wrong += [f"runtime/{room} leads back to itself" for room in RUNTIME if room in below(room)]
    if library_allowed("compiler/sema/a.cpp", "pugixml.hpp"):
        wrong.append("rule lets sema see pugixml")
    through = {"compiler/codegen/a.cpp": ["compiler/hir/a.h"], "compiler/hir/a.h": ["compiler/hir/b.h"],
               "compiler/hir/b.h": ["compiler/ast/a.h", "runtime/value/a.h"], "compiler/ast/a.h": [],
               "runtime/value/a.h": []}
    if seen_violations("compiler/codegen/a.cpp", through) != \
            ["compiler/codegen/a.cpp: sees compiler/ast/a.h through other headers"]:
        wrong.append("codegen may see the ast through headers of hir")
    return wrong


def main():
    """One case a room."""
    failures = self_test()
    passed = 1 if not failures else 0
    rooms = {}
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(errors="replace") for path in sources()}
    includes = {path: [header for _, header in INCLUDE.findall(text)] for path, text in texts.items()}
    for path, text in texts.items():
        found = violations_of(path, text) + seen_violations(path, includes)
        rooms.setdefault(room_of(path), []).extend(found)
    for found in rooms.values():
        failures += found
        passed += not found
    for failure in failures:
        print(f"FAIL: {failure}")
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
