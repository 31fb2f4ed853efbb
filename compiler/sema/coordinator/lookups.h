#ifndef HPDL_COMPILER_SEMA_COORDINATOR_LOOKUPS_H_
#define HPDL_COMPILER_SEMA_COORDINATOR_LOOKUPS_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/base/budget.h"
#include "compiler/sema/coordinator/check.h"
#include "runtime/ground/calendar/time_zone.h"
#include "runtime/rules/coordinator/instances.h"

namespace hpdl::sema {

/// Finds parts of a coordinator by name, and stores the facts about each part. There may be many
/// thousands of parts, so each part is examined only once.
struct Lookups {
  explicit Lookups(const hir::Coordinator& coordinator);

  std::unordered_map<std::string_view, const hir::Dataset*> datasets;
  /// The inputs by name. If two inputs have the same name, the map contains the first input.
  std::unordered_map<std::string_view, const hir::DataEvent*> inputs;
  /// The names that a hint "did you mean" may contain, in the order of the definition.
  std::vector<std::string_view> dataset_names, input_names, output_names;
  /// The zones by the names that were looked up; nullopt if no zone has that name.
  std::map<std::string, std::optional<rt::TimeZone>> zones;
  /// The data sets of events; nullopt if the initial instance, frequency or timezone of a data set
  /// is not known.
  std::unordered_map<const hir::Dataset*, std::optional<rt::Dataset>> known_datasets;
  Budget hints = HintBudget();
};

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_COORDINATOR_LOOKUPS_H_
