"""Documents made from a schema: each optional element and each branch of a choice by chance."""

import itertools
import xml.etree.ElementTree as ElementTree

from schemas import SCHEMA

XS = f"{{{SCHEMA}}}"
TEXTS = {"xs:string": ["a", "${x}", "${wf:id()}", "a b", "local", "hdfs://n/x"], "xs:boolean": ["true", "0"],
         "xs:short": ["3", "-1"], "xs:unsignedInt": ["0", "512"], "xs:integer": ["1", "-1"]}
MOST_REPEATS, MOST_CHOICES, MOST_DEPTH = 3, 9, 5


class Sampler:
    """Makes instances of the types of one schema file and of what it includes."""

    def __init__(self, path, random):
        self.random = random
        self.root = ElementTree.parse(path).getroot()
        self.namespace = self.root.get("targetNamespace")
        tops = list(self.root)
        for include in self.root.iter(f"{XS}include"):
            tops += list(ElementTree.parse(path.parent / include.get("schemaLocation")).getroot())
        self.types = {top.get("name"): top for top in tops if top.tag in (f"{XS}complexType", f"{XS}simpleType")}
        self.elements = {top.get("name"): top for top in tops if top.tag == f"{XS}element"}
        self.wild = lambda particle: []  # what stands for xs:any
        self.depth = 0  # of the element that is being made

    def element(self, name):
        """An instance of a global element."""
        return self.make(self.elements[name])

    def of_type(self, name, tag):
        """An element of some name that has a global type."""
        fresh = ElementTree.Element(f"{{{self.namespace}}}{tag}")
        self.fill(fresh, self.types[name])
        return fresh

    def make(self, declaration):
        self.depth += 1
        fresh = ElementTree.Element(f"{{{self.namespace}}}{declaration.get('name')}")
        inner = next((each for each in declaration if each.tag.endswith("Type")), None)
        name = declaration.get("type")
        if inner is not None:
            self.fill(fresh, inner)
        elif name is not None:
            self.fill_by_name(fresh, name)
        self.depth -= 1
        return fresh

    def fill_by_name(self, fresh, name):
        if name in TEXTS:
            fresh.text = self.random.choice(TEXTS[name])
        else:
            self.fill(fresh, self.types[name.rpartition(":")[2]])

    def fill(self, fresh, kind):
        for each in kind:
            if each.tag == f"{XS}attribute":
                if each.get("use") == "required" or self.random.random() < 0.3:
                    fresh.set(each.get("name"), self.value(each.get("type")))
            elif each.tag == f"{XS}simpleContent":
                fresh.text = "a"
                self.fill(fresh, each[0])
            elif each.tag == f"{XS}restriction":
                fresh.text = self.limited(each)
            elif each.tag != f"{XS}annotation":
                fresh.extend(self.particles(each))

    def value(self, name):
        if name in TEXTS:
            return self.random.choice(TEXTS[name])
        return self.limited(self.types[name.rpartition(":")[2]][0])

    def limited(self, restriction):
        allowed = [each.get("value") for each in restriction if each.tag == f"{XS}enumeration"]
        if allowed:
            return self.random.choice(allowed)
        return self.random.choice(["1", "2"] if restriction.find(f"{XS}minInclusive") is not None
                                  else ["n1", "n_2", "end"])

    def particles(self, particle):
        least, most = int(particle.get("minOccurs", 1)), particle.get("maxOccurs", "1")
        repeats = MOST_CHOICES if particle.tag == f"{XS}choice" else MOST_REPEATS
        if self.depth > MOST_DEPTH:  # <and> and <or> of input-logic stand in each other
            repeats = 0
        most = least + repeats if most == "unbounded" else int(most)
        found = []
        for _ in range(self.random.randint(least, most)):
            if particle.tag == f"{XS}element":
                found.append(self.make(particle))
            elif particle.tag == f"{XS}any":
                found += self.wild(particle)
            elif particle.tag == f"{XS}choice":
                found += self.particles(self.random.choice(list(particle)))
            else:
                for each in particle:
                    found += self.particles(each)
        return found


class Documents:
    """Definitions of any version, with actions of any kind and SLA elements where they may stand."""

    def __init__(self, files, random):
        self.random = random
        self.samplers = {namespace: Sampler(path, random) for namespace, path in sorted(files.items())}
        self.workflows = [each for name, each in self.samplers.items() if ":workflow:" in name]
        self.kinds = itertools.cycle([name for name in self.samplers if "-action:" in name])
        self.submitted = [(each, name.split(":")[2] + "-app") for name, each in self.samplers.items()
                          if ":coordinator:" in name or ":bundle:" in name]
        for sampler in self.samplers.values():
            sampler.wild = self.wild

    def wild(self, particle):
        if particle.get("namespace") != "##other":
            sampler = self.samplers[self.random.choice(particle.get("namespace").split())]
            return [sampler.element("info")]
        sampler = self.samplers[next(self.kinds)]
        return [sampler.element(sampler.namespace.split(":")[2].removesuffix("-action"))]

    def any(self):
        """A workflow, each fourth time a coordinator or bundle."""
        if self.random.random() < 0.75:
            return self.workflow()
        sampler, root = self.random.choice(self.submitted)
        return sampler.element(root)

    def workflow(self):
        return self.random.choice(self.workflows).element("workflow-app")
