"""`hpdl celos-deploy` into a real HDFS: what is there afterwards, and each request that breaks or is the last one."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "harness"), str(HERE.parent / "celos")]
import closing
import cluster
from deploy_case import NEW, OLD, DeployCase
from hdfs_case import HdfsCase
from relay import Death, Relay


class Hdfs(DeployCase, HdfsCase):
    """alice deploys below a folder of hers; scripts go into folders of this machine."""

    def setUp(self):
        super().setUp()
        self.environment["CELOS_CI_USERNAME"] = "alice"
        self.point_to(self.hdfs.http)

    def point_to(self, address):
        """The target's configuration has the name node at this address."""
        cluster.write_site(self.etc / "core-site.xml", {"fs.defaultFS": self.hdfs.name_node})
        cluster.write_site(self.etc / "hdfs-site.xml", {"dfs.namenode.http-address": address})

    def relay(self, **hooks):
        relay = Relay(self.hdfs.http, **hooks)
        self.addCleanup(relay.close)
        self.point_to(relay.address)
        return relay

    def command(self, *arguments, **options):
        return super().command(*arguments, **{"root": self.root, **options})

    def tree_of(self, path):
        found = {}
        for name in self.hdfs.names(path):
            below = f"{path}/{name}"
            folder = self.hdfs.status(below)["type"] == "DIRECTORY"
            found[name] = None if folder else self.hdfs.read(below)
            if folder:
                found.update({f"{name}/{key}": content for key, content in self.tree_of(below).items()})
        return found

    def found(self, hidden=True):
        found = super().found(hidden)
        found["app"] = {path: content for path, content in self.tree_of(self.root).items()
                        if hidden or not path.startswith(".")}
        return found

    def test_deploy_then_another_then_undeploy(self):
        self.deploy_old()
        self.assert_there(OLD)
        self.assertIn(f"{self.hdfs.name_node}{self.root}/wf", self.deployed().out)
        self.assert_there(NEW)
        for path in ("wf", "wf/lib", "wf/lib/new.jar"):
            self.assertEqual(self.hdfs.status(f"{self.root}/{path}")["owner"], "alice")
        self.deployed("undeploy")
        self.assertEqual(self.found(), {"workflows": {"other.js": b"var other;"}, "defaults": {}, "app": {}})
        self.deployed("undeploy")

    def test_names(self):
        files = {**NEW, "hdfs/a b/ü%20+&?#.txt": "strange", "hdfs/empty": ""}
        (self.deploy_folder("deploy", files) / "hdfs" / "no files").mkdir()
        self.deployed()
        found = self.found()["app"]
        self.assertEqual((found["wf/a b/ü%20+&?#.txt"], found["wf/empty"], found["wf/no files"]), (b"strange", b"", None))

    def test_root_that_is_not_there(self):
        self.deployed(root=f"{self.root}/deep/er")
        self.assertEqual(self.found()["app"]["deep/er/wf/workflow.xml"], b"<new/>")

    def test_without_the_right_to_write(self):
        self.deploy_old()
        self.assert_refused(self.do(env={"CELOS_CI_USERNAME": "bob"}), 1, "Permission denied", "everything is as it was")
        self.assert_there(OLD)

    def test_no_name_node(self):
        self.deploy_old()
        self.point_to("127.0.0.1:1")
        self.assert_refused(self.do(), 1, self.hdfs.name_node)
        self.assert_there(OLD)
        cluster.write_site(self.etc / "hdfs-site.xml", {})
        self.assert_refused(self.do(), 1, "hdfs-site.xml lacks dfs.namenode.http-address")

    def test_leftovers_of_many_workflows(self):
        """More names than one answer has in it, with those of this workflow among them."""
        for number in range(30):
            self.hdfs.mkdir(f"{self.root}/.wf{number}.hpdl-new-1", owner="alice")
        for word in ("new", "old", "gone"):
            self.hdfs.mkdir(f"{self.root}/.wf.hpdl-{word}-1", owner="alice")
            self.hdfs.mkdir(f"{self.root}/.wf.hpdl-{word}-1/x", owner="alice")
        self.hdfs.mkdir(f"{self.root}/.wf.hpdl-new-2/x")  # somebody else's, and not empty
        self.hdfs.mkdir(f"{self.root}/wf", owner="alice")
        self.deployed()
        self.assertEqual([name for name in self.hdfs.names(self.root) if name.startswith(".wf.")], [".wf.hpdl-new-2"])
        self.assertEqual(len(self.hdfs.names(self.root)), 32)

    def test_an_old_one_that_may_not_be_deleted(self):
        self.hdfs.write(f"{self.root}/wf/d/f", "the superuser's")
        result = self.deployed()
        self.assertIn("the previous files could not be deleted now, so the next deployment deletes them", result.out)
        self.assert_there(NEW, hidden=False)
        self.deployed()
        self.assert_there(NEW, hidden=False)

    def requests(self):
        """How many requests the name node gets in one deployment over an old one."""
        relay = self.relay()
        self.deployed()
        self.deployed(deploy=self.sandbox.path("old"))
        return len(relay.requests) // 2 + 3

    def test_each_request_breaks(self):
        self.deploy_old()
        for number in range(1, self.requests()):
            for hook in ("before", "after"):
                relay = self.relay(**{hook: lambda request, *_: request.number != number})
                result = self.do()
                relay.close()
                self.point_to(self.hdfs.http)
                if result.code == 0:  # reading was tried again, or it was one of the last, which delete
                    self.assert_there(NEW, hidden=False, message=(number, hook, result))
                else:
                    self.assert_there(OLD, hidden=False, message=(number, hook, result))
                self.deployed(deploy=self.sandbox.path("old"))
                self.assert_there(OLD)

    def test_killed_at_each_request(self):
        self.deploy_old()
        absent = 0
        for number in range(1, self.requests()):
            for answered in (False, True):
                death = Death(number, answered)
                relay = self.relay(**death.hooks())
                child = self.spawn()
                death.aim(child.pid)
                child.communicate(timeout=60)
                relay.close()
                self.point_to(self.hdfs.http)
                if self.hdfs.exists(f"{self.root}/wf"):
                    self.assert_parts_whole((number, answered))
                else:
                    absent += 1
                    # The next one puts the old one back even if it fails itself.
                    self.write_target(workflows_dir=f"{self.etc}/core-site.xml")
                    self.assert_code(self.do(), 1)
                    self.write_target()
                    self.assert_there(OLD, hidden=False)
                self.deployed(deploy=self.sandbox.path("old"))
                self.assert_there(OLD)
        self.assertGreater(absent, 0, "nobody died between the two renames")


if __name__ == "__main__":
    closing.main()
