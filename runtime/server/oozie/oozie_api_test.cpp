#include "runtime/server/oozie/oozie_api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <regex>

#include "runtime/abi/hpdl_abi.h"
#include "runtime/base/testing/temporary_folder.h"
#include "runtime/server/proxy_users.h"
#include "runtime/store/lease.h"

namespace hpdl::rt {
namespace {

using Json = nlohmann::json;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Writes down what it is told, and does what `error` says.
class ToldVerbs final : public JobVerbs {
 public:
  Task<Result<std::string>> Submit(Caller caller, JobSubmission submission) override {
    told.push_back("submit " + caller.user + (submission.start ? " start" : ""));
    submitted = std::move(submission);
    co_return error ? Result<std::string>(*error) : Result<std::string>(new_id);
  }
  Task<Result<void>> DryRun(Caller caller, Properties properties) override {
    submitted.properties = std::move(properties);
    return Tell("dryrun " + caller.user);
  }
  Task<Result<std::string>> Validate(Caller, std::string file_name,
                                     std::string definition) override {
    told.push_back("validate " + file_name + " " + definition);
    co_return error ? Result<std::string>(*error) : Result<std::string>(verdict);
  }
  Task<Result<std::string>> Draw(Caller, std::string format, std::string definition,
                                 std::vector<std::string> states) override {
    std::string picture = format + " of " + definition + ":";
    for (const std::string& state : states) {
      picture += " " + state;
    }
    co_return error ? Result<std::string>(*error) : Result<std::string>(picture);
  }
  Result<std::string> FindExternal(Caller caller, std::string external_id) override {
    told.push_back("find " + caller.user + " " + external_id);
    return error ? Result<std::string>(*error) : Result<std::string>(known);
  }
  Result<JobOrigin> OriginOf(const std::string& id) override {
    const auto found = origins.find(id);
    return found == origins.end() ? JobOrigin() : found->second;
  }
  Task<Result<void>> Start(Caller caller, std::string id) override {
    return Tell("start " + id, std::move(caller));
  }
  Task<Result<void>> Suspend(Caller caller, std::string id) override {
    return Tell("suspend " + id, std::move(caller));
  }
  Task<Result<void>> Resume(Caller caller, std::string id) override {
    return Tell("resume " + id, std::move(caller));
  }
  Task<Result<void>> Kill(Caller caller, std::string id) override {
    return Tell("kill " + id, std::move(caller));
  }
  Task<Result<void>> Rerun(Caller caller, std::string id, Properties properties) override {
    submitted.properties = std::move(properties);
    return Tell("rerun " + id, std::move(caller));
  }
  Task<Result<void>> Authorize(Caller caller, JobRow) override { co_return NoGuest(caller); }

  std::vector<std::string> told;
  JobSubmission submitted;
  std::optional<Error> error;
  std::map<std::string, Error> errors;  ///< of what it is told
  std::string new_id = "0000009-261121015411192-oozie-joe-W", verdict;
  std::string known;  ///< the job of any external id
  std::map<std::string, JobOrigin> origins;

 private:
  static Result<void> NoGuest(const Caller& caller) {
    return caller.user == "guest"
               ? Result<void>(Error{ErrorClass::kError, "E0508", "not the guest's"})
               : Result<void>();
  }
  Task<Result<void>> Tell(std::string what, Caller caller = Caller()) {
    const Result<void> may = NoGuest(caller);
    if (!may) {
      co_return may;
    }
    const auto own = errors.find(what);
    told.push_back(std::move(what));
    co_return own != errors.end() ? own->second : error ? Result<void>(*error) : Result<void>();
  }
};

constexpr std::int64_t kCreatedMs = 1'795'226'358'000;  // Sat, 21 Nov 2026 01:59:18 GMT

NodeRow Node(std::string name, std::string type, std::string transition) {
  NodeRow row;
  row.node = std::move(name);
  row.type = std::move(type);
  row.state = NodeState::kOk;
  row.transition = std::move(transition);
  row.started_ms = row.ended_ms = kCreatedMs + 1000;
  return row;
}

/// A state directory with jobs as engines leave them, and the protocol on it.
class OozieApiTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto state = StateDirectory::Open(folder_.path(), true);
    ASSERT_TRUE(state) << state.error().message;
    state_ = std::move(*state);
    OozieSettings settings;
    settings.base_url = "http://127.0.0.1:11000/oozie";
    settings.version = "1.2";
    settings.host_name = "node1";
    settings.configuration = {{"oozie.email.smtp.host", "localhost"}, {"db.password", "hidden"}};
    settings.environment = {"HOME=/home/joe", "API_TOKEN=hidden"};
    settings.verbs = &verbs_;
    settings.ask_program = [this](Caller caller, std::vector<std::string> argv) {
      return Program(std::move(caller), std::move(argv));
    };
    settings.authorize_administration = settings.authorize_system_info =
        [](Caller caller) -> Task<Result<void>> { co_return NoGuests(caller); };
    settings.act_as = [this](Caller caller, std::string other, std::string address) {
      return proxies_.ActAs(std::move(caller), std::move(other), std::move(address));
    };
    settings.purge = [this](std::optional<std::int64_t> days, std::optional<std::int64_t> batch) {
      return Purge(days, batch);
    };
    settings.libraries = [this](Caller caller) { return Libraries(std::move(caller)); };
    settings.on_mode = [this](SystemMode mode) { modes_.push_back(mode); };
    api_.emplace(std::move(settings));
  }

  Task<Result<SystemLibrary>> Libraries(Caller caller) {
    EXPECT_EQ(caller.user, "joe");
    co_return libraries_;
  }

  static Result<void> NoGuests(const Caller& caller) {
    return caller.user != "guest"
               ? Result<void>()
               : Error{ErrorClass::kError, "E0503",
                       "User [" + caller.user + "] does not have admin privileges"};
  }

  Task<Result<std::string>> Program(Caller, std::vector<std::string> argv) {
    asked_ = std::move(argv);
    co_return program_error_ ? Result<std::string>(*program_error_)
                             : Result<std::string>("what the program prints");
  }

  Task<Result<std::size_t>> Purge(std::optional<std::int64_t> days,
                                  std::optional<std::int64_t> batch) {
    const auto text = [](std::optional<std::int64_t> number) {
      return number ? std::to_string(*number) : "-";
    };
    purged_.push_back(text(days) + " " + text(batch));
    co_return std::size_t{0};
  }

  static JobRow Job(int number, std::string name, JobState state) {
    JobRow job;
    char id[64];
    std::snprintf(id, sizeof id, "%07d-261121015411192-oozie-joe-W", number);
    job.id = id;
    job.dialect = HPDL_DIALECT_OOZIE;
    job.app_path = "file:///srv/wf/apps/" + name.substr(0, name.find('-'));
    job.app_name = std::move(name);
    job.user = "joe";
    job.state = state;
    job.created_ms = kCreatedMs + number;
    job.started_ms = state == JobState::kPrep ? 0 : kCreatedMs + 1000;
    job.ended_ms = IsEnd(state) ? kCreatedMs + 1000 : 0;
    job.modified_ms = kCreatedMs + 1000;
    return job;
  }

  std::string Put(const JobRow& job, const std::vector<NodeRow>& nodes,
                  const Properties& properties = {}) {
    auto journal = state_->CreateJob(job.id);
    EXPECT_TRUE(journal) << journal.error().message;
    auto lease = state_->TakeLease(job.id);
    EXPECT_TRUE(lease) << lease.error().message;
    EXPECT_TRUE((*journal)->PutFacts({.program_path = "/programs/p"}));
    EXPECT_TRUE((*journal)->PutJob(job));
    for (const NodeRow& node : nodes) {
      EXPECT_TRUE((*journal)->PutNode(node));
    }
    EXPECT_TRUE((*journal)->PutProperties(0, job.run, properties));
    EXPECT_TRUE((*journal)->Commit());
    return job.id;
  }

  OozieAnswer Ask(std::string_view method, std::string_view target, std::string_view body = {},
                  std::string_view type = "application/xml", std::string_view user = "joe") {
    OozieRequest request;
    request.method = method;
    request.target = target;
    request.body = body;
    request.content_type = type;
    request.caller.user = user;
    request.address = "10.0.0.1";
    boost::asio::io_context loop;
    OozieAnswer answer;
    boost::asio::co_spawn(
        loop, [&]() -> Task<void> { answer = co_await api_->Answer(request, *state_); },
        [](std::exception_ptr failure) { EXPECT_FALSE(failure); });
    loop.run();
    return answer;
  }
  std::string Body(std::string_view target) { return Ask("GET", target).body; }
  /// "STATUS CODE" of an answer.
  static std::string Code(const OozieAnswer& answer) {
    std::smatch match;
    const bool found =
        std::regex_search(answer.fields, match, std::regex("oozie-error-code: ([A-Z0-9]*)"));
    return std::to_string(answer.status) + (found ? " " + match[1].str() : "");
  }

  boost::asio::io_context names_loop_{1};
  Children children_{names_loop_};
  NameService names_{names_loop_, children_, {}};
  /// The gateway alone acts for others, from one address.
  ProxyUsers proxies_{{{"gateway", {.any_group = true, .hosts = {"10.0.0.1"}}}},
                      names_,
                      [](LogLevel, std::string_view) {}};
  const testing::TemporaryFolder folder_;
  std::unique_ptr<StateDirectory> state_;
  ToldVerbs verbs_;
  std::vector<SystemMode> modes_;
  std::vector<std::string> asked_, purged_;
  std::optional<Error> program_error_;
  Result<SystemLibrary> libraries_ =
      Error{ErrorClass::kError, kNotFound, "File hdfs://nn/lib does not exist"};
  std::optional<OozieApi> api_;
};

constexpr const char* kSubmission =
    "<configuration><property><name>oozie.wf.application.path</name><value>file:///a</value>"
    "</property><property><name>user.name</name><value>mallory</value></property></configuration>";

/// The exchanges of testdata/exchanges.txt: what a client of Oozie 5.2.1 asked, and what its server
/// answered. A block is the request's line, the status with code and content type, and the body.
/// {date} stands for any date, {cr} and {lf} for the ends of lines.
TEST_F(OozieApiTest, AnswersAsOozieDid) {
  const Properties properties = {{"oozie.wf.application.path", "file:///srv/wf/apps/ctl"},
                                 {"user.name", "joe"},
                                 {"mapreduce.job.user.name", "joe"},
                                 {"nameNode", "file://"},
                                 {"who", "world"}};
  Put(Job(17, "ctl-wf", JobState::kSucceeded),
      {Node(":start:", "start", "mk"), Node("mk", "fs", "dec"), Node("dec", "decision", "end"),
       Node("end", "end", "")},
      properties);
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
  std::ifstream in(HPDL_SOURCE_DIR "/runtime/server/oozie/testdata/exchanges.txt");
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

TEST_F(OozieApiTest, ASubmissionIsTheCallers) {
  EXPECT_EQ(Ask("POST", "/oozie/v2/jobs?action=start", kSubmission).status, 201);
  EXPECT_THAT(verbs_.told, ElementsAre("submit joe start"));
  EXPECT_EQ(verbs_.submitted.properties.at("user.name"), "joe");
  EXPECT_EQ(verbs_.submitted.properties.at("mapreduce.job.user.name"), "joe");
  // Where nobody has to say who it is, the properties say it.
  EXPECT_EQ(Ask("POST", "/oozie/v2/jobs", kSubmission, "Application/XML; charset=utf-8", "").status,
            201);
  EXPECT_EQ(verbs_.told.back(), "submit mallory");
  EXPECT_EQ(Code(Ask("POST", "/oozie/v2/jobs", "<configuration/>", "application/xml", "")),
            "400 E1603");
}

TEST_F(OozieApiTest, AJobIsFoundByItsExternalId) {
  const std::string none = R"({"id":""})";
  for (const char* version : {"v0", "v1", "v2"}) {
    const std::string path = "/oozie/" + std::string(version) + "/jobs?external-id=e%201";
    EXPECT_EQ(Body(path), none);
    EXPECT_EQ(Body(path + "&jobtype=wf"), none);
  }
  EXPECT_EQ(verbs_.told.back(), "find joe e 1");
  verbs_.known = "7-W";
  const OozieAnswer answer = Ask("GET", "/oozie/v1/jobs?jobtype=wf&external-id=e");
  EXPECT_EQ(std::to_string(answer.status) + answer.body, R"(200{"id":"7-W"})");
  EXPECT_EQ(Body("/oozie/v2/jobs?jobtype=coord&external-id=e"), none) << "no workflow's";
  verbs_.error = Error{ErrorClass::kTransient, "E0603", "later"};
  EXPECT_EQ(Code(Ask("GET", "/oozie/v2/jobs?external-id=e")), "503 E0603");
}

TEST_F(OozieApiTest, WhatAJobWasSubmittedForIsShown) {
  const std::string id = Put(Job(1, "a", JobState::kRunning), {});
  verbs_.origins[id] = {"mine", "0000000-1-W"};
  const Json one = Json::parse(Body("/oozie/v2/job/" + id));
  const Json all = Json::parse(Body("/oozie/v2/jobs"))["workflows"][0];
  for (const Json& job : {one, all}) {
    EXPECT_EQ(job["externalId"], "mine");
    EXPECT_EQ(job["parentId"], "0000000-1-W");
  }
}

TEST_F(OozieApiTest, ABadSubmissionReachesNobody) {
  const std::string both =
      "<configuration><property><name>oozie.wf.application.path</name><value>a</value></property>"
      "<property><name>oozie.coord.application.path</name><value>b</value></property>"
      "</configuration>";
  const std::string bomb =
      "<!DOCTYPE a [<!ENTITY x \"y\">]><configuration><property><name>a</name><value>&x;</value>"
      "</property></configuration>";
  EXPECT_EQ(Code(Ask("POST", "/oozie/v2/jobs", kSubmission, "text/plain")), "400 E0300");
  EXPECT_EQ(Code(Ask("POST", "/oozie/v2/jobs?action=no", kSubmission)), "400 E0303");
  EXPECT_EQ(Code(Ask("POST", "/oozie/v2/jobs?jobtype=pig", kSubmission)), "400 E0302");
  for (const std::string& body : {std::string("junk"), std::string(), both, bomb}) {
    const OozieAnswer answer = Ask("POST", "/oozie/v2/jobs?action=start", body);
    EXPECT_EQ(Code(answer), "400 E0302") << body;
    EXPECT_EQ(Json::parse(answer.body)["httpStatusCode"], 400);
  }
  EXPECT_THAT(verbs_.told, IsEmpty());
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

TEST_F(OozieApiTest, WhatComesTooLateIsSwallowed) {
  const std::string running = "/oozie/v2/job/" + Put(Job(2, "a", JobState::kRunning), {});
  EXPECT_EQ(Ask("PUT", running + "?action=kill").status, 200);
  EXPECT_THAT(verbs_.told, ElementsAre("kill 0000002-261121015411192-oozie-joe-W"));
  verbs_.error = Error{ErrorClass::kError, "E0725", "it has ended meanwhile"};
  EXPECT_EQ(Ask("PUT", running + "?action=kill").status, 200);
  verbs_.error = Error{ErrorClass::kError, "E0508", "not yours"};
  const OozieAnswer refused = Ask("PUT", running + "?action=kill");
  EXPECT_EQ(Code(refused), "401 E0508");
  EXPECT_THAT(refused.body, IsEmpty());
  verbs_.error = Error{ErrorClass::kError, "E0604", "no such job"};
  EXPECT_EQ(Code(Ask("PUT", running + "?action=kill")), "400 E0605");
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

TEST_F(OozieApiTest, ARerunIsTold) {
  const std::string ended = "/oozie/v2/job/" + Put(Job(1, "a", JobState::kKilled), {});
  const std::string rerun = "?action=rerun&user=joe";
  EXPECT_EQ(Code(Ask("PUT", ended + rerun, kSubmission, "text/plain")), "400 E0300");
  EXPECT_THAT(verbs_.told, IsEmpty());
  EXPECT_EQ(Code(Ask("PUT", ended + rerun, kSubmission)), "200");
  EXPECT_THAT(verbs_.told, ElementsAre("rerun 0000001-261121015411192-oozie-joe-W"));
  verbs_.error = Error{ErrorClass::kError, "E0805", "it has not ended"};
  EXPECT_EQ(Code(Ask("PUT", ended + rerun, kSubmission)), "400 E0805");
}

TEST_F(OozieApiTest, ManyJobsAreKilledByAFilter) {
  Put(Job(1, "a", JobState::kRunning), {});
  Put(Job(2, "b", JobState::kRunning), {});
  Put(Job(3, "a", JobState::kSucceeded), {});
  const OozieAnswer answer = Ask("PUT", "/oozie/v2/jobs?action=kill&filter=name%3Da&jobtype=wf");
  EXPECT_THAT(verbs_.told, ElementsAre("kill 0000001-261121015411192-oozie-joe-W"));
  const Json body = Json::parse(answer.body);
  EXPECT_EQ(body["total"], 2);
  EXPECT_EQ(body["ids"], Json::array());
  EXPECT_EQ(body["workflows"].size(), 2U);
  EXPECT_EQ(Code(Ask("PUT", "/oozie/v2/jobs?action=kill&jobtype=wf")), "400 E1603");
  EXPECT_EQ(Code(Ask("PUT", "/oozie/v2/jobs?action=start&filter=name%3Da")), "400 E0303");
}

TEST_F(OozieApiTest, ListsAreFilteredOrderedAndPaged) {
  for (int i = 1; i <= 5; ++i) {
    JobRow job =
        Job(i, i % 2 == 0 ? "even" : "odd", i == 5 ? JobState::kRunning : JobState::kKilled);
    job.modified_ms = kCreatedMs - i;
    Put(job, {});
  }
  const auto ids = [&](const std::string& query) {
    std::string text;
    const Json list = Json::parse(Body("/oozie/v2/jobs?" + query));
    for (const Json& job : list["workflows"]) {
      text += job["id"].get<std::string>().substr(6, 1);
    }
    return text + "/" + std::to_string(list["total"].get<int>());
  };
  EXPECT_EQ(ids(""), "54321/5");
  EXPECT_EQ(ids("offset=2&len=2"), "43/5");
  EXPECT_EQ(ids("offset=5&len=20"), "1/5");
  EXPECT_EQ(ids("offset=6&len=2"), "/5");
  EXPECT_EQ(ids("offset=2147483647&len=2147483647"), "/5");
  EXPECT_EQ(ids("filter=name%3Dodd"), "531/3");
  EXPECT_EQ(ids("filter=name%3Dodd;status%3DKILLED"), "31/2");
  EXPECT_EQ(ids("filter=status%3DRUNNING;status%3DKILLED"), "54321/5");
  EXPECT_EQ(ids("filter=sortby%3DlastModifiedTime"), "12345/5");
  EXPECT_EQ(ids("filter=sortby%3Dnonsense"), "54321/5");
  EXPECT_EQ(ids("filter=text%3DVE"), "42/2");
  EXPECT_EQ(ids("filter=user%3Dnobody"), "/0");
}

TEST_F(OozieApiTest, SubWorkflowsAreJobsOfTheirOwn) {
  const std::string root = Put(Job(1, "app", JobState::kRunning), {});
  auto lease = state_->TakeLease(root);
  auto journal = state_->OpenJob(root, false);
  ASSERT_TRUE(lease && journal);
  std::string above = root;
  for (int number = 1; number <= 2; ++number) {  // one in the other
    JobRow kid = Job(1 + number, "kid", JobState::kRunning);
    kid.number = number;
    kid.parent = number - 1;
    kid.parent_node = "s";
    NodeRow caller = Node("s", "sub-workflow", "");
    caller.job = number - 1;
    caller.external_id = kid.id;
    ASSERT_TRUE((*journal)->PutJob(kid));
    ASSERT_TRUE((*journal)->PutNode(caller));
    ASSERT_TRUE((*journal)->Commit());
    const Json info = Json::parse(Body("/oozie/v2/job/" + kid.id));
    EXPECT_EQ(info["parentId"], above);
    EXPECT_EQ(info["id"], kid.id);
    const Json action = Json::parse(Body("/oozie/v2/job/" + above + "@s"));
    EXPECT_EQ(action["externalId"], kid.id);
    EXPECT_EQ(action["trackerUri"], "local");
    EXPECT_EQ(action["consoleUrl"], "http://127.0.0.1:11000/oozie?job=" + kid.id);
    const Json list = Json::parse(Body("/oozie/v2/jobs?filter=id%3D" + kid.id));
    EXPECT_EQ(list["total"], 1);
    above = kid.id;
  }
  EXPECT_EQ(Json::parse(Body("/oozie/v2/jobs"))["total"], 1);
}

TEST_F(OozieApiTest, AnotherUserSeesNoSecrets) {
  const std::string target = "/oozie/v2/job/" + Put(Job(1, "a", JobState::kRunning), {},
                                                    {{"db.password", "hidden"}, {"b", "seen"}});
  EXPECT_THAT(Body(target), HasSubstr("hidden"));
  const std::string other = Ask("GET", target, "", "", "alice").body;
  EXPECT_EQ(other.find("hidden"), std::string::npos);
  EXPECT_THAT(other, HasSubstr("seen"));
}

TEST_F(OozieApiTest, TheConfigurationIsInJavasOrder) {
  const std::string target = "/oozie/v2/job/" + Put(Job(1, "a", JobState::kRunning), {},
                                                    {{"abc.def", "4"},
                                                     {"extra1", "1"},
                                                     {"inputDir", "i"},
                                                     {"mapreduce.job.user.name", "joe"},
                                                     {"nameNode", "file://"},
                                                     {"oozie.suspend.on.nodes", "dec"},
                                                     {"oozie.wf.application.path", "p"},
                                                     {"outputDir", "o"},
                                                     {"queueName", "q"},
                                                     {"some.longer.name", "2"},
                                                     {"user.name", "joe"},
                                                     {"who", "world"},
                                                     {"z", "3"}});
  const std::string conf = Json::parse(Body(target))["conf"];
  std::string names;
  const std::regex name("<name>([^<]*)</name>");
  for (std::sregex_iterator it(conf.begin(), conf.end(), name), end; it != end; ++it) {
    names += (*it)[1].str() + " ";
  }
  EXPECT_EQ(names,
            "outputDir oozie.suspend.on.nodes user.name extra1 inputDir mapreduce.job.user.name "
            "oozie.wf.application.path queueName some.longer.name abc.def z nameNode who ");
}

TEST_F(OozieApiTest, WhatLedToAnotherComesFirst) {
  const std::string target =
      "/oozie/v2/job/" +
      Put(Job(1, "a", JobState::kSucceeded),
          {Node(":start:", "start", "fk"), Node("fk", "fork", "a,b"), Node("a", "fs", "jn"),
           Node("b", "fs", "jn"), Node("dec", "decision", "end"), Node("end", "end", ""),
           Node("jn", "join", "dec")});
  std::string names;
  const Json info = Json::parse(Body(target));
  for (const Json& action : info["actions"]) {
    names += action["name"].get<std::string>() + " ";
  }
  EXPECT_EQ(names, ":start: fk a b jn dec end ");
  const Json part = Json::parse(Body(target + "?offset=2&len=1"))["actions"];
  ASSERT_EQ(part.size(), 1U);
  EXPECT_EQ(part[0]["transition"], "*");
}

TEST_F(OozieApiTest, DefinitionAndGraphComeFromTheProgram) {
  const std::string id = Put(Job(1, "a", JobState::kSucceeded), {});
  const OozieAnswer definition = Ask("GET", "/oozie/v2/job/" + id + "?show=definition");
  EXPECT_EQ(definition.content_type, "application/xml; charset=\"UTF-8\"");
  EXPECT_EQ(definition.body, "what the program prints");
  EXPECT_THAT(asked_, ElementsAre("/programs/p", "source", "--workflow", "0"));
  EXPECT_EQ(Ask("GET", "/oozie/v2/job/" + id + "?show=graph&format=dot").status, 200);
  EXPECT_THAT(asked_, ElementsAre("/programs/p", "graph", id, "--format", "dot", "--state",
                                  folder_.path()));
  // Without a format it is a PNG, as in Oozie.
  for (const auto& [parameters, format, type] :
       {std::tuple("", "png", "image/png"), std::tuple("&format=PNG", "png", "image/png"),
        std::tuple("&format=svg", "svg", "image/svg+xml"),
        std::tuple("&format=SVG&show-kill=true", "svg", "image/svg+xml")}) {
    const OozieAnswer graph = Ask("GET", "/oozie/v2/job/" + id + "?show=graph" + parameters);
    EXPECT_EQ(graph.status, 200);
    EXPECT_EQ(graph.content_type, type);
    EXPECT_EQ(graph.body, std::string(format) + " of what the program prints:");
  }
  for (const char* other : {"gif", "%0d%0a"}) {
    EXPECT_EQ(Code(Ask("GET", "/oozie/v2/job/" + id + "?show=graph&format=" + other)), "404 E0307");
  }
  program_error_ = Error{ErrorClass::kError, "", "it is gone"};
  EXPECT_EQ(Code(Ask("GET", "/oozie/v2/job/" + id + "?show=definition")), "400 E0307");
}

TEST_F(OozieApiTest, APictureHasTheStatesOfNodes) {
  std::vector<NodeRow> nodes;
  for (const auto& [name, state] : {std::pair("ok", NodeState::kOk),
                                    {"run", NodeState::kRunning},
                                    {"err", NodeState::kError},
                                    {"kill", NodeState::kKilled},
                                    {"prep", NodeState::kPrep},
                                    {"re", NodeState::kUserRetry},
                                    {"man", NodeState::kEndManual}}) {
    nodes.push_back(Node(name, "fs", "end"));
    nodes.back().state = state;
  }
  const std::string id = Put(Job(1, "a", JobState::kRunning), nodes);
  const std::string body = Body("/oozie/v2/job/" + id + "?show=graph&format=svg") + " ";
  for (const char* state : {" ok=done ", " run=running ", " err=failed ", " kill=failed ",
                            " prep=waiting ", " re=waiting ", " man=running "}) {
    EXPECT_THAT(body, HasSubstr(state));
  }
  verbs_.error = Error{ErrorClass::kTransient, "", "too slow"};
  EXPECT_EQ(Code(Ask("GET", "/oozie/v2/job/" + id + "?show=graph&format=svg")), "404 E0307");
}

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

TEST_F(OozieApiTest, InSafeModeNothingIsChanged) {
  const std::string running = "/oozie/v2/job/" + Put(Job(2, "a", JobState::kRunning), {});
  EXPECT_EQ(Code(Ask("PUT", "/oozie/v2/admin/status?systemmode=SAFEMODE", "", "", "guest")),
            "401 E0503");
  EXPECT_EQ(Ask("PUT", "/oozie/v2/admin/status?systemmode=SAFEMODE").status, 200);
  EXPECT_THAT(modes_, ElementsAre(SystemMode::kSafeMode));
  EXPECT_EQ(Body("/oozie/v0/admin/status"), "{\"safeMode\":true}");
  EXPECT_EQ(Code(Ask("POST", "/oozie/v2/jobs", kSubmission)), "503 E0002");
  EXPECT_EQ(Code(Ask("PUT", running + "?action=kill")), "503 E0002");
  EXPECT_EQ(Code(Ask("PUT", "/oozie/v2/jobs?action=kill&filter=name%3Da")), "503 E0002");
  EXPECT_THAT(verbs_.told, IsEmpty());
  EXPECT_EQ(Ask("GET", running).status, 200);
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

TEST_F(OozieApiTest, SharedLibrariesAreThoseThatAreThereNow) {
  const std::string list = "/oozie/v2/admin/list_sharelib",
                    update = "/oozie/v2/admin/update_sharelib";
  const std::string missing = libraries_.error().message;
  EXPECT_EQ(Body(list), R"({"sharelib":[]})");
  EXPECT_EQ(Json::parse(Body(update))["sharelibUpdate"]["status"],
            "java.io.FileNotFoundException: " + missing);
  libraries_ = SystemLibrary{"hdfs://nn/lib_1",
                             {{"pig", {"hdfs://nn/lib_1/pig/a.jar"}}, {"hive", {}}, {"pigx", {}}}};
  // In the order of Java's hashes.
  EXPECT_EQ(Body(list), R"({"sharelib":[{"name":"hive"},{"name":"pigx"},{"name":"pig"}]})");
  EXPECT_EQ(Body(list + "?lib=pig"),
            R"({"sharelib":[{"name":"pig","files":["hdfs:\/\/nn\/lib_1\/pig\/a.jar"]}]})");
  EXPECT_EQ(Json::parse(Body(list + "?lib=pi.*"))["sharelib"].size(), 2U);
  EXPECT_EQ(Body(list + "?lib=pi"), R"({"sharelib":[]})");
  EXPECT_EQ(Code(Ask("GET", list + "?lib=%5B")), "400 E0307");
  EXPECT_EQ(Json::parse(Body(update))["sharelibUpdate"]["sharelibDirOld"], "hdfs://nn/lib_1");
  libraries_->folder = "hdfs://nn/lib_2";
  EXPECT_EQ(Body(update),
            R"({"sharelibUpdate":{"sharelibDirOld":"hdfs:\/\/nn\/lib_1","host":)"
            R"("http:\/\/127.0.0.1:11000\/oozie","sharelibDirNew":"hdfs:\/\/nn\/lib_2",)"
            R"("status":"Successful"}})");
  libraries_ = Error{ErrorClass::kTransient, "JA006", "the name node does not answer"};
  EXPECT_NE(Ask("GET", list).status, 200);
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

TEST_F(OozieApiTest, AdministrationShowsNoSecrets) {
  EXPECT_EQ(Body("/oozie/v2/admin/os-env"), "{\"API_TOKEN\":\"***\",\"HOME\":\"\\/home\\/joe\"}");
  const Json configuration = Json::parse(Body("/oozie/v2/admin/configuration"));
  EXPECT_EQ(configuration["db.password"], "***");
  EXPECT_EQ(configuration["oozie.email.smtp.host"], "localhost");
  EXPECT_EQ(Json::parse(Body("/oozie/v2/admin/build-version"))["buildVersion"], "5.2.1-hpdld-1.2");
  Put(Job(2, "a", JobState::kRunning), {});
  EXPECT_EQ(Json::parse(Body("/oozie/v2/admin/metrics"))["gauges"]["jobstatus.RUNNING"]["value"],
            1);
}

/// Parts of requests in any order, with some bytes changed: each has an answer, and none of them is
/// that the server has failed.
TEST_F(OozieApiTest, NothingThatIsAskedMakesItFail) {
  const std::string id = Put(Job(1, "a", JobState::kRunning), {Node("mk", "fs", "")});
  const std::vector<std::string> methods = {"GET", "PUT", "POST", "DELETE", "HEAD", "OPTIONS", "X"};
  const std::vector<std::string> parts = {
      "/oozie",    "/v0", "/v1", "/v2", "/v9",    "/admin",  "/jobs", "/job/", "/validate", "/sla",
      "/versions", id,    "@mk", "/",   "status", "metrics", "%00",   "%",     "%zz",       "\xff"};
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

TEST_F(OozieApiTest, APurgeIsForAdministrators) {
  for (const char* query : {"?wf=3&coord=&limit=7", "?wf=&coord=2", ""}) {
    const OozieAnswer answer = Ask("PUT", "/oozie/v2/admin/purge" + std::string(query));
    EXPECT_EQ(answer.body, "{\"purge\":\"Purge command executed successfully\"}");
  }
  EXPECT_EQ(Code(Ask("PUT", "/oozie/v2/admin/purge?wf=-3")), "400 E0303");
  EXPECT_EQ(Code(Ask("PUT", "/oozie/v2/admin/purge", "", "", "guest")), "401 E0503");
  EXPECT_EQ(Code(Ask("PUT", "/oozie/v0/admin/purge")), "400 E0301");
  EXPECT_THAT(purged_, ElementsAre("3 7", "- -", "- -"));
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
