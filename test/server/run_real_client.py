"""The command line of Oozie 5.2.1 drives hpdld and a real Oozie server; what it prints is the same, but for
ids, times and addresses. What only reads is asked of hpdld by the native command too, which prints the same bytes."""

import json
import re
import sys
import tempfile
import threading
import time
import unittest
import urllib.parse
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from oozie_client import JavaClient, run_native
from oozie_server import OozieServer, prepared
from programs import BUILD, TIMEOUT
from served import Server, configuration

STATUS_SECONDS = TIMEOUT  # no measure: the services of the real server are slow on a busy machine
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

COORDINATOR = """<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="%(name)s" frequency="${coord:days(1)}"
    start="2024-01-01T00:00Z" end="2024-01-%(end)sT00:00Z" timezone="UTC">
  <controls><concurrency>1</concurrency></controls>
  <datasets><dataset name="d" frequency="${coord:days(1)}" initial-instance="2023-12-01T00:00Z" timezone="UTC">
    <uri-template>file://%(folder)s/data/${YEAR}-${MONTH}-${DAY}</uri-template><done-flag></done-flag></dataset></datasets>
  <input-events><data-in name="in" dataset="d"><instance>${coord:current(0)}</instance></data-in></input-events>
  <action><workflow><app-path>file://%(folder)s/quick</app-path><configuration>
    <property><name>in</name><value>${coord:dataIn('in')} %(more)s</value></property>
  </configuration></workflow>%(agreed)s</action>
</coordinator-app>
"""
QUICK = '<workflow-app xmlns="uri:oozie:workflow:1.0" name="quick"><start to="end"/><end name="end"/></workflow-app>'
BUNDLE = """<bundle-app xmlns="uri:oozie:bundle:0.2" name="bb">
  <coordinator name="one"><app-path>file://%(folder)s/first</app-path></coordinator>
  <coordinator name="two"><app-path>file://%(folder)s/open</app-path></coordinator>
</bundle-app>
"""
WAITS = ["SUCCEEDED", "WAITING", "WAITING", "WAITING"]
KILLED = ["SUCCEEDED", "KILLED", "WAITING", "WAITING"]

# The same of coordinators and bundles: the states are those of the actions, or of a bundle's coordinators.
STEPS += [
    ("cvalidate", "validate open/coordinator.xml", None),
    ("cdry", "job -config open.properties -dryrun", None),
    ("c", "job -config open.properties -run", ("c", "RUNNING", WAITS)),
    ("cinfo", "job -info {c}", None),
    ("cverbose", "job -info {c} -verbose", None),
    ("cpart", "job -info {c} -len 2 -offset 2", None),
    ("cdesc", "job -info {c} -order desc -len 1", None),
    ("cwaiting", "job -info {c} -filter status=WAITING", None),
    ("cothers", "job -info {c} -filter status!=WAITING", None),
    ("ctimes", "job -info {c} -filter nominaltime>=2024-01-02T00:00Z;nominaltime<2024-01-04T00:00Z", None),
    ("cbad", "job -info {c} -filter colour=red", None),
    ("cbadorder", "job -info {c} -order sideways", None),
    ("caction", "job -info {c}@1", None),
    ("cactionwordy", "job -info {c}@2 -verbose", None),
    ("cnoaction", "job -info {c}@9", None),
    ("cruns", "job -info {c}@1 -allruns", None),
    ("cparent", "job -info {cruns}", None),
    ("cnoruns", "job -info {c}@2 -allruns", None),
    ("cmissing", "job -missingdeps {c} -action 1-3", None),
    ("cmissingdate", "job -missingdeps {c} -date 2024-01-03T00:00Z", None),
    ("cmissingnone", "job -missingdeps {c} -action 7", None),
    ("clog", "job -log {c} -action 1", None),
    ("cdefinition", "job -definition {c}", None),
    ("ccontent", "job -configcontent {c}", None),
    ("cchange", "job -change {c} -value concurrency=2", None),
    ("cpause", "job -change {c} -value pausetime=2099-01-01T00:00Z", None),
    ("cchanged", "job -info {c} -verbose -len 1", None),
    ("cbadchange", "job -change {c} -value colour=red", None),
    ("cbadchange2", "job -change {c} -value concurrency=", None),
    ("cbadchange3", "job -change {c} -value status=RUNNING", None),
    ("cbadchange4", "job -change {c} -value endtime=2024-01-01T00:00Z", None),
    ("csuspend", "job -suspend {c}", ("c", "SUSPENDED", WAITS)),
    ("cresume", "job -resume {c}", ("c", "RUNNING", WAITS)),
    ("ckill", "job -kill {c} -action 2,9", ("c", "RUNNING", KILLED)),
    ("ckilldate", "job -kill {c} -date 2025-01-01T00:00Z::2025-01-02T00:00Z", None),
    ("ckillbad", "job -kill {c} -action x", None),
    ("cignore", "job -ignore {c} -action 2", ("c", "RUNNING", ["SUCCEEDED", "IGNORED", "WAITING", "WAITING"])),
    ("cignorebad", "job -ignore {c} -action 1,3", None),
    ("cignorejob", "job -ignore {c}", None),
    ("crerun", "job -rerun {c} -action 1", ("c", "RUNNING", ["SUCCEEDED", "IGNORED", "WAITING", "WAITING"])),
    ("crerunbad", "job -rerun {c} -action 3", None),
    ("crerundate", "job -rerun {c} -date 2024-01-02T00:00Z -nocleanup -refresh",
     ("c", "RUNNING", WAITS)),
    ("crerunnone", "job -rerun {c} -date 2024-02-02T00:00Z", None),
    ("cruns2", "job -info {c}@1 -allruns", None),
    ("csame", "job -update {c}", None),
    ("cdiff", "job -update {c} -config changed.properties -dryrun", None),
    ("cnodiff", "job -update {c} -config changed.properties -dryrun -diff false", None),
    ("cupdate", "job -update {c} -config changed.properties", None),
    ("cupdated", "job -info {c} -verbose", None),
    ("ccontent2", "job -configcontent {c}", None),
    ("cupdatebad", "job -update {c} -config longer.properties", None),
    ("cjobs", "jobs -jobtype coord", None),
    ("cjobswordy", "jobs -jobtype coordinator -verbose", None),
    ("cjobsfilter", "jobs -jobtype coord -filter status=RUNNING;name=open;user=joe;frequency=1;unit=days", None),
    ("cjobsnone", "jobs -jobtype coord -filter frequency=1;unit=hours", None),
    ("cjobsbad", "jobs -jobtype coord -filter unit=hours", None),
    ("cjobsbad2", "jobs -jobtype coord -filter status=open", None),
    ("cstart", "job -start {c}", None),
    ("ckilljob", "job -kill {c}", ("c", "KILLED", ["SUCCEEDED", "KILLED", "KILLED", "KILLED"])),
    ("ckilled", "job -info {c}", None),
    ("cpoll", "job -poll {c} -verbose", None),
    ("clate", "job -suspend {c}", None),
    ("clatechange", "job -change {c} -value concurrency=3", None),
    ("cagain", "job -change {c} -value status=RUNNING", None),
    ("cnosuch", "job -info 0000000-000000000000000-nosuch-C", None),
    ("bvalidate", "validate bundle/bundle.xml", None),
    ("bdry", "job -config bundle.properties -dryrun", None),
    ("b", "job -config bundle.properties -run", ("b", "RUNNING", ["SUCCEEDED", "RUNNING"])),
    ("binfo", "job -info {b}", None),
    ("bverbose", "job -info {b} -verbose", None),
    ("bjobs", "jobs -jobtype bundle", None),
    ("bjobswordy", "jobs -jobtype bundle -verbose -filter status=RUNNING;name=bb", None),
    ("bbulk", "jobs -bulk bundle=bb;actionstatus=WAITING,SUCCEEDED", None),
    ("bbulkwordy", "jobs -bulk bundle=bb;coordinators=one;actionstatus=SUCCEEDED -verbose", None),
    ("bbulkdefault", "jobs -bulk bundle=bb", None),
    ("bbulkbad", "jobs -bulk actionstatus=WAITING", None),
    ("bbulkbad2", "jobs -bulk bundle=bb;actionstatus=OPEN", None),
    ("bsuspend", "job -suspend {b}", ("b", "SUSPENDED", ["SUCCEEDED", "SUSPENDED"])),
    ("bresume", "job -resume {b}", ("b", "RUNNING", ["SUCCEEDED", "RUNNING"])),
    ("bchange", "job -change {b} -value pausetime=2099-01-01T00:00Z", None),
    ("bbadchange", "job -change {b} -value concurrency=2", None),
    ("bignore", "job -ignore {b}", None),
    ("bdefinition", "job -definition {b}", None),
    ("bcontent", "job -configcontent {b}", None),
    ("bkill", "job -kill {b}", ("b", "KILLED", ["SUCCEEDED", "KILLED"])),
    ("bkilled", "job -info {b}", None),
    ("brerun", "job -rerun {b} -coordinator one -date 2024-01-01T00:00Z", None),
    ("bpoll", "job -poll {b} -interval 1 -timeout 1", None),
    ("bnosuch", "job -info 0000000-000000000000000-nosuch-B", None),
    ("bwrong", "job -config wrong.properties -run", None),
    ("cmany", "job -config open.properties -run", ("cmany", "RUNNING", WAITS)),
    ("csuspendall", "jobs -suspend -jobtype coord -filter name=open;status=RUNNING", ("cmany", "SUSPENDED", WAITS)),
    ("ckillall", "jobs -kill -jobtype coord -filter name=open;status=SUSPENDED",
     ("cmany", "KILLED", ["SUCCEEDED", "KILLED", "KILLED", "KILLED"])),
]

# Agreements (SLA) of a coordinator; what became of them is compared too (AGREED).
AGREED = """<s:info xmlns:s="uri:oozie:sla:0.2"><s:nominal-time>${coord:nominalTime()}</s:nominal-time>
  <s:should-start>${10 * MINUTES}</s:should-start><s:should-end>${2 * HOURS}</s:should-end>
  <s:max-duration>${30 * MINUTES}</s:max-duration><s:alert-contact>a@example.com</s:alert-contact></s:info>"""
STEPS += [
    ("s", "job -config agreed.properties -run", ("s", "RUNNING", WAITS)),
    ("sdisable", "job -sladisable {s} -action 1-2", None),
    ("senable", "job -slaenable {s} -action 2", None),
    ("sdate", "job -sladisable {s} -date 2024-01-03T00:00Z", None),
    ("schange", "job -slachange {s} -action 3 -value sla-should-end=600;sla-max-duration=5", None),
    ("schangebad", "job -slachange {s} -action 3 -value colour=red", None),
    ("schangebad2", "job -slachange {s} -action 3 -value sla-should-end", None),
    ("schangenone", "job -slachange {s} -action 9 -value sla-should-end=5", None),
    ("sdisablenone", "job -sladisable {s} -action 9", None),
    ("sall", "job -sladisable {s}", None),
    ("sinfo", "job -info {s} -verbose -len 2", None),
    ("sevents", "sla -filter jobid={s}@1", None),
    ("sbadfilter", "sla -filter colour=red", None),
    ("skill", "job -kill {s}", ("s", "KILLED", ["SUCCEEDED", "KILLED", "KILLED", "KILLED"])),
]

# These say how the server is made, or have a text of its own: only that they work, or fail, is compared, and
# what `says` looks for below.
OWN_WORDS = {"version", "servers", "metrics", "configuration", "osenv", "properties", "log", "filtered", "errorlog",
             "auditlog", "instrumentation", "queue", "clog"}
# Which branch of a fork comes first is a matter of luck, and so are the order of a disk, and which coordinator of a
# bundle is made first.
ANY_ORDER = {"info", "verbose", "killed", "again", "suspended", "libraries", "binfo", "bverbose", "bbulk", "bkilled"}
# hpdld refuses with more words, or with fewer where Oozie shows a statement of its database.
MORE_WORDS = {"broken", "bwrong", "sdisablenone"}


READS = re.compile(r"job -(info|definition|configcontent|missingdeps|poll|errorlog|auditlog) |job .*-dryrun|jobs$|jobs -(?!kill|suspend)"
                   r"|validate |admin -(status|servers|shareliblist|queuedump)|sla$")


class Peer:
    """A server, its files, and what the client printed for each step. `native`: another client, which is asked too."""

    def __init__(self, folder, url, native=None):
        self.folder, self.url, self.native = folder, url, native
        self.ids, self.results, self.client = {}, {}, None
        self.both = {}  # what the client and the native one have printed
        self.agreements = []  # of /v2/sla
        self.overtaken = set()  # bundles that have ended DONEWITHERROR when they were killed (await_state)
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
        self.write_coordinators(folder)

    @staticmethod
    def write_coordinators(folder):
        # The data of the first day is there.
        for name in ("data/2024-01-01", "quick", "bundle", "wrong"):
            (folder / name).mkdir(parents=True)
        (folder / "quick/workflow.xml").write_text(QUICK)
        for place, name, end, more in (("open", "open", "05", ""), ("first", "own", "02", ""),
                                       ("changed", "open", "05", "changed"), ("longer", "open", "06", ""),
                                       ("agreed", "agreed", "05", "")):
            (folder / place).mkdir()
            (folder / place / "coordinator.xml").write_text(
                COORDINATOR % {"folder": folder, "name": name, "end": end, "more": more,
                               "agreed": AGREED if name == "agreed" else ""})
            (folder / f"{place}.properties").write_text(f"oozie.coord.application.path=file://{folder}/{place}\nof={place}\n")
        (folder / "bundle/bundle.xml").write_text(BUNDLE % {"folder": folder})
        (folder / "wrong/bundle.xml").write_text((BUNDLE % {"folder": folder}).replace('"two"', '"one"'))
        for name in ("bundle", "wrong"):
            (folder / f"{name}.properties").write_text(f"oozie.bundle.application.path=file://{folder}/{name}\n")

    def end(self):
        if self.client is not None:
            self.client.stop()

    def await_state(self, job, status, more=0):
        """`more`: which run of a workflow it is; the states of what belongs to another job. The real Oozie's status service
        may look at a bundle while its kill is under way, and takes it for one that runs with errors. That bundle ends
        DONEWITHERROR, not KILLED, if one of its coordinators has succeeded."""
        end = time.monotonic() + STATUS_SECONDS
        while True:
            with urllib.request.urlopen(f"{self.url}/v2/job/{job}?show=info&len=100&user.name=joe", timeout=30) as reply:
                now = json.load(reply)
            parts = now["bundleCoordJobs"] if job.endswith("B") else now["actions"]
            parts = sorted(parts, key=lambda each: each.get("coordJobName", ""))
            found = now["status"], now["run"] if job.endswith("W") else [each["status"] for each in parts]
            if found == (status, more):
                return
            if self.native is None and (status, job[-1]) == ("KILLED", "B") and found == ("DONEWITHERROR", more):
                self.overtaken.add(job)
                return
            if time.monotonic() > end:
                raise AssertionError(f"{job} is {found}, not {status}, {more}")
            time.sleep(0.05)

    def run(self):
        self.client = JavaClient(self.folder, self.url, "joe")
        for name, line, state in STEPS:
            words = line.format(**self.ids).split()
            done = self.client.run(*words)
            if self.native is not None and READS.match(line):
                self.both[name] = done, run_native(self.native, self.folder, self.url, "joe", *words)
            lines = (done.out + done.err).splitlines()
            text = "\n".join(each for each in lines if not re.match(r"(log4j|SLF4J|WARNING)", each))
            self.results[name] = done.code, text
            found = re.search(r"job: (\S+-[WCB])$", text) or re.search(r"^(\S+-W) ", text if name == "cruns" else "", re.M)
            if found:
                self.ids[name] = found[1]
            if state:
                self.await_state(self.ids.get(state[0], "none"), *state[1:])
            if name == "sall":
                self.await_agreements()

    def await_agreements(self):
        """What `AGREED` has come to, once it is judged."""
        query = urllib.parse.quote(f"parent_id={self.ids['s']}")
        end = time.monotonic() + STATUS_SECONDS
        while True:
            with urllib.request.urlopen(f"{self.url}/v2/sla?timezone=GMT&filter={query}&user.name=joe", timeout=30) as reply:
                self.agreements = json.load(reply)["slaSummaryList"]
            # If Oozie's calculator has lost sight of the first action, the action stays NOT_STARTED and has missed its end.
            if (len(self.agreements) == 4 and {each["slaStatus"] for each in self.agreements[1:]} == {"MISS"}
                    and "END_MISS" in (self.agreements[0]["eventStatus"] or "")):
                return
            if time.monotonic() > end:
                raise AssertionError(self.agreements)
            time.sleep(0.05)

    def normal(self, name):
        """The exit code and the text without what differs from server to server."""
        code, text = self.results[name]
        if any(job in text for job in self.overtaken):
            text = text.replace("DONEWITHERROR", "KILLED")
        for key, job in self.ids.items():
            text = text.replace(job, f"<{key}>")
        text = text.replace(self.url.removesuffix("/oozie"), "<server>").replace(str(self.folder), "<folder>")
        text = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?( [A-Z]{3})?", "<time>", text)
        text = re.sub(r'action-actual-time="[^"]*"', "<actual time>", text)
        text = re.sub(r"\d{7}-\d{15}-[\w-]+-([WCB])\b", r"<\1>", text)  # of jobs that others have started
        # Oozie's mark comes and goes with its services, a second or more each.
        text = re.sub(r"pending status is (true|false)", "pending status is <either>", text)
        text = re.sub(r"<sequence-id>\d+<|<status-timestamp>[^<]*<|<last-sequence-id>\d+<", "<number or time><", text)
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
        soon = {f"oozie.service.{name}": value for name, value in (
            ("CoordMaterializeTriggerService.scheduling.interval", 1), ("StatusTransitService.statusTransit.interval", 1),
            ("PauseTransitService.PauseTransit.interval", 1), ("coord.input.check.requeue.interval", 1000))}
        soon.update({"oozie.services.ext": "org.apache.oozie.service.EventHandlerService,org.apache.oozie.sla.service.SLAService",
                     "oozie.service.EventHandlerService.event.listeners": "",
                     "oozie.sla.service.SLAService.check.interval": 1})
        real = OozieServer(folder / "oozie", site={**libraries, **soon}).start()
        cls.addClassCleanup(real.stop)
        site = folder / "site.xml"  # as the real one's, whose callers need no name
        site.write_text(configuration({"oozie.authentication.simple.anonymous.allowed": "true", **libraries}))
        ours = Server(folder, "--local", "--site", site)
        ours.start()
        cls.addClassCleanup(ours.end)
        cls.real = Peer(folder / "real", real.url)
        cls.ours = Peer(folder / "ours", f"http://127.0.0.1:{ours.port}/oozie", BUILD / "bin" / "hpdl")
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

    def test_the_native_client_prints_the_same(self):
        self.assertGreater(len(self.ours.both), 80)
        for name, (java, native) in self.ours.both.items():
            with self.subTest(name):
                # A minute may begin between the two.
                said = [re.sub('action-actual-time="[^"]*"', "", each.out) for each in (java, native)]
                self.assertEqual((said[1], native.err, native.code), (said[0], java.err, java.code))

    def test_agreements_are_the_same(self):
        """But for what the first action has come to: Oozie's calculator may have lost sight of it."""
        def known(peer):
            runs = {"id", "parentId", "lastModified", "startDelay", "endDelay"}
            first = {*runs, "jobStatus", "slaStatus", "eventStatus", "actualStart", "actualEnd", "actualDuration", "durationDelay"}
            return [{key: sorted(value.split(",")) if key == "eventStatus" else value
                     for key, value in each.items() if key not in (runs if at else first)}
                    for at, each in enumerate(peer.agreements)]
        self.assertEqual(known(self.ours), known(self.real))
        self.assertEqual([set(each) for each in self.ours.agreements[1:]], [set(each) for each in self.real.agreements[1:]])

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
