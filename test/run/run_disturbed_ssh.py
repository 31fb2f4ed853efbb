"""Each piece that goes through an ssh connection meets each trouble once: the command runs exactly once."""

import os
import select
import socket
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from disturbed_case import BOUND, FINE, LIMIT, QUICK, EveryCall, asks
from listener import Listener
from programs import *  # noqa: F403
from ssh_server import SshServer
from trouble import RESET, SHORT, noise, until_gone


class Piece:
    """Bytes that came at once from one side, for the other."""

    def __init__(self, relay, client, other, data):
        self.relay, self.client, self.other, self.data = relay, client, other, data


def late(x):
    time.sleep(SHORT)  # time: the delay is the trouble
    x.other.sendall(x.data)
    return True


def silence(x):
    until_gone(x.client, x.relay.plan)


def reset_before(x):
    for side in (x.client, x.other):
        side.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)


def reset_after(x):
    x.other.sendall(x.data)
    time.sleep(0.01)  # time: the reset may take it back, which is as good
    reset_before(x)


def closed(_):
    """Ended without a word."""


def closed_after(x):
    x.other.sendall(x.data)


def cut(x):
    x.other.sendall(x.data[:len(x.data) // 2])


def garbage(x):
    x.other.sendall(noise(len(x.data)))
    return True


def one_byte_changed(x):
    at = len(x.data) // 2
    x.other.sendall(x.data[:at] + bytes([x.data[at] ^ 0x20]) + x.data[at + 1:])
    return True


TABLE = {"late": late, "silence": silence, "reset before": reset_before, "reset after": reset_after, "closed": closed,
         "closed after": closed_after, "cut": cut, "garbage": garbage, "one byte changed": one_byte_changed}


class SshRelay(Listener):
    def __init__(self, port, plan):
        self.upstream, self.plan = port, plan
        super().__init__()

    def talk(self, connection):
        with socket.create_connection(("127.0.0.1", self.upstream), timeout=TIMEOUT) as server:
            ways = {connection: (server, "up"), server: (connection, "down")}
            while True:
                for side in select.select(list(ways), [], [])[0]:
                    other, way = ways[side]
                    data = side.recv(65536)
                    if not data or not self.piece(Piece(self, connection, other, data), way):
                        return

    def piece(self, piece, way):
        trouble = self.plan.trouble_at("ssh", way)
        if trouble is None:
            piece.other.sendall(piece.data)
            return True
        return trouble(piece)


class DisturbedSsh(EveryCall, ProgramTest):
    SHARE = 32
    LEAST_CALLS = 20
    TABLE = TABLE
    LASTING = ("closed",)

    def setUp(self):
        super().setUp()
        os.environ.pop("SSH_AUTH_SOCK", None)
        self.server = SshServer(self.sandbox.path("ssh"))
        self.addCleanup(self.server.stop)
        self.binary = self.build(workflow(
            '<action name="far"><ssh xmlns="uri:oozie:ssh-action:0.2"><host>${host}</host><command>sh</command>'
            "<arg>-c</arg><arg>echo ran >>${out}; echo rows=7</arg><capture-output/></ssh>"
            '<ok to="look"/><error to="killed"/></action>'
            + decision("look", [("end", "${wf:actionData('far')['rows'] eq 7}")], "killed"), "far")).path

    def make_lane(self, lane):
        lane.program = Program(self.binary, lane.folder / "state")
        lane.ssh = SshRelay(self.server.port, lane.plan)
        self.addCleanup(lane.ssh.close)
        lane.out = lane.folder / "out"
        known = lane.folder / "known_hosts"
        known.write_text(self.server.known_hosts.read_text().replace(f":{self.server.port} ", f":{lane.ssh.port} "))
        settings = {"hpdl.ssh.known.hosts": known, "hpdl.ssh.identities": self.server.client_key, "hpdl.ssh.timeout": LIMIT,
                    "hpdl.ssh.poll.interval.max": 1, "hpdl.ssh.words.unchanged": "true", **QUICK}
        lane.site = lane.folder / "site.xml"
        lane.site.write_text("<configuration>" + "".join(
            f"<property><name>{name}</name><value>{value}</value></property>" for name, value in settings.items())
            + "</configuration>")

    def reset(self, lane):
        lane.out.unlink(missing_ok=True)
        lane.program.id_file.unlink(missing_ok=True)

    def begin(self, lane):
        return lane.program.run("--site", lane.site, timeout=BOUND, params={
            "host": f"{self.server.user}@127.0.0.1:{lane.ssh.port}", "out": lane.out})

    def wanted(self, call):
        # How many pieces the last answers come in differs from run to run.
        return call.number <= (16 if call.operation == "up" else 14)

    def expected(self, call, trouble):
        return FINE

    def expected_lasting(self, call, trouble):
        return asks("COULD_NOT_CONNECT")

    def check_effects(self, lane, call, trouble):
        assert lane.out.read_text() == "ran\n", f"the command ran {lane.out.read_text().split()}"


if __name__ == "__main__":
    closing.main()
