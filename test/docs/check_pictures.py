"""The pictures of README.md and docs/ are what hpdlc and the benches draw: `./dev docs` after a change."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "test" / "bench"))
import headline_picture

BUILD = Path(os.environ.get("HPDL_BUILD", ROOT / "build" / "release")).resolve()

# Picture in docs/images -> what it shows, in words of the command line.
PICTURES = {"wordcount.svg": ["examples/wordcount"],
            "coordinator.svg": ["examples/hourly/coordinator.xml", "--config", "examples/hourly/job.properties"]}
# The picture of docs/benchmarks.md, which comes from a table of the page.
BENCHES = headline_picture.PICTURE.name


def drawn(words):
    """The picture that hpdlc draws; None stands for the picture of the benches."""
    if words is None:
        return headline_picture.picture().encode()
    command = [BUILD / "bin" / "hpdlc", "graph", "--format", "svg", *words]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=60, cwd=ROOT).stdout


def main():
    folder = ROOT / "docs" / "images"
    pictures = {**PICTURES, BENCHES: None}
    failures = [f"docs/images/{name} is not listed in this test"
                for name in sorted(path.name for path in folder.glob("*.svg")) if name not in pictures]
    for name, words in pictures.items():
        if not (folder / name).is_file() or (folder / name).read_bytes() != drawn(words):
            failures.append(f"docs/images/{name} is not what is drawn now; run: ./dev docs")
    for failure in failures:
        print(f"FAIL: {failure}")
    print(f"{max(0, len(pictures) - len(failures))} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
