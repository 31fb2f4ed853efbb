#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_COORDINATOR_ROWS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_COORDINATOR_ROWS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "runtime/ground/base/json_writer.h"
#include "runtime/store/coordinator_records.h"
#include "runtime/store/records.h"

/// Writes coordinators, their actions and bundles as JSON. The members are in Oozie's order.
namespace hpdl::rt {

inline constexpr std::int64_t kSecondMs = 1000;

/// Returns the state of a coordinator or a bundle in Oozie's words. States such as RUNNINGWITHERROR
/// are shown only if `with_error` is set.
std::string_view ShownStatus(JobState state, bool with_error);

/// Members of Oozie's JSON for a coordinator or a bundle that are not in the journal's rows.
struct CoordinatorExtras {
  std::string_view conf;       ///< "": null in JSON
  std::string_view bundle_id;  ///< "": null in JSON
  std::int64_t total = 0;      ///< number of actions that match the filter
  bool with_error = false;     ///< states with error are shown
};

/// Begins the object of a coordinator with its members up to the array `actions`, which stays open.
void BeginCoordinator(JsonWriter* json, const JobRow& job, const CoordinatorRow& row,
                      const CoordinatorExtras& extras);
/// Ends the array and the object of BeginCoordinator().
void EndCoordinator(JsonWriter* json, const JobRow& job, const CoordinatorExtras& extras);

/// Members of Oozie's JSON for an action that are not in the action's row.
struct ActionExtras {
  std::string_view created_conf, run_conf;  ///< "": null in JSON
  bool without_number = false;  ///< actionNumber is 0, as in Oozie for actions found by date
};
void WriteCoordinatorAction(JsonWriter* json, std::string_view job_id,
                            const CoordinatorActionRow& row, const ActionExtras& extras = {});

/// Begins the object of a bundle with its members up to the array `bundleCoordJobs`, which stays
/// open. If coordinators could not be submitted, an array `notSubmitted` has their names and
/// errors; Oozie does not have this array.
void BeginBundle(JsonWriter* json, const JobRow& job, const BundleRow& row,
                 std::span<const BundledRow> coordinators = {});
/// Ends the array and the object of BeginBundle().
void EndBundle(JsonWriter* json, const JobRow& job, const BundleRow& row,
               const CoordinatorExtras& extras);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_COORDINATOR_ROWS_H_
