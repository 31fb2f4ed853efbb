"""Sub-workflows that are not compiled in: hpdld runs them as jobs of their own, for parents that it started."""

import contextlib
import os
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from served import *  # noqa: F403


class SubWorkflowTest(ServedTest):
    def touch(self, name):
        return f"echo x >> '{self.sandbox.path(name)}'"

    def until_there(self, name):
        """Waits for a file, or for the end of the test."""
        return f"while test -d '{self.sandbox.folder}' && ! test -e '{self.sandbox.path(name)}'; do sleep 0.05; done"

    def site(self, **settings):
        rows = "".join(f"<property><name>{name.replace('_', '.')}</name><value>{value}</value></property>"
                       for name, value in settings.items())
        return str(self.sandbox.write("site.xml", f"<configuration>{rows}</configuration>"))

    def family(self, script, name="parent"):
        """An application whose only action is the child, which runs `script`, and one action after it."""
        self.application(workflow(shell("c", script), "c", name="child"), "child")
        app = self.application(workflow(sub_workflow("s", "child", to="after") + shell("after", self.touch("after")),
                                        "s", name=name), name)
        return {**app, "apps": f"file://{self.sandbox.folder}"}

    def child_of(self, parent):
        """The id of the job that the action `s` waits for."""
        ids = []

        def known():
            ids.append(self.reader.nodes(parent).get("s", {}).get("externalId") or "")
            return ids[-1] or any(row["parentId"] == parent and ids.append(row["id"]) is None for row in self.listed())
        self.until(known, f"{parent} has no child")
        return ids[-1]

    def listed(self):
        return self.server.call("GET", "/oozie/v2/jobs", len="500").json()["workflows"]

    def external_status(self, parent):
        return next(each["externalStatus"] for each in self.shown(parent)["actions"] if each["name"] == "s")

    def shown(self, job):
        return self.server.call("GET", f"/oozie/v2/job/{job}").json()


class Family(SubWorkflowTest):
    def test_a_child_is_a_job_of_its_own(self):
        self.serve()
        parent = self.submitted(self.family(self.touch("ran")))
        self.until_status(parent, "SUCCEEDED")
        self.assertEqual((self.lines("ran"), self.lines("after")), (["x"], ["x"]))
        [action] = [each for each in self.shown(parent)["actions"] if each["name"] == "s"]
        child = action["externalId"]
        self.assertEqual((action["externalStatus"], action["trackerUri"]), ("SUCCEEDED", "local"), action)
        self.assertTrue(action["consoleUrl"].endswith(f"/oozie?job={child}"), action)
        shown = self.shown(child)
        self.assertEqual((shown["parentId"], shown["user"], shown["appName"]), (parent, "joe", "child"))
        self.assertTrue(shown["externalId"])
        confs = {each["name"]: each["conf"] for each in shown["actions"]}
        self.assertIn("<exec>/bin/sh</exec>", confs["c"])
        self.assertIn(f"<app-path>file://{self.sandbox.folder}/child</app-path>", action["conf"])
        self.assertEqual({row["id"]: row["parentId"] for row in self.listed()}, {parent: None, child: parent})

    def test_the_library_of_a_parent_may_be_inherited(self):
        self.serve()
        tool = ('<action name="c"><shell xmlns="uri:oozie:shell-action:1.0"><exec>tool</exec>'
                '<argument>${wf:name()}</argument></shell><ok to="end"/><error to="killed"/></action>')
        self.application(workflow(tool, "c", name="inner"), "inner")
        self.application(workflow(sub_workflow("s", "inner"), "s", name="child"), "child")
        app = self.application(workflow(sub_workflow("s", "child"), "s", name="parent"), "parent")
        self.sandbox.write("parent/lib/tool", f"#!/bin/sh\necho ran by $1 >>'{self.sandbox.path('ran')}'\n")
        given = {**app, "apps": f"file://{self.sandbox.folder}"}
        self.until_status(self.submitted(given), "KILLED")
        job = self.submitted({**given, "oozie.wf.subworkflow.classpath.inheritance": "true"})
        self.until_status(job, "SUCCEEDED")
        self.assertEqual(self.lines("ran"), ["ran by inner"])

    def test_the_site_may_name_another_server(self):
        self.serve("--local", "--site", self.site(hpdl_subworkflow_oozie_url="nowhere"))
        parent = self.submitted(self.family("true"))
        self.until_status(parent, "KILLED")
        self.assertEqual(self.reader.nodes(parent)["s"]["errorCode"], "SUBWF004")

    def test_a_child_that_fails_or_is_not_there(self):
        self.serve()
        parent = self.submitted(self.family("exit 3"))
        self.until_status(parent, "KILLED")
        self.assertEqual(self.lines("after"), [])
        app = self.family("true")
        self.sandbox.path("child/workflow.xml").unlink()
        lonely = self.submitted(app)
        self.until_status(lonely, "KILLED")
        self.assertIn("does not exist", self.reader.nodes(lonely)["s"]["errorMessage"])

    def test_one_place_is_enough_for_a_family(self):
        self.serve("--local", "--site", self.site(hpdl_server_programs_max="1"))
        app = self.family(self.touch("ran"))
        self.application(workflow(sub_workflow("s", "parent"), "s", name="grand"), "grand")
        grand = {**app, "oozie.wf.application.path": f"file://{self.sandbox.path('grand')}"}
        jobs = [self.submitted(grand) for _ in range(2)]
        for job in jobs:
            self.until_status(job, "SUCCEEDED")
        self.assertEqual(self.lines("ran"), ["x", "x"])
        self.assertEqual(len(self.listed()), 6)

    def test_the_end_of_a_child_wakes_all_its_parents(self):
        """No parent has to look: its child has told it of its end before the parent has seen the end."""
        self.serve("--local", "--site", self.site(hpdl_server_park="0"))
        self.application(workflow(shell("c", self.until_there("go")), "c", name="leaf"), "level0")
        for level in range(1, 6):
            app = self.application(workflow(sub_workflow("s", f"level{level - 1}"), "s"), f"level{level}")
        job = self.submitted({**app, "apps": f"file://{self.sandbox.folder}"})

        def parents():
            return [self.reader.info(row["id"])["job"] for row in self.listed() if row["appName"] != "leaf"]
        self.until(lambda: [bool(each["parked"]) for each in parents()] == [True] * 5, "they do not park")
        self.sandbox.write("go", "")
        self.until_status(job, "SUCCEEDED")
        for parent in parents():
            [node] = [each for each in parent["nodes"] if each["name"] == "s"]
            self.assertIn("SUCCEEDED", [each["status"] for each in node["callbacks"]], parent["id"])

    def test_a_workflow_that_calls_itself_comes_to_an_end(self):
        self.serve("--local", "--site", self.site(oozie_action_subworkflow_max_depth="3"))
        app = self.application(workflow(shell("a", self.touch("ran"), to="s") + sub_workflow("s", "app"), "a"))
        job = self.submitted({**app, "apps": f"file://{self.sandbox.folder}"})
        self.until_status(job, "KILLED")
        self.assertEqual(len(self.lines("ran")), 4)
        last = max(row["id"] for row in self.listed())
        self.assertEqual(self.reader.nodes(last)["s"]["errorCode"], "SUBWF001")
        self.assertEqual(self.reader.nodes(job)["s"]["errorCode"], "E0729")

    def test_an_application_around_the_state_directory(self):
        """The server reads none of its own databases as a file of the application. If it did, the kernel would take
        away its locks, programs would remove the files that it has open, and it would miss what they write."""
        app = self.application(workflow('<decision name="more"><switch><case to="s">${left gt 0}</case>'
                                        '<default to="end"/></switch></decision>'
                                        + sub_workflow("s", "app").replace("</sub-workflow>", """<configuration>
                                        <property><name>left</name><value>${left - 1}</value></property>
                                        </configuration></sub-workflow>"""), "more"))
        self.serve(state=self.sandbox.path("app/state"))
        job = self.submitted({**app, "apps": f"file://{self.sandbox.folder}", "left": "2"})
        self.until_status(job, "SUCCEEDED")
        self.until(lambda: [row["status"] for row in self.listed()] == ["SUCCEEDED"] * 3)
        opened = []
        for each in Path(f"/proc/{self.server.process.pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):  # the server closed the file meanwhile
                opened.append(os.readlink(each))
        self.assertEqual([each for each in opened if ".db" in each and each.endswith("(deleted)")], [])


def inline(properties):
    """A <configuration> in a definition."""
    return configuration(properties).split("?>")[1]


class InheritedGlobal(SubWorkflowTest):
    """The <global> of a parent is also that of its children, if an action propagates the configuration."""

    def shows(self, *names):
        """An action that writes down what its configuration says of these properties."""
        return shell("c", f"for name in {' '.join(names)}; do grep -o \"<name>$name</name>[^<]*<value>[^<]*\" "
                          f"$OOZIE_ACTION_CONF_XML | sed 's/.*>//'; done >>'{self.sandbox.path('out')}'")

    def heir(self, body, name="child", own="", start="c"):
        """An application without <global>, or with these elements in it."""
        text = workflow(body, start, name=name)
        begin, end = text.index("<global>"), text.index("</global>") + len("</global>")
        self.application(text[:begin] + (f"<global>{own}</global>" if own else "") + text[end:], name)

    def giver(self, body, name="parent", **values):
        app = self.application(workflow(body, "s", name=name).replace("</global>", inline(values) + "</global>"), name)
        return {**app, "apps": f"file://{self.sandbox.folder}"}

    def silent(self, name, child, to="end"):
        return sub_workflow(name, child, to).replace("<propagate-configuration/>",
                                                     inline({"apps": "${wf:conf('apps')}"}))

    def test_with_the_configuration(self):
        self.serve()
        self.heir(self.shows("tone", "word", "own"), own=inline({"own": "mine"}))
        app = self.giver(sub_workflow("s", "child"), tone="${wf:name()}", word="${plain}", own="lost")
        parent = self.submitted({**app, "plain": "spoken"})
        self.until_status(parent, "SUCCEEDED")
        self.assertEqual(self.lines("out"), ["child", "spoken", "mine"])
        other = self.server.call("GET", f"/oozie/v2/job/{self.child_of(parent)}", user="ann").json()
        self.assertNotIn("oozie.wf.globalconf", other["conf"])

    def test_to_all_children_if_one_action_propagates(self):
        self.serve()
        self.heir(self.shows("tone"))
        app = self.giver(self.silent("s", "child", "t") + sub_workflow("t", "child"), tone="low")
        self.until_status(self.submitted(app), "SUCCEEDED")
        self.assertEqual(self.lines("out"), ["low", "low"])
        lonely = self.submitted(self.giver(self.silent("s", "child"), "lonely", tone="low"))
        self.until_status(lonely, "KILLED")
        self.assertIn("MissingCluster", self.reader.nodes(lonely)["s"]["errorMessage"])

    def test_to_grandchildren(self):
        self.serve()
        self.heir(self.shows("tone", "colour"), "grandchild")
        for call, tone in (self.silent("s", "grandchild"), "low"), (sub_workflow("s", "grandchild"), "middle"):
            self.heir(call, own=inline({"tone": "middle"}), start="s")
            self.until_status(self.submitted(self.giver(sub_workflow("s", "child"), tone="low", colour="red")), "SUCCEEDED")
            self.assertEqual(self.lines("out"), [tone, "red"])
            self.sandbox.path("out").unlink()

    def test_a_value_that_is_no_global_is_refused_as_by_oozie(self):
        self.serve()
        app = self.application(workflow(shell("c", "true"), "c"))
        answer = self.server.submit({**app, "oozie.wf.globalconf": "nonsense"})
        self.assertEqual((answer.status, answer.code), (400, "E0700"), answer)

    def test_in_a_rerun_of_failed_nodes(self):
        self.serve()
        self.heir(shell("c", f"test -e '{self.sandbox.path('go')}'", to="d")
                  + self.shows("tone").replace('"c"', '"d"'))
        app = self.giver(sub_workflow("s", "child"), tone="low")
        parent = self.submitted(app)
        self.until_status(parent, "KILLED")
        self.sandbox.write("go", "")
        self.told(parent, "rerun", {**app, "oozie.wf.rerun.failnodes": "true"})
        self.until_status(parent, "SUCCEEDED")
        self.assertEqual(self.lines("out"), ["low"])


class Verbs(SubWorkflowTest):
    def test_killed_with_the_parent(self):
        self.serve()
        parent = self.submitted(self.family(self.until_there("go")))
        child = self.child_of(parent)
        self.until_status(child, "RUNNING")
        self.told(parent, "kill")
        self.until_status(parent, "KILLED")
        self.until_status(child, "KILLED")
        self.until(lambda: not self.processes(), "programs are left")

    def test_many_are_killed_at_once(self):
        """More than commands may run at a time."""
        self.serve()
        app = self.family(self.until_there("go"))
        parents = [self.submitted(app) for _ in range(12)]
        children = [self.child_of(parent) for parent in parents]
        for child in children:
            self.until_status(child, "RUNNING")
        answer = self.server.call("PUT", "/oozie/v2/jobs", action="kill", filter="name=parent", jobtype="wf")
        self.assertEqual(answer.status, 200, answer)
        for job in parents + children:
            self.until_status(job, "KILLED")
        self.assertEqual(self.lines("after"), [])

    def test_suspended_and_resumed_with_the_parent(self):
        self.serve()
        parent = self.submitted(self.family(f"{self.until_there('go')}; {self.touch('ran')}"))
        child = self.child_of(parent)
        self.until(lambda: self.reader.nodes(child).get("c", {}).get("status") == "RUNNING")
        self.until(lambda: self.external_status(parent) == "RUNNING", "the action does not show its child")
        self.told(parent, "suspend")
        self.assertEqual((self.reader.status(parent), self.reader.status(child)), ("SUSPENDED", "SUSPENDED"))
        self.sandbox.write("go", "")  # what runs in a suspended job comes to its end, and nothing begins
        self.told(parent, "resume")
        for job in (child, parent):
            self.until_status(job, "SUCCEEDED")
        self.assertEqual((self.lines("ran"), self.lines("after")), (["x"], ["x"]))

    def test_rerun_of_a_parent_with_a_failed_child(self):
        self.serve()
        app = self.family(f"{self.touch('ran')}; test -e '{self.sandbox.path('go')}'")
        parent = self.submitted(app)
        self.until_status(parent, "KILLED")
        first = self.reader.nodes(parent)["s"]["externalId"]
        self.sandbox.write("go", "")
        self.told(parent, "rerun", {**app, "oozie.wf.rerun.failnodes": "true"})
        self.until_status(parent, "SUCCEEDED")
        self.assertEqual(self.reader.nodes(parent)["s"]["externalId"], first, "the same job, as in Oozie")
        self.assertEqual(len(self.listed()), 2)
        self.assertEqual((len(self.lines("ran")), self.lines("after")), (2, ["x"]))


class Rerun(SubWorkflowTest):
    """A rerun of failed nodes is the same whether the definition names the child by a text or by an expression."""

    def parent(self, literal):
        """An application whose child has the actions a and c; c fails until there is the file `go`."""
        script = f"echo $1 >> '{self.sandbox.path('c')}'; test -e '{self.sandbox.path('go')}'"
        self.application(workflow(shell("a", self.touch("a"), to="c")
                                  + shell("c", script, arguments=("${wf:run()} ${word}",)), "a", name="child"), "child")
        action = sub_workflow("s", "child", to="after")
        if literal:
            self.assertIn("${wf:conf('apps')}", action)
            action = action.replace("${wf:conf('apps')}", f"file://{self.sandbox.folder}")
        app = self.application(workflow(action + shell("after", self.touch("after")), "s"), "parent")
        return {**app, "apps": f"file://{self.sandbox.folder}"}

    def is_compiled_in(self, child, parent):
        return child in [job["id"] for job in self.reader.info(parent)["subJobs"]]

    def forget(self):
        for name in ("a", "c", "after", "go"):
            self.sandbox.path(name).unlink(missing_ok=True)

    def test_a_failed_child_goes_on(self):
        self.serve()
        for literal in (False, True):
            with self.subTest(literal=literal):
                self.forget()
                app = self.parent(literal)
                parent = self.submitted({**app, "word": "old"})
                self.until_status(parent, "KILLED")
                child = self.reader.nodes(parent)["s"]["externalId"]
                self.assertEqual(self.is_compiled_in(child, parent), literal)
                again = {"oozie.wf.rerun.failnodes": "true", "word": "new"}
                self.told(parent, "rerun", again)
                self.until_status(parent, "KILLED")
                self.sandbox.write("go", "")
                self.told(parent, "rerun", again)
                self.until_status(parent, "SUCCEEDED")
                self.assertEqual((self.lines("a"), self.lines("c"), self.lines("after")),
                                 (["x"], ["0 old", "1 new", "2 new"], ["x"]))
                self.assertEqual(self.reader.nodes(parent)["s"]["externalId"], child)
                shown = self.shown(child)
                self.assertEqual((shown["status"], shown["run"], shown["parentId"]), ("SUCCEEDED", 2, parent))
                self.assertIn("<name>oozie.action.subworkflow.rerun</name>", "".join(shown["conf"].split()))
                log = self.server.call("GET", f"/oozie/v2/job/{child}", show="log").body
                for run in range(3):
                    self.assertEqual(log.count(f"Workflow job started, run [{run}]"), 1, log)

    def test_the_child_is_read_again(self):
        """Its definition and its lib/, as in Oozie."""
        self.serve()
        for literal in (False, True):
            with self.subTest(literal=literal):
                self.forget()
                app = self.parent(literal)
                self.change_child("first", "echo one", "exit 1")
                parent = self.submitted(app)
                self.until_status(parent, "KILLED")
                child = self.reader.nodes(parent)["s"]["externalId"]
                self.assertEqual(self.is_compiled_in(child, parent), literal)
                again = {"oozie.wf.rerun.failnodes": "true"}
                for run, change in ((1, ("first", "echo two", "exit 1")), (2, ("second", "echo three", "true"))):
                    self.change_child(*change)
                    self.told(parent, "rerun", again)
                    self.until(lambda: self.reader.info(parent)["job"]["run"] == run)
                    self.until_status(parent, "KILLED" if run == 1 else "SUCCEEDED")
                self.assertEqual(self.lines("c"), ["one first", "two first", "three second"])
                self.assertEqual((self.lines("a"), self.lines("after")), (["x"], ["x"]))
                self.assertEqual(self.reader.nodes(parent)["s"]["externalId"], child)

    def change_child(self, word, echo, end):
        """Has the action c of the child run a program of its lib/ with an argument."""
        tool = ('<action name="c"><shell xmlns="uri:oozie:shell-action:1.0"><exec>tool</exec>'
                f'<argument>{word}</argument></shell><ok to="end"/><error to="killed"/></action>')
        self.application(workflow(shell("a", self.touch("a"), to="c") + tool, "a", name="child"), "child")
        self.sandbox.write("child/lib/tool", f"#!/bin/sh\n{echo} $1 >>'{self.sandbox.path('c')}'\n{end}\n")

    def test_another_rerun_makes_another_child(self):
        self.serve()
        for literal in (False, True):
            with self.subTest(literal=literal):
                self.forget()
                app = self.parent(literal)
                parent = self.submitted({**app, "word": "old"})
                self.until_status(parent, "KILLED")
                first = self.reader.nodes(parent)["s"]["externalId"]
                self.sandbox.write("go", "")
                self.told(parent, "rerun", {"oozie.wf.rerun.failnodes": "false"})
                self.until_status(parent, "SUCCEEDED")
                child = self.reader.nodes(parent)["s"]["externalId"]
                self.assertNotEqual(child, first)
                self.assertEqual([self.is_compiled_in(each, parent) for each in (first, child)], [literal, literal])
                self.assertEqual((self.lines("a"), self.lines("c")), (["x", "x"], ["0 old", "0 old"]))
                self.assertEqual((self.shown(first)["run"], self.shown(child)["run"]), (0, 0))


class Death(SubWorkflowTest):
    MOMENTS = 10

    def end_everything(self):
        self.server.end(signal.SIGKILL)
        for pid in self.programs():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def test_all_are_killed_at_moments_through_the_life_of_a_family(self):
        self.serve()
        app = self.family(f"echo \"$0\" >> '{self.sandbox.path('ran')}'")
        begin = time.monotonic()
        self.until_status(self.submitted(app), "SUCCEEDED")  # compiled
        whole = time.monotonic() - begin
        parents = []
        for moment in range(self.MOMENTS):
            parents.append(self.submitted(app))
            time.sleep(whole * moment / self.MOMENTS)  # time: where it is killed, at another place each time
            self.end_everything()
            self.server.start()
        for parent in parents:
            self.until_status(parent, "SUCCEEDED")
        count = self.MOMENTS + 1
        self.assertEqual((len(self.lines("after")), len(self.lines("ran"))), (count, count))
        rows = self.listed()
        self.assertEqual(len([row for row in rows if row["parentId"]]), count, rows)
        self.assertEqual({row["status"] for row in rows}, {"SUCCEEDED"})

    def test_all_are_killed_at_moments_of_a_rerun(self):
        """A failed child runs again once, as the same job, wherever everything dies."""
        self.serve()
        app = self.family(f"echo x >> '{self.sandbox.path('ran')}'; test -e '{self.sandbox.path('go')}'")
        parents = [self.submitted(app) for _ in range(self.MOMENTS + 1)]
        for parent in parents:
            self.until_status(parent, "KILLED")
        before = self.listed()
        self.sandbox.write("go", "")
        again = {**app, "oozie.wf.rerun.failnodes": "true"}
        begin = time.monotonic()
        self.told(parents[-1], "rerun", again)
        self.until_status(parents[-1], "SUCCEEDED")
        whole = time.monotonic() - begin
        for moment, parent in enumerate(parents[:-1]):
            self.told(parent, "rerun", again)
            time.sleep(whole * moment / self.MOMENTS)  # time: where it is killed, at another place each time
            self.end_everything()
            self.server.start()
        for parent in parents:
            self.until_status(parent, "SUCCEEDED")
        rows = self.listed()
        self.assertEqual({row["id"] for row in rows}, {row["id"] for row in before})
        self.assertEqual({(row["status"], row["run"]) for row in rows}, {("SUCCEEDED", 1)})
        self.assertEqual((len(self.lines("ran")), len(self.lines("after"))), (2 * len(parents), len(parents)))

    def test_a_family_goes_on_while_the_server_is_away(self):
        """The parent waits for the server as long as it takes, whatever the number of retries is."""
        self.serve("--local", "--site", self.site(oozie_action_retries_max="0", oozie_action_retry_interval="1"))
        app = self.family(self.touch("ran"))
        app = {**app, "oozie.wf.application.path": f"file://{self.sandbox.path('late')}"}
        self.application(workflow(shell("w", self.until_there("go"), to="s")
                                  + sub_workflow("s", "child", to="after") + shell("after", self.touch("after")),
                                  "w"), "late")
        parent = self.submitted(app)
        self.until(lambda: self.reader.nodes(parent).get("w", {}).get("status") == "RUNNING")
        self.server.end(signal.SIGKILL)
        self.sandbox.write("go", "")
        self.until(lambda: "s" in self.reader.nodes(parent))
        self.assertEqual(self.reader.status(parent), "RUNNING")
        self.server.start()
        self.until_status(parent, "SUCCEEDED")
        self.assertEqual((self.lines("ran"), self.lines("after")), (["x"], ["x"]))


if __name__ == "__main__":
    closing.main()
