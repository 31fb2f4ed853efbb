#ifndef HPDL_STDLIB_ACTIONS_SUB_WORKFLOW_CHILD_PROPERTIES_H_
#define HPDL_STDLIB_ACTIONS_SUB_WORKFLOW_CHILD_PROPERTIES_H_

#include <cstdint>
#include <string>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/sub-workflow/sub-workflow.kind.h"

/// The properties that a child gets from its parent, whatever system runs the child.
namespace hpdl::stdlib {

/// Returns the name or path of the child's definition. Fails with kError "E0711" if the name or
/// path is empty.
rt::Result<std::string> ApplicationOf(const SubWorkflowArgs& args);

/// Returns the properties for the start of the child: the parent's properties if the action
/// propagates them, else only those whose names begin with "oozie."; the <global> that the parent
/// hands on, as kGlobalProperty; the parent's group as group.name; then the properties of <global>,
/// and the action's own properties. user.name is always the parent's, and
/// oozie.action.subworkflow.depth is the child's depth. In HWS the properties "oozie.*" and
/// <global> do not exist. Fails with kError "E0808" if the configuration of an Oozie action has a
/// name of runtime/ground/value/reserved_names.h.
rt::Result<rt::Properties> ChildProperties(const rt::ActionContext& ctx,
                                           const SubWorkflowArgs& args);

/// Returns the depth of a job whose configuration is `properties`. A job that a person submitted
/// has depth 0, its sub-workflows have depth 1, and so on.
std::int64_t DepthIn(const rt::Properties& properties);

/// Returns the outcome of an action for the error of ChildProperties().
rt::Outcome NotAllowed(const rt::Error& error);

/// Returns the outcome of a child that could not start: kError "E0711".
rt::Outcome NoSubWorkflow(std::string message);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SUB_WORKFLOW_CHILD_PROPERTIES_H_
