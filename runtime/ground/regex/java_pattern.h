#ifndef HPDL_RUNTIME_GROUND_REGEX_JAVA_PATTERN_H_
#define HPDL_RUNTIME_GROUND_REGEX_JAVA_PATTERN_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// A pattern of java.util.regex in the syntax of RE2. The two agree in most; what has another
/// meaning is rewritten, and what cannot be is an error that names it. What neither knows is left
/// for RE2 to refuse.
Result<std::string> ToRe2(std::string_view pattern);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_REGEX_JAVA_PATTERN_H_
