"""Who may do what: hpdld beside the real Oozie, with the same settings and the same calls."""

import re
import sys
import urllib.parse
import http.client
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from oozie_server import OozieServer
from programs import *  # noqa: F403
from served import *  # noqa: F403

RULES, PROXIES = "oozie.service.AuthorizationService.", "oozie.service.ProxyUserService.proxyuser."
SETTINGS = {
    "oozie.authentication.simple.anonymous.allowed": "false",
    RULES + "security.enabled": "true",
    RULES + "system.info.authorized.users": "sys",
    "oozie.service.GroupsService.hadoop.user.group.static.mapping.overrides":
        "joe=staff,dev;ann=dev;bob=other;cat=none;hue=;gate=gate",
}
BY_GROUP = {RULES + "admin.groups": "dev", RULES + "default.group.as.acl": "true"}
BODY = "<configuration><property><name>a</name><value>b</value></property></configuration>"


class Oozie(OozieServer):
    """With the calls that served.Server has."""

    def call(self, method, path, body=None, user="joe", fields=None, **query):
        if not path.startswith("/"):
            return super().call(method, path, body)
        query = {**({"user.name": user} if user else {}), **query}
        headers = {"Content-Type": "application/xml"} if body is not None else {}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        try:
            connection.request(method, path + "?" + urllib.parse.urlencode(query), body=body, headers=headers)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    submit = Server.submit


class BesideOozie(ServedTest):
    def begin(self, more=None, administrators=("boss",)):
        """Both servers, and an application that waits for nothing."""
        settings = {**SETTINGS, **(more or {})}
        self.oozie = Oozie(self.sandbox.path("oozie"), site=settings, administrators=administrators)
        self.addCleanup(self.oozie.stop)
        self.oozie.start()
        site = self.sandbox.write("site/site.xml", configuration(settings))
        self.sandbox.write("site/adminusers.txt", "".join(f"# one a line\n {name} \n" for name in administrators))
        self.serve("--local", "--site", site)
        self.app = self.application(workflow(fs("a", f"<mkdir path='{self.sandbox.path('d')}'/>"), "a"))

    def both(self, method, path, ids=None, **options):
        """What the two answer, without what is only in one of them."""
        answers = []
        for server, job in zip((self.oozie, self.server), ids or ("", "")):
            answer = server.call(method, path.replace("JOB", job), **options)
            words = answer.message.replace(job, "JOB") if job else answer.message
            answers.append((answer.status, answer.code, re.sub(r"0000\d{3}-\d{15}-[\w-]+-W", "ID", words)))
        return answers

    def same(self, *call, **options):
        real, ours = self.both(*call, **options)
        self.assertEqual(real, ours, (call, options))
        return ours

    def jobs(self, user="joe", **properties):
        """The same submission to both."""
        answers = [server.submit({**self.app, "user.name": user, **properties}, action=None, user=user)
                   for server in (self.oozie, self.server)]
        for answer in answers:
            self.assertEqual(answer.status, 201, answer)
        return [answer.json()["id"] for answer in answers]

    def group(self, ids):
        found = [server.call("GET", f"/oozie/v2/job/{job}", user="bob").json()["group"]
                 for server, job in zip((self.oozie, self.server), ids)]
        self.assertEqual(*found)
        return found[0]

    def acts(self, ids, *users, action="kill"):
        return {user: self.same("PUT", "/oozie/v2/job/JOB", ids=ids, user=user, action=action)[1] for user in users}

    def test_jobs(self):
        self.begin()
        alone = self.jobs()
        self.assertIsNone(self.group(alone))
        acl = self.jobs(**{"oozie.job.acl": "ann, other", "group.name": "x"})
        self.assertEqual(self.group(acl), "ann, other")
        older = self.jobs(**{"group.name": "dev"})
        self.assertEqual(self.group(older), "dev")
        denied = "E0508"
        self.assertEqual(self.acts(alone, "bob", "ann", "nobodyhere"), dict.fromkeys(("bob", "ann", "nobodyhere"), denied))
        self.assertEqual(self.acts(older, "bob", "cat", "nobodyhere"),
                         {"bob": denied, "cat": denied, "nobodyhere": "E0501"})
        for action in ("start", "suspend", "resume", "rerun", "nosuch"):  # before it is looked at what there is to do
            self.assertEqual(self.acts(acl, "cat", action=action), {"cat": denied})
        self.assertEqual(self.same("PUT", "/oozie/v2/jobs", user="bob", action="kill", filter="user=joe",
                                   jobtype="wf")[:2], (401, denied))
        for job in (alone, acl, older):
            self.assertEqual(self.server.call("GET", f"/oozie/v2/job/{job[1]}", user="bob").json()["status"], "PREP")
        self.assertEqual(self.acts(acl, "ann"), {"ann": None})
        self.assertEqual(self.acts(older, "ann"), {"ann": None})
        self.assertEqual(self.acts(alone, "boss", "joe"), {"boss": None, "joe": None})
        self.assertEqual(self.acts(self.jobs(**{"oozie.job.acl": "ann, other"}), "bob"), {"bob": None})

    def test_administration(self):
        self.begin()
        for view in ("configuration", "os-env", "java-sys-properties"):
            seen = {user: self.same("GET", f"/oozie/v2/admin/{view}", user=user)[1] for user in ("bob", "sys", "boss")}
            self.assertEqual(seen, {"bob": "E0503", "sys": None, "boss": None})
        for view in ("status", "build-version", "queue-dump", "available-oozie-servers", "list_sharelib", "metrics"):
            self.assertEqual(self.same("GET", f"/oozie/v2/admin/{view}", user="bob")[0], 200)
        for user, code in (("bob", "E0503"), ("sys", "E0503"), ("boss", None)):
            self.assertEqual(self.same("GET", "/oozie/v2/admin/update_sharelib", user=user)[1], code)
            self.assertEqual(self.same("PUT", "/oozie/v2/admin/status", user=user, systemmode="NORMAL")[1], code)

    def test_proxy_users(self):
        self.begin({PROXIES + name: value for name, value in {
            "hue.hosts": "127.0.0.1", "hue.groups": "dev", "far.hosts": "10.1.2.3", "far.groups": "*",
            "star.hosts": "*", "star.groups": "*"}.items()})

        def acts(user, other, path="/oozie/versions"):
            return self.same("GET", path, user=user, doAs=other)

        for user, other in (("hue", "ann"), ("star", "whoever"), ("hue", "hue"), ("joe", "joe")):
            self.assertEqual(acts(user, other), (200, None, ""))
        self.assertEqual(acts("hue", "bob")[:2], (401, "E1400"))
        self.assertEqual(acts("bob", "ann")[:2], (401, "E1400"))
        self.assertEqual(acts("hue", "")[:2], (400, "E1603"))
        # The real one tells the host by its name.
        real, ours = self.both("GET", "/oozie/versions", user="far", doAs="ann")
        self.assertEqual(real, (401, "E1400", "Unauthorized host [localhost] for proxyuser [far]"))
        self.assertEqual(ours, (401, "E1400", "Unauthorized host [127.0.0.1] for proxyuser [far]"))
        # Both the caller and who is acted for may see how the server is set up.
        for user, other, code in (("hue", "ann", "E0503"), ("star", "sys", None), ("star", "boss", None)):
            self.assertEqual(acts(user, other, "/oozie/v2/admin/configuration")[1], code)
        job = self.jobs()
        for user, other, code in (("hue", "ann", "E0508"), ("star", "boss", None)):
            self.assertEqual(self.same("PUT", "/oozie/v2/job/JOB", ids=job, user=user, doAs=other,
                                       action="kill")[1], code)
        answers = [server.submit({**self.app, "user.name": "hue"}, action=None, user="hue", doAs="ann")
                   for server in (self.oozie, self.server)]
        ids = [each.json()["id"] for each in answers]
        users = [server.call("GET", f"/oozie/v2/job/{job}", user="bob").json()["user"]
                 for server, job in zip((self.oozie, self.server), ids)]
        self.assertEqual(users, ["ann", "ann"])

    def test_groups_of_administrators_and_the_users_group(self):
        self.begin(BY_GROUP)
        job = self.jobs()
        self.assertEqual(self.group(job), "staff")
        self.assertEqual(self.acts(job, "bob", "boss"), {"bob": "E0508", "boss": "E0501"})
        self.assertEqual(self.same("PUT", "/oozie/v2/admin/status", user="boss", systemmode="NORMAL")[1], "E0503")
        self.assertEqual(self.acts(job, "ann"), {"ann": None})
        answers = [server.submit({**self.app, "user.name": "nobodyhere"}, action=None, user="nobodyhere")
                   for server in (self.oozie, self.server)]
        self.assertEqual([(each.status, each.code) for each in answers], [(401, "E0501")] * 2)


class Alone(ServedTest):
    def test_groups_of_this_machine(self):
        site = self.sandbox.write("site.xml", configuration({RULES + "authorization.enabled": "true",
                                                             RULES + "admin.groups": "daemon"}))
        self.serve("--local", "--site", site)
        codes = {user: self.server.call("PUT", "/oozie/v2/admin/status", user=user, systemmode="NORMAL").code
                 for user in ("daemon", "nobody", "nobodyhere", "1", "--help")}
        self.assertIsNone(codes.pop("daemon"))
        self.assertEqual(set(codes.values()), {"E0503"})

    def test_what_is_wrong_is_said_at_the_start(self):
        mapping = "oozie.service.GroupsService.hadoop.user.group.static.mapping.overrides"
        site = self.sandbox.write("site.xml", configuration({mapping: "joe"}))
        result = run([HPDLD, *ONE_USER, "--site", site, "--state", self.sandbox.path("s")])
        self.assertEqual(result.code, 2, result)
        self.assertIn(mapping + ": 'joe' is not USER=GROUP,GROUP", result.err)


if __name__ == "__main__":
    closing.main()
