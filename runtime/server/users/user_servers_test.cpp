#include "runtime/server/users/user_servers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <optional>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

using ::testing::HasSubstr;

/// A shell command that writes a frame of UserServerReady without an error.
constexpr const char* kSaysReady = "printf '\\011\\000\\000\\000R\\000\\000\\000\\000' >&3; ";

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
    setup.program = {"/bin/sh", "-c", script};
    setup.log = [this](LogLevel, std::string_view line) { log_ += std::string(line) + "\n"; };
    servers_.emplace(loop_, children_, names_, std::move(setup));
    ASSERT_TRUE(servers_->Begin());
  }
  /// Returns the message of the error that a request ends with.
  std::string Ask(std::chrono::seconds patience = UserServers::kAnswerPatience) {
    std::optional<Result<UserAnswer>> answer;
    const auto ask = [&]() -> Task<void> {
      UserRequest request;
      answer = co_await servers_->Ask(user_, std::move(request), patience);
      loop_.stop();
    };
    boost::asio::co_spawn(loop_, ask, boost::asio::detached);
    loop_.restart();
    loop_.run();
    return *answer ? "answered" : answer->error().message;
  }

  const testing::TemporaryFolder folder_;
  boost::asio::io_context loop_{1};
  Children children_{loop_};
  NameService names_{loop_, children_, {}};
  std::optional<UserServers> servers_;
  std::string user_, log_;
};

TEST_F(UserServersTest, OneThatEndsAsSoonAsItServesIsAnError) {
  for (int i = 0; i < 20; ++i) {
    servers_.reset();
    Begin(std::string(kSaysReady) + "exit 3");
    EXPECT_THAT(Ask(), HasSubstr("the server of '" + user_ + "' "));
    EXPECT_TRUE(servers_->Running().empty());
  }
}

TEST_F(UserServersTest, OneThatCannotServeSaysWhy) {
  // The script reports that it cannot serve; the error is "disk".
  Begin("printf '\\015\\000\\000\\000R\\004\\000\\000\\000disk' >&3");
  EXPECT_THAT(Ask(), HasSubstr("cannot serve: disk"));
}

/// The script goes on when its connection is closed; only a signal ends the script.
TEST_F(UserServersTest, OneThatTalksNonsenseIsEnded) {
  Begin(std::string(kSaysReady) + "echo nonsense >&3; exec tail -f /dev/null");
  EXPECT_THAT(Ask(), HasSubstr("ended by signal 9"));
}

TEST_F(UserServersTest, OneThatDoesNotAnswerIsWaitedForSoLong) {
  Begin(std::string(kSaysReady) + "exec cat <&3 >/dev/null");
  EXPECT_THAT(Ask(std::chrono::seconds{1}), HasSubstr("did not answer in time"));
  EXPECT_THAT(servers_->Running(), ::testing::ElementsAre(user_));
}

TEST_F(UserServersTest, ADirectoryIsTheUsersAlone) {
  Begin("exit 1");
  (void)Ask();
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
