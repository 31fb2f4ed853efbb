#include <gtest/gtest.h>

#include "runtime/programs/client/import_command.h"

namespace hpdl::client {
namespace {

using What = ImportOutcome::What;

const ImportPlaces kPlaces{"http://old/oozie", "http://new/oozie"};

ImportOutcome Outcome(What what) {
  ImportOutcome outcome;
  outcome.what = what;
  outcome.id = "1-C";
  outcome.name = "daily";
  outcome.job = "2-C";
  outcome.first = "5@2024-01-05T00:00Z";
  outcome.pause = "2024-01-05T00:00Z";
  outcome.pause_before = "2025-01-01T00:00Z";
  outcome.waiting = 3;
  outcome.going_on = 1;
  return outcome;
}

ListedJob Listed(const std::string& id) {
  ListedJob job;
  job.seen.id = id;
  job.seen.name = "daily";
  job.seen.user = "joe";
  job.seen.status = "RUNNING";
  job.seen.end = 2'000'000'000;
  job.seen.first = {5, 1'704'412'800};
  job.seen.waiting = 2;
  job.seen.going_on = 1;
  job.seen.pause = 1'704'067'200;
  return job;
}

TEST(ImportList, IsATableOfCoordinatorsAndOfBundles) {
  ListedJob over = Listed("2-C");
  over.seen.end = 1'704'412'800;
  over.seen.bundle = "9-B";
  over.here = "imported";
  ListedJob unknown = Listed("3-C");
  unknown.error = ServerFailure("E0604", "no such job");
  EXPECT_EQ(
      ListText({Listed("1-C"), over, unknown}, {{"9-B", "all", "ann", "PREP"}}),
      "ID   NAME   USER  STATUS   NEXT ACTION          WAITING  GO ON THERE  BUNDLE  IMPORT\n"
      "1-C  daily  joe   RUNNING  5@2024-01-05T00:00Z  2        1            -       -\n"
      "2-C  daily  joe   RUNNING  no action left       2        1            9-B     imported\n"
      "3-C  daily  joe   RUNNING  E0604 : no such job  2        1            -       -\n"
      "\n"
      "ID   NAME  USER  STATUS\n"
      "9-B  all   ann   PREP\n");
  EXPECT_EQ(ListText({}, {}), "no coordinators\n");
}

TEST(ImportList, IsJsonToo) {
  ListedJob unknown = Listed("3-C");
  unknown.error = ServerFailure("E0604", "no such job");
  EXPECT_EQ(ListJson({Listed("1-C"), unknown}, {{"9-B", "all", "ann", "PREP"}}), Json::parse(R"({
    "coordinators": [
      {"id": "1-C", "name": "daily", "user": "joe", "status": "RUNNING", "bundle": "", "import": "",
       "over": false, "first": "5@2024-01-05T00:00Z", "waiting": 2, "goOn": 1,
       "pauseTime": "2024-01-01T00:00Z"},
      {"id": "3-C", "name": "daily", "user": "joe", "status": "RUNNING", "bundle": "", "import": "",
       "error": "E0604 : no such job"}],
    "bundles": [{"id": "9-B", "name": "all", "user": "ann", "status": "PREP"}]})"));
}

TEST(ImportOutcome, IsToldWithTheWayBack) {
  const std::string undo =
      "  undo, as long as no action has begun at the new server:\n"
      "    hpdl import --from http://old/oozie -oozie http://new/oozie --undo 1-C\n"
      "  or by hand:\n"
      "    hpdl job -oozie http://new/oozie -kill 2-C\n"
      "    hpdl job -oozie http://old/oozie -change 1-C -value pausetime=2025-01-01T00:00Z\n";
  ImportOutcome imported = Outcome(What::kImported);
  EXPECT_EQ(OutcomeText(imported, kPlaces),
            "1-C (daily): goes on at the new server as 2-C from action 5@2024-01-05T00:00Z\n  at "
            "the old server: pausetime=2024-01-05T00:00Z; 1 action before this time goes on\n" +
                undo);
  imported.suspended = true;
  imported.name.clear();
  imported.going_on = 2;
  EXPECT_EQ(
      OutcomeText(imported, kPlaces),
      "1-C: goes on at the new server as 2-C from action 5@2024-01-05T00:00Z, suspended as it "
      "was\n  at the old server: pausetime=2024-01-05T00:00Z; 2 actions before this time go on\n" +
          undo);
  EXPECT_EQ(OutcomeText(Outcome(What::kBefore), kPlaces),
            "1-C (daily): was imported before, as 2-C from action 5@2024-01-05T00:00Z\n" + undo);
}

TEST(ImportOutcome, IsToldWhereNothingStays) {
  EXPECT_EQ(OutcomeText(Outcome(What::kNothing), kPlaces),
            "1-C (daily): all actions have begun at the old server; nothing is left to import\n");
  ImportOutcome would = Outcome(What::kWould);
  EXPECT_EQ(OutcomeText(would, kPlaces),
            "1-C (daily): would go on at the new server from action 5@2024-01-05T00:00Z\n  at the "
            "old server: pausetime=2024-01-05T00:00Z; 1 action before this time goes on\n"
            "  3 actions that wait at the old server would be made at the new server\n");
  would.waiting = 1;
  would.going_on = 0;
  EXPECT_EQ(OutcomeText(would, kPlaces),
            "1-C (daily): would go on at the new server from action 5@2024-01-05T00:00Z\n  at the "
            "old server: pausetime=2024-01-05T00:00Z\n"
            "  1 action that waits at the old server would be made at the new server\n");
  EXPECT_EQ(OutcomeText(Outcome(What::kUndone), kPlaces),
            "1-C (daily): is as before: 2-C at the new server is killed, "
            "pausetime=2025-01-01T00:00Z at the old server\n");
  EXPECT_EQ(OutcomeText(Outcome(What::kFailed), kPlaces), "");
}

TEST(ImportOutcome, HasAFailureOfOneLine) {
  ImportOutcome failed = Outcome(What::kFailed);
  failed.error = ServerFailure("E1022", "an action\nhas begun");
  EXPECT_EQ(OutcomeFailure(failed), "Error: 1-C: E1022 : an action has begun\n");
  failed.error = UsageFailure("the wrong server");
  EXPECT_EQ(OutcomeFailure(failed), "Error: 1-C: the wrong server\n");
}

TEST(ImportOutcome, IsJsonWithAWordForEach) {
  Json json = OutcomeJson(Outcome(What::kImported), kPlaces);
  EXPECT_EQ(json, Json::parse(R"({"id": "1-C", "name": "daily", "result": "imported", "job": "2-C",
    "first": "5@2024-01-05T00:00Z", "pauseTime": "2024-01-05T00:00Z",
    "pauseTimeBefore": "2025-01-01T00:00Z", "waiting": 3, "goOn": 1,
    "undo": ["hpdl job -oozie http://new/oozie -kill 2-C",
             "hpdl job -oozie http://old/oozie -change 1-C -value pausetime=2025-01-01T00:00Z"]})"));
  const std::pair<What, const char*> words[] = {
      {What::kImported, "imported"},    {What::kBefore, "imported before"},
      {What::kNothing, "nothing left"}, {What::kWould, "would be imported"},
      {What::kUndone, "undone"},        {What::kFailed, "failed"}};
  for (const auto& [what, word] : words) {
    json = OutcomeJson(Outcome(what), kPlaces);
    EXPECT_EQ(json["result"], word);
    EXPECT_EQ(json.contains("undo"), what == What::kImported || what == What::kBefore) << word;
    EXPECT_FALSE(json.contains("error"));
  }
  ImportOutcome failed = Outcome(What::kFailed);
  failed.error = ServerFailure("E1022", "begun");
  EXPECT_EQ(OutcomeJson(failed, kPlaces)["error"], Json({{"code", "E1022"}, {"message", "begun"}}));
  failed.error = UsageFailure("wrong");
  EXPECT_EQ(OutcomeJson(failed, kPlaces)["error"], Json({{"code", ""}, {"message", "wrong"}}));
}

}  // namespace
}  // namespace hpdl::client
