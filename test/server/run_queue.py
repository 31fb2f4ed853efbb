"""What hpdld does and what waits there: `hpdl queue`, the resource behind it, and the limits that it shows."""

import json
import os
import shlex
import signal
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from oozie_client import run_native
from programs import *  # noqa: F403
from served import *  # noqa: F403

CLIENT = BUILD / "bin" / "hpdl"


class Queue(ServedTest):
    def begin(self, more=None, **options):
        self.serve("--local", "--site", self.sandbox.write("site.xml", configuration(more or {})), **options)
        wait = f"while test -d '{self.sandbox.folder}' && ! test -e '{self.sandbox.path('go')}'; do sleep 0.05; done"
        self.app = self.application(workflow(shell("a", wait), "a"))

    def end_all(self):
        self.sandbox.write("go", "")
        super().end_all()

    def hpdl(self, *words, user="joe", code=0):
        home = self.sandbox.path(f"home-{user}")  # tokens are kept there
        home.mkdir(exist_ok=True)
        done = run_native(CLIENT, self.sandbox.folder, f"http://127.0.0.1:{self.server.port}/oozie", user, *words,
                          name="hpdl", home=home)
        self.assertEqual(done.code, code, done)
        return done.out if code == 0 else done.err

    def queue(self, kind="program", user="joe"):
        """What the command says of a kind: of each item its state, user, verb and subject."""
        work = {each["kind"]: each for each in json.loads(self.hpdl("queue", "--format", "json", user=user))["work"]}
        self.assertEqual(list(work), ["program", "compilation", "command", "picture", "action"])
        items = [tuple(item[name] for name in ("state", "user", "verb", "subject")) for item in work[kind]["items"]]
        return work[kind], items

    def until_items(self, items, **options):
        """Each item begins with a state; those of one state come in any order."""
        seen = []
        self.until(lambda: seen.append(sorted(self.queue(**options)[1])) or seen[-1] == sorted(items), (items, seen[-1:]))

    def test_what_runs_and_what_waits(self):
        self.begin({"hpdl.server.programs.max": "1"})
        first = self.submitted(self.app)
        second, third = self.submitted(self.app, user="ann"), self.submitted(self.app)
        work, items = self.queue()
        self.assertEqual((work["limit"], work["limitOfUser"], work["running"], work["waiting"]), (1, 1, 1, 2))
        self.assertEqual(items, [("RUNNING", "joe", "start", first), ("WAITING", "ann", "start", second),
                                 ("WAITING", "joe", "start", third)])
        self.assertRegex(work["items"][0]["since"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")
        text = self.hpdl("queue")
        self.assertRegex(text, r"(?m)^program +1 +2 +1$")
        self.assertRegex(text, rf"(?m)^program +waiting +\d+ s +ann +start +{second}$")
        self.assertEqual(self.hpdl("queue", "-len", "0").count("\n"), 6)
        metrics = self.server.call("GET", "/metrics", user=None).body
        for line in ("hpdld_programs_running 1", "hpdld_programs_waiting 2", "hpdld_compilations_waiting 0",
                     "hpdld_commands_running 0", "hpdld_pictures_waiting 0"):
            self.assertIn(f"\n{line}\n", metrics)
        dump = self.server.call("GET", "/oozie/v2/admin/queue-dump").json()["queueDump"]
        self.assertEqual(dump, [{"callableDump": second}, {"callableDump": third}])
        self.sandbox.write("go", "")
        for job in (first, second, third):
            self.until_status(job, "SUCCEEDED")
        self.until_items([])

    def test_a_user_has_only_so_many_places(self):
        self.begin({"hpdl.server.programs.max": "3", "hpdl.server.user.programs.max": "1"})
        first, second, other = self.submitted(self.app), self.submitted(self.app), self.submitted(self.app, user="ann")
        work, items = self.queue()
        self.assertEqual((work["limit"], work["limitOfUser"]), (3, 1))
        self.assertEqual(items, [("RUNNING", "joe", "start", first), ("RUNNING", "ann", "start", other),
                                 ("WAITING", "joe", "start", second)])
        self.assertRegex(self.hpdl("queue"), r"(?m)^program +2 +1 +3, 1 per user$")
        self.told(first, "kill")
        self.until_items([("RUNNING", "ann", "start", other), ("RUNNING", "joe", "start", second)])

    def test_compilations_users_take_turns(self):
        """The compiler is one that waits for a word."""
        tools, go = self.sandbox.path("tools"), self.sandbox.path("compile")
        tools.mkdir()
        try:
            os.link(HPDLD, tools / "hpdld")
        except OSError:  # the build is on another file system, or mounted at another place
            (tools / "hpdld").write_bytes(HPDLD.read_bytes())
        (tools / "hpdld").chmod(0o755)
        (tools / "hpdlc").write_text(f"#!/bin/sh\nwhile ! test -e {shlex.quote(str(go))}; do sleep 0.05; done\n"
                                     f"exec {shlex.quote(str(BUILD / 'bin' / 'hpdlc'))} \"$@\"\n")
        (tools / "hpdlc").chmod(0o755)
        self.begin({"hpdl.server.compile.max": "1"}, program=tools / "hpdld")
        threads, answers, wanted = [], {}, []
        for user, name in (("joe", "one"), ("joe", "two"), ("joe", "three"), ("ann", "four")):
            app = self.application(workflow(fs("a", f"<mkdir path='{self.sandbox.path(name)}'/>"), "a"), name)
            path = next(iter(app.values()))
            wanted.append(("WAITING" if wanted else "RUNNING", user, "compile", path))
            threads.append(threading.Thread(target=lambda user=user, app=app: answers.update(
                {app["oozie.wf.application.path"]: self.server.submit(app, action=None, user=user).status})))
            threads[-1].start()
            self.until_items(wanted, kind="compilation")
        items = self.queue("compilation")[1]
        self.assertEqual([item[1] for item in items], ["joe", "joe", "joe", "ann"])
        go.write_text("")
        for thread in threads:
            thread.join(TIMEOUT)
        self.assertEqual(set(answers.values()), {201})

    def test_what_others_ask_for_is_hidden_where_the_site_hides_the_server(self):
        self.begin({"hpdl.server.programs.max": "1", "oozie.service.AuthorizationService.security.enabled": "true",
                    "oozie.service.AuthorizationService.system.info.authorized.users": "boss"})
        first, second = self.submitted(self.app), self.submitted(self.app, user="ann")
        work, items = self.queue(user="ann")
        self.assertEqual((work["running"], work["waiting"], items), (1, 1, [("WAITING", "ann", "start", second)]))
        self.assertEqual(self.queue(user="boss")[1], [("RUNNING", "joe", "start", first),
                                                      ("WAITING", "ann", "start", second)])

    def held(self, name, branches, user):
        """A job of so many branches at a time, each of which runs until it is let go: its id and the branches' files."""
        nodes = "".join(shell(f"{name}{each}", f"test -z \"$HPDL_COMMAND_PLACES\" && : > '{self.sandbox.path('begun')}/{name}{each}'; "
                              f"while test -d '{self.sandbox.folder}' && ! test -e '{self.sandbox.path(f'go-{name}{each}')}' "
                              f"&& ! test -e '{self.sandbox.path('go')}'; do sleep 0.05; done", "join")
                        for each in range(branches))
        paths = "".join(f'<path start="{name}{each}"/>' for each in range(branches))
        fork = f'<fork name="fork">{paths}</fork>{nodes}<join name="join" to="end"/>'
        return self.submitted(self.application(workflow(fork, "fork"), name), user=user)

    def begun(self):
        return sorted(each.name for each in self.sandbox.path("begun").iterdir())

    def at_work(self):
        """The branch that has begun and was not let go."""
        (name,) = [name for name in self.begun() if not self.sandbox.path(f"go-{name}").exists()]
        return name

    def let_go(self, name):
        self.sandbox.write(f"go-{name}", "")

    def begin_held(self, most, **options):
        self.sandbox.path("begun").mkdir()
        self.begin({"hpdl.server.actions.max": str(most)}, **options)

    def test_commands_of_all_jobs_share_their_places(self):
        self.begin_held(1)
        one = self.held("a", 3, "joe")
        self.until(lambda: len(self.begun()) == 1)
        other = self.held("b", 2, "ann")
        self.until(lambda: ("WAITING", "ann", "run", other) in self.queue("action")[1])
        self.assertEqual([item for item in self.queue("action")[1] if item[0] == "RUNNING"], [("RUNNING", "joe", "run", one)])
        for begun in (1, 2):  # users take turns: joe's third does not come before ann's first
            self.assertEqual(len(self.begun()), begun)
            self.let_go(self.at_work())
            self.until(lambda: len(self.begun()) == begun + 1)
        self.assertIn("b", [name[0] for name in self.begun()])
        self.assertIn("\nhpdld_actions_running 1\n", self.server.call("GET", "/metrics", user=None).body)
        self.sandbox.write("go", "")
        for job in (one, other):
            self.until_status(job, "SUCCEEDED")
        self.until_items([], kind="action")

    def test_commands_of_a_job_that_is_killed_wait_no_more(self):
        self.begin_held(1)
        one, other = self.held("a", 2, "joe"), self.held("b", 2, "ann")
        self.until(lambda: ("WAITING", "ann", "run", other) in self.queue("action")[1])
        self.told(one, "kill")
        self.until_status(one, "KILLED")
        self.until(lambda: {item[3] for item in self.queue("action")[1]} == {other})
        self.until(lambda: [name for name in self.begun() if name[0] == "b"])
        self.assertLessEqual(len([name for name in self.begun() if name[0] == "a"]), 1)

    def test_the_places_outlive_a_server_that_is_killed(self):
        self.begin_held(1)
        one = self.held("a", 2, "joe")
        self.until(lambda: len(self.begun()) == 1)
        self.server.end(signal.SIGKILL)
        self.server.start()
        self.until_items([("RUNNING", "joe", "run", one), ("WAITING", "joe", "run", one)], kind="action")
        self.assertEqual(len(self.begun()), 1)
        self.let_go(self.begun()[0])
        self.until(lambda: len(self.begun()) == 2)
        self.sandbox.write("go", "")
        self.until_status(one, "SUCCEEDED")

    def test_commands_go_on_without_a_server(self):
        self.begin_held(1)
        one = self.held("a", 2, "joe")
        self.until(lambda: len(self.begun()) == 1)
        self.server.end(signal.SIGKILL)
        self.until(lambda: len(self.begun()) == 2)  # they have waited for the next one
        self.sandbox.write("go", "")
        self.server.start()
        self.until_status(one, "SUCCEEDED")

    def test_what_is_no_queue(self):
        self.begin()
        self.assertIn("-format", self.hpdl("queue", "-format", "xml", code=255))
        self.assertIn("-len", self.hpdl("queue", "-len", "-1", code=255))
        self.assertEqual(self.server.call("GET", "/oozie/v2/admin/queue", len="x").code, "E0303")
        self.assertEqual(self.server.call("PUT", "/oozie/v2/admin/queue").status, 400)
        self.assertEqual(self.server.call("GET", "/oozie/v0/admin/queue").status, 400)


if __name__ == "__main__":
    closing.main()
