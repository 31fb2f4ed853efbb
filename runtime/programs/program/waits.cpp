#include "runtime/programs/program/waits.h"

#include <algorithm>

#include "runtime/ground/base/amounts.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/calendar/local_time.h"

namespace hpdl::rt {

std::string WaitText(const Wait& wait, std::int64_t now_ms) {
  std::string text = OneLine(DescribeWait(wait));
  text.append(", since ").append(LocalClock(wait.since_ms)).append(" (");
  text.append(DurationText(std::max<std::int64_t>(now_ms - wait.since_ms, 0))).append(")");
  if (const std::int64_t left_ms = LeftOf(wait, now_ms); left_ms == 0) {
    text.append("; its time has come");
  } else if (left_ms > 0) {
    const bool is_time = wait.what.empty();
    text.append(is_time ? "; at " : "; at most until ").append(LocalClock(now_ms + left_ms));
    text.append(", in ").append(DurationText(left_ms));
  }
  return text;
}

std::string WaitLines(const ParkingNote& note, std::int64_t now_ms) {
  constexpr std::size_t kMost = 10;
  std::string out;
  for (std::size_t i = 0; i < note.entries.size() && i < kMost; ++i) {
    const ParkingNote::Entry& entry = note.entries[i];
    out.append("    ").append(entry.node.empty() ? "the job" : OneLine(entry.node)).append(": ");
    out.append(WaitText(entry.wait, now_ms)).append("\n");
  }
  if (note.entries.size() > kMost) {
    out.append("    and ").append(std::to_string(note.entries.size() - kMost)).append(" more\n");
  }
  return out;
}

}  // namespace hpdl::rt
