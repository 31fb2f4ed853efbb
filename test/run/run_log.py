"""What `log` shows of a job's nodes."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))

import closing  # noqa: E402
from programs import SUCCEEDED, ProgramTest, shell, workflow  # noqa: E402


class Log(ProgramTest):
    def test_a_skipped_node_shows_what_an_earlier_run_wrote(self):
        program = self.build(workflow(shell("a", "echo from run 0", to="b") + shell("b", "true"), "a"))
        self.assert_code(program.run(), SUCCEEDED)
        self.assert_code(program("rerun", program.job, "--skip", "a", "--progress", "none"), SUCCEEDED)
        one = program("log", program.job, "--node", "a")
        self.assertIn("from run 0", one.out, one)
        self.assertIn("in an earlier run", one.out, one)
        self.assertNotIn("from run 0", program("log", program.job).out)


if __name__ == "__main__":
    closing.main()
