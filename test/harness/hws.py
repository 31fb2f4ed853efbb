"""The HWS API of hpdld for tests: packages, and calls as a client makes them."""

import io
import json
import urllib.parse
import zipfile

from served import ServedTest

V1 = "/hws/v1"


def package(files):
    """The bytes of a ZIP; a text for each name."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def hws_workflow(name, message="sorry"):
    """One that fails at once, with a message."""
    return (f'<hadoop-workflow name="{name}"><start to="f"/><fail name="f"><message>{message}</message></fail>'
            '<end name="e"/></hadoop-workflow>')


class HwsTest(ServedTest):
    def hws(self, method, path, body=None, kind="application/json", server=None, **more):
        """The answer; a body that is no text or bytes is sent as JSON."""
        if body is not None and not isinstance(body, (str, bytes)):
            body = json.dumps(body)
        fields = {"Content-Type": kind} if body is not None else {}
        return (server or self.server).call(method, V1 + path, body, fields={**fields, **more.pop("fields", {})}, **more)

    def deploy(self, files, **more):
        if isinstance(files, str):
            files = {"workflow.xml": files}
        return self.hws("POST", "/applications", files if isinstance(files, bytes) else package(files),
                        "application/zip", **more)

    def deployed(self, definition, active=True, **more):
        """The name of a new application."""
        answer = self.deploy(definition, **more)
        self.assertEqual(answer.status, 201, answer)
        name = answer.json()["name"]
        if active:
            self.tell_application(name, "activate", **more)
        return name

    def tell_application(self, name, verb, expected=200, **more):
        answer = self.hws("POST", f"/applications/{urllib.parse.quote(name, '')}/{verb}", **more)
        self.assertEqual(answer.status, expected, answer)
        return answer

    def state(self, name, **more):
        answer = self.hws("GET", f"/applications/{urllib.parse.quote(name, '')}", **more)
        return answer.json()["state"] if answer.status == 200 else answer.status

    def new_job(self, application, properties=None, start=True, **more):
        answer = self.hws("POST", "/jobs", {"application": application, "start": start,
                                            "properties": properties or {}}, **more)
        self.assertEqual(answer.status, 201, answer)
        return answer.json()["id"]

    def job(self, job, **more):
        answer = self.hws("GET", f"/jobs/{job}", **more)
        self.assertEqual(answer.status, 200, answer)
        return answer.json()

    def until_job(self, job, state):
        self.until(lambda: self.job(job)["state"] == state, f"{job} is not {state}")

    def refused(self, answer, status, code, *words):
        self.assertEqual((answer.status, answer.fields.get("content-type")), (status, "application/json"), answer)
        error = answer.json()["error"]
        self.assertEqual(error["code"], code, answer)
        for word in words:
            self.assertIn(word, error["message"])
        return error

    def waits_for(self, name):
        """A script that ends once a file is there, or with the test."""
        return f"while test -d '{self.sandbox.folder}' && ! test -e '{self.sandbox.path(name)}'; do sleep 0.05; done"
