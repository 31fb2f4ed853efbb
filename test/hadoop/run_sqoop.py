"""sqoop actions on the real YARN, and with --local, against real databases: HSQLDB, PostgreSQL."""

import signal
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
import cluster
import jars
import tools
import yarn
from ports import free_ports
from postgres import Postgres
from programs import *  # noqa: F403
from yarn_case import UBER, YarnCase, action, properties

HERE = Path(__file__).resolve().parent
SQOOP = "uri:oozie:sqoop-action:1.0"


class Database:
    """HSQLDB in memory, on the loopback, until close()."""

    def __init__(self, log):
        self.driver = next(tools.sqoop_jars().glob("hsqldb-*.jar"))
        sql = HERE / "sqoop" / "Sql.java"
        self.classes = jars.filled(jars.place_of("hadoop", "sql", sql), lambda fresh: ["javac", "-d", fresh, sql])
        (port,) = free_ports(1)
        self.url = f"jdbc:hsqldb:hsql://127.0.0.1:{port}/db"
        with open(log, "w") as out:
            self.child = subprocess.Popen(
                [cluster.java(), "-Xmx128m", *yarn.QUICK_JVM.split(), "-cp", str(self.driver), "org.hsqldb.server.Server",
                 "--address", "127.0.0.1", "--port", str(port), "--database.0", "mem:db", "--dbname.0", "db", "--silent", "true"],
                stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        self.log = Path(log)
        if not wait_for(lambda: "is online" in self.log.read_text() or self.child.poll() is not None, 120):
            raise RuntimeError(self.log.read_text())

    def __call__(self, *statements):
        """Runs statements; the first column of all that they give."""
        done = subprocess.run([cluster.java(), "-Xmx128m", *yarn.QUICK_JVM.split(), "-cp", f"{self.driver}:{self.classes}",
                               "Sql", self.url, *statements],
                              capture_output=True, text=True, timeout=120, check=True)
        return done.stdout.split()

    def close(self):
        self.child.kill()
        self.child.wait()


def sqoop(name, *words, command=None, to="j", error="j", before=""):
    launcher = "<launcher><memory.mb>640</memory.mb></launcher>"
    body = f"<command>{escape(command)}</command>" if command else "".join(f"<arg>{escape(word)}</arg>" for word in words)
    return action(name, f'<sqoop xmlns="{SQOOP}">{launcher}{before}{body}</sqoop>', to, error)


class SqoopCase(YarnCase):
    def setUp(self):
        super().setUp()
        for path in sorted(tools.sqoop_jars().glob("*.jar")):
            self.hdfs.write(f"{self.root}/sqoop/{path.name}", path.read_bytes())
        self.params = {"oozie.libpath": self.url("sqoop")}

    def failed(self, node, code, *parts):
        self.assertEqual((node["status"], node["errorCode"]), ("ERROR", code), node)
        for part in parts:
            self.assertIn(part, node["errorMessage"])


class Cluster(SqoopCase):
    def setUp(self):
        super().setUp()
        self.database = Database(self.sandbox.path("database.log"))
        self.addCleanup(self.database.close)
        self.database("create table EMP (ID int primary key, NAME varchar(20))",
                      "create table COPIED (ID int primary key, NAME varchar(20))",
                      "insert into EMP values (1, 'ann')", "insert into EMP values (2, 'bob b')",
                      "insert into EMP values (3, 'cyd')")
        self.connect = f"--connect {self.database.url} --username SA"

    def test_import_and_export(self):
        """With a death while the first one runs: found again, each job once."""
        uber = properties(UBER)
        words = self.connect.split()
        texts = [
            sqoop("import", command=f"import {self.connect} --table EMP --target-dir {self.url('emp')} -m 1", before=uber,
                  to="counted"),
            decision("counted", [("export", "${hadoop:counters('import')['org.apache.hadoop.mapreduce.TaskCounter']"
                                            "['MAP_OUTPUT_RECORDS'] eq 3}")], "killed"),
            sqoop("export", "export", *words, "--table", "COPIED", "--export-dir", self.url("emp"), "-m", "1", before=uber),
            sqoop("eval", "eval", *words, "--query", "select NAME\nfrom EMP where NAME = 'bob b'"),
            sqoop("no-table", command=f"sqoop import {self.connect} --table NOWHERE --target-dir {self.url('none')} -m 1"),
            sqoop("no-tool", command="${' '}"),
        ]
        body = fork("f", "import", "eval", "no-table", "no-tool") + "".join(texts) + join("j")
        program = self.build(self.definition(body, "f"))
        child = self.begin(program, params=self.params)
        running = []

        def look():
            running[:] = [app["id"] for app in self.apps() if app["state"] == "RUNNING" and app["applicationType"] == "YARN"]
            return running

        self.until_seen(look, child)
        child.send_signal(signal.SIGKILL)
        child.wait()
        seen = {node["externalId"] for node in program.nodes().values()}
        self.assertIn(running[0], seen, "seen while it ran")
        self.assert_code(self.resume(program), SUCCEEDED)
        nodes = program.nodes()
        for name in ("import", "export", "eval"):
            self.assertEqual(nodes[name]["status"], "OK", nodes[name])
        self.assertEqual(self.parts("emp"), b"1,ann\n2,bob b\n3,cyd\n")
        self.assertEqual(self.database("select NAME from COPIED order by ID"), ["ann", "bob", "b", "cyd"])
        jobs = [nodes[name]["data"].split("hadoopJobs=")[1].split()[0] for name in ("import", "export")]
        for job in jobs:  # what the action's configuration says counts, and not mapred-site.xml
            self.assertTrue(self.hdfs.ask(self.hdfs.history_http, f"/ws/v1/history/mapreduce/jobs/{job}")["job"]["uberized"], job)
        apps = self.apps()
        self.assertEqual([app["id"] for app in apps if app["applicationType"] == "MAPREDUCE"],
                         [job.replace("job_", "application_") for job in jobs])
        self.assertEqual(len(apps), 6, "four launchers, two jobs")
        for name, *words in (("no-table", "sqoop: exit code 1, and says:", "NOWHERE"), ("no-tool", "sqoop has no arguments")):
            self.failed(nodes[name], "JA018", *words)
            self.assert_told(program, name, "JA018", *words)

    def test_kill_ends_the_job_too(self):
        # In the narrow queue the job waits for ever, for its master asks for more than there is.
        rows = properties({"mapreduce.job.queuename": "narrow", "yarn.app.mapreduce.am.resource.mb": 2048,
                           "oozie.launcher.mapreduce.job.queuename": "default"})
        text = sqoop("a", command=f"import {self.connect} --table EMP --target-dir {self.url('emp')} -m 1", before=rows,
                     to="end", error="killed")
        program = self.build(self.definition(text, "a"))
        child = self.begin(program, params=self.params)
        self.until_seen(lambda: len(self.apps()) == 2, child)
        before = [app["id"] for app in self.apps()]
        child.send_signal(signal.SIGKILL)
        child.wait()
        self.assert_code(program("kill", program.job, env=self.env()), 0)
        self.assertEqual([app["id"] for app in self.apps()], before)
        self.assertEqual({self.hdfs.wait_for_app(app)["state"] for app in before}, {"KILLED"})
        self.until_seen(lambda: not self.hdfs.staging(self.user))
        self.assertEqual(self.hdfs.names(f"/user/{self.user}/.hpdl/attempts"), [])


class WithPostgres(SqoopCase):
    def password_file(self, name, password):
        """Of the user alone, as Sqoop and its readers want it."""
        self.put(name, password.encode())
        self.hdfs.call("PUT", f"{self.root}/{name}", "SETPERMISSION", permission="400")
        return self.url(name)

    def test_import_and_export(self):
        database = Postgres()
        self.addCleanup(database.close)
        database("create table emp (id int primary key, name text, born date)",
                 "create table copied (id int primary key, name text, born date)",
                 "insert into emp values (1, 'ann', '2001-02-03'), (2, 'bob b', null), (3, 'cyd', '1999-12-31')")
        login = f"--connect {database.url} --username {database.user} --password-file "
        right = login + self.password_file("right", database.password)
        wrong = login + self.password_file("wrong", "w" + database.password)
        uber, place = properties(UBER), self.url("emp")
        texts = [
            sqoop("import", command=f"import {right} --table emp --target-dir {place} -m 1 --null-string \\\\N --null-non-string \\\\N",
                  before=uber, to="export"),
            sqoop("export", command=f"export {right} --table copied --export-dir {place} -m 1 --input-null-string \\\\N "
                                    "--input-null-non-string \\\\N", before=uber),
            sqoop("refused", command=f"list-tables {wrong}"),
        ]
        program = self.build(self.definition(fork("f", "import", "refused") + "".join(texts) + join("j"), "f"))
        self.assert_code(self.start(program, params=self.params, timeout=240), SUCCEEDED)
        nodes = program.nodes()
        for name in ("import", "export"):
            self.assertEqual(nodes[name]["status"], "OK", nodes[name])
        self.assertEqual(self.parts("emp"), b"1,ann,2001-02-03\n2,bob b,\\N\n3,cyd,1999-12-31\n")
        rows = "select * from {} order by id"
        self.assertEqual(database(rows.format("copied")), database(rows.format("emp")))
        words = ("sqoop: exit code 1, and says:", f'password authentication failed for user "{database.user}"')
        self.failed(nodes["refused"], "JA018", *words)
        self.assert_told(program, "refused", "JA018", *words)


class Local(ProgramTest):
    def test_on_this_machine(self):
        database = Database(self.sandbox.path("database.log"))
        self.addCleanup(database.close)
        database("create table EMP (ID int primary key, NAME varchar(20))", "insert into EMP values (1, 'ann')")
        script = self.sandbox.write("home/bin/sqoop", f"""#!/bin/sh
tr '\\0' '\\n' </proc/$$/cmdline >>"$SQOOP_HOME/words"
exec {cluster.java()} {yarn.QUICK_JVM} --add-opens java.base/java.lang=ALL-UNNAMED -cp "$SQOOP_HOME/conf:$HADOOP_CLASSPATH:{tools.sqoop_jars()}/*:{cluster.jars()}/*" \\
  org.apache.sqoop.Sqoop "$@"
""")
        script.chmod(0o755)
        self.sandbox.write("home/conf/log4j.properties", cluster.LOG4J)
        # As where a cluster is: its jobs are no matter here.
        self.sandbox.write("home/conf/mapred-site.xml", properties({"mapreduce.framework.name": "yarn"}))
        place = self.sandbox.path("emp")
        words = f"--connect {database.url} --username SA"
        texts = [sqoop("import", "import", *words.split(), "--password", "", "--table", "EMP", "--target-dir", f"file://{place}",
                       "-m", "1"),
                 sqoop("no-table", command=f"import {words} --table NOWHERE --target-dir file://{place}2 -m 1")]
        body = fork("f", "import", "no-table") + "".join(texts) + join("j")
        program = self.sandbox.build(workflow(body, "f"))
        result = program.run(params={"hpdl.sqoop.home": self.sandbox.path("home")}, timeout=240)
        self.assert_code(result, SUCCEEDED)
        nodes = program.nodes()
        self.assertEqual(nodes["import"]["status"], "OK", nodes["import"])
        self.assertEqual((place / "part-m-00000").read_text(), "1,ann\n")
        self.assertEqual((nodes["no-table"]["status"], nodes["no-table"]["errorCode"]), ("ERROR", "JA018"))
        self.assertIn("NOWHERE", nodes["no-table"]["errorMessage"])
        self.assertNotIn("--password", self.sandbox.path("home/words").read_text(), "no list of processes shows it")


if __name__ == "__main__":
    closing.main(at_once=4)
