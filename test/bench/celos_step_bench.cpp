// Times a step of Celos' scheduler; run_bench.py makes a table of what this prints.
//   celos_step_bench WORKFLOWS HOURS FOLDER
//       so many workflows, each with so many hourly slots, whose states are files below FOLDER, or
//       in a database of hpdld's there:
//       `NAME  MS  CPU`, medians of several steps, in milliseconds: by the clock, of the processor
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "runtime/rules/celos/java_exception.h"
#include "runtime/rules/celos/scheduler.h"
#include "runtime/rules/celos/step_view.h"
#include "runtime/server/protocols/celos/celos_log.h"
#include "runtime/server/protocols/celos/directory_files.h"
#include "runtime/server/protocols/celos/slot_directory.h"
#include "runtime/server/protocols/celos/slot_file.h"
#include "runtime/store/celos_slots/slot_database.h"

namespace {

using namespace hpdl::rt::celos;
using hpdl::rt::Result;
using Clock = std::chrono::steady_clock;
constexpr std::int64_t kHour = 3'600'000;

template <class T>
T Must(Result<T> result) {
  if (!result) {
    std::fprintf(stderr, "celos_step_bench: %s\n", result.error().message.c_str());
    std::exit(1);
  }
  if constexpr (!std::is_void_v<T>) {
    return std::move(*result);
  }
}

class NoService final : public ExternalService,
                        public PropertySource,
                        public Files,
                        public Intents {
 public:
  Result<std::string> Submit(const Submission&, const Properties&) override {
    return std::string();
  }
  Result<void> Start(const std::string&, const std::string&) override { return {}; }
  Result<JobProgress> Look(const std::string&, const std::string&) override {
    return JobProgress::kRunning;
  }
  Result<void> Kill(const std::string&, const std::string&) override { return {}; }
  Result<FoundJob> Find(const Submission&) override { return FoundJob{}; }
  Result<Properties> PropertiesOf(const Workflow&, ScheduledTime) override { return Properties(); }
  Result<bool> Exists(const HadoopPath&, const std::string&) override { return false; }
  Result<void> Put(const Submission&) override { return {}; }
  Result<void> Remove(const SlotId&) override { return {}; }
  std::vector<Submission> Of(const std::string&) override { return {}; }
  std::string NewKey() override { return {}; }
  std::int64_t NowMs() override { return 0; }
};

Configuration Workflows(int count, bool ready) {
  Configuration configuration;
  for (int i = 0; i < count; ++i) {
    Workflow workflow;
    workflow.id = "workflow-" + std::to_string(i);
    workflow.schedule = CronSchedule{
        "0 0 * * * ?", std::get<hpdl::rt::Cron>(hpdl::rt::Cron::OfQuartz("0 0 * * * ?"))};
    workflow.trigger = std::make_shared<const Trigger>(ready ? Trigger{AlwaysTrigger{}, {}}
                                                             : Trigger{OrTrigger{}, {}});
    configuration.workflows.emplace(workflow.id, std::move(workflow));
  }
  return configuration;
}

void Time(const char* name, const Configuration& configuration, SlotStore& directory, CelosLog& log,
          ScheduledTime now) {
  constexpr int kRounds = 9;
  NoService none;
  SteppedStore stepped(directory);
  std::vector<double> times, processor;
  for (int round = 0; round < kRounds; ++round) {
    const auto start = Clock::now();
    const std::clock_t used = std::clock();
    SteppedStore::Change store(stepped);
    Scheduler scheduler(configuration, {store, none, none, none, none, log});
    Must(scheduler.Step(now, {}));
    log.Flush();
    times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    processor.push_back(1000.0 * static_cast<double>(std::clock() - used) / CLOCKS_PER_SEC);
  }
  std::sort(times.begin(), times.end());
  std::sort(processor.begin(), processor.end());
  std::printf("%s\t%.1f\t%.1f\n", name, times[kRounds / 2], processor[kRounds / 2]);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: celos_step_bench WORKFLOWS HOURS FOLDER\n");
    return 2;
  }
  const int count = std::atoi(argv[1]), hours = std::atoi(argv[2]);
  const std::string folder = argv[3];
  const ScheduledTime now = Must(ScheduledTime::Parse("2026-11-26T08:00Z"));
  const std::unique_ptr<CelosLog> log = Must(CelosLog::Open(folder + "/logs"));
  for (const bool ended : {false, true}) {
    const std::string db = folder + (ended ? "/ended" : "/waiting");
    std::filesystem::create_directories(db);
    for (int i = 0; ended && i < count; ++i) {
      for (int hour = 1; hour <= hours; ++hour) {
        const SlotState state{{now.ms - hour * kHour}, SlotStatus::kSuccess, "job", 0};
        const std::string time = state.time.Text();
        const std::string day =
            db + "/state/workflow-" + std::to_string(i) + "/" + time.substr(0, 10);
        std::filesystem::create_directories(day);
        std::ofstream(day + "/" + time.substr(11)) << SlotFileText(state);
      }
    }
    const DirectoryFiles files = Must(DirectoryFiles::Open(db));
    SlotDirectory store(files, *log);
    Time(ended ? "ended" : "waiting", Workflows(count, false), store, *log, now);
    const auto database = Must(SlotDatabase::Open(db + "/slots.db"));
    StoredSlots all;
    for (int i = 0; ended && i < count; ++i) {
      for (int hour = 1; hour <= hours; ++hour) {
        const SlotState state{{now.ms - hour * kHour}, SlotStatus::kSuccess, "job", 0};
        all.states.emplace(SlotId{"workflow-" + std::to_string(i), state.time}, state);
      }
    }
    Must(database->Add(all));
    Time(ended ? "hosted_ended" : "hosted_waiting", Workflows(count, false), *database, *log, now);
  }
  return 0;
}
