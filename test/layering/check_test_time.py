"""No test depends on how fast the machine is: the rules of time_rules.py for all tests, and what the rules find."""

import socket
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
import ports
import programs
import time_rules
from time_rules import (CPU, LEAST, MEASURED, NAMES, NEEDLESS, NO_REASON, PORT, SHORT, SLEEPS, TOO_SOON)

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = ("test/*.py", "test/*.sh", "test/*.cpp", "test/*.h", "*_test.cpp", "*/testing/*.h", "*/testing/*.py")
# They measure, or work for as long as they are told to; and this check with its samples.
APART = ("test/bench/", "test/fuzz/", "test/mutate/", "test/layering/check_test_time.py", "test/layering/time_rules.py")


def tests():
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *SOURCES], cwd=ROOT,
                            capture_output=True, text=True, check=True)
    names = sorted(set(filter(None, listed.stdout.split("\0"))))
    return [name for name in names if not name.startswith(APART) and (ROOT / name).is_file()]


class Tree(unittest.TestCase):
    def test_no_test_depends_on_the_speed_of_the_machine(self):
        names = tests()
        self.assertGreater(len(names), 500)
        found = [f"{name}:{each.line}: {each.text}" for name in names
                 for each in time_rules.findings(name, (ROOT / name).read_text(errors="replace"))]
        self.assertEqual(found, [], "\n" + "\n".join(found))


def python(*lines):
    return "import time\n\n\ndef test(self):\n" + "".join(f"    {line}\n" for line in lines)


# What is wrong -> samples of it.
BAD_PYTHON = {
    SLEEPS: (
        python("time.sleep(1)"), python("sleep(pause)"), python("for _ in range(100):", "    time.sleep(0.1)"),
        python("while True:", "    later = lambda: time.sleep(1)"),
        python("program = shell('a', 'sleep 0.3; exit 1')"), python("program = shell('a', f'touch {gate}; sleep 1')"),
        python("program = shell('a', 'while [ ! -e x ]; do sleep 0.1; done; sleep 2')")),
    SHORT: (
        python("child.wait(30)"), python("child.wait(timeout=30)"), python("child.communicate(timeout=10)"),
        python("thread.join(20)"), python("self.assertTrue(wait_for(done, 30))"), python("program.wait_for(done, seconds=10 * 4)"),
        python("urllib.request.urlopen(url, timeout=5)"), python("client.settimeout(5)"),
        python("end = time.monotonic() + 20", "while not done() and time.monotonic() < end:", "    time.sleep(0.1)"),
        "START_SECONDS, STOP_SECONDS = 120, 20\n", "TIMEOUT = 30\n",
        "SECONDS = 30\n", "QUICK = 3\n\n\ndef test(self):\n    child.wait(QUICK)\n", "def until(condition, seconds=30):\n    pass\n",
        "def until(condition, *, timeout=9):\n    pass\n"),
    MEASURED: (
        python("begin = time.monotonic()", "work()", "self.assertLess(time.monotonic() - begin, 3)"),
        python("took = time.monotonic() - begin", "self.assertLessEqual(took, 3)"),
        python("took = time.time() - begin", "self.assertGreater(limit, took)"),
        python("took = time.perf_counter() - begin", "assert took < 2, took")),
    CPU: (python("run(['sh', '-c', f'ulimit -t {limit}; exec \"$@\"'])"), python("run('ulimit -v 9 -t 10; exec x')"),
          python("resource.setrlimit(resource.RLIMIT_CPU, (1, 1))")),
    NAMES: (python("run(['pgrep', '-f', '^sleep 600'])"), python("run('pkill -f hpdld')"), python("run(['killall', 'sleep'])")),
    PORT: (
        python("with socket.socket() as free:", "    free.bind(('127.0.0.1', 0))", "    return free.getsockname()[1]"),
        python("free = socket.create_server(('127.0.0.1', 0))", "port = free.getsockname()[1]", "free.close()")),
    TOO_SOON: (
        python("self.site({'hpdl.http.timeout': 1})"), python("self.site({'oozie.notification.url.connection.timeout': 500})"),
        python("self.site(hpdl_ssh_timeout=3)"), python("program.run('-D', 'hpdl.http.wait.timeout=1')")),
    NO_REASON: (python("time.sleep(1)  # time:"), python("time.sleep(1)  # time: so")),
    NEEDLESS: (python("work()  # time: longer is as good"),),
}

GOOD_PYTHON = (
    python("while not done():", "    time.sleep(0.1)"),
    python("time.sleep(1)  # time: at another moment each time"),
    python("program = shell('a', 'sleep 0.3; true')  # time: longer is as good"),
    python("program = shell('a', 'until [ -e go ]; do sleep 0.05; done')"),
    python("program = shell('a', f'until [ -e {go} ]; do x; sleep 0.05; done; exec sleep 600')"),
    python("child.wait(TIMEOUT)"), python("child.wait(60)"), python("child.wait()"), python("child.poll(0)"),
    python("while not reached.wait(0.01):", "    pass"),
    python("self.assertFalse(wait_for(ended, 0.3))"),
    python("with self.assertRaises(subprocess.TimeoutExpired):", "    child.wait(timeout=2)"),
    python("self.at = start + datetime.timedelta(seconds=1)"),
    python("took = time.monotonic() - begin", "self.assertLess(took, 600)"),
    python("took = time.monotonic() - begin", "self.assertGreater(took, 1)"),
    python("took = time.monotonic() - begin", "other = time.monotonic() - took", "self.assertLess(took, 3 * (other - took))"),
    python("self.assertLess(len(answers), 3)"),
    python("run(['sh', '-c', 'ulimit -n 64; exec x'])"),
    python("run(f'pkill -KILL -P {pid}')"), python("name = 'ckillall'"),
    python("silent = socket.create_server(('127.0.0.1', 0))", "url = silent.getsockname()[1]", "self.start(url)", "silent.close()"),
    python("with socket.socket() as nobody:", "    nobody.bind(('127.0.0.1', 0))", "    told = self.ask(nobody.getsockname()[1])"),
    python("self.site({'hpdl.http.timeout': 5})"), python("self.site({'oozie.notification.url.connection.timeout': 5000})"),
    python("self.site({'hpdl.http.timeout': LIMIT})"), python("self.time('sleep')"), 'TIMEOUT = 120\nCOUNT = 3\n',
    '"""A module that tells of pgrep and of sleep 1 in its words."""\n',
)


def cpp(*lines):
    return "TEST(A, B) {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


BAD_CPP = {
    SLEEPS: (
        cpp("std::this_thread::sleep_for(std::chrono::milliseconds(100));"), cpp("usleep(1000);"), cpp("::sleep(1);"),
        cpp("for (int i = 0; i < 100; ++i) {", "  usleep(1000);", "}"), cpp('Run(1, Shell("touch begun; sleep 0.5; exit 6"));'),
        cpp("while (!done()) {", "}", "usleep(1);")),
    SHORT: (
        cpp("EXPECT_TRUE(taken.try_acquire_for(std::chrono::seconds(20)));"), cpp("loop.run_for(milliseconds(100));"),
        cpp("const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);"), cpp("alarm(20);"),
        cpp("ready.wait_for(lock, std::chrono::milliseconds(5'000));")),
    MEASURED: (
        cpp("EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));"),
        cpp("EXPECT_LT(Clock::now() - start,", "          milliseconds(400))", '    << "too long";'),
        cpp("const auto took = std::chrono::steady_clock::now() - begin;", "EXPECT_LE(took, limit);"),
        cpp("EXPECT_LT(NowMs() - begin, 20'000);"), cpp("EXPECT_LT(MsSince(start), 900);")),
    CPU: (cpp("setrlimit(RLIMIT_CPU, &limit);"), cpp('system("ulimit -t 5; x");')),
    NAMES: (cpp('system("pgrep -f \'sleep 987\'");'),),
    NO_REASON: (cpp("usleep(1000);  // time:"),),
    NEEDLESS: (cpp("Work();  // time: longer is as good"),),
}

GOOD_CPP = (
    cpp("while (!done()) {", "  usleep(1000);", "}"), cpp("for (;;) {", "  usleep(1000);", "}"),
    cpp("usleep(1000);  // time: longer is as good"), cpp("// usleep(1000);"), cpp("co_await Sleep(milliseconds(5));"),
    cpp('Run(1, Shell("touch begun; while [ -e begun ]; do sleep 0.02; done; exit 6"));'), cpp('Run(1, Shell("sleep 600"));'),
    cpp("EXPECT_TRUE(taken.try_acquire_for(testing::kPatience));"), cpp("loop.run_one_for(milliseconds(20));"),
    cpp("const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);"),
    cpp("EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));"),
    cpp("EXPECT_LT(MsSince(start), 600'000);"), cpp("EXPECT_GE(std::chrono::steady_clock::now() - begin, milliseconds(20));"),
    cpp("EXPECT_LT(SecondsOf(100'000), 40 * some);"), cpp("char a = '\"', b = '{';"),
)


class Rules(unittest.TestCase):
    def texts_of(self, name, sample):
        return {each.text for each in time_rules.findings(name, sample)}

    def test_bad_samples_are_refused(self):
        for name, table in (("a.py", BAD_PYTHON), ("a_test.cpp", BAD_CPP)):
            for rule, samples in table.items():
                for sample in samples:
                    with self.subTest(sample=sample):
                        self.assertIn(rule, self.texts_of(name, sample))

    def test_good_samples_pass(self):
        for name, samples in (("a.py", GOOD_PYTHON), ("a_test.cpp", GOOD_CPP)):
            for sample in samples:
                with self.subTest(sample=sample):
                    self.assertEqual(self.texts_of(name, sample), set())

    def test_the_place_is_named(self):
        self.assertEqual([each.line for each in time_rules.findings("a.py", python("work()", "time.sleep(1)"))], [6])
        self.assertEqual([each.line for each in time_rules.findings("a_test.cpp", cpp("work();", "usleep(1);"))], [3])
        text = python("script = '''", "touch x", "sleep 3", "'''")
        self.assertEqual([each.line for each in time_rules.findings("a.py", text)], [7])

    def test_shell_scripts(self):
        self.assertEqual(self.texts_of("a.sh", "until test -e x; do\n  sleep 0.1\ndone\n"), set())
        self.assertEqual(self.texts_of("a.sh", "start &\nsleep 2\n"), {SLEEPS})

    def test_an_exemption_holds_for_its_place_alone(self):
        text = python("time.sleep(1)  # time: longer is as good", "time.sleep(2)")
        self.assertEqual([each.line for each in time_rules.findings("a.py", text)], [6])
        self.assertEqual(LEAST, 60)


class Sandboxes(unittest.TestCase):
    def test_nothing_is_left_that_runs_in_one(self):
        sandbox = programs.Sandbox()
        folder = sandbox.path("state/work")
        folder.mkdir(parents=True)
        left, other = (subprocess.Popen(["sleep", "600"], cwd=place) for place in (folder, sandbox.folder.parent))
        self.addCleanup(other.wait)
        self.addCleanup(other.kill)
        sandbox.close()
        self.assertEqual(left.wait(programs.TIMEOUT), -9)
        self.assertIsNone(other.poll())


class Ports(unittest.TestCase):
    def test_no_other_process_is_given_the_same(self):
        port = ports.free_port()
        for code, wanted in ((f"s.bind(chr(0) + 'hpdl-test-port-{port}')", 1), (f"s.bind(chr(0) + 'hpdl-test-port-{port}-other')", 0)):
            done = subprocess.run([sys.executable, "-c", f"import socket; s = socket.socket(socket.AF_UNIX); {code}"],
                                  capture_output=True)
            self.assertEqual(done.returncode, wanted, done.stderr)
        with socket.create_server(("127.0.0.1", port)):
            self.assertNotIn(port, ports.free_ports(50))


if __name__ == "__main__":
    closing.main()
