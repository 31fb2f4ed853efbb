"""hpdld for run_bench.py: what it costs idle, how soon what is submitted runs, and many jobs at once."""

import contextlib
import http.client
import json
import os
import signal
import statistics
import time
from concurrent.futures import ThreadPoolExecutor

import generators
import programs
from parked_bench import milliseconds
from served import Server, configuration

ENDED = ("SUCCEEDED", "KILLED", "FAILED")
# Questions about the jobs that catalogue_bench makes: {n} is another number each time, {user} one of 20.
PAGES = {
    "all": "len=50", "the middle": "offset=50000&len=50", "status": "filter=status=RUNNING;status=SUSPENDED",
    "user": "filter=user=user{user}", "name": "filter=name=workflow-{n}", "text": "filter=text=FLOW-{n}",
    "user and status": "filter=user=user{user};status=FAILED", "user, the middle": "filter=user=user{user}&offset=2500",
    "time": "filter=startcreatedtime=2023-11-14T22:13Z;endcreatedtime=2023-11-15T02:13Z",
    "user and text": "filter=user=user{user};text=flow-1", "modified": "filter=sortBy=lastModifiedTime",
}


class ServerBench:
    def __init__(self, folder, state="served"):
        self.folder = folder
        self.server = Server(folder, "--local", state=folder / state)
        self.server.start()

    def close(self):
        """What its programs still want of it comes to nothing then."""
        self.server.end()
        for process in self.server.programs():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    def resident(self):
        """MiB of the server."""
        text = open(f"/proc/{self.server.process.pid}/status", encoding="ascii").read()
        return int(text.split("VmRSS:")[1].split()[0]) / 1024

    def application(self, name, text):
        path = self.folder / name
        path.mkdir()
        (path / "workflow.xml").write_text(text)
        return {"oozie.wf.application.path": f"file://{path}"}

    def client(self):
        return http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=600)

    def submit(self, connection, properties, user="joe"):
        """The id, and when the request was sent, in milliseconds since 1970."""
        sent = time.time() * 1000
        connection.request("POST", f"/oozie/v2/jobs?action=start&user.name={user}", configuration(properties).encode(),
                           {"Content-Type": "application/xml"})
        reply = connection.getresponse()
        body = reply.read()
        if reply.status != 201:
            raise RuntimeError(body.decode()[-300:])
        return body.decode().split('"')[3], sent

    def info(self, job):
        program = programs.Program(next((self.server.state / "programs").iterdir()), self.server.state)
        end = time.monotonic() + 600
        while time.monotonic() < end:
            found = program.info(job)["job"]
            if found["status"] in ENDED:
                return found
            time.sleep(0.02)
        raise RuntimeError(f"{job} does not end")

    def first_node(self, count):
        """Milliseconds from a request to the start of the job's first action, sorted; the application is known."""
        app = self.application("one", generators.fork_of_fs(2, str(self.folder / "one-out")))
        connection = self.client()
        self.info(self.submit(connection, app)[0])
        times = []
        for _ in range(count):
            job, sent = self.submit(connection, app)
            node = next(node for node in self.info(job)["nodes"] if node["type"] == "fs")
            times.append(milliseconds(node["started"]) - sent)
        return sorted(times)

    def whole(self, name, text):
        """Seconds from the request for a job to its end; the application is known."""
        app = self.application(name, text)
        connection = self.client()
        times = []
        for _ in range(4):
            job, sent = self.submit(connection, app)
            times.append((milliseconds(self.info(job)["ended"]) - sent) / 1000)
        return min(times[1:])

    def pages(self, rounds):
        """Milliseconds of each question about the jobs that are there, p99, by what it asks for."""
        connection, found = self.client(), {}
        for name, query in PAGES.items():
            times = []
            for number in range(rounds):
                target = f"/oozie/v2/jobs?jobtype=wf&user.name=joe&{query.format(n=number, user=number % 20)}"
                begin = time.monotonic()
                connection.request("GET", target)
                reply = connection.getresponse()
                body = reply.read()
                times.append((time.monotonic() - begin) * 1000)
                if reply.status != 200 or b'"total":' not in body:
                    raise RuntimeError(body.decode()[-300:])
            found[name] = sorted(times)[rounds * 99 // 100]
        return found

    def know_short(self):
        """Makes the application of short_jobs() known, by a job."""
        self.short = self.application("short", generators.chain_of_fs(1, str(self.folder / "short-out")))
        self.info(self.submit(self.client(), self.short)[0])

    def short_jobs(self, count, clients=8):
        """Milliseconds of each of so many jobs of one action, each client's after the one before has ended."""
        def client(_):
            connection, times = self.client(), []
            for _ in range(max(count // clients, 1)):
                begin = time.monotonic()
                job, _ = self.submit(connection, self.short)
                while self.status(connection, job) not in ENDED:
                    time.sleep(0.005)
                times.append((time.monotonic() - begin) * 1000)
            return times

        with ThreadPoolExecutor(clients) as pool:
            return [took for times in pool.map(client, range(clients)) for took in times]

    def status(self, connection, job):
        connection.request("GET", f"/oozie/v2/job/{job}?show=status&user.name=joe")
        return json.loads(connection.getresponse().read())["status"]

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.server.process.pid}/fd"))

    def at_once(self, count, users=4):
        """Seconds until so many jobs of 5 fs actions have ended, submitted by 8 clients; and how many times the median
        time of its user the slowest job took. The users' applications are known: a compilation takes as long as several jobs."""
        app = self.application("five", generators.chain_of_fs(5, str(self.folder / "five-out")))
        for user in range(users):
            self.info(self.submit(self.client(), app, f"u{user}")[0])

        def client(which):
            connection = self.client()
            return [(which % users, *self.submit(connection, app, f"u{which % users}"))
                    for _ in range(count // 8)]

        begin = time.time() * 1000
        with ThreadPoolExecutor(8) as pool:
            jobs = [job for done in pool.map(client, range(8)) for job in done]
        ends = [(user, milliseconds(self.info(job)["ended"]) - sent) for user, job, sent in jobs]
        last = max(sent + took for (_, _, sent), (_, took) in zip(jobs, ends))
        worst = 0
        for user in range(users):
            mine = [took for each, took in ends if each == user]
            worst = max(worst, max(mine) / statistics.median(mine))
        return (last - begin) / 1000, worst
