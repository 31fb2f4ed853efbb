"""What hpdlc and programs say of the libraries that they have inside, against what the linker put there."""

import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from bill import bill, licence
import elf
from programs import *  # noqa: F403

# A name that nothing but the library defines.
OF = {"Boost": "5boost4asio", "Expat": "XML_ParserFree", "GCC runtime library": "_Unwind_RaiseException",
      "GNU C++ library": "_ZNSs|_ZNKSt7__cxx1112basic_string", "GNU C library": "__libc_setup_tls",
      "JSON for Modern C++": "8nlohmann", "LLVM (Unicode tables)": "4llvm3sys7unicode",
      "OpenSSL": "EVP_DigestUpdate|EVP_DigestInit", "RE2": "_ZN3re23RE2", "SQLite": "sqlite3_open_v2", "c-ares": "ares_init",
      "curl": "curl_multi_socket_action", "hpdlc launcher": "11LauncherRun", "hpdlc runtime": "_ZN4hpdl2rt", "libssh": "ssh_new",
      "minizip": "unzClose", "zlib": "inflate"}
SHELL = workflow(shell("a", "true"), "a")
REPLACES = workflow(decision("d", [("end", "${replaceAll(w, 'a', 'b') eq 'b'}")], "killed"), "d")
SSH = workflow('<action name="a"><ssh xmlns="uri:oozie:ssh-action:0.2"><host>h</host><command>true</command></ssh>'
               '<ok to="end"/><error to="killed"/></action>', "a")


def installed(file):
    """The version of the package that a file of the compiler belongs to."""
    path = subprocess.run(["g++", f"-print-file-name={file}"], capture_output=True, text=True, check=True).stdout.strip()
    owner = subprocess.run(["dpkg-query", "-S", Path(path).resolve()], capture_output=True, text=True, check=True).stdout
    package = owner[:owner.index(": /")]
    return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True,
                          check=True).stdout


class Libraries(ProgramTest):
    def listed(self, command):
        components = bill(command).components
        for library in components.values():
            self.assertRegex(library["version"], r"^[0-9][\w.:+~-]*$")
            self.assertRegex(licence(library), r"^[\w.+ -]+$")
        return {name: library["version"] for name, library in components.items()}

    def of(self, definition, *arguments):
        return self.listed(self.build(definition, *arguments).path)

    def symbols(self):
        file = elf.Elf(self.sandbox.path("workflow.bin"))
        return "\n".join(function.name for function in file.functions())

    def test_programs_list_what_is_inside(self):
        for definition in (SHELL, REPLACES, SSH):
            for arguments in ((), ("--no-network",), ("--link", "glibc")):
                if definition is SSH and arguments == ("--no-network",):
                    continue
                with self.subTest(arguments=arguments, definition=definition[:400]):
                    listed = self.of(definition, *arguments)
                    symbols = self.symbols()
                    inside = {name for name, symbol in OF.items() if re.search(f"^(?:_Z\\w*)?(?:{symbol})", symbols, re.MULTILINE)}
                    self.assertEqual(set(listed), inside)

    def test_without_the_network_there_is_none(self):
        listed = self.of(SHELL, "--no-network")
        self.assertIn("SQLite", listed)
        self.assertFalse({"curl", "OpenSSL", "c-ares", "libssh", "RE2"} & set(listed), listed)
        self.assertIn("libssh", self.of(SSH))
        self.assertNotIn("GNU C library", self.of(SHELL, "--link", "glibc"))

    def test_versions_are_those_of_the_packages(self):
        listed = {**self.of(SHELL), **self.listed(HPDLC)}
        for name, file in (("SQLite", "libsqlite3.a"), ("OpenSSL", "libcrypto.a"), ("GNU C++ library", "libstdc++.a"),
                           ("RE2", "libre2.a"), ("Anti-Grain Geometry", "libagg.a"), ("libpng", "libpng16.a"),
                           ("pugixml", "libpugixml.a"), ("zlib", "libz.a")):
            self.assertEqual(listed[name], installed(file), name)
        self.assertRegex(listed["curl"], r"^7\.88\.1-")

    def test_hpdlc(self):
        self.assertRegex(hpdlc("--version").out, r"^hpdlc \d+\.\d+\.\d+\n$")
        listed = self.listed(HPDLC)
        for name in ("ANTLR C++ runtime", "Anti-Grain Geometry", "Boost", "Expat", "Graphviz", "Liberation fonts",
                     "QuickJS-ng", "libpng", "pugixml", "stb_truetype"):
            self.assertIn(name, listed)
        self.assert_refused(hpdlc("--version", "--format", "xml"), USAGE, "format")
        self.assert_refused(hpdlc("--version", "more"), USAGE)


if __name__ == "__main__":
    closing.main()
