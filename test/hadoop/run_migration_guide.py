"""docs/migration.md, followed by the letter: its commands are run in its order beside a real Oozie 5.2.1 on a real cluster, with
the examples of Oozie's distribution. What Oozie had before is made here; hosts, ports and folders of the guide become the test's.

`<!-- step: NAME -->` stands before commands, which must succeed, in one shell; a ```text after them is their output, as in
run_examples_in_docs.py. `<!-- cron -->` stands before lines of a crontab, which are run as cron runs them; `<!-- unit: NAME -->`
before a unit, which systemd must understand.
"""

import datetime
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import unittest
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "harness"), str(HERE.parent / "conformance")]
import cluster
import closing
import jars
import real_files
from cluster_oozie import EXAMPLES, ClusterOozie
from oozie_server import prepared
from ports import free_port
from programs import BUILD, ROOT, Sandbox
from served import ONE_USER, configuration

GUIDE = ROOT / "docs" / "migration.md"
ITEM = re.compile(r"<!-- (step|cron|unit)(?:: (.+?))? -->\s*```\w*\n(.*?)```(?:\s*```text\n(.*?)```)?", re.DOTALL)
CRON = "env -i HOME=$HOME LOGNAME=$USER SHELL=/bin/sh PATH=/usr/bin:/bin /bin/sh -c "
STEP_SECONDS, GUIDE_SECONDS = 180, 750  # sooner than whoever ends this script from outside
ALL_EXAMPLES = {**EXAMPLES, "git": "Git", "spark": "Spark", "credentials-retrying": "CredentialsRetrying"}
DAILY = """<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="daily" frequency="${coord:days(1)}" start="${start}" end="${end}"
    timezone="UTC">
  <datasets><dataset name="day" frequency="${coord:days(1)}" initial-instance="2020-01-01T00:00Z" timezone="UTC">
    <uri-template>${input}/${YEAR}-${MONTH}-${DAY}</uri-template><done-flag></done-flag></dataset></datasets>
  <input-events><data-in name="in" dataset="day"><instance>${coord:current(0)}</instance></data-in></input-events>
  <action><workflow><app-path>${workflowAppUri}</app-path></workflow></action>
</coordinator-app>
"""
HAVE_DATA = 2


class Guide:
    """The items of the guide: (what, name, text, expected output)."""

    def __init__(self):
        self.items = ITEM.findall(GUIDE.read_text())

    def script(self, places):
        """All steps and lines of crontabs as one script, which says where each begins."""
        lines = []
        for number, (what, _, text, _) in enumerate(self.items):
            if what == "unit":
                continue
            lines.append(f"echo @@{number}@@")
            if what == "step":
                lines.append(text)
            for line in text.splitlines() if what == "cron" else ():
                command = re.sub(r"^(@\w+|(\S+\s+){5})\s*", "", line)
                assert "%" not in command, "cron takes that for the end of the line"
                lines.append(CRON + shlex.quote(command) + " || test $? = 5")  # 5: it waits
        return replaced("\n".join(lines), places)


def replaced(text, places):
    return re.sub("|".join(map(re.escape, sorted(places, key=len, reverse=True))), lambda found: places[found[0]], text)


class MigrationGuide(unittest.TestCase):
    def setUp(self):
        self.hdfs = cluster.shared()
        self.hdfs.wait_for_yarn()
        self.sandbox = Sandbox()
        self.addCleanup(self.sandbox.close)
        self.user = self.hdfs.user
        self.root = f"/user/{self.user}/examples"
        self.addCleanup(self.hdfs.delete, self.root)
        site = {"hpdl.server.one.user": "true"} if ONE_USER else {}
        self.oozie = ClusterOozie(self.sandbox.path("oozie"), self.hdfs, site=site).start()
        self.addCleanup(self.oozie.stop)
        for name in ("bin", "etc", "lock", "home", "units"):
            self.sandbox.path(name).mkdir(exist_ok=True)
        self.port = free_port()
        self.places = {
            "http://old.example.com:11000/oozie": self.oozie.url, "127.0.0.1:11000": f"127.0.0.1:{self.port}",
            "hdfs://nn.example.com:8020": self.hdfs.name_node, "/etc/oozie/conf": str(self.oozie.folder / "conf"),
            "/etc/hadoop/conf": self.hdfs.conf, "/etc/pipelines": str(self.sandbox.path("etc")),
            "/usr/local/bin": str(self.sandbox.path("bin")), "/run/lock": str(self.sandbox.path("lock"))}
        (self.sandbox.path("bin") / "oozie").symlink_to(BUILD / "bin" / "hpdl")
        self.put_examples()

    # ---- What the team has

    def put_examples(self):
        files = real_files.files()
        for name, file in ALL_EXAMPLES.items():
            self.put(f"apps/{name}/workflow.xml", files[f"examples/{file}.xml"].read_bytes())
            self.properties(name, "wf", {})
        [jar] = jars.fetched("oozie", "real", HERE.parent / "conformance" / "real" / "pom.xml").glob("oozie-examples-*.jar")
        for name in ("java-main", "global"):
            self.put(f"apps/{name}/lib/oozie-examples-5.2.1.jar", jar.read_bytes())
        self.put("apps/daily/coordinator.xml", DAILY.encode())
        today = datetime.datetime.now(datetime.timezone.utc).replace(hour=0, minute=0)
        days = [today + datetime.timedelta(days=n) for n in (-4, -3, 10)]
        for day in days[:HAVE_DATA]:
            self.hdfs.mkdir(f"{self.root}/input/{day:%Y-%m-%d}", owner=self.user)
        home = "${nameNode}/user/${user.name}/${examplesRoot}"
        self.properties("daily", "coord", {"workflowAppUri": f"{home}/apps/shell", "input": f"{home}/input", "start": f"{days[0]:%Y-%m-%dT%H:%MZ}",
                                           "end": f"{days[2]:%Y-%m-%dT%H:%MZ}"})

    def put(self, name, content):
        self.hdfs.mkdir(f"{self.root}/{name}".rpartition("/")[0], owner=self.user)
        self.hdfs.write(f"{self.root}/{name}", content, owner=self.user)

    def properties(self, name, path, more):
        rows = {"nameNode": self.hdfs.name_node, "resourceManager": self.hdfs.rm_address, "queueName": "default",
                "examplesRoot": "examples", "projectVersion": "5.2.1",
                f"oozie.{path}.application.path": f"${{nameNode}}/user/${{user.name}}/${{examplesRoot}}/apps/{name}", **more}
        self.sandbox.write(f"examples/apps/{name}/job.properties", "".join(f"{key}={value}\n" for key, value in rows.items()))

    def start_daily(self):
        """The coordinator that runs at the old server: two actions have been started, the others wait for their data."""
        rows = dict(line.split("=", 1) for line in self.sandbox.path("examples/apps/daily/job.properties").read_text().splitlines())
        rows = {key: value.replace("${nameNode}", self.hdfs.name_node).replace("${user.name}", self.user)
                .replace("${examplesRoot}", "examples") for key, value in rows.items()}
        status, text = self.oozie.call("POST", f"v2/jobs?action=start&user.name={self.user}",
                                       configuration({**rows, "user.name": self.user}).encode())
        self.assertEqual(status, 201, text)
        job = re.search(r'"id":"(.*?)"', text)[1]
        end = time.monotonic() + STEP_SECONDS
        while True:
            found = self.oozie.get(f"v2/job/{job}?show=info&len=20")
            states = [action["status"] for action in found["actions"]]
            if states.count("SUCCEEDED") == HAVE_DATA and states.count("WAITING") == 3:
                return job
            self.assertLess(time.monotonic(), end, found)
            time.sleep(0.2)

    # ---- The guide

    def follow(self, guide):
        """What came, by the number of the item."""
        environment = {**os.environ, "HOME": str(self.sandbox.path("home")), "USER": self.user,
                       "PATH": f"{self.sandbox.path('bin')}:{BUILD}/bin:{os.environ['PATH']}"}
        for name in ("HADOOP_CONF_DIR", "HPDL_STATE", "XDG_STATE_HOME"):
            environment.pop(name, None)
        script = "trap 'code=$?; kill $(jobs -p) 2>/dev/null; exit $code' EXIT\n" + guide.script(self.places)
        out = self.sandbox.path("out")
        with out.open("w") as log:
            process = subprocess.Popen(["bash", "-e", "-o", "pipefail", "-c", script], cwd=self.sandbox.folder, env=environment,
                                       stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            try:
                code = process.wait(GUIDE_SECONDS)
            finally:
                process.kill()
                self.end_daily(environment)
                self.kill_what_is_left()
        text = out.read_text()
        self.assertEqual(code, 0, text)
        pieces = re.split(r"^@@(\d+)@@\n", text, flags=re.MULTILINE)
        return {int(number): piece for number, piece in zip(pieces[1::2], pieces[2::2])}

    def end_daily(self, environment):
        """The coordinator that the guide has made a program of runs on until somebody ends it."""
        program = self.sandbox.path("bin") / "daily"
        if program.exists():
            subprocess.run([program, "kill", "last"], env={**environment, "HADOOP_CONF_DIR": self.hdfs.conf}, stdin=subprocess.DEVNULL,
                           capture_output=True, timeout=STEP_SECONDS)

    def kill_what_is_left(self):
        """Programs of the guide, and the server, outlive its shell where it is ended. They have its home."""
        home = f"HOME={self.sandbox.path('home')}".encode()
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if home in (entry / "environ").read_bytes().split(b"\0") or os.readlink(entry / "exe").startswith(f"{self.sandbox.folder}/"):
                    os.kill(int(entry.name), signal.SIGKILL)
            except OSError:
                pass

    def check_output(self, name, expected, text):
        at = 0
        for line in (expected or "").strip("\n").splitlines():
            pattern = ".*".join(re.escape(part) for part in line.strip().split("..."))
            found = re.compile(pattern).search(text, at)
            self.assertIsNotNone(found, f"{name}: {line!r} does not come in\n{text}")
            at = found.end()

    def test_the_commands_of_the_guide(self):
        job = self.start_daily()
        guide = Guide()
        self.assertGreater(len(guide.items), 5)
        came = self.follow(guide)
        for number, (what, name, _, expected) in enumerate(guide.items):
            if what == "step":
                self.check_output(name, expected, came[number])
            elif what == "cron":
                self.assertEqual(came[number].strip(), "", "cron would send this to somebody")
        survey = self.sandbox.path("survey.html").read_text()
        self.assertIn("daily", survey)
        # The undo was followed too: the old server has the coordinator as it was.
        info = self.oozie.job(job)
        self.assertEqual((info["status"], info["pauseTime"]), ("RUNNING", None))

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not there")
    def test_the_units_of_the_guide(self):
        places = {**self.places, "/usr/local/bin/shell-example": "/bin/true"}
        units = []
        for what, name, text, _ in Guide().items:
            if what == "unit":
                path = self.sandbox.path("units") / name
                path.write_text(replaced(text, places))
                units.append(path)
        self.assertEqual({path.suffix for path in units}, {".service", ".timer"})
        done = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              env={**os.environ, "SYSTEMD_LOG_LEVEL": "warning"})
        told = [line for line in (done.stdout + done.stderr).splitlines() if str(self.sandbox.path("units")) in line or "shell-example" in line]
        self.assertEqual((done.returncode, told), (0, []), done)


class PropertyTable(unittest.TestCase):
    """The guide's table of properties, against Oozie's own list of them and against docs/site.md."""

    def setUp(self):
        with zipfile.ZipFile(next((prepared() / "lib").glob("oozie-core-5*.jar"))) as jar:
            rows = ElementTree.fromstring(jar.read("oozie-default.xml")).iter("property")
            self.theirs = {row.findtext("name").strip() for row in rows}
        self.ours = set(re.findall(r"^\| `(oozie\.[^`]+)`", (ROOT / "docs" / "site.md").read_text(), re.MULTILINE))
        table = GUIDE.read_text().split("## What of oozie-site.xml carries over")[1].split("\n## ")[0]
        rows = re.findall(r"^\| (`oozie\..*?) \| (.*?) \|", table, re.MULTILINE)
        self.rows = [row for row in rows if "NAME" not in row[0]]  # of proxy users, who have names of their own

    def named(self, names):
        """The properties that a cell names: `...x` is one that ends so, `x.*` are all that begin so."""
        found = set()
        for name in re.findall(r"`(.+?)`", names):
            if name.startswith("..."):
                end = "." + name.removeprefix("...")
                found |= {each for each in self.theirs | self.ours if each.endswith(end)} or {name}
            elif name.endswith(".*"):
                found |= {each for each in self.theirs | self.ours if each.startswith(name[:-1])} or {name}
            else:
                found.add(name)
        return found

    def test_each_is_one_of_oozie(self):
        named = set().union(*(self.named(names) for names, _ in self.rows))
        self.assertEqual({name for name in named - self.theirs if name not in self.ours}, set())

    def test_those_that_are_the_same_are_all_that_are_known_here(self):
        same, none = set(), set()
        for names, ours in self.rows:
            if ours.startswith(("the same", "`simple`")):
                same |= self.named(names)
            elif ours == "none":
                none |= {name for name in re.findall(r"`(oozie\..+?)`", names)}
        self.assertEqual(self.ours & self.theirs - same, set(), "missing in the table")
        self.assertEqual(none & self.ours, set(), "the table has none for these")
        exact = {name for names, ours in self.rows if ours.startswith("the same") for name in re.findall(r"`(oozie\.[^*`]+)`", names)}
        self.assertEqual(exact - self.ours, set(), "not known here")


if __name__ == "__main__":
    closing.main()
