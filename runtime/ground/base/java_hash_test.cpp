#include "runtime/ground/base/java_hash.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;

TEST(JavaHash, IsThatOfStrings) {
  EXPECT_EQ(JavaHash(""), 0);
  EXPECT_EQ(JavaHash("submit"), -891535336);
  EXPECT_EQ(JavaHash("\xC3\xA9"), 233);
  EXPECT_EQ(JavaHash("\xF0\x9F\x98\x80"), 0xD83D * 31 + 0xDE00);
  EXPECT_EQ(JavaHash("\xFF"), 0xFFFD);
}

TEST(JavaHash, OrdersAsATable) {
  EXPECT_THAT(JavaHashOrder({"user.name", "who", "oozie.wf.application.path"}),
              ElementsAre("oozie.wf.application.path", "user.name", "who"));
  EXPECT_THAT(JavaHashOrder({"poll", "submitjar"}), ElementsAre("poll", "submitjar"));
}

std::string OrderOf(int size, JavaTable table) {
  std::vector<std::string> keys;
  for (int i = 0; i < size; ++i) {
    keys.push_back("k" + std::to_string(i * 7));
  }
  std::string text;
  for (const std::string& key : JavaHashOrder(keys, table)) {
    text += (text.empty() ? "" : " ") + key;
  }
  return text;
}

// The expected orders are the output of Java 17.
TEST(JavaHash, TablesGrowDifferently) {
  EXPECT_EQ(OrderOf(11, JavaTable::kHashMap), "k28 k49 k0 k70 k42 k63 k21 k7 k35 k56 k14");
  EXPECT_EQ(OrderOf(11, JavaTable::kConcurrentHashMap),
            "k28 k49 k0 k70 k42 k63 k21 k7 k35 k56 k14");
  EXPECT_EQ(OrderOf(12, JavaTable::kHashMap), "k28 k49 k0 k70 k42 k63 k77 k21 k7 k35 k56 k14");
  EXPECT_EQ(OrderOf(12, JavaTable::kConcurrentHashMap),
            "k0 k70 k42 k63 k77 k21 k7 k35 k56 k14 k28 k49");
  EXPECT_EQ(OrderOf(13, JavaTable::kHashMap), "k0 k70 k84 k42 k63 k77 k21 k7 k35 k56 k14 k28 k49");
  EXPECT_EQ(OrderOf(13, JavaTable::kConcurrentHashMap),
            "k0 k70 k84 k42 k63 k77 k21 k7 k35 k56 k14 k28 k49");
}

}  // namespace
}  // namespace hpdl::rt
