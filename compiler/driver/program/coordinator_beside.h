#ifndef HPDL_COMPILER_DRIVER_PROGRAM_COORDINATOR_BESIDE_H_
#define HPDL_COMPILER_DRIVER_PROGRAM_COORDINATOR_BESIDE_H_

#include <string>

#include "compiler/driver/program/definition.h"

namespace hpdl::driver {

/// Adds the properties that a coordinator gives its workflow to `options`, the options of the
/// workflow. If the coordinator computes the name of a property, missing properties of the workflow
/// cannot be found. Then `options` gets no properties at all.
void AddGivenBy(const ast::Coordinator& coordinator, CompileOptions* options);

/// Calls AddGivenBy() for the coordinator.xml beside a workflow. The local `path` must be a
/// workflow.xml or its directory. The coordinator starts the workflow with properties of its own.
void AddPropertiesOfCoordinator(const std::string& path, CompileOptions* options);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_COORDINATOR_BESIDE_H_
