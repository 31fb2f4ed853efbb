"""The program as a file: size, strip, an empty root, link modes."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403


class Programs(ProgramTest):
    def setUp(self):
        super().setUp()
        self.text = workflow(shell("a", "true") , "a")

    def test_size_without_network(self):
        if "CMAKE_BUILD_TYPE:STRING=Release" not in (BUILD / "CMakeCache.txt").read_text():
            self.skipTest("the size is that of the release runtime")
        program = self.build(self.text, "--no-network")
        stripped = self.sandbox.path("stripped")
        self.assert_code(run(["strip", "-o", stripped, program.path]), 0)
        self.assertLessEqual(stripped.stat().st_size, 3_000_000)
        self.assert_code(Program(stripped, self.sandbox.path("state")).run(), SUCCEEDED)

    def test_size_with_everything(self):
        program = self.build(self.text)
        stripped = self.sandbox.path("stripped")
        self.assert_code(run(["strip", "-o", stripped, program.path]), 0)
        self.assertLessEqual(stripped.stat().st_size, 9_000_000)

    def test_starts_in_an_empty_root(self):
        if os.geteuid() != 0:
            self.skipTest("chroot needs root")
        program = self.build(workflow("", "end"))
        root = self.sandbox.path("root")
        root.mkdir()
        shutil.copy(program.path, root / "program")
        result = run(["chroot", root, "/program", "run", "--local", "--state", "/state",
                      "--progress", "none"])
        self.assert_code(result, SUCCEEDED)
        result = run(["sh", "-c", 'exec chroot "$1" /program run --state /state <&- >&- 2>&-', "sh",
                      root])
        self.assert_code(result, SUCCEEDED)

    def test_glibc_mode_needs_libc_and_libm_only(self):
        program = self.build(workflow("", "end"), "--link", "glibc")
        needed = run(["objdump", "-p", program.path]).out
        names = [line.split()[1] for line in needed.splitlines() if "NEEDED" in line]
        self.assertLessEqual(set(names), {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"})
        self.assert_code(program.run(), SUCCEEDED)

    def test_usual_tools_read_it(self):
        program = self.build(self.text)
        self.assertIn("ELF 64-bit", run(["file", program.path]).out)
        self.assertIn("hpdl_", run(["nm", program.path]).out)

    def test_only_kinds_used_are_inside(self):
        control = self.build(workflow("", "end"), name="control")
        both = self.build(self.text, name="both")
        self.assertLess(control.path.stat().st_size, both.path.stat().st_size)

    def test_builds_without_a_toolchain(self):
        if os.geteuid() != 0:
            self.skipTest("chroot needs root")
        root = self.sandbox.path("root")
        for folder in ("bin", "lib", "tmp"):
            (root / folder).mkdir(parents=True)
        shutil.copy(HPDLC, root / "bin" / "hpdlc")
        shutil.copytree(BUILD / "lib", root / "lib", dirs_exist_ok=True)
        libraries = run(["ldd", HPDLC]).out.split()
        for word in libraries:
            if word.startswith("/"):
                target = root / word.lstrip("/")
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(word, target)
        (root / "w.xml").write_text(self.text)
        result = run(["chroot", root, "/bin/hpdlc", "build", "/w.xml", "-o", "/program"])
        self.assert_code(result, 0)
        self.assert_code(Program(root / "program", self.sandbox.path("state")).run(), SUCCEEDED)

    def test_same_source_same_program(self):
        one, two = self.build(self.text, name="one"), self.build(self.text, name="two")
        self.assertEqual(one.path.stat().st_size, two.path.stat().st_size)


if __name__ == "__main__":
    closing.main()
