#ifndef HPDL_RUNTIME_COORDINATOR_ENGINE_COORDINATOR_SUBMIT_H_
#define HPDL_RUNTIME_COORDINATOR_ENGINE_COORDINATOR_SUBMIT_H_

#include <string>

#include "runtime/abi/hpdl_coordinator.h"
#include "runtime/engine/engine.h"

namespace hpdl::rt {

/// hpdl_coordination::submit for a coordinator or a bundle: all checks that Oozie makes, with its
/// codes.
Result<std::string> SubmitCoordinator(const hpdl_program& program, StateDirectory& state,
                                      const RunOptions& options);
/// hpdl_coordination::dry_run: the first actions, or the coordinators, for people.
Result<std::string> DryRunCoordinator(const hpdl_program& program, const RunOptions& options);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_COORDINATOR_ENGINE_COORDINATOR_SUBMIT_H_
