#include "stdlib/cluster/job_input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/world/files/await.h"
#include "stdlib/cluster/testing/memory_files.h"

namespace hpdl::stdlib {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class JobInputTest : public ::testing::Test {
 protected:
  JobInputTest() {
    base_.file_system = "hdfs://nn";
    base_.remote = &systems_;
    base_.user = "joe";
  }

  void Paths(const std::string& value) {
    conf_.Set("mapreduce.input.fileinputformat.inputdir", value);
  }
  rt::Result<std::vector<rt::InputSplit>> Find() { return rt::Await(FindSplits(base_, conf_)); }
  std::vector<std::string> Found() {
    std::vector<std::string> text;
    const auto splits = Find();
    EXPECT_TRUE(splits.ok());
    for (const rt::InputSplit& split : splits ? *splits : std::vector<rt::InputSplit>()) {
      text.push_back(split.uri.substr(9) + ":" + std::to_string(split.start) + "+" +
                     std::to_string(split.length));
    }
    return text;
  }
  rt::Error Failed() {
    const auto splits = Find();
    EXPECT_FALSE(splits.ok());
    return splits ? rt::Error{} : splits.error();
  }

  stdlib::testing::MemoryFiles files_;
  stdlib::testing::MemorySystems systems_{files_};
  rt::PathBase base_;
  JobConf conf_{rt::HadoopConf(), "joe"};
};

TEST_F(JobInputTest, ADirectoryWithoutItsHiddenFiles) {
  files_.Put("/in/b", std::string(250, 'x'));
  files_.Put("/in/a", "x");
  files_.Put("/in/_logs", "x");
  files_.Put("/in/.x", "x");
  files_.Put("/in/empty", "");
  Paths("/in");
  conf_.Set("mapreduce.job.maps", "1");
  EXPECT_THAT(Found(), ElementsAre("/in/b:0+100", "/in/b:100+100", "/in/b:200+50", "/in/a:0+1",
                                   "/in/empty:0+0"));
  EXPECT_THAT(files_.asked, ::testing::Not(::testing::Contains("Blocks /in/empty")));
}

TEST_F(JobInputTest, ListsAndPatterns) {
  files_.Put("/a,b/f", "x");
  files_.Put("/2026/01/f", "x");
  files_.Put("/2026/02/f", "x");
  files_.Put("/2026/03/f", "x");
  files_.Put("/user/joe/own", "x");
  Paths("/a\\,b,/2026/{01,03},own");
  EXPECT_THAT(Found(),
              ElementsAre("/a,b/f:0+1", "/2026/01/f:0+1", "/2026/03/f:0+1", "/user/joe/own:0+1"));
  Paths("/2026/0[12]/*");
  EXPECT_THAT(Found(), ElementsAre("/2026/01/f:0+1", "/2026/02/f:0+1"));
}

TEST_F(JobInputTest, PathsBecomeUris) {
  Paths("/a\\,b,hdfs://nn/x/{1,2},own");
  EXPECT_EQ(*QualifiedInput(base_, conf_),
            "hdfs://nn/a\\,b,hdfs://nn/x/{1\\,2},hdfs://nn/user/joe/own");
}

TEST_F(JobInputTest, WhatIsNotThere) {
  Paths("/in");
  EXPECT_THAT(Failed().message, HasSubstr("input path does not exist: hdfs://nn/in"));
  EXPECT_EQ(Failed().code, "JA018");
  Paths("/in/*");
  EXPECT_THAT(Failed().message, HasSubstr("matches 0 files"));
  files_.Put("/in/_hidden", "x");
  EXPECT_THAT(Failed().message, HasSubstr("matches 0 files"));
  Paths("/in/_hidden");
  EXPECT_THAT(Failed().message, HasSubstr("does not exist"));
  Paths("");
  EXPECT_THAT(Failed().message, HasSubstr("is not set"));
  Paths("file:///tmp");
  EXPECT_THAT(Failed().message, HasSubstr("on this machine"));
}

TEST_F(JobInputTest, DirectoriesInDirectories) {
  files_.Put("/in/a", "x");
  files_.Put("/in/d/b", "x");
  files_.Put("/in/d/e/c", "x");
  files_.Put("/in/_d/no", "x");
  Paths("/in");
  EXPECT_THAT(Failed().message, HasSubstr("not a file: hdfs://nn/in/d"));
  conf_.Set("mapreduce.input.fileinputformat.input.dir.nonrecursive.ignore.subdirs", "true");
  EXPECT_THAT(Found(), ElementsAre("/in/a:0+1"));
  conf_.Set("mapreduce.input.fileinputformat.input.dir.recursive", "true");
  EXPECT_THAT(Found(), ElementsAre("/in/a:0+1", "/in/d/b:0+1", "/in/d/e/c:0+1"));
}

TEST_F(JobInputTest, MapFilesAreTheirData) {
  files_.Put("/in/map/data", "xx");
  files_.Put("/in/map/index", "x");
  files_.Put("/in/seq.gz", std::string(300'000, 'x'));
  Paths("/in");
  conf_.Set("mapred.input.format.class", "org.apache.hadoop.mapred.SequenceFileInputFormat");
  EXPECT_EQ(InputThatNeedsJava(conf_), "");
  EXPECT_THAT(Found(), ElementsAre("/in/seq.gz:0+102400", "/in/seq.gz:102400+102400",
                                   "/in/seq.gz:204800+95200", "/in/map/data:0+2"));
}

TEST_F(JobInputTest, CompressedTextIsWhole) {
  files_.Put("/in/a.gz", std::string(250, 'x'));
  files_.Put("/in/b.bz2", std::string(150, 'x'));
  Paths("/in");
  conf_.Set("mapred.mapper.new-api", "true");
  EXPECT_THAT(Found(), ElementsAre("/in/a.gz:0+250", "/in/b.bz2:0+100", "/in/b.bz2:100+50"));
}

TEST_F(JobInputTest, SizesAreByOldNamesToo) {
  files_.Put("/in/a", std::string(100, 'x'));
  Paths("/in");
  conf_.Apply({{"mapred.map.tasks", "4"}});
  EXPECT_EQ(Found().size(), 4U);
  conf_.Apply({{"mapred.min.split.size", "60"}});
  EXPECT_THAT(Found(), ElementsAre("/in/a:0+60", "/in/a:60+40"));
  conf_.Set("mapred.mapper.new-api", "true");
  conf_.Apply({{"mapred.min.split.size", "1"}, {"mapred.max.split.size", "30"}});
  EXPECT_EQ(Found().size(), 4U);
}

TEST_F(JobInputTest, FormatsThatNobodyButJavaKnows) {
  EXPECT_EQ(InputThatNeedsJava(conf_), "");
  conf_.Set("mapred.input.format.class", "org.apache.hadoop.mapred.KeyValueTextInputFormat");
  EXPECT_EQ(InputThatNeedsJava(conf_), "");
  for (const char* name :
       {"org.apache.hadoop.mapred.lib.NLineInputFormat", "com.example.TextInputFormat",
        "org.apache.hadoop.mapreduce.lib.input.TextInputFormat",
        "org.apache.hadoop.mapred.SequenceFileAsTextInputFormat"}) {
    conf_.Set("mapred.input.format.class", name);
    EXPECT_EQ(InputThatNeedsJava(conf_), std::string("mapred.input.format.class ") + name);
  }
  conf_.Set("mapred.mapper.new-api", "true");
  EXPECT_EQ(InputThatNeedsJava(conf_), "");
  conf_.Apply({{"mapreduce.inputformat.class",
                "org.apache.hadoop.mapreduce.lib.input.CombineTextInputFormat"}});
  EXPECT_THAT(InputThatNeedsJava(conf_), HasSubstr("mapreduce.job.inputformat.class"));
}

TEST_F(JobInputTest, FiltersAndCodecsOfSomebody) {
  conf_.Set("mapreduce.input.pathFilter.class", "com.example.Filter");
  EXPECT_THAT(InputThatNeedsJava(conf_), HasSubstr("com.example.Filter"));
  conf_.Remove("mapreduce.input.pathFilter.class");
  conf_.Set("io.compression.codecs", "com.example.Codec");
  EXPECT_THAT(InputThatNeedsJava(conf_), HasSubstr("com.example.Codec"));
}

TEST_F(JobInputTest, TheProgramOfPipesReadsAsAnotherFormat) {
  conf_.Set("mapred.input.format.class", "org.apache.hadoop.mapred.pipes.PipesNonJavaInputFormat");
  EXPECT_EQ(InputThatNeedsJava(conf_), "");
  conf_.Set("mapreduce.pipes.inputformat", "com.example.Format");
  EXPECT_THAT(InputThatNeedsJava(conf_),
              HasSubstr("mapreduce.pipes.inputformat com.example.Format"));
}

TEST_F(JobInputTest, FailuresKeepTheirClass) {
  files_.Put("/in/a", "x");
  Paths("/in");
  files_.errors["Entries /in"] = {rt::ErrorClass::kTransient, "JA006", "connection refused"};
  EXPECT_EQ(Failed().error_class, rt::ErrorClass::kTransient);
  EXPECT_EQ(Failed().code, "JA006");
  files_.errors.clear();
  files_.errors["Blocks /in/a"] = {rt::ErrorClass::kError, "", "permission denied"};
  EXPECT_EQ(Failed().code, "JA018");
  EXPECT_THAT(Failed().message, HasSubstr("hdfs://nn/in/a: permission denied"));
}

}  // namespace
}  // namespace hpdl::stdlib
