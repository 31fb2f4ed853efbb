"""A real Oozie 5.2.1 on the loopback for tests, from the jars of Maven Central: its web services and its
engine, on a database and files of its own. There is no cluster, so workflows of it have fs actions and
control nodes.
"""

import fcntl
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from ports import free_port

HERE = Path(__file__).resolve().parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "hpdl" / "oozie"
VERSION = "5.2.1-2"
FETCH_SECONDS, START_SECONDS, STOP_SECONDS = 900, 240, 120
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies"
OPENS = ([f"java.base/java.{name}" for name in ("lang", "util", "io", "net", "util.concurrent", "text", "nio",
                                               "security", "lang.reflect")] + ["java.sql/java.sql"])
LOG4J = """log4j.rootLogger=WARN,err
log4j.logger.org.apache.oozie=INFO
log4j.appender.err=org.apache.log4j.ConsoleAppender
log4j.appender.err.target=System.err
log4j.appender.err.layout=org.apache.log4j.PatternLayout
log4j.appender.err.layout.ConversionPattern=%d{ISO8601} %p %c{2}: %m%n
"""


def prepared():
    """A folder with `lib`, the jars, and `db`, an empty database; made once for all checkouts."""
    CACHE.mkdir(parents=True, exist_ok=True)
    place = CACHE / VERSION
    with open(CACHE / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if place.exists():
            return place
        fresh = Path(tempfile.mkdtemp(prefix="fresh-", dir=CACHE))
        try:
            subprocess.run(["mvn", "-q", "-B", "-s", HERE / "oozie/settings.xml", "-f", HERE / "oozie/pom.xml", COPY,
                            "-DincludeScope=runtime", f"-DoutputDirectory={fresh / 'lib'}"],
                           check=True, timeout=FETCH_SECONDS, stdin=subprocess.DEVNULL)
            make_database(fresh)
            shutil.rmtree(fresh / "setup")
            fresh.chmod(0o755)
            fresh.rename(place)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    return place


def make_database(fresh):
    server = OozieServer(fresh / "setup", lib=fresh / "lib", database=fresh / "db")
    server.write_files()
    with open(fresh / "setup" / "db.log", "w") as log:
        subprocess.run(server.command("org.apache.oozie.tools.OozieDBCLI", "create", "-sqlfile",
                                      fresh / "setup" / "tables.sql", "-run"),
                       check=True, timeout=START_SECONDS, stdin=subprocess.DEVNULL, stdout=log, stderr=log)


class OozieServer:
    """One server. `folder` need not exist; a server that was stopped starts again at the same port with
    the same jobs. `site`: more of its settings; `administrators`: those of its file."""

    def __init__(self, folder, lib=None, database=None, site=None, administrators=()):
        self.folder = Path(folder)
        self.lib, self.database = lib, database or self.folder / "db"
        self.site, self.administrators = site or {}, administrators
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/oozie"
        self.process = None

    # ---- Life

    def start(self):
        if not self.folder.exists():
            place = prepared()
            self.lib = place / "lib"
            self.write_files()
            shutil.copytree(place / "db", self.database)
        with open(self.folder / "server.log", "a") as log:
            # It ends with the test, also with one that is killed.
            self.process = subprocess.Popen(["setpriv", "--pdeathsig", "KILL",
                                             *self.command("org.apache.oozie.server.EmbeddedOozieServer")],
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            start_new_session=True, env={**os.environ, **self.environment()})
        end = time.monotonic() + START_SECONDS
        while self.call("GET", "v2/admin/status?user.name=test")[0] != 200:
            if time.monotonic() > end or self.process.poll() is not None:
                self.stop()
                tail = (self.folder / "server.log").read_text(errors="replace").splitlines()[-20:]
                raise RuntimeError("Oozie did not start:\n" + "\n".join(tail))
            time.sleep(0.2)
        return self

    def stop(self):
        """At once, and for good only with the folder: what was committed is there after start()."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(STOP_SECONDS)
        self.process = None

    def environment(self):
        """Of its process, beside that of this one."""
        return {}

    def command(self, main, *arguments):
        here = self.folder
        settings = {"oozie.home.dir": here / "home", "oozie.config.dir": here / "conf", "oozie.log.dir": here,
                    "oozie.data.dir": here, "oozie.instance.id": "test", "oozie.config.file": "oozie-site.xml",
                    "oozie.log4j.file": "oozie-log4j.properties", "oozie.log4j.reload": 3600,  # with 0 a thread does nothing else
                    "derby.stream.error.file": here / "derby.log", "java.io.tmpdir": here / "tmp",
                    "java.net.preferIPv4Stack": "true", "user.home": here}
        home = os.environ.get("JAVA_HOME")
        return ([str(Path(home) / "bin" / "java") if home else "java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                 "-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote", "-Xmx300m"]
                + [word for name in OPENS for word in ("--add-opens", f"{name}=ALL-UNNAMED")]
                + [f"-D{name}={value}" for name, value in settings.items()]
                + ["-cp", f"{here / 'conf'}:{here / 'classes'}:{self.lib}/*", main, *map(str, arguments)])

    def write_files(self):
        for name in ("conf/hadoop-conf", "conf/action-conf", "home", "tmp", "classes/webapp"):
            (self.folder / name).mkdir(parents=True)
        # The server wants the folder of its console, and does without the pages.
        (self.folder / "classes/webapp/index.html").write_text("<html/>")
        (self.folder / "conf/oozie-log4j.properties").write_text(LOG4J)
        self.write_site("hadoop-conf/core-site.xml", {"fs.defaultFS": "file:///"})
        self.write_site("oozie-site.xml", {
            "oozie.http.hostname": "127.0.0.1", "oozie.http.port": self.port, "oozie.base.url": self.url,
            "oozie.service.HadoopAccessorService.supported.filesystems": "*",
            "oozie.service.HadoopAccessorService.hadoop.configurations": "*=hadoop-conf",
            "oozie.service.JPAService.jdbc.url": f"jdbc:derby:{self.database};create=true",
            "oozie.service.WorkflowAppService.system.libpath": f"file://{self.folder}/home/lib", **self.site})
        if self.administrators:
            (self.folder / "conf/adminusers.txt").write_text("".join(f"{name}\n" for name in self.administrators))

    def write_site(self, name, properties):
        rows = "".join(f"<property><name>{key}</name><value>{value}</value></property>\n"
                       for key, value in properties.items())
        (self.folder / "conf" / name).write_text(f"<configuration>\n{rows}</configuration>\n")

    # ---- What it knows

    def call(self, method, path, body=None):
        """(status, text); status 0 if nobody answers."""
        request = urllib.request.Request(f"{self.url}/{path}", data=body, method=method,
                                         headers={"Content-Type": "application/xml"} if body else {})
        try:
            with urllib.request.urlopen(request, timeout=120) as reply:
                return reply.status, reply.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()
        except OSError:
            return 0, ""

    def get(self, path):
        status, text = self.call("GET", path)
        assert status == 200, (path, status, text)
        return json.loads(text)

    def jobs(self, name=None):
        """All jobs, oldest first, or those of the workflow `name`."""
        found = self.get("v2/jobs?jobtype=wf&len=1000")["workflows"]
        return [job for job in reversed(found) if name in (None, job["appName"])]

    def job(self, job):
        return self.get(f"v2/job/{job}?show=info")

    def properties(self, job):
        """What the job was submitted with: names and values."""
        rows = ElementTree.fromstring(self.job(job)["conf"]).iter("property")
        return {row.findtext("name"): row.findtext("value") for row in rows}
