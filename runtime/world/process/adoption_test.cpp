#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include "runtime/ground/base/clock.h"
#include "runtime/world/process/cache_epoch.h"
#include "runtime/world/process/processes.h"
#include "runtime/world/process/testing/processes_fixture.h"

namespace hpdl::rt {
namespace {

using std::chrono::milliseconds;
using testing::Eventually;
using testing::Exists;
using testing::ProcessesTest;
using testing::ReadFile;

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
  KillEngineRunning(Holds("begun") + "echo done; exit 6", "begun");
  Start(1);
  ASSERT_TRUE(processes_->Adopt(1, Keep(1)));
  LetGo("begun");
  Run(2, Shell("exit 1"));
  io_.run();
  EXPECT_EQ(ended_.at(1).code, 6);
  EXPECT_EQ(ended_.at(2).code, 1);
  EXPECT_EQ(ReadFile(processes_->OutPath(1)), "done\n");
}

TEST_F(ProcessesTest, WhatWaitedInTheOldKeeperRunsOnce) {
  KillEngineRunning(Holds("begun"), "begun", 1, "echo x >> ran");
  Start(1);
  EXPECT_TRUE(processes_->Adopt(1, Keep(1)));
  EXPECT_FALSE(processes_->Adopt(2, Keep(2)));
  Run(2, Shell("echo x >> ran"));
  LetGo("begun");
  io_.run();
  std::this_thread::sleep_for(milliseconds(100));  // time: a longer pause cannot make the test fail
  EXPECT_EQ(ReadFile(job_ + "/ran"), "x\n");
}

TEST_F(ProcessesTest, SeveralKeepersAtATime) {
  KillEngineRunning(Holds("begun") + "exit 11", "begun");
  const pid_t engine = fork();
  if (engine == 0) {
    boost::asio::io_context io;
    auto started = Processes::Start(io, job_, 1);
    (*started)->Run(7, Shell(Holds("second") + "exit 12"), [](const ExitStatus&) {});
    io.run_for(testing::kPatience);
    _exit(0);
  }
  ASSERT_TRUE(Eventually([&] { return Exists(job_ + "/second"); }));
  kill(engine, SIGKILL);
  waitpid(engine, nullptr, 0);
  Start(1);
  EXPECT_TRUE(processes_->Adopt(1, Keep(1)));
  EXPECT_TRUE(processes_->Adopt(7, Keep(7)));
  LetGo("begun");
  LetGo("second");
  io_.run();
  EXPECT_EQ(ended_.at(1).code, 11);
  EXPECT_EQ(ended_.at(7).code, 12);
}

/// A clock that advances by a second at each reading.
class PassingTime final : public TimeSource {
 public:
  PassingTime() { UseTime(this); }
  ~PassingTime() override { UseTime(nullptr); }
  PassingTime(const PassingTime&) = delete;
  PassingTime& operator=(const PassingTime&) = delete;
  std::int64_t WallMs() override { return 0; }
  Moment Steady() override { return now_ += std::chrono::seconds(1); }
  Moment NextLook(Moment due) override { return due; }
  int looks() const { return static_cast<int>(now_.time_since_epoch() / std::chrono::seconds(1)); }

 private:
  Moment now_{};
};

TEST_F(ProcessesTest, TwoEnginesAtATimeAreRefused) {
  Start(1);
  PassingTime time;
  const auto second = Processes::Start(io_, job_, 1);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(time.looks(), 6) << "one that is about to end has five seconds";
  EXPECT_EQ(second.error().code, "E1401");
  EXPECT_EQ(second.error().error_class, ErrorClass::kNonTransient);
}

/// Returns the parent of a process. The parent of a child is its keeper.
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
  KillEngineRunning("echo $$ > pid; echo before; " + Holds("begun"), "begun");
  const pid_t child = std::atoi(ReadFile(job_ + "/pid").c_str());
  kill(ParentOf(child), SIGKILL);
  Start(1);
  ASSERT_TRUE(processes_->Adopt(1, Keep(1)));
  io_.run_for(milliseconds(150));  // time: a longer or shorter pause cannot make the test fail
  EXPECT_TRUE(ended_.empty()) << "the child still runs";
  LetGo("begun");
  io_.restart();
  io_.run();
  EXPECT_TRUE(ended_.at(1).lost);
  EXPECT_EQ(ReadFile(processes_->OutPath(1)), "before\n");
  EXPECT_FALSE(Exists(processes_->ErrPath(1))) << "it wrote none";
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
  // The second engine must report the same end, because the first engine may be killed before its
  // report.
  for (int engine = 1; engine <= 2; ++engine) {
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
  EXPECT_TRUE(RunUntil([&] { return ended_.contains(1); }));
  EXPECT_TRUE(ended_.at(1).lost);
  EXPECT_FALSE(ended_.contains(2)) << "this process lives";
}

TEST_F(ProcessesTest, ANumberThatTheLogKnowsIsNotRunAgain) {
  Start(1);
  RunToEnd(Shell("echo x >> ran"));
  processes_.reset();
  ended_.clear();
  Start(1);  // the journal of this engine has lost the attempt
  EXPECT_EQ(processes_->LastSequence(), 1);
  Run(1, Shell("echo x >> ran"));
  io_.restart();
  io_.run();
  EXPECT_TRUE(ended_.at(1).lost);
  EXPECT_GT(ended_.at(1).pid, 0);
  EXPECT_EQ(ReadFile(job_ + "/ran"), "x\n");
}

TEST_F(ProcessesTest, KillsAdoptedChildren) {
  KillEngineRunning("touch begun; sleep 600", "begun");
  Start(1);
  ASSERT_TRUE(processes_->Adopt(1, Keep(1)));
  processes_->Kill(1, 1000);
  io_.run();
  EXPECT_EQ(ended_.at(1).signal, SIGTERM);
}

TEST_F(ProcessesTest, SurvivesTheEndOfItsKeeper) {
  Start(2);
  Run(1, Shell("echo $$ > pid; " + Holds("begun")));
  ASSERT_TRUE(RunUntil([&] { return Exists(job_ + "/begun"); }));
  kill(ParentOf(std::atoi(ReadFile(job_ + "/pid").c_str())), SIGKILL);
  LetGo("begun");
  io_.restart();
  io_.run();
  EXPECT_TRUE(ended_.at(1).lost);
  next_ = 2;
  const ExitStatus next = RunToEnd(Shell("true"));
  EXPECT_NE(next.start_error, "");
  EXPECT_TRUE(next.unstarted);
}

}  // namespace
}  // namespace hpdl::rt
