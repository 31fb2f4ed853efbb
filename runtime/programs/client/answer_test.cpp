#include "runtime/programs/client/answer.h"

#include <gtest/gtest.h>

namespace hpdl::client {
namespace {

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
