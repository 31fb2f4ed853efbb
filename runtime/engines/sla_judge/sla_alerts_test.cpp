#include "runtime/engines/sla_judge/sla_alerts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/engines/sla_judge/sla_rows.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::int64_t kNominal = 1'704'067'200'000;  // 2024-01-01T00:00Z

SlaRow Row() {
  SlaRow row;
  row.number = 3;
  row.id = "C@3";
  row.parent_id = "C";
  row.app_name = "daily";
  row.job_status = "RUNNING";
  row.nominal_ms = kNominal;
  row.expected_end_ms = kNominal + 3'600'000;
  row.started_ms = kNominal + 60'000;
  row.alert_contact = "a@b,c@d";
  return row;
}

TEST(SlaAlerts, OneForEachWayToTell) {
  const auto hooks = [](const SlaRow& row, const std::string& url) {
    std::vector<std::uint32_t> found;
    for (const NotificationRow& alert : AlertsOf(row, SlaEvent::kEndMiss, url)) {
      EXPECT_EQ(alert.node, "3");
      EXPECT_EQ(alert.status, "END_MISS");
      EXPECT_EQ(alert.id, 0);
      found.push_back(alert.hook);
    }
    return found;
  };
  EXPECT_THAT(hooks(Row(), ""), ElementsAre(kSlaMailHook));
  EXPECT_THAT(hooks(Row(), "http://u:p@h:1/x?key=k"), ElementsAre(kSlaMailHook, kSlaPostHook));
  SlaRow nobody = Row();
  nobody.alert_contact.clear();
  EXPECT_THAT(hooks(nobody, ""), ElementsAre());
  EXPECT_EQ(AlertsOf(nobody, SlaEvent::kEndMiss, "http://u:p@h:1/x?key=k").front().target,
            "http://h:1")
      << "what is shown of it has no secrets";
}

TEST(SlaAlerts, MailSaysWhatIsKnown) {
  SlaAlert alert{SlaEvent::kEndMiss, Row(), "joe", ""};
  EXPECT_EQ(SubjectOf(alert), "SLA END_MISS (AppName=daily, JobID=C@3)");
  const std::string body = BodyOf(alert);
  for (const char* line :
       {"  SLA Status - END_MISS\n", "  Job Status - RUNNING\n",
        "  App Type - COORDINATOR_ACTION\n", "  User - joe\n", "  Parent Job ID - C\n",
        "  Nominal Time - 2024-01-01T00:00Z\n", "  Actual Start Time - 2024-01-01T00:01Z\n",
        "  Expected End Time - 2024-01-01T01:00Z\n"}) {
    EXPECT_THAT(body, HasSubstr(line));
  }
  for (const char* unknown : {"Actual End", "Duration", "Expected Start", "Job URL", "Upstream"}) {
    EXPECT_THAT(body, Not(HasSubstr(unknown)));
  }
  alert.server_url = "http://s/oozie";
  EXPECT_THAT(BodyOf(alert), HasSubstr("  Job URL - http://s/oozie/v2/job/C@3\n"));
}

TEST(SlaAlerts, Json) {
  SlaAlert alert{SlaEvent::kDurationMiss, Row(), "joe", ""};
  alert.row.ended_ms = kNominal + 120'000;
  alert.row.status = SlaStatus::kMet;
  EXPECT_EQ(JsonOf(alert),
            "{\"version\":1,\"eventStatus\":\"DURATION_MISS\",\"slaStatus\":\"MET\",\"id\":\"C@3\","
            "\"parentId\":\"C\",\"appName\":\"daily\",\"appType\":\"COORDINATOR_ACTION\","
            "\"user\":\"joe\",\"jobStatus\":\"RUNNING\",\"nominalTime\":1704067200000,"
            "\"expectedStart\":null,\"actualStart\":1704067260000,\"expectedEnd\":1704070800000,"
            "\"actualEnd\":1704067320000,\"expectedDuration\":-1,\"actualDuration\":60000,"
            "\"notificationMessage\":null,\"upstreamApps\":null}");
}

TEST(SlaRows, StatesGoThereAndBack) {
  for (std::uint8_t judged = 0; judged < 16; ++judged) {
    SlaRow row = Row();
    row.judged = judged;
    row.status = SlaStatus::kMiss;
    SlaRow other = Row();
    SetState(StateOf(row), &other);
    EXPECT_EQ(other.judged, judged);
    EXPECT_EQ(other.status, SlaStatus::kMiss);
    EXPECT_EQ(other.started_ms, row.started_ms);
    EXPECT_EQ(other.ended_ms, 0);
  }
  EXPECT_EQ(ExpectationOf(Row()).start_ms, std::nullopt);
  EXPECT_EQ(ExpectationOf(Row()).duration_ms, std::nullopt);
}

TEST(SlaRows, FieldsAreThoseOfTheSchema) {
  SlaTexts texts;
  for (std::uint32_t field = 0; field < 8; ++field) {
    SetField(field, std::to_string(field), &texts);
  }
  EXPECT_EQ(texts.nominal_time, "0");
  EXPECT_EQ(texts.should_start, "1");
  EXPECT_EQ(texts.should_end, "2");
  EXPECT_EQ(texts.max_duration, "3");
  EXPECT_EQ(texts.alert_events, "4");
  EXPECT_EQ(texts.alert_contact, "5");
  EXPECT_EQ(texts.notification_msg, "6");
  EXPECT_EQ(texts.upstream_apps, "7");
}

}  // namespace
}  // namespace hpdl::rt
