#include "runtime/server/protocols/celos_ui/groups.h"

#include <gtest/gtest.h>

namespace hpdl::rt::celos {
namespace {

std::string Told(const std::vector<ShownGroup>& groups) {
  std::string told;
  for (const ShownGroup& group : groups) {
    told += group.name + ":";
    for (const ShownWorkflow& workflow : group.workflows) {
      told += " " + workflow.id + (workflow.missing ? "(missing)" : "");
    }
    told += "; ";
  }
  return told;
}

TEST(Groups, InTheOrderOfTheirFile) {
  const Result<std::vector<Group>> groups = ReadGroups(
      R"({"x": 1, "groups": [{"name": "B", "workflows": ["z", "gone", "a"], "y": []},
          {"workflows": [], "name": "A"}, {"name": "", "workflows": ["a"]}]})");
  ASSERT_TRUE(groups) << groups.error().message;
  EXPECT_EQ(Told(Grouped(*groups, {"a", "b", "c", "z"})),
            "B: z gone(missing) a; A:; : a; Unlisted workflows: b c; ");
  EXPECT_EQ(Told(Grouped(*groups, {"a", "z"})), "B: z gone(missing) a; A:; : a; ");
}

TEST(Groups, WithoutAFileThereIsOne) {
  EXPECT_EQ(Told(Grouped(std::nullopt, {"b", "a"})), "All Workflows: a b; ");
  EXPECT_EQ(Told(Grouped(std::nullopt, {})), "All Workflows:; ");
}

TEST(Groups, WhatIsWrongIsSaid) {
  const auto wrong = [](std::string_view json) {
    const Result<std::vector<Group>> groups = ReadGroups(json);
    return groups ? std::string() : groups.error().message;
  };
  EXPECT_NE(wrong("{"), "");
  EXPECT_NE(wrong(""), "");
  EXPECT_EQ(wrong("[]"), "the list \"groups\" is missing");
  EXPECT_EQ(wrong(R"({"groups": {}})"), "the list \"groups\" is missing");
  EXPECT_EQ(wrong(R"({"groups": [{"workflows": []}]})"), "a group has no name");
  EXPECT_EQ(wrong(R"({"groups": [1]})"), "a group has no name");
  EXPECT_EQ(wrong(R"({"groups": [{"name": "n"}]})"), "group 'n': \"workflows\" is not a list");
  EXPECT_EQ(wrong(R"({"groups": [{"name": "n", "workflows": [null]}]})"),
            "group 'n': null is not the name of a workflow");
  const Result<std::vector<Group>> none = ReadGroupsFile("/nosuch/groups.json");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "/nosuch/groups.json: no such file");
}

}  // namespace
}  // namespace hpdl::rt::celos
