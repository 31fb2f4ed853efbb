"""A peer for the tests of runtime/world/net: answers well and in every wrong way, on free loopback ports.

    peer.py FOLDER    FOLDER gets certificates; prints `NAME PORT` lines, then `ready`, and serves until
                      its standard input ends
"""

import asyncio
import collections
import itertools
import ssl
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

connections = itertools.count(1)
tried = set()
gone = collections.Counter()


def make_certificates(folder):
    """ca.pem signs good (localhost) and other (another name); alone is signed by itself."""

    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=test authority")
    openssl("req", "-x509", *key, "-keyout", "alone.key", "-out", "alone.pem", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost")
    for name, host in (("good", "localhost"), ("other", "other.example")):
        openssl("req", "-x509", *key, "-keyout", f"{name}.key", "-out", f"{name}.pem", "-subj", f"/CN={host}",
                "-addext", f"subjectAltName=DNS:{host}", "-CA", "ca.pem", "-CAkey", "ca.key")


def context(folder, name):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(folder / f"{name}.pem", folder / f"{name}.key")
    return made


class Http:
    """One connection."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer
        self.number = next(connections)

    async def serve(self):
        try:
            while await self.request():
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            self.writer.close()

    async def request(self):
        head = await self.reader.readuntil(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
        self.method, self.path, _ = first.split(" ")
        self.lines = lines
        length = [int(line[15:]) for line in lines if line.lower().startswith("content-length:")]
        self.body = await self.reader.readexactly(length[0]) if length else b""
        name, _, rest = self.path[1:].partition("?")[0].partition("/")
        return await getattr(self, "on_" + name)(rest)

    async def answer(self, status, body=b"", *headers, length=None):
        length = len(body) if length is None else length
        lines = [f"HTTP/1.1 {status} text", f"Content-Length: {length}", f"X-Connection: {self.number}", *headers]
        self.writer.write("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n")
        self.writer.write(b"" if self.method == "HEAD" else body)
        await self.writer.drain()
        return True

    async def on_hello(self, rest):
        return await self.answer(200, b"hello", "X-Two: a", "x-two: b")

    async def on_status(self, rest):
        return await self.answer(int(rest), b"status " + rest.encode())

    async def on_echo(self, rest):
        text = "\n".join([f"{self.method} {self.path}", *self.lines, "", ""])
        return await self.answer(200, text.encode("latin-1") + self.body)

    async def on_redirect(self, rest):
        count = int(rest)
        return await self.answer(307, b"elsewhere", f"Location: {f'/redirect/{count - 1}' if count > 1 else '/echo'}")

    async def on_away(self, rest):
        status, _, target = rest.partition("/")
        return await self.answer(int(status), b"", f"Location: {unquote(target)}")

    async def on_big(self, rest):
        return await self.answer(200, b"x" * int(rest))

    async def on_drip(self, rest):
        await self.answer(200, b"", length=int(rest))
        for _ in range(int(rest)):
            self.writer.write(b".")
            await self.writer.drain()
            await asyncio.sleep(0.1)  # time: the delay is the trouble
        return True

    async def on_pause(self, rest):
        await asyncio.sleep(float(rest))  # time: the delay is the trouble
        return await self.answer(200, b"late")

    async def on_stall(self, rest):
        await self.answer(200, b"part", length=100)
        await asyncio.sleep(3600)  # time: so long that it is for ever

    async def on_silent(self, rest):
        await asyncio.sleep(3600)  # time: so long that it is for ever

    async def on_broken(self, rest):
        await self.answer(200, b"part", length=100)

    async def on_gone(self, rest):
        gone[rest] += 1
        return False

    async def on_seen(self, rest):
        """How many requests for /gone/REST there have been."""
        return await self.answer(200, str(gone[rest]).encode())

    async def on_garbage(self, rest):
        self.writer.write(b"this is no HTTP\r\n\r\n")
        await self.writer.drain()

    async def on_behead(self, rest):
        """So many bytes of the head of a good reply."""
        self.writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"[:int(rest)])
        return False

    async def on_hoard(self, rest):
        """Headers without end."""
        self.writer.write(b"HTTP/1.1 200 OK\r\n")
        for i in range(100_000):
            self.writer.write(b"X-%d: %s\r\n" % (i, b"y" * 1000))
            await self.writer.drain()

    async def on_idle(self, rest):
        """Answers well, and closes the connection before the next request on it."""
        await self.answer(200, b"bye")
        return False

    async def on_open(self, rest):
        """How many connections there have been."""
        return await self.answer(200, str(self.number).encode())


class Mail:
    """One connection. What a recipient's name says is done."""

    def __init__(self, folder, starttls, silent_quit=False):
        self.folder, self.starttls, self.silent_quit = folder, starttls, silent_quit

    async def serve(self, reader, writer):
        self.reader, self.writer = reader, writer
        try:
            self.say("220 peer")
            while await self.command((await self.reader.readuntil(b"\r\n")).decode().rstrip()):
                await self.writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            self.writer.close()

    def say(self, line):
        self.writer.write(line.encode() + b"\r\n")

    async def command(self, line):
        word = line.split(" ")[0].split(":")[0].upper()
        if word == "EHLO":
            self.say("250-peer")
            if self.starttls:
                self.say("250-STARTTLS")
            self.say("250 AUTH PLAIN")
        elif word == "STARTTLS":
            self.say("220 go on")
            await self.writer.drain()
            await self.writer.start_tls(context(self.folder, "good"))
            self.starttls = False
        elif word == "AUTH":
            self.say("334 ")
            await self.writer.drain()
            fine = (await self.reader.readuntil(b"\r\n")).strip() == b"AGpvZQBzZWNyZXQ="  # joe, secret
            self.say("235 welcome" if fine else "535 5.7.8 no such login")
        elif word == "RCPT" and "nobody" in line:
            self.say("550 5.1.1 no such user")
        elif word == "RCPT" and "hang" in line:
            await asyncio.sleep(3600)  # time: so long that it is for ever
        elif word == "RCPT" and "drop" in line:
            return False
        elif word == "RCPT" and "noise" in line:  # and an end: no refusal
            self.writer.write({"a": b"5\xff\xfe noise\r\n", "b": b"9zz noise\r\n", "c": b"999 noise\r\n",
                               "d": b"550noise\r\n"}[line[line.index("<") + 1]])
            return False
        elif word == "DATA":
            self.say("354 go on")
            await self.writer.drain()
            text = await self.reader.readuntil(b"\r\n.\r\n")
            (self.folder / "mail").write_bytes(text)
            self.say("250 taken")
        elif word == "QUIT":
            if self.silent_quit:
                await asyncio.sleep(3600)  # time: so long that it is for ever
            self.say("221 bye")
            return False
        else:
            self.say("250 fine")
        return True


async def main():
    folder = Path(sys.argv[1])
    make_certificates(folder)
    servers = []

    async def start(name, serve, **options):
        server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=1000, **options)
        servers.append(server)
        print(name, server.sockets[0].getsockname()[1])

    async def http(reader, writer):
        await Http(reader, writer).serve()

    await start("http", http)
    await start("http2", http)
    for name in ("good", "other", "alone"):
        await start(name, http, ssl=context(folder, name))
    await start("mail", lambda r, w: Mail(folder, False).serve(r, w))
    await start("mailtls", lambda r, w: Mail(folder, True).serve(r, w))
    await start("mailquit", lambda r, w: Mail(folder, False, silent_quit=True).serve(r, w))
    await start("smtps", lambda r, w: Mail(folder, False).serve(r, w), ssl=context(folder, "good"))
    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main())
