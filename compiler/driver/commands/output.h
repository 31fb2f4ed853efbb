#ifndef HPDL_COMPILER_DRIVER_COMMANDS_OUTPUT_H_
#define HPDL_COMPILER_DRIVER_COMMANDS_OUTPUT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"

namespace hpdl::driver {

/// What the command line says about the output of diagnostics.
struct OutputOptions {
  std::string format = "text";  ///< text, json, sarif or github
  std::string color = "auto";   ///< auto, always or never; of the text
  bool summary = false;         ///< a line of numbers behind the text
  std::size_t corrections = 0;  ///< that --fix would make; the line offers them
};

/// Prints diagnostics: text to stderr, other formats to stdout. `auto` colours what a terminal
/// shows, unless NO_COLOR is set (https://no-color.org) or the terminal is dumb.
void PrintDiagnostics(const std::vector<Diagnostic>& diagnostics, const OutputOptions& options);
/// The same with no option but the format.
void PrintDiagnostics(const std::vector<Diagnostic>& diagnostics, const std::string& format);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COMMANDS_OUTPUT_H_
