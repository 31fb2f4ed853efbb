#include "runtime/ground/calendar/named_zone.h"

#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <string>

#include "runtime/ground/base/utc_time.h"

namespace hpdl::rt {
namespace {

struct ZoneRow {
  std::string_view id;
  std::string_view rule;
  std::int32_t standard;
  std::string_view standard_name;
  std::string_view daylight_name;
  std::string_view file;  ///< time zone file; empty if the rule of the zone has never changed
};

constexpr ZoneRow kZones[] = {
#define ZONE(id, rule, standard, standard_name, daylight_name, file) \
  {id, rule, standard, standard_name, daylight_name, file},
#include "runtime/ground/calendar/named_zones.def"
#undef ZONE
};

/// Returns the offsets from UTC of a zone in kZones. If the row names a time zone file, the offsets
/// come from this file on this machine. The file also has the offsets of past years and may be
/// newer than kZones. Returns nullopt if the file does not exist. If the row names no file, the
/// offsets come from the row's rule.
std::optional<TimeZone> ClocksOfRow(const ZoneRow& row) {
  return row.file.empty() ? TimeZone::FromRule(row.rule) : TimeZone::OfFile(std::string(row.file));
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

/// Returns the offset of an id like GMT+H, GMT+HHMM or GMT+HH:MM in seconds; nullopt for any other
/// text.
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

/// Shortens a name like GMT-07:30 to -07:30. Returns other names unchanged.
std::string_view ShortName(std::string_view name) {
  const bool offset =
      name.size() == 9 && name.starts_with("GMT") && (name[3] == '+' || name[3] == '-');
  return offset ? name.substr(3) : name;
}

/// Returns the id of the zone whose file is the target of the link /etc/localtime.
std::string LinkedZone() {
  std::array<char, 4096> link{};
  const ssize_t size = readlink("/etc/localtime", link.data(), link.size());
  const std::string_view path(link.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  const std::size_t at = path.find("zoneinfo/");
  return at == std::string_view::npos ? "UTC" : std::string(path.substr(at + 9));
}

/// Returns a time zone that is always `seconds` ahead of UTC.
std::optional<TimeZone> ConstantClocks(std::int64_t seconds) {
  const std::int64_t minutes = (seconds < 0 ? -seconds : seconds) / 60;
  return TimeZone::FromRule((seconds < 0 ? "<GMT>" : "<GMT>-") + TwoDigits(minutes / 60) + ":" +
                            TwoDigits(minutes % 60));
}

}  // namespace

std::optional<NamedZone> NamedZone::Find(std::string_view id) {
  NamedZone zone;
  if (const ZoneRow* row = FindZone(id)) {
    std::optional<TimeZone> clocks = ClocksOfRow(*row);
    zone.clocks_ = clocks ? *std::move(clocks) : *TimeZone::FromRule(row->rule);
    zone.standard_ = row->standard;
    zone.standard_name_ = row->standard_name;
    zone.daylight_name_ = row->daylight_name;
    return zone;
  }
  const std::optional<std::int64_t> offset = ReadOffset(id);
  if (!offset || *offset == 0) {
    return std::nullopt;
  }
  zone.clocks_ = *ConstantClocks(*offset);
  zone.standard_ = *offset;
  zone.standard_name_ = OffsetName(*offset);
  return zone;
}

NamedZone NamedZone::FindOrGmt(std::string_view id) {
  return Find(id).value_or(NamedZone());
}

NamedZone NamedZone::OfThisMachine() {
  const char* variable = std::getenv("TZ");
  std::string_view id = variable == nullptr ? "" : variable;
  id.remove_prefix(id.starts_with(':') ? 1 : 0);
  return FindOrGmt(variable == nullptr ? LinkedZone() : std::string(id));
}

std::vector<std::pair<std::string_view, std::string_view>> NamedZone::All() {
  std::vector<std::pair<std::string_view, std::string_view>> zones;
  for (const ZoneRow& row : kZones) {
    zones.emplace_back(row.id, row.standard_name);
  }
  return zones;
}

const std::string& NamedZone::NameAt(std::int64_t offset) const {
  return offset > standard_ ? daylight_name_ : standard_name_;
}

std::string NamedZone::Format(std::int64_t seconds, bool with_seconds) const {
  const std::int64_t offset = clocks_.OffsetAt(seconds);
  std::string text = DateAndTime(UtcTimeOf(seconds + offset), ' ');
  text.resize(text.size() - (with_seconds ? 0 : 3));
  return text.append(" ").append(ShortName(NameAt(offset)));
}

std::string NamedZone::FormatAsDate(std::int64_t seconds) const {
  const std::int64_t offset = clocks_.OffsetAt(seconds);
  const UtcTime time = UtcTimeOf(seconds + offset);
  std::string text(DayName(time));
  text.append(" ").append(MonthName(time.month)).append(" ").append(TwoDigits(time.day));
  text.append(" ").append(TimeOfDay(time)).append(" ").append(NameAt(offset));
  return text.append(" ").append(std::to_string(time.year));
}

Result<TimeZone> ClocksOf(std::string_view zone_id) {
  const auto fails = [](std::string message) {
    return Error{ErrorClass::kFatal, "E1003", std::move(message)};
  };
  const ZoneRow* const row = FindZone(zone_id);
  if (row == nullptr) {
    const std::optional<NamedZone> zone = NamedZone::Find(zone_id);
    return zone ? Result<TimeZone>(zone->clocks())
                : fails("there is no time zone '" + std::string(zone_id) + "'");
  }
  std::optional<TimeZone> clocks = ClocksOfRow(*row);
  return clocks ? Result<TimeZone>(*std::move(clocks))
                : fails("this machine has no rules of the time zone " + std::string(zone_id) +
                        ": " + TimeZone::PathOf(std::string(row->file)) +
                        " is missing or is not a time zone file (package tzdata)");
}

}  // namespace hpdl::rt
