"""Deploying and undeploying workflows of Celos: files, sftp, failures at each step, death of the tool."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from deploy_case import HPDL, NEW, OLD, BreakingRelay, DeployCase
from programs import Result, run
from ssh_server import SshServer

NOBODY = 65534


class Files(DeployCase):
    def test_deploy_then_another_then_undeploy(self):
        result = self.deployed(deploy=self.deploy_folder("old", OLD))
        self.assertIn("wf is deployed", result.out)
        self.assert_there(OLD)
        self.deployed()
        self.assert_there(NEW)
        self.deployed()
        self.assert_there(NEW)
        self.deployed("undeploy")
        self.assertEqual(self.found(), {"workflows": {"other.js": b"var other;"}, "defaults": {}, "app": {}})
        self.deployed("undeploy")

    def test_scripts_that_are_not_deployed_go(self):
        self.deploy_old()
        files = {"hdfs/workflow.xml": "<new/>"}
        self.deployed(deploy=self.deploy_folder("deploy", files))
        self.assert_there(files)
        self.deployed(deploy=self.deploy_folder("deploy", {}))
        self.assert_there({})

    def test_folders_that_are_missing_are_made(self):
        self.target = self.write_target(workflows_dir=f"{self.etc}/deep/er/w")
        self.deployed()
        self.assertEqual((self.etc / "deep/er/w/wf.js").read_text(), NEW["workflow.js"])

    def test_undeploy_where_nothing_is(self):
        for name in ("workflows", "defaults"):
            shutil.rmtree(self.etc / name)
        self.deployed("undeploy")
        self.assertEqual([path.name for path in self.etc.iterdir() if path.is_dir()], [])

    def test_uris_of_this_machine(self):
        for target in (self.target, f"file://{self.target}", f"file:{self.target}",
                       f"file://{self.target}".replace("target", "%74arget")):
            with self.subTest(target=target):
                self.deployed(target=target)
        self.assert_refused(self.do(target="target.json"), 1, "or an absolute path")
        self.assert_refused(self.do(target="http://h/target.json"), 1, "must be a file:/// URI")

    def test_the_default_file_system(self):
        for value in (f"file://{self.etc}", "file:///"):
            self.sandbox.write("etc/core-site.xml", "<configuration><property><name>fs.defaultFS</name>"
                               f"<value>{value}</value></property></configuration>")
            self.deployed()
            self.assert_there(NEW)
        self.sandbox.write("etc/core-site.xml", "<configuration><property><name>fs.defaultFS</name>"
                           "<value>s3a://bucket</value></property></configuration>")
        self.assert_refused(self.do(), 1, "fs.defaultFS is s3a://bucket")
        self.sandbox.write("etc/core-site.xml", "<configuration>\n<property>")
        self.assert_refused(self.do(), 1, "core-site.xml:2: ")

    def test_links_are_followed(self):
        (self.deploy / "real.js").write_text("var real;")
        (self.deploy / "defaults.js").unlink()
        (self.deploy / "defaults.js").symlink_to("real.js")
        (self.deploy / "elsewhere").mkdir()
        (self.deploy / "elsewhere" / "f").write_text("f")
        (self.deploy / "hdfs" / "linked").symlink_to("../elsewhere")
        self.deployed()
        self.assert_there({**NEW, "defaults.js": "var real;", "hdfs/linked/f": "f"})
        self.assertFalse((self.etc / "app/wf/linked").is_symlink())

    def test_a_link_in_the_place_of_the_script_is_replaced(self):
        elsewhere = self.sandbox.write("elsewhere.js", "var elsewhere;")
        (self.etc / "workflows" / "wf.js").symlink_to(elsewhere)
        self.deployed()
        self.assert_there(NEW)
        self.assertEqual(elsewhere.read_text(), "var elsewhere;")


class Failures(DeployCase):
    """Whatever fails, the old one stays as it is."""

    def setUp(self):
        super().setUp()
        self.deploy_old()

    def assert_kept(self, result, *words):
        self.assert_refused(result, 1, *words)
        self.assert_there(OLD)

    def test_syntax_of_scripts(self):
        for name in ("workflow.js", "defaults.js"):
            good = (self.deploy / name).read_text()
            (self.deploy / name).write_text("var a;\nvar x = ;\n")
            self.assert_kept(self.do(), f"{name}:2:9: SyntaxError", "\n  var x = ;\n          ^")
            (self.deploy / name).write_text(good)

    def test_deploy_folder(self):
        self.assert_kept(self.do(deploy=self.sandbox.path("none")), "none: no such folder")
        shutil.rmtree(self.deploy / "hdfs")
        self.assert_kept(self.do(), "hdfs not found local FS")

    def test_what_is_no_file(self):
        pipe = self.deploy / "hdfs" / "lib" / "pipe"
        os.mkfifo(pipe)
        self.assert_kept(self.do(), "pipe: neither a file nor a folder")
        pipe.unlink()
        pipe.symlink_to("nothing")
        self.assert_kept(self.do(), "pipe: the target of the link does not exist")
        pipe.unlink()
        pipe.symlink_to("..")
        self.assert_kept(self.do(), "pipe/: the link leads to a folder that contains the link")
        pipe.unlink()
        (self.deploy / "defaults.js").unlink()
        os.mkfifo(self.deploy / "defaults.js")
        self.assert_kept(self.do(), "defaults.js: ")

    def test_target_file(self):
        text = self.target.read_text()
        for broken, word in ((text.replace('"\n}', '",\n}'), "target.json:5:"), ("{}", "was not specified in the target file"),
                             ("[1]", "is a list"), ("", "target.json:1:1: the file ends too early"),
                             (text.replace(f"{self.etc}/defaults", "../d"), "defaults.dir.uri: "),
                             (text.replace("/defaults", "/workflows"), "must be different folders")):
            self.target.write_text(broken)
            self.assert_kept(self.do(), word)
        self.target.unlink()
        self.assert_kept(self.do(), "target.json: No such file")
        os.mkfifo(self.target)
        self.assert_kept(self.do(), "target.json: ")

    def test_what_stands_in_the_way(self):
        for place in ("workflows_dir", "defaults_dir"):
            self.write_target(**{place: str(self.etc / "core-site.xml")})
            self.assert_kept(self.do(), "core-site.xml: not a folder")
            self.write_target(**{place: str(self.etc / "core-site.xml" / "x")})
            self.assert_kept(self.do(), "core-site.xml/x: Not a directory")
        self.write_target()
        self.assert_kept(self.do(root=self.etc / "core-site.xml"), "core-site.xml")
        self.assert_kept(self.do(name="x" * 201), "invalid workflow name")
        for name in ("", ".", "..", "a/b", "a\nb", "a.hpdl-b"):
            self.assert_kept(self.do(name=name), "invalid workflow name")
        for root in ("app", "/app/", "/", ""):
            self.assert_kept(self.do(root=root or "''"), "HDFS root should start with single '/' symbol")
        self.assert_kept(self.do(root="/a/../b"), "HDFS root /a/../b has '/../' in it")

    @unittest.skipUnless(os.getuid() == 0, "only root can be somebody else")
    def test_what_may_not_be_read_or_written(self):
        for path in [self.sandbox.folder, *self.sandbox.folder.rglob("*")]:
            os.chown(path, NOBODY, NOBODY)
        for name in ("workflows", "defaults", "app"):
            os.chown(self.etc / name, 0, 0)
            self.assert_kept(self.do_as_nobody(), "Permission denied")
            os.chown(self.etc / name, NOBODY, NOBODY)
        for path in (self.deploy / "hdfs" / "lib", self.deploy / "hdfs" / "workflow.xml", self.deploy / "workflow.js"):
            mode = path.stat().st_mode
            path.chmod(0)
            self.assert_kept(self.do_as_nobody(), f"{path}", "Permission denied")
            path.chmod(mode)
        self.assert_code(self.do_as_nobody(), 0)
        self.assert_there(NEW)

    def do_as_nobody(self):
        done = subprocess.run([str(word) for word in self.command()], user=NOBODY, group=NOBODY, extra_groups=[],
                              env={**os.environ, **self.environment}, capture_output=True, text=True, timeout=60)
        return Result(done.returncode, done.stdout, done.stderr)

    def test_killed_at_any_time(self):
        begin = time.monotonic()
        self.deployed(name="measured")
        self.deployed("undeploy", name="measured")
        seconds = time.monotonic() - begin
        chance, killed = random.Random(7), 0
        for _ in range(60):
            child = self.spawn()
            try:
                child.wait(chance.random() * seconds)
            except subprocess.TimeoutExpired:
                child.kill()
                killed += 1
            child.communicate()
            self.assert_parts_whole()
            if chance.random() < 0.3:
                self.deployed(deploy=self.sandbox.path("old"))
                self.assert_there(OLD)
        self.assertGreater(killed, 0)
        self.deployed()
        self.assert_there(NEW)

    def test_leftovers_go(self):
        left = [self.etc / "workflows" / ".wf.js.hpdl-0123456789abcdef", self.etc / "defaults" / ".wf.js.hpdl-1"]
        for path in left:
            path.write_text("half")
        for word in ("new", "old", "gone"):
            self.sandbox.write(f"etc/app/.wf.hpdl-{word}-1/f", "half")
        self.deployed()
        self.assert_there(NEW)
        # Killed between two renames: the old one was put aside.
        (self.etc / "app" / "wf").rename(self.etc / "app" / ".wf.hpdl-old-2")
        (self.deploy / "hdfs" / "f").write_text("f")
        self.assert_refused(self.do(root=self.etc / "app", name="other", deploy=self.sandbox.path("none")), 1)
        self.deployed("undeploy", name="other")
        self.assertTrue((self.etc / "app" / ".wf.hpdl-old-2").exists())
        self.deployed("undeploy")
        self.assertEqual(self.found()["app"], {})


class Sftp(DeployCase):
    """By way of OpenSSH's server."""

    def setUp(self):
        super().setUp()
        self.server = SshServer(self.sandbox.path("ssh"))
        self.addCleanup(self.server.stop)
        shutil.copy(self.server.client_key, self.home / ".ssh" / "id_ed25519")
        self.trust(self.server.port)
        self.deploy_old()
        self.target = self.write_target(self.at(self.server.port))

    def trust(self, port):
        """Also what stands in front of the server."""
        key = " ".join((self.server.folder / "host.pub").read_text().split()[:2])
        with open(self.home / ".ssh" / "known_hosts", "a") as known:
            known.write(f"[127.0.0.1]:{port} {key}\n")

    def at(self, port, user=True):
        return f"sftp://{self.server.user + '@' if user else ''}127.0.0.1:{port}"

    def relay(self, limit, at_limit, dead=False):
        """In front of the server, with a target file that goes by it."""
        relay = BreakingRelay(self.server.port, limit, at_limit, dead)
        self.addCleanup(relay.close)
        self.trust(relay.port)
        self.write_target(workflows_dir=f"{self.at(relay.port)}{self.etc}/workflows",
                          defaults_dir=f"{self.at(relay.port)}{self.etc}/defaults")
        self.target = self.etc / "target.json"
        return relay

    def sent_in_all(self):
        """Bytes that a deployment sends, and those before its first file."""
        relay = self.relay(1 << 40, lambda relay: None)
        self.deployed()
        whole, relay.sent = relay.sent, 0
        self.deployed("undeploy")
        self.deployed(deploy=self.sandbox.path("old"))
        return whole

    def test_deploy_and_undeploy(self):
        self.deployed(target=f"{self.at(self.server.port)}{self.target}")
        self.assert_there(NEW)
        self.assertLessEqual(self.server.logins(), 1)
        self.deployed("undeploy")
        self.assertEqual(self.found(), {"workflows": {"other.js": b"var other;"}, "defaults": {}, "app": {}})
        for name in ("workflows", "defaults"):
            shutil.rmtree(self.etc / name)
        self.deployed("undeploy")
        self.deployed()
        self.assertEqual((self.etc / "workflows/wf.js").read_text(), NEW["workflow.js"])

    def test_the_user(self):
        self.target = self.write_target(self.at(self.server.port, user=False))
        self.deployed(env={"CELOS_CI_USERNAME": self.server.user})
        self.assert_there(NEW)
        self.assert_refused(self.do(env={"CELOS_CI_USERNAME": "nobody-at-all"}), 1,
                            f"nobody-at-all@127.0.0.1:{self.server.port}: the server does not accept any of the keys")
        self.assert_code(run([*self.command(), "--user", self.server.user],
                             env={**self.environment, "CELOS_CI_USERNAME": "nobody-at-all"}), 0)

    def test_unknown_and_changed_keys_of_hosts(self):
        known = self.home / ".ssh" / "known_hosts"
        known.write_text("")
        result = self.assert_refused(self.do(), 1, "SHA256:", "is not in", "known_hosts", "add the key once you know")
        self.assertNotIn("CHANGED", result.err)
        self.assert_there(OLD)
        self.trust(self.server.port)
        self.server.stop()
        self.server.change_host_key()
        self.server.start()
        self.assert_refused(self.do(), 1, "CHANGED")
        self.assert_there(OLD)

    def test_passwords_do_not_stand_in_uris(self):
        self.target = self.write_target(f"sftp://joe:secret@127.0.0.1:{self.server.port}")
        result = self.assert_refused(self.do(), 1, "log in with a key")
        self.assertNotIn("secret", result.err + result.out)

    def test_nobody_answers(self):
        self.server.stop()
        self.assert_refused(self.do(), 1, "refused")
        self.assert_there(OLD)

    def test_what_stands_in_the_way(self):
        self.write_target(self.at(self.server.port), workflows_dir=f"{self.at(self.server.port)}{self.etc}/core-site.xml")
        self.assert_refused(self.do(), 1, "core-site.xml: not a folder")
        self.write_target(self.at(self.server.port), workflows_dir=f"{self.at(self.server.port)}/proc/x")
        self.assert_refused(self.do(), 1, "/proc/x", "nothing was deployed: everything is as it was")
        self.assert_there(OLD)
        self.write_target(self.at(self.server.port), workflows_dir=f"{self.at(self.server.port)}{self.deploy}/pipe")
        os.mkfifo(self.deploy / "pipe")
        self.assert_refused(self.do(), 1, "pipe: not a folder")

    def places(self, count):
        """Numbers of bytes after which a connection breaks, most of them behind the log-in."""
        whole = self.sent_in_all()
        chance = random.Random(11)
        return [1, whole - 1] + [chance.randrange(whole * 3 // 100, whole) for _ in range(count)] + \
            [whole - step for step in range(60, 1200, 1200 // count)]

    def test_the_connection_breaks_once(self):
        """The old one is back, over a new connection."""
        for limit in self.places(8):
            relay = self.relay(limit, lambda relay: relay.break_connections())
            result = self.do()
            if result.code == 0:
                self.assert_there(NEW, message=result)
                self.deployed(deploy=self.sandbox.path("old"))
            else:
                self.assert_refused(result, 1, "127.0.0.1")
                self.assert_there(OLD, hidden=False, message=(limit, result))
            relay.close()
        self.target = self.write_target()
        self.deployed()
        self.assert_there(NEW)

    def test_the_server_dies(self):
        """Nothing can be taken back: each part is whole, and the message has what may be new."""
        for limit in self.places(5):
            relay = self.relay(limit, lambda relay: (self.server.stop(), relay.break_connections()), dead=True)
            result = self.do()
            relay.close()
            if result.code != 0:
                parts = self.assert_parts_whole((limit, result))
                self.assertEqual(parts["app"], "old")
                for part in ("workflows", "defaults"):
                    if parts[part] == "new":
                        self.assertIn(f"{part}/wf.js could not be restored and may be the new version", result.err)
                if "may be" not in result.err:
                    self.assert_there(OLD, hidden=False)
            self.server.stop()  # nothing was sent any more behind the limit
            self.server.start()
            self.target = self.write_target()
            self.deployed(deploy=self.sandbox.path("old"))
            self.assert_there(OLD)

    def test_killed_while_it_waits(self):
        for limit in self.places(5):
            relay = self.relay(limit, lambda relay: None)
            child = self.spawn()
            while not relay.reached.wait(0.01) and child.poll() is None:
                pass
            child.send_signal(signal.SIGKILL)
            child.communicate()
            relay.close()
            self.assert_parts_whole(limit)
            self.target = self.write_target()
            self.deployed(deploy=self.sandbox.path("old"))
            self.assert_there(OLD)


class CommandLine(DeployCase):
    def setUp(self):
        super().setUp()
        self.celos_ci = self.sandbox.path("celos-ci")
        self.celos_ci.symlink_to(HPDL)
        os.chdir(self.sandbox.folder)

    def ci(self, *words):
        return run([self.celos_ci, *words], env=self.environment)

    def test_options_of_celos(self):
        root = f"--hdfsRoot={self.etc}/app"
        common = ["--workflowName", "wf", "--target", f"file://{self.target}", root]
        self.assert_code(self.ci("--mode", "deploy", *common, "--deployDir", self.deploy), 0)
        self.assert_there(NEW)
        self.assert_code(self.ci("-mode", "UNDEPLOY", *common, "--testDir", "x", "--celos", "http://h"), 0)
        self.assertEqual(self.found()["app"], {})
        self.assert_code(self.ci("-mode=Deploy", "-workflowName=wf", f"-target={self.target}", root, f"-deployDir={self.deploy}"), 0)
        self.assert_there(NEW)

    def test_usage(self):
        for words, problem in (((), "Missing required option: mode"),
                               (("--mode", "deploy"), "Missing required option: workflowName"),
                               (("--mode", "deploy", "--workflowName", "wf"), "Missing required option: target"),
                               (("--mode", "deploy", "--workflowName", "wf", "--target", "/t"),
                                "Missing required option: deployDir"),
                               (("--mode", "x", "--workflowName", "wf", "--target", "/t"), "the mode must be deploy or undeploy"),
                               (("--nosuch",), "Unrecognized option: --nosuch"),
                               (("--mode",), "Missing argument for option: mode")):
            self.assert_refused(self.ci(*words), 1, problem, "usage: celos-ci")
        help_text = self.assert_code(self.ci("--help"), 0).out
        self.assertIn("--workflowName NAME", help_text)

    def test_mode_test_is_not_supported(self):
        result = self.assert_refused(self.ci("--mode", "TEST", "--workflowName", "wf", "--target", "/t"), 1)
        self.assertEqual(result.err, "celos-ci: mode test is not supported; use deploy or undeploy\n")

    def test_usage_under_our_own_name(self):
        for words, problem in ((("celos-deploy",), "give the name of one workflow"),
                               (("celos-deploy", "a", "b"), "give the name of one workflow"),
                               (("celos-deploy", "a"), "-target is missing"),
                               (("celos-deploy", "a", "-target", "/t"), "-deploy-dir is missing"),
                               (("celos-undeploy", "a", "--deploy-dir", "d"), "Unrecognized option: --deploy-dir"),
                               (("celos-undeploy", "a"), "-target is missing")):
            self.assert_refused(run([HPDL, *words]), 1, problem, f"usage: hpdl {words[0]}")
        self.assertIn("-hdfs-root PATH", self.assert_code(run([HPDL, "celos-undeploy", "--help"]), 0).out)

    def test_control_characters_do_not_reach_the_terminal(self):
        self.assertNotIn("\x1b", self.do(target="/x\x1b[2J").err)


if __name__ == "__main__":
    closing.main()
