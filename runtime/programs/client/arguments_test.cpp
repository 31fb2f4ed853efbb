#include "runtime/programs/client/arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/programs/client/oozie_commands.h"

namespace hpdl::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

Result<ParsedArguments> Parse(const char* command, const std::vector<std::string>& words) {
  return ParseArguments(*FindOozieCommand(command), words);
}

std::string Problem(const char* command, const std::vector<std::string>& words) {
  const Result<ParsedArguments> parsed = Parse(command, words);
  return parsed ? "none" : parsed.error().message;
}

TEST(Arguments, AreTakenInAllForms) {
  const Result<ParsedArguments> parsed =
      Parse("job", {"-info", "a-W", "--len=3", "-offset=1=2", "-verbose", "rest", "-", "--", "-x"});
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->Value("info"), "a-W");
  EXPECT_EQ(parsed->Value("len"), "3");
  EXPECT_EQ(parsed->Value("offset"), "1=2");
  EXPECT_TRUE(parsed->Has("verbose"));
  EXPECT_FALSE(parsed->Has("localtime"));
  EXPECT_EQ(parsed->ValueOr("order", "asc"), "asc");
  EXPECT_THAT(parsed->words(), ElementsAre("rest", "-", "-x"));
}

TEST(Arguments, OfAPropertyAreOneWordOrTwo) {
  const Result<ParsedArguments> parsed =
      Parse("job", {"-run", "-Da=b", "-D", "c=d=e", "-D", "f", "g", "-D", "h", "-Di", "-D=x"});
  ASSERT_TRUE(parsed);
  EXPECT_THAT(parsed->Pairs("D"),
              ElementsAre(Pair("a", "b"), Pair("c", "d=e"), Pair("f", "g"), Pair("h", "true"),
                          Pair("i", "true"), Pair("x", "true")));
}

TEST(Arguments, MayHaveQuotesLeft) {
  EXPECT_EQ(Parse("jobs", {"-filter", "\"a b\""})->Value("filter"), "a b");
  EXPECT_EQ(Parse("jobs", {"-filter", "\""})->Value("filter"), "");
  EXPECT_EQ(Parse("jobs", {"-filter", "-1"})->Value("filter"), "-1");
  EXPECT_EQ(Parse("jobs", {"-filter", "a", "-filter", "b"})->Value("filter"), "a");
}

TEST(Arguments, EndBehindTheFirstWordWhereTheRestIsPassedOn) {
  const Result<ParsedArguments> parsed =
      Parse("pig", {"-file", "f", "-X", "-Da=b", "-file", "g", "--", "-P", "c"});
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->Values("file"), std::vector<std::string>{"f"});
  EXPECT_FALSE(parsed->Has("D"));
  EXPECT_THAT(parsed->words(), ElementsAre("-X", "-Da=b", "-file", "g", "-P", "c"));
}

TEST(Arguments, OfAListAreSplit) {
  const Result<ParsedArguments> parsed =
      Parse("sqoop", {"-command", "import", "--connect=jdbc:x=y", "-oozie", "u"});
  ASSERT_TRUE(parsed);
  EXPECT_THAT(parsed->Values("command"), ElementsAre("import", "--connect", "jdbc:x", "y"));
  EXPECT_EQ(parsed->Value("oozie"), "u");
}

TEST(Arguments, ThatAreWrongSaySo) {
  EXPECT_EQ(Problem("job", {"-nothing"}), "Unrecognized option: -nothing");
  EXPECT_EQ(Problem("job", {"-info"}), "Missing argument for option: info");
  EXPECT_EQ(Problem("job", {"-info", "-verbose"}), "Missing argument for option: info");
  EXPECT_EQ(Problem("job", {"-kill", "a", "-info", "b"}),
            "The option 'info' was specified but an option from this group has already been "
            "selected: 'kill'");
  EXPECT_EQ(Problem("job", {"-kill", "a", "-kill", "b"}), "none");
  EXPECT_THAT(Problem("job", {"-verbose"}),
              HasSubstr("Missing required option: [-submit submit a job, -log job log, "));
  EXPECT_EQ(Problem("job", {"-dryrun"}), "none");
  EXPECT_EQ(Problem("job", {"-dryrun", "-info", "a"}), "none");
  EXPECT_EQ(Problem("jobs", {}), "none");
}

}  // namespace
}  // namespace hpdl::client
