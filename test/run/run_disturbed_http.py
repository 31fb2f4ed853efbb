"""Each request of http actions, and each notification, meets each trouble once.

Whatever is tried again has the same Idempotency-Key until it was answered; nothing is sent again that no attempt
knows of.
"""

import sys
import threading
import urllib.parse
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from disturbed_case import BOUND, FINE, LIMIT, QUICK, EveryCall, asks, fails, passes
from http_peer import HttpPeer, Reply, call
from programs import *  # noqa: F403
from trouble import PASSING, SENT_AGAIN

PROPERTIES = {"Content-Type": "x-application/java-properties"}
STATUSES = ("500", "500 after", "503", "503 with Retry-After", "429", "429 with Retry-After")
# Carried out, and the program cannot know.
UNANSWERED = ("answer withheld", "reset after", "closed after", "cut", "garbage after")
# Somebody else is content.
INSTEAD = ("garbage body", "redirect elsewhere")
ACTIONS = ("tell", "fetch", "ask")


def http(name, url, mode, to, body="", capture=""):
    return (f'<http name="{name}"><url>{escape(url)}</url>{body}<mode>{mode}</mode>{capture}'
            f'<transition name="OK" to="{to}"/><transition name="ERROR" to="bad"/></http>')


POST = '<post content-type="text/plain">x</post>'


class DisturbedActions(EveryCall, ProgramTest):
    """tell: a POST; fetch: a GET whose answer is read; ask: a POST that waits for its callback."""

    SHARE = 36
    LEAST_CALLS = 3
    LASTING = ("silence", "503", "redirect to itself")

    def setUp(self):
        super().setUp()
        self.binary = self.build(
            '<hadoop-workflow name="w"><start to="tell"/>'
            + http("tell", "${base}tell", "CONTINUE", "fetch", POST)
            + http("fetch", "${base}fetch", "CONTINUE", "ask", capture="<capture-output/>")
            + http("ask", "${base}ask?cb=${urlEncode(wf:callback('$STATE'))}", "WAIT", "end", POST)
            + "<fail name='bad'><message>no</message></fail><end name='end'/></hadoop-workflow>").path
        settings = {"hpdl.http.timeout": LIMIT, "hpdl.http.wait.timeout": 20, **QUICK}
        self.site = self.sandbox.write("site.xml", "<configuration>" + "".join(
            f"<property><name>{name}</name><value>{value}</value></property>" for name, value in settings.items())
            + "</configuration>")

    def make_lane(self, lane):
        lane.peer = HttpPeer(self.answer)
        self.addCleanup(lane.peer.close)
        lane.program = Program(self.binary, lane.folder / "state")
        lane.http = lane.relay("http", f"127.0.0.1:{lane.peer.port}")

    @staticmethod
    def answer(request):
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(request.path).query)
        if "cb" in query:
            threading.Thread(target=call, args=(query["cb"][0].replace("$STATE", "OK"),), daemon=True).start()
        return Reply(200, b"lines=7\n", PROPERTIES) if request.path == "/fetch" else 200

    def reset(self, lane):
        lane.peer.requests.clear()
        lane.program.id_file.unlink(missing_ok=True)

    def begin(self, lane):
        return lane.program.run("--site", self.site, "--callback-listen", "127.0.0.1:0", timeout=BOUND, params={
            "user.name": "joe", "base": f"http://{lane.http.address}/"})

    def expected(self, call, trouble):
        name = self.name_of(call)
        if name == "fetch" and trouble in INSTEAD:
            return fails("HTTP005", FAILED)  # no properties
        if name == "ask" and trouble in INSTEAD:
            return fails("HTTP007", FAILED)  # nobody will call back
        if trouble in ("late", "redirect to itself", "garbage body after", *INSTEAD):
            return FINE
        if trouble == "redirect to a file":
            return fails("HTTP002", FAILED)
        # Who has called back has got the request: it may be the first that is heard of.
        told = name == "ask" and trouble in (*UNANSWERED, "500 after")
        again = name == "fetch" and trouble in SENT_AGAIN
        return passes("HTTP004" if trouble in STATUSES else "HTTP003", told or again)

    def expected_lasting(self, call, trouble):
        if trouble == "redirect to itself":
            return fails("HTTP004", FAILED)
        return asks("HTTP004" if trouble == "503" else "HTTP003")

    @staticmethod
    def name_of(call):
        return call.operation.split("/")[1].split("?")[0].split(" ")[0]

    def check_effects(self, lane, call, trouble):
        keys = {name: [each.key for each in lane.peer.requests if each.path[1:].startswith(name)] for name in ACTIONS}
        sent = Counter(self.name_of(each) for each in lane.plan.calls)
        for name, node in lane.program.nodes().items():
            if name not in ACTIONS:
                continue
            here = call is not None and self.name_of(call) == name
            came, different = len(keys[name]), len(set(keys[name]))
            if here and trouble == "500 after" and node["attempt"] > 0:
                wanted = (2, 2)  # it was answered, the next one is new
            elif here and trouble in UNANSWERED and node["attempt"] > 0:
                wanted = (2, 1)
            elif here and trouble in INSTEAD:
                wanted = (0, 0)
            else:
                wanted = (came, 1) if name == "fetch" else (1, 1)
            assert (came, different) == wanted, f"{name}: {keys[name]}, not {wanted}"
            once = node["attempt"] + 1 + (here and trouble == "redirect to itself")
            assert name == "fetch" or sent[name] == once, f"{name}: {sent[name]} requests of {once} attempts"


class DisturbedNotifications(EveryCall, ProgramTest):
    SHARE = 24
    LEAST_CALLS = 6
    ALL = {"job": ["RUNNING", "SUCCEEDED"], "node": [":start:/T:a", "a/T:which", "which/T:b", "b/T:end", "end/T:null"]}

    def setUp(self):
        super().setUp()
        folder = self.sandbox.path("made")
        self.binary = self.build(workflow(
            fs("a", f'<mkdir path="file://{folder}"/>', to="which") + decision("which", [("b", "${1 eq 1}")], "end")
            + fs("b", f'<mkdir path="file://{folder}"/>'), "a")).path
        settings = {"hpdl.notification.retry.interval": 0, "oozie.notification.url.connection.timeout": LIMIT * 1000,
                    "hpdl.notification.end.wait": 60}
        self.site = self.sandbox.write("site.xml", "<configuration>" + "".join(
            f"<property><name>{name}</name><value>{value}</value></property>" for name, value in settings.items())
            + "</configuration>")

    def make_lane(self, lane):
        lane.peer = HttpPeer()
        self.addCleanup(lane.peer.close)
        lane.program = Program(self.binary, lane.folder / "state")
        lane.http = lane.relay("http", f"127.0.0.1:{lane.peer.port}")

    def reset(self, lane):
        lane.peer.requests.clear()
        lane.program.id_file.unlink(missing_ok=True)

    def begin(self, lane):
        base = f"http://{lane.http.address}"
        return lane.program.run("--site", self.site, timeout=BOUND, params={
            "oozie.wf.workflow.notification.url": base + "/job/$status",
            "oozie.wf.action.notification.url": base + "/node/$nodeName/$status"})

    def expected(self, call, trouble):
        return FINE  # no job minds

    def check_effects(self, lane, call, trouble):
        told = lane.program.info()["notifications"]
        assert (told["delivered"], told["waiting"], told["givenUp"]) == (7, 0, 0), told
        lost = call.operation.removeprefix("GET ") if trouble == "garbage body" else None  # taken, by somebody else
        for sort, rows in self.ALL.items():
            wanted = [row for row in rows if f"/{sort}/{row}" != lost]
            came = [each.path.removeprefix(f"/{sort}/") for each in lane.peer.requests
                    if each.path.startswith(f"/{sort}/")]
            once = [row for at, row in enumerate(came) if at == 0 or came[at - 1] != row]
            assert once == wanted, f"in order: {came}"
            twice = len(came) - len(once)
            may = call is not None and trouble in (*UNANSWERED, "500 after") and f"/{sort}/" in call.operation
            assert twice <= may, f"twice: {came}"


if __name__ == "__main__":
    closing.main()
