#include "compiler/driver/command.h"

#include <cstdio>

namespace hpdl::driver {

const char* program_path = "hpdlc";

int UsageError(const std::string& text) {
  std::fprintf(stderr, "hpdlc: %s\n", text.c_str());
  return kExitUsage;
}

int UsageError(const std::string& command, const std::string& text) {
  return UsageError(command + ": " + text + " (see hpdlc " + command + " --help)");
}

}  // namespace hpdl::driver
