#ifndef HPDL_RUNTIME_GROUND_BASE_WORKER_THREADS_H_
#define HPDL_RUNTIME_GROUND_BASE_WORKER_THREADS_H_

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "runtime/ground/base/task.h"

namespace hpdl::rt {

/// A flag for work on another thread. It becomes true when nobody needs the result any more, so the
/// work should end soon.
using StopFlag = std::atomic<bool>;

/// True if the work should stop. A null `stop` stands for work that cannot be stopped.
inline bool IsStopped(const StopFlag* stop) {
  return stop != nullptr && stop->load(std::memory_order_relaxed);
}

namespace worker_internal {

/// Calls `work` on another thread and waits for it.
Task<void> Run(std::function<void()> work, std::shared_ptr<StopFlag> stop);

}  // namespace worker_internal

/// Calls `work` with a StopFlag on a worker thread that gets no signals, and returns the result of
/// `work`. The loop continues meanwhile. Use it for work that takes long and waits only for the
/// disk or the processor. If too many calls run at the same time, further calls wait. Cancelling
/// the task sets the flag. The task still waits for the end of the work, so the work never outlives
/// the task. Destroying the loop also sets the flag and waits. Throws the exceptions of `work`.
template <class Work>
Task<std::invoke_result_t<Work&, const StopFlag&>> OnWorker(Work work) {
  struct Shared {
    explicit Shared(Work given) : work(std::move(given)) {}
    Work work;
    StopFlag stop = false;
    std::optional<std::invoke_result_t<Work&, const StopFlag&>> result;
    std::exception_ptr failure;
  };
  const auto shared = std::make_shared<Shared>(std::move(work));
  std::function<void()> call = [shared] {
    try {
      shared->result.emplace(shared->work(shared->stop));
    } catch (...) {
      shared->failure = std::current_exception();
    }
  };
  std::shared_ptr<StopFlag> stop(shared, &shared->stop);
  co_await worker_internal::Run(std::move(call), std::move(stop));
  if (shared->failure) {
    std::rethrow_exception(shared->failure);
  }
  co_return std::move(*shared->result);
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_WORKER_THREADS_H_
