"""`hpdlc schedule PATH`: what a coordinator will do, as text and as JSON, and what cannot be told."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

GIVEN = ("-D", "nameNode=hdfs://nn")


def coordinator(frequency="${coord:days(1)}", start="2024-03-09T10:30Z", end="2024-03-12T10:30Z", events="", controls="",
                zone="America/Los_Angeles"):
    dataset = ('<dataset name="{}" frequency="${{coord:{}(1)}}" initial-instance="{}" timezone="{}"><uri-template>'
               "${{nameNode}}/{}/${{YEAR}}-${{MONTH}}-${{DAY}}-${{HOUR}}</uri-template></dataset>")
    return (f'<coordinator-app name="c" frequency="{frequency}" start="{start}" end="{end}" timezone="{zone}" '
            f'xmlns="uri:oozie:coordinator:0.4">{controls}<datasets>'
            + dataset.format("hours", "hours", "2024-03-01T00:00Z", "UTC", "logs")
            + dataset.format("days", "days", "2024-03-10T08:00Z", "America/Los_Angeles", "days")
            + f"</datasets>{events}<action><workflow><app-path>${{nameNode}}/${{app}}</app-path></workflow></action></coordinator-app>")


RANGE = ('<input-events><data-in name="in" dataset="hours"><start-instance>${coord:current(-1)}</start-instance>'
         "<end-instance>${coord:current(0)}</end-instance></data-in>"
         '<data-in name="newest" dataset="days"><instance>${coord:latest(-1)}</instance></data-in></input-events>'
         '<output-events><data-out name="out" dataset="days"><instance>${coord:current(0)}</instance></data-out></output-events>')


class CoordinatorSchedule(unittest.TestCase):
    def setUp(self):
        self.sandbox = Sandbox()
        self.addCleanup(self.sandbox.close)

    def schedule(self, definition, *options, given=GIVEN):
        return hpdlc("schedule", self.sandbox.write("app/coordinator.xml", definition), *given, *options)

    def times(self, definition, *options):
        done = self.schedule(definition, "--format", "json", *options)
        self.assertEqual(done.code, SUCCEEDED, done)
        return [(action["number"], action["nominalTime"]) for action in json.loads(done.out)["actions"]]

    def test_times_and_data(self):
        """Half past two is not there on 10 March; what the output has before its first instance is nothing."""
        done = self.schedule(coordinator(events=RANGE), "--to", "2024-03-11T00:00Z")
        self.assertEqual((done.code, done.err), (SUCCEEDED, ""))
        self.assertEqual(done.out, """\
1  2024-03-09T10:30Z  2024-03-09 02:30 PST
   in   in  hdfs://nn/logs/2024-03-09-10
            hdfs://nn/logs/2024-03-09-09
   in   newest  ${coord:latest(-1)} -> hdfs://nn/days/${YEAR}-${MONTH}-${DAY}-${HOUR}
   out  out  (nothing: the data set begins later)
2  2024-03-10T09:30Z  2024-03-10 01:30 PST
   in   in  hdfs://nn/logs/2024-03-10-09
            hdfs://nn/logs/2024-03-10-08
   in   newest  ${coord:latest(-1)} -> hdfs://nn/days/${YEAR}-${MONTH}-${DAY}-${HOUR}
   out  out  hdfs://nn/days/2024-03-10-08
""")

    def test_json(self):
        done = self.schedule(coordinator(events=RANGE), "--from", "2024-03-10T08:00Z", "--count", "1", "--format", "json")
        self.assertEqual(json.loads(done.out), {"version": 1, "actions": [
            {"number": 2, "nominalTime": "2024-03-10T09:30Z",
             "inputs": {"in": ["hdfs://nn/logs/2024-03-10-09", "hdfs://nn/logs/2024-03-10-08"],
                        "newest": ["${coord:latest(-1)} -> hdfs://nn/days/${YEAR}-${MONTH}-${DAY}-${HOUR}"]},
             "outputs": {"out": ["hdfs://nn/days/2024-03-10-08"]}}]})
        done = self.schedule(coordinator(), "--count", "0", "--format", "json")
        self.assertEqual(json.loads(done.out), {"version": 1, "actions": []})

    def test_a_template_is_evaluated_for_each_instance(self):
        definition = coordinator(start="2024-03-10T10:30Z", events=RANGE).replace(
            "${MONTH}-${DAY}", 'm=${"$"}{MONTH + 0}-d=${"$"}{DAY gt 9 ? DAY : 0}')
        done = self.schedule(definition, "--count", "1")
        self.assertEqual((done.code, done.err), (SUCCEEDED, ""))
        self.assertEqual(done.out, """\
1  2024-03-10T10:30Z  2024-03-10 03:30 PDT
   in   in  hdfs://nn/logs/2024-m=3-d=10-10
            hdfs://nn/logs/2024-m=3-d=10-09
   in   newest  ${coord:latest(-1)} -> hdfs://nn/days/${YEAR}-m=${MONTH + 0}-d=${DAY gt 9 ? DAY : 0}-${HOUR}
   out  out  hdfs://nn/days/2024-m=3-d=10-08
""")
        done = self.schedule(coordinator(events=RANGE), "--count", "1", given=("-D", "nameNode=hdfs://${host}"))
        self.assertEqual((done.code, done.out), (FAILED, ""))
        self.assertIn("${host}: variable [host] cannot be resolved", done.err)

    def test_an_instance_may_depend_on_a_property(self):
        events = RANGE.replace("<end-instance>${coord:current(0)}", '<end-instance>${(step == "day") ? coord:current(2) : coord:current(0)}')
        events = events.replace("${coord:latest(-1)}", '${(step == "day") ? coord:latest(-1) : coord:current(0)}')
        definition = coordinator(start="2024-03-10T10:30Z", events=events)
        inputs = {}
        for step in ("day", "hour"):
            done = self.schedule(definition, "--count", "1", "--format", "json", given=(*GIVEN, "-D", f"step={step}"))
            self.assertEqual((done.code, done.err), (SUCCEEDED, ""))
            inputs[step] = json.loads(done.out)["actions"][0]["inputs"]
        logs = [f"hdfs://nn/logs/2024-03-10-{hour}" for hour in ("12", "11", "10", "09")]
        days = "hdfs://nn/days/"
        self.assertEqual(inputs["day"], {
            "in": logs, "newest": ["${coord:latest(-1)} -> " + days + "${YEAR}-${MONTH}-${DAY}-${HOUR}"]})
        self.assertEqual(inputs["hour"], {"in": logs[2:], "newest": [days + "2024-03-10-08"]})

    def test_numbers_that_are_quotients(self):
        """A quotient has a fraction in EL, and Oozie cuts the fraction off."""
        events = RANGE.replace("coord:current(-1)", "coord:current(-h/24)").replace("coord:latest(-1)", "coord:latest(-h/24)")
        done = self.schedule(coordinator(start="2024-03-10T10:30Z", events=events), "--count", "1", "--format", "json",
                             given=(*GIVEN, "-D", "h=25"))
        self.assertEqual((done.code, done.err), (SUCCEEDED, ""))
        inputs = json.loads(done.out)["actions"][0]["inputs"]
        self.assertEqual([uri[-2:] for uri in inputs["in"]], ["10", "09"])
        self.assertIn("latest(-1.0", inputs["newest"][0])

    def test_window(self):
        hourly = coordinator("${coord:hours(1)}", "2024-01-01T00:00Z", "2034-01-01T00:00Z", zone="UTC")
        self.assertEqual(self.times(hourly, "--from", "2033-12-31T22:30Z"), [(87672, "2033-12-31T23:00Z")])
        self.assertEqual(self.times(hourly, "--from", "2020-01-01T00:00Z", "--to", "2024-01-01T02:00Z"),
                         [(1, "2024-01-01T00:00Z"), (2, "2024-01-01T01:00Z")])
        self.assertEqual(self.times(hourly, "--from", "2040-01-01T00:00Z"), [])
        self.assertNotIn(" PST", self.schedule(hourly, "--count", "1").out)

    def test_cron_follows_summer_time_within_a_pass_alone(self):
        """What a throttle of 2 lets be made at once when the coordinator is late; and one at a time when it is not."""
        def at(year, throttle=2):
            return [time[11:] for _, time in self.times(coordinator(
                "0 20 * * *", f"{year}-03-06T00:00Z", f"{year}-03-14T00:00Z", zone="America/Los_Angeles",
                controls=f"<controls><throttle>{throttle}</throttle></controls>"))]
        self.assertEqual(at(2024), ["20:00Z"] * 5 + ["19:00Z", "20:00Z", "19:00Z"])
        self.assertEqual(at(2024, 12), ["20:00Z"] * 4 + ["19:00Z"] * 4)
        self.assertEqual(at(2195), ["20:00Z"] * 8)
        numbers = self.times(coordinator("0 20 * * *", "2024-03-06T00:00Z", "2024-03-14T00:00Z"), "--from",
                             "2024-03-11T00:00Z", "--count", "2")
        self.assertEqual(numbers, [(6, "2024-03-11T19:00Z"), (7, "2024-03-12T19:00Z")])

    def test_a_window_has_what_all_of_it_has_then(self):
        """What is before it is not stepped through, and yet the passes are the same, with what moves in them."""
        for throttle, frequency in ((1, "0 20 * * *"), (7, "0 20 * * *"), (12, "0 20 * * 2-6"), (5, "0 */5 * * *")):
            definition = coordinator(frequency, "2023-01-01T00:00Z", "2025-07-01T00:00Z",
                                     controls=f"<controls><throttle>{throttle}</throttle></controls>")
            whole = self.times(definition)
            for begin in ("2023-01-09T19:30Z", "2023-03-12T20:00Z", "2023-11-05T20:30Z", "2024-03-11T19:00Z", "2024-03-20T19:30Z",
                          "2025-03-10T00:00Z"):
                self.assertEqual(self.times(definition, "--from", begin), [each for each in whole if each[1] >= begin], (frequency, begin))
        ahead = coordinator("0 20 * * *", "2023-01-01T00:00Z", "2299-07-01T00:00Z")
        self.assertEqual(self.times(ahead, "--from", "2290-03-11T00:00Z", "--count", "1"), [(97590, "2290-03-11T20:00Z")])

    def test_a_folder(self):
        self.sandbox.write("app/workflow.xml", workflow(fs("a", "<mkdir path='/x'/>"), "a"))
        self.sandbox.write("app/coordinator.xml", coordinator())
        done = hpdlc("schedule", self.sandbox.path("app"), "--count", "1")
        self.assertEqual((done.code, done.out), (SUCCEEDED, "1  2024-03-09T10:30Z  2024-03-09 02:30 PST\n"))

    def test_what_cannot_be_told(self):
        done = self.schedule(coordinator(events=RANGE), given=())
        self.assertEqual((done.code, done.out), (FAILED, ""))
        self.assertIn("uri-template of the data set hours: it depends on properties that are not given", done.err)
        done = self.schedule(coordinator(start="${begin}"), given=())
        self.assertEqual(done.code, FAILED)
        self.assertIn("start: it depends on properties that are not given", done.err)
        self.assertEqual(self.schedule(coordinator(start="${begin}"), "-D", "begin=2024-03-11T00:00Z").code, SUCCEEDED)
        done = self.schedule(coordinator(events=RANGE.replace("-1)", "1)", 1)))
        self.assertEqual(done.code, FAILED)
        self.assertIn("E1010", done.err)
        # Of which instance it is depends on the property: the first action shows it.
        done = self.schedule(coordinator(events=RANGE.replace("-1)", "n)", 1)), "-D", "n=5")
        self.assertEqual(done.code, FAILED)
        self.assertIn("E1010", done.err)

    def test_usage(self):
        path = self.sandbox.write("workflow.xml", workflow(fs("a", "<mkdir path='/x'/>"), "a"))
        done = hpdlc("schedule", path)
        self.assertEqual((done.code, done.out), (FAILED, ""))
        self.assertIn("only coordinators have a schedule", done.err)
        for arguments, wanted in (((), "give one PATH, or --cron"), ((path, path), "give one PATH, or --cron"),
                                  ((path, "--from", "yesterday"), "--from must be a time"),
                                  ((path, "--count", "-1"), "--count must be a number"),
                                  ((path, "--format", "xml"), "text or json"),
                                  ((self.sandbox.path("nowhere.xml"),), "nowhere.xml")):
            with self.subTest(arguments):
                done = hpdlc("schedule", *arguments)
                self.assertEqual((done.code, done.out), (USAGE, ""))
                self.assertIn(wanted, done.err)


if __name__ == "__main__":
    closing.main()
