#ifndef HPDL_RUNTIME_RULES_CELOS_SCHEDULE_TIMES_H_
#define HPDL_RUNTIME_RULES_CELOS_SCHEDULE_TIMES_H_

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/definition.h"
#include "runtime/rules/celos/scheduled_time.h"

namespace hpdl::rt::celos {

/// What a window's start with milliseconds means.
enum class WindowStart : std::uint8_t {
  kAsCelos,       ///< a time of the schedule, milliseconds and all, if its second is one
  kWholeSeconds,  ///< never a time of the schedule
};

/// The schedule whose times a workflow has: its own, or that of the workflow that it follows.
/// Errors: that one is not there; kStackOverflow, it is this one again.
Result<const CronSchedule*> CronOf(const Configuration& configuration, const Workflow& workflow);

/// The times of the schedules of a configuration, which outlives this. Windows that were asked for
/// are kept: many workflows have the same schedule.
class ScheduleTimes {
 public:
  using Times = std::shared_ptr<const std::vector<ScheduledTime>>;

  ScheduleTimes(const Configuration& configuration, WindowStart window_start)
      : configuration_(configuration), window_start_(window_start) {}

  /// Those of [start, end), the earliest first. Errors: a workflow whose schedule this one has is
  /// not there; kStackOverflow, it is this one again.
  Result<Times> Between(const Workflow& workflow, ScheduledTime start, ScheduledTime end);
  /// Whether a time is one of the schedule.
  Result<bool> Has(const Workflow& workflow, ScheduledTime time);

 private:
  const Configuration& configuration_;
  const WindowStart window_start_;
  std::map<std::tuple<std::string, ScheduledTime, ScheduledTime>, Times> known_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_SCHEDULE_TIMES_H_
