# Suites of one phase each. A test is a definition with RUN lines in a comment; `fail_` in front of
# its name says that the input is refused. Programs come from -D build=FOLDER.
import os

import lit.formats

llvm_bin = "/usr/lib/llvm-19/bin"
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
build = lit_config.params.get("build", os.path.join(root, "build", "release"))

config.name = "hpdlc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".xml", ".el", ".js"]
config.test_source_root = os.path.join(root, "test")
config.test_exec_root = os.path.join(build, "lit")
config.excludes = ["run", "crash", "hadoop", "bench", "harness", "layering", "conformance", "data",
                   "examples", "docs"]
config.environment["ASAN_OPTIONS"] = "detect_leaks=0"
config.substitutions += [
    ("%hpdlc", "timeout 300 " + os.path.join(build, "bin", "hpdlc")),
    ("FileCheck", os.path.join(llvm_bin, "FileCheck")),
    (r"(?<!-)\bnot\b", os.path.join(llvm_bin, "not")),
]
