#ifndef HPDL_STDLIB_ACTIONS_SUB_WORKFLOW_SUB_WORKFLOW_KIND_H_
#define HPDL_STDLIB_ACTIONS_SUB_WORKFLOW_SUB_WORKFLOW_KIND_H_

#include <optional>
#include <string>

#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// The arguments of a sub-workflow action, which runs a workflow as a job of its own.
struct SubWorkflowArgs {
  std::string app_path;                 ///< the path of the application, for Oozie
  std::string definition;               ///< the name of the workflow application, for HWS
  std::optional<std::string> host_url;  ///< the system that runs the child, for HWS
  bool propagate_configuration = false;
  Configuration configuration;
};

inline constexpr ElementDecl kSubWorkflowElements[] = {
    Required(Path(Text<&SubWorkflowArgs::app_path>("app-path"), PathUse::kReads)),
    As(Flag<&SubWorkflowArgs::propagate_configuration>(
           "propagate-configuration",
           "the child gets the properties and <global> of this job, too"),
       ElementRole::kHandsOn),
    Children<&SubWorkflowArgs::configuration, kConfigurationDecl>("configuration"),
};
inline constexpr StructDecl kSubWorkflowBody{.name = "sub-workflow",
                                             .elements = kSubWorkflowElements};

inline constexpr ElementDecl kSubWorkflowHwsElements[] = {
    Text<&SubWorkflowArgs::host_url>("host-url"),
    Required(Text<&SubWorkflowArgs::definition>("hadoop-workflow")),
    Children<&SubWorkflowArgs::configuration, kConfigurationDecl>("configuration"),
};
inline constexpr StructDecl kSubWorkflowHwsBody{.name = "sub-workflow",
                                                .elements = kSubWorkflowHwsElements};

inline constexpr Shape kSubWorkflowShapes[] = {
    {Family::kWorkflow, "sub-workflow", {}, kWorkflowVersions, &kSubWorkflowBody},
    {Family::kHws, "sub-workflow", {}, {}, &kSubWorkflowHwsBody},
};
inline constexpr KindDecl kSubWorkflowKind{
    .name = "sub-workflow",
    .shapes = kSubWorkflowShapes,
    .summary = "runs another workflow as a job of its own",
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SUB_WORKFLOW_SUB_WORKFLOW_KIND_H_
