#include "runtime/server/users/user_servers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read.hpp>
#include <fstream>
#include <optional>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/server/access/hmac.h"
#include "runtime/server/processes/fixed_text.h"
#include "runtime/server/processes/testing/scripted_process.h"
#include "runtime/server/users/pass.h"

namespace hpdl::rt {
namespace {

using ::testing::HasSubstr;

/// Tests with scripts in place of users' servers. The scripts run under the account that runs the
/// test. If root runs the test, the scripts run under the account `nobody`.
class UserServersTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0 && geteuid() < kLeastUid) {
      GTEST_SKIP() << "this user is one of the machine's own";
    }
    user_ = geteuid() == 0 ? "nobody" : getpwuid(geteuid())->pw_name;
  }
  void Begin(const std::string& script) {
    UserServersSetup setup;
    setup.state_path = folder_.path();
    setup.program = testing::ScriptedProcess(script);
    setup.log = [this](LogLevel, std::string_view line) { log_ += std::string(line) + "\n"; };
    servers_.emplace(loop_, children_, names_, std::move(setup));
    ASSERT_TRUE(servers_->Begin());
  }
  /// Returns a shell command that sends a message to the supervisor.
  std::string Says(const std::string& message) {
    return testing::Reports(folder_.path() + "/" + std::to_string(++files_), message);
  }
  std::string SaysReady(std::string_view error = {}) {
    UserServerReady ready;
    ready.error.SetBegin(error);
    return Says(FixedMessage(ready));
  }
  /// Runs the loop until a server is open or cannot be opened. Returns the message of the error.
  std::string Open() {
    std::optional<Result<OpenedServer>> opened;
    const auto open = [&]() -> Task<void> {
      opened = co_await servers_->Open(user_, caller_);
      loop_.stop();
    };
    boost::asio::co_spawn(loop_, open, boost::asio::detached);
    loop_.restart();
    loop_.run();
    opened_ = *opened ? **opened : OpenedServer();
    return *opened ? "opened" : opened->error().message;
  }
  /// Runs the loop until the log has a text.
  void AwaitLog(const std::string& text) {
    loop_.restart();
    while (log_.find(text) == std::string::npos) {
      loop_.run_one();
    }
  }

  const testing::TemporaryFolder folder_;
  boost::asio::io_context loop_{1};
  Children children_{loop_};
  NameService names_{loop_, children_, {}};
  std::optional<UserServers> servers_;
  std::string user_, log_;
  Caller caller_{"ann", "", "", ""};
  OpenedServer opened_;  ///< the result of the last Open()
  int files_ = 0;
};

TEST_F(UserServersTest, OneThatEndsAsSoonAsItServesIsAnError) {
  for (int i = 0; i < 20; ++i) {
    servers_.reset();
    log_.clear();
    Begin(SaysReady() + "exit 3");
    const std::string opened = Open();  // the end comes before or after the answer
    if (opened == "opened") {
      AwaitLog("ended with exit code 3");
    } else {
      EXPECT_THAT(opened, HasSubstr("the server of '" + user_ + "' "));
    }
    EXPECT_TRUE(servers_->Running().empty());
    EXPECT_FALSE(servers_->Link(user_, opened_.run));
  }
}

TEST_F(UserServersTest, OneThatCannotServeSaysWhy) {
  Begin(SaysReady("disk"));
  EXPECT_THAT(Open(), HasSubstr("cannot serve: disk"));
}

/// The script goes on when its connection is closed; only a signal ends the script.
TEST_F(UserServersTest, OneThatTalksNonsenseIsEnded) {
  for (const std::string& nonsense :
       {std::string("nonsense"), FixedMessage(UserServerReady()) + "more", std::string(1, '\0')}) {
    servers_.reset();
    log_.clear();
    Begin(SaysReady() + Says(nonsense) + "exec sleep 60");
    (void)Open();
    AwaitLog("ended by signal 9");
    EXPECT_TRUE(servers_->Running().empty());
  }
}

TEST_F(UserServersTest, ALinkIsPassedToTheServer) {
  // The script sends back what comes over the link.
  Begin(SaysReady() +
        "exec python3 -c 'import os, socket\n"
        "supervisor = socket.socket(fileno=3)\n"
        "while True:\n"
        "  data, passed, _, _ = socket.recv_fds(supervisor, 100000, 2)\n"
        "  if not data:\n"
        "    break\n"
        "  if passed:\n"
        "    os.write(passed[1], os.read(passed[0], 100)[::-1])\n'");
  ASSERT_EQ(Open(), "opened");
  EXPECT_TRUE(
      IsGoodPass(HmacSha256("", "passes to the server of " + user_), "ann", "", opened_.pass));
  EXPECT_FALSE(servers_->HasLink(user_));
  Result<Passed> link = servers_->Link(user_, opened_.run);
  ASSERT_TRUE(link) << link.error().message;
  EXPECT_TRUE(servers_->HasLink(user_));
  ASSERT_EQ(write(link->second.get(), "abc", 3), 3);
  std::string answer(3, '\0');
  boost::asio::posix::stream_descriptor readable(loop_, link->first.Release());
  boost::asio::async_read(readable, boost::asio::buffer(answer),
                          [&](const boost::system::error_code&, std::size_t) { loop_.stop(); });
  loop_.restart();
  loop_.run();
  EXPECT_EQ(answer, "cba");
  EXPECT_FALSE(servers_->Link(user_, opened_.run + 1));
  EXPECT_FALSE(servers_->Link("nobody-else", opened_.run));
  // A front that is taken over gets no more links than it can use.
  std::size_t more = 0;
  while (servers_->Link(user_, opened_.run)) {
    ASSERT_LT(++more, 100U);
  }
  servers_->FrontEnded();
  EXPECT_TRUE(servers_->Link(user_, opened_.run));
}

TEST_F(UserServersTest, ADirectoryIsTheUsersAlone) {
  Begin("exit 1");
  (void)Open();
  struct stat info{};
  ASSERT_EQ(lstat((folder_.path() + "/users/" + user_).c_str(), &info), 0);
  EXPECT_EQ(info.st_mode, S_IFDIR | 0700U);
  EXPECT_EQ(info.st_uid, getpwnam(user_.c_str())->pw_uid);
  EXPECT_TRUE(servers_->Has(user_));
  EXPECT_FALSE(servers_->Has(".."));
  EXPECT_FALSE(servers_->Has("no-such-account"));
}

}  // namespace
}  // namespace hpdl::rt
