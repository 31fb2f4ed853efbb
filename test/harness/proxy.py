"""A proxy on the loopback: plain requests, CONNECT and SOCKS 5 on one port; it notes what passes."""

import socket
import threading
import urllib.parse

from listener import Listener

SOCKS_VERSION = 5


class Proxy(Listener):
    """`passed` has (how, host, port) of each connection: how is "forward", "connect" or "socks". `hosts`: where names
    lead, whatever they mean elsewhere."""

    def __init__(self, hosts=None):
        self.hosts = hosts or {}
        self.passed = []
        super().__init__()

    @property
    def address(self):
        return f"127.0.0.1:{self.port}"

    def talk(self, connection):
        stream = connection.makefile("rb")
        first = stream.read(1)
        if first == bytes([SOCKS_VERSION]):
            self.socks(connection, stream)
        elif first:
            self.http(connection, stream, first + stream.readline())

    def http(self, connection, stream, line):
        method, target, _ = line.decode().split()
        headers = b"".join(iter(stream.readline, b"\r\n"))
        if method == "CONNECT":
            host, _, port = target.rpartition(":")
            with self.onward("connect", host, int(port)) as onward:
                connection.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
                self.pump(connection, stream, onward)
            return
        url = urllib.parse.urlsplit(target)
        with self.onward("forward", url.hostname, url.port or 80) as onward:
            path = url.path + (f"?{url.query}" if url.query else "")
            onward.sendall(f"{method} {path} HTTP/1.1\r\n".encode() + headers + b"Connection: close\r\n\r\n")
            reply = onward.makefile("rb")
            head = [reply.readline()] + list(iter(reply.readline, b"\r\n"))
            length = next(int(line[15:]) for line in head if line.lower().startswith(b"content-length:"))
            connection.sendall(b"".join(head) + b"Connection: close\r\n\r\n" + reply.read(length))

    def socks(self, connection, stream):
        stream.read(stream.read(1)[0])
        connection.sendall(bytes([SOCKS_VERSION, 0]))
        stream.read(3)
        kind = stream.read(1)[0]
        if kind == 3:
            host = stream.read(stream.read(1)[0]).decode()
        else:
            host = socket.inet_ntop(socket.AF_INET if kind == 1 else socket.AF_INET6,
                                    stream.read(4 if kind == 1 else 16))
        with self.onward("socks", host, int.from_bytes(stream.read(2), "big")) as onward:
            connection.sendall(bytes([SOCKS_VERSION, 0, 0, 1]) + bytes(6))
            self.pump(connection, stream, onward)

    def onward(self, how, host, port):
        with self.lock:
            self.passed.append((how, host, port))
        return socket.create_connection((self.hosts.get(host, host), port), timeout=120)

    @staticmethod
    def pump(connection, stream, onward):
        def upwards():
            try:
                while data := stream.read1(65536):
                    onward.sendall(data)
                onward.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # the other way tells
        threading.Thread(target=upwards, daemon=True).start()
        while data := onward.recv(65536):
            connection.sendall(data)
        connection.shutdown(socket.SHUT_RDWR)
