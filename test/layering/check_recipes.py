"""docs/adding_features.md names what there is: each file, each folder, and each name of the code stands in the source tree.

A path is relative to the root of the repository. A file without its folder may be anywhere. Names with `foo`, `bar`, `<` or
`*` stand for names that a reader chooses.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs/adding_features.md"
FOLDERS = ("compiler", "runtime", "stdlib", "test", "docs")
EXAMPLE = re.compile(r"```.*?```", re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
CHOSEN = re.compile(r"foo|bar|[<>*]|\.\.\.|KIND$", re.IGNORECASE)
FILE = re.compile(r"[\w.-]+\.(?:cpp|h|py|def|tsv|xml|dict|md|sh)")
PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)+/?")
NAME = re.compile(r"(k[A-Z]\w*|[A-Z]+(?:_[A-Z]+)+|[A-Z][a-z]\w*)(?:\(\))?")


def sources():
    return [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]


def missing(words, files):
    """The words of the page that name nothing."""
    names = {path.name for path in files}
    texts = "\n".join(path.read_text(errors="replace") for path in files
                      if path.suffix in (".cpp", ".h", ".py", ".def", ".txt") and path != Path(__file__).resolve())
    known = set(re.findall(r"\w+", texts))
    for word in words:
        qualified = word.split("::")[-1].split(".")[-1] if "/" not in word else word
        if FILE.fullmatch(word):
            if word not in names and not (ROOT / word).exists():
                yield word
        elif PATH.fullmatch(word):
            if not (ROOT / word).exists() and not any(str(path).endswith("/" + word.rstrip("/")) or f"/{word.rstrip('/')}/" in str(path)
                                                      for path in files):
                yield word
        elif (name := NAME.fullmatch(qualified)) and name.group(1) not in known:
            yield word


def main():
    text = EXAMPLE.sub("", PAGE.read_text())
    words = sorted({word for word in CODE.findall(text) if not CHOSEN.search(word)})
    wrong = list(missing(words, sources()))
    for word in wrong:
        print(f"FAIL: docs/adding_features.md names `{word}`, which does not exist")
    print(f"{len(words) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong or not words else 0


if __name__ == "__main__":
    sys.exit(main())
