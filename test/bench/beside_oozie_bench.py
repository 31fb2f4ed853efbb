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
# Every 5 minutes of a year that is past. Oozie makes, checks and starts them in services, each of which comes every 2 s.
YEAR = """<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="year" frequency="${coord:minutes(5)}"
    start="2023-01-01T00:00Z" end="2024-01-01T00:00Z" timezone="UTC">
  <controls><concurrency>10</concurrency><throttle>500</throttle></controls>
  <action><workflow><app-path>%s</app-path></workflow></action></coordinator-app>"""
SERVICES = {f"oozie.service.{name}": value for name, value in (
    ("CoordMaterializeTriggerService.scheduling.interval", 2), ("StatusTransitService.statusTransit.interval", 2),
    ("PauseTransitService.PauseTransit.interval", 2), ("RecoveryService.interval", 2),
    ("coord.input.check.requeue.interval", 2000))}


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


def catch_up(folder, seconds):
    """How many actions of one coordinator, whose times are all past, each of the two has finished after some seconds."""
    ours = ServerBench(folder)
    theirs = OozieServer(folder / "oozie", site=SERVICES).start()
    try:
        finished = []
        for name, port, pid in (("ours", ours.server.port, ours.server.process.pid), ("oozie", theirs.port, theirs.process.pid)):
            place = folder / f"year-{name}"
            (place / "year").mkdir(parents=True)
            asked = Asked(place, port, pid)
            one = asked.application("one", generators.chain_of_fs(1, f"file://{place}/one-out"))
            asked.whole(one)  # from then on the workflow is known, and classes are loaded
            (place / "year" / "coordinator.xml").write_text(YEAR % f"file://{place}/one")
            job = asked.submit(configuration({"oozie.coord.application.path": f"file://{place}/year", "user.name": "joe"}).encode())
            time.sleep(seconds)
            asked.connection.close()  # nobody keeps one that is idle for so long
            done = asked.call("GET", f"job/{job}", show="info", filter="status%3DSUCCEEDED", len=1)
            finished.append(done["total"])
            asked.call("PUT", f"job/{job}", action="kill")
            while asked.call("GET", f"job/{job}", show="status")["status"] != "KILLED":
                time.sleep(0.1)
        return finished
    finally:
        ours.close()
        theirs.stop()
