"""The http action against a real HTTP server, which calls back as each test wants."""

import re
import signal
import sys
import threading
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from http_peer import CLOSE, ENDLESS, HANG, HttpPeer, Reply, call
from notified import certificate
from ports import free_port
from programs import *  # noqa: F403

PROPERTIES = "x-application/java-properties"
LISTEN = ("--callback-listen", "127.0.0.1:0")
CALLBACK = "?cb=${urlEncode(wf:callback('%EXITSTATE%'))}"


def hws(body, start):
    return (f'<hadoop-workflow name="w"><start to="{start}"/>{body}'
            "<fail name='bad'><message>${action:output('ask', 'lines')}</message></fail>"
            "<end name='end'/></hadoop-workflow>")


def http(url, mode="CONTINUE", post="", capture=False, name="ask", to="end", error="bad"):
    return (f'<http name="{name}"><url>{escape(url)}</url>{post}<mode>{mode}</mode>'
            f'{"<capture-output/>" if capture else ""}'
            f'<transition name="OK" to="{to}"/><transition name="ERROR" to="{error}"/></http>')


class HttpTest(ProgramTest):
    def peer(self, behave=None, **options):
        self.server = HttpPeer(behave, **options)
        self.addCleanup(self.server.close)
        return self.server

    def site(self, **settings):
        values = {"oozie.action.retries.max": 3, "oozie.action.retry.interval": 0}
        values.update({name.replace("_", "."): value for name, value in settings.items()})
        rows = "".join(f"<property><name>{name}</name><value>{value}</value></property>"
                       for name, value in values.items())
        return self.sandbox.write("site.xml", f"<configuration>{rows}</configuration>")

    def make(self, *arguments, **options):
        self.program = self.build(hws(http(*arguments, **options), "ask"))
        return self.program

    def go(self, code, *options, site=None, env=None, **params):
        result = self.program.run("--site", site or self.site(), *options, env=env,
                                  params={"user.name": "joe", **params})
        return self.assert_code(result, code)

    def spawn(self, *options, site=None):
        return self.sandbox.spawn(self.program, "--site", site or self.site(), *options,
                                  params={"user.name": "joe"})

    def ended(self, child, code):
        out, err = child.communicate(timeout=60)
        self.assertEqual(child.returncode, code, (out + err).decode())

    def node(self):
        return self.program.nodes()["ask"]

    def assert_failed(self, code, *words):
        node = self.node()
        self.assertEqual((node["status"], node["errorCode"]), ("ERROR", code), node["errorMessage"])
        for word in words:
            self.assertIn(word, node["errorMessage"])


class Continue(HttpTest):
    def test_get(self):
        self.peer()
        self.make("${base}path?a=${urlEncode('b c&d')}")
        self.go(SUCCEEDED, base=self.server.url())
        [request] = self.server.requests
        self.assertEqual((request.method, request.path, request.body), ("GET", "/path?a=b+c%26d", b""))
        self.assertRegex(request.key, r"^hpdl-[0-9a-f]{32}$")
        self.assertEqual((self.node()["externalId"], self.node()["externalStatus"]), (request.key, "200"))

    def test_post_verbatim(self):
        self.peer(lambda request: 201)
        self.make(self.server.url("jobs"),
                  post='<post content-type="text/xml; charset=utf-8">\n &lt;a b="ü"/> ${wf:id()}  \n</post>')
        self.go(SUCCEEDED)
        [request] = self.server.requests
        self.assertEqual(request.method, "POST")
        self.assertEqual(request.headers["content-type"], "text/xml; charset=utf-8")
        self.assertEqual(request.body.decode(), f'\n <a b="ü"/> {self.program.job}  \n')

    def test_captured_reply(self):
        body = b"lines=12\nname = J\\u00fcrgen\nlong=a\\\n  b\n"
        self.peer(lambda request: Reply(200, body, {"Content-Type": PROPERTIES + ";charset=UTF-8"}))
        then = ("<decision name='which'><eval name='YES'>"
                "${action:output('ask', 'lines') eq 12 and action:output('ask', 'name') eq 'Jürgen'"
                " and action:output('ask', 'long') eq 'ab' and empty action:output('ask', 'none')}</eval>"
                "<default name='NO'/><transition name='YES' to='end'/><transition name='NO' to='bad'/></decision>")
        self.program = self.build(hws(http(self.server.url(), capture=True, to="which") + then, "ask"))
        self.go(SUCCEEDED)

    def test_replies_that_cannot_be_captured(self):
        for reply, words in (
                (Reply(200, b"a=" + b"x" * 3070, {"Content-Type": PROPERTIES}), "3072 bytes, the limit is 2048"),
                (Reply(200, b"a=1", {"Content-Type": "text/plain"}), "'text/plain', not " + PROPERTIES),
                (Reply(200, b"a=1"), "not " + PROPERTIES),
                (Reply(200, b"a=\\uXX", {"Content-Type": PROPERTIES}), ""),
                (ENDLESS, "too long")):
            with self.subTest(words=words):
                self.peer(lambda request, reply=reply: reply)
                self.make(self.server.url(), capture=True)
                self.go(FAILED)
                self.assert_failed("HTTP005", words)
                self.assertEqual(len(self.server.requests), 1)

    def test_a_huge_reply_that_nobody_wants(self):
        self.peer(lambda request: ENDLESS)
        self.make(self.server.url())
        self.go(SUCCEEDED)

    def test_500_then_200(self):
        answers = [500, 503, 429, 200]
        self.peer(lambda request: answers.pop(0))
        self.make(self.server.url())
        self.go(SUCCEEDED)
        keys = [request.key for request in self.server.requests]
        self.assertEqual(len(set(keys)), 4, "each was answered, the next is a new one")
        self.assertEqual(self.node()["attempt"], 3)

    def test_unanswered_keeps_its_key(self):
        answers = [CLOSE, CLOSE, 200]
        self.peer(lambda request: answers.pop(0))
        self.make(self.server.url(), post='<post content-type="text/plain">x</post>')
        self.go(SUCCEEDED)
        self.assertEqual(len(self.server.requests), 3)
        self.assertEqual(len({request.key for request in self.server.requests}), 1)

    def test_refused(self):
        for status in (400, 401, 404, 304):
            with self.subTest(status=status):
                self.peer(lambda request, status=status: status)
                self.make(self.server.url("a?password=sesame"))
                self.go(FAILED)
                self.assert_failed("HTTP004", f"status {status}", f"127.0.0.1:{self.server.port}")
                self.assertEqual(len(self.server.requests), 1)
                self.assertNotIn("sesame", self.node()["errorMessage"])

    def test_nobody_there_then_somebody(self):
        port = free_port()
        self.make(f"http://127.0.0.1:{port}/")
        site = self.site()
        self.go(SUSPENDED, site=site)
        node = self.node()
        self.assertEqual((node["status"], node["errorCode"], node["attempt"]), ("START_MANUAL", "HTTP003", 3))
        self.peer(port=port)
        self.assert_code(self.program("resume", self.program.job, "--progress", "none"), SUCCEEDED)
        [request] = self.server.requests

    def test_hangs(self):
        answers = [HANG, 200]
        self.peer(lambda request: answers.pop(0))
        self.make(self.server.url())
        self.go(SUCCEEDED, site=self.site(hpdl_http_timeout=5))
        self.assertEqual(len({request.key for request in self.server.requests}), 1)

    def test_redirects(self):
        def behave(request):
            left = int(request.path[1:])
            return Reply(307, headers={"Location": f"/{left - 1}"}) if left else 200
        self.peer(behave)
        self.make("${base}${hops}", post='<post content-type="text/plain">x</post>')
        self.go(SUCCEEDED, base=self.server.url(), hops=5)
        self.assertEqual([(r.method, r.body) for r in self.server.requests], [("POST", b"x")] * 6)
        self.go(FAILED, base=self.server.url(), hops=6)
        self.assert_failed("HTTP004", "307", "hpdl.http.redirects.max")

    def test_a_redirect_loop_ends(self):
        self.peer(lambda request: Reply(302, headers={"Location": "/again"}))
        self.make(self.server.url())
        self.go(FAILED, "-D", "hpdl.http.redirects.max=20")
        self.assert_failed("HTTP004", "302")
        self.assertEqual(len(self.server.requests), 21)
        self.peer(lambda request: Reply(302, headers={"Location": "file:///etc/passwd"}))
        self.make(self.server.url())
        self.go(FAILED)
        self.assert_failed("HTTP002")

    def test_tls(self):
        cert, key = certificate(self.sandbox.folder)
        self.peer(tls=(cert, key))
        self.make(self.server.url("x", scheme="https", host="localhost"))
        self.go(SUSPENDED)
        node = self.node()
        self.assertEqual((node["errorCode"], node["status"]), ("HTTP003", "START_MANUAL"))
        self.assertEqual(self.server.requests, [], "nothing is told to whom nobody trusts")
        self.go(SUCCEEDED, env={"SSL_CERT_FILE": str(cert)})
        self.make(self.server.url("x", scheme="https", host="127.0.0.1"))
        self.go(SUSPENDED, env={"SSL_CERT_FILE": str(cert)})

    def test_bad_arguments(self):
        self.peer()
        for url, mode, kind in (("ftp://127.0.0.1/", "CONTINUE", ""), ("${nl}", "CONTINUE", ""),
                                (self.server.url(), "${mode}", ""),
                                (self.server.url(), "CONTINUE", "a${nl}X-Evil: 1")):
            with self.subTest(url=url, mode=mode, kind=kind):
                post = f'<post content-type="{kind}">x</post>' if kind else ""
                self.make(url, mode, post)
                self.go(FAILED, nl=f"{self.server.url()}\r\nX: y", mode="wait")
                self.assert_failed("HTTP002")
        self.assertEqual(self.server.requests, [])

    def test_without_network(self):
        self.program = self.build(hws(http("http://127.0.0.1:1/"), "ask"), "--no-network")
        self.assert_refused(self.go(USAGE), USAGE, "'ask'", "--no-network")

    def test_oozies_shape(self):
        self.peer(lambda request: Reply(200, b"k=v", {"Content-Type": PROPERTIES}))
        text = workflow('<action name="ask"><http><http-url>' + self.server.url() + "</http-url><continue/>"
                        '<capture-output/></http><ok to="end"/><error to="killed"/></action>', "ask", version="0.1")
        text = text.replace("<global><resource-manager>local</resource-manager><name-node>file:///</name-node>"
                            "</global>\n", "")
        self.program = self.build(text)
        self.assert_code(self.program.run(), SUCCEEDED)
        self.assertEqual(self.node()["data"], "k=v\n")


class Wait(HttpTest):
    """`calls` of the peer: what it does with the callback's URL, in a thread of its own."""

    def waiting(self, calls=None, status=200, before_reply=False, capture=True, **options):
        self.answers, self.urls = [], []

        def work(url):
            if calls:
                calls(url)

        def behave(request):
            url = urllib.parse.parse_qs(urllib.parse.urlsplit(request.path).query)["cb"][0]
            self.urls.append(url)
            thread = threading.Thread(target=work, args=(url,), daemon=True)
            thread.start()
            if before_reply:
                thread.join(TIMEOUT)
            return status.pop(0) if isinstance(status, list) else status
        self.peer(behave)
        return self.make(self.server.url("start") + CALLBACK, "WAIT", capture=capture, **options)

    def call(self, url, state="OK", body=None, **options):
        self.answers.append(call(url.replace("%EXITSTATE%", state), body, **options))

    def test_ok_with_output(self):
        def calls(url):
            self.program.wait_for(self.answered)
            self.call(url, body=b"lines=3")
        self.waiting(calls)
        self.go(SUCCEEDED, *LISTEN)
        node = self.node()
        self.assertEqual((node["data"], node["externalStatus"]), ("lines=3\n", "OK"))
        self.assertEqual(self.answers, [200])
        self.assertRegex(self.urls[0], rf"^http://127.0.0.1:\d+/callback/[0-9a-f]{{32}}\?id={self.program.job}@ask&")

    def test_error_with_output(self):
        self.waiting(lambda url: self.call(url, "ERROR", b"lines=0"))
        self.go(FAILED, *LISTEN)
        self.assert_failed("HTTP008", "ERROR")

    def test_before_the_reply(self):
        self.waiting(lambda url: self.call(url, body=b"lines=3"), before_reply=True)
        self.go(SUCCEEDED, *LISTEN)
        self.assertEqual((self.answers, self.node()["data"]), ([200], "lines=3\n"))

    def test_called_back_but_not_answered(self):
        self.waiting(lambda url: self.call(url), before_reply=True, status=CLOSE)
        self.go(SUCCEEDED, *LISTEN)
        self.assertEqual(len(self.server.requests), 1)

    def test_twice(self):
        def calls(url):
            self.call(url, body=b"lines=1")
            self.call(url, body=b"lines=1")
            self.call(url, "ERROR")
        self.waiting(calls, before_reply=True)
        self.go(SUCCEEDED, *LISTEN)
        self.assertEqual(self.answers, [200, 200, 200])
        self.assertEqual(self.node()["data"], "lines=1\n", "the first one counts")

    def test_never(self):
        self.waiting()
        self.go(FAILED, *LISTEN, "-D", "hpdl.http.wait.timeout=1")  # time: it is to be over
        self.assert_failed("HTTP007", "within 1 s", "hpdl.http.wait.timeout")

    def test_late(self):
        self.waiting()
        child = self.spawn(*LISTEN, "-D", "hpdl.http.wait.timeout=1")  # time: it is to be over
        self.ended(child, FAILED)
        self.call(self.urls[0])
        self.assertEqual(self.answers, [0], "nobody listens any more")

    def test_wrong_states_and_secrets(self):
        def calls(url):
            secret = urllib.parse.urlsplit(url).path.rsplit("/", 1)[1]
            self.call(url.replace(secret, "0" * 32))
            self.call(url.replace("@ask", "@end"))
            self.call(url, "%EXITSTATE%")
            self.call(url, "SUCCEEDED")
        self.waiting(calls)
        self.go(FAILED, *LISTEN)
        self.assert_failed("HTTP008", "'SUCCEEDED'", "OK or ERROR")
        self.assertEqual(self.answers, [403, 404, 400, 200])

    def test_3_kb(self):
        self.waiting(lambda url: self.call(url, body=b"a=" + b"x" * 3070))
        self.go(FAILED, *LISTEN)
        self.assert_failed("HTTP005", "oozie.action.max.output.data")
        self.assertEqual(self.answers, [413])
        self.waiting(lambda url: self.call(url, body=b"x" * 3072), capture=False)
        self.go(SUCCEEDED, *LISTEN)
        self.waiting(lambda url: self.call(url, body=b"a=" + b"x" * 2046))
        self.go(SUCCEEDED, *LISTEN)
        self.assertEqual(len(self.node()["data"]), 2049)
        self.waiting(lambda url: self.call(url, body=b"a=" + b"x" * 3070))
        self.go(SUCCEEDED, *LISTEN, site=self.site(oozie_action_max_output_data=4096))

    def test_payload_of_another_type(self):
        self.waiting(lambda url: self.call(url, body=b"a=1", content_type="application/json"))
        self.go(FAILED, *LISTEN)
        self.assert_failed("HTTP005", "application/json")

    def test_500_then_200(self):
        self.waiting(lambda url: len(self.urls) == 2 and self.call(url), status=[500, 202])
        self.go(SUCCEEDED, *LISTEN)
        self.assertEqual(len(self.server.requests), 2)

    def test_nobody_listens(self):
        self.waiting()
        result = self.go(FAILED)
        self.assertIn("workflow.xml:1: wf:callback will fail", result.err)
        self.assertEqual(self.server.requests, [])
        self.make(self.server.url("?cb=none"), "WAIT")
        self.go(FAILED)
        self.assert_failed("HTTP006", "--callback-listen")
        self.assertEqual(self.server.requests, [])

    def test_kill(self):
        self.waiting()
        child = self.spawn(*LISTEN)
        self.assertTrue(self.program.wait_for(self.answered))
        self.assert_code(self.program("kill", self.program.job), 0)
        self.ended(child, KILLED)
        self.assertEqual(self.node()["status"], "KILLED")

    def test_kill_while_the_request_hangs(self):
        self.waiting(status=HANG)
        child = self.spawn(*LISTEN)
        self.assertTrue(self.program.wait_for(lambda: self.urls))
        self.assert_code(self.program("kill", self.program.job), 0)
        self.ended(child, KILLED)

    def test_never_and_the_program_is_away_meanwhile(self):
        """How much of the time is left then is tested in http_test.cpp."""
        self.waiting()
        child = self.spawn(*LISTEN, "-D", "hpdl.http.wait.timeout=20")
        self.assertTrue(self.program.wait_for(self.answered))
        child.kill()
        child.communicate()
        self.assert_code(self.program("resume", self.program.job, "--progress", "none"), FAILED)
        self.assert_failed("HTTP007", "within 20 s")
        self.assertEqual(len(self.server.requests), 1)

    def answered(self):
        """The journal has it that the request was answered."""
        if not self.urls or not self.program.id_file.exists():
            return False
        folder = self.program.state / "jobs" / self.program.job
        return any(re.search(rb"(?<!un)answered hpdl-", path.read_bytes()) for path in folder.glob("journal.db*"))

    def test_a_signal_and_resume(self):
        self.waiting()
        child = self.spawn(*LISTEN)
        self.assertTrue(self.program.wait_for(self.answered))
        child.send_signal(signal.SIGTERM)
        self.ended(child, 128 + signal.SIGTERM)
        threading.Thread(target=lambda: self.program.wait_for(
            lambda: self.call(self.urls[0], body=b"a=1") or 200 in self.answers), daemon=True).start()
        self.assert_code(self.program("resume", self.program.job, "--progress", "none"), SUCCEEDED)
        self.assertEqual(len(self.server.requests), 1, "an answered request is not sent again")

    def test_many_at_a_time(self):
        names = [f"ask{number}" for number in range(60)]
        def calls(url):  # when all of them wait
            self.program.wait_for(lambda: len(self.urls) == len(names))
            self.call(url)
        self.waiting(calls)
        self.program = self.build(hws(
            '<fork name="f">' + "".join(f'<transition to="{n}"/>' for n in names) + "</fork>"
            + "".join(http(self.server.url("start") + CALLBACK, "WAIT", name=n, to="j") for n in names)
            + http("http://127.0.0.1/")
            + '<join name="j"><transition to="end"/></join>', "f"))
        self.go(SUCCEEDED, *LISTEN)
        self.assertEqual(len(self.server.requests), 60)
        self.assertEqual(set(self.answers), {200})


if __name__ == "__main__":
    closing.main()
