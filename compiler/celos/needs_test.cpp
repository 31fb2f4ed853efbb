#include "compiler/celos/needs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace hpdl::celos {
namespace {

using rt::celos::AlwaysTrigger;
using rt::celos::AndTrigger;
using rt::celos::Configuration;
using rt::celos::DelayTrigger;
using rt::celos::HdfsCheckTrigger;
using rt::celos::NotTrigger;
using rt::celos::OffsetTrigger;
using rt::celos::OrTrigger;
using rt::celos::SuccessTrigger;
using rt::celos::Trigger;
using rt::celos::TriggerPtr;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

template <class Kind>
TriggerPtr T(Kind kind) {
  return std::make_shared<const Trigger>(Trigger{std::move(kind), {}});
}
TriggerPtr Success(const std::string& id) {
  return T(SuccessTrigger{id});
}
TriggerPtr Before(int seconds, TriggerPtr part) {
  return T(OffsetTrigger{-seconds, std::move(part)});
}

Configuration With(const std::map<std::string, TriggerPtr>& triggers) {
  Configuration configuration;
  for (const auto& [id, trigger] : triggers) {
    configuration.workflows[id].id = id;
    configuration.workflows[id].trigger = trigger;
  }
  return configuration;
}

TEST(Needs, OfATree) {
  const Needs needs = NeedsOf(*T(AndTrigger{
      {Success("a"), Before(3600, Success("b")), T(DelayTrigger{60}), T(DelayTrigger{30})}}));
  EXPECT_THAT(needs.slots, ElementsAre(SlotNeed{"a", 0}, SlotNeed{"b", -3600}));
  EXPECT_EQ(needs.delay, 60);
}

TEST(Needs, OfAnOrWhatAllPartsNeed) {
  const TriggerPtr both = T(AndTrigger{{Success("a"), Success("b"), T(DelayTrigger{60})}});
  const TriggerPtr one = T(AndTrigger{{Success("a"), T(DelayTrigger{90})}});
  const Needs needs = NeedsOf(*T(OrTrigger{{both, one}}));
  EXPECT_THAT(needs.slots, ElementsAre(SlotNeed{"a", 0}));
  EXPECT_EQ(needs.delay, 60);
  EXPECT_THAT(NeedsOf(*T(OrTrigger{{both, T(AlwaysTrigger{})}})).slots, IsEmpty());
  EXPECT_THAT(NeedsOf(*T(OrTrigger{})).slots, IsEmpty());
  EXPECT_THAT(NeedsOf(*T(NotTrigger{both})).slots, IsEmpty());
}

TEST(Needs, DelaysAreMovedByOffsets) {
  EXPECT_EQ(NeedsOf(*Before(3600, T(DelayTrigger{60}))).delay, 0);
  EXPECT_EQ(NeedsOf(*T(OffsetTrigger{3600, T(DelayTrigger{60})})).delay, 3660);
}

TEST(Needs, APartThatIsNoTriggerNeedsNothing) {
  EXPECT_THAT(NeedsOf(*T(AndTrigger{{nullptr, Success("a")}})).slots, SizeIs(1));
  EXPECT_THAT(WaitsOf(*T(AndTrigger{{nullptr, Success("a")}})), SizeIs(1));
}

TEST(Needs, Waits) {
  const TriggerPtr trigger = T(AndTrigger{
      {T(HdfsCheckTrigger{"/a", ""}), T(OrTrigger{{Success("b"), T(NotTrigger{Success("c")})}}),
       Before(60, Success("d")), T(OrTrigger{{Success("e")}}), T(AlwaysTrigger{})}});
  const std::vector<Wait> waits = WaitsOf(*trigger);
  ASSERT_THAT(waits, SizeIs(5));
  EXPECT_FALSE(waits[0].any);
  EXPECT_TRUE(waits[1].any);
  EXPECT_TRUE(waits[2].negated);
  EXPECT_EQ(waits[3].offset, -60);
  EXPECT_FALSE(waits[4].any) << "an or of one";
}

TEST(Circles, OfTheSameSlot) {
  EXPECT_THAT(CirclesOf(With({{"a", Success("a")}})), ElementsAre(ElementsAre("a", "a")));
  EXPECT_THAT(CirclesOf(With({{"a", Success("c")}, {"b", Success("a")}, {"c", Success("b")}})),
              ElementsAre(ElementsAre("a", "c", "b", "a")));
  EXPECT_THAT(CirclesOf(With({{"a", Success("b")}, {"b", T(AlwaysTrigger{})}})), IsEmpty());
}

TEST(Circles, EarlierSlotsAreOthers) {
  EXPECT_THAT(CirclesOf(With({{"a", Before(3600, Success("a"))}})), IsEmpty());
  EXPECT_THAT(CirclesOf(With({{"a", Success("b")}, {"b", Before(1, Success("a"))}})), IsEmpty());
  EXPECT_THAT(CirclesOf(With({{"a", T(OffsetTrigger{3600, Success("a")})}})), SizeIs(1))
      << "each waits for a later one";
  EXPECT_THAT(
      CirclesOf(With({{"a", Before(60, Success("b"))}, {"b", T(OffsetTrigger{60, Success("a")})}})),
      SizeIs(1));
}

TEST(Circles, EachWorkflowInOneAtMost) {
  const TriggerPtr both = T(AndTrigger{{Success("a"), Success("b")}});
  EXPECT_THAT(CirclesOf(With({{"a", both}, {"b", both}, {"x", Success("y")}, {"y", Success("x")}})),
              testing::Contains(ElementsAre("x", "y", "x")));
}

TEST(Circles, ThousandsOfCirclesEndInTime) {
  constexpr std::size_t kMany = 5000;
  std::map<std::string, TriggerPtr> circles;
  for (std::size_t i = 0; i < kMany; ++i) {
    const std::string name = "w" + std::to_string(i);
    circles[name] = Success(name);
  }
  const auto found = CirclesOf(With(circles));
  EXPECT_THAT(found, testing::Each(SizeIs(2)));
  EXPECT_FALSE(found.empty());
  EXPECT_LT(found.size(), kMany) << "the search has a limit";
}

TEST(Circles, ALongChainEndsInTime) {
  std::map<std::string, TriggerPtr> chain;
  for (int i = 0; i < 1000; ++i) {
    chain["w" + std::to_string(i)] = Success("w" + std::to_string(i + 1));
  }
  EXPECT_THAT(CirclesOf(With(chain)), IsEmpty());
  chain["w1000"] = Success("w0");
  EXPECT_THAT(CirclesOf(With(chain)), ElementsAre(SizeIs(1002)));
}

}  // namespace
}  // namespace hpdl::celos
