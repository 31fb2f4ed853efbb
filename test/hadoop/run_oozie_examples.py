"""Examples of Oozie, unchanged, on the real cluster with their own classes: what its packages on Maven Central have of them.

Those packages hold the classes, and programs that write definitions; not the definitions of the distribution's folder
examples/. HPDL_OOZIE_EXAMPLES=FOLDER runs also the applications of such a folder, with the data that are in it.
"""

import os
import shutil
import sys
import tempfile
import unittest
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "harness"), str(HERE.parent / "conformance")]
import closing
import cluster
import hive_servers
import jars
import real_files
import tools
from git_server import make_repository
from programs import *  # noqa: F403
from run_spark import DEFAULTS
from yarn_case import YarnCase, properties

VERSION = "5.2.1"
GIT = "https://github.com/apache/oozie"
TEXT = b"one line\nand another\n"
ADDRESSES = ("nameNode", "jobTracker", "resourceManager", "jdbcURL")
DISTRIBUTION = os.environ.get("HPDL_OOZIE_EXAMPLES")


def examples_jar():
    return next(jars.fetched("oozie", "real", HERE.parent / "conformance" / "real" / "pom.xml").glob("oozie-examples-*.jar"))


def properties_of(path):
    """The name=value lines of a job.properties."""
    lines = [line.split("=", 1) for line in path.read_text().splitlines() if "=" in line and not line.startswith("#")]
    return {name.strip(): value.strip() for name, value in lines}


class Examples(YarnCase):
    """The user's folder has examples/ as its users unpack and put it there; the sharelib has the tools."""

    maxDiff = None

    def setUp(self):
        super().setUp()
        self.home = f"/user/{self.user}/examples"
        self.newest = tools.put_sharelib(self.hdfs, f"{self.root}/share", self.sandbox.path(""))
        self.sandbox.write("conf/spark-defaults.conf", DEFAULTS)
        self.site = self.sandbox.write("site.xml", properties({
            "oozie.service.SparkConfigurationService.spark.configurations": f"*={self.sandbox.path('conf')}",
            "oozie.service.WorkflowAppService.system.libpath": f"{self.root}/share",
            "oozie.launcher.default.memory.mb": 768}))  # definitions say none, and the node is small
        repository = make_repository(self.sandbox.path("git"))
        # As where github.com has a mirror.
        self.sandbox.write("config/git/config", f'[url "file://{repository}"]\n\tinsteadOf = {GIT}\n')

    def put_home(self, name, content):
        self.hdfs.write(f"{self.home}/{name}", content)
        while name:
            self.hdfs.call("PUT", f"{self.home}/{name}", "SETOWNER", owner=self.user)
            name = name.rpartition("/")[0]
        self.hdfs.call("PUT", self.home, "SETOWNER", owner=self.user)

    def run_example(self, name, source, params):
        """Compiles and runs one; gives the program and its result. `source` is left as it is."""
        program = self.copy(self.build(Path(source), name=name), f"of-{name}")
        return program, program.run("--site", self.site, params={"user.name": self.user, "oozie.use.system.libpath": "true", **params},
                                    env={**self.env(), "SPARK_LOCAL_IP": "127.0.0.1", "XDG_CONFIG_HOME": str(self.sandbox.path("config"))}, timeout=500)

    def run_all(self, examples, at_once=7):
        """Name -> (source, parameters), some at a time: name -> program. All have to succeed."""
        with ThreadPoolExecutor(at_once) as pool:
            runs = {name: pool.submit(self.run_example, name, *each) for name, each in examples.items()}
        done = {name: run.result() for name, run in runs.items()}
        bad = {name: [result.err, *(node["errorMessage"] for node in program.nodes().values() if node.get("errorMessage"))]
               for name, (program, result) in done.items() if result.code != SUCCEEDED}
        self.assertEqual(bad, {})
        return {name: program for name, (program, _) in done.items()}


class Fluent(Examples):
    def test_all_that_its_programs_write(self):
        sources = {name.split("/")[1].removesuffix(".xml"): path for name, path in real_files.files().items()
                   if name.startswith("examples/")}
        self.assertEqual(sorted(sources), ["CredentialsRetrying", "Git", "Global", "JavaMain", "MultipleShellActions",
                                           "Parameters", "Shell", "Spark"])
        # It names credentials that it does not declare, and files that nobody has.
        sources.pop("CredentialsRetrying")
        jar = examples_jar().read_bytes()
        self.put_home(f"apps/java-main/lib/oozie-examples-{VERSION}.jar", jar)
        self.put_home("apps/spark/lib/oozie-examples.jar", jar)
        self.put_home("input-data/text/data.txt", TEXT)
        params = {"nameNode": self.hdfs.name_node, "resourceManager": self.hdfs.rm_address, "queueName": "default",
                  "examplesRoot": "examples", "projectVersion": VERSION, "master": "yarn", "mode": "client"}
        programs = self.run_all({name: (path, params) for name, path in sources.items()})
        output = f"{self.home}/output-data"
        parts = [name for name in self.hdfs.names(f"{output}/spark") if name.startswith("part-")]
        self.assertEqual(b"".join(self.hdfs.read(f"{output}/spark/{part}") for part in sorted(parts)), TEXT)
        self.assertEqual(self.hdfs.read(f"{output}/git/oozie/a"), b"two\n")
        self.assertEqual(programs["Shell"].nodes()["happy-path"]["status"], "OK")
        self.assertEqual(programs["MultipleShellActions"].nodes()["happy-path-4"]["status"], "OK")
        # One container each; and Spark's own.
        names = [app["applicationType"] for app in self.apps()]
        self.assertEqual((names.count("YARN"), names.count("SPARK")), (2 + 1 + 6 + 2 + 1, 1))


@unittest.skipUnless(DISTRIBUTION, "HPDL_OOZIE_EXAMPLES names no folder examples/ of Oozie's distribution")
class Distribution(Examples):
    KINDS = ("git", "hive", "hive2", "java-main", "map-reduce", "pyspark", "shell", "spark", "sqoop", "sqoop-freeform", "streaming")

    def setUp(self):
        super().setUp()
        for path in ("/test/warehouse", "/tmp/hive-scratch"):
            self.hdfs.mkdir(path, mode="777")
        folder = Path(tempfile.mkdtemp(prefix="hpdl-examples-"))
        self.addCleanup(shutil.rmtree, folder, True)
        self.server = hive_servers.hive_server(self.hdfs, folder / "hive")
        self.addCleanup(self.server.stop)
        self.hdfs.write(f"{self.newest}/hive/all.jar", self.thin_hive().read_bytes())
        [streaming] = Path(self.hdfs.lib).glob("hadoop-streaming-*.jar")
        self.hdfs.write(f"{self.newest}/mapreduce-streaming/{streaming.name}", streaming.read_bytes())
        for old in self.hdfs.names(f"{self.newest}/sqoop"):
            if old.startswith("hsqldb-"):
                self.hdfs.delete(f"{self.newest}/sqoop/{old}")
        [driver] = jars.fetched("hadoop", "lib-hsqldb", HERE / "hsqldb" / "pom.xml").glob("hsqldb-*.jar")
        self.hdfs.write(f"{self.newest}/sqoop/{driver.name}", driver.read_bytes())

    def thin_hive(self):
        """Hive's jars, and what Hive reads of the site where a definition has no job-xml: a metastore apart from the server's."""
        links = self.sandbox.path("hive/jars")
        links.mkdir(parents=True)
        for jar in hive_servers.hive_jars().glob("*.jar"):
            if not jar.name.startswith("antlr-runtime-3"):  # hive-exec has a later one in it
                (links / jar.name).symlink_to(jar)
        thin = tools.thin_jar(self.sandbox.path("hive.jar"), links.parent)
        metastore = self.sandbox.path("metastore")
        metastore.mkdir(mode=0o777)
        cluster.write_site(self.sandbox.path("hivemetastore-site.xml"),
                           {**hive_servers.hive_site(metastore), "mapreduce.job.reduces": 1})
        with zipfile.ZipFile(thin, "a") as jar:
            jar.write(self.sandbox.path("hivemetastore-site.xml"), "hivemetastore-site.xml")
        return thin

    def test_applications(self):
        root = Path(DISTRIBUTION)
        for path in [path for path in sorted(root.rglob("*")) if path.is_file()]:
            self.put_home(str(path.relative_to(root)), path.read_bytes())
        self.server.wait()
        addresses = {"nameNode": self.hdfs.name_node, "jobTracker": self.hdfs.rm_address, "resourceManager": self.hdfs.rm_address,
                     "jdbcURL": self.server.url}
        examples = {}
        for kind in self.KINDS:
            app = root / "apps" / kind
            if not (app / "workflow.xml").exists():
                continue
            params = {name: value for name, value in properties_of(app / "job.properties").items()
                      if not name.startswith("oozie.wf.")}
            params.update({name: addresses[name] for name in ADDRESSES if name in params})
            examples[kind] = (app, params)
        self.assertTrue(examples, root)
        self.run_all(examples)


if __name__ == "__main__":
    closing.main()
