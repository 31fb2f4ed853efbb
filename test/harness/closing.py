"""Lets a unittest script end with the line that run_tests.py reads."""

import sys
import unittest


def main():
    """Runs the tests of the calling script; prints `FAIL: name` for each failure and the counts."""
    program = unittest.main(module="__main__", exit=False, verbosity=1)
    result = program.result
    failed = [str(test) for test, _ in result.failures + result.errors]
    failed += [str(test) for test in result.unexpectedSuccesses]
    sys.stderr.flush()
    for name in failed:
        print(f"FAIL: {name}")
    passed = result.testsRun - len(failed) - len(result.skipped)
    print(f"{passed} passed, {len(failed)} failed")
    sys.exit(1 if failed else 0)
