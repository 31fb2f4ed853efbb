#ifndef HPDL_STDLIB_ACTIONS_PIG_SCRIPT_PARAMETERS_H_
#define HPDL_STDLIB_ACTIONS_PIG_SCRIPT_PARAMETERS_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::stdlib {

/// A Pig script with `${NAME}` and `$NAME` of each NAME=VALUE in `params` replaced (HWS section
/// 3.2.3); the first of equal names counts. Other variables stay for Pig, and so do those after a
/// backslash. A dollar sign within a value is escaped, so that Pig does not look at it again.
/// "JA018": a parameter that is no NAME=VALUE.
rt::Result<std::string> SubstituteParameters(std::string_view script,
                                             const std::vector<std::string>& params);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_PIG_SCRIPT_PARAMETERS_H_
