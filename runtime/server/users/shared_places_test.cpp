#include "runtime/server/users/shared_places.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace hpdl::rt {
namespace {

class SharedPlacesTest : public ::testing::Test {
 protected:
  /// Returns the users who have got places since the last call, in the order of the grants.
  std::string Granted() { return std::exchange(granted_, ""); }
  bool Take(const std::string& user, std::size_t wanted, std::size_t given_back = 0) {
    return places_.Take(user, WorkKind::kProgram, wanted, given_back);
  }

  std::string granted_;
  SharedPlaces places_{{{{3, 2}, {1, 1}, {1, 1}, {1, 1}}},
                       [this](const std::string& user, WorkKind kind, std::size_t places) {
                         EXPECT_EQ(kind, WorkKind::kProgram);
                         EXPECT_EQ(places, 1U);
                         granted_ += user;
                       }};
};

TEST_F(SharedPlacesTest, UsersTakeTurns) {
  EXPECT_TRUE(Take("b", 5));
  EXPECT_EQ(Granted(), "bb");  // user b gets no third place
  EXPECT_TRUE(Take("a", 5) && Take("c", 5));
  EXPECT_EQ(Granted(), "a");
  EXPECT_EQ(places_.taken(WorkKind::kProgram), 3U);
  EXPECT_EQ(places_.wanted(WorkKind::kProgram), 12U);
  EXPECT_TRUE(Take("a", 4, 1));
  EXPECT_EQ(Granted(), "c");  // user b has two places already
  EXPECT_TRUE(Take("c", 4, 1));
  EXPECT_EQ(Granted(), "a");
  EXPECT_TRUE(Take("b", 0, 2));
  EXPECT_EQ(Granted(), "ca");
  EXPECT_EQ(places_.taken(WorkKind::kCommand), 0U);
}

TEST_F(SharedPlacesTest, NobodyGivesBackWhatItDoesNotHave) {
  EXPECT_TRUE(Take("a", 1));
  EXPECT_FALSE(Take("b", 0, 1));
  EXPECT_FALSE(Take("a", 0, 2));
  EXPECT_EQ(places_.taken(WorkKind::kProgram), 1U);
}

TEST_F(SharedPlacesTest, TheEndOfAServerFreesItsPlaces) {
  EXPECT_TRUE(Take("a", 9) && Take("b", 9));
  EXPECT_EQ(Granted(), "aab");
  places_.Gone("nobody");
  places_.Gone("a");
  EXPECT_EQ(Granted(), "b");
  places_.Gone("b");
  EXPECT_EQ(places_.taken(WorkKind::kProgram) + places_.wanted(WorkKind::kProgram), 0U);
}

}  // namespace
}  // namespace hpdl::rt
