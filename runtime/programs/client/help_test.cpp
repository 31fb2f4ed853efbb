#include "runtime/programs/client/help.h"

#include <gtest/gtest.h>

namespace hpdl::client {
namespace {

TEST(WrappedText, BreaksAtBlanksAndLineFeeds) {
  EXPECT_EQ(WrappedText("short  ", 20, 4), "short");
  EXPECT_EQ(WrappedText("one two three four", 9, 2), "one two\n  three\n  four");
  EXPECT_EQ(WrappedText("one\ntwo", 20, 3), "one\n   two");
}

TEST(WrappedText, CutsWordsThatAreLongerThanALine) {
  EXPECT_EQ(WrappedText("a bbbbbbbbbbbbbbbb", 10, 4), "a\n    bbbbbb\n    bbbbbb\n    bbbb");
}

TEST(HelpText, IsOfOneCommandOrOfAll) {
  constexpr OptionSpec kOptions[] = {{"zeta", "arg", "the last"},
                                     rt::TakesPair({"D", "n=v", "a pair"})};
  const CommandDecl commands[] = {{"one", "-X ", "does one", kOptions, true},
                                  {"two", "", "does two", {}}};
  const std::string one =
      "      oozie one <OPTIONS> -X <ARGS> : does one\n"
      "                -D <n=v>      a pair\n"
      "                -zeta <arg>   the last\n\n";
  const std::string two = "      oozie two : does two\n\n";
  EXPECT_TRUE(HelpText(commands, "one").ends_with("'-Dheader:NAME=VALUE'\n\n" + one));
  EXPECT_TRUE(HelpText(commands, "").ends_with(one + two));
  EXPECT_EQ(HelpText(commands, "three"), HelpText(commands, ""));
}

}  // namespace
}  // namespace hpdl::client
