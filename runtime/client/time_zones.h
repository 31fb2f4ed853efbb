#ifndef HPDL_RUNTIME_CLIENT_TIME_ZONES_H_
#define HPDL_RUNTIME_CLIENT_TIME_ZONES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/base/time_zone.h"

namespace hpdl::client {

/// A time zone by the name that Java has for it, with Java's short names for its two times.
class NamedZone {
 public:
  /// An id such as Europe/Paris, PST or GMT+05:30. Anything else is GMT, as in Java.
  static NamedZone Find(std::string_view id);
  /// That of this machine: what $TZ names, else where /etc/localtime leads.
  static NamedZone OfThisMachine();

  /// 2026-03-01 12:05:07 CET, without the seconds if they are not wanted. Names like GMT+05:30
  /// become +05:30.
  std::string Format(std::int64_t seconds, bool with_seconds) const;
  /// Sun Mar 01 12:05:07 CET 2026, the form of java.util.Date.
  std::string FormatAsDate(std::int64_t seconds) const;

 private:
  std::int64_t OffsetAt(std::int64_t seconds) const;
  /// The name of the time that is `offset` seconds ahead of UTC.
  const std::string& NameAt(std::int64_t offset) const;
  std::optional<rt::TimeZone> rules_;  ///< else always `standard_`
  std::int64_t standard_ = 0;          ///< seconds ahead of UTC
  std::string standard_name_ = "GMT";
  std::string daylight_name_ = "GMT";
};

/// What `info -timezones` prints.
std::string ListOfZones();

/// Seconds since 1970 of "Sun, 22 Nov 2026 10:11:12 GMT"; none if it is no such text.
std::optional<std::int64_t> ReadHttpDate(std::string_view text);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_CLIENT_TIME_ZONES_H_
