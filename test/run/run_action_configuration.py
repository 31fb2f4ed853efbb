"""What an action's configuration is made of: config-default.xml, job-xml files and their expressions, <global>."""

import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403


def configuration(values):
    rows = "".join(f"<property><name>{escape(name)}</name><value>{escape(value)}</value></property>"
                   for name, value in values.items())
    return f"<configuration>{rows}</configuration>"


class ActionConfiguration(ProgramTest):
    def application(self, action="", job_xml=(), own=None, global_values=None, global_xml=(), **files):
        """A shell action that keeps its configuration; keyword arguments are files, `__` is a dot in their names."""
        inside = ("".join(f"<job-xml>{path}</job-xml>" for path in job_xml)
                  + (configuration(own) if own else ""))
        body = action or shell("a", f'cp "$OOZIE_ACTION_CONF_XML" {self.sandbox.path("conf.xml")}')
        text = workflow(body.replace("<exec>", inside + "<exec>", 1), "a")
        of_global = ("".join(f"<job-xml>{path}</job-xml>" for path in global_xml)
                     + (configuration(global_values) if global_values else ""))
        self.sandbox.write("app/workflow.xml", text.replace("</global>", of_global + "</global>"))
        for name, values in files.items():
            content = configuration(values) if isinstance(values, dict) else values
            self.sandbox.write(f"app/{name.replace('__', '.')}", content)
        return self.sandbox.path("app")

    def conf(self):
        return {row.findtext("name"): row.findtext("value") or ""
                for row in ElementTree.parse(self.sandbox.path("conf.xml")).getroot()}

    def of(self, params=None, **options):
        """The configuration that the action sees."""
        self.assert_code(self.build(self.application(**options)).run(params=params), SUCCEEDED)
        return self.conf()

    def test_config_default_is_a_layer_of_its_own(self):
        defaults = {"config-default__xml": {"a": "default", "b": "default", "c": "default", "dir": "/in/${who}",
                                            "hadoop": "${some.thing}"}}
        got = self.of(params={"who": "joe", "a": "job"}, own={"b": "own"}, global_values={"b": "global", "c": "global"},
                      **defaults)
        # What the job was given is not what the action gets, but is what ${who} means.
        self.assertEqual(got, {"a": "default", "b": "own", "c": "global", "dir": "/in/joe", "hadoop": "${some.thing}"})

    def test_layers_as_oozie_has_them(self):
        got = self.of(job_xml=["own.xml"], global_xml=["global.xml", "own.xml"], global_values={"d": "global"},
                      own={"e": "own"}, **{
                          "own__xml": {name: "own file" for name in "abcde"},
                          "global__xml": {name: "global file" for name in "bcde"},
                          "config-default__xml": {name: "default" for name in "cde"}})
        self.assertEqual(got, {"a": "own file", "b": "global file", "c": "default", "d": "global", "e": "own"})

    def test_sub_workflows_do_not_get_it(self):
        self.sandbox.write("app/child/workflow.xml", workflow(
            shell("a", f'env | grep -c OOZIE_ACTION_CONF_XML >{self.sandbox.path("child")}; true'), "a"))
        action = ('<action name="a"><sub-workflow><app-path>child</app-path><configuration><property><name>given</name>'
                  '<value>1</value></property></configuration></sub-workflow><ok to="end"/><error to="killed"/></action>')
        program = self.build(self.application(action, **{"config-default__xml": {"a": "default"}}))
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.lines("child"), ["0"])

    def test_expressions_in_files(self):
        files = {"job__xml": {
            "plain": "no expression", "name": "/user/${who}/x", "hadoop": "${hadoop.tmp.dir}/x",
            "call": "${wf:id()} of ${wf:user()}", "mixed": "${concat(who, '-')}${hadoop.tmp.dir}", "sum": "${1 + 2}",
            "escaped": "\\${1 + 2}${1}", "conf": "${wf:conf('who')}"}}
        program = self.build(self.application(job_xml=["job.xml"], **files))
        self.assert_code(program.run(params={"who": "joe", "user.name": "ann"}), SUCCEEDED)
        self.assertEqual(self.conf(), {
            "plain": "no expression", "name": "/user/joe/x", "hadoop": "${hadoop.tmp.dir}/x",
            "call": f"{program.job} of ann", "mixed": "joe-${hadoop.tmp.dir}", "sum": "3", "escaped": "${1 + 2}1",
            "conf": "joe"})

    def test_expressions_in_files_of_global_and_of_many_actions(self):
        bodies = "".join(shell(name, f'grep -c "<value>{value}" "$OOZIE_ACTION_CONF_XML"',
                               to=after).replace("<exec>", "<job-xml>job.xml</job-xml><exec>")
                         for name, value, after in (("a", "0000001-", "b"), ("b", "0</value>", "end")))
        program = self.build(self.application(bodies, global_xml=["global.xml"], **{
            "job__xml": {"x": "${wf:lastErrorNode()}${wf:id()}"}, "global__xml": {"y": "${0 + 0}"}}))
        self.assert_code(program.run(), SUCCEEDED)

    def test_a_parameter_of_a_compiled_value_is_required(self):
        program = self.build(self.application(job_xml=["job.xml"], job__xml={"x": "${concat(nosuch, 'x')}"}))
        self.assert_refused(program.run(), USAGE, "nosuch")

    def test_what_cannot_be_evaluated_while_it_runs(self):
        for value, words in (("${nosuch}", "no such property"), ("${open", "closing brace")):
            with self.subTest(value):
                outside = self.sandbox.write("outside.xml", configuration({"x": value}))
                program = self.build(self.application(job_xml=[f"file://{outside}"]))
                self.assert_code(program.run(), SUSPENDED)
                node = program.nodes()["a"]
                self.assertEqual((node["status"], node["errorCode"]), ("START_MANUAL", "EL_EVAL_ERROR"))
                self.assertIn(f"job-xml file://{outside}, property x: ", node["errorMessage"])
                self.assertIn(words, node["errorMessage"])
                outside.write_text(configuration({"x": "mended"}))
                self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
                self.assertEqual(self.conf()["x"], "mended")

    def test_functions_in_a_file_from_elsewhere(self):
        outside = self.sandbox.write("outside.xml", configuration(
            {"x": "${wf:id()} of ${wf:user()}", "y": "${who}", "z": "${wf:conf('who')}"}))
        program = self.build(self.application(job_xml=[f"file://{outside}"]))
        self.assert_code(program.run(params={"who": "joe", "user.name": "ann"}), SUCCEEDED)
        self.assertEqual(self.conf(), {"x": f"{program.job} of ann", "y": "joe", "z": "joe"})
        outside.write_text(configuration({"x": "${concat('a', 'b')}"}))
        self.assert_code(program.run(params={"who": "joe"}), SUSPENDED)
        self.assertIn("only ${name}, wf:conf", program.nodes()["a"]["errorMessage"])

    def test_verify_looks_into_files(self):
        for value, kind in (("${wf:nosuch()}", "UnknownFunction"), ("${wf:id(}", "ElSyntax"), ("${1", "ElSyntax")):
            with self.subTest(value):
                result = hpdlc("verify", self.application(job_xml=["job.xml"], job__xml={"x": value}))
                self.assertEqual(result.code, 1, result)
                self.assertIn(f"[{kind}]", result.out + result.err)
                self.assertIn("<job-xml>job.xml</job-xml>", result.out + result.err)

    def test_hws_takes_files_as_they_are(self):
        self.sandbox.write("app/configuration.xml", configuration({"a": "default"}))
        self.sandbox.write("app/workflow.xml", "<hadoop-workflow name='w'><start to='e'/><end name='e'/></hadoop-workflow>")
        program = self.build(self.sandbox.path("app"))
        self.assert_code(program.run(params={"user.name": "joe"}), SUCCEEDED)


if __name__ == "__main__":
    closing.main()
