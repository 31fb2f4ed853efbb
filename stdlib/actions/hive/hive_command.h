#ifndef HPDL_STDLIB_ACTIONS_HIVE_HIVE_COMMAND_H_
#define HPDL_STDLIB_ACTIONS_HIVE_HIVE_COMMAND_H_

#include <map>
#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/hive/hive.kind.h"

namespace hpdl::stdlib {

/// The arguments of Hive's command line, and the files that it finds in its working directory.
struct HiveCommand {
  std::vector<std::string> words;
  std::map<std::string, std::string> files;  ///< the content of each file by its name
};

/// Returns the command of an action. Fails with "JA018" if a `<param>` is not of the form
/// NAME=VALUE or if an `<argument>` is an option that the action sets itself, and with "JA008" if
/// the script does not exist.
rt::Result<HiveCommand> HiveCommandOf(const rt::ActionContext& ctx, const HiveArgs& args);

/// Returns the passwords among the action's parameters and arguments.
std::vector<std::string> SecretsOf(const HiveArgs& args);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_HIVE_HIVE_COMMAND_H_
