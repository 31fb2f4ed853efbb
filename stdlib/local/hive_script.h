#ifndef HPDL_STDLIB_LOCAL_HIVE_SCRIPT_H_
#define HPDL_STDLIB_LOCAL_HIVE_SCRIPT_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"

/// What actions for Hive have in common, whichever command line they use.
namespace hpdl::stdlib {

/// The text of `<script>`, which is on this machine by now, or of `<query>`; it ends with a line
/// end. "JA008" for a script that is not there.
rt::Result<std::string> HiveScript(const rt::ActionContext& ctx,
                                   const std::optional<std::string>& script,
                                   const std::optional<std::string>& query);

/// `--hivevar NAME=VALUE` of each `<param>`. "JA018" for one that is not of that form.
rt::Result<std::vector<std::string>> HiveVariables(const std::vector<std::string>& params);

/// "JA018" if an `<argument>` is one of the options that the action sets itself.
rt::Result<void> CheckHiveArguments(const std::vector<std::string>& arguments,
                                    std::span<const std::string_view> reserved);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_HIVE_SCRIPT_H_
