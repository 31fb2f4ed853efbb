#include "runtime/ground/base/worker_threads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <csignal>
#include <new>
#include <semaphore>
#include <thread>
#include <vector>

#include "runtime/ground/base/testing/eventually.h"

namespace hpdl::rt {
namespace {

namespace asio = boost::asio;
using Semaphore = std::counting_semaphore<64>;

/// Waits for the semaphore only for a limited time, so that a broken test ends and fails.
bool Acquire(Semaphore& semaphore) {
  return semaphore.try_acquire_for(testing::kPatience);
}

/// Works until `stop` is set. Returns 1 if it was stopped, 0 if time ran out.
int UntilStopped(const StopFlag& stop) {
  const auto end = std::chrono::steady_clock::now() + testing::kPatience;
  while (!stop && std::chrono::steady_clock::now() < end) {
    std::this_thread::yield();
  }
  return stop ? 1 : 0;
}

TEST(WorkerThreads, TheLoopGoesOnMeanwhile) {
  asio::io_context loop(1);
  Semaphore loop_was_here(0);
  int result = 0;
  auto task = [&]() -> Task<void> {
    result = co_await OnWorker([&](const StopFlag&) { return Acquire(loop_was_here) ? 7 : -1; });
  };
  asio::co_spawn(loop, task, [](const std::exception_ptr& failure) { EXPECT_FALSE(failure); });
  asio::post(loop, [&] { asio::post(loop, [&] { loop_was_here.release(); }); });
  loop.run();
  EXPECT_EQ(result, 7);
}

TEST(WorkerThreads, WhoIsCancelledStopsTheWorkAndWaitsForItsEnd) {
  asio::io_context loop(1);
  asio::cancellation_signal cancel;
  bool worked = false, cancelled = false;
  auto task = [&]() -> Task<void> {
    const int stopped = co_await OnWorker([&](const StopFlag& stop) {
      asio::post(loop, [&] { cancel.emit(asio::cancellation_type::terminal); });
      const int result = UntilStopped(stop);
      worked = true;
      return result;
    });
    EXPECT_EQ(stopped, 1);
    EXPECT_TRUE(worked);
    co_await OnWorker([](const StopFlag&) { return 0; });
    ADD_FAILURE() << "a cancelled task begins nothing";
  };
  asio::co_spawn(
      loop, task,
      asio::bind_cancellation_slot(cancel.slot(), [&](const std::exception_ptr& failure) {
        cancelled = failure != nullptr;
      }));
  loop.run();
  EXPECT_TRUE(cancelled);
}

TEST(WorkerThreads, ALoopThatGoesWaitsForWorkAndGivesUpWhatWaits) {
  Semaphore begun(0);
  std::atomic<int> stopped = 0;
  const auto alive = std::make_shared<int>();
  {
    asio::io_context loop(1);
    auto task = [&, alive]() -> Task<void> {
      co_await OnWorker([&](const StopFlag& stop) {
        begun.release();
        stopped += UntilStopped(stop);
        return 0;
      });
      ADD_FAILURE() << "nobody runs the loop";
    };
    for (int i = 0; i < 10; ++i) {  // more tasks than can run at the same time
      asio::co_spawn(loop, task, asio::detached);
    }
    loop.poll();
    EXPECT_TRUE(Acquire(begun));
  }
  EXPECT_EQ(stopped, 8);
  EXPECT_EQ(alive.use_count(), 1);
}

TEST(WorkerThreads, SomeRunAtATimeAndAllInTheEnd) {
  asio::io_context loop(1);
  std::atomic<int> running = 0, most = 0, ended = 0;
  Semaphore full(0);
  auto task = [&]() -> Task<void> {
    co_await OnWorker([&](const StopFlag&) {
      const int now = ++running;
      most = std::max(most.load(), now);
      if (now == 8) {
        full.release(64);
      }
      EXPECT_TRUE(Acquire(full));
      --running;
      return 0;
    });
    ++ended;
  };
  for (int i = 0; i < 40; ++i) {
    asio::co_spawn(loop, task, asio::detached);
  }
  loop.run();
  EXPECT_EQ(most, 8);
  EXPECT_EQ(ended, 40);
}

TEST(WorkerThreads, SignalsAreNotForThem) {
  asio::io_context loop(1);
  auto task = [&]() -> Task<void> {
    const bool blocked = co_await OnWorker([](const StopFlag&) {
      sigset_t mask;
      pthread_sigmask(SIG_SETMASK, nullptr, &mask);
      return sigismember(&mask, SIGTERM) == 1 && sigismember(&mask, SIGINT) == 1;
    });
    EXPECT_TRUE(blocked);
  };
  asio::co_spawn(loop, task, asio::detached);
  loop.run();
}

TEST(WorkerThreads, WhatTheWorkThrowsComesToWhoWaits) {
  asio::io_context loop(1);
  auto task = [&]() -> Task<void> {
    co_await OnWorker([](const StopFlag&) -> int { throw std::bad_alloc(); });
  };
  bool thrown = false;
  asio::co_spawn(loop, task, [&](const std::exception_ptr& failure) {
    EXPECT_THROW(std::rethrow_exception(failure), std::bad_alloc);
    thrown = true;
  });
  loop.run();
  EXPECT_TRUE(thrown);
}

}  // namespace
}  // namespace hpdl::rt
