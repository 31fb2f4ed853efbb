"""The ssh action against OpenSSH's server: words, output, trust, failures, outages, kill."""

import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from ssh_server import SshServer, make_key

AWKWARD = ["two  words", "$HOME `id` $(id)", "it's", '"', "*", "~", "a;b|c&d>e<f", "größer", "-n", "--",
           "line\nbreak", "\\n", "{a,b}", "#x", "a=b", "%s"]


def ssh(name, host, command, args=(), arguments=(), capture=False, to="end", error="killed", version="0.2",
        attributes=""):
    words = "".join(f"<args>{escape(word)}</args>" for word in args)
    words += "".join(f"<arg>{escape(word)}</arg>" for word in arguments)
    return (f'<action name="{name}"{attributes}><ssh xmlns="uri:oozie:ssh-action:{version}"><host>{escape(host)}</host>'
            f"<command>{escape(command)}</command>{words}{'<capture-output/>' if capture else ''}</ssh>"
            f'<ok to="{to}"/><error to="{error}"/></action>')


def script(name, host, text, **options):
    """An action that runs `sh -c TEXT` over there."""
    return ssh(name, host, "sh", arguments=("-c", text), **options)


class SshTest(ProgramTest):
    """A server, a site that trusts it, and short retries."""

    def setUp(self):
        super().setUp()
        self.server = SshServer(self.sandbox.path("ssh"))
        self.addCleanup(self.server.stop)
        self.host = self.server.address
        os.environ.pop("SSH_AUTH_SOCK", None)

    def site(self, **more):
        settings = {"oozie.action.retries.max": 3, "oozie.action.retry.interval": 0,
                    "hpdl.ssh.known.hosts": self.server.known_hosts,
                    "hpdl.ssh.identities": self.server.client_key, "hpdl.ssh.poll.interval.max": 1,
                    "hpdl.ssh.words.unchanged": "true"}
        settings.update({name.replace("_", "."): value for name, value in more.items()})
        body = "".join(f"<property><name>{name}</name><value>{value}</value></property>"
                       for name, value in settings.items())
        return self.sandbox.write("site.xml", f"<configuration>{body}</configuration>")

    def start(self, program, **more):
        return program.run("--site", self.site(**more))

    def left(self):
        """Directories of actions that are still over there."""
        return sorted(path.name for path in (self.server.home / ".hpdl").glob("*"))

    def assert_failure(self, program, code, *words, state="ERROR", node="far"):
        record = program.nodes()[node]
        self.assertEqual((record["status"], record["errorCode"]), (state, code), record)
        for word in words:
            self.assertIn(str(word), record["errorMessage"])


class Commands(SshTest):
    def test_output_and_ids(self):
        program = self.build(workflow(
            script("far", self.host, "echo rows=7; echo 'text = a b\\\n  c'; pwd -P; echo $HPDL_NODE=$HPDL_JOB_ID", capture=True,
                   to="check")
            + decision("check", [("end", "${wf:actionData('far')['rows'] eq 7 and wf:actionData('far')['text'] eq 'a bc'"
                                         " and wf:actionData('far')['far'] eq wf:id()"
                                         " and wf:actionExternalStatus('far') eq 'OK'"
                                         " and wf:actionTrackerUri('far') eq '" + self.host + "'}")], "killed"), "far"))
        self.assert_code(self.start(program), SUCCEEDED)
        record = program.nodes()["far"]
        self.assertGreater(int(record["externalId"]), 1)
        self.assertEqual(self.left(), [])
        self.assertIn("rows=7", program("log", program.job, "--node", "far").out)

    def test_words_are_not_looked_at_again(self):
        out = self.sandbox.path("words")
        program = self.build(workflow(
            ssh("far", self.host, f"sh -c", arguments=[f'for w; do printf "[%s]" "$w"; done >{out}', "sh", *AWKWARD]), "far"))
        self.assert_code(self.start(program), SUCCEEDED)
        self.assertEqual(out.read_text(), "".join(f"[{word}]" for word in AWKWARD))

    def test_args_are_split_at_blanks(self):
        program = self.build(workflow(
            ssh("far", self.host, "printf", args=["n=%s.%s.%s.%s.%s ", "'a b'  ${1+1}", "$HOME\n *"], capture=True,
                to="check", version="0.1")
            + decision("check", [("end", "${wf:actionData('far')['n'] eq '\\'a.b\\'.2.$HOME.*'}")], "killed"), "far"))
        self.assert_code(self.start(program), SUCCEEDED)

    def shell_reads(self, **words):
        """The words that a command of the other machine gets."""
        out = self.sandbox.path("words")
        show = self.sandbox.write("show.sh", f"#!/bin/sh\nfor w; do printf '[%s]' \"$w\"; done >{out}\n")
        show.chmod(0o755)
        program = self.build(workflow(ssh("far", self.host, str(show), **words), "far"))
        self.assert_code(self.start(program, hpdl_ssh_words_unchanged="false"), SUCCEEDED)
        return out.read_text()

    def test_the_remote_shell_reads_words_as_at_oozie(self):
        home = self.server.home
        (home / "x1").touch()
        self.assertEqual(self.shell_reads(args=["\"one two\" 'three'", "$HOME ~/x\n*1"]),
                         f"[one][two][three][{home}][{home}/x][x1]")
        self.assertEqual(self.shell_reads(arguments=['"four five"', "six seven", "'$HOME *'", "$HOME", "e\\$f"]),
                         f"[four five][six seven][$HOME *][{home}][e$f]")
        self.assertEqual(self.shell_reads(), "")

    def test_words_that_the_remote_shell_cannot_read(self):
        program = self.build(workflow(ssh("far", self.host, "echo", args=["it's"]), "far"))
        self.assert_code(self.start(program, hpdl_ssh_words_unchanged="false"), KILLED)
        self.assert_failure(program, "JA018", "exit code")
        self.assertEqual(self.left(), [])

    def test_exit_code_and_errors(self):
        program = self.build(workflow(script("far", self.host, "echo one >&2; echo two >&2; exit 3"), "far"))
        self.assert_code(self.start(program), KILLED)
        self.assert_failure(program, "JA018", "exit code 3; standard error ends with:\none\ntwo")
        self.assertEqual(program.nodes()["far"]["externalStatus"], "ERROR")
        self.assertEqual(self.left(), [])

    def test_a_command_that_is_not_there(self):
        program = self.build(workflow(ssh("far", self.host, "no-such-command"), "far"))
        self.assert_code(self.start(program), KILLED)
        self.assert_failure(program, "JA018", "exit code 127", "no-such-command")

    def test_user_retry(self):
        counter = self.sandbox.path("count")
        program = self.build(workflow(
            script("far", self.host, f"echo x >>{counter}; test $(wc -l <{counter}) -ge 3",
                   attributes=' retry-max="3" retry-interval="0"'), "far"))
        self.assert_code(self.start(program), SUCCEEDED)
        self.assertEqual(len(self.lines("count")), 3)

    def test_three_kilobytes_of_output(self):
        body = "i=0; while [ $i -lt 100 ]; do echo key$i=abcdefghijklmnopqrstuvw; i=$((i+1)); done"
        program = self.build(workflow(script("far", self.host, body, capture=True), "far"))
        self.assert_code(self.start(program), KILLED)
        self.assert_failure(program, "ERR_OUTPUT_EXCEED_MAX_LEN", "the limit is 2048")
        self.assert_code(self.start(program, oozie_action_max_output_data=65536), SUCCEEDED)
        program = self.build(workflow(script("far", self.host, body), "far"), name="uncaptured")
        self.assert_code(self.start(program), SUCCEEDED)

    def test_output_that_is_no_property_file(self):
        program = self.build(workflow(script("far", self.host, "echo 'a=\\u12'", capture=True), "far"))
        self.assert_code(self.start(program), KILLED)
        self.assert_failure(program, "JA018", "captured output")

    def test_a_login_shell_that_talks(self):
        (self.server.home / ".bashrc").write_text("echo Welcome!; echo oops >&2\n")
        program = self.build(workflow(
            script("far", self.host, "echo rows=7", capture=True, to="check")
            + decision("check", [("end", "${wf:actionData('far')['rows'] eq 7}")], "killed"), "far"))
        self.assert_code(self.start(program), SUCCEEDED)

    def test_a_fork_of_fifty(self):
        names = [f"far{i}" for i in range(50)]
        lasts = "sleep 0.2"  # time: longer is as good
        program = self.build(workflow(
            fork("all", *names) + "".join(
                script(name, self.host, f"echo {name} >>{self.sandbox.path('ran')}; {lasts}", to="met") for name in names)
            + join("met"), "all"))
        self.assert_code(self.start(program), SUCCEEDED)
        self.assertEqual(sorted(self.lines("ran")), sorted(names))
        self.assertLessEqual(self.server.logins(), 4, "four connections at most to one machine")
        self.assertEqual(self.left(), [])

    def test_of_hws(self):
        program = self.build(
            '<hadoop-workflow name="old"><start to="far"/><ssh name="far"><host>' + self.host + "</host><command>printf</command>"
            "<args>rows=%s.%s</args><args>one two</args><capture-output/>"
            '<transition name="OK" to="check"/><transition name="ERROR" to="fail"/></ssh>'
            '<decision name="check"><eval name="YES">${action:output("far", "rows") == "one.two"}</eval><default name="NO"/>'
            '<transition name="YES" to="end"/><transition name="NO" to="fail"/></decision>'
            '<fail name="fail"><message>m</message></fail><end name="end"/></hadoop-workflow>')
        result = program.run("--site", self.site(), params={"user.name": self.server.user})
        self.assert_code(result, SUCCEEDED)

    def test_an_absolute_directory(self):
        program = self.build(workflow(script("far", self.host, "exit 0"), "far"))
        place = self.sandbox.path("elsewhere/deep er")
        self.assert_code(self.start(program, hpdl_ssh_directory=place), SUCCEEDED)
        self.assertTrue(place.is_dir())
        self.assertEqual(list(place.iterdir()), [])
        self.sandbox.write("file", "")
        self.assert_code(self.start(program, hpdl_ssh_directory=self.sandbox.path("file/x")), SUSPENDED)
        self.assert_failure(program, "SETUP_FAILED", "exit code 91", state="START_MANUAL")


class Size(ProgramTest):
    """libssh is in the programs that use it, and in no others."""

    def has_libssh(self, body):
        return b"SSH-2.0-libssh" in self.build(workflow(body, "far")).path.read_bytes()

    def test_with_and_without(self):
        self.assertTrue(self.has_libssh(script("far", "joe@localhost", "true")))
        self.assertFalse(self.has_libssh(shell("far", "true")))

    def test_of_a_static_program(self):
        program = self.build(workflow(script("far", "joe@localhost", "true"), "far"))
        self.assertNotIn("NEEDED", run(["readelf", "-d", program.path]).out)
        stripped = self.sandbox.path("stripped")
        subprocess.run(["strip", "-o", stripped, program.path], check=True)
        self.assertLessEqual(stripped.stat().st_size, 9_000_000)


class Surroundings(SshTest):
    def test_an_empty_environment(self):
        program = self.build(workflow(script("far", self.host, "true"), "far"))
        result = subprocess.run(
            ["env", "-i", program.path, "run", "--progress", "none", "--site", self.site(), "--state", program.state],
            capture_output=True, timeout=60)
        self.assertEqual(result.returncode, SUCCEEDED, result)

    def test_linked_with_glibc(self):
        program = self.build(workflow(script("far", self.host, "true"), "far"), "--link", "glibc")
        self.assert_code(self.start(program), SUCCEEDED)


class Trust(SshTest):
    def setUp(self):
        super().setUp()
        self.program = self.build(workflow(script("far", self.host, f"echo x >>{self.sandbox.path('ran')}"), "far"))

    def refuse(self, code, *words, **site):
        self.assert_code(self.start(self.program, **site), SUSPENDED)
        self.assert_failure(self.program, code, *words, state="START_MANUAL")
        self.assertEqual(self.lines("ran"), [])

    def test_an_unknown_host(self):
        self.server.known_hosts.write_text("")
        self.refuse("HOST_KEY", "is not in", self.server.known_hosts, "SHA256:")
        self.server.trust_host()
        self.assert_code(self.program("resume", self.program.job, "--progress", "none"), SUCCEEDED)
        self.assertEqual(len(self.lines("ran")), 1)

    def test_a_changed_host_key(self):
        self.server.stop()
        self.server.change_host_key()
        self.server.start()
        self.refuse("HOST_KEY", "CHANGED")

    def test_no_key(self):
        self.refuse("AUTH_FAILED", "nothing (there is no such file)",
                    hpdl_ssh_identities=self.sandbox.path("nothing"))
        stranger = make_key(self.sandbox.path("stranger"))
        self.refuse("AUTH_FAILED", "does not accept any of the keys", stranger, hpdl_ssh_identities=stranger)

    def test_an_encrypted_key(self):
        locked = make_key(self.sandbox.path("locked"), "secret")
        self.refuse("AUTH_FAILED", "locked (encrypted, and not in an agent)", hpdl_ssh_identities=locked)

    def test_the_agent(self):
        locked = self.sandbox.path("unlocked")
        locked.write_bytes(self.server.client_key.read_bytes())
        locked.chmod(0o600)
        socket = self.sandbox.path("agent")
        agent = subprocess.Popen(["ssh-agent", "-D", "-a", str(socket)], stdout=subprocess.DEVNULL)
        self.addCleanup(agent.wait)
        self.addCleanup(agent.kill)
        self.assertTrue(self.program.wait_for(socket.exists))
        env = {"SSH_AUTH_SOCK": str(socket)}
        subprocess.run(["ssh-add", "-q", str(locked)], check=True, env=dict(os.environ, **env), capture_output=True)
        result = self.program.run("--site", self.site(hpdl_ssh_identities=self.sandbox.path("nothing")), env=env)
        self.assert_code(result, SUCCEEDED)

    def test_only_the_jobs_user(self):
        program = self.build(workflow(script("far", "somebody@127.0.0.1", "true"), "far"), name="other")
        self.assert_code(self.start(program, oozie_action_ssh_allow_user_at_host="false"), KILLED)
        self.assert_failure(program, "ERR_USER_MISMATCH", "somebody@127.0.0.1")

    def test_bad_hosts(self):
        for host in ("-oProxyCommand=x@h", "a b", "u@h:99999", "u@h/x"):
            with self.subTest(host):
                program = self.build(workflow(ssh("far", "${host}", "true"), "far"), name="bad")
                self.assert_code(program.run("--site", self.site(), params={"host": host}), KILLED)
                self.assert_failure(program, "JA018", "is not [USER@]HOST[:PORT]")

    def test_an_empty_command(self):
        program = self.build(workflow(ssh("far", self.host, "${wf:conf('nosuch')}"), "far"), name="empty")
        self.assert_code(program.run("--site", self.site()), KILLED)
        self.assert_failure(program, "JA018", "command is empty")

    def test_without_the_network(self):
        program = self.build(workflow(script("far", self.host, "true"), "far"), "--no-network", name="lonely")
        self.assert_refused(program.run(), USAGE, "far", "--no-network")

    def test_bad_settings(self):
        self.assert_refused(self.start(self.program, hpdl_ssh_port="many"), USAGE, "hpdl.ssh.port", "site.xml:")


class Outages(SshTest):
    def waiting(self, **more):
        """A job whose command runs until somebody kills it, and says when it begins."""
        return self.begun("sleep 3600", **more)

    def held(self, **more):
        """A job whose command runs until release(), or the end of the test, and says when it begins and when it ends."""
        folder = self.sandbox.folder
        return self.begun(f"until test -e {folder}/go || ! test -d {folder}; do sleep 0.1; done; "
                          f"echo $$ >>{self.sandbox.path('done')}", **more)

    def release(self):
        self.sandbox.write("go", "")

    def begun(self, command, **more):
        program = self.build(workflow(
            script("far", self.host, f"echo $$ >>{self.sandbox.path('ran')}; {command}; echo rows=7", capture=True), "far"))
        with self.sandbox.path("progress").open("w") as progress:
            child = self.sandbox.spawn(program, "--site", self.site(**more), progress="json", out=progress)
        self.assertTrue(program.wait_for(lambda: self.lines("ran")), "the command did not begin")
        return program, child

    def misses_the_server(self):
        """The program has found the server away."""
        return any("to answer again" in line for line in self.lines("progress"))

    def end_of(self, child):
        child.communicate(timeout=TIMEOUT)
        return child.returncode

    def assert_gone(self, shell):
        """Neither the command nor anything of it is over there."""
        line = Path(f"/proc/{shell}/cmdline")
        self.assertFalse(line.exists() and line.read_bytes())
        self.assertEqual(self.left(), [])

    def test_nobody_listens(self):
        self.server.stop()
        program = self.build(workflow(script("far", self.host, "true"), "far"))
        self.assert_code(self.start(program), SUSPENDED)
        self.assert_failure(program, "COULD_NOT_CONNECT", "refused", state="START_MANUAL")
        self.server.start()
        self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)

    def test_a_name_that_is_none(self):
        program = self.build(workflow(script("far", "joe@no-such-host.invalid", "true"), "far"))
        self.assert_code(self.start(program, hpdl_ssh_timeout=3, oozie_action_retries_max=0), SUSPENDED)  # time: it may be over
        record = program.nodes()["far"]
        self.assertIn(record["errorCode"], ("COULD_NOT_RESOLVE_HOST", "COULD_NOT_CONNECT"))

    def test_connections_that_break(self):
        program, child = self.held()
        for _ in range(4):
            self.assertTrue(program.wait_for(self.server.sessions), "the program connects again")
            for pid in self.server.sessions():
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        self.release()
        self.assertEqual(self.end_of(child), SUCCEEDED)
        self.assertEqual(len(self.lines("ran")), 1)

    def test_down_and_up_again(self):
        program, child = self.held(oozie_action_retries_max=100, oozie_action_retry_interval=1)
        self.server.stop()
        self.release()
        self.assertTrue(program.wait_for(lambda: self.lines("done") and self.misses_the_server()))
        self.assertIsNone(child.poll())
        self.assertEqual(program.status(), "RUNNING")
        self.server.start()
        self.assertEqual(self.end_of(child), SUCCEEDED)
        self.assertEqual(len(self.lines("ran")), 1)
        self.assertEqual(self.left(), [])

    def test_down_for_too_long(self):
        program, child = self.held()
        self.server.stop()
        self.release()
        self.assertEqual(self.end_of(child), SUSPENDED)
        self.assert_failure(program, "COULD_NOT_CONNECT", state="END_MANUAL")
        self.server.start()
        self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
        self.assertEqual(len(self.lines("ran")), 1, "the command runs once")

    def test_kill(self):
        program, child = self.waiting()
        shell = int(self.lines("ran")[0])
        self.assert_code(program("kill", program.job), 0)
        self.assertEqual(self.end_of(child), KILLED)
        self.assertEqual(program.nodes()["far"]["status"], "KILLED")
        self.assert_gone(shell)

    def test_kill_of_a_job_that_nobody_runs(self):
        for suspended in (False, True):
            with self.subTest(suspended=suspended):
                self.sandbox.path("ran").unlink(missing_ok=True)
                program, child = self.waiting()
                shell = int(self.lines("ran")[0])
                if suspended:
                    child.send_signal(signal.SIGINT)
                else:
                    child.kill()
                child.communicate()
                self.assertEqual(len(self.left()), 1)
                self.assert_code(program("kill", program.job), 0)
                self.assertEqual(program.status(), "KILLED")
                self.assertEqual(program.nodes()["far"]["status"], "KILLED")
                self.assert_gone(shell)

    def test_kill_after_an_outage(self):
        program, child = self.waiting()
        shell = int(self.lines("ran")[0])
        self.server.stop()
        self.assertEqual(self.end_of(child), SUSPENDED)
        self.server.start()
        self.assert_code(program("kill", program.job), 0)
        self.assert_gone(shell)

    def test_kill_while_the_machine_is_down(self):
        program, child = self.held(oozie_action_retries_max=100, oozie_action_retry_interval=1)
        self.server.stop()
        self.assertTrue(program.wait_for(self.misses_the_server))
        self.assert_code(program("kill", program.job), 0)
        self.assertEqual(self.end_of(child), KILLED)

    def test_a_signal_leaves_the_command_alone(self):
        program, child = self.held()
        child.terminate()
        self.assertEqual(self.end_of(child), 128 + signal.SIGTERM)
        self.release()
        self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
        self.assertEqual(len(self.lines("ran")), 1)

    def test_somebody_kills_the_command_and_what_watches_it(self):
        program, child = self.waiting()
        shell = int(self.lines("ran")[0])
        os.killpg(os.getpgid(shell), signal.SIGKILL)
        self.assertEqual(self.end_of(child), SUSPENDED)
        self.assert_failure(program, "JA017", "nobody saw the command end", state="START_MANUAL")

    def test_somebody_removes_the_directory(self):
        program, child = self.held()
        for path in (self.server.home / ".hpdl").glob("*"):
            shutil.rmtree(path)
        self.assertEqual(self.end_of(child), SUSPENDED)
        self.assert_failure(program, "JA017", "no longer exists", state="START_MANUAL")


if __name__ == "__main__":
    closing.main()
