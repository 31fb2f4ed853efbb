#include "runtime/rules/coordinator/instance_call.h"

#include <gtest/gtest.h>

#include <string>

namespace hpdl::rt {
namespace {

using Kind = InstanceBound::Kind;

/// Returns the fields of a bound as text, or the code of the error.
std::string BoundIn(std::string_view text) {
  const auto bound = ReadBound(text);
  if (!bound) {
    return bound.error().code;
  }
  return *bound ? std::to_string(static_cast<int>((*bound)->kind)) + ":" +
                      std::to_string((*bound)->n) + "," + std::to_string((*bound)->limit)
                : "none";
}

TEST(ReadBound, NamesTheFunctionAndItsArguments) {
  EXPECT_EQ(BoundIn("coord:current(-2)"), "0:-2,0");
  EXPECT_EQ(BoundIn(" coord:current( 3 ) "), "0:3,0");
  EXPECT_EQ(BoundIn("coord:current(-4.0)"), "0:-4,0");
  EXPECT_EQ(BoundIn("coord:current(1e99)"), "0:2147483647,0");
  EXPECT_EQ(BoundIn("coord:endOfMonths(-1)"), "5:-1,0");
  EXPECT_EQ(BoundIn("coord:latest(0)"), "6:0,0");
  EXPECT_EQ(BoundIn("coord:future(1, 10)"), "7:1,10");
  const auto offset = ReadBound("coord:offset(-24 , HOUR)");
  EXPECT_EQ((*offset)->unit, TimeUnit::kHour);
  EXPECT_EQ((*offset)->n, -24);
  EXPECT_EQ((*ReadBound("coord:absolute(1970-01-02T00:00Z)"))->time, 86'400);
}

TEST(ReadBound, ATextThatIsNoSingleCallIsNoBound) {
  for (const char* text : {"", "coord:current()", "coord:future(0,)", "2024-01-01T00:00Z",
                           "coord:current", "coord:current(1", "coord:current(1, 2)",
                           "coord:currentRange(0, 1)", "coord:latestRange(0, 1)", "current(0)",
                           "(0)", "x(coord:current(0))", "coord:current(0)#coord:current(2)"}) {
    EXPECT_EQ(BoundIn(text), "none") << text;
  }
}

TEST(NamesDeferredCall, OnlyLatestAndFutureWaitForData) {
  for (const char* text : {"coord:latest(0)", "coord:latestRange(-1, 0)", "coord:future(0, 1)",
                           "coord:futureRange(0, 1, 2)", "2024-01-01T00:00Z#coord:latest(x)"}) {
    EXPECT_TRUE(NamesDeferredCall(text)) << text;
  }
  for (const char* text :
       {"", "2024-01-01T00:00Z", "coord:absolute(2024-01-01T00:00Z)", "coord:endOfMonths(-1)"}) {
    EXPECT_FALSE(NamesDeferredCall(text)) << text;
  }
}

TEST(ReadBound, AWrongArgumentIsAnError) {
  for (const char* text : {"coord:current(x)", "coord:current(nan)", "coord:offset(1, FORTNIGHT)",
                           "coord:absolute(today)", "coord:future(0, )"}) {
    EXPECT_EQ(BoundIn(text), "E1004") << text;
  }
}

/// Returns the ends of a range and its limit, or the code of the error.
std::string DeferredIn(std::string_view text) {
  const auto range = ReadDeferredCall(text);
  if (!range) {
    return range.error().code;
  }
  return *range ? std::to_string((*range)->first.n) + ".." + std::to_string((*range)->last.n) +
                      "," + std::to_string((*range)->last.limit)
                : "none";
}

TEST(ReadDeferredCall, OneInstanceOrARange) {
  EXPECT_EQ(DeferredIn("coord:latest(-1)"), "-1..-1,0");
  EXPECT_EQ(DeferredIn("coord:latestRange(-3, 0)"), "-3..0,0");
  EXPECT_EQ(DeferredIn("coord:future(2, 5)"), "2..2,5");
  EXPECT_EQ(DeferredIn("coord:futureRange(0, 2, 9)"), "0..2,9");
  EXPECT_EQ((*ReadDeferredCall("coord:futureRange(0, 2, 9)"))->first.kind, Kind::kFuture);
}

TEST(ReadDeferredCall, OnlyFunctionsThatWaitForData) {
  EXPECT_EQ(DeferredIn("coord:current(0)"), "none");
  EXPECT_EQ(DeferredIn("coord:absolute(1970-01-02T00:00Z)"), "none");
  EXPECT_EQ(DeferredIn("coord:latestRange(0)"), "none");
  EXPECT_EQ(DeferredIn("coord:latestRange(0, x)"), "E1004");
}

}  // namespace
}  // namespace hpdl::rt
