#include "runtime/process/processes.h"

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
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <thread>

#include "runtime/base/testing/temporary_folder.h"
#include "runtime/process/cache_epoch.h"
#include "runtime/process/status_log.h"

namespace hpdl::rt {
namespace {

using std::chrono::milliseconds;

std::string ReadFile(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

bool Exists(const std::string& path) {
  return access(path.c_str(), F_OK) == 0;
}

template <class Condition>
bool Eventually(Condition condition) {
  for (int i = 0; i < 500; ++i) {
    if (condition()) {
      return true;
    }
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
}

class ProcessesTest : public ::testing::Test {
 protected:
  void TearDown() override { processes_.reset(); }

  void Start(unsigned parallel) {
    auto started = Processes::Start(io_, job_, parallel);
    ASSERT_TRUE(started.ok()) << started.error().message;
    processes_ = std::move(*started);
  }
  Command Shell(const std::string& script) {
    return {{"sh", "-c", script}, {"PATH=/usr/local/bin:/usr/bin:/bin"}, job_};
  }
  void Run(std::int64_t sequence, Command command) {
    processes_->Run(sequence, std::move(command), Keep(sequence));
  }
  Processes::Done Keep(std::int64_t sequence) {
    return [this, sequence](ExitStatus status) {
      EXPECT_FALSE(ended_.contains(sequence)) << "reported twice";
      ended_[sequence] = std::move(status);
    };
  }
  ExitStatus RunToEnd(Command command) {
    Run(next_, std::move(command));
    io_.restart();
    io_.run();
    return ended_.at(next_++);
  }
  /// Starts an engine in a process of its own, which runs `script` as sequence 1 and is killed as
  /// soon as `ready` exists.
  void KillEngineRunning(const std::string& script, const std::string& ready, unsigned parallel = 1,
                         const std::string& second = "") {
    const pid_t engine = fork();
    if (engine == 0) {
      boost::asio::io_context io;
      auto started = Processes::Start(io, job_, parallel);
      (*started)->Run(1, Shell(script), [](const ExitStatus&) {});
      if (!second.empty()) {
        (*started)->Run(2, Shell(second), [](const ExitStatus&) {});
      }
      io.run_for(std::chrono::seconds(20));
      _exit(0);
    }
    ASSERT_TRUE(Eventually([&] { return Exists(job_ + "/" + ready); }));
    kill(engine, SIGKILL);
    waitpid(engine, nullptr, 0);
  }

  const testing::TemporaryFolder temporary_;
  const std::string job_ = temporary_.path();
  boost::asio::io_context io_;
  std::unique_ptr<Processes> processes_;
  std::map<std::int64_t, ExitStatus> ended_;
  std::int64_t next_ = 1;
};

TEST_F(ProcessesTest, ReportsExitCodesAndSignals) {
  Start(2);
  EXPECT_EQ(RunToEnd(Shell("exit 0")).code, 0);
  EXPECT_EQ(RunToEnd(Shell("exit 7")).code, 7);
  const ExitStatus killed = RunToEnd(Shell("kill -9 $$"));
  EXPECT_EQ(killed.code, -1);
  EXPECT_EQ(killed.signal, SIGKILL);
  EXPECT_GT(killed.pid, 0);
  EXPECT_FALSE(killed.lost);
}

TEST_F(ProcessesTest, TellsWhenTheTurnOfAWaitingCommandHasCome) {
  Start(1);
  std::vector<std::string> told;
  const auto run = [&](std::int64_t sequence) {
    const std::string name = std::to_string(sequence);
    return processes_->Run(
        sequence, Shell("true"),
        [&told, name](const ExitStatus& status) {
          told.push_back(name + " ended, pid " + std::to_string(status.pid));
        },
        [&told, name](int pid) { told.push_back(name + " started, pid " + std::to_string(pid)); });
  };
  EXPECT_FALSE(run(1)) << "nothing runs yet";
  EXPECT_TRUE(run(2));
  EXPECT_TRUE(run(3));
  io_.run();
  ASSERT_EQ(told.size(), 5u);
  EXPECT_EQ(told[0].substr(0, 7), "1 ended");
  EXPECT_EQ(told[1].substr(0, 9), "2 started");
  EXPECT_EQ(told[2], "2 ended" + told[1].substr(9));
  EXPECT_EQ(told[3].substr(0, 9), "3 started");
  EXPECT_EQ(told[4], "3 ended" + told[3].substr(9));
}

TEST_F(ProcessesTest, OutputGoesToFilesAndEmptyOutputLeavesNone) {
  Start(1);
  RunToEnd(Shell("echo out; echo err >&2"));
  EXPECT_EQ(ReadFile(processes_->OutPath(1)), "out\n");
  EXPECT_EQ(ReadFile(processes_->ErrPath(1)), "err\n");
  RunToEnd(Shell("true"));
  EXPECT_FALSE(Exists(processes_->OutPath(2)));
  EXPECT_FALSE(Exists(processes_->ErrPath(2)));
  RunToEnd(Shell("echo more >&2"));
  EXPECT_FALSE(Exists(processes_->OutPath(3)));
  EXPECT_EQ(ReadFile(processes_->ErrPath(3)), "more\n");
}

TEST_F(ProcessesTest, OutputOfALongCommandCanBeReadWhileItRuns) {
  Start(1);
  Run(1, Shell("echo early; sleep 5"));
  std::jthread loop([&] { io_.run_for(milliseconds(1500)); });
  EXPECT_TRUE(Eventually([&] { return ReadFile(processes_->OutPath(1)) == "early\n"; }));
  loop.join();
  processes_->Kill(1, 100);
  io_.restart();
  io_.run();
}

TEST_F(ProcessesTest, ADaemonLeftBehindDoesNotWriteIntoTheNextOutput) {
  Start(1);
  RunToEnd(Shell("setsid sh -c 'sleep 0.4; echo late' & exit 0"));
  RunToEnd(Shell("sleep 0.6; echo mine"));
  EXPECT_EQ(ReadFile(processes_->OutPath(2)), "mine\n");
  EXPECT_EQ(ReadFile(processes_->OutPath(1)), "late\n");
}

TEST_F(ProcessesTest, GivesExactlyTheEnvironmentAndDirectory) {
  setenv("HPDL_TEST_INHERITED", "1", 1);
  Start(1);
  mkdir((job_ + "/work").c_str(), 0700);
  Command command{
      {"sh", "-c", "env | grep -v ^PWD | sort"}, {"A=1", "B=x y=z", "PATH=/usr/bin:/bin"}, job_};
  RunToEnd(command);
  EXPECT_EQ(ReadFile(processes_->OutPath(1)), "A=1\nB=x y=z\nPATH=/usr/bin:/bin\n");
  command.environment.push_back("HPDL_TEST_INHERITED=1");
  RunToEnd(command);
  EXPECT_NE(ReadFile(processes_->OutPath(2)).find("HPDL_TEST_INHERITED=1"), std::string::npos);
  RunToEnd({{"pwd"}, {"PATH=/usr/bin:/bin"}, job_ + "/work"});
  EXPECT_EQ(ReadFile(processes_->OutPath(3)), job_ + "/work\n");
}

TEST_F(ProcessesTest, PathsMayBeRelativeToTheEnginesDirectory) {
  char before[4096];
  ASSERT_NE(getcwd(before, sizeof before), nullptr);
  ASSERT_EQ(chdir("/tmp"), 0);
  auto started = Processes::Start(io_, job_.substr(5), 1);
  ASSERT_TRUE(started.ok());
  processes_ = std::move(*started);
  Command command = Shell("pwd");
  command.directory = job_.substr(5);
  EXPECT_EQ(RunToEnd(command).code, 0);
  EXPECT_EQ(ReadFile(job_ + "/attempts/1.out"), job_ + "\n");
  EXPECT_EQ(chdir(before), 0);
}

TEST_F(ProcessesTest, ArgumentsArePassedAsTheyAre) {
  Start(1);
  RunToEnd({{"printf", "%s|", "a b", "$HOME", "", "\"q'", "*", "line\nbreak"},
            {"PATH=/usr/bin:/bin"},
            job_});
  EXPECT_EQ(ReadFile(processes_->OutPath(1)), "a b|$HOME||\"q'|*|line\nbreak|");
}

TEST_F(ProcessesTest, ChildInheritsNothingElse) {
  const int leak = open("/dev/null", O_RDONLY);
  Start(1);
  RunToEnd(Shell(
      "ls /proc/self/fd | wc -l; readlink /proc/self/fd/0; cat; ps -o tpgid= -p $$ | tr -d ' '"));
  // 0, 1, 2 and the one that ls reads the directory with.
  EXPECT_EQ(ReadFile(processes_->OutPath(1)), "4\n/dev/null\n-1\n");
  close(leak);
}

TEST_F(ProcessesTest, SaysWhyACommandCannotStart) {
  Start(1);
  const ExitStatus missing = RunToEnd({{"no-such-program"}, {"PATH=/usr/bin:/bin"}, job_});
  EXPECT_EQ(missing.start_error, "no-such-program: No such file or directory");
  EXPECT_EQ(missing.code, -1);
  std::ofstream(job_ + "/plain") << "echo no\n";
  EXPECT_NE(RunToEnd({{job_ + "/plain"}, {}, job_}).start_error.find("Permission denied"),
            std::string::npos);
  EXPECT_NE(RunToEnd({{"true"}, {"PATH=/usr/bin:/bin"}, job_ + "/gone"}).start_error, "");
  EXPECT_EQ(RunToEnd(Shell("exit 3")).code, 3) << "the next one starts";
}

TEST_F(ProcessesTest, RunsAScriptWithoutInterpreterLine) {
  Start(1);
  std::ofstream(job_ + "/script") << "echo from $1\n";
  chmod((job_ + "/script").c_str(), 0755);
  EXPECT_EQ(RunToEnd({{job_ + "/script", "me"}, {"PATH=/usr/bin:/bin"}, job_}).code, 0);
  EXPECT_EQ(ReadFile(processes_->OutPath(1)), "from me\n");
}

TEST_F(ProcessesTest, RunsNoMoreThanParallel) {
  Start(3);
  for (int i = 1; i <= 12; ++i) {
    Run(i, Shell("mkdir -p here; touch here/$$; ls here | wc -l; sleep 0.05; rm here/$$"));
  }
  io_.run();
  ASSERT_EQ(ended_.size(), 12U);
  int most = 0;
  for (int i = 1; i <= 12; ++i) {
    most = std::max(most, std::atoi(ReadFile(processes_->OutPath(i)).c_str()));
  }
  EXPECT_LE(most, 3);
  EXPECT_GE(most, 2);
}

TEST_F(ProcessesTest, TwoHundredAtATime) {
  Start(200);
  for (int i = 1; i <= 500; ++i) {
    Run(i, Shell("echo " + std::to_string(i) + "; exit " + std::to_string(i % 100)));
  }
  io_.run();
  ASSERT_EQ(ended_.size(), 500U);
  for (int i = 1; i <= 500; ++i) {
    EXPECT_EQ(ended_[i].code, i % 100);
    EXPECT_EQ(ReadFile(processes_->OutPath(i)), std::to_string(i) + "\n");
  }
}

TEST_F(ProcessesTest, LargeArgumentsAndEnvironment) {
  Start(4);
  const std::string large(100000, 'x');
  Command command{{"sh", "-c", "printf %s \"$1$BIG\" | wc -c", "sh", large},
                  {"PATH=/usr/bin:/bin", "BIG=" + large},
                  job_};
  for (int i = 1; i <= 40; ++i) {
    Run(i, command);
  }
  io_.run();
  for (int i = 1; i <= 40; ++i) {
    EXPECT_EQ(ReadFile(processes_->OutPath(i)), "200000\n");
  }
}

TEST_F(ProcessesTest, KillEndsTheGroupAndThenWithForce) {
  Start(2);
  Run(1, Shell("sleep 60 & echo $! > inner; wait"));
  Run(2, Shell("trap '' TERM; touch deaf; while :; do sleep 0.05; done"));
  Run(3, Shell("touch never"));
  const auto begin = std::chrono::steady_clock::now();
  io_.run_for(milliseconds(300));
  ASSERT_TRUE(Exists(job_ + "/deaf") && Exists(job_ + "/inner"));
  processes_->Kill(3, 1000);  // has not begun: it never does
  processes_->Kill(1, 5000);
  processes_->Kill(2, 200);
  io_.restart();
  io_.run();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, milliseconds(4000))
      << "nothing waits for the grace of 1";
  EXPECT_EQ(ended_[1].signal, SIGTERM);
  EXPECT_EQ(ended_[2].signal, SIGKILL);
  EXPECT_EQ(ended_[3].signal, SIGTERM);
  EXPECT_FALSE(Exists(job_ + "/never"));
  const pid_t inner = std::atoi(ReadFile(job_ + "/inner").c_str());
  EXPECT_TRUE(
      Eventually([&] { return kill(inner, 0) != 0 || !SameProcessAlive({true, false, inner}); }));
}

TEST_F(ProcessesTest, AdoptsAChildThatEndedMeanwhile) {
  KillEngineRunning("echo hi; touch begun; exit 5", "begun");
  ASSERT_TRUE(Eventually([&] {
    return ReadFile(job_ + "/attempts/status").find("\nE 1 5 0\n") != std::string::npos;
  }));
  Start(1);
  EXPECT_TRUE(processes_->Adopt(1, Keep(1)));
  EXPECT_TRUE(ended_.empty()) << "reported from the loop, not from within Adopt";
  io_.run();
  EXPECT_EQ(ended_.at(1).code, 5);
  EXPECT_FALSE(ended_.at(1).lost);
  EXPECT_EQ(ReadFile(processes_->OutPath(1)), "hi\n");
  EXPECT_FALSE(processes_->Adopt(2, Keep(2))) << "was never started";
}

TEST_F(ProcessesTest, AdoptsAChildThatStillRuns) {
  KillEngineRunning("touch begun; sleep 0.5; echo done; exit 6", "begun");
  Start(1);
  ASSERT_TRUE(processes_->Adopt(1, Keep(1)));
  Run(2, Shell("exit 1"));
  io_.run();
  EXPECT_EQ(ended_.at(1).code, 6);
  EXPECT_EQ(ended_.at(2).code, 1);
  EXPECT_EQ(ReadFile(processes_->OutPath(1)), "done\n");
}

TEST_F(ProcessesTest, WhatWaitedInTheOldKeeperRunsOnce) {
  KillEngineRunning("touch begun; sleep 0.4", "begun", 1, "echo x >> ran");
  Start(1);
  EXPECT_TRUE(processes_->Adopt(1, Keep(1)));
  EXPECT_FALSE(processes_->Adopt(2, Keep(2)));
  Run(2, Shell("echo x >> ran"));
  io_.run();
  std::this_thread::sleep_for(milliseconds(100));
  EXPECT_EQ(ReadFile(job_ + "/ran"), "x\n");
}

TEST_F(ProcessesTest, SeveralKeepersAtATime) {
  KillEngineRunning("touch begun; sleep 1; exit 11", "begun");
  const pid_t engine = fork();
  if (engine == 0) {
    boost::asio::io_context io;
    auto started = Processes::Start(io, job_, 1);
    (*started)->Run(7, Shell("touch second; sleep 1; exit 12"), [](const ExitStatus&) {});
    io.run_for(std::chrono::seconds(20));
    _exit(0);
  }
  ASSERT_TRUE(Eventually([&] { return Exists(job_ + "/second"); }));
  kill(engine, SIGKILL);
  waitpid(engine, nullptr, 0);
  Start(1);
  EXPECT_TRUE(processes_->Adopt(1, Keep(1)));
  EXPECT_TRUE(processes_->Adopt(7, Keep(7)));
  io_.run();
  EXPECT_EQ(ended_.at(1).code, 11);
  EXPECT_EQ(ended_.at(7).code, 12);
}

/// The pid that the status log gives a line, e.g. of the child that a keeper started.
pid_t ParentOf(pid_t pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(in, text);
  std::istringstream rest(text.substr(text.rfind(')') + 2));
  char state = 0;
  pid_t parent = 0;
  rest >> state >> parent;
  return parent;
}

TEST_F(ProcessesTest, LostWhenKeeperAndEngineAreKilled) {
  KillEngineRunning("echo $$ > begun.tmp; echo before; mv begun.tmp begun; sleep 0.5", "begun");
  const pid_t child = std::atoi(ReadFile(job_ + "/begun").c_str());
  kill(ParentOf(child), SIGKILL);
  Start(1);
  ASSERT_TRUE(processes_->Adopt(1, Keep(1)));
  io_.run_for(milliseconds(150));
  EXPECT_TRUE(ended_.empty()) << "the child still runs";
  io_.restart();
  io_.run();
  EXPECT_TRUE(ended_.at(1).lost);
  EXPECT_EQ(ReadFile(processes_->OutPath(1)), "before\n");
}

TEST_F(ProcessesTest, TheStartIsLoggedBeforeTheCommandBegins) {
  Start(1);
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(
        RunToEnd(Shell("grep -q '^S " + std::to_string(next_) + " '$$' ' attempts/status")).code,
        0);
  }
}

TEST_F(ProcessesTest, WhatMayHaveBeenStartedBeforeTheFileSystemWasMountedAgainIsLost) {
  const std::string now = CacheEpoch(job_);
  mkdir((job_ + "/attempts").c_str(), 0700);
  for (const std::string& before : {now + "0", now.substr(0, now.find(' '))}) {
    std::ofstream(job_ + "/attempts/status") << "K 1 " << before << "\n";
    Start(1);
    EXPECT_TRUE(processes_->Adopt(1, Keep(1)));
    io_.restart();
    io_.run();
    EXPECT_TRUE(ended_.at(1).lost) << before;
    processes_.reset();
    ended_.clear();
  }
  std::ofstream(job_ + "/attempts/status") << "K 1 " << now << "\n";
  Start(1);
  EXPECT_FALSE(processes_->Adopt(1, Keep(1))) << "it can be run";
}

TEST_F(ProcessesTest, WhatMayHaveBeenStartedBeforeTheMachineWentDownIsLost) {
  mkdir((job_ + "/attempts").c_str(), 0700);
  std::ofstream(job_ + "/attempts/status") << "K 1 of-another-boot\nS 1 1 1 1 1 0 1\nE 1 3 0\nS 2";
  for (int engine = 1; engine <= 2; ++engine) {  // the first may be killed before it has told
    ended_.clear();
    processes_.reset();
    Start(1);
    EXPECT_TRUE(processes_->Adopt(1, Keep(1)));
    EXPECT_TRUE(processes_->Adopt(2, Keep(2)));
    io_.restart();
    io_.run();
    EXPECT_EQ(ended_.at(1).code, 3);
    EXPECT_FALSE(ended_.at(1).lost);
    EXPECT_TRUE(ended_.at(2).lost);
    EXPECT_EQ(ended_.at(2).pid, 0);
  }
}

TEST_F(ProcessesTest, ANumberOfAnotherBootNamesAnotherProcess) {
  mkdir((job_ + "/attempts").c_str(), 0700);
  const std::string now = CacheEpoch(job_), self = std::to_string(getpid());
  std::ofstream(job_ + "/attempts/status")
      << "K 1 other boot\nB 1 other boot\nS 1 " << self << " 0 0 1 0 1\n"
      << "K 2 other boot\nB 2 " << now << "\nS 2 " << self << " 0 0 2 0 1\n";
  Start(1);
  EXPECT_TRUE(processes_->Adopt(1, Keep(1)));
  EXPECT_TRUE(processes_->Adopt(2, Keep(2)));
  io_.run_for(milliseconds(100));
  EXPECT_TRUE(ended_.contains(1) && ended_.at(1).lost);
  EXPECT_FALSE(ended_.contains(2)) << "this process lives";
}

TEST_F(ProcessesTest, WhatWroteNothingLeavesNoFile) {
  Start(1);
  const auto count = [&] {
    return std::system(("ls " + job_ + "/attempts | grep -q '^[0-9]*[.]'").c_str());
  };
  RunToEnd(Shell("sleep 0.2"));  // long enough that its files have names
  EXPECT_TRUE(Eventually([&] { return count() != 0; }));
  RunToEnd(Shell("sleep 0.2; echo x"));
  EXPECT_TRUE(Eventually([&] { return Exists(processes_->OutPath(2)); }));
  EXPECT_TRUE(Eventually([&] { return !Exists(processes_->ErrPath(2)); }));
  // What a process left behind may still write to stays.
  RunToEnd(Shell("sleep 0.2; sleep 1 &"));
  EXPECT_TRUE(Eventually([&] {
    return ReadFile(job_ + "/attempts/status").find("\nE 3 0 0\n") != std::string::npos;
  }));
  EXPECT_TRUE(Exists(processes_->ErrPath(3)));
}

TEST_F(ProcessesTest, ANumberThatTheLogKnowsIsNotRunAgain) {
  Start(1);
  RunToEnd(Shell("echo x >> ran"));
  processes_.reset();
  ended_.clear();
  Start(1);  // of a journal that has lost the attempt
  EXPECT_EQ(processes_->LastSequence(), 1);
  Run(1, Shell("echo x >> ran"));
  io_.restart();
  io_.run();
  EXPECT_TRUE(ended_.at(1).lost);
  EXPECT_GT(ended_.at(1).pid, 0);
  EXPECT_EQ(ReadFile(job_ + "/ran"), "x\n");
}

TEST_F(ProcessesTest, KillsAdoptedChildren) {
  KillEngineRunning("touch begun; sleep 60", "begun");
  Start(1);
  ASSERT_TRUE(processes_->Adopt(1, Keep(1)));
  processes_->Kill(1, 1000);
  io_.run();
  EXPECT_EQ(ended_.at(1).signal, SIGTERM);
}

TEST_F(ProcessesTest, SurvivesTheEndOfItsKeeper) {
  Start(2);
  Run(1, Shell("echo $$ > begun.tmp; mv begun.tmp begun; sleep 0.4"));
  io_.run_for(milliseconds(200));
  kill(ParentOf(std::atoi(ReadFile(job_ + "/begun").c_str())), SIGKILL);
  io_.restart();
  io_.run();
  EXPECT_TRUE(ended_.at(1).lost);
  next_ = 2;
  const ExitStatus next = RunToEnd(Shell("true"));
  EXPECT_NE(next.start_error, "");
  EXPECT_TRUE(next.unstarted);
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

/// Makes close_range() answer ENOSYS in this process, as kernels before 5.9 do.
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
    processes_.reset();  // waits for the keeper
    _exit(ran ? 0 : 1);
  }
  int status = -1;
  EXPECT_TRUE(Eventually([&] { return waitpid(engine, &status, WNOHANG) == engine; }));
  EXPECT_EQ(status, 0);
  kill(engine, SIGKILL);
}

/// An engine that may have `limit` descriptors and has inherited `inherited` of a file that is not
/// its own. Returns its exit code: 0 if a command has run.
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
      _exit(2);  // the loop needs descriptors, too
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

TEST(StatusLog, IgnoresTornAndForeignLines) {
  const testing::TemporaryFolder folder;
  const std::string name = folder.path() + "/status";
  std::ofstream(name) << "K 1\nS 4 10 1 2 1 0 1\ngarbage\nE 4 x 0\nS 5 11\nE 6 3";
  StatusLog log(name);
  ASSERT_TRUE(log.Refresh());
  ASSERT_NE(log.Find(4), nullptr);
  EXPECT_FALSE(log.Find(4)->ended);
  EXPECT_EQ(log.Find(5), nullptr);
  EXPECT_EQ(log.Find(6), nullptr);
  EXPECT_TRUE(log.torn());
  std::ofstream(name, std::ios::app) << " 0\nE 4 0 15\n";
  ASSERT_TRUE(log.Refresh());
  EXPECT_EQ(log.Find(6)->code, 3);
  EXPECT_EQ(log.Find(4)->signal, 15);
  EXPECT_EQ(log.last_keeper(), 1);
}

TEST(StatusLog, TellsAReusedPidByItsStartTime) {
  ChildRecord self;
  self.started = true;
  self.pid = getpid();
  EXPECT_TRUE(SameProcessAlive(self)) << "start time not known";
  self.from = self.to = ClockTicks() + 1000;
  EXPECT_FALSE(SameProcessAlive(self));
}

}  // namespace
}  // namespace hpdl::rt
