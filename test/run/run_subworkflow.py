"""Sub-workflows compiled into the program."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403


def sub(name, path, extra="", to="end", error="killed"):
    return (f'<action name="{name}"><sub-workflow><app-path>{path}</app-path>{extra}</sub-workflow>'
            f'<ok to="{to}"/><error to="{error}"/></action>')


def configuration(**values):
    return "<configuration>" + "".join(
        f"<property><name>{name}</name><value>{value}</value></property>"
        for name, value in values.items()) + "</configuration>"


class SubWorkflow(ProgramTest):
    def child(self, script="echo $1 >>$2", start="c"):
        return self.sandbox.write("child/workflow.xml", workflow(
            shell("c", script, arguments=("${word}", self.sandbox.path("out"))), start,
            name="child")).parent

    def test_runs_the_child_with_its_configuration(self):
        child = self.child()
        program = self.build(workflow(sub("s", "/apps/child", configuration(word="${greeting}")),
                                      "s"), "--sub", f"/apps/child={child}")
        self.assert_code(program.run(params={"greeting": "hello"}), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["hello"])
        self.assertEqual(program.info()["subJobs"][0]["status"], "SUCCEEDED")

    def test_propagates_the_configuration_when_asked(self):
        child = self.child()
        program = self.build(workflow(sub("s", "/apps/child", "<propagate-configuration/>"), "s"),
                             "--sub", f"/apps/child={child}")
        self.assert_code(program.run(params={"word": "passed on"}), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["passed on"])

    def test_child_that_is_killed_takes_the_error_transition(self):
        child = self.child("exit 1")
        program = self.build(workflow(sub("s", "/apps/child", configuration(word="x")), "s"),
                             "--sub", f"/apps/child={child}")
        self.assert_code(program.run(), KILLED)
        self.assertEqual(program.nodes()["s"]["status"], "ERROR")

    def test_one_definition_used_twice(self):
        child = self.child()
        program = self.build(workflow(
            fork("f", "s", "t") + sub("s", "/apps/child", configuration(word="one"), to="j")
            + sub("t", "/apps/child", configuration(word="two"), to="j") + join("j"), "f"),
            "--sub", f"/apps/child={child}")
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(sorted(self.lines("out")), ["one", "two"])

    def test_unknown_child_is_a_compile_error(self):
        source = self.sandbox.write("w.xml", workflow(sub("s", "/apps/child"), "s"))
        result = hpdlc("build", source, "-o", self.sandbox.path("p"))
        self.assert_refused(result, 1, "UnknownSubWorkflow", "/apps/child")

    def test_depth_is_bounded(self):
        path = self.sandbox.write("self.xml", workflow(
            sub("s", "/apps/self", "<propagate-configuration/>"), "s", name="self"))
        program = self.build(path, "--sub", f"/apps/self={path}")
        self.assert_code(program.run(), KILLED)
        self.assertIn("depth", str(program.info()).lower())


if __name__ == "__main__":
    closing.main()
