"""What programs print: lists, JSON of every command, the progress lines, exit codes of refusals."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from bill import bill
from programs import *  # noqa: F403

UNKNOWN = "0000001-260101000000000-hpdl-me-W"


class Views(ProgramTest):
    def flow(self):
        return self.build(workflow(
            shell("a", "echo rows=1; echo trouble >&2", to="d", capture=True)
            + decision("d", [("b", "${n gt 1}")], "end") + shell("b", "exit 4"), "a"))

    def json(self, result, code=0):
        self.assert_code(result, code)
        value = result.json()
        self.assertEqual(value["version"], 1)
        return value

    def test_json_of_every_command(self):
        program = self.flow()
        self.assert_code(program.run(params={"n": 5}), KILLED)
        job = program.job

        def show(*arguments):
            return self.json(program(*arguments, "--format", "json"))

        jobs = show("jobs")["jobs"]
        self.assertEqual([(j["id"], j["name"], j["status"]) for j in jobs], [(job, "test", "KILLED")])
        info = show("info", job)
        self.assertEqual(info["job"]["root"], job)
        self.assertEqual([n["name"] for n in info["job"]["nodes"]][:4], [":start:", "a", "d", "b"])
        self.assertIs(info["alive"], False)
        self.assertIs(info["local"], True)
        self.assertEqual(info["subJobs"], [])
        log = show("log", job)
        events = [(e["node"], e["event"]) for e in log["events"] if e["node"] in ("a", "b")]
        self.assertEqual(events, [("a", "start"), ("a", "end"), ("b", "start"), ("b", "end")])
        self.assertIn("trouble", str(log["attempts"]))
        graph = show("graph", job)
        states = {n["name"]: n["status"] for n in graph["nodes"]}
        self.assertEqual((states["a"], states["b"], states["end"]), ("OK", "ERROR", None))
        # Without a job `graph` looks at the program alone.
        bare = run([program.path, "graph", "--format", "json"]).json()
        self.assertEqual({n["name"] for n in bare["nodes"]}, set(states))
        params = run([program.path, "params", "--format", "json"]).json()["parameters"]
        self.assertEqual([(p["name"], p["required"]) for p in params], [("n", True)])
        source = run([program.path, "source", "--format", "json"]).json()["source"]
        self.assertEqual(source, self.sandbox.path("workflow.xml").read_text())
        self.assertEqual(bill(program.path).definitions[0]["dialect"], "oozie")
        check = show("store", "check", job)
        self.assertEqual((check["id"], check["sound"], check["problems"]), (job, True, []))
        dry = self.json(program("purge", "--older-than", "0s", "--dryrun", "--format", "json"))
        self.assertEqual(dry["removed"], [job])
        self.assertEqual(show("purge", "--older-than", "1d")["removed"], [])
        self.assertEqual(show("purge", "--older-than", "0s")["removed"], [job])
        self.assertEqual(show("jobs")["jobs"], [])

    def test_progress_lines_are_ordered(self):
        program = self.flow()
        result = program("run", "--local", "--progress", "json", "-D", "n=5")
        self.assert_code(result, KILLED)
        events = [json.loads(line) for line in result.out.splitlines()]
        self.assertEqual([e["time"] for e in events], sorted(e["time"] for e in events))
        ends = [e["node"] for e in events if e["type"] == "node" and e["status"] in ("OK", "ERROR")]
        self.assertEqual(ends[:4], [":start:", "a", "d", "b"])
        self.assertEqual(events[0]["type"], "job")
        self.assertEqual((events[-1]["type"], events[-1]["status"]), ("result", "KILLED"))
        self.assertIn("b", [trouble["node"] for trouble in events[-1]["troubles"]])
        self.assertEqual(len({e["job"] for e in events}), 1)

    def test_graph_shows_states(self):
        program = self.flow()
        self.assert_code(program.run(params={"n": 5}), KILLED)
        for form, word in (("dot", "digraph"), ("mermaid", "flowchart")):
            result = program("graph", program.job, "--format", form)
            self.assert_code(result, 0)
            self.assertIn(word, result.out)
            bare = run([program.path, "graph", "--format", form])
            self.assert_code(bare, 0)
            self.assertNotEqual(bare.out, result.out)

    def test_graph_shows_predicates_as_written(self):
        program = self.build(workflow(decision("d", [("end", "${'$$x$$ &amp; \\\\n' eq wf:conf('v')}")], "killed"), "d"))
        self.assertIn("|\"${'$#36;x$#36; #amp;amp; #92;#92;n' eq wf:conf('v')}\"|",
                      run([program.path, "graph", "--format", "mermaid"]).out)
        self.assertIn("[label=\"${'$$x$$ &amp;amp; \\\\\\\\n' eq wf:conf('v')}\"]",
                      run([program.path, "graph", "--format", "dot"]).out)

    def test_unknown_jobs(self):
        program = self.flow()
        self.assert_code(program.run(params={"n": 1}), SUCCEEDED)
        commands = {"info": 1, "log": 1, "suspend": 1, "kill": 1, "graph": 1, "resume": 2,
                    "start": 2}
        for command, code in commands.items():
            for job in (UNKNOWN, "../../etc/passwd", "x"):
                with self.subTest(command=command, job=job):
                    result = self.assert_refused(program(command, job), code, job)
                    self.assertEqual(len(result.err.strip().splitlines()), 1, result)
        self.assert_refused(program("retry", UNKNOWN, "a"), 1, UNKNOWN)
        self.assert_refused(program("rerun", UNKNOWN, "--failed"), 2, UNKNOWN)
        for command in ("check", "salvage"):
            self.assert_refused(program("store", command, UNKNOWN), 1, UNKNOWN)

    def test_missing_parameters_leave_nothing_behind(self):
        program = self.build(workflow(
            shell("a", f"touch {self.sandbox.path('out')}", arguments=("${one}", "${two}", "${three}")),
            "a"))
        for command in ("run", "submit"):
            result = program(command, "--local", "-D", "two=2")
            self.assert_refused(result, USAGE, "one", "three")
            self.assertNotIn("two", result.err)
        folder = program.state / "jobs"
        self.assertEqual(list(folder.iterdir()) if folder.exists() else [], [])
        self.assertEqual(program("jobs", "--format", "json").json()["jobs"], [])
        self.assertEqual(self.lines("out"), [])

    def test_sla_is_mentioned(self):
        text = workflow(shell("a", "true"), "a").replace("</workflow-app>", (
            "<sla:info xmlns:sla='uri:oozie:sla:0.1'><sla:app-name>a</sla:app-name><sla:nominal-time>t</sla:nominal-time>"
            "<sla:should-start>1</sla:should-start><sla:should-end>2</sla:should-end><sla:alert-contact>a</sla:alert-contact>"
            "<sla:dev-contact>a</sla:dev-contact><sla:qa-contact>a</sla:qa-contact><sla:se-contact>a</sla:se-contact>"
            "</sla:info></workflow-app>"))
        program = self.build(text)
        plain = self.build(workflow(shell("a", "true"), "a").replace(
            "<workflow-app ", "<workflow-app xmlns:sla='uri:oozie:sla:0.2' "), name="plain")
        for command in (("run", "--local", "--dryrun"), ("params",)):
            self.assertIn("SLA elements of version 0.1 have no effect", program(*command).out)
            self.assertNotIn("SLA", plain(*command).out)
            more = ("--progress", "json") if command[0] == "run" else ("--format", "json")
            self.assertIn("SLA", program(*command, *more).json()["notes"][0])
            self.assertEqual(plain(*command, *more).json()["notes"], [])

    def test_dryrun_starts_nothing(self):
        out = self.sandbox.path("out")
        program = self.build(workflow(shell("a", f"touch {out}", arguments=("${n}", "${db_password}")),
                                      "a"))
        result = program("run", "--local", "--dryrun", "--progress", "json", "-D", "n=5", "-D",
                         "db_password=hunter2")
        self.assert_code(result, 0)
        value = json.loads(result.out)
        self.assertEqual((value["type"], value["properties"]["n"]), ("dryrun", "5"))
        self.assertNotIn("hunter2", result.out + result.err)
        self.assertFalse(out.exists())
        self.assertFalse((program.state / "jobs").exists()
                         and any((program.state / "jobs").iterdir()))
        self.assert_refused(program("run", "--local", "--dryrun"), USAGE, "db_password", "n")

    def test_id_file(self):
        program = self.flow()
        self.assert_code(program.run(params={"n": 1}), SUCCEEDED)
        self.assertEqual(program.id_file.read_text(), program.info()["job"]["id"] + "\n")
        result = program("run", "--local", "-D", "n=1", "--id-file", "/nosuch/folder/id")
        self.assert_refused(result, USAGE, "/nosuch/folder/id")
        self.assertEqual(len(program("jobs", "--format", "json").json()["jobs"]), 1)

    def test_read_only_state_directory(self):
        if os.geteuid() == 0:
            mount = self.sandbox.path("fixed")
            mount.mkdir()
            if run(["mount", "-t", "tmpfs", "-o", "ro,mode=0700", "tmpfs", mount]).code != 0:
                self.skipTest("mounting is not allowed here")
            self.addCleanup(run, ["umount", mount])
        else:
            mount = self.sandbox.path("fixed")
            mount.mkdir(mode=0o500)
        program = self.flow()
        program.state = mount / "state"
        result = self.assert_refused(program("run", "--local", "-D", "n=1"), USAGE, "state")
        self.assertEqual(len(result.err.strip().splitlines()), 1, result)
        self.assertIn("Read-only", result.err) if os.geteuid() == 0 else None

    def test_broken_property_files_name_their_line(self):
        program = self.flow()
        path = self.sandbox.write("job.properties", "n=1\nbad=\\u12zz\n")
        self.assert_refused(program.run("--config", path), USAGE, "job.properties:2")
        self.assertFalse((program.state / "jobs").exists()
                         and any((program.state / "jobs").iterdir()))

    def test_kill_message_sees_the_last_error(self):
        program = self.flow()
        self.assert_code(program.run(params={"n": 5}), KILLED)
        self.assertIn("exit code 4", program.info()["job"]["errorMessage"])


if __name__ == "__main__":
    closing.main()
