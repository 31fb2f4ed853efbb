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

/// What a journal says of a coordinator or a bundle.
struct CoordinatorReport {
  JobRow job;
  std::optional<CoordinatorRow> coordinator;
  std::vector<CoordinatorActionRow> actions;   ///< the last ones
  std::map<ActionState, std::int64_t> counts;  ///< of all
  std::optional<BundleRow> bundle;
  std::vector<BundledRow> bundled;
  NotificationReport notifications;  ///< alerts are among them
  bool alive = false;                ///< a process runs it
};

Result<CoordinatorReport> LoadCoordinator(StateDirectory& state, const std::string& id);

/// `info` for people, and as JSON (docs/json.md). `program` as typed, for hints.
std::string CoordinatorText(const CoordinatorReport& report, const std::string& program,
                            std::int64_t now_ms);
std::string CoordinatorJson(const CoordinatorReport& report);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_VIEW_COORDINATOR_H_
