"""Small coordinators and bundles that mean very much: hpdlc ends in bounded time and memory, with a right answer or one
clear message."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

SECONDS, MEGABYTES = 10, 2000  # of a processor, and of memory, however busy the machine is


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


class Limits(ProgramTest):
    def hpdlc(self, *words):
        limited = f'ulimit -t {SECONDS} -v {MEGABYTES * 1000}; exec "$@"'
        return run(["bash", "-c", limited, "bash", HPDLC, *words])

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


if __name__ == "__main__":
    closing.main()
