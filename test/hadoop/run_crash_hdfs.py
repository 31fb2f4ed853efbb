"""Kills the engine at every commit of fs actions on HDFS, and around each request that goes to HDFS.

After the resume all is as without a crash.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
import cluster
from hdfs_case import HdfsCase
from programs import *  # noqa: F403
from relay import Death, Relay

MOST_COMMITS, MOST_REQUESTS = 60, 200


class CrashHdfs(HdfsCase):
    owner = None

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
        self.env = dict(self.environment)

    def reset(self):
        self.hdfs.delete(self.root)
        for name, content in (("in", "data"), ("old/x", ""), ("p-1", "a"), ("p-2", "b"), ("gone", "")):
            self.hdfs.write(f"{self.root}/{name}", content)
        self.out.unlink(missing_ok=True)
        self.program.id_file.unlink(missing_ok=True)

    def run_once(self, **variables):
        return self.program.run(params={"user.name": self.hdfs.user}, env=dict(self.env, **variables))

    def assert_done(self, result):
        self.assert_code(result, SUCCEEDED)
        self.assertEqual(self.hdfs.names(self.root), ["end", "r"])
        self.assertEqual(self.hdfs.names(f"{self.root}/end"), ["_DONE", "moved", "p-1", "p-2"])
        self.assertEqual(self.hdfs.read(f"{self.root}/end/moved"), b"data")
        self.assertEqual(self.hdfs.status(f"{self.root}/end/moved")["permission"], "640")
        self.assertEqual(self.lines("out"), ["6 choose"])

    def resume(self):
        for verb in ("resume", "start"):
            result = self.program(verb, self.program.job, "--progress", "none", env=self.env)
            if result.code != USAGE:
                return result
        if self.program.status() == "SUCCEEDED":
            result.code = SUCCEEDED  # it died after the last commit
        return result

    def kill_at_every_commit(self, variable):
        for number in range(1, MOST_COMMITS):
            self.reset()
            result = self.run_once(**{variable: str(number)})
            if result.code == SUCCEEDED:
                self.assertGreater(number, 8)
                self.assert_done(result)
                return
            with self.subTest(f"{variable}={number}"):
                self.assertEqual(result.code, -9, result)
                if not self.program.id_file.exists() or self.program("info", self.program.job).code:
                    continue  # before the job existed
                self.assert_done(self.resume())
        self.fail(f"no end after {MOST_COMMITS} commits")

    def test_before_every_commit(self):
        self.kill_at_every_commit("HPDL_CRASH_AT")

    def test_after_every_commit(self):
        self.kill_at_every_commit("HPDL_CRASH_AFTER")

    def relay(self, death):
        """Stands between the program and both daemons."""
        data_node = cluster.read_site(Path(self.hdfs.conf) / "hdfs-site.xml")["dfs.datanode.http.address"]
        data = Relay(data_node, **death.hooks())
        name = Relay(self.hdfs.http, **death.hooks(), rewrite={
            data_node: data.address, data_node.replace("127.0.0.1", "localhost"): data.address})
        self.env["HADOOP_CONF_DIR"] = str(self.conf({"fs.defaultFS": self.hdfs.name_node},
                                                    {"dfs.namenode.http-address": name.address}))
        return name, data

    def die_around(self, number, answered):
        """A run that dies around its n-th request; false if it had no more of them."""
        self.reset()
        death = Death(number, answered)
        relays = self.relay(death)
        try:
            child = self.sandbox.spawn(self.program, params={"user.name": self.hdfs.user}, env=self.env)
            death.aim(child.pid)
            code = Result(child.wait(TIMEOUT), "", "")
            if not death.killed.is_set():
                self.assert_done(code)
                self.assertGreater(number, 15)
                self.assertTrue(relays[1].requests, "the data node was not asked through the relay")
                return False
            self.assertEqual(code.code, -9)
            self.assert_done(self.resume())
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
