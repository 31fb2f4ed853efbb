#include "runtime/ground/base/sleep.h"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/system/system_error.hpp>
#include <string>

#include "runtime/ground/base/testing/hurrying_time.h"

namespace hpdl::rt {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

TEST(SleepTest, LastsAsLongAsItSays) {
  boost::asio::io_context loop;
  const auto begin = std::chrono::steady_clock::now();
  boost::asio::co_spawn(loop, Sleep(milliseconds(20)), boost::asio::detached);
  loop.run();
  EXPECT_GE(std::chrono::steady_clock::now() - begin, milliseconds(20));
}

TEST(SleepTest, OthersEndItByItsTimer) {
  boost::asio::io_context loop;
  boost::asio::steady_timer timer(loop);
  bool ended = false;
  boost::asio::co_spawn(loop, SleepUntil(timer, TheTime().Steady() + hours(1)),
                        [&](const std::exception_ptr& error) { ended = error != nullptr; });
  loop.poll();
  EXPECT_FALSE(ended);
  timer.cancel();
  loop.run();
  EXPECT_TRUE(ended);
}

TEST(HurryingTimeTest, WaitsEndInTheirOrderAndAreAsLongAsTheySay) {
  testing::HurryingTime time;
  boost::asio::io_context loop;
  const std::int64_t begin = NowMs();
  const auto machine = std::chrono::steady_clock::now();
  std::string order;
  const auto sleep = [&](milliseconds length, char name) -> Task<void> {
    co_await Sleep(length);
    EXPECT_GE(NowMs() - begin, length.count());
    EXPECT_LT(NowMs() - begin, length.count() + 60'000);
    order += name;
  };
  boost::asio::co_spawn(loop, sleep(hours(30), 'c'), boost::asio::detached);
  boost::asio::co_spawn(loop, sleep(hours(1), 'a'), boost::asio::detached);
  boost::asio::co_spawn(loop, sleep(hours(2), 'b'), boost::asio::detached);
  loop.run();
  EXPECT_EQ(order, "abc");
  EXPECT_LT(std::chrono::steady_clock::now() - machine, std::chrono::hours(1));
}

TEST(HurryingTimeTest, WhatNobodyWaitsForAnyMoreHoldsNothingUp) {
  testing::HurryingTime time;
  boost::asio::io_context loop;
  boost::asio::steady_timer timer(loop);
  boost::asio::co_spawn(loop, SleepUntil(timer, TheTime().Steady() + hours(1)),
                        [](const std::exception_ptr&) {});
  loop.poll();
  timer.cancel();
  const std::int64_t begin = NowMs();
  boost::asio::co_spawn(loop, Sleep(hours(2)), boost::asio::detached);
  loop.run();
  EXPECT_GE(NowMs() - begin, 2 * 3600 * 1000);
}

}  // namespace
}  // namespace hpdl::rt
