#include "runtime/server/hpdld/supervisor.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "runtime/ground/base/frames.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/server/processes/testing/scripted_process.h"
#include "runtime/server/users/pass.h"
#include "runtime/world/http/http_server.h"

namespace hpdl::rt {
namespace {

using ::testing::HasSubstr;

constexpr const char* kUser = "nobody";  // an account of each machine, and no system account
constexpr const char* kAccount = "daemon";
constexpr const char* kStoreAccount = "bin";

std::string TextOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream all;
  all << file.rdbuf();
  return all.str();
}

/// Returns the number of frames of a type.
std::size_t FramesIn(std::string_view bytes, UserMessage type) {
  std::size_t count = 0;
  for (std::size_t size = 0; (size = FrameSize(bytes)) != 0; bytes.remove_prefix(size)) {
    count += FrameType(bytes) == static_cast<char>(type) ? 1 : 0;
  }
  return count;
}

/// Tests in which the test itself speaks as the front: a script passes bytes on in both directions.
/// All processes run as root, because only the front itself gives up its rights.
class SupervisorTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) {
      GTEST_SKIP() << "only root's hpdld has several processes";
    }
    const std::string fifo = Path("to");
    ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
    to_ = Descriptor(open(fifo.c_str(), O_RDWR | O_CLOEXEC));
    std::ofstream passwords(Path("passwords"));
    passwords << kUser << ":$2b$04$abcdefghijklmnopqrstuuyvPXIbu7xe6/CED2DzX8z6Si09MlzlW\n";
    passwords.close();
    chmod(Path("passwords").c_str(), 0600);
  }

  std::string Path(const std::string& name) const { return folder_.path() + "/" + name; }
  std::string Says(const std::string& name, const std::string& message) {
    return testing::Reports(Path(name), message);
  }
  /// Returns a shell command that waits for a file of the test.
  std::string Awaits(const std::string& name) const {
    return "while test ! -e " + Path(name) + "; do sleep 0.01; done; ";
  }
  /// Returns the script of a front that the test speaks for.
  std::string Front() {
    FrontReady ready;
    ready.url.SetBegin("http://here/oozie");
    return Says("front", FixedMessage(ready)) + "cat " + Path("to") + " >&4 & exec cat <&3 >>" +
           Path("from");
  }

  /// Begins, and waits until the front serves or cannot serve. Returns the URL, or the error.
  std::string Begin(const std::string& front, const std::string& front_account = kAccount) {
    SupervisorSetup setup;
    Result<Descriptor> port = OpenPort("127.0.0.1", 0);
    setup.socket = std::move(*port);
    setup.front_account = front_account;
    setup.store_account = kStoreAccount;
    setup.front_program = testing::ScriptedProcess(front);
    setup.store_program = testing::ScriptedProcess(Says("store", FixedMessage(StoreReady())) +
                                                   "exec cat <&3 >/dev/null");
    setup.users.program = testing::ScriptedProcess(Says("server", FixedMessage(UserServerReady())) +
                                                   "exec cat <&3 >>" + Path("told"));
    setup.users.state_path = folder_.path();
    setup.users.pass_secret = "secret";
    setup.front.limits.http.connections = 10;
    setup.front.limits.user_requests = 5;
    setup.rules.enabled = true;
    setup.access_log = [] { return Descriptor(); };
    setup.log = [this](LogLevel, std::string_view line) { log_ += std::string(line) + "\n"; };
    setup.users.log = setup.log;
    Result<PasswordFile> passwords = PasswordFile::Open(Path("passwords"));
    EXPECT_TRUE(passwords) << passwords.error().message;
    supervisor_.emplace(loop_, children_, names_,
                        Logins::Setup{std::move(*passwords), "cookies", 1000, setup.log},
                        std::move(setup));
    std::optional<Result<std::string>> url;
    supervisor_->Begin([&](Result<std::string> said) { url = std::move(said); });
    while (!url) {
      loop_.run_one();
    }
    return *url ? **url : url->error().message;
  }

  /// Sends a message of the front, and waits for the next message to the front.
  template <class Answer, class Message>
  Answer Ask(const Message& message) {
    const std::string bytes = FixedMessage(message);
    EXPECT_EQ(write(to_.get(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    return Next<Answer>();
  }
  template <class Answer>
  Answer Next() {
    Answer answer;
    while (!ReadNextOf(&answer)) {
      loop_.poll();
      std::this_thread::yield();
    }
    return answer;
  }
  /// Reads the next message to the front that is of the type `Answer`. Returns false if it has not
  /// come yet.
  template <class Answer>
  bool ReadNextOf(Answer* answer) {
    const std::string bytes = TextOf(Path("from"));
    for (std::size_t size = 0; (size = FrameSize(std::string_view(bytes).substr(read_))) != 0;) {
      const std::string_view frame = std::string_view(bytes).substr(read_, size);
      read_ += size;
      if (Read(frame, answer)) {
        return true;
      }
    }
    return false;
  }
  void AwaitLog(const std::string& text) {
    while (log_.find(text) == std::string::npos) {
      loop_.run_one();
    }
  }

  const testing::TemporaryFolder folder_;
  boost::asio::io_context loop_{1};
  Children children_{loop_};
  NameService names_{loop_, children_, {}};
  std::optional<Supervisor> supervisor_;
  Descriptor to_;
  std::size_t read_ = 0;
  std::string log_;
};

FrontLogin Password(std::string_view user, std::string_view password) {
  FrontLogin login;
  login.user.SetBegin(user);
  login.proof.SetBegin(password);
  return login;
}

FrontOpen OpenOf(std::string_view caller, std::string_view user, std::string_view pass) {
  FrontOpen open;
  open.caller.SetBegin(caller);
  open.user.SetBegin(user);
  open.pass.SetBegin(pass);
  return open;
}

TEST_F(SupervisorTest, AServerIsOpenForWhoHasLoggedInAlone) {
  ASSERT_EQ(Begin(Front()), "http://here/oozie");
  using Outcome = LoginVerdict::Outcome;
  EXPECT_EQ(Ask<FrontLoginAnswer>(Password(kUser, "wrong")).verdict.outcome, Outcome::kWrong);
  EXPECT_EQ(Ask<FrontLoginAnswer>(Password("root", "pw")).verdict.outcome, Outcome::kWrong);
  const LoginVerdict login = Ask<FrontLoginAnswer>(Password(kUser, "pw")).verdict;
  ASSERT_EQ(login.outcome, Outcome::kProven);
  // A front that is taken over has this pass, and may ask for whatever it likes.
  for (const FrontOpen& forged :
       {OpenOf("bob", "bob", ""), OpenOf("bob", kUser, login.pass), OpenOf("bob", kUser, "1~x"),
        OpenOf("", "bob", ""), OpenOf("", kUser, ""), OpenOf("", "", login.pass)}) {
    const FrontOpened refused = Ask<FrontOpened>(forged);
    EXPECT_EQ(refused.server.run, 0U) << forged.caller.view();
    EXPECT_NE(refused.error, "");
    EXPECT_EQ(refused.server.pass, "");
  }
  EXPECT_TRUE(std::filesystem::is_empty(Path("users"))) << "a refused request has cost a folder";
  const FrontOpened opened = Ask<FrontOpened>(OpenOf(kUser, kUser, login.pass));
  EXPECT_EQ(opened.error, "");
  EXPECT_NE(opened.server.run, 0U);
  EXPECT_FALSE(IsGoodPass("secret", kUser, "", opened.server.pass));
  EXPECT_EQ(Ask<FrontRunningAnswer>(FrontRunning()).users, std::vector<std::string>{kUser});
}

TEST_F(SupervisorTest, AChangeNeedsAnAdministrator) {
  ASSERT_EQ(Begin(Front()), "http://here/oozie");
  const LoginVerdict login = Ask<FrontLoginAnswer>(Password(kUser, "pw")).verdict;
  FrontOpen again = OpenOf(kUser, kUser, login.pass);
  again.lost = Ask<FrontOpened>(again).server.run;
  ASSERT_NE(again.lost, 0U);
  FrontTell tell;
  tell.number = 7;
  tell.change = static_cast<std::uint8_t>(ServerChange::kSafeMode);
  tell.caller.SetBegin(kUser);
  tell.pass.SetBegin(login.pass);
  EXPECT_FALSE(Ask<FrontTold>(tell).done);
  // The second link is made after the change would have been sent.
  ASSERT_TRUE(Ask<FrontOpened>(again).link);
  const auto told = [this] { return TextOf(Path("told")); };
  while (FramesIn(told(), UserMessage::kLink) < 2) {
    loop_.poll();
    std::this_thread::yield();
  }
  EXPECT_EQ(FramesIn(told(), UserMessage::kRequest), 0U);
}

TEST_F(SupervisorTest, AFrontThatEndsIsStartedAgain) {
  ASSERT_EQ(
      Begin("if mkdir " + Path("first") + " 2>/dev/null; then " +
            Says("ready", FixedMessage(FrontReady())) + Awaits("end") + "exit 3; fi; " + Front()),
      "");
  std::ofstream(Path("end")) << "";
  AwaitLog("the front ended with exit code 3");
  EXPECT_TRUE(Ask<FrontRunningAnswer>(FrontRunning()).users.empty());
}

TEST_F(SupervisorTest, AFrontThatTalksNonsenseIsEnded) {
  ASSERT_EQ(Begin(Says("ready", FixedMessage(FrontReady())) + Awaits("go") + Says("nonsense", "x") +
                  "exec sleep 60"),
            "");
  std::ofstream(Path("go")) << "";
  AwaitLog("the front is killed, because it sent a message that cannot be read");
  AwaitLog("the front ended by signal 9");
}

TEST_F(SupervisorTest, AFrontCannotTakeAllPlaces) {
  ASSERT_EQ(Begin(Front()), "http://here/oozie");
  const LoginVerdict login = Ask<FrontLoginAnswer>(Password(kUser, "pw")).verdict;
  const FrontOpen one = OpenOf(kUser, kUser, login.pass);
  // A link is made once, or after the front has lost the last one, but not for ever.
  EXPECT_TRUE(Ask<FrontOpened>(one).link);
  EXPECT_FALSE(Ask<FrontOpened>(one).link);
  FrontOpen lost = one;
  lost.lost = Ask<FrontOpened>(one).server.run;
  std::size_t links = 0;
  while (Ask<FrontOpened>(lost).link) {
    ASSERT_LT(++links, 100U);
  }
  EXPECT_GT(links, 0U);
  // Users whose servers do not exist yet wait for accounts to be looked up.
  std::string many;
  for (int i = 0; i < 6; ++i) {
    many += FixedMessage(OpenOf(kUser, "no-such-user-" + std::to_string(i), login.pass));
  }
  for (int i = 0; i < 6; ++i) {
    many += FixedMessage(OpenOf(kUser, "no-such-user-" + std::to_string(i), login.pass));
  }
  ASSERT_EQ(write(to_.get(), many.data(), many.size()), static_cast<ssize_t>(many.size()));
  std::size_t refused = 0;
  for (int i = 0; i < 12; ++i) {
    const FrontOpened answer = Next<FrontOpened>();
    EXPECT_NE(answer.error, "");
    refused += answer.error.find("too many requests") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(refused, 2U);
}

TEST_F(SupervisorTest, AFrontThatCannotBeginIsAnError) {
  FrontReady ready;
  ready.error.SetBegin("no rights to give up");
  EXPECT_THAT(Begin(Says("ready", FixedMessage(ready))), HasSubstr("no rights to give up"));
}

TEST_F(SupervisorTest, AnAccountThatIsMissingIsAnError) {
  EXPECT_THAT(Begin(Front(), "no-such-account"),
              HasSubstr("useradd --system --no-create-home --shell /usr/sbin/nologin "
                        "no-such-account"));
}

}  // namespace
}  // namespace hpdl::rt
