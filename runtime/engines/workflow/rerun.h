#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_RERUN_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_RERUN_H_

#include <vector>

#include "runtime/engines/workflow/engine.h"
#include "runtime/store/journal.h"

namespace hpdl::rt {

/// The records with which the next run (run number + 1) of an ended job begins. The job is a root
/// job or a sub-workflow job.
struct NextRun {
  JobRow ended;                  ///< the job's row at the end of its last run
  JobRow job;                    ///< the job's row in the next run, in state PREP
  Properties properties;         ///< the job's properties in the next run
  std::vector<NodeRow> skipped;  ///< the rows, in the next run, of the nodes that do not run again
};

/// Computes the next run of the job `ended`, which runs `workflow`. `options` and the properties of
/// the last run choose the nodes that are skipped. `workflow` may differ from the definition of the
/// last run: only nodes that it has, with the same type, are skipped. Only `options.run.properties`
/// of `options.run` counts. NextRun::job keeps the definition, the name, the path and the user of
/// the last run and has no group; the caller sets these members. Returns "E0755", "E0404", "E0806"
/// or "E0807" for a choice that is not allowed, and the errors of ResolveProperties() and of the
/// journal.
Result<NextRun> NextRunOf(Journal& journal, const JobRow& ended, const hpdl_workflow& workflow,
                          const RerunOptions& options, const Properties& built_in);

/// Puts the records of the next run into the journal. The caller commits them.
Result<void> PutNextRun(Journal& journal, const NextRun& next);

/// The property that asks for a rerun of the failed nodes: the nodes that ended OK are skipped.
inline constexpr const char* kFailNodesProperty = "oozie.wf.rerun.failnodes";
/// True if the properties ask for a rerun of the failed nodes.
bool AsksForFailedNodes(const Properties& properties);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_RERUN_H_
