"""Sub-workflows that a real Oozie server runs."""

import itertools
import os
import signal
import sys
import tempfile
import threading
import urllib.error
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from disturbed_remote import DisturbedRemote
from http_peer import CLOSE, HANG, HttpPeer, Reply
from oozie_server import OozieServer
from ports import free_port
from programs import *  # noqa: F403
from watching import PARKED, watch_parked

SETTING = "hpdl.subworkflow.oozie.url"
REMOTE = ("-D", SETTING + "=")  # which server it is, the site says
MOST_COMMITS = 30


def setUpModule():
    global FOLDER, SERVER
    FOLDER = tempfile.TemporaryDirectory(prefix="hpdl-oozie-")
    SERVER = OozieServer(Path(FOLDER.name) / "server").start()


def tearDownModule():
    SERVER.stop()
    FOLDER.cleanup()


def configuration(**values):
    return "<configuration>" + "".join(
        f"<property><name>{name.replace('__', '.')}</name><value>{escape(str(value))}</value></property>"
        for name, value in values.items()) + "</configuration>"


def sub(path, extra="", name="s", to="end", error="killed", attributes=""):
    return (f'<action name="{name}"{attributes}><sub-workflow><app-path>{path}</app-path>{extra}</sub-workflow>'
            f'<ok to="{to}"/><error to="{error}"/></action>')


class Gate(HttpPeer):
    """Between the program and the server. `before` and `after` see each request, and may replace its reply."""

    def __init__(self):
        super().__init__(self.forward)
        self.before = self.after = lambda request: None

    def forward(self, request):
        reply = self.before(request)
        if reply is not None:
            return reply
        asked = urllib.request.Request(SERVER.url.removesuffix("/oozie") + request.path, method=request.method,
                                       data=request.body or None, headers={
                                           "Content-Type": request.headers.get("content-type", "")})
        try:
            with urllib.request.urlopen(asked, timeout=TIMEOUT) as answer:
                reply = Reply(answer.status, answer.read(), self.kept(answer.headers))
        except urllib.error.HTTPError as error:
            with error:
                reply = Reply(error.code, error.read(), self.kept(error.headers))
        except OSError:
            return CLOSE
        return self.after(request) or reply

    @staticmethod
    def kept(headers):
        return {name: value for name, value in headers.items() if name.lower().startswith("oozie-")}


class Remote(ProgramTest):
    counter = itertools.count(1)

    def setUp(self):
        super().setUp()
        self.name = f"child{os.getpid()}x{next(Remote.counter)}"
        self.out = self.sandbox.path("out")

    def child(self, start="a"):
        """The path of an application: `a` makes the folder of the property `out`, `k` is a kill node."""
        self.sandbox.write("child/workflow.xml", (
            f'<workflow-app xmlns="uri:oozie:workflow:0.5" name="{self.name}"><start to="{start}"/>'
            '<action name="a"><fs><mkdir path="${out}"/></fs><ok to="end"/><error to="k"/></action>'
            '<kill name="k"><message>it broke: ${wf:conf("out")}</message></kill><end name="end"/></workflow-app>'))
        return f"file://{self.sandbox.path('child')}"

    def given(self, **more):
        return configuration(out=f"file://{self.out}", **more)

    def site(self, url=None, **settings):
        values = {"oozie.action.retries.max": 3, "oozie.action.retry.interval": 0,
                  "hpdl.subworkflow.poll.interval.max": 1, SETTING: url or SERVER.url}
        values.update({name.replace("__", "."): value for name, value in settings.items()})
        rows = "".join(f"<property><name>{name}</name><value>{value}</value></property>"
                       for name, value in values.items())
        return self.sandbox.write("site.xml", f"<configuration>{rows}</configuration>")

    def make(self, extra=None, path=None, attributes=""):
        body = sub(path or self.child(), self.given() if extra is None else extra, attributes=attributes)
        self.program = self.build(workflow(body, "s"), *REMOTE)
        return self.program

    def go(self, code, *options, site=None, **more):
        result = self.program.run("--site", site or self.site(), *options, **more)
        return self.assert_code(result, code)

    def jobs(self):
        return SERVER.jobs(self.name)

    def begun(self):
        """Those that were started. A server that makes a job long after the program died and came back leaves one
        that nobody starts."""
        return [job for job in self.jobs() if job["status"] != "PREP"]

    def node(self):
        return self.program.nodes()["s"]

    def assert_failed(self, code, *words, status="ERROR"):
        node = self.node()
        self.assertEqual((node["status"], node["errorCode"]), (status, code), node["errorMessage"])
        for word in words:
            self.assertIn(word, node["errorMessage"])

    def gate(self):
        gate = Gate()
        self.addCleanup(gate.close)
        return gate

    def wait_for_status(self, status):
        self.assertTrue(self.program.wait_for(lambda: [job["status"] for job in self.jobs()] == [status], 60),
                        self.jobs())

    def spawn(self, *options, site=None):
        return self.sandbox.spawn(self.program, "--site", site or self.site(), *options)

    def ended(self, child, code):
        out, err = child.communicate(timeout=90)
        self.assertEqual(child.returncode, code, (out + err).decode())

    def resume(self, env=None):
        return self.program("resume", self.program.job, "--progress", "none", env=env)


class Parked(Remote):
    def test_the_end_of_the_child_wakes_the_job(self):
        self.make()
        self.go(PARKED, "--park", "0")
        [wait] = self.program.info()["job"]["waits"]
        [job] = self.jobs()
        self.assertEqual((wait["wait"]["for"], wait["wait"]["what"]), ("oozie", [SERVER.url, job["id"]]))
        watch_parked(self, self.program)
        self.assertTrue(self.program.wait_for(lambda: self.program.status() == "SUCCEEDED", 60), self.program.info())
        self.assertEqual(len(self.jobs()), 1)


class Ends(Remote):
    def test_success(self):
        self.make(self.given(word="${greeting} & <all>"))
        self.go(SUCCEEDED, params={"greeting": "hello"})
        [job] = self.jobs()
        node = self.node()
        self.assertEqual((job["status"], node["externalId"], node["externalStatus"]),
                         ("SUCCEEDED", job["id"], "SUCCEEDED"))
        self.assertEqual(node["consoleUrl"], SERVER.job(job["id"])["consoleUrl"])
        self.assertTrue(self.out.is_dir())
        given = SERVER.properties(job["id"])
        self.assertEqual(given["word"], "hello & <all>")
        self.assertNotIn("greeting", given)
        self.assertEqual(given["user.name"], self.program.info()["job"]["user"])
        self.assertRegex(given["oozie.wf.external.id"], r"^hpdl-[0-9a-f]{32}$")

    def test_propagated_properties(self):
        body = sub(self.child(), "<propagate-configuration/>" + configuration(own="1"))
        # The child inherits <global>, and Oozie's fs action breaks with a name node that has no host.
        text = workflow(body, "s").replace("<name-node>file:///</name-node>", configuration(tone="low"))
        self.program = self.build(text, *REMOTE)
        self.go(SUCCEEDED, params={"out": f"file://{self.out}", "oozie.libpath": "/lib", "own": "0",
                                   "oozie.wf.rerun.failnodes": "false"})
        given = SERVER.properties(self.jobs()[0]["id"])
        self.assertEqual((given["oozie.libpath"], given["own"]), ("/lib", "1"))
        [action] = [each for each in SERVER.job(self.jobs()[0]["id"])["actions"] if each["name"] == "a"]
        self.assertRegex(action["conf"], r"<name>tone</name>\s*<value>low</value>")
        self.assertEqual(given["oozie.wf.application.path"], f"file://{self.sandbox.path('child')}")
        self.assertNotIn("oozie.wf.rerun.failnodes", given)
        self.assertNotIn(SETTING, given)

    def test_host_url(self):
        text = ('<hadoop-workflow name="w"><start to="s"/><sub-workflow name="s"><host-url>${host}/</host-url>'
                f"<hadoop-workflow>{self.child()}</hadoop-workflow>{self.given()}"
                '<transition name="OK" to="end"/><transition name="ERROR" to="bad"/></sub-workflow>'
                "<fail name='bad'><message>no</message></fail><end name='end'/></hadoop-workflow>")
        self.program = self.build(text)
        site = self.site("http://127.0.0.1:1")
        self.go(SUCCEEDED, site=site, params={"user.name": "joe", "host": SERVER.url})
        self.assertEqual([job["user"] for job in self.jobs()], ["joe"])
        self.go(FAILED, site=site, params={"user.name": "joe", "host": "myhost:8080"})
        self.assert_failed("SUBWF004", "'myhost:8080'")

    def test_a_child_that_fails(self):
        self.make(path=self.child("k"))
        self.go(KILLED)
        self.assert_failed("E0729", "it broke: file://", "ended KILLED", self.jobs()[0]["id"])
        self.assertEqual(self.node()["externalStatus"], "KILLED")

    def test_user_retry_makes_another_child(self):
        self.make(path=self.child("k"), attributes=' retry-max="2" retry-interval="1"')
        self.go(KILLED, site=self.site(**{
            "hpdl__user__retry__interval__unit": "milliseconds",
            "oozie__service__LiteWorkflowStoreService__user__retry__error__code__ext": "E0729"}))
        ids = [job["id"] for job in self.jobs()]
        self.assertEqual(len(ids), 3)
        self.assertEqual(self.node()["externalId"], ids[-1])

    def test_the_server_refuses(self):
        self.make(path="file:///nosuch/application")
        self.go(KILLED)
        self.assert_failed("E0307", "/nosuch/application/workflow.xml")

    def test_what_is_compiled_in_runs_here(self):
        child = self.child()
        self.program = self.build(workflow(sub(child, self.given()), "s"))
        self.go(SUCCEEDED)
        self.program = self.build(workflow(sub(child, self.given()), "s"), *REMOTE, "--sub",
                                  f"{child}={self.sandbox.path('child')}")
        self.go(SUCCEEDED)
        self.assertEqual(self.jobs(), [])

    def test_an_action_may_name_its_server(self):
        self.program = self.build(workflow(sub(self.child(), self.given(**{
            "hpdl__subworkflow__oozie__url": "${server}"})), "s"))
        self.go(SUCCEEDED, site=self.site("http://127.0.0.1:1"), params={"server": SERVER.url})
        self.assertEqual(len(self.jobs()), 1)

    def test_a_job_or_the_build_may_name_the_server(self):
        body = workflow(sub(self.child(), self.given()), "s")
        self.program = self.build(body, "-D", f"{SETTING}={SERVER.url}")
        self.go(SUCCEEDED, site=self.site("http://127.0.0.1:1"))
        self.program = self.build(body, "-D", f"{SETTING}=http://127.0.0.1:1")
        self.go(SUCCEEDED, params={SETTING: SERVER.url})
        self.assertEqual(len(self.jobs()), 2)

    def test_a_definition_that_nobody_has(self):
        source = self.sandbox.write("w.xml", workflow(sub("/nosuch/child", self.given()), "s"))
        result = hpdlc("build", source, "-o", self.sandbox.path("w.bin"))
        self.assert_warned(result, "[UnknownSubWorkflow]", "--sub", SETTING)

    def test_no_server_is_named(self):
        self.make()
        self.assert_code(self.program.run(), KILLED)
        self.assert_failed("E0711", "compiled into")

    def test_without_network(self):
        self.program = self.build(workflow(sub(self.child(), self.given()), "s"), "--no-network", *REMOTE)
        self.go(KILLED)
        self.assert_failed("E0711", "compiled into")
        self.program = self.build(workflow(sub(self.child(), self.given()), "s"), "--no-network")
        self.go(SUCCEEDED)
        self.assertEqual(self.jobs(), [])

    def test_callbacks_tell_of_the_end(self):
        self.make()
        self.go(SUCCEEDED, "--callback-listen", "127.0.0.1:0", site=self.site(
            hpdl__subworkflow__poll__interval__max=600))
        self.assertIn("/callback/", SERVER.properties(self.jobs()[0]["id"])["oozie.wf.workflow.notification.url"])

    def test_no_oozie_there(self):
        for reply, code in ((Reply(200, b"<html>"), "SUBWF004"), (404, "SUBWF004"), (401, "SUBWF003"),
                            (Reply(200, b"[7]"), "SUBWF004"), (503, "SUBWF005"), (CLOSE, "SUBWF005")):
            with self.subTest(reply=reply):
                peer = HttpPeer(lambda request, reply=reply: reply)
                self.addCleanup(peer.close)
                self.make()
                self.go(SUSPENDED, site=self.site(peer.url("oozie")))
                self.assert_failed(code, str(peer.port), status="START_MANUAL")


class Outages(Remote):
    def test_down_before(self):
        port = free_port()
        self.make()
        self.go(SUSPENDED, site=self.site(f"http://127.0.0.1:{port}/oozie"))
        self.assert_failed("SUBWF005", status="START_MANUAL")
        self.site()
        self.assert_code(self.resume(), SUSPENDED)
        self.assertEqual(self.jobs(), [], "the attempt keeps to its server")

    def test_requests_that_get_lost(self):
        """Each request once without its answer: there is one child all the same."""
        gate, lost = self.gate(), set()

        def lose(request):
            what = (request.method, request.path.partition("?")[0])
            if what not in lost:
                lost.add(what)
                return CLOSE
            return None
        gate.after = lose
        self.make()
        self.go(SUCCEEDED, site=self.site(gate.url("oozie"), oozie__action__retries__max=20))
        self.assertEqual(len(self.jobs()), 1)
        self.assertIn("POST", {method for method, _ in lost})


class Disturbed(DisturbedRemote, Remote):
    """Relays between the program and the server, which disturb one request a run."""

    @property
    def oozie(self):
        return SERVER


class ServerOutage(Remote):
    alone = True  # the server is that of all

    def test_down_and_back(self):
        self.make(self.given(oozie__suspend__on__nodes="a"))
        child = self.spawn(site=self.site(oozie__action__retry__interval=1, oozie__action__retries__max=60))
        self.wait_for_status("SUSPENDED")
        [job] = self.jobs()
        SERVER.stop()
        try:
            self.assertTrue(self.program.wait_for(lambda: self.node()["status"] == "END_RETRY", 60))
            self.assertIsNone(child.poll())
        finally:
            SERVER.start()
        self.assertEqual(SERVER.call("PUT", f"v2/job/{job['id']}?action=resume")[0], 200)
        self.ended(child, SUCCEEDED)
        self.assertEqual(len(self.jobs()), 1)
        self.assertEqual(self.node()["externalId"], job["id"])


class Kills(Remote):
    def test_with_the_parent(self):
        self.make(self.given(oozie__suspend__on__nodes="a"))
        child = self.spawn()
        self.wait_for_status("SUSPENDED")
        self.assert_code(self.program("kill", self.program.job), 0)
        self.ended(child, KILLED)
        self.wait_for_status("KILLED")
        node = self.node()
        self.assertEqual((node["status"], node["externalStatus"], node["externalId"]),
                         ("KILLED", None, self.jobs()[0]["id"]))
        self.assertFalse(self.out.exists())

    def test_while_the_submit_is_under_way(self):
        for answered in (False, True):
            with self.subTest(answered=answered):
                gate, reached = self.gate(), threading.Event()

                def hold(request):
                    if request.method == "POST":
                        reached.set()
                        return HANG
                    return None
                setattr(gate, "after" if answered else "before", hold)
                self.make()
                child = self.spawn(site=self.site(gate.url("oozie")))
                self.assertTrue(reached.wait(TIMEOUT))
                self.assert_code(self.program("kill", self.program.job), 0)
                self.ended(child, KILLED)
                self.assertEqual([job["status"] for job in self.jobs()], ["KILLED"] if answered else [])

    def test_when_no_engine_runs_the_job(self):
        for die in ("kill", "terminate"):
            with self.subTest(die=die):
                self.name += "x"
                self.make(self.given(oozie__suspend__on__nodes="a"))
                child = self.spawn()
                self.wait_for_status("SUSPENDED")
                self.assertTrue(self.program.wait_for(lambda: self.node()["status"] == "RUNNING"))
                getattr(child, die)()
                child.communicate()
                self.assert_code(self.program("kill", self.program.job), 0)
                self.assertEqual((self.program.status(), self.node()["status"]), ("KILLED", "KILLED"))
                self.wait_for_status("KILLED")

    def test_while_the_server_is_away(self):
        gate = self.gate()
        self.make(self.given(oozie__suspend__on__nodes="a"))
        child = self.spawn(site=self.site(gate.url("oozie")))
        self.wait_for_status("SUSPENDED")
        gate.before = lambda request: HANG
        self.assert_code(self.program("kill", self.program.job), 0)
        self.ended(child, KILLED)
        self.assertEqual(self.node()["externalStatus"], "UNKNOWN", "nobody took the kill")


class Crashes(Remote):
    def test_at_every_commit(self):
        self.make()
        for variable in ("HPDL_CRASH_AT", "HPDL_CRASH_AFTER"):
            for number in range(1, MOST_COMMITS):
                before = len(self.begun())
                self.program.id_file.unlink(missing_ok=True)
                result = self.program.run("--site", self.site(), env={variable: str(number)})
                if result.code == SUCCEEDED:
                    break
                with self.subTest(f"{variable}={number}"):
                    self.assertEqual(result.code, -9, result)
                    if not self.program.id_file.exists() or self.program("info", self.program.job).code != 0:
                        self.assertEqual(len(self.begun()), before)
                        continue
                    verb = {"PREP": "start", "SUCCEEDED": None}.get(self.program.status(), "resume")
                    if verb:
                        self.assert_code(self.program(verb, self.program.job, "--progress", "none"), SUCCEEDED)
                    self.assertEqual(len(self.begun()), before + 1, "one child")
            self.assertGreater(number, 3)

    def test_around_every_request(self):
        """SIGKILL before the server sees a request, and before its answer comes back."""
        self.make()
        for moment in ("before", "after"):
            for method, part in (("GET", "versions"), ("POST", "jobs"), ("GET", "job/"), ("PUT", "action=start")):
                with self.subTest(moment=moment, method=method, part=part):
                    before = len(self.begun())
                    gate, reached, released = self.gate(), threading.Event(), threading.Event()

                    def hold(request):
                        if request.method == method and part in request.path and not reached.is_set():
                            reached.set()
                            released.wait(TIMEOUT)
                            return CLOSE
                        return None
                    setattr(gate, moment, hold)
                    self.program.id_file.unlink(missing_ok=True)
                    child = self.spawn(site=self.site(gate.url("oozie")))
                    self.assertTrue(reached.wait(TIMEOUT))
                    child.kill()
                    child.communicate()
                    released.set()
                    self.assert_code(self.resume(), SUCCEEDED)
                    jobs = self.begun()[before:]
                    self.assertEqual([job["status"] for job in jobs], ["SUCCEEDED"], "one child")

    def test_a_signal_leaves_the_child_alone(self):
        self.make(self.given(oozie__suspend__on__nodes="a"))
        child = self.spawn()
        self.wait_for_status("SUSPENDED")
        child.terminate()
        self.ended(child, 128 + signal.SIGTERM)
        [job] = self.jobs()
        self.assertEqual(SERVER.call("PUT", f"v2/job/{job['id']}?action=resume")[0], 200)
        self.assert_code(self.resume(), SUCCEEDED)
        self.assertEqual(len(self.jobs()), 1)


if __name__ == "__main__":
    closing.main(at_once=4)
