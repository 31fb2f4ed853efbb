"""The HWS API: applications are deployed, live through their states and are undeployed, wherever hpdld is killed."""

import json
import os
import signal
import socket
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from hws import *  # noqa: F403
from hws import HwsTest, hws_workflow, package
from programs import *  # noqa: F403
from served import *  # noqa: F403

VERBS = ("activate", "suspend", "deactivate")
# What comes of each verb in each state, as section 8 of the specification has it; 409: it may not be.
AFTER = {
    ("INACTIVE", "activate"): "ACTIVE", ("INACTIVE", "suspend"): 409, ("INACTIVE", "deactivate"): 409,
    ("INACTIVE", "undeploy"): 204, ("INACTIVE", "submit"): 409,
    ("ACTIVE", "activate"): 409, ("ACTIVE", "suspend"): "SUSPENDED", ("ACTIVE", "deactivate"): 409,
    ("ACTIVE", "undeploy"): 409, ("ACTIVE", "submit"): 201,
    ("SUSPENDED", "activate"): "ACTIVE", ("SUSPENDED", "suspend"): 409, ("SUSPENDED", "deactivate"): "INACTIVE",
    ("SUSPENDED", "undeploy"): 409, ("SUSPENDED", "submit"): 409,
}
WAY = {"INACTIVE": (), "ACTIVE": ("activate",), "SUSPENDED": ("activate", "suspend")}


class Applications(HwsTest):
    def folders(self):
        try:
            return sorted(each.name for each in (self.server.state / "applications").iterdir())
        except FileNotFoundError:
            return []

    def test_a_life(self):
        self.serve()
        answer = self.deploy({"workflow.xml": hws_workflow("nightly"), "lib/x.jar": "x" * 5000, "conf/": ""})
        self.assertEqual(answer.status, 201, answer)
        made = answer.json()
        self.assertEqual((made["name"], made["owner"], made["state"], made["files"]), ("nightly", "joe", "INACTIVE", 3))
        details = self.hws("GET", "/applications/nightly").json()
        self.assertEqual(details["definition"], hws_workflow("nightly"))
        self.assertEqual({**details, "warnings": made["warnings"]}, {**made, "definition": details["definition"]})
        self.refused(self.deploy(hws_workflow("nightly")), 409, "HWS002", "undeploy it first")
        self.tell_application("nightly", "activate")
        job = self.new_job("nightly")
        self.until_job(job, "FAILED")
        self.assertEqual(self.job(job)["application"], "nightly")
        self.tell_application("nightly", "suspend")
        self.tell_application("nightly", "deactivate")
        self.assertEqual(len(self.folders()), 1)
        self.assertEqual(self.hws("DELETE", "/applications/nightly").status, 204)
        self.assertEqual((self.state("nightly"), self.folders()), (404, []))
        self.assertEqual(self.deploy(hws_workflow("nightly", "again")).status, 201)

    def test_every_state_and_verb(self):
        self.serve()
        for number, ((state, verb), after) in enumerate(AFTER.items()):
            with self.subTest(state=state, verb=verb):
                name = self.deployed(hws_workflow(f"a{number}"), active=False)
                for each in WAY[state]:
                    self.tell_application(name, each)
                self.assertEqual(self.state(name), state)
                if verb == "undeploy":
                    answer = self.hws("DELETE", f"/applications/{name}")
                elif verb == "submit":
                    answer = self.hws("POST", "/jobs", {"application": name})
                else:
                    answer = self.hws("POST", f"/applications/{name}/{verb}")
                if isinstance(after, str):
                    self.assertEqual((answer.status, answer.json()["state"], self.state(name)), (200, after, after))
                elif after == 409:
                    self.refused(answer, 409, "HWS008" if verb == "submit" else "HWS003", state)
                    self.assertEqual(self.state(name), state)
                else:
                    self.assertEqual(answer.status, after, answer)

    def test_what_does_not_compile_is_not_deployed(self):
        self.serve()
        cycle = ('<hadoop-workflow name="c"><start to="a"/>\n<fork name="a"><transition to="b"/><transition to="d"/></fork>'
                 '\n<decision name="b"><default name="x"/><transition name="x" to="a"/></decision>'
                 '<decision name="d"><default name="x"/><transition name="x" to="e"/></decision>'
                 '<end name="e"/></hadoop-workflow>')
        error = self.refused(self.deploy(cycle), 422, "HWS006")
        self.assertTrue(error["diagnostics"], error)
        first = error["diagnostics"][0]
        self.assertEqual(first["file"], "workflow.xml")
        self.assertGreater(first["line"], 0)
        self.assertEqual(first["kind"], "MissingElement")
        self.assertIn(" [MissingElement", first["message"])
        self.assertNotIn(str(self.server.state), json.dumps(error))
        self.refused(self.deploy("<hadoop-workflow"), 422, "HWS006")
        self.assertEqual((self.hws("GET", "/applications").json()["total"], self.folders()), (0, []))

    def test_a_deployment_answers_with_warnings(self):
        self.serve()
        odd = ('<hadoop-workflow name="odd"><start to="f"/>\n<fail name="u"><message>u</message></fail>'
               '<fail name="f"><message>f</message></fail><end name="e"/></hadoop-workflow>')
        files = {"workflow.xml": odd, "coordinator.xml": "<coordinator-app", "x.js": "not (a script"}
        compiled = lambda: self.hws("GET", "/admin/instrumentation").json()["compilations"]
        before = compiled()
        answer = self.deploy(files)
        self.assertEqual(answer.status, 201, answer)
        warnings = answer.json()["warnings"]
        self.assertIn({"file": "workflow.xml", "line": 2, "column": 13, "kind": "UnreachableNode",
                       "message": "no path from start leads to 'u' [UnreachableNode]"}, warnings)
        self.assertEqual({each["file"] for each in warnings}, {"workflow.xml"}, "only the workflow was compiled")
        self.assertNotIn(str(self.server.state), json.dumps(answer.json()))
        self.assertEqual(self.hws("DELETE", "/applications/odd").status, 204)
        self.assertEqual(self.deploy(files).json()["warnings"], warnings, "they are remembered with the program")
        self.assertEqual(compiled(), before + 1)
        self.assertNotIn("warnings", self.hws("GET", "/applications/odd").json())
        many = "".join(f'<fail name="u{i}"><message>u</message></fail>' for i in range(300))
        warnings = self.deploy(hws_workflow("many").replace('<end name', many + '<end name')).json()["warnings"]
        self.assertEqual((len(warnings), warnings[-1]), (101, {"message": "more warnings are not listed"}))

    def named(self, path, name="named"):
        """A definition whose hadoop action names the file twice: in <files> and as its <job-xml>."""
        return (f'<hadoop-workflow name="{name}"><start to="h"/><hadoop name="h"><streaming><mapper>cat</mapper>'
                f'<files><file>{path}</file></files></streaming><job-xml>{path}</job-xml><configuration>'
                f'<property><name>mapred.output.dir</name><value>{self.sandbox.path("out")}</value></property>'
                f'<property><name>mapred.input.dir</name><value>{self.sandbox.path("in")}</value></property></configuration>'
                '<transition name="OK" to="e"/><transition name="ERROR" to="f"/></hadoop>'
                "<fail name=\"f\"><message>${wf:errorCode('h')}: ${wf:errorMessage('h')}</message></fail>"
                '<end name="e"/></hadoop-workflow>')

    def test_a_package_that_lacks_what_it_names_is_refused(self):
        self.serve()
        secret = self.sandbox.write("secret.xml", configuration({"mapred.job.name": "secret"}))
        for path in ("conf/job.xml", "/conf/job.xml", str(secret), f"file://{secret}", f"../../..{secret}"):
            with self.subTest(path):
                error = self.refused(self.deploy(self.named(path)), 422, "HWS006", path, "[FileNotPackaged]")
                self.assertEqual(len(error["diagnostics"]), 2, error)
                self.assertNotIn("secret</value>", json.dumps(error))
        self.assertEqual(self.folders(), [])
        for path in ("conf/job.xml", "/conf/job.xml", "./conf/job.xml"):
            with self.subTest(path):
                files = {"workflow.xml": self.named(path), "conf/job.xml": configuration({"a": "b"})}
                self.assertEqual(self.deploy(files).status, 201)
                self.assertEqual(self.hws("DELETE", "/applications/named").status, 204)

    def test_paths_begin_at_the_root_of_the_package(self):
        self.serve()
        self.sandbox.write("in/words", "b\na\n")
        secret = self.sandbox.write("secret.xml", configuration({"mapred.job.name": "secret"}))
        files = {"workflow.xml": self.named("${wf:conf('named')}"), "conf/job.xml": configuration({"mapred.reduce.tasks": "0"})}
        self.assertEqual(self.deploy(files).status, 201)
        self.tell_application("named", "activate")
        job = self.new_job("named", {"named": "/conf/job.xml"})
        self.until(lambda: self.job(job)["state"] in ("SUCCEEDED", "FAILED"))
        self.assertEqual(self.job(job)["state"], "SUCCEEDED", self.job(job))
        self.assertEqual(sorted(each.name for each in self.sandbox.path("out").iterdir()), ["_SUCCESS", "part-00000"])
        for path in (str(secret), f"file://{secret}", f"../../../..{secret}"):
            with self.subTest(path):
                job = self.new_job("named", {"named": path})
                self.until_job(job, "FAILED")
                self.assertIn(f"JA008: job-xml {path} is not in the package", self.job(job)["errorMessage"])

    def test_lists_are_filtered_and_paged(self):
        self.serve()
        for i in range(5):
            self.deployed(hws_workflow(f"app{i}"), active=i < 2, user="ann" if i == 4 else "joe")
        names = lambda **query: [each["name"] for each in self.hws("GET", "/applications", **query).json()["applications"]]
        self.assertEqual(names(), [f"app{i}" for i in range(5)])
        self.assertEqual(names(state="ACTIVE"), ["app0", "app1"])
        self.assertEqual(names(owner="ann"), ["app4"])
        self.assertEqual(names(name="PP3"), ["app3"])
        self.assertEqual(names(name="%"), [])
        self.assertEqual(names(offset=1, limit=2), ["app1", "app2"])
        page = self.hws("GET", "/applications", offset=4, limit=2).json()
        self.assertEqual((page["total"], page["offset"], page["limit"], len(page["applications"])), (5, 4, 2, 1))
        self.assertEqual(self.hws("GET", "/applications", limmit=1).status, 400)  # else it would be passed over
        for query in ({"state": "active"}, {"limit": 0}, {"limit": 1001}, {"offset": -1}, {"offset": "x"}):
            with self.subTest(query):
                self.refused(self.hws("GET", "/applications", **query), 422, "HWS010")

    def test_deactivation_ends_when_the_jobs_have(self):
        self.serve()
        name = self.deployed(workflow(shell("a", self.waits_for("go")), "a", name="slow"))
        job = self.new_job(name)
        self.until_job(job, "RUNNING")
        self.tell_application(name, "suspend")
        self.refused(self.hws("POST", f"/applications/{name}/deactivate"), 409, "HWS004", job)
        self.refused(self.hws("POST", f"/applications/{name}/deactivate", wait=1), 409, "HWS004", job)
        answers = []
        waiting = threading.Thread(target=lambda: answers.append(
            self.hws("POST", f"/applications/{name}/deactivate", wait=60)))
        waiting.start()
        self.sandbox.write("go", "")
        waiting.join(120)
        self.assertEqual((answers[0].status, answers[0].json()["state"]), (200, "INACTIVE"))
        self.assertEqual(self.job(job)["state"], "SUCCEEDED")

    def test_a_job_that_is_only_made_holds_its_application(self):
        self.serve()
        name = self.deployed(hws_workflow("held"))
        job = self.new_job(name, start=False)
        self.tell_application(name, "suspend")
        self.server.end(signal.SIGKILL)
        for each in self.server.state.glob("catalogue.db*"):
            each.unlink()
        self.server.start()
        self.refused(self.hws("POST", f"/applications/{name}/deactivate"), 409, "HWS004", job)
        self.assertEqual(self.hws("POST", f"/jobs/{job}/kill").status, 200)
        self.tell_application(name, "deactivate")

    def is_open(self, client):
        """Whether the server has its end of a connection: before it does, and after, there is no inode."""
        ends = f":{self.server.port:04X} ", f":{client[1]:04X} "
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            words = line.split()
            if f"{words[1]} ".endswith(ends[0]) and f"{words[2]} ".endswith(ends[1]) and words[9] != "0":
                return True
        return False

    def test_a_wait_ends_with_its_client(self):
        self.serve()
        name = self.deployed(hws_workflow("left"))
        job = self.new_job(name, start=False)
        self.tell_application(name, "suspend")
        begin = time.monotonic()
        with socket.create_connection(("127.0.0.1", self.server.port)) as client:
            here = client.getsockname()
            client.sendall(f"POST /hws/v1/applications/{name}/deactivate?wait=60&user.name=joe HTTP/1.1\r\n"
                           f"Host: 127.0.0.1:{self.server.port}\r\nContent-Length: 0\r\n\r\n".encode())
            self.until(lambda: self.is_open(here), "nobody takes it")
        # The server keeps its end of the connection for as long as it waits.
        self.until(lambda: not self.is_open(here), "it waits on")
        self.assertLess(time.monotonic() - begin, 60)
        self.assertEqual(self.hws("POST", f"/jobs/{job}/kill").status, 200)
        self.assertEqual(self.state(name), "SUSPENDED")

    def test_one_deployment_of_a_user_at_a_time(self):
        self.serve()
        many = package({"workflow.xml": hws_workflow("many"), **{f"d/{i}": "x" * 2000 for i in range(3000)}})
        answers = []
        both = [threading.Thread(target=lambda: answers.append(self.deploy(many).status)) for _ in range(6)]
        for each in both:
            each.start()
        for each in both:
            each.join()
        self.assertEqual(answers.count(201), 1, answers)
        self.assertLessEqual(set(answers), {201, 409, 429}, answers)


class Killed(HwsTest):
    def test_killed_at_each_step_of_a_life(self):
        """Whatever the server has answered is so, and nothing is left of what it has not."""
        self.serve(env={})
        files = {"workflow.xml": hws_workflow("x"), "lib/a.jar": "a" * 1000}
        for step in range(1, 40):
            self.server.end(signal.SIGKILL)
            self.server.env = {"HPDLD_CRASH_AFTER": str(step)}
            self.server.start()
            died = False
            done = []
            for what in ("deploy", "activate", "suspend", "deactivate", "undeploy"):
                try:
                    if what == "deploy":
                        answer = self.deploy(files)
                    elif what == "undeploy":
                        answer = self.hws("DELETE", "/applications/x")
                    else:
                        answer = self.hws("POST", f"/applications/x/{what}")
                except (OSError, __import__("http.client").client.HTTPException):
                    died = True
                    break
                self.assertLess(answer.status, 300, answer)
                done.append(what)
            self.server.end(signal.SIGKILL)
            self.server.env = {}
            self.server.start()
            state = self.state("x")
            sure = {None: 404, "deploy": "INACTIVE", "activate": "ACTIVE", "suspend": "SUSPENDED",
                    "deactivate": "INACTIVE", "undeploy": 404}
            after = list(sure.values())
            at = len(done)
            self.assertIn(state, after[at:at + 2], (step, done))
            folders = [each.name for each in (self.server.state / "applications").iterdir()] \
                if (self.server.state / "applications").exists() else []
            self.assertEqual(len(folders), 0 if state == 404 else 1, (step, folders))
            if state != 404:  # to the beginning
                for verb in {"INACTIVE": (), "ACTIVE": ("suspend", "deactivate"), "SUSPENDED": ("deactivate",)}[state]:
                    self.tell_application("x", verb)
                self.assertEqual(self.hws("DELETE", "/applications/x").status, 204)
            if not died:
                self.assertGreater(step, 8)
                return
        self.fail("its life has no end")


if __name__ == "__main__":
    closing.main()
