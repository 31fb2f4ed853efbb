#include "stdlib/cluster/upload.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <filesystem>

#include "runtime/engines/workflow/testing/fake_context.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/files/await.h"
#include "stdlib/cluster/testing/memory_files.h"

namespace hpdl::stdlib {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

/// The SHA-256 of "abc".
constexpr const char* kHash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

/// The process remembers which files are in the cache, so each test uses its own file names.
class UploadTest : public ::testing::Test {
 protected:
  void SetUp() override { context_.emplace(directory_); }

  rt::Result<rt::LocalResource> Upload(const std::string& name, const std::string& bytes = "abc") {
    return rt::Await(UploadOnce(*context_, files_, name, bytes));
  }
  long Stores() const {
    return std::count_if(files_.asked.begin(), files_.asked.end(),
                         [](const std::string& each) { return each.starts_with("Journal "); });
  }

  const rt::testing::TemporaryFolder temporary_;
  const std::string directory_ = temporary_.path();
  std::optional<rt::testing::FakeContext> context_;
  stdlib::testing::MemoryFiles files_;
};

TEST_F(UploadTest, BytesLieUnderTheirHash) {
  const auto resource = Upload("a b.jar");
  ASSERT_TRUE(resource.ok());
  const std::string path = std::string("/user/joe/.hpdl/cache/") + kHash + "/a b.jar";
  EXPECT_EQ(files_.files.at(path), "abc");
  EXPECT_EQ(files_.files.size(), 1U);
  EXPECT_EQ(resource->name, "a b.jar");
  EXPECT_EQ(resource->uri, std::string("hdfs://nn/user/joe/.hpdl/cache/") + kHash + "/a%20b.jar");
  EXPECT_EQ(resource->size, 3);
  EXPECT_EQ(resource->modified_ms, 7);
  EXPECT_TRUE(resource->shared);
  EXPECT_THAT(files_.asked, Contains("Change /user/joe/.hpdl 700"));
  EXPECT_TRUE(std::filesystem::is_empty(directory_ + "/attempts"));
}

TEST_F(UploadTest, WhatIsThereIsNotSentAgain) {
  files_.Put(std::string("/user/joe/.hpdl/cache/") + kHash + "/there", "abc");
  EXPECT_TRUE(Upload("there").ok());
  EXPECT_EQ(Stores(), 0);
}

TEST_F(UploadTest, OneCheckAProcess) {
  EXPECT_TRUE(Upload("once").ok());
  const std::size_t asked = files_.asked.size();
  EXPECT_TRUE(Upload("once").ok());
  EXPECT_EQ(files_.asked.size(), asked);
}

TEST_F(UploadTest, ThoseWhoWantItAtTheSameTimeWait) {
  boost::asio::io_context loop;
  int done = 0;
  const auto one = [&]() -> rt::Task<void> {
    const auto resource = co_await UploadOnce(*context_, files_, "together", "abc");
    done += resource.ok() ? 1 : 0;
  };
  for (int i = 0; i < 5; ++i) {
    boost::asio::co_spawn(loop, one(), boost::asio::detached);
  }
  loop.run();
  EXPECT_EQ(done, 5);
  EXPECT_EQ(Stores(), 1);
}

TEST_F(UploadTest, AFailureIsNotKept) {
  files_.errors["MakeDirectories /user/joe/.hpdl"] = {rt::ErrorClass::kTransient, "JA006",
                                                      "refused"};
  EXPECT_EQ(Upload("again").error().code, "JA006");
  files_.errors.clear();
  EXPECT_TRUE(Upload("again").ok());
}

TEST_F(UploadTest, AnotherProgramMayBeFaster) {
  const std::string folder = std::string("/user/joe/.hpdl/cache/") + kHash;
  const std::string rename = "Rename " + folder + "/." + context_->tag() + " " + folder + "/race";
  files_.errors[rename] = {rt::ErrorClass::kError, rt::kExists, "is there"};
  files_.errors["Status " + folder + "/race"] = {rt::ErrorClass::kError, "", "odd"};
  EXPECT_EQ(Upload("race").error().code, "JA009");
  files_.errors.erase("Status " + folder + "/race");
  EXPECT_FALSE(Upload("race").ok());  // the file is still missing
  EXPECT_THAT(files_.asked, Contains("Delete " + folder + "/." + context_->tag()));
}

TEST_F(UploadTest, WhatIsThereInItsPlaceIsTold) {
  files_.Put(std::string("/user/joe/.hpdl/cache/") + kHash + "/other", "abcd");
  EXPECT_THAT(Upload("other").error().message, HasSubstr("is not the file"));
}

TEST_F(UploadTest, AFileOfTheClusterItself) {
  files_.Put("/data/x", "12");
  const auto there = rt::Await(ResourceAt(files_, "/data/x", "name", true));
  ASSERT_TRUE(there.ok());
  EXPECT_EQ(there->name + " " + there->uri, "name hdfs://nn/data/x");
  EXPECT_TRUE(there->archive);
  EXPECT_EQ(rt::Await(ResourceAt(files_, "/data/y", "n", false)).error().code, "JA008");
  EXPECT_THAT(rt::Await(ResourceAt(files_, "/data", "n", false)).error().message,
              HasSubstr("is a directory"));
}

TEST_F(UploadTest, SmallFilesOfAnAttempt) {
  EXPECT_TRUE(rt::Await(PutBytes(*context_, files_, "/staging/job.xml", "one")).ok());
  EXPECT_TRUE(rt::Await(PutBytes(*context_, files_, "/staging/job.xml", "two")).ok());
  EXPECT_EQ(files_.files.at("/staging/job.xml"), "two");
  files_.errors["Journal /x/y"] = {rt::ErrorClass::kError, "", "permission denied"};
  EXPECT_EQ(rt::Await(PutBytes(*context_, files_, "/x/y", "")).error().code, "JA009");
}

}  // namespace
}  // namespace hpdl::stdlib
