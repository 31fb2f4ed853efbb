#ifndef HPDL_RUNTIME_GROUND_CALENDAR_NAMED_ZONE_H_
#define HPDL_RUNTIME_GROUND_CALENDAR_NAMED_ZONE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/calendar/time_zone.h"

namespace hpdl::rt {

/// A time zone with Java's short names for its standard time and its daylight saving time.
class NamedZone {
 public:
  /// Finds a zone by its id, for example Europe/Paris, PST or GMT+05:30. Returns nullopt if Java
  /// has no zone with this id.
  static std::optional<NamedZone> Find(std::string_view id);
  /// Finds a zone by its id; an unknown id gives GMT, as in Java.
  static NamedZone FindOrGmt(std::string_view id);
  /// Returns the zone of this machine: the zone that $TZ names, else the zone whose file is the
  /// target of the link /etc/localtime.
  static NamedZone OfThisMachine();
  /// Returns all zones in Java's order: the id and the short name of the standard time.
  static std::vector<std::pair<std::string_view, std::string_view>> All();

  /// Returns the offsets of the zone from UTC. If this machine has no file of the zone, the zone's
  /// present rules stand in for its past rules.
  const TimeZone& clocks() const { return clocks_; }

  /// Returns a time like 2026-03-01 12:05:07 CET, or 2026-03-01 12:05 CET without seconds. A zone
  /// name like GMT+05:30 is shown as +05:30. `seconds` is in seconds since 1970.
  std::string Format(std::int64_t seconds, bool with_seconds) const;
  /// Returns a time like Sun Mar 01 12:05:07 CET 2026, the form of java.util.Date.
  std::string FormatAsDate(std::int64_t seconds) const;

 private:
  /// Returns the short name of the zone at times when the zone is `offset` seconds ahead of UTC.
  const std::string& NameAt(std::int64_t offset) const;

  TimeZone clocks_;
  std::int64_t standard_ = 0;  ///< offset of standard time, in seconds ahead of UTC
  std::string standard_name_ = "GMT";
  std::string daylight_name_ = "GMT";
};

/// Returns the offsets of a zone from UTC for schedules, which also need the correct offsets of
/// past times. Returns error E1003 (class kFatal) if Java has no zone with this id. Returns the
/// same error if the rule of the zone has ever changed and this machine has no file of the zone.
Result<TimeZone> ClocksOf(std::string_view zone_id);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_CALENDAR_NAMED_ZONE_H_
