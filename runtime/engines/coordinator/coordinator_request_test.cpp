#include "runtime/engines/coordinator/coordinator_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using Verb = CoordinatorRequest::Verb;
using Scope = CoordinatorRequest::Scope;

/// Programs of different versions read each other's messages, so the names of the verbs must not
/// change.
TEST(CoordinatorRequestForm, EachVerbHasItsWord) {
  const std::pair<Verb, const char*> verbs[] = {
      {Verb::kStart, "start"},          {Verb::kSuspend, "suspend"},
      {Verb::kResume, "resume"},        {Verb::kKill, "kill"},
      {Verb::kRerun, "rerun"},          {Verb::kChange, "change"},
      {Verb::kIgnore, "ignore"},        {Verb::kUpdate, "update"},
      {Verb::kSlaEnable, "sla-enable"}, {Verb::kSlaDisable, "sla-disable"},
      {Verb::kSlaChange, "sla-change"}};
  for (const auto& [verb, word] : verbs) {
    CoordinatorRequest request;
    request.verb = verb;
    request.job = "1-C";
    const std::string text = request.ToText();
    EXPECT_EQ(text, "coordinator request\nverb " + std::string(word) + "\nscope all\njob 1-C\n");
    const auto read = ReadCoordinatorRequest(text);
    ASSERT_TRUE(read) << word;
    EXPECT_EQ(read->verb, verb);
  }
}

TEST(CoordinatorRequestForm, EachMemberHasItsLine) {
  CoordinatorRequest request;
  request.verb = Verb::kRerun;
  request.scope = Scope::kDate;
  request.job = "1-C";
  request.actions = "A";
  request.coordinators = "B";
  request.value = "C";
  request.program = "D";
  request.properties = "E\nF\\";
  request.refresh = request.nocleanup = request.failed = true;
  EXPECT_EQ(request.ToText(),
            "coordinator request\nverb rerun\nscope date\njob 1-C\nactions A\ncoordinators B\n"
            "value C\nprogram D\nproperties E\\nF\\\\\nrefresh \nnocleanup \nfailed \n");
  EXPECT_EQ(ReadCoordinatorRequest(request.ToText()), request);
  request = {};
  request.job = "1-C";
  request.scope = Scope::kAction;
  request.nocleanup = true;
  EXPECT_EQ(request.ToText(),
            "coordinator request\nverb suspend\nscope action\njob 1-C\nnocleanup \n");
  EXPECT_EQ(ReadCoordinatorRequest(request.ToText()), request);
}

TEST(CoordinatorRequestForm, WhatIsNoRequestIsNone) {
  const std::string head = "coordinator request\n";
  EXPECT_TRUE(ReadCoordinatorRequest(head + "job 1"));
  for (const char* rest : {"verb suspend", "verb suspended\njob 1", "scope none\njob 1",
                           "verb \njob 1", "job", "Job 1", "job 1\nrefresh", "job 1\nfresh "}) {
    EXPECT_FALSE(ReadCoordinatorRequest(head + rest)) << rest;
  }
  EXPECT_FALSE(ReadCoordinatorRequest("coordinator requests\njob 1\n"));
  EXPECT_FALSE(ReadCoordinatorRequest("\ncoordinator request\njob 1\n"));
}

TEST(CoordinatorRequestForm, WhatStandsBehindAnEmptyLineDoesNotMatter) {
  const auto read = ReadCoordinatorRequest("coordinator request\njob 1\n\nnonsense\njob 2\n");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->job, "1");
}

TEST(CoordinatorRequestForm, ABackslashAtTheEndIsItself) {
  const auto read = ReadCoordinatorRequest("coordinator request\njob 1\\\nvalue a\\xb\\\\n\\n.\n");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->job, "1\\");
  EXPECT_EQ(read->value, "axb\\n\n.");
}

TEST(CoordinatorRequestForm, SeveralInARowAreReadInTheirOrder) {
  CoordinatorRequest one, two;
  one.verb = Verb::kChange;
  one.job = "1-C";
  one.value = "a\ncoordinator request\nb";
  two.verb = Verb::kKill;
  two.job = "2-C";
  const auto read = ReadRequests(RequestsText({one, two, one}));
  ASSERT_TRUE(read);
  EXPECT_THAT(*read, ElementsAre(one, two, one));
  EXPECT_EQ(RequestsText({}), "");
  ASSERT_TRUE(ReadRequests(""));
  EXPECT_THAT(*ReadRequests(""), IsEmpty());
  EXPECT_FALSE(ReadRequests(RequestsText({one}) + "coordinator request\nverb kill\n"));
  EXPECT_FALSE(ReadRequests("nonsense"));
}

TEST(CoordinatorRequestForm, OnlyCommandsAboutAgreementsHaveAWordOfThem) {
  EXPECT_EQ(SlaWordOf(Verb::kSlaEnable), "sla-enable");
  EXPECT_EQ(SlaWordOf(Verb::kSlaDisable), "sla-disable");
  EXPECT_EQ(SlaWordOf(Verb::kSlaChange), "sla-change");
  for (const Verb verb : {Verb::kStart, Verb::kSuspend, Verb::kResume, Verb::kKill, Verb::kRerun,
                          Verb::kChange, Verb::kIgnore, Verb::kUpdate}) {
    EXPECT_EQ(SlaWordOf(verb), "");
  }
}

TEST(CoordinatorChange, IsPairsInTheirOrder) {
  const auto pairs =
      ReadChange("EndTime = 2024-01-01T00:00Z ;concurrency=2;PAUSETIME=;status=RUNNING");
  ASSERT_TRUE(pairs);
  EXPECT_THAT(*pairs, ElementsAre(Pair("endtime", "2024-01-01T00:00Z"), Pair("concurrency", "2"),
                                  Pair("pausetime", ""), Pair("status", "RUNNING")));
  EXPECT_THAT(*ReadChange("status=a=b"), ElementsAre(Pair("status", "a=b")));
}

TEST(CoordinatorChange, SaysWhatIsWrongWithIt) {
  const std::pair<const char*, const char*> wrong[] = {
      {"endtime", "change value must be name=value pair or name=(empty string)"},
      {"concurrency=1;x", "change value must be name=value pair or name=(empty string)"},
      {"throttle=1", "must change endtime|concurrency|pausetime|status"},
      {"=1", "must change endtime|concurrency|pausetime|status"},
      {"endtime=", "value on endtime can not be empty"},
      {"concurrency= ", "value on concurrency can not be empty"},
      {"STATUS=", "value on status can not be empty"},
      {"concurrency=1;Concurrency=2", "can not specify repeated change values on concurrency"}};
  for (const auto& [text, why] : wrong) {
    const auto pairs = ReadChange(text);
    ASSERT_FALSE(pairs) << text;
    EXPECT_EQ(pairs.error().code, "E1015");
    EXPECT_EQ(pairs.error().message,
              "Invalid coordinator job change value " + std::string(text) + ", " + why);
  }
}

}  // namespace
}  // namespace hpdl::rt
