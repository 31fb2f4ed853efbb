#ifndef HPDL_COMPILER_DRIVER_PROGRAM_COORDINATOR_BESIDE_H_
#define HPDL_COMPILER_DRIVER_PROGRAM_COORDINATOR_BESIDE_H_

#include <string>

#include "compiler/driver/program/definition.h"

namespace hpdl::driver {

/// Adds to the workflow's `options` the names of the properties that the coordinator gives to the
/// workflow. If the coordinator computes a name, hpdlc cannot find missing properties of the
/// workflow. The function then removes the properties from `options`.
void AddGivenBy(const ast::Coordinator& coordinator, CompileOptions* options);

/// Calls AddGivenBy() if a coordinator.xml is beside a workflow, because the coordinator starts the
/// workflow with further properties. The local `path` must be a workflow.xml or its directory.
void AddPropertiesOfCoordinator(const std::string& path, CompileOptions* options);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_COORDINATOR_BESIDE_H_
