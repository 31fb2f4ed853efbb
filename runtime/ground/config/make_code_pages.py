#!/usr/bin/env python3
"""Writes code_pages.inc: the characters of the bytes 0x80 to 0xFF in the encodings with one byte for each character."""

from pathlib import Path

PAGES = [*(f"iso-8859-{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16)),
         *(f"windows-{n}" for n in range(1250, 1259)), "koi8-r", "koi8-u", "tis-620"]


def main():
    """Bytes that have no character become U+FFFD."""
    lines = ["// Written by make_code_pages.py.\n"]
    for page in PAGES:
        characters = bytes(range(0x80, 0x100)).decode(page.replace("windows-", "cp"), errors="replace")
        words = [f"\\u{ord(each):04X}" if ord(each) >= 0xA0 else f"\\x{ord(each):02X}" for each in characters]
        rows = ["".join(words[at:at + 16]) for at in range(0, 128, 16)]
        lines.append(f'{{"{page}",\n' + "\n".join(f' u"{row}"' for row in rows) + "},\n")
    Path(__file__).with_name("code_pages.inc").write_text("".join(lines))


if __name__ == "__main__":
    main()
