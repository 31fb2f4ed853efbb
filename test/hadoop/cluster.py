"""A real Hadoop on loopback for tests, from the jars of Maven Central.

HDFS is there after start(); YARN and the job history start when somebody calls wait_for_yarn().
`python3 cluster.py start FOLDER` starts all of it and writes FOLDER/cluster.json; `stop FOLDER` stops
it. run_tests.py starts one for all scripts of this folder and tells them by HPDL_HADOOP; a script that
runs alone starts a cluster of its own. Either ends with the process that started it, however that ends.
"""

import atexit
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import yarn
from hdfs_operations import HdfsOperations
from jars import fetched, place_of
from ports import free_ports

HADOOP_JARS = ("hadoop", "lib", HERE / "pom.xml")
START_SECONDS, STOP_SECONDS = 240, 120
JVM = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss512k", *yarn.UNVERIFIED.split(),
       "-Djava.net.preferIPv4Stack=true"]
DAEMONS = {"namenode": ("org.apache.hadoop.hdfs.server.namenode.NameNode", 256),
           "datanode": ("org.apache.hadoop.hdfs.server.datanode.DataNode", 160),
           "resourcemanager": ("org.apache.hadoop.yarn.server.resourcemanager.ResourceManager", 320),
           "nodemanager": ("org.apache.hadoop.yarn.server.nodemanager.NodeManager", 224),
           "historyserver": ("org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer", 160)}
HDFS, YARN = ("namenode", "datanode"), ("resourcemanager", "nodemanager", "historyserver")
# Containers that start with another file, as MapReduce's do, have their own.
LOG4J = """hadoop.root.logger=INFO,err
log4j.rootLogger=${hadoop.root.logger}
log4j.appender.err=org.apache.log4j.ConsoleAppender
log4j.appender.err.target=System.err
log4j.appender.err.layout=org.apache.log4j.PatternLayout
log4j.appender.err.layout.ConversionPattern=%d{ISO8601} %p %c{2}: %m%n
"""


def jars():
    """The folder of Hadoop's jars."""
    return fetched(*HADOOP_JARS)


def place_of_jars():
    """Where jars() has them, if it was ever called."""
    return place_of(*HADOOP_JARS)


def pig_jars():
    """The folder of Pig's jars, without those of Hadoop."""
    return fetched("hadoop", "lib-pig", HERE / "pig" / "pom.xml")


def java():
    home = os.environ.get("JAVA_HOME")
    return str(Path(home) / "bin" / "java") if home else "java"


def java_home():
    """Where Java is, for the commands of containers."""
    return os.environ.get("JAVA_HOME") or str(Path(shutil.which("java")).resolve().parent.parent)


def read_site(path):
    """The properties of a configuration file."""
    rows = ElementTree.parse(path).getroot().iter("property")
    return {row.findtext("name"): row.findtext("value") for row in rows}


def write_site(path, properties):
    rows = "".join(f"<property><name>{name}</name><value>{value}</value></property>\n"
                   for name, value in properties.items())
    path.write_text(f'<?xml version="1.0"?>\n<configuration>\n{rows}</configuration>\n')


class Cluster(HdfsOperations, yarn.YarnOperations):
    """One daemon of each sort; whoever starts them is the superuser.

    Addresses: name_node (hdfs://host:port) and http of HDFS; rm_address (for <job-tracker>), rm_http and
    history_http of YARN, each host:port.
    """

    def __init__(self, folder):
        self.folder = Path(folder)
        self.state = self.folder / "cluster.json"
        self.pids = {}
        self.load()

    def load(self):
        if self.state.exists():
            self.__dict__.update(json.loads(self.state.read_text()))

    # ---- Life

    def start(self):
        self.java_temporary().mkdir(parents=True, exist_ok=True)
        self.lib, self.java = str(jars()), java()
        self.user = subprocess.run(["id", "-un"], capture_output=True, text=True).stdout.strip()
        (self.rpc_port, self.http_port, data, data_http, data_ipc) = free_ports(5)
        self.name_node = f"hdfs://127.0.0.1:{self.rpc_port}"
        self.http = f"127.0.0.1:{self.http_port}"
        self.conf = str(self.folder / "conf")
        self.shim = yarn.compile_shim(self.folder)
        self.java_of_containers = yarn.quick_java(self.folder / "java", java_home())
        self.write_conf(data, data_http, data_ipc)
        self.write_yarn_conf()
        try:
            with open(self.folder / "format.log", "w") as log:
                subprocess.run(self.command("namenode") + ["-format", "-force", "-nonInteractive"],
                               check=True, timeout=START_SECONDS, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=log, cwd=self.folder)
            for name in HDFS:
                self.start_daemon(name)
            self.wait_until_up()
            self.make_homes()
        except BaseException:
            self.stop()
            raise
        return self

    def write_conf(self, data, data_http, data_ipc):
        conf, at = Path(self.conf), "127.0.0.1"
        conf.mkdir()
        write_site(conf / "core-site.xml", {
            "fs.defaultFS": self.name_node, "hadoop.tmp.dir": self.folder / "tmp",
            "hadoop.http.staticuser.user": "dr.who",
            # "proxy" may act for alice and bob, and for nobody else; a real Oozie for everybody.
            "hadoop.proxyuser.proxy.hosts": at, "hadoop.proxyuser.proxy.users": "alice,bob",
            "hadoop.proxyuser.oozie.hosts": at, "hadoop.proxyuser.oozie.users": "*"})
        write_site(conf / "hdfs-site.xml", {
            "dfs.namenode.name.dir": f"file://{self.folder}/nn",
            "dfs.datanode.data.dir": f"file://{self.folder}/dn",
            "dfs.namenode.rpc-address": f"{at}:{self.rpc_port}",
            "dfs.namenode.http-address": self.http, "dfs.datanode.address": f"{at}:{data}",
            "dfs.datanode.http.address": f"{at}:{data_http}",
            "dfs.datanode.ipc.address": f"{at}:{data_ipc}", "dfs.datanode.hostname": at,
            "dfs.replication": 1, "dfs.blocksize": 16777216, "dfs.heartbeat.interval": 1,
            "dfs.permissions.enabled": "true", "dfs.namenode.safemode.extension": 0,
            "dfs.namenode.safemode.min.datanodes": 0, "dfs.datanode.du.reserved": 0,
            # Application masters and tasks outlive a name node that is away for a minute or two.
            "dfs.client.retry.policy.enabled": "true", "dfs.client.retry.policy.spec": "1000,120",
            # A file that is closed before its last block is reported is asked for again after this time,
            # 400 ms if nobody says so: here that is most of what writing a small file takes.
            "dfs.client.block.write.locateFollowingBlock.initial.delay.ms": 20,
            "dfs.client.block.write.replace-datanode-on-failure.enable": "false"})
        (conf / "log4j.properties").write_text(LOG4J)
        # The jar of HDFS comes without the pages of its web servers; they want the folders.
        for name in ("hdfs", "datanode", "static"):
            (conf / "webapps" / name / "WEB-INF").mkdir(parents=True)
            (conf / "webapps" / name / "WEB-INF" / "web.xml").write_text(
                '<web-app version="2.4" xmlns="http://java.sun.com/xml/ns/j2ee"/>')

    def write_yarn_conf(self):
        conf, at = Path(self.conf), "127.0.0.1"
        ports = dict(zip(yarn.PORTS, map(str, free_ports(len(yarn.PORTS)))))
        self.rm_address, self.rm_http = f"{at}:{ports['rm_port']}", f"{at}:{ports['rm_web']}"
        self.history_http = f"{at}:{ports['history_web']}"
        class_path = f"{self.conf},{self.lib}/*"
        write_site(conf / "yarn-site.xml", yarn.yarn_site(ports, self.folder, class_path, self.shim))
        write_site(conf / "mapred-site.xml", yarn.mapred_site(ports, class_path))
        write_site(conf / "capacity-scheduler.xml", yarn.capacity_scheduler())

    def java_temporary(self):
        """Where the daemons' web servers unpack themselves: a killed one leaves that."""
        return self.folder / "java-tmp"

    def command(self, name):
        main, megabytes = DAEMONS[name]
        return [self.java, *JVM, *yarn.OPENS, f"-Xmx{megabytes}m", f"-Dhpdl.test.daemon={name}",
                f"-Djava.io.tmpdir={self.java_temporary()}",
                "-cp", f"{self.conf}:{self.lib}/*", main]

    def start_daemon(self, name):
        self.load()  # another process may have started or stopped one
        environment = dict(os.environ, HADOOP_CONF_DIR=self.conf, MALLOC_ARENA_MAX="2",
                           JAVA_HOME=self.java_of_containers, **({"LD_PRELOAD": self.shim} if self.shim else {}))
        environment.pop("HADOOP_USER_NAME", None)
        with open(self.folder / f"{name}.log", "a") as log:
            child = subprocess.Popen(self.command(name), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                     env=environment, start_new_session=True, cwd=self.folder)
        self.pids[name] = child.pid
        child.returncode = 0  # it is known by its pid from here on, and is to run on without this object
        self.save()

    def save(self):
        facts = {key: value for key, value in self.__dict__.items() if key not in ("folder", "state")}
        self.state.write_text(json.dumps(facts))

    def alive(self, name):
        """The recorded pid is still this daemon, and not a child that ended unseen."""
        try:
            words = Path(f"/proc/{self.pids[name]}/cmdline").read_bytes()
        except (OSError, KeyError):
            return False
        return f"hpdl.test.daemon={name}".encode() in words

    def stop_daemon(self, name, number=signal.SIGTERM):
        self.load()
        pid = self.pids.get(name)
        if pid is None or not self.alive(name):
            return
        os.kill(pid, number)
        end = time.monotonic() + STOP_SECONDS
        # Not by alive(): a process loses its words before its ports.
        while not self.ended(pid) and time.monotonic() < end:
            self.reap(pid)
            time.sleep(0.05)
        if self.alive(name):
            os.kill(pid, signal.SIGKILL)
        self.reap(pid)
        del self.pids[name]
        if self.folder.exists():
            self.save()

    @staticmethod
    def ended(pid):
        """Also its last thread: until then its ports take connections."""
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
            return state in "ZX" and len(os.listdir(f"/proc/{pid}/task")) <= 1
        except OSError:
            return True

    @staticmethod
    def reap(pid):
        try:
            os.waitpid(pid, os.WNOHANG)
        except ChildProcessError:
            pass  # another process started it

    def stop(self):
        self.load()  # a test may have started one anew
        for name in reversed(DAEMONS):
            self.stop_daemon(name, signal.SIGKILL)  # nothing is to be kept
        self.kill_what_is_left()
        shutil.rmtree(self.folder, ignore_errors=True)

    def end_with_this_process(self):
        """Somebody else stops the cluster as soon as this process is gone: a killed one cannot do it itself."""
        ours, _ = os.pipe()  # the other end, which no child inherits, is open for as long as this process lives
        watcher = subprocess.Popen([sys.executable, __file__, "watch", self.folder], stdin=ours,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True, cwd="/")
        watcher.returncode = 0  # as for daemons: it is to outlive this process
        os.close(ours)

    def kill_what_is_left(self):
        """Ends what still runs in this cluster's folders: containers, and a daemon of which nobody took note."""
        containers = f"{self.folder}/nm-local/"
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                place = os.readlink(entry / "cwd").removesuffix(" (deleted)")
                daemon = place == str(self.folder) and b"hpdl.test.daemon=" in (entry / "cmdline").read_bytes()
                if daemon or place.startswith(containers):
                    os.kill(int(entry.name), signal.SIGKILL)
            except OSError:
                continue

    def wait_until_up(self):
        self.wait_until(self.ready, HDFS)

    def wait_for_yarn(self):
        """YARN and the job history: starts what does not run, and waits until all take work."""
        with open(self.folder / "yarn.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # one of several scripts starts them
            self.load()
            for name in YARN:
                if name not in self.pids or self.ended(self.pids[name]):
                    self.start_daemon(name)
            self.wait_until(self.yarn_ready, YARN)

    def restart_resource_manager(self):
        """Starts it again. It takes submissions before it has read what it knew, and ends if it then
        finds one of them there: so again, as often as that may happen."""
        self.start_daemon("resourcemanager")
        for _ in range(5):
            try:
                return self.wait_for_yarn()
            except RuntimeError as error:
                died = error
        raise died

    def wait_until(self, condition, names):
        end = time.monotonic() + START_SECONDS
        while not condition():
            for name in names:
                # One that has just begun may not have its own command line yet.
                if not self.alive(name) and self.ended(self.pids[name]):
                    raise RuntimeError(f"{name} died:\n" + self.tail(name))
            if time.monotonic() > end:
                raise RuntimeError("not up in time:\n" + "".join(map(self.tail, names)))
            time.sleep(0.1)

    def yarn_ready(self):
        try:
            metrics = self.ask(self.rm_http, "/ws/v1/cluster/metrics")["clusterMetrics"]
            return metrics["activeNodes"] == 1 and self.ask(self.history_http, "/ws/v1/history/info")
        except (OSError, ValueError, LookupError, TypeError):
            return False

    def tail(self, name):
        return "".join((self.folder / f"{name}.log").read_text().splitlines(True)[-25:])

    def ready(self):
        query = "/jmx?qry=Hadoop:service=NameNode,name="
        try:
            state = self.get_json(query + "FSNamesystemState")["beans"][0]
            info = self.get_json(query + "NameNodeInfo")["beans"][0]
        except (OSError, ValueError, LookupError):
            return False
        return state["NumLiveDataNodes"] == 1 and info["Safemode"] == "" and self.takes_bytes()

    def takes_bytes(self):
        """After a restart the data node counts as live before it has reported where it has room."""
        try:
            self.write("/ready", "x")
            self.call("DELETE", "/ready", "DELETE")
        except OSError:
            return False
        return True

    def make_homes(self):
        self.call("PUT", "/tmp", "MKDIRS", permission="1777")
        self.call("PUT", "/tmp", "SETPERMISSION", permission="1777")
        for user in (self.user, "alice", "bob", "joe"):
            self.mkdir(f"/user/{user}", owner=user)
        for folder in ("/tmp/logs", yarn.STAGING):
            self.mkdir(folder, mode="1777")
        # The history server would make it for itself alone, and application masters go through it.
        self.mkdir(f"{yarn.STAGING}/history", mode="755")

    def environment(self):
        return {"HADOOP_CONF_DIR": self.conf, "HADOOP_USER_NAME": self.user}


_shared = None


def start_own():
    """A new cluster in a new folder, for this process and what it starts."""
    cluster = Cluster(tempfile.mkdtemp(prefix="hpdl-hadoop-"))
    cluster.end_with_this_process()
    return cluster.start()


def shared():
    """The cluster of this test run; one of its own if nobody started one."""
    global _shared
    if _shared is None:
        folder = os.environ.get("HPDL_HADOOP")
        if folder:
            _shared = Cluster(folder)
        else:
            _shared = start_own()
            atexit.register(_shared.stop)
    return _shared


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("start", "stop", "watch", "fetch"):
        print("usage: cluster.py start|stop|watch|fetch FOLDER", file=sys.stderr)
        return 2
    if sys.argv[1] == "fetch":
        print(jars(), pig_jars(), sep="\n")
        return 0
    cluster = Cluster(sys.argv[2])
    if sys.argv[1] == "start":
        cluster.start()
        cluster.wait_for_yarn()
        print(json.dumps(cluster.environment()))
    else:
        if sys.argv[1] == "watch":
            sys.stdin.read()  # to its end, which is that of whoever has the other side
        cluster.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
