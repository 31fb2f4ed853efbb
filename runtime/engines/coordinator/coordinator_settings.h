#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SETTINGS_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SETTINGS_H_

#include <cstdint>

#include "runtime/rules/coordinator/definition.h"
#include "runtime/rules/coordinator/materialisation.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// What a site says of agreements (SLA); docs/site.md has the names.
struct SlaSettings {
  std::int64_t latency_ms = 2000;  ///< before what was expected counts as missed
  std::int64_t older_than_hours = 48;
};

/// The same of coordinators.
struct CoordinatorSettings {
  MaterialisationSettings materialisation;
  CoordinatorDefaults defaults;
  SlaSettings sla;
  std::int64_t none_tolerance = 1;  ///< minutes
  /// Between two looks at the data of an action: the first, and the most to which it doubles.
  std::int64_t first_look_ms = 1000, most_look_ms = 60'000;
  /// After so long actions go on whose check fell into a time in which the job did not run.
  std::int64_t recover_ms = 600'000;
  bool latest_by_now = false;  ///< coord:latest counts from now, not from when the action was made
  // Mends of what Oozie does; docs/differences.md.
  bool last_only_runs_at_end = false;  ///< LAST_ONLY: no turn after it if that would be at the end
  bool combine_counts_once = false;
  bool resume_looks_at_once = false;    ///< at data, not after recover_ms
  bool rerun_takes_properties = false;  ///< those of the request, for the workflow

  static CoordinatorSettings Of(const Site& site);
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SETTINGS_H_
