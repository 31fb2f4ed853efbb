"""Runs every test of a build folder and counts single cases.

Four sorts of tests are found, none is listed by hand: GoogleTest executables (`*_test` in the build
folder), lit suites (test/lit.cfg.py), and scripts `test/**/run_*.py` and `test/**/check_*.py`, whose
last line says `N passed, N failed`. Every item has a time-out, and one that dies, hangs or says
nothing counts as a failure. What could not run here is listed as `SKIP: name`. The last line of all is
`N passed, N failed`.

What failed runs once more at the end, while nothing else does: only the cases that failed, or all of an item that died
or hung. A test that passes then is listed as `FLAKY: name`, with the end of what it said first, and the line before
the last counts them: `N flaky`. More than three fail the run.

A run without --full leaves out some long suites of test/hadoop; --only runs each that it names. A full run has the tests
of the builds with sanitizers too, as `asan: name`.

Items run beside each other; those of test/hadoop two at a time, for they mostly wait for their cluster. With
--finish-build they run beside the rest of the build, and those that need it wait for it.
"""

import argparse
import os
import signal
import sys
import threading
import time
from pathlib import Path

import budgets
import changed
import suites
import summary
from lanes import Item, Lanes
from suites import ROOT, Count

# Folders of test/ whose scripts run emitted programs; these have no sanitizers.
PROGRAMS = {"run", "crash", "examples", "docs", "hadoop", "fuzz", "server", "celos", "attack"}
# Those whose scripts need more of the build than hpdlc and what it links from, or a build of their own.
WHOLE_BUILD = {"docs", "fuzz", "server", "celos", "attack"}
WHOLE_BUILD_SCRIPTS = {"test/link/run_hardening.py", "test/run/run_packages.py", "test/hadoop/run_migration_guide.py"}
# Of these, what takes longest begins first.
LONGEST = {"fuzz"}
LONGEST_SCRIPTS = {"test/hadoop/run_migration_guide.py"}
HADOOP_LANES = 2
# These stop and start daemons of the cluster.
ALONE = {"test/hadoop/run_hdfs_failures.py", "test/hadoop/run_yarn_outages.py"}
# What a run without --full leaves out: minutes each, of the same engine and the same launcher, which other scripts run too.
# run_tools_together.py has a job of Sqoop, Spark and hive2 in every run.
FULL_ONLY = {
    "test/fuzz/run_fuzz.py",
    "test/hadoop/run_disturbed_hdfs.py",
    "test/hadoop/run_disturbed_yarn.py",
    "test/hadoop/run_hive.py",
    "test/hadoop/run_hive2.py",
    "test/hadoop/run_migration_guide.py",
    "test/hadoop/run_oozie_examples.py",
    "test/hadoop/run_pig_host.py",
    "test/hadoop/run_spark.py",
    "test/hadoop/run_sqoop.py",
    "test/hadoop/run_tools_local.py",
}
# What disturbs every call makes hundreds of runs.
EVERY_CALL_SECONDS = 7200


def find_scripts(programs):
    """Scripts under test/; those that run emitted programs only if asked for."""
    found = list((ROOT / "test").rglob("run_*.py")) + list((ROOT / "test").rglob("check_*.py"))
    apart = {"harness", "bench"} | (set() if programs else PROGRAMS)
    return sorted(path for path in found if path.relative_to(ROOT / "test").parts[0] not in apart)


class Hadoop:
    """The cluster of the scripts of test/hadoop: started before the first, gone at the end. Its YARN starts when one
    waits for it."""

    def __init__(self):
        self.cluster = None
        self.lock = threading.Lock()
        self.ended = False

    def run_script(self, path, build, seconds, cases):
        try:
            with self.lock:
                if self.ended:
                    return Count()
                if self.cluster is None:
                    sys.path.insert(0, str(ROOT / "test" / "hadoop"))
                    import cluster
                    self.cluster = cluster.start_own()
            import fetch  # of packages that are there by now
            fetch.before(path)
        except Exception as error:  # whatever kept it from starting is why the script fails
            return Count(failures=[f"{path.relative_to(ROOT)}: no HDFS to test with: {error}"])
        return suites.run_script(path, build, seconds, cases, HPDL_HADOOP=str(self.cluster.folder))

    def stop(self):
        with self.lock:
            self.ended = True
            if self.cluster is not None:
                self.cluster.stop()
                self.cluster = None


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=Path, help="the build folder")
    parser.add_argument("--only", default="", help="run items whose name contains this")
    parser.add_argument("--full", action="store_true",
                        help="also run the suites of FULL_ONLY, and the disturbances of every call")
    parser.add_argument("--timeout", type=int, default=900, help="seconds an item may take")
    # Two more than processors, for many wait for half of their time.
    parser.add_argument("--jobs", type=int, default=max(2, os.cpu_count() or 1) + 2,
                        help="how many items run at once, beside those of test/hadoop")
    parser.add_argument("--finish-build", action="store_true",
                        help="build the remaining targets meanwhile; hpdlc, link_inputs, watch_parked and hpdld must exist")
    parser.add_argument("--changed", nargs="?", const="", metavar="BASE",
                        help="run only the tests that the changes since BASE can affect; without BASE: since the branch left "
                             "its upstream or main")
    parser.add_argument("--no-programs", action="store_true",
                        help="skip tests that run emitted programs, because these have no sanitizers")
    parser.add_argument("--unit-tests", action="store_true", help="run only the unit tests")
    parser.add_argument("--sanitized", action="append", type=Path, default=[], metavar="BUILD",
                        help="also run the tests of this build folder, which has sanitizers; emitted programs have none")
    return parser.parse_args()


class Choice:
    """Which items of all are to run: those whose name contains a text, and those that a change reaches. `left_out`: the
    scripts among them that only a full run has."""

    def __init__(self, options):
        self.only = options.only
        self.full = options.full
        self.left_out = []
        self.reach = None
        if options.changed is not None:
            files = changed.changed_files(options.changed)
            print(f"{len(files)} files differ", flush=True)
            self.reach = changed.Reach(options.build, files)

    def script(self, path):
        name = str(path.relative_to(ROOT))
        if self.only not in name or (self.reach and not self.reach.script(path)):
            return False
        named = self.only or (self.reach and name in self.reach.files)
        if name in FULL_ONLY and not self.full and not named:
            self.left_out.append(name)
            return False
        return True

    def gtest(self, path):
        return self.only in path.name and (not self.reach or self.reach.gtest(path))

    def lit(self):
        """(whether the suites are to run, the folders of test/ to run or none for all)."""
        if self.only not in "lit":
            return False, ()
        folders = self.reach.lit_folders() if self.reach else None
        return folders is None or bool(folders), folders or ()


def seconds_of(name, options):
    """The limit of an item."""
    return max(options.timeout, EVERY_CALL_SECONDS) if budgets.disturbs_every_call(name) else options.timeout


def find_items(options, choice, hadoop):
    """Items in the order in which they begin: what runs programs first, for it mostly waits."""
    items = items_of(options.build, options, choice, hadoop)
    for build in options.sanitized:
        mine = argparse.Namespace(**{**vars(options), "no_programs": True, "unit_tests": not (build / "bin" / "hpdlc").exists()})
        for item in items_of(build.resolve(), mine, choice, hadoop):
            item.name = f"{build.name}: {item.name}"
            items.append(item)
    return items


def items_of(build, options, choice, hadoop):
    """The items of one build folder."""
    items = []
    for path in filter(choice.script, [] if options.unit_tests else find_scripts(not options.no_programs)):
        name, folder = str(path.relative_to(ROOT)), path.relative_to(ROOT / "test").parts[0]
        seconds = seconds_of(name, options)
        if folder == "hadoop":
            items.append(Item(name, lambda cases, p=path, s=seconds: hadoop.run_script(p, build, s, cases),
                              shared=True, alone=name in ALONE,
                              whole="served" in name or "celos" in name or name in WHOLE_BUILD_SCRIPTS,
                              first=name in LONGEST_SCRIPTS))
        else:
            items.append(Item(name, lambda cases, p=path, s=seconds: suites.run_script(p, build, s, cases),
                              whole=folder in WHOLE_BUILD or name in WHOLE_BUILD_SCRIPTS, first=folder in LONGEST))
    wanted, folders = choice.lit()
    if wanted and not options.unit_tests:
        items.append(Item("lit", lambda cases: suites.run_lit(build, options.timeout, folders, cases)))
    for path in filter(choice.gtest, changed.gtest_programs(build)):
        seconds = seconds_of(path.name, options)
        items.append(Item(path.name, lambda cases, p=path, s=seconds: suites.run_gtest(p, s, cases), whole=True))
    return items


class Build:
    """The rest of the build, beside the tests that do not need it and behind them in rank."""

    def __init__(self, folder, targets):
        self.command = ["nice", "-n", "10", "cmake", "--build", str(folder)]
        self.command += ["--target", *targets] if targets else []
        self.done = threading.Event()
        self.failures = []
        self.seconds = None  # that it took

    def start(self):
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        begin = time.monotonic()
        code, output = suites.run_limited(self.command, None)
        self.seconds = time.monotonic() - begin
        if code != 0:
            self.failures.append(f"the build: {suites.reason(code, 0)}")
            print("\n".join(output.splitlines()[-100:]), flush=True)
        self.done.set()


def targets_of(items):
    """What a part of the items needs of the build."""
    names = [item.name for item in items if item.name.endswith("_test")]
    scripts = [item.name for item in items
               if not item.name.endswith("_test") and not item.name.startswith("test/layering/")]
    return (["hpdlc", "hpdl", "hpdld", "link_inputs", "watch_parked", "hpdl_diagnostics_docs"] if scripts else []) + names


def main():
    begin = time.monotonic()
    options = parse_arguments()
    options.build = options.build.resolve()
    hadoop = Hadoop()
    # Whoever ends the run ends the daemons too: SystemExit passes through `finally`.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda caught, _: sys.exit(128 + caught))
    if options.full:
        os.environ["HPDL_EVERY_CALL"] = "1"
    choice = Choice(options)
    items = find_items(options, choice, hadoop)
    some = options.changed is not None
    targets = targets_of(items) if some else []
    build = Build(options.build, targets)
    if some and targets:
        build.run()
    elif options.finish_build and not some:
        build.start()
    else:
        build.done.set()
    try:
        outcome = Lanes(items, options.jobs, HADOOP_LANES, build.done, hadoop.stop).run()
    finally:
        hadoop.stop()
    outcome.total.failures += build.failures
    if choice.left_out:
        print(f"{len(choice.left_out)} suites run only with --full")
    summary.tell_times(outcome, time.monotonic() - begin, build.seconds)
    return summary.tell(outcome, empty_is_fine=some)


if __name__ == "__main__":
    sys.exit(main())
