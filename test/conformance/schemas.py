"""The published schemas of Oozie, and what `xmllint` says of documents by them."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import jars

SCHEMA = "http://www.w3.org/2001/XMLSchema"
# Of the two schemas of one namespace Oozie loads oozie-sla-0.1.xsd.
LEFT_OUT = ("gms-oozie-sla", "oozie-common")
TIMEOUT = 300


class Schemas:
    """The schemas that definitions may use, unpacked into a folder, with one that imports all of them."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.all = self.folder / "all.xsd"
        self.files = {}  # namespace -> file
        [jar] = jars.fetched("oozie", "schemas", HERE / "schemas" / "pom.xml").glob("oozie-client-*.jar")
        with zipfile.ZipFile(jar) as archive:
            for name in archive.namelist():
                if name.endswith(".xsd") and "/" not in name:
                    archive.extract(name, self.folder)
                    self.add(name)
        imports = "".join(f'<xs:import namespace="{namespace}" schemaLocation="{path.name}"/>\n'
                          for namespace, path in sorted(self.files.items()))
        self.all.write_text(f'<xs:schema xmlns:xs="{SCHEMA}">\n{imports}</xs:schema>\n')

    def add(self, name):
        if not name.startswith(LEFT_OUT):
            path = self.folder / name
            self.files[ElementTree.parse(path).getroot().get("targetNamespace")] = path

    def names(self):
        """The names of all elements and of all attributes that the schemas declare, sorted."""
        elements, attributes = set(), set()
        for path in self.folder.glob("*.xsd"):
            for each in ElementTree.parse(path).iter():
                if each.get("name") and each.tag == f"{{{SCHEMA}}}element":
                    elements.add(each.get("name"))
                if each.get("name") and each.tag == f"{{{SCHEMA}}}attribute":
                    attributes.add(each.get("name"))
        return sorted(elements), sorted(attributes)

    def declared(self):
        """The names of all elements that a definition may have, in the form {namespace}name."""
        return {f"{{{namespace}}}{each.get('name')}" for namespace, path in self.files.items()
                for each in ElementTree.parse(path).iter(f"{{{SCHEMA}}}element") if each.get("name")}

    def verdicts(self, paths):
        """Path -> why xmllint refuses it, or None if it is valid."""
        done = subprocess.run(["xmllint", "--nonet", "--noout", "--schema", self.all.name,
                               *map(str, paths)], cwd=self.folder, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=TIMEOUT)
        reasons, verdicts = {}, {}
        for line in done.stderr.splitlines():
            if closing := re.fullmatch(r"(.+) (validates|fails to validate)", line):
                path = closing[1]
                valid = closing[2] == "validates"
                verdicts[path] = None if valid else reasons.get(path, "refused")
            elif reason := re.match(r"([^:]+):\d+: (.*)", line):
                reasons.setdefault(reason[1], reason[2])
        # What it cannot even parse has no closing line.
        return {path: verdicts.get(str(path), reasons.get(str(path), "not read")) for path in paths}
