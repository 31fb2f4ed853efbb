"""The native `oozie` command beside Oozie's own client: byte for byte the same output, and the same requests.

First against what was recorded of the real client and the real server (client/record.py), then both clients
against a real server.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "harness"), str(HERE / "client")]
import closing
import commands
from oozie_client import Exchange, JavaClient, Listening, StandIn, run_native
from oozie_server import OozieServer

ADDRESS, USER = "http://oozie:11000", "joe"
# A server of this address is wanted, and there is none.
NOBODY = "http://127.0.0.1:1/oozie"
WAIT_SECONDS = 120


def program():
    return str(Path(os.environ["HPDL_BUILD"]) / "bin" / "hpdl")


class Recorded(unittest.TestCase):
    """Each command of the recording, with a server that answers as the real one did."""

    def setUp(self):
        self.place = tempfile.TemporaryDirectory(prefix="hpdl-client-")
        self.addCleanup(self.place.cleanup)
        self.folder = Path(self.place.name).resolve()
        (self.folder / "home").mkdir()
        commands.write_files(self.folder)
        self.server = StandIn()
        self.addCleanup(self.server.stop)

    def local(self, value):
        """What was recorded, with the addresses of this test."""
        if isinstance(value, dict):
            return {name: self.local(each) for name, each in value.items()}
        if isinstance(value, list):
            return [self.local(each) for each in value]
        if not isinstance(value, str):
            return value
        here = str(self.folder)
        for name, instead in ((ADDRESS, self.server.address), (commands.FOLDER, here),
                              (urllib.parse.quote(commands.FOLDER, safe=""), urllib.parse.quote(here, safe="")),
                              (ADDRESS.replace("/", "\\/"), self.server.address.replace("/", "\\/")),
                              (commands.FOLDER.replace("/", "\\/"), here.replace("/", "\\/"))):
            value = value.replace(name, instead)
        return value

    def replay(self, row):
        self.server.expect(Exchange(**each) for each in row["exchanges"])
        for token in (self.folder / "home").iterdir():
            token.unlink()
        ours = run_native(program(), self.folder, self.server.address + "/oozie", USER, *row["words"])
        own = re.search(r"^This client: hpdl \d.*\n\Z", ours.out, re.M) if row["words"] == ["version"] else None
        self.assertEqual(own is not None, row["words"] == ["version"])
        self.assertEqual(ours.out[:own.start()] if own else ours.out, row["out"])
        self.assertEqual(ours.err, row["err"])
        self.assertEqual(ours.code, row["code"])
        self.assertEqual(self.server.wrong + self.server.left(), [])

    def test_every_command_asks_and_prints_what_the_real_client_does(self):
        with open(HERE / "client" / "recorded.jsonl") as file:
            rows = [self.local(json.loads(line)) for line in file]
        self.assertGreater(len(rows), len(commands.STEPS) * 0.9)
        for row in rows:
            with self.subTest(" ".join(row["words"])):
                self.replay(row)

    def test_every_step_is_recorded(self):
        with open(HERE / "client" / "recorded.jsonl") as file:
            recorded = [json.loads(line)["words"] for line in file]
        wanted = [line for line in commands.STEPS + commands.STRICT_STEPS if not line.startswith("wait ")]
        self.assertEqual(len(recorded), len(wanted))
        for words, line in zip(recorded, wanted):
            self.assertEqual(words[:2], line.partition(" = ")[2].split()[:2] or line.split()[:2])


class Alone(unittest.TestCase):
    """What needs no server."""

    def setUp(self):
        self.place = tempfile.TemporaryDirectory(prefix="hpdl-client-")
        self.addCleanup(self.place.cleanup)
        self.folder = Path(self.place.name)

    def native(self, *words, OOZIE_URL=NOBODY, **variables):
        return run_native(program(), self.folder, OOZIE_URL, USER, *words, **variables)

    def test_it_is_a_program_without_libraries(self):
        cache = (Path(os.environ["HPDL_BUILD"]) / "CMakeCache.txt").read_text()
        if "HPDL_SANITIZE:BOOL=ON" in cache:  # sanitizers bring libraries
            return
        said = subprocess.run(["readelf", "-dl", program()], capture_output=True, text=True, check=True,
                              timeout=60).stdout
        self.assertNotIn("INTERP", said)
        self.assertNotIn("NEEDED", said)
        self.assertIn("PIE", said)

    def test_a_server_that_is_not_there_is_tried_again(self):
        ours = self.native("-Doozie.connection.retry.count=1", "admin", "-status")
        self.assertEqual(ours.code, 255)
        self.assertEqual(ours.out, "")
        self.assertEqual(ours.err, "Connection exception has occurred [ java.net.ConnectException Connection refused ]. "
                                   "Trying after 1 sec. Retry count = 1\n"
                                   "java.net.ConnectException: Connection refused\n"
                                   "Error: IO_ERROR : java.io.IOException: Error while connecting Oozie server. No of "
                                   "retries = 1. Exception = Connection refused\n")

    def test_without_an_address_it_says_so(self):
        folder = self.folder
        done = subprocess.run([program(), "jobs"], env={"HOME": str(folder)}, capture_output=True, text=True, timeout=60)
        text = "Oozie URL is not available neither in command option or in the environment"
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (255, "", f"java.lang.IllegalArgumentException: {text}\n{text}\n"))

    def test_oozierc_sets_variables_and_is_not_executed(self):
        (self.folder / ".oozierc").write_text("export OOZIE_URL=nothing\ntouch here\nA=$(touch there)\n")
        ours = self.native("jobs")
        rc = self.folder / ".oozierc"
        self.assertEqual(ours.err, f"{rc}: line 2 is not NAME=VALUE and is ignored\n"
                                   f"{rc}: line 3 is not NAME=VALUE and is ignored\n"
                                   "Error: IO_ERROR : java.net.MalformedURLException: no protocol: nothing/versions\n")
        self.assertEqual(sorted(each.name for each in self.folder.iterdir()), [".oozierc"])

    def test_a_pipe_as_configuration_is_refused(self):
        os.mkfifo(self.folder / "a.properties")
        ours = self.native("job", "-run", "-config", "a.properties")
        self.assertEqual(ours.code, 255)
        self.assertIn("java.io.FileNotFoundException: a.properties (Invalid argument)", ours.err)


    def test_under_its_own_name_it_can_do_more(self):
        text = self.native("--help", name="hpdl")
        self.assertEqual((text.code, text.err, self.native(name="/x/hpdl").out), (0, "", text.out))
        self.assertIn("watch JOB", text.out)
        self.assertEqual(self.native("watch", "a-W").err.splitlines()[0],
                         "Invalid sub-command: invalid sub-command [watch]")
        self.assertEqual(self.native("info", "a-W", name="hpdl", OOZIE_URL="x").err,
                         "Error: IO_ERROR : java.net.MalformedURLException: no protocol: x/versions\n")
        self.assertEqual(self.native("info", "a-W", OOZIE_URL="x").err, "")
        wrong = self.native("completion", "csh", name="hpdl")
        self.assertEqual((wrong.code, wrong.out, wrong.err),
                         (2, "", "hpdl: completion takes one of bash, zsh and fish\n"))

    def test_the_manual_page_is_one(self):
        page = self.native("man", name="hpdl")
        self.assertEqual((page.code, page.err), (0, ""))
        shown = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-P-cbou"], input=page.out, capture_output=True,
                               text=True, timeout=60)
        self.assertEqual((shown.returncode, shown.stderr), (0, ""))
        self.assertRegex(shown.stdout, r"(?m)^ +-config arg\n +job configuration file")
        self.assertIn("Follows a job until it has ended or is suspended.", shown.stdout)

    def test_bash_completes_commands_options_and_values(self):
        script = self.native("completion", "bash", name="hpdl").out
        self.assertEqual(self.native("completion", "fish", name="hpdl").code, 0)
        for line, found in (("hpdl va", "validate"), ("hpdl job -confi", "-config -configcontent"),
                            ("oozie jobs -jobtype c", "coordinator"), ("hpdl watch -progress p", "plain"), ("hpdl watch -inter", "-interval"),
                            ("hpdl info -ti", "-timezones"), ("hpdl kill x -do", "-doas"),
                            ("hpdl completion z", "zsh")):
            with self.subTest(line):
                words = " ".join(f"'{word}'" for word in line.split())
                ask = f"COMP_WORDS=({words}); COMP_CWORD={len(line.split()) - 1}; _hpdl_hpdl; echo ${{COMPREPLY[*]}}"
                done = subprocess.run(["bash", "--norc", "-c", f"{script}\n{ask}"], capture_output=True, text=True,
                                      timeout=60)
                self.assertEqual((done.stdout.strip(), done.stderr), (found, ""))

    def test_watch_follows_a_job_to_its_end(self):
        first = {"id": "a-W", "appName": "nightly", "status": "RUNNING", "startTime": "Thu, 01 Jan 2026 12:00:00 GMT",
                 "endTime": None, "actions": [{"name": "get", "status": "RUNNING", "type": "shell", "endTime": None,
                                               "startTime": "Thu, 01 Jan 2026 12:00:01 GMT"}]}
        get = dict(first["actions"][0], status="ERROR", endTime="Thu, 01 Jan 2026 12:00:05 GMT", transition="no",
                   errorCode="E1", errorMessage="a\x1b[2Jb")
        last = dict(first, status="KILLED", endTime="Thu, 01 Jan 2026 12:00:06 GMT", actions=[get])
        answers = [first, first, last]

        def answer(handler, body):
            reply = "[2]" if handler.path.endswith("/versions") else json.dumps(answers.pop(0))
            return Exchange(handler.command, handler.path, {}, body, 200, "OK", {}, reply)

        server = Listening(answer)
        self.addCleanup(server.stop)
        ours = self.native("watch", "a-W", "-oozie", server.address, name="hpdl")
        self.assertEqual(ours.out, "12:00:00 job a-W RUNNING\n12:00:01 get RUNNING shell\n"
                                   "12:00:05 get ERROR shell -> no E1: a\\x1B[2Jb\n12:00:06 job a-W KILLED\n"
                                   "nightly KILLED after 6 s\n")
        self.assertEqual((ours.code, ours.err, answers), (3, "", []))

    def test_watch_follows_coordinators_and_bundles(self):
        """It names what it watches, and ends at DONEWITHERROR."""
        action = {"actionNumber": 1, "nominalTime": "Mon, 01 Jan 2024 00:00:00 GMT", "status": "TIMEDOUT",
                  "lastModifiedTime": "Thu, 01 Jan 2026 12:00:05 GMT"}
        daily = {"coordJobId": "a-C", "coordJobName": "daily", "status": "DONEWITHERROR"}
        answers = {"a-C": {**daily, "actions": [action]},
                   "a-B": {"bundleJobId": "a-B", "bundleJobName": "all", "status": "DONEWITHERROR",
                           "bundleCoordJobs": [daily],
                           "notSubmitted": [{"coordJobName": "two", "errorCode": "E0701", "errorMessage": "why"}]}}

        def answer(handler, body):
            known = [text for job, text in answers.items() if f"/job/{job}" in handler.path]
            return Exchange(handler.command, handler.path, {}, body, 200, "OK", {},
                            json.dumps(known[0]) if known else "[2]")

        server = Listening(answer)
        self.addCleanup(server.stop)
        for job, lines in (("a-C", ["coordinator a-C DONEWITHERROR", "@1 2024-01-01T00:00Z TIMEDOUT action",
                                    "daily DONEWITHERROR"]),
                           ("a-B", ["bundle a-B DONEWITHERROR", "daily DONEWITHERROR coordinator",
                                    "two FAILED coordinator E0701: why", "all DONEWITHERROR"])):
            with self.subTest(job):
                ours = self.native("watch", job, "-oozie", server.address, name="hpdl")
                self.assertEqual([re.sub(r"^\d\d:\d\d:\d\d ", "", line) for line in ours.out.splitlines()], lines)
                self.assertEqual((ours.code, ours.err), (1, ""))

    def test_odd_answers_do_no_harm(self):
        """Whatever a server says, the client says something and ends."""
        odd = ["", "null", "3", '"text"', "[]", "[[]]", "{}", "<html/>", "[" * 100000, '{"a":', "\ufffd\x00",
               '{"workflows":3,"actions":"x","jobs":{},"conf":[1]}', '{"workflows":[3,null,{"id":7,"startTime":1}]}',
               '{"actions":[{"id":"a","startTime":"Sun, 99 Foo"}],"id":{"a":1},"status":[]}',
               '{"sharelibUpdate":[1,2]}', '[{"sharelibUpdate":{"b":null}}, 4]', '{"sharelib":{"a":{"files":3}}}',
               '{"queueDump":7,"uniqueMapDump":[null,[]]}', '{"timers":[1],"counters":{"a":3},"gauges":"g"}',
               '{"timers":[{"group":1,"data":[{"name":2}]}],"histograms":{"h":{"p999":"x"}}}',
               '{"id":' + "9" * 400 + "}",
               '{"missingDependencies":[{"dataSets":[1,{"missingDependencies":{}}]}],"purge":[[]],"update":4}']
        asked = ["jobs", "jobs -verbose", "job -info a-W", "job -info a-W@b -verbose", "job -info a-C -verbose",
                 "job -info a-B", "job -info a-C@1", "job -info a-C@1 -allruns", "jobs -bulk bundle=a", "jobs -kill",
                 "job -retries a-W@b", "job -missingdeps a-C", "job -poll a-W", "job -definition a-W", "job -log a-W",
                 "job -rerun a-C -action 1", "job -ignore a-C", "job -update a-C", "job -submit -Da=b",
                 "job -dryrun -Da=b", "admin -status", "admin -version", "admin -metrics", "admin -instrumentation", "admin -queuedump",
                 "admin -servers", "admin -shareliblist", "admin -sharelibupdate", "admin -purge wf=1", "sla",
                 "validate hdfs://a/b"]
        said, versions = "", "[0,1,2]"

        def answer(handler, body):
            reply = versions if handler.path.endswith("/versions") else said
            return Exchange(handler.command, handler.path, {}, body, 200, "OK", {}, reply)

        server = Listening(answer)
        self.addCleanup(server.stop)
        for number, said in enumerate(odd):
            for words in asked[number % 3::3]:  # each with a third of the answers: all of them take long
                if words.startswith("job -poll") and "status" not in said:
                    continue  # goes on asking
                with self.subTest(said=said[:60], words=words):
                    ours = run_native(program(), self.folder, server.address, USER, *words.split())
                    self.assertIn(ours.code, (0, 255))
        for versions in odd[:11]:
            with self.subTest(versions=versions[:60]):
                ours = run_native(program(), self.folder, server.address, USER, "jobs")
                self.assertEqual((ours.code, ours.out), (255, ""))
                self.assertTrue(ours.err.startswith("Error: "))


class Beside(unittest.TestCase):
    """Both clients at one real server. Every test of a method costs the server's start, so there are few."""

    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="hpdl-client-")
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name).resolve()
        commands.write_files(self.folder)
        self.server = OozieServer(self.folder / "server").start()
        self.addCleanup(self.server.stop)
        self.java = JavaClient(self.folder, self.server.url, USER)
        self.addCleanup(self.java.stop)
        self.home = self.folder / "native-home"
        self.home.mkdir()

    def native(self, *words, home=None, **variables):
        return run_native(program(), self.folder, self.server.url, USER, *words, home=home or self.home, **variables)

    def same(self, *words):
        with self.subTest(" ".join(words)):
            theirs, ours = self.java.run(*words), self.native(*words)
            self.assertEqual((ours.out, ours.err, ours.code), (theirs.out, theirs.err, theirs.code))
            return ours

    def pair(self, *words):
        """The same command by both, which makes two equal jobs."""
        theirs, ours = self.java.run(*words), self.native(*words)
        self.assertEqual((ours.err, ours.code), (theirs.err, theirs.code))
        return [each.out.removeprefix("job: ").strip() for each in (theirs, ours)]

    def wait(self, job, *states):
        end = time.monotonic() + WAIT_SECONDS
        while self.server.job(job)["status"] not in states:
            self.assertLess(time.monotonic(), end, self.server.job(job))
            time.sleep(0.2)

    def test_both_do_and_print_the_same(self):
        theirs, ours = self.pair("job", "-config", "apps/ctl/job.properties", "-submit", "-D", "who=me", "-Dx= y=z ")
        self.assertEqual(self.server.properties(theirs), self.server.properties(ours))
        self.assertEqual(self.server.properties(ours)["uni"], 'caf\u00e9 <&> "q"')
        for job, client in ((theirs, self.java.run), (ours, self.native)):
            self.assertEqual(client("job", "-start", job).code, 0)
        for job in (theirs, ours):
            self.wait(job, "KILLED")
        for job in (theirs, ours):
            for words in (["-info", job], ["-info", job, "-verbose"], ["-info", job + "@bad"], ["-log", job],
                          ["-errorlog", job], ["-definition", job], ["-configcontent", job],
                          ["-poll", job, "-verbose"]):
                self.same("job", *words)
        for words in ("jobs", "jobs -verbose -timezone Asia/Tokyo", "admin -configuration", "admin -javasysprops",
                      "admin -osenv", "admin -version", "validate apps/ctl/workflow.xml", "job -info nosuch-W"):
            self.same(*words.split())
        for job, client in ((theirs, self.java.run), (ours, self.native)):
            self.assertEqual(client("job", "-rerun", job, "-D", "oozie.wf.rerun.skip.nodes=mk", "-D", "who=world").code,
                             0)
            self.wait(job, "SUCCEEDED")
        self.share_a_token()
        watched = self.native("watch", ours, name="hpdl")
        self.assertEqual((watched.code, watched.err), (0, ""))
        self.assertRegex(watched.out, r" mk OK fs -> dec\n.*\n(?s:.*)ctl-wf SUCCEEDED after \d+ s\n$")

    def share_a_token(self):
        """The token of either client lets the other one in, and both keep it in the same file."""
        for first, second in ((self.java.run, self.native), (self.native, self.java.run)):
            shutil.rmtree(self.java.home)
            self.java.home.mkdir()
            shared = {"home": self.java.home}
            for client in (first, second):
                options = shared if client == self.native else {}
                self.assertEqual(client("jobs", "-len", "1", "-auth", "SIMPLE", **options).code, 0)
                tokens = list(self.java.home.iterdir())
                self.assertEqual(len(tokens), 1)
                self.assertTrue(tokens[0].name.startswith(".oozie-auth-token-"))
                self.assertEqual(tokens[0].stat().st_mode & 0o777, 0o600)
                text = tokens[0].read_text()
                self.assertIn("u=joe&", text)
                if client == second:
                    self.assertEqual(text, before)
                before = text


if __name__ == "__main__":
    closing.main()
