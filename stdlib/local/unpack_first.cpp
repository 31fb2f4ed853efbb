#include "stdlib/local/unpack_first.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>

#include "runtime/world/mapreduce/archive.h"
#include "stdlib/local/command.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr const char* kFailure = ".failure";

/// Returns the path of the attempt's plan, beside the attempt's output.
std::string PlanPath(const rt::ActionContext& ctx) {
  return AttemptPlace(ctx, ".unpack");
}

/// Appends a field and the byte '\0', which no path and no argument of a command can contain.
void AddField(const std::string& field, std::string* plan) {
  plan->append(field, 0, field.find('\0')).push_back('\0');
}

std::vector<std::string> FieldsOf(std::string_view plan) {
  std::vector<std::string> fields;
  while (!plan.empty()) {
    const std::size_t end = plan.find('\0');
    fields.emplace_back(plan.substr(0, end));
    plan.remove_prefix(end == std::string_view::npos ? plan.size() : end + 1);
  }
  return fields;
}

/// Writes the error to a file for ErrorOfUnpacking().
int Fail(const std::string& plan, const rt::Error& error) {
  const std::string text =
      std::to_string(static_cast<int>(error.error_class)) + "\n" + error.message;
  const rt::Result<void> written = WriteWholeFile(plan + kFailure, text, 0600);
  if (!written) {
    std::fprintf(stderr, "%s\n", error.message.c_str());
  }
  return 1;
}

}  // namespace

rt::Result<void> UnpackFirst(const rt::ActionContext& ctx, const std::string& kind,
                             const std::vector<std::string>& entries, rt::Command* command) {
  std::string plan;
  AddField(std::to_string(entries.size()), &plan);
  for (const std::string& entry : entries) {
    const auto archive = PlaceOfArchive(ctx, entry, command->directory);
    HPDL_TRY(archive);
    AddField(archive->first, &plan);
    AddField(archive->second, &plan);
  }
  for (const std::string& word : command->argv) {
    AddField(word, &plan);
  }
  const std::string path = PlanPath(ctx);
  HPDL_TRY(WriteWholeFile(path, plan, 0600));
  command->argv = {OwnProgram(), "--worker", kind, Absolute(path)};
  return {};
}

std::optional<rt::Error> ErrorOfUnpacking(const rt::ActionContext& ctx) {
  const std::string path = PlanPath(ctx) + kFailure;
  if (!FileExists(path)) {
    return std::nullopt;
  }
  const auto text = ReadWholeFile(path);
  HPDL_TRY(text);
  int error_class = 0;
  const std::size_t line = text->find('\n');
  std::from_chars(text->data(), text->data() + std::min(line, text->size()), error_class);
  return rt::Error{static_cast<rt::ErrorClass>(error_class), "JA018",
                   line == std::string::npos ? *text : text->substr(line + 1)};
}

int UnpackWorker(const char* plan) {
  const auto text = ReadWholeFile(plan);
  if (!text) {
    return Fail(plan, text.error());
  }
  std::vector<std::string> fields = FieldsOf(*text);
  std::size_t archives = 0;
  if (!fields.empty()) {
    std::from_chars(fields[0].data(), fields[0].data() + fields[0].size(), archives);
  }
  std::size_t next = 1;
  for (; archives > 0 && next + 1 < fields.size(); --archives, next += 2) {
    const rt::Result<void> unpacked = rt::mapreduce::UnpackArchive(fields[next], fields[next + 1]);
    if (!unpacked) {
      return Fail(plan, unpacked.error());
    }
  }
  std::vector<char*> argv;
  for (; next < fields.size(); ++next) {
    argv.push_back(fields[next].data());
  }
  if (argv.empty()) {
    return Fail(plan, {rt::ErrorClass::kError, "", std::string(plan) + " is damaged"});
  }
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
  return Fail(plan, {rt::ErrorClass::kError, "",
                     std::string("cannot start ") + argv[0] + ": " + std::strerror(errno)});
}

}  // namespace hpdl::stdlib
