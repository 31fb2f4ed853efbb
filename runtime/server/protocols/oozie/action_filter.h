#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_ACTION_FILTER_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_ACTION_FILTER_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/coordinator/action_states.h"
#include "runtime/server/protocols/oozie/answers.h"
#include "runtime/store/coordinator_records.h"

/// The filter of a coordinator's actions.
namespace hpdl::rt {

/// `filter` of a coordinator's info: `status=X;status!=Y;nominaltime>=T`.
struct ActionFilter {
  std::vector<ActionState> states, not_states;
  /// Ranges of nominal times, sorted and without overlaps. Both ends of a range are included.
  std::vector<std::pair<std::int64_t, std::int64_t>> nominal;

  /// Returns the number of matching actions.
  Result<std::int64_t> Count(CoordinatorRecords& records) const;
  /// Returns a page of the matching actions, sorted by their numbers. `offset` counts from 1.
  Result<std::vector<CoordinatorActionRow>> Page(CoordinatorRecords& records, std::int64_t offset,
                                                 std::int64_t len, bool descending) const;
};
std::variant<ActionFilter, Refusal> ReadActionFilter(std::string_view filter);

/// Returns the state that has this name in Oozie; nullopt: no state has this name.
std::optional<ActionState> ActionStateOf(std::string_view word);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_ACTION_FILTER_H_
