"""Oozie's own command line client, the native one, and what stands between a client and a server to compare them."""

import os
import re
import struct
import subprocess
import threading
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from oozie_server import prepared

HERE = Path(__file__).resolve().parent
COMMAND_SECONDS, STOP_SECONDS = 240, 120
# Java says where it was when an exception came up, and a library that nobody has set up its log.
PLACES = re.compile(r"^(\tat |\t\.\.\. \d|Caused by: |log4j:WARN ).*\n", re.MULTILINE)


@dataclass
class Outcome:
    code: int
    out: str
    err: str


class JavaClient:
    """The real client, in one Java machine for all commands. `folder` is its working directory, below it is `home`."""

    def __init__(self, folder, url, user, zone="UTC"):
        self.home = Path(folder) / "home"
        self.home.mkdir(exist_ok=True)
        java = Path(os.environ["JAVA_HOME"]) / "bin" / "java" if "JAVA_HOME" in os.environ else "java"
        self.process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", str(java), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx200m",
             "-Doozie.auth.token.cache=true", f"-Duser.home={self.home}", f"-Duser.name={user}",
             f"-Duser.timezone={zone}", "-Djava.net.preferIPv4Stack=true", "-cp", f"{prepared() / 'lib'}/*",
             HERE / "oozie" / "Client.java"],
            cwd=folder, env={**os.environ, "OOZIE_URL": url}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, start_new_session=True)

    def run(self, *words):
        request = struct.pack(">i", len(words))
        for word in map(str.encode, words):
            request += struct.pack(">i", len(word)) + word
        self.process.stdin.write(request)
        self.process.stdin.flush()
        alarm = threading.Timer(COMMAND_SECONDS, self.process.kill)
        alarm.start()
        try:
            code = struct.unpack(">i", self.read(4))[0]
            out, err = (self.read(struct.unpack(">i", self.read(4))[0]).decode() for _ in range(2))
        finally:
            alarm.cancel()
        return Outcome(code % 256, out, PLACES.sub("", err))

    def read(self, size):
        data = self.process.stdout.read(size)
        if len(data) != size:
            raise RuntimeError("the Java client has gone")
        return data

    def stop(self):
        self.process.kill()
        self.process.wait(STOP_SECONDS)
        self.process.stdin.close()
        self.process.stdout.close()


def run_native(program, folder, url, user, *words, home=None, zone="UTC", name="oozie", **variables):
    """One command of the native client, which takes Java's properties before the command. `name`: of the program."""
    properties = [f"-Duser.name={user}", f"-Duser.home={home or Path(folder) / 'home'}"]
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "OOZIE_URL": url, "TZ": zone, **variables}
    done = subprocess.run([name, *properties, *words], executable=program, cwd=folder, env=environment,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=COMMAND_SECONDS)
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


@dataclass
class Exchange:
    """A request and its reply. Of the request's header only what the server goes by, in small letters."""

    method: str
    target: str
    sent: dict
    body: str
    status: int
    reason: str
    headers: dict
    reply: str

    SENT = ("content-type", "cookie", "authorization")
    # Java's client wants these letters large and small.
    GIVEN = ("Content-Type", "Set-Cookie", "oozie-error-code", "oozie-error-message", "WWW-Authenticate")


class Listening:
    """A server on a free port. `answer(handler, body)` gives an Exchange."""

    def __init__(self, answer):
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                given = answer(self, body.decode())
                data = given.reply.encode()
                self.send_response_only(given.status, given.reason)
                for name, value in given.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_PUT = do_POST = do_OPTIONS = handle_any

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.handle_error = lambda *_: None  # a client that ends leaves its connections
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Gate(Listening):
    """Passes requests on to `address` and keeps them in `exchanges`."""

    def __init__(self, address):
        self.onward = address
        self.exchanges = []
        super().__init__(self.forward)

    def forward(self, handler, body):
        sent = {name: handler.headers[name] for name in Exchange.SENT if name in handler.headers}
        request = urllib.request.Request(self.onward + handler.path, method=handler.command, headers=sent,
                                         data=body.encode() or None)
        try:
            with urllib.request.urlopen(request, timeout=COMMAND_SECONDS) as reply:
                exchange = self.exchange(handler, sent, body, reply)
        except urllib.error.HTTPError as error:
            with error:
                exchange = self.exchange(handler, sent, body, error)
        self.exchanges.append(exchange)
        return exchange

    @staticmethod
    def exchange(handler, sent, body, reply):
        headers = {name: reply.headers[name] for name in Exchange.GIVEN if name in reply.headers}
        return Exchange(handler.command, handler.path, sent, body, reply.status, reply.reason, headers,
                        reply.read().decode())


class StandIn(Listening):
    """Answers as a server was recorded to, in the order in which the real client asked; the questions of OPTIONS may
    be left out, or asked as what comes after them if that is refused too. What else happens is in `wrong`."""

    def __init__(self):
        self.exchanges, self.wrong = [], []
        super().__init__(self.give)

    def expect(self, exchanges):
        self.exchanges, self.wrong = list(exchanges), []

    def left(self):
        return [f"{each.method} {each.target}" for each in self.exchanges if each.method != "OPTIONS"]

    def give(self, handler, body):
        fits = handler.command, handler.path
        for each in list(self.exchanges):
            refused = each.method == "OPTIONS" and each.status in (401, 403) and handler.command == "GET"
            if (each.method, each.target) == fits or (refused and each.target == handler.path):
                self.exchanges = self.exchanges[self.exchanges.index(each) + 1:]
                self.compare(each, handler, body)
                return each
            if each.method != "OPTIONS":
                break
        self.wrong.append(f"asked {' '.join(fits)}, recorded next: {self.left()[:1]}")
        return Exchange(*fits, {}, body, 500, "Not Recorded", {}, "")

    def compare(self, exchange, handler, body):
        if body != exchange.body:
            self.wrong.append(f"sent {body!r}, recorded {exchange.body!r}")
        for name in Exchange.SENT:
            sent, recorded = handler.headers.get(name), exchange.sent.get(name)
            matters = name != "content-type" or exchange.body
            if matters and exchange.method != "OPTIONS" and sent != recorded:
                self.wrong.append(f"{handler.command} {handler.path}: {name} {sent!r}, recorded {recorded!r}")
