#include "stdlib/cluster/launch_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::stdlib {
namespace {

using ::testing::HasSubstr;

TEST(DescriptionText, FieldsInOrder) {
  LaunchDescription description;
  description.master = {"java", "M"};
  description.command = {{"sh"}, {InContainer("PWD") + "/x", true}};
  description.environment = {{"A=b c"}, {"B=" + InContainer("HOME"), true}};
  description.files = {{"out", kLaunchStdout, 2049}, {"err", kLaunchStderr, 9, true}};
  using namespace std::string_literals;
  EXPECT_EQ(*DescriptionText(description),
            "hpdl-launch 1\0mjava\0mM\0ash\0A\1PWD\2/x\0eA=b c\0EB=\1HOME\2\0hout 2049 -1\0"
            "terr 9 -2\0.\0"s);
}

TEST(DescriptionText, WhatCannotBeSaid) {
  LaunchDescription description;
  description.command = {{std::string("a\0b", 3)}};
  EXPECT_THAT(DescriptionText(description).error().message, HasSubstr("zero byte"));
  description.command = {{std::string(5 << 20, 'x')}};
  EXPECT_EQ(DescriptionText(description).error().code, "JA018");
}

TEST(LaunchResult, AllParts) {
  const auto result = ReadLaunchResult(
      "hpdl-result 1\nexit 3\nfile out 5 70\na\nend\nfile err 0 0\n\nlost note 13\nend\n");
  // The file is "a", a line feed and "end". Its size of five bytes marks its end; the line "end" in
  // the file does not.
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->exit_code, 3);
  EXPECT_EQ(result->files.at("out").bytes, "a\nend");
  EXPECT_EQ(result->files.at("out").size, 70);
  EXPECT_EQ(result->files.at("err").bytes, "");
  EXPECT_EQ(result->lost.at("note"), 13);
}

TEST(LaunchResult, Ends) {
  EXPECT_EQ(ReadLaunchResult("hpdl-result 1\nexit 0\nend\n")->exit_code, 0);
  EXPECT_EQ(ReadLaunchResult("hpdl-result 1\nsignal 9\nend\n")->signal, 9);
  EXPECT_EQ(ReadLaunchResult("hpdl-result 1\nunstarted 2\nend\n")->not_started, 2);
}

TEST(LaunchResult, HostileText) {
  const std::string start = "hpdl-result 1\n";
  for (const std::string& text : {std::string(),
                                  std::string("hpdl-result 2\nexit 0\nend\n"),
                                  start,
                                  start + "exit 0\n",
                                  start + "exit 0\nend",
                                  start + "exit -1\nend\n",
                                  start + "exit\nend\n",
                                  start + "exit x\nend\n",
                                  start + "exit 99999999999999999999\nend\n",
                                  start + "exit 5000\nend\n",
                                  start + "stop 0\nend\n",
                                  start + "exit 0\nend\nmore\n",
                                  start + "exit 0\nfile a 3 3\nab\nend\n",
                                  start + "exit 0\nfile a 9999999999 1\nab\nend\n",
                                  start + "exit 0\nfile a -1 1\n\nend\n",
                                  start + "exit 0\nfile a 1\nx\nend\n",
                                  start + "exit 0\nfile a 1 1\nx\nfile a 1 1\nx\nend\n",
                                  start + "exit 0\nlost a\nend\n",
                                  start + "exit 0\nlost a 1\nlost a 1\nend\n",
                                  start + "exit 0\nother a 1\nend\n",
                                  start + "exit 0\nfile  9223372036854775807 1\nx\nend\n"}) {
    EXPECT_FALSE(ReadLaunchResult(text).ok()) << text;
  }
}

TEST(LaunchResult, NoPrefixIsWhole) {
  const std::string whole = "hpdl-result 1\nexit 0\nfile out 5 70\na\nend\nlost note 13\nend\n";
  ASSERT_TRUE(ReadLaunchResult(whole).ok());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(ReadLaunchResult(whole.substr(0, size)).ok()) << size;
  }
}

}  // namespace
}  // namespace hpdl::stdlib
