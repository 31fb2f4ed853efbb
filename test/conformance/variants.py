"""The same definition written otherwise: each gives bytes that mean what the original means."""

import re
import xml.etree.ElementTree as ElementTree
from xml.sax.saxutils import escape, quoteattr


class Writer:
    """Writes a tree of xml.etree with a prefix for every element, or with what may stand between elements."""

    def __init__(self, prefixed=False, between="", cdata=False):
        self.prefixed, self.between, self.cdata = prefixed, between, cdata
        self.prefixes = {}

    def write(self, tree):
        text = self.element(tree, None)
        declared = "".join(f" xmlns:{prefix}={quoteattr(namespace)}" for namespace, prefix in self.prefixes.items())
        end = re.match(r"<[^\s/>]+", text).end()
        return ('<?xml version="1.0"?>\n' + text[:end] + declared + text[end:]).encode()

    def name(self, tag):
        namespace, _, name = tag[1:].partition("}")
        return namespace, name

    def element(self, each, outer):
        namespace, name = self.name(each.tag)
        attributes = "".join(f" {self.attribute(key)}={quoteattr(value)}" for key, value in each.attrib.items())
        if self.prefixed:
            name = f"{self.prefix(namespace)}:{name}"
        elif namespace != outer:
            attributes = f" xmlns={quoteattr(namespace)}" + attributes
        inside = self.text(each.text) + "".join(
            self.between + self.element(child, namespace) + self.text(child.tail) for child in each)
        if len(each):
            inside += self.between
        return f"<{name}{attributes}>{inside}</{name}>" if inside else f"<{name}{attributes}/>"

    def attribute(self, key):
        return key if not key.startswith("{") else f"{self.prefix(self.name(key)[0])}:{self.name(key)[1]}"

    def prefix(self, namespace):
        return self.prefixes.setdefault(namespace, f"n{len(self.prefixes)}.x-")

    def text(self, text):
        if not text or not text.strip() or not self.cdata:
            return escape(text or "")
        # The end mark of a section has to be split between two.
        return "<![CDATA[" + text.replace("]]>", "]]]]><![CDATA[>") + "]]>"


def without_declaration(source):
    return re.sub(r"^\s*<\?xml[^?]*\?>", "", source.decode().removeprefix("\ufeff")).lstrip()


def variants(source):
    """Name -> bytes."""
    tree = ElementTree.fromstring(source)
    plain = without_declaration(source)
    lines = plain.replace("\r\n", "\n")
    return {
        "prefixes": Writer(prefixed=True).write(tree),
        "comments": Writer(between="<!-- <a b='${c}'> & --><?tool x='1' ?>\n").write(tree),
        "CDATA": Writer(cdata=True).write(tree),
        "CR LF": lines.replace("\n", "\r\n").encode(),
        "another encoding declared": ("<?xml version='1.0' encoding='windows-1252'?>" + plain).encode(),
    }
