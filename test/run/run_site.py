"""Site configuration and retries on real programs."""

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from rights import can_mount

USER_RETRY = "oozie.service.LiteWorkflowStoreService.user.retry."
# Counts its runs and succeeds from the one on that ${succeedAt} names.
COUNTING = 'echo run >>${log}; test "$(wc -l <${log})" -ge ${succeedAt}'


def property_xml(name, value, more=""):
    return f"<property><name>{name}</name><value>{value}</value>{more}</property>\n"


class Site(ProgramTest):
    def site(self, properties, name="site.xml"):
        body = "".join(property_xml(*item) for item in {
            "hpdl.user.retry.interval.unit": "milliseconds", **properties}.items())
        return self.sandbox.write(name, f"<configuration>\n{body}</configuration>\n")

    def counting(self, attributes, succeed_at=99):
        self.program = self.build(workflow(shell("a", COUNTING, attributes=attributes), "a"))
        self.params = {"log": self.sandbox.path("log"), "succeedAt": succeed_at}
        return self.program

    @unittest.skipUnless(can_mount(), "needs mounts of its own")
    def test_hpdlc_ignores_a_bad_site_file_of_the_machine(self):
        source = self.sandbox.write("w.xml", workflow(shell("a", "true"), "a"))
        site = self.site({"hpdl.no.such.setting": "1"})
        script = 'mount -t tmpfs tmpfs /etc && mkdir /etc/hpdl && cp "$1" /etc/hpdl/site.xml && shift && exec "$@"'
        at_machine = ["unshare", "--mount", "sh", "-c", script, "sh", site, HPDLC, "verify", source]
        env = {name: value for name, value in os.environ.items() if name != "HPDL_SITE"}
        result = subprocess.run(at_machine, env=env, capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(result.returncode, 0, result.stderr)
        [line] = result.stderr.splitlines()
        self.assertIn("hpdlc: warning: the site file is ignored: /etc/hpdl/site.xml", line)
        result = subprocess.run(at_machine, env=env | {"HPDL_SITE": str(site)}, capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(result.returncode, USAGE, result.stderr)
        self.assertIn("hpdl.no.such.setting", result.stderr)

    def test_a_workflow_reads_the_configuration_of_hadoop(self):
        for name, tone in (("all", "any"), ("one", "low")):
            self.sandbox.write(f"{name}/core-site.xml", "<configuration>" + property_xml("tone", tone)
                               + (property_xml("more", "${tone}er") if name == "all" else "") + "</configuration>")
        asked = ("('nn:8020', 'tone')", "('hdfs://NN:8020', 'tone')", "('nn:8020', 'more')", "('rm', 'tone')", "('rm', 'none')")
        words = " ".join(f"[${{hadoop:conf{each}}}]" for each in asked)
        program = self.build(workflow(shell("a", 'echo "$1" >$2', arguments=(words, self.sandbox.path("out"))), "a"))
        site = self.site({"oozie.service.HadoopAccessorService.hadoop.configurations":
                          f"nn:8020={self.sandbox.path('one')}"})
        self.assert_code(program.run("--site", site, env={"HADOOP_CONF_DIR": str(self.sandbox.path("all"))}), SUCCEEDED)
        self.assertEqual(self.lines("out"), ["[low] [low] [anyer] [any] []"])

    def test_third_time_succeeds(self):
        program = self.counting(' retry-max="3" retry-interval="10"', 3)
        self.assert_code(program.run("--site", self.site({}), params=self.params), SUCCEEDED)
        self.assertEqual(len(self.lines("log")), 3)
        node = program.nodes()["a"]
        self.assertEqual((node["status"], node["attempt"]), ("OK", 2))

    def test_killed_after_the_last_one(self):
        program = self.counting(' retry-max="2" retry-interval="1" retry-policy="exponential"')
        self.assert_code(program.run("--site", self.site({}), params=self.params), KILLED)
        self.assertEqual(len(self.lines("log")), 3)
        node = program.nodes()["a"]
        self.assertEqual((node["status"], node["errorCode"]), ("ERROR", "JA018"))
        self.assertEqual(program.status(), "KILLED")

    def test_expression_and_system_maximum(self):
        program = self.counting(' retry-max="${tries}" retry-interval="0"')
        site = self.site({USER_RETRY + "max": 4})
        self.assert_code(program.run("--site", site, params={**self.params, "tries": 9}), KILLED)
        self.assertEqual(len(self.lines("log")), 5)

    def test_code_that_is_not_listed(self):
        program = self.counting(' retry-max="2" retry-interval="0"')
        site = self.site({USER_RETRY + "error.code": "FS009"})
        self.assert_code(program.run("--site", site, params=self.params), KILLED)
        self.assertEqual(len(self.lines("log")), 1)
        site = self.site({USER_RETRY + "error.code": "FS009", USER_RETRY + "error.code.ext": "JA018"})
        self.assert_code(program.run("--site", site, params=self.params), KILLED)
        self.assertEqual(len(self.lines("log")), 4)

    def test_no_retries_without_retry_max(self):
        program = self.counting("")
        self.assert_code(program.run("--site", self.site({}), params=self.params), KILLED)
        self.assertEqual(len(self.lines("log")), 1)

    def test_killed_while_it_waits(self):
        program = self.counting(' retry-max="2" retry-interval="60000"')
        child = self.sandbox.spawn(program, "--site", self.site({}), params=self.params)
        self.assertTrue(program.wait_for(
            lambda: program.id_file.exists() and program.nodes().get("a", {}).get("status") == "USER_RETRY"))
        self.assert_code(program("kill", program.job), 0)
        child.communicate(timeout=TIMEOUT)
        self.assertEqual(child.returncode, KILLED)
        self.assertEqual(program.nodes()["a"]["status"], "KILLED")
        self.assertEqual(len(self.lines("log")), 1)

    def waits(self, program, state):
        self.assertTrue(program.wait_for(
            lambda: program.id_file.exists() and program.nodes().get("a", {}).get("status") == state),
            state)

    def test_retry_shortens_the_wait(self):
        """Of a running job, and of one whose process is gone."""
        program = self.counting(' retry-max="3" retry-interval="100000"', 3)
        child = self.sandbox.spawn(program, "--site", self.site({}), params=self.params)
        self.waits(program, "USER_RETRY")
        self.assert_code(program("retry", program.job, "a"), 0)
        self.assertTrue(program.wait_for(lambda: len(self.lines("log")) == 2))
        self.waits(program, "USER_RETRY")
        node = program.nodes()["a"]
        self.assertEqual((node["errorCode"], node["errorClass"]), ("JA018", "error"))
        self.assertIn("JA018 (error): ", program("info", program.job).out)
        child.kill()
        child.communicate()
        self.assert_code(program("retry", program.job, "a"), 0)
        self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
        self.assertEqual(len(self.lines("log")), 3)
        self.assertIsNone(program.nodes()["a"]["errorClass"])
        self.assert_refused(program("retry", program.job, "a"), 1, "E0717")

    # Puts a directory where its captured output is to be: it cannot be read then.
    # It gets its name a little after the start.
    UNREADABLE = ("echo run >>${log}; until readlink /proc/$$/fd/1 | grep -q '/1.out$'; do sleep 0.02; done; "
                  'own=$(readlink /proc/$$/fd/1); rm "$own"; mkdir "$own"')

    def unreadable(self, settings):
        program = self.build(workflow(shell("a", self.UNREADABLE, capture=True), "a"))
        site = self.site({"oozie.action.max.output.data": 100000, **settings})
        return program, site, {"log": self.sandbox.path("log")}

    def make_readable(self, program):
        output = program.state / "jobs" / program.job / "attempts" / "1.out"
        self.assertTrue(output.is_dir())
        output.rmdir()
        output.write_text("k=v\n")

    def test_failure_at_the_end_waits_for_a_person(self):
        """The command has run; only what it printed is read again."""
        for command in ("resume", "retry"):
            program, site, params = self.unreadable({"oozie.action.retries.max": 0})
            self.assert_code(program.run("--site", site, params=params), SUSPENDED)
            node = program.nodes()["a"]
            self.assertEqual((node["status"], node["errorCode"], node["errorClass"]),
                             ("END_MANUAL", "JA009", "transient"))
            self.assert_code(program("resume", program.job, "--progress", "none"), SUSPENDED)
            self.assertEqual(program.nodes()["a"]["status"], "END_MANUAL")
            self.make_readable(program)
            if command == "retry":
                self.assert_code(program("retry", program.job, "a"), 0)
                self.assertEqual(program.nodes()["a"]["status"], "END_RETRY")
            self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
            node = program.nodes()["a"]
            self.assertEqual((node["status"], node["attempt"], node["errorCode"]), ("OK", 0, None))
            self.assertIn("k=v", node["data"])
        self.assertEqual(len(self.lines("log")), 2)

    def test_failure_at_the_end_is_retried(self):
        program, site, params = self.unreadable({"hpdl.action.shell.retry.interval": 500})
        child = self.sandbox.spawn(program, "--site", site, params=params)
        self.waits(program, "END_RETRY")
        self.make_readable(program)
        self.assert_code(program("retry", program.job, "a"), 0)
        child.communicate(timeout=TIMEOUT)
        self.assertEqual(child.returncode, SUCCEEDED)
        self.assertIn("k=v", program.nodes()["a"]["data"])
        self.assertEqual(len(self.lines("log")), 1)

    def test_resume_during_the_wait_keeps_site_and_deadline(self):
        program = self.counting(' retry-max="1" retry-interval="1500"', 2)
        child = self.sandbox.spawn(program, "--site", self.site({}),
                                   params=self.params)
        self.assertTrue(program.wait_for(
            lambda: program.id_file.exists() and program.nodes().get("a", {}).get("status") == "USER_RETRY"))
        child.kill()
        child.communicate()
        # 1500 are milliseconds, as the recorded site says: by default they were minutes.
        self.assert_code(program("resume", program.job, "--progress", "none"), SUCCEEDED)
        self.assertEqual(len(self.lines("log")), 2)

    def test_death_at_every_commit(self):
        """Each attempt runs once, and no retry is lost or added."""
        program = self.counting(' retry-max="2" retry-interval="30"')
        site = self.site({})
        for variable in ("HPDL_CRASH_AT", "HPDL_CRASH_AFTER"):
            deaths = 0
            for commit in range(1, 30):
                log = self.sandbox.path(f"log{variable}{commit}")
                program.id_file.unlink(missing_ok=True)
                result = program.run("--site", site, params={**self.params, "log": log},
                                     env={variable: str(commit)})
                if result.code == -9 and not program.id_file.exists():
                    deaths += 1
                    continue  # it died before there was a job
                if result.code == -9:
                    deaths += 1
                    result = program("resume", program.job, "--progress", "none")
                    if result.code == USAGE:  # it had ended
                        self.assertEqual(program.status(), "KILLED")
                        result.code = KILLED
                self.assert_code(result, KILLED)
                self.assertEqual(len(log.read_text().splitlines()), 3, (variable, commit))
            self.assertGreater(deaths, 5)

    def test_variable_and_option(self):
        program = self.counting(' retry-max="2" retry-interval="0"')
        zero = self.site({USER_RETRY + "max": 0}, "zero.xml")
        one = self.site({USER_RETRY + "max": 1}, "one.xml")
        self.assert_code(program.run(params=self.params, env={"HPDL_SITE": str(zero)}), KILLED)
        self.assertEqual(len(self.lines("log")), 1)
        self.assertEqual(program.info()["site"], str(zero))
        self.assert_code(program.run("--site", one, params=self.params,
                                     env={"HPDL_SITE": str(zero)}), KILLED)
        self.assertEqual(len(self.lines("log")), 3)

    def test_recorded_path_is_absolute(self):
        program = self.counting("", 1)
        self.site({})
        self.assert_code(program.run("--site", "site.xml", params=self.params,
                                     cwd=self.sandbox.folder), SUCCEEDED)
        self.assertEqual(program.info()["site"],
                         str(Path(os.path.realpath(self.sandbox.folder)) / "site.xml"))

    def test_oozie_site_works_unchanged(self):
        program = self.counting(' retry-max="1" retry-interval="0"', 2)
        site = self.site({"oozie.service.ELService.functions.job-submit": "\n  ",
                          "oozie.base.url": "http://host:11000/oozie",
                          "oozie.action.retries.max": 3, "oozie.action.retry.interval": 10,
                          "oozie.action.retry.policy": "periodic", USER_RETRY + "inteval": 10,
                          USER_RETRY + "policy": "periodic", USER_RETRY + "error.code.ext": " ",
                          "oozie.action.subworkflow.max.depth": 50,
                          "oozie.action.max.output.data": 2048})
        self.assert_code(program.run("--site", site, params=self.params), SUCCEEDED)

    def test_errors_of_the_file_stop_everything(self):
        program = self.counting("")
        cases = {
            "oozie.action.retries.max": "often",
            "oozie.action.retry.interval": "-1",
            "oozie.action.retry.policy": "random",
            "hpdl.action.retry.interval.max": "0",
            USER_RETRY + "max": "3.5",
            USER_RETRY + "inteval": "10m",
            USER_RETRY + "policy": "",
            USER_RETRY + "error.code": "JA008 or so;",
            USER_RETRY + "error.code.ext": "${",
            "hpdl.user.retry.interval.unit": "fortnights",
            "oozie.action.subworkflow.max.depth": "0",
            "oozie.action.max.output.data": "99999999999",
            "hpdl.no.such.setting": "1",
        }
        for name, value in cases.items():
            site = self.sandbox.write(
                "bad.xml", f"<configuration>\n\n{property_xml(name, value)}</configuration>")
            result = program.run("--site", site, params=self.params)
            self.assert_refused(result, USAGE, "bad.xml:3: ", name)
            self.assertEqual(len(result.err.strip().splitlines()), 1, result)
        for text, place in (("<configuration>\n<property></configuration>", "broken.xml:2"),
                            ("<site/>", "broken.xml:1")):
            site = self.sandbox.write("broken.xml", text)
            self.assert_refused(program.run("--site", site, params=self.params), USAGE, place)
        self.assert_refused(program.run("--site", "/nosuch.xml", params=self.params), USAGE,
                            "/nosuch.xml")
        self.assert_refused(program.run(params=self.params, env={"HPDL_SITE": "/nosuch.xml"}), USAGE,
                            "/nosuch.xml")
        self.assertEqual(self.lines("log"), [])
        self.assertFalse(program.id_file.exists())

    # What no value of a type is; the table is the source's own, so that no setting is forgotten.
    WRONG = {"kNumber": ("", "x", "1.5", "-1", "99999999999999"), "kPolicy": ("", "often"),
             "kBoolean": ("", "yes", "2"), "kUnit": ("", "weeks"), "kMode": ("", "safemode"), "kCodes": ("A B;",)}
    SETTING = re.compile(r'SETTING\(\w+,\s*"([^"]+)",\s*(\w+),\s*(-?\d+),\s*(-?\d+),\s*"[^"]*",\s*([01]),')

    def test_each_setting_is_checked(self):
        settings = self.SETTING.findall((ROOT / "runtime/world/site/settings.def").read_text())
        self.assertGreater(len(settings), 20)
        program = self.build(workflow(shell("a", "true"), "a"))
        for name, kind, low, high, job in settings:
            wrong = self.WRONG.get(kind, ())
            if kind == "kNumber":
                wrong = (*(word for word in wrong if word != "-1" or int(low) > -1), str(int(low) - 1), str(int(high) + 1))
            for value in wrong:
                site = self.sandbox.write(
                    "bad.xml", f"<configuration>\n\n{property_xml(name, value)}</configuration>")
                result = program.run("--dryrun", "--site", site)
                self.assert_refused(result, USAGE, "bad.xml:3: ", name)
            if wrong and job == "1":  # an empty property of a job is none
                self.assert_refused(program.run("--dryrun", params={name: wrong[-1]}), USAGE, name)

    def test_bad_properties_are_refused(self):
        program = self.counting(' retry-max="1" retry-interval="0"')
        for name, value in (("oozie.action.max.output.data", "much"), ("oozie.action.retry.policy", "never"),
                            ("hpdl.action.shell.retries.max", "-1")):
            for more in ((), ("--dryrun",)):
                self.assert_refused(program.run(*more, params={**self.params, name: value}), USAGE, name)
        self.assertEqual(self.lines("log"), [])

    def test_retries_that_are_no_number_fail_the_job_at_their_node(self):
        for tries in ("some", "${tries}"):
            program = self.build(workflow(shell("a", f"echo a >>{self.sandbox.path('log')}", to="b")
                                          + shell("b", "true", attributes=f' retry-max="{tries}"'), "a"))
            self.assert_code(program.run(params={"tries": "few"}), FAILED)
            self.assertEqual([program.nodes()[name]["status"] for name in "ab"], ["OK", "FAILED"])
            self.assertEqual(program.nodes()["b"]["errorCode"], "E0700")
        self.assertEqual(self.lines("log"), ["a", "a"])

    def test_capture_limit_of_site_and_job(self):
        program = self.build(workflow(
            shell("a", "printf k=; head -c ${size} /dev/zero | tr '\\\\0' x", capture=True), "a"))
        site = self.site({"oozie.action.max.output.data": 100})
        self.assert_code(program.run("--site", site, params={"size": 50}), SUCCEEDED)
        self.assert_code(program.run("--site", site, params={"size": 200}), KILLED)
        more = {"size": 200, "oozie.action.max.output.data": 300}
        self.assert_code(program.run("--site", site, params=more), SUCCEEDED)
        final = self.sandbox.write("final.xml", "<configuration>" + property_xml(
            "oozie.action.max.output.data", 100, "<final>true</final>") + "</configuration>")
        self.assert_code(program.run("--site", final, params=more), KILLED)


if __name__ == "__main__":
    closing.main()
