#include "runtime/store/lease.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "runtime/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

class LeaseTest : public ::testing::Test {
 protected:
  void SetUp() override { mkdir(job_.c_str(), 0700); }
  const testing::TemporaryFolder temporary_;
  const std::string id_ = "0000007-261121000000000-hpdl-joe-W";
  const std::string job_ = temporary_.path() + "/" + id_;
};

TEST_F(LeaseTest, ASecondOneIsRefusedWithTheIdOfTheJob) {
  EXPECT_FALSE(Lease::IsHeld(job_));
  {
    const auto lease = Lease::Take(job_);
    ASSERT_TRUE(lease) << lease.error().message;
    EXPECT_TRUE(Lease::IsHeld(job_));
    const auto second = Lease::Take(job_);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, "E0719");
    EXPECT_EQ(second.error().error_class, ErrorClass::kError);
    EXPECT_EQ(second.error().message, "job " + id_ + " is being run by another process");
    EXPECT_TRUE(Lease::IsHeld(job_)) << "who was refused has not taken it away";
  }
  EXPECT_FALSE(Lease::IsHeld(job_));
  EXPECT_TRUE(Lease::Take(job_));
}

TEST_F(LeaseTest, OfOtherJobsAreOthers) {
  const std::string other = temporary_.path() + "/0000008-261121000000000-hpdl-joe-W";
  mkdir(other.c_str(), 0700);
  const auto lease = Lease::Take(job_);
  EXPECT_FALSE(Lease::IsHeld(other));
  EXPECT_TRUE(Lease::Take(other));
}

TEST_F(LeaseTest, AJobThatIsNotThereHasNone) {
  EXPECT_FALSE(Lease::IsHeld(job_ + "x"));
  EXPECT_FALSE(Lease::Take(job_ + "x"));
}

}  // namespace
}  // namespace hpdl::rt
