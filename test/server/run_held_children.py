"""What is asked of a parent while its child is not there yet: while its program is compiled, while it is made, and
while it waits for its turn. No child goes on under a parent that is suspended or killed."""

import shutil
import sqlite3
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from dying_server import DyingServer
from programs import *  # noqa: F403
from served import *  # noqa: F403

# Writes its verb down; what is to make a job waits for a word.
HELD = """#!/bin/bash
if [ "$1" = submit ] || [ "$1" = run ]; then
  echo "$1" >> '{asked}'
  while test -d '{folder}' && ! test -e '{go}'; do sleep 0.05; done
fi
exec -a "$0" '{program}' "$@"
"""
COMPILER = """#!/bin/bash
echo compile >> '{asked}'
while test -d '{folder}' && ! test -e '{go}'; do sleep 0.05; done
exec '{program}' "$@"
"""


class HeldChildren(DyingServer):
    def touch(self, name):
        return f"echo x >> '{self.sandbox.path(name)}'"

    def until_there(self, name):
        return f"while test -d '{self.sandbox.folder}' && ! test -e '{self.sandbox.path(name)}'; do sleep 0.05; done"

    def family(self, script="true", action="s"):
        """The applications of a parent, which begins with this action, and of a child that writes down that it ran."""
        child = self.application(workflow(shell("c", f"{self.touch('ran')}; {script}"), "c", name="child"), "child")
        parent = self.application(workflow(shell("w", self.until_there("begin"), to="s")
                                           + sub_workflow("s", "child", to="after")
                                           + shell("after", self.touch("after")), action, name="parent"), "parent")
        return {**parent, "apps": f"file://{self.sandbox.folder}"}, child

    def kept_programs(self):
        return {each for each in (self.server.state / "programs").iterdir() if not each.name.startswith(".")}

    def hold_program(self):
        """Has the only program wait before it makes a job."""
        [program] = self.kept_programs()
        self.hold(HELD, program)

    def hold_child_of(self, parent):
        """Has the program of the child wait before it makes a job. A child inherits the <global> of its parent, so it
        is compiled below a parent, which runs to its end."""
        job = self.submitted(parent, action=None)
        before = self.kept_programs()
        self.told(job, "start")
        self.until_status(job, "SUCCEEDED")
        [program] = self.kept_programs() - before
        for name in "ran", "after":
            self.sandbox.path(name).unlink()
        self.hold(HELD, program)

    def listed(self):
        return self.server.call("GET", "/oozie/v2/jobs", len="500").json()["workflows"]

    def child_of(self, parent):
        """The job that there is with this parent, "" if none."""
        return next((row["id"] for row in self.listed() if row["parentId"] == parent), "")

    def noted(self):
        """What the server has still to do for jobs, by id."""
        with sqlite3.connect(f"file:{self.server.state}/server.db?mode=ro", uri=True) as records:
            return dict(records.execute("SELECT id,verb FROM asked"))

    def hold(self, template, path):
        """Puts what waits for the file `go` in the place of a program."""
        moved = path.with_name("." + path.name)
        path.rename(moved)
        path.write_text(template.format(asked=self.sandbox.path("asked"), go=self.sandbox.path("go"),
                                        folder=self.sandbox.folder, program=moved))
        path.chmod(0o700)

    def go(self):
        self.sandbox.write("go", "")


class BeingMade(HeldChildren):
    """The child's program does not come to make it."""

    def parent_of_one_being_made(self):
        self.serve()
        parent, _ = self.family()
        self.hold_child_of(parent)
        parent = self.submitted(parent)
        self.until(lambda: self.lines("asked"), "no child is made")
        return parent

    def until_made(self, parent):
        self.go()
        self.until(lambda: self.child_of(parent), "there is no child")
        return self.child_of(parent)

    def test_of_a_suspended_parent_it_begins_when_that_goes_on(self):
        parent = self.parent_of_one_being_made()
        self.told(parent, "suspend")
        self.assertEqual(self.reader.status(parent), "SUSPENDED")
        child = self.until_made(parent)
        self.until(lambda: child in self.noted() or self.lines("ran"), "nobody has asked for its start")
        self.assertEqual((self.reader.status(child), self.lines("ran")), ("PREP", []))
        self.told(parent, "resume")
        for job in (child, parent):
            self.until_status(job, "SUCCEEDED")
        self.assertEqual((self.lines("ran"), self.lines("after"), self.noted()), (["x"], ["x"], {}))

    def test_of_a_suspended_parent_after_another_server(self):
        parent = self.parent_of_one_being_made()
        self.told(parent, "suspend")
        child = self.until_made(parent)
        self.until(lambda: child in self.noted() or self.lines("ran"), "nobody has asked for its start")
        self.server.end()
        self.server.start()
        self.assertEqual((self.reader.status(child), self.lines("ran")), ("PREP", []))
        self.told(parent, "resume")
        for job in (child, parent):
            self.until_status(job, "SUCCEEDED")
        self.assertEqual((self.lines("ran"), self.noted()), (["x"], {}))

    def test_of_a_killed_parent_it_is_killed(self):
        parent = self.parent_of_one_being_made()
        self.told(parent, "kill")
        self.until_status(parent, "KILLED")
        self.until(lambda: not self.programs(parent), "its program does not give up")
        self.until_status(self.until_made(parent), "KILLED")
        self.until(lambda: not self.noted())
        self.assertEqual(self.lines("ran"), [])

    def test_of_a_killed_parent_by_the_next_server(self):
        parent = self.parent_of_one_being_made()
        self.told(parent, "kill")
        self.until_status(parent, "KILLED")
        self.until(lambda: not self.programs(parent), "its program does not give up")
        self.assertEqual(self.server.end(), 0)  # with a request that it has not answered
        self.server.start()
        self.until_status(self.until_made(parent), "KILLED")
        self.until(lambda: not self.noted())
        self.assertEqual(self.lines("ran"), [])

    def test_the_server_dies_at_each_step_while_the_parent_is_suspended(self):
        self.begin()
        app, _ = self.family()
        self.hold_child_of(app)

        def run(step):
            self.sandbox.path("go").unlink(missing_ok=True)
            asked = len(self.lines("asked"))
            parent = self.submitted(app)
            self.until(lambda: len(self.lines("asked")) > asked, "no child is made")

            def suspended():
                answer = self.server.tell(parent, "suspend")
                self.go()
                return answer

            def is_held():
                made = self.left("(SELECT count(*) FROM job WHERE properties IS NOT NULL)") == 0
                return made and list(self.noted().values()) == ["held"]

            died = self.dies(step, suspended, is_held, again=True)
            self.go()
            self.until(is_held, f"it is not held: {self.noted()}")
            self.assertEqual((self.reader.status(parent), self.reader.status(self.child_of(parent))), ("SUSPENDED", "PREP"))
            self.told(parent, "resume")
            self.until_status(parent, "SUCCEEDED")
            self.until(self.is_settled)
            self.assertEqual((len(self.lines("ran")), len(self.lines("after"))), (int(step), int(step)))
            return died

        self.every_step(5, run)

    def test_a_child_by_hand_that_is_to_run_at_once(self):
        """It is suspended with its parent, and resumed with it, once it is there."""
        self.serve()
        parent, child = self.family(self.until_there("end"), action="w")
        self.submitted(child, action=None)
        self.hold_program()
        parent = self.submitted(parent)
        self.until_status(parent, "RUNNING")
        answers = []
        by_hand = threading.Thread(target=lambda: answers.append(
            self.server.submit({**child, "oozie.wf.parent.id": parent})))
        by_hand.start()
        self.until(lambda: self.lines("asked"), "no child is made")
        self.told(parent, "suspend")
        self.go()
        by_hand.join(TIMEOUT)
        self.assertEqual(answers[0].status, 201, answers)
        child = answers[0].json()["id"]
        self.until_status(child, "SUSPENDED")
        self.sandbox.write("end", "")
        self.told(parent, "resume")
        self.until_status(child, "SUCCEEDED")


class BeingCompiled(HeldChildren):
    """The submission waits for the compiler, so that nothing of the child is recorded."""

    def setUp(self):
        super().setUp()
        tools = self.sandbox.path("tools")
        tools.mkdir()
        shutil.copy2(HPDLD, tools / "hpdld")
        (tools / "hpdlc").symlink_to(BUILD / "bin" / "hpdlc")
        self.serve("--local", program=tools / "hpdld")
        parent, self.child = self.family(action="w")
        self.parent = self.submitted(parent)
        self.until_status(self.parent, "RUNNING")
        (tools / "hpdlc").unlink()
        (tools / "hpdlc").write_text(COMPILER.format(asked=self.sandbox.path("asked"), go=self.sandbox.path("go"),
                                                     folder=self.sandbox.folder, program=BUILD / "bin" / "hpdlc"))
        (tools / "hpdlc").chmod(0o755)

    def submitted_meanwhile(self, verb):
        """The answer to the parent's program, which submits a child that is to run, while something is asked of the
        parent."""
        answers = []
        submission = threading.Thread(target=lambda: answers.append(self.server.submit(
            {**self.child, "oozie.wf.parent.id": self.parent}, fields=self.server.credential(self.parent), user=None)))
        submission.start()
        self.until(lambda: self.lines("asked"), "nothing is compiled")
        self.told(self.parent, verb)
        self.go()
        submission.join(TIMEOUT)
        return answers[0]

    def test_of_a_killed_parent_there_will_be_none(self):
        answer = self.submitted_meanwhile("kill")
        self.assertNotEqual(answer.status, 201, answer)
        self.assertIn("KILLED", answer.message)
        self.assertEqual((self.child_of(self.parent), self.lines("ran")), ("", []))

    def test_of_a_suspended_parent_it_begins_when_that_goes_on(self):
        answer = self.submitted_meanwhile("suspend")
        self.assertEqual(answer.status, 201, answer)
        child = answer.json()["id"]
        self.assertEqual((self.reader.status(child), self.lines("ran"), self.noted()), ("PREP", [], {child: "held"}))
        self.told(self.parent, "resume")
        self.until_status(child, "SUCCEEDED")


class WaitingForItsTurn(HeldChildren):
    """All places for programs are taken."""

    def setUp(self):
        super().setUp()
        site = self.sandbox.write("site.xml", configuration({"hpdl.server.programs.max": "2", "hpdl.server.park": "3600"}))
        self.serve("--local", "--site", site)
        parent, _ = self.family(action="s")
        blocker = self.application(workflow(shell("b", self.until_there("go")), "b", name="blocker"), "blocker")
        self.blocker = self.submitted(blocker)
        self.until_status(self.blocker, "RUNNING")
        self.parent = self.submitted(parent)
        self.until(lambda: self.wanted(self.child_of(self.parent)), "no child waits")
        self.child = self.child_of(self.parent)

    def wanted(self, job):
        """Whether the server has been told to run it."""
        with sqlite3.connect(f"file:{self.server.state}/server.db?mode=ro", uri=True) as records:
            return records.execute("SELECT 1 FROM job WHERE id=? AND wanted<>0", (job,)).fetchone() is not None

    def test_of_a_suspended_parent_it_leaves_the_line(self):
        self.told(self.parent, "suspend")
        self.go()
        self.until_status(self.blocker, "SUCCEEDED")
        self.until(lambda: self.noted() == {self.child: "held"} or self.lines("ran"))
        self.assertEqual((self.reader.status(self.child), self.lines("ran")), ("PREP", []))
        self.told(self.parent, "resume")
        for job in (self.child, self.parent):
            self.until_status(job, "SUCCEEDED")
        self.assertEqual((self.lines("ran"), self.noted()), (["x"], {}))

    def test_of_a_killed_parent_it_is_killed(self):
        self.told(self.parent, "kill")
        self.until_status(self.child, "KILLED")
        self.go()
        self.until_status(self.blocker, "SUCCEEDED")
        self.assertEqual((self.lines("ran"), self.noted()), ([], {}))


if __name__ == "__main__":
    closing.main()
