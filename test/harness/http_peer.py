"""An HTTP server on the loopback that keeps what it is sent, and answers as a test wants."""

import socket
import ssl
import threading
import urllib.error
import urllib.request
from dataclasses import dataclass, field


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


class HttpPeer:
    """`behave(request)` gives a Reply, a status, or one of the words above. One request a connection."""

    def __init__(self, behave=None, port=0, tls=None):
        self.behave = behave or (lambda request: 200)
        self.requests = []
        self.lock = threading.Lock()
        self.gone = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", port), backlog=256)
        self.port = self.listener.getsockname()[1]
        self.context = None
        if tls:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(*tls)
        threading.Thread(target=self.accept, daemon=True).start()

    def url(self, path="", scheme="http", host="127.0.0.1"):
        return f"{scheme}://{host}:{self.port}/{path}"

    def close(self):
        if not self.gone.is_set():
            self.gone.set()
            self.listener.shutdown(socket.SHUT_RDWR)  # wakes accept()
            self.listener.close()

    def accept(self):
        while not self.gone.is_set():
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        try:
            if self.context:
                connection = self.context.wrap_socket(connection, server_side=True)
            with connection:
                request = self.read(connection.makefile("rb"))
                if request:
                    self.answer(connection, request)
        except OSError:
            pass  # the other side went away, or did not trust this one

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
        with urllib.request.urlopen(request, timeout=20) as reply:
            return reply.status
    except urllib.error.HTTPError as error:
        with error:
            return error.code
    except OSError:
        return 0
