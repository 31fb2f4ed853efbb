"""Coordinators and bundles as programs of their own: a timer wakes them, data comes late, machines were off."""

import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

PARKED = 5


class CoordinatorProgram(ProgramTest):
    def definition(self, hours, controls="<timeout>-1</timeout><concurrency>3</concurrency>", name="c"):
        """Hourly from 2024-01-01T00:00Z; wants a folder of data; its workflow writes the hour."""
        folder = self.sandbox.path(name)
        self.sandbox.write(f"{name}/wf/workflow.xml", workflow(
            shell("a", f"echo ${{hour}} >> '{self.sandbox.path('ran')}'"), "a"))
        return self.sandbox.write(f"{name}/coordinator.xml", (
            f'<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="{name}" frequency="${{coord:hours(1)}}" '
            f'start="2024-01-01T00:00Z" end="2024-01-01T{hours:02}:00Z" timezone="UTC"><controls>{controls}</controls>'
            '<datasets><dataset name="d" frequency="${coord:hours(1)}" initial-instance="2024-01-01T00:00Z" '
            f'timezone="UTC"><uri-template>file://{self.sandbox.path("data")}/${{HOUR}}</uri-template><done-flag/>'
            '</dataset></datasets><input-events><data-in name="i" dataset="d"><instance>${coord:current(0)}</instance>'
            f"</data-in></input-events><action><workflow><app-path>file://{folder}/wf</app-path><configuration>"
            "<property><name>hour</name><value>${coord:formatTime(coord:nominalTime(), 'HH')}</value></property>"
            "</configuration></workflow></action></coordinator-app>"))

    def arrive(self, *hours):
        for hour in hours:
            self.sandbox.path(f"data/{hour:02}").mkdir(parents=True)

    def actions(self):
        return [action["status"] for action in self.program.info(self.job)["job"].get("actions", [])]

    def submitted(self, path):
        self.program = self.build(path)
        result = self.program("submit", "--local")
        self.assert_code(result, SUCCEEDED)
        self.job = result.out.strip()


class WokenByATimer(CoordinatorProgram):
    def wake(self, verb="wake"):
        return self.program(verb, self.job, "--park", "0", "--progress", "none").code

    def test_it_does_what_is_due_and_ends(self):
        self.submitted(self.definition(3))
        self.assertEqual(self.wake("start"), PARKED)
        self.assertEqual(self.actions(), ["WAITING"] * 3)
        self.assertEqual(self.wake(), PARKED)
        self.arrive(1)
        while self.actions()[1] != "SUCCEEDED":
            self.assertEqual(self.wake(), PARKED)
        self.assertEqual(self.actions(), ["WAITING", "SUCCEEDED", "WAITING"])
        self.arrive(0, 2)
        codes = set()
        while self.wake() == PARKED:
            codes.add(PARKED)
        self.assertEqual(self.actions(), ["SUCCEEDED"] * 3)
        self.assertEqual(sorted(self.lines("ran")), ["00", "01", "02"])
        self.assertEqual(self.wake(), SUCCEEDED, "it is over, and waking it is no error")

    def test_one_look_finds_all_data_that_is_there(self):
        self.submitted(self.definition(3))
        self.wake("start")
        self.arrive(0, 1, 2)
        self.wake()
        self.assertNotIn("WAITING", self.actions())


class Killed(CoordinatorProgram):
    def test_data_comes_late_and_the_process_is_killed_meanwhile(self):
        self.program = self.build(self.definition(3))
        child = self.sandbox.spawn(self.program)
        self.assertTrue(wait_for(lambda: self.program.id_file.exists() and self.program.id_file.read_text().strip()))
        self.job = self.program.job
        self.assertTrue(wait_for(lambda: self.actions() == ["WAITING"] * 3))
        self.arrive(0)
        self.assertTrue(wait_for(lambda: self.actions()[0] == "SUCCEEDED"))
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        self.arrive(1, 2)
        info = self.program("info", self.job).out
        self.assertIn("RUNNING, no process runs it", info)
        self.assertIn(f"start {self.job}", info)
        self.assert_code(self.program("start", self.job, "--progress", "none"), SUCCEEDED)
        self.assertEqual(sorted(self.lines("ran")), ["00", "01", "02"])

    def test_start_of_what_is_over_is_refused(self):
        self.arrive(0)
        self.program = self.build(self.definition(1))
        self.assert_code(self.program.run(), SUCCEEDED)
        self.assert_refused(self.program("start", self.program.job), USAGE, "is SUCCEEDED", "'rerun'")


class ManyAtOnce(CoordinatorProgram):
    def test_sixty_four_workflows_run_at_a_time_whatever_the_concurrency(self):
        path = self.definition(23, "<timeout>-1</timeout><concurrency>-1</concurrency><throttle>100</throttle>")
        path.write_text(path.read_text().replace('end="2024-01-01T23:00Z"', 'end="2024-01-03T22:00Z"')
                        .replace("${HOUR}", "always"))
        self.sandbox.path("data/always").mkdir(parents=True)
        begun, go = self.sandbox.path("begun"), self.sandbox.path("go")
        self.sandbox.write("c/wf/workflow.xml", workflow(
            shell("a", f"echo x >> '{begun}'; while ! test -e '{go}'; do sleep 0.1; done; echo x >> '{self.sandbox.path('ran')}'"),
            "a"))
        self.program = self.build(path)
        child = self.sandbox.spawn(self.program)
        self.assertTrue(wait_for(lambda: len(self.lines("begun")) == 64, TIMEOUT), len(self.lines("begun")))
        self.job = self.program.job
        self.assertTrue(wait_for(lambda: self.actions().count("SUBMITTED") == 70 - 64), self.actions())
        self.assertEqual(len(self.lines("begun")), 64)
        self.sandbox.write("go", "")
        self.assertEqual(child.wait(TIMEOUT), SUCCEEDED)
        self.assertEqual(len(self.lines("ran")), 70)


class OffForAWeek(CoordinatorProgram):
    """What was missed is made as the controls say."""

    def states(self, execution, hours=168):
        controls = f"<timeout>0</timeout><execution>{execution}</execution><throttle>500</throttle>"
        path = self.definition(23, f"{controls}")
        path.write_text(path.read_text().replace('end="2024-01-01T23:00Z"', 'end="2024-01-08T00:00Z"')
                        .replace("${HOUR}", "always"))
        self.sandbox.path("data/always").mkdir(parents=True)
        wf = self.sandbox.path("c/wf/workflow.xml")
        wf.write_text('<workflow-app xmlns="uri:oozie:workflow:1.0" name="w"><start to="end"/><end name="end"/></workflow-app>')
        self.program = self.build(path)
        self.assert_code(self.program.run(), SUCCEEDED)
        self.job = self.program.job
        states = self.actions()
        self.assertEqual(len(states), hours)
        return {state: states.count(state) for state in states}

    def test_each_hour(self):
        self.assertEqual(self.states("FIFO"), {"SUCCEEDED": 168})

    def test_none_that_is_past(self):
        self.assertEqual(self.states("NONE"), {"SKIPPED": 168})

    def test_the_last_one_alone(self):
        """Its end is past too, so that even the last one is followed by a turn, as in Oozie."""
        self.assertEqual(self.states("LAST_ONLY"), {"SKIPPED": 168})


if __name__ == "__main__":
    closing.main()
