#include "runtime/server/protocols/oozie/job_actions.h"

#include <algorithm>
#include <iterator>

#include "runtime/server/protocols/oozie/configuration_body.h"
#include "runtime/server/protocols/oozie/java_json.h"
#include "runtime/server/protocols/oozie/job_pages.h"
#include "runtime/server/protocols/oozie/read_job_row.h"
#include "runtime/server/protocols/oozie/workflow_json.h"
#include "runtime/store/job_ids.h"

namespace hpdl::rt {
namespace {

using Control = Task<Result<void>> (JobVerbs::*)(Caller, std::string);

struct NamedControl {
  std::string_view action;
  Control control;
};

constexpr NamedControl kControls[] = {
    {"start", &JobVerbs::Start},
    {"suspend", &JobVerbs::Suspend},
    {"resume", &JobVerbs::Resume},
    {"kill", &JobVerbs::Kill},
};

/// Actions that Oozie has for coordinators and bundles only.
constexpr std::string_view kOthers[] = {"change",     "coord-rerun", "bundle-rerun", "update",
                                        "sla-enable", "sla-disable", "sla-change"};

/// Returns the verb of an action; null if no verb has this name.
Control ControlOf(std::string_view action) {
  const auto* const found =
      std::find_if(std::begin(kControls), std::end(kControls),
                   [&](const NamedControl& each) { return each.action == action; });
  return found == std::end(kControls) ? nullptr : found->control;
}

/// True if a verb was refused because of the job's present state. In Oozie this is no error.
bool IsUntimely(const Error& error) {
  constexpr std::string_view kCodes[] = {"E0716", "E0717", "E0718", "E0725", "E0727"};
  return std::find(std::begin(kCodes), std::end(kCodes), error.code) != std::end(kCodes);
}

Task<Answered> RerunJob(Exchange& exchange) {
  if (const std::optional<Refusal> wrong = WrongContent(exchange.request)) {
    co_return co_await RefuseAction(exchange, *wrong);
  }
  Result<Properties> properties = co_await ReadBodyBeside(exchange.request.body);
  if (!properties) {
    Refusal wrong = RefusalOf(properties.error());
    co_return co_await RefuseAction(exchange, std::move(wrong));
  }
  const Result<void> done = co_await exchange.settings.verbs->Rerun(
      exchange.request.caller, exchange.rest, std::move(*properties));
  co_return done ? Answered(EmptyAnswer()) : ActionRefusal(done.error(), exchange.rest);
}

/// Reads the rows of the jobs again after a verb has changed the jobs.
void Refresh(Exchange& exchange, std::vector<CatalogueEntry>* jobs) {
  for (CatalogueEntry& entry : *jobs) {
    if (Result<JobRow> row = ReadJobRow(exchange.state, entry.job.id)) {
      entry.job = std::move(*row);
    }
  }
}

/// Applies a verb to all jobs of the page that have not ended.
Task<Result<void>> TellAll(Exchange& exchange, Control control, const JobPage& page) {
  // The permissions for all jobs are checked before any job is changed.
  for (const CatalogueEntry& entry : page.jobs) {
    const Result<void> may =
        co_await exchange.settings.verbs->Authorize(exchange.request.caller, entry.job);
    if (!may) {
      co_return may;
    }
  }
  for (const CatalogueEntry& entry : page.jobs) {
    if (entry.job.number == 0 && !IsEnd(entry.job.state)) {
      const Result<void> done =
          co_await (exchange.settings.verbs->*control)(exchange.request.caller, entry.job.id);
      if (!done && !IsUntimely(done.error())) {
        co_return done;
      }
    }
  }
  co_return Result<void>();
}

}  // namespace

Refusal ActionRefusal(const Error& error, const std::string& id) {
  return error.code == "E0604" ? Refuse("E0605", "Action does not exist [" + id + "]")
                               : RefusalOf(error);
}

Task<Answered> RefuseAction(Exchange& exchange, Refusal refusal) {
  Result<JobRow> row = ReadJobRow(exchange.state, exchange.rest);
  if (row) {
    const Result<void> may =
        co_await exchange.settings.verbs->Authorize(exchange.request.caller, std::move(*row));
    if (!may) {
      co_return RefusalOf(may.error());
    }
  }
  co_return refusal;
}

Task<Answered> ActByVerb(Exchange& exchange, const std::string& action) {
  const Control control = ControlOf(action);
  if (control == nullptr) {
    const bool other =
        std::find(std::begin(kOthers), std::end(kOthers), action) != std::end(kOthers);
    Refusal refusal = action == "ignore" ? InvalidParameter("Workflow Ignore Not supported")
                      : other ? InvalidParameter("action=" + action + " is not for workflow jobs")
                              : InvalidValue("action", action);
    co_return co_await RefuseAction(exchange, std::move(refusal));
  }
  const Result<void> done =
      co_await (exchange.settings.verbs->*control)(exchange.request.caller, exchange.rest);
  co_return done || IsUntimely(done.error()) ? Answered(EmptyAnswer())
                                             : ActionRefusal(done.error(), exchange.rest);
}

Task<Answered> ControlJob(Exchange& exchange) {
  const std::string* action = Find(exchange.parameters, "action");
  if (action == nullptr) {
    co_return Refuse("E0305", "Missing parameter [action]");
  }
  if (*exchange.mode != SystemMode::kNormal) {
    co_return Refusal{503, "E0002", "System is in safe mode"};
  }
  if (TypeOfId(exchange.rest) != JobType::kWorkflow) {
    co_return co_await ActOnCoordination(exchange, *action);
  }
  if (*action == "rerun") {
    co_return co_await RerunJob(exchange);
  }
  co_return co_await ActByVerb(exchange, *action);
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
  const std::string_view word = exchange.Of("jobtype");
  const std::optional<JobType> type = word.empty() ? JobType::kWorkflow : TypeOfWord(word);
  if (!type) {
    co_return InvalidValue("jobtype", word);
  }
  std::variant<JobPage, Refusal> read = co_await ReadPage(exchange, *type);
  if (std::holds_alternative<Refusal>(read)) {
    co_return std::get<Refusal>(read);
  }
  const Result<void> told = co_await TellAll(exchange, control, std::get<JobPage>(read));
  if (!told) {
    co_return RefusalOf(told.error());
  }
  // As in Oozie, the answer lists the jobs that match the filter after the action.
  read = co_await ReadPage(exchange, *type);
  if (std::holds_alternative<Refusal>(read)) {
    co_return std::get<Refusal>(read);
  }
  JobPage& page = std::get<JobPage>(read);
  JsonWriter json(kJavaJson);
  json.BeginObject().Member("total", page.total).Member("offset", page.offset);
  json.Member("len", page.len);
  if (*type == JobType::kWorkflow) {
    Refresh(exchange, &page.jobs);
    json.Key("ids").BeginArray().EndArray();
    WriteWorkflows(&json, exchange, page.jobs, false);
    co_return JsonAnswer(json.EndObject().Take());
  }
  const Result<void> written = co_await WriteCoordinations(&json, exchange, *type, page.jobs);
  json.Key("ids").BeginArray().EndArray();
  co_return written ? Answered(JsonAnswer(json.EndObject().Take())) : RefusalOf(written.error());
}

}  // namespace hpdl::rt
