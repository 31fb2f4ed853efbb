"""The fs action on file://, and the fs:* functions."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403


class Fs(ProgramTest):
    def url(self, name=""):
        return f"file://{self.sandbox.folder}/{name}"

    def one(self, commands, version="1.0"):
        return self.build(workflow(fs("a", commands), "a", version))

    def test_mkdir_makes_parents_and_is_repeatable(self):
        program = self.one(f'<mkdir path="{self.url("x/y/z")}"/>')
        self.assert_code(program.run(), SUCCEEDED)
        self.assert_code(program.run(), SUCCEEDED)
        self.assertTrue(self.sandbox.path("x/y/z").is_dir())

    def test_delete_is_recursive_and_may_find_nothing(self):
        self.sandbox.write("x/y/file", "1")
        program = self.one(f'<delete path="{self.url("x")}"/>')
        self.assert_code(program.run(), SUCCEEDED)
        self.assertFalse(self.sandbox.path("x").exists())
        self.assert_code(program.run(), SUCCEEDED)

    def test_no_keeper_is_started_for_what_starts_no_process(self):
        program = self.one(f'<mkdir path="{self.url("x")}"/>')
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(list(program.state.glob("jobs/*/attempts/keeper.lock")), [])
        other = self.build(workflow(shell("a", "true"), "a"))
        self.assert_code(other.run(), SUCCEEDED)
        self.assertEqual(len(list(other.state.glob("jobs/*/attempts/keeper.lock"))), 1)

    def test_move_to_a_new_name(self):
        self.sandbox.write("x", "content")
        program = self.one(f'<move source="{self.url("x")}" target="{self.sandbox.path("y")}"/>')
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.lines("y"), ["content"])
        self.assertFalse(self.sandbox.path("x").exists())

    def test_move_into_a_directory(self):
        self.sandbox.write("x", "content")
        self.sandbox.path("d").mkdir()
        program = self.one(f'<move source="{self.url("x")}" target="{self.url("d")}"/>')
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.lines("d/x"), ["content"])

    def test_move_of_nothing_is_an_error(self):
        program = self.one(f'<move source="{self.url("x")}" target="{self.url("y")}"/>')
        self.assert_code(program.run(), KILLED)
        node = program.nodes()["a"]
        message = f"FS006: move, source path [file:{self.sandbox.path('x')}] does not exist"
        self.assertEqual((node["errorCode"], node["errorMessage"]), ("FS006", message))
        self.assertIn("a: FS006 (error): move, source path", program("info", program.job).out)

    def test_move_replaces_a_file(self):
        self.sandbox.write("x", "new")
        self.sandbox.write("y", "old")
        program = self.one(f'<move source="{self.url("x")}" target="{self.url("y")}"/>')
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.lines("y"), ["new"])
        self.assertFalse(self.sandbox.path("x").exists())

    def test_commands_before_the_failed_one_stay_done(self):
        self.sandbox.write("keep", "1")
        program = self.one(f'<delete path="{self.url("keep")}"/>'
                           f'<move source="{self.url("nosuch")}" target="{self.url("y")}"/>')
        self.assert_code(program.run(), KILLED)
        self.assertFalse(self.sandbox.path("keep").exists())

    def test_chmod_octal_and_symbolic(self):
        self.sandbox.write("d/f", "1")
        program = self.one(f'<chmod path="{self.url("d/f")}" permissions="-rwxr-x--x"/>'
                           f'<chmod path="{self.url("d")}" permissions="700" dir-files="false"/>')
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.sandbox.path("d/f").stat().st_mode & 0o777, 0o751)
        self.assertEqual(self.sandbox.path("d").stat().st_mode & 0o777, 0o700)

    def test_chmod_covers_one_level_by_default(self):
        self.sandbox.write("d/f", "1")
        self.sandbox.write("d/e/g", "1")
        self.sandbox.path("d/e/g").chmod(0o600)
        program = self.one(f'<chmod path="{self.url("d")}" permissions="750"/>')
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.sandbox.path("d/f").stat().st_mode & 0o777, 0o750)
        self.assertEqual(self.sandbox.path("d/e/g").stat().st_mode & 0o777, 0o600)

    def test_chmod_recursive(self):
        self.sandbox.write("d/e/g", "1")
        program = self.one(f'<chmod path="{self.url("d")}" permissions="750"><recursive/></chmod>')
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.sandbox.path("d/e/g").stat().st_mode & 0o777, 0o750)

    def test_touchz(self):
        program = self.one(f'<touchz path="{self.url("empty")}"/>')
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.sandbox.path("empty").stat().st_size, 0)

    def test_touchz_of_a_file_with_content_is_an_error(self):
        self.sandbox.write("full", "1")
        program = self.one(f'<touchz path="{self.url("full")}"/>')
        self.assert_code(program.run(), KILLED)
        self.assertEqual(self.lines("full"), ["1"])

    def test_delete_glob(self):
        for name in ("d/a.tmp", "d/b.tmp", "d/c.txt"):
            self.sandbox.write(name, "1")
        program = self.one(f'<delete path="{self.url("d/*.tmp")}"/>')
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual([p.name for p in self.sandbox.path("d").iterdir()], ["c.txt"])

    def test_name_node_completes_paths(self):
        program = self.one(f'<name-node>file:///</name-node><mkdir path="{self.sandbox.path("x")}"/>')
        self.assert_code(program.run(), SUCCEEDED)
        self.assertTrue(self.sandbox.path("x").is_dir())

    def test_functions(self):
        self.sandbox.write("d/f", "12345")
        cases = {
            f"fs:exists('{self.url('d')}')": "true", f"fs:exists('{self.url('x')}')": "false",
            f"fs:isDir('{self.url('d')}')": "true", f"fs:isDir('{self.url('d/f')}')": "false",
            f"fs:fileSize('{self.url('d/f')}')": "5", f"fs:fileSize('{self.url('d')}')": str(self.sandbox.path("d").stat().st_size),
            f"fs:dirSize('{self.url('d')}')": "5", f"fs:dirSize('{self.url('x')}')": "-1",
        }
        out = self.sandbox.path("out")
        program = self.build(workflow(
            shell("a", f'printf "%s\\n" "$@" >{out}',
                  arguments=["${" + expression + "}" for expression in cases]), "a"))
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.lines("out"), list(cases.values()))


if __name__ == "__main__":
    closing.main()
