"""The coordinators and bundles of coordinators.probes, judged by `hpdlc verify` as users call it: the kinds of errors, and Oozie's code
of each. Changed copies of them, from a fixed seed of random numbers, are taken or refused, whatever is in them."""

import json
import random
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import programs

HERE = Path(__file__).resolve().parent
ERROR = re.compile(r"^\S+: error: .* \[(\w+)(?: (\w+))?\]$", re.MULTILINE)
# The mistake with which a job fails before its first action.
LATE = re.compile(r"^\S+: warning: .*; the job fails when it makes its first action \[(\w+)(?: (\w+))?\]$", re.MULTILINE)
# What the client adds to the properties of each job.
CLIENT = {"user.name": "joe", "oozie.coord.application.path": "hdfs://nn/app"}


COUNT, SEED = 200, 16
TEXTS = ["", "0", "-1", "999999999999999999999", "0 0 1 1 ?", "9999-12-31T23:59Z", "0001-01-01T00:00Z", "GMT+23:59", "${x}", "${",
         "${coord:current(9223372036854775807)}", "${coord:currentRange(-9223372036854775807, 9223372036854775807)}",
         "${coord:offset(-2147483648, 'YEAR')}", "${coord:latest(1)}", "${coord:future(0, 1000000000)}", "${coord:absolute('x')}",
         "${coord:months(2147483647)}", "${coord:endOfMonths(2147483647)}", "${coord:days(-1)}", "${coord:dataIn('a')}"]


def changed(document, chance):
    """The document with other texts, and without elements or with more of them."""
    for _ in range(chance.randint(1, 4)):
        texts = [found.span(1) for found in re.finditer(r'>([^<>]+)<|="([^"]*)"', document) if found[1]]
        values = [found.span(1) for found in re.finditer(r'="([^"]*)"', document)]
        elements = [found.span() for found in re.finditer(r"<(\w[\w-]*)[^<>]*>[^<>]*</\1>", document)]
        if chance.random() < 0.7:
            begin, end = chance.choice(texts + values)
            document = document[:begin] + chance.choice(TEXTS) + document[end:]
        elif elements:
            begin, end = chance.choice(elements)
            document = document[:begin] + document[begin:end] * chance.choice([0, 2]) + document[end:]
    return document


def attack(sandbox, number, document):
    """Why hpdlc did not take or refuse the document, or None."""
    path = sandbox.write(f"changed/{number}.xml", document)
    for words in (["verify", "-D", "x=1"], ["emit", "--hir"]):
        result = programs.hpdlc(*words, path)
        if result.code not in (0, 1) or "internal error" in result.err:
            return f"{document}\n{result!r}"
    return None


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
    errors, late = (set(pattern.findall(result.out + result.err)) for pattern in (ERROR, LATE))
    wanted = set()
    if facts["oozie"] != "valid":
        wanted = {(kind, facts["oozie"].split()[-1]) for kind in facts["hpdlc"].split()}
    is_late = facts["oozie"].startswith("FAILED ")
    as_wanted = (errors, late) == ((set(), wanted) if is_late else (wanted, set()))
    code = 1 if wanted and not is_late else 0
    return None if as_wanted and result.code == code else f"{name}: {errors} {late}\n{result!r}"


def main():
    sandbox = programs.Sandbox()
    cases = list(probes())
    chance = random.Random(SEED)
    attacks = [(number, changed(chance.choice(cases)[2], chance)) for number in range(COUNT)]
    try:
        with ThreadPoolExecutor(4) as pool:
            failures = [text for text in pool.map(lambda case: judge(sandbox, *case), cases) if text]
            failures += [text for text in pool.map(lambda case: attack(sandbox, *case), attacks) if text]
    finally:
        sandbox.close()
    for text in failures:
        print(f"FAIL: {text}")
    print(f"{len(cases) + len(attacks) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
