"""Kills what takes part in a local streaming job: the engine at every journal commit and while the
worker runs, the keeper, and the worker at each of its phases.

After the resume the job must have run once, its output must be there once, and its counters right; a
job that nobody saw end waits for a decision, and one whose worker died has failed and left nothing.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

TEST = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TEST / "harness"), str(TEST / "run")]
import closing
from programs import *  # noqa: F403
from run_map_reduce import map_reduce

GROUP = "org.apache.hadoop.mapreduce.TaskCounter"
COUNTERS = {"MAP_INPUT_RECORDS": 3, "MAP_OUTPUT_RECORDS": 3, "REDUCE_INPUT_GROUPS": 2,
            "REDUCE_INPUT_RECORDS": 3, "REDUCE_OUTPUT_RECORDS": 2}
COUNT = ("awk -F '\\t' '$1 != last { if (NR > 1) print last \"\\t\" n; last = $1; n = 0 } { n++ } "
         "END { print last \"\\t\" n }'")


def parent_of(pid):
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("PPid:")[1].split()[0])


class Durable(ProgramTest):
    def jobs(self, pause="0.1", prepare=True):
        """Two jobs, the second one reading the output of the first; each task tells that it began.

        A task of the first job waits for `pause`.
        """
        folder = self.sandbox.folder
        self.sandbox.write("in/a", "b\na\nb\n")
        self.scripts = {}
        for name, work in (("map", f"{pause if ' ' in pause else 'sleep ' + pause}; cat"),
                           ("count", COUNT), ("copy", "cat"), ("last", "cat")):
            script = self.sandbox.write(
                f"{name}.sh", f'#!/bin/sh\necho "{name} $$" >>{folder}/tasks\n{work}\n')
            script.chmod(0o755)
        delete = '<prepare><delete path="{}"/></prepare>'
        first = {"mapred.input.dir": folder / "in", "mapred.output.dir": folder / "one"}
        second = {"mapred.input.dir": folder / "one", "mapred.output.dir": folder / "two"}
        return self.build(workflow(
            map_reduce("first", f"{folder}/map.sh", f"{folder}/count.sh", first, to="second",
                       prepare=delete.format(folder / "one") if prepare else "")
            + map_reduce("second", f"{folder}/copy.sh", f"{folder}/last.sh", second,
                         prepare=delete.format(folder / "two") if prepare else "", to="right")
            + decision("right", [("end", "${" + " and ".join(
                f"hadoop:counters('first')['{GROUP}']['{name}'] eq {value}"
                for name, value in COUNTERS.items()) + "}")], "killed"), "first"))

    def tasks(self):
        return [line.split()[0] for line in self.lines("tasks")]

    def files(self):
        """Name -> content of the output, hidden files included."""
        return {f"{path.parent.name}/{path.name}": path.read_text() if path.is_file() else None
                for name in ("one", "two") for path in sorted(self.sandbox.path(name).glob("*"))}

    def ran_once(self):
        self.assertEqual(self.tasks(), ["map", "count", "copy", "last"])
        counted = "a\t1\nb\t2\n"
        self.assertEqual(self.files(), {"one/_SUCCESS": "", "one/part-00000": counted,
                                        "two/_SUCCESS": "", "two/part-00000": counted})
        self.nothing_left()

    def nothing_left(self):
        for pattern in ("spill-*", "_temporary"):
            self.assertEqual(list(self.sandbox.folder.rglob(pattern)), [])

    def go_on(self, program):
        verb = "start" if program.status() == "PREP" else "resume"
        return program(verb, program.job, "--progress", "none")

    def reset(self, program):
        for path in (self.sandbox.path("tasks"), program.id_file, self.sandbox.path("go")):
            path.unlink(missing_ok=True)

    def test_killed_at_every_commit_each_job_runs_once(self):
        program = self.jobs(pause="0.02")
        for variable in ("HPDL_CRASH_AT", "HPDL_CRASH_AFTER"):
            for number in range(1, 60):
                self.reset(program)
                result = program.run(env={variable: str(number)})
                if result.code == SUCCEEDED:
                    self.assertGreater(number, 6)
                    break
                with self.subTest(f"{variable}={number}"):
                    self.assertEqual(result.code, -signal.SIGKILL, result)
                    if not program.id_file.exists() or program("info", program.job).code != 0:
                        self.assertEqual(self.tasks(), [], "before the job existed")
                        continue
                    if program.status() != "SUCCEEDED":
                        self.assert_code(self.go_on(program), SUCCEEDED)
                    self.ran_once()
            else:
                self.fail("killed at each of 59 commits")

    def test_the_worker_goes_on_without_the_engine(self):
        """Killed at points of the worker's life: `resume` finds the result or waits for it."""
        program = self.jobs(pause="0.25")
        for pause in (0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.6):
            with self.subTest(pause):
                self.reset(program)
                child = self.sandbox.spawn(program)
                self.assertTrue(program.wait_for(lambda: self.tasks()))
                time.sleep(pause)  # time: at another moment each time
                child.kill()
                child.wait()
                if program.status() != "SUCCEEDED":
                    self.assert_code(self.go_on(program), SUCCEEDED)
                self.ran_once()

    def held(self, prepare=True):
        """The first job with its mapper waiting for `go`; engine, keeper, worker and mapper."""
        folder = self.sandbox.folder
        program = self.jobs(f"until [ -e {folder}/go ] || [ ! -d {folder} ]; do sleep 0.02; done",
                            prepare)
        child = self.sandbox.spawn(program)
        self.assertTrue(program.wait_for(lambda: self.lines("tasks")))
        mapper = int(self.lines("tasks")[0].split()[1])
        worker = parent_of(mapper)
        return program, child, parent_of(worker), worker, mapper

    def gone(self, program, *pids):
        self.assertTrue(program.wait_for(
            lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids)), "still there")

    def test_engine_killed_again_and_again(self):
        program, child, _, _, _ = self.held()
        child.kill()
        child.wait()
        for _ in range(3):
            child = subprocess.Popen([program.path, "resume", program.job, "--progress", "none",
                                      "--state", program.state], start_new_session=True)
            self.sandbox.children.append(child)
            self.assertFalse(program.wait_for(lambda: child.poll() is not None, 0.3))
            child.kill()
            child.wait()
        self.sandbox.write("go", "")
        self.assert_code(self.go_on(program), SUCCEEDED)
        self.ran_once()

    def test_worker_killed_the_job_fails_and_leaves_nothing(self):
        program, child, _, worker, mapper = self.held()
        os.kill(worker, signal.SIGKILL)
        self.assertEqual(child.wait(timeout=TIMEOUT), KILLED)
        self.gone(program, worker, mapper)
        node = program.nodes()["first"]
        self.assertEqual((node["status"], node["errorCode"]), ("ERROR", "JA018"))
        self.assertIn("SIGKILL", node["errorMessage"])
        self.assertEqual(self.tasks(), ["map"])
        self.assertEqual(self.files(), {})
        self.nothing_left()

    def test_worker_killed_while_nobody_looks(self):
        """The keeper tells a resumed engine how the worker ended."""
        program, child, _, worker, mapper = self.held()
        child.kill()
        child.wait()
        os.kill(worker, signal.SIGKILL)
        self.gone(program, worker, mapper)
        self.assert_code(self.go_on(program), KILLED)
        self.assertIn("SIGKILL", program.nodes()["first"]["errorMessage"])
        self.assertEqual(self.tasks(), ["map"])
        self.assertEqual(self.files(), {})
        self.nothing_left()

    def test_worker_killed_near_its_end(self):
        """All of the output or none of it; what the worker reported before it died counts."""
        for number in range(20):
            with self.subTest(number):
                program, child, _, worker, mapper = self.held()
                self.sandbox.write("go", "")
                self.assertTrue(program.wait_for(lambda: "count" in self.tasks()))
                time.sleep(number * 0.0015)  # time: at another moment each time
                try:
                    os.kill(worker, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                code = child.wait(timeout=TIMEOUT)
                self.assertIn(code, (SUCCEEDED, KILLED))
                if code == SUCCEEDED:
                    self.ran_once()
                else:
                    self.assertEqual(self.tasks(), ["map", "count"])
                    self.assertIn(self.files().get("one/part-00000"), (None, "a\t1\nb\t2\n"))
                    self.nothing_left()
                self.reset(program)

    def test_keeper_engine_and_worker_killed_wait_for_a_decision(self):
        for verb in ("resume", "retry"):
            with self.subTest(verb):
                program, child, keeper, worker, mapper = self.held()
                for pid in (child.pid, keeper, worker):
                    os.kill(pid, signal.SIGKILL)
                child.wait()
                self.gone(program, worker, mapper)
                self.assert_code(self.go_on(program), SUSPENDED)
                node = program.nodes()["first"]
                self.assertEqual((node["status"], node["errorCode"]), ("START_MANUAL", "JA017"))
                self.assertEqual(self.tasks(), ["map"], "not run again unasked")
                self.sandbox.write("go", "")
                if verb == "retry":
                    self.assert_code(program("retry", program.job, "first"), 0)
                self.assert_code(self.go_on(program), SUCCEEDED)
                self.assertEqual(self.tasks(), ["map", "map", "count", "copy", "last"])
                self.sandbox.path("tasks").unlink()
                self.assertEqual(self.files()["one/part-00000"], "a\t1\nb\t2\n")
                self.sandbox.path("go").unlink()
                self.nothing_left()

    def test_keeper_killed_alone(self):
        """The worker's report tells how the job ended; what comes after waits for a keeper."""
        program, child, keeper, worker, mapper = self.held()
        os.kill(keeper, signal.SIGKILL)
        self.assertFalse(program.wait_for(lambda: child.poll() is not None, 0.5))
        self.sandbox.write("go", "")
        self.assertEqual(child.wait(timeout=TIMEOUT), SUSPENDED)
        nodes = program.nodes()
        self.assertEqual((nodes["first"]["status"], nodes["second"]["status"]),
                         ("OK", "START_MANUAL"))
        self.assert_code(self.go_on(program), SUCCEEDED)
        self.ran_once()

    def test_keeper_and_engine_killed_the_report_tells_the_end(self):
        program, child, keeper, worker, mapper = self.held(prepare=False)
        for pid in (child.pid, keeper):
            os.kill(pid, signal.SIGKILL)
        child.wait()
        self.sandbox.write("go", "")
        self.gone(program, worker, mapper)
        self.assert_code(self.go_on(program), SUCCEEDED)
        self.ran_once()


if __name__ == "__main__":
    closing.main()
