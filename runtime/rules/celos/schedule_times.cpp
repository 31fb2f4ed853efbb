#include "runtime/rules/celos/schedule_times.h"

#include <algorithm>
#include <optional>

#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

std::vector<ScheduledTime> TimesOf(const Cron& cron, ScheduledTime start, ScheduledTime end) {
  std::vector<ScheduledTime> times;
  if (start >= end) {
    return times;
  }
  const std::int64_t before =
      start.IsWholeSecond() ? start.WholeSeconds() - 1 : start.WholeSeconds();
  for (std::optional<std::int64_t> next = cron.Next(before);
       next && ScheduledTime{*next * 1000} < end; next = cron.Next(*next)) {
    times.push_back({*next * 1000});
  }
  return times;
}

}  // namespace

Result<const CronSchedule*> CronOf(const Configuration& configuration, const Workflow& workflow) {
  const Workflow* at = &workflow;
  // If the loop takes more steps than there are workflows, the workflows follow each other in a
  // circle.
  for (std::size_t left = configuration.workflows.size() + 1; left > 0; --left) {
    if (const auto* cron = std::get_if<CronSchedule>(&at->schedule)) {
      return cron;
    }
    const std::string& other = std::get<DependentSchedule>(at->schedule).workflow;
    const auto found = configuration.workflows.find(other);
    if (found == configuration.workflows.end()) {
      return JavaException(kRuntimeException, "Workflow " + other + " doesn't exist.");
    }
    at = &found->second;
  }
  return JavaException(kStackOverflow, "the schedule of " + workflow.id + " depends on itself");
}

Result<ScheduleTimes::Times> ScheduleTimes::Between(const Workflow& workflow, ScheduledTime start,
                                                    ScheduledTime end) {
  const Result<const CronSchedule*> schedule = CronOf(configuration_, workflow);
  HPDL_TRY(schedule);
  Times& times = known_[{(*schedule)->expression, start, end}];
  if (times == nullptr) {
    times =
        std::make_shared<const std::vector<ScheduledTime>>(TimesOf((*schedule)->cron, start, end));
  }
  return times;
}

Result<bool> ScheduleTimes::Has(const Workflow& workflow, ScheduledTime time) {
  const Result<Times> times = Between(workflow, time, {time.ms + 1000});
  HPDL_TRY(times);
  return std::binary_search((*times)->begin(), (*times)->end(), time);
}

}  // namespace hpdl::rt::celos
