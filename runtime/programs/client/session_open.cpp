#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/lower_case.h"
#include "runtime/programs/client/answer.h"
#include "runtime/programs/client/session.h"

namespace hpdl::client {
namespace {

constexpr int kFound = 200;
constexpr int kUnauthorized = 401;
constexpr int kForbidden = 403;

std::string HostOf(std::string_view url) {
  const std::size_t begin = url.find("://");
  url.remove_prefix(begin == std::string_view::npos ? 0 : begin + 3);
  return std::string(url.substr(0, url.find_first_of(":/")));
}

bool IsRefusal(const rt::HttpReply& reply) {
  return reply.status == kUnauthorized || reply.status == kForbidden;
}

/// The Java exception with which Oozie's client reports an error.
struct Thrown {
  std::string java_class;
  std::string message;
  const char* separator = ": ";
};

Thrown ThrownFor(const Error& error, const std::string& url) {
  if (error.code == "AUTHENTICATION") {
    return {error.code, error.message, " : "};
  }
  if (error.code == "NET_CONNECT") {
    return {"java.net.ConnectException", "Connection refused"};
  }
  if (error.code == "NET_RESOLVE") {
    return {"java.net.UnknownHostException", HostOf(url)};
  }
  return {"java.net.SocketException", error.message};
}

}  // namespace

/// Logs the user in without a password: the request contains the user's name, and the server
/// answers with a token.
Result<void> Session::Identify() {
  rt::HttpRequest request;
  request.method = "OPTIONS";
  request.url = base_ + "versions?user.name=" + login_.user;
  Result<rt::HttpReply> reply = Exchange(std::move(request));
  HPDL_TRY(reply);
  if (reply->status / 100 == 2) {
    return {};
  }
  token_file_.Remove();
  return ServerFailure("AUTHENTICATION", "Could not authenticate, Authentication failed, status: " +
                                             std::to_string(reply->status) +
                                             ", message: " + ReasonOf(*reply));
}

/// Asks for the versions once. If the server demands a login, logs in.
Result<rt::HttpReply> Session::TryVersions() {
  const std::string auth = login_.auth ? LowerCase(*login_.auth) : "kerberos";
  const bool basic = !login_.authorization.empty();
  if (token_.empty() && !basic) {
    if (auth != "simple" && auth != "kerberos" && auth != "basic") {
      return ServerFailure("AUTHENTICATION", "Authenticator class not found [null]");
    }
    if (auth == "simple") {
      HPDL_TRY(Identify());
    }
  }
  rt::HttpRequest request;
  request.url = base_ + "versions";
  Result<rt::HttpReply> reply = Exchange(request);
  if (!reply || !IsRefusal(*reply) || basic || (token_.empty() && auth == "simple")) {
    return reply;
  }
  token_.clear();
  token_file_.Remove();
  const std::string* scheme = reply->Header("WWW-Authenticate");
  if (scheme != nullptr && scheme->starts_with("Negotiate")) {
    return ServerFailure("AUTHENTICATION",
                         "Could not authenticate, the server wants Kerberos, which this client "
                         "does not have");
  }
  HPDL_TRY(Identify());
  return Exchange(std::move(request));
}

/// Asks for the versions until the server answers, because a server that refuses the connection may
/// be about to start.
Result<rt::HttpReply> Session::AskVersions() {
  for (int tries = 0;;) {
    Result<rt::HttpReply> reply = TryVersions();
    if (reply) {
      return reply;
    }
    const Thrown thrown = ThrownFor(reply.error(), base_);
    if (reply.error().code == "NET_CONNECT" && tries < login_.tries) {
      const int wait = 1 << tries++;
      std::fprintf(stderr,
                   "Connection exception has occurred [ %s %s ]. Trying after %d sec. Retry count "
                   "= %d\n",
                   thrown.java_class.c_str(), thrown.message.c_str(), wait, tries);
      std::this_thread::sleep_for(std::chrono::seconds(wait));
      if (tries < login_.tries) {
        continue;
      }
    }
    std::fprintf(stderr, "%s%s%s\n", thrown.java_class.c_str(), thrown.separator,
                 thrown.message.c_str());
    return NetworkFailure("java.io.IOException",
                          "Error while connecting Oozie server. No of retries = " +
                              std::to_string(std::max(tries, 1)) +
                              ". Exception = " + thrown.message);
  }
}

Result<void> Session::CheckUrl() const {
  const std::size_t end = base_.find_first_of(":/");
  const std::string protocol = LowerCase(std::string_view(base_).substr(0, end));
  if (end == std::string::npos || base_[end] != ':' || protocol.empty()) {
    return NetworkFailure("java.net.MalformedURLException", "no protocol: " + base_ + "versions");
  }
  if (protocol != "http" && protocol != "https") {
    return NetworkFailure("java.net.MalformedURLException", "unknown protocol: " + protocol);
  }
  return {};
}

Result<void> Session::Negotiate() {
  if (version_ >= 0) {
    return {};
  }
  HPDL_TRY(CheckUrl());
  token_ = token_file_.Read(rt::NowMs());
  Result<rt::HttpReply> reply = AskVersions();
  HPDL_TRY(reply);
  if (reply->status != kFound) {
    return ReplyFailure(*reply);
  }
  const Json list = ReadJson(reply->body);
  if (!list.is_array()) {
    return ServerFailure("HTTP error", "no response message");
  }
  std::string known;
  for (const Json& each : list) {
    known += JavaText(each);
    if (each.is_number_integer()) {
      versions_.push_back(each.get<std::int64_t>());
    }
  }
  for (const int version : {2, 1, 0}) {
    if (std::find(versions_.begin(), versions_.end(), version) != versions_.end()) {
      version_ = version;
      return {};
    }
  }
  return ServerFailure("UNSUPPORTED_VERSION",
                       "Supported version [2] or less, Unsupported versions[" + known + "]");
}

}  // namespace hpdl::client
