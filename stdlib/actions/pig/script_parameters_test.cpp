#include "stdlib/actions/pig/script_parameters.h"

#include <gtest/gtest.h>

namespace hpdl::stdlib {
namespace {

std::string Substitute(std::string_view script, const std::vector<std::string>& params) {
  const auto text = SubstituteParameters(script, params);
  return text ? *text : text.error().code + " " + text.error().message;
}

TEST(SubstituteParametersTest, BothForms) {
  EXPECT_EQ(Substitute("a = load '${In}/x'; store a into '$Out';", {"In=/data", "Out=/out dir"}),
            "a = load '/data/x'; store a into '/out dir';");
  EXPECT_EQ(Substitute("$a$a${a}b $ab", {"a=1"}), "111b $ab");
}

TEST(SubstituteParametersTest, ValuesWithEverything) {
  EXPECT_EQ(Substitute("${a}", {"a=x=y `id` 'q' \\ \n"}), "x=y `id` 'q' \\ \n");
  EXPECT_EQ(Substitute("[${a}]", {"a="}), "[]");
}

TEST(SubstituteParametersTest, AValueIsNotLookedAtAgain) {
  EXPECT_EQ(Substitute("${a}", {"a=${b} $b $1 5$", "b=no"}), "\\${b} \\$b $1 5$");
}

TEST(SubstituteParametersTest, WhatStays) {
  for (const char* script :
       {"$0, $1", "${b}", "$b", "\\$a", "\\${a}", "${a", "${a b}", "${}", "$", "${1a}", "", "a"}) {
    EXPECT_EQ(Substitute(script, {"a=1"}), script);
  }
}

TEST(SubstituteParametersTest, TheFirstOfEqualNames) {
  EXPECT_EQ(Substitute("$a", {"a=1", "a=2"}), "1");
}

TEST(SubstituteParametersTest, NoParameters) {
  for (const char* param : {"", "a", "=1", "1a=2", "a b=1", "a-b=1", "größe=1"}) {
    EXPECT_EQ(Substitute("x", {param}),
              std::string("JA018 param ") + param + " is not of the form NAME=VALUE");
  }
}

}  // namespace
}  // namespace hpdl::stdlib
