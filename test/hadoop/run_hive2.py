"""hive2 actions: beeline in a container against Hive's own HiveServer2, and on this machine against Spark's Thrift server."""

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
import hive_servers
import tools
from programs import *  # noqa: F403
from yarn_case import YarnCase, action, properties

HIVE2 = "uri:oozie:hive2-action:1.0"
LAUNCHER = "<launcher><memory.mb>640</memory.mb></launcher>"


def hive2(name, url, body, before=LAUNCHER, password="", to="end", error="killed"):
    secret = f"<password>{password}</password>" if password else ""
    return action(name, f'<hive2 xmlns="{HIVE2}">{before}<jdbc-url>{escape(url)}</jdbc-url>{secret}{body}</hive2>', to, error)


def query(text, more=""):
    return f"<query>{escape(text)}</query>{more}"


class Hive2(YarnCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.place = Path(tempfile.mkdtemp(prefix="hpdl-hive2-"))
        cls.servers = []
        cls.addClassCleanup(cls.end)
        for path in ("/test/warehouse", "/tmp/hive-scratch"):
            cls.hdfs.mkdir(path, mode="777")
        cls.hive, cls.spark = hive_servers.hive_server(cls.hdfs, cls.place / "hive"), hive_servers.spark_server(cls.place / "spark")
        cls.servers += [cls.hive, cls.spark]
        # Spark's package has a beeline, which Hive's does not.
        spark = tools.spark_home()
        cls.spark_environment = {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_HOME": str(spark), "JAVA_HOME": f"{cls.spark.folder}/java"}
        cls.home = hive_servers.home_of(cls.place / "home", spark / "jars")
        (cls.home / "bin").symlink_to(spark / "bin")

    @classmethod
    def end(cls):
        for server in cls.servers:
            server.stop()
        shutil.rmtree(cls.place, ignore_errors=True)

    def failed(self, node, code, *parts):
        self.assertEqual((node["status"], node["errorCode"]), ("ERROR", code), node)
        for part in parts:
            self.assertIn(part, node["errorMessage"])

    def test_scripts_queries_and_what_fails(self):
        """Side by side: a script of HDFS with parameters, a query with a password, mistakes of all sorts."""
        self.hive.wait()
        table = f"t{self.user}"
        self.put("make.hql", "create table ${name} (a int);\nshow tables;\n")
        program = self.build(self.definition(
            fork("f", "script", "query", "bad", "refused", "option")
            + hive2("script", self.hive.url, f"<script>{self.root}/make.hql</script><param>name={table}</param>", to="j", error="j")
            + hive2("query", self.hive.url + ";password=s3cret", query("select 'x';", "<argument>--outputformat=csv2</argument>"),
                    to="j", error="j")
            + hive2("bad", self.hive.url, query("select nosuch from nowhere"), password="s3cret", to="j", error="j")
            + hive2("refused", "jdbc:hive2://127.0.0.1:1/default", query("select 1"), to="j", error="j")
            + hive2("option", self.hive.url, query("select 1", "<argument>-p</argument>"), to="j", error="j")
            + join("j"), "f"))
        result = self.start(program, params={"hpdl.hive.home": self.home}, timeout=400)
        self.assert_code(result, SUCCEEDED)
        nodes = program.nodes()
        for name in ("script", "query"):
            self.assertEqual((nodes[name]["status"], nodes[name]["externalStatus"]), ("OK", "SUCCEEDED"), nodes[name])
        self.assertIn(table, self.hdfs.names("/test/warehouse"))
        for name, *words in (("bad", "beeline: exit code", ", and says:", "nowhere"),
                             ("refused", "beeline: exit code", ", and says:", "Connection refused"),
                             ("option", "argument -p is set by the action itself")):
            self.failed(nodes[name], "JA018", *words)
            self.assert_told(program, name, "JA018", *words)
        self.assertEqual(len(self.apps()), 4, "one application an action, and none for what is refused before")
        self.assertNotIn("s3cret", str(self.apps()) + str(nodes))

    def waiting(self, name):
        """A query that runs in the server's own process until a file is there; the program, its child, the file."""
        event = self.sandbox.path(f"event-{name}")
        loop = f"while (!new File('{event}').exists()) Thread.sleep(50)"
        program = self.build(self.definition(hive2("a", self.hive.url + ";password=s3cret", query(
            f"create table {name} (a int);\n" + f'select reflect("groovy.lang.GroovyShell", "evaluate", "{loop}")')), "a"), name=name)
        child = self.begin(program, params={"hpdl.hive.home": self.home})
        self.until_seen(lambda: name in self.hdfs.names("/test/warehouse"), child)
        return program, child, event

    def beelines(self, app):
        """Command lines of the beelines that run in an application's container."""
        found = []
        for path in Path("/proc").glob("[0-9]*"):
            try:
                if app in os.readlink(path / "cwd") and b"BeeLine" in (line := (path / "cmdline").read_bytes()):
                    found.append(line)
            except OSError:
                continue
        return found

    def test_found_again_and_killed(self):
        self.hive.wait()
        program, child, event = self.waiting(f"r{self.user}")
        app = program.nodes()["a"]["externalId"]
        child.kill()
        child.communicate()
        lines = self.beelines(app)
        self.assertTrue(lines, "it runs on")
        for line in lines:
            self.assertNotIn(b"s3cret", line)
        with ThreadPoolExecutor(1) as pool:
            resumed = pool.submit(self.resume, program)
            event.touch()
        self.assert_code(resumed.result(), SUCCEEDED)
        self.assertEqual(program.nodes()["a"]["externalId"], app)
        self.assertEqual(len(self.apps()), 1)
        program, child, event = self.waiting(f"k{self.user}")
        self.addCleanup(event.touch)
        app = program.nodes()["a"]["externalId"]
        self.assertTrue(self.beelines(app))
        self.assert_code(program("kill", program.job, env=self.env()), 0)
        child.communicate(timeout=120)
        self.assertEqual(child.returncode, KILLED)
        self.assertEqual(self.hdfs.app(app)["finalStatus"], "KILLED")
        self.assertTrue(wait_for(lambda: not self.beelines(app), 60))

    def test_beeline_of_this_machine(self):
        self.spark.wait()
        program = self.sandbox.build(workflow(
            hive2("make", self.spark.url, query("create table here as select 'one' as a;"), before="",
                  password="s3cret", to="bad")
            + hive2("bad", self.spark.url, query("select nosuch from here"), before="", to="killed", error="end"), "make"))
        self.assert_code(program.run(params={"hpdl.hive.home": self.home}, env=self.spark_environment, timeout=240), SUCCEEDED)
        self.failed(program.nodes()["bad"], "JA018", "beeline: exit code", "nosuch")
        self.assertTrue((self.spark.folder / "warehouse" / "here").exists())
        self.assert_code(program.run(env={"PATH": "/nowhere"}), KILLED)
        self.failed(program.nodes()["make"], "JA018", "no beeline on this machine")


if __name__ == "__main__":
    closing.main(at_once=3)
