#include "runtime/server/protocols/hws/bodies.h"

#include <gtest/gtest.h>

namespace hpdl::rt::hws {
namespace {

TEST(Bodies, ASubmissionHasAllItsWords) {
  const auto read = ReadSubmission(
      R"({"application":"nightly","properties":{"in":"/d","n":3,"b":true},"start":true})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->application, "nightly");
  EXPECT_TRUE(read->start);
  EXPECT_EQ(read->properties, (Properties{{"b", "true"}, {"in", "/d"}, {"n", "3"}}));
  EXPECT_FALSE(ReadSubmission(R"({"application":"a"})")->start);
}

TEST(Bodies, WhatIsNoJsonIsToldFromWhatIsWrong) {
  for (const char* body : {"", "{", "nightly", "{\"application\":\"a\"}x", "[[[[[[[[[[1]]]]]]]]]]",
                           "{\"application\":\"\xff\"}"}) {
    const auto read = ReadSubmission(body);
    ASSERT_FALSE(read) << body;
    EXPECT_EQ(read.error().code, kNoJson) << body;
  }
  for (const char* body :
       {"[]", "{}", R"({"application":1})", R"({"application":""})",
        R"({"application":"a","start":"yes"})", R"({"application":"a","properties":[]})",
        R"({"application":"a","properties":{"x":null}})", R"({"application":"a","other":1})",
        R"({"application":"a","properties":{"x":{}}})", R"({"application":"a","application":"b"})",
        R"({"application":"a","properties":{"x":"1","x":"2"}})",
        R"({"application":"a","properties":{"x":"\u0000"}})"}) {
    const auto read = ReadSubmission(body);
    ASSERT_FALSE(read) << body;
    EXPECT_EQ(read.error().code, kWrongWords) << body;
  }
}

TEST(Bodies, NodesToSkip) {
  EXPECT_TRUE(ReadResubmission("{}")->skip.empty());
  EXPECT_EQ(ReadResubmission("").error().code, kNoJson);
  const auto read = ReadResubmission(R"({"skip":["a","b"],"properties":{"x":"1"}})");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->skip, (std::vector<std::string>{"a", "b"}));
  for (const char* body : {R"({"skip":"a"})", R"({"skip":[1]})", R"({"skip":["a,b"]})",
                           R"({"skip":[""]})", R"({"skip":["a\n"]})"}) {
    EXPECT_FALSE(ReadResubmission(body)) << body;
  }
}

TEST(Bodies, DaysOfAPurge) {
  EXPECT_EQ(*ReadPurgeDays("{}"), 30);
  EXPECT_EQ(*ReadPurgeDays(R"({"olderThanDays":0})"), 0);
  for (const char* body :
       {R"({"olderThanDays":-1})", R"({"olderThanDays":1.5})", R"({"olderThanDays":"1"})",
        R"({"olderThanDays":99999999999999999999})", R"({"days":1})"}) {
    EXPECT_FALSE(ReadPurgeDays(body)) << body;
  }
}

TEST(Bodies, Nothing) {
  EXPECT_TRUE(ReadNothing(""));
  EXPECT_TRUE(ReadNothing(" {} "));
  EXPECT_FALSE(ReadNothing("{\"a\":1}"));
  EXPECT_FALSE(ReadNothing("a=b"));
}

}  // namespace
}  // namespace hpdl::rt::hws
