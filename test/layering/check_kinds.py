"""Every diagnostic kind is shown by a test: its name stands in a lit test, a script or a unit test."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
KIND = re.compile(r"^HPDL_DIAGNOSTIC\((\w+),", re.MULTILINE)


def tests():
    for pattern in ("test/**/*.xml", "test/**/*.el", "test/**/*.py", "compiler/**/*_test.cpp"):
        yield from ROOT.glob(pattern)


def main():
    kinds = KIND.findall((ROOT / "compiler/diagnostics/kinds.def").read_text())
    words = set()
    for path in tests():
        if path != Path(__file__).resolve():
            words.update(re.findall(r"\w+", path.read_text(errors="replace")))
    missing = [kind for kind in kinds if kind not in words and f"k{kind}" not in words]
    for kind in missing:
        print(f"FAIL: no test names the diagnostic kind {kind}")
    print(f"{len(kinds) - len(missing)} passed, {len(missing)} failed")
    return 1 if missing or not kinds else 0


if __name__ == "__main__":
    sys.exit(main())
