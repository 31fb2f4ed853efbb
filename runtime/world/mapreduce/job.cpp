#include "runtime/world/mapreduce/job.h"

#include <algorithm>
#include <csignal>
#include <functional>
#include <thread>

#include "runtime/world/mapreduce/archive.h"
#include "runtime/world/mapreduce/task.h"

extern char** environ;

namespace hpdl::rt::mapreduce {

namespace {

/// Returns the environment of this process and, as further variables, the properties of the job.
std::map<std::string, std::string> Environment(const JobPlan& plan) {
  std::map<std::string, std::string> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos) {
      environment[std::string(text.substr(0, equals))] = text.substr(equals + 1);
    }
  }
  for (const auto& [name, value] : plan.configuration) {
    AddVariable(name, value, &environment);
  }
  AddVariable("mapreduce.job.id", plan.id, &environment);
  AddVariable("mapreduce.framework.name", "local", &environment);
  return environment;
}

/// Calls `task` with each number below `count`, on up to `parallel` threads; each call gets a spill
/// file that no other thread writes to. After an error no more tasks begin.
class TaskRunner {
 public:
  using Task = std::function<Result<void>(std::uint32_t number, SpillFile* spill)>;

  TaskRunner(JobState& job, std::vector<std::unique_ptr<SpillFile>>& spills)
      : job_(job), spills_(spills) {}

  std::optional<Error> Run(std::uint32_t count, const Task& task) {
    count_ = count;
    const std::uint32_t threads = std::min<std::uint32_t>(std::max(1U, job_.plan.parallel), count);
    std::vector<std::thread> running;
    for (std::uint32_t i = 0; i < threads; ++i) {
      auto spill = SpillFile::Make(job_.plan.spill_directory);
      if (!spill) {
        Fail(spill.error());
        break;
      }
      SpillFile* own = spills_.emplace_back(std::move(*spill)).get();
      running.emplace_back([this, own, &task] { Work(own, task); });
    }
    for (std::thread& thread : running) {
      thread.join();
    }
    return error_;
  }

 private:
  void Work(SpillFile* spill, const Task& task) {
    for (std::uint32_t number = next_++; number < count_ && !job_.stopped; number = next_++) {
      if (auto done = task(number, spill); !done) {
        Fail(done.error());
      }
    }
  }

  void Fail(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!job_.stopped.exchange(true)) {
      error_ = error;
    }
  }

  JobState& job_;
  std::vector<std::unique_ptr<SpillFile>>& spills_;
  std::uint32_t count_ = 0;
  std::atomic<std::uint32_t> next_ = 0;
  std::mutex mutex_;
  std::optional<Error> error_;
};

Error In(std::string task, Error error) {
  error.message = std::move(task) + ": " + error.message;
  return error;
}

/// The two phases of a job.
class Phases {
 public:
  Phases(JobState& job, const std::vector<InputSplit>& splits)
      : job_(job), splits_(splits), outputs_(splits.size()) {}

  std::optional<Error> Map() {
    return Run(static_cast<std::uint32_t>(splits_.size()),
               [this](std::uint32_t number, SpillFile* spill) -> Result<void> {
                 TaskCounts counts;
                 auto segments = RunMapTask(job_, splits_[number], number, spill, &counts);
                 if (!segments) {
                   return In("map task " + std::to_string(number) + " (" +
                                 job_.files.Uri(splits_[number].path) + ")",
                             segments.error());
                 }
                 outputs_[number] = std::move(*segments);
                 Add(counts);
                 return {};
               });
  }

  std::optional<Error> Reduce() {
    return Run(
        job_.settings.reduces, [this](std::uint32_t number, SpillFile* spill) -> Result<void> {
          TaskCounts counts;
          std::vector<Segment> segments;
          segments.reserve(outputs_.size());
          for (const std::vector<Segment>& output : outputs_) {
            segments.push_back(output[number]);
          }
          if (auto done = RunReduceTask(job_, std::move(segments), number, spill, &counts); !done) {
            return In("reduce task " + std::to_string(number), done.error());
          }
          Add(counts);
          return {};
        });
  }

  Counters counters() const { return counts_.Named(); }

 private:
  std::optional<Error> Run(std::uint32_t count, const TaskRunner::Task& task) {
    TaskRunner runner(job_, spills_);
    return count == 0 ? std::nullopt : runner.Run(count, task);
  }
  void Add(const TaskCounts& counts) {
    const std::lock_guard lock(mutex_);
    counts_.Add(counts);
  }

  JobState& job_;
  const std::vector<InputSplit>& splits_;
  /// The output of the map tasks. The segment `outputs_[m][r]` is from map task m for reduce task
  /// r.
  std::vector<std::vector<Segment>> outputs_;
  std::vector<std::unique_ptr<SpillFile>> spills_;
  std::mutex mutex_;
  TaskCounts counts_;
};

Result<std::vector<InputSplit>> SplitsOf(const JobSettings& settings, InputFileSystem& files) {
  auto listed = ListInput(files, settings.inputs, settings.splits.recursive);
  HPDL_TRY(listed);
  return settings.format == InputFormat::kNLine
             ? MakeLineSplits(files, *listed, settings.lines_per_map)
             : MakeSplits(*listed, settings.splits);
}

JobReport Failed(const Error& error) {
  JobReport report;
  report.error = error;
  return report;
}

JobReport RunTasks(const JobPlan& plan, const JobSettings& settings, InputFileSystem& files,
                   OutputDirectory& output) {
  auto splits = SplitsOf(settings, files);
  if (!splits) {
    return Failed(splits.error());
  }
  if (auto begun = output.Begin(); !begun) {
    return Failed(begun.error());
  }
  const auto map_tasks = static_cast<unsigned>(splits->size());
  JobState job{plan, settings, files, output, map_tasks, Environment(plan)};
  Phases phases(job, *splits);
  JobReport report;
  report.error = phases.Map();
  if (!report.error && settings.reduces > 0) {
    report.error = phases.Reduce();
  }
  report.counters = phases.counters();
  if (!report.error) {
    const std::uint32_t parts =
        settings.reduces > 0 ? settings.reduces : static_cast<std::uint32_t>(splits->size());
    if (auto done = output.Commit(parts, settings.mark_success); !done) {
      report.error = done.error();
    }
  }
  return report;
}

}  // namespace

std::string JobPlan::OutputPath() const {
  const auto found = configuration.find("mapreduce.output.fileoutputformat.outputdir");
  return !local_output.empty() || found == configuration.end() ? local_output : found->second;
}

JobReport RunStreamingJob(const JobPlan& plan, InputFileSystem& files) {
  // A write to a command that reads no more gives EPIPE instead of a signal.
  std::signal(SIGPIPE, SIG_IGN);
  auto settings = ReadSettings(plan.configuration);
  if (!settings) {
    return Failed(settings.error());
  }
  OutputDirectory output(plan.OutputPath(), plan.id);
  if (auto free = output.Check(); !free) {
    return Failed(free.error());
  }
  for (const auto& [archive, folder] : plan.archives) {
    if (auto unpacked = UnpackArchive(archive, folder); !unpacked) {
      return Failed(unpacked.error());
    }
  }
  JobReport report = RunTasks(plan, *settings, files, output);
  if (report.error) {
    output.Abort();
  }
  return report;
}

void CleanOutput(const JobPlan& plan) {
  if (const std::string path = plan.OutputPath(); !path.empty()) {
    OutputDirectory(path, plan.id).Abort();
  }
}

}  // namespace hpdl::rt::mapreduce
