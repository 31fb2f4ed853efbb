"""Services that are away for a while in the middle of a job: the program says what it waits for, and finishes."""

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from yarn_case import UBER, YarnCase, action, escape, streaming


class Outages(YarnCase):
    def setUp(self):
        super().setUp()
        self.put("in/a", "b a\nc a\n")
        self.go = self.sandbox.path("go")
        self.script = self.sandbox.write("work.sh", f'echo ran >>{self.sandbox.path("ran")}; until [ -e {self.go} ] '
                                                    '|| [ ! -e "$0" ]; do sleep 0.1; done; cat\n')
        self.addCleanup(self.go.touch)

    def waiting_job(self, more="", to="end"):
        """A job whose mapper has begun and waits; the program and its child."""
        values = {"mapred.input.dir": self.url("in"), "mapred.output.dir": self.url("out"),
                  "mapred.reduce.tasks": "0", "mapred.map.tasks": "1", **UBER}
        program = self.build(self.definition(
            streaming("m", f"/bin/sh+{self.script}", values, to) + more, "m"))
        log = self.sandbox.path("progress")
        with open(log, "w") as file:
            child = self.begin(program, progress="json", out=file)
        self.assertTrue(program.wait_for(lambda: self.lines("ran") or child.poll() is not None, 120))
        self.assertIsNone(child.poll(), log.read_text())
        return program, child, log

    @staticmethod
    def waited_for(log):
        """What the progress view says that the action waits for, in order."""
        events = [json.loads(line) for line in log.read_text().splitlines() if line.endswith("}")]
        return [event["waiting"] for event in events if event["type"] == "waiting"]

    def assert_finished(self, program, child, log):
        self.assertEqual(child.wait(180), SUCCEEDED, log.read_text())
        self.assertEqual(self.parts("out"), b"b a\t\nc a\t\n")
        self.assertEqual(len(self.apps()), 1)
        self.assertEqual(self.lines("ran"), ["ran"])
        self.assertEqual(self.hdfs.staging(self.user), [])

    def test_name_node_away_for_half_a_minute(self):
        done = fs("after", f'<mkdir path="{self.url("after")}"/>')
        program, child, log = self.waiting_job(done, "after")
        self.addCleanup(self.name_node_back)
        self.hdfs.stop_daemon("namenode")
        self.go.touch()
        # The application cannot end without it, or its end cannot be looked at.
        time.sleep(30)  # time: so long it is away
        self.assertIsNone(child.poll(), log.read_text())
        self.name_node_back()
        self.assert_finished(program, child, log)
        self.assertTrue(self.hdfs.exists(f"{self.root}/after"))

    def name_node_back(self):
        if not self.hdfs.alive("namenode"):
            self.hdfs.start_daemon("namenode")
            self.hdfs.wait_until_up()

    def test_resource_manager_away(self):
        program, child, log = self.waiting_job()
        self.addCleanup(self.resource_manager_back)
        self.hdfs.stop_daemon("resourcemanager")
        told = program.wait_for(lambda: any("the next request follows" in what for what in self.waited_for(log)), 60)
        self.assertTrue(told, log.read_text())
        self.assertIn(self.hdfs.rm_http, self.waited_for(log)[-1])
        self.assertIsNone(child.poll())
        self.go.touch()
        self.resource_manager_back()
        self.assert_finished(program, child, log)

    def resource_manager_back(self):
        if not self.hdfs.alive("resourcemanager"):
            self.hdfs.restart_resource_manager()

    def test_both_are_away_before_the_job_begins(self):
        for name in ("resourcemanager", "namenode"):
            self.hdfs.stop_daemon(name)
        self.addCleanup(self.resource_manager_back)
        self.addCleanup(self.name_node_back)
        self.go.touch()
        leaves_a_line = escape(f"echo ran >>{self.sandbox.path('ran')}")
        program = self.build(self.definition(action(
            "a", '<shell xmlns="uri:oozie:shell-action:1.0"><exec>/bin/sh</exec><argument>-c</argument>'
                 f"<argument>{leaves_a_line}</argument></shell>"), "a"))
        log = self.sandbox.path("progress")
        with open(log, "w") as file:
            child = self.begin(program, progress="json", out=file)
        tried = program.wait_for(lambda: log.read_text().count('"START_RETRY"') >= 2)
        self.assertTrue(tried, log.read_text())
        self.assertIsNone(child.poll())
        self.name_node_back()
        self.resource_manager_back()
        self.assertEqual(child.wait(180), SUCCEEDED, log.read_text())
        self.assertEqual(self.lines("ran"), ["ran"])


if __name__ == "__main__":
    closing.main()
