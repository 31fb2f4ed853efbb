#ifndef HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_COORDINATOR_GRAPH_H_
#define HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_COORDINATOR_GRAPH_H_

#include <string>
#include <vector>

#include "compiler/draw/bundle_tree.h"
#include "compiler/draw/timeline.h"
#include "compiler/driver/program/definition.h"
#include "compiler/schedule/plan.h"
#include "runtime/ground/base/result.h"

/// What is drawn of coordinators and bundles. What is secret in their definitions is asterisks.
namespace hpdl::driver {

/// The runs of a coordinator in a window. If none is asked for, those from now on; of one whose
/// time is over the first ones. The error says what they depend on.
rt::Result<draw::Timeline> TimelineOf(const Definition& coordinator, schedule::Window window);

/// A bundle with the definitions that its app-paths lead to, which are found as `build` finds them.
/// `options`: how the bundle was compiled; `given`: the values of --sub. The error is that of
/// Follow().
rt::Result<draw::BundleTree> BundleTreeOf(Compiled bundle, const CompileOptions& options,
                                          std::vector<std::string> given);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_COORDINATOR_GRAPH_H_
