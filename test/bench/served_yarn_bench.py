"""hpdld with thousands of jobs that each wait for a YARN application, for run_bench.py.

One job is parked at a real cluster; the others are its copies. What the real resource manager said of the application is
said of all of them by resource_manager.py, at its port.
"""

import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import programs
from served import Server
from yarn_bench import YarnBench

PARKED = 5


class ServedYarnBench:
    def __init__(self, folder):
        self.folder, self.state = folder, folder / "yarn-state"
        self.server = self.manager = None
        self.yarn = YarnBench(folder)

    def close(self):
        if self.server is not None:
            self.server.end()
        if self.manager is not None:
            self.manager.stdin.close()
            self.manager.wait()
        self.yarn.close()

    def park(self, program):
        """Runs the program until it is parked. The job's id."""
        user = self.yarn.user()
        file = self.folder / f"id-{user}"
        command = [program, "run", "--progress", "none", "--park", "0", "--keep-program", "--state", self.state, "--id-file", file,
                   "-D", f"user.name={user}", "-D", f"out=/bench/{user}/out"]
        done = subprocess.run(list(map(str, command)), env=self.yarn.environment(user), stdin=subprocess.DEVNULL,
                              capture_output=True, text=True)
        if done.returncode != PARKED:
            raise RuntimeError(f"{done.returncode}: {done.stderr[-400:]}")
        return file.read_text().strip()

    def wait_of(self, program, job):
        [wait] = programs.Program(program, self.state).info(job)["job"]["waits"]
        return wait["wait"]["what"]

    def real(self, program, count):
        """Seconds from the end of each of so many applications, one after another, to the wake of its job, sorted."""
        jobs = [self.park(program) for _ in range(count)]
        self.serve()
        times = []
        for job in jobs:
            app = self.wait_of(program, job)[2]
            times.append(self.woken(program, job, lambda app=app: self.yarn.hadoop.kill(app)))
        self.server.end()
        return sorted(times)

    def woken(self, program, job, end):
        """Seconds from the end of a job's application, which `end()` brings about, to the end of its parking."""
        program = programs.Program(program, self.state)
        before = program.info(job)["job"]["parked"]
        end()
        begin = time.monotonic()
        while program.info(job)["job"]["parked"] == before:  # it may park again at once
            if time.monotonic() > begin + 60:
                raise RuntimeError(f"{job} is not woken")
            time.sleep(0.01)
        return time.monotonic() - begin

    def copies(self, program, count):
        """Puts so many jobs beside one that is parked. Each job, and the application that it waits for."""
        shutil.rmtree(self.state, ignore_errors=True)
        first = self.park(program)
        _, _, app, tag = self.wait_of(program, first)
        answer = self.yarn.hadoop.ask(self.yarn.hadoop.rm_http, f"/ws/v1/cluster/apps/{app}")["app"]
        self.yarn.hadoop.kill(app)
        bell = self.state / "jobs" / first / "bell"
        bell.unlink()  # a FIFO, which is not copied
        made = subprocess.run([programs.HPDLC.parent / "catalogue_bench", "copies", str(count - 1), self.state, first],
                              capture_output=True, text=True, check=True)
        ids = {tag: app, **dict(line.split() for line in made.stdout.splitlines())}
        for catalogue in self.state.glob("catalogue-*"):
            shutil.rmtree(catalogue)
        self.yarn.hadoop.stop_daemon("resourcemanager")
        answers = self.folder / "answers.json"
        answers.write_text(json.dumps({"app": answer, "ids": ids}))
        self.manager = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("resource_manager.py"), self.yarn.hadoop.rm_http.split(":")[1], answers],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.said = queue.Queue()
        threading.Thread(target=lambda: [self.said.put(line) for line in self.manager.stdout], daemon=True).start()
        if self.said.get(timeout=60) != "serves\n":
            raise RuntimeError("the stand-in does not serve")
        return [(f"9{number:06}{first[7:]}", app) for number, app in enumerate(ids.values())][1:]

    def serve(self):
        environment = dict(os.environ, HADOOP_CONF_DIR=str(self.yarn.hadoop.conf))
        self.server = Server(self.folder, "--local", state=self.state, env=environment)
        self.server.start()

    def listed(self, seconds=120):
        """Returns when the living have been listed."""
        while self.said.get(timeout=seconds) != "listed\n":
            pass

    def end_one(self, program, job, app):
        return self.woken(program, job, lambda: print("end", app, file=self.manager.stdin, flush=True))

    def share(self, seconds):
        before = self.yarn.cpu(self.server.process.pid)
        time.sleep(seconds)
        return (self.yarn.cpu(self.server.process.pid) - before) / seconds

    def programs(self):
        """Processes that run kept programs."""
        found = 0
        for entry in Path("/proc").glob("[0-9]*/exe"):
            try:
                found += str(self.state / "programs") in os.readlink(entry)
            except OSError:
                pass
        return found

    def resident(self):
        text = Path(f"/proc/{self.server.process.pid}/status").read_text(encoding="ascii")
        return int(text.split("VmRSS:")[1].split()[0]) / 1024
