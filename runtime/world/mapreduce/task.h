#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_TASK_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_TASK_H_

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/world/mapreduce/job.h"
#include "runtime/world/mapreduce/map_output.h"
#include "runtime/world/mapreduce/output.h"
#include "runtime/world/mapreduce/settings.h"
#include "runtime/world/mapreduce/stream_process.h"

/// What the tasks of one job share, and the two kinds of tasks.
namespace hpdl::rt::mapreduce {

/// Hadoop's counters of tasks.
enum class TaskCounter : std::uint8_t {
  kMapInputRecords,
  kMapOutputRecords,
  kMapOutputBytes,
  kCombineInputRecords,
  kCombineOutputRecords,
  kReduceInputGroups,
  kReduceInputRecords,
  kReduceOutputRecords,
  kSpilledRecords,
  kShuffledMaps,
  kBytesRead,
  kBytesWritten,
  kCount,
};

/// The counters of one task; added to those of the job at its end.
struct TaskCounts {
  std::array<std::int64_t, static_cast<std::size_t>(TaskCounter::kCount)> own{};
  Counters user;  ///< by reporter:counter lines

  std::int64_t& operator[](TaskCounter counter) { return own[static_cast<std::size_t>(counter)]; }
  void Add(const TaskCounts& other);
  /// By Hadoop's groups and names, the groups' former names too.
  Counters Named() const;
};

/// A running job.
struct JobState {
  const JobPlan& plan;
  const JobSettings& settings;
  InputFileSystem& files;
  const OutputDirectory& output;
  unsigned map_tasks = 1;
  std::map<std::string, std::string> environment;  ///< of all commands
  std::atomic<bool> stopped = false;               ///< a task has failed
};

/// Variables that a task's commands have besides those of the job, by their current names.
using TaskVariables = std::vector<std::pair<std::string, std::string>>;

/// A property as an environment variable, by its former name too.
void AddVariable(std::string_view property, const std::string& value,
                 std::map<std::string, std::string>* environment);

/// `reporter:` lines of a command's standard error are counted, or passed over; others go to ours.
Result<void> TakeErrorLine(std::string_view line, const std::string& prefix, Counters* counters);

/// A command of a task, ready to start but for its `out`. `counts` is where its standard error
/// counts; null: nowhere.
StreamProcess::Setup SetUpCommand(const JobState& job, const std::vector<std::string>& argv,
                                  const TaskVariables& variables, TaskCounts* counts);
/// Ends a command; an exit code that fails the task is "JA018".
Result<void> EndCommand(const JobState& job, StreamProcess& process);

/// The identifiers of a task: task_..., attempt_... and so on.
TaskVariables VariablesOf(const JobState& job, bool map, std::uint32_t number);

/// The combiner of the job as MapOutput calls it, or nothing.
Combine MakeCombine(const JobState& job, const TaskVariables& variables, TaskCounts* counts);

/// Runs map task `number`. Its sorted output is in `spill`, a segment for each reduce task; none if
/// the job has no reduce tasks.
Result<std::vector<Segment>> RunMapTask(JobState& job, const InputSplit& split,
                                        std::uint32_t number, SpillFile* spill, TaskCounts* counts);

/// Runs reduce task `number` over the segments that the map tasks made for it.
Result<void> RunReduceTask(JobState& job, std::vector<Segment> segments, std::uint32_t number,
                           SpillFile* spill, TaskCounts* counts);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_TASK_H_
