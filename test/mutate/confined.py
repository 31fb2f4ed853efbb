"""Changed programs run where they cannot do harm: processes and mounts of their own, everything read-only but their own
/tmp. That takes root, or a kernel that lets users have namespaces."""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "test" / "harness"))
import jars

# A changed program runs with this in front of it, and the folder that is its /tmp. Without a session of its own, kill(0)
# would end also what runs outside: namespaces do not part process groups. The shell stays, for the first process has to
# reap what others leave.
CONFINED = """set -e
mount --make-rprivate /
mount --bind "$1" /tmp
mount -o remount,bind,ro /
cd /tmp
shift
setsid "$@"
"""
NAMESPACES = ["unshare", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"]), "--mount", "--pid", "--fork"]


def possible():
    return subprocess.run([*NAMESPACES, "true"], capture_output=True).returncode == 0


class Running:
    """The programs that run now; stop() ends them, and no other begins."""

    def __init__(self):
        self.lock = threading.Lock()
        self.processes = set()
        self.stopped = False

    def stop(self):
        with self.lock:
            self.stopped = True
            for process in self.processes:
                process.kill()


running = Running()


class Confined:
    """A folder that is the /tmp of what runs in it, and goes with this. `build` is /tmp/build there."""

    def __init__(self, folder):
        self.folder = folder
        self.tmp = folder / "tmp"
        self.build = self.tmp / "build"

    def __enter__(self):
        self.tmp.mkdir(parents=True)
        self.tmp.chmod(0o1777)
        self.make_cache()
        return self

    def make_cache(self):
        """What tests have fetched, and room for the locks beside it."""
        for family in filter(Path.is_dir, jars.CACHE.iterdir() if jars.CACHE.exists() else ()):
            own = self.tmp / "cache" / "hpdl" / family.name
            own.mkdir(parents=True)
            for fetched in family.iterdir():
                if not fetched.name.endswith("lock"):
                    (own / fetched.name).symlink_to(fetched)

    def use_build(self, folder):
        """Has the programs of a build folder here, as links: linking them takes seconds."""
        shutil.copytree(folder, self.build, symlinks=True, copy_function=os.link)

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, command, patience, **variables):
        """How a command ends: "" if all is well, else what was noticed; and what it said."""
        words = [*NAMESPACES, "--kill-child", "--mount-proc", "sh", "-c", CONFINED, "sh", str(self.tmp), *command]
        environment = dict(os.environ, TMPDIR="/tmp", **variables)
        with running.lock:
            if running.stopped:
                return "stopped", ""
            process = subprocess.Popen(words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT, text=True, errors="replace")
            running.processes.add(process)
        try:
            output, _ = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return "time", ""
        except BaseException:
            process.kill()
            raise
        finally:
            with running.lock:
                running.processes.discard(process)
        if running.stopped:
            return "stopped", ""
        return "" if process.returncode == 0 else "tests" if process.returncode == 1 else "crash", output

    def run_script(self, script, patience):
        """The same of a script of test/, with the programs in `build`."""
        return self.run([sys.executable, str(script)], patience, HPDL_BUILD="/tmp/build", PYTHONDONTWRITEBYTECODE="1",
                        PYTHONPATH=str(ROOT / "test" / "harness"), XDG_CACHE_HOME="/tmp/cache", GCOV_ERROR_FILE="/tmp/counters.log")
