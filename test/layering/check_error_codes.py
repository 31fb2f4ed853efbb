"""The manual page of each kind that runs has each error code its executor can give, with its class.

Codes are the string literals in the executor's own files and in those that it includes from the rooms
below, file by file. A page may leave codes to the page of another kind that it links to. Likewise each type of credentials.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CODE = re.compile(r'"([A-Z]+\d{3,4})"')
INCLUDE = re.compile(r'^#include "((?:stdlib|runtime)/[^"]+)\.h"', re.MULTILINE)
LINK = re.compile(r"\.\./([\w-]+)/README\.md")
ROOMS = ("stdlib/actions/", "stdlib/local/", "stdlib/cluster/", "runtime/world/files/", "runtime/world/hadoop/", "runtime/world/net/")
CLASSES = {"transient", "non-transient", "error", "fatal"}


def parts(name):
    """The files of this name: header and sources."""
    return [path for ending in (".h", ".cpp") if (path := ROOT / (name + ending)).exists()]


def codes_of(kind):
    """Code -> a file that has it."""
    folder = ROOT / "stdlib/actions" / kind
    waiting = [path for path in sorted(folder.glob("*.[ch]*")) if "_test" not in path.name]
    seen, codes = set(waiting), {}
    while waiting:
        path = waiting.pop()
        text = path.read_text()
        without_comments = re.sub(r"//.*", "", text)
        for code in CODE.findall(without_comments):
            codes.setdefault(code, path)
        if ".User(" in without_comments:
            codes.setdefault("JA010", path)
        for name in INCLUDE.findall(text):
            if name.startswith(ROOMS):
                for more in parts(name):
                    if more not in seen:
                        seen.add(more)
                        waiting.append(more)
    return codes


def page_of(kind):
    return ROOT / "stdlib/actions" / kind / "README.md"


def documented(kind):
    """Codes that the page has, its own and those of pages that it leads to."""
    words, seen, waiting = set(), {kind}, [kind]
    while waiting:
        text = page_of(waiting.pop()).read_text()
        words |= set(re.findall(r"\b[A-Z]+\d{3,4}\b", text))
        for other in set(LINK.findall(text)) - seen:
            if page_of(other).exists():
                seen.add(other)
                waiting.append(other)
    return words


def rows_without_class(page):
    """Rows of the page's table of errors whose class is none, or that have no code."""
    bad, columns = [], None
    for line in page.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else None
        if cells is None:
            columns = None
        elif columns is None:
            columns = {name: place for place, name in enumerate(cells)}
        elif "class" in columns and "code" in columns and not set(line) <= set("|-: "):
            if cells[columns["class"]].split(",")[0] not in CLASSES | {"ok"}:
                bad.append(line)
    return bad


def failures_of_credentials():
    """The pages of credentials: each has what comes of one, with its class."""
    codes = set(CODE.findall((ROOT / "stdlib/local/credentials.cpp").read_text()))
    failures = [] if codes else ["stdlib/local/credentials.cpp gives no code"]
    for folder in sorted((ROOT / "stdlib/credentials").iterdir()):
        page = folder / "README.md"
        if not (folder / f"{folder.name}.credential.h").exists() or not page.exists():
            failures.append(f"{folder.name}: no declaration, or no README.md")
            continue
        text = page.read_text()
        failures += [f"{folder.name}: the page lacks {code}" for code in sorted(codes) if code not in text]
        failures += [f"{folder.name}: no class of an error in: {line}" for line in rows_without_class(page)]
    return failures


def main():
    passed, failures = 1, failures_of_credentials()
    kinds = sorted(path.parent.name for path in (ROOT / "stdlib/actions").glob("*/*.cpp")
                   if path.stem == path.parent.name)
    for kind in kinds:
        if not page_of(kind).exists():
            failures.append(f"{kind}: it runs and has no README.md")
            continue
        known = documented(kind)
        for code, path in sorted(codes_of(kind).items()):
            if code in known:
                passed += 1
            else:
                failures.append(f"{kind}: {path.relative_to(ROOT)} gives {code}, which the page lacks")
        text = page_of(kind).read_text()
        if not re.search(r"^\|.*\bcode\b.*\|", text, re.MULTILINE) and not LINK.search(text):
            failures.append(f"{kind}: the page has no table of errors")
        bad = rows_without_class(page_of(kind))
        failures += [f"{kind}: no class of an error in: {line}" for line in bad]
        passed += 1
    for failure in failures:
        print("FAIL: " + failure)
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures or not kinds else 0


if __name__ == "__main__":
    sys.exit(main())
