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

/// The state that the tasks of one job share, and the functions that run map and reduce tasks.
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

/// The counters of one task. At the end of the task they are added to the counters of the job.
struct TaskCounts {
  std::array<std::int64_t, static_cast<std::size_t>(TaskCounter::kCount)> own{};
  Counters user;  ///< counters from `reporter:counter:` lines

  std::int64_t& operator[](TaskCounter counter) { return own[static_cast<std::size_t>(counter)]; }
  void Add(const TaskCounts& other);
  /// Returns the counters under the group names and counter names of Hadoop. Task counters appear
  /// also under the former name of their group.
  Counters Named() const;
};

/// A running job.
struct JobState {
  const JobPlan& plan;
  const JobSettings& settings;
  InputFileSystem& files;
  const OutputDirectory& output;
  unsigned map_tasks = 1;
  std::map<std::string, std::string> environment;  ///< environment variables for all commands
  std::atomic<bool> stopped = false;               ///< a task has failed
};

/// The environment variables that a task's commands get in addition to the job's variables. The
/// names are the current Hadoop names of properties.
using TaskVariables = std::vector<std::pair<std::string, std::string>>;

/// Adds a property as an environment variable. If Hadoop had a former name for the property, adds a
/// second variable for that name.
void AddVariable(std::string_view property, const std::string& value,
                 std::map<std::string, std::string>* environment);

/// Handles a line that a command wrote to its standard error. A line that begins with `prefix` is
/// for the reporter. A counter line adds to `counters` unless `counters` is null; other reporter
/// lines are ignored. All other lines go to the standard error of this process.
Result<void> TakeErrorLine(std::string_view line, const std::string& prefix, Counters* counters);

/// Returns the setup of a task's command; the caller sets `out`. Counter lines that the command
/// writes to standard error add to `counts`, or are ignored if `counts` is null.
StreamProcess::Setup SetUpCommand(const JobState& job, const std::vector<std::string>& argv,
                                  const TaskVariables& variables, TaskCounts* counts);
/// Waits for the end of a command. Returns error "JA018" if its exit code fails the task.
Result<void> EndCommand(const JobState& job, StreamProcess& process);

/// Returns the variables that identify a task: its task id, attempt id, partition and kind.
TaskVariables VariablesOf(const JobState& job, bool map, std::uint32_t number);

/// Returns a function that runs the job's combiner for MapOutput. The function is empty if the job
/// has no combiner.
Combine MakeCombine(const JobState& job, const TaskVariables& variables, TaskCounts* counts);

/// Runs map task `number`. Returns its sorted output as segments in `spill`, one for each reduce
/// task. Returns no segments if the job has no reduce tasks.
Result<std::vector<Segment>> RunMapTask(JobState& job, const InputSplit& split,
                                        std::uint32_t number, SpillFile* spill, TaskCounts* counts);

/// Runs reduce task `number` over the segments that the map tasks made for it.
Result<void> RunReduceTask(JobState& job, std::vector<Segment> segments, std::uint32_t number,
                           SpillFile* spill, TaskCounts* counts);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_TASK_H_
