"""The command line of programs as people meet it: spellings of Oozie, forgotten options, ids, help."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

CHAIN = ('<workflow-app xmlns="uri:oozie:workflow:1.0" name="chain">\n'
         "<global><resource-manager>${resourceManager}</resource-manager>"
         "<name-node>file:///</name-node></global>\n<start to='a'/>\n"
         "<action name='a'><shell xmlns='uri:oozie:shell-action:1.0'><exec>true</exec>"
         "<argument>${minRows}</argument></shell><ok to='end'/><error to='end'/></action>\n"
         "<end name='end'/></workflow-app>\n")


class Spellings(ProgramTest):
    def test_options_as_in_oozie(self):
        program = self.build(workflow(shell("a", "true"), "a"))
        for words, hint in (
                (("run", "-config", "job.properties"), "did you mean --config?"),
                (("run", "--local", "-dryrun"), "did you mean --dryrun?"),
                (("-info", "0000001"), "info is a command: info JOB"),
                (("-kill", "0000001"), "kill is a command: kill JOB"),
                (("-rerun", "0000001"), "rerun is a command: rerun JOB"),
                (("run", "-oozie", "http://h:11000/oozie"), "the program uses no server"),
                (("-oozie", "http://h:11000/oozie"), "the program uses no server"),
                (("jobs", "-filter", "status=RUNNING"), "did you mean --filter?"),
                (("jobs", "-len", "3"), "did you mean --len?"),
                (("log", "x", "-follow"), "did you mean --follow?"),
                (("job", "-info", "x"), "write 'info ID' for 'job -info ID'"),
                (("validate", "workflow.xml"), "hpdlc verify")):
            with self.subTest(words):
                self.assert_refused(run([program.path, *words]), USAGE, hint)

    def test_options_as_in_oozie_of_the_compiler(self):
        path = self.sandbox.write("w.xml", workflow(shell("a", "true"), "a"))
        for words, hint in (
                (("verify", "-config", "job.properties", path), "did you mean '--config'?"),
                (("build", "-oozie", "http://h", path, "-o", path.with_suffix(".bin")), "no server"),
                (("graph", "-format", "dot", path), "did you mean '--format'?"),
                (("job", "-run"), "hpdlc build PATH -o PROGRAM"),
                (("run", path), "hpdlc build PATH -o PROGRAM"),
                (("validate", path), "verify checks definitions")):
            with self.subTest(words):
                self.assert_refused(hpdlc(*words, cwd=self.sandbox.folder), USAGE, hint)
        self.assertFalse(self.sandbox.path("ozie").exists())

    def test_help_of_a_command(self):
        program = self.build(workflow(shell("a", "true"), "a"))
        self.assertEqual(run([program.path, "help", "run"]).out, program("run", "--help").out)
        self.assertIn("--dryrun", run([program.path, "help", "purge"]).out)
        self.assertIn("only list what would be removed", run([program.path, "help", "purge"]).out)
        self.assertNotIn("show properties", run([program.path, "help", "purge"]).out)
        self.assert_refused(run([program.path, "help", "rnu"]), USAGE, "did you mean run?")
        self.assertEqual(hpdlc("help", "build").out, hpdlc("build", "--help").out)
        self.assertIn("--link", hpdlc("help", "build").out)
        self.assert_refused(hpdlc("help", "biuld"), USAGE, "did you mean 'build'?")

    def test_a_parameter_that_does_not_exist(self):
        program = self.build(CHAIN)
        given = {"resourceManager": "local", "minRows": "5"}
        result = program.run(params={**given, "minRow": "6", "queue": "q", "oozie.some.setting": "x"})
        self.assert_code(result, SUCCEEDED)
        self.assertIn("warning: -D minRow: the workflow has no such parameter; did you mean minRows?",
                      result.err)
        self.assertIn("-D queue: the workflow has no such parameter", result.err)
        self.assertNotIn("oozie.some.setting", result.err)
        self.assertNotIn("-D minRows", result.err)
        self.assertEqual(program.run(params=given).err, "")


class ForgottenLocal(ProgramTest):
    def test_is_refused_with_the_command_to_type(self):
        program = self.build(CHAIN)
        for command in ("run", "submit"):
            result = self.assert_refused(
                program(command, "-D", "resourceManager=local", "-D", "minRows=a b",
                        "-D", "apiPassword=hunter2"),
                USAGE, "node 'a'", "resource manager 'local'", f"{command} --local", "-D 'minRows=a b'",
                "--state")
            self.assertNotIn("hunter2", result.err)
        self.assertEqual(program("jobs", "--format", "json").json()["jobs"], [])
        # The command that it shows is the right one.
        shown = next(line for line in result.err.splitlines() if line.startswith("  "))
        shown = shown.replace("submit --local", "run --local --progress none").replace("****", "x")
        self.assert_code(run(["sh", "-c", shown]), SUCCEEDED)

    def test_of_a_constant_and_in_a_sub_workflow(self):
        program = self.build(workflow(shell("a", "true"), "a"))
        self.assert_refused(program("run", "--progress", "none"), USAGE, "node 'a'", "--local")
        self.assert_refused(program("run", "--dryrun"), USAGE, "node 'a'", "--local")
        self.sandbox.write("child/workflow.xml", workflow(shell("b", "true"), "b"))
        parent = self.build(
            workflow('<action name="s"><sub-workflow><app-path>child</app-path></sub-workflow>'
                     '<ok to="end"/><error to="killed"/></action>', "s"), "--sub",
            f"child={self.sandbox.path('child')}", name="parent")
        self.assert_refused(parent("run", "--progress", "none"), USAGE, "node 'b'", "--local")

    def test_what_names_no_cluster_runs(self):
        program = self.build(workflow(fs("f", f'<mkdir path="{self.sandbox.path("made")}"/>'), "f"))
        self.assert_code(program("run", "--progress", "none"), SUCCEEDED)
        program = self.build(workflow(shell("a", "true"), "a").replace(
            '<shell xmlns="uri:oozie:shell-action:1.0">',
            '<shell xmlns="uri:oozie:shell-action:1.0"><resource-manager>other</resource-manager>'),
            name="own")
        # Its own resource manager goes before that of <global>, and is not known here.
        self.assert_code(program("run", "--progress", "none"), SUSPENDED)

    def test_resume_with_local_gets_out(self):
        """Of a cluster that is not known, or was named only when its turn came."""
        program = self.build(workflow(shell("a", "true"), "a").replace(">local<", ">nosuch<"))
        self.assert_code(program("run", "--progress", "none", "--id-file", program.id_file), SUSPENDED)
        self.assert_code(program("resume", "last", "--local", "--progress", "none"), SUCCEEDED)
        self.assertIs(program.info()["local"], True)
        # The parent gives `local` to its sub-workflow.
        child = self.sandbox.write("inner/workflow.xml", workflow(shell("b", "true"), "b").replace(
            ">local<", ">${rm}<"))
        program = self.build(workflow(
            '<action name="s"><sub-workflow><app-path>inner</app-path><configuration><property>'
            '<name>rm</name><value>local</value></property></configuration></sub-workflow>'
            '<ok to="end"/><error to="killed"/></action>', "s"), "--sub", f"inner={child.parent}",
            name="outer")
        self.assert_code(program("run", "--progress", "none", "--id-file", program.id_file), SUSPENDED)
        self.assertIn("give --local when you start or resume the job", program("info", "last").out)
        self.assert_code(program("resume", "last", "--local", "--progress", "none"), SUCCEEDED)


class Ids(ProgramTest):
    def test_beginnings_numbers_and_last(self):
        program = self.build(workflow(shell("a", "exit ${code}"), "a"))
        jobs = []
        for code in (0, 1):
            program.run(params={"code": code})
            jobs.append(program.job)
        first, second = jobs
        short = first[:first.index("-") + 1]
        other = self.build(workflow(shell("z", "true"), "z", name="other"), name="other")
        self.assert_code(other.run(), SUCCEEDED)
        for word, wanted in ((short, first), ("1", first), ("2", second), ("last", second)):
            with self.subTest(word):
                for command in (("info", word), ("log", word), ("token", word)):
                    self.assertIn(wanted, program(*command, "--format", "json").out)
                self.assertEqual(program("store", "check", word, "--format", "json").json()["id"], wanted)
        self.assertIn(other.job, other("info", "last").out)
        self.assert_code(program("graph", "last"), 0)
        result = self.assert_refused(program("info", "000000"), 1, "'000000' may mean any of 3 jobs")
        for job in (*jobs, other.job):
            self.assertIn(job, result.err)
        self.assert_refused(program("info", "9"), 1, "Job does not exist [9]")
        # Commands that change a job take the same words.
        self.assert_refused(program("kill", "last"), 1, second)
        self.assert_code(program("rerun", "last", "--failed", "-D", "code=0", "--progress", "none"),
                         SUCCEEDED)
        self.assert_refused(program("resume", "2"), USAGE, second, "rerun")
        self.assert_refused(run([program.path, "info", "last", "--state", self.sandbox.path("none")]), 1,
                            "last", "no state directory")

    def test_jobs_are_chosen_and_come_in_pages(self):
        program = self.build(workflow(shell("a", "exit ${code}"), "a"))
        jobs = []
        for code in (0, 1, 0, 1, 0):
            program.run(params={"code": code})
            jobs.insert(0, program.job)
        ids = lambda *words: self.assert_code(program("jobs", "--ids", *words), 0).out.split()
        self.assertEqual(ids(), jobs)
        self.assertEqual(ids("--filter", "status=KILLED"), [jobs[1], jobs[3]])
        self.assertEqual(ids("--filter", "status=KILLED;status=succeeded;startcreatedtime=-1h"), jobs)
        self.assertEqual(ids("--filter", f"id={jobs[2]}"), [jobs[2]])
        self.assertEqual(ids("--filter", "user=nobody-else"), [])
        self.assertEqual(ids("--filter", "endcreatedtime=-1h"), [])
        seen, after = [], []
        while True:
            page = program("jobs", "--len", "2", "--format", "json", *after).json()
            seen += [job["id"] for job in page["jobs"]]
            if page["next"] is None:
                break
            self.assertIn(f"more: --after {page['next']}", program("jobs", "--len", "2", *after).out)
            after = ["--after", page["next"]]
        self.assertEqual(seen, jobs)
        self.assert_refused(program("jobs", "--filter", "color=red"), USAGE, "unknown filter key 'color'")
        self.assert_refused(program("jobs", "--after", "x"), 1, "'x' is not a key that the end of a list shows")

    def test_last_is_also_of_an_earlier_build(self):
        program = self.build(workflow(shell("a", "false"), "a"))
        self.assert_code(program.run(), KILLED)
        program = self.build(workflow(shell("a", "true"), "a"))
        self.assert_code(program("rerun", "last", "--failed", "--progress", "none"), SUCCEEDED)
        self.assertEqual(program.status(), "SUCCEEDED")

    def test_last_without_a_job_of_this_program(self):
        program = self.build(workflow(shell("a", "true"), "a"))
        other = self.build(workflow(shell("z", "true"), "z", name="other"), name="other")
        self.assert_code(other.run(), SUCCEEDED)
        self.assert_refused(program("info", "last"), 1, "no job of this program")


class StateDirectories(ProgramTest):
    def test_one_that_cannot_be_read_is_an_error(self):
        program = self.build(workflow(shell("a", "true"), "a"))
        file = self.sandbox.write("file", "text")
        for path in (file, file / "below"):
            for command in (("jobs",), ("purge",), ("info", "last")):
                with self.subTest((path, command)):
                    result = run([program.path, *command], env={"HPDL_STATE": str(path)})
                    self.assert_refused(result, 1, str(path))
                    self.assertNotIn("no jobs", result.out)
        # One that is not there yet has no jobs, and says where it looked.
        result = run([program.path, "jobs"], env={"HPDL_STATE": str(self.sandbox.path("none"))})
        self.assert_code(result, 0)
        self.assertIn(str(self.sandbox.path("none")), result.out)

    def test_purge_says_what_and_of_which_program(self):
        program = self.build(workflow(shell("a", "true"), "a"))
        other = self.build(workflow(shell("z", "true"), "z", name="other"), name="other")
        jobs = []
        for each in (program, other):
            self.assert_code(each.run(), SUCCEEDED)
            jobs.append(each.job)
        self.assertEqual(program("purge").out.strip(), "0 jobs removed")
        listed = self.assert_code(program("purge", "--older-than", "0s", "--dryrun"), 0).out
        for words in ((jobs[0], "test", program.path.name), (jobs[1], "other", other.path.name)):
            self.assertTrue(any(all(str(word) in line for word in words) for line in listed.splitlines()),
                            (words, listed))
        report = program("purge", "--older-than", "0s", "--dryrun", "--format", "json").json()
        self.assertEqual([job["id"] for job in report["jobs"]], report["removed"])
        self.assertEqual({job["program"] for job in report["jobs"]},
                         {str(program.path), str(other.path)})
        self.assertEqual(len(program("jobs", "--format", "json").json()["jobs"]), 2)
        self.assert_code(program("purge", "--older-than", "0s"), 0)
        self.assertEqual(program("jobs", "--format", "json").json()["jobs"], [])


if __name__ == "__main__":
    closing.main()
