#include <fstream>
#include <random>
#include <regex>

#include "runtime/server/protocols/oozie/testing/oozie_api_case.h"

namespace hpdl::rt {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Json;
using testing::kSubmission;
using testing::Node;
using testing::OozieApiTest;

/// Replays testdata/exchanges.txt: requests of the client of Oozie 5.2.1, and the answers that
/// Oozie's server gave. Each block of the file has the line of a request, and the status, error
/// code, content type and body of the answer. {date} stands for any date, {cr} and {lf} for the
/// ends of lines.
TEST_F(OozieApiTest, AnswersAsOozieDid) {
  const Properties properties = {{"oozie.wf.application.path", "file:///srv/wf/apps/ctl"},
                                 {"user.name", "joe"},
                                 {"mapreduce.job.user.name", "joe"},
                                 {"nameNode", "file://"},
                                 {"who", "world"}};
  program_prints_ =
      "<workflow-app xmlns='uri:oozie:workflow:1.0' name='ctl-wf'><start to='mk'/>\n"
      "<action name='mk'><fs><mkdir path='${nameNode}/srv/wf/out/susp/${wf:id()}'/></fs>\n"
      "<ok to='dec'/><error to='fail'/></action>\n"
      "<decision name='dec'><switch>\n<case to='fail'>${wf:conf('boom') eq 'yes'}</case>\n"
      "<default to='end'/></switch></decision>\n"
      "<kill name='fail'><message>failed on purpose [${wf:conf('boom')}]</message></kill>\n"
      "<end name='end'/></workflow-app>";
  NodeRow made = Node("mk", "fs", "dec"), decided = Node("dec", "decision", "end");
  made.arguments = Arguments(
      {{0, 2, "", {{1, 2, "file:///srv/wf/out/ctl/0000017-261121015411192-oozie-joe-W", {}}}}});
  decided.arguments = Arguments({{0, 0, "false", {}}});
  Put(Job(17, "ctl-wf", JobState::kSucceeded),
      {Node(":start:", "start", "mk"), made, decided, Node("end", "end", "")}, properties);
  NodeRow fail = Node("fail", "kill", "");
  fail.error_code = "E0729";
  fail.error_message = "failed on purpose [yes]";
  JobRow killed = Job(20, "ctl-wf", JobState::kKilled);
  killed.run = 1;
  fail.run = 1;
  Put(killed, {fail}, properties);
  NodeRow held = Node("mk", "fs", "");
  held.state = NodeState::kStartManual;
  held.ended_ms = 0;
  held.error_message = "suspended before the node by oozie.suspend.on.nodes";
  Put(Job(21, "susp-wf", JobState::kSuspended), {Node(":start:", "start", "mk"), held});
  verbs_.errors = {
      {"start 0000000-000000000000000-nosuch-W",
       {ErrorClass::kError, "E0604", "Job does not exist"}},
      {"rerun 0000021-261121015411192-oozie-joe-W",
       {ErrorClass::kError, "E0805", "Workflow job not completed, status [SUSPENDED]"}}};
  std::ifstream in(HPDL_SOURCE_DIR "/runtime/server/protocols/oozie/testdata/exchanges.txt");
  ASSERT_TRUE(in);
  std::string line, status, body;
  int exchanges = 0;
  const std::regex date("[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT");
  while (std::getline(in, line)) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    ASSERT_TRUE(std::getline(in, status) && std::getline(in, body)) << line;
    const std::size_t blank = line.find(' ');
    const bool sends = line.compare(0, blank, "POST") == 0 || line.find("=rerun") != line.npos;
    const OozieAnswer answer =
        Ask(line.substr(0, blank), line.substr(blank + 1), sends ? kSubmission : "",
            sends ? "application/xml" : "", line.find("doAs=") == line.npos ? "joe" : "");
    EXPECT_EQ(Code(answer) + (answer.content_type.empty() ? "" : " " + answer.content_type), status)
        << line;
    std::string said = std::regex_replace(answer.body, date, "{date}");
    said = std::regex_replace(said, std::regex("\r"), "{cr}");
    EXPECT_EQ(std::regex_replace(said, std::regex("\n"), "{lf}"), body) << line;
    ++exchanges;
  }
  EXPECT_GT(exchanges, 30);
}

TEST_F(OozieApiTest, OptionsAreAllowedOnEveryPath) {
  for (const char* path : {"/oozie/versions", "/oozie/v2/nosuch?x", "/", "/oozie/v2/job/%%"}) {
    const OozieAnswer answer = Ask("OPTIONS", path);
    EXPECT_EQ(answer.status, 200);
    EXPECT_THAT(answer.fields, HasSubstr("Allow: TRACE, OPTIONS\r\n"));
    EXPECT_THAT(answer.fields, HasSubstr("X-Frame-Options: DENY\r\n"));
    EXPECT_THAT(answer.body, IsEmpty());
  }
}

TEST_F(OozieApiTest, AnErrorIsRawInItsHeaderAndHtmlInTheBody) {
  verbs_.error = Error{ErrorClass::kError, "E0708", "a \"b\"\nc < \xC3\xA9 \xE2\x82\xAC"};
  const OozieAnswer answer = Ask("POST", "/oozie/v2/jobs", kSubmission);
  EXPECT_EQ(answer.reason, "E0708: a \"b\" c < \xE9 ?");
  EXPECT_THAT(answer.fields, HasSubstr("oozie-error-message: E0708: a \"b\" c < \xE9 ?\r\n"));
  EXPECT_EQ(Json::parse(answer.body)["errorMessage"],
            "E0708: a &quot;b&quot;\nc &lt; \xC3\xA9 \xE2\x82\xAC");
  verbs_.error = Error{ErrorClass::kError, "E0508", "no"};
  EXPECT_EQ(Code(Ask("POST", "/oozie/v2/jobs", kSubmission)), "401 E0508");
  verbs_.error = Error{ErrorClass::kTransient, "", "later"};
  EXPECT_EQ(Code(Ask("POST", "/oozie/v2/jobs", kSubmission)), "503 E0307");
}

TEST_F(OozieApiTest, LongBodiesAndLongMessagesAreBounded) {
  std::string body = "<configuration>";
  for (int i = 0; i < 5000; ++i) {
    body += "<property><name>n" + std::to_string(i) + "</name><value>v</value></property>";
  }
  EXPECT_EQ(Ask("POST", "/oozie/v2/jobs", body + "</configuration>").status, 201);
  EXPECT_EQ(verbs_.submitted.properties.size(), 5002U);
  EXPECT_EQ(Code(Ask("POST", "/oozie/v2/jobs", body)), "400 E0302");
  verbs_.error = Error{ErrorClass::kError, "E0405", std::string(1 << 20, '"')};
  const OozieAnswer answer = Ask("POST", "/oozie/v2/jobs", kSubmission);
  EXPECT_LT(answer.body.size(), 500'000U);
  EXPECT_LT(answer.fields.size(), 5000U);
}

TEST_F(OozieApiTest, WhoMayNotIsToldBeforeAnythingElse) {
  const std::string job = "/oozie/v2/job/" + Put(Job(2, "a", JobState::kSucceeded), {});
  const std::string refused = "401 E0508";
  for (const char* action : {"kill", "rerun", "nosuch"}) {
    EXPECT_EQ(Code(Ask("PUT", job + "?action=" + action, "", "", "guest")), refused) << action;
  }
  Put(Job(3, "a", JobState::kRunning), {});
  const std::string all = "/oozie/v2/jobs?action=kill&filter=name%3Da";
  EXPECT_EQ(Code(Ask("PUT", all, "", "", "guest")), refused);
  EXPECT_THAT(verbs_.told, IsEmpty());
  for (const char* view : {"configuration", "os-env", "java-sys-properties", "update_sharelib"}) {
    EXPECT_EQ(Code(Ask("GET", std::string("/oozie/v2/admin/") + view, "", "", "guest")),
              "401 E0503");
  }
  EXPECT_EQ(Ask("GET", "/oozie/v2/admin/metrics", "", "", "guest").status, 200);
  EXPECT_EQ(Ask("GET", job, "", "", "guest").status, 200);
}

TEST_F(OozieApiTest, OneActsForAnother) {
  const std::string submit = "/oozie/v2/jobs?doAs=ann";
  EXPECT_EQ(Ask("POST", submit, kSubmission, "application/xml", "gateway").status, 201);
  EXPECT_THAT(verbs_.told, ElementsAre("submit ann"));
  EXPECT_EQ(verbs_.submitted.properties.at("user.name"), "ann");
  const OozieAnswer refused = Ask("POST", submit, kSubmission);
  EXPECT_EQ(Code(refused), "401 E1400");
  EXPECT_EQ(refused.reason, "User [joe] not defined as proxyuser");
  EXPECT_EQ(Code(Ask("GET", "/oozie/versions?doAs=", "", "", "gateway")), "400 E1603");
  EXPECT_EQ(Ask("OPTIONS", submit).status, 200);
}

/// Sends requests that are made of parts of valid requests in any order, with some bytes changed.
/// Each request gets an answer, and no answer has a status of a server error.
TEST_F(OozieApiTest, NothingThatIsAskedMakesItFail) {
  const std::string id = Put(Job(1, "a", JobState::kRunning), {Node("mk", "fs", "")});
  JobRow row = Coordination(2, "c", JobType::kCoordinator, CoordinatorState::kRunning);
  CoordinatorActionRow action;
  action.number = 1;
  const std::string coordinator = PutCoordinator(row, {}, {action});
  BundledRow bundled;
  bundled.coordinator_id = coordinator;
  row = Coordination(3, "b", JobType::kBundle, CoordinatorState::kPrep);
  const std::string bundle = PutBundle(row, {}, {bundled});
  verbs_.acted_upon = {1};
  const std::vector<std::string> methods = {"GET", "PUT", "POST", "DELETE", "HEAD", "OPTIONS", "X"};
  const std::vector<std::string> parts = {
      "/oozie",    "/v0",    "/v1",       "/v2",  "/v9", "/admin",    "/jobs", "/job/",
      "/validate", "/sla",   coordinator, bundle, "@1",  "/versions", id,      "@mk",
      "/",         "status", "metrics",   "%00",  "%",   "%zz",       "\xff"};
  const std::vector<std::string> queries = {"?",
                                            "&",
                                            "=",
                                            ";",
                                            "%3D",
                                            "show=",
                                            "info",
                                            "log",
                                            "status",
                                            "graph",
                                            "definition",
                                            "errorlog",
                                            "auditlog",
                                            "retries",
                                            "action=",
                                            "start",
                                            "kill",
                                            "rerun",
                                            "suspend",
                                            "dryrun",
                                            "filter=",
                                            "name",
                                            "user",
                                            "status%3DRUNNING",
                                            "sortby",
                                            "createdTime",
                                            "startcreatedtime%3D-1d",
                                            "len=",
                                            "offset=",
                                            "-1",
                                            "99999999999",
                                            "2147483647",
                                            "x",
                                            "logfilter=",
                                            "loglevel%3DWARN",
                                            "recent",
                                            "limit",
                                            "jobtype=",
                                            "wf",
                                            "coord",
                                            "systemmode=NORMAL",
                                            "file=",
                                            "gt-sequence-id=",
                                            "missing-dependencies",
                                            "allruns",
                                            "wf-actions",
                                            "action-name=mk",
                                            "action-list=1",
                                            "date=2024-01-01T00:00Z",
                                            "type=action",
                                            "scope=1-3",
                                            "coord-rerun",
                                            "change",
                                            "ignore",
                                            "update",
                                            "sla-change",
                                            "order=desc",
                                            "bulk=bundle%3Db",
                                            "actionstatus%3DWAITING",
                                            "frequency%3D1",
                                            "nominaltime!%3D",
                                            "sortby=jobId",
                                            "bundle",
                                            "\n"};
  const std::vector<std::string> bodies = {"", kSubmission, "<configuration/>", "<a", "\xff\xfe"};
  std::mt19937 random(20261123);
  const auto pick = [&](const std::vector<std::string>& from) {
    return from[random() % from.size()];
  };
  for (int i = 0; i < 4000; ++i) {
    std::string target = random() % 8 == 0 ? "" : "/oozie/v2";
    for (unsigned n = random() % 4; n > 0; --n) {
      target += pick(parts);
    }
    target += random() % 4 == 0 ? "" : "?";
    for (unsigned n = random() % 8; n > 0; --n) {
      target += pick(queries);
    }
    if (!target.empty() && random() % 4 == 0) {
      target[random() % target.size()] = static_cast<char>(random());
    }
    const std::string method = pick(methods), body = pick(bodies);
    const OozieAnswer answer = Ask(method, target, body);
    ASSERT_THAT((std::vector<int>{200, 201, 400, 403, 404, 503}), Contains(answer.status))
        << method << " " << target << " " << answer.body;
    ASSERT_EQ(answer.reason.find_first_of("\r\n"), std::string::npos) << target;
    if (answer.content_type.find("json") != std::string::npos) {
      ASSERT_TRUE(Json::accept(answer.body)) << target << "\n" << answer.body;
    }
  }
}

TEST_F(OozieApiTest, AVerdictIsTheCompilers) {
  verbs_.verdict = "x.xml:1:2: warning: unused";
  const OozieAnswer fine = Ask("POST", "/oozie/v2/validate?file=x.xml&user=joe", "<a/>");
  EXPECT_EQ(Json::parse(fine.body)["validate"], "Valid workflow-app\nx.xml:1:2: warning: unused");
  EXPECT_THAT(verbs_.told, ElementsAre("validate x.xml <a/>"));
  verbs_.error = Error{ErrorClass::kError, "E0701", "XML schema error, x.xml"};
  EXPECT_EQ(Code(Ask("POST", "/oozie/v2/validate?file=x.xml&user=joe", "<a/>")), "400 E0701");
}

}  // namespace
}  // namespace hpdl::rt
