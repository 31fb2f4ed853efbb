"""What ThreadSanitizer finds in a test program and in the processes that it starts."""

import os
import re
from pathlib import Path

SYMBOLIZER = "/usr/lib/llvm-19/bin/llvm-symbolizer"
SUMMARY = re.compile(r"^SUMMARY: ThreadSanitizer: (.*)$", re.MULTILINE)


def environment(folder):
    """Variables for a test program whose findings are to lie in `folder`. Without the sanitizer they say nothing to it.
    Each process writes what it finds into a file, for its standard error may be a test's, and its exit code stays."""
    options = (f"log_path={folder}/race exitcode=0 second_deadlock_stack=1 external_symbolizer_path={SYMBOLIZER}")
    return dict(os.environ, TSAN_OPTIONS=options)


def found(folder):
    """(a line for each finding, all that was said of them)."""
    told = "\n".join(path.read_text(errors="replace") for path in sorted(Path(folder).glob("race.*")))
    summaries = SUMMARY.findall(told)
    return (summaries or ["ThreadSanitizer"] if told else []), told
