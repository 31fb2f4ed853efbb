"""The fuzzers of what people write and others have left, 15 seconds each, from the corpora that are kept here.

run_fuzz.py --build only builds them: `./dev test --full` does this before the tests, whose time is limited."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import run_fuzzers

SECONDS = 15
BUILD = run_fuzzers.ROOT / "build" / "fuzz"


def main():
    names = sorted(run_fuzzers.WORDS)
    run_fuzzers.build(BUILD, names)
    if sys.argv[1:] == ["--build"]:
        return 0
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda name: run_fuzzers.run(BUILD, name, SECONDS), names))
    failed = 0
    for name, (good, output) in zip(names, results):
        print("\n".join(output.splitlines()[-2 if good else -60:]))
        empty = not any((HERE / "corpus" / name).iterdir())
        if empty or not good:
            print(f"FAIL: {name}" + (": its kept corpus is empty" if empty else ""))
            failed += 1
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
