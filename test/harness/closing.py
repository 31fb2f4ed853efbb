"""Lets a unittest script end with the line that run_tests.py reads."""

import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager


class AtOnce:
    """Runs several tests beside each other, in threads: for scripts whose tests mostly wait, and share nothing but
    what setUpModule() and setUpClass() made: of all classes before the first test. Those named first begin first.
    Tests of a class with `alone = True` come last, one by one."""

    def __init__(self, count):
        self.count = count

    def run(self, suite):
        tests = list(self.tests_of(suite))
        beside = [test for test in tests if not getattr(test, "alone", False)]
        module = sys.modules["__main__"]
        begin = time.monotonic()
        getattr(module, "setUpModule", lambda: None)()
        try:
            with self.classes_of(tests), ThreadPoolExecutor(self.count) as pool:
                results = list(pool.map(self.run_one, beside))
                results += [self.run_one(test) for test in tests if test not in beside]
        finally:
            getattr(module, "tearDownModule", lambda: None)()
        return self.joined(results, time.monotonic() - begin)

    @staticmethod
    @contextmanager
    def classes_of(tests):
        """What setUpClass() makes is there, and gone afterwards."""
        with ExitStack() as ends:
            for each in dict.fromkeys(map(type, tests)):
                ends.callback(each.doClassCleanups)
                each.setUpClass()
                ends.callback(each.tearDownClass)
            yield

    def tests_of(self, suite):
        for each in suite:
            if isinstance(each, unittest.TestSuite):
                yield from self.tests_of(each)
            else:
                yield each

    @staticmethod
    def run_one(test):
        result = unittest.TestResult()
        test.run(result)
        return result

    @staticmethod
    def joined(results, seconds):
        """One result of all, and what unittest prints of it."""
        whole = unittest.TestResult()
        for result in results:
            whole.testsRun += result.testsRun
            for name in ("failures", "errors", "skipped", "unexpectedSuccesses"):
                getattr(whole, name).extend(getattr(result, name))
        for word, rows in (("FAIL", whole.failures), ("ERROR", whole.errors)):
            for test, trace in rows:
                print(f"{'=' * 70}\n{word}: {test}\n{'-' * 70}\n{trace}", file=sys.stderr)
        print(f"Ran {whole.testsRun} tests in {seconds:.1f} s", file=sys.stderr)
        return whole


def main(at_once=1):
    """Runs the tests of the calling script, so many at once; prints `FAIL: name` for each failure and the counts."""
    runner = {"testRunner": AtOnce(at_once)} if at_once > 1 else {}
    program = unittest.main(module="__main__", exit=False, verbosity=1, **runner)
    result = program.result
    failures = [test for test, _ in result.failures + result.errors] + result.unexpectedSuccesses
    # A test that fails in several sub-tests is one case.
    failed = sorted({str(getattr(test, "test_case", test)) for test in failures})
    sys.stderr.flush()
    for name in failed:
        print(f"FAIL: {name}")
    for test, why in result.skipped:
        print(f"SKIP: {test}: {why}")
    passed = max(0, result.testsRun - len(failed) - len(result.skipped))
    print(f"{passed} passed, {len(failed)} failed")
    sys.exit(1 if failed else 0)
