#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "runtime/engines/workflow/callbacks.h"
#include "runtime/engines/workflow/testing/plain_kinds.h"
#include "runtime/engines/workflow/transitions.h"
#include "runtime/store/sqlite/testing/faulty_disk.h"

/// Runs jobs with each sort of node on a disk that fails, or loses its power, at one file
/// operation. Checks that no reported event is lost, that an action does nothing before the journal
/// has recorded it durably, and that the error message is one line. On a healthy disk, the job then
/// continues to the same end.
namespace hpdl::rt {
namespace {

using namespace testing;

/// Functions that the actions of the test call. The action "bad" fails. "flaky" and "again" fail in
/// their first attempt and are tried again. "asks" fails in its first attempt and waits for a
/// person. "child" runs a command. "sub" runs a workflow. "called" waits for a callback.
struct DiskWatch {
  std::function<void(const ActionContext&)> begins;
  std::function<void()> answered;  ///< called when a callback is answered with 200
  std::function<void(const std::string& url)> notified;
  CallbackListen* listening = nullptr;
};
DiskWatch* disk_watch = nullptr;

Task<Outcome> RunCommand(ActionContext& ctx) {
  Command command;
  command.argv.emplace_back("true");
  command.directory = "/";
  const ExitStatus status = co_await ctx.RunProcess(std::move(command));
  co_return status.lost || status.code != 0 ? Outcome::Failed(ErrorClass::kError, "JA018", "lost")
                                            : Outcome::Ok();
}

Task<Outcome> RunUntilCalled(ActionContext& ctx) {
  CallbackRequest request;
  request.id = ctx.job().id + "@" + std::string(ctx.node());
  request.status = "done";
  const CallbackReply reply = co_await disk_watch->listening->handle(request);
  if (reply.status == 200) {
    disk_watch->answered();
  }
  const std::optional<Callback> callback = co_await ctx.AwaitCallback(-1);
  Outcome outcome;
  outcome.data.emplace();
  (*outcome.data)["said"] = callback ? callback->status : "nothing";
  co_return outcome;
}

Task<Outcome> RunOnDisk(ActionContext& ctx) {
  disk_watch->begins(ctx);
  const std::string_view node = ctx.node();
  const bool first = ctx.attempt() == 0;
  if (node.starts_with("bad") || (first && node.starts_with("again"))) {
    co_return Outcome::Failed(ErrorClass::kError, "JA018", "no good");
  }
  if (first && node.starts_with("flaky")) {
    co_return Outcome::Failed(ErrorClass::kTransient, "JA006", "not now");
  }
  if (first && node.starts_with("asks")) {
    co_return Outcome::Failed(ErrorClass::kNonTransient, "JA017", "nobody knows");
  }
  if (node.starts_with("child")) {
    co_return co_await RunCommand(ctx);
  }
  if (node.starts_with("called")) {
    co_return co_await RunUntilCalled(ctx);
  }
  if (node.starts_with("sub")) {
    co_return co_await ctx.RunSubWorkflow("sub", {});
  }
  Outcome outcome;
  outcome.data.emplace();
  (*outcome.data)["node"] = node;
  co_return outcome;
}
constexpr hpdl_kind kOnDisk{"plain", &RunOnDisk, false};

class DiskListener final : public CallbackListener {
 public:
  explicit DiskListener(CallbackListen listen) : listen_(std::move(listen)) {
    disk_watch->listening = &listen_;
  }
  ~DiskListener() override { disk_watch->listening = nullptr; }
  std::string address() const override { return "127.0.0.1:4711"; }

 private:
  CallbackListen listen_;
};

class DiskNetwork final : public Network {
 public:
  Task<Result<HttpReply>> Send(HttpRequest request) override {
    disk_watch->notified(request.url);
    HttpReply reply;
    reply.status = 200;
    co_return reply;
  }
  Task<Result<MailReply>> SendMail(MailRequest) override { co_return MailReply(); }
};

const hpdl_network kDiskNetwork{
    .open = [](boost::asio::io_context&) -> std::unique_ptr<Network> {
      return std::make_unique<DiskNetwork>();
    },
    .listen = [](boost::asio::io_context&,
                 CallbackListen listen) -> Result<std::unique_ptr<CallbackListener>> {
      return std::unique_ptr<CallbackListener>(std::make_unique<DiskListener>(std::move(listen)));
    }};

/// A workflow for one sort of node.
struct DiskCase {
  const char* name;
  JobState end;
  void (*make)(WorkflowBuilder& w);
  void (*options)(RunOptions& options) = nullptr;
  long most = 6;  ///< the maximum number of rounds for each sort of fault; one file operation fails
                  ///< in each round
  long most_in_full_run = 400;  ///< replaces `most` if HPDL_EVERY_CALL is set
};

void Chain(WorkflowBuilder& w, const std::vector<std::string>& actions) {
  w.Start(actions.front());
  for (std::size_t i = 0; i < actions.size(); ++i) {
    w.Action(actions[i], &kOnDisk, i + 1 < actions.size() ? actions[i + 1] : "end", "fail");
  }
  w.Kill("fail", w.Text("over"));
  w.End("end");
}

const DiskCase kDiskCases[] = {
    {"ForkDecisionJoin", JobState::kSucceeded,
     [](WorkflowBuilder& w) {
       w.Start("f");
       w.Fork("f", {"a", "d"});
       w.Action("a", &kOnDisk, "j", "fail");
       w.Decision("d", {{w.Call(&Decide), "b"}}, "j");
       w.Action("b", &kOnDisk, "j", "fail");
       w.Join("j", "c");
       w.Action("c", &kOnDisk, "end", "fail");
       w.Kill("fail", w.Text("over"));
       w.End("end");
     }},
    {"ErrorAndKill", JobState::kKilled, [](WorkflowBuilder& w) { Chain(w, {"a", "bad"}); }},
    {"Retries", JobState::kSucceeded,
     [](WorkflowBuilder& w) {
       Chain(w, {"flaky", "again"});
       w.RetriesOf("again", w.Text("1"), w.Text("0"));
     }},
    {"Person", JobState::kSucceeded, [](WorkflowBuilder& w) { Chain(w, {"asks", "a"}); }},
    {"Child", JobState::kSucceeded, [](WorkflowBuilder& w) { Chain(w, {"child", "a"}); }},
    {"SubWorkflow", JobState::kSucceeded, [](WorkflowBuilder& w) { Chain(w, {"sub", "a"}); }},
    {"Callback", JobState::kSucceeded, [](WorkflowBuilder& w) { Chain(w, {"called", "a"}); },
     [](RunOptions& options) { options.callback_listen = "127.0.0.1:0"; }},
    {"Notification", JobState::kSucceeded, [](WorkflowBuilder& w) { Chain(w, {"a", "b"}); },
     [](RunOptions& options) {
       options.properties["oozie.wf.action.notification.url"] = "http://h/$nodeName/$status";
       options.properties["oozie.wf.workflow.notification.url"] = "http://h/job/$status";
     }},
    // The job writes so much that 1,000 pages of SQLite's WAL are written back while it runs.
    {"Checkpoint", JobState::kSucceeded, [](WorkflowBuilder& w) { Chain(w, {"a", "b", "c"}); },
     [](RunOptions& options) { options.properties["much"] = std::string(4'200'000, 'x'); }, 2, 20},
};

/// The result of a job: one entry for each job, node, callback and notification.
using Records = std::map<std::string, std::string>;

class DiskFaultTest : public EngineTest, public ::testing::WithParamInterface<DiskCase> {
 protected:
  using Fault = FaultyDisk::Fault;

  void SetUp() override {
    // The test simulates the faults, so memory is used instead of a slower real disk.
    if (std::filesystem::exists("/dev/shm")) {
      setenv("TMPDIR", "/dev/shm", 1);
    }
    EngineTest::SetUp();
    unsetenv("TMPDIR");
    disk_watch = &watch_;
    watch_.begins = [this](const ActionContext& ctx) { Begins(ctx); };
    watch_.answered = [this] { EXPECT_TRUE(Synced().contains("callback 0 called")) << where_; };
    watch_.notified = [this](const std::string& url) {
      EXPECT_TRUE(Synced().contains("notification " + url)) << where_;
    };
    WorkflowBuilder& child = builders_.emplace_back("child");
    WorkflowBuilder& root = builders_.emplace_back("root");
    GetParam().make(root);
    Chain(child, {"x", "y"});
    program_.emplace(std::vector<hpdl_workflow>{root.Finish(), child.Finish()},
                     std::vector<std::pair<std::string, std::uint32_t>>{{"sub", 1}});
    program_->program.network = &kDiskNetwork;
    if (GetParam().options != nullptr) {
      GetParam().options(options_);
    }
    recorder_.events.clear();
  }
  void TearDown() override {
    state_.reset();  // the state directory is closed before the test destroys the disk that it uses
    EngineTest::TearDown();
  }

  /// Begins a round with a new state directory.
  void NewRound(std::string where) {
    where_ = std::move(where);
    directory_ = root_ + "/" + std::to_string(++round_);
    OpenState(directory_ + "/state");
    processes_ = FakeProcesses();
    recorder_.events.clear();
    begun_.clear();
    id_.clear();
  }
  /// Ends a round and removes its files.
  void EndRound() {
    state_.reset();
    std::filesystem::remove_all(directory_);
    disk_.Forget(directory_);
  }

  /// Submits the job if there is no job yet, and runs the job until a file operation fails or the
  /// job waits for a person. Checks the message of a failure.
  void SubmitAndRun() {
    if (id_.empty()) {
      const Result<std::string> id = Submit(program_->program, *state_, options_);
      if (!id) {
        CheckMessage(id.error());
        EXPECT_TRUE(std::filesystem::is_empty(directory_ + "/state/jobs")) << where_;
        return;
      }
      id_ = *id;
    }
    const Result<JobState> end = ExecuteWith(program_->program, *state_, id_, &recorder_, hooks_);
    if (!end) {
      CheckMessage(end.error());
    }
  }
  void CheckMessage(const Error& error) {
    EXPECT_NE(error.message, "") << where_;
    EXPECT_EQ(error.message.find('\n'), std::string::npos) << where_ << error.message;
    EXPECT_EQ(error.code, "E0713") << where_ << error.message;
    EXPECT_EQ(error.error_class, ErrorClass::kFatal)
        << where_ << "a failing disk is no damaged journal: " << error.message;
  }
  /// Runs the job on a healthy disk to its end. Resumes the job whenever it waits for a person.
  void GoOn() {
    disk_.Mend();
    for (int tries = 0; tries < 4 && !IsOver(); ++tries) {
      SubmitAndRun();
    }
    CheckTold();
    EXPECT_EQ(RecordsOf(*state_), golden_) << where_;
    EndRound();
  }

  /// True if the job has ended and all its notifications were sent.
  bool IsOver() {
    return !id_.empty() && IsEnd(Job(id_).state) &&
           Must((*state_->OpenJob(id_, true))->Notifications()).waiting == 0;
  }
  template <class Rows>
  static Rows Must(Result<Rows> rows) {
    EXPECT_TRUE(rows) << rows.error().message;
    return rows ? std::move(*rows) : Rows();
  }
  static Records RecordsOf(StateDirectory& state, const std::string& id) {
    Records records;
    const auto store = state.OpenJob(id, true);
    const std::vector<JobRow> jobs = store ? Must((*store)->Jobs()) : std::vector<JobRow>();
    for (const JobRow& job : jobs) {
      const std::string number = std::to_string(job.number);
      records["job " + number] = std::string(StateName(job.state, 0)) + " " + job.error_message +
                                 " " + job.last_error_node;
      const auto nodes = Must((*store)->Nodes(job.number, job.run));
      for (const NodeRow& node : nodes) {
        records["node " + number + " " + node.node] =
            std::string(StateName(node.state, 0)) + " " + node.transition + " " +
            node.error_message + " " + std::to_string(node.attempt) + " " + node.data.value_or("");
      }
      const auto callbacks = Must((*store)->Callbacks(job.number, job.run));
      for (const CallbackRow& row : callbacks) {
        records["callback " + number + " " + row.node] += row.status;
      }
    }
    if (!jobs.empty()) {
      const NotificationReport report = Must((*store)->Notifications());
      for (const NotificationRow& row : report.undelivered) {
        records["notification " + row.url] = "waits";
      }
      records["delivered"] = std::to_string(report.delivered);
    }
    return records;
  }
  Records RecordsOf(StateDirectory& state) const { return RecordsOf(state, id_); }
  /// Returns the records that the journal would have if the power failed now.
  Records Synced() {
    const std::string copy = root_ + "/copy";
    std::filesystem::remove_all(copy);
    std::filesystem::create_directories(copy + "/jobs");
    disk_.CopySynced(directory_ + "/state", copy);
    const auto state = StateDirectory::Open(copy, false);
    return state ? RecordsOf(**state) : Records();
  }

  void Begins(const ActionContext& ctx) {
    const std::string node(ctx.node());
    const Records synced = Synced();
    const auto has = [&](const std::string& job) { return synced.contains("node " + job + node); };
    EXPECT_TRUE(has("0 ") || has("1 ")) << where_ << node << " began before that was durable";
    for (const ProgressEvent& event : recorder_.events) {
      EXPECT_FALSE(event.node == node && (event.state == "OK" || event.state == "ERROR"))
          << where_ << node << " ran after its end was told";
    }
    const std::string attempt = node + " " + std::to_string(ctx.attempt());
    EXPECT_TRUE(begun_.insert(attempt).second || ctx.resumed()) << where_ << attempt << " twice";
  }
  /// Checks the reported events. If the last event of a node or job has an end state, the journal
  /// must have that state.
  void CheckTold() {
    if (id_.empty()) {
      EXPECT_TRUE(recorder_.events.empty()) << where_;
      return;
    }
    const Records records = RecordsOf(*state_);
    std::map<std::string, std::string> told;
    for (const ProgressEvent& event : recorder_.events) {
      if (event.type != ProgressEvent::Type::kWaiting) {
        const std::string number = std::to_string(event.job);
        told[event.node.empty() ? "job " + number : "node " + number + " " + event.node] =
            event.state;
      }
    }
    for (const auto& [what, state] : told) {
      const auto found = records.find(what);
      ASSERT_NE(found, records.end()) << where_ << what << " was told " << state << " and is lost";
      const bool is_over = state == "OK" || state == "ERROR" || state == "KILLED" ||
                           state == "SUCCEEDED" || state == "FAILED";
      EXPECT_TRUE(!is_over || found->second.starts_with(state + " "))
          << where_ << what << " was told " << state << " and is " << found->second;
    }
  }

  /// Runs the job without a fault. Returns the number of file operations.
  long Undisturbed() {
    NewRound("undisturbed: ");
    for (int tries = 0; tries < 2 && !IsOver(); ++tries) {
      SubmitAndRun();
    }
    golden_ = RecordsOf(*state_);
    EXPECT_TRUE(golden_["job 0"].starts_with(std::string(StateName(GetParam().end, 0)) + " "))
        << golden_["job 0"];
    EndRound();
    return disk_.calls();
  }
  /// Chooses the file operations that fail, one in each round, and returns their numbers. Returns
  /// at most `most` numbers, or at most `most_in_full_run` if HPDL_EVERY_CALL is set. The numbers
  /// are spread evenly. The first number depends on `sort`.
  static std::vector<long> Chosen(long calls, long sort) {
    const bool full_run = std::getenv("HPDL_EVERY_CALL") != nullptr;
    const long most = full_run ? GetParam().most_in_full_run : GetParam().most;
    const long step = std::max(1L, (calls + most - 1) / most);
    std::vector<long> chosen;
    for (long n = 1 + sort * 3 % step; n <= calls; n += step) {
      chosen.push_back(n);
    }
    return chosen;
  }

  FaultyDisk disk_{"/state/jobs/"};
  DiskWatch watch_;
  std::deque<WorkflowBuilder> builders_;
  std::optional<ProgramBuilder> program_;
  Recorder recorder_;
  std::set<std::string> begun_;  ///< attempts that have begun
  Records golden_;
  std::string where_, directory_, id_;
  int round_ = 0;
};

TEST_P(DiskFaultTest, ACallThatFailsIsSaidAndTheJobGoesOn) {
  for (const Fault fault : FaultyDisk::kFaults) {
    disk_.FailAt(fault, -1, false);
    const long calls = Undisturbed();
    ASSERT_GT(calls, 0);
    int failed = 0;
    for (const long n : Chosen(calls, static_cast<long>(fault))) {
      for (const bool lasting : {false, true}) {
        NewRound("fault " + std::to_string(static_cast<int>(fault)) + " at call " +
                 std::to_string(n) + (lasting ? " and after: " : ": "));
        disk_.FailAt(fault, n, lasting);
        SubmitAndRun();
        failed += disk_.failed() ? 1 : 0;
        disk_.Mend();
        CheckTold();
        GoOn();
      }
    }
    EXPECT_GT(failed, 0);
  }
}

TEST_P(DiskFaultTest, NothingToldIsLostWithThePower) {
  disk_.StopAt(1'000'000);
  const long calls = Undisturbed();
  ASSERT_GT(calls, 0);
  for (const long n : Chosen(calls, 1)) {
    for (const FaultyDisk::Survivors survivors : FaultyDisk::kSurvivors) {
      NewRound("power lost at call " + std::to_string(n) + ", " +
               std::to_string(static_cast<int>(survivors)) + " survive: ");
      disk_.StopAt(n);
      SubmitAndRun();
      disk_.LosePower(survivors, static_cast<std::uint64_t>(n));
      disk_.Mend();
      CheckTold();
      GoOn();
    }
  }
}

/// Makes file operations on the catalogue fail. The catalogue is a copy of the journals' rows for
/// queries about all jobs.
class CatalogueOnFaultyDisk : public EngineTest {
 protected:
  void TearDown() override {
    state_.reset();  // the state directory is closed before the test destroys the disk that it uses
    EngineTest::TearDown();
  }
  void Reopen() { OpenState(root_ + "/state"); }

  FaultyDisk disk_{"/catalogue-"};
};

TEST_F(CatalogueOnFaultyDisk, NoEngineNoticesAndNothingIsMissingLater) {
  WorkflowBuilder w("diamond");
  const ProgramBuilder p({Diamond(w, &kPlain)});
  for (const FaultyDisk::Fault fault : FaultyDisk::kFaults) {
    for (const long n : {1, 2, 3, 5, 8, 13, 21}) {
      disk_.FailAt(fault, n, true);
      const std::string id = SubmitJob(p.program);
      EXPECT_EQ(Go(p.program, id), JobState::kSucceeded) << n;
      disk_.Mend();
      Reopen();
      ASSERT_FALSE(RootsOf(*state_).empty()) << n;
      EXPECT_EQ(RootsOf(*state_).front().root_id, id) << n;
      EXPECT_EQ(RootsOf(*state_).front().job.state, JobState::kSucceeded) << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EachSortOfNode, DiskFaultTest, ::testing::ValuesIn(kDiskCases),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace hpdl::rt
