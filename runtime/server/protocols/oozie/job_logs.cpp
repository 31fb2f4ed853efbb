#include <algorithm>

#include "runtime/engines/report/job_report.h"
#include "runtime/ground/base/clock.h"
#include "runtime/server/protocols/oozie/coordinator_log.h"
#include "runtime/server/protocols/oozie/log_lines.h"
#include "runtime/server/protocols/oozie/resources.h"

namespace hpdl::rt {
namespace {

/// Loads the most recent runs of a job; the earliest of these runs is the first. As in Oozie's
/// logs, the error for a missing job is E0307, and its message quotes the error E0604.
std::variant<std::vector<JobReport>, Refusal> LoadForLog(Exchange& exchange) {
  constexpr std::int64_t kMostRuns = 20;
  Result<JobReport> loaded = LoadJob(exchange.state, exchange.rest, {});
  if (!loaded && loaded.error().code == "E0604") {
    return Refuse("E0307", "Runtime error [E0604: Job does not exist [" + exchange.rest + "]]");
  }
  if (!loaded) {
    return RefusalOf(loaded.error());
  }
  JobReport last = std::move(*loaded);
  std::vector<JobReport> runs;
  for (std::int64_t run = std::max<std::int64_t>(0, last.last_run - kMostRuns + 1);
       run < last.last_run; ++run) {
    Result<JobReport> earlier = LoadJob(exchange.state, exchange.rest, run);
    if (!earlier) {
      return RefusalOf(earlier.error());
    }
    runs.push_back(std::move(*earlier));
  }
  runs.push_back(std::move(last));
  return runs;
}

Answered LogAnswer(Exchange& exchange, bool errors_only) {
  const TimeZone zone = TimeZone::OfThisMachine();
  std::variant<LogFilter, Refusal> read = ReadLogFilter(exchange.Of("logfilter"), zone);
  if (std::holds_alternative<Refusal>(read)) {
    return std::get<Refusal>(read);
  }
  LogFilter& filter = std::get<LogFilter>(read);
  if (errors_only) {
    filter.levels = {"WARN", "ERROR", "FATAL"};
  }
  if (IsOfCoordination(exchange.rest)) {
    return CoordinationLog(exchange, filter);
  }
  const auto loaded = LoadForLog(exchange);
  if (std::holds_alternative<Refusal>(loaded)) {
    return std::get<Refusal>(loaded);
  }
  return TextAnswer(LogText(std::get<std::vector<JobReport>>(loaded), filter,
                            exchange.settings.host_name, zone, NowMs()));
}

}  // namespace

Task<Answered> ShowLog(Exchange& exchange) {
  co_return LogAnswer(exchange, false);
}

Task<Answered> ShowErrorLog(Exchange& exchange) {
  co_return LogAnswer(exchange, true);
}

Task<Answered> ShowAuditLog(Exchange& exchange) {
  const auto loaded = LoadForLog(exchange);
  if (std::holds_alternative<Refusal>(loaded)) {
    co_return std::get<Refusal>(loaded);
  }
  co_return TextAnswer(
      AuditText(std::get<std::vector<JobReport>>(loaded), TimeZone::OfThisMachine()));
}

}  // namespace hpdl::rt
