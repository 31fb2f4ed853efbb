#include "runtime/world/process/output_tail.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

TEST(OutputTail, CleanTextIsValidUtf8) {
  EXPECT_EQ(CleanText("plain\tb\nc"), "plain\tb\nc");
  EXPECT_EQ(CleanText("\x1b[31mred\r"), "[31mred");
  EXPECT_EQ(CleanText("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"),
            "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_EQ(CleanText("\xff"), "\xef\xbf\xbd");
  EXPECT_EQ(CleanText("\xc3"), "\xef\xbf\xbd") << "cut off";
  EXPECT_EQ(CleanText("\xc0\xaf"), "\xef\xbf\xbd\xef\xbf\xbd") << "overlong";
  EXPECT_EQ(CleanText("\xed\xa0\x80"), "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd") << "surrogate";
}

TEST(OutputTail, LastLinesWithinTheBytes) {
  const testing::TemporaryFolder folder;
  const std::string name = folder.path() + "/out";
  EXPECT_EQ(TailOfFile(name, 3, 100), "");
  std::ofstream(name) << "a\nb\nc\nd\n\n";
  EXPECT_EQ(TailOfFile(name, 2, 100), "c\nd");
  EXPECT_EQ(TailOfFile(name, 9, 100), "a\nb\nc\nd");
  std::ofstream(name) << "x\xc3\xa9yz";
  EXPECT_EQ(TailOfFile(name, 9, 3), "yz") << "not half a character";
  std::filesystem::remove(name);
  EXPECT_EQ(TailOfFile(name, 9, 3), "");
}

}  // namespace
}  // namespace hpdl::rt
