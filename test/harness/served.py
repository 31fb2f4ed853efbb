"""hpdld for tests: a server of its own port and state directory, and calls to it as Oozie's clients make them."""

import hmac
import http.client
import json
import os
import re
import signal
import subprocess
import time
import urllib.parse
from pathlib import Path
from xml.sax.saxutils import escape as xml_escape

from programs import BUILD, TIMEOUT, Program, ProgramTest, run

HPDLD = BUILD / "bin" / "hpdld"
# Tests often run as root, whose hpdld would be the server of each user.
ONE_USER = [] if os.geteuid() else ["--one-user"]


class Answer:
    """What came for a request."""

    def __init__(self, reply):
        self.status, self.body = reply.status, reply.read()
        self.fields = {name.lower(): value for name, value in reply.getheaders()}
        if self.fields.get("content-type") != "image/png":
            self.body = self.body.decode()

    @property
    def code(self):
        return self.fields.get("oozie-error-code")

    @property
    def message(self):
        return self.fields.get("oozie-error-message", "")

    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return f"{self.status} {self.fields}\n{self.body}"


def configuration(properties):
    rows = "".join(f"<property><name>{xml_escape(name)}</name><value>{xml_escape(value)}</value></property>"
                   for name, value in properties.items())
    return f'<?xml version="1.0" encoding="UTF-8"?><configuration>{rows}</configuration>'


class Server:
    """One process of hpdld. `folder` has its state directory and its log."""

    def __init__(self, folder, *options, env=None, state=None, socket=None, before=(), program=HPDLD):
        """`socket`: one that listens already, as systemd passes it."""
        self.socket = socket
        self.state = state or folder / "state"
        self.log = folder / "hpdld.log"
        self.options, self.env = options, env
        self.command = [*before, program, *([] if before else ONE_USER)]
        self.port = self.process = None

    def programs(self):
        """Ids of processes that run programs of the state directory, by what they are, not by their names."""
        found, folder = [], os.path.realpath(self.state / "programs") + "/"
        for entry in os.listdir("/proc"):
            try:
                if entry.isdigit() and os.readlink(f"/proc/{entry}/exe").startswith(folder):
                    found.append(int(entry))
            except OSError:
                pass
        return found

    def start(self):
        before = self.log.stat().st_size if self.log.exists() else 0
        listen = ["--listen", f"127.0.0.1:{self.port or 0}"] if self.socket is None else []
        command = [str(word) for word in (*self.command, *listen, "--state", self.state, *self.options)]
        passed = []
        if self.socket is not None:
            passed = [self.socket.fileno()]
            script = f'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@" 3<&{passed[0]}'
            command = ["bash", "-c", script, "hpdld", *command]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            start_new_session=True, pass_fds=passed,
                                            env=dict(os.environ, **(self.env or {})))
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            text = self.log.read_bytes()[before:].decode()
            found = re.search(r" at https?://[^ /]*:(\d+)/", text)
            if found:
                self.port = int(found[1])
                return self
            if self.process.poll() is not None:
                break
            time.sleep(0.01)
        raise AssertionError(f"hpdld has not begun: {self.log.read_text()}")

    def end(self, number=signal.SIGTERM):
        """Its exit code. Jobs go on."""
        if self.process.poll() is None:
            os.kill(self.process.pid, number)
        return self.process.wait(TIMEOUT)

    def call(self, method, path, body=None, user="joe", fields=None, **query):
        query = {**({"user.name": user} if user else {}), **query}
        body = body.encode() if isinstance(body, str) else body
        target = path + ("?" + urllib.parse.urlencode(query) if query else "")
        headers = {"Content-Type": "application/xml"} if body is not None else {}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        try:
            connection.request(method, target, body=body, headers={**headers, **(fields or {})})
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def credential(self, job, user="joe", owner=""):
        """The field by which the program of a root job comes in, as this server makes it. `owner`: as root, the user."""
        key = (self.state / "server.secret").read_text().strip()
        for text in (f"key of the programs of {owner}", f"program of job {job}~{user}"):
            key = hmac.new(key.encode(), text.encode(), "sha256").hexdigest()
        return {"Authorization": f"Bearer {job}~{user}~{key}"}

    def submit(self, properties, action="start", key=None, fields=None, **options):
        """The answer to a submission; `action` None leaves the job in PREP."""
        query = {"action": action} if action else {}
        fields = {**({"Idempotency-Key": key} if key else {}), **(fields or {})}
        return self.call("POST", "/oozie/v2/jobs", configuration(properties), fields=fields, **query, **options)

    def tell(self, job, action, properties=None, **options):
        body = configuration(properties) if properties is not None else None
        return self.call("PUT", f"/oozie/v2/job/{job}", body, action=action, **options)


def sub_workflow(name, child, to="end"):
    """An action whose child is a definition below the folder that the property `apps` names: nobody knows it before
    the job runs."""
    return (f'<action name="{name}"><sub-workflow><app-path>${{wf:conf(\'apps\')}}/{child}</app-path>'
            f'<propagate-configuration/></sub-workflow><ok to="{to}"/><error to="killed"/></action>')


class ServedTest(ProgramTest):
    """A test with servers, and a look at their jobs that does not need them: by a program of the same state."""

    def serve(self, *options, **more):
        self.server = Server(self.sandbox.folder, *(options or ("--local",)), **more)
        self.addCleanup(self.end_all)
        return self.server.start()

    def end_all(self):
        """Ends the server, then the programs that it has left."""
        self.server.end(signal.SIGKILL)
        for pid in self.processes():
            try:
                os.killpg(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def programs(self, job=""):
        """Ids of the processes that run jobs, or one job; the keepers of their local commands are not among them."""
        found = []
        for pid in self.processes():
            try:
                words = Path(f"/proc/{pid}/cmdline").read_bytes()
            except OSError:
                continue
            if not words.startswith(b"hpdl keeper") and job.encode() in words:
                found.append(pid)
        return sorted(found)

    def processes(self):
        return self.server.programs()

    def application(self, definition, name="app"):
        self.sandbox.write(f"{name}/workflow.xml", definition)
        return {"oozie.wf.application.path": f"file://{self.sandbox.path(name)}"}

    @property
    def reader(self):
        """Some program of the state directory: it shows all jobs there."""
        programs = sorted(each for each in (self.server.state / "programs").iterdir()
                          if not each.name.startswith("."))  # those are being written
        return Program(programs[0], self.server.state)

    def submitted(self, properties, **options):
        answer = self.server.submit(properties, **options)
        self.assertEqual(answer.status, 201, answer)
        return answer.json()["id"]

    def told(self, job, action, properties=None):
        answer = self.server.tell(job, action, properties)
        self.assertEqual((answer.status, answer.body), (200, ""), answer)

    def until(self, condition, what="it did not come so far"):
        end = time.monotonic() + TIMEOUT
        while not condition():
            if time.monotonic() > end:
                self.fail(f"{what}\n{self.server.log.read_text()}")
            time.sleep(0.02)

    def until_status(self, job, status):
        last = []
        self.until(lambda: last.append(self.reader.status(job)) or last[-1] == status, f"{job} is not {status}")


__all__ = ["Answer", "HPDLD", "ONE_USER", "TIMEOUT", "Server", "ServedTest", "configuration", "run",
           "sub_workflow"]
