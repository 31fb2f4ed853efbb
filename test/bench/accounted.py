"""Runs a command as the parent of all that it leaves behind: what such processes took is then in this one's account.

accounted.py COMMAND...: ends when the last of them has. SIGTERM goes on to the command.
"""

import ctypes
import os
import signal
import subprocess
import sys

PR_SET_CHILD_SUBREAPER = 36


def main():
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    child = subprocess.Popen(sys.argv[1:])
    signal.signal(signal.SIGTERM, lambda *_: os.kill(child.pid, signal.SIGTERM))
    while True:
        try:
            os.wait()
        except ChildProcessError:
            return 0


if __name__ == "__main__":
    sys.exit(main())
