#include "runtime/server/protocols/oozie/testing/oozie_api_case.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::Json;
using testing::kSubmission;
using testing::OozieApiTest;

TEST_F(OozieApiTest, InSafeModeNothingIsChanged) {
  const std::string running = "/oozie/v2/job/" + Put(Job(2, "a", JobState::kRunning), {});
  EXPECT_EQ(Code(Ask("PUT", "/oozie/v2/admin/status?systemmode=SAFEMODE", "", "", "guest")),
            "401 E0503");
  EXPECT_EQ(Ask("PUT", "/oozie/v2/admin/status?systemmode=SAFEMODE").status, 200);
  EXPECT_THAT(modes_, ElementsAre(SystemMode::kSafeMode));
  EXPECT_EQ(Body("/oozie/v0/admin/status"), "{\"safeMode\":true}");
  EXPECT_EQ(Code(Ask("POST", "/oozie/v2/jobs", kSubmission)), "503 E0002");
  EXPECT_EQ(Code(Ask("PUT", running + "?action=kill")), "503 E0002");
  EXPECT_EQ(Code(Ask("PUT", "/oozie/v2/jobs?action=kill&filter=name%3Da")), "503 E0002");
  EXPECT_THAT(verbs_.told, IsEmpty());
  EXPECT_EQ(Ask("GET", running).status, 200);
}

TEST_F(OozieApiTest, SharedLibrariesAreThoseThatAreThereNow) {
  const std::string list = "/oozie/v2/admin/list_sharelib",
                    update = "/oozie/v2/admin/update_sharelib";
  const std::string missing = libraries_.error().message;
  EXPECT_EQ(Body(list), R"({"sharelib":[]})");
  EXPECT_EQ(Json::parse(Body(update))["sharelibUpdate"]["status"],
            "java.io.FileNotFoundException: " + missing);
  libraries_ = SystemLibrary{"hdfs://nn/lib_1",
                             {{"pig", {"hdfs://nn/lib_1/pig/a.jar"}}, {"hive", {}}, {"pigx", {}}}};
  // The libraries are in the order of Java's HashMap.
  EXPECT_EQ(Body(list), R"({"sharelib":[{"name":"hive"},{"name":"pigx"},{"name":"pig"}]})");
  EXPECT_EQ(Body(list + "?lib=pig"),
            R"({"sharelib":[{"name":"pig","files":["hdfs:\/\/nn\/lib_1\/pig\/a.jar"]}]})");
  EXPECT_EQ(Json::parse(Body(list + "?lib=pi.*"))["sharelib"].size(), 2U);
  EXPECT_EQ(Body(list + "?lib=pi"), R"({"sharelib":[]})");
  EXPECT_EQ(Code(Ask("GET", list + "?lib=%5B")), "400 E0307");
  EXPECT_EQ(Json::parse(Body(update))["sharelibUpdate"]["sharelibDirOld"], "hdfs://nn/lib_1");
  libraries_->folder = "hdfs://nn/lib_2";
  EXPECT_EQ(Body(update),
            R"({"sharelibUpdate":{"sharelibDirOld":"hdfs:\/\/nn\/lib_1","host":)"
            R"("http:\/\/127.0.0.1:11000\/oozie","sharelibDirNew":"hdfs:\/\/nn\/lib_2",)"
            R"("status":"Successful"}})");
  libraries_ = Error{ErrorClass::kTransient, "JA006", "the name node does not answer"};
  EXPECT_NE(Ask("GET", list).status, 200);
}

TEST_F(OozieApiTest, AdministrationShowsNoSecrets) {
  EXPECT_EQ(Body("/oozie/v2/admin/os-env"), "{\"API_TOKEN\":\"***\",\"HOME\":\"\\/home\\/joe\"}");
  const Json configuration = Json::parse(Body("/oozie/v2/admin/configuration"));
  EXPECT_EQ(configuration["db.password"], "***");
  EXPECT_EQ(configuration["oozie.email.smtp.host"], "localhost");
  EXPECT_EQ(Json::parse(Body("/oozie/v2/admin/build-version"))["buildVersion"], "5.2.1-hpdld-1.2");
  Put(Job(2, "a", JobState::kRunning), {});
  EXPECT_EQ(Json::parse(Body("/oozie/v2/admin/metrics"))["gauges"]["jobstatus.RUNNING"]["value"],
            1);
}

TEST_F(OozieApiTest, APurgeIsForAdministrators) {
  for (const char* query : {"?wf=3&coord=&limit=7", "?wf=&coord=2", ""}) {
    const OozieAnswer answer = Ask("PUT", "/oozie/v2/admin/purge" + std::string(query));
    EXPECT_EQ(answer.body, "{\"purge\":\"Purge command executed successfully\"}");
  }
  EXPECT_EQ(Code(Ask("PUT", "/oozie/v2/admin/purge?wf=-3")), "400 E0303");
  EXPECT_EQ(Code(Ask("PUT", "/oozie/v2/admin/purge", "", "", "guest")), "401 E0503");
  EXPECT_EQ(Code(Ask("PUT", "/oozie/v0/admin/purge")), "400 E0301");
  const std::vector<std::string> expected = {"3 - - 7", "- 2 - -", "- - - -"};
  EXPECT_EQ(purged_, expected);
}

}  // namespace
}  // namespace hpdl::rt
