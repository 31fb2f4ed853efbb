#include "compiler/driver/coordinator_views/cron_schedule.h"

#include <cstdint>
#include <cstdio>
#include <optional>
#include <variant>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/driver/coordinator_views/schedule_window.h"
#include "runtime/ground/base/utc_time.h"
#include "runtime/ground/calendar/cron.h"
#include "runtime/ground/calendar/named_zone.h"
#include "runtime/rules/coordinator/time_functions.h"

namespace hpdl::driver {
namespace {

int ShowProblem(const std::string& expression, const rt::CronProblem& problem) {
  const SourceBuffer source("cron", expression);
  Diagnostics diagnostics;
  const Range place{static_cast<std::uint32_t>(problem.offset),
                    static_cast<std::uint32_t>(problem.offset + problem.length)};
  diagnostics.Emit(DiagnosticKind::kBadFrequency, &source, place, Message(problem.text));
  PrintDiagnostics(diagnostics.Sorted(), "text");
  return kExitInvalid;
}

}  // namespace

int PrintCronSchedule(const CommandLine& line) {
  for (const char* option : {"from", "to"}) {
    if (!line.Has(option)) {
      return UsageError(line.name, "no --" + std::string(option) + " given");
    }
  }
  schedule::Window window;
  if (!ReadWindow(line, &window)) {
    return kExitUsage;
  }
  if (line.Has("timezone") && !rt::NamedZone::Find(line.Get("timezone"))) {
    return UsageError(line.name, "there is no time zone '" + line.Get("timezone") + "'");
  }
  const bool oozie = line.Get("form") == "oozie";
  const std::string expression = line.Get("cron");
  const std::variant<rt::Cron, rt::CronProblem> read =
      oozie ? rt::Cron::OfOozie(expression) : rt::Cron::OfQuartz(expression);
  if (const rt::CronProblem* problem = std::get_if<rt::CronProblem>(&read)) {
    return ShowProblem(expression, *problem);
  }
  const rt::Cron& cron = std::get<rt::Cron>(read);
  std::optional<std::int64_t> next = cron.Next(*window.from - 1);
  for (std::uint64_t count = 0; count < window.most && next && *next < *window.to; ++count) {
    const std::string time =
        oozie ? rt::WriteTime(*next) : rt::DateAndTime(rt::UtcTimeOf(*next), 'T') + ".000Z";
    if (std::puts(time.c_str()) == EOF) {
      break;
    }
    next = cron.Next(*next);
  }
  return kExitOk;
}

}  // namespace hpdl::driver
