"""Kills the engine around ssh actions: at every journal commit, and around each packet that it sends to the server.

Whatever dies when, each command runs exactly once, its output arrives, and nothing of it stays on the other machine.
"""

import socket
import sys
import threading
from contextlib import suppress
from pathlib import Path

TEST = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TEST / "harness"), str(TEST / "run")]
import closing
from crash_case import CrashTest
from every_commit import EveryCommit
from listener import Listener
from programs import *  # noqa: F403
from run_ssh import SshTest, script

MOST_PACKETS = 200


class PacketRelay(Listener):
    """Stands before the server. `before(n)` and `after(n)` are called around the n-th thing that a client sends;
    a false answer ends the connection there."""

    def __init__(self, port, before=lambda number: True, after=lambda number: True):
        self.upstream, self.before, self.after = port, before, after
        self.count = 0
        super().__init__()

    def talk(self, connection):
        with socket.create_connection(("127.0.0.1", self.upstream)) as server:
            back = threading.Thread(target=self.pass_back, args=(server, connection), daemon=True)
            back.start()
            if self.pass_on(connection, server):
                server.shutdown(socket.SHUT_RDWR)
            else:  # what is on its way arrives all the same: the server finds the end behind it
                server.shutdown(socket.SHUT_WR)
            back.join()

    def pass_on(self, client, server):
        """Until the client ends, then true; or until before() or after() says so."""
        with suppress(OSError):
            while data := client.recv(1 << 16):
                with self.lock:
                    self.count += 1
                    number = self.count
                if not self.before(number):
                    break
                server.sendall(data)
                if not self.after(number):
                    client.shutdown(socket.SHUT_RDWR)
                    return False
        return True

    @staticmethod
    def pass_back(server, client):
        """Until the server ends, also when the client is gone: a socket that closes unread takes back what it sent."""
        with suppress(OSError):
            while data := server.recv(1 << 16):
                with suppress(OSError):
                    client.sendall(data)
        with suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)


class SshCrash(SshTest, CrashTest):
    def far(self, name, **options):
        # It lasts a little, so that some of the deaths come while it runs.
        command = f'echo "{name} $HPDL_TAG" >>{self.sandbox.path("ran")}; sleep 0.1; echo name={name}'  # time: longer is as good
        return script(name, self.host, command, capture=True, **options)

    def check(self, program, names):
        """Everything has run once, under one tag each, and was captured."""
        self.assertEqual(program.status(), "SUCCEEDED")
        self.assertEqual([line.split()[0] for line in self.lines("ran")], list(names))
        nodes = program.nodes()
        for name in names:
            self.assertEqual(nodes[name]["data"], f"name={name}\n")
        self.assertEqual(self.left(), [])

    def forget(self, program):
        program.id_file.unlink(missing_ok=True)
        self.sandbox.path("ran").unlink(missing_ok=True)


class Commits(EveryCommit, SshCrash):
    LEAST_COMMITS = 6

    def setUp(self):
        super().setUp()
        self.program = self.build(workflow(self.far("one", to="two") + self.far("two"), "one"))

    def begin(self, env):
        self.forget(self.program)
        return self.program.run("--site", self.site(), env=env)

    def check_nothing(self):
        self.assertEqual(self.lines("ran"), [], "run for a job that never was")

    def check_begun(self):
        for line in self.lines("ran"):
            self.assertIn(line.split()[0], self.program.nodes(), "run before the intent was durable")

    def check_end(self):
        self.check(self.program, ("one", "two"))


class Packets(SshCrash):
    """The program dies, or the connection does, before and after each packet that the client sends."""

    def setUp(self):
        super().setUp()
        self.direct = self.server.port
        self.relay = None
        self.child = None

    def through(self, **options):
        """A program of one action that reaches the server by way of a relay."""
        if self.relay is not None:
            self.relay.close()
        self.relay = PacketRelay(self.direct, **options)
        key = self.server.known_hosts.read_text().split(" ", 1)[1]
        self.server.known_hosts.write_text(f"[127.0.0.1]:{self.relay.port} {key}")
        return self.site(hpdl_ssh_port=self.relay.port)

    def each_packet(self, attempt):
        """attempt(n) for n = 1, 2 ... until it says that there was no n-th."""
        for number in range(1, MOST_PACKETS):
            with self.subTest(packet=number):
                if not attempt(number):
                    self.assertGreater(number, 10)
                    return
        self.fail("no end of packets")

    def build_one(self):
        self.host = f"{self.server.user}@127.0.0.1"
        return self.build(workflow(self.far("one"), "one"))

    def death(self, when):
        program = self.build_one()
        reached = threading.Event()

        def kill_at(number):
            def check(count):
                if count == number:
                    reached.set()
                    self.child.kill()
                return count < number
            return check

        def attempt(number):
            reached.clear()
            self.forget(program)
            site = self.through(**{when: kill_at(number)})
            self.child = self.sandbox.spawn(program, "--site", site)
            self.child.communicate(timeout=60)
            if not reached.is_set():
                self.assertEqual(self.child.returncode, SUCCEEDED)
                return False
            self.through()
            if result := self.go_on(program):
                self.assert_code(result, SUCCEEDED)
            self.check(program, ("one",))
            return True

        self.each_packet(attempt)

    def test_death_before_each_packet(self):
        self.death("before")

    def test_death_after_each_packet(self):
        self.death("after")

    def test_the_connection_breaks_after_each_packet(self):
        program = self.build_one()

        def attempt(number):
            self.forget(program)
            site = self.through(after=lambda count: count != number)
            self.assert_code(program.run("--site", site), SUCCEEDED)
            self.check(program, ("one",))
            return self.relay.count >= number

        self.each_packet(attempt)

    def tearDown(self):
        if self.relay is not None:
            self.relay.close()
        super().tearDown()


if __name__ == "__main__":
    closing.main(at_once=4)
