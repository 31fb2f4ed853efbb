#ifndef HPDL_STDLIB_LOCAL_RUN_PLAN_H_
#define HPDL_STDLIB_LOCAL_RUN_PLAN_H_

#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/files/file_plan.h"

/// How actions change files: the plan of runtime/world/files/file_plan.h, with its position in the
/// journal.
namespace hpdl::stdlib {

/// Where the paths of an action start: `file_system` is its <name-node> or <file-system>, "" for
/// none, `user` whose requests they are.
rt::PathBase BaseOf(rt::ActionContext& ctx, std::string file_system, std::string user);

/// Checks all commands, then does them one after the other, with the position recorded in the
/// attempt's progress as a number. A resumed attempt goes on where the earlier one was; so does
/// one that follows a transient failure, which leaves "POSITION?" where a move may be done or not.
rt::Task<rt::Outcome> RunFileChanges(rt::ActionContext& ctx, std::vector<rt::FileChange> changes,
                                     rt::FilePlanRules rules);

/// Does the commands of a <prepare>, which may all be repeated: deletes and mkdirs.
rt::Task<rt::Result<void>> PrepareFiles(rt::ActionContext& ctx, std::vector<rt::FileChange> changes,
                                        std::string file_system, std::string user);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_RUN_PLAN_H_
