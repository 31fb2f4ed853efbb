#ifndef HPDL_STDLIB_LOCAL_RUN_PLAN_H_
#define HPDL_STDLIB_LOCAL_RUN_PLAN_H_

#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/files/file_plan.h"

/// Runs the file changes of an action (runtime/world/files/file_plan.h) and records the position in
/// the journal.
namespace hpdl::stdlib {

/// Returns a <name-node> as Hadoop reads fs.defaultFS: `nn:8020`, without a slash, is
/// hdfs://nn:8020, and `local` is file:///. Returns any other text as it is.
std::string FileSystemUri(std::string name_node);

/// Returns the base for the paths of an action. `file_system` is the action's <name-node> or
/// <file-system>, or "" if the action has neither element; see FileSystemUri(). The requests are
/// made in the name of `user`.
rt::PathBase BaseOf(rt::ActionContext& ctx, std::string file_system, std::string user);

/// Checks all commands, then does them one after the other. The attempt's progress records the
/// position as a number. A resumed attempt, or the next attempt after a transient failure,
/// continues at this position. After a transient failure the progress is "POSITION?". The "?" says
/// that a move may have been done already.
rt::Task<rt::Outcome> RunFileChanges(rt::ActionContext& ctx, std::vector<rt::FileChange> changes,
                                     rt::FilePlanRules rules);

/// Does the commands of a <prepare>: deletes and mkdirs. Each command may be repeated.
rt::Task<rt::Result<void>> PrepareFiles(rt::ActionContext& ctx, std::vector<rt::FileChange> changes,
                                        std::string file_system, std::string user);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_RUN_PLAN_H_
