#ifndef HPDL_COMPILER_DRIVER_COORDINATOR_WORDS_H_
#define HPDL_COMPILER_DRIVER_COORDINATOR_WORDS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compiler/hir/coordinator.h"

/// What pictures say of coordinators and bundles.
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

/// Seconds in words: "15 min", "23 h", "1 day", "2 days 3 h".
std::string DurationWords(std::int64_t seconds);

/// "Sat 9 Mar 2024, 10:30 UTC" of seconds since 1970.
std::string TimeWords(std::int64_t time);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COORDINATOR_WORDS_H_
