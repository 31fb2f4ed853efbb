#include "runtime/programs/client/hws_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace hpdl::client {
namespace {

using ::testing::HasSubstr;

TEST(HwsVerbs, EachIsOneRequest) {
  std::set<std::string> requests;
  for (const HwsVerb& verb : HwsVerbs()) {
    SCOPED_TRACE(std::string(verb.name));
    const auto parts = std::count(verb.path.begin(), verb.path.end(), '%');
    const bool in_body =
        verb.body == HwsVerb::Body::kPackage || verb.body == HwsVerb::Body::kSubmission;
    const auto words =
        verb.operands.empty() ? 0 : 1 + std::count(verb.operands.begin(), verb.operands.end(), ' ');
    EXPECT_EQ(words, parts + (in_body ? 1 : 0));
    EXPECT_TRUE(requests.insert(std::string(verb.method) + std::string(verb.path)).second);
    EXPECT_TRUE(verb.options.starts_with(' ') && verb.options.ends_with(' '));
  }
}

TEST(NamesJob, IdsAreNoNames) {
  for (const char* id :
       {"0000001-261121101500123-4k0zx9-joe-W", "12345678-261121101500123-hpdl-a.b-c_d-W"}) {
    EXPECT_TRUE(NamesJob(id)) << id;
  }
  for (const char* name : {"app", "2-day-W", "nightly-hpdl-W", "0000001-261121101500123-W",
                           "-261121101500123-x-W", "0000001-26112110150012-4k0zx9-joe-W",
                           "0000001-261121101500123-4k0zx9-joe-C", "1", "-W", ""}) {
    EXPECT_FALSE(NamesJob(name)) << name;
  }
}

TEST(HwsText, ListsAreTables) {
  const Json list = Json::parse(R"({"total":1,"offset":0,"limit":50,"jobs":[{"id":"0-1-hpdl-joe-W",
    "application":"a\nb","state":"RUNNING","user":"joe","recovery":0,"created":"2026-01-01T00:00:00Z"}]})");
  const std::string text = HwsText(list);
  EXPECT_THAT(text, HasSubstr("ID              APPLICATION"));
  EXPECT_THAT(text, HasSubstr("0-1-hpdl-joe-W  "));
  EXPECT_THAT(text, HasSubstr("total: 1\n"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5);
}

TEST(HwsText, TheDefinitionComesLast) {
  EXPECT_EQ(HwsText({{"name", "a"}, {"definition", "<w>\n\x1b</w>"}}),
            "name: a\n\n<w>\n\\x1B</w>\n");
}

TEST(HwsText, WarningsAreApart) {
  const Json answer = Json::parse(R"({"name":"a","warnings":[
    {"file":"workflow.xml","line":3,"column":4,"kind":"Odd","message":"o\u001bdd [Odd]"},
    {"kind":"A","message":"x [A]"},{"file":"w","message":"y"},{}]})");
  EXPECT_EQ(HwsText(answer), "name: a\n");
  EXPECT_EQ(HwsWarnings(answer),
            "workflow.xml:3:4: warning: o\\x1Bdd [Odd]\n"
            "warning: x [A]\n"
            "w: warning: y\n"
            "warning: \n");
  for (const char* none : {"{}", "[]", "7", R"({"warnings":7})"}) {
    EXPECT_EQ(HwsWarnings(Json::parse(none)), "") << none;
  }
}

TEST(HwsText, WhatIsNoAnswerIsNothing) {
  EXPECT_EQ(HwsText(Json()), "");
  EXPECT_EQ(HwsText(Json::array()), "");
}

}  // namespace
}  // namespace hpdl::client
