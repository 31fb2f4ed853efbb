"""The page of Celos' UI over HTTP: from celos-server itself, and from celos-ui, which asks a server for what it
shows. What a person sees is escaped, and pages of other sites can change nothing."""

import datetime
import html
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from celos_served import *  # noqa: F403
from celos_served import CelosAnswer
from programs import BUILD, run, wait_for
from stand_in_oozie import StandInOozie

CELOS_UI = BUILD / "bin" / "celos-ui"
STRANGE_ID = "<b>&\"'\u00e9 %2F?#+;@x\n<i>"
AT = "time=2015-09-01T12:30Z"
SLOT = "2015-09-01T10:00:00.000Z"


class Server:
    """Some server of the page."""

    def __init__(self, port):
        self.port = port
        self.own = {"Origin": f"http://127.0.0.1:{port}", "Sec-Fetch-Site": "same-origin"}

    def call(self, method, target, body=None, **fields):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        try:
            connection.request(method, target, body=body, headers=fields)
            return CelosAnswer(connection.getresponse())
        finally:
            connection.close()

    def post(self, target, **fields):
        return self.call("POST", target, b"", **{**self.own, **fields})


class PageTest(CelosTest):
    """Workflow a has slots from 10:00 on, of which the first one runs; `strange` waits."""

    def setUp(self):
        super().setUp()
        self.oozie = StandInOozie()
        self.addCleanup(self.oozie.close)
        self.groups = self.folder / "groups.json"
        self.groups.write_text(json.dumps({"groups": [{"name": "<First>", "workflows": ["a", "gone"]}]}))
        self.celos = self.server("--config", self.groups, "--hue", "http://hue:8888")
        waits = ('celos.andTrigger(celos.alwaysTrigger(), celos.notTrigger(celos.alwaysTrigger()))')
        self.celos.put("workflows", {
            "a.js": workflow("a", self.oozie.url, url='"http://wiki/a?b&c"',
                             contacts='[{"name": "<Ann>", "email": "ann@example.com"}]'),
            "b.js": workflow("strange", self.oozie.url, trigger=waits).replace('"strange"', json.dumps(STRANGE_ID))})
        self.celos.start()
        for _ in range(2):  # what is ready in the first step runs from the second one on
            self.assertEqual(self.celos.call("POST", "/scheduler?time=2015-09-01T12:30Z").status, 200)
        self.page = self.shown_by()

    def shown_by(self):
        return Server(self.celos.port)

    def get(self, target, status=200):
        answer = self.page.call("GET", target)
        self.assertEqual(answer.status, status, answer)
        return answer

    def status_of(self, name="a"):
        answer = Server(self.celos.port).call(
            "GET", f"/slot-state?id={urllib.parse.quote(name, safe='')}&time={SLOT}")
        found = re.search('"status" : "(.*)"', answer.body)
        return found and found[1]


class Pages(PageTest):
    def test_overview(self):
        answer = self.get(f"/ui?{AT}&zoom=60")
        body = answer.body
        self.assertEqual(answer.fields["content-type"], "text/html; charset=UTF-8")
        self.assertIn(">2015-09-01 12:30 UTC</th>", body)
        self.assertEqual(re.findall(r"<th scope=\"col\" title=[^>]*>(\d+)</th>", body)[:3], ["1200", "1100", "1000"])
        self.assertEqual(re.findall(r'class="day">(\d+)<', body), ["01", "31"])
        self.assertIn("<span>&lt;First&gt;</span>", body)
        self.assertIn("gone (missing)", body)
        self.assertIn("<span>Unlisted workflows</span>", body)
        row = body[body.index(">a</a>"):body.index("gone (missing)")]
        cells = re.findall(r'<td class="slot (\w+)"><a(?: class="slotLink")? href="([^"]*)"[^>]*>(\w*)</a>', row)
        self.assertEqual([(status, text) for status, _, text in cells][:3],
                         [("UNSEEN", "rdy"), ("UNSEEN", "rdy"), ("UNSEEN", "run")], "they are years old")
        self.assertTrue(cells[2][1].startswith("http://hue:8888/list_oozie_workflow/"), cells)
        self.assertIn(f'data-slot-id="a@{SLOT}"', row)

    def test_zoom(self):
        body = self.get(f"/ui?{AT}&zoom=1440").body
        self.assertEqual(len(re.findall(r"<th scope=\"col\" title", body)), 7)
        self.assertRegex(body, r'<td class="slot UNSEEN"><a [^>]*title="13 slots from 2015-09-01 00:00 UTC: '
                               r'13 UNSEEN">13</a>')
        self.assertEqual(len(re.findall(r"<th scope=\"col\" title", self.get(f"/ui?{AT}&zoom=-1").body)), 48)

    def test_the_root_leads_to_the_page(self):
        answer = self.page.call("GET", "/")
        self.assertEqual((answer.status, answer.fields["location"]), (302, "/ui"))

    def test_the_slot_at_the_time_is_shown(self):
        for time, shown in (("2015-09-01T12:00Z", True), ("2015-09-01T11:59:59Z", False)):
            body = self.get(f"/ui?time={time}").body
            self.assertEqual('data-slot-id="a@2015-09-01T12:00:00.000Z"' in body, shown, time)
            body = self.get(f"/ui/workflow?id=a&time={time}").body
            self.assertEqual('value="2015-09-01T12:00:00.000Z"' in body, shown, time)

    def cell(self, name, time):
        body = self.get("/ui?zoom=60").body
        return re.search(rf'<td class="slot (\w+)"><a [^>]*data-slot-id="{name}@{time}" title="([^"]*)">(\w*)</a>',
                         body).groups()

    def test_slots_before_the_start_do_not_wait_and_can_be_backfilled(self):
        hour = datetime.timedelta(hours=1)
        now = datetime.datetime.now(datetime.timezone.utc).replace(minute=0, second=0, microsecond=0)
        start, before = (f"{now - hours * hour:%Y-%m-%dT%H:%M:%S}.000Z" for hours in (2, 5))
        self.celos.put("workflows", {"late.js": workflow(
            "late", self.oozie.url, startTime=f'"{start}"', trigger="celos.notTrigger(celos.alwaysTrigger())")})
        self.celos.call("POST", "/clear-cache", b"")
        self.assertEqual(self.cell("late", start)[::2], ("WAITING", "wait"))
        look, title, word = self.cell("late", before)
        self.assertEqual((look, word), ("UNSEEN", "idle"))
        self.assertIn("not looked at: the scheduler looks at slots from", title)
        body = self.get(f"/ui/workflow?id=late&slot={before}").body
        self.assertRegex(body, rf'value="{before}" [^>]*>Backfill</button>')
        self.assertEqual(self.page.post(f"/ui/rerun?id=late&time={before}").status, 303)
        self.assertEqual(self.cell("late", before)[::2], ("WAITING", "wait"))

    def test_a_cell_has_the_colour_of_its_worst_slot(self):
        day = "state/a/2015-09-01/"
        text = '{{"status":"{}","externalID":null,"retryCount":0}}'.format
        self.celos.put("db", {f"{day}10:00:00.000Z": text("SUCCESS"), f"{day}11:00:00.000Z": text("KILLED"),
                              f"{day}12:00:00.000Z": text("SUCCESS")})
        target = "/ui?time=2015-09-01T12:00Z&zoom=240"
        cell = '<td class="slot {}"><a [^>]*: {}">4</a>'.format
        self.assertRegex(self.get(target).body, cell("KILLED", "1 KILLED, 1 SUCCESS, 2 UNSEEN"))
        self.celos.put("db", {f"{day}10:00:00.000Z": "{"})
        self.assertRegex(self.get(target).body, cell("UNREADABLE", "1 UNREADABLE, 1 KILLED, 2 UNSEEN"))
        self.assertIn("10:00:00.000Z", self.get("/ui/workflow?id=a&slot=2015-09-01T10:00Z").body)

    def test_groups_are_read_at_each_page(self):
        self.groups.write_text('{"groups": []}')
        self.assertNotIn("gone (missing)", self.get("/ui").body)
        self.groups.write_text("{")
        self.assertIn(str(self.groups), self.get("/ui", 500).body)
        self.groups.unlink()
        self.get("/ui", 500)

    def test_a_workflow(self):
        body = self.get(f"/ui/workflow?id=a&{AT}&slot=2015-09-01T10:00Z").body
        self.assertIn('<a href="http://wiki/a?b&amp;c">', body)
        self.assertIn('&lt;Ann&gt; <a href="mailto:ann@example.com">', body)
        self.assertIn("RUNNING", body)
        self.assertEqual(len(re.findall('<th scope="row">', body)), 3)
        self.assertEqual(len(re.findall('<tr class="current"', body)), 1)
        self.assertIn("no slot at this time", self.get("/ui/workflow?id=a&slot=2015-09-01T10:01Z").body)
        self.get("/ui/workflow?id=nosuch", 404)

    def test_a_trigger(self):
        quoted = urllib.parse.quote(STRANGE_ID, safe="")
        body = self.get(f"/ui/trigger?id={quoted}&time=2015-09-01T10:00Z").body
        parts = re.findall(r'<span class="part \w+">([a-z ]+)</span> <b>(\w+)</b>', body)
        self.assertEqual(parts, [("not ready", "AndTrigger"), ("ready", "AlwaysTrigger"), ("not ready", "NotTrigger"),
                                 ("ready", "AlwaysTrigger")])

    def test_an_id_of_any_characters(self):
        quoted = urllib.parse.quote(STRANGE_ID, safe="")
        for target in (f"/ui?{AT}", f"/ui/workflow?id={quoted}&{AT}", f"/ui/trigger?id={quoted}&time=2015-09-01T10:00Z"):
            body = self.get(target).body
            self.assertIn(html.escape(STRANGE_ID).replace("&#x27;", "&#39;"), body)
            self.assertNotIn("<b>&", body)
        # What the page links to and posts to is that workflow.
        linked = html.unescape(re.search(r'href="(/ui/workflow\?id=%3Cb[^"]*)"', self.get(f"/ui?{AT}").body)[1])
        page = self.get(linked).body
        for path, status in (("rerun", None), ("kill", "KILLED"), ("rerun", "WAITING")):
            action = html.unescape(re.search(rf'formaction="(/ui/{path}\?[^"]*)"', page)[1])
            self.assertEqual(self.page.post(f"{action}&time={SLOT}").status, 303)
            self.assertEqual(self.status_of(STRANGE_ID), status)
            page = self.get(linked).body

    def test_parameters_that_are_wrong(self):
        for target in ("/ui?zoom=x", "/ui?zoom=1.5", "/ui?time=x", "/ui?time=%3Cb%3E", "/ui/workflow", "/ui/workflow?id=a&time=x",
                       "/ui/workflow?id=a&slot=x", "/ui/trigger?id=a&time=x", "/ui/workflow?id=%20"):
            with self.subTest(target):
                self.assertNotIn("<b>", self.get(target, 400).body)
        self.get("/ui/nosuch", 404)
        self.assertEqual(self.page.call("GET", "/ui/rerun?id=a").status, 405)
        self.assertEqual(self.page.post("/ui").status, 405)

    def test_a_browser_takes_nothing_from_elsewhere(self):
        for target in ("/ui", "/ui/workflow?id=a", "/ui/nosuch"):
            answer = self.page.call("GET", target)
            self.assertIn("default-src 'none'; script-src 'self'; style-src 'self';",
                          answer.fields["content-security-policy"])
            self.assertEqual(answer.fields["x-content-type-options"], "nosniff")
            self.assertNotRegex(answer.body, r"(?i)\son[a-z]+=|<script>|style=|javascript:")
            for url in re.findall(r'(?:src|<link [^>]*href)="([^"]*)"', answer.body):
                self.assertRegex(url, r"^(/ui/(style\.css|script\.js)|data:,)$")
        self.assertEqual(self.get("/ui/style.css").fields["content-type"], "text/css; charset=UTF-8")
        self.assertEqual(self.get("/ui/script.js").fields["content-type"], "text/javascript; charset=UTF-8")


class Buttons(PageTest):
    def test_pause_kill_and_rerun(self):
        answer = self.page.post("/ui/pause?id=a&paused=true")
        self.assertEqual((answer.status, answer.fields["location"]), (303, "/ui/workflow?id=a&done=pause"))
        self.assertIn("paused/a", self.celos.tree())
        self.assertIn('<span class="paused">paused</span>', self.get("/ui").body)
        self.assertIn("The workflow is paused.", self.get("/ui/workflow?id=a&done=pause").body)
        self.assertEqual(self.page.post("/ui/pause?id=a&paused=false").status, 303)
        self.assertNotIn("paused/a", self.celos.tree())
        self.assertEqual(self.page.post(f"/ui/kill?id=a&time={SLOT}").status, 303)
        self.assertEqual(self.status_of(), "KILLED")
        answer = self.page.post(f"/ui/rerun?id=a@{SLOT}&plain=1")
        self.assertEqual((answer.status, answer.body), (200, ""))
        self.assertEqual(self.status_of(), "WAITING")

    def test_what_does_not_work_is_said(self):
        answer = self.page.post(f"/ui/rerun?id=a&time={SLOT}")
        self.assertEqual(answer.status, 400)
        self.assertIn("Slot must be in successful or failed, but is: RUNNING", answer.body)
        self.assertEqual(self.page.post("/ui/rerun?plain=1&id=a&time=2015-09-01T10:01Z").status, 404)

    def test_the_fields_of_a_form(self):
        answer = self.page.call("POST", "/ui/kill?id=a", f"time={SLOT}",
                                **{"Content-Type": "application/x-www-form-urlencoded", **self.page.own})
        self.assertEqual(answer.status, 303)
        self.assertEqual(self.status_of(), "KILLED")

    def test_a_page_of_another_site_changes_nothing(self):
        own = self.page.own["Origin"]
        for fields in ({"Origin": "http://example.com"}, {"Origin": "null"}, {"Origin": own.replace("127.0.0.1", "localhost")},
                       {"Origin": own, "Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {}):
            for target in (f"/ui/kill?id=a&time={SLOT}", "/ui/pause?id=a&paused=true", f"/ui/rerun?id=a&time={SLOT}"):
                self.assertEqual(self.page.call("POST", target, b"", **fields).status, 403, (fields, target))
        self.assertEqual(self.status_of(), "RUNNING")
        self.assertNotIn("paused/a", self.celos.tree())
        for fields in ({"Origin": own}, {"Sec-Fetch-Site": "same-origin"}):
            self.assertEqual(self.page.call("POST", "/ui/pause?id=a&paused=true", b"", **fields).status, 303, fields)


class ApiBesideThePage(PageTest):
    def test_programs_are_let_in_and_pages_of_other_sites_are_not(self):
        page = Server(self.celos.port)
        self.assertEqual(page.call("POST", "/pause?id=a&paused=true", b"").status, 200)
        for fields in ({"Origin": "http://example.com"}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "none"}):
            self.assertEqual(page.call("POST", "/pause?id=a", b"", **fields).status, 403, fields)
        self.assertIn("paused/a", self.celos.tree())


class UiProgram(PageTest):
    """celos-ui, with all that the page of celos-server does."""

    def shown_by(self):
        output = self.folder / "ui_output"
        output.write_text("")
        with output.open("ab") as out:
            self.ui = subprocess.Popen(
                [str(word) for word in (CELOS_UI, "--port", 0, "--celos", f"http://127.0.0.1:{self.celos.port}/",
                                        "--config", self.groups, "--hue", "http://hue:8888")],
                stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        self.addCleanup(lambda: (self.ui.poll() is None and self.ui.kill(), self.ui.wait(TIMEOUT)))
        found = []
        wait_for(lambda: found.append(re.search(r" at http://\S+:(\d+)/ui\n", output.read_text())) or found[-1]
                 or self.ui.poll() is not None, TIMEOUT)
        self.assertTrue(found[-1], output.read_text())
        return Server(int(found[-1][1]))


class UiProgramPages(UiProgram, Pages):
    pass


class UiProgramButtons(UiProgram, Buttons):
    pass


class UiProgramAlone(UiProgram):
    def test_what_else_celos_ui_has(self):
        answer = self.page.call("GET", "/")
        self.assertEqual((answer.status, answer.fields["location"]), (302, "/ui"))
        self.assertEqual(self.get("/version").body, "deadbeef")
        self.get("/workflow-list", 404)
        self.celos.call("POST", f"/kill?id=a&time={SLOT}")
        answer = self.page.call("POST", f"/rerun?id=a@{SLOT}", b"")
        self.assertEqual((answer.status, answer.body), (200, ""))
        self.assertEqual(self.status_of(), "WAITING")
        self.assertEqual(self.page.call("POST", f"/rerun?id=a@{SLOT}", b"").status, 500)
        self.assertEqual(self.page.call("POST", f"/rerun?id=a@{SLOT}", b"", Origin="http://example.com").status, 403)

    def test_a_server_that_does_not_answer(self):
        self.celos.end(signal.SIGKILL)
        self.assertIn("no answer from http://127.0.0.1:", self.get("/ui", 502).body)
        self.get("/version", 500)

    def test_it_ends(self):
        os.kill(self.ui.pid, signal.SIGTERM)
        self.assertEqual(self.ui.wait(TIMEOUT), 0)


class CommandLines(CelosTest):
    def test_celos_ui(self):
        for words, code, out, err in (
                ((), 1, "usage: ", "Missing --port argument"), (("--port", "1"), 1, "usage: ", "Missing --celos argument"),
                (("--port", "0", "--celos", "http://127.0.0.1:1", "--config", "/nosuch"), 1, "", "/nosuch: No such file"),
                (("--nosuch",), 1, "usage: ", "Unrecognized option: --nosuch"),
                (("--help",), 0, "--celos URL", ""), (("--version",), 0, "celos-ui ", "")):
            with self.subTest(words):
                result = run([CELOS_UI, *words])
                self.assertEqual(result.code, code, result)
                self.assertIn(out, result.out)
                self.assertIn(err, result.err)

    def test_groups_that_are_not_there(self):
        celos = self.server("--config", self.folder / "nosuch")
        result = run(celos.command(0))
        self.assertEqual(result.code, 1, result)
        self.assertIn("nosuch: No such file", result.err)



if __name__ == "__main__":
    closing.main()
