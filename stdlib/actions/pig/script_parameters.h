#ifndef HPDL_STDLIB_ACTIONS_PIG_SCRIPT_PARAMETERS_H_
#define HPDL_STDLIB_ACTIONS_PIG_SCRIPT_PARAMETERS_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::stdlib {

/// Returns a Pig script with values in place of variables (HWS section 3.2.3). For each NAME=VALUE
/// in `params`, VALUE replaces `${NAME}` and `$NAME`. If a name occurs twice, its first value is
/// used. Other variables, and variables behind a backslash, stay for Pig. A dollar sign in a value
/// is escaped, so Pig does not replace it. Fails with "JA018" if a parameter does not have the form
/// NAME=VALUE.
rt::Result<std::string> SubstituteParameters(std::string_view script,
                                             const std::vector<std::string>& params);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_PIG_SCRIPT_PARAMETERS_H_
