#include "stdlib/remote/remote_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "runtime/ground/base/testing/eventually.h"
#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::stdlib {
namespace {

using rt::testing::Eventually;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

/// Runs the scripts in a shell of this machine, with its own home.
class ScriptTest : public ::testing::TestWithParam<const char*> {
 protected:
  ScriptTest() { place_ = {".dir", "hpdl-0123"}; }
  ~ScriptTest() override { Say(KillScript(place_)); }

  struct Reply {
    std::vector<std::string> words;
    std::string rest, err;
  };
  Reply Say(const std::string& script) {
    std::ofstream(home_ / "script") << script;
    const std::string command = "cd / && env HOME=" + home_.string() + " " + GetParam() + " -s <" +
                                Path("script") + " >" + Path("reply") + " 2>" + Path("errors");
    const int status = std::system(command.c_str());
    EXPECT_EQ(status, 0) << Content("errors");
    RemoteAnswer answer = ReadAnswer(place_, Content("reply"));
    return {std::move(answer.words), std::move(answer.rest), Content("errors")};
  }
  std::string Path(const std::string& name) const { return home_ / name; }
  std::string Content(const std::string& name) const {
    std::stringstream text;
    text << std::ifstream(home_ / name).rdbuf();
    return text.str();
  }
  Reply Look() { return Say(LookScript(place_, 1000, 1000)); }
  /// Asks for the command's state until the command has ended.
  Reply Await() {
    Reply reply;
    EXPECT_TRUE(Eventually([&] {
      reply = Look();
      return reply.words[0] != "idle" && reply.words[0] != "claimed" && reply.words[0] != "running";
    }));
    return reply;
  }
  /// Asks for the command's state until the command runs. Returns its process group.
  pid_t AwaitRunning() {
    Reply reply;
    EXPECT_TRUE(Eventually([&] {
      reply = Look();
      return reply.words[0] == "running";
    }));
    return reply.words.size() == 2 ? std::stoi(reply.words[1]) : 0;
  }
  Reply Run(const RemoteCommand& command) {
    EXPECT_THAT(Say(MakeScript(place_)).words, ElementsAre("made"));
    EXPECT_THAT(Say(StartScript(place_, command)).words, ElementsAre("begun"));
    return Await();
  }
  static RemoteCommand Shell(const std::string& script) {
    RemoteCommand command;
    command.argv = {"/bin/sh", "-c", script};
    return command;
  }
  /// True if a process of this machine runs. An ended process that nobody has waited for does not
  /// run.
  static bool Running(pid_t pid) {
    std::string status;
    std::getline(std::ifstream("/proc/" + std::to_string(pid) + "/stat"), status);
    const std::size_t name_end = status.rfind(')');
    return name_end != std::string::npos && status.substr(name_end, 3) != ") Z";
  }

  const rt::testing::TemporaryFolder temporary_;
  const fs::path home_ = temporary_.path();
  RemotePlace place_;
};

TEST_P(ScriptTest, OutputErrorsAndExitCode) {
  const Reply reply = Run(Shell("echo out; echo err >&2; exit 3"));
  ASSERT_EQ(reply.words.size(), 4U);
  EXPECT_EQ(reply.words[0], "ended");
  EXPECT_EQ(reply.words[1], "3");
  EXPECT_GT(std::stoi(reply.words[2]), 1);
  EXPECT_EQ(reply.words[3], "4");
  EXPECT_EQ(reply.rest, "out\n");
  EXPECT_EQ(reply.err, "err\n");
  EXPECT_THAT(Say(RemoveScript(place_)).words, ElementsAre("removed"));
  EXPECT_FALSE(fs::exists(home_ / ".dir/hpdl-0123"));
}

TEST_P(ScriptTest, WordsAreNotLookedAtAgain) {
  const std::vector<std::string> words = {
      "two  words",  "$HOME `id` $(id)", "a'b''c", "\"",        "*",   "?[a-z]",   "~",
      "a;b|c&d>e<f", "line\nbreak\n",    "tab\t",  "\\n\\",     "",    "-n",       "--",
      "größer",      "!history",         "{a,b}",  "END-hpdl-", "a=b", "#comment", "%s%n",
  };
  RemoteCommand command;
  command.argv = {"/usr/bin/printf", "[%s]"};
  std::string expected;
  for (const std::string& word : words) {
    command.argv.push_back(word);
    expected += "[" + word + "]";
  }
  command.environment = {"HPDL_NODE=it's $HOME"};
  EXPECT_EQ(Run(command).rest, expected);
}

TEST_P(ScriptTest, EnvironmentDirectoryInputAndMask) {
  RemoteCommand command = Shell("echo $HPDL_NODE; pwd -P; wc -c; umask");
  command.environment = {"HPDL_NODE=it's a node"};
  EXPECT_EQ(
      Run(command).rest, "it's a node\n" + fs::canonical(home_).string() + "\n0\n" + [] {
        const mode_t mask = umask(0);
        umask(mask);
        char text[8];
        std::snprintf(text, sizeof(text), "%04o\n", mask);
        return std::string(text);
      }());
}

TEST_P(ScriptTest, FilesAreBesideTheCommand) {
  RemoteCommand command = Shell("cat a.txt 'b c.txt'; ls -A | grep -c run");
  command.files = {{"a.txt", "$HOME 'quoted' \\n `id`\n"}, {"b c.txt", "no end of line"}};
  command.beside_files = true;
  EXPECT_EQ(Run(command).rest, "$HOME 'quoted' \\n `id`\nno end of line\n1\n");
  struct stat info{};
  ASSERT_EQ(stat((home_ / ".dir/hpdl-0123").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700U) << "arguments and output are the user's own";
}

TEST_P(ScriptTest, BinaryFilesComeInParts) {
  std::string bytes(5 << 20, '\0');  // three parts, the last one of them short
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<char>(i * 131 + i / 251);
  }
  RemoteCommand command = Shell("cksum <'it is.jar'; wc -c <empty.jar; cat one.jar");
  command.beside_files = true;
  command.binaries = {{"it is.jar", bytes}, {"empty.jar", {}}, {"one.jar", "\n"}};
  EXPECT_THAT(Say(PutScript(place_, "one.jar", 0, "\n")).words, ElementsAre("gone"));
  Say(MakeScript(place_));
  for (const RemoteBinary& file : command.binaries) {
    for (std::size_t part = 0; part < PartsOf(file.content); ++part) {
      for (int twice = 0; twice < 2; ++twice) {
        const std::string script = PutScript(place_, file.name, part, PartOf(file.content, part));
        ASSERT_THAT(Say(script).words, ElementsAre("put"));
      }
    }
  }
  Say(StartScript(place_, command));
  std::ofstream(home_ / "same") << bytes;
  ASSERT_EQ(std::system(("cksum <" + Path("same") + " >" + Path("sum")).c_str()), 0);
  EXPECT_EQ(Await().rest, Content("sum") + "0\n\n");
}

TEST_P(ScriptTest, AStartWithoutItsPartsBeginsNothing) {
  RemoteCommand command = Shell("echo began >began");
  command.binaries = {{"a.jar", "bytes"}};
  Say(MakeScript(place_));
  std::ofstream(home_ / "script") << StartScript(place_, command);
  EXPECT_NE(std::system(("cd / && env HOME=" + home_.string() + " " + GetParam() + " -s <" +
                         Path("script") + " >/dev/null 2>&1")
                            .c_str()),
            0);
  EXPECT_THAT(Look().words, ElementsAre("idle"));
}

TEST_P(ScriptTest, WhatChangesTheShellDoesNotLoseTheEnd) {
  RemoteCommand command;
  command.argv = {"exit", "5"};
  const Reply reply = Run(command);
  ASSERT_EQ(reply.words[0], "ended");
  EXPECT_EQ(reply.words[1], "5");
}

TEST_P(ScriptTest, ACommandThatIsNotThere) {
  RemoteCommand command;
  command.argv = {"no-such-command"};
  const Reply reply = Run(command);
  ASSERT_EQ(reply.words[0], "ended");
  EXPECT_EQ(reply.words[1], "127");
  EXPECT_THAT(reply.err, HasSubstr("no-such-command"));
}

TEST_P(ScriptTest, StartedManyTimesItRunsOnce) {
  Say(MakeScript(place_));
  const RemoteCommand command =
      Shell("echo x >>\"$HOME/ran\"; sleep 0.3");  // time: a longer sleep is harmless
  for (int i = 0; i < 8; ++i) {
    Say(MakeScript(place_));
    Say(StartScript(place_, command));
  }
  EXPECT_EQ(Await().words[0], "ended");
  Say(StartScript(place_, command));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // time: a longer pause is harmless
  EXPECT_EQ(Content("ran"), "x\n");
}

TEST_P(ScriptTest, AStartThatComesTooLateDoesNothing) {
  Run(Shell("echo x >>\"$HOME/ran\""));
  Say(RemoveScript(place_));
  EXPECT_THAT(Say(StartScript(place_, Shell("echo x >>\"$HOME/ran\""))).words, ElementsAre("gone"));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // time: a longer pause is harmless
  EXPECT_EQ(Content("ran"), "x\n");
  EXPECT_THAT(Look().words, ElementsAre("gone"));
}

TEST_P(ScriptTest, HalfAScriptDoesNothing) {
  Say(MakeScript(place_));
  std::string script = StartScript(place_, Shell("echo x >>\"$HOME/ran\""));
  script.resize(script.size() - 3);
  std::ofstream(home_ / "script") << script;
  (void)std::system(("env HOME=" + home_.string() + " " + GetParam() + " -s <" + Path("script") +
                     " >/dev/null 2>&1")
                        .c_str());
  std::this_thread::sleep_for(std::chrono::milliseconds(100));  // time: a longer pause is harmless
  EXPECT_THAT(Look().words, ElementsAre("idle"));
}

TEST_P(ScriptTest, KillTakesTheWholeGroup) {
  Say(MakeScript(place_));
  Say(StartScript(place_, Shell("sleep 600 & echo $! >\"$HOME/first\"; "
                                "sleep 600 & echo $! >\"$HOME/second\"; wait")));
  AwaitRunning();
  ASSERT_TRUE(Eventually([&] { return Content("second").ends_with('\n'); }));
  const pid_t first = std::stoi(Content("first")), second = std::stoi(Content("second"));
  EXPECT_TRUE(Running(first) && Running(second));
  EXPECT_THAT(Say(KillScript(place_)).words, ElementsAre("removed"));
  EXPECT_TRUE(Eventually([&] { return !Running(first) && !Running(second); }));
  EXPECT_THAT(Look().words, ElementsAre("gone"));
}

TEST_P(ScriptTest, KillBeforeTheStart) {
  Say(MakeScript(place_));
  EXPECT_THAT(Say(KillScript(place_)).words, ElementsAre("removed"));
  EXPECT_THAT(Say(KillScript(place_)).words, ElementsAre("removed"));
  EXPECT_THAT(Say(StartScript(place_, Shell("true"))).words, ElementsAre("gone"));
}

TEST_P(ScriptTest, TheOneThatRanItIsGone) {
  Say(MakeScript(place_));
  Say(StartScript(place_, Shell("sleep 600")));
  const pid_t group = AwaitRunning();
  ASSERT_GT(group, 0);
  kill(-group, SIGKILL);
  EXPECT_THAT(Await().words, ElementsAre("lost", std::to_string(group)));
}

TEST_P(ScriptTest, AnotherProcessWithTheSameNumber) {
  Say(MakeScript(place_));
  fs::create_directory(home_ / ".dir/hpdl-0123/started");
  std::ofstream(home_ / ".dir/hpdl-0123/pid") << getpid() << " another-boot 17\n";
  EXPECT_EQ(Look().words[0], "lost");
  Say(KillScript(place_));  // the script must not kill this test's process
}

TEST_P(ScriptTest, OutputIsCut) {
  const Reply reply = Run(Shell("i=0; while [ $i -lt 300 ]; do echo 123456789; i=$((i+1)); done"));
  EXPECT_EQ(reply.words[3], "3000");
  EXPECT_EQ(reply.rest.size(), 1000U);
}

INSTANTIATE_TEST_SUITE_P(Shells, ScriptTest, ::testing::Values("/bin/sh", "/bin/bash"),
                         [](const auto& shell) { return std::string(shell.param).substr(5); });

TEST(ReadAnswerTest, BehindWhatTheLoginShellPrints) {
  const RemotePlace place{".hpdl", "hpdl-1"};
  EXPECT_THAT(ReadAnswer(place, "Welcome!\nhpdl-1 is no answer here\n\nhpdl-1 running 7\n").words,
              ElementsAre("is", "no", "answer", "here"));
  EXPECT_THAT(ReadAnswer(place, "Welcome!\n\nhpdl-1 running 7\n").words,
              ElementsAre("running", "7"));
  EXPECT_EQ(ReadAnswer(place, "\nhpdl-1 ended 0 7 3\na\nb").rest, "a\nb");
  for (const char* none : {"", "hpdl-1 running 7\n", "\nhpdl-1 running 7", "\nhpdl-12 running\n"}) {
    EXPECT_TRUE(ReadAnswer(place, none).words.empty()) << none;
  }
}

}  // namespace
}  // namespace hpdl::stdlib
