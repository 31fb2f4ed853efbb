#include "runtime/server/celos/celos_front.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <chrono>
#include <cstdio>
#include <utility>

#include "runtime/base/calendar.h"
#include "runtime/base/clock.h"
#include "runtime/base/sleep.h"
#include "runtime/base/worker_threads.h"
#include "runtime/server/celos/same_origin.h"

namespace hpdl::rt::celos {
namespace {

// Of requests that wait for other servers; some threads are left for those that do not.
constexpr std::size_t kMostAsks = 4;
constexpr std::size_t kMostConnections = 512;
constexpr std::int64_t kLongestHeader = 64 << 10, kLongestBody = 16 << 20, kAllBodies = 64 << 20;
constexpr std::int64_t kIdleMs = 30'000;

}  // namespace

CelosFront::CelosFront(boost::asio::io_context& loop, CelosApi& api, CelosLog& log)
    : loop_(loop),
      api_(api),
      log_(log),
      changes_(std::make_shared<AdmissionQueue>(loop, 1)),
      asks_(std::make_shared<AdmissionQueue>(loop, kMostAsks)) {}

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
    return RefusedIfForeign(call,
                            IsOfPage(call.target()) ? Askers::kOwnPageOnly : Askers::kAnyProgram);
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
  CelosAnswer answer = co_await Work(std::move(request));
  HttpAnswer sent;
  sent.status = answer.status;
  sent.body = std::move(answer.body);
  sent.content_type = std::move(answer.content_type);
  sent.fields = "Date: " + HttpDate(NowMs()) + "\r\n" + answer.fields;
  sent.reason = std::move(answer.reason);
  co_return sent;
}

bool CelosFront::IsOfPage(std::string_view target) const {
  return page_ != nullptr && page_->Has(target);
}

Task<CelosAnswer> CelosFront::Work(CelosRequest request) {
  const RequestLine line = IsOfPage(request.target) ? page_->LineOf(request) : LineOf(request);
  if (line == RequestLine::kLook) {
    co_return co_await OnThread(std::move(request));
  }
  const AdmissionQueue::Place place =
      co_await AdmissionQueue::Enter(line == RequestLine::kChange ? changes_ : asks_);
  co_return co_await OnThread(std::move(request));
}

Task<CelosAnswer> CelosFront::OnThread(CelosRequest request) {
  auto work = [this, request = std::move(request)](const StopFlag&) {
    CelosAnswer answer = IsOfPage(request.target) ? page_->Answer(request) : api_.Answer(request);
    log_.Flush();
    return answer;
  };
  CelosAnswer answer = co_await OnWorker(std::move(work));
  co_return answer;
}

void CelosFront::StepEach(std::int64_t seconds) {
  boost::asio::co_spawn(loop_, StepAgainAndAgain(seconds), boost::asio::detached);
}

Task<void> CelosFront::StepAgainAndAgain(std::int64_t seconds) {
  for (;;) {
    const TimeSource::Moment begun = SteadyClock::now();
    CelosRequest request{"POST", "/scheduler?time=" + ScheduledTime{NowMs()}.Pretty(), "", ""};
    const CelosAnswer answer = co_await Work(std::move(request));
    if (answer.status != 200) {
      std::fprintf(stderr, "celos-server: the step has failed: %s\n", answer.reason.c_str());
    }
    const auto took =
        std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - begun);
    const std::chrono::milliseconds left = std::chrono::seconds(seconds) - took;
    co_await Sleep(std::max(left, std::chrono::milliseconds(0)));
  }
}

}  // namespace hpdl::rt::celos
