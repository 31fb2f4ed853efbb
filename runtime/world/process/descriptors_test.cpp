#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <string>

#include "runtime/world/process/processes.h"
#include "runtime/world/process/status_log.h"
#include "runtime/world/process/testing/processes_fixture.h"

namespace hpdl::rt {
namespace {

using testing::Eventually;
using testing::ProcessesTest;
using testing::ReadFile;

TEST_F(ProcessesTest, ChildInheritsNothingElse) {
  const int leak = open("/dev/null", O_RDONLY);
  Start(1);
  RunToEnd(Shell(
      "ls /proc/self/fd | wc -l; readlink /proc/self/fd/0; cat; ps -o tpgid= -p $$ | tr -d ' '"));
  // The descriptors are 0, 1, 2 and the descriptor with which ls reads the directory.
  EXPECT_EQ(ReadFile(processes_->OutPath(1)), "4\n/dev/null\n-1\n");
  close(leak);
}

TEST_F(ProcessesTest, TheKeeperEndsWithItsEngine) {
  Start(1);
  RunToEnd(Shell("true"));
  processes_.reset();
  const int lock = open((job_ + "/attempts/keeper.lock").c_str(), O_RDWR | O_CLOEXEC);
  EXPECT_TRUE(Eventually([&] { return !KeeperAlive(lock, 1); }));
  close(lock);
  EXPECT_EQ(std::system(("ls " + job_ + "/attempts | grep -q spare").c_str()), 256)
      << "spare files are gone";
}

/// Makes close_range() fail with ENOSYS in this process, like a kernel before 5.9.
void ForbidCloseRange() {
  sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_close_range, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{sizeof steps / sizeof steps[0], steps};
  ASSERT_EQ(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
  ASSERT_EQ(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0);
}

TEST_F(ProcessesTest, TheKeeperEndsWithItsEngineWithoutCloseRange) {
  const pid_t engine = fork();
  if (engine == 0) {
    ForbidCloseRange();
    Start(1);
    const bool ran = RunToEnd(Shell("true")).code == 0;
    processes_.reset();  // the destructor waits for the keeper
    _exit(ran ? 0 : 1);
  }
  int status = -1;
  EXPECT_TRUE(Eventually([&] { return waitpid(engine, &status, WNOHANG) == engine; }));
  EXPECT_EQ(status, 0);
  kill(engine, SIGKILL);
}

/// Runs an engine that may open `limit` descriptors and has inherited `inherited` descriptors of
/// the file `foreign`. Returns the engine's exit code, which is 0 if a command has run.
int RunWithFewDescriptors(const std::string& job, const std::string& foreign, rlim_t limit,
                          int inherited) {
  const pid_t engine = fork();
  if (engine == 0) {
    for (int i = 0; i < inherited; ++i) {
      open(foreign.c_str(), O_WRONLY | O_APPEND);
    }
    const struct rlimit few{limit, limit};
    setrlimit(RLIMIT_NOFILE, &few);
    try {
      boost::asio::io_context io;
      auto started = Processes::Start(io, job, 1);
      int code = 2;
      if (started.ok()) {
        (*started)->Run(1, {{"/bin/true"}, {}, job}, [&](const ExitStatus& end) {
          code = end.code == 0 ? 0 : end.unstarted ? 3 : 4;
        });
        io.run();
      }
      _exit(code);
    } catch (const std::exception&) {
      _exit(2);  // there are too few descriptors for the loop itself
    }
  }
  int status = -1;
  waitpid(engine, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(ProcessesTest, WhereDescriptorsAreShortNothingIsWrittenIntoAnotherFile) {
  const std::string foreign = job_ + "/foreign";
  std::ofstream(foreign) << "not ours\n";
  int ran = 0;
  for (rlim_t limit = 3; limit <= 64; ++limit) {
    for (const int inherited : {0, 1, 2, 3, 5, 9, 17, 40}) {
      const std::string job = job_ + "/" + std::to_string(limit) + "-" + std::to_string(inherited);
      mkdir(job.c_str(), 0700);
      const int code = RunWithFewDescriptors(job, foreign, limit, inherited);
      ASSERT_TRUE(code == 0 || code == 2 || code == 3)
          << limit << ", " << inherited << ": " << code;
      ASSERT_EQ(ReadFile(foreign), "not ours\n") << limit << ", " << inherited;
      if (code == 0) {
        ++ran;
        EXPECT_TRUE(Eventually([&] {
          return ReadFile(job + "/attempts/status").find("\nE 1 0 0\n") != std::string::npos;
        })) << limit
            << ", " << inherited;
      }
    }
  }
  EXPECT_GT(ran, 200);
}

TEST_F(ProcessesTest, WhichNumbersAreFreeMakesNoDifference) {
  for (int free = 0; free < 1 << 6; ++free) {
    const std::string job = job_ + "/" + std::to_string(free);
    mkdir(job.c_str(), 0700);
    const pid_t engine = fork();
    if (engine == 0) {
      // The descriptors of `io` are above those of the fixture's loop, so the next lines do not
      // close them.
      boost::asio::io_context io;
      for (int fd = 0; fd < 6; ++fd) {
        if ((free >> fd & 1) != 0) {
          close(fd);
        }
      }
      auto started = Processes::Start(io, job, 1);
      int code = 2;
      if (started.ok()) {
        (*started)->Run(1, {{"/bin/sh", "-c", "echo ran"}, {}, job},
                        [&](const ExitStatus& end) { code = end.code == 0 ? 0 : 3; });
        io.run();
      }
      _exit(code);
    }
    int status = -1;
    waitpid(engine, &status, 0);
    EXPECT_EQ(status, 0) << "bits of those that are free: " << free;
    EXPECT_EQ(ReadFile(job + "/attempts/1.out"), "ran\n") << free;
  }
}

}  // namespace
}  // namespace hpdl::rt
