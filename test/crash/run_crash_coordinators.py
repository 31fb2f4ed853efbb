"""Kills a coordinator, a bundle and the workflows that they start at every journal commit, and goes on.

Each nominal time is run exactly once, and none is left out. What is killed has children; these die at the same commit
of their own.
"""

import os
import shutil
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from crash_case import CrashTest
from every_commit import EveryCommit
from programs import *  # noqa: F403

DAYS = 3


class CoordinatorCrash(CrashTest):
    """Daily actions of the past, which want data, and write a line each."""

    def setUp(self):
        super().setUp()
        self.addCleanup(self.kill)

    def coordinator(self, name, concurrency=2):
        folder = self.sandbox.path(name)
        (folder / "wf").mkdir(parents=True)
        (folder / "wf" / "workflow.xml").write_text(workflow(
            shell("a", f"echo ${{nominal}} >> '{self.sandbox.path('ran')}'"), "a", name=f"w{name}"))
        for day in range(1, DAYS + 1):
            self.sandbox.path(f"data/{day:02}").mkdir(parents=True, exist_ok=True)
        text = (f'<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="{name}" frequency="${{coord:days(1)}}" '
                f'start="2024-01-01T00:00Z" end="2024-01-{DAYS + 1:02}T00:00Z" timezone="UTC">'
                f"<controls><concurrency>{concurrency}</concurrency></controls>"
                '<datasets><dataset name="d" frequency="${coord:days(1)}" initial-instance="2024-01-01T00:00Z" '
                f'timezone="UTC"><uri-template>file://{self.sandbox.path("data")}/${{DAY}}</uri-template>'
                "<done-flag></done-flag></dataset></datasets>"
                '<input-events><data-in name="i" dataset="d"><instance>${coord:current(0)}</instance></data-in>'
                f"</input-events><action><workflow><app-path>file://{folder}/wf</app-path><configuration><property>"
                f"<name>nominal</name><value>{name}-${{coord:nominalTime()}}</value></property></configuration>"
                "</workflow></action></coordinator-app>")
        return self.sandbox.write(f"{name}/coordinator.xml", text)

    def wanted(self, *names):
        return sorted(f"{name}-2024-01-{day:02}T00:00Z" for name in names for day in range(1, DAYS + 1))

    def processes(self):
        """Of the program, with the words of their command lines."""
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.readlink(f"/proc/{process}/exe") == str(self.program.path.resolve()):
                    yield int(process), Path(f"/proc/{process}/cmdline").read_bytes().decode().split("\0")
            except OSError:
                pass  # it has ended meanwhile

    def kill(self, verb=None):
        """Those that were started with a verb; how many there were."""
        killed = [process for process, words in self.processes() if verb in (None, *words)]
        for process in killed:
            os.kill(process, signal.SIGKILL)
        self.assertTrue(wait_for(lambda: not any(process in killed for process, _ in self.processes())))
        return len(killed)

    def begin(self, env):
        self.kill()
        shutil.rmtree(self.sandbox.path("state"), ignore_errors=True)
        self.program.id_file.unlink(missing_ok=True)
        self.sandbox.path("ran").unlink(missing_ok=True)
        return self.program.run(env=env)

    def check_nothing(self):
        self.assertEqual(self.lines("ran"), [])

    def go_on(self, program, env=None):
        """A job is over for its program when its workflows are."""
        if program.status() == "SUCCEEDED":
            return None
        return program("start", program.job, "--progress", "none", env=env)

    def jobs(self):
        listed = self.program("jobs", "--format", "json")
        self.assert_code(listed, SUCCEEDED)
        return [job["id"] for job in listed.json()["jobs"]]


class Coordinator(CoordinatorCrash, EveryCommit):
    def setUp(self):
        super().setUp()
        self.program = self.build(self.coordinator("c"))

    def check_end(self):
        self.assertEqual(sorted(self.lines("ran")), self.wanted("c"))
        self.assertEqual(len(self.jobs()), 1 + DAYS, self.jobs())
        self.assertEqual({job[-1] for job in self.jobs()}, {"C", "W"})


class Bundle(CoordinatorCrash, EveryCommit):
    LEAST_COMMITS = 3

    def setUp(self):
        super().setUp()
        body = "".join(f'<coordinator name="{name}"><app-path>file://{self.coordinator(name)}</app-path></coordinator>'
                       for name in ("one", "two"))
        self.program = self.build(self.sandbox.write(
            "bundle.xml", f'<bundle-app xmlns="uri:oozie:bundle:0.2" name="b">{body}</bundle-app>'))

    def check_end(self):
        self.assertEqual(sorted(self.lines("ran")), self.wanted("one", "two"))
        self.assertEqual(len(self.jobs()), 1 + 2 + 2 * DAYS, self.jobs())


class KilledWorkflow(CoordinatorCrash):
    def test_a_workflow_whose_process_is_killed_goes_on(self):
        """The coordinator lives, and nobody else does anything."""
        self.coordinator("c", concurrency=1)
        waits = f"echo $$ > '{self.sandbox.path('pid')}'; while ! test -e '{self.sandbox.path('go')}'; do sleep 0.05; done"
        wf = self.sandbox.path("c/wf/workflow.xml")
        wf.write_text(workflow(shell("w", waits, "a") + shell("a", f"echo x >> '{self.sandbox.path('ran')}'"), "w"))
        self.program = self.build(self.sandbox.path("c/coordinator.xml"))
        child = self.sandbox.spawn(self.program)
        self.assertTrue(wait_for(lambda: self.lines("pid")))
        self.assertEqual(self.kill("start"), 1)
        self.sandbox.write("go", "")
        self.assertEqual(child.wait(TIMEOUT), SUCCEEDED)
        self.assertEqual(self.lines("ran"), ["x"] * DAYS)


if __name__ == "__main__":
    closing.main()
