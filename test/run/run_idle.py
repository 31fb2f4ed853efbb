"""Engines that only wait: how seldom they wake, and that they still take requests."""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

WAKES = 4


def wakes(pid):
    """How often a thread of the process gave up the processor to wait."""
    rows = [row for task in Path(f"/proc/{pid}/task").iterdir() for row in (task / "status").read_text().splitlines()]
    return sum(int(row.split()[1]) for row in rows if row.startswith("voluntary_ctxt_switches:"))


class Idle(ProgramTest):
    def waiting(self):
        """Sleeps until the test ends: the FIFO has no writer."""
        os.mkfifo(self.sandbox.path("fifo"))
        return self.build(workflow(shell("wait", f"read x <{self.sandbox.path('fifo')}"), "wait"))

    def start(self, program, *arguments, node="RUNNING"):
        child = self.sandbox.spawn(program, *arguments)
        self.assertTrue(program.wait_for(lambda: program.id_file.exists() and self.at(program, node)))
        return child

    @staticmethod
    def at(program, state):
        return program.nodes().get("wait", {}).get("status") == state

    def assert_idle(self, pid):
        """Less than a wake a second, as soon as what came with the last event is over. A wait for a busy disk counts
        as one, so there are some rounds."""
        before, begin = wakes(pid), time.monotonic()
        for _ in range(10):
            self.assertTrue(wait_for(lambda: wakes(pid) - before >= WAKES, seconds=30 * WAKES))
            count, seconds = wakes(pid) - before, time.monotonic() - begin
            if count < seconds:
                return
            before, begin = wakes(pid), time.monotonic()
        self.fail(f"{count} wakes in {seconds:.1f} s")

    def end(self, program, child):
        self.assert_code(program("kill", program.job), SUCCEEDED)
        self.assertEqual(child.wait(60), KILLED)

    def test_while_a_command_runs(self):
        program = self.waiting()
        child = self.start(program)
        self.assert_idle(child.pid)
        self.end(program, child)

    def test_while_a_command_of_an_earlier_engine_runs(self):
        program = self.waiting()
        child = self.start(program)
        os.kill(child.pid, signal.SIGTERM)
        self.assertEqual(child.wait(60), 128 + signal.SIGTERM)
        again = subprocess.Popen([program.path, "resume", program.job, "--state", program.state, "--progress", "none"],
                                 stdin=subprocess.DEVNULL, start_new_session=True)
        self.sandbox.children.append(again)
        self.assert_idle(again.pid)
        self.end(program, again)

    def test_until_a_retry_and_a_callback(self):
        program = self.build(workflow(shell("wait", "exit 1", attributes=' retry-max="1" retry-interval="60"'), "wait"))
        child = self.start(program, "--callback-listen", "127.0.0.1:0", node="USER_RETRY")
        self.assert_idle(child.pid)
        self.end(program, child)

    def test_one_that_could_park(self):
        program = self.build(workflow(shell("wait", "exit 1", attributes=' retry-max="1" retry-interval="60"'), "wait"))
        child = self.start(program, "--park", "100000", node="USER_RETRY")
        self.assert_idle(child.pid)
        self.end(program, child)

    def test_without_a_bell(self):
        """Something else is in its place: then the engine looks."""
        program = self.waiting()
        self.assert_code(program("submit", "--local", "--id", "0000001-odd-W"), SUCCEEDED)
        (program.state / "jobs" / "0000001-odd-W" / "bell").write_text("")
        child = subprocess.Popen([program.path, "start", "0000001-odd-W", "--state", program.state, "--progress", "none"],
                                 stdin=subprocess.DEVNULL, start_new_session=True)
        self.sandbox.children.append(child)
        self.assertTrue(program.wait_for(lambda: program.nodes("0000001-odd-W").get("wait", {}).get("status") == "RUNNING"))
        self.assert_code(program("kill", "0000001-odd-W"), SUCCEEDED)
        self.assertEqual(child.wait(60), KILLED)


if __name__ == "__main__":
    closing.main(at_once=5)
