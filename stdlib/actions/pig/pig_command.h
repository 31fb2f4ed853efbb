#ifndef HPDL_STDLIB_ACTIONS_PIG_PIG_COMMAND_H_
#define HPDL_STDLIB_ACTIONS_PIG_PIG_COMMAND_H_

#include <map>
#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/pig/pig.kind.h"

namespace hpdl::stdlib {

/// The arguments of Pig, and the files that it finds in its working directory.
struct PigCommand {
  std::vector<std::string> words;
  std::map<std::string, std::string> files;  ///< the content of each file by its name
};

/// Returns the command of an action. The script has values in place of its parameters, and
/// `configuration` is in the file of properties. Fails with "JA008" if the script does not exist,
/// and with the errors of SubstituteParameters().
rt::Result<PigCommand> PigCommandOf(const rt::ActionContext& ctx, const PigArgs& args,
                                    const rt::Properties& configuration);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_PIG_PIG_COMMAND_H_
