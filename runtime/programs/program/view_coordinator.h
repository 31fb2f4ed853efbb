#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_VIEW_COORDINATOR_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_VIEW_COORDINATOR_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// The data about a coordinator or a bundle in its journal.
struct CoordinatorReport {
  JobRow job;
  std::optional<CoordinatorRow> coordinator;
  std::vector<CoordinatorActionRow> actions;   ///< the last actions, at most 1000
  std::map<ActionState, std::int64_t> counts;  ///< the number of all actions in each state
  std::optional<BundleRow> bundle;
  std::vector<BundledRow> bundled;
  NotificationReport notifications;  ///< includes the notifications of alerts
  bool alive = false;                ///< true if a process runs the job
};

Result<CoordinatorReport> LoadCoordinator(StateDirectory& state, const std::string& id);

/// Returns the output of `info` as text. `program` is the program's name as the user typed it, for
/// hints. CoordinatorJson() returns the same data as JSON (docs/json.md).
std::string CoordinatorText(const CoordinatorReport& report, const std::string& program,
                            std::int64_t now_ms);
std::string CoordinatorJson(const CoordinatorReport& report);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_VIEW_COORDINATOR_H_
