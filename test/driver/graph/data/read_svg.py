"""Prints what a picture of `hpdlc graph` says, one thing a line; an XML parser reads it."""

import re
import sys
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def main():
    root = ElementTree.parse(sys.argv[1]).getroot()
    assert root.tag == SVG + "svg", root.tag
    print("label:", root.get("aria-label"))
    for text in root.iter(SVG + "text"):
        print("text:", text.text)
    for title in root.iter(SVG + "title"):
        print("tooltip:", title.text.replace("\n", "|"))
    light, dark = root.find(SVG + "style").text.split("@media (prefers-color-scheme:dark)")
    for name, style in (("light", light), ("dark", dark)):
        print(f"{name}: page", re.search(r"\.page\{fill:(#\w+)\}", style).group(1))


main()
