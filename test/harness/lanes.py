"""Runs the items of a test run beside each other, and beside the rest of the build."""

import queue
import threading
import time

import suites


class Item:
    """Something to run: `run` gives a suites.Count. `lane`: items of one lane, if named, run one after another in a
    thread of its own. `whole`: it needs the whole build, not only the programs that were built first."""

    def __init__(self, name, run, lane="", whole=False):
        self.name = name
        self.run = run
        self.lane = lane
        self.whole = whole


class Lanes:
    """Threads that take items. `workers` take those without a lane, one of them at once and the others as soon as
    `built` is set: until then the build has the processors."""

    def __init__(self, items, workers, built):
        self.built = built
        self.total = suites.Count()
        self.lock = threading.Lock()
        self.stopped = False
        free = [item for item in items if not item.lane]
        self.free = queue.SimpleQueue()
        for item in sorted(free, key=lambda each: each.whole):  # in the order given otherwise
            self.free.put(item)
        self.threads = [threading.Thread(target=self.work, args=(number > 0,)) for number in range(workers)]
        for lane in sorted({item.lane for item in items if item.lane}):
            row = [item for item in items if item.lane == lane]
            self.threads.append(threading.Thread(target=self.work_on, args=(row,)))

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

    def work(self, later):
        if later:
            self.built.wait()
        while not self.stopped:
            try:
                item = self.free.get_nowait()
            except queue.Empty:
                return
            self.run_item(item)

    def work_on(self, row):
        for item in row:
            if not self.stopped:
                self.run_item(item)

    def run_item(self, item):
        if item.whole:
            self.built.wait()
        if self.stopped:
            return
        begin = time.monotonic()
        try:
            count = item.run()
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
