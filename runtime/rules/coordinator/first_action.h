#ifndef HPDL_RUNTIME_RULES_COORDINATOR_FIRST_ACTION_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_FIRST_ACTION_H_

#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/rules/coordinator/nominal_times.h"

namespace hpdl::rt {

/// Returns the first turn of a coordinator that continues the work of another server. `text` is
/// `5@2024-01-05T00:00Z`, the number and the nominal time of an action, or only one of the two: `5`
/// or `@2024-01-05T00:00Z`. Fails with E0303 if the text has another form, or names no action of
/// this schedule. With cron the nominal time may be an hour off, because summer time moves it.
Result<Turn> ReadFirstAction(std::string_view text, const Schedule& schedule);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_FIRST_ACTION_H_
