#include "runtime/ground/base/sleep.h"

#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace hpdl::rt {

Task<void> SleepUntil(boost::asio::steady_timer& timer, TimeSource::Moment due) {
  do {
    timer.expires_at(TheTime().NextLook(due));
    co_await timer.async_wait(boost::asio::use_awaitable);
  } while (TheTime().Steady() < due);
}

Task<void> Sleep(std::chrono::milliseconds time) {
  boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor);
  co_await SleepUntil(timer, TheTime().Steady() + time);
}

}  // namespace hpdl::rt
