"""Runs each fuzzer of a build folder for some seconds; a crash or a time-out is a failure."""

import argparse
import subprocess
import sys
from pathlib import Path


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, type=Path)
    parser.add_argument("--seconds", type=int, default=60)
    options = parser.parse_args()
    fuzzers = sorted(path for path in (options.build / "bin").glob("*_fuzz") if path.is_file())
    failed = 0
    for fuzzer in fuzzers:
        corpus = options.build / "corpus" / fuzzer.name
        corpus.mkdir(parents=True, exist_ok=True)
        seeds = Path(__file__).resolve().parent.parent / "examples"
        command = [fuzzer, f"-max_total_time={options.seconds}", "-timeout=10", "-rss_limit_mb=2048",
                   f"-artifact_prefix={corpus.parent}/{fuzzer.name}-", corpus, seeds / "oozie",
                   seeds / "hws"]
        code = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL).returncode
        print(f"{'ok  ' if code == 0 else 'FAIL'} {fuzzer.name}", flush=True)
        failed += code != 0
    print(f"{len(fuzzers) - failed} passed, {failed} failed")
    return 1 if failed or not fuzzers else 0


if __name__ == "__main__":
    sys.exit(main())
