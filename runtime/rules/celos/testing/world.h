#ifndef HPDL_RUNTIME_RULES_CELOS_TESTING_WORLD_H_
#define HPDL_RUNTIME_RULES_CELOS_TESTING_WORLD_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/rules/celos/java_exception.h"
#include "runtime/rules/celos/scheduler.h"
#include "runtime/rules/celos/testing/at.h"

/// All objects that a scheduler uses, in memory, for tests.
namespace hpdl::rt::celos::testing {

/// The exception that simulates the death of the scheduler's process.
struct Death {};

/// Simulates the death of the process at a chosen moment. The objects in this header call Step()
/// after each change that they make; call number `fatal` throws Death.
struct Deaths {
  int calls = 0;
  int fatal = 0;  ///< if 0, no call throws
  void Step() {
    if (++calls == fatal) {
      throw Death();
    }
  }
};

class MemoryStore final : public StepStore {
 public:
  explicit MemoryStore(Deaths* deaths) : deaths_(deaths) {}

  Result<std::optional<SlotState>> Find(const SlotId& slot) override { return FindNow(slot); }
  Result<StoredStates> Between(const std::string& workflow, ScheduledTime start,
                               ScheduledTime end) override {
    if (broken.contains(workflow)) {
      return JavaException(kIllegalArgument, "the state is broken");
    }
    StoredStates between{{}, unreadable};
    for (auto at = states.lower_bound({workflow, start}); at != states.end(); ++at) {
      if (at->first.workflow != workflow || at->first.time >= end) {
        break;
      }
      between.states.push_back(at->second);
    }
    return between;
  }
  Result<bool> IsPaused(const std::string& workflow) override { return paused.contains(workflow); }
  Result<void> Put(const std::string& workflow, const SlotState& state) override {
    states[{workflow, state.time}] = state;
    deaths_->Step();
    return {};
  }
  Result<void> PutAll(const std::map<SlotId, SlotState>& all) override {
    for (const auto& [slot, state] : all) {
      states[slot] = state;
    }
    deaths_->Step();
    return {};
  }
  void PutLater(const std::string& workflow, const SlotState& state) override {
    before.emplace(SlotId{workflow, state.time}, FindNow({workflow, state.time}));
    states[{workflow, state.time}] = state;
  }
  Result<void> Flush() override {
    deaths_->Step();
    before.clear();
    return {};
  }
  /// Simulates the death of a process: states that were not flushed are lost.
  void Lose() {
    for (const auto& [slot, state] : before) {
      if (state) {
        states[slot] = *state;
      } else {
        states.erase(slot);
      }
    }
    before.clear();
  }
  Result<std::vector<ScheduledTime>> TakeMarks(const std::string& workflow,
                                               ScheduledTime now) override {
    const Result<std::vector<ScheduledTime>> times = Marks(workflow);
    std::erase_if(marks, [&](const auto& mark) {
      return mark.first.workflow == workflow && mark.second.ms + kMarkDays * 86'400'000 < now.ms;
    });
    return times;
  }
  Result<std::vector<ScheduledTime>> Marks(const std::string& workflow) override {
    std::vector<ScheduledTime> times;
    for (const auto& [slot, marked] : marks) {
      if (slot.workflow == workflow) {
        times.push_back(slot.time);
      }
    }
    return times;
  }
  Result<void> Mark(const SlotId& slot, ScheduledTime now) override {
    marks[slot] = now;
    return {};
  }
  Result<void> SetPaused(const std::string& workflow, bool is) override {
    if (is) {
      paused.insert(workflow);
    } else {
      paused.erase(workflow);
    }
    return {};
  }

  std::map<SlotId, SlotState> states;
  std::map<SlotId, std::optional<SlotState>> before;  ///< states at the last flush
  std::map<SlotId, ScheduledTime> marks;
  std::set<std::string> paused, broken;
  std::vector<UnreadablePart> unreadable;

 private:
  std::optional<SlotState> FindNow(const SlotId& slot) const {
    const auto found = states.find(slot);
    return found == states.end() ? std::nullopt : std::optional(found->second);
  }
  Deaths* const deaths_;
};

/// A simulated Oozie server. It keeps its jobs when a scheduler dies.
class MemoryService final : public ExternalService {
 public:
  struct Job {
    Submission submission;
    Properties properties;
    std::string status = "PREP";
    int starts = 0;
  };

  explicit MemoryService(Deaths* deaths) : deaths_(deaths) {}

  Result<std::string> Submit(const Submission& submission, const Properties& properties) override {
    asked.push_back("submit " + submission.slot.Pretty());
    if (const std::optional<Error> failure = Failure("submit")) {
      return *failure;
    }
    const std::string id = "job-" + std::to_string(jobs.size() + 1);
    jobs[id] = {submission, properties};
    deaths_->Step();
    return unheard-- > 0 ? Result<std::string>(Unheard()) : id;
  }
  Result<void> Start(const std::string&, const std::string& id) override {
    asked.push_back("start " + id);
    if (const std::optional<Error> failure = Failure("start", id)) {
      return *failure;
    }
    if (jobs[id].status == "PREP") {
      jobs[id].status = "RUNNING";
      ++jobs[id].starts;
    }
    deaths_->Step();
    return {};
  }
  Result<JobProgress> Look(const std::string& url, const std::string& id) override {
    if (IsLeft(url)) {
      return Left();
    }
    asked.push_back("look " + id);
    if (const std::optional<Error> failure = Failure("look", id)) {
      return *failure;
    }
    const std::string& status = jobs[id].status;
    return status == "PREP" || status == "RUNNING" ? JobProgress::kRunning
           : status == "SUCCEEDED"                 ? JobProgress::kSucceeded
                                                   : JobProgress::kFailed;
  }
  Result<void> Kill(const std::string& url, const std::string& id) override {
    if (IsLeft(url)) {
      return Left();
    }
    asked.push_back("kill " + id);
    if (away.contains(url)) {
      return JavaException(kExternalService, "IO_ERROR : no connection");
    }
    if (const std::optional<Error> failure = Failure("kill", id)) {
      return *failure;
    }
    jobs[id].status = "KILLED";
    return {};
  }
  void BeginStep() override { in_step = true; }
  void EndStep() override { in_step = false; }
  bool IsLeft(const std::string& url) override { return in_step && left.contains(url); }
  Result<FoundJob> Find(const Submission& submission) override {
    asked.push_back("find " + submission.slot.Pretty());
    for (const auto& [id, job] : jobs) {
      if (job.submission.key == submission.key) {
        return FoundJob{id, true};
      }
    }
    return FoundJob{std::nullopt, certain};
  }

  /// For each kind of request: the number of requests that the server will still refuse.
  std::map<std::string, int> failures;
  /// The number of submissions for which the server will still make a job but not respond.
  int unheard = 0;
  bool certain = true;
  std::map<std::string, Job> jobs;
  std::set<std::string> gone;  ///< ids of jobs that the service no longer has
  std::set<std::string> left;  ///< URLs of servers that do not respond within a step
  bool in_step = false;
  std::set<std::string> away;  ///< URLs of servers that do not respond to a kill
  std::vector<std::string> asked;

 private:
  static Error Left() {
    Error error = JavaException(kLeftForNextStep, "IO_ERROR : left");
    error.error_class = ErrorClass::kTransient;
    return error;
  }
  static Error Unheard() {
    Error error = JavaException(kExternalService, "no answer");
    error.error_class = ErrorClass::kTransient;
    return error;
  }
  std::optional<Error> Failure(const std::string& what, const std::string& id = "") {
    if (gone.contains(id)) {
      return JavaException(kExternalService, "E0604 : E0604: Job does not exist [" + id + "]");
    }
    if (failures[what] <= 0) {
      return std::nullopt;
    }
    --failures[what];
    return JavaException(kExternalService, "E9999 : E9999: refused");
  }
  Deaths* const deaths_;
};

class MemoryIntents final : public Intents {
 public:
  explicit MemoryIntents(Deaths* deaths) : deaths_(deaths) {}

  Result<void> Put(const Submission& submission) override {
    all[submission.slot] = submission;
    deaths_->Step();
    return {};
  }
  Result<void> Remove(const SlotId& slot) override {
    all.erase(slot);
    deaths_->Step();
    return {};
  }
  std::vector<Submission> Of(const std::string& workflow) override {
    std::vector<Submission> found;
    for (const auto& [slot, submission] : all) {
      if (slot.workflow == workflow) {
        found.push_back(submission);
      }
    }
    return found;
  }
  std::string NewKey() override { return "key-" + std::to_string(++keys_); }
  std::int64_t NowMs() override { return 1; }

  std::map<SlotId, Submission> all;

 private:
  Deaths* const deaths_;
  int keys_ = 0;
};

class TableOfProperties final : public PropertySource {
 public:
  Result<Properties> PropertiesOf(const Workflow& workflow, ScheduledTime) override {
    if (broken) {
      return JavaException(kNullPointer, "a property is no string");
    }
    return workflow.service.properties.value_or(Properties());
  }
  bool broken = false;
};

class MemoryFiles final : public Files {
 public:
  Result<bool> Exists(const HadoopPath& path, const std::string& file_system) override {
    if (file_system == "hdfs://nosuch") {
      return JavaException("java.net.UnknownHostException", "nosuch");
    }
    return paths.contains(path.Text());
  }
  std::set<std::string> paths;
};

class MemoryKills final : public WantedKills {
 public:
  explicit MemoryKills(Deaths* deaths) : deaths_(deaths) {}
  Result<void> PutKill(const WantedKill& kill) override {
    all.insert(kill);
    deaths_->Step();
    return {};
  }
  Result<void> RemoveKill(const WantedKill& kill) override {
    all.erase(kill);
    deaths_->Step();
    return {};
  }
  Result<std::vector<WantedKill>> KillsOf(const std::string& workflow) override {
    std::vector<WantedKill> of;
    std::copy_if(all.begin(), all.end(), std::back_inserter(of),
                 [&](const WantedKill& kill) { return kill.slot.workflow == workflow; });
    return of;
  }
  std::set<WantedKill> all;

 private:
  Deaths* const deaths_;
};

class LinesOfLog final : public StepLog {
 public:
  void Write(Severity severity, std::initializer_list<std::string_view> parts) override {
    std::string line = severity == Severity::kError ? "ERROR: " : "";
    for (const std::string_view part : parts) {
      line += part;
    }
    lines.push_back(std::move(line));
  }
  bool Has(const std::string& line) const {
    return std::find(lines.begin(), lines.end(), line) != lines.end();
  }
  std::vector<std::string> lines;
};

/// All objects that a step of the scheduler uses, and the workflows.
struct World {
  Deaths deaths;
  MemoryStore store{&deaths};
  MemoryService service{&deaths};
  MemoryIntents intents{&deaths};
  MemoryKills kills{&deaths};
  TableOfProperties properties;
  MemoryFiles files;
  LinesOfLog log;
  Configuration configuration;

  /// Adds an hourly workflow that is always ready. It starts at 2015-09-01T10:00Z.
  Workflow& Add(const std::string& id) {
    Workflow workflow;
    workflow.id = id;
    workflow.schedule = CronOf("0 0 * * * ?");
    workflow.trigger = Of(AlwaysTrigger{});
    workflow.service = {"http://oozie", Properties{{"p", "v/${year}"}}};
    workflow.start_time = At("2015-09-01T10:00Z");
    return configuration.workflows[id] = workflow;
  }
  static CronSchedule CronOf(const std::string& expression) {
    std::variant<Cron, CronProblem> cron = Cron::OfQuartz(expression);
    EXPECT_TRUE(std::holds_alternative<Cron>(cron)) << expression;
    return {expression, std::get<Cron>(cron)};
  }
  template <class Kind>
  static TriggerPtr Of(Kind kind) {
    return std::make_shared<const Trigger>(Trigger{std::move(kind), {}});
  }

  Result<void> Step(const std::string& time, const std::set<std::string>& ids = {}) {
    Scheduler scheduler(configuration, {store, service, intents, properties, files, log, &kills});
    return scheduler.Step(At(time), ids);
  }
  /// Returns the slots of a day, such as `10:00 RUNNING job-1 0, 11:00 READY - 2`.
  std::string Slots(const std::string& workflow, const std::string& day = "2015-09-01") {
    std::string text;
    for (const auto& [slot, state] : store.states) {
      const std::string time = slot.time.Pretty();
      if (slot.workflow == workflow && time.starts_with(day)) {
        text += (text.empty() ? "" : ", ") + time.substr(11, time.size() - 12) + " " +
                std::string(NameOf(state.status)) + " " + state.external_id.value_or("-") + " " +
                std::to_string(state.retry_count);
      }
    }
    return text;
  }
  void Put(const std::string& workflow, const std::string& time, SlotStatus status,
           std::optional<std::string> id = std::nullopt, int retries = 0) {
    store.states[{workflow, At(time)}] = {At(time), status, std::move(id), retries};
  }
};

}  // namespace hpdl::rt::celos::testing

#endif  // HPDL_RUNTIME_RULES_CELOS_TESTING_WORLD_H_
