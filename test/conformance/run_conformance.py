"""The graphs and schema probes of this folder as files, judged by `hpdlc verify` as users call it."""

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import programs

HERE = Path(__file__).resolve().parent
ACTION_BODY = '<fs><mkdir path="hdfs://n/x"/></fs>'


def node(text):
    """One node of the notation that graphs.tsv describes, as XML."""
    kind, _, rest = text.partition(":")
    if text.startswith("S>"):
        return f'<start to="{text[2:]}"/>'
    name, _, to = rest.partition(">")
    if kind == "A":
        ok, _, error = to.partition("!")
        return (f'<action name="{name}">{ACTION_BODY}<ok to="{ok}"/><error to="{error}"/></action>')
    if kind == "F":
        return programs.fork(name, *to.split(","))
    if kind == "J":
        return programs.join(name, to)
    if kind == "D":
        *cases, default = to.split(",")
        return programs.decision(name, [(case, "${true}") for case in cases], default)
    if kind == "K":
        return f'<kill name="{name}"><message>no</message></kill>'
    return f'<end name="{name}"/>'


def graph_document(graph):
    nodes = "\n".join(node(text) for text in graph.split())
    return f'<workflow-app xmlns="uri:oozie:workflow:1.0" name="w">\n{nodes}\n</workflow-app>\n'


def codes_of(result):
    """Oozie's codes of all errors."""
    return set(re.findall(r"^\S+: error: .* \[\w+ (\w+)\]$", result.out + result.err, re.MULTILINE))


def graph_cases():
    """(label, document, check of (exit code, output))"""
    for number, line in enumerate((HERE / "graphs.tsv").read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        graph, answer, *more = line.split("\t")
        wanted = set((more[0] if more else answer).split()) - {"ok"}

        def check(result, wanted=wanted):
            return codes_of(result) == wanted and result.code == (1 if wanted else 0)
        yield f"graphs.tsv:{number} {graph} -> {answer}", graph_document(graph), check


def probe_cases():
    for block in (HERE / "schema.probes").read_text().split("\n\n"):
        match = re.search(r"^= (.+)$", block, re.MULTILINE)
        if match is None:
            continue
        lines = block[match.start():].splitlines()
        facts = {}
        at = 1
        while at < len(lines) and (fact := re.match(r"(oozie|hpdlc|reader|differs): (.*)$", lines[at])):
            facts[fact[1]] = fact[2]
            at += 1
        document = "\n".join(lines[at:]) + "\n"

        def check(result, expected=facts["hpdlc"]):
            found = set(re.findall(r"^\S+: error: .* \[(\w+)[^\]]*\]$", result.out + result.err,
                                   re.MULTILINE))
            kinds = set() if expected == "valid" else set(expected.split())
            return found == kinds and result.code == (1 if kinds else 0)
        yield f"schema.probes: {match[1]} -> {facts['hpdlc']}", document, check


def main():
    sandbox = programs.Sandbox()
    cases = list(graph_cases()) + list(probe_cases())

    def judge(numbered):
        number, (label, document, check) = numbered
        path = sandbox.write(f"{number}.xml", document)
        result = programs.hpdlc("verify", path)
        return None if check(result) else f"{label}\n{result!r}"

    try:
        with ThreadPoolExecutor(4) as pool:
            failures = [text for text in pool.map(judge, enumerate(cases)) if text]
    finally:
        sandbox.close()
    for text in failures:
        print(f"FAIL: {text}")
    print(f"{len(cases) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
