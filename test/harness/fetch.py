"""Fetches the jars and packages that tests need, while there is something else to do; a test that finds one missing fetches it itself."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TEST = Path(__file__).resolve().parent.parent
sys.path += [str(TEST / "hadoop"), str(TEST / "conformance")]
import cluster
import debian_root
import hive_servers
import jars
import real_files
import tools


def main():
    wanted = [
        cluster.jars,
        cluster.pig_jars,
        tools.spark_home,
        hive_servers.hive_jars,
        tools.sqoop_jars,
        real_files.files,
        lambda: jars.fetched("oozie", "schemas", TEST / "conformance" / "schemas" / "pom.xml"),
        lambda: jars.packages("schemathesis", TEST / "server" / "schemathesis.txt"),
        lambda: jars.fetched("sarif", "schema", TEST / "driver" / "formats" / "data" / "pom.xml"),
    ]
    if os.geteuid() == 0:
        wanted.append(debian_root.debian)
    with ThreadPoolExecutor(len(wanted)) as pool:
        for done in [pool.submit(each) for each in wanted]:
            error = done.exception()
            if error is not None:
                print(f"not fetched: {error}", file=sys.stderr)


if __name__ == "__main__":
    main()
