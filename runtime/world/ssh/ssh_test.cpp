#include "runtime/world/ssh/ssh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include "runtime/ground/base/testing/eventually.h"
#include "runtime/world/ssh/testing/ssh_server.h"

namespace hpdl::rt {
namespace {

namespace asio = boost::asio;
using ::testing::AllOf;
using ::testing::HasSubstr;
using Clock = std::chrono::steady_clock;

using testing::Server;
using testing::Shell;

class SshTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    unsetenv("SSH_AUTH_SOCK");
    server_ = std::make_unique<Server>();
  }
  static void TearDownTestSuite() { server_.reset(); }
  SshTest() {
    options_.known_hosts = server_->Path("known_hosts");
    options_.identities = {server_->Path("client")};
    options_.connect_ms = 60'000;
  }

  SshRequest Request(std::string command, std::string input = {}) const {
    SshRequest request;
    request.target = {Shell("id -un"), "127.0.0.1", static_cast<std::uint16_t>(server_->port)};
    request.command = std::move(command);
    request.input = std::move(input);
    request.timeout_ms = 60'000;
    return request;
  }
  /// Returns the reply to a request; runs the loop of the test.
  Result<SshReply> Run(SshRequest request) { return RunOn(loop_, std::move(request)); }
  Result<SshReply> RunOn(asio::io_context& loop, SshRequest request) {
    Result<SshReply> got = SshReply{};
    asio::co_spawn(loop, One(options_, std::move(request), &got), asio::detached);
    loop.restart();
    loop.run_for(testing::kPatience);
    return got;
  }
  static Task<void> One(SshOptions options, SshRequest request, Result<SshReply>* got) {
    *got = Error{ErrorClass::kFatal, "HANGS", "no end"};
    Ssh* ssh = co_await SshOnThisLoop(options);
    *got = co_await ssh->Run(std::move(request));
    auto executor = co_await asio::this_coro::executor;
    static_cast<asio::io_context&>(asio::query(executor, asio::execution::context)).stop();
  }
  /// Runs a command with the options that the test has set. The connection must fail; returns its
  /// error.
  Error Refusal() {
    const Result<SshReply> reply = Run(Request("true"));
    EXPECT_FALSE(reply.ok());
    return reply ? Error{} : reply.error();
  }
  std::string Write(const std::string& name, const std::string& text) {
    std::ofstream(server_->Path(name)) << text;
    return server_->Path(name);
  }

  static std::unique_ptr<Server> server_;
  SshOptions options_;
  asio::io_context loop_{1};
};
std::unique_ptr<Server> SshTest::server_;

TEST_F(SshTest, OutputErrorsAndExitCode) {
  const Result<SshReply> reply = Run(Request("cat; echo oops >&2; exit 7", "in\nput"));
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(reply->exit_code, 7);
  EXPECT_EQ(reply->out, "in\nput");
  EXPECT_EQ(reply->err, "oops\n");
}

TEST_F(SshTest, LongInputAndOutput) {
  const std::string text(3'000'000, 'x');
  SshRequest request = Request("cat", text);
  request.output_limit = text.size();
  Result<SshReply> reply = Run(request);
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(reply->out, text);
  request.output_limit = text.size() - 1;
  reply = Run(request);
  ASSERT_FALSE(reply.ok());
  EXPECT_EQ(reply.error().code, "SSH_TOO_LONG");
  EXPECT_EQ(reply.error().error_class, ErrorClass::kError);
}

TEST_F(SshTest, InputThatNobodyReads) {
  const Result<SshReply> reply = Run(Request("exit 3", std::string(5'000'000, 'x')));
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(reply->exit_code, 3);
}

TEST_F(SshTest, ASignalIsNoExitCode) {
  const Result<SshReply> reply = Run(Request("kill -9 $$"));
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_NE(reply->exit_code, 0);
}

TEST_F(SshTest, ManyCommandsShareFewConnections) {
  const std::size_t before = server_->Logins();
  constexpr int kCount = 60;
  int done = 0;
  for (int i = 0; i < kCount; ++i) {
    asio::co_spawn(
        loop_,
        [](SshOptions options, SshRequest request, int number, int* done,
           asio::io_context* loop) -> Task<void> {
          Ssh* ssh = co_await SshOnThisLoop(options);
          const Result<SshReply> reply = co_await ssh->Run(std::move(request));
          EXPECT_TRUE(reply.ok()) << reply.error().message;
          EXPECT_EQ(reply->out, std::to_string(number));
          if (++*done == kCount) {
            loop->stop();
          }
        }(options_, Request("printf " + std::to_string(i)), i, &done, &loop_),
        asio::detached);
  }
  loop_.run_for(testing::kPatience);
  EXPECT_EQ(done, kCount);
  const std::size_t logins = server_->Logins() - before;
  EXPECT_GE(logins, 1U);
  EXPECT_LE(logins, 4U) << "to one machine go half of the connections at most";
}

TEST_F(SshTest, ADeadConnectionIsReplaced) {
  ASSERT_TRUE(Run(Request("true")).ok());
  const std::size_t before = server_->Logins();
  server_->BreakConnections();
  const Result<SshReply> reply = Run(Request("echo again"));
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(reply->out, "again\n");
  EXPECT_EQ(server_->Logins(), before + 1);
}

TEST_F(SshTest, UnknownHost) {
  options_.known_hosts = Write("empty", "# nobody\n");
  const Error error = Refusal();
  EXPECT_EQ(error.code, "HOST_KEY");
  EXPECT_EQ(error.error_class, ErrorClass::kNonTransient);
  EXPECT_THAT(error.message, AllOf(HasSubstr("127.0.0.1:"), HasSubstr("SHA256:"),
                                   HasSubstr("is not in " + options_.known_hosts)));
}

TEST_F(SshTest, NoKnownHostsFile) {
  options_.known_hosts = server_->Path("missing");
  EXPECT_EQ(Refusal().code, "HOST_KEY");
}

TEST_F(SshTest, AnotherKeyThanTheKnownOne) {
  Shell("ssh-keygen -q -t ed25519 -N '' -f " + server_->Path("other"));
  options_.known_hosts =
      Write("changed", "[127.0.0.1]:" + std::to_string(server_->port) + " " +
                           Shell("cut -d' ' -f1,2 " + server_->Path("other.pub")) + "\n");
  const Error error = Refusal();
  EXPECT_EQ(error.code, "HOST_KEY");
  EXPECT_THAT(error.message, HasSubstr("CHANGED"));
}

TEST_F(SshTest, ARevokedKey) {
  const std::string line = Shell("cat " + server_->Path("known_hosts"));
  options_.known_hosts = Write("revoked", line + "\n@revoked * " + line.substr(line.find(' ') + 1));
  EXPECT_THAT(Refusal().message, HasSubstr("@revoked"));
}

TEST_F(SshTest, AHashedNameIsKnown) {
  Write("hashed", Shell("cat " + server_->Path("known_hosts")) + "\n");
  Shell("ssh-keygen -q -H -f " + server_->Path("hashed") + " 2>&1");
  options_.known_hosts = server_->Path("hashed");
  const Result<SshReply> reply = Run(Request("true"));
  EXPECT_TRUE(reply.ok()) << reply.error().message;
}

TEST_F(SshTest, AKeyThatTheServerDoesNotTake) {
  Shell("ssh-keygen -q -t ed25519 -N '' -f " + server_->Path("stranger"));
  options_.identities = {server_->Path("nothing"), server_->Path("stranger")};
  const Error error = Refusal();
  EXPECT_EQ(error.code, "AUTH_FAILED");
  EXPECT_EQ(error.error_class, ErrorClass::kNonTransient);
  EXPECT_THAT(error.message, AllOf(HasSubstr("nothing (there is no such file)"),
                                   HasSubstr(server_->Path("stranger"))));
}

TEST_F(SshTest, AnEncryptedKey) {
  Shell("ssh-keygen -q -t ed25519 -N secret -f " + server_->Path("locked"));
  options_.identities = {server_->Path("locked")};
  const Error error = Refusal();
  EXPECT_EQ(error.code, "AUTH_FAILED");
  EXPECT_THAT(error.message, HasSubstr("locked (encrypted, and not in an agent)"));
}

TEST_F(SshTest, TheAgentHasTheEncryptedKey) {
  Shell("cp " + server_->Path("client") + " " + server_->Path("agents") +
        "; ssh-keygen -q -p -N ''" + " -f " + server_->Path("agents"));
  const std::string socket = server_->Path("agent.sock");
  const std::string pid =
      Shell("ssh-agent -a " + socket + " | sed -n 's/.*AGENT_PID=\\([0-9]*\\).*/\\1/p'");
  Shell("SSH_AUTH_SOCK=" + socket + " ssh-add -q " + server_->Path("agents") + " 2>&1");
  setenv("SSH_AUTH_SOCK", socket.c_str(), 1);
  options_.identities = {server_->Path("nothing")};
  const Result<SshReply> reply = Run(Request("true"));
  EXPECT_TRUE(reply.ok()) << reply.error().message;
  unsetenv("SSH_AUTH_SOCK");
  kill(std::stoi(pid), SIGTERM);
}

TEST_F(SshTest, AnAgentThatIsGone) {
  setenv("SSH_AUTH_SOCK", server_->Path("no-agent").c_str(), 1);
  const Result<SshReply> reply = Run(Request("true"));
  EXPECT_TRUE(reply.ok()) << reply.error().message;
  unsetenv("SSH_AUTH_SOCK");
}

TEST_F(SshTest, WithoutAHome) {
  const std::string home = getenv("HOME");
  unsetenv("HOME");
  const Result<SshReply> reply = Run(Request("true"));
  EXPECT_TRUE(reply.ok()) << reply.error().message;
  options_ = {};
  asio::io_context other(1);
  EXPECT_EQ(RunOn(other, Request("true")).error().code, "HOST_KEY");
  setenv("HOME", home.c_str(), 1);
}

TEST_F(SshTest, NobodyListens) {
  SshRequest request = Request("true");
  request.target.port = 1;
  const Result<SshReply> reply = Run(request);
  ASSERT_FALSE(reply.ok());
  EXPECT_EQ(reply.error().code, "COULD_NOT_CONNECT");
  EXPECT_EQ(reply.error().error_class, ErrorClass::kTransient);
  EXPECT_THAT(reply.error().message, AllOf(HasSubstr("127.0.0.1:1"), HasSubstr("refused")));
}

TEST_F(SshTest, NoSuchName) {
  SshRequest request = Request("true");
  request.target.host = "no-such-host.invalid";
  const Result<SshReply> reply = Run(request);
  ASSERT_FALSE(reply.ok());
  EXPECT_THAT(reply.error().code, ::testing::AnyOf("COULD_NOT_RESOLVE_HOST", "COULD_NOT_CONNECT"));
  EXPECT_EQ(reply.error().error_class, ErrorClass::kTransient);
}

TEST_F(SshTest, ANameOfTheHostsFile) {
  SshRequest request = Request("true");
  request.target.host = "localhost";
  const Result<SshReply> reply = Run(request);
  ASSERT_FALSE(reply.ok());  // the host answers, but known_hosts lists it under a different name
  EXPECT_EQ(reply.error().code, "HOST_KEY");
}

/// A port that takes connections and never sends a byte.
class Silent {
 public:
  Silent() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    EXPECT_EQ(bind(fd_, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(listen(fd_, 8), 0);
    getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size);
    port = ntohs(address.sin_port);
  }
  ~Silent() { close(fd_); }
  std::uint16_t port = 0;

 private:
  const int fd_ = socket(AF_INET, SOCK_STREAM, 0);
};

TEST_F(SshTest, AServerThatSaysNothing) {
  const Silent silent;
  SshRequest request = Request("true");
  request.target.port = silent.port;
  request.timeout_ms = 300;
  const auto start = Clock::now();
  const Result<SshReply> reply = Run(request);
  ASSERT_FALSE(reply.ok());
  EXPECT_EQ(reply.error().code, "COULD_NOT_CONNECT");
  EXPECT_THAT(reply.error().message, HasSubstr("no answer within"));
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(60));
}

TEST_F(SshTest, ACommandThatDoesNotEnd) {
  SshRequest request = Request("sleep 600");
  request.timeout_ms = 500;
  EXPECT_EQ(Run(request).error().code, "COULD_NOT_CONNECT");
}

TEST_F(SshTest, TheEndOfTheLoopEndsWhatRuns) {
  const Silent silent;
  const auto start = Clock::now();
  {
    asio::io_context loop(1);
    Result<SshReply> got = SshReply{};
    SshRequest request = Request("true");
    request.target.port = silent.port;
    asio::co_spawn(loop, One(options_, request, &got), asio::detached);
    asio::co_spawn(loop, One(options_, Request("sleep 600"), &got), asio::detached);
    loop.run_for(std::chrono::milliseconds(300));  // time: the loop may end at any step
  }
  EXPECT_LT(Clock::now() - start, std::chrono::minutes(5));
}

TEST(SshTargetTest, Text) {
  EXPECT_EQ((SshTarget{"joe", "a.example.org", 22}).Text(), "joe@a.example.org");
  EXPECT_EQ((SshTarget{"joe", "::1", 2222}).Text(), "joe@[::1]:2222");
}

}  // namespace
}  // namespace hpdl::rt
