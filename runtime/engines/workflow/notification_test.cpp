#include "runtime/engines/workflow/notification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "runtime/engines/workflow/kind.h"
#include "runtime/engines/workflow/testing/engine_fixture.h"
#include "runtime/engines/workflow/testing/program_builder.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/ground/base/testing/hurrying_time.h"

namespace hpdl::rt {
namespace {

using testing::ProgramBuilder;
using testing::WorkflowBuilder;
using Hook = NotificationHook;
using N = NodeState;

constexpr N kNodeStates[] = {N::kPrep,     N::kRunning,   N::kOk,         N::kError,
                             N::kKilled,   N::kFailed,    N::kStartRetry, N::kStartManual,
                             N::kEndRetry, N::kEndManual, N::kUserRetry};

std::string Words(Hook hook, const std::string& type) {
  std::string words;
  for (const N state : kNodeStates) {
    NodeRow row;
    row.type = type;
    row.state = state;
    row.sequence = 1;
    row.transition = state == N::kOk || state == N::kError ? "next" : "";
    words += NotificationWord(hook, row) + "|";
  }
  return words;
}

TEST(NotificationWords, OfActions) {
  EXPECT_EQ(Words(Hook::kOozieAction, "shell"),
            "S:RUNNING||T:next|T:next|T:null|S:FAILED|S:START_RETRY|S:START_MANUAL|S:END_RETRY|"
            "S:END_MANUAL|S:USER_RETRY|");
  for (const char* type : {"fs", "email"}) {
    EXPECT_EQ(Words(Hook::kOozieAction, type).substr(0, 9), "||T:next|") << type;
    EXPECT_EQ(Words(Hook::kHwsAction, type).substr(0, 9), "started||") << type;
  }
  EXPECT_EQ(Words(Hook::kHwsAction, "ssh"),
            "started||OK|ERROR|ERROR|ERROR|automatic-retry|manual-retry|automatic-retry|"
            "manual-retry|automatic-retry|");
  EXPECT_EQ(Words(Hook::kOozieJob, "shell"), "|||||||||||");
  EXPECT_EQ(Words(Hook::kHwsJob, "shell"), "|||||||||||");
}

TEST(NotificationWords, OfDecisionsAndOtherControlNodes) {
  EXPECT_EQ(Words(Hook::kOozieAction, "decision"), "||T:next|T:next|T:null|S:FAILED||||||");
  EXPECT_EQ(Words(Hook::kHwsAction, "decision"), "||next|ERROR|ERROR|ERROR||||||");
  for (const char* type : {"start", "end", "kill", "fail", "fork", "join"}) {
    const std::string_view name = type;
    EXPECT_EQ(Words(Hook::kOozieAction, type), name == "fork" ? "||T:*|||||||||"
                                               : name == "kill" || name == "fail"
                                                   ? "||T:next|T:null|T:null|T:null||||||"
                                                   : "||T:next|||||||||")
        << type;
    EXPECT_EQ(Words(Hook::kHwsAction, type), "|||||||||||") << type;
  }
  NodeRow end;
  end.type = "end";
  end.state = N::kOk;
  EXPECT_EQ(NotificationWord(Hook::kOozieAction, end), "T:null");
}

TEST(NotificationWords, AnActionThatIsHeldBeforeItsStartHasNone) {
  NodeRow row;
  row.type = "shell";
  row.state = N::kStartManual;
  EXPECT_EQ(NotificationWord(Hook::kOozieAction, row), "");
}

TEST(NotificationWords, OfJobs) {
  std::string oozie;
  std::string hws;
  for (const JobState state : {JobState::kPrep, JobState::kRunning, JobState::kSuspended,
                               JobState::kSucceeded, JobState::kKilled, JobState::kFailed}) {
    oozie += NotificationWord(Hook::kOozieJob, state) + "|";
    hws += NotificationWord(Hook::kHwsJob, state) + "|";
    EXPECT_EQ(NotificationWord(Hook::kOozieAction, state), "");
    EXPECT_EQ(NotificationWord(Hook::kHwsAction, state), "");
  }
  EXPECT_EQ(oozie, "|RUNNING|SUSPENDED|SUCCEEDED|KILLED|FAILED|");
  EXPECT_EQ(hws, "|||SUCCEEDED|KILLED|FAILED|");
}

TEST(NotificationStates, Table) {
  using S = NotificationState;
  const TryResult failed{"no", false}, hopeless{"never", true};
  EXPECT_EQ(AfterTry({}, 1, 0), S::kDelivered);
  EXPECT_EQ(AfterTry({}, 9, 3), S::kDelivered);
  EXPECT_EQ(AfterTry(failed, 1, 0), S::kGivenUp);
  EXPECT_EQ(AfterTry(failed, 1, 3), S::kWaiting);
  EXPECT_EQ(AfterTry(failed, 3, 3), S::kWaiting);
  EXPECT_EQ(AfterTry(failed, 4, 3), S::kGivenUp);
  EXPECT_EQ(AfterTry(hopeless, 1, 3), S::kGivenUp);
  for (const S to : {S::kWaiting, S::kDelivered, S::kGivenUp}) {
    EXPECT_TRUE(MayFollow(S::kWaiting, to));
    EXPECT_FALSE(MayFollow(S::kDelivered, to));
    EXPECT_FALSE(MayFollow(S::kGivenUp, to));
  }
}

std::string Complaint(const std::string& url, Hook hook = Hook::kHwsAction) {
  const Result<void> checked = CheckNotifications({{NotificationProperty(hook), url}}, true);
  return checked ? "" : checked.error().message;
}

TEST(NotificationUrls, GoodOnes) {
  for (const char* url :
       {"http://h", "https://h:443/p?j=$jobId&n=$nodeName&s=$status&p=$parentId&$nosuch",
        "HTTP://[::1]:80/", "http://u:p@h/", "", " \n", "  http://h/$jobId_x ",
        "http://h/?price=$5&x=$", "http://h/$$jobId"}) {
    EXPECT_EQ(Complaint(url, Hook::kOozieAction), "") << url;
    EXPECT_TRUE(NotificationWarnings({{"oozie.wf.action.notification.url", url}}).empty()) << url;
  }
  EXPECT_EQ(Complaint("http://h/$wfId/$nodeName/$nodeStatus", Hook::kHwsAction), "");
  EXPECT_EQ(Complaint("http://h/$wfId/$wfstatus", Hook::kHwsJob), "");
}

TEST(NotificationUrls, BadOnesAreRefusedWithoutShowingThem) {
  const std::pair<const char*, const char*> cases[] = {
      {"ftp://geheim/", "http:// or https://"},
      {"geheim", "http:// or https://"},
      {"file:///geheim", "http:// or https://"},
      {"http:/geheim", "http:// or https://"},
      {"http://", "no host"},
      {"http:///geheim", "no host"},
      {"http://geheim@/", "no host"},
      {"http://[::1/geheim", "no host"},
      {"http://h:0/geheim", "port"},
      {"http://h:/geheim", "port"},
      {"http://h:65536/geheim", "port"},
      {"http://h:8o/geheim", "port"},
      {"http://h/geheim x", "blank or control"},
      {"http://h/geheim\nHost: x", "blank or control"},
      {"http://h/geheim?$jobId", "$jobId is not a token"},
      {"http://h/geheim?$Status", "$Status is not a token"}};
  for (const auto& [url, words] : cases) {
    const std::string complaint = Complaint(url);
    EXPECT_NE(complaint.find(words), std::string::npos) << url << ": " << complaint;
    EXPECT_NE(complaint.find("hws.action.notification.url"), std::string::npos);
    EXPECT_EQ(complaint.find("geheim"), std::string::npos) << complaint;
  }
  EXPECT_NE(Complaint("http://h/$nodeName", Hook::kHwsJob), "") << "a job has no node";
  EXPECT_NE(Complaint("http://h/" + std::string(9000, 'x')), "");
  EXPECT_FALSE(CheckNotifications({{"hws.workflow.notification.url", "http://h"}}, false));
  EXPECT_TRUE(CheckNotifications({{"hws.workflow.notification.url", ""}}, false));
}

TEST(NotificationUrls, OfOozieAreOnlyWarnedOf) {
  const Properties properties = {{"oozie.wf.action.notification.url", "geheim"},
                                 {"oozie.wf.workflow.notification.proxy", "geheim:0"},
                                 {"oozie.wf.workflow.notification.url", "http://h/"}};
  EXPECT_TRUE(CheckNotifications(properties, true));
  EXPECT_FALSE(CheckNotifications(properties, false));
  EXPECT_EQ(NotificationWarnings(properties),
            (std::vector<std::string>{
                "property oozie.wf.workflow.notification.proxy: the host or the port of the proxy "
                "cannot exist; no notification is sent",
                "property oozie.wf.action.notification.url: the URL does not begin with http:// or "
                "https://; no notification is sent"}));
}

TEST(NotificationUrls, TokensAreReplaced) {
  const Properties properties = {
      {"oozie.wf.action.notification.url",
       "http://u:p@h:8080/$jobId?n=$nodeName&s=$status&$parentId$"},
      {"hws.action.notification.url", "https://h/$nodeStatus$nodeStatus/$wfIdx"},
      {"oozie.wf.workflow.notification.url", "nonsense"}};
  const JobNotices notices(properties, "parent-W");
  JobRow job;
  job.id = "job-W";
  job.number = 3;
  job.run = 2;
  NodeRow node;
  node.node = "a b/\xc3\xa4";
  node.type = "shell";
  node.state = N::kOk;
  node.transition = "to&";
  const std::vector<NotificationRow> rows = notices.Of(job, node);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].url, "http://u:p@h:8080/job-W?n=a%20b%2F%C3%A4&s=T:to%26&$parentId$");
  EXPECT_EQ(rows[0].target, "http://h:8080");
  EXPECT_EQ(rows[0].status, "T:to&");
  EXPECT_EQ(rows[0].job, 3);
  EXPECT_EQ(rows[0].run, 2);
  EXPECT_EQ(rows[1].url, "https://h/OKOK/job-Wx");
  job.state = JobState::kSucceeded;
  EXPECT_TRUE(notices.Of(job).empty()) << "a bad URL is passed over";
  EXPECT_TRUE(JobNotices({}, "").empty());
}

// ---- With the engine

/// The receiver of the notifications in these tests: its replies, and the requests that it has
/// received.
struct Peer {
  std::vector<std::string> asked;  ///< paths in the order of their arrival
  std::vector<std::string> got;    ///< paths in the order of the replies
  std::function<int(const std::string& path)> status = [](const std::string&) { return 200; };
  std::string awaited;  ///< the path whose arrival lets the requests with kAwait go on
  int at_once = 0, most_at_once = 0;
  std::set<std::string> proxies;
};
Peer* peer = nullptr;
constexpr int kHang = -1, kRefuse = -2, kSlow = 201, kAwait = 202;

class FakeNetwork final : public Network {
 public:
  Task<Result<HttpReply>> Send(HttpRequest request) override {
    EXPECT_EQ(request.method, "GET");
    EXPECT_TRUE(request.drop_body);
    const std::string path = request.url.substr(request.url.find('/', 8));
    peer->most_at_once = std::max(peer->most_at_once, ++peer->at_once);
    peer->asked.push_back(path);
    const int status = peer->status(path);
    const std::int64_t takes_ms = status == kHang ? request.total_ms : status == kSlow ? 20 : 1;
    co_await Sleep(std::chrono::milliseconds(takes_ms));
    while (status == kAwait &&
           std::find(peer->asked.begin(), peer->asked.end(), peer->awaited) == peer->asked.end()) {
      co_await Sleep(std::chrono::milliseconds(1));
    }
    --peer->at_once;
    if (status < 0) {
      co_return Error{ErrorClass::kTransient, "NET_CONNECT", "h: refused"};
    }
    peer->got.push_back(path);
    peer->proxies.insert(request.proxy);
    HttpReply reply;
    reply.status = status;
    co_return reply;
  }
  Task<Result<MailReply>> SendMail(MailRequest) override { co_return MailReply(); }
};
const hpdl_network kFakeNetwork{[](boost::asio::io_context&) -> std::unique_ptr<Network> {
  return std::make_unique<FakeNetwork>();
}};

std::vector<Error> failures;
Task<Outcome> RunGiven(ActionContext&) {
  Outcome outcome;
  if (!failures.empty()) {
    outcome.error = failures.front();
    failures.erase(failures.begin());
  }
  co_return outcome;
}
constexpr hpdl_kind kGiven{"plain", &RunGiven, false};

Task<Outcome> RunNotifyingChild(ActionContext& context) {
  Properties given;
  for (const auto& [name, value] : context.configuration()) {
    if (IsNotificationProperty(name)) {
      given[name] = value;
    }
  }
  const auto own = context.configuration().find("child.url");
  if (own != context.configuration().end()) {
    given["hws.workflow.notification.url"] = own->second;
  }
  co_return co_await context.RunSubWorkflow("/sub", std::move(given));
}
constexpr hpdl_kind kNotifyingChild{"sub-workflow", &RunNotifyingChild, false};

std::int32_t True(hpdl_eval*, hpdl_value* out) {
  out->type = HPDL_BOOLEAN;
  out->size = 0;
  out->as.i = 1;
  return 0;
}

class NotificationTest : public testing::EngineFixture {
 protected:
  void SetUp() override {
    EngineFixture::SetUp();
    peer = &peer_;
    failures.clear();
    options_.properties["oozie.wf.workflow.notification.url"] = "http://h/job/$status";
    options_.properties["oozie.wf.action.notification.url"] = "http://h/node/$nodeName/$status";
    Site({{"hpdl.notification.retry.interval", "0"}});
  }

  void Site(const std::map<std::string, std::string>& settings) {
    options_.site_path = root_ + "/site.xml";
    std::ofstream file(options_.site_path);
    file << "<configuration>";
    for (const auto& [name, value] : settings) {
      file << "<property><name>" << name << "</name><value>" << value << "</value></property>";
    }
    file << "</configuration>";
  }
  /// Makes start -> a -> which -> end, with a kill node for errors.
  hpdl_workflow Simple(WorkflowBuilder& w) {
    w.Start("a");
    w.Action("a", &kGiven, "which", "kill");
    w.Decision("which", {{w.Call(&True), "end"}}, "kill");
    w.Kill("kill", w.Text("no"));
    w.End("end");
    return w.Finish();
  }
  void Use(ProgramBuilder& p) {
    p.program.network = &kFakeNetwork;
    program_ = &p.program;
  }
  JobState Go() {
    id_ = *Submit(*program_, *state_, options_);
    return Again();
  }
  JobState Again() {
    const Result<JobState> end = ExecuteWith(*program_, *state_, id_, nullptr, hooks_);
    EXPECT_TRUE(end) << end.error().message;
    return end ? *end : JobState::kPrep;
  }
  NotificationReport Report() { return *(*state_->OpenJob(id_, true))->Notifications(); }
  /// Returns the paths that begin with `prefix`, without the prefix.
  std::vector<std::string> Got(const std::string& prefix) {
    std::vector<std::string> paths;
    for (const std::string& path : peer_.got) {
      if (path.starts_with(prefix)) {
        paths.push_back(path.substr(prefix.size()));
      }
    }
    return paths;
  }
  using Texts = std::vector<std::string>;
  /// The notifications of a run of Simple() in which nothing fails.
  const Texts kWhole{":start:/T:a", "a/S:RUNNING", "a/T:which", "which/T:end", "end/T:null"};

  std::string id_;
  const hpdl_program* program_ = nullptr;
  Peer peer_;
};

TEST_F(NotificationTest, EachTransitionInOrder) {
  WorkflowBuilder w("one");
  ProgramBuilder p({Simple(w)});
  Use(p);
  EXPECT_EQ(Go(), JobState::kSucceeded);
  EXPECT_EQ(Got("/job/"), (Texts{"RUNNING", "SUCCEEDED"}));
  EXPECT_EQ(Got("/node/"), kWhole);
  const NotificationReport report = Report();
  EXPECT_EQ(report.delivered, 7);
  EXPECT_TRUE(report.undelivered.empty());
}

TEST_F(NotificationTest, GoByTheProxyOfTheJobElseOfTheSite) {
  WorkflowBuilder w("one");
  ProgramBuilder p({Simple(w)});
  Use(p);
  Go();
  EXPECT_EQ(peer_.proxies, (std::set<std::string>{""}));
  Site({{"oozie.notification.proxy", "socks@site:1080"}});
  Go();
  EXPECT_TRUE(peer_.proxies.contains("socks5h://site:1080"));
  options_.properties["oozie.wf.workflow.notification.proxy"] = "jobs:3128";
  peer_.proxies.clear();
  Go();
  EXPECT_EQ(peer_.proxies, (std::set<std::string>{"http://jobs:3128"}));
  options_.properties["oozie.wf.workflow.notification.proxy"] = "nonsense";
  peer_.proxies.clear();
  Go();
  EXPECT_EQ(peer_.proxies, (std::set<std::string>{""}));
  options_.properties.erase("oozie.wf.workflow.notification.proxy");
  Site({{"oozie.notification.proxy", "nonsense:0"}, {"hpdl.notification.retries.max", "0"}});
  peer_.got.clear();
  Go();
  EXPECT_TRUE(peer_.got.empty());
  ASSERT_FALSE(Report().undelivered.empty());
  EXPECT_NE(Report().undelivered[0].error.find("cannot exist"), std::string::npos);
}

TEST_F(NotificationTest, WordsOfHws) {
  options_.properties.clear();
  options_.properties["user.name"] = "joe";
  options_.properties["hws.workflow.notification.url"] = "http://h/job/$wfstatus";
  options_.properties["hws.action.notification.url"] = "http://h/node/$nodeName/$nodeStatus";
  WorkflowBuilder w("one", HPDL_DIALECT_HWS);
  ProgramBuilder p({Simple(w)});
  Use(p);
  failures = {{ErrorClass::kTransient, "T", "later"}};
  EXPECT_EQ(Go(), JobState::kSucceeded);
  EXPECT_EQ(Got("/job/"), (Texts{"SUCCEEDED"}));
  EXPECT_EQ(Got("/node/"),
            (Texts{"a/started", "a/automatic-retry", "a/started", "a/OK", "which/end"}));
}

/// Notifications of HWS: the end of a job follows those of its actions.
class HwsNotificationTest : public NotificationTest {
 protected:
  void SetUp() override {
    NotificationTest::SetUp();
    options_.properties = {{"user.name", "joe"},
                           {"hws.workflow.notification.url", "http://h/job/$wfstatus"},
                           {"hws.action.notification.url", "http://h/node/$nodeName/$nodeStatus"}};
  }
  static bool IsOfNode(const std::string& path) { return path.starts_with("/node/"); }
};

TEST_F(HwsNotificationTest, TheEndFollowsTheActionsOfASlowPeer) {
  WorkflowBuilder w("one", HPDL_DIALECT_HWS);
  ProgramBuilder p({Simple(w)});
  Use(p);
  peer_.status = [](const std::string& path) { return IsOfNode(path) ? kSlow : 200; };
  EXPECT_EQ(Go(), JobState::kSucceeded);
  EXPECT_EQ(Got("/node/"), (Texts{"a/started", "a/OK", "which/end"}));
  EXPECT_EQ(peer_.got.back(), "/job/SUCCEEDED");
  EXPECT_EQ(peer_.asked, peer_.got) << "one request at a time";
}

TEST_F(HwsNotificationTest, TheEndFollowsManyActions) {
  WorkflowBuilder w("many", HPDL_DIALECT_HWS);
  std::vector<std::string> paths;
  for (int i = 0; i < 30; ++i) {
    paths.push_back("a" + std::to_string(i));
  }
  w.Start("fork");
  w.Fork("fork", paths);
  for (const std::string& path : paths) {
    w.Action(path, &kGiven, "join", "join");
  }
  w.Join("join", "end");
  w.End("end");
  ProgramBuilder p({w.Finish()});
  Use(p);
  EXPECT_EQ(Go(), JobState::kSucceeded);
  EXPECT_EQ(Got("/node/").size(), 60U);
  EXPECT_EQ(peer_.got.back(), "/job/SUCCEEDED");
}

TEST_F(HwsNotificationTest, TheEndFollowsActionsThatWereGivenUp) {
  Site({{"hpdl.notification.retries.max", "0"}});
  WorkflowBuilder w("one", HPDL_DIALECT_HWS);
  ProgramBuilder p({Simple(w)});
  Use(p);
  peer_.status = [](const std::string& path) { return IsOfNode(path) ? 500 : 200; };
  EXPECT_EQ(Go(), JobState::kSucceeded);
  EXPECT_EQ(peer_.asked,
            (Texts{"/node/a/started", "/node/a/OK", "/node/which/end", "/job/SUCCEEDED"}));
  EXPECT_EQ(Report().given_up, 3);
}

TEST_F(HwsNotificationTest, TheEndWaitsForNoRetryOfAnAction) {
  Site({{"hpdl.notification.retry.interval", "3600"}, {"hpdl.notification.end.wait", "3600"}});
  WorkflowBuilder w("one", HPDL_DIALECT_HWS);
  ProgramBuilder p({Simple(w)});
  Use(p);
  peer_.status = [](const std::string& path) { return IsOfNode(path) ? kRefuse : 200; };
  EXPECT_EQ(Go(), JobState::kSucceeded);
  EXPECT_EQ(peer_.asked, (Texts{"/node/a/started", "/job/SUCCEEDED"}));
  EXPECT_EQ(Got("/job/"), (Texts{"SUCCEEDED"}));
  EXPECT_EQ(Report().waiting, 3);
}

TEST_F(HwsNotificationTest, AResumeSendsTheEndLast) {
  Site({{"hpdl.notification.retry.interval", "3600"}, {"hpdl.notification.end.wait", "0"}});
  WorkflowBuilder w("one", HPDL_DIALECT_HWS);
  ProgramBuilder p({Simple(w)});
  Use(p);
  peer_.status = [](const std::string&) { return kRefuse; };
  EXPECT_EQ(Go(), JobState::kSucceeded);
  peer_.status = [](const std::string&) { return 200; };
  EXPECT_EQ(Again(), JobState::kSucceeded);
  EXPECT_EQ(peer_.got,
            (Texts{"/node/a/started", "/node/a/OK", "/node/which/end", "/job/SUCCEEDED"}));
}

TEST_F(HwsNotificationTest, TheEndOfARunPrecedesTheActionsOfTheNext) {
  Site({{"hpdl.notification.end.wait", "0"}});
  WorkflowBuilder w("one", HPDL_DIALECT_HWS);
  ProgramBuilder p({Simple(w)});
  Use(p);
  peer_.status = [](const std::string&) { return kRefuse; };
  failures = {{ErrorClass::kError, "E", "no"}};
  EXPECT_EQ(Go(), JobState::kFailed);
  Site({});
  RerunOptions rerun{options_, true, {}};
  ASSERT_TRUE(PrepareRerun(*program_, *state_, id_, rerun));
  peer_.awaited = "/job/FAILED";
  peer_.asked.clear();
  // The action's notifications of the second run wait until the end of the first run was sent.
  peer_.status = [this](const std::string& path) {
    return path == "/node/a/started" && std::count(peer_.asked.begin(), peer_.asked.end(), path) > 1
               ? kAwait
               : 200;
  };
  EXPECT_EQ(Again(), JobState::kSucceeded);
  EXPECT_EQ(Got("/job/"), (Texts{"FAILED", "SUCCEEDED"}));
  EXPECT_EQ(Got("/node/"), (Texts{"a/started", "a/ERROR", "a/started", "a/OK", "which/end"}));
}

TEST_F(NotificationTest, TheEndOfAJobOfOozieDoesNotWaitForItsActions) {
  WorkflowBuilder w("one");
  ProgramBuilder p({Simple(w)});
  Use(p);
  peer_.awaited = "/job/SUCCEEDED";
  peer_.status = [](const std::string& path) { return path.starts_with("/node/") ? kAwait : 200; };
  EXPECT_EQ(Go(), JobState::kSucceeded);
  EXPECT_EQ(Got("/job/"), (Texts{"RUNNING", "SUCCEEDED"}));
  EXPECT_EQ(Got("/node/"),
            (Texts{":start:/T:a", "a/S:RUNNING", "a/T:which", "which/T:end", "end/T:null"}));
}

TEST_F(NotificationTest, ManyThatFailAtOnceAreGivenUp) {
  WorkflowBuilder w("one");
  ProgramBuilder p({Simple(w)});
  Use(p);
  options_.properties.erase("oozie.wf.action.notification.url");
  EXPECT_EQ(Go(), JobState::kSucceeded);
  Site({{"oozie.notification.proxy", "nonsense:0"}, {"hpdl.notification.retries.max", "0"}});
  constexpr int kMany = 20'000;  // a call of each within the call of the last would need too much
                                 // of the stack
  {
    const auto journal = state_->OpenJob(id_, false);
    ASSERT_TRUE(journal);
    for (int i = 0; i < kMany; ++i) {
      NotificationRow row;
      row.url = "http://h/x";
      ASSERT_TRUE((*journal)->PutNotification(&row));
    }
    ASSERT_TRUE((*journal)->Commit());
  }
  EXPECT_EQ(Again(), JobState::kSucceeded);
  EXPECT_EQ(Report().given_up, kMany);
}

TEST_F(NotificationTest, FailuresRetriesAndSuspension) {
  WorkflowBuilder w("one");
  ProgramBuilder p({Simple(w)});
  Use(p);
  failures = {{ErrorClass::kTransient, "T", "later"}, {ErrorClass::kNonTransient, "N", "ask"}};
  EXPECT_EQ(Go(), JobState::kSuspended);
  EXPECT_EQ(Got("/job/"), (Texts{"RUNNING", "SUSPENDED"}));
  EXPECT_EQ(Got("/node/"), (Texts{":start:/T:a", "a/S:RUNNING", "a/S:START_RETRY", "a/S:RUNNING",
                                  "a/S:START_MANUAL"}));
  peer_.got.clear();
  failures = {{ErrorClass::kError, "E", "no"}};
  EXPECT_EQ(Again(), JobState::kKilled);
  EXPECT_EQ(Got("/job/"), (Texts{"RUNNING", "KILLED"}));
  EXPECT_EQ(Got("/node/"), (Texts{"a/S:RUNNING", "a/T:kill", "kill/T:null"}));
}

TEST_F(NotificationTest, RetriedInOrderThenGivenUp) {
  WorkflowBuilder w("one");
  ProgramBuilder p({Simple(w)});
  Use(p);
  Site({{"hpdl.notification.retry.interval", "0"}, {"hpdl.notification.retries.max", "2"}});
  int tries = 0;
  peer_.status = [&](const std::string& path) {
    if (path == "/node/a/S:RUNNING") {
      return ++tries < 3 ? 500 : 204;
    }
    return path == "/node/a/T:which" ? 404 : 200;
  };
  EXPECT_EQ(Go(), JobState::kSucceeded);
  EXPECT_EQ(Got("/node/"),
            (Texts{":start:/T:a", "a/S:RUNNING", "a/S:RUNNING", "a/S:RUNNING", "a/T:which",
                   "a/T:which", "a/T:which", "which/T:end", "end/T:null"}));
  const NotificationReport report = Report();
  EXPECT_EQ(report.delivered, 6);
  EXPECT_EQ(report.given_up, 1);
  ASSERT_EQ(report.undelivered.size(), 1U);
  EXPECT_EQ(report.undelivered[0].status, "T:which");
  EXPECT_EQ(report.undelivered[0].tries, 3);
  EXPECT_EQ(report.undelivered[0].error, "status 404");
  EXPECT_FALSE(ExecuteWith(*program_, *state_, id_, nullptr, hooks_)) << "nothing waits any more";
}

TEST_F(NotificationTest, TheEndDoesNotWaitForADeadPeerAndResumeSendsWhatIsLeft) {
  WorkflowBuilder w("one");
  ProgramBuilder p({Simple(w)});
  Use(p);
  Site({{"hpdl.notification.retry.interval", "3600"}, {"hpdl.notification.end.wait", "3600"}});
  bool dead = true;
  peer_.status = [&](const std::string&) { return dead ? kRefuse : 200; };
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(Go(), JobState::kSucceeded);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes(10));
  NotificationReport report = Report();
  EXPECT_EQ(report.waiting, 7);
  EXPECT_EQ(report.undelivered[0].error, "NET_CONNECT: h: refused");
  EXPECT_EQ(report.undelivered[0].tries, 1);
  dead = false;
  EXPECT_EQ(Again(), JobState::kSucceeded) << "the state that the job ended in";
  EXPECT_EQ(Got("/node/"), kWhole);
  EXPECT_EQ(Report().delivered, 7);
}

TEST_F(NotificationTest, TriesAreAsFarApartAsTheSiteSays) {
  const testing::HurryingTime time(std::chrono::milliseconds(50));
  WorkflowBuilder w("one");
  ProgramBuilder p({Simple(w)});
  Use(p);
  Site({{"hpdl.notification.retry.interval", "900"}, {"hpdl.notification.end.wait", "3000"}});
  std::vector<std::int64_t> tries;
  peer_.status = [&](const std::string& path) {
    if (path != "/job/RUNNING") {
      return 200;
    }
    tries.push_back(NowMs());
    return tries.size() < 3 ? kRefuse : 200;
  };
  EXPECT_EQ(Go(), JobState::kSucceeded);
  ASSERT_EQ(tries.size(), 3U);
  EXPECT_NEAR(tries[1] - tries[0], 900'000, 120'000);
  EXPECT_NEAR(tries[2] - tries[1], 900'000, 120'000);
  EXPECT_EQ(Report().waiting, 0);
}

TEST_F(NotificationTest, AJobParksInTheCommitThatSaysWhatWasTried) {
  WorkflowBuilder w("one");
  ProgramBuilder p({Simple(w)});
  Use(p);
  Site({});
  options_.properties.erase("oozie.wf.action.notification.url");
  failures = {{ErrorClass::kTransient, "JA006", "away"}};
  hooks_.retry = {.max = 3, .first_ms = 3'600'000, .most_ms = 3'600'000};
  hooks_.park_after_ms = 0;
  const auto commits = std::make_shared<testing::SlowCommits>();
  commits->delay_ms = 0;
  hooks_.wrap_journal = [commits](boost::asio::io_context& io, std::unique_ptr<Journal> journal) {
    return std::make_unique<testing::SlowJournal>(io, std::move(journal), commits);
  };
  int before = 0;
  peer_.status = [&](const std::string&) {
    before = commits->started;
    return kRefuse;
  };
  EXPECT_EQ(Go(), JobState::kRunning);
  EXPECT_TRUE(Job(id_).parked);
  EXPECT_EQ(Report().undelivered.at(0).tries, 1);
  EXPECT_LE(commits->started, before + 2) << "one may have been under way";
}

TEST_F(NotificationTest, TheEndWaitsNoLongerThanTheSiteSays) {
  WorkflowBuilder w("one");
  ProgramBuilder p({Simple(w)});
  Use(p);
  Site({{"hpdl.notification.end.wait", "1"},
        {"oozie.notification.url.connection.timeout", "3600000"}});
  peer_.status = [](const std::string&) { return kHang; };
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(Go(), JobState::kSucceeded);
  const auto took = std::chrono::steady_clock::now() - begin;
  EXPECT_GE(took, std::chrono::seconds(1));
  EXPECT_LT(took, std::chrono::minutes(10));
  EXPECT_EQ(Report().waiting, 7);
}

TEST_F(NotificationTest, ARerunSendsWhatTheRunBeforeLeft) {
  WorkflowBuilder w("one");
  ProgramBuilder p({Simple(w)});
  Use(p);
  Site({{"hpdl.notification.end.wait", "0"}});
  bool dead = true;
  peer_.status = [&](const std::string&) { return dead ? kRefuse : 200; };
  failures = {{ErrorClass::kError, "E", "no"}};
  EXPECT_EQ(Go(), JobState::kKilled);
  EXPECT_EQ(Report().waiting, 6);
  dead = false;
  Site({});
  RerunOptions rerun{options_, true, {}};
  ASSERT_TRUE(PrepareRerun(*program_, *state_, id_, rerun));
  EXPECT_EQ(Again(), JobState::kSucceeded);
  EXPECT_EQ(Got("/job/"), (Texts{"RUNNING", "KILLED", "RUNNING", "SUCCEEDED"}));
  EXPECT_EQ(Got("/node/"), (Texts{":start:/T:a", "a/S:RUNNING", "a/T:kill", "kill/T:null",
                                  "a/S:RUNNING", "a/T:which", "which/T:end", "end/T:null"}));
}

TEST_F(NotificationTest, WithoutANetworkTheEndWaitsForNothing) {
  WorkflowBuilder w("one");
  ProgramBuilder p({Simple(w)});
  Use(p);
  Site({{"hpdl.notification.end.wait", "0"}});
  peer_.status = [](const std::string&) { return kRefuse; };
  failures = {{ErrorClass::kError, "E", "no"}};
  EXPECT_EQ(Go(), JobState::kKilled);
  // A program of the same definition, built with --no-network, reruns the job.
  p.program.network = nullptr;
  for (auto& [name, url] : options_.properties) {
    url = " ";  // an empty property would not replace the URL of the earlier run
  }
  Site({{"hpdl.notification.end.wait", "3600"}});
  RerunOptions rerun{options_, true, {}};
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_TRUE(PrepareRerun(*program_, *state_, id_, rerun));
  EXPECT_EQ(Again(), JobState::kSucceeded);
  EXPECT_EQ(Again(), JobState::kSucceeded) << "what waits cannot be sent";
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes(10));
  EXPECT_EQ(Report().waiting, 6);
}

TEST_F(NotificationTest, SubWorkflowsTellOfTheirActions) {
  WorkflowBuilder outer("outer");
  outer.Start("sub");
  outer.Action("sub", &kNotifyingChild, "end", "end");
  outer.End("end");
  WorkflowBuilder inner("inner");
  inner.Start("inner");
  inner.Action("inner", &kGiven, "end", "end");
  inner.End("end");
  ProgramBuilder p({outer.Finish(), inner.Finish()}, {{"/sub", 1}});
  Use(p);
  options_.properties["oozie.wf.workflow.notification.url"] = "http://h/job/$parentId/$status";
  options_.properties["hws.workflow.notification.url"] = "http://h/hws/$wfstatus";
  EXPECT_EQ(Go(), JobState::kSucceeded);
  EXPECT_EQ(Got("/job/"), (Texts{"/RUNNING", "/SUCCEEDED"})) << "the state goes to the parent only";
  EXPECT_EQ(Got("/hws/"), (Texts{"SUCCEEDED", "SUCCEEDED"}));
  EXPECT_THAT(Got("/node/"), ::testing::Contains("inner/T:end"));
  peer_.got.clear();
  options_.properties["child.url"] = "gopher://h";
  EXPECT_EQ(Go(), JobState::kSucceeded) << "by the error transition of the action";
  EXPECT_EQ(Got("/hws/"), (Texts{"SUCCEEDED"}));
}

TEST_F(NotificationTest, AKillWithoutAnEngineIsTold) {
  WorkflowBuilder w("one");
  ProgramBuilder p({Simple(w)});
  Use(p);
  failures = {{ErrorClass::kNonTransient, "N", "ask"}};
  EXPECT_EQ(Go(), JobState::kSuspended);
  peer_.got.clear();
  ASSERT_TRUE(RequestKill(*state_, id_));
  EXPECT_EQ(Report().waiting, 2);
  SendNotifications(*program_, *state_, id_);
  EXPECT_EQ(Got("/job/"), (Texts{"KILLED"}));
  EXPECT_EQ(Got("/node/"), (Texts{"a/T:null"}));
  SendNotifications(*program_, *state_, id_);
  EXPECT_EQ(peer_.got.size(), 2U) << "once";
}

TEST_F(NotificationTest, ManyJobsShareABoundedNumberOfRequests) {
  WorkflowBuilder outer("outer");
  std::vector<std::string> paths;
  paths.reserve(40);
  for (int i = 0; i < 40; ++i) {
    paths.push_back("s" + std::to_string(i));
  }
  outer.Start("fork");
  outer.Fork("fork", paths);
  for (const std::string& path : paths) {
    outer.Action(path, &kNotifyingChild, "join", "join");
  }
  outer.Join("join", "end");
  outer.End("end");
  WorkflowBuilder inner("inner");
  inner.Start("end");
  inner.End("end");
  ProgramBuilder p({outer.Finish(), inner.Finish()}, {{"/sub", 1}});
  Use(p);
  options_.properties = {{"hws.workflow.notification.url", "http://h/job/$wfstatus"}};
  EXPECT_EQ(Go(), JobState::kSucceeded);
  EXPECT_EQ(Got("/job/").size(), 41U);
  EXPECT_GT(peer_.most_at_once, 4);
  EXPECT_LE(peer_.most_at_once, 16);
}

TEST_F(NotificationTest, WithoutUrlsThereAreNoRows) {
  WorkflowBuilder w("one");
  ProgramBuilder p({Simple(w)});
  Use(p);
  options_.properties.clear();
  EXPECT_EQ(Go(), JobState::kSucceeded);
  EXPECT_TRUE(peer_.got.empty());
  const NotificationReport report = Report();
  EXPECT_EQ(report.delivered + report.waiting + report.given_up, 0);
}

TEST_F(NotificationTest, BadUrlsAndProgramsWithoutNetworkAreRefusedBeforeTheStart) {
  WorkflowBuilder w("one");
  ProgramBuilder p({Simple(w)});
  Use(p);
  p.program.network = nullptr;
  EXPECT_FALSE(Submit(*program_, *state_, options_));
  p.program.network = &kFakeNetwork;
  options_.properties["hws.workflow.notification.url"] = "http://h/$nodeName";
  const Result<std::string> refused = Submit(*program_, *state_, options_);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("$nodeName is not a token"), std::string::npos);
  EXPECT_TRUE(testing::RootsOf(*state_).empty());
}

}  // namespace
}  // namespace hpdl::rt
