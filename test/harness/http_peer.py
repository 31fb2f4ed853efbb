"""An HTTP server on the loopback that keeps what it is sent, and answers as a test wants."""

import urllib.error
import urllib.request
from dataclasses import dataclass, field

from listener import Listener


@dataclass
class Request:
    method: str
    path: str
    headers: dict
    body: bytes

    @property
    def key(self):
        return self.headers.get("idempotency-key")


@dataclass
class Reply:
    status: int = 200
    body: bytes = b""
    headers: dict = field(default_factory=dict)


HANG, CLOSE, ENDLESS = "hang", "close", "endless"


class HttpPeer(Listener):
    """`behave(request)` gives a Reply, a status, or one of the words above. One request a connection."""

    def __init__(self, behave=None, port=0, tls=None):
        self.behave = behave or (lambda request: 200)
        self.requests = []
        super().__init__(port, tls)

    def talk(self, connection):
        request = self.read(connection.makefile("rb"))
        if request:
            self.answer(connection, request)

    @staticmethod
    def read(stream):
        words = stream.readline().decode().split()
        headers = {}
        while line := stream.readline().strip():
            name, _, value = line.decode().partition(":")
            headers[name.strip().lower()] = value.strip()
        if len(words) < 2:
            return None
        return Request(words[0], words[1], headers, stream.read(int(headers.get("content-length", 0))))

    def answer(self, connection, request):
        with self.lock:
            self.requests.append(request)
        does = self.behave(request)
        if does == HANG:
            self.gone.wait(60)
        elif does == ENDLESS:
            connection.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
            for _ in range(100000):
                connection.sendall(b"x" * (1 << 20))
        elif does != CLOSE:
            reply = Reply(does) if isinstance(does, int) else does
            head = "".join(f"{name}: {value}\r\n" for name, value in reply.headers.items())
            connection.sendall(f"HTTP/1.1 {reply.status} Status\r\n{head}Connection: close\r\n"
                               f"Content-Length: {len(reply.body)}\r\n\r\n".encode() + reply.body)


def call(url, body=None, content_type="x-application/java-properties"):
    """The status of a request: GET, or POST with the body."""
    request = urllib.request.Request(url, data=body, headers={"Content-Type": content_type} if body else {})
    try:
        with urllib.request.urlopen(request, timeout=120) as reply:
            return reply.status
    except urllib.error.HTTPError as error:
        with error:
            return error.code
    except OSError:
        return 0
