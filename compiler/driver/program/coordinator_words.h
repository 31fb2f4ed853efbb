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

/// The texts of `graph` and `schedule` about coordinators and bundles.
namespace hpdl::driver {

/// Returns the value of a text if `values` has all properties on which the text depends. Otherwise
/// returns the text as it is written.
std::string KnownOrWritten(const hir::Expressions& expressions,
                           const std::map<std::string, std::string>& values, hir::ValueId id);

/// Returns the frequency of a coordinator and its start and end. A frequency is "every 2 hours,
/// Europe/Paris", "at the end of every month" or "at 30 9 * * MON-FRI", for example. A text that
/// depends on unknown properties is returned as it is written.
std::vector<std::string> ScheduleWords(const hir::Coordinator& coordinator,
                                       const std::map<std::string, std::string>& values);

/// The text for an event whose instances are all before the first instance of its data set.
inline constexpr std::string_view kNoInstance = "nothing: the data set begins later";

/// True if it is known that the bundle does not start the coordinator.
bool IsOff(const sema::KnownTexts& known, const hir::BundleCoordinator& bundled);

/// The local time of a coordinator.
class LocalClocks {
 public:
  /// `zone` is the coordinator's timezone. In UTC no local time is shown, because all times are
  /// written in UTC.
  explicit LocalClocks(const std::string& zone);

  /// Returns a text such as "2024-03-09 02:30 PST"; "" in UTC. `time` is in seconds since 1970.
  std::string TextOf(std::int64_t time) const;
  /// True if the clocks were put forward or back between two times.
  bool HaveChanged(std::int64_t before, std::int64_t after) const;

 private:
  std::optional<rt::NamedZone> zone_;
};

/// Returns seconds in words, such as "15 min", "23 h", "1 day" or "2 days 3 h".
std::string DurationWords(std::int64_t seconds);

/// Returns a text such as "Sat 9 Mar 2024, 10:30 UTC". `time` is in seconds since 1970.
std::string TimeWords(std::int64_t time);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_COORDINATOR_WORDS_H_
