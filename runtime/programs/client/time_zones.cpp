#include "runtime/programs/client/time_zones.h"

#include <charconv>
#include <string>

#include "runtime/ground/base/utc_time.h"

namespace hpdl::client {
namespace {

/// Reads a number of exactly `digits` digits.
std::optional<int> ReadDigits(std::string_view text, std::size_t digits) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return text.size() == digits && text.front() != '-' && error == std::errc() &&
                 end == text.data() + text.size()
             ? std::optional(number)
             : std::nullopt;
}

int MonthOf(std::string_view name) {
  int month = 12;
  while (month > 0 && rt::MonthName(month) != name) {
    --month;
  }
  return month;
}

}  // namespace

std::string ListOfZones() {
  std::string text =
      "The format is \"SHORT_NAME (ID)\"\nGive the ID (GMT, UTC or Region/City)to the -timezone "
      "argument\n"
      "GMT offsets can also be used (e.g. GMT-07:00, GMT-0700, GMT+05:30, GMT+0530)\n"
      "Available Time Zones:\n";
  for (const auto& [id, name] : NamedZone::All()) {
    if (!id.starts_with("Etc/GMT")) {
      text.append("      ").append(name).append(" (").append(id).append(")\n");
    }
  }
  return text;
}

std::optional<std::int64_t> ReadHttpDate(std::string_view text) {
  // `text` must have the form "Sun, 22 Nov 2026 10:11:12 GMT".
  if (text.size() != 29 || text.substr(3, 2) != ", " || text.substr(25) != " GMT") {
    return std::nullopt;
  }
  const std::optional<int> day = ReadDigits(text.substr(5, 2), 2);
  const std::optional<int> year = ReadDigits(text.substr(12, 4), 4);
  const std::optional<int> hour = ReadDigits(text.substr(17, 2), 2);
  const std::optional<int> minute = ReadDigits(text.substr(20, 2), 2);
  const std::optional<int> second = ReadDigits(text.substr(23, 2), 2);
  const int month = MonthOf(text.substr(8, 3));
  if (!day || !year || !hour || !minute || !second || month == 0) {
    return std::nullopt;
  }
  return ((rt::DayNumber(*year, month, *day) * 24 + *hour) * 60 + *minute) * 60 + *second;
}

}  // namespace hpdl::client
