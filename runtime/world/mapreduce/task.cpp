#include "runtime/world/mapreduce/task.h"

#include <unistd.h>

#include <charconv>
#include <cstdio>

#include "runtime/ground/base/trim.h"

namespace hpdl::rt::mapreduce {

namespace {

constexpr const char* kTaskGroup = "org.apache.hadoop.mapreduce.TaskCounter";
constexpr const char* kFormerTaskGroup = "org.apache.hadoop.mapred.Task$Counter";

struct CounterName {
  const char* group;
  const char* name;
};
/// The names are in the order of TaskCounter.
constexpr CounterName kNames[] = {
    {kTaskGroup, "MAP_INPUT_RECORDS"},
    {kTaskGroup, "MAP_OUTPUT_RECORDS"},
    {kTaskGroup, "MAP_OUTPUT_BYTES"},
    {kTaskGroup, "COMBINE_INPUT_RECORDS"},
    {kTaskGroup, "COMBINE_OUTPUT_RECORDS"},
    {kTaskGroup, "REDUCE_INPUT_GROUPS"},
    {kTaskGroup, "REDUCE_INPUT_RECORDS"},
    {kTaskGroup, "REDUCE_OUTPUT_RECORDS"},
    {kTaskGroup, "SPILLED_RECORDS"},
    {kTaskGroup, "SHUFFLED_MAPS"},
    {"org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter", "BYTES_READ"},
    {"org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter", "BYTES_WRITTEN"},
};
static_assert(std::size(kNames) == static_cast<std::size_t>(TaskCounter::kCount));

/// Adds AMOUNT to a counter if `text` is GROUP,NAME,AMOUNT; ignores any other text.
void CountUser(std::string_view text, Counters* counters) {
  text = Trimmed(text);
  const std::size_t first = text.find(',');
  const std::size_t second = first == std::string_view::npos ? first : text.find(',', first + 1);
  if (second == std::string_view::npos) {
    return;
  }
  const std::string_view digits = text.substr(second + 1);
  std::int64_t amount = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), amount);
  if (error == std::errc() && end == digits.data() + digits.size()) {
    std::int64_t& counter = (*counters)[std::string(text.substr(0, first))]
                                       [std::string(text.substr(first + 1, second - first - 1))];
    __builtin_add_overflow(counter, amount, &counter);
  }
}

std::string TaskName(std::string_view kind, const JobState& job, bool map, std::uint32_t number) {
  char suffix[32];
  std::snprintf(suffix, sizeof suffix, "_%c_%06u", map ? 'm' : 'r', number);
  return std::string(kind) + job.plan.id.substr(3) + suffix;  // the id without its prefix "job"
}

}  // namespace

void AddVariable(std::string_view property, const std::string& value,
                 std::map<std::string, std::string>* environment) {
  (*environment)[EnvironmentName(property)] = value;
  if (const std::string_view former = FormerName(property); !former.empty()) {
    (*environment)[EnvironmentName(former)] = value;
  }
}

void TaskCounts::Add(const TaskCounts& other) {
  for (std::size_t i = 0; i < own.size(); ++i) {
    own[i] += other.own[i];
  }
  for (const auto& [group, counters] : other.user) {
    for (const auto& [name, value] : counters) {
      user[group][name] += value;
    }
  }
}

Counters TaskCounts::Named() const {
  Counters named = user;
  for (std::size_t i = 0; i < own.size(); ++i) {
    named[kNames[i].group][kNames[i].name] += own[i];
  }
  for (const auto& [name, value] : named[kTaskGroup]) {
    named[kFormerTaskGroup][name] = value;
  }
  return named;
}

Result<void> TakeErrorLine(std::string_view line, const std::string& prefix, Counters* counters) {
  if (!line.starts_with(prefix)) {
    const std::string text = std::string(line) + "\n";
    (void)!write(2, text.data(), text.size());
    return {};
  }
  line.remove_prefix(prefix.size());
  constexpr std::string_view kCounter = "counter:";
  if (counters != nullptr && line.starts_with(kCounter)) {
    CountUser(line.substr(kCounter.size()), counters);
  }
  return {};
}

StreamProcess::Setup SetUpCommand(const JobState& job, const std::vector<std::string>& argv,
                                  const TaskVariables& variables, TaskCounts* counts) {
  StreamProcess::Setup setup;
  setup.argv = argv;
  std::map<std::string, std::string> environment = job.environment;
  for (const auto& [name, value] : variables) {
    AddVariable(name, value, &environment);
  }
  for (const auto& [name, value] : job.settings.environment) {
    environment[name] = value;
  }
  for (const std::string& entry : job.plan.environment) {
    const std::size_t equals = entry.find('=');
    environment[entry.substr(0, equals)] = entry.substr(equals + 1);
  }
  for (const auto& [name, value] : environment) {
    setup.environment.push_back(name + "=" + value);
  }
  setup.directory = job.plan.directory;
  setup.stopped = &job.stopped;
  setup.err = [&job, counts](std::string_view line) {
    return TakeErrorLine(line, job.settings.reporter_prefix,
                         counts == nullptr ? nullptr : &counts->user);
  };
  return setup;
}

Result<void> EndCommand(const JobState& job, StreamProcess& process) {
  auto code = process.Finish();
  HPDL_TRY(code);
  if (*code != 0 && job.settings.failing_exit) {
    return ActionError("the command ended with exit code " + std::to_string(*code));
  }
  return {};
}

TaskVariables VariablesOf(const JobState& job, bool map, std::uint32_t number) {
  return {{"mapreduce.task.id", TaskName("task", job, map, number)},
          {"mapreduce.task.attempt.id", TaskName("attempt", job, map, number) + "_0"},
          {"mapreduce.task.partition", std::to_string(number)},
          {"mapreduce.task.ismap", map ? "true" : "false"}};
}

Combine MakeCombine(const JobState& job, const TaskVariables& variables, TaskCounts* counts) {
  if (job.settings.combiner.empty()) {
    return {};
  }
  return [&job, variables, counts](const NextRecord& next, const PutRecord& put) -> Result<void> {
    StreamProcess::Setup setup = SetUpCommand(job, job.settings.combiner, variables, nullptr);
    setup.out = [&](std::string_view line) {
      const KeyValue record = SplitKeyValue(line, job.settings.reduce_output);
      ++(*counts)[TaskCounter::kCombineOutputRecords];
      return put(record.key, record.value);
    };
    auto process = StreamProcess::Start(std::move(setup));
    HPDL_TRY(process);
    std::string line;
    std::string_view key, value;
    while (true) {
      auto more = next(&key, &value);
      HPDL_TRY(more);
      if (!*more) {
        return EndCommand(job, **process);
      }
      ++(*counts)[TaskCounter::kCombineInputRecords];
      line.assign(key).append(job.settings.reduce_input_separator).append(value) += '\n';
      auto written = (*process)->Write(line);
      HPDL_TRY(written);
      if (!*written) {
        HPDL_TRY(EndCommand(job, **process));
        return ActionError("the combiner stopped reading (broken pipe)");
      }
    }
  };
}

}  // namespace hpdl::rt::mapreduce
