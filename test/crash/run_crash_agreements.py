"""Kills a coordinator and a workflow with agreements (SLA) at every journal commit, and goes on.

Each agreement is judged once, and there is one alert for each event: who gets it twice knows it by its key.
"""

import shutil
import sqlite3
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from crash_case import CrashTest
from every_commit import EveryCommit
from http_peer import HttpPeer
from programs import *  # noqa: F403
from run_crash_coordinators import DAYS, CoordinatorCrash

NOMINAL = "<s:nominal-time>2024-01-01T00:00Z</s:nominal-time>"
INFO = ('<s:info xmlns:s="uri:oozie:sla:0.2">' + NOMINAL + "<s:should-start>1</s:should-start><s:should-end>2</s:should-end>"
        "<s:max-duration>60</s:max-duration><s:alert-events>start_miss,duration_met,end_miss</s:alert-events></s:info>")
EVENTS = ["DURATION_MET", "END_MISS", "START_MISS"]
WAITING, DELIVERED = 0, 1


class Agreed(EveryCommit):
    """Beside CrashTest: `subjects` are the numbers of the agreements in the journal."""

    def agree(self):
        self.peer = HttpPeer()
        self.addCleanup(self.peer.close)
        settings = {"hpdl.sla.alert.url": self.peer.url("alerts"), "oozie.sla.disable.alerts.older.than": 0,
                    "oozie.sla.service.SLAService.job.event.latency": 100}
        rows = "".join(f"<property><name>{n}</name><value>{v}</value></property>" for n, v in settings.items())
        self.site = self.sandbox.write("site.xml", f"<configuration>{rows}</configuration>")

    def rows(self, query):
        journal = sqlite3.connect(self.program.state / "jobs" / self.program.job / "journal.db")
        try:
            return journal.execute(query).fetchall()
        finally:
            journal.close()

    def alerts(self):
        return self.rows("SELECT node, status, state FROM notification ORDER BY node, status")

    def check_end(self):
        if any(state == WAITING for _, _, state in self.alerts()):
            self.program("resume", self.program.job, "--progress", "none")
        self.assertEqual(self.alerts(), [(number, event, DELIVERED) for number in self.subjects for event in EVENTS])
        self.assertEqual(self.rows("SELECT DISTINCT status, judged FROM sla"), [(3, 15)])
        keys = [request.key for request in self.peer.requests if self.program.job in request.key]
        self.assertEqual(len(set(keys)), len(self.subjects) * len(EVENTS), keys)


class Coordinator(CoordinatorCrash, Agreed):
    subjects = [str(day) for day in range(1, DAYS + 1)]

    def setUp(self):
        super().setUp()
        self.agree()
        path = self.coordinator("c")
        path.write_text(path.read_text().replace("</workflow></action>", f"</workflow>{INFO}</action>"))
        self.program = self.build(path)

    def begin(self, env):
        return super().begin({**env, "HPDL_SITE": str(self.site)})


class Workflow(CrashTest, Agreed):
    subjects = ["0", "2"]  # the job, and of its nodes the second one

    def setUp(self):
        super().setUp()
        self.agree()
        text = workflow(shell("a", "true", to="b") + shell("b", "true"), "a").replace("</workflow-app>", f"{INFO}</workflow-app>")
        before, after = text.split("</action>", 1)
        self.program = self.build(before + INFO + "</action>" + after)

    def begin(self, env):
        shutil.rmtree(self.sandbox.path("state"), ignore_errors=True)
        self.program.id_file.unlink(missing_ok=True)
        return self.program.run(env={**env, "HPDL_SITE": str(self.site)})


if __name__ == "__main__":
    closing.main()
