"""Start, fork, join, decision, end, kill and fail of both dialects."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403


class Control(ProgramTest):
    def test_chain_runs_in_order(self):
        out = self.sandbox.path("out")
        program = self.build(workflow(shell("a", f"echo a >>{out}", to="b")
                                      + shell("b", f"echo b >>{out}", to="c")
                                      + shell("c", f"echo c >>{out}"), "a"))
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["a", "b", "c"])
        self.assertEqual(program.status(), "SUCCEEDED")
        self.assertEqual(program.nodes()["b"]["status"], "OK")
        self.assertEqual(program.nodes()["b"]["transition"], "c")

    def test_nothing_but_control_nodes(self):
        program = self.build(workflow("", "end"))
        self.assert_code(program.run(), SUCCEEDED)

    def test_branches_of_a_fork_run_at_the_same_time(self):
        folder = self.sandbox.folder
        wait = "i=0; until [ -e {0} ]; do sleep 0.05; i=$((i+1)); [ $i -lt 2400 ] || exit 1; done"
        program = self.build(workflow(
            fork("f", "a", "b")
            + shell("a", f"touch {folder}/a; " + wait.format(f"{folder}/b"), to="j")
            + shell("b", f"touch {folder}/b; " + wait.format(f"{folder}/a"), to="j")
            + join("j", "after") + shell("after", f"touch {folder}/after"), "f"))
        self.assert_code(program.run("--parallel", "2"), SUCCEEDED)
        self.assertTrue((folder / "after").exists())

    def test_join_waits_for_every_branch(self):
        out = self.sandbox.path("out")
        program = self.build(workflow(
            # A join that does not wait has some time in which it would go on.
            fork("f", "slow", "quick")
            + shell("slow", f"until [ -s {out} ]; do sleep 0.02; done; sleep 0.4; echo slow >>{out}", to="j")  # time: longer is as good
            + shell("quick", f"echo quick >>{out}", to="j") + join("j", "after")
            + shell("after", f"echo after >>{out}"), "f"))
        self.assert_code(program.run("--parallel", "2"), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["quick", "slow", "after"])

    def test_nested_forks(self):
        out = self.sandbox.path("out")
        program = self.build(workflow(
            fork("f", "a", "g") + shell("a", f"echo a >>{out}", to="j") + fork("g", "b", "c")
            + shell("b", f"echo b >>{out}", to="k") + shell("c", f"echo c >>{out}", to="k")
            + join("k", "j") + join("j"), "f"))
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(sorted(self.lines("out")), ["a", "b", "c"])

    def test_parallel_bounds_the_processes(self):
        folder = self.sandbox.folder
        names = [f"n{i}" for i in range(6)]
        script = (f"touch {folder}/$0.on; ls {folder} | grep -c .on$ >>{folder}/seen; sleep 0.1; "  # time: longer is as good
                  f"rm {folder}/$0.on")
        program = self.build(workflow(
            fork("f", *names)
            + "".join(shell(n, script.replace("$0", n), to="j") for n in names) + join("j"), "f"))
        self.assert_code(program.run("--parallel", "2"), SUCCEEDED)
        self.assertLessEqual(max(int(line) for line in self.lines("seen")), 2)

    def test_decision_takes_the_first_true_case(self):
        out = self.sandbox.path("out")
        program = self.build(workflow(
            decision("d", [("a", "${n gt 10}"), ("b", "${n gt 5}"), ("c", "${n gt 1}")], "other")
            + "".join(shell(n, f"echo {n} >>{out}") for n in ("a", "b", "c", "other")), "d"))
        for value, target in ((11, "a"), (7, "b"), (2, "c"), (0, "other")):
            self.assert_code(program.run(params={"n": value}), SUCCEEDED)
            self.assertEqual(self.lines("out")[-1], target)

    def test_what_is_asked_of_no_node_is_null(self):
        program = self.build(workflow(
            decision("d", [("wrong", "${wf:errorCode('failed') ne null}"),
                           ("wrong", "${wf:actionData('gone')['k'] gt 0}"),
                           ("fail", "${toJsonStr(wf:actionData('gone')) eq '{}'}")], "wrong")
            + shell("wrong", "true")
            + '<kill name="fail"><message>&lt;${wf:errorCode("failed")}></message></kill>', "d"))
        self.assert_code(program.run(), KILLED)
        self.assertIn("<>", program.info()["job"]["errorMessage"])

    def test_decision_on_captured_output(self):
        out = self.sandbox.path("out")
        program = self.build(workflow(
            shell("probe", "echo rows=42", to="d", capture=True)
            + decision("d", [("many", "${wf:actionData('probe')['rows'] gt 40}")], "end")
            + shell("many", f"echo $1 >{out}", arguments=("${wf:actionData('probe')['rows']}",)),
            "probe"))
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["42"])

    def test_kill_gives_its_message(self):
        program = self.build(workflow(
            '<kill name="stop"><message>no input in ${folder}</message></kill>', "stop"))
        result = self.assert_code(program.run(params={"folder": "/data"}), KILLED)
        info = program.info()["job"]
        self.assertEqual(info["status"], "KILLED")
        self.assertIn("no input in /data", str(program.info()))

    def test_kill_ends_what_still_runs(self):
        out, begun = self.sandbox.path("out"), self.sandbox.path("begun")
        program = self.build(workflow(
            fork("f", "long", "bad") + shell("long", f"touch {begun}; sleep 600; echo late >{out}", to="j")
            + shell("bad", f"until [ -e {begun} ]; do sleep 0.02; done; exit 1", to="j") + join("j"), "f"))
        self.assert_code(program.run("--parallel", "2", timeout=TIMEOUT), KILLED)
        self.assertEqual(program.nodes()["long"]["status"], "KILLED")
        self.assertEqual(self.lines("out"), [])

    def test_error_transition(self):
        out = self.sandbox.path("out")
        program = self.build(workflow(
            shell("a", "exit 3", to="killed", error="repair")
            + shell("repair", f"echo $1 >{out}", arguments=("${wf:lastErrorNode()}",)), "a"))
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["a"])
        self.assertEqual(program.nodes()["a"]["status"], "ERROR")

    def test_hws_words(self):
        program = self.build('<hadoop-workflow name="w"><start to="f"/><fail name="f">'
                             "<message>sorry</message></fail><end name='e'/></hadoop-workflow>")
        self.assert_code(program.run(params={"user.name": "joe"}), FAILED)
        self.assertEqual(program.status(), "FAILED")

    def test_hws_decision_and_fs(self):
        folder = self.sandbox.folder
        program = self.build(
            '<hadoop-workflow name="w"><start to="d"/><decision name="d">'
            "<eval name='THERE'>${hdfs:exists('file:///', concat(wf:conf('dir'), '/made'))}</eval>"
            "<default name='NOT'/><transition name='THERE' to='bad'/><transition name='NOT' to='h'/>"
            "</decision><hdfs name='h'><file-system>file:///</file-system><commands>"
            "<mkdir path='${wf:conf(&quot;dir&quot;)}/made'/></commands>"
            "<transition name='OK' to='e'/><transition name='ERROR' to='bad'/></hdfs>"
            "<fail name='bad'><message>x</message></fail><end name='e'/></hadoop-workflow>")
        self.assert_code(program.run(params={"user.name": "joe", "dir": folder}), SUCCEEDED)
        self.assertTrue((folder / "made").is_dir())
        self.assert_code(program.run(params={"user.name": "joe", "dir": folder}), FAILED)

    def test_deep_chain_of_decisions(self):
        nodes = "".join(decision(f"d{i}", [(f"d{i + 1}", "${n eq 1}")], "killed") for i in range(500))
        program = self.build(workflow(nodes + decision("d500", [("end", "${true}")], "killed"), "d0"))
        self.assert_code(program.run(params={"n": 1}), SUCCEEDED)
        self.assert_code(program.run(params={"n": 2}), KILLED)

    def test_control_nodes_without_effect_share_a_commit(self):
        """Two hundred decisions in sequence need no more commits than one."""
        def commits(count):
            nodes = "".join(decision(f"d{i}", [("killed", "${n eq 0}")],
                                     f"d{i + 1}" if i + 1 < count else "end") for i in range(count))
            program = self.build(workflow(nodes, "d0"), name=f"of{count}")
            for number in range(1, 20):
                result = program.run(params={"n": 1}, env={"HPDL_CRASH_AT": str(number)})
                if result.code == SUCCEEDED:
                    return number
            return 20
        self.assertEqual(commits(200), commits(1))


if __name__ == "__main__":
    closing.main()
