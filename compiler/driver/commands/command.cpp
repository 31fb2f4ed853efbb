#include "compiler/driver/commands/command.h"

#include <cstdio>

#include "compiler/diagnostics/columns.h"
#include "compiler/driver/commands/options.h"

namespace hpdl::driver {

const char* program_path = "hpdlc";

std::span<const Command* const> Commands() {
  static constexpr const Command* kCommands[] = {
      &kVerifyCommand,   &kBuildCommand,  &kGraphCommand,   &kEvalCommand,      &kEmitCommand,
      &kScheduleCommand, &kSurveyCommand, &kExplainCommand, &kCompletionCommand};
  return kCommands;
}

int RunCommand(const Command& command, const Arguments& arguments) {
  CommandLine line(command);
  return line.Parse(arguments) ? command.run(line) : line.exit_code;
}

void PrintError(const std::string& text) {
  std::fprintf(stderr, "hpdlc: %s\n", Clean(text).c_str());
}

int UsageError(const std::string& text) {
  PrintError(text);
  return kExitUsage;
}

int UsageError(const std::string& command, const std::string& text) {
  return UsageError(command + ": " + text + " (see hpdlc " + command + " --help)");
}

}  // namespace hpdl::driver
