#ifndef HPDL_RUNTIME_GROUND_CALENDAR_NAMED_ZONE_H_
#define HPDL_RUNTIME_GROUND_CALENDAR_NAMED_ZONE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/time_zone.h"

namespace hpdl::rt {

/// A time zone by the name that Java has for it, with Java's short names for its two times.
class NamedZone {
 public:
  /// An id such as Europe/Paris, PST or GMT+05:30; nothing if Java does not know it.
  static std::optional<NamedZone> Find(std::string_view id);
  /// The same; anything else is GMT, as in Java.
  static NamedZone FindOrGmt(std::string_view id);
  /// That of this machine: what $TZ names, else where /etc/localtime leads.
  static NamedZone OfThisMachine();
  /// Ids of all zones and their short names without daylight saving, in the order of Java.
  static std::vector<std::pair<std::string_view, std::string_view>> All();

  /// Its clocks. Where this machine has no file of them, those of the past are as those to come.
  const TimeZone& clocks() const { return clocks_; }

  /// 2026-03-01 12:05:07 CET, without the seconds if they are not wanted. Names like GMT+05:30
  /// become +05:30.
  std::string Format(std::int64_t seconds, bool with_seconds) const;
  /// Sun Mar 01 12:05:07 CET 2026, the form of java.util.Date.
  std::string FormatAsDate(std::int64_t seconds) const;

 private:
  /// The name of the time that is `offset` seconds ahead of UTC.
  const std::string& NameAt(std::int64_t offset) const;

  TimeZone clocks_;
  std::int64_t standard_ = 0;  ///< seconds ahead of UTC
  std::string standard_name_ = "GMT";
  std::string daylight_name_ = "GMT";
};

/// The clocks of a zone for schedules, which must be the right ones in the past too. E1003 if Java
/// does not know the id, and if this machine has no file of a zone whose clocks were ever changed.
Result<TimeZone> ClocksOf(std::string_view zone_id);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_CALENDAR_NAMED_ZONE_H_
