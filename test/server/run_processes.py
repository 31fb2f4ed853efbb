"""Root's hpdld is four kinds of processes, and each can do one thing. The supervisor is root's and hears no caller. The
front hears callers and has no right; the store has none either. The servers of users are their users'."""

import http.client
import os
import signal
import socket
import ssl
import subprocess
import sys
from base64 import b64encode
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from accounts import *  # noqa: F403
from programs import *  # noqa: F403
from served import *  # noqa: F403


def status_of(pid):
    """The lines of /proc/PID/status by their names."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {line.split(":")[0]: line.split(":")[1].split() for line in lines if ":" in line}


class Processes(AccountsTest):
    def front(self):
        return self.children_of_root("--serve-front").get(FRONT)

    def store(self):
        return self.children_of_root("--serve-store").get(STORE)

    def restarted(self, find, before):
        self.until(lambda: find() not in (None, before), "it has not been started again")

    def test_rights(self):
        self.begin()
        self.submit("ann", self.wait)
        none = ["0" * 16]
        for pid, uid in ((self.front(), FRONT), (self.store(), STORE)):
            status = status_of(pid)
            self.assertEqual(status["Uid"], [str(uid)] * 4)
            self.assertEqual(status["Gid"], [str(uid)] * 4)
            self.assertEqual(status["Groups"], [])
            for kind in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
                self.assertEqual(status[kind], none, kind)
            self.assertEqual((status["NoNewPrivs"], status["Seccomp"], status["Threads"]), (["1"], ["2"], ["1"]))
            self.assertEqual(Path(f"/proc/{pid}/environ").read_bytes(), b"")
        users = status_of(self.user_servers()[ANN])
        self.assertEqual((users["Uid"], users["CapEff"], users["CapPrm"]), ([str(ANN)] * 4, none, none))
        # Nothing that only root may read is open in the front, and the supervisor hears no caller.
        for pid in (self.front(), self.store(), self.user_servers()[ANN]):
            opened = [os.readlink(f"/proc/{pid}/fd/{each}") for each in os.listdir(f"/proc/{pid}/fd")]
            for secret in (self.server.state / "server.secret", self.sandbox.path("passwords"),
                           self.server.state / "server.lock"):
                self.assertNotIn(os.path.realpath(secret), opened)
        with socket.create_connection(("127.0.0.1", self.server.port)) as client:
            client.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertIn(b"200 OK", client.recv(1000))
            sockets = [os.readlink(f"/proc/{self.server.process.pid}/fd/{each}")
                       for each in os.listdir(f"/proc/{self.server.process.pid}/fd")]
            known = {line.split()[9] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]
                     if line.split()[3] == "01" and line.split()[1].endswith(f":{self.server.port:04X}")}
            self.assertTrue(known)
            self.assertFalse({f"socket:[{inode}]" for inode in known} & set(sockets))

    def test_a_front_that_dies_touches_no_job(self):
        self.begin()
        job = self.submit("ann", f"echo x >> {self.out}/lines; {self.wait}")
        self.until(lambda: self.text("lines") == "x\n")
        first, users = self.front(), self.user_servers()
        word = b64encode(b"ann:pw-ann").decode()
        begun = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=TIMEOUT)
        begun.putrequest("POST", "/oozie/v2/jobs")  # a request whose body the front waits for
        begun.putheader("Authorization", f"Basic {word}")
        begun.putheader("Content-Length", "1000")
        begun.endheaders()
        begun.send(b"<configuration>")
        os.kill(first, signal.SIGKILL)
        with self.assertRaises((http.client.HTTPException, ConnectionError)):
            begun.getresponse()
        begun.close()
        # The port stays open, so a request may come before the next front does.
        self.assertEqual(self.status("ann", job), "RUNNING")
        self.restarted(self.front, first)
        self.assertEqual(self.user_servers(), users)
        self.assertIn("the front ended by signal 9", self.server.log.read_text())
        (self.out / "go").touch()
        self.until_ended("ann", job)
        self.assertEqual(self.text("lines"), "x\n")

    def test_an_answer_outlives_no_front(self):
        """A caller whose front dies gets a closed connection, and the user's server goes on."""
        self.begin()
        self.submit("ann", "true")
        os.kill(self.user_servers()[ANN], signal.SIGSTOP)
        word = b64encode(b"ann:pw-ann").decode()
        asked = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=TIMEOUT)
        asked.request("POST", "/oozie/v2/jobs", configuration(self.app("ann", f"echo y >> {self.out}/later", "later")),
                      {"Authorization": f"Basic {word}", "Content-Type": "application/xml"})

        def is_sent():
            return self.call("bob", "GET", "/oozie/v2/jobs").status == 200  # the front has handled an earlier request
        self.until(is_sent)
        first = self.front()
        os.kill(first, signal.SIGKILL)
        with self.assertRaises((http.client.HTTPException, ConnectionError)):
            asked.getresponse()
        asked.close()
        self.restarted(self.front, first)
        os.kill(self.user_servers()[ANN], signal.SIGCONT)
        self.assertEqual(self.call("ann", "GET", "/oozie/v2/jobs").status, 200)

    def test_tls_and_the_logs_are_read_again(self):
        """The supervisor reads the key and opens the logs, and passes both to the front."""
        key, certificate = self.certificate("server")
        other_key, other = self.certificate("other")
        log, access = self.sandbox.path("hpdld.log"), self.sandbox.path("access.log")
        self.options = ("--tls-key", key, "--tls-certificate", certificate, "--access-log", access)
        self.begin()

        def shown():
            return ssl.get_server_certificate(("127.0.0.1", self.server.port), timeout=TIMEOUT).strip()

        def asked():
            return run(["curl", "-sS", "--cacert", certificate, "-u", "ann:pw-ann",
                        f"https://127.0.0.1:{self.server.port}/oozie/v2/admin/status"]).out

        self.assertEqual(shown(), certificate.read_text().strip())
        self.assertIn("NORMAL", asked())
        self.until(lambda: "/oozie/v2/admin/status" in access.read_text())
        certificate.write_text(other.read_text())
        key.write_text(other_key.read_text())
        access.rename(self.sandbox.path("access.log.1"))
        self.server.process.send_signal(signal.SIGHUP)
        self.until(lambda: shown() == other.read_text().strip(), "the new certificate is not shown")
        self.assertIn("NORMAL", asked())
        self.until(lambda: access.exists() and "/oozie/v2/admin/status" in access.read_text())
        first = self.front()
        os.kill(first, signal.SIGKILL)
        self.restarted(self.front, first)
        self.assertEqual(shown(), other.read_text().strip())
        self.assertIn("the TLS certificate and key were reloaded", log.read_text())

    def certificate(self, name):
        """A key, and a certificate that it has signed itself, for this machine."""
        key, certificate = self.sandbox.path(f"{name}.key"), self.sandbox.path(f"{name}.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                        "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=test",
                        "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
        key.chmod(0o600)
        return key, certificate

    def test_a_store_that_dies_is_started_again(self):
        self.begin()
        first = self.store()
        os.kill(first, signal.SIGKILL)
        self.restarted(self.store, first)
        self.assertEqual(self.call("ann", "GET", "/oozie/v2/jobs").status, 200)

    def test_they_end_with_the_supervisor(self):
        self.begin()
        self.submit("ann", "true")
        pids = [self.front(), self.store(), *self.user_servers().values()]
        self.server.end(signal.SIGKILL)
        self.until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids), "a process is left")

    def test_accounts_that_are_missing(self):
        for setting in ("hpdl.server.front.account", "hpdl.server.store.account"):
            for account, why in (("nobody-here", "no account 'nobody-here'"), ("root", "no account 'root'")):
                with self.subTest(setting=setting, account=account):
                    command = [*self.name_space(), HPDLD, "--site", self.site({setting: account}), "--listen",
                               "127.0.0.1:0", "--state", self.sandbox.path("other")]
                    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=TIMEOUT)
                    self.assertEqual(done.returncode, 1, done)
                    self.assertIn(why, done.stderr)
                    self.assertIn("useradd", done.stderr)
                    checked = subprocess.run([*map(str, command), "--check-config"], capture_output=True, text=True,
                                             timeout=TIMEOUT)
                    self.assertEqual((checked.returncode, why in checked.stderr), (1, True), checked)

    def test_they_are_not_for_people(self):
        for option in ("--serve-front", "--serve-store", "--serve-user"):
            done = subprocess.run([str(HPDLD), option], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  timeout=TIMEOUT)
            self.assertEqual((done.returncode, "internal use" in done.stderr), (2, True), done)

    def test_one_user_has_one_process(self):
        self.serve("--local", "--one-user", program=HPDLD)
        self.assertEqual(self.children_of_root("--serve"), {})


if __name__ == "__main__":
    closing.main()
