#ifndef HPDL_RUNTIME_RULES_COORDINATOR_FIRST_ACTION_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_FIRST_ACTION_H_

#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/rules/coordinator/nominal_times.h"

namespace hpdl::rt {

/// Returns the action with which a coordinator begins if it continues the work of another server.
/// `text` is the number and the nominal time of the action, `5@2024-01-05T00:00Z`. It may lack the
/// number or the nominal time: `@2024-01-05T00:00Z` or `5`. Fails with E0303 if the text has a
/// different form, or if the schedule does not have the action. If `text` has both parts and the
/// schedule is a cron expression, the nominal time may differ from the schedule by an hour, because
/// summer time moves nominal times.
Result<Turn> ReadFirstAction(std::string_view text, const Schedule& schedule);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_FIRST_ACTION_H_
