"""hpdld with thousands of coordinators that are parked for data, for run_bench.py.

They are notes in journals, without programs, and their workflows are rows of the catalogue alone; name_node.py stands in for
the HDFS that they wait for.
"""

import contextlib
import datetime
import os
import re
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import programs
from served import Server

NAME_NODE = "nn:8020"


class ServedCoordinatorsBench:
    def __init__(self, folder):
        self.folder, self.state = folder, folder / "coordinators-state"
        self.server = None
        self.name_node = subprocess.Popen([sys.executable, Path(__file__).with_name("name_node.py")],
                                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        port = self.name_node.stdout.readline().strip()
        self.site = folder / "coordinators-site.xml"
        self.site.write_text("<configuration><property><name>hpdl.hadoop.webhdfs.addresses</name>"
                             f"<value>{NAME_NODE}=127.0.0.1:{port}</value></property></configuration>")

    def close(self):
        if self.server is not None:
            self.server.end()
        self.name_node.stdin.close()
        self.name_node.wait()

    def park(self, count):
        made = subprocess.run([programs.HPDLC.parent / "catalogue_bench", "coordinators", str(count), self.state, NAME_NODE],
                              check=True, capture_output=True, text=True)
        self.coordinators = [line.split() for line in made.stdout.splitlines()]

    def serve(self):
        """Seconds until each path has been looked at."""
        self.server = Server(self.folder, "--local", "--site", str(self.site), state=self.state)
        begin = time.monotonic()
        self.server.start()
        while not 0 < self.paths() <= self.requests():
            if time.monotonic() > begin + 120:
                raise RuntimeError(f"{self.requests()} requests for {self.paths()} paths")
            time.sleep(0.1)
        taken = time.monotonic() - begin
        if self.figure("hpdld_jobs_parked") != len(self.coordinators):
            raise RuntimeError("not all of them are watched")
        return taken

    def workflow_ends(self, coordinator, workflow):
        """Seconds from the end of a coordinator's workflow to the wake of the coordinator."""
        [catalogue] = self.state.glob("catalogue-*/jobs.db")
        with contextlib.closing(sqlite3.connect(catalogue, timeout=60)) as rows:
            rows.execute("UPDATE job SET state=3, modified=? WHERE id=?", (round(time.time() * 1000), workflow))
            rows.commit()
        begin = time.monotonic()
        while f"wake {coordinator}" not in self.server.log.read_text():
            if time.monotonic() > begin + 60:
                raise RuntimeError(f"{coordinator} is not woken")
            time.sleep(0.01)
        return time.monotonic() - begin

    def arrivals(self, count):
        """For each hour of one coordinator: seconds from its done flag to the first node of its workflow. The flags come at
        different times of the pause between two looks."""
        folder = self.folder / "arrivals"
        (folder / "wf").mkdir(parents=True)
        (folder / "wf" / "workflow.xml").write_text(
            '<workflow-app xmlns="uri:oozie:workflow:1.0" name="w"><start to="end"/><end name="end"/></workflow-app>')
        end = datetime.datetime(2024, 1, 1) + datetime.timedelta(hours=count)
        (folder / "coordinator.xml").write_text(
            '<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="c" frequency="${coord:hours(1)}" start="2024-01-01T00:00Z" '
            f'end="{end:%Y-%m-%dT%H:%MZ}" timezone="UTC"><controls><timeout>-1</timeout><concurrency>{count}</concurrency>'
            f'<throttle>{count}</throttle></controls><datasets><dataset name="d" frequency="${{coord:hours(1)}}" '
            'initial-instance="2024-01-01T00:00Z" timezone="UTC"><uri-template>'
            f'hdfs://{NAME_NODE}/d/${{DAY}}-${{HOUR}}</uri-template></dataset></datasets><input-events><data-in name="i" dataset="d">'
            f'<instance>${{coord:current(0)}}</instance></data-in></input-events><action><workflow><app-path>file://{folder}/wf'
            "</app-path></workflow></action></coordinator-app>")
        text = self.site.read_text().replace("</configuration>", "<property><name>oozie.service.coord.input.check.requeue.interval"
                                             "</name><value>1000</value></property></configuration>")
        self.site.write_text(text)
        self.server = Server(self.folder, "--local", "--site", str(self.site), state=self.state)
        self.server.start()
        job = self.server.submit({"oozie.coord.application.path": f"file://{folder}"}).json()["id"]
        self.until(lambda: len(self.info(job)["actions"]) == count)
        return [self.arrival(job, number) for number in range(count)]

    def arrival(self, job, number):
        time.sleep(number * 0.37 % 1)  # at another part of the pause
        hour = datetime.datetime(2024, 1, 1) + datetime.timedelta(hours=number)
        begin = time.time()
        print(f"add /d/{hour:%d-%H}/_SUCCESS", file=self.name_node.stdin, flush=True)
        workflow = lambda: self.info(job)["actions"][number]["externalId"]  # noqa: E731
        self.until(lambda: workflow() and self.info(workflow())["actions"])
        journal = self.state / "jobs" / workflow() / "journal.db"
        with contextlib.closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as rows:
            [(started,)] = rows.execute("SELECT min(started) FROM node WHERE started > 0")
        return started / 1000 - begin

    def info(self, job):
        return self.server.call("GET", f"/oozie/v2/job/{job}", len="1000").json()

    @staticmethod
    def until(condition):
        end = time.monotonic() + 60
        while not condition():
            if time.monotonic() > end:
                raise RuntimeError("it does not come so far")
            time.sleep(0.05)

    def requests(self):
        print("count", file=self.name_node.stdin, flush=True)
        return int(self.name_node.stdout.readline())

    def figure(self, name):
        return int(re.search(rf"^{name} (\d+)$", self.server.call("GET", "/metrics", user=None).body, re.M)[1])

    def paths(self):
        return self.figure("hpdld_paths_watched")

    def share(self, seconds):
        """Part of a core that the server uses, and how many requests it makes meanwhile."""
        requests, before = self.requests(), self.used()
        time.sleep(seconds)
        return (self.used() - before) / seconds, self.requests() - requests

    def used(self):
        words = Path(f"/proc/{self.server.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def resident(self):
        """MiB."""
        text = Path(f"/proc/{self.server.process.pid}/status").read_text(encoding="ascii")
        return int(text.split("VmRSS:")[1].split()[0]) / 1024

    def programs(self):
        """Processes that the server has started."""
        found = subprocess.run(["pgrep", "-c", "-P", str(self.server.process.pid)], capture_output=True, text=True)
        return int(found.stdout)
