"""hpdld with real programs: what is submitted, what is done to jobs, and what is left when the server dies."""

import fcntl
import http.client
import os
import select
import shutil
import signal
import socket
import struct
import sys
import threading
import time
import urllib.parse
import zipfile
import zlib
from pathlib import Path
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from http_peer import HttpPeer
from ports import free_port
from programs import *  # noqa: F403
from served import *  # noqa: F403

def touch(sandbox, name):
    return f"echo x >> '{sandbox.path(name)}'"


def write_zip_of_zeros(path, name, size, first=None):
    """A ZIP of a few kB whose member `name` has so many zero bytes; `first`: a member before it, name and content."""
    block = 1 << 24
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(bytes(block)) + packer.flush(zlib.Z_FULL_FLUSH)
    count = size // block
    crc = 0
    for _ in range(count):
        crc = zlib.crc32(bytes(block), crc)
    data = packed * count + b"\3\0"
    with zipfile.ZipFile(path, "w") as archive:
        if first:
            archive.writestr(*first)
        # Written as it is, and said to be packed.
        member = zipfile.ZipInfo(name)
        with archive.open(member, "w", force_zip64=False) as out:
            out.write(data)
        member.compress_type, member.CRC, member.file_size, member.compress_size = zipfile.ZIP_DEFLATED, crc, size, len(data)
        archive.fp.seek(member.header_offset)
        archive.fp.write(member.FileHeader(False))
        archive.fp.seek(archive.start_dir)


def until_there(sandbox, name):
    """Waits for a file, or for the end of the test."""
    return f"while test -d '{sandbox.folder}' && ! test -e '{sandbox.path(name)}'; do sleep 0.05; done"


class Submission(ServedTest):
    def test_submit_start_and_the_end(self):
        self.serve()
        app = self.application(workflow(shell("a", touch(self.sandbox, "ran")), "a"))
        job = self.submitted(app, action=None)
        self.assertEqual(self.reader.status(job), "PREP")
        self.assertEqual(self.reader.info(job)["job"]["user"], "joe")
        self.told(job, "start")
        self.until_status(job, "SUCCEEDED")
        self.told(job, "start")  # too late: no error, as in Oozie
        self.assertEqual(self.lines("ran"), ["x"])

    def test_start_at_once(self):
        self.serve()
        app = self.application(workflow(shell("a", until_there(self.sandbox, "go")), "a"))
        job = self.submitted(app)
        self.assertEqual(self.reader.status(job), "RUNNING")  # not only soon
        self.sandbox.write("go", "")
        self.until_status(job, "SUCCEEDED")

    def test_properties_arrive_as_they_were_and_the_user_is_the_callers(self):
        self.serve()
        value = "a=b: \\ # ! \u20ac  \u00e4 <&> ${nosuch}"
        app = self.application(workflow(fs("a", f"<mkdir path='{self.sandbox.path('d')}'/>"), "a"))
        job = self.submitted({**app, "odd name=": value, "user.name": "root"})
        self.until_status(job, "SUCCEEDED")
        conf = self.server.call("GET", f"/oozie/v2/job/{job}", show="info").json()["conf"]
        properties = {row.findtext("name"): row.findtext("value") for row in ElementTree.fromstring(conf)}
        self.assertEqual(properties["odd name="], value)
        self.assertEqual(properties["user.name"], "joe")

    def test_secrets_are_not_on_command_lines(self):
        self.serve()
        app = self.application(workflow(shell("a", until_there(self.sandbox, "go")), "a"))
        job = self.submitted({**app, "password": "swordfish"})
        for pid in self.programs():
            for name in ("cmdline", "environ"):
                self.assertNotIn(b"swordfish", Path(f"/proc/{pid}/{name}").read_bytes())
        self.sandbox.write("go", "")
        self.until_status(job, "SUCCEEDED")
        self.assertNotIn("swordfish", self.server.log.read_text())

    def test_an_application_that_has_changed_is_compiled_again(self):
        self.serve()
        for name in ("one", "two"):  # as long
            app = self.application(workflow(shell("a", touch(self.sandbox, name)), "a"))
            job = self.submitted(app)
            self.until_status(job, "SUCCEEDED")
        job = self.submitted(app)
        self.until_status(job, "SUCCEEDED")
        self.assertEqual((self.lines("one"), self.lines("two")), (["x"], ["x", "x"]))
        self.assertEqual(len(list((self.server.state / "programs").iterdir())), 2)

    def test_a_sub_workflow_that_has_changed_is_compiled_again(self):
        self.serve()
        child = self.sandbox.path("child")
        app = self.application(workflow(
            f'<action name="s"><sub-workflow><app-path>file://{child}</app-path></sub-workflow>'
            '<ok to="end"/><error to="killed"/></action>', "s"))
        for name in ("one", "two"):
            self.application(workflow(shell("a", touch(self.sandbox, name)), "a"), "child")
            self.until_status(self.submitted(app), "SUCCEEDED")
        self.assertEqual((self.lines("one"), self.lines("two")), (["x"], ["x"]))

    def test_a_link_to_a_sub_workflow_that_leads_elsewhere_later(self):
        self.serve()
        link = self.sandbox.path("current")
        app = self.application(workflow(
            f'<action name="s"><sub-workflow><app-path>file://{link}</app-path></sub-workflow>'
            '<ok to="end"/><error to="killed"/></action>', "s"))
        for name in ("one", "two"):
            self.application(workflow(shell("a", touch(self.sandbox, name)), "a"), name + "-child")
        for name in ("one", "one", "one", "two"):
            link.unlink(missing_ok=True)
            link.symlink_to(name + "-child")
            self.until_status(self.submitted(app), "SUCCEEDED")
        self.assertEqual((self.lines("one"), self.lines("two")), (["x"] * 3, ["x"]))

    def test_a_program_with_sub_workflows_is_kept(self):
        """Where they are is known once it was compiled: so it is compiled twice, and then no more."""
        self.serve()
        app = self.with_child("one")
        for compiled in (1, 2, 2, 2):
            self.until_status(self.submitted(app), "SUCCEEDED")
            self.assertEqual(self.compiled(), compiled)
        self.server.end(signal.SIGKILL)
        self.server.start()
        self.until_status(self.submitted(app), "SUCCEEDED")
        self.assertEqual(self.compiled(), 0)
        for compiled in (1, 1):
            self.until_status(self.submitted(self.with_child("two")), "SUCCEEDED")
            self.assertEqual(self.compiled(), compiled)
        self.assertEqual((self.lines("one"), self.lines("two")), (["x"] * 5, ["x"] * 2))

    def with_child(self, touched):
        self.application(workflow(shell("a", touch(self.sandbox, touched)), "a"), "child")
        return self.application(workflow(
            f'<action name="s"><sub-workflow><app-path>file://{self.sandbox.path("child")}</app-path></sub-workflow>'
            '<ok to="end"/><error to="killed"/></action>', "s"))

    def compiled(self):
        text = self.server.call("GET", "/metrics", user=None).body
        [count] = [line.split()[1] for line in text.splitlines() if line.startswith("hpdld_compilations_total")]
        return int(count)

    def test_a_definition_of_any_name_has_its_folder(self):
        """config-default.xml and the files beside a definition belong to it, as in Oozie. `second.xml` is compiled
        into `parent.xml`."""
        self.serve()
        say = ('<action name="a"><shell xmlns="uri:oozie:shell-action:1.0"><exec>say.sh</exec><argument>${word}</argument>'
               '<file>lib/say.sh</file></shell><ok to="end"/><error to="killed"/></action>')
        sub = (f'<action name="s"><sub-workflow><app-path>file://{self.sandbox.path("app")}/second.xml</app-path>'
               '</sub-workflow><ok to="end"/><error to="killed"/></action>')
        for name, definition in (("workflow", workflow(say, "a")), ("second", workflow(say, "a", name="second"))):
            self.sandbox.write(f"app/{name}.xml", definition)
        self.sandbox.write("parents/parent.xml", workflow(sub, "s"))
        paths = [f"file://{self.sandbox.path(path)}" for path in ("app/workflow.xml", "app/second.xml", "parents/parent.xml")]
        for word in ("one", "two"):
            self.sandbox.write("app/config-default.xml", configuration({"word": word}))
            self.sandbox.write("app/lib/say.sh", f"#!/bin/sh\necho $1 {word} >> '{self.sandbox.path('out')}'\n")
            for path in paths:
                job = self.submitted({"oozie.wf.application.path": path})
                self.until_status(job, "SUCCEEDED")
                self.assertEqual(self.reader.info(job)["job"]["appPath"], path)
        self.assertEqual(self.lines("out"), ["one one"] * 3 + ["two two"] * 3)

    def test_what_does_not_compile(self):
        self.serve()
        app = self.application(workflow(fork("f", "a", "b") + shell("a", "true") + shell("b", "true"), "f"))
        answer = self.server.submit(app)
        self.assertEqual((answer.status, answer.code), (400, "E0730"), answer)
        self.assertIn("workflow.xml:", answer.message)
        self.assertNotIn(str(self.sandbox.folder), answer.message)
        self.assertEqual(list((self.server.state / "programs").iterdir()), [])

    def test_what_is_not_there_or_may_not_be_named(self):
        self.serve()
        none = {"oozie.wf.application.path": f"file://{self.sandbox.path('none')}"}
        answer = self.server.submit(none)
        self.assertEqual((answer.status, answer.code), (400, "E0307"), answer)
        self.assertIn(f"XML file [file://{self.sandbox.path('none')}/workflow.xml] does not exist", answer.message)
        for path, code in (("s3a://b/w", "E0904"), ("ftp://h/w", "E0904")):
            answer = self.server.submit({"oozie.wf.application.path": path})
            self.assertEqual((answer.status, answer.code), (400, code), answer)
        self.server.end()
        self.serve("--listen", "127.0.0.1:0")  # without --local no files of this machine
        answer = self.server.submit(none)
        self.assertEqual((answer.status, answer.code), (400, "E0904"), answer)

    def test_a_definition_that_comes_along(self):
        """As from Oozie's Fluent API: it is written to where the application is to be."""
        self.serve()
        new = self.sandbox.path("made/of/it")
        definition = workflow(shell("a", touch(self.sandbox, "ran")), "a")
        brings = {"oozie.wf.application.path": f"file://{new}/", "oozie.jobs.api.generated.xml": definition}
        self.until_status(self.submitted(brings), "SUCCEEDED")
        self.assertEqual((new / "workflow.xml").read_text(), definition.strip())
        self.assertEqual([each.name for each in new.iterdir()], ["workflow.xml"])
        self.assertEqual((new / "workflow.xml").stat().st_mode & 0o777, 0o644)
        # What is there stays, and is what runs.
        self.until_status(self.submitted({**brings, "oozie.jobs.api.generated.xml": workflow(shell("a", "exit 1"), "a")}), "SUCCEEDED")
        self.assertEqual(self.lines("ran"), ["x", "x"])
        answer = self.server.submit({**brings, "oozie.wf.application.path": f"file://{new}/workflow.xml/below"})
        self.assertEqual((answer.status, answer.code), (400, "E0307"), answer)
        self.assertIn("Not a directory", answer.message)
        answer = self.server.submit({**brings, "oozie.wf.application.path": f"file://{new}2/other.xml",
                                     "oozie.jobs.api.generated.xml": "<a>"})
        self.assertEqual((answer.status, answer.code), (400, "E0700"), answer)
        self.assertIn("other.xml:1:4: error:", answer.message)
        self.assertNotIn(str(new), answer.message)
        answer = self.server.submit({"oozie.wf.application.path": f"file://{new}3"})
        self.assertEqual((answer.status, answer.code), (400, "E0307"), answer)
        self.assertFalse(Path(f"{new}3").exists())

    def test_missing_parameters_and_dry_runs(self):
        self.serve()
        app = self.application(workflow(shell("a", "echo ${out}"), "a"))
        for action in ("dryrun", "start"):
            answer = self.server.submit(app, action=action)
            self.assertEqual((answer.status, answer.code), (400, "E0738"), answer)
            self.assertIn("out", answer.message)
        answer = self.server.submit({**app, "out": "x"}, action="dryrun")
        self.assertEqual((answer.status, answer.json()), (201, {"id": "OK"}))
        self.assertEqual(self.reader("jobs", "--ids").out, "")


class Hostile(ServedTest):
    """What is sent to hurt is refused in bounded time, and holds up nobody else."""

    def refused(self, properties, *codes):
        answer = self.server.submit(properties)
        self.assertEqual(answer.status, 400, answer)
        self.assertIn(answer.code, codes, answer)
        self.assertLess(len(answer.message), 5000)

    def test_odd_applications(self):
        site = self.sandbox.write("site.xml", "<configuration><property><name>hpdl.server.compile.timeout</name>"
                                              "<value>20</value></property></configuration>")
        self.serve("--local", "--site", str(site))
        good = self.application(workflow(shell("a", touch(self.sandbox, "ran")), "a"))
        odd = self.sandbox.path("odd")
        odd.mkdir()
        path = {"oozie.wf.application.path": f"file://{odd}"}
        self.refused(path, "E0307")
        os.mkfifo(odd / "workflow.xml")
        slow = threading.Thread(target=self.server.submit, args=(path,))
        slow.start()
        self.until_status(self.submitted(good), "SUCCEEDED")
        slow.join()
        self.refused(path, "E0710")
        (odd / "workflow.xml").unlink()
        (odd / "workflow.xml").symlink_to("/dev/zero")
        self.refused(path, "E0710")
        (odd / "workflow.xml").unlink()
        (odd / "workflow.xml").write_bytes(b"<a>" * (20 << 20))
        self.refused(path, "E0701", "E0710", "E0736")
        (odd / "workflow.xml").write_bytes(b"\xff\xfe\x00")
        self.refused(path, "E0700", "E0701")
        self.assertEqual(sorted(each.name for each in (self.server.state / "programs").iterdir()
                                if each.name.startswith(".")), [])

    @staticmethod
    def many_decisions():
        cases = "".join(f'<decision name="d{i}"><switch><case to="d{i + 1}">${{wf:id() eq {i}}}</case><default to="d{i + 1}"/></switch>'
                        "</decision>" for i in range(10_000))
        return f'<workflow-app xmlns="uri:oozie:workflow:0.5" name="w"><start to="d0"/>{cases}<end name="d10000"/></workflow-app>'

    def test_a_compiler_ends_with_its_server(self):
        self.serve("--local")
        slow = self.application(self.many_decisions(), "slow")
        place = str(self.sandbox.path("slow")).encode()

        def submit():
            try:
                self.server.submit(slow)
            except OSError:
                pass  # the server died

        def compilers():
            found = []
            for each in Path("/proc").glob("[0-9]*/cmdline"):
                try:
                    found += [each] if place in each.read_bytes() else []
                except OSError:
                    pass
            return found

        sender = threading.Thread(target=submit)
        sender.start()
        self.until(compilers)
        self.assertIn(f"HPDL_PARENT={self.server.process.pid}\0".encode(), compilers()[0].with_name("environ").read_bytes())
        self.server.end(signal.SIGKILL)
        self.until(lambda: not compilers(), "the compiler goes on")
        sender.join()

    def test_applications_that_explode(self):
        site = self.sandbox.write("site.xml", configuration({"hpdl.server.compile.timeout": "20",
                                                             "hpdl.server.compile.memory.max": "1024"}))
        self.serve("--local", "--site", site)
        good = self.application(workflow(shell("a", touch(self.sandbox, "ran")), "a"))
        self.until_status(self.submitted(good, user="ann"), "SUCCEEDED")
        deep = workflow(shell("a", "${" + "(" * 30_000 + "1" + ")" * 30_000 + "}"), "a")
        whole = self.sandbox.path("bomb.zip")
        write_zip_of_zeros(whole, "workflow.xml", 1 << 28)
        library = self.sandbox.path("library.zip")
        write_zip_of_zeros(library, "lib/a.so", 1 << 30, first=("workflow.xml", workflow(shell("a", "true"), "a").encode()))
        answers = {}

        def submit(name, properties):
            answers[name] = self.server.submit(properties, user=name)

        hostile = {"many": self.application(self.many_decisions(), "many"), "deep": self.application(deep, "deep"),
                   **{path.stem: {"oozie.wf.application.path": f"file://{path}"} for path in (whole, library)}}
        senders = [threading.Thread(target=submit, args=each) for each in hostile.items()]
        for each in senders:
            each.start()
        jobs = [self.submitted(good, user="ann") for _ in range(10)]  # a known application is not held up
        self.assertLess(len(answers), len(hostile))
        for job in jobs:
            self.until_status(job, "SUCCEEDED")
        for each in senders:
            each.join(TIMEOUT)
        # What takes too long is cut off, whatever it is.
        self.assertEqual(sorted(answers), sorted(hostile))
        self.assertIn(answers["many"].status, (201, 400), answers)
        for name in ("deep", "bomb", "library"):
            self.assertRegex(answers[name].code or "", "^E07(01|10|36)$", answers)
        large = [each for each in self.server.state.rglob("*") if each.is_file() and each.stat().st_size > 100 << 20]
        self.assertEqual(large, [])

    def test_odd_requests(self):
        self.serve()
        for body in (b"", b"<configuration>", b"\xff" * 100):
            answer = self.server.call("POST", "/oozie/v2/jobs", body)
            self.assertEqual(answer.status, 400, answer)
        try:
            answer = self.server.call("POST", "/oozie/v2/jobs", b"<configuration/>" + b" " * (17 << 20))
            self.assertIn(answer.status, (400, 413), answer)
        except OSError:
            pass  # it was answered and closed before all was sent
        circle = {"oozie.wf.application.path": "${a}", "a": "${b}", "b": "${a}"}
        self.refused(circle, "E0307", "E0405")
        bomb = {f"p{i}": f"${{p{i + 1}}}" * 10 for i in range(19)} | {"oozie.wf.application.path": "${p0}", "p19": "x" * 1000}
        self.refused(bomb, "E0307", "E0405", "E0711")
        self.assertEqual(self.server.call("GET", "/health", user=None).status, 200)

    @staticmethod
    def slow_properties():
        """A million references in each of three properties; no name node is known, so nothing is compiled."""
        many = "${a}" * 950
        return {"oozie.wf.application.path": "hdfs:///x" + many, "resourceManager": many, "jobTracker": many,
                "a": "${e}" * 1000, "e": ""}

    def raw(self, text):
        """All that comes back on a connection of its own."""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=TIMEOUT) as connection:
            connection.sendall(text.encode())
            connection.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: connection.recv(65536), b"")).decode()

    def test_nothing_is_read_of_those_who_may_not_send_it(self):
        self.serve()
        long = "Host: localhost\r\nContent-Length: 9000000\r\nExpect: 100-continue\r\n\r\n"
        self.assertRegex(self.raw(f"POST /oozie/v2/jobs HTTP/1.1\r\n{long}"), "^HTTP/1.1 403 ")
        self.assertRegex(self.raw(f"POST /oozie/v2/jobs?user.name=joe HTTP/1.1\r\n{long}"), "^HTTP/1.1 100 ")
        self.assertRegex(self.raw(f"POST /callback/x?id=a@b&status=OK HTTP/1.1\r\n{long}"), "^HTTP/1.1 403 ")
        self.assertRegex(self.raw(f"GET /health HTTP/1.1\r\n{long}"), "^HTTP/1.1 200 ")

    def test_limits_of_the_site(self):
        site = self.sandbox.write("site.xml", "<configuration>" + "".join(
            f"<property><name>hpdl.server.{name}</name><value>{value}</value></property>" for name, value in
            (("user.requests.max", 1), ("body.max", 20000), ("header.max", 2000))) + "</configuration>")
        self.serve("--local", "--site", str(site))
        answer = self.server.submit({"a": "x" * 20000})
        self.assertEqual(answer.status, 413, answer)
        self.assertEqual(self.server.call("GET", "/health", user=None, fields={"X": "x" * 2000}).status, 431)
        over = threading.Event()

        def ask_much():
            while not over.is_set():
                self.server.submit(self.slow_properties())

        slow = threading.Thread(target=ask_much)
        slow.start()
        try:
            self.until(lambda: self.server.call("GET", "/oozie/v2/jobs").status == 429)
            self.assertEqual(self.server.call("GET", "/oozie/v2/jobs", user="ann").status, 200)
        finally:
            over.set()
            slow.join()
        self.assertEqual(self.server.call("GET", "/oozie/v2/jobs").status, 200)

    def test_others_are_answered_while_properties_expand(self):
        self.serve()
        body = configuration(self.slow_properties()).encode()
        asking, other = (http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=TIMEOUT) for _ in range(2))
        for connection in (asking, other):
            self.addCleanup(connection.close)
            connection.request("GET", "/health")
            connection.getresponse().read()
        asking.request("POST", "/oozie/v2/jobs?user.name=joe", body, {"Content-Type": "application/xml"})
        answered = 0
        while not select.select([asking.sock], [], [], 0)[0]:
            other.request("GET", "/health")
            self.assertEqual(other.getresponse().read(), b"ok\n")
            answered += 1
        answer = asking.getresponse()
        self.assertEqual((answer.status, answer.getheader("oozie-error-code")), (400, "E0711"), answer.read())
        # Two are what may come before the submission is read.
        self.assertGreater(answered, 10)


class ExactlyOnce(ServedTest):
    def test_one_key_one_job(self):
        self.serve()
        app = self.application(workflow(shell("a", touch(self.sandbox, "ran")), "a"))
        ids = {self.submitted(app, key="k1") for _ in range(3)}
        self.server.end(signal.SIGKILL)
        self.server.start()
        ids.add(self.submitted(app, key="k1"))
        self.assertEqual(len(ids), 1)
        self.until_status(ids.pop(), "SUCCEEDED")
        self.assertEqual(self.lines("ran"), ["x"])
        answer = self.server.submit({**app, "other": "x"}, key="k1")
        self.assertEqual((answer.status, answer.code), (400, "E0303"), answer)
        other = self.submitted(app, key="k1", user="ann")  # keys are of their users
        self.until_status(other, "SUCCEEDED")

    def test_one_external_id_many_jobs(self):
        self.serve()
        app = self.application(workflow(shell("a", touch(self.sandbox, "ran")), "a"))
        mine = {**app, "oozie.wf.external.id": "e 1"}
        first, second = self.submitted(mine), self.submitted({**mine, "other": "x"})
        self.assertNotEqual(first, second)
        self.assertEqual(self.found("e 1"), second)

    def test_one_external_id_one_job(self):
        self.serve("--local", "--site", self.sandbox.write(
            "site.xml", configuration({"hpdl.server.external.id.guard": "true"})))
        app = self.application(workflow(shell("a", touch(self.sandbox, "ran")), "a"))
        mine = {**app, "oozie.wf.external.id": "e 1"}
        ids = {self.submitted(mine) for _ in range(3)}
        self.server.end(signal.SIGKILL)
        self.server.start()
        ids.add(self.submitted(mine))
        self.assertEqual(len(ids), 1)
        job = ids.pop()
        self.until_status(job, "SUCCEEDED")
        self.assertEqual(self.lines("ran"), ["x"])
        answer = self.server.submit({**mine, "other": "x"})
        self.assertEqual((answer.status, answer.code), (400, "E0303"), answer)
        self.assertIn("oozie.wf.external.id", answer.message)
        answer = self.server.submit({**mine, "oozie.wf.external.id": "e" * 256})
        self.assertEqual((answer.status, answer.code), (400, "E0303"), answer)
        self.assertEqual(self.found("e 1"), job)
        self.assertEqual((self.found("e 2"), self.found("e 1", user="ann")), ("", ""))
        other = self.submitted(mine, user="ann")
        self.assertEqual((self.found("e 1"), self.found("e 1", user="ann")), (job, other))
        for path in (f"/oozie/v2/job/{job}", "/oozie/v2/jobs"):
            self.assertIn('"externalId":"e 1"', self.server.call("GET", path).body)

    def found(self, external_id, user="joe"):
        answer = self.server.call("GET", "/oozie/v1/jobs", user=user, **{"jobtype": "wf", "external-id": external_id})
        self.assertEqual(answer.status, 200, answer)
        return answer.json()["id"]

    def test_a_server_that_dies_anywhere_makes_one_job(self):
        """Killed at moments that go through the whole of a submission, and asked again with the same key."""
        self.serve()
        app = self.application(workflow(shell("a", 'echo "$0" >> ' + f"'{self.sandbox.path('ran')}'"), "a"))
        self.until_status(self.submitted(app), "SUCCEEDED")  # compiled
        count = 12
        for number in range(count):
            self.disturbed(app, f"key{number}", number * 0.004)
        jobs = self.reader("jobs", "--ids").out.split()
        self.assertEqual(len(jobs), count + 1, self.server.log.read_text())
        for job in jobs:
            self.until_status(job, "SUCCEEDED")
        self.assertEqual(len(self.lines("ran")), count + 1)

    def disturbed(self, app, key, pause):
        answers = []

        def ask():
            try:
                answers.append(self.server.submit(app, key=key))
            except OSError:
                pass  # killed before it answered
        asker = threading.Thread(target=ask)
        asker.start()
        time.sleep(pause)  # time: where it is killed, at another place each time
        self.server.end(signal.SIGKILL)
        asker.join()
        self.server.start()
        first = [answer.json()["id"] for answer in answers if answer.status == 201]
        again = self.submitted(app, key=key)
        self.assertIn(again, first or [again])


class Verbs(ServedTest):
    def waiting(self):
        """A job whose action waits for the file `go`, and one after it."""
        body = shell("a", until_there(self.sandbox, "go"), to="b") + shell("b", touch(self.sandbox, "ran"))
        return self.submitted(self.application(workflow(body, "a")))

    def test_a_picture_of_a_job(self):
        """As PNG, or as SVG with the states of nodes; a hostile text stays a text."""
        self.serve()
        job = self.submitted(self.application(workflow(
            shell("good", "true", to="bad") + shell("bad", "exit 1", to="d")
            + decision("d", [("never", "${'</title><script>' eq wf:user()}")], "end") + shell("never", "true"), "good")))
        self.until_status(job, "KILLED")
        answer = self.server.call("GET", f"/oozie/v2/job/{job}", show="graph", format="svg")
        self.assertEqual((answer.status, answer.fields["content-type"]), (200, "image/svg+xml"), answer)
        self.assertIn("default-src 'none'", answer.fields["content-security-policy"])
        root = ElementTree.fromstring(answer.body)
        svg = "{http://www.w3.org/2000/svg}"
        groups = [(group.findtext(f"{svg}title"), group.get("class")) for group in root.iter(f"{svg}g")]
        states = {title.split()[0]: state for title, state in groups if title and "→" not in title}
        self.assertEqual({name: states[name] for name in ("good", "bad", "killed", "never", "end")}, {
            "good": "is-done", "bad": "is-failed", "killed": "is-done", "never": None, "end": None})
        self.assertEqual(list(root.iter(f"{svg}script")), [])
        for options in ({}, {"format": "png"}):
            answer = self.server.call("GET", f"/oozie/v2/job/{job}", show="graph", **options)
            self.assertEqual((answer.status, answer.fields["content-type"]), (200, "image/png"), answer)
            self.assertEqual(answer.body[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual([each.name for each in (self.server.state / "programs").iterdir()
                          if each.name.startswith(".")], [])

    def test_pictures_hold_up_no_submission(self):
        """Their layout takes the half of a minute that it may; whoever submits does not wait for it."""
        def tangled(i, count=200):
            far = (i * 7 + 3) % (count - i) + i + 1
            return decision(f"d{i}", [(f"d{far}" if far < count else "end", f"${{wf:conf('a') eq '{i}'}}"),
                                      (f"d{i + 5}" if i + 5 < count else "killed", "${wf:conf('b') eq 'x'}")],
                            f"d{i + 1}" if i + 1 < count else "end")

        self.serve()
        job = self.submitted(self.application(workflow("".join(map(tangled, range(200))), "d0")))
        self.until_status(job, "SUCCEEDED")
        ended = []

        def look():
            try:
                ended.append(self.server.call("GET", f"/oozie/v2/job/{job}", show="graph"))
            except OSError:  # the server ends before
                pass

        threads = [threading.Thread(target=look) for _ in range(4)]
        for thread in threads:
            thread.start()
        self.until(lambda: any(b"\0graph\0" in command for command in self.children()), "no picture was begun")
        self.submitted(self.application(workflow(fs("a", f'<mkdir path="{self.sandbox.path("x")}"/>'), "a"), "other"))
        self.assertEqual(ended, [])
        self.server.end(signal.SIGKILL)
        for thread in threads:
            thread.join()

    def children(self):
        """The command lines of the server's own processes."""
        found = []
        for path in Path(f"/proc/{self.server.process.pid}/task").glob("*/children"):
            for pid in path.read_text().split():
                try:
                    found.append(Path(f"/proc/{pid}/cmdline").read_bytes())
                except OSError:
                    pass
        return found

    def test_suspend_and_resume(self):
        self.serve()
        job = self.waiting()
        self.told(job, "suspend")
        self.assertEqual(self.reader.status(job), "SUSPENDED")
        self.told(job, "suspend")  # nothing to do: no error
        self.sandbox.write("go", "")
        self.told(job, "resume")
        self.until_status(job, "SUCCEEDED")
        self.told(job, "resume")
        self.told(job, "suspend")
        self.assertEqual(self.lines("ran"), ["x"])

    def test_resume_while_the_last_action_runs(self):
        """At once, as in Oozie: the program of the job goes on, and nothing waits for its end."""
        self.serve()
        job = self.waiting()
        self.until(lambda: self.reader.nodes(job).get("a", {}).get("status") == "RUNNING")
        [program] = self.programs(job)
        for _ in range(3):
            self.told(job, "suspend")
            self.assertEqual(self.reader.status(job), "SUSPENDED")
            self.told(job, "resume")
            self.assertEqual(self.reader.status(job), "RUNNING")
        self.assertEqual(self.programs(job), [program])
        os.kill(program, signal.SIGKILL)  # wanted, as ever
        self.until(lambda: self.programs(job) not in ([], [program]), "it was not started again")
        self.sandbox.write("go", "")
        self.until_status(job, "SUCCEEDED")
        self.assertEqual(self.lines("ran"), ["x"])

    def test_resume_of_a_job_that_another_server_has_left_running(self):
        self.serve()
        job = self.waiting()
        self.until(lambda: self.reader.nodes(job).get("a", {}).get("status") == "RUNNING")
        self.told(job, "suspend")
        self.server.end(signal.SIGKILL)
        self.server.start()
        [program] = self.programs(job)
        self.told(job, "resume")
        self.assertEqual((self.reader.status(job), self.programs(job)), ("RUNNING", [program]))
        os.kill(program, signal.SIGKILL)
        self.sandbox.write("go", "")
        self.until_status(job, "SUCCEEDED")

    def test_resumes_at_the_moment_at_which_the_program_ends(self):
        """Two that know nothing of each other, while the last action ends: the job goes on once."""
        self.serve()
        for number in range(6):
            for name in ("go", "ran"):
                self.sandbox.path(name).unlink(missing_ok=True)
            job = self.waiting()
            self.until(lambda job=job: self.reader.nodes(job).get("a", {}).get("status") == "RUNNING")
            self.told(job, "suspend")
            self.sandbox.write("go", "")  # the action looks each 50 ms
            time.sleep(number * 0.012)  # time: at another moment each time
            answers = []
            askers = [threading.Thread(target=lambda job=job: answers.append(self.server.tell(job, "resume")))
                      for _ in range(2)]
            for asker in askers:
                asker.start()
            for asker in askers:
                asker.join()
            self.assertEqual([answer.status for answer in answers], [200, 200], answers)
            self.until_status(job, "SUCCEEDED")
            self.assertEqual(self.lines("ran"), ["x"])

    def test_kill(self):
        self.serve()
        job = self.waiting()
        self.told(job, "kill")
        self.assertEqual(self.reader.status(job), "KILLED")
        self.told(job, "kill")
        self.until(lambda: not self.processes(), "programs are left")
        prep = self.submitted(self.application(workflow(shell("a", "true"), "a"), "other"), action=None)
        self.told(prep, "kill")
        self.assertEqual(self.reader.status(prep), "KILLED")

    def test_rerun(self):
        self.serve()
        body = (shell("a", touch(self.sandbox, "a"), to="b")
                + shell("b", f"test -e '{self.sandbox.path('go')}'"))
        app = self.application(workflow(body, "a"))
        job = self.submitted(app)
        self.until_status(job, "KILLED")
        self.sandbox.write("go", "")
        both = {"oozie.wf.rerun.failnodes": "true", "oozie.wf.rerun.skip.nodes": "a"}
        answer = self.server.tell(job, "rerun", {**app, **both})
        self.assertEqual((answer.status, answer.code), (400, "E0404"), answer)
        self.told(job, "rerun", {**app, "oozie.wf.rerun.failnodes": "true"})
        self.until_status(job, "SUCCEEDED")
        self.assertEqual(self.lines("a"), ["x"])
        self.assertEqual(self.reader.info(job)["job"]["run"], 1)
        answer = self.server.tell(job, "rerun", {**app, "oozie.wf.rerun.skip.nodes": "a"})
        self.assertEqual((answer.status, answer.code), (400, "E0404"), "the property of a rerun stays with the job")
        self.told(job, "rerun", {**app, "oozie.wf.rerun.failnodes": "false"})
        self.until(lambda: (self.reader.info(job)["job"]["run"], self.reader.status(job)) == (2, "SUCCEEDED"))
        self.assertEqual(self.lines("a"), ["x", "x"])
        answer = self.server.tell(job, "rerun", {**app, "oozie.wf.rerun.skip.nodes": "nosuch"})
        self.assertEqual((answer.status, answer.code), (400, "E0807"), answer)
        self.assertEqual(self.reader.status(job), "SUCCEEDED")

    def test_a_rerun_that_skips_a_failed_node(self):
        """The node takes its error transition again, and does not run, as in Oozie."""
        self.serve()
        app = self.application(workflow(shell("a", touch(self.sandbox, "a"), to="b")
                                        + shell("b", f"{touch(self.sandbox, 'b')}; exit 1"), "a"))
        job = self.submitted(app)
        self.until_status(job, "KILLED")
        self.assertEqual(self.reader.nodes(job)["b"]["status"], "ERROR")
        self.told(job, "rerun", {**app, "oozie.wf.rerun.skip.nodes": "b"})
        self.until(lambda: (self.reader.info(job)["job"]["run"], self.reader.status(job)) == (1, "KILLED"))
        self.assertEqual((self.lines("a"), self.lines("b")), (["x", "x"], ["x"]))

    def test_forks_and_joins_that_are_not_checked(self):
        self.serve()
        # c runs until the second path comes to it.
        wait = f"while test -d '{self.sandbox.folder}'; do sleep 0.05; done"
        body = fork("f", "a", "b") + shell("a", "true", to="c") + shell("b", "true", to="c") + shell("c", wait)
        app = self.application(workflow(body, "f"))
        refused = self.server.submit(app)
        self.assertEqual((refused.status, refused.code), (400, "E0730"), refused)
        off = {**app, "oozie.wf.validate.ForkJoin": "false"}
        job = self.submitted(off)
        self.until_status(job, "FAILED")
        self.assertEqual(self.reader.info(job)["job"]["errorCode"], "E0709")
        self.told(job, "rerun", {"oozie.wf.rerun.failnodes": "true"})  # the job still has the property
        self.until(lambda: (self.reader.info(job)["job"]["run"], self.reader.status(job)) == (1, "FAILED"))
        self.assertEqual(self.server.submit(app).code, "E0730", "the other program has its own key")
        self.assertEqual(self.server.submit(off, action="dryrun").status, 201)
        self.application(workflow(decision("d", [("j", "${true}")], "end") + join("j"), "d"))
        job = self.submitted(off)
        self.until_status(job, "FAILED")
        self.assertEqual(self.reader.info(job)["job"]["errorCode"], "E0720")
        self.server.end()
        self.serve("--local", "--site", self.sandbox.write("site.xml", configuration({"oozie.validate.ForkJoin": "false"})))
        self.until_status(self.submitted(app), "FAILED")

    def test_a_rerun_reads_the_definition_again(self):
        self.serve()
        app = self.application(workflow(shell("a", touch(self.sandbox, "a"), to="b") + shell("b", "exit 1"), "a"))
        job = self.submitted(app)
        self.until_status(job, "KILLED")
        self.application(workflow(shell("a", touch(self.sandbox, "a"), to="b")
                                  + shell("b", "echo ${word} >'" + str(self.sandbox.path("b")) + "'"), "a"))
        self.sandbox.write("app/config-default.xml", configuration({"word": "mended"}))
        self.told(job, "rerun", {"oozie.wf.rerun.failnodes": "true"})
        self.until_status(job, "SUCCEEDED")
        self.assertEqual((self.lines("a"), self.lines("b")), (["x"], ["mended"]))

    def test_rerun_of_a_job_that_has_not_ended(self):
        self.serve()
        job = self.waiting()
        answer = self.server.tell(job, "rerun", {"oozie.wf.rerun.failnodes": "true"})
        self.assertEqual((answer.status, answer.code), (400, "E0805"), answer)
        self.told(job, "kill")

    def test_jobs_that_are_not_there(self):
        self.serve()
        for action in ("start", "suspend", "resume", "kill"):
            answer = self.server.tell("0000007-1-W", action)
            self.assertEqual((answer.status, answer.code), (400, "E0605"), answer)
        for name in ("..%2f..%2fetc", "%00", "a" * 5000):
            self.assertIn(self.server.tell(name, "kill").status, (400, 404))

    def test_a_job_that_came_otherwise(self):
        """Made by its own program in the same state directory: the server knows what to do."""
        self.serve()
        program = self.sandbox.build(workflow(shell("a", touch(self.sandbox, "ran")), "a"))
        self.sandbox.children.clear()
        job = program("submit", "--local", "-D", "user.name=joe").out.strip()
        self.told(job, "start")
        self.assertTrue(program.wait_for(lambda: program.status(job) == "SUCCEEDED"))


class Conf(ServedTest):
    """`conf` of actions: the XML of their elements."""

    NODES = (decision("d", [("killed", "${n eq 0}"), ("c", "${n eq 1}")], "end")
             + '<action name="c"><sub-workflow><app-path>${child}</app-path></sub-workflow><ok to="f"/><error to="killed"/></action>'
             + fs("f", '<mkdir path="${root}/${wf:id()}"/>\n<touchz path="${root}/a&amp;b"/>'))

    def confs(self, job, **options):
        actions = self.server.call("GET", f"/oozie/v2/job/{job}", **options).json()["actions"]
        for action in actions:
            one = self.server.call("GET", f"/oozie/v2/job/{job}@{action['name']}", **options).json()
            self.assertEqual(one["conf"], action["conf"])
        return {action["name"]: action["conf"] for action in actions}

    def begin(self, **properties):
        self.serve()
        root = f"file://{self.sandbox.folder}"
        self.application(workflow(shell("a", "true", arguments=["${wf:name()}"]), "a", name="below"), "child")
        app = self.application(workflow(self.NODES.replace("${child}", f"{root}/child"), "d"))
        self.sandbox.write("app/config-default.xml", "<configuration><property><name>db.password</name><value>${n}-hidden</value>"
                           "</property></configuration>")
        return self.submitted({**app, "root": root, "n": "1", **properties})

    def lines_of(self, conf):
        return [line.strip() for line in conf.split("\r\n")]

    def test_as_oozie_has_it(self):
        job = self.begin()
        self.until_status(job, "SUCCEEDED")
        confs = self.confs(job)
        folder = self.sandbox.folder
        hidden = ["<configuration>", '<property xmlns="">', "<name>db.password</name>", "<value>1-hidden</value>",
                  "<source>programatically</source>", "</property>", "</configuration>"]
        self.assertEqual(self.lines_of(confs["f"]), [
            '<fs xmlns="uri:oozie:workflow:1.0">', f'<mkdir path="file://{folder}/{job}" />',
            f'<touchz path="file://{folder}/a&amp;b" />', "<name-node>file:///</name-node>", *hidden, "</fs>"])
        self.assertEqual(self.lines_of(confs["d"]), [
            '<switch xmlns="uri:oozie:workflow:1.0">', '<case to="killed">false</case>', '<case to="c">true</case>',
            '<default to="end" />', "</switch>"])
        self.assertEqual(self.lines_of(confs["c"]), [
            '<sub-workflow xmlns="uri:oozie:workflow:1.0">', f"<app-path>file://{folder}/child</app-path>",
            "<name-node>file:///</name-node>", "<resource-manager>local</resource-manager>", "<configuration />",
            "</sub-workflow>"])
        self.assertEqual((confs[":start:"], confs["end"]), ("", ""))
        other = self.confs(job, user="alice")
        self.assertEqual(other["f"], confs["f"].replace("1-hidden", "***"))
        # The actions of a sub-workflow that is compiled in, and an answer of a server that was killed.
        child = next(action["externalId"] for action in self.server.call("GET", f"/oozie/v2/job/{job}").json()["actions"]
                     if action["name"] == "c")
        of_child = self.confs(child)
        self.assertEqual(self.lines_of(of_child["a"]), [
            '<shell xmlns="uri:oozie:shell-action:1.0">', "<exec>/bin/sh</exec>", "<argument>-c</argument>",
            "<argument>true</argument>", "<argument>sh</argument>", "<argument>below</argument>",
            "<name-node>file:///</name-node>", "<resource-manager>local</resource-manager>", "<configuration />", "</shell>"])
        self.server.end(signal.SIGKILL)
        self.server.start()
        self.assertEqual((self.confs(job), self.confs(child)), (confs, of_child))

    def test_of_an_action_with_credentials(self):
        self.serve()
        definition = workflow(shell("a", "true", attributes=' cred="c"'), "a")
        credential = ('<credential name="c" type="hive2"><property><name>hive2.jdbc.url</name><value>${url}</value></property>'
                      "<property><name>hive2.server.principal</name><value>p</value></property></credential>")
        definition = definition.replace("</global>", f"</global>\n<credentials>{credential}</credentials>")
        job = self.submitted({**self.application(definition), "url": "jdbc:hive2://h/d"})
        self.until_status(job, "SUCCEEDED")
        self.assertEqual(self.lines_of(self.confs(job)["a"]), [
            '<shell xmlns="uri:oozie:shell-action:1.0">', "<exec>/bin/sh</exec>", "<argument>-c</argument>",
            "<argument>true</argument>", "<argument>sh</argument>",
            "<name-node>file:///</name-node>", "<resource-manager>local</resource-manager>", "<configuration />", "</shell>"])

    def test_before_the_start_and_of_a_rerun(self):
        job = self.begin(**{"oozie.suspend.on.nodes": "f", "n": "0"})
        self.until_status(job, "KILLED")
        self.assertEqual(self.confs(job)["killed"], "${wf:errorMessage(wf:lastErrorNode())}")
        self.told(job, "rerun", {"oozie.wf.rerun.failnodes": "false", "oozie.wf.rerun.skip.nodes": "", "n": "1",
                                 "oozie.suspend.on.nodes": "f"})
        self.until_status(job, "SUSPENDED")
        confs = self.confs(job)
        self.assertIn('<mkdir path="${root}/${wf:id()}" />', confs["f"])
        self.assertIn("<value>${n}-hidden</value>", confs["f"])
        self.assertIn('<case to="c">true</case>', confs["d"])
        self.told(job, "resume")
        self.until_status(job, "SUCCEEDED")
        self.assertIn(f'<mkdir path="file://{self.sandbox.folder}/{job}" />', self.confs(job)["f"])


class Death(ServedTest):
    def test_jobs_go_on_without_the_server(self):
        self.serve()
        waits = f"{touch(self.sandbox, 'begun')}; {until_there(self.sandbox, 'go')}"
        body = shell("a", waits, to="b") + shell("b", touch(self.sandbox, "ran"))
        app = self.application(workflow(body, "a"))
        jobs = [self.submitted(app) for _ in range(5)]
        self.until(lambda: len(self.lines("begun")) == 5)  # no program has a child that is still one of it
        self.until(lambda: len(self.programs()) == 5)
        before = self.programs()
        self.server.end(signal.SIGKILL)
        self.assertEqual(self.programs(), before)
        self.server.start()
        self.assertEqual(self.programs(), before)  # none is doubled
        self.sandbox.write("go", "")
        for job in jobs:
            self.until_status(job, "SUCCEEDED")
        self.assertEqual(self.lines("ran"), ["x"] * 5)

    def test_sigterm_is_a_clean_end(self):
        self.serve()
        job = self.submitted(self.application(workflow(shell("a", until_there(self.sandbox, "go")), "a")))
        self.assertEqual(self.server.end(signal.SIGTERM), 0)
        self.sandbox.write("go", "")
        self.until_status(job, "SUCCEEDED")

    def test_what_has_no_process_is_woken_once(self):
        """Server and programs are gone together."""
        self.serve()
        body = shell("a", f"{touch(self.sandbox, 'a')}; {until_there(self.sandbox, 'go')}", to="b")
        app = self.application(workflow(body + shell("b", touch(self.sandbox, "b")), "a"))
        jobs = [self.submitted(app) for _ in range(3)]
        stopped = self.submitted(app)
        self.told(stopped, "suspend")
        self.server.end(signal.SIGKILL)
        for pid in self.programs():
            os.kill(pid, signal.SIGKILL)
        self.until(lambda: not self.programs())
        self.server.start()
        self.sandbox.write("go", "")
        for job in jobs:
            self.until_status(job, "SUCCEEDED")
        self.assertEqual(len(self.lines("b")), 3)
        self.assertEqual(self.reader.status(stopped), "SUSPENDED")

    def test_a_program_that_dies_is_started_again(self):
        self.serve()
        body = shell("a", until_there(self.sandbox, "go"), to="b") + shell("b", touch(self.sandbox, "b"))
        job = self.submitted(self.application(workflow(body, "a")))
        self.until(lambda: len(self.programs(job)) == 1)
        [first] = self.programs(job)
        os.kill(first, signal.SIGKILL)
        self.until(lambda: len(self.programs(job)) == 1 and self.programs(job) != [first], "it was not started again")
        self.sandbox.write("go", "")
        self.until_status(job, "SUCCEEDED")
        self.assertEqual(self.lines("b"), ["x"])

    def test_the_third_crash_without_a_step_suspends(self):
        self.serve()
        body = shell("a", until_there(self.sandbox, "go"), to="b") + shell("b", touch(self.sandbox, "b"))
        job = self.submitted(self.application(workflow(body, "a")))
        self.until(lambda: self.reader.nodes(job).get("a", {}).get("status") == "RUNNING")
        killed = set()

        def kill_next():
            for pid in self.programs(job):
                if pid not in killed:
                    killed.add(pid)
                    os.kill(pid, signal.SIGKILL)
            return self.reader.status(job) == "SUSPENDED"
        self.until(kill_next, "it is not suspended")
        info = self.reader.info(job)["job"]
        self.assertIn("signal 9", info["suspendedBy"])
        self.assertIn("3 times", info["suspendedBy"])
        self.sandbox.write("go", "")
        self.told(job, "resume")
        self.until_status(job, "SUCCEEDED")

    def test_one_server_a_state_directory(self):
        self.serve()
        second = run([HPDLD, *ONE_USER, "--listen", "127.0.0.1:0", "--state", self.server.state])
        self.assertEqual(second.code, 1, second)
        self.assertIn("another hpdld serves", second.err)
        self.assertEqual(self.server.call("GET", "/health", user=None).status, 200)

    def test_a_lock_that_is_given_up_at_once_is_waited_for(self):
        """As a child has it that a killed server was just starting."""
        state = self.sandbox.path("state")
        state.mkdir(mode=0o700)
        lock = open(state / "server.lock", "w")
        fcntl.fcntl(lock, fcntl.F_OFD_SETLK, struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0))

        def give_up():
            until = wait_for(lambda: any(state.glob("catalogue-*")))
            lock.close()
            return until
        child = threading.Thread(target=give_up)
        child.start()
        self.addCleanup(child.join)
        self.serve()
        self.assertEqual(self.server.call("GET", "/health", user=None).status, 200)


class Callbacks(ServedTest):
    def waiting_for_a_callback(self):
        """A parked job whose action has sent its URL away, and that URL's path."""
        peer = HttpPeer()
        self.addCleanup(peer.close)
        site = self.sandbox.write("site.xml", "<configuration><property><name>hpdl.server.park</name><value>0</value>"
                                              "</property></configuration>")
        self.serve("--local", "--site", str(site))
        job = self.submitted(self.application(
            '<hadoop-workflow name="w"><start to="ask"/><http name="ask">'
            f"<url>{peer.url()}?cb=${{urlEncode(wf:callback('S'))}}</url><mode>WAIT</mode>"
            '<transition name="OK" to="end"/><transition name="ERROR" to="bad"/></http>'
            '<fail name="bad"><message>bad</message></fail><end name="end"/></hadoop-workflow>'))
        self.until(lambda: self.reader.info(job)["job"]["parked"] and not self.programs(), "it does not park")
        url = urllib.parse.unquote(peer.requests[0].path.split("cb=")[1])
        base = f"http://127.0.0.1:{self.server.port}"
        self.assertTrue(url.startswith(f"{base}/callback/"), url)
        return job, url.removeprefix(base)

    def test_a_callback_wakes_its_job(self):
        job, path = self.waiting_for_a_callback()
        wrong = path.replace("/callback/", "/callback/0", 1)
        for bad, status in ((wrong, 403), (path.split("?")[0], 400), (path.replace(job, "0000009-1-W"), 403)):
            self.assertEqual(self.server.call("GET", bad, user=None).status, status, bad)
        self.assertEqual(self.server.call("DELETE", path, user=None).status, 405)
        self.assertTrue(self.reader.info(job)["job"]["parked"])
        answer = self.server.call("GET", path.replace("=S", "=OK"), user=None)  # nobody has to say who they are
        self.assertEqual(answer.status, 200, answer)
        self.until_status(job, "SUCCEEDED")

    def test_in_safe_mode_what_runs_goes_on_and_nothing_is_woken(self):
        job, path = self.waiting_for_a_callback()
        running = self.submitted(self.application(workflow(shell("a", until_there(self.sandbox, "go")), "a")))
        self.until(lambda: self.reader.nodes(running).get("a", {}).get("status") == "RUNNING")
        self.assertEqual(self.server.call("PUT", "/oozie/v2/admin/status", systemmode="SAFEMODE").status, 200)
        self.assertEqual(self.server.submit(self.application(workflow(shell("a", "true"), "a"))).status, 503)
        self.assertEqual(self.server.call("GET", path.replace("=S", "=OK"), user=None).status, 200)
        self.until(lambda: "\nhpdld_programs_waiting 1\n" in self.server.call("GET", "/metrics", user=None).body)
        self.sandbox.write("go", "")
        self.until_status(running, "SUCCEEDED")
        self.until(lambda: not self.programs(running))
        self.assertTrue(self.reader.info(job)["job"]["parked"])
        self.assertEqual(self.programs(), [])
        self.assertEqual(self.server.call("PUT", "/oozie/v2/admin/status", systemmode="NORMAL").status, 200)
        self.until_status(job, "SUCCEEDED")

    def test_a_server_starts_in_the_mode_of_its_site(self):
        self.serve("--local", "--site", self.sandbox.write("site.xml", configuration({"oozie.systemmode": "SAFEMODE"})))
        app = self.application(workflow(shell("a", "true"), "a"))
        self.assertEqual(self.server.call("GET", "/oozie/v2/admin/status").json(), {"systemMode": "SAFEMODE"})
        answer = self.server.submit(app)
        self.assertEqual((answer.status, answer.code), (503, "E0002"), answer)
        self.assertEqual(self.server.call("PUT", "/oozie/v2/admin/status", systemmode="NORMAL").status, 200)
        self.until_status(self.submitted(app), "SUCCEEDED")

    def test_one_that_came_before_the_server_died(self):
        job, path = self.waiting_for_a_callback()
        self.assertEqual(self.server.call("GET", path.replace("=S", "=OK"), user=None).status, 200)
        self.server.end(signal.SIGKILL)
        self.server.start()
        self.until_status(job, "SUCCEEDED")


class Parking(ServedTest):
    def test_a_parked_job_is_woken(self):
        """An action that asks a server which is not there yet: nothing runs meanwhile."""
        port = free_port()
        body = (f'<http name="ask"><url>http://127.0.0.1:{port}/</url><mode>CONTINUE</mode>'
                '<transition name="OK" to="end"/><transition name="ERROR" to="bad"/></http>'
                '<fail name="bad"><message>bad</message></fail><end name="end"/>')
        site = self.sandbox.write(
            "site.xml", "<configuration><property><name>oozie.action.retry.interval</name><value>2</value></property>"
            "<property><name>hpdl.server.park</name><value>0</value></property></configuration>")
        self.serve("--local", "--site", str(site))
        app = self.application(f'<hadoop-workflow name="w"><start to="ask"/>{body}</hadoop-workflow>')
        job = self.submitted(app)
        self.until(lambda: self.reader.info(job)["job"]["parked"] and not self.programs(), "it does not park")
        self.server.end(signal.SIGKILL)
        peer = HttpPeer(port=port)
        self.addCleanup(peer.close)
        self.server.start()
        self.until_status(job, "SUCCEEDED")
        self.assertEqual(len(peer.requests), 1)


class CommandLine(ServedTest):
    def refuse(self, code, *words, options=()):
        result = run([HPDLD, *options])
        self.assertEqual(result.code, code, result)
        for word in words:
            self.assertIn(word, result.err)

    def test_help_and_version(self):
        help_text = run([HPDLD, "--help"])
        self.assertEqual(help_text.code, 0)
        for word in ("--listen", "--state", "--site", "--local", "--one-user", "--check-config"):
            self.assertIn(word, help_text.out)
        self.assertRegex(run([HPDLD, "--version"]).out, r"^hpdld \d+\.\d+\.\d+\n$")

    def test_what_is_refused(self):
        state = ("--state", self.sandbox.path("s"))
        self.refuse(2, "unknown argument", options=["--frob"])
        self.refuse(2, "loopback", options=["--listen", "0.0.0.0:11000", *state])
        self.refuse(2, "expected HOST:PORT", options=["--listen", "nowhere", *state])
        site = self.sandbox.write("site.xml", "<configuration><property><name>oozie.authentication.type</name>"
                                              "<value>kerberos</value></property></configuration>")
        self.refuse(2, "kerberos", options=["--site", site, *state])
        self.assertFalse(self.sandbox.path("s").exists())

    def test_check_config(self):
        checked = run([HPDLD, *ONE_USER, "--check-config", "--state", self.sandbox.path("s")])
        self.assertEqual(checked.code, 0, checked)
        self.assertIn(str(self.sandbox.path("s")), checked.out)
        self.assertFalse(self.sandbox.path("s").exists())

    def test_check_config_needs_a_compiler_that_runs(self):
        server = self.sandbox.path("hpdld")
        shutil.copy(HPDLD, server)
        for make, wanted in ((lambda: None, "No such file or directory"),
                             (lambda: self.sandbox.path("hpdlc").write_text(""), "Permission denied")):
            make()
            checked = run([server, *ONE_USER, "--check-config", "--state", self.sandbox.path("s")])
            self.assertEqual((checked.code, checked.out), (1, ""))
            self.assertIn(f"the compiler {self.sandbox.path('hpdlc')} cannot be run: {wanted}", checked.err)

    def test_who_comes_in(self):
        self.serve()
        call = self.server.call
        self.assertEqual(call("OPTIONS", "/oozie/versions", user=None).status, 403)
        answer = call("OPTIONS", "/oozie/versions")
        self.assertEqual(answer.status, 200)
        cookie = answer.fields["set-cookie"].split(";")[0]
        self.assertRegex(cookie, r'^hadoop\.auth="u=joe&p=joe&t=simple&e=\d+&s=[0-9a-f]{64}"$')
        self.assertEqual(call("OPTIONS", "/oozie/versions", user=None, fields={"Cookie": cookie}).status, 200)
        self.server.end()
        self.server.start()  # the secret is kept
        self.assertEqual(call("OPTIONS", "/oozie/versions", user=None, fields={"Cookie": cookie}).status, 200)
        for fields in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
            answer = call("OPTIONS", "/oozie/versions", fields=fields)
            self.assertEqual(answer.status, 403)
            self.assertFalse([name for name in answer.fields if name.startswith("access-control")])


if __name__ == "__main__":
    closing.main()
