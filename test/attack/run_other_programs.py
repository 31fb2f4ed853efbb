"""A job runs with the values that its own application had when it was submitted."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from served import *  # noqa: F403


class OtherPrograms(ServedTest):
    def submitted_with(self, default):
        """The id of a job that has not begun. All jobs have the same workflow.xml, in applications of their own."""
        properties = self.application(workflow(shell("a", f"echo ${{value}} >> {self.sandbox.path('ran')}"), "a"), default)
        folder = Path(properties["oozie.wf.application.path"].removeprefix("file://"))
        (folder / "config-default.xml").write_text(configuration({"value": default}))
        return self.submitted(properties, action=None)

    def test_of_another_application(self):
        self.serve()
        jobs = [self.submitted_with(default) for default in ("one", "two", "one")]
        for job in jobs:
            self.told(job, "start")
            self.until_status(job, "SUCCEEDED")
        self.assertEqual(self.lines("ran"), ["one", "two", "one"])
        programs = [path for path in (self.server.state / "programs").iterdir() if len(path.name) == 64]
        self.assertEqual(len(programs), 2)

    def test_of_a_program_that_was_built_with_other_properties(self):
        definition = self.sandbox.write("workflow.xml", workflow(
            shell("a", f"echo ${{value}} >> {self.sandbox.path('ran')}"), "a"))
        jobs = []
        for value in ("one", "two"):
            program = self.sandbox.build(definition, "-D", f"value={value}", name=value)
            self.assert_code(program.run("--keep-program"), SUCCEEDED)
            jobs.append(program.info()["programHash"])
        self.assertEqual(self.lines("ran"), ["one", "two"])
        self.assertNotEqual(*jobs)


if __name__ == "__main__":
    closing.main()
