#include "runtime/server/hpdld/front.h"

#include <utility>

#include "runtime/base/clock.h"
#include "runtime/http/http_server.h"
#include "runtime/server/hpdld/services.h"

namespace hpdl::rt {
namespace {

/// Oozie takes definitions and properties of this size; its own limit is that of its container.
constexpr std::int64_t kMostBody = 16 << 20;

GateRequest GateRequestOf(const HttpCall& call) {
  return {call.target(), call.Field("Host"), call.Field("Origin"), call.Field("Cookie"),
          call.Field("Authorization")};
}

HttpAnswer AnswerOf(const GateVerdict& refused) {
  HttpAnswer answer;
  answer.status = refused.status;
  answer.body = refused.message + "\n";
  answer.fields = refused.fields;
  return answer;
}

std::string_view PathOf(std::string_view target) {
  return target.substr(0, target.find('?'));
}

/// Of life, for whoever watches over this process.
bool IsSign(std::string_view path) {
  return path == "/health" || path == "/ready";
}

bool IsOpen(std::string_view path) {
  return IsSign(path) || IsForAnybody(path);
}

class LocalFront final : public Front {
 public:
  LocalFront(boost::asio::io_context& loop, JobServer& server, const FrontSetup& setup)
      : server_(server), gate_(setup.gate) {
    if (setup.passwords) {
      passwords_ = std::make_unique<PasswordGate>(loop, *setup.passwords, setup.log);
    }
  }

  Result<void> Listen(boost::asio::io_context& loop, const FrontSetup& setup) {
    HttpListen listen;
    listen.host = setup.host;
    listen.port = setup.port;
    listen.limits.header_bytes = 64 << 10;
    listen.limits.body_bytes = kMostBody;
    listen.limits.total_ms = 60'000;
    listen.limits.connections = 1000;
    listen.limits.idle_ms = 60'000;
    listen.admit = [this](const HttpCall& call) { return Admit(call); };
    listen.handle = [this](const HttpCall& call) { return Handle(call); };
    Result<std::unique_ptr<HttpListener>> port =
        setup.tls ? ListenHttps(loop, std::move(listen), *setup.tls)
                  : ListenHttp(loop, std::move(listen));
    HPDL_TRY(port);
    port_ = std::move(*port);
    const std::string here = (setup.tls ? "https://" : "http://") + port_->address();
    const std::string known = setup.url.empty() ? here : setup.url;
    server_.SetAddress(known);
    url_ = here + "/oozie";
    services_ = ServicesOf(server_, {known, setup.host, setup.site});
    return {};
  }

  const std::string& url() const override { return url_; }

 private:
  std::optional<HttpAnswer> Admit(const HttpCall& call) {
    const GateRequest request = GateRequestOf(call);
    std::optional<GateVerdict> refused = RefuseForeign(gate_, request);
    // Nobody's body is read whose caller will not be known.
    if (!refused && passwords_ != nullptr && !IsOpen(PathOf(call.target())) &&
        !passwords_->SaysWho(request)) {
      refused = NeedsPassword();
    }
    return refused ? std::optional(AnswerOf(*refused)) : std::nullopt;
  }

  Task<GateVerdict> Enter(const HttpCall& call) {
    const GateRequest request = GateRequestOf(call);
    if (passwords_ == nullptr) {
      co_return Authenticate(gate_, request, NowMs());
    }
    co_return co_await passwords_->Enter(gate_, request, call.peer());
  }

  Task<HttpAnswer> Handle(const HttpCall& call) {
    const std::string_view path = PathOf(call.target());
    if (IsSign(path)) {
      co_return HttpAnswer{200, "ok\n"};
    }
    if (IsForAnybody(path)) {
      const Caller nobody;
      co_return co_await Answer(call, nobody);
    }
    const GateVerdict verdict = co_await Enter(call);
    if (verdict.status != 200) {
      co_return AnswerOf(verdict);
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
    request.body = call.body();
    request.too_long = call.too_long();
    request.caller = std::move(caller);
    request.address = call.peer();
    OozieAnswer answer = co_await services_->Answer(request);
    HttpAnswer sent;
    sent.status = answer.status;
    sent.body = std::move(answer.body);
    sent.content_type = std::move(answer.content_type);
    sent.fields = std::move(answer.fields);
    sent.reason = std::move(answer.reason);
    co_return sent;
  }

  JobServer& server_;
  const GateRules gate_;
  std::unique_ptr<PasswordGate> passwords_;  ///< null: `simple` authentication
  std::string url_;
  std::unique_ptr<Services> services_;
  std::unique_ptr<HttpListener> port_;
};

}  // namespace

Result<std::unique_ptr<Front>> Front::Open(boost::asio::io_context& loop, JobServer& server,
                                           FrontSetup setup) {
  auto front = std::make_unique<LocalFront>(loop, server, setup);
  HPDL_TRY(front->Listen(loop, setup));
  return std::unique_ptr<Front>(std::move(front));
}

}  // namespace hpdl::rt
