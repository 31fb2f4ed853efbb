"""hpdld that dies after each of its steps (HPDLD_CRASH_AFTER: commits of its records, ids taken, children begun and
ended), and the next one."""

import http.client
import sqlite3
import subprocess

from programs import TIMEOUT
from served import ServedTest, configuration

MOST_STEPS = 100


class DyingServer(ServedTest):
    def begin(self, **settings):
        """Notifications that meet no server come again soon."""
        rows = {"hpdl.notification.retry.interval": "1", **settings}
        return self.serve("--local", "--site", self.sandbox.write("site.xml", configuration(rows)))

    def is_settled(self):
        """The server has nothing more to do."""
        return self.left("(SELECT count(*) FROM job WHERE wanted<>0 OR properties IS NOT NULL)") == 0 and self.is_told()

    def is_told(self):
        """What was asked of jobs was told to all of their families."""
        return self.left("(SELECT count(*) FROM asked)") == 0

    def left(self, what):
        with sqlite3.connect(f"file:{self.server.state}/server.db?mode=ro", uri=True) as records:
            [(left,)] = records.execute(f"SELECT {what}")
        return left

    def dies(self, step, act, settled, again=False):
        """Has the server die after its so manieth step; whether it did, before it had done what `act` asks. The
        answer of `act` is `self.answer`, none if there was none. `again`: what was not heard is asked once more."""
        self.server.end()
        self.server.env = {"HPDLD_CRASH_AFTER": str(step)}
        self.answer = None
        try:
            self.server.start()
            self.answer = act()
            self.until(lambda: self.server.process.poll() is not None or settled())
        except (OSError, http.client.HTTPException, AssertionError) as error:
            try:
                self.server.process.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                raise error from None
        self.server.env = None
        died = self.server.process.poll() is not None
        if died:
            self.assertEqual(self.server.process.wait(), -9)
        self.server.end()
        heard = self.answer is not None or not self.is_told()
        self.server.start()
        if died and not heard and again:
            act()
        return died

    def every_step(self, least, run):
        """`run(step)` for each number of steps until the server outlives it. There are more than `least`; how many
        more depends on what happens to be done together."""
        for step in range(1, MOST_STEPS):
            if not run(str(step)):
                self.assertGreater(step, least)
                return
        self.fail("it dies at every step")
