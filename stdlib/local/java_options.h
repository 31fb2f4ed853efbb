#ifndef HPDL_STDLIB_LOCAL_JAVA_OPTIONS_H_
#define HPDL_STDLIB_LOCAL_JAVA_OPTIONS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"
#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// Splits options like a shell: at blanks, with quotes and backslashes. Nothing is expanded. Fails
/// with "JA018" if a quote is not closed.
rt::Result<std::vector<std::string>> SplitOptions(std::string_view text);

/// Returns the options of an action's JVM. The options of the configuration and of <launcher> come
/// first, so that the action's own options win. `java_opts` is split into options. Each entry of
/// `java_opt` is one option.
rt::Result<std::vector<std::string>> JavaOptions(const rt::ActionContext& ctx,
                                                 const rt::Properties& configuration,
                                                 const std::optional<Launcher>& launcher,
                                                 const std::optional<std::string>& java_opts,
                                                 const std::vector<std::string>& java_opt);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_JAVA_OPTIONS_H_
