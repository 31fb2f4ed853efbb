#ifndef HPDL_RUNTIME_GROUND_VALUE_RESERVED_NAMES_H_
#define HPDL_RUNTIME_GROUND_VALUE_RESERVED_NAMES_H_

#include <algorithm>
#include <iterator>
#include <string_view>

/// Names that properties of Oozie's jobs must not have. Oozie refuses such a job with E0808.
namespace hpdl::rt {

/// Sets of reserved names.
enum class ReservedBy {
  kWorkflows,
  kCoordinators,  ///< and bundles
};

/// True for the names of constants of Oozie's expressions. No property of a job may have such a
/// name.
inline bool IsReservedName(std::string_view name, ReservedBy jobs) {
  constexpr std::string_view kConstants[] = {
      "DAYS", "HOURS",   "MINUTES", "KB",      "MB",        "GB",         "TB",
      "PB",   "RECORDS", "MAP_IN",  "MAP_OUT", "REDUCE_IN", "REDUCE_OUT", "GROUPS"};
  constexpr std::string_view kOfUris[] = {"YEAR", "MONTH", "DAY", "HOUR", "MINUTE"};
  return std::find(std::begin(kConstants), std::end(kConstants), name) != std::end(kConstants) ||
         (jobs == ReservedBy::kCoordinators &&
          std::find(std::begin(kOfUris), std::end(kOfUris), name) != std::end(kOfUris));
}

/// True for the property that names the user of a job, by its name in Oozie or its newer name in
/// Hadoop, which takes each of the two for the other. Only the submission of a job names its user,
/// and no file of defaults and no action.
inline bool NamesUser(std::string_view name) {
  return name == "user.name" || name == "mapreduce.job.user.name";
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_VALUE_RESERVED_NAMES_H_
