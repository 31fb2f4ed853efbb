#ifndef HPDL_COMPILER_DRIVER_COMMANDS_OUTPUT_H_
#define HPDL_COMPILER_DRIVER_COMMANDS_OUTPUT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"

namespace hpdl::driver {

/// The command line's options for the output of diagnostics.
struct OutputOptions {
  std::string format = "text";  ///< text, or a name of DiagnosticFormats()
  std::string color = "auto";   ///< the colours of the text: auto, always or never
  bool summary = false;         ///< true if FormatSummary() adds a line after the text
  std::size_t corrections = 0;  ///< number of corrections by --fix, for the summary
};

/// Prints diagnostics: text to stderr, other formats to stdout. If `color` is "auto", the text has
/// colours on a terminal, unless NO_COLOR is set (https://no-color.org) or TERM is "dumb".
void PrintDiagnostics(const std::vector<Diagnostic>& diagnostics, const OutputOptions& options);
/// Prints diagnostics with the given format and no other option.
void PrintDiagnostics(const std::vector<Diagnostic>& diagnostics, const std::string& format);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COMMANDS_OUTPUT_H_
