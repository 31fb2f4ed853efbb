#include "runtime/programs/program/text.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

TEST(Text, NearestWord) {
  EXPECT_EQ(EditDistance("resmue", "resume"), 1U);
  EXPECT_EQ(Nearest("resmue", {"run", "rerun", "resume"}), "resume");
  EXPECT_EQ(Nearest("frobnicate", {"run", "rerun", "resume"}), "");
  EXPECT_EQ(Nearest("rn", {"run", "jobs"}), "run");
}

TEST(Text, TableAligns) {
  Table table({"A", "BB"});
  EXPECT_TRUE(table.empty());
  table.Add({"long", "x"});
  EXPECT_EQ(table.Text(), "A     BB\nlong  x\n");
}

}  // namespace
}  // namespace hpdl::rt
