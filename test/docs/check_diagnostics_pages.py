"""docs/diagnostics/ is what its generator writes: `./dev docs` after a change of kinds.def or explain.def."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ.get("HPDL_BUILD", ROOT / "build" / "release")).resolve()


def pages(folder):
    return {path.name: path.read_text() for path in folder.glob("*")}


def main():
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([BUILD / "bin" / "hpdl_diagnostics_docs", scratch], check=True, timeout=60)
        wanted = pages(Path(scratch))
    found = pages(ROOT / "docs" / "diagnostics")
    wrong = sorted(name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name))
    for name in wrong:
        print(f"FAIL: docs/diagnostics/{name} is not what the generator writes; run: ./dev docs")
    print(f"{len(wanted) - len(wanted.keys() & set(wrong))} passed, {len(wrong)} failed")
    return 1 if wrong or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
