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
  /// Lines for stderr: corrections made, and corrections refused with the reason.
  std::string said;
  std::string diff;      ///< the changes in the form of `diff -u`
  std::size_t made = 0;  ///< the number of corrections in the file or in `diff`
  bool failed = false;   ///< the file could not be written
};

/// Makes the safe corrections of the definition at `path` until there is no safe correction left. A
/// correction is kept only if the definition gets no new error and has fewer errors, or as many
/// errors if the correction mends a warning. With `write` the file is replaced in one step. Bytes
/// without a correction, the encoding, the mode and symbolic links to the file stay, and `compiled`
/// becomes the result for the corrected file. Without `write` nothing changes and the report has
/// the diff. Files in archives and remote files are left alone.
FixReport FixDefinition(const std::string& path, const CompileOptions& options, bool write,
                        Compiled* compiled);

/// Returns the number of corrections that FixDefinition() would make in its first round. Other
/// corrections may follow from them. `found` has the diagnostics of the definition.
std::size_t CountCorrections(const std::string& path, const Compiled& compiled,
                             const std::vector<Diagnostic>& found);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_FIX_FIX_H_
