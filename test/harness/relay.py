"""An HTTP proxy that a test stands in front of a real server: it counts requests and kills at a chosen one.

Answers that redirect have addresses in them; `rewrite` makes them those of further relays.
"""

import http.client
import os
import signal
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SKIPPED = {"connection", "keep-alive", "transfer-encoding", "content-length"}


class Request:
    """One request under way: its number from 1, method, path and body."""

    def __init__(self, number, method, path, body):
        self.number, self.method, self.path, self.body = number, method, path, body
        self.hit = False  # of Death: this is the one

    def __repr__(self):
        return f"{self.number}: {self.method} {self.path}"


class Relay:
    """Forwards to `upstream` (host:port). `before(request)` is called before a request goes on,
    `after(request, status)` before its answer goes back; one that returns False breaks the connection."""

    def __init__(self, upstream, before=None, after=None, rewrite=None):
        self.upstream = upstream
        self.before = before or (lambda request: True)
        self.after = after or (lambda request, status: True)
        self.rewrite = rewrite or {}  # text in answers -> what the client sees instead
        self.requests, self.lock = [], threading.Lock()
        relay = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True  # head and body of an answer are two writes

            def answer(self):
                try:
                    self.close_connection = not relay.carry(self) or self.close_connection
                except OSError:
                    self.close_connection = True  # one of the two sides is gone

            do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = do_OPTIONS = answer  # noqa: N815

            def log_message(self, *_):
                pass

        class Server(ThreadingHTTPServer):
            request_queue_size = 256
            daemon_threads = True

            def handle_error(self, *_):
                pass  # the client was killed

        self.server = Server(("127.0.0.1", 0), Handler)
        self.address = f"127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def carry(self, handler):
        """One request and its answer; whether the connection may go on."""
        body = self.body_of(handler)
        with self.lock:
            request = Request(len(self.requests) + 1, handler.command, handler.path, body)
            self.requests.append(request)
        if self.before(request) is False:
            return False
        status, headers, content = self.forward(handler, body)
        if self.after(request, status) is False:
            return False
        handler.send_response_only(status)
        for name, value in headers:
            handler.send_header(name, value)
        if "content-length" not in {name.lower() for name, _ in headers}:
            handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)
        return True

    @staticmethod
    def body_of(handler):
        if handler.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        parts = []
        while size := int(handler.rfile.readline().split(b";")[0], 16):
            parts.append(handler.rfile.read(size))
            handler.rfile.readline()
        handler.rfile.readline()
        return b"".join(parts)

    def forward(self, handler, body):
        connection = http.client.HTTPConnection(self.upstream, timeout=60)
        try:
            headers = {name: value for name, value in handler.headers.items()
                       if name.lower() not in SKIPPED | {"expect", "accept-encoding"}}
            connection.request(handler.command, handler.path, body or None, headers)
            reply = connection.getresponse()
            content = reply.read()
            rows = [(name, self.rewritten(value)) for name, value in reply.getheaders()
                    if name.lower() not in SKIPPED or
                    (handler.command == "HEAD" and name.lower() == "content-length")]
        finally:
            connection.close()
        return reply.status, rows, self.rewritten(content.decode("latin-1")).encode("latin-1")

    def rewritten(self, text):
        for old, new in self.rewrite.items():
            text = text.replace(old, new)
        return text


class Death:
    """Kills a process around the n-th request of those that several relays carry.

    `answered`: after the server has done it and before the client knows, else before the server sees it.
    Give hooks() to each Relay. number 0: nobody dies, requests are only counted.
    """

    def __init__(self, number=0, answered=False, wanted=lambda request: True):
        self.number, self.answered, self.wanted = number, answered, wanted
        self.count, self.lock = 0, threading.Lock()
        self.victim, self.armed = None, threading.Event()
        self.request = None
        self.killed = False

    def aim(self, pid):
        """Tells whom to kill; requests wait for it."""
        self.victim = pid
        self.armed.set()

    def before(self, request):
        with self.lock:
            if self.wanted(request):
                self.count += 1
                request.hit = self.count == self.number
        return not (request.hit and not self.answered and self.strike(request))

    def after(self, request, _):
        return not (request.hit and self.answered and self.strike(request))

    def strike(self, request):
        self.armed.wait(120)
        with self.lock:
            self.request = request
            os.kill(self.victim, signal.SIGKILL)
            self.killed = True
        return True

    def has_killed(self):
        """True if the process was killed. Whoever has seen its end gets the right answer: a strike that goes on is waited for."""
        with self.lock:
            return self.killed

    def hooks(self):
        return {"before": self.before, "after": self.after}
