"""HWS's pig action with Pig itself: words counted by ssh on a machine that has Pig, over files in HDFS, as hadoop-user."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "harness"), str(HERE.parent / "run")]
import closing
import cluster
from hdfs_case import HdfsCase
from programs import *  # noqa: F403
from run_ssh import SshTest

SCRIPT = """lines = load '${In}' using TextLoader() as (line:chararray);
words = foreach lines generate flatten(TOKENIZE(line, ' ')) as word;
counted = foreach (group words by word) generate group, COUNT(words);
store counted into '${Out}';
"""


class PigHost(HdfsCase, SshTest):
    def setUp(self):
        super().setUp()
        folder = self.server.folder / "bin"
        folder.mkdir()
        conf = self.conf(core={"io.file.buffer.size": 4096})  # Pig wants one; where HDFS is it has from us
        (conf / "log4j.properties").write_text(
            "log4j.rootLogger=WARN, err\nlog4j.appender.err=org.apache.log4j.ConsoleAppender\n"
            "log4j.appender.err.target=System.err\nlog4j.appender.err.layout=org.apache.log4j.SimpleLayout\n")
        pig = folder / "pig"
        pig.write_text(f'#!/bin/sh\nexec {cluster.java()} -Xmx400m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 '
                       f'--add-opens java.base/java.lang=ALL-UNNAMED -cp "{conf}:{cluster.jars()}/*:{cluster.pig_jars()}/*" '
                       'org.apache.pig.Main "$@"\n')
        pig.chmod(0o755)
        self.server.stop()
        self.server.environment["PATH"] = f"{folder}:{os.environ['PATH']}"
        self.server.start()

    def application(self, script):
        url = f"{self.hdfs.name_node}{self.root}"
        folder = self.sandbox.path("app")
        folder.mkdir(exist_ok=True)
        (folder / "count.pig").write_text(script)
        (folder / "workflow.xml").write_text(
            '<hadoop-workflow name="words"><start to="count"/><pig name="count">'
            f'<prepare><delete path="{url}/out"/></prepare>'
            f"<pig-host>{self.host}</pig-host><pig-script>/count.pig</pig-script><hadoop-user>alice</hadoop-user>"
            f"<parameters><param>In={url}/in</param><param>Out={url}/out</param></parameters><configuration>"
            f"<property><name>fs.default.name</name><value>{self.hdfs.name_node}</value></property>"
            "<property><name>mapred.job.tracker</name><value>local</value></property>"
            "<property><name>mapreduce.framework.name</name><value>local</value></property>"
            f"<property><name>hadoop.tmp.dir</name><value>{self.sandbox.path('tmp')}</value></property>"
            '</configuration><transition name="OK" to="end"/><transition name="ERROR" to="fail"/></pig>'
            '<fail name="fail"><message>m</message></fail><end name="end"/></hadoop-workflow>')
        return self.build(folder)

    def go(self, script):
        program = self.application(script)
        result = program.run("--site", self.site(), params={"user.name": "alice"}, env=self.environment)
        return program, result

    def test_word_count(self):
        text = "to be or not to be\nthat is the question\n" * 50
        self.hdfs.write(f"{self.root}/in/a.txt", text.encode())
        self.hdfs.mkdir(f"{self.root}/out", owner="alice")  # for prepare
        program, result = self.go(SCRIPT)
        self.assert_code(result, SUCCEEDED)
        counted = {}
        for name in self.hdfs.names(f"{self.root}/out"):
            if name.startswith("part-"):
                for line in self.hdfs.read(f"{self.root}/out/{name}").decode().splitlines():
                    word, count = line.split("\t")
                    counted[word] = int(count)
        self.assertEqual(counted, Counter(text.split()))
        self.assertEqual(self.hdfs.status(f"{self.root}/out")["owner"], "alice")
        self.assertEqual(self.left(), [])

    def test_a_function_of_the_applications_library(self):
        java = Path(cluster.java_home()) / "bin"
        source = self.sandbox.write("src/own/Twice.java", """package own;
            public class Twice extends org.apache.pig.EvalFunc<String> {
              public String exec(org.apache.pig.data.Tuple t) throws java.io.IOException { return "" + t.get(0) + t.get(0); }
            }""")
        classes = self.sandbox.path("classes")
        subprocess.run([java / "javac", "-nowarn", "-cp", f"{cluster.pig_jars()}/*:{cluster.jars()}/*", "-d", classes,
                        source], check=True, timeout=TIMEOUT)
        self.sandbox.path("app/lib").mkdir(parents=True)
        subprocess.run([java / "jar", "cf", self.sandbox.path("app/lib/own.jar"), "-C", classes, "."], check=True,
                       timeout=TIMEOUT)
        self.hdfs.write(f"{self.root}/in/a.txt", b"ab\n")
        self.hdfs.mkdir(f"{self.root}/out", owner="alice")  # for prepare
        program, result = self.go("a = load '${In}' as (line:chararray);\nb = foreach a generate own.Twice(line);\n"
                                  "store b into '${Out}';\n")
        self.assert_code(result, SUCCEEDED)
        written = [self.hdfs.read(f"{self.root}/out/{name}") for name in self.hdfs.names(f"{self.root}/out")
                   if name.startswith("part-")]
        self.assertEqual(written, [b"abab\n"])
        self.assertEqual(self.left(), [])

    def test_a_script_with_an_error(self):
        program, result = self.go("a = load '${In}';\nb = no_such_operator a;\n")
        self.assert_code(result, FAILED)
        self.assert_failure(program, "JA018", "ERROR 1200", node="count")


if __name__ == "__main__":
    closing.main()
