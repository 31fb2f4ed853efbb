#include "runtime/world/oozie_client/oozie_server.h"

#include <algorithm>
#include <utility>

#include "runtime/ground/base/percent.h"

namespace hpdl::rt {

namespace {

/// The maximum size of a reply in bytes. It has room for a job with very many actions.
constexpr std::int64_t kMostReply = 64 << 20;
constexpr const char* kXmlType = "application/xml;charset=UTF-8";

std::string HostOf(const std::string& url) {
  std::string host = url.substr(url.find("://") + 3);
  host.resize(std::min(host.find('/'), host.size()));
  return host.substr(host.rfind('@') + 1);
}

}  // namespace

OozieServer::OozieServer(Network& network, std::string url, std::string user,
                         std::int64_t timeout_ms, OozieEntry entry)
    : network_(network),
      url_(std::move(url)),
      user_(std::move(user)),
      host_(HostOf(url_)),
      timeout_ms_(timeout_ms),
      entry_(std::move(entry)) {}

// Arguments of calls in co_await expressions are named variables, because g++ 12 destroys temporary
// objects of such expressions twice.

Task<Result<HttpReply>> OozieServer::Send(HttpRequest request) {
  request.connect_ms = std::min(request.connect_ms, timeout_ms_);
  request.total_ms = timeout_ms_;
  request.idle_ms = timeout_ms_;
  request.reply_limit = kMostReply;
  request.key_pin = entry_.key_pin;
  if (!entry_.credential.empty()) {
    request.headers.emplace_back("Authorization", "Bearer " + entry_.credential);
  }
  Result<HttpReply> reply = co_await network_.Send(std::move(request));
  if (!reply) {
    Error error = reply.error();
    error.code = "SUBWF005";
    if (error.error_class == ErrorClass::kError) {
      error.error_class = ErrorClass::kNonTransient;
    }
    co_return error;
  }
  if (reply->status < 200 || reply->status >= 300) {
    co_return ErrorOfOozie(*reply, host_);
  }
  co_return reply;
}

Task<Result<void>> OozieServer::Negotiate() {
  if (!version_.empty()) {
    co_return Result<void>();
  }
  HttpRequest request;
  request.url = url_ + "/versions?user.name=" + PercentEncoded(user_);
  const Result<HttpReply> reply = co_await Send(std::move(request));
  HPDL_CO_TRY(reply);
  Result<std::string> version = ReadVersions(reply->body);
  if (!version) {
    Error error = version.error();
    error.message = host_ + ": " + error.message;
    co_return error;
  }
  version_ = std::move(*version);
  co_return Result<void>();
}

Task<Result<HttpReply>> OozieServer::Call(HttpRequest request, std::string path,
                                          std::string query) {
  HPDL_CO_TRY(co_await Negotiate());
  // Servers without Kerberos take the user from this parameter. Servers that need no user ignore
  // it.
  query += (query.empty() ? "user.name=" : "&user.name=") + PercentEncoded(user_);
  request.url = url_ + "/" + version_ + "/" + path + "?" + query;
  Result<HttpReply> reply = co_await Send(std::move(request));
  co_return reply;
}

Task<Result<std::string>> OozieServer::Find(std::string external_id) {
  HttpRequest request;
  std::string query = "jobtype=wf&external-id=" + PercentEncoded(external_id);
  const Result<HttpReply> reply = co_await Call(std::move(request), "jobs", std::move(query));
  HPDL_CO_TRY(reply);
  co_return ReadJobId(reply->body, true);
}

Task<Result<std::string>> OozieServer::Submit(Properties properties, std::string key) {
  HttpRequest request;
  if (!key.empty()) {
    request.headers.emplace_back("Idempotency-Key", std::move(key));
  }
  return Post(std::move(request), std::move(properties), "");
}

Task<Result<std::string>> OozieServer::Run(Properties properties, OozieOrigin origin) {
  HttpRequest request;
  request.headers.emplace_back("Idempotency-Key", std::move(origin.key));
  request.headers.emplace_back("Hpdl-Parent", std::move(origin.parent));
  return Post(std::move(request), std::move(properties), "action=start");
}

Task<Result<std::string>> OozieServer::Post(HttpRequest request, Properties properties,
                                            std::string query) {
  Result<std::string> xml = ConfigurationXml(properties);
  if (!xml) {
    co_return xml;
  }
  request.method = "POST";
  request.headers.emplace_back("Content-Type", kXmlType);
  request.body = std::move(*xml);
  const Result<HttpReply> reply = co_await Call(std::move(request), "jobs", std::move(query));
  HPDL_CO_TRY(reply);
  co_return ReadJobId(reply->body, false);
}

Task<Result<OozieJob>> OozieServer::Look(std::string id, bool whole) {
  HttpRequest request;
  std::string path = "job/" + id;
  std::string query = whole ? "show=info" : "show=info&offset=1&len=1";
  const Result<HttpReply> reply =
      co_await Call(std::move(request), std::move(path), std::move(query));
  HPDL_CO_TRY(reply);
  co_return ReadJob(reply->body);
}

Task<Result<void>> OozieServer::Put(std::string id, std::string action, std::string body) {
  HttpRequest request;
  request.method = "PUT";
  if (!body.empty()) {
    request.headers.emplace_back("Content-Type", kXmlType);
    request.body = std::move(body);
  }
  std::string path = "job/" + id;
  std::string query = "action=" + action;
  const Result<HttpReply> reply =
      co_await Call(std::move(request), std::move(path), std::move(query));
  HPDL_CO_TRY(reply);
  co_return ReadNoReply(reply->body);
}

Task<Result<void>> OozieServer::Start(std::string id) {
  constexpr std::string_view kRunsAlready = "E0801";
  Result<void> started = co_await Put(std::move(id), "start");
  if (!started && started.error().code == kRunsAlready) {
    co_return Result<void>();
  }
  co_return started;
}

Task<Result<void>> OozieServer::Rerun(std::string id, Properties properties) {
  constexpr std::string_view kHasNotEnded = "E0805";
  Result<std::string> xml = ConfigurationXml(properties);
  HPDL_CO_TRY(xml);
  Result<void> rerun = co_await Put(std::move(id), "rerun", std::move(*xml));
  if (!rerun && rerun.error().code == kHasNotEnded) {
    co_return Result<void>();
  }
  co_return rerun;
}

Task<Result<void>> OozieServer::Kill(std::string id) {
  Result<void> killed = co_await Put(std::move(id), "kill");
  co_return killed;
}

Task<Result<void>> OozieServer::Suspend(std::string id) {
  Result<void> suspended = co_await Put(std::move(id), "suspend");
  co_return suspended;
}

Task<Result<void>> OozieServer::Resume(std::string id) {
  Result<void> resumed = co_await Put(std::move(id), "resume");
  co_return resumed;
}

Task<Result<void>> OozieServer::Change(std::string id, std::string value) {
  std::string action = "change&value=" + PercentEncoded(value);
  Result<void> changed = co_await Put(std::move(id), std::move(action));
  co_return changed;
}

Task<Result<void>> OozieServer::RerunActions(std::string id, std::string dates, bool refresh,
                                             bool nocleanup) {
  std::string action = "coord-rerun&type=date&scope=" + PercentEncoded(dates);
  action.append(refresh ? "&refresh=true" : "").append(nocleanup ? "&nocleanup=true" : "");
  return Command(std::move(id), std::move(action));
}

Task<Result<void>> OozieServer::CommandSla(std::string id, std::string action, std::string numbers,
                                           std::string dates, std::string value) {
  const std::pair<const char*, const std::string*> parameters[] = {
      {"&action-list=", &numbers}, {"&date=", &dates}, {"&value=", &value}};
  for (const auto& [name, text] : parameters) {
    if (!text->empty()) {
      action.append(name).append(PercentEncoded(*text));
    }
  }
  return Command(std::move(id), std::move(action));
}

Task<Result<void>> OozieServer::Command(std::string id, std::string action) {
  HttpRequest request;
  request.method = "PUT";
  request.headers.emplace_back("Content-Type", kXmlType);
  request.body = "<configuration/>";
  std::string path = "job/" + id;
  std::string query = "action=" + action;
  const Result<HttpReply> reply =
      co_await Call(std::move(request), std::move(path), std::move(query));
  co_return reply ? Result<void>() : Result<void>(reply.error());
}

}  // namespace hpdl::rt
