"""The actions that Oozie 5.2.1 made for the coordinators of coordinators.probes, with the data that their workflows were given
(schedules.jsonl), beside what `hpdlc schedule` says. Their times lie in the past; Oozie made them all at once."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import programs
from run_coordinators import CLIENT, HERE, probes


def judge(sandbox, name, wanted, facts, document):
    """What is another than it was, or None."""
    for key, text in {**facts, "file coordinator.xml": document}.items():
        if key.startswith("file "):
            sandbox.write(f"{name}/{key.removeprefix('file ')}", text)
    properties = {**CLIENT, **json.loads(facts["properties"])}
    given = [word for key, value in properties.items() for word in ("-D", f"{key}={value}")]
    for key in facts:
        if key.startswith("file ") and key != "file coordinator.xml":  # a file of data sets, in HDFS at that time
            file = key.removeprefix("file ")
            given += ["--sub", f"hdfs://nn/app/{file}={sandbox.path(name) / file}"]
    result = programs.hpdlc("schedule", "--format", "json", *given, sandbox.path(name))
    if result.code != 0:
        return f"{name}: {result!r}"
    found = {action["number"]: action for action in json.loads(result.out)["actions"]}
    for action in wanted:
        made = found.get(action["number"], {})
        for key, value in action.items():
            known = made.get(key, {})
            if isinstance(value, dict):  # of events that the workflow was told of
                known = {event: known.get(event) for event in value}
            if known != value:
                return f"{name}: action {action['number']}, {key}: {known}, not {value}"
    return None


def main():
    sandbox = programs.Sandbox()
    documents = {name: (facts, document) for name, facts, document in probes()}
    cases = [json.loads(line) for line in (HERE / "schedules.jsonl").read_text().splitlines()]
    try:
        with ThreadPoolExecutor(4) as pool:
            failures = [text for text in pool.map(
                lambda case: judge(sandbox, case["name"], case["actions"], *documents[case["name"]]), cases) if text]
    finally:
        sandbox.close()
    for text in failures:
        print(f"FAIL: {text}")
    print(f"{len(cases) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
