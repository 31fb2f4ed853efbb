#include "runtime/engines/celos_service/oozie_replies.h"

#include <gtest/gtest.h>

#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

TEST(OozieRepliesTest, WhatOoziesStatusesMean) {
  for (const char* status : {"PREP", "RUNNING"}) {
    EXPECT_EQ(*ProgressOf(status), JobProgress::kRunning);
  }
  EXPECT_EQ(*ProgressOf("SUCCEEDED"), JobProgress::kSucceeded);
  for (const char* status : {"SUSPENDED", "FAILED", "KILLED"}) {
    EXPECT_EQ(*ProgressOf(status), JobProgress::kFailed);
  }
  EXPECT_EQ(ExceptionText(ProgressOf("new\nline").error()),
            "java.lang.IllegalArgumentException: No enum constant "
            "org.apache.oozie.client.WorkflowJob.Status.new line");
}

TEST(OozieRepliesTest, ErrorsAreThoseOfOoziesClient) {
  HttpReply reply;
  reply.status = 404;
  reply.headers = {{"oozie-error-code", "E0604"},
                   {"oozie-error-message", "E0604: Job does not exist [x]\n"}};
  const Error unknown = ErrorOfReply(reply);
  EXPECT_EQ(
      ExceptionText(unknown),
      "com.collective.celos.ExternalServiceException: E0604 : E0604: Job does not exist [x] ");
  EXPECT_EQ(unknown.error_class, ErrorClass::kError);
  reply = {};
  reply.status = 503;
  EXPECT_EQ(ErrorOfReply(reply).error_class, ErrorClass::kTransient) << "it may have been heard";
  EXPECT_EQ(ErrorOfReply(reply).message, "HTTP error code: 503 : no message");
  EXPECT_EQ(ErrorOfNetwork({ErrorClass::kTransient, "NET_CONNECT", "x"}).error_class,
            ErrorClass::kError);
  EXPECT_EQ(ErrorOfNetwork({ErrorClass::kTransient, "NET_TIMEOUT", "x"}).error_class,
            ErrorClass::kTransient);
}

TEST(OozieRepliesTest, JobsThatNobodyHasStarted) {
  const Result<ListedJobs> jobs = ReadJobs(
      R"({"total":3,"workflows":[{"id":"1","status":"PREP"},{"id":"2","status":"RUNNING"},{}]})");
  ASSERT_TRUE(jobs);
  EXPECT_EQ(jobs->count, 3u);
  EXPECT_EQ(jobs->waiting, std::vector<std::string>{"1"});
  for (const char* text : {"", "[]", "{}", "{\"workflows\":"}) {
    EXPECT_FALSE(ReadJobs(text)) << text;
  }
}

TEST(OozieRepliesTest, TheNameOfASlotIsInTheConfigurationOfItsJob) {
  EXPECT_EQ(
      *ReadWorkflowName(
          R"({"conf":"<configuration>\r\n<property><name>celosWorkflowName</name><value>a@b &amp; c)"
          R"(</value></property></configuration>"})"),
      "a@b & c");
  EXPECT_EQ(*ReadWorkflowName(R"({"conf":null})"), "");
  EXPECT_EQ(*ReadWorkflowName(R"({"conf":"<broken"})"), "");
  EXPECT_FALSE(ReadWorkflowName("[]"));
  EXPECT_TRUE(KnowsKeys(R"({"buildVersion":"5.2.1-hpdld-1.2"})"));
  EXPECT_FALSE(KnowsKeys(R"({"buildVersion":"4.1.0"})"));
  EXPECT_FALSE(KnowsKeys("x"));
}

}  // namespace
}  // namespace hpdl::rt::celos
