"""Small changes of a workflow definition, most of which a schema refuses.

A tree is one of xml.etree, names in the form {namespace}name. Each change is made in place by a
function of (tree, tools); it returns False where the tree has nothing of the kind.
"""

import copy
import re

VALUES = ["", " ", "x", "a b", "9x", "_x", "-x", "a.b", "x-1_", "\u00e9", "a" * 39, "a" * 40, "a" * 41, "b" * 129,
          "true", "TRUE", "false", " true ", "0", "1", "2", "-1", "+5", "007", "1.0", "1e3", "32767", "32768",
          "-32768", "-32769", "4294967295", "4294967296", "-0", "+-1", "99999999999999999999999", "${x}", "${1}",
          "a\tb", "\n3\n", "local", "hdfs://n/x", "periodic", "755"]
INSTANCE, XML = "http://www.w3.org/2001/XMLSchema-instance", "http://www.w3.org/XML/1998/namespace"
NAMESPACES = ["", "urn:x", "uri:oozie:workflow:9.9", "uri:oozie:shell-action:9.9", "URI:oozie:workflow:0.5",
              "uri:oozie:sla:0.1", "uri:oozie:sla:0.2", "uri:custom:x-action:0.1"]


class Tools:
    """What changes choose from: a random generator, the names and namespaces of the schemas, and elements
    of all seeds to plant elsewhere."""

    def __init__(self, random, elements, attributes, namespaces):
        self.random, self.elements, self.attributes = random, elements, attributes
        self.namespaces = namespaces
        self.plants = []

    def element(self, tree, inner=True):
        """Any element; (parent, element). inner: not the root."""
        pairs = [(parent, child) for parent in tree.iter() for child in parent]
        if not inner:
            pairs.append((None, tree))
        return self.random.choice(pairs) if pairs else (None, None)

    def attribute(self, tree):
        """(element, name) of any attribute."""
        found = [(each, name) for each in tree.iter() for name in each.attrib]
        return self.random.choice(found) if found else (None, None)


def split(tag):
    namespace, _, name = tag[1:].partition("}") if tag.startswith("{") else ("", "", tag)
    return namespace, name


def join(namespace, name):
    return f"{{{namespace}}}{name}" if namespace else name


def place(parent, child):
    return list(parent).index(child)


def drop(tree, tools):
    parent, child = tools.element(tree)
    if child is None:
        return False
    parent.remove(child)


def duplicate(tree, tools):
    parent, child = tools.element(tree)
    if child is None:
        return False
    parent.insert(tools.random.choice([place(parent, child), len(parent)]), copy.deepcopy(child))


def swap(tree, tools):
    parents = [each for each in tree.iter() if len(each) > 1]
    if not parents:
        return False
    parent = tools.random.choice(parents)
    i, j = sorted(tools.random.sample(range(len(parent)), 2))
    parent[i], parent[j] = parent[j], parent[i]


def rename(tree, tools):
    _, child = tools.element(tree)
    if child is None:
        return False
    child.tag = join(split(child.tag)[0], tools.random.choice(tools.elements))


def misspell(tree, tools):
    _, child = tools.element(tree)
    if child is None:
        return False
    namespace, name = split(child.tag)
    child.tag = join(namespace, tools.random.choice([name + "s", name[:-1] or "x", name.upper(), name + "-x"]))


def move(tree, tools):
    parent, child = tools.element(tree)
    inside = set(child.iter()) if child is not None else set()
    targets = [each for each in tree.iter() if each not in inside]
    if not targets:
        return False
    parent.remove(child)
    target = tools.random.choice(targets)
    target.insert(tools.random.randint(0, len(target)), child)


def plant(tree, tools):
    target = tools.random.choice(list(tree.iter()))
    target.insert(tools.random.randint(0, len(target)), copy.deepcopy(tools.random.choice(tools.plants)))


def add_near(tree, tools):
    """An element with a name that stands in its parent already or exists in the schemas, empty or with text."""
    parent, child = tools.element(tree)
    if child is None:
        return False
    fresh = copy.copy(child)
    fresh.tag = join(split(child.tag)[0], tools.random.choice(tools.elements))
    for inner in list(fresh):
        fresh.remove(inner)
    fresh.attrib = {}
    fresh.text = tools.random.choice(["", "1", "x"])
    parent.insert(place(parent, child) + tools.random.randint(0, 1), fresh)


def drop_attribute(tree, tools):
    each, name = tools.attribute(tree)
    if each is None:
        return False
    del each.attrib[name]


def rename_attribute(tree, tools):
    each, name = tools.attribute(tree)
    if each is None:
        return False
    value = each.attrib.pop(name)
    each.set(tools.random.choice(tools.attributes + ["nAme", "{urn:x}name"]), value)


def add_attribute(tree, tools):
    each = tools.random.choice(list(tree.iter()))
    each.set(tools.random.choice(tools.attributes + [f"{{{INSTANCE}}}nil", f"{{{INSTANCE}}}schemaLocation",
                                                     f"{{{INSTANCE}}}wrong", f"{{{XML}}}lang", "{urn:x}name"]), tools.random.choice(VALUES))


def change_value(tree, tools):
    each, name = tools.attribute(tree)
    if each is None:
        return False
    each.set(name, tools.random.choice(VALUES))


def change_text(tree, tools):
    leaves = [each for each in tree.iter() if len(each) == 0]
    tools.random.choice(leaves).text = tools.random.choice(VALUES)


def stray_text(tree, tools):
    parents = [each for each in tree.iter() if len(each) > 0]
    if not parents:
        return False
    parent = tools.random.choice(parents)
    if tools.random.random() < 0.5:
        parent.text = tools.random.choice(VALUES)
    else:
        tools.random.choice(list(parent)).tail = tools.random.choice(VALUES)


def empty(tree, tools):
    _, child = tools.element(tree)
    if child is None:
        return False
    for inner in list(child):
        child.remove(inner)
    child.text = None


def to_namespace(tree, old, new):
    for each in tree.iter():
        namespace, name = split(each.tag)
        if namespace == old:
            each.tag = join(new, name)


def family(namespace):
    return re.sub(r":[0-9.]+$", ":", namespace)


def change_version(tree, tools):
    """Another version of one of the namespaces of the document, everywhere."""
    namespaces = sorted({split(each.tag)[0] for each in tree.iter()})
    old = tools.random.choice(namespaces)
    others = [each for each in tools.namespaces if family(each) == family(old) and each != old]
    if not others:
        return False
    to_namespace(tree, old, tools.random.choice(others))


def change_namespace(tree, tools):
    """One element, or it and all below it, in another namespace."""
    _, child = tools.element(tree, inner=False)
    old = split(child.tag)[0]
    new = tools.random.choice(tools.namespaces + NAMESPACES)
    if tools.random.random() < 0.5:
        to_namespace(child, old, new)
    else:
        child.tag = join(new, split(child.tag)[1])


CHANGES = [drop, drop, duplicate, swap, rename, misspell, move, plant, add_near, add_near, drop_attribute,
           rename_attribute, add_attribute, add_attribute, change_value, change_value, change_text, change_text,
           stray_text, empty, change_version, change_version, change_version, change_namespace]


def mutant(seed, tools):
    """(the names of the changes, a changed copy of the seed)"""
    tree = copy.deepcopy(seed)
    names = []
    for _ in range(tools.random.choice([1, 1, 1, 1, 2, 3])):
        change = tools.random.choice(CHANGES)
        if change(tree, tools) is not False:
            names.append(change.__name__)
    return names, tree
