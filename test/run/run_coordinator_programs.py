"""Programs of coordinators and bundles, without a server: which job `last` is, and what `graph` shows of them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

COORDINATOR = ('<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="{name}" frequency="${{coord:days(1)}}" '
               'start="2024-01-01T00:00Z" end="2024-01-0{end}T00:00Z" timezone="UTC">{events}<action><workflow>'
               "<app-path>app</app-path></workflow></action></coordinator-app>")
EVENTS = ('<datasets><dataset name="days" frequency="${{coord:days(1)}}" initial-instance="2024-01-01T00:00Z" timezone="UTC">'
          "<uri-template>file://{folder}/${{YEAR}}-${{MONTH}}-${{DAY}}</uri-template></dataset></datasets>"
          '<input-events><data-in name="in" dataset="days"><instance>${{coord:current(0)}}</instance></data-in></input-events>'
          '<output-events><data-out name="out" dataset="days"><instance>${{coord:current(1)}}</instance></data-out>'
          "</output-events>")
BUNDLE = ('<bundle-app xmlns="uri:oozie:bundle:0.2" name="both">'
          '<coordinator name="one"><app-path>one</app-path></coordinator>'
          '<coordinator name="two"><app-path>two</app-path></coordinator></bundle-app>')
WORKFLOW = workflow(fs("a", "<mkdir path='file:///tmp'/>"), "a")


class CoordinatorPrograms(ProgramTest):
    def setUp(self):
        super().setUp()
        self.sandbox.write("app/workflow.xml", WORKFLOW)

    def coordinator(self, events="", end=3, name="daily"):
        return COORDINATOR.format(name=name, end=end, events=events)

    def bundle(self):
        for name in ("one", "two"):
            self.sandbox.write(f"{name}/coordinator.xml", self.coordinator(name=name))
        self.sandbox.write("both.xml", BUNDLE)
        return self.build(self.sandbox.path("both.xml"), "--sub", f"one={self.sandbox.path('one')}", "--sub",
                          f"two={self.sandbox.path('two')}", "--sub", f"app={self.sandbox.path('app')}")

    def graph(self, program, *arguments):
        shown = self.assert_code(program("graph", *arguments, "--format", "json"), SUCCEEDED).json()
        names = {node["id"]: node["name"] for node in shown["nodes"]}
        self.assertEqual(shown["version"], 1)
        arrows = [(node["name"], names[to["node"]], to["label"]) for node in shown["nodes"] for to in node["to"]]
        return shown, arrows

    def test_last_is_the_coordinator_and_not_what_it_started(self):
        program = self.build(self.coordinator())
        self.assert_code(program.run(), SUCCEEDED)
        first = program.job
        self.assert_code(program.run(), SUCCEEDED)
        jobs = program("jobs", "--format", "json").json()["jobs"]
        self.assertTrue(jobs[0]["id"].endswith("-W"), jobs)
        self.assertEqual(len(jobs), 6)
        info = self.assert_code(program("info", "last", "--format", "json"), SUCCEEDED).json()["job"]
        self.assertEqual(info["id"], program.job)
        self.assertNotEqual(info["id"], first)
        # Verbs of coordinators take it as well; those of workflows have ids of theirs.
        rerun = self.assert_code(program("rerun", "last", "--action", "2"), SUCCEEDED)
        self.assertEqual(rerun.out, f"{program.job}@2\n")
        self.assertIn("a", self.assert_code(program("log", jobs[0]["id"]), SUCCEEDED).out)

    def test_without_a_coordinator_job_there_is_no_last(self):
        """Jobs of its workflow that another program has made are none of it, either."""
        program = self.build(self.coordinator())
        alone = self.build(WORKFLOW, name="alone")
        self.assert_code(alone.run(), SUCCEEDED)  # in the same state directory
        self.assert_refused(program("info", "last"), FAILED, "E0604", "no job of this program")
        self.assertEqual(alone.info("last")["job"]["id"], alone.job)

    def test_last_of_a_bundle_is_the_bundle(self):
        program = self.bundle()
        self.assert_code(program.run(), SUCCEEDED)
        info = self.assert_code(program("info", "last", "--format", "json"), SUCCEEDED).json()["job"]
        self.assertEqual(info["id"], program.job)
        self.assertTrue(info["id"].endswith("-B"))
        jobs = [job["id"] for job in program("jobs", "--format", "json").json()["jobs"]]
        self.assertEqual(sorted(job[-1] for job in jobs), ["B", "C", "C", "W", "W", "W", "W"])

    def test_no_bundle_has_a_coordinator_of_the_first_schema(self):
        program = self.build(self.coordinator().replace("coordinator:0.4", "coordinator:0.1"))
        self.assert_refused(program.run(params={"oozie.bundle.id": "0000001-240101000000000-hpdl-me-B"}), USAGE, "E1319",
                            "uri:oozie:coordinator:0.1")
        self.assert_code(program.run(), SUCCEEDED)

    def test_graph_of_a_coordinator(self):
        program = self.build(self.coordinator(EVENTS.format(folder=self.sandbox.folder)))
        shown, arrows = self.graph(program)
        self.assertEqual(shown["name"], "daily")
        self.assertEqual(arrows, [("daily", "test", None), ("daily", "days", "out: ${coord:current(1)}"),
                                  ("days", "daily", "in: ${coord:current(0)}")])
        self.assertIn('-->|"in: ${coord:current(0)}"|', program("graph").out)
        # That of its workflow is there, too.
        self.assertIn('"a<br/>fs"', program("graph", "--workflow", "0").out)

    def test_graph_of_a_coordinators_job(self):
        program = self.build(self.coordinator(EVENTS.format(folder=self.sandbox.folder)))
        self.sandbox.write("2024-01-01/_SUCCESS", "")
        child = self.sandbox.spawn(program)
        missing = f"file://{self.sandbox.folder}/2024-01-02/_SUCCESS"

        def waits():
            info = program("info", "last", "--format", "json")
            if info.code != 0:
                return False
            actions = info.json()["job"].get("actions", [])  # the job has none before its first is made
            return [action["status"] for action in actions] == ["SUCCEEDED", "WAITING"]
        self.assertTrue(wait_for(waits))
        shown, arrows = self.graph(program, "last")
        started = program("info", "last", "--format", "json").json()["job"]["actions"][0]["externalId"]
        self.assertEqual(arrows, [("daily", "1", None), ("daily", "2", None), ("1", started, None),
                                  (missing, "2", "waits for")])
        states = {node["name"]: node["status"] for node in shown["nodes"]}
        self.assertEqual((states["daily"], states["1"], states["2"], states[started]),
                         ("RUNNING", "SUCCEEDED", "WAITING", None))
        mermaid = program("graph", "last").out
        self.assertIn("class n0 running", mermaid)
        self.assertIn("class n1 ok", mermaid)
        self.assertIn('fillcolor="#b7e1b5"', program("graph", "last", "--format", "dot").out)
        self.assertIn("fs", program("graph", started).out)
        self.sandbox.write("2024-01-02/_SUCCESS", "")
        self.assertEqual(child.wait(timeout=TIMEOUT), SUCCEEDED)

    def test_an_action_waits_for_the_branch_that_its_condition_chooses(self):
        """The newest instance of one branch exists, and the action needs the other branch."""
        events = EVENTS.format(folder=self.sandbox.folder)
        for at, instance in (("in", '<instance>${(step == "now") ? coord:latest(0) : coord:latest(-1)}</instance>'),
                             ("range", '<start-instance>${coord:latest(-1)}</start-instance>'
                              '<end-instance>${(step == "now") ? coord:latest(-1) : coord:latest(0)}</end-instance>')):
            with self.subTest(at):
                folder = self.sandbox.path(at)
                program = self.build(self.coordinator(
                    events.replace(str(self.sandbox.folder), str(folder)).replace("<instance>${coord:current(0)}</instance>", instance),
                    end=2), name=at)
                self.sandbox.write(f"{at}/2024-01-02/_SUCCESS", "")
                child = self.sandbox.spawn(program, params={"step": "before"})
                started = []

                def waits():
                    info = program("info", "last", "--format", "json")
                    actions = info.json()["job"].get("actions", []) if info.code == 0 else []
                    started[:] = [action["status"] for action in actions]
                    return started and actions[0]["missing"]
                self.assertTrue(wait_for(waits), started)
                self.assertEqual(started, ["WAITING"])
                self.sandbox.write(f"{at}/2024-01-01/_SUCCESS", "")
                self.assertEqual(child.wait(timeout=TIMEOUT), SUCCEEDED)

    def test_a_job_fails_when_it_cannot_make_its_first_action(self):
        """Oozie accepts these coordinators, and so does hpdlc. Only the log has the reason."""
        for at, instance in (("absolute", "<instance>${coord:absolute('2024-01-01T00:00Z')}</instance>"),
                             ("months", "<instance>${coord:endOfMonths(-1)}</instance>"),
                             ("phase", "<instance>${coord:dateOffset('2024-01-01T00:00Z', 0, 'DAY')}</instance>"),
                             ("reverse", "<start-instance>${coord:current(0)}</start-instance>"
                              "<end-instance>${coord:current(-1)}</end-instance>")):
            with self.subTest(at):
                events = EVENTS.format(folder=self.sandbox.folder).replace("<instance>${coord:current(0)}</instance>", instance)
                program = self.build(self.coordinator(events), name=at)
                self.assert_code(program.run(), FAILED)
                job = program("info", "last", "--format", "json").json()["job"]
                self.assertEqual((job["status"], job["actions"]), ("FAILED", []))

    def test_graph_of_a_bundle(self):
        program = self.bundle()
        _, arrows = self.graph(program)
        self.assertEqual(arrows, [("both", "one", None), ("both", "two", None), ("one", "test", None), ("two", "test", None)])
        self.assert_code(program.run(), SUCCEEDED)
        shown, arrows = self.graph(program, "last")
        self.assertEqual(arrows, [("both", "one", None), ("both", "two", None)])
        self.assertEqual([(node["name"], node["status"]) for node in shown["nodes"]],
                         [("both", "SUCCEEDED"), ("one", "SUCCEEDED"), ("two", "SUCCEEDED")])
        self.assertRegex(shown["nodes"][1]["about"], "-C$")
        coordinator, _ = self.graph(program, shown["nodes"][1]["about"])
        self.assertEqual(coordinator["name"], "one")


if __name__ == "__main__":
    closing.main()
