#include <algorithm>
#include <charconv>
#include <optional>

#include "runtime/base/secret_name.h"
#include "runtime/server/oozie/configuration_xml.h"
#include "runtime/server/oozie/java_json.h"
#include "runtime/server/oozie/job_rows.h"
#include "runtime/server/oozie/resources.h"
#include "runtime/store/catalogue.h"

namespace hpdl::rt {
namespace {

/// The protocol of this release of Oozie.
constexpr const char* kSpokenVersion = "5.2.1";
constexpr const char* kMask = "***";

/// An object of names and texts, as Java's maps have them; secrets are masked by their names.
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

std::optional<SystemMode> ModeOf(std::string_view word) {
  for (const SystemMode mode :
       {SystemMode::kNormal, SystemMode::kNoWebService, SystemMode::kSafeMode}) {
    if (word == WordOf(mode)) {
      return mode;
    }
  }
  return std::nullopt;
}

/// The value of a parameter from 0 on; none if it is empty or not there.
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

/// Coordinators and bundles, which have parameters of their own, are not here.
Task<Answered> Purge(Exchange& exchange) {
  const Result<void> may =
      co_await exchange.settings.authorize_administration(exchange.request.caller);
  if (!may) {
    co_return RefusalOf(may.error());
  }
  const auto days = NumberOf(exchange, "wf"), batch = NumberOf(exchange, "limit");
  for (const auto* each : {&days, &batch}) {
    if (std::holds_alternative<Refusal>(*each)) {
      co_return std::get<Refusal>(*each);
    }
  }
  const Result<std::size_t> gone = co_await exchange.settings.purge(
      std::get<std::optional<std::int64_t>>(days), std::get<std::optional<std::int64_t>>(batch));
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
  const std::string* safe = Find(exchange.parameters, "safemode");  // of v0
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

/// How many jobs are in which state, in the form of Oozie's metrics.
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

/// Shared libraries are found when an action starts; no list of them is kept.
Answered ShowShareLibraries(Exchange&) {
  return JsonAnswer("{\"sharelib\":[]}");
}

Answered UpdateShareLibraries(Exchange& exchange) {
  JsonWriter json(kJavaJson);
  json.BeginObject().Key("sharelibUpdate").BeginObject();
  json.Member("host", exchange.settings.base_url);
  json.Member("status", "Nothing to do: shared libraries are found when an action starts");
  return JsonAnswer(json.EndObject().EndObject().Take());
}

Answered ShowQueue(Exchange& exchange) {
  JsonWriter json(kJavaJson);
  json.BeginObject().Key("uniqueMapDump").BeginArray().EndArray().Key("queueDump").BeginArray();
  if (exchange.settings.queue) {
    for (const std::string& line : exchange.settings.queue()) {
      json.BeginObject().Member("callableDump", line).EndObject();
    }
  }
  return JsonAnswer(json.EndArray().EndObject().Take());
}

Answered ShowMessaging(Exchange&) {
  return Refuse("E1601", "Cannot retrieve JMS connection info [this server has no JMS]");
}

using AuthorizeView = std::function<Task<Result<void>>(Caller)> OozieSettings::*;

struct AdminView {
  std::string_view name;
  Answered (*get)(Exchange& exchange);
  AuthorizeView authorize = nullptr;  ///< null: everybody may see it
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
    {"list_sharelib", &ShowShareLibraries},
    {"update_sharelib", &UpdateShareLibraries, &OozieSettings::authorize_administration},
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
  for (const AdminView& view : kAdminViews) {
    if (exchange.Is("GET") && view.name == exchange.rest) {
      if (view.authorize != nullptr) {
        const Result<void> may =
            co_await (exchange.settings.*view.authorize)(exchange.request.caller);
        if (!may) {
          co_return RefusalOf(may.error());
        }
      }
      co_return view.get(exchange);
    }
  }
  co_return InvalidResource(exchange.rest);
}

}  // namespace hpdl::rt
