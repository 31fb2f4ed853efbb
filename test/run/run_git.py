"""The git action on this machine: git's own http-backend and OpenSSH's server on loopback, and what breaks."""

import os
import shutil
import signal
import sys
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from crash_case import CrashTest
from every_commit import EveryCommit
from git_server import GitServer, git, make_repository
from programs import *  # noqa: F403
from ssh_server import SshServer, make_key


def clone(name, uri, target, more="", to="end", key=""):
    key = f"<key-path>{key}</key-path>" if key else ""
    return (f'<action name="{name}"><git xmlns="uri:oozie:git-action:1.0"><name-node>file:///</name-node>'
            f"<git-uri>{uri}</git-uri>{more}{key}<destination-uri>{target}</destination-uri></git>"
            f'<ok to="{to}"/><error to="killed"/></action>')


class GitTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = Sandbox()
        cls.bare = make_repository(cls.folder.folder)
        cls.web = GitServer(cls.folder.folder)

    @classmethod
    def tearDownClass(cls):
        cls.web.close()
        cls.folder.close()

    def setUp(self):
        super().setUp()
        self.web.gate.clear()
        self.web.seen.clear()
        self.target = self.sandbox.path("out/clone")
        self.environment = {"GIT_CONFIG_GLOBAL": "/dev/null", "HOME": str(self.sandbox.folder)}

    def start(self, program, *arguments, **options):
        return program.run(*arguments, env=self.environment, **options)

    def assert_failure(self, program, code, *words, node="get", state="ERROR"):
        record = program.nodes()[node]
        self.assertEqual((record["errorCode"], record["status"]), (code, state), record)
        for word in words:
            self.assertIn(str(word), record["errorMessage"])
        return record

    def assert_left(self, *names):
        """What the folder of the destination has; no attempt has left a key or a tree."""
        place = self.target.parent
        self.assertEqual(sorted(path.name for path in place.iterdir()) if place.exists() else [], sorted(names))
        secrets = [path for name in ("key", "credential", "clone") for path in self.sandbox.path("state").rglob(name)]
        self.assertEqual(secrets, [])


class Sources(GitTest):
    def test_file_and_http_and_branch(self):
        program = self.build(workflow(
            clone("get", f"file://{self.bare}", self.target, to="again")
            + clone("again", self.web.url(), self.target, "<branch>old</branch>"), "get"), "--no-network")
        self.assert_code(self.start(program), SUCCEEDED)
        self.assertEqual((self.target / "a").read_text(), "one\n")
        self.assertEqual((self.target / "lib" / "b c.txt").read_text(), "b\n")
        self.assertEqual(git("rev-parse", "HEAD", cwd=self.target), git("rev-parse", "old", cwd=self.bare))
        self.assertTrue(program.nodes()["get"]["externalId"].isdigit())
        self.assert_left("clone")

    def test_a_password_that_nobody_sees(self):
        program = self.build(workflow(clone("get", "${uri}", self.target), "get"))
        login = "joe:" + urllib.parse.quote(self.web.password, safe="") + "@"
        self.assert_code(self.start(program, params={"uri": self.web.url("locked", login=login)}), SUCCEEDED)
        self.assertEqual((self.target / "a").read_text(), "two\n")
        self.assertNotIn(self.web.password, (self.target / ".git" / "config").read_text())
        self.assertNotIn(urllib.parse.quote(self.web.password, safe=""), (self.target / ".git" / "config").read_text())
        self.assert_left("clone")
        self.assert_code(self.start(program, params={"uri": self.web.url(login="t0ken@")}), SUCCEEDED)
        self.assertNotIn("t0ken", (self.target / ".git" / "config").read_text())
        for login in ("", "joe@", "joe:wrong@"):
            with self.subTest(login):
                self.assert_code(self.start(program, params={"uri": self.web.url("locked", login=login)}), KILLED)
                record = self.assert_failure(program, "JA018", "requires a login", "git clone of http://")
                self.assertNotIn("wrong", record["errorMessage"])
                self.assertNotIn("joe", record["errorMessage"])
                self.assert_told(program, "get", "JA018", "requires a login", "fatal: ")
        self.assert_left("clone")

    def test_ssh_with_a_key_and_without(self):
        server = SshServer(self.sandbox.path("sshd"))
        self.addCleanup(server.close)
        site = self.sandbox.write("site.xml", "<configuration><property><name>hpdl.ssh.known.hosts</name>"
                                              f"<value>{server.known_hosts}</value></property></configuration>")
        key = self.sandbox.path("deploy key")
        key.write_bytes(server.client_key.read_bytes())
        uri = f"ssh://{server.address}{self.bare}"
        program = self.build(workflow(clone("get", uri, self.target, key="${key}"), "get"))
        self.assert_code(self.start(program, "--site", site, params={"key": key}), SUCCEEDED)
        self.assertEqual((self.target / "a").read_text(), "two\n")
        self.assert_left("clone")
        stranger = make_key(self.sandbox.path("stranger"))
        self.assert_code(self.start(program, "--site", site, params={"key": stranger}), KILLED)
        self.assert_failure(program, "JA018", "requires a login", "Permission denied")
        self.assert_code(self.start(program, "--site", site, params={"key": "/no/such/key"}), KILLED)
        self.assert_failure(program, "JA008", "key-path /no/such/key")
        server.known_hosts.write_text("")
        self.assert_code(self.start(program, "--site", site, params={"key": key}), KILLED)
        self.assert_failure(program, "JA018", "hpdl.ssh.known.hosts", "Host key verification failed")
        self.assert_left("clone")


class Refusals(GitTest):
    def test_each_has_its_message(self):
        program = self.build(workflow(clone("get", "${uri}", "${target}", "<branch>${branch}</branch>"), "get"))
        (self.sandbox.path("full")).mkdir()
        self.sandbox.write("full/precious", "x")
        marker = self.sandbox.path("marker")
        good = {"uri": f"file://{self.bare}", "branch": "main", "target": str(self.target)}
        for change, code, words in (
                ({"branch": "nosuch"}, "JA018", ["no such branch", "Remote branch nosuch not found"]),
                ({"branch": f"--upload-pack=touch {marker}"}, "GIT010", ["branch"]),
                ({"uri": f"ext::sh -c touch% {marker}"}, "GIT010", ["no scheme"]),
                ({"uri": f"--upload-pack=touch {marker}"}, "GIT010", ["no scheme"]),
                ({"uri": f"ssh://-oProxyCommand=touch {marker}/x"}, "GIT010", ["begin with '-'"]),
                ({"uri": f"file://{self.bare}.none"}, "JA018", ["exit code 128", "does not"]),
                ({"uri": "http://127.0.0.1:1/x"}, "JA018", ["exit code 128", "onnect"]),
                ({"target": str(self.sandbox.path("full"))}, "JA018", ["neither an earlier clone nor empty"]),
                ({"target": "/"}, "JA018", ["is the root directory"]),
                ({"target": "s3://bucket/x"}, "E0904", ["destination-uri"])):
            with self.subTest(change):
                self.assert_code(self.start(program, params={**good, **change}), KILLED)
                self.assert_failure(program, code, *words)
        self.assertFalse(marker.exists())
        self.assertTrue(self.sandbox.path("full/precious").exists())
        self.assert_left()

    def test_no_git_on_the_machine(self):
        program = self.build(workflow(clone("get", f"file://{self.bare}", self.target), "get"))
        result = program.run(env={**self.environment, "PATH": str(self.sandbox.folder)})
        self.assert_code(result, SUSPENDED)
        self.assert_failure(program, "JA018", "cannot start git on this machine", state="START_MANUAL")
        self.assert_code(program("resume", program.job, "--progress", "none", env=self.environment), SUCCEEDED)
        self.assertEqual((self.target / "a").read_text(), "two\n")

    def test_time(self):
        program = self.build(workflow(clone("get", self.web.url("held"), self.target), "get"))
        self.assert_code(self.start(program, params={"hpdl.git.timeout": 2}), KILLED)  # time: it is to be over
        self.assert_failure(program, "JA018", "longer than 2 s (hpdl.git.timeout)")
        self.assert_left()


class Crashes(GitTest):
    def held(self, login=""):
        """A job whose clone waits for an answer."""
        program = self.build(workflow(clone("get", self.web.url("held", login=login), self.target), "get"))
        child = self.sandbox.spawn(program, env=self.environment)
        self.assertTrue(wait_for(lambda: self.web.seen), "git asks")
        return program, child

    def gits(self):
        """Processes of git that work for this test."""
        found = []
        for path in Path("/proc").glob("[0-9]*"):
            try:
                if "git" in (path / "comm").read_text() and str(self.sandbox.folder) in os.readlink(path / "cwd"):
                    found.append(int(path.name))
            except OSError:
                continue
        return found

    def test_an_engine_that_dies_is_resumed_and_git_has_run_once(self):
        program, child = self.held()
        child.kill()
        child.communicate()
        self.assertTrue(self.gits())
        self.web.release()
        self.assert_code(program("resume", program.job, "--progress", "none", env=self.environment), SUCCEEDED)
        self.assertEqual((self.target / "a").read_text(), "two\n")
        self.assertEqual(sum(path.endswith("/info/refs") for path in self.web.seen), 1)
        self.assert_left("clone")

    def test_everything_dies_and_it_is_done_again(self):
        program, child = self.held()
        child.kill()
        child.communicate()
        keepers = [int(path.name) for path in Path("/proc").glob("[0-9]*") if self.is_of_job(path)]
        for pid in keepers + self.gits():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.assertTrue(wait_for(lambda: not self.gits()))
        self.web.release()
        self.assert_code(program("resume", program.job, "--progress", "none", env=self.environment), SUCCEEDED)
        self.assertEqual((self.target / "a").read_text(), "two\n")
        self.assert_left("clone")

    def is_of_job(self, path):
        """The keeper, or the worker of the job."""
        try:
            words = (path / "cmdline").read_bytes()
            return (words.startswith(b"hpdl keeper") and str(self.sandbox.folder) in os.readlink(path / "exe")) or (
                b"--worker\0git\0" in words and str(self.sandbox.folder).encode() in words)
        except OSError:
            return False

    def test_kill_ends_git(self):
        program, child = self.held(login="joe:s3cret@")
        credentials = lambda: list(self.sandbox.path("state").rglob("credential"))  # noqa: E731
        self.assertEqual(len(credentials()), 1)
        self.assert_code(program("kill", program.job, env=self.environment), 0)
        child.communicate(timeout=60)
        self.assertEqual(child.returncode, KILLED)
        self.assertTrue(wait_for(lambda: not self.gits()))
        self.web.release()
        self.assertFalse(self.target.exists())
        self.assertEqual(credentials(), [])


class AtEveryCommit(EveryCommit, CrashTest):
    """Wherever it dies: the clone is there in the end, and nothing beside it."""

    # The job, its start with the intent, the clone at its destination, and the end, whatever git does. That git runs is written
    # by a tick of the engine, which comes only if git takes longer than a tenth of a second; `Crashes` dies then.
    LEAST_COMMITS = 4
    environment = {"GIT_CONFIG_GLOBAL": "/dev/null"}

    def setUp(self):
        super().setUp()
        bare = make_repository(self.sandbox.path("git"))
        self.program = self.build(workflow(clone("get", f"file://{bare}", self.sandbox.path("out/clone")), "get"))

    def begin(self, env):
        for path in (self.program.state, self.sandbox.path("out")):
            shutil.rmtree(path, ignore_errors=True)
        self.program.id_file.unlink(missing_ok=True)
        return self.program.run(env={**self.environment, **env})

    def check_end(self):
        self.assertEqual(self.sandbox.path("out/clone/a").read_text(), "two\n")
        self.assertEqual([path.name for path in self.sandbox.path("out").iterdir()], ["clone"])


if __name__ == "__main__":
    closing.main()
