#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "stdlib/actions/hive/hive.kind.h"
#include "stdlib/actions/hive/hive_site.h"
#include "stdlib/local/testing/kind_test.h"

extern "C" const hpdl_kind hpdl_local_kind_hive;

namespace hpdl::stdlib {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

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

TEST(SiteXmlTest, MayIncludeAnotherFileThatComesFirst) {
  EXPECT_THAT(SiteXml({{"a", "b"}}, ""), Not(HasSubstr("include")));
  const std::string xml = SiteXml({{"a", "b"}}, "/opt/my hive/hive-site.xml");
  EXPECT_THAT(xml, HasSubstr("href=\"file:///opt/my%20hive/hive-site.xml\"/>\n  <property>"));
}

class HiveTest : public testing::KindTest {
 protected:
  HiveTest() : KindTest(kHiveElements), home_(InstallTool("hive")) {
    unsetenv("HIVE_CONF_DIR");
    unsetenv("HADOOP_CLASSPATH");
    std::filesystem::create_directories(home_ + "/conf");
    std::ofstream(home_ + "/conf/hive-log4j2.properties") << "level\n";
    ctx_.properties["hpdl.hive.home"] = home_;
    ctx_.process = [this](const rt::Command& command) {
      command_ = command;
      texts_["hive-script.hql"] = TextOf(command_.directory + "/hive-script.hql");
      for (const char* name : {"hive-site.xml", "hive-log4j2.properties", "hive-env.sh"}) {
        texts_[name] = TextOf(Conf() + "/" + name);
      }
      return status_;
    };
    Add("name-node", "file:///");
    Add("job-tracker", "rm:8032");
    Add("query", "select '${x}';");
  }
  rt::Outcome Run() { return ctx_.Run(hpdl_local_kind_hive); }
  /// The command's HIVE_CONF_DIR.
  std::string Conf() const {
    constexpr std::string_view kName = "HIVE_CONF_DIR=";
    for (const std::string& entry : command_.environment) {
      if (entry.starts_with(kName)) {
        return entry.substr(kName.size());
      }
    }
    return {};
  }
  static std::string TextOf(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  const std::string home_;
  rt::Command command_;
  /// The texts of files that exist while the command runs.
  std::map<std::string, std::string> texts_;
  rt::ExitStatus status_;
};

TEST_F(HiveTest, OnThisMachine) {
  Add("param", "x=a b");
  Add("argument", "-v");
  AddProperty("javax.jdo.option.ConnectionPassword", "s3cret");
  std::ofstream(home_ + "/conf/hive-site.xml") << "<configuration/>\n";
  ctx_.files = {{"lib/udf.jar", "PK"}};
  const rt::Outcome outcome = Run();
  ASSERT_FALSE(outcome.error.has_value()) << outcome.error->message;
  EXPECT_THAT(command_.argv, ElementsAre(home_ + "/bin/hive", "--service", "cli", "--hiveconf",
                                         "hive.log.trace.id=oozie:" + ctx_.job().id, "-f",
                                         "hive-script.hql", "--hivevar", "x=a b", "-v"));
  EXPECT_EQ(texts_["hive-script.hql"], "select '${x}';\n");
  const std::string& site = texts_["hive-site.xml"];
  EXPECT_THAT(site, HasSubstr("s3cret"));
  EXPECT_THAT(site, HasSubstr("<name>mapreduce.framework.name</name><value>local</value>"));
  EXPECT_THAT(site, HasSubstr("href=\"file://"));
  EXPECT_THAT(site, HasSubstr("/home/conf/hive-site.xml\""));
  EXPECT_THAT(site, Not(HasSubstr("rm:8032")));
  EXPECT_EQ(texts_["hive-log4j2.properties"], "level\n");
  EXPECT_EQ(TextOf(Conf() + "/hive-site.xml"), "") << "it has gone";
  EXPECT_THAT(command_.environment, Contains("HADOOP_CLASSPATH=" + command_.directory + ":" +
                                             command_.directory + "/udf.jar"));
}

TEST_F(HiveTest, WithoutAConfigurationOfTheInstallation) {
  std::filesystem::remove_all(home_ + "/conf");
  ASSERT_FALSE(Run().error.has_value());
  EXPECT_THAT(texts_["hive-site.xml"], Not(HasSubstr("include")));
  const std::string other = job_ + "/other";
  std::filesystem::create_directories(other);
  std::ofstream(other + "/hive-site.xml") << "<configuration/>\n";
  setenv("HIVE_CONF_DIR", other.c_str(), 1);
  ASSERT_FALSE(Run().error.has_value());
  unsetenv("HIVE_CONF_DIR");
  EXPECT_THAT(texts_["hive-site.xml"], HasSubstr("/other/hive-site.xml\""));
}

TEST_F(HiveTest, TheInstallationDoesNotChangeTheFolder) {
  std::ofstream(home_ + "/conf/hive-env.sh") << "export HIVE_CONF_DIR=/elsewhere\n";
  ASSERT_FALSE(Run().error.has_value());
  EXPECT_EQ(texts_["hive-env.sh"],
            ". '" + home_ + "/conf/hive-env.sh'\nexport HIVE_CONF_DIR='" + Conf() + "'\n");
}

TEST_F(HiveTest, AFileCannotBeTheFolder) {
  const std::string site = home_ + "/conf/hive-site.xml";
  std::ofstream(site) << "<configuration/>\n";
  Add("file", "file://" + home_ + "/conf#hive-conf");
  AddProperty("a", "b");
  ASSERT_FALSE(Run().error.has_value());
  EXPECT_THAT(texts_["hive-site.xml"], HasSubstr("<name>a</name>"));
  EXPECT_EQ(TextOf(site), "<configuration/>\n");
}

TEST_F(HiveTest, AWrapperInPathNeedsAConfiguration) {
  ctx_.properties.erase("hpdl.hive.home");
  unsetenv("HIVE_HOME");
  const std::string path = std::getenv("PATH");
  setenv("PATH", (home_ + "/bin").c_str(), 1);
  const rt::Outcome found = Run();
  std::filesystem::remove_all(home_ + "/conf");
  const rt::Outcome outcome = Run();
  setenv("PATH", path.c_str(), 1);
  EXPECT_FALSE(found.error.has_value());
  EXPECT_EQ(texts_["hive-log4j2.properties"], "level\n");
  if (!std::filesystem::exists("/etc/hive/conf")) {
    EXPECT_THAT(outcome.error->message, HasSubstr("set hpdl.hive.home or HIVE_CONF_DIR"));
  }
}

TEST_F(HiveTest, Failures) {
  Add("param", "my.password=s3cret");
  std::ofstream(ctx_.ErrPath()) << "FAILED: ParseException line 1:7 near s3cret\n";
  status_.code = 64;
  EXPECT_EQ(Run().error->message,
            "hive: exit code 64, and says:\nFAILED: ParseException line 1:7 near ***");
  Add("argument", "-e");
  EXPECT_THAT(Run().error->message, HasSubstr("argument -e"));
}

}  // namespace
}  // namespace hpdl::stdlib
