#include "runtime/world/process/status_log.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

TEST(StatusLog, IgnoresTornAndForeignLines) {
  const testing::TemporaryFolder folder;
  const std::string name = folder.path() + "/status";
  std::ofstream(name) << "K 1\nS 4 10 1 2 1 0 1\ngarbage\nE 4 x 0\nS 5 11\nE 6 3";
  StatusLog log(name);
  ASSERT_TRUE(log.Refresh());
  ASSERT_NE(log.Find(4), nullptr);
  EXPECT_FALSE(log.Find(4)->ended);
  EXPECT_EQ(log.Find(5), nullptr);
  EXPECT_EQ(log.Find(6), nullptr);
  EXPECT_TRUE(log.torn());
  std::ofstream(name, std::ios::app) << " 0\nE 4 0 15\n";
  ASSERT_TRUE(log.Refresh());
  EXPECT_EQ(log.Find(6)->code, 3);
  EXPECT_EQ(log.Find(4)->signal, 15);
  EXPECT_EQ(log.last_keeper(), 1);
}

TEST(StatusLog, TellsAReusedPidByItsStartTime) {
  ChildRecord self;
  self.started = true;
  self.pid = getpid();
  EXPECT_TRUE(SameProcessAlive(self)) << "start time not known";
  self.from = self.to = ClockTicks() + 1000;
  EXPECT_FALSE(SameProcessAlive(self));
}

}  // namespace
}  // namespace hpdl::rt
