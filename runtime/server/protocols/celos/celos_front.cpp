#include "runtime/server/protocols/celos/celos_front.h"

#include <cstdio>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/utc_time.h"
#include "runtime/server/protocols/celos/same_origin.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::size_t kMostConnections = 512;
constexpr std::int64_t kLongestHeader = 64 << 10, kLongestBody = 16 << 20, kAllBodies = 64 << 20;
constexpr std::int64_t kIdleMs = 30'000;

}  // namespace

CelosFront::CelosFront(boost::asio::io_context& loop, CelosApi& api, CelosLog& log, OwnHosts hosts)
    : loop_(loop), workers_(loop, api, log), hosts_(std::move(hosts)) {}

Result<void> CelosFront::Listen(const std::string& host, std::uint16_t port) {
  HttpListen listen;
  listen.host = host;
  listen.port = port;
  listen.limits.header_bytes = kLongestHeader;
  listen.limits.body_bytes = kLongestBody;
  listen.limits.bodies_bytes = kAllBodies;
  listen.limits.connections = kMostConnections;
  listen.limits.idle_ms = kIdleMs;
  listen.admit = [this](const HttpCall& call) {
    return RefusedIfForeign(
        call, hosts_,
        workers_.IsOfPage(call.target()) ? Askers::kOwnPageOnly : Askers::kAnyProgram);
  };
  listen.handle = [this](const HttpCall& call) { return Handle(call); };
  Result<std::unique_ptr<HttpListener>> opened = ListenHttp(loop_, std::move(listen));
  HPDL_TRY(opened);
  port_ = std::move(*opened);
  return {};
}

Task<HttpAnswer> CelosFront::Handle(const HttpCall& call) {
  if (call.too_long()) {
    co_return HttpAnswer{413, "the body is too long\n"};
  }
  CelosRequest request{std::string(call.method()), std::string(call.target()),
                       std::string(call.Field("Content-Type")), call.body()};
  CelosAnswer answer = co_await workers_.Answer(std::move(request));
  HttpAnswer sent;
  sent.status = answer.status;
  sent.body = std::move(answer.body);
  sent.content_type = std::move(answer.content_type);
  sent.fields = "Date: " + HttpDate(NowMs()) + "\r\n" + answer.fields;
  sent.reason = std::move(answer.reason);
  co_return sent;
}

void CelosFront::StepEach(std::int64_t seconds) {
  workers_.StepEach(seconds, [](const std::string& why) {
    std::fprintf(stderr, "celos-server: a step of the scheduler has failed: %s\n", why.c_str());
  });
}

}  // namespace hpdl::rt::celos
