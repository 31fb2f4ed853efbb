"""The engine of coordinators does what Oozie did, without a server and by a clock that a test moves: the scenarios of
run_coordinator_scenarios.py, hours of them in a moment. So it does if it dies again and again on its way.

play_coordinators has the jobs, with journals and files as they are. What a workflow comes to is told by its definition,
and a workflow that waits in a scenario waits here too, until it is let go.
"""

import datetime
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
import xml.etree.ElementTree as ElementTree
from email.utils import format_datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import closing
import run_coordinator_scenarios as recorded
from programs import BUILD, HPDLC
from run_coordinator_scenarios import Different, compare
from served import configuration

NOW = datetime.datetime(2026, 3, 3, 10, 0, 30, tzinfo=datetime.timezone.utc)
PATIENCE = datetime.timedelta(hours=3)  # for which something is waited that is to come
NOT_SEEN_FOR = datetime.timedelta(minutes=5)  # and for what is not
# These scenarios ask the server, the compiler or the engine of workflows. The compiler refuses an unpaired fork.
OF_THE_SERVICE = {"jobs-filters", "dryrun", "fail-unpaired-fork", "external-id-twice", "empty-workflow-property-default",
                  "empty-workflow-property-config-default", "global-reaches-sub-workflow"}
# By a clock that stands, the bundle kills the other child before that child makes an action.
AT_ONCE = {"bundle-child-breaks-schema", "bundle-child-has-bad-expression", "bundle-critical-child-is-no-xml",
           "bundle-critical-child-lacks-a-value"}
OF_WORKFLOWS = re.compile("decision-case-|forkjoin-validate-|declared-")
SHOWN = {f"{state}WITHERROR": state for state in ("RUNNING", "SUSPENDED", "PAUSED")}
DIFFERS = {
    # As under hpdld.
    **{name: pattern for name, pattern in recorded.DIFFERS.items() if name not in OF_THE_SERVICE},
}


def date(seconds):
    return seconds and format_datetime(datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc), usegmt=True)


def properties_text(properties):
    """As java.util.Properties reads it."""
    def escaped(text):
        return re.sub(r"([\\ :=#!])", r"\\\1", text)
    return "".join(f"{escaped(name)}={escaped(value)}\n" for name, value in properties.items())


class Refused(Exception):
    def __init__(self, code, message):
        super().__init__(f"{code}: {message}")
        self.code = code


class Player:
    """play_coordinators, a command after another."""

    def __init__(self, folder, site):
        self.process = subprocess.Popen([BUILD / "bin" / "play_coordinators", folder, site], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def do(self, *words):
        self.process.stdin.write(" ".join(urllib.parse.quote(str(word), safe="") for word in words) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "code" in answer:
            raise Refused(answer["code"], answer["message"])
        return answer

    def end(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


class ClockedPlay(recorded.Play):
    """A scenario on its way."""

    def __init__(self, scenario, folder, crashing):
        self.scenario = scenario
        self.crashing = crashing
        self.folder = folder
        self.app = folder / "app"
        self.job = None
        self.start = None
        self.time = NOW
        self.loaded = 0
        self.open = set()  # nominal times of actions whose workflows are let go
        self.shown = self.shown_names()
        site = folder / "site.xml"
        site.write_text("<configuration/>")
        self.player = Player(folder / "state", site)
        self.pass_to(NOW)

    def now(self):
        return self.time

    @staticmethod
    def gate():
        return "gate:1"

    def leave(self):
        self.player.end()

    def check_starts(self):
        """Each action has one workflow, and there is none besides."""
        if self.job is None or any("rerun" in step.get("ask", "") for step in self.scenario["steps"]):
            return  # each rerun has started a new one
        info = self.info()
        infos = [self.info(each["coordJobId"]) for each in info.get("bundleCoordJobs", [])] or [info]
        started = sorted(each["externalId"] for info in infos for each in info["actions"] if each["externalId"])
        compare("workflows", started, sorted(self.workflows()))

    # ---- the clock

    def pass_to(self, time):
        self.time = time
        self.player.do("clock", int(time.timestamp() * 1000))

    def settle(self):
        """Until nothing happens any more at this time; the time at which something is due."""
        while True:
            due = self.player.do("settle", *(["crashing"] if self.crashing else []))["next"]
            if not self.end_workflows():
                return due and datetime.datetime.fromtimestamp(due / 1000, datetime.timezone.utc)

    def until(self, condition):
        last = self.time + PATIENCE
        while True:
            due = self.settle()
            if (why := condition()) is True:
                return
            if due is None or due > last:
                raise Different(why)
            self.pass_to(max(due, self.time + datetime.timedelta(seconds=1)))

    # ---- workflows

    def workflows(self):
        return {each["id"]: each for each in self.player.do("workflows")["workflows"]}

    def end_workflows(self):
        """Those that wait for nobody; whether there were any."""
        ended = 0
        for name, each in self.workflows().items():
            if each["state"] == "RUNNING" and (state := self.becomes(each)):
                self.player.do("end", name, state)
                ended += 1
        return ended

    def becomes(self, workflow):
        """The state in which a workflow ends, as its definition is now; none: it waits."""
        properties = workflow["properties"]
        root = ElementTree.parse(Path(workflow["app_path"].removeprefix("file://")) / "workflow.xml").getroot()
        nodes = {each.get("name"): each for each in root}
        kind = lambda node: node.tag.split("}")[1]
        node = nodes[root[0].get("to")]
        while kind(node) not in ("end", "kill"):
            if kind(node) == "decision":
                [(case, default)] = node
                same = properties.get("nominal") == properties.get("boomAt")
                node = nodes[(case if same else default).get("to")]
                continue
            path = node[0][0].get("path")
            if path.startswith("webhdfs:"):
                if properties["nominal"].replace(":", "") not in self.open:
                    return None
            else:
                self.make(properties["o"].removeprefix(f"file://{self.app}/") + "/")
            node = nodes[node[1].get("to")]
        return "SUCCEEDED" if kind(node) == "end" else "KILLED"

    # ---- steps

    def step(self, where, step):
        if "never" in step:
            last = self.time + NOT_SEEN_FOR
            while self.time < last:
                due = self.settle()
                if self.holds(step["never"]):
                    raise Different(f"{where}: {step['never']}")
                self.pass_to(min(due or last, last))
        elif "let_go" in step:
            [action] = [each for each in self.info()["actions"] if each["actionNumber"] == step["let_go"]]
            self.open.add(recorded.minute(action["nominalTime"]).replace(":", ""))
            self.settle()
        else:
            super().step(where, step)

    def ask(self, where, step):
        method, target = self.place(step["ask"]).split(" ", 1)
        path, _, query = target.partition("?")
        parameters = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        if method == "GET" or parameters.get("type") == "number":
            return  # a view of the service on what is compared at the end, and what only the service refuses
        code, numbers = None, None
        try:
            numbers = self.submit(parameters) if method == "POST" else self.request(path, parameters)
        except Refused as refused:
            code = refused.code
        compare(f"{where}: status", step["status"], 400 if code else 201 if method == "POST" else 200)
        compare(f"{where}: code", step.get("code"), code)
        if "actions" in step:
            compare(f"{where}: actions", [number for number, _ in step["actions"]], numbers)
        self.settle()

    def submit(self, parameters):
        properties = {"user.name": "joe", **self.place(self.scenario["properties"])}
        kind = "bundle" if "oozie.bundle.application.path" in properties else "coord"
        uri = properties[f"oozie.{kind}.application.path"]
        file = self.definition(uri, "bundle.xml" if kind == "bundle" else "coordinator.xml")
        if file is None:
            raise Refused("E0307", "there is none")
        self.load(uri, file)
        if kind == "bundle":
            self.load_coordinators(file)
        job = self.player.do("submit", uri, properties_text(properties))["id"]
        if kind == "bundle" and parameters.get("action") == "start":
            self.tell(job, {"verb": "start"})
        self.job = job

    @staticmethod
    def definition(uri, name):
        path = Path(uri.removeprefix("file://"))
        path = path / name if path.is_dir() else path
        return path if path.exists() else None

    def load_coordinators(self, bundle):
        """Those of a bundle that are there, as they are when it starts them."""
        for path in ElementTree.parse(bundle).getroot().iterfind("{*}coordinator/{*}app-path"):
            if file := self.definition(path.text, "coordinator.xml"):
                self.load_coordinator(path.text, file)

    def load_coordinator(self, uri, definition):
        """If it does not compile, its bundle cannot start it."""
        try:
            self.load(uri, definition)
        except Refused:
            pass

    def make(self, name, text=""):
        super().make(name, text)
        if self.job and name.endswith("/coordinator.xml"):
            folder = (self.app / name).parent
            self.load_coordinator(f"file://{folder}", self.app / name)

    def load(self, uri, definition):
        compiled = subprocess.run([HPDLC, "emit", "--obj", "--served", definition], capture_output=True)
        words = compiled.stderr.decode()
        if compiled.returncode == 1:
            codes = re.findall(r"\b(E\d{4})\b", words)
            raise Refused(codes[0] if codes else "E0701", words)
        if compiled.returncode:
            raise AssertionError(words)
        self.loaded += 1
        emitted, program = (self.folder / f"program-{self.loaded}.{end}" for end in ("o", "so"))
        emitted.write_bytes(compiled.stdout)
        subprocess.run(["ld", "-shared", emitted, "-o", program], check=True)
        self.player.do("program", uri, program)

    def request(self, path, parameters):
        """The numbers of the actions that it is about."""
        words = {"verb": re.sub(r"^(coord|bundle)-", "", parameters["action"]), "scope": parameters.get("type"),
                 "actions": parameters.get("scope"), "value": parameters.get("value")}
        if "coord-scope" in parameters or "date-scope" in parameters:
            words.update(coordinators=parameters.get("coord-scope"), scope="date", actions=parameters.get("date-scope"))
        words.update({name: "true" for name in ("refresh", "nocleanup", "failed") if parameters.get(name) == "true"})
        return self.tell(path.rsplit("/", 1)[1], words)

    def tell(self, job, words):
        lines = ["coordinator request", f"job {job}", *(f"{name} {value}" for name, value in words.items() if value)]
        while True:
            try:
                return self.player.do("ask", "".join(f"{line}\n" for line in lines))["numbers"]
            except Refused as refused:
                if refused.code != "ASK_AGAIN":
                    raise
                self.settle()  # it wants to look at something first

    # ---- what there is, in the form in which the service has it

    def info(self, job=None):
        job = job or self.job
        if job.endswith("-W"):
            workflow = self.workflows()[job]
            return {"status": workflow["state"], "run": workflow["run"], "conf": configuration(workflow["properties"])}
        info = self.player.do("job", job)
        if not self.scenario.get("with_error"):
            info["status"] = SHOWN.get(info["status"], info["status"])
        for name in ("endTime", "pauseTime", "next", "kickoffTime"):
            info[name] = date(info.get(name))
        if "coordinators" in info:
            info["bundleCoordJobs"] = [{"coordJobName": each["name"], "coordJobId": each["id"],
                                        "status": self.info(each["id"])["status"]}
                                       for each in info["coordinators"] if each["id"]]
            return info
        for action in info["actions"]:
            action["nominalTime"] = date(action["nominalTime"])
        return {**info, "lastAction": info["next"], "nextMaterializedTime": info["next"], "total": len(info["actions"])}


class Clocked(unittest.TestCase):
    pass


class Crashing(unittest.TestCase):
    pass


def test_of(scenario, crashing):
    def test(self):
        folder = Path(tempfile.mkdtemp(prefix="hpdl-test-"))
        pattern = DIFFERS.get(scenario["name"])
        try:
            ClockedPlay(scenario, folder, crashing).run()
        except Different as difference:
            if pattern is None:
                self.fail(difference)
            self.assertRegex(str(difference), pattern)
        else:
            self.assertIsNone(pattern, "it does what it did there")
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    return test


def add_tests():
    for scenario in recorded.SCENARIOS:
        if scenario["name"] not in OF_THE_SERVICE | AT_ONCE and not OF_WORKFLOWS.match(scenario["name"]):
            for kind in (Clocked, Crashing):
                setattr(kind, "test_" + scenario["name"].replace("-", "_"), test_of(scenario, kind is Crashing))


add_tests()
if __name__ == "__main__":
    closing.main(at_once=4)
