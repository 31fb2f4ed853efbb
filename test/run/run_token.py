"""The workflow token of real programs: what nodes see, and what PROGRAM token shows afterwards."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403


class Token(ProgramTest):
    def say(self, name, *texts, to="end"):
        """An action that writes its name and `texts` as a line."""
        return shell(name, f'echo "$@" >>{self.sandbox.path("out")}', to=to,
                     arguments=(name, *texts))

    def token(self, program, *arguments):
        result = program("token", program.job, *arguments, "--format", "json")
        return self.assert_code(result, 0).json()

    def values(self, program, key, *arguments):
        entries = self.token(program, *arguments)["USER"].get(key, [])
        return [(entry["node"], entry["value"]) for entry in entries]

    def forked(self):
        return self.build(workflow(
            shell("p", "echo k=0; echo other=x", to="d", capture=True)
            + decision("d", [("f", "${token:put('branch', token:get('k') eq 0)}")], "end")
            + fork("f", "a1", "b")
            + self.say("a1", "${token:nodes('k')}", "${token:put('k', 1)}", to="a2")
            + self.say("a2", "${token:nodes('k')}", "${token:put('k', 2)}", to="j")
            + shell("b", f"until grep -q '^a2 ' {self.sandbox.path('out')}; do sleep 0.02; done; echo k=3", to="b2", capture=True)
            + self.say("b2", "${token:nodes('k')}", "${token:get('k', 'b')}", to="j")
            + join("j", "z")
            + self.say("z", "${token:nodes('k')}", "${token:all('k')}", "${token:get('branch', 'd')}",
                       "${token:last('other')}", "${token:fromNode('p')}"), "p"))

    def test_fork_copies_and_join_merges(self):
        program = self.forked()
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.lines("out"), [
            "a1 p 1", "a2 p,a1 2", "b2 p,b 3",
            "z p,a1,a2,b {p=0, a1=1, a2=2, b=3} true p {k=0, other=x}"])

    def test_shown_afterwards(self):
        program = self.forked()
        self.assert_code(program.run(), SUCCEEDED)
        token = self.token(program)
        self.assertEqual((token["version"], token["job"], token["run"]), (1, program.job, 0))
        self.assertEqual(self.values(program, "k"), [("p", "0"), ("a1", "1"), ("a2", "2"), ("b", "3")])
        self.assertEqual(token["SYSTEM"], {})
        node = self.token(program, "p")
        self.assertEqual((node["node"], node["USER"]), ("p", {"k": "0", "other": "x"}))
        self.assertEqual(self.token(program, "j")["USER"], {})
        text = self.assert_code(program("token", program.job), 0).out
        self.assertRegex(text, r"USER +branch +d +true")
        self.assert_refused(program("token", program.job, "nosuch"), FAILED, "nosuch")
        self.assert_refused(program("token", program.job, "--run", "1"), FAILED, "no run 1")
        self.assert_refused(program("token", "0000009-000000000000000-hpdl-x-W"), FAILED, "E0604")

    def test_empty(self):
        program = self.build(workflow(self.say("a"), "a"))
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.token(program)["USER"], {})
        self.assertIn("empty", program("token", program.job).out)

    def test_runs_are_kept_apart(self):
        program = self.build(workflow(
            self.say("a", "${token:put('k', wf:run())}", to="b")
            + self.say("b", "${token:put('k', n)}", "${token:nodes('k')}", "${token:get('k', 'a')}"),
            "a"))
        self.assert_code(program.run(params={"n": "x"}), SUCCEEDED)
        self.assert_code(program("rerun", program.job, "--skip", "a", "--progress", "none", "-D",
                                 "n=y"), SUCCEEDED)
        self.assertEqual(self.lines("out")[-1], "b y a,b 0")
        self.assertEqual(self.values(program, "k", "--run", "0"), [("a", "0"), ("b", "x")])
        self.assertEqual(self.values(program, "k"), [("a", "0"), ("b", "y")])

    def test_error_transition_and_kill_message(self):
        program = self.build(
            workflow(shell("a", "exit 1", arguments=("${token:put('tried', 'yes')}",)), "a").replace(
                "${wf:errorMessage(wf:lastErrorNode())}",
                "tried: ${token:get('tried')} ${token:put('told', true)}"))
        self.assert_code(program.run(), KILLED)
        self.assertIn("tried: yes", program.info()["job"]["errorMessage"])
        self.assertEqual(self.values(program, "told"), [("killed", "true")])

    def test_too_long_is_one_error(self):
        program = self.build(workflow(self.say("a", "${empty token:put(key, value)}"), "a"))
        config = self.sandbox.path("job.properties")
        for key, value in (("x" * 1024 * 1024, "v"), ("k", "x" * 1024 * 1024)):
            config.write_text(f"key={key}\nvalue={value}\n")
            self.assert_code(program.run("--config", config), FAILED)
            message = program.info()["job"]["errorMessage"]
            self.assertIn("1048576 bytes is too long for the token", message)
            self.assertLess(len(message), 500)
            self.assertEqual(self.token(program)["USER"], {})

    def test_longest_are_kept(self):
        program = self.build(workflow(
            decision("a", [("b", "${empty token:put(key, value)}")], "b")
            + decision("b", [("end", "${token:get(key) eq value}")], "killed"), "a"))
        key, value = "x" * 4096, "\u00e9y" * (256 * 1024 // 3)
        self.sandbox.path("job.properties").write_text(f"key={key}\nvalue={value}\n", "utf-8")
        self.assert_code(program.run("--config", self.sandbox.path("job.properties")), SUCCEEDED)
        self.assertEqual(self.values(program, key), [("a", value)])

    def test_killed_and_resumed(self):
        gate = self.sandbox.path("gate")
        program = self.build(workflow(
            self.say("a", "${token:put('k', 1)}", to="b")
            + shell("b", f"touch {gate}; while [ -e {gate} ]; do sleep 0.05; done", to="c", arguments=("${token:put('k', 2)}",))
            + self.say("c", "${token:nodes('k')}"), "a"))
        child = self.sandbox.spawn(program)
        self.assertTrue(program.wait_for(gate.exists))
        child.kill()
        child.wait()
        self.assertEqual(self.values(program, "k"), [("a", "1"), ("b", "2")])
        gate.unlink()
        self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["a 1", "c a,b"])

    def test_on_finish(self):
        self.sandbox.write("in/a", "b\na\n")
        count = ('<action name="count"><map-reduce><streaming><mapper>cat</mapper><reducer>cat</reducer></streaming><configuration>'
                 f'<property><name>mapred.input.dir</name><value>{self.sandbox.path("in")}</value></property>'
                 f'<property><name>mapred.output.dir</name><value>{self.sandbox.path("made")}</value></property></configuration>'
                 '</map-reduce><ok to="bad"/><error to="killed"/></action>')
        program = self.build(workflow(
            finishing(count, "${token:put('rows', hadoop:counters('count')[RECORDS][MAP_IN])}${token:put('ended', 'count')}")
            + finishing(shell("bad", "exit 1", to="killed", error="look", arguments=("${token:put('tried', 1)}",)),
                        "${token:put('why', wf:errorCode('bad'))}${token:put('ended', concat(token:get('tried'), '!'))}")
            + self.say("look", "${token:get('rows')}", "${token:get('why', 'bad')}", "${token:all('ended')}"), "count"))
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["look 2 JA018 {count=count, bad=1!}"])
        self.assertEqual(self.values(program, "ended"), [("count", "count"), ("bad", "1!")])
        self.assertEqual(self.values(program, "tried"), [("bad", "1")])

    def test_an_on_finish_that_fails(self):
        program = self.build(workflow(finishing(self.say("a"), "${token:put('k', n + 1)}"), "a"))
        self.assert_code(program.run(params={"n": "x"}), FAILED)
        self.assertEqual(self.lines("out"), ["a"])
        self.assertIn("node 'a'", program.info()["job"]["errorMessage"])
        self.assertEqual(self.token(program)["USER"], {})
        self.assert_code(program("rerun", program.job, "--failed", "--progress", "none", "-D", "n=1"), SUCCEEDED)
        self.assertEqual(self.values(program, "k"), [("a", "2")])

    def test_on_finish_sees_one_end_in_spite_of_retries(self):
        tries = self.sandbox.path("tries")
        program = self.build(workflow(finishing(
            shell("a", f"echo try >>{tries}; [ $(wc -l <{tries}) = 3 ]", attributes=' retry-max="5" retry-interval="0"'),
            "${token:put('k', concat(wf:errorCode('a'), 'done'))}"), "a"))
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(len(self.lines("tries")), 3)
        self.assertEqual(self.values(program, "k"), [("a", "done")])

    def test_hws(self):
        out = self.sandbox.path("out")
        text = ('<hadoop-workflow name="w"><start to="d"/><decision name="d">'
                "<eval name='YES'>#{token:put('k', 5) gt 4}</eval><default name='NO'/>"
                "<transition name='YES' to='m'/><transition name='NO' to='bad'/></decision>"
                "<hdfs name='m'><file-system>file:///</file-system><commands>"
                f"<mkdir path='{out}.${{token:get(\"k\")}}'/>"
                "</commands><on-finish>${token:put('made', token:get('k') + 1)}</on-finish><transition name='OK' to='e'/><transition name='ERROR' to='bad'/></hdfs>"
                "<fail name='bad'><message>no</message></fail><end name='e'/></hadoop-workflow>")
        program = self.build(text)
        self.assert_code(program.run(params={"user.name": "joe"}), SUCCEEDED)
        self.assertTrue(Path(f"{out}.5").is_dir())
        self.assertEqual(self.values(program, "k"), [("d", "5")])
        self.assertEqual(self.values(program, "made"), [("m", "6")])


if __name__ == "__main__":
    closing.main()
