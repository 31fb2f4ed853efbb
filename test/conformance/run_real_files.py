"""Definitions that others wrote: `verify` says what is right to say of each and nothing else, `build` makes a
program of each that has no error, and each written in another way means the same. HPDL_REAL_FILES=FOLDER checks also
definitions of public repositories (public_files.py)."""

import re
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import programs
import public_files
import real_files
import variants

# Who runs the sub-workflows that are not there: these files are parts of applications.
ELSEWHERE = ("-D", "hpdl.subworkflow.oozie.url=http://127.0.0.1:1/oozie")
PLACE = re.compile(r" @\d+:\d+")
# These say that a file is old, or that credentials have no effect; a file may have them beside its own kinds.
OF_AGE = {"DeprecatedSchema", "CredentialsIgnored"}
ODD = "a file of Oozie's tests with one path for everything"
NO_URI = "its name node is only a word, such as bar"
NO_SCHEMA = "a kind of action that only Oozie's tests have"
# What is right to say, by file: kinds and why; of the others nothing is.
EXPECTED = {
    "examples/CredentialsRetrying.xml": ("UnknownCredential UnknownCredential", "two of three are not declared"),
    "examples/Parameters.xml": ("UnreachableNode UnusedParameter UnusedParameter", "it has parameters and no action"),
    "oozie/graph-workflow-decision-fork-join.xml": ("ConstantCase UnreachableNode", "its case is ${true}"),
    "oozie/graph-workflow-invalid.xml": ("UnknownNode", "made to be wrong"),
    "oozie/rerun-elerr-wf.xml": ("UnknownFunction", "made to be wrong: fs:exsts"),
    "oozie/wf-action-sla.xml": ("ErrorLost", "ok and error both lead to end"),
    "oozie/wf-credentials.xml": ("UnknownCredentialType", "its type is a class of Oozie's tests"),
    "oozie/wf-ext-schema-invalid.xml": ("MissingElement UnknownActionKind", NO_SCHEMA),
    "oozie/wf-ext-schema-valid-user-retry.xml": ("UnknownActionKind", NO_SCHEMA),
    "oozie/wf-ext-schema-valid.xml": ("UnknownActionKind", NO_SCHEMA),
    "oozie/wf-invalid-fork.xml": ("ForkJoinCount", "made to be wrong"),
    "oozie/wf-kill-with-ok.xml": ("ErrorLost", "ok and error both lead to the next action"),
    "oozie/wf-loop1-invalid.xml": ("Cycle UnknownNode", "made to be wrong"),
    "oozie/wf-loop2-invalid.xml": ("SelfTransition UnknownNode UnknownNode", "made to be wrong"),
    "oozie/wf-schema-action-name-too-long.xml": ("BadNodeName", "made to be wrong"),
    "oozie/wf-schema-invalid-global-ext-no-global.xml": ("MissingElement MissingElement", "made to be wrong"),
    "oozie/wf-schema-invalid.xml": ("MissingElement UnknownElement", "made to be wrong"),
    "oozie/wf-schema-valid-global-ext.xml": ("MissingElement MissingElement",
                                             "hive-action 0.2 needs a cluster of its own, also by its schema"),
    "oozie/wf-suspendpoints.xml": ("ConstantCase", "its case is true"),
    "oozie/wf-test-kill-node-message-error.xml": ("ElSyntax UnknownActionKind", "${{wf:user()}"),
    "oozie/wf-test-kill-node-message-error2.xml": ("UnknownActionKind", NO_SCHEMA),
    "oozie/wf-test-kill-node-message.xml": ("UnknownActionKind", NO_SCHEMA),
    "oozie/wf-transition-invalid.xml": ("UnknownNode UnknownNode", "made to be wrong"),
    "oozie/wf-unsupported-action.xml": ("UnknownActionKind UnknownNode UnknownNode", NO_SCHEMA),
    "vipe/bypass/workflow.xml": ("MissingCluster", "its java action has none"),
    "vipe/conditional/workflow.xml": ("MissingElement", "an empty <configuration>"),
    "vipe/global_section/workflow.xml": ("UnknownNodeInFunction UnknownNodeInFunction",
                                         "wf:actionData of a node that is not there; Oozie gives an empty map"),
    "vipe/java_with_reserved_node_name_lowercase/workflow.xml": ("UnknownNode", "made to be wrong"),
    "vipe/java_with_reserved_node_name_uppercase/workflow.xml": ("UnknownNode", "made to be wrong"),
    **{f"oozie/wf-schema-no-{what}.xml": ("MisplacedElement MissingElement UnreachableNode", "made to be wrong")
       for what in ("jobtracker", "jobtracker-global", "namenode", "namenode-global")},
    **{f"oozie/wf-{what}.xml": (kinds, NO_URI) for what, kinds in (
        ("schema-fs-no-namenode", "BadConstant"), ("schema-fs-no-namenode-global", "BadConstant BadConstant"))},
    **{f"oozie/wf-schema-{what}.xml": (kinds + "ConstantCase ParallelPaths PrepareDeletesInput PrepareDeletesInput "
                                       "UnreachableNode", ODD)
       for what, kinds in (("valid", ""), ("valid-global", "BadConstant "), ("valid-global-jobXml", "BadConstant "))},
}


def verify(paths):
    """(path -> the kinds of the diagnostics about it, sorted; the paths that have errors)"""
    result = programs.hpdlc("verify", "--format", "json", *paths)
    assert result.code in (0, 1), result
    found, refused = {str(path): [] for path in paths}, set()
    for each in result.json()["diagnostics"]:
        found[each["file"]].append(each["kind"])
        if each["severity"] == "error":
            refused.add(each["file"])
    return {path: sorted(names) for path, names in found.items()}, refused


def build_each(test, definitions):
    """Fails for each definition, a pair of name and path, that does not become a program."""
    def build(numbered):
        number, (name, path) = numbered
        target = test.sandbox.path(f"{number}.bin")
        result = programs.hpdlc("build", path, "-o", target, *ELSEWHERE)
        target.unlink(missing_ok=True)
        return name, result
    with ThreadPoolExecutor(2) as pool:
        for name, result in pool.map(build, enumerate(definitions)):
            with test.subTest(name):
                test.assertEqual(result.code, 0, result)


class RealFiles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sandbox = programs.Sandbox()
        cls.addClassCleanup(cls.sandbox.close)
        cls.files = real_files.files()
        cls.kinds, cls.refused = verify(cls.files.values())

    def valid(self):
        return [(name, path) for name, path in self.files.items() if str(path) not in self.refused]

    def test_nothing_but_what_is_right_is_said(self):
        for name, path in self.files.items():
            with self.subTest(name):
                expected = EXPECTED[name][0].split() if name in EXPECTED else []
                self.assertEqual([kind for kind in self.kinds[str(path)] if kind not in OF_AGE], expected)
        self.assertLessEqual(EXPECTED.keys(), self.files.keys())

    def test_all_without_errors_are_built(self):
        build_each(self, self.valid())

    def test_another_way_to_write_it_means_the_same(self):
        written = {}  # path -> (name of the file, name of the variant)
        for name, path in self.files.items():
            texts = {"as it is": path.read_bytes(), **variants.variants(path.read_bytes())}
            for number, (variant, text) in enumerate(texts.items()):
                target = self.sandbox.path(f"{number}-" + name.replace("/", "-"))
                target.write_bytes(text)
                written[target] = name, variant
        found, refused = verify(written)
        for path, (name, variant) in written.items():
            with self.subTest(f"{name}: {variant}"):
                self.assertEqual(found[str(path)], self.kinds[str(self.files[name])])
        self.compare_meaning({path: each for path, each in written.items() if str(path) not in refused})

    def compare_meaning(self, written):
        with ThreadPoolExecutor(2) as pool:
            meanings = dict(zip(written, pool.map(self.hir, written)))
        originals = {name: meanings[path] for path, (name, variant) in written.items() if variant == "as it is"}
        for path, (name, variant) in written.items():
            with self.subTest(f"{name}: {variant}"):
                self.assertEqual(meanings[path], originals[name])

    def hir(self, path):
        """What a definition means, without the places at which it says so."""
        result = programs.hpdlc("emit", "--hir", path, *ELSEWHERE)
        self.assertEqual(result.code, 0, result)
        return PLACE.sub("", result.out)


@unittest.skipUnless(public_files.FOLDER, "HPDL_REAL_FILES names no folder of public repositories")
class PublicFiles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sandbox = programs.Sandbox()
        cls.addClassCleanup(cls.sandbox.close)
        cls.copies = public_files.copied(cls.sandbox.folder)
        if not cls.copies:
            raise unittest.SkipTest("none of the definitions of public_files.tsv is in HPDL_REAL_FILES")

    def test_what_is_said_of_each(self):
        found = public_files.said(self.copies.values())
        for row, path in self.copies.items():
            with self.subTest(f"{row.repository}/{row.path}"):
                self.assertEqual(found[path], row.said)

    def test_one_of_each_repository_is_built(self):
        first = {}
        for row, path in self.copies.items():
            if "error:" not in row.said and real_files.ROOT_ELEMENT in path.read_bytes():
                first.setdefault(row.repository, (f"{row.repository}/{row.path}", path))
        build_each(self, first.values())

    def test_all_are_there(self):
        missing = len(public_files.rows()) - len(self.copies)
        if missing:
            self.skipTest(f"{missing} of {len(public_files.rows())} files are not there or have another content")


if __name__ == "__main__":
    import closing
    closing.main()
