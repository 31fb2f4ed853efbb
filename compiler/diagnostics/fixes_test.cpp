#include "compiler/diagnostics/fixes.h"

#include <gtest/gtest.h>

#include "compiler/base/suggest.h"

namespace hpdl {
namespace {

constexpr std::string_view kNames[] = {"command", "comment", "prepare"};

TEST(Fixes, OneSlipFromOneNameIsSafe) {
  for (const std::string_view word : {"comand", "commannd", "commadn", "Command", "xommand"}) {
    const auto fix = RenameToNearest({3, 10}, word, kNames);
    ASSERT_TRUE(fix.has_value()) << word;
    EXPECT_EQ(fix->edits[0].text, "command");
    EXPECT_EQ(fix->edits[0].range, (Range{3, 10}));
    EXPECT_EQ(fix->title, "rename to 'command'");
    EXPECT_TRUE(fix->safe) << word;
  }
}

TEST(Fixes, TwoSlipsOrTwoCandidatesAreNotSafe) {
  const auto far = RenameToNearest({0, 1}, "comnad", kNames);
  ASSERT_TRUE(far.has_value());
  EXPECT_FALSE(far->safe);
  constexpr std::string_view kClose[] = {"step1", "step2"};
  const auto two = RenameToNearest({0, 1}, "step3", kClose);
  ASSERT_TRUE(two.has_value());
  EXPECT_FALSE(two->safe);
  EXPECT_FALSE(RenameToNearest({0, 1}, "frobnicate", kNames).has_value());
}

TEST(Fixes, OwnNamesDifferInOneLetterOnPurpose) {
  constexpr std::string_view kOwn[] = {"load-orders", "step2"};
  const auto safe = [&](std::string_view word) {
    const auto fix = RenameToNearestOwn({0, 1}, word, kOwn);
    return fix.has_value() && fix->safe;
  };
  EXPECT_TRUE(safe("load_orders"));
  EXPECT_TRUE(safe("Load-Orders"));
  EXPECT_TRUE(safe("laod-orders"));
  EXPECT_FALSE(safe("load-order"));
  EXPECT_FALSE(safe("step1"));
  EXPECT_TRUE(RenameToNearestOwn({0, 1}, "step1", kOwn).has_value());
}

TEST(Fixes, AnElementGoesWithTheWhiteSpaceBeforeIt) {
  const SourceBuffer source("w.xml", "<f>\n  <p/>\n  <p/>\n<q></q></f>");
  const auto fix = RemoveTag(source, {13, 17});
  ASSERT_TRUE(fix.has_value());
  EXPECT_EQ(fix->edits[0].range, (Range{10, 17}));
  EXPECT_FALSE(fix->safe);
  EXPECT_FALSE(RemoveTag(source, {18, 21}).has_value());
}

TEST(Fixes, TextIsWrittenAsXmlWantsIt) {
  EXPECT_EQ(Rename({0, 1}, "a&b", true).edits[0].text, "a&amp;b");
}

}  // namespace
}  // namespace hpdl
