#include "runtime/server/work/children.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/this_coro.hpp>

#include "runtime/ground/base/testing/eventually.h"
#include "runtime/server/work/program_runs.h"

namespace hpdl::rt {
namespace {

class ChildrenTest : public ::testing::Test {
 protected:
  static ChildCommand Shell(const std::string& script) {
    ChildCommand command;
    command.argv = {"/bin/sh", "-c", script};
    return command;
  }
  ChildEnd Run(const ChildCommand& command) {
    std::optional<ChildEnd> end;
    const auto child = children_.Start(command, [&](ChildEnd ended) {
      end = std::move(ended);
      loop_.stop();
    });
    EXPECT_TRUE(child) << child.error().message;
    loop_.restart();
    loop_.run();
    return end.value_or(ChildEnd{});
  }

  boost::asio::io_context loop_{1};
  Children children_{loop_};
};

TEST_F(ChildrenTest, HowTheyEnd) {
  const ChildEnd end = Run(Shell("echo out; echo err >&2; exit 3"));
  EXPECT_EQ(end.code, 3);
  EXPECT_EQ(end.output, "out\nerr\n");
  EXPECT_EQ(end.Words(), "ended with exit code 3");
  EXPECT_EQ(Run(Shell("kill -9 $$")).signal, SIGKILL);
}

TEST_F(ChildrenTest, StandardErrorMayBeApart) {
  ChildCommand command = Shell("echo out; head -c 5000 /dev/zero >&2");
  command.errors_apart = true;
  const ChildEnd end = Run(command);
  EXPECT_EQ(end.output, "out\n");
  EXPECT_EQ(end.errors, std::string(kMostErrorBytes, '\0'));
}

TEST_F(ChildrenTest, WhatTheyHaveWrittenSoFar) {
  ChildCommand command = Shell("echo first; read line <&3; echo last");
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  command.socket = ends[1];
  std::optional<ChildEnd> end;
  const Result<pid_t> child = children_.Start(command, [&](ChildEnd ended) {
    end = std::move(ended);
    loop_.stop();
  });
  ASSERT_TRUE(child);
  while (children_.OutputOf(*child).empty()) {
    usleep(1000);
  }
  EXPECT_EQ(children_.OutputOf(*child), "first\n");
  ASSERT_EQ(write(ends[0], "\n", 1), 1);
  loop_.run();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->output, "first\nlast\n");
  EXPECT_EQ(children_.OutputOf(*child), "") << "it is not here any more";
  close(ends[0]);
  close(ends[1]);
}

TEST_F(ChildrenTest, InputHasNoName) {
  ChildCommand command = Shell("cat /dev/fd/3; ls -l /proc/self/fd/3 | grep -c deleted");
  command.input = "secret\n";
  EXPECT_EQ(Run(command).output, "secret\n1\n");
}

TEST_F(ChildrenTest, TheCredentialIsTheirFourthDescriptor) {
  ChildCommand command = Shell("cat <&4; cat <&3; exec ls /proc/self/fd");
  command.credential = "word\n";
  // `ls` has descriptor 5 itself, for the folder that it lists.
  EXPECT_EQ(Run(command).output, "word\n0\n1\n2\n3\n4\n5\n");
  command.input = "properties\n";
  EXPECT_EQ(Run(command).output, "word\nproperties\n0\n1\n2\n3\n4\n5\n");
}

TEST_F(ChildrenTest, NothingBehindTheCredentialIsInherited) {
  // The event loop owns this descriptor, which is the first after kChildCredential.
  const int behind = kChildCredential + 1;
  ASSERT_EQ(fcntl(behind, F_GETFD), FD_CLOEXEC);
  fcntl(behind, F_SETFD, 0);
  ChildCommand command = Shell("test -e /proc/self/fd/5; echo $?");
  EXPECT_EQ(Run(command).output, "1\n");
  command.credential = "word\n";
  EXPECT_EQ(Run(command).output, "1\n");
  fcntl(behind, F_SETFD, FD_CLOEXEC);
}

TEST_F(ChildrenTest, NothingElseIsInherited) {
  // A child would inherit this descriptor if Children did not close it.
  const int open_here = dup(2);
  ChildCommand command;
  command.argv = {"/bin/ls", "/proc/self/fd"};
  EXPECT_EQ(Run(command).output, "0\n1\n2\n3\n");  // `ls` opened descriptor 3 itself
  close(open_here);
}

TEST_F(ChildrenTest, TheEnvironmentIsOursWithChanges) {
  setenv("HPDL_TEST_A", "old", 1);
  ChildCommand command = Shell("echo $HPDL_TEST_A$HPDL_TEST_B$PATH");
  command.environment = {"HPDL_TEST_A=new", "HPDL_TEST_B=more"};
  EXPECT_EQ(Run(command).output, std::string("newmore") + getenv("PATH") + "\n");
}

TEST_F(ChildrenTest, TheEnvironmentMayBeBare) {
  ChildCommand command;
  command.argv = {"/usr/bin/env"};
  command.environment = {"ONE=1", "TWO=2"};
  command.bare_environment = true;
  EXPECT_EQ(Run(command).output, "ONE=1\nTWO=2\n");
}

TEST_F(ChildrenTest, ASocketIsTheirThirdDescriptor) {
  int both[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both), 0);
  ChildCommand command = Shell("read line <&3; echo $line >&3; exec ls /proc/self/fd");
  command.socket = both[1];
  ASSERT_EQ(write(both[0], "hello\n", 6), 6);
  EXPECT_EQ(Run(command).output, "0\n1\n2\n3\n4\n");  // `ls` opened descriptor 4 itself
  close(both[1]);
  char heard[16];
  EXPECT_EQ(std::string(heard, static_cast<std::size_t>(read(both[0], heard, sizeof heard))),
            "hello\n");
  EXPECT_EQ(read(both[0], heard, sizeof heard), 0) << "nobody else has it";
  close(both[0]);
}

TEST_F(ChildrenTest, TheyMayWriteTheLog) {
  ::testing::internal::CaptureStderr();
  ChildCommand command = Shell("echo lost; echo logged >&2");
  command.writes_log = true;
  EXPECT_EQ(Run(command).output, "");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "logged\n");
}

TEST_F(ChildrenTest, ASessionOfTheirOwn) {
  const ChildEnd end = Run(Shell("cut -d' ' -f1,5,6 /proc/$$/stat"));
  const std::string id = end.output.substr(0, end.output.find(' '));
  EXPECT_EQ(end.output, id + " " + id + " " + id + "\n");
}

TEST_F(ChildrenTest, LimitsAreKept) {
  ChildCommand slow = Shell("sleep 600 & sleep 600");
  slow.limits.time = std::chrono::milliseconds(50);
  const ChildEnd late = Run(slow);
  EXPECT_TRUE(late.too_late);
  EXPECT_EQ(late.Words(), "did not end in time");
  ChildCommand big = Shell(
      "sleep 0; dd if=/dev/zero bs=1M count=2 2>/dev/null | cat > /dev/null; "
      "dd if=/dev/zero bs=1M count=2; echo $?");
  big.limits = {std::chrono::milliseconds(60'000), 0, 0, 1 << 20};
  EXPECT_TRUE(Run(big).output_cut);
}

TEST_F(ChildrenTest, OutputIsBounded) {
  const ChildEnd end = Run(Shell("head -c 1000000 /dev/zero"));
  EXPECT_TRUE(end.output_cut);
  EXPECT_EQ(end.output.size(), kMostOutput);
  ChildCommand more = Shell("head -c 1000000 /dev/zero");
  more.most_output = 1'000'000;
  const ChildEnd whole = Run(more);
  EXPECT_FALSE(whole.output_cut);
  EXPECT_EQ(whole.output.size(), 1'000'000U);
}

TEST_F(ChildrenTest, TheOutputOfARunningChildIsTrimmed) {
  ChildCommand command = Shell("head -c 1000000 /dev/zero; echo >&2; read line <&3; echo last");
  command.most_output = 10;
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  command.socket = ends[1];
  std::optional<ChildEnd> end;
  const Result<pid_t> child = children_.Start(command, [&](ChildEnd ended) {
    end = std::move(ended);
    loop_.stop();
  });
  ASSERT_TRUE(child);
  const auto size = [&] {
    struct stat info{};
    const std::string output = "/proc/" + std::to_string(*child) + "/fd/1";
    return stat(output.c_str(), &info) == 0 ? info.st_size : 0;
  };
  ASSERT_TRUE(testing::Eventually([&] { return size() == 1'000'001; }));
  children_.TrimOutputs();
  EXPECT_EQ(size(), 11);
  ASSERT_EQ(write(ends[0], "\n", 1), 1);
  loop_.run();
  ASSERT_TRUE(end);
  EXPECT_TRUE(end->output_cut);
  EXPECT_EQ(end->output, std::string(10, '\0'));
  close(ends[0]);
  close(ends[1]);
}

TEST_F(ChildrenTest, WhatCannotBeStartedIsAnError) {
  ChildCommand command;
  command.argv = {"/no/such/program"};
  const auto child = children_.Start(command, [](const ChildEnd&) {});
  ASSERT_FALSE(child);
  EXPECT_EQ(child.error().error_class, ErrorClass::kTransient);
}

class ProgramRunsTest : public ChildrenTest {
 protected:
  void Add(ProgramRuns* runs, const std::string& id, const std::string& user, bool now = false) {
    ++left_;
    runs->Add({id, user, "start", Shell("true"),
               [this, id](const Result<ChildEnd>&) {
                 ended_ += id + " ";
                 if (--left_ == 0) {
                   loop_.stop();
                 }
               }},
              now);
  }
  std::shared_ptr<WorkLine> Line(std::size_t most) {
    line_ = std::make_shared<WorkLine>(loop_, WorkKind::kProgram, most);
    return line_;
  }
  std::shared_ptr<WorkLine> line_;
  std::string ended_;
  int left_ = 0;
};

TEST_F(ProgramRunsTest, UsersTakeTurns) {
  ProgramRuns runs(loop_, children_, Line(1));
  for (const char* id : {"a1", "a2", "a3", "a4"}) {
    Add(&runs, id, "ann");
  }
  Add(&runs, "b1", "bob");
  Add(&runs, "c1", "cid");
  EXPECT_EQ(line_->running(), 1U);
  EXPECT_EQ(line_->waiting(), 5U);
  EXPECT_TRUE(runs.Has("a1") && runs.Has("c1"));
  loop_.run();
  EXPECT_EQ(ended_, "a1 a2 b1 c1 a3 a4 ");
  EXPECT_FALSE(runs.Has("a1"));
}

TEST_F(ProgramRunsTest, WhoWaitsCanBeDropped) {
  ProgramRuns runs(loop_, children_, Line(1));
  Add(&runs, "a1", "ann");
  Add(&runs, "b1", "bob");
  EXPECT_FALSE(runs.Drop("a1"));  // the program already runs
  EXPECT_TRUE(runs.Drop("b1"));
  EXPECT_FALSE(runs.Has("b1"));
  --left_;
  loop_.run();
  EXPECT_EQ(ended_, "a1 ");
}

TEST_F(ProgramRunsTest, NothingStartsWhileItIsHeld) {
  ProgramRuns runs(loop_, children_, Line(2));
  line_->Hold(true);
  Add(&runs, "a1", "ann");
  Add(&runs, "b1", "bob");
  EXPECT_EQ(line_->running(), 0U);
  EXPECT_EQ(line_->waiting(), 2U);
  line_->Hold(false);
  EXPECT_EQ(line_->running(), 2U);
  loop_.run();
}

TEST_F(ProgramRunsTest, NowWaitsForNobody) {
  ProgramRuns runs(loop_, children_, Line(1));
  Add(&runs, "a1", "ann");
  Add(&runs, "a2", "ann", true);
  EXPECT_EQ(line_->running(), 2U);
  loop_.run();
  EXPECT_EQ(left_, 0);
}

TEST_F(ProgramRunsTest, AProgramThatIsMissingEndsWithAnError) {
  ProgramRuns runs(loop_, children_, Line(1));
  ChildCommand command;
  command.argv = {"/no/such/program"};
  bool ok = true;
  runs.Add({"a", "ann", "start", command, [&](const Result<ChildEnd>& end) { ok = end.ok(); }});
  Add(&runs, "b", "ann");
  loop_.run();
  EXPECT_FALSE(ok);
  EXPECT_EQ(ended_, "b ");
}

TEST_F(ChildrenTest, WhoIsNotWaitedForAnyMoreIsKilled) {
  boost::asio::cancellation_signal cancel;
  std::optional<Result<ChildEnd>> end;
  const auto wait = [&]() -> Task<void> {
    co_await boost::asio::this_coro::reset_cancellation_state(
        boost::asio::enable_terminal_cancellation());
    co_await boost::asio::this_coro::throw_if_cancelled(false);
    end = co_await children_.Run(Shell("exec sleep 600"));
  };
  boost::asio::co_spawn(
      loop_, wait,
      boost::asio::bind_cancellation_slot(cancel.slot(), [](const std::exception_ptr&) {}));
  loop_.poll();
  EXPECT_EQ(children_.size(), 1U);
  cancel.emit(boost::asio::cancellation_type::terminal);
  while (children_.size() > 0) {
    loop_.restart();
    loop_.run_one();
  }
}

TEST_F(ChildrenTest, AChildThatIsWaitedForTellsItsEnd) {
  std::optional<Result<ChildEnd>> end;
  const auto wait = [&]() -> Task<void> {
    end = co_await children_.Run(Shell("echo out; exit 5"));
    loop_.stop();
  };
  boost::asio::co_spawn(loop_, wait, boost::asio::detached);
  loop_.run();
  ASSERT_TRUE(end && *end);
  EXPECT_EQ((*end)->code, 5);
  EXPECT_EQ((*end)->output, "out\n");
  EXPECT_FALSE((*end)->too_late);
}

TEST_F(ChildrenTest, NobodyIsWaitedForWhoCannotBeStarted) {
  ChildCommand command;
  command.argv = {"/no/such/program"};
  std::optional<Result<ChildEnd>> end;
  const auto wait = [&]() -> Task<void> {
    end = co_await children_.Run(command);
    loop_.stop();
  };
  boost::asio::co_spawn(loop_, wait, boost::asio::detached);
  loop_.run();
  ASSERT_TRUE(end && !*end);
  EXPECT_EQ((*end).error().message,
            "/no/such/program cannot be started: No such file or directory");
}

TEST_F(ChildrenTest, LimitsAreSetForThemAlone) {
  ChildCommand command =
      Shell("cat <&3 >/dev/null; ulimit -t; ulimit -v; ulimit -f");  // time: they end at once
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  command.socket = ends[1];
  command.limits = {std::chrono::milliseconds(0), 77, std::int64_t{1} << 30, 1 << 20};
  std::optional<ChildEnd> end;
  ASSERT_TRUE(children_.Start(command, [&](ChildEnd ended) {
    end = std::move(ended);
    loop_.stop();
  }));
  close(ends[0]);  // the child goes on now that its limits are set
  close(ends[1]);
  loop_.run();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->output, "77\n1048576\n2048\n");
}

TEST_F(ChildrenTest, TheirEndIsToldInWords) {
  ChildEnd end;
  end.signal = 11;
  end.code = -1;
  EXPECT_EQ(end.Words(), "ended by signal 11");
  end.too_late = true;
  EXPECT_EQ(end.Words(), "did not end in time");
  const ChildEnd killed = Run(Shell("kill -15 $$"));
  EXPECT_EQ(killed.code, -1);
  EXPECT_EQ(killed.signal, SIGTERM);
  EXPECT_FALSE(killed.too_late);
}

}  // namespace
}  // namespace hpdl::rt
