#include "runtime/programs/client/job_configuration.h"

#include <gtest/gtest.h>

#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/programs/client/lines.h"
#include "runtime/programs/client/oozie_commands.h"
#include "runtime/programs/client/session.h"

namespace hpdl::client {
namespace {

Result<JobConfiguration> Read(std::vector<std::string> words) {
  words.insert(words.begin(), "-run");
  return ReadConfiguration(*ParseArguments(*FindOozieCommand("job"), words), "joe");
}

std::string ConfigurationProblem(const std::vector<std::string>& words) {
  const Result<JobConfiguration> read = Read(words);
  return read ? "none" : CodeAndMessage(read.error());
}

TEST(JobConfiguration, IsXml) {
  JobConfiguration configuration;
  configuration.Set("who", " <&> \"q\"\r\x01 ");
  configuration.Set("user.name", "joe");
  configuration.Set("who", "a\r b");
  EXPECT_EQ(configuration.Xml(),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><configuration>\n"
            "<property><name>user.name</name><value>joe</value></property>\n"
            "<property><name>who</name><value>a&#13; b</value></property>\n"
            "</configuration>");
  EXPECT_EQ(*configuration.Find("who"), "a\r b");
  EXPECT_EQ(configuration.Find("whom"), nullptr);
}

TEST(JobConfiguration, IsOfFileAndCommandLine) {
  rt::testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/job.properties";
  std::ofstream(path) << "a=1\nb : 2\nuser.name=ann\n";
  const Result<JobConfiguration> read = Read({"-config", path, "-D", "b=3"});
  ASSERT_TRUE(read);
  EXPECT_EQ(*read->Find("a"), "1");
  EXPECT_EQ(*read->Find("b"), "3");
  EXPECT_EQ(*read->Find("user.name"), "ann");
  EXPECT_EQ(*Read({"-Dx=y"})->Find("user.name"), "joe");
}

TEST(JobConfiguration, SaysWhatIsWrong) {
  rt::testing::TemporaryFolder folder;
  const std::string xml = folder.path() + "/a.xml", text = folder.path() + "/a.txt";
  std::ofstream(text) << "a=b";
  EXPECT_EQ(ConfigurationProblem({}), "java.io.IOException : configuration is not specified");
  EXPECT_EQ(ConfigurationProblem({"-config", xml}),
            "java.io.IOException : configuration is not specified");
  EXPECT_EQ(ConfigurationProblem({"-config", xml, "-Da=b"}),
            "java.io.IOException : configuration file [" + xml + "] not found");
  EXPECT_EQ(ConfigurationProblem({"-config", text}),
            "java.lang.IllegalArgumentException : configuration must be a '.properties' or a "
            "'.xml' file");
  std::ofstream(xml) << "<conf/>";
  EXPECT_EQ(ConfigurationProblem({"-config", xml}),
            "java.lang.RuntimeException : bad conf file: top-level element not <configuration>");
  std::ofstream(xml) << "<configuration><a/></configuration>";
  EXPECT_EQ(ConfigurationProblem({"-config", xml}),
            "java.lang.RuntimeException : bad conf file: element not <property>");
}

TEST(JobConfiguration, LeavesOutEmptyValuesOfXml) {
  rt::testing::TemporaryFolder folder;
  const std::string xml = folder.path() + "/a.xml", text = folder.path() + "/a.properties";
  std::ofstream(xml)
      << "<configuration><property><name>a</name><value/></property></configuration>";
  std::ofstream(text) << "a=";
  EXPECT_EQ(Read({"-config", xml})->Find("a"), nullptr);
  EXPECT_EQ(*Read({"-config", text})->Find("a"), "");
}

TEST(WithLineFeeds, EndsEachLine) {
  EXPECT_EQ(WithLineFeeds(""), "");
  EXPECT_EQ(WithLineFeeds("a"), "a\n");
  EXPECT_EQ(WithLineFeeds("a\r\nb\rc\n\nd\r"), "a\nb\nc\n\nd\n");
}

TEST(QueryText, IsEncodedAsInForms) {
  EXPECT_EQ(QueryText("a b-._*~/=;\xC3\xA9"), "a+b-._*%7E%2F%3D%3B%C3%A9");
}

}  // namespace
}  // namespace hpdl::client
