"""docs/sla.md and docs/language.md name the same elements of an agreement, and the same ones may be left out."""

import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"


def in_language(text):
    """Element -> whether it may be left out, from the block of sla:0.2."""
    block = text.split("### SLA", 1)[1].split("0.2:\n", 1)[1].split("```")[1]
    return {name: mark == "?" for name, mark in re.findall(r"^  <([\w-]+)> text +([1?])", block, re.MULTILINE)}


def in_page(text):
    """The same, from the table of the page."""
    table = text.split("| | |\n|---|---|\n", 1)[1].split("\n\n", 1)[0]
    elements = {}
    for row in table.splitlines():
        _, names, about, _ = re.split(r"(?<!\\)\|", row)
        for name in re.findall(r"`([\w-]+)`", names):
            alone = names.count("`") == 2
            left_out = "may be left out" in about if alone else re.search(
                rf"`{name}`(?: and `[\w-]+`)? may be left out", about)
            elements[name] = bool(left_out) or (alone and "Without it" in about)
    return elements


def main():
    language, page = in_language((DOCS / "language.md").read_text()), in_page((DOCS / "sla.md").read_text())
    wrong = [f"{name}: language.md {language.get(name)}, sla.md {page.get(name)}"
             for name in sorted({*language, *page}) if language.get(name) != page.get(name)]
    if len(language) < 8:
        wrong.append(f"only {len(language)} elements")
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"{len(language) - min(len(wrong), len(language))} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
