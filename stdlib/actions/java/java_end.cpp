#include "stdlib/actions/java/java_end.h"

#include <string_view>
#include <utility>

#include "runtime/world/process/output_tail.h"
#include "stdlib/local/command.h"

namespace hpdl::stdlib {

namespace {

constexpr std::size_t kMostText = 2000;

}  // namespace

std::optional<rt::Error> ErrorOfJava(const std::string& main_class, const JavaEnd& end,
                                     const std::function<std::string(std::string)>& with_tail) {
  const auto failure = [&](std::string message) {
    return rt::ActionError(with_tail(std::move(message)));
  };
  const std::size_t line = end.note.find('\n');
  // The first line of the launcher's file is "running" until main ends.
  const std::string state = end.note.substr(0, line);
  const std::string text =
      line == std::string::npos
          ? std::string()
          : rt::CleanText(std::string_view(end.note).substr(line + 1, kMostText));
  const std::string code = std::to_string(end.exit_code);
  if (state == "threw") {
    return failure("main class " + main_class + " threw " + text);
  }
  if (state == "unusable") {
    return rt::ActionError(text);
  }
  if (end.signal != 0) {
    return failure("java " + SignalText(end.signal));
  }
  if (state.empty()) {
    return failure("java ended with exit code " + code + " before it called main class " +
                   main_class);
  }
  if (end.exit_code == 0) {  // System.exit(0) is a success, too
    return std::nullopt;
  }
  return failure("main class " + main_class +
                 (state == "returned"
                      ? " returned, then java ended with exit code " + code
                      : " ended java with exit code " + code + ", as System.exit does"));
}

}  // namespace hpdl::stdlib
