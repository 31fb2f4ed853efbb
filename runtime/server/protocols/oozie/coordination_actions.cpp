#include <algorithm>
#include <iterator>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/config/config.h"
#include "runtime/ground/config/configuration_xml.h"
#include "runtime/rules/coordinator/action_data.h"
#include "runtime/server/protocols/oozie/configuration_body.h"
#include "runtime/server/protocols/oozie/coordinator_reading.h"
#include "runtime/server/protocols/oozie/coordinator_rows.h"
#include "runtime/server/protocols/oozie/java_json.h"
#include "runtime/server/protocols/oozie/job_actions.h"
#include "runtime/server/protocols/oozie/resources.h"
#include "runtime/store/job_ids.h"

namespace hpdl::rt {
namespace {

using Verb = CoordinatorCommand::Verb;

/// A property that actions add for their workflows; `runConf` does not show it.
constexpr const char* kNominalTime = "oozie.coord.action.nominal_time";

bool IsTrue(const Exchange& exchange, std::string_view name) {
  return IsInAnyCase(exchange.Of(name), "true");  // Boolean.valueOf() also ignores the case
}

std::string TextOf(const Exchange& exchange, std::string_view name) {
  return std::string(exchange.Of(name));
}

/// Copies the parameters `type` and `scope` into a command. Returns false if `type` is neither
/// action nor date.
bool SetScope(const Exchange& exchange, CoordinatorCommand* command) {
  const std::string_view type = exchange.Of("type");
  if (type != "action" && type != "date") {
    return false;
  }
  (type == "action" ? command->actions : command->dates) = exchange.Of("scope");
  return true;
}

/// Returns the properties with which the workflow of an action was started; "" if the workflow was
/// not started.
Result<std::string> RunConf(const CoordinatorActionRow& row, bool masked) {
  const Result<ConfigProperties> read = ReadJavaProperties(row.configuration, "");
  HPDL_TRY(read);
  Properties properties;
  Apply(*read, &properties);
  const bool known = std::none_of(properties.begin(), properties.end(), [](const auto& property) {
    return HasMarkOfData(property.second);
  });
  if (properties.empty() || !known) {
    return std::string();
  }
  properties.erase(kNominalTime);
  return ConfigurationXml(properties, masked);
}

/// Sets a row to the state that an action has right after a rerun. The answer shows this state,
/// even if the action has gone on meanwhile.
void BringBack(const CoordinatorCommand& command, CoordinatorActionRow* row) {
  row->state = ActionState::kWaiting;
  row->error_code.clear();
  row->error_message.clear();
  if (!command.failed) {
    row->external_id.clear();
  }
}

Result<std::string> ActionsJson(const Exchange& exchange, const std::vector<std::int64_t>& numbers,
                                const CoordinatorCommand& command) {
  const bool by_date = command.verb == Verb::kKill && !command.dates.empty();
  const Result<CoordinatorRead> read = ReadCoordinator(exchange.state, exchange.rest);
  HPDL_TRY(read);
  const Result<Properties> properties = read->ReadProperties();
  HPDL_TRY(properties);
  const std::string& asker = exchange.request.caller.user;
  const bool masked = !asker.empty() && asker != read->job.user;
  const std::string conf = ConfigurationXml(*properties, masked);
  JsonWriter json(kJavaJson);
  json.BeginObject().Key("actions").BeginArray();
  for (const std::int64_t number : numbers) {
    Result<CoordinatorActionRow> row = ReadAction(*read, number);
    if (!row && row.error().code == "E0605") {
      continue;  // the action has been removed since
    }
    HPDL_TRY(row);
    if (command.verb == Verb::kRerun) {
      BringBack(command, &*row);
    }
    const Result<std::string> run_conf = RunConf(*row, masked);
    HPDL_TRY(run_conf);
    WriteCoordinatorAction(&json, read->job.id, *row, {conf, *run_conf, by_date});
  }
  return json.EndArray().EndObject().Take();
}

/// Runs a command; the answer lists the actions that the command changed.
Task<Answered> CommandActions(Exchange& exchange, CoordinatorCommand command) {
  const Result<std::vector<std::int64_t>> numbers =
      co_await exchange.settings.verbs->Command(exchange.request.caller, exchange.rest, command);
  if (!numbers) {
    co_return ActionRefusal(numbers.error(), exchange.rest);
  }
  if (numbers->empty() && command.verb == Verb::kIgnore) {
    co_return EmptyAnswer();  // the command had no effect in the present state of the actions
  }
  const Result<std::string> json = ActionsJson(exchange, *numbers, command);
  co_return json ? Answered(JsonAnswer(*json)) : RefusalOf(json.error());
}

/// Runs a command; the answer is empty.
Task<Answered> CommandOnly(Exchange& exchange, CoordinatorCommand command) {
  const Result<std::vector<std::int64_t>> done = co_await exchange.settings.verbs->Command(
      exchange.request.caller, exchange.rest, std::move(command));
  co_return done ? Answered(EmptyAnswer()) : ActionRefusal(done.error(), exchange.rest);
}

bool IsBundle(const Exchange& exchange) {
  return TypeOfId(exchange.rest) == JobType::kBundle;
}

Task<Answered> KillActions(Exchange& exchange) {
  CoordinatorCommand command;
  command.verb = Verb::kKill;
  if (!SetScope(exchange, &command)) {
    Refusal refusal = InvalidParameter("type must be action or date");
    co_return co_await RefuseAction(exchange, std::move(refusal));
  }
  co_return co_await CommandActions(exchange, std::move(command));
}

/// Oozie ignores the body of a rerun. This server passes the properties in the body to the program
/// of the job, which decides whether to use them.
Task<Answered> RerunCoordination(Exchange& exchange) {
  CoordinatorCommand command;
  command.verb = Verb::kRerun;
  command.refresh = IsTrue(exchange, "refresh");
  command.nocleanup = IsTrue(exchange, "nocleanup");
  if (const std::optional<Refusal> wrong = WrongContent(exchange.request)) {
    co_return co_await RefuseAction(exchange, *wrong);
  }
  if (IsBundle(exchange)) {
    command.coordinators = TextOf(exchange, "coord-scope");
    command.dates = TextOf(exchange, "date-scope");
    co_return co_await CommandOnly(exchange, std::move(command));
  }
  command.failed = IsTrue(exchange, "failed");
  if (!SetScope(exchange, &command)) {
    Refusal refusal = Refuse("E1018", "Coord Job Rerun Error: date or action expected.");
    co_return co_await RefuseAction(exchange, std::move(refusal));
  }
  Result<Properties> properties = co_await ReadBodyBeside(exchange.request.body);
  if (properties) {  // any other body is ignored, as in Oozie
    command.properties = std::move(*properties);
  }
  co_return co_await CommandActions(exchange, std::move(command));
}

Task<Answered> Change(Exchange& exchange) {
  CoordinatorCommand command;
  command.verb = Verb::kChange;
  command.value = TextOf(exchange, "value");
  co_return co_await CommandOnly(exchange, std::move(command));
}

Refusal NotInVersion(const Exchange& exchange) {
  return InvalidParameter("Not supported in v" + std::to_string(exchange.version));
}

Task<Answered> Ignore(Exchange& exchange) {
  std::optional<Refusal> refusal;
  const std::string* type = Find(exchange.parameters, "type");
  if (exchange.version < 2) {
    refusal = NotInVersion(exchange);
  } else if (IsBundle(exchange)) {
    refusal = InvalidParameter("Bundle Ignore Not supported");
  } else if (type != nullptr && *type != "action") {
    refusal = Refuse("E1024",
                     "Cannot run ignore command: [Currently ignore only support -action option]");
  }
  if (refusal) {
    co_return co_await RefuseAction(exchange, *refusal);
  }
  CoordinatorCommand command;
  command.verb = Verb::kIgnore;
  command.actions = TextOf(exchange, "scope");
  if (command.actions.empty()) {
    co_return co_await CommandOnly(exchange, std::move(command));
  }
  co_return co_await CommandActions(exchange, std::move(command));
}

Task<Answered> Update(Exchange& exchange) {
  std::optional<Refusal> refusal = WrongContent(exchange.request);
  if (exchange.version < 2) {
    refusal = NotInVersion(exchange);
  } else if (IsBundle(exchange)) {
    refusal = InvalidParameter("action=update is only for coordinators");
  }
  Result<Properties> properties = Properties();
  if (!refusal && !exchange.request.body.empty()) {
    properties = co_await ReadBodyBeside(exchange.request.body);
  }
  if (!refusal && !properties) {
    refusal = RefusalOf(properties.error());
  }
  if (refusal) {
    co_return co_await RefuseAction(exchange, *refusal);
  }
  CoordinatorUpdate update;
  // If the request has properties, they replace all properties of the job.
  update.properties = std::move(*properties);
  update.dry_run = IsTrue(exchange, "dryrun");
  update.with_difference = exchange.Of("diff").empty() || IsTrue(exchange, "diff");
  const Result<std::string> difference = co_await exchange.settings.verbs->Update(
      exchange.request.caller, exchange.rest, std::move(update));
  if (!difference) {
    co_return ActionRefusal(difference.error(), exchange.rest);
  }
  JsonWriter json(kJavaJson);
  json.BeginObject().Key("update").BeginObject().Member("diff", *difference);
  co_return JsonAnswer(json.EndObject().EndObject().Take());
}

Task<Answered> CommandSla(Exchange& exchange, Verb verb) {
  std::optional<Refusal> refusal = WrongContent(exchange.request);
  if (exchange.version < 2) {
    refusal = NotInVersion(exchange);
  }
  if (refusal) {
    co_return co_await RefuseAction(exchange, *refusal);
  }
  CoordinatorCommand command;
  command.verb = verb;
  command.actions = TextOf(exchange, "action-list");
  command.dates = TextOf(exchange, "date");
  command.coordinators = IsBundle(exchange) ? TextOf(exchange, "coordinators") : "";
  command.value = verb == Verb::kSlaChange ? TextOf(exchange, "value") : "";
  co_return co_await CommandOnly(exchange, std::move(command));
}

Task<Answered> SlaEnable(Exchange& exchange) {
  return CommandSla(exchange, Verb::kSlaEnable);
}
Task<Answered> SlaDisable(Exchange& exchange) {
  return CommandSla(exchange, Verb::kSlaDisable);
}
Task<Answered> SlaChange(Exchange& exchange) {
  return CommandSla(exchange, Verb::kSlaChange);
}

struct NamedCommand {
  std::string_view action;
  Task<Answered> (*command)(Exchange& exchange);
};
/// The actions rerun, coord-rerun and bundle-rerun have the same meaning: the type of the job
/// decides what a rerun does.
constexpr NamedCommand kCommands[] = {
    {"rerun", &RerunCoordination},
    {"coord-rerun", &RerunCoordination},
    {"bundle-rerun", &RerunCoordination},
    {"change", &Change},
    {"ignore", &Ignore},
    {"update", &Update},
    {"sla-enable", &SlaEnable},
    {"sla-disable", &SlaDisable},
    {"sla-change", &SlaChange},
};

}  // namespace

Task<Answered> ActOnCoordination(Exchange& exchange, const std::string& action) {
  const bool scoped =
      Find(exchange.parameters, "type") != nullptr && Find(exchange.parameters, "scope") != nullptr;
  if (action == "kill" && scoped && !IsBundle(exchange)) {
    co_return co_await KillActions(exchange);
  }
  for (const NamedCommand& each : kCommands) {
    if (each.action == action) {
      co_return co_await each.command(exchange);
    }
  }
  if (action == "start" && !IsBundle(exchange)) {  // a coordinator starts by itself
    Refusal refusal = InvalidValue("action", action);
    co_return co_await RefuseAction(exchange, std::move(refusal));
  }
  co_return co_await ActByVerb(exchange, action);
}

}  // namespace hpdl::rt
