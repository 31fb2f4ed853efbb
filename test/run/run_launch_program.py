"""The program that the launcher's containers begin with, alone: a shell stands for the application master."""

import os
import signal
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

LAUNCH = BUILD / "launch" / "hpdl-launch"
REGISTER = "echo R >&3; IFS= read -r line && printf '%s\\n' \"$line\" >told"
TAIL = "err 20 -2"


def description(command, fields=(), master=REGISTER):
    """`command`: words as they are; `fields`: further fields."""
    words = ["hpdl-launch 1", "msh", "m-c", f"m{master}", *[f"a{word}" for word in command], *fields, "."]
    return b"".join((word.encode() if isinstance(word, str) else word) + b"\0" for word in words)


class LaunchProgram(ProgramTest):
    def launch(self, text, timeout=TIMEOUT, wait=True, **env):
        """Starts it in a folder of its own, as a node manager does: output to files, a session of its own."""
        self.folder = self.sandbox.path("container")
        self.folder.mkdir(exist_ok=True)
        for path in self.folder.iterdir():
            path.unlink()
        (self.folder / "job").write_bytes(text)
        with open(self.folder / "stdout", "w") as out, open(self.folder / "stderr", "w") as err:
            child = subprocess.Popen([LAUNCH, "job", "master.log"], cwd=self.folder, stdout=out, stderr=err,
                                     start_new_session=True, env={**os.environ, **env})
        self.addCleanup(self.end, child)
        return child.wait(timeout) if wait else child

    @staticmethod
    def end(child):
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        child.wait()

    def content(self, name):
        path = self.folder / name
        return path.read_bytes().decode(errors="replace") if path.exists() else None

    def result(self):
        return self.content("hpdl-result")

    def test_a_command_that_ends_well(self):
        code = self.launch(description(["sh", "-c", 'echo "$0,$1"; echo err >&2', "a  b", "$HOME"],
                                       ["hout 100 -1", f"t{TAIL}"]))
        self.assertEqual(code, 0, self.content("stderr"))
        self.assertEqual(self.result(), "hpdl-result 1\nexit 0\nfile out 11 11\na  b,$HOME\n\n"
                                        "file err 4 4\nerr\n\nend\n")
        self.assertEqual(self.content("told"), "SUCCEEDED exit 0\n")

    def test_ends_of_all_kinds(self):
        for command, end in ((["sh", "-c", "exit 3"], "exit 3"), (["sh", "-c", "kill -9 $$"], "signal 9"),
                             (["no-such-command"], "unstarted 2"), (["/etc/passwd"], "unstarted 13"),
                             (["/no/such"], "unstarted 2"), ([""], "unstarted 2")):
            with self.subTest(command):
                self.assertEqual(self.launch(description(command)), 0)
                self.assertEqual(self.result(), f"hpdl-result 1\n{end}\nend\n")
                self.assertEqual(self.content("told"), f"FAILED {end}\n")

    def test_what_is_brought_back_is_bounded(self):
        self.launch(description(["sh", "-c", "seq 100000; seq 100000 >&2"], ["hout 10 -1", f"t{TAIL}"]))
        self.assertIn("file out 10 588895\n1\n2\n3\n4\n5\n\n", self.result())
        self.assertIn("file err 20 588895\n\n99998\n99999\n100000\n\n", self.result())

    def test_files_of_the_command(self):
        self.launch(description(["sh", "-c", "echo a=1 >o.properties; mkdir d; mkfifo p"],
                                ["ho 100 o.properties", "hnone 9 none", "hd 9 d", "hp 0 /dev/null"]))
        self.assertEqual(self.result(), "hpdl-result 1\nexit 0\nfile o 4 4\na=1\n\nlost d 22\nlost p 22\nend\n")

    def test_scripts_without_their_interpreter_and_the_path(self):
        tool = self.sandbox.write("bin/tool", 'echo "tool $1"\n')
        tool.chmod(0o755)
        self.launch(description(["tool", "x"], [f"ePATH={tool.parent}:/bin:/usr/bin"]))
        self.assertEqual(self.content("stdout"), "tool x\n")

    def test_environment_and_what_is_replaced(self):
        script = 'echo "$A|$B|$C|$KEEP|$1|$2|$3"; env | grep -c "^A="'
        self.launch(description(["sh", "-c", script, "x"],
                                ["A\1PWD\2/y", "A\1JAVA\2", "A\1NOTHING\2|\1open", "eA=first", "eA=1=\1PWD\2",
                                 "EB=\1HOME\2:\1HOME\2", "eC="]),
                    A="container", KEEP="kept", HOME="/home/u", JAVA_HOME="/j", PWD="/work")
        self.assertEqual(self.content("stdout"),
                         "1=\1PWD\2|/home/u:/home/u||kept|/work/y|/j/bin/java||\1open\n1\n")

    def test_java_of_the_path_without_java_home(self):
        self.launch(description(["echo"], ["A\1JAVA\2"]), JAVA_HOME="")
        self.assertEqual(self.content("stdout"), "java\n")

    def test_the_command_waits_for_the_master(self):
        # A command that does not wait has this time in which it would run.
        code = self.launch(description(["touch", "ran"], master="sleep 0.5; exit 1"))  # time: longer is as good
        self.assertEqual(code, 1)
        self.assertIsNone(self.content("ran"), "nothing runs for an application that YARN does not know")
        self.assertIn("did not come up", self.content("stderr"))
        self.assertIsNone(self.result())

    def test_the_output_of_the_master_is_apart(self):
        self.launch(description(["echo", "mine"], master="echo out; echo err >&2; " + REGISTER))
        self.assertEqual((self.content("stdout"), self.content("master.log")), ("mine\n", "out\nerr\n"))

    def test_a_master_that_dies_takes_the_command_with_it(self):
        child = self.launch(description(["sh", "-c", "sleep 300 & echo $! >pid; wait"],
                                        master="echo R >&3; until [ -s pid ]; do sleep 0.05; done; exit 1"),
                            wait=False)
        self.assertEqual(child.wait(TIMEOUT), -signal.SIGKILL)
        self.assert_gone(int(self.content("pid")))
        self.assertIsNone(self.result())

    def test_a_launcher_that_dies_takes_both_with_it(self):
        child = self.launch(description(["sh", "-c", "echo $$ >pid; exec sleep 300"],
                                        master="echo $$ >master.pid; echo R >&3; exec sleep 300"), wait=False)
        self.assertTrue(wait_for(lambda: (self.content("pid") or "").endswith("\n")), "the command does not begin")
        pids = [int(self.content(name)) for name in ("pid", "master.pid")]
        child.kill()
        for pid in pids:
            self.assert_gone(pid)

    def assert_gone(self, pid):
        def gone():
            try:
                return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
            except (FileNotFoundError, ProcessLookupError):
                return True
        self.assertTrue(wait_for(gone), f"process {pid} still runs")

    def test_a_master_that_fails_at_its_end(self):
        self.assertEqual(self.launch(description(["true"], master="echo R >&3; read line; exit 1")), 1)

    def test_hostile_descriptions(self):
        whole = description(["true"])
        wrong = [b"", b"x", whole[:-1], whole[:-2], whole + b"x", whole + b"\0", whole.replace(b"h 1", b"h 2"),
                 description(["true"], ["zwhat"]), description(["true"], [""]), description([]),
                 description(["true"], ["hout"]), description(["true"], ["hout 1"]), description(["true"], ["hout x f"]),
                 description(["true"], ["hout -1 f"]), description(["true"], ["hout 1 "]),
                 description(["true"], ["ha 1 f"] * 17), description(["true"], [b"a"] * 70000),
                 description(["true"], [b"a" + b"x" * (5 << 20)])]
        for number, text in enumerate(wrong):
            with self.subTest(number):
                self.assertEqual(self.launch(text), 1)
                self.assertIn("description", self.content("stderr"))
                self.assertIsNone(self.content("told"))

    def test_no_description(self):
        self.folder = self.sandbox.path("container")
        for words in ([], ["/no/such", "log"], ["/tmp", "log"]):
            done = run([LAUNCH, *words])
            self.assertEqual((done.code, "description" in done.err), (1, True), words)

    def test_it_is_small_and_needs_nothing(self):
        self.assertLess(LAUNCH.stat().st_size, 100_000)
        self.assertRegex(run(["file", LAUNCH]).out, "static(-pie|ally) linked")


if __name__ == "__main__":
    closing.main()
