"""Git's own http-backend behind a small web server on 127.0.0.1, for tests.

A path that begins with /locked asks for a password; one that begins with /held answers when release() is called.
"""

import base64
import http.server
import os
import subprocess
import threading
from pathlib import Path

ENVIRONMENT = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}


def git(*words, cwd):
    """Runs git as somebody without a configuration; gives what it prints."""
    done = subprocess.run(["git", "-c", "user.name=joe", "-c", "user.email=joe@localhost", *words], cwd=cwd,
                          capture_output=True, text=True, timeout=60, env=ENVIRONMENT, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def make_repository(folder):
    """A bare repository `folder`/origin.git with two branches: main, where a is "two", and old, where it is "one"."""
    work, bare = Path(folder) / "work", Path(folder) / "origin.git"
    work.mkdir(parents=True)
    git("init", "-q", "-b", "main", cwd=work)
    (work / "a").write_text("one\n")
    (work / "lib").mkdir()
    (work / "lib" / "b c.txt").write_text("b\n")
    git("add", ".", cwd=work)
    git("commit", "-q", "-m", "one", cwd=work)
    git("branch", "old", cwd=work)
    (work / "a").write_text("two\n")
    git("commit", "-q", "-a", "-m", "two", cwd=work)
    git("clone", "-q", "--bare", str(work), str(bare), cwd=folder)
    return bare


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.0"

    def do_GET(self):
        path, _, query = self.path.partition("?")
        kind, _, rest = path.lstrip("/").partition("/")
        owner = self.server.owner
        owner.seen.append(path)
        if kind == "locked" and self.headers.get("Authorization") != owner.authorization:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="git"')
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if kind == "held":
            owner.gate.wait(120)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        environment = {**ENVIRONMENT, "GIT_PROJECT_ROOT": str(owner.root), "GIT_HTTP_EXPORT_ALL": "1",
                       "PATH_INFO": "/" + rest, "QUERY_STRING": query, "REQUEST_METHOD": self.command,
                       "CONTENT_TYPE": self.headers.get("Content-Type", ""), "CONTENT_LENGTH": str(len(body)),
                       "REMOTE_ADDR": "127.0.0.1", "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
                       "GIT_PROTOCOL": self.headers.get("Git-Protocol", "")}
        done = subprocess.run(["git", "http-backend"], input=body, capture_output=True, timeout=60, env=environment)
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        lines = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if line)
        try:
            self.send_response(int(lines.pop("Status", "200").split()[0]))
            for name, value in lines.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)
        except OSError:
            pass  # a git that was killed listens no more

    do_POST = do_GET

    def log_message(self, *_):
        pass


class GitServer:
    """Serves the repositories below `root`. joe's password is `password`."""

    password = "s3cr@t/word"

    def __init__(self, root):
        self.root, self.seen, self.gate = Path(root), [], threading.Event()
        self.authorization = "Basic " + base64.b64encode(f"joe:{self.password}".encode()).decode()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.owner = self
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def url(self, kind="open", name="origin.git", login=""):
        return f"http://{login}127.0.0.1:{self.server.server_port}/{kind}/{name}"

    def release(self):
        self.gate.set()

    def close(self):
        self.release()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
