"""One definition with its properties has one verdict: verify, build, and hpdld's validate, dry run and start agree.

The definitions are those of test/ and examples/, accepted and refused ones. Each is checked without properties, and with
each set of properties that a RUN line of its lit test gives to verify. Each started job is killed at once. The jobs of
the applications in verdict_cases.py run to their ends."""

import os
import re
import shlex
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from rights import can_mount
from served import *  # noqa: F403
from verdict_cases import CASES, SITES, STARTED

KEYS = {"workflow-app": "wf", "hadoop-workflow": "wf", "coordinator-app": "coord", "bundle-app": "bundle"}
ROOT_ELEMENT = re.compile(r"<(?:\w+:)?(" + "|".join(KEYS) + r")\b")
# verify and the submission both report a property that has no value. verify does so only if it gets a property.
GIVEN = {"one.verdict": "given"}
# These refusals are about files outside of the definition. Only some of the five can look at them: build needs each
# coordinator of a bundle, and so does the start of the bundle; validate reads no other file; no cluster answers here.
OUTSIDE = re.compile(r"\[UnknownCoordinator |Could not read the coordinator job definition|\[IncludeUnreadable|WebHDFS address of")

# A dry run also makes the first actions of a coordinator, as at Oozie. verify only warns of what fails then.
FIRST_ACTION = re.compile(r"^\S+: warning: .*(?:; the job fails when it makes |, and a dry run fails).*$", re.M)

# The server and its jobs can write only below $1, and have no network: a definition of the tests may remove any folder,
# or clone any repository. The server gets its socket from outside.
CONFINED = """set -e
mount --make-rprivate /
mount --bind "$1" "$1"
mount -o remount,bind,ro /
for at in $(cut -d' ' -f2 /proc/mounts); do
  case "$at" in /proc*|/sys*|/dev*|"$1") ;; *) mount -o remount,bind,ro "$at" || : ;; esac
done
shift
exec "$@"
"""
ENDED = {"SUCCEEDED", "KILLED", "FAILED", "DONEWITHERROR"}

APART = {
    # The values come from the coordinator beside the workflow, and verify takes them from there.
    "examples/hourly/workflow.xml",
}


def definitions_of_tests():
    """(path, key of the path's property) of each file of test/ and examples/ whose root is that of a definition."""
    found = []
    for top in ("test", "examples"):
        for path in sorted((ROOT / top).rglob("*.xml")):
            text = path.read_text(errors="replace")
            root = ROOT_ELEMENT.search(re.sub(r"<!--.*?-->|<\?.*?\?>", "", text, flags=re.S))
            if root:
                found.append((path, KEYS[root[1]]))
    return found


def properties_of_runs(path):
    """Sets of properties: GIVEN, and GIVEN with those of each RUN line that verifies the file itself."""
    sets = [GIVEN]
    for line in re.findall(r"^RUN: .*?%hpdlc verify (.*%s\b.*)$", path.read_text(errors="replace"), re.M):
        words = shlex.split(line.split("|")[0])
        given = dict(word.split("=", 1) for option, word in zip(words, words[1:]) if option == "-D" and "=" in word)
        if given and {**GIVEN, **given} not in sets:
            sets.append({**GIVEN, **given})
    return sets


class OneVerdict(ServedTest):
    def refusal(self, done):
        """The error lines of a command of hpdlc; none if it accepts the definition."""
        self.assertIn(done.code, (0, 1), done)
        return re.findall(r"^\S+: error: .*$", done.err, re.M) or [done.err] if done.code else []

    def verify(self, path, properties):
        """The error lines of verify, and its warnings of a first action that fails."""
        done = hpdlc("verify", "--with-folder", *definitions(properties), path)
        return self.refusal(done), FIRST_ACTION.findall(done.err)

    def build(self, path):
        """The errors of build in the application itself, not in the definitions that it starts."""
        program = f"{self.sandbox.path('programs')}/{os.urandom(8).hex()}"
        refusal = self.refusal(hpdlc("build", "--with-folder", path, "-o", program))
        return [line for line in refusal if not re.match(r"\S+\.xml:", line) or Path(line.split(":")[0]).parent == path.parent]

    def validate(self, path):
        answer = self.server.call("POST", f"/oozie/v2/validate?user=joe&user.name=joe&file={path.name}", path.read_bytes(),
                                  user=None)
        return "" if answer.status == 200 else f"{answer.code} {answer.message}"

    def submit(self, path, key, properties, action):
        """The answer to a submission, and what refuses it; "" if nothing does."""
        whole = {**properties, f"oozie.{key}.application.path": f"file://{path}"}
        answer = self.server.submit(whole, action=action)
        return answer, "" if answer.status in (200, 201) else f"{answer.code} {answer.message}"

    def submission(self, path, key, properties, action):
        answer, refusal = self.submit(path, key, properties, action)
        if answer.status == 201 and action in (None, "start"):
            self.server.tell(answer.json()["id"], "kill")
        return refusal

    def of_file(self, refused, path):
        """The errors that validate can find. It gets the definition alone: it knows neither other definitions nor the
        files of an HWS package."""
        return [line for line in refused if (not re.match(r"\S+\.xml:", line) or line.startswith(f"{path}:"))
                and not line.endswith("[FileNotPackaged]")]

    def disagreements(self, path, key):
        """One line for each verdict that differs from the verdict of verify with the same properties."""
        refused, _ = self.verify(path, {})
        pairs = [("build", self.build(path), refused), ("validate", self.validate(path), self.of_file(refused, path))]
        for properties in properties_of_runs(path):
            known, first_action = self.verify(path, properties)
            pairs += [(f"{name} with {properties}", self.submission(path, key, properties, action), expected)
                      for name, action, expected in (("dry run", "dryrun", known + first_action),
                                                      ("submission", self.begins, known))]
        return [f"{path.relative_to(ROOT)}: {name}: {verdict or 'accepted'}; verify: {known or 'accepted'}"
                for name, verdict, known in pairs if bool(verdict) != bool(known)
                and not OUTSIDE.search(f"{verdict} {known}")]

    def serve_confined(self):
        """Starts a server that runs what is submitted to it, or, without name spaces, one whose jobs never start."""
        self.begins = "start" if can_mount() else None
        if self.begins is None:
            self.serve("--local")
            return
        listening = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listening.close)
        self.serve(*ONE_USER, "--local", socket=listening, env={"TMPDIR": str(self.sandbox.folder)},
                   before=("unshare", "--mount", "--net", "sh", "-c", CONFINED, "sh", self.sandbox.folder))

    def test_definitions_of_the_tests(self):
        self.serve_confined()
        self.sandbox.path("programs").mkdir()
        each = [one for one in definitions_of_tests() if str(one[0].relative_to(ROOT)) not in APART]
        self.assertGreater(len(each), 250)
        self.assertGreater(sum(len(properties_of_runs(path)) > 1 for path, _ in each), 20)
        with ThreadPoolExecutor(2) as pool:
            found = [line for lines in pool.map(lambda one: self.disagreements(*one), each) for line in lines]
        self.assertEqual(found, [], "\n".join(found))

    def end_of(self, job, waits):
        """The status of a job when it has ended. A job that waits for data is killed when one of its actions waits."""
        shown = {}

        def has_ended():
            shown.update(self.server.call("GET", f"/oozie/v2/job/{job}", len="10").json())
            return shown["status"] in ENDED or waits and any(each["status"] == "WAITING" for each in shown["actions"])

        self.until(has_ended, f"{job} does not end")
        if shown["status"] in ENDED:
            return shown["status"]
        self.told(job, "kill")
        return shown["status"]

    def one(self, case, site):
        """One line for each verdict on an application that differs from the verdict of verify, and for an end of the job
        that is not Oozie's."""
        name = f"{case.site}/" + re.sub(r"\W+", "-", case.name)
        folder = self.sandbox.path(name)
        base = f"file://{folder}"
        for file, text in case.files.items():
            self.sandbox.write(f"{name}/{file}", text.replace("BASE", base))
        path, env = folder / case.main, {"HPDL_SITE": str(site)}
        properties = {"base": base, **{key: value.replace("BASE", base) for key, value in case.properties.items()}}
        options = [word for key, value in case.subs.items() for word in ("--sub", f"{key}={folder / value}")]
        given = [*(word for file in case.config for word in ("--config", folder / file)), *definitions(properties)]

        def of_hpdlc(command, *more):
            done = hpdlc(command, "--with-folder", *options, path, *more, env=env)
            return self.refusal(done), FIRST_ACTION.findall(done.err)

        def own(refusal):
            """The errors without those of definitions that the application starts, which have a verdict of their own."""
            started = tuple(f"{folder / each}:" for each in STARTED if each != case.main)
            return [line for line in refusal if not line.startswith(started)]

        alone, (known, first_action) = of_hpdlc("verify")[0], of_hpdlc("verify", *given)
        program = folder / "program"
        built, runs = (own(of_hpdlc("build", *more)[0]) for more in (("-o", folder / "alone"), (*given, "-o", program)))
        if program.exists():
            runs = self.refusal_to_run(run([program, "run", "--dryrun", "--local", *given, "--state", folder / "state"],
                                           env=env))
        for values in case.config.values():
            properties.update(values)
        dry_run = self.submit(path, case.key, properties, "dryrun")[1]
        answer, start = self.submit(path, case.key, properties, "start")
        end = self.end_of(answer.json()["id"], case.end == "RUNNING") if answer.status == 201 else answer.code
        verdicts = [("build without properties", built, alone), ("validate", self.validate(path), self.of_file(alone, path)),
                    ("build and run", runs, known), ("dry run", dry_run, known + first_action), ("start", start, known)]
        found = [f"{name}: {verdict or 'accepted'}; verify: {expected or 'accepted'}" for name, verdict, expected in verdicts
                 if bool(verdict) != bool(expected) and not OUTSIDE.search(f"{verdict} {expected}")]
        if end != case.end:
            found.append(f"the end is {end}, not {case.end}: {start}")
        return [f"{case.name}: {line}" for line in found]

    def refusal_to_run(self, done):
        self.assertIn(done.code, (0, 2), done)
        return [done.err] if done.code else []

    def test_applications(self):
        for site, settings in SITES.items():
            file = self.sandbox.write(f"{site}/site.xml", configuration(settings))
            self.server = Server(self.sandbox.path(site), "--local", "--site", file)
            self.addCleanup(self.end_all)
            self.server.start()
            cases = [case for case in CASES if case.site == site]
            with ThreadPoolExecutor(2) as pool:
                found = [line for lines in pool.map(lambda case: self.one(case, file), cases) for line in lines]
            self.end_all()
            self.assertEqual(found, [], "\n".join(found))


if __name__ == "__main__":
    closing.main()
