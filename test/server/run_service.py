"""hpdld as a service of a machine: the socket that it is given, the log that is opened anew, what systemd hears."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from served import *  # noqa: F403


class Service(ServedTest):
    def listening(self, host="127.0.0.1"):
        given = socket.create_server((host, 0))
        self.addCleanup(given.close)
        return given

    def test_a_restart_refuses_no_connection(self):
        given = self.listening()
        self.serve("--local", socket=given)
        self.assertEqual(self.server.port, given.getsockname()[1])
        for number in (signal.SIGTERM, signal.SIGKILL):
            self.server.end(number)
            statuses = []
            asking = threading.Thread(
                target=lambda: statuses.append(self.server.call("GET", "/oozie/v2/jobs").status))
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=TIMEOUT)
            self.addCleanup(connection.close)
            connection.request("GET", "/ready")  # nobody is there, and it is taken
            asking.start()
            self.server.start()
            self.assertEqual((connection.getresponse().status), 200)
            asking.join()
            self.assertEqual(statuses, [200])

    def test_programs_do_not_get_the_socket(self):
        given = self.listening()
        self.serve("--local", socket=given)
        script = f"test -e '{self.sandbox.folder}' && ls -l /proc/self/fd > '{self.sandbox.path('fds')}'; env >> '{self.sandbox.path('fds')}'"
        job = self.submitted(self.application(workflow(shell("a", script), "a")))
        self.until_status(job, "SUCCEEDED")
        said = self.sandbox.path("fds").read_text()
        self.assertNotIn(f"socket:[{os.fstat(given.fileno()).st_ino}]", said)
        self.assertNotIn("LISTEN_", said)

    def test_a_socket_that_others_can_reach_is_refused(self):
        for given in (self.listening("0.0.0.0"), socket.socket(socket.AF_UNIX)):
            with given:
                command = f'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@" 3<&{given.fileno()}'
                done = subprocess.run(["bash", "-c", command, "hpdld", HPDLD, *ONE_USER, "--state", self.sandbox.path("state")],
                                      pass_fds=[given.fileno()], capture_output=True, text=True, timeout=TIMEOUT)
                self.assertEqual(done.returncode, 2, done)
                self.assertRegex(done.stderr, "TLS|password|not a TCP socket")

    def test_the_log_is_opened_anew(self):
        log = self.sandbox.path("own.log")
        server = Server(self.sandbox.folder, "--local", "--log", log)
        server.log = log
        self.server = server
        self.addCleanup(self.end_all)
        server.start()
        log.rename(self.sandbox.path("old.log"))
        server.process.send_signal(signal.SIGHUP)
        self.until(lambda: log.exists())
        self.assertEqual(log.stat().st_mode & 0o777, 0o600)
        self.assertEqual(server.end(), 0)
        self.assertIn("stopped by signal", log.read_text())
        self.assertNotIn("stopped by signal", self.sandbox.path("old.log").read_text())

    def test_a_line_a_request(self):
        log = self.sandbox.path("access.log")
        self.serve("--local", "--access-log", log)
        self.server.call("GET", "/oozie/v2/jobs", filter="name=x")
        self.server.call("GET", "/oozie/v2/jobs", user=None)
        self.server.call("GET", "/callback/SECRET", user=None, id="a@b", status="OK")
        self.server.tell("0000000-000000000000000-nosuch-W", "kill")
        seen = [line.split(" ", 1)[1].rsplit(" ", 2)[0] for line in log.read_text().splitlines()]
        self.assertEqual(seen, ['127.0.0.1 joe "GET /oozie/v2/jobs" 200', '127.0.0.1 - "GET /oozie/v2/jobs" 403',
                                '127.0.0.1 - "GET /callback/***" 403',
                                '127.0.0.1 joe "PUT /oozie/v2/job/0000000-000000000000000-nosuch-W?action=kill" 400'])
        log.rename(self.sandbox.path("old.log"))
        self.server.process.send_signal(signal.SIGHUP)
        self.until(log.exists)
        self.server.call("GET", "/ready", user=None)
        self.assertIn('- "GET /ready" 200', log.read_text())

    def test_systemd_hears_how_it_is(self):
        place = self.sandbox.path("notify")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.bind(str(place))
            systemd.settimeout(TIMEOUT)
            self.serve("--local", env={"NOTIFY_SOCKET": str(place), "WATCHDOG_USEC": "200000"})
            self.assertEqual([systemd.recv(100) for _ in range(4)], [b"READY=1"] + 3 * [b"WATCHDOG=1"])
            for path in ("/ready", "/health"):
                self.assertEqual(self.server.call("GET", path, user=None).status, 200)
            self.server.end()
            self.assertEqual(list(iter(lambda: systemd.recv(100), b"STOPPING=1")).count(b"READY=1"), 0)


if __name__ == "__main__":
    closing.main()
