#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_CHILD_END_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_CHILD_END_H_

#include <string>

namespace hpdl::rt::celos {

/// The descriptor of the pipe in the process that evaluates scripts. The pipe leads to the parent
/// process.
inline constexpr int kScriptPipe = 3;

/// Types of the last frame (message) that the evaluating process sends after a script has exceeded
/// its limit of time or memory.
inline constexpr char kOutOfTimeFrame = 'T', kOutOfMemoryFrame = 'M';

/// The type of the answer to a PropertiesRequest if the evaluating process no longer has the
/// JavaScript scope of the file that defines the workflow. The process keeps only the most recent
/// scopes.
inline constexpr char kScopeGoneFrame = 'G';

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_CHILD_END_H_
