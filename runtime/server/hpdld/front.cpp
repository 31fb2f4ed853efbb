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
  return {call.target(), call.Field("Host"), call.Field("Origin"), call.Field("Cookie")};
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

class LocalFront final : public Front {
 public:
  LocalFront(JobServer& server, GateRules gate) : server_(server), gate_(std::move(gate)) {}

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
    Result<std::unique_ptr<HttpListener>> port = ListenHttp(loop, std::move(listen));
    HPDL_TRY(port);
    port_ = std::move(*port);
    const std::string address = "http://" + port_->address();
    server_.SetAddress(address);
    url_ = address + "/oozie";
    services_ = ServicesOf(server_, {address, setup.host, setup.site});
    return {};
  }

  const std::string& url() const override { return url_; }

 private:
  std::optional<HttpAnswer> Admit(const HttpCall& call) {
    const std::optional<GateVerdict> refused = RefuseForeign(gate_, GateRequestOf(call));
    return refused ? std::optional(AnswerOf(*refused)) : std::nullopt;
  }

  Task<HttpAnswer> Handle(const HttpCall& call) {
    const std::string_view path = PathOf(call.target());
    if (path == "/health" || path == "/ready") {
      co_return HttpAnswer{200, "ok\n"};
    }
    if (IsForAnybody(path)) {
      co_return co_await Answer(call, {});
    }
    const GateVerdict verdict = Authenticate(gate_, GateRequestOf(call), NowMs());
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
  std::string url_;
  std::unique_ptr<Services> services_;
  std::unique_ptr<HttpListener> port_;
};

}  // namespace

Result<std::unique_ptr<Front>> Front::Open(boost::asio::io_context& loop, JobServer& server,
                                           FrontSetup setup) {
  auto front = std::make_unique<LocalFront>(server, setup.gate);
  HPDL_TRY(front->Listen(loop, setup));
  return std::unique_ptr<Front>(std::move(front));
}

}  // namespace hpdl::rt
