"""What is said at the end of a test run, and its exit code."""

FLAKY_LIMIT = 3
FLAKY_LINES = 20  # of a flaky test's first output


def tell(outcome, empty_is_fine):
    """Prints what could not run, what is flaky and what failed; returns the exit code. `empty_is_fine`: no test need have
    run."""
    total, flaky = outcome.total, outcome.flaky
    for name in total.skipped:
        print(f"SKIP: {name}")
    for each in flaky:
        print(f"FLAKY: {each.name}")
        print("\n".join(each.output.splitlines()[-FLAKY_LINES:]))
    for failure in total.failures:
        print(f"FAIL: {failure}")
    too_many = len(flaky) > FLAKY_LIMIT
    if too_many:
        print(f"The run fails, because more than {FLAKY_LIMIT} tests are flaky.")
    print(f"{len(flaky)} flaky")
    print(f"{total.passed} passed, {len(total.failures)} failed")
    return 1 if total.failures or too_many or (total.passed == 0 and not empty_is_fine) else 0
