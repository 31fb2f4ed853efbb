"""What `--version --format json` says: a document of CycloneDX, and in it what is ours."""

from types import SimpleNamespace

from programs import run


def properties(part):
    """Those of ours, without `hpdl:`."""
    return {each["name"].removeprefix("hpdl:"): each["value"] for each in part.get("properties", ())}


def bill(command):
    """document, about (our properties), definitions (each with name and its properties) and components by name."""
    document = run([command, "--version", "--format", "json"]).json()
    owner = document["metadata"]["component"]
    definitions = [{"name": each["name"], **properties(each)} for each in owner.get("components", ())]
    components = {each["name"]: each for each in document["components"]}
    assert len(components) == len(document["components"]), document
    return SimpleNamespace(document=document, about=properties(owner), definitions=definitions, components=components)


def licence(component):
    """In the words of SPDX."""
    (one,) = component["licenses"]
    return one["expression"] if "expression" in one else one["license"]["id"]
