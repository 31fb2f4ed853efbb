#include "runtime/engines/coordinator/coordinator_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/coordinator/coordination.h"
#include "runtime/engines/coordinator/testing/fake_network.h"
#include "runtime/engines/coordinator/testing/program_fixture.h"
#include "runtime/ground/base/clock.h"
#include "runtime/store/lease.h"
#include "runtime/store/local/agreed_jobs.h"
#include "runtime/store/mailbox.h"
#include "runtime/store/wait.h"

namespace hpdl::rt {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using Verb = CoordinatorRequest::Verb;
using Scope = CoordinatorRequest::Scope;
using State = CoordinatorState;

/// Records the progress of a run.
class SeenProgress final : public ProgressSink {
 public:
  std::vector<ProgressEvent> events;
  bool parked = false;
  std::optional<std::pair<std::int64_t, std::int64_t>> undelivered;

  void OnEvent(const ProgressEvent& event) override { events.push_back(event); }
  void OnTick(std::int64_t) override {}
  void OnParked() override { parked = true; }
  void OnUndelivered(std::int64_t waiting, std::int64_t given_up) override {
    undelivered.emplace(waiting, given_up);
  }
};

/// Runs coordinators. No workflow is compiled into the program, so each start fails.
class CoordinatorRunTest : public CoordinatorProgramTest {
 protected:
  void SetUp() override {
    CoordinatorProgramTest::SetUp();
    TrafficOfPrograms() = {};
    parks_.park_after_ms = 0;
    const std::string uri = "file://" + temporary_.path() + "/data/${HOUR}";
    waits_ = std::make_unique<WrittenCoordinator>(1);
    waits_->Want("in", uri.c_str());
    waits_->Timeout("50000");
  }
  std::string Begin() {
    const Result<std::string> id = Submit();
    EXPECT_TRUE(id) << (id ? "" : id.error().message);
    return id ? *id : "";
  }
  /// Runs the job and returns its state, or the error.
  std::string Run(const std::string& id, const EngineOptions& options) {
    const Result<JobState> state = ExecuteCoordinator(Program(), *state_, id, &seen_, options);
    return state ? std::string(WordOf(*CoordinatorStateOf(*state)))
                 : state.error().code + ": " + state.error().message;
  }
  CoordinatorActionRow Action(const std::string& id, std::int64_t number) {
    const auto rows = JournalOf(id)->coordinator().Actions({.first = number, .last = number});
    return rows->empty() ? CoordinatorActionRow() : rows->front();
  }
  CoordinatorRequest RequestTo(const std::string& id, Verb verb, std::string actions = "") {
    CoordinatorRequest request;
    request.verb = verb;
    request.job = id;
    request.scope = actions.empty() ? Scope::kAll : Scope::kAction;
    request.actions = std::move(actions);
    return request;
  }
  Result<std::vector<std::int64_t>> Ask(const CoordinatorRequest& request) {
    return AskCoordinator(Program(), *state_, request);
  }
  void UseWaiting() { written_ = std::move(waits_); }
  void BringData() const {
    std::filesystem::create_directories(temporary_.path() + "/data/00");
    std::ofstream(temporary_.path() + "/data/00/_SUCCESS") << "";
  }

  SeenProgress seen_;
  EngineOptions parks_;
  std::unique_ptr<WrittenCoordinator> waits_;
};

TEST_F(CoordinatorRunTest, EndsWithTheJob) {
  const std::string id = Begin();
  EXPECT_EQ(Run(id, {}), "FAILED");
  EXPECT_EQ(JobOf(id).state, JobStateOf(JobType::kCoordinator, State::kFailed));
  EXPECT_EQ(Action(id, 3).error_code, "E1005");
  EXPECT_EQ(Action(id, 3).error_message,
            "Error: no workflow is compiled into this program; build the program "
            "with --sub APP-PATH=PATH, or submit the definition to hpdld");
  EXPECT_FALSE(state_->IsRun(id));
  EXPECT_EQ(JobOf(id).parked, std::nullopt);
  EXPECT_FALSE(seen_.parked);
  ASSERT_TRUE(seen_.undelivered);
  EXPECT_EQ(*seen_.undelivered, std::make_pair(std::int64_t{0}, std::int64_t{0}));
}

TEST_F(CoordinatorRunTest, TellsOfTheJobAndItsActions) {
  written_ = std::make_unique<WrittenCoordinator>(1);
  const std::string id = Begin();
  Run(id, {});
  std::vector<std::string> told;
  for (const ProgressEvent& event : seen_.events) {
    EXPECT_EQ(event.job_id, id);
    EXPECT_EQ(event.node_type, "action");
    EXPECT_NE(event.time_ms, 0);
    EXPECT_EQ(event.type == ProgressEvent::Type::kJob, event.node.empty());
    told.push_back(event.node + " " + event.state + " " + event.error_code);
  }
  EXPECT_THAT(told, ElementsAre("1 SUBMITTED ", " RUNNING ", "1 FAILED E1005", " FAILED "));
  EXPECT_THAT(seen_.events[2].message, HasSubstr("no workflow is compiled"));
}

TEST_F(CoordinatorRunTest, IsByTheProgramThatTheJobHas) {
  const std::string id = Begin();
  built_.SetHash("another");
  EXPECT_EQ(Run(id, {}), "E0710: job " + id + " was started by another program; use that program");
}

TEST_F(CoordinatorRunTest, ParksWhatOnlyWaits) {
  UseWaiting();
  const std::string id = Begin();
  EXPECT_EQ(Run(id, parks_), "RUNNING");
  EXPECT_TRUE(seen_.parked);
  EXPECT_FALSE(state_->IsRun(id));
  ASSERT_TRUE(JobOf(id).parked);
  const std::optional<ParkingNote> note = DecodeNote(*JobOf(id).parked);
  ASSERT_TRUE(note);
  ASSERT_EQ(note->entries.size(), 1U);
  EXPECT_EQ(note->entries[0].job, 0);
  EXPECT_EQ(note->entries[0].node, "");
  EXPECT_EQ(note->entries[0].wait.kind, Wait::Kind::kPath);
  EXPECT_THAT(note->entries[0].wait.what,
              ElementsAre("joe", "file://" + temporary_.path() + "/data/00/_SUCCESS"));
  EXPECT_LE(note->since_ms, NowMs());
  EXPECT_GT(note->since_ms, 0);
}

TEST_F(CoordinatorRunTest, GoesOnWhenWhatItWaitedForHasCome) {
  UseWaiting();
  const std::string id = Begin();
  ASSERT_EQ(Run(id, parks_), "RUNNING");
  BringData();
  EngineOptions woken = parks_;
  woken.woken = true;
  EXPECT_EQ(Run(id, woken), "FAILED") << "it cannot start its workflow";
  EXPECT_EQ(JobOf(id).parked, std::nullopt);
  EXPECT_EQ(Run(id, woken), "FAILED");
}

TEST_F(CoordinatorRunTest, AJobThatIsOverIsNotWoken) {
  const std::string id = Begin();
  ASSERT_EQ(Run(id, {}), "FAILED");
  const std::int64_t modified = JobOf(id).modified_ms;
  seen_ = {};
  built_.SetHash("another");
  EngineOptions woken;
  woken.woken = true;
  EXPECT_EQ(Run(id, woken), "FAILED") << "nobody even looks which program it is";
  EXPECT_THAT(seen_.events, IsEmpty());
  EXPECT_EQ(JobOf(id).modified_ms, modified);
}

// ---- requests

TEST_F(CoordinatorRunTest, WhoAsksRunsTheJobIfNobodyDoes) {
  UseWaiting();
  const std::string id = Begin();
  EXPECT_THAT(*Ask(RequestTo(id, Verb::kSuspend)), IsEmpty());
  EXPECT_EQ(JobOf(id).state, JobStateOf(JobType::kCoordinator, State::kPrepSuspended));
  EXPECT_THAT(*Ask(RequestTo(id, Verb::kResume)), IsEmpty());
  EXPECT_EQ(JobOf(id).state, JobStateOf(JobType::kCoordinator, State::kRunning));
  EXPECT_THAT(*Ask(RequestTo(id, Verb::kKill, "1")), ElementsAre(1));
  EXPECT_EQ(Action(id, 1).state, ActionState::kKilled);
}

TEST_F(CoordinatorRunTest, TheNumbersOfTheActionsAreAnswered) {
  const std::string id = Begin();
  ASSERT_EQ(Run(id, {}), "FAILED");
  EXPECT_THAT(*Ask(RequestTo(id, Verb::kRerun, "2-3")), ElementsAre(2, 3));
  EXPECT_EQ(Action(id, 1).run, 0);
  EXPECT_EQ(Action(id, 3).run, 1);
  EXPECT_THAT(*Ask(RequestTo(id, Verb::kRerun, "1")), ElementsAre(1))
      << "each request has its own answer";
}

TEST_F(CoordinatorRunTest, ARefusalIsAnswered) {
  const std::string id = Begin();
  ASSERT_EQ(Run(id, {}), "FAILED");
  const auto refused = Ask(RequestTo(id, Verb::kRerun));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "E1018");
  EXPECT_EQ(refused.error().message, "Coord Job Rerun Error: date or action expected.");
  EXPECT_THAT(*JournalOf(id)->Answers(), IsEmpty()) << "nothing came of it";
}

TEST_F(CoordinatorRunTest, NobodyAsksAJobThatIsNotThereOrOfAnotherProgram) {
  const auto missing = Ask(RequestTo("0000009-240601000000000-hpdl-joe-C", Verb::kKill));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, "E0604");
  const std::string id = Begin();
  built_.SetHash("another");
  const auto other = Ask(RequestTo(id, Verb::kKill));
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, "E0710");
  EXPECT_FALSE(state_->OpenMailbox(id)->HasOpen()) << "the message is taken back";
}

TEST_F(CoordinatorRunTest, AMessageThatIsNoneOfThisJobIsRefused) {
  UseWaiting();
  const std::string id = Begin();
  CoordinatorRequest request = RequestTo("1-C", Verb::kKill);
  for (const std::string& text : {std::string("nonsense"), request.ToText()}) {
    const auto posted = std::move(*state_->OpenMailbox(id)->Post(text));
    EXPECT_EQ(Run(id, parks_), "RUNNING");
    const auto answer = posted->Answer();
    ASSERT_TRUE(answer);
    ASSERT_FALSE(*answer);
    EXPECT_EQ(answer->error().code, "E0606");
    EXPECT_EQ(answer->error().message,
              "the program that runs this job does not understand the request");
  }
}

/// After a crash, a message may still be in the mailbox although the journal has the message's
/// answer. The request in the message is not carried out again.
TEST_F(CoordinatorRunTest, AMessageThatIsAnsweredIsNotDoneAgain) {
  UseWaiting();
  const std::string id = Begin();
  ASSERT_EQ(Run(id, parks_), "RUNNING");
  const auto posted =
      std::move(*state_->OpenMailbox(id)->Post(RequestTo(id, Verb::kSuspend).ToText()));
  {
    const auto lease = std::move(*state_->TakeLease(id));
    const auto journal = std::move(*state_->OpenJob(id, false));
    AnswerRow row;
    row.message = posted->id();
    ASSERT_TRUE(journal->PutAnswer(row) && journal->Commit());
  }
  EXPECT_EQ(Run(id, parks_), "RUNNING");
  ASSERT_TRUE(posted->Answer());
  EXPECT_TRUE(*posted->Answer());
}

TEST_F(CoordinatorRunTest, ABundleIsStartedBeforeItsKickOffOnceItsApplicationsAreThere) {
  is_bundle_ = true;
  bundle_.KickOff("2199-01-01T00:00Z");
  const std::string id = Begin();
  EXPECT_EQ(Run(id, parks_), "PREP");
  const std::optional<ParkingNote> note = DecodeNote(*JobOf(id).parked);
  ASSERT_TRUE(note && note->entries.size() == 1U);
  EXPECT_EQ(note->entries[0].wait.kind, Wait::Kind::kTime);
  const auto refused = Ask(RequestTo(id, Verb::kStart));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "E1001");
  EXPECT_EQ(JobOf(id).state, JobStateOf(JobType::kBundle, State::kPrep));
}

TEST_F(CoordinatorRunTest, ABundleWhoseCoordinatorsAreNotCompiledInFails) {
  is_bundle_ = true;
  bundle_.CompiledIn(0, 0);
  bundle_.CompiledIn(1, 1);
  const std::string id = Begin();
  EXPECT_EQ(Run(id, {}), "FAILED");
  const auto bundled = JournalOf(id)->coordinator().Bundled();
  ASSERT_EQ(bundled->size(), 2U);
  EXPECT_EQ(bundled->at(1).error_code, "E1001");
  EXPECT_EQ(bundled->at(1).error_message,
            "Could not read the coordinator job definition, file:///b");
  ASSERT_FALSE(seen_.events.empty());
  EXPECT_EQ(seen_.events.front().node_type, "coordinator");
}

// ---- notifications

class CoordinatorRunNotices : public CoordinatorRunTest {
 protected:
  void SetUp() override {
    CoordinatorRunTest::SetUp();
    built_.program.network = &FakeNetworkOfPrograms();
  }
  static std::vector<std::string> Urls() {
    std::vector<std::string> urls;
    for (const HttpRequest& request : TrafficOfPrograms().requests) {
      urls.push_back(request.url);
    }
    return urls;
  }
};

TEST_F(CoordinatorRunNotices, TellOfStatesOfActions) {
  UseWaiting();
  options_.properties["oozie.coord.action.notification.url"] = "http://h/$actionId/$status";
  const std::string id = Begin();
  ASSERT_EQ(Run(id, parks_), "RUNNING");
  const std::string base = "http://h/" + id + "%401/";
  EXPECT_THAT(Urls(), ElementsAre(base + "WAITING"));
  ASSERT_TRUE(Ask(RequestTo(id, Verb::kKill, "1")));
  EXPECT_THAT(Urls(), ElementsAre(base + "WAITING", base + "KILLED"));
  EXPECT_EQ(JournalOf(id)->Notifications()->delivered, 2);
}

TEST_F(CoordinatorRunNotices, AreSentBeforeTheEnd) {
  UseWaiting();
  options_.properties["oozie.coord.action.notification.url"] = "http://h/$status";
  const std::string id = Begin();
  ASSERT_EQ(Run(id, parks_), "RUNNING");
  const auto posted =
      std::move(*state_->OpenMailbox(id)->Post(RequestTo(id, Verb::kKill, "1").ToText()));
  EXPECT_EQ(Run(id, {}), "KILLED");
  EXPECT_THAT(Urls(), ElementsAre("http://h/WAITING", "http://h/KILLED"));
  EXPECT_EQ(JournalOf(id)->Notifications()->delivered, 2);
  ASSERT_TRUE(seen_.undelivered);
  EXPECT_EQ(seen_.undelivered->first, 0);
}

TEST_F(CoordinatorRunNotices, ThereAreNoneWithoutAUrl) {
  const std::string id = Begin();
  Run(id, {});
  EXPECT_THAT(Urls(), IsEmpty());
  EXPECT_EQ(JournalOf(id)->Notifications()->delivered, 0);
}

TEST_F(CoordinatorRunNotices, WhatCannotBeSentIsSentAgainLater) {
  UseWaiting();
  options_.properties["oozie.coord.action.notification.url"] = "http://h/$status";
  TrafficOfPrograms().answer = [](const HttpRequest&) {
    HttpReply reply;
    reply.status = 503;
    return reply;
  };
  const std::string id = Begin();
  ASSERT_EQ(Run(id, parks_), "RUNNING");
  ASSERT_EQ(JournalOf(id)->Notifications()->waiting, 1);
  const std::optional<ParkingNote> note = DecodeNote(*JobOf(id).parked);
  ASSERT_TRUE(note);
  EXPECT_TRUE(std::any_of(note->entries.begin(), note->entries.end(), [](const auto& entry) {
    return entry.wait.kind == Wait::Kind::kNotice;
  })) << "the next try is waited for";
}

TEST_F(CoordinatorRunNotices, WhatIsLeftAtTheEndIsParkedWithTheJob) {
  options_.properties["oozie.coord.action.notification.url"] = "http://h/$status";
  written_ = std::make_unique<WrittenCoordinator>(1);
  TrafficOfPrograms().answer = [](const HttpRequest&) {
    HttpReply reply;
    reply.status = 503;
    return reply;
  };
  const std::string id = Begin();
  ASSERT_EQ(Run(id, parks_), "FAILED");
  ASSERT_TRUE(JobOf(id).parked) << "who wakes jobs sends it";
  ASSERT_TRUE(seen_.undelivered);
  EXPECT_EQ(seen_.undelivered->first, 1);
  const std::optional<ParkingNote> note = DecodeNote(*JobOf(id).parked);
  ASSERT_TRUE(note && note->entries.size() == 1U);
  EXPECT_EQ(note->entries[0].wait.kind, Wait::Kind::kNotice);
}

TEST_F(CoordinatorRunNotices, TellOfAgreementsThatAreMissed) {
  options_.site_path = temporary_.path() + "/site.xml";
  std::ofstream(options_.site_path)
      << "<configuration><property><name>hpdl.sla.alert.url</name>"
         "<value>http://alerts/here</value></property><property>"
         "<name>oozie.sla.disable.alerts.older.than</name><value>0</value></property>"
         "</configuration>";
  UseWaiting();
  written_->Agree(0, &NominalTimeOfAction, "${coord:nominalTime()}");
  written_->Agree(1, "10");
  written_->Agree(2, "60");
  written_->Agree(4, "start_miss,end_miss");
  const std::string id = Begin();
  ASSERT_EQ(Run(id, parks_), "RUNNING");
  EXPECT_THAT(Urls(), ElementsAre("http://alerts/here", "http://alerts/here"));
  EXPECT_EQ(TrafficOfPrograms().requests[0].method, "POST");
  EXPECT_THAT(TrafficOfPrograms().requests[0].body, HasSubstr(id + "@1"));
  EXPECT_THAT(*AgreedJobs(*state_), ElementsAre(id));
}

}  // namespace
}  // namespace hpdl::rt
