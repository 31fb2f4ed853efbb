#include "stdlib/remote/remote_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "runtime/engines/workflow/testing/fake_context.h"
#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::stdlib {
namespace {

using rt::ErrorClass;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string Content(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// Runs scripts in a shell of this machine, with its own home, in place of another machine.
class LocalSsh : public rt::Ssh {
 public:
  explicit LocalSsh(std::string home) : home_(std::move(home)) {}

  rt::Task<rt::Result<rt::SshReply>> Run(rt::SshRequest request) override {
    ++calls;
    if (fails_before && fails_before(calls)) {
      co_return Broken();
    }
    std::ofstream(home_ + "/script") << request.input;
    const std::string command = "cd / && HOME=" + home_ + " /bin/sh -s <" + home_ + "/script >" +
                                home_ + "/out 2>" + home_ + "/err";
    rt::SshReply reply;
    reply.exit_code = WEXITSTATUS(std::system(command.c_str()));
    reply.out = Content(home_ + "/out");
    reply.err = Content(home_ + "/err");
    if (fails_after && fails_after(calls)) {
      co_return Broken();
    }
    co_return reply;
  }

  int calls = 0;
  std::function<bool(int)> fails_before, fails_after;

 private:
  static rt::Error Broken() { return {ErrorClass::kTransient, "COULD_NOT_CONNECT", "broken"}; }
  const std::string home_;
};

LocalSsh* the_ssh = nullptr;
RemoteTask the_task;

rt::Task<rt::Outcome> RunOne(rt::ActionContext& ctx) {
  RemoteTask task = the_task;
  rt::Outcome outcome = co_await RunRemoteBy(*the_ssh, ctx, std::move(task));
  co_return outcome;
}
constexpr hpdl_kind kKind = {.name = "ssh", .run = RunOne};

class RemoteCommandTest : public ::testing::Test {
 protected:
  RemoteCommandTest() {
    ssh_ = std::make_unique<LocalSsh>(folder_);
    the_ssh = ssh_.get();
    ctx_ = std::make_unique<rt::testing::FakeContext>(folder_);
    std::ofstream(folder_ + "/site.xml")
        << "<configuration><property><name>oozie.action.retries.max</name><value>3</value></"
           "property>"
           "<property><name>oozie.action.retry.interval</name><value>0</value></property>"
           "</configuration>";
    ctx_->the_site = *rt::Site::Load(folder_ + "/site.xml");
    the_task = {};
    the_task.target = {"joe", "far", 22};
    the_task.capture = true;
    the_task.command.argv = {"/bin/sh", "-c", "echo x >>\"$HOME/ran\"; echo a=$HPDL_NODE"};
  }

  rt::Outcome Run() { return ctx_->Run(kKind); }
  std::string Ran() const { return Content(folder_ + "/ran"); }
  std::string Left() const {
    return std::filesystem::exists(folder_ + "/.hpdl/" + ctx_->attempt_tag) ? "left" : "";
  }
  void ExpectDone(const rt::Outcome& outcome) {
    ASSERT_FALSE(outcome.error) << outcome.error->message;
    EXPECT_EQ(outcome.data->at("a"), "action");
    EXPECT_EQ(outcome.tracker_uri, "joe@far");
    EXPECT_EQ(Ran(), "x\n");
    EXPECT_EQ(Left(), "");
  }

  const rt::testing::TemporaryFolder temporary_;
  const std::string folder_ = temporary_.path();
  std::unique_ptr<LocalSsh> ssh_;
  std::unique_ptr<rt::testing::FakeContext> ctx_;
};

TEST_F(RemoteCommandTest, Records) {
  ExpectDone(Run());
  EXPECT_THAT(ctx_->recorded, ElementsAre("remote directory", StartsWith("ended 0 ")));
}

TEST_F(RemoteCommandTest, EachCallMayBreakBeforeOrAfter) {
  for (int call = 1; call < 8; ++call) {
    for (const bool after : {false, true}) {
      std::filesystem::remove(folder_ + "/ran");
      ctx_->position.clear();
      ctx_->attempt_tag.back() = static_cast<char>('a' + call);
      ctx_->attempt_tag[10] = after ? '1' : '0';
      ssh_->calls = 0;
      (after ? ssh_->fails_after : ssh_->fails_before) = [call](int now) { return now == call; };
      const rt::Outcome outcome = Run();
      ssh_->fails_after = ssh_->fails_before = nullptr;
      ASSERT_FALSE(outcome.error) << outcome.error->message;
      EXPECT_EQ(Ran(), "x\n") << call << after;
    }
  }
}

TEST_F(RemoteCommandTest, ResumedItGoesOn) {
  ctx_->position = "remote directory";
  ctx_->is_resumed = true;
  std::filesystem::create_directories(folder_ + "/.hpdl/" + ctx_->attempt_tag);
  ExpectDone(Run());
}

TEST_F(RemoteCommandTest, ResumedAfterTheEndItOnlyTidies) {
  ctx_->position = "ended 0 77 9 9 a=action\n";
  std::filesystem::create_directories(folder_ + "/.hpdl/" + ctx_->attempt_tag);
  const rt::Outcome outcome = Run();
  ASSERT_FALSE(outcome.error);
  EXPECT_EQ(outcome.external_id, "77");
  EXPECT_EQ(Ran(), "");
  EXPECT_EQ(Left(), "");
  EXPECT_EQ(ssh_->calls, 1);
}

TEST_F(RemoteCommandTest, TheDirectoryIsGone) {
  ctx_->position = "remote directory";
  ctx_->is_resumed = true;
  const rt::Outcome outcome = Run();
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->code, "JA017");
  EXPECT_EQ(outcome.error->error_class, ErrorClass::kNonTransient);
  EXPECT_FALSE(outcome.at_end) << "retry is a new attempt";
  EXPECT_EQ(Ran(), "");
}

TEST_F(RemoteCommandTest, AnOutageThatLasts) {
  ssh_->fails_before = [](int) { return true; };
  rt::Outcome outcome = Run();
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(ssh_->calls, 4) << "one, and three retries";
  EXPECT_EQ(outcome.error->code, "COULD_NOT_CONNECT");
  EXPECT_EQ(outcome.error->error_class, ErrorClass::kNonTransient);
  EXPECT_FALSE(outcome.at_end);
  ssh_->fails_before = [](int call) { return call > 5; };
  outcome = Run();
  EXPECT_TRUE(outcome.at_end) << "the command may run: only to look again";
  EXPECT_EQ(Ran(), "");
}

TEST_F(RemoteCommandTest, NoRoomForTheDirectory) {
  std::ofstream(folder_ + "/.hpdl") << "a file";
  const rt::Outcome outcome = Run();
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->code, "SETUP_FAILED");
  EXPECT_EQ(outcome.error->error_class, ErrorClass::kNonTransient);
  EXPECT_THAT(outcome.error->message, HasSubstr(".hpdl"));
}

}  // namespace
}  // namespace hpdl::stdlib
