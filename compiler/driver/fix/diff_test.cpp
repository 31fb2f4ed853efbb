#include "compiler/driver/fix/diff.h"

#include <gtest/gtest.h>

namespace hpdl::driver {
namespace {

TEST(Diff, NothingForEqualTexts) {
  EXPECT_EQ(UnifiedDiff("f", "", ""), "");
  EXPECT_EQ(UnifiedDiff("f", "a\nb\n", "a\nb\n"), "");
}

TEST(Diff, OneLineWithThreeAround) {
  EXPECT_EQ(UnifiedDiff("d/f", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nV\n6\n7\n8\n9\n"),
            "--- a/d/f\n+++ b/d/f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+V\n 6\n 7\n 8\n");
}

TEST(Diff, AbsoluteNamesBeginWithoutSlash) {
  EXPECT_TRUE(UnifiedDiff("/d/f", "a\n", "b\n").starts_with("--- a/d/f\n+++ b/d/f\n"));
}

TEST(Diff, NamesAreAsGitAndPatchReadThem) {
  const auto name_of = [](std::string_view name) {
    const std::string diff = UnifiedDiff(name, "a\n", "b\n");
    return diff.substr(4, diff.find('\n') - 4);
  };
  EXPECT_EQ(name_of("./d//e/../f"), "a/d/f");
  EXPECT_EQ(name_of("a b"), "a/a b\t");
  EXPECT_EQ(name_of("\xc3\xa9"), "a/\xc3\xa9");
  EXPECT_EQ(name_of("n\nl \"q\" \\"), "\"a/n\\012l \\\"q\\\" \\\\\"");
}

TEST(Diff, ChangesFarFromEachOtherAreTwoHunks) {
  const std::string diff =
      UnifiedDiff("f", "a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n");
  EXPECT_EQ(diff,
            "--- a/f\n+++ b/f\n@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n"
            "@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n");
}

TEST(Diff, InsertedRemovedAndMoved) {
  EXPECT_EQ(UnifiedDiff("f", "", "x\n"), "--- a/f\n+++ b/f\n@@ -0,0 +1,1 @@\n+x\n");
  EXPECT_EQ(UnifiedDiff("f", "x\n", ""), "--- a/f\n+++ b/f\n@@ -1,1 +0,0 @@\n-x\n");
  EXPECT_EQ(UnifiedDiff("f", "a\nb\nc\n", "c\na\nb\n"),
            "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n+c\n a\n b\n-c\n");
}

TEST(Diff, LastLineWithoutEnd) {
  EXPECT_EQ(
      UnifiedDiff("f", "a", "b"),
      "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at "
      "end of file\n");
}

TEST(Diff, TextsThatHaveNothingInCommonAreOneBlock) {
  std::string before;
  std::string after;
  for (int i = 0; i < 3000; ++i) {
    before += "a" + std::to_string(i) + "\n";
    after += "b" + std::to_string(i) + "\n";
  }
  EXPECT_TRUE(UnifiedDiff("f", before, after)
                  .starts_with("--- a/f\n+++ b/f\n@@ -1,3000 +1,3000 @@\n-a0\n"));
}

}  // namespace
}  // namespace hpdl::driver
