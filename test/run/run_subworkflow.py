"""Sub-workflows compiled into the program."""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from bill import bill
from programs import *  # noqa: F403


def sub(name, path, extra="", to="end", error="killed"):
    return (f'<action name="{name}"><sub-workflow><app-path>{path}</app-path>{extra}</sub-workflow>'
            f'<ok to="{to}"/><error to="{error}"/></action>')


def configuration(**values):
    return "<configuration>" + "".join(
        f"<property><name>{name}</name><value>{value}</value></property>"
        for name, value in values.items()) + "</configuration>"


class SubWorkflow(ProgramTest):
    def child(self, script="echo $1 >>$2", start="c"):
        return self.sandbox.write("child/workflow.xml", workflow(
            shell("c", script, arguments=("${word}", self.sandbox.path("out"))), start,
            name="child")).parent

    def test_runs_the_child_with_its_configuration(self):
        child = self.child()
        program = self.build(workflow(sub("s", "/apps/child", configuration(word="${greeting}")),
                                      "s"), "--sub", f"/apps/child={child}")
        self.assert_code(program.run(params={"greeting": "hello"}), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["hello"])
        self.assertEqual(program.info()["subJobs"][0]["status"], "SUCCEEDED")

    def test_propagates_the_configuration_when_asked(self):
        child = self.child()
        program = self.build(workflow(sub("s", "/apps/child", "<propagate-configuration/>"), "s"),
                             "--sub", f"/apps/child={child}")
        self.assert_code(program.run(params={"word": "passed on"}), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["passed on"])

    def test_only_the_name_of_a_property_names_the_server_of_the_child(self):
        """A value that looks like that name leaves the child compiled in."""
        child = self.child()
        program = self.build(workflow(sub("s", "/apps/child", configuration(word="hpdl.subworkflow.oozie.url")), "s"),
                             "--sub", f"/apps/child={child}")
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["hpdl.subworkflow.oozie.url"])

    def test_the_group_is_the_parents_unless_the_action_names_one(self):
        child = self.child()
        for own, group in ({}, "staff"), ({"oozie.job.acl": "readers"}, "staff"), ({"group.name": "others"}, "others"):
            with self.subTest(own):
                program = self.build(workflow(sub("s", "/apps/child", configuration(word="x", **own)), "s"),
                                     "--sub", f"/apps/child={child}")
                self.assert_code(program.run(params={"oozie.job.acl": "staff"}), SUCCEEDED)
                [made] = program.info()["subJobs"]
                self.assertEqual(program.info(made["id"])["job"]["group"], group)

    def test_child_that_is_killed_takes_the_error_transition(self):
        child = self.child("exit 1")
        program = self.build(workflow(sub("s", "/apps/child", configuration(word="x")), "s"),
                             "--sub", f"/apps/child={child}")
        self.assert_code(program.run(), KILLED)
        self.assertEqual(program.nodes()["s"]["status"], "ERROR")

    def test_one_definition_used_twice(self):
        child = self.child()
        program = self.build(workflow(
            fork("f", "s", "t") + sub("s", "/apps/child", configuration(word="one"), to="j")
            + sub("t", "/apps/child", configuration(word="two"), to="j") + join("j"), "f"),
            "--sub", f"/apps/child={child}")
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(sorted(self.lines("out")), ["one", "two"])

    def test_a_killed_child_leads_to_the_error_transition_with_its_reason(self):
        child = self.child("exit 1")
        out = self.sandbox.path("repaired")
        program = self.build(workflow(
            sub("s", "/apps/child", configuration(word="x"), to="killed", error="repair")
            + shell("repair", f"echo $1 >{out}", arguments=("${wf:lastErrorNode()}",)), "s"),
            "--sub", f"/apps/child={child}")
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.lines("repaired"), ["s"])
        self.assertEqual(program.info()["subJobs"][0]["status"], "KILLED")

    def test_nothing_is_propagated_unasked(self):
        program = self.build(workflow(sub("s", "/apps/child"), "s"),
                             "--sub", f"/apps/child={self.child()}")
        self.assert_code(program.run(params={"word": "not passed on"}), KILLED)
        self.assertEqual(self.lines("out"), [])
        self.assertIn("word", program.nodes()["s"]["errorMessage"])

    def test_properties_of_oozie_and_of_global_reach_the_child_unasked(self):
        word = "<configuration><property><name>word</name><value>${wf:conf('tone')}</value></property></configuration>"
        child = self.child()
        text = workflow(sub("s", "/apps/child"), "s").replace("</global>", word + "</global>")
        program = self.build(text, "--sub", f"/apps/child={child}")
        self.assert_code(program.run(params={"tone": "low"}), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["low"])
        child = self.sandbox.write("other/workflow.xml", workflow(shell(
            "c", "echo $1 $2 >>$3", arguments=("${wf:conf('oozie.tone')}", "${wf:conf('plain')}", self.sandbox.path("out"))),
            "c", name="child")).parent
        program = self.build(workflow(sub("s", "/apps/child"), "s"), "--sub", f"/apps/child={child}")
        self.assert_code(program.run(params={"oozie.tone": "high", "plain": "not"}), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["low", "high"])

    def heir(self, body, start="c", own=""):
        """A child that has no <global>, or one with these elements."""
        text = workflow(body, start, name="heir")
        begin, end = text.index("<global>"), text.index("</global>") + len("</global>")
        section = f"<global>{own}</global>" if own else ""
        return self.sandbox.write(f"heir{len(list(self.sandbox.folder.glob('heir*')))}/workflow.xml",
                                  text[:begin] + section + text[end:]).parent

    def giver(self, body, start="s", **values):
        """A parent whose <global> has these properties, too."""
        return workflow(body, start).replace("</global>", configuration(**values) + "</global>")

    def shows(self, *names):
        """An action that writes down what its configuration says of these properties."""
        return shell("c", f"for name in {' '.join(names)}; do grep -o \"<name>$name</name>[^<]*<value>[^<]*\" "
                          f"$OOZIE_ACTION_CONF_XML | sed 's/.*>//'; done >>'{self.sandbox.path('out')}'")

    def test_global_of_the_parent_is_also_that_of_the_child(self):
        child = self.heir(self.shows("tone", "word", "own"), own=configuration(own="mine"))
        parent = self.giver(sub("s", "/apps/child", "<propagate-configuration/>" + configuration(word="loud")),
                            tone="low", word="soft", own="lost")
        program = self.build(parent, "--sub", f"/apps/child={child}")
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["low", "soft", "mine"])

    def test_an_action_that_propagates_hands_global_to_the_children_of_all(self):
        child = self.heir(self.shows("tone"))
        told = [sub("s", "/apps/child", to="t"), sub("t", "/apps/child", "<propagate-configuration/>")]
        program = self.build(self.giver("".join(told), tone="low"), "--sub", f"/apps/child={child}")
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["low", "low"])
        alone = self.sandbox.write("alone.xml", self.giver(told[0].replace('"t"', '"end"'), tone="low"))
        refused = hpdlc("build", alone, "-o", self.sandbox.path("alone.bin"), "--sub", f"/apps/child={child}")
        self.assert_code(refused, 1)
        self.assertIn("MissingCluster", refused.err)

    def test_a_grandchild_has_what_its_parents_handed_on(self):
        out = self.sandbox.path("out")
        for propagate, tone in ("", "low"), ("<propagate-configuration/>", "middle"):
            grandchild = self.heir(self.shows("tone", "colour"))
            child = self.heir(sub("s", "/apps/grandchild", propagate), "s", own=configuration(tone="middle"))
            program = self.build(self.giver(sub("s", "/apps/child", "<propagate-configuration/>"), tone="low", colour="red"),
                                 "--sub", f"/apps/child={child}", "--sub", f"/apps/grandchild={grandchild}")
            self.assert_code(program.run(), SUCCEEDED)
            self.assertEqual(self.lines("out"), [tone, "red"])
            out.unlink()

    def test_only_the_actions_that_use_a_value_of_global_need_it(self):
        out = self.sandbox.path("out")
        child = self.heir(shell("a", f"echo a >>{out}", to="b").replace("<exec>", configuration(folder="own") + "<exec>")
                          + shell("b", f"echo b >>{out}"), "a")
        parent = self.giver(sub("s", "/apps/child", to="t") + sub("t", "/apps/child", "<propagate-configuration/>"),
                            folder="${place}")
        program = self.build(parent, "--sub", f"/apps/child={child}")
        self.assert_code(program.run(params={"place": "here"}), KILLED)
        self.assertEqual(self.lines("out"), ["a"])
        self.assertIn("'${place}'", program.nodes()["s"]["errorMessage"])

    def test_functions_of_files_may_stand_in_a_global_that_is_handed_on(self):
        there = self.sandbox.write("there", "x")
        child = self.heir(self.shows("found", "job"))
        parent = self.giver(sub("s", "/apps/child", "<propagate-configuration/>"),
                            found="${fs:exists('" + str(there) + "')}", job="${wf:name()}")
        self.assert_code(self.build(parent, "--sub", f"/apps/child={child}").run(), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["true", "heir"])

    def test_a_job_xml_of_global_is_that_of_the_childs_application(self):
        xml = configuration(tone="${trim(' low ')}", word="soft")
        child = self.heir(self.shows("tone", "word").replace("<exec>", configuration(word="mine") + "<exec>"))
        self.sandbox.write(f"{child.name}/tone.xml", xml)
        self.sandbox.write("app/tone.xml", configuration(tone="wrong"))
        root = self.sandbox.write("app/workflow.xml", workflow(
            sub("s", "/apps/child", "<propagate-configuration/>"), "s").replace(
                "</global>", "<job-xml>tone.xml</job-xml></global>")).parent
        self.assert_code(self.build(root, "--sub", f"/apps/child={child}").run(), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["low", "mine"])

    def test_each_parent_has_its_own_variant_of_a_child(self):
        leaf = self.heir(self.shows("tone"))
        middle = self.heir(sub("s", "${base}/leaf", "<propagate-configuration/>"), "s", own=configuration(tone="middle"))
        parent = self.giver(sub("s", "/apps/leaf", "<propagate-configuration/>", to="t")
                            + sub("t", "/apps/middle", "<propagate-configuration/>"), tone="low")
        program = self.build(parent, "--sub", f"/apps/leaf={leaf}", "--sub", f"/apps/middle={middle}",
                             "--sub", f"${{base}}/leaf={leaf}")
        self.assert_code(program.run(params={"base": "/apps"}), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["low", "middle"])

    def test_a_workflow_that_calls_itself_inherits_its_own_global_once(self):
        more = decision("more", [("s", "${left gt 0}")], "c")
        text = self.giver(more + self.shows("tone") + sub("s", "${self}", "<propagate-configuration/>"
                          + configuration(left="${left - 1}")), "more", tone="low")
        source = self.sandbox.write("self.xml", text)
        target = self.sandbox.path("self.bin")
        self.assert_code(hpdlc("build", source, "-o", target, "--sub", "${self}=" + str(source)), 0)
        program = Program(target, self.sandbox.path("state"))
        self.assert_code(program.run(params={"left": "2", "self": "x"}), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["low"])

    def test_variants_of_children_are_limited(self):
        names = "abcdefg"
        given = []
        for name in names:
            others = [each for each in names if each != name]
            passed = "<propagate-configuration/>" + configuration(word="${word}")
            actions = "".join(sub(each, f"/apps/{each}", passed, to=following) for each, following
                              in zip(others, [*others[1:], "end"]))
            text = workflow(actions, others[0], name=name).replace("</global>", f"<job-xml>{name}.xml</job-xml></global>")
            given += ["--sub", f"/apps/{name}={self.sandbox.write(f'{name}.xml', text)}"]
        refused = hpdlc("build", self.sandbox.path("a.xml"), "-o", self.sandbox.path("a.bin"), *given)
        self.assert_code(refused, 2)
        self.assertIn("the sub-workflows inherit more than 1000 different <global> sections", refused.err)
        target = self.sandbox.path("served.bin")
        self.assert_code(hpdlc("build", "--served", self.sandbox.path("a.xml"), "-o", target, *given), 0)
        params = Program(target, self.sandbox.path("state"))("params", "--format", "json").out
        self.assertEqual(len(set(re.findall(r'"workflow":(\d+)', params))), len(names) + 50)

    def test_the_library_of_a_parent_may_be_inherited(self):
        out = self.sandbox.path("out")
        self.sandbox.write("app/lib/tool", f"#!/bin/sh\necho ran by $1 >>{out}\n")
        tool = ('<action name="c"><shell xmlns="uri:oozie:shell-action:1.0"><exec>tool</exec>'
                '<argument>${wf:name()}</argument></shell><ok to="end"/><error to="killed"/></action>')
        self.sandbox.write("app/inner/workflow.xml", workflow(tool, "c", name="inner"))
        self.sandbox.write("app/child/workflow.xml", workflow(sub("s", "${wf:appPath()}/../inner"), "s", name="child"))
        root = self.sandbox.write("app/workflow.xml", workflow(sub("s", "${wf:appPath()}/child"), "s")).parent
        program = self.build(root)
        self.assert_code(program.run(), KILLED)
        inherits = {"oozie.wf.subworkflow.classpath.inheritance": "true"}
        self.assert_code(program.run(params=inherits), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["ran by inner"])

    def test_definitions_and_the_application_path_resolve_the_path(self):
        child = self.child()
        out = self.sandbox.path("out")
        root = self.sandbox.write("app/workflow.xml", workflow(
            sub("s", "${apps}/child", configuration(word="by -D"), to="t")
            + sub("t", "${wf:appPath()}/inner"), "s")).parent
        self.sandbox.write("app/inner/workflow.xml", workflow(
            shell("i", f"echo inner >>{out}"), "i", name="inner"))
        target = self.sandbox.path("app.bin")
        self.assert_code(hpdlc("build", root, "-o", target, "-D", f"apps={child.parent}"), 0)
        program = Program(target, self.sandbox.path("state"))
        self.assert_code(program.run(params={"apps": child.parent}), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["by -D", "inner"])

    def test_one_text_leads_two_definitions_to_children_of_their_own(self):
        out = self.sandbox.path("out")
        for name in ("a", "b"):
            self.sandbox.write(f"app/{name}/workflow.xml",
                               workflow(sub("s", "${wf:appPath()}/x"), "s", name=name))
            self.sandbox.write(f"app/{name}/x/workflow.xml",
                               workflow(shell("i", f"echo {name}/x >>{out}"), "i", name=name + "x"))
        root = self.sandbox.write("app/workflow.xml", workflow(
            sub("s", "${wf:appPath()}/a", to="t") + sub("t", "${wf:appPath()}/b"), "s")).parent
        target = self.sandbox.path("app.bin")
        self.assert_code(hpdlc("build", root, "-o", target), 0)
        program = Program(target, self.sandbox.path("state"))
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["a/x", "b/x"])

    def two_that_wait(self):
        """A program with two children that wait for files of their names, at work."""
        folder = self.sandbox.folder
        child = self.child(f"until [ -e {folder}/$1 ] || [ ! -d {folder} ]; do sleep 0.05; done; echo $1 >>$2")
        program = self.build(workflow(
            fork("f", "s", "t") + sub("s", "/apps/child", configuration(word="one"), to="j", error="repair")
            + shell("repair", f"echo repaired >>{self.sandbox.path('out')}", to="j")
            + sub("t", "/apps/child", configuration(word="two"), to="j") + join("j"), "f"),
            "--sub", f"/apps/child={child}")
        engine = self.sandbox.spawn(program, "--parallel", "2")

        def children():
            return program.info()["subJobs"] if program.id_file.exists() else []

        def at_work(job):
            return program.nodes(job["id"]).get("c", {}).get("status") == "RUNNING"
        self.assertTrue(program.wait_for(lambda: len(children()) == 2 and all(map(at_work, children()))))
        return program, engine, next(job["id"] for job in children() if job["parentNode"] == "s")

    def test_a_kill_of_one_child_ends_that_one(self):
        program, engine, child = self.two_that_wait()
        self.assertIn(f"{child} KILLED", self.assert_code(program("kill", child), 0).out)
        self.assert_refused(program("kill", child), 1, "KILLED")
        self.sandbox.write("two", "")
        self.assertEqual(engine.wait(TIMEOUT), SUCCEEDED)
        self.assertEqual(sorted(self.lines("out")), ["repaired", "two"])

    def test_a_suspended_child_waits_alone(self):
        program, engine, child = self.two_that_wait()
        self.assertIn(f"{child} SUSPENDED", self.assert_code(program("suspend", child), 0).out)
        self.assert_refused(program("suspend", child), 1, "SUSPENDED")
        self.sandbox.write("one", "")
        self.sandbox.write("two", "")
        self.assertTrue(program.wait_for(lambda: program.nodes()["t"]["status"] == "OK"))
        self.assertEqual(program.status(), "RUNNING")
        self.assertEqual(program.status(child), "SUSPENDED")
        self.assertIn(f"resume {child}", program("info", child).out)
        self.assertIn(child, self.assert_code(program("resume", child), 0).out)  # it may end at once
        self.assertEqual(engine.wait(TIMEOUT), SUCCEEDED)
        self.assert_refused(program("resume", child), USAGE, "SUCCEEDED")

    def test_a_child_is_resumed_without_a_process_too(self):
        program, engine, child = self.two_that_wait()
        self.assert_code(program("suspend", child), 0)
        engine.kill()
        engine.communicate()
        self.sandbox.write("one", "")
        self.sandbox.write("two", "")
        self.assert_code(program("resume", child, "--progress", "none"), SUCCEEDED)
        self.assertEqual(sorted(self.lines("out")), ["one", "two"])

    def test_each_definition_is_compiled_once(self):
        child = self.child()
        names = [f"s{i}" for i in range(20)]
        program = self.build(workflow(
            fork("f", *names)
            + "".join(sub(n, "/apps/child", configuration(word=n), to="j") for n in names)
            + join("j"), "f"), "--sub", f"/apps/child={child}")
        self.assertEqual([w["name"] for w in bill(program.path).definitions], ["test", "child"])
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(sorted(self.lines("out")), sorted(names))

    def test_an_action_with_an_unknown_child_fails(self):
        source = self.sandbox.write("w.xml", workflow(sub("s", "/apps/child"), "s"))
        self.assert_warned(hpdlc("build", source, "-o", self.sandbox.path("p")), "UnknownSubWorkflow", "/apps/child",
                           "node 's' fails when a run reaches it")
        program = Program(self.sandbox.path("p"), self.sandbox.path("state"))
        self.assert_code(program.run(), KILLED)
        self.assert_told(program, "s", "E0711", "/apps/child")

    def test_depth_is_bounded(self):
        path = self.sandbox.write("self.xml", workflow(
            sub("s", "/apps/self", "<propagate-configuration/>"), "s", name="self"))
        program = self.build(path, "--sub", f"/apps/self={path}")
        self.assert_code(program.run(), KILLED)
        self.assertIn("depth", str(program.info()).lower())
        few = program.run(params={"oozie.action.subworkflow.max.depth": "3"})
        self.assert_code(few, KILLED)
        self.assertEqual(len(program.info()["subJobs"]), 3)


if __name__ == "__main__":
    closing.main()
