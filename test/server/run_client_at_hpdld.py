"""hpdl at hpdld: the whole of a job by commands, without Java on either side."""

import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from oozie_client import run_native
from programs import *  # noqa: F403
from served import *  # noqa: F403

CLIENT = BUILD / "bin" / "hpdl"


def read_frames(terminal, found):
    """What was written on the terminal, without its escape sequences, as soon as `found` is in it."""
    text, end = "", time.monotonic() + 60
    while not re.search(found, text):
        ready, _, _ = select.select([terminal], [], [], max(end - time.monotonic(), 0))
        if not ready:
            raise AssertionError(f"no {found!r} in {text!r}")
        text += re.sub(r"\x1b\[\d*[A-Z]|\r", "", os.read(terminal, 65536).decode())
    return text


class ClientAtHpdld(ServedTest):
    def setUp(self):
        super().setUp()
        self.serve()

    def hpdl(self, *words, code=0):
        done = run_native(CLIENT, self.sandbox.folder, f"http://127.0.0.1:{self.server.port}/oozie", "joe", *words,
                          name="hpdl", home=self.sandbox.folder)
        self.assertEqual(done.code, code, done)
        return done.out

    def submit(self, definition, *words):
        app = self.application(definition)
        self.sandbox.write("job.properties", "".join(f"{name}={value}\n" for name, value in app.items()))
        return self.hpdl("job", "-config", "job.properties", *words).removeprefix("job: ").strip()

    def test_a_job_from_its_submission_to_its_log(self):
        job = self.submit(workflow(shell("a", "echo ${who}"), "a"), "-submit", "-D", "who=me")
        self.assertIn("Status        : PREP\n", self.hpdl("info", job))
        self.hpdl("start", job)
        watched = self.hpdl("watch", job)
        self.assertRegex(watched, rf"(?m)^\d\d:\d\d:\d\d job {job} SUCCEEDED$")
        self.assertRegex(watched, r"(?m)^\d\d:\d\d:\d\d a OK shell -> end$")
        self.assertRegex(self.hpdl("info", job), rf"(?m)^{job}@a +OK ")
        self.assertIn(f"{job} ", self.hpdl("jobs", "-filter", "status=SUCCEEDED"))
        self.assertEqual(self.hpdl("jobs", "-filter", "status=FAILED"), "No Jobs match your criteria!\n")
        self.assertIn(f"JOB[{job}]", self.hpdl("log", job))
        self.assertIn("<workflow-app ", self.hpdl("definition", job))

    def test_a_terminal_shows_what_runs(self):
        definition = workflow(shell("first", "true", to="second") +
                              shell("second", f"while ! test -e '{self.sandbox.path('go')}'; do sleep 0.05; done"), "first")
        job = self.submit(definition, "-run")
        pid, terminal = pty.fork()
        if pid == 0:
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
            os.execve(CLIENT, ["hpdl", "watch", job, "-oozie", f"http://127.0.0.1:{self.server.port}/oozie"],
                      {"TERM": "xterm", "NO_COLOR": "1", "HOME": str(self.sandbox.folder)})
        seen = read_frames(terminal, r"second +shell +RUNNING")
        self.assertRegex(seen.splitlines()[0], rf"^test  RUNNING  [\d.]+s  {job}$")
        self.assertRegex(seen, r"\+ first +shell +OK")
        self.sandbox.write("go", "")
        seen = read_frames(terminal, r"test SUCCEEDED after \d+ s\n")
        self.assertRegex(seen, r"\+ second +shell +OK")
        self.assertEqual(os.waitpid(pid, 0)[1], 0)
        os.close(terminal)

    def test_jobs_are_killed_suspended_and_resumed(self):
        definition = workflow(shell("a", f"while ! test -e '{self.sandbox.path('go')}'; do sleep 0.05; done"), "a")
        killed, suspended = (self.submit(definition, "-run") for _ in range(2))
        self.hpdl("kill", killed)
        self.assertIn(f"job {killed} KILLED\n", self.hpdl("watch", killed, code=3))
        self.hpdl("suspend", suspended)
        self.hpdl("watch", suspended, code=4)
        self.sandbox.write("go", "")
        self.hpdl("resume", suspended)
        self.assertIn(f"job {suspended} SUCCEEDED\n", self.hpdl("watch", suspended))

    def test_what_cannot_be_done_says_so(self):
        refused = run_native(CLIENT, self.sandbox.folder, f"http://127.0.0.1:{self.server.port}/oozie", "joe",
                             "job", "-info", "0000000-000000000000000-nosuch-W", home=self.sandbox.folder)
        self.assertEqual((refused.code, refused.err),
                         (255, "Error: E0604 : E0604: Job does not exist [0000000-000000000000000-nosuch-W]\n"))
        self.application("<workflow-app/>")
        verdict = run_native(CLIENT, self.sandbox.folder, f"http://127.0.0.1:{self.server.port}/oozie", "joe",
                             "validate", "app/workflow.xml", home=self.sandbox.folder)
        self.assertEqual((verdict.code, verdict.out), (255, ""))
        self.assertIn("workflow.xml:1:", verdict.err)


if __name__ == "__main__":
    closing.main()
