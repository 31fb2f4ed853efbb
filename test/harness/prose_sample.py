#!/usr/bin/env python3
"""prose_sample.py [COMMIT]: chooses comments, messages and paragraphs of a commit, and prints them as a Markdown list for
people who judge the prose. COMMIT is HEAD if nobody names one. The hash of the commit is the seed, so nobody chooses."""

import io
import random
import re
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "test" / "layering"))
from check_sentences import TOKEN, comments  # noqa: E402

SOURCES = ("compiler", "runtime", "stdlib")
COMMENTS, MESSAGES, PARAGRAPHS = 100, 100, 20
# Three words in a row are prose. Names of code and most rules of style sheets have no such row.
PROSE = re.compile(r"(?<![\w.:<>/$-])[A-Z]?[a-z']+(?:[,;:]? [a-z']+){2}(?![\w(=:-])")
NO_PROSE = re.compile(r"\{[a-z-]+:|</?svg|^#|function ?\(|\bSELECT\b|\bUPDATE\b|\bINSERT\b")
# Tests of the rooms and their helpers: the sample has no messages of them.
TEST = re.compile(r"_(test|fuzz)\.cpp$|(^|/)testing/")
# Pages that programs write: `./dev docs`.
GENERATED_PAGES = ("docs/diagnostics/", "docs/language.md")
ITEM = re.compile(r"^\s*(?:[-*]|\d+\.) +")
ESCAPE = {"n": " ", "t": " ", "r": " ", '"': '"', "'": "'", "\\": "\\"}


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True).stdout


def files_of(commit):
    """Name -> text of the sources and pages at a commit."""
    packed = io.BytesIO(git("archive", "--format=tar", commit, *SOURCES, "docs"))
    with tarfile.open(fileobj=packed) as archive:
        return {member.name: archive.extractfile(member).read().decode(errors="replace") for member in archive
                if member.isfile() and member.name.endswith((".h", ".cpp", ".def", ".md")) and "/generated/" not in member.name}


def unescaped(literal):
    """The text of a literal."""
    if literal.startswith("R"):
        return literal[literal.index("(") + 1:literal.rindex(")")]
    return re.sub(r"\\(.)", lambda match: ESCAPE.get(match[1], match[0]), literal[1:-1])


def literals(text):
    """(line, text) of each string literal. Literals with only blanks between them are one literal."""
    found, end = [], None
    for match in TOKEN.finditer(text):
        if match[0].startswith(("/", "'")):
            continue
        if end is not None and not text[end:match.start()].strip():
            found[-1] = (found[-1][0], found[-1][1] + unescaped(match[0]))
        else:
            found.append((text.count("\n", 0, match.start()) + 1, unescaped(match[0])))
        end = match.end()
    return found


def paragraphs(text):
    """(line, text) of each paragraph and item of a list, without headings, tables, pictures and code."""
    found, block, code = [], [], False
    for line, words in enumerate([*text.splitlines(), ""], 1):
        if words.lstrip().startswith("```"):
            code, words = not code, ""
        elif code:
            words = ""
        if not words.strip() or ITEM.match(words):
            found, block = found + ([block] if block else []), []
        if words.strip():
            block.append((line, words))
    plain = [block for block in found if not block[0][1].startswith(("#", "|", "<", "!", "    "))]
    return [(block[0][0], ITEM.sub("", " ".join(words.strip() for _, words in block), count=1)) for block in plain]


def is_page(name):
    return name.startswith("docs/") and name.endswith(".md") and not name.startswith(GENERATED_PAGES)


def candidates(files):
    """(place, text) of all comments, all messages and all paragraphs."""
    kinds = {"comments": [], "messages": [], "paragraphs": []}

    def add(kind, name, found):
        kinds[kind] += [(f"{name}:{line}", " ".join(words.split())) for line, words in found if PROSE.search(words)]

    for name, text in sorted(files.items()):
        if is_page(name):
            add("paragraphs", name, paragraphs(text))
        elif not name.startswith("docs/"):
            if name.endswith((".h", ".cpp")):
                add("comments", name, comments(text))
            if not TEST.search(name):
                add("messages", name, [each for each in literals(text) if not NO_PROSE.search(each[1])])
    return kinds


def main():
    commit = git("rev-parse", "--verify", f"{sys.argv[1] if len(sys.argv) > 1 else 'HEAD'}^{{commit}}").decode().strip()
    chosen = random.Random(commit)
    print(f"# Prose of {commit}")
    kinds = candidates(files_of(commit))
    for kind, count in (("comments", COMMENTS), ("messages", MESSAGES), ("paragraphs", PARAGRAPHS)):
        print(f"\n## {count} of {len(kinds[kind]):,} {kind}\n")
        for place, words in sorted(chosen.sample(kinds[kind], count)):
            print(f"- `{place}`", words.replace("<", "\\<"))  # Markdown takes no tags of texts


if __name__ == "__main__":
    main()
