"""hive actions: Hive's own command line in a container, with a metastore in a folder, and its jobs on the real YARN."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
import hive_servers
from programs import *  # noqa: F403
from yarn_case import YarnCase, action, properties

HIVE = "uri:oozie:hive-action:1.0"
# The metastore of the node's folder takes one at a time.
LAUNCHER = f"<launcher><memory.mb>768</memory.mb><java-opts>-Xmx400m {hive_servers.QUICK_DERBY}</java-opts></launcher>"


def hive(name, body, to="end", error="killed"):
    return action(name, f'<hive xmlns="{HIVE}">{LAUNCHER}<job-xml>hive-site.xml</job-xml>{body}</hive>', to, error)


class HiveCase(YarnCase):
    def setUp(self):
        super().setUp()
        for path in ("/test/warehouse", "/tmp/hive-scratch"):
            self.hdfs.mkdir(path, mode="777")
        self.home = hive_servers.home_of(self.sandbox.path("home"), hive_servers.hive_jars())
        self.folder = self.sandbox.path("metastore")
        self.folder.mkdir(mode=0o777)
        self.sandbox.write("app/hive-site.xml", properties({
            **hive_servers.hive_site(self.folder), "mapreduce.job.reduces": 1, "hive.exec.mode.local.auto": "true"}))

    def program(self, body, start, name="workflow"):
        self.sandbox.write("app/workflow.xml", self.definition(body, start))
        program = self.build(self.sandbox.path("app"), name=name)
        return program


class Hive(HiveCase):
    def test_a_job_found_again_and_what_fails(self):
        """A script whose statement is a MapReduce job; the engine dies while it runs; then a mistake, and a bad option."""
        table = f"t{self.user}"
        self.sandbox.write("app/make.hql", "create table ${name} (a int);\ninsert into ${name} values (1), (2);\n")
        program = self.program(
            hive("make", f"<script>make.hql</script><param>name={table}</param>", to="bad")
            + hive("bad", "<query>select nosuch from nowhere;</query>", to="killed", error="option")
            + hive("option", "<query>select 1;</query><argument>-e</argument>", to="killed", error="end"), "make")
        child = self.begin(program, params={"hpdl.hive.home": self.home})
        jobs = lambda: self.apps(applicationTypes="MAPREDUCE")
        self.until_seen(jobs, child)
        app = program.nodes()["make"]["externalId"]
        child.kill()
        child.communicate()
        self.assert_code(self.resume(program), SUCCEEDED)
        nodes = program.nodes()
        self.assertEqual((nodes["make"]["status"], nodes["make"]["externalId"]), ("OK", app), nodes["make"])
        self.assertIn("hadoopJobs=job_", nodes["make"]["data"])
        self.assertEqual(self.hdfs.names(f"/test/warehouse/{table}"), ["000000_0"])
        self.assertEqual((nodes["bad"]["status"], nodes["bad"]["errorCode"]), ("ERROR", "JA018"), nodes["bad"])
        self.assertIn("nowhere", nodes["bad"]["errorMessage"])
        self.assert_told(program, "bad", "JA018", "hive: exit code", ", and says:", "nowhere")
        self.assertIn("argument -e is set by the action itself", nodes["option"]["errorMessage"])
        self.assertEqual(len(jobs()), 1)

    def test_kill(self):
        """It ends Hive, and the job that Hive has started."""
        table = f"k{self.user}"
        program = self.program(hive("a", f"<query>create table {table} (a int); insert into {table} values (1);</query>"), "a")
        child = self.begin(program, params={"hpdl.hive.home": self.home})
        jobs = lambda: self.apps(applicationTypes="MAPREDUCE")
        self.until_seen(jobs, child)
        self.assert_code(program("kill", program.job, env=self.env()), 0)
        child.communicate(timeout=120)
        self.assertEqual(child.returncode, KILLED)
        self.until_seen(lambda: {app["finalStatus"] for app in self.apps()} == {"KILLED"})


if __name__ == "__main__":
    closing.main(at_once=2)
