"""A stand-in for Oozie's web services, in memory, as far as Celos uses them: jobs that are what a test says."""

import json
import threading
import urllib.parse
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from xml.sax.saxutils import escape


@dataclass
class Job:
    properties: dict
    key: str = ""
    status: str = "PREP"
    starts: int = 0

    @property
    def conf(self):
        rows = "".join(f"<property><name>{escape(name)}</name><value>{escape(value)}</value></property>\r\n"
                       for name, value in self.properties.items())
        return f"<configuration>\r\n{rows}</configuration>"


class QuietServer(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass  # the other side was killed, as some tests want


class StandInOozie:
    """`build` is what it tells of its version: one that has `hpdld` in it takes submissions with one key for one."""

    def __init__(self, build="4.1.0"):
        self.build, self.lock = build, threading.Lock()
        self.free = threading.Event()  # of requests that hang
        self.before = self.after = lambda what: None  # a request is worked on, and is to be answered
        self.forget()
        oozie = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                status, reply, fields = oozie.work(self.command, self.path, self.headers, body)
                text = b"" if reply is None else json.dumps(reply).encode()
                self.send_response(status)
                for name, value in {**fields, "Content-Length": str(len(text))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = do_PUT = do

            def log_message(self, *_):
                pass

        self.http = QuietServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/oozie"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def close(self):
        self.free.set()
        self.http.shutdown()
        self.http.server_close()

    def forget(self):
        self.jobs, self.asked, self.failures, self.made = {}, [], {}, 0
        self.away = set()  # requests that a proxy answers, for want of an Oozie

    @staticmethod
    def error(status, code, message):
        return status, None, {"oozie-error-code": code, "oozie-error-message": f"{code}: {message}"}

    def work(self, method, target, headers, body):
        url = urllib.parse.urlsplit(target)
        path, query = url.path.removeprefix("/oozie/"), dict(urllib.parse.parse_qsl(url.query))
        if path == "versions":
            return 200, [0, 1, 2], {}
        what = "submit" if method == "POST" else query.get("action") or query.get("show") or path
        properties = {row.findtext("name"): row.findtext("value") or ""
                      for row in ElementTree.fromstring(body).iter("property")} if body else {}
        self.before(what)
        with self.lock:
            self.asked.append([method, path.split("/", 1)[1] + (f"?{url.query}" if url.query else ""),
                               *([properties] if properties else [])])
            if self.failures.get(what, 0) > 0:
                self.failures[what] -= 1
                return self.error(400, "E9999", "refused")
            if what in self.away:
                return 502, None, {}
            answer = self.answer(what, path, query, headers, properties)
        self.after(what)
        return answer

    def answer(self, what, path, query, headers, properties):
        if what == "submit":
            return 201, {"id": self.submit(properties, headers.get("Idempotency-Key", ""))}, {}
        if path.endswith("/build-version"):
            return 200, {"buildVersion": self.build}, {}
        if path.endswith("/jobs"):
            wanted = dict(part.split("=") for part in query.get("filter", "").split(";") if part)
            rows = [{"id": name, "status": job.status} for name, job in reversed(self.jobs.items())
                    if job.status == wanted.get("status", job.status)]
            begin = int(query.get("offset", 1)) - 1
            return 200, {"total": len(rows), "workflows": rows[begin:begin + int(query.get("len", 50))]}, {}
        job = self.jobs.get(path.rsplit("/", 1)[1])
        if job is None:
            return self.error(404, "E0604", f"Job does not exist [{path.rsplit('/', 1)[1]}]")
        if what == "info":
            return 200, {"id": path.rsplit("/", 1)[1], "status": job.status, "conf": job.conf, "actions": []}, {}
        if what == "start":
            if job.status != "PREP":
                return self.error(400, "E0801", "Workflow already running")
            job.status, job.starts = "RUNNING", job.starts + 1
        elif what == "kill":
            job.status = "KILLED"
        return 200, None, {}

    def submit(self, properties, key):
        if "hpdld" in self.build and key:
            for name, job in self.jobs.items():
                if job.key == key:
                    return name
        self.made += 1
        self.jobs[f"job-{self.made}"] = Job(properties, key)
        return f"job-{self.made}"
