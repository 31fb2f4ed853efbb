#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_CHILD_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_CHILD_H_

#include <optional>
#include <string_view>

namespace hpdl::rt::celos {

/// The first argument that tells a program to evaluate scripts for its parent process.
inline constexpr std::string_view kEvaluateScripts = "--evaluate-scripts-of-celos";

/// Must be called first in a main(). If the first argument is kEvaluateScripts, evaluates scripts
/// until the parent process closes the pipe, and returns the exit code. Otherwise returns no value.
std::optional<int> EvaluateScriptsIfAsked(int argc, char** argv);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_CHILD_H_
