"""hpdlc survey: what it says of a tree, in which forms, and what it never tells."""

import html.parser
import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

CUSTOM = """<workflow-app xmlns="uri:oozie:workflow:1.0" name="custom"><start to="a"/>
<action name="a"><kafka xmlns="uri:site:kafka-action:0.1"><topic>t</topic></kafka><ok to="end"/><error to="end"/></action>
<end name="end"/></workflow-app>"""
SITE = """<workflow-app xmlns="uri:oozie:workflow:1.0" name="site">
<global><resource-manager>${rm}</resource-manager><name-node>${nn}</name-node></global><start to="b"/>
<action name="b"><shell xmlns="uri:oozie:shell-action:0.3"><exec>true</exec>
<argument>${site:today('x')}</argument></shell><ok to="end"/><error to="end"/></action>
<end name="end"/></workflow-app>"""
HIVE = """<workflow-app xmlns="uri:oozie:workflow:0.5" name="load">
<global><job-tracker>${jobTracker}</job-tracker><name-node>${nameNode}</name-node></global><start to="load"/>
<action name="load"><hive2 xmlns="uri:oozie:hive2-action:0.1"><jdbc-url>JDBC</jdbc-url><script>load.hql</script></hive2>
<ok to="sub"/><error to="kill"/></action>
<action name="sub"><sub-workflow><app-path>${nameNode}/apps/clean</app-path></sub-workflow><ok to="away"/><error to="kill"/></action>
<action name="away"><sub-workflow><app-path>hdfs://old/shared/report</app-path></sub-workflow><ok to="end"/><error to="kill"/></action>
<kill name="kill"><message>${wf:errorMessage('load')}</message></kill><end name="end"/></workflow-app>"""
COORDINATOR = """<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="c" frequency="${coord:days(1)}"
start="2024-01-01T00:00Z" end="2025-01-01T00:00Z" timezone="UTC">
<datasets>
<dataset name="in" frequency="${coord:days(1)}" initial-instance="2024-01-01T00:00Z" timezone="UTC">
<uri-template>${nameNode}/in/${YEAR}</uri-template></dataset>
<dataset name="out" frequency="${coord:days(1)}" initial-instance="2024-01-01T00:00Z" timezone="UTC">
<uri-template>${nameNode}/out/${YEAR}</uri-template></dataset>
</datasets>
<input-events><data-in name="i" dataset="in"><instance>${coord:current(0)}</instance></data-in></input-events>
<output-events><data-out name="o" dataset="out"><instance>${coord:current(0)}</instance></data-out></output-events>
<action><workflow><app-path>${nameNode}/apps/load</app-path></workflow></action></coordinator-app>"""
SCRIPT = """celos.defineWorkflow({id: "one", schedule: celos.hourlySchedule(), schedulingStrategy: celos.serialSchedulingStrategy(),
  trigger: celos.hdfsCheckTrigger("/x", "hdfs://celosnn:9000"),
  externalService: celos.oozieExternalService({"oozie.wf.application.path": "/a"}, "http://oozie.example:11000/oozie")});"""


class Tables(html.parser.HTMLParser):
    """The cells of a page, and whether its tags are closed in order."""

    VOID = {"meta", "br"}

    def __init__(self, text):
        super().__init__()
        self.open, self.cells, self.links = [], [], []
        self.feed(text)
        assert self.open == [], self.open

    def handle_starttag(self, tag, attributes):
        self.links += [value for name, value in attributes if name in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "td":
            self.cells.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        if self.open and "td" in self.open:
            self.cells[-1] += data


class Survey(ProgramTest):
    def setUp(self):
        super().setUp()
        self.tree = self.sandbox.path("tree")
        self.tree.mkdir()

    def write(self, name, text):
        path = self.tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def team(self):
        """What a team may have."""
        self.write("load/workflow.xml", HIVE.replace("JDBC", "jdbc:hive2://hive:10000/db;ssl=true"))
        self.write("load/coordinator.xml", COORDINATOR)
        self.write("load/load.hql", "select 1;")
        self.write("load/job.properties", "nameNode=hdfs://nn:8020\njobTracker=rm:8032\n"
                   "oozie.coord.application.path=${nameNode}/apps/load\n")
        self.write("clean/workflow.xml", workflow(fs("a", "<delete path='/x'/>"), "a"))
        self.write("custom.xml", CUSTOM)
        self.write("site.xml", SITE)
        self.write("broken.xml", "<workflow-app xmlns='uri:oozie:workflow:1.0' name='b'><start to='x'/>")
        self.write("pig/a.pig", "a = load 'x';")
        self.write("celos/workflows/one.js", SCRIPT)
        self.write("notes.xml", "<notes/>")

    def survey(self, *arguments, code=SUCCEEDED):
        return self.assert_code(hpdlc("survey", "--format", "json", *(arguments or [self.tree])), code).json()

    def rows(self, report, table, key="name"):
        return {row[key]: row["count"] for row in report[table]}

    def test_what_a_team_has(self):
        self.team()
        report = self.survey()
        self.assertEqual(report["version"], 1)
        verdicts = {str(Path(row["file"]).relative_to(self.tree)): row["verdict"] for row in report["definitions"]}
        self.assertEqual(verdicts, {"broken.xml": "notYet", "celos/workflows": "runs", "clean/workflow.xml": "runs",
                                    "custom.xml": "notYet", "load/coordinator.xml": "runs",
                                    "load/workflow.xml": "runs", "site.xml": "notYet"})
        self.assertEqual(report["verdicts"], {"total": 7, "runs": 4, "warns": 0, "needs": 0, "notYet": 3})
        self.assertEqual(self.rows(report, "needs", "need"), {"an extension of the site": 2})
        self.assertEqual(report["credentialTypes"], [])
        self.assertEqual(sum(row["total"] for row in report["languages"]), 7)
        hinders = {row["kind"] for row in report["findings"] if row["hinders"]}
        self.assertLessEqual({"XmlSyntax", "UnknownActionKind", "UnknownFunction"}, hinders)
        self.assertEqual(self.rows(report, "kinds"), {"sub-workflow": 2, "fs": 1, "hive2": 1, "shell": 1})
        self.assertEqual({row["name"]: row["runs"] for row in report["kinds"]},
                         {"sub-workflow": True, "fs": True, "hive2": True, "shell": True})
        self.assertEqual(self.rows(report, "customKinds"), {"kafka": 1})
        self.assertEqual(self.rows(report, "siteFunctions"), {"site:today": 1})
        self.assertEqual(self.rows(report, "functions"), {"coord:current": 2, "coord:days": 3, "wf:errorMessage": 2,
                                                          "wf:lastErrorNode": 1})
        self.assertEqual(self.rows(report, "schemas"), {
            "uri:oozie:workflow:1.0": 3, "uri:oozie:workflow:0.5": 1, "uri:oozie:hive2-action:0.1": 1,
            "uri:oozie:shell-action:0.3": 1, "uri:oozie:coordinator:0.4": 1})
        self.assertEqual({(row["role"], row["address"]) for row in report["addresses"]}, {
            ("file system", "hdfs://nn:8020"), ("file system", "hdfs://old"), ("file system", "hdfs://celosnn:9000"),
            ("resource manager", "rm:8032"), ("jdbc", "jdbc:hive2://hive:10000"),
            ("oozie", "http://oozie.example:11000")})
        self.assertEqual({(row["what"], row["path"], row["leads"]) for row in report["paths"]}, {
            ("sub-workflow", "hdfs://nn:8020/apps/clean", "inside"),
            ("sub-workflow", "hdfs://old/shared/report", "outside"),
            ("workflow", "hdfs://nn:8020/apps/load", "inside"),
            ("coordinator", "hdfs://nn:8020/apps/load", "inside")})
        self.assertEqual({(row["name"], row["leadsOut"]) for row in report["datasets"]}, {("in", True), ("out", False)})
        self.assertEqual(self.rows(report, "fileTypes", "type"),
                         {"properties": 1, "Pig script": 1, "Hive script": 1, "JavaScript": 1, "other XML": 1})
        self.assertEqual((report["unread"], report["passedOver"], report["plainSecrets"]), ([], [], 0))
        place = next(row for row in report["customKinds"])["places"][0]
        self.assertEqual((Path(place["file"]).name, place["line"]), ("custom.xml", 2))
        self.assertEqual(report, self.survey())  # whichever thread was first

    def test_the_text_and_the_page_say_the_same(self):
        self.team()
        page = self.sandbox.path("page.html")
        text = self.assert_code(hpdlc("survey", "--html", page, self.tree), SUCCEEDED).out
        self.assertTrue(text.startswith("7 definitions: hpdld runs 4 unchanged, 0 with warnings, "
                                        "0 if the site has what they need, and refuses 3\n"), text)
        for words in ("UnknownActionKind", "kafka", "site:today", "hdfs://old/shared/report", "rm:8032", "Pig script"):
            self.assertIn(words, text)
        written = page.read_text()
        tables = Tables(written)
        self.assertEqual(tables.links, [])
        self.assertNotIn("://", re.sub(r"<td.*?</td>", "", written, flags=re.S))  # nothing is fetched
        self.assertIn("prefers-color-scheme: dark", written)
        for words in ("UnknownActionKind", "kafka", "site:today", "hdfs://old/shared/report", "jdbc jdbc:hive2://hive:10000"):
            self.assertIn(words, tables.cells)
        self.assert_refused(hpdlc("survey", "--html", "/nosuch/page.html", self.tree), USAGE, "/nosuch/page.html")

    def test_needs_of_the_site(self):
        """Definitions without an error of which the files alone do not say whether they run, and those that a setting mends."""
        credentials = ("<credentials><credential name='c' type='hive2'><property><name>hive2.server.principal</name>"
                       "<value>hive/_HOST@R</value></property><property><name>hive2.jdbc.url</name><value>jdbc:hive2://h:1/d"
                       "</value></property></credential></credentials>")
        ticket = HIVE.replace("<start", credentials + "<start").replace("name=\"load\"><hive2", "name=\"load\" cred=\"c\"><hive2")
        self.write("ticket/workflow.xml", ticket.replace("JDBC", "jdbc:hive2://h:1/d"))
        self.write("include/coordinator.xml", COORDINATOR.replace("<datasets>", "<datasets><include>hdfs://nn/s.xml</include>"))
        self.write("cluster/workflow.xml", re.sub("<global>.*</global>", "", HIVE))
        self.write("zone/coordinator.xml", COORDINATOR.replace("2024-01-01T00:00Z", "2024-01-01T00:00+0900"))
        report = self.survey()
        verdicts = {Path(row["file"]).parent.name: row["verdict"] for row in report["definitions"]}
        self.assertEqual(verdicts, {"ticket": "needs", "include": "needs", "cluster": "notYet", "zone": "notYet"})
        files = {row["need"]: row["files"] for row in report["needs"]}
        self.assertEqual(files, {"Kerberos": 1, "an included file": 1, "a setting of the site": 2})
        self.assertEqual(self.rows(report, "credentialTypes", "type"), {"hive2": 1})

    def test_inside_does_not_depend_on_the_folder_that_is_surveyed(self):
        for app, target in (("load", "mail"), ("mail", "load")):
            self.write(f"team/flows/{app}/workflow.xml", workflow(
                f"<action name='m'><sub-workflow><app-path>${{nn}}/prod/flows/{target}/workflow.xml</app-path></sub-workflow>"
                "<ok to='end'/><error to='fail'/></action>", "m"))
        for root in (".", "..", "team", "team/flows", "team/flows/load/.."):
            with self.subTest(root):
                self.assertEqual({row["leads"] for row in self.survey(self.tree / root)["paths"]}, {"inside"})
        self.assertEqual([row["leads"] for row in self.survey(self.tree / "team/flows/load")["paths"]], ["outside"])

    def test_a_secret_that_is_a_common_word(self):
        self.write("a/job.properties", "db.password=prod\nnameNode=hdfs://prod-nn:8020\n")
        report = self.survey()
        self.assertEqual([row["address"] for row in report["addresses"]], ["hdfs://prod-nn:8020"])
        self.assertEqual([(Path(row["file"]).name, row["line"], row["name"]) for row in report["secrets"]],
                         [("job.properties", 1, "db.password")])

    def test_a_configuration_of_another_program(self):
        self.write("conf/logback.xml", "<configuration><appender name='a'/><property name='x' value='y'/></configuration>")
        self.assertEqual(self.survey()["unread"], [])

    def test_secrets_are_told_nowhere(self):
        secrets = {
            "workflow": ("SesameA1/x", "SesameB2", "SesameC3", "SesameD4"),
            "properties": ("SesameE5", "SesameF6/7", "SesameG8", "SesameH9")}
        a, b, c, d = secrets["workflow"]
        e, f, g, h = secrets["properties"]
        jdbc = f"jdbc:mysql://ann:{a}@db:3306/x?user=u&amp;password={b}"
        self.write("a/workflow.xml", HIVE.replace("JDBC", jdbc).replace(
            "hdfs://old/shared/report", f"hdfs://ann:{a}@old/r?token={c}").replace(
            "<script>", f"<password>{d}</password><script>"))
        self.write("a/job.properties", f"db.password={e}\nnameNode=hdfs://bob:{f}@nn:8020\n"
                   f"jdbc=jdbc:oracle:thin:bob/{g}@db:1521:x\nother=http://x/{e}\n"
                   f"oozie.wf.application.path=hdfs://nn/{e}/{h}?password={h}\nurl=jdbc:a:b;pwd={h}\n")
        self.write("c/coordinator.xml", COORDINATOR.replace("/in/", f"/in/{e}/"))
        self.write("hive-site.xml", "<configuration><property><name>javax.jdo.option.ConnectionPassword</name>"
                   f"<value>{g}</value></property><property><name>u</name><value>thrift://x:{g}@m:9083</value>"
                   "</property></configuration>")
        page = self.sandbox.path("page.html")
        for form in ("text", "json"):
            result = hpdlc("survey", "--format", form, "--html", page, self.tree)
            said = result.out + result.err + page.read_text()
            self.assertNotIn("Sesame", said)
            self.assertNotIn("F6", said)
        report = self.survey()
        self.assertIn("jdbc:oracle:@db:1521", {row["address"] for row in report["addresses"]})
        self.assertGreaterEqual(report["plainSecrets"], 3)

    def test_what_cannot_be_read_costs_a_line_and_not_the_rest(self):
        self.team()
        os.mkfifo(self.tree / "fifo.xml")
        os.mkfifo(self.tree / "load" / "fifo.properties")
        (self.tree / "clean" / "loop").symlink_to(self.tree)
        (self.tree / "nowhere.properties").symlink_to("/nosuch")
        self.write("bad.properties", "a=\\u12")
        self.write("large.properties", "#" + "x" * (9 << 20))
        os.mkfifo(self.write("odd/x", "").parent / "workflow.xml")
        report = self.survey(code=USAGE)
        over = {Path(line.split(":")[0]).name: line.split(": ")[1] for line in report["passedOver"]}
        self.assertEqual(over, {"fifo.xml": "neither a file nor a folder", "workflow.xml": "neither a file nor a folder",
                                "fifo.properties": "neither a file nor a folder",
                                "loop": "a link to a folder, which is not followed",
                                "nowhere.properties": "a link whose target does not exist"})
        unread = " ".join(report["unread"])
        for name in ("bad.properties:1", "large.properties", ):
            self.assertIn(name, unread)
        self.assertEqual(report["verdicts"]["total"], 7)
        report = self.survey(self.tree, self.sandbox.path("nosuch"), code=USAGE)
        self.assertIn("No such file", " ".join(report["unread"]))
        self.assertEqual(report["verdicts"]["total"], 7)

    @unittest.skipUnless(os.geteuid() == 0, "wants to be somebody else")
    def test_folders_of_others(self):
        self.team()
        self.write("private/workflow.xml", workflow("", "end"))
        self.write("secret/job.properties", "a=b")
        (self.tree / "private").chmod(0o700)
        (self.tree / "secret/job.properties").chmod(0o600)
        (self.tree / "custom.xml").chmod(0)
        for folder in (self.tree, *self.tree.parents):
            if str(folder) not in ("/", "/tmp") and folder.stat().st_uid == 0 and folder.is_relative_to(self.sandbox.folder):
                folder.chmod(0o755)
        somebody = dict(capture_output=True, user=65534, group=65534, extra_groups=[], timeout=TIMEOUT)
        try:
            if subprocess.run(["test", "-x", str(HPDLC), "-a", "-x", str(self.tree)], **somebody).returncode != 0:
                self.skipTest("somebody else reaches neither the build nor the tree")
        except PermissionError:
            self.skipTest("nothing can be run as somebody else")
        done = subprocess.run([str(HPDLC), "survey", "--format", "json", str(self.tree)], **somebody)
        self.assertEqual(done.returncode, USAGE, done)
        report = json.loads(done.stdout)
        self.assertEqual(sorted(Path(line.split(":")[0]).name for line in report["unread"]),
                         ["custom.xml", "job.properties", "private"])
        self.assertEqual(report["verdicts"]["total"], 6)

    def test_small_inputs_that_explode(self):
        values = "".join(f"v{i}={f'${{v{i + 1}}}' * 40}\n" for i in range(30)) + "v30=\n"
        for i in range(20):
            self.write(f"d{i}/workflow.xml", workflow(shell("a", "true", "${v0}"), "a").replace(
                "<exec>", "<job-xml>${v0}</job-xml><exec>") if i % 2 else "<a>" * 100000)
            self.write(f"d{i}/job.properties", values + "nameNode=${v0}\noozie.wf.application.path=${v0}${v1}\n")
            self.write(f"d{i}/long.properties", "x=" + "://a@" * 100000 + "\n")
        deep = self.tree
        for _ in range(200):
            deep = deep / "d"
        deep.mkdir(parents=True)
        (deep / "workflow.xml").write_text(workflow("", "end"))
        self.write("celos/one.js", "celos.x; while (true) {}")
        report = self.survey()
        self.assertGreaterEqual(report["verdicts"]["total"], 12)

    def test_a_tree_that_two_paths_name_counts_once(self):
        self.team()
        report = self.survey(self.tree, self.tree / "load", f"{self.tree}/")
        self.assertEqual(report["verdicts"]["total"], 7)
        self.assertEqual(len(report["roots"]), 1)

    def test_usage(self):
        self.assert_refused(hpdlc("survey"), USAGE, "no DIR given")
        self.assert_refused(hpdlc("survey", "--format", "xml", self.tree), USAGE, "xml")
        for root in ("hdfs://ann:Hunter2@nn/apps", "webhdfs://ann:Hunter2/x@nn:50070/apps"):
            done = hpdlc("survey", root)
            self.assert_refused(done, USAGE, "must not contain a login")
            self.assertNotIn("Hunter2", str(done))
        self.assertEqual(self.survey()["verdicts"]["total"], 0)


if __name__ == "__main__":
    closing.main()
