"""Runs every test of a build folder and counts single cases.

Four sorts of tests are found, none is listed by hand: GoogleTest executables (`*_test` in the build
folder), lit suites (test/lit.cfg.py), and scripts `test/**/run_*.py` and `test/**/check_*.py`, whose
last line says `N passed, N failed`. Every item has a time-out, and one that dies, hangs or says
nothing counts as a failure. The last line of all is `N passed, N failed`.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LIT = Path("/usr/lib/llvm-19/build/utils/lit/lit.py")
CLOSING_LINE = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$")


class Count:
    """Cases that passed and the names of those that failed."""

    def __init__(self, passed=0, failures=()):
        self.passed = passed
        self.failures = list(failures)

    def add(self, other):
        self.passed += other.passed
        self.failures += other.failures


def run_limited(command, seconds, **options):
    """Runs a command in a process group of its own; the whole group dies at the time-out.

    Returns (exit code or None after a time-out, output).
    """
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            start_new_session=True, **options)
        try:
            code = process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            code = None
        output.seek(0)
        return code, output.read().decode(errors="replace")


def reason(code, seconds):
    if code is None:
        return f"no end after {seconds} s"
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def show(output, lines=60):
    for line in output.splitlines()[-lines:]:
        print("    " + line)


def run_gtest(executable, seconds):
    name = executable.name
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report.xml"
        code, output = run_limited(
            [str(executable), f"--gtest_output=xml:{report}", "--gtest_brief=1"], seconds,
            cwd=scratch)
        count = Count()
        if report.exists():
            for case in ElementTree.parse(report).iter("testcase"):
                if case.get("status") == "notrun" or case.get("result") == "skipped":
                    continue
                if case.find("failure") is None:
                    count.passed += 1
                else:
                    count.failures.append(f"{name}: {case.get('classname')}.{case.get('name')}")
    if code != 0 and not count.failures:
        count.failures.append(f"{name}: {reason(code, seconds)}")
    if code == 0 and count.passed == 0:
        count.failures.append(f"{name}: no test in it")
    if count.failures:
        show(output)
    return count


def run_lit(build, seconds):
    if not LIT.exists():
        return Count(failures=["lit: package llvm-19-tools is missing"])
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report.json"
        code, output = run_limited(
            [sys.executable, str(LIT), "-q", "-o", str(report),
             "-D", f"build={build}", str(ROOT / "test")], seconds, cwd=scratch)
        if not report.exists():
            show(output)
            return Count(failures=[f"lit: {reason(code, seconds)}"])
        count = Count()
        for test in json.loads(report.read_text())["tests"]:
            if test["code"] in ("PASS", "XFAIL", "FLAKYPASS"):
                count.passed += 1
            elif test["code"] not in ("UNSUPPORTED", "SKIPPED", "EXCLUDED"):
                count.failures.append(f"lit: {test['name']} ({test['code']})")
    if count.failures:
        show(output, 400)
    return count


def run_script(script, build, seconds):
    name = str(script.relative_to(ROOT))
    environment = dict(os.environ, HPDL_BUILD=str(build), PYTHONDONTWRITEBYTECODE="1")
    environment["PYTHONPATH"] = str(ROOT / "test" / "harness")
    code, output = run_limited([sys.executable, str(script)], seconds, cwd=ROOT, env=environment)
    lines = output.strip().splitlines()
    closing = CLOSING_LINE.match(lines[-1]) if lines else None
    if closing is None:
        show(output)
        return Count(failures=[f"{name}: {reason(code, seconds)}, no closing line"])
    count = Count(int(closing[1]))
    named = [line[6:] for line in lines if line.startswith("FAIL: ")]
    failed = int(closing[2])
    count.failures = [f"{name}: {text}" for text in named[:failed]]
    count.failures += [f"{name}: a case"] * (failed - len(count.failures))
    if code != 0 and failed == 0:
        count.failures.append(f"{name}: {reason(code, seconds)}")
    if count.failures:
        show(output, 200)
    return count


def find_gtests(build):
    return sorted(
        path for path in build.rglob("*_test")
        if path.is_file() and os.access(path, os.X_OK) and "CMakeFiles" not in path.parts)


def find_scripts(programs):
    """Scripts under test/; those that run emitted programs only if asked for."""
    found = list((ROOT / "test").rglob("run_*.py")) + list((ROOT / "test").rglob("check_*.py"))
    apart = {"harness", "bench"} | (set() if programs else {"run", "crash", "examples", "docs", "hadoop", "fuzz"})
    return sorted(path for path in found if path.relative_to(ROOT / "test").parts[0] not in apart)


class Hadoop:
    """The cluster that the scripts of test/hadoop share: started before the first, gone at the end. Its YARN
    starts when one waits for it."""

    def __init__(self):
        self.cluster = None

    def start(self):
        if self.cluster is None:
            sys.path.insert(0, str(ROOT / "test" / "hadoop"))
            import cluster
            self.cluster = cluster.start_own()
            os.environ["HPDL_HADOOP"] = str(self.cluster.folder)

    def run_script(self, path, build, seconds):
        try:
            self.start()
        except Exception as error:  # whatever kept it from starting is why the script fails
            self.stop()
            return Count(failures=[f"{path.relative_to(ROOT)}: no HDFS to test with: {error}"])
        return run_script(path, build, seconds)

    def stop(self):
        if self.cluster is not None:
            self.cluster.stop()
            self.cluster = None


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=Path, help="the build folder")
    parser.add_argument("--only", default="", help="run items whose name contains this")
    parser.add_argument("--timeout", type=int, default=900, help="seconds an item may take")
    parser.add_argument("--no-programs", action="store_true",
                        help="skip what runs emitted programs: they cannot be linked with sanitizers")
    return parser.parse_args()


def main():
    options = parse_arguments()
    build = options.build.resolve()
    items = [(path.name, lambda p=path: run_gtest(p, options.timeout)) for path in find_gtests(build)]
    items.append(("lit", lambda: run_lit(build, options.timeout)))
    hadoop = Hadoop()
    # Whoever ends the run ends the daemons too: SystemExit passes through `finally`.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda caught, _: sys.exit(128 + caught))
    for path in find_scripts(not options.no_programs):
        name = str(path.relative_to(ROOT))
        run = hadoop.run_script if name.startswith("test/hadoop/") else run_script
        items.append((name, lambda p=path, r=run: r(p, build, options.timeout)))
    try:
        total = run_items(items, options.only)
    finally:
        hadoop.stop()
    for failure in total.failures:
        print(f"FAIL: {failure}")
    print(f"{total.passed} passed, {len(total.failures)} failed")
    return 1 if total.failures or total.passed == 0 else 0


def run_items(items, only):
    total = Count()
    for name, run in items:
        if only not in name:
            continue
        begin = time.monotonic()
        count = run()
        verdict = "ok  " if not count.failures else "FAIL"
        print(f"{verdict} {name}: {count.passed} passed, {len(count.failures)} failed "
              f"({time.monotonic() - begin:.1f} s)", flush=True)
        total.add(count)
    return total


if __name__ == "__main__":
    sys.exit(main())
