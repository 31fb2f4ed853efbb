#include "runtime/ground/base/die_with_parent.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace hpdl::rt {
namespace {

/// Starts a parent process that starts a child, then kills the parent. If `is_told`, the child has
/// kParentVariable. Returns true if the child ends too. The test notices the child's death because
/// the child's side of a socket pair is then closed. A child that lives on ends when the test
/// closes its own side.
bool EndsWithItsParent(bool is_told) {
  int ends[2] = {};
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
    return false;
  }
  const pid_t parent = fork();
  if (parent == 0) {
    const std::string self = std::to_string(getpid());
    if (fork() == 0) {
      close(ends[0]);
      if (is_told) {
        setenv(kParentVariable, self.c_str(), 1);
      }
      DieWithParent();
      char end = 0;
      const bool told = write(ends[1], "x", 1) == 1;
      _exit(told && read(ends[1], &end, 1) == 0 ? 0 : 1);
    }
    close(ends[0]);
    pause();
    _exit(0);
  }
  close(ends[1]);
  char begun = 0;
  EXPECT_EQ(read(ends[0], &begun, 1), 1);
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  pollfd closed{ends[0], POLLIN, 0};
  const bool has_ended = poll(&closed, 1, is_told ? 120'000 : 100) == 1;
  close(ends[0]);
  return has_ended;
}

TEST(DieWithParentTest, OnlyWhoIsToldSo) {
  EXPECT_TRUE(EndsWithItsParent(true));
  EXPECT_FALSE(EndsWithItsParent(false));
}

TEST(DieWithParentTest, ItHasEndedAlready) {
  EXPECT_EXIT(
      {
        setenv(kParentVariable, "1", 1);
        DieWithParent();
      },
      ::testing::ExitedWithCode(128 + SIGKILL), "");
}

}  // namespace
}  // namespace hpdl::rt
