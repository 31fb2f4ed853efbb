#include "stdlib/cluster/pipes_job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::stdlib {
namespace {

const std::string kOld = "org.apache.hadoop.mapred.";

JobConf Completed(rt::Properties job, rt::Properties site = {}) {
  JobConf conf(rt::HadoopConf("/etc", std::move(site)), "joe");
  job.emplace("hadoop.pipes.executable", "bin/words#words");
  conf.Apply(job);
  const rt::Result<void> done = CompletePipes(&conf);
  EXPECT_TRUE(done.ok()) << (done.ok() ? "" : done.error().message);
  return conf;
}

TEST(CompletePipes, TheProgramDoesEverything) {
  const JobConf conf = Completed({});
  EXPECT_EQ(conf.Text("mapred.map.runner.class"), kOld + "pipes.PipesMapRunner");
  EXPECT_EQ(conf.Text("mapred.reducer.class"), kOld + "pipes.PipesReducer");
  EXPECT_EQ(conf.Text("mapred.partitioner.class"), kOld + "pipes.PipesPartitioner");
  EXPECT_EQ(conf.Text("mapreduce.pipes.partitioner"), kOld + "lib.HashPartitioner");
  EXPECT_EQ(conf.Text("mapred.input.format.class"), kOld + "pipes.PipesNonJavaInputFormat");
  EXPECT_EQ(conf.Text("mapreduce.pipes.inputformat"), kOld + "TextInputFormat");
  EXPECT_EQ(conf.Text("mapred.output.format.class"), kOld + "lib.NullOutputFormat");
  EXPECT_EQ(conf.Text("mapreduce.map.output.value.class"), "org.apache.hadoop.io.Text");
}

TEST(CompletePipes, RecordsByJavaHoweverThatIsSaid) {
  for (const char* prefix : {"mapreduce.pipes.is", "hadoop.pipes."}) {
    const std::string java = std::string(prefix) + (prefix[0] == 'm' ? "java" : "java.");
    const JobConf conf =
        Completed({{java + "recordreader", "true"}, {java + "recordwriter", "true"}});
    EXPECT_FALSE(conf.Has("mapred.input.format.class")) << java;
    EXPECT_FALSE(conf.Has("mapreduce.pipes.inputformat"));
    EXPECT_FALSE(conf.Has("mapred.output.format.class"));
    EXPECT_TRUE(conf.Has("mapred.map.runner.class"));
  }
}

TEST(CompletePipes, WhatTheHooksStandBeforeIsKept) {
  const JobConf conf = Completed({{"mapred.partitioner.class", "own.Partitioner"},
                                  {"mapred.input.format.class", "own.Format"},
                                  {"mapred.output.format.class", "own.Output"}});
  EXPECT_EQ(conf.Text("mapreduce.pipes.partitioner"), "own.Partitioner");
  EXPECT_EQ(conf.Text("mapred.partitioner.class"), kOld + "pipes.PipesPartitioner");
  EXPECT_EQ(conf.Text("mapreduce.pipes.inputformat"), "own.Format");
  EXPECT_EQ(conf.Text("mapred.output.format.class"), kOld + "lib.NullOutputFormat");
}

TEST(CompletePipes, AJavaMapperKeepsItsReaderAndPartitioner) {
  const JobConf conf = Completed(
      {{"mapreduce.pipes.isjavamapper", "true"}, {"mapred.partitioner.class", "own.Partitioner"}});
  EXPECT_FALSE(conf.Has("mapred.map.runner.class"));
  EXPECT_FALSE(conf.Has("mapred.input.format.class"));
  EXPECT_FALSE(conf.Has("mapreduce.pipes.partitioner"));
  EXPECT_EQ(conf.Text("mapred.partitioner.class"), "own.Partitioner");
  EXPECT_EQ(conf.Text("mapred.reducer.class"), kOld + "pipes.PipesReducer");
}

TEST(CompletePipes, AJavaReducerKeepsItsWriter) {
  const JobConf conf = Completed(
      {{"mapreduce.pipes.isjavareducer", "true"}, {"mapred.reducer.class", "own.Reducer"}});
  EXPECT_EQ(conf.Text("mapred.reducer.class"), "own.Reducer");
  EXPECT_FALSE(conf.Has("mapred.output.format.class"));
}

TEST(CompletePipes, TasksWithTheProgramAreNotRunInTheMaster) {
  constexpr const char* kUber = "mapreduce.job.ubertask.enable";
  constexpr const char* kMapper = "mapreduce.pipes.isjavamapper";
  constexpr const char* kReducer = "mapreduce.pipes.isjavareducer";
  EXPECT_EQ(Completed({{kUber, "true"}}).Text(kUber), "false");
  EXPECT_EQ(Completed({{kMapper, "true"}}, {{kUber, "true"}}).Text(kUber), "false");
  EXPECT_EQ(Completed({{kReducer, "true"}, {kUber, "true"}}).Text(kUber), "false");
  EXPECT_EQ(Completed({{kMapper, "true"}, {kReducer, "true"}, {kUber, "true"}}).Text(kUber),
            "true");
}

TEST(CompletePipes, ClassesOfKeysAreTextUnlessSaid) {
  const JobConf conf = Completed({{"mapred.output.key.class", "own.Key"}},
                                 {{"mapreduce.map.output.key.class", "site.Key"}});
  EXPECT_EQ(conf.Text("mapreduce.job.output.key.class"), "own.Key");
  EXPECT_EQ(conf.Text("mapreduce.map.output.key.class"), "site.Key");
  EXPECT_EQ(conf.Text("mapreduce.job.output.value.class"), "org.apache.hadoop.io.Text");
}

TEST(CompletePipes, WithoutAProgramItIsNoPipesJob) {
  for (const rt::Properties& job : {rt::Properties{}, rt::Properties{{kPipesExecutable, " "}}}) {
    JobConf conf(rt::HadoopConf{}, "joe");
    conf.Apply(job);
    const rt::Result<void> done = CompletePipes(&conf);
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().code, "JA018");
    EXPECT_EQ(done.error().message, "<pipes> has no <program>");
  }
}

}  // namespace
}  // namespace hpdl::stdlib
