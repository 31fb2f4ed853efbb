"""A peer for notifications: an HTTP server on the loopback that records its requests, and fails as a test wants."""

import subprocess
import time

from listener import Listener


def certificate(folder):
    """A certificate that nobody has signed but itself; returns the paths of it and its key."""
    key, cert = folder / "peer.key", folder / "peer.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert,
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"],
                   check=True, capture_output=True)
    return cert, key


class Peer(Listener):
    """`behave(path)` gives what is done with a request: a status, or one of the words below."""

    HANG, CLOSE, HALF, SLOW, HUGE, ENDLESS = "hang", "close", "half", "slow", "huge", "endless"

    def __init__(self, behave=None, port=0, tls=None):
        self.behave = behave or (lambda path: 200)
        self.seen = []  # (path, what was done), in the order of arrival
        super().__init__(port, tls)

    def paths(self, prefix="/", taken=True):
        """Paths of requests, without the prefix; with `taken` only those that were answered well."""
        good = (200, 204, self.SLOW, self.HUGE)
        with self.lock:
            return [path[len(prefix):] for path, done in self.seen
                    if path.startswith(prefix) and (not taken or done in good)]

    def talk(self, connection):
        stream = connection.makefile("rb")
        while self.answer(connection, stream):
            pass

    def answer(self, connection, stream):
        request = stream.readline().split()
        while request and stream.readline().strip():
            pass
        if len(request) < 2:
            return False
        path = request[1].decode()
        does = self.behave(path)
        with self.lock:
            self.seen.append((path, does if request[0] == b"GET" else "not a GET"))
        if does == self.HANG:
            stream.read(1)  # until the client goes
        elif does == self.CLOSE:
            return False
        elif does == self.HALF:
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of it")
            return False
        elif does == self.SLOW:
            for byte in b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nslow":
                connection.sendall(bytes([byte]))
                time.sleep(0.15)  # time: the delay is the trouble
        elif does in (self.HUGE, self.ENDLESS):
            connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
            for _ in range(20 if does == self.HUGE else 100000):
                connection.sendall(b"x" * (1 << 20))
            return False
        elif isinstance(does, str):  # where else to look
            connection.sendall(f"HTTP/1.1 302 Found\r\nLocation: {does}\r\nContent-Length: 0\r\n\r\n".encode())
        else:
            connection.sendall(f"HTTP/1.1 {does} Status\r\nContent-Length: 2\r\n\r\nok".encode())
        return True
