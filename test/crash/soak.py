"""Runs, kills -9 at a random moment, resumes, and checks the end, again and again for hours. Where a file
system may be mounted, one of ten rounds is on a disk that fails and comes back (failing_disk.py). Before that,
each call of SQLite fails once, and loses the power once (runtime/engines/workflow/disk_faults_test.cpp), and each call to a
service meets each trouble (test/harness/trouble.py)."""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, type=Path)
    parser.add_argument("--hours", type=float, default=1)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    return parser.parse_args()


OPTIONS = parse_arguments()
os.environ["HPDL_BUILD"] = str(OPTIONS.build.resolve())
sys.path.insert(0, str(Path(__file__).resolve().parent))
import crash_workflow  # noqa: E402
import failing_disk  # noqa: E402
import programs  # noqa: E402


def one_round(sandbox, program, chance):
    """A run with some kills; returns what is wrong."""
    crash_workflow.reset(sandbox)
    shutil.rmtree(program.state, ignore_errors=True)
    command = program.spawn
    while True:
        child = command()
        try:
            out, err = child.communicate(timeout=chance.expovariate(4))
        except programs.subprocess.TimeoutExpired:
            os.kill(child.pid, signal.SIGKILL)
            child.communicate()
        if not program.id_file.exists() or program("info", program.job).code != 0:
            command = program.spawn
            continue
        if program.status() == "SUCCEEDED":
            result = programs.Result(programs.SUCCEEDED, "", "")
            return crash_workflow.problems(sandbox, program, result)
        if child.returncode not in (programs.SUCCEEDED, -signal.SIGKILL):
            return [f"exit code {child.returncode}"]
        verb = "start" if program.status() == "PREP" else "resume"
        words = [program.path, verb, program.job, "--progress", "none", "--state", program.state]

        def command(words=words):
            return programs.subprocess.Popen([str(word) for word in words],
                                             stdin=programs.subprocess.DEVNULL,
                                             stdout=programs.subprocess.PIPE,
                                             stderr=programs.subprocess.PIPE)


def every_call_of_the_disk():
    """The tests on a disk that is made up, with all calls in place of some; returns what is wrong."""
    done = subprocess.run([OPTIONS.build / "bin" / "runtime_engines_workflow_test", "--gtest_filter=*DiskFault*"],
                          env=dict(os.environ, HPDL_EVERY_CALL="1"), capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


RELAYS = ("test/run/run_disturbed_http.py", "test/run/run_disturbed_email.py", "test/run/run_disturbed_ssh.py",
          "test/run/run_remote_sub_workflow.py", "test/hadoop/run_disturbed_hdfs.py",
          "test/hadoop/run_disturbed_yarn.py")


def every_call_to_a_service():
    """The tests whose relays disturb one call of a run, with all calls and troubles; what is wrong."""
    root = Path(__file__).resolve().parent.parent.parent
    wrong = []
    for script in RELAYS:
        done = subprocess.run([sys.executable, root / script], capture_output=True, text=True,
                              env=dict(os.environ, HPDL_EVERY_CALL="1", PYTHONPATH=str(root / "test" / "harness")))
        if done.returncode != 0:
            wrong.append(f"{script}:\n{done.stdout}{done.stderr}")
    return wrong


def main():
    chance = random.Random(OPTIONS.seed)
    sandbox = programs.Sandbox()
    end = time.monotonic() + OPTIONS.hours * 3600
    rounds = failures = asked = 0
    try:
        if wrong := every_call_of_the_disk():
            print(wrong, flush=True)
            failures += 1
        rounds += 1
        for wrong in every_call_to_a_service():
            print(wrong, flush=True)
            failures += 1
        rounds += len(RELAYS)
        program = crash_workflow.build(sandbox)
        chain = failing_disk.build(sandbox) if failing_disk.can_be_made() else None
        if chain is None:
            print("no rounds on a failing disk: this user or machine cannot mount one", flush=True)
        while time.monotonic() < end:
            if chain is not None and rounds % 10 == 9:
                wrong, is_asked = failing_disk.one_round(sandbox, chain.path, chance)
                asked += is_asked
            else:
                wrong = one_round(sandbox, program, chance)
            rounds += 1
            failures += bool(wrong)
            for line in wrong:
                print(f"round {rounds} (seed {OPTIONS.seed}): {line}", flush=True)
    finally:
        sandbox.close()
    print(f"{asked} rounds on a failing disk ended with a question to a person")
    print(f"{rounds - failures} passed, {failures} failed")
    return 1 if failures or not rounds else 0


if __name__ == "__main__":
    sys.exit(main())
