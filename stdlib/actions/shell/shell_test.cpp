#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <cstdlib>
#include <fstream>

#include "stdlib/actions/shell/shell.kind.h"
#include "stdlib/local/testing/kind_test.h"
#include "stdlib/local/unpack_first.h"
#include "stdlib/local/work_files.h"

extern "C" const hpdl_kind hpdl_local_kind_shell;

namespace hpdl::stdlib {
namespace {

using rt::testing::Argument;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// Tests that run each command with rt::Processes and its real keeper process.
class ShellTest : public testing::KindTest {
 protected:
  ShellTest() : KindTest(kShellElements) {
    ctx_.process = [this](const rt::Command& command) {
      command_ = command;
      ++runs_;
      rt::ExitStatus result;
      // Without a status log, the next Run() is a new job.
      unlink((job_ + "/attempts/status").c_str());
      auto processes = rt::Processes::Start(io_, job_, 1);
      (*processes)->Run(1, command, [&](rt::ExitStatus status) { result = std::move(status); });
      io_.restart();
      io_.run();
      return result;
    };
  }
  void Script(const std::string& script) {
    Add("exec", "sh");
    Add("argument", "-c");
    Add("argument", script);
  }
  rt::Outcome Run() { return ctx_.Run(hpdl_local_kind_shell); }
  std::string Out() {
    return ReadWholeFile(ctx_.OutPath()).ok() ? *ReadWholeFile(ctx_.OutPath()) : "";
  }

  boost::asio::io_context io_;
  rt::Command command_;
  int runs_ = 0;
};

TEST_F(ShellTest, EndsWell) {
  Script("echo hello");
  const rt::Outcome outcome = Run();
  EXPECT_FALSE(outcome.error.has_value());
  EXPECT_EQ(outcome.external_status, "SUCCEEDED");
  EXPECT_GT(std::atoi(outcome.external_id.c_str()), 0);
  EXPECT_FALSE(outcome.data.has_value());
  EXPECT_EQ(command_.directory, job_ + "/work");
  EXPECT_EQ(ctx_.work_directories, 0);
  EXPECT_TRUE(ctx_.recorded.empty()) << "a plain command costs no commit of its own";
}

TEST_F(ShellTest, ExitCodeAndEndOfStandardError) {
  Script(
      "i=0; while [ $i -lt 30 ]; do echo line $i >&2; i=$((i+1)); done; printf 'bad \\377 byte' "
      ">&2; exit 3");
  const rt::Outcome outcome = Run();
  ASSERT_TRUE(outcome.error.has_value());
  EXPECT_EQ(outcome.error->error_class, rt::ErrorClass::kError);
  EXPECT_EQ(outcome.error->code, "JA018");
  EXPECT_THAT(outcome.error->message,
              StartsWith("exit code 3; standard error ends with:\nline 21\n"));
  EXPECT_THAT(outcome.error->message, EndsWith("line 29\nbad \xef\xbf\xbd byte"));
  EXPECT_EQ(outcome.external_status, "FAILED/KILLED");
}

TEST_F(ShellTest, TheTailIsBounded) {
  Script("head -c 1000000 /dev/zero | tr '\\0' x >&2; exit 1");
  EXPECT_LT(Run().error->message.size(), 2100U);
}

TEST_F(ShellTest, EndedBySignal) {
  Script("kill -9 $$");
  EXPECT_EQ(Run().error->message, "ended by signal 9 (SIGKILL)");
}

TEST_F(ShellTest, CommandThatDoesNotExist) {
  Add("exec", "no-such-command");
  const rt::Outcome outcome = Run();
  EXPECT_EQ(outcome.error->code, "JA018");
  EXPECT_EQ(outcome.error->message, "cannot start no-such-command: No such file or directory");
}

TEST_F(ShellTest, ArgumentsAreNotParsedAgain) {
  Add("exec", "printf");
  for (const char* argument : {"[%s]", "a b", "$HOME", "`id`", "", "'\""}) {
    Add("argument", argument);
  }
  Run();
  EXPECT_EQ(Out(), "[a b][$HOME][`id`][]['\"]");
}

TEST_F(ShellTest, Environment) {
  setenv("HPDL_SHELL_TEST_OWN", "inherited", 1);
  setenv("HPDL_SHELL_TEST_SET", "inherited", 1);
  Add("env-var", "HPDL_SHELL_TEST_SET=a=b c");
  Add("env-var", "EMPTY=");
  Script(
      "echo "
      "$HPDL_SHELL_TEST_OWN,$HPDL_SHELL_TEST_SET,${EMPTY-unset},$HPDL_NODE,$HPDL_RUN,$HPDL_ATTEMPT;"
      "echo $HPDL_JOB_ID $HPDL_TAG; env | grep -c ^HPDL_SHELL_TEST_SET=; echo "
      "${OOZIE_ACTION_CONF_XML-none}");
  Run();
  EXPECT_EQ(Out(), "inherited,a=b c,,action,0,0\n" + ctx_.identity.id + " " + ctx_.attempt_tag +
                       "\n1\nnone\n");
}

TEST_F(ShellTest, WrongEnvironmentEntry) {
  Add("env-var", "NOVALUE");
  Script("true");
  EXPECT_THAT(Run().error->message, HasSubstr("NOVALUE is not of the form NAME=VALUE"));
  EXPECT_EQ(runs_, 0);
}

TEST_F(ShellTest, CapturesProperties) {
  Add("capture-output", "");
  Script("echo 'count = 12'; echo '# comment'; echo 'text:a\\u00e9'");
  const rt::Outcome outcome = Run();
  ASSERT_FALSE(outcome.error.has_value()) << outcome.error->message;
  EXPECT_EQ(outcome.data->at("count"), "12");
  EXPECT_EQ(outcome.data->at("text"), "a\xc3\xa9");
  EXPECT_EQ(outcome.data->size(), 2U);
}

TEST_F(ShellTest, CapturesNothingFromSilence) {
  Add("capture-output", "");
  Script("true");
  const rt::Outcome outcome = Run();
  ASSERT_TRUE(outcome.data.has_value());
  EXPECT_TRUE(outcome.data->empty());
}

TEST_F(ShellTest, CaptureHasALimit) {
  Add("capture-output", "");
  Script("printf 'a=12345'");
  ctx_.limit = 7;
  EXPECT_FALSE(Run().error.has_value());
  ctx_.limit = 6;
  const rt::Outcome outcome = Run();
  EXPECT_EQ(outcome.error->code, "JA018");
  EXPECT_THAT(outcome.error->message, StartsWith("captured output has 7 bytes, the limit is 6"));
}

TEST_F(ShellTest, CaptureOfBrokenProperties) {
  Add("capture-output", "");
  Script("echo 'a=\\u12'");
  const rt::Outcome outcome = Run();
  ASSERT_TRUE(outcome.error.has_value());
  EXPECT_EQ(outcome.error->code, "JA018");
  EXPECT_THAT(outcome.error->message, HasSubstr("captured output:1"));
}

TEST_F(ShellTest, AFileOfTheApplicationIsTakenBeforeThePath) {
  ctx_.files.emplace_back("printf", "#!/bin/sh\necho bundled \"$1\"\n");
  Add("exec", "printf");
  Add("argument", "x");
  EXPECT_FALSE(Run().error.has_value());
  EXPECT_EQ(Out(), "bundled x\n");
  EXPECT_EQ(command_.directory, job_ + "/attempts/1.work");
}

TEST_F(ShellTest, BundledScriptsInFoldersAndLib) {
  ctx_.files.emplace_back("bin/go.sh", "#!/bin/sh\necho from bin\n");
  ctx_.files.emplace_back("lib/tool.sh", "#!/bin/sh\necho from lib\n");
  Add("exec", "bin/go.sh");
  EXPECT_FALSE(Run().error.has_value());
  EXPECT_EQ(Out(), "from bin\n");
  Clear();
  Add("exec", "tool.sh");
  EXPECT_FALSE(Run().error.has_value());
  EXPECT_EQ(Out(), "from lib\n");
}

TEST_F(ShellTest, AScriptCallsAnotherFileByItsName) {
  ctx_.files.emplace_back("scripts/helper.sh", "#!/bin/sh\necho help for $1\n");
  Add("file", "scripts/helper.sh");
  Script("helper.sh me");
  EXPECT_FALSE(Run().error.has_value());
  EXPECT_EQ(Out(), "help for me\n");
  Clear();
  Add("env-var", "PATH=/nowhere");
  Add("exec", "/bin/sh");
  Add("argument", "-c");
  Add("argument", "echo $PATH");
  EXPECT_FALSE(Run().error.has_value());
  EXPECT_EQ(Out(), ".:/nowhere\n");
}

TEST_F(ShellTest, FilesAreInTheWorkDirectory) {
  std::ofstream(job_ + "/data") << "local";
  ctx_.files.emplace_back("conf/a.txt", "bundled");
  Add("file", "conf/a.txt#b.txt");
  Add("file", "conf/a.txt");
  Add("file", "file://" + job_ + "/data#linked");
  Script("cat b.txt a.txt linked");
  const rt::Outcome outcome = Run();
  EXPECT_FALSE(outcome.error.has_value());
  EXPECT_EQ(Out(), "bundledbundledlocal");
}

TEST_F(ShellTest, FilesThatCannotBePlaced) {
  const std::pair<const char*, const char*> cases[] = {
      {"none.txt", "JA008"},         {"/no/such/file", "JA008"}, {"hdfs://nn/x", "E0904"},
      {"/etc/passwd#../x", "JA018"}, {"/etc/passwd#", "JA018"},  {"/etc/passwd#..", "JA018"}};
  for (const auto& [file, code] : cases) {
    Clear();
    Add("file", file);
    Script("true");
    const rt::Outcome outcome = Run();
    ASSERT_TRUE(outcome.error.has_value()) << file;
    EXPECT_EQ(outcome.error->code, code) << file;
  }
  EXPECT_EQ(runs_, 0);
}

TEST_F(ShellTest, AnInheritedProgramCountsAfterAFileOfItsName) {
  const std::string parent = job_ + "/tool", other = job_ + "/other";
  std::ofstream(parent) << "#!/bin/sh\necho of the parent\n";
  std::ofstream(other) << "#!/bin/sh\necho of the action\n";
  chmod(other.c_str(), 0700);
  ctx_.properties = {{"oozie.wf.subworkflow.classpath.inheritance", "true"},
                     {"oozie.wf.application.lib", "file://" + parent}};
  Add("exec", "tool");
  EXPECT_FALSE(Run().error.has_value()) << "the file of the parent need not be executable";
  EXPECT_EQ(Out(), "of the parent\n");
  unlink((job_ + "/attempts/1.work/tool").c_str());
  Add("file", other + "#tool");
  EXPECT_FALSE(Run().error.has_value());
  EXPECT_EQ(Out(), "of the action\n");
}

TEST_F(ShellTest, ArchivesAreUnpackedByTheWorker) {
  ctx_.files.emplace_back("a.zip", "no archive");
  Add("archive", "a.zip#data");
  Add("exec", "cat");
  Add("argument", "two words");
  ctx_.process = [this](const rt::Command& command) {
    command_ = command;
    return rt::ExitStatus{};
  };
  EXPECT_FALSE(Run().error.has_value());
  ASSERT_EQ(command_.argv.size(), 4U);
  EXPECT_EQ(command_.argv[1], "--worker");
  EXPECT_EQ(command_.argv[2], "shell");
  const std::string plan = command_.argv[3];
  EXPECT_THAT(*ReadWholeFile(plan), EndsWith(std::string("/data\0cat\0two words\0", 20)));
  EXPECT_EQ(UnpackWorker(plan.c_str()), 1) << "what it is given is no archive";
  const rt::Outcome outcome = Run();
  EXPECT_EQ(outcome.error->code, "JA018");
  EXPECT_THAT(outcome.error->message, HasSubstr("a.zip"));
}

TEST_F(ShellTest, ArchivesThatCannotBePlaced) {
  const std::pair<const char*, const char*> cases[] = {
      {"none.zip", "JA008"}, {"/no/such.zip", "JA008"}, {"/etc/passwd#../x", "JA018"}};
  for (const auto& [archive, code] : cases) {
    Clear();
    Add("archive", archive);
    Script("true");
    const rt::Outcome outcome = Run();
    ASSERT_TRUE(outcome.error.has_value()) << archive;
    EXPECT_EQ(outcome.error->code, code) << archive;
  }
  EXPECT_EQ(runs_, 0);
}

TEST_F(ShellTest, ConfigurationIsAFile) {
  AddProperty("a.b", "<1> & 2");
  Script("cat \"$OOZIE_ACTION_CONF_XML\"");
  EXPECT_FALSE(Run().error.has_value());
  EXPECT_THAT(Out(),
              HasSubstr("<property><name>a.b</name><value>&lt;1&gt; &amp; 2</value></property>"));
}

TEST_F(ShellTest, PrepareRunsOnceAndNotBesideTheCommand) {
  rt::ArgNode remove = Argument(0, "", {Argument(0, job_ + "/out")});
  rt::ArgNode make = Argument(1, "", {Argument(0, job_ + "/out/new")});
  mkdir((job_ + "/out").c_str(), 0700);
  std::ofstream(job_ + "/out/old") << "x";
  Add("prepare", "", {remove, make});
  Script("ls " + job_ + "/out");
  EXPECT_FALSE(Run().error.has_value());
  EXPECT_EQ(Out(), "new\n");
  ctx_.is_resumed = true;
  std::ofstream(job_ + "/out/result") << "x";
  EXPECT_FALSE(Run().error.has_value());
  EXPECT_EQ(access((job_ + "/out/result").c_str(), F_OK), 0) << "what the command wrote must stay";
}

TEST_F(ShellTest, ALostCommandNeedsAPerson) {
  Script("true");
  ctx_.process = [](const rt::Command&) {
    rt::ExitStatus status;
    status.lost = true;
    status.pid = 77;
    return status;
  };
  const rt::Outcome outcome = Run();
  EXPECT_EQ(outcome.error->error_class, rt::ErrorClass::kNonTransient);
  EXPECT_THAT(outcome.error->message, HasSubstr("pid 77"));
}

}  // namespace
}  // namespace hpdl::stdlib
