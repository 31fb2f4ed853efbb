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

/// Returns the schedule of a workflow: its own schedule, or the schedule of the workflow that it
/// follows. Errors: the followed workflow does not exist; kStackOverflow if the workflow follows
/// itself.
Result<const CronSchedule*> CronOf(const Configuration& configuration, const Workflow& workflow);

/// Computes the times of schedules. Each of them is a whole second. The configuration must outlive
/// this object. The object caches the times of requested windows, because many workflows have the
/// same schedule.
class ScheduleTimes {
 public:
  using Times = std::shared_ptr<const std::vector<ScheduledTime>>;

  explicit ScheduleTimes(const Configuration& configuration) : configuration_(configuration) {}

  /// Returns the times of the workflow's schedule in [start, end), the earliest first. Fails in the
  /// same cases as CronOf().
  Result<Times> Between(const Workflow& workflow, ScheduledTime start, ScheduledTime end);
  /// True if `time` is a time of the schedule.
  Result<bool> Has(const Workflow& workflow, ScheduledTime time);

 private:
  const Configuration& configuration_;
  std::map<std::tuple<std::string, ScheduledTime, ScheduledTime>, Times> known_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_SCHEDULE_TIMES_H_
