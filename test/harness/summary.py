"""What is said at the end of a test run, and its exit code."""

import budgets

FLAKY_LIMIT = 3
FLAKY_LINES = 20  # of a flaky test's first output
LONGEST = 15


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


def tell_times(outcome, wall, build):
    """Prints what took longer than it should, what took longest, and where the time went. `wall`: seconds of the run;
    `build`: those until its part of the build was done, None if it built nothing."""
    rows = sorted(outcome.ran, key=lambda ran: -ran.seconds)
    if len(rows) > 1:
        print("Longest:")
        for ran in rows[:LONGEST]:
            print(f"{ran.seconds:9.1f} s, processor {ran.processor:6.1f} s, {ran.item.name}")
    parts = [] if build is None else [f"the build was done after {build:.0f} s"]
    processor = sum(ran.processor for ran in rows)  # without the daemons of clusters
    parts += [f"tests took {processor:.0f} s of a processor"] if processor >= 0.5 else []
    parts += [f"repeats took {outcome.repeats:.0f} s"] if outcome.repeats >= 0.5 else []
    print("; ".join([f"Time: {wall:.0f} s", *parts]))
    for busy in outcome.busy:
        if busy.seconds:
            print(f"{busy.name:>11}: busy for {busy.seconds:.0f} s, its last item ended after {busy.end:.0f} s")
    for ran in rows:
        seconds = budgets.budget(ran.item.name)
        if seconds is not None and ran.seconds > seconds:
            print(f"OVER BUDGET: {ran.item.name} took {ran.seconds:.0f} s of {seconds} s")
