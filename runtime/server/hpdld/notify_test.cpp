#include "runtime/server/hpdld/notify.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <string>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

/// Stands in for systemd: receives the datagrams of NotifySystemd(), and sets the variables that
/// systemd sets for a service.
class NotifyTest : public ::testing::Test {
 protected:
  void TearDown() override {
    for (const char* name : {"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_PID",
                             "LISTEN_FDS", "LISTEN_FDNAMES"}) {
      unsetenv(name);
    }
  }
  Descriptor Bind(const std::string& place) {
    Descriptor file(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, place.data(), place.size());
    if (place[0] == '@') {
      address.sun_path[0] = '\0';
    }
    EXPECT_EQ(bind(file.get(), reinterpret_cast<const sockaddr*>(&address),
                   static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + place.size())),
              0);
    return file;
  }
  static std::string Received(const Descriptor& file) {
    char text[64];
    const ssize_t size = recv(file.get(), text, sizeof text, 0);
    return {text, static_cast<std::size_t>(size < 0 ? 0 : size)};
  }
  const testing::TemporaryFolder folder_;
};

TEST_F(NotifyTest, SystemdHearsIt) {
  for (const std::string& place :
       {folder_.path() + "/notify", "@hpdld-test-" + std::to_string(getpid())}) {
    const Descriptor systemd = Bind(place);
    NotifySystemd("READY=1");  // NOTIFY_SOCKET is not set yet, so nothing is sent
    setenv("NOTIFY_SOCKET", place.c_str(), 1);
    NotifySystemd("WATCHDOG=1");
    EXPECT_EQ(Received(systemd), "WATCHDOG=1");
    EXPECT_EQ(Received(systemd), "");
    unsetenv("NOTIFY_SOCKET");
  }
}

TEST_F(NotifyTest, NobodyHearsIt) {
  for (const std::string& place : {folder_.path() + "/nobody", std::string(200, 'x')}) {
    setenv("NOTIFY_SOCKET", place.c_str(), 1);
    NotifySystemd("READY=1");
  }
}

TEST_F(NotifyTest, TheWatchdogIsForThisProcess) {
  EXPECT_EQ(WatchdogTime().count(), 0);
  setenv("WATCHDOG_USEC", "30000000", 1);
  EXPECT_EQ(WatchdogTime(), std::chrono::seconds(30));
  setenv("WATCHDOG_PID", std::to_string(getpid()).c_str(), 1);
  EXPECT_EQ(WatchdogTime(), std::chrono::seconds(30));
  setenv("WATCHDOG_PID", "1", 1);
  EXPECT_EQ(WatchdogTime().count(), 0);
}

TEST_F(NotifyTest, NoSocketIsTakenThatIsNotGiven) {
  EXPECT_EQ(TakeListeningSocket()->get(), -1);
  setenv("LISTEN_PID", "1", 1);
  setenv("LISTEN_FDS", "1", 1);
  EXPECT_EQ(TakeListeningSocket()->get(), -1);
  EXPECT_EQ(std::getenv("LISTEN_FDS"), nullptr);
  setenv("LISTEN_PID", std::to_string(getpid()).c_str(), 1);
  setenv("LISTEN_FDS", "2", 1);
  EXPECT_FALSE(TakeListeningSocket());
}

TEST_F(NotifyTest, ASocketIsMovedAway) {
  const pid_t child = fork();
  if (child == 0) {  // uses a child process, because descriptor 3 of the test may be in use
    const Descriptor listening(socket(AF_INET, SOCK_STREAM, 0));
    dup2(listening.get(), 3);
    setenv("LISTEN_PID", std::to_string(getpid()).c_str(), 1);
    setenv("LISTEN_FDS", "1", 1);
    const Result<Descriptor> taken = TakeListeningSocket();
    const bool moved = taken && taken->get() > 3 && fcntl(3, F_GETFD) < 0;
    _exit(moved && fcntl(taken->get(), F_GETFD) == FD_CLOEXEC ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace hpdl::rt
