#include "runtime/store/server_records/sla_event_log.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {
namespace {

std::string Listed(SlaEventLog& log, std::int64_t after, std::size_t most = 100,
                   std::string_view id = "") {
  std::string text;
  const auto events = log.After(after, most, id);
  for (const SlaEventRow& event : *events) {
    text += std::to_string(event.number) + event.id + event.key + event.text + " ";
  }
  return text;
}

TEST(SlaEventLogTest, NumbersStay) {
  const testing::TemporaryFolder folder;
  const auto state = std::move(*StateDirectory::Open(folder.path() + "/state", true));
  {
    const auto log = std::move(*SlaEventLog::Open(*state));
    EXPECT_TRUE(log->Add(std::vector<SlaEventRow>{{0, "a", "1", "x"}, {0, "b", "1", "y"}}));
    EXPECT_TRUE(log->Add(std::vector<SlaEventRow>{{0, "a", "1", "z"}, {0, "a", "2", "w"}}));
    EXPECT_EQ(Listed(*log, 0), "1a1x 2b1y 3a2w ");
  }
  const auto log = std::move(*SlaEventLog::Open(*state));
  EXPECT_TRUE(log->Add(std::vector<SlaEventRow>{{0, "c", "1", "v"}}));
  EXPECT_EQ(Listed(*log, 1, 2), "2b1y 3a2w ");
  EXPECT_EQ(Listed(*log, 0, 100, "a"), "1a1x 3a2w ");
  EXPECT_EQ(Listed(*log, 4), "");
}

TEST(SlaEventLogTest, NobodyElseReadsItAndNoLinkIsFollowed) {
  const testing::TemporaryFolder folder;
  const auto state = std::move(*StateDirectory::Open(folder.path() + "/state", true));
  const std::string path = state->name() + "/sla-events.db";
  ASSERT_TRUE(SlaEventLog::Open(*state));
  struct stat info{};
  ASSERT_EQ(stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600U);
  std::filesystem::remove(path);
  std::filesystem::create_symlink(folder.path() + "/other", path);
  EXPECT_FALSE(SlaEventLog::Open(*state));
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/other"));
}

}  // namespace
}  // namespace hpdl::rt
