"""Commands in the cluster by the launcher: shell, java, distcp and pig, side by side in forks of few workflows."""

import collections
import subprocess
import sys
import uuid
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import closing
import cluster
from programs import *  # noqa: F403
from yarn_case import UBER, YarnCase, action, java_job, properties, word_count

# Small containers, so that many run at a time.
SMALL = {"oozie.launcher.default.memory.mb": "320"}
SHELL = "uri:oozie:shell-action:1.0"


def command(name, script, *words, capture=False, more="", to="j", error="j"):
    """A shell action that runs a script by sh."""
    arguments = "".join(f"<argument>{escape(word)}</argument>" for word in ("-c", script, "sh", *words))
    return action(name, f'<shell xmlns="{SHELL}"><exec>/bin/sh</exec>{arguments}{more}'
                        f"{'<capture-output/>' if capture else ''}</shell>", to, error)


def side_by_side(actions):
    """A workflow's body in which all actions run at a time, whatever they come to."""
    names = [text.split('"', 2)[1] for text in actions]
    return fork("f", *names) + "".join(actions) + join("j"), "f"


def sleeps_like_no_other():
    """A command that runs until it is killed, by a command line that nothing else on the machine has."""
    return f"sleep 600.{uuid.uuid4().int}"


def command_lines():
    """Those of all processes, as the kernel has them."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            found.add((entry / "cmdline").read_bytes())
        except OSError:
            pass
    return found


class LauncherCase(YarnCase):
    def together(self, actions, files=(), params=None):
        """Runs actions side by side in one job, with files of the application; their records."""
        body, start = side_by_side(actions)
        folder = self.sandbox.path("app")
        folder.mkdir(exist_ok=True)
        (folder / "workflow.xml").write_text(self.definition(body, start))
        program = self.build(folder)
        result = self.start(program, params={**SMALL, **(params or {})}, timeout=300)
        self.assert_code(result, SUCCEEDED)
        self.program = program
        return program.nodes()

    def assert_no_process(self, words):
        """`words`: a command line that nothing else has."""
        line = b"".join(word.encode() + b"\0" for word in words.split())
        self.assertTrue(wait_for(lambda: line not in command_lines(), every=0.2), f"{words} goes on")

    def failed(self, node, *parts):
        self.assertEqual((node["status"], node["errorCode"], node["externalStatus"]),
                         ("ERROR", "JA018", "FAILED/KILLED"), node)
        for part in parts:
            self.assertIn(part, node["errorMessage"])


class Shell(LauncherCase):
    def test_ends_and_what_comes_back(self):
        app = self.sandbox.path("app")
        self.sandbox.write("app/tool.sh", "echo tool $1 >&2; echo from=tool\n")
        self.sandbox.write("app/data/in.txt", "bundled")
        self.put("far.txt", "far")
        archive = app / "pack.tar.gz"
        self.sandbox.write("pack/inner/file", "packed")
        subprocess.run(["tar", "czf", archive, "-C", self.sandbox.path("pack"), "inner"], check=True)
        files = (f"<file>data/in.txt#own.txt</file><file>{self.url('far.txt')}</file>"
                 "<archive>pack.tar.gz#pack</archive>")
        nodes = self.together([
            command("ok", "true"),
            command("fails", "seq 100 >&2; echo all is lost >&2; exit 7"),
            command("signal", "kill -9 $$"),
            command("captured", "echo a=1; echo '# x'; echo 'b : \\u00e9'", capture=True),
            command("much", "i=0; while [ $i -lt 400 ]; do echo key$i=value; i=$((i+1)); done", capture=True),
            command("broken", "echo 'a=\\\\u1'", capture=True),
            command("words", 'echo "n=$#"; echo "w=$1,$2,$3"; echo "e=$WHO $HPDL_NODE"; echo "u=$HADOOP_USER_NAME"',
                    "a  b", "$HOME", "*", capture=True, more="<env-var>WHO=me=you</env-var>"),
            command("files", 'echo "f=$(cat own.txt far.txt pack/inner/file)"', capture=True, more=files),
            action("tool", f'<shell xmlns="{SHELL}"><exec>tool.sh</exec><argument>x</argument><capture-output/></shell>',
                   "j", "j"),
            action("missing", f'<shell xmlns="{SHELL}"><exec>no-such-command</exec></shell>', "j", "j"),
            action("nofile", f'<shell xmlns="{SHELL}"><exec>sh</exec><file>{self.url("none")}</file></shell>', "j", "j"),
        ])
        for name in ("ok", "captured", "words", "files", "tool"):
            self.assertEqual(nodes[name]["externalStatus"], "SUCCEEDED", nodes[name])
        self.assertIsNone(nodes["ok"]["data"])
        self.failed(nodes["fails"], "exit code 7; standard error ends with:\n92\n", "\nall is lost")
        self.failed(nodes["signal"], "ended by signal 9 (SIGKILL)")
        self.assertIn("a=1", nodes["captured"]["data"])
        self.failed(nodes["much"], "captured output has 5090 bytes, the limit is 2048")
        self.failed(nodes["broken"], "captured output:1")
        for part in ("n=3", "w=a  b,$HOME,*", "e=me=you words", f"u={self.user}"):
            self.assertIn(part, nodes["words"]["data"])
        self.assertIn("f=bundledfarpacked", nodes["files"]["data"])
        self.assertIn("from=tool", nodes["tool"]["data"])
        self.failed(nodes["missing"], "cannot start no-such-command: No such file or directory")
        self.assertEqual((nodes["nofile"]["status"], nodes["nofile"]["errorCode"]), ("ERROR", "JA008"))
        self.one_application_each(nodes)

    def test_killed_by_somebody_else(self):
        sleeper = sleeps_like_no_other()
        program = self.build(self.definition(command("waits", f"{sleeper} & wait", to="end", error="killed"), "waits"))
        child = self.begin(program, params=SMALL)
        self.assertTrue(program.wait_for(lambda: any(app["state"] == "RUNNING" for app in self.apps()), 120))
        self.hdfs.kill(self.apps()[0]["id"])
        self.assertEqual(child.wait(90), KILLED)
        self.failed(program.nodes()["waits"], "was killed before it returned a result: Application application_")
        self.assert_no_process(sleeper)

    def test_settings_reach_the_container(self):
        launcher = ("<launcher><memory.mb>400</memory.mb><vcores>2</vcores><env>FROM=launcher</env>"
                    "<queue>small</queue></launcher>")
        script = 'echo "from=$FROM"; sleep 5'  # time: long enough for YARN's whole seconds
        text = command("set", script, capture=True).replace("<exec>", f"{launcher}<exec>")
        rows = properties({"oozie.launcher.mapred.job.queue.name": "small",
                           "oozie.launcher.mapred.child.env": "FROM=property"})
        other = command("other", script, capture=True).replace("<exec>", f"{rows}<exec>")
        nodes = self.together([text, other])
        self.assertIn("from=launcher", nodes["set"]["data"])
        self.assertIn("from=property", nodes["other"]["data"])
        self.assertTrue(self.hdfs.app(nodes["other"]["externalId"])["queue"].endswith("small"))
        app = self.hdfs.app(nodes["set"]["externalId"])
        self.assertTrue(app["queue"].endswith("small"), app["queue"])
        # 512 MiB, as YARN rounds it, on two cores; how long the container is there differs from machine to machine.
        ratio = app["memorySeconds"] / app["vcoreSeconds"]
        self.assertTrue(200 < ratio < 300, ratio)

    def one_application_each(self, nodes):
        """As YARN sees them; nothing is left in the user's folder but what is shared."""
        mine = {node["externalId"]: name for name, node in nodes.items()
                if (node["externalId"] or "").startswith("application_")}
        apps = {app["id"]: app for app in self.apps()}
        self.assertEqual({key for key, app in apps.items() if app["state"] != "NEW"} - set(mine), set())
        for key, name in mine.items():
            if key in apps:
                well = nodes[name]["status"] == "OK" or name in ("much", "broken")
                self.assertEqual(apps[key]["finalStatus"], "SUCCEEDED" if well else "FAILED", name)
        self.assertEqual(self.hdfs.names(f"/user/{self.user}/.hpdl/attempts"), [])
        kept = [name for folder in self.hdfs.names(f"/user/{self.user}/.hpdl/cache")
                for name in self.hdfs.names(f"/user/{self.user}/.hpdl/cache/{folder}")]
        self.assertEqual(sorted(kept), ["hpdl-launch", "hpdl-launcher.jar", "in.txt", "pack.tar.gz", "tool.sh"],
                         "each content once, however many actions need it")


PROBE = """
import java.io.*;
import java.util.*;
public class Probe {
  public static void main(String[] args) throws Exception {
    if (args[0].equals("exit")) { System.exit(Integer.parseInt(args[1])); }
    if (args[0].equals("throw")) { System.err.println("it goes wrong"); throw new IllegalStateException("no \u00fcmlaut"); }
    if (args[0].equals("quiet")) { return; }
    Properties data = new Properties();
    data.setProperty("args", Arrays.toString(args));
    data.setProperty("opt", System.getProperty("opt", ""));
    data.setProperty("heap", "" + Runtime.getRuntime().maxMemory() / 1048576);
    data.setProperty("env", System.getenv("WHO") + System.getenv("HPDL_NODE"));
    data.setProperty("file", new Scanner(new File("own.txt")).nextLine());
    String xml = new Scanner(new File(System.getProperty("oozie.action.conf.xml"))).useDelimiter("\\\\Z").next();
    data.setProperty("conf", "" + xml.contains("<name>my.key</name><value>my value</value>"));
    org.apache.hadoop.fs.FileSystem files = org.apache.hadoop.fs.FileSystem.get(new org.apache.hadoop.conf.Configuration());
    data.setProperty("home", files.getHomeDirectory().toUri().getPath());
    try (OutputStream out = new FileOutputStream(System.getProperty("oozie.action.output.properties"))) {
      data.store(out, null);
    }
  }
}
"""


def java(name, *words, capture=False, more="", main="Probe", before=""):
    arguments = "".join(f"<arg>{escape(word)}</arg>" for word in words)
    return action(name, f"<java>{before}<main-class>{main}</main-class>{more[:more.find('<file')] if '<file' in more else more}"
                        f"{arguments}{more[more.find('<file'):] if '<file' in more else ''}"
                        f"{'<capture-output/>' if capture else ''}</java>", "j", "j")


class Java(LauncherCase):
    def test_ends_and_what_comes_back(self):
        source = self.sandbox.write("Probe.java", PROBE)
        classes = self.sandbox.path("classes")
        subprocess.run(["javac", "-nowarn", "-encoding", "UTF-8", "-cp", f"{self.hdfs.lib}/*", "-d", classes, source],
                       check=True, timeout=TIMEOUT)
        self.sandbox.path("app/lib").mkdir(parents=True)
        subprocess.run(["jar", "cf", self.sandbox.path("app/lib/probe.jar"), "-C", classes, "."], check=True)
        self.sandbox.write("app/in.txt", "bundled")
        nodes = self.together([
            java("quiet", "quiet"),
            java("told", "tell", "a  b", "$HOME", capture=True, before=properties({"my.key": "my value"}),
                 more="<java-opts>-Xmx48m -Dopt='x y'</java-opts><file>in.txt#own.txt</file>"),
            java("throws", "throw"), java("exits", "exit", "0"), java("fails", "exit", "3"),
            java("none", main="no.such.Main"),
        ], params={"oozie.launcher.mapred.child.env": ""})
        for name in ("quiet", "told", "exits"):
            self.assertEqual(nodes[name]["status"], "OK", nodes[name])
        for part in ("args=[tell, a  b, $HOME]", "opt=x y", "heap=4", "file=bundled", "conf=true",
                     f"home=/user/{self.user}"):
            self.assertIn(part, nodes["told"]["data"])
        self.failed(nodes["throws"], "main class Probe threw java.lang.IllegalStateException: no \u00fcmlaut",
                    "it goes wrong")
        self.failed(nodes["fails"], "exit code 3, as System.exit does")
        self.failed(nodes["none"], "class no.such.Main is not in the class path")


class Distcp(LauncherCase):
    def distcp(self, name, *words):
        arguments = "".join(f"<arg>{escape(word)}</arg>" for word in words)
        return action(name, f'<distcp xmlns="uri:oozie:distcp-action:1.0">{arguments}</distcp>', "j", "j")

    def test_a_directory_is_copied(self):
        for name in ("a", "deep/b"):
            self.put(f"in/{name}", f"content of {name}")
        self.hdfs.mkdir(f"{self.root}/out", owner=self.user)
        nodes = self.together([self.distcp("copy", self.url("in"), self.url("out/copy")),
                               self.distcp("nothing", self.url("none"), self.url("out/other"))])
        self.assertEqual(nodes["copy"]["status"], "OK", nodes["copy"])
        for name in ("a", "deep/b"):
            self.assertEqual(self.hdfs.read(f"{self.root}/out/copy/{name}").decode(), f"content of {name}")
        self.failed(nodes["nothing"], "exit code")
        jobs = nodes["copy"]["data"].split("hadoopJobs=")[1].split()
        self.assertEqual(len(jobs), 1)
        self.assertIn(jobs[0].replace("job_", "application_"), [app["id"] for app in self.apps()])

    def test_killed_with_its_job(self):
        """The kill ends the launcher and the MapReduce job that it started."""
        self.hdfs.mkdir(f"{self.root}/out", owner=self.user)
        self.put("in/large", "x" * (30 << 20))
        sleeper = sleeps_like_no_other()
        body, start = side_by_side([
            self.distcp("copy", "-bandwidth", "0.5", "-direct", self.url("in"), self.url("out/copy")),
            command("waits", f"echo $$ >&2; {sleeper} & wait")])
        program = self.build(self.definition(body, start))
        child = self.begin(program, params=SMALL)
        running = lambda: [app for app in self.apps() if app["state"] == "RUNNING"]  # noqa: E731
        self.assertTrue(program.wait_for(lambda: len(running()) == 3 or child.poll() is not None, 120), self.apps())
        self.assert_code(program("kill", program.job, env=self.env()), 0)
        self.assertEqual(child.wait(90), KILLED)
        apps = self.apps()
        self.assertEqual([app["state"] for app in apps], ["KILLED"] * 3, apps)
        self.assertEqual(self.hdfs.names(f"/user/{self.user}/.hpdl/attempts"), [])
        self.assert_no_process(sleeper)


PIG = """lines = load '${In}' using TextLoader() as (line:chararray);
words = foreach lines generate flatten(TOKENIZE(line, ' ')) as word;
counted = foreach (group words by word) generate group, COUNT(words);
store counted into '$OUT';
"""
OPENS = "--add-opens java.base/java.lang=ALL-UNNAMED"


class Pig(LauncherCase):
    def test_word_count(self):
        text = "the quick brown fox\njumps over the lazy dog\nthe end\n" * 20
        self.put("in/a", text)
        for path in sorted(cluster.pig_jars().glob("*.jar")):
            self.hdfs.write(f"{self.root}/pig/{path.name}", path.read_bytes())
        self.sandbox.write("app/count.pig", PIG)
        self.sandbox.write("app/broken.pig", "a = load 'x' usng Nothing;\n")
        more = properties({"oozie.launcher.mapreduce.map.java.opts": f"-Xmx300m {OPENS}",
                           "oozie.launcher.memory.mb": 768, "mapreduce.job.ubertask.enable": "true"})
        nodes = self.together([
            action("count", f"<pig>{more}<script>count.pig</script><param>In={self.url('in')}</param>"
                            f"<param>OUT={self.url('out')}</param></pig>", "j", "j"),
            action("broken", f"<pig>{more}<script>broken.pig</script></pig>", "j", "j"),
        ], params={"oozie.libpath": self.url("pig")})
        self.assertEqual(nodes["count"]["status"], "OK", nodes["count"])
        counted = dict(line.split("\t") for line in self.parts("out").decode().splitlines())
        self.assertEqual(counted, {word: str(count) for word, count in collections.Counter(text.split()).items()})
        self.assertRegex(nodes["count"]["data"], r"hadoopJobs=job_\d+_\d+")
        self.failed(nodes["broken"], "exit code")


class ClientJob(LauncherCase):
    def test_input_formats_of_somebodys_own(self):
        """Hadoop's own client cuts the input, in a container."""
        text = "".join(f"w{i % 7} x\n" for i in range(100))
        self.put("in/a", text)
        lines = {"mapreduce.job.inputformat.class": "org.apache.hadoop.mapreduce.lib.input.NLineInputFormat",
                 "mapreduce.input.lineinputformat.linespermap": "50", **UBER}
        nodes = self.together([
            java_job("count", word_count(self.url("in"), self.url("out"), **lines), "j").replace(
                'error to="killed"', 'error to="j"'),
            java_job("again", word_count(self.url("none"), self.url("other"), **lines), "j").replace(
                'error to="killed"', 'error to="j"'),
        ])
        self.assertEqual(nodes["count"]["status"], "OK", nodes["count"])
        counted = dict(line.split("\t") for line in self.parts("out").decode().splitlines())
        self.assertEqual(counted, {word: str(count) for word, count in collections.Counter(text.split()).items()})
        self.assertRegex(nodes["count"]["externalId"], r"job_\d+_\d+")
        job = self.hdfs.app(nodes["count"]["externalId"].replace("job_", "application_"))
        self.assertEqual((job["applicationType"], job["finalStatus"]), ("MAPREDUCE", "SUCCEEDED"))
        self.assertIn("100", str(self.hdfs.counters(nodes["count"]["externalId"])))
        self.failed(nodes["again"], "could not be submitted", "Input path does not exist")


class Jar(ProgramTest):
    def test_classes_are_made_from_their_sources(self):
        done = run([sys.executable, ROOT / "stdlib" / "cluster" / "java" / "compile.py", "--check"])
        self.assertEqual((done.code, done.out), (0, ""), done)


if __name__ == "__main__":
    closing.main()
