"""Every diagnostic kind is seen in the output of a command: it stands in a FileCheck line of a definition
below test/, or in a text that a script there expects. That a test names a kind elsewhere, silences it,
has it explained or emits it itself shows nothing."""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
KIND = re.compile(r"^HPDL_DIAGNOSTIC(?:_\w+)?\((\w+),", re.MULTILINE)
# A line that FileCheck wants to find; what stands in {{}} may be one of several.
EXPECTED = re.compile(r"^\s*(?:#|//|<!--)?\s*[A-Z]\w*(?:-(?:NEXT|SAME|DAG|COUNT-\d+))?: (.*)$", re.MULTILINE)
VARIABLE = re.compile(r"\{\{.*?\}\}")
WORD = re.compile(r"(?<!no-)\b[A-Z]\w+")


def strings(node):
    """The texts of a script, but for those of tests of `explain`, which shows any kind."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    if not (isinstance(node, ast.FunctionDef) and "explain" in node.name):
        for child in ast.iter_child_nodes(node):
            yield from strings(child)


def texts_of(path):
    text = path.read_text(errors="replace")
    if path.suffix == ".py":
        yield from strings(ast.parse(text))
    else:
        for line in EXPECTED.findall(text):
            if not line.startswith(("%", "not %")):  # a command
                yield VARIABLE.sub("", line)


def seen():
    found = set()
    for pattern in ("test/**/*.xml", "test/**/*.el", "test/**/*.js", "test/**/*.py"):
        for path in ROOT.glob(pattern):
            if path.resolve() != Path(__file__).resolve() and path.parent.name != "explain":
                for text in texts_of(path):
                    found.update(WORD.findall(text))
    return found


def main():
    kinds = KIND.findall((ROOT / "compiler/diagnostics/kinds.def").read_text())
    shown = seen()
    failures = [f"no test expects the diagnostic kind {kind} in the output of a command"
                for kind in kinds if kind not in shown]
    for failure in failures:
        print(f"FAIL: {failure}")
    print(f"{max(len(kinds) - len(failures), 0)} passed, {len(failures)} failed")
    return 1 if failures or not kinds else 0


if __name__ == "__main__":
    sys.exit(main())
