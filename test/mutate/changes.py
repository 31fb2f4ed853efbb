"""Changes of one token in C++ sources, as a slip of the programmer would be.

What cannot matter is passed over: comments, preprocessor lines, static_assert, and texts with a blank in
them, which are messages. That a change compiles is not known here. It counts on the layout of clang-format:
operators of two operands stand between blanks, angle brackets of templates do not.
"""

import re
from dataclasses import dataclass

TOKEN = re.compile(r"""
    (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<directive>(?<![^\n])[ \t]*\#(?:[^\n\\]|\\.|\\\n)*)
  | (?P<raw>R"(?P<mark>[^(\s]{0,16})\(.*?\)(?P=mark)")
  | (?P<text>"(?:[^"\\\n]|\\.)*")
  | (?P<character>'(?:[^'\\\n]|\\.)+')
  | (?P<number>\b\d[\w.']*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<operator><=>|->\*|<<=|>>=|\.\.\.|::|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-{}()\[\];:,.<>=!~+*/%&|^?])
""", re.VERBOSE | re.DOTALL)

# A binary operator -> what may stand in its place.
OPERATORS = {
    "==": ["!="], "!=": ["=="], "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"],
    "+=": ["-="], "-=": ["+="], "&": ["|"], "|": ["&"], "|=": ["&="], "&=": ["|="],
}
STEPS = {"++": ["--"], "--": ["++"]}
WORDS = {"true": ["false"], "false": ["true"], "break": ["continue"], "continue": ["break"],
         "min": ["max"], "max": ["min"], "front": ["back"], "back": ["front"]}
# What begins a statement that is no expression, so that it cannot simply be left out.
NO_EXPRESSION = {"return", "co_return", "if", "for", "while", "do", "switch", "case", "default", "break", "continue", "else",
                 "using", "namespace", "class", "struct", "enum", "union", "template", "typedef", "static", "const",
                 "constexpr", "inline", "public", "private", "protected", "friend", "static_assert", "goto", "throw",
                 "extern", "auto", "try", "catch", "explicit", "virtual", "operator", "delete", "~", "co_yield"}


@dataclass(frozen=True)
class Token:
    sort: str
    text: str
    start: int

    @property
    def end(self):
        return self.start + len(self.text)


@dataclass(frozen=True)
class Change:
    """Replaces the characters from `start` to `end` of a source by `text`."""
    start: int
    end: int
    text: str
    what: str

    def apply(self, source):
        return source[:self.start] + self.text + source[self.end:]


def tokens(source):
    """All tokens that count, without comments and preprocessor lines."""
    found = []
    for match in TOKEN.finditer(source):
        sort = match.lastgroup if match.lastgroup != "mark" else "raw"
        if sort not in ("comment", "directive"):
            found.append(Token(sort, match.group(0), match.start()))
    return found


def closing(found, opening):
    """Index of the bracket that closes the one at index `opening`; None if there is none."""
    pairs = {"(": ")", "[": "]", "{": "}"}
    depth = 0
    for index in range(opening, len(found)):
        if found[index].text in pairs:
            depth += 1
        elif found[index].text in pairs.values():
            depth -= 1
            if depth == 0:
                return index
    return None


def is_binary(source, token):
    return source[token.start - 1:token.start].isspace() and source[token.end:token.end + 1].isspace()


def of_number(text):
    plain = text.replace("'", "")
    if re.fullmatch(r"0[0-7]+", plain):
        return [f"0{int(plain, 8) + 1:o}"]
    if re.fullmatch(r"\d+", plain):
        number = int(plain)
        return [str(number + 1)] + ([str(number - 1)] if number > 0 else [])
    suffixed = re.fullmatch(r"(\d+)([uUlL]+)", plain)
    return [str(int(suffixed[1]) + 1) + suffixed[2]] if suffixed else []


def of_text(text):
    """A text without a blank may be a name that somebody else knows; others are messages."""
    inside = text[1:-1]
    if " " in inside or "\\" in inside:
        return []
    return [f'"{inside}x"', '""'] if inside else ['"x"']


def enumerators(found):
    """Enum -> its enumerators that a source names, as kOk of JobState::kOk."""
    named = {}
    for scope, colons, name in zip(found, found[1:], found[2:]):
        if colons.text == "::" and scope.sort == name.sort == "word" and re.match(r"k[A-Z]", name.text):
            named.setdefault(scope.text, set()).add(name.text)
    return named


def of_token(source, found, index, named):
    """Texts that may replace the token at `index`."""
    token = found[index]
    if token.sort == "number":
        return of_number(token.text)
    if token.sort == "text":
        return of_text(token.text)
    if token.text in OPERATORS and is_binary(source, token):
        joins_texts = token.text == "+" and "text" in (found[index - 1].sort, found[index + 1].sort)
        return [] if joins_texts else OPERATORS[token.text]
    if token.text in STEPS:
        return STEPS[token.text]
    if token.text == "!":
        return [""]
    if token.sort != "word":
        return []
    if index > 1 and found[index - 1].text == "::" and token.text in named.get(found[index - 2].text, ()):
        return sorted(named[found[index - 2].text] - {token.text})
    if token.text in WORDS:
        return WORDS[token.text]
    return []


def conditions(source, found):
    """The conditions of if and while, turned round and made constant."""
    for index, token in enumerate(found[:-1]):
        if token.text not in ("if", "while") or found[index + 1].text != "(":
            continue
        end = closing(found, index + 1)
        inside = source[found[index + 1].end:found[end].start] if end is not None else ";"
        if ";" in inside or re.match(r"\s*(?:const\s+)?\w[\w:<>*& ]*\s[*&]?\w+ = ", inside):
            continue  # it declares something
        start, stop = found[index + 1].end, found[end].start
        line = " ".join(inside.split())
        yield Change(start, stop, f"!({inside})", f"{token.text} ({line}) turned round")
        yield Change(start, stop, f"false && ({inside})", f"{token.text} ({line}) never")
        if token.text == "if":
            yield Change(start, stop, f"true || ({inside})", f"{token.text} ({line}) always")


def statements(source, found):
    """Statements that are expressions, left out."""
    for index, token in enumerate(found):
        if index == 0 or found[index - 1].text not in (";", "{", "}") or token.sort != "word":
            continue
        if token.text in NO_EXPRESSION or token.text.startswith(("EXPECT", "ASSERT")):
            continue
        end = index
        while end < len(found) and found[end].text not in (";", "}"):
            if found[end].text in "([{":
                end = closing(found, end) or len(found)
            end += 1
        if end >= len(found) or found[end].text != ";":
            continue
        whole = source[token.start:found[end].start]
        following = found[index + 1].text
        is_call_or_assignment = following in ("(", ".", "->", "[", "=", "+=", "-=", "|=", "&=", "++", "--", "::")
        if not is_call_or_assignment or "(" not in whole and "=" not in whole:
            continue
        # A type after ::, as in std::string name = ..., begins a declaration.
        if following == "::" and re.match(r"[\w:]+(?:<.*>)?[&*]? [&*]?\w", whole):
            continue
        yield Change(token.start, found[end].start, "", f"left out: {' '.join(whole.split())}")


def skipped(source, found):
    """Ranges in which nothing is changed: static_assert."""
    ranges = []
    for index, token in enumerate(found[:-1]):
        if token.text == "static_assert":
            end = closing(found, index + 1)
            ranges.append((token.start, found[end].end if end is not None else len(source)))
    return ranges


def changes(source):
    """All changes of a source, in order of their places."""
    found = tokens(source)
    named = enumerators(found)
    made = []
    for index, token in enumerate(found):
        for text in of_token(source, found, index, named):
            made.append(Change(token.start, token.end, text, f"{token.text} -> {text or 'nothing'}"))
    made.extend(conditions(source, found))
    made.extend(statements(source, found))
    barred = skipped(source, found)
    return sorted((change for change in made if not any(start <= change.start < end for start, end in barred)),
                  key=lambda change: (change.start, change.end, change.text))


def line(source, change):
    """The line of a change, from 1."""
    return source.count("\n", 0, change.start) + 1


def place(source, change):
    """LINE:COLUMN of a change, from 1."""
    return f"{line(source, change)}:{change.start - source.rfind(chr(10), 0, change.start)}"
