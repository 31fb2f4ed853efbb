"""The compiler's own commands: many paths, warnings, formats, eval, graph, emit, explain."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

UNUSED = workflow(shell("a", "true") + shell("never", "true"), "a")
WRONG = workflow(shell("a", "true", to="nosuch"), "a")


class Hpdlc(ProgramTest):
    def files(self):
        return (self.sandbox.write("good.xml", workflow("", "end")),
                self.sandbox.write("unused.xml", UNUSED), self.sandbox.write("wrong.xml", WRONG),
                self.sandbox.write("app/workflow.xml", workflow("", "end")).parent)

    def test_verify_takes_files_and_folders(self):
        good, unused, wrong, app = self.files()
        self.assert_code(hpdlc("verify", good, unused, app), 0)
        result = self.assert_code(hpdlc("verify", good, wrong, unused, app), 1)
        self.assertIn("wrong.xml:", result.err)
        self.assertIn("unused.xml:", result.err)
        result = self.assert_code(hpdlc("verify", wrong, "/nosuch.xml"), 2)
        self.assertIn("wrong.xml:", result.err)
        self.assertIn("/nosuch.xml", result.err)
        self.assert_code(hpdlc("verify"), 2)

    def test_verify_searches_folders_and_patterns(self):
        flows = self.sandbox.path("flows")
        for i in range(200):
            self.sandbox.write(f"flows/d{i % 7}/w{i:03}.xml", WRONG if i % 50 == 0 else UNUSED)
        self.sandbox.write("flows/app/workflow.xml", WRONG)
        self.sandbox.write("flows/app/config-default.xml", "<configuration/>")
        found = self.assert_code(hpdlc("verify", "--format", "json", flows), 1).json()
        wrong = [entry["file"] for entry in found["diagnostics"] if entry["severity"] == "error"]
        self.assertEqual(len({entry["file"] for entry in found["diagnostics"]}), 201)
        self.assertEqual(sorted(Path(name).name for name in wrong),
                         ["w000.xml", "w050.xml", "w100.xml", "w150.xml", "workflow.xml"])
        again = hpdlc("verify", "--format", "json", flows)
        self.assertEqual(again.json(), found)  # in the order of names, whichever thread was first
        some = self.assert_code(hpdlc("verify", f"{flows}/**/w1[05]0.xml"), 1)
        self.assertEqual(some.err.count("[UnknownNode E0708]"), 2)
        self.assert_code(hpdlc("verify", f"{flows}/**/x*.xml"), 2)

    def test_warnings(self):
        _, unused, wrong, _ = self.files()
        result = self.assert_code(hpdlc("verify", unused), 0)
        self.assertRegex(result.err, r"unused\.xml:\d+:\d+: warning: .*\[\w+\]")
        kind = result.err.split("[")[1].split("]")[0].split()[0]
        self.assert_code(hpdlc("verify", "-Werror", unused), 1)
        quiet = self.assert_code(hpdlc("verify", "-Werror", f"-Wno-{kind}", unused), 0)
        self.assertEqual(quiet.err, "")
        self.assertEqual(hpdlc("verify", "-Wno-NoSuchKind", unused).code, 2)
        self.assertEqual(hpdlc("verify", "-Wno-UnknownNode", wrong).code, 2)

    def test_formats_agree(self):
        *_, wrong, _ = self.files()
        text = hpdlc("verify", wrong)
        place = text.err.split(": error")[0]
        _, line, column = place.rsplit(":", 2)
        sarif = hpdlc("verify", "--format", "sarif", wrong).json()
        self.assertEqual(sarif["version"], "2.1.0")
        found = sarif["runs"][0]["results"][0]
        region = found["locations"][0]["physicalLocation"]["region"]
        self.assertEqual((region["startLine"], region["startColumn"]), (int(line), int(column)))
        github = hpdlc("verify", "--format", "github", wrong)
        self.assertRegex(github.out, rf"^::error file=.*wrong\.xml,line={line},.*col={column}.*::")
        self.assertIn("UnknownNode", json.dumps(hpdlc("verify", "--format", "json", wrong).json()))
        for result in (github, hpdlc("verify", "--format", "json", wrong)):
            self.assertEqual((result.code, result.err), (1, ""))
        self.assert_code(hpdlc("verify", "--format", "yaml", wrong), 2)

    def test_clean_files_in_every_format(self):
        good = self.sandbox.write("clean.xml", workflow(shell("a", "true"), "a"))
        for form in ("json", "sarif"):
            self.assert_code(hpdlc("verify", "--format", form, good), 0).json()
        for form in ("text", "github"):
            result = self.assert_code(hpdlc("verify", "--format", form, good), 0)
            self.assertEqual(result.out + result.err, "")

    def test_fix_changes_what_it_is_sure_of(self):
        *_, wrong, _ = self.files()
        before = wrong.read_bytes()
        self.assert_code(hpdlc("verify", "--fix", wrong), 1)  # which node was meant nobody knows
        self.assertEqual(wrong.read_bytes(), before)
        slip = self.sandbox.write("slip.xml", workflow(shell("a", "true"), "a").replace("<message>", "<mesage>")
                                  .replace("</message>", "</mesage>"))
        self.assert_code(hpdlc("verify", slip), 1)
        self.assert_code(hpdlc("verify", "--fix", slip), 0)
        self.assertEqual(slip.read_text(), workflow(shell("a", "true"), "a"))

    def test_eval(self):
        context = self.sandbox.write("c.json", json.dumps({
            "properties": {"in": "/data"}, "job": {"id": "J-1", "run": 2}, "lastErrorNode": "a",
            "nodes": {"a": {"status": "ERROR", "errorCode": "E1", "data": {"rows": "7"}}}}))
        result = hpdlc("eval", "--context", context, "--format", "json", "${in}/x", "${wf:run()}",
                       "${wf:actionData('a')['rows'] gt 5}", "${nosuch}", "${wf:errorCode('a')}")
        lines = [json.loads(line) for line in result.out.splitlines()]
        self.assertEqual(lines[0], {"type": "String", "value": "/data/x"})
        self.assertEqual(lines[1]["value"], 2)
        self.assertEqual(lines[2], {"type": "Boolean", "value": True})
        self.assertEqual(list(lines[3]), ["error"])
        self.assertEqual(lines[4]["value"], "E1")
        self.assertEqual(result.code, 1)
        self.assertEqual(hpdlc("eval", "${1 + 1}", "a${2}").out, "2\na2\n")
        self.assert_code(hpdlc("eval"), 2)
        self.assert_code(hpdlc("eval", "--context", "/nosuch", "${1}"), 2)
        strange = self.sandbox.write("s.json", '{"job": {"usr": "joe"}}')
        result = self.assert_code(hpdlc("eval", "--context", strange, "${1}"), 0)
        self.assertIn('"usr" is not known in "job"', result.err)
        self.assertEqual(result.out, "1\n")
        broken = self.sandbox.write("b.json", "{")
        self.assertIn(hpdlc("eval", "--context", broken, "${1}").code, (1, 2))

    def test_graph(self):
        good, _, wrong, app = self.files()
        for form, word in (("dot", "digraph"), ("mermaid", "flowchart")):
            result = self.assert_code(hpdlc("graph", "--format", form, app), 0)
            self.assertIn(word, result.out)
        svg = hpdlc("graph", "--format", "svg", good)
        self.assertIn(svg.code, (0, 2), svg)
        self.assertTrue("<svg" in svg.out or "svg" in svg.err, svg)
        picture = self.sandbox.path("graph.png")
        self.assert_code(hpdlc("graph", "--format", "png", "--node", "end=done", "--output", picture, good), 0)
        self.assertEqual(picture.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.assert_code(hpdlc("graph", "--format", "gif", good), 2)
        self.assert_code(hpdlc("graph", wrong), 1)

    def test_emit_each_form(self):
        good, _, wrong, _ = self.files()
        for form, word in (("--ast", "end"), ("--hir", "end"), ("--llvm", "hpdl_program_v"),
                           ("--asm", "hpdl_program_v")):
            self.assertIn(word, self.assert_code(hpdlc("emit", form, good), 0).out)
        done = subprocess.run([HPDLC, "emit", "--obj", good], capture_output=True, check=True)
        self.assertEqual(done.stdout[:4], b"\x7fELF")
        self.assert_code(hpdlc("emit", "--hir", wrong), 1)
        self.assert_code(hpdlc("emit", good), 2)

    def test_build_takes_the_properties_of_a_job(self):
        """As `-config` of oozie: a properties file or Hadoop XML. -D wins over it, and a run over both."""
        plain = self.sandbox.write("job.properties", "x=1\ny=1\nz=1\n")
        xml = self.sandbox.write("job.xml", "<configuration>" + "".join(
            f"<property><name>{name}</name><value>2</value></property>" for name in "yz") + "</configuration>")
        definition = workflow(shell("a", f"echo $1 $2 $3 >>{self.sandbox.path('out')}",
                                    arguments=["${x}", "${y}", "${z}"]), "a")
        program = self.build(definition, "--config", plain, "--config", xml, "-D", "z=3")
        self.assert_code(program.run(), SUCCEEDED)
        self.assert_code(program.run(params={"z": "4"}), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["1 2 3", "1 2 4"])
        good = self.sandbox.write("good.xml", workflow("", "end"))
        broken = self.sandbox.write("broken.xml", "<configuration>")
        for path, code in ((broken, 1), ("/nosuch.properties", 2)):
            result = self.assert_code(hpdlc("build", good, "-o", self.sandbox.path("p"), "--config", path), code)
            self.assertIn(str(path), result.err)

    def test_explain(self):
        for kind in ("UnknownNode", "ForkJoinCount"):
            self.assertIn(kind, self.assert_code(hpdlc("explain", kind), 0).out)
        result = hpdlc("explain", "UnknwonNode")
        self.assertNotEqual(result.code, 0)
        self.assertIn("UnknownNode", result.err)

    def test_limits_of_memory_files_and_descriptors_end_in_one_line(self):
        source = self.sandbox.write("w.xml", workflow(shell("a", "true"), "a"))
        target = self.sandbox.path("program")
        limits = [f"-v {n}" for n in range(70000, 150000, 9000)] + [f"-f {2 ** n}" for n in range(13)] + [
            f"-n {n}" for n in range(3, 16)]
        for limit in limits:
            with self.subTest(limit):
                target.write_text("before")
                done = run(["sh", "-c", f"ulimit {limit}; exec \"$@\"", "sh", HPDLC, "build", source, "-o", target])
                self.assertIn(done.code, (0, 2), done)
                self.assertEqual(len(done.err.splitlines()), 1 if done.code else 0, done)
                if done.code:
                    self.assertEqual(target.read_text(), "before")

    def test_version(self):
        self.assertRegex(self.assert_code(hpdlc("--version"), 0).out, r"\d+\.\d+")


if __name__ == "__main__":
    closing.main()
