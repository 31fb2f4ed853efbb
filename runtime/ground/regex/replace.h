#ifndef HPDL_RUNTIME_GROUND_REGEX_REPLACE_H_
#define HPDL_RUNTIME_GROUND_REGEX_REPLACE_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// Returns `text` with each match of `pattern` replaced, as Java's String.replaceAll does. The
/// first alternative that matches wins. In `replacement`, $1 to $99 mean groups, and a character
/// after a backslash stands for itself. `pattern` has the syntax of java.util.regex, without the
/// features that are impossible in linear time (docs/differences.md). All texts are UTF-8. Bytes of
/// `text` that are not UTF-8 match nothing. The message of an error is one sentence. Errors are: a
/// wrong or unsupported pattern; a replacement with the number of a group that does not exist; a
/// text or a result of more than 16 MiB; a search that needs more than 8 MiB of memory or more than
/// ten seconds.
Result<std::string> ReplaceAllMatches(std::string_view text, std::string_view pattern,
                                      std::string_view replacement);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_REGEX_REPLACE_H_
