#include <regex>

#include "runtime/server/protocols/oozie/testing/oozie_api_case.h"

namespace hpdl::rt {
namespace {

using ::testing::HasSubstr;
using testing::Node;
using testing::OozieApiTest;

TEST_F(OozieApiTest, ALogIsInOoziesForm) {
  NodeRow failed = Node("bad", "fs", "fail");
  failed.state = NodeState::kError;
  failed.error_code = "FS006";
  failed.error_message = "two\nlines";
  const std::string target =
      "/oozie/v2/job/" + Put(Job(1, "a", JobState::kKilled), {Node("mk", "fs", "bad"), failed}) +
      "?show=";
  const std::string log = Body(target + "log");
  const std::regex line(
      "[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8},[0-9]{3} ( INFO| WARN|ERROR) [A-Za-z]*:0 - "
      "SERVER\\[node1\\] USER\\[joe\\] GROUP\\[-\\] TOKEN\\[\\] APP\\[a\\] "
      "JOB\\[0000001-[^\\]]*\\] "
      "ACTION\\[[^\\]]*\\] .*");
  std::istringstream lines(log);
  int count = 0;
  for (std::string text; std::getline(lines, text); ++count) {
    EXPECT_TRUE(std::regex_match(text, line)) << text;
  }
  EXPECT_EQ(count, 6);
  EXPECT_THAT(log, HasSubstr("ErrorCode [FS006], Message [two lines]"));
  const std::string errors = Body(target + "errorlog");
  EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'), 2);
  EXPECT_EQ(Body(target + "log&logfilter=loglevel%3DERROR%7CWARN"), errors);
  const std::string one = Body(target + "log&logfilter=limit%3D1");
  EXPECT_EQ(std::count(one.begin(), one.end(), '\n'), 1);
  EXPECT_THAT(Body(target + "log&logfilter=text%3DFS006;debug"), HasSubstr("ACTION[0000001-"));
  EXPECT_EQ(Body(target + "log&logfilter=start%3D1h"), "");
  EXPECT_EQ(Body(target + "log&logfilter=recent%3D1"), log);
  EXPECT_EQ(Body(target + "log&logfilter=end%3D2001-01-01T00:00Z"), "");
  EXPECT_EQ(Body(target + "log&logfilter=start%3D2001-01-01 00:00:00,000"), log);
  EXPECT_THAT(Body(target + "auditlog"), HasSubstr("OPERATION [submit]"));
}

TEST_F(OozieApiTest, ALogHasEarlierRunsToo) {
  JobRow job = Job(1, "a", JobState::kKilled);
  NodeRow failed = Node("bad", "fs", "");
  failed.state = NodeState::kError;
  failed.error_code = "FS006";
  const std::string id = Put(job, {failed});
  auto lease = state_->TakeLease(id);
  auto journal = state_->OpenJob(id, false);
  ASSERT_TRUE(lease && journal);
  ASSERT_TRUE((*journal)->PutEndedRun(job));
  job.run = 1;
  job.state = JobState::kSucceeded;
  job.started_ms += 5000;
  NodeRow good = Node("bad", "fs", "end");
  good.run = 1;
  good.started_ms = good.ended_ms = job.started_ms;
  ASSERT_TRUE((*journal)->PutJob(job));
  ASSERT_TRUE((*journal)->PutNode(good));
  ASSERT_TRUE((*journal)->Commit());
  const std::string log = Body("/oozie/v2/job/" + id + "?show=log");
  const std::size_t failure = log.find("ErrorCode [FS006]"), success = log.find("[SUCCEEDED]");
  EXPECT_LT(failure, success);
  EXPECT_NE(success, std::string::npos);
  EXPECT_THAT(log, HasSubstr("started, run [0]"));
  EXPECT_THAT(log, HasSubstr("started, run [1]"));
  const std::string audit = Body("/oozie/v2/job/" + id + "?show=auditlog");
  EXPECT_LT(audit.find("OPERATION [start]"), audit.find("OPERATION [rerun]"));
  EXPECT_NE(audit.find("OPERATION [rerun]"), std::string::npos);
}

}  // namespace
}  // namespace hpdl::rt
