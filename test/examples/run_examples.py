"""Each example of the specifications verifies without an error, and those without clusters compile."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
import programs

HERE = Path(__file__).resolve().parent


class Examples(unittest.TestCase):
    def test_readme_lists_every_file(self):
        text = (HERE / "README.md").read_text()
        for folder in ("hws", "oozie"):
            section = text.split(f"## {folder}/")[1].split("\n## ")[0]
            names = {name.strip() for line in section.splitlines() if line.startswith("| ")
                     for name in line.split("|")[1].split(",")} - {"file"}
            self.assertEqual(names, {path.stem for path in (HERE / folder).glob("*.xml")})


def add(path, kind):
    def verify(self):
        result = programs.hpdlc("verify", path)
        self.assertEqual(result.code, 0, result)
        self.assertNotIn("error:", result.out + result.err)

    def build(self):
        sandbox = programs.Sandbox()
        self.addCleanup(sandbox.close)
        sub = []
        # The one of HWS names a host: its child is not compiled in.
        if path.stem == "sub-workflow" and path.parent.name != "hws":
            sub = ["--sub", f"child-wf={path.parent / 'end.xml'}"]
        program = sandbox.build(path, *sub)
        result = programs.run([program.path, "params"])
        self.assertEqual(result.code, 0, result)

    name = f"{path.parent.name}_{path.stem}".replace("-", "_")
    setattr(Examples, f"test_{kind}_{name}", verify if kind == "verify" else build)


for example in sorted(HERE.glob("*/*.xml")):
    add(example, "verify")
    add(example, "build")

if __name__ == "__main__":
    closing.main()
