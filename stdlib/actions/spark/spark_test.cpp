#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/files/await.h"
#include "stdlib/actions/spark/spark.kind.h"
#include "stdlib/actions/spark/spark_cluster.h"
#include "stdlib/actions/spark/spark_command.h"
#include "stdlib/actions/spark/spark_options.h"
#include "stdlib/local/testing/kind_test.h"

extern "C" const hpdl_kind hpdl_local_kind_spark;

namespace hpdl::stdlib {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(SplitSparkOptions, AsOozieTakesThemApart) {
  const auto words = [](const char* text) {
    std::vector<std::string> words;
    const std::vector<SparkOption> options = *SplitSparkOptions(text);
    for (const SparkOption& option : options) {
      words.push_back(option.name);
      if (option.value) {
        words.push_back(*option.value);
      }
    }
    return words;
  };
  EXPECT_THAT(words(""), IsEmpty());
  EXPECT_THAT(words(" \t\n\r\f\v "), IsEmpty());
  EXPECT_THAT(words("--a b  --c=d\n"), ElementsAre("--a", "b", "--c", "d"));
  EXPECT_THAT(words("--verbose --a b"), ElementsAre("--verbose", "--a", "b"));
  EXPECT_THAT(words("-c spark.x=1 --conf spark.y=2"),
              ElementsAre("-c", "spark.x=1", "--conf", "spark.y=2"));
  EXPECT_THAT(words("--a=\"b c\" --conf=d=e"), ElementsAre("--a", "b c", "--conf", "d=e"));
  EXPECT_THAT(
      words("--conf spark.x=\"a --executor-memory 2g --conf spark.y=\"b\""),
      ElementsAre("--conf", "spark.x=\"a", "--executor-memory", "2g", "--conf", "spark.y=b"));
}

TEST(SplitSparkOptions, AllUpToTheNextOptionIsOneValue) {
  const auto value = [](const std::string& text) {
    const auto options = *SplitSparkOptions("--conf " + text + " --b c");
    EXPECT_EQ(options.size(), 2U);
    return options.front().value.value_or("none");
  };
  EXPECT_EQ(value("spark.x=value1 value2"), "spark.x=value1 value2");
  EXPECT_EQ(value("spark.x=-Da=b -c d a--b"), "spark.x=-Da=b -c d a--b");
  EXPECT_EQ(value("\"spark.x=a b\""), "spark.x=a b");
  EXPECT_EQ(value("spark.x=\"-Da=b -Dc=d\""), "spark.x=-Da=b -Dc=d");
  EXPECT_EQ(value("\"spark.x=-Da --b c\""), "spark.x=-Da --b c") << "no option within quotes";
  EXPECT_EQ(value("spark.x=\"\""), "spark.x=");
}

TEST(SplitSparkOptions, OtherQuotesStay) {
  const auto value = [](const std::string& text) {
    return SplitSparkOptions("--a " + text)->front().value.value_or("none");
  };
  EXPECT_EQ(value("spark.x=-Da=\"b c\" -Dd"), "spark.x=-Da=\"b c\" -Dd");
  EXPECT_EQ(value("spark.x=\"a b\"c"), "spark.x=\"a b\"c");
  EXPECT_EQ(value("-Dx=\"a b\""), "-Dx=\"a b\"") << "an option of Java is no name of a property";
  EXPECT_EQ(value("\"a\" \"b\""), "\"a\" \"b\"");
  EXPECT_EQ(value("'b c'"), "'b c'");
  EXPECT_EQ(value("b\\ c"), "b\\ c");
  EXPECT_EQ(value("\"spark.x=a b"), "\"spark.x=a b") << "a quote that is not closed";
  EXPECT_EQ(value("\"b c\" d\" --b e"), "\"b c\" d\"");
  EXPECT_EQ(value("\"b --d e\" f\""), "\"b")
      << "an option within quotes, and an odd number of them";
  EXPECT_THAT(SplitSparkOptions("a --b c").error().message,
              HasSubstr("do not begin with an option"));
}

TEST(ReadSparkOptions, WhatTheActionHasToKnow) {
  const auto options = ReadSparkOptions(
      "--jars a.jar --files=b,c --files d --archives e.zip#e --executor-memory 1g "
      "--conf spark.yarn.tags=mine --conf spark.a=1 --conf=spark.a=2 --driver-memory 2g "
      "--driver-java-options \"-Da=b -Dc\" --properties-file p.conf");
  ASSERT_TRUE(options.ok());
  EXPECT_EQ(options->jars, "a.jar");
  EXPECT_EQ(options->files, "b,c,d");
  EXPECT_EQ(options->archives, "e.zip#e");
  EXPECT_EQ(options->properties_file, "p.conf");
  EXPECT_EQ(options->driver_memory, "2g");
  EXPECT_EQ(options->driver_java_options, "-Da=b -Dc");
  EXPECT_EQ(options->conf.at("spark.a"), "2");
  EXPECT_EQ(options->conf.at("spark.yarn.tags"), "mine");
  EXPECT_THAT(options->words,
              ElementsAre("--executor-memory", "1g", "--conf", "spark.a=1", "--conf", "spark.a=2",
                          "--driver-memory", "2g", "--driver-java-options", "-Da=b -Dc"));
  for (const char* text : {"--name x --conf", "--conf --name x", "--master --conf a=b"}) {
    EXPECT_THAT(ReadSparkOptions(text).error().message, HasSubstr("has no value"));
  }
}

TEST(MasterOf, ElementsOptionsAndSpark1) {
  SparkArgs args;
  args.master = "yarn-cluster";
  EXPECT_TRUE(MasterOf(args, {}).yarn());
  EXPECT_TRUE(MasterOf(args, {}).cluster());
  args.master = "yarn";
  args.mode = "client";
  EXPECT_EQ(MasterOf(args, {}).mode, "client");
  SparkOptions options;
  options.words = {"--deploy-mode", "cluster"};
  EXPECT_TRUE(MasterOf(args, options).cluster()) << "what comes later wins, as in spark-submit";
  options.words = {"--master=local[2]"};
  EXPECT_EQ(MasterOf(args, options).master, "local[2]");
}

TEST(SparkWords, InTheirOrder) {
  SparkArgs args;
  args.master = "yarn";
  args.mode = "cluster";
  args.name = "a name";
  args.main_class = "org.Main";
  args.args = {"x", "y z"};
  const auto options =
      *ReadSparkOptions("--files own --conf spark.yarn.jars=mine --conf spark.yarn.tags=t --x");
  SparkAdditions additions;
  additions.jar = "hdfs://nn/app.jar";
  additions.jars = {"hdfs://nn/l.jar"};
  additions.files = {"hdfs://nn/f#f"};
  additions.conf = {"spark.yarn.tags=child,t", "spark.yarn.jars=ours", "spark.oozie.a=b"};
  additions.properties_file = "p";
  EXPECT_THAT(SparkWords(args, MasterOf(args, options), options, additions),
              ElementsAre("--master", "yarn", "--deploy-mode", "cluster", "--name", "a name",
                          "--class", "org.Main", "--conf", "spark.yarn.tags=child,t", "--conf",
                          "spark.oozie.a=b", "--properties-file", "p", "--conf",
                          "spark.yarn.jars=mine", "--x", "--jars", "hdfs://nn/l.jar", "--files",
                          "own,hdfs://nn/f#f", "hdfs://nn/app.jar", "x", "y z"));
}

TEST(OozieConf, WithoutThatOfTheLauncherAndOfSpark) {
  EXPECT_THAT(OozieConf({{"oozie.job.id", "1"},
                         {"oozie.launcher.memory.mb", "2"},
                         {"oozie.spark.x", "3"},
                         {"oozie.", "4"},
                         {"other", "5"}}),
              ElementsAre("spark.oozie.job.id=1"));
}

TEST(DriverOptions, AsSparkSubmitGivesThem) {
  EXPECT_THAT(*DriverOptions({}, {}), ElementsAre("-Xmx1g"));
  EXPECT_THAT(*DriverOptions({}, {{"spark.driver.memory", "600m"},
                                  {"spark.driver.extraJavaOptions", "-Da='b c' -Dd"}}),
              ElementsAre("-Xmx600m", "-Da=b c", "-Dd"));
  SparkOptions options;
  options.conf["spark.driver.memory"] = "700m";
  EXPECT_THAT(*DriverOptions(options, {{"spark.driver.memory", "600m"}}), ElementsAre("-Xmx700m"));
  options.driver_memory = "2G";
  EXPECT_THAT(*DriverOptions(options, {}), ElementsAre("-Xmx2G"));
  for (const char* memory : {"g", "1x", "-1g", "1g -Dx", "99999999999999"}) {
    options.driver_memory = memory;
    EXPECT_EQ(DriverOptions(options, {}).error().code, "JA018") << memory;
  }
  options.driver_memory.clear();
  options.driver_java_options = "-Da='b";
  EXPECT_THAT(DriverOptions(options, {}).error().message, HasSubstr("a quote is not closed"));
}

rt::LocalResource Resource(const char* name, bool archive = false) {
  rt::LocalResource resource;
  resource.name = name;
  resource.uri = std::string("hdfs://nn/") + name;
  resource.archive = archive;
  return resource;
}

TEST(ListsOf, WhatSparkBringsToItsContainers) {
  ToolLaunch spark;
  for (const char* name : {"own.jar", "lib.jar", "data.txt", "dep.zip", "spark-defaults.conf"}) {
    spark.resources.Add(Resource(name));
  }
  spark.resources.Add(Resource("env.tgz", true));
  spark.own_resources = spark.resources.all().size();
  for (const char* name : {"spark-core.jar", "scala.jar", "pyspark.zip", "py4j-0.1-src.zip"}) {
    spark.resources.Add(Resource(name));
  }
  const std::size_t known = spark.resources.all().size();
  const auto options = *ReadSparkOptions("--py-files dep.zip");
  SparkLists lists = ListsOf(spark, known, "hdfs://nn/own.jar", options);
  EXPECT_THAT(lists.jars, ElementsAre("hdfs://nn/lib.jar"));
  EXPECT_THAT(lists.files, ElementsAre("hdfs://nn/data.txt#data.txt"));
  EXPECT_THAT(lists.archives, ElementsAre("hdfs://nn/env.tgz#env.tgz"));
  EXPECT_EQ(lists.yarn_jars, "hdfs://nn/spark-core.jar,hdfs://nn/scala.jar");
  EXPECT_EQ(lists.python, "hdfs://nn/pyspark.zip,hdfs://nn/py4j-0.1-src.zip");
  EXPECT_THAT(PythonArchives(spark.resources), ElementsAre("pyspark.zip", "py4j-0.1-src.zip"));
  spark.home = "/opt/spark";
  lists = ListsOf(spark, known, "own.jar", options);
  EXPECT_EQ(lists.yarn_jars, "local:/opt/spark/jars/*");
  EXPECT_THAT(lists.jars,
              ElementsAre("hdfs://nn/lib.jar", "hdfs://nn/spark-core.jar", "hdfs://nn/scala.jar"));
}

TEST(TagsOf, ThoseOfTheDefinitionToo) {
  EXPECT_EQ(TagsOf("child", {}, {}), "child");
  EXPECT_EQ(TagsOf("child", {}, {{"spark.yarn.tags", "d"}}), "child,d");
  EXPECT_EQ(TagsOf("child", *ReadSparkOptions("--conf spark.yarn.tags=a,b"), {}), "child,a,b");
}

class PropertiesOfTest : public ::testing::Test {
 protected:
  rt::Result<SparkProperties> Read(const std::string& named, rt::Properties site = {}) {
    SparkOptions options;
    options.properties_file = named;
    return rt::Await(PropertiesOf(resources_, options, std::move(site), base_));
  }
  void Put(const char* name, const std::string& text) {
    std::ofstream(folder_.path() + "/" + name) << text;
    rt::LocalResource resource = Resource(name);
    resource.uri = "file://" + folder_.path() + "/" + name;
    resources_.Add(resource);
  }

  const rt::testing::TemporaryFolder folder_;
  ResourceSet resources_;
  const rt::PathBase base_;
};

TEST_F(PropertiesOfTest, TheLaterOneWins) {
  Put("spark-defaults.conf", "spark.a 1\nspark.b 1\nspark.driver.memory 700m\n");
  Put("own.conf", "spark.b=2\nspark.driver.extraClassPath=/x\n");
  const auto properties = Read("own.conf", {{"spark.a", "0"}, {"spark.c", "0"}});
  ASSERT_TRUE(properties.ok()) << properties.error().message;
  EXPECT_THAT(
      properties->merged,
      ElementsAre(Pair("spark.a", "1"), Pair("spark.b", "2"), Pair("spark.c", "0"),
                  Pair("spark.driver.extraClassPath", "/x"), Pair("spark.driver.memory", "700m")));
  EXPECT_EQ(properties->of_node, "");
  EXPECT_EQ(DriverClassPath({}, properties->merged), "/x");
  EXPECT_EQ(Read("none.conf").error().code, "JA008");
}

TEST_F(PropertiesOfTest, AFileOfTheNodesIsHandedOn) {
  const auto properties = Read("/etc/spark/own.conf");
  ASSERT_TRUE(properties.ok()) << properties.error().message;
  EXPECT_EQ(properties->of_node, "/etc/spark/own.conf");
  EXPECT_TRUE(properties->merged.empty());
  EXPECT_THAT(Read("/etc/spark/own.conf", {{"spark.a", "0"}}).error().message,
              HasSubstr("/etc/spark/own.conf is a file on the cluster's nodes"));
  Put("spark-defaults.conf", "spark.a 1\n");
  EXPECT_EQ(Read("/etc/spark/own.conf").error().code, "JA018");
}

/// Tests with --local. The tests record the command and do not start spark-submit.
class SparkTest : public testing::KindTest {
 protected:
  SparkTest() : KindTest(kSparkElements) {
    unsetenv("SPARK_HOME");
    home_ = job_ + "/spark";
    mkdir(home_.c_str(), 0700);
    mkdir((home_ + "/bin").c_str(), 0700);
    Write(home_ + "/bin/spark-submit", "#!/bin/sh\n");
    chmod((home_ + "/bin/spark-submit").c_str(), 0700);
    ctx_.properties["hpdl.spark.home"] = home_;
    ctx_.process = [this](const rt::Command& command) {
      command_ = command;
      return status_;
    };
    status_.pid = 4711;
  }

  void Minimal(const char* master = "yarn") {
    Clear();
    Add("name-node", "file:///");
    Add("master", master);
    Add("name", "n");
    Add("jar", "lib/app.jar");
    ctx_.files = {{"lib/app.jar", "PK"}};
  }
  static void Write(const std::string& path, const std::string& text) {
    std::ofstream(path) << text;
  }
  rt::Outcome Run() { return ctx_.Run(hpdl_local_kind_spark); }

  std::string home_;
  rt::Command command_;
  rt::ExitStatus status_;
};

TEST_F(SparkTest, InOneProcessWhereSparkIsInstalled) {
  Minimal();
  Add("mode", "cluster");
  Add("class", "org.Main");
  Add("spark-opts", "--conf \"spark.a=b c\" --master yarn --deploy-mode=cluster");
  Add("arg", "1 2");
  ctx_.files.emplace_back("lib/more.jar", "PK");
  const rt::Outcome outcome = Run();
  EXPECT_FALSE(outcome.error.has_value()) << outcome.error->message;
  EXPECT_EQ(outcome.external_id, "4711");
  EXPECT_THAT(command_.argv[0], EndsWith("/spark/bin/spark-submit"));
  const std::vector<std::string>& argv = command_.argv;
  const auto has = [&](const std::vector<std::string>& words) {
    return std::search(argv.begin(), argv.end(), words.begin(), words.end()) != argv.end();
  };
  EXPECT_TRUE(has({"--master", "local[*]", "--name", "n", "--class", "org.Main"}));
  EXPECT_TRUE(has({"--conf", "spark.a=b c", "--jars", "more.jar"}));
  EXPECT_THAT(argv[argv.size() - 2], EndsWith("app.jar"));
  EXPECT_EQ(argv.back(), "1 2");
  EXPECT_FALSE(has({"--deploy-mode"}));
  EXPECT_THAT(command_.environment, ::testing::Contains("SPARK_HOME=" + home_));
}

TEST_F(SparkTest, DefaultsOfTheSiteTheFilesAndTheOptionsInThisOrder) {
  Minimal("local[2]");
  Add("spark-opts", "--properties-file own.conf");
  Add("file", "spark-defaults.conf");
  Add("file", "own.conf");
  ctx_.files.emplace_back("spark-defaults.conf", "spark.a 1\nspark.b 1\n");
  ctx_.files.emplace_back("own.conf", "spark.b=2\n");
  EXPECT_FALSE(Run().error.has_value());
  std::ifstream in(command_.directory + "/hpdl-spark.properties");
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  EXPECT_EQ(text, "spark.a=1\nspark.b=2\n");
  Minimal("local[2]");
  Add("spark-opts", "--properties-file none.conf");
  EXPECT_EQ(Run().error->code, "JA018");
}

TEST_F(SparkTest, Failures) {
  Minimal();
  Write(ctx_.ErrPath(),
        "26/11/27 10:00:00 INFO X: fine\nError: Failed to load class org.Main.\n"
        "26/11/27 10:00:00 INFO ShutdownHookManager: called\n");
  status_.code = 101;
  rt::Outcome outcome = Run();
  EXPECT_EQ(outcome.error->message,
            "spark: exit code 101, and says:\nError: Failed to load class org.Main.");
  EXPECT_EQ(outcome.error->code, "JA018");
  Add("spark-opts", "a --conf b=c");
  EXPECT_THAT(Run().error->message, HasSubstr("do not begin with an option"));
  Minimal();
  ctx_.files.clear();
  EXPECT_EQ(Run().error->code, "JA008");
  Minimal();
  ctx_.properties["hpdl.spark.home"] = "/nowhere";
  outcome = Run();
  EXPECT_EQ(outcome.error->message,
            "no spark-submit: hpdl.spark.home is /nowhere, which has no program bin/spark-submit");
}

}  // namespace
}  // namespace hpdl::stdlib
