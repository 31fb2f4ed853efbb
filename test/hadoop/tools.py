"""The tools that actions run in a container, as they come from Maven Central and PyPI."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import jars


def spark_package():
    """The package of Spark: `deps` is what SPARK_HOME means, `lib` has Python's side as archives."""
    return jars.source_package("spark", HERE / "spark" / "requirements.txt")


def spark_home():
    return spark_package() / "deps"
