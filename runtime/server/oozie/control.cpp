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

/// What Oozie has for coordinators and bundles alone.
constexpr std::string_view kOthers[] = {"change", "ignore",     "coord-rerun", "bundle-rerun",
                                        "update", "sla-enable", "sla-disable", "sla-change"};

/// Null if there is none.
Control ControlOf(std::string_view action) {
  const auto* const found =
      std::find_if(std::begin(kControls), std::end(kControls),
                   [&](const NamedControl& each) { return each.action == action; });
  return found == std::end(kControls) ? nullptr : found->control;
}

/// What came too late, or too early, for what it asked for is no error in Oozie.
bool IsUntimely(const Error& error) {
  constexpr std::string_view kCodes[] = {"E0716", "E0717", "E0718", "E0725", "E0727"};
  return std::find(std::begin(kCodes), std::end(kCodes), error.code) != std::end(kCodes);
}

/// Of a job that is not there PUT has words of its own.
Refusal ControlRefusal(const Error& error, const std::string& id) {
  return error.code == "E0604" ? Refuse("E0605", "Action does not exist [" + id + "]")
                               : RefusalOf(error);
}

/// What no verb is asked for. Who may do nothing to the job is told so in its place.
Task<Answered> RefuseControl(Exchange& exchange, Refusal refusal) {
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

Task<Answered> RerunJob(Exchange& exchange) {
  if (const std::optional<Refusal> wrong = WrongContent(exchange.request)) {
    co_return co_await RefuseControl(exchange, *wrong);
  }
  Result<Properties> properties = co_await ReadBodyBeside(exchange.request.body);
  if (!properties) {
    Refusal wrong = RefusalOf(properties.error());
    co_return co_await RefuseControl(exchange, std::move(wrong));
  }
  const Result<void> done = co_await exchange.settings.verbs->Rerun(
      exchange.request.caller, exchange.rest, std::move(*properties));
  co_return done ? Answered(EmptyAnswer()) : ControlRefusal(done.error(), exchange.rest);
}

/// The rows as they are after what was done to them.
void Refresh(Exchange& exchange, std::vector<CatalogueEntry>* jobs) {
  for (CatalogueEntry& entry : *jobs) {
    if (Result<JobRow> row = ReadJobRow(exchange.state, entry.job.id)) {
      entry.job = std::move(*row);
    }
  }
}

}  // namespace

Task<Answered> ControlJob(Exchange& exchange) {
  const std::string* action = Find(exchange.parameters, "action");
  if (action == nullptr) {
    co_return Refuse("E0305", "Missing parameter [action]");
  }
  if (*exchange.mode != SystemMode::kNormal) {
    co_return Refusal{503, "E0002", "System is in safe mode"};
  }
  if (*action == "rerun") {
    co_return co_await RerunJob(exchange);
  }
  const Control control = ControlOf(*action);
  if (control == nullptr) {
    const bool other =
        std::find(std::begin(kOthers), std::end(kOthers), *action) != std::end(kOthers);
    Refusal refusal = other ? InvalidParameter("action=" + *action +
                                               " is not for workflow jobs, and this "
                                               "server runs no coordinators and bundles yet")
                            : InvalidValue("action", *action);
    co_return co_await RefuseControl(exchange, std::move(refusal));
  }
  const Result<void> done =
      co_await (exchange.settings.verbs->*control)(exchange.request.caller, exchange.rest);
  co_return done || IsUntimely(done.error()) ? Answered(EmptyAnswer())
                                             : ControlRefusal(done.error(), exchange.rest);
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
    if (entry.job.number == 0 && !IsEnd(entry.job.state)) {
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
