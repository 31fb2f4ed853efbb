"""Do the tests of a room notice a slip? Changes one token of its sources at random, rebuilds what has it,
runs the room's unit tests, and prints the changes that no test has noticed.

    mutate.py --build build/release ROOM N [--seed S] [--file TEXT] [--with PROGRAM] [--suite FOLDER] [--scripts [ROOM]]

The user's sources are never touched: a changed copy lies in build/mutate, and only that is compiled again,
with the command of the joined source that the unchanged one is in. Headers stay as they are. With --scripts, what the
unit tests do not notice is tried by those scripts of test/ that run the changed line (reach.py).
"""

import argparse
import concurrent.futures
import functools
import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import changes
import confined
import reach
from confined import ROOT, Confined

LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"
# Scripts run these, beside what hpdlc makes.
PROGRAMS = ("hpdlc", "hpdld", "hpdl")
SCRIPT_FOLDERS = ("celos", "crash", "docs", "examples", "run", "server")
# Left out, for they look at the build itself or make other machines.
NO_SCRIPTS = ("run_packages.py", "run_demo_server.py", "run_old_kernel.py", "run_libraries.py", "run_sbom.py")


def parse_arguments():
    parser = argparse.ArgumentParser(prog="./dev mutate", description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", required=True, type=Path, help=argparse.SUPPRESS)
    parser.add_argument("room", help="a folder with a CMake target, such as runtime/store, or its last name")
    parser.add_argument("count", type=int, help="how many changes to try")
    parser.add_argument("--seed", type=int, help="make the changes of an earlier run with this seed again")
    parser.add_argument("--file", default="", help="change only sources with this text in their names")
    parser.add_argument("--with", dest="others", action="append", default=[], metavar="PROGRAM",
                        help="also run this test program, such as runtime_engines_workflow_test")
    parser.add_argument("--suite", dest="suites", action="append", default=[], metavar="FOLDER",
                        help="also run the lit tests below test/FOLDER, such as sema, with an hpdlc of the changed room")
    parser.add_argument("--scripts", nargs="?", const="", metavar="ROOM,...",
                        help="also run the scripts that run the changed line. The first call runs all scripts once with counters "
                             "in this room and in the rooms named here; later calls use the result")
    parser.add_argument("--again", type=Path, metavar="LOG",
                        help="try only the changes that survived in LOG, the output of an earlier run with the same seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many changes are tried at the same time")
    return parser.parse_args()


def fail(text):
    sys.exit(f"mutate: {text}")


class Room:
    """A folder, how its sources are compiled, and how its test programs are linked."""

    def __init__(self, build, name, others):
        self.build = build.resolve()
        self.commands = json.loads((self.build / "compile_commands.json").read_text())
        for entry in self.commands:
            entry["output"] = re.search(r" -o (\S+) ", entry["command"])[1]
        folders = sorted({match[1] for entry in self.commands
                          if (match := re.match(r"(.+)/CMakeFiles/\w+_test\.dir/", entry["output"]))})
        found = [folder for folder in folders if folder == name or folder.endswith(f"/{name}")]
        if len(found) != 1:
            fail(f"'{name}' is not a room; the rooms are " + ", ".join(folders) if not found else
                 f"'{name}' may mean " + " or ".join(found))
        self.folder = found[0]
        self.library = next(match[1] for entry in self.commands
                            if (match := re.match(re.escape(self.folder) + r"/CMakeFiles/(\w+)_test\.dir/", entry["output"])))
        self.programs = [f"{self.library}_test", *others, *(["hpdlc"] if OPTIONS.suites else [])]
        self.place = ROOT / "build" / "mutate" / self.folder
        self.archive = self.build / "archives" / f"lib{self.library}.a"

    def sources(self):
        """The room's sources that are compiled, without tests and fuzzers."""
        room = ROOT / self.folder
        others = {list_file.parent for list_file in room.rglob("CMakeLists.txt")} - {room}
        return [path for path in sorted(room.rglob("*.cpp")) if others.isdisjoint(path.parents)
                and not path.name.endswith(("_test.cpp", "_fuzz.cpp")) and path.name != "main.cpp"]

    def command(self, source):
        """Words that compile a source by itself, without the files in and out: those of the joined source it is in."""
        for entry in self.commands:
            if f"/CMakeFiles/{self.library}.dir/" not in "/" + entry["output"]:
                continue
            file = Path(entry["file"])
            if file == source or (file.parent.name == "Unity" and f'"{source}"' in file.read_text()):
                words = shlex.split(entry["command"])
                words = words[1:] if Path(words[0]).name == "ccache" else words
                return words[:words.index("-o")]
        fail(f"no command compiles {source}")

    def prepare(self):
        """Builds the test programs, and each source of the room by itself."""
        subprocess.run(["cmake", "--build", str(self.build), "--target", *self.programs], check=True,
                       stdout=subprocess.DEVNULL)
        shutil.rmtree(self.place / "tries", ignore_errors=True)
        (self.place / "objects").mkdir(parents=True, exist_ok=True)
        self.objects = {source: self.place / "objects" / f"{source.stem}.o" for source in self.sources()}
        ccache = [found] if (found := shutil.which("ccache")) else []
        with concurrent.futures.ThreadPoolExecutor(OPTIONS.jobs) as pool:
            for done in pool.map(lambda source: subprocess.run(
                    [*ccache, *self.command(source), "-w", "-o", self.objects[source], "-c", source], cwd=self.build,
                    capture_output=True, text=True), self.objects):
                if done.returncode != 0:
                    fail(f"a source cannot be compiled by itself:\n{done.stderr}")

    @functools.lru_cache(maxsize=None)
    def words(self, program):
        """The command that links a program."""
        printed = subprocess.run(["ninja", "-C", self.build, "-t", "commands", f"bin/{program}"],
                                 capture_output=True, text=True, check=True).stdout
        # `: && COMPILER ... && what follows`
        words = shlex.split(printed.strip().split("\n")[-1])[2:]
        return words[:words.index("&&")]

    def link(self, program, archives, to, more=()):
        """Links a program with other archives in place of those of rooms; true if that worked."""
        own = {os.path.relpath(room.archive, self.build): str(archive) for room, archive in archives.items()}
        words = [own.get(word, word) for word in self.words(program)]
        words[words.index("-o") + 1] = str(to)
        return subprocess.run([*words, *more], cwd=self.build, capture_output=True).returncode == 0

    def make_build(self, folder, archives, more=()):
        """A build folder with the programs as they are with other archives; true if that worked."""
        (folder / "bin").mkdir(parents=True)
        (folder / "lib").mkdir()
        inputs = folder / "lib" / "hpdlc"
        inputs.mkdir()
        names = {str(room.archive): str(archive) for room, archive in archives.items()}
        for made in (self.build / "lib" / "hpdlc").iterdir():
            script = self.build / "compiler" / "link" / f"{made.name}.mri"
            text = script.read_text() if script.exists() else ""
            if not any(f"ADDLIB {name}\n" in text for name in names):
                (inputs / made.name).symlink_to(made)
                continue
            for name, archive in names.items():
                text = text.replace(f"ADDLIB {name}\n", f"ADDLIB {archive}\n")
            text = text.replace(f"CREATE {made}", f"CREATE {inputs / made.name}")
            if more:  # the counters need their library
                found = subprocess.run(["g++", "-print-file-name=libgcov.a"], capture_output=True, text=True, check=True)
                text = text.replace("SAVE\n", f"ADDLIB {found.stdout.strip()}\nSAVE\n")
            subprocess.run(["ar", "-M"], input=text, text=True, check=True)
        for made in (self.build / "bin").iterdir():
            to = folder / "bin" / made.name
            if made.is_symlink():
                to.symlink_to(os.readlink(made))
                continue
            words = self.words(made.name) if made.name in PROGRAMS else []
            if any(os.path.relpath(room.archive, self.build) in words for room in archives):
                if not self.link(made.name, archives, to, more):
                    return False
            elif made.name in PROGRAMS:  # they look for files beside the place that they lie at
                shutil.copy(made, to)
            else:
                to.symlink_to(made)
        for made in self.build.iterdir():
            if not (folder / made.name).exists():
                (folder / made.name).symlink_to(made)
        return True


def find_scripts():
    return [path for folder in SCRIPT_FOLDERS for path in sorted((ROOT / "test" / folder).glob("run_*.py"))
            if path.name not in NO_SCRIPTS]


class Tries:
    """Changed programs, one a thread at a time."""

    def __init__(self, room, reached):
        self.room = room
        self.reached = reached  # which scripts run a line, or none
        self.patience = {}

    def run(self, program, within, patience):
        """How a test program ends: "" if all is well, else what was noticed; and what it said."""
        command = [str(program)]
        if program.name == "hpdlc":
            (within.build / "bin").mkdir(parents=True)
            shutil.copy(program, within.build / "bin")
            command = ["python3", LIT, "-q", "-j", "2", "-D", "build=/tmp/build",
                       *(str(ROOT / "test" / suite) for suite in OPTIONS.suites)]
        return within.run(command, patience, GTEST_BRIEF="1", GTEST_FAIL_FAST="1")

    def measure(self):
        """The unchanged programs, built the same way, must pass; their times bound those of the changed ones."""
        folder = self.room.place / "tries" / "unchanged"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        archive = self.make_archive(folder, {})
        for name in self.room.programs:
            if not self.room.link(name, {self.room: archive}, folder / name):
                fail(f"{name} cannot be linked")
            begin = time.monotonic()
            with Confined(folder / f"of_{name}") as within:
                noticed, output = self.run(folder / name, within, 900)
            if noticed:
                fail(f"{name} fails without any change ({noticed}):\n{output}")
            self.patience[name] = 10 + 5 * (time.monotonic() - begin)

    def make_archive(self, folder, replaced):
        archive = folder / "room.a"
        objects = [str(replaced.get(source, made)) for source, made in self.room.objects.items()]
        subprocess.run(["ar", "qcT", str(archive), *objects], check=True)
        return archive

    def one(self, number, source, text, change):
        """How a change was noticed; "" if it was not, None if it does not compile."""
        folder = self.room.place / "tries" / str(number)
        try:
            folder.mkdir(parents=True)
            copy = folder / source.name
            copy.write_text(change.apply(text))
            # An unused thing is no mistake here.
            compiled = subprocess.run([*self.room.command(source), "-w", "-o", str(folder / "changed.o"), "-c", str(copy)],
                                      cwd=self.room.build, capture_output=True)
            if compiled.returncode != 0:
                return None
            archives = {self.room: self.make_archive(folder, {source: folder / "changed.o"})}
            for name in self.room.programs:
                if not self.room.link(name, archives, folder / name):
                    return None
                with Confined(folder / f"of_{name}") as within:
                    noticed, _ = self.run(folder / name, within, self.patience[name])
                if noticed:
                    return noticed
            return self.by_scripts(folder, archives, source, changes.line(text, change)) if self.reached else ""
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def by_scripts(self, folder, archives, source, line):
        scripts = self.reached.scripts(str(source), line)
        if scripts and not self.room.make_build(folder / "build", archives):
            return None
        for order, script in enumerate(scripts):
            with Confined(folder / f"script{order}") as within:
                within.use_build(folder / "build")
                noticed, _ = within.run_script(ROOT / script, 60 + 5 * self.reached.seconds[script])
            if noticed:
                return noticed if noticed == "stopped" else f"{noticed} of {script}"
        return ""


def find_reach(room):
    """Which scripts run which lines of the room; known from an earlier run as long as no source is newer."""
    place = ROOT / "build" / "mutate"
    kept = place / "reach.json"
    names = [room.folder, *filter(None, OPTIONS.scripts.split(","))]
    newest = max(path.stat().st_mtime for path in room.sources())
    found = reach.load(kept) if kept.exists() and kept.stat().st_mtime > newest else None
    if found is None or room.folder not in found.rooms:
        found = reach.Reach(names)
    rooms = [room, *(Room(OPTIONS.build, name, []) for name in found.rooms if name != room.folder)]
    subprocess.run(["cmake", "--build", str(room.build), "--target", "link_inputs", *PROGRAMS, "watch_parked"], check=True,
                   stdout=subprocess.DEVNULL)
    reach.measure(found, rooms, find_scripts(), place, OPTIONS.jobs, lambda text: print(text, flush=True))
    return found


def draw(room, chance):
    """Endless changes: of a random place of the room, each place as likely as any other, none twice."""
    again = set(re.findall("^SURVIVED: (.*)$", OPTIONS.again.read_text(), re.M)) if OPTIONS.again else None
    places = {}
    texts = {}
    for source in room.sources():
        if OPTIONS.file in source.name:
            texts[source] = source.read_text()
            for change in changes.changes(texts[source]):
                places.setdefault((str(source), change.start), []).append((source, change))
    keys = sorted(places)
    chance.shuffle(keys)
    for key in keys:
        source, change = chance.choice(places[key])
        if again is None or told(source, texts[source], change) in again:
            yield source, texts[source], change


def told(source, text, change):
    return f"{source.relative_to(ROOT)}:{changes.place(text, change)}: {change.what}"


def report(noticed, source, text, change):
    print(f"{'SURVIVED' if not noticed else 'noticed, ' + noticed}: {told(source, text, change)}", flush=True)


def main():
    if not confined.possible():
        fail("this machine gives no namespaces (unshare), so a changed program could end or remove anything")
    seed = OPTIONS.seed if OPTIONS.seed is not None else int(time.time())
    room = Room(OPTIONS.build, OPTIONS.room.rstrip("/"), OPTIONS.others)
    room.prepare()
    signal.signal(signal.SIGTERM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt()))
    counts = {}
    try:
        tries = Tries(room, find_reach(room) if OPTIONS.scripts is not None else None)
        tries.measure()
        drawn = enumerate(draw(room, random.Random(seed)))
        lock = threading.Lock()
        left = [OPTIONS.count]

        def work():
            while True:
                with lock:
                    following = next(drawn, None) if left[0] > 0 and not confined.running.stopped else None
                    left[0] -= 1
                if following is None:
                    return
                number, (source, text, change) = following
                noticed = tries.one(number, source, text, change)
                with lock:
                    if noticed is None:
                        left[0] += 1  # it does not compile: another one
                    elif noticed != "stopped":
                        counts[noticed] = counts.get(noticed, 0) + 1
                        report(noticed, source, text, change)

        with concurrent.futures.ThreadPoolExecutor(OPTIONS.jobs) as pool:
            try:
                for worker in [pool.submit(work) for _ in range(OPTIONS.jobs)]:
                    worker.result()
            except KeyboardInterrupt:
                confined.running.stop()
                raise
    except KeyboardInterrupt:
        print("mutate: stopped")
    finally:
        shutil.rmtree(room.place / "tries", ignore_errors=True)
    total = sum(counts.values())
    noticed = total - counts.get("", 0)
    if total:
        print(f"{noticed} of {total} changes of {room.folder} were noticed ({100 * noticed // total} %), seed {seed}")
    return 0


if __name__ == "__main__":
    OPTIONS = parse_arguments()
    sys.exit(main())
