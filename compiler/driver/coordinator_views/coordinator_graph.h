#ifndef HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_COORDINATOR_GRAPH_H_
#define HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_COORDINATOR_GRAPH_H_

#include <string>
#include <vector>

#include "compiler/draw/bundle_tree.h"
#include "compiler/draw/timeline.h"
#include "compiler/driver/program/definition.h"
#include "compiler/schedule/plan.h"
#include "runtime/ground/base/result.h"

/// Pictures of coordinators and bundles. Secrets of their definitions become asterisks.
namespace hpdl::driver {

/// Returns the runs of a coordinator in a window. If the window has no times, it begins now, or
/// with the first run if the coordinator's time is over. The error names the values on which the
/// runs depend.
rt::Result<draw::Timeline> TimelineOf(const Definition& coordinator, schedule::Window window);

/// Returns a bundle with the definitions that its app-paths lead to, found as `build` finds them.
/// `options` are those with which the bundle was compiled. `given` has the values of --sub. The
/// errors are those of Follow().
rt::Result<draw::BundleTree> BundleTreeOf(Compiled bundle, const CompileOptions& options,
                                          std::vector<std::string> given);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_COORDINATOR_GRAPH_H_
