#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_COORDINATOR_ROWS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_COORDINATOR_ROWS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/json_writer.h"
#include "runtime/store/coordinator_records.h"
#include "runtime/store/records.h"

/// Coordinators, their actions and bundles as Oozie's JSON has them, member by member in its order.
namespace hpdl::rt {

inline constexpr std::int64_t kSecondMs = 1000;

/// The state of a coordinator or a bundle in Oozie's words; those with error only if they are to be
/// seen.
std::string_view ShownStatus(JobState state, bool with_error);

/// What of a coordinator or a bundle is not in its rows.
struct CoordinatorExtras {
  std::string_view conf;       ///< "": null
  std::string_view bundle_id;  ///< "": null
  std::int64_t total = 0;      ///< actions that are meant
  bool with_error = false;     ///< states with error are seen
};

/// Begins the object of a coordinator with its members up to `actions`, whose array is open then.
void BeginCoordinator(JsonWriter* json, const JobRow& job, const CoordinatorRow& row,
                      const CoordinatorExtras& extras);
/// Ends the array and the object.
void EndCoordinator(JsonWriter* json, const JobRow& job, const CoordinatorExtras& extras);

/// What of an action is not in its row.
struct ActionExtras {
  std::string_view created_conf, run_conf;  ///< "": null
  bool without_number = false;  ///< actionNumber is 0, as Oozie has it of what it found by a date
};
void WriteCoordinatorAction(JsonWriter* json, std::string_view job_id,
                            const CoordinatorActionRow& row, const ActionExtras& extras = {});

/// Begins the object of a bundle up to `bundleCoordJobs`, whose array is open then.
void BeginBundle(JsonWriter* json, const JobRow& job, const BundleRow& row);
/// Ends the array and the object.
void EndBundle(JsonWriter* json, const JobRow& job, const BundleRow& row,
               const CoordinatorExtras& extras);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_COORDINATOR_ROWS_H_
