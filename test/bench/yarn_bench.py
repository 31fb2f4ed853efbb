"""Our program beside `hadoop jar` on one YARN cluster: how soon a job is accepted, what the client costs."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "hadoop"), str(HERE.parent / "harness")]
import cluster  # noqa: E402
from programs import fork, join, workflow  # noqa: E402
from yarn_case import java_job, word_count  # noqa: E402

QUEUE = "mapreduce.job.queuename"
LONG_WAIT = 600


class Found:
    """Seconds of one job: from the command to ACCEPTED, to its end, and processor time of the client."""

    def __init__(self, accepted, wall, cpu):
        self.accepted, self.wall, self.cpu = accepted, wall, cpu


class YarnBench:
    """A cluster of its own; `folder` is for programs and their state."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.hadoop = cluster.start_own()
        try:
            self.hadoop.wait_for_yarn()
            line = "the quick brown fox jumps over the lazy dog\n"
            for name in "ab":
                self.hadoop.write(f"/bench/in/{name}", line * 2000)
        except BaseException:
            self.close()
            raise

    def close(self):
        self.hadoop.stop()

    def text(self, body, start):
        return workflow(body, start).replace(
            "<resource-manager>local</resource-manager><name-node>file:///</name-node>",
            f"<resource-manager>{self.hadoop.rm_address}</resource-manager>"
            f"<name-node>{self.hadoop.name_node}</name-node>")

    def user(self):
        """One that has no application yet."""
        name = "u" + uuid.uuid4().hex[:8]
        self.hadoop.mkdir(f"/user/{name}", owner=name)
        self.hadoop.mkdir(f"/bench/{name}", owner=name)
        return name

    def environment(self, user):
        return dict(os.environ, HADOOP_CONF_DIR=self.hadoop.conf, HADOOP_USER_NAME=user)

    def command(self, program, user, *words):
        """A run with a state directory of its own."""
        state = self.folder / f"state-{user}"
        return [str(word) for word in (program, "run", "--progress", "none", "--state", state,
                                       "-D", f"user.name={user}", "-D", f"out=/bench/{user}/out", *words)]

    def job(self, command, user):
        """Runs one command whose user has no other job."""
        with tempfile.TemporaryFile() as said:
            begin = time.monotonic()
            child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said,
                                     env=self.environment(user))
            accepted = None
            while accepted is None and not cluster.Cluster.ended(child.pid):
                states = {app["state"] for app in self.hadoop.apps(user=user)}
                if states - {"NEW", "NEW_SAVING", "SUBMITTED"}:
                    accepted = time.monotonic() - begin
                time.sleep(0.01)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            wall = time.monotonic() - begin
            if child.returncode != 0 or accepted is None:
                said.seek(0)
                raise RuntimeError(f"{command[:3]} ended with {child.returncode}: {said.read()[-600:]}")
        return Found(accepted, wall, usage.ru_utime + usage.ru_stime)

    def word_counts(self, program, rounds):
        """The best of each figure, of ours and of hadoop's, measured in turn."""
        ours, theirs = [], []
        for _ in range(rounds):
            user = self.user()
            ours.append(self.job(self.command(program, user), user))
            user = self.user()
            theirs.append(self.job(self.hadoop.hadoop_command(
                "jar", self.hadoop.example_jar(), "wordcount", "/bench/in", f"/bench/{user}/out"), user))
        return [Found(*(min(getattr(each, key) for each in found) for key in ("accepted", "wall", "cpu")))
                for found in (ours, theirs)]

    def word_count_text(self):
        return self.text(java_job("m", word_count(f"{self.hadoop.name_node}/bench/in",
                                                  f"{self.hadoop.name_node}${{out}}")), "m")

    def waiting_job(self, name, to="end"):
        """One that its queue has no room for, ever."""
        more = {QUEUE: "small", "yarn.app.mapreduce.am.resource.mb": "2048"}
        return java_job(name, word_count(f"{self.hadoop.name_node}/bench/in",
                                         f"{self.hadoop.name_node}${{out}}/{name}", **more), to=to)

    def waiting_text(self, count):
        """A fork of them."""
        names = [f"m{number}" for number in range(count)]
        return self.text(fork("f", *names) + join("j") + "".join(self.waiting_job(name, "j") for name in names), "f")

    def watch(self, program, count, seconds):
        """How long it took to submit so many applications, and the part of a core that waiting needs then."""
        user = self.user()
        begin = time.monotonic()
        child = subprocess.Popen(self.command(program, user, "--id-file", self.folder / "id"),
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL, env=self.environment(user))
        try:
            while len(self.hadoop.apps(user=user, states="ACCEPTED")) < count:
                if child.poll() is not None or time.monotonic() > begin + LONG_WAIT:
                    raise RuntimeError(f"{len(self.hadoop.apps(user=user))} of {count} applications, then "
                                       f"exit code {child.poll()}")
                time.sleep(1)
            submitted = time.monotonic() - begin
            time.sleep(5)
            before, mark = self.cpu(child.pid), time.monotonic()
            time.sleep(seconds)
            return submitted, (self.cpu(child.pid) - before) / (time.monotonic() - mark)
        finally:
            child.kill()
            child.wait()
            for app in self.hadoop.apps(user=user, states="ACCEPTED"):
                self.hadoop.kill(app["id"])
            shutil.rmtree(self.folder / f"state-{user}", ignore_errors=True)

    @staticmethod
    def cpu(pid):
        words = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
