"""Runs the items of a test run beside each other, and beside the rest of the build."""

import queue
import threading
import time

import suites


class Item:
    """Something to run: `run`, called with the number of its lane, gives a suites.Count. `lanes`: it runs in one of
    the lanes, which have something that items use one after another; the others are in lane 0. `whole`: it needs the
    whole build, not only the programs that were built first. `first`: the first of these."""

    def __init__(self, name, run, lanes=False, whole=False, first=False):
        self.name = name
        self.run = run
        self.lanes = lanes
        self.whole = whole
        self.first = first


class Lanes:
    """Threads that take items. `workers` take those without lanes, one of them at once and the others as soon as
    `built` is set: until then the build has the processors. `lanes` threads take the others."""

    def __init__(self, items, workers, lanes, built):
        self.built = built
        self.total = suites.Count()
        self.lock = threading.Lock()
        self.stopped = False
        self.free, self.in_lanes = queue.SimpleQueue(), queue.SimpleQueue()
        for item in sorted(items, key=lambda each: (each.whole, not each.first)):  # in the order given otherwise
            (self.in_lanes if item.lanes else self.free).put(item)
        self.threads = [threading.Thread(target=self.work, args=(self.free, 0, number > 0)) for number in range(workers)]
        self.threads += [threading.Thread(target=self.work, args=(self.in_lanes, lane, False)) for lane in range(lanes)]

    def run(self):
        """Runs all; an exception in the calling thread ends what runs."""
        try:
            for thread in self.threads:
                thread.start()
            for thread in self.threads:
                thread.join()
        finally:
            self.stopped = True
            self.built.set()
            suites.running.kill()
        return self.total

    def work(self, items, lane, later):
        if later:
            self.built.wait()
        while not self.stopped:
            try:
                item = items.get_nowait()
            except queue.Empty:
                return
            self.run_item(item, lane)

    def run_item(self, item, lane):
        if item.whole:
            self.built.wait()
        if self.stopped:
            return
        begin = time.monotonic()
        try:
            count = item.run(lane)
        except Exception as error:  # one that cannot be run at all is a failure, and the others go on
            count = suites.Count(failures=[f"{item.name}: {error!r}"])
        verdict = "ok  " if not count.failures else "FAIL"
        skipped = f", {len(count.skipped)} skipped" if count.skipped else ""
        with self.lock:
            if count.output:
                print(count.output)
            print(f"{verdict} {item.name}: {count.passed} passed, {len(count.failures)} failed{skipped} "
                  f"({time.monotonic() - begin:.1f} s)", flush=True)
            self.total.add(count)
