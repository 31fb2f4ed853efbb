"""Pipes: a program that speaks Hadoop's protocol as mapper and reducer, in the cluster."""

import collections
import os
import random
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import closing
from programs import *  # noqa: F403
from yarn_case import UBER, YarnCase, action, properties

OLD = "org.apache.hadoop.mapred."
BY_JAVA = {"mapreduce.pipes.isjavarecordreader": "true", "hadoop.pipes.java.recordwriter": "true"}
SMALL = {"yarn.app.mapreduce.am.resource.mb": "512", "mapred.map.tasks": "1"}


class Pipes(YarnCase):
    def application(self, body, start):
        self.sandbox.write("app/workflow.xml", self.definition(body, start))
        program = (HERE / "pipes_words.py").read_text()
        self.sandbox.write("app/bin/words", f"#!{os.path.realpath(sys.executable)}\n{program}")
        return self.build(self.sandbox.path("app"))

    def pipes(self, name, values, elements="<program>bin/words#words</program>", source="in", error="killed"):
        everything = {"mapred.input.dir": self.url(source), "mapred.output.dir": self.url(name), **values}
        return action(name, f"<map-reduce><pipes>{elements}</pipes>{properties(everything)}</map-reduce>", "j", error)

    def counted(self, name):
        return {key: int(value) for key, value in
                (line.split("\t") for line in self.parts(name).decode().splitlines())}

    def test_parts_of_the_program_and_of_java(self):
        words = [random.choice("abcdef") * random.randint(1, 9) for _ in range(2000)]
        texts = ["\n".join(" ".join(part[i:i + 7]) for i in range(0, len(part), 7)) + "\n"
                 for part in (words[:700], words[700:])]
        for name, text in zip("ab", texts):
            self.put(f"in/{name}", text)
        self.put("pairs/p", "x\t2\ny\t5\nx\t40\n")
        body = "".join([
            fork("f", "words", "alone", "mixed", "breaks"),
            self.pipes("words", {**SMALL, **BY_JAVA, "mapred.reduce.tasks": "2", "own.partition": "true"}),
            # In the master no task could run the program: that it may do so is taken back.
            self.pipes("alone", {**UBER, "mapred.map.tasks": "1"}),
            self.pipes("mixed", SMALL, f"<map>{OLD}lib.IdentityMapper</map><inputformat>{OLD}KeyValueTextInputFormat"
                       f"</inputformat><writer>{OLD}TextOutputFormat</writer><program>bin/words</program>", "pairs"),
            self.pipes("breaks", {**SMALL, **BY_JAVA, "own.fail": "true", "mapreduce.map.maxattempts": "1"}, error="j"),
            join("j", "d"),
            decision("d", [("end", "${hadoop:counters('alone')['own']['BYTES'] eq " + str(sum(map(len, texts))) +
                            " and hadoop:counters('alone')['own']['KEYS'] eq 2}")], "killed")])
        program = self.application(body, "f")
        result = self.start(program, timeout=400)
        nodes = program.nodes()
        self.assert_code(result, SUCCEEDED)
        self.assertEqual(self.counted("words"), collections.Counter(words))
        # The program chose where its words go.
        for part in (0, 1):
            lines = self.hdfs.read(f"{self.root}/words/part-0000{part}").decode().splitlines()
            self.assertEqual({len(line.split("\t")[0]) % 2 for line in lines}, {part})
        self.assertEqual(self.parts("alone"), b"")
        self.assertEqual(self.counted("mixed"), {"x": 42, "y": 5})
        self.assertEqual((nodes["breaks"]["errorCode"], nodes["breaks"]["externalStatus"]), ("JA018", "FAILED"))
        self.assertEqual(self.hdfs.staging(self.user), [])

    def test_no_program(self):
        self.put("in/a", "x\n")
        body = self.pipes("m", BY_JAVA, f"<map>{OLD}lib.IdentityMapper</map>").replace('to="j"', 'to="end"')
        program = self.application(body, "m")
        self.assert_code(self.start(program), KILLED)
        self.assertEqual(program.nodes()["m"]["errorCode"], "JA018")
        self.assertIn("has no <program>", program.nodes()["m"]["errorMessage"])
        self.assertEqual(self.apps(), [])


if __name__ == "__main__":
    closing.main()
