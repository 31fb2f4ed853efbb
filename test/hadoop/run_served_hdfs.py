"""hpdld with applications in a real HDFS: read as the user who submits, at each submission."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from hdfs_case import HdfsCase
from programs import *  # noqa: F403
from served import ServedTest


class ServedHdfs(HdfsCase, ServedTest):
    def put(self, name, text):
        self.hdfs.write(f"{self.root}/{name}", text.encode())
        self.hdfs.call("PUT", f"{self.root}/{name}", "SETOWNER", owner="alice")

    def step(self, name):
        return workflow(fs("a", f'<mkdir path="{self.hdfs.name_node}{self.root}/{name}"/>'), "a")

    def submit_as(self, user, path):
        return self.server.submit({"oozie.wf.application.path": path}, user=user)

    def run_as_alice(self, path):
        answer = self.submit_as("alice", path)
        self.assertEqual(answer.status, 201, answer)
        self.until_status(answer.json()["id"], "SUCCEEDED")

    def compilations(self):
        text = self.server.call("GET", "/metrics", user=None).body
        return int(text.split("\nhpdld_compilations_total ")[1].split()[0])

    def test_an_application_in_hdfs_and_a_change_of_it(self):
        self.hdfs.mkdir(f"{self.root}/app", owner="alice")
        self.put("app/workflow.xml", self.step("one"))
        path = f"{self.hdfs.name_node}{self.root}/app"
        self.serve("--listen", "127.0.0.1:0", env=self.environment)
        self.run_as_alice(path)
        self.run_as_alice(f"{path}/workflow.xml")  # the same application
        self.run_as_alice(f"{self.root}/app")  # in the default file system
        self.assertEqual(self.compilations(), 1)
        self.put("app/workflow.xml", self.step("two"))  # as long
        self.run_as_alice(path)
        self.assertEqual(self.compilations(), 2)
        self.assertEqual({"one", "two"} & set(self.hdfs.names(self.root)), {"one", "two"})
        self.assertEqual(self.hdfs.status(f"{self.root}/two")["owner"], "alice")

    def test_what_is_not_there_and_what_somebody_may_not_read(self):
        self.hdfs.mkdir(f"{self.root}/private", owner="alice", mode="700")
        self.put("private/workflow.xml", self.step("one"))
        path = f"{self.hdfs.name_node}{self.root}"
        self.serve("--listen", "127.0.0.1:0", env=self.environment)
        answer = self.submit_as("bob", f"{path}/private")
        self.assertEqual(answer.status, 400, answer)
        self.assertIn("ermission", answer.message)
        self.run_as_alice(f"{path}/private")
        answer = self.submit_as("bob", f"{path}/private")  # known by now, but not to this user
        self.assertEqual(answer.status, 400, answer)
        answer = self.submit_as("alice", f"{path}/none")
        self.assertEqual((answer.status, answer.code), (400, "E0307"), answer)
        self.assertIn(f"XML file [{path}/none/workflow.xml] does not exist", answer.message)

    def test_an_application_in_hdfs_gets_no_files_of_this_machine(self):
        local = self.sandbox.path("local")
        local.mkdir()
        (local / "workflow.xml").write_text("of this machine")
        self.hdfs.mkdir(f"{self.root}/app", owner="alice")
        self.put("app/workflow.xml", workflow(
            f'<action name="a"><sub-workflow><app-path>file://{local}</app-path></sub-workflow>'
            '<ok to="end"/><error to="killed"/></action>', "a"))
        self.serve("--listen", "127.0.0.1:0", env=self.environment)
        answer = self.submit_as("alice", f"{self.hdfs.name_node}{self.root}/app")
        self.assertEqual(answer.status, 201, answer)  # the path is judged when the turn of the action comes
        job = answer.json()["id"]
        self.until_status(job, "KILLED")
        info = self.server.call("GET", f"/oozie/v2/job/{job}", user="alice", show="info").body
        self.assertIn("E0904", info)
        self.assertNotIn("of this machine", info + self.server.log.read_text())


if __name__ == "__main__":
    closing.main()
