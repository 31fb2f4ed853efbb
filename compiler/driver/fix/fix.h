#ifndef HPDL_COMPILER_DRIVER_FIX_FIX_H_
#define HPDL_COMPILER_DRIVER_FIX_FIX_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "compiler/driver/program/definition.h"

namespace hpdl::driver {

/// What `verify --fix` or `--diff` did with one definition.
struct FixReport {
  std::string said;      ///< lines for stderr: what was corrected, and why something was not
  std::string diff;      ///< what would change, in the form of `diff -u`
  std::size_t made = 0;  ///< corrections in the file, or in the difference
  bool failed = false;   ///< the file could not be written
};

/// Makes the safe corrections of what was found in the definition at `path` until there is none
/// left. Each is kept only if the definition then has fewer errors, or as many if it corrects a
/// warning, and none that it did not have. With `write` the file is replaced at once: bytes that
/// are not corrected stay, as do encoding, mode, and symbolic links to it; the definition becomes
/// that of the corrected file. Without it nothing changes and the report has the diff. Files in
/// archives and remote ones are left alone.
FixReport FixDefinition(const std::string& path, const CompileOptions& options, bool write,
                        Compiled* compiled);

/// How many corrections FixDefinition() would begin with; others may follow from them. `found` is
/// what the diagnostics of the definition are.
std::size_t CountCorrections(const std::string& path, const Compiled& compiled,
                             const std::vector<Diagnostic>& found);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_FIX_FIX_H_
