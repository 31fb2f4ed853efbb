#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SUBMIT_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SUBMIT_H_

#include <optional>
#include <string>

#include "runtime/engines/coordinator/bundle_job.h"
#include "runtime/engines/workflow/engine.h"
#include "runtime/ground/abi/hpdl_coordinator.h"
#include "runtime/rules/coordinator/definition.h"

namespace hpdl::rt {

/// A checked coordinator with its properties.
struct CheckedCoordinator {
  Properties properties;
  DefinedCoordinator defined;
  std::string resolved;  ///< the result of ResolvedXml()
};

/// Makes all checks that Oozie makes when a coordinator is submitted, with Oozie's error codes.
/// `options` holds the given properties.
Result<CheckedCoordinator> CheckCoordinator(const hpdl_program& program, const RunOptions& options);

/// Returns the action with which the job begins, if kFirstActionProperty names an action after the
/// first. Returns no value if the job begins with its first action. Returns E0303 if the
/// coordinator has no action of that number or time.
Result<std::optional<Turn>> FirstActionOf(const CheckedCoordinator& checked);

/// A checked bundle with its properties. `options.id` becomes a property of each coordinator.
struct CheckedBundle {
  Properties properties;
  DefinedBundle defined;
};
Result<CheckedBundle> CheckBundle(const hpdl_program& program, const RunOptions& options);

/// The journal stores properties of the job's definition under this run number, which no run of the
/// job has. The property kResolvedProperty is the text of ResolvedXml() at the submission or the
/// last update.
inline constexpr std::int64_t kDefinitionRun = -1;
inline constexpr const char* kResolvedProperty = "resolved";

/// Implements hpdl_coordination::submit. Makes all checks that Oozie makes, with Oozie's error
/// codes.
Result<std::string> SubmitCoordinator(const hpdl_program& program, StateDirectory& state,
                                      const RunOptions& options);
/// Implements hpdl_coordination::dry_run; see dry_run.cpp.
Result<std::string> DryRunCoordinator(const hpdl_program& program, const RunOptions& options,
                                      bool resolved);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SUBMIT_H_
