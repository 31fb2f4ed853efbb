#include "runtime/world/net/mail_threads.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>

#include "runtime/ground/base/quiet_thread.h"
#include "runtime/world/net/curl_multi.h"

namespace hpdl::rt {
namespace {

namespace asio = boost::asio;
constexpr std::size_t kMostThreads = 8;
constexpr auto kUntilWoken = std::chrono::hours(24 * 365);

}  // namespace

/// The entry of a waiting coroutine in the queue. The destructor removes the entry.
class MailThreads::Place {
 public:
  Place(MailThreads& threads, asio::steady_timer& timer) : threads_(threads) {
    at_ = threads_.queue_.insert(threads_.queue_.end(), &timer);
  }
  ~Place() { threads_.queue_.erase(at_); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

 private:
  MailThreads& threads_;
  std::list<asio::steady_timer*>::iterator at_;
};

Task<Result<MailReply>> MailThreads::Send(std::shared_ptr<MailThreads> self, MailRequest request) {
  const auto sending = std::make_shared<Sending>(self->loop_, std::move(request));
  while (self->running_.size() >= kMostThreads) {
    const Place place(*self, sending->wake);
    sending->wake.expires_after(kUntilWoken);
    co_await sending->wake.async_wait(asio::as_tuple(asio::use_awaitable));
  }
  // Stops the transfer even if the coroutine is cancelled and does not reach the end of this
  // function.
  struct Stopper {
    Sending* sending;
    ~Stopper() { sending->transfer.Stop(); }
  } const stopper{sending.get()};
  self->Start(sending);
  while (!sending->done) {
    sending->wake.expires_after(kUntilWoken);
    co_await sending->wake.async_wait(asio::as_tuple(asio::use_awaitable));
  }
  co_return std::move(sending->result);
}

void MailThreads::Start(const std::shared_ptr<Sending>& sending) {
  running_.push_back(sending);
  CurlMulti::StartCurl();  // if StartCurl() fails, the transfer reports an error
  sending->thread = QuietThread(
      [weak = weak_from_this(), state = sending.get(), work = asio::make_work_guard(loop_)] {
        state->result = state->transfer.Run();
        asio::post(work.get_executor(), [weak, state] {
          if (const auto self = weak.lock(); self != nullptr) {
            state->done = true;
            state->wake.cancel();
            self->Reap();
          }
        });
      });
}

void MailThreads::Reap() {
  for (auto at = running_.begin(); at != running_.end();) {
    if ((*at)->done) {
      (*at)->thread.join();
      at = running_.erase(at);
    } else {
      ++at;
    }
  }
  std::size_t free = kMostThreads - running_.size();
  for (auto next = queue_.begin(); next != queue_.end() && free > 0; ++next, --free) {
    (*next)->cancel();
  }
}

void MailThreads::Close() {
  for (const auto& sending : running_) {
    sending->transfer.Stop();
  }
  for (const auto& sending : running_) {
    if (sending->thread.joinable()) {
      sending->thread.join();
    }
  }
}

}  // namespace hpdl::rt
