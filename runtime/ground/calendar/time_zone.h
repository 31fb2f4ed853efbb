#ifndef HPDL_RUNTIME_GROUND_CALENDAR_TIME_ZONE_H_
#define HPDL_RUNTIME_GROUND_CALENDAR_TIME_ZONE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::rt {

/// A time zone: gives its offset from UTC at any time. The offsets come from a time zone file (RFC
/// 8536) or from a rule in the POSIX form of $TZ.
class TimeZone {
 public:
  /// Returns the zone that $TZ names, else the zone of /etc/localtime. Returns UTC if the file or
  /// the rule of this zone is missing or not valid. $TZ is the name of a file below $TZDIR or
  /// /usr/share/zoneinfo, an absolute path, or a POSIX rule. A ':' at its beginning is ignored.
  static TimeZone OfThisMachine();
  /// Returns the zone of the file with this name, for example Europe/Paris, below $TZDIR or
  /// /usr/share/zoneinfo. Returns nullopt if the file does not exist or is not a valid time zone
  /// file.
  static std::optional<TimeZone> OfFile(const std::string& name);
  /// Returns the path of the file that OfFile() reads, even if the file does not exist.
  static std::string PathOf(const std::string& name);
  /// Returns the zone from the bytes of a time zone file; nullopt if the bytes are not a complete
  /// time zone file.
  static std::optional<TimeZone> FromFile(std::string_view bytes);
  /// Returns the zone of a rule like CET-1CEST,M3.5.0,M10.5.0/3; nullopt if `rule` is not a rule.
  static std::optional<TimeZone> FromRule(std::string_view rule);

  /// Returns the seconds to add to UTC at the time `seconds`, which is in seconds since 1970.
  std::int64_t OffsetAt(std::int64_t seconds) const;

 private:
  struct Transition {
    std::int64_t at;  ///< seconds since 1970
    std::int32_t offset;
  };
  /// The time of the year at which daylight saving time begins or ends.
  struct Change {
    char form = 'M';  ///< 'M': month.week.day; 'J': day of the year without 29 February; 'N': day
                      ///< of the year from 0
    int month = 0;
    int week = 0;
    int day = 0;
    std::int64_t time = 7200;  ///< seconds after midnight, by the clock before the change

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
  std::int64_t first_ = 0;    ///< offset before the first transition
  std::optional<Rule> rule_;  ///< rule after the last transition
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_CALENDAR_TIME_ZONE_H_
