"""Attacks by HTTP requests: malformed ones, floods of connections, and pages whose DNS name leads to this machine."""

import contextlib
import http.client
import socket
import sys
import unittest
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import celos_served
import closing
from programs import *  # noqa: F403
from served import *  # noqa: F403

POST = "POST {path} HTTP/1.1\r\n"
HOST = "Host: localhost\r\n"
# Requests that RFC 9112 does not allow, and those that a proxy may read in another way than the server behind it: name,
# request, status, section of the RFC.
MALFORMED = [
    ("another transfer coding", POST + HOST + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501, "6.1"),
    ("identity", POST + HOST + "Transfer-Encoding: identity\r\n\r\n", 501, "6.1"),
    ("gzip", POST + HOST + "Transfer-Encoding: gzip\r\n\r\n", 501, "6.1"),
    ("two codings", POST + HOST + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501, "6.1"),
    ("chunked is not the last coding", POST + HOST + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n", 501, "6.3"),
    ("chunked twice in one field", POST + HOST + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", 501, "6.1"),
    ("chunked in two fields", POST + HOST + "Transfer-Encoding: chunked\r\n" * 2 + "\r\n0\r\n\r\n", 400, "6.1"),
    ("two fields, two codings",
     POST + HOST + "Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n", 400, "6.1"),
    ("a coding without a name", POST + HOST + "Transfer-Encoding:\r\n\r\n", 501, "6.1"),
    ("a quoted coding", POST + HOST + 'Transfer-Encoding: "chunked"\r\n\r\n0\r\n\r\n', 501, "6.1"),
    ("a parameter of chunked", POST + HOST + "Transfer-Encoding: chunked;a=b\r\n\r\n0\r\n\r\n", 501, "7"),
    ("chunked and a length",
     POST + HOST + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, "6.1"),
    ("a length and chunked",
     POST + HOST + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", 400, "6.1"),
    ("chunked in HTTP/1.0",
     "POST {path} HTTP/1.0\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, "6.1"),
    ("two lengths", POST + HOST + "Content-Length: 0\r\nContent-Length: 5\r\n\r\n", 400, "6.3"),
    ("a list of lengths", POST + HOST + "Content-Length: 0, 5\r\n\r\n", 400, "6.3"),
    ("a length with a sign", POST + HOST + "Content-Length: +0\r\n\r\n", 400, "6.3"),
    ("a negative length", POST + HOST + "Content-Length: -1\r\n\r\n", 400, "6.3"),
    ("a hexadecimal length", POST + HOST + "Content-Length: 0x0\r\n\r\n", 400, "6.3"),
    ("a length without digits", POST + HOST + "Content-Length:\r\n\r\n", 400, "6.3"),
    ("a length over all bounds", POST + HOST + f"Content-Length: {2 ** 64}\r\n\r\n", 400, "6.3"),
    ("a chunk size that is no number", POST + HOST + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 400, "7.1"),
    ("a negative chunk size", POST + HOST + "Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n", 400, "7.1"),
    ("a chunk size over all bounds",
     POST + HOST + "Transfer-Encoding: chunked\r\n\r\n" + "f" * 17 + "\r\n", 400, "7.1"),
    ("a chunk without its end", POST + HOST + "Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n", 400, "7.1"),
    ("no host", POST + "\r\n", 400, "3.2"),
    ("two hosts", POST + HOST + "Host: other\r\n\r\n", 400, "3.2"),
    ("the same host twice", POST + HOST + HOST + "\r\n", 400, "3.2"),
    ("a host with a path", POST + "Host: localhost/x\r\n\r\n", 400, "3.2"),
    ("a host with a blank", POST + "Host: localhost x\r\n\r\n", 400, "3.2"),
    ("a blank before the colon", POST + HOST + "Content-Length : 5\r\n\r\n", 400, "5.1"),
    ("a first field that begins with a blank", POST + " " + HOST + "\r\n", 400, "2.2"),
    ("a field without a name", POST + HOST + ": x\r\n\r\n", 400, "5.1"),
    ("a field without a colon", POST + HOST + "hello\r\n\r\n", 400, "5"),
    ("a zero byte in a field", POST + HOST + "X: a\0b\r\n\r\n", 400, "5.5"),
    ("a carriage return in a field", POST + HOST + "X: a\rb\r\n\r\n", 400, "2.2"),
    ("a line that ends without a carriage return", POST + HOST + "X: a\n\r\n", 400, "2.2"),
    ("another version", "POST {path} HTTP/2.0\r\n" + HOST + "\r\n", 400, "2.3"),
    ("no version", "POST {path}\r\n" + HOST + "\r\n", 400, "3"),
    ("two blanks", "POST  {path} HTTP/1.1\r\n" + HOST + "\r\n", 400, "3"),
    ("a method that is no word", "PO(ST {path} HTTP/1.1\r\n" + HOST + "\r\n", 400, "3.1"),
]


class MalformedRequests(ServedTest):
    """Each gets one answer, an error. Then the connection ends: the server takes nothing after it for a request."""

    def check(self, port, path, follower):
        """`follower`: the path of a request that this server answers."""
        smuggled = f"GET {follower} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        self.assertRegex(self.sent(port, smuggled), "^HTTP/1.1 [24]", "the server answers a sound request")
        for name, request, status, section in MALFORMED:
            with self.subTest(name, section=section):
                answer = self.sent(port, request.replace("{path}", path) + smuggled)
                self.assertRegex(answer, rf"^HTTP/1\.1 {status} ")
                self.assertEqual(answer.count("HTTP/1.1 "), 1)

    def sent(self, port, text):
        """All that comes back until the server closes the connection."""
        with socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT) as connection:
            connection.sendall(text.encode("latin-1"))
            return b"".join(iter(lambda: connection.recv(65536), b"")).decode("latin-1")

    def test_hpdld(self):
        self.serve()
        self.check(self.server.port, "/oozie/v2/jobs?user.name=joe", "/health")
        self.assertEqual(self.server.call("GET", "/oozie/v2/jobs").json()["workflows"], [])

    def test_celos_server(self):
        server = celos_served.CelosServer(self.sandbox.folder).start()
        self.addCleanup(server.end)
        self.check(server.port, "/scheduler", "/version")

    def test_the_callbacks_of_a_program(self):
        url, go = self.sandbox.path("url"), self.sandbox.path("go")
        script = f'echo "$1" >{url}.new; mv {url}.new {url}; until [ -e {go} ]; do sleep 0.02; done'
        program = self.build(workflow(shell("wait", script, arguments=("${wf:callback('OK')}",)), "wait"))
        child = self.sandbox.spawn(program, "--callback-listen", "127.0.0.1:0")
        self.assertTrue(program.wait_for(url.exists), "no URL")
        parts = urlsplit(url.read_text().strip())
        self.check(parts.port, f"{parts.path}?{parts.query}", "/callback/x")
        go.touch()
        child.communicate(timeout=TIMEOUT)
        self.assertEqual(child.returncode, SUCCEEDED)


class Floods(ServedTest):
    CONNECTIONS = 16

    # Requests whose header or body does not end.
    ENDLESS = ("GET /health HTTP/1.1\r\n",
               "POST /callback/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n",
               "GET /health HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")

    def flood(self, address, stack):
        """Opens more connections than hpdld keeps for all clients together."""
        for number in range(2 * self.CONNECTIONS):
            connection = socket.create_connection(("127.0.0.1", self.server.port), TIMEOUT, (address, 0))
            stack.enter_context(contextlib.closing(connection))
            with contextlib.suppress(OSError):  # hpdld may have closed it already
                connection.sendall(self.ENDLESS[number % len(self.ENDLESS)].encode())

    def test_a_request_in_work_is_answered(self):
        site = self.sandbox.write("site.xml", "<configuration><property><name>hpdl.server.connections.max</name>"
                                  f"<value>{self.CONNECTIONS}</value></property></configuration>")
        self.serve("--local", "--site", str(site))
        many = "".join(shell(f"n{number}", f"echo {number}", to=f"n{number + 1}") for number in range(3000))
        properties = self.application(workflow(many + shell("n3000", "true"), "n0"))
        programs = self.server.state / "programs"
        with contextlib.ExitStack() as stack:
            client = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=TIMEOUT)
            stack.enter_context(contextlib.closing(client))
            client.request("POST", "/oozie/v2/jobs?user.name=joe", configuration(properties),
                           {"Content-Type": "application/xml"})
            # The compiler works for this request as soon as its target is there.
            self.until(lambda: programs.exists() and any(programs.iterdir()), "nobody takes the request")
            for address in ("127.0.0.1", "127.0.0.2", "127.0.0.3"):
                self.flood(address, stack)
            self.assertEqual(client.getresponse().status, 201)


class ForeignNames(ServedTest):
    """A page whose DNS name has come to lead to this machine sends that name as Host and in Origin."""

    FOREIGN = {"Host": "evil.example", "Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"}

    def status(self, port, method, target, fields):
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)) as client:
            client.request(method, target, headers=fields)
            return client.getresponse().status

    def check(self, port, *calls):
        for method, target in calls:
            with self.subTest(target):
                self.assertEqual(self.status(port, method, target, self.FOREIGN), 403)
                self.assertNotEqual(self.status(port, method, target, {}), 403)

    def test_hpdld(self):
        self.serve()
        self.check(self.server.port, ("GET", "/oozie/v2/jobs?user.name=joe"))

    def test_celos_server(self):
        server = celos_served.CelosServer(self.sandbox.folder, "--hosts", "celos.example, other.example").start()
        self.addCleanup(server.end)
        self.check(server.port, ("GET", "/version"), ("GET", "/ui"), ("POST", "/scheduler"))
        self.assertEqual(self.status(server.port, "GET", "/version", {"Host": "other.example:80"}), 200)


if __name__ == "__main__":
    closing.main()
