"""Programs on the oldest kernel that they work on, and on one that is too old."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
import old_kernel
from programs import *  # noqa: F403

OLDER = Path(old_kernel.__file__)


class OldKernel(ProgramTest):
    def older(self, last, *command):
        return run([sys.executable, OLDER, str(last), *command])

    def program(self):
        return self.build(workflow(shell("a", "echo x=1", to="b", capture=True) + shell("b", "echo 2 >&2"), "a"))

    def test_the_oldest_kernel(self):
        self.assertNotEqual(self.older(old_kernel.LINUX_3_17, "/bin/sh", "-c", "exit 1").code, 0)
        program = self.program()
        for arguments in (["run", "--local", "--progress", "none", "--id-file", program.id_file], ["jobs"], ["info", "1"],
                          ["log", "1"]):
            self.assert_code(self.older(old_kernel.LINUX_3_17, program.path, *arguments, "--state", program.state), SUCCEEDED)
        self.assertEqual(program.nodes()["a"]["data"], "x=1\n")
        built = self.older(old_kernel.LINUX_3_17, HPDLC, "build", self.sandbox.path("workflow.xml"), "-o",
                           self.sandbox.path("again"))
        self.assert_code(built, SUCCEEDED)

    def test_a_kernel_that_is_too_old_is_refused(self):
        program = self.program()
        done = self.older(old_kernel.LINUX_3_14, program.path, "run", "--local", "--progress", "none", "--state",
                          program.state)
        self.assert_refused(done, USAGE, "Linux 3.17")
        self.assertEqual(len(done.err.splitlines()), 1, done)


if __name__ == "__main__":
    closing.main()
