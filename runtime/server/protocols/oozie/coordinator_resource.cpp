#include <algorithm>
#include <chrono>
#include <map>

#include "runtime/engines/report/job_report.h"
#include "runtime/ground/base/java_hash.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/ground/config/configuration_xml.h"
#include "runtime/rules/coordinator/action_data.h"
#include "runtime/rules/coordinator/action_ranges.h"
#include "runtime/server/protocols/oozie/action_filter.h"
#include "runtime/server/protocols/oozie/coordinator_reading.h"
#include "runtime/server/protocols/oozie/coordinator_rows.h"
#include "runtime/server/protocols/oozie/java_json.h"
#include "runtime/server/protocols/oozie/node_confs.h"
#include "runtime/server/protocols/oozie/read_job_row.h"
#include "runtime/server/protocols/oozie/resources.h"
#include "runtime/server/protocols/oozie/workflow_json.h"
#include "runtime/store/job_ids.h"

namespace hpdl::rt {
namespace {

/// Returns the properties of a job as the caller may see them.
Result<std::string> ConfigurationFor(const Exchange& exchange, const JobRow& job,
                                     const Result<Properties>& properties) {
  HPDL_TRY(properties);
  const std::string& asker = exchange.request.caller.user;
  return ConfigurationXml(*properties, !asker.empty() && asker != job.user);
}

/// Reads the parameter `name` as a number; returns `without` if the parameter is missing.
std::variant<std::int64_t, Refusal> IntOf(const Exchange& exchange, std::string_view name,
                                          std::int64_t without) {
  const std::string* text = Find(exchange.parameters, name);
  const std::optional<int> number = text == nullptr ? std::optional<int>(0) : ReadJavaInt(*text);
  if (!number) {
    return NotANumber(*text);
  }
  return text == nullptr ? without : *number;
}

/// The range of actions that a request asks for.
struct Part {
  std::int64_t offset = 1, len = 0;
  bool descending = false;
};

/// Reads the range from the parameters `offset`, `len` and `order`. A negative `len` stands for the
/// default number of actions. If `len` is 0 or missing, v1 of the API shows the default number, and
/// v2 shows no actions.
std::variant<Part, Refusal> PartOf(const Exchange& exchange) {
  const auto offset = IntOf(exchange, "offset", 1), len = IntOf(exchange, "len", 0);
  for (const auto* each : {&offset, &len}) {
    if (std::holds_alternative<Refusal>(*each)) {
      return std::get<Refusal>(*each);
    }
  }
  Part part;
  part.offset = std::max<std::int64_t>(1, std::get<std::int64_t>(offset));
  part.len = std::get<std::int64_t>(len);
  const bool is_default = exchange.version < 2 ? part.len < 1 : part.len < 0;
  part.len = is_default ? exchange.settings.actions_shown : part.len;
  part.descending = exchange.Of("order") == "desc";
  return part;
}

Result<std::string> Coordinator(const Exchange& exchange, const ActionFilter& filter,
                                const Part& part) {
  const Result<CoordinatorRead> read = ReadCoordinator(exchange.state, exchange.rest);
  HPDL_TRY(read);
  const Result<std::string> conf = ConfigurationFor(exchange, read->job, read->ReadProperties());
  HPDL_TRY(conf);
  const Result<std::int64_t> total = filter.Count(read->records());
  HPDL_TRY(total);
  const auto actions = filter.Page(read->records(), part.offset, part.len, part.descending);
  HPDL_TRY(actions);
  const std::string bundle = BundleOf(exchange, *read);
  const CoordinatorExtras extras{*conf, bundle, *total, exchange.settings.states_with_error};
  JsonWriter json(kJavaJson);
  BeginCoordinator(&json, read->job, read->row, extras);
  for (const CoordinatorActionRow& action : *actions) {
    WriteCoordinatorAction(&json, read->job.id, action);
  }
  EndCoordinator(&json, read->job, extras);
  return json.Take();
}

Answered ShowCoordinator(const Exchange& exchange) {
  const std::variant<Part, Refusal> part = PartOf(exchange);
  if (std::holds_alternative<Refusal>(part)) {
    return std::get<Refusal>(part);
  }
  const std::variant<ActionFilter, Refusal> filter = ReadActionFilter(exchange.Of("filter"));
  if (std::holds_alternative<Refusal>(filter)) {
    return std::get<Refusal>(filter);
  }
  const Result<std::string> json =
      Coordinator(exchange, std::get<ActionFilter>(filter), std::get<Part>(part));
  return json ? Answered(JsonAnswer(*json)) : RefusalOf(json.error());
}

Refusal NoAction(const Exchange& exchange) {
  return Refuse("E0605", "Action does not exist [" + exchange.rest + "]");
}

/// Returns the refusal for an error. A missing job is refused in the same way as a missing action.
Refusal ActionRefusal(const Exchange& exchange, const Error& error) {
  return error.code == "E0604" || error.code == "E0605" ? NoAction(exchange) : RefusalOf(error);
}

Result<std::pair<CoordinatorRead, CoordinatorActionRow>> ReadActionOf(const Exchange& exchange) {
  const Result<ActionName> name = ReadActionName(exchange.rest);
  HPDL_TRY(name);
  Result<CoordinatorRead> read = ReadCoordinator(exchange.state, name->job);
  HPDL_TRY(read);
  Result<CoordinatorActionRow> action = ReadAction(*read, name->number);
  HPDL_TRY(action);
  return std::pair(std::move(*read), std::move(*action));
}

Answered ShowAction(const Exchange& exchange) {
  const auto read = ReadActionOf(exchange);
  if (!read) {
    return ActionRefusal(exchange, read.error());
  }
  JsonWriter json(kJavaJson);
  WriteCoordinatorAction(&json, read->first.job.id, read->second);
  return JsonAnswer(json.Take());
}

/// Writes a coordinator of a bundle, if the coordinator still exists.
Result<void> WriteBundled(JsonWriter* json, const Exchange& exchange, const BundledRow& bundled) {
  const Result<CoordinatorRead> read = ReadCoordinator(exchange.state, bundled.coordinator_id);
  if (!read && read.error().code == "E0604") {
    return {};  // the coordinator has been purged
  }
  HPDL_TRY(read);
  const Result<std::string> conf = ConfigurationFor(exchange, read->job, read->ReadProperties());
  HPDL_TRY(conf);
  const std::string bundle = BundleOf(exchange, *read);
  const CoordinatorExtras extras{*conf, bundle, 0, exchange.settings.states_with_error};
  BeginCoordinator(json, read->job, read->row, extras);
  EndCoordinator(json, read->job, extras);
  return {};
}

Result<std::string> Bundle(const Exchange& exchange) {
  const Result<BundleRead> read = ReadBundle(exchange.state, exchange.rest);
  HPDL_TRY(read);
  const Result<std::string> conf = ConfigurationFor(exchange, read->job, read->ReadProperties());
  HPDL_TRY(conf);
  JsonWriter json(kJavaJson);
  BeginBundle(&json, read->job, read->row, read->coordinators);
  for (const BundledRow& bundled : read->coordinators) {
    if (!bundled.coordinator_id.empty()) {
      HPDL_TRY(WriteBundled(&json, exchange, bundled));
    }
  }
  EndBundle(&json, read->job, read->row, {*conf, "", 0, exchange.settings.states_with_error});
  return json.Take();
}

Answered ShowBundle(const Exchange& exchange) {
  const Result<std::string> json = Bundle(exchange);
  return json ? Answered(JsonAnswer(*json)) : RefusalOf(json.error());
}

/// Returns the data that an action still waits for, by the names of its input events. Each value is
/// a missing path, or a call of coord:latest or coord:future that has found no data.
std::map<std::string, std::vector<std::string>> MissingByEvent(const std::vector<EventData>& inputs,
                                                               const MissingData& missing) {
  std::map<std::string, std::vector<std::string>> by_event;
  for (const EventData& event : inputs) {
    std::vector<std::string> texts;
    for (const std::string& uri : event.uris) {
      std::string path = DonePath(uri, event.done_flag);
      if (std::find(missing.paths.begin(), missing.paths.end(), path) != missing.paths.end()) {
        texts.push_back(std::move(path));
      }
    }
    for (const std::string& call : event.deferred) {
      if (event.found.empty() && !missing.deferred.empty()) {
        texts.push_back(call + " -> " + event.uri_template);
      }
    }
    if (!texts.empty()) {
      by_event.emplace(event.name, std::move(texts));
    }
  }
  return by_event;
}

Result<void> WriteMissing(JsonWriter* json, const CoordinatorActionRow& row) {
  const MissingData missing = MissingData::Of(row.missing);
  const std::optional<std::vector<EventData>> inputs = DecodeData(row.inputs);
  if (!inputs) {
    return Error{ErrorClass::kCorruptStore, "E0607",
                 "the record of the data of an action cannot be read"};
  }
  const auto by_event = MissingByEvent(*inputs, missing);
  if (by_event.empty()) {
    return {};
  }
  std::vector<std::string> names;
  for (const auto& [name, texts] : by_event) {
    names.push_back(name);
  }
  json->BeginObject();
  json->Member("blockedOn", missing.paths.empty() ? std::string_view() : missing.paths.front());
  json->Key("dataSets").BeginArray();
  for (const std::string& name : JavaHashOrder(std::move(names))) {
    json->BeginObject().Key("missingDependencies").BeginArray();
    for (const std::string& text : by_event.at(name)) {
      json->Text(text);
    }
    json->EndArray().Member("dataSet", name).EndObject();
  }
  json->EndArray().Member("id", row.number).EndObject();
  return {};
}

constexpr std::int64_t kMostMeant = 10'000;  ///< the maximum number of actions in one request

/// Returns the actions that a request names: first the actions of `dates`, then the actions of
/// `numbers`. Each action of `numbers` must exist.
Result<std::vector<CoordinatorActionRow>> ActionsMeant(const CoordinatorRead& read,
                                                       const std::string* numbers,
                                                       const std::string* dates) {
  std::vector<CoordinatorActionRow> meant;
  const auto add = [&](const ActionQuery& query) -> Result<std::size_t> {
    Result<std::vector<CoordinatorActionRow>> rows = read.records().Actions(query);
    HPDL_TRY(rows);
    const std::size_t count = rows->size();
    std::move(rows->begin(), rows->end(), std::back_inserter(meant));
    return count;
  };
  if (dates != nullptr) {
    const Result<ActionRanges> ranges = ReadActionDates(*dates);
    HPDL_TRY(ranges);
    for (const auto& [first, last] : *ranges) {
      ActionQuery query;
      query.nominal_from = first;
      query.nominal_to = last;
      for (int i = 0; i <= static_cast<int>(ActionState::kSkipped); ++i) {
        if (!IsTerminal(static_cast<ActionState>(i))) {
          query.states.push_back(static_cast<ActionState>(i));
        }
      }
      HPDL_TRY(add(query));
    }
  }
  if (numbers != nullptr) {
    const Result<ActionRanges> ranges = ReadActionNumbers(*numbers);
    HPDL_TRY(ranges);
    for (const auto& [first, last] : *ranges) {
      ActionQuery query;
      query.first = first;
      query.last = last;
      const Result<std::size_t> count = add(query);
      HPDL_TRY(count);
      if (static_cast<std::int64_t>(*count) != last - first + 1) {
        std::int64_t none = first;
        for (auto at = meant.end() - static_cast<std::ptrdiff_t>(*count);
             at != meant.end() && at->number == none; ++at) {
          ++none;
        }
        return Error{ErrorClass::kError, "E0605",
                     "Action does not exist [" + ActionId(read.job.id, none) + "]"};
      }
    }
  }
  if (std::ssize(meant) > kMostMeant) {
    return Error{ErrorClass::kError, "E0302",
                 "Invalid parameter [more than " + std::to_string(kMostMeant) + " actions]"};
  }
  return meant;
}

Result<std::string> MissingDependencies(const Exchange& exchange) {
  const std::size_t at = exchange.rest.find('@');
  const std::string job = exchange.rest.substr(0, at);
  const std::string own = at == std::string::npos ? "" : exchange.rest.substr(at + 1);
  const std::string* numbers =
      at == std::string::npos ? Find(exchange.parameters, "action-list") : &own;
  const std::string* dates = Find(exchange.parameters, "date");
  if (numbers == nullptr && dates == nullptr) {
    return Error{ErrorClass::kError, "E1029",
                 "Could not get the missing dependencies, [Action(s) are missing.]"};
  }
  const Result<CoordinatorRead> read = ReadCoordinator(exchange.state, job);
  HPDL_TRY(read);
  const Result<std::vector<CoordinatorActionRow>> rows = ActionsMeant(*read, numbers, dates);
  HPDL_TRY(rows);
  JsonWriter json(kJavaJson);
  json.BeginObject().Key("missingDependencies").BeginArray();
  for (const CoordinatorActionRow& row : *rows) {
    HPDL_TRY(WriteMissing(&json, row));
  }
  return json.EndArray().EndObject().Take();
}

bool IsAction(const std::string& id) {
  const std::size_t at = id.find('@');
  return at != std::string::npos && TypeOfId(id.substr(0, at)) == JobType::kCoordinator;
}

/// Returns the id of the action whose runs a request asks for. The path has this id, or the path
/// has the coordinator's id and `scope` has the action's number.
std::variant<std::string, Refusal> ActionWithRuns(const Exchange& exchange) {
  const std::string* scope = Find(exchange.parameters, "scope");
  if (exchange.Of("type") != "action" || scope == nullptr) {
    return exchange.rest;
  }
  if (scope->empty()) {
    return Refusal{400, kWrongArgument, "childName cannot be empty"};
  }
  return exchange.rest + "@" + *scope;
}

/// Reads the actions of a coordinator that belong to `part`; a missing coordinator has no actions.
Result<std::vector<CoordinatorActionRow>> ActionsOfPart(const Exchange& exchange,
                                                        const Part& part) {
  const Result<CoordinatorRead> read = ReadCoordinator(exchange.state, exchange.rest);
  if (!read && read.error().code == "E0604") {
    return std::vector<CoordinatorActionRow>();
  }
  HPDL_TRY(read);
  ActionQuery query;
  query.skip = part.offset - 1;
  query.limit = part.len;
  return read->records().Actions(query);
}

/// Writes the node `name` of the workflow of an action, or the reason why there is no such node.
Task<Result<void>> WriteWorkflowAction(JsonWriter* json, const Exchange& exchange,
                                       const CoordinatorActionRow& row, const std::string& name,
                                       AnswerConfs* answer) {
  const std::string& workflow = row.external_id;
  std::string reason = "Could not get workflow action, workflow instance is null";
  std::optional<JobReport> report;
  const NodeRow* node = nullptr;
  if (!workflow.empty()) {
    reason = "Could not get workflow action, no action named " + name + " in workflow " + workflow;
    Result<JobReport> loaded = LoadJob(exchange.state, workflow, {});
    if (!loaded && loaded.error().code != "E0604") {
      co_return loaded.error();
    }
    if (loaded) {
      report = std::move(*loaded);
      const std::vector<NodeRow>& nodes = report->main.nodes;
      const auto found = std::find_if(nodes.begin(), nodes.end(),
                                      [&](const NodeRow& each) { return each.node == name; });
      node = found == nodes.end() ? nullptr : &*found;
    }
  }
  json->BeginObject().Member("actionNumber", row.number);
  json->Optional("nullReason", node != nullptr ? "" : reason).Key("action");
  if (node != nullptr) {
    const NodeConfs confs = co_await ConfsOf(exchange, *report, node, answer);
    WriteAction(json, *node, confs.Of(*node), workflow, exchange.settings.base_url);
  } else {
    json->Null();
  }
  json->EndObject();
  co_return Result<void>();
}

}  // namespace

std::string BundleOf(const Exchange& exchange, const CoordinatorRead& coordinator) {
  const Result<JobOrigin> origin = exchange.settings.verbs->OriginOf(coordinator.job.id);
  return origin && !origin->parent_id.empty() ? origin->parent_id : coordinator.row.bundle_id;
}

bool IsOfCoordination(const std::string& id) {
  return TypeOfId(id) != JobType::kWorkflow || IsAction(id);
}

Answered ShowCoordination(const Exchange& exchange) {
  return IsAction(exchange.rest)                            ? ShowAction(exchange)
         : TypeOfId(exchange.rest) == JobType::kCoordinator ? ShowCoordinator(exchange)
                                                            : ShowBundle(exchange);
}

Answered ShowCoordinationStatus(const Exchange& exchange) {
  std::string_view status;
  if (IsAction(exchange.rest)) {
    const auto read = ReadActionOf(exchange);
    if (!read) {
      return ActionRefusal(exchange, read.error());
    }
    status = WordOf(read->second.state);
  } else {
    const Result<JobRow> row = ReadJobRow(exchange.state, exchange.rest);
    if (!row) {
      return ActionRefusal(exchange, row.error());
    }
    status = ShownStatus(row->state, exchange.settings.states_with_error);
  }
  JsonWriter json(kJavaJson);
  return JsonAnswer(json.BeginObject().Member("status", status).EndObject().Take());
}

Task<Answered> ShowMissingDependencies(Exchange& exchange) {
  if (exchange.version < 2) {
    co_return InvalidParameter("Not supported in v" + std::to_string(exchange.version));
  }
  const Result<std::string> json = MissingDependencies(exchange);
  co_return json ? Answered(JsonAnswer(*json)) : RefusalOf(json.error());
}

Task<Answered> ShowAllRuns(Exchange& exchange) {
  if (exchange.version < 1) {
    co_return InvalidParameter("Not supported in v0");
  }
  const std::variant<std::string, Refusal> action = ActionWithRuns(exchange);
  if (std::holds_alternative<Refusal>(action)) {
    co_return std::get<Refusal>(action);
  }
  const std::string& parent = std::get<std::string>(action);
  const Result<std::vector<std::string>> ids = exchange.settings.verbs->ChildrenOf(parent);
  if (!ids) {
    co_return RefusalOf(ids.error());
  }
  JsonWriter json(kJavaJson);
  json.BeginObject().Key("workflows").BeginArray();
  for (const std::string& id : *ids) {
    const Result<JobRow> row = ReadJobRow(exchange.state, id);
    if (row && IsAction(parent)) {
      json.BeginObject().Time("startTime", row->started_ms).Member("id", id);
      json.Time("endTime", row->ended_ms).Member("status", WorkflowStatus(row->state)).EndObject();
    }
  }
  co_return JsonAnswer(json.EndArray().EndObject().Take());
}

Task<Answered> ShowWorkflowActions(Exchange& exchange) {
  if (exchange.version < 2) {
    co_return InvalidParameter("Not supported in this version");
  }
  const std::string* name = Find(exchange.parameters, "action-name");
  if (name == nullptr) {
    co_return Refuse("E0305", "Missing parameter [action-name]");
  }
  const std::variant<Part, Refusal> part = PartOf(exchange);
  if (std::holds_alternative<Refusal>(part)) {
    co_return std::get<Refusal>(part);
  }
  if (name->empty()) {
    co_return Refusal{400, kWrongArgument, "actionName cannot be empty"};
  }
  const auto rows = ActionsOfPart(exchange, std::get<Part>(part));
  if (!rows) {
    co_return RefusalOf(rows.error());
  }
  JsonWriter json(kJavaJson);
  json.BeginObject().Member("coordJobId", exchange.rest).Key("actions").BeginArray();
  AnswerConfs answer;
  for (const CoordinatorActionRow& row : *rows) {
    const Result<void> written = co_await WriteWorkflowAction(&json, exchange, row, *name, &answer);
    if (!written) {
      co_return RefusalOf(written.error());
    }
    co_await Sleep(std::chrono::milliseconds(0));  // lets the loop answer other requests
  }
  co_return JsonAnswer(json.EndArray().EndObject().Take());
}

}  // namespace hpdl::rt
