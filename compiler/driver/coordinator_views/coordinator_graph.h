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

/// Returns the runs of a coordinator in a window. A window without times begins now, or with the
/// first run if the coordinator has already ended. If the runs depend on a text that is unknown or
/// wrong, the error names this text.
rt::Result<draw::Timeline> TimelineOf(const Definition& coordinator, schedule::Window window);

/// Returns a bundle with all definitions that `build` would compile with it. `options` are the
/// options with which the bundle was compiled. Fails if a --sub was not used, or if a definition
/// cannot be read or has the wrong language.
rt::Result<draw::BundleTree> BundleTreeOf(Compiled bundle, const CompileOptions& options);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COORDINATOR_VIEWS_COORDINATOR_GRAPH_H_
