"""A HiveServer2 of Hive and the Thrift server of Spark on loopback, each with a metastore of its own in a folder."""

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import cluster
import jars
import tools
from ports import free_port
from yarn import QUICK_JVM, SMALL_JVM, quick_java

OPENS = [f"--add-opens=java.base/{name}=ALL-UNNAMED"
         for name in ("java.lang", "java.lang.reflect", "java.util", "java.util.concurrent", "java.util.concurrent.atomic",
                      "java.util.regex", "java.util.zip", "java.net", "java.io", "java.math", "java.nio", "java.text",
                      "java.time", "java.security", "sun.nio.ch")]
# Metastores of tests need not outlive the machine.
QUICK_DERBY = "-Dderby.system.durability=test"
START_SECONDS = 240
LIBC = ctypes.CDLL(None)


def die_with_parent():
    """In a child: it is killed when the test's process ends, however that ends."""
    LIBC.prctl(1, signal.SIGKILL)


def hive_jars():
    """The folder of Hive's jars, without those of Hadoop."""
    return jars.fetched("hadoop", "lib-hive", HERE / "hive" / "pom.xml")


def home_of(folder, jars_folder):
    """A folder that stands for HIVE_HOME: its `lib` are those jars."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    (Path(folder) / "lib").symlink_to(jars_folder)
    return folder


def hive_site(folder, **more):
    """What Hive wants: a metastore in `folder`, made when it is needed, and MapReduce with Java 17 opened."""
    opens = " ".join(OPENS)
    return {"javax.jdo.option.ConnectionURL": f"jdbc:derby:;databaseName={folder}/metastore;create=true",
            "hive.metastore.schema.verification": "false", "datanucleus.schema.autoCreateAll": "true",
            "hive.metastore.event.db.notification.api.auth": "false", "hive.support.concurrency": "false",
            "hive.execution.engine": "mr", "hive.metastore.warehouse.dir": "/test/warehouse",
            "hive.metastore.warehouse.external.dir": "/test/warehouse",
            "hive.exec.scratchdir": "/tmp/hive-scratch",
            "hive.stats.autogather": "false",
            "mapreduce.map.java.opts": f"-Xmx200m {SMALL_JVM} {opens}",
            "mapreduce.reduce.java.opts": f"-Xmx200m {SMALL_JVM} {opens}",
            # One container for the whole job.
            "mapreduce.job.ubertask.enable": "true", "yarn.app.mapreduce.am.command-opts": f"-Xmx256m {SMALL_JVM} {opens}",
            "hive.aux.jars.path": f"file://{next(hive_jars().glob('commons-collections-3*.jar'))}",
            **more}


class ThriftServer:
    """A process that serves jdbc:hive2; `stop()` ends it."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.port = free_port()
        self.url = f"jdbc:hive2://127.0.0.1:{self.port}/default"
        self.process = None

    def start(self, command, environment):
        self.log = self.folder / "server.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            cwd=self.folder, env={**os.environ, **environment}, start_new_session=True, preexec_fn=die_with_parent)
        return self

    def wait(self):
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self.process.poll() is not None:
                break
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return self
            except OSError:
                time.sleep(0.1)
        text = self.log.read_text(errors="replace")[-3000:]
        self.stop()
        raise RuntimeError(f"the server does not answer: {text}")

    def stop(self):
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def hive_server(hdfs, folder, **more):
    """Hive's own; its tables are in the HDFS of `hdfs`, its jobs in its YARN."""
    server = ThriftServer(folder)
    conf = server.folder / "conf"
    conf.mkdir(parents=True)
    cluster.write_site(conf / "hive-site.xml", hive_site(server.folder, **{
        "hive.server2.thrift.port": server.port, "hive.server2.thrift.bind.host": "127.0.0.1",
        "hive.server2.webui.port": -1, "hive.server2.enable.doAs": "false", "hive.server2.builtin.udf.blacklist": "",
        "hive.exec.local.scratchdir": f"{server.folder}/local", "hive.querylog.location": f"{server.folder}/querylog",
        "hive.server2.logging.operation.log.location": f"{server.folder}/operations", **more}))
    path = f"{conf}:{hdfs.conf}:{hdfs.lib}/*:{hive_jars()}/*"
    return server.start(
        [cluster.java(), "-Xmx400m", *QUICK_JVM.split(), QUICK_DERBY, "-Djava.net.preferIPv4Stack=true", *OPENS,
         f"-Djava.io.tmpdir={server.folder}", "-cp", path, "org.apache.hive.service.server.HiveServer2"],
        {"HADOOP_CONF_DIR": hdfs.conf, "JAVA_HOME": cluster.java_home(), **({"LD_PRELOAD": hdfs.shim} if hdfs.shim else {})})


def spark_server(folder):
    """Spark's, which computes in its own process."""
    server = ThriftServer(folder)
    server.folder.mkdir(parents=True, exist_ok=True)
    home = tools.spark_home()
    settings = {"spark.ui.enabled": "false", "spark.sql.warehouse.dir": f"{server.folder}/warehouse",
                "spark.driver.extraJavaOptions": f"-Dderby.system.home={server.folder} {QUICK_DERBY}"}
    return server.start(
        [home / "bin" / "spark-submit", "--master", "local[1]", "--driver-memory", "512m",
         *(word for name, value in settings.items() for word in ("--conf", f"{name}={value}")),
         "--class", "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2", "spark-internal",
         "--hiveconf", f"hive.server2.thrift.port={server.port}", "--hiveconf", "hive.server2.thrift.bind.host=127.0.0.1"],
        {"SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1", "JAVA_HOME": quick_java(server.folder / "java", cluster.java_home())})
