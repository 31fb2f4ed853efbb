"""Fails on an `#include` between rooms that the tables here do not allow, on rooms that are seen only through the headers of
others, and on pages of docs/design that say something else about the rooms of the runtime.

A room is a folder with a CMake target. Tests beside the sources obey the same rules, with GoogleTest
on top. Headers of libraries are checked too where only one room may see them.
"""

import fnmatch
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.MULTILINE)

# Room -> rooms it may include. A room may always include itself.
VALUE = {"runtime/ground/value", "runtime/ground/abi", "runtime/ground/base"}
# The districts of the runtime, and those that each may use.
DISTRICTS = {"ground": set()}
for name, before in (("rules", "ground"), ("world", "rules"), ("store", "world"), ("engines", "store"), ("programs", "engines"),
                     ("server", "engines")):
    DISTRICTS[name] = DISTRICTS[before] | {before}
# The rooms of the runtime that each of them may include, by district: no way leads back to where it came from.
RUNTIME = {
    # ---- ground
    "ground/static": set(),
    "ground/abi": set(),
    "ground/base": set(),
    "ground/calendar": {"ground/base"},
    "ground/javascript": {"ground/base"},
    "ground/progress": {"ground/base", "ground/calendar"},
    "ground/regex": {"ground/base"},
    "ground/sbom": {"ground/base"},
    "ground/value": {"ground/abi", "ground/base"},
    "ground/config": {"ground/base", "ground/value"},
    "ground/expression": {"ground/abi", "ground/base", "ground/value"},
    "ground/token": {"ground/value"},
    "ground/zip": {"ground/base"},
    # ---- rules
    "rules/celos": {"ground/base", "ground/calendar"},
    "rules/coordinator": {"ground/abi", "ground/base", "ground/calendar", "ground/expression", "ground/value"},
    "rules/sla": {"rules/coordinator", "ground/base"},
    # ---- world
    "world/files": {"ground/base"},
    "world/http": {"ground/base"},
    "world/https": {"world/http", "ground/base"},
    "world/mapreduce": {"ground/base", "ground/value", "ground/zip"},
    "world/net": {"world/http", "ground/base"},
    "world/oozie_client": {"world/net", "ground/base", "ground/value"},
    "world/process": {"ground/base"},
    "world/site": {"ground/base", "ground/config", "ground/value"},
    "world/hadoop": {"world/files", "world/net", "world/site", "ground/base", "ground/config", "ground/value"},
    "world/mail": {"world/net", "world/site", "ground/base"},
    "world/ssh": {"world/net", "ground/base"},
    # ---- store
    "store": {"rules/coordinator", "rules/sla", "ground/base", "ground/value"},
    "store/sqlite": {"store", "ground/base"},
    "store/local": {"store", "store/sqlite", "ground/base"},
    "store/server_records": {"store", "store/local", "store/sqlite", "ground/base"},
    "store/celos_slots": {"store", "store/sqlite", "rules/celos", "ground/base"},
    # ---- engines
    "engines/celos_scripts": {"rules/celos", "ground/base", "ground/calendar", "ground/javascript"},
    "engines/celos_service": {"store", "world/files", "world/net", "world/oozie_client", "rules/celos", "ground/base", "ground/config"},
    "engines/watch": {"store", "store/local", "world/files", "world/hadoop", "world/net", "world/oozie_client", "ground/base"},
    "engines/workflow": {
        "store", "store/local", "store/sqlite", "world/files", "world/hadoop", "world/net", "world/process", "world/site", "ground/abi",
        "ground/base", "ground/config", "ground/expression", "ground/progress", "ground/token", "ground/value"},
    "engines/report": {
        "engines/workflow", "store", "store/local", "world/hadoop", "world/net", "world/site", "ground/abi", "ground/base",
        "ground/token"},
    "engines/sla_judge": {
        "engines/workflow", "store", "store/local", "world/mail", "world/net", "world/site", "rules/coordinator", "rules/sla",
        "ground/abi", "ground/base"},
    "engines/coordinator": {
        "engines/sla_judge", "engines/workflow", "store", "store/local", "world/files", "world/hadoop", "world/net",
        "world/oozie_client", "world/site", "rules/coordinator", "rules/sla", "ground/abi", "ground/base", "ground/config",
        "ground/value"},
    # ---- programs
    "programs/command_line": {"ground/base"},
    "programs/celos_deploy": {
        "world/files", "world/hadoop", "world/net", "world/site", "world/ssh", "ground/base", "ground/config", "ground/javascript"},
    "programs/client": {
        "programs/celos_deploy", "programs/command_line", "world/net", "ground/base", "ground/calendar", "ground/config",
        "ground/progress", "ground/sbom"},
    "programs/program": {
        "programs/command_line", "engines/coordinator", "engines/report", "engines/workflow", "store", "store/local", "world/files",
        "world/hadoop", "world/site", "rules/coordinator", "ground/abi", "ground/base", "ground/calendar", "ground/config", "ground/expression", "ground/progress",
        "ground/sbom"},
    "programs/celos_program": {
        "programs/program", "engines/celos_scripts", "engines/celos_service", "engines/coordinator", "engines/workflow", "store",
        "store/celos_slots", "store/local", "world/files", "world/hadoop", "world/net", "world/site", "rules/celos", "ground/abi",
        "ground/base"},
    # ---- server
    "server/processes": {"ground/base"},
    "server/work": {"store", "world/process", "world/site", "ground/base"},
    "server/access": {"server/work", "store", "world/site", "ground/base"},
    "server/login": {"server/access", "server/work", "ground/base"},
    "server/applications": {
        "server/access", "server/work", "store", "store/local", "store/server_records", "world/files", "world/site", "ground/base",
        "ground/config", "ground/value", "ground/zip"},
    "server/jobs": {
        "server/access", "server/applications", "server/work", "engines/watch", "engines/workflow", "store", "store/local",
        "store/server_records", "world/files", "world/hadoop", "world/net", "world/process", "world/site",
        "rules/coordinator", "ground/base", "ground/config", "ground/value", "ground/zip"},
    "server/users": {"server/access", "server/jobs", "server/processes", "server/work", "ground/base"},
    "server/protocols/oozie": {
        "server/applications", "server/jobs", "server/work", "engines/report", "engines/workflow", "store", "store/local",
        "store/server_records", "world/files", "rules/coordinator", "ground/abi", "ground/base", "ground/calendar", "ground/config",
        "ground/regex", "ground/value"},
    "server/protocols/hws": {
        "server/applications", "server/jobs", "server/protocols/oozie", "server/work", "engines/report", "store", "store/local",
        "ground/abi", "ground/base", "ground/value"},
    "server/protocols/tokens": {"server/protocols/oozie", "engines/report", "store/local", "ground/base"},
    "server/protocols/celos": {
        "server/access", "server/jobs", "engines/celos_scripts", "engines/celos_service", "store", "store/celos_slots", "world/hadoop",
        "world/http", "world/net", "world/site", "rules/celos", "ground/base", "ground/value"},
    "server/protocols/celos_ui": {
        "server/access", "server/protocols/celos", "engines/celos_service", "world/http", "world/net", "rules/celos", "ground/base"},
    "server/protocols/celos_hosted": {
        "server/jobs", "server/protocols/celos", "server/protocols/celos_ui", "server/protocols/oozie", "server/work",
        "engines/celos_scripts", "engines/celos_service", "store", "store/celos_slots", "store/local", "world/hadoop", "world/net",
        "world/site", "rules/celos", "ground/base"},
    "server/hpdld": {
        "server/access", "server/jobs", "server/login", "server/processes", "server/protocols/celos", "server/protocols/celos_hosted",
        "server/protocols/celos_ui", "server/protocols/hws", "server/protocols/oozie", "server/protocols/tokens", "server/users", "server/work",
        "engines/celos_scripts", "store", "world/http", "world/https", "world/site", "ground/abi", "ground/base", "ground/sbom"},
}
COMPILER_BASE = {"compiler/base", "compiler/secrets", "compiler/diagnostics", "compiler/core",
                 "runtime/ground/base"}
ALLOWED = {
    "compiler/base": {"runtime/ground/base"},
    "compiler/core": set(),
    "compiler/secrets": {"compiler/base", "runtime/ground/base"},
    "compiler/diagnostics": {"compiler/base", "compiler/secrets", "runtime/ground/base"},
    "compiler/ast": COMPILER_BASE | {"stdlib/core"},
    "compiler/frontend/xml": COMPILER_BASE | {"compiler/ast", "compiler/frontend/el", "runtime/ground/expression", "stdlib/core"},
    "compiler/frontend/el": COMPILER_BASE | {"compiler/ast", "runtime/ground/expression"},
    "compiler/hir": COMPILER_BASE | {"stdlib/core"} | VALUE,
    "compiler/sema": COMPILER_BASE | {"compiler/ast", "compiler/hir", "stdlib/core", "runtime/ground/calendar", "runtime/ground/expression",
                                      "runtime/rules/coordinator"} | VALUE,
    "compiler/analysis": COMPILER_BASE | {"compiler/ast", "compiler/hir", "compiler/sema", "stdlib/core", "runtime/ground/expression"} | VALUE,
    "compiler/raster": {"compiler/base", "runtime/ground/base"},
    "compiler/draw": COMPILER_BASE | {"compiler/hir", "compiler/raster", "stdlib/core"} | VALUE,
    "compiler/schedule": COMPILER_BASE | {"compiler/hir", "compiler/sema", "stdlib/core", "runtime/ground/calendar",
                                          "runtime/rules/coordinator"} | VALUE,
    "compiler/celos": COMPILER_BASE | {"compiler/draw", "runtime/ground/calendar", "runtime/rules/celos", "runtime/engines/celos_scripts"},
    "compiler/transform": COMPILER_BASE | {"compiler/hir", "stdlib/core"} | VALUE,
    "compiler/codegen": COMPILER_BASE | {"compiler/hir", "stdlib/core", "runtime/ground/abi"},
    "compiler/link": COMPILER_BASE | {"runtime/ground/abi"},
    "compiler/language": {"stdlib/core"},
    "compiler/pipeline": COMPILER_BASE | {"compiler/ast", "compiler/frontend/el", "compiler/frontend/xml", "compiler/sema", "compiler/hir",
                                          "compiler/transform", "compiler/analysis", "stdlib/core",
                                          "runtime/ground/calendar", "runtime/ground/config", "runtime/rules/coordinator",
                                          "runtime/ground/expression"} | VALUE,
    "compiler/fuzz": COMPILER_BASE | {"compiler/pipeline", "compiler/hir", "compiler/schedule", "runtime/ground/calendar", "runtime/rules/coordinator"} | VALUE,
    "compiler/application": COMPILER_BASE | {"compiler/hir", "stdlib/core", "runtime/world/files", "runtime/world/hadoop",
                                             "runtime/world/site", "runtime/ground/zip"} | VALUE,
    "compiler/survey": COMPILER_BASE | {"compiler/analysis", "compiler/ast", "compiler/hir", "compiler/pipeline",
                                        "stdlib/core", "runtime/ground/config"} | VALUE,
    "compiler/driver": None,  # the top of the compiler: see DRIVER
    "stdlib/core": {"runtime/ground/value", "runtime/ground/abi", "runtime/ground/base", "runtime/ground/expression"},
    "stdlib/local": {"stdlib/core", "runtime"},
    "stdlib/cluster": {"stdlib/core", "stdlib/local", "runtime"},
    "stdlib/remote": {"stdlib/core", "stdlib/local", "runtime"},
    "stdlib/actions": {"stdlib/core", "stdlib/local", "stdlib/cluster", "stdlib/remote", "stdlib/functions", "runtime"},
    "stdlib/functions": {"stdlib/core", "runtime"},
}
DRIVER = {"runtime/programs/command_line", "runtime/ground/calendar", "runtime/rules/celos", "runtime/engines/celos_scripts", "runtime/ground/config", "runtime/rules/coordinator", "runtime/ground/expression", "runtime/ground/sbom", "runtime/ground/token", "runtime/ground/value", "runtime/ground/base", "runtime/ground/abi", "stdlib/core"}

# Room -> rooms whose headers its own headers bring along, to whoever may include it. All else that is seen through
# headers must be allowed by itself: codegen sees no definition as written, by whatever way.
CARRIED = {
    "stdlib/core": VALUE,
    "compiler/ast": {"stdlib/core"} | VALUE,
    "compiler/hir": VALUE,
    "runtime/world/hadoop": {"runtime/world/net"},
    "runtime/engines/celos_scripts": {"runtime/ground/javascript"},
    "compiler/base": {"runtime/ground/base"},
    "compiler/application": {"runtime/world/files", "runtime/world/hadoop", "runtime/world/net", "runtime/world/site"},
    "compiler/pipeline": {"compiler/ast", "compiler/frontend/xml", "compiler/sema", "compiler/analysis", "stdlib/core"},
}

# Library header prefix -> rooms that may see it.
LIBRARIES = {
    "pugixml": {"compiler/frontend/xml", "compiler/raster"},
    "agg_": {"compiler/raster"},
    "png.h": {"compiler/raster"},
    "stb_": {"compiler/raster"},
    "expat": {"compiler/frontend/xml", "runtime/ground/config"},
    "antlr4": {"compiler/frontend/el"},
    "llvm/": {"compiler/codegen", "compiler/link", "compiler/driver", "runtime/ground/base"},
    "lld/": {"compiler/link"},
    "sqlite3": {"runtime/store/sqlite", "compiler/link"},
    "zlib.h": {"compiler/pipeline", "runtime/world/mapreduce"},
    "minizip/": {"runtime/ground/zip"},
    "quickjs": {"runtime/ground/javascript"},
    "curl/": {"runtime/world/net"},
    "ares": {"runtime/world/net"},
    "re2/": {"runtime/ground/regex", "compiler/secrets"},
    "libssh/": {"runtime/world/ssh"},
    "boost/beast": {"runtime/world/http", "runtime/world/https"},
    "boost/asio/ssl": {"runtime/world/https"},
    "crypt.h": {"runtime/server/login"},
    "openssl/": {"runtime/world/https", "runtime/server/access", "runtime/server/login", "stdlib/cluster"},
    "graphviz/": {"compiler/draw"},
}


def room_of(path):
    """The room that a source path (relative, with slashes) belongs to, or None."""
    parts = path.split("/")
    if parts[0] not in ("compiler", "runtime", "stdlib") or len(parts) < 3:
        return None
    if parts[0] == "runtime":
        above = ["/".join(parts[1:length]) for length in range(len(parts) - 1, 1, -1)]
        return next((f"runtime/{each}" for each in above if each in RUNTIME), None)
    return "/".join(parts[:3 if parts[:2] == ["compiler", "frontend"] and len(parts) > 3 else 2])


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
        # runtime/engines/workflow/kind.h binds executors to declarations by way of stdlib/core.
        return to_room == "stdlib/core"
    if from_room == "compiler/driver":
        return to_room.startswith("compiler/") or to_room in DRIVER
    rooms = ALLOWED.get(from_room)
    if rooms is None:
        return False
    if from_room == "compiler/sema" and declaration(target):
        return True
    return to_room in rooms or ("runtime" in rooms and to_room.startswith("runtime/"))


def district_of(room):
    return room.split("/")[0]


def against_districts(table):
    """The arrows of a table of rooms that the order of the districts forbids."""
    return [f"runtime/{room} may not use the district of runtime/{other}" for room, others in table.items() for other in others
            if district_of(other) not in DISTRICTS[district_of(room)] | {district_of(room)}]


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
        ("runtime/engines/workflow/a.cpp", "compiler/hir/hir.h"),
        ("runtime/world/files/a.cpp", "runtime/engines/workflow/kind.h"),
        ("runtime/store/a.cpp", "runtime/programs/program/text.h"),
        ("stdlib/actions/fs/fs.kind.h", "runtime/engines/workflow/kind.h"),
        ("compiler/ast/ast.h", "compiler/frontend/xml/reader.h"),
        ("compiler/driver/a.cpp", "runtime/engines/workflow/engine.h"),
        ("compiler/driver/a.cpp", "runtime/world/hadoop/hadoop.h"),
        ("compiler/application/a.cpp", "compiler/driver/commands/options.h"),
        ("compiler/application/a.cpp", "compiler/sema/check.h"),
        ("compiler/pipeline/a.cpp", "compiler/application/load.h"),
        ("compiler/fuzz/a.cpp", "compiler/sema/check.h"),
    ]
    accepted = [
        ("compiler/driver/a.cpp", "compiler/sema/check.h"),
        ("stdlib/actions/fs/fs.cpp", "runtime/engines/workflow/kind.h"),
        ("compiler/transform/a.cpp", "runtime/ground/value/values.h"),
    ]
    wrong = [f"rule lets {a} include {b}" for a, b in refused if allowed(a, b)]
    wrong += [f"rule keeps {a} from {b}" for a, b in accepted if not allowed(a, b)]
    wrong += [f"runtime/{room} leads back to itself" for room in RUNTIME if room in below(room)]
    wrong += against_districts(RUNTIME)
    for room, other in (("ground/a", "world/b"), ("store/a", "engines/b"), ("programs/a", "server/b"), ("server/a", "programs/b")):
        if not against_districts({room: {other}}):
            wrong.append(f"rule lets {room} use {other}")
    if library_allowed("compiler/sema/a.cpp", "pugixml.hpp"):
        wrong.append("rule lets sema see pugixml")
    through = {"compiler/codegen/a.cpp": ["compiler/hir/a.h"], "compiler/hir/a.h": ["compiler/hir/b.h"],
               "compiler/hir/b.h": ["compiler/ast/a.h", "runtime/ground/value/a.h"], "compiler/ast/a.h": [],
               "runtime/ground/value/a.h": []}
    if seen_violations("compiler/codegen/a.cpp", through) != \
            ["compiler/codegen/a.cpp: sees compiler/ast/a.h through other headers"]:
        wrong.append("codegen may see the ast through headers of hir")
    return wrong


PAGE_ROW = re.compile(r"^\| ([a-z_/]+) \|.*\|([^|]*)\|$", re.MULTILINE)


def page_violations(district, text):
    """`text`: the page of a district, whose rows begin with a room and end with the rooms that it uses, `DISTRICT/*` for
    several."""
    rows = [(room, re.findall(r"`([a-z_/*]+)`", uses)) for room, uses in PAGE_ROW.findall(text) if room in RUNTIME]
    rooms = [room for room in RUNTIME if district_of(room) == district]
    wrong = [f"{room} does not stand once in docs/design/{district}.md" for room in rooms
             if [named for named, _ in rows].count(room) != 1]
    for room, uses in rows:
        for word in uses:
            if not any(fnmatch.fnmatchcase(other, word) for other in RUNTIME[room]):
                wrong.append(f"docs/design/{district}.md: {room} does not use {word}")
        wrong += [f"docs/design/{district}.md: {room} uses {other}" for other in RUNTIME[room]
                  if not any(fnmatch.fnmatchcase(other, word) for word in uses)]
    return wrong


def check_pages():
    """The pages of all districts, and texts that must be noticed."""
    wrong = []
    for district in DISTRICTS:
        text = (ROOT / "docs/design" / f"{district}.md").read_text()
        wrong += page_violations(district, text)
        row = PAGE_ROW.search(text, text.index("|---"))[0]
        for change in (text.replace(row, ""), text.replace(row, row + "\n" + row),
                       text.replace(row, row[:-1] + "`world/nothing` |")):
            if not page_violations(district, change):
                wrong.append(f"a wrong page of {district} is not noticed")
    return wrong


def main():
    """One case a room, one for these rules, one for the pages."""
    failures = self_test()
    passed = 1 if not failures else 0
    wrong = check_pages()
    failures += wrong
    passed += not wrong
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
