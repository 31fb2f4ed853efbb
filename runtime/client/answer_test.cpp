#include "runtime/client/answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/client/java_hash.h"

namespace hpdl::client {
namespace {

using ::testing::ElementsAre;

TEST(JavaHash, IsThatOfStrings) {
  EXPECT_EQ(JavaHash(""), 0);
  EXPECT_EQ(JavaHash("submit"), -891535336);
  EXPECT_EQ(JavaHash("\xC3\xA9"), 233);
  EXPECT_EQ(JavaHash("\xF0\x9F\x98\x80"), 0xD83D * 31 + 0xDE00);
  EXPECT_EQ(JavaHash("\xFF"), 0xFFFD);
}

TEST(JavaHash, OrdersAsATable) {
  EXPECT_THAT(JavaHashOrder({"user.name", "who", "oozie.wf.application.path"}),
              ElementsAre("oozie.wf.application.path", "user.name", "who"));
  EXPECT_THAT(JavaHashOrder({"poll", "submitjar"}), ElementsAre("poll", "submitjar"));
}

TEST(Answer, IsNullIfItIsNoJson) {
  EXPECT_TRUE(ReadJson("").is_null());
  EXPECT_TRUE(ReadJson("{\"a\":").is_null());
  EXPECT_TRUE(ReadJson("<html/>").is_null());
  EXPECT_EQ(Member(ReadJson("[1]"), "a"), Json());
}

TEST(Answer, HasBoundedDepth) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_EQ(JavaText(ReadJson(deep)).find("[[[["), 0U);
}

TEST(Answer, ShowsNothingAsADash) {
  const Json job = ReadJson(R"({"a":null,"b":"","c":"x","d":3})");
  EXPECT_EQ(Shown(job, "a"), "-");
  EXPECT_EQ(Shown(job, "b"), "-");
  EXPECT_EQ(Shown(job, "c"), "x");
  EXPECT_EQ(Shown(job, "none"), "-");
  EXPECT_EQ(JavaText(job, "a"), "null");
  EXPECT_EQ(IntegerOf(job, "d"), "3");
  EXPECT_EQ(IntegerOf(job, "a"), "0");
}

TEST(JavaText, IsWhatJavaPrints) {
  EXPECT_EQ(JavaText(ReadJson("true")), "true");
  EXPECT_EQ(JavaText(ReadJson("9223372036854775807")), "9223372036854775807");
  EXPECT_EQ(JavaText(ReadJson(R"({"who":["\/a",1.0,null],"b":{}})")),
            R"({"b":{},"who":["\/a",1.0,null]})");
}

TEST(JavaDouble, IsWhatJavaPrints) {
  EXPECT_EQ(JavaDouble(0), "0.0");
  EXPECT_EQ(JavaDouble(-1), "-1.0");
  EXPECT_EQ(JavaDouble(0.001), "0.001");
  EXPECT_EQ(JavaDouble(0.0001), "1.0E-4");
  EXPECT_EQ(JavaDouble(9999999), "9999999.0");
  EXPECT_EQ(JavaDouble(-58707872), "-5.8707872E7");
  EXPECT_EQ(JavaDouble(0.15786232783876616), "0.15786232783876616");
  EXPECT_EQ(JavaDouble(1e300), "1.0E300");
}

}  // namespace
}  // namespace hpdl::client
