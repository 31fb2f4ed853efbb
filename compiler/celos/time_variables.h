#ifndef HPDL_COMPILER_CELOS_TIME_VARIABLES_H_
#define HPDL_COMPILER_CELOS_TIME_VARIABLES_H_

#include <string>
#include <string_view>
#include <vector>

namespace hpdl::celos {

/// The names in a path, as `${Year}`, that Celos replaces by no part of a time; each once.
std::vector<std::string> UnknownTimeVariables(std::string_view path);

/// The time variable that somebody who has written this name has probably meant: "year" of "Year",
/// "yyyy" or "yaer". Empty: there is none.
std::string TimeVariableMeantBy(std::string_view name);

}  // namespace hpdl::celos

#endif  // HPDL_COMPILER_CELOS_TIME_VARIABLES_H_
