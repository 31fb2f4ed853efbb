#include "runtime/server/jobs/program_refusal.h"

#include <signal.h>

#include <algorithm>

#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/text_parts.h"

namespace hpdl::rt {
namespace {

/// Cuts an error code in brackets, such as ` [E0738]`, from the end of a line, and returns the
/// code. "": the line does not end in a code.
std::string TakeCode(std::string* line) {
  const std::size_t begin = line->rfind(" [E");
  if (begin == std::string::npos || !line->ends_with(']')) {
    return "";
  }
  std::string code = line->substr(begin + 2, line->size() - begin - 3);
  const bool digits = code.find_first_not_of("0123456789", 1) == std::string::npos;
  if (code.size() < 5 || !digits) {
    return "";
  }
  line->resize(begin);
  return code;
}

/// Cuts the folder from the path of a definition that the server wrote itself. This folder no
/// longer exists.
void ForgetFolder(std::string* line) {
  const std::size_t at = line->find("/" + std::string(kUnfinishedPrefix));
  const std::size_t end = at == std::string::npos ? at : line->find('/', at + 1);
  if (end != std::string::npos) {
    const std::size_t begin = line->rfind(' ', at) + 1;  // `begin` is 0 if there is no blank
    line->erase(begin, end + 1 - begin);
  }
}

}  // namespace

Error RefusalOf(const ChildEnd& end, std::string_view program) {
  constexpr std::size_t kMostText = 4000;
  const std::string prefix = std::string(program.substr(program.rfind('/') + 1)) + ": ";
  Error error{ErrorClass::kError, "", ""};
  for (const std::string_view each : Split(end.output, '\n')) {
    std::string line(each);
    if (!line.starts_with(prefix) || line.starts_with(prefix + "warning: ")) {
      continue;
    }
    line.erase(0, prefix.size());
    ForgetFolder(&line);
    const std::string code = TakeCode(&line);
    error.code = error.code.empty() ? code : error.code;
    if (error.message.size() < kMostText) {
      error.message.append(error.message.empty() ? "" : "\n").append(line);
    }
  }
  if (end.signal == SIGKILL || end.signal == SIGTERM || end.signal == SIGINT ||
      end.signal == SIGHUP) {
    error.error_class = ErrorClass::kTransient;
  }
  if (error.message.empty()) {
    error.message = "Runtime error [the job's program " + end.Words() + "]";
  }
  if (error.code.empty()) {
    error.code = kNoRefusalCode;
  }
  return error;
}

}  // namespace hpdl::rt
