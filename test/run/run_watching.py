"""What people see of a job while it runs, fails and is tried again: progress, info, jobs and log."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

RETRY = ' retry-max="2" retry-interval="50"'
SITE = ("<configuration><property><name>hpdl.user.retry.interval.unit</name>"
        "<value>milliseconds</value></property></configuration>")


def events(text):
    return [json.loads(line) for line in text.splitlines()]


class Watching(ProgramTest):
    def waiting(self, name="wait", to="end"):
        """Waits for `go`, or for the end of the test; says so first."""
        folder = self.sandbox.folder
        return shell(name, f"echo begun; touch {folder}/begun; until [ -e {folder}/go ] || "
                     f"[ ! -d {folder} ]; do sleep 0.05; done; echo over; echo trouble >&2", to=to)

    def begin(self, program, *arguments, **options):
        child = self.sandbox.spawn(program, *arguments, **options)
        self.assertTrue(program.wait_for(self.sandbox.path("begun").exists), "did not start")
        return child

    def site(self):
        return self.sandbox.write("site.xml", SITE)

    def test_a_kill_node_is_no_success(self):
        program = self.build(workflow(shell("a", "exit 3"), "a"))
        result = program("run", "--local", "--progress", "plain", "--id-file", program.id_file)
        self.assert_code(result, KILLED)
        self.assertIn(" killed KILLED kill", result.out)
        self.assertNotIn(" killed OK", result.out)
        self.assertRegex(program("info", program.job).out, r"(?m)^killed +kill +KILLED")
        self.assertIn("killed KILLED", program("log", program.job).out)
        # For programs it is what Oozie says of it.
        self.assertEqual(program.nodes()["killed"]["status"], "OK")
        mermaid = program("graph", program.job).out
        ok = next(line for line in mermaid.splitlines() if line.strip().startswith("class ")
                  and line.strip().endswith(" ok"))
        number = next(line for line in mermaid.splitlines() if '"killed' in line or "killed" in line)
        self.assertNotIn(number.strip().split("[")[0].split("(")[0].split("{")[0].strip(),
                         ok.split()[1].split(","))

    def test_times_of_progress_do_not_go_back(self):
        program = self.build(workflow(
            shell("a", "sleep 0.3; true", to="b")  # time: times are to differ
            + shell("b", "exit 1", attributes=RETRY), "a"))
        result = program("run", "--local", "--progress", "json", "--site", self.site(), "--id-file",
                         program.id_file)
        self.assert_code(result, KILLED)
        times = [event["time"] for event in events(result.out)]
        self.assertEqual(times, sorted(times))
        waits = [event for event in events(result.out) if event.get("status") == "USER_RETRY"]
        self.assertEqual(len(waits), 2, result.out)
        for event in waits:
            self.assertGreater(event["nextTry"], event["time"])
            self.assertLessEqual(event["started"], event["time"])

    def test_times_after_a_crash_and_of_start_manual(self):
        """An event about an adopted action has the time of now, and the start of its attempt."""
        program = self.build(workflow(self.waiting(), "wait"))
        child = self.begin(program)
        child.kill()
        child.communicate()
        first = program.nodes()["wait"]["started"]
        self.sandbox.path("go").touch()
        result = program("resume", program.job, "--progress", "json")
        self.assert_code(result, SUCCEEDED)
        running = next(event for event in events(result.out) if event.get("node") == "wait")
        self.assertEqual(running["started"], first)
        self.assertGreater(running["time"], first)
        times = [event["time"] for event in events(result.out)]
        self.assertEqual(times, sorted(times))
        # START_MANUAL: of a cluster that nobody knows.
        other = self.build(workflow(shell("a", "true"), "a").replace(">local<", ">nosuch<"), name="other")
        result = other("run", "--progress", "json", "--id-file", other.id_file)
        self.assert_code(result, SUSPENDED)
        node = other.nodes()["a"]
        self.assertEqual(node["status"], "START_MANUAL")
        self.assertIsNotNone(node["ended"])
        times = [event["time"] for event in events(result.out)]
        self.assertEqual(times, sorted(times))

    def test_when_the_next_try_is(self):
        program = self.build(workflow(
            shell("a", "exit 1", attributes=' retry-max="1" retry-interval="60000"'), "a"))
        child = self.sandbox.spawn(program, "--site", self.site(), progress="plain")
        self.assertTrue(program.wait_for(
            lambda: program.id_file.exists() and program.nodes().get("a", {}).get("status") == "USER_RETRY"))
        node = program.nodes()["a"]
        self.assertGreater(node["nextTry"], node["ended"])
        self.assertRegex(program("info", program.job).out, r"a: JA018.*; next try at \d\d:\d\d:\d\d, in \d")
        self.assert_code(program("kill", program.job), 0)
        out, _ = child.communicate(timeout=TIMEOUT)
        self.assertRegex(out.decode(), r"a USER_RETRY shell .*JA018.*; next try at \d\d:\d\d:\d\d, in ")
        self.assertIsNone(program.nodes()["a"]["nextTry"])

    def test_a_crashed_job_has_no_process(self):
        program = self.build(workflow(self.waiting(), "wait"))
        child = self.begin(program)
        self.assertNotIn("no process", program("jobs").out)
        self.assertIs(program("jobs", "--format", "json").json()["jobs"][0]["alive"], True)
        child.kill()
        child.communicate()
        self.assertIn("RUNNING, no process", program("jobs").out)
        self.assertIs(program("jobs", "--format", "json").json()["jobs"][0]["alive"], False)
        self.assertIn("RUNNING, no process runs it", program("info", program.job).out)

    def test_an_earlier_run_has_its_own_head(self):
        program = self.build(workflow(shell("a", "exit ${code}"), "a"))
        self.assert_code(program.run(params={"code": 4}), KILLED)
        before = program.info()["job"]
        result = program("rerun", program.job, "--failed", "-D", "code=0", "--progress", "plain")
        self.assert_code(result, SUCCEEDED)
        shown = program("info", program.job, "--run", "0", "--format", "json").json()
        self.assertEqual(shown["lastRun"], 1)
        for name in ("status", "started", "ended", "errorCode", "errorMessage", "run"):
            self.assertEqual(shown["job"][name], before[name], name)
        self.assertEqual(program.status(), "SUCCEEDED")
        text = program("info", program.job, "--run", "0").out
        self.assertRegex(text, r"(?m)^state +KILLED")
        self.assertRegex(text, r"(?m)^run +0 of 0 to 1")
        self.assertRegex(program("info", program.job).out, r"(?m)^state +SUCCEEDED")
        events = program("log", program.job, "--run", "0", "--format", "json").json()["events"]
        self.assertEqual([(e["event"], e["status"]) for e in events if e["node"] is None],
                         [("start", None), ("end", "KILLED")])

    def test_sub_workflows_of_an_earlier_run(self):
        child = self.sandbox.write("child/workflow.xml", workflow(shell("b", "exit ${code}"), "b"))
        program = self.build(workflow(
            '<action name="s"><sub-workflow><app-path>child</app-path><propagate-configuration/>'
            '</sub-workflow><ok to="end"/><error to="killed"/></action>', "s"), "--sub",
            f"child={child.parent}")
        self.assert_code(program.run(params={"code": 4}), KILLED)
        first = program.info()["subJobs"][0]["id"]
        self.assert_code(program("rerun", program.job, "--failed", "-D", "code=0", "--progress", "none"),
                         SUCCEEDED)
        shown = program("info", program.job, "--run", "0", "--format", "json").json()
        self.assertEqual([job["id"] for job in shown["subJobs"]], [first])

    def test_a_rerun_says_what_it_skips(self):
        program = self.build(workflow(shell("a", "true", to="b") + shell("b", "exit ${code}"), "a"))
        self.assert_code(program.run(params={"code": 4}), KILLED)
        result = program("rerun", program.job, "--failed", "-D", "code=0", "--progress", "plain")
        self.assert_code(result, SUCCEEDED)
        self.assertEqual(result.out.splitlines()[0], "run 1 skips the nodes that ended OK before: a")
        self.assert_code(program("rerun", program.job, "--skip", "b", "--progress", "none"), SUCCEEDED)

    def test_the_log_of_an_attempt(self):
        count = self.sandbox.path("count")
        program = self.build(workflow(
            shell("a", f"echo x >>{count}; echo this is try $(wc -l <{count}); exit 1",
                  attributes=' retry-max="1" retry-interval="0"'), "a"))
        self.assert_code(program.run("--site", self.site()), KILLED)

        def shown(*options):
            return self.assert_code(program("log", program.job, "--node", "a", *options), 0).out

        self.assertIn("this is try 1", shown("--attempt", "0"))
        self.assertNotIn("this is try 2", shown("--attempt", "0"))
        self.assertIn("this is try 2", shown("--attempt", "1"))
        self.assertIn("this is try 2", shown())
        self.assertIn("a try 1 USER_RETRY", shown())
        self.assert_refused(program("log", program.job, "--node", "a", "--attempt", "2"), 1,
                            "no attempt 2; its attempts are 0 to 1")
        self.assert_refused(program("log", program.job, "--attempt", "0"), USAGE, "--node")
        self.assertEqual([(a["attempt"], a["errorCode"]) for a in program.nodes()["a"]["earlierAttempts"]],
                         [(0, "JA018")])
        attempts = program("log", program.job, "--format", "json").json()["attempts"]
        self.assertEqual([(a["attempt"], a["out"]["text"]) for a in attempts],
                         [(0, "this is try 1\n"), (1, "this is try 2\n")])

    def test_following_the_log(self):
        program = self.build(workflow(self.waiting(to="b") + shell("b", "echo last words"), "wait"))
        job = self.begin(program)
        view = subprocess.Popen([program.path, "log", "last", "-f", "--state", program.state],
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True)
        self.addCleanup(view.communicate)
        self.addCleanup(view.kill)
        seen = []
        while not seen or "begun" not in seen[-1]:
            line = view.stdout.readline()
            self.assertTrue(line, seen)
            seen.append(line)
        self.assertIsNone(view.poll())
        self.sandbox.path("go").touch()
        rest, err = view.communicate(timeout=TIMEOUT)
        self.assertEqual(view.returncode, 0)
        self.assertIn("the job has ended", err)
        job.communicate(timeout=TIMEOUT)
        text = "".join(seen) + rest
        places = [text.index(words) for words in (
            "wait started", "---- wait out", "begun\n", "over\n", "---- wait err", "trouble\n", "wait OK",
            "b started", "last words", "b OK", "SUCCEEDED")]
        self.assertEqual(places, sorted(places), text)
        self.assertEqual(text.count("begun\n"), 1)
        # Of a job that has ended it is the log.
        again = self.assert_code(program("log", "last", "--follow"), 0)
        self.assertIn("last words", again.out)

    def test_following_the_log_as_json(self):
        program = self.build(workflow(
            self.waiting(to="b") + shell("b", r"printf 'ä\377\n\033'; echo err >&2"), "wait"))
        job = self.begin(program)
        view = subprocess.Popen([program.path, "log", "last", "-f", "--format", "json", "--state", program.state],
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(view.communicate)
        self.addCleanup(view.kill)
        lines = []
        while not lines or "begun" not in lines[-1]:
            lines.append(view.stdout.readline())
            self.assertTrue(lines[-1], lines)
        self.assertIsNone(view.poll())
        self.sandbox.path("go").touch()
        rest, err = view.communicate(timeout=TIMEOUT)
        job.communicate(timeout=TIMEOUT)
        self.assertEqual((view.returncode, "the job has ended" in err), (0, True), err)
        seen = [json.loads(line) for line in lines + rest.splitlines()]
        self.assertEqual({line["version"] for line in seen}, {1})
        self.assertEqual({line["job"] for line in seen}, {program.job})
        events = [(line["node"], line["event"], line["status"], line["attempt"])
                  for line in seen if line["type"] == "event"]
        self.assertEqual([event for event in events if event[0] in (None, "wait", "b")],
                         [(None, "start", None, None), ("wait", "start", None, 0), ("wait", "end", "OK", 0),
                          ("b", "start", None, 0), ("b", "end", "OK", 0), (None, "end", "SUCCEEDED", None)])
        output = {}
        for line in seen:
            if line["type"] == "output":
                key = line["node"], line["attempt"], line["stream"]
                output[key] = output.get(key, "") + line["text"]
        self.assertEqual(output, {("wait", 0, "out"): "begun\nover\n", ("wait", 0, "err"): "trouble\n",
                                  ("b", 0, "out"): "ä\ufffd\n\x1b", ("b", 0, "err"): "err\n"})
        whole = self.assert_code(program("log", "last", "--format", "json"), 0).json()
        self.assertEqual([{name: line[name] for name in ("time", "job", "node", "event", "status", "attempt")}
                          for line in seen if line["type"] == "event"], whole["events"])

    def test_following_ends_with_the_process(self):
        program = self.build(workflow(self.waiting(), "wait"))
        job = self.begin(program)
        view = subprocess.Popen([program.path, "log", "last", "-f", "--state", program.state],
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True)
        self.addCleanup(view.kill)
        self.assertIn("started", view.stdout.readline())
        job.kill()
        job.communicate()
        _, err = view.communicate(timeout=TIMEOUT)
        self.assertEqual(view.returncode, 0)
        self.assertIn(f"resume {program.job}", err)
        self.assertIn("no process runs the job", err)
        # ^C ends the view, and nothing else.
        again = subprocess.Popen([program.path, "resume", program.job, "--state", program.state,
                                  "--progress", "none"], stdin=subprocess.DEVNULL)
        self.addCleanup(again.kill)
        self.assertTrue(program.wait_for(lambda: program.info()["alive"]))
        view = subprocess.Popen([program.path, "log", "last", "-f", "--state", program.state],
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        self.assertTrue(view.stdout.readline())
        view.send_signal(signal.SIGINT)
        view.communicate(timeout=TIMEOUT)
        self.assertEqual(view.returncode, -signal.SIGINT)
        self.assertIs(program.info()["alive"], True)
        self.sandbox.path("go").touch()
        self.assertEqual(again.wait(timeout=TIMEOUT), SUCCEEDED)

    def test_what_a_signal_leaves_at_work(self):
        program = self.build(workflow(self.waiting(), "wait"))
        child = self.begin(program, progress="plain")
        os.kill(child.pid, signal.SIGINT)
        out, _ = child.communicate(timeout=TIMEOUT)
        self.assertEqual(child.returncode, SUSPENDED)
        self.assertIn("still running after the end of this process: wait", out.decode())
        self.assertIn(f"kill {program.job}", out.decode())
        self.assert_code(program("kill", "last"), 0)
        self.assertEqual(program.status(), "KILLED")

    def test_a_place_that_is_waited_for(self):
        program = self.build(workflow(
            fork("f", "wait", "b") + self.waiting(to="j") + shell("b", f"until [ -e {self.sandbox.path('go')} ]; "
                                                                   "do sleep 0.05; done", to="j")
            + join("j"), "f"))
        child = self.sandbox.spawn(program, "--parallel", "1", progress="json")
        said = []
        for line in child.stdout:
            event = json.loads(line)
            if event["type"] == "waiting" and "--parallel" in event["waiting"]:
                said.append(event["waiting"])
                self.sandbox.path("go").touch()
        self.assertEqual(said, ["queued, because --parallel limits the number of local processes to 1"])
        child.wait(timeout=TIMEOUT)


if __name__ == "__main__":
    closing.main()
