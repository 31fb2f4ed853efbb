"""The verdict of hpdlc about the schema, and that of xmllint by the published schemas, on some 10,000 definitions.

Seeds are the valid definitions of test/examples, of schema.probes, the real ones, and documents made from the
schemas; each is changed in one to three places, from a fixed seed of random numbers. Where the verdicts differ, one entry of ACCEPTED must say why;
docs/differences.md has a line for each. An entry that nothing meets any more fails too.
"""

import argparse
import random
import re
import sys
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import mutations
import programs
import real_files
import sampling
import schemas

COUNT, SAMPLES, MOST_SAMPLES, SEED, BATCH = 10000, 300, 6000, 20260, 500
SHOWN = 20
KINDS = HERE.parent.parent / "compiler" / "diagnostics" / "kinds.def"
# Of these sections of kinds.def the schema speaks, and of actions that have none of theirs.
SECTIONS = ("Files and XML", "Schema")
MORE, FEWER = {"UnknownActionKind"}, {"MissingCluster"}


class Accepted:
    """A kind of difference that is meant. `kinds`: of the diagnostics of hpdlc, which are of no others; none where
    xmllint refuses what hpdlc takes. `applies` gets the tree of the document."""

    def __init__(self, name, kinds, applies):
        self.name, self.kinds, self.applies, self.met = name, kinds, applies, 0

    def excuses(self, tree, diagnostics):
        found = {each["kind"] for each in diagnostics}
        return bool(found) == bool(self.kinds) and found <= self.kinds and self.applies(tree)


def number_in_launcher(tree):
    texts = [each.text or "" for each in tree.iter() if mutations.split(each.tag)[1] in ("vcores", "memory.mb")]
    return any(re.fullmatch(r"\s*[+-]?\d+\s*", text) and not text.isdigit() for text in texts)


def no_action(tree):
    """Whether an action's first element is one that the schemas have for something else."""
    firsts = [next(iter(each)) for each in tree if mutations.split(each.tag)[1] == "action" and len(each)]
    return any(mutations.split(each.tag)[1] in ("switch", "kill", "info", "workflow-app") for each in firsts)


def old_ssh(tree):
    return any(each.tag == "{uri:oozie:workflow:0.1}ssh" for each in tree.iter())


def other_root(tree):
    return mutations.split(tree.tag)[1] not in ("workflow-app", "coordinator-app", "bundle-app")


ACCEPTED = [
    Accepted("a sign or blanks around a number in <launcher>, which libxml2 refuses and Oozie's parser takes",
             set(), number_in_launcher),
    Accepted("an action whose element is none of an action, as <switch> of another version", {"UnknownActionKind"}, no_action),
    Accepted("<ssh> of workflow 0.1 in a workflow of another version", {"UnknownActionKind"}, old_ssh),
    Accepted("a root that is no definition", {"UnknownLanguage"}, other_root),
]
# Documents that meet differences that changes of the seeds seldom meet.
WORKFLOW = ('<workflow-app xmlns="uri:oozie:workflow:1.0" name="w"><start to="a"/><action name="a">{}<ok to="end"/>'
            '<error to="end"/></action><end name="end"/></workflow-app>')
RARE = [
    WORKFLOW.format('<kill xmlns="uri:oozie:workflow:0.4" name="k"><message>m</message></kill>'),
    WORKFLOW.format('<ssh xmlns="uri:oozie:workflow:0.1"><host>h</host><command>c</command></ssh>'),
    WORKFLOW.format('<fs xmlns="uri:oozie:workflow:0.2"><mkdir path="hdfs://n/x"/></fs>'),
    '<workflow-app xmlns="uri:oozie:workflow:1.0" name="w"><global><launcher><vcores>+2</vcores></launcher></global>'
    '<start to="end"/><end name="end"/></workflow-app>',
    '<kill xmlns="uri:oozie:workflow:0.4" name="k"><message>m</message></kill>',
]


def schema_kinds():
    """The names of the kinds of diagnostics that say what a schema may say."""
    kinds, section = set(), ""
    for line in KINDS.read_text().splitlines():
        if heading := re.match(r"// -- (.+)", line):
            section = heading[1]
        elif section in SECTIONS and (kind := re.match(r"HPDL_DIAGNOSTIC\((\w+), kError", line)):
            kinds.add(kind[1])
    return (kinds | MORE) - FEWER


def seed_texts():
    """Bytes of definitions, none of them of the HWS dialect, that are to be changed."""
    paths = sorted((HERE.parent / "examples" / "oozie").glob("*.xml")) + list(real_files.files().values())
    texts = [path.read_bytes() for path in paths]
    for block in (HERE / "schema.probes").read_text().split("\n\n"):
        if "\nhpdlc: valid\n" in block:
            texts.append(block[block.index("\n<") + 1:].encode())
    texts += [line.encode() for line in (HERE / "coordinators.probes").read_text().splitlines() if line.startswith("<")]
    return [text for text in texts if b"<hadoop-workflow" not in text]


class Trial:
    """The documents of one run, in a folder, and both verdicts about them."""

    def __init__(self, folder):
        self.folder = folder
        self.schemas = schemas.Schemas(folder / "xsd")
        self.relevant = schema_kinds()
        self.trees, self.changes = {}, {}  # path -> the document, what was done to it

    def write(self, name, tree, changes):
        path = self.folder / name
        path.write_bytes(ElementTree.tostring(tree, encoding="utf-8"))
        self.trees[path], self.changes[path] = tree, changes

    def verdicts(self):
        """Path -> (reason of xmllint or None, diagnostics of hpdlc that concern the schema)."""
        paths = sorted(self.trees)
        batches = [paths[i:i + BATCH] for i in range(0, len(paths), BATCH)]
        found = {}
        with ThreadPoolExecutor(2) as pool:
            for batch, theirs, ours in zip(batches, pool.map(self.schemas.verdicts, batches),
                                           pool.map(self.ours, batches)):
                found.update({path: (theirs[path], ours[path]) for path in batch})
        return found

    def ours(self, paths):
        result = programs.hpdlc("verify", "--format", "json", *paths)
        assert result.code in (0, 1), result
        found = {path: [] for path in paths}
        for each in result.json()["diagnostics"]:
            if each["kind"] in self.relevant:
                found[Path(each["file"])].append(each)
        return found


def write_seeds(trial, random):
    """Writes the seeds; returns which elements of the schemas are in none."""
    for number, text in enumerate(seed_texts()):
        trial.write(f"seed-{number}.xml", ElementTree.fromstring(text), [])
    missing = trial.schemas.declared()
    documents = sampling.Documents(trial.schemas.files, random)
    for number in range(MOST_SAMPLES):
        document = documents.any()
        names = {each.tag for each in document.iter()}
        if number < SAMPLES or names & missing:
            trial.write(f"sample-{number}.xml", document, [])
        missing -= names
        if not missing and number > SAMPLES:
            break
    return missing


def write_rare(trial):
    for number, text in enumerate(RARE):
        trial.write(f"rare-{number}.xml", ElementTree.fromstring(text), [])


def write_mutants(trial, random, count):
    """Changed copies of those seeds that xmllint takes; returns how many these are."""
    paths = sorted(path for path in trial.trees if not path.name.startswith("rare-"))
    seeds = [trial.trees[path] for path, reason in trial.schemas.verdicts(paths).items() if reason is None]
    elements, attributes = trial.schemas.names()
    tools = mutations.Tools(random, elements, attributes, sorted(trial.schemas.files))
    tools.plants = [each for seed in seeds for each in seed.iter() if sum(1 for _ in each.iter()) < 12]
    for number in range(count):
        changes, tree = mutations.mutant(tools.random.choice(seeds), tools)
        trial.write(f"mutant-{number}.xml", tree, changes)
    return len(seeds)


def excuse(tree, diagnostics):
    """The entry of ACCEPTED for a difference, or None."""
    for entry in ACCEPTED:
        if entry.excuses(tree, diagnostics):
            return entry
    return None


def judge(trial):
    """The texts of the differences that nothing excuses, and how many documents xmllint refused."""
    failures, refused = [], 0
    for path, (reason, diagnostics) in trial.verdicts().items():
        refused += reason is not None
        if (reason is None) == (not diagnostics):
            continue
        entry = excuse(trial.trees[path], diagnostics)
        if entry is not None:
            entry.met += 1
            continue
        ours = "; ".join(f"{each['kind']}: {each['message']}" for each in diagnostics) or "valid"
        failures.append(f"{path.name} ({', '.join(trial.changes[path])})\n  xmllint: {reason or 'valid'}\n"
                        f"  hpdlc: {ours}\n{ElementTree.tostring(trial.trees[path], encoding='unicode')}")
    return failures, refused


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=COUNT, help="how many documents are made by changes")
    parser.add_argument("--seed", type=int, default=SEED, help="of the random numbers")
    options = parser.parse_args()
    sandbox = programs.Sandbox()
    try:
        sandbox.path("xsd").mkdir()
        trial = Trial(sandbox.folder)
        numbers = random.Random(options.seed)
        missing = write_seeds(trial, numbers)
        write_rare(trial)
        seeds = write_mutants(trial, numbers, options.count)
        failures, refused = judge(trial)
    finally:
        sandbox.close()
    total = len(trial.trees)
    failures += [f"no document meets the accepted difference '{entry.name}'" for entry in ACCEPTED if not entry.met]
    failures += [f"no seed has the element {name}" for name in sorted(missing)]
    # Changes that a schema hardly sees, or that all of them see, would test nothing.
    if not total / 10 < refused < total * 9 / 10:
        failures.append(f"of {total} documents xmllint refuses {refused}")
    print(f"{seeds} valid seeds; of {total} documents xmllint refuses {refused}")
    for entry in ACCEPTED:
        print(f"accepted {entry.met} times: {entry.name}")
    for text in failures[:SHOWN]:
        print(f"FAIL: {text}")
    print(f"{total - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
