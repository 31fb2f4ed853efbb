#include "runtime/programs/client/import_look.h"

#include <gtest/gtest.h>

namespace hpdl::client {
namespace {

constexpr std::int64_t kDay = 86400;
constexpr std::int64_t kFirstDay = 1704067200;  // 2024-01-01T00:00Z

/// Returns the JSON with which Oozie describes an action of a coordinator that runs daily.
Json Action(int number, const std::string& status) {
  return {{"actionNumber", number},
          {"status", status},
          {"nominalTime", "Mon, 0" + std::to_string(number) + " Jan 2024 00:00:00 GMT"}};
}

TEST(FirstAction, IsTextOfWhatIsKnown) {
  EXPECT_EQ((FirstAction{5, kFirstDay + 4 * kDay}).Text(), "5@2024-01-05T00:00Z");
  EXPECT_EQ((FirstAction{5, std::nullopt}).Text(), "5");
  EXPECT_EQ((FirstAction{std::nullopt, kFirstDay}).Text(), "@2024-01-01T00:00Z");
  EXPECT_EQ(TimeText(std::optional<std::int64_t>()), "");
}

TEST(Agree, LooksAtWhatBothSay) {
  const std::string both = "5@2024-01-05T00:00Z", time = "@2024-01-05T00:00Z";
  EXPECT_TRUE(Agree(both, both));
  EXPECT_TRUE(Agree(both, "5"));
  EXPECT_TRUE(Agree(time, both));
  EXPECT_FALSE(Agree(both, "6"));
  EXPECT_FALSE(Agree(both, "6@2024-01-05T00:00Z"));
  EXPECT_FALSE(Agree(both, "5@2024-01-06T00:00Z"));
  EXPECT_FALSE(Agree("5", time));
  EXPECT_FALSE(Agree("", both));
  EXPECT_FALSE(Agree("", ""));
}

TEST(BegunActions, StopAtTheNewestThatHasBegun) {
  BegunActions begun;
  EXPECT_TRUE(*begun.Add(Action(5, "WAITING")));
  EXPECT_TRUE(*begun.Add(Action(4, "READY")));
  EXPECT_FALSE(*begun.Add(Action(3, "RUNNING")));
  EXPECT_EQ(begun.First(kFirstDay + 5 * kDay, kFirstDay).Text(), "4@2024-01-04T00:00Z");
  EXPECT_EQ(begun.waiting(), 2);
  EXPECT_EQ(begun.newest(), kFirstDay + 4 * kDay);
}

TEST(BegunActions, HaveBegunWhateverElseTheirStatusIs) {
  for (const char* status : {"SUBMITTED", "RUNNING", "SUSPENDED", "TIMEDOUT", "SUCCEEDED", "KILLED",
                             "FAILED", "SKIPPED", "IGNORED", "NEW"}) {
    BegunActions begun;
    EXPECT_FALSE(*begun.Add(Action(2, status))) << status;
    EXPECT_EQ(begun.First(kFirstDay + 2 * kDay, kFirstDay).Text(), "3@2024-01-03T00:00Z");
    EXPECT_EQ(begun.waiting(), 0);
  }
}

TEST(BegunActions, OfAJobWithoutAny) {
  const BegunActions begun;
  EXPECT_EQ(begun.First(std::nullopt, kFirstDay).Text(), "1");
  EXPECT_EQ(begun.First(kFirstDay, kFirstDay).Text(), "1");
  // Oozie has purged the actions.
  EXPECT_EQ(begun.First(kFirstDay + kDay, kFirstDay).Text(), "@2024-01-02T00:00Z");
}

TEST(BegunActions, TakeTheLastOfAPageAgain) {
  BegunActions begun;
  EXPECT_TRUE(*begun.Add(Action(4, "WAITING")));
  EXPECT_TRUE(*begun.Add(Action(4, "WAITING")));
  EXPECT_EQ(begun.waiting(), 1);
  // Refused: the newest action must be added first, but 5 is newer than 4.
  EXPECT_FALSE(begun.Add(Action(5, "WAITING")));
}

TEST(BegunActions, RefuseOddMembers) {
  const auto refused = [](const char* name, Json value) {
    Json action = Action(2, "WAITING");
    action[name] = std::move(value);
    return !BegunActions().Add(action);
  };
  EXPECT_FALSE(refused("other", 1));
  EXPECT_TRUE(refused("actionNumber", nullptr));
  EXPECT_TRUE(refused("actionNumber", "2"));
  EXPECT_TRUE(refused("actionNumber", 0));
  EXPECT_TRUE(refused("actionNumber", 2.5));
  EXPECT_TRUE(refused("actionNumber", std::int64_t{1} << 40));
  EXPECT_TRUE(refused("nominalTime", "2024-01-02"));
  EXPECT_TRUE(refused("nominalTime", 1));
  EXPECT_TRUE(refused("status", nullptr));
  EXPECT_FALSE(BegunActions().Add(Json()));
  EXPECT_FALSE(BegunActions().Add(Json::array()));
}

TEST(SeenCoordinator, IsOverWhenItsFirstIsAtItsEnd) {
  SeenCoordinator seen{.start = kFirstDay, .end = kFirstDay + kDay};
  EXPECT_FALSE(seen.IsOver());
  seen.first = {2, kFirstDay + kDay};
  EXPECT_TRUE(seen.IsOver());
}

TEST(IsLive, IsOfWhatMayGoOn) {
  EXPECT_TRUE(IsLive("PREP"));
  EXPECT_TRUE(IsLive("SUSPENDEDWITHERROR"));
  EXPECT_FALSE(IsLive("SUCCEEDED"));
  EXPECT_FALSE(IsLive(""));
  EXPECT_TRUE(IsSuspended("PREPSUSPENDED"));
  EXPECT_TRUE(IsSuspended("SUSPENDEDWITHERROR"));
  EXPECT_FALSE(IsSuspended("PAUSED"));
}

}  // namespace
}  // namespace hpdl::client
