"""Completion of programs and of hpdlc by the real bash, zsh and fish."""

import pty
import re
import select
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

ZSH_LIST = r"""
autoload -Uz compinit; compinit -u -d {folder}/dump
zstyle ':completion:*' list-separator '--'
eval "$({script})"
# What the shell would offer, a line each, instead of a menu.
compadd() {{
  builtin compadd -A found "$@" 2>/dev/null
  print -l -- $found >>{folder}/offered
  builtin compadd "$@"
}}
PS1='ready> '
"""


class Completion(ProgramTest):
    def setUp(self):
        super().setUp()
        self.program = self.build(workflow(shell("a", "true"), "a"), name="flow")
        self.assert_code(self.program.run(), SUCCEEDED)
        self.bin = self.sandbox.path("bin")
        self.bin.mkdir()
        (self.bin / "flow").symlink_to(self.program.path)
        (self.bin / "hpdlc").symlink_to(HPDLC)
        self.env = {"PATH": f"{self.bin}:{os.environ['PATH']}", "HPDL_STATE": str(self.program.state),
                    "HOME": str(self.sandbox.folder), "TERM": "dumb", "LC_ALL": "C.UTF-8"}

    def of_bash(self, words):
        """What bash has in COMPREPLY for the words; the last one is completed."""
        script = (f'source <({words[0]} completion bash)\nCOMP_WORDS=({" ".join(repr(w) for w in words)})\n'
                  f'COMP_CWORD={len(words) - 1}\n_hpdl_{words[0]}\nprintf "%s\\n" "${{COMPREPLY[@]}}"\n')
        result = run(["bash", "--norc", "-c", script], env=self.env, cwd=self.sandbox.folder)
        self.assertEqual(result.err, "", words)
        return result.out.split()

    def of_fish(self, words):
        script = f'{words[0]} completion fish | source\ncomplete -C "{" ".join(words)}"\n'
        result = run(["fish", "--no-config", "-c", script], env=self.env, cwd=self.sandbox.folder)
        self.assertEqual(result.err, "", words)
        return [line.split("\t")[0] for line in result.out.splitlines()]

    def of_zsh(self, words):
        """Types the words and a tab into a zsh on a terminal, and takes what compadd was given."""
        offered = self.sandbox.path("offered")
        offered.unlink(missing_ok=True)
        (self.sandbox.folder / ".zshrc").write_text(ZSH_LIST.format(
            folder=self.sandbox.folder, script=f"{words[0]} completion zsh"))
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.sandbox.folder)
            os.execvpe("zsh", ["zsh", "-d", "-i"], dict(os.environ, **self.env))
        try:
            self.read_until(terminal, "ready> ")
            os.write(terminal, (" ".join(words) + "\t").encode())
            os.write(terminal, b"\x15echo over-now\r")  # ^U, and a line that shows that it is done
            self.read_until(terminal, "\nover-now")
        finally:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            os.close(terminal)
        return offered.read_text().split("\n") if offered.exists() else []

    def read_until(self, terminal, words):
        seen = ""
        end = time.monotonic() + 60
        while words not in seen.replace("\r", ""):
            ready, _, _ = select.select([terminal], [], [], max(end - time.monotonic(), 0))
            self.assertTrue(ready, seen)
            seen += os.read(terminal, 65536).decode(errors="replace")

    def offered(self, shell_name, *words):
        return {"bash": self.of_bash, "zsh": self.of_zsh, "fish": self.of_fish}[shell_name](list(words))

    def test_of_a_program(self):
        for shell_name in ("bash", "zsh", "fish"):
            with self.subTest(shell_name):
                commands = self.offered(shell_name, "flow", "r")
                self.assertTrue({"run", "rerun", "resume", "retry"} <= set(commands), commands)
                self.assertNotIn("kill", commands)
                options = self.offered(shell_name, "flow", "run", "--lo")
                self.assertIn("--local", options)
                self.assertEqual([word for word in options if word.startswith("--f")], [])
                values = self.offered(shell_name, "flow", "run", "--progress", "")
                self.assertTrue({"auto", "plain", "json", "none"} <= set(values), values)
                jobs = self.offered(shell_name, "flow", "info", self.program.job[:5])
                self.assertIn(self.program.job, jobs)
                self.assertTrue({"check", "salvage"} <= set(self.offered(shell_name, "flow", "store", "")))

    def test_of_the_compiler(self):
        self.sandbox.write("here.xml", "<x/>")
        for shell_name in ("bash", "zsh", "fish"):
            with self.subTest(shell_name):
                self.assertIn("verify", self.offered(shell_name, "hpdlc", "v"))
                formats = self.offered(shell_name, "hpdlc", "verify", "--format", "")
                self.assertTrue({"text", "json", "sarif", "github"} <= set(formats), formats)
                self.assertIn("--no-network", self.offered(shell_name, "hpdlc", "build", "--no"))
                self.assertIn("-Wno-UnusedParameter",
                              self.offered(shell_name, "hpdlc", "verify", "-Wno-Unu"))
                self.assertIn("UnusedParameter", self.offered(shell_name, "hpdlc", "explain", "Unu"))
                self.assertTrue(any("here.xml" in word
                                    for word in self.offered(shell_name, "hpdlc", "graph", "he")))

    def test_knows_the_options_that_help_knows(self):
        commands = re.findall(r"(?m)^  ([a-z]+) ", hpdlc("help").out)
        self.assertIn("verify", commands)
        for command in commands:
            with self.subTest(command):
                known = set(self.of_bash(["hpdlc", command, "-"]))
                for short, name in re.findall(r"(?m)^  (?:(-\w) \[ )?(--[a-z-]+)", hpdlc("help", command).out):
                    self.assertTrue({short, name, short + "error"} & known, (name, known))

    def test_the_name_of_a_shell(self):
        self.assert_refused(self.program("completion", "bsh"), USAGE, "bash|zsh|fish", "did you mean bash?")
        self.assert_refused(hpdlc("completion", "tcsh"), USAGE, "bash, zsh or fish")


if __name__ == "__main__":
    closing.main()
