"""Jobs without an application: Oozie's client sends one map-reduce, pig, hive or sqoop action by its properties."""

import os
import signal
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import closing
from oozie_client import JavaClient, run_native
from oozie_server import prepared
from programs import BUILD
from served import ServedTest, configuration

DATA = HERE.parent.parent / "runtime/server/applications/testdata/one_action"
CLASSES = {"mapreduce": "SubmitMRXCommand", "pig": "SubmitPigXCommand", "hive": "SubmitHiveXCommand",
           "sqoop": "SubmitSqoopXCommand"}
CLUSTER = {"fs.defaultFS": "file:///", "yarn.resourcemanager.address": "local", "oozie.libpath": "file:///lib"}
SCRIPT = "a = load '$IN';\r\ndump a;\n"


def definition_of_oozie(kind, properties):
    """What the server's own code makes of a job."""
    java = subprocess.run(["java", "-XX:TieredStopAtLevel=1", "-cp", f"{prepared() / 'lib'}/*",
                           HERE.parent / "harness/oozie/SubmittedDefinition.java", CLASSES[kind]],
                          input=properties, capture_output=True, check=True, timeout=60)
    return java.stdout


class Definitions(unittest.TestCase):
    def test_what_is_kept_is_what_oozie_makes(self):
        for kind in CLASSES:
            with self.subTest(kind):
                made = definition_of_oozie(kind, (DATA / f"{kind}.properties").read_bytes())
                self.assertEqual(made, (DATA / f"{kind}.xml").read_bytes())


class OneAction(ServedTest):
    def map_reduce(self, output="out", **more):
        """A job of shell commands, which runs on this machine; it has no class that Oozie's client asks for."""
        self.sandbox.write("in/a", "b\na\n")
        return {**CLUSTER, "user.name": "joe", "mapred.input.dir": f"file://{self.sandbox.path('in')}",
                "mapred.output.dir": f"file://{self.sandbox.path(output)}", "oozie.mapred.note": "<&>", **more}

    def post(self, properties, jobtype="mapreduce", **more):
        return self.server.call("POST", "/oozie/v2/jobs", configuration(properties), jobtype=jobtype, **more)

    def posted(self, properties, jobtype="mapreduce", **more):
        answer = self.post(properties, jobtype, **more)
        self.assertEqual(answer.status, 201, answer)
        return answer.json()["id"]

    def show(self, job, what):
        return self.server.call("GET", f"/oozie/v2/job/{job}", show=what)

    def left_over(self):
        return [each.name for each in (self.server.state / "programs").iterdir() if each.name.startswith(".")]

    def compilations(self):
        text = self.server.call("GET", "/metrics", user=None).body
        return int(text.split("\nhpdld_compilations_total ")[1].split()[0])

    def test_it_is_started_and_its_definition_is_oozies(self):
        self.serve()
        properties = self.map_reduce()
        job = self.posted(properties)
        self.until(lambda: self.reader.status(job) in ("KILLED", "SUCCEEDED", "FAILED"))
        info = self.show(job, "info").json()
        self.assertEqual((info["appName"], info["appPath"], info["user"]), ("oozie-mapreduce", None, "joe"))
        self.assertEqual([each["name"] for each in info["actions"]][:2], [":start:", "mapreduce1"])
        sent = "".join(f"{name}={value}\n" for name, value in {**properties, "oozie.proxysubmission": "true"}.items())
        self.assertEqual(self.show(job, "definition").body.encode(), definition_of_oozie("mapreduce", sent.encode()))
        self.assertEqual(self.left_over(), [])

    def test_it_runs_again_as_it_was_made(self):
        self.serve()
        job = self.posted(self.map_reduce(where="first"))
        self.until_status(job, "KILLED")  # it has no mapper
        self.assertEqual(self.server.tell(job, "rerun", {"oozie.wf.rerun.failnodes": "true"}).status, 200)
        self.until(lambda: self.show(job, "info").json()["run"] == 1)
        self.until_status(job, "KILLED")
        self.assertIn("oozie-mapreduce", self.show(job, "definition").body)

    def test_both_clients_submit_and_print_the_same(self):
        site = self.sandbox.write("site.xml", configuration({"oozie.authentication.simple.anonymous.allowed": "true"}))
        self.serve("--local", "--site", site)
        self.sandbox.write("script.pig", SCRIPT)
        cluster = "".join(f"{name}={value}\n" for name, value in CLUSTER.items())
        self.sandbox.write("pig.properties", cluster)
        self.sandbox.write("mr.properties", cluster + "mapred.mapper.class=M\nmapred.reducer.class=R\n"
                                                      "mapred.input.dir=/in\nmapred.output.dir=/out\n")
        url = f"http://127.0.0.1:{self.server.port}/oozie"
        java = JavaClient(self.sandbox.folder, url, "joe")
        self.addCleanup(java.stop)
        for words in ("pig -file script.pig -config pig.properties -PIN=1 -X -v -Da=b",
                      "mapreduce -config mr.properties", "sqoop -command import -config pig.properties",
                      "hive -file script.pig -config pig.properties"):
            with self.subTest(words):
                theirs = java.run(*words.split())
                ours = run_native(BUILD / "bin/hpdl", self.sandbox.folder, url, "joe", *words.split())
                jobs = [each.out.removeprefix("job: ").strip() for each in (theirs, ours)]
                self.assertEqual([(each.code, each.err) for each in (theirs, ours)], [(0, ""), (0, "")])
                first, second = (self.show(job, "definition").body for job in jobs)
                self.assertEqual(first, second)
                self.assertIn(f'name="oozie-{words.split()[0]}"', first)

    def test_what_a_dead_server_has_left_is_removed(self):
        self.serve()
        self.posted(self.map_reduce())
        self.server.end(signal.SIGKILL)
        programs = self.server.state / "programs"
        outside = self.sandbox.write("outside/kept", "x")
        for name, age in ((".hpdlc.old", 3700), (".hpdlc.new", 0)):
            (programs / name).mkdir()
            (programs / name / "workflow.xml").write_text("left")
            (programs / name / "link").symlink_to(outside.parent)
            os.utime(programs / name, (time.time() - age,) * 2)
        kept = {each.name for each in programs.iterdir()} - {".hpdlc.old"}
        self.server.start()
        self.assertEqual({each.name for each in programs.iterdir()}, kept)
        self.assertTrue(outside.exists())

    def test_what_is_wrong_is_one_error(self):
        self.serve()
        good = self.map_reduce()
        for kind, without, code, text in (
                ("mapreduce", "oozie.libpath", "E0405", "does not have any application or lib path"),
                ("pig", "yarn.resourcemanager.address", "E0803", "yarn.resourcemanager.address is not specified"),
                ("mapreduce", "fs.defaultFS", "E0803", "fs.default.name or fs.defaultFS is not specified"),
                ("pig", None, "E0803", "oozie.pig.script is not specified"),
                ("sqoop", None, "E0803", "oozie.sqoop.command is not specified"),
                ("nothing", None, "E0303", "[jobtype] = [nothing]")):
            with self.subTest(kind=kind, without=without):
                answer = self.post({name: value for name, value in good.items() if name != without}, kind)
                self.assertEqual((answer.status, answer.code), (400, code), answer)
                self.assertIn(text, answer.message)
        answer = self.post({**good, "oozie.wf.application.path": "file:///app"})
        self.assertEqual((answer.status, answer.code), (400, "E0302"), answer)
        answer = self.post(good, action="dryrun")
        self.assertEqual((answer.status, answer.code), (400, "E0303"), answer)
        answer = self.post({**good, "a": "${wf:nosuch()}"})
        self.assertEqual((answer.status, answer.code), (400, "E0701"), answer)
        self.assertNotIn(str(self.server.state), answer.message)
        self.assertEqual(self.left_over(), [])

    def test_only_where_the_site_lets_jobs_run(self):
        names = "oozie.service.HadoopAccessorService."
        site = self.sandbox.write("site.xml", configuration({f"{names}nameNode.whitelist": "nn:8020",
                                                             f"{names}jobTracker.whitelist": "rm:8032"}))
        self.serve("--local", "--site", site)
        for manager, files, code in (("rm:1", "hdfs://nn:8020", "E0900"), ("rm:8032", "hdfs://other:8020", "E0901")):
            answer = self.post({**self.map_reduce(), "yarn.resourcemanager.address": "${rm}", "rm": manager,
                                "fs.defaultFS": files})
            self.assertEqual((answer.status, answer.code), (400, code), answer)

    def test_one_job_for_one_key_and_one_program_for_one_job(self):
        self.serve()
        properties = self.map_reduce()
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(
            self.post(properties, fields={"Idempotency-Key": "k"}))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual({each.status for each in answers}, {201}, answers)
        self.assertEqual(len({each.json()["id"] for each in answers}), 1, answers)
        known = self.compilations()
        self.assertNotEqual(self.posted(properties), answers[0].json()["id"])
        self.assertEqual(self.compilations(), known)
        other = self.post({**properties, "oozie.pig.script": "x"}, "pig", fields={"Idempotency-Key": "k"})
        self.assertEqual((other.status, other.code), (400, "E0303"), other)


if __name__ == "__main__":
    closing.main()
