"""The test runner with items of its own: what fails once is flaky, what fails twice has failed."""

import argparse
import contextlib
import io
import os
import sys
import tempfile
import textwrap
import threading
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import budgets
import changed
import closing
import run_tests
import suites
import summary
from lanes import FAILED_TWICE, Item, Lanes, Outcome, Ran

LIMIT = 600  # seconds of an item

# Each run of a case leaves a line in `ran`; one that is flaky fails unless it has left one before.
SCRIPT = """
import os, threading, unittest
from pathlib import Path
import closing
RAN = Path({ran!r})

def ran(name):
    before = RAN.read_text().split().count(name) if RAN.exists() else 0
    with RAN.open("a") as file:
        file.write(name + "\\n")
    return before

def fail_once(test):
    print("words of " + test._testMethodName)
    test.assertTrue(ran(test._testMethodName))

class Case(unittest.TestCase):
{body}
closing.main({at_once})
"""

# A program that takes the options of GoogleTest as the runner gives them. Its tests are those of the table.
GTEST = """#!{python}
import os, sys
from pathlib import Path
RAN = Path({ran!r})
TESTS = {tests!r}
options = dict(word[2:].split("=", 1) for word in sys.argv[1:])
rows, failed = "", False
for name, result in TESTS.items():
    if name not in options.get("gtest_filter", ":".join(TESTS)).split(":"):
        continue
    before = RAN.read_text().split().count(name) if RAN.exists() else 0
    with RAN.open("a") as file:
        file.write(name + "\\n")
    if result == "dies" and not before:
        os.abort()
    if result == "race":
        print("WARNING: ThreadSanitizer: data race")
    wrong = result in ("fails", "race") or result == "flaky" and not before
    failed |= wrong
    suite, case = name.split(".")
    rows += f'<testcase classname="{{suite}}" name="{{case}}" status="run">' + "<failure/>" * wrong + "</testcase>"
Path(options["gtest_output"][4:]).write_text("<testsuites>" + rows + "</testsuites>")
sys.exit(failed)
"""

LIT = """import lit.formats
config.name = "tiny"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".tiny"]
config.test_source_root = {folder!r}
config.test_exec_root = {folder!r}
"""


def set_event():
    event = threading.Event()
    event.set()
    return event


class RunnerTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="hpdl-runner-")
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.ran = self.folder / "ran"

    def script(self, body, at_once=1, first=LIMIT):
        """`first`: the limit of the first run in seconds."""
        path = self.folder / "run_tiny.py"
        path.write_text(SCRIPT.format(ran=str(self.ran), body=textwrap.indent(textwrap.dedent(body), "    "), at_once=at_once))
        limits = [LIMIT, first]
        return Item(path.name, lambda cases: suites.run_script(path, self.folder, limits.pop(), cases))

    def gtest(self, **tests):
        path = self.folder / "tiny_test"
        path.write_text(GTEST.format(python=sys.executable, ran=str(self.ran),
                                     tests={f"Tiny.{name}": result for name, result in tests.items()}))
        path.chmod(0o755)
        return Item(path.name, lambda cases: suites.run_gtest(path, LIMIT, cases))

    def run_all(self, *items, release=lambda: None):
        """(the exit code, the lines that the runner prints)."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            code = summary.tell(Lanes(items, 2, 2, set_event(), release).run(), empty_is_fine=False)
        return code, printed.getvalue().splitlines()

    def runs(self):
        """The cases in the order in which they ran."""
        return self.ran.read_text().split()

    def named(self, lines, word):
        return [line for line in lines if line.startswith(f"{word}: ")]


class Scripts(RunnerTest):
    def test_what_passes_runs_once(self):
        code, lines = self.run_all(self.script("def test_good(self): ran('good')"))
        self.assertEqual((code, lines[-2:], self.runs()), (0, ["0 flaky", "1 passed, 0 failed"], ["good"]))

    def test_what_fails_twice_has_failed(self):
        code, lines = self.run_all(self.script("""
            def test_good(self): ran('good')
            def test_bad(self): ran('bad'); self.fail()"""))
        self.assertEqual((code, lines[-2:]), (1, ["0 flaky", "1 passed, 1 failed"]))
        self.assertEqual(sorted(self.runs()), ["bad", "bad", "good"])
        self.assertEqual(len(self.named(lines, "FAIL")), 1)
        self.assertFalse(self.named(lines, "FLAKY"))

    def check_flaky(self, at_once):
        code, lines = self.run_all(self.script("""
            def test_good(self): ran('good')
            def test_late(self): fail_once(self)""", at_once=at_once))
        self.assertEqual((code, lines[-2:]), (0, ["1 flaky", "2 passed, 0 failed"]))
        self.assertEqual(sorted(self.runs()), ["good", "test_late", "test_late"])
        [flaky] = self.named(lines, "FLAKY")
        self.assertIn("test_late", flaky)
        self.assertIn("words of test_late", "\n".join(lines[lines.index(flaky):]), "the end of its first output")

    def test_what_passes_alone_is_flaky_and_only_it_runs_again(self):
        self.check_flaky(at_once=1)

    def test_the_same_of_tests_beside_each_other(self):
        self.check_flaky(at_once=2)

    def test_one_of_two_that_failed_passes_alone(self):
        code, lines = self.run_all(self.script("""
            def test_bad(self): self.fail()
            def test_late(self): fail_once(self)"""))
        self.assertEqual((code, lines[-2:]), (1, ["1 flaky", "1 passed, 1 failed"]))

    def test_four_flaky_ones_fail_the_run(self):
        for count, wanted in ((3, 0), (4, 1)):
            with self.subTest(count=count):
                self.ran.unlink(missing_ok=True)
                body = "".join(f"def test_late_{number}(self): fail_once(self)\n" for number in range(count))
                code, lines = self.run_all(self.script(body))
                self.assertEqual((code, lines[-2:]), (wanted, [f"{count} flaky", f"{count} passed, 0 failed"]))
                said = any("more than 3 tests are flaky" in line for line in lines)
                self.assertEqual(said, bool(wanted))

    def test_what_died_runs_again_as_a_whole(self):
        code, lines = self.run_all(self.script("""
            def test_a_good(self): ran('good')
            def test_dies(self): ran('dies') or os.abort()"""))
        self.assertEqual((code, lines[-2:]), (0, ["1 flaky", "2 passed, 0 failed"]))
        self.assertEqual(self.runs(), ["good", "dies", "good", "dies"])
        self.assertIn("signal 6", self.named(lines, "FLAKY")[0])

    def test_what_hung_runs_again_as_a_whole(self):
        # On a busy machine the limit may come before the test that hangs. That changes nothing.
        code, lines = self.run_all(self.script("""
            def test_a_good(self): ran('good')
            def test_hangs(self): ran('hangs') or threading.Event().wait()""", first=5))
        self.assertEqual((code, lines[-2:]), (0, ["1 flaky", "2 passed, 0 failed"]))
        self.assertIn("no end after 5 s", self.named(lines, "FLAKY")[0])

    def test_what_dies_twice_has_failed(self):
        code, lines = self.run_all(self.script("def test_dies(self): os.abort()"))
        self.assertEqual((code, lines[-2:]), (1, ["0 flaky", "0 passed, 1 failed"]))

    def test_a_class_that_cannot_begin_runs_again_as_a_whole(self):
        code, lines = self.run_all(self.script("""
            @classmethod
            def setUpClass(cls): assert ran('class')
            def test_good(self): ran('good')"""))
        self.assertEqual((code, lines[-2:]), (0, ["1 flaky", "1 passed, 0 failed"]))
        self.assertEqual(self.runs(), ["class", "class", "good"])

    def test_what_is_skipped_the_second_time_has_not_passed(self):
        code, lines = self.run_all(self.script("""
            def test_late(self):
                if ran('late'):
                    self.skipTest("not now")
                self.fail()"""))
        self.assertEqual((code, lines[-2:]), (1, ["0 flaky", "0 passed, 1 failed"]))

    def test_subtests_are_one_case(self):
        code, lines = self.run_all(self.script("""
            def test_late(self):
                before = ran('late')
                for number in range(3):
                    with self.subTest(number=number):
                        self.assertTrue(before)"""))
        self.assertEqual((code, lines[-2:]), (0, ["1 flaky", "1 passed, 0 failed"]))


class Programs(RunnerTest):
    def test_only_the_failed_cases_run_again(self):
        code, lines = self.run_all(self.gtest(Good="passes", Bad="fails", Late="flaky", Other="passes"))
        self.assertEqual((code, lines[-2:]), (1, ["1 flaky", "3 passed, 1 failed"]))
        self.assertEqual(self.runs()[4:], ["Tiny.Bad", "Tiny.Late"])
        self.assertIn("FLAKY: tiny_test: Tiny.Late", lines)
        self.assertIn("FAIL: tiny_test: Tiny.Bad", lines)

    def test_one_that_died_runs_again_as_a_whole(self):
        code, lines = self.run_all(self.gtest(Good="passes", Late="dies"))
        self.assertEqual((code, lines[-2:]), (0, ["1 flaky", "2 passed, 0 failed"]))
        self.assertEqual(self.runs(), ["Tiny.Good", "Tiny.Late"] * 2)

    def test_what_a_sanitizer_found_does_not_run_again(self):
        code, lines = self.run_all(self.gtest(Good="passes", Wrong="race"))
        self.assertEqual((code, lines[-2:]), (1, ["0 flaky", "1 passed, 1 failed"]))
        self.assertEqual(len(self.runs()), 2)

    @unittest.skipUnless(suites.LIT.exists(), "without lit")
    def test_failed_definitions_run_again_by_path(self):
        (self.folder / "lit.cfg.py").write_text(LIT.format(folder=str(self.folder)))
        seen = self.folder / "seen"
        for name, command in (("good", "true"), ("bad", "false"), ("late", f"test -e {seen} || (touch {seen}; false)")):
            file = self.folder / "below" / f"{name}.tiny"
            file.parent.mkdir(exist_ok=True)
            file.write_text(f"RUN: echo {name} >>{self.ran}\nRUN: {command}\n")
        item = Item("lit", lambda cases: suites.run_lit(self.folder, LIMIT, (), cases, self.folder))
        code, lines = self.run_all(item)
        self.assertEqual((code, lines[-2:]), (1, ["1 flaky", "2 passed, 1 failed"]))
        self.assertEqual(sorted(self.runs()), ["bad", "bad", "good", "late", "late"])


class Times(RunnerTest):
    """What is said of the time, from items that are said to have taken it."""

    def told(self, wall=100, build=None, repeats=0.0, processor=0.0, **seconds):
        outcome = Outcome()
        outcome.ran = [Ran(Item(name, None), suites.Count(1), each, processor) for name, each in seconds.items()]
        outcome.repeats = repeats
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            summary.tell_times(outcome, wall, build)
        return printed.getvalue().splitlines()

    def test_what_is_over_its_budget_is_named(self):
        with mock.patch.dict(budgets.BUDGETS, {"slow": 300}):
            lines = self.told(slow=299, quick=budgets.DEFAULT + 1, other=2)
            self.assertEqual(self.named(lines, "OVER BUDGET"), ["OVER BUDGET: quick took 61 s of 60 s"])

    def test_what_disturbs_every_call_has_no_budget(self):
        with mock.patch.dict(os.environ, {"HPDL_EVERY_CALL": "1"}):
            self.assertFalse(self.named(self.told(runtime_engines_workflow_test=5000, other=1), "OVER BUDGET"))

    def test_the_longest_come_first_and_are_fifteen(self):
        lines = self.told(**{f"item{number}": number for number in range(20)})
        self.assertEqual([line.split()[-1] for line in lines[1:16]], [f"item{number}" for number in range(19, 4, -1)])
        self.assertEqual(lines[16], "Time: 100 s")

    def test_where_the_time_went(self):
        self.assertEqual(self.told(wall=90, build=50.2, repeats=7), ["Time: 90 s; the build was done after 50 s; repeats took 7 s"])

    def test_the_processor_is_told(self):
        lines = self.told(processor=20, one=30, two=40)
        self.assertEqual(lines[1], "     40.0 s, processor   20.0 s, two")
        self.assertIn("Time: 100 s; tests took 40 s of a processor", lines)

    def test_an_item_has_the_processor_time_of_its_commands(self):
        item = self.script("""
            def test_busy(self):
                sum(range(3_000_000))
        """)
        with contextlib.redirect_stdout(io.StringIO()):
            outcome = Lanes([item, Item("idle", lambda cases: suites.Count(1))], 1, 0, set_event()).run()
        busy, idle = sorted(outcome.ran, key=lambda ran: -ran.processor)
        self.assertEqual((busy.item, idle.processor), (item, 0))
        self.assertGreater(busy.processor, 0)

    def test_the_lanes_are_told(self):
        with contextlib.redirect_stdout(io.StringIO()):
            outcome = Lanes([Item("one", lambda cases: suites.Count(1), shared=True)], 1, 1, set_event()).run()
        self.assertEqual([busy.name for busy in outcome.busy], ["worker 1", "Hadoop 1"])
        self.assertEqual(outcome.busy[0].seconds, 0)
        self.assertGreater(outcome.busy[1].end, 0)

    def test_the_table_names_what_there_is(self):
        for name in [*budgets.BUDGETS, *budgets.EVERY_CALL, *run_tests.FULL_ONLY]:
            self.assertTrue((suites.ROOT / name).exists() or name.endswith("_test"), name)

    def test_what_knows_every_call_is_in_the_table(self):
        reach = changed.Reach(suites.ROOT, [])
        for path in run_tests.find_scripts(programs=True):
            knows = any("HPDL_EVERY_CALL" in (suites.ROOT / name).read_text() for name in reach.modules(path)
                        if not name.startswith("test/layering/"))
            name = str(path.relative_to(suites.ROOT))
            self.assertEqual(knows and not name.startswith("test/layering/"), name in budgets.EVERY_CALL, name)


class Full(unittest.TestCase):
    def chosen(self, **options):
        """(names of scripts that run, the names that only a full run has)."""
        choice = run_tests.Choice(argparse.Namespace(**{"only": "", "full": False, "changed": None, **options}))
        found = [str(path.relative_to(suites.ROOT)) for path in filter(choice.script, run_tests.find_scripts(programs=True))]
        return found, choice.left_out

    def test_a_run_leaves_out_what_only_a_full_one_has(self):
        found, left_out = self.chosen()
        self.assertEqual(set(left_out), run_tests.FULL_ONLY)
        self.assertFalse(set(found) & run_tests.FULL_ONLY)
        self.assertIn("test/hadoop/run_tools_together.py", found)

    def test_a_full_one_has_all(self):
        found, left_out = self.chosen(full=True)
        self.assertEqual((set(found) & run_tests.FULL_ONLY, left_out), (run_tests.FULL_ONLY, []))

    def test_a_named_one_runs(self):
        self.assertEqual(self.chosen(only="hadoop/run_sqoop"), (["test/hadoop/run_sqoop.py"], []))

    def test_one_that_was_changed_runs(self):
        with mock.patch.object(run_tests.changed, "changed_files", lambda base: ["test/hadoop/run_sqoop.py"]), \
                mock.patch.object(run_tests.changed.Reach, "target", lambda reach, name: False), \
                mock.patch.object(run_tests.changed.Reach, "programs", lambda reach: False), \
                contextlib.redirect_stdout(io.StringIO()):
            found, left_out = self.chosen(changed="", build=suites.ROOT)
        self.assertIn("test/hadoop/run_sqoop.py", found)
        self.assertNotIn("test/hadoop/run_hive.py", found)

    def test_builds_with_sanitizers(self):
        with tempfile.TemporaryDirectory(prefix="hpdl-runner-") as scratch, \
                mock.patch.object(run_tests.changed, "gtest_programs", lambda build: [Path(build) / "bin" / "tiny_test"]):
            asan, tsan = Path(scratch) / "asan", Path(scratch) / "tsan"
            (asan / "bin").mkdir(parents=True)
            (asan / "bin" / "hpdlc").touch()
            options = argparse.Namespace(build=Path(scratch) / "release", only="", full=True, changed=None, timeout=900,
                                         no_programs=False, unit_tests=False, sanitized=[asan, tsan])
            names = [item.name for item in run_tests.find_items(options, run_tests.Choice(options), None)]
        self.assertEqual([name for name in names if name.startswith("tsan: ")], ["tsan: tiny_test"])
        self.assertLessEqual({"tiny_test", "asan: tiny_test", "asan: lit", "asan: test/driver/fix/run_fix.py"}, set(names))
        self.assertNotIn("asan: test/run/run_shell.py", names, "emitted programs have no sanitizers")
        self.assertIsNone(budgets.budget("asan: tiny_test"))

    def test_every_call_has_more_time(self):
        options = argparse.Namespace(timeout=900)
        with mock.patch.dict(os.environ, {"HPDL_EVERY_CALL": "1"}):
            self.assertEqual(run_tests.seconds_of("test/run/run_disturbed_http.py", options), run_tests.EVERY_CALL_SECONDS)
            self.assertEqual(run_tests.seconds_of("test/run/run_http.py", options), 900)
        with mock.patch.dict(os.environ):
            os.environ.pop("HPDL_EVERY_CALL", None)
            self.assertEqual(run_tests.seconds_of("test/run/run_disturbed_http.py", options), 900)


class Order(RunnerTest):
    """Items that are functions."""

    def setUp(self):
        super().setUp()
        self.events, self.lock = [], threading.Lock()

    def note(self, event):
        with self.lock:
            self.events.append(event)

    def item(self, name, failures=1, **more):
        """One that fails so many times."""
        left = [failures]

        def run(cases):
            self.note(("begin", name))
            left[0] -= 1
            failed = [f"{name}: wrong"] if left[0] >= 0 else []
            self.note(("end", name))
            return suites.Count(0 if failed else 1, failed)

        return Item(name, run, **more)

    def test_repeats_are_alone_and_behind_the_build(self):
        class Built(threading.Event):
            def wait(event, timeout=None):  # the build ends when nothing but it is waited for
                if len(self.events) == 2 * 6:
                    self.note(("built", ""))
                    event.set()
                return super().wait(timeout)

        built = Built()
        items = [self.item(f"item {number}", number % 2) for number in range(6)]
        with contextlib.redirect_stdout(io.StringIO()):
            outcome = Lanes(items, 1, 1, built).run()
        self.assertEqual(len(outcome.flaky), 3)
        at = self.events.index(("built", ""))
        self.assertEqual(at, 12)
        repeats = [event for event in self.events[at:] if event[0] != "built"]
        self.assertEqual([kind for kind, _ in repeats], ["begin", "end"] * 3, "one after another")

    def test_what_is_shared_is_there_until_its_repeats_are_over(self):
        items = [self.item("of those", shared=True), self.item("other")]
        code, lines = self.run_all(*items, release=lambda: self.note(("release", "")))
        self.assertEqual((code, lines[-2:]), (0, ["2 flaky", "2 passed, 0 failed"]))
        self.assertEqual(self.events[4:], [("begin", "of those"), ("end", "of those"), ("release", ""),
                                           ("begin", "other"), ("end", "other")])

    def test_who_is_to_be_alone_waits_for_the_others(self):
        both = threading.Barrier(2)  # two run at once

        def together(cases):
            both.wait(LIMIT)
            self.note(("together", ""))
            return suites.Count(1)

        items = [self.item("alone 1", 0, shared=True, alone=True), Item("one", together, shared=True),
                 self.item("alone 2", 0, shared=True, alone=True), Item("two", together, shared=True)]
        code, lines = self.run_all(*items)
        self.assertEqual((code, lines[-1]), (0, "4 passed, 0 failed"))
        self.assertEqual(self.events, [("together", "")] * 2 + [(kind, f"alone {number}") for number in (1, 2)
                                                                for kind in ("begin", "end")])

    def test_an_item_that_raises_has_failed(self):
        def run(cases):
            raise OSError("no such thing")

        code, lines = self.run_all(Item("odd", run))
        self.assertEqual((code, lines[-2:]), (1, ["0 flaky", "0 passed, 1 failed"]))

    def test_no_more_repeats_once_so_many_failed_twice(self):
        code, lines = self.run_all(*(self.item(f"item {number}", 2) for number in range(FAILED_TWICE + 5)))
        self.assertEqual((code, lines[-1]), (1, f"0 passed, {FAILED_TWICE + 5} failed"))
        self.assertEqual(len(self.events), 2 * (2 * FAILED_TWICE + 5))

    def test_a_run_without_tests_has_failed(self):
        code, lines = self.run_all()
        self.assertEqual((code, lines), (1, ["0 flaky", "0 passed, 0 failed"]))


if __name__ == "__main__":
    closing.main()
