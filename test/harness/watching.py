"""A watch over the parked jobs of a program's state directory, as long as a test runs."""

import os
import subprocess

from programs import BUILD

WATCH_PARKED = BUILD / "bin" / "watch_parked"
PARKED = 5


def watch_parked(case, program, env=None):
    """Wakes what is parked. Each wake is a line `wake JOB` of its output."""
    watcher = subprocess.Popen([WATCH_PARKED, program.state], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               text=True, start_new_session=True, env=dict(os.environ, **(env or {})))
    case.addCleanup(watcher.communicate)
    case.addCleanup(watcher.kill)
    case.assertEqual(watcher.stdout.readline(), "watching\n")
    return watcher
