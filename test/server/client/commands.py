"""The command lines that the recording has, and the applications that they are about.

A step is a list of words. "{name}" in them is the id that an earlier step with `name = ...` has printed; `wait`
lets a job come to a state before the next step.
"""

from pathlib import Path

FOLDER = "/srv/wf"  # what stands in the recording for the working directory

WORKFLOW = """<workflow-app xmlns="uri:oozie:workflow:1.0" name="{name}">
  <start to="mk"/>
  <action name="mk"><fs><mkdir path="file://{folder}/out/${{wf:id()}}"/></fs><ok to="dec"/><error to="no"/></action>
  <decision name="dec"><switch><case to="both">${{who eq "world"}}</case><default to="bad"/></switch></decision>
  <fork name="both"><path start="a"/><path start="b"/></fork>
  <action name="a"><fs><mkdir path="file://{folder}/out/a"/></fs><ok to="met"/><error to="no"/></action>
  <action name="b"><fs><mkdir path="file://{folder}/out/b"/></fs><ok to="met"/><error to="no"/></action>
  <join name="met" to="end"/>
  <action name="bad"><fs><move source="file://{folder}/none" target="file://{folder}/other"/></fs>
    <ok to="end"/><error to="no"/></action>
  <kill name="no"><message>failed: ${{wf:errorMessage(wf:lastErrorNode())}}</message></kill>
  <end name="end"/>
</workflow-app>
"""
COORDINATOR = """<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="c1" frequency="${{coord:days(1)}}"
    start="2026-11-01T00:00Z" end="2026-11-04T00:00Z" timezone="UTC">
  <action><workflow><app-path>file://{folder}/apps/ctl</app-path>
    <configuration><property><name>who</name><value>world</value></property></configuration></workflow></action>
</coordinator-app>
"""
BUNDLE = """<bundle-app xmlns="uri:oozie:bundle:0.2" name="b1">
  <coordinator name="cc"><app-path>file://{folder}/apps/coord</app-path></coordinator>
</bundle-app>
"""
FILES = {
    "apps/ctl/workflow.xml": WORKFLOW.replace("{name}", "ctl-wf"),
    "apps/long/workflow.xml": WORKFLOW.replace("{name}", "a-long-name-\u00e9t\u00e9"),
    "apps/coord/coordinator.xml": COORDINATOR,
    "apps/bundle/bundle.xml": BUNDLE,
    "apps/ctl/job.properties": """# blanks, escapes and a continued line
oozie.wf.application.path=file://{folder}/apps/ctl
who : world
uni=caf\\u00e9 <&> "q"
long = a \\
   b
""",
    "apps/ctl/job.xml": """<?xml version="1.0"?>
<configuration>
  <property><name>oozie.wf.application.path</name><value>file://{folder}/apps/long</value></property>
  <property><name>who</name><value>nobody</value></property>
  <property><name>empty</name><value/></property>
</configuration>
""",
    "apps/ctl/rerun.properties": "oozie.wf.rerun.failnodes=true\nwho=world\n",
    "apps/none.properties": "oozie.wf.application.path=file://{folder}/apps/none\n",
    "apps/pig.properties": """fs.default.name=file:///
yarn.resourcemanager.address=localhost:8032
oozie.libpath=/lib
""",
    "apps/mr.properties": """fs.default.name=file:///
yarn.resourcemanager.address=localhost:8032
oozie.libpath=file:///lib
mapred.mapper.class=M
mapreduce.reduce.class=R
mapred.input.dir=/in
mapred.output.dir=/out
""",
    "apps/coord/job.properties": "oozie.coord.application.path=file://{folder}/apps/coord\n",
    "apps/bundle/job.properties": "oozie.bundle.application.path=file://{folder}/apps/bundle\n",
    "apps/script.pig": "a = load 'x';\r\ndump a;",
    "apps/not.xml": "<configurations/>",
    "apps/other.xml": "<configuration><props/></configuration>",
    "apps/conf.txt": "a=b\n",
}


def write_files(folder):
    for name, text in FILES.items():
        path = Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("${{", "\0").replace("}}", "\1").replace("{folder}", str(folder))
                        .replace("\0", "${").replace("\1", "}"))


CTL = ["-config", "apps/ctl/job.properties"]
STEPS = """
help
help job
help sqoop
help nothing
help job jobs
version

nothing
job
job -kill
job -kill a-W -info b-W
job -kill a-W -kill b-W
job -nothing
job -info
job -config
job -D
job --info nosuch-W
job -info=nosuch-W
job -info nosuch-W -len abc
job -info nosuch-W -len 99999999999
job -info nosuch-W -filter status=KILLED
job -info nosuch-B -filter x
job -info nosuch-W@a -filter x
job -info nosuch-C@1 -filter x
job -run
job -submit -config apps/nosuch.properties
job -run -config apps/not.xml
job -run -config apps/other.xml
job -run -config apps/conf.txt
job -run -config apps/none.properties
job -dryrun -info nosuch-W
job -config x-dryrun
job -log nosuch-W -action 1
job -change nosuch-C
job -rerun nosuch-C
job -rerun nosuch-C -action 1 -date 2
job -rerun nosuch-B -action 1
job -kill nosuch-C -date 1 -action 2
job -ignore nosuch-C -action {empty}
job -start {empty}
job -poll nosuch-W -interval 0
job -poll nosuch
job -poll nosuch-W -timeout x
job -poll nosuch-W
job -validatejar apps/nosuch.jar
job -configcontent nosuch
jobs a b
jobs -len
jobs -filter nothing=1
jobs -jobtype nothing
jobs -auth nothing
jobs -auth BASIC
jobs -username ann
jobs -password secret
jobs -oozie nothing
jobs -oozie hdfs://nowhere/oozie
jobs -oozie {empty}
info
info -timezones
info -nothing
validate
validate a b
validate apps/nosuch.xml
validate apps/ctl/workflow.xml
validate apps/coord/coordinator.xml
validate apps/not.xml
validate hdfs://nowhere:1/workflow.xml
sla -len x
sla
sla -len 2 -offset 1 -filter jobid=nosuch
admin
admin -status
admin -status -version
admin -version
admin -systemmode nothing
admin -systemmode normal
admin -servers
admin -queuedump
admin -shareliblist
admin -shareliblist pig
admin -sharelibupdate
admin -metrics
admin -instrumentation
admin -purge nothing
admin -purge nothing=1
admin -purge wf=x
admin -purge wf=30;coord=7;bundle=7;limit=10;oldcoordaction=false
admin -status -doas ann
w1 = job -config apps/ctl/job.properties -run
wait w1 SUCCEEDED
w2 = job -config apps/ctl/job.xml -run -debug
wait w2 KILLED
w3 = job -config apps/ctl/job.properties -submit -D who=me -Dx=y=z -D flag
job -config apps/ctl/job.properties -dryrun
job -config apps/ctl/job.properties -dryrun -D oozie.wf.application.path=file:///nowhere
job -run -D who=world
job -config apps/ctl/job.properties -submit -doas joe
w4 = job -config apps/ctl/job.properties -submit
job -info {w1}
job -info {w1} -verbose
job -info {w1} -localtime
job -info {w1} -timezone Europe/Paris -verbose
job -info {w1} -timezone GMT+5
job -info {w1} -timezone GMT-07:30
job -info {w1} -timezone GMT+99
job -info {w1} -timezone Asia/Kathmandu
job -info {w1} -timezone PST
job -info {w1} -timezone nothing
job -info {w1} -len 2 -offset 2
job -info {w1} -debug
job -info {w1}@mk
job -info {w1}@mk -verbose
job -info {w1}@nothing
job -retries {w1}@mk
job -retries {w2}@bad
job -info {w2}
job -info {w2} -verbose
job -info {w2}@bad
job -info {w3}
job -info nosuch-W
job -log {w1}
job -log {w2} -logfilter loglevel=WARN;limit=3
job -log nosuch-W
job -errorlog {w2}
job -auditlog {w1}
job -definition {w1}
job -definition nosuch-W
job -configcontent {w1}
job -configcontent nosuch-W
job -poll {w1} -verbose
job -start {w3}
wait w3 KILLED
job -start {w3}
job -suspend {w4}
job -resume {w4}
job -kill {w4}
job -kill nosuch-W
job -suspend nosuch-W
job -resume {w1}
job -rerun {w1}
job -rerun {w2} -config apps/ctl/rerun.properties
wait w2 KILLED
job -rerun {w2} -D oozie.wf.rerun.skip.nodes=mk,dec
wait w2 KILLED
job -slaenable {w1}
job -sladisable {w1} -action 1
job -slachange {w1} -value max-duration=1
jobs
jobs -verbose
jobs -len 2 -offset 2
jobs -filter status=SUCCEEDED;name=ctl-wf -len 1
jobs -filter status=RUNNING
jobs -timezone America/Los_Angeles -len 1
jobs -localtime -len 1
jobs -jobtype WF -len 1
jobs -jobtype coord
jobs -jobtype bundle
jobs -bulk bundle=nosuch
jobs -kill -filter name=nosuch
w5 = job -config apps/ctl/job.properties -submit
jobs -kill -filter status=PREP
jobs -suspend -filter name=nosuch -jobtype coord
jobs -resume -filter name=nosuch -jobtype bundle
pig
pig x
pig -file apps/script.pig
pig -file apps/script.pig -config apps/ctl/job.properties
pig -file apps/nosuch.pig -config apps/pig.properties
pig -file apps/script.pig -config apps/pig.properties -PA=1 -P B=2 -X -param c=d -Dx=y
hive -file apps/script.pig -config apps/pig.properties
sqoop -command import
sqoop -config apps/pig.properties -command import --connect x=y -X -v
mapreduce
mapreduce -config apps/pig.properties
mapreduce -config apps/mr.properties
c1 = job -config apps/coord/job.properties -run
wait c1 SUCCEEDED
job -config apps/coord/job.properties -dryrun
job -info {c1}
job -info {c1} -verbose
job -info {c1} -len 1 -order desc -filter status=SUCCEEDED
job -info {c1}@1
job -info {c1}@1 -allruns
job -log {c1} -action 1
job -definition {c1}
job -configcontent {c1}
job -missingdeps {c1} -action 1
job -change {c1} -value concurrency=2
job -rerun {c1} -action 1 -nocleanup
job -ignore {c1} -action 2
job -kill {c1} -action 3
job -suspend {c1}
job -update {c1} -config apps/coord/job.properties -dryrun
jobs -jobtype coordinator
jobs -jobtype coordinator -verbose
b1 = job -config apps/bundle/job.properties -run
wait b1 SUCCEEDED
job -config apps/bundle/job.properties -dryrun
job -info {b1}
job -info {b1} -verbose
jobs -jobtype bundle
jobs -jobtype bundle -verbose
jobs -bulk bundle=b1
jobs -bulk bundle=b1 -verbose
job -rerun {b1} -coordinator cc
job -rerun {b1} -date 2026-11-01T00:00Z
jobs -auth SIMPLE -len 1
jobs -auth simple -len 1
jobs -auth KERBEROS -len 1
jobs -username ann -password secret -len 1
""".strip("\n").split("\n")

# The same server with nobody unknown.
STRICT_STEPS = """
admin -status
admin -status -auth SIMPLE
jobs -len 1 -doas ann
job -config apps/ctl/job.properties -submit -doas ann
w1 = job -config apps/ctl/job.properties -submit
job -info {w1}
jobs -username ann -password secret
""".strip("\n").split("\n")
