"""What ten workflows and two coordinators cost by a real Oozie and by hpdld, on one real cluster in one run, for run_bench.py.

The two take turns; both are asked by Oozie's protocol. Counted are the server and every process that it starts on its machine,
and by themselves what the containers in the cluster take.
"""

import os
import sys
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "hadoop"), str(HERE.parent / "harness")]
import cluster  # noqa: E402
import cost_workflows  # noqa: E402
from beside_oozie_bench import Asked  # noqa: E402
from cluster_oozie import LAUNCHER, ClusterOozie  # noqa: E402
from served import ONE_USER, Server, configuration  # noqa: E402
from smtp_peer import Smtp  # noqa: E402

USER, APPS = "joe", "/user/joe/examples/apps"
SAMPLE_SECONDS = 0.02
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE") / 2**20
# Where Oozie has services that come by the clock, they come soon, and more than three actions of a kind may be worked on at once:
# else several forks of fs actions hold each other up for minutes.
SERVICES = {f"oozie.service.{name}": value for name, value in (
    ("CoordMaterializeTriggerService.scheduling.interval", 5), ("StatusTransitService.statusTransit.interval", 5),
    ("coord.input.check.requeue.interval", 5000), ("CallableQueueService.callable.concurrency", 20))}


def processes():
    """Pid -> (parent, ticks of its own, ticks of its children that have gone, MiB)."""
    found = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                words = Path(f"/proc/{entry}/stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            found[int(entry)] = (int(words[1]), int(words[11]) + int(words[12]), int(words[13]) + int(words[14]), int(words[21]) * PAGE)
    return found


def family(root, found):
    """The process and all that come from it."""
    members, grown = {root}, True
    while grown:
        more = {pid for pid, (parent, *_) in found.items() if parent in members} - members
        members |= more
        grown = bool(more)
    return members & found.keys()


class Account:
    """Processor and memory of a process and its family. `apart`: it itself is no part of them, and only keeps the account."""

    def __init__(self, root, apart=False):
        self.root, self.apart = root, apart
        self.peak, self.ended = 0, threading.Event()
        self.begin = self.cpu()
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()

    def cpu(self):
        found = processes()
        own = found[self.root][1] if self.apart else 0
        return (sum(found[pid][1] + found[pid][2] for pid in family(self.root, found)) - own) / TICKS

    def resident(self):
        found = processes()
        own = {self.root} if self.apart else set()
        return sum(found[pid][3] for pid in family(self.root, found) - own)

    def watch(self):
        while not self.ended.wait(SAMPLE_SECONDS):
            self.peak = max(self.peak, self.resident())

    def close(self):
        """Seconds of processor since the beginning, and the most MiB at once."""
        self.ended.set()
        self.thread.join()
        return self.cpu() - self.begin, self.peak


class CostBench:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.hadoop = cluster.start_own()
        self.mail = self.theirs = self.ours = None
        try:
            self.hadoop.wait_for_yarn()
            self.input = cost_workflows.put(self.hadoop, APPS, USER)
            self.hadoop.mkdir("/cost", owner=USER)
            self.mail = Smtp(self.folder / "mail")
            # Containers of both are of the same size.
            site = {"oozie.email.smtp.port": self.mail.port, **LAUNCHER}
            self.theirs = ClusterOozie(self.folder / "oozie", self.hadoop, site={**SERVICES, **site}).start()
            self.site = self.folder / "site.xml"
            cluster.write_site(self.site, site)
            self.ours = Server(self.folder, "--site", self.site, *ONE_USER, env={"HADOOP_CONF_DIR": self.hadoop.conf},
                               state=self.folder / "state", before=(sys.executable, HERE / "accounted.py")).start()
        except BaseException:
            self.close()
            raise

    def close(self):
        if self.ours is not None:
            self.ours.end()
        if self.theirs is not None:
            self.theirs.stop()
        if self.mail is not None:
            self.mail.close()
        self.hadoop.stop()

    def properties(self, name, out, path):
        return configuration({"user.name": USER, "nameNode": self.hadoop.name_node, "resourceManager": self.hadoop.rm_address,
                              "queueName": "default", "examplesRoot": "examples", "projectVersion": "5.2.1", "apps": APPS,
                              "input": self.input, "out": f"{out}/{name}",
                              f"oozie.{path}.application.path": f"{self.hadoop.name_node}{APPS}/{name}"}).encode()

    def containers(self):
        """Seconds of processor of all containers that have ended."""
        self.hadoop.load()
        return processes()[self.hadoop.pids["nodemanager"]][2] / TICKS

    def reserved(self, since):
        """GiB for so many seconds, in the cluster, of all applications but so many."""
        apps = self.hadoop.apps()
        return sum(app["memorySeconds"] for app in apps[since:]) / 1024, len(apps) - since

    def once(self, name, port, pid, apart):
        """All of it, submitted at once, to the last end."""
        asked = Asked(self.folder, port, pid)
        out = f"/cost/{name}"
        before, apps = self.containers(), len(self.hadoop.apps())
        account = Account(pid, apart)
        begin = time.monotonic()
        try:
            jobs = [asked.submit(self.properties(each, out, "wf")) for each in cost_workflows.workflows()]
            jobs += [asked.submit(self.properties(each, out, "coord")) for each in cost_workflows.coordinators()]
            for job in jobs:
                asked.until_ended(job)
            wall = time.monotonic() - begin
        finally:
            cpu, peak = account.close()
        asked.connection.close()
        memory, count = self.reserved(apps)
        return {"wall": wall, "cpu": cpu, "peak": peak, "containers": self.containers() - before, "memory": memory, "apps": count}

    def measure(self, rounds):
        """For each of the two a list of what was found, a round each."""
        found = {"oozie": [], "ours": []}
        for _ in range(rounds):
            found["oozie"].append(self.once("oozie", self.theirs.port, self.theirs.process.pid, False))
            found["ours"].append(self.once("ours", self.ours.port, self.ours.process.pid, True))
        return found
