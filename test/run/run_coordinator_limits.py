"""Small coordinators and bundles that mean very much: hpdlc ends in bounded time and memory, with a right answer or one
clear message."""

import resource
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

MEGABYTES = 2000
# What each command may take of a processor, measured by what a million URIs take in the same run.
MILLIONS = 40


MILLION = ('<data-in name="{}" dataset="d"><start-instance>${{coord:current(-999999)}}</start-instance>'
           "<end-instance>${{coord:current(0)}}</end-instance></data-in>")


def dataset(name="d", frequency="1", first="1970-01-01T00:00Z", zone="UTC", uri="hdfs://nn/${YEAR}-${MONTH}-${DAY}-${HOUR}-${MINUTE}"):
    return (f'<dataset name="{name}" frequency="{frequency}" initial-instance="{first}" timezone="{zone}">'
            f"<uri-template>{uri}</uri-template></dataset>")


def data(kind, instance="${coord:current(0)}", name="x", of="d"):
    return f'<data-{kind} name="{name}" dataset="{of}"><instance>{instance}</instance></data-{kind}>'


def coordinator(frequency="* * * * *", start="2024-01-01T00:00Z", end="2124-01-01T00:00Z", datasets=None, inputs="", outputs="",
                logic=""):
    events = "".join(f"<{what}>{text}</{what}>" for what, text in
                     (("input-events", inputs), ("input-logic", logic), ("output-events", outputs)) if text)
    return (f'<coordinator-app name="c" frequency="{frequency}" start="{start}" end="{end}" timezone="UTC" '
            f'xmlns="uri:oozie:coordinator:0.5"><datasets>{dataset() if datasets is None else datasets}</datasets>{events}'
            "<action><workflow><app-path>hdfs://nn/app</app-path></workflow></action></coordinator-app>")


def processor_seconds():
    """Of all processes that this one has started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Limits(ProgramTest):
    million = None  # processor seconds for a schedule of a million URIs

    def setUp(self):
        super().setUp()
        if Limits.million is None:
            path = self.sandbox.write("million/coordinator.xml", coordinator(inputs=MILLION.format("a")))
            begin = processor_seconds()
            self.assert_code(run([HPDLC, "schedule", path, "--count", "1"]), 0)
            Limits.million = processor_seconds() - begin

    def hpdlc(self, *words):
        begin = processor_seconds()
        done = run(["bash", "-c", f'ulimit -v {MEGABYTES * 1000}; exec "$@"', "bash", HPDLC, *words])
        self.assertLess((processor_seconds() - begin) / self.million, MILLIONS, words)
        return done

    def bundle(self, coordinators):
        """A bundle of definitions by their names; its path, and the options that lead to what it starts."""
        workflow_path = self.sandbox.write("w/workflow.xml", workflow("", "end"))
        started = ""
        for name, text in coordinators.items():
            self.sandbox.write(f"{name}/coordinator.xml", text)
            started += f'<coordinator name="{name}"><app-path>{name}</app-path></coordinator>'
        path = self.sandbox.write("bundle.xml", f'<bundle-app xmlns="uri:oozie:bundle:0.2" name="b">{started}</bundle-app>')
        return path, "--sub", f"hdfs://nn/app={workflow_path}"


class SharedOutputs(Limits):
    """What two coordinators both write is looked for as long as the budget allows."""

    def verify(self, one, other):
        done = self.hpdlc("verify", *self.bundle({"one": one, "other": other}))
        self.assert_code(done, 0)
        return done.err

    def test_each_minute_of_a_century(self):
        written = coordinator(outputs=data("out"))
        self.assertIn("write 'hdfs://nn/2024-01-01-00-00'", self.verify(written, written))
        late = coordinator(start="2123-12-31T23:00Z", outputs=data("out"))
        self.assertIn("write 'hdfs://nn/2123-12-31-23-00'", self.verify(written, late))

    def test_many_uris_of_each_action(self):
        written = coordinator(outputs=data("out", "${coord:currentRange(-999000,0)}"))
        self.assertNotIn("[OutputOfTwoCoordinators]", self.verify(written, written), "not even one action has been looked at")

    def test_long_uris(self):
        long = dataset(uri="hdfs://nn/${MINUTE}/" + "x" * 60_000)
        written = coordinator(datasets=long, outputs=data("out"))
        self.assertIn("[OutputOfTwoCoordinators]", self.verify(written, written))

    def test_a_thousand_coordinators(self):
        """Each looks from its own start on, at all that run then."""
        texts = {f"c{i}": coordinator(start=f"20{10 + i % 80}-0{1 + i % 9}-{1 + i % 28:02}T00:{i % 60:02}Z", outputs=data("out"))
                 for i in range(1000)}
        done = self.hpdlc("verify", *self.bundle(texts))
        self.assert_code(done, 0)
        self.assertIn("[OutputOfTwoCoordinators]", done.err)


class Bundles(Limits):
    def variants(self, coordinators, text, parameters=""):
        """A bundle that starts one coordinator with other properties each time."""
        self.sandbox.write("a/coordinator.xml", text)
        started = "".join(f'<coordinator name="c{i}"><app-path>a</app-path><configuration><property><name>n</name>'
                          f"<value>{i}</value></property></configuration></coordinator>" for i in range(coordinators))
        return self.sandbox.write("bundle.xml", f'<bundle-app xmlns="uri:oozie:bundle:0.2" name="b">{parameters}{started}</bundle-app>')

    def assert_too_much(self, path, *commands):
        for command in commands:
            done = self.assert_code(self.hpdlc(*command, path), 2)
            self.assertEqual(done.err.count("\n"), 1, done)
            self.assertIn("the definitions that app-paths name, and the properties that they are given, have more than 64 MiB together",
                          done.err)

    def test_a_coordinator_in_ten_thousand_variants(self):
        path = self.variants(10_000, coordinator(datasets=dataset() + "<!--" + "x" * 20_000 + "-->"))
        self.assert_too_much(path, ("verify", "--sub", f"a={self.sandbox.path('a')}"), ("graph",))

    def test_ten_thousand_variants_of_many_properties(self):
        many = "".join(f"<property><name>p{i}</name><value>{'v' * 20}</value></property>" for i in range(4000))
        self.assert_too_much(self.variants(10_000, coordinator(), f"<parameters>{many}</parameters>"), ("graph",))

    def test_ten_thousand_coordinators(self):
        path = self.variants(10_000, coordinator("${coord:hours(1)}", outputs=data("out")))
        self.assert_code(self.hpdlc("graph", path), 0)


class Data(Limits):
    """The instances of an action, of which a short text may mean very many."""

    def write(self, text):
        return self.sandbox.write("app/coordinator.xml", text)

    def assert_too_much(self, text):
        path = self.write(text)
        self.assert_code(self.hpdlc("verify", path), 0)
        for command in "schedule", "graph":
            done = self.assert_code(self.hpdlc(command, path), 1)
            self.assertEqual(done.err.count("\n"), 1, done)
            self.assertRegex(done.err, r"action \d+ of 20\d\d-.*: the URIs of an action's data are longer in all than 256 MiB( \[E1010\])?\n$")

    def test_a_million_long_uris(self):
        self.assert_too_much(coordinator(datasets=dataset(uri="u/${YEAR}/" + "x" * 60_000), inputs=MILLION.format("a")))
        self.assert_too_much(coordinator(datasets=dataset(uri="u/${YEAR}/" + "x" * 60_000),
                                         inputs=data("in", "${coord:currentRange(-999000,0)}")))

    def test_a_million_uris_of_each_of_many_events(self):
        self.assert_too_much(coordinator(inputs="".join(MILLION.format(f"a{i}") for i in range(500))))

    def test_many_instances_that_are_ranges(self):
        many = "".join(f"<instance>${{coord:currentRange({-999_000 + i},0)}}</instance>" for i in range(500))
        self.assert_too_much(coordinator(inputs=f'<data-in name="a" dataset="d">{many}</data-in>'))

    def test_a_million_uris(self):
        path = self.write(coordinator(inputs=MILLION.format("a")))
        done = self.assert_code(self.hpdlc("schedule", path, "--count", "1"), 0)
        self.assertEqual(done.out.count("\n"), 1_000_001)

    def test_a_picture_of_very_many_uris(self):
        """Each event has the first ones, how many are left out, and the last one; and nodes of data stay apart."""
        path = self.write(coordinator(inputs=MILLION.format("a")))
        picture = self.assert_code(self.hpdlc("graph", path, "--from", "2024-01-01T00:00Z", "--count", "2", "--format", "svg"), 0).out
        self.assertEqual(picture.count("\u2026 999000 more \u2026"), 2, "in the tooltips")
        self.assertEqual(picture.count("\u2026 999998 more \u2026"), 2)
        self.assertLess(len(picture), 500_000)
        dot = self.assert_code(self.hpdlc("graph", path, "--from", "2024-01-01T00:00Z", "--count", "2"), 0).out
        self.assertIn("d1 -> r1", dot)
        self.assertIn("hdfs://nn/2024-01-01-00-00\\n\u2026 999998 more \u2026\\nhdfs://nn/2022-02-", dot)

    def test_a_picture_of_very_long_uris(self):
        path = self.write(coordinator(datasets=dataset(uri="u/${YEAR}/" + "x" * 60_000), inputs=data("in", "${coord:currentRange(-999,0)}")))
        self.assert_code(self.hpdlc("graph", path, "--count", "1"), 0)
        done = self.assert_code(self.hpdlc("graph", path, "--count", "3"), 1)
        self.assertIn("no graph: the URIs of these runs have more than 64 MiB; show fewer runs by --count", done.err)

    def test_many_data_sets(self):
        """Events, data sets, zones and what the input logic names are found by their names, in whatever number."""
        many = range(10_000)
        path = self.write(coordinator(
            datasets="".join(dataset(f"d{i}", zone="Europe/Paris") for i in many),
            inputs="".join(data("in", name=f"i{i}", of=f"d{i}") for i in many),
            logic="<or>" + "".join(f'<data-in dataset="i{i}" min="1"/>' for i in many) + "</or>"))
        self.assert_code(self.hpdlc("verify", path), 0)
        self.assert_code(self.hpdlc("schedule", path, "--count", "1"), 0)
        self.assert_code(self.hpdlc("graph", path, "--count", "1"), 0)


class Turns(Limits):
    """Schedules of many turns, of which few are asked for."""

    def test_each_minute_of_all_years(self):
        for frequency in "* * * * *", "${coord:minutes(5)}":
            path = self.sandbox.write("app/coordinator.xml", coordinator(frequency, "0001-01-01T00:00Z", "9999-12-31T00:00Z"))
            self.assert_code(self.hpdlc("verify", path), 0)
            done = self.assert_code(self.hpdlc("schedule", path, "--from", "2199-01-01T00:00Z", "--count", "1"), 0)
            self.assertIn("2199-01-01T00:00Z", done.out)
            self.assert_code(self.hpdlc("graph", path), 0)

    def test_a_time_that_never_comes(self):
        path = self.sandbox.write("app/coordinator.xml", coordinator("0 0 30 2 *", "0001-01-01T00:00Z", "9999-12-31T00:00Z"))
        self.assertIn("[BadFrequency", self.assert_code(self.hpdlc("verify", path), 1).err)


class Includes(Limits):
    def setUp(self):
        super().setUp()
        self.include = f"<include>file://{self.sandbox.path('app/a.xml')}</include>"

    def verify(self, include, **files):
        for name, text in files.items():
            self.sandbox.write(f"app/{name}.xml", text)
        return self.hpdlc("verify", self.sandbox.write("app/coordinator.xml", coordinator(datasets=include)))

    def test_a_file_that_includes_itself(self):
        done = self.verify(self.include, a="<datasets>" + self.include * 3 + "</datasets>")
        self.assertEqual(self.assert_code(done, 1).err.count("[IncludeCycle]"), 3)

    def test_many_files(self):
        done = self.verify(self.include * 10_000, a="<datasets/>")
        self.assertEqual(self.assert_code(done, 0).err.count("this file and those after it are not read"), 1)

    def test_a_large_file_again_and_again(self):
        done = self.verify(self.include * 50, a="<datasets>" + " " * 20_000_000 + "</datasets>")
        self.assertEqual(self.assert_code(done, 0).err.count("this file and those after it are not read"), 1)

    def test_a_path_of_many_names(self):
        done = self.verify("<include>file:///" + "d/" * 500_000 + "a.xml</include>")
        self.assertEqual(self.assert_code(done, 1).err.count("[IncludeUnreadable E1002]"), 1)


if __name__ == "__main__":
    closing.main()
