"""The HWS API under attack: packages that lead out, explode or lie, pages of other sites, wrong names, crowds."""

import io
import json
import os
import signal
import struct
import sys
import threading
import zipfile
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from hws import *  # noqa: F403
from hws import HwsTest, hws_workflow, package
from programs import *  # noqa: F403
from rights import can_mount
from served import *  # noqa: F403

GOOD = hws_workflow("good")


def with_entries(*entries):
    """A ZIP; an entry is a name, its data and the mode of its file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("workflow.xml", GOOD)
        for name, data, mode in entries:
            info = zipfile.ZipInfo("x")
            info.filename, info.external_attr, info.create_system = name, mode << 16, 3
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return out.getvalue()


class Packages(HwsTest):
    def left(self):
        """What the server has put anywhere below its state directory for applications."""
        folder = self.server.state / "applications"
        return [str(each) for each in folder.rglob("*")] if folder.exists() else []

    def refuse_all(self, packages):
        for what, data in packages.items():
            with self.subTest(what):
                answer = self.deploy(data)
                self.refused(answer, 422, "HWS005")
                self.assertNotIn(str(self.server.state), answer.body)
        self.assertEqual(self.left(), [])
        self.assertEqual(self.deploy(GOOD).status, 201)

    def test_nothing_gets_outside(self):
        self.serve()
        outside = self.sandbox.path("escaped")
        self.refuse_all({
            "parent": with_entries(("../escaped", "x", 0o644)),
            "far parent": with_entries(("a/" + "../" * 12 + str(outside), "x", 0o644)),
            "absolute": with_entries((str(outside), "x", 0o644)),
            "backslash": with_entries(("..\\escaped", "x", 0o644)),
            "link": with_entries(("l", str(self.sandbox.folder), 0o120777), ("l/escaped", "x", 0o644)),
            "link alone": with_entries(("l", "/etc/passwd", 0o120777)),
            "fifo": with_entries(("p", "", 0o010644)),
            "device": with_entries(("d", "", 0o020644)),
            "twice": with_entries(("a", "1", 0o644), ("a", "2", 0o644)),
            "file and folder": with_entries(("a", "1", 0o644), ("a/b", "2", 0o644)),
            "control": with_entries(("a\x1b[2J", "1", 0o644)),
        })
        self.assertFalse(outside.exists())

    def test_what_explodes_or_lies(self):
        self.serve()
        bomb = with_entries(("big", b"\0" * (300 << 20), 0o644))
        self.assertLess(len(bomb), 1 << 20)
        damaged = bytearray(package({"workflow.xml": GOOD, "a": "data" * 100}))
        at = damaged.find(b"a" + zlib.compress(b"x")[:0], damaged.find(b"PK\x03\x04", 10)) + 31
        damaged[at] ^= 0xff
        short = bytearray(package({"workflow.xml": GOOD}))
        central = short.find(b"PK\x01\x02")
        for place in (22, central + 24):  # the unpacked size, in both headers
            size = struct.unpack_from("<I", short, place)[0]
            struct.pack_into("<I", short, place, size + 100)
        for place in (14, central + 16):  # and a checksum that nobody compares then
            struct.pack_into("<I", short, place, 1)
        self.refuse_all({
            "bomb": bomb,
            "many": with_entries(*((f"f{i}", "", 0o644) for i in range(10_001))),
            "deep": with_entries(("d/" * 500 + "x", "", 0o644), *((f"{i}/" * 9 + "x", "", 0o644) for i in range(2000))),
            "damaged": bytes(damaged),
            "short": bytes(short),
            "cut": package({"workflow.xml": GOOD})[:-30],
            "empty": b"",
            "no archive": b"x" * 100_000,
            "no definition": package({"other.xml": GOOD}),
            "definition below": package({"app/workflow.xml": GOOD}),
            "folder for a definition": package({"workflow.xml/x": GOOD}),
        })

    def test_definitions_beside_the_package_are_not_read(self):
        """Nobody learns by a package what other definitions there are on the machine."""
        self.serve()
        self.sandbox.write("other/workflow.xml", hws_workflow("other").replace("<start", "<strat"))
        for path in (f"file://{self.sandbox.path('other')}", str(self.sandbox.path("other")),
                     "../" * 12 + str(self.sandbox.path("other"))):
            parent = ('<workflow-app xmlns="uri:oozie:workflow:0.5" name="reads"><start to="s"/><action name="s">'
                      f'<sub-workflow><app-path>{path}</app-path></sub-workflow><ok to="e"/><error to="e"/></action>'
                      '<end name="e"/></workflow-app>')
            answer = self.deploy(parent)
            self.assertEqual(answer.status, 201, answer)
            self.assertNotIn("strat", answer.body)
            self.assertEqual(self.hws("DELETE", "/applications/reads").status, 204)

    def test_names(self):
        self.serve()
        for name in ("a/b", "..", ".", "a:b", "${x}", "n" * 300, "a\\b"):
            with self.subTest(name):
                answer = self.deploy(hws_workflow(name))
                self.assertEqual(answer.status, 422, answer)
        for name in ("with blank", "näme", "100%", "a+b", "a?b=c&d", "-x", "'; drop table deployed"):
            with self.subTest(name):
                answer = self.deploy(hws_workflow(name))
                self.assertIn(answer.status, (201, 422), answer)
                if answer.status == 201:
                    self.assertEqual(answer.json()["name"], name)
                    self.assertEqual(self.state(name), "INACTIVE")
                    self.tell_application(name, "activate")
                    job = self.new_job(name)
                    self.until_job(job, "FAILED")

    def test_a_full_disk_leaves_nothing(self):
        if not can_mount():
            self.skipTest("a small disk needs root and mounts")
        small = self.sandbox.path("small")
        small.mkdir()
        mount = f'mount -t tmpfs -o size=48m none "{small}" && exec "$@"'
        self.serve(*ONE_USER, "--local", state=small / "state",
                   before=("unshare", "-m", "--propagation", "private", "sh", "-c", mount, "sh"))
        made, status = [], 201
        for i in range(6):
            filler = {f"f{k}": os.urandom(1 << 20) for k in range(12)}
            answer = self.deploy({"workflow.xml": hws_workflow(f"big{i}"), **filler})
            if answer.status == 201:
                made.append(answer.json()["name"])
            else:
                self.assertIn(answer.status, (507, 503), answer)
                status = answer.status
        self.assertNotEqual(status, 201)
        listed = [each["name"] for each in self.hws("GET", "/applications").json()["applications"]]
        self.assertEqual(listed, made)
        for name in made:
            self.assertEqual(self.hws("DELETE", f"/applications/{name}").status, 204)
        answer = self.deploy(hws_workflow("big0", "sorry"))  # its program is there
        self.assertEqual(answer.status, 201, answer)

    def test_foreign_folders_are_not_used(self):
        self.serve()
        outside = self.sandbox.path("outside")
        outside.mkdir()
        (self.server.state / "applications").symlink_to(outside)
        answer = self.deploy(GOOD)
        self.assertGreaterEqual(answer.status, 400)
        self.assertEqual(list(outside.iterdir()), [])

    def test_what_cannot_be_kept_is_no_definition_that_does_not_compile(self):
        self.serve()
        (self.server.state / "programs").symlink_to(self.sandbox.path("nowhere"))
        error = self.refused(self.deploy(GOOD), 507, "HWS011")
        self.assertNotIn(str(self.sandbox.folder), json.dumps(error))
        (self.server.state / "programs").unlink()
        self.assertEqual(self.deploy(GOOD).status, 201)


class Callers(HwsTest):
    def test_pages_of_other_sites(self):
        self.serve()
        body = package({"workflow.xml": GOOD})
        for fields in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Host": "evil.example"}):
            for method, path in (("POST", "/applications"), ("POST", "/jobs"), ("GET", "/jobs"), ("POST", "/admin/deactivate")):
                answer = self.hws(method, path, body, "application/zip", fields=fields)
                self.refused(answer, 403, "HWS014")
        for kind in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", ""):
            for path in ("/applications", "/jobs", "/admin/deactivate", "/admin/purge"):
                answer = self.hws("POST", path, "{}", kind)
                self.refused(answer, 415, "HWS010")
            self.refused(self.hws("POST", "/admin/deactivate", "", kind), 415, "HWS010") if kind else None
        self.assertEqual(self.hws("GET", "/admin/status").json()["status"], "ACTIVE")
        self.assertEqual(self.hws("GET", "/applications").json()["total"], 0)

    def test_who_says_no_name(self):
        self.serve()
        for method, path in (("GET", "/applications"), ("POST", "/admin/deactivate")):
            self.refused(self.hws(method, path, user=None), 403, "HWS014", "Anonymous")
        self.assertEqual(self.server.call("GET", "/oozie/v2/jobs", user=None).fields["content-type"],
                         "text/plain; charset=UTF-8")

    def test_programs_have_nothing_to_ask(self):
        self.serve()
        self.deployed(hws_workflow("app"))
        job = self.new_job("app", start=False)
        answer = self.hws("GET", "/applications", user=None, fields=self.server.credential(job))
        self.refused(answer, 403, "HWS014")
        self.refused(self.hws("GET", "/applications", user=None, fields={"Authorization": "Bearer x~ann~0"}), 401, "HWS013")

    def test_deployments_do_not_hold_up_submissions(self):
        self.serve()
        self.deployed(hws_workflow("app"))
        slow = package({"workflow.xml": GOOD, **{f"d/{i}": "x" * 3000 for i in range(300)}})
        answers = []
        crowd = [threading.Thread(target=lambda user=f"user{i}": answers.append(self.deploy(slow, user=user).status))
                 for i in range(10)]
        for each in crowd:
            each.start()
        jobs = [self.new_job("app") for _ in range(5)]
        for each in crowd:
            each.join()
        for job in jobs:
            self.until_job(job, "FAILED")
        self.assertEqual(answers.count(201), 1, answers)
        self.assertLessEqual(set(answers), {201, 409, 429})

    def test_too_long_a_body(self):
        site = self.sandbox.write("site.xml", configuration({"hpdl.server.body.max": "100000"}))
        self.serve("--local", "--site", site)
        self.refused(self.hws("POST", "/applications", os.urandom(200_000), "application/zip"), 413, "HWS010")

    def test_odd_requests(self):
        self.serve()
        for path in ("/applications/%", "/applications/%00", "/applications/..", "/applications/%2e%2e/activate",
                     "/jobs/..%2f..%2fetc", "/jobs/%ff", "/applications/" + "n" * 5000):
            with self.subTest(path[:40]):
                self.assertIn(self.hws("GET", path).status, (400, 404, 405))
        self.assertEqual(self.hws("GET", "/applications", name="%ff\ud800".encode("utf-8", "surrogatepass")).status, 400)
        self.assertIsNone(self.server.process.poll())


if __name__ == "__main__":
    closing.main()
