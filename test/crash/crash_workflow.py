"""A workflow with every kind of node that runs, and what must be true when it has ended."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import programs

NODES = ("first", "left", "right", "many", "deep", "child", "last")


def build(sandbox):
    """Each shell action appends its name to `out`; fs makes, moves and deletes."""
    folder = sandbox.folder

    def step(name, more="", **options):
        return programs.shell(name, f"echo {name} >>{folder}/out; {more}", **options)

    child = sandbox.write("child/workflow.xml", programs.workflow(
        step("child", to="made") + programs.fs("made", f'<touchz path="file://{folder}/child-made"/>'),
        "child", name="child"))
    text = programs.workflow(
        programs.finishing(step("first", "echo rows=7; echo name=x", capture=True, to="clean"),
                           "${token:put('read', wf:actionData('first')['rows'])}")
        + programs.fs("clean", f'<delete path="file://{folder}/work"/>'
                      f'<mkdir path="file://{folder}/work/sub"/>'
                      f'<touchz path="file://{folder}/work/mark"/>', to="both")
        + programs.fork("both", "left", "right")
        + step("left", "sleep 0.02", to="met") + step("right", to="more")  # time: the others may come first
        + programs.decision("more", [("many", "${token:get('read', 'first') gt 5}")], "met")
        + step("many", to="met") + programs.join("met", "again")
        + programs.fork("again", "deep", "sub")
        + step("deep", to="joined")
        + '<action name="sub"><sub-workflow><app-path>/apps/child</app-path></sub-workflow>'
          '<ok to="joined"/><error to="killed"/></action>'
        + programs.join("joined", "move")
        + programs.fs("move", f'<move source="file://{folder}/work/mark" target="{folder}/done"/>',
                      to="last")
        + programs.finishing(step("last"), "${token:put('read', token:get('read') + 1)}"), "first")
    return sandbox.build(text, "--sub", f"/apps/child={child.parent}")


def reset(sandbox):
    """Forgets what an earlier run left in the sandbox."""
    for name in ("out", "done", "child-made", "job-id"):
        sandbox.path(name).unlink(missing_ok=True)


def problems(sandbox, program, result):
    """What is wrong after the end, as a list of lines; each action must have run exactly once."""
    found = []
    if result.code != programs.SUCCEEDED:
        return [f"ended with {result!r}"]
    path = sandbox.path("out")
    lines = path.read_text().split() if path.exists() else []
    if sorted(lines) != sorted(NODES):
        found.append(f"actions ran as {lines}")
    for name in ("done", "child-made"):
        if not sandbox.path(name).exists():
            found.append(f"{name} is missing")
    if sandbox.path("work/mark").exists():
        found.append("the mark was not moved")
    values = program("token", program.job, "--format", "json").json()["USER"].get("read", [])
    if [(value["node"], value["value"]) for value in values] != [("first", "7"), ("last", "8")]:
        found.append(f"the token has {values}")
    if program.status() != "SUCCEEDED":
        found.append(f"the job is {program.status()}")
    return found
