#include "stdlib/cluster/job_conf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::stdlib {
namespace {

JobConf Conf(rt::Properties site = {}) {
  return {rt::HadoopConf("/etc", std::move(site)), "joe"};
}

TEST(JobConf, LaterLayersWinByWhicheverName) {
  JobConf conf = Conf({{"mapred.reduce.tasks", "1"}, {"mapreduce.job.queuename", "site"}});
  EXPECT_EQ(conf.Text("mapreduce.job.reduces"), "1");
  conf.Apply({{"mapreduce.job.reduces", "2"}});
  conf.Apply({{"mapred.reduce.tasks", "3"}});
  EXPECT_EQ(conf.Text("mapreduce.job.reduces"), "3");
  EXPECT_EQ(conf.Text("mapreduce.job.queuename"), "site");
  EXPECT_FALSE(conf.Has("mapreduce.job.queuename"));
  EXPECT_TRUE(conf.Has("mapreduce.job.reduces"));
}

TEST(JobConf, BothNamesInOneLayerAreTheCurrentOne) {
  JobConf conf = Conf();
  conf.Apply({{"mapred.jar", "/old"}, {"mapreduce.job.jar", "/new"}});
  EXPECT_EQ(conf.Text("mapreduce.job.jar"), "/new");
}

TEST(JobConf, ValuesReferToOthers) {
  JobConf conf = Conf({{"root", "/tmp/${user.name}"}});
  conf.Apply({{"a", "${root}/x"}, {"b", "${nobody}"}});
  EXPECT_EQ(conf.Text("a"), "/tmp/joe/x");
  EXPECT_EQ(conf.Text("b"), "${nobody}");
  EXPECT_EQ(conf.All().at("a"), "${root}/x");
  EXPECT_FALSE(conf.All().contains("user.name"));
  EXPECT_TRUE(conf.Check().ok());
}

TEST(JobConf, CirclesAreErrors) {
  JobConf conf = Conf();
  conf.Apply({{"a", "${b}"}, {"b", "${a}"}});
  EXPECT_EQ(conf.Check().error().code, "JA018");
  EXPECT_THAT(conf.Check().error().message, ::testing::HasSubstr("property a"));
}

TEST(JobConf, NumbersAndFlags) {
  JobConf conf = Conf();
  conf.Apply(
      {{"n", " 42 "}, {"bad", "4x"}, {"no", ""}, {"yes", "TRUE"}, {"off", "false"}, {"what", "1"}});
  EXPECT_EQ(conf.Number("n", 1), 42);
  EXPECT_EQ(conf.Number("bad", 1), 1);
  EXPECT_EQ(conf.Number("no", 1), 1);
  EXPECT_EQ(conf.Number("absent", -1), -1);
  EXPECT_TRUE(conf.Flag("yes", false));
  EXPECT_FALSE(conf.Flag("off", true));
  EXPECT_TRUE(conf.Flag("what", true));
  EXPECT_FALSE(conf.Flag("what", false));
}

TEST(JobConf, WhatTheSiteSaysIsNotOverriddenByDefaults) {
  JobConf conf = Conf({{"a", "1"}});
  conf.SetIfAbsent("a", "2");
  conf.SetIfAbsent("b", "2");
  EXPECT_EQ(conf.Text("a") + conf.Text("b"), "12");
  conf.Remove("a");
  EXPECT_EQ(conf.Text("a", "none"), "none");
}

}  // namespace
}  // namespace hpdl::stdlib
