"""Notifications of real programs to a real peer that fails in every way."""

import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from notified import Peer, certificate
from ports import free_port
from programs import *  # noqa: F403
from proxy import Proxy

JOB = "oozie.wf.workflow.notification.url"
NODE = "oozie.wf.action.notification.url"
PROXY = "oozie.wf.workflow.notification.proxy"
SETTINGS = {"hpdl.notification.retry.interval": 0, "oozie.notification.url.connection.timeout": 60000}


class Notifications(ProgramTest):
    def site(self, **settings):
        named = {**SETTINGS, **{name.replace("_", "."): value for name, value in settings.items()}}
        named = {(name if name.startswith(("hpdl", "oozie")) else f"hpdl.notification.{name}"): value
                 for name, value in named.items()}
        body = "".join(f"<property><name>{n}</name><value>{v}</value></property>" for n, v in named.items())
        return self.sandbox.write("site.xml", f"<configuration>{body}</configuration>")

    def peer(self, *arguments, **options):
        peer = Peer(*arguments, **options)
        self.addCleanup(peer.close)
        return peer

    def urls(self, peer, **options):
        return {JOB: peer.url("job/$status", **options), NODE: peer.url("node/$nodeName/$status", **options)}

    def three(self):
        return self.build(workflow(
            shell("a", "true", to="which") + decision("which", [("b", "${1 eq 1}")], "end")
            + shell("b", "${end}"), "a"))

    ALL = [":start:/T:a", "a/S:RUNNING", "a/T:which", "which/T:b", "b/S:RUNNING", "b/T:end", "end/T:null"]

    def run_three(self, peer, code=SUCCEEDED, env=None, urls=None, **settings):
        program = self.three()
        params = {**(urls or self.urls(peer)), "end": "true"}
        result = self.assert_code(program.run("--site", self.site(**settings), params=params, env=env), code)
        return program, result

    def counts(self, program):
        n = program.info()["notifications"]
        return n["delivered"], n["waiting"], n["givenUp"]

    def test_every_transition_in_order(self):
        peer = self.peer()
        program, result = self.run_three(peer)
        self.assertEqual(peer.paths("/node/"), self.ALL)
        self.assertEqual(peer.paths("/job/"), ["RUNNING", "SUCCEEDED"])
        self.assertEqual(self.counts(program), (9, 0, 0))
        self.assertEqual(result.err, "")
        self.assertIn("9 delivered, 0 waiting, 0 given up", program("info", program.job).out)

    def test_errors_kills_and_reruns(self):
        peer = self.peer()
        program = self.three()
        params = {**self.urls(peer), "end": "exit 1"}
        self.assert_code(program.run("--site", self.site(), params=params), KILLED)
        self.assertEqual(peer.paths("/node/"), self.ALL[:5] + ["b/T:killed", "killed/T:null"])
        self.assertEqual(peer.paths("/job/"), ["RUNNING", "KILLED"])
        peer.seen.clear()
        self.assert_code(program("rerun", program.job, "--failed", "-D", "end=true", "--progress", "none"), SUCCEEDED)
        self.assertEqual(peer.paths("/node/"), self.ALL[4:])
        self.assertEqual(peer.paths("/job/"), ["RUNNING", "SUCCEEDED"])

    def test_forks_and_actions_that_end_at_once(self):
        peer = self.peer()
        made = f'<mkdir path="file://{self.sandbox.folder}/made"/>'
        program = self.build(workflow(fork("f", "a", "b") + fs("a", made, to="j") + fs("b", made, to="j") + join("j"), "f"))
        self.assert_code(program.run("--site", self.site(), params={NODE: self.urls(peer)[NODE]}), SUCCEEDED)
        paths = peer.paths("/node/")
        self.assertEqual(paths[:2] + sorted(paths[2:4]) + paths[4:],
                         [":start:/T:f", "f/T:*", "a/T:j", "b/T:j", "j/T:end", "end/T:null"])

    def test_hws(self):
        text = ('<hadoop-workflow name="h"><start to="which"/><decision name="which">'
                '<eval name="YES">${1 eq 1}</eval><default name="NO"/>'
                '<transition name="YES" to="end"/><transition name="NO" to="bad"/></decision>'
                '<fail name="bad"><message>no</message></fail><end name="end"/></hadoop-workflow>')
        peer = self.peer()
        program = self.build(text)
        params = {"hws.workflow.notification.url": peer.url("job/$wfId/$wfstatus"),
                  "hws.action.notification.url": peer.url("node/$nodeName/$nodeStatus"), "user.name": "joe"}
        self.assert_code(program.run("--site", self.site(), params=params), SUCCEEDED)
        self.assertEqual(peer.paths("/job/"), [f"{program.job}/SUCCEEDED"])
        self.assertEqual(peer.paths("/node/"), ["which/YES"])

    def test_sub_workflows(self):
        peer = self.peer()
        child = self.sandbox.write("child/workflow.xml", workflow(shell("inner", "true"), "inner", name="child"))
        program = self.build(workflow(
            '<action name="sub"><sub-workflow><app-path>/apps/child</app-path><propagate-configuration/>'
            '</sub-workflow><ok to="end"/><error to="killed"/></action>', "sub"),
            "--sub", f"/apps/child={child.parent}")
        urls = {JOB: peer.url("job/$parentId/$status"), NODE: peer.url("node/$nodeName/$status")}
        self.assert_code(program.run("--site", self.site(), params=urls), SUCCEEDED)
        self.assertEqual(peer.paths("/job//"), ["RUNNING", "SUCCEEDED"])
        self.assertEqual(peer.paths(f"/job/{program.job}/"), [], "as in Oozie, only its parent hears of the child")
        self.assertEqual(sorted(peer.paths("/node/")),
                         [":start:/T:inner", ":start:/T:sub", "end/T:null", "end/T:null",
                          "inner/S:RUNNING", "inner/T:end", "sub/S:RUNNING", "sub/T:end"])

    def test_each_failure_is_retried_and_order_kept(self):
        for does in (500, 404, Peer.HANG, Peer.CLOSE, Peer.HALF):
            with self.subTest(does=does):
                tries = {}

                def behave(path):
                    tries[path] = tries.get(path, 0) + 1
                    return does if tries[path] == 1 and path.endswith("a/S:RUNNING") else 200
                peer = self.peer(behave)
                limit = 5000 if does == Peer.HANG else 60000
                program, _ = self.run_three(peer, oozie_notification_url_connection_timeout=limit)
                self.assertEqual(peer.paths("/node/"), self.ALL)
                self.assertEqual(tries["/node/a/S:RUNNING"], 2)
                self.assertEqual(self.counts(program), (9, 0, 0))

    def test_slow_huge_endless_and_redirected_replies(self):
        other = self.peer()
        peer = self.peer(lambda path: {"/node/a/S:RUNNING": Peer.SLOW, "/node/a/T:which": Peer.HUGE,
                                       "/node/which/T:b": Peer.ENDLESS,
                                       "/node/b/T:end": other.url("moved")}.get(path, 200))
        # The slow reply takes longer than the time within which something must come.
        program, _ = self.run_three(peer, redirect_hosts="127.0.0.1", oozie_notification_url_connection_timeout=5000)
        self.assertEqual(peer.paths("/node/", taken=False), self.ALL)  # each once
        self.assertEqual(other.paths(), ["moved"])
        self.assertEqual(self.counts(program), (9, 0, 0))

    def test_redirects_lead_only_where_the_site_says(self):
        other = self.peer()
        peer = self.peer(lambda path: {"/node/a/S:RUNNING": other.url("elsewhere"),
                                       "/node/b/S:RUNNING": "/moved"}.get(path, 200))
        program, _ = self.run_three(peer, retries_max=0)
        self.assertEqual(other.paths(taken=False), [])
        self.assertIn("moved", peer.paths())
        self.assertEqual(self.counts(program), (8, 0, 1))
        error = program.info()["notifications"]["undelivered"][0]["error"]
        self.assertEqual(error, f"status 302 redirects to 127.0.0.1:{other.port}, "
                         "which is not in hpdl.notification.redirect.hosts")
        program, _ = self.run_three(peer, redirect_hosts=f"elsewhere.example, 127.0.0.1:{other.port}")
        self.assertEqual(other.paths(), ["elsewhere"])

    def test_given_up_after_the_retries(self):
        peer = self.peer(lambda path: 503 if path.startswith("/node/a") else 200)
        program, result = self.run_three(peer, retries_max=2)
        self.assertEqual(peer.paths("/node/", taken=False), self.ALL[:1] + self.ALL[1:2] * 3 + self.ALL[2:3] * 3 + self.ALL[3:])
        self.assertEqual(self.counts(program), (7, 0, 2))
        self.assertIn("2 notifications could not be delivered", result.err)
        lost = program.info()["notifications"]["undelivered"][0]
        self.assertEqual((lost["node"], lost["status"], lost["state"], lost["tries"], lost["error"]),
                         ("a", "S:RUNNING", "GIVEN_UP", 3, "status 503"))
        self.assert_refused(program("resume", program.job), USAGE, "rerun")

    def test_redirects_without_end(self):
        peer = self.peer(lambda path: path if path.startswith("/node/a") else 200)
        program, _ = self.run_three(peer, retries_max=0)
        self.assertEqual(self.counts(program), (7, 0, 2))

    def test_nobody_listens_until_later(self):
        port = free_port()
        urls = {JOB: f"http://127.0.0.1:{port}/job/$status", NODE: f"http://127.0.0.1:{port}/node/$nodeName/$status"}
        program, result = self.run_three(None, urls=urls, retry_interval=3600)
        self.assertIn("9 notifications could not be delivered yet", result.err)
        self.assertIn("resume " + program.job, result.err)
        info = program("info", program.job).out
        self.assertIn("0 delivered, 9 waiting, 0 given up", info)
        self.assertIn("NET_CONNECT", info)
        peer = self.peer(port=port)
        self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
        self.assertEqual(peer.paths("/node/"), self.ALL)
        self.assertEqual(peer.paths("/job/"), ["RUNNING", "SUCCEEDED"])
        self.assertEqual(self.counts(program), (9, 0, 0))
        self.assert_refused(program("resume", program.job), USAGE, "rerun")

    def tries(self, program):
        """How often the first notification was sent in vain."""
        if not program.id_file.exists() or program("info", program.job).code != 0:
            return 0
        waiting = program.info()["notifications"]["undelivered"]
        return waiting[0]["tries"] if waiting else 0

    def test_starts_late_while_the_job_runs(self):
        port = free_port()
        urls = {NODE: f"http://127.0.0.1:{port}/node/$nodeName/$status"}
        go = self.sandbox.path("go")
        program = self.build(workflow(
            shell("a", f"until test -e {go}; do sleep 0.1; done", to="b") + shell("b", "true"), "a"))
        child = self.sandbox.spawn(program, "--site", self.site(retry_interval=1, retries_max=99), params=urls)
        self.assertTrue(program.wait_for(lambda: self.tries(program) >= 1))
        peer = self.peer(port=port)
        self.assertTrue(program.wait_for(lambda: peer.paths("/node/") == self.ALL[:2]))
        go.touch()
        child.communicate(timeout=60)
        self.assertEqual(child.returncode, SUCCEEDED)
        self.assertEqual(peer.paths("/node/"), [*self.ALL[:2], "a/T:b", *self.ALL[4:]])

    def test_a_hanging_peer_does_not_hold_the_job(self):
        peer = self.peer(lambda path: Peer.HANG)
        program, _ = self.run_three(
            peer, oozie_notification_url_connection_timeout=60000, end_wait=1)
        self.assertEqual(self.counts(program), (0, 9, 0))
        self.assertEqual(self.tries(program), 0, "the job ended before the first request did")
        job = program.info()["job"]
        self.assertEqual(job["status"], "SUCCEEDED")

    def test_a_signal_ends_the_wait(self):
        peer = self.peer(lambda path: Peer.HANG)
        program = self.three()
        child = self.sandbox.spawn(
            program, "--site", self.site(oozie_notification_url_connection_timeout=60000, end_wait=600),
            params={**self.urls(peer), "end": "true"})
        self.assertTrue(program.wait_for(
            lambda: program.id_file.exists() and program("info", program.job).code == 0
            and program.status() == "SUCCEEDED"))
        child.send_signal(signal.SIGTERM)
        child.communicate(timeout=TIMEOUT)
        self.assertEqual(child.returncode, SUCCEEDED)

    def test_tls(self):
        cert = certificate(self.sandbox.folder)
        peer = self.peer(tls=cert)
        urls = self.urls(peer, scheme="https", host="localhost")
        program, _ = self.run_three(peer, urls=urls, retries_max=0)
        self.assertEqual(self.counts(program), (0, 0, 9))
        self.assertIn("NET_TLS", program("info", program.job).out)
        self.assertEqual(peer.paths(taken=False), [])
        program, _ = self.run_three(peer, urls=urls, env={"SSL_CERT_FILE": str(cert[0])})
        self.assertEqual(peer.paths("/node/"), self.ALL)

    def proxy(self, **options):
        made = Proxy(**options)
        self.addCleanup(made.close)
        return made

    def test_proxies(self):
        for kind, scheme, how in (("", "http", "forward"), ("http@", "http", "forward"), ("socks@", "http", "socks"),
                                  ("HTTP@", "https", "connect"), ("socks@", "https", "socks")):
            with self.subTest(kind=kind, scheme=scheme):
                cert = certificate(self.sandbox.folder) if scheme == "https" else None
                peer = self.peer(tls=cert)
                proxy = self.proxy(hosts={"localhost": "127.0.0.1"})
                # Loopback hosts too: what is asked for is done.
                urls = {**self.urls(peer, scheme=scheme, host="localhost"), PROXY: kind + proxy.address}
                env = {"SSL_CERT_FILE": str(cert[0])} if cert else None
                program, _ = self.run_three(peer, urls=urls, env=env, oozie_notification_url_connection_timeout=60000)
                self.assertEqual(peer.paths("/node/"), self.ALL)
                self.assertEqual(self.counts(program), (9, 0, 0))
                self.assertEqual(set(proxy.passed), {(how, "localhost", peer.port)})

    def test_proxy_of_the_site_and_of_the_job(self):
        peer, sites, jobs = self.peer(), self.proxy(), self.proxy()
        self.run_three(peer, **{"oozie_notification_proxy": sites.address})
        self.assertTrue(sites.passed)
        sites.passed.clear()
        self.run_three(peer, urls={**self.urls(peer), PROXY: jobs.address}, **{"oozie_notification_proxy": sites.address})
        self.assertTrue(jobs.passed)
        self.assertEqual(sites.passed, [])

    def test_a_proxy_that_is_down(self):
        peer = self.peer()
        urls = {**self.urls(peer), PROXY: f"127.0.0.1:{free_port()}"}
        program, _ = self.run_three(peer, urls=urls, retries_max=0)
        self.assertEqual(self.counts(program), (0, 0, 9))
        self.assertEqual(peer.paths(taken=False), [], "nothing goes past the proxy")

    def test_a_resumed_job_keeps_its_proxy(self):
        peer, proxy = self.peer(), self.proxy()
        program = self.build(workflow(shell("a", f"while test -d '{self.sandbox.folder}'; do sleep 0.1; done"), "a"))
        child = self.sandbox.spawn(program, "--site", self.site(), params={**self.urls(peer), PROXY: proxy.address})
        self.assertTrue(program.wait_for(lambda: "a/S:RUNNING" in peer.paths("/node/")))
        child.kill()
        child.communicate()
        proxy.passed.clear()
        self.assert_code(program("kill", program.job), 0)
        self.assertIn("KILLED", peer.paths("/job/"))
        self.assertTrue(proxy.passed)

    def test_a_proxy_that_is_none_is_warned_of(self):
        program = self.three()
        for proxy, says in (("geheim", "do not go by a proxy"), ("ftp@geheim:80", "taken for http"),
                            ("geheim:0", "no notification is sent"), ("joe:geheim@h:80", "taken for http")):
            result = self.assert_code(program.run("-D", f"{PROXY}={proxy}", params={"end": "true"}), SUCCEEDED)
            self.assertRegex(result.err, f"warning: property {PROXY}: .*{says}")
            self.assertNotIn("geheim", result.err + result.out)

    def test_kill_and_suspend_by_others(self):
        peer = self.peer()
        program = self.build(workflow(shell("a", f"while test -d '{self.sandbox.folder}'; do sleep 0.1; done"), "a"))
        child = self.sandbox.spawn(program, "--site", self.site(), params=self.urls(peer))
        self.assertTrue(program.wait_for(lambda: "a/S:RUNNING" in peer.paths("/node/")))
        child.kill()
        child.communicate()
        self.assert_code(program("suspend", program.job), 0)
        # What the dead process had sent may be sent again.
        self.assertEqual(list(dict.fromkeys(peer.paths("/job/"))), ["RUNNING", "SUSPENDED"])
        self.assert_code(program("kill", program.job), 0)
        self.assertEqual(list(dict.fromkeys(peer.paths("/job/"))), ["RUNNING", "SUSPENDED", "KILLED"])
        self.assertEqual(list(dict.fromkeys(peer.paths("/node/"))), [*self.ALL[:2], "a/T:null"])

    def test_wrong_urls_of_oozie_are_only_warned_of(self):
        program = self.three()
        for name, url, words in (
                (JOB, "ftp://geheim/", "http:// or https://"), (NODE, "geheim", "http:// or https://"),
                (NODE, "http://h:99999/geheim", "port"), (NODE, "http://h/ge heim", "blank")):
            result = program.run("-D", f"{name}={url}", params={"end": "true"})
            self.assert_code(result, SUCCEEDED)
            self.assertIn(f"warning: property {name}: ", result.err)
            self.assertIn(words, result.err)
            self.assertNotIn("geheim", result.err + result.out)

    def test_wrong_urls_of_hws_are_refused_before_the_start(self):
        program = self.three()
        for name, url, words in (
                ("hws.workflow.notification.url", "ftp://geheim/", "http:// or https://"),
                ("hws.action.notification.url", "http://h/geheim/$Status", "$Status is not a token")):
            result = self.assert_refused(program.run("-D", f"{name}={url}", params={"end": "true"}), USAGE, name, words)
            self.assertNotIn("geheim", result.err + result.out)
            self.assert_refused(program.run("--dryrun", "-D", f"{name}={url}", params={"end": "true"}), USAGE, words)
        self.assertFalse((program.state / "jobs").exists() and list((program.state / "jobs").iterdir()))
        small = self.build(workflow(shell("a", "true"), "a"), "--no-network", name="small")
        self.assert_refused(small.run(params={JOB: "http://h/"}), USAGE, JOB, "--no-network")

    def test_secrets_are_not_shown(self):
        port = free_port()
        url = f"http://joe:geheim@127.0.0.1:{port}/geheim?key=geheim&s=$status"
        program, result = self.run_three(None, urls={JOB: url}, retries_max=0)
        shown = result.out + result.err
        for command in (("info", program.job), ("info", program.job, "--format", "json"), ("log", program.job),
                        ("jobs",)):
            shown += program(*command).out
        shown += program.run("--dryrun", params={JOB: url, "end": "true"}).out
        self.assertIn(f"http://127.0.0.1:{port}", shown)
        self.assertNotIn("geheim", shown)


if __name__ == "__main__":
    closing.main()
