"""Small applications for run_one_verdict.py, each with its properties, its site and the verdict of Oozie 5.2.1.

BASE in a text stands for the URL of the folder of the case."""

from dataclasses import dataclass, field

# Each site has one hpdld for all of its cases.
SITES = {
    "plain": {},
    "loose": {"oozie.validate.ForkJoin": "false"},
}
# Files of cases with definitions that other definitions start.
STARTED = ("child.xml", "coordinator.xml")


@dataclass
class Case:
    """One definition, `main`, among `files`. `end` is the status in which the job ends after its start, or the code of
    the refusal. RUNNING: the job waits, and the test kills it."""

    name: str
    files: dict
    end: str
    main: str = "workflow.xml"
    key: str = "wf"
    site: str = "plain"
    properties: dict = field(default_factory=dict)
    subs: dict = field(default_factory=dict)  # app-path as written -> path in the folder
    config: dict = field(default_factory=dict)  # name of a file in the folder -> properties that it has


def workflow_app(name, nodes, start, head=""):
    return (f'<workflow-app xmlns="uri:oozie:workflow:0.5" name="{name}">{head}<start to="{start}"/>{nodes}'
            '<kill name="bad"><message>${wf:errorCode(wf:lastErrorNode())}</message></kill><end name="end"/></workflow-app>')


def action(name, body, to="end"):
    return f'<action name="{name}">{body}<ok to="{to}"/><error to="bad"/></action>'


def mkdir(name, path, to="end"):
    return action(name, f'<fs><mkdir path="{path}"/></fs>', to)


LOCAL = "<job-tracker>local</job-tracker><name-node>file:///</name-node>"


def shell(body="<exec>true</exec>", cluster=LOCAL):
    return f'<shell xmlns="uri:oozie:shell-action:0.3">{cluster}{body}</shell>'


def sub_workflow(path, more="<propagate-configuration/>"):
    return action("sub", f"<sub-workflow><app-path>{path}</app-path>{more}</sub-workflow>")


def coordinator_app(name, more="", child="${base}/empty.xml", configuration="", zone="Z", schema="0.4", **attributes):
    given = {"frequency": "${coord:days(1)}", "start": f"2024-01-02T00:00{zone}", "end": f"2024-01-03T00:00{zone}",
             "timezone": "UTC", **attributes}
    words = " ".join(f'{key}="{value}"' for key, value in given.items())
    return (f'<coordinator-app xmlns="uri:oozie:coordinator:{schema}" name="{name}" {words}>{more}<action><workflow>'
            f"<app-path>{child}</app-path>{configuration}</workflow></action></coordinator-app>")


def dataset(name, template):
    return (f'<dataset name="{name}" frequency="${{coord:days(1)}}" initial-instance="2024-01-01T00:00Z" timezone="UTC">'
            f"<uri-template>{template}</uri-template><done-flag></done-flag></dataset>")


def data_in(name, instances="<instance>${coord:current(0)}</instance>"):
    return f'<data-in name="{name}" dataset="days">{instances}</data-in>'


def properties_xml(**pairs):
    return ("<configuration>" + "".join(f"<property><name>{name}</name><value>{value}</value></property>"
                                        for name, value in pairs.items()) + "</configuration>")


EMPTY = workflow_app("empty", "", "end")
DAYS = dataset("days", "BASE/d/${YEAR}-${MONTH}-${DAY}")
INCLUDE = "<datasets><include>${base}/sets/days.xml</include></datasets><input-events>" + data_in("in") + "</input-events>"
READ = "<configuration><property><name>day</name><value>${coord:dataIn('in')}</value></property></configuration>"
DATA = {"d/2024-01-02/x": ""}


def coordinator(name, text, end="SUCCEEDED", more=None, **options):
    files = {"coordinator.xml": text, "empty.xml": EMPTY, **DATA, **(more or {})}
    return Case(name, files, end, main="coordinator.xml", key="coord", **options)


def inputs(template, events=data_in("in")):
    """A data set with this uri-template, and inputs of it."""
    return f"<datasets>{dataset('days', template)}</datasets><input-events>{events}</input-events>"


def logic(*inputs):
    """An action needs the data of one of these inputs."""
    return "<input-logic><or>" + "".join(f'<data-in dataset="{name}"/>' for name in inputs) + "</or></input-logic>"


def fork_past_join(name, **options):
    """A fork of which one branch reaches the end, past the join."""
    nodes = ('<fork name="f"><path start="a"/><path start="b"/></fork>' + mkdir("a", "${base}/made/a", "j")
             + mkdir("b", "${base}/made/b") + '<join name="j" to="end"/>')
    return Case(name, {"workflow.xml": workflow_app("loose", nodes, "f")}, **options)


NOTIFY = {"wf": "oozie.wf.workflow.notification.url", "action": "oozie.wf.action.notification.url"}
URLS = ("{base}/x?id=$jobId%26status=$status", "nosuch", "http://", "http://127.0.0.1:99999/x", "ftp://h/x", "$unknown", " ")
SELF = "<parameters><property><name>scratch</name><value>${scratch}</value></property></parameters>"
CHILD = workflow_app("child", mkdir("m", "${base}/made/child"), "m")
BAD_CHILD = workflow_app("child", mkdir("m", "${base}/made/child", "nowhere"), "m")

CASES = [
    # <include> of data sets
    coordinator("include", coordinator_app("include", INCLUDE, configuration=READ),
                more={"sets/days.xml": f"<datasets>{DAYS}</datasets>"}),
    coordinator("include beside", coordinator_app("include", INCLUDE.replace("/sets/", "/")),
                more={"days.xml": f"<datasets>{DAYS}</datasets>"}),
    coordinator("include given", coordinator_app("include", INCLUDE), subs={"${base}/sets/days.xml": "given.xml"},
                more={"sets/days.xml": f"<datasets>{DAYS}</datasets>", "given.xml": f"<datasets>{DAYS}</datasets>"}),
    coordinator("include missing", coordinator_app("include", INCLUDE), "E1002"),
    coordinator("include not well-formed", coordinator_app("include", INCLUDE), "E0700",
                more={"sets/days.xml": "<datasets>"}),
    coordinator("include of other root", coordinator_app("include", INCLUDE), "E0701", more={"sets/days.xml": "<sets/>"}),
    coordinator("include with unknown dataset", coordinator_app("include", INCLUDE.replace('"days"', '"weeks"')), "E0803",
                more={"sets/days.xml": f"<datasets>{DAYS}</datasets>"}),
    coordinator("include of a name without value",
                coordinator_app("include", INCLUDE.replace("${base}", "${other}")), "E1004",
                more={"sets/days.xml": f"<datasets>{DAYS}</datasets>"}),
    coordinator("include with a bad template", coordinator_app("include", INCLUDE), "E0738",
                more={"sets/days.xml": f"<datasets>{DAYS.replace('${DAY}', '${NOSUCH}')}</datasets>"}),
    coordinator("include of a duplicate", coordinator_app("include", INCLUDE.replace(
        "</datasets>", f"{DAYS}</datasets>")), "SUCCEEDED", more={"sets/days.xml": f"<datasets>{DAYS}</datasets>"}),
    # uri-templates and instances
    coordinator("dollar", coordinator_app("dollar", inputs('BASE/d/2024-0${"$"}{MONTH + 0}-0${"$"}{DAY + 0}'),
                                          configuration=READ)),
    coordinator("dollar that fails", coordinator_app("dollar", inputs('BASE/d/${"$"}{NOSUCH}')), "FAILED"),
    coordinator("dollar of an unknown function", coordinator_app("dollar", inputs('BASE/d/${"$"}{nosuch()}')), "FAILED"),
    coordinator("dollar not closed", coordinator_app("dollar", inputs('BASE/d/${"$"}{MONTH')), "FAILED"),
    coordinator("unknown variable in a template", coordinator_app("t", inputs("BASE/d/${NOSUCH}")), "E0738"),
    coordinator("condition", coordinator_app("condition", inputs(
        "BASE/d/2024-01-02", data_in("in", "<start-instance>${coord:current(0)}</start-instance><end-instance>"
                                           '${(step == "day") ? coord:current(0) : coord:current(1)}</end-instance>'))),
                properties={"step": "hour"}),
    coordinator("range in reverse", coordinator_app("r", inputs(
        "BASE/d/x", data_in("in", "<start-instance>${coord:current(0)}</start-instance>"
                                  "<end-instance>${coord:current(-1)}</end-instance>"))), "FAILED"),
    coordinator("two instances in one text", coordinator_app("i", inputs(
        "BASE/d/x", data_in("in", "<instance>${coord:current(0)},${coord:current(-1)}</instance>"))), "E1021"),
    coordinator("unknown function of a coordinator", coordinator_app("u", frequency="${coord:nosuch(1)}"), "E1004"),
    coordinator("wrong number of arguments in a frequency", coordinator_app("w", frequency="${coord:days(1, 2)}"), "E1004"),
    coordinator("wrong number of arguments in an instance", coordinator_app("w", inputs(
        "BASE/d/x", data_in("in", "<instance>${coord:current(0, 1)}</instance>"))), "E1004"),
    coordinator("wrong number of arguments in a configuration", coordinator_app(
        "w", inputs("BASE/d/2024-01-02"), configuration=READ.replace("('in')", "('in', 'in')")), "E1004"),
    coordinator("input that does not exist", coordinator_app(
        "w", inputs("BASE/d/2024-01-02"), configuration=READ.replace("('in')", "('out')")), "E1004"),
    coordinator("variable without value",
                coordinator_app("v", configuration=READ.replace("${coord:dataIn('in')}", "${nosuch}")), "E0738"),
    coordinator("app-path without value", coordinator_app("v", child="${nosuch}/x"), "E0738"),
    coordinator("input logic", coordinator_app("l", inputs("BASE/d/2024-01-02") + logic("in", "nosuch"), schema="0.5")),
    coordinator("input logic that needs an unknown input", coordinator_app(
        "l", inputs("BASE/d/2024-01-02") + logic("nosuch"), schema="0.5"), "RUNNING"),
    coordinator("time of another zone", coordinator_app("zone", zone="+0900"), "E1003"),
    coordinator("data that is not there", coordinator_app("wait", inputs("BASE/nosuch")), "RUNNING"),
    Case("no clusters", {"workflow.xml": workflow_app("c", action("say", shell(cluster="")), "say")}, "E0701"),
    # <global> and sub-workflows
    Case("global of the parent", {
        "workflow.xml": workflow_app("g", sub_workflow("${base}/child.xml"), "sub", f"<global>{LOCAL}</global>"),
        "child.xml": workflow_app("heir", action("say", shell(cluster="")), "say")}, "SUCCEEDED"),
    Case("no global of the parent", {
        "workflow.xml": workflow_app("g", sub_workflow("${base}/child.xml"), "sub"),
        "child.xml": workflow_app("heir", action("say", shell(cluster="")), "say")}, "KILLED"),
    Case("sub-workflow by property", {"workflow.xml": workflow_app("s", sub_workflow("${base}/child.xml"), "sub"),
                                      "child.xml": CHILD}, "SUCCEEDED"),
    Case("sub-workflow by its path", {"workflow.xml": workflow_app("s", sub_workflow("BASE/child.xml"), "sub"),
                                      "child.xml": CHILD}, "SUCCEEDED"),
    Case("refused sub-workflow by property", {"workflow.xml": workflow_app("s", sub_workflow("${base}/child.xml"), "sub"),
                                              "child.xml": BAD_CHILD}, "KILLED"),
    Case("refused sub-workflow by its path", {"workflow.xml": workflow_app("s", sub_workflow("BASE/child.xml"), "sub"),
                                              "child.xml": BAD_CHILD}, "KILLED"),
    Case("missing sub-workflow by property", {"workflow.xml": workflow_app("s", sub_workflow("${base}/none.xml"), "sub")},
         "KILLED"),
    Case("missing sub-workflow by its path", {"workflow.xml": workflow_app("s", sub_workflow("BASE/none.xml"), "sub")},
         "KILLED"),
    Case("sub-workflow given", {"workflow.xml": workflow_app("s", sub_workflow("${base}/child.xml"), "sub"),
                                "child.xml": CHILD}, "SUCCEEDED", subs={"${base}/child.xml": "child.xml"}),
    Case("sub-workflow that calls itself", {
        "workflow.xml": workflow_app("s", sub_workflow(
            "BASE/workflow.xml", "<propagate-configuration/><configuration><property><name>n</name>"
            "<value>${n - 1}</value></property></configuration>")
            + '<decision name="d"><switch><case to="sub">${(n + 0) gt 0}</case><default to="end"/></switch></decision>', "d")},
         "SUCCEEDED", properties={"n": "1"}),
    # properties and defaults
    Case("default of a file", {"workflow.xml": workflow_app("c", mkdir("m", "${base}/made/${queue}"), "m"),
                               "config-default.xml": properties_xml(queue="etl")}, "SUCCEEDED"),
    Case("default of a file for an empty property", {
        "workflow.xml": workflow_app("c", mkdir("m", "${base}/made/${queue}"), "m"),
        "config-default.xml": properties_xml(queue="etl")}, "SUCCEEDED", properties={"queue": ""}),
    Case("default of a file that is not XML", {"workflow.xml": EMPTY, "config-default.xml": "<configuration>"}, "E0701"),
    Case("default of a file of another root", {"workflow.xml": EMPTY, "config-default.xml": "<properties/>"}, "E0701"),
    Case("defaults in a circle", {"workflow.xml": workflow_app("c", mkdir("m", "${base}/made/x"), "m"),
                                  "config-default.xml": properties_xml(a="${b}", b="${a}")}, "E0307"),
    Case("properties in a circle", {"workflow.xml": workflow_app("c", mkdir("m", "${base}/made/${a}"), "m")}, "E0307",
         properties={"a": "${b}", "b": "${a}"}),
    Case("property that is a constant's name", {"workflow.xml": EMPTY}, "E0803", properties={"KB": "1"}),
    Case("default that names itself", {"workflow.xml": workflow_app("s", mkdir("m", "${scratch}/made/s"), "m", SELF)},
         "SUCCEEDED", properties={"scratch": "BASE"}),
    Case("default that names itself, without value", {
        "workflow.xml": workflow_app("s", mkdir("m", "BASE/made/${scratch}"), "m", SELF)}, "E0307"),
    Case("default of a file that names itself", {
        "workflow.xml": workflow_app("s", mkdir("m", "${scratch}/made/s"), "m"),
        "config-default.xml": properties_xml(scratch="${scratch}")}, "SUCCEEDED", properties={"scratch": "BASE"}),
    Case("parameter without value", {"workflow.xml": workflow_app(
        "p", "", "end", "<parameters><property><name>must</name></property></parameters>")}, "E0738"),
    Case("parameter with value", {"workflow.xml": workflow_app(
        "p", "", "end", "<parameters><property><name>must</name></property></parameters>")}, "SUCCEEDED",
         properties={"must": "x"}),
    Case("parameter with an empty default", {"workflow.xml": workflow_app(
        "p", "", "end", "<parameters><property><name>must</name><value></value></property></parameters>")}, "SUCCEEDED"),
    Case("default with a function", {"workflow.xml": workflow_app(
        "p", action("say", shell("<exec>echo</exec><argument>${home}/x</argument>")), "say",
        "<parameters><property><name>home</name><value>${wf:appPath()}</value></property></parameters>")}, "SUCCEEDED"),
    Case("name with dots", {"workflow.xml": workflow_app("d", mkdir("m", "BASE/made/${wf:conf('a.b')}"), "m")}, "SUCCEEDED",
         properties={"a.b": "c"}),
    Case("configuration of a file", {"workflow.xml": workflow_app("c", mkdir("m", "${base}/made/${queue}"), "m"),
                                     "job.properties": "queue=text\n"}, "SUCCEEDED",
         config={"job.properties": {"queue": "text"}}),
    Case("configuration of an XML file", {"workflow.xml": workflow_app("c", mkdir("m", "${base}/made/${queue}"), "m"),
                                          "job.xml": properties_xml(queue="xml")}, "SUCCEEDED",
         config={"job.xml": {"queue": "xml"}}),
    # notifications
    *[Case(f"notification URL {number} of {kind}",
           {"workflow.xml": workflow_app("n", mkdir("m", "BASE/made/n"), "m")}, "SUCCEEDED", properties={name: url})
      for kind, name in NOTIFY.items() for number, url in enumerate(URLS)],
    Case("notification URL of a file", {"workflow.xml": EMPTY, "config-default.xml": properties_xml(
        **{NOTIFY["wf"]: "{base}/x?id=$jobId"})}, "SUCCEEDED"),
    coordinator("notification URL of a coordinator", coordinator_app("n"),
                properties={"oozie.coord.action.notification.url": "{base}/x?$unknown"}),
    # forks and joins
    fork_past_join("fork", end="E0737"),
    fork_past_join("fork not validated by job", end="SUCCEEDED", properties={"oozie.wf.validate.ForkJoin": "false"}),
    fork_past_join("fork not validated by job, in capitals", end="SUCCEEDED",
                   properties={"oozie.wf.validate.ForkJoin": " FALSE"}),
    fork_past_join("fork validated by another word", end="E0737", properties={"oozie.wf.validate.ForkJoin": "no"}),
    fork_past_join("fork not validated by site", end="SUCCEEDED", site="loose"),
    fork_past_join("fork not validated by site, but by job", end="SUCCEEDED", site="loose",
                   properties={"oozie.wf.validate.ForkJoin": "true"}),
    Case("loop, not validated", {"workflow.xml": workflow_app(
        "l", mkdir("a", "BASE/made/a", "b") + mkdir("b", "BASE/made/b", "a"), "a")}, "E0707", site="loose"),
    # expressions
    Case("name without value", {"workflow.xml": workflow_app("e", mkdir("m", "BASE/made/${nosuch}"), "m")}, "E0738"),
    Case("name without value in a branch", {"workflow.xml": workflow_app(
        "e", '<decision name="d"><switch><case to="m">${wf:conf("deep") eq "yes"}</case><default to="end"/></switch></decision>'
        + mkdir("m", "BASE/made/${nosuch}"), "d")}, "E0738"),
    Case("unknown function", {"workflow.xml": workflow_app("e", mkdir("m", "BASE/made/${nosuch()}"), "m")}, "E0701"),
    Case("bad syntax", {"workflow.xml": workflow_app("e", mkdir("m", "BASE/made/${1 +}"), "m")}, "E0701"),
    Case("part that fails", {"workflow.xml": workflow_app("e", mkdir("m", "BASE/made/${'a' + 1}"), "m")}, "FAILED"),
    Case("wrong number of arguments", {"workflow.xml": workflow_app(
        "e", mkdir("m", "BASE/made/${wf:id(1)}"), "m")}, "FAILED"),
    Case("name of an application that fails", {"workflow.xml": workflow_app("${nosuch}", "", "end")}, "E0738"),
    # files
    Case("job-xml that fails", {"workflow.xml": workflow_app(
        "j", action("say", shell("<job-xml>conf.xml</job-xml><exec>true</exec>")), "say"),
        "conf.xml": properties_xml(**{"a.dir": "/tmp/${system:user.name}"})}, "SUCCEEDED"),
    Case("command line in exec", {"workflow.xml": workflow_app("x", action("say", shell("<exec>echo hello</exec>")), "say")},
         "KILLED"),
    Case("another file", {"other.xml": EMPTY, "workflow.xml": "<nonsense/>"}, "SUCCEEDED", main="other.xml"),
    Case("missing transition", {"workflow.xml": workflow_app("m", mkdir("m", "BASE/made/m", "nowhere"), "m")}, "E0708"),
    Case("declared encoding", {"workflow.xml": '<?xml version="1.0" encoding="GBK"?>' + EMPTY}, "SUCCEEDED"),
    Case("byte order mark", {"workflow.xml": "\ufeff" + EMPTY}, "E0701"),
    Case("prefix", {"workflow.xml": '<o:workflow-app xmlns:o="uri:oozie:workflow:0.5" name="p"><o:start to="end"/>'
                                    '<o:end name="end"/></o:workflow-app>'}, "SUCCEEDED"),
    Case("empty value over job-xml", {"workflow.xml": workflow_app("v", action("say", shell(
        "<job-xml>level.xml</job-xml><configuration><property><name>my.level</name><value></value></property></configuration>"
        "<exec>true</exec>")), "say"), "level.xml": properties_xml(**{"my.level": "file"})}, "SUCCEEDED"),
    Case("text of a decision", {"workflow.xml": workflow_app(
        "d", '<decision name="d"><switch><case to="m"> ${"TRUE"} </case><default to="end"/></switch></decision>'
        + mkdir("m", "BASE/made/never", "end"), "d")}, "SUCCEEDED"),
    # bundles
    Case("bundle", {"bundle.xml": '<bundle-app xmlns="uri:oozie:bundle:0.2" name="b"><coordinator name="c">'
                    "<app-path>${base}/coordinator.xml</app-path></coordinator></bundle-app>",
                    "coordinator.xml": coordinator_app("c"), "empty.xml": EMPTY}, "SUCCEEDED",
         main="bundle.xml", key="bundle"),
    Case("bundle with a missing coordinator", {
        "bundle.xml": '<bundle-app xmlns="uri:oozie:bundle:0.2" name="b"><coordinator name="c">'
                      "<app-path>${base}/none.xml</app-path></coordinator></bundle-app>"}, "E1001", main="bundle.xml",
         key="bundle"),
    Case("bundle with a refused coordinator", {
        "bundle.xml": '<bundle-app xmlns="uri:oozie:bundle:0.2" name="b"><coordinator name="c">'
                      "<app-path>${base}/coordinator.xml</app-path></coordinator></bundle-app>",
        "coordinator.xml": coordinator_app("c", frequency="${coord:nosuch(1)}")}, "FAILED", main="bundle.xml", key="bundle"),
]
