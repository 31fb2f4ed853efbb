#include <algorithm>
#include <iterator>

#include "runtime/server/oozie/configuration_xml.h"
#include "runtime/server/oozie/java_json.h"
#include "runtime/server/oozie/job_pages.h"
#include "runtime/server/oozie/job_row.h"
#include "runtime/server/oozie/job_rows.h"
#include "runtime/server/oozie/resources.h"

namespace hpdl::rt {
namespace {

struct NamedControl {
  std::string_view action;
  Control control;
  unsigned states;  ///< a bit for each JobState that it does something to
};

constexpr unsigned Bit(JobState state) {
  return 1U << static_cast<unsigned>(state);
}

constexpr NamedControl kControls[] = {
    {"start", &JobVerbs::Start, Bit(JobState::kPrep)},
    {"suspend", &JobVerbs::Suspend, Bit(JobState::kRunning)},
    {"resume", &JobVerbs::Resume, Bit(JobState::kSuspended)},
    {"kill", &JobVerbs::Kill,
     Bit(JobState::kPrep) | Bit(JobState::kRunning) | Bit(JobState::kSuspended)},
};

/// What Oozie has for coordinators and bundles alone.
constexpr std::string_view kOthers[] = {"change", "ignore",     "coord-rerun", "bundle-rerun",
                                        "update", "sla-enable", "sla-disable", "sla-change"};

Refusal NoAction(std::string_view id) {
  return Refuse("E0605", "Action does not exist [" + std::string(id) + "]");
}

/// The row of a job; a refusal in the words of PUT if there is none.
std::variant<JobRow, Refusal> RowOf(Exchange& exchange, const std::string& id) {
  Result<JobRow> row = ReadJobRow(exchange.state, id);
  if (!row) {
    return row.error().code == "E0604" ? NoAction(id) : RefusalOf(row.error());
  }
  return std::move(*row);
}

Refusal NotCompleted(JobState state) {
  return Refuse("E0805",
                "Workflow job not completed, status [" + std::string(WorkflowStatus(state)) + "]");
}

constexpr const char* kSkipNodes = "oozie.wf.rerun.skip.nodes";
constexpr const char* kFailNodes = "oozie.wf.rerun.failnodes";

Task<Answered> RerunJob(Exchange& exchange) {
  if (const std::optional<Refusal> wrong = WrongContent(exchange.request)) {
    co_return *wrong;
  }
  Result<Properties> properties = co_await ReadBodyBeside(exchange.request.body);
  if (!properties) {
    co_return RefusalOf(properties.error());
  }
  if (properties->contains(kSkipNodes) && properties->contains(kFailNodes)) {
    co_return Refuse("E0404",
                     "Only one of the properties are allowed [oozie.wf.rerun.skip.nodes OR "
                     "oozie.wf.rerun.failnodes]");
  }
  if (!properties->contains(kSkipNodes) && !properties->contains(kFailNodes)) {
    (*properties)[kSkipNodes] = ",";  // no node is skipped
  }
  const std::variant<JobRow, Refusal> row = RowOf(exchange, exchange.rest);
  if (std::holds_alternative<Refusal>(row)) {
    co_return std::get<Refusal>(row);
  }
  const JobState state = std::get<JobRow>(row).state;
  if (!IsEnd(state)) {
    co_return NotCompleted(state);
  }
  const Result<void> done = co_await exchange.settings.verbs->Rerun(
      exchange.request.caller, exchange.rest, std::move(*properties));
  co_return done ? Answered(EmptyAnswer()) : RefusalOf(done.error());
}

const NamedControl* FindControl(std::string_view action) {
  const auto* const found =
      std::find_if(std::begin(kControls), std::end(kControls),
                   [&](const NamedControl& each) { return each.action == action; });
  return found == std::end(kControls) ? nullptr : found;
}

/// The rows as they are after what was done to them.
void Refresh(Exchange& exchange, std::vector<CatalogueEntry>* jobs) {
  for (CatalogueEntry& entry : *jobs) {
    std::variant<JobRow, Refusal> row = RowOf(exchange, entry.job.id);
    if (std::holds_alternative<JobRow>(row)) {
      entry.job = std::move(std::get<JobRow>(row));
    }
  }
}

}  // namespace

Control ControlOf(std::string_view action) {
  const NamedControl* found = FindControl(action);
  return found == nullptr ? nullptr : found->control;
}

bool Concerns(std::string_view action, JobState state) {
  const NamedControl* found = FindControl(action);
  return found != nullptr && (found->states & Bit(state)) != 0;
}

bool IsUntimely(const Error& error) {
  constexpr std::string_view kCodes[] = {"E0716", "E0717", "E0718", "E0725", "E0727"};
  return std::find(std::begin(kCodes), std::end(kCodes), error.code) != std::end(kCodes);
}

Task<Answered> ControlJob(Exchange& exchange) {
  const std::string* action = Find(exchange.parameters, "action");
  if (action == nullptr) {
    co_return Refuse("E0305", "Missing parameter [action]");
  }
  if (*exchange.mode != SystemMode::kNormal) {
    co_return Refusal{503, "E0002", "System is in safe mode"};
  }
  const std::variant<JobRow, Refusal> row = RowOf(exchange, exchange.rest);
  if (std::holds_alternative<JobRow>(row)) {
    const Result<void> may =
        co_await exchange.settings.verbs->Authorize(exchange.request.caller, std::get<JobRow>(row));
    if (!may) {
      co_return RefusalOf(may.error());
    }
  }
  if (*action == "rerun") {
    co_return co_await RerunJob(exchange);
  }
  const Control control = ControlOf(*action);
  if (control == nullptr) {
    const bool other =
        std::find(std::begin(kOthers), std::end(kOthers), *action) != std::end(kOthers);
    co_return other ? InvalidParameter("action=" + *action +
                                       " is not for workflow jobs, and this "
                                       "server runs no coordinators and bundles yet")
                    : InvalidValue("action", *action);
  }
  if (std::holds_alternative<Refusal>(row)) {
    co_return std::get<Refusal>(row);
  }
  if (!Concerns(*action, std::get<JobRow>(row).state)) {
    co_return EmptyAnswer();
  }
  const Result<void> done =
      co_await (exchange.settings.verbs->*control)(exchange.request.caller, exchange.rest);
  co_return done || IsUntimely(done.error()) ? Answered(EmptyAnswer()) : RefusalOf(done.error());
}

Task<Answered> ControlJobs(Exchange& exchange) {
  if (*exchange.mode != SystemMode::kNormal) {
    co_return Refusal{503, "E0002", "System is in safe mode"};
  }
  if (exchange.Of("filter").empty()) {
    co_return Refusal{400, kWrongArgument, "filter params must be specified for bulk write API"};
  }
  const std::string action(exchange.Of("action"));
  const Control control = ControlOf(action);
  if (control == nullptr || action == "start") {
    co_return InvalidValue("action", action);
  }
  const std::string_view type = exchange.Of("jobtype");
  if (!type.empty() && type != "wf") {
    co_return InvalidParameter("jobtype=" + std::string(type) +
                               ": this server runs no coordinators and bundles yet");
  }
  std::variant<JobPage, Refusal> read = ReadPage(exchange);
  if (std::holds_alternative<Refusal>(read)) {
    co_return std::get<Refusal>(read);
  }
  JobPage& page = std::get<JobPage>(read);
  for (const CatalogueEntry& entry : page.jobs) {  // all of them, or none is touched
    const Result<void> may =
        co_await exchange.settings.verbs->Authorize(exchange.request.caller, entry.job);
    if (!may) {
      co_return RefusalOf(may.error());
    }
  }
  for (const CatalogueEntry& entry : page.jobs) {
    if (entry.job.number == 0 && Concerns(action, entry.job.state)) {
      const Result<void> done =
          co_await (exchange.settings.verbs->*control)(exchange.request.caller, entry.job.id);
      if (!done && !IsUntimely(done.error())) {
        co_return RefusalOf(done.error());
      }
    }
  }
  Refresh(exchange, &page.jobs);
  JsonWriter json(kJavaJson);
  json.BeginObject().Member("total", page.total).Member("offset", page.offset);
  json.Member("len", page.len).Key("ids").BeginArray().EndArray();
  WriteWorkflows(&json, exchange, page.jobs, false);
  co_return JsonAnswer(json.EndObject().Take());
}

}  // namespace hpdl::rt
