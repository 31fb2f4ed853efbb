"""Runs the items of a test run beside each other, and beside the rest of the build; then what failed once more, alone."""

import queue
import threading
import time

import suites

# Repeats end once so many items have failed twice: then it is the change that is wrong, not the machine.
FAILED_TWICE = 10


class Item:
    """Something to run: `run`, called with the names of cases, gives a suites.Count; without names it runs all. `shared`:
    it uses something that few items use at once, for which there are lanes. `alone`: no other of these runs meanwhile.
    `whole`: it needs the whole build, not only the programs that were built first. `first`: the first of these."""

    def __init__(self, name, run, shared=False, alone=False, whole=False, first=False):
        self.name = name
        self.run = run
        self.shared = shared
        self.alone = alone
        self.whole = whole
        self.first = first


class Ran:
    """One run of an item: its Count, how many seconds it took, and how many seconds of a processor."""

    def __init__(self, item, count, seconds, processor=0.0):
        self.item, self.count, self.seconds, self.processor = item, count, seconds, processor


class Flaky:
    """A test that failed and then passed alone, and what the item said the first time."""

    def __init__(self, name, output):
        self.name, self.output = name, output


class Busy:
    """One thread: for how many seconds it ran items, and how many seconds after the beginning it had no more."""

    def __init__(self, name):
        self.name, self.seconds, self.end = name, 0.0, 0.0


class Outcome:
    """What came of all items: a Count, the Flaky tests, the Ran of each item (not of repeats), a Busy of each thread,
    and the seconds of the repeats."""

    def __init__(self):
        self.total = suites.Count()
        self.flaky = []
        self.ran = []
        self.busy = []
        self.repeats = 0.0


class Lanes:
    """Threads that take items. `workers` take those that share nothing, one of them at once and the others as soon as
    `built` is set: until then the build has the processors. `lanes` threads take the others, at the end those that run
    alone, one after another. What fails is run once more when all of them, and the build, have ended. `release` is called
    when what is shared is no longer needed."""

    def __init__(self, items, workers, lanes, built, release=lambda: None):
        self.built = built
        self.outcome = Outcome()
        self.again = []
        self.release = release
        self.lock = threading.Lock()
        self.stopped = False
        self.lanes_left = lanes
        self.free, self.shared, self.alone = queue.SimpleQueue(), queue.SimpleQueue(), queue.SimpleQueue()
        for item in sorted(items, key=lambda each: (each.whole, not each.first)):  # in the order given otherwise
            (self.alone if item.alone else self.shared if item.shared else self.free).put(item)
        self.threads = [self.thread(f"worker {number + 1}", self.take_free, number > 0) for number in range(workers)]
        self.threads += [self.thread(f"Hadoop {lane + 1}", self.take_shared) for lane in range(lanes)]

    def thread(self, name, work, *arguments):
        busy = Busy(name)
        self.outcome.busy.append(busy)
        return threading.Thread(target=work, args=(busy, *arguments))

    def run(self):
        """Runs all; an exception in the calling thread ends what runs."""
        self.begin = time.monotonic()
        try:
            for thread in self.threads:
                thread.start()
            for thread in self.threads:
                thread.join()
            self.built.wait()
            self.repeat()
        finally:
            self.stopped = True
            self.built.set()
            suites.running.kill()
        return self.outcome

    def take_free(self, busy, later):
        if later:
            self.built.wait()
        self.take(busy, self.free)

    def take_shared(self, busy):
        self.take(busy, self.shared)
        with self.lock:
            self.lanes_left -= 1
            last = self.lanes_left == 0
        if last:
            self.take(busy, self.alone)

    def take(self, busy, items):
        while not self.stopped:
            try:
                item = items.get_nowait()
            except queue.Empty:
                return
            self.run_item(busy, item)

    def run_item(self, busy, item):
        if item.whole:
            self.built.wait()
        if self.stopped:
            return
        ran = measured(item)
        again = bool(ran.count.failures) and not ran.count.sure
        with self.lock:
            self.outcome.ran.append(ran)
            busy.seconds += ran.seconds
            busy.end = time.monotonic() - self.begin
            show("again" if again else "FAIL" if ran.count.failures else "ok", ran)
            if again:
                self.again.append(ran)
            else:
                self.outcome.total.add(ran.count)

    def repeat(self):
        """Those that share something first, so that nothing is left of it when the others run."""
        begin = time.monotonic()
        failed = self.repeat_those([ran for ran in self.again if ran.item.shared], 0)
        self.release()
        self.repeat_those([ran for ran in self.again if not ran.item.shared], failed)
        self.outcome.repeats = time.monotonic() - begin

    def repeat_those(self, those, failed):
        """How many have failed twice, of which `failed` did before."""
        for first in those:
            if failed == FAILED_TWICE:
                print(f"{first.item.name} is not run again: {FAILED_TWICE} have failed twice", flush=True)
                self.outcome.total.add(first.count)
                continue
            second = measured(first.item, first.count.cases)
            count, flaky = joined(first.count, second.count)
            show("FAIL" if count.failures else "flaky", second)
            self.outcome.total.add(count)
            self.outcome.flaky += [Flaky(name, first.count.output) for name in flaky]
            failed += bool(count.failures)
        return failed


def measured(item, cases=()):
    begin = time.monotonic()
    suites.used.processor = 0.0
    try:
        count = item.run(tuple(cases))
    except Exception as error:  # one that cannot be run at all is a failure, and the others go on
        count = suites.Count(failures=[f"{item.name}: {error!r}"])
    return Ran(item, count, time.monotonic() - begin, suites.used.processor)


def show(verdict, ran):
    count = ran.count
    skipped = f", {len(count.skipped)} skipped" if count.skipped else ""
    if count.output:
        print(count.output)
    print(f"{verdict:5}{ran.item.name}: {count.passed} passed, {len(count.failures)} failed{skipped} ({ran.seconds:.1f} s, "
          f"processor {ran.processor:.1f} s)", flush=True)


def joined(first, second):
    """(the Count of an item that was run again, the names of what failed only the first time)."""
    if not first.cases:
        return second, [] if second.failures else first.failures
    again = set(second.cases)
    if len(second.cases) != len(second.failures) or second.passed + len(again) != len(first.cases):
        return first, []  # the repeat died, or did not run all of them: nothing shows that they pass
    pairs = list(zip(first.failures, first.cases))
    count = suites.Count(first.passed + second.passed, [name for name, case in pairs if case in again], first.skipped)
    return count, [name for name, case in pairs if case not in again]
