#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_VIEW_COORDINATION_GRAPH_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_VIEW_COORDINATION_GRAPH_H_

#include <string>

#include "runtime/ground/abi/hpdl_coordinator.h"
#include "runtime/programs/program/view_coordinator.h"
#include "runtime/programs/program/views.h"

namespace hpdl::rt {

/// A program as a graph: a coordinator between its data sets and its workflow; a bundle with its
/// coordinators and their workflows.
std::string CoordinationGraph(const hpdl_program& program, GraphFormat format);

/// A job as a graph, coloured by states: a coordinator with its last actions, and their workflow
/// jobs or what they wait for; a bundle with the jobs of its coordinators.
std::string CoordinationGraph(const CoordinatorReport& report, GraphFormat format);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_VIEW_COORDINATION_GRAPH_H_
