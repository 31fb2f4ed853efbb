"""hpdld hosts coordinators: it starts them by itself, wakes them, and loses and doubles nothing wherever it ends."""

import os
import signal
import sqlite3
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from served import *  # noqa: F403

DATASET = ('<datasets><dataset name="d" frequency="${{coord:days(1)}}" initial-instance="2024-01-01T00:00Z" timezone="UTC">'
           "<uri-template>file://{folder}/data/${{YEAR}}-${{MONTH}}-${{DAY}}</uri-template><done-flag></done-flag></dataset>"
           '</datasets><input-events><data-in name="in" dataset="d"><instance>${{coord:current(0)}}</instance></data-in>'
           "</input-events>")


class CoordinatorTest(ServedTest):
    def coordinator(self, days, data=False, more="", name="c"):
        """An application of one coordinator; its workflow writes a line with its nominal time."""
        app = self.sandbox.path(name)
        ran = self.sandbox.path("ran")
        self.sandbox.write(f"{name}/wf/workflow.xml", workflow(shell("a", f"echo $1 >> {ran}", arguments=["${day}"]), "a"))
        self.sandbox.write(f"{name}/coordinator.xml", (
            f'<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="{name}" frequency="${{coord:days(1)}}" '
            f'start="2024-01-01T00:00Z" end="2024-01-{days + 1:02}T00:00Z" timezone="UTC">'
            f"<controls><concurrency>3</concurrency></controls>{DATASET.format(folder=self.sandbox.folder) if data else ''}"
            f"<action><workflow><app-path>file://{app}/wf</app-path><configuration><property><name>day</name>"
            f"<value>${{coord:nominalTime()}}</value></property>{more}</configuration></workflow></action></coordinator-app>"))
        return {"oozie.coord.application.path": f"file://{app}", "given": "g"}

    def arrive(self, day):
        self.sandbox.path(f"data/2024-01-{day:02}").mkdir(parents=True)

    def info(self, job):
        return self.server.call("GET", f"/oozie/v2/job/{job}", len="1000").json()

    def actions(self, job):
        return [action["status"] for action in self.info(job)["actions"]]

    def until_actions(self, job, *states):
        last = []
        self.until(lambda: last.append(self.actions(job)) or last[-1] == list(states), f"not {states}")

    def until_job(self, job, status):
        self.until(lambda: self.info(job)["status"] == status, f"{job} is not {status}")

    def until_parked(self, job):
        self.until(lambda: not self.programs(job), f"a program of {job} stays")

    def days(self, *numbers):
        self.assertEqual(sorted(self.lines("ran")), [f"2024-01-{day:02}T00:00Z" for day in numbers])

    def site(self, **settings):
        rows = "".join(f"<property><name>{name.replace('_', '.')}</name><value>{value}</value></property>"
                       for name, value in settings.items())
        return str(self.sandbox.write("site.xml", f"<configuration>{rows}</configuration>"))

    def begin(self, **settings):
        self.serve("--local", "--site", self.site(**{"hpdl.server.park": 1, **settings}))


class Hosting(CoordinatorTest):
    def test_it_starts_without_being_told_to(self):
        self.begin()
        job = self.submitted(self.coordinator(2), action=None)
        self.assertTrue(job.endswith("-C"), job)
        self.until_job(job, "SUCCEEDED")
        self.days(1, 2)
        self.until_parked(job)

    def test_definitions_of_any_name_have_the_defaults_beside_them(self):
        """A bundle, its coordinator and the workflow of the coordinator are definitions of one folder."""
        self.begin()
        self.coordinator(2)
        folder = self.sandbox.path("c")
        (folder / "wf/workflow.xml").rename(folder / "each.xml")
        daily = (folder / "coordinator.xml").read_text().replace(f"file://{folder}/wf", "${path}")
        (folder / "coordinator.xml").unlink()
        self.sandbox.write("c/daily.xml", daily.replace("${coord:nominalTime()}", "${coord:nominalTime()}${mark}"))
        self.sandbox.write("c/each.xml", (folder / "each.xml").read_text().replace("${day}", "${day}${end}"))
        self.sandbox.write("c/all.xml", '<bundle-app xmlns="uri:oozie:bundle:0.2" name="b"><coordinator name="one">'
                                        "<app-path>${daily}</app-path></coordinator></bundle-app>")
        for name, properties in (("config", {"end": "w"}), ("coord-config", {"mark": "c", "path": f"file://{folder}/each.xml"}),
                                 ("bundle-config", {"daily": f"file://{folder}/daily.xml"})):
            self.sandbox.write(f"c/{name}-default.xml", configuration(properties))
        for kind, file in (("coord", "daily.xml"), ("bundle", "all.xml")):
            job = self.submitted({f"oozie.{kind}.application.path": f"file://{folder}/{file}"})
            self.until_job(job, "SUCCEEDED")
        self.assertEqual(sorted(self.lines("ran")), [f"2024-01-{day:02}T00:00Zcw" for day in (1, 1, 2, 2)])

    def test_a_bundle_says_why_a_coordinator_is_missing(self):
        self.begin()
        self.coordinator(1, name="bad")
        text = self.sandbox.path("bad/coordinator.xml")
        text.write_text(text.read_text().replace("<controls>", "<nosuch/><controls>"))
        self.sandbox.write("b/bundle.xml", '<bundle-app xmlns="uri:oozie:bundle:0.2" name="b"><coordinator name="one">'
                           f"<app-path>file://{text.parent}</app-path></coordinator></bundle-app>")
        job = self.submitted({"oozie.bundle.application.path": f"file://{self.sandbox.path('b')}"})
        self.until_job(job, "FAILED")
        info = self.info(job)
        self.assertEqual(info["bundleCoordJobs"], [])
        [missing] = info["notSubmitted"]
        self.assertEqual((missing["coordJobName"], missing["errorCode"]), ("one", "E0701"))
        self.assertIn("<nosuch>", missing["errorMessage"])

    def test_its_workflows_are_jobs_of_their_own(self):
        self.begin()
        job = self.submitted(self.coordinator(2))
        self.until_job(job, "SUCCEEDED")
        workflows = self.server.call("GET", "/oozie/v2/jobs").json()["workflows"]
        self.assertEqual(sorted(each["parentId"] for each in workflows), [f"{job}@1", f"{job}@2"])
        [first] = [each for each in workflows if each["parentId"] == f"{job}@1"]
        conf = self.server.call("GET", f"/oozie/v2/job/{first['id']}").json()["conf"]
        for text in ("<name>given</name>", "<value>2024-01-01T00:00Z</value>", "oozie.coord.application.path"):
            self.assertIn(text, conf)
        for text in ("oozie.wf.parent.id", "Hpdl"):
            self.assertNotIn(text, conf)
        runs = self.server.call("GET", f"/oozie/v2/job/{job}@1", show="allruns").json()["workflows"]
        self.assertEqual([(run["id"], run["status"]) for run in runs], [(first["id"], "SUCCEEDED")])
        self.assertEqual(self.server.call("GET", f"/oozie/v2/job/{job}", show="allruns", type="action", scope="1").json()["workflows"],
                         runs)
        nodes = self.server.call("GET", f"/oozie/v2/job/{job}", show="wf-actions", len="9", **{"action-name": "a"}).json()["actions"]
        self.assertEqual([(each["actionNumber"], each["action"]["status"]) for each in nodes], [(1, "OK"), (2, "OK")])
        for each in nodes:
            self.assertTrue(each["action"]["conf"].startswith("<shell "), each)
        self.assertEqual(self.info(job)["total"], 2)

    def test_it_waits_without_a_process(self):
        self.begin()
        job = self.submitted(self.coordinator(2, data=True))
        self.until_actions(job, "WAITING", "WAITING")
        self.until_parked(job)
        self.arrive(2)
        self.until_actions(job, "WAITING", "SUCCEEDED")
        self.until_parked(job)
        self.told(job, "suspend")
        self.assertEqual(self.info(job)["status"], "SUSPENDED")
        self.until_parked(job)
        self.told(job, "kill")
        self.assertEqual((self.info(job)["status"], self.actions(job)), ("KILLED", ["KILLED", "SUCCEEDED"]))
        self.until_parked(job)
        self.days(2)

    def test_the_same_key_is_the_same_job(self):
        self.begin()
        properties = self.coordinator(1)
        first = self.submitted(properties, key="k")
        self.assertEqual(self.submitted(properties, key="k"), first)
        self.assertEqual(self.server.submit({**properties, "other": "1"}, key="k").code, "E0303")
        self.assertNotEqual(self.submitted(properties), first)

    def test_the_same_key_is_the_same_bundle(self):
        self.begin()
        self.coordinator(1)
        self.sandbox.write("b/bundle.xml", '<bundle-app xmlns="uri:oozie:bundle:0.2" name="b"><coordinator name="one">'
                           f"<app-path>file://{self.sandbox.path('c')}</app-path></coordinator></bundle-app>")
        properties = {"oozie.bundle.application.path": f"file://{self.sandbox.path('b')}"}
        first = self.submitted(properties, key="k")
        self.assertTrue(first.endswith("-B"), first)
        self.assertEqual(self.submitted(properties, key="k"), first)
        self.assertEqual(self.server.submit({**properties, "other": "1"}, key="k").code, "E0303")
        self.until_job(first, "SUCCEEDED")
        self.assertEqual(self.submitted(properties, key="k"), first)
        listed = self.server.call("GET", "/oozie/v2/jobs", jobtype="coord").json()
        self.assertEqual(listed["total"], 1)
        self.days(1)

    def test_what_is_compiled_again(self):
        self.begin()
        compiled = lambda: int(self.server.call("GET", "/metrics", user=None).body  # noqa: E731
                               .split("\nhpdld_compilations_total ")[1].split()[0])
        properties = self.coordinator(1)

        def run_again():
            before = compiled()
            self.until_job(self.submitted(properties), "SUCCEEDED")
            return compiled() - before
        self.assertEqual(run_again(), 2)  # with its workflow
        self.sandbox.write("c/wf/data", "of nobody's interest to the coordinator")
        self.assertEqual(run_again(), 1)
        self.assertEqual(run_again(), 0)
        self.sandbox.write("c/coord-config-default.xml", "<configuration/>")
        self.assertEqual(run_again(), 1)

    def rerun_with_properties(self, **settings):
        """The value of a property of the workflow that an action ran with, after a rerun that has another one."""
        self.begin(**settings)
        job = self.submitted(self.coordinator(1))
        self.until_job(job, "SUCCEEDED")
        first = self.info(job)["actions"][0]["externalId"]
        answer = self.server.call("PUT", f"/oozie/v2/job/{job}", configuration({"given": "new", "user.name": "eve"}),
                                  action="coord-rerun", type="action", scope="1")
        self.assertEqual(answer.status, 200, answer)
        self.until(lambda: self.info(job)["actions"][0]["externalId"] not in (None, first))
        second = self.info(job)["actions"][0]["externalId"]
        self.until_actions(job, "SUCCEEDED")
        self.days(1, 1)
        conf = self.server.call("GET", f"/oozie/v2/job/{second}").json()["conf"]
        self.assertNotIn("eve", conf)
        return conf.split("<name>given</name>")[1].split("<value>")[1].split("</value>")[0]

    def test_properties_of_a_rerun_are_passed_over_as_in_oozie(self):
        self.assertEqual(self.rerun_with_properties(), "g")

    def test_properties_of_a_rerun_count_if_the_site_says_so(self):
        self.assertEqual(self.rerun_with_properties(**{"hpdl.coordinator.rerun.takes.properties": "true"}), "new")

    def test_a_file_of_any_name(self):
        self.begin()
        properties = self.coordinator(1)
        (self.sandbox.path("c") / "coordinator.xml").rename(self.sandbox.path("c") / "own.xml")
        answer = self.server.submit(properties)
        self.assertEqual((answer.status, answer.code), (400, "E0307"), answer)
        self.assertIn("/c/coordinator.xml] does not exist", answer.message)
        path = properties["oozie.coord.application.path"] + "/own.xml"
        self.until_job(self.submitted({**properties, "oozie.coord.application.path": path}), "SUCCEEDED")

    def test_figures(self):
        self.begin()
        self.until_job(self.submitted(self.coordinator(1)), "SUCCEEDED")
        text = self.server.call("GET", "/metrics", user=None).body
        for line in ('hpdld_jobs{status="SUCCEEDED"} 1', 'hpdld_coordinators{status="SUCCEEDED"} 1',
                     'hpdld_bundles{status="RUNNING"} 0'):
            self.assertIn(line + "\n", text)


class Ends(CoordinatorTest):
    def test_the_next_server_goes_on(self):
        self.begin()
        job = self.submitted(self.coordinator(3, data=True))
        self.until_actions(job, "WAITING", "WAITING", "WAITING")
        for day in (1, 2, 3):
            self.server.end(signal.SIGKILL)
            self.arrive(day)
            self.server.start()
            self.until(lambda: self.actions(job)[day - 1] == "SUCCEEDED")
        self.until_job(job, "SUCCEEDED")
        self.days(1, 2, 3)

    def test_neither_lost_nor_doubled(self):
        """The server is killed again and again while actions start."""
        self.begin()
        job = self.submitted(self.coordinator(12))
        for wait in (0.02, 0.05, 0.1, 0.2, 0.3, 0.4):
            time.sleep(wait)  # time: at another place each time
            self.server.end(signal.SIGKILL)
            self.server.start()
        self.until_job(job, "SUCCEEDED")
        self.days(*range(1, 13))
        workflows = self.server.call("GET", "/oozie/v2/jobs", len="100").json()
        self.assertEqual(workflows["total"], 12)

    def held(self):
        """A coordinator whose one action runs until it is killed."""
        submission = self.coordinator(1)
        self.sandbox.write("c/wf/workflow.xml", workflow(shell("a", f"while test -d '{self.sandbox.folder}'; do sleep 0.1; done"), "a"))
        job = self.submitted(submission)
        self.until_actions(job, "RUNNING")
        return job

    def program_of(self, job):
        """The program of a job that is running."""
        process, *_ = self.programs(job)
        return Program(os.readlink(f"/proc/{process}/exe"), self.server.state)

    def test_by_the_program_of_a_workflow(self):
        """It shows a coordinator, and cannot act on it."""
        self.begin(**{"hpdl.server.park": 60})
        job = self.held()
        other = self.program_of(self.info(job)["actions"][0]["externalId"])
        for verb in ("start", "suspend", "resume", "kill", "wake", "retry", "rerun"):
            refused = other(verb, job, *{"retry": ["a"], "rerun": ["--failed"]}.get(verb, []))
            self.assertEqual(refused.code, 1 if verb in ("suspend", "kill", "retry") else 2, refused)
            self.assertRegex(refused.err, rf"job {job} was started by another program; use that program: /.* \[E0710\]")
        self.assertEqual(other("info", job).code, 0)

    def test_workflows_are_told_when_the_server_is_back(self):
        """A coordinator is asked by its own program while its server is away: its workflow's server has to be waited for."""
        self.begin(**{"hpdl.server.park": 60})
        job = self.held()
        child = self.info(job)["actions"][0]["externalId"]
        own = self.program_of(job)
        for verb, status in (("suspend", "SUSPENDED"), ("resume", "RUNNING"), ("kill", "KILLED")):
            with self.subTest(verb):
                self.server.end(signal.SIGKILL)
                asked = own(verb, job)
                self.assertEqual(asked.code, 0, asked.err)
                self.server.start()
                self.until_status(child, status)

    def test_a_program_that_always_dies(self):
        self.begin(**{"hpdl.server.park": 60})
        job = self.submitted(self.coordinator(1, data=True))
        self.until_actions(job, "WAITING")
        killed = set()

        def suspended():
            for pid in set(self.programs(job)) - killed:
                killed.add(pid)
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            return self.info(job)["status"] == "SUSPENDED"
        self.until(suspended)
        self.until_parked(job)
        self.arrive(1)
        self.told(job, "resume")
        self.until_job(job, "SUCCEEDED")
        self.days(1)


class Bundles(CoordinatorTest):
    def test_a_resume_right_after_a_suspend(self):
        """It reaches coordinators that have not come to their suspension yet."""
        self.begin()
        for name in ("one", "two"):
            self.coordinator(1, data=True, name=name)
        self.sandbox.write("b/bundle.xml", '<bundle-app xmlns="uri:oozie:bundle:0.2" name="b">' + "".join(
            f'<coordinator name="{name}"><app-path>file://{self.sandbox.path(name)}</app-path></coordinator>'
            for name in ("one", "two")) + "</bundle-app>")
        job = self.submitted({"oozie.bundle.application.path": f"file://{self.sandbox.path('b')}", "given": "g"})

        def states():
            info = self.info(job)
            return [info["status"], *(each["status"] for each in info["bundleCoordJobs"])]
        self.until(lambda: states() == ["RUNNING"] * 3)
        for _ in range(5):
            self.told(job, "suspend")
            self.told(job, "resume")
            self.until(lambda: states() == ["RUNNING"] * 3, "not all of them run")
        self.told(job, "suspend")
        self.until(lambda: states() == ["SUSPENDED"] * 3)


class Purge(CoordinatorTest):
    def jobs(self):
        return {each.name[-1] for each in (self.server.state / "jobs").iterdir()}

    def purge(self, **query):
        self.assertEqual(self.server.call("PUT", "/oozie/v2/admin/purge", **query).status, 200)

    def test_workflows_stay_as_long_as_their_coordinator(self):
        self.begin()
        job = self.submitted(self.coordinator(2))
        self.until_job(job, "SUCCEEDED")
        self.until(lambda: not self.programs())
        self.purge(wf="0")
        self.assertEqual(self.jobs(), {"C", "W"})
        self.purge(coord="0")
        self.assertEqual(self.jobs(), {"W"})
        self.purge(wf="0")
        self.assertEqual(self.jobs(), set())
        with sqlite3.connect(f"file:{self.server.state}/server.db?mode=ro", uri=True) as database:
            self.assertEqual(database.execute("SELECT count(*) FROM job").fetchone(), (0,))

    def test_together(self):
        self.begin()
        self.until_job(self.submitted(self.coordinator(2)), "SUCCEEDED")
        waiting = self.submitted(self.coordinator(1, data=True, name="w"))
        self.until(lambda: not self.programs())
        self.purge(wf="0", coord="0", bundle="0")
        self.assertEqual([each.name for each in (self.server.state / "jobs").iterdir()], [waiting])


class Including(CoordinatorTest):
    """The data set of the coordinator is in a file that <include> names."""

    def coordinator(self, days, data=False, more="", name="c"):
        properties = super().coordinator(days, True, more, name)
        path = self.sandbox.path(f"{name}/coordinator.xml")
        text = path.read_text()
        begin, end = text.index("<dataset "), text.index("</datasets>")
        path.write_text(text[:begin] + "<include>${sets}/d.xml</include>" + text[end:])
        self.dataset = text[begin:end]
        return {**properties, "sets": self.sets("sets", "data")}

    def sets(self, folder, data):
        """Writes a file of data sets into a folder, and returns the URI of the folder."""
        self.sandbox.write(f"{folder}/d.xml", f"<datasets>{self.dataset.replace('/data/', f'/{data}/')}</datasets>")
        return f"file://{self.sandbox.path(folder)}"

    def missing(self, job):
        """The data for which the first action waits."""
        rows = []
        self.until(lambda: rows.append(self.info(job)["actions"]) or rows[-1], f"{job} has no action")
        return rows[-1][0]["missingDependencies"]

    def instance(self, data):
        return f"file://{self.sandbox.path(data)}/2024-01-01"

    def test_the_file_that_is_named(self):
        """Another file of its name is beside the coordinator."""
        self.begin()
        properties = self.coordinator(1)
        self.sets("c", "wrong")
        job = self.submitted(properties)
        self.assertEqual(self.missing(job), self.instance("data"))
        self.arrive(1)
        self.until_job(job, "SUCCEEDED")
        self.days(1)

    def test_each_submission_has_its_own_files(self):
        self.begin()
        properties = self.coordinator(1)
        others = {**properties, "sets": self.sets("others", "other")}
        for given, data in ((properties, "data"), (others, "other")) * 2:
            self.assertEqual(self.missing(self.submitted(given)), self.instance(data))
        self.sets("others", "changed")
        self.assertEqual(self.missing(self.submitted(others)), self.instance("changed"))
        self.assertEqual(self.missing(self.submitted(properties)), self.instance("data"))

    def test_a_link_that_leads_elsewhere_later(self):
        self.begin()
        properties = self.coordinator(1)
        self.sets("v1", "one")
        self.sets("v2", "two")
        link = self.sandbox.path("current")
        linked = {**properties, "sets": f"file://{link}"}
        for version, data in (("v1", "one"), ("v1", "one"), ("v2", "two")):
            link.unlink(missing_ok=True)
            link.symlink_to(version)
            self.assertEqual(self.missing(self.submitted(linked)), self.instance(data))
        link.unlink()
        link.symlink_to("nowhere")
        self.assertEqual(self.server.submit(linked).code, "E1002")

    def test_a_submission_without_its_files_is_refused(self):
        self.begin()
        properties = self.coordinator(1)
        nowhere = self.server.submit({**properties, "sets": f"file://{self.sandbox.path('nowhere')}"})
        self.assertEqual((nowhere.status, nowhere.code), (400, "E1002"), nowhere)
        self.assertIn("nowhere/d.xml", nowhere.message)
        del properties["sets"]
        self.assertEqual(self.server.submit(properties).code, "E1004")
        self.assertEqual(self.server.call("GET", "/oozie/v2/jobs", jobtype="coordinator").json()["coordinatorjobs"], [])

    def test_an_update_reads_the_files_again(self):
        self.begin()
        job = self.submitted(self.coordinator(1))
        self.assertEqual(self.missing(job), self.instance("data"))
        self.sets("sets", "newer")
        answer = self.server.call("PUT", f"/oozie/v2/job/{job}", configuration({}), action="update")
        self.assertEqual(answer.status, 200, answer)
        self.assertIn("newer", answer.json()["update"]["diff"])

    def test_a_definition_that_is_only_checked_reads_no_file(self):
        self.begin()
        self.coordinator(1)
        text = self.sandbox.path("c/coordinator.xml").read_text()
        text = text.replace("${sets}", f"file://{self.sandbox.path('secret')}")
        self.sandbox.write("secret/d.xml", "the text of a secret")
        answer = self.server.call("POST", "/oozie/v2/validate?user.name=joe&user=joe&file=c.xml", text, user=None)
        self.assertEqual(answer.status, 200, answer)
        self.assertIn("hpdlc reads no included file", answer.body)
        self.assertNotIn("the text of a secret", answer.body)


if __name__ == "__main__":
    closing.main()
