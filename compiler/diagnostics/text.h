#ifndef HPDL_COMPILER_DIAGNOSTICS_TEXT_H_
#define HPDL_COMPILER_DIAGNOSTICS_TEXT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"

namespace hpdl {

/// How diagnostics are shown to a person.
struct TextOptions {
  bool color = false;           ///< by escape sequences of ECMA-48
  std::size_t width = 102;      ///< columns; longer lines of source are cut around what is marked
  std::size_t corrections = 0;  ///< that `verify --fix` would make; the summary offers them
};

/// `file:line:col: error: text [Kind E0730]`, below it the source line, what is marked in it, and
/// the correction; then the notes in the same form. Of errors, warnings and remarks the first
/// thousand each, and how many more there are.
std::string FormatText(const std::vector<Diagnostic>& diagnostics, const TextOptions& options);

/// The line behind them, "2 errors, 1 warning in 3 files", and how many `--fix` can correct. Empty
/// if nothing was found.
std::string FormatSummary(const std::vector<Diagnostic>& diagnostics, const TextOptions& options);

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_TEXT_H_
