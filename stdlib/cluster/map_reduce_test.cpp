#include "stdlib/cluster/map_reduce.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/engines/workflow/testing/fake_context.h"
#include "runtime/ground/base/testing/hurrying_time.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/files/await.h"
#include "runtime/world/hadoop/cluster.h"
#include "runtime/world/hadoop/conf.h"
#include "stdlib/cluster/testing/memory_files.h"

namespace hpdl::stdlib {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kApplication = "application_1700000000000_0007";
constexpr const char* kStaging = "/tmp/hadoop-yarn/staging/joe/.staging/job_1700000000000_0007";

/// A cluster that accepts one job. `ended` is the state of the job at its end.
class FakeCluster final : public rt::Cluster, public rt::Clusters {
 public:
  rt::Result<rt::Cluster*> Open(std::string_view name, const std::string& user) override {
    opened = name;
    user_ = user;
    return this;
  }
  const std::string& name() const override { return name_; }
  const std::string& user() const override { return user_; }
  const rt::HadoopConf& conf() const override { return conf_; }
  rt::Task<rt::Result<std::string>> NewApplication() override {
    co_return std::string(kApplication);
  }
  rt::Task<rt::Result<void>> Submit(rt::Submission submission) override {
    submitted.push_back(std::move(submission));
    if (on_submit) {
      on_submit();
    }
    co_return rt::Result<void>();
  }
  rt::Task<rt::Result<std::optional<rt::Application>>> Find(std::string) override {
    std::optional<rt::Application> found;
    if (!submitted.empty()) {
      found = ended;
    }
    co_return found;
  }
  rt::Task<rt::Result<std::vector<rt::Application>>> FindByTag(std::string) override {
    std::vector<rt::Application> none;
    co_return none;
  }
  rt::Task<rt::Result<void>> Kill(std::string) override { co_return rt::Result<void>(); }
  rt::Task<rt::Result<rt::Application>> End(std::string id, std::string) override {
    ended.id = id;
    co_return ended;
  }
  rt::Task<rt::Result<rt::Application>> NextState(std::string id, std::string,
                                                  std::string) override {
    ended.id = id;
    co_return ended;
  }
  rt::Task<rt::Result<std::optional<rt::HistoryJob>>> Job(std::string job_id) override {
    std::optional<rt::HistoryJob> job;
    job.emplace().id = std::move(job_id);
    co_return job;
  }
  rt::Task<rt::Result<rt::Counters>> JobCounters(std::string) override { co_return counters; }
  std::string ConsoleUrl(const std::string& id) const override { return "http://rm/" + id; }

  std::string opened;
  std::vector<rt::Submission> submitted;
  std::function<void()> on_submit;
  rt::Application ended;
  rt::Counters counters;
  rt::HadoopConf conf_{"/etc", {{"mapreduce.map.memory.mb", "384"}}};

 private:
  const std::string name_ = "rm:8032";
  std::string user_;
};

class SubmittingContext : public rt::testing::FakeContext {
 public:
  using FakeContext::FakeContext;
  std::string_view kind() const override { return "map-reduce"; }
  rt::Clusters* clusters() override { return cluster; }
  rt::Clusters* cluster = nullptr;
};

class MapReduceTest : public ::testing::Test {
 protected:
  MapReduceTest() {
    context_.emplace(directory_);
    context_->identity.name = "wf";
    context_->hadoop = &systems_;
    context_->cluster = &cluster_;
    files_.Put("/in/a", "some words");
    cluster_.ended.state = "FINISHED";
    cluster_.ended.final_status = "SUCCEEDED";
    // The master removes its files, so the test copies them at the submission.
    cluster_.on_submit = [this] { staged_ = files_.files; };
    action_.job_tracker = "rm:8032";
    action_.name_node = "hdfs://nn";
    Set("mapred.input.dir", "/in");
    Set("mapred.output.dir", "/out");
  }

  void Set(std::string name, std::string value) {
    action_.configuration.properties.push_back({std::move(name), std::move(value), {}});
  }
  rt::Outcome Run() { return rt::Await(RunMapReduce(*context_, action_)); }
  std::string Xml() { return staged_[std::string(kStaging) + "/job.xml"]; }
  static std::string Row(const std::string& name, const std::string& value) {
    return "<name>" + name + "</name><value>" + value + "</value>";
  }

  const rt::testing::HurryingTime time_;
  const rt::testing::TemporaryFolder temporary_;
  const std::string directory_ = temporary_.path();
  std::optional<SubmittingContext> context_;
  stdlib::testing::MemoryFiles files_;
  stdlib::testing::MemorySystems systems_{files_};
  FakeCluster cluster_;
  MapReduceAction action_;
  std::map<std::string, std::string> staged_;
};

TEST_F(MapReduceTest, AJobIsSubmitted) {
  cluster_.counters["org.apache.hadoop.mapreduce.TaskCounter"]["MAP_INPUT_RECORDS"] = 3;
  const rt::Outcome outcome = Run();
  ASSERT_FALSE(outcome.error) << outcome.error->message;
  EXPECT_EQ(outcome.external_id, "job_1700000000000_0007");
  EXPECT_EQ(outcome.external_status, "SUCCEEDED");
  EXPECT_EQ(outcome.counters->at("org.apache.hadoop.mapred.Task$Counter").at("MAP_INPUT_RECORDS"),
            3);
  ASSERT_EQ(cluster_.submitted.size(), 1U);
  const rt::Submission& master = cluster_.submitted[0];
  EXPECT_EQ(master.id, kApplication);
  EXPECT_EQ(master.type, "MAPREDUCE");
  std::vector<std::string> names;
  names.reserve(master.resources.size());
  for (const rt::LocalResource& each : master.resources) {
    names.push_back(each.name);
  }
  EXPECT_THAT(names,
              ElementsAre("jobSubmitDir/job.split", "jobSubmitDir/job.splitmetainfo", "job.xml"));
  EXPECT_THAT(staged_[std::string(kStaging) + "/job.split"], HasSubstr("hdfs://nn/in/a"));
  EXPECT_THAT(files_.asked, Contains("Change /tmp/hadoop-yarn/staging/joe/.staging 700"));
  EXPECT_THAT(files_.asked, Contains(std::string("Change ") + kStaging + " 700"));
}

TEST_F(MapReduceTest, WhatTheJobIsTold) {
  Set("oozie.launcher.x", "not passed on");
  Set("mapreduce.job.tags", "mine");
  EXPECT_FALSE(Run().error);
  const std::string xml = Xml();
  for (const auto& [name, value] :
       rt::Properties{{"mapreduce.input.fileinputformat.inputdir", "hdfs://nn/in"},
                      {"mapreduce.output.fileoutputformat.outputdir", "hdfs://nn/out"},
                      {"mapreduce.job.maps", "2"},
                      {"mapreduce.job.user.name", "joe"},
                      {"mapreduce.job.dir", std::string("hdfs://nn") + kStaging},
                      {"mapreduce.map.memory.mb", "384"},
                      {"fs.defaultFS", "hdfs://nn"},
                      {"mapred.mapper.new-api", "false"},
                      {"oozie.job.id", "0000001-261121000000000-hpdl-joe-W"},
                      {"oozie.action.id", "0000001-261121000000000-hpdl-joe-W@action"},
                      {"mapreduce.job.name",
                       "oozie:action:T=map-reduce:W=wf:A=action:ID="
                       "0000001-261121000000000-hpdl-joe-W@action"}}) {
    EXPECT_THAT(xml, HasSubstr(Row(name, value)));
  }
  EXPECT_THAT(xml, HasSubstr("<value>mine,hpdl-"));
  EXPECT_THAT(xml, Not(HasSubstr("oozie.launcher")));
}

TEST_F(MapReduceTest, LaterPropertiesWin) {
  context_->files.emplace_back("job.xml",
                               "<configuration>"
                               "<property><name>a</name><value>xml</value></property>"
                               "<property><name>b</name><value>xml</value></property>"
                               "</configuration>");
  action_.properties = {{"a", "streaming"}, {"b", "streaming"}, {"c", "streaming"}};
  action_.job_xml = {"job.xml"};
  Set("a", "inline");
  EXPECT_FALSE(Run().error);
  EXPECT_THAT(Xml(), HasSubstr(Row("a", "inline")));
  EXPECT_THAT(Xml(), HasSubstr(Row("b", "xml")));
  EXPECT_THAT(Xml(), HasSubstr(Row("c", "streaming")));
}

TEST_F(MapReduceTest, CredentialsThatNeedKerberosStopItBeforeAnythingIsDone) {
  using rt::testing::Argument;
  cluster_.conf_ = rt::HadoopConf("/etc", {{"hadoop.security.authentication", "kerberos"}});
  context_->arguments.children = {
      Argument(0, "credentials",
               {Argument(0, "", {Argument(0, "hpdl.credential.asked.h"), Argument(1, "hdfs")})})};
  action_.prepare.commands.emplace_back();
  const rt::Outcome outcome = Run();
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->code, "JA020");
  EXPECT_TRUE(files_.asked.empty());
  EXPECT_TRUE(cluster_.submitted.empty());
  action_.prepare.commands.clear();
  action_.job_xml = {"job.xml"};
  context_->files.emplace_back(
      "job.xml",
      "<configuration><property><name>oozie.credentials.skip</name><value>true</value></property>"
      "</configuration>");
  EXPECT_FALSE(Run().error);
}

TEST_F(MapReduceTest, TheClusterIsNotTheConfigurations) {
  for (const char* name :
       {"fs.default.name", "fs.defaultFS", "yarn.resourcemanager.address", "user.name"}) {
    Set(name, "x");
    const rt::Outcome outcome = Run();
    ASSERT_TRUE(outcome.error) << name;
    EXPECT_EQ(outcome.error->code, "JA010");
    action_.configuration.properties.pop_back();
  }
  EXPECT_THAT(cluster_.submitted, IsEmpty());
  Set("mapred.job.tracker", "x");
  EXPECT_FALSE(Run().error);
  EXPECT_EQ(cluster_.opened, "rm:8032");
}

TEST_F(MapReduceTest, InHwsItIs) {
  context_->job_dialect = HPDL_DIALECT_HWS;
  action_.job_tracker.reset();
  action_.name_node.reset();
  EXPECT_THAT(Run().error->message, HasSubstr("mapred.job.tracker"));
  Set("mapred.job.tracker", "jt:9001");
  EXPECT_EQ(Run().error->code, "JA018");
  Set("fs.default.name", "hdfs://nn");
  EXPECT_FALSE(Run().error);
  EXPECT_EQ(cluster_.opened, "jt:9001");
  EXPECT_THAT(Xml(), Not(HasSubstr("jobtracker")));
}

TEST_F(MapReduceTest, OutputMustNotBeThere) {
  files_.Folders("/out");
  const rt::Outcome outcome = Run();
  EXPECT_EQ(outcome.error->code, "JA018");
  EXPECT_THAT(outcome.error->message, HasSubstr("output directory hdfs://nn/out already exists"));
  EXPECT_THAT(cluster_.submitted, IsEmpty());
  Set("mapred.output.format.class", "org.apache.hadoop.mapred.lib.NullOutputFormat");
  context_->position.clear();
  EXPECT_FALSE(Run().error);
}

TEST_F(MapReduceTest, AFailedJobIsToldAndTidiedUp) {
  cluster_.ended.final_status = "FAILED";
  cluster_.ended.diagnostics = "Task failed task_1";
  cluster_.on_submit = [this] { files_.Put("/out/_temporary/1/x", "x"); };
  const rt::Outcome outcome = Run();
  EXPECT_EQ(outcome.error->code, "JA018");
  EXPECT_THAT(outcome.error->message,
              HasSubstr("job_1700000000000_0007 failed: Task failed task_1"));
  EXPECT_EQ(outcome.external_status, "FAILED");
  EXPECT_EQ(files_.files.size(), 1U);  // only the input is left
}

TEST_F(MapReduceTest, AJobThatSomebodyKilled) {
  cluster_.ended.state = cluster_.ended.final_status = "KILLED";
  const rt::Outcome outcome = Run();
  EXPECT_EQ(outcome.external_status, "KILLED");
  EXPECT_THAT(outcome.error->message, HasSubstr("was killed"));
}

TEST_F(MapReduceTest, AResumedAttemptOnlyWatches) {
  EXPECT_FALSE(Run().error);
  context_->is_resumed = true;
  files_.asked.clear();
  files_.files.clear();
  EXPECT_FALSE(Run().error);
  EXPECT_EQ(cluster_.submitted.size(), 1U);
  for (const std::string& each : files_.asked) {
    EXPECT_THAT(each, ::testing::StartsWith("Delete "));
  }
}

TEST_F(MapReduceTest, LibrariesAndFilesGoAlong) {
  context_->files.emplace_back("lib/job.jar.jar", "jar");
  context_->files.emplace_back("map.sh", "cat");
  action_.files = {"map.sh#mapper"};
  EXPECT_FALSE(Run().error);
  std::vector<std::string> names;
  for (const rt::LocalResource& each : cluster_.submitted[0].resources) {
    names.push_back(each.name);
  }
  EXPECT_THAT(names, ElementsAre("mapper", "job.jar.jar", "jobSubmitDir/job.split",
                                 "jobSubmitDir/job.splitmetainfo", "job.xml"));
  EXPECT_THAT(Xml(), HasSubstr("/map.sh#mapper,hdfs://nn/user/joe/.hpdl/cache/"));
}

TEST_F(MapReduceTest, TheProgramOfPipesIsTheFirstFile) {
  files_.Put("/bin/words", "x");
  files_.Put("/more", "y");
  action_.pipes = true;
  action_.properties = {{"mapreduce.pipes.executable", "/bin/words#w"}};
  action_.files = {"/more"};
  Set("mapreduce.pipes.isjavarecordwriter", "true");
  const rt::Outcome outcome = Run();
  ASSERT_FALSE(outcome.error) << outcome.error->message;
  EXPECT_THAT(Xml(), HasSubstr("<name>mapreduce.job.cache.files</name>"
                               "<value>hdfs://nn/bin/words#w,hdfs://nn/more#more</value>"));
  EXPECT_THAT(Xml(), HasSubstr("PipesMapRunner"));
  EXPECT_THAT(Xml(), Not(HasSubstr("NullOutputFormat")));
}

TEST_F(MapReduceTest, AProgramThatWritesForItselfIsTidiedUpAfter) {
  action_.pipes = true;
  files_.Put("/bin/words", "x");
  action_.properties = {{"mapreduce.pipes.executable", "/bin/words"}};
  files_.Put("/out/kept", "x");  // a pipes job accepts an output directory that exists
  cluster_.ended.final_status = "FAILED";
  cluster_.on_submit = [this] { files_.Put("/out/_temporary/1/x", "x"); };
  EXPECT_EQ(Run().external_status, "FAILED");
  EXPECT_TRUE(files_.files.contains("/out/kept"));
  EXPECT_FALSE(files_.files.contains("/out/_temporary/1/x"));
}

TEST_F(MapReduceTest, PipesWithoutProgramAreNotSubmitted) {
  action_.pipes = true;
  EXPECT_EQ(Run().error->code, "JA018");
  EXPECT_THAT(cluster_.submitted, IsEmpty());
}

TEST_F(MapReduceTest, AJarOfTheJob) {
  files_.Put("/jars/wc.jar", "jar");
  Set("mapred.jar", "/jars/wc.jar");
  EXPECT_FALSE(Run().error);
  EXPECT_THAT(Xml(), HasSubstr(Row("mapreduce.job.jar", "hdfs://nn/jars/wc.jar")));
  EXPECT_EQ(cluster_.submitted[0].resources[0].name, "job.jar");
}

TEST_F(MapReduceTest, TooManyMapTasks) {
  Set("mapreduce.job.max.map", "0");
  EXPECT_THAT(Run().error->message, HasSubstr("mapreduce.job.max.map"));
}

TEST(StreamingProperties, CommandsOfHadoopStreaming) {
  const rt::Properties streaming = StreamingProperties("tr+a+b", std::nullopt, {"A=1", "B=2"});
  EXPECT_EQ(streaming.at("stream.map.streamprocessor"), "tr+a+b");
  EXPECT_EQ(streaming.at("mapred.mapper.class"), "org.apache.hadoop.streaming.PipeMapper");
  EXPECT_FALSE(streaming.contains("mapred.reducer.class"));
  EXPECT_EQ(streaming.at("stream.addenvironment"), "A=1 B=2");
}

}  // namespace
}  // namespace hpdl::stdlib
