"""Programs of an earlier version in the state directory: they know no `run --id`, so that their jobs are made by one
program and run by another."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403
from served import *  # noqa: F403

# As such a program refuses the option; what it was asked for is written down.
OLDER = """#!/bin/bash
echo "$1" >> '{log}'
if [ "$1" = run ]; then
  echo "${{0##*/}}: run: unknown option \"--id\"" >&2
  echo "try '$0 run --help'" >&2
  exit 2
fi
exec -a "$0" '{program}' "$@"
"""


class OlderPrograms(ServedTest):
    def asked(self):
        return self.sandbox.path("asked").read_text().split()

    def age(self):
        """Puts a program of an earlier version in the place of the one that there is."""
        [program] = [each for each in (self.server.state / "programs").iterdir() if not each.name.startswith(".")]
        young = self.sandbox.path("young")
        program.rename(young)
        program.write_text(OLDER.format(log=self.sandbox.path("asked"), program=young))
        program.chmod(0o700)

    def test_a_job_is_made_then_run(self):
        self.serve()
        ran = self.sandbox.path("ran")
        app = self.application(workflow(shell("a", f"echo ${{word}} >> '{ran}'"), "a"))
        self.until_status(self.submitted({**app, "word": "0"}), "SUCCEEDED")
        self.age()
        for word in "12":
            self.until_status(self.submitted({**app, "word": word}), "SUCCEEDED")
        self.assertEqual(ran.read_text().split(), ["0", "1", "2"])
        told = [verb for verb in self.asked() if verb in ("run", "submit", "start")]
        self.assertEqual(told, ["run", "submit", "start", "submit", "start"])  # once is enough to know it

    def test_a_refusal_is_that_of_its_own(self):
        self.serve()
        app = self.application('<workflow-app name="w" xmlns="uri:oozie:workflow:1.0"><parameters><property><name>p</name>'
                               '</property></parameters><start to="end"/><end name="end"/></workflow-app>')
        self.until_status(self.submitted({**app, "p": "1"}), "SUCCEEDED")
        young = self.server.submit(app)
        self.age()
        old = self.server.submit(app)
        self.assertEqual((young.status, old.status), (400, 400))
        self.assertEqual((young.code, young.message), (old.code, old.message))
        self.assertEqual(old.code, "E0738")


if __name__ == "__main__":
    closing.main()
