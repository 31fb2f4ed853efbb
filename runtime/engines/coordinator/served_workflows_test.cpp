#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "runtime/engines/coordinator/testing/await.h"
#include "runtime/engines/coordinator/testing/fake_network.h"
#include "runtime/engines/coordinator/workflows.h"
#include "runtime/ground/base/own_server.h"

namespace hpdl::rt {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Pair;
using Verb = CoordinatorRequest::Verb;
using Scope = CoordinatorRequest::Scope;

/// Tests jobs that a program runs on an hpdld.
class ServedJobsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    setenv(kServerVariable, "http://h:1/oozie", 1);
    RememberOwnServer();
    traffic_.answer = [this](const HttpRequest& request) {
      HttpReply reply;
      const bool versions = request.url.find("/versions") != std::string::npos;
      reply.status = versions ? 200 : status_;
      reply.body = versions ? "[0,1,2]" : body_;
      if (!versions && !code_.empty()) {
        reply.headers.emplace_back("oozie-error-code", code_);
        reply.headers.emplace_back("oozie-error-message", code_ + ": " + why_);
      }
      return reply;
    };
    jobs_ = ServedWorkflows(network_, "joe");
  }
  void TearDown() override {
    unsetenv(kServerVariable);
    RememberOwnServer();
  }
  template <class T>
  T Await(Task<T> task) {
    return AwaitOn(&loop_, std::move(task));
  }
  /// Returns the method and the URL of the last request, without the parts that all requests have.
  std::string Last() const {
    const HttpRequest& last = traffic_.requests.back();
    std::string url = last.url;
    const std::string head = "http://h:1/oozie/v2/", tail = "user.name=joe";
    EXPECT_TRUE(url.starts_with(head) && url.ends_with(tail)) << url;
    url = url.substr(head.size(), url.size() - head.size() - tail.size());
    return last.method + " " + url;
  }
  std::string Asked(CoordinatorRequest request) {
    request.job = "1-C";
    const Result<void> done = Await(jobs_->Ask(std::move(request)));
    EXPECT_TRUE(done) << (done ? "" : done.error().message);
    return Last();
  }
  static CoordinatorRequest RequestOf(Verb verb) {
    CoordinatorRequest request;
    request.verb = verb;
    return request;
  }

  boost::asio::io_context loop_;
  FakeTraffic traffic_;
  FakeNetwork network_{&traffic_};
  int status_ = 200;
  std::string body_, code_, why_ = "why";
  std::unique_ptr<Workflows> jobs_;
};

TEST_F(ServedJobsTest, AStartIsOneJobHoweverOftenItIsAsked) {
  body_ = R"({"id":"7-W"})";
  WorkflowStart start;
  start.key = "1-C@1/0";
  start.parent = "1-C@1";
  start.app_path = "hdfs:///wf";
  start.properties = {{"a", "b"}};
  EXPECT_EQ(*jobs_->NewId(), "") << "the server gives it";
  EXPECT_EQ(*Await(jobs_->Start(start)), "7-W");
  EXPECT_EQ(Last(), "POST jobs?action=start&");
  const HttpRequest& sent = traffic_.requests.back();
  EXPECT_THAT(sent.headers, Contains(Pair("Idempotency-Key", "1-C@1/0")));
  EXPECT_THAT(sent.headers, Contains(Pair("Hpdl-Parent", "1-C@1")));
  EXPECT_THAT(sent.body, HasSubstr("<name>a</name>"));
  EXPECT_EQ(sent.total_ms, 120'000);
}

TEST_F(ServedJobsTest, AnApplicationThatIsNotThereIsSaidAsOozieDoes) {
  status_ = 400;
  WorkflowStart start;
  start.app_path = "hdfs:///wf";
  for (const char* code : {"E0504", "E0307"}) {
    code_ = code;
    why_ = code_ == "E0504"
               ? "why"
               : "Runtime error [XML file [hdfs:///wf/workflow.xml] does not exist and "
                 "app definition cannot be created because of missing config value "
                 "[oozie.jobs.api.generated.xml]]";
    const Result<std::string> id = Await(jobs_->Start(start));
    ASSERT_FALSE(id);
    EXPECT_EQ(id.error().code, "E1005");
    EXPECT_EQ(id.error().message, "Error: hdfs:///wf does not exist");
  }
  why_ = "why";
  code_ = "E0307";
  EXPECT_EQ(Await(jobs_->Start(start)).error().code, "E0307") << "E0307 has other meanings, too";
  code_ = "E0505";
  EXPECT_EQ(Await(jobs_->Start(start)).error().code, "E0505");
  EXPECT_EQ(Await(jobs_->Start(start)).error().message, "why") << "without the server's address";
  const Result<void> rerun = Await(jobs_->RunAgain("7-W"));
  ASSERT_FALSE(rerun);
  EXPECT_EQ(rerun.error().code + " " + rerun.error().message, "E0505 why");
}

TEST_F(ServedJobsTest, EachVerbOfAWorkflowIsThatOfItsServer) {
  EXPECT_TRUE(Await(jobs_->Kill("7-W")));
  EXPECT_EQ(Last(), "PUT job/7-W?action=kill&");
  EXPECT_TRUE(Await(jobs_->Suspend("7-W")));
  EXPECT_EQ(Last(), "PUT job/7-W?action=suspend&");
  EXPECT_TRUE(Await(jobs_->Resume("7-W")));
  EXPECT_EQ(Last(), "PUT job/7-W?action=resume&");
  EXPECT_TRUE(Await(jobs_->RunAgain("7-W")));
  EXPECT_EQ(Last(), "PUT job/7-W?action=rerun&");
  EXPECT_THAT(traffic_.requests.back().body, HasSubstr("<name>oozie.wf.rerun.failnodes</name>"));
  EXPECT_THAT(traffic_.requests.back().body, HasSubstr("<value>true</value>"));
  const std::size_t sent = traffic_.requests.size();
  jobs_->Adopt("7-W");
  EXPECT_EQ(traffic_.requests.size(), sent) << "the server sees to it";
}

TEST_F(ServedJobsTest, EachVerbOfACoordinatorIsThatOfItsServer) {
  EXPECT_EQ(Asked(RequestOf(Verb::kKill)), "PUT job/1-C?action=kill&");
  EXPECT_EQ(Asked(RequestOf(Verb::kSuspend)), "PUT job/1-C?action=suspend&");
  EXPECT_EQ(Asked(RequestOf(Verb::kResume)), "PUT job/1-C?action=resume&");
  CoordinatorRequest change = RequestOf(Verb::kChange);
  change.value = "concurrency=1";
  EXPECT_EQ(Asked(change), "PUT job/1-C?action=change&value=concurrency%3D1&");
}

TEST_F(ServedJobsTest, ARerunIsByDates) {
  CoordinatorRequest rerun = RequestOf(Verb::kRerun);
  rerun.actions = "T";
  const std::string plain = "PUT job/1-C?action=coord-rerun&type=date&scope=T";
  EXPECT_EQ(Asked(rerun), plain + "&");
  rerun.refresh = true;
  EXPECT_EQ(Asked(rerun), plain + "&refresh=true&");
  rerun.refresh = false;
  rerun.nocleanup = true;
  EXPECT_EQ(Asked(rerun), plain + "&nocleanup=true&");
}

TEST_F(ServedJobsTest, CommandsAboutAgreementsNameActionsByNumberOrDate) {
  CoordinatorRequest request = RequestOf(Verb::kSlaEnable);
  request.scope = Scope::kAction;
  request.actions = "1";
  EXPECT_EQ(Asked(request), "PUT job/1-C?action=sla-enable&action-list=1&");
  request.verb = Verb::kSlaDisable;
  request.scope = Scope::kDate;
  request.actions = "T";
  EXPECT_EQ(Asked(request), "PUT job/1-C?action=sla-disable&date=T&");
  request = RequestOf(Verb::kSlaChange);
  request.value = "v";
  EXPECT_EQ(Asked(request), "PUT job/1-C?action=sla-change&value=v&");
}

}  // namespace
}  // namespace hpdl::rt
