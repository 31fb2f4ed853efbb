"""OpenSSH's server on 127.0.0.1 for tests: own port, host keys, accounts file and home.

As a script it serves until its standard input ends: `ssh_server.py FOLDER`. It prints its port; in FOLDER
are `known_hosts`, `client` (a key that is let in), and `home`, where sessions start.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

from ports import free_port

SSHD = Path("/usr/sbin/sshd")


def make_key(path, passphrase="", kind="ed25519"):
    """A new private key, with its public one beside it."""
    for old in (path, Path(f"{path}.pub")):
        old.unlink(missing_ok=True)
    subprocess.run(["ssh-keygen", "-q", "-t", kind, "-N", passphrase, "-C", path.name, "-f", str(path)],
                   check=True, stdin=subprocess.DEVNULL)
    return path


class SshServer:
    """The server. It lets the current user in with the key `client`, and nobody else."""

    def __init__(self, folder, settings=""):
        self.folder = Path(folder)
        self.home = self.folder / "home"
        self.home.mkdir(parents=True, exist_ok=True)
        self.known_hosts = self.folder / "known_hosts"
        self.log_path = self.folder / "sshd.log"
        self.client_key = make_key(self.folder / "client")
        self.host_key = make_key(self.folder / "host")
        (self.folder / "authorized_keys").write_text((self.folder / "client.pub").read_text())
        self.port = free_port()
        self.trust_host()
        self.settings = settings
        self.environment = {"HOME": str(self.home)}
        self.process = None
        self.start()

    @property
    def user(self):
        import pwd
        return pwd.getpwuid(os.getuid()).pw_name

    @property
    def address(self):
        """For `<host>`."""
        return f"{self.user}@127.0.0.1:{self.port}"

    def trust_host(self):
        key = " ".join((self.folder / "host.pub").read_text().split()[:2])
        self.known_hosts.write_text(f"[127.0.0.1]:{self.port} {key}\n")

    def change_host_key(self):
        """Another host key, of which known_hosts does not know; takes effect at start()."""
        make_key(self.host_key)

    def start(self):
        """Serves, at the same port as before."""
        if not SSHD.exists():
            raise RuntimeError("package openssh-server is missing")
        if os.getuid() == 0:
            Path("/run/sshd").mkdir(exist_ok=True)  # root's sshd wants an empty folder to jail itself in
        config = self.folder / "sshd_config"
        config.write_text(
            f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {self.host_key}\n"
            f"AuthorizedKeysFile {self.folder / 'authorized_keys'}\nPidFile none\n"
            "UsePAM no\nStrictModes no\nPermitRootLogin yes\nPasswordAuthentication no\n"
            "KbdInteractiveAuthentication no\nMaxStartups 100\nPrintMotd no\nLogLevel VERBOSE\n"
            "Subsystem sftp internal-sftp\n"
            f"SetEnv {' '.join(f'{name}={value}' for name, value in self.environment.items())}\n"
            f"{self.settings}\n")
        end = time.monotonic() + 120
        while time.monotonic() < end:
            if self.listens(config, end):
                return
            time.sleep(0.02)
        raise RuntimeError("sshd does not answer")

    def listens(self, config, end):
        """Starts sshd. False if the port is not free yet: a child of the sshd before may still have its socket, and
        would even take connections. So it is the log that says if this sshd has the port."""
        begin = self.log_path.stat().st_size if self.log_path.exists() else 0
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen([str(SSHD), "-D", "-e", "-f", str(config)],
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        while time.monotonic() < end:
            ended = self.process.poll() is not None
            said = self.log_path.read_bytes()[begin:].decode(errors="replace")
            if f"Server listening on 127.0.0.1 port {self.port}." in said:
                return True
            if ended and "Address already in use" in said:
                return False
            if ended:
                raise RuntimeError("sshd ended: " + said[-2000:])
            time.sleep(0.02)
        return False

    def stop(self):
        """No more connections, and those that stand break; commands in the background go on."""
        if self.process is None:
            return
        mine = self.sessions()
        self.process.kill()
        self.process.wait()
        self.process = None
        for pid in mine:
            try:
                os.kill(pid, 9)
            except ProcessLookupError:
                pass

    def sessions(self):
        """Process ids of sshd for connections that stand."""
        found, parents = [], {self.process.pid}
        entries = []
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                text = path.read_text()
            except OSError:
                continue
            name = text[text.index("(") + 1:text.rindex(")")]
            entries.append((int(path.parent.name), int(text[text.rindex(")") + 1:].split()[1]), name))
        for pid, parent, name in sorted(entries):
            if parent in parents and name == "sshd":
                parents.add(pid)
                found.append(pid)
        return found

    def log(self):
        return self.log_path.read_text()

    def logins(self):
        """How many connections have logged in so far."""
        return self.log().count("Accepted publickey")

    close = stop


if __name__ == "__main__":
    server = SshServer(sys.argv[1])
    print(server.port, flush=True)
    sys.stdin.read()
    server.close()
