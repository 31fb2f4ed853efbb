#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_WAIT_LIST_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_WAIT_LIST_H_

#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <memory>
#include <utility>
#include <vector>

namespace hpdl::rt {

/// Coroutines that wait for one event. All calls must be made on the loop's thread. The list must
/// be empty or cleared before the loop's io_context is destroyed.
class WaitList {
 public:
  /// `co_await list.Wait()` returns after the next ResumeAll().
  auto Wait() {
    return boost::asio::async_initiate<const boost::asio::use_awaitable_t<>&, void()>(
        [this](auto handler) { Add(std::move(handler)); }, boost::asio::use_awaitable);
  }

  /// Adds the completion handler of a Wait(). ResumeAll() calls the handler.
  template <class Handler>
  void Add(Handler handler) {
    waiters_.push_back(std::make_unique<Holder<Handler>>(std::move(handler)));
  }

  /// Runs each waiting coroutine to its next suspension. If a coroutine calls Wait() again before
  /// ResumeAll() returns, it waits for the next ResumeAll().
  void ResumeAll() {
    const std::vector<std::unique_ptr<Waiter>> ready = std::exchange(waiters_, {});
    for (const std::unique_ptr<Waiter>& waiter : ready) {
      waiter->Resume();
    }
  }

  /// Takes over the coroutines of another list.
  void Join(WaitList other) {
    for (std::unique_ptr<Waiter>& waiter : other.waiters_) {
      waiters_.push_back(std::move(waiter));
    }
  }

  /// Destroys the coroutines without running them.
  void Clear() { waiters_.clear(); }
  bool empty() const { return waiters_.empty(); }

 private:
  struct Waiter {
    virtual ~Waiter() = default;
    virtual void Resume() = 0;
  };
  template <class Handler>
  struct Holder final : Waiter {
    explicit Holder(Handler h) : handler(std::move(h)) {}
    void Resume() override { std::move(handler)(); }
    Handler handler;
  };
  std::vector<std::unique_ptr<Waiter>> waiters_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_WAIT_LIST_H_
