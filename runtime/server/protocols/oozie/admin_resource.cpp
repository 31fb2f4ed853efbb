#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <optional>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/java_hash.h"
#include "runtime/ground/base/secret_name.h"
#include "runtime/ground/config/configuration_xml.h"
#include "runtime/ground/regex/replace.h"
#include "runtime/server/protocols/oozie/java_json.h"
#include "runtime/server/protocols/oozie/resources.h"
#include "runtime/server/protocols/oozie/workflow_json.h"
#include "runtime/store/catalogue.h"

namespace hpdl::rt {
namespace {

/// The release of Oozie whose protocol this server implements.
constexpr const char* kSpokenVersion = "5.2.1";
constexpr const char* kMask = "***";

/// Writes names and texts as a JSON object, in the order of InJavaOrder(); masks the values of
/// secret names.
std::string MapJson(const Properties& properties) {
  JsonWriter json(kJavaJson);
  json.BeginObject();
  for (const std::string& name : InJavaOrder(properties)) {
    json.Member(name, IsSecretName(name) ? kMask : properties.find(name)->second);
  }
  return json.EndObject().Take();
}

Answered ShowMode(Exchange& exchange) {
  JsonWriter json(kJavaJson);
  json.BeginObject();
  if (exchange.version == 0) {
    json.Key("safeMode").Boolean(*exchange.mode == SystemMode::kSafeMode);
  } else {
    json.Member("systemMode", WordOf(*exchange.mode));
  }
  return JsonAnswer(json.EndObject().Take());
}

/// Reads a parameter that must be a number and not below 0; nullopt if it is empty or missing.
std::variant<std::optional<std::int64_t>, Refusal> NumberOf(const Exchange& exchange,
                                                            const char* name) {
  const std::string_view text = exchange.Of(name);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty()) {
    return std::optional<std::int64_t>();
  }
  return error == std::errc() && end == text.data() + text.size() && number >= 0
             ? std::variant<std::optional<std::int64_t>, Refusal>(std::optional(number))
             : InvalidValue(name, text);
}

Task<Answered> Purge(Exchange& exchange) {
  const Result<void> may =
      co_await exchange.settings.authorize_administration(exchange.request.caller);
  if (!may) {
    co_return RefusalOf(may.error());
  }
  PurgeQuery query;
  const std::pair<const char*, std::optional<std::int64_t>*> numbers[] = {
      {"wf", &query.days[static_cast<std::size_t>(JobType::kWorkflow)]},
      {"coord", &query.days[static_cast<std::size_t>(JobType::kCoordinator)]},
      {"bundle", &query.days[static_cast<std::size_t>(JobType::kBundle)]},
      {"limit", &query.batch}};
  for (const auto& [name, into] : numbers) {
    const auto number = NumberOf(exchange, name);
    if (std::holds_alternative<Refusal>(number)) {
      co_return std::get<Refusal>(number);
    }
    *into = std::get<std::optional<std::int64_t>>(number);
  }
  const Result<std::size_t> gone = co_await exchange.settings.purge(query);
  if (!gone) {
    co_return RefusalOf(gone.error());
  }
  JsonWriter json(kJavaJson);
  json.BeginObject().Member("purge", "Purge command executed successfully").EndObject();
  co_return JsonAnswer(json.Take());
}

Task<Answered> SetMode(Exchange& exchange) {
  const Result<void> may =
      co_await exchange.settings.authorize_administration(exchange.request.caller);
  if (!may) {
    co_return RefusalOf(may.error());
  }
  const std::string* word = Find(exchange.parameters, "systemmode");
  // In version v0 of the API, the parameter `systemmode` is called `safemode`.
  const std::string* safe = Find(exchange.parameters, "safemode");
  if (word == nullptr && safe == nullptr) {
    co_return Refuse("E0305", "Missing parameter [systemmode]");
  }
  const std::optional<SystemMode> mode = word != nullptr ? ModeOf(*word)
                                         : *safe == "true"
                                             ? std::optional<SystemMode>(SystemMode::kSafeMode)
                                             : std::optional<SystemMode>(SystemMode::kNormal);
  if (!mode) {
    co_return Refusal{400, kWrongArgument,
                      "No enum constant org.apache.oozie.client.OozieClient.SYSTEM_MODE." + *word};
  }
  *exchange.mode = *mode;
  if (exchange.settings.on_mode) {
    exchange.settings.on_mode(*mode);
  }
  co_return EmptyAnswer();
}

Answered ShowBuild(Exchange& exchange) {
  const std::string version = std::string(kSpokenVersion) + "-hpdld-" + exchange.settings.version;
  JsonWriter json(kJavaJson);
  json.BeginObject().Member("buildVersion", version).Key("buildInfo").BeginObject();
  json.Member("build.version", version).EndObject().EndObject();
  return JsonAnswer(json.Take());
}

Answered ShowInstrumentation(Exchange&) {
  return Refusal{503, "", "InstrumentationService is not running"};
}

/// Shows the number of jobs in each state, in the form of Oozie's metrics.
Answered ShowMetrics(Exchange& exchange) {
  const auto counts = exchange.state.catalogue().Count({});
  if (!counts) {
    return RefusalOf(counts.error());
  }
  JsonWriter json(kJavaJson);
  json.BeginObject().Member("version", "3.0.0").Key("gauges").BeginObject();
  for (const JobState state : {JobState::kFailed, JobState::kKilled, JobState::kPrep,
                               JobState::kRunning, JobState::kSucceeded, JobState::kSuspended}) {
    const auto count = counts->find(state);
    json.Key("jobstatus." + std::string(WorkflowStatus(state))).BeginObject();
    json.Member("value", count == counts->end() ? 0 : count->second).EndObject();
  }
  json.EndObject();
  for (const char* kind : {"counters", "histograms", "meters", "timers"}) {
    json.Key(kind).BeginObject().EndObject();
  }
  return JsonAnswer(json.EndObject().Take());
}

Answered ShowConfiguration(Exchange& exchange) {
  return JsonAnswer(MapJson(exchange.settings.configuration));
}

Answered ShowEnvironment(Exchange& exchange) {
  Properties variables;
  for (const std::string& variable : exchange.settings.environment) {
    const std::size_t equals = variable.find('=');
    if (equals != std::string::npos) {
      variables[variable.substr(0, equals)] = variable.substr(equals + 1);
    }
  }
  return JsonAnswer(MapJson(variables));
}

Answered ShowProcess(Exchange& exchange) {
  return JsonAnswer(MapJson(exchange.settings.process));
}

Answered ShowServers(Exchange& exchange) {
  JsonWriter json(kJavaJson);
  json.BeginObject().Member(exchange.settings.host_name, exchange.settings.base_url).EndObject();
  return JsonAnswer(json.Take());
}

/// True if a Java pattern matches the whole name. If the pattern is wrong, the error's message is
/// one sentence, so that it can be part of the answer.
Result<bool> IsNamed(const std::string& name, const std::string& pattern) {
  const Result<std::string> rest = ReplaceAllMatches(name, "^(?:" + pattern + ")$", "");
  HPDL_TRY(rest);
  return rest->empty();
}

/// Writes the libraries whose names match a pattern, with their files; without a pattern, the names
/// of all libraries.
Result<std::string> LibrariesJson(const SystemLibrary& system, const std::string& pattern) {
  std::vector<std::string> names;
  std::map<std::string_view, const SharedLibrary*> libraries;
  for (const SharedLibrary& each : system.libraries) {
    names.push_back(each.name);
    libraries[each.name] = &each;
  }
  JsonWriter json(kJavaJson);
  json.BeginObject().Key("sharelib").BeginArray();
  for (const std::string& name : JavaHashOrder(std::move(names))) {
    const Result<bool> named = pattern.empty() ? Result<bool>(true) : IsNamed(name, pattern);
    HPDL_TRY(named);
    if (!*named) {
      continue;
    }
    json.BeginObject().Member("name", name);
    if (!pattern.empty()) {
      json.Key("files").BeginArray();
      for (const std::string& file : libraries[name]->files) {
        json.Text(file);
      }
      json.EndArray();
    }
    json.EndObject();
  }
  return json.EndArray().EndObject().Take();
}

/// Shows the libraries. Reads them for each request, so that the answer is never outdated.
Task<Answered> ShowShareLibraries(Exchange& exchange) {
  Result<SystemLibrary> system = co_await exchange.settings.libraries(exchange.request.caller);
  if (!system && system.error().code != kNotFound) {
    co_return RefusalOf(system.error());
  }
  const std::string pattern(exchange.Of("lib"));
  const Result<std::string> json = LibrariesJson(system ? *system : SystemLibrary(), pattern);
  if (!json) {
    co_return Refuse("E0307", "Runtime error [lib " + pattern + ": " + json.error().message + "]");
  }
  co_return JsonAnswer(*json);
}

/// Updates the libraries. As in Oozie, an error is in the `status` of the answer.
Task<Answered> UpdateShareLibraries(Exchange& exchange) {
  const Result<SystemLibrary> system =
      co_await exchange.settings.libraries(exchange.request.caller);
  JsonWriter json(kJavaJson);
  json.BeginObject().Key("sharelibUpdate").BeginObject();
  std::string status = "Successful";
  if (system) {
    std::string& before = *exchange.libraries;
    json.Member("sharelibDirOld", before.empty() ? system->folder : before);
    json.Member("host", exchange.settings.base_url);
    json.Member("sharelibDirNew", system->folder);
    before = system->folder;
  } else {
    const bool missing = system.error().code == kNotFound;
    status = missing ? "java.io.FileNotFoundException: " : "java.io.IOException: ";
    status += system.error().message;
    json.Member("host", exchange.settings.base_url);
  }
  co_return JsonAnswer(json.Member("status", status).EndObject().EndObject().Take());
}

/// Shows the ids of the jobs whose programs wait for their turn to start.
Answered ShowQueue(Exchange& exchange) {
  JsonWriter json(kJavaJson);
  json.BeginObject().Key("uniqueMapDump").BeginArray().EndArray().Key("queueDump").BeginArray();
  if (exchange.settings.work) {
    constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
    const std::vector<WorkNow> work = exchange.settings.work(kAll, nullptr);
    for (const WorkItem& item :
         work.at(static_cast<std::size_t>(WorkKind::kProgram)).waiting_items) {
      json.BeginObject().Member("callableDump", item.subject).EndObject();
    }
  }
  return JsonAnswer(json.EndArray().EndObject().Take());
}

void AddItems(const std::vector<WorkItem>& items, std::string_view state, std::int64_t now_ms,
              JsonWriter* json) {
  constexpr std::int64_t kSecondMs = 1000;
  for (const WorkItem& item : items) {
    json->BeginObject().Member("state", state).Optional("user", item.user);
    json->Member("verb", item.verb).Optional("subject", item.subject);
    json->Time("since", item.since_ms);
    json->Member("seconds", std::max<std::int64_t>(now_ms - item.since_ms, 0) / kSecondMs);
    json->EndObject();
  }
}

/// Shows running and waiting work. Oozie does not have this view. A caller without the right to see
/// the server's settings sees only the amount of other users' work.
Task<Answered> ShowWork(Exchange& exchange) {
  constexpr std::int64_t kItems = 1000, kMostItems = 100'000;
  for (const auto& [name, value] : exchange.parameters) {
    const bool known = name == "user.name" || name == "doAs" || (name == "len" && !value.empty());
    if (!known) {
      co_return InvalidValue(name, value);
    }
  }
  const auto length = NumberOf(exchange, "len");
  if (std::holds_alternative<Refusal>(length)) {
    co_return std::get<Refusal>(length);
  }
  const Caller& caller = exchange.request.caller;
  const Result<void> may = co_await exchange.settings.authorize_system_info(caller);
  const std::int64_t items =
      std::min(std::get<std::optional<std::int64_t>>(length).value_or(kItems), kMostItems);
  const std::int64_t now_ms = NowMs();
  JsonWriter json;
  json.BeginObject().Key("work").BeginArray();
  for (const WorkNow& now :
       exchange.settings.work(static_cast<std::size_t>(items), may ? nullptr : &caller.user)) {
    json.BeginObject().Member("kind", WordOf(now.kind));
    json.Member("limit", static_cast<std::int64_t>(now.most));
    json.Member("limitOfUser", static_cast<std::int64_t>(now.most_of_user));
    json.Member("running", static_cast<std::int64_t>(now.running));
    json.Member("waiting", static_cast<std::int64_t>(now.waiting));
    json.Member("runningOfAll", static_cast<std::int64_t>(now.running_of_all));
    json.Member("waitingOfAll", static_cast<std::int64_t>(now.waiting_of_all));
    json.Key("items").BeginArray();
    AddItems(now.running_items, "RUNNING", now_ms, &json);
    AddItems(now.waiting_items, "WAITING", now_ms, &json);
    json.EndArray().EndObject();
  }
  co_return JsonAnswer(json.EndArray().EndObject().Take());
}

Answered ShowMessaging(Exchange&) {
  return Refuse("E1601", "Cannot retrieve JMS connection info [this server has no JMS]");
}

using AuthorizeView = std::function<Task<Result<void>>(Caller)> OozieSettings::*;

struct AdminView {
  std::string_view name;
  Answered (*get)(Exchange& exchange);
  AuthorizeView authorize = nullptr;  ///< null: everybody may see the view
  Task<Answered> (*answer)(Exchange& exchange) =
      nullptr;  ///< called instead of `get` if the answer needs a coroutine
};
constexpr AdminView kAdminViews[] = {
    {"status", &ShowMode},
    {"build-version", &ShowBuild},
    {"instrumentation", &ShowInstrumentation},
    {"metrics", &ShowMetrics},
    {"configuration", &ShowConfiguration, &OozieSettings::authorize_system_info},
    {"os-env", &ShowEnvironment, &OozieSettings::authorize_system_info},
    {"java-sys-properties", &ShowProcess, &OozieSettings::authorize_system_info},
    {"available-oozie-servers", &ShowServers},
    {"list_sharelib", nullptr, nullptr, &ShowShareLibraries},
    {"update_sharelib", nullptr, &OozieSettings::authorize_administration, &UpdateShareLibraries},
    {"queue-dump", &ShowQueue},
    {"jmsinfo", &ShowMessaging},
};

}  // namespace

Task<Answered> AdminResource(Exchange& exchange) {
  if (exchange.Is("PUT") && exchange.rest == "status") {
    co_return co_await SetMode(exchange);
  }
  if (exchange.Is("PUT") && exchange.rest == "purge" && exchange.version > 0) {
    co_return co_await Purge(exchange);
  }
  if (exchange.Is("GET") && exchange.rest == "queue" && exchange.version > 0) {
    co_return co_await ShowWork(exchange);
  }
  for (const AdminView& view : kAdminViews) {
    if (exchange.Is("GET") && view.name == exchange.rest) {
      if (view.authorize != nullptr) {
        const Result<void> may =
            co_await (exchange.settings.*view.authorize)(exchange.request.caller);
        if (!may) {
          co_return RefusalOf(may.error());
        }
      }
      if (view.answer != nullptr) {
        co_return co_await view.answer(exchange);
      }
      co_return view.get(exchange);
    }
  }
  co_return InvalidResource(exchange.rest);
}

}  // namespace hpdl::rt
