"""The hooks of .pre-commit-hooks.yaml by the real program `pre-commit`, in a repository with good and bad definitions."""

import os
import shutil
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "harness"))
import closing
import programs

GOOD = """<workflow-app xmlns="uri:oozie:workflow:1.0" name="w">
  <start to="a"/>
  <action name="a"><fs><mkdir path="/x"/></fs><ok to="end"/><error to="fail"/></action>
  <kill name="fail"><message>${wf:errorMessage(wf:lastErrorNode())}</message></kill>
  <end name="end"/>
</workflow-app>
"""
BAD = GOOD.replace("mkdir", "mkdr")


class Hooks(unittest.TestCase):
    def setUp(self):
        self.sandbox = programs.Sandbox()
        self.addCleanup(self.sandbox.close)
        self.hooks = self.sandbox.path("hooks")
        self.hooks.mkdir()
        shutil.copy(programs.ROOT / ".pre-commit-hooks.yaml", self.hooks)
        self.commit(self.hooks)
        self.work = self.sandbox.path("work")
        self.work.mkdir()

    def run_in(self, folder, *command):
        bin_folder = f"{programs.BUILD}/bin:{os.environ['PATH']}"
        home = str(self.sandbox.path("home"))
        return programs.run(command, cwd=folder, env={
            "PATH": bin_folder, "HOME": home, "PRE_COMMIT_HOME": home + "/pre-commit",
            "GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@t", "GIT_COMMITTER_NAME": "t",
            "GIT_COMMITTER_EMAIL": "t@t", "GIT_CONFIG_NOSYSTEM": "1"})

    def commit(self, folder):
        for command in (["git", "init", "-q", "."], ["git", "add", "-A"], ["git", "commit", "-qm", "x", "--no-verify"]):
            result = self.run_in(folder, *command)
            self.assertEqual(result.code, 0, result)

    def hook(self, hook, **files):
        rev = self.run_in(self.hooks, "git", "rev-parse", "HEAD").out.strip()
        (self.work / ".pre-commit-config.yaml").write_text(
            f"repos:\n- repo: {self.hooks}\n  rev: {rev}\n  hooks:\n  - id: {hook}\n")
        for name, text in files.items():
            path = self.work / name.replace("__", "/").replace("_xml", ".xml").replace("_js", ".js")
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        self.commit(self.work)
        return self.run_in(self.work, "pre-commit", "run", "--all-files", "--color", "never")

    def test_good_ones_pass_and_other_files_are_not_asked(self):
        result = self.hook("hpdlc-verify", flow__workflow_xml=GOOD, pom_xml="<project/>", job_workflow_xml=GOOD)
        self.assertEqual(result.code, 0, result)
        self.assertIn("Passed", result.out)

    def test_a_bad_one_fails_with_its_message(self):
        result = self.hook("hpdlc-verify", flow__workflow_xml=BAD, workflow_xml=GOOD)
        self.assertEqual(result.code, 1, result)
        self.assertIn("Failed", result.out)
        self.assertIn("flow/workflow.xml:3:", result.out)
        self.assertIn("[UnknownElement E0701]", result.out)

    def test_a_commit_of_a_bad_one_is_refused(self):
        self.hook("hpdlc-verify", workflow_xml=GOOD)
        self.assertEqual(self.run_in(self.work, "pre-commit", "install").code, 0)
        (self.work / "workflow.xml").write_text(BAD)
        result = self.run_in(self.work, "git", "commit", "-qam", "bad")
        self.assertEqual(result.code, 1, result)
        self.assertIn("did you mean 'mkdir'?", result.err + result.out)

    def test_fix_corrects_and_says_so(self):
        result = self.hook("hpdlc-fix", workflow_xml=BAD)
        self.assertEqual(result.code, 1, result)
        self.assertIn("files were modified by this hook", result.out)
        self.assertEqual((self.work / "workflow.xml").read_text(), GOOD)

    def test_scripts_of_celos(self):
        result = self.hook("hpdlc-verify-celos", workflows__a_js="celos.nothing();\n", other_js="this is no script",
                           defaults__b_js="")
        self.assertEqual(result.code, 1, result)
        self.assertIn("workflows/a.js:1:", result.out)
        self.assertIn("[ScriptError]", result.out)
        self.assertNotIn("other.js", result.out)


if __name__ == "__main__":
    closing.main()
