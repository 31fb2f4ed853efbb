#include "runtime/rules/coordinator/action_data.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

std::vector<EventData> TwoEvents() {
  EventData logs;
  logs.name = "in";
  logs.dataset = "logs";
  logs.done_flag = "_SUCCESS";
  logs.uris = {"hdfs://nn/a\\b\n", "hdfs://nn/c"};
  EventData latest;
  latest.name = "last";
  latest.dataset = "l";
  latest.deferred = {"${coord:latest(0)}", "${coord:latest(-1)}"};
  latest.uri_template = "file:///x/${YEAR}";
  latest.found = {"file:///x/2024"};
  latest.nocleanup = true;
  return {logs, latest};
}

TEST(ActionDataTest, IsReadAsItWasWritten) {
  EXPECT_EQ(DecodeData(EncodeData(TwoEvents())), TwoEvents());
  EXPECT_EQ(EncodeData({}), "");
  EXPECT_EQ(DecodeData(""), std::vector<EventData>());
}

TEST(ActionDataTest, WhatIsNoneIsRefused) {
  for (const char* text : {"e", "\n", "dx\n", "ex\nzy\n", "ex\nkz\n", "ex\\\n", "ex\\z\n"}) {
    EXPECT_FALSE(DecodeData(text)) << text;
  }
}

TEST(ActionDataTest, WhatIsMissingIsWrittenAsOozieDoes) {
  std::vector<EventData> events = TwoEvents();
  events[0].uris = {"hdfs://nn/a", "hdfs://nn/c"};
  const MissingData missing = MissingOf(events);
  EXPECT_EQ(missing.ToText(),
            "hdfs://nn/a/_SUCCESS#hdfs://nn/c/_SUCCESS!!${coord:latest(0)}#${coord:latest(-1)}");
  EXPECT_EQ(MissingData::Of(missing.ToText()), missing);
  EXPECT_EQ(MissingData::Of("a#b#").paths, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(MissingData::Of("a#b#").ToText(), "a#b#");
  EXPECT_TRUE(MissingData::Of("").empty());
  EXPECT_EQ(MissingData::Of("!!a!!b").deferred, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(MissingData::Of("!!a!!b").paths.empty());
}

TEST(ActionDataTest, ADirectoryIsEnoughWithoutAFlag) {
  EXPECT_EQ(DonePath("file:///a", ""), "file:///a");
  EXPECT_EQ(DonePath("file:///a", "f"), "file:///a/f");
}

TEST(ActionDataTest, MarksStandForDataThatIsNotFoundYet) {
  const std::string text = "a " + MarkOfData("x") + MarkOfData("y") + " b";
  EXPECT_TRUE(HasMarkOfData(text));
  EXPECT_FALSE(HasMarkOfData("a b"));
  const auto name = [](std::string_view event) { return "<" + std::string(event) + ">"; };
  EXPECT_EQ(WithoutMarks(text, name), "a <x><y> b");
  EXPECT_EQ(WithoutMarks("", name), "");
  EXPECT_EQ(WithoutMarks("a\x01x", name), "a\x01x") << "half a mark";
}

}  // namespace
}  // namespace hpdl::rt
