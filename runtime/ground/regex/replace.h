#ifndef HPDL_RUNTIME_GROUND_REGEX_REPLACE_H_
#define HPDL_RUNTIME_GROUND_REGEX_REPLACE_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// `text` with each match of `pattern` replaced, as String.replaceAll of Java does: of several
/// alternatives the first that matches, $1 to $99 in `replacement` for groups, a backslash before
/// what stands for itself. `pattern` is of java.util.regex without what an engine of linear time
/// cannot do (docs/differences.md). All texts are UTF-8; bytes of `text` that are none match
/// nothing.
///
/// Errors, as one sentence: a wrong or unsupported pattern; a replacement that names a group that
/// is not there; a text or a result of more than 16 MiB; a search that needs more than 8 MiB of
/// memory, or ten seconds.
Result<std::string> ReplaceAllMatches(std::string_view text, std::string_view pattern,
                                      std::string_view replacement);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_REGEX_REPLACE_H_
