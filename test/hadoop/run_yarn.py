"""What programs say of a cluster: logs of containers, users who may not, addresses, standby servers."""

import http.server
import json
import signal
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
import cluster
from programs import *  # noqa: F403
from watching import PARKED, watch_parked
from yarn_case import YarnCase, action, escape


def shell(command, name="a"):
    return action(name, '<shell xmlns="uri:oozie:shell-action:1.0"><exec>/bin/sh</exec><argument>-c</argument>'
                        f"<argument>{escape(command)}</argument></shell>")


class Standby(http.server.BaseHTTPRequestHandler):
    """A resource manager that is not the active one."""

    asked = 0

    def answer(self):
        type(self).asked += 1
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = b"This is standby RM. The redirect url is: /\n"
        self.send_response(307)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_PUT = answer

    def log_message(self, *arguments):
        pass


class Yarn(YarnCase):
    def test_logs_of_containers(self):
        program = self.build(self.definition(shell("echo to-out; echo to-err >&2; seq 40000"), "a"))
        self.assert_code(self.start(program), SUCCEEDED)
        app = self.apps()[0]["id"]

        def log(*arguments):
            return program("log", program.job, *arguments, env=self.env())
        found = program.wait_for(lambda: "to-err" in log("--node", "a").out)
        said = log("--node", "a", "--bytes", "300")
        self.assertTrue(found, said)
        self.assert_code(said, 0)
        self.assertIn(f"a in the cluster, {app}:\n", said.out)
        self.assertRegex(said.out, r"---- container_\S+ stdout, 2\S+ kB, the last 300 B\n\d")
        self.assertIn("\n40000\n", said.out)
        self.assertNotIn("LogContents", said.out)
        self.assertNotIn("container_", log().out, "only for a node that is named")
        rows = json.loads(log("--node", "a", "--format", "json").out)["containers"]
        self.assertEqual({row["application"] for row in rows}, {app})
        self.assertIn("to-err", "".join(row["text"] for row in rows))
        # With no way to the cluster the rest is shown all the same.
        nowhere = self.conf(core={"fs.defaultFS": self.hdfs.name_node},
                            yarn={"yarn.resourcemanager.webapp.address": "127.0.0.1:1"},
                            mapred={"mapreduce.jobhistory.webapp.address": "127.0.0.1:1"})
        said = program("log", program.job, "--node", "a", env=self.env(nowhere))
        self.assert_code(said, 1)
        self.assertIn("a OK -> end", said.out)
        self.assertIn(f"container logs of {app}: job history of", said.err)

    def test_no_resource_manager_before_there_is_an_id(self):
        site = self.sandbox.path("site.xml")
        cluster.write_site(site, {"hpdl.hadoop.yarn.addresses": f"{self.hdfs.rm_address}=127.0.0.1:1",
                                  "oozie.action.retries.max": "1", "oozie.action.retry.interval": "0"})
        program = self.build(self.definition(shell("true"), "a"))
        self.assert_code(self.start(program, "--site", site), SUSPENDED)
        node = program.nodes()["a"]
        self.assertEqual((node["errorCode"], node["status"]), ("JA006", "START_MANUAL"))
        self.assertEqual(self.apps(), [])

    def test_logs_of_a_running_application(self):
        go = self.sandbox.path("go")
        program = self.build(self.definition(shell(
            f"echo so-far; until [ -e {go} ] || [ ! -e {go.parent} ]; do sleep 0.2; done"), "a"))
        child = self.begin(program)
        found = program.wait_for(lambda: self.apps() and "so-far" in program(
            "log", program.job, "--node", "a", env=self.env()).out, 60)
        go.touch()
        self.assertTrue(found)
        self.assertEqual(child.wait(TIMEOUT), SUCCEEDED)

    def test_a_signal_leaves_it_alone_and_resume_finds_it(self):
        go = self.sandbox.path("go")
        program = self.build(self.definition(shell(
            f"until [ -e {go} ] || [ ! -e {go.parent} ]; do sleep 0.2; done"), "a"))
        child = self.begin(program)
        self.assertTrue(program.wait_for(
            lambda: [app["state"] for app in self.apps()] == ["RUNNING"], 60))
        child.send_signal(signal.SIGINT)
        self.assertEqual(child.wait(TIMEOUT), SUSPENDED)
        self.assertEqual([app["state"] for app in self.apps()], ["RUNNING"])
        go.touch()
        self.assert_code(program("resume", program.job, env=self.env()), SUCCEEDED)
        self.assertEqual([app["finalStatus"] for app in self.apps()], ["SUCCEEDED"])

    def parked(self):
        """A parked job whose application ends when the file is there."""
        go = self.sandbox.path("go")
        program = self.build(self.definition(shell(
            f"until [ -e {go} ] || [ ! -e {go.parent} ]; do sleep 0.2; done"), "a"))
        self.assert_code(self.start(program, "--park", "0"), PARKED)
        [wait] = program.info()["job"]["waits"]
        [app] = self.apps()
        self.assertEqual((wait["node"], wait["wait"]["for"]), ("a", "yarn"))
        self.assertEqual(wait["wait"]["what"][1:3], [self.user, app["id"]])
        return program, go

    def test_a_parked_job_is_woken_at_the_end_of_its_application(self):
        program, go = self.parked()
        watch_parked(self, program, self.env())
        go.touch()
        self.assertTrue(program.wait_for(lambda: program.status() == "SUCCEEDED", TIMEOUT), program.info())
        self.assertEqual([app["finalStatus"] for app in self.apps()], ["SUCCEEDED"])

    def test_a_kill_of_a_parked_job_ends_its_application(self):
        program, _ = self.parked()
        self.assert_code(program("kill", program.job, env=self.env()), 0)
        self.assertEqual([app["state"] for app in self.apps()], ["KILLED"])
        self.assert_code(program("wake", program.job, env=self.env()), KILLED)

    def test_a_user_for_whom_the_proxy_may_not_ask(self):
        self.user = "mallory"
        site = self.sandbox.path("site.xml")
        cluster.write_site(site, {"hpdl.hadoop.proxy.user": "proxy"})
        program = self.build(self.definition(shell("true"), "a"))
        self.assert_code(self.start(program, "--site", site), SUSPENDED)
        node = program.nodes()["a"]
        self.assertEqual((node["errorCode"], node["status"]), ("JA002", "START_MANUAL"))
        self.assertIn("not allowed to impersonate mallory", node["errorMessage"])

    def test_the_active_one_of_two(self):
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Standby) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            manager = "yarn.resourcemanager"
            rows = {key: value for key, value in
                    cluster.read_site(f"{self.hdfs.conf}/yarn-site.xml").items()
                    if not key.startswith(manager)}
            rows.update({f"{manager}.ha.enabled": "true", f"{manager}.ha.rm-ids": "one,two",
                         f"{manager}.cluster-id": "both",
                         f"{manager}.webapp.address.one": f"127.0.0.1:{server.server_port}",
                         f"{manager}.webapp.address.two": self.hdfs.rm_http})
            conf = self.conf(core=cluster.read_site(f"{self.hdfs.conf}/core-site.xml"),
                             hdfs=cluster.read_site(f"{self.hdfs.conf}/hdfs-site.xml"), yarn=rows,
                             mapred=cluster.read_site(f"{self.hdfs.conf}/mapred-site.xml"))
            program = self.build(self.definition(shell("true"), "a").replace(self.hdfs.rm_address, "both"))
            self.assert_code(self.start(program, conf=conf), SUCCEEDED)
            server.shutdown()
        self.assertEqual(Standby.asked, 1, "then the other one is known")
        self.assertEqual(program.nodes()["a"]["trackerUri"], "both")

    def test_an_unknown_name(self):
        program = self.build(self.definition(shell("true"), "a").replace(self.hdfs.rm_address, "nosuch"))
        self.assert_code(self.start(program), SUSPENDED)
        node = program.nodes()["a"]
        self.assertEqual(node["errorCode"], "E0902")
        self.assertIn("resource manager 'nosuch' is not known", node["errorMessage"])


if __name__ == "__main__":
    closing.main()
