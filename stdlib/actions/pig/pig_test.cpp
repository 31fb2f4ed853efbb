#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "stdlib/actions/pig/pig.kind.h"
#include "stdlib/local/testing/kind_test.h"

extern "C" const hpdl_kind hpdl_local_kind_pig;

namespace hpdl::stdlib {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class PigTest : public testing::KindTest {
 protected:
  PigTest() : KindTest(kPigElements), home_(InstallTool("pig")) {
    unsetenv("PIG_HOME");
    unsetenv("PIG_CLASSPATH");
    ctx_.properties["hpdl.pig.home"] = home_;
    ctx_.files = {{"count.pig", "a = load '$IN' as (w);"}};
    ctx_.process = [this](const rt::Command& command) {
      command_ = command;
      for (const char* name : {"script.pig", "pig.properties"}) {
        texts_[name] = Text(name);
      }
      return status_;
    };
    status_.pid = 4711;
    Add("script", "count.pig");
  }
  rt::Outcome Run() { return ctx_.Run(hpdl_local_kind_pig); }
  std::string Text(const std::string& name) const {
    std::ifstream in(command_.directory + "/" + name);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  const std::string home_;
  rt::Command command_;
  /// The texts of files that exist while the command runs.
  std::map<std::string, std::string> texts_;
  rt::ExitStatus status_;
};

TEST_F(PigTest, OnThisMachine) {
  Add("name-node", "file:///");
  Add("job-tracker", "rm:8032");
  Add("param", "IN=/data");
  Add("argument", "-stop_on_failure");
  AddProperty("db.password", "s3cret");
  ctx_.files.emplace_back("lib/udf.jar", "PK");
  const rt::Outcome outcome = Run();
  ASSERT_FALSE(outcome.error.has_value()) << outcome.error->message;
  EXPECT_EQ(outcome.external_id, "4711");
  EXPECT_THAT(command_.argv,
              ElementsAre(home_ + "/bin/pig", "-x", "local", "-file", "script.pig", "-propertyFile",
                          "pig.properties", "-logfile", "pig.log", "-stop_on_failure"));
  EXPECT_EQ(texts_["script.pig"], "a = load '/data' as (w);");
  const std::string& properties = texts_["pig.properties"];
  EXPECT_THAT(properties, HasSubstr("db.password=s3cret\n"));
  EXPECT_THAT(properties, HasSubstr("mapreduce.framework.name=local\n"));
  EXPECT_THAT(properties, HasSubstr("pig.additional.jars=udf.jar\n"));
  EXPECT_THAT(properties, Not(HasSubstr("rm:8032")));
  EXPECT_EQ(Text("pig.properties"), "") << "it has gone";
  EXPECT_THAT(command_.environment, Contains("PIG_HOME=" + home_));
  EXPECT_THAT(command_.environment, Contains("PIG_CLASSPATH=" + command_.directory + ":" +
                                             command_.directory + "/udf.jar"));
}

TEST_F(PigTest, PathsWithoutSchemeAreOnTheNameNode) {
  Add("name-node", "hdfs://nn:8020");
  ASSERT_FALSE(Run().error.has_value());
  EXPECT_EQ(command_.argv[2], "mapreduce");
  EXPECT_THAT(texts_["pig.properties"], HasSubstr("fs.defaultFS=hdfs://nn:8020\n"));
  EXPECT_THAT(texts_["pig.properties"], Not(HasSubstr("pig.use.overriden.hadoop.configs")))
      << "with it, Pig reads no hdfs-site.xml";
}

TEST_F(PigTest, NoLibraryTakesTheNameOfAnArchive) {
  ctx_.files.emplace_back("lib/more.zip", "PK");
  ctx_.files.emplace_back("lib/other.zip", "PK");
  Add("archive", "lib/more.zip");
  ASSERT_FALSE(Run().error.has_value());
  EXPECT_FALSE(std::filesystem::exists(command_.directory + "/more.zip"));
  EXPECT_TRUE(std::filesystem::exists(command_.directory + "/other.zip"));
}

TEST_F(PigTest, OfHwsNeedsTheNetwork) {
  Clear();
  ctx_.argument_shape = 1;
  ASSERT_EQ(kPigHwsElements[1].name, "pig-host");
  ctx_.arguments.children.push_back(rt::testing::Argument(1, "joe@host"));
  EXPECT_EQ(Run().error->code, "E0904");
}

TEST_F(PigTest, Failures) {
  std::ofstream(ctx_.ErrPath())
      << "2026-12-01 10:00:00,000 [main] ERROR org.apache.pig.tools.grunt."
         "Grunt - ERROR 1000: Error during parsing.\n";
  status_.code = 2;
  const rt::Outcome outcome = Run();
  EXPECT_EQ(outcome.error->code, "JA018");
  EXPECT_THAT(outcome.error->message, HasSubstr("pig: exit code 2, and says:\n"));
  EXPECT_THAT(outcome.error->message, HasSubstr("Error during parsing"));
  ctx_.properties["hpdl.pig.home"] = "/nowhere";
  EXPECT_THAT(Run().error->message, HasSubstr("no pig: hpdl.pig.home is /nowhere"));
  ctx_.files.clear();
  ctx_.properties["hpdl.pig.home"] = home_;
  EXPECT_EQ(Run().error->code, "JA008");
}

}  // namespace
}  // namespace hpdl::stdlib
