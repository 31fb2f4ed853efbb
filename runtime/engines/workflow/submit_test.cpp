#include "runtime/engines/workflow/submit.h"

#include <sys/resource.h>

#include <csignal>
#include <filesystem>

#include "runtime/engines/workflow/testing/engine_fixture.h"
#include "runtime/engines/workflow/testing/program_builder.h"

namespace hpdl::rt {
namespace {

class SubmitTest : public testing::EngineFixture {
 protected:
  std::size_t Folders() const {
    const std::filesystem::directory_iterator jobs(root_ + "/state/jobs"), end;
    return static_cast<std::size_t>(std::distance(jobs, end));
  }
};

TEST_F(SubmitTest, OneThatFailsLeavesNothing) {
  testing::WorkflowBuilder w("w");
  w.Start("end");
  w.End("end");
  const testing::ProgramBuilder builder({w.Finish()});
  std::size_t made = 0;
  for (rlim_t limit = 1; limit < 400'000; limit += limit < 50'000 ? 4096 : 20'000) {
    const pid_t program = fork();
    if (program == 0) {
      signal(SIGXFSZ, SIG_IGN);
      const struct rlimit file_size{limit, limit};
      setrlimit(RLIMIT_FSIZE, &file_size);
      options_.properties["large"] = std::string(100'000, 'x');
      _exit(Submit(builder.program, *state_, options_) ? 0 : 1);
    }
    int status = -1;
    waitpid(program, &status, 0);
    ASSERT_TRUE(WIFEXITED(status)) << limit;
    made += WEXITSTATUS(status) == 0 ? 1 : 0;
    EXPECT_EQ(Folders(), made) << limit;
  }
  EXPECT_GT(made, 0U);
}

}  // namespace
}  // namespace hpdl::rt
