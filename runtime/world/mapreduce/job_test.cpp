#include "runtime/world/mapreduce/job.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/ground/base/testing/thread_sanitizer.h"
#include "runtime/world/mapreduce/settings.h"
#include "runtime/world/mapreduce/worker.h"

namespace hpdl::rt::mapreduce {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kGroup = "org.apache.hadoop.mapreduce.TaskCounter";

class JobTest : public ::testing::Test {
 protected:
  JobTest() {
    fs::create_directory(root_ + "/in");
    plan_.id = "job_local0000000007_0001";
    plan_.directory = plan_.spill_directory = root_;
    plan_.parallel = 2;
    Set("mapred.input.dir", root_ + "/in");
    Set("mapred.output.dir", root_ + "/out");
    Set("stream.map.streamprocessor", "cat");
    Set("stream.reduce.streamprocessor", "cat");
  }

  void Set(const std::string& name, const std::string& value) {
    plan_.configuration[std::string(CurrentName(name))] = value;
  }
  /// Writes a script into the work directory and sets it as the mapper or reducer.
  void Script(const std::string& name, const std::string& text) {
    Write(name, "#!/bin/sh\n" + text);
    Set(name == "map" ? "stream.map.streamprocessor" : "stream.reduce.streamprocessor", name);
  }
  void Write(const std::string& name, const std::string& text) {
    std::ofstream(root_ + "/" + name) << text;
  }
  JobReport Run() {
    const auto files = MakeLocalInput();
    fs::remove_all(root_ + "/out");
    return RunStreamingJob(plan_, *files);
  }
  std::string Part(int number = 0) {
    std::ostringstream text;
    text << std::ifstream(root_ + "/out/part-0000" + std::to_string(number)).rdbuf();
    return text.str();
  }

  const testing::TemporaryFolder temporary_;
  const std::string root_ = temporary_.path();
  JobPlan plan_;
};

TEST_F(JobTest, WordCount) {
  Write("in/a", "b a\nc a\n");
  Write("in/b", "a");
  Script("map", "tr ' ' '\\n'\n");
  Script("reduce", "uniq -c | sed 's/^ *\\([0-9]*\\) \\([^\\t]*\\).*/\\2\\t\\1/'\n");
  const JobReport report = Run();
  ASSERT_FALSE(report.error) << report.error->message;
  EXPECT_EQ(Part(), "a\t3\nb\t1\nc\t1\n");
  const auto& counters = report.counters.at(kGroup);
  EXPECT_EQ(counters.at("MAP_INPUT_RECORDS"), 3);
  EXPECT_EQ(counters.at("MAP_OUTPUT_RECORDS"), 5);
  EXPECT_EQ(counters.at("MAP_OUTPUT_BYTES"), 15);
  EXPECT_EQ(counters.at("REDUCE_INPUT_GROUPS"), 3);
  EXPECT_EQ(counters.at("REDUCE_INPUT_RECORDS"), 5);
  EXPECT_EQ(counters.at("REDUCE_OUTPUT_RECORDS"), 3);
  EXPECT_EQ(report.counters.at("org.apache.hadoop.mapred.Task$Counter"), counters);
  EXPECT_TRUE(fs::exists(root_ + "/out/_SUCCESS"));
  EXPECT_FALSE(fs::exists(root_ + "/out/_temporary"));
}

TEST_F(JobTest, MapOnlyHasAPartForEachSplitTheLargestFirst) {
  Write("in/a", "1\n");
  Write("in/b", "two\tx\n");
  Set("mapred.reduce.tasks", "0");
  ASSERT_FALSE(Run().error);
  EXPECT_EQ(Part(0), "two\tx\n");
  EXPECT_EQ(Part(1), "1\t\n") << "a line without separator is a key";
}

TEST_F(JobTest, VariablesOfTasks) {
  Write("in/a", "x\n");
  Script("map",
         "cat >/dev/null; echo $map_input_file,$mapreduce_map_input_file,"
         "$mapred_task_is_map,$mapreduce_task_id,$a_b,$ADDED,$mapred_reduce_tasks\n");
  Set("a.b", "conf");
  Set("stream.addenvironment", "ADDED=yes ignored");
  Set("mapred.reduce.tasks", "0");
  plan_.environment = {"ADDED=over all", "mapred_reduce_tasks=mine"};
  ASSERT_FALSE(Run().error);
  EXPECT_EQ(Part(), "file:" + root_ + "/in/a,file:" + root_ +
                        "/in/a,true,task_local0000000007_0001_m_000000,conf,over all,mine\t\n");
}

TEST_F(JobTest, CountersAndStatusOnStandardError) {
  Write("in/a", "x\ny\n");
  Script("map",
         "while read l; do echo reporter:counter:G,N,2 >&2; echo reporter:status:at $l >&2; done\n"
         "echo 'reporter:counter: G , M,1 ' >&2; echo reporter:counter:bad >&2\n"
         "echo reporter:counter:G,N,x >&2\n");
  const JobReport report = Run();
  ASSERT_FALSE(report.error) << report.error->message;
  EXPECT_THAT(report.counters.at("G"), ElementsAre(::testing::Pair("N", 4)));
  EXPECT_THAT(report.counters.at("G "), ElementsAre(::testing::Pair(" M", 1)));
}

TEST_F(JobTest, AFailingMapper) {
  Write("in/a", "x\n");
  Script("map", "cat; exit 3\n");
  const JobReport report = Run();
  ASSERT_TRUE(report.error);
  EXPECT_EQ(report.error->code, "JA018");
  EXPECT_EQ(report.error->message,
            "map task 0 (file:" + root_ + "/in/a): the command ended with exit code 3");
  EXPECT_FALSE(fs::exists(root_ + "/out/_SUCCESS"));
  EXPECT_TRUE(fs::is_empty(root_ + "/out"));
  Set("stream.non.zero.exit.is.failure", "false");
  EXPECT_FALSE(Run().error);
}

TEST_F(JobTest, AMapperThatDoesNotRead) {
  Write("in/a", std::string(1000, 'x') + "\n");
  Script("map", "echo done\n");
  ASSERT_FALSE(Run().error) << "what fits into the buffer is not missed";
  EXPECT_EQ(Part(), "done\t\n");
  std::string large;
  for (int i = 0; i < 5000; ++i) {
    large += std::string(99, 'x') + "\n";
  }
  Write("in/a", large);
  const JobReport report = Run();
  ASSERT_TRUE(report.error);
  EXPECT_THAT(report.error->message, HasSubstr("stopped reading"));
}

TEST_F(JobTest, AReducerWithoutInputHasNoOutput) {
  Write("in/a", "");
  Script("reduce", "echo never seen; echo reporter:counter:G,N,1 >&2\n");
  const JobReport report = Run();
  ASSERT_FALSE(report.error);
  EXPECT_EQ(Part(), "");
  EXPECT_FALSE(report.counters.contains("G"));
}

TEST_F(JobTest, WithoutReducerWhatIsSortedGoesOut) {
  Write("in/a", "b\t1\na\t2\n");
  plan_.configuration.erase("stream.reduce.streamprocessor");
  ASSERT_FALSE(Run().error);
  EXPECT_EQ(Part(), "a\t2\nb\t1\n");
}

TEST_F(JobTest, SeparatorsAndKeyFields) {
  Write("in/a", "b,1,x\na,2,y\na,1,z\n");
  Set("stream.map.output.field.separator", ",");
  Set("stream.num.map.output.key.fields", "2");
  Set("stream.reduce.input.field.separator", "|");
  Set("stream.reduce.output.field.separator", "|");
  Set("mapred.textoutputformat.separator", "=>");
  ASSERT_FALSE(Run().error);
  EXPECT_EQ(Part(), "a,1=>z\na,2=>y\nb,1=>x\n");
}

TEST_F(JobTest, KeysForTheMapper) {
  Write("in/a", "one\t1\ntwo\n");
  Set("mapred.reduce.tasks", "0");
  Set("stream.map.input.ignoreKey", "false");
  ASSERT_FALSE(Run().error);
  EXPECT_EQ(Part(), "0\tone\t1\n6\ttwo\n");
  Set("mapred.input.format.class", "org.apache.hadoop.mapred.KeyValueTextInputFormat");
  ASSERT_FALSE(Run().error);
  EXPECT_EQ(Part(), "one\t1\ntwo\t\n");
}

TEST_F(JobTest, Combiner) {
  Write("in/a", "a\na\na\nb\n");
  Write("combine", "#!/bin/sh\nuniq -c | sed 's/^ *\\([0-9]*\\) \\([^\\t]*\\).*/\\2\\t\\1/'\n");
  Set("stream.combine.streamprocessor", "combine");
  Set("mapred.combiner.class", "org.apache.hadoop.streaming.PipeCombiner");
  const JobReport report = Run();
  ASSERT_FALSE(report.error) << report.error->message;
  EXPECT_EQ(Part(), "a\t3\nb\t1\n");
  EXPECT_EQ(report.counters.at(kGroup).at("COMBINE_INPUT_RECORDS"), 4);
  EXPECT_EQ(report.counters.at(kGroup).at("COMBINE_OUTPUT_RECORDS"), 2);
}

TEST_F(JobTest, TheOutputMustNotExist) {
  Write("in/a", "x\n");
  fs::create_directory(root_ + "/out");
  const auto files = MakeLocalInput();
  const JobReport report = RunStreamingJob(plan_, *files);
  ASSERT_TRUE(report.error);
  EXPECT_EQ(report.error->message, "output directory " + root_ + "/out already exists");
}

TEST_F(JobTest, CommandsThatCannotStart) {
  if (testing::kThreadSanitizer) {
    GTEST_SKIP() << testing::kVforkIsForkText;
  }
  Write("in/a", "x\n");
  Set("stream.map.streamprocessor", "no-such-command");
  EXPECT_THAT(Run().error->message,
              HasSubstr("cannot start no-such-command: No such file or directory"));
}

TEST_F(JobTest, ThePlanPassesThroughAFile) {
  Set("odd", std::string("a,b:\n\0\xff", 7));
  Write("in/a", "x\n");
  ASSERT_TRUE(WritePlan(root_, plan_));
  EXPECT_FALSE(ReadReport(root_));
  EXPECT_EQ(RunWorker(root_.c_str()), 0);
  const auto report = ReadReport(root_);
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->error) << report->error->message;
  EXPECT_EQ(report->counters.at(kGroup).at("MAP_INPUT_RECORDS"), 1);
  EXPECT_EQ(RunWorker(root_.c_str()), 0);
  EXPECT_EQ(ReadReport(root_)->error->code, "JA018");
  EXPECT_EQ(RunWorker("/nosuch"), 1);
}

TEST_F(JobTest, AReportThatIsCut) {
  ASSERT_TRUE(WritePlan(root_, plan_));
  Write("in/a", "x\n");
  RunWorker(root_.c_str());
  const auto size = fs::file_size(root_ + "/.hpdl-report");
  for (std::uintmax_t left = 0; left < size; ++left) {
    fs::resize_file(root_ + "/.hpdl-report", left);
    ReadReport(root_);  // any result is good, but the call must not crash
    fs::resize_file(root_ + "/.hpdl-report", size);
  }
}

TEST(SettingsTest, WrongValuesAreNamed) {
  const std::pair<const char*, const char*> cases[] = {
      {"mapred.reduce.tasks", "many"},
      {"mapred.reduce.tasks", "-1"},
      {"io.sort.mb", "0"},
      {"io.sort.mb", "99999999999999999999"},
      {"stream.num.map.output.key.fields", "1.5"},
      {"mapred.mapper.class", "com.example.Mapper"},
      {"mapred.reducer.class", "com.example.Reducer"},
      {"mapred.input.format.class", "org.apache.hadoop.mapred.SequenceFileInputFormat"},
      {"mapred.partitioner.class", "com.example.P"},
      {"stream.map.input", "typedbytes"},
      {"stream.map.streamprocessor", "%zz"},
      {"stream.map.streamprocessor", "  "},
      {"mapred.output.compress", "true"},
      {"stream.recordreader.class", "StreamXmlRecordReader"},
  };
  for (const auto& [name, value] : cases) {
    Properties properties = {{"mapreduce.input.fileinputformat.inputdir", "/in"},
                             {"mapreduce.output.fileoutputformat.outputdir", "/out"},
                             {"stream.map.streamprocessor", "cat"}};
    ASSERT_TRUE(ReadSettings(properties));
    properties[std::string(CurrentName(name))] = value;
    const auto settings = ReadSettings(properties);
    ASSERT_FALSE(settings) << name;
    EXPECT_EQ(settings.error().code, "JA018");
  }
}

TEST(SettingsTest, PathsAreSplitOutsideOfBraces) {
  EXPECT_THAT(SplitPaths("/a,/b/{c,d},,/e\\,f"), ElementsAre("/a", "/b/{c,d}", "/e,f"));
}

TEST(SettingsTest, FormerNames) {
  const Properties both = WithCurrentNames(
      {{"mapred.reduce.tasks", "2"}, {"mapreduce.job.reduces", "3"}, {"mapred.input.dir", "/a"}});
  EXPECT_EQ(both.at("mapreduce.job.reduces"), "3");
  EXPECT_EQ(both.at("mapreduce.input.fileinputformat.inputdir"), "/a");
  EXPECT_EQ(both.size(), 2U);
}

}  // namespace
}  // namespace hpdl::rt::mapreduce
