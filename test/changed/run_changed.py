"""What `./dev test --changed` chooses: by the dependencies of the build that is tested, and by the texts of tests."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import changed
import closing
from suites import ROOT

BUILD = Path(os.environ.get("HPDL_BUILD", ROOT / "build" / "release"))


class Reached(unittest.TestCase):
    def gtests(self, *files):
        reach = changed.Reach(BUILD, files)
        return {program.name for program in changed.gtest_programs(BUILD) if reach.gtest(program)}

    def script(self, name, *files):
        return changed.Reach(BUILD, files).script(ROOT / name)

    def test_a_source_reaches_what_is_linked_with_it(self):
        found = self.gtests("runtime/store/states.cpp")
        self.assertIn("runtime_store_test", found)
        self.assertIn("runtime_engines_workflow_test", found)
        self.assertNotIn("compiler_base_test", found)

    def test_a_header_reaches_those_who_include_it_by_others(self):
        found = self.gtests("runtime/ground/base/result.h")
        self.assertIn("runtime_store_test", found)
        self.assertIn("runtime_world_hadoop_test", found)

    def test_a_test_reaches_its_own_program_only(self):
        self.assertEqual(self.gtests("runtime/ground/value/operators_test.cpp"), {"runtime_ground_value_test"})

    def test_a_source_that_is_gone_reaches_its_folder(self):
        self.assertIn("runtime_store_test", self.gtests("runtime/store/gone.h"))

    def test_a_page_reaches_the_tests_that_name_it(self):
        self.assertIn("runtime_world_site_test", self.gtests("docs/site.md"))
        self.assertNotIn("runtime_ground_value_test", self.gtests("docs/site.md"))

    def test_executors_reach_programs_and_not_what_hpdlc_says(self):
        reach = changed.Reach(BUILD, ["stdlib/actions/email/email.cpp"])
        self.assertTrue(reach.script(ROOT / "test/run/run_email.py"))
        self.assertEqual(reach.lit_folders(), [])

    def test_the_compiler_reaches_all_suites(self):
        self.assertIsNone(changed.Reach(BUILD, ["compiler/driver/main.cpp"]).lit_folders())

    def test_a_definition_of_a_suite_reaches_its_phase(self):
        reach = changed.Reach(BUILD, ["test/sema/actions/anything.xml"])
        self.assertEqual(reach.lit_folders(), ["sema"])
        self.assertFalse(reach.script(ROOT / "test/run/run_email.py"))

    def test_a_helper_reaches_those_who_import_it(self):
        self.assertTrue(self.script("test/run/run_email.py", "test/harness/smtp_peer.py"))
        self.assertFalse(self.script("test/run/run_log.py", "test/harness/smtp_peer.py"))
        self.assertTrue(self.script("test/hadoop/run_yarn.py", "test/hadoop/yarn.py"))

    def test_one_script_reaches_no_other_of_its_folder(self):
        self.assertTrue(self.script("test/run/run_log.py", "test/run/run_log.py"))
        self.assertFalse(self.script("test/run/run_site.py", "test/run/run_log.py"))

    def test_a_table_reaches_the_scripts_beside_it(self):
        self.assertTrue(self.script("test/conformance/run_conformance.py", "test/conformance/token.tsv"))

    def test_how_things_are_built_reaches_everything(self):
        everything = {program.name for program in changed.gtest_programs(BUILD)}
        for name in ("CMakeLists.txt", "runtime/world/net/CMakeLists.txt", "test/harness/run_tests.py", "dev"):
            self.assertEqual(self.gtests(name), everything, name)

    def test_nothing_changed_reaches_the_checks_of_the_layout(self):
        self.assertEqual(self.gtests(), set())
        self.assertFalse(self.script("test/run/run_log.py"))
        self.assertTrue(self.script("test/layering/check_includes.py"))


class Differences(unittest.TestCase):
    def test_commits_the_working_tree_and_new_files_count(self):
        with tempfile.TemporaryDirectory() as folder:
            def git(*words):
                subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@localhost", *words], cwd=folder,
                               check=True, capture_output=True)
            for name in ("kept", "committed", "edited", "gone"):
                (Path(folder) / name).write_text("1")
            git("init", "-q", "-b", "main")
            git("add", ".")
            git("commit", "-qm", "first")
            git("checkout", "-qb", "branch")
            (Path(folder) / "committed").write_text("2")
            git("commit", "-qam", "second")
            (Path(folder) / "edited").write_text("2")
            (Path(folder) / "gone").unlink()
            (Path(folder) / "a file").write_text("new")
            self.assertEqual(changed.changed_files("", Path(folder)), ["a file", "committed", "edited", "gone"])
            self.assertEqual(changed.changed_files("HEAD", Path(folder)), ["a file", "edited", "gone"])


if __name__ == "__main__":
    closing.main()
