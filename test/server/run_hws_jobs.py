"""The HWS API: jobs of deployed applications, their verbs in each state, recovery, administration."""

import os
import shutil
import signal
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from hws import *  # noqa: F403
from hws import HwsTest, hws_workflow
from programs import *  # noqa: F403
from served import *  # noqa: F403

# In which states each verb may be said, as section 11 of the specification has it.
MAY = {"start": {"CREATED"}, "suspend": {"RUNNING"}, "resume": {"SUSPENDED"}, "kill": {"CREATED", "RUNNING", "SUSPENDED"},
       "resubmit": {"SUCCEEDED", "KILLED", "FAILED"}}
STATES = ("CREATED", "RUNNING", "SUSPENDED", "SUCCEEDED", "KILLED", "FAILED")


class Jobs(HwsTest):
    def tell(self, job, verb, body=None, **more):
        return self.hws("POST", f"/jobs/{job}/{verb}", body, **more)

    def told(self, job, verb, body=None):
        answer = self.tell(job, verb, body)
        self.assertEqual(answer.status, 200, answer)
        return answer.json()

    def in_state(self, state):
        """A job in that state; the application `ends` waits for the file `go`."""
        if state == "FAILED":
            job = self.new_job("fails")
        else:
            job = self.new_job("quick" if state == "SUCCEEDED" else "ends", start=state not in ("CREATED", "KILLED"))
        if state == "KILLED":
            self.told(job, "kill")
        if state == "SUSPENDED":
            self.until_job(job, "RUNNING")
            self.told(job, "suspend")
        self.until_job(job, state)
        return job

    def serve_with_slow_compiler(self):
        """A server whose compiler, where there is a file `hold`, takes it away and ends once there is a file `go`."""
        folder = self.sandbox.path("bin")
        folder.mkdir()
        shutil.copy(HPDLD, folder / "hpdld")
        self.compiler = folder / "hpdlc"
        self.compiler.write_text(f"""#!/bin/sh
HPDL_PARENT=$$ '{HPDLC}' "$@"
code=$?
if mv '{folder}/hold' '{folder}/held' 2>/dev/null; then
  while test -d '{folder}' && ! test -e '{folder}/go'; do sleep 0.05; done
fi
exit $code
""")
        self.compiler.chmod(0o755)
        self.serve(program=folder / "hpdld")
        return folder

    def replaced_meanwhile(self, folder, ask):
        """The answer to what is asked while the application `old` goes and another one of its name comes."""
        for each in ("held", "go"):
            (folder / each).unlink(missing_ok=True)
        (folder / "hold").touch()
        os.utime(self.compiler)  # so all is compiled again
        answers = []
        asking = threading.Thread(target=lambda: answers.append(ask()))
        asking.start()
        self.until((folder / "held").exists, "nothing is compiled")
        for verb in ("suspend", "deactivate"):
            self.tell_application("old", verb)
        self.assertEqual(self.hws("DELETE", "/applications/old").status, 204)
        self.deployed(hws_workflow("old", f"another {self.id()}"))
        (folder / "go").touch()
        asking.join(TIMEOUT)
        return answers[0]

    def test_an_application_that_is_replaced_meanwhile(self):
        folder = self.serve_with_slow_compiler()
        self.deployed(hws_workflow("old"))
        job = self.new_job("old")
        self.until_job(job, "FAILED")
        answer = self.replaced_meanwhile(folder, lambda: self.hws("POST", "/jobs", {"application": "old"}))
        self.refused(answer, 409, "HWS008", "replaced by another deployment")
        self.assertEqual(self.hws("GET", "/jobs").json()["total"], 1)
        answer = self.replaced_meanwhile(folder, lambda: self.tell(job, "resubmit", {}))
        self.refused(answer, 409, "HWS008", "replaced by another deployment")
        self.assertEqual(self.job(job)["state"], "FAILED")
        self.told(job, "resubmit", {})

    def test_every_state_and_verb(self):
        self.serve()
        self.deployed(hws_workflow("fails"))
        self.deployed(workflow(shell("a", "true"), "a", name="quick"))
        self.deployed(workflow(shell("a", self.waits_for("go")), "a", name="ends"))
        for state in STATES:
            for verb, may in MAY.items():
                with self.subTest(state=state, verb=verb):
                    job = self.in_state(state)
                    answer = self.tell(job, verb, {} if verb == "resubmit" else None)
                    if state in may:
                        self.assertEqual(answer.status, 200, answer)
                    else:
                        self.refused(answer, 409, "HWS003", verb, state)
                        self.assertEqual(self.job(job)["state"], state)
        for verb in MAY:
            for other in "WC":
                self.refused(self.tell(f"0000001-261123224801120-hpdl-joe-{other}", verb, {}), 404, "E0604")

    def test_a_job_has_its_properties_and_shows_its_actions(self):
        self.serve()
        self.deployed(workflow(shell("a", f"echo $1 > '{self.sandbox.path('out')}'", arguments=["${word} ${n}"]), "a",
                               name="says"))
        job = self.new_job("says", {"word": "hello", "n": 3})
        self.until_job(job, "SUCCEEDED")
        self.assertEqual(self.lines("out"), ["hello 3"])
        shown = self.job(job)
        self.assertEqual((shown["application"], shown["user"], shown["recovery"]), ("says", "joe", 0))
        self.assertEqual({each["name"]: each["state"] for each in shown["actions"]}["a"], "OK")
        self.refused(self.hws("POST", "/jobs", {"application": "says", "start": True}), 422, "E0738")

    def test_the_same_key_is_the_same_job(self):
        self.serve()
        self.deployed(hws_workflow("once"))
        body = {"application": "once"}
        ids = {self.hws("POST", "/jobs", body, fields={"Idempotency-Key": "k"}).json()["id"] for _ in range(3)}
        self.assertEqual(len(ids), 1)
        self.refused(self.hws("POST", "/jobs", {**body, "start": True}, fields={"Idempotency-Key": "k"}), 422, "E0303")

    def test_lists(self):
        self.serve()
        for name in ("one", "two"):
            self.deployed(hws_workflow(name))
        jobs = [self.new_job("one", start=False) for _ in range(3)] + [self.new_job("two", start=False, user="ann")]
        listed = lambda **query: [each["id"] for each in self.hws("GET", "/jobs", **query).json()["jobs"]]
        self.assertEqual(sorted(listed()), sorted(jobs))
        self.assertEqual(listed(application="two"), jobs[3:])
        of_ann = self.server.call("GET", "/hws/v1/jobs?user=ann&user.name=joe", user=None).json()
        self.assertEqual((of_ann["total"], [each["id"] for each in of_ann["jobs"]]), (1, jobs[3:]))
        self.assertEqual(sorted(listed(state="CREATED", application="one")), sorted(jobs[:3]))
        self.assertEqual(listed(state="RUNNING"), [])
        self.assertEqual(listed(limit=1) + listed(offset=1, limit=10), listed())
        self.refused(self.hws("GET", "/jobs", state="PREP"), 422, "HWS010")

    def recovering(self):
        a = shell("a", f"echo a >> '{self.sandbox.path('ran')}'", to="b")
        b = shell("b", f"echo b >> '{self.sandbox.path('ran')}'; test -e '{self.sandbox.path('fixed')}'")
        return workflow(a + b, "a", name="recovers")

    def test_recovery_skips_what_has_completed(self):
        self.serve()
        self.deployed(self.recovering())
        job = self.new_job("recovers")
        self.until_job(job, "KILLED")
        self.assertEqual(self.lines("ran"), ["a", "b"])
        refused = self.tell(job, "resubmit", {"skip": ["a", "b"]})
        self.assertEqual(refused.status, 422, refused)  # b has not completed
        refused = self.tell(job, "resubmit", {"skip": ["nosuch"]})
        self.assertEqual(refused.status, 422, refused)
        self.sandbox.write("fixed", "")
        self.told(job, "resubmit", {"skip": ["a"]})
        self.until_job(job, "SUCCEEDED")
        self.assertEqual((self.lines("ran"), self.job(job)["recovery"]), (["a", "b", "b"], 1))
        for wrong in ({"skip": "a"}, {"skip": [1]}, {"skip": ["a,b"]}, {"nodes": []}):
            self.refused(self.tell(job, "resubmit", wrong), 422, "HWS010")
        self.refused(self.tell(job, "resubmit", "{"), 400, "HWS010")

    def test_a_patched_application_is_used(self):
        self.serve()
        self.deployed(self.recovering())
        job = self.new_job("recovers")
        self.until_job(job, "KILLED")
        self.tell_application("recovers", "suspend")
        self.refused(self.tell(job, "resubmit", {"skip": ["a"]}), 409, "HWS008", "SUSPENDED")
        self.tell_application("recovers", "deactivate")
        self.assertEqual(self.hws("DELETE", "/applications/recovers").status, 204)
        self.refused(self.tell(job, "resubmit", {"skip": ["a"]}), 404, "HWS001")
        self.deployed(self.recovering().replace("test -e", "true"))
        self.told(job, "resubmit", {"skip": ["a"]})
        self.until_job(job, "SUCCEEDED")
        self.tell_application("recovers", "suspend")
        self.tell_application("recovers", "deactivate")

    def test_a_run_again_holds_its_application(self):
        self.serve()
        self.deployed(workflow(shell("a", self.waits_for("go")), "a", name="again"))
        job = self.new_job("again", start=False)
        self.told(job, "kill")
        self.tell_application("again", "suspend")
        self.tell_application("again", "deactivate")
        self.tell_application("again", "activate")
        self.told(job, "resubmit", {})
        self.tell_application("again", "suspend")
        self.refused(self.hws("POST", "/applications/again/deactivate"), 409, "HWS004", job)
        self.sandbox.write("go", "")
        self.tell_application("again", "deactivate", wait=60)

    def test_an_action_is_tried_again(self):
        self.serve()
        missing = self.sandbox.path("nowhere/in")
        self.deployed(workflow(fs("f", f"<move source='file://{missing}' target='file://{self.sandbox.path('out')}'/>"),
                               "f", name="moves"))
        job = self.new_job("moves")
        self.until(lambda: self.job(job)["state"] in ("SUSPENDED", "KILLED"))
        if self.job(job)["state"] == "SUSPENDED":
            (self.sandbox.path("nowhere")).mkdir()
            self.sandbox.write("nowhere/in", "x")
            self.assertEqual(self.hws("POST", f"/jobs/{job}/actions/f/retry").status, 200)
            self.until_job(job, "SUCCEEDED")
        refused = self.hws("POST", f"/jobs/{job}/actions/f/retry")
        self.assertEqual(refused.status, 409, refused)
        self.assertEqual(self.hws("POST", f"/jobs/{job}/actions/nosuch/retry").status, 404)

    def test_wrong_requests(self):
        self.serve()
        self.deployed(hws_workflow("app"))
        for body, status in (("{", 400), ("[]", 422), ({}, 422), ({"application": 1}, 422), ({"application": ""}, 422),
                             ({"application": "app", "start": "yes"}, 422), ({"application": "app", "x": 1}, 422),
                             ({"application": "app", "properties": {"a": None}}, 422), ("[" * 100_000, 400)):
            with self.subTest(str(body)[:40]):
                self.refused(self.hws("POST", "/jobs", body), status, "HWS010")
        self.refused(self.hws("POST", "/jobs", {"application": "none"}), 404, "HWS001")
        for method, path, allowed in (("DELETE", "/jobs", "GET, POST"), ("PUT", "/applications", "GET, POST"),
                                      ("GET", "/applications/app/activate", "POST"), ("PUT", "/admin/status", "GET")):
            answer = self.hws(method, path)
            self.assertEqual((answer.status, answer.fields["allow"]), (405, allowed))
        for path in ("/nothing", "/jobs/x/y", "/applications/app/fly", "/admin", "/admin/x", "/applications//x"):
            self.assertEqual(self.hws("GET", path).status, 404, path)


class Administration(HwsTest):
    def test_inactive_means_no_applications_and_no_jobs(self):
        self.serve()
        self.deployed(hws_workflow("app"))
        self.assertEqual(self.hws("GET", "/admin/status").json(), {"status": "ACTIVE"})
        self.assertEqual(self.hws("POST", "/admin/deactivate").json(), {"status": "INACTIVE"})
        for method, path in (("GET", "/applications"), ("GET", "/jobs"), ("POST", "/applications/app/suspend")):
            self.refused(self.hws(method, path), 503, "HWS009")
        self.assertEqual(self.server.call("GET", "/oozie/v2/jobs").status, 200)
        self.assertEqual(self.hws("POST", "/admin/activate").json(), {"status": "ACTIVE"})
        self.assertEqual(self.hws("GET", "/applications").json()["total"], 1)

    def test_counts(self):
        self.serve()
        self.deployed(hws_workflow("app"))
        self.until_job(self.new_job("app"), "FAILED")
        counts = self.hws("GET", "/admin/instrumentation").json()
        self.assertEqual((counts["jobs"]["FAILED"], counts["applications"]), (1, {"INACTIVE": 0, "ACTIVE": 1, "SUSPENDED": 0}))
        self.assertIn("compilation", [each["kind"] for each in counts["work"]])

    def test_secrets_are_masked(self):
        self.serve("--local", env={"DB_PASSWORD": "swordfish", "PLAIN": "shown"})
        shown = self.hws("GET", "/admin/environment")
        self.assertEqual((shown.json()["DB_PASSWORD"], shown.json()["PLAIN"]), ("***", "shown"))
        self.assertNotIn("swordfish", shown.body)
        self.assertIn("hpdl.version", self.hws("GET", "/admin/system-properties").json())

    def test_purge(self):
        self.serve()
        self.deployed(hws_workflow("app"))
        job = self.new_job("app")
        self.until_job(job, "FAILED")
        self.until(lambda: not self.programs(job))
        self.assertEqual(self.hws("POST", "/admin/purge", {"olderThanDays": 1}).json(), {"removed": 0})
        self.assertEqual(self.hws("POST", "/admin/purge", {"olderThanDays": 0}).json(), {"removed": 1})
        self.refused(self.hws("GET", f"/jobs/{job}"), 404, "E0604")
        self.refused(self.hws("POST", "/admin/purge", {"olderThanDays": -1}), 422, "HWS010")
        self.tell_application("app", "suspend")
        self.tell_application("app", "deactivate")

    def test_administrators_alone(self):
        site = self.sandbox.write("site.xml", configuration({
            "oozie.service.AuthorizationService.authorization.enabled": "true", "hpdl.server.admin.users": "root",
            "oozie.service.AuthorizationService.system.info.authorized.users": "root"}))
        self.serve("--local", "--site", site)
        for method, path in (("POST", "/admin/deactivate"), ("POST", "/admin/purge"), ("GET", "/admin/environment"),
                             ("GET", "/admin/system-properties")):
            body = {} if method == "POST" else None
            self.refused(self.hws(method, path, body), 403, "E0503")
            self.assertEqual(self.hws(method, path, body, user="root").status, 200)
        self.hws("POST", "/admin/activate", user="root")
        name = self.deployed(hws_workflow("joes"))
        for verb in ("suspend", "activate", "deactivate"):
            self.refused(self.hws("POST", f"/applications/{name}/{verb}", user="ann"), 403, "E0508")
        self.refused(self.hws("DELETE", f"/applications/{name}", user="ann"), 403, "E0508")
        self.refused(self.hws("POST", f"/jobs/{self.new_job(name, start=False)}/kill", user="ann"), 403, "E0508")
        self.tell_application(name, "suspend", user="root")


class SubWorkflows(HwsTest):
    def parent(self, host=""):
        return ('<hadoop-workflow name="parent"><start to="s"/><sub-workflow name="s">' + host +
                '<hadoop-workflow>child</hadoop-workflow><configuration><property><name>word</name><value>of ${wf:id()}'
                '</value></property></configuration><transition name="OK" to="e"/><transition name="ERROR" to="f"/>'
                '</sub-workflow><fail name="f"><message>${wf:errorMessage("s")}</message></fail><end name="e"/></hadoop-workflow>')

    def child(self):
        return workflow(shell("a", f"echo $1 >> '{self.sandbox.path('said')}'", arguments=["${word}"]), "a", name="child")

    def test_by_name_on_this_server(self):
        self.serve()
        self.deployed(self.child())
        self.deployed(self.parent())
        job = self.new_job("parent")
        self.until(lambda: self.job(job)["state"] in ("SUCCEEDED", "FAILED"))
        self.assertEqual(self.job(job)["state"], "SUCCEEDED", self.job(job))
        self.assertEqual(self.lines("said"), [f"of {job}"])
        [child] = [each for each in self.hws("GET", "/jobs", application="child").json()["jobs"]]
        self.assertEqual((child["state"], child["user"]), ("SUCCEEDED", "joe"))
        self.tell_application("child", "suspend")
        second = self.new_job("parent")
        self.until_job(second, "FAILED")
        self.assertIn("SUSPENDED", self.job(second)["errorMessage"])
        self.tell_application("child", "deactivate")

    def test_the_ids_of_parent_and_child_are_known_while_they_run(self):
        self.serve()
        self.deployed(workflow(shell("a", self.waits_for("go")), "a", name="child"))
        self.deployed(self.parent())
        job = self.new_job("parent")
        children = lambda: self.hws("GET", "/jobs", application="child").json()["jobs"]
        self.until(lambda: [each["state"] for each in children()] == ["RUNNING"])
        [child] = children()
        actions = lambda: {each["name"]: each for each in self.job(job)["actions"]}
        self.until(lambda: actions()["s"]["externalId"] == child["id"], "the parent does not name its child")
        self.assertEqual((actions()["s"]["state"], self.job(job)["parent"]), ("RUNNING", None))
        self.assertEqual(self.job(child["id"])["parent"], job)
        shown = {each["name"]: each for each in self.server.call("GET", f"/oozie/v2/job/{job}").json()["actions"]}
        self.assertEqual(shown["s"]["externalId"], child["id"])
        self.sandbox.write("go", "")
        self.until_job(job, "SUCCEEDED")
        self.assertEqual(actions()["s"]["externalId"], child["id"])

    def test_by_name_on_another_server(self):
        other = Server(self.sandbox.folder / "other", "--local")
        other.log.parent.mkdir()
        other.start()
        self.addCleanup(other.end, signal.SIGKILL)
        self.serve()
        self.deployed(self.child(), server=other)
        for name in ("hws", "oozie"):
            with self.subTest(name):
                url = f"<host-url>http://127.0.0.1:{other.port}/{name}</host-url>"
                self.deployed(self.parent(url).replace('name="parent"', f'name="parent-{name}"'))
                job = self.new_job(f"parent-{name}")
                self.until(lambda job=job: self.job(job)["state"] in ("SUCCEEDED", "FAILED"))
                self.assertEqual(self.job(job)["state"], "SUCCEEDED", self.job(job))
                self.assertEqual(self.lines("said")[-1], f"of {job}")
        self.assertEqual(self.hws("GET", "/jobs", application="child").json()["total"], 0)


if __name__ == "__main__":
    closing.main()
