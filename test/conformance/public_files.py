"""Definitions in public repositories: which they are, and what `verify` says of each. Only these facts are kept here,
in public_files.tsv. The files themselves are in a folder that HPDL_REAL_FILES names, as OWNER+NAME/PATH.

`HPDL_REAL_FILES=FOLDER python3 test/conformance/public_files.py` writes what `verify` says now into public_files.tsv.
"""

import hashlib
import os
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import programs

FOLDER = os.environ.get("HPDL_REAL_FILES")
FACTS = HERE / "public_files.tsv"


class PublicFile(NamedTuple):
    """A row of public_files.tsv."""

    repository: str  # OWNER+NAME
    commit: str
    path: str
    blob: str  # the id that git gives to the content
    said: str  # severity:kind*number of its diagnostics, or -


def rows():
    """All rows, in the order of the file."""
    return [PublicFile(*line.split("\t")) for line in FACTS.read_text().splitlines() if not line.startswith("#")]


def write(rows):
    comments = [line for line in FACTS.read_text().splitlines() if line.startswith("#")]
    FACTS.write_text("".join(f"{line}\n" for line in [*comments, *map("\t".join, rows)]))


def blob(content):
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()


def copied(folder):
    """Row -> a copy of its file in a folder of its own, for all files that are there and have the content of the row.
    `verify` reads other files beside a definition, so the copy is alone."""
    copies = {}
    for number, row in enumerate(rows()):
        source = Path(FOLDER) / row.repository / row.path
        content = source.read_bytes() if source.is_file() else b""
        if blob(content) == row.blob:
            copies[row] = folder / str(number) / source.name
            copies[row].parent.mkdir(parents=True)
            copies[row].write_bytes(content)
    return copies


def said(paths):
    """Path -> what `verify` says of it, in the form of public_files.tsv."""
    result = programs.hpdlc("verify", "--format", "json", *paths)
    assert result.code in (0, 1), result
    found = {str(path): Counter() for path in paths}
    for each in result.json()["diagnostics"]:
        found[each["file"]][f"{each['severity']}:{each['kind']}"] += 1
    return {Path(path): " ".join(f"{what}*{count}" for what, count in sorted(counts.items())) or "-"
            for path, counts in found.items()}


def main():
    sandbox = programs.Sandbox()
    try:
        copies = copied(sandbox.folder)
        now = said(copies.values())
        write([row._replace(said=now[copies[row]]) if row in copies else row for row in rows()])
    finally:
        sandbox.close()


if __name__ == "__main__":
    main()
