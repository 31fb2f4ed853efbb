"""The tools that actions run in a container, as they come from Maven Central and PyPI."""

import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import cluster
import jars


def spark_package():
    """The package of Spark: `deps` is what SPARK_HOME means, `lib` has Python's side as archives."""
    return jars.source_package("spark", HERE / "spark" / "requirements.txt")


def spark_home():
    home = spark_package() / "deps"
    (home / "python").mkdir(exist_ok=True)
    try:  # as a distribution of Spark has it
        (home / "python" / "lib").symlink_to(home.parent / "lib")
    except FileExistsError:
        pass
    return home


def spark_classes(folder):
    """The applications of spark/ as FOLDER/lib/apps.jar; what the slow compilers make is kept."""
    class_path = f"{spark_home()}/jars/*"
    scala, java = HERE / "spark" / "ScalaApp.scala", HERE / "spark" / "JavaApp.java"
    kept = [
        jars.filled(jars.place_of("hadoop", "spark-scala", scala), lambda fresh: [
            cluster.java(), "-Xss8m", "-cp", class_path, "scala.tools.nsc.Main", "-usejavacp", "-nowarn", "-d", fresh, scala]),
        jars.filled(jars.place_of("hadoop", "spark-java", java), lambda fresh: ["javac", "-nowarn", "-cp", class_path, "-d", fresh, java])]
    lib = Path(folder) / "lib"
    lib.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(lib / "apps.jar", "w") as jar:
        for classes in kept:
            for path in classes.rglob("*.class"):
                jar.write(path, path.relative_to(classes))
    return lib / "apps.jar"


def thin_jar(path, home):
    """A jar that brings those of SPARK_HOME/jars with it by their places on this machine: a sharelib of a few bytes."""
    listed = " ".join(jar.as_uri() for jar in sorted((Path(home) / "jars").glob("*.jar")))
    line = f"Class-Path: {listed}"
    parts = [line[:70]] + [" " + line[i:i + 69] for i in range(70, len(line), 69)]
    manifest = "\r\n".join(["Manifest-Version: 1.0", *parts, "", ""])
    with zipfile.ZipFile(path, "w") as jar:
        jar.writestr("META-INF/MANIFEST.MF", manifest)
    return path


def sqoop_jars():
    """The folder of Sqoop's jars, without those of Hadoop, of HSQLDB's and of the driver for PostgreSQL."""
    return jars.fetched("hadoop", "lib-sqoop", HERE / "sqoop" / "pom.xml")


def put_sharelib(hdfs, folder, scratch):
    """The newest sharelib below FOLDER of HDFS: Spark and hive2 by their places on this machine, the only node, and Sqoop's jars."""
    newest, spark = f"{folder}/lib_20261127000000", spark_home()
    thin = thin_jar(Path(scratch) / "thin.jar", spark).read_bytes()
    for kind in ("spark", "hive2"):
        hdfs.write(f"{newest}/{kind}/all.jar", thin)
    for archive in (spark.parent / "lib").glob("*.zip"):
        hdfs.write(f"{newest}/spark/{archive.name}", archive.read_bytes())
    for jar in sqoop_jars().glob("*.jar"):
        hdfs.write(f"{newest}/sqoop/{jar.name}", jar.read_bytes())
    return newest
