"""The examples of docs/diagnostics/: what a page calls wrong gives the kind, and what it calls right does not.

Most examples are a few lines of a definition, without what stands around them. Each is tried in a few
surroundings; only kinds whose example shows the kind in one of them are compared, and how many those
are is kept from falling.
"""

import json
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
import programs

PAGES = programs.ROOT / "docs" / "diagnostics"
EXAMPLE = re.compile(r"\*\*(Wrong|Right)\*\*\n\n```(?:xml|text)\n(.*?)```", re.DOTALL)
AT_LEAST = 21  # kinds that the surroundings below show

HEAD = '<workflow-app xmlns="uri:oozie:workflow:{version}" name="w">\n'
GLOBAL = "<global><job-tracker>j</job-tracker><name-node>hdfs://n</name-node></global>\n"
ACTION = '<start to="a"/>\n<action name="a">{example}<ok to="end"/><error to="k"/></action>\n'
LAST = '<kill name="k"><message>m</message></kill>\n<end name="end"/>\n</workflow-app>\n'
SHELL = ('<shell xmlns="uri:oozie:shell-action:0.3"><job-tracker>j</job-tracker><name-node>hdfs://n</name-node>'
         "{inside}</shell>")
FIRST = ('<start to="first"/>\n<action name="first">' + SHELL.format(inside="<exec>ls</exec><capture-output/>") +
         '<ok to="a"/><error to="k"/></action>\n')
NODE = ('<start to="{start}"/>\n{{example}}\n<action name="a"><fs><mkdir path="/a"/></fs><ok to="end"/>'
        '<error to="k"/></action>\n')

SURROUNDINGS = {
    "file": "{example}",
    "first node": HEAD + NODE.format(start="d") + LAST,
    "other first node": HEAD + NODE.format(start="f") + LAST,
    "kind": HEAD + GLOBAL + ACTION + LAST,
    "kind without cluster": HEAD + ACTION + LAST,
    "in fs": HEAD + ACTION.replace("{example}", "<fs>{example}</fs>") + LAST,
    "in shell": HEAD + ACTION.replace("{example}", SHELL.format(inside="{example}<exec>ls</exec>")) + LAST,
    "at the end of shell": HEAD + ACTION.replace("{example}", SHELL.format(inside="<exec>ls</exec>{example}")) + LAST,
    "configuration": HEAD + ACTION.replace("{example}", SHELL.format(
        inside="<exec>ls</exec>").replace("<exec>", "<configuration>{example}</configuration><exec>")) + LAST,
    "parameters": HEAD + "<parameters>{example}</parameters>\n" + ACTION.replace(
        "{example}", '<fs><mkdir path="/${{n}}"/></fs>') + LAST,
    "argument": HEAD + FIRST + ACTION.replace('<start to="a"/>\n', "").replace("{example}", SHELL.format(
        inside="<exec>ls</exec><argument>{example}</argument>")) + LAST,
    "predicate": HEAD + FIRST + '<decision name="a"><switch><case to="end">{example}</case>'
                                '<default to="k"/></switch></decision>\n' + LAST,
    "last nodes": HEAD + ACTION.replace("{example}", '<fs><mkdir path="/a"/></fs>').replace('"k"', '"stop"') +
                  "{example}\n</workflow-app>\n",
    "decision": HEAD + '<start to="d"/>\n<decision name="d">{example}</decision>\n' + LAST,
}


def pages():
    for page in sorted(PAGES.glob("*.md")):
        examples = dict(EXAMPLE.findall(page.read_text()))
        if "Wrong" in examples and "Right" in examples:
            yield page.stem, examples["Wrong"], examples["Right"]


def kinds_of(definitions):
    """The kinds that verify reports, by file."""
    with tempfile.TemporaryDirectory() as scratch:
        for number, text in enumerate(definitions):
            (Path(scratch) / f"{number}.xml").write_text(text)
        paths = [Path(scratch) / f"{number}.xml" for number in range(len(definitions))]
        report = programs.hpdlc("verify", "--format", "json", *paths).out
    found = [set() for _ in definitions]
    for diagnostic in json.loads(report)["diagnostics"]:
        found[int(Path(diagnostic["file"]).stem)].add(diagnostic["kind"])
    return found


class Examples(unittest.TestCase):
    def test_wrong_and_right(self):
        cases = [(kind, name, wrong, right) for kind, wrong, right in pages() for name in SURROUNDINGS]
        texts = []
        for _, name, wrong, right in cases:
            for example in (wrong, right):
                around = SURROUNDINGS[name].replace("{version}", "0.5").replace("${{n}}", "${n}")
                texts.append(around.replace("{example}", example.strip()))
        found = kinds_of(texts)
        shown = {}
        for i, (kind, name, _, _) in enumerate(cases):
            if kind in found[2 * i]:
                shown[kind] = shown.get(kind, False) or kind not in found[2 * i + 1]
        self.assertEqual([kind for kind, good in sorted(shown.items()) if not good], [])
        self.assertGreaterEqual(len(shown), AT_LEAST, sorted(shown))


if __name__ == "__main__":
    closing.main()
