#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/coordinator/testing/written_coordinator.h"
#include "runtime/engines/coordinator/workflows.h"
#include "runtime/engines/workflow/testing/program_builder.h"
#include "runtime/ground/base/testing/hurrying_time.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/lease.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// The program of a bundle with one coordinator and one workflow.
class WrittenProgram {
 public:
  WrittenProgram() {
    workflow_.Start("end");
    workflow_.End("end");
    built_.emplace(std::vector<hpdl_workflow>{workflow_.Finish()});
    bundle_.coordinators = &coordinator_.Get();
    bundle_.coordinator_count = 1;
    built_->program.bundle = &bundle_;
  }
  const hpdl_program& Get() const { return built_->program; }

 private:
  testing::WorkflowBuilder workflow_{"w"};
  WrittenCoordinator coordinator_{1};
  hpdl_bundle bundle_{};
  std::optional<testing::ProgramBuilder> built_;
};

template <class T>
Task<void> Keep(Task<T> task, std::optional<T>* result) {
  result->emplace(co_await std::move(task));
}

/// Jobs whose program is a script. The script reports its process id and its arguments. A script
/// that runs a job ends when the test calls EndAll().
class OwnJobsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    begun_ = MakePipe("begun");
    go_ = MakePipe("go");
    const std::string script = temporary_.path() + "/program";
    std::ofstream(script) << "#!/bin/sh\necho \"$$ $*\" > '" << temporary_.path()
                          << "/begun'\ncase \"$*\" in\n*--progress*) read go < '"
                          << temporary_.path() << "/go' ;;\nesac\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    state_ = std::move(*StateDirectory::Open(temporary_.path() + "/state", true));
    facts_.program_path = script;
  }
  void TearDown() override {
    EndAll();
    close(begun_);
    close(go_);
  }

  void UseWorkflows() { jobs_ = OwnWorkflows(loop_, program_.Get(), *state_, facts_, "joe"); }
  void UseCoordinators() { jobs_ = OwnCoordinators(loop_, program_.Get(), *state_, facts_, "joe"); }

  std::string Start() {
    WorkflowStart start;
    start.id = *jobs_->NewId();
    start.properties = {{"user.name", "joe"}};
    return *Await(jobs_->Start(start));
  }
  template <class T>
  T Await(Task<T> task) {
    std::optional<T> result;
    Spawn(std::move(task), &result);
    while (!result) {
      loop_.run_one();
    }
    return std::move(*result);
  }
  /// Starts a task and runs the loop until the loop has nothing ready.
  template <class T>
  void Spawn(Task<T> task, std::optional<T>* result) {
    const auto ended = [](const std::exception_ptr& failure) { EXPECT_EQ(failure, nullptr); };
    boost::asio::co_spawn(loop_, Keep(std::move(task), result), ended);
    loop_.poll();
  }
  /// Sets the state of a job in its journal, as the job's process would do.
  void SetState(const std::string& id, JobState job_state, int run = 0) {
    const auto lease = std::move(*state_->TakeLease(id));
    const auto journal = std::move(*state_->OpenJob(id, false));
    JobRow row = journal->Jobs()->front();
    row.state = job_state;
    row.run = run;
    ASSERT_TRUE(journal->PutJob(row) && journal->Commit());
  }

  struct Begun {
    pid_t process = 0;
    std::string verb;
    /// The verb and all further arguments, with STATE instead of the path of the state directory.
    std::string words;
  };
  /// Waits until a process begins.
  Begun NextBegun() {
    std::string line;
    for (char c = 0; read(begun_, &c, 1) == 1 && c != '\n';) {
      line += c;
    }
    const std::size_t verb = line.find(' ') + 1;
    std::string words = line.substr(verb);
    if (const std::size_t at = words.find(state_->name()); at != std::string::npos) {
      words.replace(at, state_->name().size(), "STATE");
    }
    return {std::atoi(line.c_str()), line.substr(verb, line.find(' ', verb) - verb), words};
  }
  /// Lets all processes end. Returns the verbs of the processes that NextBegun() has not returned.
  std::vector<std::string> EndAll() {
    constexpr std::size_t kMany = 20;
    const std::string lines(kMany, '\n');
    EXPECT_EQ(write(go_, lines.data(), lines.size()), static_cast<ssize_t>(lines.size()));
    siginfo_t child{};
    while (waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) == 0) {
      loop_.run_one();
    }
    std::vector<std::string> verbs;
    while (HasMore(begun_)) {
      verbs.push_back(NextBegun().verb);
    }
    for (char c = 0; HasMore(go_);) {
      EXPECT_EQ(read(go_, &c, 1), 1);
    }
    return verbs;
  }
  void Kill(pid_t process) {
    ASSERT_EQ(kill(process, SIGKILL), 0);
    while (kill(process, 0) == 0) {
      loop_.run_one();
    }
    EXPECT_EQ(errno, ESRCH);
  }

  const testing::TemporaryFolder temporary_;
  const WrittenProgram program_;
  boost::asio::io_context loop_;
  std::unique_ptr<StateDirectory> state_;
  JobFacts facts_;
  std::unique_ptr<Workflows> jobs_;

 private:
  /// Opens both ends of a named pipe, so that opening the pipe never blocks.
  int MakePipe(const std::string& name) const {
    const std::string path = temporary_.path() + "/" + name;
    EXPECT_EQ(mkfifo(path.c_str(), 0600), 0);
    return open(path.c_str(), O_RDWR | O_CLOEXEC);
  }
  static bool HasMore(int file) {
    pollfd some{file, POLLIN, 0};
    return poll(&some, 1, 0) == 1;
  }

  int begun_ = -1, go_ = -1;
};

TEST_F(OwnJobsTest, AWorkflowWhoseProcessHasJustBegunGetsNoOtherOne) {
  UseWorkflows();
  const std::string id = Start();
  EXPECT_EQ(NextBegun().verb, "start");
  ASSERT_FALSE(state_->IsRun(id)) << "it has not come to that";
  jobs_->Adopt(id);
  jobs_->Adopt(id);
  EXPECT_THAT(EndAll(), IsEmpty());
}

TEST_F(OwnJobsTest, AWorkflowThatIsStartedAgainHasOneProcess) {
  UseWorkflows();
  WorkflowStart start;
  start.id = *jobs_->NewId();
  start.properties = {{"user.name", "joe"}};
  EXPECT_EQ(*Await(jobs_->Start(start)), start.id);
  EXPECT_EQ(*Await(jobs_->Start(start)), start.id) << "who asks has not heard the answer";
  EXPECT_THAT(EndAll(), ElementsAre("start"));
}

TEST_F(OwnJobsTest, AWorkflowThatOthersRunOrThatIsOverIsNotStartedAgain) {
  UseWorkflows();
  WorkflowStart start;
  start.id = Start();
  EXPECT_THAT(EndAll(), ElementsAre("start"));
  {
    const auto lease = std::move(*state_->TakeLease(start.id));
    EXPECT_TRUE(Await(jobs_->Start(start)));
    EXPECT_THAT(EndAll(), IsEmpty());
  }
  SetState(start.id, JobState::kSucceeded);
  EXPECT_TRUE(Await(jobs_->Start(start)));
  EXPECT_THAT(EndAll(), IsEmpty());
}

TEST_F(OwnJobsTest, AWorkflowWhoseProcessIsKilledGetsAnotherOne) {
  UseWorkflows();
  const std::string id = Start();
  Kill(NextBegun().process);
  jobs_->Adopt(id);
  const Begun second = NextBegun();
  EXPECT_EQ(second.verb, "start");
  jobs_->Adopt(id);
  SetState(id, JobState::kRunning);
  Kill(second.process);
  jobs_->Adopt(id);
  jobs_->Adopt(id);
  EXPECT_EQ(NextBegun().verb, "wake");
  EXPECT_THAT(EndAll(), IsEmpty());
  SetState(id, JobState::kSuspended);
  jobs_->Adopt(id);
  EXPECT_THAT(EndAll(), IsEmpty());
}

TEST_F(OwnJobsTest, AResumedWorkflowGetsNoOtherProcess) {
  UseWorkflows();
  const std::string id = Start();
  EXPECT_THAT(EndAll(), ElementsAre("start"));
  SetState(id, JobState::kSuspended);
  ASSERT_TRUE(Await(jobs_->Resume(id)));
  // The resumed process has set RUNNING and no longer holds the lease.
  SetState(id, JobState::kRunning);
  jobs_->Adopt(id);
  EXPECT_THAT(EndAll(), ElementsAre("resume"));
}

TEST_F(OwnJobsTest, AWorkflowIsResumedWhileItsLastProcessEnds) {
  UseWorkflows();
  const std::string id = Start();
  EXPECT_EQ(NextBegun().verb, "start");
  SetState(id, JobState::kSuspended);
  ASSERT_TRUE(Await(jobs_->Resume(id)));
  EXPECT_THAT(EndAll(), ElementsAre("resume"));
}

TEST_F(OwnJobsTest, AWorkflowThatIsRunAgainGetsNoOtherProcess) {
  UseWorkflows();
  const std::string id = Start();
  EXPECT_THAT(EndAll(), ElementsAre("start"));
  SetState(id, JobState::kFailed);
  std::optional<Result<void>> again;
  Spawn(jobs_->RunAgain(id), &again);
  EXPECT_EQ(NextBegun().verb, "rerun");
  SetState(id, JobState::kRunning, 1);
  while (!again) {
    loop_.run_one();
  }
  EXPECT_TRUE(*again);
  jobs_->Adopt(id);
  EXPECT_THAT(EndAll(), IsEmpty());
}

TEST_F(OwnJobsTest, ACoordinatorHasOneProcessToo) {
  UseCoordinators();
  WorkflowStart start;
  start.id = *jobs_->NewId();
  start.properties = {{"user.name", "joe"}};
  ASSERT_EQ(*Await(jobs_->Start(start)), start.id);
  jobs_->Adopt(start.id);
  EXPECT_EQ(*Await(jobs_->Start(start)), start.id);
  const Begun first = NextBegun();
  EXPECT_EQ(first.verb, "start");
  EXPECT_THAT(EndAll(), IsEmpty());
  jobs_->Adopt(start.id);
  Kill(NextBegun().process);
  jobs_->Adopt(start.id);
  jobs_->Adopt(start.id);
  EXPECT_THAT(EndAll(), ElementsAre("start"));
}

TEST_F(OwnJobsTest, ARerunOfActionsStartsNoOtherProcessOfACoordinator) {
  UseCoordinators();
  CoordinatorRequest request;
  request.verb = CoordinatorRequest::Verb::kRerun;
  request.job = Start();
  request.actions = "2024-01-01T00:00Z";
  EXPECT_EQ(NextBegun().verb, "start");
  EXPECT_TRUE(Await(jobs_->Ask(request)));
  EXPECT_THAT(EndAll(), ElementsAre("rerun"));
  EXPECT_TRUE(Await(jobs_->Ask(request)));
  EXPECT_THAT(EndAll(), ElementsAre("rerun", "start")) << "nobody runs it now";
}

TEST_F(OwnJobsTest, EachVerbOfAWorkflowIsACommandOfItsProgram) {
  UseWorkflows();
  const std::string id = Start();
  EXPECT_TRUE(id.ends_with("-W"));
  EXPECT_EQ(NextBegun().words, "start --state STATE " + id + " --progress none");
  EXPECT_THAT(EndAll(), IsEmpty());
  EXPECT_TRUE(Await(jobs_->Kill(id)));
  EXPECT_EQ(NextBegun().words, "kill --state STATE " + id);
  EXPECT_TRUE(Await(jobs_->Suspend(id)));
  EXPECT_EQ(NextBegun().words, "suspend --state STATE " + id);
  EXPECT_TRUE(Await(jobs_->Resume(id)));
  EXPECT_EQ(NextBegun().words, "resume --state STATE " + id + " --progress none");
  EXPECT_THAT(EndAll(), IsEmpty());
  SetState(id, JobState::kKilled);
  std::optional<Result<void>> again;
  Spawn(jobs_->RunAgain(id), &again);
  EXPECT_EQ(NextBegun().words, "rerun --state STATE " + id + " --progress none --failed");
  SetState(id, JobState::kRunning);
  while (!again) {
    loop_.run_one();
  }
  EXPECT_TRUE(*again) << "it has begun";
  CoordinatorRequest request;
  request.job = id;
  EXPECT_EQ(Await(jobs_->Ask(request)).error().code, "E0303");
}

TEST_F(OwnJobsTest, AWorkflowThatRunsAlreadyIsNotRunAgain) {
  UseWorkflows();
  const std::string id = Start();
  SetState(id, JobState::kRunning);
  EXPECT_TRUE(Await(jobs_->RunAgain(id)));
  EXPECT_THAT(EndAll(), ElementsAre("start"));
}

TEST_F(OwnJobsTest, AWorkflowIsMadeWithWhatTheJobOfItsCoordinatorHas) {
  facts_.local = true;
  facts_.parallel = 3;
  facts_.site_path = "";
  facts_.part = "5";
  UseWorkflows();
  WorkflowStart start;
  start.id = *jobs_->NewId();
  start.properties = {{"user.name", "eve"}, {"k", "v"}};
  ASSERT_EQ(*Await(jobs_->Start(start)), start.id);
  const auto journal = std::move(*state_->OpenJob(start.id, true));
  const Result<JobFacts> facts = journal->Facts();
  EXPECT_TRUE(facts->local);
  EXPECT_EQ(facts->parallel, 3U);
  EXPECT_EQ(facts->part, "5");
  EXPECT_EQ(facts->program_path, facts_.program_path);
  EXPECT_EQ(journal->JobProperties(0, 0)->at("k"), "v");
  EXPECT_EQ(journal->Jobs()->front().user, "eve");
  start.id = *jobs_->NewId();
  start.properties["user.name"] = "";
  EXPECT_EQ(Await(jobs_->Start(start)).error().code, "E0401");
}

TEST_F(OwnJobsTest, AJobThatIsNotThereIsNotRun) {
  UseWorkflows();
  const std::string id = "0000009-240601000000000-hpdl-joe-W";
  EXPECT_EQ(Await(jobs_->RunAgain(id)).error().code, "E0604");
  jobs_->Adopt(id);
  EXPECT_THAT(EndAll(), IsEmpty());
}

TEST_F(OwnJobsTest, AProgramThatIsNotThereCannotBeStartedNow) {
  facts_.program_path = temporary_.path() + "/nosuch";
  UseWorkflows();
  WorkflowStart start;
  start.id = *jobs_->NewId();
  start.properties = {{"user.name", "joe"}};
  EXPECT_EQ(Await(jobs_->Start(start)).error().error_class, ErrorClass::kTransient);
  EXPECT_EQ(Await(jobs_->Kill(start.id)).error().error_class, ErrorClass::kTransient);
  EXPECT_EQ(Await(jobs_->Resume(start.id)).error().error_class, ErrorClass::kTransient);
}

TEST_F(OwnJobsTest, ACommandHasAMinute) {
  const std::string script = temporary_.path() + "/slow";
  std::ofstream(script) << "#!/bin/sh\nread go < '" << temporary_.path() << "/go'\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  UseWorkflows();
  const std::string id = Start();
  EXPECT_THAT(EndAll(), ElementsAre("start"));
  facts_.program_path = script;
  UseWorkflows();
  const testing::HurryingTime time(std::chrono::milliseconds(0));
  const Result<void> done = Await(jobs_->Kill(id));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, "E0606");
  EXPECT_EQ(done.error().message, "kill of job " + id + " takes too long");
  SetState(id, JobState::kFailed);
  const Result<void> again = Await(jobs_->RunAgain(id));
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, "E0606");
  EXPECT_EQ(again.error().message, "job " + id + " has not begun its rerun in time");
}

TEST_F(OwnJobsTest, EachVerbOfACoordinatorIsACommandOfItsProgram) {
  UseCoordinators();
  using Verb = CoordinatorRequest::Verb;
  using Scope = CoordinatorRequest::Scope;
  const std::string id = Start();
  EXPECT_TRUE(id.ends_with("-C"));
  EXPECT_EQ(NextBegun().words, "start --state STATE " + id + " --progress none");
  CoordinatorRequest request;
  request.job = id;
  const auto words = [&] {
    EXPECT_TRUE(Await(jobs_->Ask(request)));
    return NextBegun().words;
  };
  const std::string end = " --state STATE " + id;
  request.verb = Verb::kKill;
  EXPECT_EQ(words(), "kill" + end);
  request.verb = Verb::kSuspend;
  EXPECT_EQ(words(), "suspend" + end);
  request.verb = Verb::kResume;
  EXPECT_EQ(words(), "resume" + end + " --ask");
  request.verb = Verb::kChange;
  request.value = "concurrency=2";
  EXPECT_EQ(words(), "change" + end + " --value concurrency=2");
  request.value.clear();
  request.verb = Verb::kSlaEnable;
  EXPECT_EQ(words(), "sla" + end + " enable");
  request.verb = Verb::kSlaDisable;
  request.scope = Scope::kAction;
  request.actions = "1-3";
  EXPECT_EQ(words(), "sla" + end + " disable --action=1-3");
  request.verb = Verb::kSlaChange;
  request.scope = Scope::kDate;
  request.actions = "T";
  request.value = "v";
  EXPECT_EQ(words(), "sla" + end + " change --date=T --value=v");
  request.verb = Verb::kRerun;
  EXPECT_EQ(words(), "rerun" + end + " --date T");
  request.refresh = request.nocleanup = true;
  EXPECT_EQ(words(), "rerun" + end + " --date T --refresh --nocleanup");
}

TEST_F(OwnJobsTest, ACoordinatorIsMadeAsItsBundleCallsIt) {
  facts_.local = true;
  facts_.parallel = 2;
  UseCoordinators();
  WorkflowStart start;
  start.id = *jobs_->NewId();
  start.name = "as it is called";
  start.properties = {{"user.name", "joe"}, {"k", "v"}};
  ASSERT_EQ(*Await(jobs_->Start(start)), start.id);
  const auto journal = std::move(*state_->OpenJob(start.id, true));
  EXPECT_EQ(journal->Jobs()->front().app_name, "as it is called");
  EXPECT_EQ(journal->JobProperties(0, 0)->at("k"), "v");
  const Result<JobFacts> facts = journal->Facts();
  EXPECT_EQ(facts->part, "0");
  EXPECT_TRUE(facts->local);
  EXPECT_EQ(facts->parallel, 2U);
  EXPECT_EQ(facts->program_path, facts_.program_path);
  start.id = *jobs_->NewId();
  start.part = 1;
  start.app_path = "file:///b";
  const Result<std::string> other = Await(jobs_->Start(start));
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, "E1001");
  EXPECT_EQ(other.error().message, "Could not read the coordinator job definition, file:///b");
  start.part = 0;
  start.properties["user.name"] = "";
  EXPECT_EQ(Await(jobs_->Start(start)).error().code, "E0401");
}

}  // namespace
}  // namespace hpdl::rt
