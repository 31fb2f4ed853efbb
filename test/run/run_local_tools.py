"""Tools of Hadoop with --local, by programs that stand in for them: pig, hive, hadoop. The real ones: test/hadoop/run_tools_local.py."""

import os
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

PIG = "<pig><prepare><mkdir path='{made}'/></prepare>{more}<script>s.pig</script><param>IN=a b</param></pig>"
HIVE = '<hive xmlns="uri:oozie:hive-action:1.0">{more}<query>select 1;</query><param>x=1</param></hive>'
DISTCP = '<distcp xmlns="uri:oozie:distcp-action:1.0">{more}<java-opts>-Xmx99m</java-opts><arg>-update</arg><arg>/a b</arg><arg>/c</arg></distcp>'
JAVA_JOB = "<map-reduce>{more}<file>words#w</file></map-reduce>"
SECRET = "<configuration><property><name>db.password</name><value>s3cret</value></property></configuration>"
# Variables by which this machine's own installations would take part in the test.
OF_INSTALLATIONS = ("HADOOP_HOME", "HIVE_HOME", "PIG_HOME", "HADOOP_CLIENT_OPTS", "HADOOP_CLASSPATH", "PIG_CLASSPATH",
                    "HIVE_CONF_DIR")
# Keeps what the action gives it, and then does what the file `do` beside bin/ says.
STAND_IN = """#!/bin/sh
home=$(cd "$(dirname "$0")/.." && pwd)
for word in "$0" "$@"; do printf '%s\\n' "$word"; done >"$home/words"
env >"$home/environment"
cp -rL . "$home/seen"
[ -z "$HIVE_CONF_DIR" ] || cp -rL "$HIVE_CONF_DIR" "$home/hive-conf"
. "$home/do"
"""


def action(name, body, to="end", error="killed"):
    return f'<action name="{name}">{body}<ok to="{to}"/><error to="{error}"/></action>'


class ToolTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.home = self.sandbox.path("home")
        for name in ("pig", "hive", "hadoop"):
            self.sandbox.write(f"home/bin/{name}", STAND_IN).chmod(0o755)
        self.sandbox.path("home/conf").mkdir()
        self.does("exit 0")
        self.environment = dict.fromkeys(OF_INSTALLATIONS, "") | {
            "PATH": f"{self.home}/bin:{os.environ['PATH']}", "HADOOP_USER_NAME": "ann"}

    def does(self, script):
        self.sandbox.write("home/do", script + "\n")

    def program(self, body, *arguments, more=""):
        made = self.sandbox.path("made").as_uri()
        self.sandbox.write("app/s.pig", "load '$IN';\n")
        self.sandbox.write("app/words", "w\n")
        self.sandbox.write("app/lib/udf.jar", "PK")
        with zipfile.ZipFile(self.sandbox.path("app/tools.zip"), "w") as archive:
            archive.writestr("inside", "i")
        self.sandbox.write("app/workflow.xml", workflow(action("a", body.format(more=more, made=made)), "a"))
        return self.build(self.sandbox.path("app"), *arguments)

    def kept(self, name):
        return self.sandbox.path(f"home/{name}").read_text()

    def succeeded(self, program, **options):
        self.assert_code(program.run(env=self.environment, **options), SUCCEEDED)
        return program.nodes()["a"]

    def failed(self, program, *words, code="JA018", **options):
        self.assert_code(program.run(env=self.environment, **options), KILLED)
        node = program.nodes()["a"]
        self.assertEqual(node["errorCode"], code, node)
        for word in words:
            self.assertIn(word, node["errorMessage"])
        return node


class Tools(ToolTest):
    def test_pig(self):
        archive = "<archive>tools.zip#t</archive>"
        text = PIG.replace("</pig>", archive + "</pig>")
        node = self.succeeded(self.program(text, more=SECRET))
        self.assertEqual(self.kept("words").split("\n")[1:], [
            "-x", "local", "-file", "script.pig", "-propertyFile", "pig.properties", "-logfile", "pig.log", ""])
        self.assertEqual(self.kept("seen/script.pig"), "load 'a b';\n")
        self.assertIn("db.password=s3cret\n", self.kept("seen/pig.properties"))
        self.assertEqual(self.kept("seen/t/inside"), "i")
        self.assertTrue(self.sandbox.path("made").is_dir())
        self.assertRegex(node["externalId"], r"^\d+$")
        self.assertEqual([path for path in self.sandbox.path("state").rglob("pig.properties")], [], "secrets have gone")

    def test_hive(self):
        self.sandbox.write("home/conf/hive-site.xml", "<configuration/>")
        self.succeeded(self.program(HIVE, more=SECRET), params={"hpdl.hive.home": self.home})
        words = self.kept("words").split("\n")
        self.assertEqual(words[1:4], ["--service", "cli", "--hiveconf"])
        self.assertEqual(words[5:], ["-f", "hive-script.hql", "--hivevar", "x=1", ""])
        site = self.kept("hive-conf/hive-site.xml")
        self.assertIn("s3cret", site)
        self.assertIn(f'href="{(self.home / "conf/hive-site.xml").resolve().as_uri()}"', site)

    def test_distcp(self):
        self.succeeded(self.program(DISTCP, more=SECRET))
        self.assertEqual(self.kept("words").split("\n")[1:],
                         ["distcp", "-conf", "action.xml", "-update", "/a b", "/c", ""])
        self.assertIn("HADOOP_CLIENT_OPTS=-Xmx99m\n", self.kept("environment"))
        self.assertIn("s3cret", self.kept("seen/action.xml"))

    def test_java_map_reduce(self):
        self.does("printf 'id job_local7_0001\\nstate SUCCEEDED\\ncounter 3 g\\tn\\n' >hpdl-job.report")
        text = JAVA_JOB.replace("</map-reduce>", "<archive>tools.zip#t</archive></map-reduce>")
        node = self.succeeded(self.program(text, more=SECRET))
        self.assertEqual(node["externalId"], "job_local7_0001")
        self.assertEqual(self.kept("words").split("\n")[1:3], ["hpdl.SubmitJob", "hpdl-job.xml"])
        self.assertEqual((self.kept("seen/w"), self.kept("seen/t/inside")), ("w\n", "i"))
        self.does("echo 'ERROR it is wrong' >&2; exit 3")
        self.failed(self.program(JAVA_JOB), "hadoop: exit code 3")

    def test_the_libraries_of_the_job(self):
        self.sandbox.write("more/other.jar", "PK")
        for body, name in ((PIG, "PIG_CLASSPATH"), (HIVE, "HADOOP_CLASSPATH"), (DISTCP, "HADOOP_CLASSPATH")):
            with self.subTest(body):
                self.succeeded(self.program(body), params={"oozie.libpath": self.sandbox.path("more").as_uri()})
                (line,) = [line for line in self.kept("environment").splitlines() if line.startswith(f"{name}=")]
                self.assertEqual([Path(path).name for path in line.split(":")[1:]], ["other.jar", "udf.jar"])

    def test_failures_say_why(self):
        self.does("echo 'ERROR the table is missing' >&2; exit 3")
        for body, name in ((PIG, "pig"), (HIVE, "hive"), (DISTCP, "distcp")):
            with self.subTest(name):
                self.failed(self.program(body), f"{name}: exit code 3, and says:", "the table is missing")

    def test_no_tool(self):
        self.sandbox.path("empty").mkdir()
        self.environment["PATH"] = str(self.sandbox.path("empty"))
        for body, name, setting in ((PIG, "pig", "hpdl.pig.home or PIG_HOME"), (HIVE, "hive", "hpdl.hive.home"),
                                    (DISTCP, "hadoop", "hpdl.hadoop.home"), (JAVA_JOB, "hadoop", "HADOOP_HOME")):
            with self.subTest(name):
                self.failed(self.program(body), f"no {name} on this machine", setting)

    def test_without_the_network(self):
        self.does("printf 'id job_local7_0001\\nstate SUCCEEDED\\n' >hpdl-job.report")
        for body in (PIG, HIVE, DISTCP, JAVA_JOB):
            with self.subTest(body):
                program = self.program(body, "--no-network")
                self.assert_refused(program("run", "--progress", "none"), USAGE, "a", "--local")
                self.succeeded(program)
                self.sandbox.path("home/words").unlink()

    def test_kill_ends_what_the_tool_has_started(self):
        self.does('sleep 600 & echo $! >"$home/child.new"; mv "$home/child.new" "$home/child"; wait')
        for body in (PIG, HIVE, DISTCP, JAVA_JOB):
            with self.subTest(body):
                self.sandbox.path("home/child").unlink(missing_ok=True)
                program = self.program(body)
                child = self.sandbox.spawn(program, env=self.environment)
                self.assertTrue(wait_for(self.sandbox.path("home/child").exists))
                self.assert_code(program("kill", program.job), 0)
                child.communicate()
                self.assertEqual(child.returncode, KILLED)
                sleeper = int(self.kept("child"))
                self.assertTrue(wait_for(lambda: not Path(f"/proc/{sleeper}").exists()))


if __name__ == "__main__":
    closing.main()
