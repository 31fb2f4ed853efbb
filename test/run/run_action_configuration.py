"""What an action's configuration is made of: config-default.xml, job-xml files and their expressions, <global>."""

import json
import os
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

CONFORMANCE = ROOT / "test" / "conformance"
PROPERTIES = json.loads((CONFORMANCE / "el_context.json").read_text())["properties"]


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
                                            "of-file": "/in/${a}", "open": "/in/${who}", "hadoop": "${some.thing}"}}
        got = self.of(params={"who": "joe", "a": "job", "of-file": "/given", "open": "/given"}, own={"b": "own"},
                      global_values={"b": "global", "c": "global"}, **defaults)
        # An action gets what the job was given only for a value that the file alone does not determine.
        self.assertEqual(got, {"a": "default", "b": "own", "c": "global", "dir": "/in/joe", "of-file": "/in/default",
                               "open": "/given", "hadoop": "${some.thing}"})

    def test_a_default_that_names_itself_has_the_jobs_value(self):
        defaults = {"config-default__xml": {"queue": "${queue}", "a": "${b}", "b": "${a}", "of-a": "/${a}"}}
        self.assertEqual(self.of(params={"queue": "etl", "b": "1"}, own={"x": "own"}, **defaults),
                         {"queue": "etl", "a": "1", "b": "1", "of-a": "/1", "x": "own"})

    def test_layers_as_oozie_has_them(self):
        got = self.of(job_xml=["own.xml"], global_xml=["global.xml", "own.xml"], global_values={"d": "global"},
                      own={"e": "own"}, **{
                          "own__xml": {name: "own file" for name in "abcde"},
                          "global__xml": {name: "global file" for name in "bcdef"},
                          "config-default__xml": {name: "default" for name in "cde"}})
        self.assertEqual(got, {"a": "own file", "b": "own file", "c": "default", "d": "global", "e": "own", "f": "global file"})

    def test_what_the_site_has_is_the_lowest_layer(self):
        app = self.application(job_xml=["own.xml"], own={"c": "own"}, own__xml={"b": "file", "c": "file"})
        program = self.build(app)
        site = self.sandbox.write("etc/site.xml", configuration({}))
        self.sandbox.write("etc/action-conf/default.xml", configuration({"a": "all", "z": "${not.an.expression"}))
        self.sandbox.write("etc/action-conf/shell/x.xml", configuration(
            {"a": "shell", "b": "shell", "c": "shell", "fs.defaultFS": "hdfs://elsewhere", "user.name": "root"}))
        self.sandbox.write("etc/action-conf/java.xml", configuration({"java": "yes"}))
        self.assert_code(program.run("--site", site), SUCCEEDED)
        self.assertEqual(self.conf(), {"a": "shell", "b": "file", "c": "own", "z": "${not.an.expression"})
        broken = self.sandbox.write("etc/action-conf/shell.xml", "<configuration>")
        self.assert_code(program.run("--site", site), SUSPENDED)
        node = program.nodes()["a"]
        self.assertEqual(node["errorCode"], "E0902", node)
        self.assertIn(f"{broken}:1", node["errorMessage"])
        broken.unlink()
        self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)

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

    def test_a_file_with_an_expression_that_fails_stays_as_it_is(self):
        """In a file from outside, and in a file of the application, of which verify warns if it can know."""
        outside = self.sandbox.path("outside.xml")
        for value in ("${nosuch}", "${open", "a${1 +}", "${wf:nosuch()}", "${concat('a')}", "${action:output('a', 'b')}",
                      "${7 % 0}", "${hcat:exists('hcat://a')}", "${" + "(" * 30000 + "}", "/tmp/${system:user.name}"):
            with self.subTest(value):
                properties = {"x": value, "fine": "${1}", "plain": "text"}
                outside.write_text(configuration(properties))
                program = self.build(self.application(job_xml=[f"file://{outside}"]))
                self.assert_code(program.run(), SUCCEEDED)
                self.assertEqual(self.conf(), properties)
                if value != "${nosuch}":  # a plain name is looked up when the action starts
                    app = self.application(job_xml=["job.xml"], job__xml=properties)
                    warned = self.assert_code(hpdlc("verify", app), SUCCEEDED).err
                    self.assertEqual("job.xml" in warned, "hcat" not in value, warned)  # this function exists
                    self.assert_code(self.build(app).run(), SUCCEEDED)
                    self.assertEqual(self.conf(), properties)

    def test_a_compiled_value_that_fails_when_the_action_starts(self):
        properties = {"x": "${wf:conf('n') * 2}", "fine": "${1 + 1}", "plain": "text"}
        program = self.build(self.application(job_xml=["job.xml"], job__xml=properties))
        self.assert_code(program.run(params={"n": "three"}), SUCCEEDED)
        self.assertEqual(self.conf(), properties)
        self.assert_code(program.run(params={"n": "3"}), SUCCEEDED)
        self.assertEqual(self.conf(), {"x": "6", "fine": "2", "plain": "text"})

    def test_what_is_no_file_of_properties(self):
        fifo, large = self.sandbox.path("fifo"), self.sandbox.path("large")
        os.mkfifo(fifo)
        with open(large, "wb") as stream:
            stream.truncate(1 << 40)
        program = self.build(self.application(job_xml=["${file}"]))
        for path, words in ((fifo, "not a file"), (self.sandbox.folder, "not a file"), ("/dev/zero", "not a file"),
                            (large, "larger than"), (self.sandbox.write("empty", ""), "empty")):
            with self.subTest(path):
                self.assert_code(program.run(params={"file": str(path)}), KILLED)
                self.assertIn(words, program.nodes()["a"]["errorMessage"])

    def test_functions_in_a_file_from_elsewhere(self):
        outside = self.sandbox.write("outside.xml", configuration(
            {"x": "${wf:id()} of ${wf:user()}", "y": "${who}", "z": "${wf:conf('who')}", "hadoop": "${hadoop.tmp.dir}",
             "job": "${own.name}", "mixed": "${concat(who, '-')}${hadoop.tmp.dir}${own.name}", "size": "${64 * MB}",
             "plain": "1 + 1", "escaped": "\\${who}", "file": f"${{fs:exists('{self.sandbox.folder}')}}",
             "pattern": "${replaceAll('a-b-c', '-(.)', '$1')}", "put": "${token:put('k', who)}"}))
        program = self.build(self.application(job_xml=[f"file://{outside}"]))
        result = self.assert_code(program.run(params={"who": "joe", "user.name": "ann", "own.name": "o"}), SUCCEEDED)
        self.assertNotIn("no such parameter", result.err)
        self.assertEqual(self.conf(), {
            "x": f"{program.job} of ann", "y": "joe", "z": "joe", "hadoop": "${hadoop.tmp.dir}", "job": "o",
            "mixed": "joe-${hadoop.tmp.dir}o", "size": "67108864", "plain": "1 + 1", "escaped": "${who}",
            "file": "true", "pattern": "abc", "put": "joe"})
        self.assertIn("joe", program("token", program.job).out)

    def test_a_name_that_is_an_expression(self):
        program = self.build(self.application(job_xml=["${file}"], job__xml={"x": "${1 + 1}"}))
        self.assert_code(program.run(params={"file": "job.xml"}), SUCCEEDED)
        self.assertEqual(self.conf(), {"x": "2"})
        outside = self.sandbox.write("outside.xml", configuration({"x": "${1 + 2}"}))
        self.assert_code(program.run(params={"file": str(outside)}), SUCCEEDED)
        self.assertEqual(self.conf(), {"x": "3"})

    def test_files_of_global_from_elsewhere(self):
        outside = self.sandbox.write("outside.xml", configuration({"x": "${wf:lastErrorNode()}${1 + 2}"}))
        self.assertEqual(self.of(global_xml=[str(outside)], job_xml=[str(outside), str(outside)]), {"x": "3"})

    def test_names_and_words_in_files_of_the_application(self):
        files = {"job__xml": {"constant": "${KB}", "word": "${true}", "escaped": "\\${who} ${who}",
                              "known": "${own.name}${1}", "unknown": "${other.name}${1}"}}
        got = self.of(params={"who": "joe", "own.name": "o"}, job_xml=["job.xml"], **files)
        self.assertEqual(got, {"constant": "1024", "word": "true", "escaped": "${who} joe", "known": "o1",
                               "unknown": "${other.name}1"})

    def test_a_parameter_of_a_file_is_no_typing_error(self):
        program = self.build(self.application(job_xml=["job.xml"], job__xml={"x": "${who}"}))
        result = self.assert_code(program.run(params={"who": "joe"}), SUCCEEDED)
        self.assertNotIn("no such parameter", result.err)
        self.assertIn("no such parameter", program.run(params={"who": "joe", "whom": "ann"}).err)

    def test_compiled_and_interpreted_values_agree(self):
        """One job: the same expressions from a file of the application and from one that is read while it runs."""
        rows = [line.split("\t") for line in (CONFORMANCE / "el.tsv").read_text().splitlines()
                if not line.startswith("#")]
        texts = [row[2] for row in rows if row[1] == "value" and "timestamp" not in row[2] and "callback" not in row[2]]
        self.assertGreater(len(texts), 80)
        operands = ["null", "true", "'a'", "''", "'10'", "7", "2.5", "n", "pi", "t", "empty", "wf:conf('nosuch')",
                    "wf:actionData('act1')['n']", "hadoop:counters('act1')"]
        texts += [f"${{{left} {operation} {right}}}" for left in operands for right in operands
                  for operation in ("==", "!=", "? 1 : 2 ==") if "empty" not in (left, right)]
        texts += [f"a${{empty {operand}}}${{{operand}}}b" for operand in operands if operand != "empty"]
        context = self.sandbox.write("context.json", json.dumps({"properties": PROPERTIES}))
        answers = hpdlc("eval", "--context", context, "--format", "json", *texts).out.splitlines()
        values = {f"p{i:04}": text for i, (text, answer) in enumerate(zip(texts, answers, strict=True))
                  if "value" in json.loads(answer)}  # what fails is told by other tests
        self.assertGreater(len(values), 300)
        outside = self.sandbox.write("outside.xml", configuration(values))
        keep = 'cp "$OOZIE_ACTION_CONF_XML" ' + str(self.sandbox.path("conf"))
        bodies = shell("act1", "echo k1=v1; echo n=42", to="compiled", capture=True)
        for name, path, after in (("compiled", "job.xml", "interpreted"), ("interpreted", outside, "end")):
            bodies += shell(name, f"{keep}-{name}.xml", to=after).replace(
                "<exec>", f"<job-xml>{path}</job-xml><exec>", 1)
        self.sandbox.write("app/job.xml", configuration(values))
        self.sandbox.write("app/workflow.xml", workflow(bodies, "act1"))
        program = self.build(self.sandbox.path("app"))
        self.assert_code(program.run(params=PROPERTIES), SUCCEEDED)
        compiled, interpreted = (
            {row.findtext("name"): row.findtext("value") or ""
             for row in ElementTree.parse(self.sandbox.path(f"conf-{name}.xml")).getroot()}
            for name in ("compiled", "interpreted"))
        self.assertGreater(len(compiled), 300)  # an empty property is none
        self.assertEqual(compiled.keys(), interpreted.keys())
        for name, value in compiled.items():
            self.assertEqual(value, interpreted[name], values[name])

    def test_failures_are_the_same_compiled_and_interpreted(self):
        for text in ("${who + 1}", "${7 % zero}", "${who ? 1 : wf:conf('nosuch') % 0}", "${wf:callback('x')}",
                     "${wf:actionData('a')['x'] % 0}", "${fs:exists('ftp://a/b')}", "${token:put(who, null)}",
                     "${replaceAll(who, '(', 'x')}"):
            with self.subTest(text):
                outside = self.sandbox.write("outside.xml", configuration({"x": text}))
                for path in ("job.xml", outside):
                    program = self.build(self.application(job_xml=[path], job__xml={"x": text}))
                    self.assert_code(program.run(params={"who": "joe", "zero": "0"}), SUCCEEDED)
                    self.assertEqual(self.conf(), {"x": text}, path)

    def test_a_resumed_attempt_has_the_values_of_the_first(self):
        outside = self.sandbox.write("outside.xml", configuration({"x": "${timestamp()}", "y": "${who}"}))
        body = shell("a", f'cp "$OOZIE_ACTION_CONF_XML" {self.sandbox.path("first.xml")}; '
                          f'while [ ! -e {self.sandbox.path("go")} ]; do sleep 0.05; done; '
                          f'cp "$OOZIE_ACTION_CONF_XML" {self.sandbox.path("conf.xml")}')
        program = self.build(self.application(body, job_xml=[outside]))
        child = self.sandbox.spawn(program, params={"who": "joe"})
        self.assertTrue(program.wait_for(lambda: self.sandbox.path("first.xml").exists()))
        child.kill()
        child.wait()
        outside.write_text(configuration({"x": "changed", "z": "${open"}))
        self.sandbox.write("go", "")
        self.assert_code(program("resume", "last", "--progress", "none"), SUCCEEDED)
        self.assertEqual(self.conf()["y"], "joe")
        self.assertEqual(self.sandbox.path("first.xml").read_text(), self.sandbox.path("conf.xml").read_text())

    def test_verify_looks_into_files(self):
        for value in ("${wf:nosuch()}", "${wf:id(}", "${1"):
            with self.subTest(value):
                app = self.application(job_xml=["job.xml"], job__xml={"x": value})
                result = self.assert_code(hpdlc("verify", app), SUCCEEDED)
                self.assertEqual(hpdlc("verify", "-Werror", app).code, 1)
                self.assertIn("[JobXmlNotEvaluated]", result.out + result.err)
                self.assertIn("<job-xml>job.xml</job-xml>", result.out + result.err)

    def test_hws_takes_files_as_they_are(self):
        self.sandbox.write("app/configuration.xml", configuration({"a": "default"}))
        self.sandbox.write("app/workflow.xml", "<hadoop-workflow name='w'><start to='e'/><end name='e'/></hadoop-workflow>")
        program = self.build(self.sandbox.path("app"))
        self.assert_code(program.run(params={"user.name": "joe"}), SUCCEEDED)


if __name__ == "__main__":
    closing.main()
