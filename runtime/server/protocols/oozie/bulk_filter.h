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

/// Which actions of which bundles a bulk query means. Of several values one is enough.
struct BulkFilter {
  std::vector<std::string> bundles, coordinators;  ///< names or ids; no coordinator: any
  std::vector<ActionState> states;
  /// Seconds since 1970; both ends too.
  struct Span {
    std::int64_t from = std::numeric_limits<std::int64_t>::min();
    std::int64_t until = std::numeric_limits<std::int64_t>::max();
  };
  Span created, nominal;
};

/// `bundle=NAME,..;actionstatus=..;...`, or what is wrong with it in Oozie's words.
std::variant<BulkFilter, Refusal> ReadBulkFilter(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_BULK_FILTER_H_
