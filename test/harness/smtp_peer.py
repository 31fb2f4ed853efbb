"""A real SMTP server (aiosmtpd) in a process of its own, and what tests need around it.

As a script it serves until its standard input ends: `smtp_peer.py FOLDER OPTIONS-AS-JSON`. It prints its
port, and puts each message into FOLDER as N.json: the envelope and the bytes as they came.
"""

import json
import os
import subprocess
import sys
from email import policy
from email.parser import BytesParser
from pathlib import Path

from ports import free_port


def find_python():
    """A Python that has aiosmtpd: this one, or Debian's if another comes first on the PATH."""
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import aiosmtpd"], capture_output=True).returncode == 0:
            return python
    raise RuntimeError("package python3-aiosmtpd is missing")


class Smtp:
    """The server. Options: tls (certificate file with its key), start_tls, auth ([user, password]),
    refuse (recipients), later (how many messages get 451 first), close ("data": the connection ends
    instead of an answer), slow (seconds before the answer)."""

    def __init__(self, folder, **options):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.process = subprocess.Popen(
            [find_python(), str(Path(__file__).resolve()), str(self.folder), json.dumps(options)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(os.environ, PYTHONPATH=""))
        self.port = int(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=120)
        self.process.stdout.close()

    def envelopes(self):
        """What was delivered, in order."""
        names = sorted(self.folder.glob("*.json"), key=lambda path: int(path.stem))
        return [json.loads(path.read_text()) for path in names]

    def messages(self):
        """The same, parsed."""
        return [BytesParser(policy=policy.default).parsebytes(envelope["data"].encode("latin-1"))
                for envelope in self.envelopes()]


def make_certificates(folder, name="localhost"):
    """An authority of our own and a server's certificate signed by it: paths of both."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)

    def openssl(*words):
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True, cwd=folder)

    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem",
            "-days", "2", "-subj", "/CN=test authority")
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "server.key", "-out", "server.csr",
            "-subj", f"/CN={name}")
    (folder / "names").write_text(f"subjectAltName=DNS:{name}\n")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
            "-CAcreateserial", "-out", "server.crt", "-days", "2", "-extfile", "names")
    both = folder / "server.pem"
    both.write_text((folder / "server.crt").read_text() + (folder / "server.key").read_text())
    return folder / "ca.pem", both


def serve(folder, options):
    import ssl
    import time

    from aiosmtpd.controller import Controller
    from aiosmtpd.smtp import AuthResult

    class Handler:
        def __init__(self):
            self.left = options.get("later", 0)
            self.count = 0

        async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
            if address in options.get("refuse", ()):
                return "550 5.1.1 no such user here"
            envelope.rcpt_tos.append(address)
            return "250 2.1.5 OK"

        async def handle_DATA(self, server, session, envelope):
            if self.left > 0:
                self.left -= 1
                return "451 4.3.0 come back later"
            record = {"from": envelope.mail_from, "to": envelope.rcpt_tos,
                      "tls": session.ssl is not None,
                      "login": bool(session.authenticated),
                      "data": envelope.original_content.decode("latin-1")}
            scratch = folder / "scratch"
            scratch.write_text(json.dumps(record))
            scratch.rename(folder / f"{self.count}.json")
            self.count += 1
            if options.get("close") == "data":
                server.transport.abort()
            time.sleep(options.get("slow", 0))  # time: the delay is the trouble
            return "250 2.0.0 OK"

    def authenticate(server, session, envelope, mechanism, data):
        wanted = [word.encode() for word in options["auth"]]
        return AuthResult(success=[data.login, data.password] == wanted)

    settings = {}
    if "start_tls" in options or "tls" in options:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.get("start_tls") or options["tls"])
        if "tls" in options:
            settings["ssl_context"] = context
        else:
            settings.update(tls_context=context, require_starttls=True)
    if "auth" in options:
        settings.update(authenticator=authenticate, auth_required=True,
                        auth_require_tls="start_tls" in options)
    port = free_port()
    controller = Controller(Handler(), hostname="127.0.0.1", port=port, **settings)
    controller.start()
    print(port, flush=True)
    sys.stdin.read()
    controller.stop()


if __name__ == "__main__":
    serve(Path(sys.argv[1]), json.loads(sys.argv[2]))
