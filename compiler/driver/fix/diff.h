#ifndef HPDL_COMPILER_DRIVER_FIX_DIFF_H_
#define HPDL_COMPILER_DRIVER_FIX_DIFF_H_

#include <string>
#include <string_view>

namespace hpdl::driver {

/// What `diff -u` prints for two texts, under the names a/NAME and b/NAME in the form that git
/// apply takes: without the slash that an absolute NAME begins with, quoted if need be. Empty if
/// they are equal. Texts that differ in thousands of lines are shown as one block from the first
/// difference to the last.
std::string UnifiedDiff(std::string_view name, std::string_view before, std::string_view after);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_FIX_DIFF_H_
