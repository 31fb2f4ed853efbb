#include <algorithm>
#include <charconv>

#include "runtime/world/mapreduce/record_reader.h"
#include "runtime/world/mapreduce/task.h"

namespace hpdl::rt::mapreduce {

namespace {

/// Makes the line that a mapper gets for a line of the input.
class MapperLine {
 public:
  explicit MapperLine(const JobSettings& settings) : settings_(settings) {}

  const std::string& Make(std::string_view line, std::int64_t offset) {
    text_.clear();
    if (settings_.format == InputFormat::kKeyValue) {
      const std::size_t place = line.find(settings_.key_value_separator[0]);
      Add(line.substr(0, place),
          place == std::string_view::npos ? std::string_view() : line.substr(place + 1));
    } else {
      char digits[24];
      const auto end = std::to_chars(digits, digits + sizeof digits, offset).ptr;
      Add({digits, static_cast<std::size_t>(end - digits)}, line);
    }
    return text_;
  }

 private:
  void Add(std::string_view key, std::string_view value) {
    if (!settings_.ignore_key) {
      text_.append(key).append(settings_.map_input_separator);
    }
    text_.append(value) += '\n';
  }

  const JobSettings& settings_;
  std::string text_;
};

Result<void> Feed(RecordReader& reader, const JobState& job, StreamProcess& process,
                  TaskCounts* counts) {
  MapperLine mapper_line(job.settings);
  std::string_view line;
  while (true) {
    auto more = reader.Next(&line);
    HPDL_TRY(more);
    if (!*more) {
      return EndCommand(job, process);
    }
    ++(*counts)[TaskCounter::kMapInputRecords];
    auto written = process.Write(mapper_line.Make(line, reader.offset()));
    HPDL_TRY(written);
    if (!*written) {
      HPDL_TRY(EndCommand(job, process));
      return ActionError("the mapper stopped reading (broken pipe)");
    }
  }
}

/// The destination of a mapper's output lines.
struct MapSink {
  std::unique_ptr<TextOutput> file;    ///< set if the job has no reduce tasks
  std::unique_ptr<MapOutput> sorting;  ///< set if the job has reduce tasks
};

Result<MapSink> MakeSink(const JobState& job, const TaskVariables& variables, std::uint32_t number,
                         SpillFile* spill, TaskCounts* counts) {
  MapSink sink;
  if (job.settings.reduces == 0) {
    auto file = TextOutput::Make(job.output.PartPath(number), job.settings.output_separator);
    HPDL_TRY(file);
    sink.file = std::move(*file);
    return sink;
  }
  MapOutput::Rules rules;
  rules.partitions = job.settings.reduces;
  rules.memory = job.settings.sort_memory;
  rules.fan_in = job.settings.fan_in;
  rules.combine_again = job.settings.combine_again;
  rules.sort_threads = std::max(1U, job.plan.parallel / std::max(1U, job.map_tasks));
  rules.combine = MakeCombine(job, variables, counts);
  sink.sorting = std::make_unique<MapOutput>(std::move(rules), spill);
  return sink;
}

Result<void> PutSorted(const KeyValue& record, std::uint32_t reduces, MapOutput& sorting,
                       TaskCounts& counts) {
  counts[TaskCounter::kMapOutputBytes] +=
      static_cast<std::int64_t>(TextSize(record.key) + TextSize(record.value));
  const std::uint32_t partition = reduces == 1 ? 0 : HashPartition(record.key, reduces);
  return sorting.Put(partition, record.key, record.value);
}

}  // namespace

Result<std::vector<Segment>> RunMapTask(JobState& job, const InputSplit& split,
                                        std::uint32_t number, SpillFile* spill,
                                        TaskCounts* counts) {
  TaskVariables variables = VariablesOf(job, true, number);
  variables.emplace_back("mapreduce.map.input.file", job.files.Uri(split.path));
  variables.emplace_back("mapreduce.map.input.start", std::to_string(split.start));
  variables.emplace_back("mapreduce.map.input.length", std::to_string(split.length));
  auto reader = RecordReader::Open(job.files, split, job.settings.record_delimiter);
  HPDL_TRY(reader);
  auto sink = MakeSink(job, variables, number, spill, counts);
  HPDL_TRY(sink);
  StreamProcess::Setup setup = SetUpCommand(job, job.settings.mapper, variables, counts);
  setup.out = [&](std::string_view line) {
    const KeyValue record = SplitKeyValue(line, job.settings.map_output);
    ++(*counts)[TaskCounter::kMapOutputRecords];
    return sink->file ? sink->file->Put(record.key, record.value)
                      : PutSorted(record, job.settings.reduces, *sink->sorting, *counts);
  };
  auto process = StreamProcess::Start(std::move(setup));
  HPDL_TRY(process);
  HPDL_TRY(Feed(**reader, job, **process, counts));
  (*counts)[TaskCounter::kBytesRead] += split.length;
  if (sink->file) {
    HPDL_TRY(sink->file->Finish());
    (*counts)[TaskCounter::kBytesWritten] += sink->file->bytes();
    return std::vector<Segment>();
  }
  auto segments = sink->sorting->Finish();
  (*counts)[TaskCounter::kSpilledRecords] += sink->sorting->spilled();
  return segments;
}

}  // namespace hpdl::rt::mapreduce
