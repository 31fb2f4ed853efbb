"""Runs the shell examples of README.md, docs/ and examples/ that a line `<!-- run: NAME -->` stands before.

An example runs in an empty folder with hpdlc on the PATH, and every command in it must succeed. Where a page of
examples/ stands, its own folder is there too, by its name. A block
```text right after it, if there is one, is its output: each line must come, in order; `...` matches any
text, so that times and ids may differ. `<!-- run: NAME after FILE -->`: a script beside this one comes first. The
ports 11000 and 28080 become ones that are free.
"""

import re
import shutil
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
import ports
import programs

ROOT = programs.ROOT
EXAMPLES = ROOT / "examples"
EXAMPLE = re.compile(r"<!-- run: (.+?)(?: after (\S+))? -->\s*```sh\n(.*?)```(?:\s*```text\n(.*?)```)?", re.DOTALL)


class DocumentedExamples(unittest.TestCase):
    def test_there_is_one(self):
        self.assertIn("<!-- run:", (ROOT / "README.md").read_text())


def add(page, name, before, script, output):
    if before:
        script = (Path(__file__).parent / before).read_text() + script

    def check(self):
        sandbox = programs.Sandbox()
        self.addCleanup(sandbox.close)
        if page.parent.parent == EXAMPLES:
            shutil.copytree(page.parent, sandbox.path(page.parent.name))
        path = f"{programs.BUILD}/bin:{programs.os.environ['PATH']}"
        own = {port: str(ports.free_port()) for port in ("11000", "28080")}
        result = programs.run(["bash", "-e", "-c", re.sub("|".join(own), lambda port: own[port[0]], script)], cwd=sandbox.folder,
                              env={"PATH": path, "HPDL_STATE": str(sandbox.path("state"))})
        self.assertEqual(result.code, 0, result)
        at = 0
        for line in (output or "").strip("\n").splitlines():
            pattern = ".*".join(re.escape(part) for part in line.strip().split("..."))
            found = re.compile(pattern).search(result.out, at)
            self.assertIsNotNone(found, f"{line!r} does not come in\n{result!r}")
            at = found.end()

    where = page.parent.name if page.parent.parent == EXAMPLES else page.stem
    label = re.sub(r"\W+", "_", f"{where}_{name}").lower()
    setattr(DocumentedExamples, f"test_{label}", check)


for found_page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted(EXAMPLES.glob("*/README.md"))]:
    for found_name, found_before, found_script, found_output in EXAMPLE.findall(found_page.read_text()):
        add(found_page, found_name, found_before, found_script, found_output)

if __name__ == "__main__":
    closing.main()
