#include "stdlib/cluster/map_reduce_master.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::stdlib {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

rt::Submission Master(const rt::Properties& properties) {
  JobConf conf(rt::HadoopConf(), "joe");
  conf.Apply(properties);
  return MasterOf(conf);
}

TEST(MapReduceMaster, HadoopsDefaults) {
  const rt::Submission master = Master({});
  EXPECT_EQ(master.type, "MAPREDUCE");
  EXPECT_EQ(master.name, "N/A");
  EXPECT_EQ(master.queue, "default");
  EXPECT_EQ(master.priority, -1);
  EXPECT_EQ(master.memory_mb, 1536);
  EXPECT_EQ(master.vcores, 1);
  EXPECT_EQ(master.max_attempts, 2);
  EXPECT_THAT(
      master.command,
      HasSubstr(" -Xmx1024m org.apache.hadoop.mapreduce.v2.app.MRAppMaster 1><LOG_DIR>/stdout"));
  EXPECT_THAT(master.command, StartsWith("{{JAVA_HOME}}/bin/java -D"));
  EXPECT_EQ(master.environment.at("LD_LIBRARY_PATH"), "{{PWD}}:$HADOOP_COMMON_HOME/lib/native");
  EXPECT_THAT(master.environment.at("JDK_JAVA_OPTIONS"),
              StartsWith("--add-opens=java.base/java.lang=ALL-UNNAMED "));
}

TEST(MapReduceMaster, WhatAJobMaySay) {
  const rt::Submission master = Master({{"mapred.job.name", "my job"},
                                        {"mapred.job.queue.name", "research"},
                                        {"mapred.job.priority", "HIGH"},
                                        {"yarn.app.mapreduce.am.resource.mb", "700"},
                                        {"yarn.app.mapreduce.am.resource.cpu-vcores", "3"},
                                        {"yarn.app.mapreduce.am.command-opts", "-Xmx9m"},
                                        {"yarn.app.mapreduce.am.admin-command-opts", "-Dx=1"},
                                        {"yarn.app.mapreduce.am.env", "A=1, B=2=3,A=x,bad,=y"},
                                        {"mapreduce.am.max-attempts", "0"},
                                        {"mapreduce.job.acl-view-job", "a,b c"},
                                        {"mapreduce.jvm.add-opens-as-default", "false"}});
  EXPECT_EQ(master.name, "my job");
  EXPECT_EQ(master.queue, "research");
  EXPECT_EQ(master.priority, 4);
  EXPECT_EQ(master.memory_mb, 700);
  EXPECT_EQ(master.vcores, 3);
  EXPECT_EQ(master.max_attempts, 1);
  EXPECT_THAT(master.command, HasSubstr(" -Dx=1 -Xmx9m org.apache"));
  EXPECT_EQ(master.environment.at("A"), "1:x");
  EXPECT_EQ(master.environment.at("B"), "2=3");
  EXPECT_FALSE(master.environment.contains("bad"));
  EXPECT_FALSE(master.environment.contains("JDK_JAVA_OPTIONS"));
  EXPECT_EQ(master.view_acl, "a,b c");
  EXPECT_EQ(Master({{"mapreduce.job.priority", "7"}}).priority, 7);
  EXPECT_EQ(Master({{"yarn.app.mapreduce.am.resource.memory-mb", "5"},
                    {"yarn.app.mapreduce.am.resource.mb", "6"}})
                .memory_mb,
            5);
}

std::string ClassPath(const rt::Properties& properties) {
  JobConf conf(rt::HadoopConf(), "joe");
  conf.Apply(properties);
  return MasterClassPath(conf);
}

TEST(MapReduceMaster, ClassPaths) {
  EXPECT_THAT(ClassPath({}), StartsWith("{{PWD}}:$HADOOP_CONF_DIR:$HADOOP_COMMON_HOME/"));
  EXPECT_THAT(ClassPath({}),
              EndsWith("/lib/*:job.jar/job.jar:job.jar/classes/:job.jar/lib/*:{{PWD}}/*"));
  const rt::Properties own = {{"yarn.application.classpath", "/conf, /lib/*"},
                              {"mapreduce.application.classpath", "/mr/*"}};
  EXPECT_EQ(ClassPath(own),
            "{{PWD}}:/conf:/lib/*:/mr/*:job.jar/job.jar:job.jar/classes/:job.jar/lib/*:{{PWD}}/*");
  rt::Properties first = own;
  first["mapreduce.job.user.classpath.first"] = "true";
  EXPECT_EQ(ClassPath(first),
            "{{PWD}}:job.jar/job.jar:job.jar/classes/:job.jar/lib/*:{{PWD}}/*:/conf:/lib/*:/mr/*");
  rt::Properties framework = own;
  framework["mapreduce.application.framework.path"] = "hdfs:/mr.tar.gz#mr-framework";
  EXPECT_THAT(ClassPath(framework), StartsWith("{{PWD}}:/mr/*:job.jar"));
}

TEST(MapReduceMaster, TheFolderOfTheFramework) {
  JobConf conf(rt::HadoopConf(), "joe");
  EXPECT_EQ(FrameworkName(conf), "");
  conf.Set("mapreduce.application.framework.path", "hdfs:/mr/mr.tar.gz");
  EXPECT_EQ(FrameworkName(conf), "mr.tar.gz");
  conf.Set("mapreduce.application.framework.path", "hdfs:/mr/mr.tar.gz#mr");
  EXPECT_EQ(FrameworkName(conf), "mr");
}

}  // namespace
}  // namespace hpdl::stdlib
