#include "compiler/driver/commands/command.h"

#include <cstdio>

#include "compiler/diagnostics/columns.h"

namespace hpdl::driver {

const char* program_path = "hpdlc";

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
