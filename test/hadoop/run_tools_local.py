"""Pig, Hive, DistCp and a MapReduce job of Java, each by the real tool on this machine with --local."""

import shlex
import subprocess
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
import cluster
import hive_servers
import yarn
from hdfs_case import HdfsCase
from programs import *  # noqa: F403
from yarn_case import action, properties

COUNT = """lines = load '${In}' using TextLoader() as (line:chararray);
words = foreach lines generate flatten(TOKENIZE(line, ' ')) as word;
counted = foreach (group words by word) generate group, COUNT(words);
store counted into '$OUT';
"""
MAPPER = """
import java.io.*;
import org.apache.hadoop.io.*;
import org.apache.hadoop.mapred.*;

public class Marks extends MapReduceBase implements Mapper<LongWritable, Text, Text, LongWritable> {
  public void map(LongWritable at, Text line, OutputCollector<Text, LongWritable> out, Reporter reporter) throws IOException {
    String mark = new BufferedReader(new FileReader("mark")).readLine();
    String libraries = System.getProperty("java.library.path");
    boolean found = libraries.contains(new File("libx.so").getAbsoluteFile().getParent());
    out.collect(new Text(mark + line + found), new LongWritable(1));
  }
}
"""


class ToolsCase(ProgramTest):
    def setUp(self):
        super().setUp()
        self.sandbox.write("home/conf/log4j.properties", cluster.LOG4J)
        # As where a cluster is: its jobs are no matter here.
        self.sandbox.write("home/conf/mapred-site.xml", properties({"mapreduce.framework.name": "yarn"}))
        self.sandbox.write("home/conf/core-site.xml", properties({"hadoop.tmp.dir": self.sandbox.path("tmp")}))
        opens = " ".join(hive_servers.OPENS)
        java = f"exec {cluster.java()} -Xmx400m {yarn.QUICK_JVM} {opens} {hive_servers.QUICK_DERBY}"
        home = shlex.quote(str(self.sandbox.path("home")))
        hadoop = f"{home}/conf:{cluster.jars()}/*"
        self.tool("pig", f'{java} -cp "{hadoop}:$PIG_CLASSPATH:{cluster.pig_jars()}/*" org.apache.pig.Main "$@"')
        self.tool("hive", f'shift 2\n{java} -cp "$HIVE_CONF_DIR:{hadoop}:$HADOOP_CLASSPATH:{hive_servers.hive_jars()}/*" '
                          'org.apache.hadoop.hive.cli.CliDriver "$@"')
        self.tool("hadoop", 'class=$1; shift; [ "$class" != distcp ] || class=org.apache.hadoop.tools.DistCp\n'
                            f'{java} ${{JAVA_LIBRARY_PATH:+-Djava.library.path=$JAVA_LIBRARY_PATH}} $HADOOP_CLIENT_OPTS '
                            f'-cp "{hadoop}:$HADOOP_CLASSPATH" "$class" "$@"')
        self.params = {f"hpdl.{name}.home": self.sandbox.path("home") for name in ("pig", "hive", "hadoop")}
        self.sandbox.write("in/a", "b a\nc a\n")

    def tool(self, name, text):
        self.sandbox.write(f"home/bin/{name}", f"#!/bin/sh\n{text}\n").chmod(0o755)

    def nodes(self, *actions):
        """The nodes after a run of two actions beside each other."""
        names = [text.split('"')[1] for text in actions]
        return self.nodes_of(fork("f", *names) + "".join(actions) + join("j"), "f")

    def nodes_of(self, body, start):
        self.sandbox.write("app/workflow.xml", workflow(body, start))
        program = self.build(self.sandbox.path("app"))
        self.assert_code(program.run(params=self.params), SUCCEEDED)
        return program.nodes()

    def failed(self, node, *words):
        self.assertEqual((node["status"], node["errorCode"]), ("ERROR", "JA018"), node)
        for word in words:
            self.assertIn(word, node["errorMessage"])


class Here(ToolsCase):
    def test_pig(self):
        self.sandbox.write("app/count.pig", COUNT)
        self.sandbox.write("app/broken.pig", "a = load 'x' usng Nothing;\n")
        nodes = self.nodes(
            action("count", f"<pig><script>count.pig</script><param>In={self.sandbox.path('in')}</param>"
                            f"<param>OUT={self.sandbox.path('out')}</param></pig>", "j", "j"),
            action("broken", "<pig><script>broken.pig</script></pig>", "j", "j"))
        self.assertEqual(nodes["count"]["status"], "OK", nodes["count"])
        self.assertEqual(self.sandbox.path("out/part-r-00000").read_text(), "a\t2\nb\t1\nc\t1\n")
        self.failed(nodes["broken"], "pig: exit code", "usng")

    def test_hive(self):
        """The metastore is the one of the installation's hive-site.xml; the action's properties win."""
        site = hive_servers.hive_site(self.sandbox.path("metastore"), **{
            "hive.metastore.warehouse.dir": "/nowhere", "hive.exec.scratchdir": self.sandbox.path("scratch")})
        self.sandbox.write("home/conf/hive-site.xml", properties(site))
        warehouse = self.sandbox.path("warehouse")
        own = properties({"hive.metastore.warehouse.dir": warehouse.as_uri(),
                          "hive.metastore.warehouse.external.dir": warehouse.as_uri()})

        def hive(name, query, to, param=""):
            return action(name, f'<hive xmlns="uri:oozie:hive-action:1.0">{own}<query>{query}</query>{param}</hive>', to, "end")

        make = "create table ${'$'}{name} (a int); insert into ${'$'}{name} values (1), (2);"
        # One after the other, for this metastore takes one at a time.
        nodes = self.nodes_of(hive("make", make, "bad", "<param>name=t</param>") + hive("bad", "select nosuch from nowhere;", "end"), "make")
        self.assertEqual(nodes["make"]["status"], "OK", nodes["make"])
        self.assertEqual((warehouse / "t/000000_0").read_text(), "1\n2\n")
        self.assertTrue(self.sandbox.path("metastore").is_dir(), "of the installation")
        self.failed(nodes["bad"], "hive: exit code", "nowhere")

    def test_distcp(self):
        nodes = self.nodes(*(
            action(name, f'<distcp xmlns="uri:oozie:distcp-action:1.0"><java-opts>-Dmine=yes</java-opts>'
                         f"<arg>{self.sandbox.path(source).as_uri()}</arg><arg>{self.sandbox.path('copy').as_uri()}</arg></distcp>",
                   "j", "j") for name, source in (("copy", "in"), ("nothing", "none"))))
        self.assertEqual(nodes["copy"]["status"], "OK", nodes["copy"])
        self.assertEqual(self.sandbox.path("copy/a").read_text(), "b a\nc a\n")
        self.failed(nodes["nothing"], "distcp: exit code", "none")

    def test_java_map_reduce(self):
        source = self.sandbox.write("Marks.java", MAPPER)
        classes = self.sandbox.path("classes")
        subprocess.run(["javac", "-nowarn", "-cp", f"{cluster.jars()}/*", "-d", classes, source], check=True, timeout=200)
        lib = self.sandbox.path("app/lib")
        lib.mkdir(parents=True)
        with zipfile.ZipFile(lib / "marks.jar", "w") as jar:
            jar.write(classes / "Marks.class", "Marks.class")
        (lib / "libx.so.1").write_text("")
        self.sandbox.write("app/m", "m\n")

        def job(name, to, **more):
            values = {"mapred.mapper.class": "Marks", "mapred.reducer.class": "org.apache.hadoop.mapred.lib.LongSumReducer",
                      "mapred.output.key.class": "org.apache.hadoop.io.Text",
                      "mapred.output.value.class": "org.apache.hadoop.io.LongWritable",
                      "mapred.input.dir": self.sandbox.path("in"), "mapred.output.dir": self.sandbox.path("out"), **more}
            return action(name, f"<map-reduce>{properties(values)}<file>m#mark</file></map-reduce>", to, "j")

        decide = decision("d", [("again", "${hadoop:counters('count')[RECORDS][MAP_IN] eq 2}")], "killed")
        text = job("count", "d") + decide + job("again", "j") + job(
            "missing", "j", **{"mapred.mapper.class": "NoSuch", "mapred.output.dir": self.sandbox.path("none")})
        nodes = self.nodes_of(fork("f", "count", "missing") + text + join("j"), "f")
        self.assertEqual(nodes["count"]["status"], "OK", nodes["count"])
        self.assertRegex(nodes["count"]["externalId"], r"^job_local\d+_0001$")
        self.assertEqual(self.sandbox.path("out/part-00000").read_text(), "mb atrue\t1\nmc atrue\t1\n")
        self.failed(nodes["again"], "the job could not be submitted", "already exists")
        self.failed(nodes["missing"], "NoSuch")


class OnTheNameNode(HdfsCase, ToolsCase):
    def test_pig(self):
        """Paths without a scheme are on <name-node>, and the job still runs here."""
        self.hdfs.write(f"{self.root}/in/a", b"b a\nc a\n")
        self.sandbox.write("app/count.pig", COUNT)
        text = action("count", f"<pig><name-node>{self.hdfs.name_node}</name-node><script>count.pig</script>"
                               f"<param>In={self.root}/in</param><param>OUT={self.root}/out</param></pig>")
        self.sandbox.write("app/workflow.xml", workflow(text, "count"))
        program = self.build(self.sandbox.path("app"))
        conf = self.conf(core={"fs.defaultFS": "file:///"}, hdfs={
            "dfs.namenode.rpc-address": self.hdfs.name_node.split("//")[1], "dfs.namenode.http-address": self.hdfs.http})
        self.assert_code(program.run(params={**self.params, "user.name": "alice"},
                                     env={**self.environment, "HADOOP_CONF_DIR": str(conf)}), SUCCEEDED)
        self.assertEqual(self.hdfs.read(f"{self.root}/out/part-r-00000"), b"a\t2\nb\t1\nc\t1\n")


if __name__ == "__main__":
    closing.main(at_once=2)
