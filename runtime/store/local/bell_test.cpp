#include "runtime/store/local/bell.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/local/local_mailbox.h"

namespace hpdl::rt {
namespace {

using Ids = std::vector<std::string>;
const std::string kOne = "0000001-one-W", kTwo = "0000002-two-W";

class BellTest : public ::testing::Test {
 protected:
  const testing::TemporaryFolder temporary_;
  const std::string path_ = temporary_.path() + "/bell";
};

TEST_F(BellTest, MessagesOfAllJobsAreTold) {
  const std::string jobs = temporary_.path() + "/jobs/";
  std::filesystem::create_directories(jobs + kOne);
  std::filesystem::create_directories(jobs + kTwo);
  LocalMailbox one(jobs + kOne, path_);
  LocalMailbox two(jobs + kTwo, path_);
  EXPECT_TRUE(one.Post("nobody listens\n"));
  LocalBell bell(path_);
  ASSERT_GE(bell.fd(), 0);
  EXPECT_EQ(bell.Rung(), Ids());
  EXPECT_TRUE(one.Post("a\n") && two.Post("b\n") && one.Post("c\n"));
  EXPECT_EQ(bell.Rung(), (Ids{kOne, kTwo, kOne}));
  EXPECT_EQ(bell.Rung(), Ids());
}

TEST_F(BellTest, WhatIsNoIdIsDropped) {
  LocalBell bell(path_);
  RingBell(path_, "../x\n\n0000001-");
  EXPECT_EQ(bell.Rung(), Ids());
  RingBell(path_, "one-W\n" + std::string(3000, 'x'));
  EXPECT_EQ(bell.Rung(), Ids{kOne});
  RingBell(path_, std::string(3000, 'x'));
  RingBell(path_, "\n" + kTwo + "\n");
  EXPECT_EQ(bell.Rung().back(), kTwo);
}

TEST_F(BellTest, AFullOneRingsAsItIs) {
  LocalBell bell(path_);
  const int pipe = fcntl(bell.fd(), F_GETPIPE_SZ);
  for (int written = 0; written < pipe + 8192; written += 14) {
    RingBell(path_, kOne + "\n");
  }
  const Ids rung = bell.Rung();
  EXPECT_GT(rung.size(), 100U);
  EXPECT_EQ(rung.back(), kOne);
  RingBell(path_, kTwo + "\n");
  EXPECT_EQ(bell.Rung(), Ids{kTwo});
}

/// RingBell() must not end the process with SIGPIPE if the listener closes the FIFO meanwhile.
TEST_F(BellTest, ItMayCloseWhileSomebodyRings) {
  std::atomic<bool> done = false;
  std::thread listener([&] {
    while (!done) {
      LocalBell bell(path_);
    }
  });
  for (int i = 0; i < 50'000; ++i) {
    RingBell(path_, kOne + "\n");
  }
  done = true;
  listener.join();
}

TEST_F(BellTest, SomethingElseInItsPlaceIsNoBell) {
  std::ofstream(path_).flush();
  EXPECT_EQ(LocalBell(path_).fd(), -1);
  EXPECT_EQ(LocalBell(path_).Rung(), Ids());
  RingBell(path_, "one\n");
  EXPECT_EQ(std::filesystem::file_size(path_), 0U);
  std::filesystem::remove(path_);
  const std::string aim = temporary_.path() + "/aim";
  ASSERT_EQ(mkfifo(aim.c_str(), 0600), 0);
  std::filesystem::create_symlink(aim, path_);
  EXPECT_EQ(ListenToBell(path_), -1);
}

}  // namespace
}  // namespace hpdl::rt
