"""celos-server for tests: a server of its own port and folders, and calls to it as Celos' clients make them."""

import http.client
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
import urllib.parse
from pathlib import Path

from programs import BUILD, TIMEOUT, wait_for

CELOS_SERVER = BUILD / "bin" / "celos-server"
FOLDERS = ("workflows", "defaults", "db")


class CelosAnswer:
    def __init__(self, reply):
        self.status, self.reason, self.body = reply.status, reply.reason, reply.read().decode(errors="replace")
        self.fields = {name.lower(): value for name, value in reply.getheaders()}

    def __repr__(self):
        return f"{self.status} {self.reason}\n{self.body}"


class CelosServer:
    """One process. `folder` has its folders, its log, and where it notes submissions."""

    def __init__(self, folder, *options, env=None):
        self.folder, self.options, self.env = Path(folder), options, env
        for name in (*FOLDERS, "data"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        self.process, self.port = None, 0
        self.output = self.folder / "output"

    def command(self, port):
        folders = [word for name in FOLDERS for word in (f"--{name}", self.folder / name)]
        return [str(word) for word in (CELOS_SERVER, "--port", port, *folders, "--logs", self.folder / "logs",
                                       "--state", self.folder / "state", *self.options)]

    def start(self):
        self.output.write_text("")
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(
                self.command(self.port), stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                env=dict(os.environ, CELOS_VERSION="deadbeef", **(self.env or {})))
        found = []
        wait_for(lambda: found.append(re.search(r" at http://\S+:(\d+)\n", self.output.read_text())) or found[-1]
                 or self.process.poll() is not None, TIMEOUT)
        if not found[-1]:
            raise AssertionError(f"celos-server has not begun: {self.output.read_text()}")
        self.port = int(found[-1][1])
        return self

    def end(self, number=signal.SIGTERM):
        if self.process is not None and self.process.poll() is None:
            os.kill(self.process.pid, number)
        return self.process and self.process.wait(TIMEOUT)

    def call(self, method, target, body=None, **fields):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        try:
            body = body.encode() if isinstance(body, str) else body
            sent = b"" if body is None and method in ("PUT", "POST") else body
            connection.request(method, urllib.parse.quote(target, safe="/?&=:%+,"), body=sent, headers=fields)
            return CelosAnswer(connection.getresponse())
        finally:
            connection.close()

    def tree(self):
        """Text of each file in the directory of Celos, by its path there."""
        db = self.folder / "db"
        return {str(path.relative_to(db)): path.read_text() for path in sorted(db.rglob("*")) if path.is_file()}

    def errors(self):
        log = self.folder / "logs" / "celos.log"
        return [line.split("] ", 1)[1] for line in log.read_text().splitlines() if "] ERROR: " in line]

    def put(self, folder, files):
        for name, text in (files or {}).items():
            path = self.folder / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def empty(self):
        """Nothing is left in its folders."""
        for name in (*FOLDERS, "data"):
            for path in (self.folder / name).iterdir():
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def workflow(name, oozie, **options):
    """The script of a workflow that is hourly and always ready, from 2015-09-01T10:00Z on."""
    members = {"id": f'"{name}"', "schedule": "celos.hourlySchedule()",
               "schedulingStrategy": "celos.serialSchedulingStrategy()", "trigger": "celos.alwaysTrigger()",
               "externalService": f'celos.oozieExternalService({{"oozie.wf.application.path": "/app"}}, "{oozie}")',
               "startTime": '"2015-09-01T10:00Z"', **options}
    return "celos.defineWorkflow({" + ", ".join(f'"{name}": {value}' for name, value in members.items()) + "});\n"


class CelosTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="hpdl_celos_"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.servers = []
        self.addCleanup(lambda: [server.end(signal.SIGKILL) for server in self.servers])

    def server(self, *options, **more):
        self.servers.append(CelosServer(self.folder, *options, **more))
        return self.servers[-1]

    def until(self, condition, what="it did not come so far"):
        end = time.monotonic() + TIMEOUT
        while not condition():
            if time.monotonic() > end:
                self.fail(what)
            time.sleep(0.02)


__all__ = ["CELOS_SERVER", "CelosServer", "CelosTest", "TIMEOUT", "workflow"]
