"""Each answer of a mail server meets each trouble once: class as documented, and no message twice but where only its
last answer was lost, and then under the same Message-ID."""

import re
import socket
import sys
import time
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from disturbed_case import BOUND, FINE, LIMIT, QUICK, EveryCall, asks, fails, passes
from listener import Listener
from programs import *  # noqa: F403
from smtp_peer import Smtp
from trouble import RESET, SHORT, noise, until_gone

STEPS = ("CONNECT", "EHLO", "MAIL", "RCPT", "DATA", "END")


class Exchange:
    """One command of the client and the server's answer to it. The first has no command."""

    def __init__(self, relay, client, server, command):
        self.relay, self.client, self.server, self.command = relay, client, server, command

    def pass_on(self):
        """Lets the server have the command; the lines of its answer."""
        self.server.sendall(self.command)
        lines = []
        while not lines or lines[-1][3:4] == b"-":
            lines.append(self.server.stream.readline())
        return b"".join(lines)

    def answer(self, text):
        self.client.sendall(text)


def late(x):
    time.sleep(SHORT)  # time: the delay is the trouble
    x.answer(x.pass_on())
    return True


def silence(x):
    until_gone(x.client, x.relay.plan)


def answer_withheld(x):
    x.pass_on()
    until_gone(x.client, x.relay.plan)


def reset_before(x):
    x.client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)


def reset_after(x):
    x.pass_on()
    reset_before(x)


def closed_before(_):
    """Ended without a word."""


def closed_after(x):
    x.pass_on()


def cut(x):
    text = x.pass_on()
    x.answer(text[:len(text) // 2])


def says(line, passed_on=False):
    def act(x):
        if passed_on:
            x.pass_on()
        x.answer(line)
        return not passed_on
    return act


TABLE = {
    "late": late, "silence": silence, "answer withheld": answer_withheld, "reset before": reset_before,
    "reset after": reset_after, "closed before": closed_before, "closed after": closed_after, "cut": cut,
    "421": lambda x: bool(x.answer(b"421 4.3.2 going down\r\n")), "451": says(b"451 4.3.0 later\r\n"),
    "452 in two lines": says(b"452-4.3.1 no room\r\n452 4.3.1 later\r\n"), "451 after": says(b"451 4.3.0 lost\r\n", True),
    "500": says(b"500 5.5.2 what?\r\n"), "503": says(b"503 5.5.1 not now\r\n"), "550": says(b"550 5.7.1 no\r\n"),
    "554": says(b"554 5.3.0 never\r\n"), "530": says(b"530 5.7.0 who are you?\r\n"),
    "garbage": lambda x: bool(x.answer(noise(300) + b"\r\n")),
    "garbage like a code": lambda x: bool(x.answer(b"5\xff\xfe\x01 \x00\r\n")),
    "a code that is none": lambda x: bool(x.answer(b"999 what?\r\n")),
    "HTTP": lambda x: bool(x.answer(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")),
}
REFUSED = ("500", "503", "550", "554")
UNANSWERED = ("answer withheld", "reset after", "closed after", "cut")


class MailRelay(Listener):
    """Between the program and a mail server, one command at a time."""

    def __init__(self, port, plan):
        self.upstream, self.plan = port, plan
        super().__init__()

    def talk(self, connection):
        with socket.create_connection(("127.0.0.1", self.upstream), timeout=TIMEOUT) as server, \
                connection.makefile("rb") as client:
            server_side = Server(server)
            step, command = "CONNECT", b""
            while self.step(Exchange(self, connection, server_side, command), step):
                command = client.readline()
                step = command.split()[0].partition(b":")[0].decode().upper() if command.strip() else ""
                if step in ("", "QUIT"):
                    return
                if step == "DATA":
                    if not self.step(Exchange(self, connection, server_side, command), step):
                        return
                    command, step = b"".join(iter(client.readline, b".\r\n")) + b".\r\n", "END"

    def step(self, exchange, step):
        trouble = self.plan.trouble_at("mail", step)
        if trouble is None:
            exchange.answer(exchange.pass_on())
            return True
        return trouble(exchange)


class Server:
    def __init__(self, connection):
        self.sendall, self.stream = connection.sendall, connection.makefile("rb")


class DisturbedMail(EveryCall, ProgramTest):
    SHARE = 30
    LEAST_CALLS = len(STEPS)
    TABLE = TABLE
    LASTING = ("silence", "451", "cut", "garbage like a code")

    def setUp(self):
        super().setUp()
        self.server = Smtp(self.sandbox.path("mail"))
        self.addCleanup(self.server.close)
        self.binary = self.build(workflow(
            '<action name="tell"><email xmlns="uri:oozie:email-action:0.2"><to>joe@example.org</to>'
            "<subject>${subject}</subject><body>all well</body></email>"
            '<ok to="end"/><error to="killed"/></action>', "tell")).path

    def make_lane(self, lane):
        lane.program = Program(self.binary, lane.folder / "state")
        lane.mail = MailRelay(self.server.port, lane.plan)
        self.addCleanup(lane.mail.close)
        settings = {"oozie.email.smtp.host": "127.0.0.1", "oozie.email.smtp.port": lane.mail.port,
                    "oozie.email.smtp.socket.timeout.ms": LIMIT * 1000, **QUICK}
        lane.site = lane.folder / "site.xml"
        lane.site.write_text("<configuration>" + "".join(
            f"<property><name>{name}</name><value>{value}</value></property>" for name, value in settings.items())
            + "</configuration>")

    def reset(self, lane):
        lane.subject = uuid.uuid4().hex
        lane.program.id_file.unlink(missing_ok=True)

    def begin(self, lane):
        return lane.program.run("--site", lane.site, timeout=BOUND, params={"subject": lane.subject})

    def expected(self, call, trouble):
        if trouble == "late":
            return FINE
        if call.operation == "EHLO" and (trouble in REFUSED or trouble.startswith(("45", "530")) and trouble != "451 after"):
            return FINE  # it is asked the old way, by HELO
        if trouble in REFUSED:
            return fails("EM007")
        return asks("EM007") if trouble == "530" else passes("EM007")

    def expected_lasting(self, call, trouble):
        return asks("EM007")

    def check_effects(self, lane, call, trouble):
        ids = [re.search(r"^Message-ID: (\S+)", envelope["data"], re.MULTILINE)[1]
               for envelope in self.server.envelopes() if f"Subject: {lane.subject}" in envelope["data"]]
        lost = call is not None and call.operation == "END" and trouble in UNANSWERED
        if call is not None and call.operation == "END" and trouble == "451 after":
            assert len(ids) == 2 and ids[0] != ids[1], f"it was answered, the next is a new one: {ids}"
        elif lost and len(ids) > 1:
            assert len(set(ids)) == 1, f"the same message has the same id: {ids}"
        else:
            assert len(ids) == 1, ids


if __name__ == "__main__":
    closing.main()
