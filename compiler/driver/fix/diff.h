#ifndef HPDL_COMPILER_DRIVER_FIX_DIFF_H_
#define HPDL_COMPILER_DRIVER_FIX_DIFF_H_

#include <string>
#include <string_view>

namespace hpdl::driver {

/// Returns the output of `diff -u` for two texts. In the output their names are a/NAME and b/NAME
/// in the form that git apply takes. The slash of an absolute NAME is left out, and the names are
/// quoted if necessary. Returns "" if the texts are equal. Texts that differ in thousands of lines
/// appear as one block from the first difference to the last.
std::string UnifiedDiff(std::string_view name, std::string_view before, std::string_view after);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_FIX_DIFF_H_
