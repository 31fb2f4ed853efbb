"""The list of what is inside each executable: valid by the schema of CycloneDX 1.5, the same each time, and what the linker took."""

import json
import re
import shlex
import sys
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
import jars
from bill import bill, licence
from programs import *  # noqa: F403

sys.path.insert(0, str(jars.packages("sbom", Path(__file__).with_name("sbom.txt"))))
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from license_expression import get_spdx_licensing
from packageurl import PackageURL

OURS = {name: BUILD / "bin" / name for name in ("hpdlc", "hpdld", "hpdl")}
SHELL = workflow(shell("a", "true"), "a")
LINK_SECONDS = 900
# Archives that the build makes of source packages, or of objects of others.
MADE = {"libcurl.a": "curl", "libquickjs.a": "quickjs", "libssh_slim.a": "libssh", "libllvm_unicode.a": "llvm-toolchain-19",
        "libgraphviz.a": "graphviz"}
# Of these come declarations and constants, and nothing that runs.
DECLARATIONS = {"linux", "glibc"}


def output(words):
    done = subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, cwd=BUILD, timeout=LINK_SECONDS)
    assert done.returncode == 0, f"{words}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return done.stdout


@cache
def source_packages(paths):
    """The Debian source packages of installed files."""
    real = sorted({str(Path(path).resolve()) for path in paths})
    owners = output(["dpkg-query", "-S", *real]).splitlines() if real else ()
    packages = {owner[:owner.index(": /")].split(",")[0] for owner in owners}
    return set(output(["dpkg-query", "-W", "-f", "${source:Package}\n", *sorted(packages)]).split()) if packages else set()


@cache
def names(path):
    """What an archive or an executable defines, but for what C++ makes anew in each object (W, V, u)."""
    words = [line.split(" ") for line in output(["nm", "--defined-only", "--extern-only", "--format=posix", path]).splitlines()]
    return {each[0] for each in words if len(each) > 1 and each[1] in "TDBR"}


@cache
def headers():
    """The headers of packages that the objects of a target have seen, as the compiler has said."""
    seen, target = {}, None
    for line in output(["ninja", "-t", "deps"]).splitlines():
        if not line.startswith(" "):
            found = re.search(r"CMakeFiles/(\w+)\.dir/", line)
            target = found and found[1]
        elif target and line.strip().startswith("/usr/"):
            seen.setdefault(target, set()).add(line.strip())
    return seen


def traced(name, to):
    """The archives that the linker takes something of, when it makes the executable again."""
    commands = output(["ninja", "-t", "commands", f"bin/{name}"]).splitlines()[-1]
    words = shlex.split(next(part for part in commands.split(" && ") if f"-o bin/{name} " in part))
    words[words.index(f"bin/{name}")] = str(to)
    said = output([*words, "-Wl,--trace,--trace"])
    members = re.findall(r"(?m)^\(?(\S+\.a)[()]\S", said)
    assert members, said[:2000]
    inside = names(to)  # sections that nothing names are gone again
    return {archive for archive in set(members) if not inside.isdisjoint(names(BUILD / archive))}


class Sbom(ProgramTest):
    def packages(self, document):
        """The source packages, by what a component is called."""
        packages = {}
        for component in document["components"]:
            url = PackageURL.from_string(component["purl"])
            packages[component["name"]] = url.qualifiers.get("upstream", url.name)
        return packages

    def assert_valid(self, document):
        error = JsonStrictValidator(SchemaVersion.V1_5).validate_str(json.dumps(document))
        self.assertIsNone(error)
        self.assertEqual((document["bomFormat"], document["specVersion"]), ("CycloneDX", "1.5"))
        spdx = get_spdx_licensing()
        for component in document["components"]:
            self.assertEqual(spdx.validate(licence(component), strict=True).errors, [], component)
            url = PackageURL.from_string(component["purl"])
            self.assertEqual(url.version.removeprefix("v"), component["version"])
            if url.type == "deb":
                self.assertEqual(url.namespace, "debian")
                self.assertEqual(set(url.qualifiers), {"arch", "distro", "upstream"})
        (tree,) = document["dependencies"]
        self.assertEqual(tree["dependsOn"], [component["bom-ref"] for component in document["components"]])
        self.assertEqual(tree["ref"], document["metadata"]["component"]["bom-ref"])

    def test_our_programs_say_what_the_schema_wants(self):
        for name, path in OURS.items():
            with self.subTest(name):
                document = bill(path).document
                self.assert_valid(document)
                self.assertEqual(document["metadata"]["component"]["name"], name)
                version = document["metadata"]["component"]["version"]
                self.assertIn(version, run([path, "--version"]).out)
                self.assertEqual(run([path, "--version", "--format", "text"]).out, run([path, "--version"]).out)
                self.assertEqual(run([path, "--version", "--format", "xml"]).code, USAGE)
                self.assertEqual(bill(path).document, document)

    def test_built_programs(self):
        program = self.build(SHELL)
        listed = bill(program.path)
        self.assert_valid(listed.document)
        self.assertEqual(listed.document["metadata"]["component"]["name"], "test")
        (tool,) = listed.document["metadata"]["tools"]["components"]
        self.assertEqual((tool["name"], tool["version"]), ("hpdlc", listed.about["compilerVersion"]))
        self.assertEqual(listed.about["network"], "true")
        self.assertRegex(listed.about["contentHash"], r"^[0-9a-f]{64}$")
        self.assertNotRegex(json.dumps(listed.document), r"timestamp|serialNumber")
        self.assertEqual(bill(self.build(SHELL).path).document, listed.document)
        bare = bill(self.build(SHELL, "--no-network").path)
        self.assert_valid(bare.document)
        self.assertEqual(bare.about["network"], "false")
        self.assertLess(set(bare.components), set(listed.components))

    def test_names_of_all_letters(self):
        """A name in other letters, with what JSON escapes."""
        program = self.build(workflow(shell("a", "true"), "a", name="Zähl &quot;w&quot;"))
        listed = bill(program.path)
        self.assert_valid(listed.document)
        self.assertEqual(listed.definitions[0]["name"], 'Zähl "w"')

    @unittest.skipUnless("HPDL_STATIC_LLVM:BOOL=ON" in (BUILD / "CMakeCache.txt").read_text(), "else hpdlc has the machine's libraries")
    def test_the_linker_took_what_is_listed(self):
        for name, path in OURS.items():
            with self.subTest(name):
                taken, installed = set(), set()
                for archive in traced(name, self.sandbox.path(name)):
                    base = Path(archive).name
                    if base in MADE:
                        taken.add(MADE[base])
                    elif archive.startswith("/usr/"):
                        taken |= source_packages((archive,))
                    else:
                        self.assertTrue(archive.startswith("archives/"), f"whose is {archive}?")
                        installed |= headers().get(base.removeprefix("lib").removesuffix(".a"), set())
                taken |= source_packages(tuple(installed)) - DECLARATIONS - set(MADE.values())  # those by their archives
                listed = self.packages(bill(path).document)
                for font in ("Liberation fonts",) if name == "hpdlc" else ():
                    self.assertEqual(listed.pop(font), "fonts-liberation2")
                self.assertEqual({package for package in listed.values() if package != "hpdlc"}, taken)


if __name__ == "__main__":
    closing.main()
