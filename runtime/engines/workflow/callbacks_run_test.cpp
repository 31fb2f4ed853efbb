#include <gtest/gtest.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/this_coro.hpp>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "runtime/engines/workflow/callbacks.h"
#include "runtime/engines/workflow/testing/engine_fixture.h"
#include "runtime/engines/workflow/testing/program_builder.h"
#include "runtime/ground/base/sleep.h"

namespace hpdl::rt {
namespace {

using testing::ProgramBuilder;
using testing::WorkflowBuilder;

/// The parameters of the listener that the engine has opened. The fake network opens no port.
CallbackListen* listening = nullptr;
int opened = 0;

class FakeListener final : public CallbackListener {
 public:
  explicit FakeListener(CallbackListen listen) : listen_(std::move(listen)) {
    listening = &listen_;
  }
  ~FakeListener() override { listening = nullptr; }
  std::string address() const override {
    return listen_.host + ":" + std::to_string(listen_.port == 0 ? 4711 : listen_.port);
  }

 private:
  CallbackListen listen_;
};

Result<std::unique_ptr<CallbackListener>> Listen(boost::asio::io_context&, CallbackListen listen) {
  ++opened;
  if (listen.port == 99) {
    return Error{ErrorClass::kError, "E0728", "busy"};
  }
  return std::unique_ptr<CallbackListener>(std::make_unique<FakeListener>(std::move(listen)));
}
constexpr hpdl_network kNetwork = {.open = nullptr, .listen = &Listen};

/// `answers` holds the HTTP status of each answer to a callback. `heard` holds the callbacks that
/// the action received.
std::vector<int> answers;
std::vector<std::string> heard;
std::string url;

Task<void> Call(std::string id, std::string status, int after_ms) {
  co_await Sleep(std::chrono::milliseconds(after_ms));
  CallbackRequest request;
  request.id = std::move(id);
  request.status = std::move(status);
  const CallbackReply reply = co_await listening->handle(request);
  answers.push_back(reply.status);
}

/// Sends itself two callbacks with the same status, and later a callback with a different status.
/// Receives each different callback, and then waits until the timeout.
Task<Outcome> RunCalled(ActionContext& ctx) {
  url = ctx.CallbackUrl("$s");
  const std::string id = ctx.job().id + "@" + std::string(ctx.node());
  const auto executor = co_await boost::asio::this_coro::executor;
  co_await Call(id, "one", 0);
  co_await Call(id, "one", 0);
  boost::asio::co_spawn(executor, Call(id, "two", 30), boost::asio::detached);
  for (const int wait_ms : {-1, 10'000, 20}) {
    const std::optional<Callback> callback = co_await ctx.AwaitCallback(wait_ms);
    heard.push_back(callback ? callback->status : "none");
  }
  co_await Call(ctx.job().id + "@nosuch", "x", 0);
  co_await Call(ctx.job().id + "@last", "x", 0);
  co_return Outcome::Ok();
}
/// Fails in the first process, so that the job is suspended. In the second process, the action
/// receives the callback that came before the failure.
Task<Outcome> RunInterrupted(ActionContext& ctx) {
  if (!ctx.resumed() && ctx.attempt() == 0) {
    co_await Call(ctx.job().id + "@" + std::string(ctx.node()), "before", 0);
    co_return Outcome::Failed(ErrorClass::kNonTransient, "X", "look at it");
  }
  const std::optional<Callback> callback = co_await ctx.AwaitCallback(0);
  heard.push_back(callback ? callback->status : "none");
  co_return Outcome::Ok();
}
Task<Outcome> RunTwice(ActionContext& ctx) {
  co_await Call(ctx.job().id + "@" + std::string(ctx.node()), "one", 0);
  for (int i = 0; i < 2; ++i) {
    const std::optional<Callback> callback = co_await ctx.AwaitCallback(0);
    heard.push_back(callback ? callback->status : "none");
  }
  co_return Outcome::Ok();
}
Task<Outcome> RunOk(ActionContext&) {
  co_return Outcome::Ok();
}
constexpr hpdl_kind kCalled{"called", &RunCalled, false};
constexpr hpdl_kind kInterrupted{"interrupted", &RunInterrupted, false};
constexpr hpdl_kind kTwice{"twice", &RunTwice, false};
constexpr hpdl_kind kOk{"ok", &RunOk, false};

class CallbackRun : public testing::EngineFixture {
 protected:
  void SetUp() override {
    EngineFixture::SetUp();
    answers.clear();
    heard.clear();
    url.clear();
    opened = 0;
    options_.callback_listen = "127.0.0.1:0";
  }

  hpdl_workflow Flow(WorkflowBuilder& w, const hpdl_kind* kind) {
    w.Start("a");
    w.Action("a", kind, "last", "last");
    w.Action("last", &kOk, "end", "end");
    w.End("end");
    return w.Finish();
  }
  Result<JobState> Go(const hpdl_program& program, const std::string& id) {
    return ExecuteWith(program, *state_, id, nullptr, hooks_);
  }
};

TEST_F(CallbackRun, TheActionHearsEachOnceAndInOrder) {
  WorkflowBuilder w("w");
  ProgramBuilder builder({Flow(w, &kCalled)});
  builder.program.network = &kNetwork;
  const std::string id = *Submit(builder.program, *state_, options_);
  ASSERT_EQ(*Go(builder.program, id), JobState::kSucceeded);
  EXPECT_EQ(heard, (std::vector<std::string>{"one", "two", "none"}));
  EXPECT_EQ(answers, (std::vector<int>{200, 200, 200, 404, 404}));
  const auto store = state_->OpenJob(id, true);
  const JobFacts facts = *(*store)->Facts();
  EXPECT_EQ(facts.callback_address, "127.0.0.1:4711");
  EXPECT_EQ(
      url, "http://127.0.0.1:4711/callback/" + facts.callback_token + "?id=" + id + "@a&status=$s");
  EXPECT_EQ((*store)->Callbacks(0, 0)->size(), 2U);
  EXPECT_EQ(listening, nullptr) << "closed at the end";
}

TEST_F(CallbackRun, WhatCameBeforeTheEndOfAProcessIsHeardAfterIt) {
  WorkflowBuilder w("w");
  ProgramBuilder builder({Flow(w, &kInterrupted)});
  builder.program.network = &kNetwork;
  const std::string id = *Submit(builder.program, *state_, options_);
  ASSERT_EQ(*Go(builder.program, id), JobState::kSuspended);
  const JobFacts before = *(*state_->OpenJob(id, true))->Facts();
  ASSERT_EQ(*Go(builder.program, id), JobState::kSucceeded);
  const JobFacts after = *(*state_->OpenJob(id, true))->Facts();
  EXPECT_EQ(before.callback_token, after.callback_token);
  EXPECT_EQ(before.callback_address, after.callback_address);
  EXPECT_EQ(opened, 2);
  EXPECT_EQ(heard, std::vector<std::string>{"none"}) << "it was for the attempt before";
}

TEST_F(CallbackRun, AJournalThatLostOneKeepsTheOthers) {
  WorkflowBuilder w("w");
  ProgramBuilder builder({Flow(w, &kTwice)});
  builder.program.network = &kNetwork;
  const std::string id = *Submit(builder.program, *state_, options_);
  {
    CallbackRow row;
    row.node = "a";
    row.number = 1;  // the callback with number 0 was damaged and not salvaged
    row.status = "early";
    const auto store = state_->OpenJob(id, false);
    ASSERT_TRUE((*store)->PutCallback(row) && (*store)->Commit());
  }
  ASSERT_EQ(*Go(builder.program, id), JobState::kSucceeded);
  EXPECT_EQ(heard, (std::vector<std::string>{"early", "one"}));
  EXPECT_EQ((*state_->OpenJob(id, true))->Callbacks(0, 0)->size(), 2U);
}

TEST_F(CallbackRun, NobodyAskedNobodyListens) {
  WorkflowBuilder w("w");
  ProgramBuilder builder({Flow(w, &kOk)});
  builder.program.network = &kNetwork;
  options_.callback_listen.clear();
  const std::string id = *Submit(builder.program, *state_, options_);
  EXPECT_EQ(*Go(builder.program, id), JobState::kSucceeded);
  EXPECT_EQ(opened, 0);
  EXPECT_EQ((*state_->OpenJob(id, true))->Facts()->callback_token, "");
}

TEST_F(CallbackRun, ABusyPortChangesNothing) {
  WorkflowBuilder w("w");
  ProgramBuilder builder({Flow(w, &kOk)});
  builder.program.network = &kNetwork;
  options_.callback_listen = "127.0.0.1:99";
  const std::string id = *Submit(builder.program, *state_, options_);
  const Result<JobState> state = Go(builder.program, id);
  ASSERT_FALSE(state);
  EXPECT_EQ(state.error().code, "E0728");
  EXPECT_EQ((*state_->OpenJob(id, true))->Jobs()->front().state, JobState::kPrep);
}

}  // namespace
}  // namespace hpdl::rt
