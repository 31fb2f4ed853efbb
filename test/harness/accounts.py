"""Accounts for hpdld as root: those of a name space of mounts that the server alone has."""

import crypt
import os
import unittest
from base64 import b64encode
from pathlib import Path

from programs import *  # noqa: F403
from rights import can_mount
from served import *  # noqa: F403

ANN, BOB, OLD, FRONT, STORE = 23001, 23002, 401, 402, 403
IN_A_NAME_SPACE = """
mount --bind "$1" /etc/passwd && mount --bind "$2" /etc/group && mount --bind "$3" "$4" && shift 4 && exec "$@"
"""


def hashed(password):
    return crypt.crypt(password, crypt.mksalt(crypt.METHOD_BLOWFISH, rounds=16))


@unittest.skipUnless(can_mount(), "accounts of its own need root and mounts")
class AccountsTest(ServedTest):
    """A server of many users, with the users ann, bob and boss, whose passwords are pw-ann and so on."""

    options = ()

    def setUp(self):
        super().setUp()
        os.chmod(self.sandbox.folder, 0o755)
        self.out = self.sandbox.path("out")
        self.out.mkdir()
        self.out.chmod(0o1777)
        # A command that waits for a file, or for the end of the test.
        self.wait = f"while test -d {self.out} && ! test -e {self.out}/go; do sleep 0.05; done"
        self.build = self.sandbox.path("build")
        self.build.mkdir()
        self.write_open("passwd", "".join(
            f"{name}:x:{uid}:{uid}::{self.out}:/bin/sh\n"
            for name, uid in (("root", 0), ("ann", ANN), ("bob", BOB), ("old", OLD),
                              ("hpdld-front", FRONT), ("hpdld-store", STORE))))
        self.write_open("group", f"root:x:0:\nann:x:{ANN}:\nbob:x:{BOB}:\nold:x:{OLD}:\nteam:x:24000:ann\n")
        users = ("ann", "bob", "old", "root", "nobody-here", "boss")
        self.sandbox.write("passwords", "".join(f"{name}:{hashed('pw-' + name)}\n" for name in users)).chmod(0o600)

    def write_open(self, name, text):
        """A file that everybody may read."""
        path = self.sandbox.write(name, text)
        path.chmod(0o644)
        return path

    def site(self, more=None):
        return self.write_open("site.xml", configuration({
            "oozie.authentication.type": "basic", "hpdl.server.password.file": str(self.sandbox.path("passwords")),
            **(more or {})}))

    def name_space(self):
        """The words before a command that the accounts are for."""
        return ["unshare", "--mount", "--propagation", "private", "sh", "-c", IN_A_NAME_SPACE, "sh",
                self.sandbox.path("passwd"), self.sandbox.path("group"), BUILD, self.build]

    def begin(self, more=None, env=None):
        return self.serve("--local", "--site", self.site(more), *self.options, env=env, before=self.name_space(),
                          program=self.build / "bin" / "hpdld")

    def processes(self):
        """Programs of all users' state directories."""
        found, users = [], os.path.realpath(self.server.state) + "/users/"
        for entry in os.listdir("/proc"):
            try:
                if entry.isdigit() and os.readlink(f"/proc/{entry}/exe").startswith(users):
                    found.append(int(entry))
            except OSError:
                pass
        return found

    def children_of_root(self, option):
        """Ids of the processes that the server has started with an option, by their users' ids."""
        found = {}
        for entry in os.listdir("/proc"):
            try:
                if entry.isdigit() and option.encode() in Path(f"/proc/{entry}/cmdline").read_bytes():
                    if int(Path(f"/proc/{entry}/stat").read_text().rsplit(")", 1)[1].split()[1]) == self.server.process.pid:
                        status = Path(f"/proc/{entry}/status").read_text()
                        uids = {line.split()[1] for line in status.splitlines() if line.startswith("Uid:")}
                        found[int(uids.pop())] = int(entry)
            except OSError:
                pass
        return found

    def user_servers(self):
        return self.children_of_root("--serve-user")

    def call(self, who, method, path, body=None, **query):
        word = b64encode(f"{who}:pw-{who}".encode()).decode()
        return self.server.call(method, path, body, user=None, fields={"Authorization": f"Basic {word}"}, **query)

    def app(self, who, script, name="app"):
        path = self.sandbox.path(f"{name}-{who}")
        path.mkdir(exist_ok=True)
        path.chmod(0o755)
        self.write_open(f"{name}-{who}/workflow.xml", workflow(shell("a", script), "a"))
        return {"oozie.wf.application.path": f"file://{path}"}

    def submit(self, who, script, more=None, **query):
        answer = self.call(who, "POST", "/oozie/v2/jobs", configuration({**self.app(who, script), **(more or {})}),
                           **{"action": "start", **query})
        self.assertEqual(answer.status, 201, answer)
        return answer.json()["id"]

    def status(self, who, job):
        answer = self.call(who, "GET", f"/oozie/v2/job/{job}", show="info")
        self.assertEqual(answer.status, 200, answer)
        return answer.json()["status"]

    def until_ended(self, who, job, status="SUCCEEDED"):
        self.until(lambda: self.status(who, job) == status, f"{job} is not {status}")

    def text(self, name):
        path = self.out / name
        return path.read_text() if path.exists() else ""


__all__ = ["ANN", "BOB", "FRONT", "OLD", "STORE", "AccountsTest"]
