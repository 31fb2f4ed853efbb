"""Programs of Celos' scripts: `hpdlc build DIR`, the slots and jobs of such programs, and what they do when they are killed."""

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from bill import bill
import elf
from programs import *  # noqa: F403
from rights import can_mount
from stand_in_oozie import StandInOozie

NOW = "2015-09-01T03:30Z"
WINDOW = ("--start", "2015-09-01", "--end", "2015-09-01T03:30Z")
MOST_CRASHES = 60
ANSWER = ("--answer", "10")


def script(name, properties, url="http://127.0.0.1:1/oozie", **options):
    rows = {"schedule": "celos.hourlySchedule()", "trigger": "celos.alwaysTrigger()", "startTime": '"2015-09-01T00:00Z"',
            "schedulingStrategy": "celos.serialSchedulingStrategy()", **options}
    rows["externalService"] = f'celos.oozieExternalService({properties}, "{url}")'
    return f'celos.defineWorkflow({{\n  id: "{name}",\n' + ",\n".join(f"  {key}: {value}" for key, value in rows.items()) + "\n});\n"


def accept_and_be_silent(server):
    """The requests that come to a socket; none is answered."""
    asked = []

    def accept():
        while True:
            try:
                threading.Thread(target=read, args=(server.accept()[0],), daemon=True).start()
            except OSError:
                return

    def read(connection):
        with connection:
            while data := connection.recv(65536):
                asked.append(data)
    threading.Thread(target=accept, daemon=True).start()
    return asked


class CelosProgram(Program):
    def step(self, *arguments, time=NOW, **options):
        return self("step", "--local", "--time", time, *arguments, **options)

    def slots(self, name="a", *window):
        shown = self("info", name, *(window or WINDOW), "--format", "json")
        assert shown.code == 0, shown
        return {slot["time"][11:16]: slot for slot in shown.json()["slots"]}

    def statuses(self, name="a"):
        return [slot["status"] for slot in self.slots(name).values()]

    def jobs(self):
        return self("jobs", "--format", "json").json()["jobs"]


class CelosPrograms(unittest.TestCase):
    def setUp(self):
        self.sandbox = Sandbox()
        self.addCleanup(self.sandbox.close)
        self.folder = self.sandbox.folder
        self.sandbox.write("app/workflow.xml", workflow(
            shell("one", 'echo "$1" >>"$2"', arguments=("${celosWorkflowName}", f"{self.folder}/out")), "one"))

    def assert_code(self, result, code):
        self.assertEqual(result.code, code, result)
        return result

    def build(self, *scripts, arguments=(), name="slots"):
        for number, text in enumerate(scripts):
            self.sandbox.write(f"workflows/{number}.js", text)
        target = self.folder / name
        self.assert_code(hpdlc("build", "workflows", "-o", name, *arguments, cwd=self.folder), SUCCEEDED)
        return CelosProgram(target, self.folder / "state")

    def steps_until(self, program, wanted, name="a", **options):
        """Steps until the slots of a workflow have these states."""
        def reached():
            self.assert_code(program.step(**options), SUCCEEDED)
            return program.statuses(name) == wanted
        self.assertTrue(wait_for(reached, TIMEOUT), program.slots(name))

    def ran(self):
        path = self.folder / "out"
        return path.read_text().split() if path.exists() else []

    def symbols(self, program):
        return "\n".join(function.name for function in elf.Elf(program.path).functions())


class Building(CelosPrograms):
    def refused(self, code, *words, arguments=(), folder="workflows", name="slots"):
        done = self.assert_code(hpdlc("build", folder, "-o", name, *arguments, cwd=self.folder), code)
        for word in words:
            self.assertIn(word, done.err)
        self.assertFalse((self.folder / name).exists())

    def test_only_functions_of_properties_bring_javascript(self):
        constant = self.build(script("a", '{"oozie.wf.application.path": "app"}'))
        function = self.build(script("a", 'function (slot) { return {"oozie.wf.application.path": "app"}; }'), name="function")
        listed = [bill(program.path).components for program in (constant, function)]
        self.assertNotIn("QuickJS-ng", listed[0])
        self.assertIn("QuickJS-ng", listed[1])
        self.assertNotRegex(self.symbols(constant), r"\bJS_(NewRuntime|Eval)")
        self.assertRegex(self.symbols(function), r"\bJS_NewRuntime")
        self.assertLess(constant.path.stat().st_size + 400_000, function.path.stat().st_size)

    def test_other_programs_have_nothing_of_it(self):
        self.sandbox.write("workflows/a.js", "")
        other = self.sandbox.build(self.folder / "app")
        self.assertNotIn("celos", self.symbols(other))
        self.assertNotRegex(self.symbols(other), r"\bJS_")

    def test_a_script_that_is_wrong(self):
        self.sandbox.write("workflows/a.js", script("a", "{}", trigger="5"))
        self.refused(FAILED, "workflows/a.js:4:12: error: ", "trigger: 5,", "           ^")

    def test_a_parameter_that_no_slot_has(self):
        self.sandbox.write("app/workflow.xml", workflow(shell("one", "true", arguments=("${table}", "${day}")), "one"))
        self.sandbox.write("workflows/a.js", script("a", '{"oozie.wf.application.path": "app"}'))
        self.refused(FAILED, "workflows/a.js:7:20: error: ", "'table'", "[MissingParameter E0738]")
        self.sandbox.write("workflows/a.js", script("a", '{"oozie.wf.application.path": "app", "table": "t"}'))
        self.assert_code(hpdlc("build", "workflows", "-o", "slots", cwd=self.folder), SUCCEEDED)

    def test_secrets_that_the_program_would_have(self):
        self.sandbox.write("workflows/a.js", script("a", '{"oozie.wf.application.path": "hdfs://nn/a", "db.password": "tomato"}'))
        done = self.assert_code(hpdlc("build", "workflows", "-o", "slots", "-D", "api.token=hunter22", cwd=self.folder), SUCCEEDED)
        self.assertIn("workflows/a.js:7:20: warning: property 'db.password', given by a script, holds a secret", done.err)
        self.assertIn("property 'api.token', given by -D, holds a secret", done.err)
        self.assertNotRegex(done.err, "tomato|hunter22")
        self.refused(FAILED, "[BakedSecret]", arguments=("-Werror",), name="other")

    def test_a_workflow_that_is_wrong(self):
        self.sandbox.write("app/workflow.xml", workflow(shell("one", "true", to="nowhere"), "one"))
        self.sandbox.write("workflows/a.js", script("a", '{"oozie.wf.application.path": "app"}'))
        self.refused(FAILED, "workflow.xml:", "[UnknownNode E0708]")

    def test_where_workflows_are(self):
        (self.folder / "elsewhere").mkdir()
        (self.folder / "app").rename(self.folder / "elsewhere/app")
        for path, arguments in ((f"file://{self.folder}/elsewhere/app", ()), (f"{self.folder}/elsewhere/app/workflow.xml", ()),
                                ("${root}/app", ()), ("hdfs://nn/app", ("--sub", "hdfs://nn/app=elsewhere/app")),
                                ("hdfs://nn/${user}/app", ("--sub", "hdfs://nn/${user}/app=elsewhere/app"))):
            with self.subTest(path):
                program = self.build(script("a", f'{{"oozie.wf.application.path": "{path}", "root": "../elsewhere"}}'),
                                     arguments=arguments)
                shown = program("info", "--format", "json").json()["workflows"][0]
                self.assertEqual((shown["workflow"], shown["service"]), (path, None))
        program = self.build(script("a", '{"oozie.wf.application.path": "hdfs://nn/app"}'))
        shown = program("info", "--format", "json").json()["workflows"][0]
        self.assertEqual((shown["workflow"], shown["service"]), (None, "http://127.0.0.1:1/oozie"))

    def test_command_lines(self):
        self.sandbox.write("workflows/a.js", script("a", '{"oozie.wf.application.path": "app"}'))
        self.refused(USAGE, "folder of scripts", folder="workflows/a.js")
        self.refused(USAGE, "--sub x=app: no app-path and no <include> has the text before the =", arguments=("--sub", "x=app"))
        self.refused(USAGE, "--sub must be", arguments=("--sub", "x"))
        self.refused(USAGE, "--name", arguments=("--name", "../x"))
        self.refused(USAGE, "--name", arguments=("--name", "."))


class Slots(CelosPrograms):
    def test_slots_run_in_order(self):
        program = self.build(script("a", '{"oozie.wf.application.path": "app"}'))
        self.steps_until(program, ["SUCCESS"] * 4)
        self.assertEqual(self.ran(), [f"a@2015-09-01T0{hour}:00Z" for hour in range(4)])
        slot = program.slots()["00:00"]
        self.assertEqual(program.status(slot["job"]), "SUCCEEDED")
        self.assertIn("one", self.assert_code(program("log", slot["job"]), SUCCEEDED).out)
        self.assertEqual(len(program.jobs()), 4)
        text = self.assert_code(program("info", "a", *WINDOW), SUCCEEDED).out
        self.assertRegex(text, r"2015-09-01T00:00Z +SUCCESS +0 +\d{7}-.*-W")
        self.assertIn("program: app", text)
        self.assertRegex(program("info").out, r"a +0 0 \* \* \* \?")

    def test_properties_that_are_a_function(self):
        self.sandbox.write("defaults/site.js", 'var place = "app"; var make = function (slot) {\n'
                           '  return {"oozie.wf.application.path": place, "hour": slot.scheduledTime().getHour() + "h"}; };\n')
        self.sandbox.write("app/workflow.xml", workflow(
            shell("one", 'echo "$1" >>"$2"', arguments=("${mine}", f"{self.folder}/out")), "one"))
        program = self.build('celos.importDefaults("site");\nvar calls = 0;\n' + script(
            "a", 'function (slot) { return {"oozie.wf.application.path": place, "mine": slot.getWorkflowID() + "/" + '
            'slot.getScheduledTime().getHour()}; }'))
        self.steps_until(program, ["SUCCESS"] * 4)
        self.assertEqual(self.ran(), [f"a/{hour}" for hour in range(4)])

    def test_functions_that_fail_or_do_not_end(self):
        program = self.build(
            script("a", 'function (slot) {\n  return nothing.at.all; }'),
            script("b", 'function (slot) { while (true) {} }'),
            script("c", 'function (slot) { var all = []; while (true) all.push(new Array(100000).fill(1)); }'),
            script("d", 'function (slot) { return {"oozie.wf.application.path": "app"}; }'))
        self.steps_until(program, ["SUCCESS"] * 4, "d")
        done = program.step()
        self.assertRegex(done.err, r"workflow: a: .*workflows/0.js:\d+:\d+: ")
        self.assertRegex(done.err, "workflow: b: .*ran for")
        self.assertRegex(done.err, "workflow: c: .*memory")
        for name in "abc":
            self.assertEqual(program.statuses(name), ["READY"] * 4)

    def test_triggers_and_other_workflows(self):
        program = self.build(
            script("a", '{"oozie.wf.application.path": "app"}', trigger=f'celos.hdfsCheckTrigger("{self.folder}/${{hour}}", "file:///")'),
            script("b", '{"oozie.wf.application.path": "app"}', trigger='celos.successTrigger("a")'))
        (self.folder / "01").mkdir()
        self.steps_until(program, ["WAITING", "SUCCESS", "WAITING", "WAITING"])
        self.steps_until(program, ["WAITING", "SUCCESS", "WAITING", "WAITING"], "b")
        shown = self.assert_code(program("trigger", "b", "2015-09-01T00:00Z", "--format", "json"), SUCCEEDED).json()["trigger"]
        self.assertFalse(shown["ready"])
        self.assertEqual(shown["type"], "SuccessTrigger")
        self.assertTrue(self.assert_code(program("trigger", "b", "2015-09-01T01:00Z"), SUCCEEDED).out.startswith("ready "))

    def test_retries_reruns_and_kills(self):
        self.sandbox.write("app/workflow.xml", workflow(shell("one", f"echo x >>{self.folder}/out; test -e {self.folder}/good"), "one"))
        program = self.build(script("a", '{"oozie.wf.application.path": "app"}', maxRetryCount="2"))
        at = "2015-09-01T00:30Z"
        self.assertTrue(wait_for(lambda: program.step(time=at).code == 0 and program.slots()["00:00"]["status"] == "FAILURE", TIMEOUT))
        self.assertEqual((program.slots()["00:00"]["retries"], len(self.ran())), (2, 3))
        (self.folder / "good").touch()
        self.assert_code(program("rerun", "a", "2015-09-01T00:00Z"), SUCCEEDED)
        self.assertTrue(wait_for(lambda: program.step(time=at).code == 0 and program.slots()["00:00"]["status"] == "SUCCESS", TIMEOUT))
        self.assertEqual(len(self.ran()), 4)
        killed = self.assert_code(program("kill", "a", "2015-09-01T01:00Z", "--format", "json"), SUCCEEDED).json()
        self.assertEqual(killed, {"version": 1, "workflow": "a", "time": "2015-09-01T01:00:00.000Z", "done": "killed"})
        self.steps_until(program, ["SUCCESS", "KILLED", "SUCCESS", "SUCCESS"])

    def test_a_slot_that_runs_is_killed_with_its_job(self):
        self.sandbox.write("app/workflow.xml", workflow(shell("one", f"echo x >>{self.folder}/out; while test -d '{self.folder}'; do sleep 0.1; done"), "one"))
        program = self.build(script("a", '{"oozie.wf.application.path": "app"}'))
        self.assertTrue(wait_for(lambda: program.step().code == 0 and self.ran() == ["x"], TIMEOUT))
        job = program.slots()["00:00"]["job"]
        self.assertEqual(program.status(job), "RUNNING")
        self.assert_code(program("kill", "a", "2015-09-01T00:00Z"), SUCCEEDED)
        self.assertEqual((program.slots()["00:00"]["status"], program.status(job)), ("KILLED", "KILLED"))

    def test_a_workflow_is_paused(self):
        program = self.build(script("a", '{"oozie.wf.application.path": "app"}'))
        self.assert_code(program("suspend", "a"), SUCCEEDED)
        for _ in range(3):
            self.assert_code(program.step(), SUCCEEDED)
        self.assertEqual(program.statuses(), ["WAITING"] * 4)
        self.assertIn("(paused)", program("info").out)
        self.assert_code(program("resume", "a"), SUCCEEDED)
        self.steps_until(program, ["SUCCESS"] * 4)

    def test_a_program_of_other_scripts_goes_on(self):
        program = self.build(script("a", '{"oozie.wf.application.path": "app"}'))
        self.steps_until(program, ["SUCCESS"] * 4)
        program = self.build(script("a", '{"oozie.wf.application.path": "app"}', maxRetryCount="3"),
                             script("b", '{"oozie.wf.application.path": "app"}'))
        self.assertEqual(program.statuses(), ["SUCCESS"] * 4)
        self.steps_until(program, ["SUCCESS"] * 4, "b")
        self.assertEqual(len(self.ran()), 8)

    def running(self):
        """A slot's job that waits for a file, whose process has been killed: the program, the job, the file."""
        self.sandbox.write("app/workflow.xml", workflow(
            shell("one", f"echo x >>{self.folder}/out; until test -e {self.folder}/go; do sleep 0.1; done"), "one"))
        program = self.build(script("a", '{"oozie.wf.application.path": "app"}', startTime='"2015-09-01T03:00Z"'))
        self.assertTrue(wait_for(lambda: program.step().code == 0 and self.ran() == ["x"], TIMEOUT))
        job = program.slots()["03:00"]["job"]
        killed = 0
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if job.encode() in words and str(program.state).encode() in words:
                os.kill(int(entry.name), signal.SIGKILL)
                killed += 1
        self.assertGreater(killed, 0)
        return program, job, self.folder / "go"

    def other(self):
        """Another program of the same name, which has another workflow."""
        self.sandbox.write("app/workflow.xml", workflow(shell("two", f"echo other >>{self.folder}/out"), "two"))
        return self.build(script("a", '{"oozie.wf.application.path": "app"}', startTime='"2015-09-01T03:00Z"'))

    def test_a_job_of_an_earlier_program_goes_on_with_that(self):
        program, job, go = self.running()
        program = self.other()
        go.touch()
        self.steps_until(program, ["SUCCESS"])
        self.assertEqual(program.slots()["03:00"]["job"], job)
        self.assertNotIn("other", self.ran())

    def test_a_job_of_an_earlier_program_is_killed_by_that(self):
        program, job, _ = self.running()
        program = self.other()
        self.assert_code(program("kill", "a", "2015-09-01T03:00Z"), SUCCEEDED)
        self.assertEqual((program.slots()["03:00"]["status"], program.status(job)), ("KILLED", "KILLED"))

    def test_a_slot_whose_job_is_gone_is_killed(self):
        program, job, go = self.running()
        go.touch()
        shutil.rmtree(program.state / "jobs" / job)
        program.step()  # the Oozie of the script, which may be another hpdld, cannot be asked
        self.assertEqual(program.statuses(), ["RUNNING"])
        killed = self.assert_code(program("kill", "a", "2015-09-01T03:00Z"), SUCCEEDED)
        self.assertIn("has not answered, so each step of the scheduler repeats the kill", killed.err)
        self.assertEqual(program.statuses(), ["KILLED"])
        self.assertIn(job, program.step().err)

    def test_looking_waits_for_no_step(self):
        program = self.build(script("a", '{"oozie.wf.application.path": "app"}'))
        self.steps_until(program, ["SUCCESS"] * 4)
        with open(program.state / "celos/slots/slots.lock", "r+b") as lock:
            fcntl.lockf(lock, fcntl.LOCK_EX)  # as a step that waits for a server
            self.assertEqual(program.statuses(), ["SUCCESS"] * 4)
            self.assert_code(program("info"), SUCCEEDED)
            self.assert_code(program("trigger", "a", "2015-09-01T00:00Z"), SUCCEEDED)
            with self.assertRaises(subprocess.TimeoutExpired):
                program("kill", "a", "2015-09-01T05:00Z", timeout=2)
        self.assert_code(program("kill", "a", "2015-09-01T05:00Z"), SUCCEEDED)

    def test_wrong_words(self):
        program = self.build(script("report", '{"oozie.wf.application.path": "app"}'))
        for code, words, *command in (
                (FAILED, "did you mean 'report'", "kill", "reprot", "2015-09-01"),
                (USAGE, "TIME", "rerun", "report"), (USAGE, "not a time", "kill", "report", "yesterday"),
                (FAILED, "not found", "kill", "report", "2015-09-01T00:01Z"),
                (FAILED, "E0604", "info", "0000001-150901000000000-hpdl-me-W"),
                (USAGE, "--every", "run", "--every", "0"), (FAILED, "no workflow 'x'", "step", "--workflow", "x")):
            with self.subTest(command):
                done = self.assert_code(program(*command), code)
                self.assertIn(words, done.err)
        self.assertIn("Workflows of Celos slots", run([program.path, "--help"]).out)


LOOKS = ("info",), ("info", "a", *WINDOW), ("trigger", "a", "2015-09-01T00:00Z")


class Looking(CelosPrograms):
    """What only shows something makes nothing and waits for nobody."""

    def tree(self):
        """All that is in the state directory, and whether it was changed."""
        found = [self.folder / "state", *(self.folder / "state").rglob("*")]
        return {path: (info.st_ino, info.st_size, info.st_mtime_ns) for path in found for info in [path.lstat()]}

    def nobody_runs(self):
        """No program of this test, of slots or of a workflow, runs: one whose job is over still closes its files."""
        for entry in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.readlink(f"/proc/{entry}/exe").startswith(f"{self.folder}/"):
                    return False
            except OSError:
                continue
        return True

    def looks(self, program, *prefix):
        """What each look says; none of them changes anything."""
        self.assertTrue(wait_for(self.nobody_runs))
        before, said = self.tree(), []
        for words in LOOKS:
            said.append(self.assert_code(run([*prefix, program.path, *words, "--state", program.state]), SUCCEEDED).out)
            self.assertEqual(self.tree(), before, words)
        return said

    def read_only(self, program):
        """The same looks where the state directory cannot be written."""
        mount = f"mount --bind '{program.state}' '{program.state}' && mount -o remount,ro,bind '{program.state}'"
        return self.looks(program, "unshare", "--mount", "sh", "-c", f'{mount} && exec "$@"', "sh")

    def test_before_anything_has_run(self):
        program = self.build(script("a", '{"oozie.wf.application.path": "app"}'))
        for words in (*LOOKS, ("jobs",)):
            done = self.assert_code(program(*words), SUCCEEDED)
            self.assertFalse(program.state.exists(), words)
            if words[0] == "info":
                self.assertIn(f"nothing has run: there is no state directory {program.state}\n", done.out)
        self.assertTrue(program("trigger", "a", "2015-09-01T00:00Z").out.startswith("ready "))
        self.assertEqual(program.statuses(), ["WAITING"] * 4)
        self.assertIn("E0604", self.assert_code(program("info", "0000001-150901000000000-hpdl-me-W"), FAILED).err)
        self.assertFalse(program.state.exists())
        program.state.mkdir()
        for said in self.looks(program)[:2]:
            self.assertIn(f"nothing has run: there is no {program.state}/celos/slots/slots.db\n", said)

    def test_while_nobody_steps(self):
        program = self.build(script("a", '{"oozie.wf.application.path": "app"}'))
        self.steps_until(program, ["SUCCESS"] * 4)
        said = self.looks(program)
        self.assertEqual(said[1].count("SUCCESS"), 4)
        self.assertNotIn("nothing has run", said[1])
        if can_mount():
            self.assertEqual(self.read_only(program)[1:], said[1:])

    def test_what_a_killed_step_has_left(self):
        program = self.build(script("a", '{"oozie.wf.application.path": "app"}'))
        self.assert_code(program.step(), SUCCEEDED)
        self.assertEqual(program.step(env={"HPDLD_CRASH_AFTER": "2"}).code, -signal.SIGKILL)
        self.assertGreater((program.state / "celos/slots/slots.db-wal").stat().st_size, 0)
        said = [self.assert_code(program(*words), SUCCEEDED).out for words in LOOKS]
        self.assertIn("RUNNING", said[1])
        self.assertGreater((program.state / "celos/slots/slots.db-wal").stat().st_size, 0)
        if can_mount():
            self.assertEqual(self.read_only(program)[1:], said[1:])

    def test_a_step_meanwhile(self):
        """Every look sees slots as they were between two changes."""
        program = self.build(script("a", '{"oozie.wf.application.path": "app"}', schedulingStrategy="celos.serialSchedulingStrategy(9)"))
        stepping = True

        def step():
            while stepping and program.step().code == 0:
                pass
        thread = threading.Thread(target=step)
        thread.start()
        try:
            self.assertTrue(wait_for(lambda: program.statuses() == ["SUCCESS"] * 4, TIMEOUT))
            for _ in range(20):
                self.assertEqual(program.statuses(), ["SUCCESS"] * 4)
        finally:
            stepping = False
            thread.join()


class Hanging(CelosPrograms):
    """An Oozie that accepts requests and does not answer holds a step once, whatever slots it has."""

    def oozie(self):
        """A stand-in, and what it is asked while it hangs, which is as long as `hanging` has it."""
        oozie, asked = StandInOozie(), []
        self.addCleanup(oozie.close)

        def before(what):
            if oozie in self.hanging:
                asked.append(what)
                oozie.free.wait()
        oozie.before = before
        return oozie, asked

    def setUp(self):
        super().setUp()
        self.hanging = []

    def test_jobs_that_run(self):
        self.sandbox.write("app/workflow.xml", workflow(shell("one", f"echo x >>{self.folder}/out"), "one"))
        (first, asked), (other, _) = self.oozie(), self.oozie()
        many = {"schedulingStrategy": "celos.serialSchedulingStrategy(9)"}
        program = self.build(*(script(name, '{"oozie.wf.application.path": "hdfs://nn/app"}', url, **many) for name, url in
                               (("a", first.url), ("b", first.url), ("c", other.url))),
                             script("d", '{"oozie.wf.application.path": "app"}'))
        every = ["RUNNING"] * 4
        self.assertTrue(wait_for(lambda: program.step().code == 0 and all(program.statuses(name) == every for name in "abc"), TIMEOUT))
        for job in [*first.jobs.values(), *other.jobs.values()]:
            job.status = "SUCCEEDED"
        self.hanging = [first]
        done = self.assert_code(program.step(*ANSWER), SUCCEEDED)
        self.assertEqual(asked, ["info"])
        self.assertEqual(len(done.err.splitlines()), 1, done.err)
        self.assertIn("the other slots that use this Oozie server wait for the next step", done.err)
        self.assertEqual([program.statuses(name) for name in "abc"], [every, every, ["SUCCESS"] * 4])
        self.assertIn(program.statuses("d")[0], ("RUNNING", "SUCCESS"))
        self.assert_code(program("kill", "c", "2015-09-01T05:00Z"), SUCCEEDED)
        self.hanging = []
        self.assert_code(program.step(), SUCCEEDED)
        self.assertEqual([program.statuses(name) for name in "ab"], [["SUCCESS"] * 4] * 2)

    def test_slots_that_are_ready(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            asked = accept_and_be_silent(server)
            url = f"http://127.0.0.1:{server.getsockname()[1]}/oozie"
            every = {"schedulingStrategy": "celos.serialSchedulingStrategy(9)"}
            program = self.build(*(script(name, '{"oozie.wf.application.path": "hdfs://nn/app"}', url, **every) for name in "ab"))
            self.assert_code(program.step(), SUCCEEDED)
            for _ in range(2):
                before = len(asked)
                done = self.assert_code(program.step(*ANSWER), SUCCEEDED)
                self.assertEqual([request.split()[1] for request in asked[before:]], [b"/oozie/versions"])
                self.assertEqual(len(done.err.splitlines()), 1, done.err)
                self.assertEqual([program.statuses(name) for name in "ab"], [["READY"] * 4] * 2)


class Dying(CelosPrograms):
    def crash(self, variable, most=MOST_CRASHES):
        """Dies at each of its steps, and so do its jobs. Each slot has one job, which has run once."""
        program = self.build(script("a", '{"oozie.wf.application.path": "app"}',
                                    schedulingStrategy="celos.serialSchedulingStrategy(2)"))
        for number in range(1, most):
            (self.folder / "out").unlink(missing_ok=True)
            program = CelosProgram(program.path, self.folder / f"state{number}")
            died = False

            def reached():
                nonlocal died
                done = program.step(env={} if died else {variable: str(number)})
                died = died or done.code == -signal.SIGKILL
                return program.statuses() == ["SUCCESS"] * 4
            with self.subTest(number=number):
                self.assertTrue(wait_for(reached, TIMEOUT), program.slots())
                self.assertEqual(sorted(self.ran()), [f"a@2015-09-01T0{hour}:00Z" for hour in range(4)])
                self.assertEqual(len(program.jobs()), 4)
            if not died and most == MOST_CRASHES:
                return number
        return most

    def test_after_each_change_of_slots(self):
        self.assertIn(self.crash("HPDLD_CRASH_AFTER"), range(7, MOST_CRASHES))

    def test_after_each_commit_of_a_journal(self):
        self.crash("HPDL_CRASH_AFTER", 12)

    def test_before_each_commit_of_a_journal(self):
        self.crash("HPDL_CRASH_AT", 12)

    def test_jobs_at_an_oozie(self):
        """Each slot has one job there, whenever the program dies."""
        oozie = StandInOozie()
        self.addCleanup(oozie.close)
        program = self.build(script("a", '{"oozie.wf.application.path": "hdfs://nn/app"}', oozie.url))
        for number in range(1, MOST_CRASHES):
            oozie.forget()
            program = CelosProgram(program.path, self.folder / f"state{number}")
            died = False

            def reached():
                nonlocal died
                done = program.step("--settle", "0", env={} if died else {"HPDLD_CRASH_AFTER": str(number)})
                died = died or done.code == -signal.SIGKILL
                for job in oozie.jobs.values():
                    job.status = "SUCCEEDED" if job.status == "RUNNING" else job.status
                return program.statuses() == ["SUCCESS"] * 4
            with self.subTest(number=number):
                self.assertTrue(wait_for(reached, TIMEOUT), program.slots())
                names = sorted(job.properties["celosWorkflowName"] for job in oozie.jobs.values())
                self.assertEqual(names, [f"a@2015-09-01T0{hour}:00Z" for hour in range(4)])
                self.assertEqual({job.starts for job in oozie.jobs.values()}, {1})
            if not died:
                self.assertGreater(number, 5)
                return
        self.fail("it dies at each step")


    def test_a_kill_whose_oozie_is_away(self):
        """The job is killed once that is there again, wherever the kill and the steps die."""
        oozie = StandInOozie()
        self.addCleanup(oozie.close)
        program = self.build(script("a", '{"oozie.wf.application.path": "hdfs://nn/app"}', oozie.url,
                                    startTime='"2015-09-01T03:00Z"'))
        for number in range(1, MOST_CRASHES):
            oozie.forget()
            program = CelosProgram(program.path, self.folder / f"state{number}")
            self.assertTrue(wait_for(lambda: program.step().code == 0 and program.statuses() == ["RUNNING"], TIMEOUT))
            oozie.away = {"kill"}
            deadly = {"HPDLD_CRASH_AFTER": str(number)}
            done = program("kill", "a", "2015-09-01T03:00Z", env=deadly)
            died = done.code == -signal.SIGKILL
            if not died:
                self.assertIn("repeats the kill", self.assert_code(done, SUCCEEDED).err)
                died = program.step(env=deadly).code == -signal.SIGKILL
            for _ in range(2):
                self.assert_code(program.step(), SUCCEEDED)
                self.assertEqual(program.statuses(), ["KILLED"])
                self.assertEqual([job.status for job in oozie.jobs.values()], ["RUNNING"])
            oozie.away = set()
            died = program.step(env=deadly).code == -signal.SIGKILL or died
            self.assert_code(program.step(), SUCCEEDED)
            self.assertEqual([job.status for job in oozie.jobs.values()], ["KILLED"])
            self.assertEqual(program.step().err, "")
            self.assertEqual(program.statuses(), ["KILLED"])
            if not died:
                self.assertGreater(number, 2)
                return
        self.fail("it dies at each step")


class Running(CelosPrograms):
    def start(self, program, *arguments):
        child = subprocess.Popen([program.path, "run", "--local", "--every", "1", "--state", program.state, *arguments],
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                 start_new_session=True)
        self.sandbox.children.append(child)
        return child

    def test_it_runs_until_a_signal_comes_and_goes_on(self):
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        program = self.build(script("a", '{"oozie.wf.application.path": "app"}', schedule='celos.cronSchedule("* * * * * ?")',
                                    startTime=f'"{now}"'))
        child = self.start(program)
        self.assertTrue(wait_for(lambda: len(self.ran()) > 1, TIMEOUT))
        self.assertIn("another process", self.assert_code(program("run"), USAGE).err)
        child.send_signal(signal.SIGTERM)
        self.assertEqual(child.wait(TIMEOUT), 128 + signal.SIGTERM)
        before = len(self.ran())
        child = self.start(program)
        self.assertTrue(wait_for(lambda: len(self.ran()) > before + 1, TIMEOUT))
        os.kill(child.pid, signal.SIGKILL)
        out = child.communicate(timeout=TIMEOUT)[0]
        self.assertIn("Starting slot: a@", out)
        self.assertNotIn("Waiting for slot", out)
        self.assertEqual(len(set(self.ran())), len(self.ran()))


if __name__ == "__main__":
    closing.main(at_once=4)
