#include <map>
#include <utility>

#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/json_writer.h"
#include "runtime/ground/base/secret_name.h"
#include "runtime/server/protocols/hws/bodies.h"
#include "runtime/server/protocols/hws/resources.h"
#include "runtime/store/catalogue.h"

namespace hpdl::rt::hws {
namespace {

/// Answers with an object of names and texts; masks the values of secret names.
OozieAnswer MapAnswer(const std::map<std::string, std::string, std::less<>>& all) {
  constexpr std::string_view kMask = "***";
  JsonWriter json;
  json.BeginObject();
  for (const auto& [name, value] : all) {
    json.Member(name, IsSecretName(name) ? kMask : std::string_view(value));
  }
  return JsonAnswer(json.EndObject().Take());
}

Task<Answered> ShowStatus(Exchange& exchange) {
  JsonWriter json;
  json.BeginObject().Member("status", *exchange.active ? "ACTIVE" : "INACTIVE").EndObject();
  co_return JsonAnswer(json.Take());
}

Task<Answered> ShowNumbers(Exchange& exchange) {
  const ServerNumbers numbers = exchange.settings.numbers();
  JobFilter workflows;
  workflows.states = StatesOf(JobType::kWorkflow);
  const auto counts = exchange.state.catalogue().Count(workflows);
  if (!counts) {
    co_return RefusalOf(counts.error());
  }
  JsonWriter json;
  json.BeginObject().Key("jobs").BeginObject();
  for (const JobState state : workflows.states) {
    const auto found = counts->find(state);
    json.Member(StateName(state, HPDL_DIALECT_HWS), found == counts->end() ? 0 : found->second);
  }
  json.EndObject().Key("applications").BeginObject();
  for (const ApplicationState state :
       {ApplicationState::kInactive, ApplicationState::kActive, ApplicationState::kSuspended}) {
    ApplicationFilter filter;
    filter.state = state;
    const Result<std::int64_t> number = exchange.settings.applications->Count(filter);
    if (!number) {
      co_return RefusalOf(number.error());
    }
    json.Member(WordOf(state), *number);
  }
  json.EndObject().Member("wanted", static_cast<std::int64_t>(numbers.wanted));
  json.Member("parked", static_cast<std::int64_t>(numbers.parked));
  json.Member("compilations", static_cast<std::int64_t>(numbers.compiled));
  json.Key("work").BeginArray();
  for (const WorkNow& work : exchange.settings.work()) {
    json.BeginObject().Member("kind", WordOf(work.kind));
    json.Member("running", static_cast<std::int64_t>(work.running));
    json.Member("waiting", static_cast<std::int64_t>(work.waiting));
    json.Member("limit", static_cast<std::int64_t>(work.most)).EndObject();
  }
  co_return JsonAnswer(json.EndArray().EndObject().Take());
}

Task<Answered> ShowEnvironment(Exchange& exchange) {
  const Result<void> may =
      co_await exchange.settings.authorize_system_info(exchange.request.caller);
  if (!may) {
    co_return RefusalOf(may.error());
  }
  std::map<std::string, std::string, std::less<>> all;
  for (const std::string& each : exchange.settings.environment) {
    const std::size_t equals = each.find('=');
    if (equals != std::string::npos && equals != 0) {
      all.emplace(each.substr(0, equals), each.substr(equals + 1));
    }
  }
  co_return MapAnswer(all);
}

Task<Answered> ShowProperties(Exchange& exchange) {
  const Result<void> may =
      co_await exchange.settings.authorize_system_info(exchange.request.caller);
  if (!may) {
    co_return RefusalOf(may.error());
  }
  co_return MapAnswer({exchange.settings.process.begin(), exchange.settings.process.end()});
}

Task<Answered> SetActive(Exchange& exchange, bool active) {
  const Result<void> nothing = ReadNothing(exchange.request.body);
  if (!nothing) {
    co_return WrongBody(nothing.error());
  }
  const Result<void> may =
      co_await exchange.settings.authorize_administration(exchange.request.caller);
  if (!may) {
    co_return RefusalOf(may.error());
  }
  *exchange.active = active;
  co_return co_await ShowStatus(exchange);
}

Task<Answered> ActivateServer(Exchange& exchange) {
  return SetActive(exchange, true);
}

Task<Answered> DeactivateServer(Exchange& exchange) {
  return SetActive(exchange, false);
}

Task<Answered> PurgeJobs(Exchange& exchange) {
  const Result<std::int64_t> days = ReadPurgeDays(exchange.request.body);
  if (!days) {
    co_return WrongBody(days.error());
  }
  const Result<void> may =
      co_await exchange.settings.authorize_administration(exchange.request.caller);
  if (!may) {
    co_return RefusalOf(may.error());
  }
  PurgeQuery query;
  query.days[static_cast<std::size_t>(JobType::kWorkflow)] = *days;
  for (const JobType other : {JobType::kCoordinator, JobType::kBundle}) {
    // 100 years, so that no coordinator or bundle is purged: HWS does not have these job types.
    query.days[static_cast<std::size_t>(other)] = 36'500;
  }
  const Result<std::size_t> gone = co_await exchange.settings.purge(query);
  if (!gone) {
    co_return RefusalOf(gone.error());
  }
  JsonWriter json;
  json.BeginObject().Member("removed", static_cast<std::int64_t>(*gone)).EndObject();
  co_return JsonAnswer(json.Take());
}

struct Word {
  std::string_view word, method;
  Task<Answered> (*answer)(Exchange& exchange);
};
constexpr Word kWords[] = {
    {"status", "GET", &ShowStatus},
    {"instrumentation", "GET", &ShowNumbers},
    {"environment", "GET", &ShowEnvironment},
    {"system-properties", "GET", &ShowProperties},
    {"activate", "POST", &ActivateServer},
    {"deactivate", "POST", &DeactivateServer},
    {"purge", "POST", &PurgeJobs},
};

}  // namespace

Task<Answered> AdminResource(Exchange& exchange) {
  if (exchange.parts.size() == 1) {
    for (const Word& each : kWords) {
      if (each.word == exchange.parts[0] && !exchange.Is(each.method)) {
        co_return NotAllowed(each.method);
      }
      if (each.word == exchange.parts[0]) {
        co_return co_await each.answer(exchange);
      }
    }
  }
  co_return NoResource();
}

}  // namespace hpdl::rt::hws
