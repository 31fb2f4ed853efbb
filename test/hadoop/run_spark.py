"""spark actions on the real YARN, and with --local: Java, Scala and Python, as clients and in the cluster, side by side."""

import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
import cluster
import tools
import yarn
from programs import *  # noqa: F403
from yarn_case import YarnCase, action, properties

SPARK = "uri:oozie:spark-action:1.0"
# Small, on the loopback, and the driver does all: an executor would be one more Java.
DEFAULTS = """spark.ui.enabled false
spark.driver.memory 512m
spark.driver.memoryOverhead 128m
spark.yarn.am.memory 256m
spark.yarn.am.memoryOverhead 128m
spark.executor.memory 512m
spark.executor.memoryOverhead 128m
spark.dynamicAllocation.enabled true
spark.dynamicAllocation.shuffleTracking.enabled true
spark.dynamicAllocation.initialExecutors 0
spark.dynamicAllocation.maxExecutors 1
spark.yarn.appMasterEnv.SPARK_LOCAL_IP 127.0.0.1
spark.executorEnv.SPARK_LOCAL_IP 127.0.0.1
spark.driver.extraJavaOptions -XX:TieredStopAtLevel=1
spark.from.defaults defaults
spark.from.opts defaults
"""
COUNT = """import sys, time
from pyspark import SparkContext
import dep
context = SparkContext()
total = context.parallelize(range(10), 1).map(dep.square).sum() if sys.argv[2] == "executor" else sum(map(dep.square, range(10)))
out = context._jvm.org.apache.hadoop.fs.Path(sys.argv[1])
files = out.getFileSystem(context._jsc.hadoopConfiguration())
if "waits" in sys.argv:
    files.mkdirs(out.suffix(".begun/" + context.applicationId))
while "waits" in sys.argv and not files.exists(out.suffix(".go")):
    time.sleep(0.2)
stream = files.create(out)
stream.write(bytearray(("total=%d" % total).encode()))
stream.close()
context.stop()
"""
DEP = "def square(x):\n    return x * x\n"


def spark(name, jar, *words, mode=None, master="yarn", main=None, opts="", memory=768, more="", before="", to="j", error="j"):
    launcher = f"<launcher><memory.mb>{memory}</memory.mb><env>SPARK_LOCAL_IP=127.0.0.1</env></launcher>"
    return action(name, f'<spark xmlns="{SPARK}">{launcher}{before}<master>{master}</master>'
                        + (f"<mode>{mode}</mode>" if mode else "") + f"<name>{name}</name>"
                        + (f"<class>{main}</class>" if main else "") + f"<jar>{escape(jar)}</jar>"
                        + (f"<spark-opts>{escape(opts)}</spark-opts>" if opts else "")
                        + "".join(f"<arg>{escape(word)}</arg>" for word in words) + f"{more}</spark>", to, error)


class SparkCase(YarnCase):
    def setUp(self):
        super().setUp()
        self.folder = self.sandbox.path("app")
        self.jar = tools.spark_classes(self.folder)
        self.sandbox.write("conf/spark-defaults.conf", DEFAULTS)
        self.site = self.sandbox.write("site.xml", properties({
            "oozie.service.SparkConfigurationService.spark.configurations": f"*={self.sandbox.path('conf')}",
            "oozie.service.WorkflowAppService.system.libpath": f"{self.root}/share"}))

    def program(self, actions, name="workflow"):
        names = [text.split('"', 2)[1] for text in actions]
        body = fork("f", *names) + "".join(actions) + join("j") if len(names) > 1 else actions[0]
        (self.folder / "workflow.xml").write_text(self.definition(body, "f" if len(names) > 1 else names[0]))
        return self.copy(self.build(self.folder, name=name), f"of-{name}")

    def text(self, name):
        return self.hdfs.read(f"{self.root}/{name}").decode()

    def failed(self, node, code, *parts):
        self.assertEqual((node["status"], node["errorCode"]), ("ERROR", code), node)
        for part in parts:
            self.assertIn(part, node["errorMessage"])


class Cluster(SparkCase):
    def test_every_form_found_again(self):
        """The engine dies while one has its driver in the launcher's container, and one in the cluster: both are found again."""
        home = tools.spark_home()
        self.sandbox.write("app/count.py", COUNT)
        self.sandbox.write("app/lib/dep.py", DEP)
        self.put("far/apps.jar", self.jar.read_bytes())
        self.put("share/lib_20261127000000/spark/none", "")
        words = ("spark.from.defaults", "spark.from.opts", "spark.from.file", "spark.app.words", "spark.oozie.job.id")
        self.sandbox.write("app/more.conf", "spark.from.file=file\nspark.from.opts=file\n")
        quoted = ('--conf spark.app.waits=true --conf "spark.app.words=a  b" --conf spark.from.opts=opts --properties-file more.conf '
                  '--driver-java-options "-XX:TieredStopAtLevel=1 -Dx.y=\'1 2\'"')
        python = "--py-files dep.py"
        missing = properties({"oozie.use.system.libpath": "true", "oozie.action.sharelib.for.spark": "nowhere"})
        program = self.program([
            spark("java", "apps.jar", self.url("java"), *words, mode="client", main="JavaApp", opts=quoted,
                  more="<file>more.conf</file>"),
            spark("scala", self.url("far/apps.jar"), self.url("scala"), "1", "2", mode="cluster", main="ScalaApp", memory=448),
            spark("python", "count.py", self.url("python"), "executor", mode="client", opts=python),
            spark("python-far", "count.py", self.url("python-far"), "driver", "waits", master="yarn-cluster", opts=python, memory=448),
            spark("throws", "lib/apps.jar", "fail", master="local[1]", main="JavaApp"),
            spark("none", "lib/apps.jar", mode="client", main="no.such.Main"),
            spark("quote", "lib/apps.jar", main="JavaApp", opts='--conf "spark.a=b'),
            spark("no-jar", "lib/none.jar", main="JavaApp"),
            spark("no-folder", "lib/apps.jar", main="JavaApp", before=missing),
        ])
        child = self.begin(program, "--site", self.site, params={"hpdl.spark.home": home})
        for name in ("java", "python-far"):
            self.until_seen(lambda: self.hdfs.exists(f"{self.root}/{name}.begun"), child)
            self.assert_seen(program.nodes()[name])
        child.send_signal(signal.SIGKILL)
        child.wait()
        for name in ("java", "python-far"):
            self.put(f"{name}.go", "")
        self.assert_code(self.resume(program), SUCCEEDED)
        nodes = program.nodes()
        for name in ("java", "scala", "python", "python-far"):
            self.assertEqual((nodes[name]["status"], nodes[name]["externalStatus"]), ("OK", "SUCCEEDED"), nodes[name])
            self.assertRegex(nodes[name]["data"], r"hadoopJobs=application_\d+_\d+")
        for name in ("java", "python-far"):
            [begun] = self.hdfs.names(f"{self.root}/{name}.begun")
            self.assertIn(f"hadoopJobs={begun}", nodes[name]["data"], "it was not submitted again")
        said = dict(line.split("=", 1) for line in self.text("java").splitlines())
        self.assertEqual(said, {"id": nodes["java"]["data"].split("hadoopJobs=")[1].split()[0], "opt": "1 2",
                                "spark.from.defaults": "defaults", "spark.from.opts": "opts", "spark.from.file": "file",
                                "spark.app.words": "a  b", "spark.oozie.job.id": program.job})
        self.assertEqual(self.text("scala"), "sum=3\nlog4j=true\n")
        self.assertEqual((self.text("python"), self.text("python-far")), ("total=285", "total=285"))
        for name, code, *words in (("throws", "JA018", "spark: exit code 1, and says:", "there is no such data"),
                                   ("none", "JA018", "spark: exit code ", "Failed to load class no.such.Main"),
                                   ("quote", "JA018", "spark-opts: a quote is not closed"),
                                   ("no-jar", "JA008", "lib/none.jar"), ("no-folder", "JA008", "nowhere")):
            self.failed(nodes[name], code, *words)
            self.assert_told(program, name, code, *words)
        apps = self.apps()
        own = {node["externalId"] for node in nodes.values()}
        self.assertEqual(sorted(app["id"] for app in apps if app["applicationType"] == "SPARK"),
                         sorted(nodes[name]["data"].split("hadoopJobs=")[1].split()[0]
                                for name in ("java", "scala", "python", "python-far")))
        self.assertEqual({app["id"] for app in apps if app["applicationType"] != "SPARK"} - own, set())

    def assert_seen(self, launcher):
        """While it runs."""
        self.assertEqual(launcher["status"], "RUNNING")
        app = self.hdfs.app(launcher["externalId"])
        self.assertEqual((app["state"], app["applicationType"]), ("RUNNING", "YARN"), "seen while it runs")
        self.assertIn(launcher["externalId"], launcher["consoleUrl"])
        self.assertEqual(launcher["trackerUri"], self.hdfs.rm_address)

    def test_killed(self):
        """With the newest sharelib, after the engine's death: the kill ends the launcher, and what it has started."""
        thin = tools.thin_jar(self.sandbox.path("spark-all.jar"), tools.spark_home())
        self.put("share/lib_20260101000000/spark/spark-all.jar", b"no jar")
        self.put("share/lib_20261127000000/spark/spark-all.jar", thin.read_bytes())
        waiting = {"main": "JavaApp", "opts": "--conf spark.app.waits=true",
                   "before": properties({"oozie.use.system.libpath": "true"})}
        modes = {"far": {"mode": "cluster", "memory": 448}, "near": {"mode": "client"}}
        program = self.program([spark(name, "lib/apps.jar", self.url(name), **waiting, **mode) for name, mode in modes.items()])
        child = self.begin(program, "--site", self.site)
        launchers = {}
        for name in modes:
            self.until_seen(lambda: self.hdfs.exists(f"{self.root}/{name}.begun"), child)
            launchers[name] = program.nodes()[name]
            self.assert_seen(launchers[name])
        child.send_signal(signal.SIGKILL)
        child.wait()
        self.assert_code(program("kill", program.job, env=self.env()), 0)
        ended = {app["id"]: self.hdfs.wait_for_app(app["id"])["finalStatus"] for app in self.apps()}
        begun = [app for name in modes for app in self.hdfs.names(f"{self.root}/{name}.begun")]
        self.assertEqual(ended, {app: "KILLED" for app in (*(node["externalId"] for node in launchers.values()), *begun)})
        self.assertEqual(len(ended), 4, "a launcher and an application each")
        staging = f"/user/{self.user}/.sparkStaging"
        self.until_seen(lambda: not self.hdfs.names(staging))
        self.assertEqual(self.hdfs.names(f"/user/{self.user}/.hpdl/attempts"), [])


class Local(ProgramTest):
    def test_on_this_machine(self):
        app = self.sandbox.path("app")
        jar = tools.spark_classes(app)
        self.sandbox.write("app/count.py", COUNT)
        self.sandbox.write("app/lib/dep.py", DEP)
        quiet = "--conf spark.ui.enabled=false --conf spark.driver.memory=512m"
        texts = [spark("java", "apps.jar", "file://" + str(self.sandbox.path("java")), "spark.master", mode="cluster",
                       main="JavaApp", opts=quiet),
                 spark("python", "count.py", "file://" + str(self.sandbox.path("python")), "executor",
                       opts=f"--py-files dep.py {quiet}"),
                 spark("fails", str(jar), "fail", main="JavaApp", opts=quiet)]
        body = fork("f", "java", "python", "fails") + "".join(texts) + join("j")
        (app / "workflow.xml").write_text(workflow(body, "f"))
        program = self.sandbox.build(app)
        java = yarn.quick_java(self.sandbox.path("java-home"), cluster.java_home())
        result = program.run(params={"hpdl.spark.home": tools.spark_home()}, env={"SPARK_LOCAL_IP": "127.0.0.1", "JAVA_HOME": java},
                             timeout=300)
        self.assert_code(result, SUCCEEDED)
        nodes = program.nodes()
        self.assertIn("spark.master=local[*]", self.sandbox.path("java").read_text())
        self.assertEqual(self.sandbox.path("python").read_text(), "total=285")
        self.assertEqual((nodes["fails"]["status"], nodes["fails"]["errorCode"]), ("ERROR", "JA018"))
        self.assertIn("spark: exit code 1, and says:\n", nodes["fails"]["errorMessage"])
        self.assertIn("there is no such data", nodes["fails"]["errorMessage"])


if __name__ == "__main__":
    closing.main(at_once=3)
