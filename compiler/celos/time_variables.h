#ifndef HPDL_COMPILER_CELOS_TIME_VARIABLES_H_
#define HPDL_COMPILER_CELOS_TIME_VARIABLES_H_

#include <string>
#include <string_view>
#include <vector>

namespace hpdl::celos {

/// Returns the names in a path, such as `${Year}`, that Celos does not replace by a part of a time.
/// Each name occurs once in the result.
std::vector<std::string> UnknownTimeVariables(std::string_view path);

/// Returns the time variable that the author of this name probably meant: "year" for "Year", "yyyy"
/// or "yaer". Returns "" if there is no such variable.
std::string TimeVariableMeantBy(std::string_view name);

}  // namespace hpdl::celos

#endif  // HPDL_COMPILER_CELOS_TIME_VARIABLES_H_
