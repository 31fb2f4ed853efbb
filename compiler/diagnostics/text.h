#ifndef HPDL_COMPILER_DIAGNOSTICS_TEXT_H_
#define HPDL_COMPILER_DIAGNOSTICS_TEXT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"

namespace hpdl {

/// Options of FormatText() and FormatSummary().
struct TextOptions {
  bool color = false;       ///< true if the text may contain escape sequences of ECMA-48
  std::size_t width = 102;  ///< the columns of the terminal; longer source lines are cut
  /// The number of corrections that `verify --fix` would make; the summary shows this number.
  std::size_t corrections = 0;
};

/// Returns each diagnostic as `file:line:col: error: text [Kind E0730]`. The source line with its
/// marks follows, then the correction, then the notes in the same form. The result has at most a
/// thousand errors, a thousand warnings and a thousand remarks, and the number of diagnostics that
/// are left out.
std::string FormatText(const std::vector<Diagnostic>& diagnostics, const TextOptions& options);

/// Returns the summary line, "2 errors, 1 warning in 3 files", with the number of corrections that
/// `--fix` can make. Returns "" if there are no diagnostics.
std::string FormatSummary(const std::vector<Diagnostic>& diagnostics, const TextOptions& options);

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_TEXT_H_
