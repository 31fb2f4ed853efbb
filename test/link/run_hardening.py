"""What hpdlc and the programs that it makes have against mistakes that somebody uses: read from the built files."""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
import elf
from programs import *  # noqa: F403

DECIDES = workflow(decision("d", [("a", "${concat(word, 'x') eq 'gox'}")], "killed") + shell("a", "${script}"), "d")
PARAMS = {"word": "go", "script": "true"}
PAGE = 4096


def cached(name):
    """What the build was configured with."""
    found = re.search(rf"^{name}:\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.MULTILINE)
    return found.group(1) if found else ""


RELEASE = cached("CMAKE_BUILD_TYPE") == "Release"


def is_ours(function):
    """Not what C++ makes of its own templates."""
    return re.match(r"_ZN?K?4hpdl|hpdl_", function.name) is not None


@unittest.skipIf(cached("HPDL_SANITIZE") not in ("", "OFF"), "sanitizers do without")
class Hardening(ProgramTest):
    maxDiff = None

    def emitted(self, *arguments):
        return self.build(DECIDES, *arguments)

    def assert_lies_anywhere(self, file):
        """Position-independent, and what is written at the start alone cannot be written later."""
        self.assertEqual(file.type, elf.DYN)
        dynamic = file.dynamic()
        flags, more = sum(dynamic.get(elf.FLAGS, [])), sum(dynamic.get(elf.FLAGS_1, []))
        self.assertTrue(flags & elf.BIND_NOW and more & elf.NOW and more & elf.PIE, (flags, more))
        self.assertFalse(flags & elf.TEXTREL_FLAG or elf.TEXTREL in dynamic)
        self.assertEqual(len(file.of_type(elf.RELRO)), 1)
        self.assertEqual([segment.flags & elf.X for segment in file.of_type(elf.STACK)], [0])
        for segment in file.of_type(elf.LOAD):
            self.assertNotEqual(segment.flags & (elf.W | elf.X), elf.W | elf.X, segment)
            self.assertEqual(segment.align % PAGE, 0, segment)

    def assert_needs_nothing(self, file):
        self.assertEqual(file.of_type(elf.INTERP), [])
        self.assertNotIn(elf.NEEDED, file.dynamic())

    def assert_frames_are_checked(self, file):
        functions = file.functions()
        ours = sum(map(is_ours, functions))
        checked = {f.name for f in file.callers(functions, {"__stack_chk_fail"}) if is_ours(f)}
        self.assertGreater(len(checked), ours // 10, f"of {ours} functions")
        if RELEASE:  # and buffers are checked where the compiler knows their length
            self.assertTrue(any(map(is_ours, file.callers(functions, {"__snprintf_chk"}))))
        return checked

    def code_has_pages_of_its_own(self, loads):
        """Nothing else of the file is in the pages that are mapped to run."""
        pages = [set(range(each.offset // PAGE, -(-(each.offset + each.size) // PAGE))) for each in loads]
        code = [bool(each.flags & elf.X) for each in loads]
        return all(pages[a].isdisjoint(pages[b]) for a in range(len(loads)) for b in range(len(loads)) if code[a] > code[b])

    def calls(self, file, functions, callees):
        """Whether functions of ours do, or the file has it from a shared library."""
        return (any(each.address == 0 and each.name in callees for each in functions)
                or any(map(is_ours, file.callers(functions, callees))))

    def measured(self, path):
        """One row of the table in docs/security.md."""
        file = elf.Elf(path)
        dynamic, loads = file.dynamic(), file.of_type(elf.LOAD)
        flags, more = sum(dynamic.get(elf.FLAGS, [])), sum(dynamic.get(elf.FLAGS_1, []))
        text_relocations = flags & elf.TEXTREL_FLAG or elf.TEXTREL in dynamic
        functions = file.functions()
        called = {name for name in (f.name for f in functions) if re.fullmatch(r"__\w+_chk", name)}
        row = [file.type == elf.DYN and more & elf.PIE,
               not file.of_type(elf.INTERP) and elf.NEEDED not in dynamic,
               len(file.of_type(elf.RELRO)) == 1 and flags & elf.BIND_NOW and not text_relocations,
               [segment.flags & elf.X for segment in file.of_type(elf.STACK)] == [0],
               not any(segment.flags & elf.W and segment.flags & elf.X for segment in loads),
               self.code_has_pages_of_its_own(loads),
               elf.RPATH not in dynamic and elf.RUNPATH not in dynamic,
               self.calls(file, functions, {"__stack_chk_fail"}),
               self.calls(file, functions, called),
               file.x86_features() & elf.SHSTK]
        return ["yes" if each else "no" for each in row]

    @unittest.skipUnless(cached("HPDL_STATIC_LLVM") == "ON" and RELEASE, "the table is of what is given out")
    def test_the_table_of_the_page(self):
        page = (ROOT / "docs/security.md").read_text()
        rows = {cells[0]: cells[1:] for cells in (re.split(r" *\| *", line)[1:-1] for line in page.splitlines()) if len(cells) == 11}
        files = {name: BUILD / "bin" / name for name in ("hpdlc", "hpdld", "hpdl")}
        files["hpdl-launch"] = BUILD / "launch/hpdl-launch"
        measured = {name: self.measured(path) for name, path in files.items()}
        for name, arguments in (("program", ()), ("program `--no-network`", ("--no-network",)),
                                ("program `--link glibc`", ("--link", "glibc"))):
            measured[name] = self.measured(self.emitted(*arguments).path)
        for heading in ("file", "---"):
            del rows[heading]
        self.assertEqual(measured, rows)

    def test_no_other_file_is_one_to_run(self):
        loadable = set()
        for path in (BUILD / "lib/hpdlc").iterdir():
            with open(path, "rb") as file:
                start = file.read(18)
            if start.startswith(b"\x7fELF") and start[16] in (elf.EXEC, elf.DYN):
                loadable.add(path.name)
        self.assertEqual(loadable, {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"})

    def test_what_containers_begin_with_needs_no_relocation(self):
        """Nobody would make them: it has no libc, and no loader."""
        file = elf.Elf(BUILD / "launch/hpdl-launch")
        self.assertEqual([section.name for section in file.sections if section.name.startswith((".rel", ".got", ".init_array"))], [])

    def test_static_programs(self):
        for arguments in ((), ("--no-network",)):
            with self.subTest(arguments=arguments):
                file = elf.Elf(self.emitted(*arguments).path)
                self.assert_lies_anywhere(file)
                self.assert_needs_nothing(file)
                checked = self.assert_frames_are_checked(file)
                self.assertTrue([name for name in checked if name.startswith("hpdl_expr_")], "expressions have frames")

    def test_programs_with_the_libc_of_the_machine(self):
        program = self.emitted("--link", "glibc", "--no-network")
        file = elf.Elf(program.path)
        self.assert_lies_anywhere(file)
        self.assertEqual(len(file.of_type(elf.INTERP)), 1)
        self.assertIn("__stack_chk_fail", [f.name for f in file.functions() if f.address == 0])
        self.assert_code(program.run(params=PARAMS), SUCCEEDED)

    def test_hpdlc(self):
        file = elf.Elf(HPDLC)
        self.assertEqual(file.type, elf.DYN)
        if cached("HPDL_STATIC_LLVM") == "ON":
            self.assert_lies_anywhere(file)
            self.assert_needs_nothing(file)
        self.assert_frames_are_checked(file)

    def test_the_mark_of_shadow_stacks_is_kept_where_libc_has_it(self):
        of_libc = elf.Elf(BUILD / "lib/hpdlc/rcrt1.o").x86_features() & elf.SHSTK
        for path in (HPDLC, self.emitted("--no-network").path):
            self.assertEqual(elf.Elf(path).x86_features() & elf.SHSTK, of_libc, path)

    def maps_while_it_runs(self, program):
        go, started = self.sandbox.path("go"), self.sandbox.path("started")
        for path in (go, started):
            path.unlink(missing_ok=True)
        script = f"touch {started}; until test -e {go}; do sleep 0.05; done"
        child = self.sandbox.spawn(program, params={**PARAMS, "script": script})
        self.assertTrue(program.wait_for(started.exists))
        maps = Path(f"/proc/{child.pid}/maps").read_text().splitlines()
        go.touch()
        self.assertEqual(child.wait(TIMEOUT), SUCCEEDED)
        return maps

    def test_nothing_can_be_written_and_run_and_addresses_differ(self):
        program = self.emitted("--no-network", "--strip")
        begins = set()
        for _ in range(4):
            maps = self.maps_while_it_runs(program)
            self.assertEqual([line for line in maps if "wx" in line.split()[1]], [])
            own = [line for line in maps if line.endswith(str(program.path))]
            # Code, constants, what was written once (RELRO: no longer) and data.
            self.assertIn("r--p", [line.split()[1] for line in own[2:]], own)
            begins.add(own[0].split("-")[0])
        if Path("/proc/sys/kernel/randomize_va_space").read_text().strip() != "0":
            self.assertGreater(len(begins), 1)


if __name__ == "__main__":
    closing.main()
