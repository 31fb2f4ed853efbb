"""A PostgreSQL of a test's own, from Debian's package: on the loopback, in a folder that goes with it."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
from ports import free_ports
from programs import wait_for

BIN = Path("/usr/lib/postgresql/15/bin")
SECONDS = 120


class Postgres:
    """Until close(). `user` has `password`, and needs it."""

    user, password = "etl", "pg's s3cret"

    def __init__(self):
        # It refuses to run as root.
        self.owner = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        self.folder = Path(tempfile.mkdtemp(prefix="postgres-"))
        try:
            self.start()
        except BaseException:
            self.close()
            raise

    child = None

    def start(self):
        secret = self.folder / "password"
        secret.touch(0o600)
        secret.write_text(self.password)
        if self.owner:
            for path in (self.folder, secret):
                os.chown(path, self.owner.pw_uid, self.owner.pw_gid)
        self.run("initdb", "-D", self.data, "-U", self.user, "-A", "scram-sha-256", f"--pwfile={secret}", "--no-sync",
                 "--locale=C", "-E", "UTF8")
        (port,) = free_ports(1)
        self.url = f"jdbc:postgresql://127.0.0.1:{port}/postgres"
        self.port = str(port)
        self.log = open(self.folder / "log", "wb")
        self.child = subprocess.Popen(
            [BIN / "postgres", "-D", self.data, "-h", "127.0.0.1", "-p", self.port, "-k", self.folder, "-F", "-c", "shared_buffers=16MB"],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, **self.identity())
        if not wait_for(lambda: self.child.poll() is not None or self.answers(), SECONDS) or self.child.poll() is not None:
            raise RuntimeError((self.folder / "log").read_text())

    @property
    def data(self):
        return self.folder / "data"

    def identity(self):
        """Of processes that are not root's."""
        given = {"cwd": self.folder, "env": {"PATH": os.environ["PATH"], "PGPASSWORD": self.password, "LC_ALL": "C"}}
        if self.owner:
            given.update(user=self.owner.pw_uid, group=self.owner.pw_gid, extra_groups=[])
        return given

    def run(self, program, *words, check=True):
        return subprocess.run([BIN / program, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=check,
                              timeout=SECONDS, **self.identity())

    def answers(self):
        return self.run("pg_isready", "-q", "-h", "127.0.0.1", "-p", self.port, check=False).returncode == 0

    def __call__(self, *statements):
        """Runs statements; the rows that they give, columns between bars."""
        words = [word for statement in statements for word in ("-c", statement)]
        done = self.run("psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", self.port, "-U", self.user, "postgres", *words)
        return done.stdout.split("\n")[:-1]

    def close(self):
        if self.child is not None:
            self.child.send_signal(signal.SIGINT)  # ends its sessions, and itself
            try:
                self.child.wait(SECONDS)
            except subprocess.TimeoutExpired:
                self.child.kill()
                self.child.wait()
            self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
