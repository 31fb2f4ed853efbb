"""The pictures of README.md and docs/ are what hpdlc draws: `./dev docs` after a change."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ.get("HPDL_BUILD", ROOT / "build" / "release")).resolve()

# Picture in docs/images -> what it shows, in words of the command line.
PICTURES = {"wordcount.svg": ["examples/wordcount"],
            "coordinator.svg": ["examples/hourly/coordinator.xml", "--config", "examples/hourly/job.properties"]}


def drawn(words):
    command = [BUILD / "bin" / "hpdlc", "graph", "--format", "svg", *words]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=60, cwd=ROOT).stdout


def main():
    folder = ROOT / "docs" / "images"
    failures = [f"docs/images/{name} is not listed in this test"
                for name in sorted(path.name for path in folder.glob("*.svg")) if name not in PICTURES]
    for name, words in PICTURES.items():
        if not (folder / name).is_file() or (folder / name).read_bytes() != drawn(words):
            failures.append(f"docs/images/{name} is not what hpdlc draws; run: ./dev docs")
    for failure in failures:
        print(f"FAIL: {failure}")
    print(f"{max(0, len(PICTURES) - len(failures))} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
