"""Lets a unittest script end with the line that run_tests.py reads."""

import sys
import unittest


def main():
    """Runs the tests of the calling script; prints `FAIL: name` for each failure and the counts."""
    program = unittest.main(module="__main__", exit=False, verbosity=1)
    result = program.result
    failures = [test for test, _ in result.failures + result.errors] + result.unexpectedSuccesses
    # A test that fails in several sub-tests is one case.
    failed = sorted({str(getattr(test, "test_case", test)) for test in failures})
    sys.stderr.flush()
    for name in failed:
        print(f"FAIL: {name}")
    passed = max(0, result.testsRun - len(failed) - len(result.skipped))
    print(f"{passed} passed, {len(failed)} failed")
    sys.exit(1 if failed else 0)
