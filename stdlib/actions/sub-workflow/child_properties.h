#ifndef HPDL_STDLIB_ACTIONS_SUB_WORKFLOW_CHILD_PROPERTIES_H_
#define HPDL_STDLIB_ACTIONS_SUB_WORKFLOW_CHILD_PROPERTIES_H_

#include <cstdint>
#include <string>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/sub-workflow/sub-workflow.kind.h"

/// What a child has of its parent, wherever it runs.
namespace hpdl::stdlib {

/// The name or path of the child's definition. Error: kError "E0711", it is empty.
rt::Result<std::string> ApplicationOf(const SubWorkflowArgs& args);

/// The properties that the child is started with: those of the parent if it is to have them, then
/// its own; user.name is always the parent's, and oozie.action.subworkflow.depth its depth.
rt::Properties ChildProperties(const rt::ActionContext& ctx, const SubWorkflowArgs& args);

/// How many sub-workflows a job of these properties is below the one that a person submitted.
std::int64_t DepthIn(const rt::Properties& properties);

/// The outcome of a child that could not be begun: kError "E0711".
rt::Outcome NoSubWorkflow(std::string message);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SUB_WORKFLOW_CHILD_PROPERTIES_H_
