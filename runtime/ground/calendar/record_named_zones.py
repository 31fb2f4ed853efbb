#!/usr/bin/env python3
"""Writes named_zones.def anew: the time zones that Java 17 knows and its short names of them, with the rules
that the time zone files of this machine have for the time to come.
"""

import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILES = Path("/usr/share/zoneinfo")
PROGRAM = """
import java.time.ZoneId;
import java.util.*;
public class Zones {
  public static void main(String[] words) {
    for (String id : TimeZone.getAvailableIDs()) {
      TimeZone zone = TimeZone.getTimeZone(id);
      System.out.println(String.join("\\t", id, String.valueOf(zone.getRawOffset() / 1000),
          zone.getDisplayName(false, TimeZone.SHORT, Locale.US), zone.getDisplayName(true, TimeZone.SHORT, Locale.US),
          ZoneId.SHORT_IDS.getOrDefault(id, id)));
    }
  }
}
"""


def rule(name, file):
    """The rule in the last line of a time zone file; some that only Java knows have it in their name."""
    if (FILES / file).is_file():
        return (FILES / file).read_bytes().rstrip(b"\n").split(b"\n")[-1].decode()
    if file.startswith("-"):  # a number of hours
        return name + file[1:3].lstrip("0")
    assert file.startswith("SystemV/"), file
    words = file.removeprefix("SystemV/")
    return words + (",M4.5.0,M10.5.0" if words[-1].isalpha() else "")


def changing(file):
    """Returns the name of the time zone file. Returns "" if there is no such file or its clocks were never changed."""
    if not (FILES / file).is_file():
        return ""
    data = (FILES / file).read_bytes()
    return file if b"TZif" in data and int.from_bytes(data[data.rindex(b"TZif") + 32:][:4], "big") else ""


def main():
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "Zones.java"
        source.write_text(PROGRAM)
        said = subprocess.run(["java", source], check=True, capture_output=True, text=True, timeout=120).stdout
    rows = ["// Made by record_named_zones.py: the time zones of Java, in Java's order. A row is ZONE(id, POSIX rule for the",
            "// future, seconds ahead of UTC in standard time, short name of standard time, short name of summer time, file with",
            "// the rules of the past). The file is \"\" if the rules never changed."]
    for line in said.splitlines():
        name, offset, standard, daylight, file = line.split("\t")
        rows.append(f'ZONE("{name}", "{rule(name, file)}", {offset}, "{standard}", "{daylight}", "{changing(file)}")')
    (HERE / "named_zones.def").write_text("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
