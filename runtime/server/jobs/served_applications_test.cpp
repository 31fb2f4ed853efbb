#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <type_traits>

#include "runtime/ground/zip/testing/zip_bytes.h"
#include "runtime/server/applications/applications.h"
#include "runtime/server/jobs/testing/jobs_world.h"

namespace hpdl::rt {
namespace {

namespace fs = std::filesystem;

using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing::ZipBytes;

TEST(ApplicationNames, AreShownAsTheyAre) {
  for (const char* name : {"a", "A b-c_d.e", "\xc3\xa4", "...", "a'\"<>"}) {
    EXPECT_TRUE(IsApplicationName(name)) << name;
  }
  for (const char* name :
       {"", ".", "..", "a/b", "a:b", "a$b", "a\\b", "a\nb", "a\x7f", " a", "a ", "\xff"}) {
    EXPECT_FALSE(IsApplicationName(name)) << name;
  }
  EXPECT_TRUE(IsApplicationName(std::string(255, 'a')));
  EXPECT_FALSE(IsApplicationName(std::string(256, 'a')));
}

class ApplicationsTest : public testing::JobsWorld {
 protected:
  void SetUp() override { Begin(); }
  Applications& All() { return server_->applications(); }
  static std::string Package(const std::string& name) {
    return ZipBytes({{"workflow.xml", name + "\n<w/>"}, {"lib/x.jar", "jar"}});
  }
  template <class Application>
    requires std::is_base_of_v<DeployedApplication, Application>
  static std::string Said(const Result<Application>& answer) {
    return answer ? answer->name + " " + std::string(WordOf(answer->state))
                  : answer.error().code + ": " + answer.error().message;
  }
  static std::string Said(const Result<void>& answer) { return JobsWorld::Said(answer); }
  static std::string Said(const Result<std::string>& answer) { return JobsWorld::Said(answer); }
  std::string Deploy(const std::string& name, const std::string& user = "ann") {
    return Said(Do(All().Deploy({user}, Package(name))));
  }
  std::string Change(ApplicationVerb verb, const std::string& user = "ann") {
    return Said(Do(All().Change({user}, "demo", verb)));
  }
  std::string Deactivate(std::int64_t wait_ms = 0) {
    return Said(Do(All().Deactivate({"ann"}, "demo", wait_ms, {})));
  }
  std::string Undeploy(const std::string& user = "ann") {
    return Said(Do(All().Undeploy({user}, "demo")));
  }
  JobSubmission OfDemo(bool start = false) {
    JobSubmission submission;
    submission.properties["oozie.wf.application.path"] = "demo";
    submission.start = start;
    return submission;
  }
  /// The number of entries of the folder of applications.
  long Folders() const {
    return std::distance(fs::directory_iterator(root_ + "/state/applications"), {});
  }
};

TEST_F(ApplicationsTest, APackageBecomesAnApplication) {
  const auto deployed = Do(All().Deploy({"ann"}, Package("demo")));
  ASSERT_TRUE(deployed) << deployed.error().message;
  EXPECT_EQ(deployed->name, "demo");
  EXPECT_EQ(deployed->owner, "ann");
  EXPECT_EQ(deployed->files, 2);
  EXPECT_EQ(deployed->bytes, 12);
  EXPECT_EQ(deployed->created_ms, deployed->modified_ms);
  EXPECT_EQ(All().PathOf(*deployed), root_ + "/state/applications/" + deployed->folder);
  EXPECT_EQ(Said(Do(All().Definition(*deployed))), "demo\n<w/>");
  EXPECT_TRUE(fs::exists(All().PathOf(*deployed) + "/lib/x.jar"));
  EXPECT_EQ(Folders(), 1) << "nothing is left of its unpacking";
  EXPECT_TRUE(Last("build").Has("--contained"));
  EXPECT_TRUE(HasLogged("I application demo is deployed by ann"));
  EXPECT_EQ(Said(All().Find("demo")), Said(deployed));
  EXPECT_EQ(*All().Count({}), 1);
}

TEST_F(ApplicationsTest, AnApplicationInheritsTheGlobalOfAParent) {
  Deploy("demo");
  Change(ApplicationVerb::kActivate);
  JobSubmission child = OfDemo();
  child.properties["oozie.wf.globalconf"] = "section";
  Submit(child);
  EXPECT_EQ(Last("build").input, "oozie.wf.globalconf=section\n");
}

TEST_F(ApplicationsTest, TheWarningsOfTheCompilerAreRememberedWithTheProgram) {
  compiler_output = ":1:2: warning: odd [Odd]\n  <w/>\n  ^\n";
  const auto deployed = Do(All().Deploy({"ann"}, Package("demo")));
  ASSERT_TRUE(deployed) << deployed.error().message;
  EXPECT_EQ(deployed->warnings, "workflow.xml:1:2: warning: odd [Odd]");
  EXPECT_EQ(Undeploy(), "");
  const auto again = Do(All().Deploy({"ann"}, Package("demo")));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->warnings, deployed->warnings);
  EXPECT_EQ(CountOf("build"), 1U);
  compiler_output = "";
  const auto other = Do(All().Deploy({"ann"}, Package("other")));
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_EQ(other->warnings, "");
}

TEST_F(ApplicationsTest, ANameIsTakenOnce) {
  Deploy("demo");
  EXPECT_EQ(Deploy("demo", "bob"),
            "HWS002: the application [demo] already exists; undeploy it first");
  EXPECT_EQ(Folders(), 1);
  EXPECT_THAT(Deploy("other"), StartsWith("other "));
  EXPECT_EQ(*All().Count({}), 2);
}

TEST_F(ApplicationsTest, WhatIsNoPackageIsRefused) {
  EXPECT_THAT(Said(Do(All().Deploy({"ann"}, "no archive"))), StartsWith("HWS005: "));
  EXPECT_EQ(Said(Do(All().Deploy({"ann"}, ZipBytes({{"a/workflow.xml", "demo"}})))),
            "HWS005: the package has no workflow.xml at its root");
  EXPECT_EQ(Said(Do(All().Deploy({"ann"}, ZipBytes({{"workflow.xml/a", "demo"}})))),
            "HWS005: the package has no workflow.xml at its root");
  EXPECT_EQ(Deploy("a:b"), "HWS005: the workflow's name is not a valid application name");
  EXPECT_EQ(Folders(), 0);
  EXPECT_EQ(*All().Count({}), 0);
}

TEST_F(ApplicationsTest, WhatDoesNotCompileIsRefused) {
  instead = [this](const testing::ProgramCall& call) {
    programs_->End(call.child, 1, call.words[1] + "/workflow.xml:1:2: error: bad [X E0720]\n");
    return true;
  };
  EXPECT_EQ(Deploy("demo"), "HWS006: workflow.xml:1:2: error: bad [X E0720]");
  instead = [this](const testing::ProgramCall& call) {
    programs_->End(call.child, 2, "hpdlc: no memory\n");
    return true;
  };
  EXPECT_EQ(Deploy("demo"), "E0710: Could not read the workflow definition, no memory");
  EXPECT_EQ(Folders(), 0);
}

TEST_F(ApplicationsTest, AProgramThatDoesNotTellItsNameIsAnError) {
  std::size_t asked = 0;
  int code = 1;
  std::string text;
  instead = [&](const testing::ProgramCall& call) {
    const bool meant = call.words[0] == "--version" && ++asked % 2 == 0;
    if (meant) {
      programs_->End(call.child, code, text);
    }
    return meant;
  };
  const Result<Deployment> failed = Do(All().Deploy({"ann"}, Package("demo")));
  EXPECT_EQ(Said(failed), "E0710: the compiled program ended with exit code 1");
  EXPECT_EQ(failed.error().error_class, ErrorClass::kTransient);
  code = 0;
  int number = 0;
  for (const char* other : {"", "[]", R"({"metadata":{"component":{"name":7}}})", "{}"}) {
    text = other;
    asked = 0;
    EXPECT_EQ(Deploy("x" + std::to_string(++number)),
              "HWS005: the workflow's name is not a valid application name")
        << other;
  }
}

TEST_F(ApplicationsTest, AUserDeploysOneAtATime) {
  std::optional<Result<Deployment>> first;
  std::vector<pid_t> held;
  instead = [&](const testing::ProgramCall& call) {
    const bool meant = call.words[0] == "build" && held.empty();
    if (meant) {
      held.push_back(call.child);
    }
    return meant;
  };
  boost::asio::co_spawn(*loop_, testing::Store(All().Deploy({"ann"}, Package("demo")), &first),
                        [](const std::exception_ptr&) {});
  ASSERT_TRUE(Until([&] { return !held.empty(); }));
  EXPECT_EQ(Deploy("other"), "HWS007: another deployment of this user is running");
  std::vector<std::optional<Result<Deployment>>> waiting(8);
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    boost::asio::co_spawn(
        *loop_,
        testing::Store(All().Deploy({"u" + std::to_string(i)}, Package("a" + std::to_string(i))),
                       &waiting[i]),
        [](const std::exception_ptr&) {});
  }
  loop_->restart();
  loop_->poll();
  EXPECT_EQ(Deploy("other", "bob"), "HWS007: too many deployments are waiting");
  Compile(Last("build"), "build");
  ASSERT_TRUE(Until([&] { return waiting.back().has_value(); }));
  EXPECT_THAT(Said(*first), StartsWith("demo "));
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    EXPECT_THAT(Said(*waiting[i]), StartsWith("a" + std::to_string(i) + " "));
  }
  EXPECT_THAT(Deploy("other"), StartsWith("other "));
}

TEST_F(ApplicationsTest, StatesFollowEachOther) {
  const std::string unknown = "HWS001: there is no application [demo]";
  EXPECT_EQ(Change(ApplicationVerb::kActivate), unknown);
  EXPECT_EQ(Deactivate(), unknown);
  EXPECT_EQ(Undeploy(), unknown);
  Deploy("demo");
  const std::string active = Change(ApplicationVerb::kActivate);
  EXPECT_EQ(Said(All().Find("demo")), active);
  EXPECT_THAT(Undeploy(), StartsWith("HWS003: "));
  EXPECT_THAT(Undeploy(), HasSubstr("the application [demo] is "));
  const std::string suspended = Change(ApplicationVerb::kSuspend);
  EXPECT_NE(suspended, active);
  EXPECT_EQ(Change(ApplicationVerb::kActivate), active);
  EXPECT_EQ(Deactivate(), "HWS003: deactivate: the application [demo] is ACTIVE");
  Change(ApplicationVerb::kSuspend);
  const std::string idle = Deactivate();
  EXPECT_EQ(Said(All().Find("demo")), idle);
  EXPECT_EQ(Undeploy(), "");
  EXPECT_EQ(Change(ApplicationVerb::kActivate), unknown);
  EXPECT_EQ(Folders(), 0);
  EXPECT_TRUE(HasLogged("I application demo is undeployed"));
}

TEST_F(ApplicationsTest, OnlyItsOwnerChangesAnApplication) {
  authorization_.enabled = true;
  Begin();
  Deploy("demo");
  const std::string no = "E0508: User [eve] not authorized for WF job [demo]";
  EXPECT_EQ(Change(ApplicationVerb::kActivate, "eve"), no);
  EXPECT_EQ(Undeploy("eve"), no);
  EXPECT_EQ(Said(Do(All().Deactivate({"eve"}, "demo", 0, {}))), no);
}

TEST_F(ApplicationsTest, AnActiveOneIsSubmittedByItsName) {
  Deploy("demo");
  EXPECT_THAT(Submit(OfDemo()), StartsWith("HWS008: the application [demo] is "));
  Change(ApplicationVerb::kActivate);
  const std::string id = Submit(OfDemo(true));
  EXPECT_EQ(State(id), "RUNNING");
  Change(ApplicationVerb::kSuspend);
  EXPECT_EQ(CountOf("build"), 1U) << "it is the program of its deployment";
  EXPECT_EQ(Deactivate(), "HWS004: the application [demo] has jobs that have not ended: " + id);
  EndJob(id, JobState::kSucceeded);
  EXPECT_THAT(Deactivate(), StartsWith("demo ")) << "its program's end is waited for";
  EXPECT_EQ(Undeploy(), "");
  EXPECT_THAT(Submit(OfDemo()), StartsWith("E0405: "));
}

TEST_F(ApplicationsTest, TheEndsOfItsJobsAreWaitedFor) {
  Deploy("demo");
  Change(ApplicationVerb::kActivate);
  const std::string id = Submit(OfDemo(true));
  Change(ApplicationVerb::kSuspend);
  std::optional<Result<DeployedApplication>> done;
  boost::asio::co_spawn(*loop_,
                        testing::Store(All().Deactivate({"ann"}, "demo", 600'000, {}), &done),
                        [](const std::exception_ptr&) {});
  loop_->restart();
  loop_->poll();
  EXPECT_FALSE(done);
  EndJob(id, JobState::kSucceeded);
  EXPECT_TRUE(Until([&] { return done.has_value(); }));
  EXPECT_THAT(Said(*done), StartsWith("demo "));
}

TEST_F(ApplicationsTest, NobodyWaitsForWhoHasGone) {
  Deploy("demo");
  Change(ApplicationVerb::kActivate);
  const std::string id = Submit(OfDemo(true));
  Change(ApplicationVerb::kSuspend);
  EXPECT_EQ(Said(Do(All().Deactivate({"ann"}, "demo", 600'000, [] { return true; }))),
            "HWS004: the application [demo] has jobs that have not ended: " + id);
}

TEST_F(ApplicationsTest, AJobThatHasBeenRemovedKeepsNothing) {
  Deploy("demo");
  Change(ApplicationVerb::kActivate);
  const std::string id = Submit(OfDemo());
  Change(ApplicationVerb::kSuspend);
  EXPECT_EQ(Deactivate(), "HWS004: the application [demo] has jobs that have not ended: " + id);
  {
    const auto lease = state_->TakeLease(id);
    ASSERT_TRUE(state_->RemoveJob(id));
  }
  EXPECT_THAT(Deactivate(), StartsWith("demo "));
}

TEST_F(ApplicationsTest, ANewRunIsOfTheApplicationAsItIsNow) {
  Deploy("demo");
  Change(ApplicationVerb::kActivate);
  const std::string id = Submit(OfDemo(true));
  EndJob(id, JobState::kFailed);
  EXPECT_TRUE(Until([&] { return server_->Numbers().wanted == 0; }));
  Change(ApplicationVerb::kSuspend);
  EXPECT_THAT(Said(Do(Verbs().Rerun({"ann"}, id, {}))),
              StartsWith("HWS008: the application [demo] is "));
  Change(ApplicationVerb::kActivate);
  EXPECT_EQ(Said(Do(Verbs().Rerun({"ann"}, id, {}))), "");
  EXPECT_EQ(State(id), "RUNNING");
  Change(ApplicationVerb::kSuspend);
  EXPECT_EQ(Deactivate(), "HWS004: the application [demo] has jobs that have not ended: " + id);
}

TEST_F(ApplicationsTest, WhatIsNoApplicationGoesWhenTheServerBegins) {
  Deploy("demo");
  fs::create_directories(root_ + "/state/applications/.hpdlc.left/a");
  fs::create_directory(root_ + "/state/applications/0123");
  Begin();
  EXPECT_EQ(Folders(), 1);
  EXPECT_THAT(Said(All().Find("demo")), StartsWith("demo "));
}

}  // namespace
}  // namespace hpdl::rt
