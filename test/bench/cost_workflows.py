"""The ten workflows and two coordinators of cost_bench.py: Oozie's own examples, as far as Maven Central has them, and of the
other kinds what teams have most. They are the same bytes for both servers.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / name) for name in ("hadoop", "conformance", "harness")]
import jars
import real_files
from cluster_oozie import EXAMPLES

HEAD = '<workflow-app xmlns="uri:oozie:workflow:0.5" name="%s"><start to="%s"/>'
TAIL = '<kill name="kill"><message>${wf:errorMessage(wf:lastErrorNode())}</message></kill><end name="end"/></workflow-app>'
NOMINAL = ("2024-01-01T00:00Z", "2024-01-01T12:00Z")
HOURS = 12


def action(name, body, to="end"):
    return f'<action name="{name}">{body}<ok to="{to}"/><error to="kill"/></action>'


def made(name):
    return f'<fs><delete path="${{nameNode}}${{out}}/{name}"/><mkdir path="${{nameNode}}${{out}}/{name}"/></fs>'


def workflow(name, start, *nodes):
    return HEAD % (name, start) + "".join(nodes) + TAIL


def fork(count):
    names = [f"branch{n}" for n in range(count)]
    return workflow("fork", "all", '<fork name="all">', *(f'<path start="{name}"/>' for name in names), "</fork>",
                    *(action(name, made(name), "met") for name in names), '<join name="met" to="end"/>')


def chain(count):
    return workflow("chain", "step0", *(action(f"step{n}", made(f"step{n}"), f"step{n + 1}" if n + 1 < count else "end")
                                        for n in range(count)))


def sub_workflows():
    child = "<sub-workflow><app-path>${nameNode}${apps}/%s</app-path><propagate-configuration/></sub-workflow>"
    return workflow("sub-workflows", "first", action("first", child % "chain", "second"), action("second", child % "fork"))


def email():
    return workflow("email", "tell", action(
        "tell", '<email xmlns="uri:oozie:email-action:0.1"><to>ops@example.com</to><subject>${wf:id()}</subject><body>done</body></email>'))


def map_reduce():
    """As apps/map-reduce of the distribution: the mapper and the reducer of the examples."""
    properties = {"mapred.mapper.class": "org.apache.oozie.example.SampleMapper",
                  "mapred.reducer.class": "org.apache.oozie.example.SampleReducer", "mapred.map.tasks": 1,
                  "mapred.job.queue.name": "${queueName}", "mapred.input.dir": "${input}/text", "mapred.output.dir": "${out}/counted"}
    rows = "".join(f"<property><name>{name}</name><value>{value}</value></property>" for name, value in properties.items())
    return workflow("map-reduce", "count", action(
        "count", "<map-reduce><job-tracker>${resourceManager}</job-tracker><name-node>${nameNode}</name-node>"
        '<prepare><delete path="${nameNode}${out}/counted"/></prepare>' f"<configuration>{rows}</configuration></map-reduce>"))


def workflows():
    """Name -> definition."""
    files = real_files.files()
    found = {name: files[f"examples/{file}.xml"].read_text() for name, file in EXAMPLES.items()}
    return {**found, "fork": fork(4), "chain": chain(8), "sub-workflows": sub_workflows(), "email": email(),
            "map-reduce": map_reduce()}


def coordinators():
    """One by time alone, one by data: twelve hours that are past."""
    start, end = NOMINAL
    head = (f'<coordinator-app xmlns="uri:oozie:coordinator:0.4" name="%s" frequency="${{coord:hours(1)}}" start="{start}" '
            f'end="{end}" timezone="UTC"><controls><concurrency>2</concurrency></controls>')
    data = ('<datasets><dataset name="hour" frequency="${coord:hours(1)}" initial-instance="2024-01-01T00:00Z" timezone="UTC">'
            "<uri-template>${nameNode}${input}/hours/${HOUR}</uri-template><done-flag></done-flag></dataset></datasets>"
            '<input-events><data-in name="in" dataset="hour"><instance>${coord:current(0)}</instance></data-in></input-events>')
    started = ("<action><workflow><app-path>${nameNode}${apps}/%s</app-path><configuration><property><name>out</name>"
               "<value>${out}/${coord:formatTime(coord:nominalTime(), 'HH')}</value></property></configuration></workflow></action>"
               "</coordinator-app>")
    return {"by-time": head % "by-time" + started % "chain", "by-data": head % "by-data" + data + started % "fork"}


def put(cluster, root, owner):
    """All of it into the cluster's file system. The folder of the input."""
    for name, text in workflows().items():
        cluster.mkdir(f"{root}/{name}/lib", owner=owner)
        cluster.write(f"{root}/{name}/workflow.xml", text)
    [jar] = jars.fetched("oozie", "real", HERE.parent / "conformance" / "real" / "pom.xml").glob("oozie-examples-*.jar")
    for name in ("java-main", "global", "map-reduce"):
        cluster.mkdir(f"{root}/{name}/lib", owner=owner)
        cluster.write(f"{root}/{name}/lib/oozie-examples-5.2.1.jar", jar.read_bytes())
    for name, text in coordinators().items():
        cluster.mkdir(f"{root}/{name}")
        cluster.write(f"{root}/{name}/coordinator.xml", text)
    cluster.mkdir(f"{root}/input/hours")
    cluster.write(f"{root}/input/text/data.txt", "to be or not to be\n" * 1000)
    for hour in range(HOURS):
        cluster.mkdir(f"{root}/input/hours/{hour:02}")
    return f"{root}/input"
