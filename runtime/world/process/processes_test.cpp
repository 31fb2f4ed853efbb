#include "runtime/world/process/processes.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "runtime/ground/base/testing/thread_sanitizer.h"
#include "runtime/world/process/status_log.h"
#include "runtime/world/process/testing/processes_fixture.h"
#include "runtime/world/process/wire.h"

namespace hpdl::rt {
namespace {

using testing::Eventually;
using testing::Exists;
using testing::ProcessesTest;
using testing::ReadFile;

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
  Run(1, Shell("echo early; sleep 600"));
  EXPECT_TRUE(RunUntil([&] { return ReadFile(processes_->OutPath(1)) == "early\n"; }));
  processes_->Kill(1, 100);
  io_.restart();
  io_.run();
}

TEST_F(ProcessesTest, ADaemonLeftBehindDoesNotWriteIntoTheNextOutput) {
  Start(1);
  RunToEnd(
      Shell("setsid sh -c 'while [ -d attempts ] && [ ! -e go ]; do sleep 0.02; done; "
            "echo late; touch written' & exit 0"));
  RunToEnd(Shell("touch go; until [ -e written ]; do sleep 0.02; done; echo mine"));
  EXPECT_EQ(ReadFile(processes_->OutPath(2)), "mine\n");
  EXPECT_EQ(ReadFile(processes_->OutPath(1)), "late\n");
}

TEST_F(ProcessesTest, GivesTheEnvironmentWithChangesAndTheDirectory) {
  setenv("HPDL_TEST_OLD", "inherited", 1);
  setenv("HPDL_TEST_KEPT", "kept", 1);
  Start(1);
  mkdir((job_ + "/work").c_str(), 0700);
  RunToEnd({{"sh", "-c", "env | grep ^HPDL_TEST_ | sort"},
            {"HPDL_TEST_OLD=a", "HPDL_TEST_NEW=x y=z", "HPDL_TEST_OLD=b=c", "HPDL_TEST_=1"},
            job_});
  EXPECT_EQ(ReadFile(processes_->OutPath(1)),
            "HPDL_TEST_=1\nHPDL_TEST_KEPT=kept\nHPDL_TEST_NEW=x y=z\nHPDL_TEST_OLD=b=c\n");
  RunToEnd({{"sh", "-c", "env | grep -c '^HPDL_TEST_OLD='; echo $HPDL_TEST_OLD"}, {}, job_});
  EXPECT_EQ(ReadFile(processes_->OutPath(2)), "1\ninherited\n");
  RunToEnd({{"pwd"}, {}, job_ + "/work"});
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

TEST_F(ProcessesTest, AMessageMayFillWhatTheKeeperReadsAtOnceToTheByte) {
  Start(1);
  RunToEnd(Shell("echo $PPID"));
  const pid_t keeper = std::atoi(ReadFile(processes_->OutPath(1)).c_str());
  ASSERT_GT(keeper, 1);
  Command command{{"sh", "-c", "exit 7", ""}, {}, job_};
  std::string frame;
  wire::Append(wire::RunMessage{next_, command.directory, command.argv, {}, {}, false}, &frame);
  command.argv.back().assign(65536 - frame.size(), 'x');
  kill(keeper, SIGSTOP);  // the keeper continues only after all bytes have arrived
  Run(next_, command);
  io_.restart();
  io_.poll();
  kill(keeper, SIGCONT);
  const bool ended = Eventually([&] { return io_.poll(), ended_.contains(next_); });
  if (!ended) {
    kill(keeper, SIGKILL);
  }
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended_.at(next_).code, 7);
}

TEST_F(ProcessesTest, SaysWhyACommandCannotStart) {
  if (testing::kThreadSanitizer) {
    GTEST_SKIP() << testing::kVforkIsForkText;
  }
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

TEST_F(ProcessesTest, AToolIsLookedForInEachFoldersOwnPlaces) {
  Start(1);
  for (const std::string folder : {"a", "b"}) {
    mkdir((job_ + "/" + folder).c_str(), 0700);
    std::ofstream(job_ + "/" + folder + "/tool") << "#!/bin/sh\necho of " << folder << "\n";
    chmod((job_ + "/" + folder + "/tool").c_str(), 0755);
  }
  const std::vector<std::string> environment = {"PATHOLOGY=/nowhere", "PATH=.:/usr/bin:/bin"};
  EXPECT_EQ(RunToEnd({{"tool"}, environment, job_ + "/a"}).code, 0);
  EXPECT_EQ(RunToEnd({{"tool"}, environment, job_ + "/b"}).code, 0);
  EXPECT_EQ(RunToEnd({{"tool"}, environment, job_}).code, -1);
  EXPECT_EQ(ReadFile(processes_->OutPath(1)), "of a\n");
  EXPECT_EQ(ReadFile(processes_->OutPath(2)), "of b\n");
}

TEST_F(ProcessesTest, TheKeeperIsListenedToOnceHoweverManyCommandsRun) {
  Start(1);
  constexpr int kCommands = 60;
  for (int i = 0; i < kCommands; ++i) {
    Run(next_++, Shell("true"));
  }
  EXPECT_LE(io_.run(), 2U * kCommands) << "handlers: each command sends and tells its end";
}

TEST_F(ProcessesTest, RunsAScriptWithoutInterpreterLine) {
  if (testing::kThreadSanitizer) {
    GTEST_SKIP() << testing::kVforkIsForkText;
  }
  Start(1);
  std::ofstream(job_ + "/script") << "echo from $1\n";
  chmod((job_ + "/script").c_str(), 0755);
  EXPECT_EQ(RunToEnd({{job_ + "/script", "me"}, {"PATH=/usr/bin:/bin"}, job_}).code, 0);
  EXPECT_EQ(ReadFile(processes_->OutPath(1)), "from me\n");
}

TEST_F(ProcessesTest, RunsNoMoreThanParallel) {
  Start(3);
  // The first two commands wait for each other. The other commands run for a moment.
  const std::string both =
      "touch met.$$; until [ $(ls met.* | wc -l) -ge 2 ]; do sleep 0.02; done; ";
  for (int i = 1; i <= 12; ++i) {
    const std::string lasts = "sleep 0.05; ";  // time: a slower command cannot make the test fail
    Run(i, Shell("mkdir -p here; touch here/$$; " + (i <= 2 ? both : lasts) +
                 "ls here | wc -l; rm here/$$"));
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
  Run(1, Shell("sleep 600 & echo $! > inner.tmp; mv inner.tmp inner; wait"));
  Run(2, Shell("trap '' TERM; touch deaf; while :; do sleep 0.05; done"));
  Run(3, Shell("touch never"));
  ASSERT_TRUE(RunUntil([&] { return Exists(job_ + "/deaf") && Exists(job_ + "/inner"); }));
  const auto begin = std::chrono::steady_clock::now();
  processes_->Kill(3, 1000);  // command 3 has not begun, and never begins
  processes_->Kill(1, 3'600'000);
  processes_->Kill(2, 200);
  io_.restart();
  io_.run();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes(30))
      << "nothing waits for the grace of 1";
  EXPECT_EQ(ended_[1].signal, SIGTERM);
  EXPECT_EQ(ended_[2].signal, SIGKILL);
  EXPECT_EQ(ended_[3].signal, SIGTERM);
  EXPECT_FALSE(Exists(job_ + "/never"));
  const pid_t inner = std::atoi(ReadFile(job_ + "/inner").c_str());
  EXPECT_TRUE(
      Eventually([&] { return kill(inner, 0) != 0 || !SameProcessAlive({true, false, inner}); }));
}

TEST_F(ProcessesTest, TheStartIsLoggedBeforeTheCommandBegins) {
  Start(1);
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(
        RunToEnd(Shell("grep -q '^S " + std::to_string(next_) + " '$$' ' attempts/status")).code,
        0);
  }
}

TEST_F(ProcessesTest, WhatWroteNothingLeavesNoFile) {
  Start(1);
  const auto count = [&] {
    return std::system(("ls " + job_ + "/attempts | grep -q '^[0-9]*[.]'").c_str());
  };
  // Returns a script that ends when its standard error file has its final name.
  const auto named = [](const std::string& number) {
    return "until [ -e attempts/" + number + ".err ]; do sleep 0.02; done; ";
  };
  RunToEnd(Shell(named("1")));
  EXPECT_TRUE(Eventually([&] { return count() != 0; }));
  RunToEnd(Shell(named("2") + "echo x"));
  EXPECT_TRUE(Eventually([&] { return Exists(processes_->OutPath(2)); }));
  EXPECT_TRUE(Eventually([&] { return !Exists(processes_->ErrPath(2)); }));
  // A file stays if a process that the child left behind may still write to it.
  RunToEnd(Shell(named("3") + "sleep 600 & echo $! > left"));
  EXPECT_TRUE(Eventually([&] {
    return ReadFile(job_ + "/attempts/status").find("\nE 3 0 0\n") != std::string::npos;
  }));
  EXPECT_TRUE(Exists(processes_->ErrPath(3)));
  kill(std::atoi(ReadFile(job_ + "/left").c_str()), SIGKILL);
}

}  // namespace
}  // namespace hpdl::rt
