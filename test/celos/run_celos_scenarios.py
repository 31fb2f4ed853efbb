"""What a real Celos server did in each of scenarios.jsonl, step by step: its answers, its files, what it asked of
Oozie, and the errors in its log. celos-server does the same. Where it differs by intention (docs/differences.md), the
member `here` of a step has what celos-server does instead."""

import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import closing
from celos_served import *  # noqa: F403
from stand_in_oozie import Job, StandInOozie

# Whose words are the engine's own: what is wrong with a script, or what Java says of a null.
OWN_WORDS = re.compile(r"(Failed to load file: [^:]*:|Exception in workflow: \w+: java.lang.NullPointerException:).*")
# celos-server names the slot that has an error.
SLOT_OF = re.compile(r"(Exception in workflow: (\w+): )\2@[0-9T:.-]+Z: ")
# Marks are stamped with the clock.
NOW = re.compile(r'("rerunTime":)"20(2[4-9]|[3-9]\d)-[^"]*"')


class CelosScenarios(CelosTest):
    def named(self, text):
        for name, value in {"{DATA}": str(self.folder / "data"), "{OOZIE}": self.oozie.url,
                            "{ROOT}": str(self.folder)}.items():
            text = text.replace(value, name)
        return OWN_WORDS.sub(r"\1 ...", SLOT_OF.sub(r"\1", NOW.sub(r'\1"{NOW}"', text)))

    def meant(self, text):
        return text.replace("{DATA}", str(self.folder / "data")).replace("{OOZIE}", self.oozie.url)

    def begin(self, scenario):
        self.celos.empty()
        self.oozie.forget()
        for folder in ("workflows", "defaults", "db"):
            self.celos.put(folder, {name: self.meant(text) for name, text in scenario.get(folder, {}).items()})
        self.celos.call("POST", "/clear-cache")

    def act(self, step):
        if "touch" in step:
            self.celos.put("data", {step["touch"]: ""})
        elif "rm" in step:
            (self.folder / "data" / step["rm"]).unlink()
        elif "job" in step:
            self.oozie.jobs.setdefault(step["job"], Job({})).status = step["is"]
        elif "forget" in step:
            self.oozie.jobs.pop(step["forget"])
        elif "refuse" in step:
            self.oozie.failures[step["refuse"]] = step["times"]
        elif "write" in step:
            folder, name = step["write"].split("/", 1)
            self.celos.put(folder, {name: self.meant(step["text"])})
        else:
            self.call(step)

    def call(self, step):
        step = {**step, **step.get("here", {})}
        before, logged = self.celos.tree(), len(self.celos.errors())
        self.oozie.asked.clear()
        method, target, *body = step["call"]
        answer = self.celos.call(method, target, *map(self.meant, body))
        self.assertEqual(answer.status, step["status"], answer)
        if "body" in step:
            self.assertEqual(self.named(answer.body), step["body"])
        if "reason" in step:
            self.assertEqual(answer.reason, step["reason"])
        tree = self.celos.tree()
        changed = {name: self.named(text) for name, text in tree.items() if before.get(name) != text}
        self.assertEqual(changed, step.get("files", {}))
        self.assertEqual(sorted(before.keys() - tree.keys()), step.get("removed", []))
        self.assertCountEqual(self.oozie.asked, [[*head, *map(self.expected, rest)] for head, rest in
                                                 ((each[:2], each[2:]) for each in step.get("asked", []))])
        self.assertEqual([self.named(line) for line in self.celos.errors()[logged:]],
                         [OWN_WORDS.sub(r"\1 ...", line) for line in step.get("errors", [])])

    def expected(self, properties):
        return {name: self.meant(value) for name, value in properties.items()}

    def test_each(self):
        self.oozie = StandInOozie()
        self.addCleanup(self.oozie.close)
        self.celos = self.server().start()
        for line in (HERE / "scenarios.jsonl").read_text().splitlines():
            scenario = json.loads(line)
            self.begin(scenario)
            for number, step in enumerate(scenario["steps"]):
                with self.subTest(f"{scenario['name']}: step {number}"):
                    self.act(step)


if __name__ == "__main__":
    closing.main()
