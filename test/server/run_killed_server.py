"""kill -9 of hpdld again and again, under jobs that run and are submitted: none notices, none is doubled or lost.

With HPDL_EVERY_CALL set, as in `./dev soak`, it is 1,000 jobs and 50 kills in place of 40 and 6."""

import os
import random
import signal
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from served import *  # noqa: F403

JOBS, KILLS = (1000, 50) if os.environ.get("HPDL_EVERY_CALL") else (40, 6)
CLIENTS = 8


class KilledServer(ServedTest):
    def setUp(self):
        super().setUp()
        seed = int(os.environ.get("HPDL_SEED", time.time()))
        self.chance = random.Random(seed)
        self.addCleanup(lambda: print(f"seed {seed}: {self.figures}", file=sys.stderr))
        self.figures = {}
        self.ids, self.lock = {}, threading.Lock()
        self.lines_of = self.sandbox.path("lines")
        self.lines_of.mkdir()
        self.gate = self.sandbox.path("gate")
        os.mkfifo(self.gate)
        # Whoever opens it to read finds that somebody writes.
        self.gate_end = os.open(self.gate, os.O_RDWR)
        self.addCleanup(os.close, self.gate_end)

    def application_of_steps(self):
        """A line in the job's own file, a folder that can be moved once, a wait, and another line."""
        mine = f"{self.lines_of}/${{number}}"
        body = (shell("a", f"echo a >> '{mine}'", to="b")
                + fs("b", f"<mkdir path='{mine}.new'/><move source='{mine}.new' target='{mine}.made'/>", to="c")
                + shell("c", f"read -r x < '{self.gate}'; echo c >> '{mine}'"))
        return self.application(workflow(body, "a"))

    def submit_until_known(self, app, number):
        """As a careful client: the same key until there is an answer."""
        while True:
            try:
                answer = self.server.submit({**app, "number": number}, key=number, user=f"user{number[0]}")
            except OSError:
                self.figures["asked again"] = self.figures.get("asked again", 0) + 1
                continue  # the server is down
            self.assertEqual(answer.status, 201, answer)
            return answer.json()["id"]

    def client(self, app, which):
        for count in range(JOBS // CLIENTS):
            number = f"{which}-{count}"
            job = self.submit_until_known(app, number)
            with self.lock:
                self.ids[number] = job

    def kill(self):
        """At some moment after the last start."""
        time.sleep(self.chance.uniform(0, 0.3))  # time: where it is killed, at another place each time
        self.server.end(signal.SIGKILL)
        self.server.start()
        self.figures["kills"] = self.figures.get("kills", 0) + 1

    def waiting(self):
        """Jobs that stand at the gate."""
        return len([each for each in self.lines_of.iterdir() if each.name.endswith(".made")])

    def ended(self, status="SUCCEEDED"):
        return sorted(self.reader("jobs", "--ids", "--status", status, "--len", JOBS + 1).out.split())

    def until_all(self, count):
        """Waits until count() is the number of jobs, as long as it changes: 1,000 programs take long on a busy machine."""
        seen = None
        while seen != JOBS:
            before = seen
            self.until(lambda: count() != before, f"{before} of {JOBS}, and no more")
            seen = count()

    def test_a_command_to_make_a_job_that_comes_late(self):
        """As that of a server which was killed, when the next one has made and started the job: it waits for nothing."""
        self.serve()
        job = self.submit_until_known(self.application_of_steps(), "0-0")
        self.until(lambda: self.waiting() == 1)
        late = self.reader("submit", "--local", "--id", job, "-D", "number=0-0", timeout=TIMEOUT)
        self.assertEqual((late.code, late.out.strip()), (0, job), late)
        os.write(self.gate_end, b"\n")
        self.until_status(job, "SUCCEEDED")

    def test_none_notices_and_none_is_doubled(self):
        site = self.sandbox.write("site.xml", configuration({
            "hpdl.server.programs.max": str(JOBS), "hpdl.server.actions.max": str(JOBS)}))
        self.serve("--local", "--site", site)
        app = self.application_of_steps()
        begin = time.monotonic()
        clients = [threading.Thread(target=self.client, args=(app, which)) for which in range(CLIENTS)]
        for each in clients:
            each.start()
        while_submitted = KILLS // 2
        for kill in range(while_submitted):
            self.until(lambda: len(self.ids) >= kill * JOBS // while_submitted)
            self.kill()
        self.until_all(lambda: len(self.ids))
        for each in clients:
            each.join(TIMEOUT)
        self.assertEqual(len(set(self.ids.values())), JOBS, self.server.log.read_text())
        self.until_all(self.waiting)
        self.figures["all run after s"] = round(time.monotonic() - begin)
        # A program that has just forked, and one to make a job that a killed server has begun, are soon gone.
        running = []

        def are_running():
            running[:] = self.programs()
            return len(running)

        self.until_all(are_running)
        while_running = KILLS // 3
        for _ in range(while_running):
            self.kill()
        self.until(lambda: self.programs() == running)  # the same processes, and no others
        left = KILLS - while_submitted - while_running
        for part in range(left):
            os.write(self.gate_end, b"\n" * ((part + 1) * JOBS // left - part * JOBS // left))
            self.kill()
        self.until_all(lambda: len(self.ended()))
        self.figures["all ended after s"] = round(time.monotonic() - begin)
        self.assertEqual(self.ended(), sorted(self.ids.values()))
        self.assertEqual(sorted(self.reader("jobs", "--ids", "--len", JOBS + 1).out.split()), sorted(self.ids.values()))
        for number in self.ids:
            self.assertEqual((self.lines_of / number).read_text(), "a\nc\n", number)
        self.assertEqual(len(list(self.lines_of.iterdir())), 2 * JOBS)  # a file and a folder each
        self.until(lambda: not self.processes(), "programs are left")


if __name__ == "__main__":
    closing.main()
