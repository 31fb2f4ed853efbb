"""./dev demo server runs the example at hpdld, and ends with the server's address and a command to type. What it builds is
there: a stand-in of cmake says so."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

ROOT = Path(__file__).resolve().parent.parent.parent


class DemoServer(ProgramTest):
    def test_its_last_lines_lead_on(self):
        folder = self.sandbox.path("checkout")
        (folder / "build").mkdir(parents=True)
        (folder / "build" / "release").symlink_to(os.environ["HPDL_BUILD"])
        (folder / "examples").symlink_to(ROOT / "examples")
        shutil.copy(ROOT / "dev", folder)
        for name in ("cmake", "dpkg-query"):
            tool = self.sandbox.write(f"tools/{name}", "#!/bin/sh\necho 'install ok installed'\n")
            tool.chmod(0o755)
        environment = dict(os.environ, PATH=f"{self.sandbox.path('tools')}:{os.environ['PATH']}",
                           HOME=str(self.sandbox.path("home")))
        demo = subprocess.Popen(["bash", folder / "dev", "demo", "server"], env=environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
        self.addCleanup(demo.stdout.close)
        self.addCleanup(demo.wait)
        self.addCleanup(lambda: demo.poll() is None and os.killpg(demo.pid, signal.SIGKILL))
        said = []
        for line in demo.stdout:
            said.append(line)
            if "OOZIE_URL=" in line and line.startswith("  "):
                break
        text = "".join(said)
        self.assertRegex(text, r"\nhpdld serves at http://127\.0\.0\.1:\d+/oozie until Ctrl-C\. Type in another terminal:\n")
        done = subprocess.run(["bash", "-c", said[-1]], cwd=folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, text + done.stderr)
        self.assertRegex(done.stdout, r"\n\S+-W +\S+ +SUCCEEDED ", text)
        os.killpg(demo.pid, signal.SIGINT)
        demo.wait(TIMEOUT)
        self.assertTrue(wait_for(lambda: not self.is_there(demo.pid)), "something of it still runs")

    @staticmethod
    def is_there(group):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        return True


if __name__ == "__main__":
    closing.main()
