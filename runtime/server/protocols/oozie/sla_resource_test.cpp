#include "runtime/server/protocols/oozie/java_json.h"
#include "runtime/server/protocols/oozie/sla_records.h"
#include "runtime/server/protocols/oozie/testing/oozie_api_case.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::OozieApiTest;

constexpr std::int64_t kMinuteMs = 60'000, kNominal = 1'704'067'200'000;

SlaRecord Waiting() {
  SlaRecord record;
  record.id = "1-C@1";
  record.parent_id = "1-C";
  record.app_name = "c";
  record.app_type = "COORDINATOR_ACTION";
  record.user = "joe";
  record.nominal_ms = record.created_ms = record.modified_ms = kNominal;
  record.expected_start_ms = kNominal + 10 * kMinuteMs;
  record.expected_end_ms = kNominal + 30 * kMinuteMs;
  record.expected_duration_ms = 20 * kMinuteMs;
  record.job_status = "WAITING";
  record.sla_status = "NOT_STARTED";
  record.alerts = false;
  return record;
}

TEST(SlaRecordsTest, WhatIsMetAndMissed) {
  SlaRecord record = Waiting();
  EXPECT_THAT(EventsOf(record, kNominal).Words(), IsEmpty());
  const std::int64_t late = kNominal + 15 * kMinuteMs;
  EXPECT_THAT(EventsOf(record, late).Words(), ElementsAre("START_MISS"));
  EXPECT_EQ(EventsOf(record, late).start->delay, 5);
  record.actual_start_ms = kNominal + 9 * kMinuteMs;
  EXPECT_THAT(EventsOf(record, late).Words(), ElementsAre("START_MET"));
  EXPECT_THAT(EventsOf(record, late + 60 * kMinuteMs).Words(),
              ElementsAre("START_MET", "DURATION_MISS", "END_MISS"));
  record.actual_duration_ms = 20 * kMinuteMs;
  record.actual_end_ms = kNominal + 29 * kMinuteMs;
  EXPECT_THAT(EventsOf(record, late).Words(), ElementsAre("START_MET", "DURATION_MET", "END_MET"));
}

TEST(SlaRecordsTest, AsJson) {
  JsonWriter json(kJavaJson);
  WriteSlaRecord(&json, Waiting(), false, kNominal + 15 * kMinuteMs);
  EXPECT_EQ(
      json.text(),
      "{\"nominalTime\":1704067200000,\"jobStatus\":\"WAITING\",\"expectedEnd\":1704069000000,"
      "\"appName\":\"c\",\"actualEnd\":null,\"actualDuration\":-1,"
      "\"expectedStart\":1704067800000,\"expectedDuration\":1200000,\"parentId\":\"1-C\","
      "\"slaStatus\":\"NOT_STARTED\",\"appType\":\"COORDINATOR_ACTION\","
      "\"slaAlertStatus\":\"Disabled\",\"eventStatus\":\"START_MISS\",\"startDelay\":5,"
      "\"id\":\"1-C@1\",\"lastModified\":1704067200000,\"user\":\"joe\",\"actualStart\":null}");
  JsonWriter texts(kJavaJson);
  WriteSlaRecord(&texts, Waiting(), true, kNominal);
  EXPECT_THAT(texts.text(), HasSubstr("\"nominalTime\":\"Mon, 01 Jan 2024 00:00:00 GMT\""));
}

std::size_t Count(const std::string& filter) {
  const auto query = ReadSlaQuery({{"filter", filter}});
  if (!std::holds_alternative<SlaQuery>(query)) {
    ADD_FAILURE() << filter << ": " << std::get<Refusal>(query).message;
    return 9;
  }
  return Chosen({Waiting()}, std::get<SlaQuery>(query), {"1-C"}, kNominal + 15 * kMinuteMs).size();
}

TEST(SlaRecordsTest, Filters) {
  for (const char* one :
       {"", "id=1-C@1", "parent_id=1-C", "id=x;parent_id=1-C", "bundle=b", "app_name=_",
        "app_type=COORD%", "user_name=%oe", "job_status=WAIT_NG", "sla_status=MET,NOT_STARTED",
        "event_status=START_MISS,END_MET", "nominal_after=2024-01-01T00:00Z",
        "nominal_end=2024-01-01T00:00Z", "expected_duration_min=1200000",
        "expectedstart_after=2024-01-01T00:10Z;expectedstart_before=2024-01-01T00:10Z"}) {
    EXPECT_EQ(Count(one), 1U) << one;
  }
  for (const char* none :
       {"id=1-C", "parent_id=1", "app_name=cc", "app_type=COORD", "user_name=%x%", "sla_status=MET",
        "event_status=START_MET", "nominal_after=2024-01-01T00:01Z",
        "actualstart_before=2030-01-01T00:00Z", "actual_duration_min=0"}) {
    EXPECT_EQ(Count(none), 0U) << none;
  }
  const std::string many(10'000, '%');
  EXPECT_EQ(Count("app_name=" + many + "x"), 0U);
}

TEST(SlaRecordsTest, Order) {
  SlaRecord second = Waiting(), third = Waiting();
  second.id = "b";
  second.nominal_ms += kMinuteMs;
  third.id = "c";
  third.app_name = "a";
  third.nominal_ms += 2 * kMinuteMs;
  const auto ids = [&](const Parameters& parameters) {
    std::string text;
    for (const SlaRecord& record :
         Chosen({second, third, Waiting()}, std::get<SlaQuery>(ReadSlaQuery(parameters)), {}, 0)) {
      text += record.id + " ";
    }
    return text;
  };
  EXPECT_EQ(ids({{"filter", ""}}), "1-C@1 b c ");
  EXPECT_EQ(ids({{"filter", ""}, {"order", "desc"}, {"len", "2"}}), "c b ");
  EXPECT_EQ(ids({{"filter", ""}, {"sortby", "appName"}}), "c 1-C@1 b ");
}

TEST_F(OozieApiTest, AgreementsAreAskedFor) {
  const std::string sla = "/oozie/v2/sla";
  EXPECT_EQ(Code(Ask("GET", sla)), "400 E0305");
  EXPECT_EQ(Ask("GET", sla + "?filter=nosuch%3D1").reason,
            "E0401: Missing configuration property [Invalid/unsupported names in filter: nosuch]");
  for (const char* wrong : {"id", "id%3D", "id%3Da%3Db", "sla_status%3DX", "event_status%3DX",
                            "nominal_after%3D1", "actual_duration_min%3Dx"}) {
    EXPECT_EQ(Code(Ask("GET", sla + "?filter=" + wrong)), "400 E0401") << wrong;
  }
  EXPECT_EQ(Code(Ask("GET", sla + "?filter=nominal_after%3D2024-01-02T00:00Z;"
                                  "nominal_before%3D2024-01-01T00:00Z")),
            "400 E0302");
  EXPECT_EQ(Code(Ask("GET", sla + "?filter=id%3Da&sortby=colour")), "400 E0303");
  EXPECT_EQ(Body(sla + "?filter=bundle%3Dnone"), "{\"slaSummaryList\":[]}");
  EXPECT_EQ(Code(Ask("GET", "/oozie/v1/sla?gt-sequence-id=0&filter=colour%3Dx")), "400 E0401");
}

}  // namespace
}  // namespace hpdl::rt
