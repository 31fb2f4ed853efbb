#include "runtime/server/hpdld/front.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/server/hpdld/log_file.h"
#include "runtime/server/hpdld/open_pages.h"
#include "runtime/server/protocols/hws/answers.h"
#include "runtime/server/protocols/hws/hws_api.h"
#include "runtime/world/http/http_server.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kOozie = "/oozie/";

GateRequest GateRequestOf(const HttpCall& call) {
  return {call.target(), call.Field("Host"), call.Field("Origin"), call.Field("Cookie"),
          call.Field("Authorization")};
}

HttpAnswer SentAs(OozieAnswer answer) {
  HttpAnswer sent;
  sent.status = answer.status;
  sent.body = std::move(answer.body);
  sent.content_type = std::move(answer.content_type);
  sent.fields = std::move(answer.fields);
  sent.reason = std::move(answer.reason);
  return sent;
}

/// Returns a URL that works for programs of this machine: if the host stands for all addresses, it
/// becomes the loopback address.
std::string OnThisMachine(std::string url) {
  for (const auto& [any, loopback] :
       {std::pair<std::string_view, std::string_view>{"//0.0.0.0:", "//127.0.0.1:"},
        {"//[::]:", "//[::1]:"}}) {
    if (const std::size_t at = url.find(any); at != std::string::npos) {
      url.replace(at, any.size(), loopback);
    }
  }
  return url;
}

/// Returns the URL of the port at HOST:PORT.
std::string UrlOf(const std::string& place, bool tls) {
  return (tls ? "https://" : "http://") + place;
}

std::string_view PathOf(std::string_view target) {
  return target.substr(0, target.find('?'));
}

/// Refuses a request before its service gets it. The refusal is JSON for the HWS API, and a line of
/// text for other services.
HttpAnswer AnswerOf(const HttpCall& call, const GateVerdict& refused) {
  if (IsHwsPath(PathOf(call.target()))) {
    constexpr int kUnknownCaller = 401;
    const char* const code = refused.status == kUnknownCaller ? hws::kNobody : hws::kNotAdmitted;
    return SentAs(hws::AnswerOf({refused.status, code, refused.message, refused.fields}));
  }
  HttpAnswer answer;
  answer.status = refused.status;
  answer.body = refused.message + "\n";
  answer.fields = refused.fields;
  return answer;
}

HttpAnswer AnswerOf(const HttpCall& call, int status, std::string message) {
  GateVerdict refused;
  refused.status = status;
  refused.message = std::move(message);
  return AnswerOf(call, refused);
}

bool IsOpen(std::string_view path) {
  return FindOpenPage(path) != nullptr || IsForAnybody(path);
}

/// Counts a user's request while the server answers it. Requests share ownership of the counts,
/// because requests may outlive the Front when the loop ends.
class RequestTurn {
 public:
  using Counts = std::map<std::string, std::size_t>;

  RequestTurn(std::shared_ptr<Counts> counts, const std::string& user)
      : counts_(std::move(counts)), place_(counts_->try_emplace(user).first) {
    ++place_->second;
  }
  ~RequestTurn() {
    if (--place_->second == 0) {
      counts_->erase(place_);
    }
  }
  RequestTurn(const RequestTurn&) = delete;
  RequestTurn& operator=(const RequestTurn&) = delete;
  /// Returns the number of the user's requests, including this request.
  std::size_t number() const { return place_->second; }

 private:
  const std::shared_ptr<Counts> counts_;
  const Counts::iterator place_;
};

class LocalFront final : public Front {
 public:
  explicit LocalFront(FrontSetup setup) : setup_(std::move(setup)) {}

  Result<void> Listen(boost::asio::io_context& loop) {
    HttpListen listen;
    listen.host = setup_.host;
    listen.port = setup_.port;
    listen.socket = setup_.socket;
    listen.limits = setup_.limits.http;
    listen.admit = [this](const HttpCall& call) { return Admit(call); };
    listen.body_limit = [this, most = listen.limits.body_bytes](const HttpCall& call) {
      return MostBody(call, most);
    };
    listen.handle = [this](const HttpCall& call) { return Handle(call); };
    Result<std::unique_ptr<HttpListener>> port =
        setup_.tls ? ListenHttps(loop, std::move(listen), setup_.tls)
                   : ListenHttp(loop, std::move(listen));
    HPDL_TRY(port);
    port_ = std::move(*port);
    address_ = AddressOf(port_->address(), setup_.tls != nullptr, setup_.url);
    url_ = UrlOf(port_->address(), setup_.tls != nullptr) + "/oozie";
    Result<std::unique_ptr<Services>> services = setup_.services(address_);
    HPDL_TRY(services);
    services_ = std::move(*services);
    return {};
  }

  const std::string& url() const override { return url_; }
  const ServerAddress& address() const override { return address_; }

 private:
  /// Refuses a request by its header fields, before its body is read. Returns nullopt if the
  /// request is not refused.
  std::optional<HttpAnswer> Admit(const HttpCall& call) {
    const GateRequest request = GateRequestOf(call);
    std::optional<GateVerdict> refused = RefuseForeign(setup_.hosts, request);
    if (!refused && !IsOpen(PathOf(call.target()))) {
      refused = setup_.admission->RefuseEarly(request);
    }
    if (!refused) {
      return std::nullopt;
    }
    HttpAnswer answer = AnswerOf(call, *refused);
    LogAccess(call, "", answer, NowMs());
    return answer;
  }

  void LogAccess(const HttpCall& call, std::string user, const HttpAnswer& answer,
                 std::int64_t begun_ms) const {
    if (setup_.access_log) {
      setup_.access_log(TextOf({begun_ms, NowMs() - begun_ms, call.peer(), std::move(user),
                                call.method(), call.target(), answer.status, answer.body.size()}));
    }
  }

  std::int64_t MostBody(const HttpCall& call, std::int64_t most) const {
    const std::string_view path = PathOf(call.target());
    return FindOpenPage(path) != nullptr ? 0
           : IsForAnybody(path)          ? std::min(setup_.limits.callback_bytes, most)
                                         : most;
  }

  Task<HttpAnswer> Handle(const HttpCall& call) {
    const std::int64_t begun_ms = NowMs();
    std::string user;
    HttpAnswer answer = co_await Work(call, &user);
    LogAccess(call, std::move(user), answer, begun_ms);
    co_return answer;
  }

  /// Authenticates the caller and answers the request. Sets `user` to the caller if the caller is
  /// admitted.
  Task<HttpAnswer> Work(const HttpCall& call, std::string* user) {
    const std::string_view path = PathOf(call.target());
    const OpenPage* const page = FindOpenPage(path);
    if ((page != nullptr || path == kMetricsPath) && !Reads(call.method())) {
      co_return OnlyRead();
    }
    if (page != nullptr) {
      co_return AnswerOf(*page);
    }
    if (IsForAnybody(path)) {
      const Caller nobody;
      co_return co_await Answer(call, nobody);
    }
    const GateRequest request = GateRequestOf(call);
    const GateVerdict verdict = co_await setup_.admission->Enter(request, call.peer());
    if (verdict.status != 200) {
      co_return AnswerOf(call, verdict);
    }
    *user = verdict.caller.user;
    if (!verdict.caller.program.empty() && !path.starts_with(kOozie)) {
      co_return AnswerOf(call, 403, "the program of a job may send requests only to /oozie");
    }
    const RequestTurn turn(requests_, verdict.caller.user);
    if (turn.number() > setup_.limits.user_requests) {
      co_return AnswerOf(call, 429,
                         "too many requests of this user at the same time; try again later");
    }
    HttpAnswer answer = co_await Answer(call, verdict.caller);
    answer.fields += verdict.fields;
    co_return answer;
  }

  Task<HttpAnswer> Answer(const HttpCall& call, Caller caller) {
    OozieRequest request;
    request.method = call.method();
    request.target = call.target();
    request.content_type = call.Field("Content-Type");
    request.idempotency_key = call.Field("Idempotency-Key");
    request.parent = call.Field("Hpdl-Parent");
    request.body = call.body();
    request.too_long = call.too_long();
    request.caller = std::move(caller);
    request.address = call.peer();
    request.gone = [&call] { return call.gone(); };
    OozieAnswer answer = co_await services_->Answer(request);
    co_return SentAs(std::move(answer));
  }

  const FrontSetup setup_;
  std::string url_;
  ServerAddress address_;
  const std::shared_ptr<RequestTurn::Counts> requests_ = std::make_shared<RequestTurn::Counts>();
  std::unique_ptr<Services> services_;
  std::unique_ptr<HttpListener> port_;
};

}  // namespace

FrontLimits FrontLimitsOf(const Site& site) {
  constexpr std::int64_t kSecondMs = 1000;
  FrontLimits limits;
  limits.http.header_bytes = site.Number(Setting::kServerHeader);
  limits.http.body_bytes = site.Number(Setting::kServerBody);
  limits.http.bodies_bytes = site.Number(Setting::kServerBodies);
  limits.http.total_ms = site.Number(Setting::kServerRequestTime) * kSecondMs;
  limits.http.connections = static_cast<std::size_t>(site.Number(Setting::kServerConnections));
  limits.http.idle_ms = site.Number(Setting::kServerIdleTime) * kSecondMs;
  limits.callback_bytes = site.Number(Setting::kMaxOutput);
  limits.user_requests = static_cast<std::size_t>(site.Number(Setting::kServerUserRequests));
  return limits;
}

ServerAddress AddressOf(const std::string& place, bool tls, const std::string& url) {
  ServerAddress address;
  address.url = url.empty() ? UrlOf(place, tls) : url;
  address.programs_url = OnThisMachine(UrlOf(place, tls));
  return address;
}

Result<std::unique_ptr<Front>> Front::Open(boost::asio::io_context& loop, FrontSetup setup) {
  auto front = std::make_unique<LocalFront>(std::move(setup));
  HPDL_TRY(front->Listen(loop));
  return std::unique_ptr<Front>(std::move(front));
}

}  // namespace hpdl::rt
