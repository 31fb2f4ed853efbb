#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/view.h"

namespace hpdl::client {
namespace {

constexpr int kIgnoreVersion = 2;  // the API version of `ignore` requests; it is not negotiated

struct Scope {
  std::string type;  ///< "date" or "action"
  std::string value;
};

/// Reads -date or -action. The command line must have exactly one of these options.
Result<Scope> ReadScope(const ParsedArguments& arguments) {
  const bool date = arguments.Has("date"), action = arguments.Has("action");
  if (date && action) {
    return UsageFailure(
        "Invalid options provided for rerun: eitherdate or action expected. Don't use both at the "
        "same time.");
  }
  if (!date && !action) {
    return UsageFailure("Invalid options provided for rerun: date or action expected.");
  }
  const std::string type = date ? "date" : "action";
  return Scope{type, arguments.ValueOr(type, "")};
}

/// Returns a table of actions. Its dates are in the time zone of this machine.
std::string ActionsText(const Json& actions) {
  if (actions.empty()) {
    return "No Actions match your criteria!\n";
  }
  const NamedZone zone = NamedZone::OfThisMachine();
  std::string text = "Action ID\tNominal Time\n" + Ruler();
  for (const Json& action : actions) {
    text += Shown(action, "id") + "\t" + ShownDate(action, "nominalTime", zone, false) + "\n";
  }
  return text;
}

std::string ActionStatesText(const Json& actions) {
  if (actions.empty()) {
    return "";
  }
  const NamedZone zone = NamedZone::OfThisMachine();
  std::string text = "Action ID\tNominal Time\tStatus\n" + Ruler();
  for (const Json& action : actions) {
    text += Shown(action, "id") + "\t" + ShownDate(action, "nominalTime", zone, false) + "\t" +
            Shown(action, "status") + "\n";
  }
  return text;
}

std::string MissingText(const Json& answer) {
  std::string text;
  for (const Json& action : Member(answer, "missingDependencies")) {
    text += "\nCoordAction : " + JavaText(action, "id") + "\n";
    if (!Member(action, "blockedOn").is_null()) {
      text += "Blocked on  : " + JavaText(action, "blockedOn") + "\n";
    }
    for (const Json& set : Member(action, "dataSets")) {
      text += "Dataset     : " + JavaText(set, "dataSet") + "\nPending Dependencies : \n";
      for (const Json& path : Member(set, "missingDependencies")) {
        text += "\t  " + JavaText(path) + "\n";
      }
      text += "\n";
    }
  }
  return text;
}

/// Sends a PUT for the job whose id is the value of the command-line option `option`.
Result<Json> Put(Session* session, const Invocation& invocation, const char* option,
                 Parameters parameters, Call call = {}) {
  const Result<std::string> path = JobPath(invocation.arguments.ValueOr(option, ""));
  HPDL_TRY(path);
  call.method = "PUT";
  call.path = *path;
  call.parameters = std::move(parameters);
  const Result<rt::HttpReply> reply = session->Ask(call);
  HPDL_TRY(reply);
  return ReadJson(reply->body);
}

std::string Truth(bool value) {
  return value ? "true" : "false";
}

}  // namespace

Result<void> ChangeJob(Session* session, const Invocation& invocation) {
  const std::optional<std::string> value = invocation.arguments.Value("value");
  if (!value) {
    return UsageFailure("-value option needs to be specified for -change option");
  }
  const Result<Json> done =
      Put(session, invocation, "change", {{"action", "change"}, {"value", value}});
  return done ? Result<void>() : done.error();
}

Result<void> UpdateJob(Session* session, const Invocation& invocation) {
  const ParsedArguments& arguments = invocation.arguments;
  JobConfiguration configuration;
  if (arguments.Has("config")) {
    const Result<JobConfiguration> read = ReadConfiguration(arguments, invocation.user());
    HPDL_TRY(read);
    configuration = *read;
  }
  const Result<Json> answer = Put(session, invocation, "update",
                                  {{"action", "update"},
                                   {"dryrun", arguments.Has("dryrun") ? "true" : ""},
                                   {"diff", arguments.ValueOr("diff", "")}},
                                  {.body = configuration.Xml(), .xml = true});
  HPDL_TRY(answer);
  const Json& update = Member(*answer, "update");
  Print((update.is_null() ? "" : JavaText(update, "diff")) + "\n");
  return {};
}

Result<void> IgnoreJob(Session* session, const Invocation& invocation) {
  const std::optional<std::string> scope = invocation.arguments.Value("action");
  if (scope && scope->empty()) {
    return UsageFailure("-action is empty");
  }
  const std::optional<std::string> type = scope ? std::optional<std::string>("action") : scope;
  const Result<Json> answer =
      Put(session, invocation, "ignore", {{"action", "ignore"}, {"type", type}, {"scope", scope}},
          {.version = kIgnoreVersion, .xml = true});
  HPDL_TRY(answer);
  Print(ActionStatesText(Member(*answer, "actions")));
  return {};
}

Result<void> KillActions(Session* session, const Invocation& invocation) {
  const Result<Scope> scope = ReadScope(invocation.arguments);
  HPDL_TRY(scope);
  const Result<Json> answer =
      Put(session, invocation, "kill",
          {{"action", "kill"}, {"type", scope->type}, {"scope", scope->value}}, {.xml = true});
  HPDL_TRY(answer);
  Print(ActionsText(Member(*answer, "actions")));
  return {};
}

Result<void> RerunCoordinator(Session* session, const Invocation& invocation) {
  const ParsedArguments& arguments = invocation.arguments;
  const Result<Scope> scope = ReadScope(arguments);
  HPDL_TRY(scope);
  Call call{.xml = true};
  if (HasConfiguration(arguments)) {
    const Result<JobConfiguration> read = ReadConfiguration(arguments, invocation.user());
    HPDL_TRY(read);
    call.body = read->Xml();
  }
  const Result<Json> answer = Put(session, invocation, "rerun",
                                  {{"action", "coord-rerun"},
                                   {"type", scope->type},
                                   {"scope", scope->value},
                                   {"refresh", Truth(arguments.Has("refresh"))},
                                   {"nocleanup", Truth(arguments.Has("nocleanup"))},
                                   {"failed", Truth(arguments.Has("failed"))}},
                                  call);
  HPDL_TRY(answer);
  Print(ActionsText(Member(*answer, "actions")));
  return {};
}

Result<void> RerunBundle(Session* session, const Invocation& invocation) {
  const ParsedArguments& arguments = invocation.arguments;
  if (arguments.Has("action")) {
    return UsageFailure(
        "Invalid options provided for bundle rerun. action is not valid for bundle rerun");
  }
  const std::optional<std::string> coordinators = arguments.Value("coordinator");
  const std::optional<std::string> dates = arguments.Value("date");
  const Result<Json> answer = Put(session, invocation, "rerun",
                                  {{"action", "bundle-rerun"},
                                   {"coord-scope", coordinators},
                                   {"date-scope", dates},
                                   {"refresh", Truth(arguments.Has("refresh"))},
                                   {"nocleanup", Truth(arguments.Has("nocleanup"))}},
                                  {.xml = true});
  HPDL_TRY(answer);
  const bool some = coordinators && !coordinators->empty();
  Print((some ? "Coordinators [" + *coordinators + "] of bundle " : "All coordinators of bundle ") +
        arguments.ValueOr("rerun", "") + " are scheduled to rerun on " + (some ? "" : "the ") +
        "date ranges [" + dates.value_or("null") + "].\n");
  return {};
}

Result<void> ShowCoordinator(Session* session, const Invocation& invocation) {
  const ParsedArguments& arguments = invocation.arguments;
  const Result<int> offset = ReadInteger(arguments.ValueOr("offset", "-1"));
  HPDL_TRY(offset);
  const Result<int> length = ReadInteger(arguments.ValueOr("len", "-1"));
  HPDL_TRY(length);
  const Result<Json> job = Show(session, "job/" + arguments.ValueOr("info", ""),
                                {{"show", "info"},
                                 {"filter", arguments.Value("filter")},
                                 {"offset", std::to_string(*offset)},
                                 {"len", std::to_string(*length)},
                                 {"order", arguments.Value("order")}});
  HPDL_TRY(job);
  Print(CoordinatorText(*job, invocation.zone(), arguments.Has("verbose")));
  return {};
}

Result<void> ShowCoordinatorAction(Session* session, const Invocation& invocation) {
  const ParsedArguments& arguments = invocation.arguments;
  const std::string path = "job/" + arguments.ValueOr("info", "");
  if (arguments.Has("allruns")) {
    const Result<Json> answer = Show(session, path, {{"show", "allruns"}});
    HPDL_TRY(answer);
    Print(RunsText(Member(*answer, "workflows"), invocation.zone()));
    return {};
  }
  if (arguments.Has("filter")) {
    return UsageFailure("Filter option is not supported for a Coordinator action");
  }
  const Result<Json> action = Show(session, path, {{"show", "info"}});
  HPDL_TRY(action);
  Print(CoordinatorActionText(*action, invocation.zone()));
  return {};
}

Result<void> ShowBundle(Session* session, const Invocation& invocation) {
  if (invocation.arguments.Has("filter")) {
    return UsageFailure("Filter option is currently not supported for a Bundle job");
  }
  const Result<Json> job =
      Show(session, "job/" + invocation.arguments.ValueOr("info", ""), {{"show", "info"}});
  HPDL_TRY(job);
  Print(BundleText(*job, invocation.zone(), invocation.arguments.Has("verbose")));
  return {};
}

Result<void> ShowMissing(Session* session, const Invocation& invocation) {
  const ParsedArguments& arguments = invocation.arguments;
  const Result<std::string> path = JobPath(arguments.ValueOr("missingdeps", ""));
  HPDL_TRY(path);
  const Result<Json> answer = Show(session, *path,
                                   {{"show", "missing-dependencies"},
                                    {"action-list", arguments.Value("action")},
                                    {"date", arguments.Value("date")}});
  HPDL_TRY(answer);
  Print(answer->is_null() ? " No missing input dependencies found\n" : MissingText(*answer));
  return {};
}

Result<void> ChangeSla(Session* session, const Invocation& invocation, const std::string& option,
                       const std::string& verb) {
  const ParsedArguments& arguments = invocation.arguments;
  Parameters parameters{{"action", verb},
                        {"action-list", arguments.Value("action")},
                        {"date", arguments.Value("date")},
                        {"coordinators", arguments.Value("coordinator")}};
  if (option == "slachange") {
    parameters.emplace_back("value", arguments.Value("value"));
  }
  const Result<Json> done =
      Put(session, invocation, option.c_str(), std::move(parameters), {.xml = true});
  HPDL_TRY(done);
  Print("Done\n");
  return {};
}

}  // namespace hpdl::client
