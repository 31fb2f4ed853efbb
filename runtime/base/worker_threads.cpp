#include "runtime/base/worker_threads.h"

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <list>
#include <system_error>
#include <thread>

#include "runtime/base/admission_queue.h"
#include "runtime/base/quiet_thread.h"

namespace hpdl::rt::worker_internal {

namespace {

namespace asio = boost::asio;

/// More would not make a disk faster.
constexpr std::size_t kMostThreads = 8;

/// The threads of one loop. As a service of it, they end before what waits for them is destroyed.
class WorkerThreads final : public asio::execution_context::service {
 public:
  inline static asio::execution_context::id id;

  explicit WorkerThreads(asio::execution_context& context)
      : service(context),
        loop_(static_cast<asio::io_context&>(context)),
        places_(std::make_shared<AdmissionQueue>(loop_, kMostThreads)) {}

  const std::shared_ptr<AdmissionQueue>& places() const { return places_; }

  /// Calls `work` on a thread, then `done` on the loop.
  void Start(std::function<void()> work, std::shared_ptr<StopFlag> stop,
             std::function<void()> done) {
    const auto at = running_.insert(running_.end(), Running{std::move(stop), {}});
    auto ended = [this, at, done = std::move(done)] {
      if (at->thread.joinable()) {
        at->thread.join();
      }
      running_.erase(at);
      done();
    };
    auto call = [this, work = std::move(work), ended = std::move(ended),
                 guard = asio::make_work_guard(loop_)]() mutable {
      work();
      work = nullptr;
      asio::post(loop_, std::move(ended));
    };
    try {
      at->thread = QuietThread(call);
    } catch (const std::system_error&) {
      call();  // the user may have no more threads
    }
  }

 private:
  struct Running {
    std::shared_ptr<StopFlag> stop;
    std::thread thread;
  };

  /// The loop goes, and with it what was posted.
  void shutdown() override {
    for (const Running& each : running_) {
      *each.stop = true;
    }
    for (Running& each : running_) {
      if (each.thread.joinable()) {
        each.thread.join();
      }
    }
  }

  asio::io_context& loop_;
  const std::shared_ptr<AdmissionQueue> places_;
  std::list<Running> running_;
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
