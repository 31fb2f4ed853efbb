#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_HINTS_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_HINTS_H_

#include <string>
#include <string_view>
#include <vector>

namespace hpdl::rt::celos {

/// Adds a hint to the message of an exception about a name that has moved into `celos`, or about a
/// function that no longer exists.
std::string WithHint(const std::string& message);

/// Returns the message "celos.x is not a function" with the name in `functions` that was probably
/// meant. `functions` are the functions of `celos`.
std::string NotAFunction(const std::string& name, const std::vector<std::string>& functions);

/// The message for an unknown option of defineWorkflow: "... (did you mean maxRetryCount?)".
std::string UnknownOption(std::string_view name, const std::vector<std::string>& known);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_HINTS_H_
