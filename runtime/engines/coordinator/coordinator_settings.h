#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SETTINGS_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SETTINGS_H_

#include <cstdint>

#include "runtime/rules/coordinator/definition.h"
#include "runtime/rules/coordinator/materialisation.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// The settings of a site for agreements (SLA); docs/site.md has the names.
struct SlaSettings {
  /// An event counts as missed this many milliseconds after its expected time.
  std::int64_t latency_ms = 2000;
  std::int64_t older_than_hours = 48;
};

/// The settings of a site for coordinators; docs/site.md has the names.
struct CoordinatorSettings {
  MaterialisationSettings materialisation;
  CoordinatorDefaults defaults;
  SlaSettings sla;
  std::int64_t none_tolerance = 1;  ///< minutes
  /// Milliseconds between two looks at the data of an action: the first pause, and the maximum to
  /// which it doubles.
  std::int64_t first_look_ms = 1000, most_look_ms = 60'000;
  /// Milliseconds: the delay of a check of an action's data that was due while the job did not run.
  std::int64_t recover_ms = 600'000;
  /// True: coord:latest counts from now, not from the time at which the action was made.
  bool latest_by_now = false;
  // Corrections of Oozie's faults; docs/differences.md.
  /// LAST_ONLY: a turn exactly at the end time does not count as the next turn.
  bool last_only_runs_at_end = false;
  bool combine_counts_once = false;
  /// True: after a resume the data is checked at once, not after recover_ms.
  bool resume_looks_at_once = false;
  /// True: the workflow of a rerun gets the properties of the request.
  bool rerun_takes_properties = false;

  static CoordinatorSettings Of(const Site& site);
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SETTINGS_H_
