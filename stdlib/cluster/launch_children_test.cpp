#include "stdlib/cluster/launch_children.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/world/files/await.h"
#include "runtime/world/hadoop/conf.h"
#include "stdlib/cluster/testing/memory_files.h"

namespace hpdl::stdlib {
namespace {

using ::testing::ElementsAre;

const rt::Error kNoAnswer{rt::ErrorClass::kTransient, "JA009", "no answer"};

/// A resource manager with one application. The first `bad_looks` searches and the first
/// `bad_kills` kills fail.
class OneChild final : public rt::Cluster {
 public:
  const std::string& name() const override { return name_; }
  const std::string& user() const override { return name_; }
  const rt::HadoopConf& conf() const override { return conf_; }
  rt::Task<rt::Result<std::string>> NewApplication() override { co_return std::string(); }
  rt::Task<rt::Result<void>> Submit(rt::Submission) override { co_return rt::Result<void>(); }
  rt::Task<rt::Result<std::optional<rt::Application>>> Find(std::string) override {
    std::optional<rt::Application> found = child;
    co_return found;
  }
  rt::Task<rt::Result<std::vector<rt::Application>>> FindByTag(std::string tag) override {
    calls.push_back("find " + tag);
    if (bad_looks > 0) {
      --bad_looks;
      co_return kNoAnswer;
    }
    std::vector<rt::Application> found = {child};
    co_return found;
  }
  rt::Task<rt::Result<void>> Kill(std::string id) override {
    calls.push_back("kill " + id);
    if (bad_kills > 0) {
      --bad_kills;
      co_return kNoAnswer;
    }
    child.state = "KILLED";
    co_return rt::Result<void>();
  }
  rt::Task<rt::Result<rt::Application>> End(std::string, std::string) override { co_return child; }
  rt::Task<rt::Result<rt::Application>> NextState(std::string, std::string, std::string) override {
    co_return child;
  }
  rt::Task<rt::Result<std::optional<rt::HistoryJob>>> Job(std::string) override {
    std::optional<rt::HistoryJob> none;
    co_return none;
  }
  rt::Task<rt::Result<rt::Counters>> JobCounters(std::string) override { co_return rt::Counters(); }
  std::string ConsoleUrl(const std::string&) const override { return ""; }

  std::vector<std::string> calls;
  rt::Application child;
  int bad_looks = 0, bad_kills = 0;

 private:
  const std::string name_ = "rm";
  rt::HadoopConf conf_{"/etc", {}};
};

class LaunchChildrenTest : public ::testing::Test {
 protected:
  LaunchChildrenTest() {
    cluster_.child.id = "application_1_2";
    cluster_.child.type = "SPARK";
    cluster_.child.state = "RUNNING";
    files_.Put("/user/joe/.sparkStaging/application_1_2/conf", "x");
  }
  void End() {
    boost::asio::io_context loop(1);
    EXPECT_TRUE(rt::Await(loop, Ended()));
    EXPECT_EQ(cluster_.child.state, "KILLED");
    EXPECT_TRUE(files_.files.empty());
  }
  rt::Task<bool> Ended() {
    LaunchChildren children(cluster_, base_, files_, "tag");
    std::string own = "application_1_1";
    co_await children.End(std::move(own), false);
    co_return true;
  }

  OneChild cluster_;
  testing::MemoryFiles files_;
  const rt::PathBase base_;
};

TEST_F(LaunchChildrenTest, AreKilledAndTheirStagingGoes) {
  End();
  EXPECT_THAT(cluster_.calls, ElementsAre("find tag", "kill application_1_2"));
}

TEST_F(LaunchChildrenTest, ALookThatFailsIsNotTheLast) {
  cluster_.bad_looks = 1;
  End();
  EXPECT_THAT(cluster_.calls, ElementsAre("find tag", "find tag", "kill application_1_2"));
}

TEST_F(LaunchChildrenTest, AKillThatFailsIsDoneAgain) {
  cluster_.bad_kills = 1;
  End();
  EXPECT_THAT(cluster_.calls,
              ElementsAre("find tag", "kill application_1_2", "find tag", "kill application_1_2"));
}

}  // namespace
}  // namespace hpdl::stdlib
