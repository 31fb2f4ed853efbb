"""Kills the engine around an email action: at every journal commit, and around every word with the mail server.

The message comes at least once, and an attempt always sends it under the same Message-ID; nothing is sent
before the intent is durable.
"""

import signal
import sys
from pathlib import Path

TEST = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TEST / "harness"), str(TEST / "run")]
import closing
from crash_case import CrashTest
from every_commit import EveryCommit
from programs import *  # noqa: F403
from smtp_peer import Smtp
from step_server import StepServer

MAIL = "oozie.email."


def email(name, to="end", subject="done"):
    return (f'<action name="{name}"><email xmlns="uri:oozie:email-action:0.2"><to>joe@example.org</to>'
            f"<subject>{subject}</subject><body>all well</body></email>"
            f'<ok to="{to}"/><error to="killed"/></action>')


class MailCrash(CrashTest):
    def site(self, port, **more):
        settings = {"oozie.action.retries.max": 3, "oozie.action.retry.interval": 0,
                    MAIL + "smtp.port": port, MAIL + "smtp.host": "127.0.0.1",
                    MAIL + "from.address": "flow@example.org", **more}
        body = "".join(f"<property><name>{name}</name><value>{value}</value></property>"
                       for name, value in settings.items())
        return self.sandbox.write("site.xml", f"<configuration>{body}</configuration>")

    def check_message_ids(self, ids):
        self.assertIn(len(ids), (1, 2), ids)
        self.assertEqual(len(set(ids)), 1, ids)


class Commits(EveryCommit, MailCrash):
    MOST_COMMITS = 30
    LEAST_COMMITS = 4

    def setUp(self):
        super().setUp()
        self.server = Smtp(self.sandbox.path("mail"))
        self.addCleanup(self.server.close)
        self.site_path = self.site(self.server.port)
        self.program = self.build(workflow(email("tell", "again", "first") + email("again"), "tell"))

    def ids(self, before):
        """Message-IDs by subject."""
        found = {}
        for message in self.server.messages()[before:]:
            found.setdefault(message["subject"], []).append(message["message-id"])
        return found

    def begin(self, env):
        self.before = len(self.server.messages())
        self.program.id_file.unlink(missing_ok=True)
        return self.program.run("--site", self.site_path, env=env)

    def check_nothing(self):
        self.assertEqual(self.ids(self.before), {}, "sent for a job that never was")

    def check_begun(self):
        journal = self.program.nodes()
        for subject in self.ids(self.before):
            self.assertIn({"first": "tell", "done": "again"}[subject], journal, "sent before the intent was durable")

    def check_end(self):
        ids = self.ids(self.before)
        self.assertEqual(set(ids), {"first", "done"})
        for sent in ids.values():
            self.check_message_ids(sent)
        self.assertNotEqual(ids["first"][0], ids["done"][0])

    def check_end_of_many(self):
        for sent in self.ids(0).values():
            self.assertEqual(len(set(sent)), 1, "one attempt, one Message-ID")


class Conversation(MailCrash):
    """Death at each step of the conversation with the server, before and after the server's answer."""

    def test_at_every_step(self):
        program = self.build(workflow(email("tell"), "tell"))
        for step in StepServer.STEPS:
            for answered in (False, True):
                with self.subTest(step=step, answered=answered), StepServer(step, answered) as server:
                    program.id_file.unlink(missing_ok=True)
                    child = self.sandbox.spawn(program, "--site", self.site(server.port))
                    self.assertTrue(server.reached.wait(TIMEOUT), "the step was not reached")
                    self.assertIn("tell", program.nodes(), "the intent comes first")
                    child.kill()
                    child.communicate()
                    server.go_on()
                    taken = step == "END" and answered
                    self.assertEqual(len(server.messages), 1 if taken else 0)
                    if not taken:
                        self.assertEqual(program.status(), "RUNNING")
                    if result := self.go_on(program):
                        self.assert_code(result, SUCCEEDED)
                    self.check_message_ids(server.ids())
                    if not taken:
                        self.assertEqual(len(server.messages), 1, "what was not taken comes once")

    def test_a_kill_does_not_wait_for_a_server_that_hangs(self):
        program = self.build(workflow(email("tell"), "tell"))
        for step in StepServer.STEPS:
            with self.subTest(step=step), StepServer(step, False) as server:
                site = self.site(server.port, **{MAIL + "smtp.socket.timeout.ms": 3_600_000})
                program.id_file.unlink(missing_ok=True)
                child = self.sandbox.spawn(program, "--site", site)
                self.assertTrue(server.reached.wait(TIMEOUT), "the step was not reached")
                self.assert_code(program("kill", program.job), 0)
                child.communicate(timeout=TIMEOUT)
                self.assertEqual(child.returncode, KILLED)
                self.assertEqual(program.nodes()["tell"]["status"], "KILLED")
                self.assertEqual(server.messages, [])

    def test_a_signal_does_not_wait_for_a_server_that_hangs(self):
        program = self.build(workflow(email("tell"), "tell"))
        with StepServer("END", False) as server:
            site = self.site(server.port, **{MAIL + "smtp.socket.timeout.ms": 3_600_000})
            child = self.sandbox.spawn(program, "--site", site)
            self.assertTrue(server.reached.wait(TIMEOUT))
            child.terminate()
            child.communicate(timeout=TIMEOUT)
            self.assertEqual(child.returncode, 128 + signal.SIGTERM)
            server.go_on()
            self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
            self.check_message_ids(server.ids())


if __name__ == "__main__":
    closing.main()
