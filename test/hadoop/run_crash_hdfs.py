"""Kills the engine at every commit of fs actions on HDFS, and around each request that goes to HDFS.

After the resume all is as without a crash.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
import cluster
from crash_case import CrashTest
from every_commit import EveryCommit
from hdfs_case import HdfsCase
from programs import *  # noqa: F403
from relay import Death, Relay

MOST_REQUESTS = 200


class CrashHdfs(EveryCommit, CrashTest, HdfsCase):
    owner = None
    LEAST_COMMITS = 8

    def setUp(self):
        super().setUp()
        url = f"{self.hdfs.name_node}{self.root}"
        self.out = self.sandbox.path("out")
        self.program = self.build(workflow(
            fs("first", f'<delete path="{url}/old"/><mkdir path="{url}/out"/>'
                        f'<move source="{url}/in" target="{url}/moved"/>'
                        f'<move source="{url}/moved" target="{url}/out"/>'
                        f'<chmod path="{url}/out/moved" permissions="640"/>'
                        f'<move source="{url}/p-*" target="{url}/out"/>'
                        f'<touchz path="{url}/out/_DONE"/>', to="choose")
            + decision("choose", [("second", f"${{fs:fileSize('{url}/out/moved') eq 4 and "
                                             f"token:put('n', 'x') eq 'x'}}")], "killed")
            + fork("second", "left", "right")
            + fs("left", f'<move source="{url}/out" target="{url}/end"/>', to="met")
            + fs("right", f'<mkdir path="{url}/r"/><delete path="{url}/gone"/>', to="met")
            + join("met", "last")
            + shell("last", f"echo ${{fs:dirSize('{url}/end')}} ${{token:nodes('n')}} >>{self.out}"),
            "first"))
        self.environment = dict(self.environment)

    def reset(self):
        self.hdfs.delete(self.root)
        for name, content in (("in", "data"), ("old/x", ""), ("p-1", "a"), ("p-2", "b"), ("gone", "")):
            self.hdfs.write(f"{self.root}/{name}", content)
        self.out.unlink(missing_ok=True)
        self.program.id_file.unlink(missing_ok=True)

    def begin(self, env):
        self.reset()
        return self.program.run(params={"user.name": self.hdfs.user}, env={**self.environment, **env})

    def check_end(self):
        self.assertEqual(self.program.status(), "SUCCEEDED")
        self.assertEqual(self.hdfs.names(self.root), ["end", "r"])
        self.assertEqual(self.hdfs.names(f"{self.root}/end"), ["_DONE", "moved", "p-1", "p-2"])
        self.assertEqual(self.hdfs.read(f"{self.root}/end/moved"), b"data")
        self.assertEqual(self.hdfs.status(f"{self.root}/end/moved")["permission"], "640")
        self.assertEqual(self.lines("out"), ["6 choose"])

    def relay(self, death):
        """Stands between the program and both daemons."""
        data_node = cluster.read_site(Path(self.hdfs.conf) / "hdfs-site.xml")["dfs.datanode.http.address"]
        data = Relay(data_node, **death.hooks())
        name = Relay(self.hdfs.http, **death.hooks(), rewrite={
            data_node: data.address, data_node.replace("127.0.0.1", "localhost"): data.address})
        self.environment["HADOOP_CONF_DIR"] = str(self.conf({"fs.defaultFS": self.hdfs.name_node},
                                                            {"dfs.namenode.http-address": name.address}))
        return name, data

    def die_around(self, number, answered):
        """A run that dies around its n-th request; false if it had no more of them."""
        self.reset()
        death = Death(number, answered)
        relays = self.relay(death)
        try:
            child = self.sandbox.spawn(self.program, params={"user.name": self.hdfs.user}, env=self.environment)
            death.aim(child.pid)
            code = child.wait(TIMEOUT)
            if not death.has_killed():
                self.assertEqual(code, SUCCEEDED)
                self.check_end()
                self.assertGreater(number, 15)
                self.assertTrue(relays[1].requests, "the data node was not asked through the relay")
                return False
            self.assertEqual(code, -9)
            if result := self.go_on(self.program):
                self.assert_code(result, SUCCEEDED)
            self.check_end()
            return True
        finally:
            for each in relays:
                each.close()

    def kill_around_every_request(self, answered):
        for number in range(1, MOST_REQUESTS):
            with self.subTest(number=number):
                if not self.die_around(number, answered):
                    return
        self.fail(f"no end after {MOST_REQUESTS} requests")

    def test_before_every_request(self):
        self.kill_around_every_request(answered=False)

    def test_after_every_request_before_its_answer(self):
        self.kill_around_every_request(answered=True)


if __name__ == "__main__":
    closing.main()
