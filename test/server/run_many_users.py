"""hpdld as root: each user has a process and a state directory, and nobody sees more than Oozie shows. The accounts are
those of a name space of mounts that the server alone has."""

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
from base64 import b64encode
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from accounts import *  # noqa: F403
from hws import package
from programs import *  # noqa: F403
from served import *  # noqa: F403


class ManyUsers(AccountsTest):
    def test_each_job_is_its_users(self):
        self.begin(env={"ONLY_ROOTS": "swordfish"})
        for who, uid in (("ann", ANN), ("bob", BOB)):
            script = (f"id -u > {self.out}/{who}; id -G >> {self.out}/{who}; env > {self.out}/{who}.env; "
                      f"cat {self.server.state}/server.secret {self.sandbox.path('passwords')} >> {self.out}/{who}")
            job = self.submit(who, script, more={"user.name": "root"})
            self.assertRegex(job, f"-[0-9][0-9a-z]{{5}}-{who}-W$")
            self.until(lambda: self.status(who, job) != "RUNNING")
            self.until(lambda: not self.programs(job), "its program has not ended")  # files come and go with it
            home = self.server.state / "users" / who
            found = os.lstat(home)
            self.assertEqual((found.st_uid, stat.S_IMODE(found.st_mode)), (uid, 0o700))
            for path in home.rglob("*"):
                self.assertEqual(os.lstat(path).st_uid, uid, path)
        self.assertEqual(self.text("ann").split(), [str(ANN), str(ANN), "24000"])
        self.assertEqual(self.text("bob").split(), [str(BOB), str(BOB)])
        environment = self.text("ann.env")
        self.assertIn("USER=ann\n", environment)
        self.assertNotIn("swordfish", environment)
        self.assertEqual(set(self.user_servers()), {ANN, BOB})
        self.assertEqual(os.stat(f"/proc/{self.server.process.pid}").st_uid, 0)

    def family(self, who, script):
        """An application whose only action is a child that is not compiled in."""
        child = self.app(who, script, "child")["oozie.wf.application.path"]
        parent = self.app(who, "true", "parent")
        self.write_open(f"parent-{who}/workflow.xml", workflow(sub_workflow("s", f"child-{who}"), "s"))
        return {**parent, "apps": child.rsplit("/", 1)[0]}

    def child_of(self, who, parent):
        def known():
            rows = self.call(who, "GET", "/oozie/v2/jobs").json()["workflows"]
            return [row["id"] for row in rows if row["parentId"] == parent]
        self.until(known, f"{parent} has no child")
        return known()[0]

    def test_sub_workflows_are_their_users_too(self):
        """Their parents' programs come through root's port, with a credential that is good for them alone."""
        self.begin({"oozie.service.ProxyUserService.proxyuser.ann.hosts": "*",
                    "oozie.service.ProxyUserService.proxyuser.ann.groups": "*"})
        jobs = {}
        for who in ("ann", "bob"):
            app = self.family(who, f"id -u > {self.out}/{who}-child; {self.wait}")
            answer = self.call(who, "POST", "/oozie/v2/jobs", configuration(app), action="start")
            jobs[who] = answer.json()["id"]
        children = {who: self.child_of(who, job) for who, job in jobs.items()}
        self.until(lambda: self.text("ann-child") and self.text("bob-child"))
        self.assertEqual((self.text("ann-child"), self.text("bob-child")), (f"{ANN}\n", f"{BOB}\n"))

        def said(fields, job, **query):
            return self.server.call("GET", f"/oozie/v2/job/{job}", user=None, fields=fields, **query).status

        anns = self.server.credential(jobs["ann"], "ann", "ann")
        self.assertEqual(said(anns, children["ann"]), 200)
        for fields, job in ((anns, children["bob"]), (anns, jobs["ann"]),
                            (self.server.credential(jobs["bob"], "ann", "ann"), children["bob"]),
                            (self.server.credential(jobs["bob"], "bob", "ann"), children["bob"]),
                            (self.server.credential(jobs["bob"], "ann", "bob"), children["bob"]),
                            (self.server.credential(jobs["ann"], "ann"), children["ann"])):
            self.assertEqual(said(fields, job), 401, (fields, job))
        self.assertEqual(said(anns, children["bob"], doAs="bob"), 401)
        self.server.end(signal.SIGKILL)
        for pid in self.programs():
            os.kill(pid, signal.SIGKILL)
        self.begin()
        (self.out / "go").touch()
        for who, job in jobs.items():
            self.until_ended(who, children[who])
            self.until_ended(who, job)
            self.assertEqual(self.call(who, "GET", "/oozie/v2/jobs").json()["total"], 2)
        self.assertEqual(said(anns, children["ann"]), 401)

    def test_who_has_no_account_or_one_of_the_machines_own(self):
        self.begin()
        for who, why in (("root", "below 1000"), ("old", "below 1000"), ("nobody-here", "no account")):
            answer = self.call(who, "GET", "/oozie/v2/jobs")
            self.assertEqual((answer.status, answer.code), (401, "E0501"), answer)
            self.assertIn(why, answer.message)
        self.assertEqual(list((self.server.state / "users").iterdir()), [])
        self.assertEqual(self.user_servers(), {})

    def test_only_who_may_act_for_others_starts_their_servers(self):
        proxies = "oozie.service.ProxyUserService.proxyuser."
        self.begin({proxies + "boss.hosts": "*", proxies + "boss.groups": "team",
                    proxies + "old.hosts": "10.0.0.1", proxies + "old.groups": "*",
                    proxies + "root.hosts": "*", proxies + "root.groups": "*"})
        wrong = [("ann", "bob"), ("boss", "bob"), ("boss", "nobody-here"), ("old", "ann")]
        for path, status in (("/oozie/v2/jobs", 401), ("/oozie/versions", 401), ("/hws/v1/jobs", 403)):
            for who, other in wrong:
                answer = self.call(who, "GET", path, doAs=other)
                self.assertEqual(answer.status, status, answer)
                self.assertIn("E1400", str(answer))
        # A callback has no caller, so nobody acts for anybody.
        self.assertEqual(self.server.call("GET", "/callback/x", user=None, id="x", doAs="ann").status, 400)
        answer = self.call("root", "GET", "/oozie/v2/jobs", doAs="nobody-here")
        self.assertEqual((answer.status, answer.code), (401, "E0501"), answer)
        self.assertEqual(list((self.server.state / "users").iterdir()), [])
        self.assertEqual(self.user_servers(), {})
        for who in ("boss", "root"):
            self.assertEqual(self.call(who, "GET", "/oozie/v2/jobs", doAs="ann").status, 200)
        self.assertEqual(set(self.user_servers()), {ANN})

    def test_names_alone_are_not_believed(self):
        site = self.write_open("simple.xml", configuration({}))
        done = subprocess.run([str(HPDLD), "--site", site, "--state", self.sandbox.path("s"), "--listen", "127.0.0.1:0"],
                              capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("hpdl.server.one.user", done.stderr)

    def test_others_jobs(self):
        self.begin({"oozie.service.AuthorizationService.admin.users": "boss"})
        job = self.submit("ann", self.wait)
        self.assertEqual(self.status("bob", job), "RUNNING")  # everybody reads, as in Oozie
        answer = self.call("bob", "PUT", f"/oozie/v2/job/{job}", action="kill")
        self.assertEqual((answer.status, answer.code), (401, "E0508"), answer)
        self.assertEqual(self.call("bob", "GET", "/oozie/v2/jobs").json()["total"], 0)
        self.assertEqual(self.call("bob", "GET", "/oozie/v2/jobs", filter="user=ann").json()["total"], 1)
        self.assertEqual(self.call("ann", "GET", "/oozie/v2/jobs").json()["total"], 1)
        answer = self.call("boss", "PUT", f"/oozie/v2/job/{job}", action="kill")
        self.assertEqual(answer.status, 200, answer)
        self.until_ended("ann", job, "KILLED")
        for none in ("0000000-000000000000000-hpdl-ann-W", "0000000-000000000000000-hpdl-eve-W"):
            answer = self.call("bob", "GET", f"/oozie/v2/job/{none}", show="info")
            self.assertEqual((answer.status, answer.code), (400, "E0604"), answer)

    def test_a_coordinator_is_found_by_its_id(self):
        self.begin({"hpdl.server.admin.users": "boss"})
        path = self.app("ann", "true")["oozie.wf.application.path"].removeprefix("file://")
        self.write_open("app-ann/coordinator.xml", (
            '<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="c" frequency="${coord:days(1)}" start="2090-01-01T00:00Z" '
            f'end="2090-01-02T00:00Z" timezone="UTC"><action><workflow><app-path>file://{path}</app-path></workflow></action>'
            "</coordinator-app>"))
        answer = self.call("ann", "POST", "/oozie/v2/jobs", configuration({"oozie.coord.application.path": f"file://{path}"}))
        self.assertEqual(answer.status, 201, answer)
        job = answer.json()["id"]
        self.assertRegex(job, "-[0-9][0-9a-z]{5}-ann-C$")
        answer = self.call("bob", "GET", f"/oozie/v2/job/{job}", show="info")
        self.assertEqual((answer.status, answer.json()["coordJobName"]), (200, "c"), answer)
        answer = self.call("bob", "PUT", f"/oozie/v2/job/{job}", action="kill")
        self.assertEqual((answer.status, answer.code), (401, "E0508"), answer)
        self.assertEqual(self.call("boss", "PUT", f"/oozie/v2/job/{job}", action="kill").status, 200)
        self.assertEqual(self.status("ann", job), "KILLED")

    def test_administrators_and_the_acl_reach_jobs_of_all_types(self):
        self.begin({"hpdl.server.admin.users": "boss"})
        path = self.app("ann", self.wait)["oozie.wf.application.path"].removeprefix("file://")
        self.write_open("app-ann/coordinator.xml", (
            '<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="c" frequency="${coord:days(1)}" start="2020-01-01T00:00Z" '
            'end="2020-01-03T00:00Z" timezone="UTC"><controls><concurrency>1</concurrency></controls><action><workflow>'
            f"<app-path>file://{path}</app-path></workflow></action></coordinator-app>"))
        self.write_open("app-ann/bundle.xml", (
            f'<bundle-app xmlns="uri:oozie:bundle:0.2" name="b"><coordinator name="c"><app-path>file://{path}</app-path>'
            "</coordinator></bundle-app>"))
        for who in ("boss", "bob"):
            ids = []
            for kind in ("coord", "bundle", "wf"):
                properties = {f"oozie.{kind}.application.path": f"file://{path}", "oozie.job.acl": "bob"}
                answer = self.call("ann", "POST", "/oozie/v2/jobs", configuration(properties), action="start")
                self.assertEqual(answer.status, 201, answer)
                ids.append(answer.json()["id"])
            self.until(lambda: all(self.status("ann", job) == "RUNNING" for job in ids))
            coordinator, bundle, job = ids
            action = f"{coordinator}@1"
            self.until(lambda: self.call("ann", "GET", f"/oozie/v2/job/{action}").json().get("status") == "RUNNING")
            for each in (*ids, action, f"{job}@a"):
                self.assertEqual(self.call(who, "GET", f"/oozie/v2/job/{each}", show="info").status, 200, each)
            for each in (*ids, action):
                self.assertEqual(self.call(who, "GET", f"/oozie/v2/job/{each}", show="log").status, 200, each)
            for each in ids:
                self.assertEqual(self.call(who, "GET", f"/oozie/v2/job/{each}", show="definition").status, 200, each)
            for each, kind, rows in ((coordinator, "coordinator", "coordinatorjobs"), (bundle, "bundle", "bundlejobs"),
                                     (job, "wf", "workflows")):
                for query in (f"id={each}", "user=ann"):
                    answer = self.call(who, "GET", "/oozie/v2/jobs", jobtype=kind, filter=query)
                    self.assertIn(each, answer.body, query)
            for verb in ("suspend", "resume", "kill"):
                for each in (bundle, coordinator, job):
                    self.assertEqual(self.call("old", "PUT", f"/oozie/v2/job/{each}", action=verb).code, "E0508")
                    self.assertEqual(self.call(who, "PUT", f"/oozie/v2/job/{each}", action=verb).status, 200, (verb, each))
            self.until(lambda: all(self.status("ann", each) == "KILLED" for each in ids))
            self.assertEqual(self.call(who, "GET", "/oozie/v2/sla", filter=f"id={job}").status, 200)

    def test_tokens_are_of_the_users_server(self):
        self.begin()
        path = Path(self.app("ann", "echo k=7")["oozie.wf.application.path"].removeprefix("file://")) / "workflow.xml"
        path.write_text(path.read_text().replace("</shell>", "<capture-output/></shell>"))
        answer = self.call("ann", "POST", "/oozie/v2/jobs", action="start",
                           body=configuration({"oozie.wf.application.path": f"file://{path.parent}"}))
        self.assertEqual(answer.status, 201, answer)
        job = answer.json()["id"]
        self.until_ended("ann", job)
        token = f"/v3/namespaces/ann/apps/test/workflows/test/runs/{job}/nodes/a/token"
        for who in ("ann", "bob"):  # everybody reads
            self.assertEqual(self.call(who, "GET", token).json(), {"k": "7"})
        self.assertEqual(self.call("ann", "GET", token.replace("-ann-", "-bob-")).status, 404)
        self.assertEqual(self.call("ann", "GET", token.replace("-ann-", "-eve-")).status, 404)
        self.assertEqual(self.call("eve", "GET", token).status, 401)

    def test_a_job_without_an_application_and_a_picture_are_of_the_caller(self):
        self.begin()
        body = configuration({"fs.defaultFS": "file:///", "yarn.resourcemanager.address": "local", "oozie.libpath": "/lib",
                              "mapred.input.dir": "/none", "mapred.output.dir": f"{self.out}/none"})
        answer = self.call("ann", "POST", "/oozie/v2/jobs", body, jobtype="mapreduce")
        self.assertEqual(answer.status, 201, answer)
        job = answer.json()["id"]
        self.assertRegex(job, "-[0-9][0-9a-z]{5}-ann-W$")
        self.until(lambda: self.status("ann", job) != "RUNNING")
        answer = self.call("bob", "GET", f"/oozie/v2/job/{job}", show="graph", format="svg")
        self.assertEqual((answer.status, answer.fields["content-type"]), (200, "image/svg+xml"), answer)
        self.assertIn("mapreduce1", answer.body)
        for each in (self.server.state / "users" / "ann").rglob("*"):
            self.assertEqual(os.lstat(each).st_uid, ANN, each)

    def test_the_end_of_the_server_touches_no_job(self):
        self.begin()
        job = self.submit("ann", f"echo x >> {self.out}/lines; {self.wait}")
        self.until(lambda: self.text("lines") == "x\n")
        helper = self.user_servers()[ANN]
        self.server.end(signal.SIGKILL)
        self.until(lambda: not Path(f"/proc/{helper}").exists(), "the user's server goes on without its front")
        self.begin()
        self.until(lambda: ANN in self.user_servers(), "who has jobs is served without being asked")
        (self.out / "go").touch()
        self.until_ended("ann", job)
        self.assertEqual(self.text("lines"), "x\n")

    def test_a_users_server_that_dies_starts_again(self):
        self.begin()
        job = self.submit("ann", f"echo x >> {self.out}/lines; {self.wait}")
        self.until(lambda: self.text("lines") == "x\n")
        first = self.user_servers()[ANN]
        os.kill(first, signal.SIGKILL)
        self.until(lambda: self.user_servers().get(ANN, first) != first)
        (self.out / "go").touch()
        self.until_ended("ann", job)
        self.assertEqual(self.text("lines"), "x\n")

    def programs_in_line(self, who):
        """Of the user, then of all: how many run and how many wait."""
        work = self.call(who, "GET", "/oozie/v2/admin/queue").json()["work"][0]
        self.assertEqual(work["kind"], "program")
        return tuple(work[name] for name in ("running", "waiting", "runningOfAll", "waitingOfAll"))

    def until_in_line(self, who, *numbers):
        seen = []
        self.until(lambda: seen.append(self.programs_in_line(who)) or seen[-1] == numbers, (who, numbers, seen[-1:]))

    def test_places_are_shared_by_all(self):
        """Users take turns, and what a server has that dies is free."""
        self.begin({"hpdl.server.programs.max": "2"})
        first, second, third = (self.submit("ann", self.wait) for _ in range(3))
        bobs = self.submit("bob", self.wait)
        self.until_in_line("ann", 2, 1, 2, 2)
        self.until_in_line("bob", 0, 1, 2, 2)
        items = self.call("bob", "GET", "/oozie/v2/admin/queue").json()["work"][0]["items"]
        self.assertEqual([item["subject"] for item in items], [bobs])
        self.assertEqual(self.call("ann", "PUT", f"/oozie/v2/job/{first}", action="kill").status, 200)
        self.until_ended("bob", bobs, "RUNNING")
        self.until_in_line("ann", 1, 1, 2, 1)
        self.assertEqual((self.status("ann", second), self.status("ann", third)), ("RUNNING", "PREP"))
        more = self.submit("bob", self.wait)
        self.until_in_line("bob", 1, 1, 2, 2)
        os.kill(self.user_servers()[ANN], signal.SIGKILL)
        self.until_ended("bob", more, "RUNNING")
        self.until_in_line("ann", 0, 1, 2, 1)  # its next one waits with the third; the second goes on
        self.assertEqual(self.status("ann", second), "RUNNING")
        (self.out / "go").touch()
        for who, job in (("ann", second), ("ann", third), ("bob", bobs), ("bob", more)):
            self.until_ended(who, job)
        self.until_in_line("ann", 0, 0, 0, 0)

    def test_a_user_has_only_so_many_places(self):
        self.begin({"hpdl.server.programs.max": "3", "hpdl.server.user.programs.max": "1"})
        first, second = (self.submit("ann", self.wait) for _ in range(2))
        bobs = self.submit("bob", self.wait)
        self.until_in_line("ann", 1, 1, 2, 1)
        self.assertEqual((self.status("ann", second), self.status("bob", bobs)), ("PREP", "RUNNING"))
        (self.out / "go").touch()
        for who, job in (("ann", first), ("ann", second), ("bob", bobs)):
            self.until_ended(who, job)

    def test_each_user_has_an_archive(self):
        self.begin({"hpdl.server.purge.archive": str(self.sandbox.path("archive")), "hpdl.server.admin.users": "ann"})
        for who in ("ann", "bob"):
            job = self.submit(who, "true")
            self.until_ended(who, job)
            self.until(lambda: not self.programs(job))
            if who == "ann":
                anns = job
        self.assertEqual(self.call("ann", "PUT", "/oozie/v2/admin/purge", wf="0").status, 200)
        found = {}
        for path in self.sandbox.path("archive").iterdir():
            info = os.lstat(path)
            found[path.name] = (info.st_uid, stat.S_IMODE(info.st_mode), [each.name for each in (path / "jobs").iterdir()])
        self.assertEqual(found, {"ann": (ANN, 0o700, [anns]), "bob": (BOB, 0o700, [])})

    def test_the_log_is_opened_anew_for_all(self):
        self.options = ("--log", self.sandbox.path("hpdld.log"))
        self.begin()
        job = self.submit("ann", "true")
        self.until_ended("ann", job)
        self.assertIn(f"[ann] start {job}", self.server.log.read_text())
        old = self.server.log.rename(self.sandbox.path("hpdld.log.1"))
        self.server.process.send_signal(signal.SIGHUP)
        self.until(self.server.log.exists)
        later = self.submit("ann", "true")
        self.until_ended("ann", later)
        self.assertIn(f"[ann] start {later}", self.server.log.read_text())
        self.assertNotIn(later, old.read_text())

    def test_who_has_nothing_to_do_rests(self):
        self.begin({"hpdl.server.user.idle": "1"})
        held = self.submit("ann", self.wait)
        process = self.user_servers()[ANN]
        for times in (1, 2, 3):
            self.until_ended("bob", self.submit("bob", "true"))
            self.until(lambda: self.server.log.read_text().count("of bob is idle and has stopped") == times)
            self.assertNotIn("bob", self.server.call("GET", "/metrics", user=None).body)  # and that wakes nobody
            self.assertEqual(self.user_servers(), {ANN: process})  # it has a job that runs
        (self.out / "go").touch()
        self.until(lambda: not self.user_servers())
        self.until_ended("ann", held)
        self.assertEqual(self.call("bob", "GET", "/oozie/v2/jobs").json()["total"], 3)

    def test_what_lies_where_a_users_directory_should_be(self):
        users = self.sandbox.path("state") / "users"
        users.mkdir(parents=True)
        users.parent.chmod(0o711)
        users.chmod(0o711)
        shutil.os.symlink(self.out, users / "ann")
        (users / "bob").mkdir()
        os.chown(users / "bob", ANN, ANN)
        self.begin()
        for who in ("ann", "bob"):
            answer = self.call(who, "GET", "/oozie/v2/jobs")
            self.assertNotEqual(answer.status, 200, answer)
        self.assertEqual(list(self.out.iterdir()), [])

    def test_figures_callbacks_and_the_mode(self):
        self.begin({"hpdl.server.admin.users": "ann"})
        job = self.submit("ann", "true")
        self.until_ended("ann", job)
        self.until_ended("bob", self.submit("bob", "true"))
        figures = self.server.call("GET", "/metrics", user=None)
        self.assertIn('hpdld_jobs{user="ann",status="SUCCEEDED"} 1\n', figures.body)
        self.assertIn('hpdld_jobs{user="bob",status="SUCCEEDED"} 1\n', figures.body)
        self.assertEqual(figures.body.count("# TYPE hpdld_jobs gauge"), 1)
        answer = self.server.call("GET", "/callback/nonsense", user=None, id=f"{job}@a", status="OK")
        self.assertEqual(answer.status, 403, answer)
        answer = self.server.call("GET", "/callback/nonsense", user=None, id="x", status="OK")
        self.assertEqual(answer.status, 403, answer)
        answer = self.call("bob", "PUT", "/oozie/v2/admin/status", systemmode="SAFEMODE")
        self.assertEqual(answer.status, 401, answer)
        self.assertEqual(self.call("ann", "PUT", "/oozie/v2/admin/status", systemmode="SAFEMODE").status, 200)
        self.assertEqual(self.call("bob", "GET", "/oozie/v2/admin/status").json(), {"systemMode": "SAFEMODE"})

    def hws(self, who, method, path, body=None, kind="application/json", **query):
        word = b64encode(f"{who}:pw-{who}".encode()).decode()
        fields = {"Authorization": f"Basic {word}", **({"Content-Type": kind} if body is not None else {})}
        return self.server.call(method, f"/hws/v1{path}", body, user=None, fields=fields, **query)

    def deploy(self, who, name, **query):
        data = package({"workflow.xml": workflow(shell("a", f"id -un >> {self.out}/who"), "a", name=name)})
        return self.hws(who, "POST", "/applications", data, "application/zip", **query)

    def names(self, who, **query):
        answer = self.hws(who, "GET", "/applications", **query)
        return [each["name"] for each in answer.json()["applications"]]

    def test_each_has_applications_of_their_own(self):
        self.begin()
        for who in ("ann", "bob"):
            made = self.deploy(who, "same")
            self.assertEqual((made.status, made.json()["owner"]), (201, who), made)
        self.assertEqual(self.deploy("bob", "bobs", owner="ann").json()["owner"], "bob")
        self.assertEqual((self.names("ann"), self.names("bob"), self.names("ann", owner="bob")),
                         (["same"], ["bobs", "same"], ["bobs", "same"]))
        folder = self.server.state / "users" / "ann" / "applications"
        self.assertEqual((folder.stat().st_uid, folder.stat().st_mode & 0o777), (ANN, 0o700))
        refused = self.hws("bob", "POST", "/applications/same/activate", owner="ann")
        self.assertEqual((refused.status, refused.json()["error"]["code"]), (403, "E0508"), refused)
        self.assertEqual(self.hws("ann", "POST", "/applications/same/activate").status, 200)
        self.assertEqual(self.hws("bob", "GET", "/applications/same").json()["state"], "INACTIVE")
        made = self.hws("ann", "POST", "/jobs", json.dumps({"application": "same", "start": True}))
        self.assertEqual(made.status, 201, made)
        job = made.json()["id"]
        self.until(lambda: self.hws("bob", "GET", f"/jobs/{job}").json()["state"] == "SUCCEEDED")
        self.assertEqual((self.out / "who").read_text(), "ann\n")
        self.assertEqual(self.hws("bob", "POST", f"/jobs/{job}/resubmit", "{}").status, 403)

    def test_hws_is_inactive_for_all(self):
        self.begin({"hpdl.server.admin.users": "boss,bob"})
        self.deploy("ann", "app")
        self.assertEqual(self.hws("ann", "POST", "/admin/deactivate").status, 403)
        self.assertEqual(self.hws("bob", "POST", "/admin/deactivate").status, 200)
        self.until(lambda: self.hws("ann", "GET", "/applications").status == 503)
        self.assertEqual(self.hws("bob", "POST", "/admin/activate").status, 200)
        self.until(lambda: self.names("ann") == ["app"])


if __name__ == "__main__":
    closing.main()
