#ifndef HPDL_COMPILER_DRIVER_PROGRAM_COORDINATOR_WORDS_H_
#define HPDL_COMPILER_DRIVER_PROGRAM_COORDINATOR_WORDS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/hir/coordinator.h"
#include "compiler/sema/coordinator/known.h"
#include "runtime/ground/calendar/named_zone.h"

/// What `graph` and `schedule` say of coordinators and bundles.
namespace hpdl::driver {

/// The value of a text if the properties `values` are enough for it, else the text as it is
/// written.
std::string KnownOrWritten(const hir::Expressions& expressions,
                           const std::map<std::string, std::string>& values, hir::ValueId id);

/// How often a coordinator runs, from when to when: "every 2 hours, Europe/Paris", "at the end of
/// every month", "at 30 9 * * MON-FRI". As it is written where that depends on properties that are
/// not known.
std::vector<std::string> ScheduleWords(const hir::Coordinator& coordinator,
                                       const std::map<std::string, std::string>& values);

/// What is said of an event whose instances are all before the first one of its data set.
inline constexpr std::string_view kNoInstance = "nothing: no instance is that early";

/// Whether it is known that the bundle does not start it.
bool IsOff(const sema::KnownTexts& known, const hir::BundleCoordinator& bundled);

/// What the clocks show where a coordinator is.
class LocalClocks {
 public:
  /// `zone`: its timezone. Of UTC nothing is said, for all times are written in that anyway.
  explicit LocalClocks(const std::string& zone);

  /// "2024-03-09 02:30 PST" of seconds since 1970; empty in UTC.
  std::string TextOf(std::int64_t time) const;
  /// Whether they were put forward or back between two times.
  bool HaveChanged(std::int64_t before, std::int64_t after) const;

 private:
  std::optional<rt::NamedZone> zone_;
};

/// Seconds in words: "15 min", "23 h", "1 day", "2 days 3 h".
std::string DurationWords(std::int64_t seconds);

/// "Sat 9 Mar 2024, 10:30 UTC" of seconds since 1970.
std::string TimeWords(std::int64_t time);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_COORDINATOR_WORDS_H_
