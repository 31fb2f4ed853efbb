#include "runtime/world/hadoop/yarn_replies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "runtime/world/hadoop/testing/scripted_network.h"

namespace hpdl::rt {
namespace {

using rt::testing::Exception;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// An application in the JSON of a resource manager. One object has "entry" twice.
constexpr char kApp[] = R"({"id":"application_1795254710260_0001","user":"joe","name":"word count",
    "queue":"root.default","state":"RUNNING","finalStatus":"UNDEFINED","progress":47.5,
    "trackingUrl":"http://rm:8088/proxy/application_1795254710260_0001/","diagnostics":"d\n2",
    "applicationType":"MAPREDUCE","applicationTags":"a,hpdl-1","startedTime":1795254734388,
    "amContainerLogs":"http://n:8042/node/containerlogs/container_e1_1795254710260_0001_01_000001/joe",
    "resourceSecondsMap":{"entry":{"key":"memory-mb","value":"1"},"entry":{"key":"id","state":"x"}},
    "timeouts":{"timeout":[{"type":"LIFETIME","state":"FAILED","id":"application_9_9"}]}})";

TEST(ReadApplication, TakesItsOwnMembersOnly) {
  const auto app = ReadApplication(std::string(R"({"app":)") + kApp + "}");
  ASSERT_TRUE(app.ok()) << app.error().message;
  EXPECT_EQ(app->id, "application_1795254710260_0001");
  EXPECT_EQ(app->state, "RUNNING");
  EXPECT_EQ(app->progress, 47.5);
  EXPECT_EQ(app->Status(), "RUNNING 47 %");
  EXPECT_EQ(app->am_container, "container_e1_1795254710260_0001_01_000001");
  EXPECT_EQ(app->diagnostics, "d\n2");
  EXPECT_EQ(app->type, "MAPREDUCE");
  EXPECT_THAT(app->tags, ElementsAre("a", "hpdl-1"));
  EXPECT_FALSE(app->ended());
}

TEST(ReadApplications, AListOfAnyLength) {
  const std::string app = kApp;
  auto apps = ReadApplications(R"({"apps":{"app":[)" + app + "," + app + "," + app + "]}}");
  ASSERT_TRUE(apps.ok()) << apps.error().message;
  EXPECT_EQ(apps->size(), 3U);
  EXPECT_EQ(apps->back().name, "word count");
  for (const char* empty : {R"({"apps":{}})", R"({"apps":null})", R"({"apps":{"app":[]}})"}) {
    apps = ReadApplications(empty);
    EXPECT_TRUE(apps.ok() && apps->empty()) << empty;
  }
  apps = ReadApplications(R"({"apps":{"app":)" + app + "}}");
  EXPECT_TRUE(apps.ok() && apps->size() == 1) << "one that is not in a list";
}

TEST(ReadApplications, WhatIsNoReplyOfYarn) {
  const std::string deep(100000, '[');
  for (const std::string& text :
       {std::string(), std::string("<html>"), std::string("{}"), std::string("null"),
        std::string(R"({"apps":{"app":[{"id":"application_1_1"}]}})"),
        std::string(R"({"apps":{"app":[{"id":"../../x","state":"RUNNING"}]}})"),
        std::string(R"({"apps":{"app":[{"id":"application_1_1","state":"RUNNING"})"),
        std::string("{\"apps\":{\"app\":[{\"id\":\"application_1_1\",\"state\":\"\xff\"}]}}"), deep,
        R"({"apps":)" + deep}) {
    const auto apps = ReadApplications(text);
    ASSERT_FALSE(apps.ok()) << text.substr(0, 60);
    EXPECT_EQ(apps.error().error_class, ErrorClass::kNonTransient);
    EXPECT_EQ(apps.error().code, "E0902");
  }
  EXPECT_FALSE(ReadApplication(R"({"apps":{}})").ok());
}

TEST(ReadApplications, TextsAreBounded) {
  std::string text;
  for (int i = 0; i < 3000; ++i) {
    text += "ü";
  }
  const auto app = ReadApplication(
      R"({"app":{"id":"application_1_1","state":"FAILED","diagnostics":"x)" + text + R"("}})");
  ASSERT_TRUE(app.ok());
  EXPECT_EQ(app->diagnostics.size(), 4095U) << "no half of a character";
}

TEST(ReadNewApplication, AnIdOrNothing) {
  EXPECT_EQ(*ReadNewApplication(R"({"application-id":"application_17_0001","x":{}})"),
            "application_17_0001");
  for (const char* text :
       {"", "{}", R"({"application-id":7})", R"({"application-id":"job_1_1"})",
        R"({"application-id":"application_1_1/../x"})", R"({"application-id":"application_1_"})"}) {
    EXPECT_EQ(ReadNewApplication(text).error().code, "E0902") << text;
  }
}

TEST(ReadHistoryJob, JobAndCounters) {
  const auto job = ReadHistoryJob(R"({"job":{"id":"job_1_1","state":"KILLED","diagnostics":"d"}})");
  ASSERT_TRUE(job.ok());
  EXPECT_EQ(job->state, "KILLED");
  EXPECT_FALSE(ReadHistoryJob(R"({"job":[]})").ok());
  const auto counters = ReadJobCounters(
      R"({"jobCounters":{"id":"job_1_1","counterGroup":[{"counterGroupName":"G","counter":[
      {"name":"A","totalCounterValue":7,"mapCounterValue":3},{"name":"B","totalCounterValue":"x"}]},
      {"counterGroupName":"H"},{"counterGroupName":"I","counter":{"name":"C","totalCounterValue":-1}}
      ]}})");
  ASSERT_TRUE(counters.ok());
  EXPECT_EQ(counters->size(), 2U);
  EXPECT_EQ(counters->at("G").at("A"), 7);
  EXPECT_EQ(counters->at("G").count("B"), 0U);
  EXPECT_EQ(counters->at("I").at("C"), -1);
  EXPECT_EQ(ReadJobCounters("[]").error().code, "E0902");
}

TEST(SubmissionBody, HasEverything) {
  Submission submission;
  submission.id = "application_1_1";
  submission.name = "bad \xff byte";
  submission.tags = {"t1", "t2"};
  submission.memory_mb = 512;
  submission.command = "run \"it\"";
  submission.environment = {{"A", "b"}};
  LocalResource resource;
  resource.name = "lib/x.jar";
  resource.uri = "hdfs://nn/x.jar";
  resource.size = 7;
  resource.modified_ms = 9;
  resource.archive = true;
  submission.resources.push_back(resource);
  submission.view_acl = "*";
  const auto body = nlohmann::json::parse(SubmissionBody(submission));
  EXPECT_EQ(body["application-id"], "application_1_1");
  EXPECT_EQ(body["application-tags"]["tag"], (std::vector<std::string>{"t1", "t2"}));
  EXPECT_EQ(body["resource"]["memory"], 512);
  EXPECT_EQ(body.count("priority"), 0U);
  const auto& container = body["am-container-spec"];
  EXPECT_EQ(container["commands"]["command"], "run \"it\"");
  EXPECT_EQ(container["environment"]["entry"][0]["value"], "b");
  const auto& file = container["local-resources"]["entry"][0];
  EXPECT_EQ(file["key"], "lib/x.jar");
  EXPECT_EQ(file["value"]["type"], "ARCHIVE");
  EXPECT_EQ(file["value"]["visibility"], "APPLICATION");
  EXPECT_EQ(file["value"]["timestamp"], 9);
  EXPECT_EQ(container["application-acls"]["entry"][0]["key"], "VIEW_APP");
}

void ExpectError(int status, const std::string& body, ErrorClass error_class, const char* code) {
  const Error error = ErrorOfYarnReply(status, body, "http://rm");
  EXPECT_EQ(error.error_class, error_class) << status << body;
  EXPECT_EQ(error.code, code) << status << body;
  EXPECT_THAT(error.message, HasSubstr("http://rm"));
}

TEST(ErrorOfYarnReply, Classes) {
  ExpectError(401, "<html>", ErrorClass::kNonTransient, "JA002");
  ExpectError(403, Exception("AuthorizationException"), ErrorClass::kNonTransient, "JA002");
  ExpectError(403, "", ErrorClass::kNonTransient, "JA002");
  ExpectError(400, Exception("AccessControlException"), ErrorClass::kNonTransient, "JA002");
  ExpectError(400, Exception("BadRequestException"), ErrorClass::kError, "JA009");
  ExpectError(404, Exception("NotFoundException"), ErrorClass::kError, "JA009");
  ExpectError(400, Exception("StandbyException"), ErrorClass::kTransient, "JA009");
  ExpectError(500, Exception("WebApplicationException"), ErrorClass::kTransient, "JA009");
  for (const int status : {408, 425, 429, 500, 503}) {
    ExpectError(status, "busy", ErrorClass::kTransient, "JA009");
  }
  ExpectError(404, "<html>", ErrorClass::kNonTransient, "E0902");
  ExpectError(302, "", ErrorClass::kNonTransient, "E0902");
}

TEST(IsStandbyReply, RedirectsAndPages) {
  EXPECT_TRUE(IsStandbyReply(307, ""));
  EXPECT_TRUE(IsStandbyReply(200, "This is standby RM. The redirect url is: http://b/\n"));
  EXPECT_TRUE(IsStandbyReply(200, "Can not find any active RM. Will retry in next 1 seconds."));
  EXPECT_TRUE(IsStandbyReply(403, Exception("StandbyException")));
  EXPECT_FALSE(IsStandbyReply(200, R"({"apps":{}})"));
  EXPECT_FALSE(IsStandbyReply(302, ""));
}

TEST(ReadHaState, KnowsFourStates) {
  EXPECT_EQ(ReadHaState(R"({"clusterInfo":{"haState":"ACTIVE"}})"), "ACTIVE");
  EXPECT_EQ(ReadHaState(R"({"clusterInfo":{"haState":"INITIALIZING"}})"), "INITIALIZING");
  EXPECT_EQ(ReadHaState(R"({"clusterInfo":{"haState":"some page"}})"), "");
  EXPECT_EQ(ReadHaState(R"({"clusterInfo":{}})"), "");
  EXPECT_EQ(ReadHaState("<html>"), "");
}

TEST(ApplicationIds, BecomeJobIds) {
  EXPECT_EQ(JobIdOf("application_17_0042"), "job_17_0042");
  EXPECT_TRUE(IsApplicationId("application_17_0042"));
  EXPECT_FALSE(IsApplicationId("application_17"));
  EXPECT_FALSE(IsApplicationId("application__1"));
  EXPECT_FALSE(IsApplicationId("application_1_1\n"));
}

}  // namespace
}  // namespace hpdl::rt
