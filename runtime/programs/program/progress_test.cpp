#include "runtime/programs/program/progress.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

ProgressEvent Node(std::string node, std::string state, std::int64_t time_ms,
                   std::string type = "shell") {
  ProgressEvent event;
  event.time_ms = time_ms;
  event.job_id = "0000001-1-hpdl-me-W";
  event.node = std::move(node);
  event.node_type = std::move(type);
  event.state = std::move(state);
  return event;
}

ProgressSetup SetupFor(std::size_t nodes) {
  return {"0000001-1-hpdl-me-W", "word-count", nodes, 1000, "./wf"};
}

JobRow Row(JobState state) {
  JobRow job;
  job.id = "0000001-1-hpdl-me-W";
  job.state = state;
  job.run = 0;
  return job;
}

TEST(Views, PlainLines) {
  std::string text;
  Output out(&text);
  const auto view = MakeProgress(ProgressMode::kPlain, SetupFor(1), &out);
  ProgressEvent event = Node("a", "ERROR", 1000);
  event.error_code = "JA018";
  event.message = "exit code 3\nmore";
  event.transition = "fail";
  view->OnEvent(event);
  EXPECT_EQ(text.substr(8), " a ERROR shell -> fail JA018: exit code 3 more\n");
  text.clear();
  JobRow job = Row(JobState::kSuspended);
  job.suspended_by = "signal";
  view->Finish(job, {}, 3000);
  EXPECT_EQ(text,
            "word-count SUSPENDED at 2.0s  0000001-1-hpdl-me-W\n"
            "  suspended by signal; go on:   ./wf resume 0000001-1-hpdl-me-W\n"
            "  more:      ./wf info 0000001-1-hpdl-me-W\n");
}

TEST(Views, PlainLinesOfARetryAndAKillNode) {
  std::string text;
  Output out(&text);
  const auto view = MakeProgress(ProgressMode::kPlain, SetupFor(1), &out);
  ProgressEvent event = Node("a", "START_RETRY", 1000);
  event.next_try_ms = 9000;
  event.error_code = "JA006";
  view->OnEvent(event);
  EXPECT_NE(text.find(" a START_RETRY shell JA006: ; next try at "), std::string::npos) << text;
  EXPECT_NE(text.find(", in 8.0s\n"), std::string::npos) << text;
  text.clear();
  view->OnEvent(Node("stop", "OK", 2000, "kill"));
  view->OnEvent(Node("stop", "OK", 2000, "fail"));
  EXPECT_NE(text.find(" stop KILLED kill\n"), std::string::npos) << text;
  EXPECT_NE(text.find(" stop FAILED fail\n"), std::string::npos) << text;
}

TEST(Views, JsonLines) {
  std::string text;
  Output out(&text);
  const auto view = MakeProgress(ProgressMode::kJson, SetupFor(1), &out);
  view->OnEvent(Node("a", "OK", 1000));
  EXPECT_EQ(
      text,
      "{\"version\":1,\"type\":\"node\",\"time\":\"1970-01-01T00:00:01.000Z\","
      "\"job\":\"0000001-1-hpdl-me-W\",\"node\":\"a\",\"status\":\"OK\",\"nodeType\":\"shell\","
      "\"attempt\":0,\"transition\":null,\"started\":null,\"nextTry\":null,\"errorCode\":null,"
      "\"errorMessage\":null}\n");
  text.clear();
  NodeRow node;
  node.node = "a";
  node.type = "shell";
  node.state = NodeState::kError;
  node.error_code = "JA018";
  view->Finish(Row(JobState::kFailed), {node}, 3000);
  EXPECT_NE(text.find("\"type\":\"result\""), std::string::npos);
  EXPECT_NE(text.find("\"status\":\"FAILED\""), std::string::npos);
  EXPECT_NE(text.find("\"troubles\":[{\"node\":\"a\""), std::string::npos);
  EXPECT_EQ(text.back(), '\n');
}

TEST(Views, SummaryNamesErrorsAndBoundsThem) {
  std::vector<NodeRow> troubles(25);
  for (std::size_t i = 0; i < troubles.size(); ++i) {
    troubles[i].node = "n" + std::to_string(i);
    troubles[i].state = NodeState::kError;
    troubles[i].error_code = "JA018";
    troubles[i].error_message = "first line\nsecond line";
  }
  const std::string text = SummaryText(SetupFor(1), Row(JobState::kFailed), troubles, 3000);
  EXPECT_EQ(text.find("n0 ERROR: JA018: first line second line\n"), 0U);
  EXPECT_NE(text.find("and 15 more\n"), std::string::npos);
  EXPECT_NE(text.find("./wf rerun 0000001-1-hpdl-me-W --failed\n"), std::string::npos);
}

TEST(Views, TheEndInOneLine) {
  JobRow job = Row(JobState::kKilled);
  job.error_code = "E0729";
  job.error_message = "kill node stop\nwas reached";
  EXPECT_EQ(EndLine(job), "0000001-1-hpdl-me-W KILLED: E0729: kill node stop was reached");
  job.error_message = "E0729: as Oozie says it";
  EXPECT_EQ(EndLine(job), "0000001-1-hpdl-me-W KILLED: E0729: as Oozie says it");
  job = Row(JobState::kSuspended);
  job.error_code = job.error_message = "";
  job.suspended_by = "node a";
  EXPECT_EQ(EndLine(job), "0000001-1-hpdl-me-W SUSPENDED by node a");
}

}  // namespace
}  // namespace hpdl::rt
