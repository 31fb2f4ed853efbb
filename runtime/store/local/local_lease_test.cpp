#include "runtime/store/local/local_lease.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <string>
#include <thread>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/locks.h"

namespace hpdl::rt {
namespace {

class LocalLeaseTest : public ::testing::Test {
 protected:
  void SetUp() override { mkdir(job_.c_str(), 0700); }
  const testing::TemporaryFolder temporary_;
  const std::string id_ = "0000007-261121000000000-hpdl-joe-W";
  const std::string job_ = temporary_.path() + "/" + id_;
};

TEST_F(LocalLeaseTest, ASecondOneIsRefusedWithTheIdOfTheJob) {
  EXPECT_FALSE(LocalLease::IsHeld(job_));
  {
    const auto lease = LocalLease::Take(job_);
    ASSERT_TRUE(lease) << lease.error().message;
    EXPECT_TRUE(LocalLease::IsHeld(job_));
    const auto second = LocalLease::Take(job_);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, "E0719");
    EXPECT_EQ(second.error().error_class, ErrorClass::kError);
    EXPECT_EQ(second.error().message, "another process runs job " + id_);
    EXPECT_TRUE(LocalLease::IsHeld(job_)) << "who was refused has not taken it away";
  }
  EXPECT_FALSE(LocalLease::IsHeld(job_));
  EXPECT_TRUE(LocalLease::Take(job_));
}

TEST_F(LocalLeaseTest, OfOtherJobsAreOthers) {
  const std::string other = temporary_.path() + "/0000008-261121000000000-hpdl-joe-W";
  mkdir(other.c_str(), 0700);
  const auto lease = LocalLease::Take(job_);
  EXPECT_FALSE(LocalLease::IsHeld(other));
  EXPECT_TRUE(LocalLease::Take(other));
}

TEST_F(LocalLeaseTest, OneJobIsMadeByOneWhileOthersAreMade) {
  const std::string path = temporary_.path() + "/state";
  const auto one = std::move(*StateDirectory::Open(path, true));
  const auto other = std::move(*StateDirectory::Open(path, false));
  auto making = one->TakeMaking(id_);
  ASSERT_TRUE(making);
  EXPECT_TRUE(other->TakeMaking("0000008-261121000000000-hpdl-joe-W")) << "does not wait";
  std::atomic<bool> taken = false;
  std::thread second([&] { taken = other->TakeMaking(id_).ok(); });
  EXPECT_TRUE(other->TakeMaking("0000009-261121000000000-hpdl-joe-W"));
  EXPECT_FALSE(taken);
  *making = nullptr;
  second.join();
  EXPECT_TRUE(taken);
  // A process of an earlier version would lock the whole file, so it has to wait for this lease.
  making = one->TakeMaking(id_);
  bool free = true;
  ASSERT_TRUE(LockedFile::Lock(path + "/making", false, &free));
  EXPECT_FALSE(free);
}

TEST_F(LocalLeaseTest, AJobThatIsNotThereHasNone) {
  EXPECT_FALSE(LocalLease::IsHeld(job_ + "x"));
  EXPECT_FALSE(LocalLease::Take(job_ + "x"));
}

}  // namespace
}  // namespace hpdl::rt
