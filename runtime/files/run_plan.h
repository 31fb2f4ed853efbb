#ifndef HPDL_RUNTIME_FILES_RUN_PLAN_H_
#define HPDL_RUNTIME_FILES_RUN_PLAN_H_

#include <vector>

#include "runtime/engine/kind.h"
#include "runtime/files/file_plan.h"

namespace hpdl::rt {

/// Where the paths of an action start: `file_system` is its <name-node> or <file-system>, "" for
/// none, `user` whose requests they are.
PathBase BaseOf(ActionContext& ctx, std::string file_system, std::string user);

/// Checks all commands, then does them one after the other, with the position recorded in the
/// attempt's progress as a number. A resumed attempt goes on where the earlier one was; so does
/// one that follows a transient failure, which leaves "POSITION?" where a move may be done or not.
Task<Outcome> RunFileChanges(ActionContext& ctx, std::vector<FileChange> changes,
                             FilePlanRules rules);

/// Does the commands of a <prepare>, which may all be repeated: deletes and mkdirs.
Task<Result<void>> PrepareFiles(ActionContext& ctx, std::vector<FileChange> changes,
                                std::string file_system, std::string user);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_FILES_RUN_PLAN_H_
