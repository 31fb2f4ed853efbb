#ifndef HPDL_RUNTIME_FILES_RUN_PLAN_H_
#define HPDL_RUNTIME_FILES_RUN_PLAN_H_

#include <vector>

#include "runtime/engine/kind.h"
#include "runtime/files/file_plan.h"

namespace hpdl::rt {

/// Checks all commands, then does them one after the other, with the position recorded in the
/// attempt's progress as a number. A resumed attempt goes on where the earlier one was.
Task<Outcome> RunFileChanges(ActionContext& ctx, std::vector<FileChange> changes,
                             FilePlanRules rules);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_FILES_RUN_PLAN_H_
