"""Who comes in by a password, over TLS, from where, and for whom: hpdld with curl, and with both command lines."""

import crypt
import http.client
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from base64 import b64encode
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from oozie_client import JavaClient, run_native
from programs import *  # noqa: F403
from served import *  # noqa: F403

HPDL = BUILD / "bin" / "hpdl"
PROXIES = "oozie.service.ProxyUserService.proxyuser."
GROUPS = "oozie.service.GroupsService.hadoop.user.group.static.mapping.overrides"


def hashed(password, cost=4):
    return crypt.crypt(password, crypt.mksalt(crypt.METHOD_BLOWFISH, rounds=1 << cost))


def basic(user, password):
    return {"Authorization": "Basic " + b64encode(f"{user}:{password}".encode()).decode()}


class Entrance(ServedTest):
    def passwords(self, cost=4, **users):
        """The file, put in its place at once, as an editor or htpasswd does not."""
        new = self.sandbox.write("passwords.new", "".join(f"{name}:{hashed(word, cost)}\n" for name, word in users.items()))
        new.chmod(0o600)
        return new.rename(self.sandbox.path("passwords"))

    def site(self, more=None):
        return self.sandbox.write("site.xml", configuration({
            "oozie.authentication.type": "basic", "hpdl.server.password.file": str(self.sandbox.path("passwords")),
            **(more or {})}))

    def begin(self, more=None, *options):
        self.passwords(joe="swordfish", ann="p:ss wörd")
        return self.serve("--local", "--site", self.site(more), *options)

    def enter(self, user=None, password=None, path="/oozie/versions", fields=None, **options):
        fields = {**(fields or {}), **(basic(user, password) if user else {})}
        return self.server.call("GET", path, user=None, fields=fields, **options)

    def certificate(self, name="server"):
        """A key, and a certificate that it has signed itself, for this machine and oozie.test."""
        key, certificate = self.sandbox.path(f"{name}.key"), self.sandbox.path(f"{name}.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                        "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=test",
                        "-addext", "subjectAltName=IP:127.0.0.1,DNS:oozie.test"], check=True, capture_output=True,
                       stdin=subprocess.DEVNULL)
        key.chmod(0o600)
        return key, certificate

    def cookie(self, *who):
        return {"Cookie": self.enter(*who).fields["set-cookie"].split(";")[0]}


class Passwords(Entrance):
    def test_a_password_then_the_cookie(self):
        self.begin()
        answer = self.enter()
        self.assertEqual(answer.status, 401)
        self.assertEqual(answer.fields["www-authenticate"], 'Basic realm="hpdld", charset="UTF-8"')
        self.assertNotIn("set-cookie", answer.fields)
        for user, password in (("joe", "swordfis"), ("joe", "swordfish "), ("joe", ""), ("nobody", "swordfish"),
                               ("", ""), ("joe", "swordfish\0x"), ("ann", "p")):
            self.assertEqual(self.enter(user or ":", password).status, 401, (user, password))
        for field in ("Basic", "Basic !", "Basic am9l", "Bearer x", "Basic " + "A" * 6000, "Negotiate x"):
            self.assertEqual(self.enter(fields={"Authorization": field}).status, 401, field)
        self.assertEqual(self.enter(**{"user.name": "joe"}).status, 401)  # a name alone is nothing here
        self.assertEqual(self.enter("ann", "p:ss wörd").status, 200)
        answer = self.enter("joe", "swordfish")
        self.assertEqual(answer.status, 200)
        self.assertRegex(answer.fields["set-cookie"], r'^hadoop\.auth="u=joe&p=joe&t=basic&e=\d+&s=[0-9a-f]{64}"; ')
        cookie = {"Cookie": answer.fields["set-cookie"].split(";")[0]}
        self.assertEqual(self.enter(fields=cookie).status, 200)
        self.assertEqual(self.enter(fields={"Cookie": cookie["Cookie"].replace("joe", "ann")}).status, 401)
        # Who gives another name wants to be that one.
        self.assertIn("u=ann&", self.enter("ann", "p:ss wörd", fields=cookie).fields["set-cookie"])
        self.assertEqual(self.enter("ann", "swordfish", fields=cookie).status, 401)
        self.assertNotIn("set-cookie", self.enter("joe", "swordfish", fields=cookie).fields)
        self.assertEqual(self.enter(path="/health").status, 200)
        self.assertNotIn("swordfish", self.server.log.read_text())

    def test_the_file_counts_as_it_is_now(self):
        self.begin()
        joe, ann = self.cookie("joe", "swordfish"), self.cookie("ann", "p:ss wörd")
        self.passwords(joe="trout", eve="x")
        self.assertEqual(self.enter("joe", "swordfish").status, 401)
        self.assertEqual(self.enter("joe", "trout").status, 200)
        self.assertEqual(self.enter("eve", "x").status, 200)
        self.assertEqual(self.enter(fields=joe).status, 401)  # of another password
        self.assertEqual(self.enter(fields=ann).status, 401)  # of nobody
        self.sandbox.path("passwords").write_text("joe:plain\n")
        self.assertEqual(self.enter("joe", "trout").status, 200)
        self.assertEqual(self.enter("joe", "plain").status, 401)
        text = self.server.log.read_text()
        self.assertEqual(text.count("line 1: the password's hash is not a bcrypt hash"), 1, text)
        self.sandbox.path("passwords").unlink()
        for _ in range(3):
            self.assertEqual(self.enter("joe", "trout").status, 200)
        self.assertEqual(self.server.log.read_text().count("no such file"), 1)

    def test_a_cookie_of_simple_authentication_is_none(self):
        self.serve("--local")
        cookie = self.server.call("GET", "/oozie/versions").fields["set-cookie"].split(";")[0]
        self.server.end()
        self.passwords(joe="swordfish")
        self.server.options = ("--local", "--site", self.site())
        self.server.start()
        self.assertEqual(self.enter(fields={"Cookie": cookie}).status, 401)

    def test_no_body_is_read_of_nobody(self):
        self.begin()
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=TIMEOUT)
        self.addCleanup(connection.close)
        connection.putrequest("POST", "/oozie/v2/jobs")
        connection.putheader("Content-Length", str(8 << 20))
        connection.endheaders()
        self.assertEqual(connection.getresponse().status, 401)  # while nothing has been sent

    def test_guessing_holds_up_nobody_else(self):
        """Others come from another address of loopback."""
        self.begin()
        self.passwords(cost=10, joe="swordfish")
        guesses = []

        def guess(number):
            guesses.append(self.enter(f"joe{number}", "x").status)

        threads = [threading.Thread(target=guess, args=(number,)) for number in range(60)]
        for thread in threads:
            thread.start()
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=TIMEOUT,
                                                source_address=("127.0.0.2", 0))
        self.addCleanup(connection.close)
        self.until(lambda: 503 in guesses)
        done = len(guesses) - guesses.count(503)
        connection.request("GET", "/oozie/versions", headers=basic("joe", "swordfish"))
        self.assertEqual(connection.getresponse().status, 200)
        self.assertLessEqual(len(guesses) - guesses.count(503) - done, 8)
        for thread in threads:
            thread.join()
        self.assertEqual(set(guesses), {401, 503})

    def test_the_command_lines(self):
        self.begin()
        url = f"http://127.0.0.1:{self.server.port}/oozie"
        java = JavaClient(self.sandbox.folder, url, "somebody")
        self.addCleanup(java.stop)

        def native(*words):
            return run_native(HPDL, self.sandbox.folder, url, "somebody", *words, home=self.sandbox.path("h"))

        for client in (java.run, native):
            for _ in range(2):  # with what is kept of the first time
                good = client("jobs", "-auth", "BASIC", "-username", "joe", "-password", "swordfish")
                self.assertEqual((good.code, good.err), (0, ""), good)
            bad = client("jobs", "-auth", "BASIC", "-username", "joe", "-password", "trout")
            self.assertEqual(bad.code, 255, bad)


class Files(Entrance):
    def refused(self, *words, options=()):
        done = run([HPDLD, *ONE_USER, "--check-config", "--site", self.site(), "--state", self.sandbox.path("s"), *options])
        self.assertEqual(done.code, 2, done)
        for word in words:
            self.assertIn(word, done.err)
        return done.err

    def test_what_is_wrong_with_passwords(self):
        path = self.sandbox.path("passwords")
        self.refused("no such file", str(path))
        good = hashed("x")
        for line, text in ((1, "joe\n"), (2, f"joe:{good}\nann:" + "{SHA}fEqNCco3Yq9h5ZUglD3CZJT4lBs=\n"),
                           (1, f"joe:{good[:-1]}\n"), (1, "joe:$2y$17$" + good[7:]), (1, f"j\u00f6:{good}\n"),
                           (3, f"# users\n\njoe:$2x${good[4:]}\n"), (2, f"joe:{good}\njoe:{good}\n"), (1, ":\n"),
                           (1, "joe:$6$abc$def\n"), (1, "joe:swordfish\n")):
            path.write_text(text)
            path.chmod(0o600)
            told = self.refused(f"line {line}: ")
            for secret in ("swordfish", good[7:], "fEqNCco"):
                self.assertNotIn(secret, told)
        self.passwords(joe="x").chmod(0o640)
        self.refused("only its owner can read")
        path.unlink()
        os.mkfifo(path, 0o600)
        self.refused(str(path))

    def test_where_it_may_listen(self):
        self.passwords(joe="x")
        self.refused("passwords need TLS", options=("--listen", "192.0.2.1:11000"))
        self.refused("TLS needs both", options=("--tls-key", self.sandbox.path("k")))
        self.refused("no such file", options=("--tls-key", self.sandbox.path("k"), "--tls-certificate", "/c"))
        key, certificate = self.certificate()
        tls = ("--tls-key", key, "--tls-certificate", certificate)
        other, _ = self.certificate("other")
        self.refused(str(other), options=("--tls-key", other, *tls[2:]))
        self.refused("/nosuch", options=(*tls[:2], "--tls-certificate", "/nosuch"))
        key.chmod(0o644)
        self.refused("only its owner can read", options=tls)
        key.chmod(0o600)
        self.refused("hpdl.server.url", options=("--listen", "0.0.0.0:11000", *tls))
        self.refused("hpdl.server.url", options=("--listen", "[::]:11000", *tls))
        for url in ("oozie.test", "https://", "https://oozie.test/oozie", "ftp://oozie.test", "https://a@oozie.test"):
            done = run([HPDLD, *ONE_USER, "--check-config", "--site", self.site({"hpdl.server.url": url}), "--state",
                        self.sandbox.path("s")])
            self.assertEqual((done.code, "hpdl.server.url" in done.err), (2, True), done)
        simple = self.sandbox.write("simple.xml", configuration({"oozie.https.enabled": "true"}))
        done = run([HPDLD, *ONE_USER, "--check-config", "--site", simple, "--state", self.sandbox.path("s")])
        self.assertEqual((done.code, "oozie.https.enabled" in done.err), (2, True), done)
        done = run([HPDLD, *ONE_USER, "--check-config", "--listen", "192.0.2.1:11000", "--state", self.sandbox.path("s"), *tls])
        self.assertEqual((done.code, "trusts every name" in done.err), (2, True), done)
        for setting in ("hue.hosts", "hue.groups"):
            half = self.sandbox.write("half.xml", configuration({PROXIES + setting: "*"}))
            done = run([HPDLD, *ONE_USER, "--check-config", "--site", half, "--state", self.sandbox.path("s")])
            other = PROXIES + ("hue.groups" if setting == "hue.hosts" else "hue.hosts")
            self.assertEqual((done.code, f"Missing [{other}] property" in done.err), (2, True), done)


class Tls(Entrance):
    def curl(self, *words):
        return run(["curl", "-sS", "--cacert", self.sandbox.path("server.pem"), *words])

    def test_certificate_and_key_are_read_again(self):
        """At SIGHUP; what cannot be used keeps what was there. Programs that begin later know the new key."""
        key, certificate = self.certificate()
        other_key, other = self.certificate("other")
        site = self.sandbox.write("site.xml", configuration({}))
        server = self.serve("--local", "--site", site, "--tls-key", key, "--tls-certificate", certificate)

        def shown():
            return ssl.get_server_certificate(("127.0.0.1", server.port), timeout=TIMEOUT).strip()

        first, second = certificate.read_text().strip(), other.read_text().strip()
        self.assertEqual(shown(), first)
        certificate.write_text("nonsense")
        server.process.send_signal(signal.SIGHUP)
        self.until(lambda: "certificate and key stay in use" in server.log.read_text())
        self.assertEqual(shown(), first)
        certificate.write_text(second + "\n")
        key.write_bytes(other_key.read_bytes())
        key.chmod(0o644)
        server.process.send_signal(signal.SIGHUP)
        self.until(lambda: server.log.read_text().count("certificate and key stay in use") == 2)
        self.assertEqual(shown(), first)
        key.chmod(0o600)
        server.process.send_signal(signal.SIGHUP)
        self.until(lambda: "were reloaded" in server.log.read_text())
        self.assertEqual(shown(), second)

    def test_curl_over_tls_at_another_address(self):
        """At every address of this machine, by the name that it says it has."""
        key, certificate = self.certificate()
        self.passwords(joe="swordfish")
        site = self.site({"hpdl.server.url": "https://oozie.test:11443"})
        server = self.serve("--local", "--site", site, "--tls-key", key, "--tls-certificate", certificate,
                            "--listen", "0.0.0.0:0")
        url = f"https://oozie.test:{server.port}"
        named = ("--resolve", f"oozie.test:{server.port}:127.0.0.1")
        cookies = self.sandbox.path("cookies")
        answer = self.curl(*named, "-u", "joe:swordfish", "-c", cookies, url + "/oozie/versions")
        self.assertEqual((answer.code, answer.out), (0, "[0,1,2]"), answer)
        self.assertRegex(cookies.read_text(), r"#HttpOnly_oozie\.test\tFALSE\t/\tTRUE\t")  # over TLS alone
        answer = self.curl(*named, "-b", cookies, url + "/oozie/v2/admin/available-oozie-servers")
        self.assertEqual(list(json.loads(answer.out).values()), ["https://oozie.test:11443/oozie"], answer)
        done = run_native(HPDL, self.sandbox.folder, f"https://127.0.0.1:{server.port}/oozie", "somebody", "admin", "-status",
                          "-auth", "BASIC", "-username", "joe", "-password", "swordfish",
                          home=self.sandbox.path("h"), SSL_CERT_FILE=str(certificate))
        self.assertEqual((done.code, done.out), (0, "System mode: NORMAL\n"), done)
        for words, status in (((*named, url), "401"), ((*named, "-u", "joe:x", url), "401"),
                              (("-u", "joe:swordfish", "-H", "Host: evil.example", *named, url), "403"),
                              (("-u", "joe:swordfish", "-H", "Origin: https://evil.example", *named, url), "403")):
            answer = self.curl("-o", "/dev/null", "-w", "%{http_code}", *words[:-1], words[-1] + "/oozie/versions")
            self.assertEqual(answer.out, status, words)
        self.assertNotEqual(run(["curl", "-sS", *named, url]).code, 0)  # of an authority that it does not know
        self.assertNotEqual(run(["curl", "-sS", f"http://127.0.0.1:{server.port}/health"]).code, 0)
        self.assertNotEqual(self.curl("--tls-max", "1.1", *named, url + "/health").code, 0)

    def test_who_says_nothing_holds_nothing_up(self):
        key, certificate = self.certificate()
        self.begin(None, "--tls-key", key, "--tls-certificate", certificate)
        quiet = [socket.create_connection(("127.0.0.1", self.server.port)) for _ in range(50)]
        answer = self.curl(f"https://127.0.0.1:{self.server.port}/health")
        self.assertEqual(answer.out, "ok\n")
        for each in quiet:
            each.close()


class Programs(Entrance):
    """Sub-workflows that are not compiled in: their parents' programs have no password."""

    def family(self, script, name="parent"):
        self.application(workflow(shell("c", script), "c", name="child"), "child")
        app = self.application(workflow(sub_workflow("s", "child"), "s", name=name), name)
        return {**app, "apps": f"file://{self.sandbox.folder}"}

    def until_there(self, name):
        return f"while test -d '{self.sandbox.folder}' && ! test -e '{self.sandbox.path(name)}'; do sleep 0.05; done"

    def submitted_by(self, user, password, properties, **more):
        answer = self.server.submit(properties, user=None, fields=basic(user, password), **more)
        self.assertEqual(answer.status, 201, answer)
        return answer.json()["id"]

    def child_of(self, parent):
        def known():
            rows = self.enter("joe", "swordfish", "/oozie/v2/jobs").json()["workflows"]
            return [row["id"] for row in rows if row["parentId"] == parent]
        self.until(known, f"{parent} has no child")
        return known()[0]

    def kill_all(self):
        self.server.end(signal.SIGKILL)
        for pid in self.programs():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def test_a_child_is_found_again_after_kills(self):
        self.begin()
        out, go = self.sandbox.path("out"), self.until_there("go")
        self.sandbox.write("out", "")
        parent = self.submitted_by("joe", "swordfish", self.family(f"env >> {out}; ls -l /proc/self/fd >> {out}; {go}"))
        child = self.child_of(parent)
        self.assertEqual(self.enter("joe", "swordfish", f"/oozie/v2/job/{child}").json()["parentId"], parent)
        self.server.end(signal.SIGKILL)  # the programs go on
        self.server.start()
        self.kill_all()
        self.server.start()
        self.sandbox.write("go", "")
        for job in (child, parent):
            self.until_status(job, "SUCCEEDED")
        self.assertEqual(self.enter("joe", "swordfish", "/oozie/v2/jobs").json()["total"], 2)
        # What is the program's is neither its actions' nor anybody's who looks or reads.
        text = out.read_text()
        self.assertIn("HPDL_SERVER_URL=", text)
        self.assertNotIn("CREDENTIAL", text)
        self.assertNotIn("memfd", text)
        said = self.server.credential(parent)["Authorization"].rsplit("~", 1)[1]
        for path in [self.server.log, *self.server.state.rglob("*")]:
            if path.is_file():
                self.assertNotIn(said.encode(), path.read_bytes(), path)

    @staticmethod
    def text_of(pid, what):
        """Of a process; nothing of one that has ended."""
        try:
            return Path(f"/proc/{pid}/{what}").read_bytes()
        except OSError:
            return b""

    @staticmethod
    def open_files(pid):
        """What a process has open; nothing of one that has ended."""
        try:
            return [os.readlink(fd) for fd in Path(f"/proc/{pid}/fd").iterdir()]
        except OSError:
            return []

    def test_it_is_not_in_the_command_line_or_the_environment(self):
        self.begin()
        parent = self.submitted_by("joe", "swordfish", self.family(self.until_there("go")))
        child = self.child_of(parent)
        words = [self.server.credential(job)["Authorization"].rsplit("~", 1)[1].encode() for job in (parent, child)]
        self.until(lambda: self.reader.nodes(child).get("c", {}).get("status") == "RUNNING")
        pids = self.processes()
        self.assertTrue(pids)
        for pid in pids:
            for what in ("cmdline", "environ"):
                text = self.text_of(pid, what)
                for word in words:
                    self.assertNotIn(word, text)
            # Who has just begun still reads it.
            self.until(lambda pid=pid: not any("memfd:input" in name for name in self.open_files(pid)), "it is kept open")
        self.sandbox.write("go", "")
        self.until_status(parent, "SUCCEEDED")

    def test_killed_and_rerun_with_the_parent(self):
        self.begin()
        app = self.family(self.until_there("go"))
        parent = self.submitted_by("joe", "swordfish", app)
        child = self.child_of(parent)
        answer = self.server.tell(parent, "kill", user=None, fields=basic("joe", "swordfish"))
        self.assertEqual(answer.status, 200, answer)
        for job in (parent, child):
            self.until_status(job, "KILLED")
        self.sandbox.write("go", "")
        answer = self.server.tell(parent, "rerun", {**app, "oozie.wf.rerun.failnodes": "true"}, user=None,
                                  fields=basic("joe", "swordfish"))
        self.assertEqual(answer.status, 200, answer)
        self.until_status(parent, "SUCCEEDED")

    def test_over_tls_its_server_alone_is_trusted(self):
        """The certificate is of no authority, and not of the name that the program calls."""
        key, certificate = self.certificate()
        self.passwords(joe="swordfish")
        self.serve("--local", "--site", self.site({"hpdl.server.url": "https://oozie.test:11443"}), "--tls-key", key,
                   "--tls-certificate", certificate, "--listen", "0.0.0.0:0")
        self.sandbox.write("body.xml", configuration(self.family("true")))
        answer = run(["curl", "-sS", "--cacert", certificate, "-u", "joe:swordfish", "-H", "Content-Type: application/xml",
                      "--data-binary", f"@{self.sandbox.path('body.xml')}",
                      f"https://127.0.0.1:{self.server.port}/oozie/v2/jobs?action=start"])
        self.until_status(json.loads(answer.out)["id"], "SUCCEEDED")

    def test_with_names_alone_too(self):
        """Where names are believed a program says who it is all the same."""
        self.serve("--local")
        parent = self.submitted(self.family("true"))
        self.until_status(parent, "SUCCEEDED")

    def test_what_a_credential_is_good_for(self):
        self.begin()
        app = self.family(self.until_there("go"))
        parent, other = (self.submitted_by("joe", "swordfish", app) for _ in range(2))
        child, of_other = self.child_of(parent), self.child_of(other)
        credential, mine = self.server.credential(parent), f"/oozie/v2/job/{child}"

        def said(method, path, fields=credential, body=None, **query):
            return self.server.call(method, path, body, user=None, fields=fields, **query).status

        submission = configuration({**app, "oozie.wf.parent.id": parent})
        self.assertEqual(said("GET", "/oozie/versions"), 200)
        self.assertEqual(said("GET", mine), 200)
        self.assertEqual(said("GET", mine, show="status"), 200)
        third = self.submitted_by("joe", "swordfish", app)
        of_third = self.child_of(third)
        for action in ("suspend", "kill"):
            self.assertEqual(said("PUT", f"/oozie/v2/job/{of_third}", self.server.credential(third), action=action), 200)
        self.assertEqual(said("POST", "/oozie/v2/jobs", body=submission), 201)
        shown = self.enter("joe", "swordfish", mine).json()
        found = self.server.call("GET", "/oozie/v2/jobs", user=None, fields=credential,
                                 **{"jobtype": "wf", "external-id": shown["externalId"]})
        self.assertEqual(found.json(), {"id": child}, found)
        # Nothing but that.
        refused = [("GET", "/oozie/v2/jobs", {}), ("GET", f"/oozie/v2/job/{parent}", {}),
                   ("PUT", f"/oozie/v2/job/{parent}", {"action": "kill"}), ("GET", f"/oozie/v2/job/{of_other}", {}),
                   ("PUT", f"/oozie/v2/job/{of_other}", {"action": "kill"}),
                   ("PUT", f"/oozie/v2/job/{of_other}", {"action": "rerun"}),
                   ("GET", mine, {"show": "definition"}), ("GET", mine, {"show": "log"}),
                   ("PUT", "/oozie/v2/jobs", {"action": "kill", "filter": "name=child"}),
                   ("GET", "/oozie/v2/admin/configuration", {}), ("PUT", "/oozie/v2/admin/status", {"systemmode": "SAFEMODE"}),
                   ("GET", mine, {"doAs": "joe"}), ("GET", "/oozie/v2/job/0000000-000000000000000-hpdl-joe-W", {})]
        for method, path, query in refused:
            self.assertEqual(said(method, path, **query), 401, (method, path, query))
        self.assertEqual(said("GET", "/other"), 403)
        for properties in (app, {**app, "oozie.wf.parent.id": other}, {**app, "oozie.wf.parent.id": child}):
            self.assertEqual(said("POST", "/oozie/v2/jobs", body=configuration(properties)), 401)
        self.assertEqual(said("POST", "/oozie/v2/jobs", body=submission, action="dryrun"), 401)
        stranger = self.enter("joe", "swordfish", f"/oozie/v2/job/{of_other}").json()["externalId"]
        found = self.server.call("GET", "/oozie/v2/jobs", user=None, fields=credential,
                                 **{"jobtype": "wf", "external-id": stranger})
        self.assertEqual(found.json(), {"id": ""}, found)
        # Others', of nobody, forged, as a cookie, and of a job that has ended.
        word = credential["Authorization"].split(" ")[1]
        for wrong in (self.server.credential(parent, "ann"), self.server.credential(parent, owner="joe"),
                      {"Authorization": f"Bearer {word[:-1]}{'0' if word[-1] != '0' else '1'}"},
                      {"Authorization": "Bearer " + word.replace(parent, other)}, {"Authorization": "Bearer"},
                      self.server.credential("0000000-000000000000000-hpdl-joe-W"), self.server.credential(child),
                      {"Cookie": f"hadoop.auth={word}"},
                      {"Cookie": f'hadoop.auth="u=joe&p=joe&t=basic&e=9999999999999&s={word.rsplit("~", 1)[1]}"'}):
            self.assertEqual(said("GET", mine, wrong), 401, wrong)
        cookie = self.cookie("joe", "swordfish")["Cookie"].split("s=")[1].strip('"')
        self.assertEqual(said("GET", mine, {"Authorization": f"Bearer {parent}~joe~{cookie}"}), 401)
        self.sandbox.write("go", "")
        self.until_status(parent, "SUCCEEDED")
        self.until(lambda: not self.programs(parent))
        self.assertEqual(said("GET", mine), 401)
        self.assertEqual(said("POST", "/oozie/v2/jobs", body=submission), 401)
        self.assertNotIn(word, self.server.log.read_text())


class ForOthers(Entrance):
    def test_proxy_users(self):
        self.passwords(hue="h", far="f", name="n", joe="j", star="s")
        self.serve("--local", "--site", self.site({
            GROUPS: "ann=dev,ops;bob=other", "oozie.authentication.simple.anonymous.allowed": "true",
            PROXIES + "hue.hosts": "10.0.0.1, 127.0.0.1", PROXIES + "hue.groups": "qa, dev",
            PROXIES + "far.hosts": "10.1.2.3,127.0.0.12", PROXIES + "far.groups": "*",
            PROXIES + "name.hosts": "nosuch.invalid,localhost", PROXIES + "name.groups": "dev",
            PROXIES + "star.hosts": "*", PROXIES + "star.groups": "*"}))

        def said(user, password, other, **fields):
            answer = self.enter(user, password, "/oozie/versions", doAs=other, **fields)
            return answer.status, answer.code, answer.message

        ok = (200, None, "")
        self.assertEqual(said("hue", "h", "ann"), ok)
        self.assertEqual(said("name", "n", "ann"), ok)
        self.assertEqual(said("star", "s", "whoever"), ok)
        self.assertEqual(said("joe", "j", "joe"), ok)
        self.assertEqual(said("hue", "h", "bob"), (401, "E1400", "Unauthorized proxyuser [hue] for user [bob], not in "
                                                                 "proxyuser groups"))
        self.assertEqual(said("hue", "h", "nobodyhere")[:2], (401, "E1400"))
        self.assertEqual(said("far", "f", "ann"), (401, "E1400", "Unauthorized host [127.0.0.1] for proxyuser [far]"))
        self.assertEqual(said("joe", "j", "ann"), (401, "E1400", "User [joe] not defined as proxyuser"))
        self.assertEqual(said("hue", "h", ""), (400, "E1603", "doAsUser cannot be empty"))
        self.assertEqual(said("star", "s", "a\r\nb")[:2], (400, "E1603"))
        self.assertEqual(said("hue", "x", "ann")[0], 401)  # nobody acts for others without a password
        self.assertIsNone(said("hue", "x", "ann")[1])
        self.assertEqual(self.enter(path="/oozie/versions", doAs="ann").status, 401)
        self.assertIn("hue from 127.0.0.1 acts as ann", self.server.log.read_text())

    def test_a_job_is_of_whom_it_was_submitted_for(self):
        self.passwords(hue="h", joe="j")
        self.serve("--local", "--site", self.site({
            GROUPS: "ann=dev", PROXIES + "hue.hosts": "127.0.0.1", PROXIES + "hue.groups": "dev",
            "oozie.service.AuthorizationService.authorization.enabled": "true"}))
        app = self.application(workflow(fs("a", f"<mkdir path='{self.sandbox.path('d')}'/>"), "a"))
        answer = self.server.submit({**app, "user.name": "root"}, action=None, user=None, fields=basic("hue", "h"), doAs="ann")
        self.assertEqual(answer.status, 201, answer)
        job = answer.json()["id"]
        shown = self.enter("joe", "j", f"/oozie/v2/job/{job}").json()
        self.assertEqual(shown["user"], "ann")
        for who, other, code in ((("joe", "j"), None, "E0508"), (("hue", "h"), None, "E0508"), (("hue", "h"), "ann", None)):
            query = {"doAs": other} if other else {}
            answer = self.server.tell(job, "kill", user=None, fields=basic(*who), **query)
            self.assertEqual(answer.code, code, answer)


if __name__ == "__main__":
    closing.main()
