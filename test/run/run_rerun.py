"""Reruns: what is skipped, what runs again, with which program and parameters."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403


class Rerun(ProgramTest):
    def step(self, name, more="true", **options):
        return shell(name, f"echo {name} >>{self.sandbox.path('out')}; {more}", **options)

    def rerun(self, program, *arguments, params=None):
        return program("rerun", program.job, *arguments, "--progress", "none",
                       *definitions(params or {}))

    def forget(self):
        self.sandbox.path("out").unlink()

    def test_skipped_decision_goes_the_way_it_went(self):
        """Its predicate says otherwise now; it is not looked at, so it may even fail."""
        program = self.build(workflow(
            decision("d", [("left", "${10 / n gt 2}")], "right")
            + self.step("left") + self.step("right"), "d"))
        self.assert_code(program.run(params={"n": 2}), SUCCEEDED)
        self.forget()
        self.assert_code(self.rerun(program, "--skip", "d", params={"n": 100}), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["left"])
        self.assertTrue(program.nodes()["d"]["skipped"])
        self.forget()
        self.assert_code(self.rerun(program, "--skip", "d", params={"n": "no number"}), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["left"])

    def test_decision_that_is_not_skipped_decides_anew(self):
        program = self.build(workflow(
            decision("d", [("left", "${n gt 2}")], "right")
            + self.step("left") + self.step("right"), "d"))
        self.assert_code(program.run(params={"n": 5}), SUCCEEDED)
        self.assert_code(self.rerun(program, "--skip", "left", params={"n": 1}), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["left", "right"])

    def test_skipped_decision_without_its_way_in_a_newer_program(self):
        program = self.build(workflow(
            decision("d", [("left", "${true}")], "end") + self.step("left"), "d"))
        self.assert_code(program.run(), SUCCEEDED)
        newer = self.build(workflow(
            decision("d", [("other", "${true}")], "end") + self.step("other"), "d"), name="newer")
        self.assert_code(newer("rerun", program.job, "--skip", "d", "--progress", "none"), FAILED)
        self.assertIn("E0721", str(program.info()))
        self.assertEqual(self.lines("out"), ["left"])

    def forked(self):
        """b ends when a has, as the node after a shows; it fails unless there is a file `good`."""
        good, mark = self.sandbox.path("good"), self.sandbox.path("mark")
        return self.build(workflow(
            fork("f", "a", "b") + self.step("a", to="after") + fs("after", f'<touchz path="file://{mark}"/>', to="j")
            + self.step("b", f"until [ -e {mark} ]; do sleep 0.02; done; [ -e {good} ]", to="j") + join("j", "z")
            + self.step("z"), "f"))

    def test_failed_branch_runs_again_alone(self):
        program = self.forked()
        self.assert_code(program.run(), KILLED)
        self.forget()
        self.sandbox.write("good", "")
        self.assert_code(self.rerun(program, "--failed"), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["b", "z"])

    def test_skipped_fork_starts_its_paths(self):
        program = self.forked()
        self.sandbox.write("good", "")
        self.assert_code(program.run(), SUCCEEDED)
        self.forget()
        self.assert_code(self.rerun(program, "--skip", "f"), SUCCEEDED)
        self.assertEqual(sorted(self.lines("out")[:2]) + self.lines("out")[2:], ["a", "b", "z"])
        self.forget()
        self.assert_code(self.rerun(program, "--skip", "f,a,after,b,j"), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["z"])

    def test_run_number_recovery_and_kept_data(self):
        program = self.build(workflow(
            shell("probe", "echo rows=42", to="say", capture=True)
            + shell("say", f"echo $@ >>{self.sandbox.path('out')}", arguments=(
                "${wf:run()}", "${wf:actionData('probe')['rows']}", "${mark}", "${wf:id()}")),
            "probe"))
        self.assert_code(program.run(params={"mark": "x"}), SUCCEEDED)
        job = program.job
        self.assert_code(self.rerun(program, "--skip", "probe", params={"mark": "y"}), SUCCEEDED)
        self.assert_code(self.rerun(program, "--skip", "probe"), SUCCEEDED)
        self.assertEqual(self.lines("out"), [f"0 42 x {job}", f"1 42 y {job}", f"2 42 y {job}"])
        self.assertEqual((program.job, program.info()["job"]["run"]), (job, 2))

    def test_recovery_in_the_other_dialect(self):
        out = self.sandbox.path("out")
        text = ('<hadoop-workflow name="w"><start to="d"/><decision name="d">'
                "<eval name='AGAIN'>${wf:recovery() gt 0}</eval><default name='FIRST'/>"
                "<transition name='AGAIN' to='bad'/><transition name='FIRST' to='m'/></decision>"
                f"<hdfs name='m'><file-system>file:///</file-system><commands><mkdir path='{out}'/>"
                "</commands><transition name='OK' to='e'/><transition name='ERROR' to='bad'/></hdfs>"
                "<fail name='bad'><message>again</message></fail><end name='e'/></hadoop-workflow>")
        program = self.build(text)
        self.assert_code(program.run(params={"user.name": "joe"}), SUCCEEDED)
        self.assert_code(self.rerun(program, "--skip", "m"), FAILED)

    def test_refused_skip_names_all_and_changes_nothing(self):
        program = self.build(workflow(
            self.step("a", to="b") + self.step("b", "exit 1", to="c") + self.step("c", to="d")
            + self.step("d"), "a"))
        self.assert_code(program.run(), KILLED)
        before = program.info()
        result = self.assert_refused(self.rerun(program, "--skip", "d,a,c,b"), USAGE, "[c,d]")
        self.assertEqual(len(result.err.strip().splitlines()), 1, result)
        self.assertEqual(program.info(), before)

    def test_failnodes_counts_only_if_it_is_true(self):
        program = self.build(workflow(self.step("a", "test ${n} = 2"), "a"))
        self.assert_code(program.run(params={"n": 1}), KILLED)
        name = "oozie.wf.rerun.failnodes"
        self.assert_refused(self.rerun(program, params={name: "", "n": 2}), USAGE, name)
        self.assertEqual(self.lines("out"), ["a"])
        self.assert_code(self.rerun(program, params={name: "maybe", "n": 2}), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["a", "a"])
        self.assert_code(self.rerun(program, params={name: "TRUE"}), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["a", "a"])

    def test_wants_one_way_and_an_ended_job(self):
        program = self.build(workflow(self.step("a"), "a"))
        self.assert_code(program.run(params={"oozie.suspend.on.nodes": "a"}), SUSPENDED)
        self.assert_refused(self.rerun(program, "--failed"), USAGE, "SUSPENDED")
        self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
        self.assert_refused(self.rerun(program), USAGE, "--skip", "--failed")
        self.assert_refused(self.rerun(program, "--skip", "a", "--failed"), USAGE, "give --failed, or give --skip")

    def test_newer_program_with_other_parameters(self):
        program = self.build(workflow(self.step("a", "exit 1"), "a"))
        self.assert_code(program.run(), KILLED)
        newer = self.build(workflow(
            shell("a", f"echo $1 >>{self.sandbox.path('out')}", arguments=("${more}",)), "a"),
            name="newer")
        result = newer("rerun", program.job, "--failed", "--progress", "none")
        self.assert_refused(result, USAGE, "more")
        self.assertEqual(program.info()["job"]["run"], 0)
        self.assert_code(newer("rerun", program.job, "--failed", "--progress", "none", "-D",
                               "more=given"), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["a", "given"])
        self.assertEqual(program.info()["job"]["run"], 1)

    def test_a_failed_sub_workflow_goes_on_as_the_same_job(self):
        """Its nodes that were OK do not run again, and it sees what the rerun gives."""
        step = shell("c", f"echo c $1 >>{self.sandbox.path('out')}; test $2 = good",
                     arguments=("${wf:run()}", "${luck}"))
        child = self.sandbox.write("child/workflow.xml", workflow(self.step("a", to="c") + step, "a", name="child"))
        middle = self.sandbox.write("middle/workflow.xml", workflow(
            self.step("m", to="s") + '<action name="s"><sub-workflow><app-path>/apps/child</app-path>'
            '<propagate-configuration/></sub-workflow><ok to="end"/><error to="killed"/></action>', "m", name="middle"))
        program = self.build(workflow(
            '<action name="s"><sub-workflow><app-path>/apps/middle</app-path><propagate-configuration/></sub-workflow>'
            '<ok to="z"/><error to="killed"/></action>' + self.step("z"), "s"),
            "--sub", f"/apps/middle={middle}", "--sub", f"/apps/child={child}")
        self.assert_code(program.run(params={"luck": "bad"}), KILLED)
        first = [job["id"] for job in program.info()["subJobs"]]
        self.assert_code(self.rerun(program, "--failed", params={"luck": "good"}), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["m", "a", "c 0", "c 1", "z"])
        jobs = program.info()["subJobs"]
        self.assertEqual([(job["id"], job["run"], job["status"]) for job in jobs],
                         [(each, 1, "SUCCEEDED") for each in first])
        before = program("info", program.job, "--run", "0", "--format", "json").json()["subJobs"]
        self.assertEqual([(job["id"], job["run"], job["status"]) for job in before],
                         [(each, 0, "KILLED") for each in first])
        own = program("info", first[-1], "--run", "0", "--format", "json").json()
        self.assertEqual((own["job"]["status"], own["lastRun"]), ("KILLED", 1))
        self.assertEqual({node["name"]: node["status"] for node in own["job"]["nodes"]}["c"], "ERROR")
        self.assertTrue(program.nodes(first[-1])["a"]["skipped"])
        self.forget()
        self.assert_code(self.rerun(program, "--skip", "z"), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["m", "a", "c 0"])
        self.assertEqual(len(program.info()["subJobs"]), 4)

    def test_sub_workflow_is_skipped_as_a_whole_or_runs_anew(self):
        child = self.sandbox.write("child/workflow.xml", workflow(self.step("c"), "c", name="child"))
        program = self.build(workflow(
            '<action name="s"><sub-workflow><app-path>/apps/child</app-path></sub-workflow>'
            '<ok to="z"/><error to="killed"/></action>' + self.step("z"), "s"),
            "--sub", f"/apps/child={child}")
        self.assert_code(program.run(), SUCCEEDED)
        self.assert_code(self.rerun(program, "--skip", "s"), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["c", "z", "z"])
        self.assert_code(self.rerun(program, "--skip", "z"), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["c", "z", "z", "c"])


if __name__ == "__main__":
    closing.main()
