"""A coordinator goes on with another definition: what differs is said first, in Oozie's words, and actions that are
made keep what they have."""

import os
import re
import signal
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from served import *  # noqa: F403

NO_CONF = "**********Job conf changes****************\nNo conf update requested\n" + 42 * "*" + "\n"
DEFINITION = """<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="{name}" frequency="{frequency}"
    start="{start}" end="{end}" timezone="{timezone}">
  <controls>{timeout}<concurrency>{concurrency}</concurrency>{execution}<throttle>{throttle}</throttle></controls>
  <datasets><dataset name="d" frequency="${{coord:days(1)}}" initial-instance="2023-12-01T00:00Z" timezone="UTC">
    <uri-template>file://{folder}/data/${{YEAR}}-${{MONTH}}-${{DAY}}</uri-template><done-flag/></dataset></datasets>
  <input-events><data-in name="in" dataset="d"><instance>${{coord:current(0)}}</instance></data-in>
    <data-in name="late" dataset="d"><instance>${{coord:latest(0)}}</instance></data-in></input-events>
  <action><workflow><app-path>{workflow}</app-path><configuration>
    <property><name>line</name><value>{value} ${{coord:dataIn('in')}} ${{coord:dataIn('late')}}</value></property>
  </configuration></workflow></action>
</coordinator-app>
"""
FIRST = {"name": "c", "frequency": "${coord:days(1)}", "start": "2024-01-01T00:00Z", "end": "2024-01-05T00:00Z",
         "timezone": "UTC", "timeout": "", "concurrency": "1", "execution": "", "throttle": "2", "value": "old"}
SECOND = {"timeout": "<timeout>7</timeout>", "concurrency": "3", "execution": "<execution>LIFO</execution>",
          "throttle": "4", "value": "new"}


class UpdateTest(ServedTest):
    def write(self, **values):
        """The coordinator, of four days; each of its workflows writes a line."""
        folder = self.sandbox.folder
        ran = self.sandbox.path("ran")
        self.sandbox.write("wf/workflow.xml", workflow(shell("a", f'echo "$1" >> {ran}', arguments=["${line}"]), "a"))
        return self.sandbox.write("c/coordinator.xml", DEFINITION.format(
            **{**FIRST, "folder": folder, "workflow": f"file://{folder}/wf", **values}))

    def arrive(self, *days):
        """The last day comes first, so an action that begins meanwhile sees the same latest instance as the others."""
        for day in sorted(days, reverse=True):
            self.sandbox.path(f"data/2024-01-{day:02}").mkdir(parents=True)

    def line(self, value, day, latest):
        data = f"file://{self.sandbox.folder}/data/2024-01-"
        return f"{value} {data}{day:02} {data}{latest:02}"


class Served(UpdateTest):
    def begin(self, **settings):
        site = {"hpdl.server.park": "1", **settings}
        self.serve("--local", "--site", self.sandbox.write("site.xml", configuration(site)))
        self.write()
        self.properties = {"oozie.coord.application.path": f"file://{self.sandbox.path('c')}", "k": "1"}
        self.job = self.submitted(self.properties)
        self.until(lambda: self.states() == ["WAITING", "WAITING"])

    def info(self):
        return self.server.call("GET", f"/oozie/v2/job/{self.job}", len="100").json()

    def states(self):
        return [action["status"] for action in self.info()["actions"]]

    def update(self, properties=None, **query):
        answer = self.server.call("PUT", f"/oozie/v2/job/{self.job}", configuration(properties or {}), action="update",
                                  **query)
        return answer.json()["update"]["diff"].replace("\r", "") if answer.status == 200 else (answer.code, answer.message)

    def conf(self):
        return {row.findtext("name"): row.findtext("value") for row in ElementTree.fromstring(self.info()["conf"])}

    def test_what_differs_is_shown_and_nothing_is_done(self):
        self.begin()
        before = self.info()
        self.write(**SECOND)
        shown = self.update(dryrun="true")
        found = re.findall(r"^[-+@].*", shown, re.MULTILINE)
        self.assertEqual(found, [
            "@@ -1,7 +1,9 @@", "-    <concurrency>1</concurrency>", "-    <throttle>2</throttle>",
            "+    <timeout>7</timeout>", "+    <concurrency>3</concurrency>", "+    <execution>LIFO</execution>",
            "+    <throttle>4</throttle>", "@@ -25,7 +27,7 @@",
            "-          <value>old ${coord:dataIn('in')} ${coord:dataIn('late')}</value>",
            "+          <value>new ${coord:dataIn('in')} ${coord:dataIn('late')}</value>"])
        self.assertTrue(shown.startswith("**********Job definition changes**********\n@@"))
        self.assertTrue(shown.endswith(42 * "*" + "\n" + NO_CONF))
        self.assertEqual(self.info(), before)
        self.assertEqual(self.update(diff="false", dryrun="true"), "")

    def test_actions_that_are_made_keep_what_they_have(self):
        self.begin()
        self.write(**SECOND)
        self.assertIn("+    <throttle>4</throttle>", self.update())
        self.until(lambda: self.states() == ["WAITING"] * 4)
        info = self.info()
        self.assertEqual((info["timeOut"], info["mat_throttling"], info["executionPolicy"], info["concurrency"]),
                         (7, 4, "LIFO", 3))
        self.assertEqual(self.update(), "**********Job definition changes**********\n" + 42 * "*" + "\n" + NO_CONF)
        definition = self.server.call("GET", f"/oozie/v2/job/{self.job}", show="definition").body
        self.assertIn("<timeout>7</timeout>", definition)
        self.arrive(1, 2, 3, 4)
        self.until(lambda: self.info()["status"] == "SUCCEEDED")
        self.assertEqual(sorted(self.lines("ran")),
                         sorted(self.line("old" if day < 3 else "new", day, 4) for day in (1, 2, 3, 4)))

    def test_properties(self):
        self.begin()
        path = {"oozie.coord.application.path": self.properties["oozie.coord.application.path"]}
        self.assertIn("+    <name>other</name>", self.update({**path, "user.name": "joe", "other": "2"}))
        self.assertEqual(self.conf(), {**path, "other": "2", "user.name": "joe", "mapreduce.job.user.name": "joe"})
        self.assertIn("+    <value>3</value>", self.update({"other": "3"}))
        self.assertEqual(self.conf(), {**path, "other": "3", "user.name": "joe", "mapreduce.job.user.name": "joe"})
        shown = self.update({**path, "other": "3", "my.password": "geheim"})
        self.assertIn("+    <value>***</value>", shown)
        self.assertNotIn("geheim", shown)
        shown = self.update({**path, "other": "3", "my.password": "anders"})
        self.assertIn("+    <value>*** (changed)</value>", shown)

    def test_what_may_not_change(self):
        self.begin()
        before = self.info()
        for text, values in (
                ("Frequency can't be changed. Old frequency = 1 new frequency = 2", {"frequency": "${coord:days(2)}"}),
                ("Timeunit can't be changed. Old Timeunit = DAY new Timeunit = MONTH", {"frequency": "${coord:months(1)}"}),
                ("Start time can't be changed. Old start time = Mon Jan 01 00:00:00 UTC 2024 new start time = "
                 "Mon Jan 01 01:00:00 UTC 2024", {"start": "2024-01-01T01:00Z"}),
                ("End time can't be changed. Old end time = Fri Jan 05 00:00:00 UTC 2024 new end time = "
                 "Sat Jan 06 00:00:00 UTC 2024", {"end": "2024-01-06T00:00Z"}),
                ("Coord name can't be changed. Old name = c new name = other", {"name": "other"}),
                ("TimeZone can't be changed. Old timeZone = UTC new timeZone = GMT", {"timezone": "GMT"})):
            with self.subTest(text):
                self.write(**values)
                self.assertEqual(self.update(), ("E0803", f"E0803: IO error, E1023: Coord Job update Error: [{text}]"))
        self.write(value="${nosuch}")
        self.assertEqual(self.update()[0], "E0738")
        self.sandbox.write("c/coordinator.xml", "<coordinator-app/>")
        self.assertEqual(self.update()[0], "E0701")
        self.assertEqual(self.info(), before)
        none = "0000099-" + self.job.split("-", 1)[1]
        self.assertEqual(self.server.call("PUT", f"/oozie/v2/job/{none}", configuration({}), action="update").code, "E0605")

    def test_a_process_that_runs_the_job_makes_room(self):
        self.begin(**{"hpdl.server.park": "600"})
        [old] = self.programs(self.job)
        self.write(**SECOND)
        self.update()
        self.until(lambda: old not in self.programs(self.job))
        self.arrive(1, 2, 3, 4)
        self.until(lambda: self.info()["status"] == "SUCCEEDED")
        self.assertEqual(sorted(self.lines("ran")),
                         sorted(self.line("old" if day < 3 else "new", day, 4) for day in (1, 2, 3, 4)))

    def test_neither_a_crash_nor_two_updates_lose_an_action(self):
        self.begin()
        for number, wait in enumerate((0, 0.05, 0.1, 0.2)):
            self.write(**{**SECOND, "timeout": f"<timeout>{number}0</timeout>"})
            self.update()
            time.sleep(wait)  # time: at another place each time
            self.server.end(signal.SIGKILL)
            self.server.start()
        self.arrive(1, 2, 3, 4)
        self.until(lambda: self.info()["status"] == "SUCCEEDED")
        self.assertEqual(sorted(self.lines("ran")),
                         sorted(self.line("old" if day < 3 else "new", day, 4) for day in (1, 2, 3, 4)))


class Alone(UpdateTest):
    """Without a server: the new definition is another program."""

    def program(self, file, **values):
        definition = self.write(**values)
        return self.sandbox.build(definition, "--sub", f"file://{self.sandbox.folder}/wf={self.sandbox.folder}/wf", name=file)

    def submit(self, program):
        job = program("submit", "--local", "-Dk=1").out.strip()
        self.assertTrue(job.endswith("-C"), job)
        return job

    def states(self, program, job):
        return [action["status"] for action in program.info(job)["job"].get("actions", [])]

    def test_the_process_becomes_the_new_program(self):
        old, new = self.program("old"), self.program("new", **SECOND)
        child = self.sandbox.spawn(old)
        self.assertTrue(wait_for(lambda: old.id_file.exists() and old.id_file.read_text().strip()))
        job = old.job
        self.assertTrue(wait_for(lambda: self.states(old, job) == ["WAITING"] * 2))
        shown = self.assert_code(new("update", job, "--dryrun"), 0).out
        self.assertIn("+    <throttle>4</throttle>", shown)
        self.assertEqual(self.assert_code(new("update", job), 0).out, shown)
        self.assertTrue(wait_for(lambda: self.states(new, job) == ["WAITING"] * 4))
        self.assertEqual(os.readlink(f"/proc/{child.pid}/exe"), str(new.path))
        self.arrive(1, 2, 3, 4)
        self.assertEqual(child.wait(TIMEOUT), 0)
        self.assert_refused(old("rerun", job, "--action", "1"), 1, "E0710")
        self.assertEqual(sorted(self.lines("ran")),
                         sorted(self.line("old" if day < 3 else "new", day, 4) for day in (1, 2, 3, 4)))

    def test_a_job_that_nobody_runs(self):
        old, new = self.program("old"), self.program("new", **SECOND)
        job = self.submit(old)
        self.assertEqual(self.assert_code(new("update", job, "--no-diff"), 0).out, "")
        self.arrive(1, 2, 3, 4)
        self.assert_code(new("start", job, "--progress", "none"), 0)
        self.assertEqual(sorted(self.lines("ran")), sorted(self.line("new", day, 4) for day in (1, 2, 3, 4)))

    def test_some_properties_or_all(self):
        old = self.program("old")
        job = self.submit(old)
        shown = self.assert_code(old("update", job, "-Dmore=2"), 0).out
        self.assertIn("+    <name>more</name>", shown)
        self.assertNotIn("-    <name>k</name>", shown)
        only = self.sandbox.write("only.properties", "more=3\n")
        self.assertIn("-    <name>k</name>", self.assert_code(old("update", job, "--config", only), 0).out)
        self.assertIn(NO_CONF, self.assert_code(old("update", job), 0).out)

    def test_properties_of_a_rerun(self):
        """They are passed over, and that is said."""
        old = self.program("old", end="2024-01-02T00:00Z")
        self.arrive(1)
        job = self.submit(old)
        self.assert_code(old("start", job, "--progress", "none"), 0)
        done = self.assert_code(old("rerun", job, "--action", "1", "-Dk=2"), 0)
        self.assertEqual(done.out, f"{job}@1\n")
        self.assertIn("hpdl.coordinator.rerun.takes.properties", done.err)

    def test_a_dry_run_shows_the_definition_with_its_values(self):
        program = self.program("old", value="${k}")
        text = self.assert_code(program("submit", "--dryrun", "--resolved", "-Dk=1"), 0).out.replace("\r", "")
        self.assertTrue(text.startswith('<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="c" frequency="1" '), text)
        self.assertIn("\n***actions for instance***action for new instance<coordinator-app ", text)
        self.assertIn(f"<uris>file://{self.sandbox.folder}/data/2024-01-01</uris>", text)
        self.assertIn("<value>${k} ${coord:dataIn('in')}", text)
        self.arrive(1)
        text = self.assert_code(program("run", "--dryrun", "--resolved", "-Dk=1"), 0).out
        self.assertIn(f"<value>{self.line('1', 1, 1)}</value>", text)
        self.assertFalse(program.state.exists())

    def test_what_it_says_it_cannot_do(self):
        old, other = self.program("old"), self.program("other", name="other")
        job = self.submit(old)
        self.assert_refused(other("update", job), 1, "E0803", "E1023", "Coord name can't be changed")
        self.assert_refused(old("update", "0000001-240101000000000-none-C"), 1, "E0604")


if __name__ == "__main__":
    closing.main()
