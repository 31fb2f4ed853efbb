#include "runtime/world/hadoop/resource_manager.h"

#include <utility>

#include "runtime/ground/base/percent.h"
#include "runtime/world/hadoop/yarn_replies.h"

namespace hpdl::rt {

namespace {

constexpr char kApps[] = "/ws/v1/cluster/apps";
constexpr char kInfo[] = "/ws/v1/cluster/info";
/// The HTTP status with which YARN accepts a submission.
constexpr int kAccepted = 202;
/// The maximum size of a list in bytes. It has room for thousands of applications with long
/// diagnostics.
constexpr std::int64_t kMostListed = 256 << 20;
/// The fields of an application that take most of the space in a reply and that no code here reads.
constexpr char kNotWanted[] =
    "resourceRequests,timeouts,appNodeLabelExpression,amNodeLabelExpression,resourceInfo";

// RestClient::Call objects are made outside of coroutines, because g++ 12 copies the members of
// aggregates bit by bit in coroutines.
RestClient::Call MakeCall(const char* method, std::string path, std::string body = {}) {
  RestClient::Call call;
  call.method = method;
  call.path = std::move(path);
  call.body = std::move(body);
  return call;
}

std::string PathOf(const std::string& id) {
  return std::string(kApps) + "/" + PercentEncoded(id);
}

std::string JobPath(const std::string& id) {
  return "/ws/v1/history/mapreduce/jobs/" + PercentEncoded(id);
}

bool IsMissing(const RestClient::Reply& reply) {
  return reply.status == 404 && reply.body.find("NotFoundException") != std::string::npos;
}

Error Refused(const RestClient::Reply& reply) {
  return ErrorOfYarnReply(reply.status, reply.body, reply.url);
}

bool IsGood(const RestClient::Reply& reply) {
  return reply.status >= 200 && reply.status < 300;
}

/// Returns the error for a 2xx status that YARN never returns for the request. The status may come
/// from a server that is not YARN and accepts every request.
Error NotTaken(const RestClient::Reply& reply) {
  return {ErrorClass::kNonTransient, "E0902",
          reply.url + " answered with HTTP status " + std::to_string(reply.status) +
              ", which does not confirm the request: this is not a YARN server"};
}

}  // namespace

Task<Result<std::string>> ResourceManager::NewApplication() {
  RestClient::Call call = MakeCall("POST", std::string(kApps) + "/new-application");
  const Result<std::string> body = co_await client_.Get(std::move(call));
  HPDL_CO_TRY(body);
  co_return ReadNewApplication(*body);
}

Task<Result<void>> ResourceManager::Submit(std::string body) {
  RestClient::Call call = MakeCall("POST", kApps, std::move(body));
  const Result<RestClient::Reply> reply = co_await client_.Send(std::move(call));
  HPDL_CO_TRY(reply);
  if (reply->status != kAccepted) {
    co_return IsGood(*reply) ? NotTaken(*reply) : Refused(*reply);
  }
  co_return Result<void>();
}

/// Sends a call about one application. Returns nullopt if the resource manager does not have the
/// application.
Task<Result<std::optional<RestClient::Reply>>> ResourceManager::SendTo(RestClient::Call call) {
  for (bool recovered = false;; recovered = true) {
    Result<RestClient::Reply> reply = co_await client_.Send(call);
    HPDL_CO_TRY(reply);
    if (!IsMissing(*reply)) {
      co_return std::optional<RestClient::Reply>(std::move(*reply));
    }
    if (recovered) {
      co_return std::optional<RestClient::Reply>();
    }
    HPDL_CO_TRY(co_await CheckRecovered());
  }
}

/// Fails while the resource manager has not read the applications of its state store. If a proxy
/// refuses the request for the state, the state is unknown, and no error is returned.
Task<Result<void>> ResourceManager::CheckRecovered() {
  const Result<RestClient::Reply> reply = co_await client_.Send(MakeCall("GET", kInfo));
  HPDL_CO_TRY(reply);
  const std::string state = IsGood(*reply) ? ReadHaState(reply->body) : "";
  if (state.empty() || state == "ACTIVE") {
    co_return Result<void>();
  }
  co_return Error{ErrorClass::kTransient, "JA009",
                  reply->url + " has not read its applications yet; its state is " + state};
}

Task<Result<std::optional<Application>>> ResourceManager::Find(std::string id) {
  const Result<std::optional<RestClient::Reply>> reply =
      co_await SendTo(MakeCall("GET", PathOf(id)));
  HPDL_CO_TRY(reply);
  if (!*reply) {
    co_return std::optional<Application>();
  }
  if (!IsGood(**reply)) {
    co_return Refused(**reply);
  }
  Result<Application> found = ReadApplication((*reply)->body);
  HPDL_CO_TRY(found);
  co_return std::optional<Application>(std::move(*found));
}

Task<Result<std::vector<Application>>> ResourceManager::List(std::string tags, std::string states) {
  std::string path = std::string(kApps) + "?applicationTags=" + tags +
                     (states.empty() ? "" : "&states=" + states) + "&deSelects=" + kNotWanted;
  RestClient::Call call = MakeCall("GET", std::move(path));
  call.limit = kMostListed;
  const Result<std::string> body = co_await client_.Get(std::move(call));
  HPDL_CO_TRY(body);
  co_return ReadApplications(*body);
}

Task<Result<std::vector<Application>>> ResourceManager::FindByTag(std::string tag) {
  // While the resource manager starts, the list may be empty although the tag has applications. So
  // the state is checked first. A check after an empty list would come too late: a second list
  // would be needed.
  HPDL_CO_TRY(co_await CheckRecovered());
  co_return co_await List(PercentEncoded(tag), {});
}

Task<Result<void>> ResourceManager::Kill(std::string id) {
  RestClient::Call call = MakeCall("PUT", PathOf(id) + "/state", R"({"state":"KILLED"})");
  const Result<std::optional<RestClient::Reply>> reply = co_await SendTo(std::move(call));
  HPDL_CO_TRY(reply);
  if (!*reply) {
    co_return Result<void>();
  }
  if (!IsGood(**reply)) {
    co_return Refused(**reply);
  }
  co_return ReadStateReply((*reply)->body);
}

Task<Result<std::optional<HistoryJob>>> JobHistory::Job(std::string job_id) {
  RestClient::Call call = MakeCall("GET", JobPath(job_id));
  const Result<RestClient::Reply> reply = co_await client_.Send(std::move(call));
  HPDL_CO_TRY(reply);
  if (IsMissing(*reply)) {
    co_return std::optional<HistoryJob>();
  }
  if (!IsGood(*reply)) {
    co_return Refused(*reply);
  }
  Result<HistoryJob> job = ReadHistoryJob(reply->body);
  HPDL_CO_TRY(job);
  co_return std::optional<HistoryJob>(std::move(*job));
}

Task<Result<Counters>> JobHistory::JobCounters(std::string job_id) {
  RestClient::Call call = MakeCall("GET", JobPath(job_id) + "/counters");
  const Result<std::string> body = co_await client_.Get(std::move(call));
  HPDL_CO_TRY(body);
  co_return ReadJobCounters(*body);
}

}  // namespace hpdl::rt
