#include "runtime/server/jobs/coordinator_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using Asked = CoordinatorCommand::Verb;

std::string WordsInOne(const CoordinatorCommand& command) {
  std::string text;
  for (const std::string& word : WordsOf(command)) {
    text += (text.empty() ? "" : " ") + word;
  }
  return text;
}

TEST(CoordinatorWords, EachVerbIsThatOfThePrograms) {
  const std::pair<Asked, const char*> cases[] = {
      {Asked::kKill, "kill --format json"},
      {Asked::kRerun, "rerun --format json"},
      {Asked::kChange, "change --value= --format json"},
      {Asked::kIgnore, "ignore --format json"},
      {Asked::kSlaEnable, "sla enable --format json"},
      {Asked::kSlaDisable, "sla disable --format json"},
      {Asked::kSlaChange, "sla change --format json"},
  };
  for (const auto& [verb, words] : cases) {
    CoordinatorCommand command;
    command.verb = verb;
    EXPECT_EQ(WordsInOne(command), words);
  }
}

TEST(CoordinatorWords, WhatIsMeantIsOneWordEach) {
  CoordinatorCommand command;
  command.verb = Asked::kSlaChange;
  command.actions = "1,3-5";
  command.dates = "2026-01-01T00:00Z";
  command.coordinators = "a,b c";
  command.value = "--x=1;y=2";
  EXPECT_THAT(WordsOf(command),
              ElementsAre("sla", "change", "--action=1,3-5", "--date=2026-01-01T00:00Z",
                          "--coordinator=a,b c", "--value=--x=1;y=2", "--format", "json"));
}

TEST(CoordinatorWords, EachFlagIsToldByItself) {
  CoordinatorCommand command;
  command.verb = Asked::kRerun;
  command.refresh = true;
  EXPECT_EQ(WordsInOne(command), "rerun --refresh --format json");
  command.refresh = false;
  command.nocleanup = true;
  EXPECT_EQ(WordsInOne(command), "rerun --nocleanup --format json");
  command.failed = true;
  EXPECT_EQ(WordsInOne(command), "rerun --nocleanup --failed --format json");
}

}  // namespace
}  // namespace hpdl::rt
