#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "runtime/engines/workflow/callbacks.h"
#include "runtime/engines/workflow/testing/engine_fixture.h"
#include "runtime/engines/workflow/testing/program_builder.h"
#include "runtime/store/mailbox.h"

/// Tests messages that are posted while no engine runs, and engines that die before they have
/// closed a message.
namespace hpdl::rt {
namespace {

using testing::Recorder;
using PostedText = std::unique_ptr<PostedMessage>;

std::vector<std::string> patient_heard;

/// Waits for a callback, and then for a short time for a second callback.
Task<Outcome> RunPatient(ActionContext& context) {
  for (const int wait_ms : {-1, 20}) {
    const std::optional<Callback> callback = co_await context.AwaitCallback(wait_ms);
    patient_heard.push_back(callback ? callback->status + ":" + callback->body : "none");
  }
  co_return Outcome::Ok();
}
constexpr hpdl_kind kPatient{"patient", &RunPatient, false};

class MailboxRunTest : public testing::EngineFixture {
 protected:
  void SetUp() override {
    EngineFixture::SetUp();
    patient_heard.clear();
    // A different process receives the callbacks and puts them into the mailbox.
    options_.callback_url = "https://gate.example.org/flows";
    workflow_.Start("a");
    workflow_.Action("a", &kPatient, "end", "end");
    workflow_.End("end");
    program_ =
        std::make_unique<testing::ProgramBuilder>(std::vector<hpdl_workflow>{workflow_.Finish()});
  }

  /// Returns the id of a job that waits for a callback while no engine runs the job.
  std::string LeaveWaiting() {
    const std::string id = SubmitJob(program_->program);
    Recorder recorder;
    recorder.on_tick = [&] {
      if (Node(id, "a").state == NodeState::kRunning) {
        kill(getpid(), SIGTERM);
      }
    };
    hooks_.catch_signals = true;
    EXPECT_EQ(Go(program_->program, id, &recorder), JobState::kRunning);
    hooks_.catch_signals = false;
    return id;
  }
  CallbackMessage CallbackFor(const std::string& id, const std::string& status) {
    CallbackMessage message;
    message.job = id;
    message.node = "a";
    message.token = (*state_->OpenJob(id, true))->Facts()->callback_token;
    message.received_ms = 1;
    message.status = status;
    return message;
  }
  PostedText Post(const std::string& id, const std::string& text) {
    Result<PostedText> posted = state_->OpenMailbox(id)->Post(text);
    EXPECT_TRUE(posted) << posted.error().message;
    return std::move(*posted);
  }
  static std::string Answer(const PostedText& message) {
    const std::optional<Result<void>> answer = message->Answer();
    return !answer ? "" : *answer ? "done" : answer->error().message;
  }
  std::size_t OpenMessages(const std::string& id) const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(state_->work().OfJob(id) + "/requests"),
                      std::filesystem::directory_iterator()));
  }
  bool IsAnswered(const std::string& id, const std::string& message) {
    const std::vector<AnswerRow> rows = *(*state_->OpenJob(id, true))->Answers();
    return std::any_of(rows.begin(), rows.end(),
                       [&](const AnswerRow& row) { return row.message == message; });
  }

  testing::WorkflowBuilder workflow_{"patient"};
  std::unique_ptr<testing::ProgramBuilder> program_;
};

TEST_F(MailboxRunTest, ACallbackIsTakenByTheNextEngine) {
  const std::string id = LeaveWaiting();
  CallbackMessage message = CallbackFor(id, "one");
  message.body = "body";
  ASSERT_TRUE(PostCallback(*state_, message));
  EXPECT_EQ(OpenMessages(id), 1U);
  EXPECT_EQ(Go(program_->program, id), JobState::kSucceeded);
  EXPECT_EQ(patient_heard, (std::vector<std::string>{"one:body", "none"}));
  const std::vector<CallbackRow> rows = *(*state_->OpenJob(id, true))->Callbacks(0, 0);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].received_ms, 1);
  EXPECT_EQ(OpenMessages(id), 0U);
}

TEST_F(MailboxRunTest, ACallbackIsTakenByTheEngineAtWork) {
  const std::string id = SubmitJob(program_->program);
  Recorder recorder;
  bool posted = false;
  recorder.on_tick = [&] {
    if (!posted && Node(id, "a").state == NodeState::kRunning) {
      posted = bool(PostCallback(*state_, CallbackFor(id, "one")));
    }
  };
  EXPECT_EQ(Go(program_->program, id, &recorder), JobState::kSucceeded);
  EXPECT_EQ(patient_heard.front(), "one:");
}

TEST_F(MailboxRunTest, EachCallbackIsJudged) {
  const std::string id = LeaveWaiting();
  const CallbackMessage good = CallbackFor(id, "one");
  const auto post = [&](void (*change)(CallbackMessage*)) {
    CallbackMessage message = good;
    change(&message);
    return Post(id, message.ToText());
  };
  const PostedText secret = post([](auto* m) { m->token.back() ^= 1; });
  const PostedText no_secret = post([](auto* m) { m->token.clear(); });
  const PostedText node = post([](auto* m) { m->node = "end"; });
  const PostedText job = post([](auto* m) { m->job += "x"; });
  const PostedText later = post([](auto* m) { m->attempt = 1; });
  const PostedText too_long = post([](auto* m) { m->body.assign(2049, 'x'), m->status = "long"; });
  const PostedText nonsense = Post(id, "what?\n");
  EXPECT_EQ(PostCallback(*state_, {.job = id.substr(1),
                                   .node = {},
                                   .token = {},
                                   .status = {},
                                   .content_type = {},
                                   .body = {}})
                .error()
                .code,
            "E0604");
  EXPECT_EQ(Go(program_->program, id), JobState::kSucceeded);
  EXPECT_EQ(patient_heard, (std::vector<std::string>{"long:", "none"}));
  for (const PostedText* refused : {&secret, &no_secret, &node, &job, &later}) {
    EXPECT_EQ(Answer(*refused), "no such action is running");
  }
  EXPECT_EQ(Answer(too_long), "done");
  EXPECT_EQ(Answer(nonsense), "the program that runs this job does not understand the request");
  EXPECT_EQ((*(*state_->OpenJob(id, true))->Callbacks(0, 0))[0].content_type, kPayloadTooLong);
}

TEST_F(MailboxRunTest, ARepeatedCallbackIsTakenAndOfNoEffect) {
  const std::string id = LeaveWaiting();
  const PostedText one = Post(id, CallbackFor(id, "one").ToText());
  const PostedText again = Post(id, CallbackFor(id, "one").ToText());
  EXPECT_EQ(Go(program_->program, id), JobState::kSucceeded);
  EXPECT_EQ(patient_heard, (std::vector<std::string>{"one:", "none"}));
  EXPECT_EQ(Answer(one) + Answer(again), "donedone");
}

TEST_F(MailboxRunTest, WithoutCallbacksOneIsRefused) {
  options_.callback_url.clear();
  const std::string id = SubmitJob(program_->program);
  CallbackMessage message = CallbackFor(id, "one");
  const PostedText posted = Post(id, message.ToText());
  EXPECT_EQ(Go(program_->program, id), JobState::kSucceeded);
  EXPECT_EQ(Answer(posted), "job " + id + " does not accept callbacks");
}

TEST_F(MailboxRunTest, DISABLED_GoOn) {
  Go(program_->program, testing::RootsOf(*state_).front().root_id);
}

TEST_F(MailboxRunTest, ACallbackSurvivesTheDeathOfWhoTakesIt) {
  for (const char* variable : {"HPDL_CRASH_AT", "HPDL_CRASH_AFTER"}) {
    int died = 0;
    for (int n = 1; n < 20; ++n) {
      const std::string directory = root_ + "/" + variable + std::to_string(n);
      OpenState(directory);
      const std::string id = LeaveWaiting();
      const PostedText posted = Post(id, CallbackFor(id, "one").ToText());
      if (!WIFSIGNALED(RunHelper("MailboxRunTest.DISABLED_GoOn", directory, variable, n))) {
        break;
      }
      ++died;
      const std::size_t taken = (*state_->OpenJob(id, true))->Callbacks(0, 0)->size();
      EXPECT_EQ(taken, IsAnswered(id, posted->id()) ? 1U : 0U) << variable << n;
      if (!IsEnd(Job(id).state)) {
        EXPECT_EQ(Go(program_->program, id), JobState::kSucceeded) << variable << n;
        EXPECT_EQ(Answer(posted), "done") << variable << n;
      }
      EXPECT_EQ((*state_->OpenJob(id, true))->Callbacks(0, 0)->size(), 1U) << variable << n;
    }
    EXPECT_GT(died, 1) << variable;
  }
}

TEST_F(MailboxRunTest, WhatCameTrueIsNotDoneAgain) {
  int suspended = 0;
  for (int n = 1; n < 20; ++n) {
    const std::string directory = root_ + "/" + std::to_string(n);
    OpenState(directory);
    const std::string id = LeaveWaiting();
    const PostedText suspend = Post(id, Request{Request::Type::kSuspend, id, 0, {}}.ToText());
    if (!WIFSIGNALED(RunHelper("MailboxRunTest.DISABLED_GoOn", directory, "HPDL_CRASH_AFTER", n))) {
      break;
    }
    const bool came_true = Job(id).state == JobState::kSuspended;
    EXPECT_EQ(came_true, IsAnswered(id, suspend->id())) << n;
    if (!came_true) {
      continue;
    }
    ++suspended;
    // The job is resumed. The earlier request that the engine could not close does not suspend the
    // job again.
    ASSERT_TRUE(RequestResume(*state_, id));
    ASSERT_TRUE(PostCallback(*state_, CallbackFor(id, "one")));
    EXPECT_EQ(Go(program_->program, id), JobState::kSucceeded) << n;
    EXPECT_EQ(Answer(suspend), "done") << n;
  }
  EXPECT_GT(suspended, 0);
}

}  // namespace
}  // namespace hpdl::rt
