#include "runtime/engines/coordinator/coordinator_update.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/coordinator/coordination.h"
#include "runtime/engines/coordinator/testing/program_fixture.h"
#include "runtime/ground/base/clock.h"
#include "runtime/store/lease.h"
#include "runtime/store/mailbox.h"
#include "runtime/store/wait.h"

namespace hpdl::rt {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using Given = UpdateOptions::Given;

/// A job that no process runs, and the next version of its program.
class CoordinatorUpdate : public CoordinatorProgramTest {
 protected:
  void SetUp() override {
    CoordinatorProgramTest::SetUp();
    options_.properties = {{"user.name", "joe"},
                           {"k", "old"},
                           {"oozie.coord.application.path", "file:///app"},
                           {"my.password", "secret"}};
  }
  void Begin() {
    const Result<std::string> id = Submit();
    ASSERT_TRUE(id) << id.error().message;
    id_ = *id;
    // As the command sla-change does.
    const auto lease = state_->TakeLease(id_);
    const auto journal = std::move(*state_->OpenJob(id_, false));
    Properties properties = *journal->JobProperties(0, 0);
    properties["hpdl.sla.change"] = "sla-should-end=1";
    ASSERT_TRUE(journal->PutProperties(0, 0, properties) && journal->Commit());
    built_.SetHash("next");
    built_.program.compiler_version = {"1.3", 3};
    update_.program_path = "/next";
  }
  /// Updates the job and returns the differences, or the error.
  std::string Update() {
    const Result<std::string> text = UpdateCoordinator(Program(), *state_, id_, update_);
    return text ? *text : text.error().code + ": " + text.error().message;
  }
  CoordinatorRow Row() { return **JournalOf(id_)->coordinator().Coordinator(); }
  Properties JobProperties() { return *JournalOf(id_)->JobProperties(0, 0); }
  void SetJob(const std::function<void(JobRow*, CoordinatorRow*)>& change) {
    const auto lease = state_->TakeLease(id_);
    const auto journal = std::move(*state_->OpenJob(id_, false));
    JobRow job = journal->Jobs()->front();
    CoordinatorRow row = **journal->coordinator().Coordinator();
    change(&job, &row);
    ASSERT_TRUE(journal->PutJob(job) && journal->coordinator().Put(row) && journal->Commit());
  }
  /// Replaces the old program of the job by a script. The script writes its arguments to a file and
  /// ends.
  void UseScript() {
    const std::string script = temporary_.path() + "/before";
    std::ofstream(script) << "#!/bin/sh\necho \"$*\" > '" << temporary_.path() << "/words'\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    options_.program_path = script;
  }
  std::string Words() const {
    std::ifstream file(temporary_.path() + "/words");
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::string id_;
  UpdateOptions update_;
};

constexpr const char* kDefinitionHead = "**********Job definition changes**********\n";
constexpr const char* kPropertiesHead = "**********Job conf changes****************\n";
constexpr const char* kRule = "******************************************\n";

TEST_F(CoordinatorUpdate, WritesDownTheNewDefinition) {
  Begin();
  const Properties before = JobProperties();
  written_->Concurrency("4");
  written_->Throttle("5");
  written_->Timeout("6");
  written_->Execution("LIFO");
  const std::string text = Update();
  EXPECT_THAT(text, StartsWith(kDefinitionHead));
  EXPECT_THAT(text, HasSubstr("+    <concurrency>4</concurrency>"));
  EXPECT_THAT(
      text, HasSubstr(std::string(kRule) + kPropertiesHead + "No conf update requested\n" + kRule));
  EXPECT_EQ(Row().concurrency, 4);
  EXPECT_EQ(Row().throttle, 5);
  EXPECT_EQ(Row().timeout, 6);
  EXPECT_EQ(Row().execution, "LIFO");
  const auto journal = JournalOf(id_);
  EXPECT_EQ(journal->Facts()->program_hash, "next");
  EXPECT_EQ(journal->Facts()->program_path, "/next");
  EXPECT_EQ(journal->Facts()->compiler_version, "1.3");
  EXPECT_THAT(journal->JobProperties(0, kDefinitionRun)->at("resolved"),
              HasSubstr("<concurrency>4</concurrency>"));
  EXPECT_EQ(journal->Jobs()->front().app_path, "file:///app");
  EXPECT_EQ(JobProperties(), before);
  EXPECT_FALSE(state_->OpenMailbox(id_)->HasOpen());
}

TEST_F(CoordinatorUpdate, ADryRunOnlySaysWhatDiffers) {
  Begin();
  EXPECT_EQ(Update(), std::string(kDefinitionHead) + kRule + kPropertiesHead +
                          "No conf update requested\n" + kRule)
      << "nothing does";
  written_->Concurrency("4");
  update_.dry_run = true;
  EXPECT_THAT(Update(), HasSubstr("+    <concurrency>4</concurrency>"));
  EXPECT_EQ(Row().concurrency, 1);
}

TEST_F(CoordinatorUpdate, WithoutAPathTheApplicationIsTheFile) {
  options_.properties.erase("oozie.coord.application.path");
  Begin();
  written_->raw().definition.file_name = {"other.xml", 9};
  Update();
  EXPECT_EQ(JobOf(id_).app_path, "other.xml");
}

TEST_F(CoordinatorUpdate, SomePropertiesGoOverThoseOfTheJob) {
  Begin();
  update_.given = Given::kSome;
  update_.properties = {{"hpdl.sla.change", "sla-should-end=2"}};
  EXPECT_EQ(Update(),
            "E0701: property hpdl.sla.change is made by hpdl itself, and no job may set it");
  update_.properties = {
      {"k", "new"}, {"more", "x"}, {"user.name", "eve"}, {"hpdl.sla.change", "sla-should-end=1"}};
  const std::string text = Update();
  EXPECT_THAT(text, Not(HasSubstr("hpdl.sla.change")));
  EXPECT_THAT(text, HasSubstr("-    <value>old</value>"));
  EXPECT_THAT(text, HasSubstr("+    <value>new</value>"));
  EXPECT_THAT(text, Not(HasSubstr("secret")));
  EXPECT_EQ(JobProperties(), (Properties{{"user.name", "joe"},
                                         {"k", "new"},
                                         {"more", "x"},
                                         {"oozie.coord.application.path", "file:///app"},
                                         {"my.password", "secret"},
                                         {"hpdl.sla.change", "sla-should-end=1"}}));
}

TEST_F(CoordinatorUpdate, AllPropertiesTakeThePlaceOfThoseOfTheJob) {
  options_.properties["oozie.bundle.id"] = "7-B";
  Begin();
  update_.given = Given::kAll;
  update_.properties = {{"k", "new"}, {"oozie.bundle.id", "nobody's to give"}};
  Update();
  EXPECT_EQ(JobProperties(), (Properties{{"user.name", "joe"},
                                         {"k", "new"},
                                         {"oozie.coord.application.path", "file:///app"},
                                         {"oozie.bundle.id", "7-B"},
                                         {"hpdl.sla.change", "sla-should-end=1"}}));
  update_.properties = {{"oozie.coord.application.path", "file:///other"}};
  Update();
  EXPECT_EQ(JobProperties()["oozie.coord.application.path"], "file:///other");
  EXPECT_EQ(JobOf(id_).app_path, "file:///other");
}

TEST_F(CoordinatorUpdate, OfASecretOnlyIsSaidWhetherItChanges) {
  Begin();
  update_.given = Given::kSome;
  update_.dry_run = true;
  update_.properties = {{"my.password", "secret"}, {"new.password", "hidden"}};
  const std::string same = Update();
  EXPECT_THAT(same, Not(HasSubstr("another one")));
  EXPECT_THAT(same, HasSubstr("***"));
  EXPECT_THAT(same, Not(HasSubstr("hidden")));
  update_.properties = {{"my.password", "hidden"}};
  const std::string other = Update();
  EXPECT_THAT(other, HasSubstr("-    <value>***</value>"));
  EXPECT_THAT(other, HasSubstr("+    <value>*** (changed)</value>"));
  EXPECT_THAT(other, Not(HasSubstr("hidden")));
  EXPECT_THAT(other, Not(HasSubstr("secret")));
}

TEST_F(CoordinatorUpdate, WhatMakesItsTimesAndItsNameStays) {
  Begin();
  const std::string head = "E0803: IO error, E1023: Coord Job update Error: [";
  using Change = void (*)(WrittenCoordinator*);
  const std::pair<Change, const char*> changes[] = {
      {[](WrittenCoordinator* w) { w->Frequency("30"); },
       "Frequency can't be changed. Old frequency = 60 new frequency = 30]"},
      {[](WrittenCoordinator* w) { w->End("2024-01-01T04:00Z"); },
       "End time can't be changed. Old end time = Mon Jan 01 03:00:00 UTC 2024 new end time = Mon "
       "Jan 01 04:00:00 UTC 2024]"},
      {[](WrittenCoordinator* w) { w->Start("2023-12-31T23:00Z"); },
       "Start time can't be changed. Old start time = Mon Jan 01 00:00:00 UTC 2024 new start time "
       "= Sun Dec 31 23:00:00 UTC 2023]"},
      {[](WrittenCoordinator* w) { w->Name("d"); },
       "Coord name can't be changed. Old name = c new name = d]"},
      {[](WrittenCoordinator* w) { w->Timezone("GMT"); },
       "TimeZone can't be changed. Old timeZone = UTC new timeZone = GMT]"}};
  for (const auto& [change, why] : changes) {
    written_ = std::make_unique<WrittenCoordinator>(3);
    change(written_.get());
    EXPECT_EQ(Update(), head + why);
  }
  written_ = std::make_unique<WrittenCoordinator>(3);
  SetJob([](JobRow*, CoordinatorRow* row) { row->time_unit = "DAY"; });
  EXPECT_EQ(Update(),
            head + "Timeunit can't be changed. Old Timeunit = DAY new Timeunit = MINUTE]");
  EXPECT_EQ(JournalOf(id_)->Facts()->program_hash, "test");
}

TEST_F(CoordinatorUpdate, TheFirstOfSeveralChangesIsSaid) {
  Begin();
  written_->Frequency("30");
  written_->End("2024-01-01T04:00Z");
  written_->Start("2023-12-31T23:00Z");
  written_->Name("d");
  written_->Timezone("GMT");
  EXPECT_THAT(Update(), HasSubstr("[Frequency can't"));
  written_->Frequency("60");
  EXPECT_THAT(Update(), HasSubstr("[End time can't"));
  written_->End("2024-01-01T03:00Z");
  EXPECT_THAT(Update(), HasSubstr("[Start time can't"));
  written_->Start("2024-01-01T00:00Z");
  EXPECT_THAT(Update(), HasSubstr("[Coord name can't"));
  written_->Name("c");
  EXPECT_THAT(Update(), HasSubstr("[TimeZone can't"));
}

TEST_F(CoordinatorUpdate, ABundleMayCallItOtherwise) {
  options_.properties["oozie.bundle.id"] = "7-B";
  options_.name = "of the bundle";
  Begin();
  EXPECT_THAT(Update(), StartsWith(kDefinitionHead));
  EXPECT_EQ(JobOf(id_).app_name, "of the bundle");
}

TEST_F(CoordinatorUpdate, OnlyTheJobOfACoordinatorIsUpdated) {
  is_bundle_ = true;
  Begin();
  EXPECT_EQ(Update(), "E0303: only a coordinator can be updated");
  is_bundle_ = false;
  EXPECT_EQ(Update(), "E0303: only the job of a coordinator can be updated");
  options_.part = "1";
  built_.SetHash("test");
  Begin();
  EXPECT_EQ(Update(),
            "E0303: job " + id_ +
                " is run by the program of its bundle, which contains the definition of the job");
  id_ = "0000009-240601000000000-hpdl-joe-C";
  EXPECT_THAT(Update(), StartsWith("E0604: "));
}

TEST_F(CoordinatorUpdate, ADefinitionThatCannotBeIsRefused) {
  Begin();
  written_->Concurrency("many");
  EXPECT_THAT(Update(), StartsWith("E1003: "));
  EXPECT_EQ(JournalOf(id_)->Facts()->program_hash, "test");
}

TEST_F(CoordinatorUpdate, SettingsAreThoseOfTheJob) {
  options_.site_path = temporary_.path() + "/site.xml";
  std::ofstream(options_.site_path)
      << "<configuration><property><name>oozie.service.coord.default.concurrency</name>"
         "<value>6</value></property></configuration>";
  Begin();
  EXPECT_EQ(Update(), std::string(kDefinitionHead) + kRule + kPropertiesHead +
                          "No conf update requested\n" + kRule);
  EXPECT_EQ(Row().concurrency, 6);
}

TEST_F(CoordinatorUpdate, AParkedJobIsToGoOnAtOnce) {
  Begin();
  SetJob([](JobRow* job, CoordinatorRow*) { job->parked = "note"; });
  const std::int64_t before = NowMs();
  Update();
  const JobRow job = JobOf(id_);
  EXPECT_GE(job.modified_ms, before);
  ASSERT_TRUE(job.parked);
  const std::optional<ParkingNote> note = DecodeNote(*job.parked);
  ASSERT_TRUE(note);
  ASSERT_EQ(note->entries.size(), 1U);
  EXPECT_GE(note->since_ms, before);
  const Wait& wait = note->entries[0].wait;
  EXPECT_EQ(wait.kind, Wait::Kind::kTime);
  EXPECT_EQ(wait.until_ms, wait.since_ms + 1) << "it is over";
}

TEST_F(CoordinatorUpdate, AJobThatIsNotParkedStaysSo) {
  Begin();
  Update();
  EXPECT_EQ(JobOf(id_).parked, std::nullopt);
}

/// The old program carries out the update, because only it has the definition that made the waiting
/// actions.
TEST_F(CoordinatorUpdate, TheProgramBeforeIsStartedForAJobThatHasActions) {
  UseScript();
  Begin();
  SetJob([](JobRow* job, CoordinatorRow*) {
    job->state = JobStateOf(JobType::kCoordinator, CoordinatorState::kRunning);
  });
  EXPECT_THAT(Update(), StartsWith(kDefinitionHead));
  EXPECT_EQ(Words(), "wake --state " + temporary_.path() + "/state --progress none " + id_ + "\n");
  EXPECT_EQ(JournalOf(id_)->Facts()->program_hash, "next") << "it has ended and done nothing";
}

TEST_F(CoordinatorUpdate, TheProgramBeforeIsNotNeededForOthers) {
  UseScript();
  Begin();
  EXPECT_THAT(Update(), StartsWith(kDefinitionHead));
  EXPECT_EQ(Words(), "") << "it has no actions";
  SetJob([](JobRow* job, CoordinatorRow*) {
    job->state = JobStateOf(JobType::kCoordinator, CoordinatorState::kKilled);
  });
  EXPECT_THAT(Update(), StartsWith(kDefinitionHead));
  EXPECT_EQ(Words(), "") << "it is over";
}

TEST_F(CoordinatorUpdate, WhoeverRunsTheJobHandsItOver) {
  const std::string uri = "file://" + temporary_.path() + "/data/${HOUR}";
  written_->Want("in", uri.c_str());
  Begin();
  built_.SetHash("test");
  NewDefinition now;
  now.program_path = "/next";
  now.program_hash = "next";
  const auto posted = std::move(*state_->OpenMailbox(id_)->Post(now.ToRequest(id_).ToText()));
  const Result<JobState> left = ExecuteCoordinator(Program(), *state_, id_, nullptr, {});
  ASSERT_TRUE(left) << left.error().message;
  ASSERT_TRUE(posted->Answer());
  EXPECT_TRUE(*posted->Answer());
  EXPECT_EQ(JournalOf(id_)->Facts()->program_hash, "next");
  ASSERT_TRUE(JobOf(id_).parked) << "another program goes on";
  EXPECT_EQ(DecodeNote(*JobOf(id_).parked)->entries.size(), 1U);
  EXPECT_FALSE(state_->IsRun(id_));
}

}  // namespace
}  // namespace hpdl::rt
