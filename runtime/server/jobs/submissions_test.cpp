#include "runtime/server/jobs/submissions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/server/jobs/job_families.h"
#include "runtime/server/jobs/testing/jobs_world.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class SubmissionsTest : public testing::JobsWorld {
 protected:
  void SetUp() override { Begin(); }
  JobSubmission Keyed(const std::string& key, const std::string& value = "1") {
    JobSubmission submission = Submission(false, {{"a", value}});
    submission.idempotency_key = key;
    return submission;
  }
  JobSubmission External(const std::string& id, const std::string& value = "1") {
    return Submission(false, {{"oozie.wf.external.id", id}, {"a", value}});
  }
  std::string ParentOf(const std::string& id) {
    const Result<JobOrigin> origin = Verbs().OriginOf(id);
    EXPECT_TRUE(origin);
    return origin ? origin->parent_id : "?";
  }
  /// Makes programs refuse `verb` with this text and exit code.
  void Refuse(const std::string& verb, const std::string& text, int code = 2) {
    instead = [this, verb, text, code](const testing::ProgramCall& call) {
      const bool meant = !call.words.empty() && call.words[0] == verb;
      if (meant) {
        const std::string name = call.program.substr(call.program.rfind('/') + 1);
        programs_->End(call.child, code, text.empty() ? "" : name + ": " + text + "\n");
      }
      return meant;
    };
  }
};

TEST_F(SubmissionsTest, WithTheSameKeyTheyAreOneJob) {
  const std::string id = Submit(Keyed("k"));
  EXPECT_EQ(State(id), "PREP");
  EXPECT_EQ(Submit(Keyed("k")), id);
  EXPECT_EQ(CountOf("submit"), 1U);
  EXPECT_EQ(Submit(Keyed("k", "2")),
            "E0303: Invalid parameter value, [Idempotency-Key] was used for "
            "another submission");
  EXPECT_NE(Submit(Keyed("k"), {"bob"}), id) << "keys are of a user";
  EXPECT_NE(Submit(Keyed("other")), id);
  EXPECT_NE(Submit(Keyed("")), id);
}

TEST_F(SubmissionsTest, WhetherItIsToStartIsPartOfASubmission) {
  JobSubmission submission = Keyed("k");
  Submit(submission);
  submission.start = true;
  EXPECT_THAT(Submit(submission), StartsWith("E0303: "));
  submission.start = false;
  submission.job_type = "pig";
  EXPECT_THAT(Submit(submission), StartsWith("E0303: "));
}

TEST_F(SubmissionsTest, WithTheSameExternalIdTheyAreTwoJobsAsAtOozie) {
  const std::string id = Submit(External("x")), other = Submit(External("x", "2"));
  EXPECT_NE(id, other);
  EXPECT_EQ(State(other), "PREP");
  EXPECT_EQ(Said(Verbs().FindExternal({"ann"}, "x")), other) << "the newest";
  JobSubmission coordinator = CoordinatorSubmission();
  coordinator.properties["oozie.coord.external.id"] = "x";
  EXPECT_NE(Submit(coordinator), Submit(coordinator));
}

TEST_F(SubmissionsTest, WithTheGuardTheSameExternalIdIsOneJob) {
  Begin({{"hpdl.server.external.id.guard", "true"}});
  const std::string id = Submit(External("x"));
  EXPECT_EQ(Submit(External("x")), id);
  EXPECT_EQ(Said(Verbs().FindExternal({"ann"}, "x")), id);
  EXPECT_EQ(Said(Verbs().FindExternal({"bob"}, "x")), "");
  EXPECT_EQ(Said(Verbs().FindExternal({"ann"}, "y")), "");
  EXPECT_EQ(Verbs().OriginOf(id)->external_id, "x");
  EXPECT_EQ(Submit(External("x", "2")),
            "E0303: Invalid parameter value, [oozie.wf.external.id] was used "
            "for another "
            "submission");
  JobSubmission coordinator = CoordinatorSubmission();
  coordinator.properties["oozie.coord.external.id"] = "x";
  const std::string known = Submit(coordinator);
  EXPECT_EQ(Submit(coordinator), known);
  coordinator.properties["a"] = "2";
  EXPECT_EQ(Submit(coordinator),
            "E0303: Invalid parameter value, [oozie.coord.external.id] was used for another "
            "submission");
}

TEST_F(SubmissionsTest, WorkflowsOfACoordinatorHaveItsExternalId) {
  const std::string coordinator = Submit(CoordinatorSubmission());
  JobSubmission submission = Submission(false, {{"oozie.wf.external.id", "x"}});
  submission.parent = coordinator + "@1";
  const std::string id = Submit(submission);
  EXPECT_EQ(Said(Verbs().FindExternal({"ann"}, "x")), id);
}

TEST_F(SubmissionsTest, AKeyAndAnExternalIdAreToldApart) {
  Begin({{"hpdl.server.external.id.guard", "true"}});
  JobSubmission both = External("x");
  both.idempotency_key = "k";
  const std::string id = Submit(both);
  both.idempotency_key = "k2";
  EXPECT_EQ(Submit(both), id) << "it is known by its external id";
  both.idempotency_key = "k";
  both.properties["a"] = "2";
  EXPECT_EQ(Submit(both),
            "E0303: Invalid parameter value, [Idempotency-Key] "
            "was used for another submission");
  both.idempotency_key = "k2";
  EXPECT_EQ(Submit(both),
            "E0303: Invalid parameter value, "
            "[oozie.wf.external.id] was used for another "
            "submission");
}

TEST_F(SubmissionsTest, AnExternalIdHas255BytesAtMost) {
  EXPECT_EQ(State(Submit(External(std::string(255, 'x')))), "PREP");
  EXPECT_EQ(Submit(External(std::string(256, 'x'))),
            "E0303: Invalid parameter value, [oozie.wf.external.id] is longer "
            "than 255 bytes");
}

TEST_F(SubmissionsTest, AKeyNamesAJobThatIsThere) {
  EXPECT_EQ(Said(Verbs().FindKeyed("k")), "");
  const std::string id = Submit(Keyed("k"));
  EXPECT_EQ(Said(Verbs().FindKeyed("k")), id);
  {
    const auto lease = state_->TakeLease(id);
    ASSERT_TRUE(state_->RemoveJob(id));
  }
  EXPECT_EQ(Said(Verbs().FindKeyed("k")), "");
  const std::string again = Submit(Keyed("k", "2"));
  EXPECT_EQ(State(again), "PREP") << "the key went with its job";
}

TEST_F(SubmissionsTest, AnExternalIdGoesWithItsJob) {
  const std::string id = Submit(External("x"));
  {
    const auto lease = state_->TakeLease(id);
    ASSERT_TRUE(state_->RemoveJob(id));
  }
  EXPECT_EQ(State(Submit(External("x", "2"))), "PREP");
}

TEST_F(SubmissionsTest, WhatIsBeingMadeIsNotThereYet) {
  pid_t child = 0;
  instead = [&](const testing::ProgramCall& call) {
    const bool meant = call.words[0] == "submit";
    child = meant ? call.child : child;
    return meant;
  };
  JobSubmission submission = External("x");
  submission.idempotency_key = "k";
  std::optional<Result<std::string>> made;
  boost::asio::co_spawn(*loop_, testing::Store(Verbs().Submit({"ann"}, submission), &made),
                        [](const std::exception_ptr&) {});
  ASSERT_TRUE(Until([&] { return child != 0; }));
  EXPECT_EQ(Said(Verbs().FindExternal({"ann"}, "x")), "");
  const Result<std::string> keyed = Verbs().FindKeyed("k");
  ASSERT_FALSE(keyed);
  EXPECT_EQ(keyed.error().error_class, ErrorClass::kTransient);
  EXPECT_EQ(keyed.error().message, "the job is being created");
  EXPECT_FALSE(server_->IsIdle());
  const std::string id = Last("submit").After("--id");
  MakeJob(Last("submit"), id, JobState::kPrep);
  programs_->End(child, 0);
  ASSERT_TRUE(Until([&] { return made.has_value(); }));
  EXPECT_EQ(Said(*made), id);
  EXPECT_EQ(Said(Verbs().FindKeyed("k")), id);
}

TEST_F(SubmissionsTest, OneThatItsProgramRefusesLeavesNothing) {
  Refuse("submit", "The parameter is missing: out [E0738]");
  EXPECT_EQ(Submit(External("x")), "E0738: The parameter is missing: out");
  EXPECT_TRUE(server_->IsIdle());
  EXPECT_EQ(Said(Verbs().FindExternal({"ann"}, "x")), "");
  instead = nullptr;
  EXPECT_EQ(State(Submit(External("x", "2"))), "PREP") << "the id was not taken";
}

TEST_F(SubmissionsTest, OneThatIsToStartAndIsRefusedLeavesNothing) {
  Refuse("run", "The parameter is missing: out [E0738]");
  JobSubmission submission = External("x");
  submission.start = true;
  EXPECT_EQ(Submit(submission), "E0738: The parameter is missing: out");
  EXPECT_EQ(CountOf("submit"), 0U) << "it is no matter of how it is made";
  EXPECT_TRUE(server_->IsIdle());
  instead = nullptr;
  EXPECT_EQ(State(Submit(External("x", "2"))), "PREP");
}

TEST_F(SubmissionsTest, AProgramThatCannotMakeAndRunInOneDoesOneAfterTheOther) {
  Refuse("run", "no such option");
  const std::string id = Submit(Submission(true));
  EXPECT_EQ(State(id), "RUNNING");
  EXPECT_THAT(Lines(), ElementsAre("build", "--version", "run", "submit", "start"));
  EXPECT_EQ(Last("start").Line(),
            "start --state " + root_ + "/state --progress none --park 5 " + id);
  EXPECT_EQ(server_->Numbers().wanted, 1U);
  const std::string second = Submit(Submission(true));
  EXPECT_EQ(CountOf("run"), 1U) << "it is not asked again";
  EXPECT_EQ(CountOf("submit"), 2U);
  EXPECT_EQ(State(second), "RUNNING");
}

TEST_F(SubmissionsTest, WhatIsWrongBothWaysIsToldByTheSecond) {
  instead = [this](const testing::ProgramCall& call) {
    const bool meant = call.words[0] == "run" || call.words[0] == "submit";
    if (meant) {
      programs_->End(call.child, 2);
    }
    return meant;
  };
  EXPECT_EQ(Submit(Submission(true)),
            "E0307: Runtime error [the job's program ended with exit code 2]");
  EXPECT_THAT(Lines(), ElementsAre("build", "--version", "run", "submit"));
  Submit(Submission(true));
  EXPECT_EQ(CountOf("run"), 2U) << "it may be no older one";
  EXPECT_TRUE(server_->IsIdle());
}

TEST_F(SubmissionsTest, NoJobIsLeftOfAProgramThatASignalEndsTooEarly) {
  Begin({{"hpdl.server.external.id.guard", "true"}});
  for (const char* verb : {"submit", "run"}) {
    instead = [&](const testing::ProgramCall& call) {
      const bool meant = call.words[0] == verb;
      if (meant) {
        programs_->Kill(call.child);
      }
      return meant;
    };
    JobSubmission submission = External("x");
    submission.start = verb == std::string("run");
    EXPECT_EQ(Submit(submission), "E0307: Runtime error [the job's program ended by signal 9]");
    EXPECT_TRUE(server_->IsIdle());
    const std::string id = Last(verb).After("--id");
    EXPECT_EQ(State(id), "");
    instead = nullptr;
    Begin({{"hpdl.server.external.id.guard", "true"}});
    EXPECT_TRUE(server_->IsIdle()) << "the next server has nothing to make";
  }
  EXPECT_EQ(State(Submit(External("x"))), "PREP") << "the external id is free";
}

TEST_F(SubmissionsTest, AJobCountsAsMadeIfASignalEndsItsProgramAfterIt) {
  const auto killed_after_it = [this](const std::string& verb) {
    instead = [this, verb](const testing::ProgramCall& call) {
      const bool meant = call.words[0] == verb;
      if (meant) {
        MakeJob(call, call.After("--id"), NewState(call.After("--id")));
        programs_->Kill(call.child);
      }
      return meant;
    };
  };
  killed_after_it("submit");
  EXPECT_EQ(State(Submit(Submission())), "PREP");
  EXPECT_TRUE(server_->IsIdle());
  const std::string coordinator = Submit(CoordinatorSubmission(JobType::kCoordinator));
  EXPECT_TRUE(Until([&] { return State(coordinator) == "RUNNING"; })) << "its program starts";
}

TEST_F(SubmissionsTest, AHalfMadeJobOfAKilledProgramIsRemoved) {
  for (const bool has_journal : {false, true}) {
    instead = [&](const testing::ProgramCall& call) {
      const bool meant = call.words[0] == "submit";
      if (meant) {
        const std::string id = call.After("--id");
        EXPECT_TRUE(state_->CreateJob(id));
        if (!has_journal) {
          std::filesystem::remove(root_ + "/state/jobs/" + id + "/journal.db");
        }
        programs_->Kill(call.child);
      }
      return meant;
    };
    EXPECT_EQ(Submit(Submission()), "E0307: Runtime error [the job's program ended by signal 9]");
    EXPECT_TRUE(server_->IsIdle());
    EXPECT_FALSE(state_->HasJob(Last("submit").After("--id")));
  }
}

TEST_F(SubmissionsTest, TheNextServerMakesWhatAServerHasOnlyRecorded) {
  std::optional<Result<std::string>> made;
  const auto end_while_making = [this, &made] {
    pid_t child = 0;
    instead = [&](const testing::ProgramCall& call) {
      const bool meant = call.words[0] == "submit";
      child = meant ? call.child : child;
      return meant;
    };
    boost::asio::co_spawn(*loop_, testing::Store(Verbs().Submit({"ann"}, Submission()), &made),
                          [](const std::exception_ptr&) {});
    EXPECT_TRUE(Until([&] { return child != 0; }));
    instead = nullptr;
    return Last("submit").After("--id");
  };
  std::string id = end_while_making();
  Begin();
  EXPECT_TRUE(Until([&] { return State(id) == "PREP" && server_->IsIdle(); }));
  EXPECT_TRUE(HasLogged("I " + id + " is created; it was submitted before the server restarted"));
  id = end_while_making();
  Refuse("submit", "no [E0701]");
  Begin();
  EXPECT_TRUE(Until([&] { return server_->IsIdle(); }));
  EXPECT_TRUE(HasLogged("E " + id + " could not be created: no"));
}

TEST_F(SubmissionsTest, ADryRunMakesNothing) {
  EXPECT_EQ(Said(Do(Verbs().DryRun({"ann"}, Submission(false, {{"a", "1"}})))), "OK");
  const testing::ProgramCall call = Last("submit");
  EXPECT_THAT(call.Line(), HasSubstr(" --dryrun --config /dev/fd/3"));
  EXPECT_FALSE(call.Has("--resolved"));
  EXPECT_THAT(call.input, HasSubstr("a=1\n"));
  EXPECT_THAT(call.input, HasSubstr("user.name=ann\n"));
  EXPECT_TRUE(server_->IsIdle());
}

TEST_F(SubmissionsTest, ADryRunOfACoordinatorShowsWhatWouldBe) {
  for (const JobType type : {JobType::kCoordinator, JobType::kBundle}) {
    EXPECT_EQ(Said(Do(Verbs().DryRun({"ann"}, CoordinatorSubmission(type)))), "what would be\n");
    EXPECT_TRUE(Last("submit").Has("--resolved"));
  }
}

TEST_F(SubmissionsTest, ADryRunIsRefusedByTheProgram) {
  Refuse("submit", "no such parameter [E0738]");
  EXPECT_EQ(Said(Do(Verbs().DryRun({"ann"}, Submission()))), "E0738: no such parameter");
}

TEST_F(SubmissionsTest, AParentIsAJobOfTheSameUser) {
  const std::string parent = Submit(Submission());
  const auto child = [&](const std::string& named, const std::string& user) {
    return Submit(Submission(false, {{"oozie.wf.parent.id", named}}), {user});
  };
  const std::string own = child(parent, "ann");
  EXPECT_EQ(ParentOf(own), parent);
  EXPECT_EQ(ParentOf(child(parent + "@node", "ann")), parent + "@node");
  EXPECT_EQ(ParentOf(child(parent, "bob")), "");
  EXPECT_EQ(ParentOf(child("no-such-job-W", "ann")), "");
  EXPECT_EQ(ParentOf(child("", "ann")), "");
  EXPECT_THAT(*Verbs().ChildrenOf(parent), ElementsAre(own));
  EXPECT_THAT(*Verbs().ChildrenOf(own), IsEmpty());
}

TEST_F(SubmissionsTest, AParentIsNamedByTheSubmissionFirst) {
  const std::string one = Submit(Submission()), other = Submit(Submission());
  JobSubmission submission =
      Submission(false, {{"oozie.wf.parent.id", other}, {"oozie.wf.external.id", "x"}});
  submission.parent = one;
  const std::string id = Submit(submission);
  EXPECT_EQ(ParentOf(id), one);
  EXPECT_EQ(Verbs().OriginOf(id)->external_id, "") << "its parent's program gave it that";
}

TEST_F(SubmissionsTest, OnlyWorkflowsAreNamedAParentByAProperty) {
  const std::string parent = Submit(Submission());
  JobSubmission coordinator = CoordinatorSubmission();
  coordinator.properties["oozie.wf.parent.id"] = parent;
  coordinator.properties["oozie.wf.external.id"] = "x";
  const std::string id = Submit(coordinator);
  EXPECT_EQ(ParentOf(id), "");
  EXPECT_EQ(Verbs().OriginOf(id)->external_id, "");
}

TEST_F(SubmissionsTest, ACoordinatorGoesOnByItself) {
  const std::string id = Submit(CoordinatorSubmission());
  EXPECT_THAT(id, HasSubstr("-C"));
  EXPECT_THAT(Lines(), ElementsAre("build", "--version", "submit"));
  ASSERT_TRUE(Until([&] { return State(id) == "RUNNING"; }));
  EXPECT_EQ(Lines().back(), "start");
  EXPECT_EQ(server_->Numbers().wanted, 1U);
  EXPECT_EQ(Last("build").words[1], root_ + "/c/coordinator.xml");
  EXPECT_FALSE(Last("submit").Has("--name"));
}

TEST_F(SubmissionsTest, ABundleWaitsForItsKickOffTime) {
  const std::string id = Submit(CoordinatorSubmission(JobType::kBundle));
  ASSERT_TRUE(Until([&] { return State(id) == "RUNNING"; }));
  EXPECT_EQ(Lines().back(), "wake");
}

TEST_F(SubmissionsTest, ABundleThatIsToStartDoesNotWaitForItsKickOffTime) {
  JobSubmission bundle = CoordinatorSubmission(JobType::kBundle);
  bundle.start = true;
  const std::string id = Submit(bundle);
  EXPECT_EQ(State(id), "RUNNING");
  EXPECT_THAT(Lines(), ElementsAre("build", "--version", "submit", "start"));
}

TEST_F(SubmissionsTest, ABundleThatCannotBeStartedSaysWhy) {
  JobSubmission bundle = CoordinatorSubmission(JobType::kBundle);
  bundle.start = true;
  instead = [this](const testing::ProgramCall& call) {
    const bool meant = call.words[0] == "start";
    if (meant) {
      Change(call.words.back(), [](JobRow* row) {
        row->error_code = "E1301";
        row->error_message = "no";
      });
    }
    return meant;
  };
  EXPECT_EQ(Submit(bundle), "E1301: no");
  EXPECT_EQ(State(Last("submit").After("--id")), "PREP");
}

TEST_F(SubmissionsTest, ACoordinatorOfABundleIsToldItsName) {
  const std::string bundle = Submit(CoordinatorSubmission(JobType::kBundle));
  ASSERT_TRUE(Until([&] { return State(bundle) == "RUNNING"; }));
  JobSubmission coordinator = CoordinatorSubmission();
  coordinator.parent = bundle;
  coordinator.idempotency_key = bundle + "/name of it";
  const std::string id = Submit(coordinator, {"ann", "", bundle});
  EXPECT_EQ(Last("submit").After("--name"), "name of it");
  EXPECT_EQ(ParentOf(id), bundle);
  coordinator.idempotency_key = "another";
  Submit(coordinator, {"ann", "", bundle});
  EXPECT_FALSE(Last("submit").Has("--name"));
}

TEST_F(SubmissionsTest, AnEndedParentGetsNoChildByItsProgram) {
  const std::string parent = Submit(Submission(true));
  JobSubmission child = Submission(true);
  child.parent = parent;
  child.idempotency_key = parent + "/1";
  const std::string first = Submit(child, {"ann", "", parent});
  EXPECT_EQ(State(first), "RUNNING");
  EndJob(parent, JobState::kKilled);
  child.idempotency_key = parent + "/2";
  EXPECT_EQ(Submit(child, {"ann", "", parent}),
            "E0607: Other error in operation [submit], the parent job " + parent + " is KILLED");
  EXPECT_EQ(State(Submit(child)), "RUNNING") << "anybody else may name it";
}

TEST_F(SubmissionsTest, AChildWhoseParentEndsMeanwhileIsKilled) {
  const std::string parent = Submit(Submission(true));
  JobSubmission child = Submission();
  child.parent = parent;
  child.idempotency_key = parent + "/1";
  instead = [&](const testing::ProgramCall& call) {
    if (call.words[0] == "submit") {
      EndJob(parent, JobState::kSucceeded);
    }
    return false;
  };
  EXPECT_EQ(Submit(child, {"ann", "", parent}),
            "E0607: Other error in operation [submit], the parent job " + parent + " is SUCCEEDED");
  EXPECT_TRUE(Until([&] { return State(Last("submit").After("--id")) == "KILLED"; }));
}

TEST_F(SubmissionsTest, UnderASuspendedParentAChildDoesNotBegin) {
  const std::string parent = Submit(Submission(true));
  EXPECT_EQ(Said(Do(Verbs().Suspend({"ann"}, parent))), "");
  JobSubmission child = Submission(true);
  child.parent = parent;
  const std::string id = Submit(child, {"ann", "", parent});
  EXPECT_EQ(State(id), "PREP");
  EXPECT_TRUE(server_->IsIdle());
  EXPECT_EQ(Said(Do(Verbs().Start({"ann", "", parent}, id))), "");
  EXPECT_EQ(State(id), "PREP") << "its parent's program asks in vain";
  Begin();
  EXPECT_TRUE(Until(
      [&] { return HasLogged("I held " + id + ", as requested before the server restarted"); }));
  EXPECT_EQ(State(id), "PREP");
  EXPECT_EQ(Said(Do(Verbs().Resume({"ann"}, parent))), "");
  EXPECT_TRUE(Until([&] { return State(id) == "RUNNING"; }));
  EXPECT_EQ(State(parent), "RUNNING");
}

TEST_F(SubmissionsTest, TheOwnerMayStartAChildOfASuspendedParent) {
  const std::string parent = Submit(Submission(true));
  EXPECT_EQ(Said(Do(Verbs().Suspend({"ann"}, parent))), "");
  JobSubmission child = Submission(true);
  child.parent = parent;
  const std::string id = Submit(child, {"ann", "", parent});
  EXPECT_EQ(Said(Do(Verbs().Start({"ann"}, id))), "");
  EXPECT_EQ(State(id), "RUNNING");
}

TEST_F(SubmissionsTest, TheUserIsTheCaller) {
  const std::string id = Submit(Submission(false, {{"user.name", "eve"}}));
  EXPECT_EQ(Row(id).user, "ann");
  EXPECT_THAT(id, HasSubstr("-ann-W"));
  EXPECT_EQ(Row(Submit(Submission(false, {{"user.name", "eve"}}), {""})).user, "eve");
}

TEST_F(SubmissionsTest, WhatCannotBeCompiledIsNoJob) {
  instead = [this](const testing::ProgramCall& call) {
    programs_->End(call.child, 1, root_ + "/app/workflow.xml:1:2: error: bad [X E0720]\n");
    return true;
  };
  EXPECT_EQ(Submit(Submission()), "E0720: workflow.xml:1:2: error: bad [X E0720]");
  JobSubmission nowhere;
  EXPECT_EQ(Submit(nowhere),
            "E0307: Runtime error [the submission has no oozie.wf.application.path]");
  EXPECT_TRUE(server_->IsIdle());
}

}  // namespace
}  // namespace hpdl::rt
