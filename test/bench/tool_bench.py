"""Our program beside the commands that users type for the same, on one YARN: how soon an application is accepted, what the client costs."""

import os
import statistics
import subprocess
import tempfile
import time

from yarn_bench import YarnBench  # it makes the folders of the next ones known

import cluster
import tools
from run_spark import DEFAULTS, spark
from yarn_case import action, properties

NEW = ("NEW", "NEW_SAVING", "SUBMITTED")
SPARK, MAPREDUCE, LAUNCHER = "SPARK", "MAPREDUCE", "YARN"


class Began:
    """Seconds of one run from its command to ACCEPTED, of its first application and of that of the tool itself; processor of the client."""

    def __init__(self, first, tool, cpu):
        self.first, self.tool, self.cpu = first, tool, cpu


class ToolBench(YarnBench):
    """As there; with the applications of Spark's tests, and settings that both sides have."""

    def __init__(self, folder):
        super().__init__(folder)
        self.app = self.folder / "spark-app"
        self.app.mkdir()
        self.jar = tools.spark_classes(self.app)
        (self.folder / "conf").mkdir()
        self.defaults = self.folder / "conf" / "spark-defaults.conf"
        self.defaults.write_text(DEFAULTS)
        self.site = self.folder / "site.xml"
        self.site.write_text(properties({
            "oozie.service.SparkConfigurationService.spark.configurations": f"*={self.folder / 'conf'}"}))

    def environment(self, user):
        return {**super().environment(user), "SPARK_HOME": str(tools.spark_home()), "SPARK_LOCAL_IP": "127.0.0.1",
                "JAVA_HOME": self.hadoop.java_of_containers}

    def began(self, command, user, kind):
        """Runs one command whose user has no other job to its end. `kind`: of the tool's own applications."""
        times = {}
        with tempfile.TemporaryFile() as said:
            begin = time.monotonic()
            child = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=said, stderr=said,
                                     env=self.environment(user))
            while kind not in times and not cluster.Cluster.ended(child.pid):
                for app in self.hadoop.apps(user=user):
                    if app["state"] not in NEW:
                        times.setdefault(app["applicationType"], time.monotonic() - begin)
                time.sleep(0.02)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            if child.returncode != 0 or kind not in times:
                said.seek(0)
                raise RuntimeError(f"{command[:3]} ended with {child.returncode}: {said.read()[-1500:]}")
        return Began(min(times.values()), times[kind], usage.ru_utime + usage.ru_stime)

    def compared(self, program, theirs, kind, rounds):
        """The medians of each figure, of ours and of the command that theirs(USER) makes, measured in turn."""
        found = [], []
        for _ in range(rounds):
            user = self.user()
            found[0].append(self.began(self.command(program, user, "--site", self.site, "-D", f"hpdl.spark.home={tools.spark_home()}"),
                                       user, kind))
            user = self.user()
            found[1].append(self.began(theirs(user), user, kind))
        return [Began(*(statistics.median(getattr(each, key) for each in side) for key in ("first", "tool", "cpu"))) for side in found]

    # ---- spark beside spark-submit

    def spark_text(self, mode):
        jar, out = f"{self.hadoop.name_node}/bench/apps.jar", f"{self.hadoop.name_node}${{out}}"
        self.hadoop.write("/bench/apps.jar", self.jar.read_bytes())
        return self.text(spark("s", jar, out, mode=mode, main="JavaApp", to="end", error="killed"), "s")

    def spark_submit(self, mode):
        home = tools.spark_home()
        return lambda user: [
            home / "bin" / "spark-submit", "--master", "yarn", "--deploy-mode", mode, "--properties-file", self.defaults,
            "--conf", f"spark.yarn.jars=local:{home}/jars/*", "--class", "JavaApp", f"{self.hadoop.name_node}/bench/apps.jar",
            f"{self.hadoop.name_node}/bench/{user}/out"]

    # ---- java and map-reduce beside hadoop jar

    def java_text(self):
        words = (f"{self.hadoop.name_node}/bench/in", f"{self.hadoop.name_node}${{out}}")
        return self.text(action("j", "<java><launcher><memory.mb>512</memory.mb></launcher>"
                                     "<main-class>org.apache.hadoop.examples.WordCount</main-class>"
                                     + "".join(f"<arg>{word}</arg>" for word in words) + "</java>",
                                # It ends by System.exit, which is an error of a java action.
                                error="end"), "j")

    def hadoop_jar(self, user):
        return self.hadoop.hadoop_command("jar", self.hadoop.example_jar(), "wordcount", "/bench/in", f"/bench/{user}/out")
