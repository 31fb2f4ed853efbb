#include <gtest/gtest.h>

#include "stdlib/actions/hive/hive_site.h"

namespace hpdl::stdlib {
namespace {

TEST(HiveSiteTest, IsTheConfigurationWithWhatAContainerNeeds) {
  const rt::Properties site = HiveSite(
      {{"a", "b"}, {"hive.exec.mode.local.auto", "true"}, {"mapreduce.job.tags", "mine"}}, "tag");
  EXPECT_EQ(site.at("a"), "b");
  EXPECT_EQ(site.at("hive.exec.mode.local.auto"), "false");
  EXPECT_EQ(site.at("mapreduce.job.tags"), "tag");
  EXPECT_EQ(site.at("tez.application.tags"), "tag");
  EXPECT_EQ(site.at("hive.query.tag"), "tag");
  EXPECT_EQ(HiveSite({{"hive.query.tag", "mine"}}, "tag").at("hive.query.tag"), "mine,tag");
  EXPECT_EQ(site.at("hive.exec.local.scratchdir"), "${user.dir}/hivetmp/scratchdir");
}

}  // namespace
}  // namespace hpdl::stdlib
