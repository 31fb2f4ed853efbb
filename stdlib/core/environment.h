#ifndef HPDL_STDLIB_CORE_ENVIRONMENT_H_
#define HPDL_STDLIB_CORE_ENVIRONMENT_H_

#include <array>
#include <string_view>

#include "stdlib/core/function.h"

/// The phases and dialects in which expressions are evaluated (Environment in function.h), with
/// their names.
namespace hpdl::stdlib {

struct EnvironmentDecl {
  Environment environment = kOozieWorkflow;
  /// The name of the group of functions in Oozie's settings. It is "" if there is no group, as for
  /// HWS.
  std::string_view group;
  std::string_view place;  ///< describes, for messages, where in a definition the expressions stand
  /// True if the compiler checks the expressions of `place` in this environment. If expressions
  /// have several phases, it is true for the first phase only.
  bool is_first = true;
};

inline constexpr std::array<EnvironmentDecl, 15> kEnvironments = {{
    {kOozieWorkflow, "workflow", "workflows"},
    {kHwsWorkflow, "", "HWS workflows"},
    {kWorkflowSla, "wf-sla-submit", "the SLA of workflows"},
    {kCoordinatorFrequency, "coord-job-submit-freq", "frequency"},
    {kCoordinatorTimeout, "coord-job-wait-timeout", "timeout"},
    {kCoordinatorConstants, "coord-job-submit-nofuncs",
     "start, end, timezone, controls, app-path, uri-template and done-flag"},
    {kCoordinatorInitialInstance, "coord-job-submit-initial-instance", "initial-instance"},
    {kCoordinatorInstances, "coord-job-submit-instances", "instances of events"},
    {kCoordinatorActionRange, "coord-action-create-inst", "instances of events", false},
    {kCoordinatorActionInstances, "coord-action-create", "instances of events", false},
    {kCoordinatorData, "coord-job-submit-data", "the workflow's configuration"},
    {kCoordinatorActionStart, "coord-action-start", "the workflow's configuration", false},
    {kCoordinatorSla, "coord-sla-submit", "the SLA of coordinators"},
    {kCoordinatorActionSla, "coord-sla-create", "the SLA of coordinators", false},
    {kBundle, "bundle-submit", "bundles"},
}};

inline constexpr Environments kCoordinators =
    kCoordinatorFrequency | kCoordinatorTimeout | kCoordinatorConstants |
    kCoordinatorInitialInstance | kCoordinatorInstances | kCoordinatorActionRange |
    kCoordinatorActionInstances | kCoordinatorData | kCoordinatorActionStart | kCoordinatorSla |
    kCoordinatorActionSla;

constexpr const EnvironmentDecl& DeclOf(Environment environment) {
  for (const EnvironmentDecl& decl : kEnvironments) {
    if (decl.environment == environment) {
      return decl;
    }
  }
  return kEnvironments.front();
}

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_ENVIRONMENT_H_
