"""hpdlc and the programs it makes, for tests: build, run, and look at jobs.

Every command has a time-out. A test owns a Sandbox: a scratch folder with a state directory that is
gone at its end, together with whatever still runs in it.
"""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ.get("HPDL_BUILD", ROOT / "build" / "release")).resolve()
HPDLC = BUILD / "bin" / "hpdlc"
TIMEOUT = 400  # guards against a hang; it does not measure: the machine may be busy

SUCCEEDED, FAILED, USAGE, KILLED, SUSPENDED = 0, 1, 2, 3, 4

# A shell starts what runs in its background with SIGINT ignored; programs inherit that and, as under
# nohup, would not suspend at it.
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)


class Result:
    """What a command did."""

    program = None  # the Program whose job ran, for Program.run()

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def json(self):
        return json.loads(self.out)

    def __repr__(self):
        return f"exit code {self.code}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


def run(command, timeout=TIMEOUT, env=None, cwd=None):
    """Runs a command to its end; a time-out is an error of the test."""
    environment = dict(os.environ, **(env or {}))
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=timeout, env=environment, cwd=cwd)
    return Result(done.returncode, done.stdout.decode(errors="replace"),
                  done.stderr.decode(errors="replace"))


def hpdlc(*arguments, **options):
    return run([HPDLC, *arguments], **options)


def definitions(pairs):
    """-D options of a dict."""
    return [word for name, value in pairs.items() for word in ("-D", f"{name}={value}")]


def wait_for(condition, seconds=TIMEOUT, every=0.02):
    """Waits until condition() is true; false after the time. It is asked every so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(every)
    return False


class Program:
    """A built workflow with a state directory of its own. `mode`: () for one that works in the cluster."""

    mode = ("--local",)

    def __init__(self, path, state):
        self.path, self.state = Path(path), Path(state)

    def __call__(self, command, *arguments, **options):
        return run([self.path, command, *arguments, "--state", self.state], **options)

    def run(self, *arguments, params=None, **options):
        result = self("run", *self.mode, "--progress", "none", "--id-file", self.id_file,
                      *definitions(params or {}), *arguments, **options)
        result.program = self
        return result

    def spawn(self, *arguments, params=None, env=None, out=subprocess.PIPE, progress="none"):
        """Starts `run` and returns at once; the caller ends or kills it. `out`: for what it prints."""
        return subprocess.Popen(
            [str(word) for word in (self.path, "run", *self.mode, "--progress", progress, "--id-file",
                                    self.id_file, *definitions(params or {}), *arguments, "--state",
                                    self.state)],
            stdin=subprocess.DEVNULL, stdout=out, stderr=out,
            env=dict(os.environ, **(env or {})), start_new_session=True)

    @property
    def id_file(self):
        return self.state.parent / "job-id"

    @property
    def job(self):
        """The id of the job that ran last."""
        return self.id_file.read_text().strip()

    def info(self, job=None):
        result = self("info", job or self.job, "--format", "json")
        assert result.code == 0, result
        return result.json()

    def nodes(self, job=None):
        """Node name -> its record, of the latest run."""
        return {node["name"]: node for node in self.info(job)["job"]["nodes"]}

    def status(self, job=None):
        return self.info(job)["job"]["status"]

    wait_for = staticmethod(wait_for)


class ProgramTest(unittest.TestCase):
    """A test case with a sandbox, and assertions about exit codes that show all output."""

    def setUp(self):
        self.sandbox = Sandbox()
        self.addCleanup(self.sandbox.close)

    def build(self, *arguments, **options):
        return self.sandbox.build(*arguments, **options)

    def assert_code(self, result, code):
        if result.code != code and result.program is not None and result.program.id_file.exists():
            result.err += f"\n--- info\n{result.program('info', result.program.job).out}"
        self.assertEqual(result.code, code, result)
        return result

    def assert_refused(self, result, code, *words):
        """One line, no stack trace, with all the words."""
        self.assert_code(result, code)
        for word in words:
            self.assertIn(word, result.err)
        self.assertNotIn("terminate called", result.err)
        return result

    def assert_warned(self, result, *words):
        """It has worked, and its warnings have all the words."""
        self.assert_code(result, 0)
        for word in words:
            self.assertIn(word, result.err)

    def assert_told(self, program, node, code, *words):
        """`info` says of an action that it failed, with the code, and what is wrong in the words of who refused."""
        told = program("info", program.job).out
        self.assertIn(f"\n{node}: {code} (error): ", told)
        message = told.split(f"\n{node}: {code} (error): ", 1)[1].split("\n\n", 1)[0]
        for word in words:
            self.assertIn(str(word), message)

    def lines(self, name):
        """Lines of a file in the sandbox, none if it is not there."""
        path = self.sandbox.path(name)
        return path.read_text().splitlines() if path.exists() else []


class Sandbox:
    """A scratch folder for one test."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="hpdl-test-"))
        self.children = []

    def close(self):
        for child in self.children:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
        self.end_what_is_left()
        shutil.rmtree(self.folder, ignore_errors=True)

    def end_what_is_left(self):
        """Ends commands of jobs that nobody waits for any more: they run in folders of this sandbox."""
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if os.readlink(entry / "cwd").startswith(f"{self.folder.resolve()}/"):
                    os.kill(int(entry.name), signal.SIGKILL)
            except OSError:
                continue  # it has ended, or is another user's

    def path(self, name):
        return self.folder / name

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def build(self, definition, *arguments, name="workflow"):
        """Compiles the text of a definition, or a path; returns the Program."""
        source = definition
        if not isinstance(definition, Path):
            source = self.write(f"{name}.xml", definition)
        target = self.folder / f"{name}.bin"
        result = hpdlc("build", source, "-o", target, *arguments)
        assert result.code == 0, result
        return Program(target, self.folder / "state")

    def spawn(self, program, *arguments, **options):
        child = program.spawn(*arguments, **options)
        self.children.append(child)
        return child


def workflow(body, start, version="1.0", name="test", end="end"):
    """A definition around nodes; local clusters are given globally."""
    return (f'<workflow-app xmlns="uri:oozie:workflow:{version}" name="{name}">\n'
            "<global><resource-manager>local</resource-manager>"
            "<name-node>file:///</name-node></global>\n"
            f'<start to="{start}"/>\n{body}\n'
            '<kill name="killed"><message>${wf:errorMessage(wf:lastErrorNode())}</message></kill>\n'
            f'<end name="{end}"/>\n</workflow-app>\n')


def shell(name, script, to="end", error="killed", capture=False, arguments=(), attributes=""):
    """An action that runs `/bin/sh -c SCRIPT`."""
    words = "".join(f"<argument>{word}</argument>" for word in ("-c", escape(script), "sh", *arguments))
    return (f'<action name="{name}"{attributes}><shell xmlns="uri:oozie:shell-action:1.0">'
            f"<exec>/bin/sh</exec>{words}{'<capture-output/>' if capture else ''}</shell>"
            f'<ok to="{to}"/><error to="{error}"/></action>')


def fs(name, commands, to="end", error="killed"):
    return (f'<action name="{name}"><fs>{commands}</fs>'
            f'<ok to="{to}"/><error to="{error}"/></action>')


def finishing(action, text):
    """An action with the expressions `text` in its <on-finish>."""
    return action.replace("</action>", f'<on-finish xmlns="uri:hpdl:token:0.1">{escape(text)}</on-finish></action>')


def fork(name, *paths):
    return f'<fork name="{name}">' + "".join(f'<path start="{p}"/>' for p in paths) + "</fork>"


def join(name, to="end"):
    return f'<join name="{name}" to="{to}"/>'


def decision(name, cases, default):
    """cases: pairs of target and predicate."""
    return (f'<decision name="{name}"><switch>'
            + "".join(f'<case to="{to}">{escape(when)}</case>' for to, when in cases)
            + f'<default to="{default}"/></switch></decision>')


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
