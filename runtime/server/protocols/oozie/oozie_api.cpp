#include "runtime/server/protocols/oozie/oozie_api.h"

#include <optional>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/utc_time.h"
#include "runtime/server/protocols/oozie/node_confs.h"
#include "runtime/server/protocols/oozie/program_rights.h"
#include "runtime/server/protocols/oozie/resources.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kContext = "/oozie/";

/// A resource and its name in paths. Bit n of `versions` is set if version n of the protocol has
/// the resource.
struct Route {
  std::string_view name;
  bool has_rest;  ///< the path may go on after `name`, for example with a job id
  unsigned versions;
  Task<Answered> (*resource)(Exchange& exchange);
};
constexpr unsigned kAllVersions = 7;
constexpr Route kRoutes[] = {
    {"admin", true, kAllVersions, &AdminResource},
    {"jobs", false, kAllVersions, &JobsResource},
    {"job", true, kAllVersions, &JobResource},
    {"validate", false, 4, &ValidateResource},
    {"sla", false, 6, &SlaResource},
};
constexpr Route kVersionsRoute = {"versions", false, kAllVersions, &VersionsResource};

struct Found {
  const Route* route = nullptr;
  int version = 2;
  std::string rest;
};

std::optional<Found> RouteOf(std::string_view path) {
  if (path.substr(0, kContext.size()) != kContext) {
    return std::nullopt;
  }
  path.remove_prefix(kContext.size());
  if (path == kVersionsRoute.name) {
    return Found{&kVersionsRoute, 2, ""};
  }
  if (path.size() < 3 || path[0] != 'v' || path[1] < '0' || path[1] > '2' || path[2] != '/') {
    return std::nullopt;
  }
  const int version = path[1] - '0';
  path.remove_prefix(3);
  const std::size_t slash = path.find('/');
  for (const Route& route : kRoutes) {
    if (path.substr(0, slash) == route.name &&
        (slash == std::string_view::npos || route.has_rest) &&
        (route.versions >> version & 1) != 0) {
      const bool more = slash != std::string_view::npos;
      return Found{&route, version, more ? std::string(path.substr(slash + 1)) : ""};
    }
  }
  return std::nullopt;
}

bool IsKnown(std::string_view method) {
  return method == "GET" || method == "PUT" || method == "POST";
}

/// Returns the caller of a request: its sender, or the user for whom the sender acts.
Task<std::variant<Caller, Refusal>> CallerOf(const OozieRequest& request,
                                             const OozieSettings& settings,
                                             const Parameters& parameters) {
  const std::string* other = Find(parameters, "doAs");
  if (other == nullptr) {
    co_return request.caller;
  }
  if (!request.caller.program.empty()) {
    co_return Refusal{401, "E1400", "E1400: Unauthorized proxyuser [a program]"};
  }
  const Result<Caller> caller = co_await settings.act_as(request.caller, *other, request.address);
  if (!caller) {
    co_return RefusalOfActing(caller.error());
  }
  co_return *caller;
}

/// Returns the answer to a request that no resource has to handle; nullopt: a resource must answer.
std::optional<OozieAnswer> EarlyAnswer(const OozieRequest& request,
                                       const std::optional<RequestTarget>& target,
                                       const std::optional<Found>& found) {
  if (request.method == "OPTIONS") {
    OozieAnswer answer = EmptyAnswer();
    answer.fields += "Allow: TRACE, OPTIONS\r\n";
    return answer;
  }
  if (request.method == "TRACE") {
    return OozieAnswer{403, "", "", "", ""};
  }
  if (!target) {
    return ErrorAnswer(InvalidParameter("the request's path or query cannot be read"),
                       request.method);
  }
  if (!found) {
    return NotFoundAnswer(request.method);
  }
  if (!IsKnown(request.method)) {
    return ErrorAnswer(InvalidResource(found->rest), request.method);
  }
  if (request.too_long) {
    return ErrorAnswer({413, "E0302", "E0302: Invalid parameter [the body is too long]"},
                       request.method);
  }
  return std::nullopt;
}

void AddDate(OozieAnswer* answer) {
  answer->fields += "Date: " + HttpDate(NowMs()) + "\r\n";
}

}  // namespace

std::string_view WordOf(SystemMode mode) {
  constexpr std::string_view kWords[] = {"NORMAL", "NOWEBSERVICE", "SAFEMODE"};
  return kWords[static_cast<std::size_t>(mode)];
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

OozieApi::OozieApi(OozieSettings settings)
    : settings_(std::move(settings)),
      mode_(settings_.mode),
      definitions_(std::make_shared<KnownDefinitions>()) {}

Task<OozieAnswer> OozieApi::Answer(const OozieRequest& request, StateDirectory& state) {
  std::optional<RequestTarget> target = ReadTarget(request.target);
  std::optional<Found> found = target ? RouteOf(target->path) : std::optional<Found>();
  std::optional<OozieAnswer> answer = EarlyAnswer(request, target, found);
  OozieRequest of_caller = request;
  if (!answer) {
    std::variant<Caller, Refusal> caller =
        co_await CallerOf(request, settings_, target->parameters);
    if (std::holds_alternative<Refusal>(caller)) {
      answer = ErrorAnswer(std::get<Refusal>(caller), request.method);
    } else {
      of_caller.caller = std::move(std::get<Caller>(caller));
    }
  }
  if (!answer) {
    Exchange exchange{of_caller,
                      found->version,
                      std::move(found->rest),
                      std::move(target->parameters),
                      state,
                      settings_,
                      &mode_,
                      &libraries_,
                      definitions_.get()};
    std::optional<Refusal> refused = RefuseProgram(exchange, found->route->name);
    Answered answered;
    if (refused) {
      answered = std::move(*refused);
    } else {
      answered = co_await found->route->resource(exchange);
    }
    answer = std::holds_alternative<OozieAnswer>(answered)
                 ? std::move(std::get<OozieAnswer>(answered))
                 : ErrorAnswer(std::get<Refusal>(answered), request.method);
  }
  AddDate(&*answer);
  co_return std::move(*answer);
}

}  // namespace hpdl::rt
