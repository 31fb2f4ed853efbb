"""Which scripts of test/ reach which lines of a room: its sources are compiled with counters, and each script runs once
with programs that have them."""

import bisect
import concurrent.futures
import gzip
import json
import shutil
import subprocess
import threading
import time
from pathlib import Path

from confined import ROOT, Confined, running

# A counter's file lies beside the object it is of: in the /tmp that each script has of its own.
COUNTERS = Path("/tmp/hpdl-counters")
KEEP_COUNTERS = Path(__file__).resolve().parent / "keep_counters.h"
# How far above a changed token its statement may begin.
STATEMENT_LINES = 12
SECONDS = 900


class Reach:
    """What the scripts took, and the lines of each source that they ran. A pass that was stopped goes on later."""

    def __init__(self, rooms, seconds=None, lines=None, code=None):
        self.rooms = rooms  # their folders
        self.seconds = seconds or {}  # script -> seconds it took; None if it fails here
        self.lines = lines or {}  # script -> source -> lines that it ran
        self.code = code or {}  # source -> all its lines with code, sorted

    def scripts(self, source, line):
        """Those that run a line, the shortest first; of a line without code, those that run anything of the source."""
        known = self.code.get(source, [])
        at = bisect.bisect_right(known, line)
        near = known[at - 1] if at > 0 and line - known[at - 1] <= STATEMENT_LINES else None
        found = [script for script, ran in self.lines.items()
                 if source in ran and (near is None or near in ran[source])]
        return sorted(found, key=self.seconds.get)

    def add(self, script, seconds, counts):
        """`counts`: source -> line -> how often."""
        self.seconds[script] = seconds
        self.lines[script] = {source: {line for line, count in each.items() if count} for source, each in counts.items()}
        for source, each in counts.items():
            self.code[source] = sorted({*self.code.get(source, ()), *each})

    def save(self, path):
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps({"rooms": self.rooms, "seconds": self.seconds, "code": self.code, "lines": {
            script: {source: sorted(ran) for source, ran in sources.items()} for script, sources in self.lines.items()}}))
        fresh.rename(path)


def load(path):
    held = json.loads(path.read_text())
    lines = {script: {source: set(ran) for source, ran in sources.items()} for script, sources in held["lines"].items()}
    return Reach(held["rooms"], held["seconds"], lines, held["code"])


def counters_of(room):
    return COUNTERS / room.folder.replace("/", "_")


def compile_with_counters(room, jobs):
    """The room's archive with counters; their notes lie beside its objects."""
    folder = counters_of(room)
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


def read_counters(folder):
    """source -> {line: how often} of the counters' files of a folder, whose notes lie beside them."""
    found = {}
    names = [each.name for each in folder.glob("*.gcda")]
    if not names:
        return found
    subprocess.run(["gcov", "--json-format", *names], cwd=folder, check=True, capture_output=True)
    for report in folder.glob("*.gcov.json.gz"):
        for entry in json.loads(gzip.decompress(report.read_bytes()))["files"]:
            if not entry["file"].startswith(f"{ROOT}/"):
                continue
            counts = found.setdefault(entry["file"], {})
            for line in entry["lines"]:
                counts[line["line_number"]] = counts.get(line["line_number"], 0) + line["count"]
        report.unlink()
    return found


def measure(found, rooms, scripts, place, jobs, tell):
    """Runs each script that a Reach does not know with programs whose rooms count, and adds it. Those that fail without any
    change are named and left out. After each, the Reach is saved in `place`."""
    scripts = [script for script in scripts if str(script.relative_to(ROOT)) not in found.seconds]
    if not scripts:
        return
    archives = {room: compile_with_counters(room, jobs) for room in rooms}
    work = place / "reach"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    if not rooms[0].make_build(work / "counting", archives, ["--coverage"]) or not rooms[0].make_build(work / "plain", {}):
        raise RuntimeError("programs cannot be linked")
    lock = threading.Lock()

    def one(script):
        name = str(script.relative_to(ROOT))
        seconds, output, counts = run_with_counters(script, rooms, work)
        with lock:
            if running.stopped:  # it did not fail by itself
                return
            if seconds is None:
                tell(f"left out, because it fails here without any change: {name}\n{output[-1500:]}")
            else:
                tell(f"{seconds:6.1f} s {name} runs {sum(sum(map(bool, each.values())) for each in counts.values())} lines")
            found.add(name, seconds, counts)
            found.save(place / "reach.json")

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        try:
            list(pool.map(one, scripts))
        except KeyboardInterrupt:
            running.stop()
            raise
    for used in (COUNTERS, work):
        shutil.rmtree(used)


def run_with_counters(script, rooms, work):
    """(seconds it took or None if it fails here, what it said, source -> line -> how often)."""
    counts = {}
    with Confined(work / script.stem) as confined:
        owns = {room: confined.tmp / counters_of(room).relative_to("/tmp") for room in rooms}
        for own in owns.values():
            own.mkdir(parents=True)
            own.chmod(0o1777)
        well, seconds, output = passes(script, work / "counting", confined)
        if not well:  # some look at what counters change: messages of theirs, threads, sizes
            with Confined(work / f"{script.stem}.plain") as plain:
                well, seconds, output = passes(script, work / "plain", plain)
        if not well:
            return None, output, counts
        for room, own in owns.items():
            for note in counters_of(room).glob("*.gcno"):
                shutil.copy(note, own)
            for source, each in read_counters(own).items():
                whole = counts.setdefault(source, {})
                for line, count in each.items():
                    whole[line] = whole.get(line, 0) + count
    return seconds, output, counts


def passes(script, build, within):
    """(whether it does, how many seconds it took, what it said)."""
    within.use_build(build)
    begin = time.monotonic()
    noticed, output = within.run_script(script, SECONDS)
    return not noticed, time.monotonic() - begin, output
