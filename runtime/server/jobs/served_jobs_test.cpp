#include "runtime/server/jobs/served_jobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/ground/base/testing/hurrying_time.h"
#include "runtime/server/jobs/testing/jobs_world.h"
#include "runtime/store/server_records/server_records.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class ServedJobsTest : public testing::JobsWorld {
 protected:
  void SetUp() override { Begin(); }
  std::string Start(const std::string& id) { return Said(Do(Verbs().Start({"ann"}, id))); }
  std::string Suspend(const std::string& id) { return Said(Do(Verbs().Suspend({"ann"}, id))); }
  std::string Resume(const std::string& id) { return Said(Do(Verbs().Resume({"ann"}, id))); }
  std::string Kill(const std::string& id) { return Said(Do(Verbs().Kill({"ann"}, id))); }
  std::string Rerun(const std::string& id, Properties properties = {}) {
    return Said(Do(Verbs().Rerun({"ann"}, id, std::move(properties))));
  }
  std::string Retry(const std::string& id) { return Said(Do(Verbs().Retry({"ann"}, id, "n"))); }
  /// Carries out a command. Returns the numbers of the changed actions, or the refusal.
  std::string Command(const std::string& id, CoordinatorCommand command) {
    const auto numbers = Do(Verbs().Command({"ann"}, id, std::move(command)));
    if (!numbers) {
      return numbers.error().code + ": " + numbers.error().message;
    }
    std::string text;
    for (const std::int64_t number : *numbers) {
      text += std::to_string(number) + " ";
    }
    return text;
  }
  std::string Child(const std::string& parent, bool start = true) {
    JobSubmission submission = Submission(start);
    submission.parent = parent;
    return Submit(submission, {"ann", "", parent});
  }
  void Refuse(const std::string& verb, const std::string& text) {
    instead = [this, verb, text](const testing::ProgramCall& call) {
      const bool meant = call.words[0] == verb;
      if (meant) {
        const std::string name = call.program.substr(call.program.rfind('/') + 1);
        programs_->End(call.child, 2, name + ": " + text + "\n");
      }
      return meant;
    };
  }
  std::string StateWords() const { return "--state " + root_ + "/state"; }
  /// Returns the id of a running coordinator or bundle.
  std::string Running(JobType type = JobType::kCoordinator) {
    const std::string id = Submit(CoordinatorSubmission(type));
    EXPECT_TRUE(Until([&] { return State(id) == "RUNNING"; }));
    return id;
  }
};

TEST_F(ServedJobsTest, AJobGoesThroughItsStates) {
  const std::string id = Submit(Submission());
  EXPECT_EQ(Start(id), "");
  EXPECT_EQ(State(id), "RUNNING");
  EXPECT_EQ(Suspend(id), "");
  EXPECT_EQ(State(id), "SUSPENDED");
  EXPECT_TRUE(Until([&] { return server_->IsIdle(); }));
  EXPECT_EQ(Resume(id), "");
  EXPECT_EQ(State(id), "RUNNING");
  EXPECT_EQ(server_->Numbers().wanted, 1U);
  EXPECT_EQ(Kill(id), "");
  EXPECT_EQ(State(id), "KILLED");
  EXPECT_TRUE(Until([&] { return server_->IsIdle(); }));
  EXPECT_EQ(Rerun(id), "");
  EXPECT_EQ(State(id), "RUNNING");
  EXPECT_EQ(Row(id).run, 1);
  EXPECT_THAT(Lines(), ElementsAre("build", "--version", "submit", "start", "suspend", "resume",
                                   "kill", "rerun"));
}

TEST_F(ServedJobsTest, EachProgramIsToldWhatItNeeds) {
  const std::string id = Submit(Submission());
  Start(id);
  Suspend(id);
  EXPECT_TRUE(Until([&] { return server_->IsIdle(); }));
  Resume(id);
  const testing::ProgramCall start = Last("start");
  EXPECT_EQ(start.Line(), "start " + StateWords() + " --progress none --park 5 " + id);
  EXPECT_EQ(start.Variable("HPDL_SERVER_URL"), "http://127.0.0.1:1/oozie");
  EXPECT_EQ(start.Variable("HPDL_COMMAND_PLACES"), root_ + "/state/commands");
  EXPECT_THAT(start.credential, HasSubstr(id + "~ann~"));
  EXPECT_THAT(start.credential, ::testing::EndsWith("\npin\n"));
  EXPECT_EQ(Last("suspend").Line(), "suspend " + StateWords() + " " + id);
  EXPECT_EQ(Last("suspend").credential, start.credential);
  EXPECT_EQ(Last("resume").Line(), "resume " + StateWords() + " --progress none --park 5 " + id);
}

TEST_F(ServedJobsTest, WithoutAnAddressProgramsAreToldOfNoServer) {
  server_->SetAddress({});
  const std::string id = Submit(Submission());
  Start(id);
  EXPECT_FALSE(Last("submit").Has("--callback-url"));
  EXPECT_EQ(Last("start").Variable("HPDL_SERVER_URL"), "");
  EXPECT_EQ(Last("start").Variable("HPDL_SERVER_CREDENTIAL_FD"), "");
  EXPECT_EQ(Last("start").credential, "");
}

TEST_F(ServedJobsTest, AJobThatIsParkedByItselfIsNotToldHow) {
  const std::string id = Submit(Submission());
  {
    const auto journal = state_->OpenJob(id, false);
    JobFacts facts = *(*journal)->Facts();
    facts.park = "7";
    ASSERT_TRUE((*journal)->PutFacts(facts));
    ASSERT_TRUE((*journal)->Commit());
  }
  Start(id);
  EXPECT_EQ(Last("start").Line(), "start " + StateWords() + " --progress none " + id);
}

TEST_F(ServedJobsTest, WhatAJobInItsStateDoesNotDoIsNoError) {
  const std::string id = Submit(Submission());
  EXPECT_EQ(Suspend(id), "");
  EXPECT_EQ(Resume(id), "");
  EXPECT_EQ(State(id), "PREP");
  Start(id);
  EXPECT_EQ(Start(id), "");
  EXPECT_EQ(Resume(id), "");
  EXPECT_EQ(State(id), "RUNNING");
  EndJob(id, JobState::kSucceeded);
  EXPECT_TRUE(Until([&] { return server_->IsIdle(); }));
  for (const std::string& said : {Start(id), Suspend(id), Resume(id), Kill(id)}) {
    EXPECT_EQ(said, "");
  }
  EXPECT_EQ(State(id), "SUCCEEDED");
  EXPECT_THAT(Lines(), ElementsAre("build", "--version", "submit", "start"));
}

TEST_F(ServedJobsTest, OneThatIsNotThereIsAnError) {
  const std::string id = "0000001-261121101500123-4k0zx9-ann-W";
  const std::string no = "E0604: Job does not exist [" + id + "]";
  const std::string said[] = {Start(id), Suspend(id),     Resume(id), Kill(id),
                              Rerun(id), Command(id, {}), Retry(id)};
  for (const std::string& each : said) {
    EXPECT_THAT(each, ::testing::StartsWith("E0604: ")) << each;
  }
  EXPECT_THAT(Said(Do(Verbs().Update({"ann"}, id, {}))), ::testing::StartsWith("E0604: "));
}

TEST_F(ServedJobsTest, OnlyWhoMayActOnAJobDoes) {
  authorization_.enabled = true;
  Begin();
  const std::string id = Submit(Submission());
  const Caller eve{"eve"};
  const std::string no = "E0508: User [eve] not authorized for WF job [" + id + "]";
  EXPECT_EQ(Said(Do(Verbs().Start(eve, id))), no);
  EXPECT_EQ(Said(Do(Verbs().Suspend(eve, id))), no);
  EXPECT_EQ(Said(Do(Verbs().Resume(eve, id))), no);
  EXPECT_EQ(Said(Do(Verbs().Kill(eve, id))), no);
  EXPECT_EQ(Said(Do(Verbs().Rerun(eve, id, {}))), no);
  EXPECT_EQ(Said(Do(Verbs().Retry(eve, id, "n"))), no);
  EXPECT_EQ(Said(Do(Verbs().Update(eve, id, {}))), no);
  EXPECT_EQ(Do(Verbs().Command(eve, id, {})).error().code, "E0508");
  EXPECT_EQ(Said(Do(Verbs().Authorize(eve, Row(id)))), no);
  EXPECT_EQ(Said(Do(Verbs().Authorize({"ann"}, Row(id)))), "");
  EXPECT_EQ(State(id), "PREP");
}

TEST_F(ServedJobsTest, ARefusalIsThatOfTheProgram) {
  Leave();
  const testing::HurryingTime time;
  Begin();
  const std::string id = Submit(Submission(true));
  Refuse("suspend", "not now [E0606]");
  EXPECT_EQ(Suspend(id), "E0606: not now");
  EXPECT_EQ(State(id), "RUNNING");
  Leave();
}

TEST_F(ServedJobsTest, WhatSomebodyElseHasDoneMeanwhileIsDone) {
  const std::string id = Submit(Submission(true));
  instead = [this, id](const testing::ProgramCall& call) {
    const bool meant = call.words[0] == "suspend" || call.words[0] == "kill";
    if (meant) {
      SetState(id, call.words[0] == "kill" ? JobState::kKilled : JobState::kSuspended);
      programs_->End(call.child, 2, "x: no\n");
    }
    return meant;
  };
  EXPECT_EQ(Suspend(id), "");
  EXPECT_EQ(Kill(id), "");
}

TEST_F(ServedJobsTest, WhatHasBecomeOtherwiseMeanwhileIsRefused) {
  const std::string id = Submit(Submission(true));
  instead = [this, id](const testing::ProgramCall& call) {
    const bool meant = call.words[0] == "suspend";
    if (meant) {
      SetState(id, JobState::kKilled);
      programs_->End(call.child, 2);
    }
    return meant;
  };
  EXPECT_EQ(Suspend(id), "E0307: Runtime error [the job's program ended with exit code 2]");
}

TEST_F(ServedJobsTest, ASuspendedJobThatStillRunsIsAskedToGoOn) {
  const std::string id = Submit(Submission(true));
  instead = [this, id](const testing::ProgramCall& call) {
    if (call.words[0] == "suspend") {  // the job's last actions go on
      SetState(id, JobState::kSuspended);
      programs_->End(call.child, 0);
      return true;
    }
    if (call.Has("--ask")) {
      SetState(id, JobState::kRunning);
      programs_->End(call.child, 0);
      return true;
    }
    return false;
  };
  EXPECT_EQ(Suspend(id), "");
  EXPECT_EQ(State(id), "SUSPENDED");
  EXPECT_EQ(Resume(id), "");
  EXPECT_EQ(Last("resume").Line(), "resume " + StateWords() + " " + id + " --ask");
  EXPECT_EQ(State(id), "RUNNING");
  EXPECT_EQ(server_->Numbers().wanted, 1U);
}

TEST_F(ServedJobsTest, AResumeSaysWhatRunsAgain) {
  const std::string id = Submit(Submission(true));
  NodeRow node;
  node.node = "a";
  node.state = NodeState::kStartManual;
  node.sequence = 1;
  node.error_code = "JA017";
  node.error_message = "nobody saw it end\nmore";
  ASSERT_TRUE(running_.at(id).journal->PutNode(node));
  EXPECT_EQ(Said(Do(Verbs().Suspend({"ann"}, id))), "");
  EXPECT_EQ(Said(Do(Verbs().Resume({"ann"}, id))), "");
  EXPECT_TRUE(
      HasLogged("W resume: action 'a' of job " + id +
                " runs again, and may have had its effect already: JA017: nobody saw it end"));
}

TEST_F(ServedJobsTest, AResumeWhoseProgramCannotBeStartedIsAnError) {
  const std::string id = Submit(Submission(true));
  EXPECT_EQ(Suspend(id), "");
  EXPECT_TRUE(Until([&] { return server_->IsIdle(); }));
  const std::string program = Last("run").program, away = program + ".away";
  ASSERT_EQ(rename(program.c_str(), away.c_str()), 0);
  EXPECT_THAT(Resume(id), HasSubstr("cannot be started: No such file or directory"));
  EXPECT_EQ(State(id), "SUSPENDED");
  ASSERT_EQ(rename(away.c_str(), program.c_str()), 0);
  EXPECT_EQ(Resume(id), "");
  EXPECT_EQ(State(id), "RUNNING");
}

TEST_F(ServedJobsTest, OneThatEndsAsItIsAskedToGoOnIsResumedByAProgramOfItsOwn) {
  const std::string id = Submit(Submission(true));
  instead = [this, id](const testing::ProgramCall& call) {
    if (call.words[0] == "suspend") {
      SetState(id, JobState::kSuspended);
      programs_->End(call.child, 0);
      return true;
    }
    if (call.Has("--ask")) {
      EndProgram(id);
      programs_->End(call.child, 2);
      return true;
    }
    return false;
  };
  Suspend(id);
  EXPECT_EQ(Resume(id), "");
  EXPECT_EQ(State(id), "RUNNING");
  EXPECT_EQ(CountOf("resume"), 2U);
}

TEST_F(ServedJobsTest, WhoDoesNotGoOnIsAskedAFewTimes) {
  const std::string id = Submit(Submission(true));
  instead = [this, id](const testing::ProgramCall& call) {
    if (call.words[0] == "suspend") {
      SetState(id, JobState::kSuspended);
      programs_->End(call.child, 0);
      return true;
    }
    if (call.Has("--ask")) {
      programs_->End(call.child, 2);
      return true;
    }
    return false;
  };
  Suspend(id);
  EXPECT_EQ(Resume(id), "E0307: Runtime error [the job's program ended with exit code 2]");
  EXPECT_EQ(CountOf("resume"), 4U);
}

TEST_F(ServedJobsTest, SubWorkflowsFollowTheirParent) {
  const std::string parent = Submit(Submission(true));
  const std::string child = Child(parent), below = Child(child);
  const std::string other = Submit(Submission(true));
  EXPECT_EQ(Suspend(parent), "");
  for (const std::string& id : {parent, child, below}) {
    EXPECT_EQ(State(id), "SUSPENDED");
  }
  EXPECT_EQ(State(other), "RUNNING");
  EXPECT_TRUE(Until([&] { return server_->Numbers().wanted == 1; }));
  EXPECT_EQ(Resume(parent), "");
  for (const std::string& id : {parent, child, below}) {
    EXPECT_EQ(State(id), "RUNNING");
  }
  EXPECT_EQ(Last("resume").words.back(), parent) << "children first";
  EXPECT_EQ(Kill(parent), "");
  for (const std::string& id : {parent, child, below}) {
    EXPECT_EQ(State(id), "KILLED");
  }
  EXPECT_EQ(State(other), "RUNNING");
}

TEST_F(ServedJobsTest, SubWorkflowsOfTheJobsThatAreCompiledInFollowToo) {
  const std::string parent = Submit(Submission(true));
  const std::string inside = parent + "-inside";
  JobRow row;
  row.number = 1;
  row.id = inside;
  row.parent = 0;
  row.user = "ann";
  row.state = JobState::kRunning;
  JobRow far = row;
  far.number = 2;
  far.id = parent + "-far";
  far.parent = 1;
  ASSERT_TRUE(running_.at(parent).journal->PutJob(row));
  ASSERT_TRUE(running_.at(parent).journal->PutJob(far));
  ASSERT_TRUE(running_.at(parent).journal->Commit());
  const std::string child = Child(inside), below = Child(far.id), own = Child(parent);
  EXPECT_EQ(Kill(inside), "");
  EXPECT_EQ(State(child), "KILLED");
  EXPECT_EQ(State(below), "KILLED");
  EXPECT_EQ(State(own), "RUNNING") << "it is not below that";
}

TEST_F(ServedJobsTest, ChildrenOfAnotherUserAreLeftAlone) {
  const std::string parent = Submit(Submission(true));
  const std::string child = Child(parent);
  Change(child, [](JobRow* row) { row->user = "bob"; });
  Suspend(parent);
  EXPECT_EQ(State(child), "RUNNING");
  EXPECT_EQ(Kill(parent), "");
  EXPECT_EQ(State(child), "RUNNING");
}

TEST_F(ServedJobsTest, AChildThatRefusesDoesNotKeepTheOthers) {
  const std::string parent = Submit(Submission(true));
  const std::string first = Child(parent), second = Child(parent);
  instead = [this, first](const testing::ProgramCall& call) {
    const bool meant = call.words[0] == "kill" && call.words.back() == first;
    if (meant) {
      SetState(first, JobState::kFailed);
      programs_->End(call.child, 2, "x\n");
    }
    return meant;
  };
  EXPECT_EQ(Kill(parent), "E0307: Runtime error [the job's program ended with exit code 2]");
  EXPECT_EQ(State(second), "KILLED");
}

TEST_F(ServedJobsTest, ANewRunIsToldWhatToSkip) {
  const std::string id = Submit(Submission(true));
  EndJob(id, JobState::kFailed);
  EXPECT_EQ(Rerun(id, {{"a", "1"}}), "");
  const testing::ProgramCall call = Last("rerun");
  EXPECT_EQ(call.Line(), "rerun " + StateWords() + " --progress none --park 5 --site " + root_ +
                             "/site.xml --local --callback-url http://here:1 --config /dev/fd/3 " +
                             id);
  EXPECT_THAT(call.input, HasSubstr("a=1\n"));
  EXPECT_THAT(call.input, HasSubstr("oozie.wf.rerun.failnodes=false\n"));
  EXPECT_THAT(call.input, HasSubstr("user.name=ann\n"));
  EXPECT_THAT(call.credential, HasSubstr(id + "~ann~"));
  EXPECT_EQ(CountOf("build"), 1U) << "the definition has not changed";
  EXPECT_EQ(server_->Numbers().wanted, 1U);
}

TEST_F(ServedJobsTest, ANewRunOfWhatFailedSkipsTheRest) {
  const std::string id = Submit(Submission(true));
  EndJob(id, JobState::kFailed);
  EXPECT_EQ(Rerun(id, {{"oozie.wf.rerun.failnodes", "true"}}), "");
  EXPECT_THAT(Last("rerun").input, Not(HasSubstr("skip.nodes")));
  EXPECT_THAT(Last("rerun").input, HasSubstr("oozie.wf.rerun.failnodes=true\n"));
}

TEST_F(ServedJobsTest, ANewRunKeepsTheNodesThatAreNamed) {
  const std::string id = Submit(Submission(true));
  EndJob(id, JobState::kFailed);
  EXPECT_EQ(Rerun(id, {{"oozie.wf.rerun.skip.nodes", "a,b"}}), "");
  EXPECT_THAT(Last("rerun").input, HasSubstr("oozie.wf.rerun.skip.nodes=a,b\n"));
}

TEST_F(ServedJobsTest, ANewRunMayBeOfAnotherApplication) {
  const std::string id = Submit(Submission(true));
  EndJob(id, JobState::kFailed);
  EXPECT_EQ(Rerun(id, {{"oozie.wf.application.path", Application("patched", "app2")}}), "");
  EXPECT_EQ(CountOf("build"), 2U);
  EXPECT_NE(Last("rerun").program, Last("run").program);
}

TEST_F(ServedJobsTest, ANewRunReadsItsApplicationAgain) {
  const std::string id = Submit(Submission(true));
  EndJob(id, JobState::kFailed);
  Application("patched");
  EXPECT_EQ(Rerun(id), "");
  EXPECT_NE(Last("rerun").program, Last("run").program);
}

TEST_F(ServedJobsTest, ANewRunOfACoordinatorsActionReadsItsApplicationAgain) {
  const std::string coordinator = Running();
  JobSubmission submission = Submission(true);
  submission.parent = coordinator + "@1";
  const std::string id = Submit(submission, {"ann", "", coordinator});
  EndJob(id, JobState::kFailed);
  Application("patched");
  EXPECT_EQ(Rerun(id), "");
  EXPECT_NE(Last("rerun").program, Last("run").program);
}

TEST_F(ServedJobsTest, ANewRunIsRefused) {
  const std::string id = Submit(Submission(true));
  EXPECT_EQ(Rerun(id), "E0805: Workflow job not completed, status [RUNNING]");
  EXPECT_EQ(Rerun(id, {{"oozie.wf.rerun.failnodes", "true"}, {"oozie.wf.rerun.skip.nodes", "a"}}),
            "E0404: Only one of the properties are allowed [oozie.wf.rerun.skip.nodes OR "
            "oozie.wf.rerun.failnodes]");
  EndJob(id, JobState::kSucceeded);
  Refuse("rerun", "no such node [E0807]");
  EXPECT_EQ(Rerun(id), "E0807: no such node");
  EXPECT_TRUE(Until([&] { return server_->IsIdle(); }));
}

TEST_F(ServedJobsTest, ASiteMayLeaveTheRerunsOfChildrenToTheirParents) {
  for (const bool disabled : {false, true}) {
    Begin({{"oozie.wf.rerun.disablechild", disabled ? "true" : "false"}});
    const std::string parent = Submit(Submission(true)), child = Child(parent);
    EndJob(child, JobState::kFailed);
    EXPECT_EQ(Rerun(child), !disabled
                                ? ""
                                : "E0755: Workflow Job Rerun Error:  Rerun is not allowed "
                                  "through child workflow, please re-run through the parent " +
                                      parent);
    if (disabled) {
      EXPECT_EQ(Said(Do(Verbs().Rerun({"ann", "", parent}, child, {}))), "") << "by its parent";
      EndJob(child, JobState::kFailed);
      EXPECT_EQ(Rerun(child, {{"oozie.action.subworkflow.rerun", "true"}}), "") << "as a parent";
    }
    EndJob(parent, JobState::kFailed);
    EXPECT_EQ(Rerun(parent), "") << "it has no parent itself";
  }
}

TEST_F(ServedJobsTest, ANewRunWaitsForTheEndOfTheLastProgram) {
  const std::string id = Submit(Submission(true));
  SetState(id, JobState::kFailed);
  std::optional<Result<void>> done;
  const Caller ann{"ann"};
  const Properties none;
  const auto store = [&]() -> Task<void> { done = co_await Verbs().Rerun(ann, id, none); };
  boost::asio::co_spawn(*loop_, store, [](const std::exception_ptr&) {});
  loop_->restart();
  loop_->poll();
  EXPECT_FALSE(done);
  EXPECT_EQ(CountOf("rerun"), 0U);
  EndProgram(id);
  EXPECT_TRUE(Until([&] { return done.has_value(); }));
  EXPECT_EQ(Said(*done), "");
  EXPECT_EQ(State(id), "RUNNING");
}

TEST_F(ServedJobsTest, ANodeThatWaitsForAPersonIsTriedAgain) {
  const std::string id = Submit(Submission(true));
  SetState(id, JobState::kSuspended);
  EndProgram(id);
  EXPECT_EQ(Retry(id), "");
  EXPECT_EQ(Last("retry").Line(), "retry " + StateWords() + " " + id + " -- n");
  EXPECT_EQ(State(id), "RUNNING");
  EXPECT_EQ(Lines().back(), "resume");
}

TEST_F(ServedJobsTest, ANodeOfAJobThatRunsIsTriedAgainByThat) {
  const std::string id = Submit(Submission(true));
  EXPECT_EQ(Retry(id), "");
  EXPECT_EQ(Lines().back(), "retry");
  Refuse("retry", "no such node [E0605]");
  EXPECT_EQ(Retry(id), "E0605: no such node");
}

TEST_F(ServedJobsTest, CoordinatorsAreSuspendedResumedAndKilled) {
  for (const JobType type : {JobType::kCoordinator, JobType::kBundle}) {
    const std::string id = Running(type);
    EXPECT_EQ(Suspend(id), "");
    EXPECT_EQ(Last("suspend").words.back(), id);
    EXPECT_EQ(State(id), "SUSPENDED");
    instead = [this](const testing::ProgramCall& call) {
      const bool meant = call.words[0] == "resume";
      if (meant) {
        SetState(call.words.back(), RunningState(call.words.back()));
        programs_->End(call.child, 0);
      }
      return meant;
    };
    EXPECT_EQ(Resume(id), "");
    EXPECT_EQ(Last("resume").Line(), "resume " + StateWords() + " " + id);
    EXPECT_TRUE(Until([&] { return IsRunning(id); })) << "it is live, so a program runs it";
    EXPECT_EQ(Kill(id), "");
    EXPECT_EQ(State(id), "KILLED");
    EXPECT_TRUE(Until([&] { return server_->IsIdle(); }));
    instead = nullptr;
  }
}

TEST_F(ServedJobsTest, ABundleIsStartedWhateverItsKickOffTimeIs) {
  instead = [this](const testing::ProgramCall& call) {
    const bool meant = call.words[0] == "wake";
    if (meant) {
      Park(call.words.back(), NowMs() + 3'600'000);
      programs_->End(call.child, 0);
    }
    return meant;
  };
  const std::string id = Submit(CoordinatorSubmission(JobType::kBundle));
  EXPECT_TRUE(Until([&] { return server_->Numbers().parked == 1; }));
  EXPECT_EQ(Start(id), "");
  EXPECT_EQ(State(id), "RUNNING");
  EXPECT_EQ(Lines().back(), "start");
}

TEST_F(ServedJobsTest, ABundleThatAnEarlierServerWasToStartIsStarted) {
  instead = [this](const testing::ProgramCall& call) {
    const bool meant = call.words[0] == "wake";
    if (meant) {
      Park(call.words.back(), NowMs() + 3'600'000);
      programs_->End(call.child, 0);
    }
    return meant;
  };
  const std::string id = Submit(CoordinatorSubmission(JobType::kBundle));
  EXPECT_TRUE(Until([&] { return server_->Numbers().parked == 1; }));
  Leave();
  {
    const auto records = ServerRecords::Open(*state_);
    ASSERT_TRUE(records);
    ASSERT_TRUE((*records)->SetAsked(id, "start"));
  }
  Begin();
  EXPECT_TRUE(Until([&] { return State(id) == "RUNNING"; }));
  EXPECT_EQ(Lines().back(), "start");
  EXPECT_TRUE(Until(
      [&] { return HasLogged("I start " + id + ", as requested before the server restarted"); }));
}

TEST_F(ServedJobsTest, AskingACoordinatorTellsWhichActions) {
  const std::string id = Running();
  CoordinatorCommand command;
  command.verb = CoordinatorCommand::Verb::kRerun;
  command.actions = "1-2";
  command.properties = {{"a", "1"}};
  EXPECT_EQ(Command(id, command), "1 2 ");
  EXPECT_EQ(Last("rerun").Line(),
            "rerun " + StateWords() + " " + id + " --action=1-2 --format json --config /dev/fd/3");
  EXPECT_EQ(Last("rerun").input, "a=1\n");
}

TEST_F(ServedJobsTest, WithoutPropertiesACoordinatorIsGivenNone) {
  const std::string id = Running();
  CoordinatorCommand command;
  command.verb = CoordinatorCommand::Verb::kIgnore;
  EXPECT_EQ(Command(id, command), "1 2 ");
  EXPECT_EQ(Last("ignore").Line(), "ignore " + StateWords() + " " + id + " --format json");
}

TEST_F(ServedJobsTest, WhatACoordinatorDoesNotSayIsAnError) {
  const std::string id = Running();
  CoordinatorCommand command;
  command.verb = CoordinatorCommand::Verb::kIgnore;
  instead = [this](const testing::ProgramCall& call) {
    programs_->End(call.child, 0, "done\n");
    return true;
  };
  EXPECT_EQ(Command(id, command), "E0307: Runtime error [the program of " + id +
                                      " did not report the actions that it changed]");
  Refuse("ignore", "no such action [E1018]");
  EXPECT_EQ(Command(id, command), "E1018: no such action");
}

TEST_F(ServedJobsTest, ACoordinatorThatIsAskedIsLookedAfter) {
  const std::string id = Submit(CoordinatorSubmission());
  ASSERT_TRUE(Until([&] { return State(id) == "RUNNING"; }));
  EndJob(id, JobStateOf(JobType::kCoordinator, CoordinatorState::kSucceeded));
  EXPECT_TRUE(Until([&] { return server_->IsIdle(); }));
  SetState(id, RunningState(id));
  CoordinatorCommand command;
  command.verb = CoordinatorCommand::Verb::kIgnore;
  EXPECT_EQ(Command(id, command), "1 2 ");
  EXPECT_EQ(server_->Numbers().wanted, 1U);
  EXPECT_TRUE(Until([&] { return IsRunning(id); }));
}

TEST_F(ServedJobsTest, ACoordinatorIsUpdatedByItsNewDefinition) {
  const std::string id = Running();
  Change(id, [&](JobRow* row) { row->app_path = "file://" + root_ + "/c"; });
  Application("changed", "c", "coordinator.xml");
  instead = [this](const testing::ProgramCall& call) {
    const bool meant = call.words[0] == "update";
    if (meant) {
      programs_->End(call.child, 0, "- old\n+ new\n");
    }
    return meant;
  };
  CoordinatorUpdate update;
  EXPECT_EQ(Said(Do(Verbs().Update({"ann"}, id, update))), "- old\n+ new\n");
  EXPECT_EQ(Last("update").Line(), "update " + StateWords() + " " + id);
  EXPECT_NE(Last("update").program, Last("start").program);
  update.properties = {{"a", "1"}, {"user.name", "eve"}};
  update.dry_run = true;
  update.with_difference = false;
  EXPECT_EQ(Said(Do(Verbs().Update({"boss"}, id, update))), "- old\n+ new\n");
  EXPECT_EQ(Last("update").Line(),
            "update " + StateWords() + " " + id + " --config /dev/fd/3 --dryrun --no-diff");
  EXPECT_EQ(Last("update").input, "a=1\nmapreduce.job.user.name=ann\nuser.name=ann\n");
}

TEST_F(ServedJobsTest, AnUpdateMayNameAnotherPlace) {
  const std::string id = Running();
  CoordinatorUpdate update;
  update.properties["oozie.coord.application.path"] =
      Application("elsewhere", "c2", "coordinator.xml");
  EXPECT_THAT(Said(Do(Verbs().Update({"ann"}, id, update))), HasSubstr("actions"));
  EXPECT_EQ(Last("build").words[1], root_ + "/c2/coordinator.xml");
  update.properties["oozie.coord.application.path"] = "file://" + root_ + "/none";
  EXPECT_THAT(Said(Do(Verbs().Update({"ann"}, id, update))), HasSubstr("E0307: "));
}

TEST_F(ServedJobsTest, ADefinitionIsChecked) {
  instead = [this](const testing::ProgramCall& call) {
    programs_->End(call.child, call.input == "<bad/>" ? 1 : 0,
                   call.input == "<good/>" ? "" : "/dev/fd/3:1:2: error: bad [X E0720]\n  note\n");
    return true;
  };
  EXPECT_EQ(Said(Do(Verbs().Validate({"ann"}, "my.xml", "<good/>"))), "");
  EXPECT_EQ(calls_.back().Line(), "verify /dev/fd/3 --contained");
  EXPECT_EQ(calls_.back().Variable("HADOOP_USER_NAME"), "");
  EXPECT_EQ(calls_.back().Variable("NO_COLOR"), "1");
  EXPECT_EQ(calls_.back().Variable("HPDL_SITE"), root_ + "/site.xml");
  EXPECT_EQ(Said(Do(Verbs().Validate({"ann"}, "my.xml", "<warned/>"))),
            "my.xml:1:2: error: bad [X E0720]\n  note\n");
  EXPECT_EQ(Said(Do(Verbs().Validate({"ann"}, "my.xml", "<bad/>"))),
            "E0720: my.xml:1:2: error: bad [X E0720]\n  note\n");
}

TEST_F(ServedJobsTest, ADefinitionThatCannotBeCheckedSaysWhy) {
  instead = [this](const testing::ProgramCall& call) {
    programs_->End(call.child, 2, "warning\nhpdlc: /dev/fd/3: no memory\nmore\n");
    return true;
  };
  EXPECT_EQ(Said(Do(Verbs().Validate({"ann"}, "my.xml", "<a/>"))),
            "E0710: Could not read the workflow definition, my.xml: no memory");
  instead = [this](const testing::ProgramCall& call) {
    programs_->Kill(call.child);
    return true;
  };
  EXPECT_EQ(Said(Do(Verbs().Validate({"ann"}, "my.xml", "<a/>"))),
            "E0710: Could not read the workflow definition, the compiler ended by signal 9");
}

TEST_F(ServedJobsTest, ADefinitionIsDrawn) {
  const Result<std::string> drawn = Do(Verbs().Draw({"ann"}, "svg", "<a/>", {"n=OK", "m=ERROR"}));
  EXPECT_EQ(Said(drawn), "picture of <a/>");
  const testing::ProgramCall call = Last("graph");
  EXPECT_EQ(call.Line(), "graph /dev/fd/3 --contained --format svg --output " +
                             call.After("--output") + " --node n=OK --node m=ERROR");
  EXPECT_FALSE(std::filesystem::exists(call.After("--output")));
  instead = [this](const testing::ProgramCall& call) {
    programs_->End(call.child, 1, "/dev/fd/3:1:2: error: bad [X]\n");
    return true;
  };
  EXPECT_EQ(Said(Do(Verbs().Draw({"ann"}, "svg", "<a/>", {}))),
            "E0701: /dev/fd/3:1:2: error: bad [X]");
}

/// Jobs whose programs wait in the line until the test calls JobServer::Hold(false).
class JobsInLine : public ServedJobsTest {
 protected:
  /// Returns the id of a job that should begin and waits in the line.
  std::string Waiting(const JobSubmission& submission, const Caller& caller = {"ann"}) {
    const std::string id = Submit(submission, caller);
    server_->Hold(true);
    boost::asio::co_spawn(*loop_, Verbs().Start({"ann"}, id), [](auto, auto) {});
    EXPECT_TRUE(Until([&] { return server_->Line(WorkKind::kProgram).waiting() == 1; }));
    return id;
  }
};

TEST_F(JobsInLine, SuspendingOneWithoutAParentDoesNothing) {
  const std::string id = Waiting(Submission());
  EXPECT_EQ(Suspend(id), "");
  EXPECT_EQ(server_->Numbers().wanted, 1U);
  server_->Hold(false);
  EXPECT_TRUE(Until([&] { return State(id) == "RUNNING"; }));
}

TEST_F(JobsInLine, OneWhoseParentIsSuspendedLeavesTheLine) {
  const std::string parent = Submit(Submission(true));
  JobSubmission submission = Submission();
  submission.parent = parent;
  const std::string id = Waiting(submission);
  EXPECT_EQ(Suspend(parent), "");
  EXPECT_EQ(server_->Line(WorkKind::kProgram).waiting(), 0U);
  EXPECT_TRUE(Until([&] { return server_->Numbers().wanted == 0; }));
  server_->Hold(false);
  EXPECT_EQ(Resume(parent), "");
  EXPECT_TRUE(Until([&] { return State(id) == "RUNNING"; }));
}

TEST_F(JobsInLine, OneThatIsHeldBackBeginsOnceItsParentGoesOnWithoutTheServer) {
  const std::string parent = Submit(Submission(true));
  JobSubmission submission = Submission();
  submission.parent = parent;
  const std::string id = Waiting(submission);
  EXPECT_EQ(Suspend(parent), "");
  Leave();
  SetState(parent, JobState::kRunning);  // has the effect of a resume from the command line
  Begin();
  EXPECT_TRUE(Until([&] { return State(id) == "RUNNING"; }));
  EXPECT_TRUE(HasLogged("I held " + id + ", as requested before the server restarted"));
}

TEST_F(JobsInLine, OneThatIsKilledDoesNotBegin) {
  const std::string id = Waiting(Submission());
  EXPECT_EQ(Kill(id), "");
  EXPECT_EQ(State(id), "KILLED");
  server_->Hold(false);
  EXPECT_TRUE(Until([&] { return !server_->Line(WorkKind::kProgram).waiting(); }));
}

}  // namespace
}  // namespace hpdl::rt
