"""Kills the engine around http actions: at every journal commit, and around every request and callback.

A request comes at least once, and all that come of one attempt have the same Idempotency-Key; nothing is sent
before the intent is durable, and what was answered and recorded is not sent again.
"""

import os
import subprocess
import sys
import threading
import urllib.parse
from pathlib import Path

TEST = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TEST / "harness"), str(TEST / "run")]
import closing
from crash_case import CrashTest
from every_commit import EveryCommit
from http_peer import HttpPeer, call
from programs import *  # noqa: F403

LISTEN = ("--callback-listen", "127.0.0.1:0")


def http(name, url, mode, to):
    return (f'<http name="{name}"><url>{escape(url)}</url><post content-type="text/plain">x</post><mode>{mode}</mode>'
            f'<transition name="OK" to="{to}"/><transition name="ERROR" to="bad"/></http>')


class HttpCrash(CrashTest):
    """ask: waits for its callback; tell: does not."""

    def setUp(self):
        super().setUp()
        self.server = HttpPeer(self.behave)
        self.addCleanup(self.server.close)
        self.urls = []
        self.hook = lambda request: None
        text = ('<hadoop-workflow name="w"><start to="ask"/>'
                + http("ask", self.server.url("ask") + "?cb=${urlEncode(wf:callback('$STATE'))}", "WAIT", "tell")
                + http("tell", self.server.url("tell"), "CONTINUE", "end")
                + "<fail name='bad'><message>no</message></fail><end name='end'/></hadoop-workflow>")
        self.program = self.build(text)
        self.site = self.sandbox.write(
            "site.xml", "<configuration><property><name>oozie.action.retry.interval</name><value>0</value></property>"
                        "</configuration>")

    def behave(self, request):
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(request.path).query)
        self.hook(request)
        if "cb" in query:
            url = query["cb"][0].replace("$STATE", "OK")
            self.urls.append(url)
            threading.Thread(target=self.call_until_taken, args=(url,), daemon=True).start()
        return 200

    def call_until_taken(self, url):
        """As a system that means it: again and again while nobody answers."""
        while not call(url) and not self.server.gone.wait(0.05):
            pass

    def keys(self, before=0):
        """Keys of the requests by name of the action."""
        found = {}
        for request in self.server.requests[before:]:
            found.setdefault(request.path[1:].partition("?")[0], []).append(request.key)
        return found

    def check(self, keys):
        self.assertEqual(set(keys), {"ask", "tell"})
        for name, sent in keys.items():
            self.assertIn(len(sent), (1, 2), name)
            self.assertEqual(len(set(sent)), 1, name)


class Commits(EveryCommit, HttpCrash):
    LEAST_COMMITS = 6

    def begin(self, env):
        self.before = len(self.server.requests)
        self.program.id_file.unlink(missing_ok=True)
        return self.program.run("--site", self.site, *LISTEN, params={"user.name": "joe"}, env=env)

    def check_nothing(self):
        self.assertEqual(self.keys(self.before), {}, "sent for a job that never was")

    def check_begun(self):
        for name in self.keys(self.before):
            self.assertIn(name, self.program.nodes(), "sent before the intent was durable")

    def check_end(self):
        self.check(self.keys(self.before))

    def check_end_of_many(self):
        keys = self.keys(self.before)
        self.assertEqual({name: len(set(sent)) for name, sent in keys.items()}, {"ask": 1, "tell": 1})


class Requests(HttpCrash):
    """Death while the server has the request, before and after its answer."""

    def kill_at(self, name, answered):
        reached, released = threading.Event(), threading.Event()

        def hook(request):
            if request.path[1:].startswith(name) and not reached.is_set():
                reached.set()
                if not answered:
                    released.wait(TIMEOUT)
        self.hook = hook
        self.program.id_file.unlink(missing_ok=True)
        child = self.sandbox.spawn(self.program, "--site", self.site, *LISTEN, params={"user.name": "joe"})
        self.assertTrue(reached.wait(TIMEOUT))
        self.assertIn(name, self.program.nodes(), "the intent comes first")
        child.kill()
        child.communicate()
        released.set()
        if result := self.go_on(self.program):
            self.assert_code(result, SUCCEEDED)

    def test_around_each_request(self):
        for name in ("ask", "tell"):
            for answered in (False, True):
                with self.subTest(name=name, answered=answered):
                    before = len(self.server.requests)
                    self.kill_at(name, answered)
                    keys = self.keys(before)
                    self.check(keys)
                    if not answered:
                        self.assertEqual(len(keys[name]), 2, "nobody knew that it had come")

    def test_death_before_the_callback_and_again_after_it(self):
        self.call_until_taken = lambda url: None
        child = self.sandbox.spawn(self.program, "--site", self.site, *LISTEN, params={"user.name": "joe"})
        folder = self.program.state / "jobs"
        self.assertTrue(self.program.wait_for(lambda: self.urls and b"answered hpdl" in b"".join(
            path.read_bytes() for path in folder.glob("*/journal.db*"))))
        child.kill()
        child.communicate()
        self.assertEqual(call(self.urls[0]), 0)
        again = self.sandbox.children
        resumed = subprocess.Popen([str(self.program.path), "resume", self.program.job, "--progress", "none", "--state",
                                    str(self.program.state)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env={**os.environ, "HPDL_CRASH_AFTER": "1"},
                                   start_new_session=True)
        again.append(resumed)
        # The callback is the first thing that it records; it dies right after, perhaps before its answer.
        self.assertTrue(self.program.wait_for(lambda: call(self.urls[0]) == 200 or resumed.poll() is not None))
        resumed.communicate()
        self.assertEqual(resumed.returncode, -9)
        self.assert_code(self.go_on(self.program), SUCCEEDED)
        self.assertEqual(len(self.keys()["ask"]), 1, "what was answered is not sent again")


if __name__ == "__main__":
    closing.main()
