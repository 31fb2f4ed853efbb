"""What tests of `hpdl celos-deploy` share: a deploy folder, a target, what is there, and a relay that breaks."""

import os
import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import json

from programs import BUILD, TIMEOUT, ProgramTest, run

HPDL = BUILD / "bin" / "hpdl"
OLD = {"workflow.js": "var state = 'old workflow';\n", "defaults.js": "var state = 'old defaults';\n",
       "hdfs/workflow.xml": "<old/>", "hdfs/lib/old.jar": "old" * 30_000}
NEW = {"workflow.js": "var state = 'new workflow';\n" * 2000, "defaults.js": "var state = 'new defaults';\n",
       "hdfs/workflow.xml": "<new/>", "hdfs/conf/deep/new.properties": "a=b", "hdfs/lib/new.jar": "new" * 30_000}


def tree(folder, hidden=True):
    """Path -> content of all files below a folder, None for folders; without `hidden` no names with a dot."""
    found = {}
    for path in sorted(Path(folder).rglob("*")):
        name = str(path.relative_to(folder))
        if hidden or not any(part.startswith(".") for part in name.split("/")):
            found[name] = None if path.is_dir() else path.read_bytes()
    return found


class DeployCase(ProgramTest):
    """`deploy` is the deploy folder; `etc` has the folders of the server and, below app/, what would be in HDFS."""

    def setUp(self):
        super().setUp()
        self.home = self.sandbox.path("home")
        self.etc = self.sandbox.path("etc")
        for folder in (self.home / ".ssh", self.etc / "workflows", self.etc / "defaults"):
            folder.mkdir(parents=True)
        self.sandbox.write("etc/workflows/other.js", "var other;")
        self.sandbox.write("etc/core-site.xml", "<configuration/>")
        self.sandbox.write("etc/hdfs-site.xml", "<configuration/>")
        self.environment = {"HOME": str(self.home), "SSH_AUTH_SOCK": "", "CELOS_CI_USERNAME": ""}
        self.deploy = self.deploy_folder("deploy", NEW)
        self.target = self.write_target()

    def deploy_folder(self, name, files):
        """A new one, with hdfs/ in any case."""
        folder = self.sandbox.path(name)
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "hdfs").mkdir(parents=True)
        for path, text in files.items():
            self.sandbox.write(f"{name}/{path}", text)
        return folder

    def write_target(self, at="file://", name="target.json", **more):
        """A target file whose URIs begin with `at`."""
        rows = {"hadoop.hdfs-site.xml": f"{at}{self.etc}/hdfs-site.xml",
                "hadoop.core-site.xml": f"{at}{self.etc}/core-site.xml",
                "workflows.dir.uri": f"{at}{self.etc}/workflows", "defaults.dir.uri": f"{at}{self.etc}/defaults"}
        rows.update({key.replace("_dir", ".dir.uri"): value for key, value in more.items()})
        return self.sandbox.write(f"etc/{name}", json.dumps(rows, indent=2))

    def command(self, verb="deploy", deploy=None, target=None, name="wf", root=None):
        words = [HPDL, f"celos-{verb}", name, "--target", target or self.target, "--hdfs-root", root or self.etc / "app"]
        return words + (["--deploy-dir", deploy or self.deploy] if verb == "deploy" else [])

    def do(self, *arguments, **options):
        """The result of a deployment, or of what else command() says."""
        env = options.pop("env", {})
        return run(self.command(*arguments, **options), env={**self.environment, **env})

    def deployed(self, *arguments, **options):
        return self.assert_code(self.do(*arguments, **options), 0)

    def deploy_old(self):
        self.deployed(deploy=self.deploy_folder("old", OLD))

    def spawn(self, *arguments, **options):
        child = subprocess.Popen([str(word) for word in self.command(*arguments, **options)], stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                                 env={**os.environ, **self.environment})
        self.sandbox.children.append(child)
        return child

    def expected(self, files):
        """What is to be in `workflows`, `defaults` and `app` after a deployment of these files."""
        app = {"wf": None}
        for path, text in files.items():
            if path.startswith("hdfs/"):
                parts = Path("wf", path[5:])
                app.update({str(parent): None for parent in parts.parents if str(parent) != "."})
                app[str(parts)] = text.encode()
        scripts = {key: {"wf.js": files[name].encode()} if name in files else {}
                   for key, name in (("workflows", "workflow.js"), ("defaults", "defaults.js"))}
        scripts["workflows"]["other.js"] = b"var other;"
        return {**scripts, "app": dict(sorted(app.items()))}

    def found(self, hidden=True):
        return {name: tree(self.etc / name, hidden) for name in ("workflows", "defaults", "app")}

    def assert_there(self, files, hidden=True, message=None):
        self.assertEqual(self.found(hidden), self.expected(files), message)

    def assert_parts_whole(self, message=None):
        """Each of the three is the old one or the new one; which."""
        found = self.found(hidden=False)
        old, new = self.expected(OLD), self.expected(NEW)
        for part, content in found.items():
            self.assertIn(content, (old[part], new[part]), (part, message))
        return {part: "old" if content == old[part] else "new" for part, content in found.items()}


class BreakingRelay:
    """Passes connections on to a port until the client has sent `limit` bytes over all of them; then calls
    `at_limit(relay)` once and passes nothing on any more, over these connections. `dead`: nor over new ones."""

    def __init__(self, port, limit, at_limit, dead=False):
        self.target, self.limit, self.at_limit, self.dead = port, limit, at_limit, dead
        self.sent, self.lock, self.sockets = 0, threading.Lock(), []
        self.ending = threading.Lock()  # held while at_limit() runs
        self.reached = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            if self.reached.is_set() and self.dead:
                client.close()
                continue
            try:
                server = socket.create_connection(("127.0.0.1", self.target), timeout=TIMEOUT)
            except OSError:
                client.close()
                continue
            server.settimeout(None)
            self.sockets += [client, server]
            first = not self.reached.is_set()
            threading.Thread(target=self.carry, args=(client, server, first), daemon=True).start()
            threading.Thread(target=self.carry, args=(server, client, False), daemon=True).start()

    def carry(self, source, sink, counted):
        try:
            while data := source.recv(4096):
                if counted:
                    with self.lock:
                        self.sent += len(data)
                        over = self.sent >= self.limit
                    if over:
                        self.stop()
                        return
                sink.sendall(data)
        except OSError:
            pass
        self.shut(source, sink)

    def stop(self):
        with self.ending:
            if not self.reached.is_set():
                self.reached.set()
                self.at_limit(self)

    def break_connections(self):
        self.shut(*self.sockets)

    @staticmethod
    def shut(*sockets):
        for each in sockets:
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        """Once at_limit() is over, if it was called."""
        with self.ending:
            self.reached.set()
        self.shut(self.listener)
        self.listener.close()
        self.break_connections()
        for each in self.sockets:
            each.close()
