"""Attacks by the files of a submitted application: too many bytes, bytes without an end, and nobody who waits for them."""

import contextlib
import os
import socket
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from served import *  # noqa: F403

TERABYTE = 1 << 40
MEGABYTE = 1 << 20


class Applications(ServedTest):
    def folder_of(self, properties):
        return Path(properties["oozie.wf.application.path"].removeprefix("file://"))

    def large(self, name, size=TERABYTE):
        """The properties of an application with a file that has `size` bytes and no block on the disk."""
        properties = self.application(workflow(shell("a", "true"), "a"), name)
        with (self.folder_of(properties) / "large").open("wb") as file:
            file.truncate(size)
        return properties

    def test_a_file_of_a_terabyte_is_refused(self):
        self.serve()
        for count in range(3):
            properties = self.large(f"large{count}")
            for refused in (self.server.submit(properties), self.server.submit(properties, action="dryrun")):
                self.assertEqual((refused.status, refused.code), (400, "E0710"))
                self.assertIn("hpdl.server.application.bytes.max", refused.message)
                self.assertIn("/large, which has 1099511627776 bytes", refused.message)

    def test_too_many_files_are_refused(self):
        site = self.sandbox.write("site.xml", configuration({"hpdl.server.application.files.max": "9"}))
        self.serve("--local", "--site", str(site))
        properties = self.application(workflow(shell("a", "true"), "a"))
        for number in range(9):
            (self.folder_of(properties) / f"f{number}").touch()
        refused = self.server.submit(properties)
        self.assertEqual((refused.status, refused.code), (400, "E0710"))
        self.assertIn("at most 9 files (hpdl.server.application.files.max)", refused.message)

    def test_files_without_an_end(self):
        self.serve()
        for name, make in (("fifo", os.mkfifo), ("zero", lambda path: path.symlink_to("/dev/zero"))):
            for file in ("workflow.xml", "config-default.xml", "more"):
                with self.subTest(name, file=file):
                    properties = self.application(workflow(shell("a", "true"), "a"), f"{name}-{file}")
                    path = self.folder_of(properties) / file
                    path.unlink(missing_ok=True)
                    make(path)
                    answer = self.server.submit(properties, action=None)
                    # No job needs the FIFO or the device, so they are left out.
                    self.assertEqual(answer.status, 201 if file == "more" else 400)

    def begin(self, properties, stack):
        """Sends a submission, and does not wait for its answer."""
        body = configuration(properties).encode()
        connection = socket.create_connection(("127.0.0.1", self.server.port), TIMEOUT)
        stack.enter_context(contextlib.closing(connection))
        connection.sendall(b"POST /oozie/v2/jobs?user.name=joe HTTP/1.1\r\nHost: localhost\r\n"
                           b"Content-Type: application/xml\r\nContent-Length: %d\r\n\r\n" % len(body) + body)

    def serve_endless(self, **settings):
        """Starts hpdld with limits under which it reads an endless() file longer than any test takes."""
        site = {"hpdl.server.application.bytes.max": str(TERABYTE), "hpdl.server.compile.timeout": "3600"}
        self.serve("--local", "--site", str(self.sandbox.write("site.xml", configuration(site | settings))))

    def endless(self, name):
        return self.large(name, TERABYTE - MEGABYTE)

    def test_others_do_not_wait_for_large_files(self):
        self.serve_endless()
        with contextlib.ExitStack() as stack:
            for count in range(16):
                self.begin(self.endless(f"large{count}"), stack)
            job = self.submitted(self.application(workflow(shell("a", "true"), "a")))
            self.until_status(job, "SUCCEEDED")
        # All callers have left, so nobody reads their files.
        self.until(lambda: not self.read_now(), "hpdld reads files of callers who have left")
        self.assertEqual(len(self.server.call("GET", "/oozie/v2/jobs").json()["workflows"]), 1)

    def test_the_limit_of_a_user_comes_before_a_file_is_looked_at(self):
        self.serve_endless(**{"hpdl.server.user.requests.max": "2"})
        large = self.large("terabyte", TERABYTE + MEGABYTE)
        with contextlib.ExitStack() as stack:
            for count in range(2):
                self.begin(self.endless(f"large{count}"), stack)
            self.until(lambda: len(self.read_now()) == 2, "hpdld does not read the files")
            self.assertEqual(self.server.submit(large).status, 429)

    def read_now(self):
        """The large files that hpdld has open."""
        folder, found = Path(f"/proc/{self.server.process.pid}/fd"), []
        for entry in folder.iterdir():
            with contextlib.suppress(OSError):
                found += [entry] if os.readlink(entry).endswith("/large") else []
        return found


if __name__ == "__main__":
    closing.main()
