#include "stdlib/cluster/job_resources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/engines/workflow/testing/fake_context.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/files/await.h"
#include "stdlib/cluster/testing/memory_files.h"

namespace hpdl::stdlib {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class MapReduceContext : public rt::testing::FakeContext {
 public:
  using FakeContext::FakeContext;
  std::string_view kind() const override { return "map-reduce"; }
};

class JobResourcesTest : public ::testing::Test {
 protected:
  JobResourcesTest() {
    context_.emplace(directory_);
    base_.file_system = "hdfs://nn";
    base_.remote = &systems_;
    base_.user = "joe";
  }

  ResourceCollector Collector() { return {*context_, files_, base_, &set_}; }
  rt::Result<void> Entry(const std::string& entry, bool archive = false) {
    ResourceCollector collector = Collector();
    return rt::Await(collector.Entry("file", entry, archive));
  }
  rt::Result<void> Libraries(const rt::Properties& configuration, const std::string& shared = "") {
    ResourceCollector collector = Collector();
    return rt::Await(collector.Libraries(configuration, shared));
  }
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const rt::LocalResource& each : set_.all()) {
      names.push_back(each.name);
    }
    return names;
  }

  const rt::testing::TemporaryFolder temporary_;
  const std::string directory_ = temporary_.path();
  std::optional<MapReduceContext> context_;
  stdlib::testing::MemoryFiles files_;
  stdlib::testing::MemorySystems systems_{files_};
  rt::PathBase base_;
  ResourceSet set_;
};

TEST_F(JobResourcesTest, FilesOfTheApplicationAndOfTheCluster) {
  context_->files.emplace_back("bin/run.sh", "echo");
  files_.Put("/data/words", "w");
  files_.Put("/data/tools.zip", "z");
  EXPECT_TRUE(Entry("bin/run.sh").ok());
  EXPECT_TRUE(Entry("/data/words#dictionary").ok());
  EXPECT_TRUE(Entry("hdfs://nn/data/tools.zip", true).ok());
  EXPECT_THAT(Names(), ElementsAre("run.sh", "dictionary", "tools.zip"));
  EXPECT_EQ(set_.all()[1].uri, "hdfs://nn/data/words");
  EXPECT_TRUE(set_.all()[2].archive);
}

TEST_F(JobResourcesTest, TheFirstOfOneNameCounts) {
  files_.Put("/a/x.jar", "1");
  files_.Put("/b/x.jar", "2");
  EXPECT_TRUE(Entry("/a/x.jar").ok());
  EXPECT_TRUE(Entry("/b/x.jar").ok());
  EXPECT_THAT(Names(), ElementsAre("x.jar"));
  EXPECT_EQ(set_.all()[0].uri, "hdfs://nn/a/x.jar");
}

TEST_F(JobResourcesTest, BadEntries) {
  EXPECT_EQ(Entry("/nothing").error().code, "JA008");
  EXPECT_EQ(Entry("nothing").error().code, "JA008");
  EXPECT_THAT(Entry("nothing").error().message, HasSubstr("is not in the application"));
  EXPECT_EQ(Entry("/a#b/c").error().code, "JA018");
  EXPECT_EQ(Entry("file:///etc/passwd").error().code, "JA008");
  EXPECT_EQ(Entry("s3://x/y").error().code, "E0904");
}

TEST_F(JobResourcesTest, TheApplicationsLibrary) {
  context_->files.emplace_back("lib/a.jar", "a");
  context_->files.emplace_back("lib/libn.so.1", "n");
  context_->files.emplace_back("lib/deep/b.jar", "b");
  context_->files.emplace_back("library/c.jar", "c");
  ResourceCollector collector = Collector();
  EXPECT_TRUE(rt::Await(collector.ApplicationLibrary()).ok());
  EXPECT_THAT(Names(), ElementsAre("a.jar", "libn.so.1"));
}

TEST_F(JobResourcesTest, LibrariesOfTheJobAndOfTheSystem) {
  files_.Put("/libs/one.jar", "1");
  files_.Put("/libs/.hidden", "1");
  files_.Put("/libs/deep/two.jar", "2");
  files_.Put("/single/three.jar", "3");
  files_.Put("/user/oozie/share/lib/lib_20250101000000/streaming/old.jar", "o");
  files_.Put("/user/oozie/share/lib/lib_20260101000000/streaming/new.jar", "n");
  files_.Put("/user/oozie/share/lib/lib_20260101000000/other/other.jar", "x");
  context_->properties["oozie.libpath"] = "/libs, /single/three.jar";
  EXPECT_TRUE(Libraries({}, "streaming").ok());
  EXPECT_THAT(Names(), ElementsAre("one.jar", "three.jar"));
  context_->properties["oozie.use.system.libpath"] = "true";
  EXPECT_TRUE(Libraries({}, "streaming").ok());
  EXPECT_THAT(Names(), ElementsAre("one.jar", "three.jar", "new.jar"));
  EXPECT_TRUE(Libraries({{"oozie.action.sharelib.for.map-reduce", "other"}}, "streaming").ok());
  EXPECT_THAT(Names(), ElementsAre("one.jar", "three.jar", "new.jar", "other.jar"));
}

TEST_F(JobResourcesTest, InheritedLibraries) {
  files_.Put("/libs/one.jar", "1");
  files_.Put("/parent/lib/one.jar", "old");
  files_.Put("/parent/lib/two.jar", "2");
  context_->inherited.push_back({"/above",
                                 {rt::testing::PackagedFile("lib/three.jar", "3"),
                                  rt::testing::PackagedFile("lib/one.jar", "older")}});
  context_->properties = {{"oozie.libpath", "/libs"},
                          {"oozie.wf.application.lib", "/parent/lib/one.jar,/parent/lib/two.jar"},
                          {"oozie.wf.subworkflow.classpath.inheritance", "true"}};
  EXPECT_TRUE(Libraries({}).ok());
  EXPECT_THAT(Names(), ElementsAre("one.jar", "three.jar", "two.jar"));
  EXPECT_EQ(set_.all()[0].uri, "hdfs://nn/libs/one.jar");
  context_->properties["oozie.wf.application.lib"] = "/parent/lib/none.jar";
  EXPECT_EQ(Libraries({}).error().code, "JA008");
  context_->properties["oozie.wf.application.lib"] = "file:///etc/passwd";
  EXPECT_THAT(Libraries({}).error().message, HasSubstr("on this machine"));
}

TEST_F(JobResourcesTest, LibrariesThatAreNotThere) {
  EXPECT_EQ(Libraries({{"oozie.libpath", "/none"}}).error().code, "JA008");
  EXPECT_EQ(Libraries({{"oozie.use.system.libpath", "true"}}, "streaming").error().code, "JA008");
  EXPECT_TRUE(Libraries({{"oozie.use.system.libpath", "true"}}).ok());
}

TEST_F(JobResourcesTest, WhatMapReduceIsTold) {
  rt::LocalResource file{"a b", "hdfs://nn/x%2Cy", 3, 5, false, true};
  rt::LocalResource more{"c", "hdfs://nn/c", 4, 6, false, true};
  rt::LocalResource archive{"d", "hdfs://nn/d.zip", 7, 8, true, true};
  const rt::Properties told = CacheProperties({file, more, archive});
  EXPECT_EQ(told.at("mapreduce.job.cache.files"), "hdfs://nn/x%2Cy#a%20b,hdfs://nn/c#c");
  EXPECT_EQ(told.at("mapreduce.job.cache.files.timestamps"), "5,6");
  EXPECT_EQ(told.at("mapreduce.job.cache.files.filesizes"), "3,4");
  EXPECT_EQ(told.at("mapreduce.job.cache.files.visibilities"), "false,false");
  EXPECT_EQ(told.at("mapreduce.job.cache.archives"), "hdfs://nn/d.zip#d");
  EXPECT_TRUE(CacheProperties({}).empty());
}

TEST_F(JobResourcesTest, WhatJobsOfAToolAreTold) {
  rt::LocalResource file{"a", "hdfs://nn/a", 3, 5, false, true};
  rt::LocalResource jar{"b.jar", "hdfs://nn/b.jar", 4, 6, false, true};
  rt::LocalResource archive{"d", "hdfs://nn/d.zip", 7, 8, true, true};
  rt::Properties configuration{{"mapreduce.job.cache.files", "hdfs://nn/own"}};
  ShareWithJobs({file, jar, archive}, &configuration);
  EXPECT_EQ(configuration.at("mapreduce.job.cache.files"), "hdfs://nn/own,hdfs://nn/a#a");
  EXPECT_EQ(configuration.at("mapreduce.job.cache.archives"), "hdfs://nn/d.zip#d");
  EXPECT_EQ(configuration.size(), 2U) << "times and sizes are found by who submits the job";
  rt::Properties none;
  ShareWithJobs({jar}, &none);
  EXPECT_TRUE(none.empty());
}

}  // namespace
}  // namespace hpdl::stdlib
