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

/// A coordinator of a bundle, with what it is started with. The pointers are borrowed.
struct StartedCoordinator {
  const hir::Coordinator* coordinator = nullptr;
  const std::map<std::string, std::string>* values = nullptr;  ///< properties that are known
  /// Properties that the bundle gives to this one alone, and whose values are not known. All others
  /// have one value in all coordinators.
  std::set<std::string> unknown;
};

/// A URI that is an output of actions of two coordinators, by their places in what was searched.
struct SharedOutput {
  std::size_t first = 0, second = 0;
  std::string first_event, second_event;
  std::string uri;
};

/// The steps of one search, of all coordinators of a bundle together: see Window::budget. A turn
/// and its one short URI take two, so that 100,000 actions are looked at, and 50 MB of URIs are
/// kept.
inline Budget SharedOutputsBudget() {
  return Budget(200'000);
}

/// URIs that two of the coordinators both write, one for each two. It is looked at the actions of
/// the first month from each start on, of those that write by one uri-template and run by then; no
/// start takes more than half of what is left of the budget, and no coordinator more than its share
/// of that. When it is used up the search ends with what it has found. Coordinators whose times are
/// not known are left out.
std::vector<SharedOutput> FindSharedOutputs(std::span<const StartedCoordinator> coordinators,
                                            Budget& budget);

}  // namespace hpdl::schedule

#endif  // HPDL_COMPILER_SCHEDULE_SHARED_OUTPUTS_H_
