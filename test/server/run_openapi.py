"""What hpdld answers beside Oozie's services is as its OpenAPI description says: schemathesis asks what it can think of."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import closing
import jars
from hws import hws_workflow, package
from programs import *  # noqa: F403
from served import *  # noqa: F403

EXAMPLES = os.environ.get("HPDL_EXAMPLES", "40")  # requests for each operation and way of making them


class OpenApi(ServedTest):
    def setUp(self):
        super().setUp()
        self.serve()

    def schemathesis(self, *options, page="/openapi.json"):
        packages = jars.packages("schemathesis", HERE / "schemathesis.txt")
        return subprocess.run(
            [sys.executable, "-m", "schemathesis.cli", "run", f"http://127.0.0.1:{self.server.port}{page}",
             "--checks", "all", "--hypothesis-max-examples", EXAMPLES, "--hypothesis-seed", "1",
             "--hypothesis-database", "none", "--data-generation-method", "all", "--generation-allow-x00", "false",
             "--set-query", "user.name=joe", "--no-color", *options],
            env=dict(os.environ, PYTHONPATH=str(packages)), cwd=self.sandbox.folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600)

    def test_the_server_is_as_it_is_described(self):
        done = self.schemathesis()
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertRegex(done.stdout, r"(?m)^POST /oozie/v2/jobs ")
        self.assertIsNone(self.server.process.poll())

    def test_the_hws_api_is_as_it_is_described(self):
        for name, verbs in (("idle", ()), ("busy", ("activate",))):
            made = self.server.call("POST", "/hws/v1/applications", package({"workflow.xml": hws_workflow(name)}),
                                    fields={"Content-Type": "application/zip"})
            self.assertEqual(made.status, 201, made)
            for verb in verbs:
                self.assertEqual(self.server.call("POST", f"/hws/v1/applications/{name}/{verb}").status, 200)
        # It takes `limit=1`, made of the text "1", for a wrong query; run_hws has those that are wrong.
        done = self.schemathesis("--exclude-checks", "negative_data_rejection", page="/hws/openapi.json")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertRegex(done.stdout, r"(?m)^POST /hws/v1/jobs ")
        self.assertIsNone(self.server.process.poll())

    def test_each_path_that_is_described_is_there(self):
        job = self.submitted(self.application(workflow(shell("a", "true"), "a")))
        self.until_status(job, "SUCCEEDED")
        words = {"secret": "0" * 32, "namespace": "default", "app": "test", "workflow": "test", "run": job, "node": "a"}
        described = json.loads(self.server.call("GET", "/openapi.json").body)
        for path in described["paths"]:
            with self.subTest(path):
                self.assertNotEqual(self.server.call("GET", path.format(**words)).status, 404)

    def test_pages_are_read_alone(self):
        for path in ("/health", "/ready", "/metrics", "/openapi.json", "/hws/openapi.json"):
            with self.subTest(path):
                refused = self.server.call("DELETE", path)
                self.assertEqual((refused.status, refused.fields["allow"]), (405, "GET, HEAD"))


if __name__ == "__main__":
    closing.main()
