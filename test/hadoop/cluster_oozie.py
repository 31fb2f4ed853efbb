"""A real Oozie 5.2.1 whose actions run in the cluster of these tests: the server of ../harness/oozie_server.py with the
cluster's configuration and a shared library.

It makes its requests to Hadoop as the user `oozie`, who may act for everybody in the clusters of cluster.py.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import yarn
from cluster import read_site
from oozie_server import OozieServer

USER = "oozie"
LIBRARY = f"/user/{USER}/share/lib"
SHARED = ("oozie-sharelib-oozie-*.jar", "json-simple-*.jar")
# Names of examples in Oozie's distribution -> the classes that write them (../conformance/real_files.py).
EXAMPLES = {"shell": "Shell", "shell-multiple": "MultipleShellActions", "java-main": "JavaMain", "global": "Global", "parameters": "Parameters"}
# What Java actions of Oozie ask for by default is more than the machine of a test has.
LAUNCHER = {"oozie.launcher.default.memory.mb": 512, "oozie.launcher.default.vcores": 1}
# Oozie looks at a job of its actions when YARN calls it, and else at these times.
SOON = {f"oozie.service.{name}": value for name, value in (
    ("ActionCheckerService.action.check.interval", 5), ("ActionCheckerService.action.check.delay", 5),
    ("RecoveryService.interval", 5))}


class ClusterOozie(OozieServer):
    def __init__(self, folder, cluster, site=None):
        self.cluster = cluster
        super().__init__(folder, site={
            "oozie.service.WorkflowAppService.system.libpath": cluster.name_node + LIBRARY,
            "oozie.use.system.libpath": "true", **LAUNCHER, **SOON, **(site or {})})

    def environment(self):
        return {"HADOOP_USER_NAME": USER, "HADOOP_CONF_DIR": self.cluster.conf}

    def write_files(self):
        super().write_files()
        opens = " ".join(yarn.OPENS)
        for name in ("core-site.xml", "hdfs-site.xml", "yarn-site.xml", "mapred-site.xml"):
            self.write_site(f"hadoop-conf/{name}", read_site(Path(self.cluster.conf) / name))
        self.write_site("action-conf/default.xml", {
            "oozie.launcher.yarn.app.mapreduce.am.command-opts": f"-Xmx200m {yarn.SMALL_JVM} {opens}",
            "yarn.app.mapreduce.am.command-opts": f"-Xmx200m {yarn.SMALL_JVM} {opens}"})
        if not self.cluster.exists(f"{LIBRARY}/lib_20200101000000"):
            self.share()

    def share(self):
        for folder in (f"/user/{USER}", LIBRARY, f"{LIBRARY}/lib_20200101000000", f"{LIBRARY}/lib_20200101000000/oozie"):
            self.cluster.mkdir(folder, owner=USER, mode="755")
        for pattern in SHARED:
            [jar] = Path(self.lib).glob(pattern)
            self.cluster.write(f"{LIBRARY}/lib_20200101000000/oozie/{jar.name}", jar.read_bytes())
