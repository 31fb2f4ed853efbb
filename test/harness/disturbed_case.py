"""What tests have in common that disturb one call of a run after the other.

A quiet run through relays tells which calls there are. Then each of them meets each trouble, in a run of its own:
it ends within a bound, as documented, and no effect is there twice. With HPDL_EVERY_CALL set it is all of them,
else SHARE, in which each call and each trouble has its turn; HPDL_TURN=N moves on to others.
"""

import os
import queue
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from ports import free_port
from programs import *  # noqa: F403
from trouble import TROUBLES, DisturbingRelay, Plan, Stranger

BOUND = 300  # seconds that a disturbed run may take, with other work on the machine
LIMIT = 5    # seconds that a program waits for an answer: what is late, and a busy machine, take less
EVERY = bool(os.environ.get("HPDL_EVERY_CALL"))
TURN = int(os.environ.get("HPDL_TURN", "0"))
# The job's policy: a trouble that lasts is given up soon.
QUICK = {"oozie.action.retries.max": 2, "oozie.action.retry.interval": 0}


class Outcome:
    """What is documented to come of a trouble: the exit code of the run, and the error code of the attempt
    that met it; None: no attempt fails. `unrecorded`: there need not be a record of it, as when an expression asks.
    What is SUSPENDED goes on with `resume`."""

    def __init__(self, code, error=None, unrecorded=False):
        self.code, self.error, self.unrecorded = code, error, unrecorded

    def __repr__(self):
        return f"exit code {self.code}, {self.error}"


FINE = Outcome(SUCCEEDED)


def passes(error, unrecorded=False):
    """Tried again by itself, and done then."""
    return Outcome(SUCCEEDED, error, unrecorded)


def asks(error, unrecorded=False):
    """A person is asked; then it is done."""
    return Outcome(SUSPENDED, error, unrecorded)


def fails(error, code=KILLED):
    """The error transition."""
    return Outcome(code, error)


class Lane:
    """What one run at a time has for itself: plan, relays, a folder. Made by lane() of the test."""

    def __init__(self, number, folder, table):
        self.number, self.folder = number, folder
        folder.mkdir(parents=True)
        self.plan, self.stranger, self.closed_port = Plan(table), Stranger(), free_port()
        self.relays = []
        self.program = None

    def relay(self, name, upstream, rewrite=None):
        relay = DisturbingRelay(name, upstream, self.plan, self.stranger, self.closed_port, rewrite)
        self.relays.append(relay)
        return relay

    def close(self):
        for relay in self.relays:
            relay.close()
        self.stranger.close()

    def messages(self):
        nodes = self.program.nodes() if self.program.id_file.exists() else {}
        return [each["errorMessage"] for node in nodes.values() for each in (*node["earlierAttempts"], node) if each["errorCode"]]

    def failures(self, job=None):
        """Codes of failed attempts, in order, by node."""
        found = {}
        for name, node in self.program.nodes(job).items():
            if node["type"] in ("kill", "fail"):
                continue  # has that of the job
            codes = [each["errorCode"] for each in node["earlierAttempts"]] + [node["errorCode"]]
            found[name] = [code for code in codes if code]
        return found


class EveryCall:
    """Beside ProgramTest. The subclass says how a lane is made, how a run begins, and what must be true of it."""

    SHARE = 40    # runs of `./dev test`
    LANES = 4
    LEAST_CALLS = 1
    QUIET_RUNS = 10  # at most, until one has no failed attempt
    TABLE = TROUBLES
    LASTING = ()  # troubles that also come from a call on, until a person resumes

    def make_lane(self, lane):
        """Gives the lane its relays and its program."""
        raise NotImplementedError

    def reset(self, lane):
        """Forgets the last run."""

    def begin(self, lane):
        """Runs the program; the Result."""
        raise NotImplementedError

    def go_on(self, lane):
        return lane.program("resume", lane.program.job, "--progress", "none", timeout=BOUND)

    def troubles(self, call):
        """Those that this call may meet."""
        return list(self.TABLE)

    def lasting(self, call):
        """Those that may go on from this call."""
        return self.LASTING

    def expected(self, call, trouble):
        """The Outcome as documented."""
        raise NotImplementedError

    def expected_lasting(self, call, trouble):
        one = self.expected(call, trouble)
        return asks(one.error, one.unrecorded)

    def check_effects(self, lane, call, trouble):
        """All was done, and nothing twice. Raises AssertionError."""
        raise NotImplementedError

    def wanted(self, call):
        """False for calls that are not always there, such as the later ones of a wait."""
        return True

    # ---- The frame

    def lane(self, number):
        lane = Lane(number, self.sandbox.path(f"lane-{number}"), self.TABLE)
        self.addCleanup(lane.close)
        self.make_lane(lane)
        return lane

    def learn(self, lane):
        """The calls of a run in which nothing failed. On a busy machine an attempt may run into its limit, and what is
        called after that comes in no other run."""
        for _ in range(self.QUIET_RUNS):
            self.reset(lane)
            lane.plan.clear()
            self.assert_code(self.begin(lane), SUCCEEDED)
            failed = lane.failures() if lane.program.id_file.exists() else {}
            if not any(failed.values()):
                self.check_effects(lane, None, None)
                break
        else:
            self.fail(f"{self.QUIET_RUNS} runs, and an attempt failed in each: {failed}")
        calls = [call for call in lane.plan.calls if self.wanted(call)]
        self.assertGreaterEqual(len(calls), self.LEAST_CALLS, calls)
        return calls

    def chosen(self, calls):
        """(call, trouble, whether it lasts) of the runs to be made."""
        rows = [[(call, trouble, False) for trouble in self.troubles(call)]
                + [(call, trouble, True) for trouble in self.lasting(call)] for call in calls]
        if EVERY:
            return [each for row in rows for each in row]
        # Down the calls, one trouble further each time: every call and every trouble comes.
        step = [(number, number * 5 + number // len(rows) + TURN) for number in range(self.SHARE)]
        return [rows[number % len(rows)][at % len(rows[number % len(rows)])] for number, at in step]

    def test_every_call(self):
        lanes = queue.SimpleQueue()
        first = self.lane(0)
        calls = self.learn(first)
        lanes.put(first)
        for number in range(1, self.LANES):
            lanes.put(self.lane(number))
        chosen = self.chosen(calls)
        wrong, lock = [], threading.Lock()

        def one(choice):
            lane = lanes.get()
            begin = time.monotonic()
            try:
                self.disturbed_in_time(lane, *choice)
            except Exception as error:  # one run; the others go on
                with lock:
                    wrong.append((choice, f"{type(error).__name__}: {error}"))
            finally:
                if os.environ.get("HPDL_SHOW_CALLS"):
                    print(f"{time.monotonic() - begin:6.2f} s {choice}", flush=True)
                lanes.put(lane)

        with ThreadPoolExecutor(self.LANES) as pool:
            list(pool.map(one, chosen))
        for (call, trouble, lasts), text in wrong:
            with self.subTest(call=call, trouble=trouble, lasts=lasts, turn=TURN):
                self.fail(text)

    def disturbed_in_time(self, lane, *choice):
        """On a busy machine the service's own answer may be later than the program waits, which is one trouble more than
        the run is about: it is made again."""
        for _ in range(self.QUIET_RUNS):
            try:
                return self.disturbed(lane, *choice)
            except AssertionError as error:
                slowest = lane.plan.slowest_answer()
                if slowest < LIMIT / 2:
                    raise AssertionError(f"{error}\nmessages: {lane.messages()}; slowest answer of the service: {slowest:.1f} s") from error
        raise AssertionError(f"{self.QUIET_RUNS} runs, and the service took more than {LIMIT / 2} s in each that failed")

    def disturbed(self, lane, call, trouble, lasts):
        self.reset(lane)
        lane.plan.clear(call, trouble, lasts)
        result = self.begin(lane)
        assert lane.plan.hits, f"the call did not come; {result}; {lane.plan.calls}"
        assert not lane.plan.complaints, lane.plan.complaints
        wanted = self.expected_lasting(call, trouble) if lasts else self.expected(call, trouble)
        said = lane.failures() if lane.program.id_file.exists() else {}
        assert result.code == wanted.code, f"not {wanted} but {result}\nfailures: {said}"
        codes = [code for row in said.values() for code in row]
        self.check_failures(wanted, codes, said, lasts)
        if result.code == SUSPENDED:
            lane.plan.calm()
            result = self.go_on(lane)
            assert result.code == SUCCEEDED, f"after resume: {result}\nfailures: {lane.failures()}"
        if result.code == SUCCEEDED:
            self.check_effects(lane, call, trouble)

    @staticmethod
    def check_failures(wanted, codes, said, lasts):
        """The attempts that failed: why, and how many."""
        if not codes and wanted.unrecorded:
            return
        assert set(codes) == ({wanted.error} if wanted.error else set()), f"not {wanted.error} but {said}"
        if lasts:
            assert len(codes) in (1, QUICK["oozie.action.retries.max"] + 1), f"not as often as the policy says: {said}"
        elif wanted.error:
            assert len(codes) == 1, f"not once, but {said}"
