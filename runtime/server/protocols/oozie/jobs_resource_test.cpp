#include "runtime/server/protocols/oozie/testing/oozie_api_case.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::Json;
using testing::kCreatedMs;
using testing::kSubmission;
using testing::Node;
using testing::OozieApiTest;

TEST_F(OozieApiTest, ASubmissionIsTheCallers) {
  EXPECT_EQ(Ask("POST", "/oozie/v2/jobs?action=start", kSubmission).status, 201);
  EXPECT_THAT(verbs_.told, ElementsAre("submit joe start"));
  EXPECT_EQ(verbs_.submitted.properties.at("user.name"), "joe");
  EXPECT_EQ(verbs_.submitted.properties.at("mapreduce.job.user.name"), "joe");
  // A server may allow callers without a name. The job's user is then the user in its properties.
  EXPECT_EQ(Ask("POST", "/oozie/v2/jobs", kSubmission, "Application/XML; charset=utf-8", "").status,
            201);
  EXPECT_EQ(verbs_.told.back(), "submit mallory");
  EXPECT_EQ(Code(Ask("POST", "/oozie/v2/jobs", "<configuration/>", "application/xml", "")),
            "400 E1603");
}

TEST_F(OozieApiTest, ASubmissionAndADryRunKnowThatTheCallerLeaves) {
  OozieRequest request;
  request.method = "POST";
  request.body = kSubmission;
  request.content_type = "application/xml";
  request.caller.user = "joe";
  request.gone = [] { return true; };
  for (const char* target : {"/oozie/v2/jobs?action=start", "/oozie/v2/jobs?action=dryrun"}) {
    verbs_.submitted = {};
    request.target = target;
    Ask(request);
    EXPECT_TRUE(verbs_.submitted.gone && verbs_.submitted.gone()) << target;
  }
}

TEST_F(OozieApiTest, AJobIsFoundByItsExternalId) {
  const std::string none = R"({"id":""})";
  for (const char* version : {"v0", "v1", "v2"}) {
    const std::string path = "/oozie/" + std::string(version) + "/jobs?external-id=e%201";
    EXPECT_EQ(Body(path), none);
    EXPECT_EQ(Body(path + "&jobtype=wf"), none);
  }
  EXPECT_EQ(verbs_.told.back(), "find joe e 1");
  verbs_.known = "7-W";
  const OozieAnswer answer = Ask("GET", "/oozie/v1/jobs?jobtype=wf&external-id=e");
  EXPECT_EQ(std::to_string(answer.status) + answer.body, R"(200{"id":"7-W"})");
  EXPECT_EQ(Body("/oozie/v2/jobs?jobtype=coord&external-id=e"), "{}") << "no workflow's";
  EXPECT_EQ(Body("/oozie/v2/jobs?jobtype=bundle&external-id="), "{}");
  EXPECT_EQ(Code(Ask("GET", "/oozie/v2/jobs?external-id=")), "400 E1603");
  EXPECT_EQ(Code(Ask("POST", "/oozie/v2/jobs?external-id=e", kSubmission)), "400 E0302");
  verbs_.error = Error{ErrorClass::kTransient, "E0603", "later"};
  EXPECT_EQ(Code(Ask("GET", "/oozie/v2/jobs?external-id=e")), "503 E0603");
}

TEST_F(OozieApiTest, WhatAJobWasSubmittedForIsShown) {
  const std::string id = Put(Job(1, "a", JobState::kRunning), {});
  verbs_.origins[id] = {"mine", "0000000-1-W"};
  const Json one = Json::parse(Body("/oozie/v2/job/" + id));
  const Json all = Json::parse(Body("/oozie/v2/jobs"))["workflows"][0];
  for (const Json& job : {one, all}) {
    EXPECT_EQ(job["externalId"], "mine");
    EXPECT_EQ(job["parentId"], "0000000-1-W");
  }
}

TEST_F(OozieApiTest, ABadSubmissionReachesNobody) {
  const std::string both =
      "<configuration><property><name>oozie.wf.application.path</name><value>a</value></property>"
      "<property><name>oozie.coord.application.path</name><value>b</value></property>"
      "</configuration>";
  const std::string bomb =
      "<!DOCTYPE a [<!ENTITY x \"y\">]><configuration><property><name>a</name><value>&x;</value>"
      "</property></configuration>";
  EXPECT_EQ(Code(Ask("POST", "/oozie/v2/jobs", kSubmission, "text/plain")), "400 E0300");
  EXPECT_EQ(Code(Ask("POST", "/oozie/v2/jobs?action=no", kSubmission)), "400 E0303");
  EXPECT_EQ(Code(Ask("POST", "/oozie/v2/jobs?jobtype=pig", kSubmission)), "400 E0302");
  for (const std::string& body : {std::string("junk"), std::string(), both, bomb}) {
    const OozieAnswer answer = Ask("POST", "/oozie/v2/jobs?action=start", body);
    EXPECT_EQ(Code(answer), "400 E0302") << body;
    EXPECT_EQ(Json::parse(answer.body)["httpStatusCode"], 400);
  }
  EXPECT_THAT(verbs_.told, IsEmpty());
}

TEST_F(OozieApiTest, ManyJobsAreKilledByAFilter) {
  Put(Job(1, "a", JobState::kRunning), {});
  Put(Job(2, "b", JobState::kRunning), {});
  Put(Job(3, "a", JobState::kSucceeded), {});
  const OozieAnswer answer = Ask("PUT", "/oozie/v2/jobs?action=kill&filter=name%3Da&jobtype=wf");
  EXPECT_THAT(verbs_.told, ElementsAre("kill 0000001-261121015411192-oozie-joe-W"));
  const Json body = Json::parse(answer.body);
  EXPECT_EQ(body["total"], 2);
  EXPECT_EQ(body["ids"], Json::array());
  EXPECT_EQ(body["workflows"].size(), 2U);
  EXPECT_EQ(Code(Ask("PUT", "/oozie/v2/jobs?action=kill&jobtype=wf")), "400 E1603");
  EXPECT_EQ(Code(Ask("PUT", "/oozie/v2/jobs?action=start&filter=name%3Da")), "400 E0303");
}

TEST_F(OozieApiTest, ListsAreFilteredOrderedAndPaged) {
  for (int i = 1; i <= 5; ++i) {
    JobRow job =
        Job(i, i % 2 == 0 ? "even" : "odd", i == 5 ? JobState::kRunning : JobState::kKilled);
    job.modified_ms = kCreatedMs - i;
    Put(job, {});
  }
  const auto ids = [&](const std::string& query) {
    std::string text;
    const Json list = Json::parse(Body("/oozie/v2/jobs?" + query));
    for (const Json& job : list["workflows"]) {
      text += job["id"].get<std::string>().substr(6, 1);
    }
    return text + "/" + std::to_string(list["total"].get<int>());
  };
  EXPECT_EQ(ids(""), "54321/5");
  EXPECT_EQ(ids("offset=2&len=2"), "43/5");
  EXPECT_EQ(ids("offset=5&len=20"), "1/5");
  EXPECT_EQ(ids("offset=6&len=2"), "/5");
  EXPECT_EQ(ids("offset=2147483647&len=2147483647"), "/5");
  EXPECT_EQ(ids("filter=name%3Dodd"), "531/3");
  EXPECT_EQ(ids("filter=name%3Dodd;status%3DKILLED"), "31/2");
  EXPECT_EQ(ids("filter=status%3DRUNNING;status%3DKILLED"), "54321/5");
  EXPECT_EQ(ids("filter=sortby%3DlastModifiedTime"), "12345/5");
  EXPECT_EQ(ids("filter=sortby%3Dnonsense"), "54321/5");
  EXPECT_EQ(ids("filter=text%3DVE"), "42/2");
  EXPECT_EQ(ids("filter=user%3Dnobody"), "/0");
}

TEST_F(OozieApiTest, ARunningToolShowsItsApplicationAndAnEndedOneItsJobs) {
  NodeRow running = Node("a", "spark", "");
  running.state = NodeState::kRunning;
  running.external_id = "application_1_1";
  running.tracker_uri = "rm:8032";
  running.console_url = "http://rm:8088/proxy/application_1_1/";
  NodeRow ended = Node("b", "sqoop", "end");
  ended.data = "hadoopJobs=job_1_2,job_1_3\n";
  NodeRow other = Node("c", "shell", "end");
  other.data = "a=b\n";
  const std::string id = Put(Job(1, "app", JobState::kRunning), {running, ended, other});
  Json action = Json::parse(Body("/oozie/v2/job/" + id + "@a"));
  EXPECT_EQ(action["externalId"], "application_1_1");
  EXPECT_EQ(action["trackerUri"], "rm:8032");
  EXPECT_EQ(action["consoleUrl"], "http://rm:8088/proxy/application_1_1/");
  EXPECT_EQ(action["externalChildIDs"], nullptr);
  action = Json::parse(Body("/oozie/v2/job/" + id + "@b"));
  EXPECT_EQ(action["externalChildIDs"], "job_1_2,job_1_3");
  action = Json::parse(Body("/oozie/v2/job/" + id + "@c"));
  EXPECT_EQ(action["externalChildIDs"], nullptr);
}

TEST_F(OozieApiTest, SubWorkflowsAreJobsOfTheirOwn) {
  const std::string root = Put(Job(1, "app", JobState::kRunning), {});
  auto lease = state_->TakeLease(root);
  auto journal = state_->OpenJob(root, false);
  ASSERT_TRUE(lease && journal);
  std::string above = root;
  for (int number = 1; number <= 2; ++number) {  // two sub-workflows, one inside the other
    JobRow kid = Job(1 + number, "kid", JobState::kRunning);
    kid.number = number;
    kid.parent = number - 1;
    kid.parent_node = "s";
    NodeRow caller = Node("s", "sub-workflow", "");
    caller.job = number - 1;
    caller.external_id = kid.id;
    ASSERT_TRUE((*journal)->PutJob(kid));
    ASSERT_TRUE((*journal)->PutNode(caller));
    ASSERT_TRUE((*journal)->Commit());
    const Json info = Json::parse(Body("/oozie/v2/job/" + kid.id));
    EXPECT_EQ(info["parentId"], above);
    EXPECT_EQ(info["id"], kid.id);
    const Json action = Json::parse(Body("/oozie/v2/job/" + above + "@s"));
    EXPECT_EQ(action["externalId"], kid.id);
    EXPECT_EQ(action["trackerUri"], "local");
    EXPECT_EQ(action["consoleUrl"], "http://127.0.0.1:11000/oozie?job=" + kid.id);
    const Json list = Json::parse(Body("/oozie/v2/jobs?filter=id%3D" + kid.id));
    EXPECT_EQ(list["total"], 1);
    above = kid.id;
  }
  EXPECT_EQ(Json::parse(Body("/oozie/v2/jobs"))["total"], 1);
}

}  // namespace
}  // namespace hpdl::rt
