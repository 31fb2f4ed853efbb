#include "runtime/engines/coordinator/coordinator_submit.h"
#include "runtime/engines/coordinator/testing/program_fixture.h"
#include "runtime/engines/workflow/kind.h"
#include "runtime/ground/base/testing/still_time.h"
#include "runtime/store/catalogue.h"
#include "runtime/store/local/agreed_jobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>


namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class CoordinatorSubmission : public CoordinatorProgramTest {
 protected:
  void SetUp() override {
    CoordinatorProgramTest::SetUp();
    time_.Set(*ReadTime("2024-06-01T00:00Z") * 1000);
  }
  std::string DryRun(bool resolved) {
    const Result<std::string> text = DryRunCoordinator(Program(), options_, resolved);
    return text ? *text : text.error().code + ": " + text.error().message;
  }

  StillTime time_;
};

TEST_F(CoordinatorSubmission, WritesDownWhatTheDefinitionSays) {
  written_->Concurrency("3");
  written_->Throttle("4");
  written_->Timeout("5");
  written_->Execution("LIFO");
  written_->Timezone("Europe/Berlin");
  options_.properties["oozie.coord.application.path"] = "hdfs:///app";
  options_.properties["oozie.bundle.id"] = "7-B";
  options_.properties["group.name"] = "staff";
  options_.properties["oozie.job.acl"] = "others";
  options_.part = "2";
  const Result<std::string> id = Submit();
  ASSERT_TRUE(id) << id.error().message;
  EXPECT_THAT(*id, EndsWith("-C"));
  const auto journal = JournalOf(*id);
  const CoordinatorRow row = **journal->coordinator().Coordinator();
  EXPECT_EQ(row.start, *ReadTime("2024-01-01T00:00Z"));
  EXPECT_EQ(row.end, *ReadTime("2024-01-01T03:00Z"));
  EXPECT_EQ(row.frequency, "60");
  EXPECT_EQ(row.time_unit, "MINUTE");
  EXPECT_EQ(row.timezone, "Europe/Berlin");
  EXPECT_EQ(row.execution, "LIFO");
  EXPECT_EQ(row.concurrency, 3);
  EXPECT_EQ(row.throttle, 4);
  EXPECT_EQ(row.timeout, 5);
  EXPECT_EQ(row.bundle_id, "7-B");
  EXPECT_EQ(row.pause, 0);
  EXPECT_EQ(row.next_number, 0);
  EXPECT_FALSE(row.all_made);
  const JobRow job = journal->Jobs()->front();
  EXPECT_EQ(job.id, *id);
  EXPECT_EQ(job.app_name, "c");
  EXPECT_EQ(job.app_path, "hdfs:///app");
  EXPECT_EQ(job.user, "joe");
  EXPECT_EQ(job.group, "staff") << "the first of two names counts";
  EXPECT_EQ(job.state, JobStateOf(JobType::kCoordinator, CoordinatorState::kPrep));
  EXPECT_EQ(job.created_ms, *ReadTime("2024-06-01T00:00Z") * 1000);
  EXPECT_EQ(job.modified_ms, job.created_ms);
  EXPECT_EQ(*journal->JobProperties(0, 0), options_.properties);
  const Result<JobFacts> facts = journal->Facts();
  EXPECT_EQ(facts->program_hash, "test");
  EXPECT_EQ(facts->program_path, "/program");
  EXPECT_EQ(facts->compiler_version, "1.2");
  EXPECT_EQ(facts->part, "2");
  EXPECT_EQ(facts->salt.size(), 32U);
  const Result<Properties> definition = journal->JobProperties(0, kDefinitionRun);
  ASSERT_EQ(definition->size(), 1U);
  EXPECT_THAT(definition->at("resolved"), StartsWith("<coordinator-app "));
  EXPECT_THAT(definition->at("resolved"), HasSubstr("frequency=\"60\""));
}

TEST_F(CoordinatorSubmission, WithoutAPathItIsThatOfTheFile) {
  EXPECT_EQ(JobOf(*Submit()).app_path, "coordinator.xml");
  options_.properties["oozie.job.acl"] = "others";
  EXPECT_EQ(JobOf(*Submit()).group, "others");
}

TEST_F(CoordinatorSubmission, HasTheNameAndTheIdThatItsBundleSays) {
  options_.name = "as the bundle calls it";
  options_.id = *state_->NewJobId("joe", JobType::kCoordinator);
  const Result<std::string> id = Submit();
  ASSERT_TRUE(id);
  EXPECT_EQ(*id, options_.id);
  EXPECT_EQ(JobOf(*id).app_name, "as the bundle calls it");
  EXPECT_EQ(*Submit(), *id) << "it is made once";
}

TEST_F(CoordinatorSubmission, WithoutAUserItIsWhoeverSubmits) {
  options_.properties.clear();
  EXPECT_NE(JobOf(*Submit()).user, "");
  options_.properties["user.name"] = "";
  EXPECT_EQ(SubmitRefusal(), "E0401: property user.name is empty");
}

TEST_F(CoordinatorSubmission, NamesOfExpressionsAreNoProperties) {
  for (const char* name :
       {"YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "DAYS", "HOURS", "MINUTES", "KB", "MB", "GB",
        "TB", "PB", "RECORDS", "MAP_IN", "MAP_OUT", "REDUCE_IN", "REDUCE_OUT", "GROUPS"}) {
    options_.properties = {{"user.name", "joe"}, {name, "1"}};
    EXPECT_EQ(SubmitRefusal(),
              "E0803: IO error, E0808: Disallowed user property [" + std::string(name) + "]");
  }
  options_.properties = {{"user.name", "joe"}, {"YEARS", "1"}, {"year", "1"}};
  EXPECT_EQ(SubmitRefusal(), "");
}

TEST_F(CoordinatorSubmission, NoBundleHasACoordinatorOfTheFirstSchema) {
  written_->raw().definition.schema = {"uri:oozie:coordinator:0.1", 25};
  EXPECT_EQ(SubmitRefusal(), "");
  options_.properties["oozie.bundle.id"] = "1-B";
  EXPECT_EQ(SubmitRefusal(),
            "E1319: Invalid bundle coord job namespace, a bundle cannot start a coordinator of "
            "uri:oozie:coordinator:0.1; use 0.2 or later");
  written_->raw().definition.schema = {"uri:oozie:coordinator:0.2", 25};
  EXPECT_EQ(SubmitRefusal(), "");
}

TEST_F(CoordinatorSubmission, WhatCannotBeIsRefused) {
  options_.properties["oozie.coord.action.notification.url"] = "nonsense";
  EXPECT_THAT(SubmitRefusal(), StartsWith("E0701: "));
  options_.properties.erase("oozie.coord.action.notification.url");
  written_->Concurrency("many");
  EXPECT_THAT(SubmitRefusal(), StartsWith("E1003: "));
  written_->Concurrency("1");
  options_.site_path = temporary_.path() + "/nosuch.xml";
  EXPECT_NE(SubmitRefusal(), "");
  options_.site_path.clear();
  options_.properties["a"] = "${a}";
  EXPECT_NE(SubmitRefusal(), "") << "it goes round in a circle";
  options_.properties.erase("a");
  EXPECT_EQ(SubmitRefusal(), "");
}

TEST_F(CoordinatorSubmission, AProgramWhoseWorkflowCannotRunIsRefused) {
  hpdl_kind local = {};
  local.name = "shell";
  local.needs_local = true;
  testing::WorkflowBuilder workflow("w");
  workflow.Start("a");
  workflow.Action("a", &local, "end", "end");
  workflow.End("end");
  const hpdl_workflow finished = workflow.Finish();
  built_.program.workflows = &finished;
  built_.program.workflow_count = 1;
  EXPECT_THAT(SubmitRefusal(), StartsWith("E0723: workflow.xml:"));
  is_bundle_ = true;
  EXPECT_THAT(SubmitRefusal(), StartsWith("E0723: workflow.xml:"));
}

TEST_F(CoordinatorSubmission, DefaultsAreThoseOfTheSite) {
  options_.site_path = temporary_.path() + "/site.xml";
  std::ofstream(options_.site_path)
      << "<configuration><property><name>oozie.service.coord.default.concurrency</name>"
         "<value>6</value></property></configuration>";
  const Result<std::string> id = Submit();
  ASSERT_TRUE(id) << id.error().message;
  EXPECT_EQ((**JournalOf(*id)->coordinator().Coordinator()).concurrency, 6);
  EXPECT_EQ(JournalOf(*id)->Facts()->site_path, options_.site_path);
}

TEST_F(CoordinatorSubmission, BeginsWithALaterActionAndWaitsThere) {
  options_.properties["hpdl.coord.first.action"] = "2@2024-01-01T01:00Z";
  const CoordinatorRow row = **JournalOf(*Submit())->coordinator().Coordinator();
  EXPECT_EQ(row.next_number, 2);
  EXPECT_EQ(row.next_time, *ReadTime("2024-01-01T01:00Z"));
  EXPECT_EQ(row.next_regular, *ReadTime("2024-01-01T01:00Z"));
  EXPECT_EQ(row.pause, *ReadTime("2024-01-01T01:00Z"));
  options_.properties["hpdl.coord.first.action"] = "2@2024-01-01T01:30Z";
  EXPECT_THAT(SubmitRefusal(), StartsWith("E0303: "));
  EXPECT_THAT(DryRun(false), StartsWith("E0303: "));
}

TEST_F(CoordinatorSubmission, AJobWithAgreementsIsNotedAmongThose) {
  ASSERT_TRUE(Submit());
  EXPECT_THAT(*AgreedJobs(*state_), IsEmpty());
  written_->Agree(0, &NominalTimeOfAction, "${coord:nominalTime()}");
  written_->Agree(2, "60");
  const std::string id = *Submit();
  EXPECT_THAT(*AgreedJobs(*state_), ElementsAre(id));
}

TEST_F(CoordinatorSubmission, ABundleIsWrittenDown) {
  is_bundle_ = true;
  bundle_.KickOff("2024-07-01T00:00Z");
  options_.properties["oozie.bundle.application.path"] = "hdfs:///bundle";
  options_.properties["group.name"] = "staff";
  const Result<std::string> id = Submit();
  ASSERT_TRUE(id) << id.error().message;
  EXPECT_THAT(*id, EndsWith("-B"));
  const auto journal = JournalOf(*id);
  const JobRow job = journal->Jobs()->front();
  EXPECT_EQ(job.id, *id);
  EXPECT_EQ(job.app_name, "bundle");
  EXPECT_EQ(job.app_path, "hdfs:///bundle");
  EXPECT_EQ(job.user, "joe");
  EXPECT_EQ(job.group, "staff");
  EXPECT_EQ(job.state, JobStateOf(JobType::kBundle, CoordinatorState::kPrep));
  EXPECT_EQ(job.created_ms, *ReadTime("2024-06-01T00:00Z") * 1000);
  EXPECT_EQ((**journal->coordinator().Bundle()).kick_off, *ReadTime("2024-07-01T00:00Z"));
  EXPECT_FALSE(*journal->coordinator().Coordinator());
  EXPECT_EQ(*journal->JobProperties(0, 0), options_.properties);
  options_.properties.erase("oozie.bundle.application.path");
  EXPECT_EQ(JobOf(*Submit()).app_path, "bundle.xml");
}

TEST_F(CoordinatorSubmission, ABundleSaysTheErrorsOfItsPropertiesInItsOwn) {
  is_bundle_ = true;
  options_.properties["user.name"] = "";
  EXPECT_EQ(SubmitRefusal(),
            "E1310: Bundle Job submission Error: [E0401: property user.name is empty]");
  options_.properties = {{"user.name", "joe"}, {"DAY", "1"}};
  EXPECT_EQ(SubmitRefusal(),
            "E1310: Bundle Job submission Error: [E0803: IO error, E0808: Disallowed user property "
            "[DAY]]");
}

// ---- dry runs

TEST_F(CoordinatorSubmission, ADryRunSaysTheFirstTimes) {
  EXPECT_EQ(DryRun(false),
            "coordinator c: 60 MINUTE, from 2024-01-01T00:00Z to 2024-01-01T03:00Z, UTC\n"
            "  1  2024-01-01T00:00Z\n  2  2024-01-01T01:00Z\n  3  2024-01-01T02:00Z\n");
  EXPECT_TRUE(state_->catalogue().Find({}, {})->jobs.empty()) << "there is no job";
}

TEST_F(CoordinatorSubmission, ADryRunSaysThatThereAreMoreThanTenTimes) {
  written_ = std::make_unique<WrittenCoordinator>(10);
  EXPECT_THAT(DryRun(false), EndsWith("  10  2024-01-01T09:00Z\n"));
  written_ = std::make_unique<WrittenCoordinator>(11);
  EXPECT_THAT(DryRun(false), EndsWith("  10  2024-01-01T09:00Z\n  ...\n"));
}

TEST_F(CoordinatorSubmission, ADryRunOfABundleNamesItsCoordinators) {
  is_bundle_ = true;
  bundle_.Enabled(1, "false");
  EXPECT_EQ(DryRun(false), "bundle bundle\n  a  file:///a\n  b  file:///b  not enabled\n");
}

TEST_F(CoordinatorSubmission, ADryRunIsRefusedAsASubmissionIs) {
  options_.properties["user.name"] = "";
  EXPECT_EQ(DryRun(false), "E0401: property user.name is empty");
  is_bundle_ = true;
  EXPECT_THAT(DryRun(true), StartsWith("E1310: "));
}

TEST_F(CoordinatorSubmission, AResolvedDryRunHasAsManyActionsAsAPassMakes) {
  const auto actions = [this] {
    const std::string text = DryRun(true);
    int count = 0;
    for (std::size_t at = 0; (at = text.find("action for new instance", at)) != std::string::npos;
         ++at) {
      ++count;
    }
    return count;
  };
  EXPECT_EQ(actions(), 1) << "the window is an hour";
  options_.site_path = temporary_.path() + "/site.xml";
  std::ofstream(options_.site_path)
      << "<configuration><property>"
         "<name>oozie.service.CoordMaterializeTriggerService.materialization.window</name>"
         "<value>36000</value></property></configuration>";
  EXPECT_EQ(actions(), 3) << "up to the end";
  written_->Throttle("2");
  EXPECT_EQ(actions(), 2);
}

TEST_F(CoordinatorSubmission, AResolvedDryRunHasTheDefinitionBeforeItsActions) {
  const std::string text = DryRun(true);
  EXPECT_THAT(text, StartsWith("<coordinator-app "));
  EXPECT_THAT(text, HasSubstr("</coordinator-app>\n***actions for instance***action for new "
                              "instance<coordinator-app"));
}

TEST_F(CoordinatorSubmission, AResolvedDryRunLooksForData) {
  const std::string data = temporary_.path() + "/data";
  const std::string uri = "file://" + data + "/${HOUR}";
  written_->Want("in", uri.c_str());
  written_->Make("out", "file:///out/${HOUR}");
  written_->Give("given", &DataInOfAction, "${coord:dataIn('in')}");
  written_->Give("made", &DataOutOfAction, "${coord:dataOut('out')}");
  const std::string before = DryRun(true);
  EXPECT_THAT(before, HasSubstr("<value>${coord:dataIn('in')}</value>"));
  EXPECT_THAT(before.substr(before.find("***")), Not(HasSubstr("<value>file:///out/00</value>")));
  std::filesystem::create_directories(data + "/00");
  std::ofstream(data + "/00/_SUCCESS") << "";
  const std::string text = DryRun(true);
  const std::string action = text.substr(text.find("***"));
  EXPECT_THAT(action, HasSubstr("<value>file://" + data + "/00</value>"));
  EXPECT_THAT(action, HasSubstr("<value>file:///out/00</value>"));
}

TEST_F(CoordinatorSubmission, AResolvedDryRunKnowsItsActions) {
  written_->Give("id", &IdOfAction, "${coord:actionId()}");
  written_->Give("time", &NominalTimeOfAction, "${coord:nominalTime()}");
  const std::string action = DryRun(true);
  EXPECT_THAT(action, HasSubstr("<value>@1</value>"));
  EXPECT_THAT(action, HasSubstr("<value>2024-01-01T00:00Z</value>"));
}

TEST_F(CoordinatorSubmission, AnActionThatCannotBeMadeIsSaidByADryRun) {
  written_->Give("x", &FailsAlways, "${x}");
  EXPECT_THAT(DryRun(true), StartsWith("E0803: IO error, E1004: "));
}

TEST_F(CoordinatorSubmission, DataThatCannotBeLookedAtIsSaidByADryRun) {
  written_->Want("in", "hdfs://h/${HOUR}");
  EXPECT_THAT(DryRun(true), StartsWith("E0803: IO error, E0904: "));
}

TEST_F(CoordinatorSubmission, AResolvedBundleIsWrittenInFull) {
  is_bundle_ = true;
  bundle_.KickOff("2024-07-01T00:00Z");
  bundle_.Critical(0, "true");
  bundle_.Enabled(1, "false");
  bundle_.Give(0, "k", "v<");
  EXPECT_EQ(DryRun(true),
            "<bundle-app xmlns=\"uri:oozie:bundle:0.2\" name=\"bundle\">\r\n"
            "  <controls>\r\n"
            "    <kick-off-time>2024-07-01T00:00Z</kick-off-time>\r\n"
            "  </controls>\r\n"
            "  <coordinator name=\"a\" critical=\"true\">\r\n"
            "    <app-path>file:///a</app-path>\r\n"
            "    <configuration>\r\n"
            "      <property>\r\n"
            "        <name>k</name>\r\n"
            "        <value>v&lt;</value>\r\n"
            "      </property>\r\n"
            "    </configuration>\r\n"
            "  </coordinator>\r\n"
            "  <coordinator name=\"b\" enabled=\"false\">\r\n"
            "    <app-path>file:///b</app-path>\r\n"
            "  </coordinator>\r\n"
            "</bundle-app>\n");
}

TEST_F(CoordinatorSubmission, AResolvedBundleSaysWhatHasNoValue) {
  is_bundle_ = true;
  bundle_.Break(&hpdl_bundled::critical, &FailsAlways);
  EXPECT_THAT(DryRun(true), StartsWith("E1310: Bundle Job submission Error: [E1004: "));
}

}  // namespace
}  // namespace hpdl::rt
