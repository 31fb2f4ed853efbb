#ifndef HPDL_STDLIB_LOCAL_HIVE_SCRIPT_H_
#define HPDL_STDLIB_LOCAL_HIVE_SCRIPT_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"

/// Code that the actions `hive` and `hive2` share.
namespace hpdl::stdlib {

/// Returns the text of `<script>` or of `<query>`, with a line end at its end. The script must be
/// on this machine already. Fails with "JA008" if the script does not exist.
rt::Result<std::string> HiveScript(const rt::ActionContext& ctx,
                                   const std::optional<std::string>& script,
                                   const std::optional<std::string>& query);

/// Returns `--hivevar NAME=VALUE` for each `<param>`. Fails with "JA018" if a param does not have
/// the form NAME=VALUE.
rt::Result<std::vector<std::string>> HiveVariables(const std::vector<std::string>& params);

/// Fails with "JA018" if an `<argument>` is one of the options that the action sets itself.
rt::Result<void> CheckHiveArguments(const std::vector<std::string>& arguments,
                                    std::span<const std::string_view> reserved);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_HIVE_SCRIPT_H_
