#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_CHILD_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_CHILD_H_

#include <optional>
#include <string_view>

namespace hpdl::rt::celos {

/// The first argument of a program that must evaluate scripts for the process that starts it.
inline constexpr std::string_view kEvaluateScripts = "--evaluate-scripts-of-celos";

/// A main calls this function first. If the arguments ask for it, evaluates scripts until the
/// parent process closes the pipe, and returns the exit code. No value: the arguments do not ask.
std::optional<int> EvaluateScriptsIfAsked(int argc, char** argv);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_CHILD_H_
