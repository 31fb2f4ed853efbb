"""`hpdlc verify`, `graph` and `schedule` on folders of Celos' scripts: which are meant, exit codes, limits, other formats."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

WORKFLOW = """celos.defineWorkflow({{
  id: "{id}",
  schedule: {schedule},
  schedulingStrategy: celos.serialSchedulingStrategy(),
  trigger: {trigger},
  externalService: celos.oozieExternalService({{"oozie.wf.application.path": "/a"}}, "http://localhost:11000/oozie")
}});
"""
DEFINITION = ('<workflow-app xmlns="uri:oozie:workflow:1.0" name="w"><start to="{}"/><end name="end"/></workflow-app>')


def script(name, trigger="celos.alwaysTrigger()", schedule="celos.hourlySchedule()"):
    return WORKFLOW.format(id=name, trigger=trigger, schedule=schedule)


class CelosScripts(unittest.TestCase):
    def setUp(self):
        self.sandbox = Sandbox()
        self.addCleanup(self.sandbox.close)
        self.folder = self.sandbox.folder

    def write(self, name, text):
        return self.sandbox.write(name, text)

    def hpdlc(self, *arguments):
        return hpdlc(*arguments, cwd=self.folder)

    def kinds(self, *arguments):
        """Of what verify finds: where and what; and its exit code."""
        done = self.hpdlc("verify", "--format", "json", *arguments)
        found = [(each.get("file"), each.get("start", {}).get("line"), each["kind"]) for each in done.json()["diagnostics"]]
        return done.code, found

    def test_a_good_folder_says_nothing(self):
        self.write("workflows/a.js", script("a"))
        done = self.hpdlc("verify", "workflows", ".", "workflows/a.js")
        self.assertEqual((done.code, done.out, done.err), (SUCCEEDED, "", ""))

    def test_defaults_beside_and_elsewhere(self):
        self.write("workflows/a.js", 'celos.importDefaults("x");\n' + script("a", schedule="hourly"))
        self.write("defaults/x.js", "var hourly = celos.hourlySchedule();\n")
        self.write("others/x.js", "var hourly = 5;\n")
        self.assertEqual(self.kinds("workflows"), (0, []))
        self.assertEqual(self.kinds("--celos-defaults", "others", "workflows"), (1, [("workflows/a.js", 4, "ScriptError")]))
        self.assertEqual(self.kinds("--celos-defaults", "none", "workflows"), (1, [("workflows/a.js", 1, "ScriptError")]))

    def test_the_folder_that_one_is_in(self):
        self.write("workflows/a.js", 'celos.importDefaults("x");\n')
        self.write("defaults/x.js", "\nnothing();\n")
        done = hpdlc("verify", ".", cwd=self.folder / "workflows")
        self.assertEqual(done.code, FAILED, done)
        self.assertIn("../defaults/x.js:2:1: error: ", done.err)
        done = hpdlc("verify", "a.js", cwd=self.folder / "workflows")
        self.assertIn("../defaults/x.js:2:1: error: ", done.err)

    def test_a_folder_with_definitions_too(self):
        self.write("app/a.js", "nothing();\n")
        self.write("app/workflow.xml", DEFINITION.format("nowhere"))
        code, found = self.kinds("app")
        self.assertEqual(code, FAILED)
        self.assertEqual({kind for _, _, kind in found}, {"ScriptError", "UnknownNode"})
        self.assertNotIn("ScriptError", self.hpdlc("graph", "app").err)

    def test_exit_codes(self):
        self.write("workflows/a.js", script("a", 'celos.successTrigger("b")'))
        self.assertEqual(self.hpdlc("verify", "workflows").code, 0)
        self.assertEqual(self.hpdlc("verify", "-Werror", "workflows").code, 1)
        self.assertEqual(self.hpdlc("verify", "-Werror", "-Wno-UnknownCelosWorkflow", "workflows").code, 0)
        self.assertEqual(self.hpdlc("verify", "workflows/b.js").code, 2)
        self.assertEqual(self.hpdlc("verify", "--sub", "x=y", "workflows").code, 2)
        self.assertEqual(self.hpdlc("verify", "-Wno-ScriptError", "workflows").code, 2)
        (self.folder / "nothing").mkdir()
        self.assertEqual(self.hpdlc("verify", "nothing").code, 2)

    def test_a_script_that_does_not_end(self):
        self.write("workflows/a.js", "while (true) {}\n")
        self.write("workflows/b.js", "var all = []; while (true) { all.push(new Array(1000000).fill(1)); }\n")
        self.write("workflows/c.js", "nothing();\n")
        code, found = self.kinds("workflows")
        self.assertEqual((code, [(file, kind) for file, _, kind in found]),
                         (FAILED, [(f"workflows/{name}.js", "ScriptError") for name in "abc"]))

    def test_sarif_has_rule_and_place(self):
        self.write("workflows/a.js", "\n  nothing();\n")
        done = self.hpdlc("verify", "--format", "sarif", "workflows")
        result = done.json()["runs"][0]["results"][0]
        self.assertEqual(result["ruleId"], "ScriptError")
        place = result["locations"][0]["physicalLocation"]
        self.assertEqual(place["artifactLocation"]["uri"], "workflows/a.js")
        self.assertEqual((place["region"]["startLine"], place["region"]["startColumn"]), (2, 3))

    def test_a_script_knows_nothing_of_the_machine(self):
        self.write("workflows/a.js", 'if (celos.hdfsCheck("/x", null, "hdfs://nn")) { throw "it is there"; }\n')
        self.assertEqual(self.kinds("workflows"), (0, []))

    def test_explain(self):
        for kind in ("ScriptError", "UnknownCelosWorkflow", "TriggerCycle"):
            self.assertIn("celos.", self.hpdlc("explain", kind).out)

    def test_graph_of_one_file_and_of_all(self):
        self.write("workflows/a.js", script("a", 'celos.successTrigger("b")'))
        self.write("workflows/b.js", script("b"))
        self.write("workflows/c.js", script("c"))
        one = self.hpdlc("graph", "workflows/a.js")
        self.assertEqual(one.code, 0, one)
        self.assertIn('label="b\\n', one.out)
        self.assertNotIn('label="c\\n', one.out)
        every = self.hpdlc("graph", "workflows", "--format", "mermaid")
        self.assertIn('["c<br/>', every.out)
        self.assertEqual(self.hpdlc("graph", "workflows", "--count", "3").code, USAGE)

    def test_graph_of_workflows_in_a_circle(self):
        self.write("workflows/a.js", script("a", 'celos.successTrigger("b")') + script("b", 'celos.successTrigger("a")'))
        done = self.hpdlc("graph", "workflows", "--format", "svg")
        self.assertEqual(done.code, 0, done)
        self.assertIn("TriggerCycle", done.err)
        self.assertIn("2 workflows", done.out)

    def test_schedule_of_what_is_not_known(self):
        self.write("workflows/a.js", script("a", schedule='celos.dependentSchedule("gone")') + script("b"))
        done = self.hpdlc("schedule", "workflows", "--from", "2015-09-01T00:00Z", "--to", "2015-09-01T01:00Z",
                          "--format", "json")
        self.assertEqual(done.code, FAILED, done)
        first, second = done.json()["workflows"]
        self.assertEqual((first["problem"], first["slots"]), ("Workflow gone doesn't exist.", []))
        self.assertEqual(second["slots"], ["2015-09-01T00:00:00.000Z"])

    def test_schedule_for_a_day_if_nothing_is_said(self):
        self.write("workflows/a.js", script("a"))
        done = self.hpdlc("schedule", "workflows", "--format", "json")
        self.assertEqual(len(done.json()["workflows"][0]["slots"]), 24)
        done = self.hpdlc("schedule", "workflows", "--count", "30", "--format", "json")
        self.assertEqual(len(done.json()["workflows"][0]["slots"]), 30)
        self.assertEqual(self.hpdlc("schedule", "workflows", "--to", "x").code, USAGE)


if __name__ == "__main__":
    closing.main()
