"""Credentials of actions, as a cluster without Kerberos has them: their properties, and who passes them over."""

import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

SKIP = "oozie.credentials.skip"


def configuration(values):
    return "<configuration>" + "".join(f"<property><name>{name}</name><value>{escape(value)}</value></property>"
                                       for name, value in values.items()) + "</configuration>"


def credential(name, kind, values):
    inside = configuration(values).replace("<configuration>", "").replace("</configuration>", "")
    return f'<credential name="{name}" type="{kind}">{inside}</credential>'


CREDENTIALS = (credential("hive", "hive2", {"hive2.jdbc.url": "jdbc:hive2://${host}:1/x;a=b", "both": "credential"})
               + credential("twice", "hcat", {"which": "first"}) + credential("twice", "hcat", {"which": "last"})
               + credential("acme", "com.acme", {"acme": "${wf:name()}", "${host}.name": "by its name", "${'fol'}ded": "f", "${wf:name()}": "n", "${wf:conf('none')}": "of no name"})
               + credential("unused", "hdfs", {"unused": "${nobody.gives.this}", "nor": "${nosuch}"}))
ALL = {"hive2.jdbc.url": "jdbc:hive2://h1:1/x;a=b", "both": "credential", "which": "last", "h1.name": "by its name",
       "folded": "f"}


class Credentials(ProgramTest):
    def definition(self, asked, own=None):
        action = shell("a", f'cp "$OOZIE_ACTION_CONF_XML" {self.sandbox.path("conf.xml")}')
        text = workflow(action.replace("<exec>", (configuration(own) if own else "") + "<exec>", 1), "a")
        text = text.replace("</global>", f"</global><credentials>{CREDENTIALS}</credentials>")
        return text.replace('<action name="a"', f'<action name="a" cred="{asked}"')

    def conf(self):
        return {row.findtext("name"): row.findtext("value") or ""
                for row in ElementTree.parse(self.sandbox.path("conf.xml")).getroot()}

    def of(self, asked, own=None, params=None, **options):
        program = self.build(self.definition(asked, own))
        self.assert_code(program.run(params={"host": "h1", **(params or {})}, **options), SUCCEEDED)
        return self.conf()

    def test_properties_are_those_of_the_action(self):
        got = self.of("hive, twice,,acme,hive", own={"both": "own", "own": "o"})
        name = got.pop("acme")
        self.assertEqual(got, {**ALL, "own": "o", name: "n"})
        self.assertTrue(name)

    def test_global_configuration_skips(self):
        text = self.definition("hive,nosuch", own={"own": "o"})
        text = text.replace("</global>", configuration({SKIP: "true"}) + "</global>")
        self.assert_code(self.build(text).run(params={"host": "h1"}), SUCCEEDED)
        self.assertEqual(self.conf(), {"own": "o", SKIP: "true"})

    def test_values_outlive_a_crash(self):
        """What an attempt was given is what it has after kill -9."""
        done, begun = self.sandbox.path("done"), self.sandbox.path("begun")
        text = self.definition("hive")
        text = text.replace("<argument>cp ", f"<argument>touch {begun}; until [ -e {done} ]; do sleep 0.05; done; cp ")
        self.assertIn(str(begun), text)
        program = self.build(text)
        child = self.sandbox.spawn(program, params={"host": "h1"})
        self.assertTrue(wait_for(begun.exists, 60))
        child.kill()
        child.communicate()
        done.touch()
        self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
        self.assertEqual(self.conf()["hive2.jdbc.url"], "jdbc:hive2://h1:1/x;a=b")

    def test_none_is_asked_for(self):
        self.assertEqual(self.of(" , ", own={"own": "o"}), {"own": "o"})

    def test_skipped(self):
        own = {"both": "own"}
        self.assertEqual(self.of("hive,acme,nosuch", own={**own, SKIP: "true"}), {**own, SKIP: "true"})
        self.assertEqual(self.of("hive,nosuch", own=own, params={SKIP: "true"}), own)
        site = self.sandbox.write("site.xml", configuration({SKIP: "true"}))
        program = self.build(self.definition("hive", own))
        self.assert_code(program.run("--site", site, params={"host": "h1"}), SUCCEEDED)
        self.assertEqual(self.conf(), own)
        self.assert_code(program.run("--site", site, params={"host": "h1", SKIP: "false"}), SUCCEEDED)
        self.assertEqual(self.conf()["both"], "credential")

    def test_not_declared(self):
        program = self.build(self.definition("hive,nosuch"))
        self.assert_code(program.run(params={"host": "h1"}), KILLED)
        node = program.nodes()["a"]
        self.assertEqual((node["status"], node["errorCode"], node["errorMessage"]),
                         ("ERROR", "JA021", "credential 'nosuch' is not declared in <credentials>"))

    def test_what_their_values_need_is_wanted_before_the_start(self):
        result = self.build(self.definition("hive")).run()
        self.assert_code(result, 2)
        self.assertIn("host", result.err)
        self.assertNotIn("nosuch", result.err)

    def test_actions_without_a_use_for_them(self):
        text = self.definition("nosuch").replace("</action>", "</action>", 1)
        fs = f'<fs><mkdir path="{self.sandbox.path("made")}"/></fs>'
        start, end = text.index("<shell"), text.index("</shell>") + len("</shell>")
        self.assert_code(self.build(text[:start] + fs + text[end:]).run(), SUCCEEDED)
        self.assertTrue(self.sandbox.path("made").is_dir())


if __name__ == "__main__":
    closing.main()
