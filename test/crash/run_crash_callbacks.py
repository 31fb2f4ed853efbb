"""Kills the engine at every journal commit of a job that is called back, and resumes.

What was answered with 200 is in the journal; what was not is called again, and is there once. Port and secret stay.
"""

import sqlite3
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from crash_case import CrashTest
from every_commit import EveryCommit
from programs import *  # noqa: F403

STATES = ["one", "two", "three"]
# Calls each state until it is answered, over the deaths of the engine, and writes down what was.
CALLER = """
import sys, time, urllib.error, urllib.request
url, answered, ran = sys.argv[1:]
open(ran, "a").write("ran\\n")
end = time.monotonic() + 600
for state in %r:
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(url.replace("$S", state), state.encode(), timeout=120) as reply:
                open(answered, "a").write(state + " " + reply.read().decode().strip() + "\\n")
                break
        except urllib.error.HTTPError as error:
            sys.exit("%%s was refused: %%s" %% (state, error))
        except OSError:
            time.sleep(0.02)
    else:
        sys.exit(state + " got no answer")
""" % STATES


class CallbackCrash(EveryCommit, CrashTest):
    LEAST_COMMITS = len(STATES) + 3
    FIRST_DEATH = 4

    def setUp(self):
        super().setUp()
        caller = self.sandbox.write("caller.py", CALLER)
        self.program = self.build(workflow(shell(
            "called", f'exec {sys.executable} {caller} "$1" {self.sandbox.path("answered")} {self.sandbox.path("ran")}',
            arguments=("${wf:callback('$S')}",)), "called"))

    def rows(self):
        """(attempt, number, status, body) of the journal."""
        journal = self.program.state / "jobs" / self.program.job / "journal.db"
        with sqlite3.connect(f"file:{journal}?mode=ro", uri=True) as database:
            return database.execute(
                "SELECT attempt, number, status, CAST(body AS TEXT) FROM callback ORDER BY attempt, number").fetchall()

    def begin(self, env):
        for name in ("answered", "ran", "job-id"):
            self.sandbox.path(name).unlink(missing_ok=True)
        return self.program.run("--callback-listen", "127.0.0.1:0", env=env)

    def check_nothing(self):
        self.assertEqual(self.lines("ran"), [])

    def check_begun(self):
        recorded = [row[2] for row in self.rows()]
        for line in self.lines("answered"):
            self.assertIn(line.split()[0], recorded, "answered before it was durable")
        if self.program.status() == "PREP":  # the options are of the submission
            self.assertEqual(self.lines("ran"), [])

    def check_end(self):
        self.assertEqual(self.program.status(), "SUCCEEDED")
        self.assertEqual(self.rows(), [(0, number, state, state) for number, state in enumerate(STATES)])
        self.assertEqual(self.lines("answered"), [f"{state} taken" for state in STATES])
        self.assertEqual(self.lines("ran"), ["ran"])


if __name__ == "__main__":
    closing.main()
