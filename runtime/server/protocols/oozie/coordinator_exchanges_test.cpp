#include <fstream>
#include <regex>

#include "runtime/server/protocols/oozie/testing/oozie_api_case.h"

namespace hpdl::rt {
namespace {

using testing::kCreatedMs;
using testing::OozieApiTest;

constexpr const char* kCoordinatorId = "0000024-261121015411192-oozie-joe-C";
constexpr const char* kBundleId = "0000029-261121015411192-oozie-joe-B";
constexpr const char* kSentCoordinator =
    "<configuration><property><name>oozie.coord.application.path</name>"
    "<value>file:///srv/wf/apps/coord</value></property></configuration>";
constexpr const char* kSentBundle =
    "<configuration><property><name>oozie.bundle.application.path</name>"
    "<value>file:///srv/wf/apps/bundle</value></property></configuration>";

constexpr std::int64_t kDayS = 86'400, kFirstDay = 1'793'491'200;  // 2026-11-01T00:00Z

CoordinatorRow Daily() {
  CoordinatorRow row;
  row.start = kFirstDay;
  row.end = kFirstDay + 3 * kDayS;
  row.frequency = "1";
  row.time_unit = "DAY";
  row.timezone = "UTC";
  row.execution = "FIFO";
  row.next_number = 4;
  row.next_time = row.next_regular = row.end;
  return row;
}

CoordinatorActionRow Action(std::int64_t number, ActionState state) {
  CoordinatorActionRow row;
  row.number = number;
  row.state = state;
  row.nominal = kFirstDay + (number - 1) * kDayS;
  row.created_ms = row.modified_ms = kCreatedMs;
  return row;
}

Properties PropertiesOf(const std::string& path_name, const std::string& path) {
  return {{path_name, "file:///srv/wf/apps/" + path},
          {"user.name", "joe"},
          {"mapreduce.job.user.name", "joe"},
          {"nameNode", "file://"}};
}

/// Replays recorded requests. Oozie's server changed the jobs between the requests of the
/// recording; the test makes the same changes.
class CoordinatorExchangesTest : public OozieApiTest {
 protected:
  void SetUp() override {
    OozieApiTest::SetUp();
    JobRow job = Coordination(24, "c1", JobType::kCoordinator, CoordinatorState::kRunning);
    job.app_path = "file:///srv/wf/apps/coord";
    CoordinatorActionRow first = Action(1, ActionState::kRunning);
    first.external_id = "0000025-261121015411192-oozie-joe-W";
    PutCoordinator(job, Daily(),
                   {first, Action(2, ActionState::kReady), Action(3, ActionState::kReady)},
                   PropertiesOf("oozie.coord.application.path", "coord"));
    Put(Job(25, "ctl-wf", JobState::kRunning), {});
    verbs_.origins[first.external_id].parent_id = std::string(kCoordinatorId) + "@1";
    PutTheBundle();
    const std::string id = kCoordinatorId;
    verbs_.errors = {
        {"rerun-actions " + id + " actions=1 refresh nocleanup",
         {ErrorClass::kError, "E1018",
          "Coord Job Rerun Error: part or all actions are not eligible to rerun!"}},
        {"ignore " + id + " actions=2",
         {ErrorClass::kError, "E1024",
          "Cannot run ignore command: [part or all actions are not eligible to ignore, check "
          "state of action number(s) [2]]"}},
        {"sla-enable " + id + " actions=1",
         {ErrorClass::kError, "E0607", "Other error in operation [SLA.alerts.enable]"}}};
    verbs_.difference =
        "**********Job definition changes**********\n******************************************\n"
        "**********Job conf changes****************\n******************************************\n";
    verbs_.acted_upon = {3};
    verbs_.on_told = [this](const std::string& what) {
      if (what.starts_with("kill-actions ")) {
        KillThird();
      }
    };
  }

  void PutTheBundle() {
    JobRow job = Coordination(30, "cc", JobType::kCoordinator, CoordinatorState::kRunningWithError);
    job.app_path = "file:///srv/wf/apps/coord";
    Properties properties = PropertiesOf("oozie.coord.application.path", "coord");
    properties["oozie.bundle.application.path"] = "file:///srv/wf/apps/bundle";
    properties["oozie.bundle.id"] = kBundleId;
    CoordinatorRow row = Daily();
    row.bundle_id = kBundleId;
    PutCoordinator(job, row, {Action(1, ActionState::kKilled)}, properties);
    BundledRow bundled;
    bundled.name = "cc";
    bundled.coordinator_id = job.id;
    bundled.state = CoordinatorState::kRunning;
    JobRow bundle = Coordination(29, "b1", JobType::kBundle, CoordinatorState::kRunning);
    bundle.app_path = "file:///srv/wf/apps/bundle";
    PutBundle(bundle, {}, {bundled}, PropertiesOf("oozie.bundle.application.path", "bundle"));
  }

  void KillThird() {
    Change(kCoordinatorId, [](Journal& journal) {
      CoordinatorActionRow row = Action(3, ActionState::kKilled);
      row.external_id = "0000027-261121015411192-oozie-joe-W";
      row.configuration =
          "oozie.wf.application.path=file:///srv/wf/apps/ctl\nnominal=2026-11-03T00:00Z\n"
          "user.name=joe\noozie.coord.application.path=file:///srv/wf/apps/coord\n"
          "mapreduce.job.user.name=joe\nnameNode=file://\n"
          "oozie.coord.action.nominal_time=1793664000000\n";
      EXPECT_TRUE(journal.coordinator().Put(row));
    });
  }

  /// Returns a body for a request. The recording has no bodies of requests. For a POST, also sets
  /// the id with which the server answers.
  std::string BodyFor(const std::string& line, const std::string& answer) {
    if (!line.starts_with("POST")) {
      return line.find("=update") == line.npos ? "" : kSentCoordinator;
    }
    const std::string id = testing::Json::parse(answer)["id"];
    verbs_.new_id = verbs_.dry_run = id;
    return id.ends_with("-B") ? kSentBundle : kSentCoordinator;
  }
};

TEST_F(CoordinatorExchangesTest, AnswersAsOozieDid) {
  std::ifstream in(HPDL_SOURCE_DIR
                   "/runtime/server/protocols/oozie/testdata/coordinator_exchanges.txt");
  ASSERT_TRUE(in);
  const std::regex date("[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT");
  std::string line, status, body;
  int exchanges = 0;
  while (std::getline(in, line)) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    ASSERT_TRUE(std::getline(in, status) && std::getline(in, body)) << line;
    const std::size_t blank = line.find(' ');
    const OozieAnswer answer =
        Ask(line.substr(0, blank), line.substr(blank + 1), BodyFor(line, body));
    EXPECT_EQ(Code(answer) + (answer.content_type.empty() ? "" : " " + answer.content_type), status)
        << line;
    std::string said = std::regex_replace(answer.body, date, "{date}");
    said = std::regex_replace(said, std::regex("\r"), "{cr}");
    EXPECT_EQ(std::regex_replace(said, std::regex("\n"), "{lf}"), body) << line;
    ++exchanges;
  }
  EXPECT_EQ(exchanges, 19);
}

}  // namespace
}  // namespace hpdl::rt
