"""Fetches the jars and packages that tests need, while there is something else to do; a test that finds one missing fetches it itself."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TEST = Path(__file__).resolve().parent.parent
sys.path += [str(TEST / "hadoop"), str(TEST / "conformance")]
import cluster
import debian_root
import hive_servers
import jars
import oozie_server
import real_files
import tools


# What a script needs whose text has the word.
NEEDS = {"hive_servers": hive_servers.hive_jars, "spark_home": tools.spark_home, "sqoop_jars": tools.sqoop_jars,
         "pig_jars": cluster.pig_jars, "ClusterOozie": oozie_server.prepared}


def before(script):
    """Fetches what a script needs, so that its limit of time is not for that. Where it fails, the script says why."""
    text = script.read_text()
    for word, each in NEEDS.items():
        if word in text:
            try:
                each()
            except (OSError, subprocess.SubprocessError) as error:
                print(f"not fetched: {error}", file=sys.stderr)


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
        lambda: jars.packages("sbom", TEST / "run" / "sbom.txt"),
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
