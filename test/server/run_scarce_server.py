"""hpdld where something runs out: descriptors, or the disk of its state directory. What cannot be done is one clear
error, nothing is left half made, and once there is room again all goes on."""

import http.client
import os
import socket
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from rights import can_mount
from served import *  # noqa: F403


class Scarce(ServedTest):
    def app(self, name):
        script = f"echo x >> '{self.sandbox.path('ran')}-${{number}}'"
        return self.application(workflow(shell("a", script), "a", name=name), name)

    def check_refused(self, answer):
        """One line of why, whoever said it."""
        self.assertIn(answer.status, range(400, 600), answer)
        self.assertTrue(answer.message or answer.body.strip(), answer)
        self.assertNotIn("\n", answer.message)

    def check_all_once(self, ids):
        rows = self.server.call("GET", "/oozie/v2/jobs", len="500").json()["workflows"]
        self.assertEqual(sorted(row["id"] for row in rows), sorted(ids.values()))
        self.assertEqual(sorted(each.name for each in (self.server.state / "jobs").iterdir()), sorted(ids.values()))
        for number, job in ids.items():
            self.until_status(job, "SUCCEEDED")
            self.assertEqual(self.lines(f"ran-{number}"), ["x"])
        self.assertFalse([each for each in (self.server.state / "programs").iterdir() if each.name.startswith(".")])


class Descriptors(Scarce):
    def test_few_descriptors(self):
        """Callers that say nothing hold all that are left; one who came before them goes on asking."""
        limited = ["sh", "-c", 'ulimit -n 64; exec "$@"', "sh"]
        self.serve("--local", *ONE_USER, before=limited)
        ids = {"0": self.submitted({**self.app("known"), "number": "0"}, key="0")}
        caller = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=TIMEOUT)
        self.addCleanup(caller.close)
        caller.connect()
        folder = Path(f"/proc/{self.server.process.pid}/fd")
        self.until(lambda: self.reader.status(ids["0"]) == "SUCCEEDED")
        quiet = []
        for _ in range(100):
            quiet.append(socket.create_connection(("127.0.0.1", self.server.port)))
        self.until(lambda: len(list(folder.iterdir())) >= 60)
        for number, name in (("1", "known"), ("2", "unknown")):
            try:
                caller.request("POST", "/oozie/v2/jobs?user.name=joe&action=start",
                               body=configuration({**self.app(name), "number": number}),
                               headers={"Content-Type": "application/xml", "Idempotency-Key": number})
                answer = Answer(caller.getresponse())
            except (http.client.HTTPException, OSError):
                answer = None  # it was given up for those who came later
                caller.close()
            if answer and answer.status != 201:
                self.check_refused(answer)
        for each in quiet:
            each.close()
        for number, name in (("1", "known"), ("2", "unknown")):
            ids[number] = self.submitted({**self.app(name), "number": number}, key=number)
        self.assertIsNone(self.server.process.poll())
        self.check_all_once(ids)


@unittest.skipUnless(can_mount(), "a disk of its own needs root and mounts")
class Disk(Scarce):
    SIZE = 96 << 20
    LEFT = (0, 4, 12, 24, 48, 80, 128, 256, 512)  # KiB that are free when somebody submits

    def setUp(self):
        super().setUp()
        self.disk = self.sandbox.path("disk")
        self.disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={self.SIZE}", "tmpfs", self.disk], check=True)
        self.addCleanup(subprocess.run, ["umount", "-l", self.disk], check=True)

    def fill(self, left):
        """All but so many KiB."""
        filler = self.disk / "filler"
        with filler.open("wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)):
                    pass
            except OSError:
                pass
            file.truncate(max(0, file.tell() - left * 1024))
        return filler

    def test_a_full_disk(self):
        self.serve("--local", state=self.disk / "state")
        ids = {"0": self.submitted({**self.app("known"), "number": "0"}, key="0")}
        self.until_status(ids["0"], "SUCCEEDED")
        refused = 0
        for left in self.LEFT:
            for name in ("known", f"unknown{left}"):
                number = f"{name}-{left}"
                properties = {**self.app(name), "number": number}
                filler = self.fill(left)
                answer = self.server.submit(properties, key=number)
                if answer.status != 201:
                    refused += 1
                    self.check_refused(answer)
                filler.unlink()
                ids[number] = self.submitted(properties, key=number)
                if answer.status == 201:
                    self.assertEqual(answer.json()["id"], ids[number])
                self.until(lambda: self.reader.status(ids[number]) in ("SUCCEEDED", "SUSPENDED"))
                if self.reader.status(ids[number]) == "SUSPENDED":  # it had no room for what it does
                    self.told(ids[number], "resume")
        self.assertGreater(refused, 2)
        self.assertIsNone(self.server.process.poll())
        self.check_all_once(ids)

    def test_it_begins_on_a_full_disk_or_says_why_not(self):
        self.serve("--local", state=self.disk / "state")
        ids = {"0": self.submitted({**self.app("known"), "number": "0"}, key="0")}
        self.until_status(ids["0"], "SUCCEEDED")
        self.server.end()
        filler = self.fill(0)
        done = run(["timeout", "2", HPDLD, *ONE_USER, "--local", "--listen", "127.0.0.1:0", "--state", self.server.state])
        if done.code != 124:  # it served until its time was over
            self.assertEqual((done.code, len(done.err.splitlines())), (1, 1), done)
        filler.unlink()
        self.server.start()
        self.check_all_once(ids)


if __name__ == "__main__":
    closing.main()
