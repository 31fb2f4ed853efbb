"""The command line of Oozie 5.2.1 drives hpdld and a real Oozie server; what it prints is the same, but for
ids, times and addresses."""

import json
import re
import sys
import tempfile
import threading
import time
import unittest
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from oozie_client import JavaClient
from oozie_server import OozieServer, prepared
from served import Server, configuration

STATUS_SECONDS = 60
WORKFLOW = """<workflow-app xmlns="uri:oozie:workflow:1.0" name="ctl-wf">
  <parameters><property><name>who</name><value>world</value></property></parameters>
  <start to="mk"/>
  <action name="mk"><fs><mkdir path="${nameNode}%(folder)s/out/${wf:id()}"/></fs><ok to="both"/><error to="fail"/></action>
  <fork name="both"><path start="a"/><path start="b"/></fork>
  <action name="a"><fs><mkdir path="${nameNode}%(folder)s/out/a-${who}"/></fs><ok to="met"/><error to="fail"/></action>
  <action name="b"><fs><mkdir path="${nameNode}%(folder)s/out/b"/></fs><ok to="met"/><error to="fail"/></action>
  <join name="met" to="dec"/>
  <decision name="dec"><switch><case to="fail">${wf:conf('boom') eq 'yes'}</case><default to="end"/></switch></decision>
  <kill name="fail"><message>failed on purpose [${wf:conf('boom')}]</message></kill>
  <end name="end"/>
</workflow-app>
"""
BROKEN = """<workflow-app xmlns="uri:oozie:workflow:1.0" name="broken">
  <start to="mk"/>
  <action name="mk"><fs><mkdir path="/x"/></fs><ok to="nowhere"/><error to="end"/></action>
  <end name="end"/>
</workflow-app>
"""

# What is done, in order: a name, the words of the command line, and the state that a job comes to afterwards, and in
# which run.
# {NAME} in the words is the id that the command of this name has printed.
STEPS = [
    ("status", "admin -status", None),
    ("version", "admin -version", None),
    ("mode", "admin -systemmode NORMAL", None),
    ("instrumentation", "admin -instrumentation", None),
    ("servers", "admin -servers", None),
    ("sharelib", "admin -shareliblist", None),
    ("libraries", "admin -shareliblist .*i.*", None),
    ("nolibrary", "admin -shareliblist pi", None),
    ("update", "admin -sharelibupdate", None),
    ("queue", "admin -queuedump", None),
    ("metrics", "admin -metrics", None),
    ("configuration", "admin -configuration", None),
    ("osenv", "admin -osenv", None),
    ("properties", "admin -javasysprops", None),
    ("validate", "validate app/workflow.xml", None),
    ("submit", "job -config app.properties -submit", ("submit", "PREP")),
    ("prep", "job -info {submit}", None),
    ("start", "job -start {submit}", ("submit", "SUCCEEDED")),
    ("info", "job -info {submit}", None),
    ("verbose", "job -info {submit} -verbose", None),
    ("part", "job -info {submit} -len 2 -offset 2", None),
    ("action", "job -info {submit}@mk", None),
    ("join", "job -info {submit}@met -verbose", None),
    ("poll", "job -poll {submit} -interval 1 -timeout 1", None),
    ("log", "job -log {submit}", None),
    ("filtered", "job -log {submit} -logfilter loglevel=INFO;limit=2", None),
    ("badfilter", "job -log {submit} -logfilter loglevel=LOUD", None),
    ("errorlog", "job -errorlog {submit}", None),
    ("auditlog", "job -auditlog {submit}", None),
    ("definition", "job -definition {submit}", None),
    ("content", "job -configcontent {submit}", None),
    ("dryrun", "job -config app.properties -dryrun", None),
    ("late", "job -start {submit}", None),
    ("toolate", "job -kill {submit}", None),
    ("boom", "job -config app.properties -D boom=yes -run", ("boom", "KILLED")),
    ("killed", "job -info {boom}", None),
    # The decision is one of the nodes that have not failed, so it is not taken anew.
    ("rerun", "job -rerun {boom} -config rerun.properties -D boom=no", ("boom", "KILLED", 1)),
    ("again", "job -info {boom}", None),
    ("held", "job -config app.properties -D oozie.suspend.on.nodes=dec -run", ("held", "SUSPENDED")),
    ("suspended", "job -info {held}", None),
    ("notover", "job -rerun {held} -config rerun.properties", None),
    ("resume", "job -resume {held}", ("held", "SUCCEEDED")),
    ("other", "job -config app.properties -D oozie.suspend.on.nodes=mk -run", ("other", "SUSPENDED")),
    ("kill", "job -kill {other}", ("other", "KILLED")),
    ("gone", "job -info {other}", None),
    ("jobs", "jobs", None),
    ("page", "jobs -len 2 -offset 2", None),
    ("filter", "jobs -filter status=SUCCEEDED;name=ctl-wf -len 1", None),
    ("wordy", "jobs -verbose -len 1", None),
    ("recent", "jobs -filter startcreatedtime=-1h -len 1", None),
    ("badjobs", "jobs -filter nosuch=1", None),
    ("coordinators", "jobs -jobtype coord", None),
    ("bundles", "jobs -jobtype bundle", None),
    ("bulk", "jobs -bulk bundle=b1", None),
    ("killnone", "jobs -kill -filter name=nosuch", None),
    ("nosuch", "job -info 0000000-000000000000000-nosuch-W", None),
    ("noaction", "job -info {submit}@nosuch", None),
    ("nothing", "job -config none.properties -run", None),
    ("proxy", "job -doas alice -info {submit}", None),
    ("sla", "sla", None),
    ("broken", "job -config broken.properties -run", None),
    ("coordinator", "job -config coord.properties -run", None),
]

# These say how the server is made, or have a text of its own: only that they work, or fail, is compared, and
# what `says` looks for below.
OWN_WORDS = {"version", "servers", "metrics", "configuration", "osenv", "properties", "log", "filtered", "errorlog",
             "auditlog", "instrumentation", "queue"}
# Which branch of a fork comes first is a matter of luck, and so is the order of a disk.
ANY_ORDER = {"info", "verbose", "killed", "again", "suspended", "libraries"}
# hpdld refuses with more words, or has no such jobs yet.
MORE_WORDS = {"broken"}


class Peer:
    """A server, its files, and what the client printed for each step."""

    def __init__(self, folder, url):
        self.folder, self.url = folder, url
        self.ids, self.results, self.client = {}, {}, None
        folder.mkdir(parents=True)
        for name, definition in (("app", WORKFLOW % {"folder": folder}), ("broken", BROKEN)):
            (folder / name).mkdir()
            (folder / name / "workflow.xml").write_text(definition)
        path = "oozie.wf.application.path"
        for name, text in (("app", f"{path}=file://{folder}/app\n"), ("none", f"{path}=file://{folder}/none\n"),
                           ("broken", f"{path}=file://{folder}/broken\n"),
                           ("rerun", f"{path}=file://{folder}/app\noozie.wf.rerun.failnodes=true\n"),
                           ("coord", f"oozie.coord.application.path=file://{folder}/none\n")):
            (folder / f"{name}.properties").write_text(text + "nameNode=file://\n")

    def end(self):
        if self.client is not None:
            self.client.stop()

    def await_state(self, job, status, run=0):
        end = time.monotonic() + STATUS_SECONDS
        while True:
            with urllib.request.urlopen(f"{self.url}/v2/job/{job}?show=info&user.name=joe", timeout=30) as reply:
                now = json.load(reply)
            if (now["status"], now["run"]) == (status, run):
                return
            if time.monotonic() > end:
                raise AssertionError(f"{job} is {now['status']} in run {now['run']}, not {status}, {run}")
            time.sleep(0.05)

    def run(self):
        self.client = JavaClient(self.folder, self.url, "joe")
        for name, line, state in STEPS:
            done = self.client.run(*line.format(**self.ids).split())
            lines = (done.out + done.err).splitlines()
            text = "\n".join(each for each in lines if not re.match(r"(log4j|SLF4J|WARNING)", each))
            self.results[name] = done.code, text
            found = re.search(r"job: (\S+-W)", text)
            if found:
                self.ids[name] = found[1]
            if state:
                self.await_state(self.ids.get(state[0], "none"), *state[1:])

    def normal(self, name):
        """The exit code and the text without what differs from server to server."""
        code, text = self.results[name]
        for key, job in self.ids.items():
            text = text.replace(job, f"<{key}>")
        text = text.replace(self.url.removesuffix("/oozie"), "<server>").replace(str(self.folder), "<folder>")
        text = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?( [A-Z]{3})?", "<time>", text)
        text = re.sub(r"-{3,}", "---", text)
        # Columns are as wide as what is in them.
        return code, "\n".join(re.sub(r" +", " ", line).rstrip() for line in text.splitlines())


class RealClient(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="hpdl-client-")
        cls.addClassCleanup(cls.folder.cleanup)
        folder = Path(cls.folder.name)
        prepared()
        libraries = {"oozie.service.WorkflowAppService.system.libpath": f"file://{folder}/sharelib"}
        for name in ("lib_20190101000000/pig/old.jar", "lib_20240101000000/pig/b.jar", "lib_20240101000000/pig/a.jar",
                     "lib_20240101000000/pig/more/c.jar", "lib_20240101000000/hive/h.jar",
                     "lib_20240101000000/oozie/o.jar", "lib_20240101000000/none"):
            jar = folder / "sharelib" / name
            jar.parent.mkdir(parents=True, exist_ok=True)
            jar.write_text("")
        real = OozieServer(folder / "oozie", site=libraries).start()
        cls.addClassCleanup(real.stop)
        site = folder / "site.xml"  # as the real one's, whose callers need no name
        site.write_text(configuration({"oozie.authentication.simple.anonymous.allowed": "true", **libraries}))
        ours = Server(folder, "--local", "--site", site)
        ours.start()
        cls.addClassCleanup(ours.end)
        cls.real = Peer(folder / "real", real.url)
        cls.ours = Peer(folder / "ours", f"http://127.0.0.1:{ours.port}/oozie")
        for peer in (cls.real, cls.ours):
            cls.addClassCleanup(peer.end)
        failures = []

        def drive(peer):
            try:
                peer.run()
            except Exception as error:  # noqa: BLE001: told below
                failures.append(f"{peer.url}: {error!r}\n{list(peer.results.items())[-1:]}")

        threads = [threading.Thread(target=drive, args=(peer,)) for peer in (cls.real, cls.ours)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failures:
            raise AssertionError("\n".join(failures) + "\n" + ours.log.read_text()[-3000:])

    def test_it_prints_the_same(self):
        for name, line, _ in STEPS:
            with self.subTest(line):
                expected, said = self.real.normal(name), self.ours.normal(name)
                if name in OWN_WORDS | MORE_WORDS:
                    expected, said = expected[0], said[0]
                elif name in ANY_ORDER:
                    expected, said = sorted(expected[1].splitlines()), sorted(said[1].splitlines())
                self.assertEqual(said, expected)

    def test_what_it_says_in_words_of_its_own(self):
        def text(name):
            return self.ours.results[name][1]

        self.assertRegex(text("version"), "5.2.1-hpdld-")
        self.assertRegex(text("servers"), self.ours.url)
        self.assertRegex(text("instrumentation"), "Instrumentation is unavailable")
        self.assertRegex(text("broken"), r"Error: E0708 : E0708: .*nowhere")
        job = self.ours.ids["submit"]
        lines = text("log").splitlines()
        self.assertTrue(any(f"ACTION[{job}@mk]" in line and " INFO " in line for line in lines), lines)
        self.assertEqual(len([line for line in text("filtered").splitlines() if "JOB[" in line]), 2)
        self.assertIn("OPERATION [start]", text("auditlog"))


if __name__ == "__main__":
    closing.main()
