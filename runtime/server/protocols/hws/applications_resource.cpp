#include <functional>
#include <utility>

#include "runtime/ground/base/json_writer.h"
#include "runtime/server/protocols/hws/bodies.h"
#include "runtime/server/protocols/hws/resources.h"

namespace hpdl::rt::hws {
namespace {

constexpr std::int64_t kMostWait = 60;  ///< the limit of `wait`, in seconds

void WriteMembers(JsonWriter* json, const DeployedApplication& one) {
  json->Member("name", one.name).Member("owner", one.owner);
  json->Member("state", WordOf(one.state)).Member("files", one.files);
  json->Member("bytes", one.bytes).Time("deployed", one.created_ms);
  json->Time("modified", one.modified_ms);
}

Answered Shown(const Result<DeployedApplication>& application) {
  if (!application) {
    return RefusalOf(application.error());
  }
  JsonWriter json;
  json.BeginObject();
  WriteMembers(&json, *application);
  return JsonAnswer(json.EndObject().Take());
}

Answered ListApplications(const Exchange& exchange) {
  const std::variant<Part, Refusal> part = PartOf(exchange);
  if (std::holds_alternative<Refusal>(part)) {
    return std::get<Refusal>(part);
  }
  const auto [offset, limit] = std::get<Part>(part);
  ApplicationFilter filter;
  if (const std::string* state = Find(exchange.parameters, "state")) {
    filter.state = ReadApplicationState(*state);
    if (!filter.state) {
      return WrongWords("state must be INACTIVE, ACTIVE or SUSPENDED");
    }
  }
  filter.owner = Get(exchange.parameters, "owner");
  filter.text = Get(exchange.parameters, "name");
  Applications& applications = *exchange.settings.applications;
  const Result<std::int64_t> total = applications.Count(filter);
  const Result<std::vector<DeployedApplication>> all = applications.List(filter, offset, limit);
  if (!total || !all) {
    return RefusalOf(total ? all.error() : total.error());
  }
  JsonWriter json;
  json.BeginObject().Member("total", *total).Member("offset", offset).Member("limit", limit);
  json.Key("applications").BeginArray();
  for (const DeployedApplication& each : *all) {
    json.BeginObject();
    WriteMembers(&json, each);
    json.EndObject();
  }
  return JsonAnswer(json.EndArray().EndObject().Take());
}

Task<Answered> ShowApplication(Exchange& exchange) {
  Applications& applications = *exchange.settings.applications;
  const Result<DeployedApplication> found = applications.Find(exchange.parts[0]);
  if (!found) {
    co_return RefusalOf(found.error());
  }
  const Result<std::string> definition = co_await applications.Definition(*found);
  if (!definition) {
    const Result<DeployedApplication> now = applications.Find(exchange.parts[0]);
    co_return RefusalOf(now ? definition.error() : now.error());
  }
  JsonWriter json;
  json.BeginObject();
  WriteMembers(&json, *found);
  json.Member("definition", *definition);
  co_return JsonAnswer(json.EndObject().Take());
}

Task<Answered> Undeploy(Exchange& exchange) {
  const Result<void> done =
      co_await exchange.settings.applications->Undeploy(exchange.request.caller, exchange.parts[0]);
  if (!done) {
    co_return RefusalOf(done.error());
  }
  co_return OozieAnswer{204, "", "", "", ""};
}

Task<Answered> Deploy(Exchange& exchange) {
  std::string package(exchange.request.body);
  const Result<Deployment> deployed =
      co_await exchange.settings.applications->Deploy(exchange.request.caller, std::move(package));
  if (!deployed) {
    co_return RefusalOf(deployed.error());
  }
  JsonWriter json;
  json.BeginObject();
  WriteMembers(&json, *deployed);
  WriteDiagnostics(&json.Key("warnings"), deployed->warnings);
  co_return JsonAnswer(json.EndObject().Take(), 201);
}

Task<Answered> Deactivate(Exchange& exchange) {
  const auto wait = NumberOf(exchange, "wait", kMostWait, 0);
  if (std::holds_alternative<Refusal>(wait)) {
    co_return std::get<Refusal>(wait);
  }
  const std::int64_t wait_ms = std::get<std::int64_t>(wait) * 1000;
  std::function<bool()> gone = exchange.request.gone;
  const Result<DeployedApplication> changed = co_await exchange.settings.applications->Deactivate(
      exchange.request.caller, exchange.parts[0], wait_ms, std::move(gone));
  co_return Shown(changed);
}

Task<Answered> Change(Exchange& exchange) {
  const std::string& word = exchange.parts[1];
  const bool activates = word == WordOf(ApplicationVerb::kActivate);
  if (!activates && word != WordOf(ApplicationVerb::kSuspend) &&
      word != WordOf(ApplicationVerb::kDeactivate)) {
    co_return NoResource();
  }
  if (!exchange.Is("POST")) {
    co_return NotAllowed("POST");
  }
  if (const Result<void> nothing = ReadNothing(exchange.request.body); !nothing) {
    co_return WrongBody(nothing.error());
  }
  if (word == WordOf(ApplicationVerb::kDeactivate)) {
    co_return co_await Deactivate(exchange);
  }
  const ApplicationVerb verb = activates ? ApplicationVerb::kActivate : ApplicationVerb::kSuspend;
  const Result<DeployedApplication> changed = co_await exchange.settings.applications->Change(
      exchange.request.caller, exchange.parts[0], verb);
  co_return Shown(changed);
}

}  // namespace

Task<Answered> ApplicationsResource(Exchange& exchange) {
  const std::size_t size = exchange.parts.size();
  if (size == 2) {
    co_return co_await Change(exchange);
  }
  if (size > 2) {
    co_return NoResource();
  }
  if (size == 0 && exchange.Is("GET")) {
    co_return ListApplications(exchange);
  }
  if (size == 0 && exchange.Is("POST")) {
    co_return co_await Deploy(exchange);
  }
  if (size == 1 && exchange.Is("GET")) {
    co_return co_await ShowApplication(exchange);
  }
  if (size == 1 && exchange.Is("DELETE")) {
    co_return co_await Undeploy(exchange);
  }
  co_return NotAllowed(size == 0 ? "GET, POST" : "GET, DELETE");
}

}  // namespace hpdl::rt::hws
