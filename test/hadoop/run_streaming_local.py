"""Streaming jobs with --local against Hadoop's own local mode: the same files, byte for byte, and the
same counters."""

import gzip
import random
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "harness"))
sys.path.insert(0, str(HERE))
import closing
import cluster
from programs import *  # noqa: F403

GROUP = "org.apache.hadoop.mapreduce.TaskCounter"
SAME_COUNTERS = ("MAP_INPUT_RECORDS", "MAP_OUTPUT_RECORDS", "MAP_OUTPUT_BYTES", "REDUCE_INPUT_GROUPS",
                 "REDUCE_INPUT_RECORDS", "REDUCE_OUTPUT_RECORDS", "COMBINE_INPUT_RECORDS",
                 "COMBINE_OUTPUT_RECORDS")
SHOWN = [(GROUP, counter) for counter in SAME_COUNTERS] + [("Mine", "Lines"), ("Mine", "Bad")]
PIPE_COMBINER = {"mapred.combiner.class": "org.apache.hadoop.streaming.PipeCombiner"}


def words(count, seed):
    source = random.Random(seed)
    return "".join(" ".join(source.choice(("a", "bc", "def", "the", "z" * 20, "é", "x")) +
                            str(source.randrange(50)) for _ in range(7)) + "\n"
                   for _ in range(count)).encode()


def pairs(count, name, keys="abcdefgh"):
    source = random.Random(name)
    return "".join(f"{source.choice(keys)}\t{name}{i}\n" for i in range(count)).encode()


SCRIPTS = {
    "words.sh": "exec tr -s ' ' '\\n'\n",
    "count.sh": "exec awk -F '\\t' '$1 != last { if (NR > 1) print last \"\\t\" n; last = $1; n = 0 } "
                "{ n += $2 == \"\" ? 1 : $2 } END { if (NR > 0) print last \"\\t\" n }'\n",
    "environment.sh": "cat >/dev/null; echo \"$mapred_task_is_map $mapreduce_task_partition "
                      "$map_input_start ${map_input_file##*/} ${mapreduce_map_input_file##*/} "
                      "$MORE $my_own_property $mapreduce_job_reduces\"\n",
    "report.sh": "while read -r line; do echo \"$line\"; echo reporter:counter:Mine,Lines,1 >&2; done; "
                 "echo reporter:counter:Mine,Bad >&2; echo reporter:status:done >&2\n",
    "deaf.sh": "echo not listening\n",
    "failing.sh": "cat; exit 3\n",
    "wc.sh": "wc -l\n",
    "last-word.sh": "echo 'a\tb\tc'; printf 'cr\\ronly\\r\\nno end'; cat >/dev/null\n",
}

TEXT = words(3000, 1)


class Case:
    """A job: input files, commands, properties, and whether Hadoop fails it."""

    def __init__(self, files, mapper="cat", reducer="cat", fails=False, **properties):
        self.files, self.mapper, self.reducer, self.fails = files, mapper, reducer, fails
        self.properties = {name.replace("__", "."): value for name, value in properties.items()}

    def but(self, properties):
        self.properties.update(properties)
        return self


REDUCES = "mapreduce.job.reduces"
CASES = {
    "word_count": Case({"a": TEXT}, "words.sh", "count.sh"),
    "identity": Case({"a": pairs(5000, "a"), "b": pairs(300, "b"), "c": pairs(2500, "c")}),
    "equal_keys": Case({"a": pairs(20000, "a", "k")}),
    "no_reducer_command": Case({"a": pairs(2000, "a")}, reducer=None),
    "map_only": Case({"a": TEXT, "b": b"one\ntwo\tx\n", "c": b""}).but({REDUCES: 0}),
    "three_reducers": Case({"a": TEXT, "b": pairs(1000, "b")}).but({REDUCES: 3}),
    "more_reducers_than_keys": Case({"a": b"one\n"}, reducer="wc.sh").but({REDUCES: 5}),
    "separators": Case({"a": b"b,1,x\na,2,y\na,1,z\n,,\nplain\n"}).but({
        "stream.map.output.field.separator": ",", "stream.num.map.output.key.fields": 2,
        "stream.reduce.input.field.separator": "|", "stream.reduce.output.field.separator": "|",
        "mapreduce.output.textoutputformat.separator": "=>"}),
    "key_fields": Case({"a": b"b\t2\tx\na\t1\nb\t1\ty\nb\t2\ta\nc\n"}).but({
        "stream.num.map.output.key.fields": 2, "stream.num.reduce.output.key.fields": 2}),
    "gzip": Case({"a.gz": gzip.compress(TEXT) + gzip.compress(b"second\nmember\n")}),
    "empty_input": Case({"a": b""}, reducer="wc.sh"),
    "no_last_newline": Case({"a": b"first\nlast"}),
    "long_lines": Case({"a": b"x" * 300000 + b"\n" + b"a" * 200000 + b"\tv\nshort\n"}),
    "binary": Case({"a": bytes(range(256)) * 40}),
    "crlf": Case({"a": b"one\r\ntwo\rthree\n\n\r\rend\r\n"}),
    "tabs": Case({"a": b"none\n\tfront\nend\t\na\tb\tc\n\n\t\n"}),
    "unicode": Case({"a": "über\tä\nzürich\t1\n漢字\t2\n\U0001f600\t3\nzurich\t4\n".encode()})
    .but({REDUCES: 2}),
    "byte_order_mark": Case({"a": b"\xef\xbb\xbfone\n\xef\xbb\xbftwo\n"}),
    "hidden_files": Case({"a": b"seen\n", "_b": b"hidden\n", ".c": b"hidden\n"}),
    "mapper_does_not_read": Case({"a": words(20, 2)}, "deaf.sh"),
    "mapper_does_not_read_much": Case({"a": words(20000, 2)}, "deaf.sh", fails=True),
    "failing_mapper": Case({"a": b"x\n"}, "failing.sh", fails=True),
    "failing_mapper_forgiven": Case({"a": b"x\n"}, "failing.sh").but(
        {"stream.non.zero.exit.is.failure": "false"}),
    "odd_lines_of_the_mapper": Case({"a": b"x\n"}, "last-word.sh"),
    "counters": Case({"a": b"one\ntwo\n"}, "report.sh", "report.sh"),
    "environment": Case({"a": b"x\n", "b": b"longer\n"}, "environment.sh").but(
        {"my.own.property": "own value", "stream.addenvironment": "MORE=more", REDUCES: 0}),
    "input_keys": Case({"a": b"one\ntwo\r\nthree"}).but(
        {"stream.map.input.ignoreKey": "false", REDUCES: 0}),
    "key_value_input": Case({"a": b"k\tv\tw\nplain\n\tv\n"}).but(
        {"mapred.input.format.class": "org.apache.hadoop.mapred.KeyValueTextInputFormat", REDUCES: 0}),
    "lines_for_each_map": Case({"a": b"1\n22\n333\n4444\n55555\n"}).but(
        {"mapred.input.format.class": "org.apache.hadoop.mapred.lib.NLineInputFormat",
         "mapreduce.input.lineinputformat.linespermap": 2}),
    "record_delimiter": Case({"a": b"one;two;;three\nfour;"}).but(
        {"textinputformat.record.delimiter": ";", REDUCES: 0}),
    "combiner": Case({"a": TEXT}, "words.sh", "count.sh").but(
        {"stream.combine.streamprocessor": "count.sh", **PIPE_COMBINER}),
    "many_splits": Case({"a": pairs(30000, "a")}).but(
        {"fs.local.block.size": 65536, "mapreduce.job.reduces": 2}),
}
# Hadoop orders map outputs of one size at random, and the cut at blocks makes such.
UNORDERED = {"many_splits"}


def job_xml(case, folder, output):
    """The map-reduce action that means the same as Hadoop's arguments."""
    properties = {"mapred.input.dir": folder / "in", "mapred.output.dir": output, **case.properties}
    rows = "".join(f"<property><name>{name}</name><value>{escape(str(value))}</value></property>"
                   for name, value in properties.items())
    commands = f"<mapper>{case.mapper}</mapper>"
    if case.reducer:
        commands += f"<reducer>{case.reducer}</reducer>"
    used = {case.mapper, case.reducer, case.properties.get("stream.combine.streamprocessor")}
    files = "".join(f"<file>{folder.parent / 'scripts' / name}#{name}</file>"
                    for name in sorted(used & set(SCRIPTS)))
    return workflow(f'<action name="m"><map-reduce><streaming>{commands}</streaming>'
                    f"<configuration>{rows}</configuration>{files}</map-reduce>"
                    '<ok to="show"/><error to="killed"/></action>' + shell(
                        "show", f'printf "%s\\n" "$@" >{folder}/counters', arguments=[
                            f"${{hadoop:counters('m')['{group}']['{counter}']}}"
                            for group, counter in SHOWN]), "m")


def hadoop_arguments(case, folder, output):
    """Its arguments for streaming; commands by absolute paths, since no files are shipped."""
    def command(name):
        return str(folder.parent / "scripts" / name) if name in SCRIPTS else name

    found = []
    for name, value in case.properties.items():
        if name == "mapred.input.format.class":
            found += ["-inputformat", value]
        elif name == "stream.addenvironment":
            found += ["-cmdenv", value]
        elif name not in ("mapred.combiner.class", "stream.combine.streamprocessor"):
            found = ["-D", f"{name}={value}", *found]
    found += ["-input", str(folder / "in"), "-output", str(output), "-mapper", command(case.mapper)]
    if "stream.combine.streamprocessor" in case.properties:
        found += ["-combiner", command(case.properties["stream.combine.streamprocessor"])]
    return found + ["-reducer", command(case.reducer or "org.apache.hadoop.mapred.lib.IdentityReducer")]


class StreamingLocal(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.shared = Sandbox()
        cls.addClassCleanup(cls.shared.close)
        for name, text in SCRIPTS.items():
            cls.shared.write(f"scripts/{name}", "#!/bin/sh\n" + text).chmod(0o755)
        lines = []
        for name, case in CASES.items():
            folder = cls.shared.path(name)
            (folder / "in").mkdir(parents=True)
            for file, content in case.files.items():
                (folder / "in" / file).write_bytes(content)
            lines.append("\t".join([name, *hadoop_arguments(case, folder, folder / "expected")]))
        cls.run_hadoop(lines)

    @classmethod
    def run_hadoop(cls, lines):
        lib = cluster.jars()
        conf = cls.shared.path("conf")
        conf.mkdir()
        (conf / "log4j.properties").write_text(cluster.LOG4J)
        cluster.write_site(conf / "core-site.xml", {"hadoop.tmp.dir": cls.shared.path("tmp")})
        jobs = cls.shared.write("jobs", "\n".join(lines) + "\n")
        with open(cls.shared.path("hadoop.log"), "wb") as log:
            subprocess.run([cluster.java(), *cluster.JVM, "-Xmx700m", "-cp", f"{conf}:{lib}/*",
                            HERE / "StreamingJobs.java", jobs, cls.shared.folder],
                           stdin=subprocess.DEVNULL, stdout=log, stderr=log, timeout=900, check=True)

    def expected(self, name):
        """Exit code and counters of Hadoop's job."""
        counters, code = {}, None
        for line in self.shared.path(f"{name}.result").read_text().splitlines():
            *group, last = line.split("\t")
            if group == ["exit"]:
                code = int(last)
            else:
                counters.setdefault(group[0], {})[group[1]] = int(last)
        return code, counters

    def parts(self, folder):
        return {path.name: path.read_bytes() for path in folder.iterdir()
                if not path.name.startswith((".", "_temporary"))}

    def compare(self, name):
        case, folder = CASES[name], self.shared.path(name)
        code, counters = self.expected(name)
        self.assertEqual(code != 0, case.fails, f"Hadoop itself: exit code {code}")
        program = self.build(job_xml(case, folder, folder / "found"))
        result = program.run()
        self.assert_code(result, KILLED if case.fails else SUCCEEDED)
        found, expected = self.parts(folder / "found"), self.parts(folder / "expected")
        self.assertEqual(sorted(found), sorted(expected))
        for part, content in expected.items():
            if name in UNORDERED:
                content = sorted(content.splitlines())
                found[part] = sorted(found[part].splitlines())
            self.assertTrue(found[part] == content, f"{part} differs: {found[part][:200]!r} is "
                            f"not {content[:200]!r}")
        if case.fails:
            return
        ours = (folder / "counters").read_text().split()
        theirs = [str(counters.get(group, {}).get(counter, 0)) for group, counter in SHOWN]
        self.assertEqual(dict(zip(SHOWN, ours)), dict(zip(SHOWN, theirs)))


def add(name):
    setattr(StreamingLocal, f"test_{name}", lambda self: self.compare(name))


for case_name in CASES:
    add(case_name)

if __name__ == "__main__":
    closing.main()
