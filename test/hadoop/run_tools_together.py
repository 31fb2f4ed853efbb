"""examples/tools as a new user has it: import by sqoop, transformed by Spark, asked by hive2, mailed; killed in the middle of each step.
Then one job of hive."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import closing
import hive_servers
import run_hive
import tools
from programs import *  # noqa: F403
from run_spark import DEFAULTS
from run_sqoop import Database
from smtp_peer import Smtp
from yarn_case import YarnCase, properties

SALES = ((1, "Oslo", 30), (2, "Rome", 50), (3, "Oslo", 25), (4, "Bern", 7))
IN_CLUSTER = ("import", "transform", "query")


class Together(YarnCase):
    def setUp(self):
        super().setUp()
        for path in ("/test/warehouse", "/tmp/hive-scratch"):
            self.hdfs.mkdir(path, mode="777")
        folder = Path(tempfile.mkdtemp(prefix="hpdl-together-"))
        self.addCleanup(shutil.rmtree, folder, True)
        self.server = hive_servers.hive_server(self.hdfs, folder)
        self.addCleanup(self.server.stop)
        self.database = Database(self.sandbox.path("database.log"))
        self.addCleanup(self.database.close)
        self.database("create table SALES (ID int primary key, TOWN varchar(20), AMOUNT int)",
                      *(f"insert into SALES values ({number}, '{town}', {amount})" for number, town, amount in SALES))
        tools.put_sharelib(self.hdfs, f"{self.root}/share", self.sandbox.path(""))

    def write_site(self, port):
        self.sandbox.write("conf/spark-defaults.conf", DEFAULTS)
        return self.sandbox.write("site.xml", properties({
            "oozie.service.SparkConfigurationService.spark.configurations": f"*={self.sandbox.path('conf')}",
            "oozie.service.WorkflowAppService.system.libpath": f"{self.root}/share",
            "oozie.email.smtp.port": port, "oozie.email.from.address": "flow@example.org"}))

    def kill_in(self, program, child, event):
        """Ends the engine at once when `event` gives something, and returns that."""
        seen = []
        self.until_seen(lambda: seen.extend([event()]) or seen[-1], child)
        child.send_signal(signal.SIGKILL)
        child.communicate()
        return seen[-1]

    def resumed(self, program):
        """`resume`, which is to be killed too."""
        child = subprocess.Popen([program.path, "resume", program.job, "--state", program.state, "--progress", "none"],
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 env={**os.environ, **self.env()}, start_new_session=True)
        self.sandbox.children.append(child)
        return child

    def running(self, program, name):
        """The application of an action, as `info` names it while it runs; None until it does."""
        node = program.nodes().get(name) if program.id_file.exists() else None
        app = node and node["status"] == "RUNNING" and node.get("externalId")
        return app if app and (self.hdfs.app(app) or {}).get("state") == "RUNNING" else None

    @staticmethod
    def connection(listener):
        try:
            return listener.accept()[0]
        except BlockingIOError:
            return None

    def test_killed_in_the_middle_of_each_step(self):
        mute = socket.create_server(("127.0.0.1", 0))  # a mail server that takes a connection and says nothing
        self.addCleanup(mute.close)
        mail = Smtp(self.sandbox.path("mail"))
        self.addCleanup(mail.close)
        program = self.build(HERE.parent.parent / "examples" / "tools")
        folder = f"{self.root}/sales"
        child = self.begin(program, "--site", self.write_site(mute.getsockname()[1]), params={
            "nameNode": self.hdfs.name_node, "resourceManager": self.hdfs.rm_address, "database": self.database.url,
            "databaseUser": "SA", "hiveServer": self.server.url, "mailTo": "boss@example.org", "folder": folder})
        apps = {}
        for name in IN_CLUSTER:
            apps[name] = self.kill_in(program, child, lambda: self.running(program, name))
            self.server.wait()  # it starts beside the first step
            child = self.resumed(program)
        mute.setblocking(False)
        self.kill_in(program, child, lambda: self.connection(mute)).close()
        self.assertIn(program.nodes()["tell"]["status"], ("PREP", "RUNNING"))
        self.write_site(mail.port)
        self.assert_code(self.resume(program), SUCCEEDED)
        nodes = program.nodes()
        self.assertEqual({name: nodes[name]["externalId"] for name in IN_CLUSTER}, apps, "the same as before the death")
        launchers = [app["id"] for app in self.apps() if app["applicationType"] == "YARN"]
        self.assertEqual(launchers, [apps[name] for name in IN_CLUSTER], "one for each step")
        [message] = mail.messages()
        self.assertEqual((message["subject"], message["to"]), ("sales: 4 rows", "boss@example.org"))
        [attached] = message.iter_attachments()
        self.assertEqual(attached.get_payload(decode=True), b"Oslo,55\n")


class HiveOnce(run_hive.HiveCase):
    def test_a_script(self):
        table = f"once{self.user}"
        self.sandbox.write("app/make.hql", "create table ${name} (a int);\ninsert into ${name} values (1), (2);\n")
        program = self.program(run_hive.hive("make", f"<script>make.hql</script><param>name={table}</param>"), "make")
        self.assert_code(self.start(program, params={"hpdl.hive.home": self.home}), SUCCEEDED)
        self.assertEqual(self.hdfs.names(f"/test/warehouse/{table}"), ["000000_0"])


if __name__ == "__main__":
    closing.main()
