"""The attacks that docs/security.md names are there: each test in the file that is said."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs/security.md"
FILE_OR_TEST = re.compile(r"`(test/[\w/]+\.py|test_\w+)`")


def wrong_in(text):
    wrong, tests, source = [], 0, None
    for line in text.splitlines():
        if not line.startswith("|"):
            continue
        source = None
        for name in FILE_OR_TEST.findall(line):
            if name.startswith("test/"):
                path = ROOT / name
                source = path.read_text() if path.exists() else None
                wrong += [] if source else [f"there is no {name}"]
            elif source is None or f"def {name}(" not in source:
                wrong.append(f"there is no test {name} where it is said: {line}")
            tests += 1
    return wrong, tests


def main():
    wrong, tests = wrong_in(PAGE.read_text())
    if tests < 30:
        wrong.append(f"only {tests} tests are named")
    if not wrong_in("| a | `test/run/run_bad_input.py`: `test_no_such` |")[0] or not wrong_in("| a | `test/no_such.py` |")[0]:
        wrong.append("what is not there is not noticed")
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"{tests - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
