#include "runtime/engines/coordinator/coordinator_settings.h"

namespace hpdl::rt {

CoordinatorSettings CoordinatorSettings::Of(const Site& site) {
  CoordinatorSettings settings;
  settings.materialisation.look_ahead = site.Number(Setting::kCoordinatorLookAhead);
  settings.materialisation.window = site.Number(Setting::kCoordinatorWindow);
  settings.defaults.timeout = site.Number(Setting::kCoordinatorTimeout);
  settings.defaults.most_timeout = site.Number(Setting::kCoordinatorMostTimeout);
  settings.defaults.concurrency = site.Number(Setting::kCoordinatorConcurrency);
  settings.defaults.throttle = site.Number(Setting::kCoordinatorThrottle);
  settings.defaults.check_frequency = site.Flag(Setting::kCoordinatorCheckFrequency);
  settings.none_tolerance = site.Number(Setting::kCoordinatorTolerance);
  if (const std::int64_t interval = site.Number(Setting::kCoordinatorLooks); interval != 0) {
    settings.first_look_ms = settings.most_look_ms = interval;
  }
  settings.recover_ms = site.Number(Setting::kCoordinatorRecover) * 1000;
  settings.latest_by_now = site.Flag(Setting::kCoordinatorLatestByNow);
  settings.last_only_runs_at_end = site.Flag(Setting::kCoordinatorLastOnlyAtEnd);
  settings.combine_counts_once = site.Flag(Setting::kCoordinatorCombineOnce);
  settings.resume_looks_at_once = site.Flag(Setting::kCoordinatorResumeLooks);
  settings.rerun_takes_properties = site.Flag(Setting::kCoordinatorRerunProperties);
  settings.bundle_suspends_prep_paused = site.Flag(Setting::kBundleSuspendsPrepPaused);
  settings.sla.latency_ms = site.Number(Setting::kSlaLatency);
  settings.sla.older_than_hours = site.Number(Setting::kSlaOlderThan);
  return settings;
}

}  // namespace hpdl::rt
