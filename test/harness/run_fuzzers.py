"""Builds the fuzzers with clang and runs each for some seconds; a crash or a time-out is a failure.

What a fuzzer finds stays below the build folder; it begins with that and with the corpus that is kept in
test/fuzz/corpus/NAME, which `--keep` writes anew: the smallest inputs that together reach all that is
known to be reached.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FUZZ = ROOT / "test" / "fuzz"
CLANG = "-19"
FLAGS = ("-O1 -gline-tables-only -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined "
         "-fno-sanitize-recover=all")
# Fuzzers of texts that people write, and of files that others have left, with the words of each.
WORDS = {"reader_fuzz": "xml", "definition_fuzz": "xml", "el_fuzz": "el", "both_parsers_fuzz": "el",
         "properties_fuzz": "properties", "coordinator_expression_fuzz": "el", "plan_fuzz": "xml",
         "script_scope_fuzz": "celos", "address_fuzz": "addresses", "celos_directory_fuzz": "json", "client_text_fuzz": "json"}
MOST_KEPT, LONGEST_KEPT = 150, 1200


def all_fuzzers():
    found = subprocess.run(["git", "ls-files", "*_fuzz.cpp"], cwd=ROOT, capture_output=True, text=True, check=True)
    return sorted(Path(path).stem for path in found.stdout.split())


def build(folder, names):
    """Configures the tree of fuzzers and builds some of them."""
    configured = subprocess.run(
        ["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=", f"-DCMAKE_CXX_FLAGS={FLAGS}",
         "-DHPDL_FUZZ=ON", f"-DCMAKE_C_COMPILER=clang{CLANG}", f"-DCMAKE_CXX_COMPILER=clang++{CLANG}"],
        capture_output=True, text=True)
    if configured.returncode != 0:
        sys.exit(f"the fuzzers cannot be configured\n{configured.stdout}{configured.stderr}")
    subprocess.run(["cmake", "--build", folder, "--target", *names], check=True)


def seeds(name):
    """Folders that a fuzzer begins with beside what it found before."""
    kept = FUZZ / "corpus" / name
    examples = [ROOT / "test" / "examples" / dialect for dialect in ("oozie", "hws")]
    return ([kept] if kept.exists() else []) + (examples if WORDS.get(name) == "xml" else [])


def command(folder, name, *options):
    words = [f"-dict={FUZZ / WORDS[name]}.dict"] if name in WORDS else []
    return [str(folder / "bin" / name), "-timeout=60", "-rss_limit_mb=2048", *words, *options]


def run(folder, name, seconds):
    """Runs one fuzzer; returns (whether nothing was found, its output)."""
    corpus = folder / "corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [*command(folder, name, f"-max_total_time={seconds}", f"-artifact_prefix={corpus.parent}/{name}-"),
         str(corpus), *map(str, seeds(name))],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode == 0, done.stdout.decode(errors="replace")


def keep(folder, name):
    """Writes the kept corpus anew."""
    kept = FUZZ / "corpus" / name
    with tempfile.TemporaryDirectory() as scratch:
        sources = [path for path in [folder / "corpus" / name, *seeds(name)] if path.exists()]
        subprocess.run([*command(folder, name, "-merge=1"), scratch, *map(str, sources)], check=True,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        chosen = sorted((path for path in Path(scratch).iterdir() if path.stat().st_size <= LONGEST_KEPT),
                        key=lambda path: (path.stat().st_size, path.name))
        # The small ones reach little each; every n-th keeps the spread of sizes.
        step = max(1, -(-len(chosen) // MOST_KEPT))
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir(parents=True)
        for path in chosen[::-step]:
            shutil.copyfile(path, kept / path.name[:12])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "fuzz", help="the build folder")
    parser.add_argument("--seconds", type=int, default=60, help="for each fuzzer")
    parser.add_argument("--only", default="", help="fuzzers whose name contains this")
    parser.add_argument("--jobs", type=int, default=1, help="how many run at once")
    parser.add_argument("--keep", action="store_true", help="write the kept corpora anew")
    options = parser.parse_args()
    names = [name for name in all_fuzzers() if options.only in name]
    build(options.build, names)
    if options.keep:
        for name in WORDS.keys() & set(names):
            keep(options.build, name)
        return 0
    failed = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for name, (good, output) in zip(names, pool.map(
                lambda each: run(options.build, each, options.seconds), names)):
            print("\n".join(output.splitlines()[-3 if good else -60:]))
            print(f"{'ok  ' if good else 'FAIL'} {name}", flush=True)
            failed += not good
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main())
