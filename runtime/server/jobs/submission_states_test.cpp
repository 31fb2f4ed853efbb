// The transitions of a submission: recorded, made, begun, answered, withdrawn. The table of
// docs/design/server.md has the same rows.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <boost/asio/co_spawn.hpp>
#include <filesystem>
#include <iterator>
#include <optional>

#include "runtime/server/jobs/testing/jobs_world.h"
#include "runtime/store/server_records/server_records.h"

namespace hpdl::rt {
namespace {

/// The ways in which the program that should make a job can end.
enum class MakersEnd {
  kCannotStart,
  kIsKilled,
  kIsKilledHalfMade,
  kIsKilledAfterIt,
  kCrashes,
  kRefuses,
};

/// The submitter of a job: a person without or with a key, or the program of another job.
enum class Submitter { kPerson, kKeyed, kProgram };

class SubmissionStatesTest : public testing::JobsWorld {
 protected:
  void SetUp() override { Begin(); }

  /// Lets the programs that make jobs end in this way, until `instead` is reset.
  void MakersEndBy(MakersEnd end) {
    instead = [this, end](const testing::ProgramCall& call) {
      const std::string verb = call.words.empty() ? "" : call.words[0];
      if (verb != "submit" && verb != "run") {
        return false;
      }
      const std::string id = call.After("--id");
      if (end == MakersEnd::kIsKilledHalfMade) {
        EXPECT_TRUE(state_->CreateJob(id));
      } else if (end == MakersEnd::kIsKilledAfterIt) {
        MakeJob(call, id, NewState(id));
        instead = nullptr;  // only this program is killed
      }
      if (end == MakersEnd::kRefuses) {
        const std::string name = call.program.substr(call.program.rfind('/') + 1);
        programs_->End(call.child, 2, name + ": no [E0738]\n");
      } else {
        programs_->Kill(call.child, end == MakersEnd::kCrashes ? SIGSEGV : SIGKILL);
      }
      return true;
    };
  }
  JobSubmission Of(Submitter who, bool start, const std::string& parent) {
    JobSubmission submission = Submission(start);
    if (who != Submitter::kPerson) {
      submission.idempotency_key = "key " + std::to_string(++keys_);
    }
    if (who == Submitter::kProgram) {  // as the program of a sub-workflow's parent submits
      submission.idempotency_key = "hpdl-" + std::to_string(keys_);
      submission.properties["oozie.wf.parent.id"] = parent;
      submission.properties["oozie.wf.external.id"] = submission.idempotency_key;
    }
    return submission;
  }
  /// Returns the number of jobs that are recorded but not made.
  std::size_t Unmade() {
    const auto records = ServerRecords::Open(*state_);
    EXPECT_TRUE(records);
    const auto jobs = (*records)->Unsettled();
    EXPECT_TRUE(jobs);
    std::size_t count = 0;
    for (const ServedJob& job : *jobs) {
      count += job.properties ? 1 : 0;
    }
    return count;
  }
  std::size_t JobCount() const {
    const std::filesystem::directory_iterator all(root_ + "/state/jobs");
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }
  /// Submits a job, whose program hangs while it makes the job, and ends the server.
  testing::ProgramCall EndServerWhileMaking(JobSubmission submission, const Caller& caller) {
    std::optional<testing::ProgramCall> making;
    instead = [&](const testing::ProgramCall& call) {
      const std::string verb = call.words.empty() ? "" : call.words[0];
      if (verb == "submit" || verb == "run") {
        making = call;
      }
      return making.has_value();
    };
    std::optional<Result<std::string>> made;
    boost::asio::co_spawn(*loop_,
                          testing::Store(Verbs().Submit(caller, std::move(submission)), &made),
                          [](const std::exception_ptr&) {});
    EXPECT_TRUE(Until([&] { return making.has_value(); }));
    instead = nullptr;
    Leave();
    return making.value_or(testing::ProgramCall());
  }

  int keys_ = 0;
};

TEST_F(SubmissionStatesTest, NothingThatIsRefusedIsLeftAndNothingThatIsAnsweredIsLost) {
  struct Row {
    MakersEnd end;
    const char* answer;
  };
  constexpr Row kRows[] = {
      {MakersEnd::kCannotStart, "transient"},
      {MakersEnd::kIsKilled, "transient"},
      {MakersEnd::kIsKilledHalfMade, "transient"},
      {MakersEnd::kIsKilledAfterIt, "made"},
      {MakersEnd::kCrashes, "error"},
      {MakersEnd::kRefuses, "error"},
  };
  const std::string parent = Submit(Submission(true));
  const std::string program = Last("run").program;
  for (const Row& row : kRows) {
    for (const bool start : {false, true}) {
      for (const Submitter who : {Submitter::kPerson, Submitter::kKeyed, Submitter::kProgram}) {
        SCOPED_TRACE(std::to_string(static_cast<int>(row.end)) + (start ? " start " : " ") +
                     std::to_string(static_cast<int>(who)));
        const JobSubmission submission = Of(who, start, parent);
        const Caller caller{"ann", "", who == Submitter::kProgram ? parent : ""};
        const std::size_t before = JobCount();
        if (row.end == MakersEnd::kCannotStart) {
          ASSERT_EQ(chmod(program.c_str(), 0600), 0);
        } else {
          MakersEndBy(row.end);
        }
        const Result<std::string> answer = Do(Verbs().Submit(caller, submission));
        if (row.end == MakersEnd::kCannotStart) {
          ASSERT_EQ(chmod(program.c_str(), 0700), 0);
        }
        instead = nullptr;
        EXPECT_EQ(answer ? "made" : ErrorClassName(answer.error().error_class), row.answer)
            << Said(answer);
        EXPECT_EQ(Unmade(), 0U);
        EXPECT_EQ(JobCount() - before, answer ? 1U : 0U);
        const std::size_t made = JobCount();
        const auto rests = [&] {
          return !answer || State(*answer) == (start ? "RUNNING" : "PREP");
        };
        EXPECT_TRUE(Until(rests)) << "the server may just start the program again";
        Begin();
        EXPECT_TRUE(Until(rests)) << State(*answer);
        EXPECT_EQ(JobCount(), made) << "the next server makes nothing that was refused";
        const std::string again = Submit(submission, caller);
        EXPECT_EQ(State(again), start ? "RUNNING" : "PREP") << again;
        if (answer && who != Submitter::kPerson) {
          EXPECT_EQ(again, *answer) << "the same key";
        }
        EXPECT_EQ(JobCount() - before, answer && who == Submitter::kPerson ? 2U : 1U);
      }
    }
  }
}

TEST_F(SubmissionStatesTest, TheSameSubmissionWaitsForTheFirst) {
  for (const bool killed : {false, true}) {
    JobSubmission submission = Of(Submitter::kKeyed, false, "");
    std::vector<testing::ProgramCall> making;
    instead = [&](const testing::ProgramCall& call) {
      const bool meant = call.words[0] == "submit";
      if (meant) {
        making.push_back(call);
      }
      return meant;
    };
    std::optional<Result<std::string>> first, second;
    for (auto* made : {&first, &second}) {
      boost::asio::co_spawn(*loop_, testing::Store(Verbs().Submit({"ann"}, submission), made),
                            [](const std::exception_ptr&) {});
      ASSERT_TRUE(Until([&] { return !making.empty(); }));
    }
    loop_->restart();
    loop_->poll();
    EXPECT_EQ(making.size(), 1U) << "one program makes the job";
    instead = nullptr;
    const std::string id = making[0].After("--id");
    if (!killed) {
      MakeJob(making[0], id, JobState::kPrep);
      programs_->End(making[0].child, 0);
    } else {
      programs_->Kill(making[0].child);
    }
    ASSERT_TRUE(Until([&] { return first && second; }));
    ASSERT_TRUE(*second) << Said(*second);
    EXPECT_EQ(State(**second), "PREP");
    EXPECT_EQ(Said(*first) == id, !killed);
    EXPECT_EQ(**second == id, !killed) << "after a refusal it is a new submission";
    EXPECT_EQ(Unmade(), 0U);
  }
}

TEST_F(SubmissionStatesTest, TheNextServerDoesNotBeginAChildThatNobodyWants) {
  for (const bool made : {false, true}) {
    for (const bool wanted : {true, false}) {
      SCOPED_TRACE(std::string(made ? "made " : "recorded ") + (wanted ? "wanted" : "unwanted"));
      const std::string parent = Submit(Submission(true));
      const JobSubmission child = Of(Submitter::kProgram, true, parent);
      const testing::ProgramCall call = EndServerWhileMaking(child, {"ann", "", parent});
      const std::string id = call.After("--id");
      if (made) {
        MakeJob(call, id, JobState::kPrep);
      }
      programs_->Kill(call.child);
      if (!wanted) {
        EndJob(parent, JobState::kKilled);
      }
      Begin();
      EXPECT_TRUE(Until([&] { return State(id) == (wanted ? "RUNNING" : "KILLED"); })) << State(id);
      EXPECT_EQ(HasLogged(id + " is not started: the parent job " + parent + " is KILLED"),
                !wanted);
    }
  }
}

TEST_F(SubmissionStatesTest, APersonMayNameAParentThatHasEnded) {
  for (const bool made : {false, true}) {
    SCOPED_TRACE(made ? "made" : "recorded");
    const std::string parent = Submit(Submission(true));
    EndJob(parent, JobState::kSucceeded);
    JobSubmission child = Of(Submitter::kKeyed, true, "");
    child.properties["oozie.wf.parent.id"] = parent;
    // A copy of the properties of a sub-workflow has its external id.
    child.properties["oozie.wf.external.id"] = "hpdl-1";
    const testing::ProgramCall call = EndServerWhileMaking(child, {"ann"});
    const std::string id = call.After("--id");
    if (made) {
      MakeJob(call, id, JobState::kPrep);
    }
    programs_->Kill(call.child);
    Begin();
    EXPECT_TRUE(Until([&] { return State(id) == "RUNNING" || State(id) == "KILLED"; }));
    EXPECT_EQ(State(id), "RUNNING");
  }
}

TEST_F(SubmissionStatesTest, ACoordinatorsActionThatHasEndedWantsNoWorkflow) {
  const std::string coordinator = Submit(CoordinatorSubmission());
  ASSERT_TRUE(Until([&] { return State(coordinator) == "RUNNING"; }));
  const auto put = [&](std::int64_t number, ActionState state, std::int64_t run = 0) {
    CoordinatorActionRow row;
    row.number = number;
    row.state = state;
    row.run = run;
    Journal& journal = *running_.at(coordinator).journal;
    ASSERT_TRUE(journal.coordinator().Put(row));
    ASSERT_TRUE(journal.Commit());
  };
  const Caller program{"ann", "", coordinator};
  const auto child = [&](const std::string& number) {
    JobSubmission submission = Submission(true);
    submission.parent = coordinator + "@" + number;
    submission.idempotency_key = submission.parent + "/0";
    return submission;
  };
  put(1, ActionState::kSubmitted);
  put(2, ActionState::kFailed);
  put(3, ActionState::kSubmitted, 1);
  EXPECT_EQ(State(Submit(child("1"), program)), "RUNNING");
  EXPECT_EQ(Submit(child("2"), program),
            "E0607: Other error in operation [submit], the action " + coordinator + "@2 is FAILED");
  EXPECT_EQ(Submit(child("3"), program), "E0607: Other error in operation [submit], the action " +
                                             coordinator + "@3 has been run again");
  put(4, ActionState::kSubmitted);
  const testing::ProgramCall call = EndServerWhileMaking(child("4"), program);
  programs_->Kill(call.child);
  put(4, ActionState::kFailed);
  Begin();
  const std::string id = call.After("--id");
  EXPECT_TRUE(Until([&] { return State(id) == "KILLED"; })) << State(id);
  EXPECT_TRUE(HasLogged(id + " is not started: the action " + coordinator + "@4 is FAILED"));
  // A coordinator that cannot make a later action is FAILED, but its other actions go on.
  put(5, ActionState::kSubmitted);
  put(6, ActionState::kSubmitted);
  SetState(coordinator, JobStateOf(JobType::kCoordinator, CoordinatorState::kFailed));
  EXPECT_EQ(State(Submit(child("5"), program)), "RUNNING");
  const testing::ProgramCall later = EndServerWhileMaking(child("6"), program);
  programs_->Kill(later.child);
  Begin();
  const std::string last = later.After("--id");
  EXPECT_TRUE(Until([&] { return State(last) == "RUNNING"; })) << State(last);
}

TEST_F(SubmissionStatesTest, ABundleThatHasGivenUpItsCoordinatorDoesNotWantIt) {
  const std::string bundle = Submit(CoordinatorSubmission(JobType::kBundle));
  ASSERT_TRUE(Until([&] { return State(bundle) == "RUNNING"; }));
  JobSubmission coordinator = CoordinatorSubmission();
  coordinator.parent = bundle;
  coordinator.idempotency_key = bundle + "/c";
  const Caller program{"ann", "", bundle};
  const testing::ProgramCall call = EndServerWhileMaking(coordinator, program);
  programs_->Kill(call.child);
  BundledRow row;
  row.name = "c";
  row.state = CoordinatorState::kFailed;
  Journal& journal = *running_.at(bundle).journal;
  ASSERT_TRUE(journal.coordinator().Put(row));
  ASSERT_TRUE(journal.Commit());
  Begin();
  const std::string id = call.After("--id");
  EXPECT_TRUE(Until([&] { return State(id) == "KILLED"; })) << State(id);
  EXPECT_TRUE(HasLogged(id + " is not started: the coordinator c of " + bundle + " is FAILED"));
  EXPECT_EQ(Submit(coordinator, program), id) << "the same key";
  // The bundle has FAILED. It still waits for the id of a coordinator that it has asked for.
  SetState(bundle, JobStateOf(JobType::kBundle, CoordinatorState::kFailed));
  row.place = 1;
  row.name = "d";
  row.state = CoordinatorState::kPrep;
  row.pending = 1;
  ASSERT_TRUE(journal.coordinator().Put(row));
  ASSERT_TRUE(journal.Commit());
  coordinator.idempotency_key = bundle + "/d";
  const std::string other = Submit(coordinator, program);
  EXPECT_FALSE(State(other).empty()) << other;
}

TEST_F(SubmissionStatesTest, AnActionThatHasEndedWantsNoSubWorkflow) {
  const std::string parent = Submit(Submission(true));
  const auto put = [&](const std::string& name, NodeState state, const std::string& tag) {
    NodeRow node;
    node.node = name;
    node.state = state;
    node.progress = "oozie " + tag + " local - -";
    Journal& journal = *running_.at(parent).journal;
    ASSERT_TRUE(journal.PutNode(node));
    ASSERT_TRUE(journal.Commit());
  };
  put("a", NodeState::kRunning, "hpdl-1");
  put("b", NodeState::kRunning, "hpdl-2");
  for (const char* tag : {"hpdl-1", "hpdl-2"}) {
    const bool wanted = tag == std::string("hpdl-1");
    JobSubmission child =
        Submission(true, {{"oozie.wf.parent.id", parent}, {"oozie.wf.external.id", tag}});
    child.idempotency_key = tag;
    const testing::ProgramCall call = EndServerWhileMaking(child, {"ann", "", parent});
    programs_->Kill(call.child);
    if (!wanted) {
      put("b", NodeState::kError, "hpdl-2");
    }
    Begin();
    const std::string id = call.After("--id");
    EXPECT_TRUE(Until([&] { return State(id) == (wanted ? "RUNNING" : "KILLED"); })) << State(id);
    EXPECT_EQ(HasLogged(id + " is not started: the action b of " + parent + " is ERROR"), !wanted);
  }
}

TEST_F(SubmissionStatesTest, AChildOfAnEndedParentIsKilledEvenIfTheKillCannotBeStarted) {
  const std::string parent = Submit(Submission(true));
  const std::string program = Last("run").program, away = program + ".away";
  instead = [&](const testing::ProgramCall& call) {
    if (call.words[0] == "submit") {
      EndJob(parent, JobState::kKilled);
      EXPECT_EQ(rename(program.c_str(), away.c_str()), 0);
    }
    return false;
  };
  const std::string refused = Submit(Of(Submitter::kProgram, false, parent), {"ann", "", parent});
  EXPECT_EQ(refused,
            "E0607: Other error in operation [submit], the parent job " + parent + " is KILLED");
  const std::string id = Last("submit").After("--id");
  instead = nullptr;
  ASSERT_EQ(rename(away.c_str(), program.c_str()), 0);
  EXPECT_TRUE(Until([&] { return State(id) == "KILLED"; })) << State(id);
}

}  // namespace
}  // namespace hpdl::rt
