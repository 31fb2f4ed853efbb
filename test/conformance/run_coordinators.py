"""The coordinators and bundles of coordinators.probes, judged by `hpdlc verify` as users call it: the kinds of errors, and Oozie's code
of each."""

import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import programs

HERE = Path(__file__).resolve().parent
ERROR = re.compile(r"^\S+: error: .* \[(\w+)(?: (\w+))?\]$", re.MULTILINE)
# What the client adds to the properties of each job.
CLIENT = {"user.name": "joe", "oozie.coord.application.path": "hdfs://nn/app"}


def probes():
    for block in (HERE / "coordinators.probes").read_text().split("\n\n"):
        if match := re.search(r"^= (.+)$", block, re.MULTILINE):
            *facts, document = block[match.start():].splitlines()[1:]
            yield match[1], dict(line.split(": ", 1) for line in facts), document


def judge(sandbox, name, facts, document):
    """Why the verdict is not that of the table, or None."""
    root = "bundle.xml" if "<bundle-app" in document else "coordinator.xml"
    for key, text in {**facts, "file " + root: document}.items():
        if key.startswith("file "):
            sandbox.write(f"{name}/{key.removeprefix('file ')}", text)
    properties = {**CLIENT, **json.loads(facts["properties"])}
    given = [word for key, value in properties.items() for word in ("-D", f"{key}={value}")]
    result = programs.hpdlc("verify", *given, sandbox.path(f"{name}/{root}"))
    found = set(ERROR.findall(result.out + result.err))
    wanted = set()
    if facts["oozie"] != "valid":
        wanted = {(kind, facts["oozie"].split()[-1]) for kind in facts["hpdlc"].split()}
    return None if found == wanted and result.code == (1 if wanted else 0) else f"{name}: {found}\n{result!r}"


def main():
    sandbox = programs.Sandbox()
    cases = list(probes())
    try:
        with ThreadPoolExecutor(4) as pool:
            failures = [text for text in pool.map(lambda case: judge(sandbox, *case), cases) if text]
    finally:
        sandbox.close()
    for text in failures:
        print(f"FAIL: {text}")
    print(f"{len(cases) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
