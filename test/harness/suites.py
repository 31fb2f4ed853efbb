"""Runs one item of a test run, or some of its cases, and counts single cases: a GoogleTest executable, the lit suites, a
script."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import races

ROOT = Path(__file__).resolve().parent.parent.parent
LIT = Path("/usr/lib/llvm-19/build/utils/lit/lit.py")
CLOSING_LINE = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$")
# How closing.py names a case that failed; what is not said of a test of a class, such as of setUpClass(), is none.
UNITTEST_CASE = re.compile(r"^(test\w*) \(__main__\.(\w+)(?:\.\1)?\)$")


class Count:
    """Cases that passed, the names of those that failed and of those that could not run, and output to show.

    `cases`: by what names the item runs the failed cases alone, one for each failure; empty if only the whole item can
    be run again. `sure`: failures that running it again would not take back."""

    def __init__(self, passed=0, failures=(), skipped=(), output="", cases=(), sure=False):
        self.passed = passed
        self.failures = list(failures)
        self.skipped = list(skipped)
        self.output = output
        self.cases = list(cases)
        self.sure = sure

    def add(self, other):
        self.passed += other.passed
        self.failures += other.failures
        self.skipped += other.skipped

    def died_unless(self, ended):
        """Who did not end by itself may have left out more than the cases that failed."""
        if not ended:
            self.cases = []

    def keep(self, output, lines):
        """Output is worth showing only if something failed."""
        if self.failures:
            self.output = "\n".join("    " + line for line in output.splitlines()[-lines:])
        return self


class Running:
    """The process groups of items that run now."""

    def __init__(self):
        self.lock = threading.Lock()
        self.groups = set()

    def add(self, group):
        with self.lock:
            self.groups.add(group)

    def remove(self, group):
        with self.lock:
            self.groups.discard(group)

    def kill(self):
        with self.lock:
            for group in self.groups:
                kill_group(group)


running = Running()
# `processor`: the seconds of a processor that commands of this thread have taken, with what they waited for themselves. What
# they left behind, such as a daemon, is not in it.
used = threading.local()


def kill_group(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def run_limited(command, seconds, **options):
    """Runs a command in a process group of its own; the whole group dies at the time-out.

    Returns (exit code or None after a time-out, output).
    """
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            start_new_session=True, **options)
        running.add(process.pid)
        late = threading.Event()

        def end():
            late.set()
            kill_group(process.pid)

        limit = threading.Timer(seconds or threading.TIMEOUT_MAX, end)
        limit.daemon = True
        limit.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        finally:
            limit.cancel()
            running.remove(process.pid)
        used.processor = getattr(used, "processor", 0.0) + usage.ru_utime + usage.ru_stime
        output.seek(0)
        return None if late.is_set() else process.returncode, output.read().decode(errors="replace")


def reason(code, seconds):
    if code is None:
        return f"no end after {seconds} s"
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def run_gtest(executable, seconds, cases=()):
    """`cases`: only these, as Suite.Name."""
    name = executable.name
    wanted = [f"--gtest_filter={':'.join(cases)}"] if cases else []
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report.xml"
        code, output = run_limited(
            [str(executable), f"--gtest_output=xml:{report}", "--gtest_brief=1", *wanted], seconds,
            cwd=scratch, env=races.environment(scratch))
        count = read_gtest_report(name, report) if report.exists() else Count()
        found, told = races.found(scratch)
    if code != 0 and not count.failures:
        count.failures.append(f"{name}: {reason(code, seconds)}")
    if code == 0 and count.passed == 0 and not cases:
        count.failures.append(f"{name}: no test in it")
    count.failures += [f"{name}: {race}" for race in found]
    count.died_unless(code in (0, 1))
    # What a sanitizer has seen was there, also if it is not seen again.
    count.sure = bool(count.failures) and (bool(found) or "Sanitizer" in output)
    return count.keep(output + told, 60 + told.count("\n"))


def read_gtest_report(name, report):
    count = Count()
    for case in ElementTree.parse(report).iter("testcase"):
        full = f"{case.get('classname')}.{case.get('name')}"
        if case.get("result") == "skipped":
            count.skipped.append(f"{name}: {full}")
        elif case.get("status") != "notrun":
            if case.find("failure") is None:
                count.passed += 1
            else:
                count.failures.append(f"{name}: {full}")
                count.cases.append(full)
    if any(full.endswith(".") for full in count.cases):  # what prepares a suite failed: it is no case
        count.cases = []
    return count


def run_lit(build, seconds, folders=(), cases=(), tests=ROOT / "test"):
    """`folders`: below `tests`; all without them. `cases`: only these, as paths below `tests`."""
    if not LIT.exists():
        return Count(failures=["lit: package llvm-19-tools is missing"])
    places = [str(tests / each) for each in cases or folders] or [str(tests)]
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report.json"
        code, output = run_limited(
            [sys.executable, str(LIT), "-q", "-o", str(report), "-D", f"build={build}", *places],
            seconds, cwd=scratch)
        if not report.exists():
            return Count(failures=[f"lit: {reason(code, seconds)}"]).keep(output, 60)
        count = Count()
        for test in json.loads(report.read_text())["tests"]:
            if test["code"] in ("PASS", "XFAIL", "FLAKYPASS"):
                count.passed += 1
            elif test["code"] in ("UNSUPPORTED", "SKIPPED"):
                count.skipped.append(f"lit: {test['name']}")
            elif test["code"] != "EXCLUDED":
                count.failures.append(f"lit: {test['name']} ({test['code']})")
                count.cases.append(test["name"].split(" :: ", 1)[-1])
    return count.keep(output, 400)


def run_script(script, build, seconds, cases=(), **more):
    """`cases`: only these, as Class.test. `more`: variables of the environment."""
    name = os.path.relpath(script, ROOT)
    environment = dict(os.environ, HPDL_BUILD=str(build), PYTHONDONTWRITEBYTECODE="1", **more)
    environment["PYTHONPATH"] = str(ROOT / "test" / "harness")
    code, output = run_limited([sys.executable, str(script), *cases], seconds, cwd=ROOT, env=environment)
    lines = output.strip().splitlines()
    closing = CLOSING_LINE.match(lines[-1]) if lines else None
    if closing is None:
        return Count(failures=[f"{name}: {reason(code, seconds)}, no closing line"]).keep(output, 60)
    count = Count(int(closing[1]))
    failed = int(closing[2])
    # The last ones: unittest has lines of this kind before them, one for each part of a test.
    named = [line[6:] for line in lines if line.startswith("FAIL: ")][-failed:] if failed else []
    count.failures = [f"{name}: {text}" for text in named]
    count.failures += [f"{name}: a case"] * (failed - len(count.failures))
    count.skipped = [f"{name}: {line[6:]}" for line in lines if line.startswith("SKIP: ")]
    found = [UNITTEST_CASE.match(text) for text in named]
    if all(found) and len(found) == failed:
        count.cases = [f"{each[2]}.{each[1]}" for each in found]
    if code != 0 and failed == 0:
        count.failures.append(f"{name}: {reason(code, seconds)}")
    count.died_unless(code in (0, 1))
    return count.keep(output, 200)
