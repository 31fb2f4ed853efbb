"""Bad surroundings: one message, the exit code of the contract, nothing lost."""

import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403


class Refusals(ProgramTest):
    def simple(self):
        return self.build(workflow(shell("a", "true"), "a"))

    @unittest.skipIf(Path("/etc/hadoop/conf").exists(), "this machine has a configuration")
    def test_no_hadoop_configuration_suspends_whatever_asks(self):
        env = {"HADOOP_CONF_DIR": ""}
        for name, text in (
                ("fs", workflow(fs("a", '<mkdir path="hdfs://nn:8020/x"/>'), "a")),
                ("fs-default", workflow(fs("a", '<mkdir path="hdfs:///x"/>'), "a")),
                ("decision", workflow(decision("a", [("end", "${fs:exists('hdfs://nn:8020/x')}")], "killed"), "a")),
                ("decision-default", workflow(decision("a", [("end", "${fs:exists('hdfs:///x')}")], "killed"), "a")),
                ("argument", workflow(shell("a", "echo ${fs:fileSize('hdfs://nn:8020/x')}"), "a")),
                ("cluster", workflow(shell("a", "true"), "a").replace(">local<", ">rm<").replace(
                    "file:///", "hdfs://nn:8020"))):
            with self.subTest(name):
                program = self.build(text, name=name)
                program.mode = () if name == "cluster" else program.mode
                result = program("run", *program.mode, "--progress", "plain", "--id-file", program.id_file, env=env)
                self.assert_code(result, SUSPENDED)
                said = [line for line in result.out.splitlines() if "HADOOP_CONF_DIR" in line]
                self.assertTrue(said, result)
                for line in said:
                    self.assertIn("resume", line)
                self.assert_code(program("resume", program.job, "--progress", "none", env=env), SUSPENDED)

    def test_bad_definition_option(self):
        program = self.simple()
        for word in ("novalue", "=x"):
            self.assert_refused(program("run", "--local", "-D", word), USAGE)

    def test_unknown_option_and_command(self):
        program = self.simple()
        self.assert_refused(program("run", "--nosuch"), USAGE, "--nosuch")
        self.assert_refused(program("nosuch"), USAGE, "nosuch")

    def test_config_that_is_not_there(self):
        self.assert_refused(self.simple().run("--config", "/nosuch/file"), USAGE, "/nosuch/file")

    def test_broken_escape_in_a_property_file(self):
        path = self.sandbox.write("job.properties", "good=1\nbad=\\u12zz\n")
        self.assert_refused(self.simple().run("--config", path), USAGE, "job.properties")

    def test_config_that_is_broken_xml(self):
        path = self.sandbox.write("job.xml", "<configuration><property></configuration>")
        self.assert_refused(self.simple().run("--config", path), USAGE, "job.xml")

    def test_state_directory_that_is_a_file(self):
        program = self.simple()
        program.state = self.sandbox.write("file", "x")
        self.assert_refused(program.run(), USAGE, "file")

    def test_state_directory_of_a_newer_version(self):
        program = self.simple()
        self.assert_code(program.run(), SUCCEEDED)
        (program.state / "version").write_text("99\n")
        self.assert_refused(program.run(), USAGE, "99")

    def test_a_corrupt_journal_is_reported(self):
        program = self.simple()
        self.assert_code(program.run(), SUCCEEDED)
        journal = program.state / "jobs" / program.job / "journal.db"
        content = bytearray(journal.read_bytes())
        for at in range(100, len(content), 97):
            content[at] ^= 0x5A
        journal.write_bytes(content)
        for command in (("info",), ("resume",), ("rerun", "--failed"), ("log",), ("store", "check")):
            result = program(*command[:1], *(command[1:] if command[0] == "store" else ()),
                             program.job, *(command[1:] if command[0] == "rerun" else ()))
            self.assertIn(result.code, (1, 2), (command, result))
            self.assertTrue(result.err + result.out)

    def test_a_sound_journal_needs_no_salvage(self):
        program = self.simple()
        self.assert_code(program.run(), SUCCEEDED)
        self.assert_code(program("store", "check", program.job), 0)
        self.assert_refused(program("store", "salvage", program.job), 1, "sound")

    def test_a_changed_value_is_found(self):
        """A flipped bit inside a row leaves SQLite content; the row's sum tells."""
        program = self.build(workflow(shell("a", "true", arguments=("${text}",)), "a"))
        self.assert_code(program.run(params={"text": "needle-in-the-journal"}), SUCCEEDED)
        journal = program.state / "jobs" / program.job / "journal.db"
        content = journal.read_bytes()
        self.assertIn(b"needle-in-the-journal", content)
        journal.write_bytes(content.replace(b"needle-in-the-journal", b"noodle-in-the-journal"))
        self.assert_code(program("store", "check", program.job), 1)
        damaged = self.sandbox.path("damaged")
        damaged.write_bytes(journal.read_bytes())
        self.assert_code(program("store", "salvage", program.job), 0)
        journal.write_bytes(damaged.read_bytes())
        result = self.assert_code(program("store", "salvage", program.job, "--format", "json"), 0)
        value = result.json()
        self.assertEqual((value["version"], value["id"], value["jobs"]), (1, program.job, 1))
        self.assertGreaterEqual(value["nodes"], 1)
        self.assertGreaterEqual(value["lost"], 1)
        self.assertGreaterEqual(value["properties"], 0)
        self.assertEqual(Path(value["damaged"]).read_bytes(), damaged.read_bytes())
        self.assertEqual(result.err, "")
        self.assert_code(program("store", "check", program.job), 0)

    def test_truncated_journals(self):
        program = self.simple()
        self.assert_code(program.run(), SUCCEEDED)
        journal = program.state / "jobs" / program.job / "journal.db"
        content = journal.read_bytes()
        for size in (0, 1, 100, 4096, len(content) // 2):
            journal.write_bytes(content[:size])
            result = program("info", program.job)
            self.assertIn(result.code, (1, 2), (size, result))

    def test_output_that_cannot_be_written_is_said(self):
        """The exit code stays that of the job: 1 would say FAILED."""
        program = self.simple()
        with open("/dev/full", "wb") as full:
            done = subprocess.run([program.path, "run", "--local", "--progress", "plain", "--state",
                                   program.state, "--id-file", program.id_file],
                                  stdout=full, stderr=subprocess.PIPE, timeout=60)
            self.assertEqual(done.returncode, SUCCEEDED)
            self.assertIn(b"the output could not be written; the exit code tells the job's state",
                          done.stderr)
            self.assertEqual(program.status(), "SUCCEEDED")
            done = subprocess.run([program.path, "info", program.job, "--state", program.state],
                                  stdout=full, stderr=subprocess.PIPE, timeout=60)
            self.assertEqual(done.returncode, 1)
            self.assertIn(b"the output could not be written", done.stderr)

    def test_state_directory_removed_while_running(self):
        program = self.build(workflow(
            shell("a", "until test -e ${go}; do sleep 0.05; done", to="b") + shell("b", "true"), "a"))
        go = self.sandbox.path("go")
        child = self.sandbox.spawn(program, params={"go": go})
        self.assertTrue(program.wait_for(lambda: program.id_file.exists()
                                         and program.nodes().get("a", {}).get("status") == "RUNNING"))
        shutil.rmtree(program.state)
        go.touch()
        _, err = child.communicate(timeout=60)
        self.assertEqual(child.returncode, 1, err)
        self.assertIn(b"was removed while the job ran", err)
        self.assertIn(bytes(program.state), err)

    def test_full_disk(self):
        program = self.simple()
        mount = self.sandbox.path("small")
        mount.mkdir()
        mounted = run(["mount", "-t", "tmpfs", "-o", "size=64k,mode=0700", "tmpfs", mount])
        if mounted.code != 0:
            self.skipTest("mounting is not allowed here")
        self.addCleanup(run, ["umount", mount])
        program.state = mount / "state"
        result = program.run()
        self.assertIn(result.code, (1, 2), result)
        self.assertTrue(result.err)


if __name__ == "__main__":
    closing.main()
