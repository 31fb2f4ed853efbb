#include "runtime/server/applications/one_action.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "runtime/ground/config/config.h"

namespace hpdl::rt {
namespace {

/// Returns the content of a file in testdata/one_action. The folder has files of properties, and
/// the workflows that Oozie's server made of these properties. test/server/run_one_action.py makes
/// the workflows again with the code of Oozie's server.
std::string OneActionData(const std::string& name) {
  std::ifstream in(HPDL_SOURCE_DIR "/runtime/server/applications/testdata/one_action/" + name);
  EXPECT_TRUE(in) << name;
  return {std::istreambuf_iterator<char>(in), {}};
}

Properties OneActionProperties(const std::string& type) {
  const ConfigReading read = ScanJavaProperties(OneActionData(type + ".properties"));
  EXPECT_FALSE(read.problem);
  Properties properties;
  Apply(read.properties, &properties);
  return properties;
}

std::string OneActionProblem(const std::string& type, const Properties& properties) {
  const auto files = OneActionFiles(type, properties);
  return files ? "" : files.error().code + ": " + files.error().message;
}

TEST(OneAction, DefinitionsAreThoseOfOozie) {
  for (const char* type : {"mapreduce", "pig", "hive", "sqoop"}) {
    ASSERT_TRUE(IsOneAction(type));
    const auto files = OneActionFiles(type, OneActionProperties(type));
    ASSERT_TRUE(files) << files.error().message;
    EXPECT_EQ(files->at("workflow.xml"), OneActionData(std::string(type) + ".xml"));
  }
  EXPECT_FALSE(IsOneAction(""));
  EXPECT_FALSE(IsOneAction("wf"));
  EXPECT_FALSE(IsOneAction("spark"));
}

TEST(OneAction, TheScriptIsAFileBesideIt) {
  const auto files = OneActionFiles("pig", OneActionProperties("pig"));
  EXPECT_EQ(files->size(), 2U);
  EXPECT_EQ(files->at("dummy.pig"), "a = load '$A' as (x:chararray);\ndump a;");
  EXPECT_EQ(OneActionFiles("hive", OneActionProperties("hive"))->count("dummy.hive"), 1U);
  EXPECT_EQ(OneActionFiles("sqoop", OneActionProperties("sqoop"))->size(), 1U);
}

TEST(OneAction, SaysWhatIsMissing) {
  const std::pair<const char*, const char*> cases[] = {
      {"oozie.libpath", "E0405: Submission request does not have any application or lib path"},
      {"yarn.resourcemanager.address",
       "E0803: IO error, yarn.resourcemanager.address is not specified"},
      {"fs.defaultFS", "E0803: IO error, fs.default.name or fs.defaultFS is not specified"},
      {"oozie.pig.script", "E0803: IO error, oozie.pig.script is not specified"},
  };
  for (const auto& [name, problem] : cases) {
    Properties properties = OneActionProperties("pig");
    ASSERT_EQ(properties.erase(name), 1U);
    EXPECT_EQ(OneActionProblem("pig", properties), problem);
    properties[name] = " ";
    EXPECT_EQ(OneActionProblem("pig", properties), problem);
  }
}

TEST(OneAction, ListsAreNoLongerThanWhatWasSent) {
  Properties properties = OneActionProperties("pig");
  for (const char* size : {"4000000000", "18446744073709551616", "-1", "two", "1 "}) {
    properties["oozie.pig.options.size"] = size;
    const bool good = std::string(size) == "1 ";
    EXPECT_EQ(OneActionProblem("pig", properties),
              good ? ""
                   : "E0803: IO error, oozie.pig.options.size is " + std::string(size) +
                         ", which is not the number of the values that are given");
  }
}

TEST(OneAction, AValueIsNoMarkup) {
  Properties properties = OneActionProperties("mapreduce");
  properties["x</name><value>"] = "]]></value><!-- <ok to=\"x\"/>";
  const std::string definition = OneActionFiles("mapreduce", properties)->at("workflow.xml");
  EXPECT_NE(definition.find("<name>x&lt;/name&gt;&lt;value&gt;</name>"), std::string::npos);
  EXPECT_NE(definition.find("<value>]]&gt;&lt;/value&gt;&lt;!-- &lt;ok to=\"x\"/&gt;</value>"),
            std::string::npos);
}

TEST(OneAction, TheClusterIsWhereItWantsToRun) {
  const Properties properties = OneActionProperties("mapreduce");
  EXPECT_EQ(OneActionManager(properties), "rm:8032");
  EXPECT_EQ(OneActionNameNode(properties), "hdfs://nn:8020");
}

}  // namespace
}  // namespace hpdl::rt
