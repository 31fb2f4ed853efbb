"""`hpdlc verify` of a coordinator beside its workflow: what the workflow is given, and what nobody gives it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

COORDINATOR = ('<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="c" frequency="${{coord:days(1)}}" start="${{start}}" '
               'end="2030-01-01T00:00Z" timezone="UTC"><action><workflow><app-path>hdfs://nn/app</app-path><configuration>'
               "<property><name>{}</name><value>${{coord:nominalTime()}}</value></property>"
               "</configuration></workflow></action></coordinator-app>")
WORKFLOW = workflow(fs("a", "<mkdir path='${root}/${day}'/>"), "a")
GIVEN = ("-D", "start=2029-01-01T00:00Z")


class BesideItsWorkflow(unittest.TestCase):
    def setUp(self):
        self.sandbox = Sandbox()
        self.addCleanup(self.sandbox.close)
        self.workflow = self.sandbox.write("app/workflow.xml", WORKFLOW)

    def verify(self, name, *given, path=None):
        self.sandbox.write("app/coordinator.xml", COORDINATOR.format(name))
        return hpdlc("verify", *given, path or self.sandbox.path("app"))

    def test_what_the_coordinator_gives_is_not_missing(self):
        done = self.verify("day", *GIVEN, "-D", "root=/data")
        self.assertEqual((done.code, done.out + done.err), (SUCCEEDED, ""))
        done = self.verify("day", *GIVEN, "-D", "root=/data", path=self.workflow)
        self.assertEqual((done.code, done.out + done.err), (SUCCEEDED, ""))

    def test_what_nobody_gives_is_missing(self):
        done = self.verify("day", *GIVEN)
        self.assertEqual(done.code, FAILED)
        self.assertIn("parameter `root` has no value and no default", done.err.replace("'", "`"))
        self.assertNotIn("`day`", done.err.replace("'", "`"))
        done = self.verify("other", *GIVEN, "-D", "root=/data")
        self.assertEqual(done.code, FAILED)
        self.assertIn("`day`", done.err.replace("'", "`"))

    def test_without_properties_nothing_is_said(self):
        done = self.verify("other")
        self.assertEqual((done.code, done.out + done.err), (SUCCEEDED, ""))

    def test_names_that_depend_on_properties(self):
        done = self.verify("${start}", *GIVEN)
        self.assertEqual((done.code, done.out + done.err), (SUCCEEDED, ""))

    def test_a_coordinator_that_is_none(self):
        self.sandbox.write("app/coordinator.xml", "<nonsense")
        done = hpdlc("verify", *GIVEN, self.workflow)
        self.assertEqual(done.code, FAILED)
        self.assertIn("`day`", done.err.replace("'", "`"))


if __name__ == "__main__":
    closing.main()
