#include "runtime/server/protocols/celos/intent_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/rules/celos/testing/at.h"

namespace hpdl::rt::celos {
namespace {

TEST(IntentFilesTest, AnIntentOutlivesItsProcess) {
  const hpdl::rt::testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/intents";
  const Submission submission{{"a b", testing::At("2015-09-01T10:00:00.007Z")},
                              "http://oozie",
                              "celos-1",
                              "joe",
                              1'700'000'000'000};
  {
    Result<IntentFiles> intents = IntentFiles::Open(path);
    ASSERT_TRUE(intents) << intents.error().message;
    ASSERT_TRUE(intents->Put(submission));
    Submission other = submission;
    other.slot.workflow = "a";
    other.key = intents->NewKey();
    ASSERT_TRUE(intents->Put(other));
    EXPECT_NE(intents->NewKey(), other.key);
    EXPECT_EQ(intents->Of("a").size(), 1u);
    ASSERT_TRUE(intents->Remove(other.slot));
    ASSERT_TRUE(intents->Remove(other.slot));
  }
  Result<IntentFiles> intents = IntentFiles::Open(path);
  ASSERT_TRUE(intents);
  EXPECT_TRUE(intents->Of("a").empty());
  const std::vector<Submission> found = intents->Of("a b");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].slot, submission.slot);
  EXPECT_EQ(IntentText(found[0]), IntentText(submission));
}

TEST(IntentFilesTest, OneThatCannotBeReadIsToldAndKept) {
  const hpdl::rt::testing::TemporaryFolder folder;
  for (const char* text :
       {"", "{}", R"({"workflow":"a","time":"x","url":"","key":"","user":"","begun":1})"}) {
    std::ofstream(folder.path() + "/celos-1") << text;
    std::filesystem::permissions(folder.path() + "/celos-1", std::filesystem::perms(0600));
    const Result<IntentFiles> intents = IntentFiles::Open(folder.path());
    ASSERT_FALSE(intents);
    EXPECT_TRUE(intents.error().message.starts_with(folder.path() + "/celos-1: "));
  }
}

}  // namespace
}  // namespace hpdl::rt::celos
