"""Submit, start, suspend, resume, kill, retry, rerun: what people do to jobs."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403


class Lifecycle(ProgramTest):
    def counted(self):
        """Three actions in a row; the second fails unless `good` is there."""
        folder = self.sandbox.folder
        return self.build(workflow(
            shell("a", f"echo a >>{folder}/out", to="b")
            + shell("b", f"echo b >>{folder}/out; [ -e {folder}/good ]", to="c")
            + shell("c", f"echo c$1$2 >>{folder}/out", arguments=("${wf:run()}", "${mark}")), "a"))

    def waiting(self):
        """An action that ends when `go` is there."""
        folder = self.sandbox.folder
        program = self.build(workflow(
            shell("wait", f"echo wait >>{folder}/out; until [ -e {folder}/go ] || "
                  f"[ ! -d {folder} ]; do sleep 0.05; done",
                  to="after") + shell("after", f"echo after >>{folder}/out"), "wait"))
        return program

    def started(self, program, *arguments):
        child = self.sandbox.spawn(program, *arguments)
        self.assertTrue(program.wait_for(lambda: self.lines("out") == ["wait"]), "did not start")
        return child

    def test_submit_then_start(self):
        program = self.counted()
        self.sandbox.write("good", "")
        result = self.assert_code(program("submit", "--local", *definitions({"mark": "x"})), 0)
        job = result.out.strip()
        self.assertRegex(job, r"^\d{7}-\d+-[0-9][0-9a-z]{5}-\S+-W$")
        self.assertEqual(program.status(job), "PREP")
        self.assertEqual(self.lines("out"), [])
        self.assert_code(program("start", job, "--progress", "none"), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["a", "b", "c0x"])
        self.assert_code(program("start", job, "--progress", "none"), USAGE)

    def test_what_always_fails_fails_when_its_node_is_reached(self):
        """The mistakes that Oozie finds only at the node are warnings, and the nodes before it run."""
        made = self.sandbox.path("made")
        for node, code in ((fs("bad", f'<chmod path="file://{made}" permissions="0755"/>', error="handler"), "FS010"),
                           (fs("bad", '<mkdir path=""/>', error="handler"), "FS"),
                           (shell("bad", "true", arguments=("${true + 1}",), error="handler"), "EL_ERROR"),
                           (decision("bad", [("end", "${'ten' * 2 gt 1}")], "end"), "EL_ERROR"),
                           (shell("bad", "true", arguments=("${mode.name.x}",), error="handler"), "EL_ERROR")):
            with self.subTest(node):
                definition = self.sandbox.write("always.xml", workflow(
                    fs("first", f'<mkdir path="file://{made}"/>', to="bad") + node
                    + shell("handler", f"echo handled >>{self.sandbox.path('out')}"), "first"))
                warned = self.assert_code(hpdlc("verify", definition), SUCCEEDED).err
                self.assertRegex(warned, "(node|action) 'bad' fails when a run reaches it")
                self.assertEqual(hpdlc("verify", "-Werror", definition).code, 1)
                program = self.build(definition.read_text())
                program.run(params={"mode": "x"})
                nodes = program.nodes()
                self.assertEqual(nodes["first"]["status"], "OK")
                self.assertTrue(nodes["bad"]["errorCode"].startswith(code), nodes["bad"])
                self.assertEqual(code == "EL_ERROR", "handler" not in nodes)

    def test_a_transition_of_an_unreachable_node_may_lead_nowhere(self):
        text = workflow(shell("a", "true") + shell("lost", "true", to="nowhere"), "a")
        warned = self.assert_code(hpdlc("verify", self.sandbox.write("lost.xml", text)), SUCCEEDED).err
        self.assertIn("there is no node 'nowhere'", warned)
        self.assert_code(self.build(text).run(), SUCCEEDED)

    def test_relative_state_directory(self):
        program = self.counted()
        self.sandbox.write("good", "")
        result = run([program.path, "run", "--local", "--state", "relative", "--progress", "none",
                      *definitions({"mark": "x"})], cwd=self.sandbox.folder)
        self.assert_code(result, SUCCEEDED)
        self.assertEqual(self.lines("out"), ["a", "b", "c0x"])

    def test_dryrun_changes_nothing(self):
        program = self.counted()
        self.assert_code(program.run("--dryrun", params={"mark": "x"}), 0)
        self.assertEqual(self.lines("out"), [])

    def test_missing_parameters_are_all_named(self):
        program = self.build(workflow(shell("a", "true", arguments=("${one}", "${two}")), "a"))
        self.assert_refused(program.run(params={"three": 3}), USAGE, "one", "two")

    def test_rerun_failed(self):
        program = self.counted()
        self.assert_code(program.run(params={"mark": "x"}), KILLED)
        self.assertEqual(self.lines("out"), ["a", "b"])
        self.sandbox.write("good", "")
        job = program.job
        self.assert_code(program("rerun", job, "--failed", "--progress", "none"), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["a", "b", "b", "c1x"])
        info = program.info(job)["job"]
        self.assertEqual((info["id"], info["run"], info["status"]), (job, 1, "SUCCEEDED"))

    def test_rerun_skip_with_other_parameters(self):
        program = self.counted()
        self.sandbox.write("good", "")
        self.assert_code(program.run(params={"mark": "x"}), SUCCEEDED)
        self.assert_code(program("rerun", program.job, "--skip", "a,b", "--progress", "none",
                                 *definitions({"mark": "y"})), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["a", "b", "c0x", "c1y"])

    def test_rerun_by_properties(self):
        program = self.counted()
        self.assert_code(program.run(params={"mark": "x"}), KILLED)
        self.sandbox.write("good", "")
        self.assert_code(program("rerun", program.job, "--progress", "none",
                                 *definitions({"oozie.wf.rerun.failnodes": "true"})), SUCCEEDED)
        self.assertEqual(self.lines("out")[-1], "c1x")

    def test_rerun_skip_of_what_did_not_complete(self):
        program = self.counted()
        self.assert_code(program.run(params={"mark": "x"}), KILLED)
        result = program("rerun", program.job, "--skip", "a,b,c", "--progress", "none")
        self.assertIn(result.code, (FAILED, USAGE), result)
        self.assertIn("Some skip actions were not executed [c]", result.err)
        self.assertEqual(program.info()["job"]["run"], 0)

    def test_rerun_skip_of_a_node_that_does_not_exist(self):
        program = self.counted()
        self.assert_code(program.run(params={"mark": "x"}), KILLED)
        result = program("rerun", program.job, "--skip", "nosuch", "--progress", "none")
        self.assertIn(result.code, (FAILED, USAGE), result)
        self.assertIn("nosuch", result.err)

    def test_rerun_with_a_newer_program(self):
        program = self.counted()
        self.assert_code(program.run(params={"mark": "x"}), KILLED)
        job, folder = program.job, self.sandbox.folder
        newer = self.build(workflow(
            shell("a", "exit 1", to="b") + shell("b", f"echo new >>{folder}/out", to="c")
            + shell("c", "true", arguments=("${mark}",)), "a"), name="newer")
        self.assert_code(newer("rerun", job, "--skip", "a", "--progress", "none"), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["a", "b", "new"])

    def test_suspend_and_resume_from_another_terminal(self):
        program = self.waiting()
        child = self.started(program)
        self.assert_code(program("suspend", program.job), 0)
        self.assertEqual(program.status(), "SUSPENDED")
        self.sandbox.write("go", "")  # what runs may end; nothing new starts
        self.assertEqual(child.wait(TIMEOUT), SUSPENDED)
        self.assertEqual(self.lines("out"), ["wait"])
        self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["wait", "after"])

    def test_signals_say_how_to_go_on(self):
        ends = {signal.SIGINT: (SUSPENDED, "SUSPENDED"), signal.SIGTERM: (128 + 15, "RUNNING"),
                signal.SIGHUP: (128 + 1, "RUNNING")}
        for number, (code, status) in ends.items():
            with self.subTest(number):
                for name in ("out", "go"):
                    self.sandbox.path(name).unlink(missing_ok=True)
                program = self.waiting()
                child = self.started(program, "--progress", "plain")
                os.kill(child.pid, number)
                out, err = child.communicate(timeout=TIMEOUT)
                self.assertEqual(child.returncode, code, (out, err))
                self.assertIn(b"resume", out + err)
                self.assertEqual(program.status(), status)
                self.assertEqual("RUNNING, no process" in program("jobs").out, status == "RUNNING")
                self.sandbox.write("go", "")
                self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
                self.assertEqual(self.lines("out"), ["wait", "after"])

    def test_kill_from_another_terminal(self):
        program = self.waiting()
        child = self.started(program)
        self.assert_code(program("kill", program.job), 0)
        self.assertEqual(child.wait(TIMEOUT), KILLED)
        self.assertEqual(program.status(), "KILLED")
        self.assertEqual(program.nodes()["wait"]["status"], "KILLED")
        self.assert_code(program("kill", program.job), 1)

    def test_kill_minus_nine_then_resume_adopts_the_child(self):
        program = self.waiting()
        child = self.started(program)
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        self.sandbox.write("go", "")
        self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["wait", "after"])

    def test_second_resume_of_a_running_job(self):
        program = self.waiting()
        child = self.started(program)
        result = program("resume", program.job, "--progress", "none")
        self.assertIn(result.code, (FAILED, USAGE), result)
        self.assertIn(program.job, result.err)
        self.sandbox.write("go", "")
        self.assertEqual(child.wait(TIMEOUT), SUCCEEDED)

    def test_suspend_on_nodes(self):
        program = self.counted()
        self.sandbox.write("good", "")
        self.assert_code(program.run(params={"mark": "x", "oozie.suspend.on.nodes": "b"}), SUSPENDED)
        self.assertEqual(self.lines("out"), ["a"])
        self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["a", "b", "c0x"])

    def test_jobs_info_and_purge(self):
        program = self.counted()
        self.sandbox.write("good", "")
        self.assert_code(program.run(params={"mark": "x"}), SUCCEEDED)
        jobs = self.assert_code(program("jobs", "--format", "json"), 0).json()["jobs"]
        self.assertEqual([job["id"] for job in jobs], [program.job])
        self.assertIn("SUCCEEDED", program("info", program.job).out)
        self.assert_code(program("purge", "--older-than", "0s"), 0)
        self.assertEqual(program("jobs", "--format", "json").json()["jobs"], [])

    def test_unknown_job(self):
        program = self.counted()
        for command in ("info", "resume", "suspend", "kill", "log"):
            result = program(command, "0000001-260101000000000-hpdl-me-W")
            self.assertIn(result.code, (1, 2), result)
            self.assertIn("0000001-260101000000000-hpdl-me-W", result.err)

    def test_params_source_and_graph(self):
        program = self.counted()
        source = self.sandbox.path("workflow.xml").read_text()
        self.assertEqual(run([program.path, "source"]).out, source)
        self.assertIn("mark", run([program.path, "params"]).out)
        self.assertIn("b", run([program.path, "graph"]).out)

    def test_progress_json_is_a_line_an_object(self):
        program = self.counted()
        self.sandbox.write("good", "")
        result = program("run", "--local", "--progress", "json", *definitions({"mark": "x"}))
        self.assert_code(result, SUCCEEDED)
        events = [json.loads(line) for line in result.out.splitlines()]
        self.assertEqual(events[-1]["status"], "SUCCEEDED")
        self.assertIn("b", [event.get("node") for event in events])


if __name__ == "__main__":
    closing.main()
