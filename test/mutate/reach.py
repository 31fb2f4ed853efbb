"""Which scripts of test/ reach which lines of a room: its sources are compiled with counters, and each script runs once
with programs that have them."""

import bisect
import concurrent.futures
import gzip
import json
import shutil
import subprocess
import time
from pathlib import Path

from confined import Confined

# A counter's file lies beside the object it is of: in the /tmp that each script has of its own.
COUNTERS = Path("/tmp/hpdl-counters")
KEEP_COUNTERS = Path(__file__).resolve().parent / "keep_counters.h"
# How far above a changed token its statement may begin.
STATEMENT_LINES = 12
SECONDS = 900


class Reach:
    """What the scripts took, and the lines of each source that they ran."""

    def __init__(self, seconds, lines, code):
        self.seconds = seconds  # script -> seconds it took
        self.lines = lines  # script -> source -> lines that it ran
        self.code = code  # source -> all its lines with code, sorted

    def scripts(self, source, line):
        """Those that run a line, the shortest first; of a line without code, those that run anything of the source."""
        known = self.code.get(source, [])
        at = bisect.bisect_right(known, line)
        near = known[at - 1] if at > 0 and line - known[at - 1] <= STATEMENT_LINES else None
        found = [script for script, ran in self.lines.items()
                 if source in ran and (near is None or near in ran[source])]
        return sorted(found, key=self.seconds.get)

    def save(self, path):
        path.write_text(json.dumps({"seconds": self.seconds, "code": self.code, "lines": {
            script: {source: sorted(ran) for source, ran in sources.items()} for script, sources in self.lines.items()}}))


def load(path):
    held = json.loads(path.read_text())
    lines = {script: {source: set(ran) for source, ran in sources.items()} for script, sources in held["lines"].items()}
    return Reach(held["seconds"], lines, held["code"])


def counters_of(room):
    return COUNTERS / room.folder.replace("/", "_")


def compile_with_counters(room, folder, jobs):
    """The room's archive with counters; their notes lie beside its objects in `folder`."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)

    ccache = [found] if (found := shutil.which("ccache")) else []

    def one(source):
        made = folder / f"{source.stem}.o"
        done = subprocess.run([*ccache, *room.command(source), "--coverage", "-fprofile-update=atomic", "-w", "-include",
                               str(KEEP_COUNTERS), "-o", str(made), "-c", str(source)], cwd=room.build, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"a source cannot be compiled with counters:\n{done.stderr}")
        return made

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        objects = list(pool.map(one, room.sources()))
    archive = folder / "room.a"
    subprocess.run(["ar", "qc", str(archive), *map(str, objects)], check=True)
    return archive


def read_counters(folder, root):
    """source -> {line: how often} of the counters' files of a folder, whose notes lie beside them."""
    found = {}
    names = [each.name for each in folder.glob("*.gcda")]
    if not names:
        return found
    subprocess.run(["gcov", "--json-format", *names], cwd=folder, check=True, capture_output=True)
    for report in folder.glob("*.gcov.json.gz"):
        for entry in json.loads(gzip.decompress(report.read_bytes()))["files"]:
            if not entry["file"].startswith(f"{root}/"):
                continue
            counts = found.setdefault(entry["file"], {})
            for line in entry["lines"]:
                counts[line["line_number"]] = counts.get(line["line_number"], 0) + line["count"]
        report.unlink()
    return found


def measure(rooms, scripts, place, jobs, tell):
    """Runs each script with programs whose rooms count. Those that fail without any change are named and left out."""
    root = rooms[0].root
    archives, notes = {}, {}
    for room in rooms:
        folder = notes[room.folder] = counters_of(room)
        archives[room] = compile_with_counters(room, folder, jobs)
    place = place / "reach"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    lines, seconds, code = {}, {}, {}

    def passes(script, archives, more, within):
        """Whether it does, and how long it took; else what it said."""
        if not rooms[0].make_build(within.build, archives, more):
            raise RuntimeError("programs cannot be linked")
        begin = time.monotonic()
        noticed, output = within.run_script(script, SECONDS)
        return not noticed, time.monotonic() - begin, output

    def one(script):
        name = str(script.relative_to(root))
        with Confined(place / script.stem) as confined:
            for room in rooms:
                own = confined.tmp / counters_of(room).relative_to("/tmp")
                own.mkdir(parents=True)
                own.chmod(0o1777)
            well, took, output = passes(script, archives, ["--coverage"], confined)
            if not well:  # some look at what counters change: messages of theirs, threads, sizes
                with Confined(place / f"{script.stem}.plain") as plain:
                    well, took, output = passes(script, {}, [], plain)
            if not well:
                tell(f"left out, for it fails here without any change: {name}\n{output[-1500:]}")
                return
            seconds[name] = took
            ran = {}
            for room in rooms:
                own = confined.tmp / counters_of(room).relative_to("/tmp")
                for note in notes[room.folder].glob("*.gcno"):
                    shutil.copy(note, own)
                for source, counts in read_counters(own, root).items():
                    code.setdefault(source, set()).update(counts)
                    ran[source] = {line for line, count in counts.items() if count}
            lines[name] = ran
            tell(f"{seconds[name]:6.1f} s {name} runs {sum(map(len, ran.values()))} lines")

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, scripts))
    shutil.rmtree(COUNTERS)
    return Reach(seconds, lines, {source: sorted(known) for source, known in code.items()})
