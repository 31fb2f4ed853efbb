#ifndef HPDL_STDLIB_LOCAL_JAVA_OPTIONS_H_
#define HPDL_STDLIB_LOCAL_JAVA_OPTIONS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"
#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// Options as a shell would take them apart: at blanks, with quotes and backslashes, nothing
/// expanded. "JA018" for a quote that is not closed.
rt::Result<std::vector<std::string>> SplitOptions(std::string_view text);

/// Options of an action's JVM: those that the configuration and <launcher> have, then the action's
/// own, which so count more: `java_opts`, taken apart, and `java_opt`, one each.
rt::Result<std::vector<std::string>> JavaOptions(const rt::Properties& configuration,
                                                 const Global& global,
                                                 const std::optional<Launcher>& launcher,
                                                 const std::optional<std::string>& java_opts,
                                                 const std::vector<std::string>& java_opt);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_JAVA_OPTIONS_H_
