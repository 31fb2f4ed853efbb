"""HDFS when things go wrong: standby and dead name nodes, a restart, configurations that lack something."""

import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from hdfs_case import HdfsCase
from ports import free_port
from programs import *  # noqa: F403

QUICK = {"oozie.action.retries.max": "2", "oozie.action.retry.interval": "0"}


class Refuser:
    """A server that answers every request with one exception of Hadoop."""

    def __init__(self, exception, status=403):
        owner = self
        self.requests = []

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                owner.requests.append(self.path)
                body = json.dumps({"RemoteException": {
                    "exception": exception, "javaClassName": "org.apache.hadoop.ipc." + exception,
                    "message": "Operation category READ is not supported in state standby"}}).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_PUT = do_DELETE = do_POST = answer  # noqa: N815

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Failures(HdfsCase):
    def mkdir(self, path):
        """A program that makes a directory whose name only the run tells."""
        return self.build(workflow(fs("a", '<mkdir path="${place}"/>'), "a")), {"place": path}

    def start(self, program, params, conf, *arguments, user="alice"):
        environment = {"HADOOP_CONF_DIR": str(conf), "HADOOP_USER_NAME": user}
        return program.run(*arguments, params={"user.name": user, **params}, env=environment)

    def ha(self, *addresses):
        """A name service of name nodes at these addresses."""
        ids = [f"nn{number}" for number in range(len(addresses))]
        hdfs = {"dfs.nameservices": "c", "dfs.ha.namenodes.c": ",".join(ids)}
        for name, address in zip(ids, addresses):
            hdfs[f"dfs.namenode.rpc-address.c.{name}"] = "127.0.0.1:1"
            hdfs[f"dfs.namenode.http-address.c.{name}"] = address
        return self.conf({"fs.defaultFS": "hdfs://c"}, hdfs)

    def test_a_dead_and_a_standby_name_node(self):
        standby = Refuser("StandbyException")
        self.addCleanup(standby.close)
        dead = f"127.0.0.1:{free_port()}"
        conf = self.ha(dead, standby.address, self.hdfs.http)
        commands = "".join(f'<mkdir path="hdfs://c{self.root}/d{number}"/>' for number in range(5))
        program = self.build(workflow(fs("a", commands + f'<touchz path="hdfs:{self.root}/f"/>'), "a"))
        self.assert_code(self.start(program, {}, conf), SUCCEEDED)
        self.assertEqual(self.hdfs.names(self.root), ["d0", "d1", "d2", "d3", "d4", "f"])
        self.assertEqual(len(standby.requests), 1, "the active one is remembered")

    def test_only_standby_name_nodes_are_transient(self):
        standby = Refuser("StandbyException")
        self.addCleanup(standby.close)
        program, place = self.mkdir(f"hdfs://c{self.root}/d")
        conf = self.ha(standby.address, standby.address)
        self.assert_code(self.start(program, {**place, **QUICK}, conf), SUSPENDED)
        node = program.nodes()["a"]
        self.assertEqual(node["errorCode"], "JA009", node)
        self.assertIn("StandbyException", node["errorMessage"])
        self.assertEqual(len(standby.requests), 6, "two addresses, one attempt and two retries")

    def test_safe_mode_is_transient(self):
        safe = Refuser("SafeModeException")
        self.addCleanup(safe.close)
        program, place = self.mkdir(f"webhdfs://{safe.address}/d")
        self.assert_code(self.start(program, {**place, **QUICK}, self.hdfs.conf), SUSPENDED)
        self.assertEqual(program.nodes()["a"]["errorCode"], "JA005")

    def test_what_is_no_name_node_asks_a_person(self):
        odd = Refuser("")
        self.addCleanup(odd.close)
        program, place = self.mkdir(f"webhdfs://{odd.address}/d")
        self.assert_code(self.start(program, place, self.hdfs.conf), SUSPENDED)
        node = program.nodes()["a"]
        self.assertEqual(node["errorCode"], "E0902")
        self.assertIn("not a WebHDFS server", node["errorMessage"])

    def test_a_name_node_that_comes_back_while_an_action_waits(self):
        self.hdfs.write(f"{self.root}/in", "1", owner="alice")
        url = f"{self.hdfs.name_node}{self.root}"
        out = self.sandbox.path("out")
        program = self.build(workflow(
            fs("a", f'<move source="{url}/in" target="{url}/moved"/><mkdir path="{url}/made"/>', to="b")
            + shell("b", f"echo ran >>{out}"), "a"))
        self.hdfs.stop_daemon("namenode")
        try:
            child = self.sandbox.spawn(
                program, params={"user.name": "alice", "oozie.action.retries.max": "1000",
                                 "oozie.action.retry.policy": "periodic"},
                env={"HADOOP_CONF_DIR": self.hdfs.conf})
            waits = lambda: program.id_file.exists() and program.nodes().get("a", {}).get("errorCode")
            self.assertTrue(program.wait_for(waits))
            node = program.nodes()["a"]
            self.assertEqual(node["errorCode"], "JA006", node["errorMessage"])
        finally:
            self.hdfs.start_daemon("namenode")
            self.hdfs.wait_until_up()
        self.assertEqual(child.wait(timeout=60), SUCCEEDED)
        self.assertEqual(self.hdfs.names(self.root), ["made", "moved"])
        self.assertEqual(self.lines("out"), ["ran"])

    def assert_suspended(self, conf, path, *words):
        program, place = self.mkdir(path)
        self.assert_code(self.start(program, place, conf), SUSPENDED)
        node = program.nodes()["a"]
        self.assertEqual(node["errorCode"], "E0902", node)
        for word in words:
            self.assertIn(word, node["errorMessage"])

    def test_configurations_that_lack_a_key(self):
        cases = [
            ({"fs.defaultFS": "hdfs://nn:8020"}, {}, "hdfs://nn:8020/x", ["dfs.namenode.http-address"]),
            ({}, {"dfs.nameservices": "c", "dfs.ha.namenodes.c": "a,b",
                  "dfs.namenode.http-address.c.a": "h:1"}, "hdfs://c/x",
             ["dfs.namenode.http-address.c.b", "hdfs-site.xml"]),
            ({}, {}, "hdfs://nn:8020/x", ["fs.defaultFS", "dfs.namenode.rpc-address"]),
        ]
        for core, hdfs, path, words in cases:
            with self.subTest(path=path, core=core):
                self.assert_suspended(self.conf(core, hdfs), path, *words)

    def test_configurations_that_are_broken(self):
        conf = self.conf({}, {})
        (conf / "core-site.xml").write_text("<configuration>\n<property><name>a</name>\n")
        self.assert_suspended(conf, "hdfs://nn:8020/x", f"{conf}/core-site.xml:")
        (conf / "core-site.xml").unlink()
        (conf / "core-site.xml").mkdir()
        self.assert_suspended(conf, "hdfs://nn:8020/x", f"{conf}/core-site.xml")
        empty = self.sandbox.path("empty")
        empty.mkdir()
        self.assert_suspended(empty, "hdfs://nn:8020/x", str(empty), "core-site.xml")
        self.assert_suspended(self.sandbox.path("nosuch"), "hdfs://nn:8020/x", "nosuch")

    def test_a_configuration_that_was_mended(self):
        program, place = self.mkdir(f"{self.hdfs.name_node}{self.root}/d")
        conf = self.conf({"fs.defaultFS": self.hdfs.name_node}, {})
        self.assert_code(self.start(program, place, conf), SUSPENDED)
        self.conf(None, {"dfs.namenode.http-address": self.hdfs.http})
        result = program("resume", program.job, "--progress", "none",
                         env={"HADOOP_CONF_DIR": str(conf)})
        self.assert_code(result, SUCCEEDED)
        self.assertEqual(self.hdfs.names(self.root), ["d"])

    def test_a_decision_whose_configuration_comes_later(self):
        self.hdfs.write(f"{self.root}/there", "x", owner="alice")
        program = self.build(workflow(
            decision("a", [("end", f"${{fs:exists('{self.hdfs.name_node}{self.root}/there')}}")], "killed"), "a"))
        empty = self.sandbox.path("no-configuration")
        empty.mkdir()
        (empty / "core-site.xml").write_text("<configuration/>")
        self.assert_code(self.start(program, {}, empty), SUSPENDED)
        self.assertNotIn("a", program.nodes(), "nothing of it has happened")
        result = program("resume", program.job, "--progress", "none", env={"HADOOP_CONF_DIR": self.hdfs.conf})
        self.assert_code(result, SUCCEEDED)

    def test_addresses_of_the_site(self):
        name = "<property><name>{}</name><value>{}</value></property>".format
        site = self.sandbox.write("site.xml", "<configuration>" + name(
            "hpdl.hadoop.webhdfs.addresses", f"nn:8020={self.hdfs.http}") + "</configuration>")
        program, place = self.mkdir(f"hdfs://nn:8020{self.root}/d")
        self.assert_code(self.start(program, place, self.conf({}, {}), "--site", site), SUCCEEDED)
        site = self.sandbox.write("site.xml", "<configuration>" + name(
            "oozie.service.HadoopAccessorService.hadoop.configurations",
            f"{self.hdfs.name_node[7:]}={self.hdfs.conf}") + "</configuration>")
        program, place = self.mkdir(f"{self.hdfs.name_node}{self.root}/e")
        self.assert_code(self.start(program, place, self.conf({}, {}), "--site", site), SUCCEEDED)
        self.assertEqual(self.hdfs.names(self.root), ["d", "e"])

    def test_a_program_without_network(self):
        command = f'<mkdir path="{self.hdfs.name_node}{self.root}/d"/>'
        program = self.build(workflow(fs("a", command), "a"), "--no-network")
        result = self.start(program, {}, self.hdfs.conf)
        self.assert_refused(result, USAGE, "--no-network", "'a'")
        program = self.build(workflow(fs("a", '<mkdir path="${place}"/>'), "a"), "--no-network")
        place = {"place": f"{self.hdfs.name_node}{self.root}/d"}
        self.assert_code(self.start(program, place, self.hdfs.conf), KILLED)
        node = program.nodes()["a"]
        self.assertEqual(node["errorCode"], "E0904")
        self.assertIn("--no-network", node["errorMessage"])


if __name__ == "__main__":
    closing.main()
