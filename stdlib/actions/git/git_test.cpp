#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>

#include "runtime/ground/value/reserved_names.h"
#include "runtime/world/hadoop/cluster.h"
#include "runtime/world/hadoop/conf.h"
#include "stdlib/actions/git/git.kind.h"
#include "stdlib/actions/git/git_clone.h"
#include "stdlib/actions/git/git_publish.h"
#include "stdlib/actions/git/git_uri.h"
#include "stdlib/local/testing/kind_test.h"

extern "C" const hpdl_kind hpdl_kind_git;

namespace hpdl::stdlib {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(GitUriTest, WhatGitCanClone) {
  for (const char* uri : {"file:///srv/a b.git", "http://h/x", "https://h:8443/x/y.git",
                          "ssh://git@h:22/~joe/x", "git://h/x", "https://[::1]:1/x"}) {
    const auto read = ReadGitUri(uri);
    ASSERT_TRUE(read.ok()) << uri;
    EXPECT_EQ(read->text, uri);
    EXPECT_EQ(read->credential, "");
  }
  EXPECT_EQ(ReadGitUri("HTTPS://h/x")->text, "https://h/x");
}

TEST(GitUriTest, WhatIsRefused) {
  for (const char* uri : {"",
                          "x",
                          "/srv/a.git",
                          "git@h:x",
                          "ext::sh -c touch% /tmp/x",
                          "--upload-pack=x",
                          "-u x://h/p",
                          "fd://3/x",
                          "hdfs://nn/x",
                          "file://h/x",
                          "file:///",
                          "http://",
                          "http:///x",
                          "http://h",
                          "ssh://-oProxyCommand=x/y",
                          "ssh://-l@h/y",
                          "ssh://u:p@h/x",
                          "git://u:p@h/x",
                          "http://h/a\nb",
                          "http://h/a\x1b[0m"}) {
    const auto read = ReadGitUri(uri);
    ASSERT_FALSE(read.ok()) << uri;
    EXPECT_EQ(read.error().code, "GIT010");
    EXPECT_EQ(read.error().error_class, rt::ErrorClass::kError);
  }
  EXPECT_FALSE(ReadGitUri("http://h/" + std::string(5000, 'x')).ok());
}

TEST(GitUriTest, APasswordIsTakenOut) {
  const auto read = ReadGitUri("https://joe:s3cr%40t@h:8443/x.git");
  EXPECT_EQ(read->text, "https://h:8443/x.git");
  EXPECT_EQ(read->credential, "https://joe:s3cr%40t@h:8443");
  EXPECT_EQ(ReadGitUri("https://a@b:c@h/x")->credential, "https://a%40b:c@h");
  EXPECT_EQ(ReadGitUri("ssh://joe@h/x")->text, "ssh://joe@h/x");
  EXPECT_EQ(ReadGitUri("ssh://joe@h/x")->credential, "");
  EXPECT_THAT(ReadGitUri("ssh://joe:s3cret@h/x").error().message, Not(HasSubstr("s3cret")));
}

TEST(GitUriTest, ATokenIsTakenOut) {
  for (const char* scheme : {"http", "https"}) {
    const auto read = ReadGitUri(std::string(scheme) + "://t0ken@h:1/x.git");
    EXPECT_EQ(read->text, std::string(scheme) + "://h:1/x.git");
    EXPECT_EQ(read->credential, std::string(scheme) + "://t0ken:@h:1");
  }
  EXPECT_EQ(ReadGitUri("https://@h/x")->text, "https://h/x");
  EXPECT_EQ(ReadGitUri("https://@h/x")->credential, "");
}

TEST(GitUriTest, Branches) {
  EXPECT_TRUE(CheckBranch("feature/a b").ok());
  for (const std::string branch : {"", "-x", "a\nb"}) {
    EXPECT_EQ(CheckBranch(branch).error().code, "GIT010");
  }
}

TEST(GitMeaningTest, OfGitsWords) {
  EXPECT_THAT(MeaningOf("fatal: could not read Username for 'http://h': terminal prompts disabled"),
              HasSubstr("requires a login"));
  EXPECT_THAT(MeaningOf("fatal: Remote branch x not found in upstream origin"),
              HasSubstr("no such branch"));
  EXPECT_EQ(MeaningOf("fatal: something else"), "");
}

/// Tests with a real git, and with the worker in a process group of its own.
class GitTest : public testing::KindTest {
 protected:
  GitTest() : KindTest(kGitElements), origin_(job_ + "/origin"), target_(job_ + "/out/clone") {
    setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
    setenv("GIT_CONFIG_SYSTEM", "/dev/null", 1);
    ctx_.process = [this](const rt::Command& command) { return RunWorker(command); };
    Make(
        "git init -q -b main && echo one >a && mkdir -p d/e && echo two >'d/e/b c' && "
        "ln -s /etc/passwd link && git add . && git -c user.name=j -c user.email=j@h commit -qm 1 "
        "&& git branch old && echo three >a && git -c user.name=j -c user.email=j@h commit -qam 2");
  }
  void Make(const std::string& commands) {
    fs::create_directories(origin_);
    ASSERT_EQ(std::system(("cd '" + origin_ + "' && " + commands).c_str()), 0);
  }
  rt::ExitStatus RunWorker(const rt::Command& command) {
    ++runs_;
    command_ = command;
    const pid_t child = fork();
    if (child == 0) {
      setpgid(0, 0);
      _exit(CloneWorker(command.argv[3].c_str()));
    }
    int status = 0;
    waitpid(child, &status, 0);
    rt::ExitStatus result;
    result.pid = child;
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return result;
  }
  rt::Outcome Run(const std::string& uri, const std::string& branch = "") {
    Clear();
    Add("name-node", "file:///");
    Add("git-uri", uri);
    if (!branch.empty()) {
      Add("branch", branch);
    }
    Add("destination-uri", target_);
    return ctx_.Run(hpdl_kind_git);
  }
  rt::Outcome Run() { return Run("file://" + origin_); }
  std::string Text(const std::string& name) const {
    std::ifstream in(target_ + "/" + name);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  /// Returns the names in the folder that contains the destination. Tests check that no other file
  /// is left there.
  std::vector<std::string> Beside() const {
    std::vector<std::string> names;
    if (fs::exists(job_ + "/out")) {
      for (const auto& entry : fs::directory_iterator(job_ + "/out")) {
        names.push_back(entry.path().filename());
      }
    }
    return names;
  }
  void ExpectError(const rt::Outcome& outcome, const std::string& code, const std::string& words) {
    ASSERT_TRUE(outcome.error.has_value());
    EXPECT_EQ(outcome.error->code, code);
    EXPECT_THAT(outcome.error->message, HasSubstr(words));
    EXPECT_FALSE(fs::exists(job_ + "/attempts/1.work")) << "nothing is left";
  }

  const std::string origin_;
  const std::string target_;
  rt::Command command_;
  int runs_ = 0;
};

TEST_F(GitTest, ClonesAndReplacesAnEarlierClone) {
  const rt::Outcome outcome = Run();
  ASSERT_FALSE(outcome.error.has_value()) << outcome.error->message;
  EXPECT_EQ(outcome.external_status, "SUCCEEDED");
  EXPECT_EQ(Text("a"), "three\n");
  EXPECT_EQ(Text("d/e/b c"), "two\n");
  EXPECT_TRUE(fs::is_directory(target_ + "/.git"));
  EXPECT_FALSE(fs::is_symlink(target_ + "/link"));
  EXPECT_EQ(Text("link"), "/etc/passwd") << "a link is a text, and its target is not read";
  EXPECT_FALSE(fs::exists(job_ + "/attempts/1.work"));
  std::ofstream(target_ + "/stale") << "x";
  ctx_.position.clear();
  ASSERT_FALSE(Run("file://" + origin_, "old").error.has_value());
  EXPECT_EQ(Text("a"), "one\n");
  EXPECT_FALSE(fs::exists(target_ + "/stale")) << "replaced whole";
  EXPECT_THAT(Beside(), ::testing::ElementsAre("clone"));
}

TEST_F(GitTest, AResumedAttemptMayDoItAgain) {
  ASSERT_FALSE(Run().error.has_value());
  ctx_.is_resumed = true;
  ASSERT_FALSE(Run().error.has_value());
  EXPECT_EQ(runs_, 1) << "its progress says that it is there";
  ctx_.position.clear();  // as if the attempt had been killed right after the last rename
  ASSERT_FALSE(Run().error.has_value());
  EXPECT_EQ(Text("a"), "three\n");
  EXPECT_THAT(Beside(), ::testing::ElementsAre("clone"));
}

TEST_F(GitTest, AnEarlierTryLeftItsTreesBeside) {
  for (const char* name : {".new", ".old"}) {
    fs::create_directories(job_ + "/out/.clone." + ctx_.attempt_tag + name + "/x");
  }
  ASSERT_FALSE(Run().error.has_value());
  EXPECT_EQ(Text("a"), "three\n");
  EXPECT_THAT(Beside(), ::testing::ElementsAre("clone"));
}

TEST_F(GitTest, WhatElseIsThereStays) {
  fs::create_directories(target_ + "/precious");
  ExpectError(Run(), "JA018", "neither an earlier clone nor empty");
  EXPECT_TRUE(fs::exists(target_ + "/precious"));
  EXPECT_EQ(runs_, 0);
  fs::remove_all(target_);
  std::ofstream(target_) << "x";
  ExpectError(Run(), "JA018", "neither an earlier clone nor empty");
  fs::remove_all(target_);
  fs::create_directories(target_);
  EXPECT_FALSE(Run().error.has_value());
}

TEST_F(GitTest, NoSuchBranchAndNoSuchRepository) {
  ExpectError(Run("file://" + origin_, "nosuch"), "JA018", "the repository has no such branch");
  ExpectError(Run("file://" + job_ + "/nosuch"), "JA018", "git clone of file://");
  EXPECT_THAT(Beside(), ::testing::IsEmpty());
}

TEST_F(GitTest, ArgumentsThatAreNone) {
  ExpectError(Run("ext::sh -c id"), "GIT010", "has no scheme");
  ExpectError(Run("file://" + origin_, "--upload-pack=id"), "GIT010", "branch");
  EXPECT_EQ(runs_, 0);
}

TEST_F(GitTest, AnEmptyRepository) {
  ASSERT_EQ(std::system(("git init -q --bare '" + job_ + "/empty'").c_str()), 0);
  ASSERT_FALSE(Run("file://" + job_ + "/empty").error.has_value());
  EXPECT_TRUE(fs::is_directory(target_ + "/.git"));
}

/// The repository has nine levels of trees with ten trees in each tree, and ten files in each of
/// the lowest trees. A repository of a kilobyte thus contains ten thousand million files.
TEST_F(GitTest, ATinyRepositoryThatExplodes) {
  Make(
      "b=$(echo boom | git hash-object -w --stdin); t=$(for i in 0 1 2 3 4 5 6 7 8 9; do printf "
      "'100644 blob %s\\tf%s\\n' $b $i; done | git mktree); for l in 1 2 3 4 5 6 7 8 9; do "
      "t=$(for i in 0 1 2 3 4 5 6 7 8 9; do printf '040000 tree %s\\td%s\\n' $t $i; done | git "
      "mktree); done; git update-ref refs/heads/bomb $(echo x | git -c user.name=j -c "
      "user.email=j@h commit-tree $t)");
  ExpectError(Run("file://" + origin_, "bomb"), "JA018", "more than 100000 files");
}

TEST_F(GitTest, NoGitOnTheMachine) {
  const std::string path = getenv("PATH");
  setenv("PATH", job_.c_str(), 1);
  const rt::Outcome outcome = Run();
  setenv("PATH", path.c_str(), 1);
  ExpectError(outcome, "JA018", "cannot start git on this machine");
  EXPECT_EQ(outcome.error->error_class, rt::ErrorClass::kNonTransient);
}

/// A cluster whose settings are read. No job is sent to it.
class SecureCluster final : public rt::Cluster, public rt::Clusters {
 public:
  rt::Result<rt::Cluster*> Open(std::string_view name, const std::string&) override {
    opened = name;
    if (unknown) {
      return rt::Error{rt::ErrorClass::kNonTransient, "E0902", "no web address"};
    }
    return this;
  }
  const std::string& name() const override { return opened; }
  const std::string& user() const override { return opened; }
  const rt::HadoopConf& conf() const override { return conf_; }
  rt::Task<rt::Result<std::string>> NewApplication() override { throw std::logic_error("used"); }
  rt::Task<rt::Result<void>> Submit(rt::Submission) override { throw std::logic_error("used"); }
  rt::Task<rt::Result<std::optional<rt::Application>>> Find(std::string) override {
    throw std::logic_error("used");
  }
  rt::Task<rt::Result<std::vector<rt::Application>>> FindByTag(std::string) override {
    throw std::logic_error("used");
  }
  rt::Task<rt::Result<void>> Kill(std::string) override { throw std::logic_error("used"); }
  rt::Task<rt::Result<rt::Application>> NextState(std::string, std::string, std::string) override {
    throw std::logic_error("used");
  }
  rt::Task<rt::Result<rt::Application>> End(std::string, std::string) override {
    throw std::logic_error("used");
  }
  rt::Task<rt::Result<std::optional<rt::HistoryJob>>> Job(std::string) override {
    throw std::logic_error("used");
  }
  rt::Task<rt::Result<rt::Counters>> JobCounters(std::string) override {
    throw std::logic_error("used");
  }
  std::string ConsoleUrl(const std::string&) const override { return {}; }

  std::string opened;
  bool unknown = false;

 private:
  const rt::HadoopConf conf_{"/etc", {{"hadoop.security.authentication", "kerberos"}}};
};

class ClusterContext final : public rt::testing::FakeContext {
 public:
  using FakeContext::FakeContext;
  bool local() const override { return false; }
  rt::Clusters* clusters() override { return &cluster; }
  SecureCluster cluster;
};

class GitCredentialsTest : public GitTest {
 protected:
  void Ask(const std::string& marker, const std::string& value) {
    Clear();
    Add("resource-manager", "rm:8032");
    Add("name-node", "file:///");
    Add("git-uri", "file://" + origin_);
    Add("destination-uri", target_);
    AddProperty(marker, value);
    ctx_.arguments.children.back().text = rt::kCredentialElement;
    cluster_.arguments = ctx_.arguments;
    cluster_.process = ctx_.process;
  }
  ClusterContext cluster_{job_};
};

TEST_F(GitCredentialsTest, OneThatIsNotDeclaredStopsIt) {
  Ask("hpdl.credential.undeclared.x", "");
  ExpectError(ctx_.Run(hpdl_kind_git), "JA021", "'x' is not declared");
  EXPECT_EQ(runs_, 0);
  ctx_.properties["oozie.credentials.skip"] = "true";
  EXPECT_FALSE(ctx_.Run(hpdl_kind_git).error);
}

TEST_F(GitCredentialsTest, OneThatNeedsKerberosStopsItWhereTheClusterWantsThat) {
  Ask("hpdl.credential.asked.h", "hdfs");
  ExpectError(cluster_.Run(hpdl_kind_git), "JA020", "'h' of type hdfs needs Kerberos");
  EXPECT_EQ(cluster_.cluster.opened, "rm:8032");
  EXPECT_EQ(runs_, 0);
  EXPECT_FALSE(ctx_.Run(hpdl_kind_git).error) << "with --local there is no cluster";
  cluster_.cluster.unknown = true;
  EXPECT_FALSE(cluster_.Run(hpdl_kind_git).error) << "a cluster without YARN";
}

TEST_F(GitCredentialsTest, NobodyIsAskedForWhatNobodyWants) {
  Ask("x", "y");
  EXPECT_FALSE(cluster_.Run(hpdl_kind_git).error);
  EXPECT_EQ(cluster_.cluster.opened, "");
}

/// Tests in which a script replaces git and records how it was started.
class FakeGitTest : public GitTest {
 protected:
  FakeGitTest() : path_(getenv("PATH")) {
    fs::create_directories(job_ + "/bin");
    setenv("PATH", (job_ + "/bin:" + path_).c_str(), 1);
  }
  ~FakeGitTest() override { setenv("PATH", path_.c_str(), 1); }
  void Script(const std::string& text) {
    const std::string name = job_ + "/bin/git";
    std::ofstream(name) << "#!/bin/sh\n" << text << "\n";
    chmod(name.c_str(), 0755);
  }
  const std::string path_;
};

TEST_F(FakeGitTest, SecretsAreInNoCommandLineAndGoAway) {
  Script("echo \"$@\" >>" + job_ + "/words; env >>" + job_ + "/env; cat credential >>" + job_ +
         "/secret; stat -c %a credential >>" + job_ + "/modes; exit 3");
  setenv("GIT_DIR", "/somewhere", 1);
  const rt::Outcome outcome = Run("https://joe:s3cret@h/x");
  unsetenv("GIT_DIR");
  ExpectError(outcome, "JA018", "git clone of https://h/x: exit code 3");
  const auto text = [&](const char* name) {
    std::ifstream in(job_ + "/" + name);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  EXPECT_THAT(text("words"), Not(HasSubstr("s3cret")));
  EXPECT_THAT(text("env"), Not(HasSubstr("s3cret")));
  EXPECT_THAT(text("env"), Not(HasSubstr("GIT_DIR=")));
  EXPECT_THAT(text("env"), HasSubstr("GIT_TERMINAL_PROMPT=0"));
  EXPECT_EQ(text("secret"), "https://joe:s3cret@h\n");
  EXPECT_EQ(text("modes"), "600\n");
  EXPECT_THAT(command_.argv, Not(::testing::Contains(HasSubstr("s3cret"))));
}

TEST_F(FakeGitTest, ATokenIsInNoCommandLineEither) {
  Script("echo \"$@\" >>" + job_ + "/words; cat .plan >>" + job_ + "/words; cat credential >>" +
         job_ + "/secret; exit 3");
  const rt::Outcome outcome = Run("https://t0ken@h/x");
  ExpectError(outcome, "JA018", "git clone of https://h/x: exit code 3");
  const auto text = [&](const char* name) {
    std::ifstream in(job_ + "/" + name);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  EXPECT_THAT(text("words"), HasSubstr("https://h/x"));
  EXPECT_THAT(text("words"), Not(HasSubstr("t0ken")));
  EXPECT_EQ(text("secret"), "https://t0ken:@h\n");
}

TEST_F(GitTest, SecretsAreNotThereWhereNobodyNeedsThem) {
  const std::string folder = job_ + "/attempts/1.work";
  const std::string credential = folder + "/credential";
  bool placed = false;
  ctx_.process = [&](const rt::Command&) {
    placed = fs::exists(credential);
    fs::create_directories(folder + "/clone/.git");
    rt::ExitStatus status;
    status.pid = 7;
    return status;
  };
  fs::create_directories(folder);
  ctx_.is_resumed = true;
  ASSERT_FALSE(Run("https://t0ken@h/x").error.has_value());
  EXPECT_TRUE(placed);
  fs::create_directories(folder);
  std::ofstream(folder + "/.fetched") << "";
  ctx_.position.clear();
  ASSERT_FALSE(Run("https://t0ken@h/x").error.has_value());
  EXPECT_FALSE(placed) << "a resumed attempt whose worker has fetched";
}

TEST_F(FakeGitTest, TheKeyIsForTheUserAlone) {
  std::ofstream(job_ + "/id") << "KEY\n";
  Script("stat -Lc %a key . >>" + job_ + "/modes; cat key >>" + job_ + "/key; echo " +
         "\"$GIT_SSH_COMMAND\" >>" + job_ + "/ssh; exit 3");
  Clear();
  Add("name-node", "file:///");
  Add("git-uri", "ssh://h/x");
  Add("key-path", job_ + "/id");
  Add("destination-uri", target_);
  ExpectError(ctx_.Run(hpdl_kind_git), "JA018", "exit code 3");
  std::ifstream modes(job_ + "/modes");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(modes), {}), "400\n700\n");
  std::ifstream ssh(job_ + "/ssh");
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(ssh), {}),
              HasSubstr("BatchMode=yes -o StrictHostKeyChecking=yes"));
}

TEST_F(FakeGitTest, TimeAndOutputAreBounded) {
  ctx_.properties["hpdl.git.timeout"] = "1";
  Script("yes loud >&2 & sleep 600");
  ExpectError(Run(), "JA018", "longer than 1 s");
  std::error_code none;
  EXPECT_LT(fs::file_size(ctx_.ErrPath(), none) + 1, 100000U);
}

TEST_F(FakeGitTest, ItsLastWordsAreTold) {
  Script(
      "i=0; while [ $i -lt 40 ]; do echo line $i >&2; i=$((i+1)); done; printf '\\033[31m' >&2; "
      "exit 128");
  const rt::Outcome outcome = Run();
  ExpectError(outcome, "JA018", "exit code 128; it says:\nline 3");
  EXPECT_THAT(outcome.error->message, Not(HasSubstr("\033")));
}

TEST_F(FakeGitTest, AMachineThatWentDownBeginsAnew) {
  ctx_.process = [](const rt::Command&) {
    rt::ExitStatus status;
    status.lost = true;
    return status;
  };
  const rt::Outcome outcome = Run();
  ExpectError(outcome, "JA017", "the clone starts again");
  EXPECT_EQ(outcome.error->error_class, rt::ErrorClass::kTransient);
}

}  // namespace
}  // namespace hpdl::stdlib
