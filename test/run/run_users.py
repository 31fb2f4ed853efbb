"""Whose jobs they are: user.name, group.name, and actions that ask for another user."""

import os
import pwd
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

HWS = ("<hadoop-workflow name='w'><start to='d'/><decision name='d'>"
       "<eval name='SAME'>${wf:conf('user.name') eq 'joe'}</eval><default name='OTHER'/>"
       "<transition name='SAME' to='e'/><transition name='OTHER' to='bad'/></decision>"
       "<fail name='bad'><message>user is ${wf:conf('user.name')}</message></fail>"
       "<end name='e'/></hadoop-workflow>")


class Users(ProgramTest):
    def hws(self):
        return self.build(HWS)

    def test_hws_wants_a_user(self):
        program = self.hws()
        for command in (("run",), ("submit",), ("run", "--dryrun")):
            result = program(*command, *(("--progress", "none") if command[0] == "run" else ()))
            self.assert_refused(result, USAGE, "user.name", "E0401")
            self.assertNotIn("0000001", result.out)
        self.assert_code(program.run(params={"user.name": "joe"}), SUCCEEDED)
        self.assertEqual(program.info()["job"]["user"], "joe")
        self.assertIn("-joe-W", program.job)
        self.assert_code(program.run(params={"user.name": "ann"}), FAILED)
        self.assertIn("user is ann", program.info()["job"]["errorMessage"])

    def test_hws_user_of_a_file_or_the_compiler(self):
        program = self.hws()
        config = self.sandbox.write("job.properties", "user.name=joe\n")
        self.assert_code(program.run("--config", config), SUCCEEDED)
        program = self.build(HWS, "-D", "user.name=joe")
        self.assert_code(program.run(), SUCCEEDED)

    def test_hws_names_all_that_is_missing(self):
        text = HWS.replace("wf:conf('user.name') eq", "who eq")
        result = self.assert_refused(self.build(text).run(), USAGE, "who", "user.name")
        self.assertIn("E0401", result.err)

    def test_oozie_takes_the_user_who_runs_it(self):
        program = self.build(workflow(shell("a", "true"), "a"))
        environment = {"HADOOP_USER_NAME": "hdp", "USER": "unix"}
        self.assert_code(program.run(env=environment), SUCCEEDED)
        self.assertEqual(program.info()["job"]["user"], "hdp")
        self.assert_code(program.run(env={"HADOOP_USER_NAME": "", "USER": "unix"}), SUCCEEDED)
        self.assertEqual(program.info()["job"]["user"], "unix")
        self.assert_code(program.run(params={"user.name": "joe", "group.name": "staff"}), SUCCEEDED)
        job = program.info()["job"]
        self.assertEqual((job["user"], job["group"]), ("joe", "staff"))
        self.assert_refused(program.run(params={"user.name": ""}), USAGE, "user.name")

    def test_without_variables_it_is_the_name_of_the_uid(self):
        program = self.build(workflow(shell("a", "true"), "a"))
        self.assert_code(program.run(env={"HADOOP_USER_NAME": "", "USER": ""}), SUCCEEDED)
        self.assertEqual(program.info()["job"]["user"], pwd.getpwuid(os.geteuid()).pw_name)

    @unittest.skipUnless(os.geteuid() == 0, "only root can be somebody else")
    def test_users_of_passwd_and_of_nobody(self):
        program = self.build(workflow(shell("a", "true"), "a"))
        self.sandbox.folder.chmod(0o755)
        nobody = pwd.getpwnam("nobody").pw_uid
        known = {entry.pw_uid for entry in pwd.getpwall()}
        unknown = next(uid for uid in range(61000, 70000) if uid not in known)
        for uid, name in ((nobody, "nobody"), (unknown, str(unknown))):
            program.state = self.sandbox.path(f"state-{uid}")
            program.state.mkdir()
            os.chown(program.state, uid, uid)
            done = run(["setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups", "--", program.path, "run",
                        "--local", "--progress", "none", "--state", program.state, "--id-file", program.state / "id"],
                       env={"HADOOP_USER_NAME": "", "USER": ""})
            self.assert_code(done, SUCCEEDED)
            self.assertIn(f"-{name}-W", (program.state / "id").read_text())

    def test_rerun_keeps_the_user(self):
        program = self.build(HWS)
        self.assert_code(program.run(params={"user.name": "ann"}), FAILED)
        self.assert_code(program("rerun", program.job, "--failed", "--progress", "none"), FAILED)
        self.assertEqual(program.info()["job"]["user"], "ann")

    def test_actions_of_oozie_cannot_have_another_user_or_cluster(self):
        for place in ("inline", "job-xml", "global", "job-xml of global", "defaults"):
            for name in ("user.name", "fs.defaultFS"):
                if (place, name) == ("defaults", "user.name"):
                    continue  # the compiler refuses this file
                conf = (f"<configuration><property><name>{name}</name><value>tucu</value></property>"
                        "</configuration>")
                self.sandbox.write("app/job.xml", conf)
                self.sandbox.write("app/config-default.xml", conf if place == "defaults" else "<configuration/>")
                inside = {"inline": conf, "job-xml": "<job-xml>job.xml</job-xml>"}.get(place, "")
                for body in (shell("a", "echo ran >>${log}").replace("<exec>", inside + "<exec>"),
                             f'<action name="a"><fs>{inside}<touchz path="${{log}}"/></fs>'
                             '<ok to="end"/><error to="killed"/></action>',
                             '<action name="a"><git xmlns="uri:oozie:git-action:1.0"><name-node>file:///</name-node>'
                             "<git-uri>file://${log}</git-uri><destination-uri>${log}</destination-uri>"
                             f'{conf if place == "inline" else ""}</git><ok to="end"/><error to="killed"/></action>'):
                    if place == "job-xml" and "<git " in body:
                        continue  # git has no job-xml of its own
                    text = workflow(body, "a")
                    of_global = {"global": conf, "job-xml of global": "<job-xml>job.xml</job-xml>"}.get(place, "")
                    self.sandbox.write("app/workflow.xml", text.replace("</global>", of_global + "</global>"))
                    program = self.build(self.sandbox.path("app"))
                    result = program.run(params={"log": self.sandbox.path("log")})
                    self.assert_code(result, FAILED)
                    node = program.nodes()["a"]
                    self.assertEqual((node["status"], node["errorCode"], node["errorClass"]),
                                     ("FAILED", "JA010", "fatal"), (place, name, body))
                    self.assertIn(name, node["errorMessage"])
        self.assertFalse(self.sandbox.path("log").exists())


if __name__ == "__main__":
    closing.main()
