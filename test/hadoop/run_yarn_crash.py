"""Kills the engine around the submission of an application and while it runs: there is one application each time.

A relay in front of the resource manager knows the moment. All cases of a kind of death run side by side,
for most of the time goes by in the containers.
"""

import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from relay import Death, Relay
from yarn_case import UBER, YarnCase, action, escape, streaming

SUBMISSION = ("POST", "/ws/v1/cluster/apps")
NEW_ID = ("POST", "/ws/v1/cluster/apps/new-application")
# What dies when: (name, request, after the resource manager has done it)
MOMENTS = [("with an id that is not recorded", NEW_ID, True),
           ("between intent and submission", SUBMISSION, False),
           ("between submission and record", SUBMISSION, True)]


def is_request(method, path):
    return lambda request: request.method == method and request.path.split("?")[0] == path


class YarnCrash(YarnCase):
    def setUp(self):
        super().setUp()
        self.put("in/a", "b a\nc a\n")
        # Both kinds of work leave a line for each time they really ran.
        self.script = self.sandbox.write("work.sh", 'echo ran >>"$1"; until [ -e "$1.go" ] || [ ! -e "$0" ]; '
                                                    "do sleep 0.1; done; cat\n")

    def program_of(self, kind):
        """A workflow of one action; ${lines}: the file where its work leaves a line."""
        if kind == "map-reduce":
            node = streaming("a", f"/bin/sh+{self.script}+${{lines}}",
                             {"mapred.input.dir": self.url("in"), "mapred.output.dir": self.url("out-${wf:id()}"),
                              "mapred.reduce.tasks": "0", "mapred.map.tasks": "1", **UBER})
        else:
            node = action("a", '<shell xmlns="uri:oozie:shell-action:1.0"><exec>/bin/sh</exec>'
                               f"<argument>-c</argument><argument>{escape(f'exec /bin/sh {self.script} $0')}"
                               "</argument><argument>${lines}</argument></shell>")
        return self.build(self.definition(node, "a"), name=kind)

    def one_death(self, program, name, method_and_path, answered):
        """A run of its own that dies at a request and is resumed; the record of the action."""
        own = self.copy(program, name)
        lines = self.sandbox.path(f"{name}/lines")
        self.sandbox.write(f"{name}/lines.go", "")
        death = Death(1, answered, is_request(*method_and_path))
        relay = Relay(self.hdfs.rm_http, **death.hooks())
        try:
            conf = self.conf_with(f"{name}/conf", yarn={"yarn.resourcemanager.webapp.address": relay.address})
            child = self.begin(own, params={"lines": lines}, conf=conf)
            death.aim(child.pid)
            said = child.communicate(timeout=TIMEOUT)
            assert death.has_killed(), \
                f"{name}: nobody died; {child.returncode}, {said}, {own.nodes()}, {relay.requests}"
            result = self.resume(own, conf)
        finally:
            relay.close()
        assert result.code == SUCCEEDED, f"{name}: {result}\n{own.nodes()}"
        assert lines.read_text() == "ran\n", f"{name}: the work ran {lines.read_text().split()}"
        return own.nodes()["a"]["externalId"].replace("job_", "application_")

    def all_deaths(self, kind):
        program = self.program_of(kind)
        with ThreadPoolExecutor(len(MOMENTS)) as pool:
            runs = [(name, pool.submit(self.one_death, program, f"{kind} {name}".replace(" ", "-"), request, answered))
                    for name, request, answered in MOMENTS]
        ids = []
        for name, run in runs:
            with self.subTest(name, kind=kind):
                ids.append(run.result())
        self.assertEqual(sorted(ids), [app["id"] for app in self.apps()], "one application for each run")
        self.assertEqual({app["finalStatus"] for app in self.apps()}, {"SUCCEEDED"})
        self.assertEqual(self.hdfs.staging(self.user), [])

    def test_map_reduce_around_its_submission(self):
        self.all_deaths("map-reduce")

    def test_shell_around_its_submission(self):
        self.all_deaths("shell")

    def running(self, kinds):
        """Programs of these kinds whose work has begun: kind -> (program, child, file of lines)."""
        found = {}
        for kind in kinds:
            own = self.copy(self.program_of(kind), f"running-{kind}")
            lines = self.sandbox.path(f"running-{kind}/lines")
            found[kind] = (own, self.begin(own, params={"lines": lines}), lines)
        for kind, (own, child, lines) in found.items():
            self.assertTrue(own.wait_for(lambda: lines.exists() or child.poll() is not None, 120), kind)
            self.assertIsNone(child.poll(), (kind, child.poll()))
        return found

    def test_death_while_they_run(self):
        found = self.running(("map-reduce", "shell"))
        for kind, (own, child, lines) in found.items():
            child.send_signal(signal.SIGKILL)
            child.wait()
        before = [app["id"] for app in self.apps()]
        resumed = [threading.Thread(target=self.resume, args=(own,)) for own, _, _ in found.values()]
        for thread in resumed:
            thread.start()
        for _, _, lines in found.values():
            lines.with_name("lines.go").touch()
        for thread in resumed:
            thread.join(TIMEOUT * 2)
        for kind, (own, _, lines) in found.items():
            with self.subTest(kind):
                self.assertEqual(own.status(), "SUCCEEDED", own.nodes())
                self.assertEqual(lines.read_text(), "ran\n")
        self.assertEqual([app["id"] for app in self.apps()], before)
        self.assertEqual(len(before), 2)

    def test_kill_ends_applications_and_cleans(self):
        found = self.running(("map-reduce", "shell"))
        for kind, (own, child, _) in found.items():
            with self.subTest(kind):
                self.assert_code(own("kill", own.job, env=self.env()), 0)
                self.assertEqual(child.wait(TIMEOUT), KILLED)
        self.assert_killed_clean(found)

    def test_kill_of_a_job_without_an_engine(self):
        found = self.running(("map-reduce", "shell"))
        for kind, (own, child, _) in found.items():
            child.send_signal(signal.SIGKILL)
            child.wait()
            with self.subTest(kind):
                self.assert_code(own("kill", own.job, env=self.env()), 0)
        self.assert_killed_clean(found)

    def assert_killed_clean(self, found):
        """No application goes on, and neither they nor YARN's kill leave files behind."""
        for app in self.apps():
            self.assertEqual(self.hdfs.wait_for_app(app["id"])["finalStatus"], "KILLED")
        self.assertEqual(len(self.apps()), len(found))
        own = found["map-reduce"][0]
        self.assertTrue(own.wait_for(lambda: not self.hdfs.staging(self.user)), self.hdfs.staging(self.user))
        out = f"{self.root}/out-{own.job}"
        self.assertTrue(own.wait_for(lambda: not self.hdfs.exists(f"{out}/_temporary")), "_temporary is left")
        attempts = f"/user/{self.user}/.hpdl/attempts"
        self.assertEqual(self.hdfs.names(attempts) if self.hdfs.exists(attempts) else [], [])


if __name__ == "__main__":
    closing.main()
