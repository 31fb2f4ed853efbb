"""The packages, each where nothing else is: the .deb in a bare Debian 12, the archive in a root with nothing but a shell."""

import re
import shutil
import stat
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from debian_root import debian, debian_with_systemd
from ports import free_port
from programs import *  # noqa: F403
from rights import can_make_roots
from systemd_machine import SystemdMachine

INSTALL_SECONDS = 900
HELLO = workflow(shell("a", "echo hello >/tmp/said", capture=False), "a")
# Waits for a file, so that something is running while packages come and go.
WAITING = workflow(shell("a", "until [ -e /tmp/go ]; do sleep 0.2; done; echo done >/tmp/done"), "a")


def command(words, seconds=INSTALL_SECONDS, **options):
    done = subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=seconds, **options)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


class Root:
    """A folder in which commands see nothing of this machine but its kernel."""

    def __init__(self, folder):
        self.folder = Path(folder)
        for name in ("proc", "tmp", "root"):
            (self.folder / name).mkdir(exist_ok=True)
        # What every container has.
        (self.folder / "dev").mkdir(exist_ok=True)
        if not (self.folder / "dev" / "fd").is_symlink():
            (self.folder / "dev" / "fd").symlink_to("/proc/self/fd")
        for name, minor in (("null", 3), ("zero", 5), ("urandom", 9)):
            if not (self.folder / "dev" / name).exists():
                os.mknod(self.folder / "dev" / name, stat.S_IFCHR | 0o666, os.makedev(1, minor))

    def command(self, script):
        # What is mounted is gone with the last process that sees it.
        inside = 'mount -t proc proc "$0/proc" && exec chroot "$0" /bin/sh -c "$1"'
        return ["unshare", "--mount", "sh", "-c", inside, str(self.folder), script]

    def __call__(self, script, code=0):
        done = subprocess.run(self.command(script), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=INSTALL_SECONDS, env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/root"})
        assert done.returncode == code, f"{script}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def start(self, script):
        with open(self.folder / "server.log", "ab") as log:
            return subprocess.Popen(self.command(f"exec {script}"), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                    stderr=log, start_new_session=True,
                                    env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/root"})

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@unittest.skipUnless(can_make_roots(), "roots need root, mounts and devices")
class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="hpdl-packages-")
        cls.packages = Path(cls.scratch.name) / "packages"
        command(["cpack", "-B", cls.packages], cwd=BUILD)
        cls.deb, = cls.packages.glob("*.deb")
        cls.archive, = cls.packages.glob("*.tar.gz")

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def root(self):
        folder = Path(tempfile.mkdtemp(dir=self.scratch.name))
        folder.chmod(0o755)
        return Root(folder)

    def bare_debian(self):
        root = self.root()
        command(["tar", "-xf", debian(), "-C", root.folder])
        shutil.copy(self.deb, root.folder / "root" / "hpdlc.deb")
        return root

    def newer(self, root):
        """The same package with the next version."""
        command(["dpkg-deb", "-R", self.deb, self.packages / "newer"])
        control = self.packages / "newer" / "DEBIAN" / "control"
        control.write_text(re.sub(r"(?m)^Version: .*$", "Version: 99.0", control.read_text()))
        command(["dpkg-deb", "-b", "-Zgzip", "-z1", self.packages / "newer", root.folder / "root" / "newer.deb"])
        shutil.rmtree(self.packages / "newer")

    def compile_and_run(self, root, path):
        root.write("root/hello/workflow.xml", HELLO)
        root(f"cd /root && {path}hpdlc verify hello && {path}hpdlc build hello -o hello.run && "
             "./hello.run run --local --progress plain --state /root/state")
        self.assertEqual((root.folder / "tmp/said").read_text(), "hello\n")
        (root.folder / "tmp/said").unlink()

    def serve(self, root, path, client):
        """A server with a job that waits; the process of the server, its address, the job."""
        root.write("srv/waiting/workflow.xml", WAITING)
        root.write("root/job.properties", "oozie.wf.application.path=file:///srv/waiting\n")
        server, url = self.start(root, path)
        job = root(f"{path}{client} job -oozie {url} -config /root/job.properties -run").split()[-1]
        self.assertTrue(wait_for(lambda: self.status(root, path, client, url, job) == "RUNNING", 120))
        return server, url, job

    def start(self, root, path):
        port = free_port()
        as_its_user = "" if path else "setpriv --reuid=hpdl --regid=hpdl --clear-groups "
        one_user = "--one-user " if path else ""
        server = root.start(f"{as_its_user}{path}hpdld --local {one_user}--listen 127.0.0.1:{port} --state /var/lib/hpdld")
        self.addCleanup(self.stop, server)
        url = f"http://127.0.0.1:{port}/oozie"
        wait_for(lambda: server.poll() is not None or f":{port}/" in (root.folder / "server.log").read_text(), 120)
        self.assertIn(f":{port}/", (root.folder / "server.log").read_text())
        return server, url

    def stop(self, server):
        server.terminate()
        server.wait(timeout=TIMEOUT)

    def status(self, root, path, client, url, job):
        return re.search(r"(?m)^Status +: (\w+)", root(f"{path}{client} job -oozie {url} -info {job}"))[1]

    def finish(self, root, path, client, url, job):
        root.write("tmp/go", "")
        self.assertTrue(wait_for(lambda: self.status(root, path, client, url, job) == "SUCCEEDED", 120))
        self.assertEqual((root.folder / "tmp/done").read_text(), "done\n")
        (root.folder / "tmp/done").unlink()
        (root.folder / "tmp/go").unlink()

    def test_the_deb_in_a_bare_debian(self):
        root = self.bare_debian()
        root("dpkg -i /root/hpdlc.deb")
        self.compile_and_run(root, "")
        for name in ("share/man/man1/hpdlc.1", "share/man/man1/hpdl.1", "share/man/man8/hpdld.8",
                     "share/bash-completion/completions/hpdlc", "share/zsh/vendor-completions/_hpdl",
                     "share/doc/hpdlc/README.md", "share/doc/hpdlc/CHANGELOG.md", "share/doc/hpdlc/docs/security.md",
                     "share/fish/vendor_completions.d/hpdlc.fish", "lib/systemd/system/hpdld.socket"):
            self.assertGreater((root.folder / "usr" / name).stat().st_size, 0, name)
        for name in ("hpdlc", "hpdld", "hpdl"):
            self.assertEqual(root(f"{name} --version --format json"),
                             (root.folder / f"usr/share/doc/hpdlc/sbom/{name}.cdx.json").read_text())
        self.assertIn("ExecStart=/usr/bin/hpdld", (root.folder / "usr/lib/systemd/system/hpdld.service").read_text())
        state = root.folder / "var/lib/hpdld"
        self.assertEqual(stat.S_IMODE(state.stat().st_mode), 0o700)
        site = root.folder / "etc/hpdl/site.xml"
        for name in ("celos-server", "celos-ui"):
            self.assertIn(name, root(f"{name} --version"))
        server, url, job = self.serve(root, "", "oozie")

        # An upgrade touches neither the job nor what the owner has written.
        site.write_text("<configuration/>")
        self.newer(root)
        root("dpkg -i /root/newer.deb")
        self.assertEqual(site.read_text(), "<configuration/>")
        self.assertEqual(self.status(root, "", "oozie", url, job), "RUNNING")
        self.stop(server)
        server, url = self.start(root, "")
        self.finish(root, "", "oozie", url, job)

        # Nor does removing it.
        self.stop(server)
        server, url, job = self.serve(root, "", "oozie")
        self.stop(server)
        root("dpkg -r hpdlc")
        for name in ("oozie", "celos-server", "celos-ui"):
            self.assertFalse((root.folder / "usr/bin" / name).is_symlink(), name)
        self.assertFalse((root.folder / "usr/lib/hpdlc").exists())
        self.assertEqual(site.read_text(), "<configuration/>")
        root.write("tmp/go", "")
        self.assertTrue(wait_for((root.folder / "tmp/done").exists, 120))
        self.assertTrue(any(state.iterdir()))
        root("dpkg -P hpdlc")
        self.assertTrue(any(state.iterdir()))
        self.assertFalse(site.exists())
        self.assertFalse((root.folder / "var/lib/hpdlc").exists())

        # Somebody else's commands, group and site file stay theirs.
        theirs = ("usr/bin/oozie", "usr/bin/celos-server", "etc/hpdl/site.xml")
        for name in theirs:
            root.write(name, "theirs")
        root("userdel hpdl && groupadd --system hpdl")
        root("dpkg -i /root/hpdlc.deb")
        self.assertEqual(root("id -gn hpdl"), "hpdl\n")
        root("dpkg -P hpdlc")
        self.assertEqual([(root.folder / name).read_text() for name in theirs], ["theirs"] * len(theirs))

    def test_the_deb_under_systemd(self):
        folder = self.root().folder
        command(["tar", "-xf", debian_with_systemd(), "-C", folder])
        shutil.copy(self.deb, folder / "root" / "hpdlc.deb")
        self.newer(Root(folder))
        Root(folder).write("srv/waiting/workflow.xml", WAITING)
        Root(folder).write("root/job.properties", "oozie.wf.application.path=file:///srv/waiting\n")
        # There is no cluster here.
        Root(folder).write("etc/systemd/system/hpdld.service.d/local.conf",
                           "[Service]\nExecStart=\nExecStart=/usr/bin/hpdld --local --state /var/lib/hpdld\n")
        machine = SystemdMachine(folder)
        self.addCleanup(machine.stop)

        def server():
            return int(machine("systemctl show -p MainPID --value hpdld"))

        def processes_of_the_job():
            itself_not = f"[{job[0]}]{job[1:]}"
            return machine(f"grep -al '{itself_not}' /proc/[0-9]*/cmdline; true").split()

        def oozie(words):
            return machine(f"oozie job -oozie http://127.0.0.1:11000/oozie {words}")

        def is_now(status):
            return lambda: re.search(r"(?m)^Status +: (\w+)", oozie(f"-info {job}"))[1] == status

        machine("dpkg -i /root/hpdlc.deb")
        self.assertEqual(machine.run("systemctl is-active hpdld.socket hpdld").stdout.split(), ["inactive"] * 2)
        machine("systemctl enable --now hpdld.socket")
        self.assertEqual(server(), 0)
        job = oozie("-config /root/job.properties -run").split()[-1]  # the first request starts the server
        self.assertTrue(wait_for(is_now("RUNNING"), 120))
        first, at_work = server(), processes_of_the_job()
        self.assertTrue(first and at_work)

        # systemd starts again what has crashed, and an upgrade what is old; the job knows nothing of it.
        for change in ("systemctl kill -s KILL --kill-whom=main hpdld", "dpkg -i /root/newer.deb"):
            machine(change)
            self.assertTrue(wait_for(lambda: server() not in (0, first), 120), change)
            first = server()
            self.assertTrue(is_now("RUNNING")(), change)
            self.assertEqual(processes_of_the_job(), at_work, change)

        # Removing ends the server alone; the next one knows what has become of the job.
        machine("dpkg -r hpdlc")
        self.assertEqual(processes_of_the_job(), at_work)
        self.assertNotIn("/usr/bin/hpdld", machine("cat /proc/[0-9]*/cmdline; true"))
        machine("touch /tmp/go")
        self.assertTrue(wait_for(lambda: (folder / "tmp/done").exists() and not processes_of_the_job(), 120))
        machine("dpkg -i /root/newer.deb && systemctl enable --now hpdld.socket")
        self.assertTrue(is_now("SUCCEEDED")())

    def test_the_archive_where_there_is_only_a_shell(self):
        root = self.root()
        (root.folder / "bin").mkdir()
        shutil.copy("/bin/busybox", root.folder / "bin")
        for name in ("sh", "echo", "sleep"):
            (root.folder / "bin" / name).symlink_to("busybox")
        (root.folder / "opt").mkdir()
        command(["tar", "-xzf", self.archive, "-C", root.folder / "opt"])
        unpacked, = (root.folder / "opt").iterdir()
        unpacked.rename(root.folder / "opt" / "anywhere")
        path = "/opt/anywhere/bin/"
        self.compile_and_run(root, path)
        for name in ("README.md", "CHANGELOG.md", "docs/security.md", "sbom/hpdld.cdx.json"):
            self.assertGreater((root.folder / "opt/anywhere/share/doc/hpdlc" / name).stat().st_size, 0, name)
        self.assertIn("ExecStart=/opt/hpdlc/bin/hpdld",
                      (root.folder / "opt/anywhere/lib/systemd/system/hpdld.service").read_text())
        server, url, job = self.serve(root, path, "oozie")
        self.finish(root, path, "oozie", url, job)

    def test_install_replaces_nobodys_commands(self):
        prefix = Path(self.scratch.name) / "prefix"
        (prefix / "bin").mkdir(parents=True)
        names = {"oozie": "hpdl", "celos-server": "hpdld", "celos-ui": "hpdld"}
        for name in names:
            (prefix / "bin" / name).write_text("theirs")
        command(["cmake", "--install", BUILD, "--prefix", prefix])
        for name in names:
            self.assertEqual((prefix / "bin" / name).read_text(), "theirs")
            (prefix / "bin" / name).unlink()
        command(["cmake", "--install", BUILD, "--prefix", prefix])
        self.assertEqual({name: os.readlink(prefix / "bin" / name) for name in names}, names)
        source = Path(self.scratch.name) / "hello.xml"
        source.write_text(HELLO)
        command([prefix / "bin" / "hpdlc", "build", source, "-o", Path(self.scratch.name) / "hello"])


if __name__ == "__main__":
    closing.main()
