"""What a change can reach: by the build's dependencies, the includes of sources, and the texts of tests.

A file that goes into a program, directly or by includes, reaches what runs the program. Any other file (a page, a
table, a script) reaches the tests whose own texts name it, its folder below test/, or, for the helpers of
test/harness, those that import it. What the build is made by reaches everything.
"""

import json
import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

from suites import ROOT

INCLUDE = re.compile(rb'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
# What reaches every test: how things are built, and how tests are run.
EVERYTHING = re.compile(r"(^|/)CMakeLists\.txt$|\.cmake$|^CMakePresets\.json$|^dev$|^test/harness/(run_tests|suites|lanes|summary|budgets|changed)\.py$")
# What programs are made of, beside what ninja knows.
PROGRAM_TARGETS = ("hpdlc", "link_inputs", "watch_parked")
CODE = (".h", ".cpp", ".c", ".py")  # found by includes and imports, not by their names in texts


def git(folder, *words):
    return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True).stdout


def default_base(folder):
    """Where this branch left its upstream, or main; the commit that is checked out without either."""
    for name in ("@{upstream}", "origin/main", "main"):
        try:
            return git(folder, "merge-base", "HEAD", name).strip()
        except subprocess.CalledProcessError:
            continue
    return "HEAD"


def changed_files(base, folder=ROOT):
    """Paths that differ between a commit and the working tree, with those that git does not track yet."""
    differ = git(folder, "diff", "--name-only", "--no-renames", "-z", base or default_base(folder))
    fresh = git(folder, "ls-files", "--others", "--exclude-standard", "-z")
    return sorted(set(filter(None, (differ + fresh).split("\0"))))


def gtest_programs(build):
    """Those that a configured build folder has or will have."""
    listed = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, check=True)
    return sorted(Path(build) / "bin" / test["name"] for test in json.loads(listed.stdout)["tests"])


@lru_cache(maxsize=None)
def included(path):
    """Files of the tree that a source includes itself, as far as they exist."""
    try:
        names = INCLUDE.findall(path.read_bytes())
    except OSError:
        return ()
    found = []
    for name in names:
        for start in (ROOT, path.parent):
            file = start / name.decode()  # an absolute name stays what it is
            if file.is_file():
                found.append(file.resolve())
                break
    return tuple(found)


class Reach:
    """What a set of changed files, named from the root of the tree, can reach."""

    def __init__(self, build, files):
        self.build = Path(build).resolve()
        self.files = list(files)
        self.paths = {ROOT / name for name in self.files}
        self.touched = {}
        self.everything = [name for name in self.files if EVERYTHING.search(name)]

    @lru_cache(maxsize=None)
    def sources_of(self, target):
        """Files of the tree that a target of the build is compiled from; headers are not among them."""
        listed = subprocess.run(["ninja", "-C", self.build, "-t", "inputs", target], capture_output=True, text=True,
                                check=True).stdout.splitlines()
        inputs = {self.build / line for line in listed if not line.startswith("ninja:")}
        joined = {path for path in inputs if path.suffix == ".cxx"}  # sources that are compiled together
        inputs.update(source for path in joined for source in included(path))
        return frozenset(path for path in inputs if path.is_relative_to(ROOT))

    def touches(self, path):
        """Whether a source changed, or a file that it includes."""
        if path not in self.touched:
            self.touched[path] = path in self.paths  # also ends circles of includes
            self.touched[path] = self.touched[path] or any(map(self.touches, included(path)))
        return self.touched[path]

    def target(self, name):
        """Whether a target is made of something that changed; where a source is gone, its neighbours count."""
        sources = self.sources_of(name)
        folders = {path.parent for path in sources}
        gone = [path for path in self.paths if not path.exists() and path.suffix in (".h", ".cpp", ".c")]
        return any(map(self.touches, sources)) or any(path.parent in folders for path in gone)

    def programs(self):
        return bool(self.everything) or any(map(self.target, PROGRAM_TARGETS))

    def named_in(self, texts):
        """Whether texts name a changed file, or its folder at the top of the tree or of test/."""
        for name in self.files:
            path = Path(name)
            folder = "/".join(path.parts[:2 if path.parts[0] == "test" else 1])
            words = [name, path.name] + ([f"{folder}/", f'"{Path(folder).name}"'] if len(path.parts) > 1 else [])
            if path.suffix not in CODE and any(word in text for word in words for text in texts):
                return True
        return False

    def gtest(self, program):
        target = f"bin/{program.name}"
        tests = [path for path in self.sources_of(target) if path.name.endswith("_test.cpp") and path.exists()]
        return (bool(self.everything) or self.target(target)
                or self.named_in([path.read_text(errors="replace") for path in tests]))

    def script(self, path):
        """A script of test/: the checks of the tree's layout always, others if their parts or programs changed."""
        folder = path.relative_to(ROOT / "test").parts[0]
        if folder == "layering" or self.programs() or (folder == "server" and self.target("hpdld")):
            return True
        if "celos" in path.name and self.target("hpdl"):
            return True
        if folder == "fuzz" and any(name.endswith("_fuzz.cpp") for name in self.files):
            return True
        modules = self.modules(path)
        if any(name in modules for name in self.files):
            return True
        apart = (f"test/{folder}/run_", f"test/{folder}/check_")  # other scripts of the folder, but no data
        data = [name for name in self.files if name.startswith(f"test/{folder}/") and not name.startswith(apart)]
        return bool(data) or self.named_in([(ROOT / name).read_text(errors="replace") for name in modules])

    def modules(self, path):
        """The script and what it imports of the tree, as names from its root."""
        seen, waiting = set(), [path]
        while waiting:
            each = waiting.pop()
            name = str(each.relative_to(ROOT))
            if name in seen:
                continue
            seen.add(name)
            words = set(re.findall(r"^\s*(?:import|from)\s+(\w+)", each.read_text(), re.MULTILINE))
            for folder in (each.parent, ROOT / "test" / "harness", ROOT / "test" / "hadoop"):
                waiting += [folder / f"{word}.py" for word in words if (folder / f"{word}.py").exists()]
        return seen

    def lit_folders(self):
        """Folders of test/ with lit suites that a change reaches; None for all of them."""
        if self.everything or self.target("hpdlc") or "test/lit.cfg.py" in self.files:
            return None
        folders = {Path(name).parts[1] for name in self.files if name.startswith("test/") and name.count("/") > 1}
        return sorted(each for each in folders
                      if (ROOT / "test" / each).is_dir() and not list((ROOT / "test" / each).glob("*.py")))


def main():
    """Prints what differs from a commit, or from where the branch began: a name a line."""
    print("\n".join(name for name in changed_files(sys.argv[1] if len(sys.argv) > 1 else "")
                    if (ROOT / name).is_file()))


if __name__ == "__main__":
    main()
