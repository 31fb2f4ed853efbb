"""What a test may not do with time, because a busy machine would fail it: the rules, for Python, C++ and shell.

A test waits for an event, at least LEAST seconds; what it measures it compares with nothing that a fast machine gave.
An exemption is a comment on the place itself, `time: REASON`, with a reason of three words or more.
"""

import ast
import io
import re
import tokenize

LEAST = 60  # seconds: a shorter wait may be over before a busy machine has done what is waited for

LEAST_OF_PROGRAMS = 5  # seconds: what a program waits for an answer that comes

SLEEPS = "sleeps a fixed time: wait for the event in a loop"
SHORT = f"waits less than {LEAST} s: a busy machine may need longer"
MEASURED = "bounds a time that was measured: a busy machine needs longer; compare with work of the same run"
TOO_SOON = f"gives a program less than {LEAST_OF_PROGRAMS} s to wait: what comes may be late on a busy machine"
CPU = "limits processor time: other machines need more of it"
NAMES = "looks for a process by words: another test may have such a one; know it by its id"
PORT = "chooses a port and lets it go before somebody binds it: use port 0, or ports.py, which keeps it"
NO_REASON = "has an exemption without a reason: say it in three words or more"
NEEDLESS = "has an exemption that nothing needs"

EXEMPTION = re.compile(r"(?:#|//|/\*) ?time: *(.*?)(?:\*/)?$")
SHELL_SLEEP = re.compile(r"\bsleep ([0-9]+(?:\.[0-9]+)?)")
SHELL_LOOP = re.compile(r"\b(do|done)\b")
# Not by the id of a parent.
SEARCH = re.compile(r"(?<![\w.-])(?:pgrep|pkill|killall|pidof)(?![\w.-])(?! (?:-\w+ )*-P)")
SETTING = re.compile(r"\b((?:hpdl|oozie)[.\w]*timeout[.\w]*)=(\d+)\b")
CLOCKS = {"monotonic", "time", "perf_counter", "process_time"}
BOUND_NAME = re.compile(r"(?:SECONDS|TIMEOUT|BOUND|PATIENCE|SOON)$")


class Finding:
    """A place that breaks a rule; the lines from `line` to `last` may have the exemption."""

    def __init__(self, line, text, last=None):
        self.line, self.text, self.last = line, text, last or line

    def __repr__(self):
        return f"{self.line}: {self.text}"


def findings(name, text):
    """What is wrong with a source of this name, in the order of its lines."""
    found = PythonRules(text).findings if name.endswith(".py") else cpp_findings(text) if not name.endswith(".sh") \
        else shell_findings(text, 1, text.count("\n") + 1)
    return sorted(unexempted(text, found, marks_of(name, text)), key=lambda each: each.line)


def marks_of(name, text):
    """Line -> the reason of an exemption there."""
    if name.endswith(".py"):  # a comment, and not a text that looks like one
        comments = [token for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type == tokenize.COMMENT]
        return {token.start[0]: found[1] for token in comments if (found := EXEMPTION.search(token.string))}
    return {number: found[1] for number, line in enumerate(text.split("\n"), 1) if (found := EXEMPTION.search(line))}


def unexempted(text, found, marks):
    used = set()
    for each in found:
        places = [line for line in range(each.line, each.last + 1) if line in marks]
        used.update(places)
        if not places:
            yield each
    for line, reason in marks.items():
        if len(reason.split()) < 3:
            yield Finding(line, NO_REASON)
        elif line not in used:
            yield Finding(line, NEEDLESS)


def shell_findings(text, line, last):
    """Of a script, or of a text that may be a part of one. `line`, `last`: where the text is."""
    found = []
    for match in SHELL_SLEEP.finditer(text):
        before = [word for word in SHELL_LOOP.findall(text[:match.start()])]
        looping = before.count("do") > before.count("done")
        if not looping and 0 < float(match[1]) < LEAST:
            found.append((match.start(), SLEEPS))
    found += [(match.start(), CPU) for match in re.finditer(r"\bulimit\b[^;\n]*? -t\b|\bRLIMIT_CPU\b", text)]
    found += [(match.start(), NAMES) for match in SEARCH.finditer(text)]
    several = last - line == text.count("\n")  # else escapes stand for the ends of lines
    return [Finding(line + text.count("\n", 0, at) if several else line, what, last) for at, what in found]


# ---- Python

class PythonRules(ast.NodeVisitor):
    """Looks at a source with what is around each place: functions, loops, assertions."""

    def __init__(self, text):
        self.findings = []
        self.around = []
        tree = ast.parse(text)
        self.constants = {}
        for node in tree.body:
            self.read_constants(node)
        self.docs = {id(node.body[0].value) for node in ast.walk(tree)
                     if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and node.body
                     and isinstance(node.body[0], ast.Expr)}
        self.visit(tree)

    def read_constants(self, node):
        if not isinstance(node, ast.Assign):
            return
        for target in node.targets:
            pairs = zip(target.elts, node.value.elts) if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple) \
                else [(target, node.value)]
            for name, value in pairs:
                number = self.number(value)
                if isinstance(name, ast.Name) and number is not None:
                    self.constants[name.id] = number
                    if BOUND_NAME.search(name.id) and 0 < number < LEAST:
                        self.add(node, SHORT)

    def add(self, node, text):
        self.findings.append(Finding(node.lineno, text, node.end_lineno))

    def number(self, node):
        """The value of an expression of numbers and constants of this source; None if it is another."""
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            return node.value
        if isinstance(node, ast.Name):
            return self.constants.get(node.id)
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mult, ast.Div)):
            left, right = self.number(node.left), self.number(node.right)
            if left is None or right is None:
                return None
            return left + right if isinstance(node.op, ast.Add) else left * right if isinstance(node.op, ast.Mult) \
                else left / right
        return None

    def short(self, node):
        number = self.number(node)
        return number is not None and 0 < number < LEAST

    def visit(self, node):
        self.around.append(node)
        super().visit(node)
        self.around.pop()

    def in_function(self):
        """The nodes around this one, up to its function."""
        for node in reversed(self.around[:-1]):
            if isinstance(node, (ast.FunctionDef, ast.Lambda, ast.Module)):
                return
            yield node

    def loops(self):
        return any(isinstance(node, ast.While) for node in self.in_function())

    def denied(self):
        """In a wait that nothing is to end: that it is longer for a busy machine does no harm."""
        for node in self.in_function():
            if isinstance(node, ast.Call) and name_of(node.func) in ("assertFalse", "assertIsNone", "assertNotIn"):
                return True
            if isinstance(node, ast.With) and any("TimeoutExpired" in ast.dump(item.context_expr) for item in node.items):
                return True
        return False

    def function(self):
        return next((node for node in reversed(self.around) if isinstance(node, ast.FunctionDef)), None)

    # ---- Places

    def visit_Call(self, node):
        name = name_of(node.func)
        if name == "sleep" and node.args and not self.loops():
            self.add(node, SLEEPS)
        limits = [word.value for word in node.keywords if word.arg in ("timeout", "seconds")]
        if name in ("wait", "join", "settimeout", "communicate") and isinstance(node.func, ast.Attribute):
            limits += node.args[:1]
        if name in ("wait_for", "until_seen"):
            limits += node.args[1:2]
        if name != "timedelta" and any(map(self.short, limits)) and not self.loops() and not self.denied():
            self.add(node, SHORT)
        for word in node.keywords:
            if word.arg and word.arg != "timeout":
                self.program_limit(node, word.arg.replace("_", "."), self.number(word.value))
        if name in ("assertLess", "assertLessEqual") and len(node.args) > 1:
            self.compare(node, node.args[0], node.args[1])
        if name in ("assertGreater", "assertGreaterEqual") and len(node.args) > 1:
            self.compare(node, node.args[1], node.args[0])
        self.generic_visit(node)

    def visit_Dict(self, node):
        for key, value in zip(node.keys, node.values):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                self.program_limit(value, key.value, self.number(value))
        self.generic_visit(node)

    def program_limit(self, node, name, number):
        """A setting of a program, by its name."""
        unit = 0.001 if re.search(r"\.ms$|url\.connection", name) else 1
        if name.startswith(("hpdl.", "oozie.", "smtp.")) and "timeout" in name and number is not None \
                and 0 < number * unit < LEAST_OF_PROGRAMS:
            self.add(node, TOO_SOON)

    def visit_Compare(self, node):
        sides = [node.left, *node.comparators]
        if any(isinstance(each, ast.Assert) for each in self.in_function()):
            for left, operator, right in zip(sides, node.ops, sides[1:]):
                if isinstance(operator, (ast.Lt, ast.LtE)):
                    self.compare(node, left, right)
                elif isinstance(operator, (ast.Gt, ast.GtE)):
                    self.compare(node, right, left)
        self.generic_visit(node)

    def compare(self, node, left, right):
        limit = self.number(right)
        if self.measured(left) and (limit is None or limit < LEAST) and not self.measured(right):
            self.add(node, MEASURED)

    def measured(self, node):
        """Whether an expression has a difference of times in it, or the name of one."""
        function = self.function()
        names = {target.id for each in ast.walk(function) if isinstance(each, ast.Assign) and takes(each.value)
                 for target in each.targets if isinstance(target, ast.Name)} if function else set()
        return takes(node) or any(isinstance(each, ast.Name) and each.id in names for each in ast.walk(node))

    def visit_BinOp(self, node):
        if isinstance(node.op, ast.Add) and clock(node.left) and self.short(node.right):
            self.add(node, SHORT)
        self.generic_visit(node)

    def visit_Attribute(self, node):
        if node.attr == "RLIMIT_CPU":
            self.add(node, CPU)
        self.generic_visit(node)

    def visit_FunctionDef(self, node):
        for block in (block for each in ast.walk(node) for block in (getattr(each, "body", None), getattr(each, "orelse", None))):
            if isinstance(block, list):
                self.ports(block)
        defaults = node.args.defaults + [each for each in node.args.kw_defaults if each]
        names = (node.args.args[-len(node.args.defaults):] if node.args.defaults else []) \
            + [name for name, each in zip(node.args.kwonlyargs, node.args.kw_defaults) if each]
        if any(name.arg in ("timeout", "seconds") and self.short(value) for name, value in zip(names, defaults)):
            self.findings.append(Finding(node.lineno, SHORT))
        self.generic_visit(node)

    def ports(self, block):
        """A port is asked for, and what has it is closed at once: by the next statement, or the end of its `with`."""
        for here, there in zip(block, block[1:] + [None]):
            owners = {name_of(each.func.value) for each in ast.walk(here) if isinstance(each, ast.Call)
                      and isinstance(each.func, ast.Attribute) and each.func.attr == "getsockname"}
            closes = isinstance(there, ast.Expr) and isinstance(there.value, ast.Call) \
                and name_of(there.value.func) == "close" and name_of(there.value.func.value) in owners
            goes = isinstance(here, ast.With) and any(name_of(item.optional_vars) in owners for item in here.items) \
                and isinstance(here.body[-1], (ast.Return, ast.Assign)) and isinstance(here.body[-1].value, ast.Subscript)
            if closes or goes:
                self.add(here, PORT)

    def visit_JoinedStr(self, node):
        parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in node.values]
        self.texts(node, "".join(map(str, parts)))
        for part in node.values:
            if not isinstance(part, ast.Constant):
                self.visit(part)

    def visit_Constant(self, node):
        if isinstance(node.value, str) and id(node) not in self.docs:
            self.texts(node, node.value)

    def texts(self, node, text):
        for name, number in SETTING.findall(text):
            self.program_limit(node, name, int(number))
        self.findings += shell_findings(text, node.lineno, node.end_lineno)


def name_of(node):
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else None


def clock(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CLOCKS \
        and name_of(node.func.value) == "time"


def takes(node):
    return any(isinstance(each, ast.BinOp) and isinstance(each.op, ast.Sub) and (clock(each.left) or clock(each.right))
               for each in ast.walk(node))


# ---- C++

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'|\d(?:\'?\d)*|[{}();]|[^{}();"\'/\d]+|.', re.DOTALL)
CPP_SLEEP = re.compile(r"\b(?:sleep_for|sleep_until|usleep|nanosleep)\b|(?<![\w>:])::sleep\b")
TIME = r"(?:std::)?(?:chrono::)?(milliseconds|seconds|minutes|hours)\(([\d']+)\)"
UNITS = {"milliseconds": 0.001, "seconds": 1, "minutes": 60, "hours": 3600}
CPP_WAIT = re.compile(r"\b(?:try_acquire_for|wait_for|run_for|RunFor)\(.*?" + TIME)
CPP_DEADLINE = re.compile(r"(?:\w*_clock|Clock)::now\(\) \+ " + TIME)
CPP_BOUND = re.compile(r"\b(?:EXPECT|ASSERT)_L[TE]\((.*)\n?(.*)")
CPP_TAKES = re.compile(r"(?:\w*_clock|Clock)::now\(\) - |- (?:std::chrono::)?(?:\w*_clock|Clock)::now\(\)"
                       r"|_L[TE]\(\s*(?:NowMs\(\) - |MsSince\()")
CPP_MS = re.compile(r"_L[TE]\(\s*(?:NowMs\(\) - |MsSince\().*?([\d']+)\)\s*(?:<<|$)")
CPP_NAMES = re.compile(r"(\w+) = (?:std::chrono::)?(?:\w*_clock|Clock)::now\(\) - ")
CPP_ALARM = re.compile(r"(?<![\w.>])alarm\((\d+)\)")


def seconds(unit, digits):
    return int(digits.replace("'", "")) * UNITS[unit]


def cpp_findings(text):
    code, strings, loops = scan(text)
    found = [Finding(line, what) for line, each in strings for what in
             [finding.text for finding in shell_findings(each, line, line)]]
    measured = set(CPP_NAMES.findall(code))
    lines = code.split("\n")
    for number, line in enumerate(lines, 1):
        if CPP_SLEEP.search(line) and number not in loops:
            found.append(Finding(number, SLEEPS))
        for pattern in (CPP_WAIT, CPP_DEADLINE):
            for unit, digits in pattern.findall(line):
                if 0 < seconds(unit, digits) < LEAST:
                    found.append(Finding(number, SHORT))
        if any(0 < int(digits) < LEAST for digits in CPP_ALARM.findall(line)):
            found.append(Finding(number, SHORT))
        if "RLIMIT_CPU" in line:
            found.append(Finding(number, CPU))
        bound = CPP_BOUND.search(line)
        if bound:
            statement = " ".join(lines[number - 1:number + 2]).split(";")[0]
            if CPP_TAKES.search(statement) or any(re.search(rf"_L[TE]\(\s*{name}\b", statement) for name in measured):
                limits = re.findall(TIME, statement) + [("milliseconds", each) for each in CPP_MS.findall(statement)]
                if not limits or seconds(*limits[-1]) < LEAST:
                    found.append(Finding(number, MEASURED, number + 1))
    return found


def scan(text):
    """(the source without comments and texts, its texts by line, the lines that lie in a loop)."""
    code, strings, loops, blocks, head, line = [], [], set(), [], "", 1
    depth = 0
    for match in TOKEN.finditer(text):
        token = match[0]
        blank = token.startswith(("//", "/*", '"', 'R"', "'"))
        if token.startswith(('"', 'R"')):
            strings.append((line, token))
        code.append(re.sub(r"[^\n]", " ", token) if blank else token)
        if token == "{":
            # A `for` that counts is over after some time.
            blocks.append(bool(re.search(r"\bwhile\b\s*\(|\bdo\b\s*$|\bfor\b\s*\(;;|\bEventually\(|\bRunUntil\(", head)))
            head = ""
        elif token == "}":
            if blocks:
                blocks.pop()
            head = ""
        elif token == "(":
            depth += 1
            head += token
        elif token == ")":
            depth -= 1
            head += token
        elif token == ";":
            head = head + token if depth > 0 else ""
        elif not blank:
            head += token
        line += token.count("\n")
        if any(blocks):
            loops.add(line)
    return "".join(code), strings, loops
