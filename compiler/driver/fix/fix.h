#ifndef HPDL_COMPILER_DRIVER_FIX_FIX_H_
#define HPDL_COMPILER_DRIVER_FIX_FIX_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "compiler/driver/program/definition.h"

namespace hpdl::driver {

/// The result of `verify --fix` or `--diff` for one definition.
struct FixReport {
  /// Lines for stderr. They name the corrections that were made, and the refused corrections with
  /// the reasons.
  std::string said;
  std::string diff;      ///< the changes in the form of `diff -u`
  std::size_t made = 0;  ///< the number of corrections that were made in the file or in `diff`
  bool failed = false;   ///< true if an error kept the file from being corrected
};

/// Makes the safe corrections of the definition at `path` until there is no safe correction left. A
/// correction is kept only if the definition gets no new error. The number of errors must fall, or
/// stay the same if the correction mends a warning. With `write` the file is replaced in one step,
/// and `compiled` becomes the result for the corrected file. The encoding, the mode, symbolic links
/// to the file and all bytes without a correction stay. Without `write` nothing changes and the
/// report has the diff. Files in archives and remote files are left alone.
FixReport FixDefinition(const std::string& path, const CompileOptions& options, bool write,
                        Compiled* compiled);

/// Returns the number of corrections that FixDefinition() would make in its first round. These
/// corrections may make further corrections possible. `found` has the diagnostics of the
/// definition.
std::size_t CountCorrections(const std::string& path, const Compiled& compiled,
                             const std::vector<Diagnostic>& found);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_FIX_FIX_H_
