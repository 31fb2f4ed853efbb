"""Definitions that hpdlc must refuse: exit code, one clear message, no partial file."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403


class BadInput(ProgramTest):
    def refused(self, content, *words, code=1):
        path = self.sandbox.path("bad.xml")
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content)
        target = self.sandbox.path("bad.bin")
        result = hpdlc("verify", path, timeout=60)
        self.assert_refused(result, code, *words) if result.err else None
        self.assertEqual(result.code, code, result)
        text = result.out + result.err
        for word in words:
            self.assertIn(word, text)
        built = hpdlc("build", path, "-o", target, timeout=60)
        self.assertEqual(built.code, code, built)
        self.assertFalse(target.exists(), "a partial file is left")
        return text

    def test_not_xml(self):
        for content in ("", "hello", "{}", "\x01\x02\x00"):
            self.refused(content, "XmlSyntax")

    def test_truncated_at_each_line(self):
        text = workflow(shell("a", "true"), "a")
        lines = text.splitlines(keepends=True)
        for count in range(len(lines)):
            self.refused("".join(lines[:count]), "[Xml")

    def test_doctype_is_refused_unread(self):
        secret = self.sandbox.write("secret", "the-secret-text")
        text = self.refused(f'<!DOCTYPE w [<!ENTITY e SYSTEM "file://{secret}">]>'
                            '<workflow-app xmlns="uri:oozie:workflow:0.5" name="&e;"/>', "XmlDoctype")
        self.assertNotIn("the-secret-text", text)

    def test_entity_bomb(self):
        entities = "".join(f'<!ENTITY e{i} "{"&e%d;" % (i - 1) * 10 if i else "x"}">' for i in range(12))
        self.refused(f"<!DOCTYPE w [{entities}]><w>&e11;</w>", "XmlDoctype")

    def test_deep_nesting(self):
        self.refused("<a>" * 10000 + "</a>" * 10000, "XmlTooLarge")

    def test_properties_of_hpdl_itself(self):
        """Nobody else may set them, for a job or, by an expression, for an action."""
        program = self.build(workflow(shell("a", "true"), "a"))
        for name in ("hpdl.credential.set.x", "hpdl.sla.change"):
            refused = program.run(params={name: "y"})
            self.assertNotEqual(refused.code, SUCCEEDED)
            self.assertIn(f"property {name} is made by hpdl itself", refused.err)
        named = shell("a", "true").replace("<exec>", "<configuration><property><name>${n}</name><value>x</value></property>"
                                           "</configuration><exec>", 1)
        program = self.build(workflow(named, "a"), name="named")
        self.assert_code(program.run(params={"n": "hpdl.credential.set.x"}), FAILED)
        self.assertEqual(program.nodes()["a"]["errorCode"], "JA010")

    def test_wrong_namespace(self):
        text = workflow("", "end").replace("workflow:1.0", "workflow:9.9")
        self.refused(text, "UnknownLanguage")
        self.refused("<workflow-app name='x'><start to='e'/><end name='e'/></workflow-app>",
                     "UnknownLanguage")

    def test_duplicate_attribute(self):
        self.refused(workflow("", "end").replace('name="test"', 'name="a" name="b"'), "XmlSyntax")

    def test_bytes_that_are_not_utf8(self):
        path = self.sandbox.path("bytes.xml")
        path.write_bytes(workflow("", "end").encode().replace(b'"test"', b'"t\xff"'))
        result = self.assert_code(hpdlc("verify", path), 0)
        self.assertIn("bytes.xml:1:53: warning: the byte 0xff is not UTF-8", result.err)
        self.assertIn("[ReplacedBytes]", result.err)
        self.assert_code(hpdlc("verify", "-Werror", path), 1)

    def test_utf16_and_bom_are_refused(self):
        text = workflow("", "end")
        for each in (b"\xef\xbb\xbf" + text.encode(), text.encode("utf-16"), text.encode("utf-16-le")):
            self.assertIn("[XmlEncoding E0701]", self.refused(each, "XmlEncoding"))

    def test_declarations_and_crlf(self):
        text = workflow(decision("d", [("end", "${true}")], "end"), "d").replace("\n", "\r\n")
        for each in ("windows-1252", "UTF-16", "nonsense"):
            path = self.sandbox.write("declared.xml", f'<?xml version="1.0" encoding="{each}"?>\r\n{text}')
            self.assert_code(hpdlc("verify", path), 0)

    def test_defaults_in_other_encodings(self):
        body = shell("a", "echo $1", arguments=["${price}"])
        defaults = ('<?xml version="1.0" encoding="ENCODING"?>\n<c:configuration xmlns:c="any"><property><name>price</name>'
                    '<value>5 \u20ac</value></property></c:configuration>')
        self.sandbox.write("app/workflow.xml", workflow(body, "a"))
        for each in ("windows-1252", "iso-8859-15", "utf-16", "utf-8"):
            self.sandbox.path("app/config-default.xml").write_bytes(defaults.replace("ENCODING", each).encode(each))
            program = self.build(self.sandbox.path("app"))
            self.assertEqual(program("params", "--format", "json").json()["parameters"][0]["default"], "5 \u20ac")
        self.sandbox.path("app/config-default.xml").write_bytes(defaults.replace("ENCODING", "utf-8").encode("windows-1252"))
        refused = hpdlc("verify", self.sandbox.path("app"))
        self.assertEqual(refused.code, 1, refused)
        self.assertIn("config-default.xml:2:1: error: the byte 0x80 is not UTF-8 [BadProperties]", refused.err)

    def test_el_of_ten_thousand_parentheses(self):
        text = workflow(decision("d", [("end", "${" + "(" * 10000 + "1" + ")" * 10000 + "}")], "end"),
                        "d")
        self.refused(text, "ElTooComplex")

    def test_hundred_megabytes(self):
        path = self.sandbox.path("big.xml")
        with open(path, "wb") as file:
            file.write(b'<workflow-app xmlns="uri:oozie:workflow:1.0" name="w"><!--')
            for _ in range(100):
                file.write(b"x" * (1 << 20))
            file.write(b"--></workflow-app>")
        result = hpdlc("verify", path, timeout=60)
        self.assertEqual(result.code, 1, result)
        self.assertIn("XmlTooLarge", result.out + result.err)

    def test_missing_file(self):
        result = hpdlc("verify", "/nosuch/workflow.xml")
        self.assertEqual(result.code, 2, result)
        self.assertIn("/nosuch/workflow.xml", result.out + result.err)

    def test_output_that_cannot_be_written(self):
        source = self.sandbox.write("w.xml", workflow("", "end"))
        for target in ("/nosuch/folder/p", self.sandbox.folder):
            result = hpdlc("build", source, "-o", target)
            self.assertEqual(result.code, 2, result)

    def test_broken_property_file(self):
        source = self.sandbox.write("w.xml", workflow("", "end"))
        config = self.sandbox.write("job.properties", "good=1\nbad=\\u12zz\n")
        result = hpdlc("verify", "--config", config, source)
        self.assert_code(result, 1)
        self.assertIn("job.properties:2", result.out + result.err)
        self.assertIn("BadProperties", result.out + result.err)
        config = self.sandbox.write("job.xml", "<configuration><property></configuration>")
        self.assert_code(hpdlc("verify", "--config", config, source), 1)

    def test_secret_files_are_pointed_out(self):
        self.sandbox.write("app/workflow.xml", workflow("", "end"))
        self.sandbox.write("app/lib/me.keytab", "x")
        result = hpdlc("build", self.sandbox.path("app"), "-o", self.sandbox.path("p"))
        self.assert_code(result, 0)
        self.assertIn("me.keytab", result.err)
        self.assertIn("SecretFile", result.err)

    def test_all_errors_in_one_run(self):
        text = workflow(shell("a", "x", to="nosuch") + shell("a", "x")
                        + decision("d", [("end", "${no:such()}"), ("end", "${1 +}")], "end"), "a")
        self.refused(text, "UnknownNode E0708", "DuplicateNode E0705", "UnknownFunction", "ElSyntax")

    def test_json_and_sarif(self):
        path = self.sandbox.write("w.xml", workflow(shell("a", "x", to="nosuch"), "a"))
        for form in ("json", "sarif"):
            result = hpdlc("verify", "--format", form, path)
            self.assertEqual(result.code, 1, result)
            self.assertIn("UnknownNode", json.dumps(json.loads(result.out)))


if __name__ == "__main__":
    closing.main()
