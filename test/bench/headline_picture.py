"""Draws docs/images/benchmarks.svg from the first table of docs/benchmarks.md. Each ratio must be the quotient of its two
figures, and the other tables of the page must have these figures.

headline_picture.py: writes the picture; `./dev docs` does it too.
"""

import math
import re
import sys
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "benchmarks.md"
PICTURE = ROOT / "docs" / "images" / "benchmarks.svg"
HEAD = "| case | peer | ratio | how to repeat it |"
RATIO = re.compile(r"(\S+) \((\S+(?: \w+)?) / (\S+(?: \w+)?)\)")
UNITS = {"": 1, "s": 1, "ms": 1e-3, "MiB": 1}

WIDTH, LEFT, RIGHT, TOP, STEP = 760, 24, 96, 44, 42
LEAST, MOST = 0.4, 10_000  # the ends of the axis
TICKS = (1, 10, 100, 1000, 10_000)
STYLE = """.b{font-family:"Helvetica Neue",Helvetica,Arial,"Liberation Sans",sans-serif}
.b text{font-size:12px;fill:#59636e;stroke:#fff;stroke-width:4px;stroke-linejoin:round;paint-order:stroke}
.b .case,.b .ratio{font-size:13px;font-weight:600;fill:#1f2328}
.b .peer{font-weight:400}
.b .page{fill:#fff}
.b .tick{stroke:#d8dee4}
.b .one{stroke:#59636e}
.b .more{fill:#2da44e}
.b .less{fill:#d1495b}
@media (prefers-color-scheme:dark){
.b text{fill:#9198a1;stroke:#0d1117}
.b .case,.b .ratio{fill:#f0f6fc}
.b .page{fill:#0d1117}
.b .tick{stroke:#30363d}
.b .one{stroke:#9198a1}
.b .more{fill:#3fb950}
.b .less{fill:#f06a78}
}"""


def rows(lines):
    """The cells of each row of the tables among these lines, without heads and rulers."""
    found = [line.strip("|").split("|") for line in lines if line.startswith("| ") and not line.startswith("| case |")]
    return [[cell.strip() for cell in row] for row in found]


def value(figure):
    number, _, unit = figure.partition(" ")
    return float(number.replace(",", "")) * UNITS[unit]


def headlines(text):
    """(case, peer, ratio as it is written, its value) of each row; ends with a message if a ratio is wrong."""
    lines = text.splitlines()
    begin = lines.index(HEAD) + 2
    end = lines.index("", begin)
    figures = {row[1] for row in rows(lines[end:])}
    found = []
    for case, peer, cell, _ in rows(lines[begin:end]):
        match = RATIO.fullmatch(cell)
        if not match:
            sys.exit(f"{PAGE.name}: {case}: {cell!r} is not RATIO (FIGURE / FIGURE)")
        ratio, *parts = match.groups()
        if float(f"{value(parts[0]) / value(parts[1]):.2g}") != value(ratio):
            sys.exit(f"{PAGE.name}: {case}: {ratio} is not {parts[0]} / {parts[1]}")
        for part in parts:
            if part != "1" and not {part, part + " x"} & figures:
                sys.exit(f"{PAGE.name}: {case}: no table below has {part}")
        found.append((case, peer, ratio, value(ratio)))
    return found


def across(ratio):
    """Where a ratio is on the axis, which is logarithmic."""
    share = math.log(ratio / LEAST) / math.log(MOST / LEAST)
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def drawn(found):
    """The picture: a row has its case above its bar, which begins at 1."""
    height = TOP + STEP * len(found) + 40
    bottom = height - 36
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" class="b" role="img" width="{WIDTH}" height="{height}" '
             f'viewBox="0 0 {WIDTH} {height}" aria-label="{len(found)} cases beside their peers">',
             f"<style>\n{STYLE}\n</style>", f'<rect class="page" width="{WIDTH}" height="{height}" rx="6"/>',
             f'<text x="{LEFT}" y="24">The ratio to the peer on a logarithmic axis: more than 1 is better</text>']
    for tick in TICKS:
        x = across(tick)
        parts += [f'<line class="{"one" if tick == 1 else "tick"}" x1="{x}" y1="{TOP - 8}" x2="{x}" y2="{bottom}"/>',
                  f'<text x="{x}" y="{bottom + 18}" text-anchor="middle">{tick:,} x</text>']
    for number, (case, peer, ratio, number_of) in enumerate(found):
        y = TOP + STEP * number
        ends = sorted((across(1), across(number_of)))
        parts += [f'<text class="case" x="{across(1) + 6}" y="{y + 10}">{escape(case)} '
                  f'<tspan class="peer">· {escape(peer)}</tspan></text>',
                  f'<rect class="{"more" if number_of >= 1 else "less"}" x="{ends[0]}" y="{y + 16}" '
                  f'width="{round(ends[1] - ends[0], 1)}" height="14"/>',
                  f'<text class="ratio" x="{ends[1] + 6}" y="{y + 28}">{ratio} x</text>']
    return "\n".join(parts + ["</svg>", ""])


def picture():
    return drawn(headlines(PAGE.read_text()))


if __name__ == "__main__":
    PICTURE.write_text(picture())
