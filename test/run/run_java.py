"""The java action in local mode, with real Java programs that are compiled here."""

import atexit
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

LAUNCHER = ROOT / "stdlib" / "actions" / "java" / "launcher" / "compile.py"

PROBE = r"""
import java.io.*;
import java.util.*;

public class Probe {
  static void put(String... pairs) throws Exception {
    Properties data = new Properties();
    for (int i = 0; i < pairs.length; i += 2) {
      data.setProperty(pairs[i], pairs[i + 1]);
    }
    try (OutputStream out = new FileOutputStream(System.getProperty("oozie.action.output.properties"))) {
      data.store(out, "captured");
    }
  }

  static String read(String path) throws IOException {
    return new String(java.nio.file.Files.readAllBytes(java.nio.file.Paths.get(path)), "UTF-8");
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "args":
        put("all", Arrays.toString(Arrays.copyOfRange(args, 1, args.length)));
        break;
      case "exit":
        System.exit(Integer.parseInt(args[1]));
      case "halt":
        Runtime.getRuntime().halt(Integer.parseInt(args[1]));
      case "throw":
        System.err.println("it goes wrong");
        throw new IllegalStateException("no \u00fcmlaut");
      case "error":
        throw new StackOverflowError();
      case "threads":
        Thread rest = new Thread(() -> {
          try { Thread.sleep(600000); } catch (InterruptedException e) { }
        });
        rest.start();
        break;
      case "exit-in-thread":
        Thread other = new Thread(() -> System.exit(5));
        other.start();
        other.join();
        break;
      case "properties":
        put("opt", System.getProperty("opt", ""), "job", System.getProperty("oozie.job.id"),
            "action", System.getProperty("oozie.action.id"),
            "conf", read(System.getProperty("oozie.action.conf.xml")).replaceAll("\\s+", " "),
            "same", "" + new File("oozie-action.conf.xml").getCanonicalPath().equals(
                new File(System.getProperty("oozie.action.conf.xml")).getCanonicalPath()),
            "env", "" + System.getenv("WHO"), "resource", "" + Probe.class.getResource("/mark.txt"));
        break;
      case "special":
        put("k\u00e9y = : # !", " lead\ttab\nline \\ \ud83d\ude00", "empty", "");
        break;
      case "much":
        char[] text = new char[Integer.parseInt(args[1])];
        Arrays.fill(text, 'x');
        put("k", new String(text));
        break;
      case "broken":
        try (Writer out = new FileWriter(System.getProperty("oozie.action.output.properties"))) {
          out.write("a=\\u12\n");
        }
        break;
      case "cat":
        StringBuilder all = new StringBuilder();
        for (int i = 1; i < args.length; ++i) {
          all.append(read(args[i])).append(';');
        }
        put("text", all.toString());
        break;
      case "append":
        try (Writer out = new FileWriter(args[1], true)) {
          out.write(args[2] + "\n");
        }
        Thread.sleep(args.length > 3 ? Long.parseLong(args[3]) : 0);
        break;
      case "kill-me":
        Runtime.getRuntime().exec(new String[] {"kill", "-9",
            java.lang.management.ManagementFactory.getRuntimeMXBean().getName().split("@")[0]});
        Thread.sleep(60000);
    }
  }
}
class Hidden {
  public static void main(String[] args) { System.out.println("hidden ran"); }
}
class NoMain { public static int main(String[] args) { return 0; } }
class Broken {
  static { if (true) throw new RuntimeException("broken from the start"); }
  public static void main(String[] args) { }
}
"""

CLASSES = Path(tempfile.mkdtemp(prefix="hpdl-java-"))
atexit.register(shutil.rmtree, CLASSES, ignore_errors=True)


def compile_classes():
    source = CLASSES / "Probe.java"
    source.write_text(PROBE, encoding="utf-8")
    subprocess.run(["javac", "-encoding", "UTF-8", "-d", CLASSES / "out", source], check=True, timeout=120)
    with zipfile.ZipFile(CLASSES / "probe.jar", "w") as jar:
        for path in sorted((CLASSES / "out").iterdir()):
            jar.write(path, path.name)


compile_classes()


def java(name, *arguments, main="Probe", capture=True, more="", before="", to="end", error="killed"):
    words = "".join(f"<arg>{word}</arg>" for word in arguments)
    return (f'<action name="{name}"><java>{before}<main-class>{main}</main-class>{more if "opt" in more else ""}'
            f'{words}{"" if "opt" in more else more}{"<capture-output/>" if capture else ""}</java>'
            f'<ok to="{to}"/><error to="{error}"/></action>')


class JavaTest(ProgramTest):
    def app(self, body, start="a", files=None, **options):
        """A program of an application folder that has probe.jar in lib/."""
        folder = self.sandbox.path("app")
        (folder / "lib").mkdir(parents=True, exist_ok=True)
        shutil.copy(CLASSES / "probe.jar", folder / "lib" / "probe.jar")
        for name, content in (files or {}).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        (folder / "workflow.xml").write_text(workflow(body, start, **options))
        return self.build(folder)

    def data(self, program, node="a"):
        return dict(line.split("=", 1) for line in (program.nodes()[node]["data"] or "").splitlines()
                    if "=" in line)

    def message(self, *arguments, **options):
        """The error of one action that must fail."""
        program = self.app(java("a", *arguments, **options))
        self.assert_code(program.run(), KILLED)
        node = program.nodes()["a"]
        self.assertEqual(node["errorCode"], "JA018", node)
        self.assertEqual(node["externalStatus"], "FAILED/KILLED", node)
        return node["errorMessage"]


class Ends(JavaTest):
    def test_returns(self):
        program = self.app(java("a", "args", "one two", "", "$HOME", "*", "ü"))
        self.assert_code(program.run(), SUCCEEDED)
        self.assertIn("[one two, , $HOME, *, ", program.nodes()["a"]["data"])
        self.assertGreater(int(program.nodes()["a"]["externalId"]), 0)

    def test_exit_with_zero_is_a_success(self):
        for how in ("exit", "halt"):
            with self.subTest(how=how):
                self.assert_code(self.app(java("a", how, "0")).run(), SUCCEEDED)

    def test_exit_with_another_code_is_an_error(self):
        for how in ("exit", "halt"):
            with self.subTest(how=how):
                text = self.message(how, "3")
                self.assertIn("exit code 3", text)
                self.assertIn("System.exit", text)

    def test_exit_in_another_thread(self):
        self.assertIn("exit code 5", self.message("exit-in-thread"))

    def test_exception_and_its_stack(self):
        text = self.message("throw")
        self.assertIn("main class Probe threw java.lang.IllegalStateException: no ümlaut", text)
        self.assertIn("it goes wrong", text)
        self.assertIn("at Probe.main", text)
        self.assertIn("StackOverflowError", self.message("error"))

    def test_static_initialiser_that_throws(self):
        self.assertIn("broken from the start", self.message("x", main="Broken"))

    def test_threads_left_behind_end_with_main(self):
        program = self.app(java("a", "threads"))
        self.assert_code(program.run(timeout=60), SUCCEEDED)

    def test_killed_by_a_signal(self):
        self.assertIn("SIGKILL", self.message("kill-me"))

    def test_class_that_is_not_public(self):
        program = self.app(java("a", main="Hidden"))
        self.assert_code(program.run(), SUCCEEDED)
        self.assertIn("hidden ran", program("log", program.job, "--node", "a").out)


class BadInput(JavaTest):
    def test_no_such_class(self):
        self.assertEqual(self.message(main="no.such.Main"), "class no.such.Main is not in the class path")

    def test_no_main(self):
        for name in ("NoMain", "java.lang.String"):
            self.assertIn("has no public static void main", self.message(main=name))

    def test_jar_that_is_no_jar(self):
        program = self.app(java("a"), files={"lib/probe.jar": b"rubbish"})
        self.sandbox.path("app/lib/probe.jar").write_bytes(b"rubbish")
        program = self.build(self.sandbox.path("app"))
        self.assert_code(program.run(), KILLED)
        self.assertIn("class Probe is not in the class path", program.nodes()["a"]["errorMessage"])

    def test_missing_file(self):
        program = self.app(java("a", "args", more="<file>/nosuch/x.jar</file>"))
        self.assert_code(program.run(), KILLED)
        node = program.nodes()["a"]
        self.assertEqual(node["errorCode"], "JA008")
        self.assertIn("/nosuch/x.jar", node["errorMessage"])

    def test_unknown_jvm_option(self):
        text = self.message("args", more="<java-opts>-XX:NoSuchOption=1</java-opts>")
        self.assertIn("exit code 1 before it called main class", text)
        self.assertIn("NoSuchOption", text)

    def test_quote_that_is_not_closed(self):
        self.assertIn("quote", self.message_before_start("<java-opts>-Dopt='a</java-opts>"))

    def message_before_start(self, more):
        program = self.app(java("a", "args", more=more))
        self.assert_code(program.run(), KILLED)
        self.assertEqual(program.nodes()["a"]["errorCode"], "JA018")
        return program.nodes()["a"]["errorMessage"]

    def test_no_java(self):
        program = self.app(java("a", "args"))
        empty = self.sandbox.path("empty")
        empty.mkdir()
        for env, word in (({"JAVA_HOME": str(empty)}, f"JAVA_HOME is {empty}"),
                          ({"JAVA_HOME": "", "PATH": str(empty)}, "no java: set hpdl.java.home")):
            self.assert_code(program.run(env=env), KILLED)
            self.assertIn(word, program.nodes()["a"]["errorMessage"])
        self.assert_code(program.run(params={"hpdl.java.home": empty}), KILLED)
        self.assertIn(f"hpdl.java.home is {empty}", program.nodes()["a"]["errorMessage"])
        self.assert_refused(program.run(params={"hpdl.java.home": "bin"}), USAGE, "hpdl.java.home")

    def test_properties_of_the_engine(self):
        for name in ("user.name", "fs.defaultFS"):
            program = self.app(java("a", "args", before="<configuration><property>"
                                    f"<name>{name}</name><value>x</value></property></configuration>"))
            self.assert_code(program.run(), FAILED)
            node = program.nodes()["a"]
            self.assertEqual((node["status"], node["errorCode"]), ("FAILED", "JA010"))
            self.assertIn(name, node["errorMessage"])

    def test_captured_output(self):
        self.assertIn("2048", self.message("much", "2100"))
        self.assertIn("captured output:1", self.message("broken"))
        program = self.app(java("a", "much", "2100"))
        params = {"oozie.action.max.output.data": 4096}
        self.assert_code(program.run(params=params), SUCCEEDED)
        quiet = self.app(java("a", "much", "2100", capture=False))
        self.assert_code(quiet.run(), SUCCEEDED)
        self.assertIsNone(quiet.nodes()["a"]["data"])

    def test_without_network_and_local_it_does_not_start(self):
        program = self.build(workflow(java("a", "args"), "a"), "--no-network")
        self.assert_refused(program("run"), USAGE, "java", "--local")


class Surroundings(JavaTest):
    def test_options_properties_and_configuration(self):
        program = self.app(java(
            "a", "properties", more="<java-opts>-Xmx64m -Dopt='${value}'</java-opts>",
            before="<job-xml>job.xml</job-xml><configuration><property><name>own</name>"
                   "<value>&lt;${value}&gt;</value></property></configuration>"),
            files={"job.xml": "<configuration><property><name>own</name><value>x</value></property>"
                              "<property><name>from.file</name><value>f</value></property></configuration>"})
        self.assert_code(program.run(params={"value": "a b"}), SUCCEEDED)
        data = self.data(program)
        self.assertEqual(data["opt"], "a b")
        self.assertEqual(data["job"], program.job)
        self.assertEqual(data["action"], program.job + "@a")
        self.assertEqual(data["same"], "true")
        for name, value in (("own", "&lt;a b&gt;"), ("from.file", "f"), ("oozie.job.id", program.job)):
            self.assertIn(f"<name>{name}</name><value>{value}</value>", data["conf"])

    def test_each_java_opt_is_one_option(self):
        program = self.app(java("a", "properties", more="<java-opt>-Dopt=a  'b'</java-opt>"
                                "<java-opt>-Xmx64m</java-opt>"))
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.data(program)["opt"], "a  'b'")

    def test_launcher(self):
        program = self.app(java("a", "properties", before="<launcher><java-opts>-Dopt=launcher</java-opts>"
                                "<env>WHO=me:OTHER=x</env></launcher>"))
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual((self.data(program)["opt"], self.data(program)["env"]), ("launcher", "me"))

    def test_global(self):
        text = java("a", "properties", before="<configuration><property><name>both</name>"
                    "<value>own</value></property></configuration>")
        program = self.app(text)
        source = self.sandbox.path("app/workflow.xml")
        source.write_text(source.read_text().replace("</global>", "<configuration>"
                          "<property><name>both</name><value>global</value></property>"
                          "<property><name>one</name><value>global</value></property>"
                          "</configuration></global>"))
        program = self.build(self.sandbox.path("app"))
        self.assert_code(program.run(), SUCCEEDED)
        conf = self.data(program)["conf"]
        self.assertIn("<name>both</name><value>own</value>", conf)
        self.assertIn("<name>one</name><value>global</value>", conf)
        self.assertIn("<name>fs.defaultFS</name><value>file:///</value>", conf)

    def test_captured_text_comes_back_whole(self):
        program = self.app(java("a", "special", to="say") + shell(
            "say", "true", arguments=("${wf:actionData('a')['kéy = : # !']}|",)))
        out = self.sandbox.path("out")
        source = self.sandbox.path("app/workflow.xml")
        source.write_text(source.read_text().replace(
            "<argument>true</argument>", f"<argument>printf %s \"$1\" &gt;{out}</argument>"))
        program = self.build(self.sandbox.path("app"))
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(out.read_text(encoding="utf-8"), " lead\ttab\nline \\ \U0001f600|")

    def test_files(self):
        local = self.sandbox.write("local.txt", "local")
        program = self.app(
            java("a", "cat", "b.txt", "in-lib.txt", "local.txt", "libx.so",
                 more=f"<file>conf/a.txt#b.txt</file><file>{local}</file><file>conf/libx.so.1</file>"),
            files={"conf/a.txt": "bundled", "lib/in-lib.txt": "library", "conf/libx.so.1": "native"})
        self.assert_code(program.run(), SUCCEEDED)
        self.assertIn("bundled;library;local;native;", program.nodes()["a"]["data"])

    def test_jar_among_the_files_and_library_path(self):
        folder = self.sandbox.path("jars")
        folder.mkdir()
        shutil.copy(CLASSES / "probe.jar", folder / "other.jar")
        only = self.sandbox.write("w.xml", workflow(java("a", "args", more=f"<file>{folder}/other.jar</file>"), "a"))
        self.assert_code(self.build(only).run(), SUCCEEDED)
        unpacked = workflow(java("a", "args", more=f"<archive>{folder}/other.jar</archive>"), "a")
        self.assert_code(self.build(unpacked, name="unpacked").run(), SUCCEEDED)
        plain = self.build(workflow(java("a", "args"), "a"), name="plain")
        self.assert_code(plain.run(), KILLED)
        self.assert_code(plain.run(params={"oozie.libpath": f"file://{folder}"}), SUCCEEDED)
        self.assert_code(plain.run(params={"oozie.libpath": "/nosuch/folder"}), KILLED)
        self.assertIn("/nosuch/folder", plain.nodes()["a"]["errorMessage"])

    def test_the_sharelib(self):
        """The folders that the job names, of the newest sharelib."""
        share = self.sandbox.path("share")
        for name in ("lib_20250101000000", "lib_20260101000000"):
            (share / name / "probe").mkdir(parents=True)
        shutil.copy(CLASSES / "probe.jar", share / "lib_20260101000000" / "probe" / "probe.jar")
        site = self.sandbox.write("site.xml", "<configuration><property><name>oozie.service.WorkflowAppService.system.libpath"
                                              f"</name><value>{share}</value></property></configuration>")
        plain = self.build(workflow(java("a", "args"), "a"))
        named = {"oozie.use.system.libpath": "true", "oozie.action.sharelib.for.java": "probe"}
        self.assert_code(plain.run("--site", site, params=named), SUCCEEDED)
        self.assert_code(plain.run("--site", site, params={**named, "oozie.use.system.libpath": "false"}), KILLED)
        self.assert_code(plain.run("--site", site, params={**named, "oozie.action.sharelib.for.java": "none"}), KILLED)
        node = plain.nodes()["a"]
        self.assertEqual(node["errorCode"], "JA008", node)
        self.assertIn("lib_20260101000000/none", node["errorMessage"])

    def test_archives(self):
        folder = self.sandbox.path("packed")
        (folder / "deep").mkdir(parents=True)
        (folder / "deep" / "a.txt").write_text("unpacked")
        for form, name in (("zip", "p.zip"), ("gztar", "p.tar.gz"), ("tar", "p.tar")):
            made = shutil.make_archive(str(self.sandbox.path("made")), form, folder)
            with self.subTest(name):
                shutil.move(made, self.sandbox.path(name))
                program = self.app(java("a", "cat", "data/deep/a.txt",
                                        more=f"<archive>{self.sandbox.path(name)}#data</archive>"))
                self.assert_code(program.run(), SUCCEEDED)
                self.assertIn("unpacked;", program.nodes()["a"]["data"])

    def test_archives_that_are_none_or_reach_out(self):
        out = self.sandbox.path("out.txt")
        evil = self.sandbox.path("evil.zip")
        with zipfile.ZipFile(evil, "w") as archive:
            archive.writestr("../" * 12 + str(out).lstrip("/"), "x")
        short = self.sandbox.path("short.tar")
        short.write_bytes(b"x" * 100)
        for path, word in ((evil, "outside"), (short, "cannot be unpacked"),
                           (self.sandbox.write("a.rar", "x"), "does not end with .zip")):
            with self.subTest(path.name):
                text = self.message("args", more=f"<archive>{path}</archive>")
                self.assertIn(word, text)
        self.assertFalse(out.exists())

    def test_prepare(self):
        folder = self.sandbox.path("made")
        out = folder / "out"
        program = self.app(java("a", "append", out, "x",
                                before=f'<prepare><delete path="{folder}"/><mkdir path="{folder}"/></prepare>'))
        for _ in range(2):
            self.assert_code(program.run(), SUCCEEDED)
            self.assertEqual(out.read_text(), "x\n")

    def test_a_changed_copy_of_a_jar_is_replaced(self):
        program = self.app(java("a", "args", to="spoil") + shell(
            "spoil", f"for j in {self.sandbox.folder}/state/jobs/*/files/*/probe.jar; do echo x >$j; done",
            to="b") + java("b", "args"))
        self.assert_code(program.run(), SUCCEEDED)

    def test_java_of_a_job(self):
        home = Path(shutil.which("java")).resolve().parent.parent
        program = self.app(java("a", "args"))
        self.assert_code(program.run(params={"hpdl.java.home": home}, env={"JAVA_HOME": "/nosuch"}), SUCCEEDED)


class Versions(JavaTest):
    def test_every_java_of_this_machine(self):
        """With each installed Java, a return and an exit with 0 are successes, and an exception is an error."""
        homes = {path.resolve().parent.parent for path in Path("/usr/lib/jvm").glob("*/bin/java")}
        release = "8"
        subprocess.run(["javac", "--release", release, "-Xlint:-options", "-encoding", "UTF-8", "-d",
                        CLASSES / "old", CLASSES / "Probe.java"], check=True, timeout=120)
        old = self.sandbox.path("old.jar")
        with zipfile.ZipFile(old, "w") as jar:
            for path in sorted((CLASSES / "old").iterdir()):
                jar.write(path, path.name)
        program = self.build(workflow(java("a", "${how}", "0", more=f"<file>{old}</file>"), "a"))
        for home in sorted(homes):
            for how, code, word in (("args", SUCCEEDED, ""), ("exit", SUCCEEDED, ""),
                                    ("throw", KILLED, "IllegalStateException")):
                with self.subTest(home=home.name, how=how):
                    result = program.run(params={"how": how, "hpdl.java.home": home})
                    self.assert_code(result, code)
                    self.assertIn(word, program.nodes()["a"]["errorMessage"] or "")

    def test_the_launcher_in_the_tree_is_made_from_its_source(self):
        result = run([sys.executable, LAUNCHER, "--check"])
        self.assertEqual(result.code, 0, result)


if __name__ == "__main__":
    closing.main()
