#include "runtime/server/hpdld/user_services.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

using Kind = RequestSubject::Kind;

/// Returns the user whose jobs a request is about. For other kinds of subjects, the first character
/// of the result is "-" for kCaller, "*" for kServer and "#" for kFigures.
std::string Subject(std::string_view method, std::string_view target) {
  const RequestSubject subject = SubjectOf(method, target);
  switch (subject.kind) {
    case Kind::kCaller:
      return "-" + subject.user;
    case Kind::kServer:
      return "*" + subject.user;
    case Kind::kFigures:
      return "#" + subject.user;
    case Kind::kUser:
      return subject.user;
  }
  return "?";
}

TEST(RequestSubject, IdsTellWhoseJobsTheyAre) {
  const std::string id = "0000012-261123160405164-hpdl-ann-W";
  EXPECT_EQ(Subject("GET", "/oozie/v2/job/" + id + "?show=info"), "ann");
  EXPECT_EQ(Subject("PUT", "/oozie/v1/job/" + id + "?action=kill"), "ann");
  EXPECT_EQ(Subject("GET", "/oozie/v1/job/" + id + "@node-1"), "ann");
  EXPECT_EQ(Subject("GET", "/oozie/v1/job/" + id + "%40node"), "ann");
  EXPECT_EQ(Subject("GET", "/callback/SECRET?id=" + id + "@n&status=OK"), "ann");
  EXPECT_EQ(Subject("GET", "/oozie/v1/job/1-1-hpdl-a.b-hpdl-c_d-W"), "a.b-hpdl-c_d");
}

TEST(RequestSubject, IdsWithThePartOfADirectoryDoSoToo) {
  const std::string id = "0000012-261123160405164-4k0zx9-ann-W";
  EXPECT_EQ(Subject("GET", "/oozie/v2/job/" + id + "?show=info"), "ann");
  EXPECT_EQ(Subject("GET", "/oozie/v1/job/" + id + "%40node"), "ann");
  EXPECT_EQ(Subject("GET", "/callback/SECRET?id=" + id + "@n&status=OK"), "ann");
  EXPECT_EQ(Subject("POST", "/hws/v1/jobs/" + id + "/actions/a/retry"), "ann");
  EXPECT_EQ(Subject("GET", "/namespaces/x/apps/a/workflows/a/runs/" + id + "/token"), "ann");
  EXPECT_EQ(Subject("GET", "/apps/a/workflows/a/runs/" + id + "/token"), "ann");
}

TEST(RequestSubject, IdsOfCoordinatorsAndBundlesDoSoToo) {
  for (const std::string id :
       {"0000012-261123160405164-hpdl-ann-", "0000012-261123160405164-4k0zx9-ann-"}) {
    EXPECT_EQ(Subject("GET", "/oozie/v2/job/" + id + "C?show=info"), "ann");
    EXPECT_EQ(Subject("GET", "/oozie/v2/job/" + id + "C@12?show=info"), "ann");
    EXPECT_EQ(Subject("PUT", "/oozie/v1/job/" + id + "B?action=suspend"), "ann");
  }
}

TEST(RequestSubject, WhatIsNoIdOfOursIsTheCallers) {
  for (const char* id :
       {"0000012-261123160405164-oozie-ann-W", "0-1-hpdl-W", "0-1-hpdl--W", "0-1-hpdl-..-W",
        "0-1-hpdl-a%2fb-W", "0-1-hpdl-ann-X", "", "@", "-hpdl-"}) {
    EXPECT_EQ(Subject("GET", std::string("/oozie/v1/job/") + id), "-") << id;
  }
  EXPECT_EQ(Subject("GET", "/callback/SECRET"), "-");
  EXPECT_EQ(Subject("GET", "/oozie/v1/job/%zz"), "-");
  EXPECT_EQ(Subject("GET", ""), "-");
}

TEST(RequestSubject, ListsAreOfTheOneUserWhomTheFilterNames) {
  EXPECT_EQ(Subject("GET", "/oozie/v1/jobs?filter=user%3Dann%3Bstatus%3DKILLED"), "ann");
  EXPECT_EQ(Subject("PUT", "/oozie/v1/jobs?action=kill&filter=status%3DRUNNING%3Buser%3Dann"),
            "ann");
  EXPECT_EQ(Subject("GET", "/oozie/v1/jobs"), "-");
  EXPECT_EQ(Subject("GET", "/oozie/v1/jobs?filter=user%3Dann%3Buser%3Dbob"), "-");
  for (const char* letter : {"W", "C", "B", "C@1"}) {
    const std::string id = std::string("0000012-261123160405164-4k0zx9-ann-") + letter;
    EXPECT_EQ(Subject("GET", "/oozie/v2/jobs?filter=id%3D" + id), "ann");
    EXPECT_EQ(Subject("PUT", "/oozie/v1/jobs?action=kill&filter=id%3D" + id), "ann");
    EXPECT_EQ(Subject("GET", "/oozie/v1/jobs?filter=user%3Dann%3Bid%3D" + id), "ann");
    EXPECT_EQ(Subject("GET", "/oozie/v1/jobs?filter=user%3Dbob%3Bid%3D" + id), "-");
    EXPECT_EQ(Subject("GET", "/oozie/v1/sla?gt-sequence-id=0&filter=jobid%3D" + id), "ann");
    EXPECT_EQ(Subject("GET", "/oozie/v2/sla?filter=parent_id%3D" + id), "ann");
  }
  EXPECT_EQ(Subject("GET", "/oozie/v2/sla?filter=user_name%3Dann"), "ann");
  EXPECT_EQ(Subject("GET", "/oozie/v1/jobs?filter=id%3Dx"), "-");
  EXPECT_EQ(Subject("GET", "/oozie/v1/jobs?filter=user%3D.."), "-");
  EXPECT_EQ(Subject("POST", "/oozie/v1/jobs?filter=user%3Dann"), "-") << "a submission";
}

TEST(RequestSubject, WhoActsForAnotherAsksTheOthersServer) {
  EXPECT_EQ(Subject("POST", "/oozie/v1/jobs?doAs=ann"), "-ann");
  EXPECT_EQ(Subject("GET", "/oozie/versions?doAs=ann"), "-ann");
  EXPECT_EQ(Subject("GET", "/oozie/v1/job/0-1-hpdl-bob-W?doAs=ann"), "bob");
  EXPECT_EQ(Subject("POST", "/oozie/v1/jobs?doAs=.."), "-");
}

TEST(RequestSubject, TokensAreOfTheUserOfTheirRun) {
  const std::string run = "/apps/a/workflows/a/runs/0000012-261123160405164-hpdl-ann-W";
  EXPECT_EQ(Subject("GET", "/v3/namespaces/default" + run + "/token?scope=system"), "ann");
  EXPECT_EQ(Subject("GET", "/namespaces/x" + run + "/nodes/n/token?doAs=bob"), "ann");
  EXPECT_EQ(Subject("GET", "/namespaces/x/apps/a%2Fb/workflows/a/runs/0-1-hpdl-..-W/token"), "-");
  EXPECT_EQ(Subject("GET", "/v3/namespaces/x/token?doAs=ann"), "-");
}

TEST(RequestSubject, ApplicationsAndJobsOfHws) {
  const std::string id = "/hws/v1/jobs/0000012-261123160405164-hpdl-ann-W";
  EXPECT_EQ(Subject("GET", id), "ann");
  EXPECT_EQ(Subject("POST", id + "/actions/a/retry"), "ann");
  EXPECT_EQ(Subject("GET", "/hws/v1/jobs?user=ann"), "ann");
  EXPECT_EQ(Subject("GET", "/hws/v1/jobs"), "-");
  EXPECT_EQ(Subject("POST", "/hws/v1/jobs?user=ann"), "-") << "a submission";
  EXPECT_EQ(Subject("GET", "/hws/v1/applications?owner=ann"), "ann");
  EXPECT_EQ(Subject("DELETE", "/hws/v1/applications/a?owner=ann"), "ann");
  EXPECT_EQ(Subject("POST", "/hws/v1/applications/a/activate"), "-");
  EXPECT_EQ(Subject("POST", "/hws/v1/applications?owner=ann"), "-") << "a deployment";
  EXPECT_EQ(Subject("POST", "/hws/v1/applications?owner=.."), "-");
  EXPECT_EQ(Subject("POST", "/hws/v1/admin/deactivate"), "*");
  EXPECT_EQ(Subject("GET", "/hws/v1/admin/status"), "-");
  EXPECT_EQ(Subject("POST", "/hws/v1/applications?doAs=ann"), "-ann");
  EXPECT_EQ(Subject("GET", "/hws/v1/jobs/%zz"), "-");
}

TEST(RequestSubject, TheServerAndItsFigures) {
  EXPECT_EQ(Subject("PUT", "/oozie/v2/admin/status?systemmode=SAFEMODE"), "*");
  EXPECT_EQ(Subject("GET", "/oozie/v2/admin/status"), "-");
  EXPECT_EQ(Subject("GET", "/metrics"), "#");
}

TEST(RequestSubject, EachChangeIsARequestAndComesBackFromIt) {
  for (const ServerChange change :
       {ServerChange::kNormal, ServerChange::kNoWebService, ServerChange::kSafeMode,
        ServerChange::kHwsActive, ServerChange::kHwsInactive}) {
    EXPECT_EQ(ChangeOf(RequestOf(change).target), change);
  }
  EXPECT_EQ(ChangeOf("/oozie/v0/admin/status?safemode=true"), ServerChange::kSafeMode);
  EXPECT_EQ(ChangeOf("/oozie/v0/admin/status?safemode=false"), ServerChange::kNormal);
  EXPECT_EQ(ChangeOf("/oozie/v2/admin/status?systemmode=SOMETHING"), std::nullopt);
}

}  // namespace
}  // namespace hpdl::rt
