#include "compiler/celos/time_variables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::celos {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(TimeVariables, Unknown) {
  EXPECT_THAT(
      UnknownTimeVariables("/a/${year}-${month}-${day}/${hour}${minute}${second}.${millisecond}"),
      IsEmpty());
  EXPECT_THAT(UnknownTimeVariables("/a/${Year}/${year}/${MM}/${Year}"), ElementsAre("Year", "MM"));
  EXPECT_THAT(UnknownTimeVariables("/a/${ year}/${}"), ElementsAre(" year", ""));
  EXPECT_THAT(UnknownTimeVariables("/a/$year/{month}/${year"), IsEmpty());
}

TEST(TimeVariables, Meant) {
  EXPECT_EQ(TimeVariableMeantBy("Year"), "year");
  EXPECT_EQ(TimeVariableMeantBy("YEAR"), "year");
  EXPECT_EQ(TimeVariableMeantBy("MM"), "month");
  EXPECT_EQ(TimeVariableMeantBy("mm"), "minute");
  EXPECT_EQ(TimeVariableMeantBy("hours"), "hour");
  EXPECT_EQ(TimeVariableMeantBy("milliseconds"), "millisecond");
  EXPECT_EQ(TimeVariableMeantBy("nameNode"), "");
}

}  // namespace
}  // namespace hpdl::celos
