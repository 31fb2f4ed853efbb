#include "runtime/client/time_zones.h"

#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "runtime/base/calendar.h"

namespace hpdl::client {
namespace {

struct ZoneRow {
  std::string_view id;
  std::string_view rule;
  std::int32_t standard;
  std::string_view standard_name;
  std::string_view daylight_name;
};

constexpr ZoneRow kZones[] = {
#define ZONE(id, rule, standard, standard_name, daylight_name) \
  {id, rule, standard, standard_name, daylight_name},
#include "runtime/client/time_zones.def"
#undef ZONE
};

constexpr std::string_view kZoneFiles = "/usr/share/zoneinfo/";

/// The file of this machine knows the years that were, and may be newer than the table.
std::optional<rt::TimeZone> RulesOf(const ZoneRow& row) {
  std::ifstream file(std::string(kZoneFiles) + std::string(row.id), std::ios::binary);
  if (file) {
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (std::optional<rt::TimeZone> rules = rt::TimeZone::FromFile(bytes)) {
      return rules;
    }
  }
  return rt::TimeZone::FromRule(row.rule);
}

const ZoneRow* FindZone(std::string_view id) {
  for (const ZoneRow& row : kZones) {
    if (row.id == id) {
      return &row;
    }
  }
  return nullptr;
}

std::optional<int> ReadDigits(std::string_view text, std::size_t least, std::size_t most) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return text.size() >= least && text.size() <= most && text.front() != '-' &&
                 error == std::errc() && end == text.data() + text.size()
             ? std::optional(number)
             : std::nullopt;
}

std::string TwoDigits(std::int64_t number) {
  return {static_cast<char>('0' + number / 10), static_cast<char>('0' + number % 10)};
}

/// Seconds of GMT+H, GMT+HHMM or GMT+HH:MM; none of anything else.
std::optional<std::int64_t> ReadOffset(std::string_view id) {
  if (!id.starts_with("GMT") || id.size() < 5 || (id[3] != '+' && id[3] != '-')) {
    return std::nullopt;
  }
  const std::string_view digits = id.substr(4);
  const std::size_t colon = digits.find(':');
  std::optional<int> hours =
      ReadDigits(digits.substr(0, colon), 1, colon == std::string_view::npos ? 4 : 2);
  std::optional<int> minutes = 0;
  if (colon != std::string_view::npos) {
    minutes = ReadDigits(digits.substr(colon + 1), 2, 2);
  } else if (hours && digits.size() > 2) {
    minutes = *hours % 100;
    hours = *hours / 100;
  }
  if (!hours || !minutes || *hours > 23 || *minutes > 59) {
    return std::nullopt;
  }
  return (id[3] == '-' ? -60 : 60) * (*hours * 60 + *minutes);
}

std::string OffsetName(std::int64_t seconds) {
  const std::int64_t minutes = (seconds < 0 ? -seconds : seconds) / 60;
  return (seconds < 0 ? "GMT-" : "GMT+") + TwoDigits(minutes / 60) + ":" + TwoDigits(minutes % 60);
}

/// GMT-07:30 as -07:30.
std::string_view ShortName(std::string_view name) {
  const bool offset =
      name.size() == 9 && name.starts_with("GMT") && (name[3] == '+' || name[3] == '-');
  return offset ? name.substr(3) : name;
}

/// The id of the zone that /etc/localtime is a link to.
std::string LinkedZone() {
  std::array<char, 4096> link{};
  const ssize_t size = readlink("/etc/localtime", link.data(), link.size());
  const std::string_view path(link.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  const std::size_t at = path.find("zoneinfo/");
  return at == std::string_view::npos ? "UTC" : std::string(path.substr(at + 9));
}

int MonthOf(std::string_view name) {
  int month = 12;
  while (month > 0 && rt::MonthName(month) != name) {
    --month;
  }
  return month;
}

}  // namespace

NamedZone NamedZone::Find(std::string_view id) {
  NamedZone zone;
  if (const ZoneRow* row = FindZone(id)) {
    zone.rules_ = RulesOf(*row);
    zone.standard_ = row->standard;
    zone.standard_name_ = row->standard_name;
    zone.daylight_name_ = row->daylight_name;
  } else if (const std::optional<std::int64_t> offset = ReadOffset(id); offset && *offset != 0) {
    zone.standard_ = *offset;
    zone.standard_name_ = OffsetName(*offset);
  }
  return zone;
}

NamedZone NamedZone::OfThisMachine() {
  const char* variable = std::getenv("TZ");
  std::string_view id = variable == nullptr ? "" : variable;
  id.remove_prefix(id.starts_with(':') ? 1 : 0);
  return Find(variable == nullptr ? LinkedZone() : std::string(id));
}

std::int64_t NamedZone::OffsetAt(std::int64_t seconds) const {
  return rules_ ? rules_->OffsetAt(seconds) : standard_;
}

const std::string& NamedZone::NameAt(std::int64_t offset) const {
  return offset > standard_ ? daylight_name_ : standard_name_;
}

std::string NamedZone::Format(std::int64_t seconds, bool with_seconds) const {
  const std::int64_t offset = OffsetAt(seconds);
  std::string text = rt::DateAndTime(rt::CalendarOf(seconds + offset), ' ');
  text.resize(text.size() - (with_seconds ? 0 : 3));
  return text.append(" ").append(ShortName(NameAt(offset)));
}

std::string NamedZone::FormatAsDate(std::int64_t seconds) const {
  const std::int64_t offset = OffsetAt(seconds);
  const rt::CalendarTime time = rt::CalendarOf(seconds + offset);
  std::string text(rt::DayName(time));
  text.append(" ").append(rt::MonthName(time.month)).append(" ").append(TwoDigits(time.day));
  text.append(" ").append(rt::TimeOfDay(time)).append(" ").append(NameAt(offset));
  return text.append(" ").append(std::to_string(time.year));
}

std::string ListOfZones() {
  std::string text =
      "The format is \"SHORT_NAME (ID)\"\nGive the ID (GMT, UTC or Region/City)to the -timezone "
      "argument\n"
      "GMT offsets can also be used (e.g. GMT-07:00, GMT-0700, GMT+05:30, GMT+0530)\n"
      "Available Time Zones:\n";
  for (const ZoneRow& row : kZones) {
    if (!row.id.starts_with("Etc/GMT")) {
      text.append("      ").append(row.standard_name).append(" (").append(row.id).append(")\n");
    }
  }
  return text;
}

std::optional<std::int64_t> ReadHttpDate(std::string_view text) {
  // Sun, 22 Nov 2026 10:11:12 GMT
  if (text.size() != 29 || text.substr(3, 2) != ", " || text.substr(25) != " GMT") {
    return std::nullopt;
  }
  const std::optional<int> day = ReadDigits(text.substr(5, 2), 2, 2);
  const std::optional<int> year = ReadDigits(text.substr(12, 4), 4, 4);
  const std::optional<int> hour = ReadDigits(text.substr(17, 2), 2, 2);
  const std::optional<int> minute = ReadDigits(text.substr(20, 2), 2, 2);
  const std::optional<int> second = ReadDigits(text.substr(23, 2), 2, 2);
  const int month = MonthOf(text.substr(8, 3));
  if (!day || !year || !hour || !minute || !second || month == 0) {
    return std::nullopt;
  }
  return ((rt::DayNumber(*year, month, *day) * 24 + *hour) * 60 + *minute) * 60 + *second;
}

}  // namespace hpdl::client
