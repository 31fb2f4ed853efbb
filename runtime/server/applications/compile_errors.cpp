#include "runtime/server/applications/compile_errors.h"

#include <algorithm>
#include <string>

#include "runtime/ground/base/text_parts.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kMostErrors = 5;
constexpr std::size_t kMostLine = 500;

/// Returns "E0730" for a line that ends in `[ForkJoinCount E0730]`; "": the line has no code.
std::string_view CodeAtEnd(std::string_view line) {
  if (!line.ends_with(']')) {
    return {};
  }
  const std::size_t begin = line.rfind('[');
  const std::size_t blank = line.rfind(' ');
  if (begin == std::string_view::npos || blank == std::string_view::npos || blank < begin) {
    return {};
  }
  const std::string_view code = line.substr(blank + 1, line.size() - blank - 2);
  const bool digits = code.find_first_not_of("0123456789", 1) == std::string_view::npos;
  return code.size() == 5 && code[0] == 'E' && digits ? code : std::string_view();
}

}  // namespace

Error CompileError(std::string_view output, std::string_view folder) {
  Error error{ErrorClass::kError, "", ""};
  std::size_t count = 0;
  for (std::string_view line : Split(output, '\n')) {
    if (line.find(": error: ") == std::string_view::npos || line.starts_with(' ')) {
      continue;
    }
    if (error.code.empty()) {
      error.code = CodeAtEnd(line);
    }
    if (!folder.empty() && line.starts_with(folder) &&
        line.substr(folder.size()).starts_with('/')) {
      line.remove_prefix(folder.size());
      line.remove_prefix(std::min(line.find_first_not_of('/'), line.size()));
    }
    if (++count <= kMostErrors) {
      error.message.append(error.message.empty() ? "" : "\n").append(line.substr(0, kMostLine));
    }
  }
  if (count > kMostErrors) {
    error.message.append("\nand " + std::to_string(count - kMostErrors) + " more");
  }
  if (count == 0) {
    error.message = output.substr(0, kMostLine);
  }
  if (error.code.empty()) {
    error.code = "E0701";
  }
  if (error.code == "E0730") {
    error.message.insert(0, "Fork/Join not in pair:\n");
  }
  return error;
}

}  // namespace hpdl::rt
