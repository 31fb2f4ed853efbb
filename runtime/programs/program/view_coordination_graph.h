#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_VIEW_COORDINATION_GRAPH_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_VIEW_COORDINATION_GRAPH_H_

#include <string>

#include "runtime/ground/abi/hpdl_coordinator.h"
#include "runtime/programs/program/view_coordinator.h"
#include "runtime/programs/program/views.h"

namespace hpdl::rt {

/// Returns the definitions in a program as a graph. The graph of a coordinator shows its data sets
/// and its workflow. The graph of a bundle shows its coordinators and their workflows.
std::string CoordinationGraph(const hpdl_program& program, GraphFormat format);

/// Returns a job as a graph whose colours show states. The graph of a coordinator shows its last
/// actions, with their workflow jobs or with the data for which they wait. The graph of a bundle
/// shows the jobs of its coordinators.
std::string CoordinationGraph(const CoordinatorReport& report, GraphFormat format);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_VIEW_COORDINATION_GRAPH_H_
