#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SUBMIT_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SUBMIT_H_

#include <optional>
#include <string>

#include "runtime/engines/coordinator/bundle_job.h"
#include "runtime/engines/workflow/engine.h"
#include "runtime/ground/abi/hpdl_coordinator.h"
#include "runtime/rules/coordinator/definition.h"

namespace hpdl::rt {

/// A coordinator with its properties, checked.
struct CheckedCoordinator {
  Properties properties;
  DefinedCoordinator defined;
  std::string resolved;  ///< ResolvedXml()
};

/// Makes all checks that Oozie makes when a coordinator is submitted, with its codes. `options` has
/// the properties that are given.
Result<CheckedCoordinator> CheckCoordinator(const hpdl_program& program, const RunOptions& options);

/// The action with which it begins, which is none of the first (kFirstActionProperty). E0303 if it
/// has no such action.
Result<std::optional<Turn>> FirstActionOf(const CheckedCoordinator& checked);

/// A bundle with its properties, checked likewise; `options.id` is among those of its coordinators.
struct CheckedBundle {
  Properties properties;
  DefinedBundle defined;
};
Result<CheckedBundle> CheckBundle(const hpdl_program& program, const RunOptions& options);

/// A run that a job never has: its properties have one, kResolvedProperty, which is the definition
/// as ResolvedXml() gave it when the job was submitted or updated.
inline constexpr std::int64_t kDefinitionRun = -1;
inline constexpr const char* kResolvedProperty = "resolved";

/// hpdl_coordination::submit for a coordinator or a bundle: all checks that Oozie makes, with its
/// codes.
Result<std::string> SubmitCoordinator(const hpdl_program& program, StateDirectory& state,
                                      const RunOptions& options);
/// hpdl_coordination::dry_run (dry_run.cpp).
Result<std::string> DryRunCoordinator(const hpdl_program& program, const RunOptions& options,
                                      bool resolved);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SUBMIT_H_
