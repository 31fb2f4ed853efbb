#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_JOB_PROPERTIES_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_JOB_PROPERTIES_H_

#include <string_view>

#include "runtime/ground/value/eval.h"
#include "runtime/ground/value/reserved_names.h"

/// Properties of coordinator jobs that several parts of the engine use.
namespace hpdl::rt {

inline constexpr const char* kApplicationPath = "oozie.coord.application.path";
/// The id of the bundle that has submitted the coordinator.
inline constexpr const char* kBundleId = "oozie.bundle.id";
/// The number and nominal time of the first action that this job makes, as in
/// `5@2024-01-05T00:00Z`. A different server has run the earlier actions. The job is paused at this
/// action until its pause time is reset. Workflows do not get the property.
inline constexpr const char* kFirstActionProperty = "hpdl.coord.first.action";

/// Returns the value of a property, or "" if there is no such property. The value is valid as long
/// as `properties` exists.
inline std::string_view PropertyOf(const Properties& properties, std::string_view name) {
  const auto found = properties.find(name);
  return found == properties.end() ? std::string_view() : std::string_view(found->second);
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_JOB_PROPERTIES_H_
