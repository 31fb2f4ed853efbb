#ifndef HPDL_COMPILER_DRIVER_COORDINATOR_BESIDE_H_
#define HPDL_COMPILER_DRIVER_COORDINATOR_BESIDE_H_

#include <string>

#include "compiler/driver/definition.h"

namespace hpdl::driver {

/// If the local `path` is a workflow.xml, or its directory, with a coordinator.xml beside it: that
/// starts the workflow, with properties of its own, which become known to `options`. If their names
/// depend on more than the file, nobody can say which are missing, and `options` has none at all.
void AddPropertiesOfCoordinator(const std::string& path, CompileOptions* options);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COORDINATOR_BESIDE_H_
