#include "runtime/world/mapreduce/worker.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>

#include "runtime/ground/base/new_file.h"
#include "runtime/world/mapreduce/spill_file.h"
#include "runtime/world/mapreduce/staged_input.h"

namespace hpdl::rt::mapreduce {

namespace {

constexpr const char* kPlan = "/.hpdl-plan";
constexpr const char* kReport = "/.hpdl-report";

/// Writes texts one after the other. Each text has its length before it, as in "5:hello,", so it
/// may contain any bytes.
class Fields {
 public:
  void Add(std::string_view text) {
    text_ += std::to_string(text.size()) + ":";
    text_.append(text) += ',';
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

class FieldReader {
 public:
  explicit FieldReader(std::string text) : text_(std::move(text)) {}
  /// Returns the next text. If no text is left or the data is broken, returns "" and makes ok()
  /// false.
  std::string Next() {
    std::size_t size = 0;
    const char* const end = text_.data() + text_.size();
    const auto [stop, error] = std::from_chars(text_.data() + place_, end, size);
    const auto left = static_cast<std::size_t>(end - stop);
    if (error != std::errc() || left < 2 || size > left - 2 || *stop != ':' ||
        stop[1 + size] != ',') {
      ok_ = false;
      return {};
    }
    place_ = static_cast<std::size_t>(stop - text_.data()) + size + 2;
    return {stop + 1, size};
  }
  std::int64_t Number() {
    const std::string text = Next();
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
  }
  bool more() const { return ok_ && place_ < text_.size(); }
  bool ok() const { return ok_; }

 private:
  std::string text_;
  std::size_t place_ = 0;
  bool ok_ = true;
};

/// Writes a file durably. The file is complete or absent, also after a crash.
Result<void> WriteFile(const std::string& path, std::string_view text) {
  return WriteWhole(path, text, 0600) && SyncDirectory(path.substr(0, path.rfind('/') + 1))
             ? Result<void>()
             : Result<void>(StorageError("cannot write " + path, errno));
}

std::optional<std::string> ReadFile(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return std::nullopt;
  }
  std::string text;
  char buffer[65536];
  for (ssize_t got = 0; (got = read(fd, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(got));
  }
  close(fd);
  return text;
}

std::optional<JobPlan> ReadPlan(const std::string& directory) {
  auto text = ReadFile(directory + kPlan);
  if (!text) {
    return std::nullopt;
  }
  FieldReader fields(std::move(*text));
  JobPlan plan;
  plan.id = fields.Next();
  plan.directory = fields.Next();
  plan.spill_directory = fields.Next();
  plan.staged_list = fields.Next();
  plan.local_output = fields.Next();
  plan.parallel = static_cast<unsigned>(fields.Number());
  for (std::int64_t left = fields.Number(); left > 0 && fields.ok(); --left) {
    plan.environment.push_back(fields.Next());
  }
  for (std::int64_t left = fields.Number(); left > 0 && fields.ok(); --left) {
    std::string archive = fields.Next();
    plan.archives.emplace_back(std::move(archive), fields.Next());
  }
  while (fields.more()) {
    std::string name = fields.Next();
    plan.configuration[std::move(name)] = fields.Next();
  }
  return fields.ok() ? std::optional(std::move(plan)) : std::nullopt;
}

Result<void> WriteReport(const std::string& directory, const JobReport& report) {
  Fields fields;
  fields.Add(report.error ? "failed" : "done");
  const Error error = report.error.value_or(Error{});
  fields.Add(std::to_string(static_cast<int>(error.error_class)));
  fields.Add(error.code);
  fields.Add(error.message);
  for (const auto& [group, counters] : report.counters) {
    for (const auto& [name, value] : counters) {
      fields.Add(group);
      fields.Add(name);
      fields.Add(std::to_string(value));
    }
  }
  return WriteFile(directory + kReport, fields.text());
}

}  // namespace

Result<void> WritePlan(const std::string& directory, const JobPlan& plan) {
  Fields fields;
  fields.Add(plan.id);
  fields.Add(plan.directory);
  fields.Add(plan.spill_directory);
  fields.Add(plan.staged_list);
  fields.Add(plan.local_output);
  fields.Add(std::to_string(plan.parallel));
  fields.Add(std::to_string(plan.environment.size()));
  for (const std::string& entry : plan.environment) {
    fields.Add(entry);
  }
  fields.Add(std::to_string(plan.archives.size()));
  for (const auto& [archive, folder] : plan.archives) {
    fields.Add(archive);
    fields.Add(folder);
  }
  for (const auto& [name, value] : plan.configuration) {
    fields.Add(name);
    fields.Add(value);
  }
  return WriteFile(directory + kPlan, fields.text());
}

Result<void> WriteStagedFiles(const std::string& path, const std::vector<StagedFile>& files) {
  Fields fields;
  for (const StagedFile& file : files) {
    fields.Add(file.pattern);
    fields.Add(file.uri);
    fields.Add(file.copy);
    fields.Add(std::to_string(file.size));
    fields.Add(std::to_string(file.block_size));
  }
  return WriteFile(path, fields.text());
}

std::optional<std::vector<StagedFile>> ReadStagedFiles(const std::string& path) {
  auto text = ReadFile(path);
  if (!text) {
    return std::nullopt;
  }
  std::vector<StagedFile> files;
  FieldReader fields(std::move(*text));
  while (fields.more()) {
    StagedFile& file = files.emplace_back();
    file.pattern = fields.Next();
    file.uri = fields.Next();
    file.copy = fields.Next();
    file.size = fields.Number();
    file.block_size = fields.Number();
  }
  return fields.ok() ? std::optional(std::move(files)) : std::nullopt;
}

std::optional<JobReport> ReadReport(const std::string& directory) {
  auto text = ReadFile(directory + kReport);
  if (!text) {
    return std::nullopt;
  }
  FieldReader fields(std::move(*text));
  JobReport report;
  const bool failed = fields.Next() != "done";
  Error error;
  error.error_class = static_cast<ErrorClass>(fields.Number());
  error.code = fields.Next();
  error.message = fields.Next();
  if (failed) {
    report.error = std::move(error);
  }
  while (fields.more()) {
    const std::string group = fields.Next();
    const std::string name = fields.Next();
    report.counters[group][name] = fields.Number();
  }
  return fields.ok() ? std::optional(std::move(report)) : std::nullopt;
}

int RunWorker(const char* directory) {
  const std::optional<JobPlan> plan = ReadPlan(directory);
  if (!plan) {
    std::fprintf(stderr, "%s%s cannot be read\n", directory, kPlan);
    return 1;
  }
  std::unique_ptr<InputFileSystem> files = MakeLocalInput();
  if (!plan->staged_list.empty()) {
    std::optional<std::vector<StagedFile>> staged = ReadStagedFiles(plan->staged_list);
    if (!staged) {
      std::fprintf(stderr, "%s cannot be read\n", plan->staged_list.c_str());
      return 1;
    }
    files = MakeStagedInput(std::move(*staged), std::move(files));
  }
  const JobReport report = RunStreamingJob(*plan, *files);
  if (auto written = WriteReport(directory, report); !written) {
    std::fprintf(stderr, "%s\n", written.error().message.c_str());
    return 1;
  }
  return 0;
}

}  // namespace hpdl::rt::mapreduce
