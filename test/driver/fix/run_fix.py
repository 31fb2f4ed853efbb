"""`hpdlc verify --fix`: what it corrects, that every other byte of the file stays in any encoding, and what it leaves alone."""

import os
import stat
import subprocess
import sys
import unittest
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "harness"))
import closing
import programs

HEAD = """<?xml version="1.0" encoding="ENCODING"?>
<!-- für alle -->
<workflow-app xmlns="uri:oozie:workflow:1.0" name="w">
\t<global><resource-manager>rm</resource-manager><name-node>hdfs://nn</name-node></global>
"""
TAIL = """
  <kill name="fail"><message>wäre: ${wf:errorMessage(wf:lastErrorNode())}</message></kill>
  <end name="end"/>
</workflow-app>
"""
ACTION = """<start to="a"/>
  <action name="a">
    BODY
    <ok to="end"/>
    <error to="fail"/>
  </action>"""


def action(body):
    return ACTION.replace("BODY", body)


FS = action('<fs><mkdir path="/x"/></fs>')
SHELL = '<shell xmlns="uri:oozie:shell-action:1.0">\n      PARTS\n    </shell>'
CONFIGURATION = """<!-- for the queue -->
      <configuration>
        <property><name>q</name><value>1</value></property>
      </configuration>"""
# name -> what is written, what it becomes
CASES = {
    "element": (action('<fs><mkdr path="/ü"/></fs>'), action('<fs><mkdir path="/ü"/></fs>')),
    "element_and_its_end": (action(SHELL.replace("PARTS", "<exce>lß</exce >")),
                            action(SHELL.replace("PARTS", "<exec>lß</exec >"))),
    "prefixed_element": (action('<s:shel xmlns:s="uri:oozie:shell-action:1.0"><s:exec>ls</s:exec></s:shel>'),
                         action('<s:shell xmlns:s="uri:oozie:shell-action:1.0"><s:exec>ls</s:exec></s:shell>')),
    "attribute": (FS.replace("ok to", "ok too"), FS),
    "only_missing_attribute": (FS.replace("ok to", "ok target"), FS),
    "misplaced_with_its_comment": (
        action(SHELL.replace("PARTS", "<exec>ls</exec> <!-- lists -->\n      " + CONFIGURATION)),
        action(SHELL.replace("PARTS", CONFIGURATION + "\n      <exec>ls</exec> <!-- lists -->"))),
    "misplaced_kind": (FS.replace('<fs><mkdir path="/x"/></fs>\n    <ok to="end"/>',
                                  '<ok to="end"/>\n    <fs><mkdir path="/x"/></fs>'), FS),
    "permissions": (action('<fs><chmod path="/x" permissions="0755"/></fs>'),
                    action('<fs><chmod path="/x" permissions="755"/></fs>')),
    "function": (action('<fs><mkdir path="/ä/${wf:ID()}/${id()}"/></fs>'),
                 action('<fs><mkdir path="/ä/${wf:id()}/${wf:id()}"/></fs>')),
    "case_of_a_node": (FS.replace('"fail"', '"Fail"'), FS),
    "swapped_letters_of_a_node": (FS.replace('"fail"', '"fial"'), FS),
    "forgotten_namespace": (action("<shell><exec>ls</exec></shell>"),
                            action('<shell xmlns="uri:oozie:shell-action:1.0"><exec>ls</exec></shell>')),
    "ampersands": (action('<fs><mkdir path="/a&b/${x && y}"/></fs>'),
                   action('<fs><mkdir path="/a&amp;b/${x &amp;&amp; y}"/></fs>')),
    "end_tag": (FS.replace("</action>", "</acton>"), FS),
    "silence": ("<!-- hpdlc: no-Unreachablenode -->\n" + FS, "<!-- hpdlc: no-UnreachableNode -->\n" + FS),
}
ENCODINGS = {
    "utf8": lambda text: text.replace("ENCODING", "UTF-8").encode(),
    "crlf": lambda text: text.replace("ENCODING", "UTF-8").replace("\n", "\r\n").encode(),
    # Bytes of Latin-1 are not UTF-8. Oozie and hpdlc read U+FFFD in their place, and --fix leaves them as they are.
    "latin1": lambda text: text.replace("ENCODING", "ISO-8859-1").encode("latin-1"),
}
WRONG = HEAD + CASES["element"][0] + TAIL
RIGHT = HEAD + CASES["element"][1] + TAIL


class Fixes(unittest.TestCase):
    def setUp(self):
        self.sandbox = programs.Sandbox()
        self.addCleanup(self.sandbox.close)
        self.file = self.sandbox.path("w.xml")

    def fix(self, *options, path=None):
        return programs.hpdlc("verify", "--fix", *options, path or self.file)

    def check_unchanged(self, text, *options):
        self.file.write_bytes(ENCODINGS["utf8"](text))
        before = self.file.stat()
        result = self.fix(*options)
        self.assertEqual(self.file.read_bytes(), ENCODINGS["utf8"](text))
        self.assertEqual(self.file.stat().st_ino, before.st_ino)
        return result

    def test_only_what_is_safe(self):
        far = FS.replace('"fail"', '"fali-node"')
        result = self.check_unchanged(HEAD + far + TAIL)
        self.assertEqual(result.code, 1)
        numbered = FS.replace('"fail"', '"fail2"')
        result = self.check_unchanged(HEAD + numbered + TAIL)
        self.assertIn("did you mean 'fail'?", result.err)
        self.assertNotIn("corrected", result.err)

    def test_a_file_without_mistakes_stays(self):
        result = self.check_unchanged(RIGHT)
        self.assertEqual((result.code, result.err), (0, ""))

    def test_what_would_be_a_new_error_is_not_made(self):
        # Renamed, the element would stand twice.
        text = HEAD + action(SHELL.replace("PARTS", "<exec>ls</exec>\n<exce>cat</exce>")) + TAIL
        result = self.check_unchanged(text)
        self.assertEqual(result.code, 1)
        self.assertIn("not corrected (rename to 'exec'), because the correction would cause an error: ", result.err)

    def test_the_others_are_made_all_the_same(self):
        text = action(SHELL.replace("PARTS", "<exec>ls</exec>\n<exce>cat</exce>"))
        self.file.write_bytes(ENCODINGS["utf8"](HEAD + text.replace("ok to", "ok too") + TAIL))
        refusal = "not corrected (rename to 'exec'), because the correction would cause an error: "
        diff = programs.hpdlc("verify", "--diff", self.file)
        self.assertIn("\n@@ ", diff.out)
        self.assertEqual((diff.err.count(refusal), diff.err.count(" corrected: ")), (1, 0), diff)
        self.assertTrue(diff.err.endswith("2 errors in 1 file; --fix corrects 1\n"), diff)
        result = self.fix()
        self.assertEqual((result.code, result.err.count(refusal)), (1, 1), result)
        self.assertEqual(self.file.read_bytes(), ENCODINGS["utf8"](HEAD + text + TAIL))

    def test_mode_and_symbolic_links_stay(self):
        real = self.sandbox.path("real.xml")
        real.write_bytes(ENCODINGS["utf8"](WRONG))
        real.chmod(0o640)
        self.file.symlink_to("real.xml")
        self.assertEqual(self.fix().code, 0)
        self.assertTrue(self.file.is_symlink())
        self.assertEqual(real.read_bytes(), ENCODINGS["utf8"](RIGHT))
        self.assertEqual(stat.S_IMODE(real.stat().st_mode), 0o640)
        self.assertEqual(sorted(p.name for p in self.file.parent.glob("*.xml*")), ["real.xml", "w.xml"])
        self.assertEqual(list(self.file.parent.glob(".hpdlc*")), [])

    def test_a_name_as_long_as_names_can_be(self):
        file = self.sandbox.path("w" * 251 + ".xml")
        file.write_bytes(ENCODINGS["utf8"](WRONG))
        self.assertEqual(self.fix(path=file).code, 0)
        self.assertEqual(file.read_bytes(), ENCODINGS["utf8"](RIGHT))

    def test_a_file_named_twice_is_corrected_once(self):
        folder = self.sandbox.path("flows")
        others = self.sandbox.path("others")
        for path in (folder, others):
            path.mkdir()
        file = folder / "w.xml"
        (others / "w.xml").symlink_to(file)
        for _ in range(10):
            file.write_bytes(ENCODINGS["utf8"](WRONG))
            result = programs.hpdlc("verify", "--fix", file, folder, f"{folder}/*.xml", others)
            self.assertEqual((result.code, result.err.count("corrected: ")), (0, 1), result)
            self.assertEqual(file.read_bytes(), ENCODINGS["utf8"](RIGHT))

    def test_names_do_not_act_on_the_terminal(self):
        file = self.sandbox.path(os.fsdecode(b"w\xe2\x1b[31m\n.xml"))
        for text, wanted in ((WRONG, "corrected"), ("<workflow-app/>", "error")):
            file.write_bytes(ENCODINGS["utf8"](text))
            shown = self.fix(path=file).err
            self.assertIn(wanted, shown)
            self.assertNotIn("\x1b", shown)
            self.assertIn("w\ufffd [31m .xml:", shown)

    def test_git_takes_the_diff(self):
        folder = self.sandbox.path("repository")
        folder.mkdir()
        for name in ("a b.xml", "n\nl.xml", 'q"uote.xml', "ü.xml"):
            (folder / name).write_bytes(ENCODINGS["utf8"](WRONG))
        subprocess.run(["git", "init", "-q", folder], check=True)
        diff = subprocess.run([programs.HPDLC, "verify", "--diff", "."], cwd=folder, capture_output=True, timeout=60)
        subprocess.run(["git", "apply"], cwd=folder, input=diff.stdout, check=True, timeout=60)
        for file in folder.glob("*.xml"):
            self.assertEqual(file.read_bytes(), ENCODINGS["utf8"](RIGHT), file)

    def test_a_diff_that_hides_a_secret_says_so(self):
        folder = self.sandbox.path("repository")
        folder.mkdir()
        secret = action(SHELL.replace("PARTS", "<configuration><property><name>db.password</name>"
                                               "<value>geheim</value></property></configuration>PAD<exce>ls</exce>"))
        subprocess.run(["git", "init", "-q", folder], check=True)
        for pad, hidden in (("", True), ("\n" * 3, True), ("\n" * 4, False)):
            (folder / "w.xml").write_bytes(ENCODINGS["utf8"](HEAD + secret.replace("PAD", pad) + TAIL))
            diff = programs.hpdlc("verify", "--diff", "w.xml", cwd=folder)
            self.assertNotIn("geheim", diff.out + diff.err)
            self.assertEqual("******" in diff.out, hidden, diff)
            told = "w.xml: this difference shows asterisks in place of secrets, so it cannot be applied"
            self.assertEqual(told in diff.err, hidden, diff)
            done = subprocess.run(["git", "apply"], cwd=folder, input=diff.out.encode(), capture_output=True, timeout=60)
            self.assertEqual(done.returncode != 0, hidden, done)

    def test_application_directories(self):
        folder = self.sandbox.path("app")
        folder.mkdir()
        (folder / "workflow.xml").write_bytes(ENCODINGS["utf8"](WRONG))
        self.assertEqual(self.fix(path=folder).code, 0)
        self.assertEqual((folder / "workflow.xml").read_bytes(), ENCODINGS["utf8"](RIGHT))

    def test_applications_in_each_other(self):
        # Each is listed with all below it, while those below are replaced.
        folders = [self.sandbox.path("app")]
        while len(folders) < 40:
            folders.append(folders[-1] / f"n{len(folders)}")
        for _ in range(10):
            for folder in folders:
                folder.mkdir(exist_ok=True)
                (folder / "workflow.xml").write_bytes(ENCODINGS["utf8"](WRONG))
            result = programs.hpdlc("verify", "--fix", *reversed(folders))
            self.assertEqual((result.code, result.err.count("corrected: ")), (0, 40), result)
            for folder in folders:
                self.assertEqual((folder / "workflow.xml").read_bytes(), ENCODINGS["utf8"](RIGHT), folder)

    def test_files_that_cannot_be_read_are_said(self):
        folder = self.sandbox.path("app")
        folder.mkdir()
        wrong = ENCODINGS["utf8"](HEAD + CASES["end_tag"][0] + TAIL)
        (folder / "workflow.xml").write_bytes(wrong)
        with open(folder / "config-default.xml", "wb") as file:
            file.truncate(2 << 30)
        for option in ("--fix", "--diff"):
            result = programs.hpdlc("verify", option, folder)
            self.assertEqual((result.code, result.out), (2, ""), result)
            self.assertIn("config-default.xml: larger than 1 GiB\n", result.err)
            self.assertEqual((folder / "workflow.xml").read_bytes(), wrong)

    def test_other_files_than_the_definition_are_not_offered(self):
        folder = self.sandbox.path("app")
        folder.mkdir()
        (folder / "workflow.xml").write_bytes(ENCODINGS["utf8"](RIGHT))
        (folder / "config-default.xml").write_text(
            "<configuration>\n<!-- hpdlc: no-Unreachablenode -->\n</configuration>\n")
        result = programs.hpdlc("verify", folder)
        self.assertIn("did you mean 'UnreachableNode'?", result.err)
        self.assertTrue(result.err.endswith("1 warning in 1 file\n"), result)

    def test_archives_are_left_alone(self):
        archive = self.sandbox.path("app.zip")
        with zipfile.ZipFile(archive, "w") as file:
            file.writestr("workflow.xml", ENCODINGS["utf8"](WRONG))
        before = archive.read_bytes()
        self.assertTrue(programs.hpdlc("verify", archive).err.endswith("1 error in 1 file\n"))
        result = self.fix(path=archive)
        self.assertEqual(result.code, 1)
        self.assertIn("is in an archive and is not corrected", result.err)
        self.assertEqual(archive.read_bytes(), before)

    def test_warnings_are_corrected_under_werror(self):
        self.file.write_bytes(ENCODINGS["utf8"](HEAD + CASES["silence"][0] + TAIL))
        result = self.fix("-Werror")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.file.read_bytes(), ENCODINGS["utf8"](HEAD + CASES["silence"][1] + TAIL))

    def test_booleans(self):
        body = action('<fs><delete path="/x" skip-trash="TRUE"/></fs>')
        text = (HEAD + body + TAIL).replace("workflow:1.0", "workflow:0.5").replace("resource-manager", "job-tracker")
        self.file.write_bytes(ENCODINGS["utf8"](text))
        self.assertEqual(self.fix().code, 0)
        self.assertEqual(self.file.read_bytes(), ENCODINGS["utf8"](text.replace("TRUE", "true")))

    def test_a_reference_without_its_end(self):
        text = HEAD + action('<fs><mkdir path="/a&lt b"/></fs>') + TAIL
        result = self.check_unchanged(text)
        self.assertIn("&lt lacks its ';'", result.err)

    def test_many(self):
        actions = "".join(f'<action name="a{i}"><fs><mkdr path="/{i}"/></fs><ok too="a{i + 1}"/><error to="Fail"/>'
                          f"</action>\n" for i in range(2000))
        text = HEAD + '<start to="a0"/>\n' + actions + '<action name="a2000"><fs/><ok to="end"/><error to="fail"/></action>'
        self.file.write_bytes(ENCODINGS["utf8"](text + TAIL))
        self.assertEqual(self.fix().code, 0)
        right = text.replace("mkdr", "mkdir").replace("too=", "to=").replace('"Fail"', '"fail"')
        self.assertEqual(self.file.read_bytes(), ENCODINGS["utf8"](right + TAIL))

    def test_one_of_many_that_is_no_good(self):
        actions = "".join(f'<action name="a{i}"><fs><mkdr path="/{i}"/></fs><ok to="a{i + 1}"/><error to="fail"/>'
                          f"</action>\n" for i in range(300))
        last = SHELL.replace("PARTS", "<exec>ls</exec>\n<exce>cat</exce>")
        last = f'<action name="a300">{last}<ok to="end"/><error to="fail"/></action>'
        text = HEAD + '<start to="a0"/>\n' + actions + last + TAIL
        self.file.write_bytes(ENCODINGS["utf8"](text))
        result = self.fix()
        self.assertEqual(result.code, 1)
        self.assertEqual(self.file.read_bytes(), ENCODINGS["utf8"](text.replace("mkdr", "mkdir")))
        self.assertEqual(result.err.count("corrected: "), 300)
        self.assertTrue(result.err.endswith("1 error in 1 file\n"), result.err)

    def test_many_at_one_place(self):
        actions = "".join(f'\n  <action name="a{i}"><fs/><ok to="a{i + 1}"/><error to="fail"/></action>'
                          for i in range(500)) + '\n  <action name="a500"><fs/><ok to="end"/><error to="fail"/></action>'
        start = HEAD + '  <start to="a0"/>'
        kill, end = TAIL[:TAIL.index("\n  <end")], '\n  <end name="end"/>'
        self.file.write_bytes(ENCODINGS["utf8"](start + end + actions + kill + "\n</workflow-app>\n"))
        self.assertEqual(self.fix().code, 0)
        self.assertEqual(self.file.read_bytes(), ENCODINGS["utf8"](start + actions + kill + end + "\n</workflow-app>\n"))

    def test_bytes_that_are_not_utf8_are_not_moved(self):
        wrong, _ = CASES["misplaced_with_its_comment"]
        text = (HEAD + wrong + TAIL).replace("queue", "für").replace("ENCODING", "ISO-8859-1").encode("latin-1")
        self.file.write_bytes(text)
        self.assertEqual(self.fix().code, 1)
        self.assertEqual(self.file.read_bytes(), text)

    def test_other_formats_show_what_is_left(self):
        self.file.write_bytes(ENCODINGS["utf8"](WRONG))
        result = self.fix("--format", "json")
        self.assertEqual(result.code, 0)
        self.assertEqual(result.json()["errors"], 0)
        self.assertIn("w.xml:7:10: corrected: rename to 'mkdir' [UnknownElement]\n", result.err)


def add(name, wrong, right, encoding, encode):
    def check(self):
        self.file.write_bytes(encode(HEAD + wrong + TAIL))
        before = programs.hpdlc("verify", self.file)
        self.assertIn("--fix corrects", before.err)
        diff = programs.hpdlc("verify", "--diff", self.file)
        self.assertEqual(self.file.read_bytes(), encode(HEAD + wrong + TAIL))
        self.assertIn("\n@@ ", diff.out)
        result = self.fix()
        self.assertEqual(self.file.read_bytes(), encode(HEAD + right + TAIL), result)
        self.assertEqual(result.code, 0, result)
        self.assertIn(": corrected: ", result.err)

    setattr(Fixes, f"test_{name}_in_{encoding}", check)


for case, (wrong_text, right_text) in CASES.items():
    for encoding_name, encoder in ENCODINGS.items():
        add(case, wrong_text, right_text, encoding_name, encoder)

if __name__ == "__main__":
    closing.main()
