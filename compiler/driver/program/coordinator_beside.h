#ifndef HPDL_COMPILER_DRIVER_PROGRAM_COORDINATOR_BESIDE_H_
#define HPDL_COMPILER_DRIVER_PROGRAM_COORDINATOR_BESIDE_H_

#include <string>

#include "compiler/driver/program/definition.h"

namespace hpdl::driver {

/// Lets the properties that a coordinator gives its workflow be known to `options`, which are those
/// of the workflow. If their names depend on more than the file, nobody can say which are missing,
/// and `options` has none at all.
void AddGivenBy(const ast::Coordinator& coordinator, CompileOptions* options);

/// If the local `path` is a workflow.xml, or its directory, with a coordinator.xml beside it: that
/// starts the workflow, with properties of its own: see AddGivenBy().
void AddPropertiesOfCoordinator(const std::string& path, CompileOptions* options);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_COORDINATOR_BESIDE_H_
