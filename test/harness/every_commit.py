"""Deaths of a program at each of its commits, for tests of what it then finds and does."""

import os

from programs import SUCCEEDED


class EveryCommit:
    """Beside CrashTest: deaths of `self.program`. The subclass says how a run begins, and what must be true when.

    A run that is not full has one of the three loops: disk_faults_test.cpp stops the machine at each write of each sort
    of node, without processes."""

    MOST_COMMITS = 60
    LEAST_COMMITS = 5  # else HPDL_CRASH_AT has no effect
    FIRST_DEATH = 3    # the commit after which the first of many deaths comes

    def begin(self, env):
        """Forgets the last run and begins one; returns its result."""
        raise NotImplementedError

    def check_nothing(self):
        """The program died before there was a job."""

    def check_begun(self):
        """The program died, and has not gone on yet."""

    def check_end(self):
        """The job has succeeded."""

    def check_end_of_many(self):
        """The same after many deaths."""
        self.check_end()

    def crash_everywhere(self, variable):
        for number in range(1, self.MOST_COMMITS):
            result = self.begin({variable: str(number)})
            if result.code == SUCCEEDED:
                self.assertGreater(number, self.LEAST_COMMITS)
                self.check_end()
                return
            with self.subTest(f"{variable}={number}"):
                self.assertEqual(result.code, -9, result)
                if not self.exists(self.program):
                    self.check_nothing()
                    continue
                self.check_begun()
                if result := self.go_on(self.program):
                    self.assert_code(result, SUCCEEDED)
                self.check_end()
        self.fail(f"no end after {self.MOST_COMMITS} commits")

    def test_before_every_commit(self):
        self.crash_everywhere("HPDL_CRASH_AT")

    if os.environ.get("HPDL_EVERY_CALL"):
        def test_after_every_commit(self):
            self.crash_everywhere("HPDL_CRASH_AFTER")

        def test_a_death_at_each_resume(self):
            result = self.begin({"HPDL_CRASH_AFTER": str(self.FIRST_DEATH)})
            for _ in range(self.MOST_COMMITS):
                if result is None or result.code != -9:
                    break
                self.check_begun()
                result = self.go_on(self.program, env={"HPDL_CRASH_AFTER": "2"})
            self.assertEqual(self.program.status(), "SUCCEEDED")
            self.check_end_of_many()
