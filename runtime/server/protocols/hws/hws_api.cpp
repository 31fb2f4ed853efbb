#include "runtime/server/protocols/hws/hws_api.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "hws_openapi_text.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/base/utc_time.h"
#include "runtime/ground/base/utf8.h"
#include "runtime/server/protocols/hws/bodies.h"
#include "runtime/server/protocols/hws/hws_path.h"
#include "runtime/server/protocols/hws/resources.h"

namespace hpdl::rt {
namespace {

using hws::Answered;
using hws::Exchange;
using hws::Refusal;

struct Route {
  std::string_view name;
  bool when_inactive;  ///< the resource also answers while HWS is inactive
  Task<Answered> (*resource)(Exchange& exchange);
};
constexpr Route kRoutes[] = {
    {"applications", false, &hws::ApplicationsResource},
    {"jobs", false, &hws::JobsResource},
    {"admin", true, &hws::AdminResource},
};

/// Refuses a body of the wrong content type. Browsers let pages of other sites send forms and plain
/// texts to this server, so forms and plain texts are not accepted.
std::optional<Refusal> WrongContent(const OozieRequest& request, bool is_package) {
  constexpr std::array<std::string_view, 3> kPackage = {
      "application/zip", "application/x-zip-compressed", "application/octet-stream"};
  const std::string type =
      LowerCase(hpdl::Trimmed(request.content_type.substr(0, request.content_type.find(';'))));
  const bool none = type.empty() && request.body.empty() && !is_package;
  const bool right = is_package
                         ? std::find(kPackage.begin(), kPackage.end(), type) != kPackage.end()
                         : type == "application/json";
  if (none || right) {
    return std::nullopt;
  }
  return Refusal{415, hws::kWrongRequest,
                 is_package ? "a package must be sent as application/zip"
                            : "a body must be sent as application/json",
                 ""};
}

Task<std::variant<Caller, Refusal>> CallerOf(const OozieRequest& request,
                                             const HwsSettings& settings,
                                             const Parameters& parameters) {
  Caller caller = request.caller;
  if (const std::string* other = Find(parameters, "doAs")) {
    Result<Caller> as = co_await settings.act_as(request.caller, *other, request.address);
    if (!as) {
      co_return hws::RefusalOfActing(as.error());
    }
    caller = std::move(*as);
  }
  if (caller.user.empty()) {
    co_return Refusal{401, hws::kNobody, "the request names no user", ""};
  }
  co_return caller;
}

const Route* RouteOf(const std::optional<HwsPath>& path) {
  if (!path || path->parts.empty()) {
    return nullptr;
  }
  const auto* const found =
      std::find_if(std::begin(kRoutes), std::end(kRoutes),
                   [&](const Route& each) { return each.name == path->parts[0]; });
  return found == std::end(kRoutes) ? nullptr : found;
}

bool IsText(const Parameters& parameters) {
  return std::all_of(parameters.begin(), parameters.end(), [](const auto& each) {
    return !FirstInvalidUtf8(each.second) && each.second.find('\0') == std::string::npos;
  });
}

/// Returns a query parameter that no resource has; null: all parameters are known. A request with
/// an unknown parameter is refused, because a misspelt name would otherwise have no effect.
const std::string* UnknownParameter(const Parameters& parameters) {
  constexpr std::array<std::string_view, 10> kKnown = {"user.name",   "doAs",   "state", "owner",
                                                       "name",        "offset", "limit", "wait",
                                                       "application", "user"};
  const auto found = std::find_if(parameters.begin(), parameters.end(), [&](const auto& each) {
    return std::find(kKnown.begin(), kKnown.end(), each.first) == kKnown.end();
  });
  return found == parameters.end() ? nullptr : &found->first;
}

/// Returns the refusal of a request that all resources would refuse; nullopt: a resource must
/// answer.
std::optional<Refusal> EarlyRefusal(const OozieRequest& request,
                                    const std::optional<RequestTarget>& target, const Route* route,
                                    const std::optional<HwsPath>& path) {
  if (!target || !IsText(target->parameters)) {
    return Refusal{400, hws::kWrongRequest, "the request's path or query cannot be read", ""};
  }
  if (route == nullptr) {
    return hws::NoResource();
  }
  if (const std::string* unknown = UnknownParameter(target->parameters)) {
    return Refusal{400, hws::kWrongRequest, "the query has an unknown parameter " + *unknown, ""};
  }
  if (request.too_long) {
    return Refusal{413, hws::kWrongRequest, "the body is too long", ""};
  }
  if (request.method == "POST") {
    const bool is_package = path->parts.size() == 1 && route->name == "applications";
    return WrongContent(request, is_package);
  }
  return std::nullopt;
}

}  // namespace

namespace hws {

Refusal NoResource() {
  return {404, kNoResource, "the resource does not exist", ""};
}

Refusal NotAllowed(std::string_view allowed) {
  return {405, kWrongRequest, "the resource allows only " + std::string(allowed),
          "Allow: " + std::string(allowed) + "\r\n"};
}

Refusal WrongBody(const Error& error) {
  Refusal refusal = WrongWords(error.message);
  refusal.status = error.code == kNoJson ? 400 : refusal.status;
  return refusal;
}

std::variant<std::int64_t, Refusal> NumberOf(const Exchange& exchange, std::string_view name,
                                             std::int64_t most, std::int64_t without) {
  const std::string* const text = Find(exchange.parameters, name);
  if (text == nullptr) {
    return without;
  }
  const std::optional<std::int64_t> number = ParseNumber(*text);
  if (!number || *number > most) {
    return WrongWords(std::string(name) + " must be a number up to " + std::to_string(most));
  }
  return *number;
}

std::variant<Part, Refusal> PartOf(const Exchange& exchange) {
  constexpr std::int64_t kMostOffset = 1'000'000'000, kMostLimit = 1000, kLimit = 50;
  const auto offset = NumberOf(exchange, "offset", kMostOffset, 0);
  if (std::holds_alternative<Refusal>(offset)) {
    return std::get<Refusal>(offset);
  }
  const auto limit = NumberOf(exchange, "limit", kMostLimit, kLimit);
  if (std::holds_alternative<Refusal>(limit)) {
    return std::get<Refusal>(limit);
  }
  if (std::get<std::int64_t>(limit) == 0) {
    return WrongWords("limit must be at least 1");
  }
  return Part{std::get<std::int64_t>(offset), std::get<std::int64_t>(limit)};
}

}  // namespace hws

bool IsHwsPath(std::string_view path) {
  return path == "/hws" || path.starts_with("/hws/");
}

std::string_view HwsOpenApi() {
  return kHwsOpenApiText;
}

Task<OozieAnswer> HwsApi::Answer(const OozieRequest& request, StateDirectory& state) {
  std::optional<RequestTarget> target = ReadTarget(request.target);
  std::optional<HwsPath> path = ReadHwsPath(request.target);
  const Route* const route = RouteOf(path);
  std::optional<Refusal> refused = EarlyRefusal(request, target, route, path);
  OozieRequest of_caller = request;
  if (!refused) {
    std::variant<Caller, Refusal> caller =
        co_await CallerOf(request, settings_, target->parameters);
    if (std::holds_alternative<Refusal>(caller)) {
      refused = std::get<Refusal>(std::move(caller));
    } else {
      of_caller.caller = std::get<Caller>(std::move(caller));
    }
  }
  if (!refused && !active_ && !route->when_inactive) {
    refused = Refusal{503, hws::kInactive, "HWS is inactive", ""};
  }
  OozieAnswer answer;
  if (refused) {
    answer = hws::AnswerOf(*refused);
  } else {
    path->parts.erase(path->parts.begin());
    Exchange exchange{
        of_caller, std::move(path->parts), std::move(target->parameters), state, settings_,
        &active_};
    Answered answered = co_await route->resource(exchange);
    answer = std::holds_alternative<OozieAnswer>(answered)
                 ? std::get<OozieAnswer>(std::move(answered))
                 : hws::AnswerOf(std::get<Refusal>(answered));
  }
  answer.fields += "Date: " + HttpDate(NowMs()) + "\r\n";
  co_return answer;
}

}  // namespace hpdl::rt
