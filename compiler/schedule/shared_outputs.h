#ifndef HPDL_COMPILER_SCHEDULE_SHARED_OUTPUTS_H_
#define HPDL_COMPILER_SCHEDULE_SHARED_OUTPUTS_H_

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "compiler/base/budget.h"
#include "compiler/hir/coordinator.h"

namespace hpdl::schedule {

/// A coordinator of a bundle, with the properties with which it is started. The pointers are
/// borrowed.
struct StartedCoordinator {
  const hir::Coordinator* coordinator = nullptr;
  const std::map<std::string, std::string>* values = nullptr;  ///< known properties
  /// Properties that only this coordinator gets from the bundle, and whose values are not known.
  /// Any other unknown property has the same value in all coordinators.
  std::set<std::string> unknown;
};

/// A URI that actions of two coordinators write. `first` and `second` are the indices of these
/// coordinators.
struct SharedOutput {
  std::size_t first = 0, second = 0;
  std::string first_event, second_event;
  std::string uri;
};

/// Returns the budget for one search of all coordinators of a bundle (Window::budget). An action
/// with one short URI takes two steps, so a search covers at most 100,000 actions and keeps at most
/// 50 MB of URIs.
inline Budget SharedOutputsBudget() {
  return Budget(200'000);
}

/// Finds URIs that two of the coordinators write; returns one URI for each pair of coordinators.
/// Compares only coordinators that have outputs with the same uri-template. For each of these
/// coordinators, searches the month that begins at the start of the coordinator, and compares the
/// outputs of all coordinators that run in this month. The search of one month takes at most half
/// of the remaining budget, in equal shares for the coordinators. When the budget is used up, the
/// search ends with the URIs that it has found. Leaves out coordinators whose times are not known.
std::vector<SharedOutput> FindSharedOutputs(std::span<const StartedCoordinator> coordinators,
                                            Budget& budget);

}  // namespace hpdl::schedule

#endif  // HPDL_COMPILER_SCHEDULE_SHARED_OUTPUTS_H_
