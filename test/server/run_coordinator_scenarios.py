"""Coordinators and bundles do on hpdld what they did on Oozie 5.2.1: what was asked of it and what it answered is in
coordinators/scenarios.jsonl, a scenario a line.

`files` and `data` (a folder ends with `/`) are below the application's folder, `file://` which is @APP@. `properties` are
those of the job; <C>, <B> and <coordinator NAME> are ids, @SOON@ is the next minute but one. `start_in_minutes`: times of
the scenario are counted from the coordinator's start, which is so far from now. `with_error`: the server shows states with
error. `by_clock`: only run_coordinators_by_clock.py plays it, because it takes minutes. `steps`, one after another:

  ask          a request, with its `status`, the `code` of its error, and of its answer `answer`, `id`, or the states of
               `actions` or `workflows`; what it `sends` is the `submission` or `properties`
  until, never what comes true, or does not: `a3=RUNNING` of an action, `n=4` of how many there are, `count(READY)=2` of how
               many are so, `all=` of all of them, `job=` of the job, `ncoords=2` and `coords=` of the coordinators of a
               bundle; with `&` between
  look         the states of the job and of its actions, or of its coordinators, sooner or later
  let_go       the workflow of an action ends that waits for a WebHDFS
  make         a file or a folder;  exists: whether there is one
  started      the numbers of the actions, in the order in which their workflows were

`end` is the job as it is at last. What is different here is in DIFFERS, as it is here.
"""

import collections
import datetime
import http.server
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import threading
import time
import unittest
import urllib.parse
import xml.etree.ElementTree as ElementTree
from email.utils import parsedate_to_datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import TIMEOUT
from served import Server, configuration

SCENARIOS = [json.loads(line) for line in
             (Path(__file__).parent / "coordinators" / "scenarios.jsonl").read_text().splitlines()]
OVER = {"SUCCEEDED", "FAILED", "KILLED", "TIMEDOUT", "SKIPPED", "IGNORED"}
NOT_SEEN_FOR = 2.0  # seconds for which something does not come
WITH_ERROR = ("<property><name>oozie.service.StatusTransitService.backward.support.for.states.without.error</name>"
              "<value>false</value></property>")

# Name -> a pattern of the first difference.
DIFFERS = {
    "bad-undefined-variable": "code: E1004, here E0738",
}


class Different(Exception):
    pass


def compare(what, wanted, found):
    """Different, if they are; the first difference is in its words."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key in [*wanted, *(key for key in found if key not in wanted)]:
            compare(f"{what}: {key}", wanted.get(key), found.get(key))
    elif isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        for number, (one, other) in enumerate(zip(wanted, found)):
            compare(f"{what}[{number}]", one, other)
    elif wanted != found:
        raise Different(f"{what}: {str(wanted)[:150]}, here {str(found)[:150]}")


def minute(date):
    return parsedate_to_datetime(date).strftime("%Y-%m-%dT%H:%MZ") if date else None


class Gate(http.server.ThreadingHTTPServer):
    """A WebHDFS whose mkdir ends when somebody lets it go."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), GateCall)
        self.open, self.change = set(), threading.Condition()
        self.address = f"127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        """Who has asked may have been killed meanwhile."""

    def let_go(self, path):
        with self.change:
            self.open.add(path)
            self.change.notify_all()

    def await_open(self, path):
        with self.change:
            self.change.wait_for(lambda: path in self.open or path.split("/")[0] in self.open, TIMEOUT)


class GateCall(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.reply(404, {"RemoteException": {"exception": "FileNotFoundException", "message": "none",
                                             "javaClassName": "java.io.FileNotFoundException"}})

    def do_PUT(self):
        self.server.await_open(self.path.split("?")[0].removeprefix("/webhdfs/v1/"))
        self.reply(200, {"boolean": True})


def setUpModule():
    global FOLDER, GATE, SERVERS
    FOLDER = Path(tempfile.mkdtemp(prefix="hpdl-test-"))
    GATE = Gate()
    SERVERS = {}
    for with_error in {bool(each.get("with_error")) for each in SCENARIOS}:
        folder = FOLDER / f"server-{with_error}"
        folder.mkdir()
        (folder / "site.xml").write_text(f"<configuration>{WITH_ERROR if with_error else ''}</configuration>")
        SERVERS[with_error] = Server(folder, "--local", "--site", folder / "site.xml").start()


def tearDownModule():
    for server in SERVERS.values():
        server.end(signal.SIGKILL)
        programs = os.path.realpath(server.state / "programs") + "/"
        for entry in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.readlink(f"/proc/{entry}/exe").startswith(programs):
                    os.kill(int(entry), signal.SIGKILL)
            except OSError:
                pass
    GATE.shutdown()
    shutil.rmtree(FOLDER, ignore_errors=True)


class Play:
    """A scenario on its way."""

    def __init__(self, scenario):
        self.scenario = scenario
        self.server = SERVERS[bool(scenario.get("with_error"))]
        self.app = FOLDER / "apps" / scenario["name"]
        self.job = None
        self.start = None
        self.shown = self.shown_names()

    def shown_names(self):
        """Of properties of workflows that are compared."""
        end = self.scenario["end"]
        return {name for state in [end, *end.get("coordinators", [])] for action in state.get("actions", [])
                for name in action.get("conf", {})}

    def place(self, value):
        """A part of the scenario as it is in this run."""
        if isinstance(value, dict):
            return {key: self.place(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self.place(each) for each in value]
        if not isinstance(value, str):
            return value
        for name, text in (("@APP@", f"file://{self.app}"), ("@GATE@", self.gate()),
                           ("@NAME@", self.scenario["name"]), ("<id>", self.job or "<id>"), ("<C>", self.job or "<C>"),
                           ("<B>", self.job or "<B>")):
            value = value.replace(name, text)
        if "@SOON@" in value:
            soon = self.now() + datetime.timedelta(seconds=70)
            value = value.replace("@SOON@", soon.strftime("%Y-%m-%dT%H:%MZ"))
        if re.search(r"<coordinator \w+>", value):
            ids = {each["coordJobName"]: each["coordJobId"] for each in self.coordinators()}
            value = re.sub(r"<coordinator (\w+)>", lambda found: ids[found[1]], value)
        if self.start is None:
            return value
        return re.sub(r'(^|")start(?:([+-]\d+)min)?("|$)', lambda found: found[1] + (
            self.start + datetime.timedelta(minutes=int(found[2] or 0))).strftime("%Y-%m-%dT%H:%MZ") + found[3], value)

    def make(self, name, text=""):
        path = self.app / name
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.place(text))

    @staticmethod
    def now():
        return datetime.datetime.now(datetime.timezone.utc)

    def run(self):
        if "start_in_minutes" in self.scenario:
            self.start = self.now().replace(second=0, microsecond=0) + datetime.timedelta(
                minutes=self.scenario["start_in_minutes"])
        for name, text in self.scenario["files"].items():
            self.make(name, text)
        for name in self.scenario["data"]:
            self.make(name)
        try:
            for number, step in enumerate(self.scenario["steps"], 1):
                self.step(f"step {number}", step)
            if self.scenario["end"]:
                self.until_same("end", self.place(self.scenario["end"]), self.whole)
            self.check_starts()
        finally:
            self.leave()

    def leave(self):
        GATE.let_go(self.scenario["name"])
        if self.job:
            self.server.tell(self.job, "kill")

    def check_starts(self):
        """What more there is to be seen of workflows."""

    @staticmethod
    def gate():
        return GATE.address

    def step(self, where, step):
        if "ask" in step:
            self.ask(where, step)
        elif "until" in step:
            self.until(lambda: self.holds(step["until"]) or f"{where}: never {step['until']}, but {self.states()}")
        elif "never" in step:
            end = time.monotonic() + NOT_SEEN_FOR  # time: longer is as good
            while time.monotonic() < end:
                if self.holds(step["never"]):
                    raise Different(f"{where}: {step['never']}")
                time.sleep(0.1)
        elif "look" in step:
            self.until_same(where, step["look"], self.states)
        elif "let_go" in step:
            [action] = [each for each in self.info()["actions"] if each["actionNumber"] == step["let_go"]]
            if action["status"] == "KILLED":  # a kill of its workflow is on its way, which must come first
                self.until(lambda: self.info(action["externalId"])["status"] == "KILLED" or f"{where}: it goes on")
            GATE.let_go(f"{self.scenario['name']}/{minute(action['nominalTime']).replace(':', '')}")
        elif "make" in step:
            self.make(step["make"], step.get("text", ""))
        elif "exists" in step:
            compare(where, step["answer"], (self.app / step["exists"]).exists())
        else:
            workflows = sorted((each["externalId"], each["actionNumber"]) for each in self.info()["actions"])
            compare(where, step["started"], [number for _, number in workflows])

    def ask(self, where, step):
        method, target = self.place(step["ask"]).split(" ", 1)
        path, _, query = target.partition("?")
        parameters = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        sent = {"submission": self.scenario["properties"], "properties": step.get("properties", {})}.get(step.get("sends"))
        body = None if sent is None else configuration({"user.name": "joe", **self.place(sent)})
        answer = self.server.call(method, f"/oozie{path}", body, **parameters)
        compare(f"{where}: status", step["status"], answer.status)
        compare(f"{where}: code", step.get("code"), answer.code)
        if answer.status == 201 and parameters.get("action") != "dryrun":
            self.job = answer.json()["id"]
        found = answer.json() if answer.status < 300 and answer.body else {}
        if "id" in step:
            text = re.sub(r'action-actual-time="[^"]*"', 'action-actual-time="@NOW@"', found.get("id", ""))
            compare(f"{where}: id", self.place(step["id"]), text)
        if "answer" in step:
            compare(where, self.place(step["answer"]), self.part(found))
        if method == "PUT" and answer.status == 200:
            compare(f"{where}: actions", step.get("actions"), self.numbers(found))
        if "workflows" in step:
            compare(where, step["workflows"], [each["status"] for each in found["workflows"]])

    @staticmethod
    def numbers(found):
        return [[each["actionNumber"], each["status"]] for each in found["actions"]] if "actions" in found else None

    @staticmethod
    def part(found):
        """What a scenario has of an answer."""
        if "bulkresponses" in found:
            return {"total": found["total"], "rows": sorted(
                [row["bulkbundle"]["bundleJobName"], row["bulkbundle"]["status"], row["bulkcoord"]["coordJobName"],
                 row["bulkcoord"]["status"], row["bulkaction"]["actionNumber"], row["bulkaction"]["status"]]
                for row in found["bulkresponses"])}
        if "coordinatorjobs" not in found:
            return found
        return {"total": found["total"], "jobs": [[job[name] for name in ("coordJobName", "status", "frequency", "timeUnit")]
                                                  for job in found["coordinatorjobs"]]}

    def info(self, job=None):
        answer = self.server.call("GET", f"/oozie/v2/job/{job or self.job}", len="1000")
        if answer.status != 200:
            raise Different(f"info: {answer}")
        return answer.json()

    def coordinators(self):
        return sorted(self.info()["bundleCoordJobs"], key=lambda each: each["coordJobName"])

    def states(self):
        info = self.info()
        if "bundleCoordJobs" in info:
            return {"status": info["status"],
                    "coordinators": sorted([each["coordJobName"], each["status"]] for each in info["bundleCoordJobs"])}
        return {"status": info["status"], "actions": self.numbers(info)}

    def whole(self):
        info = self.info()
        if "bundleCoordJobs" not in info:
            return self.coordinator(info)
        times = ("kickoffTime", "endTime", "pauseTime")
        return {"status": info["status"], **{name: minute(info[name]) for name in times if info[name]},
                "coordinators": [{"coordinator": each["coordJobName"], **self.coordinator(self.info(each["coordJobId"]))}
                                 for each in self.coordinators()]}

    def coordinator(self, info):
        names = ("concurrency", "mat_throttling", "timeOut", "frequency", "timeUnit", "executionPolicy", "timeZone", "total")
        times = ("lastAction", "nextMaterializedTime", "endTime", "pauseTime")
        return {"status": info["status"], **{name: minute(info[name]) for name in times if info[name]},
                **{name: info[name] for name in names}, "actions": [self.action(each) for each in info["actions"]]}

    def action(self, each):
        found = {"n": each["actionNumber"], "nominal": minute(each["nominalTime"]), "status": each["status"]}
        for name, member in (("missing", "missingDependencies"), ("errorCode", "errorCode"), ("errorMessage", "errorMessage")):
            if each[member]:
                found[name] = each[member]
        if each["externalId"]:
            workflow = self.info(each["externalId"])
            found["workflow"] = workflow["status"]
            if workflow["run"]:
                found["run"] = workflow["run"]
            rows = {row.findtext("name"): row.findtext("value") for row in ElementTree.fromstring(workflow["conf"])}
            conf = {name: rows[name] for name in self.shown if rows.get(name)}
            if conf:
                found["conf"] = conf
        return found

    def holds(self, conditions):
        found = self.states()
        states = {number: state for number, state in found.get("actions", [])}
        coordinators = [state for _, state in found.get("coordinators", [])]
        count = collections.Counter(states.values())
        for condition in conditions.split(" & "):
            what, more, value = re.fullmatch(r"([\w()]+)(>?)=(.+)", condition).groups()
            some = OVER if value == "TERM" else set(value.split(","))
            if what in ("n", "ncoords") or what.startswith("count("):
                number = (len(states) if what == "n" else len(coordinators) if what == "ncoords"
                          else count[what[len("count("):-1]])
                true = number >= int(value) if more else number == int(value)
            elif what == "job":
                true = found["status"] in some
            elif what in ("all", "coords"):
                those = set(states.values()) if what == "all" else set(coordinators)
                true = bool(those) and those <= some
            else:
                true = states.get(int(what[1:])) in some
            if not true:
                return False
        return True

    def until_same(self, where, wanted, look):
        def same():
            try:
                compare(where, wanted, look())
            except Different as difference:
                return str(difference)
            return True
        self.until(same)

    def until(self, condition):
        """`condition` gives True, or why it is not."""
        end = time.monotonic() + TIMEOUT
        while (why := condition()) is not True:
            if time.monotonic() > end:
                raise Different(why)
            time.sleep(0.1)


class Scenarios(unittest.TestCase):
    pass


def test_of(scenario):
    def test(self):
        pattern = DIFFERS.get(scenario["name"])
        try:
            Play(scenario).run()
        except Different as difference:
            if pattern is None:
                self.fail(difference)
            self.assertRegex(str(difference), pattern)
        else:
            self.assertIsNone(pattern, "it does what it did there")
    return test


for each in SCENARIOS:
    if each.get("by_clock"):
        continue
    setattr(Scenarios, "test_" + each["name"].replace("-", "_").replace(".", "_"), test_of(each))

if __name__ == "__main__":
    closing.main(at_once=12)
