#include "runtime/ground/base/worker_threads.h"

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "runtime/ground/base/admission_queue.h"
#include "runtime/ground/base/quiet_thread.h"

namespace hpdl::rt::worker_internal {

namespace {

namespace asio = boost::asio;

/// The maximum number of worker threads. More threads would not make a disk faster.
constexpr std::size_t kMostThreads = 8;

/// The worker threads of one loop. They are an Asio service of the loop, so they end before the
/// loop destroys the coroutines that wait for them. One thread stays when it has no work, because
/// starting a thread takes as long as most calls.
class WorkerThreads final : public asio::execution_context::service {
 public:
  inline static asio::execution_context::id id;

  explicit WorkerThreads(asio::execution_context& context)
      : service(context),
        loop_(static_cast<asio::io_context&>(context)),
        places_(std::make_shared<AdmissionQueue>(loop_, kMostThreads)) {}

  const std::shared_ptr<AdmissionQueue>& places() const { return places_; }

  /// Calls `work` on a worker thread, then `done` on the loop.
  void Start(std::function<void()> work, std::shared_ptr<StopFlag> stop,
             std::function<void()> done) {
    const auto at = running_.insert(running_.end(), std::move(stop));
    auto ended = [this, at, done = std::move(done)] {
      running_.erase(at);
      done();
    };
    Call call = [this, work = std::move(work), ended = std::move(ended),
                 guard = std::make_shared<Guard>(asio::make_work_guard(loop_))]() mutable {
      work();
      work = nullptr;
      asio::post(loop_, std::move(ended));
      guard.reset();
    };
    {
      const std::scoped_lock lock(mutex_);
      calls_.push_back(std::move(call));
      if (resting_ >= calls_.size()) {
        wake_.notify_one();
        return;
      }
    }
    const auto thread = threads_.emplace(threads_.end());
    try {
      *thread = QuietThread([this, thread] { Work(thread); });
    } catch (const std::system_error&) {  // the user's limit of threads may be reached
      threads_.erase(thread);
      while (CallNext()) {
      }
    }
  }

 private:
  using Call = std::function<void()>;
  using Guard = asio::executor_work_guard<asio::io_context::executor_type>;
  using Threads = std::list<std::thread>;

  /// Runs the first call of `calls_`. Returns false if `calls_` is empty.
  bool CallNext() {
    Call call;
    {
      const std::scoped_lock lock(mutex_);
      if (calls_.empty()) {
        return false;
      }
      call = std::move(calls_.front());
      calls_.pop_front();
    }
    call();
    return true;
  }

  void Work(Threads::iterator self) {
    while (true) {
      while (CallNext()) {
      }
      std::unique_lock lock(mutex_);
      if (!calls_.empty()) {
        continue;
      }
      if (resting_ == kMostResting || ending_) {
        if (!ending_) {
          asio::post(loop_, [this, self] {
            self->join();
            threads_.erase(self);
          });
        }
        return;
      }
      ++resting_;
      wake_.wait(lock, [this] { return ending_ || !calls_.empty(); });
      --resting_;
    }
  }

  /// Ends all threads. Asio calls this function when the loop is destroyed. The loop itself then
  /// destroys the handlers that the threads have posted to it.
  void shutdown() override {
    for (const std::shared_ptr<StopFlag>& stop : running_) {
      *stop = true;
    }
    {
      const std::scoped_lock lock(mutex_);
      ending_ = true;
      wake_.notify_all();
    }
    for (std::thread& each : threads_) {
      each.join();
    }
    threads_.clear();
  }

  static constexpr std::size_t kMostResting = 1;
  asio::io_context& loop_;
  const std::shared_ptr<AdmissionQueue> places_;
  std::list<std::shared_ptr<StopFlag>> running_;  ///< stop flags of all running calls
  Threads threads_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Call> calls_;   ///< calls that no thread has taken yet
  std::size_t resting_ = 0;  ///< threads without work
  bool ending_ = false;
};

}  // namespace

Task<void> Run(std::function<void()> work, std::shared_ptr<StopFlag> stop) {
  const auto executor = co_await asio::this_coro::executor;
  auto& threads = asio::use_service<WorkerThreads>(asio::query(executor, asio::execution::context));
  const AdmissionQueue::Place place = co_await AdmissionQueue::Enter(threads.places());
  co_await asio::async_initiate<const asio::use_awaitable_t<>&, void()>(
      [&threads, &work, &stop](auto handler) {
        auto slot = asio::get_associated_cancellation_slot(handler);
        if (slot.is_connected()) {
          slot.assign([stop](asio::cancellation_type) { *stop = true; });
        }
        auto wait = std::make_shared<decltype(handler)>(std::move(handler));
        threads.Start(std::move(work), std::move(stop), [wait] {
          asio::get_associated_cancellation_slot(*wait).clear();
          std::move (*wait)();
        });
      },
      asio::use_awaitable);
}

}  // namespace hpdl::rt::worker_internal
