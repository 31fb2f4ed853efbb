"""Signals, suspension and requests while a job runs; failures that wait for a person."""

import socket
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403


def processes():
    """Pid -> (parent, command line) of all processes."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                found[int(entry.name)] = (parent, (entry / "cmdline").read_bytes().decode())
            except (OSError, ValueError):
                pass
    return found


class TwoTerminals(ProgramTest):
    def waiting(self, name="wait", to="after"):
        """Waits for `go`, or for the end of the test."""
        folder = self.sandbox.folder
        return shell(name, f"echo {name} $$ >>{folder}/out; until [ -e {folder}/go ] || "
                     f"[ ! -d {folder} ]; do sleep 0.05; done", to=to)

    def chain(self):
        return self.build(workflow(
            self.waiting() + shell("after", f"echo after >>{self.sandbox.path('out')}"), "wait"))

    def words(self):
        return [line.split()[0] for line in self.lines("out")]

    def start(self, program, *arguments, **options):
        child = self.sandbox.spawn(program, *arguments, **options)
        self.assertTrue(program.wait_for(lambda: "wait" in self.words()), "did not start")
        return child

    def pid_of_action(self):
        return int(self.lines("out")[0].split()[1])

    def test_a_signal_leaves_the_child_to_resume(self):
        """The very process goes on: it is adopted, not started again."""
        for number, code in ((signal.SIGINT, SUSPENDED), (signal.SIGTERM, 128 + 15)):
            with self.subTest(number):
                for name in ("out", "go"):
                    self.sandbox.path(name).unlink(missing_ok=True)
                program = self.chain()
                child = self.start(program)
                os.kill(child.pid, number)
                out, err = child.communicate(timeout=TIMEOUT)
                self.assertEqual(child.returncode, code, (out, err))
                self.assertEqual(program.status(), "SUSPENDED" if code == SUSPENDED else "RUNNING")
                self.assertIn(self.pid_of_action(), processes())
                again = subprocess.Popen([program.path, "resume", program.job, "--state", program.state,
                                          "--progress", "none"], stdin=subprocess.DEVNULL,
                                         stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                         start_new_session=True)
                self.sandbox.children.append(again)
                self.assertTrue(program.wait_for(lambda: program.status() == "RUNNING"))
                self.sandbox.write("go", "")
                self.assertEqual(again.wait(TIMEOUT), SUCCEEDED)
                self.assertEqual(self.words(), ["wait", "after"])

    def test_what_the_signal_says_can_be_typed(self):
        program = self.chain()
        child = self.start(program, "--progress", "plain")
        os.kill(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=TIMEOUT)
        text = (out + err).decode()
        line = next(line for line in text.splitlines() if " resume " in line)
        command = line[line.index(str(program.path)):] if str(program.path) in line else line
        self.sandbox.write("go", "")
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, SUCCEEDED, (line, done))
        self.assertEqual(self.words(), ["wait", "after"])

    def test_second_resume_is_refused_and_harms_nothing(self):
        program = self.chain()
        child = self.start(program)
        result = program("resume", program.job, "--progress", "none")
        self.assert_refused(result, USAGE, program.job)
        self.assertEqual(len(result.err.strip().splitlines()), 1, result)
        for command in (("start",), ("rerun", "--failed")):
            result = program(command[0], program.job, *command[1:], "--progress", "none")
            self.assert_refused(result, USAGE, program.job)
        self.sandbox.write("go", "")
        self.assertEqual(child.wait(TIMEOUT), SUCCEEDED)
        self.assertEqual(self.words(), ["wait", "after"])

    def suspended(self, *options):
        """A suspended job whose program lets the last action end."""
        program = self.chain()
        engine = self.start(program, *options)
        self.assert_code(program("suspend", program.job), 0)
        self.assertIsNone(engine.poll())
        return program, engine

    def resume(self, program, *options):
        child = subprocess.Popen([program.path, "resume", program.job, *options, "--state", program.state,
                                  "--progress", "none"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True, start_new_session=True)
        self.sandbox.children.append(child)
        return child

    def posted(self, program, count=1):
        requests = program.state / "jobs" / program.job / "requests"
        return requests.is_dir() and sum(not path.name.startswith(".") for path in requests.iterdir()) >= count

    def test_resume_while_the_last_action_runs(self):
        program, engine = self.suspended()
        for option in (("--park", "60"), ("--local",), ("--keep-program",)):  # facts that the engine has read
            self.assert_refused(program("resume", program.job, *option, "--progress", "none"), USAGE, "E0719")
        result = self.assert_code(program("resume", program.job, "--progress", "none"), 0)
        self.assertEqual(result.out, f"{program.job} RUNNING\n")
        self.assertEqual(program.status(), "RUNNING")
        self.assertIsNone(engine.poll())
        self.sandbox.write("go", "")
        self.assertEqual(engine.wait(TIMEOUT), SUCCEEDED)
        self.assertEqual(self.words(), ["wait", "after"])

    def test_of_two_resumes_at_once_one_is_refused(self):
        program, engine = self.suspended()
        engine.send_signal(signal.SIGSTOP)
        both = [self.resume(program) for _ in range(2)]
        self.assertTrue(program.wait_for(lambda: self.posted(program, 2)))
        engine.send_signal(signal.SIGCONT)
        errors = [child.communicate(timeout=TIMEOUT)[1] for child in both]
        self.assertEqual(sorted(child.returncode for child in both), [0, USAGE], errors)
        self.assertIn("E1100", "".join(errors))
        self.sandbox.write("go", "")
        self.assertEqual(engine.wait(TIMEOUT), SUCCEEDED)
        self.assertEqual(self.words(), ["wait", "after"])

    def test_resume_goes_on_itself_where_the_engine_ends_before_its_answer(self):
        program, engine = self.suspended()
        engine.send_signal(signal.SIGSTOP)
        child = self.resume(program)
        self.assertTrue(program.wait_for(lambda: self.posted(program)))
        engine.kill()
        self.sandbox.write("go", "")
        self.assertEqual(child.wait(TIMEOUT), SUCCEEDED)
        self.assertEqual(self.words(), ["wait", "after"])
        self.assertFalse(self.posted(program))

    def test_resume_at_the_moment_at_which_the_engine_ends(self):
        """Whether the engine takes it or not, somebody goes on."""
        program = self.chain()
        for number in range(8):
            for name in ("out", "go"):
                self.sandbox.path(name).unlink(missing_ok=True)
            engine = self.start(program)
            self.assert_code(program("suspend", program.job), 0)
            self.sandbox.write("go", "")  # the action looks each 50 ms
            time.sleep(number * 0.01)  # time: at another moment each time
            child = self.resume(program)
            out, err = child.communicate(timeout=TIMEOUT)
            self.assertEqual(child.returncode, 0, (number, out, err))
            self.assertIn(engine.wait(TIMEOUT), (SUCCEEDED, SUSPENDED))
            self.assertEqual((program.status(), self.words()), ("SUCCEEDED", ["wait", "after"]))

    def test_resume_after_interrupt_waits_for_the_end_of_the_engine(self):
        """^C ends that program, though it still tries to tell somebody of the suspension."""
        silent = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(silent.close)
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        program = self.chain()
        engine = self.start(program, "-D", f"oozie.wf.workflow.notification.url={url}")
        os.kill(engine.pid, signal.SIGINT)
        self.assertTrue(program.wait_for(lambda: program.status() == "SUSPENDED"))
        self.assertIsNone(engine.poll(), "it ended too soon for this test")
        child = self.resume(program)
        self.assertEqual(engine.wait(TIMEOUT), SUSPENDED)
        self.assertTrue(program.wait_for(lambda: program.status() == "RUNNING"))
        silent.close()
        self.sandbox.write("go", "")
        self.assertEqual(child.wait(TIMEOUT), SUCCEEDED)
        self.assertEqual(self.words(), ["wait", "after"])

    def test_who_only_asks_changes_nothing_without_an_engine(self):
        program, engine = self.suspended()
        self.sandbox.write("go", "")
        self.assertEqual(engine.wait(TIMEOUT), SUSPENDED)
        self.assert_refused(program("resume", program.job, "--ask"), USAGE, "E0606", program.job)
        self.assertEqual(program.status(), "SUSPENDED")
        self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)

    def test_kill_ends_the_processes_of_all_branches(self):
        program = self.build(workflow(
            fork("f", "wait", "also") + self.waiting(to="j") + self.waiting("also", to="j")
            + join("j"), "f"))
        child = self.sandbox.spawn(program, "--parallel", "2")
        self.assertTrue(program.wait_for(lambda: len(self.words()) == 2))
        pids = [int(line.split()[1]) for line in self.lines("out")]
        result = self.assert_code(program("kill", program.job, "--format", "json"), 0)
        self.assertEqual(result.json()["status"], "KILLED")
        self.assertEqual(child.wait(TIMEOUT), KILLED)
        self.assertTrue(program.wait_for(lambda: not set(pids) & set(processes())))
        nodes = program.nodes()
        self.assertEqual((nodes["wait"]["status"], nodes["also"]["status"]), ("KILLED", "KILLED"))

    def test_who_gives_up_takes_the_request_back(self):
        program = self.chain()
        engine = self.start(program)
        engine.send_signal(signal.SIGSTOP)
        kill = subprocess.Popen([program.path, "kill", program.job, "--state", program.state],
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                start_new_session=True)
        self.sandbox.children.append(kill)
        self.assertTrue(program.wait_for(lambda: self.posted(program)))
        kill.send_signal(signal.SIGINT)
        _, err = kill.communicate(timeout=TIMEOUT)
        self.assertEqual(kill.returncode, 1, err)
        self.assertIn(b"withdrawn", err)
        self.assertFalse(self.posted(program))
        engine.send_signal(signal.SIGCONT)
        self.sandbox.write("go", "")
        self.assertEqual(engine.wait(TIMEOUT), SUCCEEDED)

    def test_a_kill_that_dies_is_ended_by_resume_and_by_kill(self):
        for variable in ("HPDL_CRASH_AT", "HPDL_CRASH_AFTER"):
            for verb, code in (("resume", KILLED), ("kill", 0)):
                with self.subTest(variable + " " + verb):
                    for name in ("out", "go"):
                        self.sandbox.path(name).unlink(missing_ok=True)
                    program = self.chain()
                    child = self.start(program)
                    os.kill(child.pid, signal.SIGKILL)
                    child.communicate()
                    action = self.pid_of_action()
                    died = program("kill", program.job, env={variable: "1"})
                    self.assertEqual(died.code, -signal.SIGKILL)
                    self.assertIn(action, processes())
                    if variable == "HPDL_CRASH_AT":
                        self.assertNotIn("KILLED", program("info", program.job).out)
                        self.assert_code(program("kill", program.job), 0)
                    else:
                        self.assertIn("to its end as KILLED", program("info", program.job).out)
                        arguments = ("--progress", "none") if verb == "resume" else ()
                        self.assert_code(program(verb, program.job, *arguments), code)
                    self.assertEqual(program.status(), "KILLED")
                    self.assertEqual(program.nodes()["wait"]["status"], "KILLED")
                    self.assertTrue(program.wait_for(lambda pid=action: pid not in processes()))
                    self.assertEqual(self.words(), ["wait"])

    def test_jobs_without_a_process_can_be_killed_too(self):
        program = self.chain()
        job = self.assert_code(program("submit", "--local"), 0).out.strip()
        self.assert_code(program("kill", job), 0)
        self.assertEqual(program.status(job), "KILLED")
        self.assert_refused(program("start", job, "--progress", "none"), USAGE, job)
        self.assertEqual(self.lines("out"), [])

    def test_requests_that_make_no_sense_are_refused(self):
        program = self.build(workflow(shell("a", "true"), "a"))
        self.assert_code(program.run(), SUCCEEDED)
        for command in ("suspend", "kill"):
            self.assert_refused(program(command, program.job), 1, "SUCCEEDED")
        self.assert_refused(program("retry", program.job, "a"), 1)
        self.assert_refused(program("retry", program.job, "nosuch"), 1, "nosuch")
        self.assert_refused(program("resume", program.job, "--progress", "none"), USAGE)

    def lost(self):
        """A job whose action lost its keeper: nobody knows how the command ended."""
        program = self.build(workflow(
            self.waiting() + shell("after", f"echo after >>{self.sandbox.path('out')}"), "wait"))
        child = self.start(program)
        os.kill(child.pid, signal.SIGKILL)
        child.communicate()
        action = self.pid_of_action()
        keeper = processes()[action][0]
        self.assertGreater(keeper, 1)
        os.kill(keeper, signal.SIGKILL)
        os.killpg(action, signal.SIGKILL)
        self.assert_code(program("resume", program.job, "--progress", "none"), SUSPENDED)
        node = program.nodes()["wait"]
        self.assertEqual((node["status"], node["errorCode"]), ("START_MANUAL", "JA017"))
        self.assertEqual(program.status(), "SUSPENDED")
        self.assertEqual(self.words(), ["wait"])
        self.sandbox.write("go", "")
        return program

    def test_lost_commands_wait_for_retry(self):
        program = self.lost()
        self.assert_refused(program("retry", program.job, "after"), 1, "after")
        self.assert_code(program("retry", program.job, "wait"), 0)
        self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
        self.assertEqual(self.words(), ["wait", "wait", "after"])

    def test_lost_commands_are_tried_again_by_resume(self):
        program = self.lost()
        self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
        self.assertEqual(self.words(), ["wait", "wait", "after"])

    def test_suspend_on_several_nodes_and_on_all(self):
        out = self.sandbox.path("out")
        text = workflow(shell("a", f"echo a >>{out}", to="b") + shell("b", f"echo b >>{out}", to="c")
                        + shell("c", f"echo c >>{out}"), "a")
        for nodes, stops in (("a, c", 2), ("nosuch", 0)):
            with self.subTest(nodes):
                out.unlink(missing_ok=True)
                program = self.build(text)
                result = program.run(params={"oozie.suspend.on.nodes": nodes})
                for _ in range(stops):
                    self.assert_code(result, SUSPENDED)
                    result = program("resume", program.job, "--progress", "none")
                self.assert_code(result, SUCCEEDED)
                self.assertEqual(self.words(), ["a", "b", "c"])
        out.unlink()
        result = program.run(params={"oozie.suspend.on.nodes": "*"})
        stops = 0
        while result.code == SUSPENDED and stops < 20:
            stops += 1
            result = program("resume", program.job, "--progress", "none")
        self.assert_code(result, SUCCEEDED)
        self.assertGreaterEqual(stops, 3)
        self.assertEqual(self.words(), ["a", "b", "c"])

    def test_hws_end_inside_a_fork_stops_the_other_branch(self):
        wait = self.sandbox.path("late")
        child = self.sandbox.write("child/workflow.xml", workflow(
            shell("c", f"sleep 600; touch {wait}"), "c", name="child"))
        text = ('<hadoop-workflow name="w"><start to="f"/>'
                "<fork name='f'><transition to='s'/><transition to='m'/></fork>"
                "<sub-workflow name='s'><hadoop-workflow>/apps/child</hadoop-workflow>"
                "<transition name='OK' to='j'/><transition name='ERROR' to='bad'/></sub-workflow>"
                "<hdfs name='m'><file-system>file:///</file-system><commands>"
                f"<mkdir path='{self.sandbox.path('made')}'/></commands>"
                "<transition name='OK' to='e'/><transition name='ERROR' to='bad'/></hdfs>"
                "<join name='j'><transition to='e'/></join>"
                "<fail name='bad'><message>x</message></fail><end name='e'/></hadoop-workflow>")
        program = self.build(text, "--sub", f"/apps/child={child}")
        self.assert_code(program.run(params={"user.name": "joe"}, timeout=TIMEOUT), SUCCEEDED)
        self.assertEqual(program.status(), "SUCCEEDED")
        self.assertEqual(program.nodes()["s"]["status"], "KILLED")
        self.assertFalse(wait.exists())

    def test_hws_states(self):
        program = self.build('<hadoop-workflow name="w"><start to="e"/><end name="e"/></hadoop-workflow>')
        job = self.assert_code(program("submit", "-D", "user.name=joe"), 0).out.strip()
        self.assertEqual(program.status(job), "CREATED")
        self.assert_code(program("start", job, "--progress", "none"), SUCCEEDED)
        self.assertEqual(program.status(job), "SUCCEEDED")

    def test_joins_are_paired_at_run_time_without_validation(self):
        """Two forks whose branches cross: nothing that the shape rules would accept."""
        out = self.sandbox.path("out")
        after = f"until grep -q {{0}} {out}; do sleep 0.02; done; echo {{1}} >>{out}"
        text = workflow(
            fork("f", "a", "b") + shell("a", f"echo a >>{out}", to="j")
            + decision("b", [("c", "${go eq 'long'}")], "j") + shell("c", after.format("a", "c"), to="k")
            + join("j", "k") + join("k", "z") + shell("z", f"echo z >>{out}"), "f")
        source = self.sandbox.write("cross.xml", text)
        self.assert_code(hpdlc("build", source, "-o", self.sandbox.path("no")), 1)
        self.assertFalse(self.sandbox.path("no").exists())
        program = self.build(text, "-D", "oozie.wf.validate.ForkJoin=false")
        # The path that comes last goes on, from the join that it came to.
        self.assert_code(program.run(params={"go": "long"}), SUCCEEDED)
        self.assertEqual(self.words(), ["a", "c", "z"])
        out.unlink()
        # Both come to j, and k behind it has no fork to close.
        self.assert_code(program.run(params={"go": "short"}), FAILED)
        self.assertEqual((self.words(), program.info()["job"]["errorCode"]), (["a"], "E0720"))
        out.unlink()
        # A path of the outer fork and one of the inner meet in k, the other inner one goes to j.
        crossing = workflow(
            fork("f", "g", "a") + fork("g", "b", "c")
            + shell("a", f"echo a >>{out}", to="k") + shell("b", after.format("a", "b"), to="j")
            + shell("c", after.format("b", "c"), to="k") + join("j", "y") + join("k", "y")
            + shell("y", f"echo y >>{out}", to="m") + join("m", "z") + shell("z", f"echo z >>{out}"), "f")
        source = self.sandbox.write("crossing.xml", crossing)
        self.assert_code(hpdlc("verify", source), 1)
        program = self.build(crossing, "-D", "oozie.wf.validate.ForkJoin=false")
        self.assert_code(program.run("--parallel", "4"), SUCCEEDED)
        self.assertEqual(self.words(), ["a", "b", "c", "y", "z"])
        nodes = program.nodes()
        self.assertIn("k", nodes)
        self.assertNotIn("j", nodes)
        out.unlink()
        simple = workflow(
            fork("f", "a", "b") + shell("a", f"echo a >>{out}", to="j")
            + shell("b", f"echo b >>{out}", to="j", error="z") + join("j", "z")
            + shell("z", f"echo z >>{out}"), "f")
        source = self.sandbox.write("simple.xml", simple)
        self.assert_code(hpdlc("build", source, "-o", self.sandbox.path("no")), 1)
        program = self.build(simple, "-D", "oozie.wf.validate.ForkJoin=false")
        self.assert_code(program.run(), SUCCEEDED)
        self.assertEqual(sorted(self.words()[:2]) + self.words()[2:], ["a", "b", "z"])


if __name__ == "__main__":
    closing.main()
