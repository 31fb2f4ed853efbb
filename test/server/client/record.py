#!/usr/bin/env python3
"""Records Oozie's own client against Oozie's own server: what is asked, answered and printed goes to recorded.jsonl.

Takes some minutes. Run it anew when commands.py has new steps; test/server/run_native_client.py reads the result.
"""

import dataclasses
import json
import sys
import tempfile
import time
import urllib.parse
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "harness"))
import commands
from oozie_client import Gate, JavaClient
from oozie_server import OozieServer

USER, ADDRESS = "joe", "http://oozie:11000"
WAIT_SECONDS = 180


class RecordedServer(OozieServer):
    """Runs under a name that is nobody's, so that ids have it."""

    strict = False

    def command(self, main, *arguments):
        words = super().command(main, *arguments)
        return [words[0], f"-Duser.name={USER}", *words[1:]]

    def write_site(self, name, properties):
        if name == "oozie-site.xml":
            properties["oozie.service.ProxyUserService.proxyuser.joe.hosts"] = "*"
            properties["oozie.service.ProxyUserService.proxyuser.joe.groups"] = "*"
            properties["oozie.authentication.simple.anonymous.allowed"] = "false" if self.strict else "true"
        super().write_site(name, properties)


class StrictServer(RecordedServer):
    strict = True


class Recording:
    def __init__(self, server, gate, client, folder):
        self.server, self.gate, self.client, self.folder = server, gate, client, folder
        self.ids = {"empty": ""}
        self.rows = []

    def step(self, line):
        name, equals, rest = line.partition(" = ")
        if line.startswith("wait "):
            self.wait(*line.split()[1:])
            return
        words = [word.format_map(self.ids) for word in (rest if equals else line).split()]
        for token in self.client.home.iterdir():
            token.unlink()
        self.gate.exchanges.clear()
        outcome = self.client.run(*words)
        exchanges = [dataclasses.asdict(each) for each in self.gate.exchanges]
        print(outcome.code, " ".join(words), flush=True)
        if equals:
            assert "job: " in outcome.out, (outcome, exchanges)
            self.ids[name] = outcome.out.split("job: ")[1].strip()
        self.rows.append(self.neutral({"words": words, "code": outcome.code, "out": outcome.out, "err": outcome.err,
                                       "exchanges": exchanges}))

    def wait(self, name, state):
        end = time.monotonic() + WAIT_SECONDS
        while (status := self.server.get(f"v2/job/{self.ids[name]}?show=status")["status"]) != state:
            assert time.monotonic() < end, (name, status)
            time.sleep(1)

    def neutral(self, row):
        """Without the addresses and the folder of this machine."""
        text = json.dumps(row)
        here, address = str(self.folder), self.gate.address
        for found, instead in ((address, ADDRESS), (self.server.url.removesuffix("/oozie"), ADDRESS),
                               (here, commands.FOLDER), (here.replace("/", "\\\\/"), "\\\\/srv\\\\/wf"),
                               (urllib.parse.quote(here, safe=""), urllib.parse.quote(commands.FOLDER, safe="")),
                               (address.replace("/", "\\\\/"), ADDRESS.replace("/", "\\\\/")),
                               (self.server.url.removesuffix("/oozie").replace("/", "\\\\/"),
                                ADDRESS.replace("/", "\\\\/"))):
            text = text.replace(found, instead)
        return json.loads(text)


def record(server_class, steps):
    with tempfile.TemporaryDirectory(prefix="recorded-") as name:
        folder = Path(name)
        commands.write_files(folder)
        server = server_class(folder / "server")
        gate = Gate(server.url.removesuffix("/oozie"))
        if server_class.strict:
            start_strict(server)
        else:
            server.start()
        client = JavaClient(folder, gate.address + "/oozie", USER)
        try:
            recording = Recording(server, gate, client, folder)
            for line in steps:
                recording.step(line)
            return recording.rows
        finally:
            client.stop()
            gate.stop()
            server.stop()


def start_strict(server):
    """It answers nobody that it does not know, so it is up when it says that."""
    call = server.call
    server.call = lambda method, path, body=None: (200 if call(method, path, body)[0] in (200, 401, 403) else 0, "")
    server.start()
    server.call = call


def main():
    for mode, server, steps in (("w", RecordedServer, commands.STEPS), ("a", StrictServer, commands.STRICT_STEPS)):
        rows = record(server, steps)
        with open(HERE / "recorded.jsonl", mode) as file:
            for row in rows:
                file.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
