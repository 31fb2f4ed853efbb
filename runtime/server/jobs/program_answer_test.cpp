#include "runtime/server/jobs/program_answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

ChildEnd Printed(std::string output) {
  ChildEnd end;
  end.output = std::move(output);
  return end;
}

TEST(ProgramAnswerTest, WarningsAreNoPartOfIt) {
  EXPECT_EQ(*AnswerOf(Printed("<a>\r\n</a>"), "/programs/p"), "<a>\r\n</a>");
  EXPECT_EQ(*AnswerOf(Printed("p: warning: w\n<a>\n p: x\np: y\n</a>\n"), "/programs/p"),
            "<a>\n p: x\n</a>\n");
  EXPECT_EQ(*AnswerOf(Printed(""), "p"), "");
  ChildEnd long_one = Printed("<a>");
  long_one.output_cut = true;
  EXPECT_EQ(AnswerOf(long_one, "p").error().code, "E0307");
}

TEST(ProgramAnswerTest, NumbersOfActions) {
  EXPECT_THAT(*ReadActedUpon("{\"version\":1,\"actions\":[1,20,3]}\n"), ElementsAre(1, 20, 3));
  EXPECT_THAT(*ReadActedUpon("{\"version\":1,\"id\":\"7-C\",\"actions\":[7]}"), ElementsAre(7));
  EXPECT_THAT(*ReadActedUpon("{\"version\":1,\"actions\":[]}"), IsEmpty());
  EXPECT_THAT(*ReadActedUpon("{\"version\":1,\"status\":\"KILLED\"}"), IsEmpty());
  EXPECT_THAT(*ReadActedUpon("\n"), IsEmpty());
  for (const char* other :
       {"done", "{}", "{\"version\":1,\"actions\":[x]}", "{\"version\":2,\"actions\":[1]}",
        "{\"version\":1,\"actions\":[1]", "]}"}) {
    EXPECT_FALSE(ReadActedUpon(other)) << other;
  }
}

TEST(ProgramAnswerTest, OnlyItsOwnLinesAreTakenOut) {
  EXPECT_EQ(*AnswerOf(Printed("p: w\nlast"), "/programs/p"), "last");
  EXPECT_EQ(*AnswerOf(Printed("first\np: w"), "p"), "first\n");
  EXPECT_EQ(*AnswerOf(Printed("q: w\n"), "/programs/p"), "q: w\n");
  ChildEnd long_one = Printed("<a>");
  long_one.output_cut = true;
  EXPECT_EQ(AnswerOf(long_one, "p").error().message,
            "Runtime error [the answer of the job's program is too long]");
}

}  // namespace
}  // namespace hpdl::rt
