#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_CHILD_END_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_CHILD_END_H_

#include <string>

namespace hpdl::rt::celos {

/// The descriptor of the evaluating process that leads to who has started it.
inline constexpr int kScriptPipe = 3;

/// The last frame of an evaluating process that has used up its time or memory says so.
inline constexpr char kOutOfTimeFrame = 'T', kOutOfMemoryFrame = 'M';

/// The answer to a question about a file whose scope it does not have: it keeps the last few.
inline constexpr char kScopeGoneFrame = 'G';

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_CHILD_END_H_
