"""Emitted programs as files: what they need, what stays in them, and that `build` needs no compiler."""

import hashlib
import os
import re
import shutil
import stat
import subprocess
import sys
import warnings
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

CONTROL = workflow(
    '<decision name="d"><switch><case to="end">${word eq "go"}</case><default to="killed"/></switch>'
    '</decision>', "d")
LIMIT_NO_NETWORK = 3_000_000
LIMIT_WITH_NETWORK = 9_000_000
LIMIT_WITH_REPLACE_ALL = 4_500_000


def tool(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=True).stdout


def shared_libraries(program):
    """What hpdlc itself is linked with, to put it into a bare root; nothing in a release build."""
    text = subprocess.run(["ldd", program], capture_output=True, text=True).stdout
    return [Path(path) for path in re.findall(r"(/\S+) \(0x", text)]


class Link(ProgramTest):
    def application(self, **files):
        folder = self.sandbox.path("app")
        self.sandbox.write("app/workflow.xml", CONTROL)
        for name, content in files.items():
            path = folder / name.replace("__", "/").replace("_dot_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return folder

    def build_file(self, *arguments, source=None):
        target = self.sandbox.path("program")
        result = hpdlc("build", source or self.application(), "-o", target, *arguments)
        self.assertEqual(result.code, 0, result)
        return target

    def run_control(self, target, *prefix):
        state = self.sandbox.path("state")
        return subprocess.run([*prefix, str(target), "run", "-D", "word=go", "--state", str(state)],
                              capture_output=True, text=True)

    def test_static_is_static(self):
        target = self.build_file()
        self.assertIn("static-pie linked", tool("file", target))
        done = self.run_control(target)
        self.assertEqual(done.returncode, 0, done)

    def test_glibc_needs_only_libc_and_libm(self):
        target = self.build_file("--link", "glibc")
        needed = set(re.findall(r"NEEDED.*\[(.*)\]", tool("readelf", "-d", target)))
        self.assertLessEqual(needed, {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"})
        done = self.run_control(target)
        self.assertEqual(done.returncode, 0, done)

    def test_no_locales(self):
        """std::filesystem, a stream or a locale brings in conversions of character sets and the loader of shared objects: 90 kB."""
        target = self.build_file("--no-network")
        symbols = tool("nm", "-C", target)
        self.assertIn("hpdl::rt::", symbols)
        self.assertNotRegex(symbols, r"std::locale|std::filesystem|__gconv_read_conf|dlopen_doit")

    def test_size(self):
        shell = workflow(
            '<action name="a"><shell xmlns="uri:oozie:shell-action:1.0"><exec>true</exec></shell>'
            '<ok to="end"/><error to="killed"/></action>', "a")
        target = self.build_file("--no-network", "--strip",
                                 source=self.sandbox.write("shell.xml", shell))
        if "CMAKE_BUILD_TYPE:STRING=Release" not in (BUILD / "CMakeCache.txt").read_text():
            self.skipTest("sizes are those of release builds")
        self.assertLessEqual(target.stat().st_size, LIMIT_NO_NETWORK)

    def test_sources_are_not_overwritten(self):
        folder = self.application(script_dot_sh=b"echo\n")
        for name in ("workflow.xml", "script.sh"):
            before = (folder / name).read_bytes()
            result = hpdlc("build", folder, "-o", folder / name)
            self.assertEqual(result.code, 2, result)
            self.assertIn("cannot write", result.err)
            self.assertEqual((folder / name).read_bytes(), before)
        for _ in range(2):  # its own earlier output is replaced
            self.assertEqual(hpdlc("build", folder, "-o", folder / "program").code, 0)

    @unittest.skipUnless(os.geteuid() == 0, "mount needs root")
    def test_full_disk(self):
        disk = self.sandbox.path("disk")
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]).returncode != 0:
            self.skipTest("no mount here")
        try:
            result = hpdlc("build", self.application(), "-o", disk / "program")
            self.assertEqual((result.code, os.listdir(disk)), (2, []))
            self.assertRegex(result.err, "^hpdlc: cannot write .*: no space left on the device\n$")
        finally:
            subprocess.run(["umount", disk], check=True)

    def test_kinds_that_are_not_named_stay_out(self):
        symbols = tool("nm", self.build_file())
        self.assertIn("hpdl_program_v", symbols)
        self.assertNotIn("hpdl_kind_shell", symbols)

    def test_the_interpreter_is_where_files_are_read_while_the_program_runs(self):
        outside = self.sandbox.write("outside.xml", "<configuration><property><name>x</name>"
                                     "<value>${concat('it ', 'works')}</value></property></configuration>")
        action = shell("a", f'cp "$OOZIE_ACTION_CONF_XML" {self.sandbox.path("conf.xml")}')
        for path, mode, expected in (("job.xml", "static", False), (outside, "static", True), (outside, "glibc", True)):
            with self.subTest(path=path, mode=mode):
                self.sandbox.write("app/workflow.xml", workflow(
                    action.replace("<exec>", f"<job-xml>{path}</job-xml><exec>"), "a"))
                self.sandbox.write("app/job.xml", outside.read_text())
                target = self.build_file("--no-network", "--link", mode, source=self.sandbox.path("app"))
                symbols = tool("nm", "--defined-only", "-C", target)
                for name in ("hpdl_names_v1", "hpdl_fn_append_all", "hpdl::rt::InterpretTemplate(",
                             "hpdl::stdlib::EvaluateJobXml("):
                    self.assertEqual(name in symbols, expected, name)
                program = Program(target, self.sandbox.path("state"))
                self.assert_code(program.run(), SUCCEEDED)
                self.assertIn("<value>it works</value>", self.sandbox.path("conf.xml").read_text())
                tool("strip", target)
                if "CMAKE_BUILD_TYPE:STRING=Release" in (BUILD / "CMakeCache.txt").read_text():
                    self.assertLessEqual(target.stat().st_size,
                                         LIMIT_WITH_REPLACE_ALL if expected else LIMIT_NO_NETWORK)

    def test_no_network_leaves_libcurl_out(self):
        inside = ("hpdl_network_curl", "curl_multi_socket_action", "SSL_connect", "ares_init")
        for arguments, expected in (((), True), (("--no-network",), False)):
            symbols = set(re.findall(r" (\w+)$", tool("nm", "--defined-only", self.build_file(*arguments)), re.MULTILINE))
            for name in inside:
                self.assertEqual(name in symbols, expected, (name, arguments))

    def test_size_with_network(self):
        for mode in ("static", "glibc"):
            target = self.build_file("--strip", "--link", mode)
            if "CMAKE_BUILD_TYPE:STRING=Release" in (BUILD / "CMakeCache.txt").read_text():
                self.assertLessEqual(target.stat().st_size, LIMIT_WITH_NETWORK)
            self.assertEqual(self.run_control(target).returncode, 0)

    @unittest.skipUnless(os.geteuid() == 0, "chroot needs root")
    def test_runs_in_an_empty_root(self):
        root = self.sandbox.path("root")
        (root / "tmp").mkdir(parents=True)
        shutil.copy(self.build_file(), root / "program")
        done = subprocess.run(["chroot", root, "/program", "run", "-D", "word=go", "--state", "/tmp/s"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done)

    @unittest.skipUnless(os.geteuid() == 0, "chroot needs root")
    def test_build_needs_no_compiler(self):
        if "HPDL_SANITIZE:STRING=address" in (BUILD / "CMakeCache.txt").read_text():
            self.skipTest("the address sanitizer looks into /proc")
        root = self.sandbox.path("root")
        for library in shared_libraries(HPDLC):
            (root / library.relative_to("/")).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(library, root / library.relative_to("/"))
        (root / "opt/bin").mkdir(parents=True)
        shutil.copy(HPDLC, root / "opt/bin/hpdlc")
        shutil.copytree(BUILD / "lib/hpdlc", root / "opt/lib/hpdlc")
        (root / "tmp").mkdir()
        (root / "tmp/w.xml").write_text(CONTROL)
        for mode in ("static", "glibc"):
            done = subprocess.run(["chroot", root, "/opt/bin/hpdlc", "build", "/tmp/w.xml", "-o",
                                   f"/tmp/{mode}", "--link", mode], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            done = self.run_control(root / "tmp" / mode)
            self.assertEqual(done.returncode, 0, done)
        self.assertEqual([name for name in os.listdir(root / "tmp") if "hpdlc-" in name], [])

    def test_files_survive_strip(self):
        content = os.urandom(1000)
        target = self.build_file(source=self.application(lib__a_dot_jar=content, b=content))
        tool("strip", target)
        self.assertEqual(target.read_bytes().count(content), 1)
        section = re.search(r"\.hpdl\.files\s+PROGBITS\s+\S+\s+\S+\s+\S+\s+\S+\s+(\w+)",
                            tool("readelf", "-SW", target))
        self.assertEqual(section.group(1), "A")
        self.assertEqual(self.run_control(target).returncode, 0)

    def test_large_files(self):
        big = self.application() / "lib/big.bin"
        big.parent.mkdir()
        with open(big, "wb") as file:
            for i in range(300):
                file.write(hashlib.sha256(b"%d" % i).digest() * (1 << 15))
        target = self.build_file()
        self.assertGreater(target.stat().st_size, 300 << 20)
        self.assertEqual(self.run_control(target).returncode, 0)

    def test_debug_lines_lead_to_the_definition(self):
        source = self.sandbox.write("flow.xml", CONTROL.replace("<case", "\n\n<case"))
        line = 1 + source.read_text()[:source.read_text().index("${word")].count("\n")
        target = self.build_file("--debug", source=source)
        found = tool("gdb", "-nx", "-batch", "-ex", f"info line flow.xml:{line}", target)
        self.assertRegex(found, rf'Line {line} of ".*flow.xml" starts at address')

    def test_gdb_stops_in_an_expression(self):
        source = self.sandbox.write("flow.xml", CONTROL)
        line = 1 + source.read_text()[:source.read_text().index("${word")].count("\n")
        target = self.build_file("--debug", source=source)
        found = subprocess.run(
            ["gdb", "-nx", "-batch", "-ex", f"break flow.xml:{line}", "-ex",
             f"run run -D word=go --state {self.sandbox.path('state')}", "-ex", "bt 1", str(target)],
            capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout
        self.assertRegex(found, r"Breakpoint 1, (0x\w+ in )?hpdl_expr_0_\d+")

    def installation(self):
        """A copy of what is installed, to change."""
        copy = self.sandbox.path("hpdlc")
        (copy / "bin").mkdir(parents=True)
        shutil.copy(HPDLC, copy / "bin/hpdlc")
        shutil.copytree(BUILD / "lib/hpdlc", copy / "lib/hpdlc")
        return copy

    def test_workflows_need_nothing_of_coordinators_and_celos(self):
        copy = self.installation()
        for archive, example in (("libcelos.a", "slots"), ("libcoordinator.a", "hourly/coordinator.xml")):
            (copy / "lib/hpdlc" / archive).unlink()
            result = run([copy / "bin/hpdlc", "build", Path(__file__).resolve().parents[2] / "examples" / example, "-o",
                          self.sandbox.path("program")])
            self.assertEqual(result.code, 2, result)
            self.assertIn(f"{archive} is missing; it belongs to this installation of hpdlc (in a source tree, ./dev build makes it)",
                          result.err)
        result = run([copy / "bin/hpdlc", "build", self.application(), "-o", self.sandbox.path("program")])
        self.assertEqual(result.code, 0, result)

    def test_other_runtime_is_named(self):
        copy = self.installation()
        archive = copy / "lib/hpdlc/libhpdl.a"
        archive.write_bytes(re.sub(rb"hpdl_program_v\d", b"hpdl_program_v9", archive.read_bytes()))
        target = self.sandbox.path("program")
        result = run([copy / "bin/hpdlc", "build", self.application(), "-o", target])
        self.assertEqual(result.code, 2, result)
        self.assertRegex(result.err, "^hpdlc: cannot link: the runtime beside this hpdlc is of another "
                                     "version.*\n$")
        self.assertFalse(target.exists())
        archive.unlink()
        result = run([copy / "bin/hpdlc", "build", self.application(), "-o", target])
        self.assertEqual(result.code, 2, result)
        self.assertIn("libhpdl.a is missing", result.err)

    def test_output_place(self):
        app = self.application()
        for place in ("/nowhere/program", self.sandbox.folder, "/dev/null"):
            with self.subTest(place=place):
                result = hpdlc("build", app, "-o", place)
                self.assertEqual(result.code, 2, result)
                self.assertEqual(result.err.count("\n"), 1, result)
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))

    def test_errors_write_nothing(self):
        bad = self.sandbox.write("bad.xml", CONTROL.replace('to="killed"', 'to="nosuch"'))
        target = self.sandbox.path("program")
        target.write_text("before")
        result = hpdlc("build", bad, "-o", target)
        self.assertEqual(result.code, 1, result)
        self.assertEqual(target.read_text(), "before")

    def test_mode_follows_the_mask(self):
        old = os.umask(0o027)
        try:
            target = self.build_file()
        finally:
            os.umask(old)
        self.assertEqual(stat.S_IMODE(target.stat().st_mode), 0o750)

    def test_same_input_same_program(self):
        app = self.application(lib__x=b"1", a=b"2")
        first = self.build_file(source=app).read_bytes()
        self.assertEqual(self.build_file(source=app).read_bytes(), first)

    def test_an_earlier_program_is_no_part_of_the_next(self):
        app = self.application()
        for _ in range(2):
            result = hpdlc("build", app, "-o", app / "program")
            self.assertEqual(result.code, 0, result)
        self.assertLess((app / "program").stat().st_size, self.build_file().stat().st_size * 1.01)

    def test_zip_is_the_same_application(self):
        app = self.application(lib__x=b"1")
        archive = self.sandbox.path("app.zip")
        for prefix in ("", "app/"):
            with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
                for path in app.rglob("*"):
                    out.write(path, prefix + str(path.relative_to(app)))
            target = self.build_file(source=archive)
            self.assertIn(b"lib/x", target.read_bytes())
            self.assertEqual(self.run_control(target).returncode, 0)

    def test_bad_applications(self):
        loop = self.application() / "loop"
        loop.symlink_to(".")
        self.sandbox.write("empty/x", "")
        self.sandbox.write("broken.zip", "PK\x03\x04 and no more")
        os.mkfifo(self.sandbox.path("fifo"))
        with zipfile.ZipFile(self.sandbox.path("out.zip"), "w") as out:
            out.writestr("workflow.xml", CONTROL)
            out.writestr("../../outside", "x")
        with zipfile.ZipFile(self.sandbox.path("two.zip"), "w") as out, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            out.writestr("workflow.xml", CONTROL)
            out.writestr("workflow.xml", CONTROL.replace("go", "stop"))
        self.sandbox.write("sparse/workflow.xml", CONTROL)
        with open(self.sandbox.path("sparse/big"), "wb") as big:
            big.truncate(1 << 40)
        self.sandbox.write("secret", "outside\n")
        for name, at in (("leads-out", "../secret"), ("leads-far", "/etc/")):
            self.sandbox.write(f"{name}/workflow.xml", CONTROL)
            self.sandbox.path(f"{name}/link").symlink_to(at)
        target = self.sandbox.path("program")
        for name, reason in (("app", "symbolic link"), ("empty", "no workflow.xml"),
                             ("broken.zip", "not an intact ZIP"), ("fifo", "not a regular file"),
                             ("two.zip", "two members with the name workflow.xml"),
                             ("sparse", "more than 1.5 GiB"), ("leads-out", "leads out of the application"),
                             ("leads-far", "leads out of the application"),
                             ("out.zip", "leads out of the archive"), ("nosuch", "No such file")):
            with self.subTest(name=name):
                result = hpdlc("build", self.sandbox.path(name), "-o", target)
                self.assertEqual(result.code, 2, result)
                self.assertIn(reason, result.err)
                self.assertEqual(result.err.count("\n"), 1, result)
                self.assertFalse(target.exists())

    def test_links_inside_an_application_are_followed(self):
        app = self.application(data=b"INSIDE")
        (app / "link").symlink_to("data")
        (app / "absolute").symlink_to(app / "data")
        self.assertIn(b"absolute\0", self.build_file(source=app).read_bytes())

    def test_job_properties_are_given_to_a_run(self):
        app = self.application(job_dot_properties=b"password=IN_PROPERTIES\n",
                               lib__job_dot_properties=b"ANOTHER_FILE")
        target = self.sandbox.path("program")
        result = hpdlc("build", app, "-o", target)
        self.assertEqual(result.code, 0, result)
        self.assertIn(f"--config {app}/job.properties [PropertiesLeftOut]\n", result.err)
        self.assertNotIn(b"IN_PROPERTIES", target.read_bytes())
        self.assertIn(b"ANOTHER_FILE", target.read_bytes())
        (app / ".hpdlignore").write_text("!job.properties\n")
        self.assertEqual(hpdlc("build", app, "-o", target).err, "")
        self.assertIn(b"IN_PROPERTIES", target.read_bytes())

    def test_a_boolean_is_read_as_hadoop_does(self):
        unpaired = self.sandbox.write("unpaired.xml", workflow(
            '<fork name="f"><path start="a"/><path start="b"/></fork>' +
            "".join(f'<action name="{name}"><fs/><ok to="end"/><error to="killed"/></action>'
                    for name in "ab"), "f"))
        for value, code in (("FALSE", 0), (" false ", 0), ("no", 1), ("true", 1), ("", 1)):
            with self.subTest(value=value):
                define = f"oozie.wf.validate.ForkJoin={value}"
                self.assertEqual(hpdlc("verify", "-D", define, unpaired).code, code)
                self.assertEqual(hpdlc("build", "-D", define, unpaired, "-o",
                                       self.sandbox.path("program")).code, code)

    def test_only_programs_that_use_replace_all_have_its_engine(self):
        replaces = CONTROL.replace('word eq "go"', "replaceAll(word, '(g)(.)', '$2$1') eq 'og'")
        self.assertIn("replaceAll", replaces)
        definition = self.sandbox.write("replaces.xml", replaces)
        self.assertNotIn("re2::", tool("nm", "-C", "--defined-only", self.build_file()))
        for mode in ("static", "glibc"):
            target = self.build_file("--link", mode, "--no-network", source=definition)
            self.assertIn("re2::RE2::", tool("nm", "-C", target))
            done = self.run_control(target)
            self.assertEqual(done.returncode, 0, done)
            target = self.build_file("--link", mode, "--no-network", "--strip", source=definition)
            if "CMAKE_BUILD_TYPE:STRING=Release" in (BUILD / "CMakeCache.txt").read_text():
                self.assertLessEqual(target.stat().st_size, LIMIT_WITH_REPLACE_ALL)

    def test_ignored_and_secret_files(self):
        app = self.application(_dot_hpdlignore=b"*.tmp\n", a_dot_tmp=b"IGNOREME", b=b"KEEPME",
                               etl_dot_keytab=b"x")
        target = self.sandbox.path("program")
        result = hpdlc("build", app, "-o", target)
        self.assertEqual(result.code, 0, result)
        self.assertRegex(result.err, r"etl\.keytab.*warning:.*\[SecretFile\]")
        self.assertNotIn(b"IGNOREME", target.read_bytes())
        self.assertIn(b"KEEPME", target.read_bytes())
        self.assertEqual(hpdlc("build", app, "-o", target, "-Werror").code, 1)
        self.assertEqual(hpdlc("build", app, "-o", target, "-Wno-SecretFile").err, "")


if __name__ == "__main__":
    closing.main()
