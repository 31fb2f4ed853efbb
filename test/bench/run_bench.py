"""Measures speed and size as ratios within one run and prints a table; asserts nothing.

Times depend on the machine and on what else it does: each case is measured several times in turn with
its peers, the minimum counts, and differences below 1.3 x are ties.
"""

import argparse
import contextlib
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=HERE.parent.parent / "build" / "release")
    parser.add_argument("--only", default="", help="run cases whose name contains this")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scale", type=float, default=1, help="multiply node counts, to try it out")
    return parser.parse_args()


OPTIONS = parse_arguments()
os.environ["HPDL_BUILD"] = str(OPTIONS.build.resolve())
import generators  # noqa: E402
import programs  # noqa: E402


class Measured:
    """Wall and CPU seconds of one command, children included, and the most memory that it had at once, in MiB."""

    def __init__(self, wall, cpu, peak):
        self.wall, self.cpu, self.peak = wall, cpu, peak


def measure(command, codes=(0,)):
    """Runs a command to its end, by posix_spawn and wait4: subprocess adds milliseconds of its own."""
    words = [str(word) for word in command]
    with tempfile.TemporaryFile() as errors:
        actions = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                   (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                   (os.POSIX_SPAWN_DUP2, errors.fileno(), 2)]
        begin = time.monotonic()
        child = os.posix_spawnp(words[0], words, os.environ, file_actions=actions)
        _, status, usage = os.wait4(child, 0)
        wall = time.monotonic() - begin
        if os.waitstatus_to_exitcode(status) not in codes:
            errors.seek(0)
            raise RuntimeError(f"{words[:3]} ended with {os.waitstatus_to_exitcode(status)}: "
                               f"{errors.read().decode(errors='replace')[-300:]}")
    return Measured(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def best(commands, key="wall", rounds=None):
    """Minimum over the rounds of each command, taken in turn; a command is a list or a function."""
    low = [float("inf")] * len(commands)
    for _ in range(rounds or OPTIONS.rounds):
        for i, command in enumerate(commands):
            found = command() if callable(command) else measure(command)
            low[i] = min(low[i], getattr(found, key))
    return low


class Bench:
    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="hpdl-bench-", dir=OPTIONS.build.resolve()))
        self.rows = []

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def count(self, number):
        return max(10, int(number * OPTIONS.scale))

    def build(self, name, text, *arguments):
        source = self.write(f"{name}.xml", text)
        target = self.folder / name
        measure([programs.HPDLC, "build", "--no-network", source, "-o", target, *arguments])
        return target

    def row(self, case, found, reach):
        self.rows.append((case, found, reach))
        print(f"| {case} | {found} | {reach} |", flush=True)

    def run_command(self, program, *arguments):
        """A run with a fresh state directory each time."""
        def command():
            state = self.folder / "state"
            shutil.rmtree(state, ignore_errors=True)
            return measure([program, "run", "--local", "--progress", "none", "--state", state,
                            *arguments])
        return command

    # -- The cases ---------------------------------------------------------------------------------

    def verify_small(self):
        source = self.write("ten.xml", generators.chain(10))
        verify, version = best([[programs.HPDLC, "verify", source],
                                [programs.HPDLC, "--version"]], "cpu", 20)
        self.row("verify, 10 nodes: CPU over --version", f"{(verify - version) * 1000:.1f} ms", "4 ms")

    def verify_large(self):
        sizes = [self.count(n) for n in (100, 1000, 10000)]
        sources = [self.write(f"v{n}.xml", generators.distinct_expressions(n)) for n in sizes]
        times = best([[programs.HPDLC, "verify", source] for source in sources])
        self.row("verify, 10,000 nodes, 20,000 expressions", f"{times[-1]:.2f} s", "1.5 s")
        each = [t / n * 1e6 for t, n in zip(times, sizes)]
        self.row("the same, us a node at 100, 1,000, 10,000",
                 ", ".join(f"{value:.0f}" for value in each), "linear")

    def verify_many(self):
        flows = self.folder / "flows"
        for i in range(self.count(1000)):
            self.write(f"flows/d{i % 40}/w{i}.xml", generators.pipeline(50))
        one, whole = best([[programs.HPDLC, "verify", flows / "d0" / "w0.xml"],
                           [programs.HPDLC, "verify", flows]])
        self.row("verify, a folder of 1,000 files of 50 nodes",
                 f"{whole:.2f} s ({one * 1000:.0f} ms for one)", "3 s")

    def schedule(self):
        """Ten years, an hour each: three inputs and an output, and no data at all."""
        source = self.write("hourly.xml", generators.coordinator("hourly"))
        bare = self.write("bare.xml", generators.coordinator("bare", data=False))
        whole, times = best([[programs.HPDLC, "schedule", "-D", "nameNode=hdfs://nn", each] for each in (source, bare)])
        self.row("hpdlc schedule, ten years of hourly actions with 4 URIs each; without data",
                 f"{whole:.2f} s; {times:.2f} s", "0.3 s")

    def coordinator_rows(self):
        """The same ten years as the rows of a journal: all past, so that none is run."""
        folder = self.folder / "ten-years"
        self.write("ten-years/wf/workflow.xml", generators.chain_of_fs(1, folder / "out"))
        text = generators.coordinator("ten").replace("<datasets>", "<controls><execution>NONE</execution><throttle>500</throttle>"
                                                     "</controls><datasets>", 1)
        text = text.replace("2034-", "2024-").replace("2024-01-01T00:00Z\" end", "2014-01-01T00:00Z\" end")
        source = self.write("ten-years/coordinator.xml", text.replace("${nameNode}/apps/ten", f"file://{folder}/wf"))
        measure([programs.HPDLC, "build", source, "-o", folder / "ten"])
        times = []
        for round_number in range(OPTIONS.rounds):
            begin = time.monotonic()
            measure([folder / "ten", "run", "--local", "--progress", "none", "-D", f"nameNode=file://{folder}",
                     "--state", folder / f"state-{round_number}"])
            times.append(time.monotonic() - begin)
        self.row("ten years of hourly actions with 4 URIs each, made and skipped, as durable rows", f"{min(times):.2f} s", "3 s")

    def data_arrival(self):
        """From a done flag to the first node of the workflow that waits for it; looks are a second apart."""
        import served_coordinators_bench
        bench = served_coordinators_bench.ServedCoordinatorsBench(self.folder)
        try:
            times = sorted(bench.arrivals(self.count(60)))
            self.row("s from a done flag in (a stand-in for) HDFS to the first node of its workflow, looks a second apart: p50, most",
                     f"{times[len(times) // 2]:.2f}, {times[-1]:.2f}", "1.2 s")
        finally:
            bench.close()

    def verify_coordinators(self):
        folder = self.folder / "coordinators"
        for i in range(self.count(1000)):
            self.write(f"coordinators/d{i % 40}/a{i}/coordinator.xml", generators.coordinator(f"c{i}"))
            self.write(f"coordinators/d{i % 40}/a{i}/workflow.xml", generators.pipeline(50))
        found, = best([[programs.HPDLC, "verify", folder]])
        self.row("verify, a folder of 1,000 coordinators with their workflows", f"{found:.2f} s", "1 s")

    def survey_many(self):
        tree = self.folder / "surveyed"
        for i in range(self.count(1000)):
            at = f"surveyed/d{i % 40}/a{i}"
            self.write(f"{at}/coordinator.xml", generators.coordinator(f"c{i}"))
            self.write(f"{at}/workflow.xml", generators.pipeline(50))
            self.write(f"{at}/job.properties", f"nameNode=hdfs://nn:8020\nqueue=q{i}\ndb.password=p{i}\n")
            self.write(f"{at}/load.pig", "a = load 'x';\n")
        found, = best([[programs.HPDLC, "survey", "--html", self.folder / "survey.html", tree]])
        self.row("survey of 1,000 applications: coordinator, workflow of 50 nodes, properties, script", f"{found:.2f} s", "3 s")

    def verify_flow(self):
        sizes = [self.count(n) for n in (1000, 10000, 100000)]
        sources = [self.write(f"f{n}.xml", generators.pipeline(n)) for n in sizes]
        times = best([[programs.HPDLC, "verify", source] for source in sources], "cpu", 3)
        self.row("verify with data flow, us a node at 1,000, 10,000, 100,000",
                 ", ".join(f"{t / n * 1e6:.0f}" for t, n in zip(times, sizes)), "linear")

    def verify_hostile(self):
        """Texts that look small and were quadratic or worse once; all have errors."""
        for shape in ("prefixed_attributes", "unknown_attributes", "declared_prefixes", "nested_prefixes"):
            sizes = [self.count(n) for n in (2000, 20000, 200000)]
            sources = [self.write(f"{shape}{n}.xml", getattr(generators, shape)(n)) for n in sizes]
            times = best([lambda s=source: measure([programs.HPDLC, "verify", s], (0, 1)) for source in sources],
                         "cpu", 2)
            self.row(f"verify, {shape.replace('_', ' ')}, us each of 2,000, 20,000, 200,000",
                     ", ".join(f"{t / n * 1e6:.1f}" for t, n in zip(times, sizes)), "linear")

    def search_diamonds(self):
        """Directories of which each has two links to the next one, with a pattern that follows them."""
        depths = (10, 20, 30)
        root = self.folder / "diamonds"
        for i in range(depths[-1]):
            (root / f"d{i}").mkdir(parents=True)
            for name in "ab":
                (root / f"d{i}" / name).symlink_to(root / f"d{i + 1}")
        self.write(f"diamonds/d{depths[-1]}/w.xml", generators.chain(1))
        times = best([[programs.HPDLC, "verify", root / f"d{depths[-1] - depth}" / ("*/" * depth) / "w.xml"]
                      for depth in depths], "cpu", 3)
        self.row("verify by a pattern through links that fork and meet, ms at depths 10, 20, 30",
                 ", ".join(f"{t * 1000:.0f}" for t in times), "linear")

    def large_archive(self):
        """Memory for an application with one large file that cannot be compressed, as a ZIP and as a directory.
        The linker maps what it reads and what it writes: pages of files, which count here and which the system can drop."""
        size = max(1, int(256 * OPTIONS.scale))
        definition = self.write("large/workflow.xml", generators.chain(10))
        with (self.folder / "large" / "data").open("wb") as data:
            for _ in range(size):
                data.write(os.urandom(1 << 20))
        archive = self.folder / "large.zip"
        with zipfile.ZipFile(archive, "w") as file:
            for path in (definition, self.folder / "large" / "data"):
                file.write(path, path.name)
        target = self.folder / "large.bin"
        for name, options, reach in (("verify", [], "1.1, 0.1"), ("build", ["--no-network", "-o", target], "3.1, 2.1")):
            small, zipped, directory = best([[programs.HPDLC, name, *options, path]
                                             for path in (definition, archive, definition.parent)], "peak", 2)
            self.row(f"{name} of a ZIP of {size} MiB, of a directory with the same: peak memory over its size",
                     f"{(zipped - small) / size:.2f}, {(directory - small) / size:.2f}", reach)

    def build_small(self):
        source = self.write("small.xml", generators.chain(10))
        target = self.folder / "small"
        cpu, = best([[programs.HPDLC, "build", "--no-network", source, "-o", target]], "cpu", 10)
        self.row("build --no-network, 10 nodes: CPU", f"{cpu * 1000:.0f} ms", "60 ms")

    def limit(self, shape, count):
        program = self.folder / "spawn_commit"
        if not program.exists():
            measure(["cc", "-O2", HERE / "limits" / "spawn_commit.c", "-o", program, "-lsqlite3"])

        def command():
            for path in self.folder.glob("limit.db*"):
                path.unlink()
            return measure([program, shape, count, self.folder / "limit.db"])
        return command

    def afresh(self, *peer):
        """A build with nothing done yet."""
        def command():
            shutil.rmtree(self.folder / "out", ignore_errors=True)
            (self.folder / "out").mkdir()
            (self.folder / ".ninja_log").unlink(missing_ok=True)
            return measure(peer)
        return command

    def against_peers(self, shape, reach):
        count = self.count(1000)
        text = generators.chain(count) if shape == "chain" else generators.fork(count)
        program = self.build(shape, text)
        ninja = self.write(f"{shape}.ninja", generators.ninja(count, shape))
        make = self.write(f"{shape}.mk", generators.make(count, shape))
        jobs = f"-j{os.cpu_count()}"
        commands = [self.run_command(program), self.limit(shape, count)]
        names = ["hpdlc", "limit"]
        if shutil.which("ninja"):
            names.append("ninja")
            commands.append(self.afresh("ninja", jobs, "-f", ninja, "-C", self.folder))
        if shutil.which("make"):
            names.append("make")
            commands.append(self.afresh("make", jobs, "-f", make, "-C", self.folder))
        times = dict(zip(names, best(commands)))
        ratios = ", ".join(f"{times['hpdlc'] / t:.2f} x {n}" for n, t in times.items() if n != "hpdlc")
        self.row(f"{shape} of {count} shell actions", f"{times['hpdlc'] / count * 1e6:.0f} us each; "
                 + ratios, reach)

    def chain(self):
        self.against_peers("chain", "1.06 x limit")

    def fork(self):
        self.against_peers("fork", "0.72 x ninja")

    def decisions(self):
        count = self.count(10000)
        program = self.build("decisions", generators.decisions(count))
        none = self.build("none", programs.workflow("", "end"))
        many, few = best([self.run_command(program, "-D", "steps=-5"), self.run_command(none)])
        self.row(f"chain of {count} decisions", f"{(many - few) / count * 1e6:.1f} us each", "20 us")

    def rerun(self):
        count = self.count(1000)
        program = programs.Program(self.build("rerun", generators.chain(count)),
                                   self.folder / "rerun-state")
        result = program.run()
        if result.code != 0:
            raise RuntimeError(repr(result))
        skip = ",".join(f"n{i}" for i in range(count - 1))
        found, = best([[program.path, "rerun", program.job, "--skip", skip, "--progress", "none",
                        "--state", program.state]])
        self.row(f"rerun of {count} nodes, all but one skipped", f"{found * 1000:.1f} ms", "20 ms")

    def private_memory(self, child):
        lines = Path(f"/proc/{child.pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024

    def memory(self):
        go = self.folder / "go"
        for count, reach in ((10, "4 MB"), (self.count(10000), "100 MB")):
            program = programs.Program(self.build(f"wait{count}", generators.waiting_fork(count, go)),
                                       self.folder / f"wait-state{count}")
            child = program.spawn("--parallel", "2")
            try:
                time.sleep(2 + count / 2000)
                if child.poll() is not None:
                    raise RuntimeError(child.communicate()[1].decode(errors="replace")[-300:])
                self.row(f"private memory, {count} waiting branches",
                         f"{self.private_memory(child):.1f} MB", reach)
            finally:
                os.killpg(child.pid, signal.SIGKILL)
                child.communicate()
                go.touch()
                time.sleep(0.5)
                go.unlink()

    def celos_scripts(self):
        """Files as sites of Celos have them: each imports the defaults of the site and defines a workflow."""
        count = self.count(1000)
        self.write("celos/defaults/site.js", generators.CELOS_DEFAULTS)
        for i in range(count):
            self.write(f"celos/workflows/w{i}.js", generators.celos_script(i))
        time.sleep(3)  # a file that has just been written is read again
        tool = programs.HPDLC.parent / "celos_scripts_bench"
        rounds = []
        for _ in range(OPTIONS.rounds):
            done = subprocess.run([tool, self.folder / "celos/workflows", self.folder / "celos/defaults"],
                                  check=True, capture_output=True, text=True)
            *times, workflows, errors = done.stdout.split()
            if (int(workflows), int(errors)) != (count, 0):
                raise RuntimeError(f"{workflows} workflows and {errors} errors of {count} scripts")
            rounds.append([float(each) for each in times])
        cold, same, one = [min(each) for each in zip(*rounds)]
        self.row(f"{count:,} scripts of Celos, evaluated; when nothing has changed; when one has",
                 f"{cold:.2f} s; {same * 1000:.0f} ms; {one * 1000:.0f} ms", "2 s; 50 ms")

    def celos_step(self):
        """Slots that wait have no files, those that have ended have one each, which was read before."""
        workflows, hours = self.count(1000), 168
        tool = programs.HPDLC.parent / "celos_step_bench"
        rounds = []
        for _ in range(OPTIONS.rounds):
            done = subprocess.run([tool, str(workflows), str(hours), self.folder], check=True, capture_output=True, text=True)
            rounds.append({name: (float(wall), float(processor)) for name, wall, processor in
                           (line.split("\t") for line in done.stdout.splitlines())})
        for server, prefix in (("celos-server", ""), ("Celos within hpdld", "hosted_")):
            for name in ("waiting", "ended"):
                wall, processor = (min(each) for each in zip(*(one[prefix + name] for one in rounds)))
                self.row(f"a step of {server} over {workflows:,} workflows with {hours} slots that are {name}; CPU",
                         f"{wall:.0f} ms; {processor:.0f} ms", "100 ms")

    def catalogue(self):
        """Questions over 100,000 jobs, and how long a catalogue takes to be made from journals."""
        tool = programs.HPDLC.parent / "catalogue_bench"
        jobs, journals = self.count(100_000), self.count(10_000)
        printed = subprocess.run([tool, "questions", str(jobs), self.folder], capture_output=True, text=True, check=True)
        times = [line.split("\t") for line in printed.stdout.splitlines()]
        for name, time_us in times[1:]:
            self.row(f"catalogue of {jobs} jobs: {name}, p99", f"{float(time_us) / 1000:.2f} ms", "5 ms")
        printed = subprocess.run([tool, "rebuild", str(journals), self.folder], capture_output=True, text=True, check=True)
        seconds = float(printed.stdout.split("\t")[1])
        self.row(f"catalogue made from {journals} journals", f"{seconds:.2f} s, {seconds / journals * 1e6:.0f} us each",
                 "600 us each")

    def parked(self):
        """10,000 jobs without a process, and some of them woken."""
        import parked_bench
        bench = parked_bench.ParkedBench(self.folder, self.build("parked", parked_bench.TEXT))
        try:
            count = self.count(10_000)
            empty = self.private_memory(bench.watch())
            begin = time.monotonic()
            bench.park(count, lambda _: time.time() * 1000 + 10**9)
            rate = count / (time.monotonic() - begin)
            full = self.private_memory(bench.watch())
            self.row(f"{count:,} parked jobs, {rate:.0f} a second: processes of programs, bytes of the watcher for each",
                     f"{bench.processes()}, {(full - empty) * 1024 * 1024 / count:.0f}", "0, 1,024")
            self.row("part of a core that it takes meanwhile", f"{100 * bench.share():.1f} %", "")
            some, many = self.count(200), self.count(1000)
            late = bench.lateness(some, 10 + 2 * some / rate)
            self.row(f"{some} waits that end one after another: ms until the next node starts, p50 and p99",
                     f"{late[some // 2]}, {late[some * 99 // 100]}", "15")
            self.row(f"{many} waits that end at once: jobs woken and ended a second",
                     f"{bench.rate(many, 10 + 3 * many / rate):.0f}", "200")
        finally:
            bench.close()

    def idle(self):
        """An engine that waits for a command: how often it wakes, and how soon it takes a request."""
        fifo = self.folder / "fifo"
        os.mkfifo(fifo)
        program = programs.Program(self.build("idle", programs.workflow(programs.shell("a", f"read x <{fifo}"), "a")),
                                   self.folder / "idle-state")
        child = program.spawn()
        try:
            while not program.id_file.exists() or program.nodes().get("a", {}).get("status") != "RUNNING":
                time.sleep(0.05)
            switches = f"/proc/{child.pid}/status"
            before = self.voluntary_switches(switches)
            time.sleep(10)
            self.row("wakes a second of an engine that waits", f"{(self.voluntary_switches(switches) - before) / 10:.1f}", "1")
            taken, = best([[program.path, "suspend", program.job, "--state", program.state]], rounds=1)
            self.row("a request of an engine that waits: from the command to its answer", f"{taken * 1000:.0f} ms", "200 ms")
        finally:
            os.close(os.open(fifo, os.O_RDWR))  # ends the command: its `read` has had a writer
            child.communicate()

    def server(self):
        """hpdld on this machine, its clients beside it."""
        import server_bench
        bench = server_bench.ServerBench(self.folder)
        try:
            self.row("hpdld, idle: resident", f"{bench.resident():.1f} MiB", "25 MB")
            some = self.count(100)
            times = bench.first_node(some)
            self.row("from a submission of a known application to its first action, ms: p50 and p99",
                     f"{times[some // 2]:.0f}, {times[some * 99 // 100]:.0f}", "25")
            url = self.folder / "served-out"
            for name, text, reach in (("chain", generators.chain_of_fs(100, url), "0.4 s"),
                                      ("fork", generators.fork_of_fs(50, url), "0.25 s")):
                count = 100 if name == "chain" else 50
                self.row(f"{name} of {count} fs actions, submitted to hpdld", f"{bench.whole(name, text):.3f} s", reach)
            many = self.count(1000)
            taken, worst = bench.at_once(many)
            self.row(f"{many:,} jobs of 5 fs actions submitted at once: seconds, and the slowest to the median of its user",
                     f"{taken:.1f} s, {worst:.1f} x", "30 s, 3 x")
            self.row("hpdld after that: resident", f"{bench.resident():.1f} MiB", "")
        finally:
            bench.close()

    def processes(self):
        """Root's hpdld, whose requests go through several processes."""
        import processes_bench
        ours, one, memory = processes_bench.measure(self.count(2000), OPTIONS.rounds)
        self.row("a request at root's hpdld, median; more than at a server of one user, which is one process",
                 f"{ours:.2f} ms; {ours - one:.2f} ms", "0.3 ms more")
        self.row("the front and the store of root's hpdld: memory of their own", f"{memory:.1f} MiB", "6 MiB")

    def served_beside_oozie(self):
        """The same workflows by hpdld and by Oozie's own server."""
        import beside_oozie_bench
        actions, branches = self.count(100), self.count(50)
        ours, oozie = beside_oozie_bench.measure(self.folder, actions, branches, 10)
        self.row("hpdld and a real Oozie beside it: resident, idle", f"{ours['idle']:.0f} MiB; {oozie['idle']:.0f} MiB", "25 MB")
        for case, what, reach in (("first", "from a submission to its first action, p50", "25 ms"),
                                  ("chain", f"chain of {actions} fs actions, not known before", "0.4 s"),
                                  ("fork", f"fork of {branches}, not known before", "0.25 s"),
                                  ("info", f"a request for the {actions} actions of a job, p50", "")):
            self.row(f"hpdld and a real Oozie: {what}; Oozie, times as long",
                     f"{ours[case] * 1000:.0f} ms; {oozie[case]:.3g} s; {oozie[case] / ours[case]:.0f}", reach)

    def caught_up(self):
        """A coordinator whose times are past, by hpdld and by Oozie's own server."""
        import beside_oozie_bench
        seconds = self.count(300)
        ours, oozie = beside_oozie_bench.catch_up(self.folder, seconds)
        self.row(f"hpdld and a real Oozie: actions of a coordinator of the past that are finished in {seconds} s, throttle 500, "
                 "concurrency 10; hpdld, times as many", f"{ours:,}; {oozie:,}; {ours / max(oozie, 1):.0f}", "30")

    def cost(self):
        """Ten workflows and two coordinators on a real cluster, by Oozie's own server and by hpdld."""
        import cost_bench
        bench = cost_bench.CostBench(self.folder)
        try:
            found = bench.measure(2)
        finally:
            bench.close()
        for case, what, form in (("wall", "s from the first submission to the last end", ".1f"),
                                 ("cpu", "s of processor, server and what it starts on its machine", ".1f"),
                                 ("peak", "MiB at once, of the same", ".0f"),
                                 ("containers", "s of processor of the containers", ".0f"),
                                 ("memory", "GiB x s of containers", ".0f"), ("apps", "applications in YARN", "")):
            first, again = ([format(found[name][turn][case], form) for name in ("oozie", "ours")] for turn in (0, 1))
            self.row(f"ten workflows and two coordinators by a real Oozie; by hpdld, beside it: {what}; the same again",
                     f"{first[0]}; {first[1]}; {again[0]}; {again[1]}", "")

    def served_pages(self):
        """Pages of `jobs` of hpdld."""
        import server_bench
        jobs = self.count(100_000)
        subprocess.run([programs.HPDLC.parent / "catalogue_bench", "fill", str(jobs), self.folder], check=True)
        bench = server_bench.ServerBench(self.folder, state="state")
        try:
            for name, time_ms in bench.pages(300).items():
                self.row(f"hpdld, {jobs:,} jobs: a page of `jobs`, {name}, p99", f"{time_ms:.1f} ms", "10 ms")
        finally:
            bench.close()

    def served_short(self):
        """Short jobs, one after another; the last of them in turn with those of a server that has none yet, for the machine
        may be slower by then."""
        many = self.count(20_000)
        part, turns = many // 20, 10
        with self.served("many") as old, self.served("few") as new:
            for bench in (old, new):
                bench.know_short()
            first = old.short_jobs(part)
            marks = [(first, old.resident(), old.descriptors())]
            old.short_jobs(many - 2 * part)
            last, others = [], []
            for _ in range(turns):
                last += old.short_jobs(part // turns)
                others += new.short_jobs(part // turns)
            marks.append((last, old.resident(), old.descriptors()))
        for name, (times, memory, descriptors) in zip(("first", "last"), marks):
            self.row(f"hpdld, {many:,} short jobs by 8 clients, the {name} twentieth: median of a job; resident, descriptors",
                     f"{statistics.median(times):.0f} ms; {memory:.1f} MiB, {descriptors}", "the same")
        self.row("the last twentieth, in medians of a job at a new server in turn with it",
                 f"{statistics.median(last) / statistics.median(others):.2f}", "1.1")

    @contextlib.contextmanager
    def served(self, name):
        import server_bench
        folder = self.folder / name
        folder.mkdir()
        bench = server_bench.ServerBench(folder)
        try:
            yield bench
        finally:
            bench.close()

    def served_yarn(self):
        """Jobs that wait for applications of YARN: 100 of a real one, then 10,000 of recorded answers."""
        import served_yarn_bench
        bench = served_yarn_bench.ServedYarnBench(self.folder)
        try:
            program = self.build_for_cluster("one-waits", bench.yarn.text(bench.yarn.waiting_job("m"), "m"))
            some, many = self.count(100), self.count(10_000)
            times = bench.real(program, some)
            self.row(f"hpdld, {some} jobs that wait for a real YARN: s from an application's end to the wake, p50, most",
                     f"{times[some // 2]:.2f}, {times[-1]:.2f}", "2 s")
            jobs = bench.copies(program, many)
            bench.serve()
            bench.listed()
            share = bench.share(60)
            self.row(f"hpdld, {many:,} jobs that wait for YARN: resident, programs, part of a core over a minute",
                     f"{bench.resident():.0f} MiB, {bench.programs()}, {100 * share:.1f} %", "150 MB, 0, 10 %")
            times = sorted(bench.end_one(program, *job) for job in jobs[::many // some])
            self.row(f"s from the end of one of their {many:,} applications to the wake of its job, p50, most",
                     f"{times[len(times) // 2]:.2f}, {times[-1]:.2f}", "2 s")
        finally:
            bench.close()

    def served_coordinators(self):
        """Coordinators that wait for data, while none comes."""
        import served_coordinators_bench
        many = self.count(10_000)
        bench = served_coordinators_bench.ServedCoordinatorsBench(self.folder)
        try:
            bench.park(many)
            idle = bench.serve()
            share, looks = bench.share(120)
            self.row(f"hpdld, {many:,} parked coordinators, each waits for a workflow and for 12 of {bench.paths():,} paths of HDFS: "
                     "resident, programs, part of a core over two minutes",
                     f"{bench.resident():.0f} MiB, {bench.programs()}, {100 * share:.1f} %", "200 MB, 0, 10 %")
            self.row("requests to the name node in a minute; s until all paths were looked at once", f"{looks / 2:.0f}; {idle:.1f}", "")
            some = self.count(50)
            times = sorted(bench.workflow_ends(*ids) for ids in bench.coordinators[::many // some])
            self.row("s from the end of one of their workflows to the wake of its coordinator, p50, most",
                     f"{times[len(times) // 2]:.2f}, {times[-1]:.2f}", "0.5 s")
        finally:
            bench.close()

    def client(self):
        """The oozie command, native and Oozie's own, each a process a command; hpdld answers."""
        import oozie_server
        import server_bench
        bench = server_bench.ServerBench(self.folder)
        try:
            count = self.count(200)
            job = bench.info(bench.submit(bench.client(), bench.application(
                "asked", generators.chain_of_fs(count, self.folder / "asked-out")))[0])["id"]
            words = ["job", "-oozie", f"http://127.0.0.1:{bench.server.port}/oozie", "-info", job]
            native = [programs.BUILD / "bin" / "hpdl", f"-Duser.home={self.folder}", *words]
            java = ["java", "-XX:TieredStopAtLevel=1", f"-Duser.home={self.folder}", "-cp",
                    f"{oozie_server.prepared() / 'lib'}/*", "org.apache.oozie.cli.OozieCLI", *words]
            for key, what, reach in (("wall", "from the command to its end", "15 ms"), ("cpu", "processor", "")):
                ours, theirs = best([native, java], key)
                self.row(f"`oozie job -info` of {count} actions, {what}; Oozie's own client, times as much",
                         f"{ours * 1000:.1f} ms; {theirs / ours:.0f}", reach)
        finally:
            bench.close()

    @staticmethod
    def voluntary_switches(path):
        return next(int(line.split()[1]) for line in Path(path).read_text().splitlines()
                    if line.startswith("voluntary_ctxt_switches:"))

    def size(self):
        for flags, reach in ((["--no-network"], "3 MB"), ([], "9 MB")):
            source = self.write("size.xml", generators.chain(3))
            target = self.folder / "size"
            measure([programs.HPDLC, "build", *flags, source, "-o", target])
            measure(["strip", target])
            self.row(f"stripped program {' '.join(flags)}".strip(),
                     f"{target.stat().st_size / 1e6:.2f} MB", reach)

    def hdfs(self):
        sys.path.insert(0, str(HERE.parent / "hadoop"))
        import cluster
        hadoop = cluster.start_own()
        try:
            source = self.write("hdfs.xml", generators.fork_of_fs(50, f"{hadoop.name_node}/tmp/bench"))
            program = self.folder / "hdfs"
            measure([programs.HPDLC, "build", source, "-o", program])
            os.environ["HADOOP_CONF_DIR"] = hadoop.conf
            # The first rounds warm the name node's Java up.
            found, = best([self.run_command(program, "-D", f"user.name={hadoop.user}")], rounds=15)
            self.row("fork of 50 fs actions on a real HDFS", f"{found:.3f} s", "0.4 s")
        finally:
            os.environ.pop("HADOOP_CONF_DIR", None)
            hadoop.stop()

    def streaming(self):
        """Word count of 10 MB, against `hadoop jar` in its local mode, JVM start included as there."""
        sys.path.insert(0, str(HERE.parent / "hadoop"))
        import cluster
        text = self.folder / "text"
        text.mkdir()
        line = "the quick brown fox jumps over the lazy dog and number {} runs away\n"
        (text / "a").write_text("".join(line.format(i % 977) for i in range(150000)))
        script = self.write("words.sh", "#!/bin/sh\nexec tr -s ' ' '\\n'\n")
        script.chmod(0o755)
        out = self.folder / "counted"
        properties = {"mapred.input.dir": text, "mapred.output.dir": out}
        rows = "".join(f"<property><name>{name}</name><value>{value}</value></property>"
                       for name, value in properties.items())
        program = self.build("streaming", programs.workflow(
            f'<action name="m"><map-reduce><prepare><delete path="{out}"/></prepare><streaming>'
            f"<mapper>{script}</mapper><reducer>/usr/bin/uniq+-c</reducer></streaming>"
            f'<configuration>{rows}</configuration></map-reduce><ok to="end"/><error to="killed"/>'
            "</action>", "m"))
        hadoop = [cluster.java(), *cluster.JVM, "-Xmx700m", "-cp", f"{cluster.jars()}/*",
                  "org.apache.hadoop.streaming.HadoopStreaming", "-input", text, "-output", out,
                  "-mapper", script, "-reducer", "/usr/bin/uniq -c"]

        def theirs():
            shutil.rmtree(out, ignore_errors=True)
            return measure(hadoop)
        ours, peer = best([self.run_command(program), theirs], rounds=min(OPTIONS.rounds, 3))
        self.row("streaming word count, 10 MB: hadoop in local mode, times as long",
                 f"{peer / ours:.0f} ({ours:.2f} s, {peer:.2f} s)", "20")

    def yarn(self):
        """One small word count in the cluster, against `hadoop jar` of the same; then 1,000 jobs that wait."""
        import yarn_bench
        bench = yarn_bench.YarnBench(self.folder)
        try:
            program = self.build_for_cluster("counts", bench.word_count_text())
            ours, theirs = bench.word_counts(program, min(OPTIONS.rounds, 3))
            for case, key, reach in (("from the command to ACCEPTED", "accepted", "5"), ("CPU of the client", "cpu", "20"),
                                     ("end to end", "wall", "1")):
                mine, peer = getattr(ours, key), getattr(theirs, key)
                self.row(f"word count on YARN, {case}: hadoop jar, times as much",
                         f"{peer / mine:.1f} ({mine:.3f} s, {peer:.3f} s)", reach)
            count = self.count(1000)
            program = self.build_for_cluster("waiting", bench.waiting_text(count))
            submitted, share = bench.watch(program, count, 30)
            self.row(f"{count:,} applications in ACCEPTED, submitted in {submitted:.1f} s: part of a core to watch them",
                     f"{100 * share:.1f} %", "5 %")
        finally:
            bench.close()

    def tools(self):
        """Actions whose tool runs in a container beside the command that users type for the same: spark-submit, hadoop jar."""
        import tool_bench
        bench = tool_bench.ToolBench(self.folder)
        rounds = min(OPTIONS.rounds, 5)
        try:
            cases = [("spark, cluster mode: spark-submit", bench.spark_text("cluster"), bench.spark_submit("cluster"), tool_bench.SPARK),
                     ("spark, client mode: spark-submit", bench.spark_text("client"), bench.spark_submit("client"), tool_bench.SPARK),
                     ("java: hadoop jar", bench.java_text(), bench.hadoop_jar, tool_bench.MAPREDUCE),
                     ("map-reduce: hadoop jar", bench.word_count_text(), bench.hadoop_jar, tool_bench.MAPREDUCE)]
            for number, (case, text, theirs, kind) in enumerate(cases):
                ours, peer = bench.compared(self.build_for_cluster(f"tool{number}", text), theirs, kind, rounds)
                for what, mine, other, reach in (
                        ("from the action's start to ACCEPTED", ours.first, peer.first, "1.5"),
                        ("until the tool's own application is, which ours starts", ours.tool, peer.tool, ""),
                        ("CPU of the client", ours.cpu, peer.cpu, "0.05")):
                    if mine != ours.first or reach:  # a map-reduce action has one only
                        self.row(f"{case}, {what}, median of {rounds}: ours, times as much",
                                 f"{mine / other:.3f} ({mine:.3f} s, {other:.3f} s)", reach)
        finally:
            bench.close()

    def build_for_cluster(self, name, text):
        source, target = self.write(f"{name}.xml", text), self.folder / name
        measure([programs.HPDLC, "build", source, "-o", target])
        return target

    CASES = ("verify_small", "verify_large", "verify_many", "verify_coordinators", "survey_many", "schedule", "coordinator_rows", "verify_flow", "verify_hostile",
             "search_diamonds", "large_archive", "build_small", "chain", "fork", "decisions", "rerun", "memory", "idle", "parked",
             "server", "processes", "served_beside_oozie", "caught_up", "cost", "served_pages", "served_short", "served_yarn", "served_coordinators", "data_arrival", "client", "catalogue", "celos_scripts", "celos_step", "size", "hdfs", "streaming", "yarn", "tools")


def main():
    bench = Bench()
    failed = 0
    print("| case | found | reach |\n|---|---|---|", flush=True)
    try:
        for name in bench.CASES:
            if OPTIONS.only not in name:
                continue
            try:
                getattr(bench, name)()
            except (RuntimeError, OSError) as error:
                bench.row(name, f"could not be measured: {error}", "")
                failed += 1
    finally:
        bench.close()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
