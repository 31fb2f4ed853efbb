"""`hpdl hws`: each verb of the HWS API on the command line, against a real hpdld."""

import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from hws import *  # noqa: F403
from hws import HwsTest, hws_workflow, package
from programs import *  # noqa: F403
from programs import BUILD
from served import *  # noqa: F403

HPDL = BUILD / "bin" / "hpdl"


class Client(HwsTest):
    def setUp(self):
        super().setUp()
        self.serve()
        self.sandbox.path("home").mkdir()
        (self.sandbox.path("app.zip")).write_bytes(package({"workflow.xml": workflow(
            shell("a", f"echo $1 >> '{self.sandbox.path('said')}'; test -e '{self.sandbox.path('fixed')}'",
                  arguments=["${word}"]), "a", name="app")}))

    def client(self, *words):
        env = {"HOME": str(self.sandbox.path("home")), "OOZIE_URL": f"http://127.0.0.1:{self.server.port}/oozie",
               "PATH": "/usr/bin:/bin"}
        return run([HPDL, "hws", *words], env=env, cwd=self.sandbox.folder)

    def done(self, *words):
        result = self.client(*words)
        self.assertEqual((result.code, result.err), (0, ""), result)
        return result.out

    def done_json(self, *words):
        return json.loads(self.done(*words, "-format", "json"))

    def failed(self, *words):
        result = self.client(*words)
        self.assertEqual((result.code, result.out), (255, ""), result)
        return result.err

    def test_a_life_by_the_command_line(self):
        self.assertIn("state: INACTIVE", self.done("deploy", "app.zip"))
        self.assertIn("HWS002", self.failed("deploy", "app.zip"))
        self.assertIn("HWS008", self.failed("submit", "app"))
        self.assertIn("state: ACTIVE", self.done("activate", "app"))
        self.assertRegex(self.done("applications", "-state", "ACTIVE"), r"(?m)^app +ACTIVE +\S+ +1 ")
        self.sandbox.write("job.properties", "word=from the file\n")
        job = self.done_json("submit", "app", "-config", "job.properties")["id"]
        self.assertRegex(self.done("jobs", "-application", "app"), rf"(?m)^{job} +app +CREATED ")
        self.assertIn("HWS003", self.failed("resume", job))
        self.assertEqual(self.job(job)["state"], "CREATED")
        self.done("start", job)
        self.until_job(job, "KILLED")
        self.assertEqual(self.lines("said"), ["from the file"])
        self.assertRegex(self.done("job", job), r"(?m)^a +shell +ERROR ")
        self.assertIn("HWS003", self.failed("resume", job))
        self.assertIn("E0717", self.failed("retry", job, "a"))
        self.sandbox.write("fixed", "")
        self.done("resubmit", job, "-D", "word=again")
        self.until_job(job, "SUCCEEDED")
        self.assertEqual(self.lines("said")[-1], "again")
        second = self.done_json("submit", "app", "-Dword=x", "-start")["id"]
        self.until_job(second, "SUCCEEDED")
        third = self.done_json("submit", "app", "-D", "word=x")["id"]
        self.done("kill", third)
        self.done("suspend", "app")
        self.assertIn("state: INACTIVE", self.done("deactivate", "app", "-wait", "5"))
        self.assertEqual(self.done("undeploy", "app"), "")
        for words in (("application", "app"), ("undeploy", "app"), ("submit", "app")):
            self.assertIn("HWS001", self.failed(*words))

    def test_an_application_is_shown_with_its_definition(self):
        self.done("deploy", "app.zip")
        definition = self.hws("GET", "/applications/app").json()["definition"]
        self.assertIn("<workflow-app", definition)
        shown = self.done("application", "app")
        self.assertIn("state: INACTIVE\n", shown)
        self.assertTrue(shown.endswith(f"\n\n{definition}"), shown)

    def test_administration(self):
        self.assertEqual(self.done("status"), "status: ACTIVE\n")
        self.done("deactivate-server")
        self.assertIn("HWS009", self.failed("jobs"))
        self.done("activate-server")
        self.assertIn("jobs CREATED: 0", self.done("instrumentation"))
        self.assertIn("hpdl.version", self.done("system-properties"))
        self.assertIn("HOME: ", self.done("environment"))
        self.assertEqual(self.done("purge", "-days", "3"), "removed: 0\n")

    def test_warnings_of_a_deployment_are_told(self):
        odd = hws_workflow("odd").replace("<end name", '<fail name="u"><message>u</message></fail><end name')
        self.sandbox.path("odd.zip").write_bytes(package({"workflow.xml": odd}))
        for more in ((), ("-format", "json")):
            result = self.client("deploy", "odd.zip", *more)
            self.assertEqual(result.code, 0, result)
            self.assertRegex(result.err, r"(?m)^workflow.xml:1:\d+: warning: .*'u'.* \[UnreachableNode\]$")
            self.assertNotIn("UnreachableNode", "" if more else result.out)
            self.assertIn("INACTIVE", result.out)
            self.done("undeploy", "odd")

    def test_what_does_not_compile_is_told(self):
        (self.sandbox.path("bad.zip")).write_bytes(package({"workflow.xml": "<hadoop-workflow name='b'/>"}))
        error = self.failed("deploy", "bad.zip")
        self.assertIn("HWS006", error)
        self.assertIn("workflow.xml:1:", error)

    def test_wrong_command_lines(self):
        self.assertIn("no verb fly", self.failed("fly"))
        self.assertIn("usage: hpdl hws retry JOB NODE", self.failed("retry", "x"))
        self.assertIn("takes no -wait", self.failed("jobs", "-wait", "3"))
        self.assertIn("No such file", self.failed("deploy", "nosuch.zip"))
        self.assertIn("text or json", self.failed("jobs", "-format", "xml"))

    def test_help_and_completion_have_all_verbs(self):
        helped = lambda name: subprocess.run([HPDL, "help", name], capture_output=True, text=True, check=True).stdout
        self.assertEqual(helped("hws"), self.done("help"))
        for name, text in (("watch", "watch JOB [-interval SECONDS]"), ("celos-deploy", "-deploy-dir"),
                           ("completion", "bash|zsh|fish"), ("jobs", "jobs <OPTIONS>")):
            self.assertIn(text, helped(name))
        verbs = [line.split()[0] for line in self.done("help").split("Verbs:\n")[1].split("\n\n")[0].splitlines()]
        self.assertEqual(len(verbs), 22)
        for shell_name in ("bash", "fish", "zsh"):
            script = subprocess.run([HPDL, "completion", shell_name], capture_output=True, text=True, check=True).stdout
            for verb in verbs:
                self.assertIn(verb, script)
        script = subprocess.run([HPDL, "completion", "bash"], capture_output=True, text=True, check=True).stdout
        asked = script + 'COMP_WORDS=(hpdl hws res); COMP_CWORD=2; _hpdl_hpdl; echo "${COMPREPLY[@]}"'
        found = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True).stdout
        self.assertEqual(found.split(), ["resume", "resubmit"])
        page = subprocess.run([HPDL, "man"], capture_output=True, text=True, check=True).stdout
        self.assertIn("hws resubmit", page)


if __name__ == "__main__":
    closing.main()
