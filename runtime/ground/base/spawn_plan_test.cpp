#include "runtime/ground/base/spawn_plan.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/ground/base/descriptor.h"

namespace hpdl::rt {
namespace {

/// Starts a script with `plan` and returns the text that it writes to its descriptor 7.
std::string Said(SpawnPlan* plan, const std::string& script,
                 const std::vector<std::string>& environment) {
  int pair[2];
  EXPECT_EQ(pipe2(pair, O_CLOEXEC), 0);
  const Descriptor read_end(pair[0]);
  {
    const Descriptor write_end(pair[1]);
    plan->Give(write_end.get(), 7);
    plan->CloseFrom(8);
    pid_t child = 0;
    EXPECT_EQ(plan->Start({"/bin/sh", "-c", script}, environment, &child), 0);
    waitpid(child, nullptr, 0);
  }
  std::string said(1000, '\0');
  const ssize_t size = read(read_end.get(), said.data(), said.size());
  said.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return said;
}

TEST(SpawnPlanTest, AChildHasWhatItIsGivenAndNothingElse) {
  const Descriptor other(open("/dev/null", O_RDONLY));  // exec does not close this descriptor
  const Descriptor high(fcntl(other.get(), F_DUPFD, 30));
  SpawnPlan plan;
  plan.GiveNothing(0, O_RDONLY);
  const std::string said = Said(
      &plan,
      "echo \"$A $B\" >&7; [ -e /proc/$$/fd/30 ] || echo closed >&7; readlink /proc/$$/fd/0 >&7",
      {"A=1", "PATH=/bin:/usr/bin"});
  EXPECT_EQ(said, "1 \nclosed\n/dev/null\n");
}

TEST(SpawnPlanTest, SignalsAreAsInANewSession) {
  signal(SIGTERM, SIG_IGN);
  SpawnPlan plan;
  const std::string said =
      Said(&plan, "ps -o sid= -p $$ | tr -d ' ' >&7; echo $$ >&7; kill -TERM $$; echo lives >&7",
           {"PATH=/bin:/usr/bin"});
  signal(SIGTERM, SIG_DFL);
  const std::size_t line = said.find('\n');
  EXPECT_EQ(said, said.substr(0, line) + "\n" + said.substr(0, line) + "\n");
}

TEST(SpawnPlanTest, AProgramThatIsNotThereIsAnErrno) {
  pid_t child = 0;
  EXPECT_EQ(SpawnPlan().Start({"/nowhere/program"}, &child), ENOENT);
}

}  // namespace
}  // namespace hpdl::rt
