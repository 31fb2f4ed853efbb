"""Parked jobs for run_bench.py: many of them, a watcher, and waits that end."""

import os
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

import programs

WATCH_PARKED = programs.BUILD / "bin" / "watch_parked"
PARKED = 5
# The first try fails, the second one does not: meanwhile the file is there.
TEXT = programs.workflow(
    programs.shell("a", "test -e $1", to="b", arguments=("${ready}",),
                   attributes=' retry-max="1" retry-interval="${interval}"')
    + programs.shell("b", "exit 0"), "a")
SITE = ("<configuration><property><name>hpdl.user.retry.interval.unit</name><value>milliseconds</value></property>"
        "</configuration>")


def milliseconds(time_text):
    return datetime.fromisoformat(time_text.replace("Z", "+00:00")).timestamp() * 1000


class ParkedBench:
    def __init__(self, folder, program):
        self.folder, self.program, self.state = folder, program, folder / "parked-state"
        self.ready, self.site = folder / "ready", folder / "site.xml"
        self.site.write_text(SITE)
        self.watcher = None

    def close(self):
        if self.watcher is not None:
            os.killpg(self.watcher.pid, signal.SIGKILL)
            self.watcher.communicate()

    def park(self, count, ends):
        """Runs so many jobs until they are parked; `ends` says when the wait of each is to end, in milliseconds since 1970."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(lambda number: self.park_one(number, ends(number)), range(count)))

    def park_one(self, number, end_ms):
        """The id of the job, and the end of its wait."""
        id_file = self.folder / f"id{number}"
        interval = max(1, round(end_ms - time.time() * 1000))
        words = [self.program, "run", "--local", "--park", "0", "--progress", "none", "--site", self.site, "--state", self.state,
                 "--id-file", id_file, *programs.definitions({"ready": self.ready, "interval": interval})]
        done = subprocess.run(list(map(str, words)), stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != PARKED:
            raise RuntimeError(done.stderr[-300:])
        return id_file.read_text().strip()

    def watch(self):
        """Starts a watcher in place of the one before; returns when it has read the notes."""
        self.close()
        self.state.mkdir(exist_ok=True)
        self.watcher = subprocess.Popen([WATCH_PARKED, self.state], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                                        start_new_session=True)
        line = self.watcher.stdout.readline()
        if line != "watching\n":
            raise RuntimeError(f"the watcher says {line}")
        return self.watcher

    def processes(self):
        """How many processes of the program there are."""
        found = 0
        for entry in Path("/proc").glob("[0-9]*/exe"):
            try:
                found += str(self.state / "programs") in os.readlink(entry) or os.readlink(entry) == str(self.program)
            except OSError:
                pass
        return found

    def share(self, seconds=5):
        """Part of a core that the watcher uses while nothing happens."""
        def used():
            words = Path(f"/proc/{self.watcher.pid}/stat").read_text().rsplit(")", 1)[1].split()
            return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
        before = used()
        time.sleep(seconds)
        return (used() - before) / seconds

    def wake(self, count, apart_ms, seconds):
        """Parks jobs whose waits end so many milliseconds apart, the first after so many seconds. Their records, when all
        have ended."""
        self.ready.unlink(missing_ok=True)
        begin = time.time() * 1000 + seconds * 1000
        ids = self.park(count, lambda number: begin + number * apart_ms)
        if time.time() * 1000 > begin:
            raise RuntimeError("a wait was over before all jobs were parked")
        program = programs.Program(self.program, self.state)
        ends = [self.end_of_wait(program.info(job)) for job in ids]
        self.ready.touch()
        # Asking takes a processor, too: not before all may have ended.
        time.sleep(max(0, ends[-1] / 1000 - time.time()) + count / 250)
        while ids and program.status(ids[-1]) != "SUCCEEDED":
            time.sleep(2)
        if not program.wait_for(lambda: all(program.status(job) == "SUCCEEDED" for job in ids), 120):
            raise RuntimeError("not all jobs were woken")
        return ends, [program.info(job)["job"] for job in ids]

    @staticmethod
    def end_of_wait(info):
        [wait] = info["job"]["waits"]
        return milliseconds(wait["wait"]["until"])

    def lateness(self, count, seconds):
        """Milliseconds from the end of each wait to the start of the next node, in order: one job after another."""
        ends, jobs = self.wake(count, 60, seconds)
        starts = [next(node["started"] for node in job["nodes"] if node["name"] == "b") for job in jobs]
        return sorted(round(milliseconds(start) - end) for start, end in zip(starts, ends))

    def rate(self, count, seconds):
        """Jobs woken and ended in a second, of so many whose waits end at once."""
        ends, jobs = self.wake(count, 0, seconds)
        return count / (max(milliseconds(job["ended"]) for job in jobs) - min(ends)) * 1000
