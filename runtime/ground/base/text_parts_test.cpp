#include "runtime/ground/base/text_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/ground/base/utc_time.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(TextParts, SplitsBetweenSeparators) {
  EXPECT_THAT(Split("a,b", ','), ElementsAre("a", "b"));
  EXPECT_THAT(Split(",a,,b,", ','), ElementsAre("", "a", "", "b"));
  EXPECT_THAT(Split("", ','), IsEmpty());
}

TEST(TextParts, ANumberIsTheWholeText) {
  EXPECT_EQ(ParseNumber("0"), 0);
  EXPECT_EQ(ParseNumber("9223372036854775807"), INT64_MAX);
  for (const char* bad : {"", "-1", "+1", " 1", "1 ", "1x", "0x1", "9223372036854775808"}) {
    EXPECT_EQ(ParseNumber(bad), std::nullopt) << bad;
  }
}

TEST(Calendar, IsoTimesHaveMilliseconds) {
  EXPECT_EQ(IsoTime(1795233371123), "2026-11-21T03:56:11.123Z");
  EXPECT_EQ(IsoTime(0), "1970-01-01T00:00:00.000Z");
}

}  // namespace
}  // namespace hpdl::rt
