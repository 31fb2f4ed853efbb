#include "runtime/server/protocols/celos/celos_workers.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <chrono>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/ground/base/worker_threads.h"

namespace hpdl::rt::celos {
namespace {

// The number of requests that may wait for other servers at the same time. The limit leaves threads
// for other requests.
constexpr std::size_t kMostAsks = 4;

}  // namespace

CelosWorkers::CelosWorkers(boost::asio::io_context& loop, CelosApi& api, CelosLog& log)
    : loop_(loop),
      api_(api),
      log_(log),
      changes_(std::make_shared<AdmissionQueue>(loop, 1)),
      asks_(std::make_shared<AdmissionQueue>(loop, kMostAsks)) {}

bool CelosWorkers::IsOfPage(std::string_view target) const {
  return page_ != nullptr && page_->Has(target);
}

RequestLine CelosWorkers::LineOfAny(const CelosRequest& request) const {
  return IsOfPage(request.target) ? page_->LineOf(request) : LineOf(request);
}

bool CelosWorkers::Changes(const CelosRequest& request) const {
  return request.method != "GET" && request.method != "HEAD" && request.method != "OPTIONS";
}

Task<CelosAnswer> CelosWorkers::Answer(CelosRequest request) {
  const RequestLine line = LineOfAny(request);
  if (line == RequestLine::kLook) {
    co_return co_await OnThread(std::move(request));
  }
  const AdmissionQueue::Place place =
      co_await AdmissionQueue::Enter(line == RequestLine::kChange ? changes_ : asks_);
  co_return co_await OnThread(std::move(request));
}

Task<CelosAnswer> CelosWorkers::OnThread(CelosRequest request) {
  auto work = [this, request = std::move(request)](const StopFlag&) {
    CelosAnswer answer = IsOfPage(request.target) ? page_->Answer(request) : api_.Answer(request);
    log_.Flush();
    return answer;
  };
  CelosAnswer answer = co_await OnWorker(std::move(work));
  co_return answer;
}

void CelosWorkers::StepEach(std::int64_t seconds,
                            std::function<void(const std::string& why)> failed) {
  boost::asio::co_spawn(loop_, StepAgainAndAgain(seconds, std::move(failed)),
                        boost::asio::detached);
}

Task<void> CelosWorkers::StepAgainAndAgain(std::int64_t seconds,
                                           std::function<void(const std::string& why)> failed) {
  for (;;) {
    const TimeSource::Moment begun = SteadyClock::now();
    CelosRequest request{"POST", "/scheduler?time=" + ScheduledTime{NowMs()}.Pretty(), "", ""};
    const CelosAnswer answer = co_await Answer(std::move(request));
    if (answer.status != 200) {
      failed(answer.reason);
    }
    const auto took =
        std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - begun);
    const std::chrono::milliseconds left = std::chrono::seconds(seconds) - took;
    co_await Sleep(std::max(left, std::chrono::milliseconds(0)));
  }
}

}  // namespace hpdl::rt::celos
