"""YARN and the job history beside the HDFS of cluster.py: settings, and what tests ask and do."""

import json
import os
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
ENDED = ("FINISHED", "FAILED", "KILLED")
NODE_MEGABYTES = 12288
# Java 17 keeps these from the code generators of Hadoop's web servers.
OPENS = [f"--add-opens=java.base/{name}=ALL-UNNAMED"
         for name in ("java.lang", "java.util", "java.net", "java.io", "java.math", "java.text")]
# A JVM of Hadoop spends a quarter of its start on proofs that its classes, which come from Maven Central, are well formed.
UNVERIFIED = "-XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote"
QUICK_JVM = f"-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:CICompilerCount=1 {UNVERIFIED}"
SMALL_JVM = f"-Xss512k {QUICK_JVM} -Djava.net.preferIPv4Stack=true"
STAGING = "/tmp/hadoop-yarn/staging"
PORTS = ("rm_port", "rm_scheduler", "rm_tracker", "rm_admin", "rm_web", "nm", "nm_localizer", "nm_web",
         "shuffle", "history", "history_web", "history_admin")


def compile_shim(folder):
    """The library that keeps every listener on loopback; None where there is no C compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    shim = Path(folder) / "loopback.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", shim, HERE / "loopback.c", "-ldl"],
                   check=True, timeout=60, stdin=subprocess.DEVNULL)
    return str(shim)


def quick_java(folder, home):
    """A JAVA_HOME whose `java` starts soon, for it is to run for seconds: what a container asks for itself still counts."""
    folder, home = Path(folder), Path(home)
    (folder / "bin").mkdir(parents=True)
    for each in [*home.iterdir(), *(home / "bin").iterdir()]:
        if each.name not in ("bin", "java"):
            (folder / each.relative_to(home)).symlink_to(each)
    java = folder / "bin" / "java"
    java.write_text(f'#!/bin/sh\nexec {home}/bin/java {QUICK_JVM} "$@"\n')
    java.chmod(0o755)
    return str(folder)


def yarn_site(ports, folder, class_path, shim):
    at = "127.0.0.1:"
    manager = "yarn.resourcemanager"
    return {
        f"{manager}.hostname": "127.0.0.1", f"{manager}.address": at + ports["rm_port"],
        f"{manager}.scheduler.address": at + ports["rm_scheduler"],
        f"{manager}.resource-tracker.address": at + ports["rm_tracker"],
        f"{manager}.admin.address": at + ports["rm_admin"],
        f"{manager}.webapp.address": at + ports["rm_web"],
        f"{manager}.nodemanagers.heartbeat-interval-ms": 200,
        # One that is stopped and started again knows its applications.
        f"{manager}.recovery.enabled": "true",
        f"{manager}.store.class": "org.apache.hadoop.yarn.server.resourcemanager.recovery."
                                  "FileSystemRMStateStore",
        f"{manager}.fs.state-store.uri": f"file://{folder}/rm-state",
        f"{manager}.work-preserving-recovery.scheduling-wait-ms": 500,
        f"{manager}.connect.retry-interval.ms": 1000,
        f"{manager}.max-completed-applications": 3000,
        "yarn.nodemanager.hostname": "127.0.0.1", "yarn.nodemanager.address": at + ports["nm"],
        "yarn.nodemanager.localizer.address": at + ports["nm_localizer"],
        "yarn.nodemanager.webapp.address": at + ports["nm_web"],
        "yarn.nodemanager.aux-services": "mapreduce_shuffle",
        "yarn.nodemanager.local-dirs": f"{folder}/nm-local",
        "yarn.nodemanager.log-dirs": f"{folder}/nm-logs",
        "yarn.nodemanager.resource.memory-mb": NODE_MEGABYTES,
        "yarn.nodemanager.resource.cpu-vcores": 64,
        "yarn.nodemanager.vmem-check-enabled": "false",
        "yarn.nodemanager.disk-health-checker.enable": "false",
        "yarn.nodemanager.container-metrics.enable": "false",
        "yarn.nodemanager.env-whitelist": "JAVA_HOME,HADOOP_CONF_DIR,PATH,LANG,TZ,LD_PRELOAD",
        "yarn.nodemanager.admin-env": "MALLOC_ARENA_MAX=2" + (f",LD_PRELOAD={shim}" if shim else ""),
        "yarn.scheduler.minimum-allocation-mb": 128,
        "yarn.scheduler.maximum-allocation-mb": NODE_MEGABYTES,
        "yarn.application.classpath": class_path,
        "yarn.log-aggregation-enable": "true", "yarn.nodemanager.remote-app-log-dir": "/tmp/logs",
        "yarn.log.server.url": f"http://{at}{ports['history_web']}/jobhistory/logs",
        "yarn.timeline-service.enabled": "false"}


def mapred_site(ports, class_path):
    at = "127.0.0.1:"
    return {
        "mapreduce.framework.name": "yarn", "mapreduce.application.classpath": class_path,
        "mapreduce.jobhistory.address": at + ports["history"],
        "mapreduce.jobhistory.webapp.address": at + ports["history_web"],
        "mapreduce.jobhistory.admin.address": at + ports["history_admin"],
        "mapreduce.jobhistory.intermediate-done-dir": f"{STAGING}/history/done_intermediate",
        "mapreduce.jobhistory.done-dir": f"{STAGING}/history/done",
        "mapreduce.jobhistory.move.interval-ms": 1000,
        "mapreduce.shuffle.port": ports["shuffle"],
        "yarn.app.mapreduce.am.staging-dir": STAGING,
        "yarn.app.mapreduce.am.resource.mb": 512,
        "yarn.app.mapreduce.am.command-opts": f"-Xmx256m {SMALL_JVM}",
        "yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms": 300,
        "mapreduce.map.memory.mb": 384, "mapreduce.reduce.memory.mb": 384,
        "mapreduce.map.java.opts": f"-Xmx200m {SMALL_JVM}",
        "mapreduce.reduce.java.opts": f"-Xmx200m {SMALL_JVM}",
        "mapreduce.task.io.sort.mb": 32,
        "mapreduce.client.completion.pollinterval": 300, "mapreduce.client.progressmonitor.pollinterval": 300,
        "mapreduce.map.maxattempts": 2, "mapreduce.reduce.maxattempts": 2}


def capacity_scheduler():
    """Queue `default` for work; `small`, a twentieth of the node; `narrow`, where an application waits for ever that asks
    for more than a container of 512 MiB."""
    root = "yarn.scheduler.capacity.root"
    rows = {"yarn.scheduler.capacity.maximum-am-resource-percent": "1.0",
            # Else a container has one core, whatever it asked for.
            "yarn.scheduler.capacity.resource-calculator":
                "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator",
            "yarn.scheduler.capacity.node-locality-delay": -1, f"{root}.queues": "default,small,narrow"}
    for name, share, most in (("default", 90, 100), ("small", 5, 5), ("narrow", 5, 5)):
        rows.update({f"{root}.{name}.capacity": share, f"{root}.{name}.maximum-capacity": most,
                     f"{root}.{name}.user-limit-factor": 10, f"{root}.{name}.state": "RUNNING",
                     f"{root}.{name}.maximum-applications": 3000,
                     f"{root}.{name}.acl_submit_applications": "*",
                     f"{root}.{name}.acl_administer_queue": "*"})
    return rows


class YarnOperations:
    """Part of Cluster: needs rm_http and history_http (host:port), user, conf and lib."""

    def ask(self, host, path, method="GET", body=None):
        """One request to a REST service; the parsed reply, or None if there is no such thing."""
        request = urllib.request.Request(
            f"http://{host}{path}", method=method, data=json.dumps(body).encode() if body else None,
            headers={"Content-Type": "application/json", "Accept": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=120) as reply:
                return json.loads(reply.read())
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            raise

    def apps(self, tag=None, **filters):
        """The applications, oldest first: all, or those with a tag; filters as in YARN's REST."""
        query = dict(filters, **({"applicationTags": tag} if tag else {}))
        reply = self.ask(self.rm_http, f"/ws/v1/cluster/apps?{urllib.parse.urlencode(query)}")
        return sorted((reply["apps"] or {"app": []})["app"], key=lambda app: app["id"])

    def app(self, name):
        """One application, or None if the resource manager does not know it."""
        reply = self.ask(self.rm_http, f"/ws/v1/cluster/apps/{name}")
        return reply and reply["app"]

    def kill(self, name):
        self.ask(self.rm_http, f"/ws/v1/cluster/apps/{name}/state?user.name={self.user}", "PUT",
                 {"state": "KILLED"})

    def wait_for_app(self, name, states=ENDED, seconds=120):
        """Waits until an application is in one of the states; returns it."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            app = self.app(name)
            if app and app["state"] in states:
                return app
            time.sleep(0.2)
        raise AssertionError(f"{name} is not in {states} after {seconds} s but {app and app['state']}")

    def counters(self, job):
        """Counters of a finished MapReduce job: group -> name -> total. An application id is fine too."""
        job = job.replace("application_", "job_")
        reply = self.ask(self.history_http, f"/ws/v1/history/mapreduce/jobs/{job}/counters")
        groups = reply["jobCounters"]["counterGroup"]
        return {group["counterGroupName"]: {each["name"]: each["totalCounterValue"]
                                            for each in group["counter"]} for group in groups}

    def staging(self, user):
        """What lies in the staging folder of a user: names of jobs' folders."""
        folder = f"{STAGING}/{user}/.staging"
        return self.names(folder) if self.exists(folder) else []

    def container_logs(self, app):
        """Container -> file -> text of a finished application; empty until its logs are aggregated."""
        try:
            reply = self.ask(self.history_http, f"/ws/v1/history/aggregatedlogs?appid={app}") or {}
        except urllib.error.HTTPError:  # 500 and a RemoteException: no folder of logs yet
            return {}
        rows = reply.get("containerLogsInfo", [])
        found = {}
        for row in rows if isinstance(rows, list) else [rows]:
            name = row["containerId"]
            found[name] = {each["fileName"]: self.container_log(name, each["fileName"])
                           for each in row.get("containerLogInfo", [])}
        return found

    def container_log(self, container, file):
        address = f"http://{self.history_http}/ws/v1/history/containerlogs/{container}/{file}"
        with urllib.request.urlopen(address, timeout=120) as reply:
            text = reply.read().decode(errors="replace")
        # What the history server puts around the bytes of the file.
        inside = re.search(r"LogContents:\n(.*?)\n?(?:End of LogType:.*)?\Z", text, re.DOTALL)
        return inside.group(1) if inside else text

    def hadoop_command(self, *words):
        """The command line of Hadoop's Java client: `jar FILE ...`, `fs ...`, `distcp ...` or a class."""
        mains = {"jar": "org.apache.hadoop.util.RunJar", "fs": "org.apache.hadoop.fs.FsShell",
                 "distcp": "org.apache.hadoop.tools.DistCp"}
        return [self.java, *OPENS, *SMALL_JVM.split(), "-Xmx256m", "-cp", f"{self.conf}:{self.lib}/*",
                mains.get(words[0], words[0]), *map(str, words[1:])]

    def hadoop(self, *words, timeout=300, user=None):
        """Runs Hadoop's Java client to its end; returns what subprocess.run does, with text."""
        environment = dict(os.environ, HADOOP_CONF_DIR=self.conf, HADOOP_USER_NAME=user or self.user)
        return subprocess.run(self.hadoop_command(*words), stdin=subprocess.DEVNULL, text=True,
                              capture_output=True, timeout=timeout, env=environment)

    def example_jar(self):
        return str(next(Path(self.lib).glob("hadoop-mapreduce-examples-*.jar")))
