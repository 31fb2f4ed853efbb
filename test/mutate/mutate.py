"""Do the tests of a room notice a slip? Changes one token of its sources at random, rebuilds what has it,
runs the room's unit tests, and prints the changes that no test has noticed.

    mutate.py --build build/release ROOM N [--seed S] [--file TEXT] [--with PROGRAM] [--suite FOLDER]

The user's sources are never touched: a changed copy lies in build/mutate, and only that is compiled again,
with the command of the joined source that the unchanged one is in. Headers stay as they are. A changed program runs where it cannot do harm: processes and mounts of its
own, everything read-only but its own /tmp. That takes root, or a kernel that lets users have namespaces.
"""

import argparse
import concurrent.futures
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

ROOT = Path(__file__).resolve().parent.parent.parent
LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"
# A changed program runs with this in front of it, and the folder that is its /tmp.
CONFINED = """set -e
mount --make-rprivate /
mount --bind "$1" /tmp
mount -o remount,bind,ro /
cd /tmp
shift
exec "$@"
"""


def parse_arguments():
    parser = argparse.ArgumentParser(prog="./dev mutate", description=__doc__.split("\n\n")[0])
    parser.add_argument("--build", required=True, type=Path, help=argparse.SUPPRESS)
    parser.add_argument("room", help="a folder with a CMake target, as runtime/store, or its last name")
    parser.add_argument("count", type=int, help="how many changes to try")
    parser.add_argument("--seed", type=int, help="the same seed makes the same changes of the same sources")
    parser.add_argument("--file", default="", help="only sources with this text in their names")
    parser.add_argument("--with", dest="others", action="append", default=[], metavar="PROGRAM",
                        help="one more test program that must not fail, as runtime_engine_test")
    parser.add_argument("--suite", dest="suites", action="append", default=[], metavar="FOLDER",
                        help="lit tests below test/FOLDER that must not fail with an hpdlc of the changed room, as sema")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="changes that are tried at a time")
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
            fail(f"'{name}' is no room; rooms are " + ", ".join(folders) if not found else
                 f"'{name}' may be " + " or ".join(found))
        self.folder = found[0]
        self.library = next(match[1] for entry in self.commands
                            if (match := re.match(re.escape(self.folder) + r"/CMakeFiles/(\w+)_test\.dir/", entry["output"])))
        self.programs = [f"{self.library}_test", *others, *(["hpdlc"] if OPTIONS.suites else [])]
        self.place = ROOT / "build" / "mutate" / self.folder
        self.archive = self.build / "archives" / f"lib{self.library}.a"

    def sources(self):
        """The room's sources that are compiled, without tests and fuzzers."""
        return [path for path in sorted((ROOT / self.folder).glob("*.cpp"))
                if not path.name.endswith(("_test.cpp", "_fuzz.cpp")) and path.name != "main.cpp"]

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
                    [*ccache, *self.command(source), "-o", self.objects[source], "-c", source], cwd=self.build,
                    capture_output=True, text=True), self.objects):
                if done.returncode != 0:
                    fail(f"a source cannot be compiled by itself:\n{done.stderr}")
        self.links = {}
        for program in self.programs:
            printed = subprocess.run(["ninja", "-C", self.build, "-t", "commands", f"bin/{program}"],
                                     capture_output=True, text=True, check=True).stdout
            line = printed.strip().split("\n")[-1]
            # `: && COMPILER ... && :`
            self.links[program] = shlex.split(line.removeprefix(": && ").removesuffix(" && :"))

    def link(self, program, archive, to):
        """Links a test program with another archive of the room; true if that worked."""
        own = os.path.relpath(self.archive, self.build)
        words = [str(archive) if word == own else word for word in self.links[program]]
        words[words.index("-o") + 1] = str(to)
        return subprocess.run(words, cwd=self.build, capture_output=True).returncode == 0


class Tries:
    """Changed programs, one a thread at a time; stop() ends what runs."""

    def __init__(self, room):
        self.room = room
        self.running = set()
        self.lock = threading.Lock()
        self.stopped = False
        self.patience = {}

    def stop(self):
        with self.lock:
            self.stopped = True
            for process in self.running:
                process.kill()

    def run(self, program, folder, patience):
        """How a test program ends: "" if all is well, else what was noticed. It has a /tmp of its own in `folder`."""
        (folder / "tmp").mkdir()
        command = [str(program)]
        if program.name == "hpdlc":
            (folder / "tmp" / "build" / "bin").mkdir(parents=True)
            shutil.copy(program, folder / "tmp" / "build" / "bin")
            command = ["python3", LIT, "-q", "-j", "2", "-D", "build=/tmp/build",
                       *(str(ROOT / "test" / suite) for suite in OPTIONS.suites)]
        words = ["unshare", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"]),
                 "--mount", "--pid", "--fork", "--kill-child", "--mount-proc",
                 "sh", "-c", CONFINED, "sh", str(folder / "tmp"), *command]
        environment = dict(os.environ, GTEST_BRIEF="1", GTEST_FAIL_FAST="1", TMPDIR="/tmp")
        with self.lock:
            if self.stopped:
                return "stopped"
            process = subprocess.Popen(words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT, text=True, errors="replace")
            self.running.add(process)
        try:
            out, _ = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return "time"
        except BaseException:
            process.kill()
            raise
        finally:
            with self.lock:
                self.running.discard(process)
        self.output = out
        return "" if process.returncode == 0 else "tests" if process.returncode == 1 else "crash"

    def measure(self):
        """The unchanged programs, built the same way, must pass; their times bound those of the changed ones."""
        folder = self.room.place / "tries" / "unchanged"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        archive = self.make_archive(folder, {})
        for number, name in enumerate(self.room.programs):
            if not self.room.link(name, archive, folder / name):
                fail(f"{name} cannot be linked")
            begin = time.monotonic()
            own = folder / str(number)
            own.mkdir()
            if (noticed := self.run(folder / name, own, 900)):
                fail(f"{name} fails without any change ({noticed}):\n{getattr(self, 'output', '')}")
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
            archive = self.make_archive(folder, {source: folder / "changed.o"})
            for order, name in enumerate(self.room.programs):
                if not self.room.link(name, archive, folder / name):
                    return None
                own = folder / f"run{order}"
                own.mkdir()
                if (noticed := self.run(folder / name, own, self.patience[name])):
                    return noticed
            return ""
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def draw(room, chance):
    """Endless changes: of a random place of the room, each place as likely as any other, none twice."""
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
        yield source, texts[source], change


def report(noticed, source, text, change):
    where = f"{source.relative_to(ROOT)}:{changes.place(text, change)}"
    print(f"{'SURVIVED' if not noticed else 'noticed, ' + noticed}: {where}: {change.what}", flush=True)


def main():
    if subprocess.run(["unshare", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"]), "--mount", "--pid",
                       "--fork", "true"], capture_output=True).returncode != 0:
        fail("this machine gives no namespaces (unshare), so a changed program could end or remove anything")
    seed = OPTIONS.seed if OPTIONS.seed is not None else int(time.time())
    room = Room(OPTIONS.build, OPTIONS.room.rstrip("/"), OPTIONS.others)
    room.prepare()
    tries = Tries(room)
    signal.signal(signal.SIGTERM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt()))
    counts = {}
    try:
        tries.measure()
        drawn = enumerate(draw(room, random.Random(seed)))
        lock = threading.Lock()
        left = [OPTIONS.count]

        def work():
            while True:
                with lock:
                    following = next(drawn, None) if left[0] > 0 and not tries.stopped else None
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
                tries.stop()
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
