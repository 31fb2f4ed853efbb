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

/// True: nobody wants the result of what runs on another thread, and it is to end soon.
using StopFlag = std::atomic<bool>;

/// Of work that can be stopped; null: it cannot.
inline bool IsStopped(const StopFlag* stop) {
  return stop != nullptr && stop->load(std::memory_order_relaxed);
}

namespace worker_internal {

/// Calls `work` on another thread and waits for it.
Task<void> Run(std::function<void()> work, std::shared_ptr<StopFlag> stop);

}  // namespace worker_internal

/// What takes long without waiting for anything but the disk or the processor: calls `work` with a
/// StopFlag on a thread of its own, without signals, and gives what it returns, while the loop goes
/// on. Some run at a time, the others wait for their turn. The flag is set when the task is
/// cancelled, which still waits for the end of the work, so that nothing happens after it; also
/// when the loop is destroyed, which waits too. Throws what `work` throws.
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
