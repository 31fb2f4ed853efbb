"""Agreements (SLA) of the actions of coordinators: judged, told of by mail and by HTTP, and asked for, under hpdld and
alone. Times are of a few seconds, from a nominal time that is now or long past."""

import json
import os
import signal
import sys
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from http_peer import HttpPeer
from programs import *  # noqa: F403
from run_served_coordinators import CoordinatorTest
from served import sub_workflow
from smtp_peer import Smtp

NEVER = 5_000_000  # minutes
TIMES = ("nominalTime", "expectedStart", "expectedEnd")


def minute(ahead=0):
    """Now, or so many minutes later, in whole minutes."""
    return (datetime.now(timezone.utc) + timedelta(minutes=ahead)).strftime("%Y-%m-%dT%H:%MZ")


class SlaTest(CoordinatorTest):
    def setUp(self):
        super().setUp()
        self.smtp = self.peer = None

    def agreed(self, start=None, end=NEVER, duration=None, events="start_miss,end_miss,duration_miss", nominal=None,
               script="true", days=1, data=False, name="c", version="0.2"):
        """An application of a coordinator with an agreement; times are minutes after the nominal time."""
        app = self.sandbox.path(name)
        self.sandbox.write(f"{name}/wf/workflow.xml", workflow(shell("a", script), "a"))
        inputs = ""
        if data:
            inputs = ('<datasets><dataset name="d" frequency="${coord:days(1)}" initial-instance="2024-01-01T00:00Z" '
                      f'timezone="UTC"><uri-template>file://{self.sandbox.folder}/data/${{YEAR}}-${{MONTH}}-${{DAY}}'
                      '</uri-template><done-flag></done-flag></dataset></datasets><input-events><data-in name="in" '
                      'dataset="d"><instance>${coord:current(0)}</instance></data-in></input-events>')
        begin, frequency = "2024-01-01T00:00Z", "${coord:days(1)}"
        last = f"2024-01-{days + 1:02}T00:00Z"
        parts = [("nominal-time", nominal or "${coord:nominalTime()}"), ("should-start", start), ("should-end", end),
                 ("max-duration", duration), ("alert-events", events), ("alert-contact", "ops@example.com"),
                 ("notification-msg", "late: ${coord:nominalTime()}"), ("upstream-apps", "up")]
        info = "".join(f"<s:{key}>{value}</s:{key}>" for key, value in parts if value is not None)
        self.sandbox.write(f"{name}/coordinator.xml", (
            f'<coordinator-app xmlns="uri:oozie:coordinator:0.4" xmlns:s="uri:oozie:sla:{version}" name="{name}" '
            f'frequency="{frequency}" start="{begin}" end="{last}" timezone="UTC">'
            f"<controls><concurrency>5</concurrency></controls>{inputs}<action><workflow>"
            f"<app-path>file://{app}/wf</app-path></workflow><s:info>{info}</s:info></action></coordinator-app>"))
        return {"oozie.coord.application.path": f"file://{app}"}

    def settings(self, **more):
        self.smtp = self.smtp or Smtp(self.sandbox.path("mail"))
        self.addCleanup(self.smtp.close)
        self.peer = self.peer or HttpPeer()
        self.addCleanup(self.peer.close)
        return {"oozie.sla.service.SLAService.job.event.latency": 300, "oozie.sla.disable.alerts.older.than": 0,
                "oozie.email.smtp.host": "127.0.0.1", "oozie.email.smtp.port": self.smtp.port,
                "hpdl.sla.alert.url": self.peer.url("alerts"), "hpdl.notification.retry.interval": 1, **more}

    def begin(self, **more):
        super().begin(**self.settings(**more))

    def mails(self):
        return [message["Subject"].split()[1] for message in self.smtp.messages()]

    def posts(self):
        with self.peer.lock:
            return [json.loads(request.body)["eventStatus"] for request in self.peer.requests]

    def summaries(self, query, **more):
        answer = self.server.call("GET", "/oozie/v2/sla", filter=query, **more)
        self.assertEqual(answer.status, 200, answer)
        return answer.json()["slaSummaryList"]

    def summary(self, job, number=1):
        [found] = self.summaries(f"id={job}@{number}")
        return found

    def command(self, job, action, **query):
        return self.server.call("PUT", f"/oozie/v2/job/{job}", "<configuration/>", action=action, **query)

    def commanded(self, job, action, **query):
        answer = self.command(job, action, **query)
        self.assertEqual(answer.status, 200, answer)


class Judged(SlaTest):
    def test_met(self):
        self.begin()
        job = self.submitted(self.agreed(start=NEVER - 1, duration=30, events="start_met,duration_met,end_met"))
        self.until_job(job, "SUCCEEDED")
        self.until_parked(job)
        found = self.summary(job)
        self.assertEqual({key: found[key] for key in ("slaStatus", "eventStatus", "jobStatus", "appType", "appName",
                                                      "parentId", "user", "slaAlertStatus", "expectedDuration")},
                         {"slaStatus": "MET", "eventStatus": "START_MET,DURATION_MET,END_MET",
                          "jobStatus": "SUCCEEDED", "appType": "COORDINATOR_ACTION", "appName": "c", "parentId": job,
                          "user": "joe", "slaAlertStatus": "Enabled", "expectedDuration": 1800000})
        [workflow_job] = self.server.call("GET", "/oozie/v2/jobs").json()["workflows"]
        self.assertTrue(workflow_job["startTime"] and found["actualStart"] <= found["actualEnd"], found)
        self.assertEqual(self.mails(), ["START_MET", "DURATION_MET", "END_MET"])
        self.assertEqual(self.posts(), ["START_MET", "DURATION_MET", "END_MET"])

    def test_as_oozie_did(self):
        """Expected times in the past: what was seen of Oozie 5.2.1."""
        self.begin()
        job = self.submitted(self.agreed(start="${10 * MINUTES}", end="${2 * HOURS}", duration="${30 * MINUTES}", days=2))
        self.until_job(job, "SUCCEEDED")
        self.until_parked(job)
        first, second = self.summaries(f"parent_id={job}")
        for number, found in enumerate((first, second), 1):
            self.assertEqual(found["id"], f"{job}@{number}")
            self.assertEqual((found["slaStatus"], sorted(found["eventStatus"].split(","))),
                             ("MISS", ["DURATION_MET", "END_MISS", "START_MISS"]))
            self.assertGreater(found["startDelay"], 0)
            self.assertGreater(found["endDelay"], 0)
        self.assertEqual([first[key] for key in TIMES], [1704067200000, 1704067800000, 1704074400000])
        self.assertEqual(sorted(self.mails()), ["END_MISS"] * 2 + ["START_MISS"] * 2)

    def test_a_workflow_that_fails_in_time(self):
        """The event is found out when it is asked for, so there the end is met: as was seen of Oozie 5.2.1."""
        self.begin()
        job = self.submitted(self.agreed(start="${10 * MINUTES}", end="${876000 * HOURS}", duration="${30 * MINUTES}",
                                         script="exit 1"))
        self.until_job(job, "KILLED")
        found = self.summary(job)
        self.assertEqual((found["slaStatus"], found["jobStatus"]), ("MISS", "KILLED"))
        self.assertEqual(sorted(found["eventStatus"].split(",")), ["DURATION_MET", "END_MET", "START_MISS"])
        self.until_parked(job)
        self.assertEqual(self.mails(), ["START_MISS", "END_MISS"])

    def test_what_waits_is_missed_when_its_time_comes(self):
        """Nothing runs, and nobody looks: the coordinator is parked when the start and the end are missed."""
        self.begin()
        past = (datetime.now(timezone.utc).timestamp() - 1704067200) / 60  # minutes since the nominal time
        job = self.submitted(self.agreed(start=round(past + 0.10, 3), end=round(past + 0.15, 3), data=True))
        self.until_actions(job, "WAITING")
        self.until(lambda: self.mails() == ["START_MISS", "END_MISS"])
        found = self.summary(job)
        self.assertEqual((found["slaStatus"], found["jobStatus"], found["actualStart"]), ("MISS", "WAITING", None))
        self.until_parked(job)
        self.arrive(1)
        self.until_job(job, "SUCCEEDED")
        found = self.summary(job)
        self.assertEqual((found["slaStatus"], found["jobStatus"]), ("MISS", "SUCCEEDED"))
        self.assertIsNotNone(found["actualStart"])
        self.until_parked(job)
        self.assertEqual((self.mails(), self.posts()), (["START_MISS", "END_MISS"],) * 2)

    def test_a_duration_is_missed_while_it_runs(self):
        self.begin()
        go = self.sandbox.path("go")
        job = self.submitted(self.agreed(duration=0.03, script=f"while [ ! -e {go} ]; do sleep 0.05; done"))
        self.until(lambda: self.mails() == ["DURATION_MISS"])
        self.assertEqual(self.summary(job)["slaStatus"], "IN_PROCESS")
        go.touch()
        self.until_job(job, "SUCCEEDED")
        self.assertEqual((self.summary(job)["slaStatus"], self.mails()), ("MET", ["DURATION_MISS"]))

    def test_sla_of_version_1_is_not_judged(self):
        self.begin()
        app = self.agreed(version="0.1")
        path = self.sandbox.path("c/coordinator.xml")
        text = path.read_text()
        head, tail = text.split("<s:info>")[0], text.split("</s:info>")[1]
        names = ("app-name", "nominal-time", "should-start", "should-end", "notification-msg", "alert-contact",
                 "dev-contact", "qa-contact", "se-contact")
        values = {"nominal-time": "${coord:nominalTime()}", "should-start": "1", "should-end": "2"}
        path.write_text(head + "<s:info>" + "".join(f"<s:{n}>{values.get(n, 'x')}</s:{n}>" for n in names) + "</s:info>" + tail)
        job = self.submitted(app)
        self.until_job(job, "SUCCEEDED")
        self.assertEqual((self.summaries(f"parent_id={job}"), self.mails()), ([], []))

    def test_terms_that_are_none_fail_the_job(self):
        self.begin()
        job = self.submitted(self.agreed(end="soon"))
        self.until_job(job, "FAILED")
        self.assertEqual(self.info(job)["actions"], [])


class Alerts(SlaTest):
    def test_what_they_say(self):
        self.begin()
        job = self.submitted(self.agreed(end=60, nominal="2024-01-01T00:00Z", events="end_miss", data=True))
        self.until(lambda: self.mails() and self.posts())
        [message] = self.smtp.messages()
        self.assertEqual(message["To"], "ops@example.com")
        self.assertEqual(message["Subject"], f"SLA END_MISS (AppName=c, JobID={job}@1)")
        body = message.get_content()
        for line in ("SLA Status - END_MISS", "Job Status - WAITING", "Notification Message - late: 2024-01-01T00:00Z",
                     "App Type - COORDINATOR_ACTION", "User - joe", f"Job ID - {job}@1", f"/v2/job/{job}@1",
                     f"Parent Job ID - {job}", "Upstream Apps - up", "Nominal Time - 2024-01-01T00:00Z",
                     "Expected End Time - 2024-01-01T01:00Z"):
            self.assertIn(line, body)
        [request] = self.peer.requests
        self.assertEqual((request.method, request.path, request.headers["content-type"]),
                         ("POST", "/alerts", "application/json"))
        said = json.loads(request.body)
        self.assertEqual({key: said[key] for key in ("version", "eventStatus", "slaStatus", "id", "parentId", "appName", "appType",
                                                     "user", "jobStatus", "nominalTime", "expectedStart", "expectedEnd",
                                                     "expectedDuration", "notificationMessage", "upstreamApps")},
                         {"version": 1, "eventStatus": "END_MISS", "slaStatus": "MISS", "id": f"{job}@1", "parentId": job,
                          "appName": "c", "appType": "COORDINATOR_ACTION", "user": "joe", "jobStatus": "WAITING",
                          "nominalTime": 1704067200000, "expectedStart": None, "expectedEnd": 1704070800000,
                          "expectedDuration": -1, "notificationMessage": "late: 2024-01-01T00:00Z", "upstreamApps": "up"})
        self.assertIn(job, request.key)

    def test_only_those_asked_for(self):
        self.begin()
        job = self.submitted(self.agreed(start=1, end=2, events="start_miss"))
        self.until_job(job, "SUCCEEDED")
        self.until_parked(job)
        self.assertEqual((self.mails(), self.posts()), (["START_MISS"],) * 2)

    def test_end_miss_without_alert_events(self):
        self.begin()
        job = self.submitted(self.agreed(start=1, end=2, events=None))
        self.until_job(job, "SUCCEEDED")
        self.until_parked(job)
        self.assertEqual(self.mails(), ["END_MISS"])

    def test_nobody_is_alarmed_of_what_is_old(self):
        self.begin(**{"oozie.sla.disable.alerts.older.than": 48})
        job = self.submitted(self.agreed(end=1))
        self.until_job(job, "SUCCEEDED")
        self.until_parked(job)
        self.assertEqual((self.summary(job)["slaAlertStatus"], self.mails(), self.posts()), ("Disabled", [], []))
        again = self.submitted({**self.agreed(end=1), "oozie.sla.disable.alerts.older.than": "1000000"})
        self.until_job(again, "SUCCEEDED")
        self.until(lambda: self.mails() == ["END_MISS"])

    def test_properties_say_who_is_alarmed(self):
        self.begin()
        for given, alarmed in (({"oozie.sla.disable.alerts": "ALL"}, []),
                               ({"oozie.sla.disable.alerts": "1-2"}, [3]),
                               ({"oozie.sla.disable.alerts": "ALL", "oozie.sla.enable.alerts": "2"}, [2]),
                               ({"oozie.sla.disable.alerts.coord": "other,c"}, [])):
            job = self.submitted({**self.agreed(end=1, days=3), **given})
            self.until_job(job, "SUCCEEDED")
            self.until_parked(job)
            states = [found["slaAlertStatus"] for found in self.summaries(f"parent_id={job}")]
            self.assertEqual([number for number, state in enumerate(states, 1) if state == "Enabled"], alarmed, given)
            subjects = [message["Subject"] for message in self.smtp.messages() if job in message["Subject"]]
            self.assertEqual(len(subjects), len(alarmed), given)

    def test_they_are_sent_again(self):
        self.smtp = Smtp(self.sandbox.path("mail"), later=2)
        left = {"n": 2}

        def behave(_):
            left["n"] -= 1
            return 503 if left["n"] >= 0 else 200
        self.peer = HttpPeer(behave)
        self.begin()
        job = self.submitted(self.agreed(end=1, events="end_miss"))
        self.until_job(job, "SUCCEEDED")
        self.until(lambda: self.mails() == ["END_MISS"] and len(self.peer.requests) == 3)
        self.assertEqual(len({request.key for request in self.peer.requests}), 1)

    def test_a_letter_to_nobody_is_given_up_at_once(self):
        self.begin(**{"hpdl.notification.retry.interval": 600})
        app = self.agreed(end=1, events="end_miss")
        path = self.sandbox.path("c/coordinator.xml")
        path.write_text(path.read_text().replace("ops@example.com", "nobody at all"))
        job = self.submitted(app)
        self.until_job(job, "SUCCEEDED")
        self.until_parked(job)
        self.until(lambda: self.posts() == ["END_MISS"])
        [told] = [line for line in self.reader("info", job).out.splitlines() if "given up" in line]
        self.assertIn("0 waiting, 1 given up", told)

    def test_no_crash_loses_or_doubles_one(self):
        """The server and the coordinator's program are killed again and again, also while alerts are sent."""
        self.begin()
        past = (datetime.now(timezone.utc).timestamp() - 1704067200) / 60
        job = self.submitted(self.agreed(start=round(past + 0.08, 3), end=round(past + 0.12, 3), data=True))
        end = time.monotonic() + 9  # time: how long it is killed
        while time.monotonic() < end:
            for pid in self.programs(job):
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            self.server.end(signal.SIGKILL)
            self.server.start()
            time.sleep(0.7)
        self.until(lambda: {"START_MISS", "END_MISS"} <= set(self.mails()))
        self.until_parked(job)
        ids = [message["Message-ID"] for message in self.smtp.messages()]
        self.assertEqual(len(set(ids)), 2, ids)  # one sent twice is known by its id
        self.assertEqual(self.summary(job)["slaStatus"], "MISS")


class Commands(SlaTest):
    def waiting(self, **terms):
        """A coordinator whose action waits, with its alerts switched off."""
        job = self.submitted(self.agreed(data=True, days=1, **terms))
        self.until_actions(job, "WAITING")
        self.commanded(job, "sla-disable", **{"action-list": "1"})
        return job

    def test_alerts_on_and_off(self):
        self.begin()
        begin = time.monotonic()
        self.waiting(name="measured")
        ahead = max(0.2, 5 * (time.monotonic() - begin) / 60)  # minutes in which the same is done once more
        past = (datetime.now(timezone.utc).timestamp() - 1704067200) / 60
        job = self.waiting(end=round(past + ahead, 3))
        self.assertEqual(self.summary(job)["slaAlertStatus"], "Disabled")
        self.until(lambda: self.summary(job)["slaStatus"] == "MISS")
        self.until_parked(job)
        self.assertEqual(self.mails(), [])
        self.commanded(job, "sla-enable")
        self.assertEqual(self.summary(job)["slaAlertStatus"], "Enabled")
        self.commanded(job, "sla-disable")
        self.assertEqual(self.summary(job)["slaAlertStatus"], "Disabled")
        self.commanded(job, "sla-enable", date="2024-01-01T00:00Z::2024-01-01T00:00Z")
        self.assertEqual(self.summary(job)["slaAlertStatus"], "Enabled")
        answer = self.command(job, "sla-enable", **{"action-list": "7"})
        self.assertEqual((answer.status, answer.code), (400, "E1026"), answer)
        answer = self.server.call("PUT", f"/oozie/v2/job/{job}", action="sla-enable", **{"action-list": "1"})
        self.assertEqual(answer.code, "E0300", answer)

    def test_times_are_changed(self):
        """What was seen of Oozie 5.2.1."""
        self.begin()
        job = self.submitted(self.agreed(start="${10 * MINUTES}", end="${876000 * HOURS}", duration="${30 * MINUTES}", data=True))
        self.until_actions(job, "WAITING")
        found = self.summary(job)
        self.assertEqual((found["expectedEnd"], found["expectedStart"], found["eventStatus"]),
                         (4857667122176, 1704067800000, "START_MISS"))
        self.commanded(job, "sla-change", value="sla-should-start=26298000;sla-max-duration=20", **{"action-list": "1"})
        found = self.summary(job)
        self.assertEqual((found["expectedEnd"], found["expectedStart"], found["expectedDuration"], found["eventStatus"]),
                         (4857667122176, 3281947325440, 1200000, ""))
        for value, code in (("should-end=1", "E1027"), ("sla-should-end=x", "E1027"), ("sla-should-end", "E1015")):
            answer = self.command(job, "sla-change", value=value)
            self.assertEqual((answer.status, answer.code), (400, code), answer)

    def test_a_change_holds_for_actions_to_come(self):
        self.begin()
        job = self.submitted(self.agreed(data=True, days=20))  # of which 12 wait at a time
        self.until(lambda: len(self.actions(job)) == 12)
        self.commanded(job, "sla-change", value="sla-should-end=77;sla-max-duration=9")
        self.commanded(job, "sla-change", value="sla-max-duration=5")
        self.commanded(job, "sla-disable")
        shown = self.server.call("GET", f"/oozie/v2/job/{job}").json()["conf"]
        self.assertNotIn("hpdl.sla.change", shown)
        updated = self.server.call("PUT", f"/oozie/v2/job/{job}", shown, action="update")
        self.assertEqual(updated.status, 200, updated)
        self.arrive(1)
        self.until(lambda: len(self.actions(job)) == 13)
        found = self.summary(job, 13)
        self.assertEqual((found["expectedEnd"] - found["nominalTime"], found["expectedDuration"], found["slaAlertStatus"]),
                         (77 * 60000, 5 * 60000, "Disabled"))
        self.until(lambda: self.actions(job)[0] == "SUCCEEDED")
        [started] = self.server.call("GET", "/oozie/v2/jobs").json()["workflows"]
        conf = self.server.call("GET", f"/oozie/v2/job/{started['id']}").json()["conf"]
        self.assertNotIn("hpdl.sla.change", conf)

    def test_a_rerun_whose_terms_are_none_changes_nothing(self):
        self.begin()
        app = self.agreed(end=1, days=2, nominal="2024-01-01T00:00Z")
        job = self.submitted(app)
        self.until_job(job, "SUCCEEDED")
        # The first one has terms, the second one has none.
        path = self.sandbox.path("c/coordinator.xml")
        path.write_text(path.read_text().replace(
            "<s:nominal-time>2024-01-01T00:00Z</s:nominal-time>",
            "<s:nominal-time>${coord:formatTime(coord:nominalTime(), 'dd') eq '01' ? '2024-01-01T00:00Z' : 'x'}</s:nominal-time>"))
        self.commanded(job, "update")
        self.until_parked(job)
        answer = self.command(job, "coord-rerun", type="action", scope="1-2", refresh="true")
        self.assertEqual(answer.status, 400, answer)
        self.assertEqual(self.actions(job), ["SUCCEEDED"] * 2)

    def test_filters(self):
        self.begin()
        job = self.submitted(self.agreed(end=1, days=3))
        other = self.submitted(self.agreed(data=True, name="other"))
        self.until_job(job, "SUCCEEDED")
        self.until_actions(other, "WAITING")

        def numbers(query, **more):
            return [(found["appName"], int(found["id"].split("@")[1])) for found in self.summaries(query, **more)]
        mine = [("c", 1), ("c", 2), ("c", 3)]
        self.assertEqual(numbers(f"parent_id={job}"), mine)
        self.assertEqual(numbers("app_name=c"), mine)
        self.assertEqual(sorted(numbers("app_type=COORDINATOR_ACTION")), mine + [("other", 1)])
        self.assertEqual(numbers("sla_status=NOT_STARTED"), [("other", 1)])
        self.assertEqual(numbers("job_status=WAITING"), [("other", 1)])
        self.assertEqual(numbers("event_status=END_MISS"), mine)
        self.assertEqual(numbers("nominal_after=2024-01-02T00:00Z;app_name=c"), mine[1:])
        self.assertEqual(numbers("user_name=nobody"), [])
        self.assertEqual(numbers("app_name=c", order="desc", len="2"), [("c", 3), ("c", 2)])
        self.assertEqual(numbers("id=" + other + "@1"), [("other", 1)])
        answer = self.server.call("GET", "/oozie/v2/sla", filter="nosuch=1")
        self.assertEqual(answer.message, "E0401: Missing configuration property "
                                         "[Invalid/unsupported names in filter: nosuch]")

    def events(self, after=0, **more):
        """(number, id, word) of those of the older kind, and the last number."""
        answer = self.server.call("GET", "/oozie/v1/sla", **{"gt-sequence-id": str(after), **more})
        self.assertEqual(answer.status, 200, answer)
        message = ElementTree.fromstring(answer.body)
        return ([(int(event.findtext("sequence-id")), event[1].findtext("sla-id"), event[1].findtext("job-status"))
                 for event in message.findall("event")], int(message.findtext("last-sequence-id")))

    def test_events_of_the_older_kind(self):
        self.begin()
        flag = self.sandbox.path("flag")
        job = self.submitted(self.agreed(script=f"[ -e {flag} ]"))
        self.until_job(job, "KILLED")
        first = f"{job}@1"
        self.until(lambda: len(self.events()[0]) == 3)
        self.assertEqual(self.events(), ([(1, first, "CREATED"), (2, first, "STARTED"), (3, first, "KILLED")], 3))
        self.assertEqual(self.events(1, **{"max-events": "1"}), ([(2, first, "STARTED")], 2))
        self.assertEqual(self.events(filter="appname=c"), ([], 0))
        flag.touch()
        self.commanded(job, "coord-rerun", type="action", scope="1")
        self.until(lambda: self.events(3)[1] == 5)
        other = self.submitted({**self.agreed(name="other")})
        self.until(lambda: self.events(5)[1] == 8)
        self.server.end(signal.SIGKILL)
        self.server.start()
        self.assertEqual(self.events(3)[0], [(4, first, "STARTED"), (5, first, "SUCCEEDED"), (6, f"{other}@1", "CREATED"),
                                             (7, f"{other}@1", "STARTED"), (8, f"{other}@1", "SUCCEEDED")])
        self.assertEqual(self.events(filter=f"jobid={other}@1")[1], 8)
        self.assertEqual(self.events(8), ([], 8))

    def test_of_a_bundle(self):
        self.begin()
        for name in ("one", "two"):
            self.agreed(data=True, name=name)
        body = "".join(f'<coordinator name="{name}"><app-path>file://{self.sandbox.path(name)}</app-path></coordinator>'
                       for name in ("one", "two"))
        self.sandbox.write("b/bundle.xml", f'<bundle-app xmlns="uri:oozie:bundle:0.2" name="b">{body}</bundle-app>')
        bundle = self.submitted({"oozie.bundle.application.path": f"file://{self.sandbox.path('b')}"})

        def states():
            return {each["appName"]: each["slaAlertStatus"] for each in self.summaries("bundle=b")}
        self.until(lambda: states() == {"one": "Enabled", "two": "Enabled"})
        self.commanded(bundle, "sla-disable", coordinators="two")
        self.until(lambda: states() == {"one": "Enabled", "two": "Disabled"})
        self.commanded(bundle, "sla-disable")
        self.until(lambda: states() == {"one": "Disabled", "two": "Disabled"})

    def test_a_rerun_is_judged_anew(self):
        self.begin()
        flag = self.sandbox.path("flag")
        job = self.submitted(self.agreed(script=f"[ -e {flag} ]"))
        self.until_job(job, "KILLED")
        self.assertEqual(self.summary(job)["slaStatus"], "MISS")
        flag.touch()
        self.commanded(job, "coord-rerun", type="action", scope="1")
        self.until(lambda: self.summary(job)["slaStatus"] == "MET")
        self.assertEqual(self.actions(job), ["SUCCEEDED"])


class WorkflowTest(SlaTest):
    @staticmethod
    def info_of(start=None, end=NEVER, duration=None, events="start_met,start_miss,duration_miss,end_met,end_miss"):
        parts = [("nominal-time", "${when}"), ("should-start", start), ("should-end", end), ("max-duration", duration),
                 ("alert-events", events), ("alert-contact", "ops@example.com")]
        return ('<s:info xmlns:s="uri:oozie:sla:0.2">' + "".join(f"<s:{key}>{value}</s:{key}>" for key, value in parts
                                                                if value is not None) + "</s:info>")

    def agreed_workflow(self, body, start, job=None, **actions):
        """`job`: the agreement of the workflow; the others of actions."""
        for name, info in actions.items():
            before, after = body.split(f'<action name="{name}"', 1)
            body = before + f'<action name="{name}"' + after.replace("</action>", info + "</action>", 1)
        return workflow(body, start).replace("</workflow-app>", (job or "") + "</workflow-app>")

    WHEN = {"when": "2024-01-01T00:00Z"}

    def told(self, subject):
        return [message["Subject"].split()[1] for message in self.smtp.messages() if subject in message["Subject"]]


class Workflows(WorkflowTest):
    def test_a_job_and_its_actions(self):
        self.begin()
        text = self.agreed_workflow(shell("a", "true", to="b") + shell("b", "exit 1"), "a", self.info_of(),
                                    a=self.info_of(start=NEVER - 1), b=self.info_of(end=1))
        job = self.submitted({**self.application(text), **self.WHEN})
        self.until_status(job, "KILLED")
        found = {each["id"]: each for each in self.summaries(f"id={job};parent_id={job}")}
        self.assertEqual(sorted(found), [job, f"{job}@a", f"{job}@b"])
        self.assertEqual([found[key]["slaStatus"] for key in sorted(found)], ["MISS", "MET", "MISS"])
        self.assertEqual([found[key]["appType"] for key in sorted(found)],
                         ["WORKFLOW_JOB", "WORKFLOW_ACTION", "WORKFLOW_ACTION"])
        self.assertEqual([found[key]["jobStatus"] for key in sorted(found)], ["KILLED", "OK", "ERROR"])
        self.assertEqual(found[f"{job}@a"]["parentId"], job)
        self.until_parked(job)
        self.assertEqual(self.told(f"JobID={job}@a)"), ["START_MET", "END_MET"])
        self.assertEqual(self.told(f"JobID={job})"), ["END_MISS"])
        self.assertEqual(self.told(f"JobID={job}@b)"), ["END_MISS"])
        self.assertEqual(len(self.posts()), 4)

    def test_what_is_not_reached(self):
        """After a success nothing is said of it; after a failure it has missed its end."""
        self.begin()
        body = decision("d", [("a", "${go eq 'a'}")], "b") + shell("a", "true") + shell("b", "exit 1")
        text = self.agreed_workflow(body, "d", a=self.info_of(), b=self.info_of())
        properties = {**self.application(text), **self.WHEN}
        for go, end, told in (("a", "SUCCEEDED", []), ("b", "KILLED", ["END_MISS"])):
            job = self.submitted({**properties, "go": go})
            self.until_status(job, end)
            other = "b" if go == "a" else "a"
            self.until_parked(job)
            self.assertEqual(len(self.told(f"JobID={job}@{go})")), 1)
            self.assertEqual(self.told(f"JobID={job}@{other})"), told)

    def test_a_parked_job_is_woken(self):
        self.begin(**{"hpdl.server.park": 0})
        go = self.sandbox.path("go")
        self.sandbox.write("apps/child/workflow.xml", workflow(
            shell("wait", f"while [ ! -e {go} ]; do sleep 0.05; done"), "wait"))
        past = (datetime.now(timezone.utc).timestamp() - 1704067200) / 60
        text = self.agreed_workflow(sub_workflow("sub", "child"), "sub", self.info_of(end=round(past + 0.12, 3), events="end_miss"))
        job = self.submitted({**self.application(text), **self.WHEN, "apps": f"file://{self.sandbox.path('apps')}"})
        self.until_parked(job)
        self.until(lambda: self.told(f"JobID={job})") == ["END_MISS"])
        self.until_parked(job)
        self.assertEqual(self.summary_of(job)["slaStatus"], "MISS")
        go.touch()
        self.until_status(job, "SUCCEEDED")
        self.assertEqual((self.summary_of(job)["slaStatus"], self.summary_of(job)["jobStatus"]), ("MISS", "SUCCEEDED"))
        self.assertEqual(self.told(f"JobID={job})"), ["END_MISS"])

    def summary_of(self, job):
        [found] = self.summaries(f"id={job}")
        return found

    def test_no_crash_doubles_one(self):
        self.begin()
        lasts = shell("a", "sleep 3")  # time: longer than its duration
        text = self.agreed_workflow(lasts, "a", self.info_of(start=1, duration=0.02), a=self.info_of(start=1))
        job = self.submitted({**self.application(text), **self.WHEN})
        for event in ("START_MISS", "DURATION_MISS"):
            self.until(lambda: event in self.told(f"JobID={job})"), event)  # noqa: B023
            for pid in self.programs(job):
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        self.until_status(job, "SUCCEEDED")
        self.until(lambda: self.told(f"JobID={job}@a)")[-1:] == ["END_MET"])
        for subject, told in ((f"JobID={job})", {"START_MISS", "DURATION_MISS", "END_MET"}),
                              (f"JobID={job}@a)", {"START_MISS", "END_MET"})):
            self.until(lambda: set(self.told(subject)) == told, subject)  # noqa: B023
            ids = {message["Message-ID"] for message in self.smtp.messages() if subject in message["Subject"]}
            self.assertEqual(len(ids), len(told), subject)


class WorkflowsAlone(WorkflowTest):
    def run_alone(self, text, *options, params=None, name="alone"):
        program = self.build(text, name=name)
        return program, program.run("--site", self.site(**self.settings()), *options, params=params)

    def test_a_program(self):
        flag = self.sandbox.path("flag")
        text = self.agreed_workflow(shell("a", f"[ -e {flag} ]"), "a", self.info_of(duration=NEVER))
        program, done = self.run_alone(text, params=self.WHEN)
        self.assert_code(done, KILLED)
        self.assertEqual(self.mails(), ["END_MISS"])
        flag.touch()
        self.assert_code(program("rerun", program.job, "--failed", "--progress", "none"), SUCCEEDED)
        self.assertEqual(self.mails(), ["END_MISS", "END_MET"])

    def test_what_a_new_program_brings(self):
        """The run before had no agreement; terms that are none are refused, and the job is as it was."""
        flag = self.sandbox.path("flag")
        plain, done = self.run_alone(workflow(shell("a", f"[ -e {flag} ]"), "a"), params={"when": "no time"})
        self.assert_code(done, KILLED)
        flag.touch()
        text = self.agreed_workflow(shell("a", f"[ -e {flag} ]"), "a", self.info_of(end=1))
        agreed = self.build(text, name="agreed")
        state = plain.state
        agreed = Program(agreed.path, state)
        job = plain.job
        self.assert_refused(agreed("rerun", job, "--failed"), 2, "E0302")
        self.assertEqual(plain.status(), "KILLED")
        self.assert_code(agreed("rerun", job, "--failed", "-D", "when=2024-01-01T00:00Z", "--progress", "none"), SUCCEEDED)
        self.assertEqual(self.told(f"JobID={job})"), ["END_MISS"])
        self.assertTrue((state / "agreed" / job).exists(), list(state.iterdir()))

    def test_terms_are_checked_before_the_start(self):
        text = self.agreed_workflow(shell("a", "true"), "a", self.info_of())
        for params, words in ((None, ("when",)), ({"when": "now"}, ("now", "E0302"))):
            program, done = self.run_alone(text, params=params)
            self.assert_refused(done, 2, *words)

    def test_a_program_without_agreements_has_none_of_it(self):
        agreed = self.build(self.agreed_workflow(shell("a", "true"), "a", self.info_of()), "--strip", name="agreed")
        plain = self.build(workflow(shell("a", "true"), "a"), "--strip", name="plain")
        self.assertNotIn(b"Expected Start Time", plain.path.read_bytes())
        self.assertIn(b"Expected Start Time", agreed.path.read_bytes())


class Alone(SlaTest):
    def test_a_program(self):
        self.agreed(end=1, days=2)
        folder, program = self.sandbox.path("c"), self.sandbox.path("program")
        built = hpdlc("build", folder / "coordinator.xml", "-o", program, "--sub", f"file://{folder}/wf={folder}/wf")
        self.assertEqual(built.code, 0, built)
        program = Program(program, self.sandbox.path("state"))
        done = program.run("--site", self.site(**self.settings()))
        self.assert_code(done, SUCCEEDED)
        self.assertEqual(self.mails(), ["END_MISS", "END_MISS"])
        done = program("sla", program.job, "disable", "--action", "2")
        self.assertEqual((done.code, done.out), (0, f"{program.job}@2\n"), done)
        self.assertEqual(program("sla", program.job, "mend").code, 2)
        self.assertEqual(program("sla", program.job, "change").code, 2)
        self.assertIn("E1027", program("sla", program.job, "change", "--value", "x=1").err)


if __name__ == "__main__":
    closing.main()
