"""The same requests to hpdld and to a real Oozie, in one run, for run_bench.py.

Both speak one protocol, so one client measures both. Oozie has its own settings, on Derby; there is no cluster.
"""

import http.client
import json
import re
import statistics
import time

import generators
from oozie_server import OozieServer
from server_bench import ENDED, ServerBench
from served import configuration

MOST_SECONDS = 900


class Asked:
    """One of the two servers."""

    def __init__(self, folder, port, pid):
        self.folder, self.pid = folder, pid
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=MOST_SECONDS)

    def call(self, method, path, body=None, **query):
        words = "&".join(f"{name}={value}" for name, value in {"user.name": "joe", **query}.items())
        self.connection.request(method, f"/oozie/v2/{path}?{words}", body, {"Content-Type": "application/xml"} if body else {})
        reply = self.connection.getresponse()
        text = reply.read()
        if reply.status >= 300:
            raise RuntimeError(text.decode()[-300:])
        return json.loads(text) if text else None

    def application(self, name, text):
        path = self.folder / name
        path.mkdir()
        # Oozie would put file:/// before paths that have it already.
        (path / "workflow.xml").write_text(re.sub("<global>.*</global>", "", text))
        return configuration({"oozie.wf.application.path": f"file://{path}", "user.name": "joe"}).encode()

    def submit(self, body):
        return self.call("POST", "jobs", body, action="start")["id"]

    def until_ended(self, job):
        end = time.monotonic() + MOST_SECONDS
        while (status := self.call("GET", f"job/{job}", show="status")["status"]) not in ENDED:
            if time.monotonic() > end:
                raise RuntimeError(f"{job} does not end")
            time.sleep(0.01)
        if status != "SUCCEEDED":
            raise RuntimeError(f"{job} is {status}")

    def whole(self, body):
        """Seconds from the request for a job to its end, and the job."""
        begin = time.monotonic()
        job = self.submit(body)
        self.until_ended(job)
        return time.monotonic() - begin, job

    def first_action(self, body):
        """Seconds from the request until the job's first action is there to be seen."""
        begin = time.monotonic()
        job = self.submit(body)
        while not any(action["type"] == "fs" for action in self.call("GET", f"job/{job}", show="info")["actions"]):
            time.sleep(0.002)
        took = time.monotonic() - begin
        self.until_ended(job)
        return took

    def info(self, job, count):
        times = []
        for _ in range(count):
            begin = time.monotonic()
            self.call("GET", f"job/{job}", show="info")
            times.append(time.monotonic() - begin)
        return statistics.median(times)

    def resident(self):
        """MiB."""
        with open(f"/proc/{self.pid}/status", encoding="ascii") as status:
            return int(status.read().split("VmRSS:")[1].split()[0]) / 1024


def measure(folder, actions, branches, times):
    """What was found of each of the two: MiB, and seconds by case."""
    ours = ServerBench(folder)
    theirs = OozieServer(folder / "oozie").start()
    try:
        found = []
        for name, port, pid in (("ours", ours.server.port, ours.server.process.pid), ("oozie", theirs.port, theirs.process.pid)):
            place = folder / f"beside-{name}"
            place.mkdir()
            asked = Asked(place, port, pid)
            idle = asked.resident()
            chain = asked.application("chain", generators.chain_of_fs(actions, f"file://{place}/chain-out"))
            fork = asked.application("fork", generators.fork_of_fs(branches, f"file://{place}/fork-out"))
            one = asked.application("one", generators.chain_of_fs(1, f"file://{place}/one-out"))
            asked.whole(one)  # from then on the application is known, and classes are loaded
            first = statistics.median(asked.first_action(one) for _ in range(times))
            chained, job = asked.whole(chain)
            found.append({"idle": idle, "first": first, "chain": chained, "info": asked.info(job, 20),
                          "fork": asked.whole(fork)[0]})
        return found
    finally:
        ours.close()
        theirs.stop()
