"""Refuses headless sentences in comments of C and C++: docs/design/README.md, "Words"."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
HEADLESS = re.compile(r"(Of|What|Whether|Those|Who|None|Such|That of|Where|How|Which|Whose|One that|Another)\b", re.IGNORECASE)
# Literals are tokens too, so that a `//` in a URL begins no comment. An apostrophe after a digit separates digits.
TOKEN = re.compile(r'R"(?P<mark>[^()\s\\]{0,16})\((?:.|\n)*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|(?<!\d)\'(?:\\.|[^\'\\\n])+\''
                   r'|//[^\n]*|/\*(?:.|\n)*?\*/')
SENTENCE_END = re.compile(r"(?<=[.:!?])\s+(?=[A-Z`\"'(])")


def comments(text):
    """(line, words) of each comment. Lines of `//` that follow each other in one column are one comment."""
    found = []
    end, column = 0, None
    for match in TOKEN.finditer(text):
        token = match[0]
        if not token.startswith("/"):
            continue
        line = text.count("\n", 0, match.start()) + 1
        begin = text.rfind("\n", 0, match.start()) + 1
        if token.startswith("/*"):
            found.append((line, re.sub(r"\n\s*\* ?", "\n", re.sub(r"^/\*+<?|\*/$", "", token))))
            end, column = 0, None
            continue
        words = re.sub(r"^//[/!]?<?", "", token)
        alone = not text[begin:match.start()].strip()
        if alone and line == end + 1 and match.start() - begin == column:
            found[-1] = (found[-1][0], found[-1][1] + "\n" + words)
        else:
            found.append((line, words))
        end, column = line, match.start() - begin
    return found


def headless(words):
    """Sentences of a comment that begin without a head and are no question."""
    sentences = SENTENCE_END.split(" ".join(words.split()))
    return [each for each in sentences if HEADLESS.match(each) and not each.endswith("?")]


def self_test():
    """Texts of which the check must refuse so many sentences."""
    cases = [
        ("/// Whether it runs.\nbool runs;", 1),
        ("/// True if it runs.\nbool runs;", 0),
        ("int a;  ///< what is left", 1),
        ("int a;  ///< the rest\nint b;  // of the job", 1),
        ("// The job runs. What\n// comes then waits.\n", 1),
        ("// Where is it?\n", 0),
        ("/* None\n * of them. Another one. */", 2),
        ('auto a = "// What"; auto b = R"(// Of)"; char c = \'"\';', 0),
        ("// Whatever comes, it ends.\n", 0),
        ("int a = 60'000;  // what it's for", 1),
        ("char a = '\"';  // none", 1),
    ]
    return [f"{text!r} has {count} headless sentences" for text, count in cases
            if sum(len(headless(words)) for _, words in comments(text)) != count]


def main():
    """One case a folder, and one for the check itself."""
    failures = self_test()
    passed = not failures
    folders = {}
    for top in ("compiler", "runtime", "stdlib"):
        for path in sorted((ROOT / top).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in (".h", ".cpp", ".c", ".def") and "generated" not in path.parts:
                folders.setdefault(path.parent, []).extend(
                    f"{name}:{line}: headless sentence: {sentence[:60]}" for line, words in comments(path.read_text())
                    for sentence in headless(words))
    for found in folders.values():
        failures += found
        passed += not found
    for failure in failures:
        print(f"FAIL: {failure}")
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
