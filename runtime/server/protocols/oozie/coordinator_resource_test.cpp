#include "runtime/rules/coordinator/action_data.h"
#include "runtime/server/protocols/oozie/testing/oozie_api_case.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Json;
using testing::kCreatedMs;
using testing::OozieApiTest;

constexpr std::int64_t kDay = 86'400, kStart = 1'704'067'200;  // 2024-01-01T00:00Z

class CoordinatorResourceTest : public OozieApiTest {
 protected:
  static CoordinatorActionRow Action(std::int64_t number, ActionState state) {
    CoordinatorActionRow row;
    row.number = number;
    row.state = state;
    row.nominal = kStart + (number - 1) * kDay;
    row.created_ms = row.modified_ms = kCreatedMs + number * 60'000;
    return row;
  }
  static CoordinatorRow Row(std::string frequency = "1", std::string unit = "DAY") {
    CoordinatorRow row;
    row.start = kStart;
    row.end = kStart + 10 * kDay;
    row.frequency = std::move(frequency);
    row.time_unit = std::move(unit);
    row.timezone = "UTC";
    row.execution = "FIFO";
    return row;
  }
  /// Adds a coordinator with five actions to the state directory; returns its id.
  std::string PutFive(int number = 1, CoordinatorState state = CoordinatorState::kRunning) {
    return PutCoordinator(Coordination(number, "c", JobType::kCoordinator, state), Row(),
                          {Action(1, ActionState::kSucceeded), Action(2, ActionState::kKilled),
                           Action(3, ActionState::kRunning), Action(4, ActionState::kWaiting),
                           Action(5, ActionState::kWaiting)});
  }
  /// Returns "TOTAL: NUMBERS" of the actions that an answer shows.
  std::string Shown(const std::string& target) {
    const OozieAnswer answer = Ask("GET", target);
    if (answer.status != 200) {
      return Code(answer) + " " + answer.reason;
    }
    const Json info = Json::parse(answer.body);
    std::string text = std::to_string(info["total"].get<int>()) + ":";
    for (const Json& action : info["actions"]) {
      text += " " + std::to_string(action["actionNumber"].get<int>());
    }
    return text;
  }
  /// Returns the names and states in a list of jobs.
  std::string Listed(const std::string& query, const char* array, const char* name) {
    const OozieAnswer answer = Ask("GET", "/oozie/v2/jobs?" + query);
    if (answer.status != 200) {
      return Code(answer) + " " + answer.reason;
    }
    const Json list = Json::parse(answer.body);
    std::string text = std::to_string(list["total"].get<int>()) + ":";
    for (const Json& job : list[array]) {
      text += " " + job[name].get<std::string>() + "=" + job["status"].get<std::string>();
    }
    return text;
  }
  std::string Coordinators(const std::string& filter) {
    return Listed("jobtype=coord&filter=" + filter, "coordinatorjobs", "coordJobName");
  }
};

TEST_F(CoordinatorResourceTest, APartOfTheActions) {
  const std::string id = PutFive(), v1 = "/oozie/v1/job/" + id, v2 = "/oozie/v2/job/" + id;
  EXPECT_EQ(Shown(v2), "5:");
  EXPECT_EQ(Shown(v2 + "?len=0"), "5:");
  EXPECT_EQ(Shown(v2 + "?len=-1"), "5: 1 2 3 4 5");
  EXPECT_EQ(Shown(v1), "5: 1 2 3 4 5");
  EXPECT_EQ(Shown(v1 + "?len=0"), "5: 1 2 3 4 5");
  EXPECT_EQ(Shown(v2 + "?offset=2&len=2"), "5: 2 3");
  EXPECT_EQ(Shown(v2 + "?offset=-1&len=2&order=desc"), "5: 5 4");
  EXPECT_EQ(Shown(v2 + "?offset=9&len=2"), "5:");
  EXPECT_EQ(Shown(v2 + "?len=x"), "400 E1603 For input string: \"x\"");
}

TEST_F(CoordinatorResourceTest, FilteredActions) {
  const std::string all = "/oozie/v2/job/" + PutFive() + "?len=-1&filter=";
  EXPECT_EQ(Shown(all + "status%3Dwaiting;status%3DKILLED"), "3: 2 4 5");
  EXPECT_EQ(Shown(all + "status!%3DWAITING"), "3: 1 2 3");
  EXPECT_EQ(Shown(all + "nominaltime%3E%3D2024-01-03T00:00Z;nominaltime%3C2024-01-05T00:00Z"),
            "2: 3 4");
  EXPECT_EQ(Shown(all + "nominaltime!%3D2024-01-03T00:00Z"), "4: 1 2 4 5");
  EXPECT_EQ(Shown(all + "nominaltime!%3D2024-01-03T00:00Z&offset=3&order=desc"), "4: 2 1");
  const std::string but_third =
      all.substr(0, all.find('?')) + "?filter=nominaltime!%3D2024-01-03T00:00Z&len=2&offset=";
  EXPECT_EQ(Shown(but_third + "2"), "4: 2 4");
  EXPECT_EQ(Shown(but_third + "4"), "4: 5");
  EXPECT_EQ(Shown(but_third + "2&order=desc"), "4: 4 2");
  EXPECT_EQ(Shown(all + "nominaltime%3D2024-01-03T00:00Z;status%3DWAITING"), "0:");
  for (const char* wrong :
       {"status%3DNONE", "status%3EWAITING", "colour%3Dred", "nominaltime%3D1", "status"}) {
    EXPECT_THAT(Shown(all + wrong), HasSubstr("400 E0421")) << wrong;
  }
}

TEST_F(CoordinatorResourceTest, StatesWithError) {
  const std::string id = PutFive(1, CoordinatorState::kPausedWithError);
  const std::string status = "/oozie/v2/job/" + id + "?show=status";
  EXPECT_EQ(Body(status), "{\"status\":\"PAUSED\"}");
  EXPECT_EQ(Body("/oozie/v2/job/" + id + "@2?show=status"), "{\"status\":\"KILLED\"}");
  EXPECT_EQ(Coordinators("status%3DPAUSED"), "1: c=PAUSED");
  EXPECT_EQ(Coordinators("status%3DPAUSEDWITHERROR"), "0:");
  EXPECT_EQ(Coordinators("status%3DPAUSEDWITHERROR;status%3DPAUSED"), "1: c=PAUSED");
  OpenApi(true);
  EXPECT_EQ(Body(status), "{\"status\":\"PAUSEDWITHERROR\"}");
  EXPECT_EQ(Coordinators("status%3DPAUSED"), "0:");
  EXPECT_EQ(Coordinators("status%3DPAUSEDWITHERROR"), "1: c=PAUSEDWITHERROR");
}

TEST_F(CoordinatorResourceTest, WhatIsNotThere) {
  const std::string id = PutFive(), none = "0000007-261121015411192-oozie-joe-";
  EXPECT_EQ(Code(Ask("GET", "/oozie/v2/job/" + none + "C")), "400 E0604");
  EXPECT_EQ(Code(Ask("GET", "/oozie/v2/job/" + none + "B")), "400 E0604");
  for (const std::string& action : {id + "@6", id + "@x", id + "@", none + "C@1"}) {
    EXPECT_EQ(Code(Ask("GET", "/oozie/v2/job/" + action)), "400 E0605") << action;
    EXPECT_EQ(Code(Ask("GET", "/oozie/v2/job/" + action + "?show=status")), "400 E0605");
  }
  EXPECT_EQ(Code(Ask("GET", "/oozie/v2/job/" + none + "C?show=log")), "400 E0307");
  EXPECT_EQ(Code(Ask("GET", "/oozie/v2/job/" + id + "?show=graph")), "400 E0306");
}

TEST_F(CoordinatorResourceTest, MessagesOfActionsAreOoziesOnes) {
  const std::pair<std::pair<const char*, const char*>, const char*> cases[] = {
      {{"E0738", "why"}, "E0738: why"},
      {{"E0730", "Fork/Join not in pair: workflow.xml:9:7: error: 1 fork"},
       "E0730: Fork/Join not in pair"},
      {{"E0730", "127.0.0.1:80: Fork/Join not in pair"}, "E0730: Fork/Join not in pair"},
      {{"E1005", "Error: /wf does not exist"}, "Error: /wf does not exist"},
      {{"E0701", ""}, ""}};
  std::vector<CoordinatorActionRow> rows;
  for (const auto& [error, shown] : cases) {
    rows.push_back(Action(std::ssize(rows) + 1, ActionState::kFailed));
    rows.back().error_code = error.first;
    rows.back().error_message = error.second;
  }
  const std::string id = PutCoordinator(
      Coordination(1, "c", JobType::kCoordinator, CoordinatorState::kFailed), Row(), rows);
  const Json actions = Json::parse(Body("/oozie/v1/job/" + id))["actions"];
  ASSERT_EQ(actions.size(), std::size(cases));
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const Json& message = actions[i]["errorMessage"];
    EXPECT_EQ(message.is_null() ? "" : message.get<std::string>(), cases[i].second);
  }
  EXPECT_THAT(Body("/oozie/v2/job/" + id + "?show=log"), HasSubstr("error: 1 fork"));
}

TEST_F(CoordinatorResourceTest, RunsOfAnAction) {
  const std::string id = PutFive();
  const std::string first = Put(Job(11, "w", JobState::kKilled), {});
  const std::string second = Put(Job(12, "w", JobState::kRunning), {});
  verbs_.origins[first].parent_id = verbs_.origins[second].parent_id = id + "@3";
  const Json runs = Json::parse(Body("/oozie/v2/job/" + id + "@3?show=allruns"))["workflows"];
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0]["status"], "KILLED");
  EXPECT_EQ(runs[1]["id"], second);
  EXPECT_EQ(Body("/oozie/v2/job/" + id + "@1?show=allruns"), "{\"workflows\":[]}");
  EXPECT_EQ(Json::parse(Body("/oozie/v2/job/" + second))["parentId"], id + "@3");
}

TEST_F(CoordinatorResourceTest, RunsOfAnActionOfACoordinator) {
  const std::string id = PutFive(), job = "job/" + id + "?show=allruns";
  const std::string run = Put(Job(11, "w", JobState::kKilled), {});
  verbs_.origins[run].parent_id = id + "@3";
  const std::string runs = Body("/oozie/v2/job/" + id + "@3?show=allruns");
  EXPECT_THAT(runs, HasSubstr(run));
  for (const char* version : {"/oozie/v1/", "/oozie/v2/"}) {
    EXPECT_EQ(Body(version + job + "&type=action&scope=3"), runs);
  }
  for (const char* other : {"", "&type=action", "&scope=3", "&type=date&scope=3",
                            "&type=action&scope=1-3", "&type=action&scope=6"}) {
    EXPECT_EQ(Body("/oozie/v2/" + job + other), "{\"workflows\":[]}") << other;
  }
  EXPECT_EQ(Body("/oozie/v2/job/" + id + "@3?show=allruns&type=action&scope=3"),
            "{\"workflows\":[]}");
  const OozieAnswer empty = Ask("GET", "/oozie/v2/" + job + "&type=action&scope=");
  EXPECT_EQ(Code(empty), "400 E1603");
  EXPECT_EQ(empty.reason, "childName cannot be empty");
  EXPECT_EQ(Ask("GET", "/oozie/v0/" + job).reason,
            "E0302: Invalid parameter [Not supported in v0]");
}

TEST_F(CoordinatorResourceTest, OneNodeInTheWorkflowsOfACoordinator) {
  NodeRow node;
  node.node = "one";
  node.type = "shell";
  node.state = NodeState::kOk;
  program_prints_ =
      "<workflow-app xmlns='urn:w'><action name='one'><shell><exec>e</exec></shell></action>"
      "</workflow-app>";
  const std::string with = Put(Job(11, "w", JobState::kSucceeded), {node});
  const std::string without = Put(Job(12, "w", JobState::kRunning), {});
  CoordinatorActionRow rows[] = {Action(1, ActionState::kSucceeded),
                                 Action(2, ActionState::kRunning), Action(3, ActionState::kWaiting),
                                 Action(4, ActionState::kSucceeded)};
  rows[0].external_id = with;
  rows[1].external_id = without;
  rows[3].external_id = "0000013-261121015411192-oozie-joe-W";  // it has been purged
  const std::string id =
      PutCoordinator(Coordination(1, "c", JobType::kCoordinator, CoordinatorState::kRunning), Row(),
                     {std::begin(rows), std::end(rows)});
  const std::string target = "/oozie/v2/job/" + id + "?show=wf-actions";
  const std::string none = "{\"coordJobId\":\"" + id + "\",\"actions\":[";
  EXPECT_EQ(Body(target + "&action-name=one&len=1"),
            none + "{\"actionNumber\":1,\"nullReason\":null,\"action\":" +
                Body("/oozie/v2/job/" + with + "@one") + "}]}");
  EXPECT_EQ(
      Body(target + "&action-name=one&offset=2&len=2"),
      none +
          "{\"actionNumber\":2,\"nullReason\":\"Could not get workflow action, no action named "
          "one in workflow " +
          without +
          "\",\"action\":null},{\"actionNumber\":3,\"nullReason\":\"Could not get workflow "
          "action, workflow instance is null\",\"action\":null}]}");
  const Json all = Json::parse(Body(target + "&action-name=one&len=-1"))["actions"];
  ASSERT_EQ(all.size(), 4U);
  EXPECT_THAT(all[0]["action"]["conf"], HasSubstr("<exec>e</exec>"));
  EXPECT_THAT(all[3]["nullReason"], HasSubstr("no action named one"));
  EXPECT_EQ(Body(target + "&action-name=one"), none + "]}");
  const std::string missing = "0000007-261121015411192-oozie-joe-C";
  EXPECT_EQ(Body("/oozie/v2/job/" + missing + "?show=wf-actions&action-name=one&len=9"),
            "{\"coordJobId\":\"" + missing + "\",\"actions\":[]}");
}

TEST_F(CoordinatorResourceTest, AFailedReadIsNotRepeatedInOneAnswer) {
  NodeRow node;
  node.node = "one";
  node.type = "shell";
  CoordinatorActionRow rows[] = {Action(1, ActionState::kSucceeded),
                                 Action(2, ActionState::kSucceeded)};
  rows[0].external_id = Put(Job(11, "w", JobState::kSucceeded), {node});
  rows[1].external_id = Put(Job(12, "w", JobState::kSucceeded), {node});
  program_error_ = Error{ErrorClass::kError, "E0607", "did not end in time"};
  const std::string id =
      PutCoordinator(Coordination(1, "c", JobType::kCoordinator, CoordinatorState::kRunning), Row(),
                     {std::begin(rows), std::end(rows)});
  const Json actions = Json::parse(
      Body("/oozie/v2/job/" + id + "?show=wf-actions&action-name=one&len=9"))["actions"];
  EXPECT_TRUE(actions[1]["action"]["conf"].is_null());
  EXPECT_EQ(questions_, 1);
}

TEST_F(CoordinatorResourceTest, RefusedRequestsForOneNode) {
  const std::string job = "job/" + PutFive() + "?show=wf-actions&len=9";
  const auto reason = [&](const std::string& version, const std::string& more) {
    return Ask("GET", "/oozie/" + version + "/" + job + more).reason;
  };
  for (const char* version : {"v0", "v1"}) {
    EXPECT_EQ(reason(version, "&action-name=one"),
              "E0302: Invalid parameter [Not supported in this version]");
  }
  EXPECT_EQ(reason("v2", ""), "E0305: Missing parameter [action-name]");
  EXPECT_EQ(reason("v2", "&action-name="), "actionName cannot be empty");
  EXPECT_EQ(reason("v2", "&action-name=one&offset=x"), "For input string: \"x\"");
}

TEST_F(CoordinatorResourceTest, MissingDependencies) {
  EventData a{"a", "d", "_SUCCESS", {"file:///d/1", "file:///d/2"}, {}, "", {}, false};
  EventData b{"b", "l", "", {}, {"${coord:latest(-3)}"}, "file:///l/${YEAR}", {}, false};
  CoordinatorActionRow both = Action(1, ActionState::kWaiting), latest = both, none = both;
  both.inputs = latest.inputs = none.inputs = EncodeData({a, b});
  both.missing = "file:///d/2/_SUCCESS!!${coord:latest(-3)}";
  latest.number = 2;
  latest.missing = "!!${coord:latest(-3)}";
  none.number = 3;
  const std::string id =
      PutCoordinator(Coordination(1, "c", JobType::kCoordinator, CoordinatorState::kRunning), Row(),
                     {both, latest, none});
  const std::string target = "/oozie/v2/job/" + id + "?show=missing-dependencies";
  EXPECT_EQ(Body(target + "&action-list=1-3"),
            "{\"missingDependencies\":[{\"blockedOn\":\"file:\\/\\/\\/d\\/2\\/_SUCCESS\","
            "\"dataSets\":[{\"missingDependencies\":[\"file:\\/\\/\\/d\\/2\\/_SUCCESS\"],"
            "\"dataSet\":\"a\"},{\"missingDependencies\":[\"${coord:latest(-3)} -> "
            "file:\\/\\/\\/l\\/${YEAR}\"],\"dataSet\":\"b\"}],\"id\":1},{\"blockedOn\":\"\","
            "\"dataSets\":[{\"missingDependencies\":[\"${coord:latest(-3)} -> "
            "file:\\/\\/\\/l\\/${YEAR}\"],\"dataSet\":\"b\"}],\"id\":2}]}");
  EXPECT_EQ(Body("/oozie/v2/job/" + id + "@3?show=missing-dependencies"),
            "{\"missingDependencies\":[]}");
  EXPECT_THAT(Body(target + "&date=2024-01-01T00:00Z"), HasSubstr("\"id\":1}"));
  EXPECT_EQ(Code(Ask("GET", target)), "400 E1029");
  EXPECT_EQ(Ask("GET", target + "&action-list=2,4").reason,
            "E0605: Action does not exist [" + id + "@4]");
  EXPECT_EQ(Code(Ask("GET", target + "&action-list=x")), "400 E0302");
}

TEST_F(CoordinatorResourceTest, ListsHaveOneTypeOfJobs) {
  PutFive();
  Put(Job(2, "w", JobState::kRunning), {});
  PutBundle(Coordination(3, "b", JobType::kBundle, CoordinatorState::kPrep), {}, {});
  EXPECT_EQ(Coordinators(""), "1: c=RUNNING");
  EXPECT_EQ(Listed("jobtype=bundle", "bundlejobs", "bundleJobName"), "1: b=PREP");
  EXPECT_EQ(Listed("jobtype=wf", "workflows", "appName"), "1: w=RUNNING");
  EXPECT_EQ(Listed("", "workflows", "appName"), "1: w=RUNNING");
  EXPECT_THAT(Listed("jobtype=other", "", ""), HasSubstr("400 E0303"));
}

TEST_F(CoordinatorResourceTest, CoordinatorsByFrequency) {
  PutFive();
  PutCoordinator(Coordination(2, "flt", JobType::kCoordinator, CoordinatorState::kSucceeded),
                 Row("300", "MINUTE"), {});
  for (const char* filter : {"frequency%3D300", "frequency%3D5;unit%3Dhours",
                             "frequency%3D300.7;unit%3Dminutes", "name%3Dflt;frequency%3D300"}) {
    EXPECT_EQ(Coordinators(filter), "1: flt=SUCCEEDED") << filter;
  }
  EXPECT_EQ(Coordinators("frequency%3D1;unit%3Ddays"), "1: c=RUNNING");
  EXPECT_EQ(Coordinators("frequency%3D5;unit%3Ddays"), "0:");
  EXPECT_EQ(
      Coordinators("unit%3Dhours"),
      "400 E0420 E0420: Invalid jobs filter [unit=hours], time unit should be added only when "
      "frequency is specified. Either specify frequency also or else remove the time unit");
  EXPECT_EQ(Coordinators("status%3Dsucceeded"),
            "400 E0420 E0420: Invalid jobs filter [status=succeeded], invalid status [succeeded]");
  EXPECT_THAT(Coordinators("frequency%3Dx"), HasSubstr("E0420"));
  EXPECT_THAT(Listed("jobtype=bundle&filter=frequency%3D1", "", ""), HasSubstr("E0420"));
}

TEST_F(CoordinatorResourceTest, ABundleHasTheReasonsWhyCoordinatorsAreMissing) {
  BundledRow waits, refused;
  waits.name = "waits";
  refused.place = 1;
  refused.name = "refused";
  refused.state = CoordinatorState::kFailed;
  refused.error_code = "E0701";
  refused.error_message = "no schema";
  const auto shown = [&](int number, const std::vector<BundledRow>& rows) {
    const std::string id = PutBundle(
        Coordination(number, "b", JobType::kBundle, CoordinatorState::kRunning), {}, rows);
    return Json::parse(Body("/oozie/v2/job/" + id));
  };
  EXPECT_FALSE(shown(1, {waits}).contains("notSubmitted")) << "as in Oozie";
  const Json job = shown(2, {waits, refused});
  EXPECT_EQ(job["bundleCoordJobs"], Json::array());
  EXPECT_EQ(job["notSubmitted"], Json::parse(R"([{"coordJobName": "refused", "errorCode": "E0701",
                                                 "errorMessage": "no schema"}])"));
}

TEST_F(CoordinatorResourceTest, ABulkQuery) {
  const std::string c1 = PutFive(1);
  PutCoordinator(Coordination(2, "c2", JobType::kCoordinator, CoordinatorState::kFailed), Row(),
                 {Action(1, ActionState::kFailed)});
  BundledRow first, second;
  first.name = "c1";
  first.coordinator_id = c1;
  second.place = 1;
  second.name = "c2";
  second.coordinator_id = "0000002-261121015411192-oozie-joe-C";
  const std::string id = PutBundle(
      Coordination(3, "b", JobType::kBundle, CoordinatorState::kRunning), {}, {first, second});
  const auto rows = [&](const std::string& bulk) {
    const OozieAnswer answer = Ask("GET", "/oozie/v2/jobs?bulk=" + bulk);
    if (answer.status != 200) {
      return Code(answer) + " " + answer.reason;
    }
    const Json read = Json::parse(answer.body);
    std::string text = std::to_string(read["total"].get<int>()) + ":";
    for (const Json& row : read["bulkresponses"]) {
      EXPECT_EQ(row["bulkbundle"]["bundleJobName"], "b");
      text += " " + row["bulkcoord"]["coordJobName"].get<std::string>() + "@" +
              std::to_string(row["bulkaction"]["actionNumber"].get<int>());
    }
    return text;
  };
  EXPECT_EQ(rows("bundle%3Db"), "2: c@2 c2@1");
  EXPECT_EQ(rows("bundle%3D" + id), "2: c@2 c2@1");
  EXPECT_EQ(rows("bundle%3Db;coordinators%3Dc1;actionstatus%3DSUCCEEDED,WAITING"),
            "3: c@1 c@4 c@5");
  EXPECT_EQ(rows("bundle%3Db;actionstatus%3DWAITING&offset=2&len=5"), "2: c@5");
  EXPECT_EQ(rows("bundle%3Db;coordinators%3D" + c1), "1: c@2");
  EXPECT_EQ(rows("bundle%3Db;startscheduledtime%3D2024-01-02T00:00Z"), "1: c@2");
  EXPECT_EQ(rows("bundle%3Db;endcreatedtime%3D2024-01-02T00:00Z"), "0:");
  EXPECT_EQ(rows("coordinators%3Dc1"), "400 E0305 E0305: Missing parameter [bundle]");
  EXPECT_EQ(rows("bundle%3Db;actionstatus%3DNOSUCH"),
            "400 E0420 E0420: Invalid jobs filter [actionstatus=NOSUCH], invalid action status "
            "[NOSUCH]");
  EXPECT_EQ(rows("bundle%3Db;name%3Dx"),
            "400 E0420 E0420: Invalid jobs filter [name=x], invalid parameter name [name]");
  EXPECT_THAT(rows("bundle%3Dnone"), HasSubstr("400 E0603"));
  for (const char* wrong : {"bundle", "bundle%3D", "bundle%3Da%3Db", "bundle%3Da,%20,b",
                            "bundle%3Db;startcreatedtime%3D1"}) {
    EXPECT_THAT(rows(wrong), HasSubstr("400 E0420")) << wrong;
  }
}

TEST_F(CoordinatorResourceTest, ALogHasWhatTheRowsSay) {
  const std::string target = "/oozie/v2/job/" + PutFive() + "?show=log";
  const std::string all = Body(target);
  EXPECT_THAT(all, HasSubstr("@5] Coordinator action status [WAITING]"));
  EXPECT_THAT(all, HasSubstr("] ACTION[] Coordinator job submitted"));
  const std::string named = Body(target + "&type=action&scope=2-3");
  EXPECT_THAT(named, HasSubstr("WARN"));
  EXPECT_THAT(named, HasSubstr("@3] Coordinator action made, nominal time [2024-01-03T00:00Z]"));
  EXPECT_EQ(named.find("@1]"), std::string::npos);
  EXPECT_EQ(Body(target + "&type=date&scope=2024-01-02T00:00Z::2024-01-03T00:00Z"), named);
  EXPECT_EQ(Code(Ask("GET", target + "&type=action&scope=x")), "400 E0302");
  EXPECT_THAT(Body(target + "&logfilter=loglevel%3DWARN"), HasSubstr("@2]"));
  EXPECT_EQ(Body(target + "&logfilter=loglevel%3DERROR"), "");
}

TEST_F(CoordinatorResourceTest, WhatCanBeAskedOfACoordinator) {
  const std::string id = PutFive(), job = "/oozie/v2/job/" + id + "?action=";
  const auto put = [&](const std::string& query) { return Code(Ask("PUT", job + query)); };
  for (const char* query :
       {"suspend", "resume", "kill", "kill&type=date&scope=a::b", "change&value=endtime%3Dx",
        "coord-rerun&type=action&scope=1&refresh=TRUE&failed=true", "rerun&type=date&scope=t",
        "ignore&type=action&scope=2", "ignore", "update&dryrun=true&diff=false",
        "sla-change&action-list=1&date=d&value=v", "sla-disable&coordinators=x"}) {
    EXPECT_EQ(put(query), "200") << query;
  }
  EXPECT_THAT(verbs_.told,
              ElementsAre("suspend " + id, "resume " + id, "kill " + id,
                          "kill-actions " + id + " dates=a::b", "change " + id + " value=endtime=x",
                          "rerun-actions " + id + " actions=1 refresh failed",
                          "rerun-actions " + id + " dates=t", "ignore " + id + " actions=2",
                          "ignore " + id, "update " + id + " dryrun nodiff",
                          "sla-change " + id + " actions=1 dates=d value=v", "sla-disable " + id));
  verbs_.told.clear();
  EXPECT_EQ(put("start"), "400 E0303");
  EXPECT_EQ(put("nosuch"), "400 E0303");
  EXPECT_EQ(put("coord-rerun&type=number&scope=1"), "400 E1018");
  EXPECT_EQ(put("coord-rerun"), "400 E1018");
  EXPECT_EQ(put("kill&type=number&scope=1"), "400 E0302");
  EXPECT_EQ(put("ignore&type=date&scope=1"), "400 E1024");
  for (const char* with_body : {"coord-rerun&type=action&scope=1", "update", "sla-enable"}) {
    EXPECT_EQ(Code(Ask("PUT", job + with_body, "", "text/plain")), "400 E0300") << with_body;
    EXPECT_EQ(Code(Ask("PUT", job + with_body, "", "text/plain", "guest")), "401 E0508");
  }
  for (const char* later : {"ignore", "update", "sla-enable"}) {
    EXPECT_EQ(Code(Ask("PUT", "/oozie/v1/job/" + id + "?action=" + later)), "400 E0302") << later;
  }
  EXPECT_THAT(verbs_.told, IsEmpty());
  verbs_.error = Error{ErrorClass::kError, "E0604", "gone"};
  EXPECT_EQ(put("change&value=x"), "400 E0605");
}

TEST_F(CoordinatorResourceTest, ActionsThatWereMeantAreAnswered) {
  const std::string id = PutFive(), job = "/oozie/v2/job/" + id + "?action=";
  verbs_.acted_upon = {2, 9, 3};  // action 9 has been removed meanwhile
  const auto numbers = [&](const std::string& query) {
    std::string text;
    const Json answer = Json::parse(Ask("PUT", job + query).body);
    for (const Json& action : answer["actions"]) {
      text += std::to_string(action["actionNumber"].get<int>()) + " " +
              action["id"].get<std::string>().substr(id.size()) + " ";
    }
    return text;
  };
  EXPECT_EQ(numbers("kill&type=action&scope=2-3"), "2 @2 3 @3 ");
  EXPECT_EQ(numbers("kill&type=date&scope=x"), "0 @2 0 @3 ");
  EXPECT_EQ(numbers("coord-rerun&type=date&scope=x"), "2 @2 3 @3 ");
  EXPECT_EQ(Ask("PUT", job + "ignore").body, "");
  EXPECT_EQ(numbers("ignore&type=action&scope=2-3"), "2 @2 3 @3 ");
  const Json again = Json::parse(Ask("PUT", job + "coord-rerun&type=action&scope=1").body);
  EXPECT_EQ(again["actions"][0]["status"], "WAITING") << "whatever has become of it since";
  verbs_.acted_upon = {};
  EXPECT_EQ(Ask("PUT", job + "ignore&type=action&scope=2").body, "");
  EXPECT_EQ(Ask("PUT", job + "kill&type=action&scope=2").body, "{\"actions\":[]}");
}

TEST_F(CoordinatorResourceTest, AnUpdateHasThePropertiesThatAreSent) {
  const std::string target = "/oozie/v2/job/" + PutFive() + "?action=update";
  verbs_.difference = "a\"b";
  const std::string who = "<property><name>user.name</name><value>joe</value></property>";
  EXPECT_EQ(Ask("PUT", target, "<configuration></configuration>").body,
            "{\"update\":{\"diff\":\"a\\\"b\"}}");
  EXPECT_THAT(verbs_.submitted.properties, IsEmpty());
  EXPECT_EQ(Code(Ask("PUT", target,
                     "<configuration>" + who +
                         "<property><name>a</name><value>b</value></property>"
                         "</configuration>")),
            "200");
  EXPECT_EQ(verbs_.submitted.properties.at("a"), "b");
  EXPECT_EQ(Code(Ask("PUT", target, "<a")), "400 E0302");
}

TEST_F(CoordinatorResourceTest, WhatCanBeAskedOfABundle) {
  const std::string id =
      PutBundle(Coordination(3, "b", JobType::kBundle, CoordinatorState::kRunning), {}, {});
  const std::string job = "/oozie/v2/job/" + id + "?action=";
  for (const char* query :
       {"start", "kill", "bundle-rerun&coord-scope=a,b&refresh=false&nocleanup=true",
        "coord-rerun&date-scope=d", "change&value=pausetime%3D", "sla-enable&coordinators=a"}) {
    EXPECT_EQ(Code(Ask("PUT", job + query)), "200") << query;
  }
  EXPECT_THAT(verbs_.told,
              ElementsAre("start " + id, "kill " + id,
                          "rerun-actions " + id + " coordinators=a,b nocleanup",
                          "rerun-actions " + id + " dates=d", "change " + id + " value=pausetime=",
                          "sla-enable " + id + " coordinators=a"));
  EXPECT_EQ(Code(Ask("PUT", job + "ignore")), "400 E0302");
  EXPECT_EQ(Code(Ask("PUT", job + "update")), "400 E0302");
}

TEST_F(CoordinatorResourceTest, ManyByAFilter) {
  const std::string running = PutFive(1);
  PutFive(2, CoordinatorState::kSucceeded);
  const std::string bundle =
      PutBundle(Coordination(3, "c", JobType::kBundle, CoordinatorState::kRunning), {}, {});
  const std::string kill = "/oozie/v2/jobs?action=kill&filter=name%3Dc&jobtype=";
  const Json coordinators = Json::parse(Ask("PUT", kill + "coord").body);
  EXPECT_EQ(coordinators["total"], 2);
  EXPECT_EQ(coordinators["coordinatorjobs"].size(), 2U);
  EXPECT_EQ(Json::parse(Ask("PUT", kill + "bundle").body)["bundlejobs"].size(), 1U);
  EXPECT_THAT(verbs_.told, ElementsAre("kill " + running, "kill " + bundle));
  EXPECT_EQ(Code(Ask("PUT", kill + "other")), "400 E0303");
}

TEST_F(CoordinatorResourceTest, SubmissionsByTheirPaths) {
  const auto sent = [&](const std::vector<const char*>& paths) {
    std::string body = "<configuration>";
    for (const char* path : paths) {
      body += "<property><name>oozie." + std::string(path) +
              ".application.path</name><value>file:///a</value></property>";
    }
    return Code(Ask("POST", "/oozie/v2/jobs", body + "</configuration>"));
  };
  EXPECT_EQ(sent({"coord"}), "201");
  EXPECT_EQ(verbs_.submitted.type, JobType::kCoordinator);
  EXPECT_EQ(sent({"bundle"}), "201");
  EXPECT_EQ(verbs_.submitted.type, JobType::kBundle);
  EXPECT_EQ(sent({"wf", "coord"}), "400 E0302");
  EXPECT_EQ(sent({"coord", "bundle"}), "400 E0302");
}

TEST_F(CoordinatorResourceTest, APropertyOfBlanksIsSubmitted) {
  const auto property = [](const std::string& name, const std::string& value) {
    return "<property><name>" + name + "</name><value>" + value + "</value></property>";
  };
  EXPECT_EQ(Code(Ask("POST", "/oozie/v2/jobs",
                     "<configuration>" + property("oozie.wf.application.path", "file:///a") +
                         property("blank", " \n ") + property("empty", "") +
                         property("oozie.wf.external.id", " ") + property("group.name", " ") +
                         "</configuration>")),
            "201");
  const Properties& properties = verbs_.submitted.properties;
  EXPECT_EQ(properties.at("blank"), " ");
  for (const char* name : {"empty", "oozie.wf.external.id", "group.name"}) {
    EXPECT_FALSE(properties.contains(name)) << name;
  }
}

/// Sends requests in the name of a coordinator's program.
class ProgramOfCoordinatorTest : public CoordinatorResourceTest {
 protected:
  OozieAnswer Send(std::string_view method, std::string_view target, std::string_view body,
                   std::string_view parent, std::string_view program) {
    OozieRequest request;
    request.method = method;
    request.target = target;
    request.body = body;
    request.content_type = "application/xml";
    request.parent = parent;
    request.caller = {"joe", "", std::string(program)};
    return Ask(request);
  }
};

constexpr const char* kOfCoordinator =
    "<configuration><property><name>oozie.wf.application.path</name><value>file:///w</value>"
    "</property><property><name>oozie.coord.application.path</name><value>file:///c</value>"
    "</property><property><name>user.name</name><value>joe</value></property></configuration>";

TEST_F(ProgramOfCoordinatorTest, SubmitsForItsOwnActions) {
  const std::string id = PutFive(1), other = PutFive(2), jobs = "/oozie/v2/jobs?action=start";
  EXPECT_EQ(Code(Send("POST", jobs, kOfCoordinator, id + "@3", id)), "201");
  EXPECT_EQ(verbs_.submitted.type, JobType::kWorkflow);
  EXPECT_EQ(verbs_.submitted.parent, id + "@3");
  EXPECT_EQ(verbs_.submitted.properties.size(), 3U) << "nothing is added";
  EXPECT_EQ(Code(Send("POST", jobs, kOfCoordinator, other + "@3", id)), "401 E0508");
  EXPECT_EQ(Code(Send("POST", jobs, kOfCoordinator, "", id)), "401 E0508");
  // A request of a person cannot name a parent.
  EXPECT_EQ(Code(Send("POST", jobs, kOfCoordinator, id + "@3", "")), "400 E0302");
  const std::string workflow = Put(Job(7, "w", JobState::kRunning), {});
  verbs_.origins[workflow].parent_id = id + "@3";
  EXPECT_EQ(Code(Send("PUT", "/oozie/v2/job/" + workflow + "?action=kill", "", "", id)), "200");
  EXPECT_EQ(Code(Send("PUT", "/oozie/v2/job/" + workflow + "?action=kill", "", "", other)),
            "401 E0508");
  EXPECT_EQ(Code(Send("POST", jobs, kOfCoordinator, workflow + "@a", workflow)), "401 E0508");
}

TEST_F(ProgramOfCoordinatorTest, AsksAgainWhileItsJournalCannotBeRead) {
  const std::string id = PutFive(1), jobs = "/oozie/v2/jobs?action=start";
  const std::string journal = state_->work().OfJob(id) + "/journal.db";
  ASSERT_EQ(rename(journal.c_str(), (journal + ".away").c_str()), 0);
  EXPECT_EQ(Code(Send("POST", jobs, kOfCoordinator, id + "@3", id)), "503 E0307");
  ASSERT_EQ(rename((journal + ".away").c_str(), journal.c_str()), 0);
  EXPECT_EQ(Code(Send("POST", jobs, kOfCoordinator, id + "@3", id)), "201");
}

TEST_F(ProgramOfCoordinatorTest, ABundleSubmitsCoordinators) {
  const std::string id =
      PutBundle(Coordination(3, "b", JobType::kBundle, CoordinatorState::kRunning), {}, {});
  EXPECT_EQ(Code(Send("POST", "/oozie/v2/jobs", kOfCoordinator, id, id)), "201");
  EXPECT_EQ(verbs_.submitted.type, JobType::kCoordinator);
  const std::string child = PutFive();
  verbs_.origins[child].parent_id = id;
  for (const char* action : {"change&value=endtime%3Dx", "coord-rerun&type=date&scope=a::b"}) {
    EXPECT_EQ(Code(Send("PUT", "/oozie/v2/job/" + child + "?action=" + action, "", "", id)), "200");
  }
  EXPECT_EQ(Code(Send("PUT", "/oozie/v2/job/" + child + "?action=update", "", "", id)),
            "401 E0508");
  EXPECT_EQ(Json::parse(Body("/oozie/v2/job/" + child))["bundleId"], id);
}

}  // namespace
}  // namespace hpdl::rt
