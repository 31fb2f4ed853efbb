#include "runtime/engines/workflow/giving_up.h"

#include <gtest/gtest.h>

#include <csignal>
#include <optional>
#include <thread>
#include <vector>

namespace hpdl::rt {
namespace {

/// Returns the current handler of a signal.
sighandler_t ActionOf(int number) {
  struct sigaction action{};
  sigaction(number, nullptr, &action);
  return action.sa_handler;
}

class GivingUpTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const int number : {SIGINT, SIGTERM}) {
      std::signal(number, SIG_DFL);
    }
    std::signal(SIGHUP, SIG_IGN);
  }
  void TearDown() override { std::signal(SIGHUP, SIG_DFL); }
  static void ExpectUntouched() {
    EXPECT_EQ(ActionOf(SIGINT), SIG_DFL);
    EXPECT_EQ(ActionOf(SIGTERM), SIG_DFL);
    EXPECT_EQ(ActionOf(SIGHUP), SIG_IGN);
  }
};

TEST_F(GivingUpTest, SignalsAreAsBeforeOnceTheLastHasEnded) {
  std::optional<GivingUp> first, second;
  first.emplace();
  EXPECT_EQ(ActionOf(SIGHUP), SIG_IGN);
  second.emplace();
  first.reset();
  ASSERT_NE(ActionOf(SIGTERM), SIG_DFL) << "one of them still waits";
  EXPECT_FALSE(second->Asked());
  std::raise(SIGTERM);
  EXPECT_TRUE(second->Asked());
  second.reset();
  ExpectUntouched();
  const GivingUp later;
  EXPECT_FALSE(later.Asked());
}

TEST_F(GivingUpTest, ThreadsMayWaitBesideEachOther) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int round = 0; round < 100; ++round) {
        const GivingUp giving_up;
        EXPECT_FALSE(giving_up.Asked());
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  ExpectUntouched();
}

}  // namespace
}  // namespace hpdl::rt
