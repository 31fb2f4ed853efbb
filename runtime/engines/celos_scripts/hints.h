#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_HINTS_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_HINTS_H_

#include <string>
#include <string_view>
#include <vector>

namespace hpdl::rt::celos {

/// What was thrown, with what to do about it where that is known: names that have moved into
/// `celos`, functions that are no more.
std::string WithHint(const std::string& message);

/// Of something that was called, and is no function: "celos.x is not a function", with the one that
/// was meant perhaps. `functions`: those of celos.
std::string NotAFunction(const std::string& name, const std::vector<std::string>& functions);

/// Of an option that defineWorkflow does not know: "... (did you mean maxRetryCount?)".
std::string UnknownOption(std::string_view name, const std::vector<std::string>& known);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_HINTS_H_
