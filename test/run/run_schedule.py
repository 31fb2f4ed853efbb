"""`hpdlc schedule --cron`: each row of what Quartz and Oozie gave, and what is wrong with expressions and options."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import closing
from programs import *  # noqa: F403

CASES = ROOT / "runtime/ground/calendar" / "testdata" / "cron_cases.tsv"
WEEK = ("--from", "2024-01-01T00:00Z", "--to", "2024-01-08T00:00Z")


def schedule(*arguments):
    return hpdlc("schedule", *arguments)


class Cron(unittest.TestCase):
    def test_times_are_those_of_quartz_and_of_oozie(self):
        rows = [line.rstrip("\n").split("\t") for line in CASES.read_text().splitlines()][1:]
        self.assertEqual(len(rows), 113)
        for engine, cron, start, end, zone, outcome, times in rows:
            with self.subTest(f"{engine} {cron} {start} {zone}"):
                done = schedule("--form", engine, "--cron", cron, "--timezone", zone, "--from", start, "--to", end,
                                "--count", 8 if engine == "oozie" else 12)
                if outcome == "ERROR":
                    self.assertEqual((done.code, done.out), (FAILED, ""))
                    self.assertIn("error: ", done.err)
                else:
                    self.assertEqual((done.code, done.out.split(), done.err), (SUCCEEDED, times.split(), ""))

    def test_the_wrong_part_is_marked(self):
        done = schedule("--cron", "0 0,25 * * *", *WEEK)
        self.assertEqual((done.code, done.err.splitlines()),
                         (FAILED, ["cron:1:5: error: hours are 0 to 23, not 25 [BadFrequency E1003]",
                                   "  0 0,25 * * *",
                                   "      ^~"]))
        self.assertEqual(schedule("--cron", "", *WEEK).code, FAILED)
        done = schedule("--cron", "\x1b[31m \n\xff * * *", *WEEK)
        self.assertEqual(done.code, FAILED)
        self.assertNotIn("\x1b", done.err)

    def test_count_and_bounds(self):
        self.assertEqual(schedule("--cron", "0 0 * * *", *WEEK).out.split()[-1], "2024-01-07T00:00Z")
        self.assertEqual(len(schedule("--cron", "0 0 * * *", *WEEK, "--count", 3).out.split()), 3)
        self.assertEqual(schedule("--cron", "0 0 * * *", *WEEK, "--count", 0).out, "")
        self.assertEqual(schedule("--cron", "0 0 30 2 *", "--from", "0001-01-01T00:00Z", "--to", "9999-12-31T00:00Z").out,
                         "")
        # Both ends are at a part of a second.
        self.assertEqual(schedule("--form", "celos", "--cron", "* * * * * ?", "--from", "2024-01-01T00:00:15.500Z",
                                  "--to", "2024-01-01T00:00:17.001Z").out.split(),
                         ["2024-01-01T00:00:16.000Z", "2024-01-01T00:00:17.000Z"])

    def test_usage(self):
        for arguments, wanted in (
                ((), "give one PATH, or --cron"),
                (("t.xml", "--form", "celos"), "--form is for --cron"),
                (("t.xml", "--timezone", "UTC"), "--timezone is for --cron"),
                (("--cron", "0 0 * * *"), "no --from given"),
                (("--cron", "0 0 * * *", "--from", "2024-01-01T00:00Z"), "no --to given"),
                (("--cron", "0 0 * * *", *WEEK, "--form", "qartz"), "oozie or celos"),
                (("--cron", "0 0 * * *", *WEEK, "--timezone", "Mars/Phobos"), "no time zone 'Mars/Phobos'"),
                (("--cron", "0 0 * * *", *WEEK, "--count", "-1"), "--count must be a number, not '-1'"),
                (("--cron", "0 0 * * *", *WEEK, "--count", "18446744073709551616"), "--count must be a number"),
                (("--cron", "0 0 * * *", *WEEK, "more"), "unexpected 'more'")):
            with self.subTest(wanted):
                done = schedule(*arguments)
                self.assertEqual((done.code, done.out), (USAGE, ""))
                self.assertIn(wanted, done.err)
        for time in ("", "today", "2024-01-01", "2024-01-01T00:00", "2024-01-01T00:00:0Z", "2024-01-01T00:00:60Z",
                     "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00,5Z", "2024-02-30T00:00:00Z", "2024-01-01T00:00:00.5"):
            with self.subTest(time):
                done = schedule("--cron", "0 0 * * *", "--from", time, "--to", time)
                self.assertEqual(done.code, USAGE)
                self.assertIn("--from must be a time such as 2024-01-31T08:00Z", done.err)


if __name__ == "__main__":
    closing.main()
