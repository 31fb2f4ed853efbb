#ifndef HPDL_RUNTIME_GROUND_BASE_TIME_ZONE_H_
#define HPDL_RUNTIME_GROUND_BASE_TIME_ZONE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::rt {

/// How far the clocks of a place are ahead of UTC, and when. From the time zone files (RFC 8536)
/// and from rules as POSIX has them in $TZ.
class TimeZone {
 public:
  /// What $TZ names, else /etc/localtime; UTC if there is nothing that can be understood. $TZ is
  /// the name of a file below $TZDIR or /usr/share/zoneinfo, an absolute path, or a POSIX rule,
  /// each with a ':' before it or not.
  static TimeZone OfThisMachine();
  /// From the file of this name, such as Europe/Paris, below $TZDIR or /usr/share/zoneinfo; nothing
  /// if there is none that can be understood.
  static std::optional<TimeZone> OfFile(const std::string& name);
  /// Where that file is, or would be.
  static std::string PathOf(const std::string& name);
  /// From the bytes of a time zone file; nothing if they are no such file, or cut short.
  static std::optional<TimeZone> FromFile(std::string_view bytes);
  /// Of a rule such as CET-1CEST,M3.5.0,M10.5.0/3; nothing if it is none.
  static std::optional<TimeZone> FromRule(std::string_view rule);

  /// Seconds to add to UTC at a time, in seconds since 1970.
  std::int64_t OffsetAt(std::int64_t seconds) const;

 private:
  struct Transition {
    std::int64_t at;  ///< seconds since 1970
    std::int32_t offset;
  };
  /// When daylight saving begins or ends in a year.
  struct Change {
    char form = 'M';  ///< 'M' month.week.day, 'J' day without 29 February, 'N' day from 0
    int month = 0;
    int week = 0;
    int day = 0;
    std::int64_t time = 7200;  ///< seconds after midnight of the clock before the change

    std::int64_t SecondsOf(std::int64_t year) const;
  };
  struct Rule {
    std::int64_t standard = 0;
    bool changes = false;
    std::int64_t daylight = 0;
    Change begin;
    Change end;

    std::int64_t OffsetAt(std::int64_t seconds) const;
  };
  class FileReader;
  class RuleReader;

  std::vector<Transition> transitions_;
  std::int64_t first_ = 0;    ///< before the first transition
  std::optional<Rule> rule_;  ///< after the last
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_TIME_ZONE_H_
