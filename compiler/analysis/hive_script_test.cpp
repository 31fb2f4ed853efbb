#include "compiler/analysis/hive_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(HiveScript, ReadsVariablesOfTwoForms) {
  const HiveScript script = ReadHiveScript("select ${a},\n'${hivevar:b-1}', \"${a}\", ${a.c}");
  EXPECT_THAT(script.read, ElementsAre(Pair("a", 1), Pair("a.c", 2), Pair("b-1", 2)));
  EXPECT_THAT(script.set, IsEmpty());
  EXPECT_FALSE(script.may_set_more);
}

TEST(HiveScript, OtherNameSpacesAndMadeNames) {
  EXPECT_THAT(
      ReadHiveScript("${hiveconf:a} ${system:b} ${env:c} ${} ${d e} ${f ${ {g} $h ${i\n}").read,
      IsEmpty());
  EXPECT_THAT(ReadHiveScript("${x${y}}").read, ElementsAre(Pair("y", 1)));
}

TEST(HiveScript, CommentsAreSkipped) {
  EXPECT_THAT(ReadHiveScript("-- ${a}, don't\n${b} -- ${c}\n/* ${d}\n */ ${e} /* ${f}").read,
              ElementsAre(Pair("b", 2), Pair("e", 4)));
  EXPECT_THAT(ReadHiveScript("'--' ${a} '\\'--' ${b} '/*' ${c}").read,
              ElementsAre(Pair("a", 1), Pair("b", 1), Pair("c", 1)));
  EXPECT_THAT(ReadHiveScript("!sh echo don't\n  -- ${a}\n${b}").read, ElementsAre(Pair("b", 3)))
      << "a line that begins so is a comment, whatever came before";
}

TEST(HiveScript, Sets) {
  const HiveScript script = ReadHiveScript(
      "set hivevar:a=1; SET b = 2;\nSet\n c=3;-- set d=4\nset e; reset f=1; set g.h = 5");
  EXPECT_THAT(script.set, ElementsAre("a", "b", "c", "d", "g.h"));
  EXPECT_FALSE(script.may_set_more);
}

TEST(HiveScript, WhatMaySetMore) {
  for (const char* text : {"source a.hql", "x;\n source a.hql", "x;source a.hql", "SOURCE a",
                           "!run a.hql", "set ${a}=1", "set x${a}=1", "set hivevar:${a} = 1",
                           "set hive.variable.substitute=false"}) {
    EXPECT_TRUE(ReadHiveScript(text).may_set_more) << text;
  }
  for (const char* text : {"", "select source from a", "resource a", "run", "a !=run"}) {
    EXPECT_FALSE(ReadHiveScript(text).may_set_more) << text;
  }
}

}  // namespace
}  // namespace hpdl::analysis
