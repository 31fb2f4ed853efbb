"""The git action with a destination and a key in HDFS, and what happens when the name node is away."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from git_server import make_repository
from hdfs_case import HdfsCase
from programs import *  # noqa: F403
from ssh_server import SshServer


class GitInHdfs(HdfsCase):
    def definition(self, uri, more="", prepare=""):
        return workflow(
            f'<action name="get"><git xmlns="uri:oozie:git-action:1.0"><name-node>{self.hdfs.name_node}</name-node>'
            f"{prepare}<git-uri>{uri}</git-uri><branch>${{branch}}</branch>{more}"
            f"<destination-uri>{self.hdfs.name_node}{self.root}/clone</destination-uri></git>"
            '<ok to="end"/><error to="killed"/></action>', "get")

    def go(self, program, *arguments, branch="main"):
        program.mode = ()
        return program.run(*arguments, params={"branch": branch, "user.name": "alice"},
                           env={**self.environment, "GIT_CONFIG_GLOBAL": "/dev/null"})

    def text(self, name):
        return self.hdfs.read(f"{self.root}/clone/{name}").decode()

    def test_a_key_from_hdfs_and_a_clone_that_is_replaced(self):
        bare = make_repository(self.sandbox.path("git"))
        server = SshServer(self.sandbox.path("sshd"))
        self.addCleanup(server.close)
        site = self.sandbox.write("site.xml", "<configuration><property><name>hpdl.ssh.known.hosts</name>"
                                              f"<value>{server.known_hosts}</value></property></configuration>")
        self.hdfs.write(f"{self.root}/key", server.client_key.read_bytes())
        self.hdfs.call("PUT", f"{self.root}/key", "SETOWNER", owner="alice")
        self.hdfs.call("PUT", f"{self.root}/key", "SETPERMISSION", permission="400")
        program = self.build(self.definition(f"ssh://{server.address}{bare}", f"<key-path>{self.root}/key</key-path>",
                                             f'<prepare><delete path="{self.root}/gone"/></prepare>'))
        self.hdfs.mkdir(f"{self.root}/gone", owner="alice")
        done = self.go(program, "--site", site)
        self.assert_code(done, SUCCEEDED) if done.code == SUCCEEDED else self.fail(program.nodes()["get"])
        self.assertEqual((self.text("a"), self.text("lib/b c.txt")), ("two\n", "b\n"))
        self.assertIn("HEAD", self.hdfs.names(f"{self.root}/clone/.git"))
        self.assertEqual(self.hdfs.status(f"{self.root}/clone/a")["owner"], "alice")
        self.hdfs.write(f"{self.root}/clone/stale", b"x")
        self.assert_code(self.go(program, "--site", site, branch="old"), SUCCEEDED)
        self.assertEqual(self.text("a"), "one\n")
        self.assertNotIn("stale", self.hdfs.names(f"{self.root}/clone"))
        self.assertEqual(sorted(self.hdfs.names(self.root)), ["clone", "key"])
        self.assertEqual(list(self.sandbox.path("state").rglob("key")), [])

    def test_what_cannot_be_written(self):
        bare = make_repository(self.sandbox.path("git"))
        program = self.build(self.definition(f"file://{bare}"))
        self.hdfs.write(f"{self.root}/clone", b"a file")
        self.assert_code(self.go(program), KILLED)
        self.assertIn("neither an earlier clone nor empty", program.nodes()["get"]["errorMessage"])
        self.hdfs.delete(f"{self.root}/clone")
        self.hdfs.call("PUT", self.root, "SETPERMISSION", permission="500")
        self.assert_code(self.go(program), KILLED)
        record = program.nodes()["get"]
        self.assertEqual(record["errorCode"], "JA018")
        self.assertIn("ermission denied", record["errorMessage"])


if __name__ == "__main__":
    closing.main()
