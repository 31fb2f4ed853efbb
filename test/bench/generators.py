"""Graphs of any size, as a definition, a ninja file and a makefile with the same task bodies."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import programs

TASK = "true"


def action(name, to, parameter=""):
    argument = f"<argument>{parameter}</argument>" if parameter else ""
    return (f'<action name="{name}"><shell xmlns="uri:oozie:shell-action:1.0">'
            f'<exec>{TASK}</exec>{argument}</shell><ok to="{to}"/><error to="killed"/></action>\n')


def chain(count):
    """count actions, each after the one before."""
    nodes = [action(f"n{i}", f"n{i + 1}" if i + 1 < count else "end") for i in range(count)]
    return programs.workflow("".join(nodes), "n0")


def fork(count):
    """count actions side by side between a fork and a join."""
    names = [f"n{i}" for i in range(count)]
    return programs.workflow(programs.fork("all", *names) + "".join(action(n, "met") for n in names)
                             + programs.join("met"), "all")


def fork_of_fs(count, url):
    """count fs actions side by side, each with two commands in a directory of its own."""
    names = [f"n{i}" for i in range(count)]
    actions = "".join(programs.fs(n, f'<delete path="{url}/{n}"/><mkdir path="{url}/{n}/out"/>', "met")
                      for n in names)
    return programs.workflow(programs.fork("all", *names) + actions + programs.join("met"), "all")


def chain_of_fs(count, url):
    """count fs actions, each after the one before."""
    nodes = [programs.fs(f"n{i}", f'<mkdir path="{url}/n{i}"/>', f"n{i + 1}" if i + 1 < count else "end")
             for i in range(count)]
    return programs.workflow("".join(nodes), "n0")


def waiting_fork(count, go):
    """count branches that wait until the file `go` is there; one process waits for all others."""
    names = [f"n{i}" for i in range(count)]
    nodes = [programs.shell(n, f"until [ -e {go} ]; do sleep 0.2; done", to="met") for n in names]
    return programs.workflow(programs.fork("all", *names) + "".join(nodes) + programs.join("met"), "all")


def decisions(count):
    """count decisions in sequence with distinct predicates, all answered by one parameter."""
    nodes = [programs.decision(f"d{i}", [("killed", f"${{steps eq {i} - 1}}")],
                               f"d{i + 1}" if i + 1 < count else "end") for i in range(count)]
    return programs.workflow("".join(nodes), "d0")


def distinct_expressions(count):
    """count nodes with two expressions of 40 characters each, no two alike."""
    nodes = []
    for i in range(count):
        first = f"${{concat(wf:user(), 'first-{i:010d}')}}"
        second = f"${{concat(wf:name(), 'other-{i:010d}')}}"
        to = f"n{i + 1}" if i + 1 < count else "end"
        nodes.append(
            f'<action name="n{i}"><shell xmlns="uri:oozie:shell-action:1.0"><exec>{TASK}</exec>'
            f"<argument>{first}</argument><argument>{second}</argument></shell>"
            f'<ok to="{to}"/><error to="killed"/></action>\n')
    return programs.workflow("".join(nodes), "n0")


def pipeline(count):
    """About count nodes as they stand in real definitions: forks of MapReduce jobs with outputs of
    their own, a decision over a job's counters, a command whose output the next one reads."""
    nodes = []
    blocks = count // 7
    for i in range(blocks):
        to = f"fork{i + 1}" if i + 1 < blocks else "end"
        nodes.append(programs.fork(f"fork{i}", f"left{i}", f"right{i}") + "".join(
            map_reduce(f"{side}{i}", f"/data/{i}", f"/out/{side}/{i}", f"join{i}") for side in ("left", "right")))
        nodes.append(programs.join(f"join{i}", f"choice{i}"))
        nodes.append(programs.decision(
            f"choice{i}", [(f"count{i}", f"${{hadoop:counters('left{i}')[RECORDS][MAP_OUT] gt {i}}}")], to))
        nodes.append(programs.shell(f"count{i}", "echo n=1", to=f"use{i}", capture=True))
        nodes.append(programs.shell(f"use{i}", "true", to=to, arguments=[f"${{wf:actionData('count{i}')['n']}}"]))
    return programs.workflow("".join(nodes), "fork0")


def map_reduce(name, source, target, to):
    return (f'<action name="{name}"><map-reduce><prepare><delete path="${{out}}{target}"/></prepare><configuration>'
            f"<property><name>mapreduce.input.fileinputformat.inputdir</name><value>${{in}}{source}</value></property>"
            f"<property><name>mapreduce.output.fileoutputformat.outputdir</name><value>${{out}}{target}</value></property>"
            f'</configuration></map-reduce><ok to="{to}"/><error to="killed"/></action>\n')


def prefixed_attributes(count):
    """A root with count attributes of one prefix."""
    return '<a xmlns:p="u"' + "".join(f' p:a{i}=""' for i in range(count)) + "/>"


def unknown_attributes(count):
    """A workflow whose first node has count attributes that nobody knows."""
    nodes = "<action" + "".join(f' a{i}=""' for i in range(count)) + ' name="x"/>'
    return programs.workflow(nodes, "x")


def declared_prefixes(count):
    """count prefixes, and as many nodes of which each uses another one."""
    return ("<a" + "".join(f' xmlns:p{i}="u{i}"' for i in range(count)) + ">"
            + "".join(f"<p{i}:b/>" for i in range(count)) + "</a>")


def nested_prefixes(count):
    """A workflow with count prefixes, and as many nodes in its own namespace."""
    text = programs.workflow("".join(action(f"n{i}", f"n{i + 1}") for i in range(count)), "n0")
    return text.replace("<workflow-app", "<workflow-app" + "".join(f' xmlns:p{i}="u{i}"' for i in range(count)), 1)


def ninja(count, shape):
    """The same graph for ninja. A file is how it knows what is done, so each task makes one."""
    lines = ["rule task\n  command = : > $out\n"]
    for i in range(count):
        after = f" out/n{i - 1}" if shape == "chain" and i else ""
        lines.append(f"build out/n{i}: task{after}\n")
    return "".join(lines)


def make(count, shape):
    """The same for make, with the same bodies."""
    lines = ["all: " + " ".join(f"out/n{i}" for i in range(count)) + "\n"]
    for i in range(count):
        after = f" out/n{i - 1}" if shape == "chain" and i else ""
        lines.append(f"out/n{i}:{after}\n\t@: > $@\n")
    return "".join(lines)


def coordinator(name, data=True):
    """Each hour for ten years; with data, of a range of three hours and of the day."""
    def dataset(name, unit, template):
        return (f'<dataset name="{name}" frequency="${{coord:{unit}(1)}}" initial-instance="2023-12-01T08:00Z" '
                f'timezone="America/Los_Angeles"><uri-template>${{nameNode}}/{name}/{template}</uri-template></dataset>')
    events = ""
    if data:
        events = ("<datasets>" + dataset("logs", "hours", "${YEAR}/${MONTH}/${DAY}/${HOUR}")
                  + dataset("days", "days", "${YEAR}-${MONTH}-${DAY}") + "</datasets>"
                  '<input-events><data-in name="in" dataset="logs"><start-instance>${coord:current(-2)}</start-instance>'
                  "<end-instance>${coord:current(0)}</end-instance></data-in></input-events>"
                  '<output-events><data-out name="out" dataset="days"><instance>${coord:current(0)}</instance></data-out>'
                  "</output-events>")
    return (f'<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="{name}" frequency="${{coord:hours(1)}}" '
            'start="2024-01-01T00:00Z" end="2034-01-01T00:00Z" timezone="America/Los_Angeles">'
            f"{events}<action><workflow><app-path>${{nameNode}}/apps/{name}</app-path></workflow></action></coordinator-app>\n")


CELOS_DEFAULTS = """\
var SITE_USER = "etl";
var SITE_NAME_NODE = "hdfs://nn.example:8020";
var SITE_ROOT = SITE_NAME_NODE + "/data";
var CELOS_DEFAULT_HDFS = SITE_NAME_NODE;
var CELOS_DEFAULT_OOZIE = "http://oozie.example:11000/oozie";
var CELOS_DEFAULT_OOZIE_PROPERTIES = {
    "user.name": SITE_USER, "jobTracker": "jt.example:8032", "nameNode": SITE_NAME_NODE,
    "hourPath": "${year}-${month}-${day}/${hour}", "outputRoot": SITE_ROOT + "/out"
};
function dataPath(name) { return SITE_ROOT + "/" + name + "/${year}-${month}-${day}/${hour}"; }
"""


def celos_script(i):
    """One workflow of Celos that waits for data and for the workflow before it."""
    return f"""\
importDefaults("site");

function define(center) {{
    celos.defineWorkflow({{
        "id": "import-{i}-" + center,
        "schedule": celos.hourlySchedule(),
        "schedulingStrategy": celos.serialSchedulingStrategy(3),
        "trigger": celos.andTrigger(
            celos.hdfsCheckTrigger(dataPath("in{i}") + "/_READY"),
            celos.successTrigger("import-{max(i - 1, 0)}-" + center),
            celos.delayTrigger(60 * 10)
        ),
        "externalService": celos.oozieExternalService({{
            "oozie.wf.application.path": "/user/celos/app/import-{i}/workflow.xml",
            "inputPath": dataPath("in{i}"), "center": center
        }}),
        "maxRetryCount": 5,
        "startTime": "2015-09-01T00:00Z",
        "contacts": [{{"name": "ETL", "email": "etl@example.com"}}]
    }});
}}
define("one");
"""
