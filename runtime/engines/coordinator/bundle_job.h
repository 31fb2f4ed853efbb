#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_BUNDLE_JOB_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_BUNDLE_JOB_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/coordinator/coordinator_settings.h"
#include "runtime/engines/coordinator/coordinator_world.h"
#include "runtime/engines/coordinator/program_texts.h"
#include "runtime/engines/coordinator/scheduled_job.h"
#include "runtime/rules/coordinator/bundle_states.h"
#include "runtime/store/journal.h"

namespace hpdl::rt {

/// A coordinator of a bundle, and the properties of the coordinator.
struct DefinedBundled {
  std::size_t place = 0;  ///< the index of the coordinator in the definition
  std::string name, app_path;
  bool critical = false;
  bool enabled = true;
  Properties properties;  ///< the properties of the coordinator's job
};

/// A bundle with its properties.
struct DefinedBundle {
  std::string name;
  std::int64_t kick_off = 0;  ///< seconds since 1970; 0 if there is no kick-off time
  std::vector<DefinedBundled> bundled;
};

/// Makes the checks that Oozie makes when a bundle is submitted, with Oozie's error codes. The
/// job's `id` becomes a property of each coordinator.
Result<DefinedBundle> Define(const hpdl_bundle& written, const ProgramTexts& texts,
                             const std::string& id);

/// Runs one bundle: starts the coordinators at the kick-off, passes requests on to them, and
/// records their states. In calls of CoordinatorWorld, `number` is the index of the coordinator in
/// the bundle. Each coordinator's row holds the requests that the coordinator must still receive.
class BundleJob final : public ScheduledJob {
 public:
  /// Opens the bundle that is job number 0 of the journal. Borrows all arguments
  /// except the settings.
  static Result<std::unique_ptr<BundleJob>> Open(const hpdl_bundle& written,
                                                 CoordinatorSettings settings, Journal& journal,
                                                 CoordinatorWorld& world);

  Result<void> Beat() override;
  void Seen() override { beat_again_ = true; }
  void Started(std::int64_t number, const Result<std::string>& id) override;
  void Done(std::int64_t number, const Result<void>& done) override;
  Result<std::vector<std::int64_t>> Ask(const CoordinatorRequest& request) override;
  const JobRow& row() const override { return row_; }
  bool IsOver() const override;
  bool IsIdle() const override { return in_flight_ == 0 && !beat_again_; }
  std::optional<std::int64_t> NextBeatMs() const override;
  std::vector<Wait> Waits() const override;
  Result<void> Park(std::string note) override;
  void Unpark() override;

 private:
  /// The engine's data about one coordinator of the bundle.
  struct Entry {
    BundledRow row;
    bool in_flight = false;
    /// True if the coordinator's job exists. Otherwise coordinator_id is the id of the job to make,
    /// or "" if the id is not known yet.
    bool submitted = false;
    std::vector<CoordinatorRequest> requests;  ///< the decoded requests of `row`
    bool changed = false;
  };

  BundleJob(const hpdl_bundle& written, CoordinatorSettings settings, Journal& journal,
            CoordinatorWorld& world)
      : written_(written), settings_(settings), journal_(journal), world_(world) {}
  Result<void> Load();
  bool Move(BundleEvent event);
  void SetState(CoordinatorState state);
  Result<bool> Start();
  void StartFailed(const Error& error);
  Result<std::optional<bool>> PathsAreThere();
  void Follow();
  void UpdateState();
  Result<void> Commit();
  void Grant();
  void Change(Entry& entry);
  const DefinedBundled* DefinedAt(std::int64_t place) const;

  // Functions for requests (bundle_requests.cpp).
  void WasStarted(Entry& entry);
  void SetRequests(Entry& entry, std::vector<CoordinatorRequest> requests);
  void AddRequest(Entry& entry, CoordinatorRequest request);
  static CoordinatorState StateToBe(const Entry& entry);
  void TellAll(const CoordinatorRequest& request, bool (*whom)(CoordinatorState));
  void KillAll();
  Result<std::vector<std::int64_t>> ChangeValues(const CoordinatorRequest& request);
  Result<std::vector<std::int64_t>> Rerun(const CoordinatorRequest& request);
  Result<std::vector<std::int64_t>> CommandSla(const CoordinatorRequest& request);
  bool PassOn(CoordinatorRequest request);

  const hpdl_bundle& written_;
  const CoordinatorSettings settings_;
  Journal& journal_;
  CoordinatorWorld& world_;
  std::unique_ptr<ProgramTexts> texts_;
  DefinedBundle defined_;
  JobRow row_;
  BundleRow bundle_;
  CoordinatorState state_ = CoordinatorState::kPrep;
  /// The coordinators by index. The map is empty before the start of the bundle.
  std::map<std::int64_t, Entry> entries_;
  std::int64_t now_ms_ = 0;
  /// UTC milliseconds of the next try after a failed start.
  std::int64_t next_start_ms_ = 0;
  std::size_t in_flight_ = 0;
  bool beat_again_ = true;
  bool job_changed_ = false;
  std::vector<ScheduleNews> news_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_BUNDLE_JOB_H_
