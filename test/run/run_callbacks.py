"""Callbacks: wf:callback, --callback-listen, --callback-url, on real programs."""

import os
import re
import signal
import socket
import sqlite3
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

LISTEN = ("--callback-listen", "127.0.0.1:0")


class Callbacks(ProgramTest):
    def waiting(self, end="exit 0", state="$STATUS", then="end"):
        """A workflow whose action writes its URL to `url`, and ends once `go` is there."""
        script = (f"echo \"$1\" >{self.path('url')}.new; mv {self.path('url')}.new {self.path('url')};"
                  f" until [ -e {self.path('go')} ]; do sleep 0.02; done; {end}")
        return shell("wait", script, to=then, arguments=(f"${{wf:callback('{state}')}}",))

    def path(self, name):
        return self.sandbox.path(name)

    def start(self, text=None, *options, build=()):
        self.program = self.build(text or workflow(self.waiting(), "wait"), *build)
        self.child = self.sandbox.spawn(self.program, *(options or LISTEN))
        return self.url()

    def url(self):
        self.assertTrue(self.program.wait_for(self.path("url").exists), "no URL")
        return self.path("url").read_text().strip()

    def call(self, url, data=None, method=None, headers=None):
        """(status, text) of a request."""
        request = urllib.request.Request(url, data=data, method=method, headers=headers or {})
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as reply:
                return reply.status, reply.read().decode().strip()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode().strip()

    def rows(self):
        """(node, attempt, number, status, body) of the journal."""
        journal = self.program.state / "jobs" / self.program.job / "journal.db"
        with sqlite3.connect(f"file:{journal}?mode=ro", uri=True) as database:
            return database.execute(
                "SELECT node, attempt, number, status, body FROM callback"
                " ORDER BY run, node, attempt, number").fetchall()

    def finish(self, code=SUCCEEDED, child=None):
        self.path("go").touch()
        child = child or self.child
        out, err = child.communicate(timeout=60)
        self.assertEqual(child.returncode, code, (out + err).decode())
        return (out + err).decode()

    def test_a_callback_is_taken_and_journalled(self):
        url = self.start()
        job = self.program.job
        match = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/callback/([0-9a-f]{32})\?id=(\S+)"
                             r"&status=\$STATUS", url)
        self.assertIsNotNone(match, url)
        self.assertEqual(match[3], f"{job}@wait")
        self.assertEqual(self.call(url.replace("$STATUS", "OK")), (200, "taken"))
        self.assertEqual([row[:4] for row in self.rows()], [("wait", 0, 0, "OK")])
        said = self.finish()
        for command in (("info", job), ("info", job, "--format", "json"), ("log", job),
                        ("jobs",), ("token", job)):
            said += self.program(*command).out
        self.assertNotIn(match[2], said, "the secret is not for logs")

    def test_the_commands_own_end_is_the_truth(self):
        url = self.start(workflow(self.waiting("exit 3"), "wait"))
        self.assertEqual(self.call(url.replace("$STATUS", "OK"))[0], 200)
        self.assertEqual(self.call(url.replace("$STATUS", "SUCCEEDED"))[0], 200)
        self.finish(KILLED)
        self.assertEqual(self.program.nodes()["wait"]["errorCode"], "JA018")

    def test_the_command_itself_may_call(self):
        program = self.build(workflow(shell(
            "a", f"{sys.executable} -c \"import sys, urllib.request as u;"
                 f" print(u.urlopen(sys.argv[1]).status)\" \"$1\" >{self.path('out')}",
            arguments=("${wf:callback('OK')}",)), "a"))
        self.assert_code(program.run(*LISTEN), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["200"])

    def test_never(self):
        self.start()
        self.finish()
        self.assertEqual(self.rows(), [])

    def test_twice_is_once(self):
        url = self.start().replace("$STATUS", "OK")
        for _ in range(3):
            self.assertEqual(self.call(url)[0], 200)
        self.assertEqual(len(self.rows()), 1)
        self.finish()

    def test_different_ones_are_kept_in_order_up_to_a_limit(self):
        url = self.start()
        self.assertEqual(self.call(url.replace("$STATUS", "0"), data=b"a=1",
                                   headers={"Content-Type": "text/x"})[0], 200)
        for number in range(1, 16):
            self.assertEqual(self.call(url.replace("$STATUS", str(number)))[0], 200)
        self.assertEqual(self.call(url.replace("$STATUS", "16"))[0], 429)
        self.assertEqual(self.call(url.replace("$STATUS", "5"))[0], 200)
        rows = self.rows()
        self.assertEqual([row[3] for row in rows], [str(number) for number in range(16)])
        self.assertEqual(rows[0][4], "a=1")
        self.finish()
        shown = self.program.nodes()["wait"]["callbacks"]
        self.assertEqual([row["status"] for row in shown], [str(number) for number in range(16)])
        self.assertEqual((shown[0]["attempt"], shown[0]["contentType"], shown[0]["body"]), (0, "text/x", "a=1"))
        self.assertIsNone(shown[1]["contentType"])
        text = self.program("info", self.program.job).out
        self.assertRegex(text, r"CALLED BACK +TRY +AT +STATUS +BODY")
        self.assertRegex(text, r"\nwait +1 +\S+ +0 +3 bytes of text/x")

    def test_late(self):
        body = self.waiting(then="last") + shell(
            "last", f"echo >{self.path('through')}; until [ -e {self.path('end')} ]; do sleep 0.02; done")
        url = self.start(workflow(body, "wait"))
        job = self.program.job
        self.assertEqual(self.call(url.replace("@wait", "@last"))[0], 404, "it has not begun")
        self.path("go").touch()
        self.assertTrue(self.program.wait_for(self.path("through").exists))
        self.assertEqual(self.call(url), (200, "the action has ended already"))
        for wrong in (url.replace("@wait", "@nosuch"), url.replace("@wait", "@end"),
                      url.replace("@wait", ""), url.replace(job, "0000009-1-hpdl-x-W")):
            self.assertEqual(self.call(wrong)[0], 404, wrong)
        self.path("end").touch()
        self.finish()
        self.assertEqual(self.rows(), [])

    def test_bad_requests(self):
        url = self.start()
        parts = urllib.parse.urlsplit(url)
        base, token = url[:url.index("/callback/")], parts.path.rsplit("/", 1)[1]
        wrong = token[:-1] + ("0" if token[-1] != "0" else "1")
        refused = {self.call(base + path) for path in (
            "/", "/callback", "/callback/", f"/callback/{wrong}?{parts.query}",
            f"/callback/{wrong}?id=nosuch", f"/callback/{token}x?{parts.query}", "/oozie/callback?id=x")}
        self.assertEqual(refused, {(403, "forbidden")}, "no more is told")
        self.assertEqual(self.call(url, method="PUT", data=b"")[0], 405)
        self.assertEqual(self.call(url, method="DELETE")[0], 405)
        self.assertEqual(self.call(url, headers={"X-Long": "x" * 9000})[0], 431)
        self.assertEqual(self.call(url.replace("$STATUS", "%EXITSTATE%"))[0], 400)
        self.assertEqual(self.call(url.split("?")[0])[0], 400)
        self.assertEqual(self.call(url + "&id=other")[0], 400)
        self.assertEqual(self.rows(), [])
        self.assertEqual(self.call(url, data=b"x" * 2048)[0], 200)
        self.finish()

    def test_a_body_that_is_too_long_leaves_its_status(self):
        url = self.start()
        for _ in range(2):
            self.assertEqual(self.call(url.replace("$STATUS", "OK"), data=b"x" * 2049)[0], 413)
        self.assertEqual(self.rows(), [("wait", 0, 0, "OK", "")])
        self.finish()
        self.assertEqual(self.program.nodes()["wait"]["callbacks"][0]["contentType"], "(over the limit)")

    def test_slow_and_idle_clients_do_not_shut_out_others(self):
        url = self.start()
        parts = urllib.parse.urlsplit(url)
        idle = []
        for _ in range(150):
            client = socket.create_connection((parts.hostname, parts.port), timeout=TIMEOUT)
            idle.append(client)
            try:
                client.sendall(b"GET /callback/")
            except OSError:
                pass
        self.assertEqual(self.call(url)[0], 200)
        self.finish()
        for client in idle:
            client.close()

    def test_after_a_crash_the_port_is_the_same(self):
        url = self.start()
        self.assertEqual(self.call(url.replace("$STATUS", "FIRST"))[0], 200)
        os.kill(self.child.pid, signal.SIGKILL)
        self.child.communicate()
        self.assertEqual([row[3] for row in self.rows()], ["FIRST"], "answered is journalled")
        with self.assertRaises(OSError):
            self.call(url)
        port = urllib.parse.urlsplit(url).port
        resume = [self.program.path, "resume", self.program.job, "--progress", "none", "--state",
                  self.program.state]
        with socket.create_server(("127.0.0.1", port)):
            self.assert_refused(run(resume), USAGE, f"127.0.0.1:{port}", "in use", "resume the job again")
        child = subprocess.Popen([str(word) for word in resume], stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 start_new_session=True)
        self.sandbox.children.append(child)

        def answers():
            try:
                return self.call(url.replace("$STATUS", "SECOND"))[0] == 200
            except OSError:
                return False
        self.assertTrue(self.program.wait_for(answers))
        self.assertEqual([row[3] for row in self.rows()], ["FIRST", "SECOND"])
        self.finish(child=child)

    def test_a_rerun_has_another_secret(self):
        first = self.start(workflow(self.waiting("exit 1"), "wait"))
        self.finish(KILLED)
        for name in ("url", "go"):
            self.path(name).unlink()
        child = subprocess.Popen(
            [str(word) for word in (self.program.path, "rerun", self.program.job, "--failed",
                                    "--progress", "none", "--state", self.program.state)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True)
        self.sandbox.children.append(child)
        second = self.url()
        self.assertNotEqual(urllib.parse.urlsplit(first).path, urllib.parse.urlsplit(second).path)
        self.assertEqual(self.call(second)[0], 200)
        self.finish(KILLED, child)

    def test_what_others_are_told(self):
        url = self.start(None, *LISTEN, "--callback-url", "https://gate.example.org/flows/")
        self.assertTrue(url.startswith("https://gate.example.org/flows/callback/"), url)
        journal = self.program.state / "jobs" / self.program.job / "journal.db"
        with sqlite3.connect(f"file:{journal}?mode=ro", uri=True) as database:
            [[address]] = database.execute("SELECT value FROM meta WHERE key='callback_address'")
        path = url[len("https://gate.example.org"):]
        self.assertEqual(self.call(f"http://{address}{path}")[0], 200, "the prefix may stay")
        self.finish()

    def test_submitted_and_started_later(self):
        program = self.program = self.build(workflow(self.waiting(), "wait"))
        job = self.assert_code(program("submit", "--local", *LISTEN), 0).out.strip()
        program.id_file.write_text(job)
        child = subprocess.Popen(
            [str(word) for word in (program.path, "start", job, "--progress", "none", "--state",
                                    program.state)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True)
        self.sandbox.children.append(child)
        self.assertEqual(self.call(self.url())[0], 200)
        self.finish(child=child)

    def test_nobody_listens(self):
        program = self.build(workflow(self.waiting(), "wait"))
        result = self.assert_code(program.run(), FAILED)
        self.assertRegex(result.err, r"warning: \S*workflow\.xml:\d+: wf:callback will fail")
        self.assertIn("--callback-listen", result.err)
        self.assertIn("--callback-listen", program.nodes()["wait"]["errorMessage"]
                      or program.info()["job"]["errorMessage"])

    def test_refused_options(self):
        program = self.build(workflow(self.waiting(), "wait"))
        for words in (("--callback-listen", "somewhere"), ("--callback-listen", "a.example.org:80"),
                      ("--callback-listen", "127.0.0.1:65536"), ("--callback-url", "gate"),
                      (*LISTEN, "--callback-url", "gate.example.org"),
                      (*LISTEN, "--callback-url", "http://user:secret@a")):
            self.assert_refused(program.run(*words), USAGE, "--callback-")
        self.assert_refused(program.run("--callback-listen", "203.0.113.1:0"), USAGE, "203.0.113.1")
        with socket.create_server(("127.0.0.1", 0)) as server:
            place = "127.0.0.1:%d" % server.getsockname()[1]
            self.assert_refused(program.run("--callback-listen", place), USAGE, place, "in use")

    def test_without_the_network(self):
        program = self.build(workflow(self.waiting(), "wait"), "--no-network")
        self.assert_refused(program.run(*LISTEN), USAGE, "--callback-listen", "--no-network")

    def test_help_and_completion(self):
        program = self.build(workflow(shell("a", "true"), "a"))
        for text in (program("run", "--help").out, program("completion", "bash").out):
            self.assertIn("--callback-listen", text)
            self.assertIn("--callback-url", text)


if __name__ == "__main__":
    closing.main()
