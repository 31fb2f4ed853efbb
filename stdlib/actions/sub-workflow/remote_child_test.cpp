#include "stdlib/actions/sub-workflow/remote_child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <deque>

#include "runtime/engines/workflow/testing/fake_context.h"
#include "runtime/ground/base/testing/hurrying_time.h"

extern "C" const hpdl_kind hpdl_kind_sub_workflow;

namespace hpdl::stdlib {
namespace {

using rt::ErrorClass;
using rt::testing::Argument;
using testing::ElementsAre;
using testing::HasSubstr;

/// A server with at most one job. The job moves to its next status with each poll.
class FakeOozie : public rt::Network {
 public:
  rt::Task<rt::Result<rt::HttpReply>> Send(rt::HttpRequest request) override {
    const std::string path = request.url.substr(request.url.find("/oozie") + 6);
    asked.push_back(request.method + " " + path.substr(0, path.find("user.name") - 1));
    if (!answers.empty()) {
      rt::Result<rt::HttpReply> answer = answers.front();
      answers.pop_front();
      if (!answer || answer->status != 0) {
        co_return answer;
      }
    }
    rt::HttpReply reply;
    reply.status = 200;
    if (path.starts_with("/versions")) {
      reply.body = "[0,1]";
    } else if (request.method == "POST") {
      body = request.body;
      for (const auto& [name, value] : request.headers) {
        key = name == "Idempotency-Key" ? value : key;
      }
      reply.body = "{\"id\":\"J\"}";
      known = "J";
    } else if (path.find("action=rerun") != std::string::npos) {
      body = request.body;
      ++run;
      statuses = {"RUNNING", "SUCCEEDED"};
    } else if (path.find("external-id") != std::string::npos) {
      reply.body = "{\"id\":\"" + known + "\"}";
    } else if (request.method == "GET") {
      reply.body = "{\"id\":\"J\",\"run\":" + std::to_string(run) + ",\"status\":\"" +
                   statuses.front() + "\"}";
      if (statuses.size() > 1) {
        statuses.pop_front();
      }
    }
    co_return reply;
  }
  rt::Task<rt::Result<rt::MailReply>> SendMail(rt::MailRequest) override { co_return rt::Error{}; }

  std::vector<std::string> asked;
  /// The answers to the first requests. An answer with status 0 is replaced by the usual answer.
  std::deque<rt::Result<rt::HttpReply>> answers;
  std::deque<std::string> statuses{"SUCCEEDED"};
  std::string known, body;
  std::string key;  ///< the Idempotency-Key of the last submission
  int run = 0;
};

class RemoteChildTest : public testing::Test {
 protected:
  RemoteChildTest() : ctx_("/nonexistent") {
    ctx_.net = &oozie_;
    ctx_.argument_shape = 1;
    ctx_.properties = {{"user.name", "joe"}};
    ctx_.arguments.children = {Argument(0, "http://h:1/oozie/"), Argument(1, "/apps/child")};
  }
  rt::Outcome Run() { return ctx_.Run(hpdl_kind_sub_workflow); }
  std::string Failure() {
    const rt::Outcome outcome = Run();
    return outcome.error ? std::string(rt::ErrorClassName(outcome.error->error_class)) + " " +
                               outcome.error->code
                         : "";
  }
  void Usual(int count) {
    for (int i = 0; i < count; ++i) {
      oozie_.answers.push_back(rt::HttpReply{});
    }
  }

  const rt::testing::HurryingTime time_;
  rt::testing::FakeContext ctx_;
  FakeOozie oozie_;
};

TEST_F(RemoteChildTest, SubmitsRecordsStartsAndLooks) {
  oozie_.statuses = {"PREP", "SUCCEEDED"};
  const rt::Outcome outcome = Run();
  ASSERT_FALSE(outcome.error) << outcome.error->message;
  EXPECT_THAT(oozie_.asked,
              ElementsAre(HasSubstr("GET /version"), "POST /v1/jobs",
                          "GET /v1/job/J?show=info&offset=1&len=1", "PUT /v1/job/J?action=start",
                          "GET /v1/job/J?show=info&offset=1&len=1"));
  const std::string record = "oozie " + ctx_.attempt_tag + " http://h:1/oozie J -";
  EXPECT_THAT(ctx_.recorded, ElementsAre(record, record)) << "again when its end is waited for";
  EXPECT_EQ(outcome.external_id + outcome.external_status, "JSUCCEEDED");
  EXPECT_EQ(outcome.tracker_uri, "http://h:1/oozie");
  EXPECT_THAT(ctx_.external_statuses, ElementsAre("RUNNING"));
  EXPECT_THAT(oozie_.body,
              HasSubstr("<name>oozie.wf.external.id</name><value>" + ctx_.attempt_tag));
  EXPECT_THAT(oozie_.body,
              HasSubstr("<name>oozie.wf.application.path</name><value>/apps/child</value>"));
}

TEST_F(RemoteChildTest, AResumedAttemptFindsItsChild) {
  ctx_.is_resumed = true;
  oozie_.known = "J";
  EXPECT_EQ(Failure(), "");
  EXPECT_EQ(oozie_.body, "") << "no second child";
  ctx_.recorded.clear();
  oozie_.asked.clear();
  EXPECT_EQ(Failure(), "");
  EXPECT_THAT(oozie_.asked, ElementsAre(testing::_, HasSubstr("/job/J"))) << "its id is recorded";
}

TEST_F(RemoteChildTest, AnUnansweredSubmitIsLookedForByTheNextAttempt) {
  Usual(1);
  oozie_.answers.push_back(rt::Error{ErrorClass::kTransient, "NET_BROKEN", "h:1: broken"});
  EXPECT_EQ(Failure(), "transient SUBWF005");
  const std::string first = ctx_.attempt_tag;
  EXPECT_THAT(ctx_.recorded, ElementsAre("oozie " + first + " http://h:1/oozie - -"));
  oozie_.known = "J";
  ctx_.attempt_tag = "hpdl-1";
  EXPECT_EQ(Failure(), "");
  EXPECT_EQ(oozie_.body, "");
  EXPECT_THAT(oozie_.asked, testing::Contains(HasSubstr("external-id=" + first)));
}

TEST_F(RemoteChildTest, AnOutageAtTheEndIsNoReasonForAnotherChild) {
  ctx_.position = "oozie " + ctx_.attempt_tag + " http://h:1/oozie J -";
  ctx_.is_resumed = true;
  oozie_.answers.push_back(rt::Error{ErrorClass::kNonTransient, "NET_TLS", "h:1: who?"});
  const rt::Outcome outcome = Run();
  EXPECT_TRUE(outcome.at_end);
  EXPECT_EQ(outcome.error->code, "SUBWF005");
  EXPECT_EQ(outcome.external_id, "J");
}

TEST_F(RemoteChildTest, AChildThatFailedIsNotTheNextAttempts) {
  oozie_.statuses = {"FAILED"};
  EXPECT_EQ(Failure(), "error E0725");
  const std::string first = ctx_.attempt_tag;
  EXPECT_EQ(RemoteProgress::Of(ctx_.position).judged, first);
  ctx_.is_resumed = true;
  oozie_.body.clear();
  EXPECT_EQ(Failure(), "error E0725") << "the same attempt again, after a crash";
  EXPECT_EQ(oozie_.body, "");
  ctx_.is_resumed = false;
  ctx_.attempt_tag = "hpdl-2";
  oozie_.statuses = {"SUCCEEDED"};
  EXPECT_EQ(Failure(), "");
  EXPECT_THAT(oozie_.body, HasSubstr("hpdl-2"));
}

/// Tests of a rerun of failed nodes. In the previous run a child has failed.
class RerunTest : public RemoteChildTest {
 protected:
  RerunTest() {
    ctx_.position_before = "oozie hpdl-old http://h:1/oozie J hpdl-old";
    oozie_.statuses = {"KILLED"};
  }
  std::ptrdiff_t Asked(std::string_view what) const {
    return std::count_if(oozie_.asked.begin(), oozie_.asked.end(), [&](const std::string& each) {
      return each.find(what) != std::string::npos;
    });
  }
};

TEST_F(RerunTest, TheSameChildRunsItsFailedNodesAgain) {
  const rt::Outcome outcome = Run();
  ASSERT_FALSE(outcome.error) << outcome.error->message;
  EXPECT_EQ(outcome.external_id, "J");
  EXPECT_EQ(Asked("POST"), 0);
  EXPECT_EQ(Asked("action=rerun"), 1);
  EXPECT_THAT(oozie_.body, HasSubstr("<name>oozie.wf.rerun.failnodes</name><value>true"));
  EXPECT_THAT(oozie_.body, HasSubstr("<name>oozie.action.subworkflow.rerun</name><value>true"));
  const std::string record = "oozie " + ctx_.attempt_tag + " http://h:1/oozie J -";
  EXPECT_EQ(ctx_.recorded[0], record + " 0") << "before the server is asked";
  EXPECT_EQ(ctx_.recorded[1], record);
}

TEST_F(RerunTest, ItIsAskedForOnceWhateverDies) {
  // The process dies before the request, or between the request and its answer, or before the
  // answer is durable.
  for (const int run : {0, 1}) {
    oozie_.run = run;
    oozie_.statuses = {"KILLED"};
    oozie_.asked.clear();
    ctx_.is_resumed = true;
    ctx_.position = "oozie " + ctx_.attempt_tag + " http://h:1/oozie J - 0";
    EXPECT_EQ(Failure(), run == 0 ? "" : "error E0725") << "its second run has ended, too";
    EXPECT_EQ(Asked("action=rerun"), run == 0 ? 1 : 0);
  }
}

TEST_F(RerunTest, AChildThatIsGoneIsMadeAnew) {
  rt::HttpReply gone;
  gone.status = 404;
  gone.headers = {{"oozie-error-code", "E0604"}, {"oozie-error-message", "E0604: no such job"}};
  Usual(1);
  oozie_.answers.push_back(gone);
  oozie_.statuses = {"SUCCEEDED"};
  EXPECT_EQ(Failure(), "");
  EXPECT_EQ(Asked("POST"), 1);
  EXPECT_EQ(Asked("action=rerun"), 0);
}

TEST_F(RerunTest, AChildThatHasNotEndedIsWaitedFor) {
  oozie_.statuses = {"RUNNING", "SUCCEEDED"};
  EXPECT_EQ(Failure(), "");
  EXPECT_EQ(Asked("POST") + Asked("action=rerun"), 0);
}

TEST_F(RemoteChildTest, WhatTheServerRefuses) {
  Usual(1);
  rt::HttpReply reply;
  reply.status = 400;
  reply.headers = {{"oozie-error-code", "E0307"}, {"oozie-error-message", "E0307: none"}};
  oozie_.answers.push_back(reply);
  EXPECT_EQ(Failure(), "error E0307");
  EXPECT_TRUE(ctx_.recorded.empty());
}

TEST_F(RemoteChildTest, BadUrls) {
  for (const char* url : {"h:1", "http://h/?x", "ftp://h/"}) {
    ctx_.arguments.children[0] = Argument(0, url);
    EXPECT_EQ(Failure(), "error SUBWF004") << url;
  }
  EXPECT_TRUE(oozie_.asked.empty());
}

/// Tests of a program that a server has started and that has no compiled-in child.
class LocalChildTest : public RemoteChildTest {
 protected:
  LocalChildTest() {
    setenv(rt::kServerVariable, "http://own:1/oozie", 1);
    rt::RememberOwnServer();
    ctx_.argument_shape = 0;
    ctx_.arguments.children = {Argument(0, "/apps/child")};
    ctx_.sub_workflow = [](const std::string&, const rt::Properties&) {
      return rt::Outcome::Failed(ErrorClass::kError, "E0711", "none");
    };
  }
  ~LocalChildTest() override { Forget(); }
  static void Forget() {
    unsetenv(rt::kServerVariable);
    rt::RememberOwnServer();
  }
};

TEST_F(LocalChildTest, ItsServerRunsIt) {
  const rt::Outcome outcome = Run();
  ASSERT_FALSE(outcome.error) << outcome.error->message;
  EXPECT_EQ(outcome.tracker_uri, "local");
  EXPECT_EQ(oozie_.key, ctx_.attempt_tag) << "the server makes one child";
  EXPECT_EQ(ctx_.recorded.front(), "oozie " + ctx_.attempt_tag + " local J -");
  for (const char* row :
       {"<name>oozie.wf.parent.id</name><value>0000001-261121000000000-hpdl-joe-W",
        "<name>oozie.wf.superparent.id</name><value>0000001-",
        "<name>oozie.action.subworkflow.depth</name><value>1<"}) {
    EXPECT_THAT(oozie_.body, HasSubstr(row));
  }
}

TEST_F(LocalChildTest, NobodyElseHearsOfItsState) {
  const auto property = [](const char* name) {
    return Argument(0, "", {Argument(0, name), Argument(1, "http://own/")});
  };
  ctx_.arguments.children.push_back(Argument(2, "",
                                             {property("oozie.wf.workflow.notification.url"),
                                              property("oozie.wf.action.notification.url")}));
  EXPECT_EQ(Failure(), "");
  EXPECT_THAT(oozie_.body, HasSubstr("<name>oozie.wf.action.notification.url</name>"));
  EXPECT_THAT(oozie_.body,
              ::testing::Not(HasSubstr("<name>oozie.wf.workflow.notification.url</name>")));
}

TEST_F(LocalChildTest, TheServerIsWaitedFor) {
  for (int i = 0; i < 3; ++i) {
    oozie_.answers.push_back(rt::Error{ErrorClass::kTransient, "NET_REFUSED", "own:1: refused"});
  }
  EXPECT_EQ(Failure(), "");
  EXPECT_THAT(oozie_.body, HasSubstr(ctx_.attempt_tag));
}

TEST_F(LocalChildTest, AnotherServerThatIsNamedGoesFirst) {
  ctx_.properties[std::string(kRemoteUrlProperty)] = "http://h:1/oozie";
  EXPECT_EQ(Run().tracker_uri, "http://h:1/oozie");
  EXPECT_THAT(oozie_.body, testing::Not(HasSubstr("oozie.wf.parent.id")));
}

TEST_F(LocalChildTest, WithoutItsServerTheChildIsLeftToIt) {
  Forget();
  EXPECT_EQ(Failure(), "error E0711");
  ctx_.position = "oozie " + ctx_.attempt_tag + " local J -";
  EXPECT_EQ(Failure(), "non-transient SUBWF005");
}

TEST_F(LocalChildTest, TooDeep) {
  ctx_.properties["oozie.action.subworkflow.depth"] = "50";
  EXPECT_EQ(Failure(), "error SUBWF001");
  EXPECT_TRUE(oozie_.asked.empty());
}

TEST_F(RemoteChildTest, NoNetwork) {
  ctx_.net = nullptr;
  EXPECT_EQ(Failure(), "error E0711");
}

TEST(RemoteProgressText, IsReadAsWritten) {
  for (const char* text :
       {"oozie t u i j", "oozie t u - -", "oozie t u i - 3", "oozie t u i - ?"}) {
    EXPECT_EQ(RemoteProgress::Of(text).ToText(), text);
  }
  for (const char* text :
       {"oozie t http://h/oozie - -", "oozie t http://h id -", "oozie t u i j"}) {
    EXPECT_EQ(RemoteProgress::Of(text).ToText(), text);
  }
  for (const char* text : {"", "oozie", "oozie t u i", "oozie t u i j k l", "hive t u i j", "x"}) {
    EXPECT_EQ(RemoteProgress::Of(text).tag, "") << text;
  }
}

}  // namespace
}  // namespace hpdl::stdlib
