#ifndef HPDL_RUNTIME_GROUND_REGEX_JAVA_PATTERN_H_
#define HPDL_RUNTIME_GROUND_REGEX_JAVA_PATTERN_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// Translates a pattern of java.util.regex to the syntax of RE2. Most of the syntax is the same.
/// Syntax with a different meaning in RE2 is rewritten. If this is impossible, the message of the
/// error names the syntax. Syntax that exists neither in Java nor in RE2 is copied, so that RE2
/// refuses it.
Result<std::string> ToRe2(std::string_view pattern);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_REGEX_JAVA_PATTERN_H_
