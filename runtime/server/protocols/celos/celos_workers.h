#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_WORKERS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_WORKERS_H_

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/ground/base/admission_queue.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/protocols/celos/celos_api.h"
#include "runtime/server/protocols/celos/celos_log.h"
#include "runtime/server/protocols/celos/celos_page.h"

namespace hpdl::rt::celos {

/// Runs requests of Celos' API on threads: changes run one after another; queries run at the same
/// time as changes and other queries. Loop thread only.
class CelosWorkers {
 public:
  /// All arguments outlive this object.
  CelosWorkers(boost::asio::io_context& loop, CelosApi& api, CelosLog& log);

  /// Also serves `page`, which outlives this object.
  void Show(CelosPage* page) { page_ = page; }
  bool IsOfPage(std::string_view target) const;
  /// True if the request's method may change something: it is not GET, HEAD or OPTIONS.
  bool Changes(const CelosRequest& request) const;
  Task<CelosAnswer> Answer(CelosRequest request);
  /// Runs a step of the scheduler now, then every `seconds`, counted from the start of the last
  /// step. Calls `failed` with the reason of each failed step.
  void StepEach(std::int64_t seconds, std::function<void(const std::string& why)> failed);

 private:
  RequestLine LineOfAny(const CelosRequest& request) const;
  Task<CelosAnswer> OnThread(CelosRequest request);
  Task<void> StepAgainAndAgain(std::int64_t seconds,
                               std::function<void(const std::string& why)> failed);

  boost::asio::io_context& loop_;
  CelosApi& api_;
  CelosLog& log_;
  CelosPage* page_ = nullptr;
  const std::shared_ptr<AdmissionQueue> changes_, asks_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_WORKERS_H_
