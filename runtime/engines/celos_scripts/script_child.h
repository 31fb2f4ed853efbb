#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_CHILD_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_CHILD_H_

#include <optional>
#include <string_view>

namespace hpdl::rt::celos {

/// The first argument of a program that is to evaluate scripts for the one that has started it.
inline constexpr std::string_view kEvaluateScripts = "--evaluate-scripts-of-celos";

/// What a main calls first: if its arguments say so, it evaluates scripts until who started it
/// ends. Gives the exit code then.
std::optional<int> EvaluateScriptsIfAsked(int argc, char** argv);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_CHILD_H_
