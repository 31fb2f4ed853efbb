#include "compiler/driver/celos/script_schedule.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "compiler/driver/celos/script_checks.h"
#include "compiler/driver/commands/command.h"
#include "compiler/driver/commands/json_text.h"
#include "compiler/driver/coordinator_views/schedule_window.h"
#include "runtime/ground/base/clock.h"
#include "runtime/rules/celos/schedule_times.h"

namespace hpdl::driver {
namespace {

using rt::celos::CronSchedule;
using rt::celos::DependentSchedule;
using rt::celos::ScheduledTime;
using rt::celos::Workflow;

constexpr std::int64_t kDay = 86400;

/// Prints workflows with their slots. Each slot is printed as soon as it is found. The functions
/// return false if the output cannot be written.
class SlotPrinter {
 public:
  SlotPrinter(const rt::celos::Configuration& configuration, schedule::Window window, bool json)
      : configuration_(configuration), window_(window), json_(json) {}

  bool Begin() { return !json_ || Put("{\"version\":1,\"workflows\":["); }
  bool Print(const Workflow& workflow) {
    const rt::Result<const CronSchedule*> schedule = rt::celos::CronOf(configuration_, workflow);
    bool good = Put(json_ ? JsonHead(workflow, schedule) : TextHead(workflow, schedule));
    if (!schedule) {
      failed_ = true;
      return good && (!json_ || Put("]}"));
    }
    const rt::Cron& cron = (*schedule)->cron;
    const std::int64_t start = (workflow.start_time.ms + 999) / 1000;
    std::optional<std::int64_t> next = cron.Next(std::max(*window_.from, start) - 1);
    for (std::uint64_t count = 0;
         good && count < window_.most && next && *next < window_.to.value_or(INT64_MAX); ++count) {
      const std::string time = ScheduledTime{*next * 1000}.Text();
      good = Put(json_ ? (count == 0 ? "\"" : ",\"") + time + "\"" : "  " + time + "\n");
      next = cron.Next(*next);
    }
    return good && (!json_ || Put("]}"));
  }
  bool End() { return !json_ || Put("\n]}\n"); }
  /// True if the times of a workflow are not known.
  bool failed() const { return failed_; }

 private:
  static bool Put(const std::string& text) {
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  }

  static std::string TextHead(const Workflow& workflow,
                              const rt::Result<const CronSchedule*>& schedule) {
    std::string head = workflow.id;
    if (schedule) {
      head += "  " + (*schedule)->expression;
    }
    if (const auto* other = std::get_if<DependentSchedule>(&workflow.schedule)) {
      head += "  as " + other->workflow;
    }
    return head + (schedule ? "\n" : "\n  (unknown: " + schedule.error().message + ")\n");
  }

  std::string JsonHead(const Workflow& workflow, const rt::Result<const CronSchedule*>& schedule) {
    std::string head = std::exchange(first_, false) ? "\n" : ",\n";
    head += "{\"id\":" + JsonText(workflow.id);
    if (const auto* other = std::get_if<DependentSchedule>(&workflow.schedule)) {
      head += ",\"timesOf\":" + JsonText(other->workflow);
    }
    head += schedule ? ",\"cron\":" + JsonText((*schedule)->expression)
                     : ",\"problem\":" + JsonText(schedule.error().message);
    if (workflow.start_time.ms != 0) {
      head += ",\"startTime\":\"" + workflow.start_time.Text() + "\"";
    }
    return head + ",\"slots\":[";
  }

  const rt::celos::Configuration& configuration_;
  const schedule::Window window_;
  const bool json_;
  bool first_ = true, failed_ = false;
};

}  // namespace

int PrintScriptSchedule(const celos::ScriptPath& path, const CommandLine& line) {
  schedule::Window window;
  if (!ReadWindow(line, &window)) {
    return kExitUsage;
  }
  if (!window.from) {
    window.from = (rt::NowMs() + 999) / 1000;
  }
  if (!window.to && !line.Has("count")) {
    window.to = *window.from + kDay;
  }
  const rt::Result<CheckedScripts> checked = CheckScripts(path, line, {});
  if (!checked) {
    return UsageError(checked.error().message);
  }
  PrintDiagnostics(checked->diagnostics->Sorted(), "text");
  if (checked->diagnostics->HasErrors()) {
    return kExitInvalid;
  }
  const rt::celos::Configuration& configuration = checked->folder.configuration();
  SlotPrinter printer(configuration, window, line.Get("format") == "json");
  bool printed = printer.Begin();
  for (const auto& [id, workflow] : configuration.workflows) {
    if (path.files.empty() || path.files.contains(workflow.place.file)) {
      printed = printed && printer.Print(workflow);
    }
  }
  printed = printed && printer.End() && std::fflush(stdout) == 0;
  return !printed ? kExitUsage : printer.failed() ? kExitInvalid : kExitOk;
}

}  // namespace hpdl::driver
