#ifndef HPDL_RUNTIME_GROUND_VALUE_RESERVED_NAMES_H_
#define HPDL_RUNTIME_GROUND_VALUE_RESERVED_NAMES_H_

#include <algorithm>
#include <iterator>
#include <string_view>

/// Names that properties of jobs or actions must not have. Oozie refuses a job with a name of its
/// constants (E0808).
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

/// The beginning of the names of properties by which the compiler hands credentials to an action
/// (stdlib/core/credential.h).
inline constexpr std::string_view kCredentialPrefix = "hpdl.credential.";
/// The text of the <configuration> with these properties. The compiler puts it behind the action's
/// own. A <configuration> of a definition has no text.
inline constexpr std::string_view kCredentialElement = "credentials";
/// The changes that the command `sla-change` has made for future actions of a whole coordinator
/// job. Only the engine of coordinators uses the property. Workflows do not get the property, and
/// an update keeps the property.
inline constexpr const char* kSlaChangeProperty = "hpdl.sla.change";

/// True for the properties that only hpdl itself makes. A job or an action that sets one of them is
/// refused.
inline bool IsInternalName(std::string_view name) {
  return name.starts_with(kCredentialPrefix) || name == kSlaChangeProperty;
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_VALUE_RESERVED_NAMES_H_
