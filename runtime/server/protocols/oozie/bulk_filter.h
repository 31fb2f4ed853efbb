#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_BULK_FILTER_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_BULK_FILTER_H_

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "runtime/rules/coordinator/action_states.h"
#include "runtime/server/protocols/oozie/answers.h"

namespace hpdl::rt {

/// The filter of a bulk query, which selects actions of bundles. If a part of the filter has
/// several values, an action must match at least one of them.
struct BulkFilter {
  /// The names or ids of bundles and of coordinators. If `coordinators` is empty, all coordinators
  /// match.
  std::vector<std::string> bundles, coordinators;
  std::vector<ActionState> states;
  /// A range of times in seconds since 1970; both ends are included.
  struct Span {
    std::int64_t from = std::numeric_limits<std::int64_t>::min();
    std::int64_t until = std::numeric_limits<std::int64_t>::max();
  };
  Span created, nominal;
};

/// Reads parts NAME=VALUES with ';' between them, for example `bundle=A,B;actionstatus=KILLED`, or
/// refuses them in Oozie's words.
std::variant<BulkFilter, Refusal> ReadBulkFilter(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_BULK_FILTER_H_
