#include "runtime/world/net/curl_multi.h"

#include <sys/epoll.h>

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace hpdl::rt {
namespace {

namespace asio = boost::asio;
constexpr long kKeptConnections = 64;
/// The largest number of open connections, idle connections included. It is above the limit of
/// requests (kMostRequests). So no request waits for a connection inside libcurl, where the wait
/// would count toward the time limits of the request.
constexpr long kMostConnections = 256;
constexpr auto kForever = std::chrono::hours(24 * 365);

}  // namespace

CurlMulti::CurlMulti(asio::io_context& loop) : loop_(loop), epoll_(loop), timer_(loop) {}

bool CurlMulti::StartCurl() {
  static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
  return ready == CURLE_OK;
}

bool CurlMulti::Open() {
  if (closed_ || multi_ != nullptr) {
    return multi_ != nullptr;
  }
  const int set = StartCurl() ? epoll_create1(EPOLL_CLOEXEC) : -1;
  if (set < 0) {
    return false;
  }
  epoll_.assign(set);
  multi_ = curl_multi_init();
  if (multi_ == nullptr) {
    epoll_.close();
    return false;
  }
  curl_multi_setopt(multi_, CURLMOPT_SOCKETFUNCTION, &CurlMulti::OnSocket);
  curl_multi_setopt(multi_, CURLMOPT_SOCKETDATA, this);
  curl_multi_setopt(multi_, CURLMOPT_TIMERFUNCTION, &CurlMulti::OnTimer);
  curl_multi_setopt(multi_, CURLMOPT_TIMERDATA, this);
  curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, kKeptConnections);
  curl_multi_setopt(multi_, CURLMOPT_MAX_TOTAL_CONNECTIONS, kMostConnections);
  curl_multi_setopt(multi_, CURLMOPT_PIPELINING, CURLPIPE_NOTHING);
  return true;
}

CurlMulti::~CurlMulti() {
  Close();
}

void CurlMulti::Close() {
  closed_ = true;
  if (multi_ != nullptr) {
    // The handle may still have transfers. Their destructors run later, and see that multi_ is
    // null.
    curl_multi_cleanup(std::exchange(multi_, nullptr));
  }
  timer_.cancel();
  boost::system::error_code ignored;
  epoll_.close(ignored);
}

// ---- Callbacks of curl

int CurlMulti::OnSocket(CURL*, curl_socket_t socket, int what, void* self, void*) {
  static_cast<CurlMulti*>(self)->Watch(socket, what);
  return 0;
}

void CurlMulti::Watch(curl_socket_t socket, int what) {
  if (!epoll_.is_open()) {
    return;
  }
  const int set = epoll_.native_handle();
  if (what == CURL_POLL_REMOVE) {
    epoll_ctl(set, EPOLL_CTL_DEL, socket, nullptr);
    return;
  }
  epoll_event event{};
  event.events =
      ((what & CURL_POLL_IN) != 0 ? EPOLLIN : 0U) | ((what & CURL_POLL_OUT) != 0 ? EPOLLOUT : 0U);
  event.data.fd = socket;
  if (epoll_ctl(set, EPOLL_CTL_MOD, socket, &event) != 0) {
    epoll_ctl(set, EPOLL_CTL_ADD, socket, &event);
  }
}

int CurlMulti::OnTimer(CURLM*, long ms, void* pointer) {
  auto* self = static_cast<CurlMulti*>(pointer);
  if (ms < 0) {
    self->timer_.cancel();
    return 0;
  }
  // The timer runs even for 0 ms, because curl must not be called from inside its own callback.
  self->timer_.expires_after(std::chrono::milliseconds(ms));
  self->timer_.async_wait([weak = self->weak_from_this()](const boost::system::error_code& error) {
    if (const auto multi = weak.lock(); multi != nullptr && !error) {
      multi->Act(CURL_SOCKET_TIMEOUT, 0);
    }
  });
  return 0;
}

// ---- Events of the loop

void CurlMulti::Arm() {
  if (armed_ || running_ == 0 || !epoll_.is_open()) {
    return;
  }
  armed_ = true;
  epoll_.async_wait(asio::posix::descriptor_base::wait_read,
                    [weak = weak_from_this()](const boost::system::error_code& error) {
                      if (const auto multi = weak.lock(); multi != nullptr) {
                        multi->armed_ = false;
                        if (!error) {
                          multi->OnReady();
                        }
                        multi->Arm();
                      }
                    });
}

void CurlMulti::OnReady() {
  std::array<epoll_event, 64> events;
  const int count = epoll_wait(epoll_.native_handle(), events.data(), events.size(), 0);
  for (int i = 0; i < count; ++i) {
    const std::uint32_t seen = events[i].events;
    int what = (seen & EPOLLIN) != 0 ? CURL_CSELECT_IN : 0;
    what |= (seen & EPOLLOUT) != 0 ? CURL_CSELECT_OUT : 0;
    what |= (seen & (EPOLLERR | EPOLLHUP)) != 0 ? CURL_CSELECT_ERR : 0;
    Act(events[i].data.fd, what);
  }
}

void CurlMulti::Act(curl_socket_t socket, int events) {
  if (multi_ != nullptr) {
    int running = 0;
    curl_multi_socket_action(multi_, socket, events, &running);
    Collect();
  }
}

void CurlMulti::Collect() {
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi_, &left)) {
    if (message->msg != CURLMSG_DONE) {
      continue;
    }
    char* pointer = nullptr;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &pointer);
    auto* transfer = reinterpret_cast<Transfer*>(pointer);
    transfer->done_ = true;
    transfer->code_ = message->data.result;
    transfer->wake_.cancel();
  }
}

// ---- Transfers

CurlMulti::Transfer::Transfer(std::shared_ptr<CurlMulti> multi, CURL* easy)
    : multi_(std::move(multi)), easy_(easy), wake_(multi_->loop()) {}

CurlMulti::Transfer::~Transfer() {
  if (!added_) {
    return;
  }
  --multi_->running_;
  if (multi_->multi_ != nullptr) {
    curl_multi_remove_handle(multi_->multi_, easy_);
  }
  if (multi_->running_ == 0 && multi_->epoll_.is_open()) {
    // The wait on epoll_ would keep the loop running while the network is idle.
    multi_->epoll_.cancel();
  }
}

Task<CURLcode> CurlMulti::Transfer::Perform(std::int64_t idle_ms, const bool& connected) {
  curl_easy_setopt(easy_, CURLOPT_PRIVATE, reinterpret_cast<char*>(this));
  if (multi_->multi_ == nullptr || curl_multi_add_handle(multi_->multi_, easy_) != CURLM_OK) {
    co_return CURLE_FAILED_INIT;
  }
  added_ = true;
  ++multi_->running_;
  multi_->Arm();
  Moved();
  const auto idle = std::chrono::milliseconds(idle_ms);
  while (!done_) {
    const auto now = std::chrono::steady_clock::now();
    if (idle_ms > 0 && connected && now - moved_ >= idle) {
      co_return CURLE_OPERATION_TIMEDOUT;
    }
    if (idle_ms <= 0) {
      wake_.expires_after(kForever);
    } else {
      wake_.expires_at((connected ? moved_ : now) + idle);
    }
    co_await wake_.async_wait(asio::as_tuple(asio::use_awaitable));
  }
  co_return code_;
}

}  // namespace hpdl::rt
