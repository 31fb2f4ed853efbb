"""What actions in local mode get from HDFS: job-xml, file, archive, libraries, attachments, sub-workflows."""

import io
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from bill import bill
from crash_case import CrashTest
from every_commit import EveryCommit
from programs import *  # noqa: F403
from run_hdfs import HdfsTest
from smtp_peer import Smtp

QUICK = {"oozie.action.retries.max": "1", "oozie.action.retry.interval": "0"}
PROBE = """
public class Probe {
  public static void main(String[] args) throws Exception {
    java.util.Properties out = new java.util.Properties();
    out.setProperty("helper", Helper.word());
    out.setProperty("file", new String(java.nio.file.Files.readAllBytes(java.nio.file.Path.of(args[0]))));
    out.setProperty("archive", new String(java.nio.file.Files.readAllBytes(java.nio.file.Path.of(args[1]))));
    String conf = new String(java.nio.file.Files.readAllBytes(
        java.nio.file.Path.of(System.getProperty("oozie.action.conf.xml"))));
    out.setProperty("conf", String.valueOf(conf.contains("of-the-file")));
    try (var stream = new java.io.FileOutputStream(System.getProperty("oozie.action.output.properties"))) {
      out.store(stream, "");
    }
  }
}
"""
HELPER = 'public class Helper { static String word() { return "from the library"; } }'


def configuration(values):
    return "<configuration>" + "".join(
        f"<property><name>{name}</name><value>{escape(value)}</value></property>"
        for name, value in values.items()) + "</configuration>"


def action(name, body, to="end"):
    return f'<action name="{name}">{body}<ok to="{to}"/><error to="killed"/></action>'


def command(script, more="", name_node="", job_xml=()):
    """A shell action: job-xml goes before exec, files after it."""
    node = f"<name-node>{name_node}</name-node>" if name_node else ""
    files = "".join(f"<job-xml>{path}</job-xml>" for path in job_xml)
    return action("a", f'<shell xmlns="uri:oozie:shell-action:1.0">{node}{files}<exec>/bin/sh</exec>'
                       f"<argument>-c</argument><argument>{escape(script)}</argument>{more}</shell>")


def packed(name, content):
    """A tar.gz with one file."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as tar:
        member = tarfile.TarInfo(name)
        member.size = len(content)
        tar.addfile(member, io.BytesIO(content))
    return archive.getvalue()


class LocalFiles(HdfsTest):
    def log(self, program, node="a"):
        return program("log", program.job, "--node", node).out

    def command(self, script, code=SUCCEEDED, more="", name_node="", job_xml=(), **options):
        program = self.build(workflow(command(script, more, name_node, job_xml), "a"))
        self.assert_code(self.start(program, **options), code)
        return program

    def test_files_of_a_shell_action(self):
        self.write("tools/say.sh", "#!/bin/sh\necho says $(cat words)\n")
        self.write("data/in ü.txt", "what it reads")
        program = self.command(
            "./say.sh; ls -l", name_node=self.hdfs.name_node,
            more=f"<file>{self.root}/tools/say.sh</file><file>{self.url('data/in ü.txt')}#words</file>")
        self.assertIn("says what it reads", self.log(program))
        [copy] = program.state.rglob("in ü.txt")
        self.assertEqual(copy.stat().st_mode & 0o77, 0, "nobody else reads it")

    def test_a_path_without_authority_is_on_the_default_file_system(self):
        self.write("f", "of the default one")
        program = self.command("cat f", more=f"<file>hdfs://{self.root}/f</file>")
        self.assertIn("of the default one", self.log(program))

    def test_a_path_of_this_machine_stays_here(self):
        here = self.sandbox.write("here.txt", "of this machine")
        program = self.command("cat a b", name_node=self.hdfs.name_node,
                               more=f"<file>file://{here}#a</file><file>file:{here}#b</file>")
        self.assertIn("of this machineof this machine", self.log(program))

    def test_property_files(self):
        self.write("one.xml", configuration({"a": "first", "b": "first"}))
        self.write("two.xml", configuration({"b": "second"}))
        program = self.command("cat $OOZIE_ACTION_CONF_XML", name_node=self.hdfs.name_node,
                               job_xml=[self.url("one.xml"), f"{self.root}/two.xml"])
        log = self.log(program)
        self.assertIn("<name>a</name><value>first</value>", log)
        self.assertIn("<name>b</name><value>second</value>", log)

    def test_expressions_in_a_property_file(self):
        there, missing = self.url("conf.xml"), self.url("nosuch")
        self.write("conf.xml", configuration({
            "there": f"${{fs:exists('{there}')}}", "missing": f"${{fs:exists('{missing}')}}",
            "size": f"${{fs:fileSize('{there}') gt 100 ? 'some' : 'none'}}", "again": f"${{fs:exists('{there}')}}",
            "job": "${concat(wf:id(), '.')}${hadoop.tmp.dir}", "put": "${token:put('k', 1 + 1)}"}))
        program = self.command("cat $OOZIE_ACTION_CONF_XML", job_xml=[there])
        log = self.log(program)
        for name, value in (("there", "true"), ("missing", "false"), ("size", "some"), ("again", "true"),
                            ("job", f"{program.job}.${{hadoop.tmp.dir}}"), ("put", "2")):
            self.assertIn(f"<name>{name}</name><value>{value}</value>", log)
        self.write("conf.xml", configuration({"x": f"${{fs:exists('{missing}') ? 1 : 1 % 0}}"}))
        program = self.command("cat $OOZIE_ACTION_CONF_XML", job_xml=[there])
        self.assertIn("? 1 : 1 % 0}", self.log(program))  # a file of which an expression fails stays as it is

    def test_a_property_file_of_the_application_may_ask_for_files(self):
        there = self.url("conf.xml")
        self.write("conf.xml", configuration({}))
        self.sandbox.write("app/job.xml", configuration({"there": f"${{fs:exists('{there}')}}", "sum": "${1 + 1}"}))
        self.sandbox.write("app/workflow.xml", workflow(command("cat $OOZIE_ACTION_CONF_XML", job_xml=["job.xml"]), "a"))
        program = self.build(self.sandbox.path("app"))
        self.assert_code(self.start(program), SUCCEEDED)
        log = self.log(program)
        self.assertIn("<name>there</name><value>true</value>", log)
        self.assertIn("<name>sum</name><value>2</value>", log)

    def test_global_property_file(self):
        self.write("global.xml", configuration({"g": "of-global"}))
        text = workflow(command("cat $OOZIE_ACTION_CONF_XML"), "a").replace(
            "</global>", f"<job-xml>{self.url('global.xml')}</job-xml></global>")
        program = self.build(text)
        self.assert_code(self.start(program), SUCCEEDED)
        self.assertIn("of-global", self.log(program))

    def test_large_and_empty_files(self):
        content = bytes(range(256)) * 4096 * 24  # two blocks of HDFS
        self.write("big", content)
        self.write("empty")
        program = self.command("cmp -s big copy || wc -c big empty",
                               more=f"<file>{self.url('big')}</file><file>{self.url('empty')}</file>")
        self.assertIn(f"{len(content)} big", self.log(program))
        self.assertIn("0 empty", self.log(program))
        [copy] = program.state.rglob("attempts/*.fetched/*/big")
        self.assertEqual(copy.read_bytes(), content)

    def test_what_cannot_be_read_is_an_error(self):
        self.write("private", "secret")
        self.hdfs.call("PUT", f"{self.root}/private", "SETPERMISSION", permission="600")
        self.write("big", "123456")
        self.write("bad.xml", "<configuration><property>")
        self.mkdir("folder")
        site = self.sandbox.write("site.xml", configuration({"hpdl.hadoop.fetch.max": "5"}))
        cases = (
            ({"more": f"<file>{self.url('none')}</file>"}, "JA008", "no such file", "alice", ()),
            ({"job_xml": [self.url("none.xml")]}, "JA008", "job-xml", "alice", ()),
            ({"more": f"<file>{self.url('folder')}</file>"}, "JA008", "is a directory", "alice", ()),
            ({"more": f"<file>{self.url('private')}</file>"}, "JA008", "Permission denied: user=joe",
             "joe", ()),
            ({"more": f"<file>{self.url('big')}</file>"}, "JA008", "larger than 5 bytes", "alice",
             ("--site", site)),
            ({"more": "<file>s3a://bucket/key</file>"}, "E0904", "s3a", "alice", ()),
        )
        for action_of, code, text, user, options in cases:
            with self.subTest(text=text):
                program = self.build(workflow(command("echo ran", **action_of), "a"))
                self.assert_code(self.start(program, *options, user=user), KILLED)
                node = program.nodes()["a"]
                self.assertEqual(node["errorCode"], code, node)
                self.assertIn(text, node["errorMessage"])
        program = self.command("echo ran", KILLED, job_xml=[self.url("bad.xml")])
        self.assertIn("bad.xml", program.nodes()["a"]["errorMessage"])

    def test_a_dead_name_node_is_transient_and_nothing_ran(self):
        ran = self.sandbox.path("ran")
        program = self.command(f"touch {ran}", SUSPENDED, params=QUICK,
                               more="<file>webhdfs://127.0.0.1:1/f</file>")
        node = program.nodes()["a"]
        self.assertEqual(node["errorCode"], "JA006", node)
        self.assertFalse(ran.exists())

    def test_without_network_it_is_refused(self):
        self.write("f", "1")
        program = self.build(workflow(command("cat f", "<file>${place}</file>"), "a"), "--no-network")
        self.assert_code(self.start(program, params={"place": self.url("f")}), KILLED)
        self.assertEqual(program.nodes()["a"]["errorCode"], "E0904")


class Commits(EveryCommit, CrashTest, HdfsTest):
    MOST_COMMITS = 30
    LEAST_COMMITS = 3

    def setUp(self):
        super().setUp()
        self.write("f", "content")
        self.out = self.sandbox.path("out")
        self.program = self.build(workflow(
            command(f"cat f >>{self.out}; echo >>{self.out}", f"<file>{self.url('f')}</file>"), "a"))

    def begin(self, env):
        self.out.unlink(missing_ok=True)
        self.program.id_file.unlink(missing_ok=True)
        return self.start(self.program, env=env)

    def check_end(self):
        self.assertEqual(self.program.status(), "SUCCEEDED")
        self.assertEqual(self.lines("out"), ["content"])


class Kinds(HdfsTest):
    def compile(self):
        folder = self.sandbox.path("classes")
        folder.mkdir()
        for name, text in (("Probe", PROBE), ("Helper", HELPER)):
            (folder / f"{name}.java").write_text(text)
        subprocess.run(["javac", "-d", folder, folder / "Probe.java", folder / "Helper.java"], check=True,
                       timeout=120)
        for name in ("Probe", "Helper"):
            jar = io.BytesIO()
            with zipfile.ZipFile(jar, "w") as archive:
                archive.write(folder / f"{name}.class", f"{name}.class")
            self.write("libs/helper.jar" if name == "Helper" else "probe.jar", jar.getvalue())

    def test_java(self):
        self.compile()
        self.write("in.txt", "of the file")
        self.write("data.tar.gz", packed("inner/x.txt", b"of the archive"))
        self.write("job.xml", configuration({"k": "of-the-file"}))
        text = workflow(action("a", f"""<java><name-node>{self.hdfs.name_node}</name-node>
            <job-xml>{self.root}/job.xml</job-xml><main-class>Probe</main-class>
            <arg>in.txt</arg><arg>unpacked/inner/x.txt</arg>
            <file>{self.root}/probe.jar</file><file>{self.url("in.txt")}</file>
            <archive>{self.url("data.tar.gz")}#unpacked</archive><capture-output/></java>"""), "a")
        program = self.build(text)
        result = self.start(program, params={"oozie.libpath": self.url("libs")})
        self.assert_code(result, SUCCEEDED)
        data = program.nodes()["a"]["data"]
        for line in ("helper=from the library", "file=of the file", "archive=of the archive", "conf=true"):
            self.assertIn(line, data)

    def test_the_sharelib(self):
        """The folder that the job names, of the newest sharelib on the name node."""
        self.compile()
        self.write("share/lib_20250101000000/helper/none.txt", "")
        self.write("share/lib_20260101000000/helper/helper.jar", self.hdfs.read(f"{self.root}/libs/helper.jar"))
        self.write("in.txt", "of the file")
        site = self.sandbox.write("site.xml", configuration({
            "oozie.service.WorkflowAppService.system.libpath": f"{self.root}/share"}))
        program = self.build(workflow(action("a", f"""<java><name-node>{self.hdfs.name_node}</name-node>
            <main-class>Probe</main-class><arg>in.txt</arg><arg>in.txt</arg>
            <file>{self.root}/probe.jar</file><file>{self.url("in.txt")}</file><capture-output/></java>"""), "a"))
        self.assert_code(self.start(program, "--site", site, params={
            "oozie.use.system.libpath": "true", "oozie.action.sharelib.for.java": "helper"}), SUCCEEDED)
        self.assertIn("helper=from the library", program.nodes()["a"]["data"])

    def test_streaming(self):
        self.sandbox.write("in/a", "b a\nc a\n")
        self.write("count.sh", "#!/bin/sh\ncat words/x\nexec tr ' ' '\\n'\n")
        self.write("words.tar.gz", packed("x", b"x\n"))
        self.write("job.xml", configuration({"mapred.input.dir": f"file://{self.sandbox.path('in')}",
                                             "mapred.output.dir": f"file://{self.sandbox.path('out')}"}))
        definition = workflow(action("a", f"""<map-reduce>
            <streaming><mapper>count.sh</mapper><reducer>cat</reducer></streaming>
            <job-xml>{self.url("job.xml")}</job-xml><file>{self.url("count.sh")}#count.sh</file>
            <archive>{self.url("words.tar.gz")}#words</archive></map-reduce>"""), "a")
        program = self.build(definition)
        self.assert_code(self.start(program), SUCCEEDED)
        part = self.sandbox.path("out/part-00000").read_text()
        self.assertEqual([line.strip() for line in part.splitlines()], ["a", "a", "b", "c", "x"])

    def test_attachments(self):
        server = Smtp(self.sandbox.path("mail"))
        self.addCleanup(server.close)
        site = self.sandbox.write("site.xml", configuration({
            "oozie.email.smtp.port": str(server.port), "oozie.email.from.address": "flow@example.org"}))
        self.write("report ü.csv", "1;2\n")
        text = workflow(action("a", '<email xmlns="uri:oozie:email-action:0.2"><to>joe@example.org</to>'
                               "<subject>s</subject><body>b</body><attachment>"
                               f"{self.url('report ü.csv')},{self.root}/report ü.csv</attachment></email>"),
                        "a")
        program = self.build(text)
        ended = self.start(program, "--site", site)
        self.assertEqual(ended.code, SUCCEEDED, program.nodes()["a"])
        [message] = server.messages()
        attached = [(part.get_filename(), part.get_payload(decode=True))
                    for part in message.iter_attachments()]
        self.assertEqual(attached, [("report ü.csv", b"1;2\n")] * 2)


class SubWorkflows(HdfsTest):
    def hpdlc(self, *arguments):
        return run([HPDLC, *arguments], env=self.environment)

    def child(self, name, body=None):
        self.write(f"{name}/workflow.xml", workflow(body or shell("c", "cat in.txt").replace(
            "</shell>", "<file>in.txt</file></shell>"), "c", name=name))
        self.write(f"{name}/in.txt", f"of {name}\n")

    def sub(self, path, name="s", to="end"):
        return action(name, f"<sub-workflow><app-path>{path}</app-path></sub-workflow>", to)

    def build_here(self, source):
        target = self.sandbox.path("app.bin")
        self.assert_code(self.hpdlc("build", source, "-o", target), 0)
        return Program(target, self.sandbox.path("state"))

    def logs(self, program):
        jobs = program("jobs", "--format", "json").json()["jobs"]
        return "".join(program("log", job["id"]).out for job in jobs)

    def test_paths_in_hdfs(self):
        for name in ("one", "two"):
            self.child(name)
        webhdfs = f"webhdfs://{self.hdfs.http}{self.root}/two"
        source = self.sandbox.write("w.xml", workflow(
            self.sub(self.url("one"), "s", "t") + self.sub(webhdfs, "t", "u")
            + self.sub(self.url("one/"), "u"), "s"))
        program = self.build_here(source)
        names = [each["name"] for each in bill(program.path).definitions]
        self.assertEqual(names, ["test", "one", "two"], "each once")
        self.assert_code(self.start(program), SUCCEEDED)
        logs = self.logs(program)
        self.assertIn("of one", logs)
        self.assertIn("of two", logs)

    def test_relative_paths_of_a_root_in_hdfs(self):
        self.child("app/children/near")
        self.child("far")
        self.write("app/workflow.xml", workflow(
            self.sub("children/near", "s", "t") + self.sub("${wf:appPath()}/children/near", "t", "u")
            + self.sub(f"{self.root}/far", "u"), "s"))
        program = self.build_here(self.url("app"))
        names = [each["name"] for each in bill(program.path).definitions]
        self.assertEqual(len(names), 3, names)

    def test_what_is_not_there(self):
        source = self.sandbox.write("w.xml", workflow(self.sub(self.url("none")), "s"))
        result = self.hpdlc("build", source, "-o", self.sandbox.path("p"))
        self.assert_warned(result, "UnknownSubWorkflow", "no such file or directory", "--sub")
        source = self.sandbox.write("v.xml", workflow(self.sub("hdfs://nowhere:8020/app"), "s"))
        result = self.hpdlc("build", source, "-o", self.sandbox.path("p"))
        self.assert_warned(result, "UnknownSubWorkflow", "nowhere:8020")
        self.write("bad/workflow.xml", workflow(fs("c", "", to="none"), "c"))
        source = self.sandbox.write("u.xml", workflow(self.sub(self.url("bad")), "s"))
        result = self.hpdlc("build", source, "-o", self.sandbox.path("p"))
        self.assert_refused(result, 1, "bad/workflow.xml:")

    def test_given_ones_win(self):
        self.child("one")
        here = self.sandbox.write("here/workflow.xml", workflow(shell("c", "echo of this machine"), "c"))
        source = self.sandbox.write("w.xml", workflow(self.sub(self.url("one")), "s"))
        target = self.sandbox.path("app.bin")
        self.assert_code(self.hpdlc("build", source, "-o", target, "--sub",
                                    f"{self.url('one')}={here.parent}"), 0)
        program = Program(target, self.sandbox.path("state"))
        self.assert_code(self.start(program), SUCCEEDED)
        self.assertIn("of this machine", self.logs(program))


class Eval(HdfsTest):
    def test_questions(self):
        self.write("d/f", "12345")
        expressions = [f"fs:exists('{self.url('d/f')}')", f"fs:exists('{self.url('d/*')}')",
                       f"fs:exists('{self.url('none')}')", f"fs:isDir('{self.url('d')}')",
                       f"fs:fileSize('{self.url('d/f')}')", f"fs:dirSize('{self.url('d')}')",
                       f"fs:fileSize('webhdfs://{self.hdfs.http}{self.root}/d/f')"]
        result = run([HPDLC, "eval", *(f"${{{each}}}" for each in expressions)], env=self.environment)
        self.assert_code(result, 0)
        self.assertEqual(result.out.split(), ["true", "true", "false", "true", "5", "5", "5"])

    def test_what_cannot_be_asked(self):
        result = run([HPDLC, "eval", "${fs:exists('hdfs://nowhere:8020/x')}"], env=self.environment)
        self.assert_refused(result, 1, "cannot check hdfs://nowhere:8020/x", "nowhere")
        result = run([HPDLC, "eval", "${fs:exists('webhdfs://127.0.0.1:1/x')}"], env=self.environment)
        self.assert_refused(result, 1, "cannot check webhdfs://127.0.0.1:1/x")


if __name__ == "__main__":
    closing.main()
