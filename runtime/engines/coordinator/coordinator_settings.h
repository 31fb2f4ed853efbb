#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SETTINGS_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SETTINGS_H_

#include <cstdint>

#include "runtime/rules/coordinator/definition.h"
#include "runtime/rules/coordinator/materialisation.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// The settings of a site for agreements (SLA). docs/site.md lists the names.
struct SlaSettings {
  /// An event counts as missed this many milliseconds after its expected time.
  std::int64_t latency_ms = 2000;
  std::int64_t older_than_hours = 48;
};

/// The settings of a site for coordinators and bundles. docs/site.md lists the names.
struct CoordinatorSettings {
  MaterialisationSettings materialisation;
  CoordinatorDefaults defaults;
  SlaSettings sla;
  /// An action with the execution order NONE may start at most this many minutes after its nominal
  /// time.
  std::int64_t none_tolerance = 1;
  /// Milliseconds between two checks of an action's data. The pause begins with first_look_ms and
  /// doubles up to most_look_ms.
  std::int64_t first_look_ms = 1000, most_look_ms = 60'000;
  /// If a check of an action's data was due while the job did not run, the check is delayed by this
  /// many milliseconds.
  std::int64_t recover_ms = 600'000;
  /// If true, coord:latest counts from the current time, not from the time at which the action was
  /// made.
  bool latest_by_now = false;
  // The settings below correct faults of Oozie; see docs/differences.md.
  /// If true, the order LAST_ONLY ignores a next nominal time that equals the end time, so the last
  /// action runs.
  bool last_only_runs_at_end = false;
  bool combine_counts_once = false;
  /// If true, the data is checked at once after a resume. If false, the data is checked recover_ms
  /// after the resume.
  bool resume_looks_at_once = false;
  /// If true, the properties of a rerun request override the properties of the workflow.
  bool rerun_takes_properties = false;
  /// If true, the suspension of a bundle also suspends its coordinators that are PREPPAUSED.
  bool bundle_suspends_prep_paused = false;

  static CoordinatorSettings Of(const Site& site);
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SETTINGS_H_
