#include "runtime/world/mapreduce/output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <vector>

#include "runtime/ground/base/testing/disk_calls.h"
#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt::mapreduce {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

class OutputTest : public ::testing::Test {
 protected:
  /// Writes two parts and ends them.
  void Write() {
    ASSERT_TRUE(output_.Begin().ok());
    for (const std::uint32_t part : {0U, 1U}) {
      auto file = TextOutput::Make(output_.PartPath(part), "\t");
      ASSERT_TRUE(file.ok() && (*file)->Put("k", "v").ok() && (*file)->Finish().ok());
    }
  }

  const testing::TemporaryFolder temporary_;
  const std::string path_ = temporary_.path() + "/out";
  OutputDirectory output_{path_, "job"};
};

TEST_F(OutputTest, PartsAreOnTheDiskBeforeTheyAreCommittedAndMarked) {
  {
    testing::DiskCalls disk(temporary_.path());
    Write();
    EXPECT_THAT(disk.seen(), ElementsAre("fsync .", "fsync out", "fsync out/_temporary",
                                         "fsync out/_temporary/job/part-00000",
                                         "fsync out/_temporary/job/part-00001"));
  }
  testing::DiskCalls commit(temporary_.path());
  int syncs = 0;
  commit.fault = [&](const std::string& call) {
    if (call == "fsync out") {
      EXPECT_EQ(fs::exists(path_ + "/_SUCCESS"), syncs++ == 1);
    }
    return 0;
  };
  ASSERT_TRUE(output_.Commit(2, true).ok());
  std::vector<std::string> seen = commit.seen();
  std::erase_if(seen, [](const std::string& call) { return call.starts_with("unlink"); });
  EXPECT_THAT(seen, ElementsAre("rename out/_temporary/job/part-00000 out/part-00000",
                                "rename out/_temporary/job/part-00001 out/part-00001", "fsync out",
                                "fsync out"));
}

TEST_F(OutputTest, NothingIsMarkedIfThePartsCannotBeSynced) {
  Write();
  testing::DiskCalls disk(temporary_.path());
  disk.fault = [](const std::string& call) { return call == "fsync out" ? EIO : 0; };
  EXPECT_FALSE(output_.Commit(2, true).ok());
  EXPECT_FALSE(fs::exists(path_ + "/_SUCCESS"));
  disk.fault = {};
  EXPECT_TRUE(output_.Commit(2, true).ok());
  EXPECT_TRUE(fs::exists(path_ + "/_SUCCESS"));
}

}  // namespace
}  // namespace hpdl::rt::mapreduce
