#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_TESTING_ENGINE_FIXTURE_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_TESTING_ENGINE_FIXTURE_H_

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/workflow/engine.h"
#include "runtime/engines/workflow/execute.h"
#include "runtime/engines/workflow/testing/slow_journal.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/catalogue.h"
#include "runtime/world/process/fake_processes.h"

namespace hpdl::rt::testing {

/// Records the progress events of a job.
class Recorder final : public ProgressSink {
 public:
  void OnEvent(const ProgressEvent& event) override { events.push_back(event); }
  void OnTick(std::int64_t) override {
    if (on_tick) {
      on_tick();
    }
  }
  std::optional<std::int64_t> NextTick() const override {
    return on_tick ? std::optional<std::int64_t>(10) : std::nullopt;
  }
  std::vector<ProgressEvent> events;
  std::function<void()> on_tick;
};

/// Returns the root jobs in the catalogue, the newest first.
inline std::vector<CatalogueEntry> RootsOf(StateDirectory& state) {
  Result<CataloguePage> page = state.catalogue().Find({}, {});
  EXPECT_TRUE(page) << page.error().message;
  return page ? std::move(page->jobs) : std::vector<CatalogueEntry>();
}

/// Gives each test its own state directory. Child processes of jobs are not started;
/// `processes_.script` sets their results. With HPDL_SLOW_COMMITS=MS, commits of engines are
/// answered MS milliseconds later.
class EngineFixture : public ::testing::Test {
  static constexpr const char* kStateVariable = "HPDL_TEST_DIR";

 protected:
  void SetUp() override {
    // A test that RunHelper() has started uses the state directory of the test that called
    // RunHelper().
    const char* given = getenv(kStateVariable);
    if (given == nullptr) {
      temporary_.emplace();
      root_ = temporary_->path();
    }
    OpenState(given != nullptr ? given : root_ + "/state");
    // Signals may be ignored at the start: a shell starts background jobs with SIGINT ignored, and
    // nohup ignores SIGHUP.
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
      signal(number, SIG_DFL);
    }
    hooks_.catch_signals = false;
    hooks_.retry = {.max = 2, .first_ms = 1, .most_ms = 4};
    hooks_.start_processes = [this](boost::asio::io_context&, const std::string&,
                                    unsigned) -> Result<std::unique_ptr<Processes>> {
      return processes_.Lend();
    };
    if (const char* slow = getenv("HPDL_SLOW_COMMITS")) {
      const auto commits = std::make_shared<SlowCommits>();
      commits->delay_ms = std::atoi(slow);
      hooks_.wrap_journal = [commits](boost::asio::io_context& io,
                                      std::unique_ptr<Journal> journal) {
        return std::make_unique<SlowJournal>(io, std::move(journal), commits);
      };
    }
  }
  void TearDown() override { state_.reset(); }

  /// Runs a disabled test in a new process, with a state directory and, if `variable` is not null,
  /// a further environment variable. Returns the status of the process from waitpid().
  static int RunHelper(const char* test, const std::string& directory, const char* variable,
                       int value) {
    const pid_t process = fork();
    if (process == 0) {
      setenv(kStateVariable, directory.c_str(), 1);
      if (variable != nullptr) {
        setenv(variable, std::to_string(value).c_str(), 1);
      }
      (void)!freopen("/dev/null", "w", stdout);
      const std::string filter = std::string("--gtest_filter=") + test;
      execl("/proc/self/exe", "engine_test", filter.c_str(), "--gtest_also_run_disabled_tests",
            nullptr);
      _exit(9);
    }
    int status = 0;
    waitpid(process, &status, 0);
    return status;
  }

  void OpenState(const std::string& directory) {
    state_ = std::move(*StateDirectory::Open(directory, true));
  }
  std::string SubmitJob(const hpdl_program& program) {
    Result<std::string> id = Submit(program, *state_, options_);
    EXPECT_TRUE(id) << id.error().message;
    return id ? *id : "";
  }
  JobState Go(const hpdl_program& program, const std::string& id, ProgressSink* sink = nullptr) {
    Result<JobState> state = ExecuteWith(program, *state_, id, sink, hooks_);
    EXPECT_TRUE(state) << state.error().message;
    return state ? *state : JobState::kPrep;
  }
  /// Submits a job and runs it until a signal ends its engine. The job's child processes continue
  /// to run.
  std::string SubmitInterrupted(const hpdl_program& program) {
    processes_.script = [](std::int64_t, const Command&, ExitStatus*) { return false; };
    hooks_.catch_signals = true;
    const std::string id = SubmitJob(program);
    Recorder recorder;
    recorder.on_tick = [] { kill(getpid(), SIGINT); };
    EXPECT_EQ(Go(program, id, &recorder), JobState::kSuspended);
    return id;
  }
  /// Returns a job's row from the journal. `number` is the job's number within the root job.
  JobRow Job(const std::string& id, std::size_t number = 0) {
    return (*(*state_->OpenJob(id, true))->Jobs())[number];
  }
  /// Returns a node's row, or a row of type "absent" if the journal has no row.
  NodeRow Node(const std::string& id, const std::string& name, std::int64_t job = 0) {
    auto journal = std::move(*state_->OpenJob(id, true));
    const std::int64_t run = (*journal->Jobs())[static_cast<std::size_t>(job)].run;
    const std::vector<NodeRow> rows = *journal->Nodes(job, run);
    for (const NodeRow& row : rows) {
      if (row.node == name) {
        return row;
      }
    }
    NodeRow none;
    none.type = "absent";
    return none;
  }

  std::optional<TemporaryFolder> temporary_;
  std::string root_;
  std::unique_ptr<StateDirectory> state_;
  RunOptions options_;
  ExecuteHooks hooks_;
  FakeProcesses processes_;
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_TESTING_ENGINE_FIXTURE_H_
