"""What tests of the whole cluster begin with: a user of their own, whose applications are theirs alone."""

import shutil
import uuid

import cluster
import yarn
from hdfs_case import HdfsCase
from programs import Program, escape, wait_for, workflow

# Small and quick: one container for the whole job. One that ends within seconds is tried again soon.
UBER = {"mapreduce.job.ubertask.enable": "true", "yarn.app.mapreduce.am.resource.mb": "512"}
STREAMING_INPUT = "b a\nc a\n"


def properties(values):
    return "<configuration>" + "".join(
        f"<property><name>{name}</name><value>{escape(str(value))}</value></property>"
        for name, value in values.items()) + "</configuration>"


def action(name, body, to="end", error="killed"):
    return f'<action name="{name}">{body}<ok to="{to}"/><error to="{error}"/></action>'


def streaming(name, mapper, values, to="end", reducer="cat", prepare=""):
    """A streaming action; blanks of the commands are written as +, as its syntax wants."""
    return action(name, f"<map-reduce>{prepare}<streaming><mapper>{mapper}</mapper><reducer>{reducer}"
                        f"</reducer></streaming>{properties(values)}</map-reduce>", to)


def java_job(name, values, to="end", prepare="", more=""):
    """A MapReduce job of Java classes."""
    return action(name, f"<map-reduce>{prepare}{properties(values)}{more}</map-reduce>", to)


def word_count(source, target, **more):
    """The properties of the word count among Hadoop's examples, which the nodes have."""
    example = "org.apache.hadoop.examples.WordCount"
    return {"mapred.mapper.new-api": "true", "mapred.reducer.new-api": "true",
            "mapreduce.job.map.class": f"{example}$TokenizerMapper",
            "mapreduce.job.combine.class": f"{example}$IntSumReducer",
            "mapreduce.job.reduce.class": f"{example}$IntSumReducer",
            "mapreduce.job.output.key.class": "org.apache.hadoop.io.Text",
            "mapreduce.job.output.value.class": "org.apache.hadoop.io.IntWritable",
            "mapreduce.input.fileinputformat.inputdir": source,
            "mapreduce.output.fileoutputformat.outputdir": target, **more}


class YarnCase(HdfsCase):
    """`user` exists for one test; `root` belongs to it, as does /user/NAME."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.hdfs.wait_for_yarn()

    def setUp(self):
        self.user = self.owner = "u" + uuid.uuid4().hex[:8]
        super().setUp()
        self.hdfs.mkdir(f"/user/{self.user}", owner=self.user)
        self.addCleanup(self.forget_user)

    def forget_user(self):
        for app in self.apps():
            if app["state"] not in yarn.ENDED:
                self.hdfs.kill(app["id"])
        for path in (f"/user/{self.user}", f"{yarn.STAGING}/{self.user}", f"/tmp/logs/{self.user}"):
            self.hdfs.delete(path)

    def url(self, name=""):
        return f"{self.hdfs.name_node}{self.root}/{name}"

    def put(self, name, content):
        """A file of the test's folder in HDFS, the user's own."""
        self.hdfs.write(f"{self.root}/{name}", content)
        while name:
            self.hdfs.call("PUT", f"{self.root}/{name}", "SETOWNER", owner=self.user)
            name = name.rpartition("/")[0]

    def parts(self, name):
        """The output of a job: its part files one after the other."""
        folder = f"{self.root}/{name}"
        return b"".join(self.hdfs.read(f"{folder}/{part}") for part in self.hdfs.names(folder)
                        if part.startswith("part-"))

    def definition(self, body, start):
        """A workflow whose actions are in this cluster."""
        return workflow(body, start).replace(
            "<resource-manager>local</resource-manager><name-node>file:///</name-node>",
            f"<resource-manager>{self.hdfs.rm_address}</resource-manager>"
            f"<name-node>{self.hdfs.name_node}</name-node>")

    def build(self, definition, *arguments, **options):
        program = self.sandbox.build(definition, *arguments, **options)
        program.mode = ()
        return program

    def copy(self, program, name):
        """The same program with a state directory of its own, for another job beside it."""
        other = Program(program.path, self.sandbox.path(f"{name}/state"))
        other.state.parent.mkdir()
        other.mode = ()
        return other

    def env(self, conf=None):
        return {"HADOOP_CONF_DIR": str(conf or self.hdfs.conf), "HADOOP_USER_NAME": self.user}

    def start(self, program, *arguments, params=None, conf=None, **options):
        return program.run(*arguments, params={"user.name": self.user, **(params or {})},
                           env=self.env(conf), **options)

    def begin(self, program, *arguments, params=None, conf=None, **options):
        """Starts without waiting; the child ends with the test."""
        return self.sandbox.spawn(program, *arguments, params={"user.name": self.user, **(params or {})},
                                  env=self.env(conf), **options)

    def resume(self, program, conf=None):
        return program("resume", program.job, "--progress", "none", env=self.env(conf))

    def until_seen(self, condition, child=None, seconds=400):
        """Waits for something in the cluster, asked seldom, for each question costs its daemons time; `child` runs until then."""
        came = wait_for(lambda: condition() or (child is not None and child.poll() is not None), seconds, every=0.15)
        ended = child is not None and child.poll() is not None
        self.assertTrue(came, f"not within {seconds} s: {[(app['id'], app['state']) for app in self.apps()]}")
        self.assertFalse(ended, ended and child.communicate())

    def apps(self, **filters):
        """The applications of this test's user."""
        return self.hdfs.apps(user=self.user, **filters)

    def conf_with(self, name, **sites):
        """A copy of the cluster's configuration in which some properties differ: yarn={...}, hdfs={...}."""
        folder = self.sandbox.path(name)
        shutil.copytree(self.hdfs.conf, folder, ignore=shutil.ignore_patterns("webapps"))
        for site, rows in sites.items():
            file = folder / f"{site}-site.xml"
            cluster.write_site(file, {**cluster.read_site(file), **rows})
        return folder
