#ifndef HPDL_RUNTIME_SERVER_WORK_AWAITED_H_
#define HPDL_RUNTIME_SERVER_WORK_AWAITED_H_

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <optional>
#include <utility>

#include "runtime/ground/base/task.h"

namespace hpdl::rt {

/// A value that one coroutine sets and that another coroutine waits for. Loop thread only.
template <class T>
class Awaited {
 public:
  explicit Awaited(boost::asio::io_context& loop) : timer_(loop) {}
  void Give(T value) {
    value_ = std::move(value);
    timer_.cancel();
  }
  /// Waits for the value for at most `patience`; nullopt: the value was not set in this time.
  Task<std::optional<T>> Get(std::chrono::seconds patience) {
    timer_.expires_after(patience);
    while (!value_ && timer_.expiry() > boost::asio::steady_timer::clock_type::now()) {
      co_await timer_.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
    }
    co_return std::move(value_);
  }

 private:
  boost::asio::steady_timer timer_;
  std::optional<T> value_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_WORK_AWAITED_H_
