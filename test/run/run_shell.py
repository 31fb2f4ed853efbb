"""The shell action in local mode."""

import shutil
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403


class Shell(ProgramTest):
    def one(self, script, **options):
        return self.build(workflow(shell("a", script, **options), "a"))

    def test_exit_code_and_stderr_in_the_message(self):
        program = self.one("echo all is lost >&2; exit 7")
        self.assert_code(program.run(), KILLED)
        node = program.nodes()["a"]
        self.assertIn("7", node["errorMessage"])
        self.assertIn("all is lost", node["errorMessage"])
        self.assertEqual(node["status"], "ERROR")

    def test_missing_command(self):
        text = workflow(shell("a", "true"), "a").replace("/bin/sh", "/nosuch/command")
        program = self.build(text)
        self.assert_code(program.run(), KILLED)
        self.assertIn("/nosuch/command", program.nodes()["a"]["errorMessage"])

    def test_arguments_are_not_interpreted(self):
        out = self.sandbox.path("out")
        program = self.one(f'printf "%s\\n" "$@" >{out}', arguments=("a  b", "$HOME", "*", "${n}"))
        self.assert_code(program.run(params={"n": "x;y"}), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["a  b", "$HOME", "*", "x;y"])

    def test_env_var(self):
        out = self.sandbox.path("out")
        text = workflow(shell("a", f"echo $WHO $PLACE >{out}"), "a").replace(
            "</shell>", "<env-var>WHO=${who}</env-var><env-var>PLACE=a=b</env-var></shell>")
        self.assert_code(self.build(text).run(params={"who": "me"}), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["me a=b"])

    def test_the_process_that_outlives_the_engine_shows_no_secrets(self):
        out = self.sandbox.path("out")
        program = self.one(f"tr '\\0' ' ' </proc/$PPID/cmdline >{out}")
        self.assert_code(program.run(params={"password": "geheim"}), SUCCEEDED)
        self.assertRegex(out.read_text(), r"^hpdl keeper 1\b")
        self.assertNotIn("geheim", out.read_text())

    def test_limits_of_memory_and_files_end_in_one_line(self):
        program = self.one("true")
        limits = [f"-v {2 ** n}" for n in range(13, 18)] + [f"-f {2 ** n}" for n in range(10)] + [
            f"-n {n}" for n in (*range(3, 20), 32, 64)]
        for limit in limits:
            with self.subTest(limit):
                done = run(["sh", "-c", f"ulimit {limit}; exec \"$@\"", "sh", program.path, "run", "--local", "--progress",
                            "none", "--state", program.state])
                self.assertIn(done.code, (0, 1, 2, SUSPENDED), done)
                self.assertLessEqual(len(done.err.splitlines()), 3, done)
                self.assertGreater(len(done.err) + (done.code == 0), 0, done)

    @unittest.skipUnless(os.geteuid() == 0, "mount needs root")
    def test_output_that_found_no_room_is_no_output(self):
        disk = self.sandbox.path("disk")
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", disk]).returncode != 0:
            self.skipTest("no mount here")
        filler = disk / "filler"
        try:
            fill = f"dd if=/dev/zero of={filler} bs=4096 2>/dev/null; "
            for script, whole in ((f"{fill} echo found=yes; rm {filler}", True),
                                  (f"{fill} for i in $(seq 900); do echo k$i=value; done; exit 0", False)):
                with self.subTest(whole=whole):
                    program = self.build(workflow(shell("a", script, capture=True), "a"))
                    program.state = disk / "state"
                    site = self.sandbox.write("site.xml", "<configuration><property><name>oozie.action.max.output.data"
                                              "</name><value>100000</value></property></configuration>")
                    done = program.run("--site", site)
                    filler.unlink(missing_ok=True)
                    if whole:
                        self.assert_code(done, SUCCEEDED)
                        self.assertEqual(program.nodes()["a"]["data"], "found=yes\n")
                        continue
                    self.assertNotEqual(done.code, SUCCEEDED, done)
                    if program.status() == "RUNNING":  # the journal had no room either
                        self.assert_code(program("resume", program.job, "--progress", "none"), SUSPENDED)
                    node = program.nodes()["a"]
                    self.assertEqual((node["status"], node["errorCode"]), ("START_MANUAL", "JA017"), node)
        finally:
            subprocess.run(["umount", disk], check=True)

    def archives(self, script, *entries, **options):
        """A program whose action has these <archive>s."""
        text = workflow(shell("a", script, **options), "a").replace(
            "</shell>", "".join(f"<archive>{entry}</archive>" for entry in entries) + "</shell>")
        self.sandbox.write("app/workflow.xml", text.replace("<capture-output/><archive>", "<archive>"))
        return self.build(self.sandbox.path("app"))

    def pack(self, form):
        folder = self.sandbox.path("content")
        (folder / "inner").mkdir(parents=True, exist_ok=True)
        (folder / "inner/x.txt").write_text(f"of a {form}\n")
        self.sandbox.path("app").mkdir(exist_ok=True)
        return Path(shutil.make_archive(str(self.sandbox.path("app/made")), form, folder))

    def test_archives(self):
        for form, suffix in (("zip", "zip"), ("zip", "jar"), ("tar", "tar"), ("gztar", "tar.gz"), ("gztar", "tgz")):
            with self.subTest(suffix):
                made = self.pack(form)
                made = made.rename(self.sandbox.path(f"app/made.{suffix}"))
                elsewhere = shutil.copy(made, self.sandbox.path(f"other.{suffix}"))
                out = self.sandbox.path("out")
                program = self.archives(f"cat data/inner/x.txt other.{suffix}/inner/x.txt >{out}; echo $# $1 >>{out}",
                                        f"made.{suffix}#data", f"file://{elsewhere}", arguments=("two  words",))
                self.assert_code(program.run(), SUCCEEDED)
                self.assertEqual(self.lines("out"), [f"of a {form}", f"of a {form}", "1 two words"])
                made.unlink()

    def test_a_command_with_archives_is_itself(self):
        self.pack("zip")
        program = self.archives("echo to-err >&2; exit 9", "made.zip")
        self.assert_code(program.run(), KILLED)
        self.assertIn("exit code 9", program.nodes()["a"]["errorMessage"])
        self.assertIn("to-err", program.nodes()["a"]["errorMessage"])
        text = workflow(shell("a", "true"), "a").replace("/bin/sh", "/nosuch/command").replace(
            "</shell>", "<archive>made.zip</archive></shell>")
        self.sandbox.write("app/workflow.xml", text)
        program = self.build(self.sandbox.path("app"))
        self.assert_code(program.run(), KILLED)
        self.assertIn("cannot start /nosuch/command", program.nodes()["a"]["errorMessage"])

    def test_archives_that_are_none_or_reach_out(self):
        evil = self.sandbox.path("app/evil.zip")
        self.pack("zip")
        with zipfile.ZipFile(evil, "w") as archive:
            archive.writestr("../../escaped", "x")
        self.sandbox.write("app/broken.zip", "this is no archive")
        for entry, code in (("evil.zip", "JA018"), ("broken.zip", "JA018"), ("none.zip", "JA008"), ("made.zip#a/b", "JA018")):
            with self.subTest(entry):
                ran = self.sandbox.path("ran")
                program = self.archives(f"touch {ran}", entry)
                self.assert_code(program.run(), KILLED)
                node = program.nodes()["a"]
                self.assertEqual(node["errorCode"], code)
                self.assertIn(entry.partition("#")[0], node["errorMessage"])
                self.assertFalse(ran.exists())
        self.assertEqual(list(self.sandbox.folder.rglob("escaped")), [])

    def test_a_command_with_archives_outlives_the_engine(self):
        self.pack("gztar")
        ran, go = self.sandbox.path("ran"), self.sandbox.path("go")
        program = self.archives(f"echo x >>{ran}; while [ ! -e {go} ]; do sleep 0.05; done; cat made.tar.gz/inner/x.txt",
                                "made.tar.gz")
        child = self.sandbox.spawn(program)
        self.assertTrue(program.wait_for(ran.exists))
        child.kill()
        child.communicate()
        go.write_text("")
        self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
        self.assertEqual(ran.read_text(), "x\n")
        self.assertIn("of a gztar", program("log", program.job, "--node", "a").out)

    def test_capture_output_reads_properties(self):
        script = "echo first=1; echo '# remark'; echo 'second : two words'; echo u=\\\\u0041"
        program = self.one(script, capture=True)
        self.assert_code(program.run(), SUCCEEDED)
        data = program.nodes()["a"]["data"]
        self.assertIn("first", data)
        self.assertIn("two words", data)

    def test_capture_output_has_a_limit(self):
        program = self.one("i=0; while [ $i -lt 400 ]; do echo key$i=value; i=$((i+1)); done",
                           capture=True)
        self.assert_code(program.run(), KILLED)
        self.assertIn("2048", program.nodes()["a"]["errorMessage"])

    def test_without_capture_there_is_no_data(self):
        program = self.one("echo a=1")
        self.assert_code(program.run(), SUCCEEDED)
        self.assertIsNone(program.nodes()["a"]["data"])

    def test_log_shows_the_output(self):
        program = self.one("echo to stdout; echo to stderr >&2")
        self.assert_code(program.run(), SUCCEEDED)
        result = self.assert_code(program("log", program.job, "--node", "a"), 0)
        self.assertIn("to stdout", result.out)
        self.assertIn("to stderr", result.out)

    def test_bundled_script(self):
        self.sandbox.write("app/scripts/go.sh", "#!/bin/sh\necho went $1 >$2\n")
        out = self.sandbox.path("out")
        text = workflow(shell("a", "x"), "a")
        begin, end = text.index("<exec>"), text.index("</shell>")
        self.sandbox.write("app/workflow.xml", text[:begin] + "<exec>go.sh</exec>"
                           "<argument>well</argument>" + f"<argument>{out}</argument>"
                           "<file>scripts/go.sh#go.sh</file>" + text[end:])
        program = self.build(self.sandbox.path("app"))
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["went well"])

    def test_command_killed_by_a_signal(self):
        program = self.one("kill -9 $$")
        self.assert_code(program.run(), KILLED)
        self.assertEqual(program.nodes()["a"]["status"], "ERROR")

    def test_large_output_goes_to_files(self):
        program = self.one("head -c 20000000 /dev/zero")
        self.assert_code(program.run(), SUCCEEDED)

    def test_without_network_and_local_it_is_refused(self):
        program = self.build(workflow(shell("a", "true"), "a"), "--no-network")
        result = program("run", "--progress", "none")
        self.assert_refused(result, USAGE, "shell", "--local")


if __name__ == "__main__":
    closing.main()
