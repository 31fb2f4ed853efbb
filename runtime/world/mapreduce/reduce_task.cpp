#include <algorithm>

#include "runtime/world/mapreduce/task.h"

namespace hpdl::rt::mapreduce {

namespace {

/// A reduce task: its sorted input, its command, its output.
class ReduceTask {
 public:
  ReduceTask(JobState& job, TextOutput& output, TaskCounts& counts)
      : job_(job), output_(output), counts_(counts) {}

  Result<void> Start(const TaskVariables& variables) {
    if (job_.settings.reducer.empty()) {
      return {};
    }
    StreamProcess::Setup setup = SetUpCommand(job_, job_.settings.reducer, variables, &own_);
    setup.out = [this](std::string_view line) {
      const KeyValue record = SplitKeyValue(line, job_.settings.reduce_output);
      // Lines that the command writes before the first group are dropped, like in Hadoop.
      return any_ ? output_.Put(record.key, record.value) : Result<void>();
    };
    auto process = StreamProcess::Start(std::move(setup));
    HPDL_TRY(process);
    process_ = std::move(*process);
    return {};
  }

  Result<void> Run(MergeQueue& queue) {
    std::string last;
    while (true) {
      auto more = queue.Next();
      HPDL_TRY(more);
      if (!*more) {
        break;
      }
      const std::string_view key = queue.key();
      if (!any_ || key != last) {
        ++counts_[TaskCounter::kReduceInputGroups];
        last.assign(key);
        any_ = true;
      }
      const std::uint64_t times = 1 + std::uint64_t{queue.TakeRepeats()};
      counts_[TaskCounter::kReduceInputRecords] += static_cast<std::int64_t>(times);
      HPDL_TRY(Put(key, queue.value(), times));
    }
    HPDL_TRY(process_ ? EndCommand(job_, *process_) : Result<void>());
    counts_[TaskCounter::kReduceOutputRecords] += output_.records();
    if (any_) {
      counts_.Add(own_);
    }
    return {};
  }

 private:
  Result<void> Put(std::string_view key, std::string_view value, std::uint64_t times) {
    if (!process_) {
      for (; times > 0; --times) {
        HPDL_TRY(output_.Put(key, value));
      }
      return {};
    }
    auto written = process_->Write(key, job_.settings.reduce_input_separator, value, times);
    HPDL_TRY(written);
    if (!*written) {
      HPDL_TRY(EndCommand(job_, *process_));
      return ActionError("the reducer stopped reading (broken pipe)");
    }
    return {};
  }

  JobState& job_;
  TextOutput& output_;
  TaskCounts& counts_;
  TaskCounts own_;  ///< the counters that the command reports
  std::unique_ptr<StreamProcess> process_;
  bool any_ = false;  ///< the input has at least one group
};

}  // namespace

Result<void> RunReduceTask(JobState& job, std::vector<Segment> segments, std::uint32_t number,
                           SpillFile* spill, TaskCounts* counts) {
  // Hadoop keeps the fetched segments sorted by size.
  std::stable_sort(segments.begin(), segments.end(), [](const Segment& a, const Segment& b) {
    return a.hadoop_size < b.hadoop_size;
  });
  (*counts)[TaskCounter::kShuffledMaps] += static_cast<std::int64_t>(segments.size());
  auto output = TextOutput::Make(job.output.PartPath(number), job.settings.output_separator);
  HPDL_TRY(output);
  ReduceTask task(job, **output, *counts);
  HPDL_TRY(task.Start(VariablesOf(job, false, number)));
  const KeyOrder order;
  auto queue = MergeQueue::Open(std::move(segments), job.settings.fan_in, order, spill);
  HPDL_TRY(queue);
  HPDL_TRY(task.Run(*queue));
  HPDL_TRY((*output)->Finish());
  (*counts)[TaskCounter::kBytesWritten] += (*output)->bytes();
  return {};
}

}  // namespace hpdl::rt::mapreduce
