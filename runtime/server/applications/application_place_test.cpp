#include "runtime/server/applications/application_place.h"

#include <gtest/gtest.h>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/server/work/testing/site_of.h"

namespace hpdl::rt {
namespace {

class ApplicationPlaceTest : public ::testing::Test {
 protected:
  void UseSite(const std::string& name, const std::string& value) {
    site_ = testing::SiteOf(folder_.path() + "/site.xml", {{name, value}});
  }
  Result<ApplicationPlace> Of(const std::string& path, Properties more = {}) {
    more["oozie.wf.application.path"] = path;
    return PlaceOf(more, JobType::kWorkflow, site_, rules_);
  }
  std::string CodeOf(const std::string& path, Properties more = {}) {
    const auto place = Of(path, std::move(more));
    return place ? "" : place.error().code;
  }

  testing::TemporaryFolder folder_;
  Site site_;
  ApplicationRules rules_;
};

TEST_F(ApplicationPlaceTest, FilesOfThisMachineOnlyWhereTheyAreNamed) {
  EXPECT_EQ(CodeOf("file:///apps/w"), "E0904");
  rules_.local_files = true;
  EXPECT_EQ(Of("file:///apps/w")->path, "/apps/w");
  EXPECT_EQ(Of("file:/apps/w")->path, "/apps/w");
  EXPECT_EQ(CodeOf("file://other/apps/w"), "E0711");
  UseSite("oozie.service.HadoopAccessorService.supported.filesystems", "hdfs, webhdfs");
  // The site lists file systems, and `file` is not in its list.
  EXPECT_EQ(CodeOf("file:///apps/w"), "E0904");
  rules_.local_files = false;
  for (const char* list : {"hdfs,file", "*"}) {
    UseSite("oozie.service.HadoopAccessorService.supported.filesystems", list);
    EXPECT_EQ(CodeOf("file:///apps/w"), "");
    EXPECT_EQ(CodeOf("s3a://bucket/w"), "E0904");  // this server does not support s3a
  }
}

TEST_F(ApplicationPlaceTest, ForksAndJoinsAreCheckedUnlessTheJobOrTheSiteSaysNo) {
  rules_.local_files = true;
  const auto checked = [&](const std::string& value) {
    return Of("file:///w", {{"oozie.wf.validate.ForkJoin", value}})->checks_fork_join;
  };
  EXPECT_TRUE(Of("file:///w")->checks_fork_join);
  EXPECT_FALSE(checked("false"));
  EXPECT_FALSE(checked(" FALSE"));
  EXPECT_TRUE(checked("no"));
  UseSite("oozie.validate.ForkJoin", "false");
  rules_.local_files = true;
  EXPECT_FALSE(Of("file:///w")->checks_fork_join);
  EXPECT_FALSE(checked("true")) << "a job cannot switch the check on again";
}

TEST_F(ApplicationPlaceTest, InHadoop) {
  const auto place = Of("${nn}/apps/w", {{"nn", "hdfs://h:8020"}});
  ASSERT_TRUE(place);
  EXPECT_TRUE(place->remote);
  EXPECT_EQ(place->path, "hdfs://h:8020/apps/w");
  EXPECT_EQ(CodeOf("hdfs:///apps/w"), "E0711");
  rules_.default_file_system = "hdfs://nn:9000";
  EXPECT_EQ(Of("hdfs:///apps/w")->path, "hdfs://nn:9000/apps/w");
  EXPECT_EQ(Of("/apps/w")->path, "hdfs://nn:9000/apps/w");
  rules_.default_file_system.clear();
  EXPECT_EQ(CodeOf("/apps/w"), "E0405");  // a path without a scheme is never a path of this machine
  EXPECT_EQ(CodeOf(""), "E0307");
  EXPECT_EQ(CodeOf("${a}", {{"a", "${a}"}}), "E0307");
}

TEST_F(ApplicationPlaceTest, Whitelists) {
  UseSite("oozie.service.HadoopAccessorService.nameNode.whitelist", "a:1,b:2");
  EXPECT_EQ(CodeOf("hdfs://b:2/w"), "");
  EXPECT_EQ(CodeOf("hdfs://c:3/w"), "E0901");
  UseSite("oozie.service.HadoopAccessorService.jobTracker.whitelist", "rm:8032");
  EXPECT_EQ(CodeOf("hdfs://b:2/w", {{"resourceManager", "rm:8032"}}), "");
  EXPECT_EQ(CodeOf("hdfs://b:2/w", {{"jobTracker", "evil:8032"}}), "E0900");
  EXPECT_EQ(CodeOf("hdfs://b:2/w"), "");
}

TEST_F(ApplicationPlaceTest, EachTypeHasAPathOfItsOwn) {
  rules_.local_files = true;
  const Properties all = {{"oozie.wf.application.path", "file:///w"},
                          {"oozie.coord.application.path", "${top}/c"},
                          {"oozie.bundle.application.path", "file:///b/own.xml"},
                          {"top", "file:///apps"}};
  EXPECT_EQ(PlaceOf(all, JobType::kWorkflow, site_, rules_)->path, "/w");
  const auto coordinator = PlaceOf(all, JobType::kCoordinator, site_, rules_);
  EXPECT_EQ(coordinator->path, "/apps/c");
  EXPECT_EQ(coordinator->type, JobType::kCoordinator);
  EXPECT_EQ(PlaceOf(all, JobType::kBundle, site_, rules_)->path, "/b/own.xml");
  const auto none = PlaceOf({}, JobType::kCoordinator, site_, rules_);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, "E0307");
}

}  // namespace
}  // namespace hpdl::rt
