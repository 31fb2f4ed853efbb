"""The input of MapReduce jobs, cut by us and by Hadoop's own client: job.split and job.splitmetainfo byte for byte.

All jobs go to a queue where nothing starts, so that what they staged stays.
"""

import concurrent.futures
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
import closing
import cluster
import yarn
from programs import *  # noqa: F403
from yarn_case import YarnCase, java_job

MEGABYTE = 1 << 20
INPUT = "mapreduce.input.fileinputformat"
OLD, NEW = "mapred.input.format.class", "mapreduce.job.inputformat.class"
OLD_FORMATS, NEW_FORMATS = "org.apache.hadoop.mapred.", "org.apache.hadoop.mapreduce.lib.input."
# The queue has a tenth of the node; a master that asks for more waits.
WAITING = {"mapreduce.job.queuename": "narrow", "yarn.app.mapreduce.am.resource.mb": "2048"}
NEW_API = {"mapred.mapper.new-api": "true", "mapred.reducer.new-api": "true"}
# Around the tenth by which the last split may be larger.
SIZES = {"exact": MEGABYTE, "less": MEGABYTE - 1, "slop": 1153433, "over": 1153434, "two": 2 * MEGABYTE + 104857,
         "big": 5 * MEGABYTE + 300000, "one": 1, "empty": 0}
ODD_NAMES = ("x y", "a,b", "grüße-日本語-😀", "100%", "plus+and=sign", "l" * 200, "{brace", "z;q?w#v")
# name -> input paths below the test's folder, properties
CASES = {
    "new": ("blocks", NEW_API),
    "old": ("blocks", {}),
    "old-7": ("blocks", {"mapreduce.job.maps": "7"}),
    "old-1": ("blocks", {"mapred.map.tasks": "1"}),
    "old-40": ("blocks", {"mapred.map.tasks": "40"}),
    "new-max": ("blocks", {**NEW_API, f"{INPUT}.split.maxsize": "300000"}),
    "new-min": ("blocks", {**NEW_API, f"{INPUT}.split.minsize": "3000000"}),
    "old-min": ("blocks", {"mapred.min.split.size": "3000000", "mapreduce.job.maps": "1"}),
    "new-many": ("many", NEW_API),
    "old-many": ("many", {"mapreduce.job.maps": "3"}),
    "new-odd": ("odd", NEW_API),
    "old-odd": ("odd", {}),
    "file": ("blocks/big", NEW_API),
    "files": ("blocks/big,many/f01*,blocks/big", {}),
    "globs": ("{0}/many/f0[0-4]?,{0}/b*/[!eo]*", NEW_API),
    "comma": ("odd/a\\,b,blocks/one", NEW_API),
    "hidden": ("hidden", {f"{INPUT}.input.dir.recursive": "true"}),
    "nothing": ("nothing", NEW_API),
    "new-packed": ("packed", {**NEW_API, f"{INPUT}.split.maxsize": "100000"}),
    "old-packed": ("packed", {"mapreduce.job.maps": "9"}),
    "new-deep": ("deep", {**NEW_API, f"{INPUT}.input.dir.recursive": "true"}),
    "old-deep": ("deep", {f"{INPUT}.input.dir.recursive": "true"}),
    "old-shallow": ("deep", {f"{INPUT}.input.dir.nonrecursive.ignore.subdirs": "true"}),
    "new-pairs": ("blocks", {**NEW_API, NEW: NEW_FORMATS + "KeyValueTextInputFormat"}),
    "old-pairs": ("packed", {OLD: OLD_FORMATS + "KeyValueTextInputFormat"}),
    "new-sequence": ("maps", {**NEW_API, NEW: NEW_FORMATS + "SequenceFileInputFormat"}),
    "old-sequence": ("maps", {OLD: OLD_FORMATS + "SequenceFileInputFormat", "mapreduce.job.maps": "50"}),
}
# No splits: Hadoop's client, and we, refuse these.
REFUSED = {"absent": ("absent", {}, "does not exist"), "unmatched": ("many/x*", NEW_API, "matches 0 files"),
           "folder": ("deep", {}, "ot a file")}


class Splits(YarnCase):
    def fill(self):
        """Files of one byte repeated: where blocks begin is what counts."""
        files = [(f"blocks/{name}", size) for name, size in SIZES.items()]
        files += [(f"many/f{number:03}", number * 7919 % 500) for number in range(120)]
        files += [(f"odd/{name}", number) for number, name in enumerate(ODD_NAMES)]
        files += [(f"hidden/{name}", 1) for name in ("_SUCCESS", ".crc", "seen", "_x/inner")]
        files += [(f"packed/{name}", 250000) for name in (
            "a.gz", "b.bz2", "c.deflate", "d.snappy", "e.lz4", "f.zst", "g.lzo", "h.GZ", "i.gz.txt")]
        files += [(f"deep/{name}", 3) for name in ("a", "m/b", "m/n/c", "m/_n/no", "z/d")]
        files += [(f"maps/{name}", size) for name, size in (
            ("one/data", 350000), ("one/index", 10), ("two/data", 5), ("plain", 102401))]
        for name in ("hidden/.folder", "nothing"):
            self.hdfs.mkdir(f"{self.root}/{name}")
        self.write_all(files)

    def write_all(self, files):
        def write(file):
            self.hdfs.write(f"{self.root}/{file[0]}", b"x" * file[1], blocksize=MEGABYTE)
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(write, files))

    def paths(self, text):
        """Globs name the folder themselves; the others are lists of paths below it."""
        if "{0}" in text:
            return text.replace("{0}", self.url().rstrip("/"))
        return text if text.startswith("hdfs:") else ",".join(
            self.url(each) for each in text.replace("\\,", "\0").split(",")).replace("\0", "\\,")

    def values(self, name, paths, properties):
        return {**WAITING, "mapreduce.job.name": name, f"{INPUT}.inputdir": self.paths(paths),
                "mapreduce.output.fileoutputformat.outputdir": self.url(f"out-{name}"), **properties}

    def by_hadoop(self, jobs):
        """Job id of each, by Hadoop's own client."""
        classes = self.sandbox.path("classes")
        java = Path(cluster.java_home()) / "bin"
        subprocess.run([java / "javac", "-nowarn", "-cp", f"{self.hdfs.lib}/*", "-d", classes,
                        HERE / "SplitJobs.java"], check=True, timeout=TIMEOUT)
        lines = self.sandbox.write("jobs", "".join(
            "\t".join(f"{key}={value}" for key, value in values.items()) + "\n" for values in jobs.values()))
        command = self.hdfs.hadoop_command("SplitJobs", lines)
        command[command.index("-cp") + 1] += f":{classes}"
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300,
                              env=dict(os.environ, **self.env()))
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        return dict(zip(jobs, done.stdout.split()))

    def by_us(self, jobs):
        body = "".join(java_job(name, values, to="j") for name, values in jobs.items())
        program = self.build(self.definition(fork("f", *jobs) + body + join("j"), "f"))
        self.begin(program)
        expected = set(jobs)

        def waiting():
            apps = {app["name"]: app["id"] for app in self.apps() if app["state"] == "ACCEPTED"}
            return expected <= set(apps) and apps
        self.assertTrue(program.wait_for(waiting, 300), [(app["name"], app["state"]) for app in self.apps()])
        return {name: app.replace("application", "job") for name, app in waiting().items()}

    def staged(self, job, name):
        return self.hdfs.read(f"{yarn.STAGING}/{self.user}/.staging/{job}/{name}")

    def test_same_files_as_hadoops_client(self):
        self.fill()
        jobs = {name: self.values(name, *case) for name, case in CASES.items()}
        ours = self.by_us(jobs)
        theirs = self.by_hadoop(jobs)
        self.assertEqual(len(theirs), len(jobs))
        for name in jobs:
            for file in ("job.split", "job.splitmetainfo"):
                with self.subTest(job=name, file=file):
                    self.assertEqual(self.staged(ours[name], file), self.staged(theirs[name], file))
        # The comparison has seen something: many blocks, an offset of three bytes.
        self.assertGreater(len(self.staged(ours["new-max"], "job.split")), 2000)
        self.assertGreater(len(self.staged(ours["new-many"], "job.split")), 1 << 13)

    def test_what_hadoops_client_refuses(self):
        self.write_all([("many/f", 1), ("deep/a", 1), ("deep/m/b", 1)])
        names = list(REFUSED)
        body = "".join(java_job(name, self.values(name, *REFUSED[name][:2]), to="end").replace(
            '<error to="killed"/>', f'<error to="{after}"/>') for name, after in zip(names, names[1:] + ["end"]))
        program = self.build(self.definition(body, names[0]))
        self.assert_code(self.start(program), SUCCEEDED)
        for name, (_, _, words) in REFUSED.items():
            node = program.nodes()[name]
            self.assertEqual(node["errorCode"], "JA018", node)
            self.assertIn(words, node["errorMessage"])
        self.assertEqual([app for app in self.apps() if app["state"] != "NEW"], [])
        self.assertEqual(self.hdfs.staging(self.user), [])


if __name__ == "__main__":
    closing.main()
