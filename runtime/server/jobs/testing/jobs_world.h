#ifndef HPDL_RUNTIME_SERVER_JOBS_TESTING_JOBS_WORLD_H_
#define HPDL_RUNTIME_SERVER_JOBS_TESTING_JOBS_WORLD_H_

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/testing/eventually.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/server/access/sha256.h"
#include "runtime/server/jobs/job_server.h"
#include "runtime/server/jobs/testing/called_programs.h"
#include "runtime/server/jobs/testing/no_syncs.h"
#include "runtime/server/work/testing/awaiting.h"
#include "runtime/server/work/testing/site_of.h"
#include "runtime/store/job_ids.h"
#include "runtime/store/journal.h"
#include "runtime/store/lease.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/wait.h"

namespace hpdl::rt::testing {

/// A server of jobs; the test plays its compiler and the programs of jobs. By default a called
/// program makes its job or changes the job's state, as its arguments require. A program that runs
/// a job stays until the test calls EndJob(). A test replaces this behaviour by setting `instead`.
class JobsWorld : public ::testing::Test {
 protected:
  JobsWorld() { programs_->Make(root_ + "/hpdlc"); }
  ~JobsWorld() override { Leave(); }

  /// Ends the server if one runs, and begins a new server.
  void Begin(Properties settings = {}, const std::string& archive = "") {
    Leave();
    loop_ = std::make_unique<boost::asio::io_context>(1);
    programs_->Use(loop_.get());
    ServerSetup setup;
    setup.state_path = root_ + "/state";
    setup.site_path = root_ + "/site.xml";
    setup.site = SiteOf(setup.site_path, settings);
    setup.hpdlc = root_ + "/hpdlc";
    setup.archive = archive;
    setup.local = true;
    setup.authorization = authorization_;
    setup.log = [this](LogLevel level, std::string_view line) {
      constexpr std::string_view kLetters = "EWID";
      log_.push_back(kLetters[static_cast<std::size_t>(level)] + std::string(" ") +
                     std::string(line));
    };
    Result<std::unique_ptr<JobServer>> server = JobServer::Begin(*loop_, std::move(setup));
    ASSERT_TRUE(server) << server.error().message;
    server_ = std::move(*server);
    server_->SetAddress({"http://here:1", "http://127.0.0.1:1", "pin", "key"});
    if (!state_) {
      auto state = StateDirectory::Open(root_ + "/state", false);
      ASSERT_TRUE(state) << state.error().message;
      state_ = std::move(*state);
    }
  }
  /// Ends the server; running programs go on.
  void Leave() {
    server_.reset();
    programs_->Use(nullptr);
    loop_.reset();
  }

  template <class T>
  T Do(Task<T> task) {
    return Await(*loop_, std::move(task));
  }
  JobVerbs& Verbs() { return server_->verbs(); }

  /// Runs the loop until `condition` is true. Returns false if that takes too long.
  bool Until(const std::function<bool()>& condition) {
    return Eventually([&] {
      loop_->restart();
      loop_->poll();
      return condition();
    });
  }

  /// Makes a folder with a definition of this text, and returns its URI.
  std::string Application(const std::string& text = "demo", const std::string& name = "app",
                          const std::string& file = "workflow.xml") {
    std::filesystem::create_directories(root_ + "/" + name);
    std::ofstream(root_ + "/" + name + "/" + file) << text;
    return "file://" + root_ + "/" + name;
  }
  JobSubmission Submission(bool start = false, Properties more = {}) {
    JobSubmission submission;
    submission.properties = std::move(more);
    submission.properties.emplace("oozie.wf.application.path", Application());
    submission.start = start;
    return submission;
  }
  JobSubmission CoordinatorSubmission(JobType type = JobType::kCoordinator) {
    const bool bundle = type == JobType::kBundle;
    JobSubmission submission;
    submission.type = type;
    submission
        .properties[bundle ? "oozie.bundle.application.path" : "oozie.coord.application.path"] =
        Application(bundle ? "bundle" : "coordinator", bundle ? "b" : "c",
                    bundle ? "bundle.xml" : "coordinator.xml");
    return submission;
  }
  /// Submits a job, and returns its id or "CODE: MESSAGE".
  std::string Submit(JobSubmission submission, const Caller& caller = {"ann"}) {
    return Said(Do(Verbs().Submit(caller, std::move(submission))));
  }
  static std::string Said(const Result<std::string>& answer) {
    return answer ? *answer : answer.error().code + ": " + answer.error().message;
  }
  static std::string Said(const Result<void>& answer) {
    return answer ? "" : answer.error().code + ": " + answer.error().message;
  }

  /// Returns the row of a job from its journal.
  JobRow Row(const std::string& id) {
    const auto journal = state_->OpenJob(id, true);
    const auto jobs = journal ? (*journal)->Jobs() : Result<std::vector<JobRow>>(journal.error());
    for (const JobRow& job : jobs ? *jobs : std::vector<JobRow>()) {
      if (job.id == id) {
        return job;
      }
    }
    return {};
  }
  /// Returns the name of the job's state, such as PREP or RUNNING; "": the job does not exist.
  std::string State(const std::string& id) {
    const JobRow row = Row(id);
    return row.id.empty() ? "" : std::string(StateName(row.state, row.dialect));
  }
  /// Changes the row of a job in its journal. Uses the journal of the program that runs the job; if
  /// no program runs it, takes the lease and opens the journal.
  void Change(const std::string& id, const std::function<void(JobRow*)>& change) {
    const Result<std::string> root = state_->FindRoot(id);
    ASSERT_TRUE(root) << root.error().message;
    const auto running = running_.find(*root);
    const bool runs = running != running_.end();
    const auto lease = runs ? Result<std::unique_ptr<Lease>>(nullptr) : state_->TakeLease(*root);
    ASSERT_TRUE(lease) << lease.error().message;
    std::unique_ptr<Journal> own;
    if (!runs) {
      auto journal = state_->OpenJob(*root, false);
      ASSERT_TRUE(journal) << journal.error().message;
      own = std::move(*journal);
    }
    Journal& journal = own ? *own : *running->second.journal;
    JobRow row = Row(id);
    row.modified_ms = NowMs();
    change(&row);
    ASSERT_TRUE(journal.PutJob(row));
    const Result<void> done = journal.Commit();
    ASSERT_TRUE(done) << done.error().message;
  }
  /// Parks the job, which then waits without a program until `until_ms` (milliseconds since 1970).
  void Park(const std::string& id, std::int64_t until_ms) {
    Change(id, [&](JobRow* row) {
      ParkingNote note;
      note.since_ms = NowMs();
      note.entries.push_back({0, "n", {Wait::Kind::kTime, note.since_ms, until_ms, {}}});
      row->parked = EncodeNote(note);
    });
  }
  void SetState(const std::string& id, JobState state) {
    Change(id, [state](JobRow* row) { row->state = state; });
  }
  /// Ends the program of a job, and leaves the job in `state`.
  void EndJob(const std::string& id, JobState state, int code = 0) {
    SetState(id, state);
    Change(id, [](JobRow* row) { row->ended_ms = IsEnd(row->state) ? NowMs() : 0; });
    EndProgram(id, code);
  }
  void EndProgram(const std::string& id, int code = 0, const std::string& text = "") {
    const pid_t child = running_.at(id).child;
    running_.erase(id);
    programs_->End(child, code, text);
  }
  bool IsRunning(const std::string& id) const { return running_.contains(id); }

  /// Makes a job in `state`, as a called program would do.
  void MakeJob(const ProgramCall& call, const std::string& id, JobState state) {
    auto journal = state_->CreateJob(id);
    ASSERT_TRUE(journal) << journal.error().message;
    JobRow row;
    row.id = id;
    row.user = UserOf(call.input);
    row.app_name = "demo";
    row.app_path = "file://" + root_ + "/app";
    row.state = state;
    row.created_ms = row.modified_ms = NowMs();
    JobFacts facts;
    facts.program_path = call.program;
    ASSERT_TRUE((*journal)->PutFacts(facts));
    ASSERT_TRUE((*journal)->PutJob(row));
    ASSERT_TRUE((*journal)->PutProperties(0, 0, {}));
    const Result<void> done = (*journal)->Commit();
    ASSERT_TRUE(done) << done.error().message;
  }
  static std::string UserOf(const std::string& input) {
    const std::size_t at = input.find("user.name=");
    return at == std::string::npos ? "" : input.substr(at + 10, input.find('\n', at) - at - 10);
  }
  static JobState NewState(const std::string& id) {
    const JobType type = TypeOfId(id);
    return type == JobType::kWorkflow ? JobState::kPrep : JobStateOf(type, CoordinatorState::kPrep);
  }
  static JobState RunningState(const std::string& id) {
    const JobType type = TypeOfId(id);
    return type == JobType::kWorkflow ? JobState::kRunning
                                      : JobStateOf(type, CoordinatorState::kRunning);
  }

  /// Returns the verb of each call, in the order of the calls.
  std::vector<std::string> Lines() const {
    std::vector<std::string> lines;
    for (const ProgramCall& call : calls_) {
      lines.push_back(call.words.empty() ? "" : call.words[0]);
    }
    return lines;
  }
  /// Returns the last call with this verb.
  ProgramCall Last(const std::string& verb) const {
    for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) {
      if (!call->words.empty() && call->words[0] == verb) {
        return *call;
      }
    }
    ADD_FAILURE() << "nothing was told to " << verb;
    return {};
  }
  std::size_t CountOf(const std::string& verb) const {
    std::size_t count = 0;
    for (const ProgramCall& call : calls_) {
      count += !call.words.empty() && call.words[0] == verb ? 1 : 0;
    }
    return count;
  }
  bool HasLogged(const std::string& part) const {
    return std::any_of(log_.begin(), log_.end(), [&](const std::string& line) {
      return line.find(part) != std::string::npos;
    });
  }

  /// Plays the program that runs a job: holds the lease of the job until EndJob().
  void RunJob(const ProgramCall& call, const std::string& id) {
    auto lease = state_->TakeLease(id);
    ASSERT_TRUE(lease) << lease.error().message;
    auto journal = state_->OpenJob(id, false);
    ASSERT_TRUE(journal) << journal.error().message;
    running_[id] = {call.child, std::move(*lease), std::move(*journal)};
    Change(id, [&](JobRow* row) {
      row->state = RunningState(id);
      row->parked.reset();
    });
  }

  void Called(const ProgramCall& call) {
    calls_.push_back(call);
    if (instead && instead(call)) {
      return;
    }
    const std::string verb = call.words.empty() ? "" : call.words[0];
    const std::string id = call.words.empty() ? "" : call.words.back();
    if (call.program == root_ + "/hpdlc") {
      Compile(call, verb);
    } else if (verb == "--version") {
      Sha256 hash;
      const std::string mark = CalledPrograms::MarkOf(call.program);
      programs_->End(call.child, 0,
                     R"({"metadata":{"component":{"name":")" + mark +
                         R"("}},"x":[{"name":"hpdl:contentHash","value":")" + hash.Add(mark).Hex() +
                         "\"}]}\n");
    } else if (verb == "submit" && call.Has("--dryrun")) {
      programs_->End(call.child, 0, "what would be\n");
    } else if (verb == "submit") {
      if (State(call.After("--id")).empty()) {  // otherwise the job is made already
        MakeJob(call, call.After("--id"), NewState(call.After("--id")));
      }
      programs_->End(call.child, 0, call.After("--id") + "\n");
    } else if (verb == "run") {
      MakeJob(call, call.After("--id"), NewState(call.After("--id")));
      RunJob(call, call.After("--id"));
      programs_->Print(call.child, call.After("--id") + "\n");
    } else if (verb == "start" || verb == "wake" || (verb == "resume" && !call.Has("--ask"))) {
      RunJob(call, id);
    } else if (verb == "rerun" && !call.Has("--format")) {
      Change(id, [](JobRow* row) { ++row->run; });
      RunJob(call, id);
    } else if (verb == "suspend" || verb == "kill") {
      const std::string asked = call.words[3];
      const JobType type = TypeOfId(asked);
      const bool kill = verb == "kill";
      SetState(asked, type == JobType::kWorkflow
                          ? (kill ? JobState::kKilled : JobState::kSuspended)
                          : JobStateOf(type, kill ? CoordinatorState::kKilled
                                                  : CoordinatorState::kSuspended));
      if (IsRunning(asked)) {
        EndProgram(asked);
      }
      programs_->End(call.child, 0);
    } else {
      programs_->End(call.child, 0, "{\"version\":1,\"actions\":[1,2]}\n");
    }
  }

  void Compile(const ProgramCall& call, const std::string& verb) {
    if (verb == "build") {
      const std::string& place = call.words[1];
      const std::string definition =
          std::filesystem::is_directory(place) ? place + "/workflow.xml" : place;
      std::ifstream in(definition);
      const std::string text{std::istreambuf_iterator<char>(in), {}};
      programs_->Make(call.After("-o"), text.substr(0, text.find('\n')));
      if (!compiler_output.empty()) {
        programs_->Print(call.child, definition + compiler_output);
      }
    } else if (verb == "graph") {
      std::ofstream(call.After("--output")) << "picture of " << call.input;
    }
    programs_->End(call.child, 0);
  }

  struct Running {
    pid_t child = 0;
    std::unique_ptr<Lease> lease;
    std::unique_ptr<Journal> journal;
  };

  TemporaryFolder folder_;
  const std::string root_ = folder_.path();
  /// The state directory of the server, opened a second time.
  std::unique_ptr<StateDirectory> state_;
  std::unique_ptr<boost::asio::io_context> loop_;  ///< each server has its own loop
  std::vector<ProgramCall> calls_;
  std::vector<std::string> log_;
  /// Called first for each started program. Returns true if it has handled the start, so that the
  /// default behaviour is left out.
  std::function<bool(const ProgramCall&)> instead;
  /// The text that the compiler prints when it builds a program, after the path of the definition.
  std::string compiler_output;
  std::map<std::string, Running> running_;  ///< the programs that run jobs, by job id
  AuthorizationRules authorization_;
  std::unique_ptr<CalledPrograms> programs_ = std::make_unique<CalledPrograms>(
      root_ + "/programs", [this](const ProgramCall& call) { Called(call); });
  std::unique_ptr<JobServer> server_;
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_SERVER_JOBS_TESTING_JOBS_WORLD_H_
