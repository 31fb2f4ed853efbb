#include "runtime/server/protocols/celos/celos_api.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "runtime/ground/base/percent.h"
#include "runtime/rules/celos/slot_commands.h"
#include "runtime/server/protocols/celos/error_page.h"
#include "runtime/server/protocols/celos/resources.h"

namespace hpdl::rt::celos {
namespace {

using Act = Result<std::string> (*)(Exchange& exchange);

// The functions that answer requests for a path, one for each method; null: the path does not
// accept the method.
struct Route {
  std::string_view path;
  Act get, post, put, remove;
  RequestLine line;
};

constexpr Act kNone = nullptr;
constexpr Route kRoutes[] = {
    {"/workflow-list", GetWorkflowList, kNone, kNone, kNone, RequestLine::kLook},
    {"/workflow-slots", GetWorkflowSlots, kNone, kNone, kNone, RequestLine::kLook},
    {"/workflow", GetWorkflow, kNone, kNone, kNone, RequestLine::kLook},
    {"/slot-state", GetSlotState, kNone, kNone, kNone, RequestLine::kLook},
    {"/trigger-status", GetTriggerStatus, kNone, kNone, kNone, RequestLine::kAsk},
    {"/scheduler", kNone, PostScheduler, kNone, kNone, RequestLine::kChange},
    {"/rerun", kNone, PostRerun, kNone, kNone, RequestLine::kChange},
    {"/kill", kNone, PostKill, kNone, kNone, RequestLine::kChange},
    {"/pause", kNone, PostPause, kNone, kNone, RequestLine::kChange},
    {"/clear-cache", kNone, PostClearCache, kNone, kNone, RequestLine::kChange},
    {"/register", GetRegister, kNone, PutRegister, DeleteRegister, RequestLine::kLook},
    {"/list-register-keys", GetRegisterKeys, kNone, kNone, kNone, RequestLine::kLook},
};
constexpr std::string_view kVersion = "/version";

const Route* RouteOf(std::string_view target) {
  const std::string_view path = PathOfTarget(target);
  const std::optional<std::string> decoded = PercentDecoded(path);
  const auto* const found =
      std::find_if(std::begin(kRoutes), std::end(kRoutes), [&](const Route& route) {
        return route.path == (decoded ? std::string_view(*decoded) : path);
      });
  return found == std::end(kRoutes) ? nullptr : found;
}

Act ActOf(const Route& route, std::string_view method) {
  return method == "GET" || method == "HEAD" ? route.get
         : method == "POST"                  ? route.post
         : method == "PUT"                   ? route.put
         : method == "DELETE"                ? route.remove
                                             : nullptr;
}

CelosAnswer AllowedMethods(const Route& route) {
  std::string allow = route.get != nullptr ? "GET, HEAD, " : "";
  allow += route.post != nullptr ? "POST, " : "";
  allow += route.put != nullptr ? "PUT, " : "";
  allow += route.remove != nullptr ? "DELETE, " : "";
  CelosAnswer answer;
  answer.fields = "Allow: " + allow + "TRACE, OPTIONS\r\n";
  return answer;
}

CelosAnswer NoSuchMethod(const CelosRequest& request) {
  const std::string word = request.method == "DELETE" ? "Http" : "HTTP";
  return ErrorPage(request, 405,
                   word + " method " + request.method + " is not supported by this URL");
}

CelosAnswer VersionAnswer(const CelosRequest& request, const std::optional<std::string>& version) {
  if (request.method != "GET" && request.method != "HEAD") {
    return NoSuchMethod(request);
  }
  return version ? CelosAnswer{200, *version} : ErrorPage(request, 500, "Server Error");
}

// Answers a path outside the API as Jetty does.
CelosAnswer NoResource(const CelosRequest& request) {
  const std::string_view path = PathOfTarget(request.target);
  if (request.method != "GET" && request.method != "HEAD" && request.method != "POST") {
    return NoSuchMethod(request);
  }
  if (path == "/") {
    return ErrorPage(request, 403, "Forbidden");
  }
  return path.ends_with(".jsp") ? ErrorPage(request, 500, "JSP support not configured")
                                : ErrorPage(request, 404, "Not Found");
}

CelosAnswer AnswerOf(const CelosRequest& request, const Error& error, StepLog& log) {
  if (error.code == kNotThere || error.code == kSlotNotFound) {
    return ErrorPage(request, 404, error.message);
  }
  if (error.code == kIncomplete) {
    return ErrorPage(request, 400, error.message);
  }
  if (error.code == kBare) {
    log.Problem(error.message);
    return ErrorPage(request, 400, error.message.empty() ? "Bad Request" : error.message);
  }
  const std::string text = ExceptionText(error);
  log.Problem(text);
  return error.code == kStackOverflow ? ErrorPage(request, 500, "Server Error")
                                      : ErrorPage(request, 400, text);
}

}  // namespace

RequestLine LineOf(const CelosRequest& request) {
  const Route* const route = RouteOf(request.target);
  return route == nullptr ? RequestLine::kLook : route->line;
}

bool IsOfApi(std::string_view target) {
  return RouteOf(target) != nullptr || PathOfTarget(target) == kVersion;
}

CelosAnswer CelosApi::Answer(const CelosRequest& request) {
  const Route* const route = RouteOf(request.target);
  if (route == nullptr) {
    return PathOfTarget(request.target) == kVersion ? VersionAnswer(request, world_.version)
                                                    : NoResource(request);
  }
  if (request.method == "OPTIONS") {
    return AllowedMethods(*route);
  }
  const Act act = ActOf(*route, request.method);
  if (act == nullptr) {
    return NoSuchMethod(request);
  }
  Exchange exchange{request, world_, ParametersOf(request)};
  Result<std::string> body = act(exchange);
  if (!body) {
    return AnswerOf(request, body.error(), world_.log);
  }
  CelosAnswer answer{200, std::move(*body)};
  answer.content_type = world_.names_json && !answer.body.empty() ? "application/json" : "";
  return answer;
}

const std::string* Exchange::Find(std::string_view name) const {
  const auto found = parameters.find(name);
  return found == parameters.end() ? nullptr : &found->second;
}

Result<std::string> Exchange::Required(std::string_view name) const {
  const std::string* const value = Find(name);
  return value != nullptr ? Result<std::string>(*value)
                          : JavaException(kIncomplete, std::string(name) + " parameter missing.");
}

Result<ScheduledTime> Exchange::SlotTime() const {
  const Result<std::string> text = Required("time");
  HPDL_TRY(text);
  return ScheduledTime::Parse(*text);
}

Result<ScheduledTime> Exchange::Time(std::string_view name, ScheduledTime otherwise) const {
  const std::string* const text = Find(name);
  return text == nullptr ? Result<ScheduledTime>(otherwise) : ScheduledTime::Parse(*text);
}

Result<void> CheckWorkflowId(std::string_view id) {
  if (id.find_first_not_of(" \t\n\v\f\r\x1c\x1d\x1e\x1f") == std::string_view::npos) {
    return JavaException(kIllegalArgument, "Workflow ID can't be only whitespace.");
  }
  if (id.find('/') != std::string_view::npos) {
    return JavaException(kIllegalArgument, "Workflow ID can't contain slash.");
  }
  return {};
}

Result<FoundWorkflow> FindWorkflow(const Exchange& exchange, const std::string& id) {
  Result<DefinitionsPtr> definitions = exchange.world.definitions.Get();
  HPDL_TRY(definitions);
  HPDL_TRY(CheckWorkflowId(id));
  const auto& workflows = (*definitions)->configuration->workflows;
  const auto found = workflows.find(id);
  if (found == workflows.end()) {
    return JavaException(kNotThere, "Workflow not found: " + id);
  }
  return FoundWorkflow{*definitions, &found->second};
}

}  // namespace hpdl::rt::celos
