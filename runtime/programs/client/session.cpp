#include "runtime/programs/client/session.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <cstdio>
#include <cstdlib>

#include "runtime/ground/base/percent.h"
#include "runtime/world/net/http_status.h"

namespace hpdl::client {
namespace {

constexpr int kOk = 200;
constexpr int kMostRedirects = 5;

/// Removes the proxy variables from the environment, because the Java client connects without a
/// proxy, too.
void ForgetProxies() {
  for (const char* name : {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"}) {
    unsetenv(name);
  }
}

/// Returns the base URL of the HWS API. For http://HOST:PORT/oozie/, this is
/// http://HOST:PORT/hws/v1/.
std::string HwsBase(std::string base) {
  constexpr std::string_view kOozie = "oozie/";
  if (base.ends_with("/" + std::string(kOozie))) {
    base.resize(base.size() - kOozie.size());
  }
  return base + "hws/v1/";
}

}  // namespace

std::string QueryText(std::string_view text) {
  std::string encoded = PercentEncoded(text, "-._* ");
  std::replace(encoded.begin(), encoded.end(), ' ', '+');
  return encoded;
}

std::string ReasonOf(const rt::HttpReply& reply) {
  const std::string* reason = reply.Header(rt::kReasonField);
  return reason == nullptr || reason->empty() ? "null" : *reason;
}

Error ReplyFailure(const rt::HttpReply& reply) {
  const std::string* code = reply.Header("oozie-error-code");
  const std::string* message = reply.Header("oozie-error-message");
  return ServerFailure(code != nullptr ? *code : "HTTP error code: " + std::to_string(reply.status),
                       message != nullptr ? *message : ReasonOf(reply));
}

Session::Session(Login login)
    : login_(std::move(login)),
      base_(login_.url + (login_.url.ends_with('/') ? "" : "/")),
      token_file_(login_.home, login_.url, login_.keep_token) {
  ForgetProxies();
  network_ = hpdl_network_curl.open(loop_);
}

Session::~Session() = default;

/// Sends a request with the authentication token. If the reply contains a new token, stores it.
Result<rt::HttpReply> Session::Exchange(rt::HttpRequest request) {
  request.connect_ms = login_.patience.connect_ms;
  request.total_ms = login_.patience.total_ms;
  request.idle_ms = login_.patience.idle_ms;
  request.reply_limit = login_.patience.most_reply;
  request.redirects = request.method == "GET" ? kMostRedirects : 0;
  request.headers.insert(request.headers.end(), login_.headers.begin(), login_.headers.end());
  if (!login_.authorization.empty()) {
    request.headers.emplace_back("Authorization", login_.authorization);
  }
  if (!token_.empty()) {
    request.headers.emplace_back("Cookie", "hadoop.auth=" + token_);
  }
  std::optional<Result<rt::HttpReply>> result;
  boost::asio::co_spawn(
      loop_,
      [this, &request, &result]() -> rt::Task<void> {
        result = co_await network_->Send(std::move(request));
      },
      boost::asio::detached);
  loop_.restart();
  while (!result && loop_.run_one() > 0) {
  }
  if (!result) {
    return NetworkFailure("java.net.SocketException", "the request was not sent");
  }
  const bool basic = !login_.authorization.empty();
  if (*result && !basic && (*result)->status / 100 == 2) {
    if (const std::string token = TokenOf(**result); !token.empty() && token != token_) {
      token_ = token;
      token_file_.Write(token_);
    }
  }
  return std::move(*result);
}

std::string Session::QueryOf(const Call& call) const {
  Parameters parameters = call.parameters;
  if (login_.do_as) {
    parameters.emplace_back("doAs", *login_.do_as);
  }
  std::string query;
  for (const auto& [name, value] : parameters) {
    if (value) {
      query += (query.empty() ? "?" : "&") + QueryText(name) + "=" + QueryText(*value);
    }
  }
  return query;
}

rt::HttpRequest Session::RequestOf(const Call& call) const {
  rt::HttpRequest request;
  request.method = call.method;
  const std::string version = "v" + std::to_string(call.version.value_or(version_)) + "/";
  request.url = (call.hws ? HwsBase(base_) : base_ + version) + call.path + QueryOf(call);
  request.body = call.body;
  request.body_file = call.body_file;
  request.reply_file = call.reply_file;
  if (!call.key.empty()) {
    request.headers.emplace_back("Idempotency-Key", call.key);
  }
  if (!call.content_type.empty()) {
    request.headers.emplace_back("content-type", call.content_type);
  } else if (call.xml) {
    request.headers.emplace_back("content-type", "application/xml");
  }
  return request;
}

Result<rt::HttpReply> Session::Send(const Call& call) {
  HPDL_TRY(Negotiate());
  if (call.version &&
      std::find(versions_.begin(), versions_.end(), *call.version) == versions_.end()) {
    return ServerFailure("UNSUPPORTED_VERSION",
                         "Protocol version " + std::to_string(*call.version) + " is not supported");
  }
  const rt::HttpRequest request = RequestOf(call);
  if (version_ == 0) {
    for (const char* newer : {"dryrun", "jobtype=c", "systemmode"}) {
      if (request.url.find(newer) != std::string::npos) {
        std::puts(
            "Option not supported in target server. Supported only on Oozie-2.0 or greater. Use "
            "'oozie help' for details");
        return ServerFailure("UNSUPPORTED_VERSION", "java.lang.Exception");
      }
    }
  }
  if (login_.debug) {
    std::printf("%s %s\n", request.method.c_str(), request.url.c_str());
    if (call.body.starts_with("<?xml") && call.body.ends_with("</configuration>")) {
      std::printf("%s\n", call.body.c_str());
    }
  }
  Result<rt::HttpReply> reply = Exchange(request);
  if (!reply && reply.error().code.starts_with("NET_")) {
    return NetworkFailure("java.net.SocketException", reply.error().message);
  }
  return reply;
}

Result<rt::HttpReply> Session::Ask(const Call& call, int also) {
  Result<rt::HttpReply> reply = Send(call);
  if (reply && reply->status != kOk && reply->status != also) {
    return ReplyFailure(*reply);
  }
  return reply;
}

}  // namespace hpdl::client
