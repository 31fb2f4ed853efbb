#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/testing/client_commands.h"

namespace hpdl::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

using Submissions = testing::ClientCommands;

TEST_F(Submissions, SubmitConfigurations) {
  const std::string xml =
      "application/xml <?xml version=\"1.0\" encoding=\"UTF-8\"?><configuration>\n<property>"
      "<name>a</name><value>b</value></property>\n<property><name>user.name</name>"
      "<value>joe</value></property>\n</configuration>";
  server_.Give({R"({"id":"1-W"})", 201});
  EXPECT_EQ(Run("job|-submit|-D|a=b").out, "job: 1-W\n");
  EXPECT_EQ(Run("job|-run|-D|a=b").out, "job: 1-W\n");
  EXPECT_EQ(Run("job|-rerun|1-W|-D|a=b").out, "");
  EXPECT_THAT(Asked(), ElementsAre("POST /oozie/v2/jobs?user=joe " + xml,
                                   "POST /oozie/v2/jobs?action=start&user=joe " + xml,
                                   "PUT /oozie/v2/job/1-W?action=rerun&user=joe " + xml));
  server_.Give({R"({"id":"1-W"})", 200});
  EXPECT_EQ(Run("job|-submit|-D|a=b").out, "job: null\n");
  server_.Give({R"({"id":"OK"})", 201});
  EXPECT_EQ(Run("job|-dryrun|-D|a=b").out, "OK\n");
  EXPECT_THAT(Asked(), ElementsAre("POST /oozie/v2/jobs?action=dryrun&user=joe " + xml));
  server_.Give({R"({"id":"<bundle-app/>"})", 201});
  EXPECT_EQ(Run("job|-dryrun|-D|a=b").out, "***Bundle job after parsing: ***\n<bundle-app/>\n");
  server_.Give({R"({"id":"<c/>action for new instance one action for new instance two"})", 201});
  EXPECT_EQ(testing::WithShortRulers(Run("job|-dryrun|-D|a=b").out),
            "***coordJob after parsing: ***\n<c/>\n***total coord actions is 2 ***\n"
            "<ruler>\ncoordAction instance: 1:\n one \n<ruler>\ncoordAction instance: 2:\n two\n");
}

TEST_F(Submissions, SubmitWhatHasNoDefinition) {
  const std::string script = Write("script.pig", "a = load;\nb");
  const std::string cluster =
      "yarn.resourcemanager.address=rm:8032\nfs.defaultFS=hdfs://nn/\noozie.libpath=/lib\n";
  const auto given = [&](const std::string& kind, const std::string& properties,
                         const std::string& more = "") {
    const std::string config = Write("job.properties", properties);
    server_.Give({R"({"id":"1-W"})", 201});
    return Run(kind + "|-config|" + config + more);
  };
  const auto has = [&](const std::string& name, const std::string& value) {
    return HasSubstr("<name>" + name + "</name><value>" + value + "</value>");
  };
  const std::string classes =
      "mapred.mapper.class=M\nmapred.reducer.class=R\nmapred.input.dir=i\nmapred.output.dir=o\n";
  EXPECT_EQ(given("mapreduce", cluster + classes).out, "job: 1-W\n");
  ASSERT_EQ(Asked().size(), 1U);
  EXPECT_THAT(Asked()[0],
              StartsWith("POST /oozie/v2/jobs?jobtype=mapreduce application/xml <?xml"));
  EXPECT_THAT(Asked()[0], has("oozie.libpath", "hdfs://nn/lib"));
  EXPECT_THAT(Asked()[0], has("oozie.proxysubmission", "true"));
  EXPECT_EQ(given("mapreduce", cluster + "mapreduce.map.class=M\nmapreduce.reduce.class=R\n"
                                         "mapred.input.dir=i\nmapred.output.dir=o\n")
                .code,
            0);

  EXPECT_EQ(given("pig", cluster, "|-file|" + script + "|-Pin=x|-Pin=y|-X|-v|-w").out,
            "job: 1-W\n");
  ASSERT_EQ(Asked().size(), 1U);
  EXPECT_THAT(Asked()[0], StartsWith("POST /oozie/v2/jobs?jobtype=pig "));
  EXPECT_THAT(Asked()[0], has("oozie.pig.script", "a = load;\nb"));
  EXPECT_THAT(Asked()[0], has("oozie.pig.options.size", "2"));
  EXPECT_THAT(Asked()[0], has("oozie.pig.options.0", "-v"));
  EXPECT_THAT(Asked()[0], has("oozie.pig.options.1", "-w"));
  EXPECT_THAT(Asked()[0], has("oozie.pig.script.params.size", "1"));
  EXPECT_THAT(Asked()[0], has("oozie.pig.script.params.0", "in=y"));
  EXPECT_EQ(given("hive", cluster, "|-file|" + script).code, 0);
  EXPECT_THAT(Asked()[0], has("oozie.hive.script", "a = load;\nb"));
  EXPECT_EQ(given("sqoop", cluster, "|-command|import|--all").code, 0);
  EXPECT_THAT(Asked()[0], StartsWith("POST /oozie/v2/jobs?jobtype=sqoop "));
  EXPECT_THAT(Asked()[0], has("oozie.sqoop.command", "import\n--all"));
  EXPECT_THAT(Asked()[0], has("oozie.sqoop.options.size", "0"));

  const std::pair<std::string, const char*> refusals[] = {
      {"", "mapper (mapred.mapper.class or mapreduce.map.class)"},
      {"mapred.mapper.class=M\n", "reducer (mapred.reducer.class or mapreduce.reduce.class)"},
      {"mapred.mapper.class=M\nmapred.reducer.class=R\n", "input dir (mapred.input.dir)"},
      {"mapred.mapper.class=M\nmapred.reducer.class=R\nmapred.input.dir=i\n",
       "output dir (mapred.output.dir)"},
      {classes, "Resource manager is not specified in conf"},
      {classes + "yarn.resourcemanager.address=rm:1\n", "namenode is not specified in conf"},
      {classes + "yarn.resourcemanager.address=rm:1\nfs.default.name=hdfs://nn\n",
       "libpath is not specified in conf"},
      {classes + "yarn.resourcemanager.address=rm:1\nfs.default.name=hdfs://nn\noozie.libpath=x\n",
       "libpath should be absolute"}};
  for (const auto& [properties, why] : refusals) {
    const Said said = given("mapreduce", properties);
    EXPECT_EQ(said.code, 255);
    EXPECT_THAT(said.err, HasSubstr(why));
    EXPECT_THAT(Asked(), IsEmpty());
  }
  EXPECT_THAT(given("pig", cluster).err, HasSubstr("Need to specify -file <scriptfile>"));
  EXPECT_THAT(given("pig", cluster, "|-file|/nosuch").err,
              HasSubstr("Error: script file [/nosuch] does not exist"));
  EXPECT_THAT(given("sqoop", cluster).err, HasSubstr("Need to specify -command"));
  EXPECT_THAT(Run("pig|-file|" + script).err, HasSubstr("Need to specify -config <configfile>"));
  EXPECT_THAT(Run("sqoop|-command|x").err, HasSubstr("Need to specify -config <configfile>"));
}

}  // namespace
}  // namespace hpdl::client
